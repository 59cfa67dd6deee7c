"""How many questions a person would be asked in games against the machine, with veterans on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.players import Budget, named

PERSONS: Mapping[str, str] = {"c1": "blue", "bpre": "scorch"}
"""The seat that stands for the person, by ruleset."""


class Counted(NamedTuple):
    """The questions of one game to the person."""

    asked: Counter[str]
    """By kind: those that the person answers."""
    spared: Counter[str]
    """By kind: those that are answered for the person."""
    turns: tuple[int, ...]
    """In each turn of the machine, how many the person answers. In Red Earth a turn is of both sides."""


def counted(ruleset: Ruleset, seed: int, spare: bool = True) -> Counted:
    """Play a game, and count what the person is asked; `spare`: the usual answers are given."""
    game = Game.new(ruleset, ruleset.setup(), str(seed))
    player, person = named("veteran", ruleset), PERSONS[ruleset.name]
    asked, spared, turns = Counter[str](), Counter[str](), Counter[int]()
    while True:
        game.throw_all()
        if game.state.outcome is not None:
            return Counted(asked, spared, tuple(turns.values()))
        request = game.pending[0]
        view = game.view(request.seat)
        turn = machines_turn(view, person)
        turns[turn] += 0
        usual = usual_answer(ruleset, view, request) if spare and request.seat == person else None
        if usual is not None:
            spared[request.kind] += 1
        elif request.seat == person:
            asked[request.kind] += 1
            turns[turn] += 1
        given = usual or player(view, request, Budget(), Random(f"{seed}/{request.id}"))
        result = game.answer(request.seat, request.id, given)
        if isinstance(result, Refusal):
            raise AssertionError(f"seed {seed}: {given!r} was refused by {result.rule}")
        turns.pop(0, None)


def usual_answer(ruleset: Ruleset, view: View[Any], request: Request) -> Answer | None:
    """What may be answered for the player, if there is nothing to decide."""
    usual = ruleset.question(request).usual
    given: Answer | None = usual(view, request) if usual is not None else None
    return given


def machines_turn(view: View[Any], person: str) -> int:
    """The number of the machine's turn; 0 before the first, and in the person's own."""
    world = view.table.world
    if view.ruleset == "c1":
        return int(world.round) if world.active != person else 0
    return int(world.turn)
