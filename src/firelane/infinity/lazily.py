"""Values that are found when somebody first asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class lazily(Generic[T]):  # noqa: N801 (a decorator)
    """A value found once and kept with its owner.

    As `functools.cached_property`, without the lock that Python 3.11 takes: it costs more than what is found.
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, owner: Any, kind: type | None = None) -> T:
        found: T = self.find(owner)
        owner.__dict__[self.name] = found
        return found
