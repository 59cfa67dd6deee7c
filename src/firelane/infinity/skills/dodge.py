"""Dodge: avoid attacks, leave a close combat, move a little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.infinity.dice import Face
from firelane.infinity.effects import cancel
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.names import IMMOBILIZED_A
from firelane.infinity.opposing import Try
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation
from firelane.infinity.skills.base import Declaration, Effects
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


class Dodge(Declaration, frozen=True, kw_only=True):
    """Avoid attacks; going prone is chosen with it."""

    answers_markers: ClassVar[bool] = True
    stands_aside: ClassVar[bool] = True
    has_odds: ClassVar[bool] = True
    term: ClassVar[str] = "evading"

    prone: bool = False

    @property
    def posture(self) -> bool | None:
        return self.prone

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        case = Situation(actor, self.entry, active=active)
        return [Try(case, 1, planner.survey.track(actor.id)[-1])]

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        if good:
            effects.dodged.append(attempt.actor)
            decides(attempt.actor in frame.engaged, "dodge.ends-engaged")
            cancel(play, attempt.actor, (IMMOBILIZED_A,), "dodge.ends-immobilized")

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        yield cls(prone=trooper.prone)

    @classmethod
    def offer_aro(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        yield cls(prone=trooper.prone)
        if sheet(trooper.sheet).can_be_prone() and not trooper.prone:
            yield cls(prone=True)

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        """A Dodge for nothing, now and then."""
        return cls(prone=sampler.posture(trooper)) if sampler.generator.random() < 0.1 else None

    def along(self, servant: Trooper) -> Declaration | None:
        return self

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-dodge-prone" if self.prone else "infinity.does-dodge", lang)
