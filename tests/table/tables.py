"""Random tables with figures on them, for tests and benchmarks."""

from __future__ import annotations

import math

import numpy as np

from firelane.table.measure import base_to_piece, in_contact
from firelane.table.polygons import Footprint, contains
from firelane.table.things import Battlefield, Figure, Piece, Posture, inches

SILHOUETTES = ((984, 1575), (984, 1575), (984, 1575), (1575, 1575), (1575, 2165), (2165, 2638))


def rectangle(cx: float, cy: float, w: float, h: float, angle: float = 0.0) -> Footprint:
    """A rectangle about a centre, turned by an angle in radians."""
    c, s = math.cos(angle), math.sin(angle)
    corners = ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    return tuple((round(cx + c * x - s * y), round(cy + s * x + c * y)) for x, y in corners)


def free_standing(rng: np.random.Generator, pieces: int = 60, size: int = 48) -> Battlefield:
    """Buildings, walls, crates, towers and L-shaped houses, all standing on the ground."""
    made: list[Piece] = []
    taken: list[tuple[float, float, float]] = []
    tries = 0
    while len(made) < pieces:
        tries += 1
        kind = len(made) % 7
        cx, cy = rng.uniform(inches(2), inches(size - 2), 2)
        angle = rng.uniform(0, math.pi)
        if kind in (0, 1):
            w, d, top = rng.uniform(4, 8), rng.uniform(4, 8), rng.uniform(3, 8)
        elif kind in (2, 3):
            w, d, top = rng.uniform(0.3, 0.6), rng.uniform(3, 8), rng.uniform(0.8, 2.5)
        elif kind == 4:
            w, d, top = rng.uniform(1, 3), rng.uniform(1, 3), rng.uniform(0.8, 3)
        else:
            w = d = rng.uniform(1.5, 4)
            top = rng.uniform(1, 6)
        reach = inches(math.hypot(w, d) / 2)
        if any(math.hypot(cx - x, cy - y) < 0.55 * (reach + r) for x, y, r in taken) and rng.random() < 0.8:
            continue
        taken.append((cx, cy, reach))
        if kind == 5:
            n = int(rng.integers(5, 9))
            shape: Footprint = tuple(
                (
                    round(cx + reach / 1.4 * math.cos(angle + 2 * math.pi * k / n)),
                    round(cy + reach / 1.4 * math.sin(angle + 2 * math.pi * k / n)),
                )
                for k in range(n)
            )
        elif kind == 6:
            arm = inches(w)
            c, s = math.cos(angle), math.sin(angle)
            ell = ((0, 0), (arm, 0), (arm, arm / 3), (arm / 3, arm / 3), (arm / 3, arm), (0, arm))
            shape = tuple((round(cx + c * x - s * y), round(cy + s * x + c * y)) for x, y in ell)
        else:
            shape = rectangle(cx, cy, inches(w), inches(d), angle)
        made.append(Piece(f"piece {len(made)}", shape, 0, inches(top), walkable=True))
    return Battlefield(inches(size), inches(size), tuple(made))


def house(
    name: str, cx: float, cy: float, w: float, d: float, height: float, rng: np.random.Generator
) -> list[Piece]:
    """A house with four walls, a window in each of two of them, a doorway in a third, and a roof."""
    x0, y0 = inches(cx - w / 2), inches(cy - d / 2)
    x1, y1 = inches(cx + w / 2), inches(cy + d / 2)
    top, t = inches(height), 250
    made: list[Piece] = []

    def wall(part: str, horizontal: bool, fixed: int, low: int, high: int, hole: str) -> None:
        def add(tag: str, a: int, b: int, bottom: int, upper: int) -> None:
            box = ((a, fixed), (b, fixed), (b, fixed + t), (a, fixed + t))
            if not horizontal:
                box = ((fixed, a), (fixed, b), (fixed + t, b), (fixed + t, a))
            made.append(Piece(f"{name} {part} {tag}", box, bottom, upper, structure=name))

        if hole == "none":
            add("whole", low, high, 0, top)
            return
        width = inches(float(rng.uniform(0.8, 2.0)))
        at = int(rng.integers(low + 300, max(low + 301, high - width - 300)))
        add("left", low, at, 0, top)
        add("right", at + width, high, 0, top)
        if hole == "window":
            add("sill", at, at + width, 0, inches(float(rng.uniform(0.6, 1.2))))
            add("lintel", at, at + width, inches(float(rng.uniform(1.6, 2.2))), top)
        else:
            add("lintel", at, at + width, inches(2), top)

    holes = list(rng.permutation(["window", "window", "door", "none"]))
    wall("south", True, y0, x0, x1, holes[0])
    wall("north", True, y1 - t, x0, x1, holes[1])
    wall("west", False, x0, y0 + t, y1 - t, holes[2])
    wall("east", False, x1 - t, y0 + t, y1 - t, holes[3])
    roof = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    made.append(Piece(f"{name} roof", roof, top, top + 150, walkable=True, structure=name))
    return made


def town(rng: np.random.Generator, houses: int = 6, others: int = 14, size: int = 32) -> Battlefield:
    """Houses with windows, doorways and roofs, bridges and balconies, and walls between."""
    made: list[Piece] = []
    centres: list[tuple[float, float]] = []
    while len(centres) < houses:
        cx, cy = rng.uniform(4, size - 4, 2)
        if any(abs(cx - x) < 8 and abs(cy - y) < 8 for x, y in centres) and rng.random() < 0.98:
            continue
        centres.append((cx, cy))
        w, d, height = rng.uniform(4, 7), rng.uniform(4, 7), rng.uniform(2.8, 3.5)
        made += house(f"house {len(centres)}", cx, cy, w, d, height, rng)
    for k in range(others):
        cx, cy = rng.uniform(inches(1), inches(size - 1), 2)
        angle = rng.uniform(0, math.pi)
        if k % 4 == 0:
            shape = rectangle(cx, cy, inches(rng.uniform(1, 2)), inches(rng.uniform(5, 12)), angle)
            low = inches(rng.uniform(1.7, 3.2))
            made.append(Piece(f"bridge {k}", shape, low, low + 200, walkable=True))
        else:
            shape = rectangle(cx, cy, inches(rng.uniform(0.3, 2)), inches(rng.uniform(2, 6)), angle)
            made.append(Piece(f"wall {k}", shape, 0, inches(rng.uniform(0.8, 3))))
    return Battlefield(inches(size), inches(size), tuple(made))


def populate(rng: np.random.Generator, field: Battlefield, count: int = 40) -> list[Figure]:
    """Figures on the ground, indoors and on roofs, none inside a piece or another figure."""
    made: list[Figure] = []
    size = field.width / 1000
    tries = 0
    while len(made) < count and tries < 60 * count:
        tries += 1
        diameter, height = SILHOUETTES[int(rng.integers(len(SILHOUETTES)))]
        x, y = (int(v) for v in rng.integers(1000, inches(size) - 1000, 2))
        z, surface = 0, ""
        if rng.random() < 0.3:
            roofs = [p for p in field.pieces if p.walkable and contains(p.footprint, x, y)]
            if roofs:
                best = max(roofs, key=lambda p: p.top)
                z, surface = best.top, best.name
        figure = Figure(
            id=f"f{len(made)}",
            x=x,
            y=y,
            z=z,
            diameter=diameter,
            height=height,
            facing=int(rng.integers(360)),
            posture=Posture.PRONE if rng.random() < 0.15 else Posture.STANDING,
            side="ab"[len(made) % 2],
            surface=surface,
        )
        if any(p.spans(z, figure.top) and base_to_piece(figure, p) <= 0 for p in field.pieces):
            continue
        if any(in_contact(figure, other) for other in made):
            continue
        made.append(figure)
    return made
