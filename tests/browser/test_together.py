"""Two people: each in his own browser with a line that breaks, or both at one screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.player import Player

Shot = Callable[[Page, str], None]


class Line:
    """The wire between a page and the server, which the test can cut."""

    def __init__(self, page: Page) -> None:
        self.wires: list[WebSocketRoute] = []
        self.dead = False
        page.route_web_socket("**/play", self._open)

    def _open(self, wire: WebSocketRoute) -> None:
        if self.dead:
            wire.close()
            return
        wire.connect_to_server()
        self.wires.append(wire)

    def cut(self) -> None:
        """Break it, and let no new one come about."""
        self.dead = True
        self.wires[-1].close()

    def mend(self) -> None:
        """Let the page through again."""
        self.dead = False


def _begin(page: Page, address: str, opponent: str) -> None:
    page.goto(address)
    page.get_by_label("Opponent").select_option(label=opponent)
    page.get_by_role("button", name="Begin").click()
    page.locator(".table, .curtain, .waiting").first.wait_for()


def test_two_browsers_play_each_other_over_a_broken_line(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    host, guest = open_page(), open_page()
    line = Line(host)
    _begin(host, address, "A friend, by link")
    guest.goto(host.get_by_label("Invitation for Red").input_value())
    guest.get_by_role("button", name="Take the seat of Red").click()
    guest.locator(".table").wait_for()
    host.get_by_role("button", name="Game").click()
    shot(host, "menu")
    host.get_by_role("button", name="Close").click()
    expect(host.locator(".sides")).to_contain_text("here")
    pages = {"blue": Player(host, seed=2), "red": Player(guest, seed=3)}
    for step in range(14):
        while (player := next((one for one in pages.values() if _is_asked(one.page)), None)) is None:
            host.wait_for_timeout(200)
        if step == 4:
            line.cut()
            expect(host.locator(".connection")).to_contain_text("Connection lost")
            shot(host, "connection-lost")
            line.mend()
            expect(host.locator(".connection")).to_have_text("Connected")
        player.answer()
    assert all(player.kinds for player in pages.values())
    host_log = host.locator(".log li").all_inner_texts()
    assert host_log
    host.get_by_role("button", name="Game").click()
    host.get_by_role("button", name="Offer a draw").click()
    host.get_by_role("button", name="Close").click()
    guest.get_by_role("button", name="Accept").click()
    for page in (host, guest):
        expect(page.locator(".verdict h2")).to_have_text("A draw")


def _is_asked(page: Page) -> bool:
    return page.locator(".prompt[data-prompt]").count() > 0


def test_an_answer_given_while_the_line_is_broken_counts_once(
    open_page: Callable[..., Page], address: str
) -> None:
    page = open_page()
    line = Line(page)
    _begin(page, address, "Someone at this screen")
    page.locator(".prompt[data-prompt], .curtain").first.wait_for()
    if page.locator(".curtain").count():
        page.locator(".curtain button").click()
    asked = page.locator(".prompt").get_attribute("data-prompt")
    Player(page)._choose(0)
    for wire in line.wires:
        wire.close()
    page.locator(".decide .primary").click()
    expect(page.locator(f'.prompt[data-prompt="{asked}"]')).to_have_count(0)
    expect(page.locator(".trouble")).to_have_count(0)


def test_two_at_one_screen_hand_it_over_behind_a_curtain(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    page = open_page()
    _begin(page, address, "Someone at this screen")
    seats: set[str] = set()
    player = Player(page)
    for _ in range(8):
        page.locator(".prompt[data-prompt], .curtain").first.wait_for()
        if page.locator(".curtain").count():
            assert page.locator(".map").count() == 0, "the table is hidden while the screen is handed over"
            assert page.locator(".log").count() == 0
            shot(page, "curtain")
            page.locator(".curtain button").click()
            continue
        seats.add((page.locator(".prompt").get_attribute("data-prompt") or "").split("-")[0])
        player.answer()
    assert seats == {"blue", "red"}


def test_what_was_answered_can_be_taken_back_until_something_is_rolled_or_revealed(
    open_page: Callable[..., Page], address: str
) -> None:
    page = open_page()
    _begin(page, address, "Someone at this screen")
    if page.locator(".curtain").count():
        page.locator(".curtain button").click()
    asked = page.locator(".prompt").get_attribute("data-prompt")
    Player(page).answer()
    if page.locator(".curtain").count():
        pytest.fail("the same player has the next word")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(f'.prompt[data-prompt="{asked}"]')).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".trouble")).to_be_visible()  # the initiative was rolled
