"""Who can be activated, attacked, and who can react: for the steps, for judging answers and for choosing."""

from __future__ import annotations

from collections.abc import Iterable

from firelane.bpre.cards import frees
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving
from firelane.bpre.names import DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER
from firelane.bpre.situation import (
    CHIT_BARS,
    DOOR_COST,
    FINISHING_RANGE,
    MAY_ACTIVATE,
    MAY_ATTACK,
    MAY_REACT,
    Shooting,
    carried,
    case_of,
    number_of,
    of_case,
)
from firelane.bpre.space import survey, touches
from firelane.bpre.units import UnitType
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, on_table
from firelane.core.because import Number, Refusal, Veto
from firelane.core.fired import remembered

CHIT = {DIRECT_FIRE: "bpre.direct-fire.2", IMMEDIATE_ACTION: "bpre.immediate-action.8"}


def refuse_activation(
    world: RedEarthWorld, unit: Unit, occasion: str, cards: tuple[str, ...] = ()
) -> Refusal | None:
    """Why a unit cannot be activated in a phase. Rules: bpre.turn.2, bpre.turn.7, bpre.stagger.1."""
    effects = world.sides[unit.seat].effects
    return _refused(unit, world.cards, world.phase, occasion, (world.atmospherics, *effects, *cards))


@remembered(8192)
def _refused(
    unit: Unit, types: tuple[UnitType, ...], phase: str, occasion: str, others: tuple[str, ...]
) -> Refusal | None:
    case = case_of(unit, types, phase, occasion, others)
    # bpre.direct-fire.2, bpre.maneuver.2
    if occasion != FINISHING and of_case(EDITION, CHIT_BARS, case):
        return Refusal(CHIT.get(occasion, "bpre.maneuver.2"), {"unit": unit.id})
    found = of_case(EDITION, MAY_ACTIVATE, case)
    return Refusal(found.rule, found.args) if isinstance(found, Veto) else None


def eligible(world: RedEarthWorld, seat: str, phase: str) -> tuple[str, ...]:
    """The units that a player can activate in a phase. Rules: bpre.turn.2, bpre.finishing.3."""
    cards, at, others = world.cards, world.phase, (world.atmospherics, *world.sides[seat].effects)
    able = [u for u in on_table(world, seat) if _refused(u, cards, at, phase, others) is None]
    return tuple([u.id for u in able if phase != FINISHING or finishing_targets(world, u)])


def is_eligible(world: RedEarthWorld, unit: Unit, phase: str) -> bool:
    """Whether a unit can be activated in a phase without a card."""
    if refuse_activation(world, unit, phase) is not None:
        return False
    return phase != FINISHING or bool(finishing_targets(world, unit))


def eligible_by_card(
    world: RedEarthWorld, seat: str, phase: str, able: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The units, besides those that are able anyway, that a player could activate by a card that he may have,
    by what everybody knows.

    Rules: bpre.intervention.lift-and-shift.1, bpre.intervention.this-is-bat-country.1.
    """
    cards = frees(EDITION, world, seat)
    if not cards:
        return ()
    others = [u for u in on_table(world, seat) if u.id not in able]
    return tuple(
        [u.id for u in others if any(refuse_activation(world, u, phase, (card,)) is None for card in cards)]
    )


def refuse_attack(
    world: RedEarthWorld, unit: Unit, target: Unit, occasion: str, line: str, cards: tuple[str, ...] = ()
) -> Refusal | None:
    """What speaks against an attack besides sight: skills, weather, cards."""
    context = Shooting(world, unit, target, occasion, line)
    found = EDITION.value(MAY_ATTACK, context, True, carried(world, unit, cards))
    return Refusal(found.rule, found.args) if isinstance(found, Veto) else None


def targets(world: RedEarthWorld, unit: Unit, occasion: str) -> list[str]:
    """The opponents that a unit can attack from where it stands and as it faces. Rules: bpre.attack.1."""
    seen = survey(world).in_sight(unit.id)
    return [
        name for name in sorted(seen) if refuse_attack(world, unit, world.units[name], occasion, "") is None
    ]


def finishing_range(world: RedEarthWorld, unit: Unit) -> int:
    """How far away the target of a Finishing Attack may be. Rules: bpre.finishing.3."""
    return number_of(EDITION, FINISHING_RANGE, world, unit, FINISHING).total


def finishing_targets(world: RedEarthWorld, unit: Unit) -> list[str]:
    """The opponents that a unit can attack in the Finishing Phase: a touching one in LOS before all others.

    Rules: bpre.finishing.3, bpre.finishing.base-contact.1, bpre.finishing.base-contact.5.
    """
    reach = finishing_range(world, unit)
    near = survey(world).near(unit.id, reach)
    if not near:
        return []
    seen = [name for name in targets(world, unit, FINISHING) if name in near]
    return [name for name in seen if touches(unit, world.units[name])] or seen


def reactors(world: RedEarthWorld, mover: str, who: Iterable[str]) -> tuple[str, ...]:
    """Those of these opponents that may take an Immediate Action against the active unit, if they see it.

    Rules: bpre.immediate-action.1, bpre.immediate-action.3, bpre.immediate-action.8.
    """
    target = world.units[mover]
    return tuple(
        name
        for name in sorted(who)
        if may_react(world, world.units[name])
        and refuse_attack(world, world.units[name], target, IMMEDIATE_ACTION, "") is None
    )


def may_react(world: RedEarthWorld, unit: Unit) -> bool:
    """Whether a unit may take Immediate Actions at all."""
    if unit.place != TABLE:
        return False
    effects = world.sides[unit.seat].effects
    return _may_react(unit, world.cards, world.phase, (world.atmospherics, *effects))


@remembered(8192)
def _may_react(unit: Unit, types: tuple[UnitType, ...], phase: str, others: tuple[str, ...]) -> bool:
    case = case_of(unit, types, phase, IMMEDIATE_ACTION, others)
    if of_case(EDITION, CHIT_BARS, case):
        return False
    return not isinstance(of_case(EDITION, MAY_REACT, case), Veto)


def door_cost(world: RedEarthWorld, unit: Unit, opens: bool, cards: tuple[str, ...] = ()) -> Number:
    """What using a door costs a unit, in mils. Rules: bpre.doors.2."""
    return number_of(EDITION, DOOR_COST, world, unit, world.phase, cards, opens)


def kicked(cost: Number) -> bool:
    """Whether a door costs nothing because the unit kicks it in. Rules: bpre.skill.doorkicker.1."""
    return any(part.rule == "bpre.skill.doorkicker.1" for part in cost.modifiers)


def crossings(world: RedEarthWorld, crossed: bool) -> int:
    """How many covers a moving unit can still cross: in maneuvers only. Rules: bpre.cross-cover.1."""
    return 0 if crossed or world.phase != MANEUVER else 1  # bpre.cross-cover.1


def may_go_on(world: RedEarthWorld, frame: Moving) -> bool:
    """Whether the active unit can still do anything in its maneuver."""
    unit = world.units[frame.unit]
    return unit.place == TABLE and not unit.staggered and not frame.over
