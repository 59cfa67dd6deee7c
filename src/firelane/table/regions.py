"""Which lines are free, as regions of a plane: the exact heart of sight.

A line between two parallel planes is fixed by its places p and q on them; at the fraction l of the way
it is at (1 - l) p + l q. An obstacle corner at fraction l and place y lies on one side of the line or
the other by the sign of (1 - l) p + l q - y: linear in (p, q). So the lines that pass a convex
obstacle on its plus side are a convex region of the (p, q) plane, those on its minus side another, and
the lines that pass all obstacles are found by cutting one convex polygon again and again and branching
where both sides stay open. Nothing is sampled.

It serves twice: in plan, where p and q are places left and right of the axis, and upright, where they
are heights at the two ends.

An obstacle k is the rows of (l, above, below) from heads[k, START] to heads[k + 1, START]: plus means
(1 - l) p + l q >= above for every row, minus means <= below for every row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from firelane.table.fast import NO, ZERO, Floats, Ints, lean_kernel

CORNERS = 40
"""The most corners that a region may have; a cut that would make more is left out of the shape (the
line chosen is tested once more against every obstacle, so no false line comes of it)."""
LEAVES = 48
"""The most free regions kept of one question."""
EPSILON = 1e-3
"""In mils: a gap that is exactly wide enough counts as wide enough in spite of rounding."""

START, SIDE = 0, 1
"""Columns of `heads`."""
CORNER_COUNT, FOLLOWING = 0, 1
"""Columns of `marks`."""

DEAD = -1
ASIDE = 0
PLUS = 1
MINUS = 2
BOTH = 3


class Regions(NamedTuple):
    """Room in which to work. Few arrays, for each costs time to compile and to hand on."""

    rows: Floats
    heads: Ints
    polygon: Floats
    """First the leaves, then the stack, at the end three for scratch; a line that was found is the first
    corner of the last of them."""
    marks: Ints


def room_for(obstacles: int, rows: int) -> Regions:
    """Room for so many obstacles with so many rows in all."""
    polygons = 2 * LEAVES + obstacles + 5
    return Regions(
        rows=np.empty((rows, 3)),
        heads=np.zeros((obstacles + 2, 2), np.int64),
        polygon=np.empty((polygons, CORNERS, 2)),
        marks=np.zeros((polygons, 2), np.int64),
    )


@lean_kernel
def sides_open(r: Regions, k: int, p_low: float, p_high: float, q_low: float, q_high: float) -> int:
    """Which sides of obstacle k are open to lines of the rectangle; both weights are positive, so the
    corner with the greatest p and q is the best for the plus side, the opposite one for minus."""
    plus = True
    minus = True
    aside_plus = True
    aside_minus = True
    for i in range(r.heads[k, START], r.heads[k + 1, START]):
        l = r.rows[i, 0]  # noqa: E741
        above = r.rows[i, 1]
        below = r.rows[i, 2]
        high = (1.0 - l) * p_high + l * q_high
        low = (1.0 - l) * p_low + l * q_low
        plus = plus and high >= above - EPSILON
        minus = minus and low <= below + EPSILON
        aside_plus = aside_plus and low >= above
        aside_minus = aside_minus and high <= below
    if aside_plus or aside_minus:
        return ASIDE
    if plus:
        return BOTH if minus else PLUS
    return MINUS if minus else DEAD


@lean_kernel
def cut(polygon: Floats, at: int, n: int, a: float, b: float, c: float) -> int:
    """Keep of the convex polygon `at` what has a p + b q >= c. It is changed; returns its corners."""
    keep = 0
    for i in range(n):
        if a * polygon[at, i, 0] + b * polygon[at, i, 1] - c >= -EPSILON:
            keep += 1
    if keep == n:
        return n
    if keep == 0:
        return 0
    other = polygon.shape[0] - 1
    m = 0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        here = a * polygon[at, i, 0] + b * polygon[at, i, 1] - c + EPSILON
        there = a * polygon[at, j, 0] + b * polygon[at, j, 1] - c + EPSILON
        if here >= 0.0 and m < CORNERS:
            polygon[other, m, 0] = polygon[at, i, 0]
            polygon[other, m, 1] = polygon[at, i, 1]
            m += 1
        if (here >= 0.0) != (there >= 0.0) and m < CORNERS:
            t = here / (here - there)
            polygon[other, m, 0] = polygon[at, i, 0] + t * (polygon[at, j, 0] - polygon[at, i, 0])
            polygon[other, m, 1] = polygon[at, i, 1] + t * (polygon[at, j, 1] - polygon[at, i, 1])
            m += 1
    for i in range(m):
        polygon[at, i, 0] = polygon[other, i, 0]
        polygon[at, i, 1] = polygon[other, i, 1]
    return m


@lean_kernel
def cut_side(r: Regions, k: int, plus: bool, at: int, n: int) -> int:
    """Keep the lines that pass obstacle k on its plus side, or on its minus side."""
    sign = 1.0 if plus else -1.0
    column = 1 if plus else 2
    for i in range(r.heads[k, START], r.heads[k + 1, START]):
        l = r.rows[i, 0]  # noqa: E741
        n = cut(r.polygon, at, n, sign * (1.0 - l), sign * l, sign * r.rows[i, column])
        if n == 0:
            return 0
    return n


@lean_kernel
def is_free(r: Regions, first: int, end: int, p: float, q: float) -> bool:
    """Whether the line (p, q) passes the obstacles first to end, by the definition itself."""
    for k in range(first, end):
        plus = True
        minus = True
        for i in range(r.heads[k, START], r.heads[k + 1, START]):
            here = (1.0 - r.rows[i, 0]) * p + r.rows[i, 0] * q
            plus = plus and here >= r.rows[i, 1] - 2.0 * EPSILON
            minus = minus and here <= r.rows[i, 2] + 2.0 * EPSILON
        if not (plus or minus):
            return False
    return True


@lean_kernel
def copy(r: Regions, source: int, target: int, n: int) -> None:
    """Copy one polygon over another."""
    for i in range(n):
        r.polygon[target, i, 0] = r.polygon[source, i, 0]
        r.polygon[target, i, 1] = r.polygon[source, i, 1]


@lean_kernel
def explore(r: Regions, leaves: int, first: int, end: int, only_one: bool) -> int:
    """Cut the leaves by the obstacles first to end.

    With `only_one` it stops at the first free line, puts it in the last polygon and returns 1, and the leaves
    stay as they were. Otherwise the free regions take the place of the leaves, and their number is
    returned.
    """
    here = r.polygon.shape[0] - 3
    branch = here + 1
    height = ZERO + LEAVES
    for k in range(leaves):
        copy(r, k, height, r.marks[k, CORNER_COUNT])
        r.marks[height, CORNER_COUNT] = r.marks[k, CORNER_COUNT]
        r.marks[height, FOLLOWING] = first
        height += 1
    kept = ZERO
    while height > LEAVES:
        height -= 1
        n = r.marks[height, CORNER_COUNT]
        k = r.marks[height, FOLLOWING]
        copy(r, height, here, n)
        while k < end and n > 0:
            side = r.heads[k, SIDE]
            if side == BOTH:
                copy(r, here, branch, n)
                m = cut_side(r, k, NO, branch, n)
                # A full stack lets the branch go: it has room for every leaf and every obstacle.
                if m > 0 and height < here:
                    copy(r, branch, height, m)
                    r.marks[height, CORNER_COUNT] = m
                    r.marks[height, FOLLOWING] = k + 1
                    height += 1
            n = cut_side(r, k, side != MINUS, here, n)
            k += 1
        if n == 0:
            continue
        if only_one:
            p = 0.0
            q = 0.0
            for i in range(n):
                p += r.polygon[here, i, 0]
                q += r.polygon[here, i, 1]
            p /= n
            q /= n
            if is_free(r, first, end, p, q):
                r.polygon[here + 2, 0, 0] = p
                r.polygon[here + 2, 0, 1] = q
                return 1
        elif kept < LEAVES:
            copy(r, here, kept, n)
            r.marks[kept, CORNER_COUNT] = n
            kept += 1
    return kept
