"""The mission card at the table, and another game when one is over."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from browser.accessible import hindrances
from browser.host import BOARD, Host, option
from firelane.screen.board import Card
from firelane.screen.mission import GoalShare, GoalShown, MissionCard, ScoreShown
from firelane.screen.prompts import Part

GOAL = GoalShown(
    id="killed",
    text="Enemies Killed make points.",
    when="at the end",
    rule="n4-core.scenario.annihilation.1",
    shares=(
        GoalShare(seat="blue", have="9 army points", worth="Objective Points: 3", left="at most 4"),
        GoalShare(seat="red", have="private until the end"),
    ),
)
CARD = MissionCard(
    name="Annihilation",
    lines=("The game ends after round 3.",),
    scores=(
        ScoreShown(seat="blue", scored=1, now=4, most=6, least=True),
        ScoreShown(seat="red", scored=0, now=0, most=10),
    ),
)


def test_the_mission_card_says_how_to_win_and_how_far_each_side_has_come(
    ask: Callable[..., tuple[Page, Host]],
) -> None:
    board = replace(BOARD, mission=CARD, goals=(GOAL,))
    page, _ = ask(Part(id="a", label="Turn", place="", options=(option("stay", 1),)), board=board)
    page.get_by_role("button", name="How to win: Annihilation").click()
    card = page.get_by_role("dialog")
    rows = card.locator("tbody tr")
    expect(rows.nth(0)).to_have_text("blue 1 at least 4 at most 6", use_inner_text=True)
    expect(rows.nth(1)).to_have_text("red 0 0 at most 10", use_inner_text=True)
    expect(card).to_contain_text("Enemies Killed make points.")
    expect(card).to_contain_text("9 army points · Objective Points: 3 · at most 4")
    expect(card).to_contain_text("The game ends after round 3.")
    assert hindrances(page) == []


def test_the_mission_of_a_crowded_table_can_be_read(ask: Callable[..., tuple[Page, Host]]) -> None:
    cards = tuple(Card(id=f"card-{n}", name=f"Card {n}") for n in range(24))
    board = replace(
        BOARD, mission=replace(CARD, name="A Mission of a Long Name"), goals=(GOAL,), open_cards=cards
    )
    page, _ = ask(Part(id="a", label="Turn", place="", options=(option("stay", 1),)), board=board)
    button = page.get_by_role("button", name="How to win: A Mission of a Long Name")
    assert button.evaluate("it => it.scrollHeight <= it.offsetHeight"), "nothing of it is cut off"


def test_the_same_game_is_played_again_with_the_sides_swapped(
    open_page: Callable[..., Page], address: str
) -> None:
    page = open_page()
    page.goto(address)
    page.get_by_label("Mission").select_option("supplies")
    page.get_by_role("button", name="Begin").click()
    menu = page.get_by_role("button", name="Game", exact=True)
    for button in ("Again", "Again, sides swapped"):
        page.get_by_role("button", name="How to win: Supplies").wait_for()
        menu.click()
        expect(page.get_by_role("dialog")).to_contain_text("You are Blue")
        page.get_by_role("button", name="Concede").click()
        page.get_by_role("button", name="Yes").click()
        page.locator(".verdict").wait_for()
        assert hindrances(page) == []
        page.get_by_role("button", name=button, exact=True).click()
        page.locator(".verdict").wait_for(state="detached")
    page.get_by_role("button", name="How to win: Supplies").wait_for()
    menu.click()
    expect(page.get_by_role("dialog")).to_contain_text("You are Red")
