"""What troopers are worth to a player, in points: their cost, and what the mission and their side lose with them.

Of the enemy only open sheets are known: a model costs what sheets that look like it cost on average, a marker
what those who can hide cost.
"""

from __future__ import annotations

from functools import cache, lru_cache

from firelane.forces.library import forces
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.sheets import MARKER, open_name, sheet
from firelane.infinity.world import InfinityWorld, Trooper

ORDER = 1.0
"""What a trooper's Order is worth beyond its cost."""
LIEUTENANT = {"annihilation": 4.0, "firefight": 5.0}
"""What losing the Lieutenant costs in a mission, beyond his Order."""
SPECIALIST = {"domination": 1.5, "supplies": 1.5, "firefight": 1.5}
MARKER_WORTH = 3.0
WOUND = 0.35
"""How much of its worth a trooper has lost with its first point of several."""


@cache
def _costs() -> dict[str, float]:
    """The average cost of the sheets that look alike, in points."""
    found: dict[str, list[int]] = {}
    for key, facts in forces("c1").sheets.items():
        found.setdefault(open_name(f"c1:{key}"), []).append(facts.own_half_points)
    return {name: sum(costs) / len(costs) / 2 for name, costs in found.items()}


@lru_cache(maxsize=2048)
def _cost(name: str) -> float:
    if name.startswith(MARKER):
        return MARKER_WORTH
    facts = sheet(name).facts
    return facts.own_half_points / 2 if facts.own_half_points else _costs().get(name, 1.0)


def cost(trooper: Trooper) -> float:
    """What a trooper costs in a list, in points, or what those cost that look like it."""
    return _cost(trooper.sheet)


def worth(world: InfinityWorld, trooper: Trooper) -> float:
    """What a whole trooper is worth."""
    facts = sheet(trooper.sheet).facts
    found = _cost(trooper.sheet)
    if not facts.is_peripheral and not trooper.controller:
        found += ORDER
    if facts.is_specialist:
        found += SPECIALIST.get(world.mission, 0.0)
    if is_lieutenant(world, trooper):
        found += LIEUTENANT.get(world.mission, 1.0)
    return found


def loss(points: int, lost: int) -> float:
    """The part of its worth that a trooper with so many points loses with so many of them."""
    if lost <= 0:
        return 0.0
    return 1.0 if lost >= points else WOUND * lost / (points - 1)
