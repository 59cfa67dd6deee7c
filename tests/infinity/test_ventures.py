"""Ways that lead to something, by chance: what is proposed can be gone."""

from random import Random

from firelane.infinity.acting import check_move, move_rules
from firelane.infinity.proposals import ventures
from firelane.infinity.proposals.ventures import _halted, _up_a_wall
from firelane.infinity.sheets import sheet
from firelane.infinity.space import body
from firelane.table.movement import Way
from firelane.table.movement import Waypoint as Leg
from infinity.skirmish import Skirmish, at, box

HOUSE = box("house", 8, 11, 4, 4, 2.5, walkable=True)
"""So high that with a step to its foot its top is just within a Move."""


def test_walls_near_by_are_climbed_to_the_top_and_part_of_the_way():
    with Skirmish({"blue-1": at(10, 10.3), "red-1": at(24, 46, facing=90)}, [HOUSE]) as game:
        world, trooper = game.world, game.trooper("blue-1")
        rules, figure = move_rules(sheet(trooper.sheet), 4000), body(trooper)
        found = [_up_a_wall(world, figure, rules, Random(seed)) for seed in range(200)]
        heights = {route[-1][2] for route in found if route}
        for route in found:
            if route:
                assert route[-1][3] is Way.CLIMB
                assert check_move(world, figure, tuple(Leg(*step) for step in route), rules).legal
        assert max(heights) == 2500
        assert any(0 < z < 2500 for z in heights)


def test_a_way_is_halted_above_its_lower_end():
    """Upright at the foot of the wall, going up and going down."""
    with Skirmish({"blue-1": at(10, 10.3), "red-1": at(24, 46, facing=90)}, [HOUSE]) as game:
        below, above = body(game.trooper("blue-1")), Leg(10000, 11600, 2500, Way.CLIMB)
        up = _halted(below, (Leg(10000, 10400, 0, Way.WALK), above), Random(1))[-1]
        assert (up.x, up.y) == (10000, 10400)
        assert 0 < up.z < 2500
        down = _halted(below.at(10000, 11600, 2500), (Leg(10000, 10400, 0, Way.CLIMB),), Random(1))[-1]
        assert (down.x, down.y) == (10000, 10400)
        assert 0 < down.z < 2500


def test_ventures_go_up_walls_now_and_then(monkeypatch):
    monkeypatch.setattr(ventures, "CLIMBING", 1.0)
    with Skirmish({"blue-1": at(10, 10.3), "red-1": at(24, 46, facing=90)}, [HOUSE]) as game:
        trooper = game.trooper("blue-1")
        routes = [ventures.venture(game.world, trooper, 4000, False, Random(seed)) for seed in range(40)]
        assert any(step[3] is Way.CLIMB for route in routes for step in route)
