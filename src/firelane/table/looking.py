"""How a ruleset looks, and the same as the kernels want it.

Three ways of looking:

* `VOLUME`: from any part of the one silhouette to a patch of the other of the stated size.
* `AXIS`: from the axis of the one silhouette, at any of its heights, to such a patch of the other.
* `PLAN`: from base to base on the map. The line is direct when it reaches the centre of the other
  base and crosses nothing that obstructs; else obstructed, if it reaches any part of it past what
  blocks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from functools import lru_cache

import msgspec
import numpy as np

from firelane.table.compiled import SEE_BLOCKS, SEE_CLEAR, SEE_HEDGE, SEE_WINDOW, SEE_ZONE, Parts
from firelane.table.fast import Bytes, Floats, Ints
from firelane.table.pairs import (
    ARC_DIRECTION,
    ARC_NONE,
    ARC_TARGET,
    BLOCK_ALL,
    BLOCK_FOES,
    BLOCK_NONE,
    BLOCK_UNLESS_TARGET_LARGER,
    Question,
)
from firelane.table.things import TOUCH, Battlefield, Figure, FigureId, See


class Lines(StrEnum):
    """Between what the lines of sight run."""

    VOLUME = "volume"
    AXIS = "axis"
    PLAN = "plan"


class Blocking(StrEnum):
    """Which other figures stand in the way."""

    NONE = "none"
    ALL = "all"
    FOES = "foes"
    """Those of another side than the one who looks."""
    UNLESS_TARGET_LARGER = "unless-target-larger"
    """All that are at least as tall as the target."""


class ArcTest(StrEnum):
    """What must lie in the arc of the one who looks."""

    TARGET = "target"
    """The end of the line: the target lies at least partly in the arc."""
    DIRECTION = "direction"
    """The line itself, by its direction, from wherever on the base it leaves."""


class Line(StrEnum):
    """The kind of line found."""

    NONE = "none"
    DIRECT = "direct"
    OBSTRUCTED = "obstructed"


class SightRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """How a ruleset looks. Lengths in mils, angles in degrees."""

    lines: Lines = Lines.VOLUME
    patch: int = 118
    """The width and height of the free corridor: 3 mm by default."""
    arc_left: int = 180
    arc_right: int = 180
    """How far to the left and right of straight ahead one sees; 180 and 180 is all round."""
    arc_test: ArcTest = ArcTest.TARGET
    from_arc: bool = True
    """With `ArcTest.TARGET`: the line leaves from the part of the body that lies in the arc, too."""
    mutual: bool = False
    """Whether the line may as well be drawn the other way: who could be seen so sees, arc permitting."""
    blocking: Blocking = Blocking.ALL
    opaque: tuple[See, ...] = (See.BLOCKS,)
    """The kinds of pieces through which nothing is seen."""
    opaque_zones: tuple[str, ...] = ()
    """The effects that make a zone opaque."""
    avoid_zones: bool = True
    """Whether a line clear of the other zones is preferred, where there is one."""
    floor_gives_cover: bool = True
    """Whether what the target stands on can give it cover: it touches it, as it does a wall."""
    eye: int = 1000
    """PLAN: what begins higher than this above the higher of the two feet is overhead and left out."""
    spare_touched_cover: bool = False
    """PLAN: whether what obstructs but does not block is left out where it touches the looker's base."""
    occupied_doorways_block: bool = False
    """PLAN: whether another base in an open doorway closes it to sight, friend or foe."""

    @property
    def all_round(self) -> bool:
        """Whether the arc is a full circle."""
        return self.arc_left + self.arc_right >= 360


def rows_of(figures: Sequence[Figure], ignore: Collection[FigureId]) -> tuple[Floats, Ints]:
    """Figures as the rows of `Bodies`; those in `ignore` stand in nobody's way."""
    teams: dict[str, int] = {}
    marks = [(teams.setdefault(f.side, len(teams)), f.id not in ignore, f.facing % 360) for f in figures]
    place = np.array([row_of(figure) for figure in figures], np.float64).reshape(-1, 6)
    return place, np.array(marks, np.int64).reshape(-1, 3)


def row_of(figure: Figure) -> tuple[float, ...]:
    """A figure as a row of places."""
    return figure.x, figure.y, figure.z, figure.top, figure.diameter / 2, figure.height


_BLOCKING = {
    Blocking.NONE: BLOCK_NONE,
    Blocking.ALL: BLOCK_ALL,
    Blocking.FOES: BLOCK_FOES,
    Blocking.UNLESS_TARGET_LARGER: BLOCK_UNLESS_TARGET_LARGER,
}


@lru_cache(maxsize=64)
def ways_of(rules: SightRules) -> tuple[Question, Question, Question]:
    """How to look: forth, back (arcs left out), and for the arc alone (nothing in the way)."""
    forth = _question(rules)
    return forth, forth._replace(arc=ARC_NONE), forth._replace(blocking=BLOCK_NONE, from_axis=False)


def _question(rules: SightRules) -> Question:
    if rules.all_round:
        arc = ARC_NONE
    else:
        arc = ARC_TARGET if rules.arc_test is ArcTest.TARGET else ARC_DIRECTION
    return Question(
        patch=float(rules.patch),
        plan=rules.lines is Lines.PLAN,
        eye=float(rules.eye),
        from_axis=rules.lines is Lines.AXIS,
        to_axis=False,
        blocking=_BLOCKING[rules.blocking],
        arc=arc,
        from_arc=rules.from_arc,
        left=rules.arc_left,
        right=rules.arc_right,
        touch=float(TOUCH),
    )


_SEE = {See.BLOCKS: SEE_BLOCKS, See.WINDOW: SEE_WINDOW, See.HEDGE: SEE_HEDGE, See.CLEAR: SEE_CLEAR}


def opaque_parts(battlefield: Battlefield, parts: Parts, rules: SightRules) -> Bytes:
    """Which parts nothing is seen through; kept with the battlefield for the next question."""
    kept: dict[object, Bytes] = battlefield.__dict__.setdefault("opaque", {})
    key = (rules.lines is Lines.PLAN, rules.opaque, rules.opaque_zones)
    cached = kept.get(key)
    if cached is None:
        cached = np.isin(parts.see, [_SEE[kind] for kind in rules.opaque]).astype(np.uint8)
        if rules.lines is Lines.PLAN:
            cached[parts.waist_high != 0] = 0
        smoky = [k for k, zone in enumerate(battlefield.zones) if set(zone.effects) & set(rules.opaque_zones)]
        cached[(parts.see == SEE_ZONE) & np.isin(parts.owner, smoky)] = 1
        kept[key] = cached
    return cached
