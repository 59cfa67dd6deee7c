"""Engineer: repair a target in contact, or rid it of a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Cite, Refusal
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.infinity.curing import (
    hand_of,
    is_friend_on_table,
    patients_in_contact,
    reaches,
    treat_in_contact,
)
from firelane.infinity.dice import Face
from firelane.infinity.effects import cancel, kill, revive, wound
from firelane.infinity.events import PointsGained
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.names import (
    CUT_OFF,
    DISCONNECTED,
    IMMOBILIZED_A,
    IMMOBILIZED_B,
    TARGETED,
    UNCONSCIOUS,
)
from firelane.infinity.opposing import Try
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import CureByHand, Declaration, Effects, Judging
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler

CURED = (IMMOBILIZED_A, IMMOBILIZED_B, TARGETED)


class Engineer(CureByHand, frozen=True, kw_only=True):
    """Repair a target in contact, or rid it of a state."""

    needs: ClassVar[str] = "engineer"
    needs_rule: ClassVar[str] = "engineer.declared"
    is_rolled: ClassVar[bool] = True

    cure: str = ""

    @property
    def ends_state(self) -> str:
        return self.cure

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: engineer.declared, engineer.restores-structure, engineer.ends-states,
        servant.treats-for-controller.
        """
        target = case.world.troopers.get(self.target)
        if target is None or target.seat != case.trooper.seat or target.id == case.trooper.id:
            return Refusal("engineer.declared", {"target": self.target})
        if not self._is_treatable(case.trooper, target):
            return Refusal("engineer.ends-states", {"target": self.target})
        hand = hand_of(case, self)
        if isinstance(hand, Refusal):
            return hand
        return None if reaches(case, hand, target) else Refusal("engineer.declared", {"target": self.target})

    def _is_treatable(self, actor: Trooper, target: Trooper) -> bool:
        """Rules: engineer.declared, engineer.restores-structure, engineer.may-be-repeated,
        engineer.ends-states, disconnected.recovers-with-controller, disconnected.ended-by-engineer.
        """
        if not is_friend_on_table(actor, target):
            return False
        facts = sheet(target.sheet).facts
        if self.cure in CURED:
            return target.has(self.cure)
        if self.cure == DISCONNECTED:
            return target.has(DISCONNECTED) and not target.has(CUT_OFF)  # disconnected.ended-by-engineer
        # engineer.may-be-repeated
        return self.cure in ("", UNCONSCIOUS) and facts.has_structure and target.points < facts.wounds

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: engineer.declared."""
        target = planner.world.troopers.get(self.target)
        if target is not None and self._is_treatable(actor, target):
            yield from treat_in_contact(planner, actor, self, target, active)

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """Rules: engineer.restores-structure, engineer.failure-costs-structure, engineer.may-be-repeated,
        engineer.ends-states, engineer.failure-kills-unconscious, engineer.failure-leaves-states,
        disconnected.ended-by-engineer.
        """
        target = play.world.troopers[attempt.target]
        skill = next(s for s in frame.acting[attempt.actor].skills if isinstance(s, cls))
        # engineer.failure-leaves-states, disconnected.ended-by-engineer
        if skill.cure in (*CURED, DISCONNECTED):
            if good:
                cancel(play, target.id, (skill.cure,), "engineer.ends-states")
            decides(not good, "engineer.failure-leaves-states")
            return
        decides(target.points + 1 < sheet(target.sheet).facts.wounds, "engineer.may-be-repeated")
        if target.has(UNCONSCIOUS):
            if good:
                revive(play, target, "engineer.restores-structure")
            else:
                kill(play, target, "engineer.failure-kills-unconscious")
        elif good:
            play.emit(PointsGained.of(target, count=1, because=(Cite("engineer.restores-structure"),)))
        else:
            wound(play, target, 1, "engineer.failure-costs-structure")

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        if not sheet(trooper.sheet).carries(cls.needs):
            return
        for friend in options.touched_friends(trooper):
            yield (
                cls(target=friend.id)
                if friend.has(UNCONSCIOUS)
                else cls(target=friend.id, cure=IMMOBILIZED_A)
            )

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not sheet(trooper.sheet).carries(cls.needs):
            return None
        for friend, by in patients_in_contact(sampler, trooper):
            for cure in (*CURED, ""):
                skill = cls(target=friend.id, cure=cure, by=by)
                if skill._is_treatable(trooper, friend):
                    return skill
        return None

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-repair", lang, target=self.target)
