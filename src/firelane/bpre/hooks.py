"""What the rules of the core chapters do to numbers and permissions."""

from __future__ import annotations

from msgspec import Struct

from firelane.bpre.names import DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION
from firelane.bpre.situation import Doing, Saving, Shooting
from firelane.bpre.world import card_of
from firelane.core.because import Number, Veto


class Amount(Struct, frozen=True):
    """One figure."""

    amount: int


class FragFigures(Struct, frozen=True):
    """Grenades, in mils."""

    throw: int
    bounce: int
    radius: int


class DoorFigures(Struct, frozen=True):
    """What using a door costs, in mils."""

    opening: int
    closing: int


class QrfFigures(Struct, frozen=True):
    """The turns in which the Quick Reaction Force can come; from `late` on the other player rolls one die."""

    first: int
    late: int
    last: int


def marksmanship(context: Shooting, number: Number, _: None) -> Number:
    """Rules: bpre.attack.2."""
    card = card_of(context.world, context.attacker)
    return number.replaced(card.direct if context.line == "direct" else card.obstructed, 2, line=context.line)


def in_direct_fire(context: Shooting, number: Number, figures: Amount) -> Number:
    """Every attack in the phase has it. Rules: bpre.direct-fire.5-6."""
    if context.world.phase != DIRECT_FIRE:
        return number
    own = context.world.active == context.attacker.id
    return number.plus(figures.amount, 5 if own else 6)


def immediate(context: Shooting, number: Number, figures: Amount) -> Number:
    """Rules: bpre.immediate-action.4."""
    return number.less(figures.amount, 4) if context.occasion == IMMEDIATE_ACTION else number


def penalty(number: Number) -> int:
    """What an Immediate Action takes off an attack, as far as nothing has given it back."""
    parts = ("bpre.immediate-action.4", "bpre.skill.bipod.1", "bpre.special.killing-is-my-business.2")
    return sum(part.value for part in number.modifiers if part.rule in parts)


def save_number(context: Saving, number: Number, _: None) -> Number:
    """Rules: bpre.save.1."""
    save = card_of(context.world, context.unit).save
    assert save is not None, "asked of units with a save roll only"
    return number.replaced(save, 1)


def behind_cover(context: Saving, number: Number, figures: Amount) -> Number:
    """Rules: bpre.explosions.2."""
    blown = context.cause == "explosion" and context.obstructed
    return number.plus(figures.amount, 2) if blown else number


def move_range(context: Doing, number: Number, _: None) -> Number:
    """Rules: bpre.maneuver.3."""
    return number.replaced(context.card.reach, 3)


def cross_check(_: Doing, number: Number, figures: Amount) -> Number:
    """Rules: bpre.cross-cover.3."""
    return number.replaced(figures.amount, 3)


def door_cost(context: Doing, number: Number, figures: DoorFigures) -> Number:
    """Rules: bpre.doors.2, bpre.battlespace.door.2."""
    return number.replaced(figures.opening if context.opens else figures.closing, 2)


def finishing_range(_: Doing, number: Number, figures: Amount) -> Number:
    """Rules: bpre.finishing.3."""
    return number.replaced(figures.amount, 3)


def not_staggered(context: Doing, may: bool, _: None) -> bool | Veto:
    """Rules: bpre.stagger.1."""
    return Veto(1, args={"unit": context.unit}) if context.staggered else may


def needs_chit_to_finish(context: Doing, may: bool, _: None) -> bool | Veto:
    """In the Finishing Phase the chit works in reverse. Rules: bpre.finishing.5."""
    spent = context.occasion == FINISHING and context.chits == 0
    return Veto(5, args={"unit": context.unit}) if spent else may


def no_reaction_in_finishing(context: Doing, may: bool, _: object) -> bool | Veto:
    """Immediate Actions are for maneuvers, and where a card says so. Rules: bpre.immediate-action.1,
    bpre.intervention.ambush.3."""
    return Veto(1, args={"unit": context.unit}) if context.phase == FINISHING else may


def grenades_only(context: Doing, may: bool, _: None) -> bool | Veto:
    """Without grenades none is thrown. Rules: bpre.direct-fire.9."""
    has = "frag" in context.card.skills
    return may if has else Veto(9, args={"unit": context.unit})
