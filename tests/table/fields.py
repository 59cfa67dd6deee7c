"""Battlefields for the tests of movement: by hand, and random ones."""

from __future__ import annotations

import random
from typing import Any

from firelane.table.movement import MoveRules
from firelane.table.paths import stands_free
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Figure, Piece

BASE = 1000
"""A base with a whole radius, so that distances can be worked out by hand."""


def box(name: str, x0: int, y0: int, x1: int, y1: int, top: int = 3000, **properties: Any) -> Piece:
    """A box with its sides along the table."""
    return Piece(name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), top=top, **properties)


def field(*pieces: Piece, width: int = 24000, depth: int = 24000) -> Battlefield:
    """A table with these pieces."""
    return Battlefield(width, depth, pieces)


def trooper(x: int, y: int, z: int = 0, name: str = "mover", side: str = "a", **properties: Any) -> Figure:
    """A figure with a base of one inch, 1.5 inches tall."""
    return Figure(name, x, y, z, diameter=BASE, height=1500, side=side, **properties)


def random_field(seed: int, count: int = 60, size: int = 48000) -> Battlefield:
    """Boxes and triangles of mixed heights, some walkable, some low, none overlapping another."""
    rng = random.Random(seed)
    pieces: list[Piece] = []
    boxes: list[tuple[int, int, int, int]] = []
    while len(pieces) < count:
        w, d = rng.randint(1000, 5000), rng.randint(1000, 5000)
        x, y = rng.randint(500, size - w - 500), rng.randint(500, size - d - 500)
        if any(x < x1 and x + w > x0 and y < y1 and y + d > y0 for x0, y0, x1, y1 in boxes):
            continue
        boxes.append((x, y, x + w, y + d))
        top = rng.choice((500, 1000, 1500, 2500, 3000, 4000))
        corners = ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
        if rng.random() < 0.25:
            corners = corners[:3]  # type: ignore[assignment]
        pieces.append(Piece(f"p{len(pieces)}", corners, top=top, walkable=rng.random() < 0.6))
    return Battlefield(size, size, tuple(pieces))


def placed(table: Battlefield, seed: int, count: int) -> list[Figure]:
    """Figures that stand free, by a little walk of the generator."""
    rng = random.Random(seed)
    figures: list[Figure] = []
    while len(figures) < count:
        figure = trooper(
            rng.randint(1000, table.width - 1000),
            rng.randint(1000, table.depth - 1000),
            name=f"f{len(figures)}",
            side="ab"[len(figures) % 2],
        )
        if stands_free(ground_plan(table), figure, figures, MoveRules()) is None:
            figures.append(figure)
    return figures
