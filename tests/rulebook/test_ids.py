"""Ids and their short forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firelane.rulebook import ids


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("n3.aro.2-4", ("n3.aro.2", "n3.aro.3", "n3.aro.4")),
        ("n3.aro.2-2", ("n3.aro.2",)),
        ("n3.aro.4-2", ()),
        ("n3.aro.2", ("n3.aro.2",)),
        ("n4-core.game-modes.1-2", ("n4-core.game-modes.1", "n4-core.game-modes.2")),
        ("n3.marksmanship.level-2", ("n3.marksmanship.level-2",)),
    ],
)
def test_ranges_spread_and_names_stay(spec: str, expected: tuple[str, ...]) -> None:
    assert ids.spread(spec) == expected


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        ("n4.mines", True),
        ("n4.mines.drop-bear", True),
        ("n4-core.aro", False),
        ("n4.mines.4", False),
        ("n4.mines.1-4", False),
        ("n4.Mines", False),
        ("n4", False),
        ("n4.", False),
    ],
)
def test_a_rule_id_belongs_to_its_catalogue_and_is_no_statement(entry: str, fits: bool) -> None:
    assert ids.is_rule_of("n4", entry) is fits


@given(st.sets(st.integers(1, 60), min_size=1))
def test_drawn_together_numbers_spread_back_to_themselves(numbers: set[int]) -> None:
    back = [name for part in ids.compact(numbers).split(", ") for name in ids.spread(f"x.{part}")]
    assert back == [f"x.{number}" for number in sorted(numbers)]
