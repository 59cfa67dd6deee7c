"""Everything that is rolled in one Order, taken together: several troopers, each with its roll. Exact.

A line is one roll of one trooper: its dice and numbers as the resolver has them (`infinity.rolls`), and the
saves that a hit and a critical of it make. Rolls that do not meet are independent. Two that meet are summed
over the strengths of their best dice; one die against many (a Dodge against all attacks) is looked at face by
face, and given a face the attacks are independent again. So nothing grows with the number of ways that all
the dice can fall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from msgspec import Struct

from firelane.infinity.dice import RollFigures, read
from firelane.infinity.exchanges import ExchangeTables
from firelane.infinity.guts import GutsTrigger
from firelane.infinity.names import DEAD, UNCONSCIOUS
from firelane.infinity.rolls import Rolling
from firelane.infinity.saves import Saving
from firelane.odds.harm import UNHARMED, Distribution, Harm, Harms, both, from_hits, mixed, of_savings, points
from firelane.odds.hits import Chances, as_chances, beating, best, kept
from firelane.problem import Problem

ZERO, ONE = Fraction(0), Fraction(1)
MISSED: Chances = {(0, 0): ONE}


class Line(Struct, frozen=True):
    """One roll. `hit` and `critical` are the saves that one of each makes for the one it is aimed `at`."""

    by: str
    roll: Rolling
    at: str = ""
    hit: tuple[Saving, ...] = ()
    critical: tuple[Saving, ...] = ()
    answered: tuple[Saving, ...] | None = None
    """The saves for one hit if the opponent's own roll succeeded, where that makes a difference."""
    strays: tuple[tuple[str, tuple[Saving, ...]], ...] = ()
    """Whom each die that fails may hit instead, by chance, and the saves that it makes there."""
    shots: int = 0
    """The dice that were declared, for strays: those that cannot be rolled all fail."""


class Party(Struct, frozen=True):
    """Whoever takes part: points left, the number of its Guts roll if it makes one, its worth."""

    name: str
    points: int = 1
    guts: int | None = None
    worth: Fraction | None = None


class Fate(Struct, frozen=True):
    """What becomes of one of them. `loss` is the worth times the chance of being out of action."""

    lost: Distribution
    struck: Fraction
    unconscious: Fraction
    dead: Fraction
    states: Mapping[str, Fraction]
    guts: Fraction | None = None
    """The chance of failing a Guts roll; None where none is rolled."""
    loss: Fraction | None = None


class Outcome(Struct, frozen=True):
    """What each line brings, by place, and what becomes of each party, by name."""

    hits: tuple[Chances, ...]
    """The chances of (plain hits, criticals) that take effect."""
    success: tuple[Fraction, ...]
    """The chance that anything of the roll takes effect; for a template, that it hits."""
    fates: Mapping[str, Fate]


class Part(Struct, frozen=True):
    """Lines that depend on each other: in each case, by its chance, they are independent."""

    cases: tuple[tuple[Fraction, Mapping[int, Chances]], ...]
    answered: Mapping[int, Chances] = {}
    """Of the chances of a line, those in which the opponent's roll succeeded too."""
    success: Mapping[int, Fraction] = {}
    """The chance of success of a roll that hits nobody, where the cases do not tell."""


def clash(tables: ExchangeTables, lines: Sequence[Line], parties: Sequence[Party]) -> Outcome:
    """What can come of all the lines together."""
    row = [line.roll for line in lines]
    found = parts(tables.roll, row)
    hits: dict[int, Chances] = {}
    success: dict[int, Fraction] = {}
    for part in found:
        for place in part.cases[0][1]:
            mine: dict[tuple[int, int], Fraction] = {}
            for chance, by_place in part.cases:
                for key, p in by_place[place].items():
                    mine[key] = mine.get(key, ZERO) + chance * p
            hits[place] = {key: p for key, p in sorted(mine.items()) if p}
            success[place] = 1 - mine.get((0, 0), ZERO)
        for place, chance in part.success.items():
            hits[place], success[place] = MISSED, chance
    fates = {party.name: _fate(tables, party, _harms(tables, lines, found, party.name)) for party in parties}
    places = range(len(lines))
    return Outcome(tuple(hits[place] for place in places), tuple(success[place] for place in places), fates)


def parts(figures: RollFigures, row: Sequence[Rolling]) -> list[Part]:
    """The row in parts that do not meet."""
    return [_part(figures, row, group) for group in groups(row)]


def groups(row: Sequence[Rolling]) -> list[list[int]]:
    """The places of rolls that meet, directly or by others."""
    group = list(range(len(row)))
    for place, roll in enumerate(row):
        for other in (*roll.opposed_by, *roll.evades):
            joined, gone = group[place], group[other]
            group = [joined if each == gone else each for each in group]
    return [[p for p in range(len(row)) if group[p] == name] for name in dict.fromkeys(group)]


def _part(figures: RollFigures, row: Sequence[Rolling], group: list[int]) -> Part:
    hubs = [place for place in group if len(row[place].opposed_by) > 1 or row[place].evades]
    if hubs:
        if len(hubs) > 1 or row[hubs[0]].dice > 1:
            raise Problem("odds.too-tangled")
        return _around(figures, row, hubs[0], group)
    if len(group) == 1:
        roll = row[group[0]]
        if roll.automatic:
            return Part(((ONE, {group[0]: {(max(1, roll.dice), 0): ONE}}),))
        alone = as_chances(beating(figures, roll.value, roll.dice, 0), figures.die**roll.dice)
        return Part(((ONE, {group[0]: alone}),))
    first, second = group
    found, answered = {}, {}
    for place, other in ((first, second), (second, first)):
        mine, theirs = row[place], row[other]
        value, theirs_value = mine.facing(other), theirs.facing(place)
        whole = figures.die ** (mine.dice + theirs.dice)
        found[place] = as_chances(kept(figures, value, mine.dice, theirs_value, theirs.dice), whole)
        failed = best(figures, theirs_value, theirs.dice).get(0, 0)
        unopposed = beating(figures, value, mine.dice, 0)
        answered[place] = {
            key: p - Fraction(failed * unopposed.get(key, 0), whole) for key, p in found[place].items()
        }
    return Part(((ONE, found),), answered)


def _around(figures: RollFigures, row: Sequence[Rolling], hub: int, group: list[int]) -> Part:
    """One die against many: given its face, whatever it meets is independent."""
    die = row[hub]
    cases: dict[tuple[object, ...], Fraction] = {}
    success = ZERO
    others = [place for place in group if place != hub]
    each = Fraction(1, figures.die) if die.dice else ONE
    for face in range(1, 1 + (figures.die if die.dice else 1)):
        strengths = []
        wins = ONE if die.dice else ZERO
        for place in others:
            if place in die.evades:
                number = die.evading[die.evades.index(place)]
                escaped = bool(die.dice) and read(figures, number, face).success
                strengths.append(int(escaped))
                wins *= int(escaped)
                continue
            strength = read(figures, die.facing(place), face).strength if die.dice else 0
            strengths.append(strength)
            theirs = row[place]
            ways = best(figures, theirs.facing(hub), theirs.dice)
            beaten = sum(many for worth, many in ways.items() if worth < strength)
            wins *= Fraction(beaten, figures.die**theirs.dice)
        success += each * wins
        key = tuple(strengths)
        cases[key] = cases.get(key, ZERO) + each
    return Part(
        tuple(
            (chance, {place: _given(figures, row, hub, place, strength)
                      for place, strength in zip(others, key, strict=True)})
            for key, chance in cases.items()
        ),
        success={hub: success},
    )  # fmt: skip


def _given(figures: RollFigures, row: Sequence[Rolling], hub: int, place: int, strength: object) -> Chances:
    """What a roll does against one die of known strength; a template, whether it was escaped."""
    assert isinstance(strength, int)
    roll = row[place]
    if roll.automatic:
        return MISSED if strength else {(max(1, roll.dice), 0): ONE}
    ways = beating(figures, roll.facing(hub), roll.dice, strength)
    return as_chances(ways, figures.die**roll.dice)


def _harms(tables: ExchangeTables, lines: Sequence[Line], found: Sequence[Part], name: str) -> Harms:
    """What all lines together do to one party."""
    total = UNHARMED
    for part in found:
        aimed = [place for place in part.cases[0][1] if lines[place].at == name]
        if not aimed:
            continue
        cases = []
        for chance, by_place in part.cases:
            harms = UNHARMED
            for place in aimed:
                harms = both(_of_line(tables, lines[place], by_place[place], part.answered.get(place)), harms)
            cases.append((chance, harms))
        total = both(mixed(cases), total)
    for line in lines:
        for friend, saves in line.strays:
            if friend == name:
                total = both(_astray(tables, line, saves), total)
    return total


def _astray(tables: ExchangeTables, line: Line, saves: tuple[Saving, ...]) -> Harms:
    """What the dice that fail do to one friend of the shooter. Rules: engaged.stray-shot."""
    figures = tables.roll
    failing = ONE
    if line.roll.dice:
        failing = Fraction(best(figures, line.roll.value, 1).get(0, 0), figures.die)
    dice = line.roll.dice or line.shots
    missed = failing / len(line.strays)
    chances = {
        (count, 0): comb(dice, count) * missed**count * (1 - missed) ** (dice - count)
        for count in range(dice + 1)
    }
    return from_hits(chances, of_savings(saves, figures.die), UNHARMED)


def _of_line(tables: ExchangeTables, line: Line, chances: Chances, answered: Chances | None) -> Harms:
    die = tables.roll.die
    hit, critical = of_savings(line.hit, die), of_savings(line.critical, die)
    if line.answered is None or answered is None:
        return from_hits(chances, hit, critical)
    alone = {key: p - answered.get(key, ZERO) for key, p in chances.items()}
    softer = of_savings(line.answered, die)
    return mixed(((ONE, from_hits(alone, hit, critical)), (ONE, from_hits(answered, softer, critical))))


def _fate(tables: ExchangeTables, party: Party, harms: Harms) -> Fate:
    """What the harm comes to for one with so many points left."""
    unconscious = dead = struck = guts = ZERO
    states: dict[str, Fraction] = {}
    for harm, chance in harms.items():
        left = party.points - harm.points
        dies = left < 0 or DEAD in harm.states or (left == 0 and harm.mortal and harm.points > 0)
        falls = not dies and ((left == 0 and harm.points > 0) or UNCONSCIOUS in harm.states)
        dead += chance * dies
        unconscious += chance * falls
        struck += chance * harm.struck
        for state in harm.states - {DEAD, UNCONSCIOUS}:
            states[state] = states.get(state, ZERO) + chance
        if not dies and not falls:
            guts += chance * _nerve(tables, party, harm)
    rolls = tables.guts is not None and party.guts is not None
    worth = party.worth
    return Fate(
        points(harms),
        struck,
        unconscious,
        dead,
        dict(sorted(states.items())),
        guts if rolls else None,
        worth * (unconscious + dead) if worth is not None else None,
    )


def _nerve(tables: ExchangeTables, party: Party, harm: Harm) -> Fraction:
    """The chance that a trooper still in action fails its Guts roll.

    Rules: guts-roll.due, guts-roll.not-due, ammo-stun.fails-guts-roll, ammo-flash.fails-guts-roll.
    """
    figures = tables.guts
    if figures is None or party.guts is None or any(state.startswith("immobilized") for state in harm.states):
        return ZERO
    due = harm.struck if figures.trigger is GutsTrigger.STRUCK else harm.saved
    if harm.states.intersection(figures.fails_with):
        return ONE
    if not due:
        return ZERO
    whole = tables.roll.die
    return Fraction(best(tables.roll, party.guts, 1).get(0, 0), whole)
