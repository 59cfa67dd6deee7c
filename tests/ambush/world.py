"""What there is in Ambush: scouts on a lane, sides with orders, cards and a mine."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from firelane.core.state import World

SEATS = ("blue", "red")
LANE = 12
ZONE = {"blue": range(4), "red": range(8, 12)}
FORWARD = {"blue": 1, "red": -1}
CARDS = ("medic", "medic", "doubt", "doubt", "flare", "flare")
ROUNDS = 4


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who carries what, by scout; and how many rounds are played."""

    carries: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {"blue-1": ("keen-eye",), "red-1": ("thick-coat",)}
    )
    rounds: int = ROUNDS


class Scout(Struct, frozen=True, kw_only=True):
    """One scout. A hidden one is known to its own side only."""

    id: str
    seat: str
    pace: int
    hidden: bool = True
    down: bool = False
    carries: tuple[str, ...] = ()


class Side(Struct, frozen=True, kw_only=True):
    """One side: its orders left this turn, its hand, and where its mine lies (-1: not laid or gone)."""

    seat: str
    orders: int = 0
    hand: tuple[str, ...] = ()
    mine: int = -1
    mine_gone: bool = False


class AmbushWorld(World, frozen=True, kw_only=True):
    """Everything on and beside the lane."""

    scouts: Mapping[str, Scout] = {}
    sides: Mapping[str, Side] = {}
    deck: tuple[str, ...] = CARDS
    round: int = 0
    rounds: int = ROUNDS
    active: str = "blue"


def other(seat: str) -> str:
    """The opponent."""
    return SEATS[1 - SEATS.index(seat)]


def standing(world: AmbushWorld, seat: str) -> list[Scout]:
    """A side's scouts that are up."""
    return [scout for scout in world.scouts.values() if scout.seat == seat and not scout.down]


def scout_ids(seat: str) -> tuple[str, ...]:
    """The names of a side's three scouts."""
    return tuple(f"{seat}-{n}" for n in (1, 2, 3))
