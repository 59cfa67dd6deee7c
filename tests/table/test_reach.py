"""Reachable areas and shortest paths: by hand, and that nothing is offered which check_path refuses."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firelane.table.movement import FoeContact, GroundRule, MoveRules, Passing, Way
from firelane.table.paths import check_path, stands_free
from firelane.table.reach import Reach, reachable, shortest_path
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Door, Ground, Piece
from table.fields import BASE, box, field, placed, random_field, trooper
from table.tables import populate, town

FOUR = MoveRules(allowance=4000)
HOUSE = box("house", 10000, 10000, 16000, 16000, walkable=True)


def ends(reach: Reach, z: int = 0) -> dict[tuple[int, int], int]:
    return {(e.x, e.y): e.cost for e in reach.ends if e.z == z}


def test_on_open_ground_all_within_the_allowance_is_reached_straight() -> None:
    reach = reachable(field(), trooper(12000, 12000), (), FOUR, spacing=500)
    expected = {
        (12000 + 500 * i, 12000 + 500 * j): round(500 * math.hypot(i, j))
        for i in range(-8, 9)
        for j in range(-8, 9)
        if i * i + j * j <= 64
    }
    assert ends(reach) == expected
    (outline,) = reach.outlines
    (loop,) = outline.loops
    assert all(3500 <= math.dist(corner, (12000, 12000)) <= 4300 for corner in loop)


def test_round_a_corner_the_way_hugs_the_base_s_arc() -> None:
    """From beside a wall's end to its other side: two tangents and an arc of the base's radius."""
    table = field(box("wall", 5000, 11000, 12000, 11001))
    route = shortest_path(table, trooper(9000, 9000), (9000, 13000, 0), (), MoveRules())
    assert route is not None
    # Tangent from a point 3000 west and 2000 south of the corner to a circle of radius 500.
    distance = math.hypot(3000, 2000)
    tangent = math.sqrt(distance**2 - 500**2)
    # The bend at the circle: the direction changes from one tangent to the other.
    first = math.atan2(2000, 3000) - math.asin(500 / distance)
    shortest = 2 * tangent + 500 * 2 * (math.pi / 2 - first)
    assert shortest - 3 <= route.report.length <= shortest * 1.01


def test_a_low_wall_is_crossed_and_a_high_one_gone_round() -> None:
    low = field(box("low", 5000, 11000, 15000, 11500, top=1000))
    route = shortest_path(low, trooper(10000, 9500), (10000, 13000, 0), (), MoveRules())
    assert route is not None
    assert route.report.length == 3500
    assert [w.way for w in route.waypoints] == [Way.VAULT]
    high = field(box("high", 5000, 11000, 15000, 11500, top=2000))
    route = shortest_path(high, trooper(10000, 9500), (10000, 13000, 0), (), MoveRules())
    assert route is not None
    assert route.report.length > 10000
    counted = MoveRules(crossings=1)
    route = shortest_path(low, trooper(10000, 9500), (10000, 13000, 0), (), counted)
    assert route is not None
    assert route.report.crossed == (), "where crossings are counted none is spent unasked"


@pytest.mark.parametrize(
    ("piece", "way", "cost"),
    [
        (box("stairs", 6000, 12000, 10000, 14000, stairs=True), Way.STAIRS, 6002),
        (box("ladder", 9800, 12500, 10000, 13500, ladder=True), Way.LADDER, 3000),
    ],
)
def test_a_roof_is_reached_by_stairs_and_ladder(piece: Piece, way: Way, cost: int) -> None:
    table = field(HOUSE, piece)
    by = MoveRules(allowance=9000)
    reach = reachable(table, trooper(5000, 13000), (), by)
    assert ends(reach, 3000)
    route = reach.path_to(11000, 13000, 3000)
    assert route is not None
    assert way in [leg.way for leg in route.report.legs]
    assert route.report.end.surface == "house"
    assert route.report.cost >= cost
    no_way = reachable(field(HOUSE), trooper(5000, 13000), (), by)
    assert not ends(no_way, 3000)


def test_climbing_from_the_foot_of_a_wall_alone() -> None:
    by = MoveRules(ways=frozenset({Way.CLIMB}), allowance=4100)
    reach = reachable(field(HOUSE), trooper(9500, 13000), (), by)
    assert {(e.x, e.y, e.z, e.cost) for e in reach.ends if e.z} == {(10502, 13000, 3000, 4002)}
    route = reach.path_to(10502, 13000, 3000)
    assert route is not None


def test_jumping_alone_lands_on_roofs_across_a_gap() -> None:
    table = field(
        box("one", 5000, 5000, 9000, 9000, walkable=True), box("two", 11000, 5000, 15000, 9000, walkable=True)
    )
    by = MoveRules(ways=frozenset({Way.JUMP, Way.PARABOLA}), allowance=4000)
    reach = reachable(table, trooper(8500, 7000, 3000, surface="one"), (), by)
    assert (11500, 7000) in ends(reach, 3000)
    assert ends(reach, 3000)[11500, 7000] == 3000
    route = reach.path_to(11500, 7000, 3000)
    assert route is not None
    assert (11000, 7000) not in ends(reach, 3000), "half the base would hang over the edge"


def test_a_closed_door_is_opened_for_its_cost() -> None:
    table = field(
        box("south", 10000, 0, 10300, 9000),
        box("north", 10000, 10500, 10300, 24000),
        box("door", 10000, 9000, 10300, 10500, door=Door.CLOSED),
    )
    by = MoveRules(ways=frozenset({Way.WALK, Way.DOOR}), allowance=7000, door_cost=3000)
    route = reachable(table, trooper(8500, 9750), (), by).path_to(12000, 9750)
    assert route is not None
    assert route.report.opened == ("door",)
    assert 6500 <= route.report.cost <= 6510
    without = msgspec.structs.replace(by, ways=frozenset({Way.WALK}))
    assert reachable(table, trooper(8500, 9750), (), without).path_to(12000, 9750) is None


def test_slow_ground_is_gone_round_when_that_is_cheaper() -> None:
    rough = box("rough", 9000, 11000, 10000, 13000, 0, solid=False, ground=Ground.DIFFICULT)
    by = MoveRules(grounds=(GroundRule(Ground.DIFFICULT, percent=400),))
    route = shortest_path(field(rough), trooper(7000, 12000), (12000, 12000, 0), (), by)
    assert route is not None
    assert route.report.touched == ()
    assert 5000 < route.report.cost < 8000
    straight = shortest_path(
        field(rough),
        trooper(7000, 12000),
        (12000, 12000, 0),
        (),
        MoveRules(grounds=(GroundRule(Ground.DIFFICULT, 110),)),
    )
    assert straight is not None
    assert straight.report.cost == round(5000 + 0.1 * (1000 + 2 * 505))


def test_contact_with_a_foe_is_offered_and_what_is_behind_it_is_not_reached_through_it() -> None:
    foe = trooper(14000, 12000, name="foe", side="b")
    reach = reachable(field(), trooper(12000, 12000), (foe,), MoveRules(allowance=5000))
    contacts = [e for e in reach.ends if e.touches == "foe"]
    assert contacts
    for end in contacts:
        route = reach.path_to(end.x, end.y)
        assert route is not None
        assert route.report.stopped_by in ("foe", "")
        gap = math.dist((route.report.end.x, route.report.end.y), (foe.x, foe.y)) - BASE
        assert gap <= 5, "in contact"
        assert math.dist((route.report.end.x, route.report.end.y), (end.x, end.y)) <= 80
    # Round the foe at arm's length: two tangents to a circle of both radii and a touch, and the arc between.
    keep = BASE + 5
    arc = math.pi - math.acos(keep / 2000) - math.acos(keep / 1500)
    way = math.sqrt(2000**2 - keep**2) + math.sqrt(1500**2 - keep**2) + keep * arc
    assert way <= ends(reach)[15500, 12000] <= way * 1.01


VARIANTS = (
    MoveRules(),
    MoveRules(ways=frozenset({Way.WALK, Way.VAULT, Way.CLIMB})),
    MoveRules(least_gap=1500, contact=FoeContact.BARRED, friends=Passing.NEVER),
    MoveRules(passage_percent=50, overhang=300, crossings=1),
    MoveRules(
        grounds=(GroundRule(Ground.DIFFICULT, percent=150), GroundRule(Ground.VERY_DIFFICULT, stops=True))
    ),
)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 200), allowance=st.sampled_from((3000, 5000)), variant=st.sampled_from(VARIANTS))
def test_nothing_is_offered_that_check_path_refuses(seed: int, allowance: int, variant: MoveRules) -> None:
    table = random_field(seed, count=14, size=24000)
    figures = placed(table, seed, 8)
    rough = box("rough", 8000, 8000, 14000, 11000, 0, solid=False, ground=Ground.DIFFICULT)
    swamp = box("swamp", 10000, 13000, 16000, 15000, 0, solid=False, ground=Ground.VERY_DIFFICULT)
    table = table.with_piece(rough).with_piece(swamp)
    by = msgspec.structs.replace(variant, allowance=allowance)
    reach = reachable(table, figures[0], figures, by, spacing=500)
    for end in reach.ends:
        route = reach.path_to(end.x, end.y, end.z)
        assert route is not None, end
        report = check_path(table, figures[0], route.waypoints, figures, by)
        assert report.legal
        assert report.cost <= allowance
        if not end.touches:
            assert (report.end.x, report.end.y, report.end.z) == (end.x, end.y, end.z)
            assert abs(report.cost - end.cost) <= 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_offered_in_a_town_that_check_path_refuses(seed: int) -> None:
    """Houses with doorways, windows, roofs and bridges; figures of all sizes, some prone, some on roofs."""
    rng = np.random.default_rng(seed)
    table = town(rng)
    plan = ground_plan(table)
    figures = populate(rng, table, 24)
    by = MoveRules(allowance=6000)
    free = [f for f in figures if stands_free(plan, f, [o for o in figures if o is not f], by) is None]
    for mover in free[:4]:
        reach = reachable(table, mover, figures, by, spacing=500)
        for end in reach.ends:
            route = reach.path_to(end.x, end.y, end.z)
            assert route is not None, (mover, end)
            assert end.touches or abs(route.report.cost - end.cost) <= 1


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 200), data=st.data())
def test_taking_terrain_away_never_lengthens_the_way(seed: int, data: st.DataObject) -> None:
    """Within the 1 % by which the polygon round a corner exceeds the arc. No walkable tops here: to take
    a surface away may well lengthen a way."""
    table = random_field(seed, count=14, size=24000)
    table = Battlefield(
        table.width, table.depth, tuple(msgspec.structs.replace(p, walkable=False) for p in table.pieces)
    )
    one, other = placed(table, seed, 2)
    gone = data.draw(st.sampled_from([p.name for p in table.pieces]))
    before = shortest_path(table, one, (other.x, other.y, 0), (), MoveRules())
    after = shortest_path(table.without_piece(gone), one, (other.x, other.y, 0), (), MoveRules())
    if before is not None:
        assert after is not None
        assert after.report.length <= before.report.length * 1.01 + 5
        assert before.report.length >= math.dist((one.x, one.y), (other.x, other.y)) - 1


def test_a_blocked_goal_has_no_way() -> None:
    ring = [
        box("n", 10000, 13000, 14000, 13500),
        box("s", 10000, 10000, 14000, 10500),
        box("w", 10000, 10500, 10500, 13000),
        box("e", 13500, 10500, 14000, 13000),
    ]
    assert shortest_path(field(*ring), trooper(5000, 5000), (12000, 11750, 0), (), MoveRules()) is None
    assert shortest_path(field(*ring), trooper(5000, 5000), (10200, 12000, 0), (), MoveRules()) is None
    assert (
        shortest_path(field(*ring[1:]), trooper(5000, 5000), (12000, 11750, 0), (), MoveRules()) is not None
    )
