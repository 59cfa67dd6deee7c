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

from firelane.table.fast import Bytes, Floats, Ints, lean_kernel
from firelane.table.polygons import convex_parts
from firelane.table.things import Battlefield, Circle, Piece, See, Zone

CELL = 4000.0
FAR = 1e9
ROUND = 64
"""Corners of the polygon that stands for a circle; it lies round the circle, 0.12 % wider at most."""

_SEE_CODE = {See.BLOCKS: 0, See.CLEAR: 1, See.WINDOW: 2, See.HEDGE: 3}
SEE_BLOCKS, SEE_CLEAR, SEE_WINDOW, SEE_HEDGE, SEE_ZONE = 0, 1, 2, 3, 4


class Prisms(NamedTuple):
    """Convex prisms for the kernels. Few arrays, for each costs time to compile and to hand on."""

    corner: Floats
    """x and y; prism k has the corners start[k] to start[k + 1], counter-clockwise."""
    start: Ints
    extent: Floats
    """Per prism: MIDDLE_X, MIDDLE_Y, HALF_X, HALF_Y (of its box), BOTTOM, TOP and SIGHT_BOTTOM.

    The last is BOTTOM lowered through opaque prisms that carry the whole prism: a crate on a roof cannot
    be looked under, and so is no overhang.
    """
    cell_start: Ints
    cell_item: Ints
    size: Ints
    """COLUMNS and ROWS of the grid, and how many prisms it lists: those of the terrain. Zones follow."""


MIDDLE_X, MIDDLE_Y, HALF_X, HALF_Y, BOTTOM, TOP, SIGHT_BOTTOM = 0, 1, 2, 3, 4, 5, 6
COLUMNS, ROWS, INDEXED = 0, 1, 2


class Parts(NamedTuple):
    """The prisms, and what each of them is."""

    prisms: Prisms
    owner: Ints
    """Index of the piece, or of the zone for the parts of zones."""
    see: Ints
    waist_high: Bytes
    doorway: Bytes

    @property
    def total(self) -> int:
        """How many parts there are, those of zones included."""
        return len(self.owner)


def parts_of(battlefield: Battlefield) -> Parts:
    """The arrays of a battlefield, zones included; made once for each value."""
    cached = battlefield.__dict__.get("parts")
    if cached is None:
        terrain = _terrain_of(battlefield)
        cached = _with_zones(terrain, battlefield.zones) if battlefield.zones else terrain
        battlefield.__dict__["parts"] = cached
    parts: Parts = cached
    return parts


def _terrain_of(battlefield: Battlefield) -> Parts:
    """The arrays without zones; where only doors are in other states, from those of the same outlines."""
    found = battlefield.__dict__.get("terrain_arrays")
    if found is None:
        alike = battlefield.__dict__.get("outlines")
        found = _terrain(battlefield) if alike is None else _with_doors_of(battlefield, alike)
        battlefield.__dict__["terrain_arrays"] = found
    parts: Parts = found
    return parts


def _with_doors_of(battlefield: Battlefield, alike: Battlefield) -> Parts:
    before = _terrain_of(alike)
    see, waist_high, doorway = before.see.copy(), before.waist_high.copy(), before.doorway.copy()
    for index, (old, piece) in enumerate(zip(alike.pieces, battlefield.pieces, strict=True)):
        if piece is not old:
            here = before.owner == index
            see[here] = _SEE_CODE[piece.sight_now]
            waist_high[here] = piece.waist_high and not piece.is_open
            doorway[here] = piece.is_open
    prisms = before.prisms
    lowered = _lowered(prisms.extent[:, BOTTOM], see, alike.__dict__["carriers"])
    if (lowered != prisms.extent[:, SIGHT_BOTTOM]).any():
        extent = prisms.extent.copy()
        extent[:, SIGHT_BOTTOM] = lowered
        prisms = prisms._replace(extent=extent)
    return Parts(prisms, before.owner, see, waist_high, doorway)


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
    levels = np.array([(piece.bottom, piece.top) for _, piece in rows], np.float64).reshape(-1, 2)
    see = np.array([_SEE_CODE[piece.sight_now] for _, piece in rows], np.int64)
    box = _boxes(xy, starts)
    carriers = battlefield.__dict__["carriers"] = _carriers(xy, starts, box, levels)
    lowered = _lowered(levels[:, 0], see, carriers)
    cell_start, cell_item, size = _grid(box, battlefield.width, battlefield.depth)
    return Parts(
        prisms=Prisms(xy, starts, _extents(box, levels, lowered), cell_start, cell_item, size),
        owner=np.array([index for index, _ in rows], np.int64),
        see=see,
        waist_high=np.array([piece.waist_high and not piece.is_open for _, piece in rows], np.uint8),
        doorway=np.array([piece.is_open for _, piece in rows], np.uint8),
    )


def _boxes(xy: Floats, start: Ints) -> Floats:
    if len(start) == 1:
        return np.empty((0, 4))
    low = np.minimum.reduceat(xy, start[:-1])
    high = np.maximum.reduceat(xy, start[:-1])
    return np.hstack((low, high))


def _extents(box: Floats, levels: Floats, lowered: Floats) -> Floats:
    middle, half = (box[:, :2] + box[:, 2:]) / 2, (box[:, 2:] - box[:, :2]) / 2
    return np.ascontiguousarray(np.hstack((middle, half, levels, lowered[:, None])))


Carriers = tuple[tuple[int, tuple[int, ...]], ...]


def _carriers(xy: Floats, start: Ints, box: Floats, levels: Floats) -> Carriers:
    """The parts that stand wholly on others, from the lowest up, each with those that carry it."""
    bottom, top = levels[:, 0], levels[:, 1]
    found: list[tuple[int, tuple[int, ...]]] = []
    for k in np.argsort(bottom, kind="stable").tolist():
        if bottom[k] <= 0:
            continue
        mine = xy[start[k] : start[k + 1]]
        under = (
            (bottom < bottom[k])
            & (top >= bottom[k])
            & (box[:, :2] <= box[k, :2]).all(axis=1)
            & (box[:, 2:] >= box[k, 2:]).all(axis=1)
        )
        carried_by: list[int] = []
        for other in np.flatnonzero(under).tolist():
            its = xy[start[other] : start[other + 1]]
            edge = np.roll(its, -1, axis=0) - its
            off = mine[:, None] - its[None]
            if (edge[None, :, 0] * off[:, :, 1] - edge[None, :, 1] * off[:, :, 0] >= 0).all():
                carried_by.append(other)
        if carried_by:
            found.append((k, tuple(carried_by)))
    return tuple(found)


def _lowered(bottom: Floats, see: Ints, carriers: Carriers) -> Floats:
    """The bottoms, lowered for each opaque part that stands wholly on one other opaque part."""
    levels, opaque = bottom.tolist(), (see == SEE_BLOCKS).tolist()
    for k, others in carriers:
        if opaque[k]:
            levels[k] = min([levels[k], *(levels[other] for other in others if opaque[other])])
    return np.array(levels, np.float64)


def _grid(box: Floats, width: int, depth: int) -> tuple[Ints, Ints, Ints]:
    columns = max(1, math.ceil(width / CELL))
    rows = max(1, math.ceil(depth / CELL))
    listed: list[list[int]] = [[] for _ in range(columns * rows)]
    for k in range(len(box)):
        x0, y0, x1, y1 = (int(v // CELL) for v in box[k])
        for row in range(_clamp(y0, rows), _clamp(y1, rows) + 1):
            for column in range(_clamp(x0, columns), _clamp(x1, columns) + 1):
                listed[row * columns + column].append(k)
    start = np.zeros(columns * rows + 1, np.int64)
    np.cumsum([len(cell) for cell in listed], out=start[1:])
    items = np.array([k for cell in listed for k in cell], np.int64)
    return start, items, np.array([columns, rows, len(box)], np.int64)


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
    bottom = [-FAR if (b := zones[k].bottom) is None else b for k in owner]
    top = [FAR if (t := zones[k].top) is None else t for k in owner]
    levels = np.column_stack((bottom, top)).astype(np.float64)
    old = terrain.prisms
    return Parts(
        prisms=old._replace(
            corner=np.vstack((old.corner, xy)),
            start=np.concatenate((old.start, start[1:] + old.start[-1])),
            extent=np.vstack((old.extent, _extents(_boxes(xy, start), levels, levels[:, 0]))),
        ),
        owner=np.concatenate((terrain.owner, np.array(owner, np.int64))),
        see=np.concatenate((terrain.see, np.full(n, SEE_ZONE, np.int64))),
        waist_high=np.concatenate((terrain.waist_high, np.zeros(n, np.uint8))),
        doorway=np.concatenate((terrain.doorway, np.zeros(n, np.uint8))),
    )


@lean_kernel
def near_strip(
    prisms: Prisms,
    use: Bytes,
    row: int,
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
    """The prisms in use (by that row of `use`) that may touch a strip: from (x, y) `back` behind to `ahead`
    along (ux, uy), and `half` to either side. The first column of `found` lists them; returns how many."""
    count = 0
    flat_x = abs(ux)
    flat_y = abs(uy)
    x0 = x - back * ux
    x1 = x + ahead * ux
    y0 = y - back * uy
    y1 = y + ahead * uy
    low_x = min(x0, x1) - half * flat_y
    high_x = max(x0, x1) + half * flat_y
    low_y = min(y0, y1) - half * flat_x
    high_y = max(y0, y1) + half * flat_x
    level = flat_x >= flat_y
    # Go through the grid by columns where the strip runs level, else by rows: `p` is then the way along,
    # `q` the way across.
    columns = prisms.size[COLUMNS]
    rows = prisms.size[ROWS]
    outer = columns if level else rows
    inner = rows if level else columns
    stride_p = 1 if level else columns
    stride_q = columns if level else 1
    slope = uy / ux if level else ux / uy
    reach = half / (flat_x if level else flat_y)
    low_p = low_x if level else low_y
    high_p = high_x if level else high_y
    low_q = low_y if level else low_x
    high_q = high_y if level else high_x
    at_p = x if level else y
    at_q = y if level else x
    for a in range(_cell(low_p, outer), _cell(high_p, outer) + 1):
        # The outermost cells also hold what lies beyond the table, so they reach without end.
        near = low_p if a == 0 else max(a * CELL, low_p)
        far = high_p if a == outer - 1 else min((a + 1) * CELL, high_p)
        q0 = at_q + (near - at_p) * slope
        q1 = at_q + (far - at_p) * slope
        low = max(min(q0, q1) - reach, low_q)
        high = min(max(q0, q1) + reach, high_q)
        for b in range(_cell(low, inner), _cell(high, inner) + 1):
            cell = a * stride_p + b * stride_q
            for item in range(prisms.cell_start[cell], prisms.cell_start[cell + 1]):
                k = prisms.cell_item[item]
                if stamp[k] == tick:
                    continue
                stamp[k] = tick
                if use[row, k] == 0:
                    continue
                if in_strip(prisms.extent, k, x, y, ux, uy, flat_x, flat_y, back, ahead, half):
                    found[count, 0] = k
                    count += 1
    for k in range(prisms.size[INDEXED], prisms.extent.shape[0]):
        if use[row, k] == 0:
            continue
        if in_strip(prisms.extent, k, x, y, ux, uy, flat_x, flat_y, back, ahead, half):
            found[count, 0] = k
            count += 1
    return count


@lean_kernel
def _cell(place: float, count: int) -> int:
    """The row or column of the grid in which a place lies; what is beyond the table lies in the last."""
    return min(max(math.floor(place * (1.0 / CELL)), 0), count - 1)


@lean_kernel
def cell_at(prisms: Prisms, x: float, y: float) -> int:
    """The cell of the grid in which a place lies."""
    columns = prisms.size[COLUMNS]
    return int(_cell(y, prisms.size[ROWS]) * columns + _cell(x, columns))


@lean_kernel
def in_strip(
    extent: Floats,
    k: int,
    x: float,
    y: float,
    ux: float,
    uy: float,
    flat_x: float,
    flat_y: float,
    back: float,
    ahead: float,
    half: float,
) -> bool:
    """Whether the box of part k may touch the strip."""
    cx = extent[k, MIDDLE_X] - x
    cy = extent[k, MIDDLE_Y] - y
    if abs(cy * ux - cx * uy) >= half + extent[k, HALF_X] * flat_y + extent[k, HALF_Y] * flat_x:
        return False
    along = cx * ux + cy * uy
    reach = extent[k, HALF_X] * flat_x + extent[k, HALF_Y] * flat_y
    return bool(along + reach > -back and along - reach < ahead)
