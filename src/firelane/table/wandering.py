"""Somewhere to go, quickly: single straight legs, and the links between levels near by.

For those who want one legal way and not all of them. A battlefield is surveyed once for each size of base,
by the same obstacles and the same tests as `reach`, without other figures: so what is proposed here can be
gone as far as the scenery is concerned, and `check_path` decides among all that stand about.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from firelane.table.legs import Going
from firelane.table.mazes import Survey
from firelane.table.movement import MoveRules, Way, Waypoint
from firelane.table.routes import BARRED, VAULTED, WALKED, legs_to
from firelane.table.surfaces import GroundPlan
from firelane.table.things import Figure

SLOW = frozenset({Way.CLIMB})
"""Ways that are left out: faces to climb are everywhere, and to find them all takes long."""

HOW = {BARRED: None, WALKED: Way.WALK, VAULTED: Way.VAULT}

Place = tuple[int, int, int]
MOST_SURVEYS = 512
"""Surveys by what they are asked for: the few that there are of a battlefield serve most."""


class Wandering:
    """A battlefield as bases of one size find it when nobody else is there."""

    def __init__(self, plan: GroundPlan, figure: Figure, rules: MoveRules) -> None:
        field = plan.battlefield
        anyone = Figure(
            id="", x=0, y=0, diameter=figure.diameter, height=figure.height, posture=figure.posture
        )
        going = Going(plan, anyone, (), rules, frozenset(), frozenset())
        edge = float(figure.diameter)
        survey = Survey(going, (-edge, -edge, field.width + edge, field.depth + edge), math.inf)
        self._maze, self._level_of = survey.maze, survey.level_of
        self._links: dict[int, list[tuple[Place, Place, Way, float]]] = {}
        for link in survey.links():
            for start, end, cost in ((link.start, link.end, link.cost), (link.end, link.start, link.back)):
                self._links.setdefault(start[2], []).append((start, end, link.way, cost))

    def legs(self, start: Place, ends: Sequence[tuple[int, int]]) -> list[Way | None]:
        """How straight legs to points of the same level are gone and ended there; None where it cannot be."""
        level = self._level_of.get(start[2])
        if level is None or not ends:
            return [None] * len(ends)
        ways, near = np.empty(len(ends), np.int64), np.empty(self._maze.kinds.size, np.int64)
        legs_to(self._maze, level, float(start[0]), float(start[1]), np.array(ends, np.int64), near, ways)
        return [HOW[way] for way in ways.tolist()]

    def leg(self, start: Place, x: int, y: int) -> Way | None:
        """The same for one leg."""
        return self.legs(start, [(x, y)])[0]

    def links(self, start: Place, reach: int) -> Iterator[tuple[Waypoint, ...]]:
        """The ways to another level within reach: straight to where it begins, then up or down."""
        x, y, z = start
        near = [
            (foot, Waypoint(*head, how))
            for foot, head, how, cost in self._links.get(z, ())
            if math.hypot(foot[0] - x, foot[1] - y) + cost <= reach
        ]
        firsts = self.legs(start, [foot[:2] for foot, _ in near])
        for (foot, up), first in zip(near, firsts, strict=True):
            if foot == start:
                yield (up,)
            elif first is not None:
                yield Waypoint(*foot, first), up


def wandering(plan: GroundPlan, figure: Figure, rules: MoveRules) -> Wandering:
    """The survey for such figures under these rules, made once and kept with the plan."""
    key = (figure.diameter, figure.height, figure.posture, rules)
    kept = plan.cache("wandering", MOST_SURVEYS)
    found: Wandering | None = kept.get(key)
    if found is None:
        general = replace(rules, allowance=None, ways=rules.ways - SLOW)
        alike = (figure.diameter, figure.height, figure.posture, general)
        found = kept.keep(key, kept.find(alike, lambda: Wandering(plan, figure, general)))
    return found
