"""The chance of winning: what the mission scores in the end decides what troopers are worth."""

from random import Random

import pytest

from firelane.infinity.asking import Activate, EndOrders
from firelane.infinity.c1.game import C1
from firelane.infinity.editions import edition_of
from firelane.infinity.world import Place
from firelane.players import Budget, decided, mind_of, named
from firelane.players.infinity.ideas import Ideas
from firelane.players.infinity.prospects import Prospects, turns_left
from firelane.players.infinity.scene import Scene
from infinity.declared import Drop, Enter
from infinity.skirmish import Skirmish, at, box, walk

HMG = "zhanshi/heavy-machine-gun"
CAVALRY = "blue-wolf-mongol-cavalry/ap-spitfire"
INVINCIBLE = "yan-huo-invincibles/hyper-rapid-magnetic-cannon"
LEADER = "yan-huo-invincibles/multi-heavy-machine-gun-lieutenant"
DOWN = {"states": ("unconscious",), "points": 0}
JUMPER = "hellcats/combi-rifle"
PARACHUTIST = "tomcats/combi-rifle-doctor-zondcat"


def apart(active="blue", round=3, blue=(), red=(), pool=5, mission="annihilation", **more):
    """A few a side with a wall between them, some of them down."""
    troopers = {}
    for n, name in enumerate((CAVALRY, INVINCIBLE, LEADER, HMG), start=1):
        troopers[f"blue-{n}"] = at(10 * n - 2, 4, name, **(DOWN if n in blue else {}))
        troopers[f"red-{n}"] = at(10 * n - 2, 44, name, **(DOWN if n in red else {}))
    wall = box("wall", 0, 20, 48, 1, 8)
    return Skirmish(troopers | more, [wall], mission=mission, active=active, round=round, pool=pool)


def prospects(game, seat="blue"):
    return Prospects(edition_of("c1"), game.game.view(seat).table.world, seat)


def scene(game, seat="blue"):
    return Scene(game.game.view(seat), far=True)


@pytest.mark.parametrize(
    ("active", "round", "mine", "theirs"),
    [("blue", 1, 3.0, 3.0), ("red", 1, 2.0, 3.0), ("blue", 3, 1.0, 1.0), ("red", 3, 0.0, 1.0)],
)
def test_turns_that_are_left(active, round, mine, theirs):
    """Blue has the first turn of every round; a turn with all its Orders counts whole."""
    world = apart(active, round, pool=8).world
    assert turns_left(world, "blue") == (mine, theirs)
    assert turns_left(world, "red") == (theirs, mine)


def test_a_turn_under_way_counts_by_its_orders():
    assert turns_left(apart("red", 3, pool=2).world, "red") == (0.25, 0.0)


def test_who_has_lost_less_is_likelier_to_win():
    even, ahead, behind = apart(round=2), apart(round=2, red=(1,)), apart(round=2, blue=(1,))
    assert prospects(behind).chance < prospects(even).chance < prospects(ahead).chance


def test_a_lead_weighs_more_the_later_it_is():
    early, late = (prospects(apart("red", round, red=(1,), pool=1)).chance for round in (1, 3))
    assert early < late


def test_two_objective_points_hang_on_the_lieutenant():
    """As dear as the other Invincible, in points."""
    found = prospects(apart(round=2))
    world = found.world
    assert found.change(world.troopers["blue-3"]) > 1.2 * found.change(world.troopers["blue-2"])


def test_what_decides_the_game_is_worth_most_in_the_last_turn():
    """Red is two points ahead and has the last Order: nobody of blue's matters, all of its own do."""
    game = apart("red", 3, blue=(2,), red=(4,), pool=1)
    worths = scene(game, "red").worths
    assert worths["red-1"] > 3 * worths["blue-1"]
    assert worths["red-3"] > 3 * worths["blue-4"]


def test_with_two_turns_to_come_troopers_are_worth_about_their_cost():
    game = apart(round=1)
    far, near = scene(game).worths, Scene(game.game.view("blue")).worths
    for name in ("blue-1", "blue-2", "blue-4", "red-1", "red-2", "red-4"):
        assert 0.6 * near[name] < far[name] < 1.7 * near[name]


def test_a_mission_of_objectives_is_not_judged_by_losses():
    game = apart(mission="domination")
    assert scene(game).worths == Scene(game.game.view("blue")).worths


def duel(blue_down, red_down):
    """Red's last turn and one Order: a shot at cavalry that shoots back, everybody else out of sight."""
    wall = box("wall", 0, 20, 20, 1, 8)
    troopers = {
        "blue-1": at(30, 12, CAVALRY),
        "red-1": at(30, 34, INVINCIBLE),
        "blue-2": at(4, 4, INVINCIBLE, **(DOWN if blue_down else {})),
        "red-2": at(4, 44, INVINCIBLE, **(DOWN if red_down else {})),
    }
    return Skirmish(troopers, [wall], mission="annihilation", active="red", round=3, pool=1)


def commander(game, seat="red"):
    request = next(r for r in game.game.pending if r.seat == seat)
    return decided(named("commander", C1), game.game.view(seat), request, Budget(nodes=1), Random(1))


def test_who_is_ahead_in_the_last_turn_risks_nothing():
    ahead, behind = commander(duel(True, False)), commander(duel(False, True))
    assert isinstance(ahead.answer, EndOrders)
    assert isinstance(behind.answer, Activate)


def test_the_veteran_looks_no_further_than_the_exchange():
    game = duel(True, False)
    made = decided(named("veteran", C1), game.game.view("red"), game.game.pending[0], Budget(), Random(1))
    assert isinstance(made.answer, Activate)


def weighed(game, seat, answer):
    view, request = game.game.view(seat), next(r for r in game.game.pending if r.seat == seat)
    (found,) = mind_of(C1).farther.weigh(view, request, [answer])
    return {term.name: term.points for term in found.terms}


def test_nobody_fears_a_turn_that_does_not_come():
    """Out from behind a wall: in the last turn of the game the enemy can do nothing about it afterwards."""
    for seat, enemy, feared in (("blue", "red", True), ("red", "blue", False)):
        troopers = {
            f"{seat}-1": at(26, 9.4, facing=90),
            f"{enemy}-1": at(24, 44, HMG, facing=270),
        }
        wall = box("wall", 20, 10, 8, 1, 3)
        game = Skirmish(troopers, [wall], mission="annihilation", active=seat, round=3)
        found = weighed(game, seat, Activate(trooper=f"{seat}-1", skill=walk(29.5, 8.9)))
        assert (found.get("exposure", 0.0) < 0) is feared
        assert found["wounds-taken"] < 0


def test_who_still_waits_off_the_table_counts_as_lost_in_the_end():
    waits = {"red-9": at(0, 0, JUMPER, place=Place.AIR)}
    lands = Activate(trooper="red-9", skill=Drop(to=(24000, 30000, 0), facing=270))
    for round, part in ((3, 0.9), (2, 0.25)):
        game = apart("red", round, **waits)
        whole = scene(game, "red").worths["red-9"]
        assert weighed(game, "red", lands)["presence"] == pytest.approx(part * whole, abs=0.001)


def test_who_looks_far_lands_where_nobody_waits():
    """A machine gun looks along one edge: the commander comes in behind it or at the other."""
    wall = box("wall", 23, 0, 1, 48, 12)
    troopers = {
        "blue-1": at(3, 40, HMG, facing=270),
        "red-1": at(40, 44),
        "red-9": at(0, 0, PARACHUTIST, place=Place.AIR),
    }
    game = Skirmish(troopers, [wall], mission="annihilation", active="red", round=1)
    seen = Activate(trooper="red-9", skill=Enter(to=(500, 20000, 0), facing=90))
    hidden = Activate(trooper="red-9", skill=Enter(to=(47500, 20000, 0), facing=90))
    assert weighed(game, "red", seen)["wounds-taken"] < -0.3
    assert "wounds-taken" not in weighed(game, "red", hidden)
    ideas = Ideas(scene(game, "red")).ideas(game.trooper("red-9"), second=False)
    found = [weighed(game, "red", Activate(trooper="red-9", skill=idea.skill)) for idea in ideas]
    assert found
    assert "wounds-taken" not in max(found, key=lambda terms: sum(terms.values())), found
