"""Parts of the battlespace in which units are set up: at an edge, in a structure, round a point."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from msgspec import Struct

from firelane.bpre.names import BASE
from firelane.bpre.space import EDGES, MOVE
from firelane.table.paths import stands_free
from firelane.table.polygons import distance_squared
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Figure, Piece

GRID = 500
"""Mils between the places that are tried when units are placed by chance."""


class Zone(Struct, frozen=True, kw_only=True, gc=False):
    """Where units may be set up. Measured from the centre of the base. Rules: bpre.measuring.4.

    `structure`: inside it, or within `within` of its walls. `edges`: within `within` of one of these
    battlespace edges. `point`: within `within` of it.
    """

    structure: str = ""
    edges: tuple[str, ...] = ()
    point: tuple[int, int] | None = None
    within: int = 0


def in_zone(field: Battlefield, zone: Zone, figure: Figure) -> bool:
    """Whether a base stands in a zone."""
    if zone.structure:
        if field.is_inside(figure, zone.structure, wholly=True):
            return True
        return bool(zone.within) and near_walls(field, zone.structure, figure.x, figure.y, zone.within)
    if zone.point is not None:
        x, y = zone.point
        return (figure.x - x) ** 2 + (figure.y - y) ** 2 <= zone.within**2
    return any(edge_distance(field, edge, figure.x, figure.y) <= zone.within for edge in zone.edges)


def edge_distance(field: Battlefield, edge: str, x: int, y: int) -> int:
    """How far a point is from an edge of the battlespace."""
    return {"south": y, "north": field.depth - y, "west": x, "east": field.width - x}[edge]


def near_walls(field: Battlefield, structure: str, x: int, y: int, reach: int) -> bool:
    """Whether a point is no farther than this from the walls of a structure."""
    for piece in field.pieces:
        if piece.structure == structure and not piece.walkable:
            west, south, east, north = box_of(piece)
            if west - reach <= x <= east + reach and south - reach <= y <= north + reach:
                above, below = distance_squared(piece.footprint, x, y)
                if above <= reach * reach * below:
                    return True
    return False


@lru_cache(maxsize=2048)
def box_of(piece: Piece) -> tuple[int, int, int, int]:
    """The box round a piece: west, south, east, north."""
    xs, ys = zip(*piece.footprint, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def farthest_edges(field: Battlefield, structure: str) -> tuple[str, ...]:
    """The edges farthest from the walls of a structure: several if they tie. Rules: bpre.tasking.5."""
    corners = [point for p in field.pieces if p.structure == structure for point in p.footprint]
    far = {edge: min(edge_distance(field, edge, x, y) for x, y in corners) for edge in EDGES}
    return tuple(edge for edge in EDGES if far[edge] == max(far.values()))


def opposite(edge: str) -> str:
    """The edge across the battlespace."""
    return {"south": "north", "north": "south", "west": "east", "east": "west"}[edge]


def places(field: Battlefield, zone: Zone) -> tuple[tuple[int, int], ...]:
    """Places of a grid in a zone where a base can stand among the terrain; kept with the battlefield."""
    kept: dict[Zone, tuple[tuple[int, int], ...]] = field.__dict__.setdefault("bpre-zones", {})
    if zone not in kept:
        kept[zone] = tuple(
            spot
            for spot in _standing(field)
            if in_zone(field, zone, Figure(id="", x=spot[0], y=spot[1], diameter=BASE))
        )
    return kept[zone]


def _standing(field: Battlefield) -> tuple[tuple[int, int], ...]:
    found: tuple[tuple[int, int], ...] | None = field.__dict__.get("bpre-standing")
    if found is None:
        plan = ground_plan(field)
        half = BASE // 2
        spots = [
            (x, y)
            for x in range(half, field.width - half + 1, GRID)
            for y in range(half, field.depth - half + 1, GRID)
        ]
        found = tuple(
            (x, y)
            for x, y in spots
            if stands_free(plan, Figure(id="", x=x, y=y, diameter=BASE), (), MOVE) is None
        )
        field.__dict__["bpre-standing"] = found
    return found


def some_places(
    field: Battlefield, zone: Zone, count: int, taken: list[tuple[int, int]], generator: Random
) -> list[tuple[int, int]]:
    """So many places in a zone, by chance, none on another; fewer if there is no room."""
    spots = list(places(field, zone))
    generator.shuffle(spots)
    found: list[tuple[int, int]] = []
    for x, y in spots:
        if len(found) == count:
            break
        if all((x - a) ** 2 + (y - b) ** 2 >= BASE * BASE for a, b in (*taken, *found)):
            found.append((x, y))
    return found
