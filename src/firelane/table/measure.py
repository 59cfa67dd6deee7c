"""Distances, as each ruleset takes them: exact comparisons between whole numbers.

A distance that is only shown may be a float; a distance that decides is compared by squares of whole
numbers (doubled where a radius may be a half), so that "within 8 inches" has one answer everywhere.
"""

from __future__ import annotations

import math

from firelane.table.polygons import disc_overlaps, distance_squared
from firelane.table.things import TOUCH, Figure, Piece


def centre_to_centre(a: Figure, b: Figure, along_ground: bool = False) -> float:
    """Between the centres of the bases, in three dimensions or in plan."""
    return math.sqrt(_square(a.x, a.y, a.z, b.x, b.y, b.z, along_ground))


def point_to_centre(x: int, y: int, z: int, figure: Figure, along_ground: bool = False) -> float:
    """From a point to the centre of a base."""
    return math.sqrt(_square(x, y, z, figure.x, figure.y, figure.z, along_ground))


def centre_to_edge(a: Figure, b: Figure, along_ground: bool = False) -> float:
    """From the centre of a's base to the nearest edge of b's base; nothing when it lies inside."""
    return point_to_base(a.x, a.y, a.z, b, along_ground)


def point_to_base(x: int, y: int, z: int, figure: Figure, along_ground: bool = False) -> float:
    """From a point to the nearest point of a base (a flat disc)."""
    flat = max(0.0, math.hypot(x - figure.x, y - figure.y) - figure.diameter / 2)
    return flat if along_ground else math.hypot(flat, z - figure.z)


def edge_to_edge(a: Figure, b: Figure, along_ground: bool = False) -> float:
    """Between the nearest points of the two silhouettes; in plan, of the two bases."""
    flat = max(0.0, math.hypot(a.x - b.x, a.y - b.y) - (a.diameter + b.diameter) / 2)
    return flat if along_ground else math.hypot(flat, level_gap(a.z, a.top, b.z, b.top))


def level_gap(bottom: int, top: int, other_bottom: int, other_top: int) -> int:
    """How far two spans of height are apart; 0 when they meet."""
    return max(0, other_bottom - top, bottom - other_top)


def centres_within(a: Figure, b: Figure, distance: int, along_ground: bool = False) -> bool:
    """Whether the centres of the bases are no farther apart than `distance`: exact."""
    return _square(a.x, a.y, a.z, b.x, b.y, b.z, along_ground) <= distance * distance


def edges_within(a: Figure, b: Figure, distance: int, along_ground: bool = False) -> bool:
    """Whether the nearest points of the two silhouettes are no farther apart than `distance`: exact."""
    gap = 0 if along_ground else level_gap(a.z, a.top, b.z, b.top)
    if gap > distance:
        return False
    return _reaches((a.x - b.x) ** 2 + (a.y - b.y) ** 2, a.diameter + b.diameter, distance, gap)


def base_within(x: int, y: int, z: int, figure: Figure, distance: int, along_ground: bool = False) -> bool:
    """Whether any part of the base is no farther from the point than `distance`: exact.

    With the centre of another base as the point, this is the distance from centre to edge.
    """
    gap = 0 if along_ground else abs(z - figure.z)
    if gap > distance:
        return False
    return _reaches((x - figure.x) ** 2 + (y - figure.y) ** 2, figure.diameter, distance, gap)


def in_circle(figure: Figure, x: int, y: int, radius: int, wholly: bool = False) -> bool:
    """Whether the base lies in a circle in plan, in part (touching counts) or wholly: exact."""
    square = 4 * ((x - figure.x) ** 2 + (y - figure.y) ** 2)
    if wholly:
        inner = 2 * radius - figure.diameter
        return inner >= 0 and square <= inner * inner
    reach = 2 * radius + figure.diameter
    return square <= reach * reach


def in_sphere(figure: Figure, x: int, y: int, z: int, radius: int, wholly: bool = False) -> bool:
    """Whether the silhouette lies in a sphere, in part (touching counts) or wholly: exact."""
    square = (x - figure.x) ** 2 + (y - figure.y) ** 2
    if not wholly:
        gap = level_gap(figure.z, figure.top, z, z)
        return gap <= radius and _reaches(square, figure.diameter, radius, gap)
    height = max(abs(figure.z - z), abs(figure.top - z))
    # sqrt(square) + diameter / 2 <= sqrt(radius^2 - height^2), squared twice
    room = 4 * (radius * radius - height * height)
    left = room - 4 * square - figure.diameter**2
    return room >= figure.diameter**2 and left >= 0 and 16 * square * figure.diameter**2 <= left * left


def in_cylinder(
    figure: Figure, x: int, y: int, bottom: int, top: int, radius: int, wholly: bool = False
) -> bool:
    """Whether the silhouette lies in an upright cylinder, in part (touching counts) or wholly: exact."""
    if wholly:
        return bottom <= figure.z and figure.top <= top and in_circle(figure, x, y, radius, wholly=True)
    return level_gap(figure.z, figure.top, bottom, top) == 0 and in_circle(figure, x, y, radius)


def in_reach_cylinder(figure: Figure, centre: Figure, reach: int) -> bool:
    """Whether the silhouette touches the cylinder that reaches `reach` out from the edge of another
    silhouette, as far up from its top and as far down from its bottom: exact."""
    limit = 2 * reach + figure.diameter + centre.diameter
    if 4 * ((centre.x - figure.x) ** 2 + (centre.y - figure.y) ** 2) > limit * limit:
        return False
    return level_gap(figure.z, figure.top, centre.z - reach, centre.top + reach) == 0


def in_contact(a: Figure, b: Figure) -> bool:
    """Whether the two silhouettes touch, within the tolerance."""
    limit = a.diameter + b.diameter + 2 * TOUCH
    if 4 * ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) > limit * limit:
        return False
    return level_gap(a.z, a.top, b.z, b.top) <= TOUCH


def base_touches_piece(figure: Figure, piece: Piece, tolerance: int = TOUCH) -> bool:
    """Whether the figure's silhouette touches the side of the piece, within the tolerance.

    Standing on top of a piece is not touching it in this sense; standing against its wall is.
    """
    if not piece.spans(figure.z, figure.top):
        return False
    return disc_overlaps(piece.footprint, figure.x, figure.y, figure.diameter + 2 * tolerance)


def stands_on_piece(figure: Figure, piece: Piece) -> bool:
    """Whether the figure's base rests on the top of the piece, with any part of it."""
    if abs(piece.top - figure.z) > TOUCH:
        return False
    return disc_overlaps(piece.footprint, figure.x, figure.y, figure.diameter)


def base_to_piece(figure: Figure, piece: Piece) -> float:
    """From the edge of the base to the nearest point of the footprint, in plan; 0 when they overlap."""
    above, below = distance_squared(piece.footprint, figure.x, figure.y)
    return max(0.0, math.sqrt(above / below) - figure.diameter / 2)


def _square(x0: int, y0: int, z0: int, x1: int, y1: int, z1: int, along_ground: bool) -> int:
    return (x0 - x1) ** 2 + (y0 - y1) ** 2 + (0 if along_ground else (z0 - z1) ** 2)


def _reaches(square: int, diameters: int, distance: int, gap: int) -> bool:
    """Whether sqrt(square) - diameters / 2, with the gap at right angles, is at most `distance`: exact."""
    # sqrt(square) <= diameters / 2 + sqrt(distance^2 - gap^2), all doubled and squared twice
    room = 4 * (distance * distance - gap * gap)
    left = 4 * square - diameters * diameters - room
    return left <= 0 or left * left <= 4 * diameters * diameters * room
