"""The obstacles, nodes and links among which `reach` seeks ways: a battlefield as one mover meets it.

Each level is a maze of its own; stairs, ladders, faces, steps and doors link them. What is left out makes
the search careful, never wrong: squeezes through passages narrower than the base, accesses wider by
agreement than by measure, swimming, and vaulting where the ruleset counts the obstacles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from firelane.table.ascents import look_at
from firelane.table.fast import Bools, Floats, Ints
from firelane.table.legs import SLACK, Going
from firelane.table.movement import FoeContact, Passing, Reckoning, Way, Waypoint
from firelane.table.polygons import Footprint
from firelane.table.routes import (
    BLOCKS,
    CROSSABLE,
    OVERHEAD,
    TAKEN,
    VAULTED,
    Maze,
    Nodes,
    all_free,
    go,
    ring,
    toll,
)
from firelane.table.sweeping import all_near, flat
from firelane.table.things import TOUCH, Access, Door, Figure, Ground, Piece

Box = tuple[float, float, float, float]
Place = tuple[int, int, int]

LINK_EVERY = 1000
"""How far apart, along an edge, the places to step or climb over it are tried."""


@dataclass(frozen=True, slots=True)
class Link:
    """A leg between two places that is no plain walk on one level."""

    start: Place
    end: Place
    cost: float
    back: float
    way: Way


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One outline with what it does."""

    outline: tuple[tuple[float, float], ...]
    width: float
    inner: float
    kind: int
    figure: str = ""


class Survey:
    """What one mover meets inside a box of the table."""

    def __init__(self, going: Going, box: Box, reach: float) -> None:
        self.going, self.box, self.reach = going, box, reach
        self.plan, self.rules = going.plan, going.rules
        self.tall = going.figure.tall
        counted = going.rules.crossings is not None
        self.vault = 0 if counted else going.rules.vault(going.figure)
        west, south, east, north = box
        boxes = self.plan.parts.boxes
        self.near = np.flatnonzero(
            (boxes[:, 0] <= east) & (boxes[:, 2] >= west) & (boxes[:, 1] <= north) & (boxes[:, 3] >= south)
        )
        pieces = {int(i) for i in self.plan.owner[self.near]}
        self.pieces = sorted(pieces)
        self.steps = self._stepped()
        self.heights = self._connected()
        self.level_of = {z: n for n, z in enumerate(self.heights)}
        self.maze, self.foes = self._maze()

    def _stepped(self) -> list[tuple[int, int]]:
        """The pairs of levels between which a step can be: from the ground, or between near neighbours."""
        standing = [i for i in self.pieces if self.plan.pieces[i].walkable]
        near = self.going.figure.diameter
        found: set[tuple[int, int]] = set()
        boxes = {i: _box(self.plan.pieces[i].footprint) for i in standing}
        for i in standing:
            top = self.plan.pieces[i].top
            if 0 < top <= self.vault:
                found.add((0, top))
            for j in standing:
                rise = self.plan.pieces[j].top - top
                if 0 < rise <= self.vault and _near(boxes[i], boxes[j], near):
                    found.add((top, top + rise))
        return sorted(found)

    def _connected(self) -> list[int]:
        """The levels to which anything can lead from where the figure is."""
        links = set(self.steps)
        tops = {0} | {self.plan.pieces[i].top for i in self.pieces if self.plan.pieces[i].walkable}
        ways = self.rules.ways
        for i in self.pieces:
            piece = self.plan.pieces[i]
            leads = (piece.stairs and Way.STAIRS in ways) or (piece.ladder and Way.LADDER in ways)
            if leads:
                met = [z for z in tops if piece.bottom - TOUCH <= z <= piece.top + TOUCH]
                links.update((low, high) for low in met for high in met if low < high)
        reached = {self.going.figure.z}
        if ways & {Way.CLIMB, Way.JUMP, Way.PARABOLA}:
            reached |= tops
        while True:
            more = {b for a, b in links if a in reached} | {a for a, b in links if b in reached}
            if more <= reached:
                return sorted(reached)
            reached |= more

    # ------------------------------------------------------------ obstacles

    def _maze(self) -> tuple[Maze, dict[str, list[int]]]:
        obstacles: list[Obstacle] = []
        slow: list[tuple[tuple[tuple[float, float], ...], float]] = []
        first_of, slow_first_of = [0], [0]
        foes: dict[str, list[int]] = {}
        for z in self.heights:
            for found in self._obstacles(z):
                if found.figure:
                    foes.setdefault(found.figure, []).append(len(obstacles))
                obstacles.append(found)
            slow.extend(self._slow(z))
            first_of.append(len(obstacles))
            slow_first_of.append(len(slow))
        px, py, first, count, boxes = flat([o.outline for o in obstacles])
        widths = np.array([o.width for o in obstacles])
        boxes += np.column_stack((-widths, -widths, widths, widths)).reshape(boxes.shape)
        slow_px, slow_py, slow_first, slow_count, _ = flat([outline for outline, _ in slow])
        maze = Maze(
            px=px,
            py=py,
            first=first,
            corners=count,
            boxes=boxes,
            widths=widths,
            inner=np.array([o.inner for o in obstacles]),
            kinds=np.array([o.kind for o in obstacles], dtype=np.int64),
            first_of=np.array(first_of, dtype=np.int64),
            slow_px=slow_px,
            slow_py=slow_py,
            slow_first=slow_first,
            slow_count=slow_count,
            slow_percent=np.array([percent for _, percent in slow], dtype=np.float64),
            slow_first_of=np.array(slow_first_of, dtype=np.int64),
            slow_width=self.going.radius + TOUCH,
        )
        return maze, foes

    def _outline(self, part: int) -> tuple[tuple[float, float], ...]:
        parts = self.plan.parts
        first, count = int(parts.first[part]), int(parts.count[part])
        return tuple(
            zip(
                parts.px[first : first + count].tolist(),
                parts.py[first : first + count].tolist(),
                strict=True,
            )
        )

    def _obstacles(self, z: int) -> list[Obstacle]:
        found: list[Obstacle] = []
        for part in self.near:
            effect = self._effect(self.plan.pieces[self.plan.owner[part]], int(self.plan.owner[part]), z)
            if effect is not None:
                kind, width = effect
                # One stands beside what can be crossed as near as the base fits, whatever gap is asked for.
                inner = self.going.radius - SLACK if kind == CROSSABLE else width
                found.append(Obstacle(self._outline(int(part)), width, inner, kind))
        resting = max(self.going.radius - self.rules.overhang - SLACK, 0.5)
        west, south, east, north = self.box
        for (ax, ay), (bx, by) in self.plan.level(z).stretches:
            if min(ax, bx) <= east and max(ax, bx) >= west and min(ay, by) <= north and max(ay, by) >= south:
                found.append(Obstacle(((ax, ay), (bx, by)), resting, resting, BLOCKS))
        for other in self.going.others:
            found.extend(self._figure(other, z))
        return found

    def _effect(self, piece: Piece, index: int, z: int) -> tuple[int, float] | None:
        """What a piece does at a level, and from which distance."""
        going, rules, radius = self.going, self.rules, self.going.radius
        body = max(going.passage, radius) - SLACK
        if piece.stops_bases and piece.top > z:
            if piece.bottom >= z + self.vault + self.tall:
                return None
            if piece.top > z + self.vault or piece.door is Door.CLOSED or not piece.crossable:
                return (BLOCKS if piece.bottom < z + self.tall else OVERHEAD), body
            return CROSSABLE, body
        if (
            piece.is_open
            and rules.door_keeps_out
            and any(self._stands_in(o, index, piece) for o in going.others)
        ):
            return BLOCKS, radius + TOUCH
        narrow = piece.access is Access.NARROW and not rules.narrow_access
        if narrow and not piece.stops_bases and piece.spans(z, z + self.tall):
            return BLOCKS, SLACK
        if piece.bottom <= z <= piece.top and (not piece.stops_bases or piece.walkable):
            rule = rules.ground(piece.ground, piece.terrain)
            impassable = piece.ground is Ground.IMPASSABLE and piece.terrain not in rules.unhindered
            stops = rule is not None and rule.stops and piece.name not in going.ignored_grounds
            if impassable or stops:
                return BLOCKS, radius + TOUCH
            if piece.water and not rules.wades:
                return BLOCKS, SLACK
        return None

    def _stands_in(self, other: Figure, index: int, piece: Piece) -> bool:
        reach = other.diameter / 2 - SLACK
        return (
            piece.spans(other.z, other.top) and self.plan.gap_square(index, other.x, other.y) < reach * reach
        )

    def _figure(self, other: Figure, z: int) -> list[Obstacle]:
        going, rules = self.going, self.rules
        if other.top < z or other.z > z + self.vault + self.tall:
            return []
        west, south, east, north = self.box
        reach = going.radius + other.diameter / 2
        if not (west - reach <= other.x <= east + reach and south - reach <= other.y <= north + reach):
            return []
        at = ((float(other.x), float(other.y)),)
        kind = BLOCKS if other.z <= z + self.tall else OVERHEAD
        foe = going.is_foe(other)
        if foe and other.id not in going.ignored_foes and rules.contact is not FoeContact.FREE:
            touchable = other.id if rules.contact is FoeContact.ENDS and kind == BLOCKS else ""
            # A leg that ends in contact may not skim along the foe, or contact would cut it short before.
            return [Obstacle(at, reach + TOUCH + 0.5, reach + TOUCH - 3, kind, touchable)]
        passing = rules.foes if foe else rules.friends
        if passing is Passing.ALWAYS or (passing is Passing.NOT_TALLER and other.tall <= self.tall):
            kind = TAKEN
        return [Obstacle(at, reach - SLACK, reach - SLACK, kind)]

    def _slow(self, z: int) -> list[tuple[tuple[tuple[float, float], ...], float]]:
        found = []
        for part in self.near:
            piece = self.plan.pieces[self.plan.owner[part]]
            underfoot = piece.walkable and piece.top == z
            if not (underfoot or not piece.stops_bases) or not piece.bottom <= z <= piece.top:
                continue
            rule = self.rules.ground(piece.ground, piece.terrain)
            if rule is not None and rule.percent != 100:
                found.append((self._outline(int(part)), float(rule.percent)))
        return found

    # ------------------------------------------------------------ nodes and links

    def nodes(self, places: list[Place], links: list[Link]) -> tuple[Nodes, dict[tuple[int, int], Way]]:
        """The places given (the first is the start), the ends of the links, and the corners to go round.

        Also, by (node, node), the way of going of each link.
        """
        index: dict[Place, int] = {}
        for place in (*places, *(p for link in links for p in (link.start, link.end))):
            index.setdefault(place, len(index))
        fixed = np.array(list(index), dtype=np.float64).reshape(-1, 3)
        levels = np.array([self.level_of[place[2]] for place in index], dtype=np.int64)
        rows, row_levels = self._corners()
        x, y = np.concatenate((fixed[:, 0], rows[:, 0])), np.concatenate((fixed[:, 1], rows[:, 1]))
        bare = np.zeros(len(index))
        edges: list[list[tuple[int, float]]] = [[] for _ in range(x.size)]
        ways: dict[tuple[int, int], Way] = {}
        # Of two ways between the same places only the cheaper counts.
        for link in sorted(links, key=lambda link: (link.cost + link.back, link.way), reverse=True):
            a, b = index[link.start], index[link.end]
            ways[a, b] = ways[b, a] = link.way
            edges[a] = [(to, cost) for to, cost in edges[a] if to != b] + [(b, link.cost)]
            edges[b] = [(to, cost) for to, cost in edges[b] if to != a] + [(a, link.back)]
        link_first = np.zeros(x.size + 1, dtype=np.int64)
        link_first[1:] = np.cumsum([len(out) for out in edges])
        nodes = Nodes(
            x=x,
            y=y,
            level=np.concatenate((levels, row_levels)),
            ringed=np.concatenate((bare, np.ones(len(rows)))).astype(np.uint8),
            before_x=np.concatenate((bare, rows[:, 2])),
            before_y=np.concatenate((bare, rows[:, 3])),
            after_x=np.concatenate((bare, rows[:, 4])),
            after_y=np.concatenate((bare, rows[:, 5])),
            link_first=link_first,
            link_to=np.array([to for out in edges for to, _ in out], dtype=np.int64),
            link_cost=np.array([cost for out in edges for _, cost in out], dtype=np.float64),
        )
        return nodes, ways

    def _corners(self) -> tuple[Floats, Ints]:
        """The free corners round obstacles and slow ground, with their neighbours and levels."""
        maze = self.maze
        chosen = np.flatnonzero(maze.kinds == BLOCKS).astype(np.int64)
        rows, owner = ring(maze.px, maze.py, maze.first, maze.corners, maze.widths, chosen)
        levels = np.searchsorted(maze.first_of, owner, side="right") - 1
        if maze.slow_first.size:
            widths = np.full(maze.slow_first.size, maze.slow_width)
            every = np.arange(maze.slow_first.size, dtype=np.int64)
            more, whose = ring(maze.slow_px, maze.slow_py, maze.slow_first, maze.slow_count, widths, every)
            rows = np.concatenate((rows, more))
            levels = np.concatenate((levels, np.searchsorted(maze.slow_first_of, whose, side="right") - 1))
        figure = self.going.figure
        near = np.hypot(rows[:, 0] - figure.x, rows[:, 1] - figure.y) <= self.reach
        rows, levels = np.ascontiguousarray(rows[near]), levels[near].astype(np.int64)
        nobody = np.full(len(rows), -1, dtype=np.int64)
        x, y = np.ascontiguousarray(rows[:, 0]), np.ascontiguousarray(rows[:, 1])
        open_ones = (all_free(maze, levels, x, y, nobody, False) != 0) & self._over_surface(levels, x, y)
        return np.ascontiguousarray(rows[open_ones]), levels[open_ones]

    def _over_surface(self, levels: Ints, x: Floats, y: Floats) -> Bools:
        """Which points are over the surface of their level: beyond its edges no corner needs going round."""
        field, parts = self.plan.battlefield, self.plan.parts
        over: Bools = (
            (levels == self.level_of.get(0, -1))
            & (x >= 0)
            & (y >= 0)
            & (x <= field.width)
            & (y <= field.depth)
        )
        for n, z in enumerate(self.heights):
            here = np.flatnonzero(levels == n)
            if z == 0 or not here.size:
                continue
            for k in (k for i in self.plan.level(z).pieces for k in self.plan.parts_of[i]):
                over[here] |= (
                    all_near(parts.px, parts.py, parts.first[k], parts.count[k], x[here], y[here], TOUCH) != 0
                )
        return over

    def links(self) -> list[Link]:
        """All that leads from level to level, or through a closed door, inside the box."""
        found: list[Link] = []
        ways = self.rules.ways
        for i in self.pieces:
            piece = self.plan.pieces[i]
            if piece.stairs and Way.STAIRS in ways:
                found.extend(self._stairs(piece))
            if piece.ladder and Way.LADDER in ways:
                found.extend(self._ladder(piece))
            if piece.door is Door.CLOSED and Way.DOOR in ways:
                found.extend(self._door(piece))
        for low, high in self.steps:
            if low in self.level_of and high in self.level_of:
                found.extend(self._steps(low, high))
        if Way.CLIMB in ways:
            for high in self.heights:
                for low in self.heights:
                    if low < high:
                        found.extend(self._climbs(low, high))
        return found

    def _stairs(self, piece: Piece) -> list[Link]:
        slope, out = self.plan.slope(piece), self.going.radius + 2
        if piece.bottom not in self.level_of or piece.top not in self.level_of:
            return []
        across = [-(cx - slope.x) * slope.uy + (cy - slope.y) * slope.ux for cx, cy in piece.footprint]
        side = (max(across) - min(across)) / 2 - self.going.radius
        lanes = {0.0} | ({side, -side} if side > self.going.radius else set())
        found = []
        for lane in sorted(lanes):
            x, y = slope.x - lane * slope.uy, slope.y + lane * slope.ux
            foot = (round(x - out * slope.ux), round(y - out * slope.uy), piece.bottom)
            ahead = slope.run + out
            head = (round(x + ahead * slope.ux), round(y + ahead * slope.uy), piece.top)
            found.extend(self._try(foot, head, Way.STAIRS))
        return found

    def _edges(self, piece: Piece) -> list[tuple[float, float, float, float, float]]:
        """The middle of each edge of a footprint, the direction outwards and the depth behind it."""
        corners = piece.footprint
        found = []
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            length = math.hypot(bx - ax, by - ay)
            ux, uy = (by - ay) / length, (ax - bx) / length
            depth = max(abs((cx - ax) * ux + (cy - ay) * uy) for cx, cy in corners)
            if max((cx - ax) * ux + (cy - ay) * uy for cx, cy in corners) > 0.5:
                ux, uy = -ux, -uy
            found.append(((ax + bx) / 2, (ay + by) / 2, ux, uy, depth))
        return found

    def _ladder(self, piece: Piece) -> list[Link]:
        found = []
        out, radius = self.going.radius + 2, self.going.radius
        for mx, my, ux, uy, depth in self._edges(piece):
            for low in self.heights:
                for high in self.heights:
                    if not (piece.bottom - TOUCH <= low < high <= piece.top + TOUCH):
                        continue
                    foot = (round(mx + out * ux), round(my + out * uy), low)
                    back = depth + radius + 2
                    head = (round(mx - back * ux), round(my - back * uy), high)
                    found.extend(self._try(foot, head, Way.LADDER))
        return found

    def _door(self, piece: Piece) -> list[Link]:
        out, found = self.going.radius + 2, []
        for mx, my, ux, uy, depth in self._edges(piece):
            for z in self.heights:
                if piece.spans(z, z + self.tall):
                    one = (round(mx + out * ux), round(my + out * uy), z)
                    other = (round(mx - (depth + out) * ux), round(my - (depth + out) * uy), z)
                    if one < other:
                        found.extend(self._try(one, other, Way.DOOR))
        return found

    def _places(self, z: int) -> list[tuple[float, float, float, float]]:
        """Points along the free edges of a level, with the direction outwards."""
        west, south, east, north = self.box
        found = []
        for (ax, ay), (bx, by) in self.plan.level(z).stretches if z else ():
            length = math.hypot(bx - ax, by - ay)
            if length < 1.0:
                continue
            ux, uy = (bx - ax) / length, (by - ay) / length
            count = max(1, round(length / LINK_EVERY))
            for n in range(count):
                along = length * (n + 0.5) / count
                x, y = ax + along * ux, ay + along * uy
                if west <= x <= east and south <= y <= north:
                    found.append((x, y, uy, -ux))
        figure = self.going.figure
        for (ax, ay), (bx, by) in self.plan.level(z).stretches if z else ():
            # Just where the figure stands, too: it may have gone to the foot of the wall for this.
            length = math.hypot(bx - ax, by - ay)
            if length < 1.0:
                continue
            ux, uy = (bx - ax) / length, (by - ay) / length
            along = (figure.x - ax) * ux + (figure.y - ay) * uy
            off = (figure.x - ax) * uy - (figure.y - ay) * ux
            if 0 <= along <= length and 0 <= off <= self.going.figure.diameter:
                found.append((ax + along * ux, ay + along * uy, uy, -ux))
        return found

    def _steps(self, low: int, high: int) -> list[Link]:
        """Straight up (and down) over the free edges of a surface no higher than may be vaulted."""
        places, out = self._places(high), self.going.radius + 2
        if not places:
            return []
        feet = np.array([(round(x + out * ux), round(y + out * uy)) for x, y, ux, uy in places], np.float64)
        heads = np.array([(round(x - out * ux), round(y - out * uy)) for x, y, ux, uy in places], np.float64)
        lower, upper = self.level_of[low], self.level_of[high]
        found = []
        for n in np.flatnonzero(self._fits(lower, feet) & self._fits(upper, heads)):
            (ax, ay), (bx, by) = feet[n].tolist(), heads[n].tolist()
            if go(self.maze, lower, ax, ay, bx, by, -1) != VAULTED:
                continue
            foot, head = (int(ax), int(ay), low), (int(bx), int(by), high)
            cost = float(toll(self.maze, lower, ax, ay, bx, by))
            found.append(Link(foot, head, cost, cost, Way.VAULT))
        return found

    def _fits(self, level: int, places: Floats) -> Bools:
        levels = np.full(len(places), level, dtype=np.int64)
        x, y = np.ascontiguousarray(places[:, 0]), np.ascontiguousarray(places[:, 1])
        fits: Bools = all_free(self.maze, levels, x, y, np.full(len(places), -1), False) != 0
        return fits & self._over_surface(levels, x, y)

    def _climbs(self, low: int, high: int) -> list[Link]:
        out, found = self.going.radius + 2, []
        figure = self.going.figure
        walks = Way.WALK in self.rules.ways
        for x, y, ux, uy in self._places(high):
            head = (round(x - out * ux), round(y - out * uy), high)
            feet = [(round(x + out * ux), round(y + out * uy), low)] if walks else []
            if figure.z == low and math.hypot(x - figure.x, y - figure.y) <= self.going.radius + TOUCH:
                feet.append((figure.x, figure.y, low))
            for foot in feet:
                found.extend(self._try(foot, head, Way.CLIMB))
        return found

    def _try(self, foot: Place, head: Place, way: Way) -> list[Link]:
        """A link, if both ends are on surfaces and the leg can be gone."""
        figure = self.going.figure
        if math.hypot(foot[0] - figure.x, foot[1] - figure.y) > self.reach:
            return []
        for place in (foot, head):
            at_start = place == (figure.x, figure.y, figure.z)
            fits = at_start or self._fits(self.level_of[place[2]], np.array([place[:2]], dtype=np.float64))[0]
            if not fits or self.plan.surface_at(*place) is None:
                return []
        up = look_at(self.going, 0, foot, Waypoint(*head, way))
        if up.trouble is not None or up.stop is not None:
            return []
        back = up.cost
        if self.rules.reckoning is not Reckoning.ALONG and way is Way.CLIMB:
            back = look_at(self.going, 0, head, Waypoint(*foot, way)).cost
        return [Link(foot, head, up.cost, back, way)]


def _box(footprint: Footprint) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in footprint], [y for _, y in footprint]
    return min(xs), min(ys), max(xs), max(ys)


def _near(a: tuple[int, int, int, int], b: tuple[int, int, int, int], gap: int) -> bool:
    return a[0] <= b[2] + gap and b[0] <= a[2] + gap and a[1] <= b[3] + gap and b[1] <= a[3] + gap
