"""From a point to a round target past prisms: the compiled part of `templates`.

In one direction in plan all is a picture in height over distance: the target a rectangle, each obstacle
a rectangle that hides an interval of slopes. The target is reached if its own slopes are not all
hidden. Between neighbouring directions of corners the picture keeps its order.
"""

from __future__ import annotations

import math

import numpy as np

from firelane.table.fast import Floats, Ints, kernel
from firelane.table.sweeping import crossing, turned

TRIES = 3
"""Directions looked in between each two neighbouring corners."""


@kernel
def first_met(
    px: Floats,
    py: Floats,
    first: Ints,
    count: Ints,
    chosen: Ints,
    x: float,
    y: float,
    dx: float,
    dy: float,
    far: float,
) -> float:
    """How far a ray goes, at most `far`, before it enters one of the chosen outlines."""
    best = far
    for k in chosen:
        a, b = crossing(px, py, first[k], count[k], x, y, dx * far, dy * far)
        if a < b:
            best = min(best, a * far)
    return best


@kernel
def _span_in_disc(dx: float, dy: float, cx: float, cy: float, radius: float) -> tuple[float, float]:
    """Where a ray from the origin runs inside a disc."""
    along = dx * cx + dy * cy
    rest = radius * radius - (cx * cx + cy * cy - along * along)
    if rest <= 0.0:
        return 1.0, 0.0
    root = math.sqrt(rest)
    return max(0.0, along - root), along + root


@kernel
def _template_end(angle: float, half: float, length: float, direction: float) -> float:
    """How far the template reaches from its focus in a direction."""
    if length == 0.0:
        return half
    turn = abs(turned(angle - direction))
    middle = length - half
    if turn >= math.asin(half / middle):
        return 0.0
    return middle * math.cos(turn) + math.sqrt(max(0.0, half * half - (middle * math.sin(turn)) ** 2))


@kernel
def free_direction(
    px: Floats,
    py: Floats,
    first: Ints,
    count: Ints,
    chosen: Ints,
    bottoms: Floats,
    tops: Floats,
    x: float,
    y: float,
    z: float,
    cx: float,
    cy: float,
    radius: float,
    low: float,
    high: float,
    half: float,
    length: float,
    direction: float,
) -> tuple[float, float, float]:
    """A point of the cylinder (cx, cy, radius, low to high) inside the template that is reached from
    (x, y, z); not numbers if none is."""
    ox = cx - x
    oy = cy - y
    distance = math.sqrt(ox * ox + oy * oy)
    if distance <= radius:
        return x, y, min(max(z, low), high)
    bearing = math.atan2(oy, ox)
    half_angle = math.asin(min(1.0, radius / distance))
    left = -half_angle
    right = half_angle
    marks = np.empty(2 + 2 + px.size)
    marks[0] = left
    marks[1] = right
    n = 2
    if length > 0.0:
        side = math.asin(half / (length - half))
        for edge in (-side, side):
            at = turned(direction + edge - bearing)
            if left < at < right:
                marks[n] = at
                n += 1
    for k in chosen:
        for i in range(first[k], first[k] + count[k]):
            at = turned(math.atan2(py[i] - y, px[i] - x) - bearing)
            if left < at < right:
                marks[n] = at
                n += 1
    ordered = np.sort(marks[:n])
    starts = np.empty(chosen.size)
    ends = np.empty(chosen.size)
    for i in range(n - 1):
        if ordered[i + 1] - ordered[i] < 1e-7:
            continue
        for j in range(TRIES):
            angle = bearing + ordered[i] + (ordered[i + 1] - ordered[i]) * (j + 0.5) / TRIES
            dx = math.cos(angle)
            dy = math.sin(angle)
            near, far = _span_in_disc(dx, dy, ox, oy, radius)
            far = min(far, _template_end(angle, half, length, direction))
            if near >= far:
                continue
            if near <= 0.0:
                return x, y, min(max(z, low), high)
            # Its front, and the face that it turns to the focus from above or from below.
            slope = _face(
                px, py, first, count, chosen, bottoms, tops, x, y, z, dx, dy, near,
                -math.inf, math.inf, (low - z) / near, (high - z) / near, starts, ends,
            )  # fmt: skip
            if not math.isnan(slope):
                return x + dx * near, y + dy * near, min(max(z + slope * near, low), high)
            if low > z:
                slope = _face(
                    px, py, first, count, chosen, bottoms, tops, x, y, z, dx, dy, far,
                    -math.inf, low, (low - z) / far, (low - z) / near, starts, ends,
                )  # fmt: skip
                if not math.isnan(slope):
                    at = (low - z) / slope
                    return x + dx * at, y + dy * at, low
            if high < z:
                slope = _face(
                    px, py, first, count, chosen, bottoms, tops, x, y, z, dx, dy, far,
                    high, math.inf, (high - z) / near, (high - z) / far, starts, ends,
                )  # fmt: skip
                if not math.isnan(slope):
                    at = (high - z) / slope
                    return x + dx * at, y + dy * at, high
    return math.nan, math.nan, math.nan


@kernel
def _face(
    px: Floats, py: Floats, first: Ints, count: Ints, chosen: Ints, bottoms: Floats, tops: Floats,
    x: float, y: float, z: float, dx: float, dy: float, far: float, floor: float, ceiling: float,
    lowest: float, highest: float, starts: Floats, ends: Floats,
) -> float:  # fmt: skip
    """A slope from lowest to highest that nothing hides as far as `far`, between floor and ceiling.

    `starts` and `ends` are room for the hidden intervals.
    """
    m = 0
    for c in range(chosen.size):
        bottom = max(bottoms[c], floor)
        top = min(tops[c], ceiling)
        if bottom >= top:
            continue
        k = chosen[c]
        a, b = crossing(px, py, first[k], count[k], x, y, dx * far, dy * far)
        if a >= b:
            continue
        a *= far
        b *= far
        if a > 0.0:
            starts[m] = min((bottom - z) / a, (bottom - z) / b)
            ends[m] = max((top - z) / a, (top - z) / b)
        else:
            # The focus is over, under or in it.
            starts[m] = (bottom - z) / b if z <= bottom else -math.inf
            ends[m] = (top - z) / b if z >= top else math.inf
        m += 1
    return _uncovered(starts, ends, m, lowest, highest)


@kernel
def _uncovered(starts: Floats, ends: Floats, count: int, low: float, high: float) -> float:
    """A slope from low to high with room above it that no interval covers; not a number if there is none.

    Intervals are closed below: two that touch leave a seam between them, and a seam is no way.
    """
    at = low
    moved = True
    while moved:
        moved = False
        for i in range(count):
            if starts[i] <= at < ends[i]:
                at = ends[i]
                moved = True
    if at > low and at >= high:
        return math.nan
    return at
