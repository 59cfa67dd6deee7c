"""Drift by a direction die, and the dead angles of arcs of fire."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firelane.table.scatter import (
    Dead,
    ScatterRules,
    Walls,
    bearing_of,
    dead_angles,
    scatter,
)
from firelane.table.things import Door, See
from table.fields import box, field

TEN = ScatterRules()
BOUNCE = ScatterRules(walls=Walls.HIGH, on_top=False)


@pytest.mark.parametrize(
    ("rules", "roll", "bearing"),
    [
        (TEN, 1, 0.0),
        (TEN, 2, 324.0),
        (TEN, 5, 216.0),
        (TEN, 15, 216.0),
        (TEN, 10, 36.0),
        (TEN, 0, 36.0),
        (ScatterRules(clockwise=False), 2, 36.0),
        (ScatterRules(sides=8), 3, 270.0),
        (ScatterRules(sides=12, ahead=12), 3, 270.0),
    ],
)
def test_the_die_names_a_direction(rules: ScatterRules, roll: int, bearing: float) -> None:
    assert bearing_of(rules, 0.0, roll) == bearing


def test_the_worked_example_of_the_catalogue() -> None:
    """n2.example.dispersion: needs 6, rolls 15: 22.5 inches in direction 5."""
    landing = scatter(field(width=48000, depth=48000), (24000, 24000, 0), 90.0, 15, 22500, TEN)
    angle = math.radians(90 - 4 * 36)
    assert (landing.x, landing.y) == (
        round(24000 + 22500 * math.cos(angle)),
        round(24000 + 22500 * math.sin(angle)),
    )
    assert not landing.off_table


def test_drift_off_the_table_is_said_so() -> None:
    assert scatter(field(), (12000, 12000, 0), 0.0, 1, 13000, TEN).off_table


def test_it_comes_down_on_the_roof_that_it_drifts_over() -> None:
    table = field(box("house", 14000, 10000, 18000, 14000))
    assert scatter(table, (12000, 12000, 0), 0.0, 1, 4000, TEN).z == 3000
    assert scatter(table, (12000, 12000, 0), 0.0, 1, 7000, TEN).z == 0


def test_a_wall_stops_a_bounce_on_the_near_side() -> None:
    table = field(
        box("wall", 13000, 0, 13200, 24000), box("planter", 12500, 0, 12700, 24000, 700, waist_high=True)
    )
    landing = scatter(table, (12000, 12000, 0), 0.0, 1, 2000, BOUNCE)
    assert (landing.stopped_by, landing.y, landing.z) == ("wall", 12000, 0)
    assert 12998 <= landing.x < 13000
    assert (
        scatter(table, (12000, 12000, 0), 0.0, 1, 2000, ScatterRules(walls=Walls.ALL)).stopped_by == "planter"
    )
    assert scatter(table, (12000, 12000, 0), 180.0, 1, 2000, BOUNCE).stopped_by == ""
    free = scatter(table, (12000, 12000, 0), 0.0, 1, 2000, ScatterRules(on_top=False))
    assert (free.x, free.stopped_by) == (14000, "")


def test_doors_and_windows() -> None:
    table = field(box("door", 13000, 0, 13200, 24000, door=Door.CLOSED))
    assert scatter(table, (12000, 12000, 0), 0.0, 1, 2000, BOUNCE).stopped_by == "door"
    opened = table.with_door("door", Door.OPEN)
    assert scatter(opened, (12000, 12000, 0), 0.0, 1, 2000, BOUNCE).stopped_by == ""
    window = field(box("window", 13000, 0, 13200, 24000, sight=See.WINDOW))
    assert scatter(window, (12000, 12000, 0), 0.0, 1, 2000, BOUNCE).stopped_by == ""


@given(roll=st.integers(1, 10), ahead=st.integers(0, 359), distance=st.integers(0, 9000))
def test_without_walls_the_drift_has_its_distance(roll: int, ahead: int, distance: int) -> None:
    landing = scatter(field(), (12000, 12000, 0), float(ahead), roll, distance, TEN)
    assert abs(math.dist((landing.x, landing.y), (12000, 12000)) - distance) <= 1


# ---------------------------------------------------------------- dead angles

WALL = field(box("wall", 12000, 0, 12500, 24000, top=3000))


@pytest.mark.parametrize(
    ("shooter", "target", "sides"),
    [
        (9000, 15500, []),
        (9001, 15500, [Dead.SHOOTER]),
        (9000, 15499, [Dead.TARGET]),
        (11000, 13000, [Dead.SHOOTER, Dead.TARGET]),
        (6000, 11000, []),
    ],
)
def test_a_wall_three_inches_high_has_dead_angles_of_three_inches(
    shooter: int, target: int, sides: list[Dead]
) -> None:
    found = dead_angles(WALL, (shooter, 12000, 0), (target, 12000, 0))
    assert [dead.side for dead in found] == sides


def test_the_edges_of_a_dead_angle_lie_on_the_line_of_fire() -> None:
    near, far = dead_angles(WALL, (11000, 12000, 0), (13000, 12000, 0))
    assert (near.edge, far.edge) == ((9000, 12000), (15500, 12000))
    (slanted,) = dead_angles(WALL, (4000, 4000, 0), (14000, 14000, 0))
    assert math.dist(slanted.edge, (12500, 12500)) == pytest.approx(3000, abs=1)


def test_heights_count_from_where_each_stands() -> None:
    assert dead_angles(WALL, (11000, 12000, 2000), (14500, 12000, 1000)) == ()
    assert [d.height for d in dead_angles(WALL, (11500, 12000, 2000), (13000, 12000, 1000))] == [1000, 2000]


def test_nothing_under_a_roof_is_hit_by_an_arc() -> None:
    hall = field(box("roof", 10000, 10000, 14000, 14000, top=3100, bottom=3000))
    (dead,) = dead_angles(hall, (2000, 12000, 0), (12000, 12000, 0))
    assert (dead.side, dead.piece) == (Dead.ROOF, "roof")
    assert dead_angles(hall, (2000, 12000, 0), (12000, 12000, 3100)) == ()
