"""What hits cost: the distribution of points lost, from hits and criticals through the saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from firelane.infinity.saves import Ammunition, CriticalHit, SaveFigures, halved

MOST = 24
"""Points lost are counted up to this; what a burning target could lose beyond is in the last number."""

Distribution = tuple[Fraction, ...]
NOTHING: Distribution = (Fraction(1),)


def chance_of_failing(kinds: Sequence[Ammunition], damage: int, value: int, cover: int, die: int) -> Fraction:
    """How likely one save fails. Cover is not halved."""
    special = next((kind for kind in kinds if kind.attribute), None)
    if special is not None:
        passes = max(0, min(die, value + special.modifier))
        return Fraction(die - passes, die)
    protection = (halved(value) if any(kind.halves for kind in kinds) else value) + cover
    return Fraction(max(0, min(die, damage - protection)), die)


def save(failing: Fraction, loss: int, again: bool) -> Distribution:
    """The points that one save costs."""
    if not again:
        row = [1 - failing] + [Fraction(0)] * loss
        row[loss] += failing
        return tuple(row)
    row, left = [], Fraction(1)
    for _ in range(MOST):
        row.append(left * (1 - failing))
        left *= failing
    return (*row, left)


def both(a: Distribution, b: Distribution) -> Distribution:
    """The sum of two independent losses."""
    out = [Fraction(0)] * min(len(a) + len(b) - 1, MOST + 1)
    for i, p in enumerate(a):
        if p:
            for j, q in enumerate(b):
                out[min(i + j, len(out) - 1)] += p * q
    return tuple(out)


def times(one: Distribution, count: int) -> Distribution:
    """The sum of so many of the same."""
    total = NOTHING
    for _ in range(count):
        total = both(total, one)
    return total


def from_hits(
    hits: Mapping[tuple[int, int], Fraction],
    kinds: Sequence[Ammunition],
    figures: SaveFigures,
    failing: Fraction,
) -> Distribution:
    """The points lost to a distribution of hits."""
    loss = max(kind.loss for kind in kinds)
    again = any(kind.again for kind in kinds)
    saves = max(kind.saves for kind in kinds)
    each = save(failing, loss, again)
    plain = times(each, saves)
    if figures.critical is CriticalHit.ONE_MORE_SAVE:
        critical = both(plain, save(failing, min(loss, 1), again))
    else:
        free = (Fraction(0), Fraction(1)) if loss else NOTHING
        critical = both(free, times(each, saves - 1))
    out = [Fraction(0)] * (MOST + 1)
    for (count, criticals), chance in hits.items():
        for points, p in enumerate(both(times(plain, count), times(critical, criticals))):
            out[points] += chance * p
    while len(out) > 1 and not out[-1]:
        out.pop()
    return tuple(out)
