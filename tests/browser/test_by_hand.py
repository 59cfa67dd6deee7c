"""Questions of every form, put by a server that the test plays: what is shown, what is answered."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.accessible import hindrances
from firelane.screen.board import Badge, Board, Fact, Figure, Ground, Shape, Side
from firelane.screen.prompts import (
    Chance,
    Look,
    Option,
    Outlook,
    Part,
    Preview,
    Prompt,
    SeenFrom,
    Slot,
    SlotKind,
    Standing,
    Sum,
    Summand,
    Way,
)
from firelane.server import messages as m

TOKEN = "a" * 32
SIZES = {"laptop": (1280, 720), "tablet": (1024, 768), "portrait": (820, 1180)}
GROUND = Ground(
    name="Yard",
    width=12000,
    depth=12000,
    shapes=(
        Shape(id="roof", kind="roof", name="Hut", structure="hut", bottom=2800, top=3000, walkable=True,
              points=((2000, 8000), (5000, 8000), (5000, 11000), (2000, 11000))),
    ),
)  # fmt: skip
FIGURES = (
    Figure(id="a1", name="Fusilier", side="blue", label="1", x=3000, y=3000, radius=490, facing=0),
    Figure(id="a2", name="Medic", side="blue", label="2", x=3000, y=5000, radius=490, facing=0,
           badges=(Badge("Pr", "Prone"),), down=True),
    Figure(id="b1", name="Zhanshi", side="red", label="A", x=9000, y=3000, radius=490, facing=180),
    Figure(id="b2", name="Marker", side="red", label="?", x=9000, y=6000, radius=490, marker=True),
)  # fmt: skip
BOARD = Board(
    title="Round 1",
    figures=FIGURES,
    sides=(Side(seat="blue", name="blue", facts=(Fact("Orders", "4"),)), Side(seat="red", name="red")),
)
PREVIEW = Preview(
    text="The answer in words",
    facts=(Fact("Cover", "none", "c1.cover.1"),),
    watchers=(SeenFrom(figure="b1", text="sees the way", at=(5000, 3000)),),
    outlooks=(
        Outlook(
            title="at 6 inches",
            sums=(Sum(label="BS", total=14, parts=(Summand(11, "BS"), Summand(3, "range", "c1.range.1"))),),
            chances=(Chance(label="Hit", chance=0.7, side="blue"), Chance(label="Nothing", chance=0.3)),
        ),
    ),
)


class Host:
    """A server that knows one question, and keeps what it is answered."""

    def __init__(self, page: Page, prompt: Prompt) -> None:
        self.prompt = prompt
        self.given: list[Any] = []
        self.asides: list[Any] = []
        self.tells = True
        """Whether previews are told at once; else they wait in `held`."""
        self.held: list[Callable[[], None]] = []
        page.route("http://table.test/**", _file)
        page.route_web_socket("ws://table.test/play", self._open)
        page.goto(f"http://table.test/#/play/{TOKEN}")
        page.locator(".prompt[data-prompt]").wait_for()

    def _open(self, wire: WebSocketRoute) -> None:
        wire.on_message(lambda said: self._hear(wire, msgspec.json.decode(said)))

    def _hear(self, wire: WebSocketRoute, said: Any) -> None:
        def tell(told: m.Told) -> None:
            wire.send(msgspec.json.encode(told).decode())

        match said["type"]:
            case "hello":
                seats = (m.SeatShown(seat="blue", player="human"), m.SeatShown(seat="red", player="random"))
                house = m.HouseRules(open_measuring=True)
                tell(m.Welcome(room="r", seat="blue", seats=seats, ruleset="x", house=house, ground=GROUND,
                               own_dice=False, program="0"))  # fmt: skip
                tell(self._state((self.prompt,)))
            case "ask-preview":
                told = m.Previewed(id=said["id"], preview=PREVIEW)
                self.held.append(lambda: tell(told))
                if self.tells:
                    self.held.pop()()
            case "ask-look":
                tell(m.Looked(id=said["id"], look=Look(figure=said["figure"], sees=("b1",))))
            case "ask-way":
                x, y, z = said["to"]
                start = said.get("start") or [0, 0, 0]
                tell(m.WayFound(id=said["id"], way=Way(route=((x, y, z, "walk"),), length=abs(x - start[0]))))
            case "answer":
                self.given.append(said["given"])
                tell(m.Accepted(id=said["id"]))
                tell(self._state(()))
            case "aside":
                self.asides.append(said["said"])
                tell(m.Accepted(id=said["id"]))

    def _state(self, prompts: tuple[Prompt, ...]) -> m.State:
        return m.State(mark="1", board=BOARD, prompts=prompts, waiting=(), answered=(), standing=(),
                       agreed_draw=(), outcome=None, log_from=0, log=())  # fmt: skip


def _file(route: Route) -> None:
    path = route.request.url.removeprefix("http://table.test/").partition("?")[0] or "index.html"
    file = files("firelane.server").joinpath("static", *path.split("/"))
    kinds = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    route.fulfill(body=file.read_bytes(), content_type=kinds[path.rpartition(".")[2]])


@pytest.fixture
def ask(open_page: Callable[..., Page]) -> Callable[..., tuple[Page, Host]]:
    """Puts a question to a page."""

    def put(*parts: Part, base: Any = None, **more: Any) -> tuple[Page, Host]:
        page = open_page()
        page.set_default_timeout(10_000)
        prompt = Prompt(
            id="blue-1", kind="k", title="What now?", confirm="Do it", parts=parts, base=base, **more
        )
        return page, Host(page, prompt)

    return put


def _option(name: str, value: Any, *slots: Slot, **more: Any) -> Option:
    return Option(id=name, label=name, value=value, slots=slots, **more)


def _confirm(page: Page) -> None:
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)


def _click(page: Page, x: float, y: float, **more: Any) -> None:
    """Click a place of the table, in inches."""
    edge = page.locator(".map .edge").bounding_box()
    assert edge is not None
    inch = edge["width"] / 12
    page.locator(".map svg").first.click(
        position={"x": edge["x"] - _left(page) + x * inch, "y": edge["y"] - _top(page) + (12 - y) * inch},
        **more,
    )


def _left(page: Page) -> float:
    return float(page.locator(".map").evaluate("map => map.getBoundingClientRect().left"))


def _top(page: Page) -> float:
    return float(page.locator(".map").evaluate("map => map.getBoundingClientRect().top"))


def _near(given: list[int], *wanted: int) -> bool:
    """A pixel more or less does not matter."""
    return all(abs(a - b) <= 60 for a, b in zip(given, wanted, strict=True))


def test_a_way_is_drawn_point_by_point_and_shown_with_who_sees_it(ask: Any, shot: Any) -> None:
    route = Slot(kind=SlotKind.ROUTE, place="/route", label="Way", figure="a1", reach=8000)
    page, host = ask(
        Part(id="o", label="Order", place="", options=(_option("Move", {"route": []}, route, figure="a1"),))
    )
    _click(page, 6, 3)
    _click(page, 6, 6, modifiers=["Shift"])
    expect(page.locator(".preview")).to_contain_text("Who gets to react")
    expect(page.locator(".preview .sum")).to_contain_text("14")
    expect(page.locator(".chances li").first).to_contain_text("70%")
    assert hindrances(page) == []
    shot(page, "by-hand-way")
    _confirm(page)
    (first, second) = host.given[0]["route"]
    assert _near(first[:2], 6000, 3000)
    assert _near(second[:2], 6000, 6000)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("many", [2, 30])
def test_the_button_stays_where_it_is_when_the_preview_comes(ask: Any, size: Any, many: int) -> None:
    options = tuple(_option(f"Shoot {place}", place) for place in range(many))
    page, host = ask(Part(id="o", label="Order", place="", options=options))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    host.tells = False
    sure = page.get_by_role("button", name="Do it")
    before = sure.bounding_box()
    chosen = page.locator("[data-option]").nth(many - 1)
    chosen.click()
    expect(page.locator(".preview[aria-busy=true]")).to_be_visible()
    assert before is not None
    assert sure.bounding_box() == before
    while not host.held:
        page.wait_for_timeout(20)
    host.held.pop()()
    expect(page.locator(".preview")).to_contain_text("70%")
    assert sure.bounding_box() == before
    assert before["y"] + before["height"] <= size[1]
    expect(chosen).to_be_in_viewport(ratio=1)
    covered = "one => one === document.elementFromPoint(...(b => [b.x + b.width / 2, b.y + b.height / 2])"
    assert chosen.evaluate(f"{covered}(one.getBoundingClientRect()))?.closest('button')")
    page.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given == [many - 1]


def test_a_figure_is_dragged_to_where_it_goes(ask: Any) -> None:
    route = Slot(kind=SlotKind.ROUTE, place="/route", label="Way", figure="a1")
    move = _option("Move", {"route": []}, route, figure="a1")
    page, host = ask(Part(id="o", label="Order", place="", options=(move, _option("Wait", None))))
    box = page.locator("[data-figure=a1] .base").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] - 40, steps=5)
    page.mouse.up()
    _confirm(page)
    assert host.given[0]["route"][0][0] > 3500


def test_a_place_has_the_height_of_what_is_shown_there(ask: Any) -> None:
    where = Slot(kind=SlotKind.PLACE, place="", label="Where", figure="a1")
    turn = Slot(kind=SlotKind.FACING, place="/facing", label="Facing", figure="a1")
    stand = _option("Stand", {"facing": 0, "prone": False}, where, turn)
    page, host = ask(Part(id="a1", label="", place="/at/a1", options=(stand,), figure="a1"), base={"at": {}})
    _click(page, 3.5, 9.5)
    page.get_by_role("button", name="Show it on the table").click()
    _click(page, 3.5, 6)
    expect(page.get_by_label("degrees")).to_have_value("270")
    _confirm(page)
    stood = host.given[0]["at"]["a1"]
    assert (stood["z"], stood["facing"], stood["prone"]) == (3000, 270, False)
    page, host = ask(Part(id="p", label="", place="", options=(_option("Put", {"to": None}, Slot(
        kind=SlotKind.POINT, place="/to", label="Where", figure="a1")),)))  # fmt: skip
    page.keyboard.press("[")
    _click(page, 3.5, 9.5)
    _confirm(page)
    assert host.given[0]["to"][2] == 0


def test_dice_are_split_and_numbers_counted(ask: Any, shot: Any) -> None:
    split = Slot(kind=SlotKind.SPLIT, place="/dice", label="Dice", most=3, among=("b1", "b2"))
    count = Slot(kind=SlotKind.NUMBER, place="/n", label="How many", least=1, most=2)
    page, host = ask(
        Part(
            id="o",
            label="Order",
            place="",
            options=(_option("Shoot", {"dice": {}, "n": None}, split, count),),
        )
    )
    sure = page.get_by_role("button", name="Do it")
    page.get_by_label("A Zhanshi").fill("2")
    page.get_by_label("How many").fill("3")
    expect(page.locator(".split .hint")).to_have_text("1 of 3 dice left")
    expect(sure).to_be_disabled()
    page.get_by_label("? Marker").fill("1")
    expect(sure).to_be_disabled()
    page.get_by_label("How many").fill("2")
    shot(page, "by-hand-dice")
    _confirm(page)
    assert host.given == [{"dice": {"b1": 2, "b2": 1}, "n": 2}]


def test_what_is_forbidden_says_why_and_cannot_be_chosen(ask: Any) -> None:
    no = _option("Hack", 1, forbidden="Needs a hacking device", forbidden_rule="c1.hacking.1")
    page, host = ask(Part(id="o", label="Order", place="", options=(no, _option("Wait", 2))))
    expect(page.locator("[data-option=Hack]")).to_be_disabled()
    expect(page.locator(".forbidden")).to_contain_text("Needs a hacking device")
    page.keyboard.press("1")
    page.keyboard.press("c")
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given == [2]


def test_all_react_alike_or_each_in_his_way(ask: Any) -> None:
    parts = tuple(
        Part(id=name, label=name, place=f"/by/{name}", figure=name, optional=True,
             options=(_option("Dodge", "dodge"), _option("Shoot", "shoot", targets=("b1",))))
        for name in ("a1", "a2")
    )  # fmt: skip
    order = {
        "aside": "set-standing",
        "order": {"seat": "blue", "kinds": ["k"], "policy": "pass", "until": []},
    }
    page, host = ask(
        *parts, base={"by": {}}, standing=(Standing(id="s", label="Pass until hit", order=order),)
    )
    page.get_by_text("Standing orders").click()
    page.get_by_role("button", name="Pass until hit").click()
    page.locator(".together").get_by_role("button", name="Dodge").click()
    page.locator("fieldset", has_text="Medic").get_by_role("button", name="Shoot").click()
    _confirm(page)
    assert host.given == [{"by": {"a1": "dodge", "a2": "shoot"}}]
    assert host.asides == [order]


def test_a_click_on_the_target_chooses_what_is_aimed_at_it(ask: Any) -> None:
    shoot = _option("Shoot", "b1", figure="a1", targets=("b1",))
    page, host = ask(
        Part(id="o", label="Order", place="", options=(shoot, _option("Wait", None, figure="a1")))
    )
    page.locator("[data-figure=b1] .base").click()
    _confirm(page)
    assert host.given == ["b1"]


def test_several_may_be_chosen(ask: Any) -> None:
    options = tuple(_option(name, name) for name in ("one", "two", "three"))
    part = Part(id="s", label="Cards", place="/cards", options=options, several=True, chosen=("one",))
    page, host = ask(part, base={"cards": []})
    page.get_by_role("button", name="three").click()
    page.get_by_role("button", name="one").click()
    _confirm(page)
    assert host.given == [{"cards": ["three"]}]
