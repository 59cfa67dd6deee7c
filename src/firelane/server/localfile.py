"""A store in an SQLite file: locked, checked, and its log kept twice."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import threading
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

from firelane.problem import Problem
from firelane.server.faults import Faults
from firelane.server.integrity import refuse_damaged
from firelane.server.locks import lock, lock_path, lock_store, unlock
from firelane.server.mirror import Mirror

LOG_LIMIT_BYTES = 4_000_000
"""From this length on the write-ahead log is moved into the database."""
SPARE_PAGES = 512
PAGES_PER_JOB = 32
"""So many pages that were there before may change in a commit, at most; new ones are counted."""
RETRY_SECONDS = 0.5
CHECKPOINT_RETRY_SECONDS = 10.0
ROOM_BYTES = 1_000_000
"""With less than this a disk that was full is so still: a small write may succeed where the next step of a
game does not."""

log = logging.getLogger("firelane.server")


class LocalFile:
    """The database file of one store, in use by this process alone."""

    def __init__(self, path: Path, held: ExitStack, faults: Faults) -> None:
        """Lock the store, put its log in order after an unclean end, and refuse a damaged database.

        What is opened is closed with `held`.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        lock_store(path, held)
        self._path = path
        self._held = held
        self._faults = faults
        self._ending = threading.Event()
        self._pages_before = 0
        self._failed = False
        """Whether a transaction failed that may have left something in the log."""
        self._uncopied = False
        """Whether a commit could not be copied before the program ended: nothing more is written then."""
        self._next_checkpoint = 0.0
        self._moving = held.enter_context(lock_path(path, "moving").open("wb"))
        self._driver: Any
        lock(self._moving)
        self._mirror = held.enter_context(closing(Mirror(path)))
        for notice in self._mirror.notices:
            log.warning(notice.say())
        if not self._mirror.left_clean and path.exists():
            refuse_damaged(path)

    def engine(self) -> Engine:
        """Return the way to open the connection."""
        engine = create_engine(
            f"sqlite:///{self._path}", connect_args={"check_same_thread": False}, hide_parameters=True
        )
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        return engine

    def connected(self, connection: Connection) -> None:
        """Take the connection over which all is written; it has been opened just now."""
        self._driver = connection.connection.driver_connection
        self._count("schema_version")  # SQLite reads its log now
        # When the connection is closed SQLite makes a checkpoint, too: no backup may read meanwhile.
        self._held.callback(lock, self._moving)
        self._mirror.opened()
        self._checkpoint()
        unlock(self._moving)

    # Around each commit

    def begin(self) -> None:
        """Prepare for a transaction."""
        if self._uncopied:
            raise Problem("server.not-known")
        if self._failed:
            self._mirror.undo()
        self._failed = True
        self._pages_before = self._used_pages()

    def make_room(self, jobs: int) -> None:
        """See that the copy has room for what the transaction will add to the log.

        To be called before the commit: where it fails, nothing has been committed.
        """
        added = max(0, self._used_pages() - self._pages_before)
        self._mirror.reserve(SPARE_PAGES + PAGES_PER_JOB * jobs + added)

    def has_room(self) -> bool:
        """Whether the disk has room for some steps of games."""
        return shutil.disk_usage(self._path.parent).free >= ROOM_BYTES

    def undo(self) -> None:
        """Leave nothing of a transaction that failed."""
        if self._failed:
            with suppress(OSError):  # it is tried again before the next transaction
                self._mirror.undo()
                self._failed = False

    def committed(self) -> None:
        """Copy the log after a commit, and move it into the database when it is long.

        There is room for the copy. If it cannot be written nevertheless, the commit can neither be told of
        nor be undone: so this tries again until it can, or until the program ends.
        """
        self._failed = False
        while True:
            try:
                length = self._mirror.follow()
                break
            except OSError as error:
                self._faults.note(error)
                if self._ending.wait(RETRY_SECONDS):
                    self._uncopied = True
                    raise Problem("server.not-known") from None
        if length > LOG_LIMIT_BYTES and time.monotonic() >= self._next_checkpoint:
            self.empty_log(wait=False)

    def empty_log(self, wait: bool) -> None:
        """Move the log into the database; unless `wait`, not while a backup reads it."""
        if not self._uncopied and lock(self._moving, wait):
            self._checkpoint()
            unlock(self._moving)

    def ending(self) -> None:
        """Wait for nothing any more: the program ends."""
        self._ending.set()

    def _checkpoint(self) -> None:
        try:
            self._mirror.moving()
            (busy, _, _) = self._driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                self._mirror.moved()
        except (OSError, sqlite3.Error) as error:
            if self._faults.note(error) is None:
                raise
            # All is in the log and its copy, and is moved later.
            self._next_checkpoint = time.monotonic() + CHECKPOINT_RETRY_SECONDS

    def _used_pages(self) -> int:
        return self._count("page_count") - self._count("freelist_count")

    def _count(self, pragma: str) -> int:
        return int(self._driver.execute(f"PRAGMA {pragma}").fetchone()[0])


def _prepare(connection: Any, _: object) -> None:
    """Set an SQLite connection up: alone with its file, write-ahead, each commit down to the disk.

    Python's own transactions are switched off: ours begin when SQLAlchemy says so.
    """
    connection.isolation_level = None
    for setting in (
        "locking_mode = EXCLUSIVE",
        "journal_mode = WAL",
        "synchronous = FULL",
        "wal_autocheckpoint = 0",
        "busy_timeout = 1000",
    ):
        connection.execute(f"PRAGMA {setting}").fetchall()
