"""The tables beside the charts, held against the catalogue."""

from __future__ import annotations

import pytest

from firelane.forces import forces
from firelane.forces.library import read
from firelane.forces.saves import Save
from firelane.forces.words import Attribute, halves, key_of, mils, printed
from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.testing.proofs import rule
from forces.conftest import Bend


@rule("n4-core.silhouette.1")
def test_every_trooper_fills_the_cylinder_of_its_silhouette() -> None:
    sizes = {str(row["s"]): row for row in Book.open().rule("n4-core.silhouette").tables["sizes"]}
    data = forces()
    assert set(data.silhouettes) == set(sizes)
    for sheet in data.sheets.values():
        row = sizes[str(sheet.s)]
        assert sheet.diameter == round(row["base_mm"] * 1000 / 25.4), sheet.key
        assert sheet.height == round(row["height_mm"] * 1000 / 25.4), sheet.key
    prone = data.silhouettes["X"]
    assert (prone.diameter, prone.height) == (None, 118)


@rule("n4-core.game-modes.1", "n4-core.game-modes.4")
def test_points_fix_table_zone_and_swc() -> None:
    rows = Book.open().rule("n4-core.game-modes").tables["modes"]
    ours = [row for row in rows if row["ruleset"] == "c1"]
    data = forces()
    assert len(data.game_modes) == len(ours)
    for row in ours:
        mode = data.game_mode(row["points"])
        assert mode is not None
        assert (mode.name, mode.swc) == (row["name"], row["swc"])
        assert [list(mode.table), list(mode.zone)] == [row["table_in"], row["zone_in"]]
    standard = data.game_mode(30)
    assert standard is not None
    assert (standard.name, standard.table) == ("standard", (48, 48))


def test_limits_are_those_of_the_catalogue_and_cite_it() -> None:
    book, limits = Book.open(), forces().limits
    (row,) = (row for row in book.rule("n4-core.army-list").tables["limits"] if row["ruleset"] == "c1")
    assert (limits.points_per_swc, limits.max_troopers) == (row["points_per_swc"], row["max_troopers"])
    cited = [statement for each in limits.statements.values() for statement in each]
    assert [statement for statement in cited if not book.is_statement(statement)] == []


def test_martial_arts_are_those_of_the_catalogue() -> None:
    rows = Book.open().rule("c1.martial-arts").tables["levels"]
    for row in rows:
        level = forces().martial_art(row["level"])
        figures = [level.attack, level.opponent, level.damage, level.burst]
        assert figures == [row[f"{name}_mod"] for name in ("attack", "opponent", "damage", "burst")]
    assert len(forces().martial_arts) == len(rows)


@pytest.mark.parametrize("code", ["N", "AP", "DA", "EXP", "PARA"])
def test_ammunition_is_that_of_the_catalogue(code: str) -> None:
    ours = forces().ammunition[code]
    save = Book.open().rule(f"c1.ammo-{code.lower()}").tables["save"]
    assert (ours.rolls, ours.critical_rolls) == (save["per_hit"], save["critical"])
    assert ours.halves == save.get("halve", False)
    assert ours.state == save.get("inflicts")
    assert ours.key == f"ammo.{code.lower()}"


def test_paralysis_has_a_save_of_its_own_and_shock_an_effect() -> None:
    ammunition = forces().ammunition
    assert ammunition["PARA"].save == Save(Attribute.PH, mod=-6)
    assert ammunition["N"].save is None
    assert ammunition["N"].saves
    assert ammunition["Shock"].effects == {"skips-unconscious"}


def test_hacking_programs() -> None:
    programs = forces().programs
    table = Book.open().rule("c1.carbonite").tables["program"]
    carbonite, spotlight = programs["carbonite"], programs["spotlight"]
    assert (carbonite.damage, carbonite.burst) == (table["damage"], table["burst_active"])
    assert (carbonite.ammunition, carbonite.state) == ("DA", table["inflicts"])
    assert set(carbonite.targets) == {"TAG", "HI", "REM", "hacker"}
    assert (spotlight.targets, spotlight.damage, spotlight.state) == ((), None, "targeted")
    assert carbonite.traits == {"comms-attack", "non-lethal"}
    assert carbonite.skills == {"short-skill", "aro"}
    assert all("hacking-device" in program.devices for program in programs.values())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("effect: [state IMM-A]", "effect: [state Asleep]", "forces.unknown-effect"),
        ("effect: [ammo DA, state IMM-B]", "effect: [ammo XX, state IMM-B]", "forces.unknown-effect"),
        ("targets: [TAG, HI", "targets: [TAG, HEAVY", "forces.unknown-effect"),
        ("traits: [Comms Attack", "traits: [Phone Call", "forces.unknown-effect"),
        ("save: PH-6", "save: FLIP", "forces.unknown-save"),
        ("  points: [n4-core.army-list.1]", "  money: [n4-core.army-list.1]", "forces.no-limits"),
        ("max_troopers: 10", "max_troopers: ten", "documents.wrong-field"),
    ],
)
def test_a_bad_table_is_refused(bend: Bend, old: str, new: str, message: str) -> None:
    folder, line = bend("tables-c1.yaml", old, new)
    with pytest.raises(Problem) as caught:
        read("c1", folder)
    assert caught.value.key == message
    near = caught.value.args_of_message["line"]
    assert near == line if message != "forces.no-limits" else near == line - 1


@pytest.mark.parametrize(("value", "twice"), [(0, 0), (0.5, 1), (2, 4), (2.5, 5), (0.25, None)])
def test_halves(value: float, twice: int | None) -> None:
    assert halves(value) == twice


def test_halves_are_printed_as_the_lists_print_them() -> None:
    assert [printed(value) for value in (0, 1, 5, 6, -1, -4)] == ["0", "0.5", "2.5", "3", "-0.5", "-2"]


def test_keys_are_plain_letters() -> None:
    assert key_of("Yān Huǒ Invincibles") == "yan-huo-invincibles"
    assert key_of("360º Visor") == "360-visor"
    assert key_of("'CLIPPER' DRONBOTS") == "clipper-dronbots"


def test_millimetres_round_to_the_nearest_mil() -> None:
    assert all(mils(each) == round(each * 1000 / 25.4) for each in range(1, 200))
