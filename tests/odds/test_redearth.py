"""Red Earth as it is typed: figures and Unit Cards, phases, rolls, cards, friends, explosions.

That the odds are those of the machine is proven in `test_redearth_engine`; here the form, and laws.
"""

from fractions import Fraction
from itertools import product

import pytest

from firelane.bpre.dice import Saved, Shot, saved, shot
from firelane.bpre.units import shipped
from firelane.odds.redearth import outcome
from firelane.odds.redearth_form import read_fight
from firelane.odds.redearth_nodes import totals
from firelane.problem import Problem

PAIRS = [a + b for a, b in product(range(1, 11), repeat=2)]
EACH = Fraction(1, 100)


def odds(attacker, *others):
    read = read_fight(attacker, list(others), shipped())
    return outcome(read.course, read.asked)


def killed(attacker, *others, who="target-1"):
    return odds(attacker, *others).fates[who].killed


def one_roll(needs, bonus, save, save_bonus=0):
    """All dice of one attack and its save: chances of unharmed, staggered, killed."""
    found = dict.fromkeys(("unharmed", "staggered", "killed"), Fraction(0))
    for total in PAIRS:
        what = shot(total + bonus, needs)
        if what is Shot.MISS:
            found["unharmed"] += EACH
        elif what is Shot.HEADSHOT or save is None:
            found["killed"] += EACH
        else:
            for dice in PAIRS:
                result = saved(dice + save_bonus, save)
                found["unharmed" if result is Saved.UNAFFECTED else result.value] += EACH * EACH
    return found


@pytest.mark.parametrize(
    ("attacker", "target", "numbers"),
    [
        ("hits 11/13 +1", "save 12", (11, 1, 12, 0)),
        ("hits 11/13 direct-fire", "save 12", (11, 1, 12, 0)),
        ("11/13", "save 12 obstructed", (13, 0, 12, 0)),
        ("hits 11 immediate", "save 12 +1", (11, -3, 12, 1)),
        ("hits 11 maneuver -2", "save 12", (11, -2, 12, 0)),
        ("hits 10 kill-not-capture", "no-save", (10, 3, None, 0)),
        ("pointman", "aayari-guard", (shipped()["pointman"].direct, 0, shipped()["aayari-guard"].save, 0)),
        ("pointman hits 20", "aayari-guard no-save", (20, 0, None, 0)),
        (
            "シュルタ ダイレクトファイアフェイズ",
            "アサルター 遮られた",
            (shipped()["shurta"].obstructed, 1, shipped()["assaulter"].save, 0),
        ),
    ],
)
def test_one_roll_is_all_its_dice(attacker, target, numbers):
    fate = odds(attacker, target).fates["target-1"]
    expected = one_roll(*numbers)
    assert {key: getattr(fate, key) for key in expected} == expected


def test_unit_cards_bring_points_and_rolls():
    gunner, target = shipped()["lamg-gunner"], shipped()["rpk-gunner"]
    hits, worth = f"hits {gunner.direct}/{gunner.obstructed}", f"worth {target.cp}"
    found = odds("lamg-gunner direct-fire", "rpk-gunner")
    assert found.fates["target-1"].loss == target.cp * found.fates["target-1"].killed
    assert found == odds(f"{hits} x5 direct-fire", f"no-save {worth}")
    assert found == odds(f"{hits} lamg direct-fire", f"no-save {worth}")
    killed = odds("lamg-gunner", "rpk-gunner").fates["target-1"].killed
    assert killed == one_roll(gunner.direct, 0, None)["killed"]


def test_units_need_no_quotes_where_each_has_a_name():
    """A shell takes the quotes off single words."""
    apart = odds("lamg-gunner direct-fire", "shurta", "shurta", "aayari-guard obstructed")
    assert odds("lamg-gunner direct-fire", "shurta shurta aayari-guard obstructed") == apart


def test_hits_and_headshots_are_counted():
    found = odds("hits 11", "save 2").hits
    assert found[0, 0] == sum(EACH for total in PAIRS if total < 11)
    assert found[0, 1] == EACH
    assert sum(found.values()) == 1
    twice = odds("hits 11 x2", "no-save", "no-save").hits
    assert twice[0, 0] == found[0, 0] ** 2
    assert twice[1, 0] == 2 * found[0, 0] * found[1, 0]


def test_hits_go_to_the_units_in_the_order_in_which_they_are_named():
    first = odds("hits 12 x2", "no-save", "save 12")
    hit = sum(EACH for total in PAIRS if total >= 12)
    assert first.fates["target-1"].killed == 1 - (1 - hit) ** 2
    assert first.kills[0] == (1 - hit) ** 2
    assert first.fates["target-2"].killed < first.fates["target-1"].killed
    assert odds("hits 12 x2", "save 12", "no-save").fates["target-2"].killed == hit**2


def test_a_staggered_unit_is_killed_by_any_hit():
    found = odds("hits 11", "save 2 staggered").fates["target-1"]
    assert found.killed == sum(EACH for total in PAIRS if total >= 11)
    assert found.unharmed == 0


def test_the_whole_burst_is_repeated_but_one_roll_of_it_made_again():
    hit = sum(EACH for total in PAIRS if total >= 12)
    assert killed("hits 12 x2 full-send", "no-save") == 1 - (1 - hit) ** 4
    assert killed("hits 12 x2 react-to-contact", "no-save") == 1 - (1 - hit) ** 4
    worse, normal = (sum(EACH for total in PAIRS if total >= needs) for needs in (15, 12))
    again = killed("hits 12 x2 immediate killing-is-my-business", "no-save")
    assert again == 1 - (1 - worse) ** 2 * (1 - normal)


def test_a_last_bullet_may_kill_the_attacker():
    found = odds("hits 11 no-save worth 20", "hits 12 no-save save-the-last-bullet")
    hit, back = (sum(EACH for total in PAIRS if total >= needs) for needs in (11, 12))
    assert found.fates["target-1"].killed == hit
    assert found.fates["attacker"].killed == hit * back
    assert found.fates["attacker"].loss == 20 * hit * back


def test_friends_in_the_way_of_the_untrained_come_first():
    hit = sum(EACH for total in PAIRS if total >= 14)
    found = odds("militia", "no-save friend", "no-save")
    assert found.fates["friend-1"].killed == hit
    assert found.fates["target-2"].killed == (1 - hit) * hit
    assert found.kills == (1 - (1 - hit) * hit, (1 - hit) * hit)
    assert killed("hits 14", "no-save") == hit


def test_fire_for_effect_is_an_attack_on_each():
    hit = sum(EACH for total in PAIRS if total >= 11)
    found = odds("hits 11 finishing fire-for-effect", "no-save", "no-save", "no-save")
    assert [fate.killed for fate in found.fates.values()] == [hit] * 3
    assert found.kills[3] == hit**3


def test_a_blast_is_a_save_for_each():
    found = odds("blast", "save 12", "save 12 obstructed", "no-save", "save 12 +2")
    assert [fate.killed for fate in found.fates.values()] == [
        sum(EACH for total in PAIRS if total < 12),
        sum(EACH for total in PAIRS if total + 1 < 12),
        1,
        sum(EACH for total in PAIRS if total + 2 < 12),
    ]


def test_cards_never_hurt_whoever_holds_them():
    plain = killed("hits 12 immediate x2", "save 12", "save 14")
    for card in (
        "kill-not-capture",
        "hasty-ambush",
        "full-send",
        "react-to-contact",
        "killing-is-my-business",
    ):
        assert killed(f"hits 12 immediate x2 {card}", "save 12", "save 14") > plain
    bare = odds("hits 11", "save 12 obstructed").fates["target-1"]
    for card in ("break-contact", "pile-of-little-arms"):
        held = odds("hits 11", f"save 12 obstructed {card}").fates["target-1"]
        assert (held.killed, held.staggered) < (bare.killed, bare.staggered)


def test_more_rolls_and_lower_numbers_never_hurt():
    by_rolls = [killed(f"hits 13 x{rolls}", "save 12") for rolls in range(1, 7)]
    assert by_rolls == sorted(by_rolls)
    by_needs = [killed(f"hits {needs} x2", "save 12", "no-save") for needs in range(20, 1, -1)]
    assert by_needs == sorted(by_needs)


def test_everything_sums_to_one():
    found = odds(
        "lamg-gunner direct-fire hasty-ambush full-send",
        "assaulter pile-of-little-arms",
        "aayari-guard obstructed break-contact",
        "shurta",
    )
    assert sum(found.kills) == sum(found.hits.values()) == 1
    for fate in found.fates.values():
        assert fate.unharmed + fate.staggered + fate.killed == 1
        assert min(fate.unharmed, fate.staggered, fate.killed) >= 0


def test_totals_are_those_of_two_ten_sided_dice():
    assert totals()[11] == Fraction(1, 10)
    assert (min(totals()), max(totals())) == (2, 20)
    assert sum(totals().values()) == 1


@pytest.mark.parametrize(
    ("attacker", "others", "message", "said"),
    [
        ("hits 11", ("save twelve",), "odds.red-earth-figure", "save 12"),
        ("hits", ("save 12",), "odds.red-earth-figure", "hits 11/13"),
        ("+1", ("save 12",), "odds.no-marksmanship", "hits 11/13"),
        ("hits 11", ("save 12 save-the-last-bullet",), "odds.no-marksmanship", "hits 11/13"),
        ("lamg-guner", ("shurta",), "odds.unknown-word", "lamg-gunner"),
        ("pointman hasty-ambsh", ("shurta",), "odds.unknown-word", "hasty-ambush"),
        ("pointman", ("shurta", "shurta"), "odds.one-roll", "x5"),
        ("pointman", ("shurta friend",), "odds.nobody-to-attack", "friends"),
        ("pointman fire-for-effect", ("shurta", "shurta"), "odds.card-does-not-fit", "finishing"),
        ("pointman finishing fire-for-effect", ("shurta",) * 4, "odds.too-many-targets", "3"),
    ],
)
def test_complaints(attacker, others, message, said):
    with pytest.raises(Problem) as caught:
        odds(attacker, *others)
    assert caught.value.key == message
    assert said in caught.value.say("en")
    assert caught.value.say("ja") != caught.value.say("en")


def test_a_vest_that_a_failed_save_sets_off_hurts_whoever_is_near():
    vest = "save 12 s-vest front-towards-enemy"
    alone = killed("hits 11", vest)
    found = odds("hits 11", vest, "save 10 worth 30 friend near", "save 10 near", "save 10 friend")
    assert found.fates["target-1"].killed == alone  # it dies as often, only otherwise
    fails = sum((EACH for dice in PAIRS if saved(dice, 10) is Saved.KILLED), Fraction(0))
    headshots = sum((EACH for dice in PAIRS if shot(dice, 11) is Shot.HEADSHOT), Fraction(0))
    assert found.fates["friend-2"].killed == (alone - headshots) * fails
    assert found.fates["target-3"].killed == (alone - headshots) * fails
    assert found.fates["friend-4"].killed == 0


def test_jammers_stop_a_vest_when_they_roll_higher():
    vest, near = "save 12 s-vest front-towards-enemy", "no-save friend near"
    goes_off = killed("hits 11", vest, near, who="friend-2")
    jammed = killed("hits 11 wide-band-jammers", vest, near, who="friend-2")
    assert jammed == goes_off * Fraction(55, 100)


def test_nobody_sets_a_vest_off_that_hurts_his_own_more():
    found = odds("hits 11", "save 12 s-vest front-towards-enemy", "no-save worth 50 near")
    assert found.fates["target-2"].killed == 0


def test_a_card_for_vests_wants_a_vest():
    with pytest.raises(Problem, match="s-vest"):
        odds("hits 11", "save 12 front-towards-enemy")
    with pytest.raises(Problem, match="s-vest"):
        odds("blast", "save 12 front-towards-enemy")


def test_a_drone_as_it_is_typed():
    fails = {
        more: sum((EACH for d in PAIRS if saved(d + more, 12) is Saved.KILLED), Fraction(0))
        for more in (0, 1, 6)
    }
    assert killed("fenghuang-918", "save 12") == fails[1]
    assert killed("fenghuang-918 sirocco", "save 12") == fails[6]
    assert killed("鳳凰-918UAS シロッコ", "save 12") == fails[6]
    assert killed("fenghuang-918 clear-skies-fires", "save 12") == 1
    assert killed("fenghuang-918", "no-save") == 1 - sum((EACH for d in PAIRS if d >= 18), Fraction(0))
    finds = sum((EACH for d in PAIRS if d >= 8), Fraction(0))
    found = odds("fenghuang-918", "save 12", "save 12 friend near worth 30", "save 12 friend near worth 20")
    assert found.fates["target-1"].killed == finds * fails[1]
    assert found.fates["friend-2"].killed == 0  # the cheaper one is picked
    assert found.fates["friend-3"].killed == (1 - finds) * fails[0]
    assert killed("fenghuang-918", "save 12 hongbin-jammers") == Fraction(55, 100) * fails[1]


def test_an_explosive_fires_card_as_it_is_typed():
    blast, strike = odds("blast", "save 12", "save 10 friend"), odds("scoria-rs", "save 12", "save 10 friend")
    assert strike.fates == blast.fates
    sure = odds("scoria-rs clear-skies-fires", "save 12", "save 10")
    assert (sure.fates["target-1"].killed, sure.fates["target-2"]) == (
        1,
        odds("blast", "save 10").fates["target-1"],
    )


@pytest.mark.parametrize(
    ("card", "others", "told"),
    [
        ("scoria-rs sirocco", ["save 12"], "only a table"),
        ("fenghuang-918", ["save 12", "save 12"], "one single unit"),
        ("fenghuang-918 drizzle", ["save 12"], "sirocco"),
        ("fenghuang-918", ["save 12 friend"], "nobody to attack"),
    ],
)
def test_a_fires_card_that_cannot_be_read(card, others, told):
    with pytest.raises(Problem, match=told):
        odds(card, *others)
