"""Laws that hold whatever the numbers, and icepool as a second opinion."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firelane.infinity.exchanges import EDITIONS, tables_of
from firelane.odds.exchange import Attack, Exchange, HitsSave, result

rulesets = st.sampled_from(EDITIONS)
saves = st.builds(HitsSave, value=st.integers(0, 9), cover=st.sampled_from((0, 3)))


@st.composite
def sides(draw, ruleset, dice=4):
    ammo = draw(st.sampled_from(sorted(set(tables_of(ruleset).ammunition) - {"Fire", "Continuous"})))
    return Attack(draw(st.integers(0, 26)), draw(st.integers(1, dice)), ammo, draw(st.integers(0, 18)),
                  draw(saves), dodge=draw(st.booleans()) and draw(st.booleans()))  # fmt: skip


@st.composite
def exchanges(draw):
    ruleset = draw(rulesets)
    return ruleset, draw(sides(ruleset)), draw(sides(ruleset))


def at_least(lost, points):
    return sum(lost[points:], Fraction(0))


@settings(max_examples=150, deadline=None)
@given(exchanges())
def test_chances_sum_to_one_and_none_is_negative(asked):
    ruleset, one, other = asked
    found = result(ruleset, Exchange(one, other))
    for chances in (
        found.win.values(),
        found.wounds_by_active,
        found.wounds_by_reactive,
        found.hits_by_active.values(),
        found.hits_by_reactive.values(),
    ):
        assert sum(chances) == 1
        assert all(chance >= 0 for chance in chances)


@settings(max_examples=100, deadline=None)
@given(exchanges())
def test_an_exchange_is_the_same_from_both_sides(asked):
    ruleset, one, other = asked
    forth, back = result(ruleset, Exchange(one, other)), result(ruleset, Exchange(other, one))
    assert forth.win["active"] == back.win["reactive"]
    assert forth.wounds_by_active == back.wounds_by_reactive
    assert forth.hits_by_active == back.hits_by_reactive


@settings(max_examples=80, deadline=None)
@given(exchanges())
def test_more_burst_never_hurts(asked):
    ruleset, one, other = asked
    if one.dodge:
        return
    more = Attack(one.target, one.burst + 1, one.ammo, one.damage, one.hits_save)
    few, many = result(ruleset, Exchange(one, other)), result(ruleset, Exchange(more, other))
    assert many.win["active"] >= few.win["active"]
    assert many.win["reactive"] <= few.win["reactive"]
    for points in range(len(few.wounds_by_active)):
        assert at_least(many.wounds_by_active, points) >= at_least(few.wounds_by_active, points)
        assert at_least(many.wounds_by_reactive, points) <= at_least(few.wounds_by_reactive, points)


@settings(max_examples=120, deadline=None)
@given(exchanges(), st.integers(1, 19))
def test_a_higher_number_never_hurts_up_to_twenty(asked, value):
    ruleset, one, other = asked
    lower = Attack(value - 1, one.burst, one.ammo, one.damage, one.hits_save, one.dodge)
    higher = Attack(value, one.burst, one.ammo, one.damage, one.hits_save, one.dodge)
    before, after = result(ruleset, Exchange(lower, other)), result(ruleset, Exchange(higher, other))
    assert after.win["active"] >= before.win["active"]
    assert after.win["reactive"] <= before.win["reactive"]


# icepool counts the same exchanges in its own way


CRIT = 100
"""A critical ranks above every plain success; 0 is a failure."""


def ranked(value):
    """A die as ranks: a failure is 0, a plain success what it shows, a critical above all."""
    excess = max(0, value - 20)
    target = min(value, 20)

    def rank(face):
        shown = face + excess
        if value < 1:
            return 0
        if (excess and shown >= 20) or (not excess and shown == target):
            return CRIT
        return shown if shown <= target else 0

    return icepool.d20.map(rank)


def ranked_as_of_old(value, against):
    """N2: nothing is added over 20, criticals come on 20 less the excess and more, and of equal dice the one
    with the higher number counts: ranks are doubled, and the higher number has the odd one between them."""
    first = value if value <= 20 else 20 - (value - 20)
    last = min(value, 20)
    ahead = 1 if value > against else 0

    def rank(face):
        if value < 1 or face > last:
            return 0
        return (CRIT if face >= first else 2 * face) + ahead

    return icepool.d20.map(rank)


def pools(ruleset, a, dice, b, others):
    if ruleset == "n2":
        return ranked_as_of_old(a, b).pool(dice), ranked_as_of_old(b, a).pool(others)
    return ranked(a).pool(dice), ranked(b).pool(others)


class Hits(icepool.MultisetEvaluator):
    """From the highest rank down: a side's dice count until the other side shows one as high."""

    def next_state(self, state, _, outcome, ours, yours):
        open_, hits, criticals = state if state is not None else (True, 0, 0)
        if not open_ or outcome == 0:
            return (open_, hits, criticals)
        if yours:
            return (False, hits, criticals)
        return (True, hits, criticals + ours) if outcome >= CRIT else (True, hits + ours, criticals)

    def initial_state(self, order, *_):
        if order < 0:
            return (True, 0, 0)
        raise icepool.UnsupportedOrder

    def final_outcome(self, state, *_):
        return state[1], state[2]


def chances(die):
    return {key: Fraction(ways, die.denominator()) for key, ways in die.items() if ways}


@pytest.mark.parametrize("ruleset", EDITIONS)
@pytest.mark.parametrize(
    ("a", "dice", "b", "others"),
    [
        (12, 3, 11, 1),
        (13, 4, 13, 2),
        (20, 2, 5, 3),
        (23, 4, 14, 2),
        (3, 5, 26, 1),
        (1, 2, 20, 2),
        (24, 2, 24, 2),
    ],
)
def test_icepool_is_of_the_same_opinion(ruleset, a, dice, b, others):
    hits = Hits()(*pools(ruleset, a, dice, b, others))
    failing = icepool.Die({0: 11, 1: 9})

    def wounds(each):
        plain, criticals = each
        if ruleset in ("n2", "n3"):
            return plain @ failing + criticals
        return (plain + 2 * criticals) @ failing

    exact = result(ruleset, Exchange(Attack(a, dice, "N", 12, HitsSave("ARM", 3)), Attack(b, others)))
    assert chances(hits) == dict(exact.hits_by_active)
    lost = {points: chance for points, chance in enumerate(exact.wounds_by_active) if chance}
    assert chances(hits.map(wounds)) == lost
