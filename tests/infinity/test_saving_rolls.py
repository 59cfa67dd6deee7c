"""Damage, saving rolls and ammunition."""

from __future__ import annotations

import pytest

from firelane.infinity.asking import Activate
from firelane.infinity.c1.edition import C1
from firelane.infinity.events import ItemRemoved, Removed, StateGained
from firelane.infinity.names import IMMOBILIZED_A, UNCONSCIOUS
from firelane.infinity.saves import Ammunition
from firelane.infinity.sheets import sheet
from firelane.infinity.world import Item
from firelane.testing.proofs import rule
from infinity.declared import BSAttack, CCAttack, Idle, Template
from infinity.skirmish import Skirmish, aro_shot, at, box, next_to, shoot

FUSILIER = "fusiliers/combi-rifle"
AQUILA = "aquila-guard/heavy-machine-gun"
GANGBUSTER = "gangbusters/combi-rifle"
LYNX = "lynx-unit/marksman-rifle"


def shot(shooter: str, weapon: str, dice: int, target: str = FUSILIER, **more: object) -> Skirmish:
    """A shot in the open at ten inches that meets no reaction, waiting for its dice."""
    game = Skirmish({"blue-1": at(24, 10, shooter), "red-1": at(24, 21, target, **more)})
    game.order("blue-1", shoot("red-1", weapon=weapon, dice=dice))
    return game


@rule("n4-core.saving-roll.1", "n4-core.saving-roll.2", "c1.ammo-n.1", "c1.ammunition.2")
def test_each_hit_makes_one_save_against_damage_less_arm() -> None:
    with shot(FUSILIER, "combi-rifle", 3) as game:
        game.dice(1, 2, 20)
        assert game.waits_for_dice() == (2, "red")
        game.dice(20, 20).settle()
        number = game.saved("red-1")[0].number
        assert (number.base.value, number.total) == (13, 12)


@rule("n4-core.saving-roll.2")
def test_bts_counts_where_the_weapon_says_so() -> None:
    breaker = "perseus/breaker-combi-rifle-super-jump"
    with shot(breaker, "breaker-combi-rifle", 3, AQUILA) as game:
        game.dice(1, 20, 20).dice(20).settle()
        parts = {part.rule: part.value for part in game.saved("red-1")[0].number.modifiers}
        assert parts == {"attribute.bts": -((_facts(AQUILA).bts + 1) // 2)}


def _facts(key: str):  # type: ignore[no-untyped-def]
    from firelane.forces.library import forces

    return forces("c1").sheet(key)


@rule("n4-core.saving-roll.2", "n4-core.saving-roll.3")
def test_with_partial_cover_9_fails_and_10_holds() -> None:
    wall = box("wall", 23, 20.306, 2, 0.2, 0.6)
    for face, lost in ((9, 1), (10, 0)):
        with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21)}, [wall]) as game:
            game.order("blue-1", shoot("red-1"))
            game.dice(1, 20, 20).dice(face).settle()
            assert game.saved("red-1")[0].number.total == 9
            assert game.lost("red-1") == lost


@rule("n4-core.saving-roll.3", "n4-core.saving-roll.4", "c1.ammo-n.3")
def test_each_failed_save_costs_a_point() -> None:
    with shot(FUSILIER, "combi-rifle", 3, AQUILA) as game:
        game.dice(1, 2, 3).dice(1, 20, 1).settle()
        assert game.lost("red-1") == 2


@rule("n4-core.saving-roll.4")
def test_failures_against_several_attackers_are_lost_together() -> None:
    troopers = {"blue-1": at(24, 10, AQUILA), "red-1": at(23, 21), "red-2": at(25, 21)}
    with Skirmish(troopers) as game:
        aros = {"red-1": aro_shot("blue-1"), "red-2": aro_shot("blue-1")}
        game.order("blue-1", Idle(), aros=aros).dice(red=[1, 1]).dice(1, 1).settle()
        assert game.lost("blue-1") == 2


@rule("n4-core.saving-roll.5", "c1.ammo-n.2")
def test_a_critical_with_normal_ammunition_makes_two_saves() -> None:
    with shot(FUSILIER, "combi-rifle", 3) as game:
        game.dice(15, 20, 20)
        assert game.waits_for_dice() == (2, "red")
        game.dice(20, 20).settle()
        assert game.rolled("blue-1").criticals == 1


@rule("n4-core.saving-roll.6")
def test_damage_given_as_ph_is_that_of_the_user() -> None:
    me = at(24, 10, AQUILA)
    with Skirmish({"blue-1": me, "red-1": next_to(me, 90)}) as game:
        game.order("blue-1", CCAttack(weapon="cc-weapon", targets={"red-1": 1}))
        game.dice(3).dice(20).settle()
        assert game.saved("red-1")[0].number.base.value == _facts(AQUILA).ph
        assert _facts(AQUILA).ph != _facts(FUSILIER).ph
    with shot(AQUILA, "heavy-machine-gun", 4) as game:
        mode, _ = sheet(f"c1:{AQUILA}").modes["heavy-machine-gun"]
        assert isinstance(mode.damage, int)
        game.dice(1, 20, 20, 20).dice(20).settle()
        assert game.saved("red-1")[0].number.base.value == mode.damage, "a figure is not that of its user"


@rule("n4-core.saving-roll.7")
def test_at_0_unconscious_below_0_dead() -> None:
    with shot(FUSILIER, "combi-rifle", 3) as game:
        game.dice(1, 20, 20).dice(1).settle()
        assert game.trooper("red-1").has(UNCONSCIOUS)
        assert game.events(Removed) == []
    with shot(FUSILIER, "combi-rifle", 3) as game:
        game.dice(1, 2, 20).dice(1, 1).settle()
        assert [event.trooper for event in game.events(Removed)] == ["red-1"]


@rule("n4-core.saving-roll.7", "n4-core.saving-roll.2", "c1.place-deployable.5", "c1.place-deployable.4")
def test_a_placed_item_saves_with_arm_0_and_goes_with_one_failure() -> None:
    for face, gone in ((13, 1), (14, 0)):
        mine = Item(id="red-item-1", seat="red", weapon="shock-mines", owner="red-1", x=24000, y=21000)
        with Skirmish({"blue-1": at(24, 10), "red-1": at(40, 44, LYNX)}, items=[mine]) as game:
            game.order("blue-1", shoot("red-item-1"))
            assert game.waits_for_dice() == (3, "blue")
            game.dice(1, 20, 20).dice(face).settle()
            assert game.saved("red-item-1")[0].number.total == 13
            assert len(game.events(ItemRemoved)) == gone
            assert len(game.world.items) == 1 - gone


@rule("n4-core.saving-roll.8")
def test_needless_saves_are_rolled_all_the_same() -> None:
    with shot(FUSILIER, "combi-rifle", 3) as game:
        game.dice(1, 2, 3)
        assert game.waits_for_dice() == (3, "red")
        game.dice(1, 1, 1)
        assert len(game.saved("red-1")[0].faces) == 3
        game.settle()


@pytest.mark.parametrize(
    ("shooter", "weapon", "dice", "saves", "critical"),
    [
        pytest.param(
            "fusiliers/multi-sniper-rifle", "multi-sniper-rifle/anti-materiel-mode", 2, 2, 3, id="DA"
        ),
        pytest.param("sunduqbut/feuerbach", "feuerbach/explosive-mode", 1, 3, 4, id="EXP"),
        pytest.param("fusiliers/multi-sniper-rifle", "multi-sniper-rifle/burst-mode", 2, 1, 2, id="AP"),
        pytest.param("fusiliers/missile-launcher", "missile-launcher/hit-mode", 1, 3, 4, id="AP+EXP"),
        pytest.param("sunduqbut/feuerbach", "feuerbach/burst-mode", 2, 2, 3, id="AP+DA"),
    ],
)
@rule("c1.ammo-da.1", "c1.ammo-da.2", "c1.ammo-da.3", "c1.ammo-exp.1", "c1.ammo-exp.2", "c1.ammo-exp.3",
      "c1.ammo-ap.2", "c1.ammo-ap.3", "c1.ammo-ap.4", "c1.ammo-ap.5", "c1.ammunition.2")  # fmt: skip
def test_saves_by_ammunition(shooter: str, weapon: str, dice: int, saves: int, critical: int) -> None:
    for hit in (1, None):
        with shot(shooter, weapon, dice, AQUILA) as game:
            value = _value(game)
            game.dice(*[hit or value, 20][:dice])
            needed = saves if hit else critical
            assert game.waits_for_dice() == (needed, "red")
            game.dice(1, *[20] * (needed - 1)).settle()
            assert game.lost("red-1") == 1


def _value(game: Skirmish) -> int:
    """The Success Value of the shot that waits for its dice."""
    order = game.game.state.stack[-1].frame
    value: int = order.attempts[0].value.total
    return value


@pytest.mark.parametrize(
    ("shooter", "weapon", "faces", "most"),
    [
        pytest.param(FUSILIER, "combi-rifle", [1, 2, 3], 3, id="N", marks=rule("c1.ammo-n.3")),
        pytest.param(
            "fusiliers/multi-sniper-rifle", "multi-sniper-rifle/anti-materiel-mode", [1, 20], 2, id="DA",
            marks=rule("c1.ammo-da.3"),
        ),
        pytest.param(
            "sunduqbut/feuerbach", "feuerbach/explosive-mode", [1], 3, id="EXP", marks=rule("c1.ammo-exp.3")
        ),
        pytest.param(
            "fusiliers/multi-sniper-rifle", "multi-sniper-rifle/burst-mode", [1, 2], 2, id="AP",
            marks=rule("c1.ammo-ap.4"),
        ),
    ],
)  # fmt: skip
def test_each_failure_costs_a_point(shooter: str, weapon: str, faces: list[int], most: int) -> None:
    for failures in range(most + 1):
        with shot(shooter, weapon, len(faces), AQUILA) as game:
            game.dice(*faces).dice(*[1] * failures, *[20] * (most - failures)).settle()
            assert game.lost("red-1") == failures


@rule("c1.ammo-ap.1", "c1.ammo-ap.5", "n4-core.measuring.5")
def test_ap_halves_the_protection_rounded_up_alone_and_with_others() -> None:
    arm = _facts(AQUILA).arm
    half = -(-arm // 2)
    for shooter, weapon, dice, damage in (
        ("fusiliers/multi-sniper-rifle", "multi-sniper-rifle/burst-mode", 2, 15),
        ("fusiliers/missile-launcher", "missile-launcher/hit-mode", 1, 14),
    ):
        with shot(shooter, weapon, dice, AQUILA) as game:
            game.dice(*[1, 20][:dice])
            count, _ = game.waits_for_dice()
            game.dice(*[20] * count).settle()
            assert game.saved("red-1")[0].number.total == damage - half
    with shot("fusiliers/multi-sniper-rifle", "multi-sniper-rifle/burst-mode", 2) as game:
        game.dice(1, 20).dice(20).settle()
        assert game.saved("red-1")[0].number.total == 14  # ARM 1 halves to 1


@rule("c1.ammo-para.1", "c1.ammo-para.3", "n4-core.saving-roll.4")
def test_paralysis_asks_for_a_roll_under_ph_less_6_and_holds_whoever_fails() -> None:
    for face, held in ((4, False), (5, True)):
        with Skirmish({"blue-1": at(24, 10, GANGBUSTER), "red-1": at(24, 14)}) as game:
            game.order("blue-1", Template(weapon="light-riotstopper", directions=(90,)))
            assert game.waits_for_dice() == (1, "red")
            game.dice(face).settle()
            assert game.saved("red-1")[0].number.total == 4
            assert game.trooper("red-1").has(IMMOBILIZED_A) is held
            told = [event.because[0].rule for event in game.events(StateGained)]
            assert told == (["c1.ammo-para.3"] if held else [])
            assert game.lost("red-1") == 0
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 14, AQUILA)}) as game:
        game.order("blue-1", shoot("red-1")).dice(1, 20, 20)
        count, _ = game.waits_for_dice()
        game.dice(1, *[20] * (count - 1)).settle()
        assert game.lost("red-1") == 1
        assert game.trooper("red-1").states == (), "other ammunition leaves no state behind"
        assert game.events(StateGained) == []


@rule("c1.ammo-para.2")
def test_a_critical_with_paralysis_makes_two_rolls() -> None:
    me = at(24, 10, "clipper-dronbot/missile-launcher")
    with Skirmish({"blue-1": me, "red-1": next_to(me, 90)}) as game:
        game.order("blue-1", CCAttack(weapon="para-cc-weapon", targets={"red-1": 1}))
        game.dice(_value(game))
        assert game.waits_for_dice() == (2, "red")
        game.dice(1, 1).settle()
        assert game.trooper("red-1").states == ()


@rule("c1.ammo-para.4")
def test_what_has_no_ph_ignores_paralysis() -> None:
    mine = Item(id="red-item-1", seat="red", weapon="shock-mines", owner="red-1", x=24000, y=13000)
    troopers = {"blue-1": at(24, 10, GANGBUSTER), "red-1": at(40, 44, LYNX)}
    with Skirmish(troopers, items=[mine]) as game:
        game.order("blue-1", Template(weapon="light-riotstopper", directions=(90,)))
        game.dice(20).settle()  # the mine goes off at blue-1; of the mine itself nothing is asked
        assert game.saved("red-item-1") == []


@rule("c1.ammunition.1")
def test_a_weapon_uses_only_the_ammunition_of_its_profile() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21)}) as game:
        other = BSAttack(weapon="combi-rifle", targets={"red-1": 3}, ammunition=1)
        assert game.refuses("blue", Activate(trooper="blue-1", skill=other)) == "c1.ammunition.1"
        game.order("blue-1", BSAttack(weapon="combi-rifle", targets={"red-1": 3}, ammunition=0))
        game.dice(20, 20, 20).settle()
        assert game.rolled("blue-1").skill == "bs-attack"


@rule("c1.ammunition.3")
def test_there_are_five_kinds_of_ammunition_of_its_own() -> None:
    own = {key for key, entry in C1.entries.items()
           if isinstance(entry.rule.data, Ammunition) and entry.cite.startswith("c1.")}  # fmt: skip
    assert own == {"ammo.N", "ammo.DA", "ammo.EXP", "ammo.AP", "ammo.PARA"}


# What units carry beyond those five


@rule("n4.ammo-shock.1", "n4.ammo-shock.2", "n4.ammo-shock.4")
def test_shock_kills_whoever_would_be_unconscious() -> None:
    mine = Item(id="red-item-1", seat="red", weapon="shock-mines", owner="red-1", x=24000, y=13000, marker=1)
    with Skirmish({"blue-1": at(24, 10), "red-1": at(40, 44, LYNX)}, items=[mine]) as game:
        game.order("blue-1", Idle())
        assert game.waits_for_dice() == (1, "blue")
        game.dice(12).settle()
        assert game.lost("blue-1") == 1
        assert [event.trooper for event in game.events(Removed)] == ["blue-1"]


def test_continuous_damage_asks_again_after_each_failure() -> None:
    grenzer = "grenzers/combi-rifle-discover"
    with Skirmish({"blue-1": at(24, 10, grenzer), "red-1": at(24, 14, AQUILA)}) as game:
        count = 2 if "+1B" in str(_facts(grenzer).weapons) else 1
        game.order("blue-1", Template(weapon="light-flamethrower", directions=(90,) * count))
        assert game.waits_for_dice() == (count, "red")
        game.dice(*[1] * count)
        assert game.waits_for_dice() == (count, "red")
        game.dice(*[20] * count).settle()
        assert game.lost("red-1") == count
        assert [len(event.faces) for event in game.saved("red-1")] == [1] * count * 2


def test_a_failed_save_against_monofilament_is_death_and_armour_is_nothing() -> None:
    me = at(24, 10, "casanova/submachine-gun")
    with Skirmish({"blue-1": me, "red-1": next_to(me, 90, AQUILA)}) as game:
        game.order("blue-1", CCAttack(weapon="monofilament-cc-weapon", targets={"red-1": 1}))
        game.dice(1).dice(12).settle()
        assert game.saved("red-1")[0].number.modifiers == ()
        assert [event.trooper for event in game.events(Removed)] == ["red-1"]


def test_brackets_after_a_skill_add_ammunition_and_damage() -> None:
    me = at(24, 10, "shona-carano/submachine-gun")
    with Skirmish({"blue-1": me, "red-1": next_to(me, 90, AQUILA)}) as game:
        game.order("blue-1", CCAttack(weapon="da-cc-weapon", targets={"red-1": 1}))
        game.dice(1).dice(20, 20).settle()
        number = game.saved("red-1")[0].number
        assert number.modifiers[-1].value == -((_facts(AQUILA).arm + 1) // 2)
