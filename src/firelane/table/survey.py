"""What a battlefield is like to play on, in figures: room to deploy, gaps between scenery, ways in.

These are measures for whoever makes tables, and for the tests of those that we ship. They sample the
ground on a grid and say so; no rule of any game is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from firelane.table.polygons import Footprint, contains
from firelane.table.things import Area, Battlefield, Figure, Piece, See, inches

Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

BASE = inches(1)
HEADROOM = 1500
"""How much height a figure needs to stand somewhere, for these measures."""
SCENERY = 800
"""Something at least so tall gives cover worth the name."""


def distances(footprint: Footprint, points: Floats) -> Floats:
    """How far each point (a row) is from the polygon: 0 inside it."""
    best = np.full(len(points), np.inf)
    inside = np.zeros(len(points), dtype=bool)
    px, py = points[:, 0], points[:, 1]
    for (ax, ay), (bx, by) in zip(footprint, (*footprint[1:], footprint[0]), strict=True):
        ex, ey = float(bx - ax), float(by - ay)
        t = np.clip(((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey), 0.0, 1.0)
        best = np.minimum(best, np.hypot(px - ax - t * ex, py - ay - t * ey))
        if ay != by:
            crosses = (ay > py) != (by > py)
            inside ^= crosses & (px < ax + (py - ay) * ex / ey)
    best[inside] = 0.0
    return best


def grid(width: int, depth: int, step: int) -> Floats:
    """Points all over a table, its edges included."""
    xs = np.linspace(0, width, round(width / step) + 1)
    ys = np.linspace(0, depth, round(depth / step) + 1)
    return np.array(np.meshgrid(xs, ys, indexing="ij")).reshape(2, -1).T.astype(np.float64)


def near(points: Floats, footprint: Footprint, reach: float) -> NDArray[np.intp]:
    """Which points lie in the box around the footprint, made wider by `reach`."""
    xs, ys = [x for x, _ in footprint], [y for _, y in footprint]
    x, y = points[:, 0], points[:, 1]
    return np.flatnonzero(
        (x >= min(xs) - reach) & (x <= max(xs) + reach) & (y >= min(ys) - reach) & (y <= max(ys) + reach)
    )


def fits(
    pieces: Iterable[Piece], points: Floats, level: int = 0, diameter: int = BASE, height: int = HEADROOM
) -> Flags:
    """At which points a base of that diameter can stand at that level, clear of everything in the way."""
    free = np.ones(len(points), dtype=bool)
    for piece in pieces:
        if piece.spans(level, level + height):
            close = near(points, piece.footprint, diameter / 2)
            close = close[free[close]]
            free[close] = distances(piece.footprint, points[close]) >= diameter / 2 - 1
    return free


def room_to_deploy(field: Battlefield, area: Area, wanted: int) -> int:
    """How many figures on 1 inch bases find room on the ground of an area, counted up to `wanted`."""
    points = grid(field.width, field.depth, 500)
    points = points[near(points, area.footprint, 0)]
    points = points[distances(area.footprint, points) == 0]
    for a, b in zip(area.footprint, (*area.footprint[1:], area.footprint[0]), strict=True):
        points = points[distances((a, b), points) >= BASE / 2 - 1]
    spots = points[fits((p for p in field.pieces if p.stops_bases), points)]
    placed: list[tuple[float, float]] = []
    for x, y in spots:
        if len(placed) == wanted:
            break
        if all((x - px) ** 2 + (y - py) ** 2 >= BASE * BASE for px, py in placed):
            placed.append((x, y))
    return len(placed)


def is_scenery(piece: Piece) -> bool:
    """Whether a piece on the ground is tall enough to hide behind, at least in part."""
    return (
        piece.sight in (See.BLOCKS, See.HEDGE)
        and piece.bottom < SCENERY
        and piece.top - piece.bottom >= SCENERY
    )


def widest_gap(field: Battlefield, step: int = 250) -> tuple[int, tuple[int, int]]:
    """Twice the greatest distance from a point of the table to the nearest scenery, and where that is.

    It is the diameter of the widest disc that can be put down without touching anything, its middle
    anywhere on the table: no two neighbours stand farther apart. Found on a grid of `step`.
    """
    points = grid(field.width, field.depth, step)
    reach = 8000.0
    best = np.full(len(points), reach)
    for piece in field.pieces:
        if is_scenery(piece):
            close = near(points, piece.footprint, reach)
            best[close] = np.minimum(best[close], distances(piece.footprint, points[close]))
    i = int(best.argmax())
    return round(2 * best[i]), (round(points[i, 0]), round(points[i, 1]))


def reachable_ground(field: Battlefield, step: int = 250, diameter: int = BASE) -> tuple[Floats, Flags]:
    """Points on the ground, and which a base can walk to from the open ground of the deployment areas.

    Every door counts as passable; what is low enough to be crossed counts as in the way, so that
    whatever is reached is reached without a check or a jump.
    """
    points = grid(field.width, field.depth, step)
    barriers = (p for p in field.pieces if p.solid and p.door is None)
    free = fits(barriers, points, diameter=diameter).reshape(
        round(field.width / step) + 1, round(field.depth / step) + 1
    )
    start = np.zeros(len(points), dtype=bool)
    for area in field.deployment:
        close = near(points, area.footprint, 0)
        start[close] |= distances(area.footprint, points[close]) == 0
    for room in field.rooms:  # who is set up in a room still has to find the door
        if room.bottom == 0:
            close = near(points, room.footprint, 0)
            start[close] &= distances(room.footprint, points[close]) > 0
    reached = start.reshape(free.shape) & free
    while True:
        grown = reached.copy()
        grown[1:] |= reached[:-1]
        grown[:-1] |= reached[1:]
        grown[:, 1:] |= reached[:, :-1]
        grown[:, :-1] |= reached[:, 1:]
        grown &= free
        if (grown == reached).all():
            return points, reached.reshape(-1)
        reached = grown


class SightQuality(msgspec.Struct, frozen=True):
    """What the sides see from where they are set up, counted between sample figures on the ground."""

    lines: dict[str, int]
    """Per area of deployment: open lines from figures in it to figures outside it."""
    possible: dict[str, int]
    """Per area: how many such pairs there are."""

    @property
    def shares(self) -> dict[str, float]:
        """Per area: the part of the pairs that see each other."""
        return {name: self.lines[name] / max(self.possible[name], 1) for name in self.lines}

    @property
    def difference(self) -> float:
        """How much better the best area sees than the worst, as a part of the best: 0 is perfectly fair."""
        shares = self.shares.values()
        return 1 - min(shares) / max(shares) if shares and max(shares) > 0 else 0.0


def sight_quality(field: Battlefield, step: int = 4000) -> SightQuality:
    """The open lines from each area of deployment, between figures on a grid that is its own mirror image.

    The figures are on 25 mm bases, 40 mm tall, wherever one can stand; none stands in another's way.
    """
    from firelane.table.looking import Blocking, SightRules
    from firelane.table.sight import all_pairs

    across = _centred(field.width, step)
    up = _centred(field.depth, step)
    points = np.array([(x, y) for x in across for y in up], dtype=np.float64)
    spots = points[fits((p for p in field.pieces if p.stops_bases), points)]
    figures = [Figure(str(i), x=round(x), y=round(y)) for i, (x, y) in enumerate(spots)]
    seen = all_pairs(field, figures, SightRules(blocking=Blocking.NONE))
    lines: dict[str, int] = {}
    possible: dict[str, int] = {}
    for area in field.deployment:
        inside = np.array([contains(area.footprint, f.x, f.y) for f in figures], dtype=bool)
        lines[area.name] = int(seen[np.ix_(inside, ~inside)].sum())
        possible[area.name] = int(inside.sum() * (~inside).sum())
    return SightQuality(lines, possible)


def _centred(length: int, step: int) -> list[int]:
    """Whole places along a length, even about its middle, at least half a step from its ends."""
    count = max(length // step, 1)
    start = (length - (count - 1) * step) // 2
    return [start + i * step for i in range(count)]
