"""Legal answers by chance: a random player that shoots at what it sees and keeps moving."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from firelane.bpre.able import door_cost, finishing_targets, refuse_attack, targets
from firelane.bpre.acts import AnyAct, Attack, CallFires, Go, UseDoor
from firelane.bpre.asking import (
    Activate,
    Acts,
    ChooseEdge,
    ChooseStructure,
    Decline,
    Doors,
    Edge,
    Facings,
    Fire,
    GoOn,
    Hand,
    Hold,
    Maneuver,
    OfferCards,
    PassPhase,
    PickHand,
    Placement,
    PlaceUnits,
    PlayCard,
    React,
    SetDoors,
    Shoot,
    StandUp,
    Structure,
    Throw,
    Turned,
    TurnTemplate,
    Work,
)
from firelane.bpre.cards import WITH_ATTACK, Card, interventions, refuse_declared
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving, Subject
from firelane.bpre.goals import works
from firelane.bpre.judging import Plan, TableView, hand_size, plan_of, refuse_acts, refuse_go
from firelane.bpre.names import BASE, DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.situation import has_skill, movement
from firelane.bpre.space import bearing, doors, field_of, structures, survey
from firelane.bpre.world import RedEarthWorld, Unit, on_table
from firelane.bpre.zones import some_places
from firelane.core.requests import Answer
from firelane.core.state import with_record
from firelane.table.things import Door, Piece

TRIES = 3
"""How many ways are tried before a unit stays where it is."""


# Set-up


def sample_hand(view: TableView, request: PickHand, generator: Random) -> Hand:
    return Hand(tuple(generator.sample(interventions(EDITION, view.seat), hand_size(view.seat))))


def sample_structure(view: TableView, request: ChooseStructure, generator: Random) -> Structure:
    return Structure(generator.choice(structures(field_of(view.table.world))))


def sample_edge(view: TableView, request: ChooseEdge, generator: Random) -> Edge:
    return Edge(generator.choice(request.edges))


def sample_doors(view: TableView, request: SetDoors, generator: Random) -> Doors:
    """Mostly as the map has them."""
    found = doors(field_of(view.table.world))
    turned = generator.choice(found).name if generator.random() < 0.3 else ""
    return Doors(tuple(d.name for d in found if (d.door is Door.CLOSED) != (d.name == turned)))


def sample_placement(view: TableView, request: PlaceUnits, generator: Random) -> Placement:
    """Anywhere in the zone, facing the middle of the battlespace more or less."""
    world = view.table.world
    here = survey(world)
    plain = field_of(replace(world, doors={}))
    taken = [(u.x, u.y) for u in on_table(world)]
    spots = some_places(plain, request.zone, len(request.actors), taken, generator)
    middle = here.field.width // 2, here.field.depth // 2
    at = {
        name: (x, y, (bearing(x, y, *middle) + generator.randrange(-60, 61)) % 360)
        for name, (x, y) in zip(request.actors, spots, strict=False)
    }
    return Placement(at)


# Activations


def sample_go(view: TableView, request: Activate, generator: Random) -> Answer:
    """Shoot where something can be shot at, else move; pass when there is nothing to do."""
    world = view.table.world
    if request.phase == MANEUVER:
        unit = world.units[generator.choice(request.actors)]
        if generator.random() < 0.02:
            return PassPhase()
        left = movement(EDITION, world, unit).total
        return Maneuver(unit.id, _plan(world, Plan(unit=unit, left=left), generator))
    units = list(request.actors)
    generator.shuffle(units)
    for name in units:
        unit = world.units[name]
        for what in works(EDITION, world, unit) if request.phase == DIRECT_FIRE else ():
            return Work(name, what)
        thrown = _throw(view, request, unit, generator)
        if thrown is not None:
            return thrown
        finishing = request.phase == FINISHING
        found = finishing_targets(world, unit) if finishing else targets(world, unit, DIRECT_FIRE)
        if found and generator.random() < 0.9:
            target = generator.choice(found)
            return Fire(name, target, _cards(world, unit, target, request.phase, generator))
    if request.phase == DIRECT_FIRE and generator.random() < 0.02:
        return Work(units[0])
    return PassPhase()


def _throw(view: TableView, request: Activate, unit: Unit, generator: Random) -> Throw | None:
    """A grenade near an opponent, now and then."""
    world = view.table.world
    if request.phase != DIRECT_FIRE or not has_skill(world, unit, "frag") or generator.random() > 0.3:
        return None
    foes = on_table(world, other(unit.seat))
    if not foes:
        return None
    foe = generator.choice(foes)
    throw = Throw(unit.id, foe.x + generator.randrange(-1500, 1501), foe.y + generator.randrange(-1500, 1501))
    return throw if refuse_go(view, request, throw) is None else None


def _cards(
    world: RedEarthWorld, unit: Unit, target: str, occasion: str, generator: Random
) -> tuple[str, ...]:
    """A card from the hand that can be named with an attack, now and then."""
    if generator.random() > 0.3:
        return ()
    subject = Subject(unit=target, by=unit.id, occasion=occasion)
    side = world.sides[unit.seat]
    for card in (*side.hand, *side.specials):
        if WITH_ATTACK in EDITION.data(card, Card).declared and not refuse_declared(
            EDITION, world, unit.seat, WITH_ATTACK, (card,), subject
        ):
            return (card,)
    return ()


def _plan(world: RedEarthWorld, plan: Plan, generator: Random) -> tuple[AnyAct, ...]:
    """Somewhere, perhaps through a door, with a shot before or after it."""
    acts: list[AnyAct] = []
    first = generator.random() < 0.3
    if first:
        acts += _shot(world, plan, generator)
    fires = _fires(world, plan, generator)
    if fires is not None:
        return (*acts, fires)
    way = _door(world, plan, generator) if generator.random() < 0.15 else None
    acts += way or _somewhere(world, plan, generator)
    last = acts[-1]
    if not acts or not isinstance(last, Go) or (first and len(acts) > 1 and isinstance(acts[0], Attack)):
        return tuple(acts)
    x, y = last.route[-1] if last.route else (plan.unit.x, plan.unit.y)
    there = replace(plan.unit, x=x, y=y, facing=last.facing)
    moved = replace(world, units=with_record(world.units, there.id, there))
    return (*acts, *_shot(moved, Plan(there, 0, plan.attacked), generator))


def _shot(world: RedEarthWorld, plan: Plan, generator: Random) -> list[AnyAct]:
    if plan.attacked:
        return []
    unit = plan.unit
    seen = [
        name
        for name in sorted(survey(world).free_sight(unit.id))
        if refuse_attack(world, unit, world.units[name], MANEUVER, "") is None
    ]
    if not seen:
        return []
    target = generator.choice(seen)
    return [Attack(target, _cards(world, unit, target, MANEUVER, generator))]


def _fires(world: RedEarthWorld, plan: Plan, generator: Random) -> CallFires | None:
    fires = world.sides[plan.unit.seat].fires
    if not fires or not has_skill(world, plan.unit, "glint"):
        return None
    for name in sorted(survey(world).free_sight(plan.unit.id)):
        act = CallFires(generator.choice(fires), target=name)
        if refuse_acts(world, plan, (act,)) is None:
            return act
    return None


def _somewhere(world: RedEarthWorld, plan: Plan, generator: Random) -> list[AnyAct]:
    """A straight way to a place in reach, or none."""
    unit, here = plan.unit, survey(world)
    field = here.field
    foes = on_table(world, other(unit.seat))
    foe = generator.choice(foes) if foes else unit
    for _ in range(TRIES):
        far = plan.left * math.sqrt(generator.uniform(0.1, 1.0))
        towards = math.atan2(foe.y - unit.y, foe.x - unit.x) + generator.gauss(0.0, 1.2)
        x = min(max(unit.x + round(far * math.cos(towards)), BASE), field.width - BASE)
        y = min(max(unit.y + round(far * math.sin(towards)), BASE), field.depth - BASE)
        if (x, y) != (unit.x, unit.y) and here.way(unit.id, ((x, y),), plan.left, not plan.crossed).legal:
            return [Go(((x, y),), _looking(x, y, foe, generator))]
    return [Go((), _looking(unit.x, unit.y, foe, generator))]


def _looking(x: int, y: int, foe: Unit, generator: Random) -> int:
    return (bearing(x, y, foe.x, foe.y) + generator.randrange(-40, 41)) % 360


def _door(world: RedEarthWorld, plan: Plan, generator: Random) -> list[AnyAct] | None:
    """To a door, and open or close it."""
    unit, here = plan.unit, survey(world)
    near = [
        (door, spot)
        for door in doors(here.field)
        if door.door is not Door.DESTROYED
        for spot in beside(door)
        if (spot[0] - unit.x) ** 2 + (spot[1] - unit.y) ** 2 < plan.left**2
    ]
    if not near:
        return None
    door, spot = generator.choice(near)
    cost = door_cost(world, unit, door.door is Door.CLOSED, plan.doors)
    acts: list[AnyAct] = [UseDoor(door.name)]
    if spot != (unit.x, unit.y):
        acts.insert(0, Go((spot,), bearing(*spot, *_middle(door))))
    return acts if cost <= plan.left and refuse_acts(world, plan, tuple(acts)) is None else None


@lru_cache(maxsize=512)
def beside(door: Piece) -> tuple[tuple[int, int], ...]:
    """The places right before a door, on either side: where a base touches it."""
    x, y = _middle(door)
    (ax, ay), (bx, by), (cx, cy) = door.footprint[:3]
    along = (
        (bx - ax, by - ay)
        if math.dist((ax, ay), (bx, by)) > math.dist((bx, by), (cx, cy))
        else (cx - bx, cy - by)
    )
    length = math.hypot(*along)
    thick = min(math.dist((ax, ay), (bx, by)), math.dist((bx, by), (cx, cy)))
    far = thick / 2 + BASE / 2 + 2
    px, py = -along[1] / length * far, along[0] / length * far
    return (round(x + px), round(y + py)), (round(x - px), round(y - py))


def _middle(door: Piece) -> tuple[int, int]:
    xs, ys = zip(*door.footprint, strict=True)
    return sum(xs) // len(xs), sum(ys) // len(ys)


def sample_more(view: TableView, request: GoOn, generator: Random) -> Acts:
    if generator.random() < 0.2:
        return Acts()
    frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
    world = view.table.world
    return Acts(_plan(world, plan_of(world, frame), generator))


# Windows


def sample_reaction(view: TableView, request: React, generator: Random) -> Shoot | Hold:
    if generator.random() < 0.4:
        return Hold()
    name = generator.choice(request.actors)
    unit = view.table.world.units[name]
    return Shoot(name, _cards(view.table.world, unit, request.mover, IMMEDIATE_ACTION, generator))


def sample_card(view: TableView, request: OfferCards, generator: Random) -> PlayCard | Decline:
    side = view.table.world.sides[view.seat]
    held = [card for card in request.cards if card in (*side.hand, *side.specials)]
    return PlayCard(generator.choice(held)) if held and generator.random() < 0.7 else Decline()


def sample_turned(view: TableView, request: TurnTemplate, generator: Random) -> Turned:
    return Turned(generator.randrange(36))


def sample_facings(view: TableView, request: StandUp, generator: Random) -> Facings:
    return Facings({name: generator.randrange(360) for name in request.actors})
