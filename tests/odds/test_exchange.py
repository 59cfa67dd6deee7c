"""Odds against every die: what the closed form says is what all the dice together say."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from firelane.infinity.dice import effective, read
from firelane.infinity.exchanges import EDITIONS, tables_of
from firelane.infinity.saves import CriticalHit
from firelane.odds.exchange import Attack, Exchange, HitsSave, read_exchange, refuse_unused, result
from firelane.odds.fast import quick
from firelane.problem import Problem

CASES = [
    (12, 3, 11, 1),
    (13, 2, 9, 2),
    (20, 2, 5, 2),
    (23, 2, 14, 1),
    (3, 3, 26, 1),
    (10, 2, 10, 2),
    (1, 1, 0, 1),
]


@cache
def all_dice(figures, a, dice, b, others):
    """Every way the dice can fall, resolved by the function that resolves them at the table."""
    counts = Counter()
    for mine in product(range(1, 21), repeat=dice):
        ours = [read(figures, a, face) for face in mine]
        for yours in product(range(1, 21), repeat=others):
            theirs = [read(figures, b, face) for face in yours]
            left, right = effective(ours, theirs), effective(theirs, ours)
            counts[
                tuple(
                    (sum(not f.critical for f in side), sum(f.critical for f in side))
                    for side in (left, right)
                )
            ] += 1
    return counts


@pytest.mark.parametrize("ruleset", EDITIONS)
@pytest.mark.parametrize(("a", "dice", "b", "others"), CASES)
def test_hits_are_those_of_all_dice(ruleset, a, dice, b, others):
    exact = result(ruleset, Exchange(Attack(a, dice), Attack(b, others)))
    counts = all_dice(tables_of(ruleset).roll, a, dice, b, others)
    whole = 20 ** (dice + others)
    for side, found in ((0, exact.hits_by_active), (1, exact.hits_by_reactive)):
        expected = Counter()
        for key, ways in counts.items():
            expected[key[side]] += ways
        assert {key: Fraction(ways, whole) for key, ways in expected.items()} == dict(found)


def wounds_of_all_dice(ruleset, hits, saves, loss, needed):
    """Wounds by enumerating every saving roll, slowly."""
    critical = tables_of(ruleset).saves.critical
    out = Counter()
    for (count, criticals), chance in hits.items():
        if critical is CriticalHit.ONE_MORE_SAVE:
            plain, extra, free = count * saves + criticals * saves, criticals, 0
        else:
            plain, extra, free = count * saves + criticals * (saves - 1), 0, criticals
        for faces in product((0, 1), repeat=plain + extra):
            p = chance
            for failed in faces:
                p *= Fraction(needed, 20) if failed else Fraction(20 - needed, 20)
            out[sum(faces[:plain]) * loss + sum(faces[plain:]) + free] += p
    return out


@pytest.mark.parametrize("ruleset", EDITIONS)
@pytest.mark.parametrize(("ammo", "saves"), [("N", 1), ("DA", 2), ("EXP", 3)])
def test_wounds_are_those_of_all_saving_rolls(ruleset, ammo, saves):
    side = Attack(12, 2, ammo, 13, HitsSave("ARM", 3, 3))
    exact = result(ruleset, Exchange(side, Attack(11, 1)))
    slow = wounds_of_all_dice(ruleset, exact.hits_by_active, saves, 1, 7)
    assert {n: p for n, p in enumerate(exact.wounds_by_active) if p} == {n: p for n, p in slow.items() if p}


def test_the_worked_example_of_a_plain_exchange():
    exact = result(
        "n4", Exchange(Attack(12, 3, "N", 13, HitsSave("ARM", 1)), Attack(11, 1, "N", 13, HitsSave("ARM", 1)))
    )
    assert sum(exact.win.values()) == 1
    assert sum(exact.wounds_by_active) == 1
    assert exact.win["active"] > exact.win["reactive"]


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_armour_piercing_halves_the_attribute_and_not_the_cover(ruleset):
    """ARM 5 and cover 3 against damage 13: 3 + 3 are left of the protection."""
    pierced = result(ruleset, Exchange(Attack(20, 1, "AP", 13, HitsSave("ARM", 5, 3)), Attack(burst=0)))
    plain = result(ruleset, Exchange(Attack(20, 1, "N", 13, HitsSave("ARM", 3, 3)), Attack(burst=0)))
    assert pierced.wounds_by_active == plain.wounds_by_active


def test_a_template_is_avoided_by_a_dodge_and_by_nothing_else():
    dodged = result("c1", Exchange(Attack(burst=1, damage=13, template=True), Attack(10, dodge=True)))
    assert dodged.hits_by_active == {(0, 0): Fraction(1, 2), (1, 0): Fraction(1, 2)}
    answered = result("c1", Exchange(Attack(burst=1, damage=13, template=True), Attack(10, 1, "N", 13)))
    assert answered.hits_by_active == {(1, 0): 1}
    assert 1 - answered.hits_by_reactive[0, 0] == Fraction(1, 2)


def test_a_dodge_wins_without_hitting():
    exact = result("n3", Exchange(Attack(12, 3, "N", 13), Attack(11, dodge=True)))
    assert exact.win["reactive"] > 0
    assert exact.hits_by_reactive == {(0, 0): 1}
    assert exact.wounds_by_reactive == (1,)


def test_ties_go_to_the_higher_number_in_n2_only():
    even = Exchange(Attack(12, 1), Attack(11, 1))
    older, newer = result("n2", even), result("n3", even)
    assert older.win["active"] > newer.win["active"]
    assert older.win["none"] < newer.win["none"]


def test_two_wound_shots_cost_two_and_their_critical_save_one():
    exact = result("n4", Exchange(Attack(20, 1, "T2", 20), Attack(burst=0)))
    # damage 20 always fails: a plain hit costs 2, a critical (1 in 20) costs 2 and 1
    assert exact.wounds_by_active == (0, 0, Fraction(19, 20), Fraction(1, 20))


@pytest.mark.parametrize("ruleset", ["n2", "n3"])
def test_a_critical_of_t2_costs_two_points_without_a_save_in_the_older_editions(ruleset):
    exact = result(ruleset, Exchange(Attack(20, 1, "T2", 0), Attack(burst=0)))
    # damage 0 never fails a save: only the critical (1 in 20) costs anything
    assert exact.wounds_by_active == (Fraction(19, 20), 0, Fraction(1, 20))
    plain = result(ruleset, Exchange(Attack(20, 1, "N", 0), Attack(burst=0)))
    assert plain.wounds_by_active == (Fraction(19, 20), Fraction(1, 20))
    lost = quick(ruleset, Attack(20, 1, "T2", 0), Attack(burst=0)).wounds_by_active
    assert lost[2] == pytest.approx(1 / 20)


def test_fire_goes_on_until_a_save():
    exact = result("n3", Exchange(Attack(20, 1, "Fire", 10), Attack(burst=0)))
    plain = Fraction(19, 20)
    assert exact.wounds_by_active[0] == plain * Fraction(1, 2)
    assert sum(exact.wounds_by_active) == 1
    assert len(exact.wounds_by_active) > 10


def test_more_dice_never_hurt_and_a_higher_number_never_hurts_up_to_twenty():
    for ruleset in EDITIONS:
        chances = [
            result(ruleset, Exchange(Attack(12, dice), Attack(12, 2))).win["active"] for dice in range(1, 6)
        ]
        assert chances == sorted(chances)
        by_number = [
            result(ruleset, Exchange(Attack(value, 3), Attack(12, 1))).win["active"] for value in range(1, 20)
        ]
        assert by_number == sorted(by_number)


def test_an_exchange_is_the_same_from_both_sides():
    one = Attack(13, 3, "DA", 14, HitsSave("ARM", 2))
    other = Attack(9, 1, "AP", 13, HitsSave("ARM", 4, 3))
    for ruleset in EDITIONS:
        forth, back = result(ruleset, Exchange(one, other)), result(ruleset, Exchange(other, one))
        assert forth.win["active"] == back.win["reactive"]
        assert forth.wounds_by_active == back.wounds_by_reactive


def test_unknown_things_are_named():
    with pytest.raises(Problem, match="no odds for n9"):
        result("n9", Exchange(Attack()))
    with pytest.raises(Problem, match="no ammunition Bang"):
        result("c1", Exchange(Attack(10, 1, "Bang")))


UNUSED = {
    "burst": '{"target": 11, "dodge": true, "burst": 3}',
    "ammo": '{"target": 11, "dodge": true, "ammo": "DA"}',
    "damage": '{"target": 11, "dodge": true, "damage": 13}',
    "template": '{"target": 11, "dodge": true, "template": true}',
    "hits_save.value": '{"target": 11, "dodge": true, "hits_save": {"value": 3}}',
    "hits_save.cover": '{"target": 11, "dodge": true, "hits_save": {"cover": 3}}',
    "hits_save.attribute": '{"target": 11, "dodge": true, "hits_save": {"attribute": "BTS"}}',
    "hits_save.second": '{"target": 11, "dodge": true, "hits_save": {"second": {"value": 3}}}',
    "target": '{"target": 11, "template": true, "damage": 13}',
}
UNUSED_BESIDE_AMMUNITION = [
    ("hits_save.attribute", '{"target": 11, "hits_save": {"attribute": "WIP", "value": 13}}'),
    ("hits_save.second.attribute", '{"hits_save": {"second": {"attribute": "ARM", "value": 3}}}'),
    ("hits_save.second.attribute", '{"hits_save": {"second": {"attribute": "WIP", "value": 3}}}'),
    ("hits_save.attribute", '{"target": 11, "ammo": "Adhesive", "hits_save": {"value": 12}}'),
    ("damage", '{"target": 11, "ammo": "Adhesive", "damage": 13, "hits_save": {"attribute": "PH"}}'),
    ("hits_save.cover", '{"target": 11, "ammo": "Adhesive", "hits_save": {"attribute": "PH", "cover": 3}}'),
    ("damage", '{"target": 11, "ammo": "K1", "damage": 13}'),
    ("hits_save.value", '{"target": 11, "ammo": "AP+K1", "hits_save": {"value": 3}}'),
    ("hits_save.second.value", '{"target": 11, "ammo": "K1", "hits_save": {"second": {"value": 3}}}'),
]  # fmt: skip
USED = [
    '{"target": 11, "dodge": true}',
    '{"target": 11, "dodge": true, "burst": 1, "ammo": "N", "damage": 0, "template": false}',
    '{"template": true, "burst": 2, "ammo": "DA", "damage": 13, "hits_save": {"value": 3, "cover": 3}}',
    '{"target": 11, "ammo": "Adhesive", "hits_save": {"attribute": "PH", "value": 12}}',
    '{"target": 11, "ammo": "K1", "damage": 12, "hits_save": {"cover": 3}}',
    '{"target": 11, "ammo": "Plasma", "damage": 13, "hits_save": {"value": 3, "second": {"value": 6}}}',
]


@pytest.mark.parametrize("side", ["active", "reactive"])
@pytest.mark.parametrize(("field", "text"), [*UNUSED.items(), *UNUSED_BESIDE_AMMUNITION])
def test_a_field_without_a_use_is_named(side, field, text):
    plain = '{"target": 12, "burst": 3, "damage": 13}'
    both = {"active": plain, "reactive": plain, side: text}
    asked = read_exchange(f'{{"active": {both["active"]}, "reactive": {both["reactive"]}}}', "f")
    with pytest.raises(Problem) as found:
        refuse_unused("n3", asked)
    assert (found.value.key, found.value.args_of_message["field"]) == ("odds.unused", f"{side}.{field}")
    for lang in ("en", "ja"):
        assert f"{side}.{field}" in found.value.say(lang)


@pytest.mark.parametrize("text", USED)
def test_fields_with_a_use_are_taken(text):
    asked = read_exchange(f'{{"active": {text}}}', "f")
    refuse_unused("n3", asked)
    assert sum(result("n3", asked).wounds_by_active) == 1
