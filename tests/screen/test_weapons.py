"""Weapon cards say what the resolver does, and nothing that is hidden."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from firelane.bpre.attacking import rolls_of
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import AttackRoll
from firelane.bpre.game import BPRE
from firelane.bpre.names import DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER
from firelane.bpre.situation import Shooting, attack_numbers
from firelane.bpre.units import shipped
from firelane.bpre.world import RedEarthWorld, Side, Unit
from firelane.core.game import Game
from firelane.forces.library import forces
from firelane.forces.weapons import WeaponMode
from firelane.infinity.c1.edition import C1 as EDITION_C1
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.names import OPPOSED
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, success_value
from firelane.infinity.world import Place, Trooper
from firelane.rulebook.book import Book
from firelane.rulesets import screen_of
from firelane.screen.board import Fact
from firelane.screen.bpre import weapons as bpre_weapons
from firelane.screen.infinity.weapons import carried_name, weapon_cards, weapon_table
from firelane.screen.weapons import WeaponCard, WeaponRow
from firelane.table.things import inches
from screen.test_red_earth import questions

SCREEN, RED_EARTH_SCREEN = screen_of(C1), screen_of(BPRE)
CARRIERS = sorted({name.rpartition("/")[0]: name for name in forces("c1").sheets}.values())


def value(facts: tuple[Fact, ...], label: str) -> str:
    return next(fact.value for fact in facts if fact.label == label)


def trooper(key: str, **changes: object) -> Trooper:
    made = Trooper(id="blue-1", seat="blue", sheet=f"c1:{key}", place=Place.TABLE)
    return replace(made, **changes)


def rows(one: Trooper) -> dict[str, WeaponRow]:
    """The rows of a trooper's cards by the keys of the modes."""
    library = forces("c1")
    cards = {card.id: card for card in weapon_cards(one, "en")}
    return {
        mode.key: row
        for carried, _ in library.modes_of(sheet(one.sheet).facts)
        for mode, row in zip(library.weapon(carried.key).modes, cards[carried.key].rows, strict=True)
    }


def rolled_at(one: Trooper, mode: WeaponMode, mils: int) -> tuple[int, str]:
    """The MOD for range that a shot over a distance gets, and the rule that decides it."""
    at = replace(trooper("fusiliers/combi-rifle"), id="red-1", seat="red")
    number = success_value(EDITION_C1, Situation(one, "bs-attack", target=at, weapon=mode, distance=mils))
    mods = [part.value for part in number.modifiers if part.rule.startswith("n4-core.range")]
    return sum(mods), number.base.rule


@pytest.mark.parametrize("key", CARRIERS)
def test_range_bands_on_a_card_are_those_of_the_roll(key: str) -> None:
    one = trooper(key)
    for mode, _ in sheet(one.sheet).modes.values():
        shown = rows(one)[mode.key].bands
        ends = [int(end) for end in (re.findall(r"\d+", band.label)[-1] for band in shown)]
        nearer = 0
        for band, end in zip(shown, ends, strict=True):
            for mils in (inches(nearer) + 1, inches(end)):
                assert rolled_at(one, mode, mils)[0] == int(band.value), (mode.key, mils)
            nearer = end
        if ends and not mode.traits.template:
            assert rolled_at(one, mode, inches(nearer) + 1)[1] == "n4-core.range.2"


def test_bands_have_colours_that_follow_the_mods() -> None:
    tones = {
        int(band.value): band.tone
        for group in weapon_table("en")
        for card in group.cards
        for row in card.rows
        for band in row.bands
    }
    assert tones == {6: "best", 3: "good", 0: "even", -3: "bad", -6: "worst"}


def test_brackets_raise_burst_and_damage_on_the_card() -> None:
    holders = {
        extra: next(
            (name, carried.key)
            for name, each in sorted(forces("c1").sheets.items())
            for carried in each.weapons
            if getattr(carried, extra) and not each.get("bs-attack")
        )
        for extra in ("burst", "damage")
    }
    for extra, label in (("burst", "Burst"), ("damage", "Damage")):
        name, weapon = holders[extra]
        carried = sheet(f"c1:{name}").facts.weapon(weapon)
        mode = forces("c1").weapon(weapon).modes[0]
        assert carried is not None
        told = value(rows(trooper(name))[mode.key].facts, label)
        printed = mode.burst if extra == "burst" else mode.damage
        assert isinstance(printed, int)
        assert told.startswith(f"{printed + getattr(carried, extra)} ("), told
        if extra == "burst":
            assert told.endswith("as an ARO 1")


def test_damage_given_as_ph_is_the_users_own() -> None:
    name = next(
        name
        for name, each in sorted(forces("c1").sheets.items())
        if each.weapon("cc-weapon")
        and each.ph != 10
        and not each.get("martial-arts")
        and not each.get("cc-attack")
    )
    facts = rows(trooper(name))["cc-weapon"].facts
    assert value(facts, "Damage") == str(forces("c1").sheets[name].ph)


def test_uses_left_are_counted_down() -> None:
    name = next(n for n, each in sorted(forces("c1").sheets.items()) if each.weapon("antipersonnel-mines"))
    told = {
        spent: next(
            value(card.facts, "Uses left")
            for card in weapon_cards(trooper(name, spent={"antipersonnel-mines": spent}), "en")
            if card.id == "antipersonnel-mines"
        )
        for spent in (0, 1, 3)
    }
    assert told == {0: "3 of 3", 1: "2 of 3", 3: "0 of 3"}


def test_programs_have_cards_for_who_can_run_them_alone() -> None:
    hackers = [n for n, each in forces("c1").sheets.items() if forces("c1").programs_of(each)]
    others = [n for n, each in forces("c1").sheets.items() if not forces("c1").programs_of(each)]
    programs = {"carbonite", "spotlight"}
    cards = {card.id: card for card in weapon_cards(trooper(hackers[0]), "en")}
    assert programs <= cards.keys()
    assert value(cards["carbonite"].rows[0].facts, "Saving roll with") == "BTS"
    assert value(cards["carbonite"].rows[0].facts, "Ammunition").startswith("DA: 2 saving rolls")
    assert value(cards["spotlight"].rows[0].facts, "A success brings") == "Targeted"
    assert not programs & {card.id for card in weapon_cards(trooper(others[0]), "en")}


@pytest.mark.parametrize(
    ("printed", "lang", "told"),
    [
        ("Mimetism (-6)", "en", "Mimetism (-6)"),
        ("Mimetism (-6)", "ja", "擬態 (-6)"),
        ("BS Attack (+1 Dam)", "en", "BS Attack (+1 Damage)"),
        ("CC Attack (+1B)", "ja", "白兵戦 (B+1)"),
        ("Martial Arts L3", "en", "Martial Arts L3"),
        ("Camouflage (1 Use)", "ja", "カモフラージュ (1回)"),
    ],
)
def test_values_stand_beside_skills(printed: str, lang: str, told: str) -> None:
    carried = next(
        each for facts in forces("c1").sheets.values() for each in facts.skills if each.printed == (printed,)
    )
    assert carried_name(carried, lang) == told


def test_figures_on_a_card_are_those_that_hooks_read() -> None:
    """A Mimetism on the card is the MOD that an opponent's roll against its owner takes."""
    shooter = trooper("fusiliers/combi-rifle")
    for name in ("mimetism",):
        for key, facts in sorted(forces("c1").sheets.items()):
            carried = facts.get(name)
            if carried is None:
                continue
            target = trooper(key, id="red-1", seat="red")
            case = Situation(shooter, "bs-attack", target=target, weapon=forces("c1").modes["combi-rifle"])
            number = success_value(EDITION_C1, case)
            mods = {part.value for part in number.modifiers if part.rule.startswith("c1.mimetism")}
            assert carried_name(carried, "en") == f"Mimetism ({mods.pop():+d})"
    assert OPPOSED in EDITION_C1.points


def opened(facts: tuple[Fact, ...]) -> set[str]:
    return {fact.opens for fact in facts if fact.opens}


def test_every_card_that_a_figure_opens_is_there_for_own_and_enemy() -> None:
    game = Game.new(
        C1, Setup(forces={"blue": ("fusiliers/combi-rifle",), "red": ("zhanshi/combi-rifle",)}), 1
    )
    board = SCREEN.board(game.view("blue"), "en")
    for figure in board.figures:
        look = SCREEN.look(game.view("blue"), figure.id, "en")
        assert opened(figure.card) <= {card.id for card in look.weapons}
        assert "combi-rifle" in opened(figure.card)
    assert not SCREEN.look(game.view("blue"), "red-1", "en").weapons, "not on the table yet"


def test_a_marker_has_no_weapons() -> None:
    assert weapon_cards(trooper("x", sheet="marker:2"), "en") == ()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_rule_on_a_card_is_in_the_book(lang: str) -> None:
    book = Book.open()
    for table in (weapon_table(lang), bpre_weapons.weapon_table((), lang)):
        for card in (card for group in table for card in group.cards):
            for row in card.rows:
                for rule in filter(None, (row.bands_rule, *(fact.rule for fact in row.facts))):
                    assert book.is_rule(rule) or book.is_statement(rule), rule


def test_all_weapons_of_the_chart_are_in_the_table() -> None:
    shown = {card.id: len(card.rows) for group in weapon_table("en") for card in group.cards}
    charted = {key: len(weapon.modes) for key, weapon in forces("c1").weapons.items()}
    assert {key: shown[key] for key in charted} == charted
    assert shown.keys() - charted.keys() == forces("c1").programs.keys()


# Red Earth

OCCASIONS = (DIRECT_FIRE, MANEUVER, IMMEDIATE_ACTION, FINISHING)


def red_earth(kind: str, phase: str) -> RedEarthWorld:
    foe = "aayari" if shipped()[kind].faction == "scorch" else "scorch"
    units = {
        "a": Unit(id="a", seat=shipped()[kind].faction, kind=kind, place="table", x=2000, y=2000),
        "b": Unit(id="b", seat=foe, kind=kind, place="table", x=9000, y=2000, facing=180),
    }
    sides = {seat: Side(seat=seat) for seat in ("scorch", "aayari")}
    return RedEarthWorld(units=units, sides=sides, phase=phase, active="a", battlespace="apartment-block",
                         atmospherics="atmospherics.clear-skies")  # fmt: skip


@pytest.mark.parametrize("kind", sorted(shipped()))
def test_attacks_of_a_unit_are_those_that_are_rolled(kind: str) -> None:
    card = bpre_weapons.weapon_cards(shipped()[kind], "en")[0]
    assert card.id == bpre_weapons.ATTACK
    for occasion, row in zip(OCCASIONS, card.rows, strict=True):
        phase = MANEUVER if occasion == IMMEDIATE_ACTION else occasion
        world = red_earth(kind, phase)
        for band, line in zip(row.bands, ("direct", "obstructed"), strict=True):
            case = Shooting(world, world.units["a"], world.units["b"], occasion, line)
            needs, bonus = attack_numbers(EDITION, case)
            assert band.value == f"{needs.total}+ on 2D10"
            assert int(value(row.facts, "Modifier")) == bonus.total, occasion
        frame = AttackRoll(attacker="a", target="b", occasion=occasion, line="direct")
        assert value(row.facts, "Attack rolls").startswith(str(rolls_of(EDITION, world, frame)))


def test_finishing_attacks_reach_3_inches_but_a_pointmans_any_distance() -> None:
    def reach(kind: str) -> str:
        return value(bpre_weapons.weapon_cards(shipped()[kind], "en")[0].rows[-1].facts, "Range")

    assert reach("breacher") == "in LOS within 3″"
    assert reach("pointman") == "any opponent in LOS"


def test_grenades_vests_and_fires_open_cards_of_their_own() -> None:
    for kind, card in shipped().items():
        cards: dict[str, WeaponCard] = {each.id: each for each in bpre_weapons.weapon_cards(card, "en")}
        opens = {bpre_weapons.opens_card(skill) for skill in card.skills} - {""}
        assert opens == cards.keys() - {bpre_weapons.ATTACK}, kind
    vest = bpre_weapons.weapon_cards(shipped()["muhtasib"], "en")[1]
    assert value(vest.rows[0].facts, "Radius") == "2″"


def test_a_unit_shows_its_attack_on_the_table_and_before() -> None:
    places: set[str] = set()
    for game, _ in questions(3):
        for figure in RED_EARTH_SCREEN.board(game.view("scorch"), "en").figures:
            look = RED_EARTH_SCREEN.look(game.view("scorch"), figure.id, "en")
            assert opened(figure.card) == {card.id for card in look.weapons} != set()
            places.add(figure.away)
        if {"", "not deployed yet"} <= places:
            return
    raise AssertionError(places)
