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

The search costs most where it finds nothing, as behind several walls or from a roof into a house. So it is
asked first whether there is any line to be found (`hopeless`): a proof, which changes no answer.
"""

from __future__ import annotations

import math

from firelane.table.compiled import Prisms
from firelane.table.fast import FOUR, ONE, YES, ZERO, Bytes, Floats, Ints, lean_kernel, straight
from firelane.table.hopeless import BOXES, Heights, all_barred, barred_in_all_planes, hopeful_lines
from firelane.table.obstacles import (
    ANSWER,
    FARTHEST,
    HEIGHTS,
    HIGH,
    HOPELESS,
    KILLER,
    LOW,
    NEAREST,
    PARTIAL,
    PLANES,
    POLYGON,
    PROOF,
    SHAPE,
    TRIAL,
    Work,
    add_circle,
    add_slice,
    crossing,
    gather,
    rectangle,
)
from firelane.table.pairs import (
    ARC_DIRECTION,
    ARC_NONE,
    ARC_TARGET,
    ROUND_BY,
    UPPER,
    Bodies,
    Pair,
    Question,
    X,
    Y,
    Z,
    pair_of,
)
from firelane.table.regions import (
    ASIDE,
    CORNER_COUNT,
    DEAD,
    EPSILON,
    SIDE,
    START,
    Regions,
    cut,
    explore,
    sides_open,
)


@lean_kernel
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
            r.marks[count, CORNER_COUNT] = n
            count += 1
    return count


@lean_kernel
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
    plan.heads[0, START] = 0
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
        plan.heads[full, SIDE] = side
        full += 1
    if partial > 0:
        w.state[HEIGHTS] = max(w.state[HEIGHTS], 2 if hanging else 1)
    leaves = explore(plan, leaves, ZERO, full, partial == 0)
    if leaves == 0:
        return False
    if partial == 0:
        return answer_is(w, plan.polygon[-1, 0, 0], plan.polygon[-1, 0, 1], pair.a_high, pair.b_high, a, b)
    # Nothing hangs: the highest line decides. Else first that one, then lines of every leaf, then heights.
    for n in range(18 if hanging and thorough else (2 if hanging else 1)):
        if n == 1:
            if thorough and barred_in_all_planes(pair, listed, w):
                w.state[HEIGHTS] = HOPELESS
                return False
            h = Heights(a, a + depth, pair.a_low, pair.a_high, pair.b_low, pair.b_high)
            if all_barred(pair, listed, p_half, q_half, a, depth, h, BOXES if thorough else 1, w):
                return False
            if free_in_heights(pair, w, partial, leaves, a, b, depth, thorough):
                return True
            continue
        m = 15 if n == 0 else n - 2
        za = pair.a_low + (pair.a_high - pair.a_low) * (m % 4) / 3.0
        zb = pair.b_low + (pair.b_high - pair.b_low) * (m // 4) / 3.0
        if free_in_plan(pair, w, full, partial, leaves, a, b, depth, p_half, q_half, za, zb):
            return True
    return False


@lean_kernel
def answer_is(w: Work, p: float, q: float, za: float, zb: float, a: float, b: float) -> bool:
    """Write down the line that was found."""
    w.line[ANSWER, 0] = p
    w.line[ANSWER, 1] = q
    w.line[ANSWER + 1, 0] = za
    w.line[ANSWER + 1, 1] = zb
    w.line[ANSWER + 2, 0] = a
    w.line[ANSWER + 2, 1] = b
    return True


@lean_kernel
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
        plan.heads[k, SIDE] = side
        k += 1
    if explore(plan, leaves, full, k, YES) == 0:
        return False
    return answer_is(w, plan.polygon[-1, 0, 0], plan.polygon[-1, 0, 1], za, zb, a, b)


@lean_kernel
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
            upright.heads[k, START] = 2 * k
            upright.heads[k + 1, START] = 2 * k + 2
            for m in range(2):
                upright.rows[2 * k + m, 0] = near if m == 0 else far
                upright.rows[2 * k + m, 1] = w.extent[c, HIGH] + pair.rise
                upright.rows[2 * k + m, 2] = w.extent[c, LOW] - pair.rise
            side = sides_open(upright, k, pair.a_low, pair.a_high, pair.b_low, pair.b_high)
            if side == DEAD:
                dead = True
                break
            if side != ASIDE:
                upright.heads[k, SIDE] = side
                k += 1
        if dead:
            continue
        rectangle(upright, ZERO, pair.a_low, pair.a_high, pair.b_low, pair.b_high)
        if explore(upright, ONE, ZERO, k, YES) != 0:
            za = upright.polygon[-1, 0, 0]
            zb = upright.polygon[-1, 0, 1]
            return answer_is(w, p, q, za, zb, a, b)
    return False


@lean_kernel
def choose_lines(w: Work, leaves: int, rings: int) -> int:
    """Lines that stand for the leaves: the middle of each, then rings of them farther in and out."""
    r = w.plan
    count = 0
    for leaf in range(leaves):
        n = r.marks[leaf, CORNER_COUNT]
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


@lean_kernel
def attempt(pair: Pair, listed: int, w: Work) -> bool:
    """Try the planes through the axes, and when they find nothing the others that may; but first whether any
    planes could: most pairs that no wall hides alone are hidden by two or three."""
    w.state[KILLER] = -1
    w.state[HEIGHTS] = 0
    w.state[PROOF] = 0
    w.line[PLANES, 0] = 0.0
    w.line[PLANES, 1] = 0.0
    if listed > 0 and hopeful_lines(pair, listed, w) == 0:
        w.state[HEIGHTS] = HOPELESS
        return False
    count = 1
    n = 0
    while n < count:
        if between_planes(pair, listed, w.line[PLANES + n, 0], w.line[PLANES + n, 1], n == 0, w):
            return True
        if n == 0:
            if w.state[HEIGHTS] == HOPELESS:
                return False
            count = choose_planes(pair, hopeful_lines(pair, listed, w), w)
        n += 1
    return False


@lean_kernel
def choose_planes(pair: Pair, leaves: int, w: Work) -> int:
    """Write the pairs of planes to try after those through the axes; returns how many, those included."""
    if pair.ra == 0.0 and pair.rb == 0.0:
        return 1
    planes = w.line
    row = PLANES + 1
    # Steep lines leave a disc a little before its widest chord.
    tilt = min((pair.ra + pair.rb) / max(pair.distance, 1.0), 0.7)
    planes[row, 0] = pair.ra * tilt
    planes[row, 1] = -pair.rb * tilt
    row += 1
    # A third of the way to the farthest plane that still holds a patch.
    a_step = 0.333 * math.sqrt(max(pair.ra * pair.ra - pair.half * pair.half, 0.0))
    b_step = 0.333 * math.sqrt(max(pair.rb * pair.rb - pair.half * pair.half, 0.0))
    if pair.arc == ARC_TARGET and pair.from_arc:
        # Only the front of the one who looks counts, so the planes before its axis do.
        for n in range(1, 4):
            planes[row, 0] = n * a_step
            planes[row, 1] = 0.0
            row += 1
    if pair.distance < 1.5 * (pair.ra + pair.rb):
        # So near that the planes matter more than the lines between them.
        for n in range(49):
            planes[row, 0] = (n % 7 - 3) * a_step
            planes[row, 1] = (n // 7 - 3) * b_step
            row += 1
    if w.state[HEIGHTS] == 0 or pair.a_high == pair.b_high:
        return row - PLANES
    # The lower one sees farthest over an edge from its back rim, the higher one from its front rim: for
    # the hopeful lines from where they meet it, then from a few planes for good measure. Where something
    # hangs, the hopeful lines leave it out and say little.
    sign = -1.0 if pair.b_high > pair.a_high else 1.0
    if leaves > 0 and w.state[HEIGHTS] == 1:
        for trial in range(min(choose_lines(w, leaves, ONE + ONE), TRIAL - row - 9)):
            planes[row, 0] = sign * rim(pair.ra, abs(w.line[TRIAL + trial, 0]) + pair.half)
            planes[row, 1] = sign * rim(pair.rb, abs(w.line[TRIAL + trial, 1]) + pair.half)
            # Neighbours on a small leaf have nearly the same planes: one of them is enough.
            gap = abs(planes[row, 0] - planes[row - 1, 0]) + abs(planes[row, 1] - planes[row - 1, 1])
            if gap > 2.0:
                row += 1
    for n in range(9):
        planes[row, 0] = sign * (n % 3 + 1) * a_step
        planes[row, 1] = sign * (n // 3 + 1) * b_step
        row += 1
    return row - PLANES


@lean_kernel
def rim(radius: float, across: float) -> float:
    """How far before the axis a disc still reaches so far across (a hair less)."""
    return 0.999 * math.sqrt(max(radius * radius - across * across, 0.0))


@lean_kernel
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
    for turn in range(2):
        pair = pair_of(bodies, question, i, j, turn)
        ux = pair.ux
        uy = pair.uy
        distance = pair.distance
        touching = (
            distance <= bodies.place[i, ROUND_BY] + bodies.place[j, ROUND_BY] + question.touch
            and bodies.place[i, Z] <= bodies.place[j, UPPER] + question.touch
            and bodies.place[j, Z] <= bodies.place[i, UPPER] + question.touch
        )
        listed = ZERO
        if not touching:
            listed = gather(prisms, use, bodies, doorways, question, i, j, ux, uy, distance, pair.half, w)
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


@straight
@lean_kernel
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
