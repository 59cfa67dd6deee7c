"""MODs in brackets, Bursts, and what Disposable weapons cost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from firelane.infinity.asking import Activate, Aros, Second
from firelane.infinity.events import StateGained, StateLost, UseSpent
from firelane.infinity.names import UNLOADED
from firelane.infinity.sheets import open_name, sheet
from firelane.testing.proofs import rule
from infinity.declared import BSAttack, CCAttack, Discover, Idle
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, next_to, shoot, walk

AGENT = "imperial-agent-adil-mehmut/breaker-combi-rifle"
SUNDUQBUT = "sunduqbut/rifle"
LYNX = "lynx-unit/marksman-rifle"
FUSILIER = "fusiliers/combi-rifle"


@rule("n4-core.roll.7")
def test_a_positive_mod_serves_its_owner_while_the_skill_is_used() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21, "hassassin-bokhtar/red-fury")}) as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": DODGE})
        game.dice(20, 20, 20, 20).settle()
        assert game.reasons("red-1") == {"attribute.ph": 13, "n4-core.roll.7": 3}
        game.order("blue-1", shoot("red-1"), aros={"red-1": aro_shot("blue-1", "red-fury")})
        game.dice(20, 20, 20, 20).settle()
        assert "n4-core.roll.7" not in game.reasons("red-1")
    with Skirmish(
        {"blue-1": at(24, 10, "grenzers/combi-rifle-discover"), "red-1": at(24, 31, LYNX, marker=1)}
    ) as game:
        game.order("blue-1", Discover("red-marker-1"))
        game.dice(20).settle()
        assert game.reasons("blue-1")["n4-core.roll.7"] == 3


@rule("n4-core.roll.7", "n4-core.roll.8", "n4-core.roll.6")
def test_negative_mods_burden_the_enemy_face_to_face_and_by_the_weapon_in_use() -> None:
    me = at(24, 10, AGENT)
    duel = {"blue-1": me, "red-1": next_to(me, 90)}
    aro = CCAttack(weapon="cc-weapon", targets={"blue-1": 1})
    for weapon, burden in (("monofilament-cc-weapon", -3), ("para-cc-weapon", -9)):
        with Skirmish(duel) as game:
            strike = CCAttack(weapon=weapon, targets={"red-1": 1})
            game.order("blue-1", strike, aros={"red-1": aro})
            game.dice(1).dice(20)
            value = game.rolled("red-1").value
            assert sum(part.value for part in value.modifiers if part.rule == "n4-core.roll.8") == burden
            game.dice(20).settle()
    with Skirmish(duel, active="red") as game:  # nobody strikes back: a Normal Roll
        game.order("red-1", aro)
        game.dice(20).settle()
        assert "n4-core.roll.8" not in game.reasons("red-1")


@rule("n4-core.roll.9")
def test_burst_in_brackets_counts_in_the_active_turn_only() -> None:
    with Skirmish({"blue-1": at(24, 10, SUNDUQBUT), "red-1": at(24, 21, SUNDUQBUT)}) as game:
        short = Activate(trooper="blue-1", skill=shoot("red-1", weapon="rifle", dice=3))
        assert game.refuses("blue", short) == "n4-core.burst.1"
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1", weapon="rifle", dice=4)))
        two = Aros(by={"red-1": shoot("blue-1", weapon="rifle", dice=2)})
        assert game.refuses("red", two) == "n4-core.burst.1"
        game.says("red", Aros(by={"red-1": aro_shot("blue-1", "rifle")}))
        game.says("blue", Second(skill=Idle()))
        assert game.waits_for_dice() == (4, "blue")
        game.dice(20, 20, 20, 20, 20).settle()
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21)}) as game:
        four = Activate(trooper="blue-1", skill=shoot("red-1", dice=4))
        assert game.refuses("blue", four) == "n4-core.burst.1", "without brackets there is no more"
        game.order("blue-1", shoot("red-1", dice=3)).dice(20, 20, 20).settle()


def test_damage_in_brackets_is_added() -> None:
    with Skirmish({"blue-1": at(24, 10, SUNDUQBUT), "red-1": at(24, 21)}) as game:
        game.order("blue-1", shoot("red-1", weapon="rifle", dice=4))
        game.dice(1, 20, 20, 20).dice(20).settle()
        assert game.saved("red-1")[0].number.base.value == 14


# A Disposable weapon with modes, such as no unit of the edition has: a combi rifle that can be used up.


def disposable(monkeypatch: pytest.MonkeyPatch, uses: int, more: int = 0) -> None:
    """Give fusiliers such a weapon, with two modes and a Burst MOD."""
    full = f"c1:{FUSILIER}"
    mode, carried = sheet(full).modes["combi-rifle"]
    modes = {
        f"launcher/{name}": replace(
            mode, key=f"launcher/{name}", weapon="launcher", burst=1,
            traits=replace(mode.traits, disposable=uses),
        )
        for name in ("a", "b")
    }  # fmt: skip
    for name in (full, open_name(full)):
        for key, made in modes.items():
            monkeypatch.setitem(sheet(name).modes, key, (made, replace(carried, burst=more)))


@rule("n4-core.burst.7", "c1.unloaded.1", "c1.unloaded.2")
def test_the_modes_of_a_weapon_share_its_uses_and_the_last_use_unloads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disposable(monkeypatch, uses=2)
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21)}) as game:
        game.order("blue-1", shoot("red-1", weapon="launcher/a", dice=1))
        game.dice(20).settle()
        assert not game.trooper("blue-1").has(UNLOADED)
        game.order("blue-1", shoot("red-1", weapon="launcher/b", dice=1))
        game.dice(20).settle()
        assert game.trooper("blue-1").has(UNLOADED)
        for mode in ("a", "b"):
            given = Activate(trooper="blue-1", skill=shoot("red-1", weapon=f"launcher/{mode}", dice=1))
            assert game.refuses("blue", given) == "c1.unloaded.2"
        game.order("blue-1", shoot("red-1"))  # its other weapons still fire
        game.dice(20, 20, 20).settle()


@rule("n4-core.burst.7")
def test_the_uses_left_are_those_that_no_mode_has_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    disposable(monkeypatch, uses=3, more=2)
    spent = {"blue-1": at(24, 10), "blue-2": at(26, 10, spent={"launcher": 2}), "red-1": at(24, 21)}
    with Skirmish(spent) as game:
        refused = Activate(trooper="blue-2", skill=shoot("red-1", weapon="launcher/b", dice=2))
        assert game.refuses("blue", refused) == "n4-core.burst.1", "one use is left"
        game.order("blue-1", shoot("red-1", weapon="launcher/a", dice=3))
        game.dice(20, 20, 20).settle()
        assert game.trooper("blue-1").has(UNLOADED), "all three at once, and there were no more"


@rule("n4-core.burst.1")
def test_every_target_has_a_die_and_all_dice_are_used() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21), "red-2": at(26, 21)}) as game:
        for few in ({}, {"red-1": 0}, {"red-1": 3, "red-2": 0}, {"red-1": 4, "red-2": -1}, {"red-1": 2}):
            wrong = Activate(trooper="blue-1", skill=BSAttack(weapon="combi-rifle", targets=few))
            assert game.refuses("blue", wrong) == "n4-core.burst.1"
        game.order("blue-1", shoot(red_1=2, red_2=1)).dice(20, 20, 20).settle()
    me = at(24, 10)
    with Skirmish({"blue-1": me, "red-1": next_to(me, 90)}) as game:
        for few in ({}, {"red-1": 0}, {"red-1": 2}):
            wrong = Activate(trooper="blue-1", skill=CCAttack(weapon="cc-weapon", targets=few))
            assert game.refuses("blue", wrong) == "n4-core.burst.1"
        game.order("blue-1", CCAttack(weapon="cc-weapon", targets={"red-1": 1})).dice(20).settle()


@rule("n4-core.burst.6")
def test_each_die_that_mods_add_costs_a_use_and_none_can_be_had_beyond_the_uses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disposable(monkeypatch, uses=3, more=1)
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21)}) as game:
        game.order("blue-1", shoot("red-1", weapon="launcher/a", dice=2))
        game.dice(20, 20).settle()
        assert [event.count for event in game.events(UseSpent)] == [2]
        two = Activate(trooper="blue-1", skill=shoot("red-1", weapon="launcher/a", dice=2))
        assert game.refuses("blue", two) == "n4-core.burst.1"
        game.order("blue-1", shoot("red-1", weapon="launcher/a", dice=1))
        game.dice(20).settle()
        assert [event.count for event in game.events(UseSpent)] == [2, 1]


@rule("c1.unloaded.3", "c1.unloaded.4")
def test_unloaded_stays_through_the_turns_and_when_it_is_cancelled_everything_is_full() -> None:
    spent = {"shock-mines": 3}
    troopers = {"blue-1": at(24, 10, LYNX, spent=spent, states=(UNLOADED,)), "red-1": at(24, 44)}
    with Skirmish(troopers) as game:
        game.end_turn()
        assert game.world.active == "red"
        game.end_turn()
        assert game.world.active == "blue"
        assert game.trooper("blue-1").states == (UNLOADED,)
        assert game.trooper("blue-1").spent == spent
        assert game.events(StateLost) == game.events(StateGained) == []
        freed = StateLost.of(game.trooper("blue-1"), state=UNLOADED).apply(game.world)
        assert freed.troopers["blue-1"].spent == {}
        assert freed.troopers["blue-1"].states == ()
        held = StateGained.of(game.trooper("blue-1"), state="immobilized-a").apply(game.world)
        free = StateLost.of(held.troopers["blue-1"], state="immobilized-a").apply(held)
        assert free.troopers["blue-1"].spent == spent, "another state that ends refills nothing"
        assert free.troopers["blue-1"].states == (UNLOADED,)


@rule("n4-core.burst.5")
def test_what_is_not_optional_cannot_be_left_unused() -> None:
    wolf = "blue-wolf-mongol-cavalry/ap-spitfire"
    with Skirmish({"blue-1": at(24, 10, wolf), "red-1": at(24, 21)}) as game:
        four = Activate(trooper="blue-1", skill=shoot("red-1", weapon="ap-spitfire", dice=4))
        assert game.refuses("blue", four) == "n4-core.burst.1"
        game.order("blue-1", walk(24, 10.5), shoot("red-1", weapon="ap-spitfire", dice=5))
        game.dice(20, 20, 20, 20, 20).settle()
        assert len(game.rolled("blue-1").faces) == 5
