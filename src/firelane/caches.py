"""What was found for values that never change, kept for all games and all threads of the process.

Reading takes no lock: a look-up in a dictionary is done before another thread has its turn. Nothing goes
through a map while others change it, and nothing that was looked up is looked up a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ValuesView
from itertools import islice
from threading import Lock
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SharedCache(Generic[K, V]):
    """A map of at most so many values, none of them None; where it is full, the oldest quarter goes."""

    __slots__ = ("_lock", "_values", "get", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: dict[K, V] = {}
        self._lock = Lock()
        self.get = self._values.get
        """Return what is kept for a key, or None."""

    def __len__(self) -> int:
        return len(self._values)

    def keep(self, key: K, value: V) -> V:
        """Keep a value, in place of what was kept for the key."""
        with self._lock:
            self._make_room()
            self._values[key] = value
        return value

    def find(self, key: K, make: Callable[[], V]) -> V:
        """Return what is kept for a key, made now if there is nothing.

        Two threads may make it at the same time; both get what was kept first.
        """
        found = self._values.get(key)
        if found is None:
            made = make()
            with self._lock:
                self._make_room()
                found = self._values.setdefault(key, made)
        return found

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

    def values(self) -> ValuesView[V]:
        """Return all that is kept, for tests: nobody may be at work."""
        return self._values.values()

    def _make_room(self) -> None:
        if len(self._values) >= self.most:
            for key in list(islice(self._values, max(1, self.most // 4))):
                del self._values[key]


class _Made(Generic[V]):
    """One value, and for what object it is."""

    __slots__ = ("lock", "owner", "value")

    def __init__(self, owner: object) -> None:
        self.owner = owner
        self.value: V | None = None
        self.lock = Lock()


class OwnerCache(Generic[V]):
    """What takes long to make and is derived from an object, which is held on to as long as that is kept.

    It is made once: whoever else wants it waits. The one not used for longest goes first.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._made: dict[tuple[int, Any], _Made[V]] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._made)

    def find(self, owner: object, key: Hashable, make: Callable[[], V]) -> V:
        """Return what is kept for an object, by its identity, and a key; made now if there is nothing."""
        whole = (id(owner), key)
        with self._lock:
            made = self._made.pop(whole, None)
            if made is None or made.owner is not owner:
                made = _Made(owner)
            self._made[whole] = made
            while len(self._made) > self.most:
                del self._made[next(iter(self._made))]
        found = made.value
        if found is None:
            with made.lock:
                found = made.value
                if found is None:
                    found = made.value = make()
        return found
