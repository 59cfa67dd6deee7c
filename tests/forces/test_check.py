"""Whether lists are legal: one test for each thing that a list must keep to."""

from __future__ import annotations

import pytest

from firelane.forces import ArmyList, Fault, ListEntry, check, forces, totals
from firelane.forces.library import read
from firelane.rulebook.book import Book
from firelane.testing.proofs import rule
from forces.conftest import Bend

LIEUTENANT = "combi-rifle-lieutenant"


def army(*entries: tuple[str, str | None, int], points: int = 15, faction: str = "PanOceania") -> ArmyList:
    return ArmyList("test", faction, points, tuple(ListEntry(*entry) for entry in entries))


def fusiliers(*options: str, points: int = 15) -> ArmyList:
    return army(*(("fusiliers", option, 1) for option in options), points=points)


def messages(faults: tuple[Fault, ...]) -> list[str]:
    return [fault.message.removeprefix("forces.fault-") for fault in faults]


def one_fault(list_: ArmyList) -> Fault:
    (fault,) = check(list_)
    return fault


def test_a_legal_list_has_no_fault() -> None:
    assert check(fusiliers(LIEUTENANT, "combi-rifle", "combi-rifle-hacker")) == ()


@rule("n4-core.army-list.1")
def test_the_cost_of_all_troopers_may_reach_but_not_exceed_the_points() -> None:
    spent = army(("fusiliers", LIEUTENANT, 1), ("shona-carano", None, 1), points=3)
    assert totals(spent).half_points == 6
    assert check(spent) == ()
    over = army(("fusiliers", LIEUTENANT, 1), ("fusiliers", "heavy-machine-gun", 1), points=2)
    fault = next(each for each in check(over) if each.message == "forces.fault-points")
    assert fault.args == {"points": "2.5", "limit": 2, "over": "0.5"}
    assert "n4-core.army-list.1" in fault.statements
    assert fault.say("en") == "The list costs 2.5 points, 0.5 more than the 2 agreed."


@rule("n4-core.army-list.2", "n4-core.game-modes.1")
@pytest.mark.parametrize(("points", "swc"), [(15, 3), (25, 5), (30, 6), (4, 0), (19, 3)])
def test_a_list_has_one_swc_for_every_five_points(points: int, swc: int) -> None:
    assert totals(fusiliers(LIEUTENANT, points=points)).half_swc_allowed == 2 * swc
    mode = forces().game_mode(points)
    assert mode is None or mode.swc == swc


@rule("n4-core.army-list.2")
def test_support_weapons_may_reach_but_not_exceed_the_allowance() -> None:
    three = fusiliers(LIEUTENANT, "missile-launcher", "multi-sniper-rifle")
    assert check(three) == ()
    fault = one_fault(fusiliers(LIEUTENANT, "missile-launcher", "multi-sniper-rifle", "combi-rifle-hacker"))
    assert fault.args == {"swc": "3.5", "limit": "3", "over": "0.5"}
    assert "n4-core.army-list.2" in fault.statements


@rule("n4-core.army-list.3")
def test_an_swc_bonus_costs_nothing_and_widens_the_allowance(bend: Bend) -> None:
    old = "- {name: FUSILIER, skills: [Paramedic], equip: [MediKit], "
    old += "weapons: [Combi Rifle, Pistol, CC Weapon], orders: [regular], swc: 0,"
    folder, _ = bend("profiles-c1.yaml", old, f"{old} swc_bonus: 1,")
    data = read("c1", folder)
    heavy = (LIEUTENANT, "missile-launcher", "multi-sniper-rifle", "combi-rifle-hacker")
    assert messages(check(fusiliers(*heavy), data)) == ["swc"]
    helped = fusiliers(*heavy, "combi-rifle-paramedic")
    assert check(helped, data) == ()
    assert (totals(helped, data).half_swc, totals(helped, data).half_swc_allowed) == (7, 8)
    medics = army(*(("fusiliers", option, 1) for option in heavy), ("fusiliers", "combi-rifle-paramedic", 3))
    allowed = totals(medics, data)
    assert (allowed.half_swc, allowed.half_swc_allowed) == (7, 6 + 3 * 2), "for each of three in one line"


@rule("n4-core.army-list.4")
def test_a_unit_is_taken_no_more_often_than_its_availability() -> None:
    lasiqs = ("hassassin-lasiqs", "rifle-bs-attack")
    lieutenant = ("hassassin-bokhtar", "rifle-paramedic-lieutenant", 1)
    assert check(army(lieutenant, (*lasiqs, 2), faction="Haqqislam")) == ()
    fault = one_fault(
        army(lieutenant, (*lasiqs, 2), ("hassassin-lasiqs", "sniper-rifle-bs-attack", 1), faction="Haqqislam")
    )
    assert fault.message == "forces.fault-availability"
    assert (fault.args["count"], fault.args["ava"]) == (3, 2)
    assert fault.statements == ("n4-core.army-list.4",)
    assert check(army(lieutenant, ("ghulam-infantry", None, 9), faction="Haqqislam")) == ()


def test_the_two_groups_of_a_team_are_counted_apart() -> None:
    lieutenant = ("scots-guards", "marksman-rifle-lieutenant", 1)
    team = (("polaris-team", "light-shotgun", 1), ("polaris-team", "polaris-bearpode", 1))
    assert check(army(lieutenant, *team, faction="Ariadna")) == ()
    twice = army(lieutenant, *team, ("polaris-team", "polaris-bearpode", 1), faction="Ariadna")
    assert messages(check(twice)) == ["availability"]


@rule("n4-core.army-list.5", "c1.lieutenant.2")
@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (["combi-rifle"], "no-lieutenant"),
        ([LIEUTENANT, "combi-rifle"], None),
        ([LIEUTENANT, LIEUTENANT], "lieutenants"),
    ],
)
def test_a_list_has_exactly_one_lieutenant(options: list[str], fault: str | None) -> None:
    found = check(fusiliers(*options))
    assert messages(found) == ([fault] if fault else [])
    for each in found:
        assert set(each.statements) == {"n4-core.army-list.5", "c1.lieutenant.2"}


@rule("n4-core.army-list.7")
def test_a_combat_group_holds_ten_troopers() -> None:
    ten = army(("fusiliers", LIEUTENANT, 1), ("fusiliers", "combi-rifle", 9))
    assert check(ten) == ()
    fault = one_fault(army(("fusiliers", LIEUTENANT, 1), ("fusiliers", "combi-rifle", 10)))
    assert fault.args == {"count": 11, "limit": 10}
    assert fault.statements == ("n4-core.army-list.7",)


@rule("n4-core.army-list.8", "n4-core.army-list.4")
def test_peripherals_give_no_order_and_do_not_count() -> None:
    full = army(
        ("grenzers", "combi-rifle-lieutenant-discover", 1),
        ("tomcats", "combi-rifle-engineer-zondcat", 1),
        ("tomcats", "combi-rifle-doctor-zondcat", 1),
        ("corregidor-alguaciles", "combi-rifle", 7),
        faction="Nomads",
    )
    assert totals(full).troopers == 10
    assert totals(full).half_points == sum((5, 5, 5, 7 * 2))
    assert check(full) == ()
    rows = [(each.unit, each.option, each.count) for each in full.troopers]
    one_more = army(*rows, ("tomcats", "zondcat", 1), faction="Nomads")
    assert totals(one_more).troopers == 10
    assert messages(check(one_more)) == ["not-on-its-own"]
    assert forces().sheet("tomcats/zondcat").orders == ()


def test_a_peripheral_is_not_taken_on_its_own() -> None:
    alone = army(
        ("grenzers", "combi-rifle-lieutenant-discover", 1), ("tomcats", "zondcat", 1), faction="Nomads"
    )
    fault = one_fault(alone)
    assert (fault.message, fault.args["name"]) == ("forces.fault-not-on-its-own", "ZONDCAT")
    assert fault.statements == ("n4-core.army-list.8",)


@rule("n4-core.game-modes.5")
def test_other_sizes_may_be_agreed_and_every_other_rule_stays() -> None:
    assert forces().game_mode(20) is None
    free = fusiliers(LIEUTENANT, "missile-launcher", "missile-launcher", "heavy-machine-gun", points=20)
    assert totals(free).half_swc == totals(free).half_swc_allowed == 8
    assert check(free) == ()
    assert messages(check(fusiliers("combi-rifle", points=20))) == ["no-lieutenant"]
    eleven = army(("fusiliers", LIEUTENANT, 1), ("fusiliers", "combi-rifle", 10), points=20)
    assert messages(check(eleven)) == ["size"]


def test_unknown_names_and_a_wrong_faction_are_told_with_what_is_near() -> None:
    unknown = army(("fusilier", LIEUTENANT, 1), ("zhanshi", LIEUTENANT, 1), ("fusiliers", "combi-riffle", 1))
    unit, faction, option = check(unknown)
    assert (unit.message, unit.args["number"]) == ("forces.fault-unknown-unit", 1)
    assert "fusiliers" in unit.say("en")
    assert faction.message == "forces.fault-wrong-faction"
    assert faction.say("en") == "Entry 2: Zhanshi belongs to Yu Jing, the list is of PanOceania."
    assert faction.say("ja") == "2番目：Zhanshiはユージンの所属ですが、リストはパンオセアニアです。"
    assert (option.message, option.args["option"]) == ("forces.fault-unknown-option", "combi-riffle")
    assert "combi-rifle" in option.say("ja")
    assert [fault.statements for fault in (unit, faction, option)] == [(), (), ()]


def test_an_option_must_be_named_where_there_are_several() -> None:
    fault = one_fault(army(("fusiliers", LIEUTENANT, 1), ("fusiliers", None, 1)))
    assert fault.message == "forces.fault-which-option"
    assert "combi-rifle-hacker" in fault.say("en")


def test_an_unknown_faction_is_one_fault_and_not_one_for_each_entry() -> None:
    fault = one_fault(army(("fusiliers", LIEUTENANT, 1), faction="Atlantis"))
    assert (fault.message, fault.args["faction"]) == ("forces.fault-unknown-faction", "Atlantis")


def test_every_reason_is_given_at_once() -> None:
    wrong = army(
        ("nobody", None, 1),
        ("zhanshi", "combi-rifle", 1),
        ("fusiliers", "missile-launcher", 9),
        ("shona-carano", None, 2),
        points=5,
    )
    expected = ["unknown-unit", "wrong-faction", "availability", "points", "swc", "no-lieutenant", "size"]
    assert messages(check(wrong)) == expected


def test_every_statement_that_a_fault_names_is_in_the_book() -> None:
    book = Book.open()
    cited = {statement for each in forces().limits.statements.values() for statement in each}
    assert {statement for statement in cited if not book.is_statement(statement)} == set()
    assert len(cited) == 8
