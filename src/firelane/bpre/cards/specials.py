"""The Special Intervention Cards and the Fires Cards. Rules: bpre.special.2."""

from __future__ import annotations

from firelane.bpre.cards import (
    AFTER_ATTACK_ROLL,
    AFTER_QRF_ROLL,
    FIRES_CALLED,
    PHASE_BEGINS,
    VEST_DECLARED,
    WITH_ACTIVATION,
    Card,
)
from firelane.bpre.dice import Shot
from firelane.bpre.hooks import penalty
from firelane.bpre.names import DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.rooms import free_structures
from firelane.bpre.situation import (
    ATTACK_BONUS,
    CARD_FITS,
    DOOR_COST,
    MAY_ATTACK,
    MOVEMENT,
    SAVE_BONUS,
    CardUse,
    Doing,
    Saving,
    Shooting,
)
from firelane.bpre.world import unit_types
from firelane.core.because import Number, Veto
from firelane.core.rules import Rule, Value, add, cap


def against_opponent(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """A card against what the other player does. Rules: bpre.special.hongbin-jammers.1,
    bpre.special.wide-band-jammers.1, bpre.special.seize-the-initiative.1."""
    return fits_so_far if context.subject.by != context.seat else Veto(1)


def has_shurta(context: CardUse, fits_so_far: bool, figures: Card) -> bool | Veto:
    """There must be a structure without an opponent, and a Unit Card. Rules: bpre.special.tunnel-rats.2."""
    known = any(card.key == "shurta" for card in unit_types(context.world))
    room = free_structures(context.world, other(context.seat), figures.amount)
    return fits_so_far if known and room else Veto(2)  # bpre.special.tunnel-rats.2


def not_in_turn_one(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """Rules: bpre.special.timeline.1."""
    return fits_so_far if context.world.turn > 1 else Veto(1)


def something_to_take(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """Rules: bpre.special.courtesy-burn.2."""
    theirs = context.world.sides[other(context.seat)]
    return fits_so_far if theirs.hand or theirs.specials else Veto(2)  # bpre.special.courtesy-burn.2


def in_turn_one(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """Rules: bpre.special.set-support-element.1."""
    return fits_so_far if context.world.turn == 1 else Veto(1)


def missed_immediately(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """A roll at an opponent; one that misses a friend in the way goes on by itself. Rules:
    bpre.special.killing-is-my-business.1."""
    subject = context.subject
    missed = subject.occasion == IMMEDIATE_ACTION and subject.result == Shot.MISS
    return fits_so_far if missed and context.world.units[subject.unit].seat != context.seat else Veto(1)


def doors_open_freely(context: Doing, number: Number, _: Card) -> Number:
    """Closing still costs. Rules: bpre.special.violence-of-action.2."""
    return number.plus(-number.total, 2) if context.opens else number  # bpre.special.violence-of-action.2


def farther(context: Doing, number: Number, figures: Card) -> Number:
    """Rules: bpre.special.go-pills.2."""
    # bpre.special.go-pills.2
    return number.plus(figures.amount, 2) if context.occasion == MANEUVER else number


def peace(context: Shooting, _: bool, __: Card) -> bool | Veto:
    """Rules: bpre.special.give-peace-a-chance.2."""
    return Veto(2, args={"unit": context.attacker.id})


def without_penalty(_: Shooting, number: Number, __: object) -> Number:
    """Rules: bpre.special.killing-is-my-business.2."""
    return number.plus(-penalty(number), 2)


def plus_against_drone(context: Saving, number: Number, figures: Card) -> Number:
    """Rules: bpre.fires.fenghuang-918.5."""
    return number.plus(figures.amount, 5)


def _special(name: str, card: Card, values: dict[str, Value]) -> Rule:
    cites = {"bpre": f"bpre.special.{name}"}
    return Rule(f"special.{name}", cites, frozenset({"card", "special"}), card, values)


def _fires(name: str, card: Card, values: dict[str, Value] | None = None) -> Rule:
    cites = {"bpre": f"bpre.fires.{name}"}
    return Rule(f"fires.{name}", cites, frozenset({"card", "fires"}), card, values or {})


SPECIALS = (
    _special(
        "wide-band-jammers",
        Card(factions=("scorch",), moments=(VEST_DECLARED,)),
        {CARD_FITS: add(against_opponent)},
    ),
    _special(
        "seize-the-initiative",
        Card(factions=("scorch",), moments=(AFTER_QRF_ROLL,), amount=2),
        {CARD_FITS: add(against_opponent)},
    ),
    _special(
        "hongbin-jammers",
        Card(factions=("aayari",), moments=(FIRES_CALLED,)),
        {CARD_FITS: add(against_opponent)},
    ),
    _special(
        "tunnel-rats",
        # bpre.special.tunnel-rats.2
        Card(factions=("aayari",), moments=(PHASE_BEGINS,), phases=(DIRECT_FIRE,), amount=4),
        {CARD_FITS: add(has_shurta)},
    ),
    _special(
        "timeline",
        # bpre.special.timeline.2
        Card(moments=(PHASE_BEGINS,), phases=(DIRECT_FIRE,), amount=1),
        {CARD_FITS: add(not_in_turn_one)},
    ),
    _special(
        "courtesy-burn",
        # bpre.special.courtesy-burn.1
        Card(moments=(PHASE_BEGINS,), phases=(DIRECT_FIRE,)),
        {CARD_FITS: add(something_to_take)},
    ),
    _special(
        "violence-of-action",
        Card(moments=(PHASE_BEGINS,), phases=(MANEUVER,), until="turn"),
        {DOOR_COST: add(doors_open_freely)},
    ),
    _special(
        "set-support-element",
        # bpre.special.set-support-element.2
        Card(moments=(PHASE_BEGINS,), phases=(DIRECT_FIRE,), amount=25),
        {CARD_FITS: add(in_turn_one)},
    ),
    _special(
        "go-pills",
        # bpre.special.go-pills.2
        Card(declared=(WITH_ACTIVATION,), phases=(MANEUVER,), amount=2000, until="phase"),
        {MOVEMENT: add(farther)},
    ),
    _special(
        "give-peace-a-chance",
        # bpre.special.give-peace-a-chance.2
        Card(moments=(PHASE_BEGINS,), phases=(DIRECT_FIRE, FINISHING), until="phase", against=True),
        {MAY_ATTACK: add(peace)},
    ),
    _special(
        "killing-is-my-business",
        Card(moments=(AFTER_ATTACK_ROLL,), rerolls=True),
        {CARD_FITS: add(missed_immediately), ATTACK_BONUS: cap(without_penalty)},
    ),
)
FIRES = (
    _fires("scoria-rs", Card(radius=3000)),
    _fires("fenghuang-918", Card(amount=1), {SAVE_BONUS: add(plus_against_drone)}),
)
