"""The pages around the table: they load fast, read in two languages, and hinder nobody."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from browser.accessible import hindrances

Shot = Callable[[Page, str], None]
PAGES = {"start": "", "rulebook": "#/rules", "rule": "#/rules/c1.dodge", "odds": "#/odds"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_hinders_anyone(
    open_page: Callable[..., Page], address: str, shot: Shot, name: str, theme: str
) -> None:
    page = open_page()
    page.goto(address + PAGES[name])
    if theme == "dark":
        page.get_by_role("button", name="Dark", exact=True).click()
    page.wait_for_load_state("networkidle")
    assert page.locator("main").inner_text().strip()
    assert hindrances(page) == []
    shot(page, f"{name}-{theme}")


def test_the_language_is_switched_in_place_and_remembered(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    page = open_page()
    page.goto(address)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("button", name="今すぐ遊ぶ")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    shot(page, "start-ja")
    page.reload()
    expect(page.get_by_role("button", name="今すぐ遊ぶ")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_what_can_be_chosen_at_the_start_can_be_read(
    open_page: Callable[..., Page], address: str, locale: str
) -> None:
    page = open_page(locale=locale)
    page.goto(address)
    page.locator(".set-up select").first.wait_for()
    cut = """boxes => boxes.filter(box => {
        const pen = document.createElement('canvas').getContext('2d');
        const style = getComputedStyle(box);
        pen.font = style.font;
        const arrow = 24, room = box.clientWidth - parseFloat(style.paddingLeft) - arrow;
        return [...box.options].some(one => pen.measureText(one.text).width > room);
    }).map(box => box.parentElement.innerText.slice(0, 30))"""
    assert page.locator(".set-up select").evaluate_all(cut) == []
    button, tick = (
        page.locator(".set-up button.primary").bounding_box(),
        page.locator(".check").bounding_box(),
    )
    assert button is not None
    assert tick is not None
    assert button["y"] >= tick["y"] + tick["height"], "below the last thing to choose"


def test_a_game_in_the_list_says_what_it_is_and_how_it_ended(
    open_page: Callable[..., Page], address: str
) -> None:
    page = open_page()
    page.goto(address)
    page.get_by_label("Mission").select_option("supplies")
    page.get_by_role("button", name="Begin").click()
    page.locator(".prompt[data-prompt]").wait_for()
    page.goto(address)
    game = page.locator(".games li").first
    for said in ("Supplies", "as Blue", "machine: veteran"):
        expect(game).to_contain_text(said)
    game.get_by_role("link", name="Continue").click()
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".verdict").wait_for()
    page.goto(address)
    expect(page.locator(".games li", has_text="Supplies")).to_contain_text("You have lost")


def test_a_japanese_browser_is_greeted_in_japanese(open_page: Callable[..., Page], address: str) -> None:
    page = open_page(locale="ja-JP")
    page.goto(address)
    expect(page.get_by_role("button", name="今すぐ遊ぶ")).to_be_visible()


def test_japanese_lines_do_not_break_inside_a_long_vowel(
    open_page: Callable[..., Page], address: str
) -> None:
    page = open_page(locale="ja-JP")
    page.goto(address)
    expect(page.get_by_role("button", name="今すぐ遊ぶ")).to_be_visible()
    split = """text => {
        const box = document.querySelector('main').appendChild(document.createElement('p'));
        box.textContent = text;
        const place = text.indexOf('ー');
        const top = at => {
            const range = document.createRange();
            range.setStart(box.firstChild, at);
            range.setEnd(box.firstChild, at + 1);
            return range.getBoundingClientRect().top;
        };
        return [3, 4, 5, 6, 7, 8].filter(wide => {
            box.style.width = `${wide}em`;
            return top(place) !== top(place - 1);
        });
    }"""
    assert page.evaluate(split, "味方の配置ゾーンにいる") == []


@pytest.mark.parametrize(("words", "language"), [("dodge", "en"), ("回避", "ja")])
def test_rules_are_found_in_both_languages(
    open_page: Callable[..., Page], address: str, words: str, language: str
) -> None:
    page = open_page(locale="ja-JP" if language == "ja" else "en-GB")
    page.goto(address + "#/rules")
    page.locator("input[type=search]").fill(words)
    page.keyboard.press("Enter")
    first = page.locator(".hits a").first
    expect(first).to_be_visible()
    first.click()
    expect(page.locator(".statements li").first).to_be_visible()
    assert page.locator(".statements .status").count() == page.locator(".statements li").count()


@pytest.mark.parametrize(("locale", "table"), [("en-GB", "Weapon table"), ("ja-JP", "武器表")])
def test_a_link_to_a_search_within_a_game_shows_it_again(
    open_page: Callable[..., Page], address: str, locale: str, table: str, shot: Shot
) -> None:
    page = open_page(locale=locale)
    page.goto(address + "#/rules?game=c1")
    page.locator("input[type=search]").fill("combi rifle")
    page.keyboard.press("Enter")
    expect(page.locator(".weapon-table h3").first).to_have_text("Combi Rifle")
    link = page.url
    other = open_page(locale=locale)
    other.goto(link)
    expect(other.locator("input[type=search]")).to_have_value("combi rifle")
    expect(other.locator("select")).to_have_value("game c1")
    expect(other.locator(".weapon-table h3").first).to_have_text("Combi Rifle")
    expect(other.locator(".weapon-table article").first.locator(".bands li")).to_have_text(
        [re.compile(r"\+3"), re.compile("-3"), re.compile("-6")]
    )
    ids = other.locator(".hits .muted").all_inner_texts()
    assert not [one for one in ids if one.startswith(("n2.", "n3."))]
    other.get_by_role("link", name=table).first.click()
    expect(other.locator(".weapon-table article")).to_have_count(47)
    assert hindrances(other) == []
    shot(other, f"weapon-table-{locale[:2]}")


def test_a_book_is_leafed_through_by_chapter(open_page: Callable[..., Page], address: str) -> None:
    page = open_page()
    page.goto(address + "#/rules?game=c1")
    page.get_by_text("Course of the game").click()
    page.get_by_role("link", name="Annihilation").click()
    expect(page.locator(".statements li")).to_have_count(3)
    expect(page.locator(".figures table tbody tr")).to_have_count(8)
    page.get_by_label("Book").select_option("n3")
    expect(page.get_by_role("link", name="Annihilation")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_a_rule_stands_beside_those_of_other_editions(
    open_page: Callable[..., Page], address: str, locale: str
) -> None:
    page = open_page(locale=locale)
    page.goto(address + "#/rules/c1.dodge")
    page.locator("details.compare summary").click()
    rows = page.locator(".compared tbody tr")
    expect(rows.first).to_be_visible()
    expect(page.locator(".compared thead th")).to_have_count(4)
    row = rows.filter(has_text="c1.dodge.6").first
    expect(row.locator("td.differs")).to_have_count(3)
    differs = "Differs:" if locale == "en-GB" else "違い："
    expect(row.locator(".note").first).to_contain_text(differs)
    expect(row.get_by_role("img").first).to_have_accessible_name(
        "differs" if locale == "en-GB" else "違いがある"
    )
    assert hindrances(page) == []


def test_a_game_of_one_edition_is_compared_with_none(open_page: Callable[..., Page], address: str) -> None:
    page = open_page()
    page.goto(address + "#/rules/c1.dodge")
    page.locator("details.compare summary").click()
    expect(page.locator(".compared tbody tr").first).to_be_visible()
    page.goto(address + "#/rules/bpre.units")
    expect(page.get_by_text("bpre.units.1")).to_be_visible()
    expect(page.locator("details.compare")).to_have_count(0)


def test_coverage_is_told_as_it_is(open_page: Callable[..., Page], address: str) -> None:
    page = open_page()
    page.goto(address + "#/rules")
    for table in page.locator(".coverage").all():
        expect(table).to_be_hidden()
    page.get_by_text("About this rulebook").click()
    page.locator(".coverage tbody tr").first.wait_for()
    told = page.evaluate("fetch('/api/rules/coverage?lang=en').then(answer => answer.json())")
    rows = page.locator(".coverage tbody tr").all_inner_texts()
    every = [*told["editions"], *told["catalogues"]]
    for row, one in zip(rows, every, strict=True):
        name, *figures = (cell.strip() for cell in row.split("\t"))
        assert figures[:4] == [str(one[key]) for key in ("statements", "proven", "waived", "missing")]
        assert name not in (one.get("catalogue"), one.get("edition")), "books and editions have names"
    assert {"Infinity CodeOne", "Black Powder Red Earth 28mm"} <= {row.partition("\t")[0] for row in rows}


def test_odds_follow_what_is_typed(open_page: Callable[..., Page], address: str) -> None:
    page = open_page()
    page.goto(address + "#/odds")
    wins = page.locator(".bars").first.locator("tbody tr")
    expect(wins).to_have_count(3)
    before = wins.first.inner_text()
    page.get_by_label("Target number").first.fill("18")
    expect(wins.first).not_to_have_text(before)


def test_the_script_is_small() -> None:
    assets = files("firelane.server").joinpath("static", "assets")
    scripts = [each.read_bytes() for each in assets.iterdir() if each.name.endswith(".js")]
    assert scripts
    assert sum(len(gzip.compress(script)) for script in scripts) < 300_000
