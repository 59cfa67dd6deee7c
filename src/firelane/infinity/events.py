"""What happens in a game of Infinity, and what each side reads of it.

Of a trooper behind a Camouflage marker the other side reads the marker's name and place, nothing else; of one
that waits in the air, nothing at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from firelane.core.because import Number
from firelane.core.events import Event
from firelane.core.state import with_record, without_record
from firelane.infinity.asking import Placement
from firelane.infinity.names import DEAD, UNLOADED
from firelane.infinity.sheets import MARKER, open_name, sheet
from firelane.infinity.world import InfinityWorld, Item, Label, Objective, Place, Side, Trooper


def changed(world: InfinityWorld, name: str, **fields: object) -> InfinityWorld:
    """The world with one trooper changed."""
    trooper = replace(world.troopers[name], **fields)
    return replace(world, troopers=with_record(world.troopers, name, trooper))


def with_side(world: InfinityWorld, seat: str, **fields: object) -> InfinityWorld:
    """The world with one side changed."""
    return replace(world, sides=with_record(world.sides, seat, replace(world.sides[seat], **fields)))


def labelled(world: InfinityWorld, seat: str, name: str, kind: str, marker: str = "") -> InfinityWorld:
    """The world with a label for what is publicly known by this name; what has one keeps it.

    What is revealed for the first time takes over the label of its marker, else it gets the next number.
    """
    if name in world.labels:
        return world
    numbers = (each.number for key, each in world.labels.items() if key.startswith(f"{seat}-"))
    behind = world.labels.get(marker)
    number = behind.number if behind is not None else max(numbers, default=0) + 1
    return replace(world, labels=with_record(world.labels, name, Label(number, kind)))


def shown_on_table(world: InfinityWorld, name: str, marker: str = "") -> InfinityWorld:
    """The world with a label for a trooper as it can be seen on the table: as a model or as a marker."""
    trooper = world.troopers[name]
    kind = marker_kind(trooper.sheet) if trooper.marker else open_name(trooper.sheet)
    return labelled(world, trooper.seat, public_name(trooper), kind, marker)


def marker_kind(name: str) -> str:
    """What a Camouflage marker looks like that hides a trooper with this sheet."""
    return f"{MARKER}{sheet(name).facts.s}"


MINE_MARKER = f"{MARKER}2"
"""What a hidden mine looks like. Rules: camouflaged.item-silhouette."""


class AboutTrooper(Event, frozen=True, kw_only=True):
    """Something about one trooper. `alias` is what the other side knows it by, empty if it knows nothing."""

    trooper: str
    seat: str
    alias: str

    @classmethod
    def of(cls, trooper: Trooper, **fields: Any) -> Self:
        """The event about this trooper, with the name by which the other side knows it now."""
        return cls(trooper=trooper.id, seat=trooper.seat, alias=public_name(trooper), **fields)

    def seen_by(self, seat: str) -> Event | None:
        if seat == self.seat or self.alias == self.trooper:
            return self
        return self.hidden_part() if self.alias else None

    def hidden_part(self) -> Event | None:
        """What is read of it by those who see only a marker."""
        return replace(self, trooper=self.alias)

    def about(self) -> tuple[str, ...]:
        return (self.seat, self.alias or self.trooper)


def public_name(trooper: Trooper) -> str:
    """The name by which the other side knows a trooper: its own, its marker's, or none."""
    if trooper.place in (Place.LIST, Place.AIR):
        return ""
    return marker_name(trooper.seat, trooper.marker) if trooper.marker else trooper.id


def marker_name(seat: str, number: int) -> str:
    """A Camouflage marker's name: it tells the side and nothing of what is behind it."""
    return f"{seat}-marker-{number}"


# Set-up


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """The initiative roll is decided."""

    winner: str
    faces: Mapping[str, int]
    values: Mapping[str, int] = {}
    """The WIP that each side rolled against."""


class InitiativeKept(Event, frozen=True, kw_only=True):
    """The winner keeps Initiative or Deployment; the loser gets the other."""

    seat: str
    kept: str


class FirstTurnSet(Event, frozen=True, kw_only=True):
    """Who takes the first player turn of every round."""

    first: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return replace(world, first=self.first)


class ZoneTaken(Event, frozen=True, kw_only=True):
    """Which Deployment Zone a side gets."""

    seat: str
    zone: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return with_side(world, self.seat, zone=self.zone)


class TrooperDeployed(Event, frozen=True, kw_only=True):
    """A trooper is on the table, as a model or behind a marker."""

    trooper: str
    seat: str
    at: Placement
    marker: int = 0

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        at = self.at
        world = changed(world, self.trooper, place=Place.TABLE, x=at.x, y=at.y, z=at.z, facing=at.facing,
                        prone=at.prone, marker=self.marker)  # fmt: skip
        if self.marker:
            world = with_side(
                world, self.seat, markers_used=max(self.marker, world.sides[self.seat].markers_used)
            )
        return shown_on_table(world, self.trooper)

    def seen_by(self, seat: str) -> Event | None:
        if seat == self.seat:
            return self
        if not self.marker:
            return replace(self, at=replace(self.at, drives=""))
        hidden = replace(self.at, camouflaged=True, drives="", facing=0)
        return replace(self, trooper=marker_name(self.seat, self.marker), at=hidden)


class HeldBack(Event, frozen=True, kw_only=True):
    """How many troopers a side holds back; which, it keeps to itself."""

    seat: str
    count: int


class TokenGiven(Event, frozen=True, kw_only=True):
    """A REM gets a REMDRIVER token."""

    rem: str
    driver: str
    seat: str
    rem_alias: str
    driver_alias: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return changed(world, self.rem, token=self.driver, token_sheet=world.troopers[self.driver].sheet)

    def seen_by(self, seat: str) -> Event | None:
        if seat == self.seat:
            return self
        return replace(self, rem=self.rem_alias, driver=self.driver_alias) if self.rem_alias else None


class TokenTaken(Event, frozen=True, kw_only=True):
    """A REM loses its REMDRIVER token."""

    rem: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return changed(world, self.rem, token="", token_sheet="")


class ObjectivePlaced(Event, frozen=True, kw_only=True):
    """A console or a box stands on the table."""

    objective: Objective

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        placed = with_record(world.objectives, self.objective.id, self.objective)
        return replace(world, objectives=placed)


# Turns and Orders


class TurnBegan(Event, frozen=True, kw_only=True):
    """A player turn begins, and the Orders have been counted.

    The count is open and tells how many of a side's markers hide troopers.
    """

    reveals: ClassVar[bool] = True
    seat: str
    round: int
    pool: int
    lieutenant_order: bool
    own: tuple[str, ...]

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        world = replace(world, round=self.round, active=self.seat)
        return with_side(
            world, self.seat, pool=self.pool, lieutenant_order=self.lieutenant_order, own=self.own
        )

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else replace(self, own=())

    def about(self) -> tuple[str, ...]:
        return (self.seat,)


class LieutenantNamed(AboutTrooper, frozen=True, kw_only=True):
    """A side without a Lieutenant names a new one, who has the Lieutenant Order at once."""

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        named = (*world.sides[self.seat].lieutenants, self.trooper)
        return with_side(world, self.seat, lieutenants=named, lieutenant_order=True)


class OrderSpent(AboutTrooper, frozen=True, kw_only=True):
    """An Order is spent on a trooper."""

    order: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        side = world.sides[self.seat]
        match self.order:
            case "regular":
                return with_side(world, self.seat, pool=side.pool - 1)
            case "lieutenant":
                return with_side(world, self.seat, lieutenant_order=False)
            case _:
                return with_side(world, self.seat, own=tuple(t for t in side.own if t != self.trooper))


class OrdersDropped(Event, frozen=True, kw_only=True):
    """Orders that were not spent are gone."""

    seat: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return with_side(world, self.seat, pool=0, lieutenant_order=False, own=())


class SkillDeclared(AboutTrooper, frozen=True, kw_only=True):
    """A skill is declared: for all to hear, as far as they see who declares it."""

    skill: str
    half: int
    targets: tuple[str, ...] = ()


class AroDeclared(AboutTrooper, frozen=True, kw_only=True):
    """An ARO is declared."""

    skill: str
    half: int
    targets: tuple[str, ...] = ()


class BecameIdle(AboutTrooper, frozen=True, kw_only=True):
    """A declaration proved impossible when it was resolved."""

    skill: str


# Places and postures


class Moved(AboutTrooper, frozen=True, kw_only=True):
    """A trooper went along a track, to the last point of it."""

    track: tuple[tuple[int, int, int], ...]
    surface: str = ""

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        x, y, z = self.track[-1]
        return changed(world, self.trooper, x=x, y=y, z=z, surface=self.surface)


class Faced(AboutTrooper, frozen=True, kw_only=True):
    """A trooper looks another way. A marker looks everywhere, so nobody reads where."""

    facing: int

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return changed(world, self.trooper, facing=self.facing)

    def hidden_part(self) -> Event | None:
        return None


class TurnsOpened(Event, frozen=True, kw_only=True):
    """Both sides were warned and have said, sealed, who turns where: now it is seen."""

    reveals: ClassVar[bool] = True


class PostureChanged(AboutTrooper, frozen=True, kw_only=True):
    """A trooper lies down or stands up."""

    prone: bool

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return changed(world, self.trooper, prone=self.prone)


class Entered(AboutTrooper, frozen=True, kw_only=True):
    """A trooper that waited in the air comes to the table."""

    reveals: ClassVar[bool] = True
    at: tuple[int, int, int]
    facing: int

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        x, y, z = self.at
        world = changed(world, self.trooper, place=Place.TABLE, x=x, y=y, z=z, facing=self.facing)
        return shown_on_table(world, self.trooper)


class MarkerRevealed(Event, frozen=True, kw_only=True):
    """What a Camouflage marker hid is plain to see."""

    reveals: ClassVar[bool] = True
    trooper: str
    marker: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return shown_on_table(changed(world, self.trooper, marker=0), self.trooper, self.marker)

    def about(self) -> tuple[str, ...]:
        return (self.trooper, self.marker)


class Hidden(Event, frozen=True, kw_only=True):
    """A trooper goes back into the Camouflaged state, behind a new marker."""

    trooper: str
    seat: str
    marker: int

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        world = changed(world, self.trooper, marker=self.marker)
        world = with_side(world, self.seat, markers_used=self.marker)
        return shown_on_table(world, self.trooper)


# Points and states


class PointsLost(AboutTrooper, frozen=True, kw_only=True):
    """W or STR are lost."""

    count: int

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return changed(world, self.trooper, points=world.troopers[self.trooper].points - self.count)


class PointsGained(AboutTrooper, frozen=True, kw_only=True):
    """W or STR are regained."""

    count: int

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return changed(world, self.trooper, points=world.troopers[self.trooper].points + self.count)


class StateGained(AboutTrooper, frozen=True, kw_only=True):
    """A trooper enters a state."""

    state: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        states = {*world.troopers[self.trooper].states, self.state}
        return changed(world, self.trooper, states=tuple(sorted(states)))


class StateLost(AboutTrooper, frozen=True, kw_only=True):
    """A state is cancelled. With Unloaded go the uses spent: everything is full again.

    Rules: unloaded.refills-all.
    """

    state: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        states = {*world.troopers[self.trooper].states} - {self.state}
        if self.state == UNLOADED:
            world = changed(world, self.trooper, spent={})
        return changed(world, self.trooper, states=tuple(sorted(states)))


class Removed(AboutTrooper, frozen=True, kw_only=True):
    """A Dead trooper leaves the table."""

    worth: int

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        world = changed(world, self.trooper, place=Place.GONE, states=(DEAD,), carries="")
        lost = world.killed.get(self.seat, 0) + self.worth
        return replace(world, killed=with_record(world.killed, self.seat, lost))

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else replace(self, worth=0)


class UseSpent(AboutTrooper, frozen=True, kw_only=True):
    """Uses of a Disposable weapon or item are gone."""

    weapon: str
    count: int

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        spent = world.troopers[self.trooper].spent
        return changed(
            world, self.trooper, spent=with_record(spent, self.weapon, spent.get(self.weapon, 0) + self.count)
        )


class DiscoverFailed(AboutTrooper, frozen=True, kw_only=True):
    """A trooper cannot try the same target again this round."""

    target: str
    round: int

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        failed = world.troopers[self.trooper].failed
        return changed(world, self.trooper, failed=with_record(failed, self.target, self.round))


# Items and objectives


class ItemPlaced(Event, frozen=True, kw_only=True):
    """A mine is put down; the other side sees a Camouflage marker."""

    item: Item

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        world = replace(world, items=with_record(world.items, self.item.id, self.item))
        item = self.item
        used = max(item.marker, world.sides[item.seat].markers_used)
        world = with_side(world, item.seat, markers_used=used)
        if not item.marker:
            return labelled(world, item.seat, item.id, item.weapon)
        return labelled(world, item.seat, marker_name(item.seat, item.marker), MINE_MARKER)

    def seen_by(self, seat: str) -> Event | None:
        if seat == self.item.seat or not self.item.marker:
            return self
        name = marker_name(self.item.seat, self.item.marker)
        return replace(self, item=replace(self.item, id=name, weapon="", owner="", marker=0))


class ItemRevealed(Event, frozen=True, kw_only=True):
    """A marker turns out to be a mine."""

    reveals: ClassVar[bool] = True
    item: str
    marker: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        shown = replace(world.items[self.item], marker=0)
        world = replace(world, items=with_record(world.items, self.item, shown))
        return labelled(world, shown.seat, shown.id, shown.weapon, self.marker)


class ItemRemoved(Event, frozen=True, kw_only=True):
    """An item is destroyed, or has gone off."""

    item: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        return replace(world, items=without_record(world.items, self.item))


class ObjectiveChanged(Event, frozen=True, kw_only=True):
    """An objective changes hands."""

    objective: str
    owner: str
    carrier: str = ""

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        old = world.objectives[self.objective]
        new = replace(old, owner=self.owner, carrier=self.carrier)
        return replace(world, objectives=with_record(world.objectives, self.objective, new))


class BoxTaken(Event, frozen=True, kw_only=True):
    """A Model takes a supply box: from the table, from a Null trooper, from a friend."""

    objective: str
    seat: str
    carrier: str

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        old = world.objectives[self.objective]
        if old.carrier:
            world = changed(world, old.carrier, carries="")
        world = changed(world, self.carrier, carries=self.objective)
        new = replace(old, owner=self.seat, carrier=self.carrier)
        return replace(world, objectives=with_record(world.objectives, self.objective, new))

    def about(self) -> tuple[str, ...]:
        return (self.seat, self.carrier)


class BoxDropped(Event, frozen=True, kw_only=True):
    """A supply box is left where its carrier fell."""

    objective: str
    carrier: str
    at: tuple[int, int, int]

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        x, y, z = self.at
        world = changed(world, self.carrier, carries="")
        new = replace(world.objectives[self.objective], owner="", carrier="", x=x, y=y, z=z)
        return replace(world, objectives=with_record(world.objectives, self.objective, new))

    def about(self) -> tuple[str, ...]:
        return (self.carrier,)


class Scored(Event, frozen=True, kw_only=True):
    """A side scores Objective Points; what is counted for them may have been private until now."""

    reveals: ClassVar[bool] = True
    seat: str
    count: int
    goal: str
    """The key of the goal that it is for."""
    amount: int
    """How much the side has of what the goal counts."""

    def apply(self, world: InfinityWorld) -> InfinityWorld:
        total = world.sides[self.seat].objective_points + self.count
        return with_side(world, self.seat, objective_points=total)


class ListsOpened(Event, frozen=True, kw_only=True):
    """The game is over, and nothing is private any longer: every trooper with its sheet, every mine."""

    reveals: ClassVar[bool] = True
    sheets: Mapping[str, str]
    mines: Mapping[str, str]


# What dice came to


class ModsTold(Event, frozen=True, kw_only=True):
    """What must be rolled to Discover a marker is told: it says whether what hides there is hard to see."""

    reveals: ClassVar[bool] = True
    actor: str
    target: str
    value: Number

    def about(self) -> tuple[str, ...]:
        return (self.actor, self.target)


class Rolled(Event, frozen=True, kw_only=True):
    """One attempt: the sum rolled against, the faces, and how many of them took effect."""

    actor: str
    skill: str
    target: str
    value: Number
    faces: tuple[int, ...]
    successes: int
    effective: int
    criticals: int
    at: tuple[int, int, int] | None = None
    """Where it was made, which need not be where the actor stands in the end."""
    aimed: tuple[int, int, int] | None = None
    """Where the target was then."""

    def about(self) -> tuple[str, ...]:
        return (self.actor, self.target)


class Saved(Event, frozen=True, kw_only=True):
    """The saving rolls of one target against one attack."""

    trooper: str
    against: str
    number: Number
    faces: tuple[int, ...]
    failed: int

    def about(self) -> tuple[str, ...]:
        return (self.trooper, self.against)


def fresh_side(seat: str) -> Side:
    """A side at the very beginning."""
    return Side(seat=seat)
