"""The machine players of one room: who is to say something, and what becomes of one that breaks down.

A thought that breaks down is tried once more. If that breaks down too, the machine has stopped: the table is
told, and another player can take over, so that no game stands still in silence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from random import Random

import msgspec

from firelane.core.game import Game
from firelane.core.lately import Memory
from firelane.core.requests import Request
from firelane.players import NAMES, Budget, Decision, Player, decided, named
from firelane.problem import Problem
from firelane.server.messages import MachinesStopped, SeatShown
from firelane.text import seat_name

THINKING = Budget(seconds=0.2)
"""What a machine may spend on one decision."""
TRIES = 2
"""So often a machine may break down over the same answer before another player is called for."""
WEAKER = {"commander": "veteran", "veteran": "novice", "novice": "random"}
"""Who takes over for a machine where nobody sits who could be asked."""
Breakdowns = dict[str, tuple[int, int]]
"""By seat: over which step of the game its machine broke down, and how often."""


class Machines:
    """The machine players of a room, by seat."""

    def __init__(self, seated: Mapping[str, Player], breakdowns: Breakdowns) -> None:
        self._seated = dict(seated)
        self._breakdowns = breakdowns
        self._thoughts = Memory()

    def stopped(self, game: Game) -> tuple[str, ...]:
        """Return the seats whose machines have broken down too often over what they are to say now."""
        return tuple(seat for seat in self._seated if self._times(seat, game.count) >= TRIES)

    def _times(self, seat: str, count: int) -> int:
        at, times = self._breakdowns.get(seat, (count, 0))
        return times if at == count else 0

    def wanted(self, game: Game) -> tuple[str, Request | None] | None:
        """Return a machine that is to say something and has not stopped: an answer, or no to a draw."""
        if game.state.outcome is not None:
            return None
        stopped = self.stopped(game)
        able = [seat for seat in self._seated if seat not in stopped]
        for request in game.pending:
            if request.seat in able:
                return request.seat, request
        agreed = game.state.agreed_draw
        return next(((seat, None) for seat in able if seat not in agreed), None) if agreed else None

    async def decide(self, game: Game, seat: str, request: Request) -> Decision:
        """Have a machine answer, from its view alone and with a generator of its own."""
        seen = game.view(seat)
        times = self._times(seat, game.count)
        generator = Random(f"{game.header.seed}/{seat}/{request.id}{f'/{times}' if times else ''}")
        player, thoughts = self._seated[seat], self._thoughts

        def think() -> Decision:
            return thoughts.run(lambda: decided(player, seen, request, THINKING, generator))

        return await asyncio.get_running_loop().run_in_executor(None, think)

    def note_breakdown(self, seat: str, count: int) -> None:
        """A machine broke down over a step of the game. Nothing that was found for it is kept."""
        self._breakdowns[seat] = count, self._times(seat, count) + 1
        self._thoughts = Memory()

    def sit_down(self, seat: str, name: str, game: Game) -> None:
        """Let a machine player sit down."""
        self._seated[seat] = named(name, game.ruleset)
        self._breakdowns.pop(seat, None)


def check_name(name: str) -> None:
    """Complain if no machine player is called so."""
    if name not in NAMES:
        raise Problem("server.no-player", name=name, known=", ".join(NAMES))


def stopped_told(stopped: Iterable[str], players: Mapping[str, str], lang: str) -> bytes:
    """Return what those at the table are told of machines that have stopped."""
    seats = tuple(SeatShown(seat=seat, player=players[seat], name=seat_name(seat, lang)) for seat in stopped)
    return msgspec.json.encode(MachinesStopped(seats=seats, players=NAMES))
