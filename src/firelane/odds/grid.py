"""Weapons against ranges: one match-up for each weapon and each band of distance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from firelane.core.rules import Edition
from firelane.forces.carried import Carried
from firelane.forces.weapons import WeaponMode
from firelane.infinity.attacks import ammunition_of
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.exchanges import entries_of
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, damage, success_value
from firelane.infinity.world import Trooper
from firelane.odds.duel import ACTIVE, Answer, Duel, Fighter, odds_of
from firelane.odds.exchange import Attack, HitsSave, Second
from firelane.odds.fast import Floats, quick
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


# Many at once


def full_grid(
    ruleset: str, fighters: Sequence[Fighter], targets: Sequence[Fighter], inches: Sequence[int]
) -> Floats:
    """The chance of putting each target out of action, by fighter, distance, cover (no, yes) and target.

    Everybody shoots; the numbers are the engine's, made once for each band.
    """
    edition = entries_of(ruleset)
    found = np.zeros((len(fighters), len(inches), 2, len(targets)))
    shooters = [_shooter(edition, fighter, "blue") for fighter in fighters]
    victims = [_shooter(edition, target, "red") for target in targets]
    for i, mine in enumerate(shooters):
        for t, theirs in enumerate(victims):
            back = theirs.by_mod(edition, mine, inches, cover=False, active=False)
            for cover in (False, True):
                shots = mine.by_mod(edition, theirs, inches, cover=cover, active=True)
                for d, (shot, answer) in enumerate(zip(shots, back, strict=True)):
                    if shot is not None:
                        lost = quick(ruleset, shot, answer or NO_ANSWER).wounds_by_active
                        found[i, d, int(cover), t] = lost[theirs.trooper.points :].sum()
    return found


NO_ANSWER = Attack(0, 0)


class Shooter(NamedTuple):
    """A trooper with its weapon, and the dice that it rolls in its turn and out of it."""

    trooper: Trooper
    mode: WeaponMode
    carried: Carried
    codes: str
    dice: tuple[int, int]

    def by_mod(
        self, edition: Edition, target: Shooter, inches: Sequence[int], *, cover: bool, active: bool
    ) -> list[Attack | None]:
        """Its shot at a target over each distance, made once for each range MOD; None out of range."""
        back = Situation(target.trooper, "bs-attack", target=self.trooper, weapon=target.mode,
                         carried_weapon=target.carried, active=not active)  # fmt: skip
        case = Situation(self.trooper, "bs-attack", target=target.trooper, weapon=self.mode,
                         carried_weapon=self.carried, cover=cover, active=active, opposed=True,
                         against=back)  # fmt: skip
        harm = damage(edition, case).total
        saved = self._saved(target)
        made: dict[int, Attack] = {}
        found: list[Attack | None] = []
        for inch in inches:
            band = self.mode.band_at(inch * MILS)
            if band is not None and band.mod not in made:
                number = success_value(edition, replace(case, distance=inch * MILS)).total
                made[band.mod] = Attack(max(0, number), self.dice[not active], self.codes, harm, saved)
            found.append(made[band.mod] if band is not None else None)
        return found

    def _saved(self, target: Shooter) -> HitsSave:
        """What the target saves with."""
        facts, save = sheet(target.trooper.sheet).facts, self.mode.save
        assert save is not None
        own = {"ARM": facts.arm, "BTS": facts.bts, "PH": facts.ph}
        value = save.value if save.value is not None else own[save.attribute.value]
        second = Second(save.second.value, own[save.second.value]) if save.second is not None else None
        return HitsSave(save.attribute.value, value, 0, second)


def _shooter(edition: Edition, fighter: Fighter, seat: str) -> Shooter:
    facts = sheet(fighter.sheet)
    mode, carried = facts.modes[fighter.weapon]
    trooper = Trooper(id=seat, seat=seat, sheet=fighter.sheet, points=facts.facts.wounds)
    codes = "+".join(ammunition_of(trooper, mode, carried, "bs-attack", fighter.ammunition))
    case = Situation(trooper, "bs-attack", weapon=mode, carried_weapon=carried)
    dice = allowed_dice(edition, case)[-1], allowed_dice(edition, replace(case, active=False))[-1]
    return Shooter(trooper, mode, carried, codes, dice)
