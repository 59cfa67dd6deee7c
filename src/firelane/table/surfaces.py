"""What can be stood on: surfaces by level with their free edges, stairs with their slope.

A surface is the union of all walkable tops at one level (and, at level 0, the table). Pieces that
adjoin with a gap of at most TOUCH form one surface, so a base may stand across the joint; an edge counts
only where nothing of the same level adjoins. A base is supported when its centre is over the surface and
no free edge comes nearer than the part of the base that must rest.

`ground_plan` derives all this once from a battlefield and keeps it on the value.
"""

from __future__ import annotations

import itertools
import math
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from firelane.caches import SharedCache
from firelane.table.fast import Floats, Ints
from firelane.table.polygons import Footprint, contains, convex_parts, twice_area
from firelane.table.sweeping import apart, boxes_near, flat, nearest_square
from firelane.table.things import GROUND, TOUCH, Battlefield, Piece, PieceName

Stretch = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Outlines:
    """Convex outlines as arrays (see `sweeping`)."""

    px: Floats
    py: Floats
    first: Ints
    count: Ints
    boxes: Floats

    @staticmethod
    def of(outlines: list[Footprint] | list[Stretch]) -> Outlines:
        """The arrays of some outlines."""
        return Outlines(*flat(list(outlines)))


@dataclass(frozen=True, slots=True)
class Level:
    """All that can be stood on at one height."""

    z: int
    pieces: tuple[int, ...]
    """The walkable pieces whose top it is."""
    edges: Outlines
    """The free edges, as stretches."""
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Slope:
    """How stairs rise: from the foot along a direction."""

    x: float
    y: float
    ux: float
    uy: float
    run: float
    bottom: int
    top: int

    def along(self, x: float, y: float) -> float:
        """How far along the run a point is: 0 at the foot, 1 at the head, and beyond."""
        return ((x - self.x) * self.ux + (y - self.y) * self.uy) / self.run

    def height(self, x: float, y: float) -> float:
        """The level of the stairs under a point."""
        part = min(1.0, max(0.0, self.along(x, y)))
        return self.bottom + part * (self.top - self.bottom)


class GroundPlan:
    """A battlefield as movement sees it."""

    def __init__(self, battlefield: Battlefield) -> None:
        self.battlefield = battlefield
        self.pieces = battlefield.pieces
        outlines: list[Footprint] = []
        owner: list[int] = []
        for i, piece in enumerate(self.pieces):
            parts = convex_parts(piece.footprint)
            outlines.extend(parts)
            owner.extend([i] * len(parts))
        self.parts = Outlines.of(outlines)
        self.owner = np.array(owner, dtype=np.int64)
        self.owners = owner
        self.parts_of: dict[int, list[int]] = {i: [] for i in range(len(self.pieces))}
        for k, i in enumerate(owner):
            self.parts_of[i].append(k)
        self._levels: dict[int, Level] = {}
        self._slopes: dict[PieceName, Slope] = {}
        self.kept: dict[str, Any] = {}
        """What other modules derive from the pieces, under a name of theirs: whole values, or a cache."""
        self.heights = sorted({0} | {piece.top for piece in self.pieces if piece.walkable})

    def with_doors_of(self, battlefield: Battlefield) -> GroundPlan:
        """The plan of a battlefield that differs in the states of its doors only: what is stood on is the
        same."""
        new = copy(self)
        new.battlefield, new.pieces, new.kept = battlefield, battlefield.pieces, {}
        return new

    def cache(self, name: str, most: int) -> SharedCache[Any, Any]:
        """The place for what another module derives from the pieces and something else, under its name."""
        found: SharedCache[Any, Any] | None = self.kept.get(name)
        return found if found is not None else self.kept.setdefault(name, SharedCache(most))

    def level(self, z: int) -> Level:
        """The surface at one height; without pieces where there is none."""
        found = self._levels.get(z)
        if found is None:
            found = self._levels[z] = self._make_level(z)
        return found

    def _make_level(self, z: int) -> Level:
        if z == 0:
            w, d = float(self.battlefield.width), float(self.battlefield.depth)
            corners = ((0.0, 0.0), (w, 0.0), (w, d), (0.0, d))
            border = tuple(zip(corners, (*corners[1:], corners[0]), strict=True))
            return Level(0, (), Outlines.of(list(border)), border)
        standing = tuple(i for i, p in enumerate(self.pieces) if p.walkable and p.top == z)
        stretches = tuple(
            stretch
            for i in standing
            for stretch in _free_edges(
                self.pieces[i].footprint, [self.pieces[j].footprint for j in standing if j != i]
            )
        )
        return Level(z, standing, Outlines.of(list(stretches)), stretches)

    def surface_at(self, x: int, y: int, z: int) -> PieceName | None:
        """The name of the surface under a point at a height, or None where there is none."""
        if z == 0:
            inside = 0 <= x <= self.battlefield.width and 0 <= y <= self.battlefield.depth
            return GROUND if inside else None
        for i in self.level(z).pieces:
            if contains(self.pieces[i].footprint, x, y):
                return self.pieces[i].name
        # Across a joint no wider than a touch the centre may be over neither.
        for i in self.level(z).pieces:
            if self.gap_square(i, x, y) <= TOUCH * TOUCH:
                return self.pieces[i].name
        return None

    def supported(self, x: int, y: int, z: int, radius: float) -> bool:
        """Whether a disc of that radius rests on a surface in full."""
        if self.surface_at(x, y, z) is None:
            return False
        edges = self.level(z).edges
        least = max(0.0, radius - 1.0) ** 2
        return bool(apart(edges.px, edges.py, edges.first, edges.count, float(x), float(y), least))

    def gap_square(self, piece: int, x: float, y: float) -> float:
        """The squared distance in plan from a point to a piece."""
        parts = self.parts
        return min(
            float(nearest_square(parts.px, parts.py, parts.first[k], parts.count[k], float(x), float(y)))
            for k in self.parts_of[piece]
        )

    def pieces_near(self, x: float, y: float, reach: float) -> list[int]:
        """The pieces whose boxes come as near to a point as `reach`, in the order of the battlefield."""
        owners = self.owners
        return list(dict.fromkeys([owners[k] for k in boxes_near(self.parts.boxes, x, y, reach)]))

    def slope(self, piece: Piece) -> Slope:
        """How stairs rise.

        The piece says no direction. Adopted: they rise towards the side that adjoins a surface at the
        level of their top (of several, the one with the longest run), and where there is none along
        their longest edge, in the order in which its corners are given.
        """
        found = self._slopes.get(piece.name)
        if found is None:
            found = self._slopes[piece.name] = self._make_slope(piece)
        return found

    def _make_slope(self, piece: Piece) -> Slope:
        corners = piece.footprint if twice_area(piece.footprint) > 0 else piece.footprint[::-1]
        best: tuple[float, float, float] | None = None
        longest: tuple[float, float, float] = (0.0, 1.0, 0.0)
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            length = math.hypot(bx - ax, by - ay)
            ux, uy = (by - ay) / length, (ax - bx) / length
            if length > longest[0]:
                longest = (length, (bx - ax) / length, (by - ay) / length)
            mx, my = (ax + bx) / 2 + ux * (TOUCH + 2), (ay + by) / 2 + uy * (TOUCH + 2)
            if self.surface_at(round(mx), round(my), piece.top) is not None:
                run = max((ax - cx) * ux + (ay - cy) * uy for cx, cy in corners)
                if best is None or run > best[0] + 0.5:
                    best = (run, ux, uy)
        ux, uy = best[1:] if best is not None else longest[1:]
        reach = [cx * ux + cy * uy for cx, cy in corners]
        low, high = min(reach), max(reach)
        across = [-cx * uy + cy * ux for cx, cy in corners]
        middle = (min(across) + max(across)) / 2
        return Slope(
            x=low * ux - middle * uy,
            y=low * uy + middle * ux,
            ux=ux,
            uy=uy,
            run=high - low,
            bottom=piece.bottom,
            top=piece.top,
        )


def ground_plan(battlefield: Battlefield) -> GroundPlan:
    """What movement needs to know of a battlefield, derived once and kept on the value."""
    found = battlefield.__dict__.get("ground_plan")
    if found is None or found.battlefield.pieces is not battlefield.pieces:
        alike = battlefield.__dict__.get("outlines")
        found = GroundPlan(battlefield) if alike is None else ground_plan(alike).with_doors_of(battlefield)
        battlefield.__dict__["ground_plan"] = found
    assert isinstance(found, GroundPlan)
    return found


def _free_edges(footprint: Footprint, others: list[Footprint]) -> list[Stretch]:
    """The stretches of an outline beyond which nothing of the same level adjoins."""
    corners = footprint if twice_area(footprint) > 0 else footprint[::-1]
    free: list[Stretch] = []
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        near = [other for other in others if _boxes_near(a, b, other)]
        cuts = {0.0, length}
        for other in near:
            for c, d in zip(other, (*other[1:], other[0]), strict=True):
                cuts.update(_cuts(a, ux, uy, length, c, d))
        marks = sorted(cuts)
        start: float | None = None
        for low, high in itertools.pairwise(marks):
            middle = (low + high) / 2
            # Just outside, twice: what adjoins may leave a gap of a touch, or lap over a little.
            covered = any(
                contains(other, round(a[0] + ux * middle + uy * off), round(a[1] + uy * middle - ux * off))
                for other in near
                for off in (1, TOUCH + 1)
            )
            if covered:
                if start is not None:
                    free.append(_stretch(a, ux, uy, start, low))
                    start = None
            elif start is None:
                start = low
        if start is not None:
            free.append(_stretch(a, ux, uy, start, length))
    return free


def _stretch(a: tuple[int, int], ux: float, uy: float, low: float, high: float) -> Stretch:
    return (a[0] + ux * low, a[1] + uy * low), (a[0] + ux * high, a[1] + uy * high)


def _boxes_near(a: tuple[int, int], b: tuple[int, int], other: Footprint) -> bool:
    margin = TOUCH + 2
    xs, ys = [c[0] for c in other], [c[1] for c in other]
    return (
        min(xs) - margin <= max(a[0], b[0])
        and max(xs) + margin >= min(a[0], b[0])
        and min(ys) - margin <= max(a[1], b[1])
        and max(ys) + margin >= min(a[1], b[1])
    )


def _cuts(
    a: tuple[int, int], ux: float, uy: float, length: float, c: tuple[int, int], d: tuple[int, int]
) -> list[float]:
    """Where, along an edge from a, what adjoins can change because of the edge c-d."""
    found: list[float] = []
    c_along, c_off = (c[0] - a[0]) * ux + (c[1] - a[1]) * uy, (c[0] - a[0]) * uy - (c[1] - a[1]) * ux
    d_along, d_off = (d[0] - a[0]) * ux + (d[1] - a[1]) * uy, (d[0] - a[0]) * uy - (d[1] - a[1]) * ux
    found.extend(
        along
        for along, off in ((c_along, c_off), (d_along, d_off))
        if abs(off) <= TOUCH + 2 and 0.0 < along < length
    )
    for off in (1.0, TOUCH + 1.0):
        if (c_off - off) * (d_off - off) < 0.0:
            along = c_along + (d_along - c_along) * (off - c_off) / (d_off - c_off)
            if 0.0 < along < length:
                found.append(along)
    return found
