"""Proofs that no line between two bodies is free, without a search for one.

Most pairs that no wall hides alone are hidden by two or three walls together. What is proven here no search
can find; what is not proven may be hidden all the same. A proof leaves out what it likes and takes things for
smaller than they are: that makes it weaker and never wrong.
"""

from __future__ import annotations

from typing import NamedTuple

from firelane.table.compiled import Prisms
from firelane.table.fast import NO, ONE, YES, ZERO, Bytes, lean_kernel
from firelane.table.obstacles import (
    FARTHEST,
    FEW,
    FIRST,
    HIGH,
    LEFTMOST,
    LOW,
    NEAR,
    NEAREST,
    PART,
    POLYGON,
    PROOF,
    RADIUS,
    RIGHTMOST,
    SHAPE,
    TOGETHER,
    TRIAL,
    Work,
    add_slice,
    covered,
    list_part,
    own_row,
    rectangle,
    stretch_of,
)
from firelane.table.pairs import ROUND_BY, Bodies, Pair, Question, pair_of
from firelane.table.regions import ASIDE, CORNERS, DEAD, EPSILON, SIDE, START, explore, sides_open

BOXES = 48
"""The most boxes of plan lines looked at before a proof is given up."""
SMALLEST = 2.0 / 15.0
"""The share of its first size at which a box is not halved any more."""
SLACK = 4.0 * EPSILON
"""By how much a proof takes things for smaller than they are: more than any test elsewhere forgives."""
MOST = (CORNERS - 6) // 2
"""The most obstacles in one proof: so many never fill the corners of a region."""


class Heights(NamedTuple):
    """The levels that lines may have at two places along the way."""

    start: float
    end: float
    a_low: float
    a_high: float
    b_low: float
    b_high: float


@lean_kernel
def hopeful_lines(pair: Pair, listed: int, w: Work) -> int:
    """The leaves of plan lines that some pair of planes may free; a test that is never too strict.

    The lines of all planes at once, at their highest, and only what stands between the two discs; what
    hangs is left out. Returns their number; -1 when the two are too near each other to tell.
    """
    distance = pair.distance
    if distance <= pair.ra + pair.rb + 1.0:
        return -1
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
    plan.heads[0, START] = 0
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
            w.listed[0, NEAR] = c
            w.state[PROOF] = 1
            return 0
        if side != ASIDE:
            plan.heads[count, SIDE] = side
            w.listed[count, NEAR] = c
            count += 1
    leaves = explore(plan, ONE, ZERO, count, NO)
    w.state[PROOF] = count if leaves == 0 else 0
    return leaves


@lean_kernel
def keep_together(w: Work) -> int:
    """Keep the parts that have just proved that no line is hopeful; how many, none if bodies are among them
    or they are not few."""
    count = w.state[PROOF]
    if count > FEW:
        return 0
    for n in range(count):
        part = w.listed[w.listed[n, NEAR], PART]
        if part < 0:
            return 0
        w.state[TOGETHER + n] = part
    return int(count)


@lean_kernel
def barred_together(
    prisms: Prisms, use: Bytes, bodies: Bodies, question: Question, i: int, j: int, count: int, w: Work
) -> bool:
    """Whether the parts that were kept together leave no line of this pair hopeful, without a look at
    anything else."""
    pair = pair_of(bodies, question, i, j, ZERO)
    if pair.distance <= bodies.place[i, ROUND_BY] + bodies.place[j, ROUND_BY] + question.touch:
        return False
    listed = ZERO
    w.listed[0, FIRST] = 0
    for n in range(count):
        k = w.state[TOGETHER + n]
        if use[own_row(use, i), k] != 0 and list_part(
            prisms, bodies, question, i, j, pair.ux, pair.uy, pair.distance, k, listed, w
        ):
            listed += 1
    return hopeful_lines(pair, listed, w) == 0


@lean_kernel
def barred_in_all_planes(pair: Pair, listed: int, w: Work) -> bool:
    """Whether every line is proven barred, whatever the planes; never said of two that see each other.

    The lines of all planes at once cross the two axes in a box of places, and leave and reach the rims that
    face each other at a box of heights.
    """
    ra = pair.ra
    rb = pair.rb
    distance = pair.distance
    if distance <= ra + rb + 1.0:
        return False
    stretch = stretch_of(ra + rb, distance)
    a_share = 2.0 * ra / (distance - rb + ra)
    b_share = 2.0 * rb / (distance - ra + rb)
    heights = Heights(
        ra,
        distance - rb,
        pair.a_low + a_share * min(pair.b_low - pair.a_low, 0.0),
        pair.a_high + a_share * max(pair.b_high - pair.a_high, 0.0),
        pair.b_low + b_share * min(pair.a_low - pair.b_low, 0.0),
        pair.b_high + b_share * max(pair.a_high - pair.b_high, 0.0),
    )
    p_half = max(ra * stretch - pair.half, 0.0)
    q_half = max(rb * stretch - pair.half, 0.0)
    return all_barred(pair, listed, p_half, q_half, 0.0, distance, heights, BOXES, w)


@lean_kernel
def all_barred(
    pair: Pair,
    listed: int,
    p_half: float,
    q_half: float,
    plane: float,
    depth: float,
    h: Heights,
    most: int,
    w: Work,
) -> bool:
    """Whether all lines of a box of plan lines, at all heights of `h`, are proven barred by the parts listed.

    A box whose heights are not all barred by what every line of it meets is halved. The proof is given up
    after `most` boxes, at a box that is very small, or when the middle line of a box has free heights (looked
    at now and then). Whatever is left out of it, as the figures are, makes it weaker and never wrong.
    """
    if pair.half <= SLACK:
        return False
    count = ZERO
    rise = pair.rise - SLACK
    between = h.end - h.start
    for c in range(listed):
        if w.listed[c, SHAPE] != POLYGON:
            continue
        l0 = (w.extent[c, NEAREST] - h.start) / between
        l1 = (w.extent[c, FARTHEST] - h.start) / between
        if l1 <= 0.0 or l0 >= 1.0:
            continue
        l0 = max(l0, 0.0)
        l1 = min(l1, 1.0)
        lowest = h.a_low + (l0 if h.b_low > h.a_low else l1) * (h.b_low - h.a_low)
        highest = h.a_high + (l1 if h.b_high > h.a_high else l0) * (h.b_high - h.a_high)
        if w.extent[c, HIGH] + rise <= lowest or w.extent[c, LOW] - rise >= highest:
            continue
        w.listed[count, NEAR] = c
        count += 1
    boxes = w.line
    boxes[TRIAL, 0] = -p_half
    boxes[TRIAL, 1] = p_half
    boxes[TRIAL + 1, 0] = -q_half
    boxes[TRIAL + 1, 1] = q_half
    height = 1
    tried = 0
    smallest = SMALLEST * (p_half + q_half)
    while height > 0:
        box = TRIAL + 2 * height - 2
        p_low = boxes[box, 0]
        p_high = boxes[box, 1]
        q_low = boxes[box + 1, 0]
        q_high = boxes[box + 1, 1]
        tried += 1
        if box_barred(pair, count, p_low, p_high, q_low, q_high, plane, depth, h, w):
            height -= 1
            continue
        if tried >= most or p_high - p_low + q_high - q_low < smallest:
            return False
        p = 0.5 * (p_low + p_high)
        q = 0.5 * (q_low + q_high)
        if (tried & (tried - 1)) == 0 and not box_barred(pair, count, p, p, q, q, plane, depth, h, w):
            return False
        if p_high - p_low >= q_high - q_low:
            boxes[box, 1] = p
            boxes[box + 2, 0] = p
            boxes[box + 2, 1] = p_high
            boxes[box + 3, 0] = q_low
            boxes[box + 3, 1] = q_high
        else:
            boxes[box + 1, 1] = q
            boxes[box + 2, 0] = p_low
            boxes[box + 2, 1] = p_high
            boxes[box + 3, 0] = q
            boxes[box + 3, 1] = q_high
        height += 1
    return True


@lean_kernel
def box_barred(
    pair: Pair,
    count: int,
    p_low: float,
    p_high: float,
    q_low: float,
    q_high: float,
    plane: float,
    depth: float,
    h: Heights,
    w: Work,
) -> bool:
    """Whether what every line of the box meets leaves no heights free."""
    strip = pair.half - SLACK
    rise = pair.rise - SLACK
    between = h.end - h.start
    upright = w.upright
    upright.heads[0, START] = 0
    k = ZERO
    for n in range(count):
        c = w.listed[n, NEAR]
        near = (w.extent[c, NEAREST] - plane) / depth
        far = (w.extent[c, FARTHEST] - plane) / depth
        upper = min(near * (q_high - p_high), far * (q_high - p_high)) + p_high
        lower = max(near * (q_low - p_low), far * (q_low - p_low)) + p_low
        if w.extent[c, LEFTMOST] < upper - strip or w.extent[c, RIGHTMOST] > lower + strip:
            continue
        near, far = covered(w, c, p_low + strip, p_high - strip, q_low + strip, q_high - strip, plane, depth)
        near = max((near - h.start) / between, 0.0)
        far = min((far - h.start) / between, 1.0)
        if near >= far:
            continue
        upright.heads[k + 1, START] = 2 * k + 2
        for m in range(2):
            upright.rows[2 * k + m, 0] = near if m == 0 else far
            upright.rows[2 * k + m, 1] = w.extent[c, HIGH] + rise
            upright.rows[2 * k + m, 2] = w.extent[c, LOW] - rise
        side = sides_open(upright, k, h.a_low, h.a_high, h.b_low, h.b_high)
        if side == DEAD:
            # The likeliest to bar the next box goes first.
            w.listed[n, NEAR] = w.listed[0, NEAR]
            w.listed[0, NEAR] = c
            return True
        if side != ASIDE and k < MOST:
            upright.heads[k, SIDE] = side
            k += 1
    if k < 2:
        return False
    rectangle(upright, ZERO, h.a_low, h.a_high, h.b_low, h.b_high)
    return explore(upright, ONE, ZERO, k, YES) == 0
