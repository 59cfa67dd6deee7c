"""What many games say: intervals, a sequential test, a rating."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Z = 1.959963984540054
"""The quantile of the normal distribution for 95 %."""
CERTAIN = math.log(19)
"""How much likelier one claim must be than the other to be decided at 95 %."""
ELO = 400 / math.log(10)
STEPS = 2000


def interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's interval at 95 % for the true rate behind so many points in so many games."""
    if not games:
        return 0.0, 1.0
    rate = score / games
    middle = rate + Z * Z / (2 * games)
    spread = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def claims(at_least: float | None) -> tuple[float, float]:
    """The two rates that the sequential test tells apart: half the odds of a claim, and the claim itself.

    Without a claim: which of the two is better, by odds of seven to five either way.
    """
    if at_least is None:
        odds = math.sqrt(2.0)
        return 1 / (1 + odds), odds / (1 + odds)
    odds = at_least / (1 - at_least) / 2
    return odds / (1 + odds), at_least


def verdict(score: float, games: int, at_least: float | None = None) -> str:
    """Wald's sequential test: `better`, `worse`, or nothing as long as it is open. Draws count half."""
    low, high = claims(at_least)
    likelier = score * math.log(high / low) + (games - score) * math.log((1 - high) / (1 - low))
    if likelier >= CERTAIN:
        return "better"
    return "worse" if likelier <= -CERTAIN else ""


def ratings(players: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, float]:
    """Bradley and Terry's strengths in Elo, the mean at 0; `results`: points of the first in so many games.

    One drawn game is added to each pair that played, so that somebody who always wins has a rating too.
    """
    strength = dict.fromkeys(players, 1.0)
    points = dict.fromkeys(players, 0.0)
    met: dict[tuple[str, str], float] = {}
    for (one, two), (score, games) in results.items():
        if games:
            points[one] += score + 0.5
            points[two] += games - score + 0.5
            met[one, two] = met[two, one] = games + 1.0
    for _ in range(STEPS):
        after = {}
        for name in players:
            whole = sum(n / (strength[name] + strength[b]) for (a, b), n in met.items() if a == name)
            after[name] = points[name] / whole if whole else strength[name]
        mean = math.exp(sum(math.log(value) for value in after.values()) / len(after))
        after = {name: value / mean for name, value in after.items()}
        done = all(abs(math.log(after[name] / strength[name])) < 1e-9 for name in players)
        strength = after
        if done:
            break
    return {name: ELO * math.log(value) for name, value in strength.items()}


def quantile(counted: Mapping[int, int], part: float) -> int:
    """The value below which this part of the counted ones lies."""
    total, seen = sum(counted.values()), 0
    for value in sorted(counted):
        seen += counted[value]
        if seen >= part * total:
            return value
    return 0
