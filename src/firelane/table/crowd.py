"""Many figures on one battlefield, made ready once: which of them see each other, or a mover on its way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import numpy as np

from firelane.table.compiled import Prisms, parts_of
from firelane.table.fast import Bytes, Floats, Ints
from firelane.table.looking import Blocking, Lines, SightRules, opaque_parts, row_of, rows_of, ways_of
from firelane.table.obstacles import work_for
from firelane.table.pairs import BLOCKS, FACING, Bodies, Question
from firelane.table.things import Battlefield, Figure, FigureId
from firelane.table.watching import pairs_seen, rows_seen, stations, watched_way

Place = tuple[int, int, int]
_NOBODY: Ints = np.empty((0, 2), np.int64)


@lru_cache(maxsize=256)
def places_along(track: tuple[Place, ...], step: int) -> tuple[Place, ...]:
    """The corners of a way and points between them, none further apart than `step` in any direction."""
    if len(track) == 1:
        return track
    places, _ = stations(np.array(track, np.int64), step)
    return tuple([(x, y, z) for x, y, z in places.tolist()])


class Crowd:
    """Figures that look, are looked at, and stand in each other's way, except those that are `ghosts`.

    Made for sight from volume to volume in which all figures stand in the way.
    """

    def __init__(self, figures: Sequence[Figure], ghosts: Collection[FigureId] = ()) -> None:
        self.figures = figures
        self.row = {figure.id: n for n, figure in enumerate(figures)}
        self._place: Floats
        self._mark: Ints
        self._place, self._mark = rows_of(figures, ghosts)

    def moved(self, figures: Sequence[Figure], changed: list[int]) -> Crowd:
        """The crowd with the same figures in the same order, of which those in some places have moved."""
        before = self.figures
        others = [n for n in changed if figures[n] is not before[n]]
        if not others:
            return self
        other = self._copy()
        other.figures = figures
        for n in others:
            other._place[n] = row_of(figures[n])
            other._mark[n, FACING] = figures[n].facing % 360
        return other

    def _copy(self) -> Crowd:
        other = Crowd.__new__(Crowd)
        other.figures, other.row = self.figures, self.row
        other._place, other._mark = self._place.copy(), self._mark.copy()
        return other

    def with_ghosts(self, names: Collection[FigureId]) -> Crowd:
        """The same figures, of which these stand in nobody's way any more."""
        other = self._copy()
        for name in names:
            if name in self.row:
                other._mark[self.row[name], BLOCKS] = 0
        return other

    def sees(
        self,
        battlefield: Battlefield,
        more: Sequence[Figure],
        pairs: Sequence[tuple[int, int]],
        rules: SightRules,
    ) -> list[bool]:
        """Whether the one sees the other, for pairs of rows; those after the crowd's own are `more`.

        More figures stand in nobody's way, and nor does the one in the crowd that has the same name: it is
        there instead.
        """
        prisms, use, ways = _looking(battlefield, rules)
        bodies = self._with(more)
        seen = np.empty(len(pairs), np.uint8)
        pairs_seen(
            prisms, use, bodies, _NOBODY, *ways, rules.mutual and not rules.all_round, _pairs(pairs),
            work_for(prisms, len(bodies.place)), seen, np.empty(6),
        )  # fmt: skip
        found: list[bool] = seen.view(np.bool_).tolist()
        return found

    def sees_from(
        self,
        battlefield: Battlefield,
        eyes: Sequence[Figure],
        targets: Sequence[FigureId],
        rules: SightRules,
    ) -> list[list[bool]]:
        """Which of those in the crowd each of some more figures sees: for each of these a row."""
        prisms, use, ways = _looking(battlefield, rules)
        bodies = self._with(eyes)
        seen = np.empty((len(eyes), len(targets)), np.uint8)
        rows_seen(
            prisms, use, bodies, _NOBODY, *ways, rules.mutual and not rules.all_round, len(self.figures),
            np.array([self.row[name] for name in targets], np.int64),
            work_for(prisms, len(bodies.place)), seen, np.empty(6),
        )  # fmt: skip
        found: list[list[bool]] = seen.view(np.bool_).tolist()
        return found

    def first_seen(
        self,
        battlefield: Battlefield,
        mover: Figure,
        start: Figure,
        track: Sequence[Place],
        step: int,
        watchers: Sequence[tuple[FigureId, bool]],
        rules: SightRules,
    ) -> list[int]:
        """For each watcher the number of the first of a mover's places (`places_along`) at which it sees it,
        or -1.

        `start` is the mover at the first place, where it may have another posture. A watcher looks as the
        rules say, or all round. The mover stands in nobody's way.
        """
        assert rules.mutual, "made for rules by which sight is mutual"
        assert not rules.all_round, "who looks all round is said of each watcher"
        prisms, use, ways = _looking(battlefield, rules)
        first = np.empty(len(watchers), np.int64)
        watched_way(
            prisms, use, self._place, self._mark, *ways,
            _pairs([(self.row[name], wide) for name, wide in watchers]), self.row.get(mover.id, -1),
            np.array(track, np.int64), step, float(mover.tall), float(start.tall), mover.diameter / 2,
            float(mover.height), work_for(prisms, len(self.figures)), first,
        )  # fmt: skip
        found: list[int] = first.tolist()
        return found

    def _with(self, more: Sequence[Figure]) -> Bodies:
        """The crowd and more figures, which stand in nobody's way, nor does who has their names."""
        own = len(self.figures)
        place, mark = np.empty((own + len(more), 6)), np.zeros((own + len(more), 3), np.int64)
        place[:own], mark[:own] = self._place, self._mark
        for n, figure in enumerate(more, own):
            place[n] = row_of(figure)
            mark[n, FACING] = figure.facing % 360
            row = self.row.get(figure.id)
            if row is not None:
                mark[row, BLOCKS] = 0
        return Bodies(place, mark)


def _pairs(pairs: Iterable[tuple[int, int]]) -> Ints:
    """Pairs as rows: flat they are read more quickly."""
    return np.array([row for pair in pairs for row in pair], np.int64).reshape(-1, 2)


Looking = tuple[Prisms, Bytes, tuple[Question, Question, Question]]


def _looking(battlefield: Battlefield, rules: SightRules) -> Looking:
    """What the kernels want to know of a battlefield and a way of looking; kept with the battlefield."""
    kept: dict[SightRules, Looking] = battlefield.__dict__.setdefault("looking", {})
    found = kept.get(rules)
    if found is None:
        assert rules.lines is Lines.VOLUME, "a crowd looks from volume to volume"
        assert rules.blocking is Blocking.ALL, "in a crowd all stand in the way"
        parts = parts_of(battlefield)
        found = kept[rules] = (parts.prisms, opaque_parts(battlefield, parts, rules)[None], ways_of(rules))
    return found
