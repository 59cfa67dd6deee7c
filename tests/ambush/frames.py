"""The unfinished procedures of Ambush, with their locals."""

from __future__ import annotations

from collections.abc import Mapping

from ambush.asking import Advance, EndTurn, Reaction, Shoot, Sneak
from firelane.core.state import Frame


class Match(Frame, frozen=True, kw_only=True):
    """A whole game, from laying out to the end."""

    carries: Mapping[str, tuple[str, ...]] = {}


class DrawCards(Frame, frozen=True, kw_only=True):
    """Cards for one side, one at a time."""

    seat: str
    left: int


class Turn(Frame, frozen=True, kw_only=True):
    """The turn of one side."""

    seat: str


class Order(Frame, frozen=True, kw_only=True):
    """One order from its declaration to its end."""

    seat: str
    action: Advance | Sneak | Shoot | EndTurn
    reactions: Mapping[str, Reaction] = {}


class Mined(Frame, frozen=True, kw_only=True):
    """A mine goes off under a scout."""

    scout: str
    owner: str
    number: int


class Rescue(Frame, frozen=True, kw_only=True):
    """A scout went down; cards may be played, one after another."""

    scout: str
    seat: str
    needs: int
    doubt: int
    medic: bool = False


AmbushFrame = Match | DrawCards | Turn | Order | Mined | Rescue
