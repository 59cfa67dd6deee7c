"""Where a trooper may come to the table by Airborne Deployment, as far as everybody can see."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.infinity.acting import move_rules
from firelane.infinity.asking import Reach
from firelane.infinity.frames import Point
from firelane.infinity.modes import box_of
from firelane.infinity.roster import roster
from firelane.infinity.sheets import Sheet, sheet
from firelane.infinity.space import body, field_of, item_body
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.measure import base_touches_piece, in_contact
from firelane.table.movement import Bar, MoveRules
from firelane.table.paths import stands_free
from firelane.table.polygons import contains
from firelane.table.surfaces import GroundPlan, ground_plan
from firelane.table.things import TOUCH, Figure, Posture


class PlaceRules(NamedTuple):
    """The statements of a skill that forbid to land somewhere."""

    free: str
    """Not in contact with anybody or anything."""
    inside: str
    """Not inside a building, nor where there is no room."""
    whole_base: str
    """The whole base on a surface."""


def landing_figure(trooper: Trooper, to: tuple[int, int, int], facing: int = 0) -> Figure:
    """The trooper where it would land: standing. Rules: combat-jump.not-prone, parachutist.not-prone."""
    x, y, z = to
    return replace(body(trooper), x=x, y=y, z=z, facing=facing, posture=Posture.STANDING)


def refuse_place_to_land(
    world: InfinityWorld, trooper: Trooper, to: Point, facing: int, rules: PlaceRules
) -> Refusal | None:
    """Whether the trooper cannot stand there.

    Rules: combat-jump.not-in-contact, combat-jump.not-inside, combat-jump.whole-base,
    parachutist.not-in-contact, parachutist.not-inside, parachutist.whole-base.
    """
    rule = _trouble(world, landing_figure(trooper, to, facing), rules)
    return Refusal(rule, {"trooper": trooper.id}) if rule else None


def refuse_edge_entry(
    world: InfinityWorld, trooper: Trooper, to: Point, facing: int, is_enemy_zone_open: bool
) -> Refusal | None:
    """Whether the trooper cannot come in there over the edge of the table.

    Rules: parachutist.open-edges, parachutist.not-beside-cover, scenario-firefight.easier-arrivals.
    """
    figure = landing_figure(trooper, to, facing)
    if not _at_open_edge(world, trooper, figure, is_enemy_zone_open):
        return Refusal("parachutist.open-edges", {"trooper": trooper.id})
    plan = ground_plan(field_of(world))
    near = plan.pieces_near(figure.x, figure.y, figure.diameter / 2 + TOUCH)
    if any(plan.pieces[i].cover and base_touches_piece(figure, plan.pieces[i]) for i in near):
        return Refusal("parachutist.not-beside-cover", {"trooper": trooper.id})
    return None


def _trouble(world: InfinityWorld, figure: Figure, place: PlaceRules) -> str:
    """The statement that forbids the trooper to stand there, or an empty one."""
    field = field_of(world)
    others = [other for _, other in roster(world).near(figure.x, figure.y) if other.id != figure.id] + [
        item_body(item) for item in world.items.values()
    ]
    # combat-jump.not-in-contact, parachutist.not-in-contact
    if any(in_contact(figure, other) for other in others):
        return place.free
    rules = move_rules(sheet_of(world, figure), 0)
    return _barred(ground_plan(field), replace(figure, id="", side="", facing=0), rules, place)


@lru_cache(maxsize=4096)
def _barred(plan: GroundPlan, figure: Figure, rules: MoveRules, place: PlaceRules) -> str:
    """The statement by which scenery forbids the figure to stand there: the same places are offered again and
    again."""
    if any(plan.battlefield.rooms_at(figure)):  # combat-jump.not-inside, parachutist.not-inside
        return place.inside
    trouble = stands_free(plan, figure, (), rules)
    if trouble is None:  # combat-jump.whole-base, parachutist.whole-base
        return ""
    return place.inside if trouble.bar is Bar.END_NO_ROOM else place.whole_base


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


# After a failed Combat Jump


COMBAT_JUMP = PlaceRules(
    free="combat-jump.not-in-contact", inside="combat-jump.not-inside", whole_base="combat-jump.whole-base"
)


def edges_of_zone(world: InfinityWorld, trooper: Trooper) -> dict[str, Reach]:
    """By table edge, where the middle of the base may be: at the edge and inside the own deployment zone.

    Rules: combat-jump.failure-lands-at-edge.
    """
    field = field_of(world)
    zone = next(area for area in field.deployment if area.name == world.sides[trooper.seat].zone)
    half = -(-sheet(trooper.sheet).diameter // 2)
    x0, y0, x1, y1 = box_of(zone)
    inner = Reach(x0 + half, y0 + half, x1 - half, y1 - half)
    along = {
        "south": (y0 == 0, inner._replace(y1=half)),
        "north": (y1 == field.depth, inner._replace(y0=field.depth - half)),
        "west": (x0 == 0, inner._replace(x1=half)),
        "east": (x1 == field.width, inner._replace(x0=field.width - half)),
    }
    return {edge: reach for edge, (touches, reach) in along.items() if touches}


def refuse_edge(world: InfinityWorld, trooper: Trooper, to: tuple[int, int, int]) -> Refusal | None:
    """Whether the trooper may not stand there after a failed Combat Jump.

    Rules: combat-jump.failure-lands-at-edge, combat-jump.not-prone, combat-jump.not-in-contact,
    combat-jump.not-inside, combat-jump.whole-base.
    """
    x, y, _ = to
    edges = edges_of_zone(world, trooper).values()
    # combat-jump.failure-lands-at-edge
    if not any(edge.x0 <= x <= edge.x1 and edge.y0 <= y <= edge.y1 for edge in edges):
        return Refusal("combat-jump.failure-lands-at-edge", {"trooper": trooper.id})
    return refuse_place_to_land(world, trooper, to, 0, COMBAT_JUMP)


def places_at_edge(
    world: InfinityWorld, trooper: Trooper, apart: int = 100, edge: str = ""
) -> Iterator[tuple[int, int, int]]:
    """The free places on the ground at the edges of the own zone, or at one of them, so far apart at most.

    Rules: combat-jump.failure-lands-at-edge.
    """
    for name, (x0, y0, x1, y1) in edges_of_zone(world, trooper).items():
        if edge not in ("", name):
            continue
        xs = [*range(x0, x1, apart), x1] if x1 > x0 else [x0]
        ys = [*range(y0, y1, apart), y1] if y1 > y0 else [y0]
        for x, y in product(xs, ys):
            if refuse_edge(world, trooper, (x, y, 0)) is None:
                yield x, y, 0


def nearest_at_edge(
    world: InfinityWorld, trooper: Trooper, wanted: tuple[int, int, int], edge: str = ""
) -> tuple[int, int, int] | None:
    """The free place at an edge of the own zone (all of them if none is named) that is nearest to a point."""
    return min(
        places_at_edge(world, trooper, edge=edge), key=lambda at: math.dist(at[:2], wanted[:2]), default=None
    )
