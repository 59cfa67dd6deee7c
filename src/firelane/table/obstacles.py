"""What may stand in the way of a line, listed in the frame of that line, for `corridors` to judge.

The frame of a question: along is the way from the centre of the one who looks to the centre of the other
in plan, across is to the left of it. Convex parts and other bodies that may matter are listed with their
corners and levels, and written from there as obstacles for `regions`.
"""

from __future__ import annotations

import math
import threading
from typing import NamedTuple

import numpy as np

from firelane.table.compiled import (
    BOTTOM,
    COLUMNS,
    FAR,
    RING,
    ROUND,
    ROWS,
    SIGHT_BOTTOM,
    TOP,
    Prisms,
    cell_at,
    in_strip,
    near_strip,
)
from firelane.table.fast import ZERO, Bytes, Floats, Ints, lean_kernel
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
from firelane.table.regions import CORNER_COUNT, CORNERS, EPSILON, LEAVES, START, Regions, room_for

SECANTS = 24
RING_REACH = 1.0 / math.cos(math.pi / ROUND)


class Work(NamedTuple):
    """Room in which to work, made once for a batch of questions. Few arrays: each costs time."""

    stamp: Ints
    """Per part the number of the question that last met it; at the end that number itself."""
    listed: Ints
    """Per thing in the way: NEAR, FIRST, SHAPE, PARTIAL, PART (-1 for a body); the row after the last has
    FIRST only."""
    corner: Floats
    """Corners in the frame of the line between the centres: along it and across it."""
    extent: Floats
    """Per thing in the way: LOW, HIGH, NEAREST, FARTHEST; for a circle ALONG, ACROSS and RADIUS too, for a
    polygon LEFTMOST and RIGHTMOST in their place."""
    plan: Regions
    upright: Regions
    line: Floats
    """From ANSWER on the line found: p and q in plan, heights at either end, plane before A and beyond B;
    from PLANES on pairs of planes to be tried; from TRIAL on plan lines to be tried."""
    state: Ints
    """KILLER: the thing that ended the last attempt; HEIGHTS: 1 when heights mattered so far, 2 when
    something hung, HOPELESS when no line can be free; WALL: the part that last barred all lines of a pair
    alone; -1 for none; PROOF: how many of the things listed prove that no line is hopeful, in NEAR; from
    TOGETHER on parts that did so for the pair before."""
    walls: Ints
    """For every two cells of the grid the parts that last barred all lines between bodies in them alone, the
    latest first, or -1: walls stay where they are, so they are likely to do so again, and are tried first."""


NEAR, FIRST, SHAPE, PARTIAL, PART = 0, 1, 2, 3, 4
POLYGON, CIRCLE, LAID_OUT_CIRCLE = 0, 1, 2
LOW, HIGH, NEAREST, FARTHEST, ALONG, ACROSS, RADIUS = 0, 1, 2, 3, 4, 5, 6
LEFTMOST, RIGHTMOST = 4, 5
KILLER, HEIGHTS, WALL, PROOF, TOGETHER = 0, 1, 2, 3, 4
REMEMBERED = 4
FEW = 16
"""So many parts at most are remembered to have barred all lines together."""
HOPELESS = -1
ANSWER, PLANES, TRIAL = 0, 3, 120


class _Room(threading.local):
    """The room last made in this thread, and for what: most questions come in rows of the same size."""

    made: tuple[Prisms, int, int, Work] | None = None


_ROOM = _Room()


def work_for(prisms: Prisms, bodies: int, doorways: int = 0) -> Work:
    """Room for questions about these parts and so many bodies; the last one made serves again."""
    made = _ROOM.made
    if made is not None and made[0] is prisms and made[1] >= bodies and made[2] >= doorways:
        return made[3]
    bodies = max(bodies, 32)
    work = _make_room(prisms, bodies, doorways)
    _ROOM.made = (prisms, bodies, doorways, work)
    return work


def _make_room(prisms: Prisms, bodies: int, doorways: int) -> Work:
    longest = int(np.diff(prisms.start).max(initial=0))
    obstacles = len(prisms.extent) + bodies + doorways + 1
    corners = len(prisms.corner) + bodies * ROUND + doorways * longest + 8
    cells = int(prisms.size[COLUMNS] * prisms.size[ROWS])
    return Work(
        stamp=np.zeros(len(prisms.extent) + 1, np.int64),
        listed=np.zeros((obstacles + 1, 5), np.int64),
        corner=np.empty((corners, 2)),
        extent=np.empty((obstacles, 7)),
        plan=room_for(2 * obstacles, 2 * corners + 8 * obstacles + SECANTS * (bodies + 1)),
        upright=room_for(obstacles, 2 * obstacles + 8),
        line=np.empty((TRIAL + LEAVES * (6 * CORNERS + 1), 2)),
        state=np.full(TOGETHER + FEW, -1, np.int64),
        walls=np.full(((cells * (cells + 1)) // 2, REMEMBERED), -1, np.int64),
    )


@lean_kernel
def remember(w: Work, between: int, slot: int, k: int) -> None:
    """Put a part that alone barred all lines first, where it is tried first; the one in the slot goes."""
    for place in range(slot, 0, -1):
        w.walls[between, place] = w.walls[between, place - 1]
    w.walls[between, 0] = k
    w.state[WALL] = k


@lean_kernel
def between_cells(prisms: Prisms, bodies: Bodies, i: int, j: int) -> int:
    """The place in `walls` for the two cells in which two bodies are."""
    one = cell_at(prisms, bodies.place[i, X], bodies.place[i, Y])
    other = cell_at(prisms, bodies.place[j, X], bodies.place[j, Y])
    low = min(one, other)
    high = max(one, other)
    return (high * (high + 1)) // 2 + low


@lean_kernel
def bars_alone(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    question: Question,
    i: int,
    j: int,
    ux: float,
    uy: float,
    distance: float,
    pair_half: float,
    k: int,
    w: Work,
) -> bool:
    """Whether part k is seen to bar every line between two bodies, without a look at anything else."""
    if use[own_row(use, i), k] == 0:
        return False
    back = bodies.place[i, ROUND_BY]
    ahead = distance + bodies.place[j, ROUND_BY]
    half = max(bodies.place[i, ROUND_BY], bodies.place[j, ROUND_BY], question.patch)
    floor, ceiling = floor_and_ceiling(bodies, question, i, j)
    if not question.plan and (prisms.extent[k, SIGHT_BOTTOM] > floor or prisms.extent[k, TOP] < ceiling):
        return False
    if prisms.extent[k, TOP] <= floor or prisms.extent[k, BOTTOM] >= ceiling:
        return False
    x = bodies.place[i, X]
    y = bodies.place[i, Y]
    if not in_strip(prisms.extent, k, x, y, ux, uy, abs(ux), abs(uy), back, ahead, half):
        return False
    end = lay_out_part(prisms, k, x, y, ux, uy, w.corner, ZERO)
    return bars_all(w.corner, ZERO, end, back, ahead - distance, distance, pair_half)


@lean_kernel
def floor_and_ceiling(bodies: Bodies, question: Question, i: int, j: int) -> tuple[float, float]:
    """The levels between which all lines between two bodies run."""
    floor = min(bodies.place[i, Z], bodies.place[j, Z])
    if question.plan:
        return floor, max(bodies.place[i, Z], bodies.place[j, Z]) + question.eye
    return floor, max(bodies.place[i, UPPER], bodies.place[j, UPPER])


@lean_kernel
def list_part(
    prisms: Prisms,
    bodies: Bodies,
    question: Question,
    i: int,
    j: int,
    ux: float,
    uy: float,
    distance: float,
    k: int,
    listed: int,
    w: Work,
) -> bool:
    """Write part k in the frame of the line as thing `listed`; whether it may stand in the way at all."""
    floor, ceiling = floor_and_ceiling(bodies, question, i, j)
    if prisms.extent[k, TOP] <= floor or prisms.extent[k, BOTTOM] >= ceiling:
        return False
    half = max(bodies.place[i, ROUND_BY], bodies.place[j, ROUND_BY], question.patch)
    first = w.listed[listed, FIRST]
    end = lay_out_part(prisms, k, bodies.place[i, X], bodies.place[i, Y], ux, uy, w.corner, first)
    nearest = FAR
    farthest = -FAR
    leftmost = -FAR
    rightmost = FAR
    for v in range(first, end):
        nearest = min(nearest, w.corner[v, 0])
        farthest = max(farthest, w.corner[v, 0])
        rightmost = min(rightmost, w.corner[v, 1])
        leftmost = max(leftmost, w.corner[v, 1])
    if leftmost <= -half or rightmost >= half:
        return False
    if farthest <= -bodies.place[i, ROUND_BY] or nearest >= distance + bodies.place[j, ROUND_BY]:
        return False
    w.listed[listed, SHAPE] = POLYGON
    w.listed[listed, PART] = k
    w.listed[listed + 1, FIRST] = end
    w.extent[listed, LOW] = -FAR if question.plan else prisms.extent[k, SIGHT_BOTTOM]
    w.extent[listed, HIGH] = FAR if question.plan else prisms.extent[k, TOP]
    w.extent[listed, NEAREST] = nearest
    w.extent[listed, FARTHEST] = farthest
    w.extent[listed, LEFTMOST] = leftmost
    w.extent[listed, RIGHTMOST] = rightmost
    return True


@lean_kernel
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
    floor, ceiling = floor_and_ceiling(bodies, question, i, j)
    # What barred the lines of a pair that stood there is likely to bar those of this one, too.
    between = between_cells(prisms, bodies, i, j)
    for slot in range(REMEMBERED):
        k = w.walls[between, slot]
        if k >= 0 and bars_alone(prisms, use, bodies, question, i, j, ux, uy, distance, pair_half, k, w):
            remember(w, between, slot, k)
            return -1
    tick = w.stamp[-1] + 1
    w.stamp[-1] = tick
    count = near_strip(prisms, use, own_row(use, i), x, y, ux, uy, back, ahead, half, w.stamp, tick, w.listed)
    for row in range(doorways.shape[0]):
        occupant = doorways[row, 0]
        if occupant != i and occupant != j and bodies.mark[occupant, BLOCKS] != 0:
            w.listed[count, NEAR] = doorways[row, 1]
            count += 1
    listed = ZERO
    w.listed[0, FIRST] = 0
    for c in range(count):
        k = w.listed[c, NEAR]
        if not list_part(prisms, bodies, question, i, j, ux, uy, distance, k, listed, w):
            continue
        whole = question.plan or (
            prisms.extent[k, SIGHT_BOTTOM] <= floor and prisms.extent[k, TOP] >= ceiling
        )
        first = w.listed[listed, FIRST]
        end = w.listed[listed + 1, FIRST]
        if whole and bars_all(w.corner, first, end, back, ahead - distance, distance, pair_half):
            remember(w, between, REMEMBERED - 1, k)
            return -1
        listed += 1
    corner = w.listed[listed, FIRST]
    if question.blocking != BLOCK_NONE:
        for k in range(bodies.place.shape[0]):
            if bodies.mark[k, BLOCKS] == 0 or k in (i, j):
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
            if (
                question.blocking == BLOCK_UNLESS_TARGET_LARGER
                and bodies.place[j, SIZE] > bodies.place[k, SIZE]
            ):
                continue
            w.listed[listed, FIRST] = corner
            w.listed[listed, SHAPE] = CIRCLE
            w.listed[listed, PART] = -1
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


@lean_kernel
def lay_out_part(
    prisms: Prisms, k: int, x: float, y: float, ux: float, uy: float, corner: Floats, first: int
) -> int:
    """Write the corners of part k in the frame of the line, from `first` on; returns the next free row."""
    for v in range(prisms.start[k], prisms.start[k + 1]):
        dx = prisms.corner[v, 0] - x
        dy = prisms.corner[v, 1] - y
        corner[first, 0] = dx * ux + dy * uy
        corner[first, 1] = dy * ux - dx * uy
        first += 1
    return first


@lean_kernel
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


@lean_kernel
def stretch_of(radii: float, distance: float) -> float:
    """How many times its radius from a disc's centre a line that meets both discs can cross the plane
    through the disc's axis: the steepest such line is the tangent between them."""
    steepest = radii / distance
    return 1.0 / math.sqrt(max(1.0 - steepest * steepest, 0.01))


@lean_kernel
def own_row(use: Bytes, i: int) -> int:
    """The row of looker i, where every looker has its own; else the one row there is."""
    return i if use.shape[0] > 1 else 0


@lean_kernel
def lay_out_circle(w: Work, c: int) -> None:
    """Write the corners of the polygon that stands for listed circle c."""
    first = w.listed[c, FIRST]
    reach = w.extent[c, RADIUS] * RING_REACH
    for v in range(ROUND):
        w.corner[first + v, 0] = w.extent[c, ALONG] + reach * RING[v, 0]
        w.corner[first + v, 1] = w.extent[c, ACROSS] + reach * RING[v, 1]
    w.listed[c, SHAPE] = LAID_OUT_CIRCLE


@lean_kernel
def add_slice(
    w: Work, c: int, k: int, plane: float, depth: float, low: float, high: float, half: float
) -> int:
    """Write obstacle k: what listed thing c has between the fractions low and high. Returns its rows."""
    if w.listed[c, SHAPE] == CIRCLE:
        lay_out_circle(w, c)
    rows = w.plan.rows
    row = w.plan.heads[k, START]
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
    w.plan.heads[k + 1, START] = row
    return int(row - w.plan.heads[k, START])


@lean_kernel
def add_circle(w: Work, c: int, k: int, plane: float, depth: float, steepest: float, half: float) -> None:
    """Write obstacle k: the whole of listed circle c.

    The distance across the axis that a line of slope m must keep is radius * sqrt(1 + m * m), a convex
    function; secants lie above it, by half a mil at most.
    """
    rows = w.plan.rows
    row = w.plan.heads[k, START]
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
    w.plan.heads[k + 1, START] = row


@lean_kernel
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


@lean_kernel
def covered(
    w: Work, c: int, p_low: float, p_high: float, q_low: float, q_high: float, plane: float, depth: float
) -> tuple[float, float]:
    """The places along the way between which listed polygon c meets every plan line of a box of them: where
    it reaches above the uppermost of them and below the lowermost at once. The first is the greater when
    there are none."""
    fall = (q_low - p_low) / depth
    climb = (q_high - p_high) / depth
    low = p_low - fall * plane
    high = p_high - climb * plane
    near_up = FAR
    far_up = -FAR
    near_down = FAR
    far_down = -FAR
    end = w.listed[c + 1, FIRST]
    x0 = w.corner[end - 1, 0]
    up0 = w.corner[end - 1, 1] - (high + x0 * climb)
    down0 = low + x0 * fall - w.corner[end - 1, 1]
    for v in range(w.listed[c, FIRST], end):
        x1 = w.corner[v, 0]
        up1 = w.corner[v, 1] - (high + x1 * climb)
        down1 = low + x1 * fall - w.corner[v, 1]
        if up1 >= 0.0:
            near_up = min(near_up, x1)
            far_up = max(far_up, x1)
        if (up0 >= 0.0) != (up1 >= 0.0):
            at = x0 + (x1 - x0) * (up0 / (up0 - up1))
            near_up = min(near_up, at)
            far_up = max(far_up, at)
        if down1 >= 0.0:
            near_down = min(near_down, x1)
            far_down = max(far_down, x1)
        if (down0 >= 0.0) != (down1 >= 0.0):
            at = x0 + (x1 - x0) * (down0 / (down0 - down1))
            near_down = min(near_down, at)
            far_down = max(far_down, at)
        x0 = x1
        up0 = up1
        down0 = down1
    return max(near_up, near_down), min(far_up, far_down)


@lean_kernel
def rectangle(r: Regions, at: int, p_low: float, p_high: float, q_low: float, q_high: float) -> None:
    """Make leaf `at` the rectangle of all lines between two stretches."""
    for corner in range(4):
        r.polygon[at, corner, 0] = p_high if corner == 1 or corner == 2 else p_low
        r.polygon[at, corner, 1] = q_high if corner >= 2 else q_low
    r.marks[at, CORNER_COUNT] = 4
