"""What a game of CodeOne is played with: as given, as chosen in words, or drawn by chance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from firelane.forces.drawing import draw_list
from firelane.forces.library import forces
from firelane.forces.lists import ArmyList, load_list, ready_list, ready_lists
from firelane.infinity.missions import MISSIONS
from firelane.infinity.names import SEATS
from firelane.problem import Problem
from firelane.table.fieldfile import find_field, ready_names
from firelane.table.generate import STYLES, generate
from firelane.table.things import Battlefield

READY = {"blue": "yu-jing-30", "red": "nomads-30"}
"""The ready lists that fight where none are named."""
SMALL = {"blue": "yu-jing-15", "red": "nomads-15"}
"""Those of a smaller game."""
OPTIONS = ("mission", "field", "points", "rounds", *SEATS)
"""What can be chosen in words. A side is given its list."""
FEW = {"doctor", "engineer", "hacker", "protheion", "antipersonnel-mines", "remdriver"}
"""What few units have, and needs others to be of use."""
GENERATED = 5
"""So many seeds are drawn from when a battlefield is generated: a table is costly to survey, and kept."""


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game is played with.

    The battlefield is a ready one by name or one's own (`terrain`); `points` are the agreed army points in
    halves; `rounds` 0 is as many as the mission has. Each side has a list, ready (by name) or its own;
    `forces` gives sheets instead, unchecked: for situations that are arranged.
    """

    field: str = "harbour-town"
    terrain: Battlefield | None = None
    mission: str = "annihilation"
    points: int = 60
    rounds: int = 0
    lists: Mapping[str, str | ArmyList] = msgspec.field(default_factory=lambda: dict(READY))
    forces: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


def usual_list(seat: str, half_points: int) -> str:
    """Return the ready list of a side that has chosen none, for a game of that size."""
    return (READY if half_points >= 60 else SMALL)[seat]


def arrange(chosen: Mapping[str, str], generator: Random | None = None) -> Setup:
    """The set-up of these choices; what is not among them is as usual, or drawn where there is a generator.

    A side's list is a ready one or a file; so is the battlefield. Where lists are chosen and points are not,
    the game is as large as the larger list.
    """
    lists: dict[str, str | ArmyList] = {seat: _list(chosen[seat]) for seat in SEATS if seat in chosen}
    needed = max((_army(given).points for given in lists.values()), default=0)
    points = _number("points", chosen["points"]) if "points" in chosen else needed
    field, terrain = _field(chosen["field"]) if "field" in chosen else ("", None)
    setup = Setup(
        field=field or Setup().field,
        terrain=terrain,
        mission=_mission(chosen["mission"]) if "mission" in chosen else Setup().mission,
        points=points * 2 or Setup().points,
        rounds=_number("rounds", chosen["rounds"]) if "rounds" in chosen else 0,
        lists={**{seat: usual_list(seat, points * 2 or Setup().points) for seat in SEATS}, **lists},
    )
    return setup if generator is None else _drawn(setup, chosen, lists, points, generator)


def _drawn(
    setup: Setup,
    chosen: Mapping[str, str],
    lists: Mapping[str, str | ArmyList],
    points: int,
    generator: Random,
) -> Setup:
    """The set-up with all that was not chosen drawn over what is shipped: missions, battlefields ready and
    generated, sizes of game, lists ready, drawn, and of units of every faction together.
    """
    sizes = [mode.points for mode in forces("c1").game_modes if mode.points >= points]
    points = points if "points" in chosen or not sizes else generator.choice(sizes)
    mission = setup.mission if "mission" in chosen else generator.choice(sorted(MISSIONS))
    field, terrain = setup.field, setup.terrain
    if "field" not in chosen:
        field, terrain = _drawn_field(points, generator)
    armies: dict[str, str | ArmyList] = dict(lists)
    mixed: dict[str, tuple[str, ...]] = {}
    for seat in SEATS:
        kind = generator.choice(("ready", "drawn", "drawn", "mixed"))
        small = [name for name, army in ready_lists().items() if army.points <= points]
        if seat in lists:
            continue
        if kind == "mixed":
            mixed[seat] = _mixed(generator, points)
        armies[seat] = generator.choice(small) if kind == "ready" and small else draw_list(generator, points)
    return msgspec.structs.replace(
        setup, field=field, terrain=terrain, mission=mission, points=points * 2, lists=armies, forces=mixed
    )


def _drawn_field(points: int, generator: Random) -> tuple[str, Battlefield | None]:
    """A ready battlefield, or a generated one of the size that goes with the points."""
    if generator.random() < 0.5:
        return generator.choice(ready_names()), None
    mode = forces("c1").game_mode(points)
    width, depth = mode.table if mode is not None else (48, 48)
    made = _generated(generator.randint(1, GENERATED), width, depth, generator.choice(sorted(STYLES)))
    return made.name, made


@lru_cache(maxsize=256)
def _generated(seed: int, width: int, depth: int, style: str) -> Battlefield:
    return generate(seed, (width, depth), style).field.battlefield


def _mixed(generator: Random, points: int) -> tuple[str, ...]:
    """Troopers of every faction together for so many points, the Lieutenant first; now and then only such
    as have something that few have."""
    sheets = [s for s in forces("c1").sheets.values() if s.ava and not s.is_peripheral]
    few = [s for s in sheets if s.is_lieutenant or s.has_structure or not s.carries.isdisjoint(FEW)]
    sheets = few if generator.random() < 0.5 else sheets
    found = [generator.choice([s for s in sheets if s.is_lieutenant and s.half_points <= points * 2])]
    units = sorted({s.unit for s in sheets})
    for _ in range(30):
        unit = generator.choice(units)
        sheet = generator.choice([s for s in sheets if s.unit == unit])
        cost = sum(s.half_points for s in (*found, sheet))
        if len(found) < 10 and not sheet.is_lieutenant and cost <= points * 2:
            found.append(sheet)
    return tuple(s.key for s in found)


def _list(given: str) -> str | ArmyList:
    """A ready list by its name, else the one in a file."""
    if given in ready_lists() or Path(given).suffix.lower() not in (".yaml", ".yml", ".json"):
        ready_list(given)  # a Problem that names them all
        return given
    return load_list(given)


def _army(given: str | ArmyList) -> ArmyList:
    return ready_list(given) if isinstance(given, str) else given


def _field(given: str) -> tuple[str, Battlefield | None]:
    """A ready battlefield by its name, else the one in a file."""
    if given in ready_names():
        return given, None
    return given, find_field(given).battlefield


def _mission(given: str) -> str:
    if given not in MISSIONS:
        raise Problem("infinity.no-mission", name=given, known=", ".join(MISSIONS))
    return given


def _number(name: str, given: str) -> int:
    if not given.isdecimal() or not 0 < int(given) <= 1000:
        raise Problem("infinity.no-number", name=f"--{name}", value=given)
    return int(given)
