"""The troopers of a legal list, one by one, each with a name of its own and its peripherals behind it."""

from __future__ import annotations

import msgspec

from firelane.forces.checks import check, chosen
from firelane.forces.library import Forces, forces
from firelane.forces.lists import ArmyList
from firelane.forces.sheets import TrooperSheet
from firelane.forces.words import key_of
from firelane.problem import Problem


class Mustered(msgspec.Struct, frozen=True):
    """One figure of the army: `id` is unique in it and the same whenever the same list is mustered."""

    id: str
    sheet: TrooperSheet
    controller: str | None = None
    """The id of the trooper whose peripheral this is."""


def muster(army: ArmyList, data: Forces | None = None) -> tuple[Mustered, ...]:
    """All figures in the order of the list, or a Problem with the reasons why the list is not legal."""
    data = data or forces(army.ruleset)
    if faults := check(army, data):
        reasons = "\n".join(f"  {fault.say()}" for fault in faults)
        raise Problem("forces.illegal-list", name=army.title("en"), count=len(faults), reasons=reasons)
    numbers: dict[str, int] = {}
    found: list[Mustered] = []

    def enlist(sheet: TrooperSheet, controller: str | None = None) -> str:
        name = key_of(sheet.name)
        numbers[name] = numbers.get(name, 0) + 1
        found.append(Mustered(f"{name}-{numbers[name]}", sheet, controller))
        return found[-1].id

    for entry in chosen(army, data):
        for _ in range(entry.count):
            own = enlist(entry.sheet)
            for key in entry.sheet.peripherals:
                enlist(data.sheet(key), own)
    return tuple(found)
