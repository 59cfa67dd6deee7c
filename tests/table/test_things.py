"""Values on the table: polygons, rooms, zones, and battlefields that change by making new ones."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firelane.table.compiled import SIGHT_BOTTOM, parts_of
from firelane.table.polygons import (
    Footprint,
    contains,
    convex_parts,
    cross,
    disc_overlaps,
    is_simple,
    twice_area,
)
from firelane.table.things import (
    TOUCH,
    Battlefield,
    Circle,
    Door,
    Figure,
    Piece,
    Posture,
    Room,
    See,
    Zone,
    inches,
    millimetres,
)

ELL: Footprint = ((0, 0), (4000, 0), (4000, 1000), (1000, 1000), (1000, 4000), (0, 4000))
SQUARE: Footprint = ((0, 0), (4000, 0), (4000, 4000), (0, 4000))


def test_units():
    assert inches(1.5) == 1500
    assert (millimetres(25), millimetres(40), millimetres(3)) == (984, 1575, 118)


def test_a_prone_figure_is_as_high_as_its_prone_height():
    figure = Figure(id="a", x=0, y=0, z=500, height=1575)
    assert figure.top == 2075
    assert msgspec.structs.replace(figure, posture=Posture.PRONE).top == 618


@st.composite
def stars(draw):
    """A star-shaped outline: corners at rising angles, so it never crosses itself."""
    n = draw(st.integers(3, 12))
    radii = draw(st.lists(st.integers(800, 9000), min_size=n, max_size=n))
    angles = (
        2
        * np.pi
        * (np.arange(n) + 0.3 * np.array(draw(st.lists(st.floats(0, 1), min_size=n, max_size=n))))
        / n
    )
    return tuple((round(r * np.cos(a)), round(r * np.sin(a))) for r, a in zip(radii, angles, strict=True))


@given(stars(), st.booleans(), st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_convex_parts_fill_the_polygon_and_no_more(outline, turned, x, y):
    outline = outline[::-1] if turned else outline
    if not is_simple(outline):
        return
    parts = convex_parts(outline)
    assert sum(twice_area(part) for part in parts) == abs(twice_area(outline))
    for part in parts:
        assert all(cross(part[k - 2], part[k - 1], part[k]) > 0 for k in range(len(part)))
    assert contains(outline, x, y) is any(contains(part, x, y) for part in parts)


@pytest.mark.parametrize(
    "outline",
    [
        ((0, 0), (2, 2), (2, 0), (0, 2)),
        ((0, 0), (4, 0)),
        ((0, 0), (4, 0), (8, 0)),
        ((0, 0), (4, 0), (4, 4), (0, 0), (0, 4)),
        ((0, 0), (4, 0), (2, 0), (2, 2)),
    ],
)
def test_outlines_that_are_refused(outline):
    assert not is_simple(outline)
    with pytest.raises(ValueError, match="not a simple polygon"):
        convex_parts(outline)


def test_points_and_discs_against_an_outline():
    assert contains(ELL, 500, 500)
    assert contains(ELL, 1000, 1000), "the outline counts"
    assert not contains(ELL, 1001, 1001)
    assert disc_overlaps(ELL, 2000, 2000, 2000)
    assert not disc_overlaps(ELL, 2000, 2000, 1999)


def test_rooms_make_inside_a_structure_a_question():
    field = Battlefield(
        48000, 48000, rooms=(Room("4", "kitchen", SQUARE, 0, 3000), Room("4", "loft", SQUARE, 3000, 6000))
    )
    inside, straddling, outside = Figure("a", 2000, 2000), Figure("b", 4200, 2000), Figure("c", 5000, 2000)
    assert field.is_inside(inside, "4", wholly=True)
    assert field.is_inside(straddling, "4")
    assert not field.is_inside(straddling, "4", wholly=True)
    assert not field.is_inside(outside, "4")
    assert not field.is_inside(inside, "5")
    assert [room.name for room in field.rooms_at(inside.at(2000, 2000, 3000))] == ["loft"]
    against_the_wall = Figure("d", 4000 - 492 + TOUCH, 2000)
    assert field.is_inside(against_the_wall, "4", wholly=True)


def test_zones_touch_figures():
    cloud = Zone("cloud", Circle(0, 0, 2000), ("smoke",))
    low = Zone("low", SQUARE, ("saturation",), top=1000)
    field = Battlefield(48000, 48000, zones=(cloud, low))
    assert [zone.name for zone in field.zones_on(Figure("a", 2000, 500))] == ["cloud", "low"]
    assert [zone.name for zone in field.zones_on(Figure("a", 2400, 0, 5000))] == ["cloud"]
    assert not cloud.touches(Figure("a", 2492 + TOUCH + 1, 0))
    assert cloud.contains_point(2000, 0, 99999)
    assert not low.contains_point(100, 100, 1001)


def test_a_changed_battlefield_is_another_value():
    door = Piece("door", SQUARE, 0, 2000, door=Door.CLOSED)
    field = Battlefield(48000, 48000, (door,))
    opened = field.with_door("door", Door.OPEN)
    assert field.piece("door").stops_bases
    assert field.piece("door").sight_now is See.BLOCKS
    assert not opened.piece("door").stops_bases
    assert opened.piece("door").sight_now is See.CLEAR
    assert opened.with_door("door", Door.CLOSED) == field
    assert opened.without_piece("door").pieces == ()
    smoky = field.with_zone(Zone("s", Circle(0, 0, 1)))
    assert smoky.without_zone("s") == field
    with pytest.raises(KeyError):
        field.without_zone("s")
    with pytest.raises(KeyError):
        field.without_piece("window")


def test_a_battlefield_survives_the_journey_through_text():
    field = Battlefield(
        48000,
        48000,
        (Piece("door", ELL, 0, 2000, door=Door.CLOSED),),
        (Zone("s", Circle(1, 2, 3), ("smoke",)),),
    )
    field.piece("door")
    assert msgspec.json.decode(msgspec.json.encode(field), type=Battlefield) == field


def test_a_crate_on_a_roof_is_no_overhang_but_a_balcony_is():
    house = Piece("house", SQUARE, 0, 3000)
    crate = Piece("crate", ((1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000)), 3000, 4000)
    balcony = Piece("balcony", ((3000, 1000), (5000, 1000), (5000, 2000), (3000, 2000)), 3000, 3200)
    parts = parts_of(Battlefield(48000, 48000, (balcony, crate, house)))
    assert parts.prisms.extent[:, SIGHT_BOTTOM].tolist() == [3000, 0, 0]
