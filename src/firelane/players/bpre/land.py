"""What stays the same on a battlespace but for its doors: ways, who sees what from where. One for each map.

Between the places of the map the kinds of lines are looked up once with every door open and once with every
door closed; a line through a doorway is the one or the other as its door stands now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from firelane.bpre.names import BASE
from firelane.bpre.space import MOVE, TURNING, doors, field_of
from firelane.bpre.world import RedEarthWorld
from firelane.caches import OwnerCache, SharedCache
from firelane.players.bpre.net import KEPT, Crowd, Net
from firelane.players.ground import ground_of
from firelane.table.fast import Bools, Bytes, Floats, Ints
from firelane.table.movement import Way
from firelane.table.polygons import Footprint
from firelane.table.sight import lines_among
from firelane.table.things import Battlefield, Door, Figure

WALKING = replace(MOVE, allowance=None, ways=frozenset({Way.WALK}))
"""Without crossing cover, which is a risk."""
GRID = 1500
"""Mils between the places of the map."""
DOORWAY = 1300
"""A line that passes the middle of a door so near leads through it."""
POSTS = 2800
"""How far apart the places are from which the battlespace is looked at as by one who may come there."""
DOOR = 3000.0
"""What a door costs whoever opens it on his way. Rules: bpre.doors.2."""
LEFT, RIGHT = 90, 45
Row = tuple[Bytes, Bytes, Ints]
"""The kinds of lines from a place and to it, with all doors open and with all shut; the doors on the way."""
LANDS = 24
"""Of how many battlespaces the land is kept."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one place, with a facing, has to do with all places of the map.

    `to` and `back` are the kinds of lines to them and from them (0 none, 1 obstructed, 2 direct), `arc`
    whether they lie before it, `away` how far they are.
    """

    to: Bytes
    back: Bytes
    arc: Bools
    away: Floats


class Land:
    """One battlespace."""

    def __init__(self, plain: Battlefield) -> None:
        self.plain = plain
        self.figure = Figure(id="", x=0, y=0, diameter=BASE)
        self._fields = [_with_doors(plain, state) for state in (Door.OPEN, Door.CLOSED)]
        self.ground = ground_of(self._fields[0], self.figure, WALKING, GRID)
        self.x, self.y = self.ground.x, self.ground.y
        self.size = self.ground.size
        self.doors = [door for door in doors(plain) if door.door is not Door.DESTROYED]
        self.middles = np.array([_middle(d.footprint) for d in self.doors], np.float64).reshape(-1, 2)
        self.net = Net(self.ground, self.doors)
        self._places = self.ground.places()
        self._lines = self._among(self._places)
        self._rows: SharedCache[int, Row] = SharedCache(KEPT)
        self._elsewhere: SharedCache[tuple[int, int], Row] = SharedCache(KEPT)
        self._outlooks: SharedCache[tuple[int, int, int, int], Outlook] = SharedCache(KEPT)
        self._doors: tuple[Mapping[str, str] | None, int] = (None, 0)
        self.kept: SharedCache[object, Floats] = SharedCache(KEPT)
        """Distances to aims, by their names."""
        self._threats: SharedCache[tuple[int, int, int, int], Bytes] = SharedCache(KEPT)
        self._posts: tuple[Ints, Bytes, Bytes, Ints] | None = None
        self._from_posts: SharedCache[int, Bytes] = SharedCache(KEPT)

    def closed(self, world: RedEarthWorld) -> int:
        """The doors that are closed now, as bits."""
        doors, bits = self._doors
        if world.doors is not doors:
            bits = self._bits(world)
            self._doors = world.doors, bits
        return bits

    def _bits(self, world: RedEarthWorld) -> int:
        bits = 0
        for n, door in enumerate(self.doors):
            state = world.doors.get(door.name)
            if (door.door if state is None else state) == Door.CLOSED:
                bits |= 1 << n
        return bits

    def node(self, x: int, y: int) -> int:
        """The place of the map where somebody stands."""
        return self.net.node(x, y)

    def distances(self, key: object, there: Bools, closed: int) -> Floats:
        """From every place the way to where one wants to be; `key` names it."""
        return self.kept.find((key, closed), lambda: self.net.distances(there, closed))

    def depths(self, key: object, there: Bools) -> Floats:
        """How far inside the places are of where one wants to be: who goes on makes room for others."""

        def find() -> Floats:
            inner = self.net.distances(~there, 0) if there.any() else np.zeros(self.size)
            return np.where(there, np.minimum(inner, 3000.0), 0.0)

        return self.kept.find(("depth", key), find)

    # Lines

    def outlook(self, x: int, y: int, facing: int, closed: int) -> Outlook:
        """What can be seen from a place and whence it is seen."""
        key = (x, y, facing, closed)
        found = self._outlooks.get(key)
        if found is None:
            opened, shut, through = self._row(x, y)
            lines = np.where((through & closed) != 0, shut, opened) if closed else opened
            turn = (np.degrees(np.arctan2(self.y - y, self.x - x)) - facing + 180.0) % 360.0 - 180.0
            away = np.hypot(self.x - x, self.y - y)
            arc = ((turn <= LEFT) & (turn >= -RIGHT)) | (away < BASE)
            found = self._outlooks.keep(key, Outlook(lines[0], lines[1], arc, away))
        return found

    def threat(self, x: int, y: int, movement: int, closed: int) -> Bytes:
        """The best kind of line to each place that somebody gets who may move before he attacks."""
        key = (x, y, movement, closed)
        found = self._threats.get(key)
        if found is None:
            posts, lines = self._outposts(closed)
            within = self.reach(x, y, movement, closed)[posts] <= movement
            best: Bytes = np.max(lines[within], axis=0, initial=0)
            if not np.any((self.x[posts] == x) & (self.y[posts] == y)):
                best = np.maximum(best, self.outlook(x, y, 0, closed).to)
            found = self._threats.keep(key, best)
        return found

    def reach(self, x: int, y: int, movement: int, closed: int) -> Floats:
        """What it costs to get to each place, as far as a movement allows, if nobody stands in the way."""
        nobody = Crowd(np.zeros(self.net.heads.size, np.bool_), np.zeros(self.size, np.bool_))
        return self.net.ways((x, y), float(movement), closed, DOOR, [], nobody)[0].cost

    def to_see(self, place: int, closed: int) -> Floats:
        """From every place how far one has to go to see another."""
        key = ("to-see", place, closed)
        found = self.kept.get(key)
        if found is None:
            posts, lines = self._outposts(closed)
            sees = np.zeros(self.size, np.bool_)
            sees[posts[lines[:, place] > 0]] = True
            found = self.kept.keep(key, self.net.distances(sees, closed))
        return found

    def seen_from(self, zone: tuple[object, Bools], movement: int, closed: int) -> tuple[Floats, Floats]:
        """How much of each place is seen from a zone, and from where one gets from it: the mean kind of line
        from its places, 1 for a direct one."""
        name, there = zone
        posts, lines = self._outposts(closed)

        def seen() -> Floats:
            within = np.flatnonzero(there[posts])
            return np.mean(lines[within], axis=0) / 2 if within.size else np.zeros(self.size)

        def soon() -> Floats:
            within = np.flatnonzero(there[posts])
            best = [self.threat(int(self.x[n]), int(self.y[n]), movement, closed) for n in posts[within]]
            return np.mean(best, axis=0) / 2 if best else np.zeros(self.size)

        return (
            self.kept.find(("seen", name, closed), seen),
            self.kept.find(("soon", name, movement, closed), soon),
        )

    def _outposts(self, closed: int) -> tuple[Ints, Bytes]:
        """Places some way apart, and the kinds of lines from each of them to all places."""
        if self._posts is None:
            taken: list[int] = []
            for node in range(self.size):
                if all(np.hypot(self.x[node] - self.x[taken], self.y[node] - self.y[taken]) >= POSTS):
                    taken.append(node)
            posts = np.array(taken, np.int64)
            tails, heads = np.repeat(posts, self.size), np.tile(np.arange(self.size), posts.size)
            opened, shut = (
                lines(np.column_stack((tails, heads))).reshape(posts.size, self.size) for lines in self._lines
            )
            through = np.array([self._through(self.x[n], self.y[n]) for n in taken], np.int64)
            self._posts = posts, opened, shut, through
        posts, opened, shut, through = self._posts
        now = self._from_posts.get(closed)
        if now is None:
            now = np.where((through & closed) != 0, shut, opened) if closed else opened
            self._from_posts.keep(closed, now)
        return posts, now

    def _among(self, places: Ints) -> list[Callable[[Ints], Bytes]]:
        """The kinds of lines among places, doors open and shut."""
        return [lines_among(field, self.figure, places, TURNING) for field in self._fields]

    def _row(self, x: int, y: int) -> Row:
        """The lines from and to all places of the map, doors open and shut, and the doors on the way; for
        who stands on none of them found out anew."""
        node = self.node(x, y)
        if (self.x[node], self.y[node]) == (x, y):
            return self._rows.find(
                node, lambda: (*self._looked(self._lines, node, node), self._through(x, y))
            )
        found = self._elsewhere.get((x, y))
        if found is None:
            here = np.array([[x, y, 0]], self._places.dtype)
            lines = self._among(np.concatenate((self._places, here)))
            found = *self._looked(lines, self.size, node), self._through(x, y)
            self._elsewhere.keep((x, y), found)
        return found

    def _looked(self, lines: list[Callable[[Ints], Bytes]], mine: int, node: int) -> tuple[Bytes, Bytes]:
        """What is looked up for one place, by its number among all; `node`: the one of the map there."""
        every, me = np.arange(self.size), np.full(self.size, mine)
        pairs = np.concatenate((np.column_stack((me, every)), np.column_stack((every, me))))
        opened, shut = (looked(pairs).reshape(2, self.size) for looked in lines)
        opened[:, node] = shut[:, node] = 2
        return opened, shut

    def _through(self, x: float, y: float) -> Ints:
        """The doors on the lines from a place to all others, as bits."""
        found = np.zeros(self.size, np.int64)
        dx, dy = self.x - x, self.y - y
        square = np.maximum(dx * dx + dy * dy, 1.0)
        for n, (mx, my) in enumerate(self.middles.tolist()):
            part = ((mx - x) * dx + (my - y) * dy) / square
            beside = np.hypot(x + part * dx - mx, y + part * dy - my) < DOORWAY
            found |= (beside & (part > 0) & (part < 1)).astype(np.int64) << n
        return found


def _with_doors(field: Battlefield, state: Door) -> Battlefield:
    pieces = tuple(
        replace(piece, door=state) if piece.door in (Door.OPEN, Door.CLOSED) else piece
        for piece in field.pieces
    )
    return replace(field, pieces=pieces)


def _middle(outline: Footprint) -> tuple[float, float]:
    xs, ys = zip(*outline, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


_lands: OwnerCache[Land] = OwnerCache(LANDS)


def land_of(world: RedEarthWorld) -> Land:
    """The land of a world; made once for each battlespace with what is placed on it and taken off."""
    own = world.terrain if world.terrain is not None else world.maps.get(world.battlespace)
    key = (world.battlespace, world.removed, tuple(sorted(world.placed.items())))
    return _lands.find(own, key, lambda: Land(field_of(replace(world, doors={}))))
