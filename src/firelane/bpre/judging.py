"""Whether an answer is allowed, from the player's view alone."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as dataclass_replace

from msgspec.structs import replace

from firelane.bpre import acts as act_kinds
from firelane.bpre.able import (
    crossings,
    door_cost,
    finishing_targets,
    is_eligible,
    kicked,
    refuse_activation,
    refuse_attack,
    targets,
)
from firelane.bpre.acts import AnyAct, CallFires, Detonate, Go, ThrowFrag, UseDoor
from firelane.bpre.asking import (
    Activate,
    Acts,
    ChooseEdge,
    ChooseStructure,
    Doors,
    Edge,
    Facings,
    Fire,
    GoOn,
    Hand,
    Hold,
    Maneuver,
    OfferCards,
    Own,
    PassPhase,
    PickHand,
    PickOwn,
    PickSupport,
    PickTeam,
    Placement,
    PlaceUnits,
    PlayCard,
    React,
    SetDoors,
    Shoot,
    StandUp,
    Structure,
    Support,
    Team,
    Throw,
    Turned,
    TurnTemplate,
    Work,
)
from firelane.bpre.cards import (
    AMBUSH,
    BAT_COUNTRY,
    FENGHUANG,
    FIRE_FOR_EFFECT,
    FRAG_OUT,
    HAND,
    TIMELINE,
    TUNNEL_RATS,
    WITH_ACTIVATION,
    WITH_ATTACK,
    WITH_DOOR,
    Card,
    held,
    interventions,
    refuse_declared,
)
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving, Subject
from firelane.bpre.hooks import FragFigures
from firelane.bpre.names import DEFENDING, DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.situation import MAY_THROW, Doing, allowed, has_skill, movement
from firelane.bpre.skills import DOORKICKER, GLINT, JAMMED, burst_of
from firelane.bpre.space import (
    adjacent,
    doors,
    field_of,
    free_structures,
    outdoors,
    point_within,
    structures,
    survey,
)
from firelane.bpre.taskings import tasking_of
from firelane.bpre.view import Table
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, unit_types
from firelane.bpre.zones import in_zone
from firelane.core.because import Refusal
from firelane.core.requests import Answer
from firelane.core.state import with_record
from firelane.core.views import View
from firelane.table.measure import base_touches_piece
from firelane.table.movement import Bar, Trouble
from firelane.table.things import Door, Figure, See

TableView = View[Table]
WRONG_ACTOR = "core.not-asked"


# Set-up


def refuse_team(view: TableView, request: PickTeam, answer: Team) -> Refusal | None:
    """Rules: bpre.setup.1, bpre.capability-points.1, bpre.qrf.1, bpre.tasking.2, bpre.tasking.6."""
    world = view.table.world
    costs = {card.key: card.cp for card in unit_types(world) if card.faction == view.seat}
    for kind in answer.units:
        if kind not in costs:
            return Refusal("bpre.capability-points.2", {"unit": kind})
    spent = sum(costs[kind] for kind in answer.units)
    if not answer.units or answer.qrf < 0 or spent + answer.qrf > request.cp:
        return Refusal("bpre.capability-points.1", {"value": spent + answer.qrf, "limit": request.cp})
    if answer.qrf and world.sides[view.seat].role != DEFENDING:
        return Refusal("bpre.qrf.1", {"value": answer.qrf})
    for limit in tasking_of(EDITION, world).limits:
        if limit.force != view.seat:
            continue
        if limit.unit and answer.units.count(limit.unit) < limit.least:
            return Refusal("bpre.tasking.2", {"unit": limit.unit, "least": limit.least})
        if spent < limit.start_cp_min or (limit.start_cp_max and spent > limit.start_cp_max):
            return Refusal("bpre.tasking.6", {"value": spent})
        if answer.qrf and not limit.qrf:
            return Refusal("bpre.tasking.2", {"value": answer.qrf})
    return None


def hand_size(seat: str) -> int:
    """How many cards a hand holds. Rules: bpre.setup.2."""
    return min(HAND, len(interventions(EDITION, seat)))


def refuse_hand(view: TableView, request: PickHand, answer: Hand) -> Refusal | None:
    """Rules: bpre.setup.2, bpre.intervention.1."""
    known = interventions(EDITION, view.seat)
    if len(answer.cards) != hand_size(view.seat) or len(set(answer.cards)) != len(answer.cards):
        return Refusal("bpre.setup.2", {"value": len(answer.cards)})
    wrong = [card for card in answer.cards if card not in known]
    return Refusal("bpre.intervention.1", {"card": wrong[0]}) if wrong else None


def refuse_structure(view: TableView, request: ChooseStructure, answer: Structure) -> Refusal | None:
    """Rules: bpre.battlespace.nai-identifier.1."""
    known = structures(field_of(view.table.world))
    wrong = answer.number not in known
    return Refusal("bpre.battlespace.nai-identifier.1", {"value": answer.number}) if wrong else None


def refuse_edge(view: TableView, request: ChooseEdge, answer: Edge) -> Refusal | None:
    """Rules: bpre.tasking.5."""
    return None if answer.edge in request.edges else Refusal("bpre.tasking.5", {"value": answer.edge})


def refuse_doors(view: TableView, request: SetDoors, answer: Doors) -> Refusal | None:
    """Rules: bpre.doors.1."""
    known = {door.name for door in doors(field_of(view.table.world))}
    wrong = [name for name in answer.closed if name not in known]
    return Refusal("bpre.doors.1", {"door": wrong[0]}) if wrong else None


def refuse_placement(view: TableView, request: PlaceUnits, answer: Placement) -> Refusal | None:
    """In the zone, on free ground, nobody on another."""
    if set(answer.at) != set(request.actors):
        return Refusal("bpre.setup.1", {"needed": request.actors})
    world = view.table.world
    rule = request.rules[0]
    here = survey(world)
    placed: list[Figure] = []
    for name, (x, y, facing) in answer.at.items():
        figure = Figure(id=name, x=x, y=y, diameter=1000, side=view.seat, facing=facing % 360)
        if not 0 <= facing < 360 or not in_zone(here.field, request.zone, figure):
            return Refusal(rule, {"unit": name})
        if not here.stands_free(figure):
            return Refusal("bpre.maneuver.7", {"unit": name})
        if any((x - p.x) ** 2 + (y - p.y) ** 2 < 1000 * 1000 for p in placed):
            return Refusal("bpre.maneuver.7", {"unit": name})
        placed.append(figure)
    return None


# Activations


def refuse_go(view: TableView, request: Activate, answer: Answer) -> Refusal | None:
    """Rules: bpre.turn.2-3, bpre.direct-fire.2-4, bpre.finishing.3."""
    if isinstance(answer, PassPhase):
        return None
    assert isinstance(answer, Fire | Throw | Work | Maneuver)
    world = view.table.world
    unit = world.units.get(answer.unit)
    if unit is None or unit.seat != view.seat or unit.place != TABLE:
        return Refusal(WRONG_ACTOR, {"ask": request.kind, "seat": answer.unit})
    cards = answer.cards if isinstance(answer, Maneuver) else ()
    if cards:
        subject = Subject(unit=unit.id, able=is_eligible(world, unit, request.phase))
        rule = refuse_declared(EDITION, world, view.seat, (WITH_ACTIVATION,), cards, subject)
        if rule:
            return Refusal(rule, {"card": cards[0]})
    refusal = refuse_activation(world, unit, request.phase, cards)
    if refusal is not None:
        return refusal
    match answer:
        case Fire() if request.phase in (DIRECT_FIRE, FINISHING):
            return _refuse_fire(world, unit, request.phase, answer)
        case Throw() if request.phase == DIRECT_FIRE:
            return _refuse_throw(world, unit, answer.x, answer.y, DIRECT_FIRE)
        case Work() if request.phase == DIRECT_FIRE:
            return None if not answer.what else Refusal("bpre.direct-fire.11", {"what": answer.what})
        case Maneuver() if request.phase == MANEUVER or AMBUSH in cards or BAT_COUNTRY in cards:
            ready = in_force(world, view.seat, cards)
            left = movement(EDITION, ready, unit, cards).total
            return refuse_acts(ready, Plan(unit=unit, left=left, cards=cards), answer.acts)
        case _:
            return Refusal("bpre.turn.1", {"phase": request.phase})


def in_force(world: RedEarthWorld, seat: str, cards: tuple[str, ...]) -> RedEarthWorld:
    """The world once cards named with an activation are in force. Rules: bpre.special.go-pills.2."""
    lasting = tuple(card for card in cards if EDITION.data(card, Card).until)
    if not lasting:
        return world
    side = world.sides[seat]
    return replace(world, sides={**world.sides, seat: replace(side, effects=(*side.effects, *lasting))})


def _refuse_fire(world: RedEarthWorld, unit: Unit, phase: str, answer: Fire) -> Refusal | None:
    """Rules: bpre.attack.1, bpre.direct-fire.3, bpre.finishing.3, bpre.finishing.base-contact.1."""
    several = FIRE_FOR_EFFECT in answer.cards
    wanted = (answer.target, *answer.spread) if several else (answer.target,)
    if phase == FINISHING:
        for target in wanted:
            if target not in finishing_targets(world, unit):
                touched = target in targets(world, unit, FINISHING) and bool(finishing_targets(world, unit))
                rule = "bpre.finishing.base-contact.1" if touched else "bpre.finishing.3"
                return Refusal(rule, {"unit": unit.id, "target": target})
    if several:
        most = EDITION.data(FIRE_FOR_EFFECT, Card).amount
        if len(wanted) > most or len(set(wanted)) != len(wanted) or answer.at is not None:
            return Refusal("bpre.intervention.fire-for-effect.1", {"limit": most})
        for target in wanted[1:]:
            rule = refuse_declared(EDITION, world, unit.seat, (WITH_ATTACK,), (FIRE_FOR_EFFECT,),
                                   Subject(unit=target, by=unit.id, occasion=phase))  # fmt: skip
            if rule:
                return Refusal(rule, {"card": FIRE_FOR_EFFECT})
    else:
        refusal = _refuse_spread(world, unit, answer.target, phase, answer.at, answer.spread)
        if refusal is not None:
            return refusal
    return _refuse_target(world, unit, answer.target, phase, answer.cards, turning=False)


def _refuse_spread(
    world: RedEarthWorld,
    unit: Unit,
    target: str,
    occasion: str,
    at: tuple[int, int] | None,
    spread: tuple[str, ...],
) -> Refusal | None:
    """The point of several rolls must be in LOS, and who takes hits near it. Rules: bpre.skill.lamg.1-2,
    bpre.skill.rpk.1-2."""
    if at is None and not spread:
        return None
    burst = burst_of(EDITION, world, unit, occasion)
    here = survey(world)
    if burst is None:
        return Refusal("bpre.attack.1", {"unit": unit.id, "target": target})
    if at is not None and not here.sees_point(unit.id, *at):
        return Refusal(f"{burst.rule}.1", {"unit": unit.id})
    known = here.in_sight(unit.id)
    for name in (target, *spread):
        if name not in known:
            return Refusal("bpre.attack.1", {"unit": unit.id, "target": name})
    x, y = at if at is not None else (world.units[target].x, world.units[target].y)
    far = [n for n in (target, *spread) if not point_within(world.units[n], x, y, burst.spread)]
    if far:
        return Refusal(f"{burst.rule}.2", {"unit": unit.id, "target": far[0]})
    return None


def _refuse_target(
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
    if name not in (here.free_sight(unit.id) if turning else here.in_sight(unit.id)):
        return Refusal("bpre.attack.1", {"unit": unit.id, "target": name})
    refusal = refuse_attack(world, unit, world.units[name], occasion, "", (*cards, *moving))
    if refusal is not None or not cards:
        return refusal
    subject = Subject(unit=name, by=unit.id, occasion=occasion)
    rule = refuse_declared(EDITION, world, unit.seat, (WITH_ATTACK,), cards, subject)
    return Refusal(rule, {"card": cards[0]}) if rule else None


def _refuse_throw(world: RedEarthWorld, unit: Unit, x: int, y: int, occasion: str) -> Refusal | None:
    """Rules: bpre.direct-fire.9, bpre.skill.frag.1, bpre.intervention.frag-out.1."""
    veto = allowed(EDITION, MAY_THROW, Doing(world, unit, occasion), unit)
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
        if isinstance(act, Detonate | ThrowFrag) and n + 1 < len(acts):
            return Refusal("bpre.skill.s-vest.2" if isinstance(act, Detonate) else ONLY_THROWS, who)
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
                found = _refuse_target(
                    world, plan.unit, target, MANEUVER, cards, turning=True, moving=plan.cards
                )
        if isinstance(found, Refusal):
            return found
        if isinstance(act, act_kinds.Attack):
            plan = dataclass_replace(plan, attacked=True)
        if found is not None:
            world, plan = found
    return None


ONLY_THROWS = "bpre.intervention.frag-out.2"


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
    return _refuse_throw(world, plan.unit, x, y, MANEUVER)


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
    usable = door is not None and door.door in (Door.OPEN, Door.CLOSED) and world.phase == MANEUVER
    if door is None or not usable or not adjacent(unit, door):
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
    if act.card not in world.sides[unit.seat].fires:
        return Refusal("bpre.fires.3", {"card": act.card})
    if act.card == FENGHUANG and not act.target:
        return Refusal("bpre.fires.fenghuang-918.1", {"card": act.card})
    x, y, here = act.x, act.y, survey(world)
    if act.target:
        target = world.units.get(act.target)
        if target is None or act.target not in here.free_sight(unit.id):
            return Refusal("bpre.skill.glint.1", {"unit": unit.id})
        x, y = target.x, target.y
    elif not here.sees_point(unit.id, x, y, turning=True):
        return Refusal("bpre.skill.glint.1", {"unit": unit.id})
    if not outdoors(world, x, y):
        return Refusal("bpre.skill.glint.2", {"unit": unit.id})
    used = replace(unit, used=(*unit.used, GLINT))
    return _with(world, used), dataclass_replace(plan, unit=used)


def _with(world: RedEarthWorld, unit: Unit) -> RedEarthWorld:
    return replace(world, units=with_record(world.units, unit.id, unit))


def refuse_more(view: TableView, request: GoOn, answer: Acts) -> Refusal | None:
    """Rules: bpre.maneuver.3-5."""
    frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
    world = view.table.world
    plan = plan_of(world, frame)
    if answer.cards:
        subject = Subject(unit=frame.unit, able=True)
        rule = refuse_declared(EDITION, world, view.seat, (WITH_ACTIVATION,), answer.cards, subject)
        if rule or not all(EDITION.data(card, Card).until for card in answer.cards):
            return Refusal(rule or "bpre.special.go-pills.1", {"card": answer.cards[0]})
        plan, world = _livelier(world, plan, answer.cards)
    return refuse_acts(world, plan, answer.acts)


def _livelier(world: RedEarthWorld, plan: Plan, cards: tuple[str, ...]) -> tuple[Plan, RedEarthWorld]:
    """A maneuver under way once cards are in force that are played in the midst of it. Rules:
    bpre.special.go-pills.1."""
    ready = in_force(world, plan.unit.seat, cards)
    before = movement(EDITION, world, plan.unit, plan.cards).total
    more = movement(EDITION, ready, plan.unit, plan.cards).total - before
    return dataclass_replace(plan, left=plan.left + more), ready


# Windows


def refuse_reaction(view: TableView, request: React, answer: Answer) -> Refusal | None:
    """Rules: bpre.immediate-action.1."""
    if isinstance(answer, Hold):
        return None
    assert isinstance(answer, Shoot)
    if answer.unit not in request.actors:
        return Refusal("bpre.immediate-action.1", {"unit": answer.unit})
    world = view.table.world
    unit = world.units[answer.unit]
    refusal = _refuse_spread(world, unit, request.mover, IMMEDIATE_ACTION, None, answer.spread)
    if refusal is not None:
        return refusal
    return _refuse_target(world, unit, request.mover, IMMEDIATE_ACTION, answer.cards, turning=False)


def refuse_card(view: TableView, request: OfferCards, answer: Answer) -> Refusal | None:
    """Rules: bpre.intervention.3."""
    if not isinstance(answer, PlayCard):
        return None
    world = view.table.world
    if answer.card not in request.cards or answer.card not in held(world, view.seat):
        return Refusal("bpre.intervention.3", {"card": answer.card})
    choices = card_choices(world, view.seat, answer.card)
    fine = answer.choice in choices if choices else not answer.choice
    return None if fine else Refusal(EDITION[answer.card].statement(2), {"value": answer.choice})


def card_choices(world: RedEarthWorld, seat: str, card: str) -> tuple[str, ...]:
    """What a card asks to be used on, if anything. Rules: bpre.special.timeline.2,
    bpre.special.tunnel-rats.2."""
    if card == TIMELINE:
        return ("forward", "back")
    if card == TUNNEL_RATS:
        return free_structures(world, other(seat), EDITION.data(card, Card).amount)
    return ()


def refuse_own(view: TableView, request: PickOwn, answer: Own) -> Refusal | None:
    """Rules: bpre.fires.fenghuang-918.3."""
    fine = answer.unit in request.actors
    return None if fine else Refusal("bpre.fires.fenghuang-918.3", {"unit": answer.unit})


def refuse_support(view: TableView, request: PickSupport, answer: Support) -> Refusal | None:
    """Units of one's own faction within the cost. Rules: bpre.special.set-support-element.2."""
    costs = {card.key: card.cp for card in unit_types(view.table.world) if card.faction == view.seat}
    for kind in answer.units:
        if kind not in costs:
            return Refusal("bpre.capability-points.2", {"unit": kind})
    spent = sum(costs[kind] for kind in answer.units)
    fine = spent <= request.cp
    return None if fine else Refusal(request.rules[0], {"value": spent, "limit": request.cp})


def refuse_turned(view: TableView, request: TurnTemplate, answer: Turned) -> Refusal | None:
    """Rules: bpre.frag-detonation.2."""
    fine = 0 <= answer.degrees < 360
    return None if fine else Refusal("bpre.frag-detonation.2", {"value": answer.degrees})


def refuse_facings(view: TableView, request: StandUp, answer: Facings) -> Refusal | None:
    """Rules: bpre.cleanup.2."""
    fine = set(answer.by) == set(request.actors) and all(0 <= turn < 360 for turn in answer.by.values())
    return None if fine else Refusal("bpre.cleanup.2", {"needed": request.actors})
