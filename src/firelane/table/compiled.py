"""A battlefield as arrays: what the kernels read.

Every piece that can matter to sight is cut into convex parts; so is every zone. The parts of the
terrain are listed in the cells of a uniform grid, so that a question costs what stands near its line,
not what stands on the table. Zones are few and stand at the end of the arrays, outside the grid.

The arrays are cached on the battlefield value; those of the terrain are shared by all battlefields
that differ in their zones only, and the cutting into convex parts is cached by footprint, so that an
opened door costs an assembly of arrays and nothing more.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from firelane.table.fast import Bytes, Floats, Ints, kernel
from firelane.table.polygons import convex_parts
from firelane.table.things import Battlefield, Circle, Piece, See, Zone

CELL = 4000.0
FAR = 1e9
ROUND = 64
"""Corners of the polygon that stands for a circle; it lies round the circle, 0.12 % wider at most."""

_SEE_CODE = {See.BLOCKS: 0, See.CLEAR: 1, See.WINDOW: 2, See.HEDGE: 3}
SEE_BLOCKS, SEE_CLEAR, SEE_WINDOW, SEE_HEDGE, SEE_ZONE = 0, 1, 2, 3, 4


class Parts(NamedTuple):
    """Convex prisms: corners start[k] to start[k + 1] of (x, y), counter-clockwise, bottom to top."""

    start: Ints
    x: Floats
    y: Floats
    box: Floats
    bottom: Floats
    sight_bottom: Floats
    """As `bottom`, but lowered through opaque parts that carry the whole part: a crate on a roof
    cannot be looked under, and so is no overhang."""
    top: Floats
    owner: Ints
    """Index of the piece, or of the zone for parts from `indexed` on."""
    see: Ints
    waist_high: Bytes
    doorway: Bytes
    indexed: int
    """How many parts the grid lists; the parts of zones follow."""
    cell_start: Ints
    cell_item: Ints
    columns: int
    rows: int


def parts_of(battlefield: Battlefield) -> Parts:
    """The arrays of a battlefield, zones included; made once for each value."""
    cached = battlefield.__dict__.get("parts")
    if cached is None:
        terrain = battlefield.__dict__.get("terrain_arrays")
        if terrain is None:
            terrain = _terrain(battlefield)
            battlefield.__dict__["terrain_arrays"] = terrain
        cached = _with_zones(terrain, battlefield.zones) if battlefield.zones else terrain
        battlefield.__dict__["parts"] = cached
    parts: Parts = cached
    return parts


def ring(x: float, y: float, radius: float) -> Floats:
    """The polygon that stands for a circle, lying round it."""
    reach = radius / math.cos(math.pi / ROUND)
    return np.column_stack((x + reach * RING[:, 0], y + reach * RING[:, 1]))


def _unit_ring() -> Floats:
    """Corners of a regular polygon, cut to twelve decimals so that every machine has the same."""
    angles = [2.0 * math.pi * k / ROUND for k in range(ROUND)]
    return np.array([(round(math.cos(a), 12), round(math.sin(a), 12)) for a in angles])


RING: Floats = _unit_ring()


def _terrain(battlefield: Battlefield) -> Parts:
    corners: list[tuple[int, int]] = []
    start = [0]
    rows: list[tuple[int, Piece]] = []
    for index, piece in enumerate(battlefield.pieces):
        for part in convex_parts(piece.footprint):
            corners.extend(part)
            start.append(len(corners))
            rows.append((index, piece))
    xy = np.array(corners, np.float64).reshape(-1, 2)
    starts = np.array(start, np.int64)
    box = _boxes(xy, starts)
    bottom = np.array([piece.bottom for _, piece in rows], np.float64)
    top = np.array([piece.top for _, piece in rows], np.float64)
    see = np.array([_SEE_CODE[piece.sight_now] for _, piece in rows], np.int64)
    cells = _grid(box, battlefield.width, battlefield.depth)
    return Parts(
        start=starts,
        x=np.ascontiguousarray(xy[:, 0]),
        y=np.ascontiguousarray(xy[:, 1]),
        box=box,
        bottom=bottom,
        sight_bottom=_carried_bottoms(xy, starts, box, bottom, top, see),
        top=top,
        owner=np.array([index for index, _ in rows], np.int64),
        see=see,
        waist_high=np.array([piece.waist_high and not piece.is_open for _, piece in rows], np.uint8),
        doorway=np.array([piece.is_open for _, piece in rows], np.uint8),
        indexed=len(rows),
        cell_start=cells[0],
        cell_item=cells[1],
        columns=cells[2],
        rows=cells[3],
    )


def _boxes(xy: Floats, start: Ints) -> Floats:
    if len(start) == 1:
        return np.empty((0, 4))
    low = np.minimum.reduceat(xy, start[:-1])
    high = np.maximum.reduceat(xy, start[:-1])
    return np.hstack((low, high))


def _carried_bottoms(xy: Floats, start: Ints, box: Floats, bottom: Floats, top: Floats, see: Ints) -> Floats:
    """Lower the bottom of each opaque part that stands wholly on one other opaque part."""
    lowered = bottom.copy()
    for k in np.argsort(bottom, kind="stable"):
        if bottom[k] <= 0 or see[k] != SEE_BLOCKS:
            continue
        mine = xy[start[k] : start[k + 1]]
        under = (
            (see == SEE_BLOCKS)
            & (bottom < bottom[k])
            & (top >= bottom[k])
            & (box[:, :2] <= box[k, :2]).all(axis=1)
            & (box[:, 2:] >= box[k, 2:]).all(axis=1)
        )
        for other in np.flatnonzero(under):
            its = xy[start[other] : start[other + 1]]
            edge = np.roll(its, -1, axis=0) - its
            off = mine[:, None] - its[None]
            if (edge[None, :, 0] * off[:, :, 1] - edge[None, :, 1] * off[:, :, 0] >= 0).all():
                lowered[k] = min(lowered[k], lowered[other])
    return lowered


def _grid(box: Floats, width: int, depth: int) -> tuple[Ints, Ints, int, int]:
    columns = max(1, math.ceil(width / CELL))
    rows = max(1, math.ceil(depth / CELL))
    listed: list[list[int]] = [[] for _ in range(columns * rows)]
    for k in range(len(box)):
        x0, y0, x1, y1 = (int(v // CELL) for v in box[k])
        for row in range(_clamp(y0, rows), _clamp(y1, rows) + 1):
            for column in range(_clamp(x0, columns), _clamp(x1, columns) + 1):
                listed[row * columns + column].append(k)
    start = np.zeros(columns * rows + 1, np.int64)
    np.cumsum([len(items) for items in listed], out=start[1:])
    return start, np.array([k for items in listed for k in items], np.int64), columns, rows


def _clamp(value: int, count: int) -> int:
    return min(max(value, 0), count - 1)


def _with_zones(terrain: Parts, zones: tuple[Zone, ...]) -> Parts:
    polygons: list[Floats] = []
    owner: list[int] = []
    for index, zone in enumerate(zones):
        if isinstance(zone.shape, Circle):
            polygons.append(ring(zone.shape.x, zone.shape.y, zone.shape.radius))
            owner.append(index)
        else:
            for part in convex_parts(zone.shape):
                polygons.append(np.array(part, np.float64))
                owner.append(index)
    n = len(polygons)
    xy = np.vstack(polygons)
    start = np.concatenate(([0], np.cumsum([len(p) for p in polygons]))).astype(np.int64)
    bottom = np.array([-FAR if (b := zones[k].bottom) is None else b for k in owner], np.float64)
    top = np.array([FAR if (t := zones[k].top) is None else t for k in owner], np.float64)
    return terrain._replace(
        start=np.concatenate((terrain.start, start[1:] + terrain.start[-1])),
        x=np.concatenate((terrain.x, xy[:, 0])),
        y=np.concatenate((terrain.y, xy[:, 1])),
        box=np.vstack((terrain.box, _boxes(xy, start))),
        bottom=np.concatenate((terrain.bottom, bottom)),
        sight_bottom=np.concatenate((terrain.sight_bottom, bottom)),
        top=np.concatenate((terrain.top, top)),
        owner=np.concatenate((terrain.owner, np.array(owner, np.int64))),
        see=np.concatenate((terrain.see, np.full(n, SEE_ZONE, np.int64))),
        waist_high=np.concatenate((terrain.waist_high, np.zeros(n, np.uint8))),
        doorway=np.concatenate((terrain.doorway, np.zeros(n, np.uint8))),
    )


@kernel
def near_strip(
    parts: Parts,
    use: Bytes,
    x: float,
    y: float,
    ux: float,
    uy: float,
    back: float,
    ahead: float,
    half: float,
    stamp: Ints,
    tick: int,
    found: Ints,
) -> int:
    """The parts in use that may touch a strip: from (x, y) `back` behind to `ahead` along (ux, uy), and
    `half` to either side. They stand in the first column of `found`; returns how many."""
    count = 0
    x0 = x - back * ux
    x1 = x + ahead * ux
    y0 = y - back * uy
    y1 = y + ahead * uy
    spread_x = half * abs(uy)
    spread_y = half * abs(ux)
    low_x = min(x0, x1) - spread_x
    high_x = max(x0, x1) + spread_x
    low_y = min(y0, y1) - spread_y
    high_y = max(y0, y1) + spread_y
    level = abs(ux) >= abs(uy)
    if level:
        slope = uy / ux
        reach = half / abs(ux)
        first = int(low_x // CELL)
        last = int(high_x // CELL)
        outer = parts.columns
        inner = parts.rows
    else:
        slope = ux / uy
        reach = half / abs(uy)
        first = int(low_y // CELL)
        last = int(high_y // CELL)
        outer = parts.rows
        inner = parts.columns
    first = min(max(first, 0), outer - 1)
    last = min(max(last, 0), outer - 1)
    for a in range(first, last + 1):
        # The outermost cells also hold what lies beyond the table, so they reach without end.
        edge0 = a * CELL
        edge1 = edge0 + CELL
        if level:
            near = low_x if a == 0 else max(edge0, low_x)
            far = high_x if a == outer - 1 else min(edge1, high_x)
            p = y + (near - x) * slope
            q = y + (far - x) * slope
            low = max(min(p, q) - reach, low_y)
            high = min(max(p, q) + reach, high_y)
        else:
            near = low_y if a == 0 else max(edge0, low_y)
            far = high_y if a == outer - 1 else min(edge1, high_y)
            p = x + (near - y) * slope
            q = x + (far - y) * slope
            low = max(min(p, q) - reach, low_x)
            high = min(max(p, q) + reach, high_x)
        b0 = min(max(int(low // CELL), 0), inner - 1)
        b1 = min(max(int(high // CELL), 0), inner - 1)
        for b in range(b0, b1 + 1):
            cell = b * parts.columns + a if level else a * parts.columns + b
            for item in range(parts.cell_start[cell], parts.cell_start[cell + 1]):
                k = parts.cell_item[item]
                if stamp[k] == tick:
                    continue
                stamp[k] = tick
                if use[k] != 0 and _box_in_strip(parts.box[k], x, y, ux, uy, back, ahead, half):
                    found[count, 0] = k
                    count += 1
    for k in range(parts.indexed, parts.bottom.shape[0]):
        if use[k] != 0 and _box_in_strip(parts.box[k], x, y, ux, uy, back, ahead, half):
            found[count, 0] = k
            count += 1
    return count


@kernel
def _box_in_strip(
    box: Floats, x: float, y: float, ux: float, uy: float, back: float, ahead: float, half: float
) -> bool:
    cx = 0.5 * (box[0] + box[2]) - x
    cy = 0.5 * (box[1] + box[3]) - y
    hx = 0.5 * (box[2] - box[0])
    hy = 0.5 * (box[3] - box[1])
    if abs(cy * ux - cx * uy) >= half + hx * abs(uy) + hy * abs(ux):
        return False
    along = cx * ux + cy * uy
    reach = hx * abs(ux) + hy * abs(uy)
    return along + reach > -back and along - reach < ahead
