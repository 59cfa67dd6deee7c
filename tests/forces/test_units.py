"""Every unit of the data, as units and as sheets."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import msgspec
import pytest

from firelane.forces import TrooperSheet, forces
from firelane.forces.carried import CarriedKind, merge, names_of, parse_carried
from firelane.forces.library import DATA, read
from firelane.forces.schema import AliasesFile, OptionRow, ProfileRow, ProfilesFile
from firelane.forces.source import Source
from firelane.forces.units import unit_key
from firelane.forces.words import TOTAL, Attribute, OrderType, TroopType
from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.testing.proofs import rule
from forces.conftest import Bend

OPTION_KEYS = Path(__file__).with_name("option-keys.txt")
SHEETS = forces().sheets


def printed_rows() -> list[tuple[str, ProfileRow, OptionRow]]:
    """Unit, profile and option as the file has them, in its order."""
    rows = Source.read(DATA / "profiles-c1.yaml", ProfilesFile).rows
    return [
        (troop.unit, group.profiles[0], option)
        for troop in rows.troops
        for group in troop.groups
        for option in group.options
    ]


def test_all_units_and_options_are_there() -> None:
    assert len(forces().units) == 42
    assert len(SHEETS) == len(printed_rows()) == 128


def test_every_sheet_says_what_is_printed() -> None:
    units = dict.fromkeys(unit for unit, _, _ in printed_rows())
    keys = [f"{unit_key(unit)}/{option.key}" for unit in units for _, option in forces().unit(unit).options()]
    for (unit, profile, option), key in zip(printed_rows(), keys, strict=True):
        sheet = forces().sheet(key)
        assert (sheet.unit_name, sheet.name) == (unit, option.name)
        assert [sheet.cc, sheet.bs, sheet.ph] == [profile.cc, profile.bs, profile.ph]
        assert [sheet.wip, sheet.arm, sheet.bts] == [profile.wip, profile.arm, profile.bts]
        assert (sheet.mov, sheet.s) == (profile.mov, profile.s)
        assert sheet.wounds == (profile.structure if sheet.has_structure else profile.w)
        assert (float(sheet.cost), float(sheet.swc)) == (option.cost, option.swc)
        assert [order.value for order in sheet.orders] == list(option.orders)
        columns = (
            (sheet.skills, profile.skills + option.skills),
            (sheet.equipment, profile.equip + option.equip),
            (sheet.weapons, profile.weapons + option.weapons),
        )
        for carried, words in columns:
            assert sorted(chain.from_iterable(each.printed for each in carried)) == sorted(words)


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheet_survives_both_round_trips(key: str) -> None:
    sheet = SHEETS[key]
    packed = msgspec.msgpack.encode(sheet)
    assert msgspec.msgpack.decode(packed, type=TrooperSheet) == sheet
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=TrooperSheet) == sheet


def test_what_a_sheet_carries_can_be_read_again_from_its_print() -> None:
    data = forces()
    aliases = Source.read(DATA / "aliases-c1.yaml", AliasesFile)
    weapons = {key: weapon.name for key, weapon in data.weapons.items()}
    names = names_of(aliases, weapons, frozenset(data.ammunition))
    for sheet in SHEETS.values():
        for kind, column in zip(CarriedKind, (sheet.skills, sheet.equipment, sheet.weapons), strict=True):
            again = [parse_carried(line, kind, names) for each in column for line in each.printed]
            assert merge(again) == column, sheet.key


def test_every_weapon_carried_is_in_the_chart() -> None:
    data = forces()
    carried = {weapon.key for sheet in SHEETS.values() for weapon in sheet.weapons}
    assert carried <= set(data.weapons)
    assert "shock-mines" in carried
    assert len(carried) == 42


def test_every_rule_carried_is_in_the_book() -> None:
    book = Book.open()
    carried = (each for sheet in SHEETS.values() for each in (*sheet.skills, *sheet.equipment))
    rules = {each.rule for each in carried if each.rule}
    assert {found for found in rules if not book.is_rule(found)} == set()
    assert "c1.multispectral-visor.l3" in rules


def test_option_keys_stay_as_saved_lists_know_them() -> None:
    """A key that changes breaks lists that people have saved. Add lines here; never change one lightly."""
    assert sorted(SHEETS) == OPTION_KEYS.read_text("utf-8").split()


def test_a_trooper_in_full() -> None:
    sheet = forces().sheet("special-operative-ko-dali/combi-rifle-parachutist-combat-jump")
    assert (sheet.type, sheet.mov, sheet.bs, sheet.ava) == (TroopType.MI, (4, 4), 14, 1)
    assert sheet.level("martial-arts") == 2
    assert sheet.level("multispectral-visor") == 2
    assert sheet.level("hacking-device") == 0
    assert {"combat-jump", "protheion", "nanopulser", "regular"} <= sheet.carries
    dodge, pistol = sheet.get("dodge"), sheet.weapon("heavy-pistol")
    assert dodge is not None
    assert dodge.inches == 2
    assert pistol is not None
    assert pistol.burst == 1
    assert sheet.get("heavy-pistol") is None
    assert sheet.get("mimetism") is None
    assert sheet.weapon("rifle") is None


def test_attributes_by_name_and_those_that_a_profile_lacks() -> None:
    sheet = forces().sheet("fusiliers/combi-rifle")
    assert [sheet.value(each) for each in Attribute] == [13, 12, 10, 12, 1, 0]
    without = msgspec.structs.replace(sheet, lacks=frozenset({Attribute.PH}))
    assert without.value(Attribute.PH) is None


def test_availability_is_a_figure() -> None:
    assert forces().sheet("fusiliers/combi-rifle").ava == TOTAL
    assert forces().sheet("aquila-guard/heavy-machine-gun").ava == 1
    assert forces().sheet("tomcats/zondcat").ava == 0


def test_who_is_lieutenant_specialist_and_peripheral() -> None:
    lieutenant = forces().sheet("fusiliers/combi-rifle-lieutenant")
    assert lieutenant.is_lieutenant
    assert lieutenant.orders == (OrderType.REGULAR, OrderType.LIEUTENANT)
    assert {sheet.key for sheet in SHEETS.values() if sheet.is_lieutenant} == {
        sheet.key for sheet in SHEETS.values() if OrderType.LIEUTENANT in sheet.orders
    }
    specialists = ("combi-rifle-hacker", "combi-rifle-paramedic")
    assert all(forces().sheet(f"fusiliers/{each}").is_specialist for each in specialists)
    assert forces().sheet("ghulam-infantry/rifle-doctor").is_specialist
    assert forces().sheet("acmon/combi-rifle").is_specialist
    assert forces().sheet("jing-qo/multi-rifle").is_specialist
    assert not forces().sheet("fusiliers/combi-rifle").is_specialist
    assert [sheet.key for sheet in SHEETS.values() if sheet.is_peripheral] == ["tomcats/zondcat"]


def test_a_controller_brings_its_peripheral_and_holds_its_price() -> None:
    sheet = forces().sheet("tomcats/combi-rifle-engineer-zondcat")
    (key,) = sheet.peripherals
    servant = forces().sheet(key)
    assert (servant.name, servant.orders) == ("ZONDCAT", ())
    assert (sheet.half_points, sheet.own_half_points, servant.half_points) == (5, 4, 1)
    alone = forces().sheet("tomcats/combi-rifle-engineer")
    assert alone.half_points == sheet.own_half_points


@rule("c1.hacker.6")
def test_a_hacker_is_hackable_whatever_its_type() -> None:
    hacker, plain = forces().sheet("fusiliers/combi-rifle-hacker"), forces().sheet("fusiliers/combi-rifle")
    assert hacker.is_hacker
    assert hacker.is_hackable
    assert not plain.is_hackable
    assert all(sheet.is_hackable for sheet in SHEETS.values() if sheet.is_hacker)


@rule("c1.hacking-device.1")
def test_a_hacking_device_runs_carbonite_and_spotlight() -> None:
    data = forces()
    programs = data.programs_of(data.sheet("fusiliers/combi-rifle-hacker"))
    assert {program.key for program in programs} == {"carbonite", "spotlight"}
    assert data.programs_of(data.sheet("fusiliers/combi-rifle")) == ()


def test_the_modes_of_a_trooper_come_with_what_it_carries_them_as() -> None:
    data = forces()
    modes = data.modes_of(data.sheet("hassassin-bokhtar/boarding-shotgun-paramedic-parachutist"))
    assert [(mode.key, carried.burst) for carried, mode in modes] == [
        ("boarding-shotgun/blast-mode", 1),
        ("boarding-shotgun/hit-mode", 1),
        ("pistol/burst-mode", 0),
        ("pistol/cc-mode", 0),
        ("cc-weapon", 0),
        ("medikit", 0),
    ]


def test_the_mark_of_the_profile_says_who_else_is_hackable() -> None:
    assert forces().sheet("aquila-guard/heavy-machine-gun").is_hackable
    assert not forces().sheet("shasvastii-special-armored-corp-sphinx/spitfire").is_hackable


def test_non_hackable_beats_the_mark(bend: Bend) -> None:
    folder, _ = bend("profiles-c1.yaml", "skills: [Total Reaction]", "skills: [Total Reaction, Non-Hackable]")
    sheet = read("c1", folder).sheet("sierra-dronbot/heavy-machine-gun")
    assert "hackable" in sheet.characteristics
    assert not sheet.is_hackable


def test_units_are_found_by_key_and_by_printed_name() -> None:
    data = forces()
    assert data.unit("acmon") is data.unit("acmon, sergeant of DACTYLS")
    with pytest.raises(Problem) as caught:
        data.unit("fusilliers")
    assert "fusiliers" in str(caught.value)
    with pytest.raises(Problem, match="There is no trooper"):
        data.sheet("fusiliers/combi-riffle")
    with pytest.raises(Problem, match="combi-rifle"):
        data.weapon("combi-riffle")
    with pytest.raises(Problem, match="There are no forces for n5"):
        forces("n5")


def test_unit_keys() -> None:
    assert unit_key("The Scots Guards, 6th Caledonian Infantry Regiment") == "scots-guards"
    assert unit_key("Polaris Team") == "polaris-team"


def test_a_second_form_has_a_sheet_of_its_own(bend: Bend) -> None:
    second = "    - {name: ZHANSHI ON FOOT, type: LI, mov: [2, 2], cc: 1, bs: 1, ph: null, wip: 1, arm: 0, "
    second += "bts: 0, w: 1, s: 1, ava: null, chars: [], skills: [], equip: []}\n"
    options = "    options:\n    - {name: ZHANSHI, weapons: [Combi"
    folder, _ = bend("profiles-c1.yaml", options, second + options)
    data = read("c1", folder)
    mounted = data.sheet("zhanshi/combi-rifle")
    (key,) = mounted.forms
    form = data.sheet(key)
    assert key == "zhanshi/combi-rifle/zhanshi-on-foot"
    assert (form.name, form.mov, form.forms) == ("ZHANSHI ON FOOT", (2, 2), ("zhanshi/combi-rifle",))
    assert form.value(Attribute.PH) is None
    assert form.weapon("combi-rifle") is not None
    assert form.ava == TOTAL


@pytest.mark.parametrize(
    ("old", "new", "message", "words"),
    [
        ("skills: [Mimetism (-3)]", "skills: [Mimicry (-3)]", "unknown-skill", ["Mimicry", "Scots Guards"]),
        ("Mimetism (-3), Protheion", "Mimetism (Big), Protheion", "unknown-extra", ["Big", "Caliban"]),
        ("Martial Arts L4", "Martial Arts L7", "bad-level", ["L7", "Sheskiin"]),
        ("equip: [Nanoscreen]", "equip: [Nanoscrean]", "unknown-equipment", ["Nanoscrean", "Sheskiin"]),
        ("weapons: [Red Fury, Pistol", "weapons: [Red Furry, Pistol", "unknown-weapon", ["Red Furry"]),
        ("Heavy Flamethrower (+1B)", "Heavy Flamethrower (+1C)", "unknown-extra", ["+1C", "Sphinx"]),
        ("chars: [Regular, Hackable]", "chars: [Regular, Hackabel]", "unknown-characteristic", ["Hackabel"]),
        ("type: WB", "type: WX", "unknown-type", ["WX", "Polaris"]),
        ("faction: Nomads", "faction: Nomad", "unknown-faction", ["Nomad", "Alguaciles"]),
        ("mov: [6, 2]", "mov: fast", "unknown-mov", ["fast", "Nourkias"]),
        ("ava: T", "ava: U", "unknown-ava", ["U", "Ghulam"]),
        ("orders: [regular, lieutenant]", "orders: [regular, captain]", "unknown-order", ["captain"]),
        ("cost: 2.5", "cost: 2.3", "not-a-half", ["2.3", "Acmon"]),
        ("peripheral: [ZONDCAT]", "peripheral: [ZONDDOG]", "unknown-peripheral", ["ZONDDOG", "Tomcats"]),
        ("w: 2, s: 2", "w: 2, str: 2, s: 2", "wounds-or-structure", ["ACMON"]),
        ("Red Fury, Pistol, DA CC Weapon]", "MULTI Rifle, Pistol, DA CC Weapon]", "option-twice", ["Naish"]),
    ],
)
def test_a_bad_unit_is_refused_with_its_line(
    bend: Bend, old: str, new: str, message: str, words: list[str]
) -> None:
    folder, line = bend("profiles-c1.yaml", old, new)
    with pytest.raises(Problem) as caught:
        read("c1", folder)
    said = str(caught.value)
    assert caught.value.key == f"forces.{message}"
    assert [word for word in words if word.casefold() not in said.casefold()] == []
    assert caught.value.args_of_message["line"] == line
    assert f"line {caught.value.args_of_message['line']}" in said


def test_contradicting_lines_and_unknown_silhouettes_name_the_unit(bend: Bend) -> None:
    contradiction = "skills: [Dodge (+3), Dodge (+6)], equip: []}"
    folder, _ = bend("profiles-c1.yaml", "skills: [Climbing Plus], equip: []}", contradiction)
    with pytest.raises(Problem, match="Vostok") as caught:
        read("c1", folder)
    assert caught.value.key == "forces.extra-twice"
    bend("profiles-c1.yaml", contradiction, "skills: [], equip: []}")
    bend("profiles-c1.yaml", "str: 2, s: 4", "str: 2, s: 9")
    with pytest.raises(Problem, match="no silhouette 9"):
        read("c1", folder)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  HMG: Heavy Machine Gun", "  HMG: Heavy Machine Gum", "forces.alias-of-nothing"),
        ("also: [MSV]", "also: [Nanoscreen]", "forces.spelling-twice"),
        ("{weapon: Antipersonnel Mines", "{weapon: Antipersonel Mines", "forces.alias-of-nothing"),
        ("extras: [uses]", "extras: [shots]", "documents.wrong-field"),
    ],
)
def test_a_bad_alias_table_is_refused(bend: Bend, old: str, new: str, message: str) -> None:
    folder, _ = bend("aliases-c1.yaml", old, new)
    with pytest.raises(Problem) as caught:
        read("c1", folder)
    assert caught.value.key == message


def test_a_unit_twice_and_a_file_that_is_not_there(bend: Bend) -> None:
    folder, line = bend("profiles-c1.yaml", "unit: Zhanshi", "unit: Fusiliers")
    with pytest.raises(Problem) as caught:
        read("c1", folder)
    assert (caught.value.key, caught.value.args_of_message["line"]) == ("forces.unit-twice", line)
    (folder / "weapons-c1.yaml").unlink()
    with pytest.raises(Problem, match="no such file"):
        read("c1", folder)
