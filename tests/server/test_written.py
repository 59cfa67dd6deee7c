"""What is written with the help of the message before is what would be written without it."""

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
from firelane.server import presenting
from firelane.server.feeds import Feed

READERS = (("en", 0), ("ja", 1))


def read_anew(game: Game, seat: str, first: int, lang: str) -> bytes:
    """The message as somebody gets it to whom nothing was shown before."""
    feed = Feed(game.ruleset, seat)
    feed.follow(game.moments)
    return msgspec.json.encode(presenting.state(game.ruleset, feed, None, first, lang))


def play(ruleset: Ruleset, setup: Any, seed: int, answers: int) -> int:
    """A random game with answers taken back now and then. Returns how often something was shown again."""
    generator, player = Random(seed), named("random", ruleset)
    game = Game.new(ruleset, setup, seed)
    seats = (*ruleset.seats, "")
    feeds = {seat: Feed(ruleset, seat) for seat in seats}
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
                written = presenting.written(ruleset, feed, None, first, lang)
                assert written == read_anew(game, seat, first, lang)
                shared += feed.written_in(lang).again
        request = game.pending[0]
        given = player(game.view(request.seat), request, Budget(), generator)
        assert not isinstance(game.answer(request.seat, request.id, given), Refusal)
        if generator.random() < 0.15:
            game.undo(request.seat)
    return shared


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["c1", "bpre"])
def test_what_is_written_does_not_depend_on_what_was_shown_before(name: str, seed: int) -> None:
    ruleset = load(name)
    assert play(ruleset, set_up(ruleset, {}, seed), seed, 60) > 500


def test_a_ruleset_without_a_screen_of_its_own_is_written_the_same() -> None:
    assert play(FIRST, FIRST.setup(), 3, 60) >= 0
