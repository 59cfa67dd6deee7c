"""What a reader was shown last: what has not changed since is not made anew.

Between two answers little changes, and most of what a screen shows is made of values that stay the same. Each
part of a message says of what it was made; as long as that is the same, so is the part, down to its identity.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Kept:
    """The parts that one reader was shown last, in one language."""

    def __init__(self) -> None:
        self._parts: dict[Hashable, tuple[Any, Any]] = {}

    def made(self, name: Hashable, of: object, make: Callable[[], T]) -> T:
        """The part of that name, made again only if it was made of something else."""
        known = self._parts.get(name)
        if known is not None and known[0] == of:
            part: T = known[1]
            return part
        new = make()
        self._parts[name] = (of, new)
        return new

    def unchanged(self, name: Hashable, of: object) -> object:
        """The same thing as last time if this is the same as last time: quicker to compare than all of it."""
        return self.made(name, of, object)
