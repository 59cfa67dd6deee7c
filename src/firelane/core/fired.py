"""Counts which statements take part in play, for the runner of many games. Off unless asked for.

A statement has *fired* when it decided something: it stands behind an event, a part of a number, a veto or
a refusal. It was *reached* when a step that cites it ran, whatever came of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


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
