"""Which assertions could fail, and so may carry a claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from firelane.testing.proofs import Assertions, assertions_of


def assertions(folder: Path, body: str) -> Assertions:
    """The assertions of a test with this body, as they stand in a file."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    file = folder / "sample.py"
    file.write_text(f"@decorator\n@another(1,\n  2)\ndef test_x(game):\n{lines}\n", "utf-8")
    space = {"decorator": lambda test: test, "another": lambda *_: lambda test: test}
    exec(compile(file.read_text("utf-8"), str(file), "exec"), space)
    return assertions_of(space["test_x"].__code__)


@pytest.mark.filterwarnings("ignore:assertion is always true:SyntaxWarning")
@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "assert True",
        "assert 1 == 1",
        "assert 'a sentence'",
        "assert not None",
        "assert game == game",
        "assert game.winner is game.winner",
        "assert game.winner or True",
        "assert game == game and 1",
        "assert (game.winner, 'a tuple is always true')",
        "one = 1\ntwo = one + 1\nassert two == 2",
        "assert len('abc') == 3",
        "with pytest.raises(ValueError):\n    raise ValueError",
        "with open('x') as file:\n    file.read()",
    ],
)
def test_what_nothing_can_break_is_no_assertion(tmp_path: Path, body: str) -> None:
    assert not assertions(tmp_path, body)


@pytest.mark.parametrize(
    "body",
    [
        "assert game.winner == 'zhanshi'",
        "assert game",
        "assert len(game.hits) == 3",
        "hits = []\ngame.shoot(hits)\nassert hits == [1]",
        "count = 0\nfor each in game:\n    count = each\nassert count == 2",
        "count = 0\ncount += 1\nassert count == 1",
        "sorted = game.sort\nassert sorted()",
        "assert game.winner or game.draw",
        "assert game != game.copy()",
        "with pytest.raises(ValueError):\n    game.shoot()",
        "with raises(ValueError):\n    game.shoot()",
    ],
)
def test_what_the_game_can_break_is_one(tmp_path: Path, body: str) -> None:
    assert assertions(tmp_path, body)


def test_only_the_assertion_itself_holds(tmp_path: Path) -> None:
    found = assertions(tmp_path, "assert game.winner == 'zhanshi'")
    assert found.holds(5, "game.winner == 'zhanshi'")
    assert not found.holds(5, "game.loser == 'zhanshi'")
    assert not found.holds(6, "game.winner == 'zhanshi'")
