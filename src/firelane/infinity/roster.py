"""The troopers of one moment, looked up once: who is on the table, their Silhouettes, who fights whom.

Worlds never change, so what was found for one map of troopers holds for as long as that map is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from operator import is_
from typing import Any

from firelane.core.fired import decides
from firelane.infinity.names import DISENGAGED, IMMOBILIZED, NULL_STATES
from firelane.infinity.sheets import sheet
from firelane.infinity.world import InfinityWorld, Item, Objective, Place, Trooper
from firelane.table.crowd import Crowd
from firelane.table.measure import in_contact
from firelane.table.things import Battlefield, Figure, Posture, millimetres

APART = millimetres(120)
"""Centres further apart than this are never in contact: no base is wider."""
ITEM_SIZE = (millimetres(25), millimetres(40))
"""The Silhouette of a marker that hides an item: S2. Rules: c1.camouflaged.3."""
MOST_BODIES = 4096
KEPT = 16
"""So many moments are kept: those of the world and of what each side sees of it, now and a little ago."""
RECENT = 4
"""Among so many of them, what has changed is looked for."""
MOST_CHANGED = 3
"""Where more troopers than this have changed, all is looked up anew."""


def body(trooper: Trooper) -> Figure:
    """The trooper's Silhouette where it stands.

    Rules: n4-core.silhouette.1, n4-core.silhouette.3, c1.prone.5, c1.camouflaged.2.
    """
    known = _bodies.get(id(trooper))
    if known is not None and known[0] is trooper:
        return known[1]
    t, size = trooper, sheet(trooper.sheet)
    made = _figure(t.id, t.seat, size.diameter, size.height, t.x, t.y, t.z, t.surface, t.facing, t.prone)
    if len(_bodies) >= MOST_BODIES:
        _bodies.clear()
    _bodies[id(trooper)] = (trooper, made)
    return made


_bodies: dict[int, tuple[Trooper, Figure]] = {}
"""Silhouettes by the address of the record, which is kept with it so that no other can have it."""


@lru_cache(maxsize=8192)
def _figure(
    name: str, seat: str, diameter: int, height: int, x: int, y: int, z: int, surface: str, facing: int,
    prone: bool,
) -> Figure:  # fmt: skip
    """One value for all that is alike, so that it is quickly seen to be."""
    return Figure(
        id=name,
        x=x,
        y=y,
        z=z,
        diameter=diameter,
        height=height,
        facing=facing,
        posture=Posture.PRONE if prone else Posture.STANDING,
        side=seat,
        surface=surface,
    )


@lru_cache(maxsize=1024)
def item_body(item: Item) -> Figure:
    """The Silhouette of a placed item."""
    diameter, height = ITEM_SIZE
    return Figure(id=item.id, x=item.x, y=item.y, z=item.z, diameter=diameter, height=height, side=item.seat)


def objective_body(objective: Objective) -> Figure:
    """The size of a console or a box: that of a marker."""
    diameter, height = ITEM_SIZE
    return Figure(
        id=objective.id, x=objective.x, y=objective.y, z=objective.z, diameter=diameter, height=height
    )


def is_null(trooper: Trooper) -> bool:
    """Whether the trooper is in a Null state."""
    states = trooper.states
    return bool(states) and any(state in NULL_STATES for state in states)


def takes_part(trooper: Trooper) -> bool:
    """Whether a trooper can fight at all: it is a model, neither Null nor Immobilized."""
    if trooper.marker:
        return False
    states = trooper.states
    return not states or not (is_null(trooper) or any(state in IMMOBILIZED for state in states))


def fights(trooper: Trooper) -> bool:
    """Whether contact with it is close combat: it takes part, and has not broken away."""
    return takes_part(trooper) and not trooper.has(DISENGAGED)


class Roster:
    """What is often asked about one map of troopers.

    Little changes from one moment to the next: what was found `before` holds for those who are the same.
    `recent` are the moments in which such a one is looked for, the last one first.
    """

    def __init__(self, troopers: Mapping[str, Trooper], recent: Iterable[Roster] = ()) -> None:
        self.troopers = troopers
        self.here: list[Trooper] = [t for t in troopers.values() if t.place is Place.TABLE]
        """The troopers on the table."""
        self._sides: dict[str, list[Trooper]] = {}
        self._foes: dict[str, list[Trooper]] = {}
        self._before: Roster | None = None
        self._changed: list[int] = []
        """The places in `here` of those who have changed since."""
        fewest = MOST_CHANGED + 1
        for other in recent:
            if len(other.here) == len(self.here):
                changed = [n for n, same in enumerate(map(is_, self.here, other.here)) if not same]
                if len(changed) < fewest:
                    self._before, self._changed, fewest = other, changed, len(changed)
                    if fewest <= 1:
                        break

    def forget(self, later: Iterable[Roster]) -> None:
        """Those who came later let go of this moment: what they have not looked up by now is found anew."""
        for other in later:
            if other._before is self:
                other._before = None

    def _known(self, what: str) -> Any:
        """What has been looked up for the moment before, if it has."""
        return None if self._before is None else self._before.__dict__.get(what)

    def of(self, seat: str) -> list[Trooper]:
        """Those of one side on the table."""
        found = self._sides.get(seat)
        if found is None:
            found = self._sides[seat] = [t for t in self.here if t.seat == seat]
        return found

    def against(self, seat: str) -> list[Trooper]:
        """Those of the other side on the table."""
        found = self._foes.get(seat)
        if found is None:
            found = self._foes[seat] = [t for t in self.here if t.seat != seat]
        return found

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """The Silhouettes of those on the table, in the same order."""
        before: tuple[Figure, ...] | None = self._known("figures")
        if before is None:
            return tuple([body(t) for t in self.here])
        found = list(before)
        for n in self._changed:
            found[n] = body(self.here[n])
        return tuple(found)

    @cached_property
    def crowd(self) -> Crowd:
        """Those on the table, ready for questions of who sees whom; markers stand in nobody's way.

        Rules: n4-core.lof.4-6.
        """
        before: Crowd | None = self._known("crowd")
        if before is not None and all(
            before.figures[n].id == self.here[n].id and before.is_ghost(n) is bool(self.here[n].marker)
            for n in self._changed
        ):
            return before.moved(self.figures, self._changed)
        return Crowd(self.figures, [t.id for t in self.here if t.marker])

    @cached_property
    def engaged(self) -> dict[str, list[Trooper]]:
        """Who is in close combat, and with whom."""
        before: dict[str, list[Trooper]] | None = self._known("engaged")
        if before is None:
            return self._fighting()
        fought = {*before, *[foe.id for foes in before.values() for foe in foes]}
        for one in [self.here[n] for n in self._changed]:
            x, y = one.x, one.y
            near = [
                foe
                for foe in self.against(one.seat)
                if -APART < x - foe.x < APART and -APART < y - foe.y < APART
            ]
            if one.id in fought or any(_meet(one, foe) for foe in near):
                return self._fighting()
        return before

    def _fighting(self) -> dict[str, list[Trooper]]:
        first = self.here[0].seat if self.here else ""
        ours, theirs = self.of(first), self.against(first)
        met = [
            (one, foe)
            for one in ours
            for foe in theirs
            if -APART < one.x - foe.x < APART and -APART < one.y - foe.y < APART and _meet(one, foe)
        ]
        found: dict[str, list[Trooper]] = {}
        for one, foe in [*met, *[(foe, one) for one, foe in met]]:
            if _may_be_engaged(one) and fights(foe):
                found.setdefault(one.id, []).append(foe)
        return found

    def looks_round(self, field: Battlefield, name: str) -> bool:
        """Whether a trooper on the table looks in every direction, whatever it does.

        Rules: n4-core.lof.8-10, c1.visor-360.1, c1.camouflaged.6, c1.climb.5, c1.climbing-plus.5.
        """
        why = self._round.get(name)
        if why is None:
            why = self._round[name] = self._why_round(field, self.troopers[name])
        return bool(why) and decides(why, *why)

    @cached_property
    def _round(self) -> dict[str, tuple[str, ...]]:
        """Why troopers look in every direction, as far as it was asked."""
        before: dict[str, tuple[str, ...]] | None = self._known("_round")
        if before is None or self._before is None or self.engaged is not self._before.engaged:
            return {}
        changed = {self.here[n].id for n in self._changed} | {self._before.here[n].id for n in self._changed}
        return {name: why for name, why in before.items() if name not in changed}

    def _why_round(self, field: Battlefield, trooper: Trooper) -> tuple[str, ...]:
        if trooper.marker:
            return ("n4-core.lof.9", "c1.camouflaged.6")
        if "visor-360" in sheet(trooper.sheet).facts.carries:
            return ("c1.visor-360.1",)
        if trooper.id in self.engaged:
            return ("n4-core.lof.10",)
        return ("c1.climb.5",) if trooper.surface and hangs(field, trooper) else ()

    def near(self, x: int, y: int) -> list[tuple[Trooper, Figure]]:
        """Those on the table that could be in contact with somebody at a place."""
        return [
            (t, figure)
            for t, figure in zip(self.here, self.figures, strict=True)
            if -APART < t.x - x < APART and -APART < t.y - y < APART
        ]


def _meet(one: Trooper, other: Trooper) -> bool:
    return in_contact(body(one), body(other))


def hangs(field: Battlefield, trooper: Trooper) -> bool:
    """Whether a trooper hangs on a wall: below the top of the piece that holds it."""
    piece = field.by_name.get(trooper.surface)
    return piece is not None and not piece.stairs and not piece.ladder and piece.top > trooper.z


def _may_be_engaged(trooper: Trooper) -> bool:
    """Rules: c1.engaged.1-2, c1.engaged.8-10."""
    return not trooper.marker and not is_null(trooper) and not trooper.has(DISENGAGED)


_rosters: dict[int, Roster] = {}


def roster(world: InfinityWorld) -> Roster:
    """The roster of a world. The last ones are kept, each with its map, so that no other has its address."""
    troopers = world.troopers
    found = _rosters.get(id(troopers))
    if found is None or found.troopers is not troopers:
        kept = list(_rosters.values())
        if len(kept) >= KEPT:
            oldest = kept.pop(0)
            _rosters.pop(id(oldest.troopers), None)
            oldest.forget(kept)
        found = Roster(troopers, kept[: -RECENT - 1 : -1])
        _rosters[id(troopers)] = found
    return found
