"""When a game is over: what the machine weighed; what a coach says before; nobody is hindered anywhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.accessible import hindrances
from browser.player import Player

Shot = Callable[[Page, str], None]


def _begin(page: Page, address: str, ruleset: str) -> Player:
    """A game against the machine, up to the first unit to be activated or order to be given."""
    page.goto(address)
    page.get_by_label("Rules").select_option(ruleset)
    page.get_by_role("button", name="Begin").click()
    player = Player(page)
    for _ in range(40):
        page.locator(".prompt[data-prompt]").wait_for()
        if page.locator(".actors").count():
            return player
        player.answer()
    raise AssertionError("nobody is to act")


def _give_up(page: Page) -> None:
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".verdict").wait_for()


@pytest.mark.parametrize("ruleset", ["c1", "bpre"])
def test_machine_moves_are_opened_after_the_game(
    open_page: Callable[..., Page], address: str, shot: Shot, ruleset: str
) -> None:
    page = open_page()
    _begin(page, address, ruleset)
    assert page.locator("button.weighed").count() == 0
    _give_up(page)
    page.locator(".log button.weighed").first.click()
    candidates = page.locator(".candidates > li")
    expect(candidates.first).to_be_visible()
    expect(page.locator(".candidates > li.chosen")).to_have_count(1)
    assert page.locator(".candidates summary b").first.inner_text()[0] in "+−"
    assert hindrances(page) == []
    shot(page, f"weighed-{ruleset}")
    page.get_by_role("button", name="Close", exact=True).click()
    expect(candidates).to_have_count(0)
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("slider").wait_for()
    for _ in range(60):
        if page.locator(".right button.weighed").count():
            break
        page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".right button.weighed").click()
    expect(candidates.first).to_be_visible()


def test_the_coach_is_switched_on_at_the_table(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    page = open_page()
    _begin(page, address, "bpre")
    page.locator("[data-option]:enabled").last.click()
    expect(page.locator(".preview h3")).to_be_visible()
    assert page.locator(".coach").count() == 0
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_label("The coach comments on my choices").check()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator(".coach p").first).not_to_be_empty()
    shot(page, "coach")


def test_by_the_book_there_is_no_coach(open_page: Callable[..., Page], address: str) -> None:
    page = open_page()
    page.goto(address)
    page.get_by_label("By the book").check()
    page.get_by_role("button", name="Begin").click()
    page.locator(".prompt[data-prompt]").wait_for()
    page.get_by_role("button", name="Game", exact=True).click()
    expect(page.get_by_label("I roll my own dice")).to_be_visible()
    assert page.get_by_label("The coach comments on my choices").count() == 0


def test_menu_dialogs_and_victory_hinder_nobody(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    page = open_page()
    player = _begin(page, address, "bpre")
    player._choose(0)
    for theme in ("Dark", "Light"):
        page.get_by_role("button", name=theme, exact=True).click()
        page.get_by_role("button", name="Game", exact=True).click()
        assert hindrances(page) == []
        shot(page, f"menu-{theme.lower()}")
        page.get_by_role("button", name="Close", exact=True).click()
        for key in ("?", "t"):
            page.keyboard.press(key)
            page.locator("dialog").wait_for()
            assert hindrances(page) == []
            page.keyboard.press("Escape")
        page.locator(".log .why").last.click()
        page.locator("dialog .statements").wait_for()
        assert hindrances(page) == []
        page.keyboard.press("Escape")
    _give_up(page)
    for theme in ("Dark", "Light"):
        page.get_by_role("button", name=theme, exact=True).click()
        assert hindrances(page) == []
        shot(page, f"victory-{theme.lower()}")


@pytest.mark.parametrize("page_of", ["odds", "rules"])
def test_other_pages_hinder_nobody(open_page: Callable[..., Page], address: str, page_of: str) -> None:
    page = open_page()
    page.goto(f"{address}#/{page_of}")
    page.locator("main h2").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert hindrances(page) == []


def test_odds_of_red_earth_follow_what_is_chosen(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    page = open_page()
    page.goto(address + "#/odds")
    page.get_by_label("Rules").select_option("bpre")
    fates = page.locator(".bars tbody tr")
    expect(fates).to_have_count(3)
    before = fates.first.inner_text()
    page.get_by_label("Modifier").first.fill("4")
    expect(fates.first).not_to_have_text(before)
    before = fates.first.inner_text()
    page.get_by_label("Occasion").select_option("immediate-action")
    expect(fates.first).not_to_have_text(before)
    page.get_by_text("Cards (0)").last.click()
    page.get_by_label("Save the Last Bullet").check()
    expect(page.locator(".bars caption")).to_have_count(2)  # whoever attacks may be harmed now
    assert hindrances(page) == []
    shot(page, "odds-bpre")
    page.get_by_role("button", name="日本語").click()
    expect(page.locator(".bars caption").first).to_contain_text("の結果")


def test_the_table_is_in_the_chosen_language_throughout(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    page = open_page()
    told: list[str] = []
    page.on("websocket", lambda wire: wire.on("framereceived", lambda data: told.append(str(data))))
    _begin(page, address, "c1")
    labels = page.locator(".labels text")
    english = {name for name in labels.all_text_contents() if name.isascii() and name[:1].isalpha()}
    assert english, "rooms and buildings are called something"
    page.get_by_role("button", name="日本語").click()
    expect(labels.filter(has_text=sorted(english)[0])).to_have_count(0)
    assert not english & set(labels.all_text_contents())
    assert any(not name.isascii() and name[0].isalpha() for name in labels.all_text_contents())
    expect(page.locator(".sides")).to_contain_text("青")
    shot(page, "table-ja-names")
    page.get_by_role("button", name="English", exact=True).click()
    expect(labels.filter(has_text=sorted(english)[0]).first).to_be_visible()
    welcomes = sum('"type":"welcome"' in frame for frame in told)
    assert welcomes == 3, "once on coming, once in the other language, once in the first again"
