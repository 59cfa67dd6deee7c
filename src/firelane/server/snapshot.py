"""A copy of an SQLite store as it stands at one moment, of a running server's too.

Only a checkpoint changes the database file, and only commits make the log longer. So while no checkpoint is
made, the database file with the log up to its last whole commit is the store at that moment. Nothing in the
store's own folder is changed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import BinaryIO, NamedTuple

from firelane.problem import Problem
from firelane.server.locks import lock, lock_path, open_alone
from firelane.server.logcopy import CopiedLog, read
from firelane.server.mending import Verdict, judge


class Snapshot(NamedTuple):
    """A database file in a folder of its own, with its log.

    `in_use`: whether a server had the store open. `left_out`: whether beside it lies a log, or the copy of
    one, that does not belong to it and that the next start will set aside.
    """

    path: Path
    in_use: bool
    left_out: bool


@contextmanager
def take_snapshot(store: Path, folder: Path | None = None) -> Iterator[Snapshot]:
    """Copy a store, its log mended as the next start would, into a temporary folder in `folder`."""
    if not store.is_file():
        raise Problem("server.store-not-there", store=store)
    with ExitStack() as held:
        try:
            name = held.enter_context(TemporaryDirectory(dir=folder, prefix=f".{store.name}-"))
            path = Path(name) / store.name
            in_use, left_out = _copy(store, path)
        except OSError as error:
            place = folder or gettempdir()
            reason = error.strerror or error
            raise Problem("server.not-copied", store=store, folder=place, reason=reason) from None
        yield Snapshot(path, in_use, left_out)


def _copy(store: Path, path: Path) -> tuple[bool, bool]:
    with ExitStack() as held:
        in_use = not _lock_if_there(lock_path(store), held, wait=False)
        _lock_if_there(lock_path(store, "moving"), held, wait=True)
        database = held.enter_context(store.open("rb") if in_use else _open_stopped(store))
        assert database is not None
        # The copy of the log first: what it holds stands in a running server's log already.
        kept_path = store.with_name(f"{store.name}-wal-copy")
        kept = read(kept_path)
        log_path = store.with_name(f"{store.name}-wal")
        log = log_path.read_bytes() if log_path.exists() else b""
        with path.open("wb") as copy:
            shutil.copyfileobj(database, copy)
        shutil.copymode(store, path)
        verdict = Verdict.NOTHING
        if isinstance(kept, CopiedLog):
            # SQLite looks at the copied file only: closing the store's own would end the lock on it.
            verdict = judge(kept, log, path, database, kept_path.stat().st_ino)
            if verdict is Verdict.PUT_BACK:
                log = kept.log
            elif verdict is Verdict.SET_BOTH_ASIDE:
                log = b""
        if log:
            path.with_name(f"{path.name}-wal").write_bytes(log)
    return in_use, verdict in (Verdict.SET_ASIDE, Verdict.SET_BOTH_ASIDE)


def _lock_if_there(place: Path, held: ExitStack, wait: bool) -> bool:
    """Hold a lock file that a server has made. Returns whether it could be had; where there is none, yes."""
    return not place.exists() or lock(held.enter_context(place.open("rb")), wait)


@contextmanager
def _open_stopped(store: Path) -> Iterator[BinaryIO]:
    """Open a database that no server uses: alone, or just for reading where nobody may write."""
    if not os.access(store, os.W_OK):
        with store.open("rb") as file:
            yield file
        return
    with open_alone(store) as file:
        assert file is not None
        yield file
