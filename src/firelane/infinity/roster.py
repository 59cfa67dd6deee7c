"""The troopers of one moment, looked up once: who is on the table, their Silhouettes, who fights whom.

Worlds never change, so what was found for one map of troopers holds for as long as that map is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

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
KEPT = 32
"""So many moments are kept: those of the world and of what each side sees of it, now and a little ago."""


def body(trooper: Trooper) -> Figure:
    """The trooper's Silhouette where it stands.

    Rules: n4-core.silhouette.1, n4-core.silhouette.3, c1.prone.5, c1.camouflaged.2.
    """
    known = _bodies.get(id(trooper))
    if known is not None and known[0] is trooper:
        return known[1]
    t, size = trooper, sheet(trooper.sheet)
    made = _figure(
        t.id, t.seat, size.diameter, size.height, t.x, t.y, t.z, t.surface, t.facing, t.prone
    )
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
    """What is often asked about one map of troopers."""

    __slots__ = ("_crowd", "_engaged", "_figures", "_foes", "_round", "_sides", "here", "troopers")

    def __init__(self, troopers: Mapping[str, Trooper]) -> None:
        self.troopers = troopers
        self.here: list[Trooper] = [t for t in troopers.values() if t.place is Place.TABLE]
        """The troopers on the table."""
        self._sides: dict[str, list[Trooper]] = {}
        self._foes: dict[str, list[Trooper]] = {}
        self._figures: tuple[Figure, ...] | None = None
        self._crowd: Crowd | None = None
        self._round: frozenset[str] | None = None
        self._engaged: dict[str, list[Trooper]] | None = None

    def against(self, seat: str) -> list[Trooper]:
        """Those of the other side on the table."""
        found = self._foes.get(seat)
        if found is None:
            found = self._foes[seat] = [t for t in self.here if t.seat != seat]
        return found

    def of(self, seat: str) -> list[Trooper]:
        """Those of one side on the table."""
        found = self._sides.get(seat)
        if found is None:
            found = self._sides[seat] = [t for t in self.here if t.seat == seat]
        return found

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The Silhouettes of those on the table, in the same order."""
        if self._figures is None:
            self._figures = tuple([body(t) for t in self.here])
        return self._figures

    @property
    def crowd(self) -> Crowd:
        """Those on the table, ready for questions of who sees whom; markers stand in nobody's way.

        Rules: n4-core.lof.4-6.
        """
        if self._crowd is None:
            names = tuple([t.id if not t.marker else f"({t.id})" for t in self.here])
            before = _crowds.get(names)
            if before is None:
                if len(_crowds) >= KEPT:
                    _crowds.clear()
                before = Crowd(self.figures, [t.id for t in self.here if t.marker])
            self._crowd = _crowds[names] = before.moved(self.figures)
        return self._crowd

    @property
    def engaged(self) -> dict[str, list[Trooper]]:
        """Who is in close combat, and with whom."""
        if self._engaged is None:
            self._engaged = self._fighting()
        return self._engaged

    def near(self, x: int, y: int) -> list[tuple[Trooper, Figure]]:
        """Those on the table that could be in contact with somebody at a place."""
        return [
            (t, figure)
            for t, figure in zip(self.here, self.figures, strict=True)
            if abs(t.x - x) < APART and abs(t.y - y) < APART
        ]

    def _fighting(self) -> dict[str, list[Trooper]]:
        models = [(t.x, t) for t in self.here if not t.marker]
        near = [
            (one, other)
            for x, one in models
            for at, other in models
            if -APART < at - x < APART and one.seat != other.seat
        ]
        found: dict[str, list[Trooper]] = {}
        for one, other in near:
            if (
                abs(one.y - other.y) < APART
                and _may_be_engaged(one)
                and fights(other)
                and in_contact(body(one), body(other))
            ):
                found.setdefault(one.id, []).append(other)
        return found

    def looks_round(self, field: Battlefield) -> frozenset[str]:
        """Those on the table that look in every direction, whatever they do.

        Rules: n4-core.lof.8-10, c1.visor-360.1, c1.camouflaged.6, c1.climb.5, c1.climbing-plus.5.
        """
        if self._round is None:
            self._round = frozenset(
                [
                    t.id
                    for t in self.here
                    if t.marker
                    or (t.surface and hangs(field, t))
                    or "visor-360" in sheet(t.sheet).facts.carries
                    or t.id in self.engaged
                ]
            )
        return self._round


def hangs(field: Battlefield, trooper: Trooper) -> bool:
    """Whether a trooper hangs on a wall: below the top of the piece that holds it."""
    piece = field.by_name.get(trooper.surface)
    return piece is not None and not piece.stairs and not piece.ladder and piece.top > trooper.z


def _may_be_engaged(trooper: Trooper) -> bool:
    """Rules: c1.engaged.1-2, c1.engaged.8-10."""
    return not trooper.marker and not is_null(trooper) and not trooper.has(DISENGAGED)


_rosters: dict[int, Roster] = {}
_crowds: dict[tuple[str, ...], Crowd] = {}
"""The last crowd of the same troopers, markers in brackets: little of it changes from moment to moment."""


def roster(world: InfinityWorld) -> Roster:
    """The roster of a world. The last ones are kept, each with its map, so that no other has its address."""
    troopers = world.troopers
    found = _rosters.get(id(troopers))
    if found is None or found.troopers is not troopers:
        if len(_rosters) >= KEPT:
            _rosters.pop(next(iter(_rosters)), None)
        found = _rosters[id(troopers)] = Roster(troopers)
    return found
