"""Game modes: the table and the Deployment Zones that go with the army points of a game."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from firelane.core.fired import decides
from firelane.forces.library import forces
from firelane.infinity.missions import MissionFigures
from firelane.table.things import Area, Battlefield, inches

Box = tuple[int, int, int, int]


def is_free(edition: str, field: Battlefield, half_points: int) -> bool:
    """Whether points or table are none of the game modes: a free game. Rules: game-modes.free-game."""
    mode = forces(edition).game_mode(half_points // 2) if half_points % 2 == 0 else None
    if mode is None:
        return True
    sides = sorted(inches(side) for side in mode.table)
    return sides != sorted((field.width, field.depth))


def with_zones(edition: str, field: Battlefield, half_points: int, mission: MissionFigures) -> Battlefield:
    """The battlefield with the Deployment Zones of the game mode; a free game keeps the field's own.

    Rules: game-modes.sizes-by-points, game-modes.deployment-zones, game-modes.small-table-zone,
    game-modes.free-game, scenario.length-and-table.
    """
    if decides(is_free(edition, field, half_points), "game-modes.free-game"):
        return field
    mode = forces(edition).game_mode(half_points // 2)
    assert mode is not None
    decides(True, "game-modes.sizes-by-points", "game-modes.deployment-zones")
    decides(mode.table == (32, 48) and not mission.zone_depth, "game-modes.small-table-zone")
    decides(mode.table == (48, 48), "game-modes.standard-game")
    depth = inches(mission.zone_depth.get(str(half_points), mode.zone[0]))  # game-modes.small-table-zone
    zones = tuple(
        Area(_named(field, edge), _strip(field, edge, depth), _side(field, edge)) for edge in _edges(field)
    )
    return field if zones == field.deployment else replace(field, deployment=zones)


def _edges(field: Battlefield) -> tuple[str, str]:
    """The edges along which the zones lie: the short ones; on a square table those of the field itself."""
    if field.width < field.depth:
        return "south", "north"
    if field.width > field.depth:
        return "west", "east"
    own = {edge_of(field, area) for area in field.deployment}
    return ("west", "east") if own == {"west", "east"} else ("south", "north")


def _strip(field: Battlefield, edge: str, depth: int) -> tuple[tuple[int, int], ...]:
    width, length = field.width, field.depth
    x0, y0, x1, y1 = {
        "south": (0, 0, width, depth),
        "north": (0, length - depth, width, length),
        "west": (0, 0, depth, length),
        "east": (width - depth, 0, width, length),
    }[edge]
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def _named(field: Battlefield, edge: str) -> str:
    return next((area.name for area in field.deployment if edge_of(field, area) == edge), edge)


def _side(field: Battlefield, edge: str) -> str:
    return next((area.side for area in field.deployment if edge_of(field, area) == edge), "")


@lru_cache(maxsize=64)
def box_of(area: Area) -> Box:
    """The area as a rectangle: x from, y from, x to, y to."""
    xs, ys = [x for x, _ in area.footprint], [y for _, y in area.footprint]
    return min(xs), min(ys), max(xs), max(ys)


def edge_of(field: Battlefield, area: Area) -> str:
    """The table edge along which a zone lies."""
    x0, y0, x1, y1 = box_of(area)
    if x1 - x0 >= y1 - y0:
        return "south" if y0 + y1 < field.depth else "north"
    return "west" if x0 + x1 < field.width else "east"


def opposite(field: Battlefield, name: str) -> str:
    """The zone that faces another across the table. Rules: game-modes.deployment-zones."""
    across = {"south": "north", "north": "south", "west": "east", "east": "west"}
    mine = next(area for area in field.deployment if area.name == name)
    wanted = across[edge_of(field, mine)]
    rest = [area for area in field.deployment if area.name != name]
    return next((area.name for area in rest if edge_of(field, area) == wanted), rest[0].name)


def holds(area: Area, x: int, y: int) -> bool:
    """Whether a point lies in a zone, its edge included."""
    x0, y0, x1, y1 = box_of(area)
    return x0 <= x <= x1 and y0 <= y <= y1


def deeper(field: Battlefield, area: Area, more: int) -> Box:
    """The zone with so much more depth towards the middle of the table."""
    x0, y0, x1, y1 = box_of(area)
    match edge_of(field, area):
        case "south":
            return x0, y0, x1, y1 + more
        case "north":
            return x0, y0 - more, x1, y1
        case "west":
            return x0, y0, x1 + more, y1
        case _:
            return x0 - more, y0, x1, y1


def own_half(field: Battlefield, area: Area) -> Box:
    """The half of the table on the zone's side."""
    match edge_of(field, area):
        case "south":
            return 0, 0, field.width, field.depth // 2
        case "north":
            return 0, field.depth - field.depth // 2, field.width, field.depth
        case "west":
            return 0, 0, field.width // 2, field.depth
        case _:
            return field.width - field.width // 2, 0, field.width, field.depth
