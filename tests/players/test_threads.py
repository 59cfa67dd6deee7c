"""Machine players of many rooms think at once: none disturbs another, and each decides as if alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import pytest

from firelane.core.game import Game
from firelane.core.lately import Memory
from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.players import Budget, Player, decided, named
from firelane.rulesets import load

ROOMS = 24
THREADS = 8
THOUGHTS = 10_000
WEIGHED = 6
"""Of how many moments of each game a veteran thinks too: it takes longer."""


class Moment(NamedTuple):
    """A question as a player is asked it, and what he answers when nobody else thinks."""

    player: Player
    view: View[Any]
    request: Request
    answer: Answer

    def decide(self) -> Answer:
        return decided(self.player, self.view, self.request, Budget(), Random(self.request.id)).answer


def moments_of(ruleset: Ruleset, seed: int) -> list[Moment]:
    """All questions of a game by chance, each seen with a view of its own."""
    game = Game.new(ruleset, ruleset.setup(), seed)
    found: list[Moment] = []
    quick, veteran = named("random", ruleset), named("veteran", ruleset)
    while True:
        game.throw_all()
        request = next(iter(game.pending), None)
        if request is None:
            break
        view = game.view(request.seat)
        answer = quick(view, request, Budget(), Random(request.id))
        found.append(Moment(quick, view, request, answer))
        assert not hasattr(game.answer(request.seat, request.id, answer), "rule")
    for one in found[:: len(found) // WEIGHED]:
        made = veteran(one.view, one.request, Budget(), Random(one.request.id))
        found.append(Moment(veteran, one.view, one.request, made))
    return found


@contextmanager
def restless() -> Iterator[None]:
    """Threads take turns as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize("name", ["c1", "bpre"])
def test_thoughts_of_many_rooms_at_once_are_those_of_each_alone(name):
    moments = [moment for seed in range(3) for moment in moments_of(load(name), seed)]
    rooms = [Memory() for _ in range(ROOMS)]

    def think(room: int) -> int:
        """The thoughts of one room, one after another: with the room's memory, or with that of the thread."""
        generator, right = Random(room), 0
        for count in range(THOUGHTS // 2 // ROOMS):
            moment = generator.choice(moments)
            made = rooms[room].run(moment.decide) if count % 2 else moment.decide()
            right += made == moment.answer
        return right

    with restless(), ThreadPoolExecutor(THREADS) as threads:
        right = list(threads.map(think, range(ROOMS)))
    assert right == [THOUGHTS // 2 // ROOMS] * ROOMS
