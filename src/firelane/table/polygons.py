"""Polygons in plan with whole-number corners: exact where the answer is yes or no.

Comparisons are made between whole numbers (cross products, squares), so no answer here depends on
rounding. A footprint is a simple polygon, given either way round.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Footprint: TypeAlias = tuple[Point, ...]


def cross(o: Point, a: Point, b: Point) -> int:
    """Twice the signed area of the triangle o, a, b: positive when it turns left."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def twice_area(footprint: Footprint) -> int:
    """Twice the signed area: positive when the corners run counter-clockwise."""
    return sum(
        a[0] * b[1] - a[1] * b[0] for a, b in zip(footprint, (*footprint[1:], footprint[0]), strict=True)
    )


def contains(footprint: Footprint, x: int, y: int) -> bool:
    """Whether the point lies in the polygon, its outline included."""
    inside = False
    for a, b in zip(footprint, (*footprint[1:], footprint[0]), strict=True):
        turn = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        if turn == 0 and min(a[0], b[0]) <= x <= max(a[0], b[0]) and min(a[1], b[1]) <= y <= max(a[1], b[1]):
            return True
        if (a[1] > y) != (b[1] > y) and (turn > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


def disc_overlaps(outline: Footprint, x: int, y: int, diameter: int) -> bool:
    """Whether a disc shares a point with the polygon (or, for two corners, with the stretch between them)."""
    return (len(outline) > 2 and contains(outline, x, y)) or meets_rim(outline, x, y, diameter)


def meets_rim(outline: Footprint, x: int, y: int, diameter: int) -> bool:
    """Whether a disc shares a point with the sides of the polygon; all in whole numbers."""
    square = diameter * diameter
    ax, ay = outline[-1]
    for bx, by in outline:
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        along, length = ex * px + ey * py, ex * ex + ey * ey
        if along <= 0:
            near = 4 * (px * px + py * py) <= square
        elif along >= length:
            near = 4 * ((x - bx) ** 2 + (y - by) ** 2) <= square
        else:
            near = 4 * (ex * py - ey * px) ** 2 <= square * length
        if near:
            return True
        ax, ay = bx, by
    return False


def distance_squared(outline: Footprint, x: int, y: int) -> tuple[int, int]:
    """The squared distance from the point to the polygon as a fraction (numerator, denominator), exact."""
    if contains(outline, x, y):
        return 0, 1
    best: tuple[int, int] | None = None
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        ex, ey, px, py = b[0] - a[0], b[1] - a[1], x - a[0], y - a[1]
        along, length = ex * px + ey * py, ex * ex + ey * ey
        if along <= 0:
            found = (px * px + py * py, 1)
        elif along >= length:
            found = ((x - b[0]) ** 2 + (y - b[1]) ** 2, 1)
        else:
            found = ((ex * py - ey * px) ** 2, length)
        if best is None or found[0] * best[1] < best[0] * found[1]:
            best = found
    assert best is not None, "a footprint has corners"
    return best


def is_simple(footprint: Footprint) -> bool:
    """Whether the polygon has three corners or more, some area, and an outline that never meets itself."""
    n = len(footprint)
    if n < 3 or len(set(footprint)) < n or twice_area(footprint) == 0:
        return False
    edges = list(zip(footprint, (*footprint[1:], footprint[0]), strict=True))
    for i in range(n):
        a, b = edges[i]
        for j in range(i + 1, n):
            c, d = edges[j]
            if j == i + 1 or (i == 0 and j == n - 1):
                shared, other, far = (b, a, d) if j == i + 1 else (a, b, c)
                folds_back = cross(other, shared, far) == 0 and (
                    (other[0] - shared[0]) * (far[0] - shared[0])
                    + (other[1] - shared[1]) * (far[1] - shared[1])
                    > 0
                )
                if folds_back:
                    return False
            elif stretches_meet(a, b, c, d):
                return False
    return True


def stretches_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches share a point, their ends included."""
    turns = (_sign(cross(a, b, c)), _sign(cross(a, b, d)), _sign(cross(c, d, a)), _sign(cross(c, d, b)))
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    return (
        (turns[0] == 0 and _within(a, b, c))
        or (turns[1] == 0 and _within(a, b, d))
        or (turns[2] == 0 and _within(c, d, a))
        or (turns[3] == 0 and _within(c, d, b))
    )


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _within(a: Point, b: Point, p: Point) -> bool:
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


@lru_cache(maxsize=4096)
def convex_parts(footprint: Footprint) -> tuple[Footprint, ...]:
    """The polygon cut into convex parts, each counter-clockwise: ears cut off, then joined again.

    Raises ValueError for an outline that is not simple.
    """
    if not is_simple(footprint):
        raise ValueError(f"not a simple polygon: {footprint}")
    corners = _without_straight(footprint if twice_area(footprint) > 0 else footprint[::-1])
    if _is_convex(corners):
        return (corners,)
    return _joined(_triangles(corners))


def _without_straight(corners: Footprint) -> Footprint:
    """The same outline without corners that lie on a straight edge."""
    n = len(corners)
    return tuple(corners[i] for i in range(n) if cross(corners[i - 1], corners[i], corners[(i + 1) % n]) != 0)


def _is_convex(corners: Footprint) -> bool:
    n = len(corners)
    return all(cross(corners[i - 1], corners[i], corners[(i + 1) % n]) >= 0 for i in range(n))


def _triangles(corners: Footprint) -> list[Footprint]:
    left = list(corners)
    found: list[Footprint] = []
    while len(left) > 3:
        for i in range(len(left)):
            a, b, c = left[i - 1], left[i], left[(i + 1) % len(left)]
            turn = cross(a, b, c)
            if turn == 0:
                del left[i]
                break
            if turn > 0 and not any(
                p not in (a, b, c) and cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0
                for p in left
            ):
                found.append((a, b, c))
                del left[i]
                break
        else:
            raise ValueError(f"no ear found in {corners}")
    if cross(left[0], left[1], left[2]) != 0:
        found.append((left[0], left[1], left[2]))
    return found


def _joined(parts: list[Footprint]) -> tuple[Footprint, ...]:
    """Neighbours joined over a shared edge for as long as what comes out is convex."""
    joined = True
    while joined:
        joined = False
        for i in range(len(parts)):
            for j in range(i + 1, len(parts)):
                both = _join(parts[i], parts[j])
                if both is not None:
                    parts[i] = both
                    del parts[j]
                    joined = True
                    break
            if joined:
                break
    return tuple(parts)


def _join(p: Footprint, q: Footprint) -> Footprint | None:
    for i in range(len(p)):
        a, b = p[i], p[(i + 1) % len(p)]
        for j in range(len(q)):
            if q[j] == b and q[(j + 1) % len(q)] == a:
                rest_of_p = [p[(i + 1 + k) % len(p)] for k in range(len(p))]
                rest_of_q = [q[(j + 2 + k) % len(q)] for k in range(len(q) - 2)]
                both = _without_straight((*rest_of_p, *rest_of_q))
                return both if _is_convex(both) else None
    return None
