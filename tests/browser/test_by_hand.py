"""Questions of every form, put by a server that the test plays: what is shown, what is answered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from browser.accessible import hindrances
from browser.host import BOARD, FIGURES, click, confirm, option
from browser.player import SIZES
from firelane.screen.board import Thing
from firelane.screen.prompts import Part, Preview, Slot, SlotKind, Standing


def _near(given: list[int], *wanted: int) -> bool:
    """A pixel more or less does not matter."""
    return all(abs(a - b) <= 60 for a, b in zip(given, wanted, strict=True))


def test_a_way_is_drawn_point_by_point_and_shown_with_who_sees_it(ask: Any, shot: Any) -> None:
    route = Slot(kind=SlotKind.ROUTE, place="/route", label="Way", figure="a1", reach=8000)
    page, host = ask(
        Part(id="o", label="Order", place="", options=(option("Move", {"route": []}, route, figure="a1"),))
    )
    click(page, 6, 3)
    click(page, 6, 6, modifiers=["Shift"])
    expect(page.locator(".preview")).to_contain_text("Who gets to react")
    expect(page.locator(".preview .sum")).to_contain_text("14")
    expect(page.locator(".chances li").first).to_contain_text("70%")
    assert hindrances(page) == []
    shot(page, "by-hand-way")
    confirm(page)
    (first, second) = host.given[0]["route"]
    assert _near(first[:2], 6000, 3000)
    assert _near(second[:2], 6000, 6000)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("many", [2, 30])
def test_the_button_stays_where_it_is_when_the_preview_comes(ask: Any, size: Any, many: int) -> None:
    options = tuple(option(f"Shoot {place}", place) for place in range(many))
    page, host = ask(Part(id="o", label="Order", place="", options=options))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    host.tells = False
    sure = page.get_by_role("button", name="Do it")
    before = sure.bounding_box()
    chosen = page.locator("[data-option]").nth(many - 1)
    chosen.click()
    expect(page.locator(".preview[aria-busy=true]")).to_be_visible()
    assert before is not None
    assert sure.bounding_box() == before
    while not host.held:
        page.wait_for_timeout(20)
    host.held.pop()()
    expect(page.locator(".preview")).to_contain_text("70%")
    assert sure.bounding_box() == before
    assert before["y"] + before["height"] <= size[1]
    expect(chosen).to_be_in_viewport(ratio=1)
    covered = "one => one === document.elementFromPoint(...(b => [b.x + b.width / 2, b.y + b.height / 2])"
    assert chosen.evaluate(f"{covered}(one.getBoundingClientRect()))?.closest('button')")
    page.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given == [many - 1]


def test_a_place_that_must_lie_on_a_line_is_put_there_and_the_line_is_shown(ask: Any) -> None:
    where = Slot(kind=SlotKind.POINT, place="/to", label="Where", figure="a1", within=(500, 1000, 500, 6000))
    page, host = ask(
        Part(
            id="o",
            label="Edge",
            place="",
            options=(option("West", {"to": [500, 1000, 0]}, where, figure="a1"),),
        )
    )
    line = page.locator("rect.within").bounding_box()
    assert line is not None
    assert line["height"] > 20 * line["width"] > 0
    click(page, 7, 4)
    confirm(page)
    x, y, _ = host.given[0]["to"]
    assert x == 500
    assert _near([y], 4000)


def test_who_stands_on_the_table_is_looked_at_and_nobody_is_set_down_on_him(ask: Any) -> None:
    where = Slot(kind=SlotKind.PLACE, place="/at", label="Where", figure="a1", within=(0, 8000, 12000, 12000))
    given = {"at": {"x": 6000, "y": 10000, "z": 0}}
    page, host = ask(
        Part(id="o", label="Deploy", place="", figure="a1", options=(option("Stands", given, where),))
    )
    click(page, 9, 3)
    expect(page.locator(".right .card-head, .right h3").filter(has_text="Zhanshi").first).to_be_visible()
    expect(page.locator(".slot").first).to_contain_text("6″, 10″")
    confirm(page)
    assert host.given == [{"at": {"x": 6000, "y": 10000, "z": 0}}]


def test_a_base_that_is_set_down_beside_its_zone_is_put_wholly_into_it(ask: Any) -> None:
    where = Slot(kind=SlotKind.PLACE, place="/at", label="Where", figure="a1", within=(0, 8000, 12000, 12000))
    page, host = ask(
        Part(id="o", label="Deploy", place="", figure="a1", options=(option("Stands", {"at": {}}, where),))
    )
    click(page, 6, 5)
    confirm(page)
    assert host.given[0]["at"]["y"] == 8000 + 490


def test_the_card_of_a_figure_goes_away_while_it_is_dragged(ask: Any) -> None:
    route = Slot(kind=SlotKind.ROUTE, place="/route", label="Way", figure="a1")
    move = option("Move", {"route": []}, route, figure="a1")
    page, _ = ask(Part(id="o", label="Order", place="", options=(move, option("Wait", None))))
    box = page.locator("[data-figure=a1] .base").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".hover-card")).to_contain_text("Fusilier")
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] - 40, steps=5)
    expect(page.locator(".hover-card")).to_have_count(0)


def test_whoever_takes_another_one_up_has_chosen_nothing_for_him(ask: Any) -> None:
    stays = (option("Wait 1", "first", figure="a1"), option("Wait 2", "second", figure="a2"))
    page, host = ask(Part(id="o", label="Order", place="", options=stays))
    page.locator(".actors button", has_text="Fusilier").click()
    page.locator("[data-option]", has_text="Wait 1").click()
    expect(page.locator(".preview h3")).to_be_visible()
    page.locator(".actors button", has_text="Medic").click()
    expect(page.locator(".prompt [data-option]")).to_have_text(["○ Wait 2"], use_inner_text=True)
    expect(page.locator(".decide .primary")).to_be_disabled()
    page.locator("[data-option]", has_text="Wait 2").click()
    confirm(page)
    assert host.given == ["second"]


def test_troopers_to_choose_from_stand_in_the_order_of_their_labels(ask: Any) -> None:
    labels = {"a10": "9", "a2": "10", "a7": "2"}
    figures = tuple(replace(FIGURES[0], id=name, label=label, x=2000 + 2000 * i)
                    for i, (name, label) in enumerate(labels.items()))  # fmt: skip
    board = replace(BOARD, figures=figures)
    page, _ = ask(
        Part(
            id="o",
            label="Order",
            place="",
            options=tuple(option(f"Wait {name}", name, figure=name) for name in labels),
        ),
        board=board,
    )
    expect(page.locator(".actors button")).to_have_text(
        ["2 Fusilier", "9 Fusilier", "10 Fusilier"], use_inner_text=True
    )
    page.keyboard.press("t")
    expect(page.locator("dialog tbody th")).to_have_text(["2 Fusilier", "9 Fusilier", "10 Fusilier"])


def test_a_thing_with_a_label_is_called_by_it(ask: Any) -> None:
    mine = Thing(id="m1", kind="mine", label="M", name="Mines", x=6000, y=6000, side="red")
    board = replace(BOARD, things=(mine,))
    page, _ = ask(Part(id="o", label="Order", place="", options=(option("Wait", 1),)), board=board)
    expect(page.locator(".thing text")).to_have_text("M")
    page.keyboard.press("t")
    expect(page.locator("dialog tbody th").last).to_have_text("M Mines")


def test_a_figure_is_dragged_to_where_it_goes(ask: Any) -> None:
    route = Slot(kind=SlotKind.ROUTE, place="/route", label="Way", figure="a1")
    move = option("Move", {"route": []}, route, figure="a1")
    page, host = ask(Part(id="o", label="Order", place="", options=(move, option("Wait", None))))
    box = page.locator("[data-figure=a1] .base").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] - 40, steps=5)
    page.mouse.up()
    confirm(page)
    assert host.given[0]["route"][0][0] > 3500


def test_where_there_is_no_way_nothing_is_chosen(ask: Any) -> None:
    route = Slot(kind=SlotKind.ROUTE, place="/route", label="Way", figure="a1")
    move = option("Move", {"route": []}, route, figure="a1", confirm="Move")
    page, host = ask(Part(id="o", label="Order", place="", options=(move,)))
    click(page, 6, 3)
    sure = page.locator(".decide .primary")
    expect(sure).to_have_text("Move")
    expect(sure).to_be_enabled()
    host.no_way = True
    click(page, 9, 9)
    expect(page.locator(".trouble")).to_contain_text("There is no way there.")
    expect(sure).to_be_disabled()
    page.keyboard.press("c")
    host.no_way = False
    click(page, 6, 6)
    sure.click()
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert len(host.given) == 1
    assert _near(host.given[0]["route"][0][:2], 6000, 6000)


def test_the_button_says_what_it_does(ask: Any) -> None:
    parts = tuple(
        Part(id=name, label="ARO", place=f"/by/{name}", figure=name, optional=True, options=(
            option(f"{name} dodges", 1, confirm="Dodge"), option(f"{name} shoots at b1", 2, confirm="Shoot")))
        for name in ("a1", "a2")
    )  # fmt: skip
    page, host = ask(*parts, base={"by": {}}, passing="Let it pass")
    sure = page.locator(".decide .primary")
    expect(sure).to_have_text("Let it pass")
    page.get_by_role("button", name="1 Fusilier dodges").click()
    expect(sure).to_have_text("Dodge")
    page.get_by_role("button", name="2 Medic dodges").click()
    expect(sure).to_have_text("Dodge with 2")
    page.get_by_role("button", name="2 Medic shoots at A Zhanshi").click()
    expect(sure).to_have_text("Do it")
    page.keyboard.press("Escape")
    expect(sure).to_have_text("Let it pass")
    sure.click()
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given == [{"by": {}}]


def test_all_do_the_same_but_for_those_who_cannot_succeed_with_it(ask: Any) -> None:
    def reactions(name: str, *values: str) -> Part:
        shots = (option(f"{name} {value}", value, group="BS Attack", confirm="Shoot") for value in values)
        dodge = option(f"{name} dodges", "dodge", group="Dodge", confirm="Dodge")
        options = (*shots, dodge) if name != "b2" else tuple(shots)
        return Part(id=name, label="ARO", place=f"/by/{name}", figure=name, optional=True, options=options)

    def told(given: Any) -> Preview:
        vain = ("a2", "b1", "b2")
        hopeless = tuple(name for name in vain if str(given["by"].get(name, "")).startswith("far"))
        return Preview(text="", hopeless=hopeless)

    parts = (
        reactions("a1", "near"),
        reactions("a2", "far", "near"),
        reactions("b1", "far", "farther"),
        reactions("b2", "far"),
    )
    page, host = ask(*parts, base={"by": {}}, passing="Let it pass")
    host.preview = told
    page.get_by_role("button", name="BS Attack", exact=True).click()
    expect(page.locator(".together .hint")).to_have_text("Left out because no roll can succeed: 1")
    expect(page.locator(".decide .primary")).to_have_text("Shoot with 3")
    page.locator(".decide .primary").click()
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given == [{"by": {"a1": "near", "a2": "near", "b2": "far"}}]


def test_where_something_must_be_chosen_the_button_waits_for_it(ask: Any) -> None:
    part = Part(id="o", label="", place="/o", optional=True, options=(option("Go", 1, confirm="Go there"),))
    page, host = ask(part, base={})
    sure = page.locator(".decide .primary")
    expect(sure).to_be_disabled()
    page.keyboard.press("c")
    page.get_by_role("button", name="Go").first.click()
    expect(sure).to_have_text("Go there")
    expect(sure).to_be_enabled()
    assert host.given == []


def test_a_place_has_the_height_of_what_is_shown_there(ask: Any) -> None:
    where = Slot(kind=SlotKind.PLACE, place="", label="Where", figure="a1")
    turn = Slot(kind=SlotKind.FACING, place="/facing", label="Facing", figure="a1")
    stand = option("Stand", {"facing": 0, "prone": False}, where, turn)
    page, host = ask(Part(id="a1", label="", place="/at/a1", options=(stand,), figure="a1"), base={"at": {}})
    click(page, 3.5, 9.5)
    page.get_by_role("button", name="Show it on the table").click()
    click(page, 3.5, 6)
    expect(page.get_by_label("degrees")).to_have_value("270")
    confirm(page)
    stood = host.given[0]["at"]["a1"]
    assert (stood["z"], stood["facing"], stood["prone"]) == (3000, 270, False)
    page, host = ask(Part(id="p", label="", place="", options=(option("Put", {"to": None}, Slot(
        kind=SlotKind.POINT, place="/to", label="Where", figure="a1")),)))  # fmt: skip
    page.keyboard.press("[")
    click(page, 3.5, 9.5)
    confirm(page)
    assert host.given[0]["to"][2] == 0


def test_dice_are_split_and_numbers_counted(ask: Any, shot: Any) -> None:
    split = Slot(kind=SlotKind.SPLIT, place="/dice", label="Dice", most=3, among=("b1", "b2"))
    count = Slot(kind=SlotKind.NUMBER, place="/n", label="How many", least=1, most=2)
    page, host = ask(
        Part(
            id="o",
            label="Order",
            place="",
            options=(option("Shoot", {"dice": {}, "n": None}, split, count),),
        )
    )
    sure = page.get_by_role("button", name="Do it")
    page.get_by_label("A Zhanshi").fill("2")
    page.get_by_label("How many").fill("3")
    expect(page.locator(".split .hint")).to_have_text("1 of 3 dice left")
    expect(sure).to_be_disabled()
    page.get_by_label("? Marker").fill("1")
    expect(sure).to_be_disabled()
    page.get_by_label("How many").fill("2")
    shot(page, "by-hand-dice")
    confirm(page)
    assert host.given == [{"dice": {"b1": 2, "b2": 1}, "n": 2}]


def test_what_is_forbidden_says_why_and_cannot_be_chosen(ask: Any) -> None:
    no = option("Hack", 1, forbidden="Needs a hacking device", forbidden_rule="c1.hacking.1")
    page, host = ask(Part(id="o", label="Order", place="", options=(no, option("Wait", 2))))
    expect(page.locator("[data-option=Hack]")).to_be_disabled()
    expect(page.locator(".forbidden")).to_contain_text("Needs a hacking device")
    page.keyboard.press("1")
    page.keyboard.press("c")
    expect(page.locator(".prompt[data-prompt]")).to_have_count(0)
    assert host.given == [2]


def test_all_react_alike_or_each_in_his_way(ask: Any) -> None:
    parts = tuple(
        Part(id=name, label=name, place=f"/by/{name}", figure=name, optional=True,
             options=(option("Dodge", "dodge"), option("Shoot", "shoot", targets=("b1",))))
        for name in ("a1", "a2")
    )  # fmt: skip
    order = {
        "aside": "set-standing",
        "order": {"seat": "blue", "kinds": ["k"], "policy": "pass", "until": []},
    }
    page, host = ask(
        *parts, base={"by": {}}, standing=(Standing(id="s", label="Pass until hit", order=order),)
    )
    page.get_by_text("Standing orders").click()
    page.get_by_role("button", name="Pass until hit").click()
    page.locator(".together").get_by_role("button", name="Dodge").click()
    page.locator("fieldset", has_text="Medic").get_by_role("button", name="Shoot").click()
    confirm(page)
    assert host.given == [{"by": {"a1": "dodge", "a2": "shoot"}}]
    assert host.asides == [order]


def test_a_click_on_the_target_chooses_what_is_aimed_at_it(ask: Any) -> None:
    shoot = option("Shoot", "b1", figure="a1", targets=("b1",))
    page, host = ask(
        Part(id="o", label="Order", place="", options=(shoot, option("Wait", None, figure="a1")))
    )
    page.locator("[data-figure=b1] .base").click()
    confirm(page)
    assert host.given == ["b1"]


def test_several_may_be_chosen(ask: Any) -> None:
    options = tuple(option(name, name) for name in ("one", "two", "three"))
    part = Part(id="s", label="Cards", place="/cards", options=options, several=True, chosen=("one",))
    page, host = ask(part, base={"cards": []})
    page.get_by_role("button", name="three").click()
    page.get_by_role("button", name="one").click()
    confirm(page)
    assert host.given == [{"cards": ["three"]}]
