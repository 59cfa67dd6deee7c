"""Hacking in CodeOne: the device, its two programs, Reset, and who can be hacked."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from firelane.forces.carried import Carried, CarriedKind
from firelane.forces.library import forces
from firelane.infinity.asking import Activate, Aros, Second
from firelane.infinity.events import BecameIdle
from firelane.rulebook.schema import Name
from firelane.testing.proofs import rule
from infinity.declared import Hack, Idle, Reset
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, box, printed, shoot, strike, walk

HACKER = "fusiliers/combi-rifle-hacker"
ZHANSHI_HACKER = "zhanshi/combi-rifle-hacker"
LYNX = "lynx-unit/marksman-rifle"
AQUILA = "aquila-guard/heavy-machine-gun"
BASE = 0.984


def carbonite(dice: int = 2, target: str = "red-1", **split: int) -> Hack:
    aimed = {name.replace("_", "-"): count for name, count in split.items()} or {target: dice}
    return Hack(program="carbonite", targets=aimed)


def spotlight(target: str = "red-1") -> Hack:
    return Hack(program="spotlight", targets={target: 1})


def pair(enemy: str = AQUILA, hacker: str = HACKER, **fields: Any) -> Skirmish:
    """A hacker and an enemy five inches away."""
    return Skirmish({"blue-1": at(20, 20, hacker), "red-1": at(20, 25, enemy, **fields)})


def refusal(game: Skirmish, skill: Any, name: str = "blue-1") -> str:
    return game.refuses("blue", Activate(trooper=name, skill=skill))


@rule("c1.hacking.1", "c1.carbonite.1", "c1.spotlight.1", "c1.carbonite.4")
def test_programs_are_short_skills_and_aros() -> None:
    for mine, theirs in ((carbonite(), carbonite(1, "blue-1")), (spotlight(), spotlight("blue-1"))):
        with pair(ZHANSHI_HACKER) as game:
            game.says("blue", Activate(trooper="blue-1", skill=mine))
            game.says("red", Aros(by={"red-1": theirs}))
            assert game.refuses("blue", Second(skill=DODGE)) == "n4-core.order-structure.3", "one Short Skill"
            game.says("blue", Second(skill=walk(20, 19)))
            game.dice(blue=[20] * sum(mine.targets.values()), red=[20])
            assert game.rolled("red-1").skill == game.rolled("blue-1").skill == mine.program
            game.settle()


@rule("c1.hacking.2", "c1.hacker.2", "c1.hacker.3")
def test_the_zone_of_control_is_the_hacking_area_through_walls_and_backwards() -> None:
    wall = box("wall", 10, 22, 20, 1, 10)
    with Skirmish({"blue-1": at(20, 20, HACKER, facing=270), "red-1": at(20, 25)}, pieces=[wall]) as game:
        game.order("blue-1", spotlight()).dice(1)
        assert game.trooper("red-1").has("targeted")
        game.settle()
    for gap, reached in ((8.984, True), (8.99, False)):
        # Eight inches from base to base: the hacker's Zone of Control.
        with Skirmish({"blue-1": at(20, 20, HACKER), "red-1": at(20, 20 + gap, facing=90)}) as game:
            game.order("blue-1", spotlight())
            if reached:
                game.dice(1)
            assert game.trooper("red-1").has("targeted") is reached
            assert bool(game.events(BecameIdle)) is not reached
            game.settle()


@rule("c1.hacking.2")
def test_only_enemies_that_are_known_can_be_targets() -> None:
    troopers = {
        "blue-1": at(20, 20, HACKER),
        "blue-2": at(18, 20),
        "red-1": at(20, 25, LYNX, marker=1),
    }
    with Skirmish(troopers) as game:
        for name in ("blue-2", "red-1", "red-9"):
            assert refusal(game, spotlight(name)) == "c1.hacking.2", name


@rule("c1.hacking.3", "c1.hacker.4", "c1.hacking.4", "c1.hacker.5")
def test_wip_is_rolled_and_bts_saves() -> None:
    with pair() as game:
        game.order("blue-1", carbonite()).dice(11, 20).dice(20, 20)
        assert game.reasons("blue-1") == {"attribute.wip": 12}
        assert len(game.rolled("blue-1").faces) == 2, "the Burst of Carbonite, not of a weapon"
        assert game.saved("red-1")[0].number.total == 13 - 6, "Damage 13 of the program, BTS 6 (ARM is 4)"
        game.settle()


@rule("c1.hacking.5", "c1.carbonite.4")
def test_the_burst_of_a_program_may_be_divided() -> None:
    with Skirmish(
        {"blue-1": at(20, 20, HACKER), "red-1": at(18, 25, AQUILA), "red-2": at(22, 25, AQUILA)}
    ) as game:
        game.order("blue-1", carbonite(red_1=1, red_2=1)).dice(1, 2).dice(1, 20, 20, 20)
        assert game.trooper("red-1").has("immobilized-b")
        assert not game.trooper("red-2").states
        assert [len(game.saved(name)[0].faces) for name in ("red-1", "red-2")] == [2, 2]
        game.settle()


@rule("c1.hacker.1", "c1.hacking-device.1")
def test_whoever_has_a_hacking_device_runs_both_programs_and_nobody_else() -> None:
    with pair() as game:
        game.order("blue-1", carbonite()).dice(20, 20).settle()
        game.order("blue-1", spotlight()).dice(20).settle()
        assert game.rolled("blue-1").skill == "spotlight"
        oblivion = Hack(program="oblivion", targets={"red-1": 1})
        assert refusal(game, oblivion) == "c1.hacking-device.1"
    with pair(hacker="fusiliers/combi-rifle") as game:
        assert refusal(game, spotlight()) == "c1.hacking-device.1"


@rule("c1.hacker.5", "c1.targeted.1")
def test_a_targeted_trooper_is_hit_more_easily_by_shots_and_programs() -> None:
    with pair(states=("targeted",)) as game:
        for skill, dice in ((carbonite(), 2), (spotlight(), 1), (shoot("red-1"), 3)):
            game.order("blue-1", skill).dice(*[20] * dice).settle()
            assert game.reasons("blue-1")["c1.targeted.1"] == 3
    with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 20 + BASE, states=("targeted",))}) as game:
        game.order("blue-1", strike("red-1")).dice(20).settle()
        assert game.number("blue-1") == 13, "close combat is not among them"
    with pair() as game:
        for skill, dice in ((carbonite(), 2), (spotlight(), 1), (shoot("red-1"), 3)):
            game.order("blue-1", skill).dice(*[20] * dice).settle()
            assert "c1.targeted.1" not in game.reasons("blue-1")


@rule("c1.hacker.6", "c1.carbonite.2")
def test_carbonite_is_for_the_hackable() -> None:
    for enemy in (AQUILA, "zeta-unit/hyper-rapid-magnetic-cannon", "vostok-sputniks/mk12-mimetism", HACKER):
        with pair(enemy) as game:
            game.order("blue-1", carbonite()).dice(20, 20).settle()
            assert game.rolled("blue-1").target == "red-1"
    with pair("fusiliers/combi-rifle") as game:
        assert refusal(game, carbonite()) == "c1.carbonite.2"
    with Skirmish({"blue-1": at(20, 20, HACKER), "blue-2": at(20, 22, AQUILA), "red-1": at(9, 9)}) as game:
        assert refusal(game, carbonite(target="blue-2")) == "c1.hacking.2", "enemies, not friends"


@rule("c1.carbonite.3", "c1.spotlight.3")
def test_dice_of_the_programs_in_the_active_turn_and_in_aro() -> None:
    with pair(ZHANSHI_HACKER) as game:
        assert refusal(game, carbonite(1)) == refusal(game, carbonite(3)) == "c1.carbonite.3"
        assert refusal(game, replace(spotlight(), targets={"red-1": 2})) == "c1.spotlight.3"
        game.says("blue", Activate(trooper="blue-1", skill=carbonite()))
        assert game.refuses("red", Aros(by={"red-1": carbonite(2, "blue-1")})) == "c1.carbonite.3"
        game.says("red", Aros(by={"red-1": carbonite(1, "blue-1")}))
        game.says("blue", Second(skill=Idle())).dice(blue=[20, 20], red=[20])
        assert [len(game.rolled(name).faces) for name in ("blue-1", "red-1")] == [2, 1]
        game.settle()
        game.order("blue-1", spotlight(), aros={"red-1": spotlight("blue-1")}).dice(blue=[20], red=[20])
        assert [len(game.rolled(name).faces) for name in ("blue-1", "red-1")] == [1, 1]
        game.settle()


@rule("c1.carbonite.5", "c1.carbonite.6")
def test_carbonite_freezes_and_takes_no_points() -> None:
    with pair() as game:
        game.order("blue-1", carbonite()).dice(12, 5).dice(20, 20, 20, 20, 7)
        (save,) = game.saved("red-1")
        assert len(save.faces) == 5, "two hits, one of them critical"
        assert save.number.total == 13 - 6
        assert game.trooper("red-1").states == ("immobilized-b",)
        assert game.trooper("red-1").points == 2
        game.settle()
    with pair() as game:
        game.order("blue-1", carbonite()).dice(12, 12).dice(*[20] * 6)
        assert len(game.saved("red-1")[0].faces) == 6, "three for each critical"
        game.settle()
    with pair() as game:
        game.order("blue-1", carbonite()).dice(5, 6).dice(*[20] * 4)
        assert len(game.saved("red-1")[0].faces) == 4, "two for each hit"
        game.settle()
    with pair() as game:
        game.order("blue-1", carbonite()).dice(5, 20).dice(8, 20)
        assert not game.trooper("red-1").states, "8 is above 13 - 6"
        game.settle()


@rule("c1.spotlight.2", "c1.spotlight.4")
def test_spotlight_marks_anybody_without_a_save() -> None:
    for enemy in ("fusiliers/combi-rifle", AQUILA):
        with pair(enemy) as game:
            game.order("blue-1", spotlight()).dice(1)
            assert game.trooper("red-1").states == ("targeted",)
            assert not game.saved("red-1")
            assert not game.lost("red-1")
            game.settle()


@rule("c1.hacker.7", "c1.hacker.8")
def test_hacking_is_face_to_face_with_attacks_on_the_hacker() -> None:
    with pair(ZHANSHI_HACKER) as game:
        other = Hack(program="oblivion", targets={"blue-1": 1})
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert game.refuses("red", Aros(by={"red-1": other})) == "c1.hacking-device.1"
        game.says("red", Aros())
        game.says("blue", Second(skill=Idle()))
        game.order("blue-1", carbonite(), aros={"red-1": spotlight("blue-1")})
        game.dice(blue=[3, 4], red=[9])
        assert game.rolled("blue-1").effective == 0, "the enemy hacker's 9 beats both"
        assert game.trooper("blue-1").has("targeted")
        game.settle()
    troopers = {"blue-1": at(20, 20, HACKER), "red-1": at(20, 25, ZHANSHI_HACKER), "red-2": at(22, 25)}
    with Skirmish(troopers) as game:
        game.order("blue-1", spotlight("red-2"), aros={"red-1": spotlight("blue-1")})
        game.dice(blue=[9], red=[3])
        assert game.trooper("blue-1").has("targeted"), "a program against another does not stand against it"
        assert game.trooper("red-2").has("targeted")
        game.settle()
    with pair() as game:
        game.order("blue-1", spotlight(), aros={"red-1": aro_shot("blue-1", "heavy-machine-gun")})
        game.dice(blue=[5], red=[3])
        assert game.rolled("red-1").effective == 0, "the program beats the shot"
        assert game.trooper("red-1").has("targeted")
        game.settle()
    troopers = {"blue-1": at(20, 20, HACKER), "red-1": at(20, 23, "fusiliers/combi-rifle")}
    with Skirmish({**troopers, "red-2": at(20, 9, AQUILA)}, active="red") as game:
        game.order("red-1", walk(20, 20 + BASE, facing=270), strike("blue-1"), {"blue-1": spotlight("red-1")})
        game.dice(red=[3], blue=[8])
        assert game.rolled("red-1").effective == 0, "the program in ARO beats the strike"
        game.settle()


@rule("c1.hacker.9", "c1.hacker.5")
def test_a_dodge_does_not_oppose_hacking() -> None:
    with pair() as game:
        game.order("blue-1", spotlight(), aros={"red-1": DODGE}).dice(blue=[2], red=[14])
        assert game.rolled("red-1").effective == 1
        assert game.trooper("red-1").has("targeted")
        game.settle()
    with pair() as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": DODGE}).dice(blue=[2, 20, 20], red=[9])
        assert game.rolled("blue-1").effective == 0, "it opposes a shot"
        game.settle()


@rule("c1.hacker.10", "c1.hacker.11", "c1.reset.1", "c1.reset.2")
def test_anybody_that_is_hacked_may_reset_without_seeing_the_hacker() -> None:
    for enemy in ("fusiliers/combi-rifle", AQUILA, "zeta-unit/hyper-rapid-magnetic-cannon"):
        wall = box("wall", 10, 22, 20, 1, 10)
        with Skirmish({"blue-1": at(20, 20, HACKER), "red-1": at(20, 26, enemy)}, pieces=[wall]) as game:
            game.order("blue-1", spotlight(), aros={"red-1": Reset()}).dice(blue=[5], red=[9])
            assert game.reasons("red-1").keys() == {"attribute.wip"}
            assert game.rolled("blue-1").successes == 1
            assert not game.trooper("red-1").states, "the Reset's 9 beats the program's 5"
            game.settle()
    with pair() as game:
        game.order("blue-1", spotlight(), aros={"red-1": Reset()}).dice(blue=[9], red=[5])
        assert game.trooper("red-1").has("targeted"), "Face to Face, the higher success counts"
        game.settle()
        game.order("blue-1", Reset(), walk(20, 19)).dice(20)
        assert game.rolled("blue-1").skill == "reset", "in the active turn a Short Skill"


@rule("c1.reset.2", "c1.hacker.10")
def test_a_reset_is_nothing_against_a_shot() -> None:
    with pair("fusiliers/combi-rifle") as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": Reset()}).dice(blue=[1, 20, 20], red=[12]).dice(1)
        assert game.lost("red-1") == 1
        game.settle()


@rule("c1.reset.3")
def test_one_reset_stands_against_all_comms_attacks() -> None:
    reds = {"red-1": at(18, 25, ZHANSHI_HACKER), "red-2": at(22, 25, ZHANSHI_HACKER)}
    for mine, freed in ((9, True), (6, False)):
        with Skirmish({"blue-1": at(20, 20, HACKER), **reds}) as game:
            hacks = {"red-1": carbonite(1, "blue-1"), "red-2": spotlight("blue-1")}
            game.order("blue-1", Idle(), Reset(), aros=hacks).dice(blue=[mine], red=[5, 8])
            if not freed:
                assert game.trooper("blue-1").states == ("targeted",), "the 6 stops the 5, not the 8"
            assert len(game.rolled("blue-1").faces) == 1
            assert game.rolled("red-1").effective == 0
            assert game.rolled("red-2").effective == (0 if freed else 1)
            game.settle()


@rule("c1.reset.4", "c1.hacker.12", "c1.targeted.4", "c1.immobilized-b.6")
def test_a_reset_shakes_everything_off_at_once() -> None:
    both = ("immobilized-b", "targeted")
    with Skirmish({"blue-1": at(20, 20, states=both), "red-1": at(20, 40)}) as game:
        game.order("blue-1", Reset()).dice(20)
        assert game.trooper("blue-1").states == both
        game.order("blue-1", Reset()).dice(1)
        assert not game.trooper("blue-1").states
    with pair(states=both) as game:
        game.order("blue-1", Idle(), aros={"red-1": Reset()}).dice(1)
        assert not game.trooper("red-1").states, "as an ARO too"


@rule("c1.reset.5", "c1.reset.6", "c1.targeted.3")
def test_reset_takes_the_mods_of_the_states_and_they_add_up() -> None:
    for states, value in ((("immobilized-b",), 9), (("targeted",), 9), (("immobilized-b", "targeted"), 6)):
        with Skirmish({"blue-1": at(20, 20, states=states), "red-1": at(20, 40)}) as game:
            game.order("blue-1", Reset()).dice(20)
            assert game.number("blue-1") == value
            assert game.reasons("blue-1")["attribute.wip"] == 12
    for states in ((), ("targeted",)):
        with Skirmish({"blue-1": at(20, 20, states=states), "red-1": at(20, 26)}) as game:
            game.order("blue-1", DODGE).dice(20)
            assert game.reasons("blue-1") == {"attribute.ph": 10}, "nothing but Reset suffers"


@rule("c1.reset.7")
def test_the_frozen_reset_worse_against_a_further_attack_too() -> None:
    with pair(states=("immobilized-b",)) as game:
        game.order("blue-1", spotlight(), aros={"red-1": Reset()}).dice(blue=[20], red=[20])
        wip = game.reasons("red-1")["attribute.wip"]
        assert game.number("red-1") == wip - 3
        assert game.reasons("red-1")["c1.reset.6"] == -3
        game.settle()


@rule("c1.non-hackable.1", "c1.non-hackable.2")
def test_non_hackable_bars_programs_for_certain_troops_even_when_unconscious() -> None:
    name = "Non-Hackable"
    skill = Carried(key="non-hackable", name=Name(en=name), kind=CarriedKind.SKILL, printed=(name,))
    facts = forces("c1").sheets[AQUILA]
    changes = {"skills": (*facts.skills, skill), "carries": facts.carries | {"non-hackable"}}
    with printed("test/non-hackable", AQUILA, **changes):
        for fields in ({}, {"states": ("unconscious",), "points": 0, "prone": True}):
            with pair("test/non-hackable", **fields) as game:
                assert refusal(game, carbonite()) == "c1.carbonite.2"
                game.order("blue-1", spotlight()).dice(1)
                assert game.trooper("red-1").has("targeted"), "Spotlight is for any trooper"
                game.settle()
            with pair(AQUILA, **fields) as game:
                game.order("blue-1", carbonite()).dice(20, 20).settle()
                assert game.rolled("blue-1").target == "red-1", "of the same type without the skill"
