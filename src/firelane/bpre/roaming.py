"""Maneuvers by chance: somewhere, through a door, to cover, with a shot, a strike or a vest."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from firelane.bpre.able import crossings, refuse_attack
from firelane.bpre.acts import AnyAct, Attack, CallFires, Detonate, Go, UseDoor
from firelane.bpre.cards import DOOR_IS_YOURS, WITH_ATTACK, held, refuse_declared
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Subject
from firelane.bpre.names import BASE, FINISHING, MANEUVER, other
from firelane.bpre.planning import Plan, refuse_acts
from firelane.bpre.situation import has_skill
from firelane.bpre.skills import JAMMED
from firelane.bpre.space import (
    MOVE,
    Survey,
    bearing,
    doors,
    over_touched_cover,
    survey,
    within,
)
from firelane.bpre.world import RedEarthWorld, Unit, on_table
from firelane.core.state import with_record
from firelane.table.prospects import prospects
from firelane.table.surfaces import ground_plan
from firelane.table.things import Door, Piece

SPREAD = 2.4
"""How widely units stray from the way to an opponent, in radians, by a sum of three draws."""
TRIES = 3
"""How many ways are tried before a unit stays where it is."""


def some_cards(
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


def some_plan(world: RedEarthWorld, plan: Plan, generator: Random) -> tuple[AnyAct, ...]:
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
    acts += way or somewhere(world, plan, generator)
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
    return [Attack(target, some_cards(world, unit, target, MANEUVER, generator))]


def _fires(world: RedEarthWorld, plan: Plan, generator: Random) -> CallFires | None:
    fires = world.sides[plan.unit.seat].fires
    if not fires or not has_skill(world, plan.unit, "glint"):
        return None
    for name in sorted(survey(world).free_sight(plan.unit.id)):
        act = CallFires(generator.choice(fires), target=name)
        if refuse_acts(world, plan, (act,)) is None:
            return act
    return None


def somewhere(world: RedEarthWorld, plan: Plan, generator: Random) -> list[AnyAct]:
    """A straight way to a place in reach, or none."""
    unit, here = plan.unit, survey(world)
    field = here.field
    foes = on_table(world, other(unit.seat))
    foe = generator.choice(foes) if foes else unit
    spots: list[tuple[int, int]] = []
    ahead, chance = math.atan2(foe.y - unit.y, foe.x - unit.x), generator.random
    for _ in range(TRIES):
        far = plan.left * math.sqrt(0.1 + 0.9 * chance())
        towards = ahead + SPREAD * (chance() + chance() + chance() - 1.5)
        x = min(max(unit.x + round(far * math.cos(towards)), BASE), field.width - BASE)
        y = min(max(unit.y + round(far * math.sin(towards)), BASE), field.depth - BASE)
        spots.append((x, y))
    for x, y in _passable(here, unit, spots):
        if here.way(unit.id, ((x, y),), plan.left, crossings(world, plan.crossed)).legal:
            return [Go(((x, y),), _looking(x, y, foe, generator))]
    return [Go((), _looking(unit.x, unit.y, foe, generator))]


def _passable(here: Survey, unit: Unit, spots: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those places to which nothing plainly bars a straight way: to be looked at more closely."""
    away = [spot for spot in spots if spot != (unit.x, unit.y)]
    return prospects(ground_plan(here.field), here.figures[unit.id], MOVE).worth(
        unit.x, unit.y, away, here.all
    )


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
    drawn = generator.sample(near, min(TRIES, len(near)))
    free = set(_passable(here, unit, [spot for _, spot in drawn]))
    for door, spot in drawn:
        if spot not in free and spot != (unit.x, unit.y):
            continue
        acts: list[AnyAct] = [UseDoor(door.name, cards)]
        if spot != (unit.x, unit.y):
            acts.insert(0, Go((spot,), bearing(*spot, *_middle(door))))
        if refuse_acts(world, plan, tuple(acts)) is None:
            return acts
    return None


def _to_rest(world: RedEarthWorld, plan: Plan, generator: Random) -> list[AnyAct] | None:
    """To cover over which a weapon can be rested, an opponent beyond it; who rests mostly stays."""
    unit, here = plan.unit, survey(world)
    foes = on_table(world, other(unit.seat))
    if not foes:
        return None
    foe = min(foes, key=lambda one: math.dist((one.x, one.y), (unit.x, unit.y)))
    if over_touched_cover(world, unit, foe) and generator.random() < 0.8:
        return [Go((), bearing(unit.x, unit.y, foe.x, foe.y))]
    near = [
        spot
        for piece in here.field.pieces
        if piece.waist_high
        for spot in beside(piece)
        if spot != (unit.x, unit.y)
        and math.dist(spot, (unit.x, unit.y)) < plan.left
        and math.dist(spot, (foe.x, foe.y)) > math.dist(_middle(piece), (foe.x, foe.y))
    ]
    for spot in _passable(here, unit, generator.sample(near, min(TRIES, len(near)))):
        acts: list[AnyAct] = [Go((spot,), bearing(*spot, foe.x, foe.y))]
        if refuse_acts(world, plan, tuple(acts)) is None:
            return acts
    return None


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
