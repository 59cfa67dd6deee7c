"""Camouflage: enter the Camouflaged state again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Declaration, Judging
from firelane.infinity.space import Survey, body, is_null, on_table
from firelane.infinity.world import Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.sampling import SkillSampler


class HideAgain(Declaration, frozen=True, kw_only=True):
    """Enter the Camouflaged state."""

    key: ClassVar[str] = "camouflage"
    needs: ClassVar[str] = "camouflage"
    needs_rule: ClassVar[str] = "camouflage.deployed-hidden"
    hides: ClassVar[bool] = True
    term: ClassVar[str] = "hiding"

    prone: bool = False

    @property
    def posture(self) -> bool | None:
        return self.prone

    def refuse(self, case: Judging) -> Refusal | None:
        """Only out of every enemy's sight. Reading adopted: a marker counts as an enemy that looks
        everywhere, whatever it hides.

        Rules: camouflage.declared, camouflaged.sees-all-round, scenario-supplies.carriers.
        """
        world, trooper = case.world, case.trooper
        if trooper.carries:
            return Refusal("scenario-supplies.carriers", {"trooper": trooper.id})
        if trooper.marker:
            return Refusal("camouflage.declared", {"trooper": trooper.id})
        survey = Survey(world)
        figure = body(trooper)
        for foe in on_table(world):
            if foe.seat == trooper.seat or is_null(foe):
                continue
            if survey.lof(foe.id, survey.track(foe.id)[0], figure):
                return Refusal("camouflage.declared", {"trooper": trooper.id, "target": foe.id})
        return None

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        if sheet(trooper.sheet).carries(cls.needs) and not trooper.marker:
            yield cls(prone=trooper.prone)

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        return cls(prone=trooper.prone)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-hide", lang)
