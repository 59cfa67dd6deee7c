"""The places where a maneuver can end, all weighed at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firelane.bpre.able import door_cost, refuse_attack
from firelane.bpre.cards import Card
from firelane.bpre.edition import EDITION
from firelane.bpre.goals import VEST
from firelane.bpre.names import BASE, FINISHING, IMMEDIATE_ACTION, MANEUVER
from firelane.bpre.planning import Plan
from firelane.bpre.situation import has_skill
from firelane.bpre.skills import JAMMED
from firelane.bpre.world import Unit
from firelane.players.bpre.aims import PRIZE, Aim
from firelane.players.bpre.blasts import grenades, strikes, vests
from firelane.players.bpre.duels import blast
from firelane.players.bpre.fears import feared
from firelane.players.bpre.land import Land
from firelane.players.bpre.net import BY_DOOR, NOWHERE, Going
from firelane.players.bpre.scene import Scene
from firelane.table.fast import Bools, Floats, Ints, kernel

LATER, WARY, AHEAD, READY = 0.45, 0.65, 0.25, 0.2
"""What it counts to be seen at the end of a way, also for those who have but to wait without losses, to see
somebody from there, and to be able to react."""
LEADS = 4.0
"""What it counts that those come first who are farthest ahead."""
FINISH, FINISHES = 0.7, 3500
"""What it counts to be near enough for the Finishing Phase, and how near that is."""
IN_THE_WAY, TRODDEN, BEHIND = 6.0, 2.0, 8000
"""What it costs to stand in a doorway, on the way of one who comes behind, and how far one looks along it."""
DELAY = 3.0
"""How many inches those behind lose by one who stands in a doorway."""
CLUSTERED, CAUGHT = 1.0, 3000
"""What each of one's own within reach of the same explosion costs, and how far that is."""
SHUT, HIDDEN = 3.0, 40.0
"""What a door that keeps opponents out is worth closed, and what it counts that few places see a unit with
whom everything is lost."""
KEEP = 5.0
"""What a Fires Card is worth in hand."""


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


def ends(scene: Scene, plan: Plan) -> Ends:
    """All places that a unit can get to, weighed at once."""
    unit, land = plan.unit, scene.land
    opening = float(door_cost(scene.world, unit, True, plan.cards).total) if scene.closed else 0.0
    here = scene.node(unit)
    harm = reactions(scene, unit)
    at_start = harm[:, here].copy()
    if plan.left < 1000:
        return weighed(scene, plan, np.array([here]), at_start[:, None])
    going, taken = land.net.ways(
        (unit.x, unit.y), float(plan.left), scene.closed, opening, scene.bodies(unit), scene.crowd(unit)
    )
    order = np.flatnonzero(going.cost <= plan.left)
    order = order[np.argsort(going.cost[order], kind="stable")]
    worst = worst_along(order, going.whence, at_start, harm)
    nodes = order[~taken[order]]
    found = np.concatenate(([here], nodes))
    made = weighed(scene, plan, found, np.concatenate((at_start[:, None], worst[:, nodes]), axis=1))
    made.going = going
    if scene.closed and scene.aims.waits:
        doors = _doors_along(order, going.whence, going.how, scene.land.size)
        made.terms["doors"] = -SHUT * np.concatenate(([0.0], doors[nodes]))
    return made


def reactions(scene: Scene, unit: Unit) -> Floats:
    """What Immediate Actions take from a unit at every place, row by opponent."""
    by_line = scene.reactions(unit)
    rows = np.arange(len(scene.foes))[:, None]
    found: Floats = by_line[rows, scene.lines_at] * scene.watched
    return found


@kernel
def worst_along(order: Ints, whence: Ints, start: Floats, harm: Floats) -> Floats:
    """The worst that each opponent can do on the way to a place, from place to place."""
    worst = np.zeros(harm.shape)
    for at in range(order.size):
        node = order[at]
        for foe in range(harm.shape[0]):
            before = start[foe] if whence[node] < 0 else worst[foe, whence[node]]
            worst[foe, node] = max(before, harm[foe, node])
    return worst


@kernel
def _doors_along(order: Ints, whence: Ints, how: Ints, size: int) -> Floats:
    """How many doors are opened on the way to a place."""
    found = np.zeros(size)
    for at in range(order.size):
        node = order[at]
        if whence[node] >= 0:
            found[node] = found[whence[node]] + (1.0 if how[node] >= BY_DOOR else 0.0)
    return found


def weighed(
    scene: Scene, plan: Plan, nodes: Ints, worst: Floats, shot: tuple[int, float] | None = None
) -> Ends:
    """What speaks for and against ending at places; `worst`: what reactions on the way there take; `shot`:
    whom the unit attacks on the way, and what that takes."""
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
    trodden, behind, yields = _trodden(scene, unit)
    blocks = max(IN_THE_WAY, DELAY * scene.pace(unit))
    ways = blocks * scene.land.net.doorways * behind + TRODDEN * np.minimum(trodden, 2.0)
    terms["doorway"] = ways[here] - ways[nodes]
    if yields:  # nobody goes back for those who come after him the same way
        terms["doorway"] = np.where(
            terms["progress"] < 0, np.minimum(terms["doorway"], 0.0), terms["doorway"]
        )
    targets, first = np.full(count, -1), np.zeros(count, np.bool_)
    struck = np.full(count, -1)
    if scene.foes:
        exposure = (feared if scene.farther else _exposed)(scene, unit, nodes)
        near = scene.away[:, nodes] <= scene.range(unit)
        ahead = np.max(scene.gains(unit, "direct-fire")[rows, seen] * near, axis=0)
        near_by = CLUSTERED * blast(scene.world, unit) * _near_by(scene, unit, nodes)
        terms["exposure"] = (exposure[0] - exposure) * mine + near_by[0] - near_by
        terms["position"] = AHEAD * (ahead - ahead[0])
        close = scene.away[:, nodes] <= FINISHES
        finishing = np.max(scene.gains(unit, FINISHING)[rows, seen] * close, axis=0)
        terms["finishing"] = FINISH * (finishing - finishing[0] * (nodes == here)) * (1.0 - hurt)
        terms["readiness"] = np.full(count, -_readiness(scene, unit))
        if not plan.attacked and may_attack(scene, unit, plan.cards):
            gains = scene.gains(unit)[rows, seen] * near
            best = np.max(gains, axis=0)
            targets = np.where(best > 0, np.argmax(gains, axis=0), -1)
            first = best[0] > best
            targets[first] = targets[0]
            terms["attack"] = np.maximum(best, best[0]) * (1.0 - 0.6 * hurt)
        if shot is not None:
            targets[:] = shot[0]
            terms["attack"] = shot[1] * (1.0 - 0.6 * hurt)
            terms["attack"][0] = 0.0
        strike = strikes(scene, unit)
        if strike is not None:
            called = np.where(seen > 0, strike[:, None], 0.0)
            best = np.max(called, axis=0)
            struck = np.where(best > KEEP, np.argmax(called, axis=0), -1)
            terms["fires"] = np.maximum(best - KEEP, 0.0) * (1.0 - 0.6 * hurt)
        if has_skill(scene.world, unit, VEST) and JAMMED not in unit.used and not plan.attacked:
            terms["vest"] = vests(scene, unit, nodes, shown) * (1.0 - 0.6 * hurt)
    if scene.aims.waits and scene.aims.prizes.get(unit.id, 0.0) > PRIZE:
        seen_from = openness(scene.land, nodes, scene.closed)
        terms["hidden"] = HIDDEN * (seen_from[0] - seen_from)
    if scene.world.frags:
        danger = grenades(scene, unit, nodes)
        terms["grenades"] = (danger[0] - danger) * mine
    return Ends(plan, nodes, terms, targets, first, struck)


def _exposed(scene: Scene, unit: Unit, nodes: Ints) -> Floats:
    """The part of a unit that those who see it at places are expected to take, as a veteran has it."""
    rows = np.arange(len(scene.foes))[:, None]
    later = scene.dangers(unit)[rows, scene.lines_at[:, nodes]] * scene.reachable[:, nodes]
    others = 1.0 if unit.id in scene.aims.prizes else scene.crowding(unit)[:, None]
    share = WARY if scene.aims.wary else LATER
    found: Floats = 1.0 - np.prod(1.0 - share * later / others, axis=0)
    return found


def _near_by(scene: Scene, unit: Unit, nodes: Ints) -> Floats:
    """How many of one's own would be caught with a unit by one explosion, where opponents can call fires."""
    found = np.zeros(nodes.size)
    foe = scene.foes[0].seat
    if any(EDITION.data(card, Card).radius for card in scene.world.sides[foe].fires):
        for one in scene.mine:
            if one.id != unit.id:
                found += np.hypot(scene.land.x[nodes] - one.x, scene.land.y[nodes] - one.y) <= CAUGHT
    return found


def may_attack(scene: Scene, unit: Unit, cards: tuple[str, ...]) -> bool:
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


def openness(land: Land, nodes: Ints, closed: int) -> Floats:
    """The part of the map from which each of these places is seen."""
    found = np.empty(nodes.size)
    for n, node in enumerate(nodes.tolist()):
        x, y, _ = land.ground.place(node)
        found[n] = np.mean(land.outlook(x, y, 0, closed).back > 0)
    return found


def _trodden(scene: Scene, unit: Unit) -> tuple[Floats, bool, bool]:
    """How many of one's own want to pass each place in this turn who come behind a unit or want something
    else than it does; and whether there are such, now or later, and all of the first kind."""
    total = np.zeros(scene.land.size)
    aim, some, same = scene.main_aim(unit), False, True
    for one in scene.mine:
        its = scene.main_aim(one)
        if one.id == unit.id or its is None:
            continue
        away = scene.land.distances(its.key, its.there, scene.closed)
        behind = away[scene.node(one)] - away[scene.node(unit)]
        if its is not aim or behind >= 0:
            some, same = True, same and its is aim
            if not one.chits and (its is not aim or behind > 0):
                total += _trail(scene.land, its, scene.node(one), scene.closed)
    return total, some, some and same


def _trail(land: Land, aim: Aim, node: int, closed: int) -> Floats:
    """The places beside the next part of the shortest way from a place to an aim."""
    key = ("trail", aim.key, node, closed)
    found = land.kept.get(key)
    if found is None:
        net, away = land.net, land.distances(aim.key, aim.there, closed)
        costs = net.costs(closed, 3000.0)
        found = np.zeros(land.size)
        gone = 0.0
        while gone < BEHIND and 0.0 < away[node] < NOWHERE:
            legs = slice(net.first[node], net.first[node + 1])
            left = costs[legs] + away[net.heads[legs]]
            best = int(np.argmin(left))
            gone += float(costs[legs][best])
            after = int(net.heads[legs][best])
            for part in (0.25, 0.5, 0.75, 1.0):
                x = land.x[node] + part * (land.x[after] - land.x[node])
                y = land.y[node] + part * (land.y[after] - land.y[node])
                found[np.hypot(land.x - x, land.y - y) < BASE] = 1.0
            node = after
        land.kept.keep(key, found)
    return found
