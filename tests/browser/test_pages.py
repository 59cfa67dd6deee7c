"""The pages around the table: they load fast, read in two languages, and hinder nobody."""

from __future__ import annotations

import gzip
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


def test_a_japanese_browser_is_greeted_in_japanese(open_page: Callable[..., Page], address: str) -> None:
    page = open_page(locale="ja-JP")
    page.goto(address)
    expect(page.get_by_role("button", name="今すぐ遊ぶ")).to_be_visible()


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


def test_coverage_is_told_as_it_is(open_page: Callable[..., Page], address: str) -> None:
    page = open_page()
    page.goto(address + "#/rules")
    page.locator(".coverage tbody tr").first.wait_for()
    told = page.evaluate("fetch('/api/rules/coverage?lang=en').then(answer => answer.json())")["catalogues"]
    rows = page.locator(".coverage tbody tr").all_inner_texts()
    assert len(rows) == len(told)
    for row, one in zip(rows, told, strict=True):
        name, *figures = (cell.strip() for cell in row.split("\t"))
        assert figures[:4] == [str(one[key]) for key in ("statements", "proven", "waived", "missing")]
        assert name != one["catalogue"], "books have names"
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
