"""Camouflage, Discover, Delay, and what each side may know."""

import pytest

from firelane.core.state import encode
from firelane.infinity.asking import (
    Activate,
    Aros,
    Deployed,
    Dodged,
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
    MarkerRevealed,
    ModsTold,
    Moved,
    Rolled,
)
from firelane.infinity.sheets import sheet
from firelane.infinity.space import body, item_body
from firelane.infinity.world import Objective
from firelane.table.things import inches
from firelane.testing.proofs import rule
from firelane.testing.scenario import Scenario
from infinity.declared import (
    Delay,
    Discover,
    Hack,
    HideAgain,
    Idle,
    Jump,
    PlaceDeployable,
    Reset,
    Template,
    Use,
)
from infinity.skirmish import (
    DODGE,
    FUSILIER,
    Skirmish,
    aro_shot,
    at,
    box,
    plain,
    seen_by,
    shock_mine,
    shoot,
    strike,
    walk,
)

LYNX = "lynx-unit/marksman-rifle"
SUNDUQBUT = "sunduqbut/rifle"
SPHINX = "shasvastii-special-armored-corp-sphinx/spitfire"
HELLCAT = "hellcats/combi-rifle"
HACKER = "fusiliers/combi-rifle-hacker"
LEADER = "fusiliers/combi-rifle-lieutenant"
HIGH_WALL = box("wall", 10, 20, 20, 1, 6)


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
    with Skirmish({"blue-1": at(20, 10, LYNX), "red-1": at(20, 30)}, [HIGH_WALL]) as game:
        game.order("blue-1", walk(20, 11), walk(20, 12))
        assert game.trooper("blue-1").marker == 0, "nothing else hides"
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}, [HIGH_WALL]) as game:
        assert game.refuses("blue", Activate(trooper="blue-1", skill=HideAgain())) == "c1.camouflage.2"


@rule("c1.camouflage.2")
@pytest.mark.parametrize("watcher", [at(20, 30), at(20, 30, LYNX, marker=1, facing=90)])
def test_in_sight_of_an_enemy_nobody_hides(watcher):
    with Skirmish({"blue-1": at(20, 10, LYNX), "red-1": watcher}) as game:
        assert game.refuses("blue", Activate(trooper="blue-1", skill=HideAgain())) == "c1.camouflage.2"


@rule("c1.camouflage.2")
def test_one_enemy_that_sees_is_enough_to_prevent_hiding_though_others_do_not():
    blind = {"red-1": at(16, 30), "red-3": at(26, 30)}
    for watcher, hides in ((at(35, 10, facing=180), False), (at(35, 10, facing=0), True)):
        with Skirmish({"blue-1": at(20, 10, LYNX), **blind, "red-2": watcher}, [HIGH_WALL]) as game:
            hiding = Activate(trooper="blue-1", skill=HideAgain())
            if hides:
                game.says("blue", hiding)
                assert game.trooper("blue-1").marker == 1
            else:
                assert game.refuses("blue", hiding) == "c1.camouflage.2"


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
    with Skirmish(troopers, items=[shock_mine(2, 30, 10)]) as game:
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
    with Skirmish({"blue-2": at(5, 5, LYNX), "red-1": at(20, 30)}, items=[shock_mine()]) as game:
        shown = body(game.game.view("red").table.world.troopers["blue-marker-1"])
        size = sheet("c1:" + FUSILIER)
        assert (shown.height, shown.diameter) == (size.height, size.diameter)
        real = item_body(game.world.items["blue-item-1"])
        assert (real.height, real.diameter) == (size.height, size.diameter)


@rule("c1.camouflaged.4")
def test_a_hidden_trooper_moves_as_a_marker_twice():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.order("blue-1", walk(20, 13), walk(20, 16))
        assert game.trooper("blue-1").y == 16000
        assert game.trooper("blue-1").marker == 1


@rule("c1.camouflaged.4", "c1.camouflaged.10")
@pytest.mark.parametrize("first", [True, False], ids=["first-half", "second-half"])
def test_a_hidden_trooper_shoots_with_either_half_and_is_revealed_by_it(first):
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        shot, step = shoot("red-1", weapon="marksman-rifle"), walk(20, 13)
        game.says("blue", Activate(trooper="blue-1", skill=shot if first else step))
        assert game.trooper("blue-1").marker == (0 if first else 1)
        game.says("red", Aros()).says("blue", Second(skill=step if first else shot))
        assert game.trooper("blue-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.10"
        game.dice(1, 20, 20).dice(20).settle()
        assert game.rolled("blue-1").skill == "bs-attack"
        assert len(game.saved("red-1")) == 1


@rule("c1.camouflaged.4")
def test_a_hidden_trooper_strikes_in_close_combat():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 13, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12.5)))
        game.says("red", Aros()).says("blue", Second(skill=strike("red-1"))).dice(1).dice(20).settle()
        assert game.rolled("blue-1").skill == "cc-attack"
        assert len(game.saved("red-1")) == 1


@rule("c1.camouflaged.10")
@pytest.mark.parametrize(
    ("skill", "dice"),
    [(Discover("red-marker-1"), 1), (DODGE, 1), (Reset(), 1), (Idle(), 0), (walk(20, 12), 0)],
    ids=["discover", "dodge", "reset", "idle", "move"],
)
def test_what_needs_a_roll_cancels_the_state_and_nothing_else_does(skill, dice):
    troopers = {"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30, LYNX, marker=1)}
    with Skirmish(troopers) as game:
        game.order("blue-1", skill, Idle()).dice(*[20] * dice).settle()
        assert game.trooper("blue-1").marker == (0 if dice else 1)
        assert len(game.events(Rolled)) == dice


@rule("c1.camouflaged.5")
def test_a_marker_keeps_its_mimetism_and_its_automatic_skills():
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1)}) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        assert game.reasons("blue-1") == {"attribute.wip": 12, "c1.mimetism.2": -6}
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"), aros={"red-1": DODGE})
        game.dice(20, 20, 20, 20).settle()
        assert game.reasons("red-1") == {"attribute.ph": 10, "c1.surprise-attack.2": -3}


# In inches between the Silhouettes, and the MOD of Discover's own chart (of a BS Attack's procedure).
DISCOVER_RANGES = [(8.0, 3), (8.01, 0), (32.0, 0), (32.01, -3)]


@rule("c1.discover.4")
@pytest.mark.parametrize(("distance", "mod"), DISCOVER_RANGES)
def test_discover_is_a_wip_roll_with_mods_for_range(distance, mod):
    hidden = at(20, 1 + distance + 0.984, SUNDUQBUT, marker=1)
    with Skirmish({"blue-1": at(20, 1), "red-1": hidden}) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        reasons = game.reasons("blue-1")
        assert reasons.pop("n4-core.range.1", 0) == mod
        assert reasons == {"attribute.wip": 12}
        (told,) = game.events(ModsTold)
        assert (told.actor, told.because[0].rule) == ("blue-1", "c1.discover.4"), (
            "the MODs are told beforehand"
        )
    with Skirmish({"blue-1": at(20, 1), "red-1": at(20, 2 + distance)}) as game:
        game.order("blue-1", shoot("red-1")).dice(20, 20, 20).settle()
        assert game.events(ModsTold) == [], "of what is in plain view they are known"


@rule("c1.discover.4")
@pytest.mark.parametrize(("y", "mod"), [(29.992, -3), (30.2, 0)], ids=["touching", "apart"])
def test_discover_takes_the_mod_for_cover(y, mod):
    low = box("parapet", 18, 28.5, 4, 1, 1)
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, y, LYNX, marker=1)}, [low]) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        assert game.reasons("blue-1").get("n4-core.cover.3", 0) == mod
        assert game.number("blue-1") == 12 - 6 + mod, "WIP, Mimetism, cover"


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
    spotlight = Hack(program="spotlight", targets={"red-marker-1": 1})
    with Skirmish({"blue-1": at(20, 10, HACKER), "red-1": at(20, 14, LYNX, marker=1)}) as game:
        attack = Activate(trooper="blue-1", skill=shoot("red-marker-1"))
        assert game.refuses("blue", attack) == "c1.camouflaged.7"
        assert game.refuses("blue", Activate(trooper="blue-1", skill=spotlight)) == "c1.hacking.2"
        assert game.refuses("blue", Activate(trooper="blue-1", skill=shoot("red-1"))) == "c1.bs-attack.2"
    both = {"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1), "red-2": at(24, 30)}
    with Skirmish(both) as game:
        attack = Activate(trooper="blue-1", skill=shoot(red_2=1, **{"red-marker-1": 2}))
        assert game.refuses("blue", attack) == "c1.camouflaged.7", "not as the second target either"
    beside = {"blue-1": at(20, 10), "red-1": at(20, 10.984, LYNX, marker=1)}
    with Skirmish(beside) as game:
        blow = Activate(trooper="blue-1", skill=strike("red-marker-1"))
        assert game.refuses("blue", blow) == "c1.camouflaged.7"
    with Skirmish({"blue-1": at(20, 10, HACKER), "red-1": at(20, 14, LYNX)}) as game:
        for skill, dice in ((shoot("red-1"), 3), (Hack(program="spotlight", targets={"red-1": 1}), 1)):
            game.order("blue-1", skill).dice(*[20] * dice).settle()
        assert [event.target for event in game.events(Rolled)] == ["red-1", "red-1"], "revealed, it can"


def beside_a_marker(kind):
    """Blue-1 with a red marker three inches before it."""
    troopers = {"blue-1": at(24, 12), "red-1": at(24, 34), "red-2": at(40, 40, LYNX)}
    if kind == "trooper":
        return Skirmish({**troopers, "red-3": at(24, 15, LYNX, marker=1)})
    return Skirmish(troopers, items=[shock_mine(1, 24, 15, seat="red", owner="red-2")])


MARKERS = pytest.mark.parametrize("kind", ["trooper", "mine"])


@rule("c1.camouflaged.8")
@MARKERS
def test_nobody_walks_or_jumps_into_a_marker(kind):
    with beside_a_marker(kind) as game:
        into = (walk(24, 15), walk(24, 14.5), walk(24, 14.016), Jump(to=(24000, 14016, 0), facing=90))
        for skill in into:
            assert game.refuses("blue", Activate(trooper="blue-1", skill=skill)) == "c1.camouflaged.8", skill
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 14)))
        assert game.trooper("blue-1").y == 14000, "beside it"
        while game.game.pending[0].kind != "give-order":
            request = game.game.pending[0]
            if request.kind == "roll":
                game.dice(20)
            elif request.kind == "declare-aros":
                game.says("red", Aros())
            else:
                game.says("blue", Second(skill=Idle()))


@rule("c1.camouflaged.8")
def test_a_marker_of_the_own_side_may_be_touched():
    troopers = {"blue-1": at(24, 12), "blue-2": at(24, 15, LYNX, marker=1), "red-1": at(40, 40, facing=90)}
    with Skirmish(troopers) as game:
        game.order("blue-1", walk(24, 14.016), Idle())
        assert game.trooper("blue-1").y == inches(14.016)


@rule("c1.camouflaged.8")
def test_nobody_dodges_into_a_marker():
    troopers = {"blue-1": at(24, 12), "red-1": at(24, 30), "blue-2": at(24, 28, LYNX, marker=1)}
    with Skirmish(troopers) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 13)))
        game.says("red", Aros(by={"red-1": DODGE})).says("blue", Second(skill=Idle()))
        game.dice(red=[1])
        for y in (28, 28.5, 28.984):
            into = Dodged(routes={"red-1": ((24000, inches(y), 0, "walk"),)})
            assert game.refuses("red", into) == "c1.camouflaged.8"
        game.says("red", Dodged(routes={"red-1": ((24000, 29000, 0, "walk"),)}))
        assert game.trooper("red-1").y == 29000, "beside it"


@rule("c1.camouflaged.9")
def test_against_a_marker_only_discover_dodge_reset_and_delay_are_declared():
    armed = "tomcats/combi-rifle"
    troopers = {"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 15, armed), "red-2": at(24, 15, HACKER)}
    with Skirmish({**troopers, "red-3": at(16, 15, LYNX)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12)))
        name = "blue-marker-1"
        for who, barred in (
            ("red-1", aro_shot(name)),
            ("red-1", strike(name)),
            ("red-1", Template(weapon="light-flamethrower", directions=(270,))),
            ("red-2", Hack(program="spotlight", targets={name: 1})),
            ("red-3", PlaceDeployable(weapon="shock-mines", at=(16000, 14016, 0))),
        ):
            assert game.refuses("red", Aros(by={who: barred})) == "c1.camouflaged.9", barred
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
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(40, 40, facing=90)}) as game:
        game.order("blue-1", walk(20, 11), Idle())
        assert game.trooper("blue-1").marker == 1, "a Short Movement Skill does not"
    with Skirmish({"blue-1": at(20, 10, LYNX), "red-1": at(40, 40, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Jump(to=(inches(20), inches(12), 0))))
        assert game.events(MarkerRevealed) == [], "there was nothing to reveal"


@rule("c1.camouflaged.12")
def test_contact_reveals():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 13, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 13)))
        assert game.trooper("blue-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.12"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 13, facing=90)}) as game:
        game.order("blue-1", walk(20, 11.9), Idle())
        assert game.trooper("blue-1").marker == 1, "near is not in contact"
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 13, facing=90)}) as game:
        game.order("blue-1", walk(20, 13), Idle()).settle()
        assert game.events(MarkerRevealed) == [], "nothing was hidden"


@rule("c1.camouflaged.13", "c1.discover.2")
def test_discover_reveals_troopers_and_mines():
    troopers = {"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1), "red-2": at(40, 40, LYNX)}
    lying = shock_mine(2, 24, 24, seat="red", owner="red-2")
    with Skirmish(troopers, items=[lying]) as game:
        game.order("blue-1", Discover("red-marker-1"), Discover("red-marker-2")).dice(1, 1)
        assert game.trooper("red-1").marker == 0
        assert game.events(MarkerRevealed)[0].because[0].rule == "c1.camouflaged.13"
        assert game.world.items["red-item-2"].marker == 0
        assert game.events(ItemRevealed)[0].marker == "red-marker-2"


@rule("c1.discover.2")
def test_only_what_an_enemy_hides_is_looked_for():
    troopers = {"blue-1": at(20, 10), "blue-2": at(24, 12, LYNX, marker=1), "red-1": at(20, 30)}
    with Skirmish(troopers, items=[shock_mine(0, 24, 24, seat="red", owner="red-1")]) as game:
        for name in ("red-marker-1", "red-1", "red-item-0", "blue-2", "blue-marker-1"):
            look = Activate(trooper="blue-1", skill=Discover(name))
            assert game.refuses("blue", look) == "c1.discover.2", name


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
        (revealed,) = game.events(MarkerRevealed)
        assert (revealed.trooper, revealed.because[0].rule) == ("red-1", "c1.camouflaged.14")
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
    aside = box("aside", 18, 20, 3, 1, 6)
    with Skirmish(troopers, [aside]) as game:
        game.order("blue-1", walk(23.5, 10), Discover("red-marker-1")).dice(1)
        assert game.trooper("red-1").marker == 0, "from any point of its route"
    seeing = {"blue-1": at(20, 19, LYNX, marker=1), "red-1": at(20, 22)}
    with Skirmish(seeing) as game:
        game.order("blue-1", Idle(), aros={"red-1": Discover("blue-marker-1")}).dice(red=[1])
        assert game.trooper("blue-1").marker == 0
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
        assert [event.actor for event in game.events(Rolled)] == ["blue-1", "blue-1", "blue-2"]
        game.end_turn()
        game.says("red", Activate(trooper="red-1", skill=walk(20, 31)))
        assert game.world.round == 1
        still = Aros(by={"blue-1": Discover("red-marker-1")})
        assert game.refuses("blue", still) == "c1.discover.5", "in the enemy's turn of the same round"
        game.finish_order().end_turn()
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
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.order("blue-1", walk(20, 12), walk(20, 14), aros={"red-1": Discover("blue-marker-1")})
        game.dice(red=[20])
        assert [event.skill for event in game.events(Rolled)] == ["discover"], "a second Move hides on"


@rule("c1.idle.5")
def test_an_impossible_declaration_costs_the_marker_state():
    troopers = {"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}
    with Skirmish(troopers, [HIGH_WALL]) as game:
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"))
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"]
        assert game.trooper("blue-1").marker == 0
