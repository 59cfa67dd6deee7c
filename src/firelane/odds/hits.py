"""How many dice of each side take effect: exact counts out of all ways the dice can fall.

A die of one side counts when it is stronger than the best of the other side (see `infinity.dice`). So for
each strength that the other side's best can have, the dice of a side are independent: each counts as a
critical, counts as a plain hit, or does not count. What remains is a sum over those strengths; nothing is
enumerated.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from firelane.infinity.dice import RollFigures, faces

Hits = Mapping[tuple[int, int], int]
"""Ways by (plain hits, criticals) that take effect; the ways without any are under (0, 0)."""
Chances = Mapping[tuple[int, int], Fraction]
"""The same as chances."""


@lru_cache(maxsize=4096)
def beating(figures: RollFigures, value: int, dice: int, strength: int) -> Hits:
    """In how many ways so many of a side's dice beat this strength, out of `die ** dice`."""
    mine = faces(figures, value)
    plain = sum(face.strength > strength and not face.critical for face in mine)
    critical = sum(face.strength > strength and face.critical for face in mine)
    rest = figures.die - plain - critical
    found: dict[tuple[int, int], int] = {}
    for hits in range(dice + 1):
        for criticals in range(dice - hits + 1):
            many = _ways(plain, hits) * _ways(critical, criticals) * _ways(rest, dice - hits - criticals)
            if many:
                found[hits, criticals] = comb(dice, hits) * comb(dice - hits, criticals) * many
    return found


def kept(figures: RollFigures, value: int, dice: int, other_value: int, other_dice: int) -> Hits:
    """In how many ways so many of a side's dice take effect, out of `die ** (dice + other_dice)`."""
    found: dict[tuple[int, int], int] = {}
    for strength, ways in best(figures, other_value, other_dice).items():
        for key, many in beating(figures, value, dice, strength).items():
            found[key] = found.get(key, 0) + ways * many
    return found


def _ways(faces_left: int, dice: int) -> int:
    return int(faces_left**dice)


@lru_cache(maxsize=4096)
def best(figures: RollFigures, value: int, dice: int) -> Mapping[int, int]:
    """In how many ways the best of so many dice has each strength; 0 is no success at all."""
    strengths = sorted(face.strength for face in faces(figures, value))
    if not dice:
        return {0: 1}
    found: dict[int, int] = {}
    before = 0
    for place, strength in enumerate(strengths, start=1):
        if place == len(strengths) or strengths[place] != strength:
            found[strength] = place**dice - before**dice
            before = place
    return found


def as_chances(ways: Hits, whole: int) -> dict[tuple[int, int], Fraction]:
    """Ways out of all as chances."""
    return {key: Fraction(many, whole) for key, many in ways.items()}
