"""Whole games in Japanese: no raw key and no English word in what is sent, but names that stay in Latin."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from firelane.bpre.game import BPRE
from firelane.bpre.game import Setup as Operation
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.ruleset import Ruleset
from firelane.forces.library import forces
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.events import BoxDropped, BoxTaken, LieutenantNamed, TokenTaken, TurnsOpened
from firelane.players import Budget, decided
from firelane.players.registry import named
from firelane.players.telling import comment
from firelane.rulebook.book import Book
from firelane.rulesets import screen_of
from firelane.server import presenting, reasons
from firelane.server.feeds import Feed
from firelane.server.messages import State
from firelane.table.movement import Bar
from firelane.text import has, say, subject, subjects
from screen.texts import texts

LATIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9_'’/:-]*[A-Za-z0-9])?")
PLACE = re.compile(r"{[^}]*}")


@cache
def known_words() -> frozenset[str]:
    """The Latin words of the Japanese messages, of the Japanese rulebook, and the names of the charts."""
    said = [PLACE.sub("", words["ja"]) for name in subjects() for words in subject(name).values()]
    book = Book.open()
    for rule in (one for catalogue in book.catalogues() for one in book.rules(catalogue)):
        said.append(rule.name.say("ja"))
        said += [book.statement(each).text.say("ja") for each in rule.statements]
    charts = forces("c1")
    for mode in charts.modes.values():
        said += [mode.name.say("ja"), mode.mode.say("ja") if mode.mode else ""]
    for facts in charts.sheets.values():
        said += [facts.name, facts.unit_name, facts.type or ""]
        said += [each.say("ja") for each in (*facts.weapons, *facts.skills, *facts.equipment)]
    return frozenset(word for each in said for word in LATIN.findall(each))


class Reader:
    """Reads everything that is shown and notes the words that it does not know."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        """Figures are named by their ids in texts: the browser puts the labels of the board there."""
        self.strange: dict[str, str] = {}
        self.read = 0

    def note(self, shown: Any) -> None:
        for where, text in texts(shown):
            self.line(where, text)

    def line(self, where: str, text: str) -> None:
        self.read += 1
        for word in LATIN.findall(text):
            dice = re.fullmatch(r"[BDSWL]?\d+|B\d+|x\d+", word)
            if word not in self.ids and word not in known_words() and not dice:
                self.strange.setdefault(word, f"{where}: {text}")


def play(ruleset: Ruleset, setup: Any, seed: int, player: str, most: int, reader: Reader) -> None:
    """A game in which everything that its players could see is read."""
    generator, machine, screen = Random(seed), named(player, ruleset), screen_of(ruleset)
    game = Game.new(ruleset, setup, seed)
    feeds = {seat: Feed(ruleset, seat) for seat in (*ruleset.seats, "")}
    for _ in range(most):
        game.throw_all()
        if game.state.outcome is not None:
            break
        request = game.pending[0]
        view, feed = game.view(request.seat), feeds[request.seat]
        before = len(feed.events)
        feed.follow(game.moments)
        shown = presenting.state(ruleset, feed, None, before, "ja")
        reader.ids = _named(shown)
        reader.note(shown)
        made = decided(machine, view, request, Budget(), generator)
        reader.note(screen.preview(view, request, made.answer, True, "ja"))
        for figure in shown.board.figures[:2]:
            reader.note(screen.look(view, figure.id, "ja"))
        assert not isinstance(game.answer(request.seat, request.id, made.answer), Refusal)
        if player == "veteran":
            reader.note(_reasons(ruleset, game, made))
            for line in comment(ruleset, view, request, made.answer, "ja"):
                reader.line("coach", line)
    reader.note(screen.ground(game.view(ruleset.seats[0]), "ja"))
    watching = feeds[""]
    watching.follow(game.moments)
    whole = presenting.state(ruleset, watching, None, 0, "ja")
    reader.ids = _named(whole)
    reader.note(whole)


def _named(shown: State) -> set[str]:
    """The ids in whose place a screen puts labels: of what stands on the table, and of what the log tells."""
    here = {figure.id for figure in shown.board.figures} | {thing.id for thing in shown.board.things}
    return here.union(one.id for line in shown.log for one in line.called)


def _reasons(ruleset: Ruleset, game: Game, made: Any) -> Any:
    data = reasons.packed(made)
    return reasons.told(ruleset, {}, game.moments, len(game.moments) - 1, data, "ja") if data else ()


CODEONE = [
    (Setup(), 1, "veteran", 60),
    (Setup(mission="domination"), 2, "random", 150),
    (Setup(mission="supplies"), 3, "random", 150),
    (Setup(mission="annihilation"), 4, "random", 150),
]
RED_EARTH = [
    (Operation(tasking="oasis-hemlock"), 1, "veteran", 60),
    (Operation(tasking="oasis-hemlock"), 2, "random", 400),
    (Operation(), 3, "random", 400),
]


@pytest.mark.parametrize(("setup", "seed", "player", "most"), CODEONE)
def test_codeone_sends_no_raw_key_and_no_english(setup: Any, seed: int, player: str, most: int) -> None:
    reader = Reader()
    play(C1, setup, seed, player, most, reader)
    assert not reader.strange, "\n".join(reader.strange.values())
    assert reader.read > 5000


@pytest.mark.parametrize(("setup", "seed", "player", "most"), RED_EARTH)
def test_red_earth_sends_no_raw_key_and_no_english(setup: Any, seed: int, player: str, most: int) -> None:
    reader = Reader()
    play(BPRE, setup, seed, player, most, reader)
    assert not reader.strange, "\n".join(reader.strange.values())
    assert reader.read > 5000


def test_every_reason_why_a_way_is_barred_has_its_words() -> None:
    assert [bar for bar in Bar if not has(f"table.bar-{bar}")] == []


def test_rare_events_have_their_words() -> None:
    game = Game.new(C1, Setup(), 1)
    view = game.view("blue")
    about = {"trooper": "blue-1", "seat": "blue", "alias": "blue-1"}
    rare = (
        LieutenantNamed(**about),
        TokenTaken(rem="blue-2"),
        BoxTaken(objective="box-1", seat="blue", carrier="blue-1"),
        BoxDropped(objective="box-1", carrier="blue-1", at=(1000, 2000, 0)),
        TurnsOpened(),
    )
    told = [C1.words.event(view, event, "en") for event in rare]
    assert told == [
        "blue-1 is the new Lieutenant.",
        "blue-2 loses its REMDRIVER token.",
        "blue-1 takes Box 1.",
        "Box 1 lies at (1.0, 2.0).",
        say("infinity.turns-opened", "en"),
    ]


def test_a_refusal_names_what_it_is_about() -> None:
    view = Game.new(C1, Setup(), 1).view("blue")
    refused = Refusal("n4-core.order-structure.1", {"value": "bs-attack"})
    told = presenting.refusal(C1, view, refused, "ja")
    assert "bs-attack" not in told
    assert C1.words.value(view, "bs-attack", "ja") in told
    narrow = Refusal("n4-core.movement.8", {"reason": str(Bar.GAP_TOO_NARROW)})
    assert say("table.bar-gap-too-narrow", "ja") in presenting.refusal(C1, view, narrow, "ja")
