"""All that one reader may learn of a room: whoever answers over HTTP or a socket reads through this.

A reader is a seat or a watcher. It knows its own view alone, up to its own time; when the game is over for
it, all of it is open.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from firelane.core.events import WATCHER
from firelane.core.game import Moment
from firelane.core.lines import Header
from firelane.core.ruleset import Ruleset
from firelane.core.state import Outcome
from firelane.core.views import View, seen, view
from firelane.problem import Problem
from firelane.server import messages as m
from firelane.server import presenting, reasons
from firelane.server.history import as_read
from firelane.server.storage import Store

ALL = "*"
"""The side of a replay that sees everything."""


class RoomReader:
    """A room as one reader sees it now."""

    def __init__(
        self,
        room: str,
        ruleset: Ruleset,
        players: Mapping[str, str],
        seat: str,
        known: list[Moment],
        store: Store,
        work: Callable[[Callable[[], Any]], Awaitable[Any]],
    ) -> None:
        """`known`: the moments that have come to the reader's time. `work` runs something off the loop."""
        self.seat = seat
        self._room = room
        self._ruleset = ruleset
        self._players = players
        self._known = known
        self._store = store
        self._work = work

    @cached_property
    def view(self) -> View[Any]:
        """The reader's view of the game."""
        return view(self._ruleset, self._known[-1].state, self.seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it is over for the reader."""
        return self._known[-1].state.outcome

    @cached_property
    def _moments(self) -> list[Moment]:
        """The moments that the reader can look back on; all when the game is over for it."""
        return as_read(self._known, self.seat) if self.outcome is None else self._known

    @property
    def _sides(self) -> tuple[str, ...]:
        """From which sides the reader may look back: its own, and all of them when the game is over."""
        return (self.seat,) if self.outcome is None else (*self._ruleset.seats, ALL)

    def _moment(self, number: int) -> Moment:
        if number >= len(self._moments):
            raise Problem("server.no-moment", count=len(self._moments))
        return self._moments[number]

    # Looking back

    async def replay(self, lang: str) -> m.ReplayShown:
        """Return what there is to look back on."""
        screen = presenting.screen(self._ruleset)
        return m.ReplayShown(
            room=self._room,
            ruleset=self._ruleset.name,
            moments=len(self._moments),
            over=self.outcome is not None,
            sides=self._sides,
            ground=await self._work(lambda: screen.ground(self.view, lang)),
        )

    async def moment(self, number: int, side: str, lang: str) -> m.MomentShown:
        """Return one moment as seen from a side: the reader's own where none is named."""
        side = side or self.seat
        if side != self.seat and side not in self._sides:
            raise Problem("server.not-your-side")
        moment = self._moment(number)
        shown: m.MomentShown = await self._work(lambda: self._shown(moment, number, side, lang))
        return shown

    def _shown(self, moment: Moment, number: int, side: str, lang: str) -> m.MomentShown:
        ruleset, screen = self._ruleset, presenting.screen(self._ruleset)
        here = view(ruleset, moment.state, WATCHER if side == ALL else side)
        board = screen.board(here, lang)
        if side == ALL:
            sides = {seat: screen.board(view(ruleset, moment.state, seat), lang) for seat in ruleset.seats}
            board = presenting.together(board, sides)
        events = moment.events if side == ALL else seen(moment.events, side)
        return m.MomentShown(
            moment=number,
            board=board,
            log=presenting.log(ruleset, here, events, lang),
            lines=screen.fired(here, events, lang),
        )

    async def journal(self) -> bytes:
        """Return the game file, once the game is over."""
        if self.outcome is None:
            raise Problem("server.not-over")
        row = await self._store.room(self._room)
        assert row is not None, "it is open"
        header = msgspec.json.decode(row.header, type=Header)
        lines = await self._store.lines(self._room)
        return b"".join(
            line + b"\n" for line in (msgspec.json.encode(header), *(one.line.encode() for one in lines))
        )

    # What machine players weighed

    async def reasons(self) -> m.ReasonsShown:
        """Return the moves that can be opened, once the game is over."""
        self._refuse_until_over()
        kept = await self._store.weighed(self._room)
        found: m.ReasonsShown = await self._work(
            lambda: m.ReasonsShown(reasons=tuple(reasons.listed(self._ruleset, self._known, kept, self.seat)))
        )
        return found

    async def reason(self, number: int, lang: str) -> m.ReasonShown:
        """Return what was weighed before one move, once the game is over."""
        self._refuse_until_over()
        line = self._moment(number).line
        found = await self._store.reasons(self._room, line.n if line is not None else 0)
        if found is None:
            raise Problem("server.no-reasons")
        shown: m.ReasonShown = await self._work(
            lambda: reasons.told(self._ruleset, self._players, self._known, number, found, lang)
        )
        return shown

    def _refuse_until_over(self) -> None:
        if self.outcome is None:
            raise Problem("server.reasons-later")
