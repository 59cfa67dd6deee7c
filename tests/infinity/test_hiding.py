"""Camouflage, Discover, Delay, and what each side may know."""

import pytest

from firelane.core.state import encode
from firelane.infinity.asking import (
    Activate,
    Aros,
    Deployed,
    EndOrders,
    Keep,
    Kept,
    Placement,
    Second,
    TurnsChosen,
    ZonesChosen,
)
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.events import (
    BecameIdle,
    Hidden,
    ItemRevealed,
    ListsOpened,
    MarkerRevealed,
    ModsTold,
    Moved,
    OrderSpent,
    Rolled,
    TurnBegan,
)
from firelane.infinity.sheets import sheet
from firelane.infinity.skills import Delay, Discover, HideAgain, Idle, Jump, Reset, Template, Use
from firelane.infinity.space import body, item_body
from firelane.infinity.world import Item, Objective, Place
from firelane.table.things import inches
from firelane.testing.proofs import rule
from firelane.testing.scenario import Scenario
from infinity.skirmish import DODGE, FUSILIER, Skirmish, aro_shot, at, box, plain, shoot, walk

LYNX = "lynx-unit/marksman-rifle"
SUNDUQBUT = "sunduqbut/rifle"
SPHINX = "shasvastii-special-armored-corp-sphinx/spitfire"
HELLCAT = "hellcats/combi-rifle"
LEADER = "fusiliers/combi-rifle-lieutenant"
HIGH_WALL = box("wall", 10, 20, 20, 1, 6)


def mine(number=1, x=20, y=20, seat="blue", owner="blue-2"):
    return Item(id=f"{seat}-item-{number}", seat=seat, weapon="shock-mines", owner=owner, x=inches(x),
                y=inches(y), marker=number)  # fmt: skip


def seen_by(game, seat):
    """Every byte that a seat has before it."""
    return encode(game.game.view(seat))


# Camouflage


@rule("c1.camouflage.1")
def test_owners_may_be_deployed_hidden_and_nobody_else():
    forces = {"blue": (LYNX, SUNDUQBUT, FUSILIER, FUSILIER), "red": (FUSILIER, FUSILIER)}
    game = Scenario(C1, Setup(terrain=plain(), mission="standard", forces=forces))
    game.dice(10, 20)
    game.says("blue", Keep(Kept.DEPLOYMENT)).says("red", TurnsChosen("red"))
    game.says("blue", ZonesChosen("blue", "south"))

    def deployed(**hidden):
        names = {"lynx": "blue-1", "sunduqbut": "blue-2", "fusilier": "blue-3"}
        return Deployed(
            {
                name: Placement(x=5000 + 3000 * n, y=5000, camouflaged=hidden.get(who, False))
                for n, (who, name) in enumerate(names.items())
            }
        )

    assert game.refused("blue", deployed(fusilier=True)).rule == "c1.camouflage.1"
    game.says("blue", deployed(lynx=True))
    troopers = game.game.state.world.troopers
    assert troopers["blue-1"].marker == 1
    assert troopers["blue-2"].marker == 0


@rule("c1.camouflage.2")
def test_hiding_takes_a_whole_order_out_of_every_enemys_sight():
    with Skirmish({"blue-1": at(20, 10, LYNX), "red-1": at(20, 30)}, [HIGH_WALL]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=HideAgain()))
        assert not game.is_asked("blue", "declare-second")
        assert game.trooper("blue-1").marker == 1
        assert game.events(Hidden)[0].because[0].rule == "c1.camouflage.2"


@rule("c1.camouflage.2")
@pytest.mark.parametrize("watcher", [at(20, 30), at(20, 30, LYNX, marker=1, facing=90)])
def test_in_sight_of_an_enemy_nobody_hides(watcher):
    with Skirmish({"blue-1": at(20, 10, LYNX), "red-1": watcher}) as game:
        assert game.refuses("blue", Activate(trooper="blue-1", skill=HideAgain())) == "c1.camouflage.2"


@rule("c1.camouflage.2")
def test_an_enemy_that_looks_away_does_not_hinder_hiding_and_none_hides_in_the_reactive_turn():
    with Skirmish({"blue-1": at(20, 10, LYNX), "red-1": at(20, 30, LYNX, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=HideAgain()))
        assert game.trooper("blue-1").marker
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 30, LYNX)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12)))
        assert game.refuses("red", Aros(by={"red-1": HideAgain()})) == "n4-core.aro.9"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


# The state


@rule("c1.camouflaged.1", "n4-core.information.4")
def test_the_other_side_sees_a_marker_and_nothing_of_what_it_hides():
    troopers = {"blue-1": at(20, 10, LYNX, marker=1), "blue-2": at(25, 10, LYNX), "red-1": at(20, 30)}
    with Skirmish(troopers, items=[mine(2, 30, 10)]) as game:
        seen = game.game.view("red").table.world
        assert {name for name in seen.troopers if name.startswith("blue")} == {
            "blue-marker-1",
            "blue-marker-2",
            "blue-2",
        }
        for secret in (b"blue-1", b"marksman-rifle-", b"blue-item-2", b"shock-mines"):
            assert secret not in seen_by(game, "red")
        for seat in ("red", ""):
            assert b"blue-1" not in seen_by(game, seat)
        assert b"blue-1" in seen_by(game, "blue")
        marker, other = seen.troopers["blue-marker-1"], seen.troopers["blue-marker-2"]
        assert (marker.sheet, marker.facing, marker.points) == (other.sheet, other.facing, other.points)


@rule("c1.camouflaged.1")
def test_declarations_of_a_marker_tell_where_it_goes_and_not_where_it_looks():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 13, facing=123)))
        (moved,) = game.events(Moved)
        assert moved.seen_by("red").trooper == "blue-marker-1"
        assert b"blue-1" not in encode([e for m in game.game.moments[1:] for e in map(_red, m.events) if e])
        order = game.game.view("red").table.order
        assert order.active == ("blue-marker-1",)
        assert order.acting["blue-marker-1"].skills[0].facing == 0
        assert b"blue-1" not in seen_by(game, "red")
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


def _red(event):
    return event.seen_by("red")


@rule("c1.camouflaged.2")
@pytest.mark.parametrize(("kind", "shows"), [(LYNX, False), (SPHINX, True)])
def test_a_marker_is_as_big_as_what_it_hides(kind, shows):
    """A wall of 1.7 inches hides a man and not a machine."""
    low = box("parapet", 0, 20, 48, 1, 1.7)
    with Skirmish({"blue-1": at(20, 22, kind, marker=1), "red-1": at(20, 18, facing=90)}, [low]) as game:
        shown = game.game.view("red").table.world.troopers["blue-marker-1"]
        real = game.trooper("blue-1")
        assert (body(shown).height, body(shown).diameter) == (body(real).height, body(real).diameter)
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert ("lof" in game.asked("red").rights["red-1"]) is shows
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("c1.camouflaged.3")
def test_the_marker_of_a_mine_is_s2():
    with Skirmish({"blue-2": at(5, 5, LYNX), "red-1": at(20, 30)}, items=[mine()]) as game:
        shown = body(game.game.view("red").table.world.troopers["blue-marker-1"])
        size = sheet("c1:" + FUSILIER)
        assert (shown.height, shown.diameter) == (size.height, size.diameter)
        real = item_body(game.world.items["blue-item-1"])
        assert (real.height, real.diameter) == (size.height, size.diameter)


@rule("c1.camouflaged.4", "c1.camouflaged.10")
def test_a_hidden_trooper_moves_as_a_marker_and_is_revealed_by_its_attack():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 13)))
        assert game.trooper("blue-1").y == 13000
        assert game.trooper("blue-1").marker == 1
        game.says("red", Aros())
        game.says("blue", Second(skill=shoot("red-1", weapon="marksman-rifle")))
        assert game.trooper("blue-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.10"
        game.dice(20, 20, 20).settle()
        assert game.rolled("blue-1").skill == "bs-attack"


@rule("c1.camouflaged.5", "c1.discover.4")
def test_mimetism_counts_against_discover_as_range_and_cover_do():
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1)}) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        own = sheet("c1:" + LYNX).carried("mimetism").mod
        assert own < 0
        assert game.reasons("blue-1")["c1.mimetism.2"] == own
        assert game.reasons("blue-1")["attribute.wip"] == sheet("c1:" + FUSILIER).facts.wip
        plain_number = game.number("blue-1") - own
    low = box("parapet", 18, 28.5, 4, 1, 1)
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 29.992, SUNDUQBUT, marker=1)}, [low]) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        assert game.reasons("blue-1")["n4-core.cover.3"] == -3
        assert game.number("blue-1") == plain_number - 3
    numbers = {}
    for y in (16, 30, 46):
        with Skirmish({"blue-1": at(20, 10), "red-1": at(20, y, SUNDUQBUT, marker=1)}) as game:
            game.order("blue-1", Discover("red-marker-1")).dice(20)
            numbers[y] = game.number("blue-1")
    assert len(set(numbers.values())) > 1


@rule("c1.camouflaged.6")
def test_a_marker_looks_everywhere():
    for marker, able in ((1, True), (0, False)):
        troopers = {"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=marker, facing=90)}
        with Skirmish(troopers) as game:
            game.says("blue", Activate(trooper="blue-1", skill=walk(21, 10)))
            assert game.is_asked("red", "declare-aros") is able
            if able:
                assert game.asked("red").rights == {"red-1": ("lof",)}
                game.says("red", Aros())
            game.says("blue", Second(skill=Idle()))
            if game.is_asked("red"):
                game.says("red", Aros())


@rule("c1.camouflaged.7")
def test_markers_cannot_be_attacked():
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1)}) as game:
        attack = Activate(trooper="blue-1", skill=shoot("red-marker-1"))
        assert game.refuses("blue", attack) == "c1.camouflaged.7"
        assert game.refuses("blue", Activate(trooper="blue-1", skill=shoot("red-1"))) == "c1.bs-attack.2"


@rule("c1.camouflaged.8")
@pytest.mark.parametrize("kind", ["trooper", "mine"])
def test_nobody_walks_into_a_marker(kind):
    troopers = {"blue-1": at(20, 10), "red-2": at(40, 40, LYNX)}
    items = []
    if kind == "trooper":
        troopers["red-1"] = at(20, 13, LYNX, marker=1)
    else:
        items = [mine(1, 20, 13, seat="red", owner="red-2")]
    with Skirmish(troopers, items=items) as game:
        step = Activate(trooper="blue-1", skill=walk(20, 12.5))
        assert game.refuses("blue", step) == "c1.camouflaged.8"


@rule("c1.camouflaged.9")
def test_against_a_marker_only_discover_dodge_reset_and_delay_are_declared():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 13)))
        assert game.refuses("red", Aros(by={"red-1": aro_shot("blue-marker-1")})) == "c1.camouflaged.9"
        request = game.asked("red")
        question = C1.question(request)
        for allowed in (Discover("blue-marker-1"), DODGE, Reset(), Delay()):
            view = game.game.view("red")
            assert question.refuse(view, request, Aros(by={"red-1": allowed})) is None
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("c1.camouflaged.10")
def test_working_on_an_objective_reveals():
    console = Objective(id="console-1", kind="console", x=inches(20), y=inches(10) + 984)
    hacker = "malignos/combi-rifle-hacker"
    troopers = {"blue-1": at(20, 10, hacker, marker=1), "red-1": at(40, 40, facing=90)}
    with Skirmish(troopers, objectives={"console-1": console}) as game:
        game.order("blue-1", Use(objective="console-1")).dice(5)
        assert game.trooper("blue-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.10"


@rule("c1.camouflaged.11")
def test_an_entire_skill_reveals():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(40, 40, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Jump(to=(inches(20), inches(12), 0))))
        assert game.trooper("blue-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.11"


@rule("c1.camouflaged.12")
def test_contact_reveals():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 13, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 13)))
        assert game.trooper("blue-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.12"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("c1.camouflaged.13", "c1.discover.2")
def test_discover_reveals_troopers_and_mines():
    troopers = {"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1), "red-2": at(40, 40, LYNX)}
    lying = mine(2, 24, 24, seat="red", owner="red-2")
    with Skirmish(troopers, items=[lying]) as game:
        game.order("blue-1", Discover("red-marker-1"), Discover("red-marker-2")).dice(1, 1)
        assert game.trooper("red-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.13"
        assert game.world.items["red-item-2"].marker == 0
        assert game.events(ItemRevealed)[0].marker == "red-marker-2"


@rule("c1.camouflaged.14")
def test_a_template_that_hits_a_marker_reveals_it():
    weapon = "chain-rifle"
    kind = next(f"{key}" for key in _sheets() if weapon in sheet(f"c1:{key}").modes)
    troopers = {
        "blue-1": at(20, 10, kind),
        "red-1": at(20, 15, LYNX, marker=1),
        "red-2": at(20, 17, facing=90),
    }
    with Skirmish(troopers) as game:
        game.order("blue-1", Template(weapon=weapon, directions=(90, 90))).dice(red=[20, 20, 20, 20]).settle()
        assert game.trooper("red-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.14"
        assert game.lost("red-1") == 0


def _sheets():
    from firelane.forces.library import forces

    return sorted(forces("c1").sheets)


# Discover


@rule("c1.discover.1")
def test_discover_is_a_short_movement_skill_and_an_aro():
    troopers = {"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1), "red-2": at(24, 30, facing=90)}
    with Skirmish(troopers) as game:
        game.order("blue-1", Discover("red-marker-1"), shoot("red-2")).dice(20, 20, 20, 20).settle()
        assert [event.skill for event in game.events(Rolled)] == ["discover", "bs-attack"]
        with_move = Activate(trooper="blue-1", skill=walk(20, 11))
        game.says("blue", with_move).says("red", Aros())
        game.says("blue", Second(skill=Idle()))
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.order("blue-1", walk(20, 12), aros={"red-1": Discover("blue-marker-1")}).dice(red=1)
        assert game.trooper("blue-1").marker == 0


@rule("c1.discover.3")
def test_discover_needs_sight():
    troopers = {"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1)}
    with Skirmish(troopers, [HIGH_WALL]) as game:
        game.order("blue-1", Discover("red-marker-1"))
        assert [event.skill for event in game.events(BecameIdle)] == ["discover"]
        assert not game.events(Rolled)
    near = {"blue-1": at(20, 19, LYNX, marker=1), "red-1": at(20, 22, facing=90)}
    with Skirmish(near, [HIGH_WALL]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert game.asked("red").rights["red-1"] == ("zoc",)
        blind = Aros(by={"red-1": Discover("blue-marker-1")})
        assert game.refuses("red", blind) == "c1.discover.3"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("c1.discover.5", "c1.discover.6")
def test_a_failure_bars_the_same_pair_until_the_next_round():
    troopers = {
        "blue-1": at(20, 10),
        "blue-2": at(24, 10),
        "red-1": at(20, 30, LYNX, marker=1),
        "red-2": at(24, 30, LYNX, marker=2),
    }
    with Skirmish(troopers) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        again = Activate(trooper="blue-1", skill=Discover("red-marker-1"))
        assert game.refuses("blue", again) == "c1.discover.5"
        game.order("blue-1", Discover("red-marker-2")).dice(20)
        game.order("blue-2", Discover("red-marker-1")).dice(20)
        game.end_turn().end_turn()
        assert game.world.round == 2
        game.order("blue-1", Discover("red-marker-1")).dice(1)
        assert game.trooper("red-1").marker == 0


@rule("c1.discover.7")
def test_who_hides_again_is_a_new_target():
    others = {f"red-{n}": at(n, 46) for n in (2, 3, 4)}
    troopers = {"blue-1": at(20, 10), "red-1": at(33, 22, LYNX, marker=1), **others}
    with Skirmish(troopers, [HIGH_WALL]) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        game.end_turn()
        game.order("red-1", walk(29.5, 22, facing=270), DODGE).dice(red=20)
        assert game.trooper("red-1").marker == 0
        game.says("red", Activate(trooper="red-1", skill=HideAgain()))
        assert game.trooper("red-1").marker == 2
        game.order("red-1", walk(33, 22, facing=270), aros={"blue-1": Discover("red-marker-2")}).dice(blue=1)
        assert game.world.round == 1
        assert game.trooper("red-1").marker == 0


@rule("c1.discover.8")
def test_who_reveals_itself_is_not_rolled_for():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        attack = shoot("red-1", weapon="marksman-rifle")
        game.order("blue-1", walk(20, 12), attack, aros={"red-1": Discover("blue-marker-1")})
        game.dice(blue=[20, 20, 20]).settle()
        assert [event.skill for event in game.events(Rolled)] == ["bs-attack"]


# Delay


@rule("c1.delay.1")
def test_who_does_not_react_to_the_first_half_has_lost_its_aro():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12))).says("red", Aros())
        game.says("blue", Second(skill=shoot("red-1", weapon="marksman-rifle")))
        assert not game.is_asked("red", "declare-aros")
        game.dice(20, 20, 20).settle()


@rule("c1.delay.2")
def test_delay_answers_a_marker_only():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.order("blue-1", walk(20, 12), aros={"red-1": Delay()})
        assert game.trooper("blue-1").marker == 1
    with Skirmish({"blue-1": at(20, 10, LYNX), "red-1": at(20, 30)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12)))
        assert game.refuses("red", Aros(by={"red-1": Delay()})) == "c1.delay.2"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("c1.delay.3")
def test_who_delayed_reacts_when_the_marker_shows_itself():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 26)}) as game:
        attack = shoot("red-1", weapon="marksman-rifle")
        game.order(
            "blue-1", walk(20, 12), attack, aros={"red-1": Delay()}, late_aros={"red-1": aro_shot("blue-1")}
        )
        game.dice(blue=[20, 20, 20], red=[20]).settle()
        assert {event.actor for event in game.events(Rolled)} == {"blue-1", "red-1"}


@rule("c1.delay.4")
def test_who_delayed_in_vain_does_nothing():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12)))
        game.says("red", Aros(by={"red-1": Delay()}))
        game.says("blue", Second(skill=walk(20, 14)))
        assert not game.is_asked("red")
        assert not game.events(Rolled)


@rule("c1.idle.5")
def test_an_impossible_declaration_costs_the_marker_state():
    troopers = {"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}
    with Skirmish(troopers, [HIGH_WALL]) as game:
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"))
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"]
        assert game.trooper("blue-1").marker == 0


# Open and private information


@rule("n4-core.information.1")
def test_what_an_enemy_model_is_and_carries_is_open():
    with Skirmish({"blue-1": at(20, 10, LEADER), "red-1": at(20, 30)}) as game:
        seen = sheet(game.game.view("red").table.world.troopers["blue-1"].sheet)
        real = sheet("c1:" + LEADER)
        assert [w.key for w in seen.facts.weapons] == [w.key for w in real.facts.weapons]
        assert (seen.facts.bs, seen.facts.wip, seen.facts.arm) == (
            real.facts.bs,
            real.facts.wip,
            real.facts.arm,
        )


@rule("n4-core.information.2")
def test_private_facts_are_fixed_from_the_start_and_come_out_when_the_game_forces_them():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        assert LYNX in game.game.header.setup["forces"]["blue"]
        assert b"lynx" not in seen_by(game, "red")
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1", weapon="marksman-rifle")))
        assert b"lynx" in seen_by(game, "red")
        game.says("red", Aros()).says("blue", Second(skill=Idle())).dice(20, 20, 20).settle()


@rule("n4-core.information.3")
def test_cost_lieutenant_and_troopers_in_the_air_are_private():
    def looked(leader):
        first, second = (LEADER, FUSILIER) if leader == 1 else (FUSILIER, LEADER)
        troopers = {"blue-1": at(20, 10, first), "blue-2": at(24, 10, second), "red-1": at(20, 30)}
        if leader == 1:
            troopers["blue-3"] = at(0, 0, HELLCAT, place=Place.AIR)
        with Skirmish(troopers) as game:
            world = game.game.view("red").table.world
            shown = sheet(world.troopers["blue-1"].sheet).facts
            assert (shown.half_points, shown.half_swc, shown.own_half_points) == (0, 0, 0)
            assert not shown.is_lieutenant
            assert "blue-3" not in world.troopers
            return seen_by(game, "red")

    assert looked(leader=1) == looked(leader=2)


@rule("n4-core.information.6")
def test_every_order_and_its_spending_is_open():
    with Skirmish({"blue-1": at(20, 10, LEADER), "red-1": at(20, 30, facing=90)}) as game:
        game.end_turn().end_turn()
        side = game.world.sides["blue"]
        assert (side.pool, side.lieutenant_order) == (1, True)
        seen = game.game.view("red").table.world.sides["blue"]
        assert (seen.pool, seen.lieutenant_order) == (1, True)
        from firelane.infinity.asking import OrderType

        game.order("blue-1", Idle(), spend=OrderType.LIEUTENANT)
        assert not game.game.view("red").table.world.sides["blue"].lieutenant_order
        spent = game.events(OrderSpent)[-1].seen_by("red")
        assert (spent.trooper, spent.order) == ("blue-1", "lieutenant")


@rule("n4-core.information.7")
def test_orders_of_troopers_off_the_table_are_private_and_no_question_tells_of_them():
    asked = {}
    for flying in (True, False):
        troopers = {"blue-1": at(20, 10), "red-1": at(20, 30, facing=90)}
        if flying:
            troopers["blue-2"] = at(0, 0, HELLCAT, place=Place.AIR)
        with Skirmish(troopers, pool=1) as game:
            game.end_turn().end_turn()
            began = [event for event in game.events(TurnBegan) if event.seat == "blue"][-1]
            assert began.own == (("blue-2",) if flying else ())
            assert began.seen_by("red").own == ()
            game.order("blue-1", Idle())
            assert game.world.sides["blue"].pool == 0
            asked[flying] = seen_by(game, "red")
            game.says("blue", EndOrders())
    assert asked[True] == asked[False]


@rule("n4-core.information.8")
def test_at_the_end_everything_is_open():
    troopers = {
        "blue-1": at(20, 10, LYNX, marker=1),
        "blue-2": at(5, 5, LEADER),
        "red-1": at(20, 40, facing=90),
    }
    game = Skirmish(troopers, items=[mine(2, 40, 10)], round=3)
    assert not game.events(ListsOpened)
    game.end_turn().end_turn()
    assert game.game.state.outcome is not None
    (opened,) = game.events(ListsOpened)
    assert opened.seen_by("red") == opened
    assert opened.sheets == {"blue-1": "c1:" + LYNX, "blue-2": "c1:" + LEADER, "red-1": "c1:" + FUSILIER}
    assert opened.mines == {"blue-marker-2": "shock-mines"}


def test_the_mods_of_a_marker_come_out_when_it_is_rolled_for():
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1)}) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        (told,) = game.events(ModsTold)
        assert told.reveals
        assert told.value == game.rolled("blue-1").value
