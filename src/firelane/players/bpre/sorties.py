"""Out, shoot, and on to a place that is better to end at: a unit attacks at any one point of its maneuver.

Rules: bpre.maneuver.5. The veteran attacks where it starts or where it ends; who looks farther comes out from
behind a corner, shoots, and is behind one again when the opponents' turn to shoot comes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from firelane.bpre.acts import AnyAct, Attack, Go
from firelane.bpre.planning import refuse_acts
from firelane.players.bpre.maneuvers import face, told
from firelane.players.bpre.net import Going
from firelane.players.bpre.places import Ends, may_attack, reactions, weighed, worst_along
from firelane.players.bpre.scene import Scene
from firelane.table.fast import Floats

SPOTS, TRIES = 6, 2
"""From how many places an attack is thought of, and how many ends of each sortie are put to the rules."""
STEP = 0.3
"""What an inch of the way to a place to attack from costs in the choice among such places: what is left of
the movement is for the way back."""


@dataclass(frozen=True, slots=True)
class Sortie:
    """A maneuver with an attack in the midst of it."""

    score: float
    acts: tuple[AnyAct, ...]


def best_sortie(scene: Scene, made: Ends) -> Sortie | None:
    """The best way out to attack and on from there that the rules allow."""
    plan, going = made.plan, made.going
    if going is None or not scene.foes or plan.attacked or not may_attack(scene, plan.unit, plan.cards):
        return None
    found: list[tuple[float, int, int, Ends]] = []
    for spot, foe, gain in _spots(scene, made):
        ends = _ends_after(scene, made, spot, (foe, gain))
        if ends is not None:
            scores = ends.scores
            found += [
                (float(scores[place]), spot, place, ends)
                for place in np.argsort(-scores[1:], kind="stable")[:TRIES] + 1
            ]
    found.sort(key=lambda one: -one[0])
    for score, spot, place, ends in found[:TRIES]:
        acts = _acts(scene, made, ends, spot, place)
        if acts is not None and refuse_acts(scene.world, plan, acts) is None:
            scene.known[plan.unit.id, acts] = told(ends.terms, place, acts)
            return Sortie(score, acts)
    return None


def _spots(scene: Scene, made: Ends) -> list[tuple[int, int, float]]:
    """Places to attack from: for each opponent the handiest in direct line and in any. With each the opponent
    and what the attack takes."""
    assert made.going is not None
    unit, nodes = made.plan.unit, made.nodes[1:]
    if not nodes.size:
        return []
    rows = np.arange(len(scene.foes))[:, None]
    near = scene.away[:, nodes] <= scene.range(unit)
    gains = scene.gains(unit)[rows, scene.lines_from[:, nodes]] * near
    hurt = -made.terms["immediate-actions"][1:]
    cost = made.going.cost[nodes] / 1000
    worth = gains - hurt - STEP * cost
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for foe in range(len(scene.foes)):
        reached = gains[foe] > 0
        for only in (reached, reached & (scene.lines_from[foe, nodes] == 2)):
            if only.any():
                best = int(np.argmax(np.where(only, worth[foe], -np.inf)))
                found[int(nodes[best]), foe] = float(worth[foe, best]), float(gains[foe, best])
    ranked = sorted(found.items(), key=lambda one: (-one[1][0], one[0]))
    return [(spot, foe, gain) for (spot, foe), (_, gain) in ranked[:SPOTS]]


def _ends_after(scene: Scene, made: Ends, spot: int, shot: tuple[int, float]) -> Ends | None:
    """Where the unit can still get to after an attack from a place, weighed."""
    assert made.going is not None
    plan, land, unit = made.plan, scene.land, made.plan.unit
    left = plan.left - made.going.cost[spot]
    if left < 1000:
        return None
    x, y, _ = land.ground.place(spot)
    back, taken = land.net.ways(
        (x, y), float(left), scene.closed, np.inf, scene.bodies(unit), scene.crowd(unit)
    )
    order = np.flatnonzero(back.cost <= left)
    order = order[np.argsort(back.cost[order], kind="stable")]
    harm = reactions(scene, unit)
    out = np.maximum(_along(made.going, spot, harm), harm[:, scene.node(unit)])
    worst = worst_along(order, back.whence, out, harm)
    nodes = order[~taken[order] & (order != spot)]
    here = scene.node(unit)
    every = np.concatenate((worst[:, [spot]], worst[:, nodes]), axis=1) if nodes.size else out[:, None]
    found = weighed(scene, replace(plan, attacked=True), np.concatenate(([here], nodes)), every, shot)
    found.going = back
    for name in ("fires", "vest"):  # not together with a sortie
        found.terms.pop(name, None)
    return found


def _along(going: Going, node: int, harm: Floats) -> Floats:
    """The worst of each opponent on the way to a place."""
    found = np.zeros(harm.shape[0])
    while node >= 0:
        found = np.maximum(found, harm[:, node])
        node = int(going.whence[node])
    return found


def _acts(scene: Scene, made: Ends, ends: Ends, spot: int, place: int) -> tuple[AnyAct, ...] | None:
    """Out, the attack, and on; None if a door stands in the way."""
    assert made.going is not None
    assert ends.going is not None
    net, unit, node = scene.land.net, made.plan.unit, int(ends.nodes[place])
    bodies = scene.bodies(unit)
    legs = [
        net.route(made.going, spot, scene.closed, bodies),
        net.route(ends.going, node, scene.closed, bodies),
    ]
    out, on = ([step for step in leg if not isinstance(step, int)] for leg in legs)
    if len(out) < len(legs[0]) or len(on) < len(legs[1]) or not out or not on:
        return None
    return (
        Go(tuple(out), face(scene, *out[-1], spot)),
        Attack(scene.foes[ends.targets[place]].id),
        Go(tuple(on), face(scene, *on[-1], node)),
    )
