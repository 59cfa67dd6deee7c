"""Counts which statements take part in play, for the runner of many games. Off unless asked for.

A statement has *fired* when it decided something: it stands behind an event, a question, a part of a
number, a veto, a refusal, an outcome, or a fact on which the code turns (`decides`). It was *reached* when a
step that cites it ran, whatever came of it.
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
