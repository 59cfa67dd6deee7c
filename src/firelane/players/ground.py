"""A map of a battlefield for players: places worth standing at, and what it costs to get from one to another.

Places are a grid over every level, the ends of stairs and ladders, and places that touch scenery, where there
may be cover. Legs between them are tested by the same kernel as paths (`table.routes.go`), among the scenery
alone: who stands in the way is found out when a path is put to the ruleset. No game is in here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec.structs import replace

from firelane.caches import OwnerCache, SharedCache
from firelane.table.fast import Floats, Ints, kernel
from firelane.table.legs import Going
from firelane.table.mazes import Survey
from firelane.table.movement import MoveRules, Way
from firelane.table.routes import BARRED, BLOCKS, CROSSABLE, VAULTED, Maze, all_free, go
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Figure

Place = tuple[int, int, int]
Leg = tuple[int, int, int, Way]

GRID = 2000
"""Mils between the places of the grid."""
NEIGHBOURS = 3000
"""Places no farther apart than this are neighbours, if one can go from one to the other."""
BESIDE = 2
"""The gap to scenery that is touched."""
ALONG = 2000
"""Mils between places along a wall."""
THIN = 700
"""Of places nearer to one another than this, of the same sort, only one is kept."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Places by number, with the legs between them in rows: those of n are [first[n] : first[n + 1]]."""

    maze: Maze
    heights: tuple[int, ...]
    x: Floats
    y: Floats
    level: Ints
    z: Ints
    wall_x: Floats
    wall_y: Floats
    """The direction to the scenery that is touched; nothing where none is."""
    first: Ints
    to: Ints
    cost: Floats
    how: Ints
    kept: dict[str, SharedCache[Any, Any]] = field(default_factory=dict)
    """What players have derived from the map, under names of theirs: it goes when the map goes."""

    def cache(self, name: str, most: int) -> SharedCache[Any, Any]:
        """The place for what players derive from the map under a name, at most so much of it."""
        found = self.kept.get(name)
        return found if found is not None else self.kept.setdefault(name, SharedCache(most))

    @property
    def size(self) -> int:
        """How many places there are."""
        return int(self.x.size)

    def place(self, n: int) -> Place:
        """Where a place is."""
        return int(self.x[n]), int(self.y[n]), int(self.z[n])

    def places(self) -> Ints:
        """All places as rows of x, y, z."""
        return np.column_stack((self.x, self.y, self.z)).astype(np.int64)

    def near(self, at: Place, reach: float) -> tuple[Ints, Floats, Ints]:
        """The places to which one straight leg leads from anywhere: numbers, lengths, ways."""
        level = self.heights.index(at[2]) if at[2] in self.heights else -1
        chosen = np.flatnonzero((self.level == level) & (np.hypot(self.x - at[0], self.y - at[1]) <= reach))
        how = _legs_from(self.maze, level, float(at[0]), float(at[1]), self.x[chosen], self.y[chosen])
        open_ = how != BARRED
        chosen, how = chosen[open_], how[open_]
        return chosen, np.hypot(self.x[chosen] - at[0], self.y[chosen] - at[1]), how

    def spread(self, start: Floats, limit: float) -> tuple[Floats, Ints, Ints]:
        """The least cost of every place, begun with what some places cost, whence it came, and how."""
        return spread(self.first, self.to, self.cost, self.how, start, limit)

    def ways_from(self, at: Place, limit: float) -> Ways:
        """All ways from a place, as far as the limit."""
        near, lengths, how = self.near(at, min(limit, 2 * NEIGHBOURS))
        start = np.full(self.size, np.inf)
        start[near] = lengths
        cost, whence, ways = self.spread(start, limit)
        first = np.full(self.size, BARRED, np.int64)
        first[near] = how
        return Ways(self, at, cost, whence, np.where(whence < 0, first, ways))

    def room(self) -> Ints:
        """For each place how many there are to which one can go from it at all."""
        rooms: Ints = self.cache("room", 1).find("all", self._room)
        return rooms

    def _room(self) -> Ints:
        found = np.zeros(self.size, np.int64)
        for n in range(self.size):
            if not found[n]:
                start = np.full(self.size, np.inf)
                start[n] = 0.0
                near = np.isfinite(self.spread(start, math.inf)[0])
                found[near] = int(near.sum())
        return found

    def distances_to(self, places: list[Place], limit: float = math.inf) -> Floats:
        """From every place the least cost to the nearest of some places anywhere."""
        start = np.full(self.size, np.inf)
        for at in places:
            near, lengths, _ = self.near(at, 2 * NEIGHBOURS)
            start[near] = np.minimum(start[near], lengths)
        return self.spread(start, limit)[0]


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways from one place to all others within a limit."""

    ground: Ground
    start: Place
    cost: Floats
    whence: Ints
    how: Ints

    def route(self, n: int) -> tuple[Leg, ...]:
        """The legs to a place, straightened where one can go straight."""
        ground = self.ground
        nodes: list[int] = []
        while n >= 0:
            nodes.append(n)
            n = int(self.whence[n])
        nodes.reverse()
        legs: list[Leg] = []
        here, level = self.start, -1
        if here[2] in ground.heights:
            level = ground.heights.index(here[2])
        place = 0
        while place < len(nodes):
            best, how = place, int(self.how[nodes[place]])
            for further in range(len(nodes) - 1, place, -1):
                if any(int(ground.level[n]) != level for n in nodes[place : further + 1]):
                    continue
                x, y, _ = ground.place(nodes[further])
                straight = int(go(ground.maze, level, float(here[0]), float(here[1]), float(x), float(y), -1))
                if straight != BARRED:
                    best, how = further, straight
                    break
            here = ground.place(nodes[best])
            level = int(ground.level[nodes[best]])
            legs.append((*here, _WAYS[how]))
            place = best + 1
        return tuple(legs)

    def to(self, place: Place, limit: float) -> tuple[float, tuple[Leg, ...]] | None:
        """The cheapest way to a place that is none of the map's, straight or by one of them."""
        ground = self.ground
        best: tuple[float, tuple[Leg, ...]] | None = None
        if place[2] == self.start[2] and place[2] in ground.heights:
            level = ground.heights.index(place[2])
            x0, y0 = float(self.start[0]), float(self.start[1])
            how = int(go(ground.maze, level, x0, y0, float(place[0]), float(place[1]), -1))
            away = math.hypot(place[0] - x0, place[1] - y0)
            if how != BARRED and away <= limit:
                best = away, ((*place, _WAYS[how]),)
        nodes, lengths, hows = ground.near(place, NEIGHBOURS)
        whole = self.cost[nodes] + lengths
        for n in np.argsort(whole, kind="stable")[:1]:
            if whole[n] <= limit and (best is None or whole[n] < best[0]):
                best = float(whole[n]), (*self.route(int(nodes[n])), (*place, _WAYS[int(hows[n])]))
        return best


MOST_MAPS = 60
"""Of a dozen battlefields, each for a few sizes of figures."""
_maps: OwnerCache[Ground] = OwnerCache(MOST_MAPS)
"""Maps by the pieces of their battlefield."""

_BY_LINK = (Way.STAIRS, Way.LADDER, Way.VAULT)
_WAYS = {1: Way.WALK, VAULTED: Way.VAULT} | {3 + n: way for n, way in enumerate(_BY_LINK)}


def ground_of(battlefield: Battlefield, figure: Figure, rules: MoveRules, grid: int = GRID) -> Ground:
    """The map for figures of this size that move by these rules; made once for each.

    Battlefields that share their pieces share their maps: zones and areas make no difference to movement.
    """
    going = replace(rules, allowance=None, jump_limit=None)
    key = (battlefield.width, battlefield.depth, figure.diameter, figure.height, going, grid)
    return _maps.find(battlefield.pieces, key, lambda: _make(battlefield, figure, rules, grid))


def _make(battlefield: Battlefield, figure: Figure, rules: MoveRules, grid: int) -> Ground:
    plan = ground_plan(battlefield)
    ways = frozenset({Way.WALK, Way.VAULT, Way.STAIRS, Way.LADDER}) & rules.ways
    free = MoveRules(
        ways=ways,
        passage_percent=rules.passage_percent,
        narrow_access=rules.narrow_access,
        stop_on=rules.stop_on,
        grounds=rules.grounds,
        wades=rules.wades,
        foes=rules.foes,
    )
    whole = float(battlefield.width + battlefield.depth)
    figure = figure.at(figure.diameter, figure.diameter, 0)
    going = Going(plan, figure, (), free, frozenset(), frozenset())
    survey = Survey(going, (0.0, 0.0, float(battlefield.width), float(battlefield.depth)), whole)
    links = survey.links()
    fixed = list(dict.fromkeys(p for link in links for p in (link.start, link.end)))
    x, y, level, wall_x, wall_y = _candidates(survey, battlefield, figure, grid)
    nobody = np.full(x.size, -1, np.int64)
    inside = (x >= figure.diameter / 2) & (y >= figure.diameter / 2)
    inside &= (x <= battlefield.width - figure.diameter / 2) & (y <= battlefield.depth - figure.diameter / 2)
    keep = inside & (all_free(survey.maze, level, x, y, nobody, True) != 0)
    keep &= survey._over_surface(level, x, y)
    keep &= _thinned(x, y, level, wall_x, wall_y, keep)
    at = np.array(fixed, np.float64).reshape(-1, 3)
    levels = np.array([survey.level_of[p[2]] for p in fixed], np.int64)
    x, y = np.concatenate((at[:, 0], x[keep])), np.concatenate((at[:, 1], y[keep]))
    level = np.concatenate((levels, level[keep]))
    bare = np.zeros(len(fixed))
    wall_x, wall_y = np.concatenate((bare, wall_x[keep])), np.concatenate((bare, wall_y[keep]))
    sources, targets, costs, hows = (part.tolist() for part in _pairs(survey.maze, x, y, level, NEIGHBOURS))
    index = {place: n for n, place in enumerate(fixed)}
    for link in links:
        a, b, how = index[link.start], index[link.end], 3 + _BY_LINK.index(link.way)
        sources += [a, b]
        targets += [b, a]
        costs += [link.cost, link.back]
        hows += [how, how]
    order = np.argsort(np.array(sources, np.int64), kind="stable")
    first = np.zeros(x.size + 1, np.int64)
    first[1:] = np.cumsum(np.bincount(np.array(sources, np.int64), minlength=x.size))
    heights = np.array(survey.heights, np.int64)
    return Ground(
        maze=survey.maze,
        heights=tuple(survey.heights),
        x=x,
        y=y,
        level=level,
        z=heights[level],
        wall_x=wall_x,
        wall_y=wall_y,
        first=first,
        to=np.array(targets, np.int64)[order],
        cost=np.array(costs, np.float64)[order],
        how=np.array(hows, np.int64)[order],
    )


def _candidates(
    survey: Survey, battlefield: Battlefield, figure: Figure, apart: int
) -> tuple[Floats, Floats, Ints, Floats, Floats]:
    """Places beside scenery first, then the grid, level by level."""
    rows: list[tuple[float, float, int, float, float]] = []
    radius = figure.diameter / 2
    for n in range(len(survey.heights)):
        rows += _beside(survey.maze, n, radius + BESIDE)
    grid = range(apart // 2, max(battlefield.width, battlefield.depth), apart)
    for n in range(len(survey.heights)):
        rows += [
            (float(x), float(y), n, 0.0, 0.0)
            for x in grid
            for y in grid
            if x < battlefield.width and y < battlefield.depth
        ]
    table = np.array(rows, np.float64).reshape(-1, 5)
    x, y = np.rint(table[:, 0]), np.rint(table[:, 1])
    return x, y, table[:, 2].astype(np.int64), table[:, 3].copy(), table[:, 4].copy()


def _beside(maze: Maze, level: int, gap: float) -> list[tuple[float, float, int, float, float]]:
    """Places that touch scenery: at its corners, and along its edges."""
    found = []
    for k in range(int(maze.first_of[level]), int(maze.first_of[level + 1])):
        count = int(maze.corners[k])
        if int(maze.kinds[k]) not in (BLOCKS, CROSSABLE) or count < 3:
            continue
        first = int(maze.first[k])
        points = [(float(maze.px[first + i]), float(maze.py[first + i])) for i in range(count)]
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]]))
        if area < 0:
            points.reverse()
        normals = []
        for (ax, ay), (bx, by) in pairwise([*points, points[0]]):
            length = math.hypot(bx - ax, by - ay) or 1.0
            normals.append(((by - ay) / length, (ax - bx) / length, length))
        for i, ((ax, ay), (nx, ny, length)) in enumerate(zip(points, normals, strict=True)):
            px, py, _ = normals[i - 1]
            mx, my = nx + px, ny + py
            norm = math.hypot(mx, my) or 1.0
            for dx, dy in ((px, py), (mx / norm, my / norm), (nx, ny)):
                found.append((ax + gap * dx, ay + gap * dy, level, -dx, -dy))
            ux, uy = -ny, nx
            parts = int(length // ALONG)
            for part in range(1, parts + 1):
                along = length * part / (parts + 1)
                found.append((ax + along * ux + gap * nx, ay + along * uy + gap * ny, level, -nx, -ny))
    return found


@kernel
def _thinned(x: Floats, y: Floats, level: Ints, wall_x: Floats, wall_y: Floats, keep: Floats) -> Floats:
    """Which places stay when neighbours of the same sort are thinned out."""
    out = keep.copy()
    for i in range(x.size):
        if not out[i]:
            continue
        for j in range(i + 1, x.size):
            if not out[j] or level[i] != level[j]:
                continue
            if abs(x[i] - x[j]) > THIN or abs(y[i] - y[j]) > THIN:
                continue
            bare = wall_x[j] == 0.0 and wall_y[j] == 0.0
            if bare or wall_x[i] * wall_x[j] + wall_y[i] * wall_y[j] > 0.8:
                out[j] = False
    return out


@kernel
def _pairs(maze: Maze, x: Floats, y: Floats, level: Ints, reach: float) -> tuple[Ints, Ints, Floats, Ints]:
    """All legs between neighbours, both ways."""
    room = 64 * x.size + 16
    source = np.empty(room, np.int64)
    target = np.empty(room, np.int64)
    cost = np.empty(room)
    how = np.empty(room, np.int64)
    n = 0
    for i in range(x.size):
        for j in range(i + 1, x.size):
            if level[i] != level[j] or abs(x[i] - x[j]) > reach or abs(y[i] - y[j]) > reach:
                continue
            length = math.sqrt((x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2)
            if length > reach or n + 2 > room:
                continue
            way = go(maze, level[i], x[i], y[i], x[j], y[j], -1)
            if way == BARRED:
                continue
            source[n], target[n], cost[n], how[n] = i, j, length, way
            source[n + 1], target[n + 1], cost[n + 1], how[n + 1] = j, i, length, way
            n += 2
    return source[:n], target[:n], cost[:n], how[:n]


@kernel
def _legs_from(maze: Maze, level: int, x0: float, y0: float, x: Floats, y: Floats) -> Ints:
    """What becomes of the legs from one point to many."""
    out = np.empty(x.size, np.int64)
    for i in range(x.size):
        out[i] = go(maze, level, x0, y0, x[i], y[i], -1)
    return out


@kernel
def spread(
    first: Ints, to: Ints, cost: Floats, how: Ints, start: Floats, limit: float
) -> tuple[Floats, Ints, Ints]:
    """Dijkstra's search from many places at once, with a heap."""
    size = start.size
    best = start.copy()
    whence = np.full(size, -1, np.int64)
    by = np.zeros(size, np.int64)
    done = np.zeros(size, np.bool_)
    room = to.size + size + 1
    keys = np.empty(room)
    nodes = np.empty(room, np.int64)
    count = 0
    for i in range(size):
        if best[i] <= limit:
            count = _push(keys, nodes, count, best[i], i)
    while count:
        key, node = keys[0], nodes[0]
        count = _pop(keys, nodes, count)
        if done[node] or key > best[node]:
            continue
        done[node] = True
        for edge in range(first[node], first[node + 1]):
            target = to[edge]
            paid = key + cost[edge]
            if paid < best[target] and paid <= limit:
                best[target] = paid
                whence[target] = node
                by[target] = how[edge]
                count = _push(keys, nodes, count, paid, target)
    for i in range(size):
        if best[i] > limit:
            best[i] = np.inf
    return best, whence, by


@kernel
def _push(keys: Floats, nodes: Ints, count: int, key: float, node: int) -> int:
    at = count
    while at > 0:
        up = (at - 1) // 2
        if keys[up] <= key:
            break
        keys[at], nodes[at] = keys[up], nodes[up]
        at = up
    keys[at], nodes[at] = key, node
    return count + 1


@kernel
def _pop(keys: Floats, nodes: Ints, count: int) -> int:
    count -= 1
    key, node = keys[count], nodes[count]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= count:
            break
        if down + 1 < count and keys[down + 1] < keys[down]:
            down += 1
        if keys[down] >= key:
            break
        keys[at], nodes[at] = keys[down], nodes[down]
        at = down
    keys[at], nodes[at] = key, node
    return count
