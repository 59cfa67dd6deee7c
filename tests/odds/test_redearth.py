"""Red Earth: every pair of dice, through what the dice mean, against the exact chances."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec import Struct

from firelane.bpre.dice import Saved, Shot, saved, shot
from firelane.core.rules import Edition, Rule
from firelane.odds.redearth import Attack, Card, CardFigures, Target, attack, blast, figures_of, totals

PAIRS = [a + b for a, b in product(range(1, 11), repeat=2)]
EACH = Fraction(1, 100)


def one_roll(needs, bonus, save, save_bonus, chance=Fraction(1), staggered=False):
    """All dice of one attack and its save: chances of unharmed, staggered, killed."""
    found = {"unharmed": Fraction(0), "staggered": Fraction(0), "killed": Fraction(0)}
    before = "staggered" if staggered else "unharmed"
    for total in PAIRS:
        what = shot(total + bonus, needs)
        if what is Shot.MISS:
            found[before] += chance * EACH
        elif what is Shot.HEADSHOT or save is None or staggered:
            found["killed"] += chance * EACH
        else:
            for dice in PAIRS:
                result = saved(dice + save_bonus, save)
                name = "unharmed" if result is Saved.UNAFFECTED else result.value
                found[name] += chance * EACH * EACH
    return found


def as_dict(fate):
    return {"unharmed": fate.unharmed, "staggered": fate.staggered, "killed": fate.killed}


@pytest.mark.parametrize(
    ("needs", "bonus", "save", "save_bonus"),
    [(11, 1, 12, 0), (13, -3, 12, 1), (20, 0, 2, 0), (10, 3, None, 0)],
)
def test_one_attack_is_all_its_dice(needs, bonus, save, save_bonus):
    found = attack(Attack(bonus), (Target(needs, save, save_bonus),))
    assert as_dict(found.fates[0]) == one_roll(needs, bonus, save, save_bonus)
    assert sum(found.kills) == 1


def test_the_second_roll_finds_the_unit_as_the_first_has_left_it():
    first = one_roll(12, 1, 12, 0)
    expected = {"killed": first["killed"], "unharmed": Fraction(0), "staggered": Fraction(0)}
    for name, was in (("unharmed", False), ("staggered", True)):
        for key, chance in one_roll(12, 1, 12, 0, first[name], staggered=was).items():
            expected[key] += chance
    assert as_dict(attack(Attack(1, rolls=2), (Target(12, 12),)).fates[0]) == expected


def test_a_staggered_unit_is_killed_by_any_hit():
    found = attack(Attack(), (Target(11, 2, staggered=True),)).fates[0]
    assert found.killed == sum(EACH for total in PAIRS if total >= 11)
    assert found.unharmed == 0


def test_a_unit_without_a_save_is_killed_by_any_hit():
    assert attack(Attack(), (Target(11),)).fates[0].killed == Fraction(55, 100)


def test_cards_never_hurt_whoever_holds_them():
    plain = attack(Attack(-3, immediate=True), (Target(12, 12),)).fates[0].killed
    for card in (
        Card.KILL_NOT_CAPTURE,
        Card.HASTY_AMBUSH,
        Card.FULL_SEND,
        Card.REACT_TO_CONTACT,
        Card.KILLING_IS_MY_BUSINESS,
    ):
        assert attack(Attack(-3, 1, frozenset({card}), True), (Target(12, 12),)).fates[0].killed > plain
    for card in (Card.BREAK_CONTACT, Card.PILE_OF_LITTLE_ARMS):
        held = attack(Attack(), (Target(12, 12, obstructed=True, cards=frozenset({card})),)).fates[0]
        bare = attack(Attack(), (Target(12, 12, obstructed=True),)).fates[0]
        assert (held.killed, held.staggered) < (bare.killed, bare.staggered)


def test_full_send_is_a_second_roll_after_a_miss():
    miss = sum(EACH for total in PAIRS if total < 12)
    hit = one_roll(12, 0, 12, 0)["killed"]
    found = attack(Attack(0, 1, frozenset({Card.FULL_SEND})), (Target(12, 12),)).fates[0]
    assert found.killed == hit + miss * hit


def test_kill_not_capture_is_three_more_on_one_roll():
    card = frozenset({Card.KILL_NOT_CAPTURE})
    assert (
        attack(Attack(0, 1, card), (Target(14),)).fates[0].killed
        == attack(Attack(CardFigures().kill_not_capture), (Target(14),)).fates[0].killed
    )


def test_hits_are_shared_out_to_kill_the_most():
    """Five rolls at two units kill more of them than five rolls at one."""
    alone = attack(Attack(1, 5), (Target(12),))
    shared = attack(Attack(1, 5), (Target(12), Target(12)))
    assert sum(n * p for n, p in enumerate(shared.kills)) > sum(n * p for n, p in enumerate(alone.kills))
    hit = sum(EACH for total in PAIRS if total + 1 >= 12)
    assert shared.kills[0] == (1 - hit) ** 5
    assert shared.kills[2] == 1 - (1 - hit) ** 5 - 5 * hit * (1 - hit) ** 4


def test_a_blast_is_a_save_for_each():
    found = blast((Target(0, 12), Target(0, 12, bonus=1), Target(0)))
    assert [fate.killed for fate in found.fates] == [
        sum(EACH for total in PAIRS if total < 12),
        sum(EACH for total in PAIRS if total + 1 < 12),
        1,
    ]


def test_totals_are_those_of_two_ten_sided_dice():
    assert totals()[11] == Fraction(1, 10)
    assert (min(totals()), max(totals())) == (2, 20)
    assert sum(totals().values()) == 1


def test_figures_come_from_the_edition_that_is_played():
    class Amount(Struct, frozen=True):
        amount: int

    keys = ("intervention.kill-not-capture", "intervention.hasty-ambush", "intervention.break-contact")
    entries = [
        Rule(key, data=Amount(count)) for count, key in enumerate((*keys, "immediate-action"), start=2)
    ]
    assert figures_of(Edition("bpre", entries)) == CardFigures(2, 3, 4, -5)
