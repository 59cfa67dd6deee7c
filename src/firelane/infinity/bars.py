"""Why a way cannot be gone: the statement behind each bar of the table."""

from __future__ import annotations

from firelane.table.movement import Bar, PathReport, Way

STATEMENTS: dict[Bar, str] = {
    Bar.GAP_TOO_NARROW: "move.narrow-passage",
    Bar.TOO_HIGH: "movement.too-high",
    Bar.NOT_CROSSABLE: "movement.too-high",
    Bar.NOT_LEVEL: "movement.too-high",
    Bar.ACCESS_TOO_NARROW: "access.width",
    Bar.FIGURE_IN_THE_WAY: "movement.through-allies",
    Bar.END_TAKEN: "movement.through-allies",
    Bar.UNSUPPORTED: "movement.no-falling",
    Bar.NOT_ON_STAIRS: "movement.stairs-and-ladders",
    Bar.NO_LADDER: "movement.stairs-and-ladders",
    Bar.NO_FACE: "climb.part-of-move",
    Bar.FACE_TOO_NARROW: "climb.needs-half-base",
    Bar.END_NO_ROOM: "move.needs-room",
    Bar.TOO_FAR: "movement.reach",
}
"""What is not listed here is about room for the base."""
ROOM = "movement.needs-room"


def statement_of(report: PathReport, way: Way) -> str:
    """The statement by which a way cannot be gone, given how its last leg goes."""
    assert report.trouble is not None
    bar = report.trouble.bar
    if way is Way.CLIMB and bar in (Bar.END_UNSUPPORTED, Bar.END_NO_ROOM):
        return "climb.needs-room"
    return STATEMENTS.get(bar, ROOM)
