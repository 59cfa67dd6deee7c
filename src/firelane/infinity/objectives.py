"""Consoles and supply boxes: where they stand, who touches them, who may use them."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.infinity.sheets import sheet
from firelane.infinity.space import body, field_of, is_null, objective_body, on_table
from firelane.infinity.world import InfinityWorld, Objective, Trooper
from firelane.table.measure import in_contact
from firelane.table.movement import MoveRules
from firelane.table.paths import stands_free
from firelane.table.surfaces import ground_plan
from firelane.table.things import Figure

BOX = "box"
CONSOLE = "console"
SEARCH = 500
"""How far apart the places are that are tried where scenery fills an objective's own place."""


def settled(world: InfinityWorld, objective: Objective) -> Objective:
    """The objective where it belongs or, if scenery fills that place, at the nearest free one."""
    field = field_of(world)
    plan = ground_plan(field)
    rules = MoveRules(ways=frozenset(), allowance=0)
    for ring in range(max(field.width, field.depth) // SEARCH):
        for dx, dy in _ring(ring):
            moved = replace(objective, x=objective.x + dx * SEARCH, y=objective.y + dy * SEARCH)
            if stands_free(plan, objective_body(moved), [], rules) is None:
                return moved
    return objective


def _ring(ring: int) -> list[tuple[int, int]]:
    around = range(-ring, ring + 1)
    found = [(x, y) for x in around for y in around if max(abs(x), abs(y)) == ring]
    return sorted(found, key=lambda at: (at[0] ** 2 + at[1] ** 2, at))


def touches(world: InfinityWorld, figure: Figure, objective: Objective) -> bool:
    """Whether a Silhouette is in contact with an objective, or with whoever has the box.

    A box lies with the Null trooper that had it: to touch the one is to touch the other.

    Rules: scenario-domination.hacking-consoles, scenario-supplies.picking-up.
    """
    carrier = world.troopers.get(objective.carrier)
    if carrier is not None:  # scenario-supplies.picking-up
        return in_contact(figure, body(carrier))
    if in_contact(figure, objective_body(objective)):
        return True
    return any(
        is_null(t)
        and (t.x, t.y, t.z) == (objective.x, objective.y, objective.z)
        and in_contact(figure, body(t))
        for t in on_table(world)
    )


def refuse_use(world: InfinityWorld, trooper: Trooper, name: str) -> Refusal | None:
    """Rules: scenario.specialists, scenario-supplies.picking-up,
    specialist-operative.counts-as-specialist.
    """
    objective = world.objectives.get(name)
    facts = sheet(trooper.sheet).facts
    # specialist-operative.counts-as-specialist
    if objective is None or not facts.is_specialist or facts.is_peripheral or trooper.controller:
        return Refusal("scenario.specialists", {"target": name})
    if objective.kind != BOX:
        return None
    carrier = world.troopers.get(objective.carrier)
    held = carrier is not None and (carrier.seat != trooper.seat or bool(carrier.states))
    if trooper.carries or held or objective.carrier == trooper.id:
        return Refusal("scenario-supplies.picking-up", {"target": name})
    return None
