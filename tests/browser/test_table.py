"""What one does at the table beside answering: dice of one's own, undo, rules, keys, the look back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.accessible import hindrances
from browser.player import SIZES, Player

Shot = Callable[[Page, str], None]


@pytest.fixture
def table(open_page: Callable[..., Page], address: str) -> Page:
    """A table against the machine."""
    page = open_page()
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    page.locator(".prompt[data-prompt]").wait_for()
    return page


def _to_first_order(page: Page) -> Player:
    player = Player(page)
    for _ in range(200):
        page.locator(".prompt[data-prompt]").wait_for()
        if page.locator(".actors").count():
            return player
        player.answer()
    raise AssertionError("no order to be given")


def test_the_table_hinders_nobody_on_any_screen(table: Page, shot: Shot) -> None:
    _to_first_order(table)
    table.locator(".actors button").nth(1).click()
    table.locator("[data-option]:enabled", has_text="turns where it is").click()
    expect(table.locator(".preview h3")).to_be_visible()
    for theme in ("light", "dark"):
        for name, (wide, high) in SIZES.items():
            table.set_viewport_size({"width": wide, "height": high})
            assert hindrances(table) == []
            assert table.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            shot(table, f"table-{name}-{theme}")
        if theme == "light":
            table.get_by_role("button", name="Dark", exact=True).click()


def test_the_board_is_a_table_of_facts(table: Page, shot: Shot) -> None:
    _to_first_order(table)
    table.keyboard.press("t")
    rows = table.locator("dialog tbody tr")
    expect(rows.first).to_be_visible()
    drawn = table.locator(".figure").count()
    assert rows.count() >= drawn > 0
    assert hindrances(table) == []
    shot(table, "facts")


def test_every_number_and_line_opens_its_rule(table: Page, shot: Shot) -> None:
    _to_first_order(table)
    table.locator(".log .why").last.click()
    expect(table.locator("dialog .statements li").first).to_be_visible()
    expect(table.locator("dialog .status").first).to_be_visible()
    shot(table, "rule-at-the-table")
    table.keyboard.press("Escape")
    expect(table.locator("dialog")).to_have_count(0)


def test_nothing_is_sent_before_it_is_confirmed(table: Page) -> None:
    _to_first_order(table)
    sent: list[str] = []
    table.on("websocket", lambda _: sent.append("a new line"))
    before = table.locator(".log li").count()
    table.locator(".actors button").first.click()
    table.locator("[data-option]:enabled", has_text="turns where it is").click()
    expect(table.locator(".preview h3")).to_be_visible()
    table.locator(".decide .quiet").click()
    assert table.locator("[data-option][aria-pressed=true]").count() == 0
    assert table.locator(".log li").count() == before
    assert sent == []


def test_own_dice_are_typed_in(open_page: Callable[..., Page], address: str, shot: Shot) -> None:
    page = open_page()
    page.goto(address)
    page.get_by_label("I roll my own dice").check()
    page.get_by_role("button", name="Begin").click()
    page.locator(".prompt[data-prompt]").wait_for()
    dice = page.locator(".dice-field")
    player = Player(page)
    for _ in range(60):
        page.wait_for_selector(".prompt[data-prompt], .dice-field, .verdict")
        if dice.count():
            break
        player.answer()
    expect(dice).to_be_visible()
    send = dice.get_by_role("button", name="That is what fell")
    expect(send).to_be_disabled()
    shot(page, "own-dice")
    fields = dice.locator("input")
    for place in range(fields.count()):
        fields.nth(place).fill("7")
    send.click()
    expect(page.locator(".log .die", has_text="7").last).to_be_visible()


def test_the_language_changes_in_the_middle_of_a_game(table: Page, shot: Shot) -> None:
    _to_first_order(table)
    title = table.locator("#prompt-title").inner_text()
    table.get_by_role("button", name="日本語").click()
    expect(table.locator("#prompt-title")).not_to_have_text(title)
    expect(table.locator(".connection")).to_have_text("接続済み")
    assert any("\u3040" <= letter <= "\u30ff" for letter in table.locator("#prompt-title").inner_text())
    shot(table, "table-ja")


def test_the_guide_can_be_switched_off(table: Page) -> None:
    expect(table.locator(".guide")).to_be_visible()
    table.get_by_role("button", name="No more explanations").click()
    expect(table.locator(".guide")).to_have_count(0)
    player = _to_first_order(table)
    assert player.explained == set()


def test_levels_are_lifted_off_and_the_view_moves_by_keys(table: Page) -> None:
    pieces = table.locator(".terrain .piece")
    shown = table.locator(".level select")
    expect(shown).to_have_value("auto")
    rooms = pieces.count()
    shown.select_option(label="Everything")
    everything = pieces.count()
    assert everything > rooms, "at first the ground floors of buildings are shown"
    box = table.locator(".map svg").first
    table.keyboard.press("[")
    assert pieces.count() < everything
    table.keyboard.press("]")
    expect(pieces).to_have_count(everything)
    whole = box.get_attribute("viewBox")
    table.keyboard.press("+")
    expect(box).not_to_have_attribute("viewBox", whole or "")
    table.keyboard.press("0")
    expect(box).to_have_attribute("viewBox", whole or "")
    table.keyboard.press("?")
    expect(table.locator("dialog .keys")).to_be_visible()


def test_a_game_is_conceded_looked_back_on_shared_and_opened_again(
    table: Page, open_page: Callable[..., Page], address: str, shot: Shot, tmp_path: Path
) -> None:
    _to_first_order(table)
    table.get_by_role("button", name="Game").click()
    table.get_by_role("button", name="Concede").click()
    table.get_by_role("button", name="Yes").click()
    expect(table.locator(".verdict h2")).to_have_text("You have lost")
    table.get_by_role("link", name="Look back").click()
    slider = table.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    assert last > 3
    slider.focus()
    table.keyboard.press("Home")
    expect(table.locator(".slider span")).to_contain_text("Moment 1 of")
    expect(table.locator(".figure")).to_have_count(0)  # nobody is deployed yet
    table.get_by_role("button", name="Last").click()
    expect(table.locator(".figure").first).to_be_visible()
    cut_off = "it => it.scrollWidth > it.clientWidth"
    assert not table.locator(".facts-table").evaluate(cut_off), "the states of everybody can be read"
    assert hindrances(table) == []
    with table.expect_download() as awaited:
        table.get_by_role("button", name="Share file").click()
    file = tmp_path / "game.jsonl"
    awaited.value.save_as(file)
    assert json.loads(file.read_text().splitlines()[0])
    other = open_page()
    other.goto(address)
    other.locator("input[type=file]").set_input_files(file)
    expect(other.locator(".verdict, .slider").first).to_be_visible()
    table.goto(address)
    expect(table.get_by_role("heading", name="Replays")).to_be_visible()


def test_closing_the_browser_loses_nothing(table: Page, address: str) -> None:
    _to_first_order(table)
    asked = table.locator(".prompt").get_attribute("data-prompt")
    log = table.locator(".log li").count()
    table.goto(address)
    table.get_by_role("link", name="Continue").first.click()
    expect(table.locator(f'.prompt[data-prompt="{asked}"]')).to_be_visible()
    expect(table.locator(".log li")).to_have_count(log)
