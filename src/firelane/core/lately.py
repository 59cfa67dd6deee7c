"""What was found for the last moments of a game, to be used for the next one.

Little changes from one moment to the next, so much of what was found for the last one still holds. Whoever
plays many games in turn gives each a memory of its own: of another game's last moment nothing is of use.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, copy_context
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class Lately(Generic[K, V]):
    """A map of what was found lately, in every memory another one: `now()` is that of the memory in use."""

    def __init__(self, name: str) -> None:
        self._maps: ContextVar[dict[K, V]] = ContextVar(name, default={})  # noqa: B039 - shared on purpose
        self.now = self._maps.get
        _ALL.append(self.begin)

    def begin(self) -> None:
        """Start with an empty map from here on."""
        self._maps.set({})


_ALL: list[Callable[[], None]] = []


class Memory:
    """A memory of its own for one game: what is run in it finds there what it found the last time."""

    def __init__(self) -> None:
        self._context = copy_context()
        self._free = Lock()
        for begin in _ALL:
            self._context.run(begin)

    def run(self, work: Callable[[], T]) -> T:
        """Do a piece of work with this memory; without it if another piece, that nobody waits for any more,
        is still at it."""
        if not self._free.acquire(blocking=False):
            return work()
        try:
            return self._context.run(work)
        finally:
            self._free.release()
