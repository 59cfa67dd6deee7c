"""A map of the table in letters: for a terminal, where one column is an inch and one row two."""

from __future__ import annotations

from firelane.infinity.sheets import MARKER
from firelane.infinity.space import field_of
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.table.things import Battlefield, Piece

COLUMN, ROW = 1000, 2000
HIGH = 1575
"""Scenery of at least this height hides a man."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "1234567890abcdefghijklmnopqrstuvwxyz"


def text_map(world: InfinityWorld, seat: str) -> tuple[list[str], dict[str, str]]:
    """The rows, the far edge first, and the letter of each model. Own models have digits."""
    field = field_of(world)
    columns, rows = -(-field.width // COLUMN), -(-field.depth // ROW)
    cells = [[_ground(field, column, row) for column in range(columns)] for row in range(rows)]

    def put(x: int, y: int, sign: str) -> None:
        row, column = min(y // ROW, rows - 1), min(x // COLUMN, columns - 1)
        cells[row][column] = sign

    for objective in world.objectives.values():
        put(objective.x, objective.y, "$")
    for item in world.items.values():
        put(item.x, item.y, "*")
    labels = figure_labels(world, seat)
    for trooper in world.troopers.values():
        if trooper.place is Place.TABLE:
            put(trooper.x, trooper.y, labels.get(trooper.id, "?"))
    ruler = "    " + "".join(f"{inch:<10}" for inch in range(0, columns, 10))
    drawn = [f"{row * ROW // 1000:>3} {''.join(cells[row])}" for row in reversed(range(rows))]
    return [*drawn, ruler.rstrip()], labels


def figure_labels(world: InfinityWorld, seat: str) -> dict[str, str]:
    """A digit or letter for each model: own ones have digits, those of the enemy letters."""
    own = [t for t in world.troopers.values() if t.seat == seat]
    foes = [t for t in world.troopers.values() if t.seat != seat and not t.sheet.startswith(MARKER)]
    labels = {t.id: DIGITS[place % len(DIGITS)] for place, t in enumerate(sorted(own, key=_number))}
    labels |= {t.id: LETTERS[place % len(LETTERS)] for place, t in enumerate(sorted(foes, key=_number))}
    return labels


def _number(trooper: Trooper) -> tuple[int, str]:
    last = trooper.id.rpartition("-")[2]
    return (int(last) if last.isdecimal() else 0, trooper.id)


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
