"""Maneuvers worth considering, and what speaks for and against each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from firelane.bpre.able import door_cost, refuse_attack
from firelane.bpre.acts import AnyAct, Attack, CallFires, Detonate, Go, UseDoor
from firelane.bpre.cards import FENGHUANG, Card
from firelane.bpre.edition import EDITION
from firelane.bpre.goals import VEST
from firelane.bpre.names import BASE, FINISHING, IMMEDIATE_ACTION, MANEUVER
from firelane.bpre.planning import Plan, refuse_acts
from firelane.bpre.roaming import beside
from firelane.bpre.situation import has_skill
from firelane.bpre.skills import GLINT, JAMMED, Vest
from firelane.bpre.space import Point, bearing, outdoors
from firelane.bpre.world import Unit
from firelane.players.bpre.aims import REACH
from firelane.players.bpre.duels import blast, strike
from firelane.players.bpre.land import LEFT, RIGHT
from firelane.players.bpre.net import Going
from firelane.players.bpre.scene import Scene
from firelane.players.mind import Term
from firelane.table.fast import Bools, Floats, Ints, kernel

LATER, AHEAD, READY = 0.45, 0.25, 0.2
"""What it counts to be seen at the end of a way, to see somebody from there, and to be able to react."""
LEADS = 4.0
"""What it counts that those come first who are farthest ahead."""
FINISH, FINISHES = 0.7, 3500
"""What it counts to be near enough for the Finishing Phase, and how near that is."""
IN_THE_WAY = 6.0
"""What it costs to stand in a doorway."""
KEEP = 5.0
"""What a Fires Card is worth in hand."""
STEP = 1500
"""Ways are looked at from points this far apart."""
BOUNCE, RADIUS = 2000.0, 2500.0
"""How far a grenade bounces, and how far from there a base is reached."""


@dataclass(slots=True)
class Ends:
    """Places where a maneuver of a unit can end, with what speaks for each; the first is where it stands."""

    plan: Plan
    nodes: Ints
    terms: dict[str, Floats]
    targets: Ints
    """Whom it attacks: the number of an opponent, -1 nobody."""
    first: Bools
    """Whether it attacks before it goes."""
    struck: Ints
    """Whom it calls fires on."""
    going: Going | None = None

    @property
    def scores(self) -> Floats:
        """The sums."""
        total: Floats = np.sum(list(self.terms.values()), axis=0)
        return total


RULES = {
    "attack": "bpre.attack.2",
    "finishing": "bpre.finishing.3",
    "immediate-actions": "bpre.immediate-action.1",
    "fires": "bpre.fires.1",
    "vest": "bpre.skill.s-vest.1",
    "grenades": "bpre.frag-detonation.5",
}


def ends(scene: Scene, plan: Plan) -> Ends:
    """All places that a unit can get to, weighed at once."""
    unit, land = plan.unit, scene.land
    opening = float(door_cost(scene.world, unit, True, plan.cards).total) if scene.closed else 0.0
    here = scene.node(unit)
    harm = _reactions(scene, unit)
    at_start = harm[:, here].copy()
    if plan.left < 1000:
        return _weighed(scene, plan, np.array([here]), at_start[:, None])
    going, taken = land.net.ways(
        (unit.x, unit.y), float(plan.left), scene.closed, opening, scene.bodies(unit), scene.crowd(unit)
    )
    order = np.flatnonzero(going.cost <= plan.left)
    order = order[np.argsort(going.cost[order], kind="stable")]
    worst = _worst_along(order, going.whence, at_start, harm)
    nodes = order[~taken[order]]
    found = np.concatenate(([here], nodes))
    made = _weighed(scene, plan, found, np.concatenate((at_start[:, None], worst[:, nodes]), axis=1))
    made.going = going
    return made


def _reactions(scene: Scene, unit: Unit) -> Floats:
    """What Immediate Actions take from a unit at every place, row by opponent."""
    by_line = scene.reactions(unit)
    rows = np.arange(len(scene.foes))[:, None]
    found: Floats = by_line[rows, scene.lines_at] * scene.watched
    return found


@kernel
def _worst_along(order: Ints, whence: Ints, start: Floats, harm: Floats) -> Floats:
    """The worst that each opponent can do on the way to a place, from place to place."""
    worst = np.zeros(harm.shape)
    for at in range(order.size):
        node = order[at]
        for foe in range(harm.shape[0]):
            before = start[foe] if whence[node] < 0 else worst[foe, whence[node]]
            worst[foe, node] = max(before, harm[foe, node])
    return worst


def _weighed(scene: Scene, plan: Plan, nodes: Ints, worst: Floats) -> Ends:
    """What speaks for and against ending at places; `worst`: what reactions on the way there take."""
    unit = plan.unit
    mine = scene.worth(unit)
    count = nodes.size
    progress = scene.progress(unit)
    here = scene.node(unit)
    hurt = 1.0 - np.prod(1.0 - worst, axis=0)
    seen, shown = scene.lines_from[:, nodes], scene.lines_at[:, nodes]
    rows = np.arange(len(scene.foes))[:, None]
    terms = {
        "progress": (progress[nodes] - progress[here]) * (1.0 - 0.5 * hurt),
        "immediate-actions": -hurt * mine,
    }
    terms["leads"] = np.where(terms["progress"] > 1.0, LEADS * scene.leads(unit), 0.0)
    doorways = scene.land.net.doorways
    terms["doorway"] = IN_THE_WAY * (float(doorways[here]) - doorways[nodes])
    targets, first = np.full(count, -1), np.zeros(count, np.bool_)
    struck = np.full(count, -1)
    if scene.foes:
        later = scene.dangers(unit)[rows, shown] * scene.reachable[:, nodes]
        exposure = 1.0 - np.prod(1.0 - LATER * later / scene.crowding(unit)[:, None], axis=0)
        near = scene.away[:, nodes] <= scene.range(unit)
        ahead = np.max(scene.gains(unit, "direct-fire")[rows, seen] * near, axis=0)
        terms["exposure"] = (exposure[0] - exposure) * mine
        terms["position"] = AHEAD * (ahead - ahead[0])
        close = scene.away[:, nodes] <= FINISHES
        finishing = np.max(scene.gains(unit, FINISHING)[rows, seen] * close, axis=0)
        terms["finishing"] = FINISH * (finishing - finishing[0] * (nodes == here)) * (1.0 - hurt)
        terms["readiness"] = np.full(count, -_readiness(scene, unit))
        if not plan.attacked and _may_attack(scene, unit, plan.cards):
            gains = scene.gains(unit)[rows, seen] * near
            best = np.max(gains, axis=0)
            targets = np.where(best > 0, np.argmax(gains, axis=0), -1)
            first = best[0] > best
            targets[first] = targets[0]
            terms["attack"] = np.maximum(best, best[0]) * (1.0 - 0.6 * hurt)
        strikes = _strikes(scene, unit)
        if strikes is not None:
            called = np.where(seen > 0, strikes[:, None], 0.0)
            best = np.max(called, axis=0)
            struck = np.where(best > KEEP, np.argmax(called, axis=0), -1)
            terms["fires"] = np.maximum(best - KEEP, 0.0) * (1.0 - 0.6 * hurt)
        if has_skill(scene.world, unit, VEST) and JAMMED not in unit.used and not plan.attacked:
            terms["vest"] = _vests(scene, unit, nodes, shown) * (1.0 - 0.6 * hurt)
    if scene.world.frags:
        danger = _grenades(scene, unit, nodes)
        terms["grenades"] = (danger[0] - danger) * mine
    return Ends(plan, nodes, terms, targets, first, struck)


def _may_attack(scene: Scene, unit: Unit, cards: tuple[str, ...]) -> bool:
    """Whether anything but sight and weather keeps a unit from attacking in a maneuver."""
    if not unit.reacted and not cards and not scene.world.sides[unit.seat].effects:
        return True
    return refuse_attack(scene.world, unit, scene.foes[0], MANEUVER, "", cards) is None


def _readiness(scene: Scene, unit: Unit) -> float:
    """What it is worth to be able to react: as long as there are opponents who may still move."""
    if unit.chits or scene.world.sides[scene.foes[0].seat].passed:
        return 0.0
    waiting = sum(1 for foe in scene.foes if not foe.chits) / len(scene.foes)
    best = float(np.max(scene.gains(unit, IMMEDIATE_ACTION)[:, 2]))
    return (2 * READY if scene.aims.waits else READY) * best * waiting


def _strikes(scene: Scene, unit: Unit) -> Floats | None:
    """What calling fires on each opponent is worth, in points; None if it cannot."""
    cards = scene.world.sides[unit.seat].fires
    if not cards or GLINT in unit.used or not has_skill(scene.world, unit, "glint"):
        return None
    return np.array([strike_worth(scene, cards[0], foe) for foe in scene.foes])


def strike_worth(scene: Scene, card: str, foe: Unit) -> float:
    """What a Fires Card on an opponent is worth."""
    world = scene.world
    if not outdoors(world, foe.x, foe.y):
        return 0.0
    if card == FENGHUANG:
        return strike(world, foe) * scene.prize(foe)
    reach = EDITION.data(card, Card).radius + BASE // 2
    return blast_worth(scene, foe.x, foe.y, reach)


def blast_worth(scene: Scene, x: float, y: float, reach: float) -> float:
    """What an explosion is worth: opponents that it reaches, less one's own."""
    world = scene.world
    total = sum(
        blast(world, f) * scene.prize(f) for f in scene.foes if math.dist((x, y), (f.x, f.y)) <= reach
    )
    return total - sum(
        blast(world, u) * scene.worth(u) for u in scene.mine if math.dist((x, y), (u.x, u.y)) <= reach
    )


def _vests(scene: Scene, unit: Unit, nodes: Ints, shown: Ints) -> Floats:
    """What detonating a vest is worth at places; nothing where it is better kept."""
    world, land = scene.world, scene.land
    reach = EDITION.data("skill.s-vest", Vest).reach + BASE
    x, y = land.x[nodes], land.y[nodes]
    total = np.full(nodes.size, -scene.worth(unit))
    for n, foe in enumerate(scene.foes):
        caught = (np.hypot(x - foe.x, y - foe.y) <= reach) & (shown[n] > 0)
        total += caught * blast(world, foe) * scene.prize(foe)
    for friend in scene.mine:
        if friend.id != unit.id:
            caught = np.hypot(x - friend.x, y - friend.y) <= reach
            total -= caught * blast(world, friend) * scene.worth(friend)
    for aim in scene.aims.places:
        if aim.skill == VEST:
            total += 2 * REACH * aim.there[nodes]
    found: Floats = np.maximum(total, 0.0)
    return found


def _grenades(scene: Scene, unit: Unit, nodes: Ints) -> Floats:
    """The chance that a grenade that lies about takes a unit at places, as far as walls do not help."""
    x, y = scene.land.x[nodes], scene.land.y[nodes]
    safe = np.ones(nodes.size)
    for frag in scene.world.frags:
        away = np.maximum(np.hypot(x - frag.x, y - frag.y), 1.0)
        turn = np.clip((away**2 + BOUNCE**2 - RADIUS**2) / (2 * BOUNCE * away), -1.0, 1.0)
        safe *= 1.0 - np.arccos(turn) / np.pi * blast(scene.world, unit)
    return 1.0 - safe


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
        spot = min(beside(net.doors[n]), key=lambda at: math.dist(at, (unit.x, unit.y)))
        if math.dist(spot, (unit.x, unit.y)) > plan.left:
            continue
        cost = float(door_cost(scene.world, unit, True, plan.cards).total)
        if going.cost[net.node(*spot)] + cost > plan.left:
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
    steps = net.route(made.going, node, scene.closed, scene.bodies(unit))
    acts = _walked(scene, unit, [*steps[:-1], spot, door], 0)[:-1]
    gains = (
        after.gains(unit)[np.arange(len(after.foes)), after.lines_from[:, node]]
        if after.foes
        else np.zeros(0)
    )
    turn = (Go((), face(after, *spot, node)),)
    if gains.size and gains.max() > 0 and not made.plan.attacked:
        return (*acts, *turn, Attack(after.foes[int(gains.argmax())].id))
    return (*acts, *turn)


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
            scene.known[made.plan.unit.id, acts] = _told(made.terms, place, acts)
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
    worst = np.max(_reactions(scene, unit)[:, along], axis=1)
    here_worth = scene.progress(unit)[here]
    for act in acts:
        if isinstance(act, UseDoor):
            door = next(n for n, piece in enumerate(land.doors) if piece.name == act.door)
            if (scene.closed >> door) & 1:
                scene = scene.opened(door)
    worst = np.maximum(worst, _reactions(scene, unit)[:, along[-1]])
    gained = scene.progress(unit)[here] - here_worth
    made = _weighed(scene, plan, np.array([here, along[-1]]), np.column_stack((worst, worst)))
    made.terms["progress"] = made.terms["progress"] + gained
    if any(isinstance(act, UseDoor) for act in acts):
        del made.terms["doorway"]
    return _told(made.terms, 1, acts)


DOES = {"attack": Attack, "fires": CallFires, "vest": Detonate}
"""Terms that count only with the act that they are for."""


def _told(found: dict[str, Floats], place: int, acts: Sequence[AnyAct]) -> tuple[Term, ...]:
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
