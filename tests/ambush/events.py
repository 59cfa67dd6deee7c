"""What happens in Ambush, and what each side reads of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from ambush.world import AmbushWorld, Scout
from firelane.core.events import Event
from firelane.core.state import with_record


def _scout(world: AmbushWorld, scout: Scout) -> AmbushWorld:
    return replace(world, scouts=with_record(world.scouts, scout.id, scout))


class LaidOut(Event, frozen=True, kw_only=True):
    """A side has placed its scouts and its mine; the other side reads only that it has."""

    seat: str
    paces: Mapping[str, int]
    mine: int
    carries: Mapping[str, tuple[str, ...]]

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        for name, pace in self.paces.items():
            scout = Scout(id=name, seat=self.seat, pace=pace, carries=self.carries.get(name, ()))
            world = _scout(world, scout)
        side = replace(world.sides[self.seat], mine=self.mine)
        return replace(world, sides=with_record(world.sides, self.seat, side))

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else replace(self, paces={}, mine=-1, carries={})


class CardDrawn(Event, frozen=True, kw_only=True):
    """A card goes from the deck to a hand: its side learns which, the other side only that one did."""

    reveals: ClassVar[bool] = True
    seat: str
    card: str

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        deck = list(world.deck)
        deck.remove(self.card)
        side = world.sides[self.seat]
        side = replace(side, hand=(*side.hand, self.card))
        return replace(world, deck=tuple(deck), sides=with_record(world.sides, self.seat, side))

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else replace(self, card="")


class CardPlayed(Event, frozen=True, kw_only=True):
    """A card is played: now everybody knows that it was in the hand."""

    reveals: ClassVar[bool] = True
    seat: str
    card: str

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        side = world.sides[self.seat]
        hand = list(side.hand)
        hand.remove(self.card)
        return replace(world, sides=with_record(world.sides, self.seat, replace(side, hand=tuple(hand))))

    def about(self) -> tuple[str, ...]:
        return (self.seat,)


class TurnBegan(Event, frozen=True, kw_only=True):
    """A side becomes active and gets its orders."""

    seat: str
    round: int
    orders: int

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        side = replace(world.sides[self.seat], orders=self.orders)
        sides = with_record(world.sides, self.seat, side)
        return replace(world, sides=sides, active=self.seat, round=self.round)

    def about(self) -> tuple[str, ...]:
        return (self.seat,)


class OrderSpent(Event, frozen=True, kw_only=True):
    """An order is gone: all see that, if not what it was spent on."""

    seat: str

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        side = world.sides[self.seat]
        return replace(
            world, sides=with_record(world.sides, self.seat, replace(side, orders=side.orders - 1))
        )


class Moved(Event, frozen=True, kw_only=True):
    """A scout is somewhere else; of a hidden one only its own side reads it."""

    scout: str
    seat: str
    pace: int
    hidden: bool

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        return _scout(world, replace(world.scouts[self.scout], pace=self.pace))

    def seen_by(self, seat: str) -> Event | None:
        return self if not self.hidden or seat == self.seat else None

    def about(self) -> tuple[str, ...]:
        return (self.seat, self.scout)


class Revealed(Event, frozen=True, kw_only=True):
    """A hidden scout is hidden no more."""

    reveals: ClassVar[bool] = True
    scout: str
    pace: int
    carries: tuple[str, ...]

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        return _scout(world, replace(world.scouts[self.scout], hidden=False))


class Shot(Event, frozen=True, kw_only=True):
    """A shot and what became of it, with the sum that was rolled against."""

    by: str
    at: str
    number: int
    face: int
    hit: bool

    def about(self) -> tuple[str, ...]:
        return (self.by, self.at)


class WentDown(Event, frozen=True, kw_only=True):
    """A scout is out of the fight."""

    scout: str

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        return _scout(world, replace(world.scouts[self.scout], down=True))


class GotUp(Event, frozen=True, kw_only=True):
    """A medic brought a scout back."""

    scout: str

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        return _scout(world, replace(world.scouts[self.scout], down=False))


class MineWentOff(Event, frozen=True, kw_only=True):
    """A mine is known, and gone."""

    reveals: ClassVar[bool] = True
    seat: str
    pace: int

    def apply(self, world: AmbushWorld) -> AmbushWorld:
        side = replace(world.sides[self.seat], mine=-1, mine_gone=True)
        return replace(world, sides=with_record(world.sides, self.seat, side))
