"""The set-ups of games that are recorded for the first time. What is recorded has its set-up with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

from firelane.bpre.edition import EDITION
from firelane.bpre.game import BATTLESPACES, _earned
from firelane.bpre.taskings import STAGES
from firelane.forces.lists import ready_lists
from firelane.infinity.c1.setup import _mixed
from firelane.infinity.missions import MISSIONS
from firelane.infinity.names import SEATS
from firelane.table.fieldfile import ready_names


def c1(number: int) -> Iterator[dict[str, Any]]:
    """So many set-ups in words: all missions and battlefields, all ready lists in turn, and troopers of every
    faction together, so that what few have comes up too."""
    dice = Random("golden games of c1")
    missions, fields = sorted(MISSIONS), ready_names()
    sizes = {size: sorted(n for n, army in ready_lists().items() if army.points == size) for size in (15, 30)}
    for place in range(number):
        points = 15 if place % 3 == 2 else 30
        known = sizes[points]
        row, column = divmod(place, len(missions))
        words = {
            "mission": missions[column],
            "field": fields[row % len(fields)],
            "points": points,
            "blue": known[(row + column) % len(known)],
            "red": known[(3 * row + column + 1) % len(known)],
        }
        if place % 4 == 1:
            words |= {seat: list(_mixed(dice, points)) for seat in SEATS}
        yield words


def bpre(number: int) -> Iterator[dict[str, Any]]:
    """So many Operations in words: all Taskings and battlespaces in turn, some with Special Intervention
    Cards that were earned before, some as proxy wars."""
    dice = Random("golden games of bpre")
    taskings = [key for key, entry in EDITION.entries.items() if not entry.rule.labels.isdisjoint(STAGES)]
    fields = cycle(BATTLESPACES)
    for place in range(number):
        words: dict[str, Any] = {"tasking": taskings[place % len(taskings)].removeprefix("tasking."),
                                 "battlespace": next(fields)}  # fmt: skip
        if place % 7 == 6:
            words["mode"] = "proxy"
        yield words | {"specials": {seat: list(cards) for seat, cards in _earned(dice).items()}}
