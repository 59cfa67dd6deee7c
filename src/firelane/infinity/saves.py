"""Saving rolls: how many, against what, and what a failure costs, by ammunition.

An edition lists its ammunition as entries with `Ammunition` figures; what several do together follows from
them one by one, so that AP+EXP needs no entry of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from firelane.core.because import Number
from firelane.core.fired import decides


class CriticalHit(StrEnum):
    """What a critical does beyond a hit."""

    ONE_MORE_SAVE = "one-more-save"
    """One saving roll more, of the same kind."""
    WOUND_WITHOUT_SAVE = "wound-without-save"
    """One point lost at once; further saves of the ammunition are still rolled."""


class Ammunition(Struct, frozen=True):
    """What one kind of ammunition does."""

    saves: int = 1
    """Saving rolls for each hit."""
    halves: bool = False
    """Whether the protection is halved, rounded up."""
    loss: int = 1
    """Points lost for each failed save."""
    attribute: str = ""
    """The attribute rolled instead of a save: a roll under it, with `modifier`, avoids the effect."""
    modifier: int = 0
    state: str = ""
    """The state that a failure brings."""
    again: bool = False
    """Whether a failed save is followed by another."""
    mortal: int = 0
    """The statement by which whoever would be Unconscious dies instead; 0 for none."""
    hit: int = 1
    critical: int = 2
    failed: int = 3
    """The statements about hits, criticals and failed saves."""


class SaveFigures(Struct, frozen=True):
    """How an edition saves."""

    critical: CriticalHit = CriticalHit.ONE_MORE_SAVE
    cover: int = 3


class Saving(Struct, frozen=True, gc=False):
    """The saving rolls that one attack causes on one target.

    `number` is what the die must beat (Attack Damage), or, for a roll under an attribute, what it must not
    exceed (`under`).
    """

    number: Number
    rolls: int
    loss: int
    state: str = ""
    under: bool = False
    again: bool = False
    """Whether each failed save is followed by another (Continuous Damage)."""
    mortal: str = ""
    """The statement by which whoever would be Unconscious dies instead."""
    free_wounds: int = 0
    failed: tuple[str, ...] = ()
    """The statements by which a failure costs something."""

    def fails(self, shown: int) -> bool:
        """Whether a die that shows this face is a failed save.

        Rules: n4-core.saving-roll.3.
        """
        return shown > self.number.total if self.under else shown <= self.number.total


def halved(value: int) -> int:
    """Half of a value; every division is rounded up. Rules: n4-core.measuring.5."""
    decides(value % 2, "n4-core.measuring.5")
    return -(-value // 2)


def count(kinds: Sequence[Ammunition], figures: SaveFigures, hits: int, criticals: int) -> int:
    """How many saving rolls so many hits, of which so many critical, make."""
    each = max(kind.saves for kind in kinds)
    extra = criticals if figures.critical is CriticalHit.ONE_MORE_SAVE else 0
    spared = criticals if figures.critical is CriticalHit.WOUND_WITHOUT_SAVE else 0
    return hits * each + extra - spared
