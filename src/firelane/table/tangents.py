"""Where along a path sight can change: the compiled part of `seen`.

In plan a watcher's free lines are bounded by lines that touch two of these: the watcher's base, corners
of what stands in between. The mover comes into view, or is lost, where its base (or its centre) first
meets such a line, so all those places are computed; over the top of an obstacle the bounding lines are
the shadows of its edges at the level of the mover's head. A leg that one convex obstacle hides from the
whole of the watcher has none, and most legs on a dense table are of that kind.
"""

from __future__ import annotations

import math

import numpy as np

from firelane.table.fast import Floats, Ints, kernel
from firelane.table.sweeping import overlap


@kernel
def hidden_leg(
    px: Floats,
    py: Floats,
    first: Ints,
    count: Ints,
    boxes: Floats,
    bottoms: Floats,
    tops: Floats,
    x: float,
    y: float,
    low: float,
    high: float,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    spread: float,
) -> bool:
    """Whether one opaque outline hides a leg from a watcher: it crosses both outer edges of all lines.

    All lines from the watcher's base to the swept base run between two of them; a convex outline that
    meets both, and reaches from below the lower feet to above the higher head, is met by all.
    """
    for k in range(first.size):
        if bottoms[k] > low or tops[k] < high:
            continue
        box = boxes[k]
        if (
            box[0] > max(x, x0, x1) + spread
            or box[2] < min(x, x0, x1) - spread
            or box[1] > max(y, y0, y1) + spread
            or box[3] < min(y, y0, y1) - spread
        ):
            continue
        turn = (x0 - x) * (y1 - y) - (y0 - y) * (x1 - x)
        side = 1.0 if turn >= 0.0 else -1.0
        # The outer side of the ray to the first end is away from the second, and the other way round.
        if _meets_edge(px, py, first[k], count[k], x, y, x0, y0, side * spread) and _meets_edge(
            px, py, first[k], count[k], x, y, x1, y1, -side * spread
        ):
            return True
    return False


@kernel
def _meets_edge(
    px: Floats, py: Floats, first: int, count: int, x: float, y: float, ex: float, ey: float, out: float
) -> bool:
    dx = ex - x
    dy = ey - y
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return False
    sx = x + dy / length * out
    sy = y - dx / length * out
    a, b = overlap(px, py, first, count, sx, sy, dx, dy, 0.0)
    return a < b


@kernel
def critical(
    legs: Floats,
    watchers: Floats,
    radius: float,
    tall: float,
    corner_x: Floats,
    corner_y: Floats,
    corner_low: Floats,
    corner_high: Floats,
    edges: Floats,
    px: Floats,
    py: Floats,
    first: Ints,
    count: Ints,
    boxes: Floats,
    bottoms: Floats,
    tops: Floats,
    arcs: Floats,
) -> tuple[Ints, Ints, Floats]:
    """Rows of (watcher, leg, t) at which sight can change, and both ends of every leg not hidden.

    A leg is (x0, y0, z0, x1, y1, z1), a watcher (x, y, z, radius, top), an edge (ax, ay, bx, by, bottom,
    top); corners and edges are of all that can hide, the outlines at the end only of what is opaque.
    `arcs` holds, per watcher, two directions that bound its field of view, or not a number.
    """
    size = 4096
    who = np.empty(size, np.int64)
    where = np.empty(size, np.int64)
    when = np.empty(size, np.float64)
    n = 0
    open_legs = np.empty(legs.shape[0], np.uint8)
    chosen = np.empty(corner_x.size, np.int64)
    lines = np.empty((1024, 4))
    for w in range(watchers.shape[0]):
        x = watchers[w, 0]
        y = watchers[w, 1]
        base = watchers[w, 3]
        head = watchers[w, 4]
        spread = max(base, radius)
        any_open = False
        west = x
        east = x
        south = y
        north = y
        lowest = watchers[w, 2]
        highest = head
        for g in range(legs.shape[0]):
            leg = legs[g]
            low = min(watchers[w, 2], leg[2], leg[5])
            high = max(head, max(leg[2], leg[5]) + tall)
            hidden = hidden_leg(
                px, py, first, count, boxes, bottoms, tops, x, y, low, high,
                leg[0], leg[1], leg[3], leg[4], spread,
            )  # fmt: skip
            open_legs[g] = not hidden
            if hidden:
                continue
            any_open = True
            west = min(west, leg[0], leg[3])
            east = max(east, leg[0], leg[3])
            south = min(south, leg[1], leg[4])
            north = max(north, leg[1], leg[4])
            lowest = min(lowest, low)
            highest = max(highest, high)
        if not any_open:
            continue
        m = 0
        for c in range(corner_x.size):
            if (
                corner_high[c] > lowest
                and corner_low[c] < highest
                and west - spread <= corner_x[c] <= east + spread
                and south - spread <= corner_y[c] <= north + spread
            ):
                chosen[m] = c
                m += 1
        # Lines as (nx, ny, offset, reach): points at nx x + ny y = offset, of interest beyond `reach`.
        count_lines = 0
        need = 3 * m + m * (m - 1) // 2 + 2
        if lines.shape[0] < need:
            lines = np.empty((2 * need, 4))
        for i in range(m):
            cx = corner_x[chosen[i]] - x
            cy = corner_y[chosen[i]] - y
            far = math.sqrt(cx * cx + cy * cy)
            if far <= base:
                continue
            lean = math.asin(base / far)
            bearing = math.atan2(cy, cx)
            for s in range(-1, 2):
                angle = bearing + s * lean
                nx = -math.sin(angle)
                ny = math.cos(angle)
                lines[count_lines, 0] = nx
                lines[count_lines, 1] = ny
                lines[count_lines, 2] = nx * corner_x[chosen[i]] + ny * corner_y[chosen[i]]
                lines[count_lines, 3] = far
                count_lines += 1
            for j in range(i):
                ex = corner_x[chosen[j]] - x
                ey = corner_y[chosen[j]] - y
                gx = ex - cx
                gy = ey - cy
                # Those only that pass the watcher's base: cheap test first, most fail it.
                turn = cx * gy - cy * gx
                length = gx * gx + gy * gy
                if length == 0.0 or turn * turn > base * base * length:
                    continue
                if cx * ex + cy * ey <= 0.0:
                    continue
                root = math.sqrt(length)
                nx = -gy / root
                ny = gx / root
                lines[count_lines, 0] = nx
                lines[count_lines, 1] = ny
                lines[count_lines, 2] = nx * corner_x[chosen[i]] + ny * corner_y[chosen[i]]
                lines[count_lines, 3] = max(far, math.sqrt(ex * ex + ey * ey))
                count_lines += 1
        for s in range(2):
            if not math.isnan(arcs[w, s]):
                lines[count_lines, 0] = -math.sin(arcs[w, s])
                lines[count_lines, 1] = math.cos(arcs[w, s])
                lines[count_lines, 2] = lines[count_lines, 0] * x + lines[count_lines, 1] * y
                lines[count_lines, 3] = 0.0
                count_lines += 1
        for g in range(legs.shape[0]):
            if open_legs[g] == 0:
                continue
            leg = legs[g]
            room = n + 8 + 3 * count_lines + 6 * edges.shape[0]
            if room > size:
                size = 2 * room
                who = _longer_ints(who, n, size)
                where = _longer_ints(where, n, size)
                when = _longer(when, n, size)
            for s in range(2):
                who[n] = w
                where[n] = g
                when[n] = float(s)
                n += 1
            dx = leg[3] - leg[0]
            dy = leg[4] - leg[1]
            for i in range(count_lines):
                pace = lines[i, 0] * dx + lines[i, 1] * dy
                if pace == 0.0:
                    continue
                at = lines[i, 0] * leg[0] + lines[i, 1] * leg[1] - lines[i, 2]
                for s in range(-1, 2):
                    t = (s * radius - at) / pace
                    if t <= 0.0 or t >= 1.0:
                        continue
                    mx = leg[0] + t * dx - x
                    my = leg[1] + t * dy - y
                    if mx * mx + my * my < (lines[i, 3] - radius) ** 2 and lines[i, 3] > radius:
                        continue
                    who[n] = w
                    where[n] = g
                    when[n] = t
                    n += 1
            body = max(leg[2], leg[5]) + tall
            for i in range(edges.shape[0]):
                edge = edges[i]
                for s in range(2):
                    # Over the top of what is lower than the line of heads; under what hangs above feet.
                    level = edge[5] if s == 0 else edge[4]
                    eye = head if s == 0 else watchers[w, 2]
                    end = body if s == 0 else min(leg[2], leg[5])
                    if level == eye or level <= 0.0:
                        continue
                    scale = (end - eye) / (level - eye)
                    if scale <= 1.0 or scale > 50.0:
                        continue
                    ax = x + scale * (edge[0] - x)
                    ay = y + scale * (edge[1] - y)
                    ex = edge[2] - edge[0]
                    ey = edge[3] - edge[1]
                    root = math.sqrt(ex * ex + ey * ey)
                    nx = -ey / root
                    ny = ex / root
                    pace = nx * dx + ny * dy
                    if pace == 0.0:
                        continue
                    at = nx * (leg[0] - ax) + ny * (leg[1] - ay)
                    for side in range(-1, 2):
                        t = (side * (radius + (scale - 1.0) * base) - at) / pace
                        if 0.0 < t < 1.0:
                            who[n] = w
                            where[n] = g
                            when[n] = t
                            n += 1
    return who[:n], where[:n], when[:n]


@kernel
def _longer(array: Floats, used: int, size: int) -> Floats:
    new = np.empty(size, np.float64)
    new[:used] = array[:used]
    return new


@kernel
def _longer_ints(array: Ints, used: int, size: int) -> Ints:
    new = np.empty(size, np.int64)
    new[:used] = array[:used]
    return new
