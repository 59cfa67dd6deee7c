"""Unit skills as entries: a key `skill.NAME`, the statements, figures, and hooks on numbers and permissions.

A unit has the skills that its Unit Card names. A new skill is one more row here; what it does at a moment of
its own (asks, rolls) is a trigger or a step that asks `has_skill`.
"""

from __future__ import annotations

from msgspec import Struct

from firelane.bpre.hooks import penalty
from firelane.bpre.names import DIRECT_FIRE, IMMEDIATE_ACTION, MANEUVER
from firelane.bpre.situation import (
    ATTACK_BONUS,
    CHIT_BARS,
    DOOR_COST,
    FINISHING_RANGE,
    MAY_ATTACK,
    Doing,
    Shooting,
)
from firelane.bpre.space import over_touched_cover
from firelane.bpre.units import UnitType
from firelane.bpre.world import RedEarthWorld, Unit, card_of
from firelane.core.because import Number, Veto
from firelane.core.rules import Edition, Rule, add, cap

ANY_RANGE = 100_000
DOORKICKER, JAMMED, GLINT = "doorkicker", "jammed", "glint"
"""What a unit has used or suffered this turn."""


class Gives(Struct, frozen=True):
    """Fires Cards that a unit brings when it is first placed."""

    card: str
    count: int


class Burst(Struct, frozen=True):
    """Several attack rolls at one point: how many, and how far from it hits can be shared out, in mils."""

    rule: str
    rolls: int
    spread: int


class Vest(Struct, frozen=True):
    """A suicide vest: how far it reaches from the edge of the base, in mils."""

    reach: int


def at_any_range(_: Doing, number: Number, __: None) -> Number:
    """Rules: bpre.skill.pointman.1."""
    return number.replaced(ANY_RANGE, 1)


def acts_after_reacting(context: Doing, bars: bool, _: None) -> bool:
    """An ACT chit from an Immediate Action does not bar it. Rules: bpre.skill.initiative.1."""
    return bars and not (context.occasion == MANEUVER and context.reacted and context.chits == 1)


def but_does_not_attack(context: Shooting, may: bool, _: None) -> bool | Veto:
    """Rules: bpre.skill.initiative.2."""
    active = context.occasion == MANEUVER and context.attacker.reacted
    return Veto(2, args={"unit": context.attacker.id}) if active else may


def over_rest(context: Shooting, number: Number, _: None) -> Number:
    """No -3 over cover on which the weapon rests. Rules: bpre.skill.bipod.1."""
    reacting = context.occasion == IMMEDIATE_ACTION
    rests = reacting and over_touched_cover(context.world, context.attacker, context.target)
    return number.plus(-penalty(number), 1) if rests else number


def kicks_door(context: Doing, number: Number, _: None) -> Number:
    """Once per turn, unless the door is free anyway. Rules: bpre.skill.doorkicker.1."""
    kicks = context.opens and DOORKICKER not in context.used
    return number.plus(-number.total, 1) if kicks else number


def _skill(name: str, data: Struct | None = None, **hooks: object) -> Rule:
    return Rule(f"skill.{name}", {"bpre": f"bpre.skill.{name}"}, frozenset({"skill"}), data, **hooks)  # type: ignore[arg-type]


SKILLS = (
    _skill("pointman", values={FINISHING_RANGE: add(at_any_range)}),
    _skill("initiative", values={CHIT_BARS: add(acts_after_reacting), MAY_ATTACK: add(but_does_not_attack)}),
    _skill("frag"),
    _skill("glint"),
    _skill("kinetic-isr.operational-advisor", Gives("fires.scoria-rs", 1)),
    _skill("kinetic-isr.hongbin", Gives("fires.fenghuang-918", 2)),
    _skill("doorkicker", values={DOOR_COST: cap(kicks_door)}),
    _skill("lamg", Burst("bpre.skill.lamg", 5, 2000)),
    _skill("bipod", values={ATTACK_BONUS: cap(over_rest)}),
    _skill("rpk", Burst("bpre.skill.rpk", 2, 2000)),
    _skill("s-vest", Vest(2000)),
    _skill("non-professional"),
)
SKILL_NAMES = tuple(rule.key.removeprefix("skill.") for rule in SKILLS)


def burst_of(edition: Edition, world: RedEarthWorld, unit: Unit, occasion: str) -> Burst | None:
    """The burst with which a unit attacks on an occasion; None: a single roll. Rules: bpre.skill.lamg.1,
    bpre.skill.rpk.1."""
    return card_burst(edition, card_of(world, unit), occasion)


def card_burst(edition: Edition, card: UnitType, occasion: str) -> Burst | None:
    """Return the burst that a Unit Card gives on an occasion; None: a single roll. Rules: bpre.skill.lamg.1,
    bpre.skill.rpk.1."""
    if occasion not in (DIRECT_FIRE, IMMEDIATE_ACTION):
        return None
    data = (edition[f"skill.{skill}"].rule.data for skill in card.skills)
    return next((one for one in data if isinstance(one, Burst)), None)
