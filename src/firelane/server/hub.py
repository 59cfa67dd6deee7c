"""All rooms: found by a secret, read from the store when wanted, put away when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from firelane.core.game import Game
from firelane.core.journal import Recorded, fold, game_of
from firelane.core.lines import Header
from firelane.core.ruleset import Ruleset
from firelane.core.state import Outcome
from firelane.players import NAMES, named
from firelane.problem import Problem
from firelane.server.agreement import Origin
from firelane.server.faults import is_fault
from firelane.server.history import History, known_until
from firelane.server.machines import Breakdowns
from firelane.server.messages import GameShown, SeatShown
from firelane.server.reader import RoomReader
from firelane.server.rooms import Room
from firelane.server.storage import INVITATION, LineRow, RoomRow, SeatRow, Store, TicketRow
from firelane.server.warming import steps

T = TypeVar("T")
Rulesets = Mapping[str, Ruleset]
log = logging.getLogger("firelane.server")


class Hub:
    """The rooms in memory, over the store that has them all."""

    def __init__(
        self,
        store: Store,
        rulesets: Rulesets,
        idle: float = 60.0,
        warm: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`idle`: after so many seconds without anybody a room is put away. `warm`: games are made ready for
        before anybody waits for them."""
        self.store = store
        self.rulesets = rulesets
        self.rooms: dict[str, Room] = {}
        self._idle = idle
        self.clock = clock
        self._opening: dict[str, asyncio.Lock] = {}
        self._breakdowns: dict[str, Breakdowns] = {}
        self._thread = ThreadPoolExecutor(1, "table")
        self._sweeper: asyncio.Task[None] | None = None
        self._warm = warm
        self._warmed: set[str] = set()
        self._warming: queue.SimpleQueue[tuple[Ruleset, Any]] = queue.SimpleQueue()
        self._left = 0
        self._stopped = False
        self._one = threading.Lock()

    def start(self) -> None:
        """Begin to put idle rooms away, and to make ready for the usual games."""
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())
        if self._warm:
            # Nobody who stops the server waits for it: it is let go of in the middle of a step.
            threading.Thread(target=self._make_ready, name="making ready", daemon=True).start()
            for ruleset in self.rulesets.values():
                self.make_ready_for(ruleset, ruleset.setup())

    async def stop(self) -> None:
        """Let go of everything; what is stored stays."""
        self._stopped = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        self._thread.shutdown()
        await self.store.close()

    async def work(self, work: Callable[[], T]) -> T:
        """Run a piece of a game off the event loop; one at a time, as caches of rulesets want it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._alone, work)

    def _alone(self, work: Callable[[], T]) -> T:
        with self._one:
            return work()

    def make_ready_for(self, ruleset: Ruleset, setup: Any) -> None:
        """Make ready for games of this set-up, once."""
        key = f"{ruleset.name} {msgspec.json.encode(setup).decode()}"
        if self._warm and key not in self._warmed:
            self._warmed.add(key)
            self._left += 1
            self._warming.put((ruleset, setup))

    def _make_ready(self) -> None:
        """One step after another, with time for everybody else in between."""
        while True:
            ruleset, setup = self._warming.get()
            begun = steps(ruleset, setup)
            try:
                while self._alone(partial(_step, begun)):
                    if self._stopped:
                        return
                    time.sleep(0.001)
            except Exception:  # whoever plays it will be told
                log.exception("%s could not be made ready for", ruleset.name)
            self._left -= 1

    async def ready(self) -> None:
        """Wait until everything has been made ready."""
        while self._left:
            await asyncio.sleep(0.05)

    def ruleset(self, name: str) -> Ruleset:
        """One of the rulesets that are played here."""
        if name not in self.rulesets:
            raise Problem("cli.no-ruleset", name=name, known=", ".join(self.rulesets))
        return self.rulesets[name]

    # Finding

    async def seat(self, secret: str) -> SeatRow:
        """Whom a secret lets in."""
        found = await self.store.seat(secret)
        if found is None:
            link = await self.store.ticket(secret)
            raise Problem("server.no-seat" if link is None else "server.is-invitation")
        return found

    async def ticket(self, secret: str) -> TicketRow:
        """What a link can still be exchanged for."""
        found = await self.store.ticket(secret)
        if found is None:
            raise Problem("server.no-invitation")
        if found.used:
            raise used(found)
        return found

    @asynccontextmanager
    async def at(self, name: str) -> AsyncIterator[Room]:
        """A room, in memory for as long as this lasts."""
        room = await self._use(name)
        try:
            yield room
        finally:
            room.users -= 1
            room.used = time.monotonic()

    async def _use(self, name: str, again: bool = False) -> Room:
        """Return a room that is begun and counted as used, read from the store where it is not in memory."""
        async with self._opening.setdefault(name, asyncio.Lock()):
            room = self.rooms.get(name)
            if room is None or room.broken:
                room = self.rooms[name] = await self._open(name)
            room.users += 1
        try:
            if room.users == 1:
                await room.begin()
        except BaseException as error:
            room.users -= 1
            if again or not (isinstance(error, Problem) and is_fault(error)):
                raise
            # What cannot be written waits, what is stored can be read.
            return await self._use(name, again=True)
        return room

    @asynccontextmanager
    async def reader(self, seat: SeatRow) -> AsyncIterator[RoomReader]:
        """A room as somebody may read it."""
        async with self.at(seat.room) as room:
            yield room.reader(seat.seat)

    async def listed(self, tokens: Iterable[str]) -> tuple[GameShown, ...]:
        """Return the games that these secrets open as their readers know them, those changed last first."""
        found = []
        for token in tokens:
            seat = await self.store.seat(token)
            row = await self.store.room(seat.room) if seat is not None else None
            if seat is not None and row is not None:
                found.append(await self._listed(token, seat, row))
        return tuple(shown for _, shown in sorted(found, key=lambda pair: -pair[0]))

    async def _listed(self, token: str, seat: SeatRow, row: RoomRow) -> tuple[float, GameShown]:
        """Return when there was news for a seat last, and what it may know of its game."""
        until = known_until(seat.seat, row.delay, self.clock())
        changed = await self.store.last_news(row.id, seat.seat, until) or row.begun
        outcome: Outcome | None = None
        if row.outcome and row.changed <= until:  # nothing changes after the end
            outcome, changed = msgspec.json.decode(row.outcome, type=Outcome), row.changed
        players = msgspec.json.decode(row.players, type=dict[str, str])
        free = await self.store.free_seats(row.id)
        return changed, GameShown(
            token=token,
            room=row.id,
            seat=seat.seat,
            ruleset=row.ruleset,
            seats=tuple(SeatShown(seat=name, player=kind) for name, kind in players.items()),
            begun=_date(row.begun),
            changed=_date(changed),
            asked=not free and seat.seat in msgspec.json.decode(row.asked, type=list[str]),
            over=outcome is not None,
            winners=outcome.winners if outcome is not None else (),
        )

    async def _open(self, name: str) -> Room:
        row = await self.store.room(name)
        if row is None:
            raise Problem("server.no-seat")
        ruleset = self.ruleset(row.ruleset)
        lines = await self.store.lines(name)
        own = await self.store.rolling(name)
        header = msgspec.json.decode(row.header, type=Header)
        recorded = Recorded(Path("game"), header, tuple(line.line.encode() for line in lines), cut_off=False)
        game, history = await self.work(lambda: _with_history(ruleset, recorded, row.delay, lines))
        players = msgspec.json.decode(row.players, type=dict[str, str])
        machines = {seat: named(kind, ruleset) for seat, kind in players.items() if kind in NAMES}
        said = (line.said for line in lines if line.said)
        free = await self.store.free_seats(name)
        kept = await self.store.origin(name)
        origin = msgspec.json.decode(kept, type=Origin) if kept else None
        breakdowns = self._breakdowns.setdefault(name, {})
        return Room(
            row,
            game,
            history,
            said,
            own,
            machines,
            self.store,
            self.work,
            self.clock,
            origin,
            free,
            breakdowns,
        )

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(max(0.05, self._idle / 4))
            self.put_away(time.monotonic() - self._idle)

    def put_away(self, before: float) -> None:
        """Forget the rooms that nobody has used since then; the store has them."""
        for name, room in list(self.rooms.items()):
            if not room.busy and (room.broken or room.used <= before):
                del self.rooms[name]
                if not room.broken:
                    self._breakdowns.pop(name, None)
        for name in [name for name, lock in self._opening.items() if not lock.locked()]:
            if name not in self.rooms:
                del self._opening[name]


def used(ticket: TicketRow) -> Problem:
    """The complaint about a link that has been exchanged before."""
    return Problem("server.invitation-used" if ticket.kind == INVITATION else "server.device-link-used")


def _begun(ruleset: Ruleset, recorded: Recorded) -> Game:
    """The recorded game at its beginning."""
    try:
        return game_of(ruleset, recorded)
    except Problem:
        raise
    except Exception as error:
        raise Problem("server.bad-setup", field="-", what=type(error).__name__) from None


def replay_recorded(ruleset: Ruleset, recorded: Recorded) -> Game:
    """Play the lines of a recorded game again, each checked."""
    game = _begun(ruleset, recorded)
    for _ in fold(game, recorded):
        pass
    return game


def _with_history(
    ruleset: Ruleset, recorded: Recorded, delay: int, lines: Sequence[LineRow]
) -> tuple[Game, History]:
    """Replay a stored game, with the times of its lines."""
    game = _begun(ruleset, recorded)
    history = History(delay, game.moments)
    for line, _ in zip(lines, fold(game, recorded), strict=True):
        history.note(game.moments, (line.number,), line.at)
    return game, history


def _date(stamp: float) -> str:
    return datetime.fromtimestamp(stamp, UTC).isoformat(timespec="seconds")


def _step(begun: Iterator[Callable[[], object]]) -> bool:
    """Do the next step, if there is one more."""
    step = next(begun, None)
    if step is not None:
        step()
    return step is not None
