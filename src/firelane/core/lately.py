"""What was found for the last moments of a game, to be used for the next one.

Little changes from one moment to the next, so much of what was found for the last one still holds. Whoever
plays many games in turn gives each a memory of its own: of another game's last moment nothing is of use.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


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


def memory() -> Context:
    """A memory of its own for one game: what is run in it finds there what it found the last time."""
    made = copy_context()
    for begin in _ALL:
        made.run(begin)
    return made
