"""Watchers by their link, kept behind; and playing with fingers alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.player import Player

Shot = Callable[[Page, str], None]
AN_HOUR = 3600
NOT_DRAWN = {
    "en": re.compile("The battlespace has not been drawn yet"),
    "ja": re.compile("バトルスペースはまだ引かれていません"),
}
LIFTED = "() => { window.lifted = false; addEventListener('pointerup', () => { window.lifted = true }) }"
"""Tells when a finger was lifted and the page has done what comes of that."""


def _watched(host: Page, watcher: Page, address: str, delay_seconds: int) -> int:
    """Play a game with a watcher until its log is three lines longer; how long it was before."""

    def delayed(route: Route) -> None:
        body = route.request.post_data or ""
        assert '"delay":0' in body
        route.continue_(post_data=body.replace('"delay":0', f'"delay":{delay_seconds}'))

    host.goto(address)
    host.route("**/api/games?*", delayed)
    host.get_by_role("button", name="Begin").click()
    host.locator(".prompt[data-prompt]").wait_for()
    host.get_by_role("button", name="Game", exact=True).click()
    link = host.get_by_label("Link for watchers").input_value()
    host.get_by_role("button", name="Close", exact=True).click()
    watcher.goto(link)
    expect(watcher.locator(".map")).to_be_visible()
    player = Player(host)
    told = host.locator(".log li").count()
    while host.locator(".log li").count() <= told + 3:
        host.locator(".prompt[data-prompt]").wait_for()
        player.answer()
    return told


def test_watchers_are_kept_behind_and_cannot_answer(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    host, watcher = open_page(), open_page()
    told = _watched(host, watcher, address, AN_HOUR)
    assert watcher.locator(".log li").count() <= told
    assert watcher.locator(".prompt[data-prompt]").count() == 0
    assert watcher.get_by_role("button", name="Undo").count() == 0
    watcher.get_by_role("button", name="Game", exact=True).click()
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    assert watcher.get_by_role("button", name="Concede").count() == 0
    shot(watcher, "watcher")


def test_watchers_see_the_game_when_the_delay_is_over(open_page: Callable[..., Page], address: str) -> None:
    host, watcher = open_page(), open_page()
    told = _watched(host, watcher, address, delay_seconds=1)
    expect(watcher.locator(f".log li:nth-child({told + 2})")).to_be_visible()


def test_the_delay_is_chosen_at_set_up(open_page: Callable[..., Page], address: str) -> None:
    page = open_page()
    page.goto(address)
    page.get_by_label("Watchers see it").select_option("120")
    with page.expect_request("**/api/games?*") as asked:
        page.get_by_role("button", name="Begin").click()
    assert asked.value.post_data_json["delay"] == 120
    page.locator(".prompt[data-prompt]").wait_for()


def test_an_order_is_given_with_fingers_alone(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    page = open_page(viewport={"width": 820, "height": 1180}, touch=True)
    page.goto(address)
    page.get_by_role("button", name="Play now").tap()
    page.locator(".prompt[data-prompt]").wait_for()
    player = Player(page)
    for _ in range(200):
        page.locator(".prompt[data-prompt]").wait_for()
        if page.locator(".actors").count():
            break
        player.answer()
    if page.locator(".guide").count():
        page.get_by_role("button", name="Understood").tap()
    asked = page.locator(".prompt").get_attribute("data-prompt") or ""
    way = page.locator(".slot", has_text="Way").locator("strong, em")
    for actor in page.locator(".actors button").all():
        actor.tap()
        page.locator("[data-option]:enabled").first.tap()
        before = way.inner_text()
        if _tapped(page, 1.6, way, before):
            first, stops = way.inner_text(), page.locator(".shown .stop").count()
            page.get_by_label("Each click adds a way-point").tap()
            if _tapped(page, 2.2, way, first):
                break
            page.get_by_label("Each click adds a way-point").tap()
        if page.locator(".decide .quiet").count():
            page.locator(".decide .quiet").tap()
    else:
        raise AssertionError("nobody gets anywhere")
    assert page.locator(".shown .stop").count() > stops
    shot(page, "touch")
    page.get_by_role("button", name="Last way-point back").tap()
    page.locator("[data-option]:enabled").last.tap()  # enough: the turn is ended
    page.locator(".decide .primary").tap()
    expect(page.locator(f'.prompt[data-prompt="{asked}"]')).to_have_count(0)


def _tapped(page: Page, bases: float, way: Locator, before: str) -> bool:
    """Tap so many bases beside whoever acts, until the way is another than before."""
    base = page.locator(".figure:has(.selected) .base")
    for sideways, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        box = base.bounding_box()
        assert box is not None
        x = box["x"] + box["width"] / 2 + sideways * bases * box["width"]
        y = box["y"] + box["height"] / 2 + along * bases * box["height"]
        page.evaluate(LIFTED)
        page.touchscreen.tap(x, y)
        page.wait_for_function("window.lifted")
        looking = page.locator(".slot", has_text="Looking for the way")
        expect(looking).to_have_count(0)
        if way.inner_text() not in (before, "still to be shown"):
            return True
    return False


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_red_earth_is_watched_and_looked_back_on_before_its_battlespace_is_drawn(
    open_page: Callable[..., Page], address: str, lang: str
) -> None:
    address = address.rstrip("/")
    page = open_page(locale={"en": "en-GB", "ja": "ja-JP"}[lang])
    asked = {"ruleset": "bpre", "delay": AN_HOUR}
    made = page.request.post(f"{address}/api/games", data=asked).json()
    for seat in made["seats"]:  # somebody comes, and so the cards are drawn, which nobody reads of the other
        told = page.request.get(f"{address}/api/replay", headers={"Authorization": f"Bearer {seat['token']}"})
        assert told.ok
        assert told.json()["moments"] >= 1
    page.goto(f"{address}/#/play/{made['watch']}")  # until both have come it tells what is to be played
    expect(page.locator("code")).to_be_visible()
    expect(page.get_by_text(re.compile("3600"))).to_be_visible()
    expect(page.locator(".trouble")).to_have_count(0)
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    page.goto(f"{address}/#/replay/{made['watch']}")
    expect(page.get_by_label(NOT_DRAWN[lang])).to_be_visible()
    expect(page.locator(".trouble")).to_have_count(0)
    page.goto(f"{address}/#/replay/{made['seats'][0]['token']}")
    first = page.locator(".slider button").first
    expect(first).to_be_visible()
    if first.is_enabled():  # the seat may have read nothing yet but its first moment
        first.click()
    expect(first).to_be_disabled()
    expect(page.locator(".map")).to_be_visible()
    expect(page.locator(".trouble")).to_have_count(0)
