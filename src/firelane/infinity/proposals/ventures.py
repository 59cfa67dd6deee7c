"""Ways that lead to something, by chance: to an enemy, a patient, an objective, a roof, over a gap."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from firelane.core.fired import fired
from firelane.infinity.acting import check_move, move_rules
from firelane.infinity.bars import statement_of
from firelane.infinity.names import IMMOBILIZED, TARGETED, UNCONSCIOUS
from firelane.infinity.objectives import refuse_use
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Waypoint
from firelane.infinity.space import body, field_of, objective_body, on_table
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.movement import UPRIGHT_WAYS, MoveRules, Way
from firelane.table.movement import Waypoint as Leg
from firelane.table.polygons import twice_area
from firelane.table.reach import reachable
from firelane.table.surfaces import ground_plan
from firelane.table.things import Figure, Posture
from firelane.table.wandering import wandering

Route = tuple[Waypoint, ...]
Legs = tuple[Leg, ...]
OFTEN = 4
"""How many enemies an objective or a patient counts for when a goal is drawn."""
ANGLES = 4
"""How many places on the way are tried."""
CLIMBING = 0.06
"""How often a wall near by is climbed, or tried to be."""
SEARCHED = 0.004
"""How often all that can be reached is looked at, which takes long but finds what nobody thinks of."""


def venture(world: InfinityWorld, trooper: Trooper, reach: int, prone: bool, generator: Random) -> Route:
    """A way that the trooper can go, to something worth going to if it is near; empty if none is found."""
    facts = sheet(trooper.sheet)
    rules = move_rules(facts, reach)
    figure = replace(body(trooper), posture=Posture.PRONE if prone else Posture.STANDING)
    goals = list(_goals(world, trooper))
    near = [goal for goal in goals if _near(figure, goal, reach)]
    if near and generator.random() < 0.6:
        found = _beside(world, figure, generator.choice(near), rules, generator)
        if found:
            return found
    roll = generator.random()
    if roll < SEARCHED:
        return _searched(world, figure, goals, rules, generator)
    if roll < SEARCHED + CLIMBING:
        found = _up_a_wall(world, figure, rules, generator)
        if found:
            return found
    for way in _bent(world, figure, generator.choice(goals) if goals else None, rules, generator):
        if check_move(world, figure, way, rules).legal:
            return _cut_short(world, figure, way, rules, generator)
    return ()


def _bent(
    world: InfinityWorld, figure: Figure, goal: Figure | None, rules: MoveRules, generator: Random
) -> Iterator[Legs]:
    """Ways of two straight legs or to another level, as the scenery lets them be; the nearest to the goal
    first, and now and then those to another level."""
    paths = wandering(ground_plan(field_of(world)), figure, rules)
    here, reach = (figure.x, figure.y, figure.z), rules.allowance or 0
    if generator.random() < 0.3:
        links = list(paths.links(here, reach))
        generator.shuffle(links)
        yield from links[:2]
    mids = [_around(here, reach * generator.uniform(0.2, 0.7), generator) for _ in range(ANGLES)]
    found: list[Legs] = []
    for mid, first in zip(mids, paths.legs(here, mids), strict=True):
        if first is None:
            continue
        left = reach - math.ceil(math.dist(mid, here[:2])) - 1
        end = _around((*mid, figure.z), left * generator.uniform(0.3, 1.0), generator)
        second = paths.leg((*mid, figure.z), *end)
        legs = (Leg(*mid, figure.z, first),)
        found.append(legs if second is None else (*legs, Leg(*end, figure.z, second)))
    if goal is not None:
        found.sort(key=lambda way: math.hypot(way[-1].x - goal.x, way[-1].y - goal.y))
    yield from found[:3]


def _around(place: tuple[int, int, int], length: float, generator: Random) -> tuple[int, int]:
    angle = generator.uniform(0, 2 * math.pi)
    return round(place[0] + length * math.cos(angle)), round(place[1] + length * math.sin(angle))


def _searched(
    world: InfinityWorld, figure: Figure, goals: list[Figure], rules: MoveRules, generator: Random
) -> Route:
    """A way to somewhere among all that can be reached: into contact, up or down, towards a goal."""
    around = [body(t) for t in on_table(world) if t.id != figure.id]
    ways = rules.ways if generator.random() < 0.5 else rules.ways - {Way.CLIMB}
    area = reachable(field_of(world), figure, around, replace(rules, ways=ways))
    if not area.ends:
        return ()
    kinds = [
        [end for end in area.ends if end.touches],
        [end for end in area.ends if end.z != figure.z],
    ]
    if goals:
        goal = generator.choice(goals)
        tried = generator.sample(area.ends, min(len(area.ends), 60))
        kinds += [[min(tried, key=lambda end: math.hypot(end.x - goal.x, end.y - goal.y))]] * 2
    kinds = [ends for ends in kinds if ends] or [list(area.ends)]
    end = generator.choice(generator.choice(kinds))
    route = area.path_to(end.x, end.y, end.z)
    return _cut_short(world, figure, route.waypoints, rules, generator) if route is not None else ()


def _up_a_wall(world: InfinityWorld, figure: Figure, rules: MoveRules, generator: Random) -> Route:
    """To the foot of a wall near by and up to its top, or part of the way."""
    plan = ground_plan(field_of(world))
    here, reach = (figure.x, figure.y, figure.z), rules.allowance or 0
    near = [plan.pieces[i] for i in plan.pieces_near(figure.x, figure.y, reach)]
    walls = [p for p in near if p.walkable and p.climbable and 0 < p.top - figure.z < reach]
    paths = wandering(plan, figure, rules)
    for wall in generator.sample(walls, min(len(walls), ANGLES)):
        corners = list(zip(wall.footprint, (*wall.footprint[1:], wall.footprint[0]), strict=True))
        (ax, ay), (bx, by) = generator.choice(corners)
        share, length = generator.uniform(0.2, 0.8), math.hypot(bx - ax, by - ay)
        x, y = ax + share * (bx - ax), ay + share * (by - ay)
        out = (figure.diameter / 2 + 2) * (1 if twice_area(wall.footprint) > 0 else -1) / length
        foot = (round(x + out * (by - ay)), round(y - out * (bx - ax)), figure.z)
        head = (round(x - out * (by - ay)), round(y + out * (bx - ax)), wall.top)
        first = paths.leg(here, foot[0], foot[1])
        if first is None:
            continue
        way = (Leg(*foot, first), Leg(*head, Way.CLIMB))
        for tried in (way, _halted(figure, way, generator)):
            report = check_move(world, figure, tried, rules)
            if report.legal:
                return _cut_short(world, figure, tried, rules, generator)
            fired((statement_of(report, Way.CLIMB),))
    return ()


def _cut_short(
    world: InfinityWorld,
    figure: Figure,
    way: Legs,
    rules: MoveRules,
    generator: Random,
) -> Route:
    """The way, or now and then only as far as part of the way up its first wall or ladder."""
    if any(leg.way in UPRIGHT_WAYS for leg in way) and generator.random() < 0.4:
        shorter = _halted(figure, way, generator)
        report = check_move(world, figure, shorter, rules)
        if report.legal:
            way = shorter
        else:
            fired((statement_of(report, shorter[-1].way),))
    return tuple((leg.x, leg.y, leg.z, leg.way) for leg in way)


def _halted(figure: Figure, way: Legs, generator: Random) -> Legs:
    """The way as far as part of the way up or down its first wall or ladder: upright above the lower end."""
    number = next(n for n, leg in enumerate(way) if leg.way in UPRIGHT_WAYS)
    leg, before = way[number], way[number - 1] if number else figure
    at = before if leg.z > before.z else leg
    z = before.z + round((leg.z - before.z) * generator.uniform(0.2, 0.9))
    return (*way[:number], replace(leg, x=at.x, y=at.y, z=z))


def _near(figure: Figure, goal: Figure, reach: int) -> bool:
    return math.hypot(goal.x - figure.x, goal.y - figure.y) <= reach + goal.diameter


def _goals(world: InfinityWorld, trooper: Trooper) -> Iterator[Figure]:
    """What the trooper could do something with if it touched it."""
    facts = sheet(trooper.sheet)
    cures = any(facts.carries(key) for key in ("doctor", "medikit", "engineer"))
    for objective in world.objectives.values():
        if refuse_use(world, trooper, objective.id) is None:
            yield from [objective_body(objective)] * OFTEN
    for other in on_table(world):
        if other.seat != trooper.seat:
            yield body(other)
        elif cures and other.id != trooper.id:
            hurt = other.points < sheet(other.sheet).facts.wounds or other.has(UNCONSCIOUS)
            if hurt or other.has(TARGETED) or any(state in IMMOBILIZED for state in other.states):
                yield from [body(other)] * OFTEN


def _beside(world: InfinityWorld, figure: Figure, goal: Figure, rules: MoveRules, generator: Random) -> Route:
    """A way of one or two straight legs that ends in contact with the goal."""
    paths = wandering(ground_plan(field_of(world)), figure, rules)
    here = (figure.x, figure.y, figure.z)
    gap = (figure.diameter + goal.diameter) // 2
    straight = math.atan2(figure.y - goal.y, figure.x - goal.x)
    for number in range(ANGLES):
        angle = straight + generator.uniform(-0.6, 0.6) * number
        end = (round(goal.x + gap * math.cos(angle)), round(goal.y + gap * math.sin(angle)))
        reach = (rules.allowance or 0) * generator.uniform(0.2, 0.7)
        mids = [end, *[_around(here, reach, generator) for _ in range(ANGLES)]]
        for mid, first in zip(mids, paths.legs(here, mids), strict=True):
            second = first if mid == end else paths.leg((*mid, figure.z), *end)
            if first is None or second is None:
                continue
            way = tuple([Leg(*place, figure.z, how) for place, how in {mid: first, end: second}.items()])
            if check_move(world, figure, way, rules).legal:
                return tuple((leg.x, leg.y, leg.z, leg.way) for leg in way)
    return ()
