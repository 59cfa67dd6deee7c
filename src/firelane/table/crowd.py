"""Many figures on one battlefield, made ready once: which of them see a mover on its way."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from firelane.table.compiled import parts_of
from firelane.table.fast import Floats, Ints
from firelane.table.obstacles import BLOCKS, ROUND_BY, SIZE, UPPER, Bodies, Z, work_for
from firelane.table.sight import Blocking, Lines, SightRules, opaque_parts, rows_of, ways_of
from firelane.table.things import Battlefield, Figure, FigureId
from firelane.table.watching import first_seen

_NOBODY: Ints = np.empty((0, 2), np.int64)


class Crowd:
    """Figures that look, are looked at, and stand in each other's way."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self.figures = figures
        self.row = {figure.id: n for n, figure in enumerate(figures)}
        self.place: Floats
        self.mark: Ints
        self.place, self.mark = rows_of(figures, ())

    def first_seen(
        self,
        battlefield: Battlefield,
        mover: Figure,
        start: Figure,
        places: Sequence[tuple[int, int, int]],
        legs: Sequence[int],
        watchers: Sequence[tuple[FigureId, bool]],
        rules: SightRules,
        ghosts: Collection[FigureId] = (),
    ) -> list[int]:
        """For each watcher the number of the first place of a mover's way at which it sees it, or -1.

        `start` is the mover at the first place, where it may have another posture; `legs` are the last places
        of the straight stretches. A watcher looks as the rules say, or all round. `ghosts` stand in nobody's
        way; nor does the mover.
        """
        assert rules.mutual, "made for rules by which sight is mutual"
        assert rules.lines is Lines.VOLUME and rules.blocking is Blocking.ALL and not rules.all_round
        count = len(self.figures)
        total = count + len(places)
        place, mark = np.empty((total, 6)), np.zeros((total, 3), np.int64)
        place[:count], mark[:count] = self.place, self.mark
        place[count:, :3] = places
        place[count:, UPPER] = place[count:, Z] + mover.tall
        place[count, UPPER] = start.top
        place[count:, ROUND_BY], place[count:, SIZE] = mover.diameter / 2, mover.height
        for name in ghosts:
            mark[self.row[name], BLOCKS] = 0
        own = self.row.get(mover.id)
        if own is not None:
            mark[own, BLOCKS] = 0
        parts = parts_of(battlefield)
        first = np.empty(len(watchers), np.int64)
        who = np.array([(self.row[name], wide) for name, wide in watchers], np.int64)
        first_seen(
            parts.prisms, opaque_parts(battlefield, parts, rules)[None], Bodies(place, mark), _NOBODY,
            *ways_of(rules), who, count, np.array(legs, np.int64), work_for(parts.prisms, len(place)), first,
            np.empty(6),
        )  # fmt: skip
        found: list[int] = first.tolist()
        return found
