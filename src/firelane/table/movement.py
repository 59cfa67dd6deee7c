"""The words of movement: ways of going, what a ruleset allows, and what came of a path.

A path is a figure's place followed by waypoints; each waypoint names the way of going of the leg that
ends there. What a ruleset allows is a frozen value, `MoveRules`, so that the table asks for no game and
no edition. What came of it is a `PathReport`: the legs with their true length and cost, or the first
reason why the path cannot be gone, as data.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from firelane.table.things import Figure, FigureId, Ground, PieceName


class Way(StrEnum):
    """How a leg of a path is gone."""

    WALK = "walk"
    """On one level."""
    VAULT = "vault"
    """Over steps and obstacles no higher than the ruleset's vault height, up or down."""
    CLIMB = "climb"
    """Up (or down) a face that the base touches, then over its edge at the upper level."""
    LADDER = "ladder"
    """As climbing, along a ladder."""
    STAIRS = "stairs"
    """Along stairs, by their slope."""
    JUMP = "jump"
    """Straight through the air."""
    PARABOLA = "parabola"
    """Through the air in an arc that rises by the waypoint's `apex` over the middle of the chord."""
    FALL = "fall"
    """Off an edge at the upper level, then straight down."""
    SWIM = "swim"
    """Through water."""
    DOOR = "door"
    """Walking through a closed door, which is opened."""


LEVEL_WAYS = frozenset({Way.WALK, Way.SWIM, Way.DOOR})
UPRIGHT_WAYS = frozenset({Way.CLIMB, Way.LADDER, Way.FALL})
AIRBORNE_WAYS = frozenset({Way.JUMP, Way.PARABOLA})


class Passing(StrEnum):
    """Whether a mover may pass through another figure (never end in it)."""

    NEVER = "never"
    NOT_TALLER = "not-taller"
    """Through one whose silhouette is no taller than the mover's."""
    ALWAYS = "always"


class FoeContact(StrEnum):
    """What contact with a foe does to a move."""

    ENDS = "ends"
    """The move ends there, even if that cuts the path short."""
    BARRED = "barred"
    """The path is refused."""
    FREE = "free"
    """Nothing."""


class Reckoning(StrEnum):
    """How the distance of a climb or a jump is taken."""

    ALONG = "along"
    """Along the way that is gone."""
    FROM_SILHOUETTE = "from-silhouette"
    """From the nearest point of the silhouette at the start to the lower edge of the base at the end."""


class GroundRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of ground does to a move."""

    ground: Ground
    percent: int = 100
    """The cost of a distance through it: 200 for twice the distance."""
    stops: bool = False
    """Whether touching it ends the move, unless it was touched at the start."""


class MoveRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a ruleset allows one figure in one move."""

    ways: frozenset[Way] = frozenset({Way.WALK, Way.VAULT, Way.STAIRS, Way.LADDER})
    allowance: int | None = None
    """The greatest cost; None for no limit."""
    vault_height: int | None = None
    """The greatest height of what is vaulted, over either side; None for the figure's own height."""
    crossings: int | None = None
    """How many obstacles may be vaulted in the move; None for any number."""
    crossing_length: int | None = None
    """The greatest distance over one obstacle, along the path."""
    passage_percent: int = 100
    """How wide a passage or ledge must be, in parts of the base, to be moved through or along. Below 100,
    the full width must still be used where there is room for it."""
    least_gap: int = 0
    """No passage narrower than this is moved through, whatever the base."""
    overhang: int = 0
    """How far the base may stick out over an edge where the move ends."""
    friends: Passing = Passing.NOT_TALLER
    foes: Passing = Passing.NEVER
    contact: FoeContact = FoeContact.ENDS
    grounds: tuple[GroundRule, ...] = ()
    unhindered: frozenset[str] = frozenset()
    """Kinds of terrain (`Piece.terrain`) that do not hinder this figure."""
    wades: bool = False
    """Whether it may walk in water."""
    swim_percent: int = 100
    stairs_percent: int = 100
    ladder_percent: int = 100
    climb_percent: int = 100
    climb_width_percent: int = 0
    """How wide a face must be to be climbed, in parts of the base."""
    reckoning: Reckoning = Reckoning.ALONG
    """Of climbs and jumps."""
    jump_limit: int | None = None
    door_cost: int = 0
    door_keeps_out: bool = False
    """Whether a base in a doorway bars it to all others."""
    narrow_access: bool = True
    """Whether this figure passes a narrow access."""
    ends_move: frozenset[Way] = frozenset()
    """Ways after which, once a surface is reached, the move is over."""
    stop_on: frozenset[Way] = frozenset({Way.LADDER, Way.STAIRS})
    """Of ladders, faces and stairs: those on which a move may end."""

    def ground(self, ground: Ground, terrain: str) -> GroundRule | None:
        """The rule for such ground, if it hinders this figure."""
        if ground is Ground.OPEN or (terrain and terrain in self.unhindered):
            return None
        return next((rule for rule in self.grounds if rule.ground is ground), None)

    def vault(self, figure: Figure) -> int:
        """The greatest height that the figure vaults."""
        if Way.VAULT not in self.ways:
            return 0
        return figure.height if self.vault_height is None else self.vault_height


class Waypoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of one leg, and how it is gone."""

    x: int
    y: int
    z: int = 0
    way: Way = Way.WALK
    apex: int = 0
    """Of a parabola: its rise over the middle of the chord."""


class Bar(StrEnum):
    """Why a path cannot be gone."""

    WAY_NOT_ALLOWED = "way-not-allowed"
    OFF_TABLE = "off-table"
    NO_ROOM = "no-room"
    """The base (or the body) does not fit past a piece."""
    GAP_TOO_NARROW = "gap-too-narrow"
    """The base fits, but the ruleset asks for more room."""
    FULL_WIDTH_FREE = "full-width-free"
    """A squeeze past one side where there is room for the whole base on the other."""
    TOO_HIGH = "too-high"
    """An obstacle or step higher than may be vaulted."""
    NOT_CROSSABLE = "not-crossable"
    TOO_LONG_A_CROSSING = "too-long-a-crossing"
    TOO_MANY_CROSSINGS = "too-many-crossings"
    DOOR_CLOSED = "door-closed"
    NO_DOOR = "no-door"
    """A leg through a door without a closed door in reach."""
    DOORWAY_TAKEN = "doorway-taken"
    ACCESS_TOO_NARROW = "access-too-narrow"
    IMPASSABLE = "impassable"
    WATER = "water"
    NOT_IN_WATER = "not-in-water"
    FIGURE_IN_THE_WAY = "figure-in-the-way"
    CONTACT = "contact"
    NOT_LEVEL = "not-level"
    """A level way between two levels, or a waypoint on no surface."""
    UNSUPPORTED = "unsupported"
    NOT_ON_STAIRS = "not-on-stairs"
    NO_LADDER = "no-ladder"
    NO_FACE = "no-face"
    """Nothing to climb in contact with the base."""
    FACE_TOO_NARROW = "face-too-narrow"
    JUMP_TOO_FAR = "jump-too-far"
    NOT_DOWNWARD = "not-downward"
    MOVE_OVER = "move-over"
    """A leg after one that ended the move."""
    TOO_FAR = "too-far"
    END_TAKEN = "end-taken"
    END_NO_ROOM = "end-no-room"
    END_UNSUPPORTED = "end-unsupported"
    END_NOT_ALLOWED = "end-not-allowed"
    """On a ladder, a face or stairs, where no move may end."""


class Trouble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first reason why a path cannot be gone: what, on which leg, where, and because of what."""

    bar: Bar
    leg: int
    x: int
    y: int
    z: int
    piece: PieceName = ""
    figure: FigureId = ""


Step: TypeAlias = tuple[int, int, int, float]
"""A point of a track: x, y, z of the underside of the base, and the arc length there."""


class Crossing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An obstacle that was vaulted: from where to where along the path."""

    piece: PieceName
    leg: int
    start: int
    end: int


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One leg as it is gone."""

    way: Way
    start: int
    """The arc length at which it begins."""
    length: int
    cost: int
    track: tuple[Step, ...]
    """Where the figure goes, straight from point to point; heights that cost nothing take no arc."""
    drop: int = 0
    """The height of a fall."""


class PathReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes of a path."""

    legs: tuple[Leg, ...]
    length: int
    cost: int
    end: Figure
    """The figure where the move ends: where it is cut short, if it is."""
    trouble: Trouble | None = None
    stopped_by: FigureId | PieceName = ""
    """The foe, or the ground, that cut the move short."""
    crossed: tuple[Crossing, ...] = ()
    opened: tuple[PieceName, ...] = ()
    """The doors opened on the way."""
    touched: tuple[PieceName, ...] = ()
    """The hindering ground and the water touched on the way."""
    starts_in: tuple[PieceName, ...] = ()
    """The hindering ground touched at the start."""
    squeezed: tuple[tuple[int, int], ...] = ()
    """Arc lengths between which the base does not fit in full."""

    @property
    def legal(self) -> bool:
        """Whether the path can be gone."""
        return self.trouble is None

    @property
    def drop(self) -> int:
        """The height of the deepest fall on the way."""
        return max((leg.drop for leg in self.legs), default=0)

    @property
    def track(self) -> tuple[Step, ...]:
        """The whole way of the figure."""
        return tuple(step for leg in self.legs for step in leg.track)
