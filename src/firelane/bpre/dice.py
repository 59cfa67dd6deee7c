"""What dice mean in Red Earth: the one place that says so, for what resolves and for what predicts.

Rules: bpre.dice.1-4, bpre.attack.2, bpre.headshot.1-2, bpre.save.1-4, bpre.cross-cover.3-4.
"""

from __future__ import annotations

from enum import StrEnum

SIDES = 10
DICE = (SIDES, SIDES)
"""Most rolls are 2D10, added. Rules: bpre.dice.1-2."""
HEADSHOT = 20
UNAFFECTED = 20


class Shot(StrEnum):
    """What an attack roll comes to."""

    MISS = "miss"
    HIT = "hit"
    HEADSHOT = "headshot"


class Saved(StrEnum):
    """What a save comes to."""

    KILLED = "killed"
    STAGGERED = "staggered"
    UNAFFECTED = "unaffected"


def shot(total: int, needs: int) -> Shot:
    """An attack whose dice and modifiers come to `total`, against the marksmanship number.

    A headshot is a hit in any case. Rules: bpre.attack.2, bpre.headshot.1.
    """
    if total >= HEADSHOT:
        return Shot.HEADSHOT
    return Shot.HIT if total >= needs else Shot.MISS


def saved(total: int, needs: int) -> Saved:
    """A save roll whose dice and modifiers come to `total`, against the save number. Rules: bpre.save.1-4."""
    if total >= UNAFFECTED:
        return Saved.UNAFFECTED
    return Saved.STAGGERED if total >= needs else Saved.KILLED


def crosses(total: int, needs: int) -> bool:
    """Whether a unit gets over waist-high cover on its feet. Rules: bpre.cross-cover.3-4."""
    return total >= needs  # bpre.cross-cover.3
