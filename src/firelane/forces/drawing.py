"""Legal army lists drawn by chance over all units: for games that vary."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from firelane.forces.checks import check
from firelane.forces.library import Forces, forces
from firelane.forces.lists import ArmyList, ListEntry
from firelane.forces.sheets import TrooperSheet


def draw_list(generator: Random, points: int, edition: str = "c1") -> ArmyList:
    """A legal list of any faction for so many points: a Lieutenant, then whoever still fits.

    Every unit has the same chance to be asked, whatever the number of its options.
    """
    data = forces(edition)
    for faction in generator.sample(sorted(data.factions), len(data.factions)):
        own = _buyable(data, faction)
        army = ArmyList(name="drawn", faction=data.factions[faction].en, points=points, troopers=())
        leaders = [sheet for sheet in own if sheet.is_lieutenant]
        for leader in generator.sample(leaders, len(leaders)):
            led = _with(army, leader)
            if not check(led, data):
                return _filled(led, own, generator, data)
    raise ValueError(f"no faction of {edition} has a Lieutenant for {points} points")


def _buyable(data: Forces, faction: str) -> list[TrooperSheet]:
    return [
        data.sheets[f"{unit.key}/{option.key}"]
        for unit in data.units.values()
        if unit.faction == faction
        for group, option in unit.options()
        if group.ava and option.on_its_own
    ]


def _filled(army: ArmyList, own: Iterable[TrooperSheet], generator: Random, data: Forces) -> ArmyList:
    """The list with more troopers, as long as any can be added without a fault."""
    units: dict[str, list[TrooperSheet]] = {}
    for sheet in own:
        if not sheet.is_lieutenant:
            units.setdefault(sheet.unit, []).append(sheet)
    while units:
        unit = generator.choice(list(units))
        sheet = generator.choice(units[unit])
        larger = _with(army, sheet)
        if check(larger, data):
            units[unit].remove(sheet)
            if not units[unit]:
                del units[unit]
        else:
            army = larger
    return army


def _with(army: ArmyList, sheet: TrooperSheet) -> ArmyList:
    entry = ListEntry(unit=sheet.unit, option=sheet.option)
    return ArmyList(
        name=army.name, faction=army.faction, points=army.points, troopers=(*army.troopers, entry)
    )
