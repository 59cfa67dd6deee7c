"""Hooks of the family: what rules do to numbers. Each gets the situation, the number so far and its figures.

Which edition uses which hook, with which figures and by which statements, is for the edition's list to say.
"""

from __future__ import annotations

from msgspec import Struct

from firelane.core.because import Number
from firelane.core.fired import decides
from firelane.infinity.dice import RollFigures
from firelane.infinity.names import IMMOBILIZED_A, IMMOBILIZED_B, TARGETED
from firelane.infinity.situation import Situation
from firelane.infinity.world import Item, Trooper

COMMS = frozenset({"carbonite", "spotlight"})
SIGHTED = frozenset({"bs-attack", "discover", "medikit"})
"""Skills with the cover, range and Mimetism MODs of a BS Attack."""
ANSWERS_IN_COMBAT = frozenset({"cc-attack", "dodge", "bs-attack"})


class Mod(Struct, frozen=True):
    """One MOD."""

    mod: int


class DodgeMods(Struct, frozen=True):
    """The MODs of Dodge, and how far it moves, in mils."""

    outside_lof: int = -3
    deployed: int = -3
    immobilized: int = -6
    move: int = 2000


class ResetMods(Struct, frozen=True):
    """The MODs of Reset."""

    immobilized: int = -3
    targeted: int = -3


class ArtsLevel(Struct, frozen=True):
    """A level of Martial Arts."""

    attack: int
    opponent: int
    damage: int
    burst: int


class Arts(Struct, frozen=True):
    """Martial Arts by level, from 1."""

    levels: tuple[ArtsLevel, ...]


class Protheion(Struct, frozen=True):
    """How far the owner's W can rise above its profile."""

    above: int = 2  # protheion.limit


class Visor(Struct, frozen=True):
    """By how much a visor lessens Mimetism, whether it sees surprise coming, whether it finds unasked."""

    lessens: int
    alert: bool = False
    finds: bool = False


class AroBurst(Struct, frozen=True):
    """The Burst of attacks made as AROs."""

    burst: int


def range_mod(case: Situation, number: Number, _: None) -> Number:
    """The MOD of the weapon's band; beyond the last one the attack fails. Statements 1 and 2."""
    if case.weapon is None or case.distance is None or not case.weapon.bands:
        return number
    band = case.weapon.band_at(case.distance)
    return number.replaced(0, 2) if band is None else number.plus(band.mod, 1, range=band.to)


def cover_mod(case: Situation, number: Number, figures: Mod) -> Number:
    """An attack on a target in Partial Cover. Statement 3."""
    # cover.only-against-shots
    return number.plus(figures.mod, 3) if case.cover and case.skill in SIGHTED else number


def cover_damage(case: Situation, number: Number, figures: Mod) -> Number:
    """The Attack Damage against a target in Partial Cover; none against templates. Statements 4 and 5."""
    # cover.not-against-templates
    return number.plus(figures.mod, 4) if case.cover and not case.template else number


def into_combat(case: Situation, number: Number, figures: Mod) -> Number:
    """A shot at an enemy in close combat, for each friend in it. Statement 8."""
    return number.plus(figures.mod * case.friends_in_combat, 8) if case.skill == "bs-attack" else number


def dodge_mods(case: Situation, number: Number, figures: DodgeMods) -> Number:
    """Dodging what one does not see, what was placed, while held. Statements 11 and 13 to 15.

    Rules: mines.dodged-as-deployed, mines.dodged-unseen, template.dodge-penalty.
    """
    if case.skill != "dodge":
        return number
    if not case.lof:  # mines.dodged-unseen, template-weapon.dodged-unseen, template.dodge-penalty
        decides(case.deployed, "mines.dodged-unseen")
        number = number.plus(figures.outside_lof, 14 if case.template else 13)
    # mines.dodged-as-deployed, mines.dodged-unseen, template-weapon.dodged-deployed, template.dodge-penalty
    if case.deployed:
        number = number.plus(figures.deployed, 15)
    if case.actor.has(IMMOBILIZED_A):
        number = number.plus(figures.immobilized, 11)
    return number


def reset_mods(case: Situation, number: Number, figures: ResetMods) -> Number:
    """Reset with the MODs of the states that the trooper is in. Statements 5 and 6.

    Rules: targeted.reset-penalty.
    """
    if case.skill != "reset":
        return number
    if case.actor.has(IMMOBILIZED_B):
        decides(case.against is not None, "reset.immobilized-and-hacked")
        number = number.plus(figures.immobilized, 6)
    return number.plus(figures.targeted, 5) if case.actor.has(TARGETED) else number


def targeted_mod(case: Situation, number: Number, figures: Mod) -> Number:
    """Attacks on a Targeted trooper. Statement 1."""
    aimed = isinstance(case.target, Trooper) and case.target.has(TARGETED)  # hacker.targeted-bonus
    return number.plus(figures.mod, 1) if aimed and case.skill in {"bs-attack", *COMMS} else number


def console_mod(case: Situation, number: Number, figures: Mod) -> Number:
    """Hackers at a console. Statement 4."""
    hacks = case.skill == "use-objective" and case.sheet.facts.is_hacker
    return number.plus(figures.mod, 4) if hacks else number


def own_mod(case: Situation, number: Number, _: None) -> Number:
    """A positive MOD in brackets after the skill or weapon that is used: Discover (+3). Statement 7."""
    for carried in (case.sheet.carried(case.skill), case.carried_weapon):
        if carried is not None and carried.mod > 0:
            number = number.plus(carried.mod, 7)
    return number


def burdens(case: Situation, number: Number, _: None) -> Number:
    """A negative MOD in brackets after a skill or weapon burdens the enemy, Face to Face only.

    Statement 8.
    """
    target = case.target_sheet
    if target is None or not case.opposed or case.against is None:
        return number
    skill = target.carried(case.against.skill)
    weapon = case.against.carried_weapon
    for carried in (skill, weapon):
        if carried is not None and carried.mod < 0:
            number = number.plus(carried.mod, 8)
    return number


def limit(_: Situation, number: Number, figures: RollFigures) -> Number:
    """The sum of all MODs is limited. Statement 2."""
    return number.capped(figures.modifier_limit, 2)


def mimetism(case: Situation, number: Number, _: None) -> Number:
    """Shots and Discover rolls against the owner. Statements 1 and 2."""
    target = case.target_sheet
    worn = target.carried("mimetism") if target is not None else None
    if worn is None or case.skill not in {"bs-attack", "discover"}:
        return number
    return number.plus(worn.mod, 1 if case.skill == "bs-attack" else 2, mimetism=True)


def mine_mimetism(case: Situation, number: Number, figures: Mod) -> Number:
    """Shots and Discover rolls at a mine, behind its marker or in plain view. Statements 3 and 4."""
    if not isinstance(case.target, Item) or case.skill not in {"bs-attack", "discover"}:
        return number
    return number.plus(figures.mod, 3 if case.target.marker else 4, mimetism=True)


def sees_through(case: Situation, number: Number, figures: Visor) -> Number:
    """A Multispectral Visor lessens Mimetism; a good one cancels surprise, by shots with LoF, in close
    combat always. Statements 1, 3 and 4.
    """
    worn = sum(part.value for part in number.modifiers if "mimetism" in part.args)
    number = number.plus(min(-worn, figures.lessens), 1)
    target = case.target_sheet
    surprise = target.carried("surprise-attack") if target is not None else None
    if surprise is None or not case.surprised or not figures.alert:
        return number
    in_combat = case.against is not None and case.against.skill == "cc-attack"
    if not in_combat and not case.lof:
        return number
    return number.plus(-surprise.mod, 4 if in_combat else 3)


def arts_attack(case: Situation, number: Number, figures: Arts) -> Number:
    """The owner's own roll in close combat. Statement: that of the level."""
    level = _level(case, "martial-arts")
    return number.plus(figures.levels[level - 1].attack, level + 1) if _uses_arts(case) else number


def arts_damage(case: Situation, number: Number, figures: Arts) -> Number:
    """The owner's damage in close combat. Statement: that of the level."""
    decides(_uses_arts(case), "martial-arts.by-level")
    level = _level(case, "martial-arts")
    return number.plus(figures.levels[level - 1].damage, level + 1) if _uses_arts(case) else number


def arts_burst(case: Situation, number: Number, figures: Arts) -> Number:
    """The owner's Burst in close combat, in the active turn. Statement: that of the level."""
    level = _level(case, "martial-arts")
    if not _uses_arts(case) or not case.active:
        return number
    return number.plus(figures.levels[level - 1].burst, level + 1)


def arts_against(case: Situation, number: Number, figures: Arts) -> Number:
    """Whoever answers the owner in close combat. Statement: that of the level."""
    target = case.target_sheet
    carried = target.carried("martial-arts") if target is not None else None
    in_combat = case.against is not None and _uses_arts(case.against)
    if carried is None or not case.opposed or not in_combat:
        return number
    level = carried.level or 1
    return number.plus(figures.levels[level - 1].opponent, level + 1)


def _uses_arts(case: Situation) -> bool:
    """Martial Arts work in close combat, unless their owner leaves them out.

    Rules: martial-arts.optional.
    """
    return case.skill == "cc-attack" and case.arts  # martial-arts.optional


def surprise(case: Situation, number: Number, _: None) -> Number:
    """The roll of the target of a Surprise Attack. Statement 2."""
    target = case.target_sheet
    worn = target.carried("surprise-attack") if target is not None else None
    if worn is None or not case.surprised:
        return number
    return number.plus(worn.mod, 2)


def _level(case: Situation, key: str) -> int:
    carried = case.sheet.carried(key)
    return (carried.level or 1) if carried is not None else 1


# Burst and damage


def weapon_burst(case: Situation, number: Number, _: None) -> Number:
    """Burst in brackets after the weapon or the skill, in the active turn only. Statement 9."""
    if not case.active:
        return number
    for carried in (case.carried_weapon, case.sheet.carried(case.skill)):
        if carried is not None:
            number = number.plus(carried.burst, 9)
    return number


def weapon_damage(case: Situation, number: Number, _: None) -> Number:
    """Damage in brackets after the weapon or the skill. Statement 7."""
    for carried in (case.carried_weapon, case.sheet.carried(case.skill)):
        if carried is not None:
            number = number.plus(carried.damage, 7)
    return number


def aro_burst(case: Situation, number: Number, figures: AroBurst) -> Number:
    """Attacks in ARO have a Burst of their own. Statement 10.

    Rules: total-reaction.normal-burst.
    """
    # total-reaction.normal-burst
    return number if case.active else number.replaced(min(figures.burst, number.total), 10)


def whole_burst(case: Situation, number: Number, _: None) -> Number:
    """Total Reaction: a BS Attack as ARO with the whole Burst. Statement 2."""
    if case.active or case.skill != "bs-attack" or case.weapon is None:
        return number
    return number.replaced(case.weapon.burst, 2)


def allies(case: Situation, number: Number, figures: Mod) -> Number:
    """Friends in contact with the target of a CC Attack. Statement 6."""
    return number.plus(figures.mod * case.allies_in_contact, 6) if case.skill == "cc-attack" else number
