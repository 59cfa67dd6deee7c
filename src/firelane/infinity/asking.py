"""What a game of Infinity asks, and what can be said to it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, NamedTuple

from msgspec import Struct

from firelane.core.requests import Answer, Request
from firelane.infinity.skills.base import Declaration, S, Waypoint


class Kept(StrEnum):
    """What the winner of the initiative roll keeps."""

    INITIATIVE = "initiative"
    DEPLOYMENT = "deployment"


class OrderType(StrEnum):
    """The kinds of Orders, by who may spend them."""

    REGULAR = "regular"
    """From the pool, on any trooper of the group."""
    LIEUTENANT = "lieutenant"
    """On the Lieutenant only."""
    OWN = "own"
    """A trooper's own, for its entry."""


class Placement(Struct, frozen=True, kw_only=True, gc=False):
    """Where a trooper is deployed, and how."""

    x: int
    y: int
    z: int = 0
    facing: int = 0
    prone: bool = False
    camouflaged: bool = False
    drives: str = ""
    """The REM that this trooper gives its REMDRIVER token to."""


class Reach(NamedTuple):
    """A rectangle of the table: x from, y from, x to, y to."""

    x0: int
    y0: int
    x1: int
    y1: int


# Set-up


class KeepOne(Request, frozen=True, kw_only=True):
    """You won the initiative roll: keep Initiative or Deployment."""


class Keep(Answer, frozen=True):
    """What is kept."""

    kept: Kept


class ChooseTurns(Request, frozen=True, kw_only=True):
    """Decide who takes the first player turn of every round."""


class TurnsChosen(Answer, frozen=True):
    """The side that goes first."""

    first: str


class ChooseZones(Request, frozen=True, kw_only=True):
    """Decide who deploys first, and in which Deployment Zone you deploy."""

    zones: tuple[str, ...]


class ZonesChosen(Answer, frozen=True):
    """The side that deploys first, and one's own zone."""

    first: str
    zone: str


class Deploy(Request, frozen=True, kw_only=True):
    """Place your troopers. All but one in the main deployment, the last one in the reserve step."""

    zone: str
    held_back: int
    reach: Mapping[str, Reach] = {}
    """Where each trooper's base must lie."""


class Deployed(Answer, frozen=True):
    """The placements; a trooper that is left out is held back."""

    troopers: Mapping[str, Placement]


# Orders


class NameLieutenant(Request, frozen=True, kw_only=True):
    """Your side has no Lieutenant: name one."""


class Named(Answer, frozen=True):
    """The new Lieutenant."""

    trooper: str


class GiveOrder(Request, frozen=True, kw_only=True):
    """Activate a trooper with an Order and declare its first skill, or end the Orders Phase."""

    pool: int
    lieutenant_order: bool
    own: tuple[str, ...]


class Activate(Answer, Generic[S], frozen=True, kw_only=True):
    """The trooper, the Order spent on it, and the Entire Order Skill or first half."""

    trooper: str
    order: OrderType = OrderType.REGULAR
    skill: S
    servant: str = ""
    """The Servant that acts along with its controller, and what it does."""
    servant_skill: S | None = None


class EndOrders(Answer, frozen=True):
    """Spend no more Orders this turn."""


class DeclareSecond(Request, frozen=True, kw_only=True):
    """Declare the second half of the Order."""

    first: str


class Second(Answer, Generic[S], frozen=True, kw_only=True):
    """The second half."""

    skill: S
    servant_skill: S | None = None


class DeclareAros(Request, frozen=True, kw_only=True):
    """Each of your troopers that may react to the active trooper declares its ARO, or none."""

    to: tuple[str, ...]
    half: int
    rights: Mapping[str, tuple[str, ...]] = {}
    """On what grounds each may react: lof, zoc, template, comms."""


class Aros(Answer, Generic[S], frozen=True, kw_only=True):
    """The AROs, by trooper; those not named do not react."""

    by: Mapping[str, S] = {}


class LandAtEdge(Request, frozen=True, kw_only=True):
    """The PH roll of a Combat Jump has failed: place the trooper at a table edge in your Deployment Zone."""

    to: tuple[int, int, int]
    """The point that was named."""
    facing: int
    edges: Mapping[str, Reach]
    """By table edge, where the middle of the base may be."""


class LandedAtEdge(Answer, frozen=True, kw_only=True):
    """Where the trooper lands instead, and which way it faces."""

    to: tuple[int, int, int]
    facing: int


# Effects and conclusion


class DodgeMoves(Request, frozen=True, kw_only=True):
    """Your troopers that dodged may move a little and turn."""

    reach: Mapping[str, int]


class Dodged(Answer, frozen=True, kw_only=True):
    """The route and facing of each that moves."""

    routes: Mapping[str, tuple[Waypoint, ...]] = {}
    facings: Mapping[str, int] = {}


class TurnAlerted(Request, frozen=True, kw_only=True):
    """Troopers warned by an attacked friend may turn on the spot."""


class Turned(Answer, frozen=True, kw_only=True):
    """The new facing of each that turns."""

    facings: Mapping[str, int] = {}


class Regenerate(Request, frozen=True, kw_only=True):
    """In the States Phase: which of your troopers try to regenerate?"""


class Regenerating(Answer, frozen=True, kw_only=True):
    """Those that try."""

    troopers: tuple[str, ...] = ()


InfinityRequest = (
    KeepOne
    | ChooseTurns
    | ChooseZones
    | Deploy
    | NameLieutenant
    | GiveOrder
    | DeclareSecond
    | DeclareAros
    | LandAtEdge
    | DodgeMoves
    | TurnAlerted
    | Regenerate
)


def answers_of(declared: type[Declaration]) -> object:
    """The type of all answers, with what can be declared in an edition."""
    return (
        Keep
        | TurnsChosen
        | ZonesChosen
        | Deployed
        | Named
        | Activate[declared]  # type: ignore[valid-type]
        | EndOrders
        | Second[declared]  # type: ignore[valid-type]
        | Aros[declared]  # type: ignore[valid-type]
        | LandedAtEdge
        | Dodged
        | Turned
        | Regenerating
    )
