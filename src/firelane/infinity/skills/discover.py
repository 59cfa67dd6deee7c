"""Discover: look for what a marker hides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from firelane.core.because import Cite, Refusal
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.core.rules import Edition
from firelane.infinity.acting import reveal
from firelane.infinity.dice import Face
from firelane.infinity.events import DiscoverFailed, ItemRevealed, marker_name
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.hooks import Visor
from firelane.infinity.opposing import Try
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, working
from firelane.infinity.skills.base import AtOne, Declaration, Effects, Judging
from firelane.infinity.targets import find_target
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


class Discover(AtOne, frozen=True):
    """Look for what a marker hides."""

    needs_sight: ClassVar[str] = "discover.needs-lof"
    answers_markers: ClassVar[bool] = True
    is_rolled: ClassVar[bool] = True
    has_odds: ClassVar[bool] = True
    term: ClassVar[str] = "discovering"

    def refuse(self, case: Judging) -> Refusal | None:
        world, trooper = case.world, case.trooper
        target = find_target(world, trooper.seat, self.target)
        if target is None or target.seat == trooper.seat or not target.marker:
            return Refusal("discover.reveals", {"target": self.target})
        if trooper.failed.get(self.target) == world.round:
            return Refusal("discover.no-second-try", {"target": self.target})
        return None

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: discover.needs-lof, discover.rolled, discover.needless-after-reveal."""
        target = find_target(planner.world, actor.seat, self.target)
        if target is None or not target.marker:  # discover.needless-after-reveal
            decides(True, "discover.needless-after-reveal")
            return
        fresh = self.target not in actor.failed and planner.world.round in actor.failed.values()
        decides(fresh, "discover.other-targets-allowed")
        for point in planner.passed:  # discover.needs-lof
            aim = planner.aim(actor, point, target, None)
            if aim is None:
                continue
            mode = sheet(actor.sheet).discover
            case = Situation(actor, self.entry, target=target, weapon=mode, cover=aim.cover,
                             active=active, distance=planner.distance(actor, point, aim.figure))  # fmt: skip
            decides(True, "range.own-bands")
            finds = _finds_at_once(planner.edition, actor)
            yield Try(case, 1, point, self.target, automatic=finds, aimed=aim.place)
            return
        decides(True, "discover.needs-lof")

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """Rules: discover.reveals, discover.no-second-try, discover.other-targets-allowed,
        camouflaged.ended-by-discover, mines.discovered, multispectral-visor-3.discovers-automatically.
        """
        target = find_target(play.world, attempt.seat, attempt.target)
        if target is None or not target.marker:
            return
        if not good and not attempt.automatic:  # discover.other-targets-allowed
            actor = play.world.troopers[attempt.actor]
            event = DiscoverFailed.of(actor, target=attempt.target, round=play.world.round)
            play.emit(replace(event, because=(Cite("discover.no-second-try"),)))
            return
        decides(True, "discover.reveals")
        decides(attempt.automatic, "multispectral-visor-3.discovers-automatically")
        if isinstance(target, Item):
            name = marker_name(target.seat, target.marker)
            play.emit(ItemRevealed(item=target.id, marker=name, because=(Cite("mines.discovered"),)))
        else:
            reveal(play, target, "camouflaged.ended-by-discover")

    @classmethod
    def offer_at(
        cls, options: Options, trooper: Trooper, foe: Trooper, seen: bool, active: bool
    ) -> Iterator[Declaration]:
        if seen and foe.marker:
            yield cls(foe.id)

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not any(foe.marker for foe in sampler.foes(trooper)):
            return None
        now = sampler.world.round
        hidden = [f for f in sampler.seen(trooper, hidden=True) if trooper.failed.get(f.id) != now]
        return cls(sampler.generator.choice(hidden).id) if hidden else None

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-discover", lang, target=self.target)


def _finds_at_once(edition: Edition, actor: Trooper) -> bool:
    """Whether its Discover succeeds without a roll.

    Rules: multispectral-visor-3.discovers-automatically.
    """
    worn = (edition[key].rule.data for key in working(actor) if key in edition)
    return any(isinstance(figures, Visor) and figures.finds for figures in worn)
