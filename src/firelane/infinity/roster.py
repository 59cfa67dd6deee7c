"""The troopers of one moment, looked up once: who is on the table, their Silhouettes, who fights whom.

Worlds never change, so what was found for one map of troopers holds for as long as that map is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from operator import is_

from firelane.caches import SharedCache
from firelane.core.fired import decides
from firelane.core.lately import Lately
from firelane.infinity.lazily import lazily
from firelane.infinity.names import DISENGAGED, IMMOBILIZED, NULL_STATES, SEATS, other
from firelane.infinity.sheets import sheet
from firelane.infinity.world import InfinityWorld, Item, Objective, Place, Trooper
from firelane.table.crowd import Crowd
from firelane.table.measure import in_contact
from firelane.table.things import Battlefield, Figure, Posture, millimetres

APART = millimetres(120)
"""Centres further apart than this are never in contact: no base is wider."""
ITEM_SIZE = (millimetres(25), millimetres(40))
"""The Silhouette of a marker that hides an item: S2. Rules: camouflaged.item-silhouette."""
MOST_BODIES = 16_384
_TABLE = Place.TABLE  # a name of its own is found in a fifth of the time
_OTHER = {seat: other(seat) for seat in SEATS}
KEPT = 16
"""So many moments are kept: those of the world and of what each side sees of it, now and a little ago."""
RECENT = 8
"""Among so many of them, what has changed is looked for."""
MOST_CHANGED = 10
"""Where more troopers than this have changed, all is looked up anew."""


def body(trooper: Trooper) -> Figure:
    """The trooper's Silhouette where it stands.

    Rules: silhouette.sizes, silhouette.only-the-cylinder, silhouette.prone, prone.silhouette,
    camouflaged.trooper-silhouette.
    """
    known = _bodies.get(id(trooper))
    if known is not None and known[0] is trooper:
        return known[1]
    t, size = trooper, sheet(trooper.sheet)
    made = _figure(t.id, t.seat, size.diameter, size.height, t.x, t.y, t.z, t.surface, t.facing, t.prone)
    _bodies.keep(id(trooper), (trooper, made))
    return made


_bodies: SharedCache[int, tuple[Trooper, Figure]] = SharedCache(MOST_BODIES)
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
        # silhouette.prone, prone.silhouette, template.prone-silhouette
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
    return bool(states) and not NULL_STATES.isdisjoint(states)


def takes_part(trooper: Trooper) -> bool:
    """Whether a trooper can fight at all: it is a model, neither Null nor Immobilized."""
    if trooper.marker:
        return False
    states = trooper.states
    # engaged.not-with-helpless-enemy, engaged.ends-without-enemies
    return not states or not (is_null(trooper) or any(state in IMMOBILIZED for state in states))


def fights(trooper: Trooper) -> bool:
    """Whether contact with it is close combat: it takes part, and has not broken away."""
    return takes_part(trooper) and not trooper.has(DISENGAGED)


class Roster:
    """What is often asked about one map of troopers.

    Little changes from one moment to the next: what was found for the one `before` holds for those who are
    the same. `recent` are the moments in which such a one is looked for, the last one first.
    """

    def __init__(self, troopers: Mapping[str, Trooper], recent: Iterable[Roster] = ()) -> None:
        self.troopers = troopers
        self.here = [t for t in troopers.values() if t.place is _TABLE]
        """The troopers on the table."""
        self.before: Roster | None = None
        """The moment that this one was found from. One that is not kept has none: nobody holds on to all the
        past."""
        self._changed: list[int] = []
        """The places in `here` of those who have changed since."""
        fewest = MOST_CHANGED + 1
        for one in recent:
            if len(one.here) == len(self.here):
                same = list(map(is_, self.here, one.here))
                count = same.count(False)
                if count < fewest:
                    self.before, fewest = one, count
                    self._changed = [n for n, kept in enumerate(same) if not kept] if count else []
                    if count <= 1:
                        break

    def _known(self, what: str) -> tuple[Roster | None, list[int]]:
        """The last moment for which this was looked up, and the places of those who have changed since; no
        moment if they are too many."""
        changed, at = self._changed, self.before
        while at is not None and len(changed) <= MOST_CHANGED:
            if what in at.__dict__:
                return at, changed
            changed, at = [*changed, *[n for n in at._changed if n not in changed]], at.before
        return None, []

    @lazily
    def _sides(self) -> dict[str, list[Trooper]]:
        """Those on the table by side."""
        here = self.here
        before, changed = self._known("_sides")
        if before is None:
            return {seat: [t for t in here if t.seat == seat] for seat in SEATS}
        seats = {t.seat for n in changed for t in (here[n], before.here[n])}
        return {
            seat: [t for t in here if t.seat == seat] if seat in seats else found
            for seat, found in before._sides.items()
        }

    def of(self, seat: str) -> list[Trooper]:
        """Those of one side on the table."""
        return self._sides[seat]

    def against(self, seat: str) -> list[Trooper]:
        """Those of the other side on the table."""
        return self._sides[_OTHER[seat]]

    @lazily
    def servants(self) -> list[Trooper]:
        """Those, wherever they are, who belong to a controller."""
        return [t for t in self.troopers.values() if t.controller]

    @lazily
    def stricken(self) -> list[Trooper]:
        """Those on the table who are in any state but the normal one."""
        return [t for t in self.here if t.states]

    @lazily
    def figures(self) -> tuple[Figure, ...]:
        """The Silhouettes of those on the table, in the same order."""
        before, changed = self._known("figures")
        if before is None:
            return tuple([body(t) for t in self.here])
        found = list(before.figures)
        for n in changed:
            found[n] = body(self.here[n])
        return tuple(found)

    @lazily
    def crowd(self) -> Crowd:
        """Those on the table, ready for questions of who sees whom; markers stand in nobody's way.

        Rules: lof.blocked, lof.markers-do-not-block, lof.mover-does-not-block.
        """
        before, changed = self._known("crowd")
        if before is None:
            return self._crowded()
        for n in changed:
            old, new = before.here[n], self.here[n]
            if old.id != new.id or bool(old.marker) is not bool(new.marker):
                return self._crowded()
        return before.crowd.moved(self.figures, changed)

    def _crowded(self) -> Crowd:
        return Crowd(self.figures, [t.id for t in self.here if t.marker])  # lof.markers-do-not-block

    @lazily
    def engaged(self) -> dict[str, list[Trooper]]:
        """Who is in close combat, and with whom."""
        before, changed = self._known("engaged")
        if before is None:
            return self._fighting()
        known = before.engaged
        fought = {*known, *[foe.id for foes in known.values() for foe in foes]} if known else known
        for n in changed:
            one = self.here[n]
            if before.here[n].id in fought or _met(one, self.against(one.seat)):
                return self._fighting()
        return known

    def _fighting(self) -> dict[str, list[Trooper]]:
        ours, theirs = self._sides.values()
        met = [(one, foe) for one in ours for foe in _met(one, theirs)]
        found: dict[str, list[Trooper]] = {}
        for one, foe in [*met, *[(foe, one) for one, foe in met]]:
            if _may_be_engaged(one) and fights(foe):  # engaged.ends-without-enemies
                found.setdefault(one.id, []).append(foe)
        return found

    def looks_round(self, field: Battlefield, name: str) -> bool:
        """Whether a trooper on the table looks in every direction, whatever it does.

        Rules: lof.all-round-while-moving, lof.markers-see-all-round, lof.in-combat,
        visor-360.sees-all-round, camouflaged.sees-all-round, climb.all-round-on-wall,
        climbing-plus.all-round-on-wall.
        """
        ((_, wide),) = self.looking(field, (name,))
        return wide

    def looking(self, field: Battlefield, names: Iterable[str]) -> list[tuple[str, bool]]:
        """Some troopers on the table, each with whether it looks in every direction."""
        found, known = [], self._round
        for name in names:
            why = known.get(name)
            if why is None:
                why = known[name] = self._why_round(field, self.troopers[name])
            found.append((name, decides(why, *why) if why else False))
        return found

    @lazily
    def _round(self) -> dict[str, tuple[str, ...]]:
        """Why troopers look in every direction, as far as it was asked."""
        before, changed = self._known("_round")
        if before is None or self.engaged is not before.engaged:
            return {}
        found = dict(before._round)
        for n in changed:
            found.pop(before.here[n].id, None)
        return found

    def _why_round(self, field: Battlefield, trooper: Trooper) -> tuple[str, ...]:
        if trooper.marker:
            return ("lof.markers-see-all-round", "camouflaged.sees-all-round")
        if "visor-360" in sheet(trooper.sheet).facts.carries:
            return ("visor-360.sees-all-round",)
        if trooper.id in self.engaged:  # lof.in-combat
            return ("lof.in-combat",)
        # climb.all-round-on-wall, climbing-plus.all-round-on-wall
        return ("climb.all-round-on-wall",) if trooper.surface and hangs(field, trooper) else ()

    def near(self, x: int, y: int) -> list[tuple[Trooper, Figure]]:
        """Those on the table that could be in contact with somebody at a place."""
        west, east, south, north = x - APART, x + APART, y - APART, y + APART
        return [(t, body(t)) for t in self.here if west < t.x < east and south < t.y < north]


def _met(one: Trooper, others: list[Trooper]) -> list[Trooper]:
    """Those of the others with whom a trooper is in contact."""
    west, east, south, north = one.x - APART, one.x + APART, one.y - APART, one.y + APART
    near = [t for t in others if west < t.x < east and south < t.y < north]
    return [t for t in near if in_contact(body(one), body(t))] if near else near


def hangs(field: Battlefield, trooper: Trooper) -> bool:
    """Whether a trooper hangs on a wall: below the top of the piece that holds it."""
    piece = field.by_name.get(trooper.surface)
    return piece is not None and not piece.stairs and not piece.ladder and piece.top > trooper.z


def _may_be_engaged(trooper: Trooper) -> bool:
    """Rules: engaged.by-contact, engaged.not-with-helpless-enemy, engaged.ends-without-enemies,
    engaged.ended-by-dodge, engaged.ends-where-hemmed-in.
    """
    # engaged.by-contact, engaged.ended-by-dodge, dodge.ends-engaged
    return not trooper.marker and not is_null(trooper) and not trooper.has(DISENGAGED)


_rosters: Lately[int, Roster] = Lately()


def roster(world: InfinityWorld) -> Roster:
    """The roster of a world. The last ones are kept, each with its map, so that no other has its address."""
    troopers = world.troopers
    rosters = _rosters.now()
    found = rosters.get(id(troopers))
    if found is None or found.troopers is not troopers:
        if len(rosters) >= KEPT:
            oldest = next(iter(rosters))
            rosters.pop(oldest).before = None
        found = Roster(troopers, islice(reversed(rosters.values()), RECENT))
        rosters[id(troopers)] = found
    return found
