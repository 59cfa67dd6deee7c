"""Explosions: fires that are called, vests that go off, grenades that lie about, and what each is worth."""

from __future__ import annotations

import math

import numpy as np

from firelane.bpre.cards import FENGHUANG, Card
from firelane.bpre.edition import EDITION
from firelane.bpre.goals import VEST
from firelane.bpre.names import BASE
from firelane.bpre.situation import has_skill
from firelane.bpre.skills import GLINT, Vest
from firelane.bpre.space import outdoors
from firelane.bpre.world import Unit
from firelane.players.bpre.aims import REACH
from firelane.players.bpre.duels import blast, strike
from firelane.players.bpre.scene import Scene
from firelane.table.fast import Floats, Ints

BOUNCE, RADIUS = 2000.0, 2500.0
"""How far a grenade bounces, and how far from there a base is reached."""


def strikes(scene: Scene, unit: Unit) -> Floats | None:
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


def vests(scene: Scene, unit: Unit, nodes: Ints, shown: Ints) -> Floats:
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


def grenades(scene: Scene, unit: Unit, nodes: Ints) -> Floats:
    """The chance that a grenade that lies about takes a unit at places, as far as walls do not help."""
    x, y = scene.land.x[nodes], scene.land.y[nodes]
    safe = np.ones(nodes.size)
    for frag in scene.world.frags:
        away = np.maximum(np.hypot(x - frag.x, y - frag.y), 1.0)
        turn = np.clip((away**2 + BOUNCE**2 - RADIUS**2) / (2 * BOUNCE * away), -1.0, 1.0)
        safe *= 1.0 - np.arccos(turn) / np.pi * blast(scene.world, unit)
    return 1.0 - safe
