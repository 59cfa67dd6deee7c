"""Names with levels and brackets, as figures."""

from __future__ import annotations

import pytest

from firelane.forces import forces
from firelane.forces.carried import Carried, CarriedKind, Names, Unknown, merge, names_of, parse_carried
from firelane.forces.library import DATA
from firelane.forces.schema import AliasesFile
from firelane.forces.source import Source
from firelane.forces.words import Attribute
from firelane.rulebook.book import Book

SKILL, EQUIPMENT, WEAPON = CarriedKind


@pytest.fixture(scope="module")
def names() -> Names:
    aliases = Source.read(DATA / "aliases-c1.yaml", AliasesFile)
    weapons = {key: weapon.name for key, weapon in forces().weapons.items()}
    return names_of(aliases, weapons, frozenset(forces().ammunition))


def figures(carried: Carried) -> dict[str, object]:
    """What is not as by default, without the names."""
    plain = Carried(carried.key, carried.name, carried.kind, carried.printed, carried.rule)
    fields = carried.__struct_fields__
    return {each: getattr(carried, each) for each in fields if getattr(carried, each) != getattr(plain, each)}


@pytest.mark.parametrize(
    ("printed", "kind", "key", "expected"),
    [
        ("Climbing Plus", SKILL, "climbing-plus", {}),
        ("Martial Arts L3", SKILL, "martial-arts", {"level": 3}),
        ("Mimetism (-6)", SKILL, "mimetism", {"mod": -6}),
        ("Surprise Attack (-3)", SKILL, "surprise-attack", {"mod": -3}),
        ("CC Attack (-3)", SKILL, "cc-attack", {"mod": -3}),
        ("CC Attack (AP)", SKILL, "cc-attack", {"ammunition": ("AP",)}),
        ("CC Attack (+2 Dam)", SKILL, "cc-attack", {"damage": 2}),
        ("BS Attack (+1B)", SKILL, "bs-attack", {"burst": 1}),
        ("BS Attack (Guided)", SKILL, "bs-attack", {"words": frozenset({"guided"})}),
        ("Dodge (+3)", SKILL, "dodge", {"mod": 3}),
        ('Dodge (+2")', SKILL, "dodge", {"inches": 2}),
        ("Dodge (PH=11)", SKILL, "dodge", {"replaced": ((Attribute.PH, 11),)}),
        ('Forward Deployment (+8")', SKILL, "forward-deployment", {"inches": 8}),
        ("Camouflage (1 Use)", SKILL, "camouflage", {"uses": 1}),
        ("Combat Jump (+3)", SKILL, "combat-jump", {"mod": 3}),
        ("Peripheral (Servant)", SKILL, "peripheral", {"words": frozenset({"servant"})}),
        ("RemDriver (+1 BS)", SKILL, "remdriver", {"attributes": ((Attribute.BS, 1),)}),
        (
            "RemDriver (+1 Dam, +1 WIP, +3 BTS)",
            SKILL,
            "remdriver",
            {"damage": 1, "attributes": ((Attribute.WIP, 1), (Attribute.BTS, 3))},
        ),
        (
            "Remdriver (+1 ARM, +3 PH, +9 CC)",
            SKILL,
            "remdriver",
            {"attributes": ((Attribute.ARM, 1), (Attribute.PH, 3), (Attribute.CC, 9))},
        ),
        ("Multispectral Visor L2", EQUIPMENT, "multispectral-visor", {"level": 2}),
        ("360º Visor", EQUIPMENT, "visor-360", {}),
        ("360 Visor", EQUIPMENT, "visor-360", {}),
        ("Medikit", EQUIPMENT, "medikit", {}),
        ("Pistol (+1B)", WEAPON, "pistol", {"burst": 1}),
        ("Mk12 (+1 Dam)", WEAPON, "mk12", {"damage": 1}),
        ("Chain Rifle (+1 Dam, +1B)", WEAPON, "chain-rifle", {"damage": 1, "burst": 1}),
        ("PARA CC Weapon (-3)", WEAPON, "para-cc-weapon", {"mod": -3}),
        ("Nanopulser x2", WEAPON, "nanopulser", {"count": 2}),
        ("HMG", WEAPON, "heavy-machine-gun", {}),
    ],
)
def test_each_form_becomes_figures(
    names: Names, printed: str, kind: CarriedKind, key: str, expected: dict[str, object]
) -> None:
    found = parse_carried(printed, kind, names)
    assert found.key == key
    assert found.printed == (printed,)
    assert figures(found) == expected


@pytest.mark.parametrize(
    ("printed", "kind", "message"),
    [
        ("Mimicry (-3)", SKILL, "forces.unknown-skill"),
        ("Nanoscren", EQUIPMENT, "forces.unknown-equipment"),
        ("Combo Rifle", WEAPON, "forces.unknown-weapon"),
        ("Mimetism", EQUIPMENT, "forces.unknown-equipment"),
        ("Mimetism (+1B)", SKILL, "forces.unknown-extra"),
        ("Dodge (Shock)", SKILL, "forces.unknown-extra"),
        ("Dodge (+3, +6)", SKILL, "forces.extra-twice"),
        ("Dodge ()", SKILL, "forces.unknown-extra"),
        ("Peripheral (Master)", SKILL, "forces.unknown-extra"),
        ("Martial Arts", SKILL, "forces.bad-level"),
        ("Martial Arts L6", SKILL, "forces.bad-level"),
        ("Hacker L2", SKILL, "forces.bad-level"),
    ],
)
def test_what_nobody_knows_is_refused(names: Names, printed: str, kind: CarriedKind, message: str) -> None:
    with pytest.raises(Unknown) as caught:
        parse_carried(printed, kind, names)
    assert caught.value.message == message


def test_two_lines_of_one_skill_become_one_with_both_figures(names: Names) -> None:
    lines = [parse_carried(each, SKILL, names) for each in ("Dodge (+3)", "Infiltration", 'Dodge (+2")')]
    dodge, infiltration = merge(lines)
    assert (dodge.key, dodge.mod, dodge.inches) == ("dodge", 3, 2)
    assert dodge.printed == ("Dodge (+3)", 'Dodge (+2")')
    assert infiltration.key == "infiltration"


def test_the_same_weapon_twice_is_counted_but_a_skill_is_had_once(names: Names) -> None:
    (weapon,) = merge([parse_carried("Nanopulser", WEAPON, names)] * 2)
    (skill,) = merge([parse_carried("Parachutist", SKILL, names)] * 2)
    assert (weapon.count, skill.count) == (2, 1)


def test_two_figures_for_the_same_thing_are_refused(names: Names) -> None:
    with pytest.raises(Unknown) as caught:
        merge([parse_carried(each, SKILL, names) for each in ("Mimetism (-3)", "Mimetism (-6)")])
    assert caught.value.message == "forces.extra-twice"


def test_a_carried_thing_is_named_in_both_languages(names: Names) -> None:
    visor = parse_carried("Multispectral Visor L2", EQUIPMENT, names)
    dodge, _ = merge([parse_carried(each, SKILL, names) for each in ("Dodge (+3)", "Hacker")])
    assert visor.say("en") == "Multispectral Visor L2"
    assert visor.say("ja") == "複合波長バイザー L2"
    assert dodge.say("ja") == "回避 (+3)"


def test_every_rule_of_the_alias_table_is_in_the_book() -> None:
    book = Book.open()
    rows = Source.read(DATA / "aliases-c1.yaml", AliasesFile).rows
    named = [row for row in (*rows.skills, *rows.equipment) if row.rule]
    levels = {row.key: row.levels for row in named}
    rules = {row.rule.format(level=n) for row in named if row.rule for n in range(1, levels[row.key] + 2)}
    over = {row.rule.format(level=levels[row.key] + 1) for row in named if row.rule and "{" in row.rule}
    assert {rule for rule in rules - over if not book.is_rule(rule)} == set()


def test_japanese_names_are_those_of_the_book() -> None:
    book = Book.open()
    rows = Source.read(DATA / "aliases-c1.yaml", AliasesFile).rows
    plain = [row for row in (*rows.skills, *rows.equipment) if row.rule and row.rule.startswith("c1.")]
    differing = {
        row.key: (row.name.ja, book.rule(row.rule).name.ja)
        for row in plain
        if row.rule and "{" not in row.rule and row.name.ja != book.rule(row.rule).name.ja
    }
    assert differing == {}
