"""Hacking programs: their figures, who can run them, who can be their target."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from firelane.core.because import Number
from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.infinity.names import UNCONSCIOUS
from firelane.infinity.saves import CriticalHit, SaveFigures, Saving, halved
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import working
from firelane.infinity.world import Trooper


class Program(Struct, frozen=True):
    """What a hacking program does."""

    burst_active: int
    burst_aro: int
    damage: int
    saves: int
    state: str
    hackable_only: bool
    attack: int = 0
    """The MOD to its user's roll."""
    opponent: int = 0
    """The MOD to the roll of whoever opposes it."""
    loss: int = 0
    """Points lost for each failed save."""
    halves: bool = False
    """Whether BTS is halved, rounded up."""
    types: tuple[str, ...] = ()
    """The types of troops on which alone it works."""
    hackers_only: bool = False
    critical_state: str = ""
    """The state that a critical brings instead."""

    def burst(self, active: bool) -> int:
        """Its Burst, in one's own turn or as an ARO."""
        return self.burst_active if active else self.burst_aro

    def gained(self, criticals: int) -> str:
        """The state that a success brings, or one with so many criticals."""
        return self.critical_state if criticals and self.critical_state else self.state

    def saving(self, figures: SaveFigures, bts: int, hits: int, criticals: int, rule: str) -> Saving:
        """The saving rolls that so many hits make, of which so many critical; `rule` says so.

        Rules: hacking.saved-with-bts, carbonite.saving-rolls, carbonite.immobilizes.
        """
        used = halved(bts) if self.halves else bts
        number = Number.of(self.damage, rule).less(used, rule="attribute.bts")
        if not self.saves:
            return Saving(number, 0, 0, self.gained(criticals), sure=True)
        if figures.critical is CriticalHit.WOUND_WITHOUT_SAVE:
            free = criticals if self.loss else 0
            rolls = hits * self.saves - criticals
            return Saving(number, rolls, self.loss, self.state, free_wounds=free, sure=criticals > 0)
        return Saving(number, hits * self.saves + criticals, self.loss, self.state)


@cache
def programs_of(edition: Edition) -> Mapping[str, Program]:
    """The programs of an edition that can be declared, by name."""
    return {
        key.removeprefix("program."): edition.data(key, Program)
        for key in edition.entries
        if key.startswith("program.")
    }


def may_hit(program: Program, target: Trooper) -> bool:
    """Whether a program works on a target of this kind.

    Rules: carbonite.hackable-only, spotlight.any-trooper, non-hackable.cannot-be-targeted,
    non-hackable.works-while-null, hacking-attack.kinds-of-targets.
    """
    facts = sheet(target.sheet).facts
    if (program.types and facts.type not in program.types) or (program.hackers_only and not facts.is_hacker):
        return False
    if not program.hackable_only:
        return True
    # non-hackable.works-while-null
    if decides("non-hackable" in working(target), "non-hackable.cannot-be-targeted"):
        decides(target.has(UNCONSCIOUS), "non-hackable.works-while-null")
        return False
    return facts.is_hackable
