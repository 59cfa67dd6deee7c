"""A server that cannot keep what is said: the player reads it in a line, and plays on when it can."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.host import confirm, option
from firelane.screen.prompts import Part

FULL = "The server's disk is full, so this could not be kept. Nothing has changed."


def _ask(ask: Any) -> Any:
    return ask(Part(id="o", label="Order", place="", options=(option("Wait", {"wait": True}),)))


def test_an_answer_that_could_not_be_kept_is_told_and_can_be_given_again(ask: Any) -> None:
    page, host = _ask(ask)
    host.fault = FULL
    page.get_by_role("button", name="Wait").first.click()
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text(FULL).first).to_be_visible()
    expect(page.locator(".connection.open")).to_be_visible()
    expect(page.get_by_text(FULL).first).to_be_visible()
    assert host.given == []
    host.fault = ""
    page.locator("[data-option]").first.click()
    confirm(page)
    assert host.given == [{"wait": True}]
    expect(page.get_by_text(FULL)).to_have_count(0)


def test_a_fault_that_nobody_caused_is_told_at_the_top_until_something_happens(ask: Any) -> None:
    page, host = _ask(ask)
    host.fault = FULL
    host.send_away()
    expect(page.locator(".connection.open")).to_have_text(FULL)
    host.fault = ""
    page.locator("[data-option]").first.click()
    confirm(page)
    expect(page.locator(".connection")).to_have_text("Connected")


def test_a_machine_that_has_stopped_is_told_and_another_takes_over(ask: Any) -> None:
    page, host = _ask(ask)
    host.stop_machine()
    told = page.get_by_role("alert").filter(has_text="has stopped")
    expect(told).to_contain_text("machine: random) broke down twice")
    expect(told.get_by_role("button")).to_have_count(4)
    expect(told.get_by_role("button", name="machine: random, once more")).to_be_enabled()
    told.get_by_role("button", name="machine: novice").click()
    expect(told).to_have_count(0)
    assert host.taken_over == [("red", "novice")]
    host.stop_machine()
    expect(told).to_be_visible()
    host.send_away()  # whoever comes again is told again, if it is still so
    expect(told).to_have_count(0)
