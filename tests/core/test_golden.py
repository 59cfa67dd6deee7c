"""Golden files: the resolved tables of both editions, what differs, and a whole game as text.

Any change of behaviour is a readable difference in a reviewed file. When the change is meant, write them
anew and review what git shows:

    python -m pytest tests/core/test_golden.py --write-golden
"""

from pathlib import Path

import pytest

from ambush.game import FIRST
from firelane.cli.main import main
from firelane.cli.terminal import print_events
from firelane.lab.many import play
from firelane.text import speaking

GOLDEN = Path(__file__).parents[1] / "golden"
COMMANDS = {
    "ambush-1.txt": ("rules", "dump", "ambush.game:FIRST"),
    "ambush-2.txt": ("rules", "dump", "ambush.game:SECOND"),
    "c1.txt": ("rules", "dump", "c1"),
    "ambush-diff.txt": ("rules", "diff", "ambush.game:FIRST", "ambush.game:SECOND"),
}
SEED = 3
"""A game with a mine, a medic, a doubt and a winner in it."""


@pytest.fixture
def golden(request):
    """Compare a text with its reviewed file, or write the file."""

    def compare(name, text):
        if request.config.getoption("--write-golden"):
            (GOLDEN / name).write_text(text, "utf-8")
        assert text.splitlines() == (GOLDEN / name).read_text("utf-8").splitlines()

    return compare


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_tables_are_as_reviewed(golden, capsys, name):
    with pytest.raises(SystemExit) as left:
        main(["--lang", "en", *COMMANDS[name]])
    assert left.value.code == 0
    golden(name, capsys.readouterr().out)


def test_a_whole_game_is_as_reviewed(golden, capsys):
    game = play(FIRST, SEED)
    with speaking("en"):
        for number, moment in enumerate(game.moments):
            print(f"-- {number} {said(moment.line)}")
            print_events(FIRST, moment, None)
    print(f"-- {game.count} steps")
    text = capsys.readouterr().out
    golden("ambush-game.txt", text)
    for words in ("mine goes off", "plays medic", "plays doubt", "wins,"):
        assert words in text


def said(line):
    """One line of the journal as it reads."""
    if line is None:
        return "set-up"
    if hasattr(line, "faces"):
        return f"chance {line.request}: {' '.join(map(str, line.faces))}"
    return f"{line.seat} {line.request}: {line.given}"
