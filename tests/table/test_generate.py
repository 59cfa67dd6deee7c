"""Generated battlefields: the same from the same seed, dense, fair by measurement, and readable again."""

from __future__ import annotations

import msgspec
import pytest

from firelane.problem import Problem
from firelane.table.fieldfile import parse_field, write_field
from firelane.table.generate import MOST_OPEN, STYLES, TOLERANCE, generate
from firelane.table.survey import SightQuality, reachable_ground, room_to_deploy, sight_quality, widest_gap
from firelane.table.things import Battlefield, Piece

CASES = [
    (style, seed, size) for style in STYLES for seed, size in ((1, (48, 48)), (2, (32, 48)), (3, (24, 24)))
]


@pytest.mark.parametrize(("style", "seed", "size"), CASES)
def test_a_generated_table_is_dense_fair_and_open(style: str, seed: int, size: tuple[float, float]) -> None:
    made = generate(seed, size, style)
    table = made.field.battlefield
    assert (table.width, table.depth) == (size[0] * 1000, size[1] * 1000)
    assert made.gap == widest_gap(table)[0] <= 10_000
    assert made.quality == sight_quality(table)
    assert made.quality.difference <= TOLERANCE
    assert max(made.quality.shares.values()) <= MOST_OPEN
    for area in table.deployment:
        assert room_to_deploy(table, area, 15) == 15
    _, walked = reachable_ground(table)
    assert walked.sum() > 0.3 * len(walked)


@pytest.mark.parametrize("style", STYLES)
def test_the_same_seed_gives_the_same_table_and_another_seed_another(style: str) -> None:
    first = generate(11, (32, 32), style).field
    assert generate(11, (32, 32), style).field == first
    assert generate(12, (32, 32), style).field.battlefield.pieces != first.battlefield.pieces


@pytest.mark.parametrize("style", STYLES)
def test_what_is_written_reads_back_equal(style: str) -> None:
    field = generate(5, (30, 40), style).field
    assert parse_field(write_field(field.form), "generated.yaml") == field


def test_the_two_halves_are_alike_but_not_the_same() -> None:
    """Loose pieces are strewn over each half by itself: what is measured is not fair by making alone."""
    form = generate(1, (48, 48), "yard").field.form
    alone = [piece for piece in form.pieces if piece.mirror == "none"]
    assert 4 <= len(alone) < len(form.pieces) / 2


def test_the_measure_of_fairness_sees_a_wall_before_one_side() -> None:
    bare = generate(2, (48, 48), "industrial").field.battlefield
    fence = Piece("fence", ((500, 12100), (47500, 12100), (47500, 12300), (500, 12300)), top=9000)
    clear = tuple(p for p in bare.pieces if not 10_000 < p.footprint[0][1] < 15_000)
    walled = msgspec.structs.replace(bare, pieces=(*clear, fence))
    quality = sight_quality(walled)
    assert quality.shares["south"] < quality.shares["north"]
    assert quality.difference > 0.4


def test_an_empty_table_is_all_open_and_even() -> None:
    areas = generate(3, (24, 24), "town").field.battlefield.deployment
    quality = sight_quality(Battlefield(24000, 24000, deployment=areas))
    assert quality.shares == {"south": 1.0, "north": 1.0}
    assert quality.difference == 0.0


def test_difference_is_relative_to_the_better_side() -> None:
    quality = SightQuality({"a": 30, "b": 20}, {"a": 100, "b": 100})
    assert quality.difference == pytest.approx(1 / 3)


@pytest.mark.parametrize("size", [(8, 48), (48, 200), (float("nan"), 48)])
def test_sizes_that_cannot_be(size: tuple[float, float]) -> None:
    with pytest.raises(Problem, match="cannot be made"):
        generate(1, size)


def test_unknown_style() -> None:
    with pytest.raises(Problem, match="industrial"):
        generate(1, style="castle")
