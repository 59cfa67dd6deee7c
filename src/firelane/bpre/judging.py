"""Whether an answer is allowed, from the player's view alone."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre import teams
from firelane.bpre.able import (
    finishing_targets,
    is_eligible,
    refuse_activation,
    targets,
)
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
    FIRE_FOR_EFFECT,
    HAND,
    TIMELINE,
    TUNNEL_RATS,
    WITH_ACTIVATION,
    WITH_ATTACK,
    Card,
    held,
    interventions,
    refuse_declared,
)
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving, Subject
from firelane.bpre.goals import works
from firelane.bpre.names import DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.planning import (
    Plan,
    in_force,
    livelier,
    plan_of,
    refuse_acts,
    refuse_target,
    refuse_throw,
)
from firelane.bpre.rooms import free_structures
from firelane.bpre.situation import movement
from firelane.bpre.skills import burst_of
from firelane.bpre.space import (
    doors,
    field_of,
    point_within,
    structures,
    survey,
    touches,
)
from firelane.bpre.view import Table
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, on_table, unit_types
from firelane.bpre.zones import in_zone, room_left
from firelane.core.because import Refusal
from firelane.core.requests import Answer
from firelane.core.views import View
from firelane.table.things import Figure

TableView = View[Table]
WRONG_ACTOR = "core.not-asked"


# Set-up


def refuse_team(view: TableView, request: PickTeam, answer: Team) -> Refusal | None:
    """Rules: bpre.setup.1."""
    return teams.refuse_team(EDITION, view.table.world, view.seat, request.cp, answer)


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
    """In the zone, on free ground, nobody on another; who finds no room is left out."""
    world = view.table.world
    missing = set(request.actors) - set(answer.at)
    if missing:
        taken = [(u.x, u.y) for u in on_table(world)] + [(x, y) for x, y, _ in answer.at.values()]
        room = room_left(field_of(replace(world, doors={})), request.zone, taken)
    if (missing and room) or not set(answer.at) <= set(request.actors):
        return Refusal("bpre.setup.1", {"needed": request.actors})
    rule = request.rules[0]
    here = survey(world)
    placed: list[Figure] = []
    for name, (x, y, facing) in answer.at.items():
        figure = Figure(id=name, x=x, y=y, diameter=1000, side=view.seat)
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
        case Fire() if request.phase in (DIRECT_FIRE, FINISHING):  # bpre.turn.1
            return _refuse_fire(world, unit, request.phase, answer)
        case Throw() if request.phase == DIRECT_FIRE:  # bpre.turn.1
            return refuse_throw(world, unit, answer.x, answer.y, DIRECT_FIRE)
        case Work() if request.phase == DIRECT_FIRE:  # bpre.turn.1, bpre.direct-fire.11
            fine = not answer.what or answer.what in works(EDITION, world, unit)
            return None if fine else Refusal("bpre.direct-fire.11", {"what": answer.what})
        case Maneuver() if request.phase == MANEUVER or AMBUSH in cards or BAT_COUNTRY in cards:
            ready = in_force(world, view.seat, cards)
            left = movement(EDITION, ready, unit, cards).total
            return refuse_acts(ready, Plan(unit=unit, left=left, cards=cards), answer.acts)
        case _:
            return Refusal("bpre.turn.1", {"phase": request.phase})


def _refuse_fire(world: RedEarthWorld, unit: Unit, phase: str, answer: Fire) -> Refusal | None:
    """Rules: bpre.attack.1, bpre.direct-fire.3, bpre.finishing.3, bpre.finishing.base-contact.1."""
    several = FIRE_FOR_EFFECT in answer.cards
    wanted = (answer.target, *answer.spread) if several else (answer.target,)
    if phase == FINISHING:
        near = finishing_targets(world, unit)
        for target in wanted:
            if target not in near:
                adjacent = any(touches(unit, world.units[name]) for name in near)
                bound = adjacent and target in targets(world, unit, FINISHING)
                rule = "bpre.finishing.base-contact.1" if bound else "bpre.finishing.3"
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
    return refuse_target(world, unit, answer.target, phase, answer.cards, turning=False)


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
        plan, world = livelier(world, plan, answer.cards)
    return refuse_acts(world, plan, answer.acts)


# Windows


def refuse_reaction(view: TableView, request: React, answer: Answer) -> Refusal | None:
    """Rules: bpre.immediate-action.1."""
    if isinstance(answer, Hold):
        return None
    assert isinstance(answer, Shoot)
    if answer.unit not in request.actors:  # bpre.immediate-action.1
        return Refusal("bpre.immediate-action.1", {"unit": answer.unit})
    world = view.table.world
    unit = world.units[answer.unit]
    refusal = _refuse_spread(world, unit, request.mover, IMMEDIATE_ACTION, None, answer.spread)
    if refusal is not None:
        return refusal
    return refuse_target(world, unit, request.mover, IMMEDIATE_ACTION, answer.cards, turning=False)


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
    for kind in answer.units:  # bpre.special.set-support-element.2
        if kind not in costs:
            return Refusal("bpre.capability-points.2", {"unit": kind})
    spent = sum(costs[kind] for kind in answer.units)
    fine = spent <= request.cp  # bpre.special.set-support-element.2
    return None if fine else Refusal(request.rules[0], {"value": spent, "limit": request.cp})


def refuse_turned(view: TableView, request: TurnTemplate, answer: Turned) -> Refusal | None:
    """Rules: bpre.frag-detonation.2."""
    fine = 0 <= answer.degrees < 360
    return None if fine else Refusal("bpre.frag-detonation.2", {"value": answer.degrees})


def refuse_facings(view: TableView, request: StandUp, answer: Facings) -> Refusal | None:
    """Rules: bpre.cleanup.2."""
    fine = set(answer.by) == set(request.actors) and all(0 <= turn < 360 for turn in answer.by.values())
    return None if fine else Refusal("bpre.cleanup.2", {"needed": request.actors})
