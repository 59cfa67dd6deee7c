"""What Red Earth asks, and what can be said to it."""

from __future__ import annotations

from collections.abc import Mapping

from firelane.bpre.acts import AnyAct
from firelane.bpre.zones import Zone
from firelane.core.requests import Answer, Request

# Set-up


class PickTeam(Request, frozen=True, kw_only=True):
    """Pick the units of your kill team within the CP limit. Rules: bpre.setup.1."""

    cp: int


class Team(Answer, frozen=True):
    """Unit types, and the CP set aside for the Quick Reaction Force."""

    units: tuple[str, ...]
    qrf: int = 0


class PickHand(Request, frozen=True, kw_only=True):
    """Choose three different Intervention Cards. Rules: bpre.setup.2."""


class Hand(Answer, frozen=True):
    """The cards."""

    cards: tuple[str, ...]


class ChooseStructure(Request, frozen=True, kw_only=True):
    """Choose a structure for what the Tasking Card calls `name`."""

    name: str


class Structure(Answer, frozen=True):
    """The number of a structure."""

    number: str


class ChooseEdge(Request, frozen=True, kw_only=True):
    """Choose one of these battlespace edges."""

    name: str
    edges: tuple[str, ...]


class Edge(Answer, frozen=True):
    """An edge."""

    edge: str


class SetDoors(Request, frozen=True, kw_only=True):
    """Say which doors start closed; the others are open. Rules: bpre.doors.1."""


class Doors(Answer, frozen=True):
    """The doors that are closed."""

    closed: tuple[str, ...]


class PlaceUnits(Request, frozen=True, kw_only=True):
    """Place these units in your zone."""

    zone: Zone


class Placement(Answer, frozen=True):
    """Where each unit stands and faces: x, y, degrees."""

    at: Mapping[str, tuple[int, int, int]]


# Activations


class Activate(Request, frozen=True, kw_only=True):
    """Activate a unit in this phase, or pass. Rules: bpre.turn.3-8."""

    phase: str


class Fire(Answer, frozen=True):
    """Attack from where the unit stands. Rules: bpre.direct-fire.3-4, bpre.finishing.3-4.

    With several rolls at one point, `at` is the point (left out: where the target stands), and hits go to
    the target and then to those in `spread`. With a card that gives more attacks, `spread` are the further
    targets.
    """

    unit: str
    target: str
    cards: tuple[str, ...] = ()
    at: tuple[int, int] | None = None
    spread: tuple[str, ...] = ()


class Throw(Answer, frozen=True):
    """Throw a grenade at a point. Rules: bpre.direct-fire.9."""

    unit: str
    x: int
    y: int


class Work(Answer, frozen=True):
    """Activate a unit for another action of the Direct Fire Phase: what the Operation offers, or nothing.

    Rules: bpre.direct-fire.8, bpre.direct-fire.11.
    """

    unit: str
    what: str = ""


class Maneuver(Answer, frozen=True):
    """Move a unit: acts one after another, until something happens to it. Rules: bpre.maneuver.3-5."""

    unit: str
    acts: tuple[AnyAct, ...]
    cards: tuple[str, ...] = ()


class PassPhase(Answer, frozen=True):
    """Activate nobody any more in this phase. Rules: bpre.turn.8."""


class GoOn(Request, frozen=True, kw_only=True):
    """The active unit was interrupted: what does it do with what is left of its activation?"""

    left: int


class Acts(Answer, frozen=True):
    """More acts; none ends the activation."""

    acts: tuple[AnyAct, ...] = ()
    cards: tuple[str, ...] = ()


# Windows


class React(Request, frozen=True, kw_only=True):
    """Units that may take an Immediate Action against the active unit. Rules: bpre.immediate-action.1-8."""

    mover: str


class Shoot(Answer, frozen=True):
    """An Immediate Action of this unit; of several rolls, hits go to the active unit, then to `spread`."""

    unit: str
    cards: tuple[str, ...] = ()
    spread: tuple[str, ...] = ()


class Hold(Answer, frozen=True):
    """No (further) Immediate Action here."""


class OfferCards(Request, frozen=True, kw_only=True):
    """The moment for one of these cards, if you hold it.

    Which cards are named, and whether the question is put, depends on what both players know.
    """

    moment: str
    cards: tuple[str, ...]


class PlayCard(Answer, frozen=True):
    """Discard a card for its effect; `choice` is what it is used on, where it asks for something."""

    card: str
    choice: str = ""


class Decline(Answer, frozen=True):
    """Play nothing, nor at this moment until the attack (or explosion) is over, unless `again`."""

    again: bool = False


class PickOwn(Request, frozen=True, kw_only=True):
    """A strike goes astray: which of your own units does it hit? Rules: bpre.fires.fenghuang-918.3."""


class Own(Answer, frozen=True):
    """One's own unit."""

    unit: str


class PickSupport(Request, frozen=True, kw_only=True):
    """Pick units to add, up to this cost. Rules: bpre.special.set-support-element.2."""

    cp: int


class Support(Answer, frozen=True):
    """Unit types."""

    units: tuple[str, ...]


class TurnTemplate(Request, frozen=True, kw_only=True):
    """Turn the Grenade Template on your Frag chit before its roll. Rules: bpre.frag-detonation.2."""

    x: int
    y: int


class Turned(Answer, frozen=True):
    """The direction, in degrees, of its first point."""

    degrees: int


class StandUp(Request, frozen=True, kw_only=True):
    """Your staggered units stand up: how do they face? Rules: bpre.cleanup.2."""


class Facings(Answer, frozen=True):
    """Degrees by unit."""

    by: Mapping[str, int]


# Taskings, the Quick Reaction Force, proxy wars


class ChooseRole(Request, frozen=True, kw_only=True):
    """Assault or defend in this Operation? Rules: bpre.proxy-war.3."""


class Role(Answer, frozen=True):
    """`assaulting` or `defending`."""

    role: str


class PlaceTrucks(Request, frozen=True, kw_only=True):
    """Place pickup trucks at an edge, near one another."""

    count: int
    within: int


class Trucks(Answer, frozen=True):
    """The edge, and of each truck the middle and how it is turned: x, y, degrees."""

    edge: str
    at: tuple[tuple[int, int, int], ...]


class PlaceToken(Request, frozen=True, kw_only=True):
    """Set a token in a room of a structure, on nobody's base."""

    token: str
    structure: str


class TokenAt(Answer, frozen=True):
    """Where it lies."""

    x: int
    y: int


class OfferQrf(Request, frozen=True, kw_only=True):
    """Try to bring in your Quick Reaction Force? Put whether or not there is one. Rules: bpre.qrf.6-7."""


class CallQrf(Answer, frozen=True):
    """Try."""


class KeepQrf(Answer, frozen=True):
    """Not in this turn."""


class OfferReroll(Request, frozen=True, kw_only=True):
    """You would lose the QRF roll: discard a card to roll one of your dice again? Rules: bpre.qrf.9."""

    dice: tuple[int, ...]
    against: tuple[int, ...]


class Reroll(Answer, frozen=True):
    """A card, and which of the dice (counted from 0)."""

    card: str
    die: int


class KeepRoll(Answer, frozen=True):
    """Leave the dice as they are."""


class PickQrf(Request, frozen=True, kw_only=True):
    """The Quick Reaction Force comes: which units? Rules: bpre.qrf.3-5."""

    cp: int


class Reinforcements(Answer, frozen=True):
    """Unit types."""

    units: tuple[str, ...]


RedEarthRequest = (
    PickTeam
    | PickHand
    | ChooseStructure
    | ChooseEdge
    | SetDoors
    | PlaceUnits
    | Activate
    | GoOn
    | React
    | OfferCards
    | PickOwn
    | PickSupport
    | TurnTemplate
    | StandUp
    | ChooseRole
    | PlaceTrucks
    | PlaceToken
    | OfferQrf
    | OfferReroll
    | PickQrf
)
RedEarthAnswer = (
    Team
    | Hand
    | Structure
    | Edge
    | Doors
    | Placement
    | Fire
    | Throw
    | Work
    | Maneuver
    | PassPhase
    | Acts
    | Shoot
    | Hold
    | PlayCard
    | Decline
    | Own
    | Support
    | Turned
    | Facings
    | Role
    | Trucks
    | TokenAt
    | CallQrf
    | KeepQrf
    | Reroll
    | KeepRoll
    | Reinforcements
)
