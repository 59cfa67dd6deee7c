"""The same odds in microseconds, for players that weigh thousands of exchanges: compiled, in floating point.

The tables are those of the exact form, read once into arrays; the tests hold the two against each other. For
each strength that the opponent's best die can have, what one die of a side costs is a polynomial in the
points lost; its power by the number of dice is what the side costs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from firelane.infinity.dice import RollFigures, faces
from firelane.infinity.exchanges import tables_of
from firelane.odds.exchange import Attack, HitsSave, harm_of
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
def faces_array(figures: RollFigures, value: int) -> Ints:
    """Strength of every face, negative for a critical: one array, sorted by strength."""
    rows = sorted((face.strength, face.critical) for face in faces(figures, value))
    return np.array([-strength if critical else strength for strength, critical in rows], np.int64)


@lru_cache(maxsize=16384)
def _prepared(ruleset: str, side: Attack) -> tuple[Ints, int, Floats]:
    """A side's faces, its dice, and what a hit and a critical cost."""
    cost = _cost(ruleset, side.ammo, side.damage, side.hits_save, side.dodge)
    return faces_array(tables_of(ruleset).roll, side.target), side.dice, cost


@lru_cache(maxsize=16384)
def _cost(ruleset: str, ammo: str, damage: int, save: HitsSave, dodge: bool) -> Floats:
    """What a hit and a critical cost: two rows of chances by points lost."""
    die = tables_of(ruleset).roll.die
    rows = np.zeros((2, MOST + 1))
    side = Attack(ammo=ammo, damage=damage, hits_save=save, dodge=dodge)
    for row, asked in zip(rows, harm_of(ruleset, side), strict=True):
        exact = points(of_savings(asked, die))
        row[: len(exact)] = [float(p) for p in exact]
    return rows


def quick(ruleset: str, active: Attack, reactive: Attack) -> Quick:
    """An exchange of two attacks or a Dodge, rolled Face to Face."""
    mine, dice, cost = _prepared(ruleset, active)
    theirs, others, other_cost = _prepared(ruleset, reactive)
    out = np.zeros((2, MOST + 1))
    a, b = _both(mine, dice, theirs, others, cost, other_cost, out)
    return Quick(a, b, out[0], out[1])


@kernel
def _both(
    mine: Ints, dice: int, theirs: Ints, others: int, cost: Floats, other_cost: Floats, out: Floats
) -> tuple[float, float]:
    a = costing(mine, dice, theirs, others, cost, out[0])
    b = costing(theirs, others, mine, dice, other_cost, out[1])
    return a, b


@kernel
def costing(mine: Ints, dice: int, theirs: Ints, others: int, cost: Floats, out: Floats) -> float:
    """The chance that a side has anything left; `out` gets the chances of points lost to it added."""
    die = len(mine)
    high = _reach(cost)
    spare = np.zeros((3, out.shape[0]))
    before = 0.0
    nothing = 0.0
    weaker = 0
    plain, critical = 0, 0
    for face in mine:
        if face < 0:
            critical += 1
        elif face > 0:
            plain += 1
    weaker = die - plain - critical
    for place in range(die + 1):
        # every strength that the other side's best can have, from none upwards
        strength = 0 if place == 0 else abs(theirs[place - 1])
        if others and place < die and abs(theirs[place]) == strength:
            continue
        weight = 1.0
        for _ in range(others):
            weight *= place / die
        chance = weight - before
        before = weight
        while weaker < die and abs(mine[weaker]) <= strength:
            if mine[weaker] < 0:
                critical -= 1
            else:
                plain -= 1
            weaker += 1
        if chance > 0.0:
            nothing += _power(plain / die, critical / die, dice, chance, cost, high, spare, out)
        if not others:
            break
    return 1.0 - nothing


@kernel
def _power(
    plain: float,
    critical: float,
    dice: int,
    chance: float,
    cost: Floats,
    high: int,
    spare: Floats,
    out: Floats,
) -> float:
    """What so many dice cost, times the chance, added to `out`; the chance that none takes effect."""
    rest = 1.0 - plain - critical
    one, total, product = spare[0], spare[1], spare[2]
    for k in range(high + 1):
        one[k] = plain * cost[0, k] + critical * cost[1, k]
    one[0] += rest
    total[0] = chance
    reach = 0
    last = out.shape[0] - 1
    missed = chance
    for _ in range(dice):
        missed *= rest
        longer = min(reach + high, last)
        for k in range(longer + 1):
            product[k] = 0.0
        for i in range(reach + 1):
            weight = total[i]
            if weight != 0.0:
                for j in range(high + 1):
                    product[min(i + j, last)] += weight * one[j]
        reach = longer
        for k in range(reach + 1):
            total[k] = product[k]
    for k in range(reach + 1):
        out[k] += total[k]
    return missed


@kernel
def _reach(cost: Floats) -> int:
    """The last number of either row that is not nothing."""
    high: int = cost.shape[1] - 1
    while high > 0 and cost[0, high] == 0.0 and cost[1, high] == 0.0:
        high -= 1
    return high


@kernel
def costing_against(mine: Ints, dice: int, strength: int, cost: Floats, out: Floats) -> float:
    """The same against one die of known strength."""
    plain, critical = 0, 0
    for face in mine:
        if abs(face) > strength:
            if face < 0:
                critical += 1
            else:
                plain += 1
    die = len(mine)
    spare = np.zeros((3, out.shape[0]))
    return 1.0 - _power(plain / die, critical / die, dice, 1.0, cost, _reach(cost), spare, out)
