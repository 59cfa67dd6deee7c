"""Puts all of a store into one file that can be kept elsewhere, and served as a store again."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from firelane.problem import Problem
from firelane.server.integrity import refuse_damaged
from firelane.server.locks import lock_path
from firelane.server.logcopy import sync_folder
from firelane.server.snapshot import take_snapshot


class Backup(NamedTuple):
    """What was written. `left_out` as of a `Snapshot`."""

    games: int
    size_bytes: int
    left_out: bool


def back_up(store: str, file: Path, force: bool = False) -> Backup:
    """Write a backup of a store, in use or not, to a file. It is there whole or not at all.

    `force`: a file that is there already is replaced.
    """
    if "://" in store:
        raise Problem("server.backup-elsewhere")
    source, folder = Path(store), file.absolute().parent
    try:
        _refuse_target(source, file, force)
        with take_snapshot(source, folder) as snapshot:
            refuse_damaged(snapshot.path, source)
            games = _make_one_file(snapshot.path, source)
            with snapshot.path.open("rb+") as whole:
                os.fsync(whole.fileno())
            size = snapshot.path.stat().st_size
            _refuse_target(source, file, force)
            snapshot.path.replace(file)
            sync_folder(folder)
            return Backup(games, size, snapshot.left_out)
    except OSError as error:
        raise Problem("documents.unwritable", file=file, reason=error.strerror or error) from None
    except sqlite3.Error as error:
        raise Problem("documents.unwritable", file=file, reason=error) from None


def _refuse_target(store: Path, file: Path, force: bool) -> None:
    """Raise a Problem where a backup would replace what is not to be replaced, above all a store."""
    if file.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    is_store = file.exists() and store.exists() and file.samefile(store)
    beside = [file.with_name(f"{file.name}{part}") for part in ("-wal", "-journal", "-wal-copy")]
    if is_store or any(place.exists() for place in (lock_path(file), *beside)):
        raise Problem("server.backup-over-store", file=file)
    if file.exists() and not force:
        raise Problem("server.backup-exists", file=file)


def _make_one_file(path: Path, store: Path) -> int:
    """Move the log into the database and leave no log beside it. Returns how many games there are."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone():
            raise Problem("server.not-a-store", store=store)
        (games,) = connection.execute("SELECT count(*) FROM rooms").fetchone()
        return int(games)
