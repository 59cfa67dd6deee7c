"""Close combat in CodeOne: CC Attack, Burst with allies, Coup de Grace, the Engaged state and leaving it."""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace

from firelane.core.requests import Roll
from firelane.infinity.asking import Activate, Aros, Dodged, Second
from firelane.infinity.events import Removed, Rolled, StateGained, StateLost
from firelane.infinity.world import Place
from firelane.testing.proofs import rule
from infinity.declared import (
    CCAttack,
    Discover,
    Doctor,
    Engineer,
    Hack,
    HideAgain,
    Idle,
    Jump,
    MediKit,
    PlaceDeployable,
    Reset,
    Template,
)
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, box, shoot, strike, walk

BASE = 0.984
BEHIND = (20000, 19016, 0)
HACKER = "fusiliers/combi-rifle-hacker"
LYNX = "lynx-unit/marksman-rifle"
"""How far apart, in inches, two 25 mm bases stand that touch."""
HUNTER = "troll-hunter-gunnar-lundmark/multi-rifle"
UMBRA = "umbra-samaritan-nourkias/breaker-combi-rifle"
PARAMEDIC = "fusiliers/combi-rifle-paramedic"


def melee(**more: dict[str, Any]) -> Skirmish:
    """Two Fusiliers in contact, and whoever else is named."""
    others = {name.replace("_", "-"): given for name, given in more.items()}
    return Skirmish({"blue-1": at(20, 20), "red-1": at(20, 20 + BASE), **others})


def activates(skill: Any, name: str = "blue-1") -> Activate:
    return Activate(trooper=name, skill=skill)


# CC Attack


@rule("c1.cc-attack.1")
def test_a_cc_attack_is_a_short_skill_an_aro_and_an_attack() -> None:
    with melee(red_2=at(24, 24)) as game:
        game.order("blue-1", strike("red-1"), aros={"red-1": strike("blue-1")}).dice(blue=[20], red=[20])
        assert game.rolled("blue-1").skill == game.rolled("red-1").skill == "cc-attack"
        assert game.is_asked("red", "turn-alerted"), "its victim was attacked, and may warn a friend"
        game.settle()
        game.says("blue", activates(strike("red-1")))
        game.says("red", Aros())
        assert game.refuses("blue", Second(skill=DODGE)) == "n4-core.order-structure.3"
        game.says("blue", Second(skill=Idle())).dice(blue=[20])
        game.settle()


@rule("c1.cc-attack.2")
def test_a_cc_attack_needs_contact() -> None:
    with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 21.2)}) as game:
        assert game.refuses("blue", activates(strike("red-1"))) == "c1.cc-attack.2"
        game.says("blue", activates(Idle()))
        assert game.refuses("red", Aros(by={"red-1": strike("blue-1")})) == "c1.cc-attack.2"
        game.says("red", Aros())
        game.says("blue", Second(skill=Idle()))
    with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 21.2)}) as game:
        game.order("blue-1", walk(20, 21.2 - BASE), strike("red-1")).dice(20)
        assert game.rolled("blue-1").skill == "cc-attack", "in contact it may"
        game.order("blue-1", Idle(), aros={"red-1": strike("blue-1")}).dice(20)
        assert game.rolled("red-1").skill == "cc-attack"


@rule("c1.cc-attack.3")
def test_cc_is_rolled_and_the_weapon_gives_the_rest() -> None:
    with melee() as game:
        assert game.refuses("blue", activates(strike("red-1", weapon="combi-rifle"))) == "c1.cc-attack.3"
        game.order("blue-1", strike("red-1")).dice(13, 10, 10)
        assert game.reasons("blue-1") == {"attribute.cc": 13}
        (save,) = game.saved("red-1")
        assert save.number.total == 10 - 1, "the CC Weapon's damage is the attacker's PH 10, against ARM 1"
        assert len(save.faces) == 2, "one hit, and a critical"


@rule("c1.cc-attack.4")
def test_a_shot_on_the_way_in_is_face_to_face_with_the_strike() -> None:
    with Skirmish({"blue-1": at(20, 18), "red-1": at(20, 21)}) as game:
        game.order("blue-1", walk(20, 21 - BASE), strike("red-1"), aros={"red-1": aro_shot("blue-1")})
        game.dice(blue=[9], red=[5, 15])
        assert game.rolled("red-1").successes == 1
        assert game.rolled("red-1").effective == 0, "the 9 in close combat beats the 5 of the shot"
        assert "c1.bs-attack.8" not in game.reasons("red-1"), "nobody was in close combat yet"
        assert not game.saved("blue-1")
        assert game.saved("red-1")


@rule("c1.cc-attack.5")
def test_burst_in_close_combat_may_be_divided() -> None:
    with Skirmish(
        {"blue-1": at(20, 20, UMBRA), "red-1": at(20, 20 + BASE), "red-2": at(20, 20 - BASE)}
    ) as game:
        both = CCAttack(weapon="da-cc-weapon", targets={"red-1": 1, "red-2": 1})
        too_few = CCAttack(weapon="da-cc-weapon", targets={"red-1": 1})
        assert game.refuses("blue", activates(too_few)) == "n4-core.burst.1"
        game.order("blue-1", both).dice(1, 2, 20, 20, 20, 20)
        assert [len(game.saved(name)) for name in ("red-1", "red-2")] == [1, 1]
        game.settle()


@rule("c1.cc-attack.6", "n4-core.cc-attack.1")
def test_each_able_ally_in_contact_gives_a_die() -> None:
    around = {
        "blue-1": at(20, 20),
        "red-1": at(20, 20 + BASE),
        "blue-2": at(20 - BASE, 20 + BASE),
        "blue-3": at(20 + BASE, 20 + BASE),
    }
    with Skirmish(around) as game:
        assert game.refuses("blue", activates(strike("red-1", dice=2))) == "n4-core.burst.1"
        game.order("blue-1", strike("red-1", dice=3)).dice(20, 20, 20)
        assert len(game.rolled("blue-1").faces) == 3
    for state in ("unconscious", "immobilized-a", "immobilized-b"):
        with Skirmish({**around, "blue-3": at(20 + BASE, 20 + BASE, states=(state,))}) as game:
            assert game.refuses("blue", activates(strike("red-1", dice=3))) == "n4-core.burst.1"
            game.order("blue-1", strike("red-1", dice=2)).dice(20, 20)
            assert len(game.rolled("blue-1").faces) == 2


@rule("c1.cc-attack.5", "c1.cc-attack.6")
def test_the_dice_of_allies_go_to_whom_they_touch() -> None:
    around = {"blue-1": at(20, 20), "red-1": at(20, 20 + BASE), "red-2": at(20, 20 - BASE)}
    allies = {"blue-2": at(20 - BASE, 20 + BASE), "blue-3": at(20 + BASE, 20 + BASE)}
    with Skirmish({**around, **allies}) as game:
        wrong = CCAttack(weapon="cc-weapon", targets={"red-1": 1, "red-2": 2})
        assert game.refuses("blue", activates(wrong)) == "c1.cc-attack.6"
        assert game.refuses("blue", activates(strike("red-2", dice=3))) == "n4-core.burst.1"
        game.order("blue-1", CCAttack(weapon="cc-weapon", targets={"red-1": 2, "red-2": 1})).dice(20, 20, 20)
        game.settle()
        assert sum(len(event.faces) for event in game.events(Rolled)) == 3


@rule("n4-core.cc-attack.1")
def test_of_a_controller_and_its_servant_one_strikes_a_target() -> None:
    doctor, zondcat = "tomcats/combi-rifle-doctor-zondcat", "tomcats/zondcat"
    with Skirmish(
        {
            "blue-1": at(20, 20, doctor),
            "blue-2": at(20 - BASE, 20 + BASE, zondcat, controller="blue-1"),
            "red-1": at(20, 20 + BASE),
        }
    ) as game:
        mine, its = strike("red-1", dice=2), strike("red-1", weapon="para-cc-weapon", dice=2)
        both = Activate(trooper="blue-1", skill=mine, servant="blue-2", servant_skill=its)
        assert game.refuses("blue", both).startswith("n4-core.cc-attack")
        game.order("blue-1", mine).dice(20, 20)
        assert len(game.rolled("blue-1").faces) == 2


@rule("n4-core.cc-attack.2")
def test_in_aro_one_strikes_and_allies_that_stand_aside_do_not_help() -> None:
    around = {"blue-1": at(20, 20), "red-1": at(20, 20 + BASE), "red-2": at(20, 20 - BASE, facing=90)}
    with Skirmish(around) as game:
        game.says("blue", activates(Idle()))
        twice = {"red-1": strike("blue-1", dice=2), "red-2": strike("blue-1")}
        assert game.refuses("red", Aros(by=twice)) == "n4-core.cc-attack.2"
        assert game.refuses("red", Aros(by={"red-1": strike("blue-1", dice=3)})) == "n4-core.aro.10"
        game.says("red", Aros(by={"red-1": strike("blue-1", dice=2)}))
        game.says("blue", Second(skill=Idle())).dice(20, 20)
        assert len(game.rolled("red-1").faces) == 2
    for aside in (DODGE, Reset()):
        with Skirmish(around) as game:
            aros = {"red-1": strike("blue-1", dice=2), "red-2": aside}
            game.order("blue-1", Idle(), aros=aros).dice(20, 20)
            assert len(game.rolled("red-1").faces) == 1


@rule("n4-core.cc-attack.3")
def test_no_more_than_four_models_around_a_small_base_and_six_around_a_large_one() -> None:
    around = {f"blue-{n}": at(20 + dx, 20 + dy) for n, (dx, dy) in enumerate(_ring(BASE, 4), 2)}
    with Skirmish({"blue-1": at(23, 23), "red-1": at(20, 20), **around}) as game:
        way_in = walk(20 + 0.71 * BASE, 20 + 0.71 * BASE)
        assert game.refuses("blue", activates(way_in)) == "n4-core.cc-attack.3"
        game.order("blue-1", walk(21.8, 21.8))
    with Skirmish(
        {"blue-1": at(23, 23), "red-1": at(20, 20), **{k: v for k, v in around.items() if k != "blue-5"}}
    ) as game:
        game.order("blue-1", way_in)
        assert game.trooper("blue-1").y < 21000
    wide = (1.575 + BASE) / 2
    large = {f"blue-{n}": at(20 + dx, 20 + dy) for n, (dx, dy) in enumerate(_ring(wide, 7)[1:], 2)}
    taskmaster = at(20, 20, "taskmasters/red-fury")
    with Skirmish({"blue-1": at(23, 20), "red-1": taskmaster, **large}) as game:
        assert game.refuses("blue", activates(walk(20 + wide, 20))) == "n4-core.cc-attack.3"
    del large["blue-7"]
    with Skirmish({"blue-1": at(23, 20), "red-1": taskmaster, **large}) as game:
        game.order("blue-1", walk(20 + wide, 20))
        assert game.trooper("blue-1").x < 22000


def _ring(radius: float, count: int) -> list[tuple[float, float]]:
    from math import cos, pi, sin

    return [(radius * cos(2 * pi * n / count), radius * sin(2 * pi * n / count)) for n in range(count)]


@rule("n4-core.cc-attack.4")
def test_who_touches_a_friend_in_close_combat_cannot_heal() -> None:
    down = at(20 - 2 * BASE, 20, states=("unconscious",), points=0, prone=True)
    around = {"blue-1": at(20 - BASE, 20, PARAMEDIC), "blue-2": at(20, 20), "blue-3": down}
    with Skirmish({**around, "red-1": at(20, 20 + BASE)}) as game:
        assert game.refuses("blue", activates(MediKit(target="blue-3"))) == "n4-core.cc-attack.4"
        assert game.refuses("blue", activates(walk(15, 15))) == "n4-core.cc-attack.4"
        game.order("blue-1", DODGE).dice(20)
    with Skirmish({**around, "red-1": at(20, 23)}) as game:
        game.order("blue-1", MediKit(target="blue-3")).dice(1)
        assert not game.trooper("blue-3").states


@rule("c1.cc-attack.7", "n4-core.cc-attack.5")
def test_coup_de_grace_kills_without_any_roll() -> None:
    for sheet, state, because in (
        ("fusiliers/combi-rifle", "unconscious", "c1.cc-attack.7"),
        ("sargosh/multi-rifle", "shasvastii-embryo", "n4-core.cc-attack.5"),
    ):
        helpless = at(20, 20 + BASE, sheet, states=(state,), points=0, prone=True)
        with Skirmish({"blue-1": at(20, 20), "red-1": helpless}) as game:
            game.order("blue-1", strike("red-1"))
            assert game.trooper("red-1").place is Place.GONE
            assert game.events(Removed)[0].trooper == "red-1"
            assert game.events(StateGained)[-1].because[0].rule == because
            assert not game.saved("red-1")
    with melee() as game:
        game.order("blue-1", strike("red-1")).dice(5).dice(20)
        assert not game.trooper("red-1").states, "one that stands is fought with"
        game.settle()
    down = at(20, 24, states=("unconscious",), points=0, prone=True)
    with Skirmish({"blue-1": at(20, 20), "red-1": down}) as game:
        game.order("blue-1", shoot("red-1")).dice(1, 20, 20).dice(20).settle()
        assert game.trooper("red-1").place is Place.TABLE, "a shot takes its rolls"


# Engaged


@rule("c1.engaged.1", "c1.engaged.2", "c1.engaged.8")
def test_contact_with_an_enemy_that_can_fight_is_close_combat() -> None:
    with melee() as game:
        assert game.refuses("blue", activates(walk(20, 17))) == "c1.engaged.3"
        game.order("blue-1", strike("red-1")).dice(1, 1)
        assert game.trooper("red-1").has("unconscious")
        game.order("blue-1", walk(20, 17))
        assert game.trooper("blue-1").y == 17000, "its opponent is Null: it is free to go"
    for state in ("unconscious", "immobilized-a", "immobilized-b"):
        fields: dict[str, Any] = {"points": 0, "prone": True} if state == "unconscious" else {}
        with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 20 + BASE, states=(state,), **fields)}) as game:
            game.order("blue-1", walk(20, 17))
            assert game.trooper("blue-1").y == 17000
    with Skirmish({"blue-1": at(20, 20, LYNX, marker=1), "red-1": at(20, 20 + BASE)}) as game:
        game.order("blue-1", walk(20, 17))
        assert game.trooper("blue-1").y == 17000, "nobody fights what is still hidden"


@rule("c1.engaged.1")
def test_one_that_lies_unconscious_beside_an_enemy_is_in_no_close_combat() -> None:
    down = at(20, 20 + BASE, states=("unconscious",), points=0, prone=True)
    for beside, engaged in ((at(20, 20 + BASE), True), (down, False)):
        troopers = {"blue-1": at(20, 20), "red-1": beside, "blue-2": at(10, 20 + BASE, facing=0)}
        with Skirmish(troopers) as game:
            game.order("blue-2", shoot("red-1")).dice(20, 20, 20)
            assert ("c1.bs-attack.8" in game.reasons("blue-2")) is engaged
            if engaged:  # what misses may hit the friend
                game.dice(*[20] * game.waits_for_dice()[0])
            game.settle()


@rule("c1.engaged.8")
def test_close_combat_lasts_until_all_opponents_are_null_immobilized_or_gone() -> None:
    """Two opponents: with one of them out of it the combat goes on."""
    here = at(20, 20)
    states: list[tuple[dict[str, Any], bool]] = [
        ({}, True),
        ({"states": ("unconscious",), "points": 0, "prone": True}, False),
        ({"states": ("immobilized-a",)}, False),
        ({"states": ("immobilized-b",)}, False),
        ({"states": ("dead",), "points": -1, "place": Place.GONE}, False),
        ({"states": ("targeted",)}, True),
    ]
    for first, first_fights in states:
        for second, second_fights in states:
            troopers = {
                "blue-1": here,
                "red-1": at(20, 20 + BASE, **first),
                "red-2": at(20, 20 - BASE, **second),
                "red-3": at(40, 44),
            }
            with Skirmish(troopers) as game:
                leaves = activates(walk(17, 20))
                if first_fights or second_fights:
                    assert game.refuses("blue", leaves) == "c1.engaged.3"
                else:
                    game.says("blue", leaves).finish_order()
                    assert game.trooper("blue-1").x == 17000


@rule("c1.engaged.3")
def test_what_an_engaged_trooper_may_declare() -> None:
    for sheet, barred in (
        (HACKER, (walk(20, 19), Jump(to=(20000, 18000, 0)), shoot("red-1"), shoot("red-2"))),
        (HACKER, (Discover("red-marker-1"), Hack(program="spotlight", targets={"red-1": 1}))),
        (PARAMEDIC, (MediKit(target="blue-1"), MediKit(target="blue-1", shot=True))),
        ("tomcats/combi-rifle-doctor", (Doctor(target="blue-1"),)),
        ("tomcats/combi-rifle-engineer", (Engineer(target="blue-1"),)),
        ("tomcats/combi-rifle", (Template(weapon="light-flamethrower", directions=(270,)),)),
        ("lynx-unit/marksman-rifle", (HideAgain(), PlaceDeployable(weapon="shock-mines", at=BEHIND))),
    ):
        me = {"blue-1": at(20, 20, sheet), "red-2": at(20, 28, marker=1), "red-3": at(26, 20)}
        with Skirmish({**me, "red-1": at(20, 20 + BASE)}) as game:
            for skill in barred:
                assert game.refuses("blue", activates(skill)) == "c1.engaged.3", skill
    with melee() as game:
        for allowed in (strike("red-1"), DODGE, Reset()):
            game.order("blue-1", allowed).dice(20)
        game.order("blue-1", Idle())
    with melee(blue_2=at(40, 10), red_2=at(40, 20, facing=90)) as game:
        game.order("blue-2", walk(40, 11), shoot("red-2")).dice(20, 20, 20).settle()
        assert game.rolled("blue-2").target == "red-2", "who stands outside is bound by nothing"


@rule("c1.engaged.4")
def test_an_engaged_trooper_sees_nothing_outside_its_combat() -> None:
    with melee(blue_2=at(8, 12)) as game:
        game.says("blue", activates(Idle(), "blue-2"))
        assert not game.is_asked("red"), "red-1 is in close combat, and blue-2 is far away"
        game.says("blue", Second(skill=Idle()))
    with Skirmish({"blue-1": at(20, 19), "blue-2": at(8, 12), "red-1": at(20, 20 + BASE)}) as game:
        game.says("blue", activates(Idle(), "blue-2"))
        assert game.is_asked("red", "declare-aros"), "the same without contact"
        game.says("red", Aros())
        game.says("blue", Second(skill=Idle()))
    with melee(blue_2=at(15, 18)) as game:
        game.says("blue", activates(Idle(), "blue-2"))
        assert game.refuses("red", Aros(by={"red-1": aro_shot("blue-2")})) == "c1.bs-attack.2"
        game.says("red", Aros(by={"red-1": DODGE}))
        game.says("blue", Second(skill=Idle())).dice(20)


@rule("c1.engaged.5", "c1.engaged.6")
def test_a_shot_into_close_combat_is_hard_and_its_misses_hit_the_friend() -> None:
    with melee(blue_2=at(10, 20 + BASE, facing=0)) as game:
        game.order("blue-2", shoot("red-1")).dice(1, 20, 20)
        assert game.reasons("blue-2")["c1.bs-attack.8"] == -6
        assert game.waits_for_dice() == (2, "blue"), "two misses, and only one friend to hit"
        game.dice(20, 1).dice(20)
        assert [save.against for save in game.saved("blue-1")] == ["blue-2", "blue-2"]
        assert game.trooper("blue-1").has("unconscious")
        assert len(game.saved("red-1")[0].faces) == 1
        game.settle()


@rule("c1.engaged.6")
def test_of_several_friends_chance_says_which_one_is_hit() -> None:
    around = {"blue-1": at(20, 20), "blue-2": at(20, 20 + 2 * BASE), "red-1": at(20, 20 + BASE)}
    with Skirmish({**around, "blue-3": at(13, 20 + BASE, "hellcats/spitfire", facing=0)}) as game:
        fire = replace(shoot("red-1", weapon="spitfire"), targets={"red-1": 4})
        game.order("blue-3", fire)
        # BS 12 with -12 for two friends: no die is rolled, all four shots go astray.
        request = game.game.pending[0]
        assert isinstance(request, Roll)
        assert (request.why, request.dice) == ("stray-shots", (2, 2, 2, 2))
        game.dice(1, 2, 2, 2).dice(20, 20, 20, 20)
        assert [len(game.saved(name)) for name in ("blue-1", "blue-2")] == [1, 3]
        game.settle()


@rule("c1.engaged.7")
def test_a_template_on_one_hits_all_in_that_combat() -> None:
    tomcat = "tomcats/combi-rifle-engineer"
    with Skirmish(
        {"blue-1": at(20, 10, tomcat), "red-1": at(20, 17.3), "blue-2": at(20, 17.3 + BASE, facing=270)}
    ) as game:
        flame = Template(weapon="light-flamethrower", directions=(90,))
        game.order("blue-1", flame).dice(blue=[20], red=[20])
        assert len(game.saved("red-1")) == 1, "the template touches the enemy"
        assert len(game.saved("blue-2")) == 1, "and the fire spreads to the friend that fights with it"
        game.settle()
    with Skirmish(
        {"blue-1": at(20, 10, tomcat), "red-1": at(20, 17.3), "blue-2": at(20, 17.3 + 1.2, facing=270)}
    ) as game:
        game.order("blue-1", flame).dice(red=[20])
        assert not game.saved("blue-2"), "not in close combat, not in the template"
        game.settle()


@rule("c1.engaged.9", "c1.dodge.9")
def test_a_successful_dodge_leaves_close_combat() -> None:
    with melee() as game:
        game.order("blue-1", DODGE, aros={"red-1": strike("blue-1")}).dice(blue=[9], red=[5])
        game.says("blue", Dodged(routes={"blue-1": ((20000, 18500, 0, "walk"),)}))
        assert game.trooper("blue-1").y == 18500
        game.order("blue-1", walk(20, 16))
        assert game.trooper("blue-1").y == 16000, "it fights no more"
    with melee() as game:
        game.order("blue-1", DODGE, aros={"red-1": strike("blue-1")}).dice(blue=[5], red=[9]).dice(20)
        assert not game.is_asked("blue", "dodge-moves")
        assert game.refuses("blue", activates(walk(20, 16))) == "c1.engaged.3"


@rule("c1.engaged.10", "n4-core.cc-attack.8", "c1.engaged.1", "c1.engaged.9")
def test_one_that_dodged_and_stays_is_free_until_the_next_order_is_settled() -> None:
    with melee() as game:
        game.order("blue-1", DODGE).dice(9)
        game.says("blue", Dodged())
        assert game.trooper("blue-1").has("disengaged")
        game.order("blue-1", shoot("red-1")).dice(20, 20, 20)
        assert "c1.bs-attack.8" not in game.reasons("blue-1")
        game.settle()
        assert not game.trooper("blue-1").has("disengaged")
        lost = [event for event in game.events(StateLost) if event.state == "disengaged"]
        assert lost[0].because[0].rule == "n4-core.cc-attack.8"
        assert game.refuses("blue", activates(walk(20, 17))) == "c1.engaged.3", "settled anew: Engaged"
    with melee() as game:
        game.order("blue-1", DODGE).dice(9)
        game.says("blue", Dodged())
        game.order("blue-1", walk(20, 17))
        assert game.trooper("blue-1").y == 17000
    with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 30)}) as game:
        game.order("blue-1", DODGE, aros={"red-1": aro_shot("blue-1")}).dice(blue=[9], red=[20])
        game.says("blue", Dodged()).settle()
        assert not game.trooper("blue-1").states, "it was in no close combat"


def hemmed_in(south: bool = True) -> Skirmish:
    """Blue-1 with an enemy on three sides and a wall on the fourth; or with the south open."""
    around = {
        "red-1": at(20, 20 + BASE),
        "red-2": at(20 + BASE, 20),
        "red-3": at(20 - BASE, 20),
    }
    blocks = [box(f"block-{x}-{y}", x, y, 1.2, 1.2, 4) for x in (18.3, 20.5) for y in (18.3, 20.5)]
    wall = [box("wall", 19.5, 18.5, 1, 1, 4)] if south else []
    return Skirmish({"blue-1": at(20, 20), **around}, [*blocks, *wall])


def ways_out() -> list[Dodged]:
    """Dodge moves of blue-1 of a hundredth of an inch and more, all round."""
    turns = [math.radians(turn) for turn in range(0, 360, 15)]
    return [
        Dodged(
            routes={
                "blue-1": ((round(20000 + far * math.cos(a)), round(20000 + far * math.sin(a)), 0, "walk"),)
            }
        )
        for far in (10, 100, 500, 1000, 2000)
        for a in turns
    ]


@rule("n4-core.cc-attack.7", "c1.engaged.10")
def test_one_that_dodges_and_is_hemmed_in_stays_and_is_not_engaged() -> None:
    with hemmed_in() as game:
        game.order("blue-1", DODGE).dice(9)
        assert all(game.refuses("blue", way) for way in ways_out()), "there is no place to go"
        game.says("blue", Dodged())
        gained = [event for event in game.events(StateGained) if event.trooper == "blue-1"]
        assert [(event.state, [cite.rule for cite in event.because]) for event in gained] == [
            ("disengaged", ["c1.engaged.10", "n4-core.cc-attack.7"])
        ]
        assert (game.trooper("blue-1").x, game.trooper("blue-1").y) == (20000, 20000)
        game.order("blue-1", shoot("red-1")).dice(20, 20, 20)
        assert "c1.bs-attack.8" not in game.reasons("blue-1"), "it may shoot, and not into close combat"
        game.settle()
    with hemmed_in() as game:
        game.order("blue-1", DODGE).dice(20)
        assert not game.is_asked("blue", "dodge-moves")
        assert game.refuses("blue", activates(shoot("red-1"))) == "c1.engaged.3", (
            "a failed Dodge frees nobody"
        )


@rule("n4-core.cc-attack.7", "n4-core.cc-attack.3")
def test_one_that_dodges_moves_up_to_two_inches_out_of_contact() -> None:
    with hemmed_in(south=False) as game:
        game.order("blue-1", DODGE).dice(9)
        far = Dodged(routes={"blue-1": ((20000, 17999, 0, "walk"),)})
        assert game.refuses("blue", far) == "c1.dodge.6"
        game.says("blue", Dodged(routes={"blue-1": ((20000, 18000, 0, "walk"),)}))
        assert (game.trooper("blue-1").y, game.trooper("blue-1").has("disengaged")) == (18000, False)
        game.order("blue-1", shoot("red-1")).dice(20, 20, 20)
        game.settle()
        assert "c1.bs-attack.8" not in game.reasons("blue-1")


@rule("c1.engaged.1", "c1.engaged.2", "c1.engaged.5", "c1.engaged.6")
def test_an_immobilized_enemy_is_engaged_with_a_friend_that_is_not() -> None:
    held = at(20, 20 + BASE, states=("immobilized-a",))
    with Skirmish({"blue-1": at(20, 20), "red-1": held, "blue-2": at(10, 20 + BASE, facing=0)}) as game:
        game.order("blue-2", shoot("red-1")).dice(1, 20, 20)
        assert game.reasons("blue-2")["c1.bs-attack.8"] == -6
        game.dice(20, 1).dice(20)
        assert [save.against for save in game.saved("blue-1")] == ["blue-2", "blue-2"]
        game.settle()
    with Skirmish({"blue-1": at(20, 20), "red-1": held}) as game:
        game.order("blue-1", walk(20, 17))
        assert game.trooper("blue-1").y == 17000, "the friend is in no close combat itself"
    with Skirmish({"blue-1": {**at(20, 20), "states": ("immobilized-a",)}, "red-1": at(20, 20 + BASE),
                   "blue-2": at(10, 20 + BASE, facing=0)}) as game:  # fmt: skip
        game.order("blue-2", shoot("red-1")).dice(20, 20, 20)
        assert "c1.bs-attack.8" not in game.reasons("blue-2"), (
            "an enemy that touches only the helpless fights nobody"
        )
        game.settle()


@rule("n4-core.cc-attack.8")
def test_moving_into_contact_engages_only_when_the_order_takes_effect() -> None:
    with Skirmish({"blue-1": at(20, 18), "red-1": at(20, 21)}) as game:
        game.order("blue-1", walk(20, 21 - BASE), shoot("red-1")).dice(20, 20, 20)
        assert "c1.bs-attack.8" not in game.reasons("blue-1")
        game.settle()
        assert game.refuses("blue", activates(shoot("red-1"))) == "c1.engaged.3"


@rule("c1.doctor.1")
def test_a_doctor_must_touch_its_patient_where_it_declares() -> None:
    doctor = "tomcats/combi-rifle-doctor"
    down = at(20, 23, states=("unconscious",), points=0, prone=True)
    with Skirmish({"blue-1": at(20, 20, doctor), "blue-2": down}) as game:
        assert game.refuses("blue", activates(Doctor(target="blue-2"))) == "c1.doctor.1"
        game.order("blue-1", walk(20, 23 - BASE), Doctor(target="blue-2")).dice(13)
        assert not game.trooper("blue-2").states
