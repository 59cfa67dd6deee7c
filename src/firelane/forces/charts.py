"""The charts and profiles of editions whose lists cannot be played yet: for whoever compares and counts.

The files have the form of the others, but no table of names stands behind them. So what is printed is taken
as it stands: a skill that no rule knows is a name and nothing more, a trait that nobody reads is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from firelane.forces.carried import CarriedKind, Known, Names, has_brackets
from firelane.forces.saves import parse_ammunition, parse_save
from firelane.forces.schema import ExtraKind, NameRow, ProfilesFile, TablesFile, WeaponRow, WeaponsFile
from firelane.forces.sheets import TrooperSheet, sheets_of
from firelane.forces.source import Source
from firelane.forces.tables import Silhouette, parse_silhouettes
from firelane.forces.units import Parser
from firelane.forces.weapons import (
    Band,
    Deployed,
    Template,
    TemplateUse,
    Weapon,
    WeaponMode,
    parse_traits,
    read_damage,
)
from firelane.forces.words import key_of
from firelane.problem import Problem
from firelane.rulebook.schema import Name

CHARTED = ("n2", "n3", "n4")
_EXTRAS: frozenset[ExtraKind] = frozenset(
    {"burst", "damage", "mod", "distance", "attribute", "replaced", "ammunition", "uses"}
)
_CODES = frozenset({"AP", "Shock", "DA", "EXP", "E/M", "T2"})
_OLD_TEMPLATE = re.compile(r"Template \((?P<shapes>[A-Za-z /]+)\)")
_LEVELLED = re.compile(r"(.+?) L[1-9]\b")
_SAME = {
    "odd-optical-disruptor": "odd",
    "odd-optical-disruptor-device": "odd",
    "odd-optical-distruptor": "odd",
    "super-jump": "super-jump",
    "ch-limited-camouflage": "ch-camouflage",
    "ch-ambush-camouflage": "ch-camouflage",
    "ch-ambushed-camouflage": "ch-camouflage",
}
"""Names that mean the same, or the same to whoever shoots at them."""
_NOWHERE = Source("", WeaponsFile("N2", "inches", ()), "")
_USUAL = 2
"""The silhouette of a profile that prints none."""


@dataclass(frozen=True)
class AnyName(Names):
    """Whatever stands in the column of skills or equipment is a name; weapons are those of the chart."""

    levelled: frozenset[str]
    """The names that are printed with a level."""

    def find(self, kind: CarriedKind, spelling: str) -> Known | None:
        """What the spelling stands for in that column."""
        if kind is CarriedKind.WEAPON or has_brackets(spelling):
            return super().find(kind, spelling)
        key = key_of(spelling)
        levels = 9 if spelling in self.levelled else 0
        row = NameRow(key=_SAME.get(key, key), name=Name(spelling), levels=levels, extras=_EXTRAS)
        return Known(row, kind)


class AnyKey(dict[str, str]):
    """Every word is known, by its key."""

    def __contains__(self, _: object) -> bool:
        return True

    def __missing__(self, word: str) -> str:
        return key_of(word)


def weapons_of(source: Source[WeaponsFile], edition: str) -> dict[str, Weapon]:
    """All weapons of a chart by key."""
    found: dict[str, list[WeaponMode]] = {}
    for index, row in enumerate(source.rows.weapons):
        same = found.setdefault(key_of(row.name), [])
        for mode in _modes(source, f"weapons[{index}]", row, edition):
            if all(other.key != mode.key for other in same):
                same.append(mode)
    for listed in source.rows.listed_only:
        found.setdefault(key_of(listed.name), [])
    return {
        key: Weapon(key, modes[0].name if modes else Name(key), modes[0].kind if modes else "weapon",
                    tuple(modes))
        for key, modes in found.items()
    }  # fmt: skip


def _modes(source: Source[WeaponsFile], place: str, row: WeaponRow, edition: str) -> Iterator[WeaponMode]:
    """The modes of a row: one, or one for each choice of ammunition where each has its own template."""
    choices = parse_ammunition(row.ammo.replace("(12)", "")) if row.ammo not in (None, "*") else ()
    shapes = _old_templates(row)
    if len(shapes) == len(choices) > 1:
        for choice, shape in zip(choices, shapes, strict=True):
            yield _mode(source, place, row, edition, (choice,), shape, "+".join(choice))
    else:
        yield _mode(source, place, row, edition, choices, shapes[0] if shapes else "", row.mode or "")


def _mode(
    source: Source[WeaponsFile],
    place: str,
    row: WeaponRow,
    edition: str,
    choices: tuple[tuple[str, ...], ...],
    shape: str,
    mode: str,
) -> WeaponMode:
    known = tuple(word for word in row.traits if _is_known(word))
    traits, arm = parse_traits(source, f"{place}.traits", row.name, known)
    if key_of(shape) in set(Template):
        use = TemplateUse.IMPACT if row.bands else TemplateUse.DIRECT
        traits = msgspec.structs.replace(traits, template=Template(key_of(shape)), template_use=use)
    damage, damage_mod = read_damage(row)
    save = parse_save(row.save) if row.save not in (None, "*") else None
    if save is not None and arm is not None:
        save = msgspec.structs.replace(save, value=arm)
    weapon = key_of(row.name)
    burst = row.burst if isinstance(row.burst, int) else int(str(row.burst or 1).partition("/")[0])
    deployed = row.deployed
    return WeaponMode(
        key=f"{weapon}/{key_of(mode)}" if mode else weapon,
        weapon=weapon,
        name=Name(row.name),
        mode=Name(mode) if mode else None,
        kind=row.kind,
        bands=tuple(Band(band.to, band.mod) for band in row.bands or ()),
        damage=damage,
        damage_mod=damage_mod,
        burst=burst,
        ammunition=choices,
        save=save,
        traits=traits,
        as_weapon=row.damage == "*" or row.save == "*",
        deployed=Deployed(deployed.arm, deployed.bts, deployed.structure, str(deployed.s))
        if deployed
        else None,
        source=edition,
    )


def _old_templates(row: WeaponRow) -> list[str]:
    """The shapes of the column that the oldest chart has, one for each choice of ammunition."""
    found = next((match for word in row.traits if (match := _OLD_TEMPLATE.fullmatch(word))), None)
    return found["shapes"].split("/") if found else []


@cache
def _is_known(word: str) -> bool:
    try:
        parse_traits(_NOWHERE, "", "", (word,))
    except Problem:
        return False
    return True


def sheets_by_key(
    source: Source[ProfilesFile], weapons: dict[str, Weapon], silhouettes: dict[str, Silhouette]
) -> dict[str, TrooperSheet]:
    """The sheets of all options of a file by key."""
    names = {
        weapon.name.en: NameRow(key=key, name=weapon.name, extras=_EXTRAS) for key, weapon in weapons.items()
    }
    known = {(CarriedKind.WEAPON, name): Known(row, CarriedKind.WEAPON) for name, row in names.items()}
    levelled = frozenset(found[1] for each in _printed(source.rows) if (found := _LEVELLED.match(each)))
    units = Parser(source, AnyName(known, _CODES, levelled), AnyKey(), AnyKey(), lenient=True).units()
    made = (sheet for unit in units.values() for sheet in sheets_of(unit, silhouettes, (), usual=_USUAL))
    return {sheet.key: _plainly(sheet, weapons) for sheet in made}


def _plainly(sheet: TrooperSheet, weapons: dict[str, Weapon]) -> TrooperSheet:
    """The sheet with BTS as a size, weapons of the chart alone, and whoever has a device as a hacker."""
    hacker = sheet.is_hacker or any("hacking-device" in each.key for each in sheet.equipment)
    return msgspec.structs.replace(
        sheet,
        bts=abs(sheet.bts),
        weapons=tuple(each for each in sheet.weapons if each.key in weapons),
        is_hacker=hacker,
        is_hackable=sheet.is_hackable or (hacker and "non-hackable" not in sheet.carries),
    )


def _printed(rows: ProfilesFile) -> Iterator[str]:
    """All skills and equipment of a file, as printed."""
    for troop in rows.troops:
        for group in troop.groups:
            for profile in group.profiles:
                yield from (*profile.skills, *profile.equip)
            for option in group.options:
                yield from (*option.skills, *option.equip)


def read_chart(
    edition: str, folder: Path
) -> tuple[dict[str, Weapon], dict[str, TrooperSheet], dict[str, Silhouette]]:
    """Weapons, sheets and silhouettes of an edition from the files of a folder."""
    chart = Source.read(folder / f"weapons-{edition}.yaml", WeaponsFile)
    profiles = Source.read(folder / f"profiles-{edition}.yaml", ProfilesFile)
    silhouettes = parse_silhouettes(Source.read(folder / "tables-c1.yaml", TablesFile))
    weapons = weapons_of(chart, edition)
    return weapons, sheets_by_key(profiles, weapons, silhouettes), silhouettes
