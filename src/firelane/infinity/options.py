"""Sensible choices of one seat, for a person to choose from: what can be seen to work, and some ways to go.

Any path and any split of dice is legal; nobody wants a list of all of them. Each skill offers what is worth
declaring; what is offered is judged like any other answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from firelane.core.views import View
from firelane.infinity.asking import DeclareAros
from firelane.infinity.editions import edition_of
from firelane.infinity.judging import refuse_aro
from firelane.infinity.lazily import lazily
from firelane.infinity.names import IMMOBILIZED_A, UNCONSCIOUS
from firelane.infinity.skills.base import Declaration, Entry
from firelane.infinity.space import Survey, body, on_table
from firelane.infinity.view import Table
from firelane.infinity.world import Place, Trooper
from firelane.table.measure import in_contact

TableView = View[Table]


class Options:
    """One seat's choices worth offering; `with_ways`: whether ways to go are among them."""

    def __init__(self, view: TableView, with_ways: bool = True) -> None:
        self.view = view
        self.with_ways = with_ways
        self.world = view.table.world
        self.edition = edition_of(view.ruleset)
        order = view.table.order
        self.acting = order.acting if order is not None else {}
        self.survey = Survey(self.world, self.acting)

    @lazily
    def foes(self) -> list[Trooper]:
        """The enemies on the table, as this seat sees them."""
        return [t for t in on_table(self.world) if t.seat != self.view.seat]

    @lazily
    def hurt(self) -> list[Trooper]:
        """Those of this seat for whom something can be done."""
        mine = on_table(self.world, self.view.seat)
        return [t for t in mine if t.has(UNCONSCIOUS) or t.has(IMMOBILIZED_A)]

    def touched_friends(self, trooper: Trooper) -> list[Trooper]:
        """Those in contact with a trooper for whom something can be done."""
        figure = body(trooper)
        return [f for f in self.hurt if f.id != trooper.id and in_contact(figure, body(f))]

    def halves(self, trooper: Trooper) -> Iterator[Declaration]:
        """What the trooper might declare in its own turn: attacks, then what the edition lists."""
        skills = self.edition.skills.values()
        if trooper.place is Place.AIR:
            for skill in skills:
                if issubclass(skill, Entry):
                    yield from skill.offer(self, trooper)
            return
        yield from self._attacks(trooper, self.foes, active=True)
        for skill in skills:
            yield from skill.offer(self, trooper)

    def aros(self, name: str, request: DeclareAros) -> list[Declaration]:
        """What a trooper might declare as its ARO."""
        trooper = self.world.troopers[name]
        foes = [foe for foe in self.foes if foe.id in request.to] if request.to else self.foes
        found = [*self._attacks(trooper, foes, active=False)]
        for skill in self.edition.skills.values():
            found += skill.offer_aro(self, trooper)
        return [skill for skill in found if refuse_aro(self.view, request, name, skill) is None]

    def _attacks(self, trooper: Trooper, foes: list[Trooper], active: bool) -> Iterator[Declaration]:
        seen = {foe.id for foe in self._seen(trooper, foes)}
        skills = self.edition.skills.values()
        for foe in sorted(foes, key=lambda foe: foe.id not in seen):
            for skill in skills:
                yield from skill.offer_at(self, trooper, foe, foe.id in seen, active)

    def _seen(self, trooper: Trooper, foes: list[Trooper]) -> list[Trooper]:
        """Those that the trooper sees from anywhere on its route: who does nothing is asked for at once."""
        if not self.acting:
            clear = self._sights[trooper.id]
            return [foe for foe in foes if foe.id in clear]
        still = [foe.id for foe in foes if foe.id not in self.acting]
        rows = self.survey.sees_of(trooper.id, self.survey.track(trooper.id), still)
        clear = {name for row in rows for name, free in zip(still, row, strict=True) if free}
        return [foe for foe in foes if foe.id in clear or (foe.id in self.acting and self.sees(trooper, foe))]

    @lazily
    def _sights(self) -> dict[str, set[str]]:
        """Whom each trooper of this seat sees while nobody does anything, all asked for at once."""
        mine = [t.id for t in on_table(self.world, self.view.seat)]
        return self.survey.sights(mine, [foe.id for foe in self.foes])

    def sees(self, trooper: Trooper, foe: Trooper) -> bool:
        """Whether the trooper sees another from anywhere on both their ways."""
        points = self.survey.track(trooper.id)
        theirs = [self.survey.at(foe.id, point) for point in self.survey.track(foe.id)]
        return any(self.survey.lof(trooper.id, point, figure) for point in points for figure in theirs)

    def targets(self, trooper: Trooper) -> list[Trooper]:
        """The enemies at which the trooper could shoot from anywhere on its route."""
        return [foe for foe in self._seen(trooper, self.foes) if not foe.marker]

    def watch(self, x: int, y: int, otherwise: int) -> int:
        """Towards the nearest enemy."""
        foes = self.foes
        if not foes:
            return otherwise
        foe = min(foes, key=lambda f: math.hypot(f.x - x, f.y - y))
        return round(math.degrees(math.atan2(foe.y - y, foe.x - x))) % 360
