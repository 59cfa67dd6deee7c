"""BS Attacks: who may shoot at whom, from where, against what number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from firelane.infinity.asking import Activate, Aros, Second
from firelane.infinity.bursts import burst
from firelane.infinity.c1.edition import C1
from firelane.infinity.events import BecameIdle, MarkerRevealed, Rolled, Saved
from firelane.infinity.hooks import whole_burst
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, success_value
from firelane.infinity.world import Item
from firelane.testing.proofs import rule
from infinity.declared import ANYWHERE, CCAttack, Delay, Discover, Dodge, Hack, HideAgain, Idle
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, box, next_to, shoot, walk

ZHANSHI = "zhanshi/combi-rifle"
LYNX = "lynx-unit/marksman-rifle"
SIERRA = "sierra-dronbot/heavy-machine-gun"
AQUILA = "aquila-guard/ap-marksman-rifle-specialist-operative"
COVER = "n4-core.cover.3"
ME = at(24, 10)
FOE = at(24, 21)
BRAWL = {"blue-1": ME, "red-1": FOE, "blue-2": next_to(FOE, 90)}
"""Blue-2 fights red-1 while blue-1 looks on."""


def duel(shooter: str = "fusiliers/combi-rifle", target: str = ZHANSHI, **more: object) -> Skirmish:
    """Blue and red ten inches apart in the open."""
    return Skirmish({"blue-1": at(24, 10, shooter), "red-1": at(24, 21, target, **more)})


@rule("c1.bs-attack.1", "c1.bs-attack.4", "n4-core.roll.6")
def test_a_shot_is_half_an_order_and_an_aro_and_rolls_bs_with_the_figures_of_the_weapon() -> None:
    with duel() as game:
        game.order("blue-1", walk(24, 11), shoot("red-1"), aros={"red-1": aro_shot("blue-1")})
        assert game.waits_for_dice() == (3, "blue")
        game.dice(20, 20, 20, 20)
        game.settle()
        assert game.reasons("blue-1") == {"attribute.bs": 12, "n4-core.range.1": 3}
        assert game.reasons("red-1") == {"attribute.bs": 11, "n4-core.range.1": 3}
        for weapon in ("cc-weapon", "heavy-machine-gun", "none"):
            given = Activate(trooper="blue-1", skill=shoot("red-1", weapon=weapon))
            assert game.refuses("blue", given) == "c1.bs-attack.4", "for close combat, or not its own"
    with Skirmish({"blue-1": at(24, 10, "jing-qo/multi-rifle"), "red-1": at(24, 14)}) as game:
        laid = Activate(trooper="blue-1", skill=shoot("red-1", weapon="chain-colt", dice=1))
        assert game.refuses("blue", laid) == "c1.bs-attack.4", "its template is laid and not rolled for"


@rule("c1.bs-attack.1")
def test_a_shot_cannot_follow_a_shot() -> None:
    with duel() as game:
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1")))
        game.says("red", Aros())
        assert game.refuses("blue", Second(skill=shoot("red-1"))) == "n4-core.order-structure.3"
        game.says("blue", Second(skill=Idle()))
        game.dice(20, 20, 20).settle()


@rule("c1.bs-attack.2", "n4-core.burst.3")
def test_dice_at_a_target_out_of_sight_are_lost_and_the_others_are_rolled() -> None:
    wall = box("wall", 26, 15, 4, 1, 4)
    troopers = {"blue-1": at(24, 10), "red-1": at(24, 21), "red-2": at(31, 21)}
    with Skirmish(troopers, [wall]) as game:
        game.order("blue-1", shoot(red_1=1, red_2=2))
        assert game.waits_for_dice() == (1, "blue")
        game.dice(20).settle()
        assert [event.target for event in game.events(Rolled)] == ["red-1"]


@rule("c1.bs-attack.2")
def test_as_an_aro_a_shot_needs_lof_at_its_declaration() -> None:
    for facing, seen in ((90, False), (270, True)):
        with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 16, facing=facing)}) as game:
            game.says("blue", Activate(trooper="blue-1", skill=walk(24, 11)))
            answer = Aros(by={"red-1": aro_shot("blue-1")})
            if not seen:
                assert game.refuses("red", answer) == "c1.bs-attack.2"
                answer = Aros(by={"red-1": DODGE})  # which needs none
            game.says("red", answer)
            game.says("blue", Second(skill=Idle())).dice(20).settle()
            assert game.rolled("red-1").skill == ("bs-attack" if seen else "dodge")


@rule("c1.bs-attack.2")
def test_a_shot_at_somebody_behind_a_wall_becomes_idle() -> None:
    wall = box("wall", 20, 15, 8, 1, 4)
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21)}, [wall]) as game:
        game.order("blue-1", shoot("red-1"))
        assert [(event.trooper, event.skill) for event in game.events(BecameIdle)] == [
            ("blue-1", "bs-attack")
        ]
        assert game.events(Rolled) == []


@rule("c1.bs-attack.3")
def test_whoever_is_in_close_combat_cannot_shoot() -> None:
    with Skirmish({"blue-1": ME, "red-1": next_to(ME, 90), "red-2": at(24, 30)}) as game:
        assert game.refuses("blue", Activate(trooper="blue-1", skill=shoot("red-2"))) == "c1.engaged.3"
        assert game.refuses("blue", Activate(trooper="blue-1", skill=shoot("red-1"))) == "c1.engaged.3"


@rule("c1.bs-attack.5")
def test_with_a_move_the_shot_comes_from_any_point_of_the_route() -> None:
    # In the open only half-way: walls hide the start and the end of the route from red.
    walls = [box("left", 14, 11, 9.2, 1, 4), box("right", 24.8, 11, 9, 1, 4)]
    with Skirmish({"blue-1": at(22, 10), "red-1": at(24, 21)}, walls) as game:
        game.order("blue-1", walk(26, 10), replace(shoot("red-1"), at=ANYWHERE))
        game.dice(20, 20, 20).settle()
        assert game.events(BecameIdle) == []
        assert game.number("blue-1") == 15
    for point in (0, -1):
        with Skirmish({"blue-1": at(22, 10), "red-1": at(24, 21)}, walls) as game:
            game.order("blue-1", walk(26, 10), replace(shoot("red-1"), at=point))
            assert game.events(BecameIdle), "from the point that was named and from no other"


@rule("c1.bs-attack.6", "n4-core.burst.2")
def test_the_burst_is_divided_at_declaration() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": at(22, 21), "red-2": at(26, 21)}) as game:
        game.order("blue-1", shoot(red_1=1, red_2=2), aros={"red-1": DODGE})
        game.dice(9, 10, 20).dice(8)
        assert game.waits_for_dice() == (2, "red")  # a 9 against the Dodge's 8, and the 10
        game.dice(20, 20).settle()
        assert [len(event.faces) for event in game.events(Rolled) if event.actor == "blue-1"] == [1, 2]


@rule("c1.bs-attack.7", "n4-core.burst.2", "n4-core.burst.3")
def test_all_shots_come_from_one_point() -> None:
    # From the start only red-1 is seen, from the end only red-2.
    wall = box("wall", 22.6, 15, 2.8, 8, 4)
    with Skirmish({"blue-1": at(22, 14), "red-1": at(22, 24), "red-2": at(26, 24)}, [wall]) as game:
        game.order("blue-1", walk(26, 14), shoot(red_1=1, red_2=2), aros={"red-1": DODGE})
        dice, _ = game.waits_for_dice()
        assert dice in (1, 2)
        game.dice(*[20] * (dice + 1)).settle()
        assert len({event.target for event in game.events(Rolled) if event.actor == "blue-1"}) == 1


@rule("n4-core.burst.1")
def test_the_whole_burst_is_used_in_the_active_turn() -> None:
    with duel() as game:
        for dice in (1, 2, 4):
            given = Activate(trooper="blue-1", skill=shoot("red-1", dice=dice))
            assert game.refuses("blue", given) == "n4-core.burst.1"


@rule("n4-core.face-to-face.1", "n4-core.face-to-face.2", "n4-core.face-to-face.4", "c1.template-weapon.10")
def test_two_who_shoot_at_each_other_roll_face_to_face() -> None:
    with duel() as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": aro_shot("blue-1")})
        game.dice(4, 9, 20).dice(5)
        assert game.waits_for_dice() == (1, "red")
        assert game.rolled("blue-1").successes == 2
        assert game.rolled("blue-1").effective == 1
        assert game.rolled("red-1").effective == 0
        game.dice(20).settle()


@rule("n4-core.face-to-face.1", "n4-core.roll.6")
def test_who_shoots_at_somebody_that_shoots_elsewhere_makes_a_normal_roll() -> None:
    troopers = {"blue-1": at(24, 10), "red-1": at(22, 21), "red-2": at(26, 21)}
    with Skirmish(troopers) as game:
        aros = {"red-1": aro_shot("blue-1"), "red-2": aro_shot("blue-1")}
        game.order("blue-1", shoot("red-1"), aros=aros)
        game.dice(9, 20, 20).dice(3, 2)  # red-1's 3 loses to the 9, red-2's 2 meets nothing
        assert game.rolled("red-2").effective == 1
        assert game.rolled("red-1").effective == 0
        game.dice(20, 20).settle()


@rule("n4-core.face-to-face.8")
def test_a_divided_burst_meets_each_opponent_apart() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": at(22, 21), "red-2": at(26, 21)}) as game:
        aros = {"red-1": aro_shot("blue-1"), "red-2": aro_shot("blue-1")}
        game.order("blue-1", shoot(red_1=1, red_2=2), aros=aros)
        game.dice(9, 3, 4).dice(5, 10)  # 9 beats 5; 10 beats 3 and 4
        rows = {event.target: event.effective for event in game.events(Rolled) if event.actor == "blue-1"}
        assert rows == {"red-1": 1, "red-2": 0}
        assert [e.effective for e in game.events(Rolled) if e.actor != "blue-1"] == [0, 1]
        game.dice(20, 20).settle()


@rule("n4-core.roll.2")
def test_the_sum_of_all_mods_is_limited_to_12() -> None:
    # Mimetism -6, cover -3, range -6: -15 counts as -12.
    low = box("wall", 23, 43.605, 2, 0.2, 0.6)
    with Skirmish({"blue-1": at(24, 2), "red-1": at(24, 44.3, LYNX)}, [low]) as game:
        game.order("blue-1", shoot("red-1"))
        assert game.number("blue-1") == 0
        assert game.rolled("blue-1").faces == ()  # 12 - 12: not a die is rolled
    with Skirmish({"blue-1": at(24, 2, LYNX), "red-1": at(24, 44.3, LYNX)}, [low]) as game:
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"))
        game.dice(1, 20, 20)
        assert game.reasons("blue-1") == {
            "attribute.bs": 13,
            "n4-core.range.1": -6,
            "n4-core.cover.3": -3,
            "c1.mimetism.1": -6,
            "n4-core.roll.2": 3,
        }
        assert game.rolled("blue-1").criticals == 1
        game.dice(20, 20).settle()


@rule("n4-core.roll.2")
@pytest.mark.parametrize(
    ("mods", "total"), [(11, 11), (12, 12), (13, 12), (40, 12), (-12, -12), (-13, -12), (-40, -12)]
)
def test_the_sum_of_all_mods_is_limited_to_12_either_way(mods: int, total: int) -> None:
    with duel() as game:
        case = Situation(game.trooper("blue-1"), "dodge", by_hand=mods)
        assert success_value(C1, case).total == 10 + total


@rule("n4-core.roll.3")
def test_below_1_no_die_is_rolled() -> None:
    with Skirmish({"blue-1": at(24, 2), "red-1": at(24, 44.3, LYNX)}) as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": DODGE})  # 12 - 6 - 6
        assert game.waits_for_dice() == (1, "red")
        game.dice(5).settle()
        assert [event.actor for event in game.events(Rolled) if event.faces] == ["red-1"]


@rule("c1.bs-attack.8", "c1.engaged.5", "n4-core.bs-attack.5")
def test_a_shot_into_close_combat_takes_minus_6_for_each_friend_in_it_and_other_mods() -> None:
    with Skirmish(BRAWL) as game:
        game.order("blue-1", shoot("red-1"))
        assert game.waits_for_dice() == (3, "blue")
        game.dice(1, 2, 3).dice(20, 20, 20).settle()
        assert game.reasons("blue-1")["c1.bs-attack.8"] == -6
        assert game.number("blue-1") == 9
    with Skirmish({**BRAWL, "blue-3": next_to(FOE, 0)}) as game:
        game.order("blue-1", shoot("red-1"))
        game.dice(1, 2, 3).dice(20, 20, 20, 20).settle()
        assert game.reasons("blue-1")["c1.bs-attack.8"] == -12
        assert game.number("blue-1") == 3


@rule("c1.engaged.6")
def test_a_miss_hits_the_friend_in_the_combat() -> None:
    with Skirmish(BRAWL) as game:
        game.order("blue-1", shoot("red-1"))
        game.dice(4, 10, 20)  # one hit, two misses
        assert game.waits_for_dice() == (2, "blue")
        game.dice(20, 1).dice(20).settle()
        assert game.lost("blue-2") == 1
        assert game.lost("red-1") == 0


@rule("c1.engaged.6")
def test_chance_chooses_among_several_friends_for_each_miss() -> None:
    with Skirmish({**BRAWL, "blue-3": next_to(FOE, 0)}) as game:
        game.order("blue-1", shoot("red-1"))
        game.dice(20, 20, 20).dice(2, 1, 2)
        assert game.waits_for_dice() == (3, "blue")
        game.dice(20, 20, 20).settle()
        assert [event.trooper for event in game.events(Saved)] == ["blue-3", "blue-2", "blue-3"]


@rule("c1.engaged.6")
def test_a_shot_that_the_enemy_beats_is_no_miss() -> None:
    with Skirmish({**BRAWL, "blue-1": at(24, 14.5)}) as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": DODGE})
        game.dice(3, 4, 5).dice(6).settle()
        assert game.reasons("red-1") == {"attribute.ph": 10, "c1.dodge.13": -3}
        assert game.saved("blue-2") == game.saved("red-1") == []


@rule("c1.pistol.1", "c1.pistol.2")
def test_a_pistol_shoots_with_bs_and_strikes_with_cc() -> None:
    with duel() as game:
        game.order("blue-1", shoot("red-1", weapon="pistol/burst-mode", dice=2))
        game.dice(20, 20).settle()
        assert game.reasons("blue-1")["attribute.bs"] == 12
        given = Activate(trooper="blue-1", skill=shoot("red-1", weapon="pistol/cc-mode", dice=1))
        assert game.refuses("blue", given) == "c1.bs-attack.4"
    with Skirmish({"blue-1": ME, "red-1": next_to(ME, 90)}) as game:
        game.order("blue-1", CCAttack(weapon="pistol/cc-mode", targets={"red-1": 1}))
        game.dice(5).dice(10).settle()
        assert game.reasons("blue-1") == {"attribute.cc": 13}
        assert game.saved("red-1")[0].number.total == 11 - 1


# Reactions


@rule("c1.total-reaction.1")
def test_a_shot_as_aro_has_one_die() -> None:
    with duel(target="zhanshi/heavy-machine-gun") as game:
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1")))
        full = Aros(by={"red-1": shoot("blue-1", weapon="heavy-machine-gun", dice=4)})
        assert game.refuses("red", full) == "n4-core.burst.1"
        game.says("red", Aros(by={"red-1": aro_shot("blue-1", "heavy-machine-gun")}))
        game.says("blue", Second(skill=Idle())).dice(20, 20, 20, 20).settle()


@rule("n4-core.aro.11", "n4-core.order-sequence.12")
@pytest.mark.parametrize(("since", "until"), [(10, 14), (14, 10)], ids=["coming", "going"])
def test_somebody_that_moves_is_shot_where_it_is_nearest(since: int, until: int) -> None:
    """At 14 inches up the table it is within 16 inches of the rifle, at 10 it is not."""
    with Skirmish({"blue-1": at(24, since), "red-1": at(24, 30, facing=270)}) as game:
        game.order("blue-1", walk(24, until), Idle(), aros={"red-1": aro_shot("blue-1")})
        game.dice(red=[20]).settle()
        assert game.reasons("red-1")["n4-core.range.1"] == 3


@rule("c1.total-reaction.2")
def test_total_reaction_changes_nothing_but_shots_in_aro() -> None:
    with duel(target=SIERRA) as game:
        me, foe = game.trooper("red-1"), game.trooper("blue-1")
        mode, carried = sheet(me.sheet).modes["heavy-machine-gun"]
        shot = Situation(me, "bs-attack", target=foe, weapon=mode, carried_weapon=carried, active=False)
        number = burst(C1, replace(shot, active=True)).replaced(1, 10)
        assert whole_burst(shot, number, None).total == mode.burst
        for other in (
            replace(shot, active=True),
            replace(shot, skill="cc-attack"),
            replace(shot, weapon=None),
        ):
            assert whole_burst(other, number, None) is number


@rule("c1.total-reaction.2", "n4-core.burst.5")
def test_total_reaction_may_use_the_whole_burst_or_leave_it() -> None:
    for dice in (4, 1):
        with duel(target=SIERRA) as game:
            shot = shoot("blue-1", weapon="heavy-machine-gun", dice=dice)
            game.order("blue-1", walk(24, 11), aros={"red-1": shot})
            assert game.waits_for_dice() == (dice, "red")
            game.dice(*[20] * dice).settle()
            assert len(game.rolled("red-1").faces) == dice
    with duel(target=SIERRA) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 11)))
        some = Aros(by={"red-1": shoot("blue-1", weapon="heavy-machine-gun", dice=3)})
        assert game.refuses("red", some) == "n4-core.burst.1"
        game.says("red", Aros())
        game.says("blue", Second(skill=Idle()))


@rule("c1.total-reaction.3")
def test_the_burst_of_total_reaction_stays_on_one_target() -> None:
    doctor = "tomcats/combi-rifle-doctor-zondcat"
    troopers = {
        "blue-1": at(22, 10, doctor),
        "blue-2": at(26, 10, "tomcats/zondcat", controller="blue-1"),
        "red-1": at(24, 21, SIERRA),
    }
    with Skirmish(troopers) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle(), servant="blue-2", servant_skill=Idle()))
        both = Aros(by={"red-1": shoot(weapon="heavy-machine-gun", blue_1=2, blue_2=2)})
        assert game.refuses("red", both) == "c1.total-reaction.3"
        game.says("red", Aros())
        game.says("blue", Second(skill=Idle()))


# What makes the number smaller, and greater again


@rule("c1.mimetism.1", "n4-core.roll.8")
def test_mimetism_burdens_shots_in_normal_rolls_too() -> None:
    with duel(target=LYNX) as game:
        game.order("blue-1", shoot("red-1"))
        game.dice(20, 20, 20).settle()
        assert game.reasons("blue-1") == {"attribute.bs": 12, "n4-core.range.1": 3, "c1.mimetism.1": -6}


@rule("c1.mimetism.2")
def test_mimetism_burdens_discover() -> None:
    with duel(target=LYNX, marker=1) as game:
        game.order("blue-1", Discover("red-marker-1"))
        game.dice(20).settle()
        assert game.reasons("blue-1")["c1.mimetism.2"] == -6
        assert "c1.mimetism.1" not in game.reasons("blue-1")
    lying = Item(id="red-item-1", seat="red", weapon="shock-mines", owner="red-1", x=24000, y=21000, marker=1)
    with Skirmish({"blue-1": ME, "red-1": at(40, 44, LYNX)}, items=[lying]) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20).settle()
        assert "c1.mimetism.2" not in game.reasons("blue-1"), "a mine has its own"
    with Skirmish({"blue-1": ME, "red-1": at(24, 21, "malignos/combi-rifle-hacker", marker=0)}) as game:
        game.order("blue-1", Dodge(), aros={"red-1": aro_shot("blue-1")}).dice(20, 20).settle()
        for name in ("blue-1", "red-1"):
            assert not any("mimetism" in why for why in game.reasons(name)), "neither looks for the other"


@rule("c1.mimetism.1", "c1.mimetism.2")
def test_mimetism_does_not_hinder_hackers() -> None:
    hacker = "fusiliers/combi-rifle-hacker"
    with Skirmish({"blue-1": at(24, 10, hacker), "red-1": at(24, 15, LYNX)}) as game:
        game.order("blue-1", Hack(program="spotlight", targets={"red-1": 1})).dice(20).settle()
        assert game.reasons("blue-1") == {"attribute.wip": 12}


@rule("c1.mimetism.1")
def test_mimetism_does_nothing_in_close_combat_and_to_the_owner() -> None:
    with Skirmish({"blue-1": ME, "red-1": next_to(ME, 90, LYNX)}) as game:
        aro = CCAttack(weapon="cc-weapon", targets={"blue-1": 1})
        game.order("blue-1", CCAttack(weapon="cc-weapon", targets={"red-1": 1}), aros={"red-1": aro})
        game.dice(20).dice(20).settle()
        assert game.reasons("blue-1") == {"attribute.cc": 13}
        assert game.reasons("red-1") == {"attribute.cc": 15}


@rule("c1.multispectral-visor.l1.1")
def test_a_visor_of_level_1_takes_3_off_mimetism() -> None:
    grenzer = "grenzers/combi-rifle-specialist-operative"
    for target, left in ((LYNX, -3), ("hassassin-lasiqs/rifle-specialist-operative", 0), (ZHANSHI, 0)):
        with duel(grenzer, target) as game:
            game.order("blue-1", shoot("red-1"))
            game.dice(20, 20, 20).settle()
            reasons = game.reasons("blue-1")
            assert reasons.get("c1.mimetism.1", 0) + reasons.get("c1.multispectral-visor.l1.1", 0) == left


@rule("c1.multispectral-visor.l2.1")
def test_a_visor_of_level_2_ignores_mimetism() -> None:
    with duel("special-operative-ko-dali/combi-rifle-parachutist-combat-jump", LYNX) as game:
        game.order("blue-1", shoot("red-1"))
        game.dice(20, 20, 20).settle()
        reasons = game.reasons("blue-1")
        assert (reasons["c1.mimetism.1"], reasons["c1.multispectral-visor.l2.1"]) == (-6, 6)


@rule("c1.multispectral-visor.l3.1")
def test_a_visor_of_level_3_ignores_mimetism() -> None:
    with duel(AQUILA, LYNX) as game:
        game.order("blue-1", shoot("red-1", weapon="ap-marksman-rifle"))
        game.dice(20, 20, 20).settle()
        reasons = game.reasons("blue-1")
        assert (reasons["c1.mimetism.1"], reasons["c1.multispectral-visor.l3.1"]) == (-6, 6)


@rule("c1.multispectral-visor.l3.2", "c1.discover.6")
def test_a_visor_of_level_3_discovers_without_a_roll() -> None:
    with duel(AQUILA, LYNX, marker=1) as game:
        game.order("blue-1", Discover("red-marker-1"))
        assert [event.trooper for event in game.events(MarkerRevealed)] == ["red-1"]
        assert game.events(Rolled) == []
        game.settle()
    with duel("gangbusters/combi-rifle", LYNX, marker=1) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20).settle()
        assert game.rolled("blue-1").skill == "discover", "one of level 1 does not"
        assert game.trooper("red-1").marker


SHESKIIN = "cadmus-naish-agent-sheskiin/multi-rifle"


@rule("c1.nanoscreen.1")
def test_a_nanoscreen_is_cover_from_every_side() -> None:
    for x, y in ((24, 10), (24, 32), (13, 21)):
        with Skirmish({"blue-1": at(x, y, facing=0 if x < 20 else 90 if y < 20 else 270),
                       "red-1": at(24, 21, SHESKIIN)}) as game:  # fmt: skip
            game.order("blue-1", shoot("red-1"))
            game.dice(1, 20, 20)
            assert game.reasons("blue-1")[COVER] == -3
            game.dice(20).settle()
            arm = game.saved("red-1")[0].number.modifiers[0].value
            assert game.saved("red-1")[0].number.total == 13 - 3 + arm


@rule("c1.nanoscreen.3")
def test_a_nanoscreen_is_nothing_in_close_combat() -> None:
    with Skirmish({"blue-1": ME, "red-1": next_to(ME, 90, SHESKIIN)}) as game:
        game.order("blue-1", CCAttack(weapon="cc-weapon", targets={"red-1": 1}))
        game.dice(1).dice(20).settle()
        assert game.reasons("blue-1") == {"attribute.cc": 13}
        assert game.saved("red-1")[0].number.base.value == 10


# Surprise


def ambush(target: str = ZHANSHI) -> Skirmish:
    """A hidden Lynx ten inches from red."""
    return Skirmish({"blue-1": at(24, 10, LYNX, marker=1), "red-1": at(24, 21, target)})


@rule("c1.surprise-attack.2", "c1.surprise-attack.3", "c1.surprise-attack.1")
def test_whoever_answers_a_shot_from_hiding_takes_the_mod() -> None:
    with ambush() as game:
        game.order("blue-1", walk(24, 11), shoot("red-1", weapon="marksman-rifle"), aros={"red-1": DODGE})
        game.dice(20, 20, 20, 20).settle()
        assert game.reasons("red-1") == {"attribute.ph": 10, "c1.surprise-attack.2": -3}


@rule("c1.surprise-attack.4", "c1.surprise-attack.3")
def test_the_attack_ends_the_hiding_and_the_next_one_is_no_surprise() -> None:
    with ambush() as game:
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"), aros={"red-1": aro_shot("blue-1")})
        game.dice(20, 20, 20, 20).settle()
        assert game.trooper("blue-1").marker == 0
        assert game.reasons("red-1")["c1.surprise-attack.2"] == -3
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"), aros={"red-1": aro_shot("blue-1")})
        game.dice(20, 20, 20, 20).settle()
        assert "c1.surprise-attack.2" not in game.reasons("red-1")


@rule("c1.surprise-attack.4")
def test_whoever_hides_again_surprises_again() -> None:
    """A wall to hide behind, and the same shot from the same place once more."""
    wall = box("wall", 24.6, 14, 8, 1, 4)
    with Skirmish({"blue-1": at(24, 10, LYNX, marker=1), "red-1": at(24, 21)}, [wall]) as game:
        shot = shoot("red-1", weapon="marksman-rifle")
        game.order("blue-1", shot, walk(27, 10), aros={"red-1": DODGE}).dice(20, 20, 20, 20).settle()
        assert game.reasons("red-1")["c1.surprise-attack.2"] == -3
        assert game.trooper("blue-1").marker == 0
        game.order("blue-1", walk(28, 10), Idle())
        game.says("blue", Activate(trooper="blue-1", skill=HideAgain()))
        assert game.trooper("blue-1").marker == 2
        game.order("blue-1", walk(24, 10), shot, aros={"red-1": DODGE}).dice(20, 20, 20, 20).settle()
        assert game.reasons("red-1")["c1.surprise-attack.2"] == -3


@rule("c1.surprise-attack.2", "c1.surprise-attack.3")
def test_who_shows_itself_with_the_first_half_surprises_nobody_with_the_second() -> None:
    troopers = {
        "blue-1": at(24, 10, LYNX, marker=1),
        "red-1": at(24, 21),
        "red-2": at(30, 40, LYNX, marker=1),
    }
    with Skirmish(troopers) as game:
        shot = shoot("red-1", weapon="marksman-rifle")
        game.order("blue-1", Discover("red-marker-1"), shot, aros={"red-1": DODGE})
        game.dice(20, 20, 20, 20, 20).settle()
        assert game.reasons("red-1") == {"attribute.ph": 10}


@rule("c1.surprise-attack.1")
def test_no_surprise_in_the_reactive_turn() -> None:
    with duel(target=LYNX, marker=1) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 11)))
        game.says("red", Aros(by={"red-1": aro_shot("blue-1", "marksman-rifle")}))
        game.says("blue", Second(skill=Dodge()))
        game.dice(20, 20).settle()
        assert game.reasons("blue-1") == {"attribute.ph": 10}


@rule("c1.surprise-attack.1")
def test_a_shot_back_at_whoever_comes_out_of_hiding_is_no_surprise() -> None:
    with Skirmish({"blue-1": at(24, 10, LYNX, marker=1), "red-1": at(24, 21, LYNX)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 11)))
        game.says("red", Aros(by={"red-1": Delay()}))
        game.says("blue", Second(skill=Dodge()))
        game.says("red", Aros(by={"red-1": aro_shot("blue-1", "marksman-rifle")}))
        game.dice(20, 20).settle()
        assert game.reasons("blue-1") == {"attribute.ph": 10}


@rule("c1.surprise-attack.3")
def test_a_charge_from_hiding_is_a_surprise_too() -> None:
    with Skirmish({"blue-1": at(24, 18, LYNX, marker=1), "red-1": at(24, 21)}) as game:
        strike = CCAttack(weapon="cc-weapon", targets={"red-1": 1})
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 20.5)))
        game.says("red", Aros(by={"red-1": DODGE}))
        game.says("blue", Second(skill=strike))
        game.dice(20, 20).settle()
        assert game.reasons("red-1")["c1.surprise-attack.2"] == -3


@rule("c1.multispectral-visor.l3.3")
def test_a_visor_of_level_3_with_lof_is_not_surprised_by_a_shot() -> None:
    with ambush(AQUILA) as game:
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"), aros={"red-1": DODGE})
        game.dice(20, 20, 20, 20).settle()
        reasons = game.reasons("red-1")
        assert reasons["c1.surprise-attack.2"] + reasons["c1.multispectral-visor.l3.3"] == 0
    # The same from behind, in its Zone of Control: the surprise stands.
    behind = {"blue-1": at(24, 16, LYNX, marker=1),
              "red-1": at(24, 21, AQUILA, facing=90)}  # fmt: skip
    with Skirmish(behind) as game:
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"), aros={"red-1": DODGE})
        game.dice(20, 20, 20, 20).settle()
        assert "c1.multispectral-visor.l3.3" not in game.reasons("red-1")
        assert game.reasons("red-1")["c1.surprise-attack.2"] == -3


@rule("c1.multispectral-visor.l3.4")
def test_a_visor_of_level_3_is_not_surprised_in_close_combat_from_behind() -> None:
    with Skirmish({"blue-1": at(24, 18, LYNX, marker=1), "red-1": at(24, 21.2, AQUILA, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 20.6)))
        game.says("red", Aros(by={"red-1": DODGE}))
        game.says("blue", Second(skill=CCAttack(weapon="cc-weapon", targets={"red-1": 1})))
        game.dice(20, 20).settle()
        reasons = game.reasons("red-1")
        assert reasons["c1.surprise-attack.2"] + reasons["c1.multispectral-visor.l3.4"] == 0
