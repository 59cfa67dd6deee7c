"""The outline of a set of grid points, for drawing: closed loops half-way between in and out."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Loop: TypeAlias = tuple[tuple[int, int], ...]


def outline_loops(mask: NDArray[np.bool_], west: int, south: int, spacing: int) -> tuple[Loop, ...]:
    """Loops round the True points of a grid (row = y, column = x) whose first point is (west, south).

    Each loop has the points on its left: outlines turn counter-clockwise, holes clockwise. Corners are
    cut (marching squares), so a lone point gets a diamond. Where two True points meet over a corner only,
    they stay apart.
    """
    rows, columns = mask.shape
    wide: NDArray[np.bool_] = np.zeros((rows + 2, columns + 2), dtype=np.bool_)
    wide[1:-1, 1:-1] = mask
    # Each square of four neighbours sends its crossings on: doubled grid steps, so that halves are whole.
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    squares = np.stack((wide[:-1, :-1], wide[:-1, 1:], wide[1:, 1:], wide[1:, :-1]), axis=-1)
    mixed = np.argwhere(squares.any(axis=-1) & ~squares.all(axis=-1))
    for (j, i), corners in zip(mixed.tolist(), squares[mixed[:, 0], mixed[:, 1]].tolist(), strict=True):
        sides = ((2 * i + 1, 2 * j), (2 * i + 2, 2 * j + 1), (2 * i + 1, 2 * j + 2), (2 * i, 2 * j + 1))
        for n in range(4):
            # From the side where the outline leaves a True corner behind to the next side clockwise round it.
            if corners[n] and not corners[(n + 1) % 4]:
                m = n
                while corners[(m - 1) % 4]:
                    m -= 1
                onward.setdefault(sides[n], []).append(sides[(m - 1) % 4])
    return tuple(_closed(onward, west, south, spacing))


def _closed(
    onward: dict[tuple[int, int], list[tuple[int, int]]], west: int, south: int, spacing: int
) -> list[Loop]:
    loops: list[Loop] = []
    for start in sorted(onward):
        while onward.get(start):
            points = [start]
            here = onward[start].pop()
            while here != start:
                points.append(here)
                here = onward[here].pop()
            loops.append(_placed(_without_straight(points), west, south, spacing))
    return loops


def _placed(points: list[Any], west: int, south: int, spacing: int) -> Loop:
    # The rim of False points shifts the grid by one; doubled steps by two.
    return tuple((west + (x - 2) * spacing // 2, south + (y - 2) * spacing // 2) for x, y in points)


def _without_straight(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept = []
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[n - 1], points[(n + 1) % len(points)]
        if (x - ax) * (by - y) != (y - ay) * (bx - x):
            kept.append((x, y))
    return kept
