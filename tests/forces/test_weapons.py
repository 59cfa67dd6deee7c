"""The chart of weapons, as values."""

from __future__ import annotations

import pytest

from firelane.forces import forces
from firelane.forces.library import DATA, read
from firelane.forces.saves import Save, parse_ammunition, parse_save
from firelane.forces.schema import TablesFile, WeaponsFile
from firelane.forces.source import Source
from firelane.forces.weapons import Template, TemplateUse, parse_chart
from firelane.forces.words import Attribute
from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.testing.proofs import rule
from forces.conftest import Bend

INCH = 1000


def test_a_plain_weapon() -> None:
    mode = forces().modes["combi-rifle"]
    assert mode.bands == ((16, 3), (32, -3), (48, -6))
    assert (mode.damage, mode.burst, mode.ammunition) == (13, 3, (("N",),))
    assert mode.save == Save(Attribute.ARM)
    assert (mode.kind, mode.source, mode.reach) == ("weapon", "c1", 48)


def test_the_modes_of_a_weapon_are_kept_apart() -> None:
    shotgun = forces().weapon("boarding-shotgun")
    blast, hit = shotgun.modes
    assert (blast.key, hit.key) == ("boarding-shotgun/blast-mode", "boarding-shotgun/hit-mode")
    assert (blast.bands, blast.traits.template) == ((), Template.SMALL_TEARDROP)
    assert blast.traits.template_use is TemplateUse.DIRECT
    assert (hit.bands[0], hit.traits.template) == ((8, 6), None)


def test_traits_become_fields() -> None:
    modes = forces().modes
    mines = modes["antipersonnel-mines"].traits
    assert (mines.disposable, mines.template) == (3, Template.SMALL_TEARDROP)
    assert mines.concealed
    assert mines.deployable
    riotstopper = modes["heavy-riotstopper"].traits
    assert (riotstopper.state, riotstopper.template) == ("immobilized-a", Template.LARGE_TEARDROP)
    assert riotstopper.non_lethal
    assert modes["heavy-flamethrower"].traits.continuous_damage
    assert modes["pistol/cc-mode"].traits.cc
    assert not modes["pistol/burst-mode"].traits.cc
    assert modes["missile-launcher/hit-mode"].traits.anti_materiel


def test_damage_and_saves_that_are_no_plain_figure() -> None:
    modes = forces().modes
    assert modes["cc-weapon"].damage is Attribute.PH
    assert modes["para-cc-weapon"].damage is None
    assert modes["para-cc-weapon"].save == Save(Attribute.PH, mod=-6)
    assert modes["para-cc-weapon"].save.is_roll
    assert modes["nanopulser"].save == Save(Attribute.BTS)
    assert modes["monofilament-cc-weapon"].save == Save(Attribute.ARM, value=0)
    assert modes["monofilament-cc-weapon"].traits.state == "dead"


@pytest.mark.parametrize(
    ("printed", "choices"),
    [
        ("N", (("N",),)),
        ("AP+EXP", (("AP", "EXP"),)),
        ("AP/Shock/DA", (("AP",), ("Shock",), ("DA",))),
        ("E/M", (("E/M",),)),
        ("N+E/M", (("N", "E/M"),)),
        ("AP/E/M", (("AP",), ("E/M",))),
    ],
)
def test_ammunition_is_choices_of_codes_that_apply_together(
    printed: str, choices: tuple[tuple[str, ...], ...]
) -> None:
    assert parse_ammunition(printed) == choices


@pytest.mark.parametrize(
    ("printed", "save"),
    [
        ("ARM", Save(Attribute.ARM)),
        ("PH-6", Save(Attribute.PH, mod=-6)),
        ("ARM=0", Save(Attribute.ARM, value=0)),
        ("ARM+BTS", Save(Attribute.ARM, second=Attribute.BTS)),
        ("arm", None),
        ("MOV", None),
        ("ARM-", None),
    ],
)
def test_saves(printed: str, save: Save | None) -> None:
    assert parse_save(printed) == save


@rule("n4-core.range.1", "n4-core.range.3")
def test_a_distance_belongs_to_the_first_band_that_it_does_not_exceed() -> None:
    table = Book.open().rule("n4-core.range").tables
    limits = table["bands_in"]
    for key, mods in (("combi-rifle", table["combi_rifle"]), ("discover", table["discover"])):
        mode = forces().modes[key]
        for near, limit, mod in zip([0, *limits], limits, mods, strict=False):
            for mils in (near * INCH + 1, limit * INCH):
                band = mode.band_at(mils)
                assert (band.mod if band else None) == mod, (key, mils)
    assert forces().modes["combi-rifle"].band_at(0) == (16, 3)
    assert forces().modes["medikit"].band_at(24 * INCH) == (24, -6)
    assert forces().modes["medikit"].band_at(24 * INCH + 1) is None
    assert forces().modes["cc-weapon"].band_at(0) is None


def test_rows_borrowed_from_another_edition_say_so_and_leave_its_skills_behind() -> None:
    data = forces()
    borrowed = {mode.key for mode in data.modes.values() if mode.source == "n4"}
    assert borrowed == {
        "ap-heavy-pistol/burst-mode",
        "ap-heavy-pistol/cc-mode",
        "heavy-shotgun/blast-mode",
        "heavy-shotgun/hit-mode",
        "shock-mines",
    }
    own, shock = data.modes["antipersonnel-mines"], data.modes["shock-mines"]
    assert shock.traits == own.traits
    assert shock.ammunition == (("Shock",),)
    assert data.ammunition["Shock"].source == "n4"


def test_the_whole_chart_of_n4_can_be_read() -> None:
    tables = Source.read(DATA / "tables-n4.yaml", TablesFile)
    chart = Source.read(DATA / "weapons-n4.yaml", WeaponsFile)
    weapons = parse_chart(chart, "n4", {row.name for row in tables.rows.ammunition})
    assert sum(len(weapon.modes) for weapon in weapons.values()) == len(chart.rows.weapons)
    suppressive = weapons["suppressive-fire-mode-weapon"].modes[0]
    assert suppressive.as_weapon
    assert suppressive.save is None


@pytest.mark.parametrize(
    ("old", "new", "message", "word"),
    [
        ("[Concealed, Disp", "[Conceled, Disp", "forces.unknown-trait", "Conceled"),
        ("Disposable (3)", "Disposable (some)", "forces.unknown-trait", "Disposable (some)"),
        ('"State: IMM-A"', '"State: IMM-C"', "forces.unknown-trait", "State: IMM-C"),
        ("(Large Teardrop)", "(Square)", "forces.unknown-trait", "Direct Template (Square)"),
        ("ammo: AP+EXP", "ammo: AP+EXX", "forces.unknown-ammunition", "EXX"),
        ("save: PH-6", "save: PHX", "forces.unknown-save", "PHX"),
        ("damage: PH", "damage: XX", "forces.unknown-damage", "XX"),
        ("{to: 32, mod: 3}", "{to: 12, mod: 3}", "forces.bands-out-of-order", "AP Heavy Machine Gun"),
        ("mode: Hit Mode", "mode: Blast Mode", "forces.weapon-twice", "boarding-shotgun/blast-mode"),
        ("burst: 3", "burst: 3/2", "forces.unknown-burst", "3/2"),
        ("burst: 3", "burst: 0", "documents.wrong-field", "burst"),
        ("damage: 13, burst", "dmg: 13, burst", "documents.wrong-field", "dmg"),
        ("{name: Shock Mines}", "{name: Shock Grenades}", "forces.listed-only", "Shock Grenades"),
    ],
)
def test_a_bad_row_is_refused_with_its_line(bend: Bend, old: str, new: str, message: str, word: str) -> None:
    folder, line = bend("weapons-c1.yaml", old, new)
    with pytest.raises(Problem) as caught:
        read("c1", folder)
    assert caught.value.key == message
    assert caught.value.args_of_message["line"] == line
    assert word in str(caught.value)
