"""Missions of objectives: what more Objective Points are worth depends on what is still to come."""

import pytest

from firelane.infinity.world import Objective
from firelane.players.infinity.aims import goal_map, goals, use_value
from firelane.players.infinity.race import GAME, Race
from firelane.players.infinity.scene import Scene
from infinity.skirmish import Skirmish, at

SPECIALIST = "hassassin-lasiqs/rifle-specialist-operative"
TROOPER = "zhanshi/combi-rifle"


def supplies(round=3, active="red", carriers=("", "", ""), pool=5, **more):
    """Three boxes across the middle; red has the last turn of a round."""
    boxes = {
        f"box-{n}": Objective(id=f"box-{n}", kind="box", x=1000 * x, y=24000, carrier=carrier)
        for n, (x, carrier) in enumerate(zip((8, 24, 40), carriers, strict=True), start=1)
    }
    troopers = {
        "blue-1": at(8, 10, SPECIALIST), "blue-2": at(12, 6, TROOPER),
        "red-1": at(8, 38, SPECIALIST), "red-2": at(40, 30, SPECIALIST), "red-3": at(12, 44, TROOPER),
    }  # fmt: skip
    for name, carried in zip(carriers, boxes, strict=True):
        if name:
            troopers[name] = {**troopers[name], "carries": carried}
    return Skirmish(
        {**troopers, **more}, mission="supplies", active=active, round=round, pool=pool, objectives=boxes
    )


def race(game, seat="red"):
    return Race(game.game.view(seat).table.world, seat)


def scene(game, seat="red", far=True):
    return Scene(game.game.view(seat), far)


def test_the_box_that_decides_the_game_is_worth_most_of_it():
    """Blue holds one box; in the last turn of all a second makes it even, and the points alive decide."""
    behind = race(supplies(carriers=("blue-1", "", "")))
    assert behind.chance(behind.now) < 0.05
    assert behind.box(mine=1) > GAME / 2
    assert behind.box(mine=2) > 0.9 * GAME


def test_a_box_that_changes_nothing_is_worth_nothing():
    ahead = race(supplies(carriers=("red-1", "red-2", "")))
    assert ahead.box(mine=1) == pytest.approx(0, abs=0.1)


def test_early_a_box_is_worth_a_part_of_the_game():
    early = race(supplies(round=1, active="blue"), "blue").box(mine=1)
    assert GAME / 10 < early < GAME / 2


def test_carriers_are_worth_what_is_lost_with_their_boxes():
    game = supplies(round=2, carriers=("red-1", "blue-1", ""))
    far, near = scene(game), scene(game, far=False)
    for name in ("red-1", "blue-1"):
        assert far.worths[name] > near.worths[name] + 2
    assert far.worths["red-2"] == near.worths["red-2"]


def test_a_box_is_left_to_the_friend_who_is_nearer():
    read = scene(supplies())
    one, two = (read.world.troopers[name] for name in ("red-1", "red-2"))
    by_place = {goal.at[0]: goal.value for goal in goals(read, one)}
    assert by_place[8000] == pytest.approx(use_value(read, one, "box-1"))
    assert by_place[40000] < by_place[8000]
    assert {goal.at[0]: goal.value for goal in goals(read, two)}[40000] == pytest.approx(by_place[8000])


def domination(blue, red, active="red"):
    """Troopers in quadrants, given by their places in inches."""
    troopers = {f"blue-{n}": at(*place, TROOPER) for n, place in enumerate(blue, start=1)}
    troopers |= {f"red-{n}": at(*place, TROOPER) for n, place in enumerate(red, start=1)}
    return Skirmish(troopers, mission="domination", active=active, round=2, pool=3)


def test_quadrants_are_counted_as_the_round_scores_them():
    """Blue holds two, red one; red's second trooper goes into an empty one."""
    found = race(domination(blue=[(6, 6), (40, 6)], red=[(6, 40), (8, 44)]))
    assert found.for_quadrants({}) == -2
    assert found.for_quadrants({"red-2": (True, True)}) == 0


def test_a_quadrant_that_the_enemy_may_still_take_counts_less():
    places = {"blue": [(6, 6), (40, 6)], "red": [(6, 40), (40, 44)]}
    values = []
    for active, seat, name in (("red", "red", "red-1"), ("blue", "blue", "blue-1")):
        read = scene(domination(active=active, **places), seat)
        trooper = read.world.troopers[name]
        promised = goal_map(read, trooper)
        values.append(float(promised.max() - promised.min()))
    assert values[0] > values[1] > 0
