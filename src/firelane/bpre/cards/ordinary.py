"""The Intervention Cards."""

from __future__ import annotations

from firelane.bpre.cards import (
    AFTER_ATTACK,
    AFTER_ATTACK_ROLL,
    AFTER_SAVE,
    BEFORE_SAVE,
    WITH_ACTIVATION,
    WITH_ATTACK,
    WITH_DOOR,
    Card,
)
from firelane.bpre.dice import Saved, shot
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.bpre.situation import (
    ATTACK_BONUS,
    CARD_FITS,
    CHIT_BARS,
    DOOR_COST,
    MAY_ATTACK,
    MOVEMENT,
    SAVE_BONUS,
    CardUse,
    Doing,
    Saving,
    Shooting,
    has_skill,
)
from firelane.bpre.space import within
from firelane.bpre.world import card_of
from firelane.core.because import Number, Veto
from firelane.core.rules import Rule, Value, add, cap, instead

FINISHING_REACH = 3000
"""Beyond it no card adds attacks. Rules: bpre.skill.pointman.2."""


# Attacks and saves


def plus_to_attack(_: Shooting, number: Number, figures: Card) -> Number:
    """Rules: bpre.intervention.kill-not-capture.1, bpre.intervention.hasty-ambush.1."""
    return number.plus(figures.amount, 1)


def changes_the_shot(context: CardUse, _: bool, figures: Card) -> bool | Veto:
    """Offered where it changes what the dice mean. Rules: bpre.intervention.hasty-ambush.1."""
    subject = context.subject
    now = shot(subject.total, subject.needs)
    return shot(subject.total + figures.amount, subject.needs) is not now or Veto(1)


def plus_to_save(_: Saving, number: Number, figures: Card) -> Number:
    """Rules: bpre.intervention.break-contact.1."""
    return number.plus(figures.amount, 1)


def rescues(context: CardUse, _: bool, figures: Card) -> bool | Veto:
    """Offered where it changes a failed save over Obstructed LOS. Rules:
    bpre.intervention.break-contact.1."""
    subject = context.subject
    failed = subject.occasion == "attack" and subject.obstructed and subject.result == Saved.KILLED
    return (failed and 0 < subject.needs - subject.total <= figures.amount) or Veto(1)


def not_beyond_finishing(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """No more attacks for a Finishing attack at more than 3". Rules: bpre.skill.pointman.2."""
    subject, units = context.subject, context.world.units
    if subject.occasion != FINISHING or subject.by not in units or subject.unit not in units:
        return fits_so_far
    near = within(units[subject.by], units[subject.unit], FINISHING_REACH)
    return fits_so_far if near else Veto(rule="bpre.skill.pointman.2")


def strikes_back(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """A unit that an opponent's attack kills, with LOS to its killer. Rules:
    bpre.intervention.save-the-last-bullet.1."""
    subject = context.subject
    return fits_so_far if subject.sees_killer else Veto(1)


def stays_up(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """Rules: bpre.intervention.pile-of-little-arms.1."""
    return fits_so_far if context.subject.result == Saved.STAGGERED else Veto(1)


def wears_vest(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """Rules: bpre.intervention.ambush.1, bpre.intervention.front-towards-enemy.1."""
    unit = context.world.units[context.subject.unit]
    return fits_so_far if has_skill(context.world, unit, "s-vest") else Veto(1)


# Activations


def frees_from_chit(context: Doing, bars: bool, _: Card) -> bool:
    """Rules: bpre.intervention.lift-and-shift.1."""
    return False


def has_chit(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """Rules: bpre.intervention.lift-and-shift.1."""
    return fits_so_far if context.world.units[context.subject.unit].chits else Veto(1)


def no_farther(_: Doing, number: Number, figures: Card) -> Number:
    """Rules: bpre.intervention.lift-and-shift.2."""
    return number.plus(min(number.total, figures.amount) - number.total, 2)


def just_so_far(_: Doing, number: Number, figures: Card) -> Number:
    """Rules: bpre.intervention.this-is-bat-country.2, bpre.intervention.ambush.2,
    bpre.intervention.frag-out.2."""
    return number.replaced(figures.amount, 2)


def no_attack(context: Shooting, _: bool, __: Card) -> bool | Veto:
    """Rules: bpre.intervention.lift-and-shift.2, bpre.intervention.this-is-bat-country.2,
    bpre.intervention.frag-out.2, bpre.intervention.ambush.2."""
    return Veto(2, args={"unit": context.attacker.id})


def is_barred(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """Only what keeps it is that it has nobody to attack. Rules: bpre.intervention.this-is-bat-country.1."""
    return fits_so_far if not context.subject.able else Veto(1)


def has_grenades(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """Rules: bpre.intervention.frag-out.1."""
    unit = context.world.units[context.subject.unit]
    return fits_so_far if "frag" in card_of(context.world, unit).skills else Veto(1)


def free_door(_: Doing, number: Number, __: Card) -> Number:
    """Rules: bpre.intervention.the-door-is-yours.1."""
    return number.plus(-number.total, 1)


def _intervention(name: str, card: Card, values: dict[str, Value]) -> Rule:
    cites = {"bpre": f"bpre.intervention.{name}"}
    return Rule(f"intervention.{name}", cites, frozenset({"card", "intervention"}), card, values)


INTERVENTIONS = (
    _intervention(
        "lift-and-shift",
        Card(declared=(WITH_ACTIVATION,), phases=(MANEUVER,), amount=4000, frees=True),
        {
            CHIT_BARS: add(frees_from_chit),
            CARD_FITS: add(has_chit),
            MOVEMENT: cap(no_farther),
            MAY_ATTACK: add(no_attack),
        },
    ),
    _intervention("full-send", Card(declared=(WITH_ATTACK,)), {CARD_FITS: add(not_beyond_finishing)}),
    _intervention("save-the-last-bullet", Card(moments=(AFTER_SAVE,)), {CARD_FITS: add(strikes_back)}),
    _intervention(
        "kill-not-capture",
        Card(declared=(WITH_ATTACK,), amount=3, one_roll=True),
        {ATTACK_BONUS: add(plus_to_attack)},
    ),
    _intervention(
        "hasty-ambush",
        Card(moments=(AFTER_ATTACK_ROLL,), amount=1),
        {ATTACK_BONUS: add(plus_to_attack), CARD_FITS: add(changes_the_shot)},
    ),
    _intervention(
        "break-contact",
        Card(moments=(AFTER_SAVE,), amount=1),
        {SAVE_BONUS: add(plus_to_save), CARD_FITS: add(rescues)},
    ),
    _intervention(
        "this-is-bat-country",
        Card(declared=(WITH_ACTIVATION,), phases=(FINISHING,), amount=3000, frees=True),
        {CARD_FITS: add(is_barred), MOVEMENT: instead(just_so_far), MAY_ATTACK: add(no_attack)},
    ),
    _intervention(
        "frag-out",
        Card(declared=(WITH_ACTIVATION,), phases=(MANEUVER,)),
        {CARD_FITS: add(has_grenades), MOVEMENT: instead(just_so_far), MAY_ATTACK: add(no_attack)},
    ),
    _intervention("the-door-is-yours", Card(declared=(WITH_DOOR,)), {DOOR_COST: add(free_door)}),
    _intervention("pile-of-little-arms", Card(moments=(AFTER_SAVE,)), {CARD_FITS: add(stays_up)}),
    _intervention(
        "ambush",
        Card(declared=(WITH_ACTIVATION,), phases=(DIRECT_FIRE,), amount=6000),
        {CARD_FITS: add(wears_vest), MOVEMENT: add(just_so_far), MAY_ATTACK: add(no_attack)},
    ),
    _intervention("front-towards-enemy", Card(moments=(BEFORE_SAVE,)), {CARD_FITS: add(wears_vest)}),
    _intervention(
        "fire-for-effect",
        Card(declared=(WITH_ATTACK,), phases=(FINISHING,), amount=3),
        {CARD_FITS: add(not_beyond_finishing)},
    ),
    _intervention("react-to-contact", Card(moments=(AFTER_ATTACK,)), {CARD_FITS: add(not_beyond_finishing)}),
)
