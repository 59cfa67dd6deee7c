"""All forces of an edition in one value, read once and kept.

Reading the YAML takes over a hundred milliseconds, so building and installing leave a compiled form beside
the data (`firelane.forces.compile`). It carries a fingerprint of the files and the code that it was made
from; one that does not fit is passed over, and the files themselves are read.
"""

from __future__ import annotations

import difflib
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from firelane.forces import packed
from firelane.forces.carried import Carried, Unknown, names_of
from firelane.forces.charts import CHARTED, read_chart
from firelane.forces.schema import AliasesFile, NameRow, ProfilesFile, TablesFile, WeaponsFile
from firelane.forces.sheets import TrooperSheet, sheets_of
from firelane.forces.source import Source
from firelane.forces.tables import (
    Ammunition,
    GameMode,
    HackingProgram,
    Limits,
    MartialArts,
    Silhouette,
    parse_ammunition_table,
    parse_game_modes,
    parse_limits,
    parse_martial_arts,
    parse_programs,
    parse_silhouettes,
)
from firelane.forces.units import Parser, Unit
from firelane.forces.weapons import Weapon, WeaponMode, parse_chart
from firelane.problem import Problem
from firelane.rulebook.schema import Name

T = TypeVar("T")
DATA = Path(__file__).parent / "data"
EDITIONS = ("c1",)
"""The editions whose forces can be mustered: everything printed is understood."""


class Forces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything of one edition, by key."""

    edition: str
    factions: dict[str, Name]
    weapons: dict[str, Weapon]
    modes: dict[str, WeaponMode]
    units: dict[str, Unit]
    sheets: dict[str, TrooperSheet]
    ammunition: dict[str, Ammunition]
    programs: dict[str, HackingProgram]
    martial_arts: tuple[MartialArts, ...]
    silhouettes: dict[str, Silhouette]
    game_modes: tuple[GameMode, ...]
    limits: Limits
    characteristics: dict[str, Name]

    def unit(self, name: str) -> Unit:
        """The unit of this key or printed name, or a Problem that names the nearest."""
        found = self.find_unit(name)
        if found is None:
            raise Problem("forces.no-unit", name=name, near=self.near(name))
        return found

    def find_unit(self, name: str) -> Unit | None:
        """The unit of this key or printed name."""
        if name in self.units:
            return self.units[name]
        wanted = name.casefold()
        return next((unit for unit in self.units.values() if unit.name.casefold() == wanted), None)

    def near(self, name: str) -> str:
        """The keys of units most like the name, for complaints."""
        close = difflib.get_close_matches(name.lower(), self.units, n=3, cutoff=0.4)
        return ", ".join(close or sorted(self.units)[:3])

    def sheet(self, key: str) -> TrooperSheet:
        """The sheet of this key (`fusiliers/combi-rifle`), or a Problem."""
        if key not in self.sheets:
            close = difflib.get_close_matches(key, self.sheets, n=3, cutoff=0.4)
            raise Problem("forces.no-sheet", name=key, near=", ".join(close) or "-")
        return self.sheets[key]

    def weapon(self, key: str) -> Weapon:
        """The weapon of this key, or a Problem."""
        if key not in self.weapons:
            close = difflib.get_close_matches(key, self.weapons, n=3, cutoff=0.4)
            raise Problem("forces.no-weapon", name=key, near=", ".join(close) or "-")
        return self.weapons[key]

    def modes_of(self, sheet: TrooperSheet) -> tuple[tuple[Carried, WeaponMode], ...]:
        """All that the trooper can attack or treat with: each mode beside the weapon or item as carried."""
        carried = (*sheet.weapons, *(each for each in sheet.equipment if each.key in self.weapons))
        return tuple((each, mode) for each in carried for mode in self.weapons[each.key].modes)

    def programs_of(self, sheet: TrooperSheet) -> tuple[HackingProgram, ...]:
        """The hacking programs that the trooper's devices run.

        Rules: c1.hacking-device.1.
        """
        devices = {each.key for each in sheet.equipment}
        return tuple(each for each in self.programs.values() if not devices.isdisjoint(each.devices))

    def martial_art(self, level: int) -> MartialArts:
        """The figures of one level of Martial Arts."""
        return next(row for row in self.martial_arts if row.level == level)

    def game_mode(self, points: int) -> GameMode | None:
        """The size of game of so many army points; None for a free game.

        Rules: n4-core.game-modes.1, n4-core.game-modes.5.
        """
        return next((mode for mode in self.game_modes if mode.points == points), None)


@cache
def forces(edition: str = "c1") -> Forces:
    """The shipped forces of an edition."""
    if edition not in (*EDITIONS, *CHARTED):
        raise Problem("forces.no-edition", name=edition, known=", ".join((*EDITIONS, *CHARTED)))
    kept = packed.kept(edition, Forces)
    return kept if kept is not None else read(edition)


def read(edition: str, folder: Path = DATA) -> Forces:
    """The forces of an edition from the files of a folder, or the first Problem."""
    if edition in CHARTED:
        return _charted(edition, folder)
    tables = Source.read(folder / f"tables-{edition}.yaml", TablesFile)
    aliases = Source.read(folder / f"aliases-{edition}.yaml", AliasesFile)
    chart = Source.read(folder / f"weapons-{edition}.yaml", WeaponsFile)
    profiles = Source.read(folder / f"profiles-{edition}.yaml", ProfilesFile)
    return assemble(edition, tables, aliases, chart, profiles, folder)


def _charted(edition: str, folder: Path) -> Forces:
    """An edition of which only charts and profiles are known."""
    weapons, sheets, silhouettes = read_chart(edition, folder)
    return Forces(
        edition=edition,
        factions={},
        weapons=_sorted(weapons),
        modes=_sorted({mode.key: mode for weapon in weapons.values() for mode in weapon.modes}),
        units={},
        sheets=_sorted(sheets),
        ammunition={},
        programs={},
        martial_arts=(),
        silhouettes=_sorted(silhouettes),
        game_modes=(),
        limits=Limits(1, 0, {}),
        characteristics={},
    )


def assemble(
    edition: str,
    tables: Source[TablesFile],
    aliases: Source[AliasesFile],
    chart: Source[WeaponsFile],
    profiles: Source[ProfilesFile],
    folder: Path = DATA,
) -> Forces:
    """The forces of an edition from its files; `folder` is where borrowed rows are taken from."""
    ammunition = parse_ammunition_table(tables, edition)
    weapons = _weapons(edition, ammunition, aliases, chart, folder)
    codes = frozenset(ammunition)
    names = names_of(aliases, {key: weapon.name for key, weapon in weapons.items()}, codes)
    factions = _spellings(aliases.rows.factions)
    units = Parser(profiles, names, factions, _spellings(aliases.rows.characteristics)).units()
    silhouettes = parse_silhouettes(tables)
    specialists = frozenset(row.key for row in aliases.rows.skills if row.specialist)
    return Forces(
        edition=edition,
        factions=_sorted({row.key: row.name for row in aliases.rows.factions}),
        weapons=_sorted(weapons),
        modes=_sorted({mode.key: mode for weapon in weapons.values() for mode in weapon.modes}),
        units=_sorted(units),
        sheets=_sorted(_sheets(profiles, units, silhouettes, specialists)),
        ammunition=_sorted(ammunition),
        programs=_sorted(parse_programs(tables, codes)),
        martial_arts=parse_martial_arts(tables),
        silhouettes=_sorted(silhouettes),
        game_modes=parse_game_modes(tables),
        limits=parse_limits(tables),
        characteristics=_sorted({row.key: row.name for row in aliases.rows.characteristics}),
    )


def _weapons(
    edition: str,
    ammunition: dict[str, Ammunition],
    aliases: Source[AliasesFile],
    chart: Source[WeaponsFile],
    folder: Path,
) -> dict[str, Weapon]:
    """The chart with what is borrowed for it; the ammunition that comes along is put with the rest."""
    borrowed = aliases.rows.borrowed
    if borrowed is not None:
        lender = Source.read(folder / f"tables-{borrowed.edition}.yaml", TablesFile)
        ammunition.update(parse_ammunition_table(lender, borrowed.edition, borrowed.ammunition))
    added = {row.weapon: row.traits for row in aliases.rows.added_traits}
    weapons = parse_chart(chart, edition, ammunition, added=added)
    if borrowed is not None:
        other = Source.read(folder / f"weapons-{borrowed.edition}.yaml", WeaponsFile)
        taken = parse_chart(
            other, borrowed.edition, ammunition, only=borrowed.weapons, without=borrowed.without_traits
        )
        weapons = {**taken, **weapons}
    has = {weapon.name.en for weapon in weapons.values()}
    for index, row in enumerate(chart.rows.listed_only):
        if row.name not in has:
            raise chart.problem(f"listed_only[{index}]", "forces.listed-only", weapon=row.name)
    for index, extra in enumerate(aliases.rows.added_traits):
        if extra.weapon not in has:
            raise aliases.problem(f"added_traits[{index}]", "forces.alias-of-nothing", name=extra.weapon)
    return weapons


def _sorted(by_key: dict[str, T]) -> dict[str, T]:
    """In the order of the keys, so that files and compiled form are gone through alike."""
    return dict(sorted(by_key.items()))


def _spellings(rows: tuple[NameRow, ...]) -> dict[str, str]:
    return {spelling: row.key for row in rows for spelling in (row.name.en, *row.also)}


def _sheets(
    profiles: Source[ProfilesFile],
    units: dict[str, Unit],
    silhouettes: dict[str, Silhouette],
    specialists: frozenset[str],
) -> dict[str, TrooperSheet]:
    found: dict[str, TrooperSheet] = {}
    for index, unit in enumerate(units.values()):
        place = f"troops[{index}]"
        try:
            found.update((sheet.key, sheet) for sheet in sheets_of(unit, silhouettes, specialists))
        except Unknown as unknown:
            raise unknown.at(profiles, place, unit.name) from None
        except KeyError as missing:
            raise profiles.problem(
                place, "forces.unknown-silhouette", unit=unit.name, s=missing.args[0]
            ) from None
    return found
