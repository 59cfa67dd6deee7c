"""What a word such as "crate" or "hedge" stands for: the properties that a piece has unless it says more.

A kind is a convenience for whoever writes a battlefield, and the sign under which a piece is drawn.
Nothing that decides anything reads it: every property is copied onto the piece.
"""

from __future__ import annotations

import msgspec

from firelane.table.things import Access, Door, Ground, Piece, See, inches


class Kind(msgspec.Struct, frozen=True):
    """The usual height in inches, and a piece from which the properties are taken."""

    height: float
    pattern: Piece


def _kind(height: float, **properties: object) -> Kind:
    pattern = msgspec.convert({"name": "", "footprint": (), **properties}, Piece)
    return Kind(height, pattern)


def _flat(**properties: object) -> Kind:
    """Something that lies on the ground: it hides nothing and keeps nobody out."""
    return _kind(0, sight=See.CLEAR, cover=False, solid=False, climbable=False, **properties)


KINDS: dict[str, Kind] = {
    # Things that hide a standing figure.
    "block": _kind(3),
    "wall": _kind(3),
    "container": _kind(2.5, walkable=True),
    "shed": _kind(2.5, walkable=True),
    "tank": _kind(4, climbable=False),
    "tower": _kind(5, walkable=True),
    "platform": _kind(3, walkable=True),
    "rock": _kind(2.5),
    "pillar": _kind(3),
    "tree": _kind(4, climbable=False, crossable=False),
    "machine": _kind(2, walkable=True),
    "truck": _kind(2, walkable=True),
    "hedgerow": _kind(2, climbable=False, crossable=False),
    "stack": _kind(1.8),
    # Things to crouch behind.
    "crate": _kind(1.2, waist_high=True, walkable=True),
    "barrel": _kind(1.2, waist_high=True),
    "low-wall": _kind(1, waist_high=True),
    "sandbags": _kind(1, waist_high=True),
    "pipe": _kind(1, waist_high=True),
    "vehicle": _kind(1.3, waist_high=True),
    "planter": _kind(1, waist_high=True),
    "air-conditioner": _kind(1, waist_high=True),
    "furniture": _kind(1, waist_high=True),
    "hedge": _kind(1.5, sight=See.HEDGE, waist_high=True, crossable=False, climbable=False),
    "fence": _kind(1.2, sight=See.CLEAR, cover=False),
    "railing": _kind(0.6, sight=See.CLEAR, cover=False),
    "parapet": _kind(0.6, waist_high=True),
    # Parts of buildings, and ways up.
    "roof": _kind(0.2, walkable=True, crossable=False),
    "floor": _kind(0.2, walkable=True, crossable=False),
    "catwalk": _kind(0.2, walkable=True, crossable=False),
    "landing": _kind(0.2, walkable=True, crossable=False),
    "door": _kind(2, door=Door.CLOSED, access=Access.NARROW, crossable=False, climbable=False),
    "window": _kind(1, sight=See.WINDOW, waist_high=True, crossable=False, climbable=False),
    "ladder": _kind(3, sight=See.CLEAR, cover=False, solid=False, climbable=False, ladder=True),
    "stairs": _kind(3, sight=See.CLEAR, cover=False, solid=False, climbable=False, stairs=True),
    # Ground.
    "rough": _flat(ground=Ground.DIFFICULT, terrain="mountain"),
    "sand": _flat(ground=Ground.DIFFICULT, terrain="desert"),
    "jungle": _flat(ground=Ground.DIFFICULT, terrain="jungle"),
    "water": _flat(ground=Ground.DIFFICULT, terrain="aquatic", water=True),
    "deep-water": _flat(ground=Ground.VERY_DIFFICULT, terrain="aquatic", water=True),
    "crop": _flat(),
    "road": _flat(),
}
"""Every kind by its name. `table.kind-NAME` is its name for readers."""


def piece_of(kind: str) -> Piece:
    """A piece with the properties of the kind, still without name and place; KeyError if unknown."""
    return msgspec.structs.replace(KINDS[kind].pattern, kind=kind)


def height_of(kind: str) -> int:
    """How high pieces of the kind usually are, in mils; KeyError if unknown."""
    return inches(KINDS[kind].height)
