"""Whether a path can be gone, and what it costs: the whole of it, leg by leg, to its end.

A move that contact with a foe, or ground that stops, cuts short is legal and ends there: the report's
`end` says where, and nothing beyond is looked at. A move that is not cut short must end where the whole
base fits, rests (but for the overhang that the ruleset allows) and stands on nobody.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import msgspec

from firelane.table.ascents import look_at, rests_on_face
from firelane.table.legs import SLACK, Draft, Going
from firelane.table.movement import (
    AIRBORNE_WAYS,
    Bar,
    Crossing,
    Leg,
    MoveRules,
    PathReport,
    Step,
    Trouble,
    Way,
    Waypoint,
)
from firelane.table.surfaces import GroundPlan, ground_plan
from firelane.table.things import TOUCH, Battlefield, Figure


def check_path(
    battlefield: Battlefield,
    figure: Figure,
    waypoints: Sequence[Waypoint],
    others: Iterable[Figure] = (),
    rules: MoveRules = MoveRules(),  # noqa: B008 (a frozen value)
) -> PathReport:
    """What comes of a path from where the figure is over the waypoints, as the rules allow it.

    `others` may contain the figure itself, which never stands in its own way.
    """
    if rules.door_keeps_out:
        around = tuple([other for other in others if other.id != figure.id])
    else:
        around = near_the_way(figure, waypoints, others)
    return check_among(ground_plan(battlefield), figure, waypoints, around, rules)


def check_among(
    plan: GroundPlan,
    figure: Figure,
    waypoints: Sequence[Waypoint],
    around: tuple[Figure, ...],
    rules: MoveRules,
) -> PathReport:
    """`check_path` among those who matter to it: all that anything on the way can touch, without the figure
    itself; where a base in a doorway bars it, all others."""
    grounds = grounds_at(plan, figure, rules)
    going = Going(plan, figure, around, rules, touched_foes(figure, around), frozenset(grounds))
    account = _Account(going)
    for index, to in enumerate(waypoints):
        if account.over:
            account.refuse(Bar.MOVE_OVER, index)
            break
        if not account.take(index, to, look_at(going, index, account.place, to)):
            break
    else:
        account.finish(len(waypoints) - 1)
    return account.report(tuple(grounds))


def near_the_way(
    figure: Figure, waypoints: Sequence[Waypoint], others: Iterable[Figure]
) -> tuple[Figure, ...]:
    """Those of the others that anything on the way can touch; the figure itself is not in its own way."""
    xs, ys = [figure.x, *[to.x for to in waypoints]], [figure.y, *[to.y for to in waypoints]]
    gap = figure.diameter + TOUCH
    west, east, south, north = min(xs) - gap, max(xs) + gap, min(ys) - gap, max(ys) + gap
    return tuple(
        [
            other
            for other in others
            if west - (wide := other.diameter) <= other.x <= east + wide
            and south - wide <= other.y <= north + wide
            and other.id != figure.id
        ]
    )


def stands_free(
    plan: GroundPlan, figure: Figure, others: Iterable[Figure], rules: MoveRules
) -> Trouble | None:
    """Why the figure cannot stand where it is with its whole base, or None if it can."""

    def trouble(bar: Bar, piece: str = "", other: str = "") -> Trouble:
        return Trouble(bar, -1, figure.x, figure.y, figure.z, piece, other)

    radius = figure.diameter / 2
    if not plan.supported(figure.x, figure.y, figure.z, radius - rules.overhang):
        return trouble(Bar.END_UNSUPPORTED)
    reach = (radius - SLACK) ** 2
    for i in plan.pieces_near(figure.x, figure.y, radius):
        piece = plan.pieces[i]
        if (
            piece.stops_bases
            and piece.spans(figure.z, figure.top)
            and plan.gap_square(i, figure.x, figure.y) < reach
        ):
            return trouble(Bar.END_NO_ROOM, piece.name)
    taken = _taken(figure, others)
    return None if taken is None else trouble(Bar.END_TAKEN, other=taken.id)


class _Account(msgspec.Struct):
    """The path so far."""

    going: Going
    place: tuple[int, int, int] = (0, 0, 0)
    legs: list[Leg] = []
    length: float = 0.0
    cost: float = 0.0
    trouble: Trouble | None = None
    stopped_by: str = ""
    crossed: list[Crossing] = []
    opened: list[str] = []
    touched: list[str] = []
    squeezed: list[tuple[int, int]] = []
    over: bool = False
    surface: str = ""

    def __post_init__(self) -> None:
        figure = self.going.figure
        self.place, self.surface = (figure.x, figure.y, figure.z), figure.surface

    def refuse(self, bar: Bar, leg: int, piece: str = "") -> None:
        """Refuses the path where it has come to."""
        self.trouble = Trouble(bar, leg, *self.place, piece)

    def take(self, index: int, to: Waypoint, draft: Draft) -> bool:
        """Adds a leg; False when the path goes no further."""
        rules = self.going.rules
        if draft.trouble is not None:
            self.trouble = draft.trouble
            return False
        part, track = 1.0, draft.track
        if draft.stop is not None:
            part, self.stopped_by = draft.stop
            track = _cut(track, part * draft.length)
        ends = part * draft.length
        for name, start, end in draft.crossed:
            if start < ends and not self._cross(index, name, start, min(end, ends)):
                return False
        spent = draft.cost * part if draft.cost_to_stop is None else draft.cost_to_stop
        if rules.allowance is not None and round(self.cost + spent) > rules.allowance:
            share = max(0.0, (rules.allowance - self.cost) / spent) * ends
            x, y, z, _ = _cut(track, share)[-1]
            self.trouble = Trouble(Bar.TOO_FAR, index, x, y, z)
            return False
        begin = self.length
        self.legs.append(
            Leg(
                way=to.way,
                start=round(begin),
                length=round(begin + ends) - round(begin),
                cost=round(self.cost + spent) - round(self.cost),
                track=tuple([(x, y, z, round(begin + arc, 3)) for x, y, z, arc in track]),
                drop=draft.drop,
            )
        )
        self.length, self.cost = begin + ends, self.cost + spent
        self.opened += draft.opened
        self.touched += [name for name in draft.touched if name not in self.touched]
        self.squeezed += [(round(begin + a), round(begin + b)) for a, b in draft.squeezed if a < ends]
        self.place = track[-1][:3]
        found = self.going.plan.surface_at(*self.place)
        self.surface = found if found is not None else draft.holds
        self.over = found is not None and to.way in rules.ends_move
        return draft.stop is None

    def _cross(self, index: int, name: str, start: float, end: float) -> bool:
        """Counts an obstacle that is vaulted. One met again at once is the same crossing."""
        rules = self.going.rules
        last = self.crossed[-1] if self.crossed else None
        begin = self.length + start
        if last is not None and last.piece == name and begin <= last.end + TOUCH:
            self.crossed.pop()
            begin = last.start
        crossing = Crossing(name, index, round(begin), round(self.length + end))
        self.crossed.append(crossing)
        if rules.crossing_length is not None and self._over(crossing) > rules.crossing_length:
            self.refuse(Bar.TOO_LONG_A_CROSSING, index, name)
            return False
        if rules.crossings is not None and len({c.piece for c in self.crossed}) > rules.crossings:
            self.refuse(Bar.TOO_MANY_CROSSINGS, index, name)
            return False
        return True

    def _over(self, crossing: Crossing) -> int:
        """The distance over a feature: what the centre travels above it, the base's own width apart."""
        return max(0, crossing.end - crossing.start - self.going.figure.diameter)

    def finish(self, index: int) -> None:
        """The move ends here: can the figure stand?"""
        figure, rules, plan = self.going.figure, self.going.rules, self.going.plan
        here = figure.at(*self.place)
        if not self.legs:
            return
        way = self.legs[-1].way
        if plan.surface_at(*self.place) is None:
            allowed = way in (Way.LADDER, Way.CLIMB, Way.STAIRS) and way in rules.stop_on
            taken = _taken(here, self.going.others)
            if not allowed:
                bar = Bar.END_NOT_ALLOWED if way not in AIRBORNE_WAYS else Bar.END_UNSUPPORTED
                self.refuse(bar, index, self.surface)
            elif way is Way.CLIMB and not rests_on_face(plan, here, rules.overhang):
                self.refuse(Bar.END_UNSUPPORTED, index, self.surface)
            elif taken is not None:
                self.trouble = Trouble(Bar.END_TAKEN, index, *self.place, figure=taken.id)
            return
        trouble = stands_free(plan, here, self.going.others, rules)
        if trouble is not None:
            self.trouble = msgspec.structs.replace(trouble, leg=index)

    def report(self, grounds: tuple[str, ...]) -> PathReport:
        """The report of the path."""
        return PathReport(
            legs=tuple(self.legs),
            length=round(self.length),
            cost=round(self.cost),
            end=self.going.figure.at(*self.place, surface=self.surface),
            trouble=self.trouble,
            stopped_by=self.stopped_by,
            crossed=tuple(self.crossed),
            opened=tuple(self.opened),
            touched=tuple(self.touched),
            starts_in=grounds,
            squeezed=tuple(self.squeezed),
        )


def _cut(track: Sequence[Step], arc: float) -> list[Step]:
    """The track as far as an arc length."""
    kept: list[Step] = [track[0]]
    for before, after in itertools.pairwise(track):
        if after[3] <= arc:
            kept.append(after)
            continue
        part = (arc - before[3]) / (after[3] - before[3])
        x, y, z = (round(before[i] + part * (after[i] - before[i])) for i in range(3))
        kept.append((x, y, z, arc))
        break
    return kept


def _taken(figure: Figure, others: Iterable[Figure]) -> Figure | None:
    """The figure in which this one would stand."""
    for other in others:
        near = math.hypot(other.x - figure.x, other.y - figure.y)
        if near < (figure.diameter + other.diameter) / 2 - SLACK and (
            other.z < figure.top and other.top > figure.z
        ):
            return other
    return None


def touched_foes(figure: Figure, others: Iterable[Figure]) -> frozenset[str]:
    """The foes with whom the figure is in contact where it stands."""
    return frozenset(
        other.id
        for other in others
        if other.side != figure.side
        and math.hypot(other.x - figure.x, other.y - figure.y)
        <= (figure.diameter + other.diameter) / 2 + TOUCH
        and other.top >= figure.z
        and other.z <= figure.top
    )


def grounds_at(plan: GroundPlan, figure: Figure, rules: MoveRules) -> list[str]:
    """The hindering ground that the figure touches."""
    if not rules.grounds:
        return []
    reach = figure.diameter / 2 + TOUCH
    return [
        piece.name
        for i in plan.pieces_near(figure.x, figure.y, reach)
        if rules.ground((piece := plan.pieces[i]).ground, piece.terrain) is not None
        and piece.bottom <= figure.z <= piece.top
        and plan.gap_square(i, figure.x, figure.y) <= reach * reach
    ]
