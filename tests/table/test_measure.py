"""Distances worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firelane.table import measure
from firelane.table.things import TOUCH, Figure, Piece, Posture


def figure(x, y, z=0, diameter=1000, height=1500, **more):
    return Figure(id=f"{x},{y}", x=x, y=y, z=z, diameter=diameter, height=height, **more)


def test_the_ways_to_measure_between_two_figures():
    a, b = figure(0, 0), figure(3000, 4000)
    assert measure.centre_to_centre(a, b) == 5000
    assert measure.edge_to_edge(a, b) == 4000
    assert measure.centre_to_edge(a, b) == 4500
    assert measure.point_to_centre(0, 0, 0, b) == 5000
    assert measure.point_to_base(0, 0, 0, b) == 4500


def test_two_one_inch_bases_3_5_inches_apart_are_3_inches_apart():
    # The example of the book that measures from centre to edge.
    a, b = figure(0, 0), figure(3500, 0)
    assert measure.centre_to_edge(a, b) == measure.centre_to_edge(b, a) == 3000
    assert measure.base_within(a.x, a.y, a.z, b, 3000)
    assert not measure.base_within(a.x, a.y, a.z, b, 2999)


def test_in_three_dimensions_or_along_the_ground():
    low, high = figure(0, 0), figure(3000, 0, 4000)
    assert measure.centre_to_centre(low, high) == 5000
    assert measure.centre_to_centre(low, high, along_ground=True) == 3000
    # The silhouettes are 2000 apart and 2500 in height: the top of the one, the foot of the other.
    assert measure.edge_to_edge(low, high) == math.hypot(2000, 2500)
    assert measure.edge_to_edge(low, high, along_ground=True) == 2000
    assert measure.centres_within(low, high, 5000)
    assert not measure.centres_within(low, high, 4999)
    assert measure.centres_within(low, high, 3000, along_ground=True)
    above = figure(0, 0, 1700)
    assert measure.edge_to_edge(low, above) == 200
    prone = figure(0, 0, posture=Posture.PRONE)
    assert measure.edge_to_edge(prone, above) == 1700 - 118


place = st.integers(-10_000, 10_000)
figures = st.builds(figure, place, place, st.integers(0, 5000), st.integers(0, 2500), st.integers(0, 3000))


@given(figures, figures, st.integers(0, 20_000))
def test_exact_comparison_agrees_with_the_distance_that_is_shown(a, b, reach):
    shown = measure.edge_to_edge(a, b)
    if abs(shown - reach) > 1e-6:
        assert measure.edges_within(a, b, reach) is (shown < reach)
    flat = measure.point_to_base(a.x, a.y, a.z, b, along_ground=True)
    if abs(flat - reach) > 1e-6:
        assert measure.base_within(a.x, a.y, a.z, b, reach, along_ground=True) is (flat < reach)
    assert measure.edges_within(a, b, reach) is measure.edges_within(b, a, reach)


def test_circle_sphere_and_cylinder():
    inside, edge, out = figure(1400, 0), figure(2500, 0), figure(2501, 0)
    assert measure.in_circle(inside, 0, 0, 2000, wholly=True)
    assert measure.in_circle(edge, 0, 0, 2000)
    assert not measure.in_circle(edge, 0, 0, 2000, wholly=True)
    assert not measure.in_circle(out, 0, 0, 2000)
    # A sphere about the ground: the foot of the silhouette is nearest.
    assert measure.in_sphere(edge, 0, 0, 0, 2000)
    assert not measure.in_sphere(figure(2500, 0, 10), 0, 0, 0, 2000)
    assert measure.in_sphere(figure(0, 0, 2000), 0, 0, 0, 2000)
    assert measure.in_sphere(figure(0, 0), 0, 0, 0, 1582, wholly=True), "hypot(500, 1500) is 1581.1"
    assert not measure.in_sphere(figure(0, 0), 0, 0, 0, 1581, wholly=True)
    assert measure.in_cylinder(figure(2500, 0, 3000), 0, 0, 0, 3000, 2000)
    assert not measure.in_cylinder(figure(2500, 0, 3001), 0, 0, 0, 3000, 2000)
    assert not measure.in_cylinder(figure(0, 0, 2000), 0, 0, 0, 3000, 2000, wholly=True)


def test_a_zone_that_reaches_out_up_and_down():
    me = figure(0, 0, 5000)
    assert measure.in_reach_cylinder(figure(9000, 0, 5000), me, 8000)
    assert not measure.in_reach_cylinder(figure(9001, 0, 5000), me, 8000)
    assert measure.in_reach_cylinder(figure(0, 0, 14500), me, 8000), "8 inches up from its top at 6500"
    assert not measure.in_reach_cylinder(figure(0, 0, 14501), me, 8000)


@pytest.mark.parametrize(("gap", "touch"), [(0, True), (TOUCH, True), (TOUCH + 1, False), (-3, True)])
def test_contact_within_the_tolerance(gap, touch):
    assert measure.in_contact(figure(0, 0), figure(1000 + gap, 0)) is touch
    assert measure.in_contact(figure(0, 0), figure(0, 0, 1500 + gap)) is touch
    wall = Piece("w", ((500 + gap, -1000), (900, -1000), (900, 1000), (500 + gap, 1000)), 0, 800)
    assert measure.base_touches_piece(figure(0, 0), wall) is touch
    assert measure.base_to_piece(figure(0, 0), wall) == max(0, gap)


def test_standing_on_a_piece_is_not_touching_its_side():
    roof = Piece("roof", ((-2000, -2000), (2000, -2000), (2000, 2000), (-2000, 2000)), 0, 3000)
    assert not measure.base_touches_piece(figure(0, 0, 3000), roof)
    assert measure.base_touches_piece(figure(0, 0, 2999), roof)
