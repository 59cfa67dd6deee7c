"""The table under fingers: tapping, dragging a figure, moving the map, zooming with two fingers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.host import confirm, option
from firelane.screen.prompts import Part, Slot, SlotKind

DRAWN = "() => new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)))"
"""Moves are handed on with the next picture."""
Spot = tuple[float, float]
ROUTE = Slot(kind=SlotKind.ROUTE, place="/route", label="Way", figure="a1")


class Hand:
    """Fingers on the glass, as the browser's own input has them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wire = page.context.new_cdp_session(page)

    def _send(self, kind: str, spots: dict[int, Spot]) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in spots.items()]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def stroke(self, *ways: tuple[Spot, Spot], lifts: bool = True, steps: int = 6) -> None:
        """Every finger goes its way, all at once; then they are lifted one after the other."""
        self.put([start for start, _ in ways])
        for step in range(1, steps + 1):
            part = step / steps
            self.move(*(_between(start, end, part) for start, end in ways))
        if lifts:
            self.lift([end for _, end in ways])

    def put(self, spots: list[Spot]) -> None:
        """One finger after the other."""
        for number in range(len(spots)):
            self._send("touchStart", dict(enumerate(spots[: number + 1])))

    def move(self, *spots: Spot) -> None:
        """All fingers that are down."""
        self._send("touchMove", dict(enumerate(spots)))

    def lift(self, spots: list[Spot]) -> None:
        """The last finger that was put down first."""
        for finger in range(len(spots) - 1, -1, -1):
            self.lift_one(finger, spots[finger])

    def lift_one(self, finger: int, spot: Spot) -> None:
        """One finger, the others stay."""
        self._send("touchEnd", {finger: spot})

    def cancel(self) -> None:
        """The system takes the fingers away."""
        self._send("touchCancel", {})


def _between(a: Spot, b: Spot, part: float) -> Spot:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


@pytest.fixture
def table(ask: Any) -> tuple[Page, Any, Hand]:
    """A question to a person with a tablet: the one in hand may move, or wait."""
    move = option("Move", {"route": []}, ROUTE, figure="a1")
    page, host = ask(Part(id="o", label="Order", place="", options=(move, option("Wait", None))), touch=True)
    return page, host, Hand(page)


def _middle(page: Page, figure: str) -> Spot:
    box = page.locator(f"[data-figure={figure}] .base").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _view(page: Page) -> list[float]:
    page.evaluate(DRAWN)
    box = page.locator(".map svg").first.get_attribute("viewBox")
    return [float(part) for part in (box or "").split()]


def _inch(page: Page) -> float:
    page.evaluate(DRAWN)
    edge = page.locator(".map .edge").bounding_box()
    assert edge is not None
    return edge["width"] / 12


def test_a_figure_is_dragged_with_a_finger_that_is_broader_than_its_base(table: Any) -> None:
    page, host, hand = table
    x, y = _middle(page, "a1")
    inch = _inch(page)
    before = _view(page)
    beside = (x, y + 0.49 * inch + 12)  # not on the base, but nearer to it than a finger is wide
    hand.stroke((beside, (beside[0] + 3 * inch, beside[1] - 2 * inch)))
    expect(page.locator(".slot")).to_contain_text("″")
    assert _view(page) == before, "the map stays where it is"
    confirm(page)
    ((gone_x, gone_y, _, _),) = host.given[0]["route"]
    assert abs(gone_x - 6000) < 150
    assert gone_y > 3800


def test_a_drag_that_the_system_breaks_off_moves_nobody(table: Any) -> None:
    page, _, hand = table
    x, y = _middle(page, "a1")
    hand.stroke(((x, y), (x + 120, y)), lifts=False)
    expect(page.locator(".shown .ghost")).to_have_count(1)
    hand.cancel()
    expect(page.locator(".shown .ghost")).to_have_count(0)
    expect(page.locator("[data-option][aria-pressed=true]")).to_have_count(0)


def test_one_finger_moves_the_map_as_far_as_it_goes(table: Any) -> None:
    page, _, hand = table
    inch = _inch(page)
    x, y = _middle(page, "b2")
    before = _view(page)
    hand.stroke(((x - 2 * inch, y), (x - 4 * inch, y + inch)))
    after = _view(page)
    assert after[2:] == before[2:]
    assert after[0] - before[0] == pytest.approx(2000, abs=40)
    assert before[1] - after[1] == pytest.approx(1000, abs=40)
    assert page.evaluate("scrollY") == 0, "the page itself stays"


def test_two_fingers_zoom_in_and_carry_the_map_along(table: Any) -> None:
    page, host, hand = table
    inch = _inch(page)
    x, y = _middle(page, "a1")
    hand.stroke(((x - 40, y), (x + 60 - 80, y + 50)), ((x + 40, y), (x + 60 + 80, y + 50)), steps=12)
    assert _inch(page) == pytest.approx(2 * inch, rel=0.05)
    now = _middle(page, "a1")  # it was between the fingers and still is
    assert now == pytest.approx((x + 60, y + 50), abs=6)
    expect(page.locator("[data-option][aria-pressed=true]")).to_have_count(0)
    assert host.given == []


def test_the_finger_that_stays_after_a_pinch_does_not_make_the_map_jump(table: Any) -> None:
    page, _, hand = table
    x, y = _middle(page, "b2")
    left = (x - 250, y + 30)
    hand.put([(x - 150, y + 30), (x - 50, y + 30)])
    hand.move((x - 200, y + 30), (x, y + 30))
    hand.move(left, (x + 50, y + 30))
    pinched = _view(page)
    hand.lift_one(1, (x + 50, y + 30))
    assert _view(page) == pinched
    hand.move((x - 240, y + 30))
    moved = _view(page)
    hand.lift([(x - 240, y + 30)])
    shift = (pinched[0] - moved[0]) / 1000 * _inch(page)
    assert shift == pytest.approx(10, abs=2)


def test_a_tap_beside_a_small_base_means_it(table: Any) -> None:
    page, _, hand = table
    x, y = _middle(page, "b1")
    spot = (x + 0.49 * _inch(page) + 10, y)
    hand.stroke((spot, spot), steps=1)
    expect(page.locator(".card h3")).to_contain_text("Zhanshi")
