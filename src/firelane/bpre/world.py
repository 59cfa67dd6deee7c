"""What there is in Red Earth: units on the battlespace, the sides with their cards, doors, chits, the
counter."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from firelane.bpre.names import ASSAULTING, SEATS
from firelane.bpre.units import UnitType, shipped
from firelane.core.state import World
from firelane.table.things import Battlefield

TEAM, TABLE, KILLED = "team", "table", "killed"
"""Where a unit is: picked but not placed, on the battlespace, removed."""
HIDDEN = "?"
"""How a card in the other player's hand looks."""


class Unit(Struct, frozen=True, kw_only=True, gc=False, cache_hash=True):
    """One warfighter. `chits` are its ACT chits; `reacted` says that an Immediate Action gave it one."""

    id: str
    seat: str
    kind: str
    place: str = TEAM
    x: int = 0
    y: int = 0
    facing: int = 0
    staggered: bool = False
    chits: int = 0
    reacted: bool = False
    used: tuple[str, ...] = ()
    """What it has used of the things that can be used once per turn."""


class Side(Struct, frozen=True, kw_only=True, gc=False, cache_hash=True):
    """One player. The hand is hidden; Fires Cards and Special Intervention Cards lie open, as do discards."""

    seat: str
    role: str = ASSAULTING
    cp: int = 0
    hand: tuple[str, ...] = ()
    fires: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    """Cards in the hand that both players know: they were taken from the other one."""
    gone: tuple[str, ...] = ()
    """Cards that both players know not to be among those face down."""
    passed: bool = False
    effects: tuple[str, ...] = ()
    """Cards in force for its units until the turn or the phase ends."""
    team_cp: int = 0
    """Capability Points of the units that were picked at set-up."""
    qrf: int | None = 0
    """Capability Points set aside for the Quick Reaction Force; None: not known to who looks."""
    qrf_came: bool = False
    next_cp: int = 0
    """Capability Points that it has more in the next Operation of a Night Raid."""
    casualties: int = 0
    """Capability Points of its units that were killed."""
    edge: str = ""
    """The battlespace edge of its set-up zone, where it has one."""
    mission_points: int = 0


class Frag(Struct, frozen=True, gc=False):
    """A Frag chit: where a grenade was thrown, and by whose unit. Rules: bpre.markers.3."""

    x: int
    y: int
    seat: str
    unit: str


class Token(Struct, frozen=True, kw_only=True, gc=False):
    """A marker on the battlespace, perhaps held by a unit. Rules: bpre.markers.4."""

    id: str
    x: int
    y: int
    holder: str = ""


class RedEarthWorld(World, frozen=True, kw_only=True):
    """Everything on and beside the battlespace."""

    battlespace: str = ""
    terrain: Battlefield | None = None
    """A battlefield of one's own in place of a ready one."""
    maps: Mapping[str, Battlefield] = {}
    """Battlefields of one's own in the Battlespace deck, by name."""
    cards: tuple[UnitType, ...] = ()
    """Unit Cards in place of the shipped ones."""
    mixed: tuple[str, ...] = ()
    """Players whose forces combine unit types of all factions. Rules: bpre.proxy-war.1."""
    swapped: bool = False
    """Each player has taken the part of the other faction on the Tasking Card. Rules: bpre.proxy-war.2."""
    tasking: str = ""
    atmospherics: str = ""
    turn: int = 0
    phase: str = ""
    active: str = ""
    units: Mapping[str, Unit] = {}
    sides: Mapping[str, Side] = {}
    doors: Mapping[str, str] = {}
    """The doors that are not as the map has them."""
    removed: tuple[str, ...] = ()
    """Pieces of the map that are not placed in this Operation."""
    placed: Mapping[str, tuple[int, int, int]] = {}
    """Vehicles that a Tasking adds: the middle of each, and how it is turned."""
    frags: tuple[Frag, ...] = ()
    tokens: Mapping[str, Token] = {}
    chosen: Mapping[str, str] = {}
    """What set-up has named: the NAI, the exit edge, ..."""
    watch: Mapping[str, tuple[str, ...]] = {}
    """What a Tasking keeps in mind within a turn: the units that were inside since, ..."""
    winner: tuple[str, ...] = ()


def unit_type(cards: tuple[UnitType, ...], kind: str) -> UnitType:
    """The Unit Card of a unit type, among these or, if there are none, the shipped ones."""
    return next(card for card in cards if card.key == kind) if cards else shipped()[kind]


def unit_types(world: RedEarthWorld) -> tuple[UnitType, ...]:
    """All Unit Cards in use."""
    return world.cards or tuple(shipped().values())


def card_of(world: RedEarthWorld, unit: Unit) -> UnitType:
    """The Unit Card of a unit."""
    return unit_type(world.cards, unit.kind)


def on_table(world: RedEarthWorld, seat: str | None = None) -> list[Unit]:
    """The units on the battlespace, of one side or both."""
    if seat is None:
        return [u for u in world.units.values() if u.place == TABLE]
    return [u for u in world.units.values() if u.place == TABLE and u.seat == seat]


def seat_of(world: RedEarthWorld, role: str) -> str:
    """Who has a role: the assaulting or the defending player."""
    return next(seat for seat in SEATS if world.sides[seat].role == role)


def may_hold(side: Side) -> bool:
    """Whether a side has cards of which the other player does not know which they are."""
    return bool(side.hand)
