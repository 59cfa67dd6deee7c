"""Parts of the battlespace in which units are set up: at an edge, in a structure, round a point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

from msgspec import Struct

from firelane.bpre.names import BASE
from firelane.bpre.space import EDGES, MOVE
from firelane.table.paths import stands_free
from firelane.table.polygons import Footprint, contains, distance_squared, stretches_meet
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Figure, Piece

T = TypeVar("T")

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
            west, south, east, north = box_round(piece.footprint)
            if west - reach <= x <= east + reach and south - reach <= y <= north + reach:
                above, below = distance_squared(piece.footprint, x, y)
                if above <= reach * reach * below:
                    return True
    return False


@lru_cache(maxsize=2048)
def box_round(outline: Footprint) -> tuple[int, int, int, int]:
    """The box round an outline: west, south, east, north."""
    xs, ys = zip(*outline, strict=True)
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
        bare, trucks = field.__dict__.get("bare", (None, ()))
        kept[zone] = (
            tuple(
                [
                    spot
                    for spot in _near_zone(field, zone)
                    if in_zone(field, zone, Figure(id="", x=spot[0], y=spot[1], diameter=BASE))
                ]
            )
            if bare is None
            else tuple([spot for spot in places(bare, zone) if _beside(field, trucks, spot)])
        )
    return kept[zone]


def _near_zone(field: Battlefield, zone: Zone) -> Iterable[tuple[int, int]]:
    """Where bases can stand, without most of what is plainly outside a zone."""
    if not zone.structure:
        return _standing(field)
    west, south, east, north = structure_box(field, zone.structure)
    reach = zone.within
    return [
        (x, y)
        for x, y in _standing(field)
        if west - reach <= x <= east + reach and south - reach <= y <= north + reach
    ]


def structure_box(field: Battlefield, structure: str) -> tuple[int, int, int, int]:
    """The box round the rooms and walls of a structure: west, south, east, north."""
    rooms = [room.footprint for room in field.rooms if room.structure == structure]
    walls = [piece.footprint for piece in field.pieces if piece.structure == structure]
    return box_round(tuple(corner for outline in (*rooms, *walls) for corner in outline))


def _beside(field: Battlefield, trucks: tuple[Piece, ...], spot: tuple[int, int]) -> bool:
    """Whether a base that could stand there can do so beside trucks, too."""
    x, y = spot
    for west, south, east, north in (box_round(piece.footprint) for piece in trucks):
        if west - BASE <= x <= east + BASE and south - BASE <= y <= north + BASE:
            figure = Figure(id="", x=x, y=y, diameter=BASE)
            return stands_free(ground_plan(field), figure, (), MOVE) is None
    return True


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


def room_left(field: Battlefield, zone: Zone, taken: list[tuple[int, int]]) -> bool:
    """Whether a place of the grid is free of those that are taken."""
    return any(all(_clear(spot, one) for one in taken) for spot in places(field, zone))


def _clear(one: tuple[int, int], two: tuple[int, int]) -> bool:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2 >= BASE * BASE


def some_places(
    field: Battlefield, zone: Zone, count: int, taken: list[tuple[int, int]], generator: Random
) -> list[tuple[int, int]]:
    """So many places in a zone, by chance, none on another; fewer if there is no room."""
    found: list[tuple[int, int]] = []
    for x, y in drawn(places(field, zone), generator):
        if len(found) == count:
            break
        for a, b in (*taken, *found):
            if (x - a) ** 2 + (y - b) ** 2 < BASE * BASE:
                break
        else:
            found.append((x, y))
    return found


def drawn(things: Sequence[T], generator: Random) -> Iterator[T]:
    """All of them in an order by chance, each drawn when it is wanted."""
    left = list(range(len(things)))
    while left:
        place = int(generator.random() * len(left))
        yield things[left[place]]
        left[place] = left[-1]
        left.pop()


# Pieces that a Tasking adds


def meets(one: Footprint, two: Footprint) -> bool:
    """Whether two outlines share a point."""
    if contains(one, *two[0]) or contains(two, *one[0]):
        return True
    return any(stretches_meet(*a, *b) for a in _sides(one) for b in _sides(two))


def gap_within(one: Footprint, two: Footprint, reach: int) -> bool:
    """Whether two outlines come as near to one another as this."""
    if meets(one, two):
        return True
    pairs = [(two, corner) for corner in one] + [(one, corner) for corner in two]
    return any(above <= reach * reach * below for above, below in (distance_squared(o, *c) for o, c in pairs))


def _sides(outline: Footprint) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


def _boxes(field: Battlefield) -> list[tuple[Footprint, tuple[int, int, int, int]]]:
    """The outlines of pieces and rooms, each with the box round it; kept with the battlefield."""
    found: list[tuple[Footprint, tuple[int, int, int, int]]] | None = field.__dict__.get("bpre-boxes")
    if found is None:
        outlines = [piece.footprint for piece in field.pieces] + [room.footprint for room in field.rooms]
        found = [(outline, box_round(outline)) for outline in outlines]
        field.__dict__["bpre-boxes"] = found
    return found


def stands_clear(field: Battlefield, outline: Footprint) -> bool:
    """Whether a piece can be put down there: on the battlespace, on no other piece, in no structure."""
    if not all(0 <= x <= field.width and 0 <= y <= field.depth for x, y in outline):
        return False
    west, east = min(x for x, _ in outline), max(x for x, _ in outline)
    south, north = min(y for _, y in outline), max(y for _, y in outline)
    for other, (a, b, c, d) in _boxes(field):
        if a <= east and west <= c and b <= north and south <= d and meets(outline, other):
            return False
    return True
