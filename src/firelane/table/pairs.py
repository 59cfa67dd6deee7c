"""Two bodies and the line between them: what a question of sight is about, in the frame of that line."""

from __future__ import annotations

import math
from typing import NamedTuple

from firelane.table.fast import DIRECTIONS, Floats, Ints, lean_kernel

BLOCK_NONE, BLOCK_ALL, BLOCK_FOES, BLOCK_UNLESS_TARGET_LARGER = 0, 1, 2, 3
ARC_NONE, ARC_TARGET, ARC_DIRECTION = 0, 1, 2


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


@lean_kernel
def pair_of(bodies: Bodies, question: Question, i: int, j: int, turn: int) -> Pair:
    """The question of whether body i sees body j, in the frame of the line between them.

    Where one is right above the other no direction is the facing one: `turn` 0 and 1 look along both axes.
    """
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
        rise = 0.5 * min(question.patch, tall_of(bodies, i), tall_of(bodies, j))
    if turn == 0 and distance > 0.5:
        ux = dx / distance
        uy = dy / distance
    else:
        ux = 1.0 - turn
        uy = 0.0 + turn
    right = (bodies.mark[i, FACING] - question.right) % 360
    left = (bodies.mark[i, FACING] + question.left) % 360
    return Pair(
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


@lean_kernel
def tall_of(bodies: Bodies, i: int) -> float:
    """The height of a body."""
    return float(bodies.place[i, UPPER] - bodies.place[i, Z])
