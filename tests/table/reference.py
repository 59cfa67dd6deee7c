"""Sight the slow and obvious way: a great many straight rays, each against every piece and figure.

A corridor is nine parallel rays: the middle of a square patch, its corners and the middles of its
sides. It starts from a patch inside one cylinder and ends on a patch inside the other; patches stand
upright and square to the line between the centres. If any of tens of thousands of corridors is free,
the two see each other. Nothing here is shared with the code under test but the data types.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from firelane.table.polygons import convex_parts
from firelane.table.things import Battlefield, Figure, See

Array = NDArray[np.float64]
SLACK = 0.02
"""In mils: rays are drawn in by this much, so that what exactly fits is not lost to rounding."""


class Scene:
    """The opaque prisms and the figures that stand in the way, as numpy arrays."""

    def __init__(
        self, field: Battlefield, figures: Sequence[Figure], opaque: Sequence[See] = (See.BLOCKS,)
    ) -> None:
        self.things: list[tuple[tuple[Array, Array], Callable[[Array, Array], NDArray[np.bool_]]]] = []
        for piece in field.pieces:
            if piece.sight_now not in opaque:
                continue
            for part in convex_parts(piece.footprint):
                p = np.array(part, float)
                edge = np.roll(p, -1, axis=0) - p
                normal = np.column_stack((edge[:, 1], -edge[:, 0])) / np.linalg.norm(edge, axis=1)[:, None]
                planes = np.column_stack((normal, (normal * p).sum(axis=1)))
                box = np.array([*p.min(axis=0), piece.bottom]), np.array([*p.max(axis=0), piece.top])
                self.things.append((box, partial(_meets_prism, planes, piece.bottom, piece.top)))
        for f in figures:
            r = f.diameter / 2
            box = np.array([f.x - r, f.y - r, f.z]), np.array([f.x + r, f.y + r, f.top])
            self.things.append((box, partial(_meets_cylinder, f.x, f.y, r, f.z, f.top)))

    def free(self, start: Array, end: Array) -> NDArray[np.bool_]:
        """Which of the rays (rows of x, y, z) meet nothing. What is stopped is not asked again."""
        left = np.arange(len(start))
        step = end - start
        if len(start) == 0:
            return np.zeros(0, bool)
        low = np.minimum(start.min(axis=0), end.min(axis=0))
        high = np.maximum(start.max(axis=0), end.max(axis=0))
        for box, meets in self.things:
            if (low > box[1]).any() or (high < box[0]).any():
                continue  # the box about all rays lies clear of it
            missed = ~meets(start, step)
            if not missed.all():
                left, start, step = left[missed], start[missed], step[missed]
        free = np.zeros(len(end), bool)
        free[left] = True
        return free


def _meets_prism(planes: Array, bottom: float, top: float, start: Array, step: Array) -> NDArray[np.bool_]:
    near, far = _levels(start, step, bottom, top)
    for nx, ny, offset in planes:
        room = offset - nx * start[:, 0] - ny * start[:, 1]
        speed = nx * step[:, 0] + ny * step[:, 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            t = room / speed
        far = np.where(speed > 1e-9, np.minimum(far, t), far)
        near = np.where(speed < -1e-9, np.maximum(near, t), near)
        far = np.where((np.abs(speed) <= 1e-9) & (room <= 0), -1.0, far)
    return np.asarray(far - near > 1e-9)


def _meets_cylinder(
    x: float, y: float, r: float, bottom: float, top: float, start: Array, step: Array
) -> NDArray[np.bool_]:
    near, far = _levels(start, step, bottom, top)
    fx, fy = start[:, 0] - x, start[:, 1] - y
    a = step[:, 0] ** 2 + step[:, 1] ** 2
    b = fx * step[:, 0] + fy * step[:, 1]
    c = fx * fx + fy * fy - r * r
    root = b * b - a * c
    s = np.sqrt(np.maximum(root, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        near = np.where(a > 0, np.maximum(near, (-b - s) / a), near)
        far = np.where(a > 0, np.minimum(far, (-b + s) / a), np.where(c < 0, far, -1.0))
    return np.asarray(~((root <= 0) & (a > 0)) & (far - near > 1e-9))


def _levels(start: Array, step: Array, bottom: float, top: float) -> tuple[Array, Array]:
    rise, z = step[:, 2], start[:, 2]
    flat = np.abs(rise) <= 1e-12
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (bottom - z) / rise, (top - z) / rise
    near = np.where(flat, 0.0, np.maximum(np.minimum(a, b), 0.0))
    far = np.where(flat, np.where((z > bottom) & (z < top), 1.0, -1.0), np.minimum(np.maximum(a, b), 1.0))
    return near, far


def frame(a: Figure, b: Figure) -> tuple[Array, Array]:
    """The unit vector from a to b in plan, and the one to its left."""
    u = np.array([b.x - a.x, b.y - a.y], float)
    length = math.hypot(*u)
    u = u / length if length > 0.5 else np.array([1.0, 0.0])
    return u, np.array([-u[1], u[0]])


def corridor_free(
    scene: Scene, a: Figure, b: Figure, segment: Sequence[Sequence[float]], patch: float
) -> bool:
    """Whether the corridor about a segment is free, by a dense bundle of rays over the whole patch."""
    _, v = frame(a, b)
    half = max(min(patch, a.diameter or patch, b.diameter or patch) / 2 - SLACK, 0)
    rise = max(min(patch, a.tall, b.tall) / 2 - SLACK, 0)
    offsets = np.array(
        [(*(v * s * half), h * rise) for s in np.linspace(-1, 1, 9) for h in np.linspace(-1, 1, 9)]
    )
    return bool(scene.free(np.array(segment[0]) + offsets, np.array(segment[1]) + offsets).all())


def inside(a: Figure, b: Figure, point: Sequence[float], of: Figure, patch: float) -> bool:
    """Whether the patch about a point lies in the cylinder of `of`."""
    _, v = frame(a, b)
    half = min(patch, a.diameter or patch, b.diameter or patch) / 2
    rise = min(patch, a.tall, b.tall) / 2
    ends = [np.array(point[:2]) + sign * half * v - (of.x, of.y) for sign in (-1, 1)]
    level = of.z + rise - 0.01 <= point[2] <= of.top - rise + 0.01
    return level and all(math.hypot(*end) <= of.diameter / 2 + 0.01 for end in ends)


def sees(
    scene: Scene,
    a: Figure,
    b: Figure,
    patch: float,
    across: int = 14,
    heights: int = 6,
    planes: Sequence[float] = (0.0, -0.8, 0.8),
    from_axis: bool = False,
    front_only: bool = False,
) -> tuple[Array, Array] | None:
    """The first free corridor of a dense set, or None.

    `front_only`: it starts from the front half of a, and ends before the line through a's centre.
    """
    u, v = frame(a, b)
    half = max(min(patch, a.diameter, b.diameter) / 2 - SLACK, 0)
    rise = max(min(patch, a.tall, b.tall) / 2 - SLACK, 0)
    starts = _patches(a, u, v, half, rise, across, heights, planes, from_axis)
    ends = _patches(b, u, v, half, rise, across, heights, planes, False)
    if front_only:
        angle = math.radians(a.facing)
        ahead = np.array([math.cos(angle), math.sin(angle)])
        starts = starts[(starts[:, :2] - (a.x, a.y)) @ ahead >= 0]
        ends = ends[(ends[:, :2] - (a.x, a.y)) @ ahead >= 0]
    start = np.repeat(starts, len(ends), axis=0)
    end = np.tile(ends, (len(starts), 1))
    forward = ((end - start)[:, :2] @ u) > 1.0
    start, end = start[forward], end[forward]
    for s, h in ((0, 0), (-1, 1), (1, 1), (-1, -1), (1, -1), (0, 1), (0, -1), (-1, 0), (1, 0)):
        shift = np.array([*(v * s * half), h * rise])
        keep = scene.free(start + shift, end + shift)
        start, end = start[keep], end[keep]
        if len(start) == 0:
            return None
    return start[0], end[0]


def _patches(
    f: Figure,
    u: Array,
    v: Array,
    half: float,
    rise: float,
    across: int,
    heights: int,
    planes: Sequence[float],
    axis: bool,
) -> Array:
    levels = np.unique(np.linspace(f.z + rise, f.top - rise, heights))
    rows: list[tuple[float, float, float]] = []
    for plane in (0.0,) if axis else planes:
        along = plane * f.diameter / 2
        reach = math.sqrt(max((f.diameter / 2) ** 2 - along**2, 0)) - half
        if reach < 0 and not axis:
            continue
        offsets = (0.0,) if axis else np.linspace(-reach, reach, across)
        for s in offsets:
            x, y = np.array([f.x, f.y]) + along * u + s * v
            rows.extend((x, y, z) for z in levels)
    return np.array(rows)
