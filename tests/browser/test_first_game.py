"""A newcomer's first game, from the start page to the victory screen, against the machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

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
        while not now.evaluate("button => button === document.activeElement"):
            page.keyboard.press("Tab")
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


def test_a_first_game_of_red_earth(open_page: Callable[..., Page], address: str, shot: Shot) -> None:
    page = open_page()
    page.goto(address)
    page.get_by_label("Rules").select_option("bpre")
    page.get_by_role("button", name="Begin").click()
    player = Player(page, shot=lambda kind: shot(page, f"bpre-{kind}"))
    player.play()
    assert page.locator(".verdict h2").inner_text() in HEADLINES
    shot(page, "bpre-victory")
