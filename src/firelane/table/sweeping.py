"""A round base pushed along a straight stretch, against convex outlines: when does it overlap which.

An outline with one corner is a point (with a radius: another base), with two a stretch (the edge of a
roof), with more a convex part of a piece, counter-clockwise. Widened by a radius it stays convex, so a
base moving in a straight line overlaps it during one interval at most. That interval, solved and not
sampled, decides clearance, ground, doorways and contact alike.

Compiled; whole mils go in as floats (exact far beyond any table), no fast-math, so every machine gives
the same answer.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

from firelane.table.fast import Bytes, Floats, Ints, kernel, lean_kernel, straight

Spot: TypeAlias = tuple[float, float]
NOTHING = (2.0, -1.0)
"""The interval that is empty."""


@lean_kernel
def turned(angle: float) -> float:
    """The same angle, in radians, within half a turn either way."""
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)


@lean_kernel
def crossing(
    px: Floats, py: Floats, first: int, count: int, x0: float, y0: float, dx: float, dy: float
) -> tuple[float, float]:
    """The part of t in [0, 1] in which a point moving by (dx, dy) is inside an outline of three corners or
    more. To run along an edge is to be outside."""
    low = 0.0
    high = 1.0
    ax = px[first + count - 1]
    ay = py[first + count - 1]
    for i in range(first, first + count):
        bx = px[i]
        by = py[i]
        at = (x0 - ax) * (by - ay) - (y0 - ay) * (bx - ax)
        pace = dx * (by - ay) - dy * (bx - ax)
        ax = bx
        ay = by
        if pace > 0.0:
            high = min(high, -at / pace)
        elif pace < 0.0:
            low = max(low, -at / pace)
        elif at >= 0.0:
            return 2.0, -1.0
        if low >= high:
            return 2.0, -1.0
    return low, high


@lean_kernel
def overlap(
    px: Floats, py: Floats, first: int, count: int, x0: float, y0: float, dx: float, dy: float, radius: float
) -> tuple[float, float]:
    """The part of t in [0, 1] in which (x0, y0) + t (dx, dy) is nearer to the outline than `radius`.

    The outline is px, py [first : first + count]. Returns (2, -1) when it never is: being at exactly
    that distance is touching, not overlapping.
    """
    low = 2.0
    high = -1.0
    square = radius * radius
    moving = dx * dx + dy * dy
    if moving == 0.0:
        if nearest_square(px, py, first, count, x0, y0) < square:
            return 0.0, 1.0
        return 2.0, -1.0
    for i in range(count):
        ax = px[first + i]
        ay = py[first + i]
        # The disc round the corner.
        fx = x0 - ax
        fy = y0 - ay
        half = fx * dx + fy * dy
        rest = half * half - moving * (fx * fx + fy * fy - square)
        if rest > 0.0:
            root = math.sqrt(rest)
            a = (-half - root) / moving
            b = (-half + root) / moving
            low = min(low, a)
            high = max(high, b)
        if count == 1 or (count == 2 and i == 1):
            continue
        # The rectangle on the edge: on both sides for a stretch, outside for a part.
        j = first + (i + 1) % count
        ex = px[j] - ax
        ey = py[j] - ay
        length = math.sqrt(ex * ex + ey * ey)
        ex /= length
        ey /= length
        a = 0.0
        b = 1.0
        a, b = _clip(fx * ex + fy * ey, dx * ex + dy * ey, 0.0, length, a, b)
        outward = fx * ey - fy * ex
        pace = dx * ey - dy * ex
        a, b = _clip(outward, pace, -radius if count == 2 else 0.0, radius, a, b)
        if count == 2 and pace == 0.0 and outward <= -radius:
            continue
        if a < b:
            low = min(low, a)
            high = max(high, b)
    if count > 2:
        a, b = crossing(px, py, first, count, x0, y0, dx, dy)
        if a < b:
            low = min(low, a)
            high = max(high, b)
    low = max(low, 0.0)
    high = min(high, 1.0)
    if low < high:
        return low, high
    return 2.0, -1.0


@lean_kernel
def _clip(at: float, pace: float, least: float, most: float, a: float, b: float) -> tuple[float, float]:
    """The part of [a, b] in which at + t pace lies from least to most; to stay at `most` is to be outside."""
    if pace == 0.0:
        if at < least or at >= most:
            return 2.0, -1.0
        return a, b
    s = (least - at) / pace
    t = (most - at) / pace
    if s > t:
        s, t = t, s
    return max(a, s), min(b, t)


@lean_kernel
def nearest_square(px: Floats, py: Floats, first: int, count: int, x: float, y: float) -> float:
    """The squared distance from a point to an outline and what it encloses."""
    best = math.inf
    inside = count > 2
    for i in range(count):
        ax = px[first + i]
        ay = py[first + i]
        j = first + (i + 1) % count
        ex = px[j] - ax
        ey = py[j] - ay
        fx = x - ax
        fy = y - ay
        if ex * fy - ey * fx < 0.0:
            inside = False
        length = ex * ex + ey * ey
        along = 0.0
        if length > 0.0:
            along = min(1.0, max(0.0, (fx * ex + fy * ey) / length))
        gx = fx - along * ex
        gy = fy - along * ey
        best = min(best, gx * gx + gy * gy)
    return 0.0 if inside else best


@lean_kernel
def apart(px: Floats, py: Floats, first: Ints, count: Ints, x: float, y: float, least: float) -> bool:
    """Whether the squared distance from a point to every outline is at least `least`."""
    nearest = math.inf
    for k in range(first.size):
        nearest = min(nearest, nearest_square(px, py, first[k], count[k], x, y))
    return bool(nearest >= least)


@kernel
def all_near(px: Floats, py: Floats, first: int, count: int, x: Floats, y: Floats, reach: float) -> Bytes:
    """Which points are no further than `reach` from an outline and what it encloses."""
    answer = np.zeros(x.size, np.uint8)
    for i in range(x.size):
        answer[i] = nearest_square(px, py, first, count, x[i], y[i]) <= reach * reach
    return answer


@straight
@lean_kernel
def _boxes_near(boxes: Floats, x: float, y: float, reach: float, found: Ints) -> int:
    n = 0
    for k in range(boxes.shape[0]):
        if (
            boxes[k, 0] <= x + reach
            and boxes[k, 2] >= x - reach
            and boxes[k, 1] <= y + reach
            and boxes[k, 3] >= y - reach
        ):
            found[n] = k
            n += 1
    return n


def boxes_near(boxes: Floats, x: float, y: float, reach: float) -> list[int]:
    """The boxes that come as near to a point as `reach` in both directions."""
    found = np.empty(boxes.shape[0], np.int64)
    count = _boxes_near(boxes, float(x), float(y), float(reach), found)
    near: list[int] = found[:count].tolist() if count else []
    return near


@straight
@lean_kernel
def _sweep(
    px: Floats,
    py: Floats,
    first: Ints,
    count: Ints,
    boxes: Floats,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    radius: float,
    found: Floats,
) -> int:
    n = 0
    west = min(x0, x1) - radius
    east = max(x0, x1) + radius
    south = min(y0, y1) - radius
    north = max(y0, y1) + radius
    for k in range(first.size):
        if boxes[k, 0] > east or boxes[k, 2] < west or boxes[k, 1] > north or boxes[k, 3] < south:
            continue
        a, b = overlap(px, py, first[k], count[k], x0, y0, x1 - x0, y1 - y0, radius)
        if a < b:
            found[n, 0] = k
            found[n, 1] = a
            found[n, 2] = b
            n += 1
    return n


def sweep(
    px: Floats, py: Floats, first: Ints, count: Ints, boxes: Floats, start: Spot, end: Spot, radius: float
) -> list[tuple[float, float, float]]:
    """Every outline that a base meets on its way from one point to another: which, from when, until when.

    A kernel fills an array that it is handed: one that hands an array back looks its type up every time.
    """
    found = np.empty((first.size, 3))
    met = _sweep(
        px, py, first, count, boxes, float(start[0]), float(start[1]), float(end[0]), float(end[1]),
        float(radius), found,
    )  # fmt: skip
    rows: list[tuple[float, float, float]] = found[:met].tolist() if met else []
    return rows


@lean_kernel
def clear(
    px: Floats,
    py: Floats,
    first: Ints,
    count: Ints,
    boxes: Floats,
    widths: Floats,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
) -> bool:
    """Whether a stretch keeps from every outline at least the distance in `widths`.

    `boxes` are those of the outlines widened by their own width.
    """
    west = min(x0, x1)
    east = max(x0, x1)
    south = min(y0, y1)
    north = max(y0, y1)
    for k in range(first.size):
        if boxes[k, 0] > east or boxes[k, 2] < west or boxes[k, 1] > north or boxes[k, 3] < south:
            continue
        a, b = overlap(px, py, first[k], count[k], x0, y0, x1 - x0, y1 - y0, widths[k])
        if a < b:
            return False
    return True


def flat(outlines: list[Any]) -> tuple[Floats, Floats, Ints, Ints, Floats]:
    """Outlines (each a sequence of corners) as the arrays that the functions here take."""
    count = np.array([len(outline) for outline in outlines], dtype=np.int64)
    first = np.zeros(len(outlines), dtype=np.int64)
    first[1:] = np.cumsum(count)[:-1]
    corners = [corner for outline in outlines for corner in outline]
    points = np.array(corners, dtype=np.float64).reshape(-1, 2)
    px, py = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
    boxes = np.empty((len(outlines), 4))
    for k, outline in enumerate(outlines):
        xs, ys = [c[0] for c in outline], [c[1] for c in outline]
        boxes[k] = min(xs), min(ys), max(xs), max(ys)
    return px, py, first, count, boxes
