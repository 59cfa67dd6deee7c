"""The mission card of Infinity, out of the functions that score."""

from __future__ import annotations

from collections.abc import Iterator

from firelane.core.views import View
from firelane.infinity.editions import edition_of
from firelane.infinity.missions import (
    MISSIONS,
    Goal,
    MissionFigures,
    Tally,
    all_down,
    by_points,
    is_known,
    killed,
    mission_figures,
    too_weak,
    victory_points,
)
from firelane.infinity.names import SEATS, other
from firelane.infinity.naming import points_in_words
from firelane.infinity.telling import amount_in_words
from firelane.infinity.view import Table
from firelane.infinity.words import MISSIONS as NAMES
from firelane.infinity.world import InfinityWorld
from firelane.screen.mission import GoalShare, GoalShown, MissionCard, ScoreShown
from firelane.text import say

TableView = View[Table]
STANDARD = "standard"


def mission(view: TableView, lang: str) -> tuple[MissionCard, tuple[GoalShown, ...]]:
    """The card and its goals, counted by what the seat knows."""
    return _Counting(view, lang).card()


class _Counting:
    """A mission as one seat may count it."""

    def __init__(self, view: TableView, lang: str) -> None:
        self.reader = view.seat
        self.lang = lang
        self.world: InfinityWorld = view.table.world
        self.over = view.outcome is not None
        self.edition = edition_of(view.ruleset)
        self.figures: MissionFigures = mission_figures(self.edition, self.world)
        self.bands = by_points(self.figures.bands, self.world.points)
        banded = self.bands is not None or not self.figures.bands
        goals = MISSIONS[self.world.mission].goals
        self.goals = tuple(goal for goal in goals if banded or not goal.in_army_points)
        """Those by which anything can be scored with armies of this size."""

    def card(self) -> tuple[MissionCard, tuple[GoalShown, ...]]:
        name = self.world.mission
        scores = tuple(self._score(seat) for seat in SEATS) if self.goals else ()
        head = MissionCard(
            name=say(NAMES[name], self.lang),
            rule=self._cited("victory.rule" if name == STANDARD else f"scenario-{name}.rule"),
            lines=tuple(self._lines()),
            scores=scores,
        )
        return head, (*map(self._goal, self.goals), self._victory_points())

    def _cited(self, role: str) -> str:
        return self.edition.statement(role)

    def _tally(self, goal: Goal, seat: str) -> Tally:
        return goal.tally(self.world, self.figures, seat)

    def _is_known(self, goal: Goal, seat: str) -> bool:
        return self.over or is_known(goal, self.figures, seat, self.reader)

    def _times_left(self, goal: Goal) -> int:
        """How often the goal can still be scored."""
        if self.over:
            return 0
        return self.world.rounds - max(self.world.round, 1) + 1 if goal.each_round else 1

    def _score(self, seat: str) -> ScoreShown:
        scored = self.world.sides[seat].objective_points
        known = [goal for goal in self.goals if self._is_known(goal, seat)]
        begun = self.world.round and not self.over
        return ScoreShown(
            seat=seat,
            scored=scored,
            now=scored + (sum(self._tally(goal, seat).points for goal in known) if begun else 0),
            most=sum(self._tally(goal, seat).most * self._times_left(goal) for goal in self.goals),
            least=len(known) < len(self.goals),
        )

    def _goal(self, goal: Goal) -> GoalShown:
        bands = self.bands
        limits = {} if bands is None else {"one": bands.one, "three": bands.three, "four": bands.four_above}
        told = {name: points_in_words(halves) for name, halves in limits.items()}
        return GoalShown(
            id=goal.key,
            text=say(f"missions.goal-{goal.key}", self.lang, **told),
            when=say("missions.each-round" if goal.each_round else "missions.at-end", self.lang),
            rule=self._cited(goal.rule),
            shares=tuple(self._share(goal, seat) for seat in SEATS) if self.world.round else (),
        )

    def _share(self, goal: Goal, seat: str) -> GoalShare:
        tally, times = self._tally(goal, seat), self._times_left(goal)
        left = say("missions.left", self.lang, points=tally.most * times) if times else ""
        if not self._is_known(goal, seat):
            return GoalShare(seat=seat, have=self._unknown(goal, seat), left=left)
        worth = (
            say("missions.points", self.lang, points=tally.points)
            if tally.points
            else say("missions.no-points", self.lang)
        )
        have = say(f"missions.have-{goal.key}", self.lang, count=amount_in_words(goal, tally.amount))
        return GoalShare(seat=seat, have=have, worth=worth, left=left)

    def _unknown(self, goal: Goal, seat: str) -> str:
        if goal.key not in ("killed", "more-killed"):
            return say("missions.private", self.lang)
        count = len(killed(self.world, other(seat), over=True))
        return say("missions.troopers-killed", self.lang, count=count)

    def _victory_points(self) -> GoalShown:
        key = "victory-points-standard" if self.world.mission == STANDARD else "victory-points"
        return GoalShown(
            id="victory-points",
            text=say(f"missions.{key}", self.lang),
            rule=self._cited("victory.points"),
            shares=tuple(
                GoalShare(seat=seat, have=self._own_points(seat)) for seat in SEATS if self.world.round
            ),
        )

    def _own_points(self, seat: str) -> str:
        if not self.over and seat != self.reader:
            return say("missions.private", self.lang)
        return say("missions.have-alive", self.lang, count=points_in_words(victory_points(self.world, seat)))

    def _lines(self) -> Iterator[str]:
        key = "after-rounds-standard" if self.world.mission == STANDARD else "after-rounds"
        yield say(f"missions.{key}", self.lang, rounds=self.world.rounds)
        early = MISSIONS[self.world.mission].ends_early
        least = by_points(self.figures.least, self.world.points)
        if early is too_weak and least is not None:
            yield say("missions.early-too-weak", self.lang, least=points_in_words(least))
        if early is all_down:
            yield say("missions.early-all-down", self.lang)
        if not self.over:
            yield say("missions.as-known", self.lang)
