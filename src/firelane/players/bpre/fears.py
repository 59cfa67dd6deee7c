"""What the rest of the turn and the next one are feared to cost, also by opponents who come first.

The veteran fears who sees a place now. Who looks farther tells apart whether an opponent is yet to act,
whether it faces the place, and whether it could come to see it. How much each of them takes was measured in
games between veterans (docs/players.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from firelane.bpre.world import Unit
from firelane.table.fast import Bools, Floats, Ints

if TYPE_CHECKING:
    from firelane.players.bpre.aims import Aim
    from firelane.players.bpre.scene import Scene

SEES_AND_ACTS, COMES = 0.9, 0.5
"""How much of what an attack takes on average opponents take who are yet to act in this turn: those who see a
place, shared among all whom they see, and those who could come to see it."""
SEES, SEES_BEHIND, COMES_NEXT = 0.65, 0.3, 0.1
"""The same of those who have acted: who sees and faces it, who only would if it turned, who could come."""
OUTLIVES = 0.35
"""How much of it each takes of one on whom everything depends, wherever it comes from."""
WANTED, NEXT = 16, 0.4
"""At how many places opponents are expected, and how likely one is to be there who needs two maneuvers."""


def _acting(scene: Scene) -> Bools:
    """Which opponents are yet to act in this turn."""
    passed = scene.world.sides[scene.foes[0].seat].passed
    return np.array([not passed and not f.chits and not f.staggered for f in scene.foes], np.bool_)


def feared(scene: Scene, unit: Unit, nodes: Ints, crowd: float = 0.0) -> Floats:
    """The part of a unit that opponents are feared to take at places; `crowd`: among how many they would
    choose, where that is known better than by who is seen now."""
    rows = np.arange(len(scene.foes))[:, None]
    others = crowd or (1.0 if unit.id in scene.aims.prizes else scene.crowding(unit)[:, None])
    acts = _acting(scene)[:, None]
    lines = scene.lines_at[:, nodes] * scene.reachable[:, nodes]
    arcs = np.array([one.arc for one in scene.outlooks], np.bool_)[:, nodes]
    fires = scene.dangers(unit)[rows, lines] / others
    moves = scene.maneuver_dangers(unit)[rows, np.maximum(scene.threats[:, nodes], lines)]
    parts = np.where(
        lines > 0,
        np.where(acts, SEES_AND_ACTS * moves / others, np.where(arcs, SEES, SEES_BEHIND) * fires),
        np.where(acts, COMES, COMES_NEXT) * moves / max(1.0, crowd),
    )
    found: Floats = 1.0 - np.prod(1.0 - parts, axis=0)
    return found


def at_risk(scene: Scene, unit: Unit) -> float:
    """The chance that opponents who are yet to act take a unit where it stands before it acts itself."""
    node = scene.node(unit)
    lines = scene.lines_at[:, node] * scene.reachable[:, node]
    by_line = scene.maneuver_dangers(unit)
    moves = by_line[np.arange(len(scene.foes)), np.maximum(scene.threats[:, node], lines)]
    parts = np.where(lines > 0, SEES_AND_ACTS / scene.crowding(unit), COMES) * moves * _acting(scene)
    return float(1.0 - np.prod(1.0 - parts))


def lasting(scene: Scene, unit: Unit) -> Floats:
    """The chance that a unit outlives the next turn at each place, where everything depends on it."""
    rows = np.arange(len(scene.foes))[:, None]
    takes = scene.maneuver_dangers(unit)[rows, np.maximum(scene.threats, scene.lines_at)]
    found: Floats = np.prod(1.0 - OUTLIVES * takes, axis=0)
    return found


def cover(scene: Scene, aim: Aim, movement: int) -> Floats:
    """From every place the part of what the opponents want, and may soon be at, that is seen from it after a
    maneuver."""
    found, total = np.zeros(scene.land.size), 0.0
    for place, likely in _expected(scene, aim):
        found += likely * (scene.land.to_see(place, scene.closed) <= movement)
        total += likely
    return found / max(1.0, total)


def _expected(scene: Scene, aim: Aim) -> list[tuple[int, float]]:
    """Where of the places that they want opponents may be when the next turn begins, and how many."""
    likely = np.zeros(scene.land.size)
    for foe in scene.foes:
        node = scene.node(foe)
        if aim.there[node]:
            likely[node] += 1.0
            continue
        acts = not foe.chits and not foe.staggered
        for maneuvers, part in ((1, 1.0), (2, NEXT)) if acts else ((1, NEXT),):
            far = maneuvers * scene.movement(foe)
            there = aim.there & (scene.land.reach(foe.x, foe.y, far, scene.closed) <= far)
            if there.any():
                likely[there] += part / there.sum()
                break
    best = np.argsort(-likely, kind="stable")[:WANTED]
    chosen = best[likely[best] > 0]
    scale = likely.sum() / max(1e-9, float(likely[chosen].sum()))
    return [(int(node), float(likely[node] * scale)) for node in chosen]
