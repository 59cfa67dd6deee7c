"""A battlefield as a screen draws it, for any game."""

from __future__ import annotations

from collections.abc import Iterator

from firelane.caches import SharedCache
from firelane.screen.board import Ground, Shape
from firelane.table.layout import Field
from firelane.table.naming import called, piece_name
from firelane.table.polygons import Footprint
from firelane.table.things import Battlefield, Circle, Piece, See
from firelane.table.things import Ground as Going
from firelane.text import say

KEPT = 32
"""So many grounds are kept: whoever comes is shown one, and most games are played on a few battlefields."""
_kept: SharedCache[tuple[int, str], tuple[Battlefield, Field | None, Ground]] = SharedCache(KEPT)
"""Grounds by the address of their battlefield, which is kept with them, and by language."""


def ground_of(table: Battlefield, known: Field | None, lang: str) -> Ground:
    """The ground of a battlefield; `known` has what its things are called, where it is a written one."""
    key = (id(table), lang)
    found = _kept.get(key)
    if found is None or found[1] is not known:
        found = _kept.keep(key, (table, known, _made(table, known, lang)))
    return found[2]


def _made(table: Battlefield, known: Field | None, lang: str) -> Ground:
    name = known.name.in_language(lang) if known is not None else table.name
    shapes = (*_areas(table, known, lang), *_pieces(table, known, lang))
    return Ground(name=name, width=table.width, depth=table.depth, shapes=shapes)


def _areas(table: Battlefield, known: Field | None, lang: str) -> Iterator[Shape]:
    for area in table.deployment:
        name = called(known, area.name, area.name, lang)
        yield Shape(id=f"area:{area.name}", kind="deployment", name=name, points=_corners(area.footprint))
    for place, room in enumerate(table.rooms):
        key = f"{room.structure}/{room.name}" if room.name else room.structure
        yield Shape(
            id=f"room:{place}",
            kind="room",
            name=called(known, key, room.structure, lang),
            points=_corners(room.footprint),
            bottom=room.bottom,
            top=room.top,
            structure=room.structure,
        )
    for zone in table.zones:
        name = called(known, zone.name, zone.name, lang)
        low, high = zone.bottom or 0, zone.top or 0
        if isinstance(zone.shape, Circle):
            centre = (zone.shape.x, zone.shape.y)
            yield Shape(id=f"zone:{zone.name}", kind="zone", name=name, centre=centre,
                        radius=zone.shape.radius, bottom=low, top=high, traits=zone.effects)  # fmt: skip
        else:
            yield Shape(id=f"zone:{zone.name}", kind="zone", name=name, points=_corners(zone.shape),
                        bottom=low, top=high, traits=zone.effects)  # fmt: skip


def _pieces(table: Battlefield, known: Field | None, lang: str) -> Iterator[Shape]:
    for piece in table.pieces:
        yield Shape(
            id=piece.name,
            kind=piece.kind or "block",
            name=piece_name(piece, known, lang),
            points=_corners(piece.footprint),
            bottom=piece.bottom,
            top=piece.top,
            structure=piece.structure,
            walkable=piece.walkable,
            traits=tuple(_traits(piece, lang)),
            door=piece.door.value if piece.door is not None else "",
        )


def _traits(piece: Piece, lang: str) -> Iterator[str]:
    """What the rules make of a piece, as far as a reader cannot guess it from what it is."""
    if piece.sight_now is See.CLEAR:
        yield say("screen.seen-through", lang)
    elif piece.sight_now is See.HEDGE:
        yield say("screen.obstructs", lang)
    if piece.ladder:
        yield say("screen.ladder", lang)
    if piece.ground in (Going.DIFFICULT, Going.VERY_DIFFICULT):
        yield say("screen.difficult", lang)
    if not piece.climbable and piece.solid and not piece.walkable:
        yield say("screen.not-climbable", lang)


def _corners(footprint: Footprint) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in footprint)
