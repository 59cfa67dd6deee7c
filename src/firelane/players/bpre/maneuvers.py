"""Maneuvers worth considering, and what speaks for and against each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import numpy as np

from firelane.bpre.acts import AnyAct, Attack, CallFires, Go, UseDoor
from firelane.bpre.names import MANEUVER
from firelane.bpre.planning import Plan, refuse_acts
from firelane.bpre.roaming import beside
from firelane.bpre.situation import has_skill
from firelane.bpre.space import Point, bearing, field_of
from firelane.bpre.world import Unit
from firelane.players.bpre.scene import Scene
from firelane.players.mind import Term
from firelane.table.sight import Line

LOOKED_AT = 20
"""How many places of the map are looked at for one unit."""
KEPT = 3
"""How many of them are put to the rules."""
STEP = 1500
"""Ways are looked at from points this far apart."""
LATER = 0.5
"""What it counts to be seen at the end of a way."""
NEAR_DOOR = 700


def plans(scene: Scene, plan: Plan, generator: Random) -> list[tuple[AnyAct, ...]]:
    """Acts of one unit that the rules allow: to where it is wanted, to where it can shoot, or none."""
    unit = plan.unit
    found: list[tuple[AnyAct, ...]] = [(Go((), _towards(scene, unit.x, unit.y)),)]
    found += [acts for acts in _from_here(scene, plan) if refuse_acts(scene.world, plan, acts) is None]
    for node in _ends(scene, plan, generator):
        for acts in _ways(scene, plan, node):
            if refuse_acts(scene.world, plan, acts) is None:
                found.append(acts)
                break
    return found


def _from_here(scene: Scene, plan: Plan) -> Iterator[tuple[AnyAct, ...]]:
    """Shots and fires from where the unit stands."""
    unit = plan.unit
    seen = sorted(scene.survey.free_sight(unit.id))
    if not plan.attacked:
        yield from ((Attack(name),) for name in seen)
    if has_skill(scene.world, unit, "glint"):
        for card in dict.fromkeys(scene.world.sides[unit.seat].fires):
            yield from ((CallFires(card, target=name),) for name in seen)


def _ends(scene: Scene, plan: Plan, generator: Random) -> list[int]:
    """The places that promise most: what they are worth, what can be shot from them, who would see it."""
    unit, ground = plan.unit, scene.ground
    if plan.left < 1000:
        return []
    ways = ground.ways_from((unit.x, unit.y, 0), float(plan.left))
    nodes = np.flatnonzero((ways.cost <= plan.left) & (ground.z == 0))
    if not nodes.size:
        return []
    progress = scene.progress(unit)[nodes]
    best = nodes[np.argsort(-progress, kind="stable")[: LOOKED_AT // 2]].tolist()
    rest = [n for n in nodes.tolist() if n not in best]
    looked = best + generator.sample(rest, min(len(rest), LOOKED_AT - len(best)))
    places = [ground.place(n)[:2] for n in looked]
    worth = scene.progress(unit)[looked]
    shots = scene.sees_from(unit, places)
    prospects = [0.0 if plan.attacked else scene.prospect(unit, foe) for foe in scene.foes]
    dangers = {foe.id: scene.threat(unit, foe) for foe in scene.foes}
    seen = scene.seen_at(unit, places, dangers)
    mine = scene.aims.worth(scene.world, unit) * scene.aims.lose
    scores = []
    for place, node in enumerate(looked):
        attack = max((p for p, free in zip(prospects, shots[place], strict=True) if free), default=0.0)
        risk = sum(dangers[name] for name in seen[place]) * mine * LATER
        scores.append((worth[place] + attack - risk, node))
    scores.sort(key=lambda one: (-one[0], one[1]))
    return [node for _, node in scores[:KEPT]]


def _ways(scene: Scene, plan: Plan, node: int) -> Iterator[tuple[AnyAct, ...]]:
    """To a place, through doors, with an attack from there; without what the rules do not allow."""
    unit, ground = plan.unit, scene.ground
    legs = ground.ways_from((unit.x, unit.y, 0), float(plan.left)).route(node)
    points = [(x, y) for x, y, _, _ in legs]
    x, y = points[-1]
    going = _through_doors(scene, unit, points, _towards(scene, x, y))
    seen = scene.sees_from(unit, [(x, y)])[0]
    shots = [(scene.prospect(unit, foe), foe.id) for foe, free in zip(scene.foes, seen, strict=True) if free]
    if shots and not plan.attacked:
        yield (*going, Attack(max(shots)[1]))
    yield going
    for part in _shorter((unit.x, unit.y), points):
        yield _through_doors(scene, unit, part, _towards(scene, *part[-1]))


def _shorter(start: Point, points: list[Point]) -> Iterator[list[Point]]:
    """The same way without its end: leg by leg, and half of the first."""
    for count in range(len(points) - 1, 0, -1):
        yield points[:count]
    yield [((start[0] + points[0][0]) // 2, (start[1] + points[0][1]) // 2)]


def _through_doors(scene: Scene, unit: Unit, points: list[Point], facing: int) -> tuple[AnyAct, ...]:
    """A way act by act: up to each closed door, through it, on."""
    acts: list[AnyAct] = []
    route: list[Point] = []
    here = (unit.x, unit.y)
    by_name = field_of(scene.world).by_name
    for point in points:
        for name, x, y in scene.closed:
            if _passes(here, point, (x, y)):
                before = min(beside(by_name[name]), key=lambda spot: math.dist(spot, here))
                acts += [Go((*route, before), bearing(*before, x, y)), UseDoor(name)]
                route = []
        route.append(point)
        here = point
    return (*acts, Go(tuple(route), facing))


def _passes(start: Point, end: Point, at: Point) -> bool:
    """Whether a leg passes through the doorway whose middle this is."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    part = 0.0 if not length else ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / length
    if not 0.0 <= part <= 1.0:
        return False
    return math.dist(at, (start[0] + part * dx, start[1] + part * dy)) < NEAR_DOOR


def _towards(scene: Scene, x: int, y: int) -> int:
    """The direction of the nearest opponent."""
    if not scene.foes:
        return 0
    foe = min(scene.foes, key=lambda f: (math.dist((x, y), (f.x, f.y)), f.id))
    return bearing(x, y, foe.x, foe.y)


# Terms


def terms(scene: Scene, unit: Unit, acts: Sequence[AnyAct]) -> tuple[Term, ...]:
    """What speaks for and against acts of a unit, in Capability Points."""
    here = (unit.x, unit.y)
    points: list[Point] = [here]
    gain = 0.0
    for act in acts:
        match act:
            case Go(route=route):
                points += list(route)
            case Attack(target=target):
                gain += _attack(scene, unit, target, points[-1] == here)
            case CallFires(target=target) if target:
                gain += 0.5 * scene.aims.worth(scene.world, scene.world.units[target]) * scene.aims.kill
            case _:
                pass
    mine = scene.aims.worth(scene.world, unit) * scene.aims.lose
    along = _along(points)
    seen = scene.seen_at(unit, along, scene.ready)
    shooters = frozenset().union(*seen[1:]) if len(seen) > 1 else frozenset[str]()
    risk = sum(scene.threat(unit, scene.world.units[name]) for name in sorted(shooters))
    last = scene.seen_at(unit, [points[-1]], [foe.id for foe in scene.foes])[0]
    later = sum(scene.threat(unit, scene.world.units[name]) for name in sorted(last))
    worth = scene.progress(unit)
    step = worth[scene.nearest(*points[-1])] - worth[scene.nearest(*here)]
    return (
        Term("attack", gain, "bpre.attack.2"),
        Term("progress", float(step)),
        Term("immediate-actions", -risk * mine, "bpre.immediate-action.1"),
        Term("exposure", -later * mine * LATER),
    )


def _attack(scene: Scene, unit: Unit, target: str, stays: bool) -> float:
    foe = scene.world.units[target]
    if not stays:
        return scene.prospect(unit, foe)
    line = scene.survey.line(unit.id, target, turning=True)
    if line is Line.NONE:
        return 0.0
    return scene.harm(unit, foe, MANEUVER, line) * scene.aims.worth(scene.world, foe) * scene.aims.kill


def _along(points: list[Point]) -> list[Point]:
    """Points of a way, none further apart than STEP."""
    found = [points[0]]
    for a, b in pairwise(points):
        parts = max(1, round(math.dist(a, b) / STEP))
        found += [
            (a[0] + (b[0] - a[0]) * n // parts, a[1] + (b[1] - a[1]) * n // parts)
            for n in range(1, parts + 1)
        ]
    return found
