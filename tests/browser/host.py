"""A server that a test plays: it puts one question of any form, and keeps what it is answered."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from firelane.players import NAMES
from firelane.screen.board import Badge, Board, Fact, Figure, Ground, Shape, Side
from firelane.screen.prompts import (
    Chance,
    Look,
    Option,
    Outlook,
    Preview,
    Prompt,
    SeenFrom,
    Slot,
    Sum,
    Summand,
    Way,
)
from firelane.server import messages as m

TOKEN = "a" * 32
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

    def __init__(
        self,
        page: Page,
        prompt: Prompt,
        ground: Ground = GROUND,
        board: Board = BOARD,
        opponent: str = "random",
    ) -> None:
        self.prompt = prompt
        self.opponent = opponent
        self.ground = ground
        self.board = board
        self.given: list[Any] = []
        self.asides: list[Any] = []
        self.taken_over: list[tuple[str, str]] = []
        self.tells = True
        """Whether previews are told at once; else they wait in `held`."""
        self.held: list[Callable[[], None]] = []
        self.preview: Callable[[Any], Preview] = lambda _: PREVIEW
        self.fault = ""
        """What is wrong with the server: whoever answers is told, and is sent away."""
        self.no_way = False
        """Whether there is no way to anywhere."""
        page.route("http://table.test/**", _file)
        page.route_web_socket("ws://table.test/play", self._open)
        page.goto(f"http://table.test/#/play/{TOKEN}")
        page.locator(".prompt").first.wait_for()

    def _open(self, wire: WebSocketRoute) -> None:
        self._wire = wire
        wire.on_message(lambda said: self._hear(wire, msgspec.json.decode(said)))

    def _hear(self, wire: WebSocketRoute, said: Any) -> None:
        def tell(told: m.Told) -> None:
            wire.send(msgspec.json.encode(told).decode())

        match said["type"]:
            case "hello":
                seats = (
                    m.SeatShown(seat="blue", player="human"),
                    m.SeatShown(seat="red", player=self.opponent),
                )
                house = m.HouseRules(open_measuring=True)
                tell(m.Welcome(room="r", seat="blue", seats=seats, ruleset="x", house=house,
                               ground=self.ground, own_dice=False, program="0", free_seats=(),
                               set_up=m.SetUpShown(facts=(), notes=()), commitment=""))  # fmt: skip
                tell(self._state((self.prompt,)))
            case "ask-preview":
                told = m.Previewed(id=said["id"], preview=self.preview(said["given"]))
                self.held.append(lambda: tell(told))
                if self.tells:
                    self.held.pop()()
            case "ask-look":
                tell(m.Looked(id=said["id"], look=Look(figure=said["figure"], sees=("b1",))))
            case "ask-way":
                x, y, z = said["to"]
                start = said.get("start") or [0, 0, 0]
                way = Way(route=((x, y, z, "walk"),), length=abs(x - start[0]))
                barred = Way(trouble="There is no way there.")
                tell(m.WayFound(id=said["id"], way=barred if self.no_way else way))
            case "answer" if self.fault:
                tell(m.Error(code="server.store-full", text=self.fault, id=said["id"]))
                wire.close(code=1013)
            case "answer":
                self.given.append(said["given"])
                tell(m.Accepted(id=said["id"]))
                tell(self._state(()))
            case "undo":
                tell(m.Accepted(id=said["id"]))
                tell(self._state((self.prompt,)))
            case "take-over":
                self.taken_over.append((said["seat"], said["player"]))
                tell(m.Accepted(id=said["id"]))
                tell(m.MachinesStopped(seats=(), players=NAMES))
            case "aside":
                self.asides.append(said["said"])
                tell(m.Accepted(id=said["id"]))

    def asks(self, prompt: Prompt) -> None:
        """Put another question."""
        self._wire.send(msgspec.json.encode(self._state((prompt,))).decode())

    def stop_machine(self) -> None:
        """Tell that the machine player at the other seat cannot go on."""
        seats = (m.SeatShown(seat="red", player=self.opponent, name="Red"),)
        self._wire.send(msgspec.json.encode(m.MachinesStopped(seats=seats, players=NAMES)).decode())

    def send_away(self) -> None:
        """Tell of the fault without having been asked, as where a machine cannot go on; and close."""
        self._wire.send(msgspec.json.encode(m.Error(code="server.store-full", text=self.fault)).decode())
        self._wire.close(code=1013)

    def _state(self, prompts: tuple[Prompt, ...]) -> m.State:
        return m.State(mark="1", board=self.board, prompts=prompts, waiting=(), answered=(), standing=(),
                       agreed_draw=(), outcome=None, log_from=0, log=())  # fmt: skip


def _file(route: Route) -> None:
    path = route.request.url.removeprefix("http://table.test/").partition("?")[0] or "index.html"
    file = files("firelane.server").joinpath("static", *path.split("/"))
    kinds = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    route.fulfill(body=file.read_bytes(), content_type=kinds[path.rpartition(".")[2]])


def option(name: str, value: Any, *slots: Slot, **more: Any) -> Option:
    return Option(id=name, label=name, value=value, slots=slots, **more)


def confirm(page: Page) -> None:
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)


def click(page: Page, x: float, y: float, **more: Any) -> None:
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
