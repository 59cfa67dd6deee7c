"""What of a silhouette can be seen, and what a straight line meets: rays, for the full answer.

Whether there is sight is decided in `corridors`; here it is described. The facing silhouette of the
target is laid out in cells smaller than the patch that must be visible, so that a hidden part of that
size never falls between them, and each cell's middle is looked at from several points of the one who
looks. A cell is hidden when none of them sees it.
"""

from __future__ import annotations

import math

from firelane.table.compiled import BOTTOM, HALF_X, HALF_Y, MIDDLE_X, MIDDLE_Y, TOP, Prisms
from firelane.table.fast import Bytes, Floats, Ints, lean_kernel, straight
from firelane.table.pairs import (
    BLOCK_FOES,
    BLOCK_NONE,
    BLOCK_UNLESS_TARGET_LARGER,
    BLOCKS,
    ROUND_BY,
    SIZE,
    TEAM,
    UPPER,
    Bodies,
    Question,
    X,
    Y,
    Z,
)

GRAZE = 1e-9
"""The fraction of a ray that it must run inside a thing to meet it: grazing an edge is not meeting."""


@lean_kernel
def ray_meets_part(
    prisms: Prisms, k: int, plan: bool, x: float, y: float, z: float, dx: float, dy: float, dz: float
) -> bool:
    """Whether the stretch from (x, y, z) by (dx, dy, dz) runs through convex part k."""
    near = 0.0
    far = 1.0
    if not plan:
        if dz > 1e-12 or dz < -1e-12:
            a = (prisms.extent[k, BOTTOM] - z) / dz
            b = (prisms.extent[k, TOP] - z) / dz
            near = max(near, min(a, b))
            far = min(far, max(a, b))
        elif z <= prisms.extent[k, BOTTOM] or z >= prisms.extent[k, TOP]:
            return False
    last = prisms.start[k + 1] - 1
    x0 = prisms.corner[last, 0]
    y0 = prisms.corner[last, 1]
    for v in range(prisms.start[k], prisms.start[k + 1]):
        x1 = prisms.corner[v, 0]
        y1 = prisms.corner[v, 1]
        # Inside is left of every edge.
        here = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        change = (x1 - x0) * dy - (y1 - y0) * dx
        if change > 1e-9:
            near = max(near, -here / change)
        elif change < -1e-9:
            far = min(far, -here / change)
        elif here <= 0.0:
            return False
        if far - near <= GRAZE:
            return False
        x0 = x1
        y0 = y1
    return True


@lean_kernel
def ray_meets_body(
    bodies: Bodies, k: int, plan: bool, x: float, y: float, z: float, dx: float, dy: float, dz: float
) -> bool:
    """Whether the stretch runs through the cylinder of body k."""
    fx = x - bodies.place[k, X]
    fy = y - bodies.place[k, Y]
    a = dx * dx + dy * dy
    b = fx * dx + fy * dy
    c = fx * fx + fy * fy - bodies.place[k, ROUND_BY] * bodies.place[k, ROUND_BY]
    near = 0.0
    far = 1.0
    if a < 1e-12:
        if c >= 0.0:
            return False
    else:
        root = b * b - a * c
        if root <= 0.0:
            return False
        root = math.sqrt(root)
        near = max(near, (-b - root) / a)
        far = min(far, (-b + root) / a)
    if not plan:
        if dz > 1e-12 or dz < -1e-12:
            u = (bodies.place[k, Z] - z) / dz
            v = (bodies.place[k, UPPER] - z) / dz
            near = max(near, min(u, v))
            far = min(far, max(u, v))
        elif z <= bodies.place[k, Z] or z >= bodies.place[k, UPPER]:
            return False
    return far - near > GRAZE


@lean_kernel
def blocks_for(bodies: Bodies, question: Question, k: int, i: int, j: int) -> bool:
    """Whether body k stands in the way when i looks at j."""
    if question.blocking == BLOCK_NONE or bodies.mark[k, BLOCKS] == 0 or k in (i, j):
        return False
    if question.blocking == BLOCK_FOES:
        return bool(bodies.mark[k, TEAM] != bodies.mark[i, TEAM])
    if question.blocking == BLOCK_UNLESS_TARGET_LARGER:
        return bool(bodies.place[j, SIZE] <= bodies.place[k, SIZE])
    return True


@lean_kernel
def _between(
    prisms: Prisms, use: Bytes, plan: bool, bodies: Bodies, j: int, from_points: Floats, found: Ints
) -> int:
    """List the parts in use that rays from the points to body j can meet; returns how many they are.

    All those rays run within the strip along the line from the first point to the middle of j that is as
    wide as the points and j are off it, and within the heights of both.
    """
    n = from_points.shape[0]
    x = from_points[0, 0]
    y = from_points[0, 1]
    ux = bodies.place[j, X] - x
    uy = bodies.place[j, Y] - y
    length = math.sqrt(ux * ux + uy * uy)
    if length > 0.5:
        ux /= length
        uy /= length
    else:
        ux = 1.0
        uy = 0.0
    reach = bodies.place[j, ROUND_BY]
    back = min(0.0, length - reach)
    ahead = length + reach
    left = reach
    right = -reach
    low = bodies.place[j, Z]
    high = bodies.place[j, UPPER]
    for p in range(n):
        fx = from_points[p, 0] - x
        fy = from_points[p, 1] - y
        along = fx * ux + fy * uy
        across = fy * ux - fx * uy
        back = min(back, along)
        ahead = max(ahead, along)
        left = max(left, across)
        right = min(right, across)
        low = min(low, from_points[p, 2])
        high = max(high, from_points[p, 2])
    count = 0
    for k in range(prisms.extent.shape[0]):
        if use[k] == 0:
            continue
        if not plan and (prisms.extent[k, BOTTOM] > high + 1.0 or prisms.extent[k, TOP] < low - 1.0):
            continue
        fx = prisms.extent[k, MIDDLE_X] - x
        fy = prisms.extent[k, MIDDLE_Y] - y
        hx = prisms.extent[k, HALF_X]
        hy = prisms.extent[k, HALF_Y]
        along = fx * ux + fy * uy
        across = fy * ux - fx * uy
        half = abs(ux) * hx + abs(uy) * hy + 1.0
        if along + half < back or along - half > ahead:
            continue
        half = abs(uy) * hx + abs(ux) * hy + 1.0
        if across + half < right or across - half > left:
            continue
        found[count] = k
        count += 1
    return count


@straight
@lean_kernel
def lay_out(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    question: Question,
    i: int,
    j: int,
    from_points: Floats,
    columns: int,
    rows: int,
    hides: Bytes,
    near: Ints,
) -> int:
    """How many cells of j's facing silhouette are seen from any of the points; marks in `hides` the parts
    that hide the others from the first point, the one from which the deciding line leaves. `near` is room
    to list parts in."""
    ux = bodies.place[j, X] - bodies.place[i, X]
    uy = bodies.place[j, Y] - bodies.place[i, Y]
    distance = math.sqrt(ux * ux + uy * uy)
    if distance > 0.5:
        ux /= distance
        uy /= distance
    else:
        ux = 1.0
        uy = 0.0
    count = _between(prisms, use, question.plan, bodies, j, from_points, near)
    seen = 0
    for row in range(rows):
        z1 = bodies.place[j, Z] + (bodies.place[j, UPPER] - bodies.place[j, Z]) * (row + 0.5) / rows
        for column in range(columns):
            across = bodies.place[j, ROUND_BY] * (2.0 * (column + 0.5) / columns - 1.0)
            x1 = bodies.place[j, X] - across * uy
            y1 = bodies.place[j, Y] + across * ux
            visible = False
            for n in range(from_points.shape[0]):
                x = from_points[n, 0]
                y = from_points[n, 1]
                z = from_points[n, 2]
                free = True
                for m in range(count):
                    if ray_meets_part(prisms, near[m], question.plan, x, y, z, x1 - x, y1 - y, z1 - z):
                        free = False
                        break
                if free:
                    for k in range(bodies.place.shape[0]):
                        if blocks_for(bodies, question, k, i, j) and ray_meets_body(
                            bodies, k, question.plan, x, y, z, x1 - x, y1 - y, z1 - z
                        ):
                            free = False
                            break
                if free:
                    visible = True
                    break
            if visible:
                seen += 1
            else:
                x = from_points[0, 0]
                y = from_points[0, 1]
                z = from_points[0, 2]
                for m in range(count):
                    k = near[m]
                    if hides[k] == 0 and ray_meets_part(
                        prisms, k, question.plan, x, y, z, x1 - x, y1 - y, z1 - z
                    ):
                        hides[k] = 1
    return seen


@straight
@lean_kernel
def met_on_the_way(
    prisms: Prisms, bodies: Bodies, plan: bool, segment: Floats, met_parts: Bytes, met_bodies: Bytes
) -> None:
    """Mark every part, opaque or not, and every body that the segment runs through."""
    x = segment[0]
    y = segment[1]
    z = segment[2]
    dx = segment[3] - x
    dy = segment[4] - y
    dz = segment[5] - z
    for k in range(prisms.extent.shape[0]):
        met_parts[k] = 1 if ray_meets_part(prisms, k, plan, x, y, z, dx, dy, dz) else 0
    for k in range(bodies.place.shape[0]):
        met_bodies[k] = 1 if ray_meets_body(bodies, k, plan, x, y, z, dx, dy, dz) else 0
