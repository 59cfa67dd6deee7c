"""Dodge and Reset: one roll against everything, and what follows from it."""

from __future__ import annotations

import pytest

from firelane.infinity.asking import Activate, Aros, Dodged, Second
from firelane.infinity.c1.edition import C1
from firelane.infinity.events import AroDeclared, ItemRevealed, Moved, Rolled
from firelane.infinity.names import IMMOBILIZED_A, IMMOBILIZED_B, TARGETED
from firelane.infinity.skilltable import SkillFigures, SkillKind
from firelane.infinity.space import enemies_engaged_with, points_along
from firelane.infinity.world import Item
from firelane.testing.proofs import rule
from infinity.declared import BSAttack, CCAttack, Dodge, Hack, Idle, Reset
from infinity.skirmish import DODGE, FUSILIER, Skirmish, aro_shot, at, box, next_to, shoot, walk

HACKER = "zhanshi/combi-rifle-hacker"
LYNX = "lynx-unit/marksman-rifle"
AQUILA = "aquila-guard/heavy-machine-gun"
JING_QO = "jing-qo/multi-rifle"
ME = at(24, 10)


def step(x: float, y: float) -> tuple[tuple[int, int, int, str], ...]:
    return ((round(x * 1000), round(y * 1000), 0, "walk"),)


@rule("c1.dodge.1", "c1.dodge.2")
def test_dodge_is_a_short_skill_with_the_movement_label_and_an_aro() -> None:
    figures = C1.data("dodge", SkillFigures)
    assert (figures.kind, figures.movement, figures.aro) == (SkillKind.SHORT, True, True)
    with Skirmish({"blue-1": ME, "red-1": at(24, 21)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Dodge()))
        game.says("red", Aros(by={"red-1": DODGE}))
        assert game.refuses("blue", Second(skill=Reset())) == "n4-core.order-structure.3"
        game.says("blue", Second(skill=walk(24, 11)))
        game.dice(20, 20).settle()


@rule("c1.dodge.1")
def test_an_active_dodger_looks_all_round() -> None:
    # Red behind blue's back shoots; without the Movement label the Dodge would take -3.
    with Skirmish({"blue-1": at(24, 15, facing=270), "red-1": at(24, 21)}) as game:
        game.order("blue-1", Dodge(), aros={"red-1": aro_shot("blue-1")})
        game.dice(20, 20).settle()
        assert game.reasons("blue-1") == {"attribute.ph": 10}


@rule("c1.dodge.3", "n4-core.face-to-face.9")
def test_dodge_is_one_ph_roll_face_to_face_or_normal() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 21)}) as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": DODGE})
        game.dice(8, 9, 20)
        assert game.waits_for_dice() == (1, "red")
        game.dice(10)  # PH 10: a critical beats both
        assert game.rolled("blue-1").effective == 0
        assert game.reasons("red-1") == {"attribute.ph": 10}
        game.settle()
    with Skirmish({"blue-1": ME, "red-1": at(24, 21)}) as game:
        game.order("blue-1", walk(24, 11), aros={"red-1": DODGE})
        assert game.waits_for_dice() == (1, "red")
        game.dice(3)
        assert game.rolled("red-1").effective == 1
        game.settle()


@rule("c1.dodge.4", "n4-core.face-to-face.9")
def test_one_roll_is_compared_with_each_attack() -> None:
    troopers = {"blue-1": ME, "red-1": at(22, 21), "red-2": at(24, 21), "red-3": at(26, 21)}
    with Skirmish(troopers) as game:
        aros = {name: aro_shot("blue-1") for name in ("red-1", "red-2", "red-3")}
        game.order("blue-1", Dodge(), aros=aros)
        assert game.waits_for_dice() == (1, "blue")
        game.dice(8).dice(7, 9, 3)  # beats the first and the third, not the second
        hit = {event.actor: event.effective for event in game.events(Rolled)}
        assert hit == {"blue-1": 0, "red-1": 0, "red-2": 1, "red-3": 0}
        assert game.waits_for_dice() == (1, "blue")
        game.dice(20).settle()


@rule("n4-core.face-to-face.9")
def test_a_dodge_protects_its_user_alone() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(22, 21), "red-2": at(26, 21)}) as game:
        game.order("blue-1", shoot(red_1=1, red_2=2), aros={"red-1": DODGE})
        game.dice(3, 4, 20).dice(9)
        assert game.waits_for_dice() == (1, "red")
        game.dice(20).settle()
        assert len(game.saved("red-2")) == 1
        assert game.saved("red-1") == []


@rule("c1.dodge.5")
def test_dodge_does_not_stop_hacking() -> None:
    with Skirmish({"blue-1": at(24, 10, HACKER), "red-1": at(24, 15, AQUILA)}) as game:
        game.order("blue-1", Hack(program="carbonite", targets={"red-1": 2}), aros={"red-1": DODGE})
        game.dice(3, 20).dice(14)  # a Dodge as good as it gets
        assert game.rolled("blue-1").effective == 1
        assert game.waits_for_dice() == (2, "red")
        game.dice(20, 20).settle()


@rule("c1.dodge.6")
def test_a_dodger_may_move_2_inches_and_turn() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 21)}) as game:
        game.order("blue-1", walk(24, 11), aros={"red-1": DODGE})
        game.dice(3)
        assert game.refuses("red", Dodged(routes={"red-1": step(26.001, 21)})) == "c1.dodge.6"
        assert game.refuses("red", Dodged(facings={"red-1": 45, "blue-1": 45})) == "c1.dodge.6"
        game.says("red", Dodged())
    with Skirmish({"blue-1": ME, "red-1": at(24, 21)}) as game:
        game.order("blue-1", walk(24, 11), aros={"red-1": DODGE})
        game.dice(3)
        game.says("red", Dodged(routes={"red-1": step(26, 21)}, facings={"red-1": 45}))
        assert (game.trooper("red-1").x, game.trooper("red-1").facing) == (26000, 45)
    with Skirmish({"blue-1": ME, "red-1": at(24, 21)}) as game:
        game.order("blue-1", walk(24, 11), aros={"red-1": DODGE})
        game.dice(11)  # failed: nobody is asked to move
        assert not game.is_asked("red")


@rule("c1.dodge.6")
@pytest.mark.parametrize(
    ("sheet", "prone", "reach"),
    [
        (FUSILIER, False, 2000),
        (FUSILIER, True, 1000),
        ("cadmus-naish-agent-sheskiin/multi-rifle", False, 4000),
        ("blue-wolf-mongol-cavalry/ap-spitfire", False, 3000),
    ],
)
def test_inches_in_brackets_are_added_and_the_prone_go_half_as_far(
    sheet: str, prone: bool, reach: int
) -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 21, sheet, prone=prone)}) as game:
        game.order("blue-1", walk(24, 11), aros={"red-1": Dodge(prone=prone)})
        game.dice(1)
        assert game.asked("red").reach == {"red-1": reach}
        game.says("red", Dodged())


@rule("c1.dodge.6")
def test_each_that_dodged_may_move_but_for_the_helpless() -> None:
    held = at(28, 21, states=(IMMOBILIZED_A,))
    with Skirmish({"blue-1": ME, "red-1": at(22, 21), "red-2": at(25, 21), "red-3": held}) as game:
        game.order("blue-1", walk(24, 11), aros={"red-1": DODGE, "red-2": DODGE})
        game.dice(1, 1)
        assert game.asked("red").reach == {"red-1": 2000, "red-2": 2000}
        game.says("red", Dodged(facings={"red-2": 45}))
        assert game.trooper("red-2").facing == 45


@rule("c1.dodge.7")
def test_the_move_may_lead_into_close_combat() -> None:
    with Skirmish({"blue-1": at(24, 18.5), "red-1": at(24, 21)}) as game:
        game.order("blue-1", Idle(), aros={"red-1": DODGE})
        game.dice(3)
        game.says("red", Dodged(routes={"red-1": step(24, 19.2)}))
        assert [foe.id for foe in enemies_engaged_with(game.world, game.trooper("blue-1"))] == ["red-1"]


@rule("c1.dodge.8")
def test_the_move_wakes_neither_aros_nor_mines() -> None:
    # Red-1 dodges past blue's hidden mine, in front of blue-2.
    mine = Item(
        id="blue-item-1", seat="blue", weapon="shock-mines", owner="blue-2", x=30000, y=21000, marker=1
    )
    troopers = {"blue-1": ME, "blue-2": at(30, 10, LYNX), "red-1": at(22.5, 21)}
    with Skirmish(troopers, items=[mine]) as game:
        game.order("blue-1", walk(24, 11), aros={"red-1": DODGE})
        game.dice(3)
        game.says("red", Dodged(routes={"red-1": step(24.4, 21)}))
        assert [event.trooper for event in game.events(Moved)] == ["blue-1", "red-1"]
        assert game.events(ItemRevealed) == []
        assert {event.trooper for event in game.events(AroDeclared)} == {"red-1"}
        assert not game.is_asked("red", "declare-aros")


@rule("c1.dodge.9")
def test_a_dodge_out_of_close_combat_ends_it() -> None:
    with Skirmish({"blue-1": ME, "red-1": next_to(ME, 90)}) as game:
        strike = CCAttack(weapon="cc-weapon", targets={"red-1": 1})
        game.order("blue-1", strike, aros={"red-1": DODGE})
        game.dice(3).dice(8)
        game.says("red", Dodged(routes={"red-1": step(24, 12.9)}))
        assert enemies_engaged_with(game.world, game.trooper("red-1")) == []
        assert enemies_engaged_with(game.world, game.trooper("blue-1")) == []


@rule("c1.dodge.10", "c1.dodge.11")
def test_dodge_frees_the_immobilized_at_minus_6() -> None:
    for face, states in ((4, ()), (5, (IMMOBILIZED_A,))):
        with Skirmish({"blue-1": at(24, 10, states=(IMMOBILIZED_A,)), "red-1": at(24, 44)}) as game:
            game.order("blue-1", Dodge())
            game.dice(face).settle()
            assert game.reasons("blue-1") == {"attribute.ph": 10, "c1.dodge.11": -6}
            assert game.trooper("blue-1").states == states


@rule("c1.dodge.12")
def test_what_comes_from_outside_both_lof_and_zone_cannot_be_dodged() -> None:
    # Blue-1 walks from before red-1 to behind it, nine inches off, and shoots from the end.
    begun = at(15, 20.4)
    with Skirmish({"blue-1": begun, "red-1": at(24.5, 21)}) as game:
        route = walk(15, 22.5, facing=0)
        last = len(points_along(((15000, 20400, 0), (15000, 22500, 0)))) - 1
        shot = BSAttack(weapon="combi-rifle", targets={"red-1": 3}, at=last)
        game.order("blue-1", route, shot, aros={"red-1": DODGE})
        game.dice(3, 20, 20).dice(6)  # a Dodge that would have been good enough even at -3
        assert game.rolled("blue-1").effective == 1
        assert game.waits_for_dice() == (1, "red")
        game.dice(20).settle()
        assert len(game.saved("red-1")) == 1
    # Within either of the two it can: far off and in sight, near and behind.
    for enemy in (at(24, 30), at(24, 16, facing=90)):
        with Skirmish({"blue-1": at(24, 10), "red-1": enemy}) as game:
            game.order("blue-1", shoot("red-1"), aros={"red-1": DODGE})
            game.dice(3, 20, 20).dice(6).settle()
            assert game.saved("red-1") == [], "6 is better than 3"


@rule("c1.dodge.13")
def test_in_the_zone_of_control_but_out_of_sight_dodge_takes_minus_3() -> None:
    with Skirmish({"blue-1": at(24, 15), "red-1": at(24, 21, facing=90)}) as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": DODGE})
        game.dice(3, 20, 20).dice(6)
        assert game.reasons("red-1") == {"attribute.ph": 10, "c1.dodge.13": -3}
        assert game.rolled("blue-1").effective == 0
        game.settle()


@rule("c1.dodge.4", "c1.dodge.13")
def test_each_attack_brings_its_own_mods_to_the_one_roll() -> None:
    # Blue's Dodge of 5 beats the shot that it sees (10) and the mine that it does not avoid (10 - 3 - 3).
    mine = Item(id="red-item-1", seat="red", weapon="shock-mines", owner="red-1", x=24000, y=7000, marker=1)
    wall = box("wall", 23, 8.2, 2, 0.3, 0.3)
    troopers = {"blue-1": at(24, 10), "red-1": at(24, 21, LYNX)}
    with Skirmish(troopers, [wall], items=[mine]) as game:
        game.order("blue-1", Dodge(), aros={"red-1": aro_shot("blue-1", "marksman-rifle")})
        game.dice(8).dice(3)
        assert game.rolled("red-1").effective == 0
        assert game.waits_for_dice() == (1, "blue")
        game.dice(20).settle()
        assert [event.against for event in game.saved("blue-1")] == ["red-item-1"]


# Reset


@rule("c1.reset.1")
def test_reset_is_a_short_skill_and_an_aro_and_needs_no_lof() -> None:
    figures = C1.data("reset", SkillFigures)
    assert (figures.kind, figures.aro) == (SkillKind.SHORT, True)
    with Skirmish({"blue-1": at(24, 15), "red-1": at(24, 21, facing=90)}) as game:
        game.order("blue-1", Reset(), aros={"red-1": Reset()})
        game.dice(20, 20).settle()
        assert game.reasons("red-1") == {"attribute.wip": 12}


@rule("c1.reset.2")
def test_reset_meets_a_comms_attack_face_to_face_with_wip() -> None:
    with Skirmish({"blue-1": at(24, 10, HACKER), "red-1": at(24, 15, AQUILA)}) as game:
        game.order("blue-1", Hack(program="carbonite", targets={"red-1": 2}), aros={"red-1": Reset()})
        game.dice(3, 5).dice(9)
        assert game.reasons("red-1") == {"attribute.wip": 13}
        assert game.rolled("blue-1").effective == 0
        game.settle()


@rule("c1.reset.3")
def test_one_reset_is_set_against_all_comms_attacks() -> None:
    troopers = {"blue-1": at(24, 10, AQUILA), "red-1": at(22, 14, HACKER), "red-2": at(26, 14, HACKER)}
    with Skirmish(troopers) as game:
        spot = Hack(program="spotlight", targets={"blue-1": 1})
        game.order("blue-1", Reset(), aros={"red-1": spot, "red-2": spot})
        assert game.waits_for_dice() == (1, "blue")
        game.dice(8).dice(5, 9)
        assert {e.actor: e.effective for e in game.events(Rolled)} == {"blue-1": 0, "red-1": 0, "red-2": 1}
        game.settle()
        assert game.trooper("blue-1").has(TARGETED)


@rule("c1.reset.4", "c1.reset.5")
def test_reset_frees_of_both_states_together_and_their_mods_add_up() -> None:
    for face, states in ((6, ()), (7, (IMMOBILIZED_B, TARGETED))):
        held = at(24, 10, states=(IMMOBILIZED_B, TARGETED))
        with Skirmish({"blue-1": held, "red-1": at(24, 44)}) as game:
            game.order("blue-1", Reset())
            game.dice(face).settle()
            assert game.reasons("blue-1") == {"attribute.wip": 12, "c1.reset.6": -3, "c1.reset.5": -3}
            assert game.trooper("blue-1").states == states


@rule("c1.reset.4", "c1.reset.6")
def test_an_immobilized_trooper_resets_at_minus_3_as_an_aro_too() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 21, states=(IMMOBILIZED_B,))}) as game:
        game.order("blue-1", walk(24, 11), aros={"red-1": Reset()})
        game.dice(9).settle()
        assert game.reasons("red-1") == {"attribute.wip": 12, "c1.reset.6": -3}
        assert game.trooper("red-1").states == ()


@rule("c1.reset.7")
def test_the_mod_holds_against_a_further_comms_attack() -> None:
    troopers = {"blue-1": at(24, 10, HACKER), "red-1": at(24, 15, AQUILA, states=(IMMOBILIZED_B,))}
    with Skirmish(troopers) as game:
        game.order("blue-1", Hack(program="carbonite", targets={"red-1": 2}), aros={"red-1": Reset()})
        game.dice(3, 20).dice(9).settle()
        assert game.reasons("red-1") == {"attribute.wip": 13, "c1.reset.6": -3}
        assert game.rolled("blue-1").effective == 0
