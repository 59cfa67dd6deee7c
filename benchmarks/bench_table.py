"""What the table costs: lines of sight against shapely with heights and against embreex, in one run.

Every function returns rows (name, value, unit, ratio); the ratio is how many times slower the other way is
(or, for growth, how many times the smallest table), or None. Times are the best of several runs, for other
work on the machine only ever adds. The others answer a weaker question, rays without a corridor: embreex is
given 32 a pair, which miss some of what can be seen, then twice as many until they miss less than 1 %;
shapely 8.
"""

from __future__ import annotations

import math
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.timing import Measured, Row, as_rows, quickest
from firelane.table.fieldfile import ready_field
from firelane.table.looking import Blocking, SightRules
from firelane.table.polygons import convex_parts
from firelane.table.sight import all_pairs, along_path
from firelane.table.things import Battlefield, Figure, See
from table.tables import free_standing, populate

RULES = SightRules()
BUNDLES = (
    (2, 4, 2),
    (4, 4, 2),
    (4, 8, 2),
    (4, 4, 4),
    (4, 8, 4),
    (8, 8, 4),
    (8, 16, 4),
    (8, 8, 8),
    (8, 16, 8),
    (16, 16, 8),
)
"""Rays of a pair, as places across on either side and heights: 32, then twice that each time."""


def rays(a: Figure, b: Figure, left: int, right: int, levels: int) -> tuple[np.ndarray, np.ndarray]:
    """Rays between two silhouettes: `left` x `right` places across, `levels` heights each.

    They run from rim to rim, so that the two figures themselves, if they are in the scene, do not stop them.
    """
    u = np.array([b.x - a.x, b.y - a.y], float)
    u /= math.hypot(*u) or 1.0
    v = np.array([-u[1], u[0]])

    def points(f: Figure, n: int, towards: np.ndarray) -> np.ndarray:
        heights = np.linspace(0.95, 0.2, levels) * f.tall + f.z
        radius = f.diameter / 2
        rim = [
            s * radius * v + 1.01 * math.sqrt(1 - s * s) * radius * towards for s in np.linspace(-0.9, 0.9, n)
        ]
        return np.array([(f.x + place[0], f.y + place[1], z) for place in rim for z in heights])

    start, end = points(a, left, u), points(b, right, -u)
    return np.repeat(start, len(end), axis=0), np.tile(end, (len(start), 1))


def shapely_sees(polygons: list[Any], levels: list[tuple[int, int]], tree: Any, a: Figure, b: Figure) -> bool:
    """The same question put to shapely: cut each ray with each polygon near it, compare heights there."""
    from shapely import LineString

    for p, q in zip(*rays(a, b, 2, 2, 1), strict=True):
        for r in (0.95, 0.3):
            end = np.array([q[0], q[1], b.z + r * b.tall])
            line = LineString([p[:2], end[:2]])
            clear = True
            for k in tree.query(line, predicate="intersects"):
                cut = polygons[k].intersection(line)
                if cut.is_empty or cut.length == 0:
                    continue
                along = [math.hypot(x - p[0], y - p[1]) / line.length for x, y in cut.coords]
                low = min(p[2] + t * (end[2] - p[2]) for t in along)
                high = max(p[2] + t * (end[2] - p[2]) for t in along)
                if low < levels[k][1] and high > levels[k][0]:
                    clear = False
                    break
            if clear:
                return True
    return False


def cylinder(f: Figure, sides: int = 16) -> list[tuple[float, float]]:
    """The base of a figure as a polygon."""
    angles = 2 * np.pi * np.arange(sides) / sides
    return [(f.x + f.diameter / 2 * math.cos(t), f.y + f.diameter / 2 * math.sin(t)) for t in angles]


def prisms_of(field: Battlefield) -> list[tuple[list[tuple[float, float]], int, int]]:
    """All convex parts through which nothing is seen, with their levels."""
    return [
        ([(float(x), float(y)) for x, y in part], piece.bottom, piece.top)
        for piece in field.pieces
        if piece.sight_now is See.BLOCKS
        for part in convex_parts(piece.footprint)
    ]


def embree_scene(prisms: list[tuple[list[tuple[float, float]], int, int]]) -> Any:
    """The prisms as one mesh in an embree scene."""
    from embreex import rtcore_scene
    from embreex.mesh_construction import TriangleMesh

    triangles = []
    for corners, bottom, top in prisms:
        n = len(corners)
        for i in range(n):
            (x0, y0), (x1, y1) = corners[i], corners[(i + 1) % n]
            triangles.append([(x0, y0, bottom), (x1, y1, bottom), (x1, y1, top)])
            triangles.append([(x0, y0, bottom), (x1, y1, top), (x0, y0, top)])
        triangles += [
            [(*corners[0], z), (*corners[i], z), (*corners[i + 1], z)]
            for i in range(1, n - 1)
            for z in (bottom, top)
        ]
    scene = rtcore_scene.EmbreeScene()
    TriangleMesh(scene, (np.array(triangles) / 1000.0).astype(np.float32))
    return scene


def occluded(scene: Any, start: np.ndarray, step: np.ndarray) -> np.ndarray:
    """What embree answers for each ray: -1 where nothing is in its way."""
    return np.asarray(scene.run(start, step, dists=np.ones(len(start), np.float32), query="OCCLUDED"))


def all_lines(field: Battlefield, figures: list[Figure], label: str) -> list[Measured]:
    """All pairs of the figures: ours with figures blocking, then the same without, shapely and embreex."""
    all_pairs(field, figures, RULES)
    ours = quickest(lambda: all_pairs(field, figures, RULES))
    alone = SightRules(blocking=Blocking.NONE)
    bare = quickest(lambda: all_pairs(field, figures, alone))
    pairs = [(a, b) for i, a in enumerate(figures) for b in figures[i + 1 :]]
    exact = all_pairs(field, figures, alone)[np.triu_indices(len(figures), 1)]
    bare_scene = embree_scene(prisms_of(field))
    scene = embree_scene(prisms_of(field) + [(cylinder(f), f.z, f.top) for f in figures])
    rows: list[Measured] = [
        (f"{label}: {len(pairs)} lines of sight, figures blocking", ours * 1e3, "ms", None),
        (f"{label}: the same lines without figures", bare * 1e3, "ms", None),
    ]
    for left, right, levels in BUNDLES:
        count = left * right * levels * levels
        bundles = [rays(a, b, left, right, levels) for a, b in pairs]
        start = np.concatenate([s for s, _ in bundles]) / 1000.0
        step = np.concatenate([e for _, e in bundles]) / 1000.0 - start
        start, step = start.astype(np.float32), step.astype(np.float32)
        hit = occluded(bare_scene, start, step).reshape(len(pairs), -1) >= 0
        missed = 100 * float((exact & hit.all(axis=1)).sum() / exact.sum())
        if count > 32 and missed >= 1 and (left, right, levels) != BUNDLES[-1]:
            continue
        embree = quickest(partial(occluded, scene, start, step))
        embree_bare = quickest(partial(occluded, bare_scene, start, step))
        name = f"{label}: embreex, {count} rays a pair"
        rows += [
            (f"{name}, figures blocking", embree * 1e3, "ms", embree / ours),
            (f"{name}, without figures", embree_bare * 1e3, "ms", embree_bare / bare),
            (f"{label}: visible pairs that those {count} rays miss", missed, "%", None),
        ]
        if missed < 1:
            break
    from shapely import Polygon, STRtree

    parts = prisms_of(field)
    shapes = [Polygon(corners) for corners, _, _ in parts]
    levels = [(bottom, top) for _, bottom, top in parts]
    tree = STRtree(shapes)
    sample = pairs[:: max(1, len(pairs) // 60)]
    slow = quickest(lambda: [shapely_sees(shapes, levels, tree, a, b) for a, b in sample], 3)
    slow *= len(pairs) / len(sample)
    rows.append(
        (f"{label}: shapely with heights, 8 rays a pair, without figures", slow * 1e3, "ms", slow / ours)
    )
    return rows


def lines_among_free_standing_pieces() -> list[Measured]:
    """40 figures among 60 free-standing pieces."""
    rng = np.random.default_rng(1)
    field = free_standing(rng)
    return all_lines(field, populate(rng, field, 40), "60 pieces")


def lines_in_the_town() -> list[Measured]:
    """40 figures in the shipped town: roofs, interiors, windows, doors."""
    field = ready_field("harbour-town").battlefield
    return all_lines(
        field, populate(np.random.default_rng(2), field, 40), f"town, {len(field.pieces)} pieces"
    )


def growth_with_the_table() -> list[Measured]:
    """The same lines while the table and its pieces grow: the cost should stay as it is."""
    rows: list[Measured] = []
    rng = np.random.default_rng(3)
    small = free_standing(rng, 60, 48)
    figures = populate(rng, small, 40)
    base = 0.0
    for pieces, size in ((60, 48), (240, 96), (960, 192)):
        more = free_standing(np.random.default_rng(4), pieces, size).pieces if pieces > 60 else ()
        away = tuple(p for p in more if min(max(x, y) for x, y in p.footprint) > 49_000)
        named = tuple(type(p)(f"far {k}", p.footprint, p.bottom, p.top) for k, p in enumerate(away))
        field = Battlefield(size * 1000, size * 1000, (*small.pieces, *named))
        all_pairs(field, figures, RULES)
        spent = quickest(lambda field=field: all_pairs(field, figures, RULES))
        base = base or spent
        rows.append((f"780 lines on a table of {len(field.pieces)} pieces", spent * 1e3, "ms", spent / base))
    return rows


def path_and_watchers() -> list[Measured]:
    """A path of 20 points against 20 watchers among 60 pieces."""
    rng = np.random.default_rng(1)
    field = free_standing(rng)
    mover, *others = populate(rng, field, 40)
    path = np.column_stack((np.linspace(4000, 44000, 20), np.linspace(6000, 40000, 20), np.zeros(20))).astype(
        np.int64
    )
    along_path(field, mover, path, others[:20], RULES, others)
    spent = quickest(lambda: along_path(field, mover, path, others[:20], RULES, others))
    return [("20 places x 20 watchers among 60 pieces, 39 figures blocking", spent * 1e3, "ms", None)]


def first_use() -> list[Measured]:
    """A fresh process: import, first question; compiled code comes from the disk cache."""
    code = (
        "from firelane.table.things import *; from firelane.table.sight import *; "
        "w = Piece('w', ((9000, 0), (9100, 0), (9100, 20000), (9000, 20000)), 0, 900); "
        "f = Battlefield(48000, 48000, (w,)); "
        "print(look(f, Figure('a', 5000, 5000), Figure('b', 15000, 5000), SightRules()).seen)"
    )

    def run() -> None:
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)

    run()
    spent = quickest(run, 5)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [
        ("first full answer in a fresh process, all included", spent, "s", None),
        ("the same, time of the processor alone", busy, "s", None),
    ]


BENCHMARKS = (
    lines_among_free_standing_pieces,
    lines_in_the_town,
    growth_with_the_table,
    path_and_watchers,
    first_use,
)


TARGETS = {
    "shapely": "100 x",
    "embreex, 32 rays a pair, figures": "1 x",
    "20 places x 20 watchers": "1 ms",
    "first full answer": "1 s",
}


def rows() -> Iterator[Row]:
    """All rows of this part."""
    for benchmark in BENCHMARKS:
        yield from as_rows(benchmark(), TARGETS)
