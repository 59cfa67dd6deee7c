"""Templates: whom they touch, by hand and against a dense sample, and what cuts them."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firelane.table.templates import (
    CIRCULAR,
    LARGE_TEARDROP,
    SMALL_TEARDROP,
    UNCUT,
    Cut,
    Laid,
    Part,
    Shape,
    Template,
    centred_on,
    circle,
    cut_outline,
    from_base,
    gap,
    pieces_under,
    radial,
    reaches,
    teardrop,
    template_outline,
    touched,
    touching,
)
from firelane.table.things import Battlefield, Door, Figure, Piece, Posture, See
from table.fields import box, field, trooper

OPEN = field()


def names(table: Battlefield, laid: Laid, *figures: Figure, **how: object) -> list[str]:
    return [t.figure for t in touched(table, laid, figures, **how)]  # type: ignore[arg-type]


def test_the_sizes_are_those_of_the_catalogue() -> None:
    assert (CIRCULAR.width, CIRCULAR.up) == (4724, 2362)
    assert (LARGE_TEARDROP.length, LARGE_TEARDROP.width, LARGE_TEARDROP.up) == (9449, 3937, 1968)
    assert (SMALL_TEARDROP.length, SMALL_TEARDROP.width, SMALL_TEARDROP.up) == (6496, 2559, 1299)


def test_a_circle_touches_what_its_rim_touches() -> None:
    laid = Laid(circle(4000), 12000, 12000)
    assert names(OPEN, laid, trooper(14500, 12000)) == ["mover"]
    assert names(OPEN, laid, trooper(14510, 12000)) == []


def test_a_template_has_a_height() -> None:
    laid = Laid(circle(4000), 12000, 12000)
    assert names(OPEN, laid, trooper(12000, 12000, 2000)) == ["mover"]
    assert names(OPEN, laid, trooper(12000, 12000, 2001)) == []
    assert names(OPEN, msgspec.structs.replace(laid, z=4000), trooper(12000, 12000, 500)) == ["mover"]
    assert (
        names(OPEN, msgspec.structs.replace(laid, z=4000), trooper(12000, 12000, 500), part=Part.BASE) == []
    )
    smoke = Laid(Template(Shape.CIRCLE, 4000, 0, None, None), 12000, 12000)
    assert names(OPEN, smoke, trooper(12000, 12000, 9000)) == ["mover"]


def test_a_teardrop_is_laid_from_the_edge_or_the_centre_of_a_base() -> None:
    user = trooper(12000, 12000, name="user")
    laid = from_base(LARGE_TEARDROP, user, 90)
    assert (laid.x, laid.y) == (12000, 12500)
    assert from_base(LARGE_TEARDROP, user, 90, from_centre=True).y == 12000
    far = trooper(12000, 12500 + 9449 + 500)
    assert names(OPEN, laid, user, far, spares={"user"}) == ["mover"]
    assert names(OPEN, laid, far.at(12000, far.y + 10)) == []
    assert names(OPEN, laid, trooper(12000, 11000)) == [], "nobody behind the tip"


def test_circles_are_laid_on_and_beside_figures() -> None:
    figure = trooper(12000, 12000, 700)
    assert centred_on(CIRCULAR, figure) == Laid(CIRCULAR, 12000, 12000, 700)
    beside = touching(circle(4000), figure, 0)
    assert (beside.x, beside.y) == (14500, 12000)
    assert reaches(beside, figure)


def test_rings_name_the_innermost_that_reaches() -> None:
    laid = Laid(radial(2000, 3000), 12000, 12000)
    near, far, out = (
        trooper(14400, 12000),
        trooper(15400, 12000, name="far"),
        trooper(15600, 12000, name="out"),
    )
    assert [(t.figure, t.ring) for t in touched(OPEN, laid, (near, far, out))] == [("mover", 0), ("far", 1)]


def member(laid: Laid, x: float, y: float) -> bool:
    """Slow and plain: in the circle, or in the triangle between the tip and the far circle's tangents."""
    half = laid.template.width / 2
    if not laid.template.length:
        return math.hypot(x - laid.x, y - laid.y) <= half
    angle = math.radians(laid.direction)
    u = (x - laid.x) * math.cos(angle) + (y - laid.y) * math.sin(angle)
    v = -(x - laid.x) * math.sin(angle) + (y - laid.y) * math.cos(angle)
    middle = laid.template.length - half
    if math.hypot(u - middle, v) <= half:
        return True
    slope = half / math.sqrt(middle**2 - half**2)
    return 0 <= u <= middle - half * half / middle and abs(v) <= u * slope


@settings(max_examples=60, deadline=None)
@given(
    template=st.sampled_from((CIRCULAR, LARGE_TEARDROP, SMALL_TEARDROP, teardrop(5000, 1500))),
    direction=st.integers(0, 359),
    x=st.integers(2000, 22000),
    y=st.integers(2000, 22000),
)
def test_membership_agrees_with_a_dense_sample_of_the_base(
    template: Template, direction: int, x: int, y: int
) -> None:
    laid = Laid(template, 12000, 12000, 0, direction)
    figure = trooper(x, y)
    sample = [
        member(laid, x + reach * math.cos(math.radians(a)), y + reach * math.sin(math.radians(a)))
        for reach in (0, 100, 200, 300, 400, 450, 480, 500)
        for a in range(0, 360, 2)
    ]
    if any(sample):
        assert reaches(laid, figure)
    elif reaches(laid, figure):
        assert gap(laid, x, y) > 480, "only a sliver, thinner than the sample, can have been missed"
    assert (gap(laid, x, y) <= 0) == member(laid, x, y)
    assert all(abs(gap(laid, px, py)) < 1e-6 * 12000 for px, py in template_outline(laid))


# ---------------------------------------------------------------- what cuts them

BLAST = Laid(circle(8000), 12000, 12000)


def test_behind_a_wall_nobody_is_touched_beside_it_some_are() -> None:
    table = field(box("wall", 13000, 8000, 13200, 13000))
    hidden, beside = trooper(14500, 10500), trooper(14300, 14300, name="beside")
    assert names(table, BLAST, hidden, beside) == ["beside"]
    assert names(table, BLAST, hidden, cut=UNCUT) == ["mover"]
    (found,) = touched(table, BLAST, (beside,))
    assert found.way is not None
    assert found.way[1] - 12000 >= found.way[0] - 12000, "the way runs past the end of the wall"


def test_over_a_low_wall_the_tall_are_touched_and_the_prone_are_not() -> None:
    table = field(box("low", 13500, 8000, 13700, 16000, top=500, waist_high=True))
    standing = trooper(14500, 12000)
    prone = msgspec.structs.replace(standing, posture=Posture.PRONE)
    assert names(table, BLAST, standing) == ["mover"]
    assert names(table, BLAST, prone) == []
    assert names(table, BLAST, prone, cut=Cut(waist_high=False)) == ["mover"]
    assert names(table, BLAST, prone, cut=Cut(rise=4000)) == ["mover"], "from high above it looks over"
    (found,) = touched(table, BLAST, (standing,))
    assert found.obstructed == ("low",)


def test_the_height_at_which_a_wall_hides_is_a_matter_of_proportion() -> None:
    """Focus on the ground, wall 1000 away and 750 high, figure from 2000 to 3000 away, 1500 high."""
    figure = trooper(14500, 12000)
    lower = field(box("wall", 13000, 8000, 13001, 16000, top=740))
    higher = field(box("wall", 13000, 8000, 13001, 16000, top=760))
    assert names(lower, BLAST, figure) == ["mover"]
    assert names(higher, BLAST, figure) == []


def test_through_a_window_and_a_door() -> None:
    def wall(opening: str, **how: Any) -> Battlefield:
        return field(
            box("south", 13000, 8000, 13200, 11000),
            box("north", 13000, 13000, 13200, 16000),
            box(opening, 13000, 11000, 13200, 13000, **how),
        )

    figure = trooper(14500, 12000)
    window = wall("window", sight=See.WINDOW)
    (found,) = touched(window, BLAST, (figure,))
    assert found.obstructed == ("window",)
    assert names(wall("door", door=Door.CLOSED), BLAST, figure) == []
    assert names(wall("door", door=Door.OPEN), BLAST, figure) == ["mover"]


def test_a_ceiling_keeps_a_blast_on_its_floor() -> None:
    table = field(box("floor", 8000, 8000, 16000, 16000, top=1700, bottom=1600, walkable=True))
    upstairs = trooper(13000, 12000, 1700, surface="floor")
    assert names(table, BLAST, upstairs) == []
    assert names(table, BLAST, trooper(13000, 12000)) == ["mover"]
    beyond = trooper(16600, 12000, 1700)
    assert not reaches(BLAST, beyond.at(17000, 12000))


def test_two_boxes_that_touch_leave_no_way_through_the_seam() -> None:
    table = field(box("one", 13000, 8000, 13200, 12000), box("two", 13000, 12000, 13200, 16000))
    assert names(table, BLAST, trooper(14500, 12000)) == []
    stacked = field(
        box("sill", 13000, 8000, 13200, 16000, top=700), box("wall", 13000, 8000, 13200, 16000, bottom=700)
    )
    assert names(stacked, BLAST, trooper(14500, 12000)) == []


@pytest.mark.parametrize(
    ("piece", "under"),
    [
        (box("p", 15900, 11900, 16500, 12100), True),
        (box("p", 16010, 11900, 16500, 12100), False),
        (box("p", 2000, 11999, 22000, 12001), True),
        (box("p", 11000, 11000, 13000, 13000, top=5000, bottom=4500), False),
    ],
)
def test_pieces_in_part_under_a_template(piece: Piece, under: bool) -> None:
    assert (pieces_under(field(piece), BLAST) == ("p",)) is under


def test_the_outline_for_drawing_ends_at_the_wall() -> None:
    table = field(box("wall", 13000, 11000, 13200, 13000))
    rim = cut_outline(table, BLAST)
    assert min(x for x, y in rim if abs(y - 12000) < 5 and x > 12000) == pytest.approx(13000, abs=1)
    assert max(math.dist(p, (12000, 12000)) for p in rim) == pytest.approx(4000)
    assert not any(x > 13300 and abs(y - 12000) < (x - 12000) * 0.99 for x, y in rim)
