"""What the Tasking Card wants of a side, as places to be at and units to kill or keep.

An aim is read off the card's success criteria, its own and the opponent's: where the one must stand, the
other must stand in the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from firelane.bpre.edition import EDITION
from firelane.bpre.names import TURNS
from firelane.bpre.space import field_of
from firelane.bpre.taskings import Criterion, tasking_of
from firelane.bpre.world import RedEarthWorld, Unit, card_of
from firelane.table.fast import Bools, Floats
from firelane.table.polygons import contains

REACH, GUARD = 60.0, 20.0
"""What it is worth, in Capability Points, to be where one must be, and where the enemy must be."""
PRIZE = 40.0
"""What a unit counts beside its cost, where the card names its kind."""
MORE = 0.4
"""How much more a kill counts where the card counts kills."""

Where = Callable[[Floats, Floats], Bools]


@dataclass(frozen=True, slots=True)
class Aim:
    """A part of the battlespace to be at: what it is worth for each unit there, and for which kinds.

    `key` tells one part from another, so that distances to it are reckoned once. `needed` Capability Points
    have to be there together; 0: any one unit will do.
    """

    key: tuple[str, ...]
    where: Where
    worth: float
    needed: int = 0
    skill: str = ""


@dataclass(frozen=True, slots=True)
class Aims:
    """What a side wants."""

    places: tuple[Aim, ...]
    kill: float
    lose: float
    prizes: dict[str, float]

    def worth(self, world: RedEarthWorld, unit: Unit) -> float:
        """What a unit counts, in Capability Points."""
        return card_of(world, unit).cp + self.prizes.get(unit.kind, 0.0)


def aims_of(world: RedEarthWorld, seat: str) -> Aims:
    """What a side wants now."""
    places: list[Aim] = []
    kill = lose = 1.0
    prizes: dict[str, float] = {}
    if not world.tasking:
        return Aims((), kill, lose, prizes)
    for criterion in tasking_of(EDITION, world).success:
        mine = criterion.force == seat
        made = PLACES.get(criterion.test)
        aim = made(world, criterion, REACH * _hurry(world) if mine else GUARD) if made is not None else None
        if aim is not None:
            places.append(aim)
        if criterion.test in COUNTS:
            kill, lose = (kill + MORE, lose) if mine else (kill, lose + MORE)
        if criterion.unit and criterion.test in NAMES:
            prizes[criterion.unit] = PRIZE
    return Aims(tuple(places), kill, lose, prizes)


COUNTS = frozenset({"cp-killed", "enemy-cp-left", "enemy-wiped"})
NAMES = frozenset({"all-killed", "alive-at-end"})


def _hurry(world: RedEarthWorld) -> float:
    """The fewer turns are left, the more it is worth to get there."""
    return 1.0 + world.turn / TURNS


def _structure(world: RedEarthWorld, criterion: Criterion, worth: float) -> Aim | None:
    number = world.chosen.get(criterion.of)
    if number is None:
        return None
    rooms = [r.footprint for r in field_of(world).rooms if r.structure == number and not r.bottom]

    def where(x: Floats, y: Floats) -> Bools:
        return np.array(
            [any(contains(room, a, b) for room in rooms) for a, b in zip(x, y, strict=True)], bool
        )

    needed = criterion.least if criterion.test == "cp-stays-in-structure" else 0
    skill = "s-vest" if criterion.test == "vest-detonated-in-structure" else ""
    return Aim(("structure", number), where, worth, needed, skill)


def _edge(world: RedEarthWorld, criterion: Criterion, worth: float) -> Aim | None:
    edge = world.chosen.get(criterion.of)
    if edge is None:
        return None
    away = _from_edge(world, edge)
    return Aim(("near", edge), lambda x, y: away(x, y) <= criterion.within, worth, criterion.least)


def _far(world: RedEarthWorld, criterion: Criterion, worth: float) -> Aim | None:
    edge = world.chosen.get(f"{criterion.force}-edge")
    if edge is None:
        return None
    away = _from_edge(world, edge)
    return Aim(("far", edge), lambda x, y: away(x, y) >= criterion.least, worth)


def _from_edge(world: RedEarthWorld, edge: str) -> Callable[[Floats, Floats], Floats]:
    field = field_of(world)
    found: dict[str, Callable[[Floats, Floats], Floats]] = {
        "south": lambda _, y: y,
        "north": lambda _, y: field.depth - y,
        "west": lambda x, _: x,
        "east": lambda x, _: field.width - x,
    }
    return found[edge]


def _token(world: RedEarthWorld, criterion: Criterion, worth: float) -> Aim | None:
    token = world.tokens.get(criterion.of)
    if token is None or token.holder:
        return None
    at = (token.x, token.y)

    def where(x: Floats, y: Floats) -> Bools:
        near: Bools = np.hypot(x - at[0], y - at[1]) <= 1500
        return near

    return Aim(("token", str(at)), where, worth)


PLACES: dict[str, Callable[[RedEarthWorld, Criterion, float], Aim | None]] = {
    "stays-in-structure": _structure,
    "cp-stays-in-structure": _structure,
    "vest-detonated-in-structure": _structure,
    "cp-near-edge": _edge,
    "charge-armed": _far,
    "token-held-at-end": _token,
}
"""Where a criterion asks units to be."""
