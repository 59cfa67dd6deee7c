"""The unfinished procedures of Infinity, with their locals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from msgspec import Struct

from firelane.core.because import Number
from firelane.core.state import Frame
from firelane.infinity.asking import OrderType
from firelane.infinity.saves import Saving
from firelane.infinity.skills.base import Declaration, S

Point = tuple[int, int, int]


class Match(Frame, frozen=True, kw_only=True):
    """A whole game: set-up, rounds, victory."""

    winner: str = ""
    """Of the initiative roll."""
    rolled: int = 0
    """What the first side has rolled for it."""
    chooser: str = ""
    """Who decides about turns; the other decides about zones."""
    first_to_deploy: str = ""
    over: bool = False
    """Whether the game ends with this round, whatever round it is."""


class PlayerTurn(Frame, frozen=True, kw_only=True):
    """One player's turn: Tactical, Orders and States Phase."""

    seat: str
    last: bool = False
    """Whether the game ends with this turn."""


class Declared(Struct, Generic[S], frozen=True, kw_only=True, gc=False):
    """All that one trooper does in an Order: its halves (one for an ARO), and the way it went.

    `track` begins where it stood; `second_from` is the place in the track where the second half begins.
    `prone_first` is its posture at the start, before it chose another.
    """

    trooper: str
    skills: tuple[S, ...]
    track: tuple[Point, ...]
    second_from: int = 0
    prone_first: bool = False
    moved: bool = False
    """Whether a skill with the Movement label gives it an all-round arc along the route."""


class Attempt(Struct, frozen=True, kw_only=True, gc=False):
    """One roll or row of rolls: who, with what, at whom, against which value, opposed by which others."""

    actor: str
    seat: str
    skill: str
    target: str = ""
    weapon: str = ""
    ammunition: tuple[str, ...] = ()
    value: Number
    dice: int
    opposed_by: tuple[int, ...] = ()
    """The attempts that it meets Face to Face, by their places in the row of attempts."""
    against: tuple[Number, ...] = ()
    """The Success Value against each of them: MODs differ by opponent."""
    evades: tuple[int, ...] = ()
    """The templates that a Dodge avoids by a Normal Roll, by place."""
    evading: tuple[Number, ...] = ()
    """The Success Value against each of those."""
    strays: tuple[tuple[str, int], ...] = ()
    """The shooter's friends in close combat with the target, each with the damage that a miss does to it."""
    damage: int = 0
    save: str = ""
    cover: bool = False
    at: Point | None = None
    aimed: Point | None = None
    """Where on its way the target is shot, where that was looked for."""
    automatic: bool = False
    """It takes effect without a roll: a template, a Coup de Grace, a MediKit in contact."""
    burst: int = 0
    """The dice that were declared, also where none is rolled."""


class Hit(Struct, frozen=True, kw_only=True, gc=False):
    """Saving rolls that a target owes for one attack."""

    trooper: str
    by: str
    weapon: str
    saving: Saving
    skill: str


class Order(Frame, Generic[S], frozen=True, kw_only=True):
    """One Order in the eight steps of the book."""

    seat: str
    trooper: str
    order: OrderType = OrderType.REGULAR
    first: S
    second: S | None = None
    servant: str = ""
    servant_first: S | None = None
    servant_second: S | None = None
    was_marker: int = 0
    """The number of the marker behind which the active trooper was when it was activated."""
    engaged: tuple[str, ...] = ()
    """Who was in close combat at activation."""
    acting: Mapping[str, Declared[S]] = {}
    """What each active and reacting trooper does, as declared so far."""
    had_right: tuple[str, ...] = ()
    """The reactive troopers that could react to the first half."""
    delayed: tuple[str, ...] = ()
    triggered: tuple[tuple[str, int], ...] = ()
    """Mines that go off, each with the direction in which its template is laid."""
    attempts: tuple[Attempt, ...] = ()
    faces: tuple[tuple[int, ...], ...] = ()
    hits: tuple[Hit, ...] = ()
    """Saving rolls still owed."""
    failed: tuple[tuple[Hit, int], ...] = ()
    """Saving rolls made in this Order, with how many of each failed."""
    attacked: tuple[str, ...] = ()
    dodged: tuple[str, ...] = ()
    revealed: bool = False
    """Whether the active trooper has shown itself in this Order."""
    under_template: tuple[str, ...] = ()
    """The reactive troopers that a template laid in this Order affects."""
    placing: tuple[tuple[str, str, Point], ...] = ()
    """Items to be put down at the end: by whom, which, where."""


class Landing(Frame, frozen=True, kw_only=True):
    """A trooper comes to the table by Airborne Deployment."""

    trooper: str
    to: Point
    facing: int
    rolls: bool
    faces: tuple[int, ...] = ()
    """The PH roll, when the player is asked where the trooper lands instead."""


class StatesPhase(Frame, frozen=True, kw_only=True):
    """The checks at the end of a player turn."""

    seat: str
    regenerating: tuple[str, ...] = ()
    """Who tries to regenerate, on either side."""
    faces: tuple[int, ...] = ()
    """What the active player has rolled for his."""


InfinityFrame = Match | PlayerTurn | Order | Landing | StatesPhase


def frames_of(declared: type[Declaration]) -> object:
    """The type of all frames, with what can be declared in an edition."""
    return Match | PlayerTurn | Order[declared] | Landing | StatesPhase  # type: ignore[valid-type]
