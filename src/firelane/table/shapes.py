"""Outlines in plan from what people write: boxes, discs, strips along a line; moved, turned, mirrored.

All come out with whole-number corners. Corners that two neighbours share are computed once, so that
walls meet without a slit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, radians, sin

from firelane.table.polygons import Footprint, convex_parts, cross, twice_area

Inches = tuple[float, float]


def mils(points: Sequence[Inches]) -> Footprint:
    """Corners in inches as corners in mils."""
    return tuple((round(x * 1000), round(y * 1000)) for x, y in points)


def box(x: float, y: float, width: float, depth: float) -> list[Inches]:
    """A rectangle from its south-west corner."""
    return [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]


def ngon(x: float, y: float, radius: float, corners: int) -> list[Inches]:
    """A regular polygon about a centre, with a flat side to the south."""
    start = -pi / 2 + pi / corners
    return [
        (x + radius * cos(start + 2 * pi * i / corners), y + radius * sin(start + 2 * pi * i / corners))
        for i in range(corners)
    ]


def strip(line: Sequence[Inches], thickness: float) -> list[Inches]:
    """A band along a line of two points or more, with mitred bends."""
    left, right = [], []
    for i, (x, y) in enumerate(line):
        before = _direction(line[i - 1], line[i]) if i > 0 else _direction(line[i], line[i + 1])
        after = _direction(line[i], line[i + 1]) if i < len(line) - 1 else before
        mx, my = _mitre(before, after)
        left.append((x + mx * thickness / 2, y + my * thickness / 2))
        right.append((x - mx * thickness / 2, y - my * thickness / 2))
    return right + left[::-1]


def inset(outline: Sequence[Inches], by: float) -> list[Inches]:
    """The outline (counter-clockwise) moved inwards by so much, corner for corner."""
    found = []
    n = len(outline)
    for i in range(n):
        before = _direction(outline[i - 1], outline[i])
        after = _direction(outline[i], outline[(i + 1) % n])
        mx, my = _mitre(before, after)
        found.append((outline[i][0] + mx * by, outline[i][1] + my * by))
    return found


def counter_clockwise(outline: Sequence[Inches]) -> list[Inches]:
    """The same outline, its corners counter-clockwise."""
    return list(outline) if twice_area(mils(outline)) >= 0 else list(outline)[::-1]


def turned(points: Sequence[Inches], about: Inches, degrees: float) -> list[Inches]:
    """The points turned counter-clockwise about one of them or any other."""
    if degrees == 0:
        return list(points)
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [
        (
            about[0] + (x - about[0]) * c - (y - about[1]) * s,
            about[1] + (x - about[0]) * s + (y - about[1]) * c,
        )
        for x, y in points
    ]


def middle(points: Sequence[Inches]) -> Inches:
    """The middle of the box around the points: about it things are turned."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def mirrored(footprint: Footprint, width: int, depth: int, how: str) -> Footprint:
    """The footprint on the other side of the table: how is "point", "x" (left-right) or "y" (up-down).

    The corners keep their turning sense, so that a mirrored thing is the same thing to every test.
    """
    x = how in ("point", "x")
    y = how in ("point", "y")
    moved = tuple((width - px if x else px, depth - py if y else py) for px, py in footprint)
    return moved if how == "point" else moved[::-1]


def overlap(a: Footprint, b: Footprint, slack: int = 0) -> bool:
    """Whether two simple polygons share more than their edges: run into each other by more than `slack`."""
    if not _boxes_overlap(a, b, slack):
        return False
    return any(
        not (_kept_out(p, q, slack) or _kept_out(q, p, slack))
        for p in convex_parts(a)
        for q in convex_parts(b)
    )


def _boxes_overlap(a: Footprint, b: Footprint, slack: int) -> bool:
    return all(
        min(p[i] for p in a) + slack < max(q[i] for q in b)
        and max(p[i] for p in a) > min(q[i] for q in b) + slack
        for i in (0, 1)
    )


def _kept_out(p: Footprint, q: Footprint, slack: int) -> bool:
    """Whether an edge of p has all of q on its outer side, but for the slack."""
    return any(
        all(cross(a, b, c) <= slack * hypot(b[0] - a[0], b[1] - a[1]) for c in q)
        for a, b in zip(p, (*p[1:], p[0]), strict=True)
    )


def _direction(a: Inches, b: Inches) -> Inches:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _mitre(before: Inches, after: Inches) -> Inches:
    """From a bend towards the left, as long as keeps both bands their full width."""
    nx, ny = -before[1] - after[1], before[0] + after[0]
    if (
        nx * nx + ny * ny < 1e-6
    ):  # the line turns back on itself: no mitre, and the check for crossings finds it
        return -before[1], before[0]
    scale = 2 / (nx * nx + ny * ny)
    return nx * scale, ny * scale
