"""Odds against the engine: exchanges resolved by the resolver itself, frequencies against exact chances.

The bound: for a chance p seen in n exchanges the count is within 5 standard deviations and 5, which a true
figure misses less than once in a million; the dice are seeded, so that a failure repeats itself.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod, sqrt
from random import Random

import pytest

from firelane.infinity.exchanges import tables_of
from firelane.infinity.rolls import Rolling, evaded, taking_effect
from firelane.odds.clash import Line, clash
from firelane.odds.duel import odds_of
from firelane.odds.reading import read_duel
from odds.resolver import resolved, standing

EXCHANGES = 800

MATCHES = [
    ("c1", "fusilier combi 12in", ["zhanshi combi cover"]),
    ("c1", "fusilier hmg 30in", ["zhanshi dodge", "zhanshi combi takes 2"]),
    ("c1", "fusilier combi 12in", ["zhanshi combi takes 0", "zhanshi dodge takes 2", "zhanshi idle takes 1"]),
    ("c1", "fusilier dodge", ["zhanshi combi 12in", "zhanshi hmg", "armata flamethrower"]),
    ("c1", "gangbusters riotstopper", ["zhanshi dodge", "fusilier idle"]),
    ("c1", "sunduqbut feuerbach explosive 24in", ["al-fasid smg ap", "blue-wolf dodge"]),
    ("c1", "al-fasid rocket 20in", ["fusilier combi"]),
    ("c1", "blue-wolf cc", ["zeta cc"]),
    ("c1", "fusilier hacker spotlight", ["zhanshi reset"]),
    ("c1", "fusilier hacker carbonite", ["aquila reset"]),
    ("n4", "atalanta 30in shock", ["zhanshi combi cover"]),
    ("n4", "fusilier combi 12in", ["zhanshi dodge", "fusilier combi"]),
    ("n4", "charontid plasma hit 12in", ["avatar idle takes 1", "zhanshi combi"]),
    ("n4", "armata t2-rifle 12in", ["charontid plasma"]),
    ("n4", "dawon blitzen 20in", ["armata t2-rifle"]),
    ("n4", "dawon em-cc-weapon cc", ["zhanshi cc"]),
    ("n3", "fusilier combi 12in +3", ["zhanshi combi"]),
    ("n3", "fusilier hmg 30in mod +12", ["zhanshi dodge", "zhanshi combi"]),
    ("n3", "hector plasma hit 12in", ["zhanshi combi", "avatar idle"]),
    ("n3", "briscard rocket hit 20in", ["zhanshi combi"]),
    ("n3", "veteran-kazaks t2 12in", ["avatar dodge"]),
    ("n3", "drakios blitzen 20in", ["avatar dodge"]),
    ("n3", "domaru em-cc-weapon cc", ["avatar cc"]),
    ("n3", "john-hawkwood monofilament cc", ["zhanshi cc"]),
    ("n3", "john-hawkwood k1 12in", ["avatar idle"]),
    ("n2", "fusilier combi 12in", ["zhanshi combi"]),
    ("n2", "fusilier hmg 30in mod +9", ["zhanshi dodge", "zhanshi combi cover"]),
    ("n2", "dog-warrior chain", ["fusilier dodge", "zhanshi idle"]),
    ("n2", "veteran-kazaks t2 12in", ["scarface dodge"]),
    ("n4", "fusilier hacker trinity", ["avatar idle"]),
    ("n4", "fusilier hacker oblivion", ["charontid plasma 8in"]),
    ("n3", "fusilier hacker basilisk", ["avatar reset"]),
    ("n3", "fusilier brain-blast", ["zhanshi hacker sucker-punch"]),
    ("n2", "fusilier hacker hack-tag +9", ["gorgos idle"]),
    ("n2", "fusilier hacker hack-hi", ["charontid plasma 8in"]),
    ("n2", "fusilier hacker hack-tag", ["gorgos idle", "zhanshi hacker defensive-hacking"]),
    ("n2", "fusilier hacker anti-hacker-protocol", ["charontid hacker anti-hacker-protocol"]),
    ("n2", "gorgos reset", ["fusilier hacker hack-tag mod +6"]),
]


def within(count: int, chance: Fraction, tries: int) -> bool:
    expected = tries * float(chance)
    return abs(count - expected) <= 5 * sqrt(expected * (1 - float(chance))) + 5


@pytest.mark.parametrize(("ruleset", "active", "reactive"), MATCHES)
def test_frequencies_of_resolved_exchanges_are_the_exact_chances(ruleset, active, reactive):
    answer = odds_of(read_duel(ruleset, active, reactive))
    generator = Random(f"{ruleset} {active}")
    hits = [Counter() for _ in answer.attempts]
    fates = {name: Counter() for name in answer.troopers}
    lost = {name: Counter() for name in answer.troopers}
    states = {name: Counter() for name in answer.troopers}
    for _ in range(EXCHANGES):
        found, after, gained = resolved(
            ruleset, dict(answer.troopers), answer.attempts, lambda: generator.randint(1, 20)
        )
        for counter, key in zip(hits, found, strict=True):
            counter[key] += 1
        for name, before in answer.troopers.items():
            fates[name][standing(after[name])] += 1
            lost[name][before.points - after[name].points] += 1
            states[name].update({state for who, state in gained if who == name} - {"dead", "unconscious"})
    outcome = answer.outcome
    for place, counter in enumerate(hits):
        if answer.lines[place].hit:
            for key in {*counter, *outcome.hits[place]}:
                assert within(counter[key], outcome.hits[place].get(key, Fraction(0)), EXCHANGES), key
    for name, fate in outcome.fates.items():
        assert within(fates[name]["dead"], fate.dead, EXCHANGES), name
        assert within(fates[name]["unconscious"], fate.unconscious, EXCHANGES), name
        for points in range(max(max(lost[name]) + 1, len(fate.lost))):
            chance = fate.lost[points] if points < len(fate.lost) else Fraction(0)
            assert within(lost[name][points], chance, EXCHANGES), (name, points)
        for state in {*states[name], *fate.states}:
            assert within(states[name][state], fate.states.get(state, Fraction(0)), EXCHANGES), state


def all_ways(die, dice):
    """Every way that a roll's dice can fall, their order aside, with how often each comes."""
    for faces in combinations_with_replacement(range(1, die + 1), dice):
        yield faces, factorial(dice) // prod(factorial(count) for count in Counter(faces).values())


@cache
def by_brute_force(figures, name):
    """Every die of a row through the resolver: hits by roll, and which templates were escaped."""
    row = ROWS[name]
    hits = [Counter() for _ in row]
    for falls in product(*(list(all_ways(figures.die, roll.dice)) for roll in row)):
        faces, ways = [fall[0] for fall in falls], prod(fall[1] for fall in falls)
        kept = taking_effect(figures, row, faces)
        for place, good in enumerate(kept):
            if row[place].automatic:
                hits[place][(0 if evaded(figures, row, faces, place) else 1, 0)] += ways
            else:
                criticals = sum(face.critical for face in good)
                hits[place][len(good) - criticals, criticals] += ways
    return hits


def versus(a, dice, b, others):
    return [Rolling(a, dice, (1,), (a,)), Rolling(b, others, (0,), (b,))]


ROWS = {
    "three against one": versus(12, 3, 11, 1),
    "three against one, over 20": versus(23, 3, 9, 1),
    "two against two": versus(13, 2, 13, 2),
    "two against two, over 20": versus(22, 2, 25, 2),
    "one Dodge against two attackers, each with numbers of its own": [
        Rolling(12, 1, (2,), (12,)),
        Rolling(8, 1, (2,), (8,)),
        Rolling(10, 1, (0, 1), (10, 7)),
    ],
    "one Dodge against a shot and a template": [
        Rolling(14, 1, (2,), (14,)),
        Rolling(0, 0, automatic=True),
        Rolling(11, 1, (0,), (11,), (1,), (8,)),
    ],
    "one shot answered, another opponent shooting unanswered": [
        Rolling(13, 1, (1,), (13,)),
        Rolling(11, 1, (0,), (11,)),
        Rolling(9, 1),
    ],
}


@pytest.mark.parametrize("ruleset", ["n2", "n3", "n4", "c1"])
@pytest.mark.parametrize("name", ROWS)
def test_every_die_through_the_resolver_gives_the_exact_chances(ruleset, name):
    tables, row = tables_of(ruleset), ROWS[name]
    whole = tables.roll.die ** sum(roll.dice for roll in row)
    found = clash(tables, [Line(str(place), roll) for place, roll in enumerate(row)], [])
    for place, counter in enumerate(by_brute_force(tables.roll, name)):
        exact = {key: Fraction(count, whole) for key, count in counter.items()}
        assert found.success[place] == 1 - exact.get((0, 0), 0)
        if not (row[place].evades or len(row[place].opposed_by) > 1):
            assert found.hits[place] == exact
