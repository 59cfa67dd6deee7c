"""What a die means and who beats whom.

The one place that says so: the resolver reads it for the dice that fell, the odds for all dice at once. An
edition chooses by its entry `roll` (a `RollFigures`). Every edition's rule of comparison comes down to one
number per face, its *strength*: a success of one side counts when it is stronger than every success of the
other; equal ones undo each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

CRITICAL = 1_000_000
"""A critical is stronger than any success that is none."""


class Over(StrEnum):
    """What a success value above the die does."""

    ADDED = "added"
    """The excess is added to the die; a result of the highest face or more is a critical."""
    WIDER = "wider"
    """Nothing is added; the critical widens downwards by the excess."""


class Ties(StrEnum):
    """What becomes of two equal successes."""

    CANCEL = "cancel"
    HIGHER_VALUE = "higher-value"
    """The one rolled against the higher success value counts; with equal values both are undone."""


class RollFigures(Struct, frozen=True):
    """How an edition reads dice."""

    die: int = 20
    modifier_limit: int = 12
    over: Over = Over.ADDED
    ties: Ties = Ties.CANCEL


class Face(Struct, frozen=True, gc=False):
    """What one face means against one success value: 0 is a failure."""

    strength: int
    critical: bool

    @property
    def success(self) -> bool:
        """Whether it succeeds at all."""
        return self.strength > 0


FAILURE = Face(0, critical=False)


@lru_cache(maxsize=4096)
def faces(figures: RollFigures, value: int) -> tuple[Face, ...]:
    """The meaning of every face, from 1 up, against a success value."""
    return tuple(_face(figures, value, shown) for shown in range(1, figures.die + 1))


def _face(figures: RollFigures, value: int, shown: int) -> Face:
    """Rules: roll.success, roll.automatic-failure, roll.above-twenty, roll.critical."""
    excess = max(0, value - figures.die)
    target = min(value, figures.die)
    if value < 1:
        return FAILURE
    if figures.over is Over.ADDED:
        result = shown + excess
        critical = result >= figures.die if excess else result == target
    else:
        result = shown
        critical = shown >= figures.die - excess if excess else shown == target
    if result > target and not critical:  # face-to-face.dice
        return FAILURE
    tie_break = value if figures.ties is Ties.HIGHER_VALUE else 0
    # face-to-face.critical-beats-success, face-to-face.criticals-cancel
    base = CRITICAL if critical else min(result, figures.die) * 1000
    return Face(base + tie_break, critical)


def read(figures: RollFigures, value: int, shown: int) -> Face:
    """What a die that shows this face means against this success value."""
    return faces(figures, value)[shown - 1]


def effective(mine: Sequence[Face], theirs: Sequence[Face]) -> tuple[Face, ...]:
    """Of one side's dice, those that take effect against the other side's; all successes if nobody opposes.

    Rules: face-to-face.cancels-lower, face-to-face.winner, face-to-face.critical-beats-success,
    face-to-face.criticals-cancel, face-to-face.ties-cancel.
    """
    best = max((face.strength for face in theirs), default=0)
    # face-to-face.cancels-lower, face-to-face.winner, face-to-face.ties-cancel
    return tuple(face for face in mine if face.strength > best)
