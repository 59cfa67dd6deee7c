"""Who may use the files of an SQLite store: lock files beside it, and the locks that SQLite itself keeps.

A server holds the first lock file as long as it runs. The second, `moving`, is held during each checkpoint,
and by `firelane backup` and `firelane check` while they copy: only a checkpoint changes the database file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from firelane.problem import Problem

SQLITE_LOCK_START, SQLITE_LOCK_BYTES = 0x40000002, 510
"""The bytes of a database file that every SQLite connection locks while it reads."""


def lock_path(path: Path, kind: str = "") -> Path:
    """Return where a lock of a store stands: of the server, or `moving`, of a checkpoint."""
    return path.with_name(f"{path.name}-{kind}{'-' if kind else ''}lock")


def lock_store(path: Path, held: ExitStack) -> None:
    """Lock a store as a server does, or raise a Problem if another has it open."""
    file = held.enter_context(lock_path(path).open("wb"))
    if not lock(file, wait=False):
        raise Problem("server.store-in-use", store=path)


def lock(file: BinaryIO, wait: bool = True) -> bool:
    """Lock a file against other programs. Returns whether it could be had, where it is not waited for."""
    if os.name != "posix":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def unlock(file: BinaryIO) -> None:
    """Let others lock the file."""
    if os.name == "posix":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def open_alone(path: Path) -> Iterator[BinaryIO | None]:
    """Open a database, if it is there, while no other program has it open.

    The lock ends as soon as this process closes the file, over whichever handle.
    """
    if not path.exists():
        yield None
        return
    with path.open("r+b", buffering=0) as file:
        if os.name == "posix":
            import fcntl

            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, SQLITE_LOCK_BYTES, SQLITE_LOCK_START)
            except OSError:
                raise Problem("server.store-open-elsewhere", store=path) from None
        yield file
