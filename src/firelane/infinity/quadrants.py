"""Quadrants of the table: whether a base lies in one with more than half of its area."""

from __future__ import annotations

import math

from firelane.table.things import Figure


def mostly_inside(figure: Figure, middle: tuple[int, int], right: bool, upper: bool) -> bool:
    """Whether more than half of a base is inside a quadrant. Rules: scenario-domination.inside-quadrant."""
    radius = figure.diameter / 2
    a = (figure.x - middle[0]) * (1 if right else -1)
    b = (figure.y - middle[1]) * (1 if upper else -1)
    if a <= 0 or b <= 0:
        return False
    outside = _beyond(a, radius) + _beyond(b, radius) - _beyond_both(a, b, radius)
    return outside < math.pi * radius**2 / 2


def _beyond(distance: float, radius: float) -> float:
    """The area of a disc beyond a line at this distance from its centre."""
    if distance >= radius:
        return 0.0
    return math.pi * radius**2 / 2 - 2 * _under(distance, radius)


def _beyond_both(a: float, b: float, radius: float) -> float:
    """The area of a disc beyond two lines that cross at a right angle."""
    if a**2 + b**2 >= radius**2:
        return 0.0
    end = math.sqrt(radius**2 - b**2)
    return _under(end, radius) - _under(a, radius) - b * (end - a)


def _under(x: float, radius: float) -> float:
    """The area between the axis and the circle, from the centre to x."""
    return (x * math.sqrt(max(0.0, radius**2 - x**2)) + radius**2 * math.asin(min(1.0, x / radius))) / 2
