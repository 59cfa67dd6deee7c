"""Where things are and who sees whom, as the later editions of Infinity look. The table decides.

A `Survey` answers for one moment of one Order: it knows the routes gone in the Order (movers block nobody's
view along them) and remembers what it was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from firelane.infinity.frames import Declared, Point
from firelane.infinity.names import DISENGAGED, IMMOBILIZED, NULL_STATES
from firelane.infinity.sheets import sheet
from firelane.infinity.world import InfinityWorld, Item, Objective, Place, Trooper
from firelane.table.fieldfile import ready_field
from firelane.table.measure import edge_to_edge, in_contact, in_reach_cylinder
from firelane.table.sight import Sight, SightRules, along_path, look, sees
from firelane.table.things import Battlefield, Figure, Posture, millimetres

FRONT = SightRules(arc_left=90, arc_right=90, mutual=True)
ALL_ROUND = SightRules(mutual=True)
ZONE_OF_CONTROL = 8000
STEP = 750
"""Points of a route from which shots and AROs are considered lie no further apart than this."""
ITEM_SIZE = (millimetres(25), millimetres(40))
"""The Silhouette of a marker that hides an item: S2. Rules: c1.camouflaged.3."""


def field_of(world: InfinityWorld) -> Battlefield:
    """The battlefield of the game."""
    return world.terrain if world.terrain is not None else ready_field(world.field).battlefield


def body(trooper: Trooper) -> Figure:
    """The trooper's Silhouette where it stands.

    Rules: n4-core.silhouette.1, n4-core.silhouette.3, c1.prone.5, c1.camouflaged.2.
    """
    t = trooper
    return _figure(t.id, t.seat, t.sheet, t.x, t.y, t.z, t.surface, t.facing, t.prone)


@lru_cache(maxsize=8192)
def _figure(
    name: str, seat: str, kind: str, x: int, y: int, z: int, surface: str, facing: int, prone: bool
) -> Figure:
    size = sheet(kind)
    return Figure(
        id=name,
        x=x,
        y=y,
        z=z,
        diameter=size.diameter,
        height=size.height,
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


def on_table(world: InfinityWorld, seat: str | None = None) -> list[Trooper]:
    """The troopers on the table, of one side or of both."""
    return [t for t in world.troopers.values() if t.place is Place.TABLE and seat in (None, t.seat)]


def is_null(trooper: Trooper) -> bool:
    """Whether the trooper is in a Null state."""
    return any(state in NULL_STATES for state in trooper.states)


def points_along(track: Sequence[Point]) -> list[Point]:
    """The corners of a route and points between them, none further apart than `STEP`."""
    found = [track[0]]
    for (ax, ay, az), (bx, by, bz) in pairwise(track):
        length = max(abs(bx - ax), abs(by - ay), abs(bz - az))
        parts = max(1, -(-length // STEP))
        found += [(ax + (bx - ax) * n // parts, ay + (by - ay) * n // parts, az + (bz - az) * n // parts)
                  for n in range(1, parts + 1)]  # fmt: skip
    return found


class Survey:
    """Space at one moment of an Order."""

    def __init__(self, world: InfinityWorld, acting: Mapping[str, Declared] | None = None) -> None:
        self.world = world
        self.acting = acting or {}
        self.field = field_of(world)
        movers = {name for name, done in self.acting.items() if len(done.track) > 1}
        # Rules: n4-core.lof.4-6: models block, markers do not, and nobody does along the way it goes.
        self.models = [body(t) for t in on_table(world) if not t.marker and t.id not in movers]
        self._sights: dict[tuple[Figure, Figure, bool], Sight] = {}

    all_round = ALL_ROUND

    def track(self, name: str) -> tuple[Point, ...]:
        """Where a trooper has been in this Order."""
        done = self.acting.get(name)
        if done is not None:
            return done.track
        trooper = self.world.troopers[name]
        return ((trooper.x, trooper.y, trooper.z),)

    def at(self, name: str, point: Point) -> Figure:
        """The trooper's Silhouette at a point of its route. At the start it has the posture it began with.

        Rules: c1.prone.6.
        """
        figure = body(self.world.troopers[name]).at(*point)
        done = self.acting.get(name)
        if done is not None and point == done.track[0]:
            posture = Posture.PRONE if done.prone_first else Posture.STANDING
            figure = replace(figure, posture=posture)
        return figure

    def sees_all_round(self, name: str) -> bool:
        """Whether a trooper looks in every direction.

        Rules: n4-core.lof.8-9, c1.visor-360.1, c1.camouflaged.6, c1.climb.5, c1.climbing-plus.5.
        """
        trooper = self.world.troopers[name]
        done = self.acting.get(name)
        return (
            bool(trooper.marker)
            or (done is not None and done.moved)
            or self.on_wall(name)
            or sheet(trooper.sheet).carries("visor-360")
        )

    def on_wall(self, name: str) -> bool:
        """Whether a trooper hangs on a wall: below the top of the piece that holds it."""
        trooper = self.world.troopers[name]
        piece = self.field.by_name.get(trooper.surface)
        return piece is not None and not piece.stairs and not piece.ladder and piece.top > trooper.z

    def rules(self, name: str) -> SightRules:
        """How a trooper looks."""
        return ALL_ROUND if self.sees_all_round(name) else FRONT

    def sight(self, looker: str, looker_at: Point, target: Figure) -> Sight:
        """The whole answer from a trooper at a point of its route to a Silhouette."""
        eyes = self.at(looker, looker_at)
        wide = self.sees_all_round(looker)
        key = (eyes, target, wide)
        found = self._sights.get(key)
        if found is None:
            found = look(self.field, eyes, target, ALL_ROUND if wide else FRONT, self.models)
            self._sights[key] = found
        return found

    def lof(self, looker: str, looker_at: Point, target: Figure) -> bool:
        """Whether a trooper at a point has Line of Fire to a Silhouette."""
        key = (self.at(looker, looker_at), target, self.sees_all_round(looker))
        if key in self._sights:
            return self._sights[key].seen
        return sees(self.field, key[0], target, self.rules(looker), self.models)

    def seen_from(self, watchers: Iterable[str], mover: str) -> dict[str, list[Point]]:
        """For each watcher the points of the mover's route at which it has LoF to it; none: left out."""
        places = points_along(self.track(mover))
        spots = np.array(places, dtype=np.int64)
        found: dict[str, list[Point]] = {}
        for wide in (False, True):
            names = [name for name in watchers if self.sees_all_round(name) is wide]
            if not names:
                continue
            eyes = [body(self.world.troopers[name]) for name in names]
            rules = ALL_ROUND if wide else FRONT
            seen = along_path(self.field, body(self.world.troopers[mover]), spots, eyes, rules, self.models)
            for column, name in enumerate(names):
                points = [places[row] for row in np.flatnonzero(seen[:, column])]
                if points:
                    found[name] = points
        return found

    def in_zone(self, name: str, mover: str) -> bool:
        """Whether the mover comes into a trooper's Zone of Control anywhere on its route.

        Rules: n4-core.zoc.1-2, n4-core.zoc.4.
        """
        centre = body(self.world.troopers[name])
        return any(in_reach_cylinder(self.at(mover, p), centre, ZONE_OF_CONTROL) for p in self.track(mover))

    def distance(self, a: Figure, b: Figure) -> float:
        """Between the nearest points of two Silhouettes, in mils. Rules: n4-core.measuring.1."""
        return edge_to_edge(a, b)

    def touching(self, figure: Figure, others: Iterable[Trooper]) -> list[Trooper]:
        """Those in Silhouette contact with a figure. Rules: n4-core.silhouette.4."""
        return [t for t in others if t.id != figure.id and in_contact(figure, body(t))]


def enemies_engaged_with(world: InfinityWorld, trooper: Trooper) -> list[Trooper]:
    """The enemies with whom a trooper is in close combat.

    Rules: c1.engaged.1-2, c1.engaged.8-10.
    """
    if trooper.place is not Place.TABLE or is_null(trooper) or trooper.marker or trooper.has(DISENGAGED):
        return []
    mine = body(trooper)
    return [
        foe
        for foe in on_table(world)
        if foe.seat != trooper.seat and not foe.marker and fights(foe) and in_contact(mine, body(foe))
    ]


def fights(trooper: Trooper) -> bool:
    """Whether contact with it is close combat: it takes part, and has not broken away."""
    return takes_part(trooper) and not trooper.has(DISENGAGED)


def takes_part(trooper: Trooper) -> bool:
    """Whether a trooper can fight at all: it is a model, neither Null nor Immobilized."""
    return not trooper.marker and not is_null(trooper) and not any(s in IMMOBILIZED for s in trooper.states)
