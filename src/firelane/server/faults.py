"""What fails below the games: a full disk, a damaged file, a database that does not answer.

The player reads one plain sentence, the owner another one in the log: once when it begins, once when it is
over, however many games meet it in between.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
from typing import Any

from sqlalchemy.exc import DBAPIError, OperationalError

from firelane.problem import Problem
from firelane.text import say

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB"}
FAULTS = {
    "server.store-full": 507,
    "server.store-fails": 503,
    "server.store-damaged-here": 500,
    "server.not-known": 503,
}
"""What a player reads of a fault, with HTTP's number for it."""

log = logging.getLogger("firelane.server")


def fault_of(error: BaseException) -> Problem | None:
    """Return what to tell a player of an error below the games; None for any other error."""
    cause: Any = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, OSError):
        return Problem("server.store-full" if cause.errno in _NO_ROOM else "server.store-fails")
    if isinstance(cause, sqlite3.Error):
        # The names of SQLite's errors; further ones of the same kind begin with the same word.
        name = getattr(cause, "sqlite_errorname", "")
        if name.startswith(tuple(_DAMAGED)):
            return Problem("server.store-damaged-here")
        if name == "SQLITE_FULL":
            return Problem("server.store-full")
        return Problem("server.store-fails") if isinstance(cause, sqlite3.OperationalError) else None
    return Problem("server.store-fails") if isinstance(error, OperationalError) else None


def is_fault(problem: Problem) -> bool:
    """Whether a complaint is about the store: neither the player nor the game is at fault."""
    return problem.key in FAULTS


def first_words(error: BaseException) -> str:
    """Return an error of the database in a line, without the values that a statement was given."""
    cause: Any = error.orig if isinstance(error, DBAPIError) else error
    reason = getattr(cause, "strerror", None) or str(cause)
    return next(iter(str(reason).splitlines()), type(cause).__name__)


class Faults:
    """Tells the owner of a store that it cannot be written, and when it can be again."""

    def __init__(self, store: str) -> None:
        self._store = store
        self._told = ""

    @property
    def present(self) -> bool:
        """Whether something failed since the last time that something could be written."""
        return bool(self._told)

    def note(self, error: BaseException) -> Problem | None:
        """Log an error below the games unless the last was of the same kind. Returns what players read."""
        fault = fault_of(error)
        if fault is not None and fault.key != self._told:
            self._told = fault.key
            log.error(say(f"{fault.key}-owner", store=self._store, reason=first_words(error)))
        return fault

    def over(self) -> None:
        """Note that something was written."""
        if self._told:
            self._told = ""
            log.warning(say("server.store-writes-again", store=self._store))
