"""Rectilinear regions: what is left of a floor when walls and stairwells are taken out, room by room.

Rooms are found, not written: whoever draws the walls of a building has said where its rooms are. The
floor is cut along every wall line into cells; cells that hang together make a region, and its outline
is traced from their edges. Whole numbers throughout.
"""

from __future__ import annotations

from collections.abc import Iterable

from firelane.table.polygons import Footprint, Point, contains, cross

Rectangle = tuple[int, int, int, int]
"""West, south, east, north."""
_Cell = tuple[int, int]


def is_rectilinear(footprint: Footprint) -> bool:
    """Whether every edge runs along x or along y."""
    return all(
        a[0] == b[0] or a[1] == b[1] for a, b in zip(footprint, (*footprint[1:], footprint[0]), strict=True)
    )


def bounds(footprint: Footprint) -> Rectangle:
    """The box around a footprint."""
    xs, ys = [x for x, _ in footprint], [y for _, y in footprint]
    return min(xs), min(ys), max(xs), max(ys)


def regions(floor: Footprint, taken: Iterable[Rectangle]) -> list[Footprint]:
    """The parts of a rectilinear floor that the taken rectangles leave, as simple outlines.

    A part with a hole in it comes back as two, cut at the hole's west side.
    """
    taken = list(taken)
    xs = sorted({x for x, _ in floor} | {x for r in taken for x in (r[0], r[2])})
    ys = sorted({y for _, y in floor} | {y for r in taken for y in (r[1], r[3])})
    free = {
        (i, j)
        for i in range(len(xs) - 1)
        for j in range(len(ys) - 1)
        if _free(floor, taken, xs[i] + xs[i + 1], ys[j] + ys[j + 1])
    }
    found: list[Footprint] = []
    while free:
        part = _joined_to(min(free), free)
        free -= part
        found.extend(_outlines(part, xs, ys))
    return found


def _free(floor: Footprint, taken: list[Rectangle], x2: int, y2: int) -> bool:
    """Whether the cell whose middle is (x2, y2) / 2 belongs to the floor and to no taken rectangle."""
    doubled = tuple((2 * x, 2 * y) for x, y in floor)
    return contains(doubled, x2, y2) and not any(
        2 * west < x2 < 2 * east and 2 * south < y2 < 2 * north for west, south, east, north in taken
    )


def _joined_to(start: _Cell, free: set[_Cell]) -> set[_Cell]:
    part, waiting = {start}, [start]
    while waiting:
        i, j = waiting.pop()
        for near in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if near in free and near not in part:
                part.add(near)
                waiting.append(near)
    return part


def _outlines(part: set[_Cell], xs: list[int], ys: list[int]) -> list[Footprint]:
    loops = _loops(part, xs, ys)
    holes = [loop for loop in loops if _area(loop) < 0]
    if not holes:
        return loops
    cut = min(x for x, _ in holes[0])
    found: list[Footprint] = []
    for side in ({c for c in part if xs[c[0]] < cut}, {c for c in part if xs[c[0]] >= cut}):
        rest = set(side)
        while rest:
            piece = _joined_to(min(rest), rest)
            rest -= piece
            found.extend(_outlines(piece, xs, ys))
    return found


def _area(loop: Footprint) -> int:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(loop, (*loop[1:], loop[0]), strict=True))


def _loops(part: set[_Cell], xs: list[int], ys: list[int]) -> list[Footprint]:
    """The outlines of a part, its holes clockwise: edges that two cells share cancel out."""
    after: dict[Point, list[Point]] = {}
    for i, j in sorted(part):
        west, east, south, north = xs[i], xs[i + 1], ys[j], ys[j + 1]
        for a, b, near in (
            ((west, south), (east, south), (i, j - 1)),
            ((east, south), (east, north), (i + 1, j)),
            ((east, north), (west, north), (i, j + 1)),
            ((west, north), (west, south), (i - 1, j)),
        ):
            if near not in part:
                after.setdefault(a, []).append(b)
    loops = []
    while after:
        start = min(after)
        loop, here = [start], start
        while True:
            choices = after[here]
            before = loop[-2] if len(loop) > 1 else None
            # Where two corners meet in a point, the right turn keeps to the same cell's side.
            there = (
                min(choices, key=lambda p: cross(before, here, p))
                if before and len(choices) > 1
                else choices[0]
            )
            choices.remove(there)
            if not choices:
                del after[here]
            if there == start:
                break
            loop.append(there)
            here = there
        loops.append(_straightened(tuple(loop)))
    return loops


def _straightened(loop: Footprint) -> Footprint:
    n = len(loop)
    return tuple(loop[i] for i in range(n) if cross(loop[i - 1], loop[i], loop[(i + 1) % n]) != 0)
