"""Line of sight: the uneven arc, what blocks, what obstructs, doors and doorways; distances."""

import math

import pytest
from msgspec.structs import replace

from bpre.raid import Raid, at, box, door, go, low
from firelane.bpre.able import targets
from firelane.bpre.acts import Go
from firelane.bpre.asking import Acts, Fire, Maneuver
from firelane.bpre.events import Crossed
from firelane.bpre.game import BATTLESPACES, BPRE, Setup
from firelane.bpre.names import DIRECT_FIRE, MANEUVER
from firelane.bpre.roaming import beside
from firelane.bpre.space import BLAST, Survey, blast_line, survey, within
from firelane.bpre.world import Unit, on_table
from firelane.lab.many import play
from firelane.table.fieldfile import ready_field
from firelane.table.kinds import height_of, piece_of
from firelane.table.looking import Line
from firelane.table.sight import line_of
from firelane.table.things import Battlefield, Door, Figure, See
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


@rule("bpre.los.facing.2", "bpre.los.facing.3")
def test_the_borders_of_the_arc():
    # From edge to edge of two bases ten inches apart a line can lean by 5.74 degrees: straight ahead is 90,
    # so the arc ends at 180 and at 45, and what can be seen of a base at 185.74 and at 39.26.
    lean = math.degrees(math.asin(1 / 10))
    borders = {180 + lean: 1, 45 - lean: -1}
    for border, beyond in borders.items():
        for bearing, inside in ((border - beyond * 0.2, True), (border + beyond * 0.2, False)):
            x, y = 12 + 10 * math.cos(math.radians(bearing)), 12 + 10 * math.sin(math.radians(bearing))
            assert (seen({"scorch-1": at(12, 12), "aayari-1": at(x, y)}) == ["aayari-1"]) is inside, bearing


@rule("bpre.los.facing.1")
def test_who_reacts_needs_the_target_in_its_arc_too():
    for facing, asked in ((270, True), (90, False)):
        units = {"scorch-1": at(12, 6), "aayari-1": at(12, 14, facing=facing)}
        with Raid(units, phase=MANEUVER) as raid:
            raid.maneuver("scorch-1")
            assert raid.is_asked("aayari", "react") is asked
            raid.holds("aayari") if asked else None


def of_kind(kind, x, y, width, depth):
    """A piece with the properties that the maps give to a kind, at its usual height."""
    like = replace(piece_of(kind), name=kind, top=height_of(kind))
    return replace(like, footprint=box(kind, x, y, width, depth).footprint)


@rule("bpre.los.2")
def test_a_wall_blocks_sight():
    assert seen(facing_each_other(), [box("wall", 8, 9, 8, 0.25)]) == []
    assert line(facing_each_other()) == "direct"


@rule("bpre.battlespace.wall.1", "bpre.battlespace.wall.2")
def test_the_walls_of_the_maps_stop_sight_and_blasts():
    wall = of_kind("wall", 8, 9, 8, 0.25)
    assert seen(facing_each_other(), [wall]) == []
    assert line(facing_each_other(), [wall]) == "none"
    field = Battlefield(width=24000, depth=24000, pieces=(wall,))
    assert blast_line(field, 12000, 8000, Figure(id="", x=12000, y=10000, diameter=1000)) is Line.NONE
    # Every wall of the five maps that stands on the ground, the sills of windows apart: alone it hides one
    # side from the other.
    for name in BATTLESPACES:
        pieces = ready_field(name).battlefield.pieces
        walls = [p for p in pieces if p.kind == "wall" and p.bottom == 0 and not p.name.endswith("-sill")]
        assert len(walls) > 20
        assert {across(piece) for piece in walls} == {Line.NONE}, name


def across(*pieces):
    """The line from one side of a piece to the other, with nothing else about."""
    sides = [
        Figure(id=name, x=x, y=y, diameter=2) for name, (x, y) in zip("ab", beside(pieces[0]), strict=True)
    ]
    return line_of(Battlefield(width=30000, depth=30000, pieces=pieces), *sides, BLAST)


@rule("bpre.los.2", "bpre.los.3")
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
    # So it is with the windows of the maps: shot through, as over waist-high cover.
    wall[1] = of_kind("window", 11, 9, 2, 0.25)
    assert seen(facing_each_other(), wall) == ["aayari-1"]
    assert line(facing_each_other(), wall) == "obstructed"
    assert wall[1].waist_high
    for name in BATTLESPACES:
        by_name = ready_field(name).battlefield.by_name
        windows = [piece for piece in by_name.values() if piece.kind == "window"]
        assert len(windows) > 5
        for window in windows:
            assert across(window, by_name[f"{window.name}-sill"]) is Line.OBSTRUCTED, (name, window.name)


@rule("bpre.battlespace.window.2")
@pytest.mark.parametrize("battlespace", BATTLESPACES)
def test_nobody_climbs_through_a_window_of_the_maps(battlespace):
    by_name = ready_field(battlespace).battlefield.by_name
    refused = set()
    for window in [piece for piece in by_name.values() if piece.kind == "window"]:
        (x, y), (to_x, to_y) = beside(window)
        units = {"scorch-1": {"x": x, "y": y}, "aayari-1": at(1, 1, facing=270)}
        with Raid(units, [window, by_name[f"{window.name}-sill"]], phase=MANEUVER) as raid:
            way = Maneuver("scorch-1", (Go(((to_x, to_y),), 90),))
            refused.add(raid.refuses("scorch", way))
    assert refused == {"bpre.battlespace.window.2"}


@rule("bpre.battlespace.window.2", "bpre.battlespace.hedgewall.2")
@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        ("window", "bpre.battlespace.window.2"),
        ("hedge", "bpre.battlespace.hedgewall.2"),
        ("hedgerow", "bpre.maneuver.7"),
    ],
)
def test_windows_and_hedges_of_the_maps_are_not_crossed(kind, statement):
    with Raid({"scorch-1": at(12, 6), "aayari-1": at(2, 22, facing=90)}, [of_kind(kind, 8, 8, 8, 0.5)],
              phase=MANEUVER) as raid:  # fmt: skip
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 11)),))) == statement


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("vehicle", marks=rule("bpre.battlespace.vehicle.1")),
        pytest.param("planter", marks=rule("bpre.battlespace.planter.1", "bpre.battlespace.large-planter.1")),
        pytest.param("air-conditioner", marks=rule("bpre.battlespace.air-conditioner.1")),
    ],
)
def test_cover_of_the_maps_is_seen_over_and_crossed(kind):
    cover = of_kind(kind, 8, 8.5, 8, 1)
    assert line(facing_each_other(), [cover]) == "obstructed"
    with Raid({"scorch-1": at(12, 7), "aayari-1": at(2, 22, facing=90)}, [cover], phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 11))).dice(5, 5)
        assert (raid.events(Crossed)[0].cover, raid.unit("scorch-1").y) == (kind, 11000)


@rule("bpre.battlespace.vehicle.1", "bpre.battlespace.air-conditioner.1", "bpre.battlespace.large-planter.1")
@pytest.mark.parametrize("battlespace", ["walled-compound", "apartment-block", "depot"])
def test_vehicles_planters_and_air_conditioners_are_waist_high_and_crossable(battlespace):
    pieces = ready_field(battlespace).battlefield.pieces
    found = [p for p in pieces if p.kind in ("vehicle", "planter", "air-conditioner")]
    assert {p.kind for p in found} >= {"vehicle", "planter"}
    assert all(p.waist_high and p.crossable for p in found)


@rule("bpre.los.1", "bpre.los.2", "bpre.los.4")
def test_one_line_from_any_part_of_a_base_to_the_centre_of_the_other_makes_it_direct():
    # The screen stands before the centre of the attacker and leaves his right side free, or hides him wholly.
    for piece, hidden in ((box, "none"), (low, "obstructed")):
        assert line(facing_each_other(), [piece("screen", 8, 6.75, 4.2, 0.25)]) == "direct"
        assert line(facing_each_other(), [piece("screen", 8, 6.75, 8, 0.25)]) == hidden
    # Cover before a part of the target only: its centre is free.
    assert line(facing_each_other(), [low("screen", 8, 11.1, 3.6, 0.25)]) == "direct"


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
    # Lying down it blocks as well; beside the line it does not.
    assert seen({**blocked, "aayari-2": at(12, 7.1, staggered=True)}) == ["aayari-2"]
    assert seen({**facing_each_other(), "aayari-2": at(14, 7.1)}) == ["aayari-1", "aayari-2"]


@rule("bpre.los.blocking.3")
def test_cover_that_touches_the_attacker_is_ignored():
    assert line(facing_each_other(), [low("planter", 8, 6.5, 8, 0.5)]) == "direct"
    assert line(facing_each_other(), [low("planter", 8, 11, 8, 0.5)]) == "obstructed"
    # Only its own, and only where it touches; a wall is no waist-high cover.
    assert line(facing_each_other(), [low("planter", 8, 6.6, 8, 0.5)]) == "obstructed"
    assert line(facing_each_other(), [box("wall", 8, 6.5, 8, 0.5)]) == "none"
    assert line(facing_each_other(), [low("a", 8, 6.5, 8, 0.5), low("b", 8, 9, 8, 0.5)]) == "obstructed"
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 12)}
    with Raid(units, [low("planter", 10, 11.1, 4, 0.4)], phase=MANEUVER) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(1, 1)
        assert raid.attacked().line == "direct", "it holds for who reacts"
        raid.says("scorch", Acts())


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
    # Seen from the other side too, with a base that is there in part only, and not with one before it.
    for y, open_line in ((9.7, False), (9.76, True), (8.6, False), (8.4, True)):
        units["scorch-2"] = at(11.6, y)
        assert (seen(units, wall_with_door(Door.OPEN)) == ["aayari-1"]) is open_line, y
        with Raid(units, wall_with_door(Door.OPEN)) as raid:
            back = targets(raid.world, raid.unit("aayari-1"), DIRECT_FIRE)
            assert ("scorch-1" in back) is open_line, y


@rule("bpre.measuring.3", "bpre.units.1")
def test_distance_runs_from_the_centre_to_the_nearest_edge():
    one = Unit(id="a", seat="scorch", kind="x", x=0, y=0)
    two = Unit(id="b", seat="aayari", kind="x", x=3500, y=0)
    assert within(one, two, 3000)
    assert not within(one, two, 2999)
    assert within(two, one, 3000)
    aslant = Unit(id="c", seat="aayari", kind="x", x=2100, y=2800)
    assert within(one, aslant, 3000)
    assert not within(one, aslant, 2999)


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
