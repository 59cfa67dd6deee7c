"""Unit skills as entries: a key `skill.NAME`, the statements, figures, and hooks on numbers and permissions.

A unit has the skills that its Unit Card names. A new skill is one more row here; what it does at a moment of
its own (asks, rolls) is a trigger or a step that asks `has_skill`.
"""

from __future__ import annotations

from msgspec import Struct

from firelane.bpre.names import MANEUVER
from firelane.bpre.situation import CHIT_BARS, FINISHING_RANGE, MAY_ATTACK, Doing, Shooting
from firelane.core.because import Number, Veto
from firelane.core.rules import Rule, add

ANY_RANGE = 100_000


class Gives(Struct, frozen=True):
    """Fires Cards that a unit brings when it is first placed."""

    card: str
    count: int


def at_any_range(_: Doing, number: Number, __: None) -> Number:
    """Rules: bpre.skill.pointman.1."""
    return number.replaced(ANY_RANGE, 1)


def acts_after_reacting(context: Doing, bars: bool, _: None) -> bool:
    """An ACT chit from an Immediate Action does not bar it. Rules: bpre.skill.initiative.1."""
    return bars and not (context.occasion == MANEUVER and context.unit.reacted and context.unit.chits == 1)


def but_does_not_attack(context: Shooting, may: bool, _: None) -> bool | Veto:
    """Rules: bpre.skill.initiative.2."""
    active = context.occasion == MANEUVER and context.attacker.reacted
    return Veto(2, args={"unit": context.attacker.id}) if active else may


def _skill(name: str, data: Struct | None = None, **hooks: object) -> Rule:
    return Rule(f"skill.{name}", {"bpre": f"bpre.skill.{name}"}, frozenset({"skill"}), data, **hooks)  # type: ignore[arg-type]


SKILLS = (
    _skill("pointman", values={FINISHING_RANGE: add(at_any_range)}),
    _skill("initiative", values={CHIT_BARS: add(acts_after_reacting), MAY_ATTACK: add(but_does_not_attack)}),
    _skill("frag"),
    _skill("glint"),
    _skill("kinetic-isr.operational-advisor", Gives("fires.scoria-rs", 1)),
    _skill("kinetic-isr.hongbin", Gives("fires.fenghuang-918", 2)),
    _skill("doorkicker"),
    _skill("lamg"),
    _skill("bipod"),
    _skill("rpk"),
    _skill("s-vest"),
    _skill("non-professional"),
)
SKILL_NAMES = tuple(rule.key.removeprefix("skill.") for rule in SKILLS)
