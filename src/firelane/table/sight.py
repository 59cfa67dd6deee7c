"""Who sees whom: the one place that decides, for rules, players and screen alike.

`looking.SightRules` says how a ruleset looks; the table knows no game.

`look` gives the whole answer for one pair; `sees` the yes or no; `all_pairs` and `along_path` many at
once. All of them ask the same kernel (`corridors`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from firelane.table.compiled import SEE_ZONE
from firelane.table.fast import Bools, Bytes, Floats, Ints
from firelane.table.looking import Line, SightRules
from firelane.table.onlookers import Onlookers
from firelane.table.things import Battlefield, Figure, FigureId, PieceName
from firelane.table.views import met_on_the_way

Point3 = tuple[float, float, float]


class Sight(msgspec.Struct, frozen=True):
    """The whole answer to "does the one see the other?"."""

    line: Line
    segment: tuple[Point3, Point3] | None
    """The middle of the free corridor that decided; None when there is none."""
    visible: float
    """The fraction of the target's facing silhouette that is seen."""
    hidden_by: tuple[PieceName, ...]
    """The pieces that hide a part of it."""
    hidden_by_touched: tuple[PieceName, ...]
    """Those of them that the target touches with its side."""
    hidden_by_floor: tuple[PieceName, ...]
    """Those of them on which the target stands: the edge of a roof between it and the one who looks."""
    gives_cover: PieceName | None
    """The first of those two kinds that can give cover: hidden in part, by something that it touches."""
    through: tuple[PieceName, ...]
    """The windows, hedges, doorways and low pieces that the line crosses (for PLAN), or runs through."""
    zones: tuple[str, ...]
    """The zones that the line touches; without a line, those on the way between the middles."""
    figures: tuple[FigureId, ...]
    """The other figures on that way."""

    @property
    def seen(self) -> bool:
        """Whether there is sight at all."""
        return self.line is not Line.NONE

    @property
    def partly_hidden(self) -> bool:
        """Whether a part of the target is hidden, by anything."""
        return self.visible < 1.0


def sees(
    battlefield: Battlefield,
    looker: Figure,
    target: Figure,
    rules: SightRules,
    figures: Iterable[Figure] = (),
    ignore: Collection[FigureId] = (),
) -> bool:
    """Whether the one sees the other. `figures` may stand in the way, except those in `ignore`."""
    field = Onlookers(battlefield, [looker, target, *_others(figures, looker, target)], rules, ignore)
    return bool(field.seen(np.array([[0, 1]]))[0])


def all_pairs(
    battlefield: Battlefield,
    figures: Sequence[Figure],
    rules: SightRules,
    ignore: Collection[FigureId] = (),
) -> Bools:
    """Row i, column j: whether figure i sees figure j. The figures themselves may stand in the way."""
    n = len(figures)
    field = Onlookers(battlefield, figures, rules, ignore)
    matrix = np.zeros((n, n), np.bool_)
    if field.symmetric:
        matrix[*_each_once(n).T] = field.seen(_each_once(n))
        matrix |= matrix.T
    else:
        matrix[*_both_ways(n).T] = field.seen(_both_ways(n))
    return matrix


@lru_cache(maxsize=64)
def _each_once(n: int) -> Ints:
    return np.ascontiguousarray(np.column_stack(np.triu_indices(n, 1)))


@lru_cache(maxsize=64)
def _both_ways(n: int) -> Ints:
    return np.ascontiguousarray(np.column_stack(np.nonzero(~np.eye(n, dtype=np.bool_))))


def along_path(
    battlefield: Battlefield,
    mover: Figure,
    places: Ints,
    watchers: Sequence[Figure],
    rules: SightRules,
    figures: Iterable[Figure] = (),
    ignore: Collection[FigureId] = (),
    mover_looks: bool = False,
) -> Bools:
    """Row k, column w: whether watcher w sees the mover at place k (a row of x, y, z).

    With `mover_looks` it is the mover that looks. The mover never stands in its own way; the watchers
    and `figures` may.
    """
    known = {watcher.id for watcher in watchers}
    bodies = [*watchers, *(f for f in figures if f.id not in known and f.id != mover.id)]
    field = Onlookers(battlefield, bodies, rules, ignore, ghosts=(mover, places))
    first = len(bodies)
    count = len(watchers)
    place, watcher = np.divmod(np.arange(len(places) * count), max(count, 1))
    pairs = np.column_stack((first + place, watcher) if mover_looks else (watcher, first + place))
    return field.seen(pairs).reshape(len(places), count)


def at_places(
    battlefield: Battlefield,
    mover: Figure,
    places: Ints,
    watchers: Sequence[Figure],
    which: Ints,
    rules: SightRules,
    figures: Iterable[Figure] = (),
    ignore: Collection[FigureId] = (),
    mover_looks: bool = False,
) -> Bools:
    """As `along_path`, row by row: whether watcher `which[k]` sees the mover at place k."""
    known = {watcher.id for watcher in watchers}
    bodies = [*watchers, *(f for f in figures if f.id not in known and f.id != mover.id)]
    field = Onlookers(battlefield, bodies, rules, ignore, ghosts=(mover, places))
    place = len(bodies) + np.arange(len(places))
    return field.seen(np.column_stack((place, which) if mover_looks else (which, place)))


def watched_places(
    battlefield: Battlefield, mover: Figure, places: Ints, watchers: Sequence[Figure], rules: SightRules
) -> Callable[[Ints], Bools]:
    """Whether a mover is seen at places by watchers, nobody standing in the way: asked bit by bit.

    What it gives takes rows of (place, watcher), both by their numbers.
    """
    ignored = [watcher.id for watcher in watchers]
    field = Onlookers(battlefield, watchers, rules, ignored, ghosts=(mover, places))

    def seen(pairs: Ints) -> Bools:
        return field.seen(np.column_stack((pairs[:, 1], len(watchers) + pairs[:, 0])))

    return seen


def line_of(
    battlefield: Battlefield,
    looker: Figure,
    target: Figure,
    rules: SightRules,
    figures: Iterable[Figure] = (),
    ignore: Collection[FigureId] = (),
) -> Line:
    """The kind of the best line for one pair, and no more: `look` describes it."""
    bodies = [looker, target, *_others(figures, looker, target)]
    return Onlookers(battlefield, bodies, rules, ignore).best_line()[0]


def lines_among(
    battlefield: Battlefield, figure: Figure, places: Ints, rules: SightRules
) -> Callable[[Ints], Bytes]:
    """The kinds of lines on the map (PLAN) between places, for figures like this one and nobody else about.

    What it gives takes rows of (looker, target), numbers of places, and says for each 0: no line, 1: an
    obstructed one, 2: a direct one.
    """
    field = Onlookers(battlefield, (), rules, ghosts=(figure, places))
    obstructing = field.use | field.felt().astype(np.uint8)
    to_centre = field.question._replace(to_axis=True)

    def kinds(pairs: Ints) -> Bytes:
        seen = field.seen(pairs)
        found = seen.astype(np.uint8)
        found[seen] += field.ask(obstructing, to_centre, pairs[seen])[0]
        return found

    return kinds


def look(
    battlefield: Battlefield,
    looker: Figure,
    target: Figure,
    rules: SightRules,
    figures: Iterable[Figure] = (),
    ignore: Collection[FigureId] = (),
) -> Sight:
    """The whole answer for one pair."""
    bodies = [looker, target, *_others(figures, looker, target)]
    field = Onlookers(battlefield, bodies, rules, ignore)
    line, segment = field.best_line()
    shown = segment if segment is not None else field.middle_line()
    met_parts = np.zeros(field.parts.total, np.uint8)
    met_bodies = np.zeros(len(field.bodies.place), np.uint8)
    met_on_the_way(field.parts.prisms, field.bodies, field.question.plan, shown, met_parts, met_bodies)
    visible, hiding = field.share_seen(segment) if segment is not None else (0.0, ())
    touched, floor = field.in_contact(hiding)
    parts = field.parts
    return Sight(
        line=line,
        segment=None if segment is None else _points(segment),
        visible=visible,
        hidden_by=hiding,
        hidden_by_touched=touched,
        hidden_by_floor=floor,
        gives_cover=field.cover_of(touched, floor),
        through=field.piece_names(
            (met_parts != 0) & (parts.see != SEE_ZONE) & (field.use == 0) & field.felt()
        ),
        zones=field.zone_names((met_parts != 0) & (parts.see == SEE_ZONE)),
        figures=tuple(bodies[k].id for k in np.flatnonzero(met_bodies) if k > 1),
    )


def cover(
    battlefield: Battlefield,
    looker: Figure,
    target: Figure,
    rules: SightRules,
    figures: Iterable[Figure] = (),
) -> PieceName | None:
    """`Sight.gives_cover`, without the rest of the answer."""
    field = Onlookers(battlefield, [looker, target, *_others(figures, looker, target)], rules)
    _, segment = field.best_line()
    return None if segment is None else field.cover_of(*field.in_contact(field.share_seen(segment)[1]))


def _others(figures: Iterable[Figure], looker: Figure, target: Figure) -> list[Figure]:
    return [figure for figure in figures if figure.id not in (looker.id, target.id)]


def _points(segment: Floats) -> tuple[Point3, Point3]:
    a, b, c, d, e, f = (float(value) for value in segment)
    return (a, b, c), (d, e, f)
