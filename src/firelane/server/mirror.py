"""A second copy of SQLite's write-ahead log.

Whatever is committed stands in the write-ahead log until it is moved into the database file. Were that log
cut off, commits that people were told of would be gone, and a database that was just being written to would
be neither old nor new. So every commit goes into a copy beside it, too, before anybody is told; and whoever
opens the store first puts back what the log lacks.

The copy is a plain prefix of the log: a log only grows until it is emptied, and the copy is emptied after it.
Putting pages back that are in the database already changes nothing.
"""

from __future__ import annotations

import os
from pathlib import Path


class Mirror:
    """Keeps the copy of one database's log."""

    def __init__(self, database: Path) -> None:
        """Open the copy; before that, mend the log from it."""
        self._log = database.with_name(f"{database.name}-wal")
        self._copy = database.with_name(f"{database.name}-wal-copy")
        _mend(self._log, self._copy)
        self._file = self._copy.open("r+b" if self._copy.exists() else "w+b", buffering=0)
        self._length = self._file.seek(0, os.SEEK_END)
        _sync_folder(database.parent)

    def follow(self) -> int:
        """Copy what the log has grown by, down to the disk. Returns the length of the log."""
        grown = b""
        if self._log.exists():
            with self._log.open("rb") as log:
                log.seek(self._length)
                grown = log.read()
        self._file.seek(self._length)
        rest = memoryview(grown)
        while rest:
            rest = rest[self._file.write(rest) :]
        os.fsync(self._file.fileno())
        self._length += len(grown)
        return self._length

    def empty(self) -> None:
        """Forget the copy: the log is in the database now, and empty."""
        self._file.truncate(0)
        self._file.seek(0)
        os.fsync(self._file.fileno())
        self._length = 0

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def _mend(log: Path, copy: Path) -> None:
    """Put the copy in the log's place unless the log begins with all of it."""
    kept = copy.read_bytes() if copy.exists() else b""
    found = log.read_bytes() if log.exists() else b""
    if not kept or found[: len(kept)] == kept:
        return
    fresh = log.with_name(f"{log.name}-mended")
    with fresh.open("wb") as file:
        file.write(kept)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(log)
    _sync_folder(log.parent)


def _sync_folder(folder: Path) -> None:
    """See that new names in a folder are on the disk, where the system can do that."""
    if os.name != "posix":
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
