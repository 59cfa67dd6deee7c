"""Weapons against ranges: one match-up for each weapon and each band of distance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from firelane.forces.weapons import WeaponMode
from firelane.infinity.sheets import sheet
from firelane.odds.duel import ACTIVE, Answer, Duel, Fighter, odds_of
from firelane.odds.reading import MILS, read_fighter, readings
from firelane.problem import Problem

TARGET = "reactive-1"


class Row(Struct, frozen=True):
    """One weapon: the trooper that uses it, and the chance by distance in inches; None out of range."""

    fighter: Fighter
    mode: WeaponMode
    chances: Mapping[int, Fraction | None]


def out_of_action(answer: Answer) -> Fraction:
    """The chance that the target is Unconscious or Dead."""
    fate = answer.outcome.fates[TARGET]
    return fate.unconscious + fate.dead


def hurt(answer: Answer) -> Fraction:
    """The points that the target loses on average."""
    return sum(
        (points * chance for points, chance in enumerate(answer.outcome.fates[TARGET].lost)), Fraction(0)
    )


def wins(answer: Answer) -> Fraction:
    """The chance that the active trooper's roll takes effect."""
    return answer.outcome.success[0]


def safe(answer: Answer) -> Fraction:
    """The chance that the active trooper stays in action."""
    fate = answer.outcome.fates[ACTIVE]
    return 1 - fate.unconscious - fate.dead


MEASURES: Mapping[str, Callable[[Answer], Fraction]] = {
    "out": out_of_action,
    "hurt": hurt,
    "wins": wins,
    "safe": safe,
}


def compare(ruleset: str, active: Sequence[str], reactive: str, measure: str = "out") -> tuple[Row, ...]:
    """A row for each weapon that is named, or for every weapon of a unit that is named alone."""
    if measure not in MEASURES:
        raise Problem("odds.no-measure", name=measure, known=", ".join(MEASURES))
    target, _ = read_fighter(ruleset, reactive)
    fighters = [each for text in active for each in _each_weapon(ruleset, text)]
    modes = [sheet(fighter.sheet).modes[fighter.weapon][0] for fighter in fighters]
    limits = sorted({band.to for mode in modes for band in mode.bands})
    rows = []
    for fighter, mode in zip(fighters, modes, strict=True):
        chances: dict[int, Fraction | None] = {}
        for inches in limits:
            duel = Duel(ruleset=ruleset, active=fighter, reactive=(target,), distance=inches * MILS)
            chances[inches] = MEASURES[measure](odds_of(duel)) if mode.band_at(inches * MILS) else None
        rows.append(Row(fighter, mode, chances))
    return tuple(rows)


def _each_weapon(ruleset: str, text: str) -> list[Fighter]:
    """The trooper with the weapon that is named; with each of its unit's shooting weapons if none is."""
    found = [
        fighter
        for fighter in readings(ruleset, text)
        if sheet(fighter.sheet).modes[fighter.weapon][0].bands and fighter.action == "bs-attack"
    ]
    if not found:
        raise Problem("odds.nothing-to-compare", text=text)
    return found
