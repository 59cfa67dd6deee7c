"""What a token or marker says on the table, the screen says on the trooper's figure: to both players."""

from __future__ import annotations

from typing import Any

import pytest

from firelane.core.events import WATCHER
from firelane.infinity.c1.game import C1
from firelane.infinity.names import UNLOADED
from firelane.rulesets import screen_of
from firelane.screen.board import Figure
from firelane.testing.proofs import rule
from infinity.skirmish import FUSILIER, Skirmish, at

MALIGNOS = "malignos/combi-rifle"
LYNX = "lynx-unit/marksman-rifle"
UMBRA = "umbra-samaritan-nourkias/breaker-combi-rifle"
READERS = pytest.mark.parametrize("reader", ["blue", "red", WATCHER])
EMBRYO = {"points": 0, "states": ("shasvastii-embryo",)}


def figure(reader: str, sheet: str = FUSILIER, **fields: Any) -> Figure:
    """Blue's trooper on a reader's screen."""
    with Skirmish({"blue-1": at(20, 20, sheet, **fields), "red-1": at(40, 44)}) as game:
        board = screen_of(C1).board(game.game.view(reader), "en")
        (found,) = [one for one in board.figures if one.side == "blue"]
        return found


def on_card(reader: str, fact: str, sheet: str = FUSILIER, **fields: Any) -> list[str]:
    """What the card says under a heading."""
    return [each.value for each in figure(reader, sheet, **fields).card if each.label == fact]


def badges(reader: str, sheet: str = FUSILIER, **fields: Any) -> list[tuple[str, str]]:
    """The names and rules of the badges on the figure."""
    return [(badge.text, badge.rule) for badge in figure(reader, sheet, **fields).badges]


@rule("c1.regeneration.4")
@READERS
def test_the_card_of_one_that_regenerates_shows_the_points_it_has_lost(reader: str) -> None:
    assert on_card(reader, "W", MALIGNOS) == ["1/1"]
    assert on_card(reader, "W", MALIGNOS, **EMBRYO) == ["0/1"]
    assert badges(reader, MALIGNOS, **EMBRYO) == [("Shasvastii-Embryo", "c1.shasvastii-embryo")]


@rule("c1.protheion.3")
@READERS
@pytest.mark.parametrize("points", [1, 2, 3])
def test_the_card_shows_the_points_that_protheion_has_gained(reader: str, points: int) -> None:
    assert on_card(reader, "W", UMBRA, points=points) == [f"{points}/1"]


@rule("c1.prone.1")
@READERS
def test_a_prone_trooper_is_marked(reader: str) -> None:
    assert badges(reader, prone=True) == [("Prone", "c1.prone")]
    assert badges(reader) == []


@READERS
@pytest.mark.parametrize(
    ("state", "badge"),
    [
        pytest.param("immobilized-a", "Immobilized-A (IMM-A)", marks=rule("c1.ammo-para.3")),
        pytest.param("immobilized-b", "Immobilized-B (IMM-B)", marks=rule("c1.carbonite.6")),
        pytest.param("targeted", "Targeted", marks=rule("c1.spotlight.4")),
        pytest.param(UNLOADED, "Unloaded", marks=rule("c1.unloaded.1")),
    ],
)
def test_a_state_is_marked(reader: str, state: str, badge: str) -> None:
    assert badges(reader, LYNX, states=(state,)) == [(badge, f"c1.{state}")]


ALL_STATES = (
    "dead",
    "disconnected",
    "disengaged",
    "immobilized-a",
    "immobilized-b",
    "shasvastii-embryo",
    "targeted",
    "unconscious",
    "unloaded",
)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_two_states_are_shortened_alike(lang: str) -> None:
    with Skirmish({"blue-1": at(20, 20, states=ALL_STATES), "red-1": at(40, 44)}) as game:
        board = screen_of(C1).board(game.game.view("blue"), lang)
    (mine,) = [one for one in board.figures if one.side == "blue"]
    shown = {badge.text: badge.short for badge in mine.badges}
    assert len(shown) == len(set(shown.values())) == len(ALL_STATES)
    assert not set(ALL_STATES) & set(shown), "every state has a name"
    assert "意識" not in shown.values(), "that would say conscious of the Unconscious"
