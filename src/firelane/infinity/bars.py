"""Why a way cannot be gone: the statement behind each bar of the table."""

from __future__ import annotations

from firelane.table.movement import Bar, PathReport, Way

STATEMENTS: dict[Bar, str] = {
    Bar.GAP_TOO_NARROW: "c1.move.6",
    Bar.TOO_HIGH: "n4-core.movement.4",
    Bar.NOT_CROSSABLE: "n4-core.movement.4",
    Bar.NOT_LEVEL: "n4-core.movement.4",
    Bar.ACCESS_TOO_NARROW: "n4-core.access.1",
    Bar.FIGURE_IN_THE_WAY: "n4-core.movement.5",
    Bar.END_TAKEN: "n4-core.movement.5",
    Bar.UNSUPPORTED: "n4-core.movement.10",
    Bar.NOT_ON_STAIRS: "n4-core.movement.9",
    Bar.NO_LADDER: "n4-core.movement.9",
    Bar.NO_FACE: "c1.climb.1",
    Bar.FACE_TOO_NARROW: "c1.climb.7",
    Bar.END_NO_ROOM: "c1.move.7",
    Bar.TOO_FAR: "n4-core.movement.1",
}
"""What is not listed here is about room for the base."""
ROOM = "n4-core.movement.2"


def statement_of(report: PathReport, way: Way) -> str:
    """The statement by which a way cannot be gone, given how its last leg goes."""
    assert report.trouble is not None
    bar = report.trouble.bar
    if way is Way.CLIMB and bar in (Bar.END_UNSUPPORTED, Bar.END_NO_ROOM):
        return "c1.climb.8"
    return STATEMENTS.get(bar, ROOM)
