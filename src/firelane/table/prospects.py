"""Which straight legs on the ground are worth a closer look: those that nothing plainly bars.

`check_path` decides, and costs what a whole report costs. Who tries many legs by chance asks here first:
a leg that is said to be hopeless is refused there; of the others most, not all, can be gone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from firelane.table.fast import Bytes, Floats, Ints, kernel
from firelane.table.legs import SLACK
from firelane.table.movement import MoveRules
from firelane.table.surfaces import GroundPlan
from firelane.table.sweeping import nearest_square, overlap
from firelane.table.things import TOUCH, Access, Door, Figure, Piece

NOTHING, LOW, HIGH, ACCESS = 0, 1, 2, 3
"""What a part is to somebody on the ground: nothing, in the way where he stops, in the way, a way through."""

MOST_PROSPECTS = 64
"""For so many kinds of figures and rules they are kept."""


@kernel
def plainly_barred(
    px: Floats,
    py: Floats,
    first: Ints,
    count: Ints,
    boxes: Floats,
    kinds: Bytes,
    others: Floats,
    x0: float,
    y0: float,
    ends: Floats,
    radius: float,
    slack: float,
    touch: float,
) -> Bytes:
    """For each end of a leg whether something bars it: where it stops, or on the way with no access near.

    `others` are rows of x, y and radius.
    """
    answer = np.zeros(ends.shape[0], np.uint8)
    inner = radius - slack
    for n in range(ends.shape[0]):
        x1 = ends[n, 0]
        y1 = ends[n, 1]
        wide = radius + touch
        west = min(x0, x1) - wide
        east = max(x0, x1) + wide
        south = min(y0, y1) - wide
        north = max(y0, y1) + wide
        tight = False
        access = False
        for k in range(first.size):
            kind = kinds[k]
            if kind == 0 or boxes[k, 0] > east or boxes[k, 2] < west:
                continue
            if boxes[k, 1] > north or boxes[k, 3] < south:
                continue
            if kind == 3:
                a, b = overlap(px, py, first[k], count[k], x0, y0, x1 - x0, y1 - y0, wide)
                access = access or a < b
                continue
            if nearest_square(px, py, first[k], count[k], x1, y1) < inner * inner:
                answer[n] = 1
                break
            if kind == 2 and not tight:
                a, b = overlap(px, py, first[k], count[k], x0, y0, x1 - x0, y1 - y0, inner)
                tight = a < b
            if kind == 2 and tight:
                a, b = overlap(px, py, first[k], count[k], x0, y0, x1 - x0, y1 - y0, slack)
                if a < b:
                    answer[n] = 1
                    break
        if tight and not access:
            answer[n] = 1
        for k in range(others.shape[0] if answer[n] == 0 else 0):
            ex = x1 - x0
            ey = y1 - y0
            fx = others[k, 0] - x0
            fy = others[k, 1] - y0
            length = ex * ex + ey * ey
            along = 0.0
            if length > 0.0:
                along = min(1.0, max(0.0, (fx * ex + fy * ey) / length))
            gx = fx - along * ex
            gy = fy - along * ey
            least = radius + others[k, 2] - 2.0 * slack
            # Who is that near at the start already is `check_path`'s affair.
            if gx * gx + gy * gy < least * least and fx * fx + fy * fy >= least * least:
                answer[n] = 1
    return answer


class Prospects:
    """A battlefield as bases of one size on the ground find it, where nobody is passed through."""

    def __init__(self, plan: GroundPlan, figure: Figure, rules: MoveRules) -> None:
        self.parts = plan.parts
        self.radius = figure.diameter / 2
        height, tall = rules.vault(figure), figure.tall
        kinds = np.array([_kind(piece, height, tall) for piece in plan.pieces], np.uint8)
        self.kinds: Bytes = kinds[plan.owner]

    def worth(
        self, x: int, y: int, ends: Sequence[tuple[int, int]], others: Sequence[Figure]
    ) -> list[tuple[int, int]]:
        """Those of these ends to which no leg from here is plainly barred, by scenery or by others.

        `others` may contain the figure itself.
        """
        if not ends:
            return []
        parts = self.parts
        around = np.array([(f.x, f.y, f.diameter / 2) for f in others], np.float64).reshape(-1, 3)
        barred = plainly_barred(
            parts.px, parts.py, parts.first, parts.count, parts.boxes, self.kinds, around,
            float(x), float(y), np.array(ends, np.float64), self.radius, SLACK, float(TOUCH),
        )  # fmt: skip
        return [end for end, no in zip(ends, barred.tolist(), strict=True) if not no]


def _kind(piece: Piece, height: int, tall: int) -> int:
    if piece.access is not Access.NONE and not piece.stops_bases:
        return ACCESS
    if not piece.stops_bases or piece.top <= 0 or piece.bottom >= tall:
        return NOTHING
    high = piece.top > height or piece.door is Door.CLOSED or not piece.crossable
    return HIGH if high and not piece.walkable else LOW


def prospects(plan: GroundPlan, figure: Figure, rules: MoveRules) -> Prospects:
    """Those for such figures under these rules, made once and kept with the plan."""
    key = (figure.diameter, figure.tall, rules)
    found: Prospects = plan.cache("prospects", MOST_PROSPECTS).find(
        key, lambda: Prospects(plan, figure, rules)
    )
    return found
