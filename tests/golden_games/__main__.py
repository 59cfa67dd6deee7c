"""Recordings from the command line.

python -m golden_games record [PART ...]    games, previews, decisions, words, choices; all without one
python -m golden_games show GAME STEP       all that the code tells now of one step of a game
"""

from __future__ import annotations

import sys

from golden_games.check import play_again
from golden_games.neutral import recorded_games, text
from golden_games.record import PARTS, record
from golden_games.replay import ADAPTERS


def show(name: str, number: int) -> None:
    """Print a step: what is seen and offered in full, then what comes of the recorded answer."""
    ruleset = name.partition("-")[0]
    for table, step in play_again(ruleset, recorded_games(ruleset)[name]):
        if step["n"] == number:
            print(name, number, table.asked)
            print(*(f"  board {line}" for line in table.board()), sep="\n")
            print(*(f"  offered {line}" for line in table.offered()), sep="\n")
            table.give(step["say"])
            print("  said", text(step["say"]))
            for key, lines in table.happened().items():
                print(
                    *(f"  {key} {line if isinstance(line, str) else text(line)}" for line in lines), sep="\n"
                )
            return
    sys.exit(f"{name} has no step {number}")


def main() -> None:
    """Run a command."""
    match sys.argv[1:]:
        case ["record", *parts] if set(parts) <= {"games", *PARTS}:
            record(ADAPTERS, parts or ["games", *PARTS])
        case ["show", name, number]:
            show(name, int(number))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
