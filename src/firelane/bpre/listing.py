"""Answers to choose from by hand, where a short list serves: every shot, and moves in the main directions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from firelane.bpre.able import finishing_targets, targets
from firelane.bpre.acts import AnyAct, Attack, Go, UseDoor
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
    PassPhase,
    PickHand,
    PlayCard,
    React,
    Shoot,
    Structure,
    Turned,
    TurnTemplate,
    Work,
)
from firelane.bpre.cards import interventions
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving
from firelane.bpre.goals import works
from firelane.bpre.judging import Plan, TableView, hand_size, plan_of, refuse_acts
from firelane.bpre.names import DIRECT_FIRE, FINISHING
from firelane.bpre.situation import movement
from firelane.bpre.space import adjacent, doors, field_of, structures, survey
from firelane.bpre.world import RedEarthWorld
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
    for name in request.actors:
        unit = world.units[name]
        if request.phase == DIRECT_FIRE:
            yield from (Fire(name, target) for target in targets(world, unit, DIRECT_FIRE))
            yield Work(name)
            yield from (Work(name, what) for what in works(EDITION, world, unit))
        elif request.phase == FINISHING:
            yield from (Fire(name, target) for target in finishing_targets(world, unit))
        else:
            left = movement(EDITION, world, unit).total
            yield from (Maneuver(name, acts) for acts in list_acts(world, Plan(unit, left)))
    yield PassPhase()


def list_more(view: TableView, request: GoOn) -> Iterator[Acts]:
    frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
    world = view.table.world
    yield from (Acts(acts) for acts in list_acts(world, plan_of(world, frame)))
    yield Acts()


def list_acts(world: RedEarthWorld, plan: Plan) -> Iterator[tuple[AnyAct, ...]]:
    """Shots from here, a door at hand, and ways in eight directions, far and near."""
    unit = plan.unit
    tries: list[tuple[AnyAct, ...]] = [(Go((), unit.facing),)]
    tries += [(Attack(name),) for name in sorted(survey(world).free_sight(unit.id))]
    tries += [(UseDoor(door.name),) for door in doors(field_of(world)) if adjacent(unit, door)]
    for degrees in range(0, 360, 45):
        for part in (1.0, 0.5):
            far = plan.left * part - 1
            x = unit.x + round(far * math.cos(math.radians(degrees)))
            y = unit.y + round(far * math.sin(math.radians(degrees)))
            tries.append((Go(((x, y),), degrees),))
    yield from (acts for acts in tries if refuse_acts(world, plan, acts) is None)


def list_reactions(view: TableView, request: React) -> Iterator[Shoot | Hold]:
    yield from map(Shoot, request.actors)
    yield Hold()


def list_cards(view: TableView, request: OfferCards) -> Iterator[PlayCard | Decline]:
    side = view.table.world.sides[view.seat]
    yield from (PlayCard(card) for card in request.cards if card in (*side.hand, *side.specials))
    yield Decline()


def list_turns(view: TableView, request: TurnTemplate) -> Iterator[Turned]:
    yield from map(Turned, range(0, 36, 6))
