"""Answers to choose from by hand, where a short list serves: every shot, and moves in the main directions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from firelane.bpre.able import finishing_targets, is_eligible, targets
from firelane.bpre.acts import AnyAct, Attack, CallFires, Detonate, Go, ThrowFrag, UseDoor
from firelane.bpre.asking import (
    Activate,
    Acts,
    ChooseEdge,
    ChooseStructure,
    Decline,
    Edge,
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
    PlayCard,
    React,
    Shoot,
    Structure,
    Support,
    Turned,
    TurnTemplate,
    Work,
)
from firelane.bpre.cards import (
    DOOR_IS_YOURS,
    FIRE_FOR_EFFECT,
    WITH_ACTIVATION,
    held,
    interventions,
    is_declared,
)
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving
from firelane.bpre.goals import works
from firelane.bpre.judging import (
    TableView,
    card_choices,
    hand_size,
    refuse_go,
)
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.bpre.planning import Plan, plan_of, refuse_acts
from firelane.bpre.situation import has_skill, movement
from firelane.bpre.space import adjacent, doors, field_of, structures, survey
from firelane.bpre.world import RedEarthWorld, unit_types
from firelane.core.requests import Answer


def list_hands(view: TableView, request: PickHand) -> Iterator[Hand]:
    yield from (
        Hand(cards) for cards in combinations(interventions(EDITION, view.seat), hand_size(view.seat))
    )


def list_structures(view: TableView, request: ChooseStructure) -> Iterator[Structure]:
    yield from map(Structure, structures(field_of(view.table.world)))


def list_edges(view: TableView, request: ChooseEdge) -> Iterator[Edge]:
    yield from map(Edge, request.edges)


def list_goes(view: TableView, request: Activate) -> Iterator[Answer]:
    world = view.table.world
    cards = held(world, view.seat)
    for name in request.actors:
        unit = world.units[name]
        tries: list[Answer] = []
        if request.phase == MANEUVER:
            left = movement(EDITION, world, unit).total
            if is_eligible(world, unit, MANEUVER):
                tries += [Maneuver(name, acts) for acts in list_acts(world, Plan(unit, left))]
        else:
            finishing = request.phase == FINISHING
            seen = finishing_targets(world, unit) if finishing else targets(world, unit, DIRECT_FIRE)
            tries += [] if finishing else [Work(name, what) for what in ("", *works(EDITION, world, unit))]
            for target in seen:
                others = tuple(foe for foe in seen if foe != target)[:2]
                tries += [Fire(name, target)]
                tries += [Fire(name, target, (card,)) for card in cards]
                tries += [Fire(name, target, (FIRE_FOR_EFFECT,), spread=others)] if others else []
        yield from (go for go in tries if refuse_go(view, request, go) is None)
        yield from list_goes_by_card(view, request, name)
    yield PassPhase()


def list_goes_by_card(view: TableView, request: Activate, name: str) -> Iterator[Answer]:
    """What a unit may be activated for by a card of the hand that is declared with it."""
    world = view.table.world
    unit = world.units[name]
    for card in held(world, view.seat):
        if is_declared(EDITION, card, WITH_ACTIVATION):
            plan = Plan(unit, movement(EDITION, world, unit, (card,)).total, cards=(card,))
            tries = (Maneuver(name, acts, (card,)) for acts in list_acts(world, plan))
            yield from (go for go in tries if refuse_go(view, request, go) is None)


def list_more(view: TableView, request: GoOn) -> Iterator[Acts]:
    frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
    world = view.table.world
    plan = plan_of(world, frame)
    yield from (Acts(acts) for acts in list_acts(world, plan))
    if refuse_acts(world, plan, ()) is None:
        yield Acts()


def list_acts(world: RedEarthWorld, plan: Plan) -> Iterator[tuple[AnyAct, ...]]:
    """Shots from here, a door at hand, and ways in eight directions, far and near."""
    unit = plan.unit
    tries: list[tuple[AnyAct, ...]] = [(Go((), unit.facing),)]
    seen = sorted(survey(world).free_sight(unit.id))
    tries += [(Attack(name),) for name in seen]
    tries += [(CallFires(card, target=name),) for card in world.sides[unit.seat].fires for name in seen]
    tries += [(ThrowFrag(world.units[name].x, world.units[name].y),) for name in seen]
    near = [door.name for door in doors(field_of(world)) if adjacent(unit, door)]
    tries += [(UseDoor(door, cards),) for door in near for cards in ((), (DOOR_IS_YOURS,))]
    vest = has_skill(world, unit, "s-vest")
    tries += [(Detonate(),)] if vest else []
    for degrees in range(0, 360, 45):
        for part in (1.0, 0.5):
            far = plan.left * part - 1
            x = unit.x + round(far * math.cos(math.radians(degrees)))
            y = unit.y + round(far * math.sin(math.radians(degrees)))
            tries.append((Go(((x, y),), degrees),))
            tries += [(Go(((x, y),), degrees), Detonate())] if vest else []
    yield from (acts for acts in tries if refuse_acts(world, plan, acts) is None)


def list_reactions(view: TableView, request: React) -> Iterator[Shoot | Hold]:
    yield from map(Shoot, request.actors)
    yield Hold()


def list_cards(view: TableView, request: OfferCards) -> Iterator[PlayCard | Decline]:
    world = view.table.world
    for card in request.cards:
        if card in held(world, view.seat):
            yield from (PlayCard(card, to) for to in card_choices(world, view.seat, card) or ("",))
    yield Decline()
    yield Decline(again=True)


def list_own(view: TableView, request: PickOwn) -> Iterator[Own]:
    yield from map(Own, request.actors)


def list_support(view: TableView, request: PickSupport) -> Iterator[Support]:
    mine = [card for card in unit_types(view.table.world) if card.faction == view.seat]
    for count in range(3):
        for team in combinations_with_replacement(mine, count):
            if sum(card.cp for card in team) <= request.cp:
                yield Support(tuple(card.key for card in team))


def list_turns(view: TableView, request: TurnTemplate) -> Iterator[Turned]:
    yield from map(Turned, range(0, 36, 6))
