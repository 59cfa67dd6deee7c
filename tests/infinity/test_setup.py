"""From the army lists to the first Order: game modes, initiative, deployment, what is open or private."""

import msgspec
import pytest
from msgspec.structs import replace

from firelane.core.events import WATCHER
from firelane.core.game import Game
from firelane.forces.lists import ready_list
from firelane.infinity.asking import Activate, Aros, Keep, Kept, OrderType, Second, TurnsChosen, ZonesChosen
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.events import (
    HeldBack,
    InitiativeKept,
    InitiativeRolled,
    ObjectivePlaced,
    OrderSpent,
    TokenGiven,
    TrooperDeployed,
    TurnBegan,
)
from firelane.infinity.frames import Match, PlayerTurn
from firelane.infinity.modes import box_of, is_free
from firelane.infinity.sheets import sheet
from firelane.infinity.space import field_of
from firelane.infinity.view import Names
from firelane.infinity.world import Place
from firelane.problem import Problem
from firelane.rulesets import load
from firelane.table.things import Area, Battlefield, inches
from firelane.testing.proofs import rule
from infinity.declared import Idle, Reset
from infinity.opening import LIEUTENANT, TWO, Opening, put
from infinity.skirmish import DODGE, FUSILIER, Skirmish, aro_shot, at, plain, shoot, walk

INFILTRATOR = "gangbusters/combi-rifle"
FORWARD_4 = "special-operative-ko-dali/multi-rifle-forward-deployment-mimetism"
FORWARD_8 = "casanova/submachine-gun"
JUMPER = "hellcats/combi-rifle"
DRIVER = "rem-racers/light-shotgun-remdriver-1-bs"
REM = "sierra-dronbot/heavy-machine-gun"


def bare(width, depth, **fields):
    """An empty table of this size, with the zones it is given."""
    return Battlefield(width=inches(width), depth=inches(depth), name="bare", **fields)


def zones(mission="annihilation", points=60, **setup):
    """The Deployment Zones of a game, in inches."""
    world, _ = C1.begin(Setup(mission=mission, points=points, forces={"blue": TWO, "red": TWO}, **setup))
    return {a.name: tuple(side / 1000 for side in box_of(a)) for a in field_of(world).deployment}


# Game modes


@rule("n4-core.game-modes.1", "n4-core.game-modes.2", "n4-core.game-modes.4", "n4-core.game-modes.5")
def test_the_army_points_fix_the_strips_along_the_short_edges():
    assert zones(points=30, terrain=bare(24, 32)) == {"south": (0, 0, 24, 8), "north": (0, 24, 24, 32)}
    assert zones(points=30, terrain=bare(32, 24)) == {"west": (0, 0, 8, 24), "east": (24, 0, 32, 24)}
    assert zones(points=60, terrain=bare(48, 48)) == {"south": (0, 0, 48, 12), "north": (0, 36, 48, 48)}
    assert not is_free("c1", bare(48, 48), 60)
    shallow = ((0, 0), (48000, 0), (48000, 6000), (0, 6000))
    assert zones(terrain=bare(48, 48, deployment=(Area("south", shallow),)))["south"] == (0, 0, 48, 12)


@rule("n4-core.game-modes.2")
def test_the_zones_face_each_other_across_the_table():
    with Opening(field="depot", terrain=None, points=25) as game:
        game.dice(5, 20).says("blue", Keep(Kept.INITIATIVE)).says("blue", TurnsChosen("blue"))
        assert len(game.asked("red").zones) == 4
        game.says("red", ZonesChosen("blue", "east"))
        assert game.world.sides["blue"].zone == "west"


@rule("n4-core.game-modes.3", "n4-core.scenario.1")
def test_on_a_table_of_32_by_48_the_zone_is_8_deep_and_12_in_a_scenario():
    assert zones("standard", 50, terrain=bare(32, 48))["south"] == (0, 0, 32, 8)
    for mission in ("annihilation", "domination", "supplies", "firefight"):
        assert zones(mission, 50, terrain=bare(32, 48))["south"] == (0, 0, 32, 12)


@rule("n4-core.game-modes.4")
def test_a_game_without_further_choices_is_a_standard_one_with_ready_lists():
    setup = Setup()
    world, _ = C1.begin(setup)
    assert setup.points == 2 * 30
    assert (field_of(world).width, field_of(world).depth) == (inches(48), inches(48))
    for seat in ("blue", "red"):
        army = [sheet(t.sheet).facts for t in world.troopers.values() if t.seat == seat]
        assert 50 <= sum(facts.own_half_points for facts in army) <= 60
        assert sum(facts.is_lieutenant for facts in army) == 1


def test_a_set_up_is_data_and_lists_may_be_ones_own():
    setup = Setup(lists={"blue": "nomads-30", "red": ready_list("ariadna-30")})
    again = msgspec.json.decode(msgspec.json.encode(setup), type=Setup)
    assert again == setup
    troopers = C1.begin(again)[0].troopers.values()
    assert {sheet(t.sheet).facts.faction for t in troopers if t.seat == "red"} == {"ariadna"}


def test_a_list_for_a_bigger_game_and_an_unknown_mission_are_told():
    with pytest.raises(Problem, match="30"):
        C1.begin(Setup(points=30))
    with pytest.raises(Problem, match="domination"):
        C1.begin(Setup(mission="picnic"))


@rule("n4-core.game-modes.5")
def test_other_sizes_and_rounds_are_a_free_game_in_which_all_else_stays():
    with Opening(terrain=plain(), points=44, rounds=1, mission="annihilation") as game:
        assert is_free("c1", plain(), 44)
        assert not is_free("c1", plain(), 60), "30 points on 48 by 48 inches are a game mode"
        assert is_free("c1", plain(), 61), "half a point more are none"
        assert is_free("c1", msgspec.structs.replace(plain(), width=inches(40)), 60)
        game.to_deployment()
        game.deploy_all({"blue-1": put(20, 5), "blue-2": put(25, 5)},
                        {"red-1": put(20, 44), "red-2": put(25, 44)})  # fmt: skip
        game.end_turn().end_turn()
        assert game.game.state.outcome is not None, "one round was agreed"
        assert game.game.state.outcome.winners == ()


# Initiative


@rule("n4-core.initiative.1", "n4-core.initiative.6")
def test_the_higher_success_on_the_lieutenants_wip_wins():
    with Opening(red=("zeta-unit/hyper-rapid-magnetic-cannon-lieutenant", FUSILIER)) as game:
        game.dice(12, 11)
        (rolled,) = game.events(InitiativeRolled)
        assert rolled.winner == "blue"
        wip = sheet("c1:zeta-unit/hyper-rapid-magnetic-cannon-lieutenant").facts.wip
        assert rolled.values == {"blue": 12, "red": wip}, "both values are told to both"
        assert rolled.seen_by("red") == rolled == rolled.seen_by("blue")
    with Opening() as game:
        game.dice(13, 2)
        assert game.events(InitiativeRolled)[0].winner == "red", "a 13 is no success"


@rule("n4-core.initiative.1")
@pytest.mark.parametrize("blue", [(FUSILIER, "zhanshi/combi-rifle"), ("zhanshi/combi-rifle", FUSILIER)])
def test_each_side_throws_its_own_d20_and_without_a_lieutenant_the_best_wip_counts(blue):
    assert [sheet(f"c1:{name}").facts.is_lieutenant for name in blue] == [False, False]
    with Opening(blue=blue) as game:
        for seat, face in (("blue", 13), ("red", 2)):
            (request,) = game.game.pending
            assert (request.dice, request.roller) == ((20,), seat)
            game.dice(face)
        assert game.events(InitiativeRolled)[0].values["blue"] == 13
        assert game.events(InitiativeRolled)[0].winner == "blue"


@rule("n4-core.initiative.1")
def test_the_wip_is_that_of_the_lieutenant_and_nobody_else():
    wiser = "zhanshi/combi-rifle"
    assert sheet(f"c1:{wiser}").facts.wip == 13
    with Opening(blue=(LIEUTENANT, wiser)) as game:
        game.dice(13, 2)
        assert game.events(InitiativeRolled)[0].values["blue"] == 12
        assert game.events(InitiativeRolled)[0].winner == "red"


@rule("n4-core.initiative.2")
def test_ties_and_common_failures_are_rolled_again():
    with Opening() as game:
        game.dice(7, 7)
        assert not game.events(InitiativeRolled)
        game.dice(19, 20)
        assert not game.events(InitiativeRolled)
        game.dice(3, 2)
        assert game.events(InitiativeRolled)[0].winner == "blue"


@rule("n4-core.initiative.3", "n4-core.initiative.4", "n4-core.initiative.5")
@pytest.mark.parametrize(
    ("kept", "turns", "places"), [("initiative", "blue", "red"), ("deployment", "red", "blue")]
)
def test_the_winner_keeps_one_and_the_loser_gets_the_other(kept, turns, places):
    with Opening() as game:
        game.dice(5, 4)
        game.says("blue", Keep(Kept(kept)))
        assert [(event.seat, event.kept) for event in game.events(InitiativeKept)] == [("blue", kept)]
        assert game.is_asked(turns, "choose-turns")
        game.says(turns, TurnsChosen("red"))
        assert game.world.first == "red"
        assert game.is_asked(places, "choose-zones")
        for wrong in ("west", ""):
            assert game.refused(places, ZonesChosen("red", wrong)).rule == "n4-core.initiative.5"
        game.says(places, ZonesChosen("red", "south"))
        assert game.world.sides[places].zone == "south"
        assert game.world.sides[turns].zone == "north"
        assert game.is_asked("red", "deploy"), "the one whom Deployment has named"


@rule("n4-core.initiative.4")
def test_the_order_of_turns_never_changes():
    with Opening() as game:
        game.dice(5, 4).says("blue", Keep(Kept.INITIATIVE)).says("blue", TurnsChosen("red"))
        game.says("red", ZonesChosen("blue", "north"))
        game.deploy_all({"blue-1": put(20, 5), "blue-2": put(25, 5)},
                        {"red-1": put(20, 44), "red-2": put(25, 44)})  # fmt: skip
        for _ in range(6):
            game.end_turn()
        began = [(event.round, event.seat) for event in game.events(TurnBegan)]
        assert began == [(n, seat) for n in (1, 2, 3) for seat in ("red", "blue")]


# Deployment


THREE = (LIEUTENANT, FUSILIER, FUSILIER)


@rule("n4-core.deployment.1", "n4-core.deployment.2", "n4-core.deployment.3")
def test_all_but_one_then_the_others_then_those_held_back():
    with Opening(blue=THREE, red=THREE).to_deployment() as game:
        every = {f"blue-{n}": put(10 + n * 2, 5) for n in (1, 2, 3)}
        assert game.refuses("blue", every) == "n4-core.deployment.1"
        assert game.refuses("blue", {"blue-1": put(10, 5)}) == "n4-core.deployment.1"
        game.deploys("blue", {name: every[name] for name in ("blue-1", "blue-3")})
        assert [(event.seat, event.count) for event in game.events(HeldBack)] == [("blue", 1)]
        game.deploys("red", {"red-2": put(12, 44), "red-3": put(14, 44)})
        assert [(event.seat, event.count) for event in game.events(HeldBack)] == [("blue", 1), ("red", 1)]
        assert game.asked("blue").actors == ("blue-2",)
        assert game.asked("blue").held_back == 0, "now all are placed"
        assert game.refuses("blue", {}) == "n4-core.deployment.1"
        for more in ("blue-1", "red-1"):
            late = {"blue-2": every["blue-2"], more: put(40, 5)}
            assert game.refuses("blue", late) == "n4-core.deployment.1", "it stands already, or is red's"
        game.deploys("blue", {"blue-2": every["blue-2"]})
        assert game.asked("red").actors == ("red-1",)
        assert game.asked("red").held_back == 0
        game.deploys("red", {"red-1": put(10, 44)})
        assert [event.seat for event in game.events(TrooperDeployed)] == [
            "blue", "blue", "red", "red", "blue", "red",
        ]  # fmt: skip
        assert game.is_asked("blue", "give-order")


@rule("n4-core.deployment.4")
@pytest.mark.parametrize(("x", "y"), [(0.492, 0.492), (47.508, 0.492), (0.492, 11.508), (47.508, 11.508)])
def test_the_base_may_touch_every_edge_of_the_zone_and_not_cross_it(x, y):
    """A base of 25 mm reaches 0.492 inches to each side."""
    with Opening(terrain=plain()).to_deployment() as game:
        out = 0.001
        for wrong in ((x - out if x < 24 else x + out, y), (x, y - out if y < 6 else y + out)):
            assert game.refuses("blue", {"blue-1": put(*wrong)}) == "n4-core.deployment.4"
        game.deploys("blue", {"blue-1": put(x, y)})
        assert game.trooper("blue-1").place is Place.TABLE


@rule("n4-core.deployment.4", "c1.infiltration.1")
def test_the_whole_base_lies_in_the_zone_and_on_the_surface():
    from infinity.skirmish import box

    ledge = box("ledge", 20, 2, 4, 4, 2, walkable=True)
    with Opening(terrain=plain(ledge)).to_deployment() as game:
        assert game.refuses("blue", {"blue-1": put(30, 11.509)}) == "n4-core.deployment.4"
        assert game.refuses("blue", {"blue-1": put(30, 20)}) == "n4-core.deployment.4"
        assert game.refuses("blue", {"blue-1": put(20.3, 4, 2)}) == "n4-core.deployment.4"
        game.deploys("blue", {"blue-1": put(20.6, 4, 2)})
        game.deploys("red", {"red-1": put(20, 44)})
        game.deploys("blue", {"blue-2": put(30, 11.508)})


@rule("n4-core.deployment.5", "c1.infiltration.2", "c1.forward-deployment.2")
@pytest.mark.parametrize("skill", [INFILTRATOR, FORWARD_8])
def test_no_skill_lets_a_trooper_deploy_in_contact_with_an_enemy(skill):
    armies = {"blue": (LIEUTENANT, "malignos/combi-rifle"), "red": (LIEUTENANT, skill)}
    for camouflaged in (False, True):
        with Opening(**armies, terrain=bare(24, 32), points=30).to_deployment() as game:
            game.deploys("blue", {"blue-2": put(12, 15.508, camouflaged=camouflaged)})
            game.deploys("red", {"red-1": put(12, 30)})
            game.deploys("blue", {"blue-1": put(12, 4)})
            assert game.refuses("red", {"red-2": put(12, 16.492)}) == "n4-core.deployment.5"
            game.deploys("red", {"red-2": put(12, 16.498)})


@rule("n4-core.deployment.5", "c1.infiltration.2", "n4-core.scenario.supplies.1")
def test_nobody_deploys_in_contact_with_an_objective():
    with Opening(blue=(LIEUTENANT, INFILTRATOR), mission="supplies").to_deployment() as game:
        assert game.refuses("blue", {"blue-2": put(24, 23.016)}) == "n4-core.deployment.5"
        game.deploys("blue", {"blue-2": put(24, 22.9)})


@rule("n4-core.deployment.5", "c1.forward-deployment.2")
def test_nobody_deploys_forward_in_contact_with_a_console():
    with Opening(blue=(LIEUTENANT, FORWARD_8), mission="domination").to_deployment() as game:
        assert game.refuses("blue", {"blue-2": put(12, 12.984)}) == "n4-core.deployment.5"
        game.deploys("blue", {"blue-2": put(12, 13)})


@rule("n4-core.deployment.6", "n4-core.movement.8")
def test_whoever_can_be_prone_may_be_deployed_prone():
    with Opening(blue=("zeta-unit/hyper-rapid-magnetic-cannon-lieutenant", FUSILIER)).to_deployment() as game:
        assert game.refuses("blue", {"blue-1": put(20, 5, prone=True)}) == "n4-core.movement.8"
        game.deploys("blue", {"blue-2": put(20, 5, prone=True)})
        assert game.trooper("blue-2").prone
        game.deploys("red", {"red-1": put(20, 44)})
        game.deploys("blue", {"blue-1": put(26, 5)})
        assert not game.trooper("blue-1").prone, "upright everybody may be"


@rule("n4-core.deployment.7")
def test_the_reach_of_each_trooper_is_told_during_deployment():
    with Opening(blue=(LIEUTENANT, FORWARD_8, INFILTRATOR)).to_deployment() as game:
        reach = game.asked("blue").reach
        assert reach["blue-1"] == (0, 0, inches(48), inches(12))
        assert reach["blue-2"] == (0, 0, inches(48), inches(20))
        assert reach["blue-3"] == (0, 0, inches(48), inches(24))


@rule("n4-core.deployment.8")
def test_nothing_is_settled_until_the_owner_ends_the_step():
    with Opening(blue=THREE).to_deployment() as game:
        first = {"blue-1": put(10, 5), "blue-2": put(10.5, 5)}
        assert game.refuses("blue", first) == "n4-core.deployment.4", "two cannot stand in one place"
        assert game.trooper("blue-1").place is Place.LIST
        game.deploys("blue", {"blue-1": put(15, 6), "blue-2": put(10.5, 5)})
        assert (game.trooper("blue-1").x, game.trooper("blue-1").y) == (inches(15), inches(6))


@rule("c1.forward-deployment.1")
def test_forward_deployment_reaches_beyond_the_zone_by_its_figure():
    with Opening(blue=(LIEUTENANT, FORWARD_4, FORWARD_8)).to_deployment() as game:
        assert (
            game.refuses("blue", {"blue-2": put(10, 15.509), "blue-3": put(14, 5)}) == "n4-core.deployment.4"
        )
        assert (
            game.refuses("blue", {"blue-2": put(10, 5), "blue-3": put(14, 19.509)}) == "n4-core.deployment.4"
        )
        game.deploys("blue", {"blue-2": put(10, 15.508), "blue-3": put(14, 19.508)})
    with Opening(red=(LIEUTENANT, FORWARD_4, FORWARD_8)).to_deployment() as game:
        game.deploys("blue", {"blue-1": put(10, 5)})
        for four, eight in ((32.491, 40), (40, 28.491), (15, 40)):
            beyond = {"red-2": put(10, four), "red-3": put(14, eight)}
            assert game.refuses("red", beyond) == "n4-core.deployment.4", "from the other side as well"
        game.deploys("red", {"red-2": put(10, 32.492), "red-3": put(14, 28.492)})


@rule("c1.infiltration.1", "n4-core.deployment.10")
def test_infiltration_reaches_the_whole_of_the_own_half():
    with Opening(blue=(LIEUTENANT, INFILTRATOR), red=(LIEUTENANT, INFILTRATOR)).to_deployment() as game:
        assert game.refuses("blue", {"blue-2": put(10, 23.509)}) == "n4-core.deployment.4"
        game.deploys("blue", {"blue-2": put(10, 23.508)})
        assert game.refuses("red", {"red-2": put(30, 24.491)}) == "n4-core.deployment.4"
        game.deploys("red", {"red-2": put(30, 24.492)})


@rule("c1.normal.1")
def test_a_trooper_is_deployed_normal():
    with Opening().to_deployment() as game:
        game.deploys("blue", {"blue-1": put(10, 5)})
        placed = game.trooper("blue-1")
        assert placed.place is Place.TABLE
        assert placed.states == ()
        assert placed.points == 1
        assert not placed.marker


# REMDRIVER


@rule("c1.remdriver.2")
def test_the_rem_is_chosen_when_the_driver_is_deployed_from_those_on_the_table():
    with Opening(blue=(LIEUTENANT, DRIVER, REM)).to_deployment() as game:
        both = {"blue-1": put(10, 5), "blue-2": put(14, 5, drives="blue-3")}
        assert game.refuses("blue", both) == "c1.remdriver.2", "it is still held back"
        game.deploys("blue", {"blue-1": put(10, 5), "blue-3": put(18, 5)})
        game.deploys("red", {"red-1": put(10, 44)})
        game.deploys("blue", {"blue-2": put(14, 5, drives="blue-3")})
        assert game.trooper("blue-3").token == "blue-2"
        (given,) = game.events(TokenGiven)
        assert (given.rem, given.driver) == ("blue-3", "blue-2")


@rule("c1.remdriver.1", "c1.remdriver.4")
def test_a_driver_gives_one_rem_one_token():
    with Opening(blue=(DRIVER, DRIVER, REM, FUSILIER)).to_deployment() as game:
        spots = {"blue-3": put(18, 5), "blue-4": put(24, 5)}
        wrong = {**spots, "blue-1": put(10, 5, drives="blue-4")}
        assert game.refuses("blue", wrong) == "c1.remdriver.1", "a Fusilier is no REM"
        for wrong in (
            {**spots, "blue-1": put(10, 5), "blue-4": put(24, 5, drives="blue-3")},
            {**spots, "blue-1": put(10, 5, drives="blue-9")},
        ):
            assert game.refuses("blue", wrong) == "c1.remdriver.1", "it is no driver; there is no such REM"
        game.deploys("blue", {**spots, "blue-1": put(10, 5, drives="blue-3")})
        game.deploys("red", {"red-1": put(10, 44)})
        assert game.refuses("blue", {"blue-2": put(14, 5, drives="blue-3")}) == "c1.remdriver.4"
        game.deploys("blue", {"blue-2": put(14, 5)})


@rule("c1.remdriver.4")
def test_two_drivers_deployed_together_do_not_give_one_rem_two_tokens():
    with Opening(blue=(DRIVER, DRIVER, REM, REM, FUSILIER)).to_deployment() as game:
        spots = {"blue-3": put(18, 5), "blue-4": put(22, 5)}
        one = {**spots, "blue-1": put(10, 5, drives="blue-3"), "blue-2": put(14, 5, drives="blue-3")}
        assert game.refuses("blue", one) == "c1.remdriver.4"
        game.deploys("blue", {**one, "blue-2": put(14, 5, drives="blue-4")})
        assert (game.trooper("blue-3").token, game.trooper("blue-4").token) == ("blue-1", "blue-2")


def driven(token_sheet=f"c1:{DRIVER}"):
    """A REM with a token, its driver, and an enemy to shoot at."""
    rem = at(24, 10, REM, token="blue-2", token_sheet=token_sheet)
    return Skirmish({"blue-1": rem, "blue-2": at(30, 10, DRIVER), "red-1": at(24, 30)})


@rule("c1.remdriver.1")
def test_the_token_gives_the_figures_in_brackets():
    volley = {"weapon": "heavy-machine-gun", "dice": 4}
    with driven() as game:
        game.order("blue-1", shoot("red-1", **volley), Idle()).dice(blue=[20] * 4).settle()
        assert game.reasons("blue-1")["c1.remdriver.1"] == 1
        assert game.reasons("blue-1")["attribute.bs"] == 11
    tough = f"c1:{DRIVER.replace('1-bs', '1-arm-3-ph-9-cc')}"
    for token, number in ((tough, 12), (f"c1:{DRIVER}", 13)):
        with driven(token_sheet=token) as game:
            game.order("blue-1", Idle(), Idle(), aros={"red-1": aro_shot("blue-1")})
            game.dice(red=[5]).dice(blue=[20]).settle()
            assert game.saved("blue-1")[-1].number.total == number


@rule("c1.remdriver.1")
def test_the_token_gives_damage_wip_and_bts_and_physique_and_close_combat():
    """The other two kinds of token: +1 ARM +3 PH +9 CC, and +1 Damage +3 WIP +3 BTS."""
    physical = f"c1:{DRIVER.replace('1-bs', '1-arm-3-ph-9-cc')}"
    mental = f"c1:{DRIVER.replace('1-bs', '1-dam-1-wip-3-bts')}"
    for token, skill, attribute, more in (
        (physical, DODGE, "attribute.ph", 3),
        (mental, Reset(), "attribute.wip", 1),
        (physical, Reset(), "attribute.wip", 0),
        (mental, DODGE, "attribute.ph", 0),
    ):
        with driven(token_sheet=token) as game:
            game.order("blue-1", skill, Idle()).dice(20).settle()
            reasons = game.reasons("blue-1")
            assert reasons[attribute] == getattr(sheet(f"c1:{REM}").facts, attribute[10:])
            assert reasons.get("c1.remdriver.1", 0) == more
    for token, damage in ((mental, 16), (physical, 15)):
        with driven(token_sheet=token) as game:
            game.order("blue-1", shoot("red-1", weapon="heavy-machine-gun", dice=4), Idle())
            game.dice(blue=[1, 20, 20, 20]).dice(red=[20]).settle()
            assert game.saved("red-1")[0].number.total == damage - 1, "ARM 1 of a Fusilier"


@rule("c1.remdriver.3")
@pytest.mark.parametrize(("face", "saves", "state"), [(5, [1], "unconscious"), (9, [1, 1], "dead")])
def test_the_token_goes_when_the_driver_becomes_null(face, saves, state):
    with driven() as game:
        game.order("blue-2", walk(30, 12), Idle(), aros={"red-1": aro_shot("blue-2")})
        game.dice(red=[face]).dice(blue=saves).settle()
        assert game.trooper("blue-2").has(state)
        assert game.trooper("blue-1").token == ""
        game.order("blue-1", shoot("red-1", weapon="heavy-machine-gun", dice=4), Idle())
        game.dice(blue=[20] * 4).settle()
        assert "c1.remdriver.1" not in game.reasons("blue-1")


@rule("c1.remdriver.3")
def test_only_the_token_of_the_driver_that_falls_goes():
    tokens = {"blue-1": "blue-3", "blue-2": "blue-4"}
    troopers = {
        name: at(x, 10, REM, token=driver, token_sheet=f"c1:{DRIVER}")
        for x, (name, driver) in zip((20, 24), tokens.items(), strict=True)
    }
    drivers = {"blue-3": at(30, 10, DRIVER), "blue-4": at(34, 10, DRIVER)}
    for name, left in (("blue-3", {"blue-2": "blue-4"}), ("blue-4", {"blue-1": "blue-3"})):
        with Skirmish({**troopers, **drivers, "red-1": at(30, 30)}) as game:
            game.order(name, Idle(), Idle(), aros={"red-1": aro_shot(name)})
            game.dice(red=[5]).dice(blue=[1]).settle()
            assert game.trooper(name).has("unconscious")
            assert {each: game.trooper(each).token for each in tokens if game.trooper(each).token} == left


# What is open


@rule("n4-core.information.1")
def test_the_opponent_reads_the_sheets_of_models_and_their_state():
    with Skirmish({"blue-1": at(24, 10, "zhanshi/heavy-machine-gun"), "red-1": at(24, 30)}) as game:
        seen = game.game.view("red").table.world.troopers["blue-1"]
        facts = sheet(seen.sheet)
        own = sheet(game.trooper("blue-1").sheet)
        assert set(facts.modes) == set(own.modes)
        assert (facts.facts.bs, facts.facts.arm, facts.facts.wounds) == (own.facts.bs, own.facts.arm, 1)
        assert (seen.x, seen.points, seen.states) == (inches(24), 1, ())


@rule("n4-core.information.3", "c1.lieutenant.3", "n4-core.information.7")
def test_costs_airborne_troopers_and_the_lieutenant_are_private():
    army = (LIEUTENANT, FUSILIER, JUMPER)
    with Opening(blue=army).to_deployment() as game:
        game.deploy_all({"blue-1": put(20, 5), "blue-2": put(25, 5)},
                        {"red-1": put(20, 44), "red-2": put(25, 44)})  # fmt: skip
        for seat in ("red", WATCHER):
            table = game.game.view(seat).table.world
            assert "blue-3" not in table.troopers
            assert table.sides["blue"].own == ()
            shown = {table.troopers[name].sheet for name in ("blue-1", "blue-2")}
            assert len(shown) == 1, "Lieutenant and line trooper look alike"
            facts = sheet(shown.pop()).facts
            assert (facts.own_half_points, facts.half_swc, facts.is_lieutenant) == (0, 0, False)
            assert table.sides["blue"].lieutenants == ()
            known = Names(game.world, seat)
            assert [known.of(f"blue-{n}") for n in (1, 2, 3)] == ["blue-1", "blue-2", ""]
            assert (known.all_of(("blue-3", "blue-1")), known.is_hidden("blue-3")) == (("blue-1",), True)
        own = Names(game.world, "blue")
        assert [own.of(f"blue-{n}") for n in (1, 2, 3)] == ["blue-1", "blue-2", "blue-3"]
        began = game.events(TurnBegan)[0]
        assert began.own == ("blue-3",)
        assert began.seen_by("red").own == ()
        assert game.game.view("blue").table.world.sides["blue"].own == ("blue-3",)


@rule("n4-core.information.3")
def test_who_is_still_to_be_deployed_is_private_and_who_is_named_lieutenant_too():
    with Opening(blue=(LIEUTENANT, FUSILIER, JUMPER)).to_deployment() as game:
        known = Names(game.world, "red")
        assert [known.of(f"blue-{n}") for n in (1, 2, 3)] == ["", "", ""]
    named = {"blue-1": at(24, 10), "red-1": at(24, 40)}
    with Skirmish(named) as game:
        side = replace(game.world.sides["blue"], lieutenants=("blue-1",))
        game.arrange(
            replace(game.world, sides={**game.world.sides, "blue": side}),
            Match(step="second_turn"),
            PlayerTurn(seat="blue", step="orders_phase"),
        )
        assert game.game.view("red").table.world.sides["blue"].lieutenants == ()
        assert game.game.view("blue").table.world.sides["blue"].lieutenants == ("blue-1",)


@rule("n4-core.information.2")
def test_the_lieutenant_is_fixed_before_the_game_and_comes_out_when_its_order_is_spent():
    with Opening() as game:
        assert sheet(game.trooper("blue-1").sheet).facts.is_lieutenant, "written down in the list"
        game.to_deployment().deploy_all({"blue-1": put(20, 5), "blue-2": put(25, 5)},
                                        {"red-1": put(20, 44), "red-2": put(25, 44)})  # fmt: skip
        skill = Idle()
        game.says("blue", Activate(trooper="blue-1", order=OrderType.LIEUTENANT, skill=skill))
        if game.is_asked("red", "declare-aros"):
            game.says("red", Aros())
        game.says("blue", Second(skill=Idle()))
        (spent,) = game.events(OrderSpent)
        told = spent.seen_by("red")
        assert (told.trooper, told.order) == ("blue-1", "lieutenant")


@rule("n4-core.information.4")
def test_what_a_marker_hides_is_private():
    lynx = "lynx-unit/marksman-rifle"
    views = []
    for kind in (lynx, "malignos/combi-rifle"):
        with Skirmish({"blue-1": at(24, 10, kind, marker=1), "red-1": at(24, 30)}) as game:
            seen = game.game.view("red").table.world
            assert "blue-1" not in seen.troopers
            views.append(seen.troopers["blue-marker-1"])
    assert views[0] == views[1]


@rule("n4-core.information.6")
def test_orders_and_their_spending_are_open():
    with Skirmish({"blue-1": at(24, 10, LIEUTENANT), "red-1": at(24, 30, facing=90)}) as game:
        assert game.game.view("red").table.world.sides["blue"].pool == 5
        game.order("blue-1", Idle(), Idle())
        shown = game.game.view("red").table.world.sides["blue"]
        assert shown.pool == 4
        (spent,) = game.events(OrderSpent)
        assert spent.seen_by("red") == spent
        assert shown.lieutenant_order == game.world.sides["blue"].lieutenant_order


@rule("n4-core.information.8")
def test_when_the_game_has_ended_all_is_open():
    with Skirmish(
        {
            "blue-1": at(24, 10, LIEUTENANT),
            "blue-2": at(30, 10, JUMPER, place=Place.AIR),
            "red-1": at(24, 30),
        },
        round=3,
    ) as game:
        assert "blue-2" not in game.game.view("red").table.world.troopers
        game.end_turn()
        game.end_turn()
        assert game.game.state.outcome is not None
        shown = game.game.view("red").table.world.troopers
        assert sheet(shown["blue-1"].sheet).facts.is_lieutenant
        assert shown["blue-2"].sheet == f"c1:{JUMPER}"


def test_codeone_is_shipped_and_ready_lists_can_be_played():
    assert load("c1") is C1
    game = Game.new(C1, Setup(mission="supplies"), "seed")
    assert game.pending
    assert not [
        event for moment in game.moments for event in moment.events if isinstance(event, ObjectivePlaced)
    ]
