"""Counts which statements take part in play, for the runner of many games. Off unless asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_counter: Counter[str] | None = None


def fired(rules: Iterable[str]) -> None:
    """Note that these statements decided something."""
    if _counter is not None:
        _counter.update(rule for rule in rules if rule)


def is_counting() -> bool:
    """Whether anybody listens: callers on hot paths ask first."""
    return _counter is not None


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count within one block."""
    global _counter
    before, _counter = _counter, Counter()
    try:
        yield _counter
    finally:
        _counter = before
