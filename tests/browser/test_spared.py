"""Questions that leave nothing to decide: answered for the player, told to him, and his again on a word."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from browser.accessible import hindrances
from browser.host import Host, confirm, option
from firelane.screen.prompts import Part, Prompt, Usual

Asks = Callable[..., tuple[Page, Host]]
TURN = Part(id="a", label="Turn", place="", options=(option("stay", {"answer": "stay"}),), chosen=("stay",))
NOTHING_TO_DECIDE = Usual(text="Nobody turns if it shows nobody an enemy.", answer={"answer": "usual"})
SOMETHING_TO_DECIDE = replace(NOTHING_TO_DECIDE, answer=None)
TELLING = replace(NOTHING_TO_DECIDE, tells=True)
BEYOND_ALL_PAUSES_MS = 60_000


def _next(host: Host, number: int, usual: Usual | None) -> Prompt:
    """The next question of the same kind."""
    prompt = replace(host.prompt, id=f"blue-{number}", usual=usual)
    host.prompt = prompt
    host.asks(prompt)
    return prompt


def test_against_a_machine_the_usual_answer_is_given_at_once_and_told(ask: Asks) -> None:
    page, host = ask(TURN, usual=NOTHING_TO_DECIDE)
    spared = page.locator(".spared")
    expect(spared).to_contain_text("Nobody turns if it shows nobody an enemy.")
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given == [{"answer": "usual"}]
    assert hindrances(page) == []
    _next(host, 2, NOTHING_TO_DECIDE)
    expect(spared).to_contain_text("2 times")
    assert host.given == [{"answer": "usual"}] * 2


def test_a_question_with_something_to_decide_is_put(ask: Asks) -> None:
    page, host = ask(TURN, usual=SOMETHING_TO_DECIDE)
    expect(page.locator(".spare input")).to_be_checked()
    assert hindrances(page) == []
    confirm(page)
    assert host.given == [{"answer": "stay"}]


def test_a_player_is_always_asked_who_says_so(ask: Asks) -> None:
    page, host = ask(TURN, usual=NOTHING_TO_DECIDE)
    page.get_by_role("button", name="Always ask me").click()
    _next(host, 2, NOTHING_TO_DECIDE)
    expect(page.locator(".prompt[data-prompt=blue-2]")).to_be_visible()
    confirm(page)
    assert host.given == [{"answer": "usual"}, {"answer": "stay"}]
    page.reload()
    expect(page.locator(".prompt[data-prompt=blue-2]")).to_be_visible()
    page.locator(".spare input").check()
    _next(host, 3, NOTHING_TO_DECIDE)
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given[2:] == [{"answer": "usual"}]


def test_an_answer_that_is_taken_back_is_the_players_own(ask: Asks) -> None:
    page, host = ask(TURN, usual=NOTHING_TO_DECIDE)
    expect(page.locator(".spared")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".prompt[data-prompt=blue-1]")).to_be_visible()
    confirm(page)
    assert host.given == [{"answer": "usual"}, {"answer": "stay"}]


def test_among_people_the_usual_answer_waits(ask: Asks) -> None:
    page, host = ask(TURN, usual=SOMETHING_TO_DECIDE, opponent="human")
    page.clock.install()
    _next(host, 2, TELLING)
    panel = page.locator(".prompt[data-prompt=blue-2]")
    expect(panel).to_contain_text("There is nothing to decide.")
    assert host.given == []
    page.clock.fast_forward(BEYOND_ALL_PAUSES_MS)
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given == [{"answer": "usual"}]


def test_among_people_a_player_may_answer_himself_meanwhile(ask: Asks) -> None:
    page, host = ask(TURN, usual=SOMETHING_TO_DECIDE, opponent="human")
    page.clock.install()
    _next(host, 2, TELLING)
    page.get_by_role("button", name="I answer myself").click()
    page.clock.fast_forward(BEYOND_ALL_PAUSES_MS)
    expect(page.locator(".prompt[data-prompt=blue-2]")).to_be_visible()
    assert host.given == []
    confirm(page)
    assert host.given == [{"answer": "stay"}]
