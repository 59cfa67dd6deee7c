"""Line of sight: the uneven arc, what blocks, what obstructs, doors and doorways; distances."""

import pytest

from bpre.raid import Raid, at, box, door, low
from firelane.bpre.able import targets
from firelane.bpre.asking import Fire
from firelane.bpre.game import BPRE, Setup
from firelane.bpre.names import DIRECT_FIRE
from firelane.bpre.space import Survey, survey, within
from firelane.bpre.world import Unit, on_table
from firelane.lab.many import play
from firelane.table.things import Door, See
from firelane.testing.proofs import rule


def seen(units, pieces=(), **fields):
    """What scorch-1 can attack."""
    with Raid(units, pieces, **fields) as raid:
        return targets(raid.world, raid.unit("scorch-1"), DIRECT_FIRE)


def line(units, pieces=()):
    with Raid(units, pieces) as raid:
        return survey(raid.world).line("scorch-1", "aayari-1")


def facing_each_other(y=12):
    return {"scorch-1": at(12, 6), "aayari-1": at(12, y)}


@rule("bpre.los.facing.1", "bpre.los.facing.2", "bpre.los.facing.3")
def test_the_arc_is_90_degrees_to_the_left_and_45_to_the_right():
    # Facing up (90 degrees): 80 to the left is at 170, 60 to the right at 30.
    units = {"scorch-1": at(12, 12), "aayari-1": at(12 - 5.9, 13.04), "aayari-2": at(17.2, 15)}
    assert seen(units) == ["aayari-1"]
    units["scorch-1"] = at(12, 12, facing=30)
    assert seen(units) == ["aayari-2"]


@rule("bpre.los.2", "bpre.battlespace.wall.1")
def test_a_wall_blocks_sight():
    assert seen(facing_each_other(), [box("wall", 8, 9, 8, 0.25)]) == []
    assert line(facing_each_other()) == "direct"


@rule("bpre.los.3")
def test_an_edge_seen_past_a_wall_is_obstructed():
    # The wall hides the centre of the target from every part of the attacker's base, not its edge.
    wall = [box("wall", 11.56, 11, 8, 0.25)]
    assert line({"scorch-1": at(12.1, 6), "aayari-1": at(12, 12)}, wall) == "obstructed"


@rule("bpre.los.3", "bpre.battlespace.window.1")
def test_a_window_can_be_shot_through_over_obstructed_los():
    wall = [
        box("left", 0, 9, 11, 0.25),
        box("window", 11, 9, 2, 0.25, sight=See.WINDOW, waist_high=True, crossable=False),
        box("right", 13, 9, 11, 0.25),
    ]
    assert seen(facing_each_other(), wall) == ["aayari-1"]
    assert line(facing_each_other(), wall) == "obstructed"


@rule("bpre.battlespace.vehicle.1", "bpre.battlespace.air-conditioner.1", "bpre.battlespace.large-planter.1")
@pytest.mark.parametrize("battlespace", ["walled-compound", "apartment-block", "depot"])
def test_vehicles_planters_and_air_conditioners_are_waist_high_and_crossable(battlespace):
    from firelane.table.fieldfile import ready_field

    pieces = ready_field(battlespace).battlefield.pieces
    found = [p for p in pieces if p.kind in ("vehicle", "planter", "air-conditioner")]
    assert {p.kind for p in found} >= {"vehicle", "planter"}
    assert all(p.waist_high and p.crossable for p in found)


@rule("bpre.los.5")
def test_los_without_more_is_either_kind():
    assert seen(facing_each_other(), [low("planter", 8, 9, 8, 0.5)]) == ["aayari-1"]
    assert seen(facing_each_other()) == ["aayari-1"]


@rule("bpre.los.blocking.1", "bpre.los.blocking.2", "bpre.units.2")
def test_opponents_block_sight_and_friends_do_not():
    between = {**facing_each_other(), "scorch-2": at(12, 9)}
    assert seen(between) == ["aayari-1"]
    blocked = {**facing_each_other(), "aayari-2": at(12, 7.1)}
    assert seen(blocked) == ["aayari-2"]


@rule("bpre.los.blocking.3")
def test_cover_that_touches_the_attacker_is_ignored():
    assert line(facing_each_other(), [low("planter", 8, 6.5, 8, 0.5)]) == "direct"
    assert line(facing_each_other(), [low("planter", 8, 11, 8, 0.5)]) == "obstructed"


def wall_with_door(state):
    return [box("left", 0, 9, 11, 0.25), door("door", 11, 9, 2, 0.25, state), box("right", 13, 9, 11, 0.25)]


@rule("bpre.doors.5", "bpre.doors.6")
def test_a_closed_door_blocks_and_an_open_one_does_not():
    assert seen(facing_each_other(), wall_with_door(Door.CLOSED)) == []
    assert line(facing_each_other(), wall_with_door(Door.OPEN)) == "direct"


@rule("bpre.doors.8")
def test_a_base_in_the_doorway_blocks_sight_through_it_friends_too():
    units = {**facing_each_other(), "scorch-2": at(11.6, 9.1)}
    assert seen(units, wall_with_door(Door.OPEN)) == []


@rule("bpre.measuring.3", "bpre.units.1")
def test_distance_runs_from_the_centre_to_the_nearest_edge():
    one = Unit(id="a", seat="scorch", kind="x", x=0, y=0)
    two = Unit(id="b", seat="aayari", kind="x", x=3500, y=0)
    assert within(one, two, 3000)
    assert not within(one, two, 2999)
    assert within(two, one, 3000)


@rule("bpre.attack.1")
def test_nobody_attacks_what_it_does_not_see():
    with Raid(facing_each_other(), [box("wall", 8, 9, 8, 0.25)]) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-1")) == "bpre.attack.1"


def test_a_survey_made_from_the_last_one_sees_what_a_fresh_one_sees():
    fallen = 0
    for seed in range(2):
        game = play(BPRE, seed, Setup(tasking="oasis-hemlock"))
        count = 0
        for moment in game.moments:
            world = moment.state.world
            units = [unit.id for unit in on_table(world)]
            fallen += len(units) < count
            count = len(units)
            if not units:
                continue
            known = survey(world)
            fresh = Survey(known.field, known.figures)
            assert [known.in_sight(u) for u in units] == [fresh.in_sight(u) for u in units]
            assert [known.free_sight(u) for u in units] == [fresh.free_sight(u) for u in units]
    assert fallen > 3, "also when somebody was removed"
