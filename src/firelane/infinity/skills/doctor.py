"""Doctor: treat an Unconscious trooper in contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.core.procedure import Play
from firelane.infinity.curing import (
    hand_of,
    is_friend_on_table,
    patients_in_contact,
    reaches,
    treat_in_contact,
)
from firelane.infinity.dice import Face
from firelane.infinity.effects import kill, revive
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.names import UNCONSCIOUS
from firelane.infinity.naming import skill_name
from firelane.infinity.opposing import Try
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import CureByHand, Declaration, Effects, Judging
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


class Doctor(CureByHand, frozen=True, kw_only=True):
    """Treat an Unconscious trooper in contact; `by` is the Servant that does it, if one does."""

    needs: ClassVar[str] = "doctor"
    needs_rule: ClassVar[str] = "doctor.declared"
    is_rolled: ClassVar[bool] = True

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: doctor.declared, servant.treats-for-controller."""
        target = case.world.troopers.get(self.target)
        if target is None or target.id == case.trooper.id or not _is_treatable(case.trooper, target):
            return Refusal("doctor.declared", {"target": self.target})
        hand = hand_of(case, self)
        if isinstance(hand, Refusal):
            return hand
        return None if reaches(case, hand, target) else Refusal("doctor.declared", {"target": self.target})

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: doctor.declared."""
        target = planner.world.troopers.get(self.target)
        if target is not None and _is_treatable(actor, target):
            yield from treat_in_contact(planner, actor, self, target, active)

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """Rules: doctor.success-revives, doctor.failure-kills."""
        patient = play.world.troopers[attempt.target]
        if good:
            revive(play, patient, "doctor.success-revives")
        else:
            kill(play, patient, "doctor.failure-kills")

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        if sheet(trooper.sheet).carries(cls.needs):
            for friend in options.touched_friends(trooper):
                if friend.has(UNCONSCIOUS):
                    yield cls(target=friend.id)

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not sheet(trooper.sheet).carries(cls.needs):
            return None
        for friend, by in patients_in_contact(sampler, trooper):
            if _is_treatable(trooper, friend):
                return cls(target=friend.id, by=by)
        return None

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-treat", lang, target=self.target, skill=skill_name(self.entry, lang))


def _is_treatable(actor: Trooper, target: Trooper) -> bool:
    """Whether somebody with W is Unconscious. Rules: doctor.declared."""
    has_wounds = not sheet(target.sheet).facts.has_structure
    return is_friend_on_table(actor, target) and target.has(UNCONSCIOUS) and has_wounds
