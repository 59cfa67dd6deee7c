"""What there is in a game of Infinity: troopers, placed items, objectives, and two sides with their Orders.

Troopers hold what changes; what never changes (statline, skills, weapons) is their sheet, found by its key.
Everything hidden is in the same records: what a side may see of them is for `view` to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from firelane.core.state import World
from firelane.table.things import Battlefield


class Place(StrEnum):
    """Where a trooper is."""

    LIST = "list"
    """Not deployed yet, or held back."""
    AIR = "air"
    """Waiting for Airborne Deployment."""
    TABLE = "table"
    GONE = "gone"
    """Dead, and removed."""


class Trooper(Struct, frozen=True, kw_only=True, gc=False):
    """One trooper as it is now. `marker` is the number of its Camouflage marker, 0 for a model."""

    id: str
    seat: str
    sheet: str
    place: Place = Place.LIST
    x: int = 0
    y: int = 0
    z: int = 0
    surface: str = ""
    facing: int = 0
    prone: bool = False
    points: int = 1
    """W or STR left; 0 is Unconscious, less is Dead."""
    states: tuple[str, ...] = ()
    marker: int = 0
    spent: Mapping[str, int] = {}
    """Disposable uses spent, by weapon or item."""
    failed: Mapping[str, int] = {}
    """The round in which this trooper last failed to Discover a target, by the target's name then."""
    controller: str = ""
    """For a Peripheral: whose it is."""
    token: str = ""
    """Who drives this REM (REMDRIVER)."""
    token_sheet: str = ""
    """The sheet of that driver, which says what the token gives."""
    carries: str = ""
    """The supply box that it carries."""

    def has(self, state: str) -> bool:
        """Whether it is in this state."""
        return state in self.states


class Item(Struct, frozen=True, kw_only=True, gc=False):
    """A placed weapon or piece of equipment: a mine. `marker` is 0 once it has been discovered."""

    id: str
    seat: str
    weapon: str
    owner: str
    x: int
    y: int
    z: int = 0
    surface: str = ""
    points: int = 1
    marker: int = 0


class Objective(Struct, frozen=True, kw_only=True, gc=False):
    """Something to be won: a console or a supply box. `owner` is the side that controls it now."""

    id: str
    kind: str
    x: int
    y: int
    z: int = 0
    owner: str = ""
    carrier: str = ""


class Side(Struct, frozen=True, kw_only=True, gc=False):
    """One player: Orders, deployment, score.

    `pool` counts Regular Orders; `own` names the troopers that have an Order of their own for their entry;
    `zone` names the deployment area on the battlefield.
    """

    seat: str
    zone: str = ""
    pool: int = 0
    lieutenant_order: bool = False
    own: tuple[str, ...] = ()
    objective_points: int = 0
    markers_used: int = 0
    lieutenants: tuple[str, ...] = ()
    """The troopers named Lieutenant in the game, in place of the one in the list; the last one counts."""


class Label(Struct, frozen=True, gc=False):
    """What everybody calls a trooper, marker or mine: a number of its side.

    `kind` is the key of what it looked like when it was first seen: a sheet, or a weapon.
    """

    number: int
    kind: str


class InfinityWorld(World, frozen=True, kw_only=True, gc=False):
    """Everything on and beside the table."""

    field: str
    terrain: Battlefield | None = None
    """The battlefield itself, where it is none of the ready ones."""
    mission: str
    points: int
    """The agreed army points, in halves of a point."""
    troopers: Mapping[str, Trooper] = {}
    items: Mapping[str, Item] = {}
    objectives: Mapping[str, Objective] = {}
    sides: Mapping[str, Side] = {}
    round: int = 0
    rounds: int = 3
    active: str = ""
    first: str = ""
    """The side that takes the first player turn of every round."""
    killed: Mapping[str, int] = {}
    """What each side has lost for good, in halves of a point."""
    labels: Mapping[str, Label] = {}
    """The label of everything that has ever been seen, by the name by which both sides knew it then. It is
    open to both sides and to watchers, so no name of what is hidden may occur in it."""
