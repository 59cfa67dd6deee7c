"""Weapon cards of Red Earth: what a unit attacks with on each occasion, its grenades, vest, Fires Cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from firelane.bpre.cards import FENGHUANG, Card
from firelane.bpre.edition import EDITION
from firelane.bpre.exploding import FINDS, SURVIVES
from firelane.bpre.hooks import Amount, FragFigures
from firelane.bpre.names import DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER, SEATS
from firelane.bpre.situation import FINISHING_RANGE, case_of, of_case
from firelane.bpre.skills import ANY_RANGE, Gives, Vest, card_burst
from firelane.bpre.units import UnitType, shipped
from firelane.bpre.words import in_words, rule_name
from firelane.bpre.world import Unit
from firelane.core.because import Number
from firelane.screen.board import Fact
from firelane.screen.weapons import BandShown, WeaponCard, WeaponGroup, WeaponRow
from firelane.text import say, seat_name

ATTACK = "attack"
"""The id of the card of a unit's ordinary attack."""
OCCASIONS = {
    DIRECT_FIRE: ("bpre.direct-fire.5", 1),
    MANEUVER: ("bpre.maneuver.5", 0),
    IMMEDIATE_ACTION: ("bpre.immediate-action.4", -1),
    FINISHING: ("bpre.finishing.3", 0),
}
"""When units attack: the statement, and the sign of the figure of that entry as a modifier."""


@lru_cache(maxsize=512)
def weapon_cards(card: UnitType, lang: str) -> tuple[WeaponCard, ...]:
    """The cards of all that a unit attacks with."""
    rows = tuple(_row(card, occasion, lang) for occasion in OCCASIONS)
    hit = Fact(say("weapons.harm", lang), say("weapons.harm-attack", lang), "bpre.attack.4")
    attack = WeaponCard(id=ATTACK, name=say("weapons.attack", lang), rows=rows, facts=(hit,))
    return (attack, *(made for skill in card.skills if (made := _skill_card(skill, lang)) is not None))


@lru_cache(maxsize=8)
def weapon_table(cards: tuple[UnitType, ...], lang: str) -> tuple[WeaponGroup, ...]:
    """The Unit Cards of each faction with their attacks, then grenades, vests and Fires Cards."""
    used = cards or tuple(shipped().values())
    groups = []
    for faction in SEATS:
        own = tuple(
            WeaponCard(id=card.key, name=card.name.say(lang), rows=weapon_cards(card, lang)[0].rows)
            for card in used
            if card.faction == faction
        )
        title = say("weapons.group-units", lang, faction=seat_name(faction, lang))
        groups.append(WeaponGroup(title=title, cards=own))
    skills = dict.fromkeys(skill for card in used for skill in card.skills)
    others = tuple(made for skill in skills if (made := _skill_card(skill, lang)) is not None)
    return (*groups, WeaponGroup(title=say("weapons.group-fires", lang), cards=others))


def opens_card(skill: str) -> str:
    """The weapon card that a skill on a Unit Card opens; none for most."""
    return skill if skill == "frag" or isinstance(_skill_data(skill), Vest | Gives) else ""


def _skill_data(skill: str) -> object:
    return EDITION[f"skill.{skill}"].rule.data


def _row(card: UnitType, occasion: str, lang: str) -> WeaponRow:
    """An attack on one occasion, by the entries that resolve it."""
    rule, sign = OCCASIONS[occasion]
    bands = (
        BandShown(say("weapons.direct", lang), say("weapons.needs", lang, figure=card.direct), "good"),
        BandShown(say("weapons.obstructed", lang), say("weapons.needs", lang, figure=card.obstructed), "bad"),
    )
    mod = sign * EDITION.data(occasion, Amount).amount if sign else 0
    told = f"{mod:+d}" if mod else say("weapons.modifier-none", lang)
    facts = (
        _rolls(card, occasion, lang),
        Fact(say("weapons.modifier", lang), told, rule),
        _reach(card, occasion, lang),
    )
    return WeaponRow(name=in_words(occasion, lang), bands=bands, bands_rule="bpre.attack.2", facts=facts)


def _rolls(card: UnitType, occasion: str, lang: str) -> Fact:
    burst, label = card_burst(EDITION, card, occasion), say("weapons.rolls", lang)
    if burst is None:
        return Fact(label, say("weapons.rolls-only", lang, count=1), "bpre.attack.2")
    told = say("weapons.rolls-spread", lang, count=burst.rolls, spread=_inches(burst.spread))
    return Fact(label, told, burst.rule)


def _reach(card: UnitType, occasion: str, lang: str) -> Fact:
    label, rule = say("weapons.range", lang), "bpre.attack.1"
    if occasion == FINISHING:
        unit = Unit(id="", seat=card.faction, kind=card.key)
        reach = of_case(EDITION, FINISHING_RANGE, case_of(unit, (card,), FINISHING, FINISHING, ()))
        assert isinstance(reach, Number)
        rule = "bpre.finishing.3"
        if reach.total < ANY_RANGE:
            return Fact(label, say("weapons.range-within", lang, inches=_inches(reach.total)), rule)
    return Fact(label, say("weapons.range-sight", lang), rule)


def _inches(mils: int) -> str:
    return f"{mils / 1000:g}"


def _skill_card(skill: str, lang: str) -> WeaponCard | None:
    """The card of a skill that is a weapon."""
    data = _skill_data(skill)
    name, facts = rule_name(f"skill.{skill}", lang), []
    if skill == "frag":
        facts = list(_frag(lang))
    elif isinstance(data, Vest):
        facts = [
            Fact(say("weapons.range", lang), say("weapons.from-base", lang), "bpre.skill.s-vest.3"),
            _radius(data.reach, "bpre.skill.s-vest.3", lang),
            Fact(say("weapons.harm", lang), say("weapons.harm-vest", lang), "bpre.skill.s-vest.2"),
        ]
    elif isinstance(data, Gives):
        name = rule_name(data.card, lang)
        facts = list(_fires(data, lang))
    if not facts:
        return None
    return WeaponCard(id=skill, name=name, rows=(WeaponRow(facts=tuple(facts)),))


def _radius(mils: int, rule: str, lang: str) -> Fact:
    return Fact(say("weapons.radius", lang), say("weapons.inches", lang, inches=_inches(mils)), rule)


def _frag(lang: str) -> Iterator[Fact]:
    figures = EDITION.data("frag-detonation", FragFigures)
    thrown = say("weapons.throw", lang, inches=_inches(figures.throw))
    yield Fact(say("weapons.range", lang), thrown, "bpre.skill.frag.1")
    yield _radius(figures.radius, "bpre.frag-detonation.4", lang)
    told = say("weapons.harm-frag", lang, bounce=_inches(figures.bounce))
    yield Fact(say("weapons.harm", lang), told, "bpre.frag-detonation.3")


def _fires(given: Gives, lang: str) -> Iterator[Fact]:
    figures, rule = EDITION.data(given.card, Card), f"bpre.{given.card}"
    yield Fact(say("weapons.range", lang), say("weapons.by-glint", lang), "bpre.fires.3")
    if given.card == FENGHUANG:
        yield Fact(say("weapons.radius", lang), say("weapons.one-unit", lang), f"{rule}.1")
        told = say("weapons.harm-drone", lang, finds=FINDS, survives=SURVIVES, bonus=f"{figures.amount:+d}")
        yield Fact(say("weapons.harm", lang), told, f"{rule}.2")
    else:
        yield _radius(figures.radius, f"{rule}.1", lang)
        yield Fact(say("weapons.harm", lang), say("weapons.harm-all", lang), f"{rule}.2")
    yield Fact(say("weapons.count", lang), str(given.count), "bpre.fires.2")
