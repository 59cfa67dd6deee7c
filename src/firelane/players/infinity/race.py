"""How likely a mission of objectives is won as it stands, and what more Objective Points are worth for that.

Both sides will still score, so what a point is worth depends on the turns that are left: in the last turn one
that decides the game is worth most of it, and one that changes nothing is worth nothing. If nobody is ahead
the points alive decide.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

from firelane.infinity.missions import points_for_boxes, points_for_quadrants
from firelane.infinity.names import other
from firelane.infinity.quadrants import mostly_inside
from firelane.infinity.space import body, field_of, is_null, on_table
from firelane.infinity.world import InfinityWorld
from firelane.players.infinity.prospects import stands, turns_left
from firelane.players.infinity.worth import cost

GAME = 30.0
"""What winning is worth, in army points."""
SPREADS = {"domination": 1.2, "supplies": 1.8}
"""How much the difference of Objective Points varies in a turn, by mission."""
LEAD = 3.0
"""How much the difference of points alive varies in a turn."""
SURE = 0.2
"""What is left of that when the game is nearly over."""
EVEN = 0.5
"""Nearer than this nobody is ahead."""

Corner = tuple[bool, bool]
CORNERS: tuple[Corner, ...] = tuple((right, upper) for right in (False, True) for upper in (False, True))


class Race:
    """One seat's chance of winning a mission of objectives, from what it sees."""

    def __init__(self, world: InfinityWorld, seat: str) -> None:
        self.world, self.seat = world, seat
        self.turns = sum(turns_left(world, seat)) if world.round else 2.0 * world.rounds
        self.boxes = {seat: 0, other(seat): 0}
        consoles = 0
        for objective in world.objectives.values():
            carrier = world.troopers.get(objective.carrier)
            if carrier is not None and not is_null(carrier):
                self.boxes[carrier.seat] += 1
            elif objective.kind == "console" and objective.owner:
                consoles += 1 if objective.owner == seat else -1
        scored = world.sides[seat].objective_points - world.sides[other(seat)].objective_points
        self.held = scored + consoles
        """The difference of Objective Points, boxes and quadrants left out."""

    @property
    def now(self) -> float:
        """The difference of Objective Points if the game ended now."""
        return self.held + self.for_boxes(0, 0) + (self.for_quadrants({}) if self._quadrants else 0)

    @property
    def _quadrants(self) -> bool:
        return self.world.mission == "domination" and bool(self.world.round)

    @cached_property
    def by_points(self) -> float:
        """The chance of having more points alive."""
        ahead = sum(cost(t) * (1 if t.seat == self.seat else -1)
                    for t in self.world.troopers.values() if stands(t))  # fmt: skip
        return _above(ahead, LEAD * math.sqrt(self.turns) + SURE)

    def chance(self, score: float) -> float:
        """The chance of winning if the difference of Objective Points stood at this now."""
        spread = SPREADS[self.world.mission] * math.sqrt(self.turns) + SURE
        ahead, not_behind = _above(score - EVEN, spread), _above(score + EVEN, spread)
        return ahead + (not_behind - ahead) * self.by_points

    def worth(self, gain: float) -> float:
        """What so many Objective Points more are worth, in army points."""
        return GAME * (self.chance(self.now + gain) - self.chance(self.now))

    def box(self, mine: int = 0, theirs: int = 0) -> float:
        """What it is worth if one's own side and the enemy carry so many boxes more."""
        return self.worth(self.for_boxes(mine, theirs) - self.for_boxes(0, 0))

    def for_boxes(self, mine: int, theirs: int) -> int:
        """The difference of Objective Points for boxes if so many more are carried."""
        own, enemy = self.boxes[self.seat] + mine, self.boxes[other(self.seat)] + theirs
        boxes = len(self.world.objectives)
        return points_for_boxes(own, enemy, boxes) - points_for_boxes(enemy, own, boxes)

    @cached_property
    def _inside(self) -> Mapping[str, Corner]:
        """The quadrant in which everybody is."""
        field = field_of(self.world)
        middle = field.width // 2, field.depth // 2
        found = {}
        for trooper in on_table(self.world):
            for corner in CORNERS:
                if not is_null(trooper) and mostly_inside(body(trooper), middle, *corner):
                    found[trooper.id] = corner
        return found

    def for_quadrants(self, moved: Mapping[str, Corner]) -> int:
        """The difference of Objective Points if the round ended with some troopers in other quadrants."""
        balance = dict.fromkeys(CORNERS, 0.0)
        for name, corner in {**self._inside, **moved}.items():
            trooper = self.world.troopers[name]
            balance[corner] += cost(trooper) * (1 if trooper.seat == self.seat else -1)
        mine = sum(value > 0 for value in balance.values())
        theirs = sum(value < 0 for value in balance.values())
        return points_for_quadrants(mine, theirs) - points_for_quadrants(theirs, mine)


def _above(mean: float, spread: float) -> float:
    """How likely something that varies is more than nothing."""
    return (1 + math.erf(mean / spread / math.sqrt(2))) / 2
