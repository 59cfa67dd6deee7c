"""Martial Arts, Protheion, and what close combat skills without a rule of their own do (nothing)."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.forces.library import forces
from firelane.infinity.asking import Activate, Aros, Second
from firelane.infinity.view import see
from firelane.testing.proofs import rule
from infinity.declared import CCAttack, Idle
from infinity.skirmish import DODGE, FUSILIER, Skirmish, aro_shot, at, printed, shoot, strike, walk

BASE = 0.984
ARTS = "test/martial-arts"


def duel(sheet: str, enemy: str = FUSILIER, **fields: object) -> Skirmish:
    return Skirmish({"blue-1": at(20, 20, sheet, **fields), "red-1": at(20, 20 + BASE, enemy)})


def arts(level: int) -> dict[str, object]:
    """Shona Carano (CC 23, PH 14) without her other close combat skill, at this level of Martial Arts."""
    skills = forces("c1").sheets["shona-carano/submachine-gun"].skills
    kept = [replace(s, level=level) if s.key == "martial-arts" else s for s in skills if s.key != "cc-attack"]
    return {"skills": tuple(kept)}


@rule(
    "c1.martial-arts.1",
    "c1.martial-arts.2",
    "c1.martial-arts.3",
    "c1.martial-arts.4",
    "c1.martial-arts.5",
    "c1.martial-arts.6",
)
def test_each_level_gives_the_figures_of_its_row() -> None:
    rows = {1: (0, -3, 1, 0), 2: (3, -3, 1, 0), 3: (3, -3, 2, 0), 4: (3, -3, 3, 0), 5: (3, -3, 3, 1)}
    for level, (attack, opponent, damage, burst) in rows.items():
        with printed(ARTS, "shona-carano/submachine-gun", **arts(level)), duel(ARTS) as game:
            blow = strike("red-1", weapon="da-cc-weapon", dice=1 + burst)
            game.order("blue-1", blow, aros={"red-1": strike("blue-1")})
            game.dice(blue=[10] * (1 + burst), red=[20]).dice(*[20] * 2 * (1 + burst))
            assert game.number("blue-1") == 23 + attack
            assert game.number("red-1") == 13 + opponent
            assert game.reasons("red-1")[f"c1.martial-arts.{level + 1}"] == opponent
            assert game.saved("red-1")[0].number.total == 14 + damage - 1
            assert len(game.rolled("blue-1").faces) == 1 + burst


@rule("c1.martial-arts.1")
def test_martial_arts_burden_every_answer_in_close_combat_and_only_there() -> None:
    with printed(ARTS, "shona-carano/submachine-gun", **arts(1)):
        with duel(ARTS) as game:
            game.order("blue-1", strike("red-1", weapon="da-cc-weapon"), aros={"red-1": DODGE})
            game.dice(blue=[10], red=[20]).dice(20, 20)
            assert game.number("red-1") == 10 - 3
        with duel(ARTS) as game:
            game.order("blue-1", DODGE, aros={"red-1": strike("blue-1")}).dice(blue=[20], red=[20])
            assert game.number("red-1") == 13, "their owner does not strike"
        with Skirmish({"blue-1": at(20, 18, ARTS), "red-1": at(20, 21)}) as game:
            game.order(
                "blue-1", walk(20, 21 - BASE), strike("red-1", "da-cc-weapon"), {"red-1": aro_shot("blue-1")}
            )
            game.dice(blue=[10], red=[20]).dice(20, 20)
            assert game.reasons("red-1")["c1.martial-arts.2"] == -3, "a shot on the way in is answered too"


@rule("c1.martial-arts.6", "n4-core.aro.10")
def test_the_burst_of_level_5_is_for_the_active_turn() -> None:
    owner = at(20, 20 + BASE, ARTS)
    with (
        printed(ARTS, "shona-carano/submachine-gun", **arts(5)),
        Skirmish({"blue-1": at(20, 20), "red-1": owner}) as game,
    ):
        game.says("blue", Activate(trooper="blue-1", skill=strike("red-1")))
        two = Aros(by={"red-1": strike("blue-1", weapon="da-cc-weapon", dice=2)})
        assert game.refuses("red", two) == "n4-core.aro.10"
        game.says("red", Aros(by={"red-1": strike("blue-1", weapon="da-cc-weapon")}))
        game.says("blue", Second(skill=Idle())).dice(blue=[20], red=[1]).dice(20, 20)
        assert (game.number("red-1"), game.number("blue-1")) == (23 + 3, 13 - 3)
        game.settle()


@rule("c1.martial-arts.7", "c1.martial-arts.1", "c1.martial-arts.6")
def test_martial_arts_need_no_declaration_and_may_be_left_out() -> None:
    with printed(ARTS, "shona-carano/submachine-gun", **arts(5)), duel(ARTS) as game:
        plain = strike("red-1", weapon="da-cc-weapon", dice=2, arts=False)
        assert game.refuses("blue", Activate(trooper="blue-1", skill=plain)) == "n4-core.burst.1"
        bare = strike("red-1", weapon="da-cc-weapon", arts=False)
        game.order("blue-1", bare, aros={"red-1": strike("blue-1")})
        game.dice(blue=[10], red=[20]).dice(20, 20)
        assert (game.number("blue-1"), game.number("red-1")) == (23, 13)
        assert game.saved("red-1")[0].number.total == 14 - 1
    with printed(ARTS, "shona-carano/submachine-gun", **arts(5)), duel(ARTS) as game:
        full = strike("red-1", weapon="da-cc-weapon", dice=2)
        game.order("blue-1", full, aros={"red-1": strike("blue-1")})
        game.dice(blue=[20, 20], red=[20])
        assert (game.number("blue-1"), game.number("red-1")) == (23 + 3, 13 - 3)
        game.dice(*[20] * game.waits_for_dice()[0]).settle()
    with (
        printed(ARTS, "shona-carano/submachine-gun", **arts(5)),
        Skirmish({"blue-1": at(24, 10, ARTS), "red-1": at(24, 20)}) as game,
    ):
        game.order("blue-1", DODGE, aros={"red-1": aro_shot("blue-1")}).dice(20, 20).settle()
        assert not any("martial-arts" in why for why in game.reasons("blue-1")), "they are for close combat"


CALIBAN = "shasvastii-sabotage-and-destruction-unit-caliban/spitfire"
SHESKIIN = "cadmus-naish-agent-sheskiin/red-fury"


@rule("c1.protheion.1")
def test_protheion_feeds_on_wounds_of_flesh() -> None:
    with duel(CALIBAN) as game:
        game.order("blue-1", strike("red-1")).dice(1, 1)
        assert game.trooper("blue-1").points == 2
    with duel(CALIBAN) as game:
        game.order("blue-1", strike("red-1")).dice(1, 20)
        assert game.trooper("blue-1").points == 1, "no Wound, no gain"
    with duel(SHESKIIN) as game:
        game.order("blue-1", strike("red-1", weapon="da-cc-weapon")).dice(1, 1, 1)
        assert game.lost("red-1") == 2
        assert game.trooper("blue-1").points == 2 + 1, "one for the attack, not for each Wound"
    umbra = "umbra-samaritan-nourkias/breaker-combi-rifle"
    foes = {"red-1": at(20, 20 + BASE), "red-2": at(20, 20 - BASE)}
    with Skirmish({"blue-1": at(20, 20, umbra), **foes}) as game:
        divided = CCAttack(weapon="da-cc-weapon", targets={"red-1": 1, "red-2": 1})
        game.order("blue-1", divided).dice(1, 1).dice(1, 20, 1, 20)
        assert game.lost("red-1") == game.lost("red-2") == 1
        assert game.trooper("blue-1").points == 2, "a divided attack is one attack"
        game.settle()
    with duel(CALIBAN, "sunduqbut/rifle") as game:
        game.order("blue-1", strike("red-1")).dice(1, 1)
        assert game.lost("red-1") == 1
        assert game.trooper("blue-1").points == 1, "STR is nothing to feed on"
    ko_dali = "special-operative-ko-dali/multi-rifle-infiltration-mimetism"
    with Skirmish({"blue-1": at(20, 20, ko_dali), "red-1": at(20, 24)}) as game:
        game.order("blue-1", shoot("red-1", weapon="multi-rifle/burst-mode")).dice(1, 20, 20).dice(1)
        assert game.trooper("blue-1").points == 1, "a shot is no CC Attack"
        game.settle()


@rule("c1.protheion.2", "c1.protheion.3")
def test_protheion_stops_two_above_the_profile_and_everybody_sees_it() -> None:
    with duel(CALIBAN, points=2) as game:
        game.order("blue-1", strike("red-1")).dice(1, 1)
        assert game.trooper("blue-1").points == 3
        assert see(game.game.state, "red").world.troopers["blue-1"].points == 3
    with duel(CALIBAN, points=3) as game:
        game.order("blue-1", strike("red-1")).dice(1, 1)
        assert game.lost("red-1") == 1
        assert game.trooper("blue-1").points == 3


@rule("n4-core.order-sequence.14")
def test_what_protheion_gains_counts_before_what_a_shot_takes() -> None:
    troopers = {"blue-1": at(20, 20, CALIBAN), "red-1": at(20, 20 + BASE), "red-2": at(13, 20, facing=0)}
    with Skirmish(troopers) as game:
        game.order("blue-1", strike("red-1"), aros={"red-2": aro_shot("blue-1")})
        game.dice(blue=[1], red=[5]).dice(blue=[1], red=[1])
        assert game.lost("blue-1") == 1
        assert game.trooper("blue-1").points == 1
        assert not game.trooper("blue-1").states, "it never was without a Wound left"
        game.settle()


@rule("n4-core.roll.8")
def test_cc_attack_with_a_burden_works_face_to_face() -> None:
    adil = "imperial-agent-adil-mehmut/breaker-combi-rifle"
    with duel(adil) as game:
        game.order(
            "blue-1", strike("red-1", weapon="monofilament-cc-weapon"), aros={"red-1": strike("blue-1")}
        )
        game.dice(blue=[10], red=[20]).dice(20)
        assert game.reasons("red-1")["n4-core.roll.8"] == -3
        assert game.number("red-1") == 13 - 3 - 3, "with those of Martial Arts"


def test_cc_attack_with_ammunition_and_damage_in_brackets() -> None:
    with duel("shona-carano/submachine-gun", "aquila-guard/heavy-machine-gun") as game:
        game.order("blue-1", strike("red-1", weapon="da-cc-weapon")).dice(10, 20, 20)
        (save,) = game.saved("red-1")
        assert len(save.faces) == 2, "DA"
        assert save.number.total == 14 + 3 + 1 - 2, "L4, +1 Dam, and AP halves ARM 4"


def test_skills_that_codeone_names_without_a_rule_change_nothing() -> None:
    with duel("jing-qo/multi-rifle") as game:
        game.order("blue-1", strike("red-1", weapon="da-cc-weapon"), aros={"red-1": strike("blue-1")})
        game.dice(blue=[1], red=[9]).dice(1)
        assert game.trooper("blue-1").has("unconscious"), "No Wound Incapacitation has no rule in CodeOne"
    with duel("troll-hunter-gunnar-lundmark/multi-rifle", "sargosh/multi-rifle") as game:
        game.order("blue-1", strike("red-1", weapon="da-cc-weapon"), aros={"red-1": DODGE})
        game.dice(blue=[10], red=[20]).dice(20, 20)
        assert game.number("red-1") == 13 - 3, (
            "Natural Born Warrior has no rule: Martial Arts work against it"
        )
    with Skirmish({"blue-1": at(20, 20, "clipper-dronbot/missile-launcher"), "red-1": at(20, 44)}) as game:
        game.order("blue-1", shoot("red-1", weapon="missile-launcher/hit-mode", dice=1)).dice(20)
        assert game.reasons("blue-1").keys() <= {"attribute.bs", "n4-core.range.1"}, "BS Attack (Guided)"
        game.settle()
