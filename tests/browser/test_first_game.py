"""A newcomer's first game, from the start page to the victory screen, against the machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.player import Player

Shot = Callable[[Page, str], None]


HEADLINES = ("You have won", "You have lost", "A draw")


@pytest.mark.parametrize("keyboard", [False, True], ids=["by-mouse", "by-keyboard"])
def test_a_newcomers_first_game(
    open_page: Callable[..., Page], address: str, shot: Shot, keyboard: bool
) -> None:
    page = open_page()
    page.goto(address)
    now = page.get_by_role("button", name="Play now")
    if keyboard:
        now.wait_for()
        _tab_to(page, now)
        page.keyboard.press("Enter")
    else:
        now.click()
    player = Player(page, keyboard)
    player.play()
    assert len(player.explained) >= 3
    assert sum(player.kinds.values()) >= 10
    assert page.locator(".verdict h2").inner_text() in HEADLINES
    shot(page, "victory-keyboard" if keyboard else "victory")
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("slider")).to_be_visible()
    shot(page, "replay")


@pytest.mark.parametrize("keyboard", [False, True], ids=["by-mouse", "by-keyboard"])
def test_a_first_game_of_red_earth(
    open_page: Callable[..., Page], address: str, shot: Shot, keyboard: bool
) -> None:
    page = open_page()
    page.goto(address)
    begin = page.get_by_role("button", name="Begin")
    if keyboard:
        begin.wait_for()
        _tab_to(page, page.get_by_label("Rules"))
        page.keyboard.press("ArrowDown")
        expect(page.get_by_label("Rules")).to_have_value("bpre")
        _tab_to(page, begin)
        page.keyboard.press("Enter")
    else:
        page.get_by_label("Rules").select_option("bpre")
        begin.click()
    player = Player(page, keyboard, shot=lambda kind: None if keyboard else shot(page, f"bpre-{kind}"))
    player.play()
    assert len(player.explained) >= 3
    assert page.locator(".verdict h2").inner_text() in HEADLINES
    if not keyboard:
        shot(page, "bpre-victory")


def _tab_to(page: Page, what: Locator) -> None:
    for _ in range(60):
        if what.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not get there")
