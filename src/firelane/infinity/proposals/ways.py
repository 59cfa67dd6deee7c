"""Ways to go, by chance: straight walks, charges, links to other levels."""

from __future__ import annotations

import math
from random import Random

from firelane.core.views import View
from firelane.infinity.acting import ON_FOOT, begin, check_move, move_rules
from firelane.infinity.editions import edition_of
from firelane.infinity.frames import Declared
from firelane.infinity.roster import APART
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Waypoint
from firelane.infinity.space import (
    Survey,
    body,
    field_of,
)
from firelane.infinity.view import Table
from firelane.infinity.world import Trooper
from firelane.table.movement import MoveRules
from firelane.table.movement import Waypoint as TableWaypoint
from firelane.table.surfaces import ground_plan
from firelane.table.things import Figure
from firelane.table.wandering import Wandering, wandering

TRIES = 3
"""So many straight ways are tried at once: twice towards an enemy, then twice in any direction."""
CHARGE = 0.3
"""How often an enemy within reach is run at."""
UP_OR_DOWN = 0.2
"""How often a way to another level is taken, where there is one."""


class MoveSampler:
    """What one seat sees, and where its troopers could go."""

    def __init__(self, view: View[Table], generator: Random) -> None:
        self.view = view
        self.world = view.table.world
        self.generator = generator
        self.edition = edition_of(view.ruleset)
        order = view.table.order
        self.survey = Survey(self.world, order.acting if order is not None else {})
        self._in_sight: dict[str, list[Trooper]] = {}

    def foes(self, trooper: Trooper) -> list[Trooper]:
        """The enemies on the table as this seat sees them."""
        return self.survey.known.against(trooper.seat)

    def done(self, trooper: Trooper) -> Declared:
        """What the trooper has done in this Order so far."""
        order = self.view.table.order
        return (order.acting.get(trooper.id) if order is not None else None) or begin(trooper)

    def forward(self, trooper: Trooper) -> float:
        """The direction of an enemy, or any where there is none."""
        foes = self.foes(trooper)
        if not foes:
            return self.generator.uniform(0, 2 * math.pi)
        foe = self.generator.choice(foes)
        return math.atan2(foe.y - trooper.y, foe.x - trooper.x)

    def facing(self, trooper: Trooper, at: Waypoint) -> int:
        """The direction from there to the nearest enemy."""
        foes = self.foes(trooper)
        if not foes:
            return trooper.facing
        x, y = at[0], at[1]
        _, dx, dy = min([(math.hypot(f.x - x, f.y - y), f.x - x, f.y - y) for f in foes])
        return round(math.degrees(math.atan2(dy, dx))) % 360

    def route(self, trooper: Trooper, reach: int, forward: float | None = None) -> tuple[Waypoint, ...]:
        """A way that can be gone: mostly a straight walk, now and then to another level."""
        figure = body(trooper)
        rules = move_rules(sheet(trooper.sheet), reach, ON_FOOT)
        ways = wandering(ground_plan(field_of(self.world)), figure, rules)
        here = (trooper.x, trooper.y, trooper.z)
        if self.generator.random() < UP_OR_DOWN:
            links = list(ways.links(here, reach))
            if links and self._gone(figure, way := self.generator.choice(links), rules):
                return tuple([(to.x, to.y, to.z, to.way) for to in way])
        if forward is not None and self.generator.random() < CHARGE:
            charge = self._charge(trooper, reach, ways)
            if charge is not None and self._gone(figure, (charge,), rules):
                return ((charge.x, charge.y, charge.z, charge.way),)
        for towards in (forward, forward, None, None):
            ends = self._ends(trooper, reach, towards)
            for (x, y), how in zip(ends, ways.legs(here, ends), strict=True):
                if how is not None and self._gone(figure, (TableWaypoint(x, y, trooper.z, how),), rules):
                    return ((x, y, trooper.z, how),)
        return ()

    def _ends(self, trooper: Trooper, reach: int, forward: float | None) -> list[tuple[int, int]]:
        """Points within reach, in about that direction or in any."""
        draw, x, y = self.generator, trooper.x, trooper.y
        found = []
        for _ in range(TRIES):
            angle = draw.random() * 2 * math.pi if forward is None else draw.gauss(forward, 0.6)
            length = reach * (0.3 + 0.69 * draw.random())
            found.append((round(x + length * math.cos(angle)), round(y + length * math.sin(angle))))
        return found

    def _charge(self, trooper: Trooper, reach: int, ways: Wandering) -> TableWaypoint | None:
        """Straight at an enemy model within reach: contact ends the way."""
        near = [
            foe
            for foe in self.foes(trooper)
            if not foe.marker
            and foe.z == trooper.z
            and math.hypot(foe.x - trooper.x, foe.y - trooper.y) < reach + APART / 4
        ]
        if not near:
            return None
        foe = self.generator.choice(near)
        how = ways.leg((trooper.x, trooper.y, trooper.z), foe.x, foe.y)
        return TableWaypoint(foe.x, foe.y, foe.z, how) if how is not None else None

    def _gone(self, figure: Figure, way: tuple[TableWaypoint, ...], rules: MoveRules) -> bool:
        """Whether a way can be gone among all that this seat sees, and ends at no marker."""
        report = check_move(self.world, figure, way, rules)
        stopped = self.world.troopers.get(report.stopped_by)
        return report.legal and not (stopped is not None and stopped.marker)

    def dodge_route(self, name: str, reach: int) -> tuple[Waypoint, ...]:
        """A short way for a Dodge."""
        return self.route(self.world.troopers[name], reach)

    def point_on_table(self, trooper: Trooper) -> tuple[int, int]:
        """A point at which the whole base is on the table."""
        field = field_of(self.world)
        half = -(-sheet(trooper.sheet).diameter // 2)
        x = self.generator.randrange(half, field.width - half)
        return x, self.generator.randrange(half, field.depth - half)
