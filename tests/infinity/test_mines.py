"""Place Deployable and mines."""

from __future__ import annotations

import math
from random import Random

import pytest

from firelane.infinity.asking import Activate, Aros, EndOrders, Second
from firelane.infinity.c1.edition import C1
from firelane.infinity.c1.game import C1 as RULESET
from firelane.infinity.events import (
    BecameIdle,
    ItemPlaced,
    ItemRemoved,
    ItemRevealed,
    MarkerRevealed,
    Saved,
    UseSpent,
)
from firelane.infinity.names import UNLOADED
from firelane.infinity.sheets import sheet
from firelane.infinity.skilltable import SkillFigures, SkillKind
from firelane.infinity.world import Item
from firelane.testing.proofs import rule
from infinity.declared import Discover, Dodge, Idle, PlaceDeployable
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, box, next_to, shoot, walk

LYNX = "lynx-unit/marksman-rifle"
CASANOVA = "casanova/submachine-gun"
AQUILA = "aquila-guard/ap-marksman-rifle-specialist-operative"
GRENZER = "grenzers/combi-rifle-specialist-operative"
FAR = at(40, 44, LYNX)


def lay(x: float, y: float, weapon: str = "shock-mines") -> PlaceDeployable:
    """Put a mine down at a place in inches."""
    return PlaceDeployable(weapon=weapon, at=(round(x * 1000), round(y * 1000), 0))


def mine(x: float, y: float, seat: str = "red", marker: int = 1, weapon: str = "shock-mines") -> Item:
    """A mine of the trooper number 1 of a side."""
    return Item(id=f"{seat}-item-1", seat=seat, weapon=weapon, owner=f"{seat}-1", x=round(x * 1000),
                y=round(y * 1000), marker=marker)  # fmt: skip


BESIDE = 0.984


@rule("c1.place-deployable.1", "c1.place-deployable.3", "c1.mines.3", "c1.mines.15", "c1.mines.14")
def test_a_mine_is_put_down_at_the_end_of_the_order_as_a_marker() -> None:
    figures = C1.data("place-deployable", SkillFigures)
    assert (figures.kind, figures.aro, figures.attack) == (SkillKind.SHORT, True, True)
    with Skirmish({"blue-1": at(24, 10, LYNX, marker=1), "red-1": at(24, 44)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        game.says("red", Aros())
        game.says("blue", Second(skill=lay(24, 12 + BESIDE)))
        assert game.trooper("blue-1").marker == 0  # an attack ends hiding
        assert game.is_asked("red") or game.is_asked("blue")
        if game.is_asked("red", "declare-aros"):
            assert game.world.items == {}
            game.says("red", Aros())
        (item,) = game.world.items.values()
        assert (item.x, item.y, item.marker > 0, item.weapon) == (24000, 12984, True, "shock-mines")
        shown = game.events(ItemPlaced)[0].seen_by("red")
        assert isinstance(shown, ItemPlaced)
        assert (shown.item.weapon, shown.item.owner) == ("", "")


@rule("c1.place-deployable.1")
def test_only_a_deployable_weapon_is_placed() -> None:
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 44)}) as game:
        for weapon in ("marksman-rifle", "cc-weapon", "antipersonnel-mines", "nothing"):
            given = Activate(trooper="blue-1", skill=lay(24, 10 + BESIDE, weapon))
            assert game.refuses("blue", given) == "c1.place-deployable.1", weapon
        game.order("blue-1", lay(24, 10 + BESIDE))
        assert [item.weapon for item in game.world.items.values()] == ["shock-mines"]
        game.order("blue-1", lay(24, 10 - BESIDE))
        first, second = game.world.items.values()
        assert second.marker == first.marker + 1, "each has a marker of its own, the next one"
        assert (first.id, second.id) == (f"blue-item-{first.marker}", f"blue-item-{second.marker}")


@rule("c1.place-deployable.2")
def test_a_mine_touches_the_base_or_any_point_of_the_route() -> None:
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 44)}) as game:
        game.order("blue-1", walk(26, 10), lay(24.5, 10 + BESIDE))
        assert len(game.world.items) == 1
        game.says("blue", Activate(trooper="blue-1", skill=walk(26, 12)))
        game.says("red", Aros())
        assert game.refuses("blue", Second(skill=lay(30, 12))) == "c1.place-deployable.2"
        game.says("blue", Second(skill=Idle()))
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 44)}) as game:
        game.order("blue-1", lay(26, 10 + BESIDE), walk(24, 11))  # declared for a route that it does not go
        assert [event.skill for event in game.events(BecameIdle)] == ["place-deployable"]
        assert game.world.items == {}
        assert len(game.events(UseSpent)) == 1


@rule("c1.place-deployable.2", "c1.place-deployable.6")
def test_as_an_aro_a_mine_touches_the_base_and_needs_lof() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 31, LYNX)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 11)))
        away = Aros(by={"red-1": lay(24, 27)})
        assert game.refuses("red", away) == "c1.place-deployable.2"
        game.says("red", Aros(by={"red-1": lay(24, 31 - BESIDE)}))
        game.says("blue", Second(skill=Idle()))
        assert len(game.world.items) == 1
    with Skirmish({"blue-1": at(24, 25), "red-1": at(24, 31, LYNX, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 24)))
        unseen = Aros(by={"red-1": lay(24, 31 - BESIDE)})
        assert game.refuses("red", unseen) == "c1.place-deployable.6"
        game.says("red", Aros())
        game.says("blue", Second(skill=Idle()))


@rule("c1.place-deployable.3")
def test_a_mine_is_active_from_the_end_of_its_order() -> None:
    # Red-1 reacts in the area of the mine while it is being placed, and again in the next Order.
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 14)}) as game:
        game.order("blue-1", lay(24, 10 + BESIDE), aros={"red-1": DODGE})
        game.dice(20).settle()
        assert game.events(Saved) == []
        game.order("blue-1", Idle(), aros={"red-1": DODGE})
        game.dice(20).dice(20).settle()
        assert [event.trooper for event in game.events(Saved)] == ["red-1"]


@rule("c1.place-deployable.4")
def test_a_mine_that_went_off_is_gone() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": FAR}, items=[mine(24, 13)]) as game:
        game.order("blue-1", Idle())
        game.dice(20).settle()
        assert [event.item for event in game.events(ItemRemoved)] == ["red-item-1"]
        assert game.world.items == {}


@rule("c1.mines.1", "c1.unloaded.1", "c1.unloaded.2")
@pytest.mark.parametrize(
    ("weapon", "owner"), [("shock-mines", LYNX), ("antipersonnel-mines", CASANOVA)], ids=["shock", "ap"]
)
def test_there_are_three_uses_and_the_third_unloads(weapon: str, owner: str) -> None:
    with Skirmish({"blue-1": at(24, 10, owner), "red-1": at(24, 44)}) as game:
        for turn in (0, 60, 120):
            assert not game.trooper("blue-1").has(UNLOADED)
            x = 24 + BESIDE * math.cos(math.radians(turn))
            game.order("blue-1", lay(x, 10 + BESIDE * math.sin(math.radians(turn)), weapon))
        assert len(game.world.items) == 3
        assert game.trooper("blue-1").has(UNLOADED)
        fourth = Activate(trooper="blue-1", skill=lay(24, 10 - BESIDE, weapon))
        assert game.refuses("blue", fourth) == "c1.unloaded.2"


@rule("c1.mines.2", "c1.mines.8")
def test_kinds_of_mines_differ_in_their_ammunition_only() -> None:
    for weapon, owner, dead in (("shock-mines", LYNX, True), ("antipersonnel-mines", CASANOVA, False)):
        laid = mine(24, 13, weapon=weapon)
        with Skirmish({"blue-1": at(24, 10), "red-1": at(40, 44, owner)}, items=[laid]) as game:
            game.order("blue-1", Idle())
            game.dice(12).settle()
            assert game.saved("blue-1")[0].number.total == 12
            assert (game.trooper("blue-1").place == "gone") is dead


@rule("c1.mines.2", "c1.mines.7", "c1.place-deployable.4", "c1.mines.8")
def test_each_mine_in_whose_area_somebody_acts_goes_off() -> None:
    second = Item(id="red-item-2", seat="red", weapon="antipersonnel-mines", owner="red-2", x=27000, y=10000,
                  marker=2)  # fmt: skip
    troopers = {"blue-1": at(24, 10, "aquila-guard/heavy-machine-gun"), "red-1": FAR,
                "red-2": at(44, 44, CASANOVA)}  # fmt: skip
    with Skirmish(troopers, items=[mine(24, 13), second]) as game:
        game.order("blue-1", Idle())
        game.dice(20, 20).settle()
        assert [event.against for event in game.saved("blue-1")] == ["red-item-1", "red-item-2"]
        assert game.world.items == {}


@rule("c1.mines.3", "c1.mines.4")
def test_discover_turns_the_marker_over_and_mimetism_stays() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": FAR}, items=[mine(24, 27)]) as game:
        game.order("blue-1", Discover("red-marker-1"))
        game.dice(1)
        assert game.reasons("blue-1") == {"attribute.wip": 12, "c1.mines.3": -3}
        assert [event.item for event in game.events(ItemRevealed)] == ["red-item-1"]
        game.order("blue-1", shoot("red-item-1"))
        game.dice(20, 20, 20)
        assert game.reasons("blue-1")["c1.mines.4"] == -3
    with Skirmish({"blue-1": at(24, 10, GRENZER), "red-1": FAR}, items=[mine(24, 27)]) as game:
        game.order("blue-1", Discover("red-marker-1"))
        game.dice(20)
        assert game.number("blue-1") == 13  # a visor sees through the mine's Mimetism as well
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21)}, items=[mine(40, 40)]) as game:
        game.order("blue-1", shoot("red-1")).dice(20, 20, 20).settle()
        assert set(game.reasons("blue-1")) == {"attribute.bs", "n4-core.range.1"}, "a trooper is no mine"


@rule("c1.mines.5")
def test_a_hidden_mine_cannot_be_attacked() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": FAR}, items=[mine(24, 27)]) as game:
        assert (
            game.refuses("blue", Activate(trooper="blue-1", skill=shoot("red-marker-1")))
            == "c1.camouflaged.7"
        )


@pytest.mark.parametrize("turn", range(0, 360, 45))
@rule("c1.mines.6")
def test_a_mine_looks_in_every_direction(turn: int) -> None:
    x, y = 24 + 3 * math.cos(math.radians(turn)), 20 + 3 * math.sin(math.radians(turn))
    with Skirmish({"blue-1": at(x, y), "red-1": FAR}, items=[mine(24, 20)]) as game:
        game.order("blue-1", Idle())
        game.dice(20).settle()
        assert [event.trooper for event in game.events(Saved)] == ["blue-1"]


@rule("c1.mines.7", "c1.mines.6")
def test_whoever_only_passes_sets_a_mine_off_and_markers_do_too() -> None:
    with Skirmish({"blue-1": at(17, 17), "red-1": FAR}, items=[mine(19, 24.3)]) as game:
        game.order("blue-1", walk(21, 17))
        game.dice(20).settle()
        assert [event.item for event in game.events(ItemRevealed)] == ["red-item-1"]
        assert [event.trooper for event in game.events(Saved)] == ["blue-1"]
    with Skirmish({"blue-1": at(24, 10, LYNX, marker=1), "red-1": FAR}, items=[mine(24, 13)]) as game:
        game.order("blue-1", walk(24, 9))
        game.dice(20)
        assert [event.trooper for event in game.events(Saved)] == ["blue-1"]
        assert [event.trooper for event in game.events(MarkerRevealed)] == ["blue-1"]
        game.settle()


@rule("c1.mines.7")
def test_an_aro_in_its_area_sets_a_mine_off_but_standing_there_does_not() -> None:
    laid = mine(24, 20, seat="blue")
    for aros, hit in (({"red-1": DODGE}, ["red-1"]), ({}, [])):
        with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 23)}, items=[laid]) as game:
            game.order("blue-1", walk(24, 9), aros=aros)
            game.dice(*[20, 20] if hit else [])
            assert [event.trooper for event in game.events(Saved)] == hit
            game.settle()


@rule("c1.mines.7")
def test_a_mine_in_plain_view_goes_off_and_is_not_revealed_once_more() -> None:
    with Skirmish({"blue-1": at(24, 16), "red-1": FAR}, items=[mine(24, 20, marker=0)]) as game:
        game.order("blue-1", Idle())
        assert game.events(ItemRevealed) == []
        game.dice(20).settle()
        assert game.world.items == {}


@rule("c1.mines.7")
def test_a_mine_that_an_aro_sets_off_is_seen_before_the_second_half() -> None:
    troopers = {"blue-1": at(24, 10, LYNX), "red-1": at(24, 23)}
    with Skirmish(troopers, items=[mine(24, 20, seat="blue")]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 9)))
        assert game.events(ItemRevealed) == []
        game.says("red", Aros(by={"red-1": DODGE}))
        assert [event.item for event in game.events(ItemRevealed)] == ["blue-item-1"]
        game.says("blue", Second(skill=Idle())).dice(20, 20).settle()


@rule("c1.mines.9")
def test_beyond_the_reach_of_the_template_a_mine_stays_hidden() -> None:
    # The tip is half an inch from the middle of the mine, the template six and a half long.
    for gap, hit in ((7.48, True), (7.49, False)):
        with Skirmish({"blue-1": at(24, 20 - gap), "red-1": FAR}, items=[mine(24, 20)]) as game:
            game.order("blue-1", Idle())
            assert bool(game.events(ItemRevealed)) is hit
            game.dice(*[20] if hit else []).settle()
            assert len(game.world.items) == (0 if hit else 1)


@rule("c1.mines.8", "c1.mines.9")
def test_whoever_acts_of_several_in_the_template_sets_a_mine_off() -> None:
    for name in ("blue-1", "blue-2"):
        # Both stand in the template; whichever acts sets the mine off.
        troopers = {"blue-1": at(24, 14), "blue-2": at(24, 16), "red-1": FAR}
        with Skirmish(troopers, items=[mine(24, 20)]) as game:
            game.order(name, Idle())
            assert [event.item for event in game.events(ItemRevealed)] == ["red-item-1"]
            game.dice(20, 20).settle()
            assert game.world.items == {}


@rule("c1.mines.10", "c1.dodge.15", "c1.template-weapon.7", "n4-core.template.7")
def test_dodging_a_mine_takes_minus_3() -> None:
    with Skirmish({"blue-1": at(24, 10), "red-1": FAR}, items=[mine(24, 13)]) as game:
        game.order("blue-1", walk(24, 9.5), Dodge())
        game.dice(7).settle()
        assert game.reasons("blue-1") == {"attribute.ph": 10, "c1.dodge.15": -3}
        assert game.events(Saved) == []
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 20)}) as game:
        game.order("blue-1", Dodge(), aros={"red-1": aro_shot("blue-1")}).dice(20, 20).settle()
        assert game.reasons("blue-1") == {"attribute.ph": 10}, "a shot is not laid beforehand"


@rule("c1.mines.11", "c1.template-weapon.7")
def test_dodging_a_mine_out_of_sight_takes_minus_6() -> None:
    laid = mine(24, 26, seat="blue")
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 23)}, items=[laid]) as game:
        game.order("blue-1", walk(24, 9), aros={"red-1": DODGE})
        game.dice(5).dice(20).settle()
        assert game.reasons("red-1") == {"attribute.ph": 10, "c1.dodge.14": -3, "c1.dodge.15": -3}
        assert len(game.events(Saved)) == 1


@rule("c1.mines.12")
def test_a_mine_spares_the_friends_of_its_owner_even_unconscious_ones() -> None:
    down = at(24, 11.2, states=("unconscious",), points=0, prone=True)
    with Skirmish({"blue-1": at(24, 10), "red-1": FAR, "red-2": down}, items=[mine(24, 14)]) as game:
        game.order("blue-1", Idle())
        assert game.events(ItemRevealed) == []
        assert len(game.world.items) == 1


@rule("c1.mines.12")
def test_a_mine_spares_a_friend_that_would_be_caught_through_close_combat() -> None:
    # The template reaches blue-1 and not red-2 behind it, but the two are in close combat.
    me = at(24, 13)
    with Skirmish({"blue-1": me, "red-1": FAR, "red-2": next_to(me, 270)}, items=[mine(24, 20)]) as game:
        game.order("blue-1", Idle())
        assert game.events(ItemRevealed) == []
    with Skirmish({"blue-1": me, "red-1": FAR}, items=[mine(24, 20)]) as game:
        game.order("blue-1", Idle())
        game.dice(20).settle()
        assert len(game.events(ItemRevealed)) == 1


@rule("c1.mines.13")
def test_a_wall_keeps_a_mine_from_its_target() -> None:
    wall = box("wall", 18, 11.5, 12, 0.3, 4)
    with Skirmish({"blue-1": at(24, 10), "red-1": FAR}, [wall], items=[mine(24, 13)]) as game:
        game.order("blue-1", Idle())
        assert game.events(ItemRevealed) == []
    with Skirmish({"blue-1": at(24, 10), "red-1": FAR}, items=[mine(24, 13)]) as game:
        game.order("blue-1", Idle())
        assert [event.item for event in game.events(ItemRevealed)] == ["red-item-1"]
        game.dice(20).settle()


@rule("c1.mines.14", "c1.mines.15")
def test_a_mine_is_not_placed_beside_an_enemy_marker_unless_a_model_is_there_too() -> None:
    troopers = {"blue-1": at(24, 10, LYNX), "red-1": at(24, 15, LYNX, marker=1)}
    with Skirmish(troopers) as game:
        game.order("blue-1", lay(24, 10 + BESIDE))
        assert [event.skill for event in game.events(BecameIdle)] == ["place-deployable"]
        assert game.world.items == {}
        assert len(game.events(UseSpent)) == 1
    with Skirmish({**troopers, "red-2": at(21, 12)}) as game:
        game.order("blue-1", lay(24, 10 + BESIDE))
        assert game.events(BecameIdle) == []
        assert len(game.world.items) == 1
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": FAR}, items=[mine(24, 17.9)]) as game:
        game.order("blue-1", lay(24, 10 + BESIDE))  # the marker hides a mine, which nobody can tell
        assert [event.skill for event in game.events(BecameIdle)] == ["place-deployable"]


@rule("c1.mines.3")
def test_the_other_side_cannot_tell_a_mine_from_a_trooper_and_not_who_laid_it() -> None:
    from firelane.infinity.view import see

    with Skirmish({"blue-1": at(24, 10), "red-1": FAR}, items=[mine(24, 27)]) as game:
        shown = see(game.game.state, "blue").world
        assert shown.items == {}
        assert shown.troopers["red-marker-1"].marker == 1
    with Skirmish({"blue-1": at(24, 10), "red-1": FAR}, items=[mine(24, 27, marker=0)]) as game:
        assert see(game.game.state, "blue").world.items["red-item-1"].owner == ""
        assert see(game.game.state, "red").world.items["red-item-1"].owner == "red-1"
        game.says("blue", EndOrders())
        game.says("red", EndOrders())


@pytest.mark.parametrize("layer", [at(24, 44, LYNX), at(24, 44, LYNX, marker=1), at(24, 44)])
def test_somebody_is_imagined_who_put_an_open_mine_down(layer) -> None:
    """Whoever it was: a model, a marker, or, where none of those can have done it, somebody out of sight."""
    with Skirmish({"blue-1": at(24, 10), "red-1": layer}, items=[mine(24, 30, marker=0)]) as game:
        for seed in range(20):
            world = RULESET.resample(game.game.view("blue"), Random(seed)).world
            (item,) = world.items.values()
            assert item.weapon in sheet(world.troopers[item.owner].sheet).modes
