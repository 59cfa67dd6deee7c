"""Where along a path sight can change: the compiled part of `seen`.

In plan a watcher's free lines are bounded by lines that touch two of these: the watcher's base, corners
of what stands in between. The mover comes into view, or is lost, where its base (or its centre) first
meets such a line, so all those places are computed; over the top of an obstacle the bounding lines are
the shadows of its edges at the level of the mover's head. A leg that one convex obstacle hides from the
whole of the watcher has none, and most legs on a dense table are of that kind.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from firelane.table.fast import Bytes, Floats, Ints, kernel
from firelane.table.sweeping import crossing, turned

ASIDE = 3.0
"""A line counts as barred only if its neighbours, so many mils to the left and right, are barred too."""


class Walls(NamedTuple):
    """Convex outlines of what is opaque, with their heights."""

    px: Floats
    py: Floats
    first: Ints
    corners: Ints
    boxes: Floats
    bottoms: Floats
    tops: Floats


class Hiding(NamedTuple):
    """All that can hide: corners with their heights, edges (ax, ay, bx, by, bottom, top) of the pieces, and
    discs (x, y, radius, bottom, top)."""

    x: Floats
    y: Floats
    bottom: Floats
    top: Floats
    edges: Floats
    discs: Floats


@kernel
def hidden_leg(
    walls: Walls, x: float, y: float, low: float, high: float,
    x0: float, y0: float, x1: float, y1: float, spread: float,
) -> bool:  # fmt: skip
    """Whether one opaque outline hides a leg from a watcher: it crosses both outer edges of all lines.

    All lines from the watcher's base to the swept base run between two of them; a convex outline that
    meets both, and reaches from below the lower feet to above the higher head, is met by all.
    """
    for k in range(walls.first.size):
        if walls.bottoms[k] > low or walls.tops[k] < high:
            continue
        box = walls.boxes[k]
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
        if _meets_edge(walls, k, x, y, x0, y0, side * spread) and _meets_edge(
            walls, k, x, y, x1, y1, -side * spread
        ):
            return True
    return False


@kernel
def _meets_edge(walls: Walls, k: int, x: float, y: float, ex: float, ey: float, out: float) -> bool:
    dx = ex - x
    dy = ey - y
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return False
    sx = x + dy / length * out
    sy = y - dx / length * out
    a, b = crossing(walls.px, walls.py, walls.first[k], walls.corners[k], sx, sy, dx, dy)
    return a < b


@kernel
def _walled(
    walls: Walls, x: float, y: float, low: float, high: float, ex: float, ey: float, aside: float
) -> bool:
    """Whether opaque outlines stand across a line, and across its neighbours `aside` to the left and right.

    A line that bounds what is seen has free space on one side at least.
    """
    dx = ex - x
    dy = ey - y
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return False
    ox = dy / length * aside
    oy = -dx / length * aside
    left = False
    right = False
    west = min(x, ex) - aside
    east = max(x, ex) + aside
    south = min(y, ey) - aside
    north = max(y, ey) + aside
    for k in range(walls.first.size):
        if walls.bottoms[k] > low or walls.tops[k] < high:
            continue
        box = walls.boxes[k]
        if box[0] > east or box[2] < west or box[1] > north or box[3] < south:
            continue
        if not left:
            a, b = crossing(walls.px, walls.py, walls.first[k], walls.corners[k], x - ox, y - oy, dx, dy)
            left = a < b
        if not right:
            a, b = crossing(walls.px, walls.py, walls.first[k], walls.corners[k], x + ox, y + oy, dx, dy)
            right = a < b
        if left and right:
            return True
    return False


@kernel
def _near(
    walls: Walls, x: float, y: float, low: float, high: float,
    x0: float, y0: float, x1: float, y1: float, spread: float,
) -> Walls:  # fmt: skip
    """Those of the walls that can stand across any line from a watcher to a leg."""
    west = min(x, x0, x1) - spread
    east = max(x, x0, x1) + spread
    south = min(y, y0, y1) - spread
    north = max(y, y0, y1) + spread
    chosen = np.empty(walls.first.size, np.int64)
    n = 0
    for k in range(walls.first.size):
        if walls.bottoms[k] > low or walls.tops[k] < high:
            continue
        box = walls.boxes[k]
        if box[0] > east or box[2] < west or box[1] > north or box[3] < south:
            continue
        chosen[n] = k
        n += 1
    kept = chosen[:n]
    return Walls(
        walls.px,
        walls.py,
        walls.first[kept],
        walls.corners[kept],
        walls.boxes[kept],
        walls.bottoms[kept],
        walls.tops[kept],
    )


@kernel
def _window(legs: Floats, open_legs: Bytes, x: float, y: float, spread: float) -> tuple[float, float, float]:
    """The directions from a point to the legs that are open: middle, half width; and the furthest distance.

    A half width of pi or more means all round.
    """
    begun = False
    start = 0.0
    at = 0.0
    low = 0.0
    high = 0.0
    far = 0.0
    nearest = np.inf
    for g in range(legs.shape[0]):
        if open_legs[g] == 0:
            continue
        for s in range(2):
            dx = legs[g, 3 * s] - x
            dy = legs[g, 3 * s + 1] - y
            distance = math.sqrt(dx * dx + dy * dy)
            far = max(far, distance)
            bearing = math.atan2(dy, dx)
            if not begun:
                start = bearing
                begun = True
            at += turned(bearing - start - at)
            low = min(low, at)
            high = max(high, at)
        dx = legs[g, 3] - legs[g, 0]
        dy = legs[g, 4] - legs[g, 1]
        length = dx * dx + dy * dy
        along = 0.0
        if length > 0.0:
            along = min(1.0, max(0.0, ((x - legs[g, 0]) * dx + (y - legs[g, 1]) * dy) / length))
        gx = legs[g, 0] + along * dx - x
        gy = legs[g, 1] + along * dy - y
        nearest = min(nearest, math.sqrt(gx * gx + gy * gy))
    if nearest <= spread:
        return 0.0, 4.0, far
    return start + (low + high) / 2.0, (high - low) / 2.0 + math.asin(spread / nearest), far


@kernel
def _lines_of(
    hiding: Hiding, x: float, y: float, base: float, spread: float, low: float, high: float,
    middle: float, half: float, far: float,
) -> Floats:  # fmt: skip
    """The lines that can bound what a watcher sees: rows of (nx, ny, offset, reach, corner x, corner y).

    On the line nx x + ny y = offset; only what lies beyond `reach` from the watcher can be bounded.
    """
    pointed = hiding.x.size
    n = pointed + 2 * hiding.discs.shape[0]
    corner_x = np.empty(n)
    corner_y = np.empty(n)
    bearing = np.empty(n)
    lean = np.empty(n)
    distance = np.empty(n)
    chosen = np.empty(n, np.int64)
    m = 0
    widest = 0.0
    for c in range(n):
        if c < pointed:
            if hiding.top[c] <= low or hiding.bottom[c] >= high:
                continue
            px = hiding.x[c]
            py = hiding.y[c]
        else:
            # What is round has two sides, as the watcher sees it.
            disc = hiding.discs[(c - pointed) // 2]
            if disc[4] <= low or disc[3] >= high:
                continue
            dx = disc[0] - x
            dy = disc[1] - y
            d = math.sqrt(dx * dx + dy * dy)
            if d <= disc[2]:
                continue
            side = disc[2] / d if (c - pointed) % 2 == 0 else -disc[2] / d
            px = disc[0] - dy * side
            py = disc[1] + dx * side
        corner_x[c] = px
        corner_y[c] = py
        dx = px - x
        dy = py - y
        d = math.sqrt(dx * dx + dy * dy)
        if d <= base or d > far + spread:
            continue
        angle = turned(math.atan2(dy, dx) - middle)
        if half < math.pi and abs(angle) > half + math.asin(min(1.0, spread / d)):
            continue
        bearing[m] = angle
        distance[m] = d
        lean[m] = math.asin(base / d)
        widest = max(widest, lean[m])
        chosen[m] = c
        m += 1
    order = np.argsort(bearing[:m])
    size = 3 * m + 64
    lines = np.empty((size, 6))
    k = 0
    for i in range(m):
        at = order[i]
        cx = corner_x[chosen[at]]
        cy = corner_y[chosen[at]]
        for s in range(-1, 2):
            angle = middle + bearing[at] + s * lean[at]
            if k == size:
                size *= 2
                lines = _more_lines(lines, k, size)
            lines[k, 0] = -math.sin(angle)
            lines[k, 1] = math.cos(angle)
            lines[k, 2] = lines[k, 0] * cx + lines[k, 1] * cy
            lines[k, 3] = distance[at]
            lines[k, 4] = cx
            lines[k, 5] = cy
            k += 1
        # Two corners and the watcher's base nearly in line: their bearings differ by little.
        for j in range(i + 1, m):
            to = order[j]
            apart = bearing[to] - bearing[at]
            if apart > lean[at] + widest:
                break
            ex = corner_x[chosen[to]]
            ey = corner_y[chosen[to]]
            gx = ex - cx
            gy = ey - cy
            length = gx * gx + gy * gy
            turn = (cx - x) * gy - (cy - y) * gx
            if length == 0.0 or turn * turn > base * base * length:
                continue
            root = math.sqrt(length)
            if k == size:
                size *= 2
                lines = _more_lines(lines, k, size)
            lines[k, 0] = -gy / root
            lines[k, 1] = gx / root
            lines[k, 2] = lines[k, 0] * cx + lines[k, 1] * cy
            lines[k, 3] = max(distance[at], distance[to])
            lines[k, 4] = cx
            lines[k, 5] = cy
            k += 1
    return lines[:k]


@kernel
def critical(
    legs: Floats, watchers: Floats, radius: float, tall: float, hiding: Hiding, walls: Walls, arcs: Floats
) -> tuple[Ints, Ints, Floats]:
    """Rows of (watcher, leg, t) at which sight can change, and both ends of every leg not hidden.

    A leg is (x0, y0, z0, x1, y1, z1), a watcher (x, y, z, radius, top). `arcs` holds, per watcher, two
    directions that bound its field of view, or not a number.
    """
    size = 4096
    who = np.empty(size, np.int64)
    where = np.empty(size, np.int64)
    when = np.empty(size, np.float64)
    n = 0
    open_legs = np.empty(legs.shape[0], np.uint8)
    for w in range(watchers.shape[0]):
        x = watchers[w, 0]
        y = watchers[w, 1]
        base = watchers[w, 3]
        head = watchers[w, 4]
        spread = max(base, radius)
        any_open = False
        lowest = watchers[w, 2]
        highest = head
        for g in range(legs.shape[0]):
            leg = legs[g]
            low = min(watchers[w, 2], leg[2], leg[5])
            high = max(head, max(leg[2], leg[5]) + tall)
            hidden = hidden_leg(walls, x, y, low, high, leg[0], leg[1], leg[3], leg[4], spread)
            open_legs[g] = not hidden
            if not hidden:
                any_open = True
                lowest = min(lowest, low)
                highest = max(highest, high)
        if not any_open:
            continue
        middle, half, far = _window(legs, open_legs, x, y, spread)
        lines = _lines_of(hiding, x, y, base, spread, lowest, highest, middle, half, far)
        for g in range(legs.shape[0]):
            if open_legs[g] == 0:
                continue
            leg = legs[g]
            room = n + 16 + 3 * lines.shape[0] + 6 * hiding.edges.shape[0]
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
            low = min(watchers[w, 2], leg[2], leg[5])
            high = max(head, max(leg[2], leg[5]) + tall)
            near = _near(walls, x, y, low, high, leg[0], leg[1], leg[3], leg[4], base + radius + ASIDE)
            for s in range(2):
                if math.isnan(arcs[w, s]):
                    continue
                nx = -math.sin(arcs[w, s])
                ny = math.cos(arcs[w, s])
                pace = nx * dx + ny * dy
                for side in range(-1, 2):
                    t = 2.0
                    if pace != 0.0:
                        t = (side * radius - nx * (leg[0] - x) - ny * (leg[1] - y)) / pace
                    if 0.0 < t < 1.0:
                        who[n] = w
                        where[n] = g
                        when[n] = t
                        n += 1
            for i in range(lines.shape[0]):
                pace = lines[i, 0] * dx + lines[i, 1] * dy
                if pace == 0.0:
                    continue
                at = lines[i, 0] * leg[0] + lines[i, 1] * leg[1] - lines[i, 2]
                for s in range(-1, 2):
                    t = (s * radius - at) / pace
                    if t <= 0.0 or t >= 1.0:
                        continue
                    # Where the mover touches the line, seen from where the line passes the watcher.
                    tx = leg[0] + t * dx - s * radius * lines[i, 0]
                    ty = leg[1] + t * dy - s * radius * lines[i, 1]
                    off = lines[i, 0] * x + lines[i, 1] * y - lines[i, 2]
                    fx = x - off * lines[i, 0]
                    fy = y - off * lines[i, 1]
                    along = (tx - fx) * (lines[i, 4] - fx) + (ty - fy) * (lines[i, 5] - fy)
                    beyond = math.sqrt((tx - fx) ** 2 + (ty - fy) ** 2)
                    if along <= 0.0 or beyond < lines[i, 3] - base - radius:
                        continue
                    if _walled(near, fx, fy, low, high, tx, ty, ASIDE):
                        continue
                    who[n] = w
                    where[n] = g
                    when[n] = t
                    n += 1
            n = _over_edges(legs, g, watchers, w, radius, tall, hiding.edges, who, where, when, n)
    return who[:n], where[:n], when[:n]


@kernel
def _over_edges(
    legs: Floats, g: int, watchers: Floats, w: int, radius: float, tall: float, edges: Floats,
    who: Ints, where: Ints, when: Floats, n: int,
) -> int:  # fmt: skip
    """Adds where the mover crosses the shadows of edges: over the tops of what is low, under what hangs."""
    leg = legs[g]
    x = watchers[w, 0]
    y = watchers[w, 1]
    base = watchers[w, 3]
    dx = leg[3] - leg[0]
    dy = leg[4] - leg[1]
    for i in range(edges.shape[0]):
        edge = edges[i]
        for s in range(2):
            level = edge[5] if s == 0 else edge[4]
            eye = watchers[w, 4] if s == 0 else watchers[w, 2]
            end = max(leg[2], leg[5]) + tall if s == 0 else min(leg[2], leg[5])
            if level == eye or level <= 0.0:
                continue
            scale = (end - eye) / (level - eye)
            if scale <= 1.0 or scale > 50.0:
                continue
            ex = edge[2] - edge[0]
            ey = edge[3] - edge[1]
            root = math.sqrt(ex * ex + ey * ey)
            nx = -ey / root
            ny = ex / root
            pace = nx * dx + ny * dy
            if pace == 0.0:
                continue
            shift = radius + (scale - 1.0) * base
            at = nx * (leg[0] - x - scale * (edge[0] - x)) + ny * (leg[1] - y - scale * (edge[1] - y))
            for side in range(-1, 2):
                t = (side * shift - at) / pace
                if t <= 0.0 or t >= 1.0:
                    continue
                # The mover must be behind that edge, as the watcher sees it, not beside it.
                mx = leg[0] + t * dx
                my = leg[1] + t * dy
                px = x + (mx - x) / scale - edge[0]
                py = y + (my - y) / scale - edge[1]
                along = (px * ex + py * ey) / root
                if along < -(base + radius) or along > root + base + radius:
                    continue
                who[n] = w
                where[n] = g
                when[n] = t
                n += 1
    return n


@kernel
def _more_lines(lines: Floats, used: int, size: int) -> Floats:
    new = np.empty((size, 6))
    new[:used] = lines[:used]
    return new


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
