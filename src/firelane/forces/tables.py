"""The tables beside the charts: ammunition, hacking programs, Martial Arts, silhouettes, sizes of game."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from firelane.forces.saves import STATES, Save, parse_save
from firelane.forces.schema import AmmunitionRow, LimitsRow, ProgramRow, SilhouetteRow, TablesFile
from firelane.forces.source import Source
from firelane.forces.words import key_of, mils
from firelane.rulebook.schema import Name

_AS_WEAPON = "as weapon"
_EFFECTS = {"skips Unconscious": "skips-unconscious"}
"""Effects of ammunition that are neither a state nor another ammunition, with their keys."""

_PROGRAM_SKILLS = {"short": "short-skill", "aro": "aro", "entire order": "entire-skill"}
_PROGRAM_TRAITS = {"Comms Attack": "comms-attack", "Non-Lethal": "non-lethal"}
_TARGETS = {"TAG": "TAG", "HI": "HI", "REM": "REM", "Hacker": "hacker"}


class Ammunition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of ammunition does to saving rolls. `save` is None where the weapon's own save holds."""

    code: str
    key: str
    save: Save | None
    saves: bool
    """Whether there is anything to save against at all (smoke: no)."""
    rolls: int
    critical_rolls: int
    halves: bool
    state: str | None = None
    effects: frozenset[str] = frozenset()
    source: str = ""


class HackingProgram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program: MODs to the hacker and the opponent (None: no roll), damage, burst, whom it may target.

    No `targets`: any trooper. `ammunition` and `state` are what a hit does.
    """

    key: str
    name: Name
    attack: int | None
    opponent: int | None
    damage: int | None
    burst: int | None
    targets: tuple[str, ...]
    skills: frozenset[str]
    ammunition: str | None
    state: str | None
    traits: frozenset[str]
    devices: tuple[str, ...]


class MartialArts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level: MODs to the owner's roll, the enemy's, the damage and the burst."""

    level: int
    attack: int
    opponent: int
    damage: int
    burst: int


class Silhouette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cylinder of one silhouette value in mils; `diameter` None: that of the trooper's own base.

    Rules: n4-core.silhouette.1.
    """

    s: str
    diameter: int | None
    height: int


class GameMode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size of game by its army points; lengths in inches. The zone is its depth and the edge it lies along.

    Rules: n4-core.game-modes.1, n4-core.game-modes.4.
    """

    name: str
    points: int
    swc: int
    table: tuple[int, int]
    zone: tuple[int, int]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a list of the edition must keep to, with the statements that say so, by subject."""

    points_per_swc: int
    max_troopers: int
    statements: dict[str, tuple[str, ...]]


SUBJECTS = ("points", "swc", "availability", "lieutenant", "size", "peripheral")
"""What a list is checked for; the tables of an edition name the statements for each."""


def parse_ammunition_table(
    source: Source[TablesFile], edition: str, only: Collection[str] | None = None
) -> dict[str, Ammunition]:
    """All ammunition by code, or the first Problem; `only` for borrowing some of it by name."""
    found = {}
    for index, row in enumerate(source.rows.ammunition):
        if only is None or row.name in only:
            found[row.name] = _ammunition(source, f"ammunition[{index}]", row, edition)
    return found


def _ammunition(source: Source[TablesFile], place: str, row: AmmunitionRow, edition: str) -> Ammunition:
    save = parse_save(row.save) if row.save not in (None, _AS_WEAPON) else None
    if row.save not in (None, _AS_WEAPON) and save is None:
        raise source.problem(f"{place}.save", "forces.unknown-save", weapon=row.name, save=row.save)
    state, effects = None, set()
    for number, effect in enumerate(row.effect):
        if effect.startswith("state ") and effect.removeprefix("state ") in STATES:
            state = STATES[effect.removeprefix("state ")]
        elif effect in _EFFECTS:
            effects.add(_EFFECTS[effect])
        else:
            raise source.problem(
                f"{place}.effect[{number}]", "forces.unknown-effect", name=row.name, effect=effect
            )
    return Ammunition(
        code=row.name,
        key=f"ammo.{key_of(row.name)}",
        save=save,
        saves=row.save is not None,
        rolls=row.rolls,
        critical_rolls=row.crit_rolls,
        halves=row.halve,
        state=state,
        effects=frozenset(effects),
        source=edition,
    )


def parse_programs(source: Source[TablesFile], codes: Collection[str]) -> dict[str, HackingProgram]:
    """All hacking programs by key, or the first Problem."""
    programs = (
        _program(source, f"hacking_programs[{index}]", row, codes)
        for index, row in enumerate(source.rows.hacking_programs)
    )
    return {program.key: program for program in programs}


def _program(
    source: Source[TablesFile], place: str, row: ProgramRow, codes: Collection[str]
) -> HackingProgram:
    ammunition, state = None, None
    for number, effect in enumerate(row.effect):
        word, _, rest = effect.partition(" ")
        if word == "ammo" and rest in codes:
            ammunition = rest
        elif word == "state" and rest in STATES:
            state = STATES[rest]
        else:
            raise source.problem(
                f"{place}.effect[{number}]", "forces.unknown-effect", name=row.name, effect=effect
            )

    def known(column: Literal["targets", "skill", "traits"], words: dict[str, str]) -> tuple[str, ...]:
        given: tuple[str, ...] = getattr(row, column)
        for number, each in enumerate(given):
            if each not in words:
                raise source.problem(
                    f"{place}.{column}[{number}]", "forces.unknown-effect", name=row.name, effect=each
                )
        return tuple(words[each] for each in given)

    return HackingProgram(
        key=key_of(row.name),
        name=Name(row.name),
        attack=row.attack,
        opponent=row.opponent,
        damage=row.damage,
        burst=row.burst,
        targets=known("targets", _TARGETS),
        skills=frozenset(known("skill", _PROGRAM_SKILLS)),
        ammunition=ammunition,
        state=state,
        traits=frozenset(known("traits", _PROGRAM_TRAITS)),
        devices=tuple(key_of(device) for device in row.devices),
    )


def parse_martial_arts(source: Source[TablesFile]) -> tuple[MartialArts, ...]:
    """The levels of Martial Arts, lowest first."""
    rows = sorted(source.rows.martial_arts, key=lambda row: row.level)
    return tuple(MartialArts(row.level, row.attack, row.opponent, row.damage, row.burst) for row in rows)


def parse_silhouettes(source: Source[TablesFile]) -> dict[str, Silhouette]:
    """The cylinders by silhouette value, in mils.

    Rules: n4-core.silhouette.1.
    """
    return {str(row.s): _silhouette(row) for row in source.rows.silhouettes}


def _silhouette(row: SilhouetteRow) -> Silhouette:
    return Silhouette(str(row.s), mils(row.base) if row.base is not None else None, mils(row.height))


def parse_game_modes(source: Source[TablesFile]) -> tuple[GameMode, ...]:
    """The sizes of game that the book names, smallest first."""
    rows = sorted(source.rows.game_modes, key=lambda row: row.points)
    return tuple(GameMode(row.name, row.points, row.swc, row.table, row.zone) for row in rows)


def parse_limits(source: Source[TablesFile]) -> Limits:
    """What lists must keep to, or a Problem if the table leaves a subject without a statement."""
    limits: LimitsRow | None = source.rows.limits
    if limits is None or set(source.rows.statements) != set(SUBJECTS):
        raise source.problem("statements", "forces.no-limits", subjects=", ".join(SUBJECTS))
    return Limits(limits.points_per_swc, limits.max_troopers, source.rows.statements)
