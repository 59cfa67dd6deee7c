"""The fast sight against the slow reference on many random tables: what differs, pair by pair.

    python benchmarks/sight_sweep.py --tables 50 [--town] [--figures 12] [--across 14] [--heights 6]

For every pair that is called blocked, the reference tries tens of thousands of corridors (places across,
heights and planes of both bodies, each with each); for every pair called visible, the corridor shown is
probed by a bundle of rays over its whole width and height.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from firelane.table.looking import SightRules
from firelane.table.sight import all_pairs, look
from table import reference
from table.tables import free_standing, populate, town


def sweep(
    tables: int, in_town: bool, figures: int, across: int, heights: int, first: int = 0
) -> tuple[int, int, int, int]:
    """Pairs, visible pairs, missed pairs, and pairs whose corridor does not hold."""
    rules = SightRules()
    pairs = visible = missed = false = 0
    for seed in range(first, first + tables):
        rng = np.random.default_rng(seed)
        field = town(rng) if in_town else free_standing(rng, 40, 36)
        placed = populate(rng, field, figures)
        matrix = all_pairs(field, placed, rules)
        for i, a in enumerate(placed):
            for j in range(i + 1, len(placed)):
                b = placed[j]
                pairs += 1
                slow = reference.Scene(field, [f for k, f in enumerate(placed) if k not in (i, j)])
                if matrix[i, j]:
                    visible += 1
                    segment = look(field, a, b, rules, placed).segment
                    if segment is None or not (
                        reference.corridor_free(slow, a, b, segment, rules.patch)
                        and reference.inside(a, b, segment[0], a, rules.patch)
                        and reference.inside(a, b, segment[1], b, rules.patch)
                    ):
                        false += 1
                        print(f"table {seed}: {a.id} -> {b.id} has no such corridor: {segment}")
                else:
                    found = reference.sees(slow, a, b, rules.patch, across, heights)
                    if found is not None and reference.corridor_free(slow, a, b, found, rules.patch):
                        missed += 1
                        print(f"table {seed}: {a.id} -> {b.id} missed: {found[0]} to {found[1]}")
        print(
            f"table {seed}: {pairs} pairs so far, {visible} visible, {missed} missed, {false} false",
            flush=True,
        )
    return pairs, visible, missed, false


def main() -> None:
    """Read the command line, sweep, and print the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--town", action="store_true")
    parser.add_argument("--figures", type=int, default=12)
    parser.add_argument("--across", type=int, default=14)
    parser.add_argument("--heights", type=int, default=6)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    start = time.perf_counter()
    pairs, visible, missed, false = sweep(
        args.tables, args.town, args.figures, args.across, args.heights, args.first
    )
    kind = "town" if args.town else "free-standing"
    rays = (3 * args.across * args.heights) ** 2
    print(
        f"{args.tables} {kind} tables, {pairs} pairs, {rays} corridors a blocked pair: {visible} visible, "
        f"{missed} missed ({100 * missed / max(pairs, 1):.3f} %), {false} without their corridor; "
        f"{time.perf_counter() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
