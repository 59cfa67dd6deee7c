"""Direct templates: whom they touch, what stops them, and how they are dodged."""

from __future__ import annotations

from math import isclose

import pytest
from msgspec.structs import replace

from firelane.forces.weapons import Template as Kind
from firelane.infinity.asking import Activate, Aros, Second
from firelane.infinity.c1.edition import C1
from firelane.infinity.events import BecameIdle, ItemRemoved, MarkerRevealed, Rolled, Saved
from firelane.infinity.sheets import open_name, sheet
from firelane.infinity.space import body, points_along
from firelane.infinity.templates import TemplateSize, lay, shape_of
from firelane.infinity.world import Item
from firelane.table.templates import Shape
from firelane.table.things import millimetres
from firelane.testing.proofs import rule
from infinity.declared import Idle, Template
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, box, next_to, shoot, walk

JING_QO = "jing-qo/multi-rifle"
TASKMASTER = "taskmasters/heavy-shotgun"
LYNX = "lynx-unit/marksman-rifle"
ME = at(24, 10, JING_QO)


def blast(*ways: int) -> Template:
    """The Burst of two of a shotgun."""
    return Template(weapon="heavy-shotgun/blast-mode", directions=ways)


def burst_of(key: str, weapon: str) -> int:
    """How many templates the unit lays with a weapon in its own turn."""
    mode, carried = sheet(f"c1:{key}").modes[weapon]
    return mode.burst + carried.burst


COLT = Template(weapon="chain-colt", directions=(90,) * burst_of(JING_QO, "chain-colt"))
HITS = len(COLT.directions)


@rule("n4-core.template.1", "n4-core.template.2", "c1.template-weapon.2")
def test_there_are_three_templates_with_the_sizes_of_the_table() -> None:
    mode, _ = sheet(f"c1:{JING_QO}").modes["chain-colt"]
    sizes = {}
    for kind in Kind:
        shape = shape_of(C1, replace(mode, traits=replace(mode.traits, template=kind)))
        sizes[kind.value] = (shape.shape, shape.length, shape.width, shape.up, shape.down)
    mm = millimetres
    circle = C1.data("template.circular", TemplateSize)
    assert (circle.length, circle.width, circle.height) == (mm(120), mm(120), mm(60))
    assert sizes == {
        "circular": (Shape.CIRCLE, 0, mm(120), mm(60), mm(60)),
        "large-teardrop": (Shape.TEARDROP, mm(240), mm(100), mm(50), mm(50)),
        "small-teardrop": (Shape.TEARDROP, mm(165), mm(65), mm(33), mm(33)),
    }


@rule("n4-core.template.direct.1", "c1.template-weapon.1", "c1.template-weapon.3", "c1.template-weapon.4",
      "n4-core.template.3")  # fmt: skip
def test_everybody_touched_is_hit_without_a_roll() -> None:
    # red-2 stands behind red-1, red-3 is just touched at its side, red-4 just not.
    troopers = {"blue-1": ME, "red-1": at(24, 13), "red-2": at(24, 16), "red-3": at(25.65, 15),
                "red-4": at(26.0, 15)}  # fmt: skip
    with Skirmish(troopers) as game:
        game.order("blue-1", COLT)
        assert game.waits_for_dice() == (3 * HITS, "red")
        game.dice(*[20] * 3 * HITS).settle()
        assert {event.trooper for event in game.events(Saved)} == {"red-1", "red-2", "red-3"}
        assert game.events(Rolled) == []
        assert game.saved("red-1")[0].number.total == 13 - 1


@rule("c1.template-weapon.3", "n4-core.template.2", "n4-core.template.3")
@pytest.mark.parametrize(
    ("mine", "theirs", "hit"),
    [
        (0, 0, True),
        (0, 1.968, True),  # a large template reaches 50 mm up: the feet of one who stands above it
        (0, 1.970, False),
        (3.543, 0, True),  # and 50 mm down: the head of one who stands below, at 1.575
        (3.545, 0, False),
    ],
)
def test_any_part_of_the_silhouette_counts_in_height_as_well(mine: float, theirs: float, hit: bool) -> None:
    bearpode = "polaris-team/polaris-bearpode"
    high = [("low", 10, mine), ("high", 16, theirs)]
    pieces = [box(name, 20, y - 2, 8, 4, z, walkable=True, sight="clear") for name, y, z in high if z]
    troopers = {
        "blue-1": at(24, 11, bearpode, z=round(1000 * mine), surface="low" if mine else ""),
        "red-1": at(24, 15, z=round(1000 * theirs), surface="high" if theirs else "", facing=90),
    }
    with Skirmish(troopers, pieces) as game:
        count = burst_of(bearpode, "chain-rifle")
        game.order("blue-1", Template(weapon="chain-rifle", directions=(90,) * count))
        game.dice(*[20] * count * hit).settle()
        assert bool(game.saved("red-1")) is hit


@rule("c1.template-weapon.5", "c1.dodge.2", "c1.template-weapon.7", "c1.template-weapon.10")
@pytest.mark.parametrize(("face", "hits"), [(10, 0), (11, 1)])
def test_an_active_trooper_dodges_the_template_of_an_aro_with_its_short_skill(face: int, hits: int) -> None:
    with Skirmish({"blue-1": at(21, 15), "red-1": at(24, 20.6, JING_QO)}) as game:
        fire = Template(weapon="chain-colt", directions=(270,))
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 15)))
        game.says("red", Aros(by={"red-1": fire}))
        game.says("blue", Second(skill=DODGE))
        game.dice(blue=[face, *[20] * hits]).settle()
        assert game.reasons("blue-1") == {"attribute.ph": 10}
        assert len(game.saved("blue-1")) == hits


@rule("c1.template-weapon.1")
def test_discovered_mines_are_hit_too() -> None:
    mine = Item(id="red-item-1", seat="red", weapon="shock-mines", owner="red-1", x=24000, y=15000)
    with Skirmish({"blue-1": ME, "red-1": at(40, 44, LYNX), "red-2": at(24, 13)}, items=[mine]) as game:
        game.order("blue-1", COLT)
        # The mine goes off at blue-1 as it acts; red-2 stands between and would be caught: it does not.
        game.dice(*[20] * HITS, *[1] * HITS).settle()
        assert {event.trooper for event in game.events(Saved)} == {"red-2", "red-item-1"}
        assert [event.item for event in game.events(ItemRemoved)] == ["red-item-1"]


@rule("c1.mines.5")
def test_hidden_mines_are_not() -> None:
    mine = Item(id="red-item-1", seat="red", weapon="shock-mines", owner="red-1", x=24000, y=15000, marker=1)
    with Skirmish({"blue-1": ME, "red-1": at(40, 44, LYNX), "red-2": at(24, 13)}, items=[mine]) as game:
        game.order("blue-1", COLT)
        game.dice(*[20] * HITS).settle()
        assert {event.trooper for event in game.events(Saved)} == {"red-2"}


@rule("n4-core.template.direct.2")
def test_a_teardrop_starts_at_the_edge_of_the_base_and_a_circle_lies_under_the_user() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 40)}) as game:
        user = body(game.trooper("blue-1"))
        mode, _ = sheet(f"c1:{JING_QO}").modes["chain-colt"]
        drop = lay(shape_of(C1, mode), user, 90)
        assert (drop.x, drop.direction) == (user.x, 90)
        assert isclose(drop.y, user.y + user.diameter / 2, abs_tol=1)
        circle = replace(mode, traits=replace(mode.traits, template=Kind.CIRCULAR))
        laid = lay(shape_of(C1, circle), user, 90)
        assert (laid.x, laid.y) == (user.x, user.y)


@rule("n4-core.template.direct.2")
def test_a_template_declared_before_a_move_lies_where_the_move_began() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 17.6), "red-2": at(24, 15)}) as game:
        game.order("blue-1", COLT, walk(24, 13))
        game.dice(*[20] * HITS).settle()
        assert {event.trooper for event in game.events(Saved)} == {"red-2"}


@rule("n4-core.template.direct.2")
def test_a_template_declared_after_a_move_lies_where_the_move_ended() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 17.6), "red-2": at(27, 10.5)}) as game:
        game.order("blue-1", walk(24, 13), COLT)
        game.dice(*[20] * HITS).settle()
        assert {event.trooper for event in game.events(Saved)} == {"red-1"}


@rule("n4-core.template.direct.2", "n4-core.order-sequence.11")
def test_a_template_may_be_laid_from_any_point_of_the_way_gone() -> None:
    """From the start of its way red-1 is within reach, from the end it is not."""
    way = points_along(((24000, 13000, 0), (24000, 10000, 0)))
    end = len(way) - 1
    for place, hit in ((0, True), (end, False), (end + 1, False), (999, False), (-1, False)):
        with Skirmish({"blue-1": at(24, 13, JING_QO), "red-1": at(24, 17.6, facing=90)}) as game:
            game.order("blue-1", walk(24, 10), replace(COLT, at=place))
            game.dice(*[20] * HITS * hit).settle()
            assert bool(game.saved("red-1")) is hit


@rule("n4-core.template.direct.1")
@pytest.mark.parametrize("weapon", ["multi-rifle", "no-such-weapon"])
def test_a_weapon_without_a_template_lays_none(weapon: str) -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 13)}) as game:
        wrong = Activate(trooper="blue-1", skill=Template(weapon=weapon, directions=(90,)))
        assert game.refuses("blue", wrong) == "n4-core.template.direct.1"


@rule("n4-core.template.direct.1")
def test_a_mine_is_placed_and_not_laid_by_hand() -> None:
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 13)}) as game:
        wrong = Activate(trooper="blue-1", skill=Template(weapon="shock-mines", directions=(90,)))
        assert game.refuses("blue", wrong) == "n4-core.template.direct.1"


@rule("n4-core.template.direct.4")
def test_whoever_dodges_spares_only_itself() -> None:
    for faces, hit in (([1, 20], "red-2"), ([20, 1], "red-1")):
        with Skirmish({"blue-1": ME, "red-1": at(23.7, 12.2), "red-2": at(24.4, 15)}) as game:
            game.order("blue-1", COLT, aros={"red-1": DODGE, "red-2": DODGE})
            game.dice(red=faces).dice(*[20] * HITS).settle()
            assert {event.trooper for event in game.events(Saved)} == {hit}


@rule("n4-core.template.direct.3")
def test_the_user_is_not_affected() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 13)}) as game:
        game.order("blue-1", COLT)
        game.dice(*[20] * HITS).settle()
        assert game.saved("blue-1") == []


@rule("n4-core.template.direct.6", "c1.template-weapon.1")
def test_a_burst_of_two_lays_two_templates() -> None:
    troopers = {"blue-1": at(24, 10, TASKMASTER), "red-1": at(24, 13), "red-2": at(27, 10.5)}
    with Skirmish(troopers) as game:
        one = Activate(trooper="blue-1", skill=blast(90))
        assert game.refuses("blue", one) == "n4-core.template.direct.6"
        game.order("blue-1", blast(90, 0))
        game.dice(20, 20).settle()
        assert [event.trooper for event in game.events(Saved)] == ["red-1", "red-2"]
        game.order("blue-1", blast(90, 90))
        game.dice(20, 20).settle()
        assert len(game.saved("red-1")) == 3


@rule("c1.template-weapon.8", "n4-core.template.8")
def test_a_template_over_a_friend_is_cancelled_while_others_stand_and_the_aros_stay() -> None:
    troopers = {
        "blue-1": at(24, 10, TASKMASTER),
        "blue-2": at(27.5, 10.5),
        "red-1": at(24, 13),
        "red-2": at(30, 10.5),
    }
    with Skirmish(troopers) as game:
        game.order("blue-1", blast(90, 0), aros={"red-2": DODGE})
        game.dice(red=[20, 20]).settle()  # red-2's Dodge, red-1's save
        assert {event.trooper for event in game.events(Saved)} == {"red-1"}
        assert game.rolled("red-2").skill == "dodge"
    alone = {
        "blue-1": ME,
        "blue-2": at(24.5, 12, states=("unconscious",), points=0, prone=True),
        "red-1": at(24, 13),
    }
    with Skirmish(alone) as game:
        game.order("blue-1", COLT)
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"]
        assert game.events(Saved) == []


@rule("n4-core.template.8", "n4-core.template.9")
@pytest.mark.parametrize("behind", [12, 15])
def test_a_friend_anywhere_under_the_template_cancels_it(behind: float) -> None:
    """Red fires in its own turn: its friend is touched after the enemy, or before it."""
    troopers = {
        "blue-1": at(24, 13, facing=90),
        "red-1": at(24, 10, JING_QO, facing=90),
        "red-2": at(24, behind, facing=90),
    }
    with Skirmish(troopers, active="red") as game:
        game.order("red-1", COLT).settle()
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"]
        assert game.events(Saved) == []


@rule("c1.template-weapon.8", "n4-core.template.8")
def test_an_own_mine_under_a_template_is_no_friendly_trooper() -> None:
    mine = Item(id="blue-item-1", seat="blue", weapon="shock-mines", owner="blue-2", x=24000, y=15000)
    troopers = {"blue-1": ME, "blue-2": at(40, 4, LYNX), "red-1": at(24, 13, facing=90)}
    with Skirmish(troopers, items=[mine]) as game:
        game.order("blue-1", COLT)
        assert game.events(BecameIdle) == []
        game.dice(blue=[20] * HITS, red=[20] * HITS).settle()
        assert len(game.saved("red-1")) == HITS


@rule("n4-core.template.9", "n4-core.template.8")
def test_a_template_that_harms_nobody_may_cover_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    full = f"c1:{JING_QO}"
    mode, carried = sheet(full).modes["chain-colt"]
    smoke = replace(mode, damage=None, key="smoke", weapon="smoke", burst=1)
    for name in (full, open_name(full)):
        monkeypatch.setitem(sheet(name).modes, "smoke", (smoke, replace(carried, burst=0)))
    glue = replace(smoke, key="glue", weapon="glue", traits=replace(mode.traits, state="immobilized-b"))
    for name in (full, open_name(full)):
        monkeypatch.setitem(sheet(name).modes, "glue", (glue, replace(carried, burst=0)))
    with Skirmish({"blue-1": ME, "blue-2": at(24, 13), "red-1": at(24, 40)}) as game:
        game.order("blue-1", Template(weapon="smoke", directions=(90,)))
        assert game.events(BecameIdle) == []
        game.dice(20).settle()
        game.order("blue-1", Template(weapon="glue", directions=(90,)))
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"], "a state is harm"


@rule("c1.template-weapon.9", "n4-core.template.4")
def test_walls_cut_the_area() -> None:
    wall = box("wall", 22, 13, 4, 0.5, 4)
    with Skirmish({"blue-1": ME, "red-1": at(24, 15), "red-2": at(24, 12)}, [wall]) as game:
        game.order("blue-1", COLT)
        game.dice(*[20] * HITS).settle()
        assert {event.trooper for event in game.events(Saved)} == {"red-2"}


@rule("n4-core.template.5")
def test_lying_down_behind_something_low_saves_from_a_template() -> None:
    low = box("low", 22, 13.3, 4, 0.5, 0.7)
    for prone, hit in ((False, {"red-1"}), (True, set())):
        with Skirmish({"blue-1": ME, "red-1": at(24, 14.4, prone=prone)}, [low]) as game:
            game.order("blue-1", COLT)
            game.dice(*[20] * HITS * len(hit)).settle()
            assert {event.trooper for event in game.events(Saved)} == hit


@rule("c1.template-weapon.5", "c1.template-weapon.6", "c1.dodge.2", "c1.dodge.14", "n4-core.template.6",
      "n4-core.template.7", "n4-core.template.direct.4", "c1.mines.10")  # fmt: skip
def test_whoever_is_hit_may_dodge_without_lof_at_minus_3() -> None:
    # A large template from more than 8 inches: red-1 looks away and has neither LoF nor Zone of Control.
    bearpode = "polaris-team/polaris-bearpode"
    count = burst_of(bearpode, "chain-rifle")
    user = at(24, 10, bearpode)
    troopers = {"blue-1": user, "red-1": at(24, 19.6, facing=90)}
    with Skirmish(troopers) as game:
        shot = Template(weapon="chain-rifle", directions=(90,) * count)
        game.says("blue", Activate(trooper="blue-1", skill=shot))
        request = game.asked("red")
        assert request.rights == {"red-1": ("template",)}
        game.says("red", Aros(by={"red-1": DODGE}))
        game.says("blue", Second(skill=Idle()))
        assert game.waits_for_dice() == (1, "red")
        game.dice(6).settle()
        assert game.reasons("red-1") == {"attribute.ph": 10, "c1.dodge.14": -3}
        assert game.events(Saved) == []


@rule("n4-core.template.6")
def test_somebody_outside_the_template_who_sees_nothing_is_not_asked() -> None:
    bearpode = "polaris-team/polaris-bearpode"
    shot = Template(weapon="chain-rifle", directions=(90,) * burst_of(bearpode, "chain-rifle"))
    with Skirmish({"blue-1": at(24, 10, bearpode), "red-1": at(24, 30, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=shot))
        assert not game.is_asked("red", "declare-aros")
        game.says("blue", Second(skill=Idle()))


@rule("n4-core.template.direct.4")
def test_one_normal_roll_avoids_all_templates_of_the_order() -> None:
    for face, saves in ((10, 0), (11, 2)):
        with Skirmish({"blue-1": at(24, 10, TASKMASTER), "red-1": at(24, 13)}) as game:
            game.order("blue-1", blast(90, 90), aros={"red-1": DODGE})
            assert game.waits_for_dice() == (1, "red")
            game.dice(face, *[20] * saves).settle()
            assert game.reasons("red-1") == {"attribute.ph": 10}
            assert len(game.saved("red-1")) == saves


@rule("c1.template-weapon.10", "n4-core.template.direct.5")
def test_a_template_and_the_shot_that_answers_it_both_take_effect() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 13)}) as game:
        game.order("blue-1", COLT, aros={"red-1": aro_shot("blue-1")})
        assert game.waits_for_dice() == (1, "red")
        game.dice(1)
        assert game.rolled("red-1").effective == 1
        assert game.waits_for_dice() == (1, "blue")
        game.dice(20).dice(*[20] * HITS).settle()
        assert len(game.saved("red-1")) == HITS
        assert len(game.saved("blue-1")) == 1


@rule("n4-core.template.direct.5")
def test_a_template_as_aro_does_not_stop_the_shot_and_reaches_any_point_of_the_route() -> None:
    # Blue-1 walks through red's template and out of it again.
    with Skirmish({"blue-1": at(21, 15), "red-1": at(24, 20.6, JING_QO)}) as game:
        aro = Template(weapon="chain-colt", directions=(270,))
        game.order("blue-1", walk(25, 15), shoot("red-1"), aros={"red-1": aro})
        game.dice(1, 20, 20)
        assert game.rolled("blue-1").effective == 1
        game.dice(20, 20).settle()
        assert len(game.saved("blue-1")) == len(game.saved("red-1")) == 1


@rule("c1.engaged.7", "n4-core.template.10")
def test_a_template_on_a_close_combat_hits_friend_and_foe_in_it() -> None:
    # The template touches red-1 only; red-1 fights blue-2, and blue-2 fights red-2 too.
    foe = at(24, 16.6)
    friend = next_to(foe, 90)
    troopers = {
        "blue-1": ME,
        "red-1": foe,
        "blue-2": friend,
        "red-2": next_to(friend, 90),
        "red-3": at(30, 18),
    }
    with Skirmish(troopers) as game:
        game.order("blue-1", COLT)
        game.dice(blue=[20] * HITS, red=[20] * 2 * HITS).settle()
        assert {event.trooper for event in game.events(Saved)} == {"red-1", "red-2", "blue-2"}


@rule("c1.template-weapon.4")
def test_a_hidden_trooper_that_is_hit_is_revealed() -> None:
    with Skirmish({"blue-1": ME, "red-1": at(24, 13, LYNX, marker=1)}) as game:
        game.order("blue-1", COLT)
        game.dice(*[20] * HITS)
        assert [event.trooper for event in game.events(MarkerRevealed)] == ["red-1"]
        game.settle()


@rule("n4-core.template.6", "n4-core.aro.4", "c1.dodge.2")
def test_all_that_are_under_a_template_may_dodge() -> None:
    backs = {"red-1": at(10, 27, facing=90), "red-2": at(10, 28.5, facing=90)}
    with Skirmish({"blue-1": at(10, 24, "grenzers/combi-rifle-discover"), **backs}) as game:
        flame = Template(weapon="light-flamethrower", directions=(90, 90))
        game.says("blue", Activate(trooper="blue-1", skill=flame))
        rights = game.asked("red").rights
        assert {name: "template" in grounds for name, grounds in rights.items()} == dict.fromkeys(backs, True)
        game.says("red", Aros(by=dict.fromkeys(backs, DODGE))).says("blue", Second(skill=Idle()))
        assert game.waits_for_dice() == (2, "red")
        game.dice(red=[20, 20]).dice(red=[20, 20, 20, 20]).settle()
