"""Legs on foot: on one level, and over steps and obstacles that are vaulted.

May it be gone, how far is it, what does it cost: clearance, ground, water, doors, accesses, other figures.
Height vaulted costs nothing; it shows in the track, because it counts for sight. What leaves the level
(`ascents`) builds on this.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import msgspec

from firelane.table.movement import (
    Bar,
    FoeContact,
    MoveRules,
    Passing,
    Step,
    Trouble,
    Way,
    Waypoint,
)
from firelane.table.surfaces import GroundPlan
from firelane.table.sweeping import overlap, sweep
from firelane.table.things import TOUCH, Access, Door, Figure, Ground, Piece

SLACK = 1.0
"""Waypoints are whole mils: a base may so lap over what it touches by this much."""

Interval = tuple[float, float]
NOTHING: frozenset[str] = frozenset()
_OPEN = Ground.OPEN


class Draft(msgspec.Struct):
    """A leg while it is looked at."""

    length: float = 0.0
    cost: float = 0.0
    track: list[Step] = []
    """With arc lengths that begin at 0."""
    trouble: Trouble | None = None
    stop: tuple[float, str] | None = None
    """Where on the leg (0 to 1 of its length) it is cut short, and by what."""
    cost_to_stop: float | None = None
    """What the leg costs as far as that, where it is not simply its part of the cost."""
    crossed: list[tuple[str, float, float]] = []
    opened: list[str] = []
    touched: list[str] = []
    squeezed: list[Interval] = []
    drop: int = 0
    holds: str = ""
    """The ladder, face or stairs on which the leg ends, if it ends on no surface."""


class Going(msgspec.Struct):
    """What stays the same on all legs of one path."""

    plan: GroundPlan
    figure: Figure
    others: tuple[Figure, ...]
    rules: MoveRules
    ignored_foes: frozenset[str]
    """Foes touched at the start: the contact is not new."""
    ignored_grounds: frozenset[str]
    """Hindering ground touched at the start: it stops nobody again."""

    radius: float = 0.0
    """Of the base."""
    passage: float = 0.0
    """Half the width that the figure needs to pass."""

    def __post_init__(self) -> None:
        self.radius = self.figure.diameter / 2
        self.passage = max(self.radius * self.rules.passage_percent / 100, self.rules.least_gap / 2)

    def is_foe(self, other: Figure) -> bool:
        """Whether another figure is of another side."""
        return other.side != self.figure.side


class LevelLeg:
    """One leg from a point to a waypoint."""

    def __init__(self, going: Going, index: int, start: tuple[int, int, int], to: Waypoint) -> None:
        self.going, self.rules, self.plan = going, going.rules, going.plan
        self.index, self.to = index, to
        self.x0, self.y0, self.z0 = start
        self.x1, self.y1, self.z1 = to.x, to.y, to.z
        self.run = math.hypot(self.x1 - self.x0, self.y1 - self.y0)
        self.low, self.high = min(self.z0, self.z1), max(self.z0, self.z1)
        self.tall = going.figure.tall
        self.widest = max(going.passage, going.radius) + TOUCH
        """Nothing further from the leg than this matters to it."""
        self.troubles: list[tuple[float, Trouble]] = []
        self.stops: list[tuple[float, str]] = []
        self.draft = Draft()
        self.swept: dict[tuple[float, float | None, float | None], list[tuple[int, int, float, float]]] = {}
        """What was met so far, by the width of the sweep."""
        self.rate: int | None = None
        """Percent that a distance on the leg costs, where ground counts besides."""

    def bar(self, bar: Bar, t: float = 0.0, piece: str = "", figure: str = "", z: int | None = None) -> None:
        """Notes a reason against the leg, at a part of it."""
        x = round(self.x0 + t * (self.x1 - self.x0))
        y = round(self.y0 + t * (self.y1 - self.y0))
        level = round(self.z0 + t * (self.z1 - self.z0)) if z is None else z
        self.troubles.append((t, Trouble(bar, self.index, x, y, level, piece, figure)))

    def done(self) -> Draft:
        """The leg, with the first reason against it unless it is cut short before."""
        if not self.troubles and not self.stops:
            return self.draft
        first = min(self.troubles, key=lambda found: found[0], default=None)
        stop = min(self.stops, default=None)
        if stop is not None and (first is None or stop[0] <= first[0]):
            self.draft.stop = stop
            if self.rate is not None:
                doors = self.rules.door_cost * len(self.draft.opened)
                self.draft.cost_to_stop = self.paid(self.rate, stop[0]) + doors
        elif first is not None:
            self.draft.trouble = first[1]
        return self.draft

    def met(
        self, radius: float, x: float | None = None, y: float | None = None
    ) -> list[tuple[int, int, float, float]]:
        """(part, piece, from, until) of all that a disc meets on the leg, or standing at a point."""
        found = self.swept.get((radius, x, y))
        if found is None:
            # Mostly the way is free by the widest measure, and so by all.
            if x is None and radius < self.widest and not self.met(self.widest):
                return []
            parts = self.plan.parts
            start, end = ((self.x0, self.y0), (self.x1, self.y1)) if x is None or y is None else ((x, y),) * 2
            swept = sweep(parts.px, parts.py, parts.first, parts.count, parts.boxes, start, end, radius)
            owners = self.plan.owners
            found = [(int(part), owners[int(part)], since, until) for part, since, until in swept]
            self.swept[radius, x, y] = found
        return found

    def against(self, part: int, radius: float) -> Interval:
        """When a disc on the leg overlaps one part."""
        parts = self.plan.parts
        found = overlap(
            parts.px, parts.py, parts.first[part], parts.count[part],
            float(self.x0), float(self.y0), float(self.x1 - self.x0), float(self.y1 - self.y0), radius,
        )  # fmt: skip
        return float(found[0]), float(found[1])

    def straight(self, length: float, cost: float) -> None:
        """Takes length and cost, and a track without bends."""
        self.draft.length, self.draft.cost = length, cost
        self.draft.track = [(self.x0, self.y0, self.z0, 0.0), (self.x1, self.y1, self.z1, length)]

    # ------------------------------------------------------------ on a level, and over steps

    def level(self) -> None:
        """Walking, swimming, through a door: on one level."""
        if self.z0 != self.z1:
            self.bar(Bar.NOT_LEVEL, 1.0)
            return
        doors = self.doors() if self.to.way is Way.DOOR else NOTHING
        self.over(0, doors)
        self.carried()
        if self.to.way is Way.SWIM:
            self.in_water()
        self.rate = self.rules.swim_percent if self.to.way is Way.SWIM else 100
        self.straight(self.run, self.paid(self.rate))
        self.draft.opened = sorted(doors)
        self.draft.cost += self.rules.door_cost * len(doors)

    def vault(self) -> None:
        """Over steps and obstacles, each no higher than may be vaulted over either side."""
        height = self.rules.vault(self.going.figure)
        if self.high - self.low > height:
            self.bar(Bar.TOO_HIGH, 1.0)
            return
        feet = self.over(height)
        inside = any(b >= 1.0 and top > self.z1 for _, b, top in feet)
        if inside or self.plan.surface_at(self.x1, self.y1, self.z1) is None:
            self.bar(Bar.NOT_LEVEL, 1.0)
        ground = self.high <= height
        held = [(a, b) for a, b, top in feet if top >= self.high - height]
        held += [
            (a, b)
            for _, i, a, b in self.met(TOUCH)
            if self.plan.pieces[i].walkable
            and self.high - height <= self.plan.pieces[i].top <= self.low + height
        ]
        gap = 2.0 if ground else uncovered(held, SLACK / max(self.run, 1.0))
        if gap <= 1.0:
            self.bar(Bar.UNSUPPORTED, gap)
        if ground and self.low == 0:
            self.on_table()
        self.rate = 100
        self.draft.length, self.draft.cost = self.run, self.paid(self.rate)
        self.draft.track = self.profile(feet)

    def profile(self, feet: list[tuple[float, float, int]]) -> list[Step]:
        """The track of a vault: on top of whatever the base overlaps."""
        marks = sorted({0.0, 1.0} | {t for a, b, _ in feet for t in (a, b)})
        track: list[Step] = []
        for a, b in itertools.pairwise(marks):
            middle = (a + b) / 2
            foot = max((top for c, d, top in feet if c <= middle <= d), default=self.low)
            foot = max(foot, self.low)
            for t in (a, b):
                x, y = self.x0 + t * (self.x1 - self.x0), self.y0 + t * (self.y1 - self.y0)
                track.append((round(x), round(y), foot, t * self.run))
        if self.run == 0.0 or track[0][2] != self.z0:
            track.insert(0, (self.x0, self.y0, self.z0, 0.0))
        if track[-1][2] != self.z1:
            track.append((self.x1, self.y1, self.z1, self.run))
        return track

    def over(self, vault: int, exempt: frozenset[str] = NOTHING) -> list[tuple[float, float, int]]:
        """Clearance of the base between the levels of the leg; what is stepped on, from when until when."""
        rules, limit = self.rules, self.low + vault
        feet: list[tuple[float, float, int]] = []
        if not self.met(self.widest):
            self.figures(self.low, self.high)
            return feet
        blocking: list[tuple[Piece, int, float, float]] = []
        for k, i, a, b in self.met(max(self.going.passage, self.going.radius) - SLACK):
            piece = self.plan.pieces[i]
            if not piece.stops_bases or piece.name in exempt or piece.top <= self.low:
                continue
            if piece.top > limit or piece.door is Door.CLOSED:
                blocking.append((piece, k, a, b))
                continue
            # What is stepped on is so by the base; a gap that the ruleset asks for is between what is not.
            on, off = self.against(k, self.going.radius - SLACK)
            landing = piece.walkable and piece.top in (self.z0, self.z1)
            if not (landing or piece.crossable):
                blocking.append((piece, k, a, b))
            elif on < off:
                feet.append((on, off, piece.top))
                if not landing:
                    self.draft.crossed.append((piece.name, on * self.run, off * self.run))
        doorways = self.openings()
        squeezed: list[tuple[float, float, int]] = []
        for piece, k, a, b in blocking:
            foot = max([self.high, *(top for c, d, top in feet if c < b and d > a)])
            if piece.bottom >= foot + self.tall:
                continue
            if any(c <= a and b <= d for c, d in doorways) and self.against(k, SLACK)[0] > 1.0:
                continue
            inner = self.against(k, self.going.passage - SLACK)
            if inner[0] > 1.0:
                squeezed.append((a, b, self.side(k)))
            elif self.against(k, self.going.radius * rules.passage_percent / 100 - SLACK)[0] > 1.0:
                self.bar(Bar.GAP_TOO_NARROW, inner[0], piece.name)
            else:
                self.bar(_why_blocked(piece, vault, limit), inner[0], piece.name)
        self.squeeze(squeezed)
        self.figures(self.low, self.high)
        self.grounds()
        return feet

    def side(self, part: int) -> int:
        """On which side of the leg a part lies: 1 left, -1 right."""
        parts = self.plan.parts
        first, count = int(parts.first[part]), int(parts.count[part])
        cx, cy = parts.px[first : first + count].mean(), parts.py[first : first + count].mean()
        turn = (self.x1 - self.x0) * (cy - self.y0) - (self.y1 - self.y0) * (cx - self.x0)
        return 1 if turn > 0 else -1

    def squeeze(self, squeezed: list[tuple[float, float, int]]) -> None:
        """Where the whole base does not fit, it must be hemmed in on both sides.

        Reading adopted of "where the full width is available it must be used": a stretch on which only
        one side is in the way leaves the full width on the other.
        """
        squeezed.sort()
        while squeezed:
            start, end, side = squeezed.pop(0)
            sides = {side}
            while squeezed and squeezed[0][0] <= end:
                _, more, side = squeezed.pop(0)
                end = max(end, more)
                sides.add(side)
            if len(sides) < 2:
                self.bar(Bar.FULL_WIDTH_FREE, start)
            self.draft.squeezed.append((start * self.run, end * self.run))

    def openings(self) -> list[Interval]:
        """Accesses on the way. Their width is a matter of agreement and overrides what would fit."""
        rules, found = self.rules, []
        for k, i, a, b in self.met(self.going.radius + TOUCH):
            piece = self.plan.pieces[i]
            if piece.is_open and rules.door_keeps_out:
                taken = next((o for o in self.going.others if self._in_doorway(o, i, piece)), None)
                if taken is not None and self.against(k, self.going.radius - SLACK)[0] <= 1.0:
                    self.bar(Bar.DOORWAY_TAKEN, a, piece.name, taken.id)
            if (
                piece.access is Access.NONE
                or piece.stops_bases
                or not piece.spans(self.low, self.high + self.tall)
            ):
                continue
            inner = self.against(k, SLACK)
            if inner[0] > 1.0:
                continue
            if piece.access is Access.NARROW and not rules.narrow_access:
                self.bar(Bar.ACCESS_TOO_NARROW, inner[0], piece.name)
            found.append((a, b))
        return found

    def _in_doorway(self, other: Figure, index: int, piece: Piece) -> bool:
        reach = other.diameter / 2 - SLACK
        return (
            piece.spans(other.z, other.top) and self.plan.gap_square(index, other.x, other.y) < reach * reach
        )

    def doors(self) -> frozenset[str]:
        """The closed doors that the base touches at the start of the leg."""
        found = frozenset(
            self.plan.pieces[i].name
            for _, i, _, _ in self.met(self.going.radius + TOUCH + SLACK, self.x0, self.y0)
            if self.plan.pieces[i].door is Door.CLOSED
            and self.plan.pieces[i].spans(self.z0, self.z0 + self.tall)
        )
        if not found:
            self.bar(Bar.NO_DOOR)
        return found

    def carried(self) -> None:
        """The base stays on its surface, by as much of it as must rest."""
        resting = self.going.radius * min(100, self.rules.passage_percent) / 100 - self.rules.overhang
        edges = self.plan.level(self.z0).edges
        if self.plan.surface_at(self.x0, self.y0, self.z0) is None:
            self.bar(Bar.NOT_LEVEL if self.z0 else Bar.OFF_TABLE, 0.0)
            return
        found = sweep(
            edges.px, edges.py, edges.first, edges.count, edges.boxes,
            (self.x0, self.y0), (self.x1, self.y1), max(resting - SLACK, 0.5),
        )  # fmt: skip
        if found:
            self.bar(Bar.UNSUPPORTED if self.z0 else Bar.OFF_TABLE, min(since for _, since, _ in found))

    def on_table(self) -> None:
        """Both ends on the table, with as much of the base as must rest."""
        rest = self.going.radius - self.rules.overhang - SLACK
        field = self.plan.battlefield
        for t, x, y in ((0.0, self.x0, self.y0), (1.0, self.x1, self.y1)):
            if min(x, y, field.width - x, field.depth - y) < rest:
                self.bar(Bar.OFF_TABLE, t)

    # ------------------------------------------------------------ what lies and stands on the way

    def _lying(self, radius: float) -> Iterator[tuple[Piece, float, float]]:
        """Pieces that lie on the way without stopping a base, at the level of the feet."""
        for _, i, a, b in self.met(radius):
            piece = self.plan.pieces[i]
            underfoot = piece.top == self.high and piece.walkable
            if (underfoot or not piece.stops_bases) and piece.bottom <= self.high and piece.top >= self.low:
                yield piece, a, b

    def grounds(self) -> None:
        """Ground that bars, stops or hinders, and water."""
        pieces = self.plan.pieces
        near = [pieces[i] for _, i, _, _ in self.met(self.widest)]
        if all(piece.ground is _OPEN and not piece.water for piece in near):
            return
        for piece, a, _ in self._lying(self.going.radius + TOUCH):
            if piece.ground is Ground.IMPASSABLE and piece.terrain not in self.rules.unhindered:
                self.bar(Bar.IMPASSABLE, a, piece.name)
            rule = self.rules.ground(piece.ground, piece.terrain)
            if rule is not None:
                self.draft.touched.append(piece.name)
                if rule.stops and piece.name not in self.going.ignored_grounds:
                    self.stops.append((a, piece.name))
        for piece, a, _ in self._lying(0.0):
            if piece.water:
                self.draft.touched.append(piece.name)
                if self.to.way is not Way.SWIM and not self.rules.wades:
                    self.bar(Bar.WATER, a, piece.name)

    def in_water(self) -> None:
        """A swimmer has its centre in water all the way."""
        held = [(a, b) for piece, a, b in self._lying(TOUCH) if piece.water]
        gap = uncovered(held, SLACK / max(self.run, 1.0))
        if gap <= 1.0:
            self.bar(Bar.NOT_IN_WATER, gap)

    def paid(self, percent: int, until: float = 1.0) -> float:
        """The cost of the leg, or of a part from its start: each stretch at the rate of the worst ground that
        the base touches there."""
        if not self.rules.grounds:
            return self.run * until * percent / 100
        rated = [
            (a, b, rule.percent)
            for piece, a, b in self._lying(self.going.radius + TOUCH)
            if (rule := self.rules.ground(piece.ground, piece.terrain)) is not None and rule.percent != 100
        ]
        if not rated:
            return self.run * until * percent / 100
        marks = sorted({0.0, until} | {t for a, b, _ in rated for t in (a, b) if t < until})
        total = 0.0
        for a, b in itertools.pairwise(marks):
            worst = max((rate for c, d, rate in rated if c < b and d > a), default=100)
            total += (b - a) * worst * percent / 100
        return self.run * total / 100

    def figures(self, low: int, high: int) -> None:
        """Other figures between two levels of the feet: who is passed, who is not, whom contact stops at."""
        rules = self.rules
        west, east = min(self.x0, self.x1), max(self.x0, self.x1)
        south, north = min(self.y0, self.y1), max(self.y0, self.y1)
        for other in self.going.others:
            reach = self.going.radius + other.diameter / 2
            wide = reach + TOUCH
            if other.x < west - wide or other.x > east + wide or other.y < south - wide:
                continue
            if other.y > north + wide or other.top < low or other.z > high + self.tall:
                continue
            a, b = self.past(other, reach + TOUCH)
            if a > b:
                continue
            foe = self.going.is_foe(other)
            if foe and other.id not in self.going.ignored_foes:
                if rules.contact is FoeContact.ENDS:
                    self.stops.append((self.stopped_at(other, reach, a, b), other.id))
                    continue
                if rules.contact is FoeContact.BARRED:
                    self.bar(Bar.CONTACT, a, figure=other.id)
                    continue
            passing = rules.foes if foe else rules.friends
            if passing is Passing.ALWAYS or (passing is Passing.NOT_TALLER and other.tall <= self.tall):
                continue
            a, b = self.past(other, reach - SLACK)
            if a < b and other.top > low and other.z < high + self.tall:
                self.bar(Bar.FIGURE_IN_THE_WAY, a, figure=other.id)

    def stopped_at(self, other: Figure, reach: float, a: float, b: float) -> float:
        """Where a mover that is in contact from a to b stops: well in contact, so that whole mils stay so."""
        inner = self.past(other, reach + TOUCH - SLACK)
        if inner[0] <= inner[1]:
            return inner[0]
        return 1.0 if b >= 1.0 else (a + b) / 2

    def past(self, other: Figure, reach: float) -> Interval:
        """When on the leg the centres are nearer than `reach`."""
        dx, dy = float(self.x1 - self.x0), float(self.y1 - self.y0)
        fx, fy = float(self.x0 - other.x), float(self.y0 - other.y)
        moving, square = dx * dx + dy * dy, fx * fx + fy * fy - reach * reach
        if moving == 0.0:
            return (0.0, 1.0) if square < 0 else (2.0, -1.0)
        half = fx * dx + fy * dy
        rest = half * half - moving * square
        if rest <= 0.0:
            return 2.0, -1.0
        root = math.sqrt(rest)
        a, b = max(0.0, (-half - root) / moving), min(1.0, (-half + root) / moving)
        return (a, b) if a < b or (a == b and a in (0.0, 1.0)) else (2.0, -1.0)


def _why_blocked(piece: Piece, vault: int, limit: int) -> Bar:
    if piece.door is Door.CLOSED:
        return Bar.DOOR_CLOSED
    if vault and piece.top > limit:
        return Bar.TOO_HIGH
    return Bar.NOT_CROSSABLE if vault else Bar.NO_ROOM


def uncovered(intervals: list[Interval], slack: float) -> float:
    """The first part of [0, 1] that no interval covers; 2 when all of it is covered."""
    reached = 0.0
    for a, b in sorted(intervals):
        if a > reached + slack:
            return reached
        reached = max(reached, b)
    return 2.0 if reached >= 1.0 - slack else reached
