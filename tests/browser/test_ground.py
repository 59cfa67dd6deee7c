"""How the map draws what stands on it: openings by their state, buildings by who is in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from browser.accessible import hindrances
from browser.host import BOARD, Host, click, confirm, option
from firelane.screen.board import Badge, Board, Figure, Ground, Shape, Thing
from firelane.screen.prompts import Part, Slot, SlotKind

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


def _part(kind: str, bottom: int, top: int, walkable: bool = False) -> Shape:
    points = ((2000, 2000), (8000, 2000), (8000, 8000), (2000, 8000))
    return Shape(id=f"{kind}-{bottom}", kind=kind, name=kind, structure="house", points=points, bottom=bottom,
                 top=top, walkable=walkable)  # fmt: skip


HOUSE = Ground(
    name="Yard",
    width=12000,
    depth=12000,
    shapes=(
        _part("room", 0, 3000),
        _part("room", 3000, 6000),
        _part("floor", 2800, 3000, walkable=True),
        _part("furniture", 0, 1000),
        _part("crate", 3000, 4000),
        _part("roof", 5800, 6000, walkable=True),
    ),
)
SHOWN = {
    "ground floor": ["room-0", "furniture-0"],
    "upper floor": ["room-3000", "floor-2800", "crate-3000"],
}


def _inside(*heights: int) -> Board:
    """A board with somebody at the same place of the plan on each of these heights."""
    figures = tuple(
        Figure(id=f"at-{z}", name="Fusilier", side="blue", label=str(n), x=5000, y=5000, z=z, radius=490)
        for n, z in enumerate(heights, 1)
    )
    return replace(BOARD, figures=figures)


def _drawn(page: Page) -> list[str]:
    shapes = page.locator(".terrain .piece").evaluate_all("all => all.map(one => one.dataset.shape)")
    return sorted(shapes)


@pytest.mark.parametrize("view", ["auto", "Infinity"], ids=["at-first", "everything"])
@pytest.mark.parametrize(("height", "floor"), [(0, "ground floor"), (3000, "upper floor")])
def test_a_building_is_open_down_to_who_is_inside(ask: Asks, view: str, height: int, floor: str) -> None:
    page, _ = ask(ground=HOUSE, board=_inside(height))
    page.locator(".level select").select_option(value=view)
    expect(page.locator(".figure .up")).to_have_text([f"▲{floor}"] if height else [])
    assert _drawn(page) == sorted(SHOWN[floor])


def test_two_at_one_place_are_both_seen_told_apart_and_reached(ask: Asks) -> None:
    page, _ = ask(ground=HOUSE, board=_inside(0, 3000))
    assert _drawn(page) == sorted(SHOWN["ground floor"])
    expect(page.locator(".figure .up")).to_have_text(["ground floor", "▲upper floor"])
    expect(page.locator(".figure.ring")).to_have_attribute("data-figure", "at-3000")
    click(page, 5, 5)
    expect(page.locator(".figure:has(.selected)")).to_have_attribute("data-figure", "at-0")
    page.locator(".roster button", has_text="2").or_(
        page.get_by_role("button", name="2 Fusilier")
    ).first.click()
    assert _drawn(page) == sorted(SHOWN["upper floor"]), "who is selected is seen on his floor"


def test_the_floors_of_a_building_are_gone_through_by_its_sign(ask: Asks) -> None:
    point = Slot(kind=SlotKind.POINT, place="/at", label="Where?")
    part = Part(id="a", label="Go", place="", options=(option("go", {}, point),), chosen=("go",))
    page, host = ask(part, ground=HOUSE, board=_inside())
    sign = page.locator(".floor-tag")
    for _ in range(2):
        sign.click()
    expect(sign.locator("text")).to_have_text("roof ⇅")
    click(page, 5, 5)
    confirm(page)
    assert host.given[0]["at"][2] == 6000, "a click means the floor that is drawn"
