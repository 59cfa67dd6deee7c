"""Where games are kept: SQLite in a file, or PostgreSQL by its address.

One thread writes and reads. What several rooms want written while it is busy goes down together, so that many
games cost no more trips to the disk than one. Nobody is told of anything before it is on the disk.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, bindparam, create_engine, delete, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from firelane.problem import Problem
from firelane.server.faults import Faults, first_words
from firelane.server.localfile import LocalFile
from firelane.server.schema import lines, migrate, origins, reasons, rooms, seats, tickets, version

GATHERED = 0.02
"""As long as more rooms have something to write, what they want within so many seconds goes down together: a
trip to the disk costs more than what is written."""

PROBE_SECONDS = 2.0
"""As long as the store cannot be written it is tried again so often."""

T = TypeVar("T")


class RoomRow(NamedTuple):
    """A room as it is kept; documents are JSON."""

    id: str
    ruleset: str
    header: str
    house: str
    players: str
    delay: int
    begun: float
    changed: float
    asked: str
    outcome: str


class LineRow(NamedTuple):
    """A line of a game: `said` is the id under which a client said it, `news` a JSON list of the seats that
    read or said something of it."""

    number: int
    line: str
    at: float
    said: str
    news: str = ""


class Step(NamedTuple):
    """What one room wants written at once: new lines, and how the game stands after them.

    `weighed`: what a machine player weighed before the first of these lines, where it can tell.
    """

    room: str
    lines: Sequence[LineRow]
    asked: str
    outcome: str
    weighed: bytes = b""


Job = Step | Callable[[], object]
"""Something to be written: a step, or any work on the connection."""


class SeatRow(NamedTuple):
    """Who a secret lets in: a seat of a room, the empty one for watchers."""

    room: str
    seat: str
    own_dice: bool


INVITATION, DEVICE = "invitation", "device"
"""Kinds of links that are exchanged once: to a free seat, and to one's own seat on another device."""


class TicketRow(NamedTuple):
    """What a link that is exchanged once leads to."""

    secret: str
    room: str
    seat: str
    kind: str
    used: bool


def hashed(secret: str) -> str:
    """How a secret is kept: whoever reads the store cannot sit down with it."""
    return blake2b(secret.encode(), digest_size=32).hexdigest()


class Store:
    """All games. Open it, use it from one event loop, close it."""

    def __init__(self, address: str) -> None:
        """Open a store: the path of an SQLite file, or the address of a database (`postgresql://...`)."""
        self._held = ExitStack()
        self._file: LocalFile | None = None
        self._faults = Faults(shown(address))
        try:
            self._open(address)
        except BaseException as error:
            self._held.close()
            if isinstance(error, (DBAPIError, sqlite3.Error)):
                reason = error.orig if isinstance(error, DBAPIError) else error
                raise Problem("server.no-store", store=shown(address), reason=reason) from None
            if isinstance(error, OSError):
                raise Problem(
                    "server.no-store", store=shown(address), reason=error.strerror or error
                ) from None
            raise
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[Job, asyncio.Future[None]]] = []
        self._loop: asyncio.AbstractEventLoop
        self._writer: asyncio.Task[None]
        self._busy = False

    def _open(self, address: str) -> None:
        if "://" in address:
            engine = remote(address)
        else:
            self._file = LocalFile(Path(address), self._held, self._faults)
            engine = self._file.engine()
        self._held.callback(engine.dispose)
        self._connection: Connection = self._held.enter_context(engine.connect())
        if self._file is not None:
            self._file.connected(self._connection)
        with self._transaction(1):
            migrate(self._connection)

    async def close(self) -> None:
        """Write what is waiting, and let go of everything."""
        file = self._file
        if file is not None:
            file.ending()
        if self._busy:
            await self._writer
        if file is not None:
            await self._run(lambda: file.empty_log(wait=True))
        self._thread.shutdown()
        self._held.close()

    # Writing

    async def add(
        self,
        room: RoomRow,
        secrets: Sequence[tuple[str, str]],
        played: Sequence[LineRow],
        invitations: Sequence[tuple[str, str]] = (),
        origin: str = "",
    ) -> None:
        """Keep a new room with its seats' secrets, the lines that have been played already, and the
        invitations to its free seats."""
        rows = [
            {"secret": hashed(secret), "room": room.id, "seat": seat, "own_dice": 0}
            for seat, secret in secrets
        ]

        def work() -> None:
            self._connection.execute(insert(rooms), room._asdict())
            self._connection.execute(insert(seats), rows)
            if played:
                self._connection.execute(insert(lines), [{"room": room.id, **r._asdict()} for r in played])
            for seat, secret in invitations:
                self._add_ticket(room.id, seat, INVITATION, secret)
            if origin:
                self._connection.execute(insert(origins), {"room": room.id, "origin": origin})

        await self._put(work)

    def _add_ticket(self, room: str, seat: str, kind: str, secret: str) -> None:
        row = {"secret": hashed(secret), "room": room, "seat": seat, "kind": kind, "used": 0}
        self._connection.execute(insert(tickets), row)

    async def add_device_link(self, room: str, seat: str, secret: str) -> None:
        """Keep a link to a seat for another device. An unused one from before opens nothing any more."""
        before = (tickets.c.room == room) & (tickets.c.seat == seat) & (tickets.c.kind == DEVICE)

        def work() -> None:
            self._connection.execute(delete(tickets).where(before, tickets.c.used == 0))
            self._add_ticket(room, seat, DEVICE, secret)

        await self._put(work)

    async def exchange(self, ticket: TicketRow, secret: str, header: str = "", asked: str = "") -> bool:
        """Exchange a link for a seat's secret, unless it has been exchanged before.

        `header` and `asked` are the room's from here on, where they change.
        """
        here = (seats.c.room == ticket.room) & (seats.c.seat == ticket.seat)
        spend = update(tickets).where(tickets.c.secret == ticket.secret, tickets.c.used == 0).values(used=1)
        changed = {"header": header, "asked": asked}
        exchanged = False

        def work() -> None:
            nonlocal exchanged
            exchanged = self._connection.execute(spend).rowcount == 1
            if not exchanged:
                return
            own = self._connection.execute(select(seats.c.own_dice).where(here)).scalars()
            row = {"secret": hashed(secret), "room": ticket.room, "seat": ticket.seat}
            self._connection.execute(insert(seats), {**row, "own_dice": max(own, default=0)})
            if values := {name: value for name, value in changed.items() if value}:
                self._connection.execute(update(rooms).where(rooms.c.id == ticket.room).values(values))

        await self._put(work)
        return exchanged

    async def own_dice(self, room: str, seat: str, own: bool) -> None:
        """Remember whether a seat rolls its own dice."""
        here = (seats.c.room == room) & (seats.c.seat == seat)
        change = update(seats).where(here).values(own_dice=int(own))
        await self._put(lambda: self._connection.execute(change))

    async def seat_players(self, room: str, players: str) -> None:
        """Keep who sits where from now on, as JSON."""
        change = update(rooms).where(rooms.c.id == room).values(players=players)
        await self._put(lambda: self._connection.execute(change))

    async def append(self, step: Step) -> None:
        """Write a step down. When this returns it is on the disk; if it raises, nobody may be told of it."""
        await self._put(step)

    @property
    def writable(self) -> bool:
        """Whether nothing is wrong with writing: the last attempt went well, and there is room for more."""
        return not self._faults.present

    async def wait_until_writable(self) -> None:
        """Try to write now and again, until it goes well."""
        while self._faults.present:
            with suppress(Problem):
                await self._put(lambda: self._connection.execute(_PROBE))
            if self.writable:
                return
            await asyncio.sleep(PROBE_SECONDS)

    async def _put(self, job: Job) -> None:
        if not self._busy:
            self._busy = True
            self._loop = asyncio.get_running_loop()
            self._writer = self._loop.create_task(self._write_waiting())
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((job, done))
        await done

    async def _write_waiting(self) -> None:
        """Write all that waits, together; what comes meanwhile waits for the next time."""
        try:
            while self._waiting:
                await self._gather()
                batch, self._waiting = self._waiting, []
                jobs = [job for job, _ in batch]
                try:
                    await self._run(lambda jobs=jobs: self._write(jobs))  # type: ignore[misc]
                    failed: dict[int, Exception] = {}
                except Exception:
                    failed = await self._one_by_one(jobs)
                for place, (_, done) in enumerate(batch):
                    if done.cancelled():
                        continue
                    if place in failed:
                        done.set_exception(failed[place])
                    else:
                        done.set_result(None)
        finally:
            self._busy = False

    async def _gather(self) -> None:
        """Let those go first who are just about to want something written; nobody waits for who is not."""
        clock = asyncio.get_running_loop().time
        until, before = clock() + GATHERED, 0
        while before < len(self._waiting) and clock() < until:
            before = len(self._waiting)
            for _ in range(2):  # a message is read in one round of the loop and played in the next
                await asyncio.sleep(0)

    async def _one_by_one(self, jobs: Sequence[Job]) -> dict[int, Exception]:
        """Write jobs apart, so that one that cannot be written keeps no other from it."""
        failed: dict[int, Exception] = {}
        for place, job in enumerate(jobs):
            try:
                await self._run(lambda job=job: self._write([job]))  # type: ignore[misc]
            except Exception as error:
                failed[place] = error
        return failed

    def _write(self, jobs: Sequence[Job]) -> None:
        """Write jobs in one transaction, down to the disk twice. If this fails, nothing is left of them."""
        with self._transaction(len(jobs)):
            self._execute(jobs)
        if self._faults.present and (self._file is None or self._file.has_room()):
            self._faults.over()

    @contextmanager
    def _transaction(self, jobs: int) -> Iterator[None]:
        file = self._file
        if file is None:
            with self._connection.begin():
                yield
            return
        file.begin()
        try:
            with self._connection.begin():
                yield
                file.make_room(jobs)
        except BaseException:
            file.undo()
            raise
        file.committed()

    def _execute(self, jobs: Sequence[Job]) -> None:
        steps = [job for job in jobs if isinstance(job, Step)]
        for job in jobs:
            if not isinstance(job, Step):
                job()
        if not steps:
            return
        rows = [{"room": step.room, **row._asdict()} for step in steps for row in step.lines]
        self._connection.execute(insert(lines), rows)
        weighed = [
            {"room": step.room, "number": step.lines[0].number, "weighed": step.weighed}
            for step in steps
            if step.weighed
        ]
        if weighed:
            self._connection.execute(insert(reasons), weighed)
        stands = [
            {
                "which": step.room,
                "changed": step.lines[-1].at,
                "asked": step.asked,
                "outcome": step.outcome,
            }
            for step in steps
        ]
        self._connection.execute(_STANDS, stands)

    # Reading

    async def seat(self, secret: str) -> SeatRow | None:
        """Who this secret lets in."""

        def work() -> SeatRow | None:
            asked = select(seats.c.room, seats.c.seat, seats.c.own_dice).where(
                seats.c.secret == hashed(secret)
            )
            with self._connection.begin():
                row = self._connection.execute(asked).first()
            return None if row is None else SeatRow(row.room, row.seat, bool(row.own_dice))

        return await self._run(work)

    async def ticket(self, secret: str) -> TicketRow | None:
        """What this link can be exchanged for."""

        def work() -> TicketRow | None:
            asked = select(tickets).where(tickets.c.secret == hashed(secret))
            with self._connection.begin():
                row = self._connection.execute(asked).first()
            return (
                None if row is None else TicketRow(row.secret, row.room, row.seat, row.kind, bool(row.used))
            )

        return await self._run(work)

    async def free_seats(self, room: str) -> frozenset[str]:
        """The seats of a room to which nobody has taken the invitation."""
        open_ones = (tickets.c.room == room) & (tickets.c.kind == INVITATION) & (tickets.c.used == 0)

        def work() -> frozenset[str]:
            with self._connection.begin():
                return frozenset(self._connection.execute(select(tickets.c.seat).where(open_ones)).scalars())

        return await self._run(work)

    async def origin(self, room: str) -> str:
        """Who set a room up and with what, as JSON; empty for rooms of which that was not kept."""

        def work() -> str:
            with self._connection.begin():
                found = self._connection.execute(select(origins.c.origin).where(origins.c.room == room))
                return found.scalar() or ""

        return await self._run(work)

    async def room(self, room: str) -> RoomRow | None:
        """A room, without its lines."""

        def work() -> RoomRow | None:
            with self._connection.begin():
                row = self._connection.execute(select(rooms).where(rooms.c.id == room)).first()
            return None if row is None else RoomRow(*row)

        return await self._run(work)

    async def lines(self, room: str) -> list[LineRow]:
        """All lines of a room, in order."""

        def work() -> list[LineRow]:
            asked = select(lines.c.number, lines.c.line, lines.c.at, lines.c.said, lines.c.news)
            with self._connection.begin():
                found = self._connection.execute(asked.where(lines.c.room == room).order_by(lines.c.number))
                return [LineRow(*row) for row in found]

        return await self._run(work)

    async def last_news(self, room: str, seat: str, until: float) -> float | None:
        """When a seat read or said something last, up to that time."""
        known = (lines.c.room == room) & (lines.c.at <= until)
        told = lines.c.news.contains(json.dumps(seat), autoescape=True)

        def work() -> float | None:
            asked = select(lines.c.at).where(known, told).order_by(lines.c.number.desc()).limit(1)
            with self._connection.begin():
                found: float | None = self._connection.execute(asked).scalar()
            return found

        return await self._run(work)

    async def weighed(self, room: str) -> frozenset[int]:
        """The lines of a room whose players can tell what they weighed."""

        def work() -> frozenset[int]:
            with self._connection.begin():
                asked = select(reasons.c.number).where(reasons.c.room == room)
                return frozenset(self._connection.execute(asked).scalars())

        return await self._run(work)

    async def reasons(self, room: str, number: int) -> bytes | None:
        """What was weighed before one line."""

        def work() -> bytes | None:
            here = (reasons.c.room == room) & (reasons.c.number == number)
            with self._connection.begin():
                found: bytes | None = self._connection.execute(select(reasons.c.weighed).where(here)).scalar()
            return found

        return await self._run(work)

    async def rolling(self, room: str) -> frozenset[str]:
        """The seats of a room that roll their own dice."""

        def work() -> frozenset[str]:
            asked = select(seats.c.seat).where(seats.c.room == room, seats.c.own_dice == 1)
            with self._connection.begin():
                return frozenset(self._connection.execute(asked).scalars())

        return await self._run(work)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._told, work)

    def _told(self, work: Callable[[], T]) -> T:
        """Do some work; what fails below the games is told in words."""
        try:
            return work()
        except Exception as error:
            fault = self._faults.note(error)
            if fault is not None:
                raise fault from None
            if isinstance(error, DBAPIError):  # its text may hold the row that was refused
                raise StatementRefused(f"{type(error).__name__}: {first_words(error)}") from None
            raise


class StatementRefused(Exception):
    """The database would not do something, and no fault below it was the reason."""


_PROBE = update(version).values(number=version.c.number)
_STANDS = (
    update(rooms)
    .where(rooms.c.id == bindparam("which"))
    .values(changed=bindparam("changed"), asked=bindparam("asked"), outcome=bindparam("outcome"))
)


def remote(address: str) -> Engine:
    """Return the way to open connections to a database at an address."""
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # a lost connection is told by `Faults`
    try:
        url = make_url(address)
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        return create_engine(url, hide_parameters=True)
    except (ArgumentError, NoSuchModuleError, ImportError, SQLAlchemyError):
        raise Problem("server.bad-store", store=shown(address)) from None


def shown(address: str) -> str:
    """An address as it may be printed: without a password."""
    try:
        return make_url(address).render_as_string(hide_password=True) if "://" in address else address
    except ArgumentError:
        return "?"
