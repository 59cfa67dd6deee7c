"""What lies on the table: figures, pieces of terrain, rooms, zones, and the battlefield that holds them.

Design note
-----------
*Units.* Every length is an `int` in mils, thousandths of an inch; every angle an `int` in whole
degrees, 0 along +x, counter-clockwise (so "left" adds, "right" subtracts). `x` runs along the width
of the table, `y` along its depth, `z` up from its surface at 0. Whole numbers make the same game the
same bytes on every machine.

*Touching.* Bases are round, and neither millimetres nor thirds of an inch divide evenly into mils,
so two things touch when the gap between them is at most `TOUCH`. That is the only such constant:
every module takes it from here.

*Terrain is prisms.* A `Piece` is a footprint (any simple polygon, either way round) between `bottom`
and `top`. What it means for sight and for movement is data: properties, never a class of its own. A
building is several pieces that share a `structure`: walls, roof, doors; a wall with a window is four
pieces (left, right, sill, lintel) and a fifth with `sight=WINDOW` in the opening; the sill is
`waist_high`, so that a ruleset that looks on the map counts it as low cover and not as wall. A surface
that can be stood on is the top of a piece with `walkable=True`, or the ground.

*What a piece does now* depends on its door: an open or destroyed door neither blocks sight nor
stops a base, but keeps its footprint (the doorway). Ask `stops_bases` and `sight_now`, not the
fields.

*Rooms* are named volumes, so that "inside structure 4" and "in its kitchen" are questions with an
answer (`Battlefield.rooms_at`). *Zones* are volumes with effects; the effects are plain words that
the ruleset chooses and reads (smoke, low visibility, saturation), and when they end is its affair.

*Values never change.* A door that opens, smoke that appears, a wall blown away: each gives a new
`Battlefield` that shares all the rest. What is compiled from a battlefield is cached on the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

import msgspec

from firelane.table.polygons import Footprint, contains, disc_overlaps, meets_rim

MILS_PER_INCH = 1000
TOUCH = 5
"""Two things touch when the gap between them is no wider than this: an eighth of a millimetre."""

GROUND = ""
"""The name of the surface that is the table itself."""

FigureId: TypeAlias = str
PieceName: TypeAlias = str


def inches(value: float) -> int:
    """Inches as mils, to the nearest."""
    return round(value * MILS_PER_INCH)


def millimetres(value: float) -> int:
    """Millimetres as mils, to the nearest: 25 mm is 984."""
    return round(value * MILS_PER_INCH / 25.4)


class Posture(StrEnum):
    """How a figure holds itself."""

    STANDING = "standing"
    PRONE = "prone"


class See(StrEnum):
    """What a piece does to a line that meets it."""

    BLOCKS = "blocks"
    """Nothing is seen through it."""
    CLEAR = "clear"
    """It hides nothing: a railing, a ladder, rough ground, a pane of glass."""
    WINDOW = "window"
    """An opening: seen through, but the line crosses its outline."""
    HEDGE = "hedge"
    """Mixed: seen through, but it obstructs."""


class Door(StrEnum):
    """The state of a piece that is a door."""

    OPEN = "open"
    CLOSED = "closed"
    DESTROYED = "destroyed"


class Access(StrEnum):
    """Which figures an opening lets through."""

    NONE = "none"
    """Not an access at all."""
    NARROW = "narrow"
    WIDE = "wide"


class Ground(StrEnum):
    """How hard a piece is to move over or through."""

    OPEN = "open"
    DIFFICULT = "difficult"
    VERY_DIFFICULT = "very-difficult"
    IMPASSABLE = "impassable"


_STANDING = Posture.STANDING


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One model: a round base with an upright cylinder on it, at a place, in a posture."""

    id: FigureId
    x: int
    y: int
    z: int = 0
    """The underside of the base."""
    diameter: int = 984
    height: int = 1575
    """Of the silhouette when standing."""
    facing: int = 0
    posture: Posture = Posture.STANDING
    prone_height: int = 118
    """Of the silhouette when prone: 3 mm unless the ruleset says otherwise."""
    side: str = ""
    surface: PieceName = GROUND
    """The piece on whose top (or ladder, or wall) the figure is; GROUND for the table itself."""

    @property
    def tall(self) -> int:
        """The height of the silhouette as it is now."""
        return self.height if self.posture is _STANDING else min(self.prone_height, self.height)

    @property
    def top(self) -> int:
        """The level of the top of the silhouette as it is now."""
        return self.z + self.height if self.posture is _STANDING else self.z + self.tall

    def at(self, x: int, y: int, z: int | None = None, surface: PieceName | None = None) -> Figure:
        """The same figure elsewhere."""
        return msgspec.structs.replace(
            self,
            x=x,
            y=y,
            z=self.z if z is None else z,
            surface=self.surface if surface is None else surface,
        )


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prism of terrain with its properties."""

    name: PieceName
    footprint: Footprint
    bottom: int = 0
    top: int = 0
    sight: See = See.BLOCKS
    waist_high: bool = False
    """Low enough to be shot over, high enough to obstruct (where a ruleset has the term)."""
    cover: bool = True
    """Whether being hidden by it in part, and touching it, can give partial cover."""
    solid: bool = True
    """Whether a base is kept out of it."""
    crossable: bool = True
    """Whether a figure that is tall enough may vault or cross it."""
    walkable: bool = False
    """Whether its top can be stood on."""
    climbable: bool = True
    """Whether its sides can be climbed."""
    ladder: bool = False
    stairs: bool = False
    door: Door | None = None
    access: Access = Access.NONE
    ground: Ground = Ground.OPEN
    terrain: str = ""
    """The kind of difficult ground, in the ruleset's word: jungle, aquatic, mountain."""
    water: bool = False
    structure: str = ""
    """The building to which it belongs: "4"."""
    number: int | None = None
    """The number printed beside it on the map."""
    label: str = ""
    """What a person calls it: "north wall of the clinic"."""
    kind: str = ""
    """The sort of thing that it is, as the battlefield's author named it: vehicle, hedge, crate. It
    decides nothing here; a ruleset may ask for it ("vehicles on the map are not placed")."""

    @property
    def is_open(self) -> bool:
        """Whether it is a door through which one can pass."""
        return self.door is Door.OPEN or self.door is Door.DESTROYED

    @property
    def stops_bases(self) -> bool:
        """Whether it keeps bases out as it is now."""
        return self.solid and not self.is_open

    @property
    def sight_now(self) -> See:
        """What it does to sight as it is now."""
        return See.CLEAR if self.is_open else self.sight

    def spans(self, bottom: int, top: int) -> bool:
        """Whether it has height in common with the span: merely touching it does not count."""
        return self.bottom < top and self.top > bottom


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named part of a structure: the space in which one is "inside" it."""

    structure: str
    name: str
    footprint: Footprint
    bottom: int = 0
    top: int = 3000


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round outline in plan."""

    x: int
    y: int
    radius: int


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A volume in which something holds: smoke, low visibility, saturation."""

    name: str
    shape: Footprint | Circle
    effects: tuple[str, ...] = ()
    """Words of the ruleset, which alone knows what they do and when they end."""
    bottom: int | None = None
    """None: from below everything."""
    top: int | None = None
    """None: without limit of height."""

    def contains_point(self, x: int, y: int, z: int) -> bool:
        """Whether a point lies in it, its surface included."""
        if not self.spans(z, z):
            return False
        if isinstance(self.shape, Circle):
            return (x - self.shape.x) ** 2 + (y - self.shape.y) ** 2 <= self.shape.radius**2
        return contains(self.shape, x, y)

    def touches(self, figure: Figure) -> bool:
        """Whether any part of the figure's volume touches it or lies in it."""
        if not self.spans(figure.z, figure.top):
            return False
        if isinstance(self.shape, Circle):
            reach = 2 * (self.shape.radius + TOUCH) + figure.diameter
            square = (figure.x - self.shape.x) ** 2 + (figure.y - self.shape.y) ** 2
            return 4 * square <= reach * reach
        return disc_overlaps(self.shape, figure.x, figure.y, figure.diameter + 2 * TOUCH)

    def spans(self, bottom: int, top: int) -> bool:
        """Whether it reaches any level of the span, its ends included."""
        return (self.bottom is None or self.bottom <= top) and (self.top is None or self.top >= bottom)


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the table with a purpose: a deployment area, an objective."""

    name: str
    footprint: Footprint
    side: str = ""


class Battlefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The table and all that stands on it, figures apart. A value: changes make new ones.

    `dict=True` gives room for what is derived from the value and cached on it (`cached_property`);
    that takes no part in equality or in what is written.
    """

    width: int
    depth: int
    pieces: tuple[Piece, ...] = ()
    zones: tuple[Zone, ...] = ()
    rooms: tuple[Room, ...] = ()
    deployment: tuple[Area, ...] = ()
    name: str = ""

    @cached_property
    def by_name(self) -> dict[PieceName, Piece]:
        """The pieces by name."""
        return {piece.name: piece for piece in self.pieces}

    def piece(self, name: PieceName) -> Piece:
        """The piece of that name; KeyError if there is none."""
        return self.by_name[name]

    def with_piece(self, piece: Piece) -> Battlefield:
        """A battlefield in which this piece stands in the place of its namesake, or is added."""
        if piece.name in self.by_name:
            pieces = tuple(piece if old.name == piece.name else old for old in self.pieces)
        else:
            pieces = (*self.pieces, piece)
        return msgspec.structs.replace(self, pieces=pieces)

    def without_piece(self, name: PieceName) -> Battlefield:
        """A battlefield without that piece; KeyError if there is none."""
        gone = self.by_name[name]
        return msgspec.structs.replace(self, pieces=tuple(p for p in self.pieces if p is not gone))

    def with_door(self, name: PieceName, state: Door) -> Battlefield:
        """A battlefield in which that door is in another state; KeyError if there is none."""
        return self.with_doors({self.by_name[name].name: state})

    def with_doors(self, states: Mapping[PieceName, Door]) -> Battlefield:
        """A battlefield in which these doors are in other states.

        Doors are used often, and every outline stays: what is derived from outlines is taken from `outlines`.
        """
        pieces = tuple(
            [
                msgspec.structs.replace(piece, door=states[piece.name]) if piece.name in states else piece
                for piece in self.pieces
            ]
        )
        new = msgspec.structs.replace(self, pieces=pieces)
        new.__dict__["outlines"] = self.__dict__.get("outlines", self)
        return new

    def with_zone(self, zone: Zone) -> Battlefield:
        """A battlefield in which this zone lies in the place of its namesake, or is added."""
        others = tuple(old for old in self.zones if old.name != zone.name)
        return self._with_zones((*others, zone))

    def without_zone(self, name: str) -> Battlefield:
        """A battlefield without that zone; KeyError if there is none."""
        others = tuple(old for old in self.zones if old.name != name)
        if len(others) == len(self.zones):
            raise KeyError(name)
        return self._with_zones(others)

    def _with_zones(self, zones: tuple[Zone, ...]) -> Battlefield:
        """Zones come and go often; what was derived from the pieces stays good and goes along."""
        new = msgspec.structs.replace(self, zones=zones)
        new.__dict__.update({key: value for key, value in self.__dict__.items() if key in _OF_THE_PIECES})
        return new

    @cached_property
    def room_boxes(self) -> tuple[tuple[Room, tuple[int, int, int, int]], ...]:
        """The rooms, each with the box round its footprint."""
        before = self.__dict__.get("outlines")
        if isinstance(before, Battlefield):
            return before.room_boxes
        found = []
        for room in self.rooms:
            xs, ys = [x for x, _ in room.footprint], [y for _, y in room.footprint]
            found.append((room, (min(xs), min(ys), max(xs), max(ys))))
        return tuple(found)

    def rooms_at(self, figure: Figure, wholly: bool = False) -> Iterator[Room]:
        """The rooms in which the figure is: by any part of its base, or wholly by all of it."""
        return (room for room, box in self.room_boxes if _is_in(room, box, figure, wholly))

    def is_inside(self, figure: Figure, structure: str, wholly: bool = False) -> bool:
        """Whether the figure is inside a structure: "inside structure 4"."""
        for room, box in self.room_boxes:
            if room.structure == structure and _is_in(room, box, figure, wholly):
                return True
        return False

    def zones_on(self, figure: Figure) -> Iterator[Zone]:
        """The zones that the figure touches or is in."""
        return (zone for zone in self.zones if zone.touches(figure))


_OF_THE_PIECES = frozenset({"by_name", "carriers", "ground_plan", "outlines", "room_boxes", "terrain_arrays"})
"""Names under which values that depend on the pieces and rooms alone are cached on a battlefield."""


def _is_in(room: Room, box: tuple[int, int, int, int], figure: Figure, wholly: bool) -> bool:
    x, y, reach = figure.x, figure.y, figure.diameter
    west, south, east, north = box
    if not (west - reach <= x <= east + reach and south - reach <= y <= north + reach):
        return False
    if not room.bottom <= figure.z < room.top:
        return False
    if wholly:
        outline = room.footprint
        return contains(outline, x, y) and not meets_rim(outline, x, y, reach - 2 * TOUCH - 1)
    return disc_overlaps(room.footprint, x, y, reach)
