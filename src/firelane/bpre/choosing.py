"""Legal answers by chance: a random player that shoots at what it sees and keeps moving."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from firelane.bpre.able import finishing_targets, is_eligible, targets
from firelane.bpre.acts import AnyAct, Detonate, ThrowFrag
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
    Own,
    PassPhase,
    PickHand,
    PickOwn,
    PickSupport,
    Placement,
    PlaceUnits,
    PlayCard,
    React,
    SetDoors,
    Shoot,
    StandUp,
    Structure,
    Support,
    Throw,
    Turned,
    TurnTemplate,
    Work,
)
from firelane.bpre.cards import (
    AMBUSH,
    BAT_COUNTRY,
    FIRE_FOR_EFFECT,
    FRAG_OUT,
    GO_PILLS,
    LIFT_AND_SHIFT,
    Card,
    held,
    interventions,
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
from firelane.bpre.names import BASE, DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.planning import Plan, in_force, plan_of, refuse_acts
from firelane.bpre.roaming import some_cards, some_plan, somewhere
from firelane.bpre.rooms import free_places
from firelane.bpre.situation import has_skill, movement
from firelane.bpre.skills import burst_of
from firelane.bpre.space import bearing, doors, field_of, point_within, structures, survey, within
from firelane.bpre.world import RedEarthWorld, Unit, on_table, unit_types
from firelane.bpre.zones import drawn, some_places
from firelane.core.requests import Answer
from firelane.table.things import Door, Figure

FREEING = frozenset({AMBUSH, BAT_COUNTRY, LIFT_AND_SHIFT})
"""Cards that let a unit act which could not otherwise, or as it could not."""
SPARE = 8
"""How many more places are drawn than needed: doors may be set otherwise than on the map."""


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
    tried = some_places(plain, request.zone, len(request.actors) + SPARE, taken, generator)
    spots = [(x, y) for x, y in tried if here.stands_free(Figure(id="", x=x, y=y, diameter=BASE))]
    if len(spots) < len(request.actors):
        spots = free_places(world, request.zone, len(request.actors))
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
    units = drawn(request.actors, generator)
    if request.phase == MANEUVER:
        return _maneuver(view, request, units, generator)
    saves_up = request.phase == DIRECT_FIRE and FRAG_OUT in held(world, view.seat)
    for name in units:
        unit = world.units[name]
        for what in works(EDITION, world, unit) if request.phase == DIRECT_FIRE else ():
            return Work(name, what)
        if saves_up and has_skill(world, unit, "frag") and generator.random() < 0.5:
            continue  # it keeps its grenade for the Maneuver Phase
        found = _throw(view, request, unit, generator) or _by_card(view, request, unit, generator)
        if found is not None:
            return found
        finishing = request.phase == FINISHING
        seen = finishing_targets(world, unit) if finishing else targets(world, unit, DIRECT_FIRE)
        if seen and is_eligible(world, unit, request.phase) and generator.random() < 0.9:
            fire = _fire(world, unit, generator.choice(seen), seen, request.phase, generator)
            return fire if refuse_go(view, request, fire) is None else Fire(name, fire.target)
    if request.phase == DIRECT_FIRE and generator.random() < 0.02:
        return Work(generator.choice(request.actors))
    return PassPhase()


def _maneuver(view: TableView, request: Activate, units: Iterable[str], generator: Random) -> Answer:
    """A unit on its way, perhaps with a card that is for the whole activation."""
    world = view.table.world
    if generator.random() < 0.02:
        return PassPhase()
    for name in units:
        unit = world.units[name]
        if not is_eligible(world, unit, MANEUVER):
            found = _by_card(view, request, unit, generator)
            if found is not None:
                return found
            continue
        if FRAG_OUT in held(world, view.seat) and has_skill(world, unit, "frag"):
            thrown = _near_foe(world, unit, generator)
            go = Maneuver(name, (ThrowFrag(*thrown),), (FRAG_OUT,)) if thrown else None
            if go is not None and refuse_go(view, request, go) is None:
                return go
        cards = (GO_PILLS,) if GO_PILLS in held(world, view.seat) and generator.random() < 0.3 else ()
        ready = in_force(world, view.seat, cards)
        left = movement(EDITION, ready, unit, cards).total
        return Maneuver(name, some_plan(ready, Plan(unit=unit, left=left, cards=cards), generator), cards)
    return PassPhase()


def _by_card(view: TableView, request: Activate, unit: Unit, generator: Random) -> Maneuver | None:
    """A unit that a card from the hand lets act, mostly."""
    world = view.table.world
    for card in held(world, unit.seat):
        if card not in FREEING or generator.random() < 0.2:
            continue
        phases = EDITION.data(card, Card).phases
        if phases and request.phase not in phases:
            continue
        left = movement(EDITION, world, unit, (card,)).total
        plan = Plan(unit=unit, left=left, cards=(card,), attacked=True)
        acts: list[AnyAct] = somewhere(world, plan, generator)
        if card == AMBUSH:
            acts.append(Detonate())
        go = Maneuver(unit.id, tuple(acts), (card,))
        if refuse_go(view, request, go) is None:
            return go
    return None


def _fire(
    world: RedEarthWorld, unit: Unit, target: str, seen: list[str], occasion: str, generator: Random
) -> Fire:
    """An attack, with a card now and then, and hits shared out where there are several."""
    cards = some_cards(world, unit, target, occasion, generator)
    if FIRE_FOR_EFFECT in cards:
        others = [name for name in seen if name != target]
        return Fire(unit.id, target, cards, spread=tuple(generator.sample(others, min(2, len(others)))))
    return Fire(unit.id, target, cards, spread=_spread(world, unit, target, occasion, generator))


def _spread(
    world: RedEarthWorld, unit: Unit, target: str, occasion: str, generator: Random
) -> tuple[str, ...]:
    """Somebody else near the target for the second hit, now and then."""
    burst = burst_of(EDITION, world, unit, occasion)
    if burst is None or generator.random() < 0.5:
        return ()
    aim = world.units[target]
    near = [
        name
        for name in sorted(survey(world).in_sight(unit.id))
        if name != target and point_within(world.units[name], aim.x, aim.y, burst.spread)
    ]
    return (generator.choice(near),) if near else ()


def _throw(view: TableView, request: Activate, unit: Unit, generator: Random) -> Throw | None:
    """A grenade near an opponent, now and then."""
    world = view.table.world
    if request.phase != DIRECT_FIRE or not has_skill(world, unit, "frag") or generator.random() > 0.6:
        return None
    spot = _near_foe(world, unit, generator)
    throw = Throw(unit.id, *spot) if spot else None
    return throw if throw is not None and refuse_go(view, request, throw) is None else None


def _near_foe(world: RedEarthWorld, unit: Unit, generator: Random) -> tuple[int, int] | None:
    """A point near an opponent, if there is one: rather one in sight and within a throw."""
    foes = on_table(world, other(unit.seat))
    seen = survey(world).in_sight(unit.id)
    near = [foe for foe in foes if foe.id in seen and within(unit, foe, 9000)] or foes
    if not near:
        return None
    foe, far = generator.choice(near), 300 if foes is not near else 1500
    return foe.x + generator.randrange(-far, far + 1), foe.y + generator.randrange(-far, far + 1)


def sample_more(view: TableView, request: GoOn, generator: Random) -> Acts:
    frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
    world = view.table.world
    plan = plan_of(world, frame)
    if AMBUSH in frame.cards:
        return Acts((Detonate(),))
    if FRAG_OUT in frame.cards or generator.random() < 0.2:
        return Acts()
    acts = Acts(some_plan(world, plan, generator))
    return acts if refuse_acts(world, plan, acts.acts) is None else Acts()


# Windows


def sample_reaction(view: TableView, request: React, generator: Random) -> Shoot | Hold:
    if generator.random() < 0.4:
        return Hold()
    name = generator.choice(request.actors)
    unit = view.table.world.units[name]
    world = view.table.world
    cards = some_cards(world, unit, request.mover, IMMEDIATE_ACTION, generator)
    return Shoot(name, cards, _spread(world, unit, request.mover, IMMEDIATE_ACTION, generator))


def sample_card(view: TableView, request: OfferCards, generator: Random) -> PlayCard | Decline:
    world = view.table.world
    mine = [card for card in request.cards if card in held(world, view.seat)]
    if not mine or generator.random() < 0.3:
        return Decline(again=generator.random() < 0.5)
    card = generator.choice(mine)
    choices = card_choices(world, view.seat, card)
    return PlayCard(card, generator.choice(choices) if choices else "")


def sample_own(view: TableView, request: PickOwn, generator: Random) -> Own:
    return Own(generator.choice(request.actors))


def sample_support(view: TableView, request: PickSupport, generator: Random) -> Support:
    """One unit that can be paid for."""
    able = [c.key for c in unit_types(view.table.world) if c.faction == view.seat and c.cp <= request.cp]
    return Support((generator.choice(able),) if able else ())


def sample_turned(view: TableView, request: TurnTemplate, generator: Random) -> Turned:
    return Turned(generator.randrange(36))


def sample_facings(view: TableView, request: StandUp, generator: Random) -> Facings:
    return Facings({name: generator.randrange(360) for name in request.actors})
