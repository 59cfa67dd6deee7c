"""When, along a path, each watcher sees the mover: solved, so that a slit between two samples counts.

Sight itself is decided elsewhere (`sight`), for one place and one watcher at a time; this module asks
it. It computes the places at which the answer can change (`tangents`), asks between each two of them,
and closes in on every change to the mil. Cover at a place of the path: put the mover there (`mover_at`)
and look.

Intervals are in mils of arc length, both ends seen.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Protocol

import msgspec
import numpy as np

from firelane.table.fast import Bools, Floats, Ints
from firelane.table.looking import SightRules
from firelane.table.movement import Step
from firelane.table.polygons import convex_parts
from firelane.table.sight import at_places
from firelane.table.surfaces import GroundPlan, ground_plan
from firelane.table.sweeping import flat
from firelane.table.tangents import Hiding, Walls, critical
from firelane.table.things import Battlefield, Circle, Figure, FigureId, See

NEAREST = 4.0
"""Changes nearer together than this (a tenth of a millimetre) are taken as one."""

EVERY = 2000
"""At least so often, in mils of arc, it is asked whether or not anything can have changed."""

STEEP = 100
"""The same while the mover changes its height, where not every change is computed."""

PARTS = 4
"""Into so many parts a stretch with a change in it is cut at a time."""


class Asks(Protocol):
    """The decision about sight: row by row, is the mover at that place seen by that watcher?"""

    def __call__(self, places: Ints, which: Ints, /) -> Bools:
        """`places` holds rows of (x, y, z), `which` the watchers' indices; one answer for each row."""
        ...


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When one watcher sees the mover."""

    watcher: FigureId
    intervals: tuple[tuple[int, int], ...]
    first: tuple[int, int, int] | None = None
    """Where the mover is when it is first seen."""

    @property
    def at_all(self) -> bool:
        """Whether the mover is seen anywhere."""
        return bool(self.intervals)

    def at(self, arc: int) -> bool:
        """Whether the mover is seen at an arc length."""
        return any(start <= arc <= end for start, end in self.intervals)


def place_at(track: Sequence[Step], arc: float) -> tuple[int, int, int]:
    """Where on a track the mover is at an arc length; where it steps up or down at once, the later place."""
    here = track[0]
    for before, after in pairwise(track):
        if after[3] <= arc:
            here = after
            continue
        part = max(0.0, (arc - before[3]) / (after[3] - before[3]))
        x, y, z = (round(before[i] + part * (after[i] - before[i])) for i in range(3))
        return x, y, z
    return here[:3]


def mover_at(mover: Figure, track: Sequence[Step], arc: float) -> Figure:
    """The mover as it is at an arc length of its track."""
    return mover.at(*place_at(track, arc))


def seen_along(
    battlefield: Battlefield,
    mover: Figure,
    track: Sequence[Step],
    watchers: Sequence[Figure],
    asks: Asks,
    figures: Iterable[Figure] = (),
    arcs: tuple[int, int] | None = None,
) -> tuple[Seen, ...]:
    """For each watcher, every interval of the track in which it sees the mover.

    `figures` may hide the mover, as far as `asks` says so; `arcs` are the degrees that a watcher sees to
    the left and right of its facing, if that matters.
    """
    if not track or not watchers:
        return tuple(Seen(watcher.id, ()) for watcher in watchers)
    path = _Path(track)
    who, leg, t = _moments(battlefield, mover, path, watchers, figures, arcs)
    seen = asks(path.places(leg, t), who)
    who, leg, t, seen = _closed_in(path, asks, who, leg, t, seen)
    return tuple(_report(path, watcher.id, n, who, leg, t, seen) for n, watcher in enumerate(watchers))


def watched(
    battlefield: Battlefield,
    mover: Figure,
    track: Sequence[Step],
    watchers: Sequence[Figure],
    rules: SightRules,
    figures: Iterable[Figure] = (),
    ignore: Collection[FigureId] = (),
    mover_looks: bool = False,
) -> tuple[Seen, ...]:
    """`seen_along` with the sight of a ruleset. With `mover_looks`: when the mover sees each of them."""
    others = tuple(figures)

    def asks(places: Ints, which: Ints) -> Bools:
        return at_places(battlefield, mover, places, watchers, which, rules, others, ignore, mover_looks)

    arcs = None if mover_looks else (rules.arc_left, rules.arc_right)
    return seen_along(battlefield, mover, track, watchers, asks, others, arcs)


class _Path:
    """A track as arrays: the legs that take arc length."""

    def __init__(self, track: Sequence[Step]) -> None:
        steps = [(a, b) for a, b in pairwise(track) if b[3] > a[3]] or [(track[0], track[0])]
        rows = np.array([(*a[:3], *b[:3]) for a, b in steps], dtype=np.float64)
        self.legs: Floats = rows
        self.start: Floats = np.array([a[3] for a, _ in steps])
        self.length: Floats = np.array([b[3] - a[3] for a, b in steps])

    def places(self, leg: Ints, t: Floats) -> Ints:
        """Whole mils at parts of legs."""
        rows = self.legs[leg]
        found: Ints = np.rint(rows[:, :3] + (rows[:, 3:] - rows[:, :3]) * t[:, None]).astype(np.int64)
        return found

    def arc(self, leg: Ints, t: Floats) -> Floats:
        """Arc lengths at parts of legs."""
        found: Floats = self.start[leg] + self.length[leg] * t
        return found


def _moments(
    battlefield: Battlefield,
    mover: Figure,
    path: _Path,
    watchers: Sequence[Figure],
    figures: Iterable[Figure],
    arcs: tuple[int, int] | None,
) -> tuple[Ints, Ints, Floats]:
    """Rows of (watcher, leg, t) at which to ask, in order: between each two places of possible change."""
    plan = ground_plan(battlefield)
    hiding = _hiding(battlefield, plan, mover, watchers, figures)
    rows = np.array([(w.x, w.y, w.z, w.diameter / 2, w.top) for w in watchers], dtype=np.float64)
    views = np.full((len(watchers), 2), np.nan)
    if arcs is not None and sum(arcs) < 360:
        for n, watcher in enumerate(watchers):
            views[n] = math.radians(watcher.facing + arcs[0]), math.radians(watcher.facing - arcs[1])
    who, leg, t = critical(
        path.legs, rows, mover.diameter / 2, float(mover.tall), hiding, _walls(plan), views
    )
    return _between(path, who, leg, t)


def _between(path: _Path, who: Ints, leg: Ints, t: Floats) -> tuple[Ints, Ints, Floats]:
    """The ends of legs, the middles between neighbouring moments, and more where those are far apart."""
    if not who.size:
        return who, leg, t
    order = np.lexsort((t, leg, who))
    who, leg, t = who[order], leg[order], t[order]
    length = path.length[leg]
    same = (who[1:] == who[:-1]) & (leg[1:] == leg[:-1])
    kept = np.ones(who.size, dtype=np.bool_)
    kept[1:] = ~same | ((t[1:] - t[:-1]) * length[1:] >= NEAREST) | (t[1:] == 1.0)
    who, leg, t = who[kept], leg[kept], t[kept]
    same = (who[1:] == who[:-1]) & (leg[1:] == leg[:-1])
    steep = path.legs[:, 2] != path.legs[:, 5]
    every = np.where(steep, STEEP, EVERY)
    pieces = np.maximum(2, np.ceil((t[1:] - t[:-1]) * path.length[leg[1:]] / every[leg[1:]]).astype(np.int64))
    pieces = np.where(same, pieces, 1)
    index = np.repeat(np.arange(pieces.size), pieces - 1)
    step = np.arange(index.size) - np.repeat(np.cumsum(pieces - 1) - (pieces - 1), pieces - 1) + 1
    inner = t[index] + (t[index + 1] - t[index]) * step / pieces[index]
    ends = (t == 0.0) | (t == 1.0)
    who = np.concatenate((who[ends], who[index]))
    leg = np.concatenate((leg[ends], leg[index]))
    t = np.concatenate((t[ends], inner))
    order = np.lexsort((t, leg, who))
    return who[order], leg[order], t[order]


def _closed_in(
    path: _Path, asks: Asks, who: Ints, leg: Ints, t: Floats, seen: Bools
) -> tuple[Ints, Ints, Floats, Bools]:
    """With more rows, until every change of the answer on a leg is known to the mil."""
    low = np.flatnonzero((who[1:] == who[:-1]) & (leg[1:] == leg[:-1]) & (seen[1:] != seen[:-1]))
    a_t, b_t, a_seen = t[low], t[low + 1], seen[low]
    b_who, b_leg = who[low], leg[low]
    more: list[tuple[Ints, Ints, Floats, Bools]] = [(who, leg, t, seen)]
    while True:
        wide = (b_t - a_t) * path.length[b_leg] > 1.0
        if not wide.any():
            break
        a_t, b_t, a_seen, b_who, b_leg = a_t[wide], b_t[wide], a_seen[wide], b_who[wide], b_leg[wide]
        count = a_t.size
        part = np.arange(1, PARTS) / PARTS
        at = (a_t[:, None] + (b_t - a_t)[:, None] * part).ravel()
        rows_who, rows_leg = np.repeat(b_who, PARTS - 1), np.repeat(b_leg, PARTS - 1)
        answer = asks(path.places(rows_leg, at), rows_who)
        more.append((rows_who, rows_leg, at, answer))
        # The first change within the stretch; further ones would be nearer together than it matters.
        changed = answer.reshape(count, PARTS - 1) != a_seen[:, None]
        changed = np.hstack((changed, np.ones((count, 1), dtype=np.bool_)))
        place = changed.argmax(axis=1)
        width = (b_t - a_t) / PARTS
        a_t, b_t = a_t + width * place, a_t + width * (place + 1)
    who, leg, t, seen = (np.concatenate(parts) for parts in zip(*more, strict=True))
    order = np.lexsort((t, leg, who))
    return who[order], leg[order], t[order], seen[order]


def _report(path: _Path, watcher: FigureId, index: int, who: Ints, leg: Ints, t: Floats, seen: Bools) -> Seen:
    """The intervals of one watcher. Legs without rows are hidden from end to end."""
    low, high = np.searchsorted(who, [index, index + 1])
    leg, t, seen = leg[low:high], t[low:high], seen[low:high]
    if not seen.any():
        return Seen(watcher, ())
    arc = path.arc(leg, t)
    intervals: list[list[float]] = []
    joined = False
    last_leg = -1
    for n in range(leg.size):
        if not seen[n]:
            joined = False
        elif joined and leg[n] <= last_leg + 1:
            intervals[-1][1] = arc[n]
        else:
            intervals.append([arc[n], arc[n]])
            joined = True
        last_leg = int(leg[n])
    begin = int(np.argmax(seen))
    x, y, z = path.places(leg[begin : begin + 1], t[begin : begin + 1])[0].tolist()
    return Seen(watcher, tuple((round(a), round(b)) for a, b in intervals), (x, y, z))


def _hiding(
    battlefield: Battlefield,
    plan: GroundPlan,
    mover: Figure,
    watchers: Sequence[Figure],
    figures: Iterable[Figure],
) -> Hiding:
    """All that can stand between, zones and figures included."""
    xs, ys, lows, highs, edges = _of_the_pieces(plan)
    known = {mover.id}
    discs: list[tuple[float, float, float, float, float]] = []
    for figure in (*watchers, *figures):
        if figure.id not in known:
            known.add(figure.id)
            discs.append((figure.x, figure.y, figure.diameter / 2, figure.z, figure.top))
    corners: list[tuple[float, float, float, float]] = []
    for zone in battlefield.zones:
        low = -math.inf if zone.bottom is None else float(zone.bottom)
        high = math.inf if zone.top is None else float(zone.top)
        if isinstance(zone.shape, Circle):
            discs.append((zone.shape.x, zone.shape.y, zone.shape.radius, low, high))
        else:
            corners.extend((x, y, low, high) for x, y in zone.shape)
    if corners:
        more = np.array(corners, dtype=np.float64)
        xs, ys = np.concatenate((xs, more[:, 0])), np.concatenate((ys, more[:, 1]))
        lows, highs = np.concatenate((lows, more[:, 2])), np.concatenate((highs, more[:, 3]))
    return Hiding(xs, ys, lows, highs, edges, np.array(discs, dtype=np.float64).reshape(-1, 5))


def _of_the_pieces(plan: GroundPlan) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Corners and edges of the pieces that are not clear; made once for a battlefield."""
    found = plan.kept.get("corners")
    if found is None:
        corners: list[tuple[float, float, float, float]] = []
        edges: list[tuple[float, float, float, float, float, float]] = []
        for piece in plan.pieces:
            if piece.sight_now is See.CLEAR:
                continue
            outline = piece.footprint
            corners.extend((x, y, piece.bottom, piece.top) for x, y in outline)
            edges.extend(
                (*a, *b, piece.bottom, piece.top)
                for a, b in zip(outline, (*outline[1:], outline[0]), strict=True)
            )
        table = np.array(corners, dtype=np.float64).reshape(-1, 4)
        columns = [np.ascontiguousarray(table[:, n]) for n in range(4)]
        found = (*columns, np.array(edges, dtype=np.float64).reshape(-1, 6))
        plan.kept["corners"] = found
    xs, ys, lows, highs, rows = found
    return xs, ys, lows, highs, rows


def _walls(plan: GroundPlan) -> Walls:
    """The outlines that hide whatever is behind them; made once for a battlefield."""
    found = plan.kept.get("walls")
    if found is None:
        rows = [
            (part, piece.bottom, piece.top)
            for piece in plan.pieces
            if piece.sight_now is See.BLOCKS
            for part in convex_parts(piece.footprint)
        ]
        bottoms = np.array([bottom for _, bottom, _ in rows], dtype=np.float64)
        tops = np.array([top for _, _, top in rows], dtype=np.float64)
        found = Walls(*flat([part for part, _, _ in rows]), bottoms, tops)
        plan.kept["walls"] = found
    assert isinstance(found, Walls)
    return found
