"""Timing that a noisy machine does not spoil: many short samples, the median kept, ratios within one run."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table: what was measured, what it came to, what was to be reached, what it means."""

    name: str
    value: str
    target: str = ""
    note: str = ""


def seconds(function: Callable[[], object], samples: int = 9, least: float = 0.02) -> float:
    """The median time of one call."""
    function()
    count, spent = 1, 0.0
    while spent < least and count < 1 << 20:
        begun = time.perf_counter()
        for _ in range(count):
            function()
        spent = time.perf_counter() - begun
        if spent < least:
            count = max(count + 1, int(count * min(8.0, 1.3 * least / max(spent, 1e-9))))
    taken = []
    gc.collect()
    for _ in range(samples):
        begun = time.perf_counter()
        for _ in range(count):
            function()
        taken.append((time.perf_counter() - begun) / count)
    return statistics.median(taken)


def pretty(value: float) -> str:
    """A time with a unit that a person reads."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


Measured = tuple[str, float, str, float | None]
"""A row with figures apart: name, value, unit, and how many times slower the other way is, if any."""


def quickest(work: Callable[[], object], times: int = 7) -> float:
    """Seconds, the best of several runs: other work on the machine only ever adds."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun)
    return min(spent)


def as_rows(measured: Iterable[Measured], targets: Mapping[str, str]) -> Iterator[Row]:
    """Figures as lines of the table, with what was to be reached where a part of the name says so."""
    for name, value, unit, ratio in measured:
        words = f"{value:.3g} {unit}" + ("" if ratio is None else f", {ratio:,.3g} x")
        yield Row(name, words, next((target for part, target in targets.items() if part in name), ""))
