"""Maneuvers worth considering, and what speaks for and against each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from firelane.bpre.able import crossings, door_cost
from firelane.bpre.acts import AnyAct, Attack, CallFires, Detonate, Go, UseDoor
from firelane.bpre.edition import EDITION
from firelane.bpre.names import BASE, MANEUVER
from firelane.bpre.planning import Plan, refuse_acts
from firelane.bpre.roaming import beside
from firelane.bpre.situation import CROSS_NEEDS, number_of
from firelane.bpre.space import Point, adjacent, bearing
from firelane.bpre.world import Unit
from firelane.players.bpre.duels import at_least
from firelane.players.bpre.land import LEFT, RIGHT
from firelane.players.bpre.places import SHUT, Ends, ends, may_attack, reactions, weighed
from firelane.players.bpre.scene import Scene
from firelane.players.mind import Term
from firelane.table.fast import Floats

SAVES, TRIES = 4.0, 3
"""What a way over cover must bring beyond any way round it, and how many are tried."""
FALLEN = 4.0
"""What it costs to fall over cover."""
STEP = 1500
"""Ways are looked at from points this far apart."""


RULES = {
    "attack": "bpre.attack.2",
    "finishing": "bpre.finishing.3",
    "immediate-actions": "bpre.immediate-action.1",
    "fires": "bpre.fires.1",
    "vest": "bpre.skill.s-vest.1",
    "grenades": "bpre.frag-detonation.5",
}


# Doors


def openings(scene: Scene, made: Ends) -> list[tuple[float, tuple[AnyAct, ...]]]:
    """Doors that stand between a unit and what it wants, to be opened from where one stays, with a shot
    through them: how good that is, and the acts."""
    plan, going = made.plan, made.going
    if going is None or not scene.closed or scene.aims.waits:
        return []
    unit, net = plan.unit, scene.land.net
    found = []
    for n in range(len(net.doors)):
        if not (scene.closed >> n) & 1:
            continue
        here, cost = (unit.x, unit.y), float(door_cost(scene.world, unit, True, plan.cards).total)
        spot = here
        if not adjacent(unit, net.doors[n]):
            spot = min(beside(net.doors[n]), key=lambda at: math.dist(at, here))
            if math.dist(spot, here) > plan.left or going.cost[net.node(*spot)] + cost > plan.left:
                continue
        elif cost > plan.left:
            continue
        acts = _opening(scene, made, n, spot)
        told = terms(scene, plan, acts)
        found.append((sum(term.points for term in told), acts))
    found.sort(key=lambda one: -one[0])
    return found[:1]


def _opening(scene: Scene, made: Ends, door: int, spot: Point) -> tuple[AnyAct, ...]:
    """Up to a door, open it, shoot at the best that there is behind it."""
    unit, net = made.plan.unit, scene.land.net
    assert made.going is not None
    after = scene.opened(door)
    node = net.node(*spot)
    stays = spot == (unit.x, unit.y)
    steps = [] if stays else net.route(made.going, node, scene.closed, scene.bodies(unit))
    acts = _walked(scene, unit, [*steps[:-1], spot, door], 0)[:-1]
    rows = np.arange(len(after.foes))
    gains = after.gains(unit)[rows, after.lines_from[:, node]] * (after.away[:, node] <= after.range(unit))
    turn = (Go((), face(after, *spot, node)),)
    if gains.size and gains.max() > 0 and not made.plan.attacked:
        return (*acts, *turn, Attack(after.foes[int(gains.argmax())].id))
    return (*acts, *turn)


# Cover


def crossing(scene: Scene, made: Ends) -> tuple[AnyAct, ...] | None:
    """Straight over waist-high cover, where that saves a long way round; None if there is no such way."""
    unit, land, going = made.plan.unit, scene.land, made.going
    if going is None or not crossings(scene.world, made.plan.crossed):
        return None
    worth = scene.progress(unit)
    walked = float(np.max(worth[made.nodes]))
    near = np.hypot(land.x - unit.x, land.y - unit.y) <= made.plan.left - 100
    over = np.flatnonzero(near & ~(going.cost <= made.plan.left) & (worth > walked + SAVES))
    for node in over[np.argsort(-worth[over], kind="stable")][:TRIES].tolist():
        x, y, _ = land.ground.place(node)
        acts: tuple[AnyAct, ...] = (Go(((x, y),), face(scene, x, y, node)),)
        if refuse_acts(scene.world, made.plan, acts) is None:
            return _and_attack(scene, made.plan, acts, node) if scene.farther else acts
    return None


def _and_attack(scene: Scene, plan: Plan, acts: tuple[AnyAct, ...], node: int) -> tuple[AnyAct, ...]:
    """A way with an attack at its end, if there is one to be made."""
    if not scene.foes or plan.attacked or not may_attack(scene, plan.unit, plan.cards):
        return acts
    gains = scene.gains(plan.unit)[np.arange(len(scene.foes)), scene.lines_from[:, node]]
    more = (*acts, Attack(scene.foes[int(gains.argmax())].id))
    return more if gains.max() > 0 and refuse_acts(scene.world, plan, more) is None else acts


def _falls(scene: Scene, unit: Unit) -> float:
    """The chance that a unit does not get over cover on its feet."""
    return 1.0 - at_least(number_of(EDITION, CROSS_NEEDS, scene.world, unit, MANEUVER).total)


# From places to acts


def plans(scene: Scene, plan: Plan, most: int) -> list[tuple[AnyAct, ...]]:
    """The best maneuvers of one unit that the rules allow."""
    found: list[tuple[AnyAct, ...]] = []
    made = ends(scene, plan)
    for place in np.argsort(-made.scores, kind="stable")[: most + 1].tolist():
        acts = allowed_acts(scene, made, place)
        if acts is not None:
            found.append(acts)
        if len(found) == most:
            break
    return found


def allowed_acts(scene: Scene, made: Ends, place: int) -> tuple[AnyAct, ...] | None:
    """The acts that lead to a place, as far as the rules allow them."""
    for acts in _acts(scene, made, place):
        if refuse_acts(scene.world, made.plan, acts) is None:
            scene.known[made.plan.unit.id, acts] = told(made.terms, place, acts)
            return acts
    return None


def _acts(scene: Scene, made: Ends, place: int) -> Iterator[tuple[AnyAct, ...]]:
    unit, node = made.plan.unit, int(made.nodes[place])
    target = scene.foes[made.targets[place]] if made.targets[place] >= 0 else None
    aimed = (Attack(target.id),) if target is not None else ()
    called = _call(scene, unit, made, place)
    blows = "vest" in made.terms and made.terms["vest"][place] > 0
    last: tuple[AnyAct, ...] = (Detonate(),) if blows else (*called, *(() if made.first[place] else aimed))
    before: tuple[AnyAct, ...] = aimed if made.first[place] and not blows else ()
    if place == 0 or made.going is None:
        turn = Go((), face(scene, unit.x, unit.y, node))
        yield (turn, *called, *aimed) if not blows else last
        yield (turn,)
        return
    steps = scene.land.net.route(made.going, node, scene.closed, scene.bodies(unit))
    points = [step for step in steps if not isinstance(step, int)]
    facing = face(scene, *(points[-1] if points else (unit.x, unit.y)), node)
    token = _token_at(scene, node)
    if token is not None:
        yield (*_walked(scene, unit, [*steps, token], facing), *last)
    going = _walked(scene, unit, steps, facing)
    yield (*before, *going, *last)
    if last or before:
        yield going
    at_door = next((n for n, act in enumerate(going) if isinstance(act, UseDoor)), None)
    if at_door is not None:
        yield going[: at_door + 1]


def _call(scene: Scene, unit: Unit, made: Ends, place: int) -> tuple[AnyAct, ...]:
    if made.struck[place] < 0:
        return ()
    card = scene.world.sides[unit.seat].fires[0]
    return (CallFires(card, target=scene.foes[made.struck[place]].id),)


def _token_at(scene: Scene, node: int) -> Point | None:
    """The token that one wants and can step on from a place."""
    for aim in scene.aims.places:
        if isinstance(aim.key, tuple) and aim.key[0] == "token" and aim.last and aim.there[node]:
            return aim.key[1], aim.key[2]
    return None


def _walked(scene: Scene, unit: Unit, steps: Sequence[Point | int], facing: int) -> tuple[AnyAct, ...]:
    """A way act by act: up to each closed door, through it, on."""
    acts: list[AnyAct] = []
    route: list[Point] = []
    for step in steps:
        if isinstance(step, int):
            middle = scene.land.middles[step]
            if route and route != [(unit.x, unit.y)]:
                acts.append(Go(tuple(route), bearing(*route[-1], round(middle[0]), round(middle[1]))))
            acts.append(UseDoor(scene.land.doors[step].name))
            route = []
        else:
            route.append(step)
    return (*acts, Go(tuple(route), facing))


def face(scene: Scene, x: int, y: int, node: int) -> int:
    """The facing that has most of the opponents before it, those in sight before all."""
    if not scene.foes:
        return 0
    lines = scene.lines_from[:, node]
    away = [max(BASE, math.dist((x, y), (foe.x, foe.y))) for foe in scene.foes]
    weights = [(1.0 if line else 0.2) * 10_000 / far for line, far in zip(lines.tolist(), away, strict=True)]
    turns = [bearing(x, y, foe.x, foe.y) for foe in scene.foes]
    tries = {(turn + by) % 360: None for turn in turns for by in (0, RIGHT - 10, 10 - LEFT)}

    def covered(facing: int) -> float:
        before = ((turn - facing + 180) % 360 - 180 for turn in turns)
        return sum(w for w, turn in zip(weights, before, strict=True) if -RIGHT + 5 <= turn <= LEFT - 5)

    return max(tries, key=covered)


# Terms


def terms(scene: Scene, plan: Plan, acts: Sequence[AnyAct]) -> tuple[Term, ...]:
    """What speaks for and against acts of a unit, in Capability Points."""
    known = scene.known.get((plan.unit.id, tuple(acts)))
    if known is not None:
        return known
    unit, land = plan.unit, scene.land
    here = land.node(unit.x, unit.y)
    points: list[Point] = [(unit.x, unit.y)]
    for act in acts:
        if isinstance(act, Go):
            points += list(act.route)
    along = [land.net.about(x, y) for x, y in _along(points)[:-1]] + [land.node(*points[-1])]
    worst = np.max(reactions(scene, unit)[:, along], axis=1)
    here_worth, spared = scene.progress(unit)[here], 0.0
    for act in acts:
        if isinstance(act, UseDoor):
            door = next(n for n, piece in enumerate(land.doors) if piece.name == act.door)
            if (scene.closed >> door) & 1:
                spared += scene.spares(unit, door)
                scene = scene.opened(door)
    worst = np.maximum(worst, reactions(scene, unit)[:, along[-1]])
    gained = max(spared, float(scene.progress(unit)[here] - here_worth))
    made = weighed(scene, plan, np.array([here, along[-1]]), np.column_stack((worst, worst)))
    made.terms["progress"] = made.terms["progress"] + gained
    straight = len(acts) == 1 or (scene.farther and len(acts) == 2)
    if straight and isinstance(acts[0], Go) and _leaps(scene, plan, acts[0]):
        later = made.terms["exposure"] if "exposure" in made.terms else np.zeros(2)
        made.terms["crossing"] = -_falls(scene, unit) * (FALLEN + np.maximum(0.0, -later))
    if any(isinstance(act, UseDoor) for act in acts):
        del made.terms["doorway"]
        if scene.aims.waits:
            made.terms["doors"] = np.full(2, -SHUT)
    return told(made.terms, 1, acts)


def _leaps(scene: Scene, plan: Plan, act: Go) -> bool:
    """Whether a way leads over cover."""
    if not act.route:
        return False
    way = scene.survey.way(plan.unit.id, act.route, plan.left, crossings(scene.world, plan.crossed))
    return bool(way.crossed)


DOES = {"attack": Attack, "fires": CallFires, "vest": Detonate}
"""Terms that count only with the act that they are for."""


def told(found: dict[str, Floats], place: int, acts: Sequence[AnyAct]) -> tuple[Term, ...]:
    kinds = {type(act) for act in acts}
    return tuple(
        Term(name, float(values[place]), RULES.get(name, ""))
        for name, values in found.items()
        if name not in DOES or DOES[name] in kinds
    )


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
