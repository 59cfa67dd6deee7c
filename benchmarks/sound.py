"""`make sound`: random Operations and Night Raids of Red Earth, laws checked, cards and skills counted.

Writes docs/sound.md.

Every game is played with players who also try what is forbidden. After every tenth the journal is replayed;
after every fiftieth all laws of the property suite are asked that can be asked of one game.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from rich.progress import track

from firelane.core.game import Game
from firelane.lab.firing import entries
from firelane.lab.many import Kind, Played, Summary, play_one
from firelane.rulesets import load
from firelane.testing import properties

PLAYED = ("intervention", "special", "fires")
"""Sorts of entries that are played as cards: events must go back to each."""
AT_WORK = ("atmospherics", "skill")
"""Sorts of entries that must have decided something."""
QUIET = ("atmospherics.clear-skies",)
"""It says that nothing happens."""
PAGE = Path("docs/sound.md")
HEAD = """# What random games of Red Earth have shown

Written by `make sound`: players who know nothing, and try what is forbidden too, play drawn Taskings on drawn
maps with drawn teams and cards. After every tenth game its journal is replayed; after every fiftieth all laws
of the property suite are asked: states are read back as written, offers are accepted, the order of sealed
answers does not matter, old states stay, nothing hidden leaks. Clear Skies without effect says that no
special rules apply: there is nothing in it that could fire.
"""
RAIDS = ("raid-3", "raid-5", "proxy-raid-3", "proxy-raid-5")


def check(game: Game) -> None:
    """The laws, of as many games as there is time for."""
    seed = int(game.header.seed)
    if seed % 10 == 0:
        properties.replays(game)
    if seed % 50 == 0:
        generator = Random(seed)
        properties.round_trips(game)
        properties.offers_are_accepted(game, generator)
        properties.sealed_order_never_matters(game)
        properties.old_states_stay(game)
        properties.hidden_facts_do_not_leak(game, generator)


def some(task: tuple[str, int, int]) -> list[Played]:
    """A few games of one mode."""
    mode, first, count = task
    kind = Kind("bpre", {"mode": mode}, vary=True)
    return [play_one(kind, seed, check) for seed in range(first, first + count)]


def tasks(operations: int, raids: int) -> Iterator[tuple[str, int, int]]:
    """Operations, every fifth lot of them a proxy war; then raids of all lengths in turn."""
    for n, first in enumerate(range(0, operations, 10)):
        yield ("proxy" if n % 5 == 4 else "operation"), first, min(10, operations - first)
    for n, first in enumerate(range(0, raids, 2)):
        yield RAIDS[n % len(RAIDS)], operations + first, min(2, raids - first)


def main() -> None:
    """Play them, and print what was counted; what never happened makes the run fail."""
    operations, raids = (int(word) for word in sys.argv[1:3])
    summary = Summary(ruleset="bpre", first_seed=0)
    lots = list(tasks(operations, raids))
    begun = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for lot in track(pool.map(some, lots), "Red Earth", total=len(lots)):
            for game in lot:
                summary.add(game)
    taken = time.perf_counter() - begun
    told = (
        f"{operations:,} Operations and {raids:,} Night Raids in {taken:.0f} s: no exception, no law broken."
    )
    page = [HEAD, told]
    ruleset, missing = load("bpre"), []
    for label in (*PLAYED, *AT_WORK):
        page += ["", f"| {label} | events that go back to it | statements fired |", "|---|---|---|"]
        for key, (cited, fired) in entries(ruleset, [summary], label).items():
            page.append(f"| {key.partition('.')[2]} | {cited:,} | {fired:,} |")
            missing += [key] if not (cited if label in PLAYED else fired) and key not in QUIET else []
    print("\n".join(page[1:]))
    if missing:
        sys.exit(f"never happened: {', '.join(missing)}")
    PAGE.write_text("\n".join(page) + "\n", "utf-8")


if __name__ == "__main__":
    main()
