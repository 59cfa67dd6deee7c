"""Playing with somebody else: the invitation, one's own secret, other devices, and what addresses show."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.accessible import hindrances

Shot = Callable[[Page, str], None]
OpenPage = Callable[..., Page]
WORDS = {
    "en": {
        "opponent": "A friend, by link",
        "begin": "Begin",
        "invitation": "Invitation for Red",
        "copy": "Copy",
        "copied": "Copied",
        "alone": "Nobody else can reach this server",
        "set_up": ("Blue has set this game up.", "Nothing of Red was laid down beforehand.", "Mission"),
        "take": "Take the seat of Red",
        "spent": "Somebody has taken this seat already",
        "elsewhere": "This browser holds no seat of that game.",
        "hash": "Hash of the dice:",
    },
    "ja": {
        "opponent": "リンクで友人と",
        "begin": "始める",
        "invitation": "赤への招待",
        "copy": "コピー",
        "copied": "コピーしました",
        "alone": "他の人はこのサーバーに届きません",
        "set_up": (
            "このゲームを準備したのは青です。",
            "赤について、あらかじめ決められたものはありません。",
            "ミッション",
        ),
        "take": "赤の席に着く",
        "spent": "この席にはもう誰かが座っています",
        "elsewhere": "このブラウザーには、そのゲームの席がありません。",
        "hash": "ダイスのハッシュ：",
    },
}


@pytest.fixture(params=WORDS)
def words(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"locale": request.param, **WORDS[request.param]}


ENGLISH = {"locale": "en", **WORDS["en"]}


def set_up(page: Page, address: str, words: dict[str, Any]) -> str:
    """A game with a friend; the invitation."""
    page.goto(address)
    page.locator("form.set-up select").nth(4).wait_for()
    page.locator("form.set-up select", has_text=words["opponent"]).select_option(label=words["opponent"])
    page.get_by_role("button", name=words["begin"]).click()
    link = page.get_by_label(words["invitation"]).input_value()
    assert "/#/join/" in link
    return link


def no_secret_in(page: Page) -> None:
    """Nothing in the address that opens a seat."""
    kept = json.loads(page.evaluate("localStorage.getItem('firelane')"))
    known = [*kept["tokens"], *kept["held"].values(), *kept["taken"]]
    known += [one["token"] for links in kept["links"].values() for one in links["invitations"]]
    assert known
    assert not [secret for secret in known if secret in page.url], page.url


def _underlined(page: Page, what: str) -> str:
    """The line under a text, from whichever element around it draws it."""
    drawn = """it => { for (; it; it = it.parentElement)
        if (getComputedStyle(it).textDecorationLine !== 'none') return it.className; return 'none' }"""
    return str(page.locator(what).first.evaluate(drawn))


@pytest.mark.parametrize(
    ("locale", "waits"), [("en", "Waiting for the dice."), ("ja", "ダイスを待っています。")]
)
def test_who_waits_for_dice_on_the_others_desk_reads_so(
    open_page: OpenPage, address: str, locale: str, waits: str
) -> None:
    host, guest = (open_page(locale=locale) for _ in range(2))
    host.goto(address)
    host.locator("form.set-up .check input").check()
    words = {"locale": locale, **WORDS[locale]}
    opponent = host.locator("form.set-up select", has_text=words["opponent"])
    opponent.select_option(label=words["opponent"])
    host.get_by_role("button", name=words["begin"]).click()
    guest.goto(host.get_by_label(words["invitation"]).input_value())
    guest.get_by_role("button", name=words["take"]).click()
    host.locator(".dice-field").wait_for()
    expect(guest.locator("#prompt-title")).to_have_text(waits)


def test_somebody_is_invited_and_both_read_the_set_up(
    open_page: OpenPage, address: str, shot: Shot, words: dict[str, Any]
) -> None:
    host, guest = (open_page(locale=words["locale"]) for _ in range(2))
    other = open_page(locale=words["locale"], refused=True)
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = set_up(host, address, words)
    expect(host.locator(".waiting .warning")).to_contain_text(words["alone"])
    expect(host.locator(".waiting .warning code")).to_have_text("firelane serve --host 0.0.0.0")
    host.get_by_role("button", name=words["copy"], exact=True).click()
    expect(host.get_by_role("button", name=words["copied"])).to_be_visible()
    assert host.evaluate("navigator.clipboard.readText()") == link
    field = host.get_by_label(words["invitation"])
    assert field.evaluate("it => it.scrollWidth <= it.clientWidth"), "the whole link is seen"
    for told in (".waiting .warning", ".waiting .share-link small"):
        assert _underlined(host, told) == "none", "only what can be clicked looks so"
    assert host.locator(".map").count() == 0, "nothing is played before the other seat is taken"
    no_secret_in(host)
    assert hindrances(host) == []
    shot(host, f"waiting-{words['locale']}")

    guest.goto(link)
    guest.get_by_role("button", name=words["take"]).wait_for()
    for page in (host, guest):
        for sentence in words["set_up"]:
            expect(page.locator(".agreed")).to_contain_text(sentence)
        expect(page.locator(".commitment")).to_contain_text(words["hash"])
    assert host.locator(".commitment code").inner_text() == guest.locator(".commitment code").inner_text()
    assert link.partition("/#/")[2] not in guest.url
    assert hindrances(guest) == []
    shot(guest, f"invited-{words['locale']}")
    guest.reload()
    guest.get_by_role("button", name=words["take"]).click()
    for page in (host, guest):
        page.locator(".table").wait_for()
        no_secret_in(page)

    other.goto(link)
    expect(other.locator(".trouble")).to_contain_text(words["spent"])
    other.goto(guest.url)
    expect(other.locator(".trouble")).to_have_text(words["elsewhere"])
    shot(other, f"spent-{words['locale']}")


def test_reload_another_tab_and_the_invitation_again_lead_to_one_s_seat(
    open_page: OpenPage, address: str
) -> None:
    host, guest = open_page(), open_page()
    link = set_up(host, address, ENGLISH)
    guest.goto(link)
    guest.get_by_role("button", name="Take the seat of Red").click()
    guest.locator(".table").wait_for()
    place = guest.url
    guest.reload()
    guest.locator(".table").wait_for()
    assert guest.url == place
    tab = guest.context.new_page()
    tab.goto(place)
    tab.locator(".table").wait_for()
    assert tab.url == place
    tab.goto("about:blank")
    tab.goto(link)
    tab.locator(".table").wait_for()
    assert tab.url == place
    tab.go_back()
    assert tab.url == "about:blank", "the link is not in the history either"


def test_the_invited_player_chooses_his_own_list(open_page: OpenPage, address: str) -> None:
    host, guest = open_page(), open_page()
    link = set_up(host, address, ENGLISH)
    assert host.get_by_label("List of Red").count() == 0
    guest.goto(link)
    lists = guest.get_by_label("Your list")
    lists.wait_for()
    chosen = lists.locator("option").nth(2).get_attribute("value")
    lists.select_option(chosen)
    with guest.expect_request("**/api/invitation/take?*") as asked:
        guest.get_by_role("button", name="Take the seat of Red").click()
    assert asked.value.post_data_json == {"list": chosen}
    guest.locator(".table").wait_for()
    host.locator(".table").wait_for()


def test_a_seat_goes_on_on_another_device(open_page: OpenPage, address: str, shot: Shot) -> None:
    page, phone, thief = open_page(), open_page(), open_page(refused=True)
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    page.locator(".prompt[data-prompt]").wait_for()
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="Continue on another device").click()
    link = page.get_by_label("Link for your other device").input_value()
    assert hindrances(page) == []
    shot(page, "other-device")
    phone.goto(link)
    phone.get_by_role("button", name="Go on here").click()
    phone.locator(".prompt[data-prompt]").wait_for()
    no_secret_in(phone)
    thief.goto(link)
    expect(thief.locator(".trouble")).to_contain_text("This link has been used")


def test_links_of_seats_from_before_are_taken_out_of_the_address(open_page: OpenPage, address: str) -> None:
    made = _posted(address, {"ruleset": "c1", "one_screen": True})
    page = open_page()
    page.goto(f"{address}#/play/{made['seats'][1]['token']}")
    page.locator(".table").wait_for()
    expect(page).to_have_url(f"{address}#/play/{made['room']}/red")
    both = open_page()
    both.goto(f"{address}#/play/{made['seats'][0]['token']}+{made['seats'][1]['token']}")
    both.locator(".table, .curtain").first.wait_for()
    expect(both).to_have_url(f"{address}#/play/{made['room']}/blue+red")
    both.reload()
    both.locator(".table, .curtain").first.wait_for()
    watcher = open_page()
    watcher.goto(f"{address}#/replay/{made['watch']}")
    watcher.get_by_role("slider").wait_for()
    expect(watcher).to_have_url(f"{address}#/replay/{made['room']}/watch")
    watcher.reload()
    watcher.get_by_role("slider").wait_for()
    watcher.get_by_role("link", name="Back to the table").click()
    watcher.locator(".table").wait_for()
    expect(watcher).to_have_url(f"{address}#/play/{made['room']}/watch")


def _posted(address: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(f"{address}api/games", json.dumps(body).encode())
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


@pytest.mark.parametrize(
    ("addresses", "begins"),
    [
        (["http://192.168.7.5:8017/"], "http://192.168.7.5:8017/#/join/"),
        (["http://192.168.7.5:8017/", "http://[fd00::5]:8017/"], "http://192.168.7.5:8017/#/join/"),
        ([], ""),
    ],
)
def test_the_link_has_the_address_that_others_reach(
    open_page: OpenPage, address: str, addresses: list[str], begins: str
) -> None:
    page = open_page()

    def tell(route: Route) -> None:
        route.fulfill(json={"only_here": False, "addresses": addresses})

    page.route("**/api/reachable?*", tell)
    set_up(page, address, ENGLISH)
    link = page.get_by_label("Invitation for Red")
    if addresses:
        expect(link).to_have_value(re.compile("^" + re.escape(begins)))
        assert page.locator(".warning").count() == 0
    else:
        expect(page.locator(".warning")).to_contain_text("which is not known here")
    expect(page.get_by_label("Address for others")).to_have_count(int(len(addresses) > 1))
    if len(addresses) > 1:
        page.get_by_label("Address for others").select_option(addresses[1])
        expect(link).to_have_value(re.compile("fd00"))


def test_a_browser_that_does_not_let_pages_copy_selects_the_link(open_page: OpenPage, address: str) -> None:
    page = open_page()
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "document.execCommand = () => false;"
    )
    link = set_up(page, address, ENGLISH)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Ctrl+C")
    assert page.evaluate("getSelection().toString()") == link


def test_the_dice_are_opened_at_the_end(open_page: OpenPage, address: str, shot: Shot) -> None:
    host, guest = open_page(), open_page()
    link = set_up(host, address, ENGLISH)
    shown = host.locator(".commitment code").inner_text()
    guest.goto(link)
    guest.get_by_role("button", name="Take the seat of Red").click()
    guest.locator(".table").wait_for()
    guest.get_by_role("button", name="Game", exact=True).click()
    guest.locator("dialog summary").click()
    expect(guest.locator("dialog .commitment code")).to_have_text(shown)
    expect(guest.locator("dialog .agreed")).to_contain_text("Blue has set this game up.")
    guest.get_by_role("button", name="Concede").click()
    guest.get_by_role("button", name="Yes").click()
    for page in (host, guest):
        opened = page.locator(".dice-opened")
        expect(opened.locator("summary")).to_have_text(
            "The dice are those that were committed to at the start"
        )
        opened.locator("summary").click()
        expect(opened).to_contain_text(shown)
        expect(opened).to_contain_text("firelane replay --verify FILE")
    shot(host, "dice-opened")


def test_dice_that_were_not_committed_to_are_called_so(open_page: OpenPage, address: str) -> None:
    page = open_page()
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    page.locator(".prompt[data-prompt]").wait_for()

    def other_seed(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json={**told, "seed": "another"})

    page.route("**/api/seat/dice?*", other_seed)
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".dice-opened summary")).to_contain_text("does not have the hash")


def test_what_one_tab_learns_another_does_not_forget(open_page: OpenPage, address: str) -> None:
    page = open_page()
    page.goto(address)
    page.get_by_role("button", name="Play now").wait_for()
    tab = page.context.new_page()
    tab.goto(address)
    tab.get_by_role("button", name="Play now").click()
    tab.locator(".prompt[data-prompt]").wait_for()
    page.get_by_role("button", name="Dark").click()
    tab.reload()
    tab.locator(".prompt[data-prompt]").wait_for()


def test_a_game_file_is_gone_on_with_here_or_with_a_friend(
    open_page: OpenPage, address: str, tmp_path: Any
) -> None:
    made = _posted(address, {"ruleset": "c1", "one_screen": True})
    page = open_page()
    page.goto(f"{address}#/play/{made['seats'][0]['token']}")
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".verdict").wait_for()
    request = urllib.request.Request(
        f"{address}api/replay/file", headers={"Authorization": f"Bearer {made['seats'][0]['token']}"}
    )
    with urllib.request.urlopen(request) as answer:
        lines = answer.read().splitlines(keepends=True)
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines[:-1]))
    page.goto(address)
    page.get_by_label("with a friend, by link").check()
    page.get_by_label("A game someone shared with you").set_input_files(file)
    expect(page.locator(".waiting .agreed")).to_contain_text("The game comes from a file.")
    page.goto(address)
    page.get_by_label("A game someone shared with you").set_input_files(file)
    page.locator(".table, .curtain").first.wait_for()
