"""Is there a free corridor between two bodies? The kernel that decides every line of sight.

A corridor is a square patch (3 mm by 3 mm, say) of the one body's facing silhouette, swept in a
straight line to an equal patch of the other's. Facing means: upright and square to the line between
the two centres. A body is an upright cylinder; every patch that lies in it counts, on the plane
through its axis or before or behind it. The corridor is free when no opaque part and no blocking body
meets it.

How it is decided (see `regions`): for two such planes, first the parts that no line can pass over or
under are taken in plan, which leaves a few regions of free plan lines, or none. What is lower, or
hangs, is judged next. Where nothing hangs, raising either end never blocks, so the two highest
patches decide, exactly in plan. Where something hangs (a lintel, a bridge, a roof overhead), a set of
plan lines of each region is judged exactly in heights, and a set of heights exactly in plan. Other
pairs of planes are tried only when the axis planes find nothing.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from firelane.table.compiled import BOTTOM, FAR, RING, ROUND, SIGHT_BOTTOM, TOP, Prisms, near_strip
from firelane.table.fast import DIRECTIONS, FOUR, ONE, YES, ZERO, Bytes, Floats, Ints, kernel
from firelane.table.regions import (
    ASIDE,
    CORNER_COUNT,
    CORNERS,
    DEAD,
    EPSILON,
    LEAVES,
    SIDE,
    START,
    Regions,
    cut,
    explore,
    room_for,
    sides_open,
)

BLOCK_NONE, BLOCK_ALL, BLOCK_FOES, BLOCK_UNLESS_TARGET_LARGER = 0, 1, 2, 3
ARC_NONE, ARC_TARGET, ARC_DIRECTION = 0, 1, 2
SECANTS = 24
RING_REACH = 1.0 / math.cos(math.pi / ROUND)


class Bodies(NamedTuple):
    """Upright cylinders: whoever looks, is looked at or stands in between."""

    place: Floats
    """Per body: X, Y, Z (its bottom), UPPER (its top), ROUND_BY (its radius), SIZE (its full height)."""
    mark: Ints
    """Per body: TEAM, BLOCKS (whether it can stand in the way), FACING."""


X, Y, Z, UPPER, ROUND_BY, SIZE = 0, 1, 2, 3, 4, 5
TEAM, BLOCKS, FACING = 0, 1, 2


class Question(NamedTuple):
    """How to look; `sight.SightRules` says what each means."""

    patch: float
    plan: bool
    eye: float
    from_axis: bool
    to_axis: bool
    blocking: int
    arc: int
    from_arc: bool
    left: int
    right: int
    touch: float


class Pair(NamedTuple):
    """One question in the frame of the line between the two centres: u along it, v to its left."""

    ux: float
    uy: float
    distance: float
    ra: float
    rb: float
    half: float
    """Half the width of the corridor, and half its height:"""
    rise: float
    a_low: float
    a_high: float
    b_low: float
    b_high: float
    """The levels between which the middle of the patch may lie at either end."""
    arc: int
    from_arc: bool
    wide: bool
    """Whether the arc is wider than a half circle, so that either of its edges allows what it allows."""
    right_u: float
    right_v: float
    left_u: float
    left_v: float


class Work(NamedTuple):
    """Room in which to work, made once for a batch of questions. Few arrays: each costs time."""

    stamp: Ints
    """Per part the number of the question that last met it; at the end that number itself."""
    listed: Ints
    """Per thing in the way: NEAR, FIRST, SHAPE, PARTIAL; the row after the last has FIRST only."""
    corner: Floats
    """Corners in the frame of the line between the centres: along it and across it."""
    extent: Floats
    """Per thing in the way: LOW, HIGH, NEAREST, FARTHEST; for a circle ALONG, ACROSS and RADIUS too."""
    plan: Regions
    upright: Regions
    line: Floats
    """From ANSWER on the line found: p and q in plan, heights at either end, plane before A and beyond B;
    from PLANES on pairs of planes to be tried; from TRIAL on plan lines to be tried."""
    state: Ints
    """KILLER: the thing that ended the last attempt; HEIGHTS: whether heights mattered so far."""


NEAR, FIRST, SHAPE, PARTIAL = 0, 1, 2, 3
POLYGON, CIRCLE, LAID_OUT_CIRCLE = 0, 1, 2
LOW, HIGH, NEAREST, FARTHEST, ALONG, ACROSS, RADIUS = 0, 1, 2, 3, 4, 5, 6
KILLER, HEIGHTS = 0, 1
ANSWER, PLANES, TRIAL = 0, 3, 80


def work_for(prisms: Prisms, bodies: int, doorways: int = 0) -> Work:
    """Room for questions about these parts and so many bodies."""
    longest = int(np.diff(prisms.start).max(initial=0))
    obstacles = len(prisms.extent) + bodies + doorways + 1
    corners = len(prisms.corner) + bodies * ROUND + doorways * longest + 8
    return Work(
        stamp=np.zeros(len(prisms.extent) + 1, np.int64),
        listed=np.zeros((obstacles + 1, 4), np.int64),
        corner=np.empty((corners, 2)),
        extent=np.empty((obstacles, 7)),
        plan=room_for(2 * obstacles, 2 * corners + 8 * obstacles + SECANTS * (bodies + 1)),
        upright=room_for(obstacles, 2 * obstacles + 8),
        line=np.empty((TRIAL + LEAVES * (6 * CORNERS + 1), 2)),
        state=np.zeros(2, np.int64),
    )


@kernel
def gather(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    doorways: Ints,
    question: Question,
    i: int,
    j: int,
    ux: float,
    uy: float,
    distance: float,
    pair_half: float,
    w: Work,
) -> int:
    """List what may stand in the way, in the frame of the line between the centres; -1 when one thing
    alone bars every line, as a large building does."""
    x = bodies.place[i, X]
    y = bodies.place[i, Y]
    back = bodies.place[i, ROUND_BY]
    ahead = distance + bodies.place[j, ROUND_BY]
    half = max(bodies.place[i, ROUND_BY], bodies.place[j, ROUND_BY], question.patch)
    tick = w.stamp[-1] + 1
    w.stamp[-1] = tick
    count = near_strip(prisms, use, own_row(use, i), x, y, ux, uy, back, ahead, half, w.stamp, tick, w.listed)
    for row in range(doorways.shape[0]):
        occupant = doorways[row, 0]
        if occupant != i and occupant != j and bodies.mark[occupant, BLOCKS] != 0:
            w.listed[count, NEAR] = doorways[row, 1]
            count += 1
    floor = min(bodies.place[i, Z], bodies.place[j, Z])
    if question.plan:
        ceiling = max(bodies.place[i, Z], bodies.place[j, Z]) + question.eye
    else:
        ceiling = max(bodies.place[i, UPPER], bodies.place[j, UPPER])
    listed = 0
    corner = 0
    for c in range(count):
        k = w.listed[c, NEAR]
        if prisms.extent[k, TOP] <= floor or prisms.extent[k, BOTTOM] >= ceiling:
            continue
        first = corner
        nearest = FAR
        farthest = -FAR
        leftmost = -FAR
        rightmost = FAR
        for v in range(prisms.start[k], prisms.start[k + 1]):
            dx = prisms.corner[v, 0] - x
            dy = prisms.corner[v, 1] - y
            along = dx * ux + dy * uy
            across = dy * ux - dx * uy
            w.corner[corner, 0] = along
            w.corner[corner, 1] = across
            nearest = min(nearest, along)
            farthest = max(farthest, along)
            rightmost = min(rightmost, across)
            leftmost = max(leftmost, across)
            corner += 1
        if leftmost <= -half or rightmost >= half or farthest <= -back or nearest >= ahead:
            corner = first
            continue
        whole = question.plan or (prisms.extent[k, SIGHT_BOTTOM] <= floor and prisms.extent[k, TOP] >= ceiling)
        if whole and bars_all(w.corner, first, corner, bodies.place[i, ROUND_BY], bodies.place[j, ROUND_BY], distance, pair_half):
            return -1
        w.listed[listed, FIRST] = first
        w.listed[listed, SHAPE] = POLYGON
        w.extent[listed, LOW] = -FAR if question.plan else prisms.extent[k, SIGHT_BOTTOM]
        w.extent[listed, HIGH] = FAR if question.plan else prisms.extent[k, TOP]
        w.extent[listed, NEAREST] = nearest
        w.extent[listed, FARTHEST] = farthest
        listed += 1
    if question.blocking != BLOCK_NONE:
        for k in range(bodies.place.shape[0]):
            if bodies.mark[k, BLOCKS] == 0 or k == i or k == j:
                continue
            dx = bodies.place[k, X] - x
            dy = bodies.place[k, Y] - y
            radius = bodies.place[k, ROUND_BY]
            across = dy * ux - dx * uy
            if abs(across) >= half + radius:
                continue
            along = dx * ux + dy * uy
            if along <= -back - radius or along >= ahead + radius:
                continue
            if bodies.place[k, UPPER] <= floor or bodies.place[k, Z] >= ceiling:
                continue
            if question.blocking == BLOCK_FOES and bodies.mark[k, TEAM] == bodies.mark[i, TEAM]:
                continue
            if question.blocking == BLOCK_UNLESS_TARGET_LARGER and bodies.place[j, SIZE] > bodies.place[k, SIZE]:
                continue
            w.listed[listed, FIRST] = corner
            w.listed[listed, SHAPE] = CIRCLE
            corner += ROUND
            w.extent[listed, LOW] = -FAR if question.plan else bodies.place[k, Z]
            w.extent[listed, HIGH] = FAR if question.plan else bodies.place[k, UPPER]
            w.extent[listed, NEAREST] = along - radius
            w.extent[listed, FARTHEST] = along + radius
            w.extent[listed, ALONG] = along
            w.extent[listed, ACROSS] = across
            w.extent[listed, RADIUS] = radius
            listed += 1
    w.listed[listed, FIRST] = corner
    return listed


@kernel
def bars_all(
    corner: Floats, first: int, end: int, ra: float, rb: float, distance: float, half: float
) -> bool:
    """Whether a thing of full height alone bars every corridor between the two bodies, whatever the planes:
    what of it lies between the discs reaches beyond the outermost lines on both sides."""
    x0 = ra
    x1 = distance - rb
    if x1 <= x0:
        return False
    stretch = stretch_of(ra + rb, distance)
    a = ra * stretch - half
    slope = (rb * stretch - half - a) / distance
    left = False
    right = False
    px = corner[end - 1, 0]
    py = corner[end - 1, 1]
    for v in range(first, end):
        x = corner[v, 0]
        y = corner[v, 1]
        for bound in range(2):
            at = x0 if bound == 0 else x1
            if (px < at) != (x < at):
                here = py + (y - py) * ((at - px) / (x - px))
                left = left or here + half > a + slope * at + EPSILON
                right = right or here - half < -a - slope * at - EPSILON
        if x >= x0 and x <= x1:
            left = left or y + half > a + slope * x + EPSILON
            right = right or y - half < -a - slope * x - EPSILON
        if left and right:
            return True
        px = x
        py = y
    return False


@kernel
def stretch_of(radii: float, distance: float) -> float:
    """How many times its radius from a disc's centre a line that meets both discs can cross the plane
    through the disc's axis: the steepest such line is the tangent between them."""
    steepest = radii / distance
    return 1.0 / math.sqrt(max(1.0 - steepest * steepest, 0.01))


@kernel
def own_row(use: Bytes, i: int) -> int:
    """The row of looker i, where every looker has its own; else the one row there is."""
    return i if use.shape[0] > 1 else 0


@kernel
def lay_out_circle(w: Work, c: int) -> None:
    """Write the corners of the polygon that stands for listed circle c."""
    first = w.listed[c, FIRST]
    reach = w.extent[c, RADIUS] * RING_REACH
    for v in range(ROUND):
        w.corner[first + v, 0] = w.extent[c, ALONG] + reach * RING[v, 0]
        w.corner[first + v, 1] = w.extent[c, ACROSS] + reach * RING[v, 1]
    w.listed[c, SHAPE] = LAID_OUT_CIRCLE


@kernel
def add_slice(
    w: Work, c: int, k: int, plane: float, depth: float, low: float, high: float, half: float
) -> int:
    """Write obstacle k: what listed thing c has between the fractions low and high. Returns its rows."""
    if w.listed[c, SHAPE] == CIRCLE:
        lay_out_circle(w, c)
    rows = w.plan.rows
    row = w.plan.index[k, START]
    end = w.listed[c + 1, FIRST]
    l0 = (w.corner[end - 1, 0] - plane) / depth
    y0 = w.corner[end - 1, 1]
    for v in range(w.listed[c, FIRST], end):
        l1 = (w.corner[v, 0] - plane) / depth
        y1 = w.corner[v, 1]
        for bound in range(2):
            at = low if bound == 0 else high
            if (l0 < at) != (l1 < at):
                y = y0 + (y1 - y0) * ((at - l0) / (l1 - l0))
                rows[row, 0] = at
                rows[row, 1] = y + half
                rows[row, 2] = y - half
                row += 1
        if l1 >= low and l1 <= high:
            rows[row, 0] = l1
            rows[row, 1] = y1 + half
            rows[row, 2] = y1 - half
            row += 1
        l0 = l1
        y0 = y1
    w.plan.index[k + 1, START] = row
    return int(row - w.plan.index[k, START])


@kernel
def add_circle(w: Work, c: int, k: int, plane: float, depth: float, steepest: float, half: float) -> None:
    """Write obstacle k: the whole of listed circle c.

    The distance across the axis that a line of slope m must keep is radius * sqrt(1 + m * m), a convex
    function; secants lie above it, by half a mil at most.
    """
    rows = w.plan.rows
    row = w.plan.index[k, START]
    radius = w.extent[c, RADIUS]
    across = w.extent[c, ACROSS]
    fraction = (w.extent[c, ALONG] - plane) / depth
    pieces = min(2 * (int(12.0 * steepest) + 1), SECANTS)
    step = 2.0 * steepest / pieces
    for n in range(pieces):
        m0 = -steepest + n * step
        m1 = m0 + step
        g0 = math.sqrt(1.0 + m0 * m0)
        g1 = math.sqrt(1.0 + m1 * m1)
        tilt = (g1 - g0) / step if step > 0.0 else 0.0
        level = g0 - tilt * m0
        rows[row, 0] = fraction - radius * tilt / depth
        rows[row, 1] = across + radius * level + half
        rows[row, 2] = across - radius * level - half
        row += 1
    w.plan.index[k + 1, START] = row


@kernel
def rectangle(r: Regions, at: int, p_low: float, p_high: float, q_low: float, q_high: float) -> None:
    """Make leaf `at` the rectangle of all lines between two stretches."""
    for corner in range(4):
        r.polygon[at, corner, 0] = p_high if corner == 1 or corner == 2 else p_low
        r.polygon[at, corner, 1] = q_high if corner >= 2 else q_low
    r.count[at, CORNER_COUNT] = 4


@kernel
def first_leaves(pair: Pair, a: float, b: float, p_half: float, q_half: float, r: Regions) -> int:
    """The plan lines of two planes that the arc of the one who looks allows: none, one region or two."""
    count = ZERO
    for half_plane in range(2 if pair.wide else 1):
        rectangle(r, count, -p_half, p_half, -q_half, q_half)
        n = FOUR
        if pair.arc != ARC_NONE:
            for edge in range(2):
                if n == 0 or (pair.wide and edge != half_plane):
                    continue
                # Left of the right-hand edge, cross(right, line) >= 0; right of the left-hand one likewise.
                eu = pair.right_u if edge == 0 else -pair.left_u
                ev = pair.right_v if edge == 0 else -pair.left_v
                if pair.arc == ARC_DIRECTION:
                    n = cut(r.polygon, count, n, -eu, eu, ev * (pair.distance + b - a))
                else:
                    n = cut(r.polygon, count, n, 0.0, eu, ev * (pair.distance + b))
                    if pair.from_arc and n > 0:
                        n = cut(r.polygon, count, n, eu, 0.0, ev * a)
        if n > 0:
            r.count[count, CORNER_COUNT] = n
            count += 1
    return count


@kernel
def between_planes(pair: Pair, listed: int, a: float, b: float, thorough: bool, w: Work) -> bool:
    """Whether a corridor is free between the plane `a` before A's axis and the plane `b` beyond B's."""
    depth = pair.distance + b - a
    if depth < 1.0:
        return False
    half = pair.half
    rise = pair.rise
    p_half = 0.0
    q_half = 0.0
    if pair.ra > 0.0:
        p_half = math.sqrt(max(pair.ra * pair.ra - a * a, 0.0)) - half
    if pair.rb > 0.0:
        q_half = math.sqrt(max(pair.rb * pair.rb - b * b, 0.0)) - half
    if p_half < -EPSILON or q_half < -EPSILON:
        return False
    p_half = max(p_half, 0.0)
    q_half = max(q_half, 0.0)
    plan = w.plan
    leaves = first_leaves(pair, a, b, p_half, q_half, plan)
    if leaves == 0:
        return False
    full = ZERO
    partial = ZERO
    hanging = False
    plan.index[0, START] = 0
    killer = w.state[KILLER]
    # The thing that ended the last attempt is the likeliest to end this one, so it goes first.
    for turn in range(-1, listed):
        if turn == killer or (turn < 0 and killer < 0):
            continue
        c = killer if turn < 0 else turn
        l0 = (w.extent[c, NEAREST] - a) / depth
        l1 = (w.extent[c, FARTHEST] - a) / depth
        if l1 <= 0.0 or l0 >= 1.0:
            continue
        inside = l0 > 0.0 and l1 < 1.0
        l0 = max(l0, 0.0)
        l1 = min(l1, 1.0)
        low = w.extent[c, LOW] - rise
        high = w.extent[c, HIGH] + rise
        lowest = pair.a_low + (l0 if pair.b_low > pair.a_low else l1) * (pair.b_low - pair.a_low)
        highest = pair.a_high + (l1 if pair.b_high > pair.a_high else l0) * (pair.b_high - pair.a_high)
        if high <= lowest + EPSILON or low >= highest - EPSILON:
            continue
        under = low >= lowest - EPSILON
        over = high <= highest + EPSILON
        if w.listed[c, SHAPE] != POLYGON and inside and not under and not over:
            add_circle(w, c, full, a, depth, (p_half + q_half) / depth, half)
        else:
            add_slice(w, c, full, a, depth, 0.0, 1.0, half)
        side = sides_open(plan, full, -p_half, p_half, -q_half, q_half)
        if side == ASIDE:
            continue
        if under or over:
            w.listed[partial, PARTIAL] = c
            partial += 1
            hanging = hanging or under
            continue
        if side == DEAD:
            w.state[KILLER] = c
            return False
        plan.index[full, SIDE] = side
        full += 1
    if partial > 0:
        w.state[HEIGHTS] = 1
    leaves = explore(plan, leaves, ZERO, full, partial == 0)
    if leaves == 0:
        return False
    if partial == 0:
        return answer_is(w, plan.polygon[-1, 0, 0], plan.polygon[-1, 0, 1], pair.a_high, pair.b_high, a, b)
    # Nothing hangs: the highest line decides. Else first that one, then lines of every leaf, then heights.
    for n in range(18 if hanging and thorough else (2 if hanging else 1)):
        if n == 1:
            if free_in_heights(pair, w, partial, leaves, a, b, depth, thorough):
                return True
            continue
        m = 15 if n == 0 else n - 2
        za = pair.a_low + (pair.a_high - pair.a_low) * (m % 4) / 3.0
        zb = pair.b_low + (pair.b_high - pair.b_low) * (m // 4) / 3.0
        if free_in_plan(pair, w, full, partial, leaves, a, b, depth, p_half, q_half, za, zb):
            return True
    return False


@kernel
def answer_is(w: Work, p: float, q: float, za: float, zb: float, a: float, b: float) -> bool:
    """Write down the line that was found."""
    w.line[ANSWER, 0] = p
    w.line[ANSWER, 1] = q
    w.line[ANSWER + 1, 0] = za
    w.line[ANSWER + 1, 1] = zb
    w.line[ANSWER + 2, 0] = a
    w.line[ANSWER + 2, 1] = b
    return True


@kernel
def free_in_plan(
    pair: Pair,
    w: Work,
    full: int,
    partial: int,
    leaves: int,
    a: float,
    b: float,
    depth: float,
    p_half: float,
    q_half: float,
    za: float,
    zb: float,
) -> bool:
    """Whether some plan line of the leaves is free for a line from height za to zb: exact."""
    plan = w.plan
    k = full
    climb = zb - za
    for n in range(partial):
        c = w.listed[n, PARTIAL]
        # The fractions between which the line is at the level of the thing.
        low = w.extent[c, LOW] - pair.rise + EPSILON
        high = w.extent[c, HIGH] + pair.rise - EPSILON
        if climb > -1e-9 and climb < 1e-9:
            if za <= low or za >= high:
                continue
            near = 0.0
            far = 1.0
        else:
            near = (low - za) / climb
            far = (high - za) / climb
            if near > far:
                near, far = far, near
            near = max(near, 0.0)
            far = min(far, 1.0)
            if near >= far:
                continue
        if add_slice(w, c, k, a, depth, near, far, pair.half) == 0:
            continue
        side = sides_open(plan, k, -p_half, p_half, -q_half, q_half)
        if side == ASIDE:
            continue
        if side == DEAD:
            return False
        plan.index[k, SIDE] = side
        k += 1
    if explore(plan, leaves, full, k, YES) == 0:
        return False
    return answer_is(w, plan.polygon[-1, 0, 0], plan.polygon[-1, 0, 1], za, zb, a, b)


@kernel
def free_in_heights(
    pair: Pair, w: Work, partial: int, leaves: int, a: float, b: float, depth: float, thorough: bool
) -> bool:
    """Whether a chosen plan line of the leaves is free at some pair of heights: exact for each line."""
    trials = choose_lines(w, leaves, 3 if thorough else 1)
    upright = w.upright
    strip = max(pair.half - EPSILON, 0.5 * EPSILON)
    for trial in range(trials):
        p = w.line[TRIAL + trial, 0]
        q = w.line[TRIAL + trial, 1]
        k = ZERO
        dead = False
        for n in range(partial):
            c = w.listed[n, PARTIAL]
            near, far = crossing(w, c, p, q, a, depth, strip)
            if near >= far:
                continue
            upright.index[k, START] = 2 * k
            upright.index[k + 1, START] = 2 * k + 2
            for m in range(2):
                upright.rows[2 * k + m, 0] = near if m == 0 else far
                upright.rows[2 * k + m, 1] = w.extent[c, HIGH] + pair.rise
                upright.rows[2 * k + m, 2] = w.extent[c, LOW] - pair.rise
            side = sides_open(upright, k, pair.a_low, pair.a_high, pair.b_low, pair.b_high)
            if side == DEAD:
                dead = True
                break
            if side != ASIDE:
                upright.index[k, SIDE] = side
                k += 1
        if dead:
            continue
        rectangle(upright, ZERO, pair.a_low, pair.a_high, pair.b_low, pair.b_high)
        if explore(upright, ONE, ZERO, k, YES) != 0:
            za = upright.polygon[-1, 0, 0]
            zb = upright.polygon[-1, 0, 1]
            return answer_is(w, p, q, za, zb, a, b)
    return False


@kernel
def choose_lines(w: Work, leaves: int, rings: int) -> int:
    """Lines that stand for the leaves: the middle of each, then rings of them farther in and out."""
    r = w.plan
    count = 0
    for leaf in range(leaves):
        n = r.count[leaf, CORNER_COUNT]
        p = 0.0
        q = 0.0
        for v in range(n):
            p += r.polygon[leaf, v, 0]
            q += r.polygon[leaf, v, 1]
        p /= n
        q /= n
        w.line[TRIAL + count, 0] = p
        w.line[TRIAL + count, 1] = q
        count += 1
        for ringed in range(rings):
            pull = 0.02 if ringed == 0 else 0.35 * ringed
            for v in range(2 * n):
                # Corners, then the middles of the sides.
                u = v % n
                t = u + 1 if u + 1 < n else 0
                share = 0.0 if v < n else 0.5
                p0 = (1.0 - share) * r.polygon[leaf, u, 0] + share * r.polygon[leaf, t, 0]
                q0 = (1.0 - share) * r.polygon[leaf, u, 1] + share * r.polygon[leaf, t, 1]
                w.line[TRIAL + count, 0] = p0 + pull * (p - p0)
                w.line[TRIAL + count, 1] = q0 + pull * (q - q0)
                count += 1
    return count


@kernel
def crossing(
    w: Work, c: int, p: float, q: float, plane: float, depth: float, strip: float
) -> tuple[float, float]:
    """The fractions between which listed thing c meets the strip along the plan line (p, q)."""
    near = 2.0
    far = -1.0
    end = w.listed[c + 1, FIRST]
    l0 = (w.corner[end - 1, 0] - plane) / depth
    y0 = w.corner[end - 1, 1] - ((1.0 - l0) * p + l0 * q)
    for v in range(w.listed[c, FIRST], end):
        l1 = (w.corner[v, 0] - plane) / depth
        y1 = w.corner[v, 1] - ((1.0 - l1) * p + l1 * q)
        if y1 >= -strip and y1 <= strip:
            near = min(near, l1)
            far = max(far, l1)
        for bound in range(2):
            at = strip if bound == 0 else -strip
            if (y0 < at) != (y1 < at):
                l = l0 + (l1 - l0) * ((at - y0) / (y1 - y0))  # noqa: E741
                near = min(near, l)
                far = max(far, l)
        l0 = l1
        y0 = y1
    return max(near, 0.0), min(far, 1.0)


@kernel
def attempt(pair: Pair, listed: int, w: Work) -> bool:
    """Try the planes through the axes, and when they find nothing the others that may."""
    w.state[KILLER] = -1
    w.state[HEIGHTS] = 0
    basic, count = choose_planes(pair, w.line[PLANES:TRIAL])
    for n in range(count):
        if (n == basic and w.state[HEIGHTS] == 0) or (n == 1 and not is_possible(pair, listed, w)):
            return False
        if between_planes(pair, listed, w.line[PLANES + n, 0], w.line[PLANES + n, 1], n == 0, w):
            return True
    return False


@kernel
def is_possible(pair: Pair, listed: int, w: Work) -> bool:
    """A quick test that is never too strict: False when no pair of planes whatever has a free corridor.

    The lines of all planes at once, at their highest, and only what stands between the two discs; what
    hangs is left out.
    """
    distance = pair.distance
    if distance <= pair.ra + pair.rb + 1.0:
        return True
    stretch = stretch_of(pair.ra + pair.rb, distance)
    p_half = max(pair.ra * stretch - pair.half, 0.0)
    q_half = max(pair.rb * stretch - pair.half, 0.0)
    plan = w.plan
    rectangle(plan, ZERO, -p_half, p_half, -q_half, q_half)
    # The highest line of all, rising or falling between the rims that serve it best.
    climb = pair.b_high - pair.a_high
    foot = -pair.ra if climb > 0.0 else pair.ra
    slope = climb / (distance - pair.rb - foot if climb > 0.0 else distance + pair.rb - foot)
    floor = min(pair.a_low, pair.b_low)
    count = ZERO
    plan.index[0, START] = 0
    for c in range(listed):
        if w.extent[c, LOW] - pair.rise >= floor - EPSILON:
            continue
        near = max(pair.ra, w.extent[c, NEAREST])
        far = min(distance - pair.rb, w.extent[c, FARTHEST])
        high = w.extent[c, HIGH] + pair.rise - EPSILON
        if slope > 1e-9:
            far = min(far, foot + (high - pair.a_high) / slope)
        elif slope < -1e-9:
            near = max(near, foot + (high - pair.a_high) / slope)
        elif high <= pair.a_high:
            continue
        if near >= far:
            continue
        # A polygon that stands for a circle is a little too large: allow for it.
        half = pair.half if w.listed[c, SHAPE] == POLYGON else pair.half - 0.002 * w.extent[c, RADIUS]
        if add_slice(w, c, count, 0.0, distance, near / distance, far / distance, half) == 0:
            continue
        side = sides_open(plan, count, -p_half, p_half, -q_half, q_half)
        if side == DEAD:
            return False
        if side != ASIDE:
            plan.index[count, SIDE] = side
            count += 1
    return explore(plan, ONE, ZERO, count, YES) != 0


@kernel
def choose_planes(pair: Pair, planes: Floats) -> tuple[int, int]:
    """Pairs of planes to try: how many at least, and how many in all when heights matter.

    First those through the axes, which nearly always decide.
    """
    planes[0, 0] = 0.0
    planes[0, 1] = 0.0
    if pair.ra == 0.0 and pair.rb == 0.0:
        return 1, 1
    # Steep lines leave a disc a little before its widest chord.
    tilt = min((pair.ra + pair.rb) / max(pair.distance, 1.0), 0.7)
    planes[1, 0] = pair.ra * tilt
    planes[1, 1] = -pair.rb * tilt
    count = 2
    if pair.arc == ARC_TARGET and pair.from_arc:
        # Only the front of the one who looks counts, so the planes before its axis do.
        for n in range(1, 4):
            planes[count, 0] = 0.31 * n * pair.ra
            planes[count, 1] = 0.0
            count += 1
    if pair.distance < 1.5 * (pair.ra + pair.rb):
        # So near that the planes matter more than the lines between them.
        for n in range(49):
            planes[count, 0] = 0.31 * (n % 7 - 3) * pair.ra
            planes[count, 1] = 0.31 * (n // 7 - 3) * pair.rb
            count += 1
    basic = count
    if pair.a_high != pair.b_high:
        # The lower one sees farthest over an edge from its back rim, the higher one from its front rim.
        sign = -0.31 if pair.b_high > pair.a_high else 0.31
        for n in range(9):
            planes[count, 0] = sign * (n % 3 + 1) * pair.ra
            planes[count, 1] = sign * (n // 3 + 1) * pair.rb
            count += 1
    return basic, count


@kernel
def clear_pair(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    doorways: Ints,
    question: Question,
    i: int,
    j: int,
    w: Work,
    segment: Floats,
) -> bool:
    """Whether body i sees body j; the line that decided goes into `segment`."""
    dx = bodies.place[j, X] - bodies.place[i, X]
    dy = bodies.place[j, Y] - bodies.place[i, Y]
    distance = math.sqrt(dx * dx + dy * dy)
    ra = 0.0 if question.from_axis else bodies.place[i, ROUND_BY]
    rb = 0.0 if question.to_axis else bodies.place[j, ROUND_BY]
    half = 0.5 * question.patch
    if ra > 0.0:
        half = min(half, ra)
    if rb > 0.0:
        half = min(half, rb)
    rise = 0.0
    if not question.plan:
        rise = 0.5 * min(question.patch, bodies.place[i, UPPER] - bodies.place[i, Z], bodies.place[j, UPPER] - bodies.place[j, Z])
    touching = (
        distance <= bodies.place[i, ROUND_BY] + bodies.place[j, ROUND_BY] + question.touch
        and bodies.place[i, Z] <= bodies.place[j, UPPER] + question.touch
        and bodies.place[j, Z] <= bodies.place[i, UPPER] + question.touch
    )
    right = (bodies.mark[i, FACING] - question.right) % 360
    left = (bodies.mark[i, FACING] + question.left) % 360
    for turn in range(2):
        if turn == 0 and distance > 0.5:
            ux = dx / distance
            uy = dy / distance
        else:
            # One right above the other: no direction is the facing one, so look along both axes.
            ux = 1.0 - turn
            uy = 0.0 + turn
        pair = Pair(
            ux,
            uy,
            distance,
            ra,
            rb,
            half,
            rise,
            bodies.place[i, Z] + rise,
            bodies.place[i, UPPER] - rise,
            bodies.place[j, Z] + rise,
            bodies.place[j, UPPER] - rise,
            question.arc,
            question.from_arc,
            question.arc != ARC_NONE and question.left + question.right > 180,
            DIRECTIONS[right, 0] * ux + DIRECTIONS[right, 1] * uy,
            DIRECTIONS[right, 1] * ux - DIRECTIONS[right, 0] * uy,
            DIRECTIONS[left, 0] * ux + DIRECTIONS[left, 1] * uy,
            DIRECTIONS[left, 1] * ux - DIRECTIONS[left, 0] * uy,
        )
        listed = ZERO
        if not touching:
            listed = gather(prisms, use, bodies, doorways, question, i, j, ux, uy, distance, half, w)
        if listed >= 0 and attempt(pair, listed, w):
            p = w.line[ANSWER, 0]
            q = w.line[ANSWER, 1]
            a = w.line[ANSWER + 2, 0]
            b = distance + w.line[ANSWER + 2, 1]
            segment[0] = bodies.place[i, X] + a * ux - p * uy
            segment[1] = bodies.place[i, Y] + a * uy + p * ux
            segment[2] = w.line[ANSWER + 1, 0]
            segment[3] = bodies.place[i, X] + b * ux - q * uy
            segment[4] = bodies.place[i, Y] + b * uy + q * ux
            segment[5] = w.line[ANSWER + 1, 1]
            return True
        if distance > 0.5:
            return False
    return False


@kernel
def clear_pairs(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    doorways: Ints,
    question: Question,
    pairs: Ints,
    w: Work,
    seen: Bytes,
    segments: Floats,
) -> None:
    """The question for a list of pairs (who looks, at whom)."""
    for n in range(pairs.shape[0]):
        i = pairs[n, 0]
        j = pairs[n, 1]
        seen[n] = clear_pair(prisms, use, bodies, doorways, question, i, j, w, segments[n])
