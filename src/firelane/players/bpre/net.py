"""Ways on a battlespace: among units, and through doors that are opened on the way.

A closed door bars the legs that lead through it; in their place stand links from either side: up to the
door, through it, on. What opening costs is added when a way is looked for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firelane.bpre.names import BASE
from firelane.bpre.roaming import beside
from firelane.bpre.space import Point
from firelane.caches import SharedCache
from firelane.players.ground import NEIGHBOURS, Ground, spread
from firelane.table.fast import Bools, Floats, Ints, kernel
from firelane.table.polygons import Footprint
from firelane.table.routes import go
from firelane.table.things import Piece

KEPT = 20_000
BY_DOOR = 100
"""From here on `how` a place is reached is a door, by its number."""
NOWHERE = 90_000.0
"""How far a place is to which no way leads."""

Stretch = tuple[Floats, Floats, Floats, Floats]


@dataclass(frozen=True, slots=True)
class Going:
    """All ways from somewhere: what places cost, whence one comes there, and how."""

    start: Point
    cost: Floats
    whence: Ints
    how: Ints


@dataclass(frozen=True, slots=True)
class Crowd:
    """Which legs and which places are barred by somebody who stands there."""

    legs: Bools
    places: Bools


class Net:
    """The ways of one battlespace."""

    def __init__(self, ground: Ground, doors: list[Piece]) -> None:
        self.ground = ground
        self.doors = doors
        self.x, self.y = ground.x, ground.y
        self.size = ground.size
        self.axes = np.array([_axis(door.footprint) for door in doors], np.float64).reshape(-1, 5)
        tails = np.repeat(np.arange(self.size), np.diff(ground.first))
        heads = ground.to
        bars = self.gates((self.x[tails], self.y[tails], self.x[heads], self.y[heads]))
        links = self._links()
        self.shut_at = self.gates((self.x, self.y, self.x, self.y))
        """The doors that a base at a place would stand in."""
        tails = np.concatenate((tails, links[:, 0].astype(np.int64)))
        order = np.argsort(tails, kind="stable")
        self.tails = tails[order]
        self.heads = np.concatenate((heads, links[:, 1].astype(np.int64)))[order]
        self.lengths = np.concatenate((ground.cost, links[:, 2]))[order]
        self.how = np.concatenate((np.ones(heads.size, np.int64), BY_DOOR + links[:, 3].astype(np.int64)))[
            order
        ]
        self.bars = np.concatenate((bars, np.zeros(len(links), np.int64)))[order]
        self.first = np.zeros(self.size + 1, np.int64)
        self.first[1:] = np.cumsum(np.bincount(self.tails, minlength=self.size))
        self.exits = np.minimum(np.diff(self.first), 20)
        """How many ways lead out of a place, up to a number."""
        self.doorways = self._doorways()
        """The places where one stands in the way of whoever wants through a door."""
        self._trails = self._trodden()
        """The stretches that the legs consist of: one for most, three for those through doors."""
        self._starts: SharedCache[Point, tuple[Ints, Floats, Ints]] = SharedCache(KEPT)
        self._nodes: SharedCache[Point, int] = SharedCache(KEPT)
        self._near: SharedCache[Point, tuple[Bools, Bools]] = SharedCache(KEPT)
        self._costs: SharedCache[tuple[int, float], Floats] = SharedCache(KEPT)

    def gates(self, stretch: Stretch) -> Ints:
        """The doors that a base meets on stretches if they are closed, as bits."""
        return _gates(*stretch, self.axes)

    def _links(self) -> Floats:
        """Rows of tail, head, length and door: from either side of each door to the other."""
        rows = []
        for n, door in enumerate(self.doors):
            spots = beside(door)
            sides = []
            for x, y in spots:
                nodes, lengths, _ = self.ground.near((x, y, 0), NEIGHBOURS)
                here = np.full(nodes.size, float(x)), np.full(nodes.size, float(y))
                free = self.gates((*here, self.x[nodes], self.y[nodes])) == 0
                sides.append((nodes[free].tolist(), lengths[free].tolist()))
            through = float(np.hypot(spots[0][0] - spots[1][0], spots[0][1] - spots[1][1]))
            for a, b in ((0, 1), (1, 0)):
                rows += [
                    (tail, head, far + through + near, n)
                    for tail, far in zip(*sides[a], strict=True)
                    for head, near in zip(*sides[b], strict=True)
                ]
        return np.array(rows, np.float64).reshape(-1, 4)

    def _doorways(self) -> Bools:
        found = np.zeros(self.size, np.bool_)
        for door in self.doors:
            (ax, ay), (bx, by) = beside(door)
            through = tuple(np.full(self.size, float(value)) for value in (ax, ay, bx, by))
            found |= _to_stretch(self.x, self.y, through) < BASE  # type: ignore[arg-type]
        return found

    def _trodden(self) -> list[tuple[Ints, Stretch]]:
        plain = np.flatnonzero(self.how < BY_DOOR)
        a, b = self.tails[plain], self.heads[plain]
        found: list[tuple[Ints, Stretch]] = [(plain, (self.x[a], self.y[a], self.x[b], self.y[b]))]
        for n, door in enumerate(self.doors):
            links = np.flatnonzero(self.how == BY_DOOR + n)
            if not links.size:
                continue
            a, b = self.tails[links], self.heads[links]
            spots = np.array(beside(door), np.float64)
            nearer = np.hypot(self.x[a, None] - spots[:, 0], self.y[a, None] - spots[:, 1]).argmin(axis=1)
            one, two = spots[nearer].T, spots[1 - nearer].T
            for trail in (
                (self.x[a], self.y[a], one[0], one[1]),
                (one[0], one[1], two[0], two[1]),
                (two[0], two[1], self.x[b], self.y[b]),
            ):
                found.append((links, trail))
        return found

    def costs(self, closed: int, opening: float) -> Floats:
        """What the legs cost when these doors are closed and each costs so much to open."""
        found = self._costs.get((closed, opening))
        if found is None:
            by_door = self.how - BY_DOOR
            linked = (by_door >= 0) & ((closed >> np.maximum(by_door, 0)) & 1 == 1)
            found = np.where((self.bars & closed) != 0, np.inf, self.lengths)
            found[by_door >= 0] = np.inf
            found[linked] = self.lengths[linked] + opening
            self._costs.keep((closed, opening), found)
        return found

    def start(self, x: int, y: int) -> tuple[Ints, Floats, Ints]:
        """The places to which one leg leads from anywhere, how far they are, the doors that bar it."""
        found = self._starts.get((x, y))
        if found is None:
            nodes, lengths, _ = self.ground.near((x, y, 0), 2.0 * NEIGHBOURS)
            if not nodes.size:
                nodes = np.array([self.about(x, y)])
                lengths = np.hypot(self.x[nodes] - x, self.y[nodes] - y)
            here = np.full(nodes.size, float(x)), np.full(nodes.size, float(y))
            found = nodes, lengths, self.gates((*here, self.x[nodes], self.y[nodes]))
            self._starts.keep((x, y), found)
        return found

    def node(self, x: int, y: int) -> int:
        """The place of the map that is nearest on foot."""
        found = self._nodes.get((x, y))
        if found is None:
            nodes, lengths, bars = self.start(x, y)
            found = self._nodes.keep((x, y), int(nodes[np.argmin(lengths + 1e6 * (bars != 0))]))
        return found

    def about(self, x: int, y: int) -> int:
        """The place of the map that is nearest, walls or not."""
        return int(np.argmin((self.x - x) ** 2 + (self.y - y) ** 2))

    def near(self, x: int, y: int) -> tuple[Bools, Bools]:
        """Which legs pass a base that stands there, and which places it takes up."""
        found = self._near.get((x, y))
        if found is None:
            legs = np.zeros(self.heads.size, np.bool_)
            for which, trail in self._trails:
                legs[which] |= _to_stretch(float(x), float(y), trail) < BASE
            found = self._near.keep((x, y), (legs, np.hypot(self.x - x, self.y - y) < BASE))
        return found

    def ways(
        self, at: Point, limit: float, closed: int, opening: float, bodies: list[Point], taken: Crowd
    ) -> tuple[Going, Bools]:
        """All ways from anywhere among bodies, as far as the limit; and the places where one cannot end."""
        x, y = at
        cost = np.where(taken.legs, np.inf, self.costs(closed, opening))
        nodes, lengths, bars = self.start(x, y)
        free = (bars & closed) == 0
        here = np.full(nodes.size, float(x)), np.full(nodes.size, float(y))
        legs = (*here, self.x[nodes], self.y[nodes])
        for one in bodies:
            if abs(one[0] - x) + abs(one[1] - y) < 9000:
                free &= _to_stretch(float(one[0]), float(one[1]), legs) >= BASE
        start = np.full(self.size, np.inf)
        start[nodes[free]] = lengths[free]
        found, whence, how = spread(self.first, self.heads, cost, self.how, start, limit)
        shut = (self.shut_at & closed) != 0
        return Going(at, found, whence, np.where(whence < 0, 1, how)), taken.places | shut

    def distances(self, there: Bools, closed: int, jams: Floats | None = None) -> Floats:
        """From every place the way to where one wants to be, through doors that are opened; `jams`: how
        much longer legs seem than they are."""
        start = np.where(there, 0.0, np.inf)
        cost = self.costs(closed, 3000.0)
        if jams is not None:
            cost = cost + jams
        return np.minimum(spread(self.first, self.heads, cost, self.how, start, np.inf)[0], NOWHERE)

    def route(self, going: Going, node: int, closed: int, bodies: list[Point]) -> list[Point | int]:
        """The points of a way to a place, straightened; a number is a door that is opened there."""
        nodes = []
        while node >= 0:
            nodes.append(node)
            node = int(going.whence[node])
        nodes.reverse()
        found: list[Point | int] = []
        here, place = going.start, 0
        while place < len(nodes):
            how = int(going.how[nodes[place]])
            if how >= BY_DOOR:
                door = how - BY_DOOR
                one, two = beside(self.doors[door])
                if _square(here, one) > _square(here, two):
                    one, two = two, one
                found += [one, door, two, self._point(nodes[place])]
                here, place = self._point(nodes[place]), place + 1
                continue
            end = next(
                (n for n in range(place + 1, len(nodes)) if going.how[nodes[n]] >= BY_DOOR), len(nodes)
            )
            best = place
            for further in range(end - 1, place, -1):
                if self._straight(here, self._point(nodes[further]), closed, bodies):
                    best = further
                    break
            here = self._point(nodes[best])
            found.append(here)
            place = best + 1
        return [one for n, one in enumerate(found) if n or one != going.start]

    def _point(self, node: int) -> Point:
        return int(self.x[node]), int(self.y[node])

    def _straight(self, a: Point, b: Point, closed: int, bodies: list[Point]) -> bool:
        """Whether one leg leads from a point to another past walls, closed doors and bodies."""
        if int(go(self.ground.maze, 0, float(a[0]), float(a[1]), float(b[0]), float(b[1]), -1)) != 1:
            return False
        leg = tuple(np.array([float(value)]) for value in (*a, *b))
        if closed and int(self.gates(leg)[0]) & closed:  # type: ignore[arg-type]
            return False
        return all(_to_stretch(float(x), float(y), leg)[0] >= BASE for x, y in bodies)  # type: ignore[arg-type]


def _square(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _to_stretch(x: float | Floats, y: float | Floats, stretch: Stretch) -> Floats:
    """How far a point is from stretches."""
    ax, ay, bx, by = stretch
    dx, dy = bx - ax, by - ay
    part = ((x - ax) * dx + (y - ay) * dy) / np.maximum(dx * dx + dy * dy, 1.0)
    part = np.minimum(np.maximum(part, 0.0), 1.0)  # as np.clip does, in half the time
    found: Floats = np.hypot(ax + part * dx - x, ay + part * dy - y)
    return found


@kernel
def _gates(ax: Floats, ay: Floats, bx: Floats, by: Floats, axes: Floats) -> Ints:
    """Which of the lines of doors (rows of two ends and a thickness) a base meets on stretches, as bits."""
    found = np.zeros(ax.size, np.int64)
    for n in range(axes.shape[0]):
        px, py, qx, qy, thick = axes[n]
        reach = (BASE + thick) / 2
        for i in range(ax.size):
            apart = _square_apart(ax[i], ay[i], bx[i], by[i], px, py, qx, qy)
            if apart < reach * reach:
                found[i] |= 1 << n
    return found


@kernel
def _square_apart(
    ax: float, ay: float, bx: float, by: float, px: float, py: float, qx: float, qy: float
) -> float:
    """The square of how far two stretches are from each other."""
    left = (qx - px) * (ay - py) - (qy - py) * (ax - px)
    right = (qx - px) * (by - py) - (qy - py) * (bx - px)
    before = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    behind = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
    if left * right < 0 and before * behind < 0:
        return 0.0
    one = min(_square_to(px, py, ax, ay, bx, by), _square_to(qx, qy, ax, ay, bx, by))
    two = min(_square_to(ax, ay, px, py, qx, qy), _square_to(bx, by, px, py, qx, qy))
    return min(one, two)


@kernel
def _square_to(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The square of how far a point is from a stretch."""
    dx, dy = bx - ax, by - ay
    part = ((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1.0)
    part = min(max(part, 0.0), 1.0)
    return (ax + part * dx - x) ** 2 + (ay + part * dy - y) ** 2


def _axis(outline: Footprint) -> tuple[float, ...]:
    """The line along which a door stands in its wall, from end to end, and how thick it is."""
    a, b, c, d = outline[:4]
    along, across = float(np.hypot(b[0] - a[0], b[1] - a[1])), float(np.hypot(c[0] - b[0], c[1] - b[1]))
    (one, two), thick = (((d, a), (b, c)), across) if along >= across else (((a, b), (c, d)), along)
    return *_middle(one), *_middle(two), thick


def _middle(points: tuple[Point, ...]) -> tuple[float, float]:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
