"""Work on an objective in contact: hack a console, pick up a box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Cite, Refusal
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.infinity.dice import Face
from firelane.infinity.events import BoxTaken, ObjectiveChanged
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.naming import thing_name
from firelane.infinity.objectives import CONSOLE, refuse_use, touches
from firelane.infinity.opposing import Try
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, working
from firelane.infinity.skills.base import Declaration, Effects, Judging
from firelane.infinity.space import body, objective_body
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.measure import in_contact
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


class Use(Declaration, frozen=True, kw_only=True):
    """Work on an objective in contact: hack a console, pick up a box."""

    key: ClassVar[str] = "use-objective"
    is_rolled: ClassVar[bool] = True
    term: ClassVar[str] = "objective"

    objective: str

    @property
    def aimed_at(self) -> tuple[str, ...]:
        return (self.objective,)

    def refuse(self, case: Judging) -> Refusal | None:
        return refuse_use(case.world, case.trooper, self.objective)

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: scenario-domination.hacking-consoles, scenario-supplies.picking-up."""
        world = planner.world
        objective = world.objectives.get(self.objective)
        if objective is None or actor.marker or refuse_use(world, actor, self.objective) is not None:
            return
        places = (planner.survey.at(actor.id, point) for point in planner.passed)
        if not any(touches(world, figure, objective) for figure in places):
            return
        decides("specialist-operative" in working(actor), "specialist-operative.counts-as-specialist")
        dice = 1 if objective.kind == CONSOLE else 0
        case = Situation(actor, self.entry, active=active)
        yield Try(case, dice, planner.survey.track(actor.id)[-1], objective.id)

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """Rules: scenario-domination.console-score, scenario-supplies.picking-up."""
        objective = play.world.objectives[attempt.target]
        if objective.kind != CONSOLE:
            because = (Cite("scenario-supplies.picking-up"),)
            seat, carrier = attempt.seat, attempt.actor
            play.emit(BoxTaken(objective=objective.id, seat=seat, carrier=carrier, because=because))
        elif good:
            because = (Cite("scenario-domination.console-score"),)
            play.emit(ObjectiveChanged(objective=objective.id, owner=attempt.seat, because=because))

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        figure = body(trooper)
        for objective in options.world.objectives.values():
            if in_contact(figure, objective_body(objective)):
                yield cls(objective=objective.id)

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not sheet(trooper.sheet).facts.is_specialist or trooper.marker:
            return None
        for objective in sampler.world.objectives.values():
            refusal = refuse_use(sampler.world, trooper, objective.id)
            if refusal is None and touches(sampler.world, body(trooper), objective):
                return cls(objective=objective.id)
        return None

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-use", lang, target=thing_name(self.objective, lang))
