"""Reset: avoid Comms Attacks, shake off states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.procedure import Play
from firelane.infinity.dice import Face
from firelane.infinity.effects import cancel
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.names import IMMOBILIZED_B, TARGETED
from firelane.infinity.opposing import Try
from firelane.infinity.situation import Situation
from firelane.infinity.skills.base import Declaration, Effects
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


class Reset(Declaration, frozen=True):
    """Avoid Comms Attacks, shake off states."""

    answers_markers: ClassVar[bool] = True
    stands_aside: ClassVar[bool] = True
    has_odds: ClassVar[bool] = True
    term: ClassVar[str] = "shaking-off"

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        case = Situation(actor, self.entry, active=active)
        return [Try(case, 1, planner.survey.track(actor.id)[-1])]

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        if good:
            cancel(play, attempt.actor, (TARGETED, IMMOBILIZED_B), "reset.ends-states")

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        if trooper.has(TARGETED) or trooper.has(IMMOBILIZED_B):
            yield cls()

    @classmethod
    def offer_aro(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        yield cls()

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        return cls() if trooper.has(TARGETED) else None

    def along(self, servant: Trooper) -> Declaration | None:
        return self

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-reset", lang)
