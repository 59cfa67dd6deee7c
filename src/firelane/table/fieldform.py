"""The form in which battlefields are written by hand: what may stand in a file, and nothing of what it means.

All lengths are in inches, x to the east and y to the north from the south-west corner of the table,
angles in degrees counter-clockwise. `docs/battlefields.md` explains the form to whoever writes one;
`layout` turns it into a `Battlefield`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from firelane.table.things import Access, Door, Ground, See

Pair = tuple[float, float]
Box = tuple[float, float, float, float]
Mirror = Literal["none", "point", "x", "y"]
Compass = Literal["south", "east", "north", "west"]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same words for each reader."""

    en: str
    ja: str = ""

    def in_language(self, lang: str) -> str:
        """The words in that language, else in English."""
        return (self.ja if lang == "ja" else "") or self.en


Text = str | Words


def words(text: Text) -> Words:
    """A plain string serves every reader."""
    return Words(text, text) if isinstance(text, str) else text


class _Form(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True
):
    pass


class Shape(_Form, frozen=True, kw_only=True):
    """Where something lies in plan; exactly one of the ways to say it."""

    outline: list[Pair] | None = None
    box: Box | None = None
    """x, y of the south-west corner, width, depth."""
    at: Pair | None = None
    """The middle, together with `size`."""
    size: Pair | None = None
    ngon: tuple[float, float, float, int] | None = None
    """x, y of the middle, radius to the corners, number of corners."""
    line: list[Pair] | None = None
    """A band along these points, `thick` wide."""
    thick: float = 0.3
    turn: float = 0
    """Turned by so many degrees about its middle."""


class PieceForm(Shape, frozen=True, kw_only=True):
    """One piece of terrain. What is not said comes from its kind."""

    kind: str = "block"
    name: str = ""
    also: list[Pair] = []
    """Further places where the same thing stands: for each, where its first point comes to lie."""
    bottom: float | None = None
    top: float | None = None
    height: float | None = None
    stands_on: str | None = None
    """The piece on whose top it stands."""
    sight: See | None = None
    waist_high: bool | None = None
    cover: bool | None = None
    solid: bool | None = None
    crossable: bool | None = None
    walkable: bool | None = None
    climbable: bool | None = None
    ladder: bool | None = None
    stairs: bool | None = None
    door: Door | None = None
    access: Access | None = None
    ground: Ground | None = None
    terrain: str | None = None
    water: bool | None = None
    structure: str | None = None
    number: int | None = None
    label: Text = ""
    mirror: Mirror | None = None


PROPERTIES = (
    "sight",
    "waist_high",
    "cover",
    "solid",
    "crossable",
    "walkable",
    "climbable",
    "ladder",
    "stairs",
    "door",
    "access",
    "ground",
    "terrain",
    "water",
    "number",
)
"""The fields of a form that go onto the piece as they are."""


class OpeningForm(_Form, frozen=True, kw_only=True):
    """A door or window in a wall of a building."""

    side: Compass | int | None = None
    """The outer wall: by compass, or by number from the first corner of the outline. Not for inner walls."""
    at: float
    """Its middle, measured from the west or south end of the wall; for a numbered side or an inner wall
    from its first end."""
    width: float | None = None
    storey: int = 1
    name: str = ""


class DoorForm(OpeningForm, frozen=True, kw_only=True):
    """A door: narrow unless said otherwise, shut unless said otherwise."""

    height: float = 2
    state: Door = Door.CLOSED
    access: Access = Access.NARROW


class WindowForm(OpeningForm, frozen=True, kw_only=True):
    """A window: seen and shot through, not climbed through."""

    sill: float = 0.8
    head: float = 2


class InnerWallForm(_Form, frozen=True, kw_only=True):
    """A wall inside a building, from one point to another."""

    from_: Pair = msgspec.field(name="from")
    to: Pair
    storey: int = 1
    name: str = ""
    doors: list[DoorForm] = []
    windows: list[WindowForm] = []


class RoomForm(_Form, frozen=True, kw_only=True):
    """A name for the room in which the point lies; the walls say how far it reaches."""

    name: str
    at: Pair
    storey: int = 1
    label: Text = ""


class RoofForm(_Form, frozen=True, kw_only=True):
    """What is on top of a building."""

    walkable: bool = True
    parapet: float = 0
    """The height of the wall around it; 0 for none."""
    thick: float = 0.2
    open: bool = False
    """A ruin: walls without a roof."""


class WayUpForm(_Form, frozen=True, kw_only=True):
    """A ladder or a flight of stairs on the outside of a building, up to a storey's floor or the roof."""

    side: Compass | int
    at: float
    """The middle of a ladder; the foot of a flight of stairs."""
    width: float | None = None
    run: float | None = None
    """How far the stairs reach along the wall: as far as they rise unless said. Negative: the other way."""
    from_: int = msgspec.field(name="from", default=1)
    to: int | None = None
    """The storey whose floor it reaches; the roof unless said."""


class InnerStairsForm(_Form, frozen=True, kw_only=True):
    """A flight of stairs inside, under a hole in the floor that it reaches."""

    box: Box
    from_: int = msgspec.field(name="from", default=1)
    to: int | None = None


class BuildingForm(_Form, frozen=True, kw_only=True):
    """A building: outer walls along the inside of its outline, storeys, rooms, roof.

    Places inside it are measured from `at` (the corner of its `box`), before it is turned.
    """

    name: str
    number: int | None = None
    label: Text = ""
    box: Box | None = None
    at: Pair = (0, 0)
    outline: list[Pair] | None = None
    turn: float = 0
    storeys: int = 1
    height: float = 3
    """Of each storey."""
    thick: float = 0.3
    inner_thick: float = 0.2
    doors: list[DoorForm] = []
    windows: list[WindowForm] = []
    inner: list[InnerWallForm] = []
    rooms: list[RoomForm] = []
    roof: RoofForm = RoofForm()
    ladders: list[WayUpForm] = []
    stairs: list[WayUpForm] = []
    inner_stairs: list[InnerStairsForm] = []
    inside: list[PieceForm] = []
    """Pieces in it."""
    on_roof: list[PieceForm] = []
    """Pieces on its roof: their levels are measured from it."""
    mirror: Mirror | None = None
    mirror_number: int | None = None
    mirror_label: Text = ""


class LooseRoomForm(_Form, frozen=True, kw_only=True):
    """A room given by its outline, where no building shorthand made it."""

    structure: str
    name: str = ""
    outline: list[Pair] | None = None
    box: Box | None = None
    bottom: float = 0
    top: float = 3
    label: Text = ""


class ZoneForm(_Form, frozen=True, kw_only=True):
    """A volume in which something holds."""

    name: str
    effects: list[str]
    outline: list[Pair] | None = None
    box: Box | None = None
    circle: tuple[float, float, float] | None = None
    bottom: float | None = None
    top: float | None = None
    label: Text = ""
    mirror: Mirror | None = None


class DeploymentForm(_Form, frozen=True, kw_only=True):
    """Where a side may be set up: a strip along an edge, or any outline."""

    name: str
    side: str = ""
    edge: Compass | None = None
    depth: float | None = None
    outline: list[Pair] | None = None
    box: Box | None = None
    figures: int = 15
    """For so many figures on 1 inch bases there must be room."""
    label: Text = ""


class FieldForm(_Form, frozen=True, kw_only=True):
    """A whole battlefield as written."""

    name: Text
    size: Pair
    description: Text = ""
    meant_for: list[str] = []
    """The games for which it was made, in their rulesets' words."""
    mirror: Mirror = "none"
    """How every piece, building and zone is repeated on the other side unless it says otherwise."""
    pieces: list[PieceForm] = []
    buildings: list[BuildingForm] = []
    rooms: list[LooseRoomForm] = []
    zones: list[ZoneForm] = []
    deployment: list[DeploymentForm]


Step = str | int
Path = tuple[Step, ...]


class FormError(Exception):
    """Something wrong at a place of the form; `fieldfile` makes a Problem with its line of it."""

    def __init__(self, path: Path, key: str, **args: Any) -> None:
        super().__init__(path, key, args)
        self.path = path
        self.key = key
        self.args_of_message = args
