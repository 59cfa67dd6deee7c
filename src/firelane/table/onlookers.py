"""Many who look at one another on one battlefield, made ready once for the kernel."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from firelane.table.compiled import BOTTOM, SEE_CLEAR, SEE_HEDGE, SEE_WINDOW, SEE_ZONE, TOP, Parts, parts_of
from firelane.table.corridors import clear_pairs
from firelane.table.fast import DIRECTIONS, Bools, Bytes, Floats, Ints
from firelane.table.looking import Blocking, Line, Lines, SightRules, opaque_parts, rows_of, ways_of
from firelane.table.measure import base_touches_piece, stands_on_piece
from firelane.table.obstacles import Work, work_for
from firelane.table.pairs import (
    ARC_NONE,
    ARC_TARGET,
    BLOCKS,
    FACING,
    ROUND_BY,
    UPPER,
    Bodies,
    Question,
    X,
    Y,
    Z,
)
from firelane.table.sweeping import boxes_near
from firelane.table.things import TOUCH, Battlefield, Figure, FigureId, PieceName
from firelane.table.views import lay_out
from firelane.table.watching import in_arc, pairs_seen

MOST_KEPT = 4096
"""For how many places a battlefield keeps what a base touches there."""


Around = tuple[Bytes, tuple[int, ...]]
"""The parts that a base touches and that obstruct, marked; the parts of open doorways in which it stands."""


NOBODY: Ints = np.empty((0, 2), np.int64)


class Onlookers:
    """One battlefield, one set of bodies and one way of looking, ready for the kernel.

    Whoever has many questions about one arrangement keeps one of these: rows of `seen` are the figures in the
    order in which they were given.
    """

    def __init__(
        self,
        battlefield: Battlefield,
        figures: Sequence[Figure],
        rules: SightRules,
        ignore: Collection[FigureId] = (),
        ghosts: tuple[Figure, Ints] | None = None,
    ) -> None:
        self.battlefield = battlefield
        self.figures = figures
        self.rules = rules
        self.parts: Parts = parts_of(battlefield)
        self.bodies = _bodies(figures, ignore, ghosts)
        self.ways = ways_of(rules)
        self.question = self.ways[0]
        self.use = opaque_parts(battlefield, self.parts, rules)
        around = [self._around(figure) for figure in figures] if self._needs_around() else []
        self.spared = self._spared(around)
        self.masks = self._masks(self.use)
        self.doorways = _occupied(enumerate(around)) if rules.occupied_doorways_block else NOBODY
        self.symmetric = _is_symmetric(rules)

    def _like(self) -> Onlookers:
        """Another that shares everything."""
        other = object.__new__(Onlookers)
        other.__dict__.update(self.__dict__)
        return other

    def looking(self, rules: SightRules) -> Onlookers:
        """The same looking in another way, which differs in arcs alone."""
        other = self._like()
        other.rules, other.ways, other.symmetric = rules, ways_of(rules), _is_symmetric(rules)
        other.question = other.ways[0]
        return other

    def only(self, rows: Sequence[int]) -> Onlookers:
        """The same when only those in these rows are left."""
        other = self._like()
        other.figures = [self.figures[row] for row in rows]
        other.bodies = Bodies(self.bodies.place[rows], self.bodies.mark[rows])
        if self.spared is not None:
            other.spared = self.spared[rows]
            other.masks = other._masks(self.use)
        if len(self.doorways):
            place = {row: new for new, row in enumerate(rows)}
            left = [(place[row], part) for row, part in self.doorways.tolist() if row in place]
            other.doorways = np.array(left, np.int64) if left else NOBODY
        return other

    def moved(self, figures: Sequence[Figure], rows: Sequence[int]) -> Onlookers:
        """The same when those in these rows have moved: `figures` are all as they are now."""
        other = self._like()
        other.figures = figures
        place, mark = self.bodies.place.copy(), self.bodies.mark.copy()
        for row in rows:
            figure = figures[row]
            place[row, :4] = figure.x, figure.y, figure.z, figure.z + figure.tall
            mark[row, FACING] = figure.facing % 360
        other.bodies = Bodies(place, mark)
        if self._needs_around():
            around = [(row, self._around(figures[row])) for row in rows]
            if self.spared is not None:
                other.spared = self.spared.copy()
                for row, (touched, _) in around:
                    other.spared[row] = touched
                other.masks = other._masks(self.use)
            if self.rules.occupied_doorways_block:
                stayed = self.doorways
                if len(stayed):
                    stayed = stayed[[row not in rows for row in stayed[:, 0].tolist()]]
                came = _occupied(around)
                other.doorways = np.concatenate((stayed, came)) if len(came) else stayed
        return other

    def watching(self, row: int, places: Ints) -> Onlookers:
        """The same with one of them at some places (rows of x, y, z) instead of where it is.

        The places follow as rows of their own. Nobody looks from there: `along_path` is for that.
        """
        other = self._like()
        first, count = len(self.figures), len(places)
        place = np.concatenate(
            (self.bodies.place, np.repeat(self.bodies.place[row : row + 1], count, axis=0))
        )
        mark = np.concatenate((self.bodies.mark, np.repeat(self.bodies.mark[row : row + 1], count, axis=0)))
        place[first:, :3] = places
        place[first:, UPPER] = place[first:, Z] + self.figures[row].tall
        mark[first:, BLOCKS] = 0
        mark[row, BLOCKS] = 0
        other.bodies = Bodies(place, mark)
        other.doorways = self.doorways[self.doorways[:, 0] != row]
        return other

    def seen(self, pairs: Ints) -> Bools:
        """Yes or no for rows of (looker, target)."""
        pairs = np.ascontiguousarray(pairs, np.int64)
        seen = np.zeros(len(pairs), np.uint8)
        both_ways = self.rules.mutual and not self.symmetric
        pairs_seen(
            self.parts.prisms, self.masks, self.bodies, self.doorways, *self.ways, both_ways, pairs,
            self._work(), seen, np.empty(6),
        )  # fmt: skip
        return seen.view(np.bool_)

    def _work(self) -> Work:
        return work_for(self.parts.prisms, len(self.bodies.place), len(self.doorways))

    def _masks(self, use: Bytes) -> Bytes:
        """The parts in use: one row for all, or where some are spared one for each looker."""
        return use[None] if self.spared is None else use & ~self.spared

    def ask(self, use: Bytes, question: Question, pairs: Ints) -> tuple[Bools, Floats]:
        """The kernel's answers for rows of (looker, target), with the lines that decided."""
        pairs = np.ascontiguousarray(pairs, np.int64)
        seen = np.zeros(len(pairs), np.uint8)
        segments = np.zeros((len(pairs), 6))
        masks = self._masks(use)
        clear_pairs(
            self.parts.prisms,
            masks,
            self.bodies,
            self.doorways,
            question,
            pairs,
            self._work(),
            seen,
            segments,
        )
        return seen.astype(np.bool_), segments

    def best_line(self, i: int = 0, j: int = 1) -> tuple[Line, Floats | None]:
        """The line from body i to body j that serves it best: direct, clear of zones, or any."""
        pair = np.array([[i, j]])
        if self.rules.lines is Lines.PLAN:
            obstructing = self.use | self.felt().view(np.uint8)
            direct, segments = self.ask(obstructing, self.question._replace(to_axis=True), pair)
            if direct[0]:
                return Line.DIRECT, segments[0]
            # Past every obstacle, but not to the centre, it is seen by an edge only.
            return self._first(
                ((obstructing, self.question), (self.use, self.question)), Line.OBSTRUCTED, pair
            )
        avoiding = self.use.copy()
        avoiding[self.parts.see == SEE_ZONE] = 1
        ways = [(self.use, self.question)]
        if self.rules.avoid_zones and self.battlefield.zones:
            ways.insert(0, (avoiding, self.question))
        found = self._first(ways, Line.DIRECT, pair)
        if found[1] is None and self.rules.mutual and not self.symmetric and self.in_arc(i, j):
            back = self.question._replace(arc=ARC_NONE)
            seen, segments = self.ask(self.use, back, np.array([[j, i]]))
            if seen[0]:
                return Line.DIRECT, segments[0][[3, 4, 5, 0, 1, 2]]
        return found

    def _first(
        self, ways: Iterable[tuple[Bytes, Question]], line: Line, pair: Ints
    ) -> tuple[Line, Floats | None]:
        for use, question in ways:
            seen, segments = self.ask(use, question, pair)
            if seen[0]:
                return line, segments[0]
        return Line.NONE, None

    def middle_line(self) -> Floats:
        """From the middle of the top of body 0 to that of body 1, a hair below."""
        b = self.bodies.place
        return np.array([b[0, X], b[0, Y], b[0, UPPER] - 1.0, b[1, X], b[1, Y], b[1, UPPER] - 1.0])

    def in_arc(self, i: int, j: int) -> bool:
        """Whether any part of body j lies in the arc of body i."""
        return bool(in_arc(self.bodies, self.ways[2], i, j, self._work()))

    def share_seen(self, segment: Floats) -> tuple[float, tuple[PieceName, ...]]:
        """What fraction of body 1 is seen from body 0, and which pieces hide the rest."""
        b = self.bodies.place
        step = 0.8 * max(self.rules.patch, 30)
        columns = max(4, math.ceil(2.0 * b[1, ROUND_BY] / step))
        rows = 1 if self.question.plan else max(2, math.ceil((b[1, UPPER] - b[1, Z]) / step))
        points = self._viewpoints(segment)
        hides = np.zeros(self.parts.total, np.uint8)
        use = self.use.copy()
        if self.question.plan:
            use[~self._at_eye_level()] = 0
        near = np.empty(self.parts.total, np.int64)
        seen = lay_out(
            self.parts.prisms, use, self.bodies, self.question, 0, 1, points, columns, rows, hides, near
        )
        return seen / (columns * rows), self.piece_names((hides != 0) & (self.parts.see != SEE_ZONE))

    def in_contact(self, hiding: Iterable[PieceName]) -> tuple[tuple[PieceName, ...], tuple[PieceName, ...]]:
        """Of the pieces that hide body 1, those whose sides it touches, and those that it stands on."""
        named, target = self.battlefield.by_name, self.figures[1]
        touched = tuple([name for name in hiding if base_touches_piece(target, named[name])])
        return touched, tuple([name for name in hiding if stands_on_piece(target, named[name])])

    def cover_of(self, touched: tuple[PieceName, ...], floor: tuple[PieceName, ...]) -> PieceName | None:
        """The first piece in contact that gives cover."""
        contact = (*touched, *floor) if self.rules.floor_gives_cover else touched
        return next((name for name in contact if self.battlefield.by_name[name].cover), None)

    def _viewpoints(self, segment: Floats) -> Floats:
        """The start of the deciding line, then points left, right and in the middle, high and low."""
        b = self.bodies.place
        points = [segment[:3]]
        dx, dy = b[1, X] - b[0, X], b[1, Y] - b[0, Y]
        distance = math.hypot(dx, dy) or 1.0
        reach = 0.0 if self.question.from_axis else max(b[0, ROUND_BY] - 0.5 * self.question.patch, 0.0)
        left = np.array([-dy / distance, dx / distance])
        for height in (0.9, 0.4):
            level = b[0, Z] + height * (b[0, UPPER] - b[0, Z])
            points.extend(np.array([*(b[0, :2] + across * left), level]) for across in (-reach, 0.0, reach))
        if self.question.arc == ARC_TARGET and self.question.from_arc:
            points[1:] = [
                point for point in points[1:] if self._before(point[0] - b[0, X], point[1] - b[0, Y])
            ]
        return np.array(points)

    def _before(self, dx: float, dy: float) -> bool:
        """Whether a place, by its way from the centre of body 0, lies in the arc of body 0."""
        facing = int(self.bodies.mark[0, FACING])
        right = DIRECTIONS[(facing - self.rules.arc_right) % 360]
        left = DIRECTIONS[(facing + self.rules.arc_left) % 360]
        of_right = bool(right[0] * dy - right[1] * dx >= -TOUCH)
        of_left = bool(dx * left[1] - dy * left[0] >= -TOUCH)
        if self.rules.arc_left + self.rules.arc_right > 180:
            return of_right or of_left
        return of_right and of_left

    def felt(self) -> Bools:
        """The parts that obstruct a line on the map, or are worth naming when it runs through them."""
        found: Bools | None = self.battlefield.__dict__.get("felt")
        if found is None:
            parts = self.parts
            window = (parts.see == SEE_WINDOW) | (parts.see == SEE_HEDGE)
            found = np.asarray(window | ((parts.waist_high != 0) & (parts.see != SEE_CLEAR)), np.bool_)
            self.battlefield.__dict__["felt"] = found
        return found

    def _at_eye_level(self) -> Bools:
        b = self.bodies.place
        ceiling = max(b[0, Z], b[1, Z]) + self.rules.eye
        extent = self.parts.prisms.extent
        floor = min(b[0, Z], b[1, Z])
        return np.asarray((extent[:, TOP] > floor) & (extent[:, BOTTOM] < ceiling), np.bool_)

    def _needs_around(self) -> bool:
        return self.rules.spare_touched_cover or self.rules.occupied_doorways_block

    def _spared(self, around: Sequence[Around]) -> Bytes | None:
        """Per looker a row of the parts that its base touches and that are left out for it."""
        if not self.rules.spare_touched_cover:
            return None
        known, every = len(around), len(self.bodies.place)
        spare = np.zeros((every, self.parts.total), np.uint8)
        for row, (touched, _) in enumerate(around):
            spare[row] = touched
        for row in range(known, every):
            spare[row] = self._around(self._ghost(row))[0]
        return spare

    def _around(self, figure: Figure) -> Around:
        """What a base touches of the parts that obstruct, and in which open doorways it stands; kept with the
        battlefield, for few of many move."""
        kept: dict[object, Around] = self.battlefield.__dict__.setdefault("around", {})
        key = (figure.x, figure.y, figure.z, figure.diameter, figure.tall)
        found = kept.get(key)
        if found is None:
            touched, inside = np.zeros(self.parts.total, np.uint8), []
            owner, doorway, boxes = self._low_pieces()
            near = boxes_near(boxes, figure.x, figure.y, figure.diameter / 2 + (TOUCH + 1.0))
            for index, is_doorway in dict.fromkeys((owner[k], doorway[k]) for k in near):
                piece = self.battlefield.pieces[index]
                if is_doorway and base_touches_piece(figure, piece, 0):
                    inside += np.flatnonzero((self.parts.doorway != 0) & (self.parts.owner == index)).tolist()
                elif not is_doorway and base_touches_piece(figure, piece):
                    touched[(self.parts.owner == index) & (self.parts.see != SEE_ZONE)] = 1
            if len(kept) > MOST_KEPT:
                kept.clear()
            found = kept[key] = (touched, tuple(inside))
        return found

    def _low_pieces(self) -> tuple[list[int], list[bool], Floats]:
        """Of each part that obstructs or is an open doorway: its piece, which of the two it is, its box."""
        found: tuple[list[int], list[bool], Floats] | None = self.battlefield.__dict__.get("low_pieces")
        if found is None:
            parts = self.parts
            doorway = parts.doorway != 0
            which = np.flatnonzero((self.felt() | doorway) & (parts.see != SEE_ZONE))
            middle, half = parts.prisms.extent[which, :2], parts.prisms.extent[which, 2:4]
            boxes = np.ascontiguousarray(np.hstack((middle - half, middle + half)))
            found = parts.owner[which].tolist(), doorway[which].tolist(), boxes
            self.battlefield.__dict__["low_pieces"] = found
        return found

    def _ghost(self, row: int) -> Figure:
        """A figure that stands where a ghost stands."""
        b = self.bodies.place
        return Figure(
            id="",
            x=round(b[row, X]),
            y=round(b[row, Y]),
            z=round(b[row, Z]),
            diameter=round(2 * b[row, ROUND_BY]),
            height=round(b[row, UPPER] - b[row, Z]),
        )

    def piece_names(self, parts: Bools) -> tuple[PieceName, ...]:
        """The names of the pieces to which the marked parts belong, in the order of the battlefield."""
        owners = sorted({int(k) for k in self.parts.owner[parts]})
        return tuple(self.battlefield.pieces[k].name for k in owners)

    def zone_names(self, parts: Bools) -> tuple[str, ...]:
        """The names of the zones to which the marked parts belong."""
        owners = sorted({int(k) for k in self.parts.owner[parts]})
        return tuple(self.battlefield.zones[k].name for k in owners)


def _occupied(around: Iterable[tuple[int, Around]]) -> Ints:
    """Rows of (body, part): the bodies that stand in open doorways."""
    rows = [(row, part) for row, (_, inside) in around for part in inside]
    return np.array(rows, np.int64) if rows else NOBODY


def _is_symmetric(rules: SightRules) -> bool:
    """Whether who sees is seen."""
    blind = rules.blocking in (Blocking.NONE, Blocking.ALL)
    return rules.lines is Lines.VOLUME and rules.all_round and blind


def _bodies(
    figures: Sequence[Figure], ignore: Collection[FigureId], ghosts: tuple[Figure, Ints] | None
) -> Bodies:
    """The figures as arrays, then the places of a mover, which stand in nobody's way."""
    everybody = list(figures)
    if ghosts is not None:
        mover, places = ghosts
        first = len(everybody)
        everybody += [mover] * len(places)
    place, mark = rows_of(everybody, ignore)
    if ghosts is not None and len(places):
        place[first:, :3] = places
        place[first:, UPPER] = place[first:, Z] + mover.tall
        mark[first:, BLOCKS] = 0
    return Bodies(place, mark)
