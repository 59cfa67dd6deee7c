"""Recorded games compared with what the code makes of them now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from golden_games.neutral import Steps, text
from golden_games.replay import Recorded, Table, Unlike, reader_of

MOST_SHOWN = 20
"""A message shows no more lines than this."""


def play_again(
    ruleset: str, steps: Sequence[Mapping[str, Any]], after: bool = False
) -> Iterator[tuple[Table, Mapping[str, Any]]]:
    """A recorded game step by step: the table when the question is open, or after it was answered."""
    table = Table(ruleset, steps[0]["setup"], Recorded(steps[1:]))
    if after:
        yield table, steps[1]
    for step in steps[2:]:
        if table.over:
            raise Unlike(_located("", step, "the game is over"))
        if not after:
            yield table, step
        try:
            _give(table, step)
        except Unlike as unlike:
            raise Unlike(_located("", step, unlike)) from None
        if after:
            yield table, step


def games(ruleset: str, name: str, steps: Sequence[Mapping[str, Any]]) -> None:
    """Compare a game with its recording, step by step."""
    dice = Recorded(steps[1:])
    step: Mapping[str, Any] = steps[1]
    try:
        table = Table(ruleset, steps[0]["setup"], dice)
        compare(step, table.happened())
        for step in steps[2:]:
            if table.over:
                raise Unlike("the game is over")
            compare(step, table.question())
            if "tried" in step:
                tried, refused = step["tried"]
                compare({"refused": refused}, {"refused": table.is_refused(tried)}, f"{text(tried)} ")
            _give(table, step)
            compare(step, table.happened(), known=("n", "ask", "offered", "listed", "tried", "say"))
        if not table.over:
            raise Unlike(f"the game goes on: {table.asked}")
        if left := [key for key, rows in dice.left.items() if rows]:
            raise Unlike(f"recorded dice that nobody threw: {', '.join(left)}")
    except Unlike as unlike:
        asked = f" ({step['ask']})" if "ask" in step else ""
        raise Unlike(f"{name}, step {step.get('n', 0)}{asked}: {unlike}") from None


def _give(table: Table, step: Mapping[str, Any]) -> None:
    """Give the recorded answer. Where other dice are asked for, what has happened before says why."""
    number = table.number
    try:
        table.give(step["say"])
    except Unlike as unlike:
        other = Counter(table.events_told() if table.number > number else ()) - Counter(
            step.get("events", ())
        )
        raise Unlike("\n".join([str(unlike), *(f"  not recorded {line}" for line in other)])) from None


def compare(
    expected: Mapping[str, Any], actual: Mapping[str, Any], of: str = "", known: Sequence[str] = ()
) -> None:
    """Compare what was recorded with what is told now, line by line."""
    for key in [*actual, *(key for key in expected if known and key not in known and key not in actual)]:
        before, now = _lines(expected.get(key, ())), _lines(actual.get(key, ()))
        if before != now:
            missing, more = (Counter(one) - Counter(other) for one, other in ((before, now), (now, before)))
            lines = [*(f"  expected {line}" for line in missing), *(f"  actual   {line}" for line in more)]
            raise Unlike("\n".join([f"{of}{key}", *lines[:MOST_SHOWN]]))


def _lines(rows: Any) -> list[str]:
    """Lines without their order: in which order things happen at once is a matter of form."""
    if isinstance(rows, list | tuple):
        return sorted(row if isinstance(row, str) else text(row) for row in rows)
    return [rows if isinstance(rows, str) else text(rows)]


# The other parts


def previews(ruleset: str, name: str, steps: Steps, known: Steps) -> None:
    """Compare previews with those that were recorded."""
    rows = {row["n"]: [each for each in known if each["n"] == row["n"]] for row in known}
    for table, step in play_again(ruleset, steps):
        for row in rows.get(step["n"], ()):
            now = table.preview(row["of"], row["measured"])
            _same(name, step, f"preview of {text(row['of'])}", row["told"], now)


def decisions(
    ruleset: str, name: str, steps: Steps, known: Steps, players_in: Callable[[str], Sequence[str]]
) -> None:
    """Compare what players decide with what was recorded: those who are asked in this game."""
    players = players_in(name)
    rows = {row["n"]: row for row in known}
    for table, step in play_again(ruleset, [step for step in steps if step.get("n", 0) <= max(rows)]):
        for player in players if step["n"] in rows else ():
            now = table.decision(player, f"{name} {step['n']}")
            _same(name, step, f"the {player} decides", [text(rows[step["n"]][player])], [text(now)])


def words(ruleset: str, name: str, steps: Steps, known: Steps) -> None:
    """Compare the words in which events are told, and their order."""
    for (table, step), row in zip(play_again(ruleset, steps, after=True), known, strict=True):
        for lang, told in table.words(reader_of(name, table)).items():
            if row[lang] != told:
                _same(name, step, f"words ({lang})", row[lang], told)
                raise Unlike(_located(name, step, f"words ({lang}) in another order\n  actual   {told}"))


def choices(ruleset: str, name: str, steps: Steps, known: Steps) -> None:
    """Compare what a random player chooses by seed."""
    for (table, step), row in zip(play_again(ruleset, steps), known, strict=True):
        _same(name, step, "a random player chooses", [text(row)], [text(table.choice(name))])


def _same(
    name: str, step: Mapping[str, Any], what: str, expected: Sequence[str], actual: Sequence[str]
) -> None:
    try:
        compare({what: expected}, {what: actual})
    except Unlike as unlike:
        raise Unlike(_located(name, step, unlike)) from None


def _located(name: str, step: Mapping[str, Any], what: object) -> str:
    asked = f" ({step['ask']})" if "ask" in step else ""
    return f"{name}{', ' if name else ''}step {step.get('n', 0)}{asked}: {what}"
