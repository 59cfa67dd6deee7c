"""Whether a maneuver can be carried out as it is planned, act by act; what any attack and any throw needs."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as dataclass_replace

from msgspec.structs import replace

from firelane.bpre import acts as act_kinds
from firelane.bpre.able import crossings, door_cost, kicked, refuse_attack
from firelane.bpre.acts import AnyAct, CallFires, Detonate, Go, ThrowFrag, UseDoor
from firelane.bpre.cards import AMBUSH, FENGHUANG, FRAG_OUT, WITH_ATTACK, WITH_DOOR, Card, refuse_declared
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving, Subject
from firelane.bpre.hooks import FragFigures
from firelane.bpre.names import MANEUVER
from firelane.bpre.situation import MAY_THROW, allowed, has_skill, movement
from firelane.bpre.skills import DOORKICKER, GLINT, JAMMED
from firelane.bpre.space import adjacent, field_of, outdoors, point_within, survey
from firelane.bpre.world import RedEarthWorld, Unit
from firelane.core.because import Refusal
from firelane.core.state import with_record
from firelane.table.measure import base_touches_piece
from firelane.table.movement import Bar, Trouble
from firelane.table.things import Door, See


@dataclass(frozen=True, slots=True)
class Plan:
    """A maneuver as far as it is planned: where the unit would be, and what it would have left."""

    unit: Unit
    left: int
    attacked: bool = False
    crossed: bool = False
    cards: tuple[str, ...] = ()


def plan_of(world: RedEarthWorld, frame: Moving) -> Plan:
    """A maneuver under way."""
    return Plan(world.units[frame.unit], frame.left, frame.attacked, frame.crossed, frame.cards)


def refuse_acts(world: RedEarthWorld, plan: Plan, acts: tuple[AnyAct, ...]) -> Refusal | None:
    """Each act from where the one before it would leave the unit. Rules: bpre.maneuver.3-5,
    bpre.doors.2-4."""
    who = {"unit": plan.unit.id}
    able = AMBUSH in plan.cards and JAMMED not in plan.unit.used
    if able and not (acts and isinstance(acts[-1], Detonate)):
        return Refusal("bpre.intervention.ambush.2", who)
    if FRAG_OUT in plan.cards and not all(isinstance(act, ThrowFrag) for act in acts):
        return Refusal("bpre.intervention.frag-out.2", who)
    for n, act in enumerate(acts):
        if isinstance(act, Detonate) and n + 1 < len(acts):
            return Refusal("bpre.skill.s-vest.2", who)
        if isinstance(act, ThrowFrag) and n + 1 < len(acts):
            return Refusal("bpre.intervention.frag-out.2", who)
        found: Planned | None
        match act:
            case Go():
                found = _go(world, plan, act)
            case UseDoor():
                found = _use_door(world, plan, act)
            case CallFires():
                found = _refuse_fires(world, plan, act)
            case Detonate():
                found = _refuse_vest(world, plan)
            case ThrowFrag(x, y):
                found = _refuse_frag_out(world, plan, x, y)
            case act_kinds.Attack(target, cards):
                if plan.attacked:
                    return Refusal("bpre.maneuver.5", who)
                found = refuse_target(
                    world, plan.unit, target, MANEUVER, cards, turning=True, moving=plan.cards
                )
        if isinstance(found, Refusal):
            return found
        if isinstance(act, act_kinds.Attack):
            plan = dataclass_replace(plan, attacked=True)
        if found is not None:
            world, plan = found
    return None


def _refuse_vest(world: RedEarthWorld, plan: Plan) -> Refusal | None:
    """Rules: bpre.skill.s-vest.1, bpre.special.wide-band-jammers.3."""
    unit = plan.unit
    if JAMMED in unit.used:
        return Refusal("bpre.special.wide-band-jammers.3", {"unit": unit.id})
    fine = has_skill(world, unit, "s-vest") and not plan.attacked
    timely = world.phase == MANEUVER or AMBUSH in plan.cards
    return None if fine and timely else Refusal("bpre.skill.s-vest.1", {"unit": unit.id})


def _refuse_frag_out(world: RedEarthWorld, plan: Plan, x: int, y: int) -> Refusal | None:
    """Rules: bpre.intervention.frag-out.1."""
    if FRAG_OUT not in plan.cards:
        return Refusal("bpre.intervention.frag-out.1", {"unit": plan.unit.id})
    return refuse_throw(world, plan.unit, x, y, MANEUVER)


Planned = tuple[RedEarthWorld, Plan] | Refusal


def _go(world: RedEarthWorld, plan: Plan, act: Go) -> Planned:
    """Rules: bpre.maneuver.3, bpre.maneuver.7, bpre.cross-cover.1-2, bpre.doors.7."""
    unit = plan.unit
    if not 0 <= act.facing < 360:
        return Refusal("bpre.maneuver.4", {"unit": unit.id})
    if not act.route:
        moved = replace(unit, facing=act.facing)
        return _with(world, moved), dataclass_replace(plan, unit=moved)
    if len(act.route) > 16:
        return Refusal("bpre.maneuver.3", {"unit": unit.id})
    report = survey(world).way(unit.id, act.route, plan.left, crossings(world, plan.crossed))
    if report.trouble is not None:
        return Refusal(_why(world, report.trouble), {"unit": unit.id})
    moved = replace(unit, x=report.end.x, y=report.end.y, facing=act.facing)
    crossed = plan.crossed or bool(report.crossed)
    left = plan.left - report.cost
    return _with(world, moved), dataclass_replace(plan, unit=moved, left=left, crossed=crossed)


def _why(world: RedEarthWorld, trouble: Trouble) -> str:
    """The statement that bars a way. Rules: bpre.battlespace.window.2, bpre.battlespace.hedgewall.2."""
    piece = field_of(world).by_name.get(trouble.piece)
    if piece is not None and piece.waist_high and not piece.crossable:
        return f"bpre.battlespace.{'window' if piece.sight is See.WINDOW else 'hedgewall'}.2"
    return _BARS.get(trouble.bar, "bpre.maneuver.7")


_BARS = {
    Bar.TOO_FAR: "bpre.maneuver.3",
    Bar.TOO_MANY_CROSSINGS: "bpre.cross-cover.1",
    Bar.TOO_LONG_A_CROSSING: "bpre.cross-cover.2",
    Bar.DOOR_CLOSED: "bpre.battlespace.door.1",
    Bar.DOORWAY_TAKEN: "bpre.doors.7",
}


def _use_door(world: RedEarthWorld, plan: Plan, act: UseDoor) -> Planned:
    """Rules: bpre.doors.2-4, bpre.doors.9."""
    unit = plan.unit
    door = field_of(world).by_name.get(act.door)
    if door is None or door.door not in (Door.OPEN, Door.CLOSED):
        return Refusal("bpre.doors.4", {"unit": unit.id, "door": act.door})
    if world.phase != MANEUVER or not adjacent(unit, door):
        return Refusal("bpre.doors.4", {"unit": unit.id, "door": act.door})
    opens = door.door is Door.CLOSED
    if act.cards:
        subject = Subject(unit=unit.id, occasion="open" if opens else "close")
        rule = refuse_declared(EDITION, world, unit.seat, (WITH_DOOR,), act.cards, subject)
        if rule:
            return Refusal(rule, {"card": act.cards[0]})
    price = door_cost(world, unit, opens, act.cards)
    cost = price.total
    if cost > plan.left:
        return Refusal("bpre.doors.3", {"unit": unit.id, "limit": cost // 1000})
    if not opens and any(base_touches_piece(f, door, 0) for f in survey(world).all):
        return Refusal("bpre.doors.9", {"door": act.door})
    state = Door.OPEN if opens else Door.CLOSED
    after = replace(world, doors={**world.doors, act.door: state.value})
    after = _spent(after, unit.seat, act.cards)
    if kicked(price):
        unit = replace(unit, used=(*unit.used, DOORKICKER))
        after = _with(after, unit)
    return after, dataclass_replace(plan, unit=unit, left=plan.left - cost)


def _spent(world: RedEarthWorld, seat: str, cards: tuple[str, ...]) -> RedEarthWorld:
    """The world without cards that a plan has used already."""
    if not cards:
        return world
    side = world.sides[seat]
    left = {pile: tuple(c for c in getattr(side, pile) if c not in cards) for pile in ("hand", "specials")}
    return replace(world, sides={**world.sides, seat: replace(side, **left)})


def _refuse_fires(world: RedEarthWorld, plan: Plan, act: CallFires) -> Planned | None:
    """Rules: bpre.glint-and-destroy.1-2, bpre.skill.glint.1-2, bpre.fires.3."""
    unit = plan.unit
    if not has_skill(world, unit, "glint") or GLINT in unit.used or world.phase != MANEUVER:
        return Refusal("bpre.skill.glint.1", {"unit": unit.id})
    if act.card not in world.sides[unit.seat].fires:  # bpre.fires.3
        return Refusal("bpre.fires.3", {"card": act.card})
    if act.card == FENGHUANG and not act.target:
        return Refusal("bpre.fires.fenghuang-918.1", {"card": act.card})
    x, y, here = act.x, act.y, survey(world)
    if act.target:
        if act.target not in here.free_sight(unit.id):
            return Refusal("bpre.skill.glint.1", {"unit": unit.id})
        x, y = world.units[act.target].x, world.units[act.target].y
    elif not here.sees_point(unit.id, x, y, turning=True):
        return Refusal("bpre.skill.glint.1", {"unit": unit.id})
    if not outdoors(world, x, y):
        return Refusal("bpre.skill.glint.2", {"unit": unit.id})
    used = replace(unit, used=(*unit.used, GLINT))
    return _with(world, used), dataclass_replace(plan, unit=used)


def _with(world: RedEarthWorld, unit: Unit) -> RedEarthWorld:
    return replace(world, units=with_record(world.units, unit.id, unit))


def refuse_target(
    world: RedEarthWorld,
    unit: Unit,
    name: str,
    occasion: str,
    cards: tuple[str, ...],
    turning: bool,
    moving: tuple[str, ...] = (),
) -> Refusal | None:
    """Rules: bpre.attack.1, bpre.los.facing.1."""
    here = survey(world)
    # bpre.attack.1, bpre.los.facing.1, bpre.direct-fire.4
    if name not in (here.free_sight(unit.id) if turning else here.in_sight(unit.id)):
        return Refusal("bpre.attack.1", {"unit": unit.id, "target": name})
    refusal = refuse_attack(world, unit, world.units[name], occasion, "", (*cards, *moving))
    if refusal is not None or not cards:
        return refusal
    subject = Subject(unit=name, by=unit.id, occasion=occasion)
    rule = refuse_declared(EDITION, world, unit.seat, (WITH_ATTACK,), cards, subject)
    return Refusal(rule, {"card": cards[0]}) if rule else None


def refuse_throw(world: RedEarthWorld, unit: Unit, x: int, y: int, occasion: str) -> Refusal | None:
    """Rules: bpre.direct-fire.9, bpre.skill.frag.1, bpre.intervention.frag-out.1."""
    veto = allowed(EDITION, MAY_THROW, world, unit, occasion)
    if veto is not None:
        return Refusal(veto.rule, veto.args)
    field = field_of(world)
    reach = EDITION.data("frag-detonation", FragFigures).throw
    on = 0 <= x <= field.width and 0 <= y <= field.depth
    by_card = occasion == MANEUVER
    if not on or not point_within(unit, x, y, reach):
        rule = "bpre.intervention.frag-out.1" if by_card else "bpre.direct-fire.9"
        return Refusal(rule, {"unit": unit.id, "limit": reach // 1000})
    seen = survey(world).sees_point(unit.id, x, y)
    rule = "bpre.intervention.frag-out.1" if by_card else "bpre.skill.frag.1"
    return None if seen else Refusal(rule, {"unit": unit.id})


def in_force(world: RedEarthWorld, seat: str, cards: tuple[str, ...]) -> RedEarthWorld:
    """The world once cards named with an activation are in force. Rules: bpre.special.go-pills.2."""
    lasting = tuple(card for card in cards if EDITION.data(card, Card).until)
    if not lasting:
        return world
    side = world.sides[seat]
    return replace(world, sides={**world.sides, seat: replace(side, effects=(*side.effects, *lasting))})


def livelier(world: RedEarthWorld, plan: Plan, cards: tuple[str, ...]) -> tuple[Plan, RedEarthWorld]:
    """A maneuver under way once cards are in force that are played in the midst of it. Rules:
    bpre.special.go-pills.1."""
    ready = in_force(world, plan.unit.seat, cards)
    before = movement(EDITION, world, plan.unit, plan.cards).total
    more = movement(EDITION, ready, plan.unit, plan.cards).total - before
    return dataclass_replace(plan, left=plan.left + more), ready
