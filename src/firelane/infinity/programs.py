"""Hacking programs: their figures, who can run them, who can be their target."""

from __future__ import annotations

from msgspec import Struct

from firelane.core.because import Number, Refusal
from firelane.core.rules import Edition
from firelane.infinity.saves import Saving
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import working
from firelane.infinity.skills import AnySkill, Hack
from firelane.infinity.world import Trooper


class Program(Struct, frozen=True):
    """What a hacking program does."""

    burst_active: int
    burst_aro: int
    damage: int
    saves: int
    state: str
    hackable_only: bool

    def saving(self, bts: int, hits: int, criticals: int) -> Saving:
        """The saving rolls that so many hits make, of which so many critical.

        Rules: c1.hacking.4, c1.carbonite.5-6.
        """
        number = Number.of(self.damage, "c1.carbonite.5").less(bts, rule="attribute.bts")
        return Saving(number, hits * self.saves + criticals, 0, self.state)


def refuse_program(edition: Edition, skill: AnySkill) -> Refusal | None:
    """Only programs that the edition has can be run. Rules: c1.hacking-device.1."""
    if isinstance(skill, Hack) and f"program.{skill.program}" not in edition:
        return Refusal("c1.hacking-device.1", {"value": skill.program})
    return None


def may_hit(program: Program, target: Trooper) -> bool:
    """Whether a program works on a target of this kind.

    Rules: c1.carbonite.2, c1.spotlight.2, c1.non-hackable.1-2.
    """
    if not program.hackable_only:
        return True
    return sheet(target.sheet).facts.is_hackable and "non-hackable" not in working(target)
