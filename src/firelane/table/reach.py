"""Where a figure can get to for its allowance, and the shortest way to a point.

Nothing is offered that `check_path` refuses: ways are sought among legs tested by the same compiled
function with the same widths (`routes`), and `path_to` and `shortest_path` put what they found to
`check_path` before they hand it out.

Reading adopted: on slow ground ways bend at the corners of that ground only, so where it is slow a
cheaper way may exist than the one found; its cost is true in any case. Ways go round a corner by a
polygon (see `routes`), at most 1 % longer than the arc.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
import numpy as np

from firelane.table.fast import Bools, Floats, Ints
from firelane.table.legs import Going
from firelane.table.mazes import Box, Place, Survey
from firelane.table.movement import (
    AIRBORNE_WAYS,
    FoeContact,
    MoveRules,
    PathReport,
    Way,
    Waypoint,
)
from firelane.table.outlines import Loop, outline_loops
from firelane.table.paths import check_path, grounds_at, touched_foes
from firelane.table.routes import VAULTED, Nodes, all_free, settle, settle_points
from firelane.table.surfaces import ground_plan
from firelane.table.things import TOUCH, Battlefield, Figure, FigureId

SPACING = 250
"""Mils between the points that are tried."""

ROUND_TO_FOE = 24
"""How many places in contact with a foe are tried."""

ROUNDING = 0.4
"""Costs are rounded to the mil; so much more than the allowance still counts as within it."""


class EndPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place where the move can end, and what it costs to get there."""

    x: int
    y: int
    z: int
    cost: int
    touches: FigureId = ""
    """The foe with whom the figure is in contact there."""


class SurfaceOutline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of one level that can be reached, for drawing: outlines, holes turning clockwise."""

    z: int
    loops: tuple[Loop, ...]


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to a point, with what `check_path` says of it."""

    waypoints: tuple[Waypoint, ...]
    report: PathReport


_Grid = tuple[int, Bools, int, int]
"""A level, which of its grid points are reached, and where the grid begins."""


@dataclass(frozen=True, slots=True)
class _Ways:
    """The nodes with their costs, and how to trace a way back."""

    survey: Survey
    nodes: Nodes
    link_ways: dict[tuple[int, int], Way]
    cost: Floats
    whence: Ints
    how: Ints
    apexes: dict[Place, Waypoint]

    def back(self, node: int) -> list[Waypoint]:
        """The waypoints from the start to a node."""
        found: list[Waypoint] = []
        while self.whence[node] >= 0:
            before = int(self.whence[node])
            z = self.survey.heights[int(self.nodes.level[node])]
            way = self.link_ways.get((before, node)) if self.how[node] == 0 else _walked(int(self.how[node]))
            assert way is not None, "a link has its way"
            found.append(Waypoint(int(self.nodes.x[node]), int(self.nodes.y[node]), z, way))
            node = before
        return found[::-1]


@dataclass(frozen=True, slots=True)
class Reach:
    """All that a figure can get to in one move."""

    battlefield: Battlefield
    figure: Figure
    others: tuple[Figure, ...]
    rules: MoveRules
    ends: tuple[EndPoint, ...]
    spacing: int
    _ways: _Ways
    _grids: tuple[_Grid, ...]

    @property
    def outlines(self) -> tuple[SurfaceOutline, ...]:
        """The area for drawing, level by level; worked out when asked for."""
        return tuple(
            SurfaceOutline(z, outline_loops(mask, west, south, self.spacing))
            for z, mask, west, south in self._grids
            if mask.any()
        )

    def path_to(self, x: int, y: int, z: int = 0) -> Route | None:
        """The shortest way to a point, or None if the figure cannot end its move there."""
        ways = self._ways
        landing = ways.apexes.get((x, y, z))
        if landing is not None:
            return self._checked([landing])
        level = ways.survey.level_of.get(z)
        if level is None or Way.WALK not in self.rules.ways:
            hit = [n for n in range(ways.nodes.x.size) if self._is_node(n, x, y, z)]
            return self._checked(ways.back(hit[0])) if hit else None
        where = np.array([level], dtype=np.int64)
        at = np.array([float(x)]), np.array([float(y)])
        best: tuple[float, list[Waypoint]] | None = None
        for spared in (-1, *self._touched(x, y, level)):
            one = np.array([spared], dtype=np.int64)
            if not all_free(ways.survey.maze, where, *at, one, True)[0]:
                continue
            allowance = _limit(self.rules)
            cost, whence, how = settle_points(
                ways.survey.maze, ways.nodes, ways.cost, where, *at, one, allowance
            )
            if whence[0] >= 0 and (best is None or cost[0] < best[0]):
                last = Waypoint(x, y, z, _walked(int(how[0])))
                best = float(cost[0]), [*ways.back(int(whence[0])), last]
        return None if best is None else self._checked(best[1])

    def _is_node(self, n: int, x: int, y: int, z: int) -> bool:
        ways = self._ways
        here = ways.nodes.x[n] == x and ways.nodes.y[n] == y
        level = ways.survey.heights[int(ways.nodes.level[n])] == z
        return bool(here and level and ways.cost[n] <= _limit(self.rules))

    def _touched(self, x: int, y: int, level: int) -> list[int]:
        """The foes that a figure standing there would touch, as obstacles of the level."""
        maze = self._ways.survey.maze
        found = []
        for indices in self._ways.survey.foes.values():
            for k in indices:
                if maze.first_of[level] <= k < maze.first_of[level + 1]:
                    near = math.hypot(maze.px[maze.first[k]] - x, maze.py[maze.first[k]] - y)
                    if near < maze.widths[k]:
                        found.append(k)
        return found

    def _checked(self, waypoints: list[Waypoint]) -> Route | None:
        useful: list[Waypoint] = []
        here = (self.figure.x, self.figure.y, self.figure.z)
        for waypoint in waypoints:
            there = (waypoint.x, waypoint.y, waypoint.z)
            if there != here:
                useful.append(waypoint)
            here = there
        report = check_path(self.battlefield, self.figure, useful, self.others, self.rules)
        return Route(tuple(useful), report) if report.legal else None


def reachable(
    battlefield: Battlefield,
    figure: Figure,
    others: Iterable[Figure],
    rules: MoveRules,
    spacing: int = SPACING,
) -> Reach:
    """Where the figure can end a move within `rules.allowance`, which must be given.

    Tried are points of a grid through the figure's own place, and places in contact with foes.
    """
    assert rules.allowance is not None, "a reachable area needs an allowance"
    around = tuple(other for other in others if other.id != figure.id)
    ways = _ways(battlefield, figure, around, rules, [])
    grids: list[_Grid] = []
    ends = _ends_by_links(ways)
    if Way.WALK in rules.ways:
        ends, grids = _ends_on_foot(ways, figure, around, rules, spacing)
    if rules.ways & AIRBORNE_WAYS:
        landings = _landings(battlefield, figure, around, rules, max(spacing, 2 * SPACING), ways)
        ways.apexes.update(landings[1])
        ends = (*ends, *landings[0])
    return Reach(battlefield, figure, around, rules, tuple(ends), spacing, ways, tuple(grids))


def shortest_path(
    battlefield: Battlefield,
    figure: Figure,
    goal: Place,
    others: Iterable[Figure],
    rules: MoveRules,
) -> Route | None:
    """The shortest way to a point, within the allowance if the rules give one; None if there is none."""
    around = tuple(other for other in others if other.id != figure.id)
    ways = _ways(battlefield, figure, around, rules, [goal])
    return Reach(battlefield, figure, around, rules, (), SPACING, ways, ()).path_to(*goal)


def _walked(how: int) -> Way:
    return Way.VAULT if how == VAULTED else Way.WALK


def _limit(rules: MoveRules) -> float:
    return math.inf if rules.allowance is None else rules.allowance + ROUNDING


def _eager(rules: MoveRules) -> bool:
    """Whether no distance on foot costs less than its length."""
    rates = [rule.percent for rule in rules.grounds]
    return min([100, rules.stairs_percent, rules.ladder_percent, *rates]) >= 100


def _ways(
    battlefield: Battlefield, figure: Figure, others: tuple[Figure, ...], rules: MoveRules, goal: list[Place]
) -> _Ways:
    plan = ground_plan(battlefield)
    going = Going(
        plan,
        figure,
        others,
        rules,
        touched_foes(figure, others),
        frozenset(grounds_at(plan, figure, rules)),
    )
    whole = float(battlefield.width + battlefield.depth)
    reach = _limit(rules) if rules.allowance is not None and _eager(rules) else whole
    edge = reach + figure.diameter
    box: Box = (figure.x - edge, figure.y - edge, figure.x + edge, figure.y + edge)
    survey = Survey(going, box, reach)
    start: Place = (figure.x, figure.y, figure.z)
    goals = [place for place in goal if place[2] in survey.level_of]
    nodes, link_ways = survey.nodes([start, *goals], survey.links())
    aim = 1 if goals and goals[0] != start else -1
    limit = _limit(rules)
    if Way.WALK in rules.ways:
        cost, whence, how = settle(survey.maze, nodes, limit, aim, _eager(rules))
    else:
        apart = nodes._replace(level=-1 - np.arange(nodes.x.size, dtype=np.int64))
        cost, whence, how = settle(survey.maze, apart, limit, -1, False)
    return _Ways(survey, nodes, link_ways, cost, whence, how, {})


def _ends_on_foot(
    ways: _Ways, figure: Figure, others: tuple[Figure, ...], rules: MoveRules, spacing: int
) -> tuple[tuple[EndPoint, ...], list[_Grid]]:
    survey, limit = ways.survey, _limit(rules)
    reached = {int(n) for n in ways.nodes.level[np.isfinite(ways.cost)]}
    ends: list[EndPoint] = []
    grids: list[_Grid] = []
    steps = int(limit // spacing)
    offsets = np.arange(-steps, steps + 1) * spacing
    for level in sorted(reached):
        z = survey.heights[level]
        xs, ys = _window(ways, z, figure.x + offsets, figure.y + offsets)
        if not xs.size or not ys.size:
            continue
        x, y = (part.ravel().astype(np.float64) for part in np.meshgrid(xs, ys))
        within = np.hypot(x - figure.x, y - figure.y) <= limit
        costs = np.full(x.size, np.inf)
        costs[within] = _costs(ways, level, x[within], y[within], np.full(int(within.sum()), -1), limit)
        found = np.flatnonzero(np.isfinite(costs))
        rows = np.column_stack((x[found], y[found], np.rint(costs[found]))).astype(np.int64).tolist()
        ends.extend(EndPoint(px, py, z, cost) for px, py, cost in rows)
        grids.append((z, np.isfinite(costs).reshape(ys.size, xs.size), int(xs[0]), int(ys[0])))
        if rules.contact is FoeContact.ENDS:
            ends.extend(_contacts(ways, figure, others, level, limit))
    return tuple(ends), grids


def _window(ways: _Ways, z: int, xs: Ints, ys: Ints) -> tuple[Ints, Ints]:
    """The part of the grid that can lie on a level."""
    plan = ways.survey.plan
    if z == 0:
        field = plan.battlefield
        west, south, east, north = 0, 0, field.width, field.depth
    else:
        parts = [k for i in plan.level(z).pieces for k in plan.parts_of[i]]
        if not parts:
            return xs[:0], ys[:0]
        boxes = plan.parts.boxes[parts]
        west, south = boxes[:, 0].min(), boxes[:, 1].min()
        east, north = boxes[:, 2].max(), boxes[:, 3].max()
    return xs[(xs >= west) & (xs <= east)], ys[(ys >= south) & (ys <= north)]


def _costs(ways: _Ways, level: int, x: Floats, y: Floats, spared: Ints, limit: float) -> Floats:
    """The least cost to points of a level; infinite where a move cannot end."""
    levels = np.full(x.size, level, dtype=np.int64)
    costs = np.full(x.size, np.inf)
    stands = all_free(ways.survey.maze, levels, x, y, spared, True) != 0
    found, _, _ = settle_points(
        ways.survey.maze, ways.nodes, ways.cost, levels[stands], x[stands], y[stands], spared[stands], limit
    )
    costs[stands] = found
    return costs


def _contacts(
    ways: _Ways, figure: Figure, others: tuple[Figure, ...], level: int, limit: float
) -> list[EndPoint]:
    """Places in contact with foes, all round them."""
    survey = ways.survey
    found: list[EndPoint] = []
    by_id = {other.id: other for other in others}
    for foe, obstacles in sorted(survey.foes.items()):
        for k in obstacles:
            if not survey.maze.first_of[level] <= k < survey.maze.first_of[level + 1]:
                continue
            other = by_id[foe]
            reach = (figure.diameter + other.diameter) / 2 + TOUCH - 1.5
            if math.hypot(other.x - figure.x, other.y - figure.y) > limit + reach:
                continue
            angles = np.arange(ROUND_TO_FOE) * (2 * math.pi / ROUND_TO_FOE)
            x = np.round(other.x + reach * np.cos(angles))
            y = np.round(other.y + reach * np.sin(angles))
            costs = _costs(ways, level, x, y, np.full(x.size, k, dtype=np.int64), limit)
            z = survey.heights[level]
            found.extend(
                EndPoint(int(x[n]), int(y[n]), z, round(costs[n]), foe)
                for n in np.flatnonzero(np.isfinite(costs))
            )
    return found


def _ends_by_links(ways: _Ways) -> tuple[EndPoint, ...]:
    """Without walking: the far ends of links from where the figure stands."""
    return tuple(
        EndPoint(
            int(ways.nodes.x[n]),
            int(ways.nodes.y[n]),
            ways.survey.heights[int(ways.nodes.level[n])],
            round(ways.cost[n]),
        )
        for n in np.flatnonzero(np.isfinite(ways.cost))
    )


def _landings(
    battlefield: Battlefield,
    figure: Figure,
    others: tuple[Figure, ...],
    rules: MoveRules,
    spacing: int,
    ways: _Ways,
) -> tuple[list[EndPoint], dict[Place, Waypoint]]:
    """Where a jump from where the figure stands can land: straight if it can, else in the flattest arc."""
    found: list[EndPoint] = []
    jumps: dict[Place, Waypoint] = {}
    limit = _limit(rules) + figure.diameter + figure.tall
    steps = int(limit // spacing)
    offsets = np.arange(-steps, steps + 1) * spacing
    survey = ways.survey
    for level, z in enumerate(survey.heights):
        xs, ys = _window(ways, z, figure.x + offsets, figure.y + offsets)
        x, y = (part.ravel().astype(np.float64) for part in np.meshgrid(xs, ys))
        nobody = np.full(x.size, -1, dtype=np.int64)
        stands = all_free(survey.maze, np.full(x.size, level, dtype=np.int64), x, y, nobody, True) != 0
        for px, py in zip(x[stands].astype(int).tolist(), y[stands].astype(int).tolist(), strict=True):
            if math.hypot(px - figure.x, py - figure.y) > limit or (px, py, z) == (
                figure.x,
                figure.y,
                figure.z,
            ):
                continue
            jump = _jump(battlefield, figure, others, rules, (px, py, z))
            if jump is not None:
                found.append(EndPoint(px, py, z, jump[1]))
                jumps[px, py, z] = jump[0]
    return found, jumps


def _jump(
    battlefield: Battlefield, figure: Figure, others: tuple[Figure, ...], rules: MoveRules, to: Place
) -> tuple[Waypoint, int] | None:
    tries = [Waypoint(*to, Way.JUMP)] if Way.JUMP in rules.ways else []
    if Way.PARABOLA in rules.ways:
        chord = math.dist((figure.x, figure.y, figure.z), to)
        tries += [Waypoint(*to, Way.PARABOLA, round(chord * part)) for part in (0.25, 0.5, 1.0)]
    for jump in tries:
        report = check_path(battlefield, figure, [jump], others, rules)
        if report.legal:
            return jump, report.cost
    return None
