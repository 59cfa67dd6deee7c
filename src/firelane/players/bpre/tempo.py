"""Who goes first: what units can do later in the phase is not lost by letting another one go now.

Rules: bpre.turn.3. A unit that opponents could still get at loses by waiting; one that would come under the
eyes of opponents who are yet to act gains, for those who have acted neither react nor shoot before the next
turn.
"""

from __future__ import annotations

import numpy as np

from firelane.bpre.able import is_eligible
from firelane.bpre.names import MANEUVER
from firelane.bpre.planning import Plan
from firelane.bpre.world import Unit
from firelane.players.bpre import places
from firelane.players.bpre.fears import at_risk
from firelane.players.bpre.scene import Scene
from firelane.players.mind import Term

LATER = 0.9
"""What is left of a chance that is not taken at once."""


def leaves(scene: Scene, unit: Unit) -> Term:
    """What the others can still do after a unit has gone."""
    return Term("tempo", sum(_waits(scene, one) for one in scene.mine if one.id != unit.id))


def _waits(scene: Scene, unit: Unit) -> float:
    """What a unit is expected to do later in the phase."""
    key = ("waits", unit.id)
    known = scene.known.get(key)
    if known is None:
        known = scene.known[key] = (Term("tempo", _later(scene, unit)),)
    return known[0].points


def _later(scene: Scene, unit: Unit) -> float:
    if not is_eligible(scene.world, unit, MANEUVER):
        return 0.0
    plan = Plan(unit, scene.movement(unit))
    now = max(0.0, float(np.max(places.ends(scene, plan).scores)))
    waiting = sum(not foe.chits and not foe.staggered for foe in scene.foes)
    if not waiting or scene.world.sides[scene.foes[0].seat].passed:
        return LATER * now
    calm = max(0.0, float(np.max(places.ends(scene.calm, plan).scores)))
    others = sum(not one.chits and not one.staggered for one in scene.mine) - 1
    part = min(1.0, others / waiting)
    return LATER * (1.0 - at_risk(scene, unit)) * (part * calm + (1.0 - part) * now)
