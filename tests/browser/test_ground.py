"""How the map draws what stands on it: openings by their state, buildings by who is in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from browser.accessible import hindrances
from browser.host import BOARD, Host
from firelane.screen.board import Badge, Ground, Shape, Thing

Asks = Callable[..., tuple[Page, Host]]
STATES = ("closed", "open", "destroyed")


def _opening(name: str, x: int, kind: str = "door", **more: str) -> Shape:
    points = ((x, 8000), (x + 1500, 8000), (x + 1500, 8200), (x, 8200))
    return Shape(id=name, kind=kind, name=name, points=points, top=2000, **more)


def _told(name: str, state: str) -> Thing:
    """A door as Red Earth tells it: with a badge in each state."""
    badges = (Badge("", f"{state} door"),)
    return Thing(id=f"door:{name}", kind="door", name=name, x=0, y=0, shape=name, door=state, badges=badges)


@pytest.mark.parametrize("told", [True, False], ids=["as-the-game-tells", "as-the-battlefield-has-it"])
def test_doors_are_drawn_by_their_state(ask: Asks, told: bool) -> None:
    shapes = [
        _opening(state, 1000 + 3000 * place, door="open" if told else state)
        for place, state in enumerate(STATES)
    ]
    ground = Ground(name="Yard", width=12000, depth=12000, shapes=(*shapes, _opening("pane", 1000, "window")))
    board = replace(BOARD, things=tuple(_told(state, state) for state in STATES) if told else ())
    page, _ = ask(ground=ground, board=board)
    signs = set()
    for state in STATES:
        door = page.locator(f'[data-shape="{state}"]')
        drawn = set((door.get_attribute("class") or "").split())
        assert drawn & set(STATES) == {state}
        expect(door.locator("title")).to_contain_text(f"{state} door")
        path = door.locator(".sign").get_attribute("d") or ""
        signs.add("".join(letter for letter in path if letter.isalpha()))
    assert len(signs) == 3
    expect(page.locator('[data-shape="pane"] .sign')).to_have_count(1)


def test_the_signs_of_the_map_are_explained(ask: Asks) -> None:
    shapes = (_opening("door", 1000, door="closed"), _opening("pane", 5000, "window"))
    page, _ = ask(ground=Ground(name="Yard", width=12000, depth=12000, shapes=shapes))
    page.get_by_role("button", name="Signs").click()
    signs = page.locator("dialog .legend li")
    expect(signs).to_have_text(["closed door", "open door", "destroyed door", "window"])
    assert hindrances(page) == []
