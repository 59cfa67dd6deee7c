"""What is written with the help of what was sent before comes to what would be written without it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from ambush.game import FIRST
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.ruleset import Ruleset
from firelane.players import Budget, named
from firelane.rulesets import load, set_up
from firelane.screen.board import Board
from firelane.server import presenting
from firelane.server.feeds import Feed
from server.running import whole

READERS = (("en", 0), ("ja", 1))


class Reader:
    """Somebody who reads on from what he has."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self.seen: dict[str, Any] = {}
        self.spared = 0
        """How much he was not sent again."""

    def read(self, feed: Feed, first: int, lang: str) -> dict[str, Any]:
        """What he sees when the next message has come."""
        data, self.board = presenting.written(feed.ruleset, feed, None, first, lang, self.board)
        told: dict[str, Any] = msgspec.json.decode(data)
        for of, ids in told["still"].items():
            self.spared += len(ids or self.seen[of]) - len(told["board"].get(of, ()))
        told["board"] = self.seen = whole(told, self.seen)
        told["still"] = {}
        return told


def read_anew(game: Game, seat: str, first: int, lang: str) -> bytes:
    """The message as somebody gets it to whom nothing was shown before."""
    feed = Feed(game.ruleset, seat)
    feed.follow(game.moments)
    return msgspec.json.encode(presenting.state(game.ruleset, feed, None, first, lang))


def play(ruleset: Ruleset, setup: Any, seed: int, answers: int) -> tuple[int, int]:
    """A random game with answers taken back now and then.

    Returns how often something had been written before, and how often something was not sent again.
    """
    generator, player = Random(seed), named("random", ruleset)
    game = Game.new(ruleset, setup, seed)
    seats = (*ruleset.seats, "")
    feeds = {seat: Feed(ruleset, seat) for seat in seats}
    readers = {(seat, lang): Reader() for seat in seats for lang, _ in READERS}
    shared = 0
    for _ in range(answers):
        game.throw_all()
        if game.state.outcome is not None:
            break
        for seat, feed in feeds.items():
            first = feed.follow(game.moments)
            for lang, every in READERS:
                if every and generator.random() < 0.5:
                    continue  # what this reader was shown last is older
                anew = read_anew(game, seat, first, lang)
                if generator.random() < 0.1:  # somebody else comes in, or he again
                    assert presenting.written(ruleset, feed, None, first, lang, None)[0] == anew
                    shared += feed.written_in(lang).again
                assert readers[seat, lang].read(feed, first, lang) == msgspec.json.decode(anew)
                shared += feed.written_in(lang).again
        request = game.pending[0]
        given = player(game.view(request.seat), request, Budget(), generator)
        assert not isinstance(game.answer(request.seat, request.id, given), Refusal)
        if generator.random() < 0.15:
            game.undo(request.seat)
    return shared, sum(reader.spared for reader in readers.values())


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["c1", "bpre"])
def test_what_is_written_does_not_depend_on_what_was_shown_before(name: str, seed: int) -> None:
    ruleset = load(name)
    again, spared = play(ruleset, set_up(ruleset, {}, seed), seed, 60)
    assert again > 200
    assert spared > 1000


def test_a_ruleset_without_a_screen_of_its_own_is_written_the_same() -> None:
    assert play(FIRST, FIRST.setup(), 3, 60) == (0, 0)
