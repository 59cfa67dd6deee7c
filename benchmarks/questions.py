"""How many questions a person answers in a machine's turn, and of which kinds.

    python -m benchmarks.questions [GAMES [RULESET ...]]

Both sides are veterans; one stands for the person. The same seeds are played twice: with every question put
to the person, and with the usual answers given where there is nothing to decide.
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import median

from firelane.lab.many import seldom_collecting
from firelane.lab.questions import PERSONS, Counted, counted
from firelane.rulesets import load


def main() -> None:
    """Print a table for each ruleset."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for name in sys.argv[2:] or PERSONS:
        ruleset = load(name)
        with seldom_collecting():
            before = [counted(ruleset, seed, spare=False) for seed in range(1, games + 1)]
            after = [counted(ruleset, seed) for seed in range(1, games + 1)]
        print(f"{name}, {games} games: questions to the person in a machine's turn")
        for label, found in (("all put", before), ("usual answers given", after)):
            print(f"  {label}: {_in_turns(found)}")
        print("| kind | all put | put where something is to be decided | answered for the person |")
        print("|---|---|---|---|")
        columns = [
            sum((one.asked for one in before), Counter[str]()),
            sum((one.asked for one in after), Counter[str]()),
            sum((one.spared for one in after), Counter[str]()),
        ]
        for kind, _ in (columns[0] + columns[1]).most_common():
            print(f"| {kind} | " + " | ".join(f"{column[kind] / games:.1f}" for column in columns) + " |")


def _in_turns(found: list[Counted]) -> str:
    turns = [count for one in found for count in one.turns]
    mean = sum(turns) / len(turns)
    return f"median {median(turns):g}, mean {mean:.1f}, most {max(turns)} ({len(turns)} turns)"


if __name__ == "__main__":
    main()
