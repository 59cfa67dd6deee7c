"""Checks a store: whether its database is whole, and whether every game in it replays.

An SQLite store is copied first, also from under a running server, so that nothing in it is changed.
PostgreSQL answers for its own files; its games are read as they stand at one moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, create_engine, func, inspect, select
from sqlalchemy.exc import DBAPIError

from firelane.core.journal import Recorded
from firelane.core.lately import Memory
from firelane.core.lines import Header
from firelane.core.ruleset import Ruleset
from firelane.problem import Problem
from firelane.server.hub import replay_recorded
from firelane.server.integrity import find_damage
from firelane.server.rooms import game_status
from firelane.server.schema import (
    MIGRATIONS,
    lines,
    migrate,
    origins,
    reasons,
    rooms,
    seats,
    tickets,
    version,
)
from firelane.server.snapshot import take_snapshot
from firelane.server.storage import remote, shown
from firelane.text import say


class StoreCheck:
    """A store opened to be checked: what is wrong with it as a whole, and its games one by one."""

    def __init__(self, connection: Connection, notices: tuple[Problem, ...], damage: tuple[str, ...]) -> None:
        """`notices`: what the owner should know. `damage`: what is wrong in the database."""
        self.notices = notices
        self.problems = [Problem("server.check-damaged", what=what) for what in damage]
        self.rooms: tuple[str, ...] = ()
        self._connection = connection
        try:
            self.rooms = tuple(connection.execute(select(rooms.c.id).order_by(rooms.c.id)).scalars())
            for table in (seats, tickets, origins, lines, reasons):
                stray = table.c.room.not_in(select(rooms.c.id))
                count = connection.execute(select(func.count()).select_from(table).where(stray)).scalar_one()
                if count:
                    self.problems.append(Problem("server.check-strays", table=table.name, count=count))
        except DBAPIError as error:
            self.problems.append(Problem("server.check-damaged", what=error.orig))

    def find_problem(self, room: str, rulesets: Mapping[str, Ruleset]) -> Problem | None:
        """Replay a game. Returns why it cannot be played on, or what it was listed with wrongly."""
        name = say("server.check-room", room=room)
        try:
            row = self._connection.execute(select(rooms).where(rooms.c.id == room)).one()
            written = select(lines.c.line).where(lines.c.room == room).order_by(lines.c.number)
            played = tuple(bytes(line, "utf-8") for line in self._connection.execute(written).scalars())
        except (DBAPIError, UnicodeError, TypeError) as error:
            what = error.orig if isinstance(error, DBAPIError) else error
            return Problem("server.check-unreadable", room=name, what=what)
        ruleset = rulesets.get(row.ruleset)
        if ruleset is None:
            return Problem("server.check-no-ruleset", room=name, ruleset=row.ruleset)
        try:
            header = msgspec.json.decode(row.header, type=Header)
            recorded = Recorded(Path(name), header, played, cut_off=False)
            game = Memory().run(lambda: replay_recorded(ruleset, recorded))
        except Problem as problem:
            return Problem("server.check-not-replayed", room=name, what=problem.say())
        except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
            return Problem("server.check-not-replayed", room=name, what=error)
        if (row.asked, row.outcome) != game_status(game):
            return Problem("server.check-listed", room=name)
        return None


@contextmanager
def open_check(store: str) -> Iterator[StoreCheck]:
    """Open a store to be checked; nothing in it is changed."""
    with ExitStack() as held:
        try:
            yield _open_remote(store, held) if "://" in store else _open_copy(Path(store), held)
        except DBAPIError as error:
            raise Problem("server.no-store", store=shown(store), reason=error.orig) from None


def _open_remote(store: str, held: ExitStack) -> StoreCheck:
    engine = remote(store)
    held.callback(engine.dispose)
    options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    connection = held.enter_context(engine.execution_options(**options).connect())
    if not inspect(connection).has_table(version.name):
        raise Problem("server.not-a-store", store=shown(store))
    found = connection.execute(select(version.c.number)).scalar_one()
    if found != len(MIGRATIONS):
        raise Problem("server.other-store", store=shown(store), found=found, known=len(MIGRATIONS))
    return StoreCheck(connection, (), ())


def _open_copy(store: Path, held: ExitStack) -> StoreCheck:
    snapshot = held.enter_context(take_snapshot(store))
    notices = []
    if snapshot.in_use:
        notices.append(Problem("server.check-in-use", store=store))
    if snapshot.left_out:
        notices.append(Problem("server.changes-left-out", store=store))
    damage = find_damage(snapshot.path, store=store)
    engine = create_engine(f"sqlite:///{snapshot.path}", hide_parameters=True)
    held.callback(engine.dispose)
    connection = held.enter_context(engine.connect())
    try:
        if not inspect(connection).has_table(version.name):
            raise Problem("server.not-a-store", store=store)
        migrate(connection)  # of the copy
    except DBAPIError as error:
        damage = damage or (str(error.orig),)
    return StoreCheck(connection, tuple(notices), damage)
