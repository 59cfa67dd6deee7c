"""Where things are and who sees whom, as the later editions of Infinity look. The table decides.

A `Survey` answers for one moment of one Order: it knows the routes gone in the Order (movers block nobody's
view along them) and remembers what it was asked.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress, pairwise

from msgspec.structs import replace

from firelane.core.fired import decides
from firelane.infinity.frames import Declared, Point
from firelane.infinity.lazily import lazily
from firelane.infinity.roster import APART, hangs, roster
from firelane.infinity.roster import body as body
from firelane.infinity.roster import is_null as is_null
from firelane.infinity.roster import item_body as item_body
from firelane.infinity.roster import objective_body as objective_body
from firelane.infinity.roster import takes_part as takes_part
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.crowd import Crowd, places_along
from firelane.table.fieldfile import ready_field
from firelane.table.looking import SightRules
from firelane.table.measure import edge_to_edge, in_reach_cylinder
from firelane.table.seen import watched
from firelane.table.sight import Sight, cover, look
from firelane.table.surfaces import ground_plan
from firelane.table.things import TOUCH, Battlefield, Figure, Posture

FRONT = SightRules(arc_left=90, arc_right=90, mutual=True)  # lof.front-arc
"""Rules: lof.front-arc, lof.smallest-visible-part, lof.mutual."""
ALL_ROUND = SightRules(mutual=True)
ZONE_OF_CONTROL = 8000
STEP = 400
"""Routes are looked at from points no further apart than this."""
CERTAIN = 430
"""A free line stays within a passing Silhouette for at least the smallest base (25 mm) less the 3 mm that
must be seen, 866 mils; so points half as far apart miss none that leads past the mover. With points further
apart, routes on which nobody was seen are solved (`table.seen`)."""


def field_of(world: InfinityWorld) -> Battlefield:
    """The battlefield of the game."""
    return world.terrain if world.terrain is not None else ready_field(world.field).battlefield


def on_table(world: InfinityWorld, seat: str | None = None) -> list[Trooper]:
    """The troopers on the table, of one side or of both."""
    found = roster(world)
    return found.here if seat is None else found.of(seat)


def points_along(track: tuple[Point, ...]) -> tuple[Point, ...]:
    """The corners of a route and points between them, none further apart than `STEP`."""
    return places_along(track, STEP)


def passed(done: Declared, half: int) -> tuple[Point, ...]:
    """The points where a trooper stood or passed by the time it declared a half (0 or 1), none yet to come.

    Rules: order-structure.from-points-passed.
    """
    first = half == 0 and len(done.skills) > 1
    return points_along(done.track[: done.second_from + 1] if first else done.track)


def nearest_along(track: Sequence[Point], x: int, y: int) -> list[Point]:
    """The corners of a route, and of each stretch the point that is nearest in plan to a place."""
    found = [track[0]]
    for (ax, ay, az), (bx, by, bz) in pairwise(track):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        if length:
            part = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
            found.append((round(ax + part * dx), round(ay + part * dy), round(az + part * (bz - az))))
        found.append((bx, by, bz))
    return found


class Survey:
    """Space at one moment of an Order."""

    def __init__(self, world: InfinityWorld, acting: Mapping[str, Declared] | None = None) -> None:
        self.world = world
        self.acting = acting or {}
        self.known = roster(world)
        self.field = field_of(world)
        self._sights: dict[tuple[Figure, Figure, bool], Sight] = {}
        self._seen: dict[tuple[Figure, Figure, bool], bool] = {}

    all_round = ALL_ROUND

    @lazily
    def models(self) -> list[Figure]:
        """Who stands in the way: models do, markers do not, and nobody does along the way it goes.

        Rules: lof.blocked, lof.markers-do-not-block, lof.mover-does-not-block.
        """
        # lof.mover-does-not-block
        movers = {name for name, done in self.acting.items() if len(done.track) > 1}
        return [
            figure
            for t, figure in zip(self.known.here, self.known.figures, strict=True)
            if not t.marker and t.id not in movers  # lof.markers-do-not-block, lof.mover-does-not-block
        ]

    @lazily
    def crowd(self) -> Crowd:
        """All on the table, ready for questions of who sees whom."""
        # lof.mover-does-not-block
        movers = [name for name, done in self.acting.items() if len(done.track) > 1]
        return self.known.crowd.with_ghosts(movers) if movers else self.known.crowd

    def _crowd_round(self, name: str) -> Crowd:
        """The same for questions about a figure of this name, which is put in besides: then whoever has the
        name stands in nobody's way, and nobody else needs to be left out if nobody else moves."""
        for other, done in self.acting.items():
            if len(done.track) > 1 and other != name:
                return self.crowd
        return self.known.crowd

    def track(self, name: str) -> tuple[Point, ...]:
        """Where a trooper has been in this Order."""
        done = self.acting.get(name)
        if done is not None:
            return done.track
        trooper = self.world.troopers[name]
        return ((trooper.x, trooper.y, trooper.z),)

    def at(self, name: str, point: Point) -> Figure:
        """The trooper's Silhouette at a point of its route. At the start it has the posture it began with.

        Rules: prone.seen-while-going-prone.
        """
        figure = body(self.world.troopers[name])
        if point != (figure.x, figure.y, figure.z):
            figure = figure.at(*point)
        done = self.acting.get(name)
        if done is not None and point == done.track[0]:
            posture = Posture.PRONE if done.prone_first else Posture.STANDING
            if posture is not figure.posture:
                figure = replace(figure, posture=posture)
        return figure

    def sees_all_round(self, name: str) -> bool:
        """Whether a trooper looks in every direction.

        Rules: lof.all-round-while-moving, lof.markers-see-all-round, lof.in-combat,
        visor-360.sees-all-round, camouflaged.sees-all-round, climb.all-round-on-wall,
        climbing-plus.all-round-on-wall.
        """
        done = self.acting.get(name)
        if done is not None and done.moved:
            return decides(True, "lof.all-round-while-moving")
        return self.known.looks_round(self.field, name)

    def _looking(self, watchers: Collection[str]) -> list[tuple[str, bool]]:
        """Some troopers, and whether each looks in every direction."""
        if any(name in watchers for name, done in self.acting.items() if done.moved):
            return [(name, self.sees_all_round(name)) for name in watchers]
        return self.known.looking(self.field, watchers)

    def on_wall(self, name: str) -> bool:
        """Whether a trooper hangs on a wall."""
        return hangs(self.field, self.world.troopers[name])

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
        return self.lofs(looker, looker_at, (target,))[0]

    def lofs(self, looker: str, looker_at: Point, targets: Sequence[Figure]) -> list[bool]:
        """Whether a trooper at a point has Line of Fire to Silhouettes of one target, place by place."""
        eyes = self.at(looker, looker_at)
        wide = self.sees_all_round(looker)
        missing = [t for t in dict.fromkeys(targets) if (eyes, t, wide) not in self._seen]
        if missing:
            crowd = self._crowd_round(missing[0].id if len(self.track(looker)) == 1 else looker)
            first = len(crowd.figures)
            pairs = [(first, first + n) for n in range(1, len(missing) + 1)]
            seen = crowd.sees(self.field, [eyes, *missing], pairs, ALL_ROUND if wide else FRONT)
            self._seen |= {(eyes, t, wide): free for t, free in zip(missing, seen, strict=True)}
        return [self._seen[eyes, t, wide] for t in targets]

    def covered(self, looker: str, looker_at: Point, target: Figure) -> bool:
        """Whether a Silhouette is in Partial Cover from a trooper at a point. Rules: cover.partial."""
        plan = ground_plan(self.field)
        near = plan.pieces_near(target.x, target.y, target.diameter / 2 + TOUCH)
        if not any(plan.pieces[i].cover for i in near):
            return False
        eyes = self.at(looker, looker_at)
        return cover(self.field, eyes, target, self.rules(looker), self.models) is not None

    def sees_of(self, looker: str, points: Sequence[Point], targets: Sequence[str]) -> list[list[bool]]:
        """For each point of a trooper's route, which of the others it has Line of Fire to from there."""
        eyes = [self.at(looker, point) for point in points]
        return self._crowd_round(looker).sees_from(self.field, eyes, targets, self.rules(looker))

    def sights(self, lookers: Sequence[str], targets: Sequence[str]) -> dict[str, set[str]]:
        """Whom each of some troopers has Line of Fire to, all where they stand."""
        found: dict[str, set[str]] = {name: set() for name in lookers}
        row = self.crowd.row
        looking = self._looking(lookers)
        for wide, rules in ((False, FRONT), (True, ALL_ROUND)):
            pairs = [(name, foe) for name, round_ in looking if round_ is wide for foe in targets]
            rows = [(row[name], row[foe]) for name, foe in pairs]
            seen = self.crowd.sees(self.field, (), rows, rules) if rows else []
            for name, foe in compress(pairs, seen):
                found[name].add(foe)
        return found

    def would_see_by_turning(self, lookers: Sequence[str], targets: Sequence[str]) -> bool:
        """Whether one of some troopers would have Line of Fire to one of the targets if it looked all round,
        and has none as it faces."""
        narrow = [name for name, wide in self._looking(lookers) if not wide]
        row = self.crowd.row
        pairs = [(row[name], row[foe]) for name in narrow for foe in targets]
        if not pairs:
            return False
        facing = self.crowd.sees(self.field, (), pairs, FRONT)
        turned = self.crowd.sees(self.field, (), pairs, ALL_ROUND)
        return any(there and not here for here, there in zip(facing, turned, strict=True))

    def seen_from(self, watchers: Collection[str], mover: str, since: int = 0) -> dict[str, Point]:
        """For each watcher the first point of the mover's route at which it has LoF to it; none: left out.

        The route is looked at from the place `since` on, point by point. Where they lie too far apart to be
        sure (`CERTAIN`), it is solved for who sees the mover at none of them: a slit counts.

        Rules: lof.between-volumes, lof.blocked, lof.markers-do-not-block, lof.mover-does-not-block.
        """
        looking = self._looking(watchers)
        if not looking:
            return {}
        track = self.track(mover)[since:]
        figure, start = body(self.world.troopers[mover]), self.at(mover, track[0])
        first = self._crowd_round(mover).first_seen(self.field, figure, start, track, STEP, looking, FRONT)
        found: dict[str, Point] = {}
        if max(first) >= 0:
            places = points_along(track)
            # lof.between-volumes
            found = {name: places[n] for (name, _), n in zip(looking, first, strict=True) if n >= 0}
        if STEP > CERTAIN:
            for wide, rules in ((False, FRONT), (True, ALL_ROUND)):
                missed = [body(self.world.troopers[name]) for name, round_ in looking
                          if round_ is wide and name not in found]  # fmt: skip
                found |= self._slits(mover, missed, rules, since=since)
        return found

    def _ghosts(self, figures: Iterable[Figure]) -> list[str]:
        """Those that stand in nobody's way: markers, and whoever moves in this Order."""
        here = {figure.id for figure in self.models}
        return [figure.id for figure in figures if figure.id not in here]

    def _slits(
        self,
        mover: str,
        watchers: Sequence[Figure],
        rules: SightRules,
        mover_looks: bool = False,
        since: int = 0,
    ) -> dict[str, Point]:
        """Where on its route the mover is first seen by each of the watchers (or sees it), if anywhere."""
        track = self.track(mover)[since:]
        if len(track) < 2 or not watchers:
            return {}
        steps, arc = [(*track[0], 0.0)], 0.0
        for before, after in pairwise(track):
            arc += math.dist(before, after)
            steps.append((*after, arc))
        seen = watched(self.field, body(self.world.troopers[mover]), steps, watchers, rules, self.models,
                       self._ghosts(watchers), mover_looks)  # fmt: skip
        return {each.watcher: each.first for each in seen if each.first is not None}

    def slit(self, looker: str, target: str) -> Point | None:
        """Where on its route a moving target is first seen by a trooper that stays where it is."""
        eyes = body(self.world.troopers[looker])
        return self._slits(target, [eyes], self.rules(looker)).get(looker)

    def lookout(self, mover: str, targets: Sequence[Figure]) -> Point | None:
        """The first point of a mover's route from which it sees one of the targets."""
        found = self._slits(mover, targets, self.rules(mover), mover_looks=True)
        return next(iter(found.values()), None)

    def in_zone(self, name: str, mover: str) -> bool:
        """Whether the mover comes into a trooper's Zone of Control anywhere on its route."""
        return name in self.zones_of((self.world.troopers[name],), mover)

    def zones_of(self, troopers: Iterable[Trooper], mover: str) -> set[str]:
        """Those into whose Zone of Control the mover comes anywhere on its route.

        Rules: zone-of-control.reach, zone-of-control.ignores-scenery, zone-of-control.along-the-route.
        """
        track, far = self.track(mover), ZONE_OF_CONTROL + APART  # zone-of-control.along-the-route
        xs, ys = [point[0] for point in track], [point[1] for point in track]
        west, east, south, north = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
        near = [t for t in troopers if west <= t.x <= east and south <= t.y <= north]
        return {t.id for t in near if self._enters_zone(t, mover, track)}

    def _enters_zone(self, trooper: Trooper, mover: str, track: Sequence[Point]) -> bool:
        """Whether any part of the mover's Silhouette is in the zone. Rules: silhouette.inside-area."""
        centre, points = body(trooper), nearest_along(track, trooper.x, trooper.y)
        # zone-of-control.reach, zone-of-control.along-the-route
        return any(in_reach_cylinder(self.at(mover, point), centre, ZONE_OF_CONTROL) for point in points)

    def distance(self, a: Figure, b: Figure) -> float:
        """Between the nearest points of two Silhouettes, in mils. Rules: measuring.distance."""
        return edge_to_edge(a, b)


def enemies_engaged_with(world: InfinityWorld, trooper: Trooper) -> list[Trooper]:
    """The enemies with whom a trooper is in close combat.

    Rules: engaged.by-contact, engaged.not-with-helpless-enemy, engaged.ends-without-enemies,
    engaged.ended-by-dodge, engaged.ends-where-hemmed-in.
    """
    return roster(world).engaged.get(trooper.id, [])
