"""Legal answers by chance: a random player that shoots at what it sees and keeps moving."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from firelane.bpre.able import crossings, finishing_targets, is_eligible, refuse_attack, targets
from firelane.bpre.acts import AnyAct, Attack, CallFires, Detonate, Go, ThrowFrag, UseDoor
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
    DOOR_IS_YOURS,
    FIRE_FOR_EFFECT,
    FRAG_OUT,
    GO_PILLS,
    LIFT_AND_SHIFT,
    WITH_ATTACK,
    held,
    interventions,
    refuse_declared,
)
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving, Subject
from firelane.bpre.judging import (
    Plan,
    TableView,
    card_choices,
    hand_size,
    in_force,
    plan_of,
    refuse_acts,
    refuse_go,
)
from firelane.bpre.names import BASE, DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.situation import has_skill, movement
from firelane.bpre.skills import JAMMED, burst_of
from firelane.bpre.space import bearing, doors, field_of, point_within, structures, survey, within
from firelane.bpre.taskings import tasking_of
from firelane.bpre.units import UnitType
from firelane.bpre.world import RedEarthWorld, Unit, on_table, unit_types
from firelane.bpre.zones import some_places
from firelane.core.requests import Answer
from firelane.core.state import with_record
from firelane.table.things import Door, Figure, Piece

TRIES = 3
"""How many ways are tried before a unit stays where it is."""
SPARE = 8
"""How many more places are drawn than needed: doors may be set otherwise than on the map."""


# Set-up


def sample_team(view: TableView, request: PickTeam, generator: Random) -> Team:
    """Units as they come, until no more can be paid for."""
    world = view.table.world
    cards = [card for card in unit_types(world) if card.faction == view.seat]
    limits = [limit for limit in tasking_of(EDITION, world).limits if limit.force == view.seat]
    picked = [limit.unit for limit in limits if limit.unit for _ in range(limit.least)]
    left = request.cp - sum(card.cp for name in picked for card in cards if card.key == name)
    while True:
        able: list[UnitType] = [card for card in cards if card.cp <= left]
        if not able:
            return Team(tuple(picked))
        chosen = generator.choice(able)
        picked.append(chosen.key)
        left -= chosen.cp


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
    units = list(request.actors)
    generator.shuffle(units)
    if request.phase == MANEUVER:
        return _maneuver(view, request, units, generator)
    for name in units:
        unit = world.units[name]
        found = _throw(view, request, unit, generator) or _by_card(view, request, unit, generator)
        if found is not None:
            return found
        finishing = request.phase == FINISHING
        seen = finishing_targets(world, unit) if finishing else targets(world, unit, DIRECT_FIRE)
        if seen and is_eligible(world, unit, request.phase) and generator.random() < 0.9:
            fire = _fire(world, unit, generator.choice(seen), seen, request.phase, generator)
            return fire if refuse_go(view, request, fire) is None else Fire(name, fire.target)
    if request.phase == DIRECT_FIRE and generator.random() < 0.02:
        return Work(units[0])
    return PassPhase()


def _maneuver(view: TableView, request: Activate, units: list[str], generator: Random) -> Answer:
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
        return Maneuver(name, _plan(ready, Plan(unit=unit, left=left, cards=cards), generator), cards)
    return PassPhase()


def _by_card(view: TableView, request: Activate, unit: Unit, generator: Random) -> Maneuver | None:
    """A unit that a card from the hand lets act, mostly."""
    world = view.table.world
    for card in held(world, unit.seat):
        if card not in (AMBUSH, BAT_COUNTRY, LIFT_AND_SHIFT) or generator.random() < 0.2:
            continue
        left = movement(EDITION, world, unit, (card,)).total
        plan = Plan(unit=unit, left=left, cards=(card,), attacked=True)
        acts: list[AnyAct] = _somewhere(world, plan, generator)
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
    cards = _cards(world, unit, target, occasion, generator)
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
    foe, far = generator.choice(near), 500 if foes is not near else 1500
    return foe.x + generator.randrange(-far, far + 1), foe.y + generator.randrange(-far, far + 1)


def _cards(
    world: RedEarthWorld, unit: Unit, target: str, occasion: str, generator: Random
) -> tuple[str, ...]:
    """A card from the hand that can be named with an attack, now and then."""
    if generator.random() > (0.8 if occasion == FINISHING else 0.3):
        return ()
    subject = Subject(unit=target, by=unit.id, occasion=occasion)
    fine = [
        card
        for card in held(world, unit.seat)
        if not refuse_declared(EDITION, world, unit.seat, (WITH_ATTACK,), (card,), subject)
    ]
    return (generator.choice(fine),) if fine else ()


def _plan(world: RedEarthWorld, plan: Plan, generator: Random) -> tuple[AnyAct, ...]:
    """Somewhere, perhaps through a door, with a shot before or after it."""
    acts: list[AnyAct] = []
    first = generator.random() < 0.3
    if first:
        acts += _shot(world, plan, generator)
    fires = _fires(world, plan, generator)
    if fires is not None:
        return (*acts, fires)
    likely = 0.9 if has_skill(world, plan.unit, "doorkicker") else 0.15
    way = _door(world, plan, generator) if generator.random() < likely else None
    if way is None and has_skill(world, plan.unit, "bipod"):
        way = _to_rest(world, plan, generator)
    acts += way or _somewhere(world, plan, generator)
    last = acts[-1]
    if not acts or not isinstance(last, Go) or (first and len(acts) > 1 and isinstance(acts[0], Attack)):
        return tuple(acts)
    x, y = last.route[-1] if last.route else (plan.unit.x, plan.unit.y)
    there = replace(plan.unit, x=x, y=y, facing=last.facing)
    moved = replace(world, units=with_record(world.units, there.id, there))
    if _blows_up(moved, there, plan, generator):
        return (*acts, Detonate())
    return (*acts, *_shot(moved, Plan(there, 0, plan.attacked, cards=plan.cards), generator))


def _blows_up(world: RedEarthWorld, unit: Unit, plan: Plan, generator: Random) -> bool:
    """A vest goes off near opponents, and now and then anywhere."""
    if not has_skill(world, unit, "s-vest") or JAMMED in unit.used or plan.attacked:
        return False
    near = any(within(unit, foe, 2500) for foe in on_table(world, other(unit.seat)))
    return generator.random() < (0.8 if near else 0.03)


def _shot(world: RedEarthWorld, plan: Plan, generator: Random) -> list[AnyAct]:
    if plan.attacked:
        return []
    unit = plan.unit
    seen = [
        name
        for name in sorted(survey(world).free_sight(unit.id))
        if refuse_attack(world, unit, world.units[name], MANEUVER, "", plan.cards) is None
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
        if (x, y) != (unit.x, unit.y) and here.way(
            unit.id, ((x, y),), plan.left, crossings(world, plan.crossed)
        ).legal:
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
    kicks = has_skill(world, unit, "doorkicker")
    cards = (DOOR_IS_YOURS,) if DOOR_IS_YOURS in held(world, unit.seat) and not kicks else ()
    for door, spot in generator.sample(near, min(TRIES, len(near))):
        acts: list[AnyAct] = [UseDoor(door.name, cards)]
        if spot != (unit.x, unit.y):
            acts.insert(0, Go((spot,), bearing(*spot, *_middle(door))))
        if refuse_acts(world, plan, tuple(acts)) is None:
            return acts
    return None


def _to_rest(world: RedEarthWorld, plan: Plan, generator: Random) -> list[AnyAct] | None:
    """To cover over which a weapon can be rested, looking out over it."""
    unit, here = plan.unit, survey(world)
    near = [
        (piece, spot)
        for piece in here.field.pieces
        if piece.waist_high
        for spot in beside(piece)
        if spot != (unit.x, unit.y) and (spot[0] - unit.x) ** 2 + (spot[1] - unit.y) ** 2 < plan.left**2
    ]
    if not near:
        return None
    piece, spot = generator.choice(near)
    acts: list[AnyAct] = [Go((spot,), bearing(*spot, *_middle(piece)))]
    return acts if refuse_acts(world, plan, tuple(acts)) is None else None


@lru_cache(maxsize=512)
def beside(door: Piece) -> tuple[tuple[int, int], ...]:
    """The places right before a door or cover, on either side: where a base touches it."""
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
    frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
    world = view.table.world
    plan = plan_of(world, frame)
    if AMBUSH in frame.cards:
        return Acts((Detonate(),))
    if FRAG_OUT in frame.cards or generator.random() < 0.2:
        return Acts()
    acts = Acts(_plan(world, plan, generator))
    return acts if refuse_acts(world, plan, acts.acts) is None else Acts()


# Windows


def sample_reaction(view: TableView, request: React, generator: Random) -> Shoot | Hold:
    if generator.random() < 0.4:
        return Hold()
    name = generator.choice(request.actors)
    unit = view.table.world.units[name]
    world = view.table.world
    cards = _cards(world, unit, request.mover, IMMEDIATE_ACTION, generator)
    return Shoot(name, cards, _spread(world, unit, request.mover, IMMEDIATE_ACTION, generator))


def sample_card(view: TableView, request: OfferCards, generator: Random) -> PlayCard | Decline:
    world = view.table.world
    mine = [card for card in request.cards if card in held(world, view.seat)]
    if not mine or generator.random() < 0.3:
        return Decline(generator.choice(("attack", "once")))
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
