"""The same odds in microseconds, for players that weigh thousands of exchanges: compiled, in floating point.

The tables are those of the exact form, read once into arrays; the tests hold the two against each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from firelane.infinity.dice import RollFigures, faces
from firelane.infinity.exchanges import tables_of
from firelane.odds.exchange import Attack, harm_of
from firelane.odds.harm import MOST, of_savings, points
from firelane.table.fast import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Quick(NamedTuple):
    """Who wins, and the points that each side loses the other."""

    active: float
    reactive: float
    wounds_by_active: Floats
    wounds_by_reactive: Floats


@lru_cache(maxsize=2048)
def _faces(figures: RollFigures, value: int) -> Ints:
    """Strength of every face, negative for a critical: one array, sorted by strength."""
    rows = sorted((face.strength, face.critical) for face in faces(figures, value))
    return np.array([-strength if critical else strength for strength, critical in rows], np.int64)


@lru_cache(maxsize=8192)
def _saves(ruleset: str, side: Attack) -> Floats:
    """What one hit and one critical cost: two rows of chances by points lost."""
    die = tables_of(ruleset).roll.die
    rows = np.zeros((2, MOST + 1))
    for row, asked in zip(rows, harm_of(ruleset, side), strict=True):
        exact = points(of_savings(asked, die))
        row[: len(exact)] = [float(p) for p in exact]
    return rows


def quick(ruleset: str, active: Attack, reactive: Attack) -> Quick:
    """An exchange of two attacks or a Dodge, rolled Face to Face."""
    figures = tables_of(ruleset).roll
    mine, theirs = _faces(figures, active.target), _faces(figures, reactive.target)
    dice = 1 if active.dodge else active.burst
    others = 1 if reactive.dodge else reactive.burst
    cost, other_cost = _saves(ruleset, active), _saves(ruleset, reactive)
    out = np.zeros((2, MOST + 1))
    a = _side(mine, dice, theirs, others, cost, active.dodge, out[0])
    b = _side(theirs, others, mine, dice, other_cost, reactive.dodge, out[1])
    return Quick(a, b, out[0], out[1])


@kernel
def _side(mine: Ints, dice: int, theirs: Ints, others: int, cost: Floats, dodges: bool, out: Floats) -> float:
    """The chance that a side has anything left; `out` gets the chances of points lost."""
    die = len(mine)
    hits = np.zeros((dice + 1, dice + 1))
    before = 0.0
    for place in range(die + 1):
        # every strength that the other side's best can have, from none upwards
        strength = 0 if place == 0 else abs(theirs[place - 1])
        if others and place < die and abs(theirs[place]) == strength:
            continue
        weight = (place / die) ** others if others else 1.0
        chance = weight - before
        before = weight
        if chance > 0.0:
            _add_hits(mine, strength, dice, chance, hits)
        if not others:
            break
    if dodges:
        out[0] = 1.0
    else:
        _add_losses(hits, dice, cost, out)
    nothing: float = hits[0, 0]
    return 1.0 - nothing


@kernel
def _add_hits(mine: Ints, strength: int, dice: int, chance: float, hits: Floats) -> None:
    """The chances of (plain hits, criticals) against an opposing best of this strength."""
    plain = 0
    critical = 0
    for face in mine:
        if abs(face) > strength:
            if face < 0:
                critical += 1
            else:
                plain += 1
    p, c = plain / len(mine), critical / len(mine)
    rest = 1.0 - p - c
    by_plain = chance
    ways = 1.0
    for n in range(dice + 1):
        left = dice - n
        by_critical = by_plain * ways
        for k in range(left + 1):
            hits[n, k] += by_critical * rest ** (left - k)
            by_critical *= c * (left - k) / (k + 1)
        by_plain *= p
        ways *= (dice - n) / (n + 1)


@kernel
def _add_losses(hits: Floats, dice: int, cost: Floats, out: Floats) -> None:
    """Hits as points lost: a polynomial in what a hit costs and what a critical costs, by Horner's rule."""
    most = out.shape[0]
    inner = np.zeros(most)
    spare = np.zeros(most)
    plain = _reach(cost[0])
    critical = _reach(cost[1])
    high = 0
    for n in range(dice, -1, -1):
        inner[:] = 0.0
        inner_high = 0
        for k in range(dice - n, -1, -1):
            inner_high = _times(inner, inner_high, cost[1], critical, spare)
            inner[0] += hits[n, k]
        high = _times(out, high, cost[0], plain, spare)
        for k in range(inner_high + 1):
            out[k] += inner[k]
        high = max(high, inner_high)


@kernel
def _reach(row: Floats) -> int:
    """The last number of a row that is not nothing."""
    high: int = row.shape[0] - 1
    while high > 0 and row[high] == 0.0:
        high -= 1
    return high


@kernel
def _times(into: Floats, high: int, other: Floats, other_high: int, spare: Floats) -> int:
    """The sum of two independent losses, in place; what exceeds the last number stays in it."""
    last: int = into.shape[0] - 1
    reach = min(high + other_high, last)
    for k in range(reach + 1):
        spare[k] = 0.0
    for i in range(high + 1):
        weight = into[i]
        if weight != 0.0:
            for j in range(other_high + 1):
                spare[min(i + j, last)] += weight * other[j]
    for k in range(reach + 1):
        into[k] = spare[k]
    return reach
