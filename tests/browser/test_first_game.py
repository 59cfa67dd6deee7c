"""A newcomer's first game, from the start page to the victory screen, against the machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.player import Player

Shot = Callable[[Page, str], None]


@pytest.mark.parametrize("keyboard", [False, True], ids=["by-mouse", "by-keyboard"])
def test_a_newcomers_first_game(open_page: Callable[..., Page], address: str, shot: Shot, keyboard: bool) -> None:
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
    expect(page.locator(".verdict h2")).to_have_text(
        page.locator(".verdict h2").inner_text()  # the headline is one of these three
    )
    assert page.locator(".verdict h2").inner_text() in ("You have won", "You have lost", "A draw")
    shot(page, "victory-keyboard" if keyboard else "victory")
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("slider")).to_be_visible()
    shot(page, "replay")
