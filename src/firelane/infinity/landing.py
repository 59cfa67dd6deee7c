"""Where a trooper may come to the table by Airborne Deployment, as far as everybody can see."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.infinity.acting import move_rules
from firelane.infinity.roster import roster
from firelane.infinity.sheets import Sheet, sheet
from firelane.infinity.skills import Drop, Enter
from firelane.infinity.space import body, field_of, item_body
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.measure import base_touches_piece, in_contact
from firelane.table.movement import Bar, MoveRules
from firelane.table.paths import stands_free
from firelane.table.polygons import contains
from firelane.table.surfaces import GroundPlan, ground_plan
from firelane.table.things import TOUCH, Figure, Posture

FREE = {"combat-jump": 9, "parachutist": 8}
INSIDE = {"combat-jump": 10, "parachutist": 9}
WHOLE_BASE = {"combat-jump": 11, "parachutist": 10}
"""The statements of both skills about contact, buildings and the edge of the surface."""


def landing_figure(trooper: Trooper, to: tuple[int, int, int], facing: int = 0) -> Figure:
    """The trooper where it would land: standing. Rules: c1.combat-jump.8, c1.parachutist.7."""
    x, y, z = to
    return replace(body(trooper), x=x, y=y, z=z, facing=facing, posture=Posture.STANDING)


def refuse_landing(
    world: InfinityWorld, trooper: Trooper, skill: Drop | Enter, enemy_zone_open: bool = False
) -> Refusal | None:
    """Rules: c1.combat-jump.9-11, c1.parachutist.4, c1.parachutist.6, c1.parachutist.8-10,
    n4-core.scenario.firefight.3.
    """
    key = "combat-jump" if isinstance(skill, Drop) else "parachutist"
    figure = landing_figure(trooper, skill.to, skill.facing)
    number = _trouble(world, figure, key)
    if number is not None:
        return Refusal(f"c1.{key}.{number}", {"trooper": trooper.id})
    if isinstance(skill, Enter):
        if not _at_open_edge(world, trooper, figure, enemy_zone_open):
            return Refusal("c1.parachutist.4", {"trooper": trooper.id})
        plan = ground_plan(field_of(world))
        near = plan.pieces_near(figure.x, figure.y, figure.diameter / 2 + TOUCH)
        if any(plan.pieces[i].cover and base_touches_piece(figure, plan.pieces[i]) for i in near):
            return Refusal("c1.parachutist.6", {"trooper": trooper.id})
    return None


def _trouble(world: InfinityWorld, figure: Figure, key: str) -> int | None:
    """The statement that forbids the trooper to stand there, or None."""
    field = field_of(world)
    others = [other for _, other in roster(world).near(figure.x, figure.y) if other.id != figure.id] + [
        item_body(item) for item in world.items.values()
    ]
    if any(in_contact(figure, other) for other in others):
        return FREE[key]
    rules = move_rules(sheet_of(world, figure), 0)
    return _barred(ground_plan(field), replace(figure, id="", side="", facing=0), rules, key)


@lru_cache(maxsize=4096)
def _barred(plan: GroundPlan, figure: Figure, rules: MoveRules, key: str) -> int | None:
    """The statement by which scenery forbids the figure to stand there: the same places are offered again and
    again."""
    if any(plan.battlefield.rooms_at(figure)):
        return INSIDE[key]
    trouble = stands_free(plan, figure, (), rules)
    if trouble is None:
        return None
    return INSIDE[key] if trouble.bar is Bar.END_NO_ROOM else WHOLE_BASE[key]


def sheet_of(world: InfinityWorld, figure: Figure) -> Sheet:
    """The sheet of the trooper that a figure stands for."""
    return sheet(world.troopers[figure.id].sheet)


def _at_open_edge(world: InfinityWorld, trooper: Trooper, figure: Figure, enemy_zone_open: bool) -> bool:
    """Whether the base touches a table edge outside the enemy's deployment zone."""
    field = field_of(world)
    gap = min(figure.x, figure.y, field.width - figure.x, field.depth - figure.y) - figure.diameter / 2
    enemy = {side.zone for seat, side in world.sides.items() if seat != trooper.seat and not enemy_zone_open}
    zones = [area for area in field.deployment if area.name in enemy]
    return gap <= TOUCH and not any(contains(area.footprint, figure.x, figure.y) for area in zones)


def own_edge(world: InfinityWorld, trooper: Trooper, wanted: tuple[int, int, int]) -> tuple[int, int, int]:
    """The free place at the table edge in the own deployment zone that is nearest to the point named.

    Rules: c1.combat-jump.6.
    """
    field = field_of(world)
    zone = next(area for area in field.deployment if area.name == world.sides[trooper.seat].zone)
    xs, ys = [x for x, _ in zone.footprint], [y for _, y in zone.footprint]
    half = -(-sheet(trooper.sheet).diameter // 2)
    y = half if sum(ys) / len(ys) < field.depth / 2 else field.depth - half
    low, high = min(xs) + half, max(xs) - half
    nearest = min(max(wanted[0], low), high)
    places = [nearest, *sorted(range(low, high + 1, 100), key=lambda x: abs(x - nearest))]
    for x in places:
        if _trouble(world, landing_figure(trooper, (x, y, 0)), "combat-jump") is None:
            return x, y, 0
    return places[0], y, 0
