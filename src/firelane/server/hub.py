"""All rooms: made, found by a secret, read from the store when wanted, put away when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import queue
import secrets
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

from firelane.core.events import WATCHER
from firelane.core.game import Game
from firelane.core.journal import Recorded, fold, game_of, parse
from firelane.core.lines import Header, header_for
from firelane.core.ruleset import Ruleset
from firelane.core.state import Outcome
from firelane.players import NAMES, named
from firelane.problem import Problem
from firelane.server.faults import is_fault
from firelane.server.history import History, known_until
from firelane.server.messages import GameMade, GameShown, HouseRules, NewGame, SeatLink, SeatShown
from firelane.server.reader import RoomReader
from firelane.server.rooms import HUMAN, Room, game_status
from firelane.server.storage import LineRow, RoomRow, SeatRow, Store
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
                self._make_ready_for(ruleset, ruleset.setup())

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

    def _make_ready_for(self, ruleset: Ruleset, setup: Any) -> None:
        """Make ready for games of this set-up, once."""
        key = f"{ruleset.name} {_json(setup)}"
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

    # Making

    async def make(self, wanted: NewGame) -> GameMade:
        """Set a game up."""
        ruleset = self.ruleset(wanted.ruleset)
        people = [seat for seat in ruleset.seats if wanted.players.get(seat, HUMAN) == HUMAN]
        if wanted.seed and len(people) > 1:
            raise Problem("server.seed-among-people")
        seed = wanted.seed or secrets.token_hex(16)
        house = msgspec.to_builtins(wanted.house)
        game = await self.work(lambda: _begin(ruleset, wanted.setup, seed, house))
        if len(people) < len(ruleset.seats):
            self._make_ready_for(ruleset, msgspec.convert(game.header.setup, ruleset.setup))
        return await self._add(game, (), dict(wanted.players), wanted.house, wanted.delay)

    async def take_in(self, data: bytes) -> GameMade:
        """Make a room of a game file, every step checked."""
        recorded = parse(data, Path("game"))
        ruleset = self.ruleset(recorded.header.ruleset)
        game = await self.work(lambda: replay_recorded(ruleset, recorded))
        return await self._add(game, recorded.lines, {}, _house(recorded.header), 0)

    async def _add(
        self, game: Game, played: tuple[bytes, ...], players: dict[str, str], house: HouseRules, delay: int
    ) -> GameMade:
        ruleset = game.ruleset
        for seat, player in players.items():
            if seat not in ruleset.seats:
                raise Problem("cli.no-such-seat", seat=seat, known=", ".join(ruleset.seats))
            if player != HUMAN and player not in NAMES:
                raise Problem("server.no-player", name=player, known=", ".join((HUMAN, *NAMES)))
        sitting = {seat: players.get(seat, HUMAN) for seat in ruleset.seats}
        humans = [seat for seat in ruleset.seats if sitting[seat] == HUMAN]
        tokens = {seat: secrets.token_urlsafe(24) for seat in (*humans, WATCHER)}
        asked, outcome = game_status(game)
        now = self.clock()
        row = RoomRow(
            id=secrets.token_hex(8),
            ruleset=ruleset.name,
            header=_json(game.header),
            house=_json(house),
            players=_json(sitting),
            delay=delay,
            begun=now,
            changed=now,
            asked=asked,
            outcome=outcome,
        )
        lines = [LineRow(number, line.decode(), now, "") for number, line in enumerate(played, start=1)]
        await self.store.add(row, list(tokens.items()), lines)
        return GameMade(
            room=row.id,
            ruleset=ruleset.name,
            seats=tuple(SeatLink(seat=seat, token=tokens[seat]) for seat in humans),
            watch=tokens[WATCHER],
        )

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
            raise Problem("server.no-seat")
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
        return changed, GameShown(
            token=token,
            room=row.id,
            seat=seat.seat,
            ruleset=row.ruleset,
            seats=tuple(SeatShown(seat=name, player=kind) for name, kind in players.items()),
            begun=_date(row.begun),
            changed=_date(changed),
            asked=seat.seat in msgspec.json.decode(row.asked, type=list[str]),
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
        return Room(row, game, history, said, own, machines, self.store, self.work, self.clock)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(max(0.05, self._idle / 4))
            self.put_away(time.monotonic() - self._idle)

    def put_away(self, before: float) -> None:
        """Forget the rooms that nobody has used since then; the store has them."""
        for name, room in list(self.rooms.items()):
            if not room.busy and (room.broken or room.used <= before):
                del self.rooms[name]
        for name in [name for name, lock in self._opening.items() if not lock.locked()]:
            if name not in self.rooms:
                del self._opening[name]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _house(header: Header) -> HouseRules:
    """What the players of a game file have agreed."""
    try:
        return msgspec.convert(header.house, HouseRules)
    except msgspec.ValidationError as error:
        raise Problem("server.bad-setup", field="house", what=str(error)) from None


def _begin(ruleset: Ruleset, given: Mapping[str, Any], seed: str, house: Mapping[str, Any]) -> Game:
    """A new game. Whatever a set-up from outside breaks is the set-up's fault."""
    try:
        setup = msgspec.convert(given, ruleset.setup)
        return Game(ruleset, header_for(ruleset, setup, seed, house))
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        raise Problem("server.bad-setup", field=place.strip("`.") or "-", what=what) from None
    except Problem:
        raise
    except Exception as error:
        raise Problem("server.bad-setup", field="-", what=type(error).__name__) from None


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
