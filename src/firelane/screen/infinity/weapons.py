"""Weapon cards of Infinity: what a trooper's weapons do in its hands, and the chart of the edition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from firelane.core.because import Number
from firelane.core.rules import Edition
from firelane.forces.carried import Carried, CarriedKind
from firelane.forces.library import forces
from firelane.forces.saves import Save
from firelane.forces.weapons import Band, Traits, WeaponMode
from firelane.infinity.attacks import ammunition_of
from firelane.infinity.bursts import uses_left
from firelane.infinity.editions import edition_of
from firelane.infinity.naming import listed, number_in_words, rule_name
from firelane.infinity.programs import Program
from firelane.infinity.saves import Ammunition
from firelane.infinity.sheets import MARKER, sheet
from firelane.infinity.situation import Situation, burst, damage
from firelane.infinity.world import Trooper
from firelane.screen.board import Fact
from firelane.screen.weapons import BandShown, Tone, WeaponCard, WeaponGroup, WeaponRow
from firelane.text import has, say

RANGE_RULE, BURST_RULE, SAVE_RULE = "range.bands", "burst.full-burst", "saving-roll.attack-damage"
TRAIT_RULES = {
    "deployable": "place-deployable",
    "concealed": "mines",
    "cc": "cc-attack",
    "comms-attack": "hacking",
    "state-immobilized-a": "immobilized-a",
    "state-dead": "dead",
}
"""The rules behind traits, by neutral key; the other traits have none of their own in CodeOne."""


# What things on a sheet are called, with their figures

_BRACKETS = (
    (re.compile(r"([+-]\d+)B"), "weapons.bracket-burst", ("value",)),
    (re.compile(r"([+-]\d+) Dam"), "weapons.bracket-damage", ("value",)),
    (re.compile(r"(1) Use"), "weapons.bracket-use", ("count",)),
    (re.compile(r"(\d+) Uses"), "weapons.bracket-uses", ("count",)),
    (re.compile(r"Servant"), "weapons.bracket-servant", ()),
    (re.compile(r"Guided"), "weapons.bracket-guided", ()),
)


def carried_name(carried: Carried, lang: str) -> str:
    """A skill, weapon or piece of equipment with its level and the figures in brackets: `Mimetism (-6)`."""
    printed = re.findall(r"\(([^()]*)\)", " ".join(carried.printed))
    own = set(re.findall(r"\(([^()]*)\)", carried.name.en))
    brackets = [extra for each in printed if each not in own for extra in each.split(", ")]
    level = f" L{carried.level}" if carried.level else ""
    tail = f" ({listed([_bracket(each, lang) for each in brackets], lang)})" if brackets else ""
    times = f" ×{carried.count}" if carried.count > 1 else ""
    return f"{carried.name.say(lang)}{level}{tail}{times}"


def _bracket(extra: str, lang: str) -> str:
    for pattern, message, names in _BRACKETS:
        found = pattern.fullmatch(extra)
        if found is not None:
            return say(message, lang, **dict(zip(names, found.groups(), strict=True)))
    return extra


# The weapons of a trooper


def weapon_cards(trooper: Trooper, lang: str, edition_name: str = "c1") -> tuple[WeaponCard, ...]:
    """The cards of all that a trooper attacks or treats with, by the figures with which it would roll."""
    if trooper.sheet.startswith(MARKER):
        return ()
    edition, library = edition_of(edition_name), forces(edition_name)
    facts = sheet(trooper.sheet).facts
    cards: dict[str, WeaponCard] = {}
    for carried, _ in library.modes_of(facts):
        modes = library.weapon(carried.key).modes
        cards[carried.key] = WeaponCard(
            id=carried.key,
            name=carried_name(carried, lang),
            rows=tuple(_row(edition, mode, lang, trooper, carried) for mode in modes),
            facts=tuple(_uses(edition, trooper, modes, lang)),
        )
    programs = (_program_card(edition, program.key, lang) for program in library.programs_of(facts))
    return (*cards.values(), *programs)


def opens_card(carried: Carried, edition_name: str = "c1") -> str:
    """The weapon card that something on a sheet opens; none for most skills and equipment."""
    charted = carried.kind is not CarriedKind.SKILL and carried.key in forces(edition_name).weapons
    return carried.key if charted else ""


def _uses(edition: Edition, trooper: Trooper, modes: Iterable[WeaponMode], lang: str) -> Iterator[Fact]:
    """The uses left of a Disposable weapon. Rules: burst.shared-uses."""
    for mode in modes:
        if mode.traits.disposable is not None:
            told = say("weapons.uses-of", lang, left=uses_left(trooper, mode), uses=mode.traits.disposable)
            yield Fact(say("weapons.uses-left", lang), told, edition.statement("burst.shared-uses"))
            return


# The chart


@cache
def weapon_table(lang: str, edition_name: str = "c1") -> tuple[WeaponGroup, ...]:
    """The whole weapon chart of an edition, with its hacking programs."""
    edition, library = edition_of(edition_name), forces(edition_name)
    cards: dict[str, list[WeaponCard]] = {"weapon": [], "other": []}
    for key, weapon in library.weapons.items():
        rows = tuple(_row(edition, mode, lang) for mode in weapon.modes)
        name = weapon.name.say(lang) if weapon.kind == "weapon" else _named(key, weapon.name.say(lang), lang)
        kind = "weapon" if weapon.kind == "weapon" else "other"
        cards[kind].append(WeaponCard(id=key, name=name, rows=rows))
    programs = tuple(_program_card(edition, key, lang) for key in library.programs)
    return (
        WeaponGroup(title=say("weapons.group-weapons", lang), cards=tuple(cards["weapon"])),
        WeaponGroup(title=say("weapons.group-programs", lang), cards=programs),
        WeaponGroup(title=say("weapons.group-other", lang), cards=tuple(cards["other"])),
    )


def _named(key: str, chart: str, lang: str) -> str:
    """A skill or item with a row in the chart, as the rulebook calls it."""
    name = rule_name(key, lang)
    return chart if name == key else name


def _row(
    edition: Edition,
    mode: WeaponMode,
    lang: str,
    trooper: Trooper | None = None,
    carried: Carried | None = None,
) -> WeaponRow:
    """A mode as the chart has it, or in a trooper's hands."""
    return WeaponRow(
        name=_mode_name(mode, lang),
        bands=tuple(_bands(mode.bands, lang)),
        bands_rule=edition.statement(RANGE_RULE) if mode.bands else "",
        facts=tuple(_mode_facts(edition, mode, lang, trooper, carried)),
    )


def _mode_name(mode: WeaponMode, lang: str) -> str:
    if mode.mode is None:
        return ""
    message = f"weapons.mode-{mode.key.rpartition('/')[2]}"
    return say(message, lang) if has(message) else mode.mode.say(lang)


def _bands(bands: Iterable[Band], lang: str) -> Iterator[BandShown]:
    nearer = 0
    for band in bands:
        label = say("weapons.between", lang, from_inches=nearer, to_inches=band.to)
        yield BandShown(label, f"{band.mod:+d}" if band.mod else "0", _tone(band.mod))
        nearer = band.to


def _tone(mod: int) -> Tone:
    return (
        "best" if mod > 3 else "good" if mod > 0 else "even" if mod == 0 else "bad" if mod > -6 else "worst"
    )


def _mode_facts(
    edition: Edition, mode: WeaponMode, lang: str, trooper: Trooper | None, carried: Carried | None
) -> Iterator[Fact]:
    skill = "cc-attack" if mode.traits.cc else "bs-attack"
    own = Situation(trooper, skill, weapon=mode, carried_weapon=carried) if trooper is not None else None
    if mode.damage is not None or mode.ammunition:
        label = say("weapons.burst", lang)
        yield Fact(label, _burst_in_words(edition, mode, own, lang), edition.statement(BURST_RULE))
    if mode.ammunition:
        yield Fact(
            say("weapons.damage", lang),
            _damage_in_words(edition, mode, own, lang),
            edition.statement(SAVE_RULE),
        )
        for choice, codes in enumerate(mode.ammunition):
            used = ammunition_of(trooper, mode, carried, skill, choice) if trooper and carried else codes
            for code in used:
                yield _ammunition(edition, code, lang)
        yield Fact(say("weapons.save", lang), _save_in_words(mode.save, lang), edition.statement(SAVE_RULE))
    yield from _traits(edition, mode.traits, lang)


def _burst_in_words(edition: Edition, mode: WeaponMode, own: Situation | None, lang: str) -> str:
    if own is None:
        return str(mode.burst)
    active = _sum(burst(edition, own), lang)
    reactive = burst(edition, replace(own, active=False)).total
    return say("weapons.burst-both", lang, active=active, reactive=reactive)


def _sum(number: Number, lang: str) -> str:
    return number_in_words(number, lang) if number.modifiers else str(number.total)


def _damage_in_words(edition: Edition, mode: WeaponMode, own: Situation | None, lang: str) -> str:
    if mode.damage is None:
        return say("weapons.damage-none", lang)
    if own is not None:
        return _sum(damage(edition, own), lang)
    if isinstance(mode.damage, int):
        return str(mode.damage)
    message = "weapons.damage-of-user-mod" if mode.damage_mod else "weapons.damage-of-user"
    return say(message, lang, attribute=mode.damage.value, mod=f"{mode.damage_mod:+d}")


def _ammunition(edition: Edition, code: str, lang: str) -> Fact:
    """A kind of ammunition with what it does, from the figures that resolve it."""
    entry = edition[f"ammo.{code}"]
    figures = edition.data(f"ammo.{code}", Ammunition)
    if figures.attribute:
        message = "weapons.ammo-attribute"
    elif figures.saves > 1:
        message = "weapons.ammo-saves"
    elif figures.halves:
        message = "weapons.ammo-halves"
    else:
        message = "weapons.ammo-mortal" if figures.mortal else "weapons.ammo-plain"
    state = rule_name(figures.state, lang) if figures.state else ""
    text = say(message, lang, code=code, count=figures.saves, attribute=figures.attribute,
               mod=f"{figures.modifier:+d}", state=state)  # fmt: skip
    return Fact(say("weapons.ammunition", lang), text, entry.statement(figures.hit))


def _save_in_words(save: Save | None, lang: str) -> str:
    if save is None:
        return say("weapons.save-none", lang)
    first = save.attribute.value
    if save.second is not None:
        return say("weapons.save-both", lang, first=first, second=save.second.value)
    if save.value is not None:
        return say("weapons.save-instead", lang, attribute=first, value=save.value)
    return say("weapons.save-mod", lang, attribute=first, mod=f"{save.mod:+d}") if save.mod else first


def _traits(edition: Edition, traits: Traits, lang: str) -> Iterator[Fact]:
    label = say("weapons.traits", lang)
    if traits.template is not None and traits.template_use is not None:
        use = f"weapons.trait-{traits.template_use}-{traits.template}"
        yield Fact(label, say(use, lang), edition.statement(f"{traits.template_use}-template.rule"))
    if traits.disposable is not None:
        yield Fact(
            label,
            say("weapons.trait-disposable", lang, uses=traits.disposable),
            edition.statement("burst.shared-uses"),
        )
    if traits.state is not None:
        told = say("weapons.trait-state", lang, state=rule_name(traits.state, lang))
        yield Fact(label, told, _rule_of(edition, f"state-{traits.state}"))
    for key in ("cc",) * traits.cc + tuple(sorted(traits.plain)):
        message = f"weapons.trait-{key}"
        yield Fact(label, say(message, lang) if has(message) else key, _rule_of(edition, key))


def _rule_of(edition: Edition, key: str) -> str:
    return edition.statement(f"{TRAIT_RULES[key]}.rule") if key in TRAIT_RULES else ""


# Hacking programs


def _program_card(edition: Edition, key: str, lang: str) -> WeaponCard:
    """A hacking program, from the entry that resolves it."""
    entry = edition[f"program.{key}"]
    rule = entry.rule.cites[edition.name]
    figures, charted = edition.data(f"program.{key}", Program), forces(edition.name).programs[key]
    both = say("weapons.burst-both", lang, active=figures.burst_active, reactive=figures.burst_aro)
    damaged = str(figures.damage) if figures.saves else say("weapons.damage-none", lang)
    saved = say("weapons.save-none", lang) if not figures.saves else "BTS"
    hackable = "weapons.targets-hackable" if figures.hackable_only else "weapons.targets-all"
    facts = [
        Fact(say("weapons.burst", lang), both, rule),
        Fact(say("weapons.damage", lang), damaged, rule),
        *([_ammunition(edition, charted.ammunition, lang)] if charted.ammunition else ()),
        Fact(say("weapons.save", lang), saved, rule),
        Fact(say("weapons.targets", lang), say(hackable, lang), rule),
        Fact(
            say("weapons.success", lang),
            rule_name(figures.state, lang),
            edition.statement(f"{figures.state}.rule"),
        ),
        *(
            Fact(say("weapons.traits", lang), say(f"weapons.trait-{trait}", lang), _rule_of(edition, trait))
            for trait in sorted(charted.traits)
        ),
    ]
    return WeaponCard(id=key, name=rule_name(key, lang), rows=(WeaponRow(facts=tuple(facts)),))
