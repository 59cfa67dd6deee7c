"""What was found for the last moments of a game, to be used for the next one.

Little changes from one moment to the next, so much of what was found for the last one still holds. A server
keeps one `Memory` per game, and another for what its machine players think; whatever runs without one uses
the memory of its thread. So no two threads ever share what is kept here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")
Maps = dict[object, dict[Any, Any]]
"""What was found lately, by its kind."""


class _InUse(threading.local):
    """The maps that a thread uses now: its own, or those of the memory that it works with."""

    def __init__(self) -> None:
        self.maps: Maps = {}


_IN_USE = _InUse()


class Lately(Generic[K, V]):
    """A kind of things that were found lately: in every memory another map of them."""

    def now(self) -> dict[K, V]:
        """Return the map of the memory in use."""
        maps = _IN_USE.maps
        found = maps.get(self)
        if found is None:
            found = maps[self] = {}
        return found


class Memory:
    """A memory for one game: what is run with it finds there what it found the last time."""

    def __init__(self) -> None:
        self._maps: Maps = {}
        self._free = threading.Lock()

    def run(self, work: Callable[[], T]) -> T:
        """Do a piece of work with this memory; without it if another piece, that nobody waits for any more,
        is still at it."""
        if not self._free.acquire(blocking=False):
            return work()
        before = _IN_USE.maps
        _IN_USE.maps = self._maps
        try:
            return work()
        finally:
            _IN_USE.maps = before
            self._free.release()
