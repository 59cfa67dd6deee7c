"""Whether an SQLite database is whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from firelane.problem import Problem

_NO_ROOM = {"SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"}
"""SQLite wants a file of some kilobytes to read a log."""


def refuse_damaged(path: Path, store: Path | None = None) -> None:
    """Raise a Problem if the database is damaged; nothing is written.

    `store`: what to call it, if it is a copy of another.
    """
    found = find_damage(path, store=store)
    if found:
        raise Problem("server.store-damaged", store=store or path, what="; ".join(found[:3]))


def find_damage(path: Path, alone: bool = False, store: Path | None = None) -> tuple[str, ...]:
    """Return what SQLite finds wrong in a database file. Raises a Problem if it cannot be read at all.

    The whole check, not the quick one, which leaves out whether the indexes fit their tables: a log that was
    applied to another state of the database shows there first.

    `alone`: without a log. A connection that only reads leaves the log where it is when it is closed.
    """
    address = f"file:{quote(str(path.absolute()))}?mode=ro{'&immutable=1' if alone else ''}"
    besides = [path.with_name(f"{path.name}{part}") for part in ("-shm", "-wal")]
    made = [place for place in besides if not place.exists()]
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            rows = connection.execute("PRAGMA integrity_check(10)").fetchall()
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_CORRUPT"):
            return (str(error),)
        if name in _NO_ROOM:
            raise Problem("server.no-room-to-check", store=store or path) from None
        raise Problem("server.no-store", store=store or path, reason=error) from None
    finally:
        for place in made:
            place.unlink(missing_ok=True)
    words = [word for (row,) in rows for word in row.splitlines() if not word.startswith("*** in database")]
    return tuple(words) if words != ["ok"] else ()
