"""Random Operations of Red Earth: drawn Taskings and maps, one core."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator

from benchmarks.timing import Row
from firelane.core.lines import Thrown
from firelane.lab.many import Kind, play, seldom_collecting
from firelane.rulesets import load

WARM, SEEDS = range(10_000, 10_150), range(1, 201)
"""Each Operation is played once: what games share (maps, zones) is warm, nothing of this very game is."""


def rows() -> Iterator[Row]:
    """All rows of this part."""
    ruleset, kind = load("bpre"), Kind("bpre", vary=True)
    for seed in WARM:
        play(ruleset, seed, kind.setup(seed))
    gc.collect()
    setups = {seed: kind.setup(seed) for seed in SEEDS}
    begun, used = time.perf_counter(), time.process_time()
    with seldom_collecting():  # as whoever plays many does
        games = [play(ruleset, seed, setup) for seed, setup in setups.items()]
    used, taken = time.process_time() - used, time.perf_counter() - begun
    number, requests = len(games), sum(game.count for game in games)
    rolls = sum(isinstance(moment.line, Thrown) for game in games for moment in game.moments)
    reach = "20 Operations/s, goal 60"
    yield Row(
        f"Operations by processor time ({number}, each once)", f"{number / used:.1f} Operations/s", reach
    )
    yield Row("the same by the clock", f"{number / taken:.1f} Operations/s")
    yield Row("answered requests, dice included", f"{requests / used:,.0f} requests/s")
    yield Row(
        "requests in an Operation, mean", f"{requests / number:.0f}, of which {rolls / number:.0f} rolls"
    )
