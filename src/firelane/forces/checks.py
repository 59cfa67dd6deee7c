"""Whether an army list is legal, with every reason why it is not.

All faults are found, not only the first: whoever writes a list mends it in one go. Each names the
statements that it breaks; unknown names and wrong factions break none, they are about the data.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from firelane.forces.library import Forces, forces
from firelane.forces.lists import ArmyList, ListEntry
from firelane.forces.sheets import TrooperSheet
from firelane.forces.units import Unit
from firelane.forces.words import TOTAL, HalfPoints, key_of, printed
from firelane.rulebook.schema import Name
from firelane.text import language, say

Args: TypeAlias = dict[str, int | str | Name]


class Fault(msgspec.Struct, frozen=True):
    """One reason: the message with its arguments, and the statements that are broken."""

    message: str
    args: Args = {}
    statements: tuple[str, ...] = ()

    def say(self, lang: str | None = None) -> str:
        """The reason in one language."""
        lang = lang or language()
        words = {
            key: value.say(lang) if isinstance(value, Name) else value for key, value in self.args.items()
        }
        return say(self.message, lang, **words)


class Chosen(msgspec.Struct, frozen=True):
    """An entry of a list that could be made out: the sheet, how often, and the number of its line."""

    sheet: TrooperSheet
    count: int
    number: int


class Totals(msgspec.Struct, frozen=True):
    """What a list adds up to, in halves where halves exist."""

    half_points: HalfPoints
    half_swc: HalfPoints
    half_swc_allowed: HalfPoints
    troopers: int
    lieutenants: int


def check(army: ArmyList, data: Forces | None = None) -> tuple[Fault, ...]:
    """Every reason why the list is not legal; none if it is.

    Rules: n4-core.army-list.1-5, n4-core.army-list.7, n4-core.army-list.8, c1.lieutenant.2,
    n4-core.game-modes.1, n4-core.game-modes.5.
    """
    data = data or forces(army.ruleset)
    chosen, faults = _made_out(army, data)
    sums = _totals(army, chosen, data)
    return (
        *faults,
        *_availability(chosen, data),
        *_points(army, sums, data),
        *_swc(sums, data),
        *_lieutenant(sums, data),
        *_size(sums, data),
    )


def totals(army: ArmyList, data: Forces | None = None) -> Totals:
    """What the list adds up to, as far as its entries can be made out."""
    data = data or forces(army.ruleset)
    return _totals(army, _made_out(army, data)[0], data)


def chosen(army: ArmyList, data: Forces | None = None) -> tuple[Chosen, ...]:
    """The entries of the list that can be made out."""
    data = data or forces(army.ruleset)
    return tuple(_made_out(army, data)[0])


def _made_out(army: ArmyList, data: Forces) -> tuple[list[Chosen], list[Fault]]:
    found: list[Chosen] = []
    faults: list[Fault] = []
    faction = _faction(army.faction, data)
    if faction is None:
        known = ", ".join(name.en for name in data.factions.values())
        faults.append(Fault("forces.fault-unknown-faction", {"faction": army.faction, "known": known}))
    for number, entry in enumerate(army.troopers, 1):
        unit = data.find_unit(entry.unit)
        if unit is None:
            near = data.near(entry.unit)
            args: Args = {"number": number, "unit": entry.unit, "near": near}
            faults.append(Fault("forces.fault-unknown-unit", args))
            continue
        if faction is not None and unit.faction != faction:
            args = {"number": number, "unit": unit.name}
            args |= {"is": data.factions[unit.faction], "wanted": data.factions[faction]}
            faults.append(Fault("forces.fault-wrong-faction", args))
        option = _option(unit, entry)
        if option is None:
            faults.append(_unknown_option(number, unit, entry))
        else:
            found.append(Chosen(data.sheets[f"{unit.key}/{option}"], entry.count, number))
    return found, faults


def _faction(given: str, data: Forces) -> str | None:
    key = key_of(given)
    return key if key in data.factions else None


def _option(unit: Unit, entry: ListEntry) -> str | None:
    """The key of the option meant: the one named, or the only one that can be bought."""
    if entry.option is not None:
        return entry.option if unit.option(entry.option) else None
    own = [option.key for group, option in unit.options() if group.ava and option.on_its_own]
    return own[0] if len(own) == 1 else None


def _unknown_option(number: int, unit: Unit, entry: ListEntry) -> Fault:
    keys = [option.key for _, option in unit.options()]
    args: Args = {"number": number, "unit": unit.name}
    if entry.option is None:
        return Fault("forces.fault-which-option", {**args, "known": ", ".join(keys)})
    near = difflib.get_close_matches(entry.option, keys, n=3, cutoff=0.3) or keys
    return Fault("forces.fault-unknown-option", {**args, "option": entry.option, "near": ", ".join(near)})


def _totals(army: ArmyList, entries: list[Chosen], data: Forces) -> Totals:
    """Rules: n4-core.army-list.2, n4-core.army-list.3, n4-core.army-list.8.

    Peripherals are in the price of their controller and count neither as troopers nor for anything else.
    """
    counted = [each for each in entries if not each.sheet.is_peripheral]
    bonus = sum(each.sheet.half_swc_bonus * each.count for each in counted)  # n4-core.army-list.3
    return Totals(
        half_points=sum(each.sheet.half_points * each.count for each in entries),  # n4-core.army-list.1
        half_swc=sum(each.sheet.half_swc * each.count for each in counted),
        half_swc_allowed=army.points // data.limits.points_per_swc * 2 + bonus,  # n4-core.army-list.2
        troopers=sum(each.count for each in counted),
        lieutenants=sum(each.count for each in counted if each.sheet.is_lieutenant),
    )


def _availability(entries: list[Chosen], data: Forces) -> Iterator[Fault]:
    """Rules: n4-core.army-list.4.

    Reading adopted: the groups of a unit (a controller and its partner) each have their own figure, as
    printed.
    """
    taken: dict[tuple[str, int], int] = {}
    for each in entries:
        unit = data.units[each.sheet.unit]
        options = [{option.key for option in group.options} for group in unit.groups]
        group = next(index for index, keys in enumerate(options) if each.sheet.option in keys)
        if each.sheet.ava == 0:
            args: Args = {"number": each.number, "name": each.sheet.name}
            yield Fault("forces.fault-not-on-its-own", args, data.limits.statements["peripheral"])
        else:
            taken[unit.key, group] = taken.get((unit.key, group), 0) + each.count
    for (key, group), count in taken.items():
        ava = data.units[key].groups[group].ava
        if ava != TOTAL and count > ava:
            args = {"unit": data.units[key].name, "count": count, "ava": ava}
            yield Fault("forces.fault-availability", args, data.limits.statements["availability"])


def _points(army: ArmyList, sums: Totals, data: Forces) -> Iterator[Fault]:
    """Rules: n4-core.army-list.1."""
    if sums.half_points > army.points * 2:
        over = printed(sums.half_points - army.points * 2)
        args: Args = {
            "points": printed(sums.half_points),
            "limit": army.points,
            "over": over,
        }
        yield Fault("forces.fault-points", args, data.limits.statements["points"])


def _swc(sums: Totals, data: Forces) -> Iterator[Fault]:
    """Rules: n4-core.army-list.2, n4-core.army-list.3, n4-core.game-modes.1."""
    if sums.half_swc > sums.half_swc_allowed:
        over = printed(sums.half_swc - sums.half_swc_allowed)
        args: Args = {"swc": printed(sums.half_swc), "over": over}
        args["limit"] = printed(sums.half_swc_allowed)
        yield Fault("forces.fault-swc", args, data.limits.statements["swc"])


def _lieutenant(sums: Totals, data: Forces) -> Iterator[Fault]:
    """Rules: n4-core.army-list.5, c1.lieutenant.2."""
    if sums.lieutenants == 0:
        yield Fault("forces.fault-no-lieutenant", {}, data.limits.statements["lieutenant"])
    elif sums.lieutenants > 1:
        args: Args = {"count": sums.lieutenants}
        yield Fault("forces.fault-lieutenants", args, data.limits.statements["lieutenant"])


def _size(sums: Totals, data: Forces) -> Iterator[Fault]:
    """Rules: n4-core.army-list.7."""
    if sums.troopers > data.limits.max_troopers:
        args: Args = {"count": sums.troopers, "limit": data.limits.max_troopers}
        yield Fault("forces.fault-size", args, data.limits.statements["size"])
