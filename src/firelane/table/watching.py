"""Sight as a ruleset means it, for many pairs at once: forth, and back where it is mutual, arcs in mind.

`corridors` decides about one line at a time. Here it is asked in the order that costs least: whoever lies
outside an arc is seen in no way, and what one wall hides at both ends of a straight stretch it hides all
along: seen from any one point, the shadow of something convex is convex.
"""

from __future__ import annotations

import numpy as np

from firelane.table.compiled import Prisms
from firelane.table.corridors import attempt, clear_pair
from firelane.table.fast import DIRECTIONS, YES, ZERO, Bytes, Floats, Ints, kernel, lean_kernel, straight
from firelane.table.hopeless import barred_together, keep_together
from firelane.table.obstacles import HEIGHTS, HOPELESS, KILLER, PROOF, WALL, Work, bars_alone
from firelane.table.pairs import (
    ARC_NONE,
    BLOCK_ALL,
    BLOCK_NONE,
    BLOCKS,
    FACING,
    ROUND_BY,
    SIZE,
    UPPER,
    Bodies,
    Question,
    X,
    Y,
    Z,
    pair_of,
)

UNTRIED = -2
"""Stands for the thing that ended the last attempt at a line until there is an attempt."""


@lean_kernel
def in_arc(bodies: Bodies, question: Question, i: int, j: int, w: Work) -> bool:
    """Whether any part of body j lies in the arc of body i: asked on an empty table."""
    for turn in range(2):
        pair = pair_of(bodies, question, i, j, turn)
        if attempt(pair, ZERO, w):
            return True
        if pair.distance > 0.5:
            return False
    return False


@lean_kernel
def behind(bodies: Bodies, question: Question, i: int, j: int) -> bool:
    """Whether every line from body i to body j leads backwards, where an arc of a half circle at most cannot
    reach."""
    if question.arc == ARC_NONE or question.left > 90 or question.right > 90:
        return False
    dx = bodies.place[j, X] - bodies.place[i, X]
    dy = bodies.place[j, Y] - bodies.place[i, Y]
    facing = bodies.mark[i, FACING] % 360
    ahead = dx * DIRECTIONS[facing, 0] + dy * DIRECTIONS[facing, 1]
    return bool(ahead + bodies.place[i, ROUND_BY] + bodies.place[j, ROUND_BY] + question.touch < 0.0)


@lean_kernel
def alike_both_ways(question: Question) -> bool:
    """Whether a line and the same line back are barred by the same things: from volume to volume, whoever
    stands in the way."""
    if question.plan or question.from_axis or question.to_axis:
        return False
    return question.blocking in (BLOCK_NONE, BLOCK_ALL)


@lean_kernel
def looks(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    doorways: Ints,
    question: Question,
    back: Question,
    bare: Question,
    mutual: bool,
    i: int,
    j: int,
    w: Work,
    segment: Floats,
) -> bool:
    """Whether body i sees body j, `mutual`: or could be seen by it, if it lies in the arc.

    Where the same things bar both ways, what is proven barred one way, arcs left out, is so the other way;
    where there is no proof either way is searched. If one wall bars everything, KILLER stays as it is, and
    WALL names the wall.
    """
    if behind(bodies, question, i, j):
        w.state[KILLER] = -1
        return False
    if not mutual:
        return clear_pair(prisms, use, bodies, doorways, question, i, j, w, segment)
    w.state[KILLER] = UNTRIED
    free = clear_pair(prisms, use, bodies, doorways, back, j, i, w, segment)
    if (
        not free
        and alike_both_ways(question)
        and (w.state[KILLER] == UNTRIED or w.state[HEIGHTS] == HOPELESS)
    ):
        return False
    if not in_arc(bodies, bare, i, j, w):
        return False
    return free or clear_pair(prisms, use, bodies, doorways, question, i, j, w, segment)


@straight
@lean_kernel
def pairs_seen(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    doorways: Ints,
    question: Question,
    back: Question,
    bare: Question,
    mutual: bool,
    pairs: Ints,
    w: Work,
    seen: Bytes,
    segment: Floats,
) -> None:
    """The question for a list of pairs (who looks, at whom)."""
    for n in range(pairs.shape[0]):
        i = pairs[n, 0]
        j = pairs[n, 1]
        seen[n] = looks(prisms, use, bodies, doorways, question, back, bare, mutual, i, j, w, segment)


@straight
@lean_kernel
def rows_seen(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    doorways: Ints,
    question: Question,
    back: Question,
    bare: Question,
    mutual: bool,
    lookers: int,
    targets: Ints,
    w: Work,
    seen: Bytes,
    segment: Floats,
) -> None:
    """The question for each of the bodies from `lookers` on and each of the targets."""
    for n in range(seen.shape[0]):
        for m in range(targets.size):
            i = lookers + n
            j = targets[m]
            seen[n, m] = looks(prisms, use, bodies, doorways, question, back, bare, mutual, i, j, w, segment)


@lean_kernel
def hidden_by(
    prisms: Prisms, use: Bytes, bodies: Bodies, question: Question, i: int, j: int, k: int, w: Work
) -> bool:
    """Whether part k alone bars every line between two bodies."""
    pair = pair_of(bodies, question, i, j, ZERO)
    if pair.distance <= bodies.place[i, ROUND_BY] + bodies.place[j, ROUND_BY] + question.touch:
        return False
    return bars_alone(prisms, use, bodies, question, i, j, pair.ux, pair.uy, pair.distance, pair.half, k, w)


@lean_kernel
def first_seen(
    prisms: Prisms,
    use: Bytes,
    bodies: Bodies,
    doorways: Ints,
    front: Question,
    back: Question,
    bare: Question,
    watchers: Ints,
    begins: int,
    legs: Ints,
    w: Work,
    first: Ints,
    segment: Floats,
) -> None:
    """For each watcher (rows of body, whether it looks all round) the first of a mover's places at which it
    sees it, or -1: sight as in `looks`, mutual.

    The places are the bodies from `begins` on. `legs` holds the last place of each straight stretch; the
    next begins there or after it.
    """
    alike = alike_both_ways(front)
    for n in range(watchers.shape[0]):
        i = watchers[n, 0]
        wide = watchers[n, 1] != 0
        first[n] = -1
        at = 0
        together = 0
        for leg in range(legs.shape[0]):
            last = legs[leg]
            while at <= last and first[n] < 0:
                j = begins + at
                if not wide and behind(bodies, front, i, j) and behind(bodies, front, i, begins + last):
                    break  # and so is all between
                if together > 0 and barred_together(prisms, use, bodies, back, i, j, together, w):
                    at += 1  # what barred all lines to the place before bars those to this one, too
                    continue
                together = 0
                w.state[KILLER] = UNTRIED
                w.state[PROOF] = 0
                if wide:
                    free = clear_pair(prisms, use, bodies, doorways, back, i, j, w, segment)
                else:
                    free = looks(prisms, use, bodies, doorways, front, back, bare, YES, i, j, w, segment)
                if free:
                    first[n] = at
                elif w.state[KILLER] == UNTRIED:
                    # One wall bars every line: to how far along the stretch?
                    wall = w.state[WALL]
                    far = last
                    while far > at and not hidden_by(prisms, use, bodies, back, i, begins + far, wall, w):
                        far = (at + far) // 2
                    at = far
                elif alike:
                    together = keep_together(w)
                at += 1
            at = max(at, last + 1)


@kernel
def stations(track: Ints, step: int) -> tuple[Ints, Ints]:
    """The corners of a way (rows of x, y, z) and points between them, none further apart than `step` in any
    direction; and which of these end its straight stretches. A way of one point ends there."""
    corners = track.shape[0]
    legs = np.zeros(max(corners - 1, 1), np.int64)
    count = 0
    for n in range(corners - 1):
        length = 0
        for axis in range(3):
            length = max(length, abs(track[n + 1, axis] - track[n, axis]))
        count += max(1, -(-length // step))
        legs[n] = count
    places = np.empty((count + 1, 3), np.int64)
    places[0] = track[0]
    before = 0
    for n in range(corners - 1):
        parts = legs[n] - before
        for part in range(1, parts + 1):
            for axis in range(3):
                along = (track[n + 1, axis] - track[n, axis]) * part // parts
                places[before + part, axis] = track[n, axis] + along
        before = legs[n]
    return places, legs


@straight
@kernel
def watched_way(
    prisms: Prisms,
    use: Bytes,
    place: Floats,
    mark: Ints,
    front: Question,
    back: Question,
    bare: Question,
    watchers: Ints,
    own: int,
    track: Ints,
    step: int,
    tall: float,
    start_tall: float,
    radius: float,
    size: float,
    w: Work,
    first: Ints,
) -> None:
    """`first_seen` for a mover among bodies, of which row `own` (or -1) is the mover itself, at the stations
    of its way; at the first of them it is `start_tall`."""
    places, legs = stations(track, step)
    begins = place.shape[0]
    count = places.shape[0]
    all_places = np.empty((begins + count, 6))
    marks = np.zeros((begins + count, 3), np.int64)
    all_places[:begins] = place
    marks[:begins] = mark
    if own >= 0:
        marks[own, BLOCKS] = 0
    for n in range(count):
        row = begins + n
        all_places[row, X] = places[n, 0]
        all_places[row, Y] = places[n, 1]
        all_places[row, Z] = places[n, 2]
        all_places[row, UPPER] = places[n, 2] + (tall if n > 0 else start_tall)
        all_places[row, ROUND_BY] = radius
        all_places[row, SIZE] = size
    doorways = np.empty((0, 2), np.int64)
    segment = np.empty(6)
    bodies = Bodies(all_places, marks)
    first_seen(prisms, use, bodies, doorways, front, back, bare, watchers, begins, legs, w, first, segment)
