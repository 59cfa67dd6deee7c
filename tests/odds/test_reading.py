"""What players type: names of units and weapons, figures, complaints with the place of the word."""

from __future__ import annotations

import pytest

from firelane.forces.library import forces
from firelane.infinity.sheets import sheet
from firelane.odds.duel import odds_of
from firelane.odds.reading import read_duel, read_fighter, readings
from firelane.problem import Problem


def test_a_trooper_in_a_few_words():
    fighter, distance = read_fighter("c1", "fusilier combi 12in cover +3")
    assert fighter.sheet == "c1:fusiliers/combi-rifle"
    assert (fighter.weapon, fighter.cover, fighter.mod, distance) == ("combi-rifle", True, 3, 12_000)
    assert fighter.action == "bs-attack"


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ('fusiliers hmg 8"', "weapon", "heavy-machine-gun"),
        ("Fusilier COMBI rifle", "weapon", "combi-rifle"),
        ("fusilier sniper", "weapon", "multi-sniper-rifle/burst-mode"),
        ("fusilier dodge", "action", "dodge"),
        ("fusilier 回避", "action", "dodge"),
        ("fusilier cc", "weapon", "cc-weapon"),
        ("fusilier hacker spotlight", "action", "spotlight"),
        ("fusilier hacker hack carbonite", "action", "carbonite"),
        ("fusilier carbonite", "sheet", "c1:fusiliers/combi-rifle-hacker"),
        ("fusilier ハッカー carbonite", "sheet", "c1:fusiliers/combi-rifle-hacker"),
        ("fusilier b2 combi", "dice", 2),
        ("fusilier burst 2", "dice", 2),
        ("fusilier mod -6", "mod", -6),
        ("fusilier -3 -3", "mod", -6),
        ("fusilier 修正 -3", "mod", -3),
        ("fusilier 遮蔽", "cover", True),
        ("fusilier takes 2", "takes", 2),
        ("fusilier w0", "points", 0),
        ("fusilier targeted", "states", ("targeted",)),
        ("fusilier lieutenant", "sheet", "c1:fusiliers/combi-rifle-lieutenant"),
        ("sunduqbut feuerbach explosive", "weapon", "feuerbach/explosive-mode"),
    ],
)
def test_words_in_both_languages(text, field, value):
    fighter, _ = read_fighter("c1", text)
    assert getattr(fighter, field) == value


def test_opponents_by_their_names_alone_need_no_quotes():
    duel = read_duel("c1", "fusilier hmg 30in", ["zhanshi zhanshi fusilier"])
    assert duel == read_duel("c1", "fusilier hmg 30in", ["zhanshi", "zhanshi", "fusilier"])
    assert len(duel.reactive) == 3


@pytest.mark.parametrize("ruleset", ["n2", "n3", "n4"])
def test_other_editions_have_their_own_profiles_and_charts(ruleset):
    duel = read_duel(ruleset, "fusilier combi 12in", ["zhanshi combi"])
    assert duel.active.sheet.startswith(f"{ruleset}:fusiliers/")
    answer = odds_of(duel)
    assert answer.attempts[0].value.total == 15
    assert answer.attempts[1].value.total == 14


def test_the_choice_of_ammunition_is_taken():
    duel = read_duel("n4", "atalanta 30in shock", ["zhanshi idle"])
    assert "Shock" in odds_of(duel).attempts[0].ammunition


def problem(ruleset, active, *reactive):
    with pytest.raises(Problem) as caught:
        odds_of(read_duel(ruleset, active, reactive))
    return caught.value


def test_an_unknown_word_is_shown_with_its_place_and_what_is_near():
    words = problem("c1", "fusilier kombi 12in", "zhanshi").say("en").split("\n")
    assert words[1].strip() == "fusilier kombi 12in"
    assert words[2] == "           ^^^^^"
    assert "combi-rifle" in words[3]


def test_an_unknown_unit_is_shown_with_what_is_near():
    assert "fusiliers" in problem("c1", "fuzilier combi 12in", "zhanshi").say("en")
    japanese = problem("c1", "fuzilier combi 12in", "zhanshi").say("ja")
    assert "というユニットはありません" in japanese


@pytest.mark.parametrize(
    ("active", "reactive", "message"),
    [
        ("fusilier combi", ["zhanshi"], "odds.no-distance"),
        ("fusilier combi 12in", ["zhanshi 8in"], "odds.two-distances"),
        ("fusilier spitfire 12in", ["zhanshi"], "odds.not-carried"),
        ("fusilier combi burst", ["zhanshi"], "odds.figure-missing"),
        ("fusilier combi mod much 12in", ["zhanshi"], "odds.figure-missing"),
        ("fusilier combi 12in", ["zhanshi takes 4"], "odds.too-many-dice"),
        ("fusilier hacker carbonite", ["zhanshi reset"], "odds.not-hackable"),
        ("aquila carbonite", ["fusilier hacker reset"], "odds.no-hacker"),
        ("fusilier combi ammo EXP 12in", ["zhanshi"], "odds.no-such-ammunition"),
        ("fusilier combi ammo bang 12in", ["zhanshi"], "odds.no-such-ammunition"),
        ("fusilier hmg hacker 12in", ["zhanshi"], "odds.no-such-option"),
        ("", ["zhanshi"], "odds.nobody"),
        ("fusilier zhanshi 12in", ["zhanshi"], "odds.unknown-word"),
    ],
)
def test_complaints(active, reactive, message):
    found = problem("c1", active, *reactive)
    assert found.key == message
    assert found.say("en")
    assert found.say("ja")


@pytest.mark.parametrize("ruleset", ["c1", "n2", "n3", "n4"])
def test_every_unit_of_every_edition_can_be_named_and_resolved(ruleset):
    """With each weapon that it shoots with, against a fusilier that dodges."""
    units = sorted({facts.unit for facts in forces(ruleset).sheets.values()})
    assert len(units) > 40
    for unit in units:
        for fighter in readings(ruleset, unit):
            text = f"{unit} {fighter.weapon.partition('/')[0]} 8in"
            answer = odds_of(read_duel(ruleset, text, ["fusilier dodge"]))
            for fate in answer.outcome.fates.values():
                assert sum(fate.lost) == 1


def test_bursts_are_split_as_told_and_else_evenly():
    answer = odds_of(read_duel("c1", "fusilier hmg 30in", ["zhanshi", "zhanshi", "zhanshi"]))
    assert [a.dice for a in answer.attempts if a.actor == "active"] == [2, 1, 1]
    answer = odds_of(read_duel("c1", "fusilier hmg 30in", ["zhanshi takes 0", "zhanshi takes 3", "zhanshi"]))
    assert [(a.target, a.dice) for a in answer.attempts if a.actor == "active"] == [
        ("reactive-2", 3),
        ("reactive-3", 1),
    ]


def test_modifiers_by_hand_count_within_the_limit():
    answer = odds_of(read_duel("c1", "fusilier combi 40in mod -9", ["zhanshi idle cover"]))
    assert answer.attempts[0].value.sum == -12
    assert answer.attempts[0].value.modifiers[-1].rule == "n4-core.roll.2"
    older = odds_of(read_duel("n2", "fusilier combi 40in mod -9", ["zhanshi idle cover"]))
    assert older.attempts[0].value.sum == -18


def test_close_combat_of_the_oldest_edition_has_its_defence_bonus():
    """By every die: whoever loses with a success of its own saves with +3. Rules: n2.close-combat.9."""
    from fractions import Fraction
    from itertools import product

    from firelane.infinity.dice import effective, read
    from firelane.infinity.exchanges import tables_of

    answer = odds_of(read_duel("n2", "fusilier cc", ["zhanshi cc"]))
    mine, theirs = (attempt.value.total for attempt in answer.attempts)
    number = answer.lines[0].hit[0].number.total
    figures = tables_of("n2").roll
    unhurt = Fraction(0)
    for a, b in product(range(1, 21), repeat=2):
        good, other = read(figures, mine, a), read(figures, theirs, b)
        if not effective([good], [other]):
            unhurt += Fraction(1, 400)
        elif not good.critical:
            failing = max(0, number - (3 if other.success else 0))
            unhurt += Fraction(1, 400) * Fraction(20 - failing, 20)
    assert answer.outcome.fates["reactive-1"].lost[0] == unhurt


def test_a_grid_says_what_its_match_ups_say():
    from firelane.odds.grid import full_grid

    fighters = [read_fighter("c1", text)[0] for text in ("fusilier combi", "fusilier hmg", "fusilier sniper")]
    targets = [read_fighter("c1", text)[0] for text in ("zhanshi combi", "aquila hmg")]
    inches = (8, 24, 40, 96)
    grid = full_grid("c1", fighters, targets, inches)
    for i, mine in enumerate(("fusilier combi", "fusilier hmg", "fusilier sniper")):
        for d, inch in enumerate(inches):
            for c, cover in enumerate(("", " cover")):
                for t, theirs in enumerate(("zhanshi combi", "aquila hmg")):
                    fate = odds_of(read_duel("c1", f"{mine} {inch}in", [theirs + cover])).outcome.fates
                    out = fate["reactive-1"].unconscious + fate["reactive-1"].dead
                    assert grid[i, d, c, t] == pytest.approx(float(out), abs=1e-12)


def test_surprise_burdens_whoever_answers():
    plain = odds_of(read_duel("c1", "malignos sniper 24in", ["fusilier combi"])).attempts[1].value
    surprised = (
        odds_of(read_duel("c1", "malignos sniper 24in surprise", ["fusilier combi"])).attempts[1].value
    )
    assert surprised.total < plain.total
    assert surprised.modifiers[-1].rule == "c1.surprise-attack.2"


def test_nobody_loses_his_nerve_in_close_combat():
    fates = odds_of(read_duel("n4", "fusilier cc", ["zhanshi cc"])).outcome.fates
    assert all(fate.guts is None for fate in fates.values())
    fates = odds_of(read_duel("n4", "fusilier combi 12in", ["zhanshi"])).outcome.fates
    assert fates["reactive-1"].guts > 0


@pytest.mark.parametrize(("ruleset", "trigger"), [("n4", "struck"), ("n2", "saved")])
def test_guts_by_every_die(ruleset, trigger):
    """One shot without an answer: N4 rolls after a hit that leaves the target up, N2 after a passed save."""
    from fractions import Fraction

    answer = odds_of(read_duel(ruleset, "fusilier combi 12in b1", ["zhanshi idle"]))
    fate, wip = (
        answer.outcome.fates["reactive-1"],
        forces(ruleset).sheet(answer.troopers["reactive-1"].sheet.partition(":")[2]).wip,
    )
    passes = Fraction(20 - answer.lines[0].hit[0].number.total, 20)
    plain, critical = (answer.outcome.hits[0].get(key, 0) for key in ((1, 0), (0, 1)))
    unhurt = plain * passes + critical * (passes**2 if ruleset == "n4" else 0)
    assert fate.guts == unhurt * Fraction(20 - wip, 20)


def numbers(*words):
    active, *reactive = words
    return [attempt.value.total for attempt in odds_of(read_duel("n2", active, reactive)).attempts]


def test_hacks_of_the_oldest_edition_are_wip_less_bts():
    """The target's BTS, or that of the Hacker who defends it in its place."""
    assert numbers("fusilier hacker hack-tag", "gorgos idle") == [12 - 9]
    assert numbers("fusilier hacker hack-tag", "gorgos idle", "charontid hacker defensive-hacking") == [
        12 - 6,
        sheet("n2:charontids/plasma-rifle-hacker").facts.wip,
    ]
    assert numbers("fusilier hacker anti-hacker-protocol", "charontid hacker anti-hacker-protocol") == [
        12 - 6,
        sheet("n2:charontids/plasma-rifle-hacker").facts.wip,
    ]


def test_who_loses_against_an_anti_hacker_protocol_falls_without_a_save_and_dies_by_a_critical():
    """By every die, ties for the higher number."""
    from fractions import Fraction
    from itertools import product

    from firelane.infinity.dice import effective, read
    from firelane.infinity.exchanges import tables_of

    duel = read_duel("n2", "fusilier hacker anti-hacker-protocol", ["zhanshi hacker anti-hacker-protocol"])
    answer = odds_of(duel)
    mine, theirs = (attempt.value.total for attempt in answer.attempts)
    figures = tables_of("n2").roll
    falls = dies = Fraction(0)
    for a, b in product(range(1, 21), repeat=2):
        for face in effective([read(figures, theirs, b)], [read(figures, mine, a)]):
            dies += Fraction(face.critical, 400)
            falls += Fraction(not face.critical, 400)
    fate = answer.outcome.fates["active"]
    assert (fate.unconscious, fate.dead) == (falls, dies)
    assert fate.loss == (falls + dies) * Fraction(
        sheet("n2:fusiliers/combi-rifle-hacker").facts.own_half_points, 2
    )


@pytest.mark.parametrize(
    ("active", "reactive", "message"),
    [
        ("fusilier hacker hack-hi", ["gorgos idle"], "odds.not-hackable"),
        ("fusilier hacker hack-tag", ["zhanshi idle"], "odds.not-hackable"),
        ("fusilier hacker anti-hacker-protocol", ["zhanshi idle"], "odds.not-hackable"),
        ("fusilier hacker hack-tag", ["gorgos reset"], "odds.no-aro"),
    ],
)
def test_hacks_of_the_oldest_edition_have_their_targets(active, reactive, message):
    found = problem("n2", active, *reactive)
    assert found.key == message
    assert found.say("ja") != found.say("en")
