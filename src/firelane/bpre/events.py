"""What happens in Red Earth, and what each player reads of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from firelane.bpre.world import HIDDEN, KILLED, TABLE, Frag, RedEarthWorld, Side, Token, Unit
from firelane.core.because import Number
from firelane.core.events import Event
from firelane.core.state import with_record


def _unit(world: RedEarthWorld, name: str, **changes: Any) -> RedEarthWorld:
    return replace(world, units=with_record(world.units, name, replace(world.units[name], **changes)))


def _units(world: RedEarthWorld, **changes: Any) -> RedEarthWorld:
    """Every unit on the battlespace with these changes."""
    return replace(
        world, units={n: replace(u, **changes) if u.place == TABLE else u for n, u in world.units.items()}
    )


def _side(world: RedEarthWorld, seat: str, **changes: Any) -> RedEarthWorld:
    return replace(world, sides=with_record(world.sides, seat, replace(world.sides[seat], **changes)))


def _sides(world: RedEarthWorld, **changes: Any) -> RedEarthWorld:
    return replace(world, sides={seat: replace(side, **changes) for seat, side in world.sides.items()})


# Set-up


class CardsDrawn(Event, frozen=True, kw_only=True):
    """The Battlespace, Tasking and Atmospherics Cards of an Operation."""

    battlespace: str
    tasking: str
    atmospherics: str
    roles: Mapping[str, str]
    limits: Mapping[str, int]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        sides = {
            seat: replace(side, role=self.roles[seat], cp=self.limits[seat])
            for seat, side in world.sides.items()
        }
        return replace(
            world,
            battlespace=self.battlespace,
            tasking=self.tasking,
            atmospherics=self.atmospherics,
            sides=sides,
            swapped=False,
        )


class TeamPicked(Event, frozen=True, kw_only=True):
    """A kill team is known: both have picked, sealed. What is set aside for the QRF is not."""

    reveals: ClassVar[bool] = True
    seat: str
    units: Mapping[str, str]
    cp: int
    qrf: int | None

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        picked = {name: Unit(id=name, seat=self.seat, kind=kind) for name, kind in self.units.items()}
        world = replace(world, units={**world.units, **picked})
        return _side(world, self.seat, qrf=self.qrf, team_cp=self.cp)

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else replace(self, qrf=None)


class HandChosen(Event, frozen=True, kw_only=True):
    """A hand of Intervention Cards: its player reads which, the other only how many."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _side(world, self.seat, hand=self.cards, shown=(), gone=())

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else replace(self, cards=(HIDDEN,) * len(self.cards))


class Named(Event, frozen=True, kw_only=True):
    """Set-up names a structure or an edge; an edge may be the one where a side is set up."""

    name: str
    choice: str
    edge_of: str = ""

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        world = replace(world, chosen={**world.chosen, self.name: self.choice})
        return _side(world, self.edge_of, edge=self.choice) if self.edge_of else world


class DoorsSet(Event, frozen=True, kw_only=True):
    """Doors that are not as the map has them."""

    doors: Mapping[str, str]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, doors={**world.doors, **self.doors})


class UnitPlaced(Event, frozen=True, kw_only=True):
    """A unit comes onto the battlespace, perhaps with an ACT chit."""

    unit: str
    x: int
    y: int
    facing: int
    chits: int = 0

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _unit(world, self.unit, place=TABLE, x=self.x, y=self.y, facing=self.facing, chits=self.chits)


class FiresGained(Event, frozen=True, kw_only=True):
    """Fires Cards come to a player, open for all to read."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _side(world, self.seat, fires=(*world.sides[self.seat].fires, *self.cards))


# Turns


class TurnBegan(Event, frozen=True, kw_only=True):
    """The Current Turn chit moves on."""

    turn: int

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, turn=self.turn)


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase begins; nobody has passed in it."""

    phase: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _sides(replace(world, phase=self.phase), passed=False)


class PhaseEnded(Event, frozen=True, kw_only=True):
    """A phase is over, and what was in force for it."""

    phase: str
    effects: Mapping[str, tuple[str, ...]] = {}
    """What stays in force, by player."""
    watch: Mapping[str, tuple[str, ...]] = {}

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        sides = {s: replace(side, effects=self.effects.get(s, ())) for s, side in world.sides.items()}
        return replace(world, sides=sides, watch=self.watch)


class Passed(Event, frozen=True, kw_only=True):
    """A player activates nobody any more in this phase."""

    seat: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _side(world, self.seat, passed=True)


class Activated(Event, frozen=True, kw_only=True):
    """A unit is activated."""

    unit: str
    seat: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, active=self.unit)

    def about(self) -> tuple[str, ...]:
        return (self.seat, self.unit)


class ActivationEnded(Event, frozen=True, kw_only=True):
    """An activation is over; the unit gets an ACT chit, loses it, or keeps what it has."""

    unit: str
    chits: int

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _unit(replace(world, active=""), self.unit, chits=self.chits)


class WentOn(Event, frozen=True, kw_only=True):
    """A unit that was let pass goes on as its player had planned: that plan is now known."""

    reveals: ClassVar[bool] = True
    unit: str


class ChitPlaced(Event, frozen=True, kw_only=True):
    """A unit gets an ACT chit for an Immediate Action."""

    unit: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _unit(world, self.unit, chits=world.units[self.unit].chits + 1, reacted=True)


class ChitsSet(Event, frozen=True, kw_only=True):
    """Every unit has exactly one ACT chit. Rules: bpre.finishing.2."""

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _units(world, chits=1)


class CleanedUp(Event, frozen=True, kw_only=True):
    """ACT chits are taken off, and nobody is staggered any more. Rules: bpre.cleanup.1-2."""

    facings: Mapping[str, int]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        world = _units(world, chits=0, reacted=False, staggered=False, used=())
        for name, facing in self.facings.items():
            world = _unit(world, name, facing=facing)
        return world


class BothStoodUp(CleanedUp, frozen=True, kw_only=True):
    """The same where both players have chosen facings, sealed: each learns now what the other chose."""

    reveals: ClassVar[bool] = True


class Used(Event, frozen=True, kw_only=True):
    """A unit uses something that it can use once per turn."""

    unit: str
    what: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _unit(world, self.unit, used=(*world.units[self.unit].used, self.what))


# Moving and fighting


class Moved(Event, frozen=True, kw_only=True):
    """A unit is somewhere else, or faces another way."""

    unit: str
    x: int
    y: int
    facing: int

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _unit(world, self.unit, x=self.x, y=self.y, facing=self.facing)


class Crossed(Event, frozen=True, kw_only=True):
    """A unit tries to cross waist-high cover. Rules: bpre.cross-cover.3-4."""

    unit: str
    cover: str
    total: int
    needs: int
    passed: bool


class DoorUsed(Event, frozen=True, kw_only=True):
    """A door is opened, closed or destroyed."""

    door: str
    state: str
    unit: str = ""
    cost: int = 0

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, doors={**world.doors, self.door: self.state})


class AttackRolled(Event, frozen=True, kw_only=True):
    """An attack roll and what it means, with every part of its numbers."""

    by: str
    at: str
    occasion: str
    line: str
    faces: tuple[int, ...]
    bonus: Number
    needs: Number
    total: int
    result: str
    ends: tuple[tuple[int, int], tuple[int, int]]
    """Where the two were then."""

    def about(self) -> tuple[str, ...]:
        return (self.by, self.at)


class SaveRolled(Event, frozen=True, kw_only=True):
    """A save roll and what it means; a staggered unit fails without dice."""

    unit: str
    faces: tuple[int, ...]
    bonus: Number
    needs: Number
    total: int
    result: str


class Staggered(Event, frozen=True, kw_only=True):
    """A unit is laid on its side."""

    unit: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _unit(world, self.unit, staggered=True)


class Unaffected(Event, frozen=True, kw_only=True):
    """A unit comes away as if the attack had missed."""

    unit: str


class Killed(Event, frozen=True, kw_only=True):
    """A unit is removed from play."""

    unit: str
    by: str = ""
    cp: int = 0

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        unit = world.units[self.unit]
        seat = unit.seat
        held = {
            t.id: replace(t, holder="", x=unit.x, y=unit.y)
            for t in world.tokens.values()
            if t.holder == self.unit
        }
        world = replace(world, tokens={**world.tokens, **held}) if held else world
        world = _unit(world, self.unit, place=KILLED, staggered=False, chits=0)
        return _side(world, seat, casualties=world.sides[seat].casualties + self.cp)

    def about(self) -> tuple[str, ...]:
        return (self.unit, self.by)


class FragThrown(Event, frozen=True, kw_only=True):
    """A Frag chit is placed."""

    unit: str
    seat: str
    x: int
    y: int

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, frags=(*world.frags, Frag(self.x, self.y, self.seat, self.unit)))


class FragBounced(Event, frozen=True, kw_only=True):
    """The first Frag chit bounces and is taken off; the grenade explodes where it came to lie."""

    x: int
    y: int
    wall: str = ""

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, frags=world.frags[1:])


class Exploded(Event, frozen=True, kw_only=True):
    """An explosion, and whom it reaches."""

    x: int
    y: int
    radius: int
    reached: tuple[str, ...]


class TokenMoved(Event, frozen=True, kw_only=True):
    """A token is placed, taken up or left lying."""

    token: str
    x: int
    y: int
    holder: str = ""

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        token = Token(id=self.token, x=self.x, y=self.y, holder=self.holder)
        return replace(world, tokens=with_record(world.tokens, self.token, token))


class Watched(Event, frozen=True, kw_only=True):
    """What the Tasking keeps in mind changes."""

    watch: Mapping[str, tuple[str, ...]]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, watch=self.watch)


# Cards


class CardDiscarded(Event, frozen=True, kw_only=True):
    """A card is discarded to use it: now all know that it was in the hand."""

    reveals: ClassVar[bool] = True
    seat: str
    card: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        discarded = (*world.sides[self.seat].discarded, self.card)
        return _side(_leaves(world, self.seat, self.card), self.seat, discarded=discarded)

    def about(self) -> tuple[str, ...]:
        return (self.seat, self.card)


class CardTaken(Event, frozen=True, kw_only=True):
    """A card is taken from a player; both see which. The other one keeps it, or it is discarded.

    Rules: bpre.special.courtesy-burn.2-4.
    """

    reveals: ClassVar[bool] = True
    seat: str
    by: str
    card: str
    kept: bool

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        world = _leaves(world, self.seat, self.card)
        if not self.kept:  # bpre.special.courtesy-burn.4
            return _side(world, self.seat, discarded=(*world.sides[self.seat].discarded, self.card))
        side = world.sides[self.by]
        if self.card.startswith("special."):
            return _side(world, self.by, specials=(*side.specials, self.card))
        return _side(world, self.by, hand=(*side.hand, self.card), shown=(*side.shown, self.card))

    def about(self) -> tuple[str, ...]:
        return (self.seat, self.by, self.card)


class Reinforced(Event, frozen=True, kw_only=True):
    """Units join a kill team by a card; they are still to be placed."""

    seat: str
    units: Mapping[str, str]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        joined = {name: Unit(id=name, seat=self.seat, kind=kind) for name, kind in self.units.items()}
        return replace(world, units={**world.units, **joined})


class TurnMoved(Event, frozen=True, kw_only=True):
    """The Current Turn chit is moved by a card. Rules: bpre.special.timeline.2."""

    turn: int

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, turn=self.turn)


class Detonated(Event, frozen=True, kw_only=True):
    """A suicide vest goes off."""

    unit: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _unit(world, self.unit, used=(*world.units[self.unit].used, "s-vest"))


class StrikeScattered(Event, frozen=True, kw_only=True):
    """A strike comes down elsewhere."""

    x: int
    y: int


class StrikeRolled(Event, frozen=True, kw_only=True):
    """A roll for a strike at one single unit: whether it finds it, or whether it kills it."""

    card: str
    unit: str
    what: str
    total: int
    needs: int
    passed: bool


class EffectBegan(Event, frozen=True, kw_only=True):
    """A card is in force for a player's units until the phase or the turn ends."""

    seat: str
    card: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return _side(world, self.seat, effects=(*world.sides[self.seat].effects, self.card))


class RolledOff(Event, frozen=True, kw_only=True):
    """Both players roll 1D10 over a card."""

    card: str
    rolls: Mapping[str, int]
    holds: bool
    """Whether what the card is against goes through."""


class Succeeded(Event, frozen=True, kw_only=True):
    """The Operation is over: who has met his success criteria, and what that brings."""

    winners: tuple[str, ...]
    points: Mapping[str, int] = {}
    specials: Mapping[str, tuple[str, ...]] = {}
    next_cp: Mapping[str, int] = {}

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        world = replace(world, winner=self.winners)
        for seat, side in world.sides.items():
            specials = (*side.specials, *self.specials.get(seat, ()))
            points = side.mission_points + self.points.get(seat, 0)
            more = self.next_cp.get(seat, 0)
            world = _side(world, seat, mission_points=points, specials=specials, next_cp=more)
        return world


def _leaves(world: RedEarthWorld, seat: str, card: str) -> RedEarthWorld:
    """A card is no longer with a player; if it was face down, both know that it is not any more."""
    side = world.sides[seat]
    piles = {pile: _without(getattr(side, pile), card) for pile in ("hand", "fires", "specials", "shown")}
    hidden = card in side.hand and card not in side.shown
    return _side(world, seat, **piles, gone=(*side.gone, card) if hidden else side.gone)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    left = list(cards)
    if card in left:
        left.remove(card)
    return tuple(left)


# Taskings, the Quick Reaction Force, Night Raids


class PartsTaken(Event, frozen=True, kw_only=True):
    """In a proxy war one player has chosen to assault or to defend. Rules: bpre.proxy-war.2-3."""

    swapped: bool
    roles: Mapping[str, str]
    limits: Mapping[str, int]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        for seat, role in self.roles.items():
            world = _side(world, seat, role=role, cp=self.limits[seat])
        return replace(world, swapped=self.swapped)


class VehiclesRemoved(Event, frozen=True, kw_only=True):
    """Vehicles of the map are not placed."""

    pieces: tuple[str, ...]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, removed=(*world.removed, *self.pieces))


class TrucksPlaced(Event, frozen=True, kw_only=True):
    """Pickup trucks are put down; between them is the checkpoint."""

    at: Mapping[str, tuple[int, int, int]]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, placed={**world.placed, **self.at})


class QrfCalled(Event, frozen=True, kw_only=True):
    """The defending player tries to bring in his Quick Reaction Force: so there is one."""

    reveals: ClassVar[bool] = True
    seat: str


class QrfDecided(Event, frozen=True, kw_only=True):
    """The QRF roll is over."""

    seat: str
    rolls: Mapping[str, tuple[int, ...]]
    comes: bool


class QrfPicked(Event, frozen=True, kw_only=True):
    """Which units the Quick Reaction Force holds; what was not spent is lost."""

    reveals: ClassVar[bool] = True
    seat: str
    units: Mapping[str, str]

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        picked = {name: Unit(id=name, seat=self.seat, kind=kind) for name, kind in self.units.items()}
        return _side(replace(world, units={**world.units, **picked}), self.seat, qrf=0, qrf_came=True)


class WeatherDrawn(Event, frozen=True, kw_only=True):
    """The Atmospherics Card of a whole Night Raid."""

    atmospherics: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        return replace(world, atmospherics=self.atmospherics)


class OperationBegan(Event, frozen=True, kw_only=True):
    """The next Operation of a Night Raid: the battlespace is cleared.

    Special Intervention Cards and Mission Points stay; a special card that was used stays out.
    """

    number: int
    stage: str

    def apply(self, world: RedEarthWorld) -> RedEarthWorld:
        sides = {
            seat: Side(
                seat=seat,
                specials=side.specials,
                mission_points=side.mission_points,
                next_cp=side.next_cp,
                # bpre.special.1, bpre.night-raid.12
                discarded=tuple(card for card in side.discarded if card.startswith("special.")),
            )
            for seat, side in world.sides.items()
        }
        return RedEarthWorld(
            terrain=world.terrain,
            maps=world.maps,
            cards=world.cards,
            mixed=world.mixed,
            atmospherics=world.atmospherics,
            sides=sides,
        )
