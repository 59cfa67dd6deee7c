"""Watchers by their link, kept behind; and playing with fingers alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from browser.player import Player

Shot = Callable[[Page, str], None]
BEHIND = 4


def test_watchers_see_the_game_later_and_cannot_answer(
    open_page: Callable[..., Page], address: str, shot: Shot
) -> None:
    host, watcher = open_page(), open_page()
    host.goto(address)
    host.get_by_role("button", name="Begin").wait_for()
    host.route("**/api/games?*", lambda route: route.continue_(post_data=_delayed(route.request.post_data)))
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
        host.locator(".prompt[data-prompt]").wait_for(timeout=60_000)
        player.answer()
    behind = watcher.locator(".log li").count()
    ahead = host.locator(".log li").count()
    assert behind < ahead, "he is kept behind"
    assert watcher.locator(".prompt[data-prompt]").count() == 0
    assert watcher.get_by_role("button", name="Undo").count() == 0
    expect(watcher.locator(f".log li:nth-child({told + 2})")).to_be_visible(timeout=60_000)
    watcher.get_by_role("button", name="Game", exact=True).click()
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    assert watcher.get_by_role("button", name="Concede").count() == 0
    shot(watcher, "watcher")


def _delayed(body: str | None) -> str:
    assert body is not None
    assert '"delay":0' in body
    return body.replace('"delay":0', f'"delay":{BEHIND}')


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
        page.locator(".prompt[data-prompt]").wait_for(timeout=60_000)
        if page.locator(".actors").count():
            break
        player.answer()
    if page.locator(".guide").count():
        page.get_by_role("button", name="Understood").tap()
    asked = page.locator(".prompt").get_attribute("data-prompt") or ""
    way = page.locator(".slot", has_text="Way").locator("strong")
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
    expect(page.locator(f'.prompt[data-prompt="{asked}"]')).to_have_count(0, timeout=30_000)


def _tapped(page: Page, bases: float, way: Locator, before: str) -> bool:
    """Tap so many bases beside whoever acts, until the way is another than before."""
    base = page.locator(".figure:has(.selected) .base")
    for sideways, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        box = base.bounding_box()
        assert box is not None
        x = box["x"] + box["width"] / 2 + sideways * bases * box["width"]
        y = box["y"] + box["height"] / 2 + along * bases * box["height"]
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(300)
        looking = page.locator(".slot", has_text="Looking for the way")
        expect(looking).to_have_count(0, timeout=60_000)
        if way.count() and way.inner_text() != before:
            return True
    return False
