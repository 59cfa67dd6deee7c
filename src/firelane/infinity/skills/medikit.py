"""MediKit: treat an Unconscious trooper in contact, or by a shot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Number, Refusal
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.infinity.combat import in_contact_as_declared
from firelane.infinity.curing import is_friend_on_table, reaches
from firelane.infinity.dice import Face
from firelane.infinity.frames import Attempt, Declared, Hit, Order
from firelane.infinity.names import UNCONSCIOUS
from firelane.infinity.naming import skill_name
from firelane.infinity.opposing import Try
from firelane.infinity.saves import Saving
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, working
from firelane.infinity.skills.base import Cure, Declaration, Effects, Judging
from firelane.infinity.space import body, is_null
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.measure import in_contact
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


class MediKit(Cure, frozen=True, kw_only=True):
    """Treat an Unconscious trooper in contact, or by a shot."""

    key: ClassVar[str] = "medikit"
    needs: ClassVar[str] = "medikit"
    needs_rule: ClassVar[str] = "medikit.declared"
    is_rolled: ClassVar[bool] = True

    shot: bool = False

    @property
    def from_afar(self) -> bool:
        return self.shot

    @property
    def uses(self) -> tuple[str, int] | None:
        return "medikit", 1

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: medikit.declared, medikit.applied."""
        target = case.world.troopers.get(self.target)
        if target is None or target.id == case.trooper.id or not _is_treatable(case.trooper, target):
            return Refusal("medikit.declared", {"target": self.target})
        if self.shot or reaches(case, case.trooper, target):
            return None
        return Refusal("medikit.applied", {"target": self.target})

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: medikit.declared, medikit.applied."""
        target = planner.world.troopers.get(self.target)
        if target is None or not _is_treatable(actor, target):
            return
        decides("paramedic" in working(actor), "paramedic.carries-medikit")
        if not is_null(actor) and in_contact_as_declared(actor, target, planner.frame.acting):
            case = Situation(actor, self.entry, target=target, active=active)
            yield Try(case, 0, planner.survey.track(actor.id)[-1], self.target, automatic=True)
        elif self.shot:
            yield from self._darts(planner, actor, target, active)

    def _darts(self, planner: Planner, actor: Trooper, patient: Trooper, active: bool) -> Iterable[Try]:
        """A MediKit that is shot at the patient. Rules: medikit.applied, medikit.miss-does-nothing."""
        mode = sheet(actor.sheet).medikit
        point = planner.best_point(actor, planner.points(-1), (patient.id,), mode)
        aim = planner.aim(actor, point, patient, mode) if point is not None else None
        if point is None or aim is None or actor.id in planner.frame.engaged:
            return
        case = Situation(actor, self.entry, target=patient, weapon=mode, cover=aim.cover, active=active,
                         distance=planner.distance(actor, point, aim.figure))  # fmt: skip
        yield Try(case, 1, point, patient.id, aimed=aim.place)

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """A MediKit that reaches the patient makes it roll PH; a shot that misses does nothing.

        Rules: medikit.applied, medikit.miss-does-nothing, medikit.success-revives, medikit.failure-kills.
        """
        decides(True, "medikit.applied")
        if decides(not attempt.automatic and not good, "medikit.miss-does-nothing"):
            return
        patient = play.world.troopers[attempt.target]
        rule = play.edition.statement("medikit.success-revives")
        number = Number.of(sheet(patient.sheet).attribute("PH") or 0, rule)
        saving = Saving(number, 1, 0, under=True)
        effects.hits.append(
            Hit(trooper=patient.id, by=attempt.actor, weapon="medikit", saving=saving, skill="medikit")
        )

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        if not sheet(trooper.sheet).carries(cls.needs):
            return
        touched = {friend.id for friend in options.touched_friends(trooper)}
        for friend in options.hurt:
            if not friend.has(UNCONSCIOUS):
                continue
            if friend.id in touched:
                yield cls(target=friend.id)
            elif options.sees(trooper, friend):
                yield cls(target=friend.id, shot=True)

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not sheet(trooper.sheet).carries(cls.needs):
            return None
        for friend in sampler.friends(trooper):
            if friend.id != trooper.id and _is_treatable(trooper, friend):
                return cls(target=friend.id, shot=not in_contact(body(trooper), body(friend)))
        return None

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-treat", lang, target=self.target, skill=skill_name(self.entry, lang))


def _is_treatable(actor: Trooper, target: Trooper) -> bool:
    """Whether somebody with W is Unconscious. Rules: medikit.declared."""
    has_wounds = not sheet(target.sheet).facts.has_structure
    return is_friend_on_table(actor, target) and target.has(UNCONSCIOUS) and has_wounds
