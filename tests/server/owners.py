"""Stores that were ended abruptly, and what their owners do with other programs before the next start."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from firelane.server.storage import LineRow, RoomRow, Step, Store

Content = dict[str, list[str]]
"""The lines of each room."""

LOG_PARTS = ("-wal", "-shm")


def row(name: str) -> RoomRow:
    return RoomRow(name, "ambush-1", '{"a": 1}', "{}", "{}", 0, 1.5, 1.5, "[]", "")


def step(room: str, number: int, size: int = 300) -> Step:
    line = f"{room} {number} ".ljust(size, "x")
    return Step(room, [LineRow(number, line, 2.5, "")], f'["{number}"]', "")


async def fill(store: Store, rooms: range, lines: int, size: int = 300) -> None:
    """Make rooms with some lines each."""
    for number in rooms:
        name = f"room-{number}"
        await store.add(row(name), [("blue", f"secret-{number}")], [])
        await asyncio.gather(*(store.append(step(name, n, size)) for n in range(1, lines + 1)))


def cleanly(path: Path, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    """Open a store, work on it, close it."""

    async def whole() -> None:
        store = Store(str(path))
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(whole())


def killed(path: Path, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    """Open a store in a process of its own, work on it, and kill the process when all is acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            os.close(reading)

            async def whole() -> None:
                await work(Store(str(path)))
                os.write(writing, b"done")
                signal.pause()

            asyncio.run(whole())
        os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        said = told.read(4)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert said == b"done"


def content(connection: sqlite3.Connection) -> Content:
    found: Content = {name: [] for (name,) in connection.execute("SELECT id FROM rooms ORDER BY id")}
    for room, line in connection.execute("SELECT room, line FROM lines ORDER BY room, number"):
        found.setdefault(room, []).append(line)
    return found


def seen_by_owner(path: Path, folder: Path) -> Content:
    """What another program sees in a store: the database with its log, read from copies of both."""
    folder.mkdir(parents=True)
    for file in path.parent.glob(f"{path.name}*"):
        if file.name in (path.name, f"{path.name}-wal"):
            shutil.copy(file, folder)
    with closing(sqlite3.connect(folder / path.name)) as connection:
        found = content(connection)
    shutil.rmtree(folder)
    return found


def served(path: Path) -> Content:
    """What the server has in a store: it is started, ended in good order, and all is read."""
    cleanly(path, lambda _: asyncio.sleep(0))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return content(connection)


def set_aside(path: Path) -> list[str]:
    return sorted(file.name.removeprefix(path.name) for file in path.parent.glob("*set-aside*"))


def run_sql(path: Path, *statements: str) -> None:
    """Do as the owner does with `sqlite3 FILE`."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement).fetchall()


def remove(path: Path, *parts: str) -> None:
    for part in parts:
        path.with_name(path.name + part).unlink(missing_ok=True)
