"""Counts which statements take part in play, for the runner of many games. Off unless asked for.

A statement has *fired* when it decided something: it stands behind an event, a question, a part of a
number, a veto, a refusal, an outcome, or a fact on which the code turns (`decides`). It was *reached* when a
step that cites it ran, whatever came of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each statement fired and was reached."""

    fired: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)


_tally: Tally | None = None


def fired(rules: Iterable[str]) -> None:
    """Note that these statements decided something."""
    if _tally is not None:
        _tally.fired.update(rule for rule in rules if rule)


def decides(fact: object, *rules: str) -> bool:
    """Whether the fact holds; if it does, these statements have decided something.

    For what leaves no event and no number of its own: `if decides(is_null(foe), "c1.engaged.2"): ...`.
    """
    held = bool(fact)
    if held and _tally is not None:
        _tally.fired.update(rules)
    return held


def reached(rules: Iterable[str]) -> None:
    """Note that a step which cites these statements ran."""
    if _tally is not None:
        _tally.reached.update(rules)


def is_counting() -> bool:
    """Whether anybody listens: callers on hot paths ask first."""
    return _tally is not None


@contextmanager
def counting() -> Iterator[Tally]:
    """Count within one block."""
    global _tally
    before, _tally = _tally, Tally()
    try:
        yield _tally
    finally:
        _tally = before


def remembered(most: int) -> Callable[[Function], Function]:
    """Keeps what a function of values has found, like `lru_cache`; what fired in finding it is counted anew
    whenever it is asked for, so that counts do not depend on what was asked before."""

    def keep(function: Function) -> Function:
        plain = lru_cache(maxsize=most)(function)

        @lru_cache(maxsize=most)
        def counted(*values: Hashable) -> tuple[Any, Tally]:
            with counting() as tally:
                return function(*values), tally

        @wraps(function)
        def find(*values: Hashable) -> Any:
            if _tally is None:
                return plain(*values)
            found, tally = counted(*values)
            _tally.fired.update(tally.fired)
            _tally.reached.update(tally.reached)
            return found

        return cast(Function, find)

    return keep
