"""A map of the table in letters: for a terminal, where one column is an inch and one row two."""

from __future__ import annotations

from firelane.infinity.calling import label_of
from firelane.infinity.space import field_of
from firelane.infinity.world import InfinityWorld, Place
from firelane.table.things import Battlefield, Piece

COLUMN, ROW = 1000, 2000
HIGH = 1575
"""Scenery of at least this height hides a man."""
NO_ROOM = "&"
"""In place of a label of several letters that would run into another one."""


def text_map(world: InfinityWorld) -> list[str]:
    """The rows, the far edge first, with everybody's label where he stands."""
    field = field_of(world)
    columns, rows = -(-field.width // COLUMN), -(-field.depth // ROW)
    cells = [[_ground(field, column, row) for column in range(columns)] for row in range(rows)]
    taken: set[tuple[int, int]] = set()

    def put(x: int, y: int, sign: str) -> None:
        row, column = min(y // ROW, rows - 1), min(x // COLUMN, columns - 1)
        wanted = [(row, min(column, columns - len(sign)) + n) for n in range(len(sign))]
        if len(sign) > 1 and taken.intersection(wanted):
            wanted, sign = [(row, column)], NO_ROOM
        for (row, column), letter in zip(wanted, sign, strict=True):
            cells[row][column] = letter
        taken.update(wanted)

    for objective in world.objectives.values():
        put(objective.x, objective.y, "$")
    for item in world.items.values():
        put(item.x, item.y, "*")
    troopers = [trooper for trooper in world.troopers.values() if trooper.place is Place.TABLE]
    labels = {trooper.id: label_of(world, trooper) for trooper in troopers}
    taken.clear()
    for trooper in sorted(troopers, key=lambda one: len(labels[one.id])):
        put(trooper.x, trooper.y, labels[trooper.id])
    ruler = "    " + "".join(f"{inch:<10}" for inch in range(0, columns, 10))
    drawn = [f"{row * ROW // 1000:>3} {''.join(cells[row])}" for row in reversed(range(rows))]
    return [*drawn, ruler.rstrip()]


def _ground(field: Battlefield, column: int, row: int) -> str:
    x, y = column * COLUMN + COLUMN // 2, row * ROW + ROW // 2
    tops = [piece.top for piece in field.pieces if _covers(piece, x, y)]
    if not tops:
        return "."
    return "#" if max(tops) >= HIGH else "="


def _covers(piece: Piece, x: int, y: int) -> bool:
    """Whether a point lies in the footprint."""
    inside = False
    corners = piece.footprint
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside
