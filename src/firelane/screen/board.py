"""The table as a screen draws it: the ground, which stays, and the board upon it, which changes.

Lengths are thousandths of an inch, x to the right, y away from the reader; facings are degrees, counted
from the x axis towards y. Every text is in the reader's language; every rule is the id of a statement.
"""

from __future__ import annotations

from msgspec import Struct

from firelane.screen.mission import GoalShown, MissionCard

Point = tuple[int, int]


class Shape(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A piece of terrain, a room or an area, seen from above: a polygon or a circle."""

    id: str
    kind: str
    """As the table names it: `wall`, `roof`, `door`, `window`, `ladder`, `room`, `zone`, `deployment` ..."""
    name: str
    points: tuple[Point, ...] = ()
    centre: Point | None = None
    radius: int = 0
    bottom: int = 0
    top: int = 0
    structure: str = ""
    """The building that it is part of: what is lifted off together."""
    walkable: bool = False
    """Whether its top can be stood on."""
    traits: tuple[str, ...] = ()
    """What the rules make of it, in words: blocks sight, difficult, can be climbed ..."""
    door: str = ""
    """The state of a door where nothing else tells it: `open`, `closed` or `destroyed`."""


class Ground(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The battlefield. It is sent once."""

    name: str
    width: int
    depth: int
    shapes: tuple[Shape, ...]


class Fact(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something to read: what it is, what it says, and the rule behind it."""

    label: str
    value: str
    rule: str = ""
    opens: str = ""
    """The id of the weapon card that it opens."""


class Badge(Struct, frozen=True, gc=False, omit_defaults=True):
    """A state, mark or chit: a few letters on the base, the whole word beside it."""

    short: str
    text: str
    rule: str = ""


class Figure(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A model or marker. `away` says where it is if it is not on the table."""

    id: str
    name: str
    side: str
    label: str
    """By what everybody calls it on the table and in texts, the same on every screen."""
    x: int = 0
    y: int = 0
    z: int = 0
    radius: int = 0
    height: int = 0
    facing: int | None = None
    arc: int = 180
    """How many degrees it looks into."""
    marker: bool = False
    down: bool = False
    """Lying there: shown as such."""
    away: str = ""
    badges: tuple[Badge, ...] = ()
    card: tuple[Fact, ...] = ()
    note: str = ""
    """A remark on its card."""


class Thing(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What else lies on the table: mines, objectives, grenades, doors as they stand now."""

    id: str
    kind: str
    name: str
    x: int
    y: int
    z: int = 0
    label: str = ""
    """As figures have one, where texts name it by its id."""
    radius: int = 500
    side: str = ""
    badges: tuple[Badge, ...] = ()
    shape: str = ""
    """The shape of the ground that this is the state of, as a door is."""
    door: str = ""
    """The state of a door now: `open`, `closed` or `destroyed`."""


class Side(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One player, as the table knows him."""

    seat: str
    name: str
    facts: tuple[Fact, ...] = ()
    """Orders left, score, cards in hand."""


class Card(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A card in the reader's own hand, or one that lies open."""

    id: str
    name: str
    text: str = ""
    rule: str = ""


class Board(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """All that the seat sees of the game now."""

    title: str
    """Where the game stands: round 2, your turn."""
    figures: tuple[Figure, ...] = ()
    things: tuple[Thing, ...] = ()
    areas: tuple[Shape, ...] = ()
    """Templates, smoke, zones that come and go."""
    sides: tuple[Side, ...] = ()
    hand: tuple[Card, ...] = ()
    open_cards: tuple[Card, ...] = ()
    facts: tuple[Fact, ...] = ()
    mission: MissionCard | None = None
    goals: tuple[GoalShown, ...] = ()
    """The ways of winning and making points, with how far each side has come."""
    active: tuple[str, ...] = ()
    """The figures that the order or activation under way is about."""
    outcome: str = ""
    """How the game ended, in a sentence."""
