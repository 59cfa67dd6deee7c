"""Whoever compares golden games sees what is unlike, and says where."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from golden_games import check
from golden_games.neutral import Names, Tables, path_of, read
from golden_games.replay import Unlike, apart

GAME = "bpre-003"
Step = dict[str, Any]


def _game() -> list[Step]:
    steps: list[Step] = copy.deepcopy(read(path_of("bpre", "games", 0))[GAME])
    return steps


def _with(steps: list[Step], key: str) -> Step:
    return next(step for step in steps[20:] if step.get(key))


def _event(steps: list[Step]) -> Step:
    step = _with(steps, "events")
    step["events"][0] = step["events"][0].replace("{", '{"more":1,')
    return step


def _option(steps: list[Step]) -> Step:
    step = _with(steps, "offered")
    step["offered"].append("+ something else")
    return step


def _place(steps: list[Step]) -> Step:
    step = _with(steps, "board")
    step["board"].pop()
    return step


def _die(steps: list[Step]) -> Step:
    step = _with(steps, "dice")
    step["dice"][0][0] = "somebody else"
    return step


def _secret(steps: list[Step]) -> Step:
    step = next(step for step in steps[2:] if any(key.startswith("seen by") for key in step))
    step.pop(next(key for key in step if key.startswith("seen by")))
    return step


def _refusal(steps: list[Step]) -> Step:
    step = _with(steps, "tried")
    step["tried"][1] = not step["tried"][1]
    return step


@pytest.mark.parametrize("alter", [_event, _option, _place, _die, _secret, _refusal])
def test_one_line_that_is_unlike_is_named_with_game_and_step(alter: Callable[[list[Step]], Step]) -> None:
    steps = _game()
    changed = alter(steps)
    with pytest.raises(Unlike) as unlike:
        check.games("bpre", GAME, steps)
    assert str(unlike.value).startswith(f"{GAME}, step {changed['n']} ({changed['ask']}): ")


def test_a_game_that_goes_on_longer_is_unlike() -> None:
    with pytest.raises(Unlike, match="the game goes on"):
        check.games("bpre", GAME, _game()[:-1])


def test_expected_and_actual_lines_are_shown_without_their_order() -> None:
    check.compare({"events": ["a", "b"]}, {"events": ["b", "a"]})
    with pytest.raises(Unlike) as unlike:
        check.compare({"events": ["a", "b", "b"]}, {"events": ["b", "c", "a"]})
    assert str(unlike.value) == "events\n  expected b\n  actual   c"


def test_lines_apart_are_counted() -> None:
    assert apart(["a", "b", "b"], ["b", "c"]) == ["+ c", "- a", "- b"]


def test_figures_in_ids_are_no_figures() -> None:
    names = Names()
    names.add("red-7", "red/7")
    assert names.within("seen by red-7, not by red-70") == ["red/7"]
    assert names.figures_in("3.5 of 4 inches, seen by red-7") == ["3.5", "4"]


def test_ids_within_values_are_named_and_come_back() -> None:
    names, tables = Names(), Tables({}, form=())
    names.add("red-7", "red/7")
    plain = tables.plain({"red-7": ("red-7", 3)}, names)
    assert plain == {"red/7": ["red/7", 3]}
    assert tables.struct(plain, names) == {"red-7": ["red-7", 3]}
