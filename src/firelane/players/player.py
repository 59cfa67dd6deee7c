"""The one interface of players, what they may spend on a decision, and what is kept of one."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from firelane.core.requests import Answer, Request
from firelane.core.views import View
from firelane.players.mind import Weighed


def now() -> float:
    """Read the one clock that players go by, in seconds."""
    return time.perf_counter()


class Budget(Struct, frozen=True):
    """What a decision may cost: so many nodes (the same seed gives the same game) or so many seconds.

    A node is one answer given in a game that is imagined. Neither named: as many nodes as the player likes.
    """

    nodes: int = 0
    seconds: float = 0.0

    def clock(self, otherwise: int) -> Clock:
        """The budget as it runs out from now on; `otherwise` many nodes where it names nothing."""
        nodes = self.nodes or (0 if self.seconds else otherwise)
        return Clock(nodes, now() + self.seconds if self.seconds else 0.0)


class Clock:
    """A budget that is being spent. By time, it is over when the next step might not be done in time."""

    __slots__ = ("before", "begun", "ends", "left", "longest", "spent")

    def __init__(self, nodes: int, ends: float) -> None:
        self.left = nodes
        self.ends = ends
        self.spent = 0
        self.longest = 0.0
        self.before = self.begun = now()

    def tick(self) -> None:
        """One node more."""
        self.spent += 1
        self.step()

    def step(self) -> None:
        """Something is done that is no node and may come again: how long it took is kept in mind."""
        if self.ends:
            moment = now()
            self.longest = max(self.longest, moment - self.before)
            self.before = moment

    def spare(self, seconds: float) -> None:
        """By time, it ends so much earlier, though not before now."""
        if self.ends:
            self.ends = max(now(), self.ends - seconds)

    @property
    def part(self) -> float:
        """The part of the budget that is spent; by time and by nodes the greater."""
        nodes = self.spent / self.left if self.left else 0.0
        if not self.ends:
            return nodes
        return max(nodes, (now() - self.begun) / (self.ends - self.begun))

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        if self.left and self.spent >= self.left:
            return True
        return bool(self.ends) and now() + self.longest >= self.ends


Player = Callable[[View[Any], Request, Budget, Random], Answer]
"""Answers a request from the seat's view, within a budget, by chance of its own."""


class Decision(Struct, frozen=True):
    """What a player answered, and what it weighed, the best first: kept to be opened after the game."""

    seat: str
    request: str
    kind: str
    answer: Any
    weighed: tuple[Weighed, ...] = ()
    nodes: int = 0


@runtime_checkable
class Thinker(Protocol):
    """A player that can say what it weighed."""

    def decide(self, view: View[Any], request: Request, _: Budget, generator: Random, /) -> Decision:
        """The answer with its reasons."""


def decided(player: Player, view: View[Any], request: Request, budget: Budget, generator: Random) -> Decision:
    """A player's answer, with its reasons if it has any to tell."""
    thinks: object = player
    if isinstance(thinks, Thinker):
        return thinks.decide(view, request, budget, generator)
    given = player(view, request, budget, generator)
    return Decision(request.seat, request.id, request.kind, given)
