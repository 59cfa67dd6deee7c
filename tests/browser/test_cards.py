"""Cards at the table: what weapons do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.accessible import hindrances

Shot = Callable[[Page, str], None]
ORDINARY = {"c1": "Combi Rifle", "bpre": "Attack"}
"""A weapon of the trooper or unit that is last on the list."""


def begin(page: Page, address: str, ruleset: str) -> None:
    """A game against the machine, at its first question."""
    page.goto(address)
    page.get_by_label("Rules").select_option(ruleset)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator(".prompt[data-prompt]").wait_for()


def confirm_until(page: Page, wanted: str) -> None:
    """Take what is proposed until something stands on the table."""
    from browser.player import Player

    player = Player(page)
    for _ in range(60):
        page.locator(".prompt[data-prompt]").wait_for()
        if page.locator(wanted).count():
            return
        player.answer()
    raise AssertionError(f"no {wanted}")


@pytest.mark.parametrize("ruleset", ["c1", "bpre"])
def test_a_weapon_opens_its_card_by_mouse_and_by_key(
    open_page: Callable[..., Page], address: str, shot: Shot, ruleset: str
) -> None:
    page = open_page()
    begin(page, address, ruleset)
    confirm_until(page, ".roster button")
    page.locator(".roster button:visible").last.click()
    weapon = page.locator(".card .opens", has_text=ORDINARY[ruleset]).first
    name = weapon.inner_text()
    weapon.click()
    bands = page.locator("dialog .bands li")
    expect(bands.first).to_be_visible()
    expect(page.locator("dialog h2")).to_contain_text(name)
    for band in bands.all():
        assert any(letter.isdigit() for letter in band.locator("b").inner_text()), (
            "a figure, not a colour alone"
        )
    assert hindrances(page) == []
    shot(page, f"weapon-card-{ruleset}")
    page.locator("dialog .why").first.click()
    expect(page.locator("dialog .statements li").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    weapon.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog h2")).to_contain_text(name)


def test_the_rulebook_opens_on_the_game_at_hand(open_page: Callable[..., Page], address: str) -> None:
    page = open_page()
    begin(page, address, "bpre")
    page.get_by_role("link", name="Rulebook").click()
    expect(page.get_by_label("Book")).to_have_value("game bpre")
    expect(page.locator(".contents summary", has_text="Taskings")).to_be_visible()
    expect(page.locator(".contents summary", has_text="Hacking")).to_have_count(0)
