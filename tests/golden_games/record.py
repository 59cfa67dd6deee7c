"""Writes the recordings, all or some parts of them.

A game that is there already is played on with the answers and dice that it holds, as far as they can be
given: what has not changed stays as it is. From where they cannot be given its players go on.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from random import Random
from typing import Any

from firelane.players import Budget, named
from firelane.players.clumsy import Clumsy
from golden_games.check import play_again
from golden_games.neutral import Steps, name_of, path_of, read, recorded_games, write, write_games
from golden_games.replay import Dice, Recorded, Table, Unlike, lottery, reader_of

NUMBERS = {"c1": 200, "bpre": 50}
VETERANS = {"c1": 7, "bpre": 4}
"""One in this many games is played by veterans."""
PREVIEWED = 13
"""In one of this many games previews are kept."""
POSITIONS = 2
"""In so many positions of each game decisions are kept."""
THINKERS = ("veteran", "commander")
PREVIEWS = 3
TRIED = 5
"""Before one in this many answers something is tried that is likely to be refused."""


def games(ruleset: str, known: Mapping[str, Steps]) -> dict[str, Steps]:
    """The games themselves: questions, answers, dice, events, boards."""
    headers = {name: steps[0] for name, steps in known.items()} or _new(ruleset)
    tasks = [(ruleset, name, header, known.get(name, [])[1:]) for name, header in headers.items()]
    return dict(zip(headers, _each(_record, tasks), strict=True))


def _each(work: Callable[..., Steps], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Steps]:
    """Do the same with every game, on two processors."""
    with ProcessPoolExecutor(2) as pool:
        yield from pool.map(work, *zip(*tasks, strict=True))


def _new(ruleset: str) -> dict[str, Any]:
    """The headers of games that are not there yet."""
    setups = importlib.import_module("golden_games.setups")
    found = {}
    for number, words in enumerate(getattr(setups, ruleset)(NUMBERS[ruleset])):
        player = "random" if number % VETERANS[ruleset] else "veteran"
        name = name_of(ruleset, number)
        found[name] = {"setup": words, "players": player, "seed": name}
    return found


class _AsFarAs:
    """The dice of a recording as long as they are asked for, then those of the game's lottery."""

    def __init__(self, recorded: Recorded, otherwise: Dice) -> None:
        self.recorded, self.otherwise = recorded, otherwise

    def __call__(self, key: str, sides: tuple[int, ...]) -> tuple[int, ...]:
        try:
            return self.recorded(key, sides)
        except Unlike:
            return self.otherwise(key, sides)


def _record(ruleset: str, name: str, header: Mapping[str, Any], known: Sequence[Any]) -> list[Any]:
    table = Table(ruleset, header["setup"], _AsFarAs(Recorded(known), lottery(header["seed"])))
    player = named(header["players"], table.ruleset)
    clumsy, stumbles = Clumsy(table.ruleset.answers), Random(f"{name} tried")
    steps = [header, table.happened()]
    while not table.over:
        asked, number = table.question(), table.number + 1
        before = known[number] if number < len(known) else {}
        step = {"n": number, **asked}
        said = before.get("say") if before.get("ask") == asked["ask"] else None
        if said is None or _is_refused(table, said):
            chosen = player(table.view, table.request, Budget(), Random(f"{name} {number}"))
            said = table.plain(chosen)
            known = []
        answer = table.hear(said)
        if number % TRIED == 0:
            tried = _stumble(table, clumsy.attempt(answer, stumbles))
            if before.get("say") == said:
                tried = before.get("tried")
            if tried is not None and not _cannot_be_said(table, tried[0]):
                step["tried"] = [tried[0], table.is_refused(tried[0])]
        clumsy.note(answer)
        step["say"] = said
        table.give(said)
        steps.append(step | table.happened())
    return steps


def _is_refused(table: Table, said: Any) -> bool:
    return _cannot_be_said(table, said) or table.is_refused(said)


def _cannot_be_said(table: Table, said: Any) -> bool:
    try:
        table.hear(said)
    except Unlike:
        return True
    return False


def _stumble(table: Table, tried: Any) -> list[Any] | None:
    """Something to try, if it can be said in neutral words and comes back the same."""
    if tried is None:
        return None
    plain = table.plain(tried)
    if _cannot_be_said(table, plain) or table.hear(plain) != tried:
        return None
    return [plain, True]


# The other parts, told of the games as they are recorded


def previews(ruleset: str, name: str, steps: Steps, before: Steps) -> Steps:
    """In some games three previews at each question; of the same answers as before, where there were some."""
    rows: Steps = []
    for table, step in play_again(ruleset, steps):
        if step["ask"].partition(" ")[2] in table.adapter.PREVIEWED:
            known = [row for row in before if row["n"] == step["n"] and not _cannot_be_said(table, row["of"])]
            answers = [row["of"] for row in known]
            answers = answers or [step["say"], *_others(table, Random(f"{name} {step['n']} previews"))]
            for place, one in enumerate(answers):
                measured = place < PREVIEWS - 1
                told = table.preview(one, measured)
                rows.append({"n": step["n"], "of": one, "measured": measured, "told": told})
    return rows


def _others(table: Table, generator: Random) -> list[Any]:
    """Two other answers: one of those listed, one by chance."""
    question = table.ruleset.question(table.request)
    listed = list(islice(question.listed(table.view, table.request), 60)) if question.listed else []
    answers = [generator.choice(listed)] if listed else []
    while len(answers) < PREVIEWS - 1:
        answers.append(question.sample(table.view, table.request, generator))
    return [table.plain(one) for one in answers]


def decisions(ruleset: str, name: str, steps: Steps, _: Steps) -> Steps:
    """In two positions of each game what the veteran and the commander decide."""
    chosen = Random(f"{name} positions").sample([step["n"] for step in steps[2:]], POSITIONS)
    rows = []
    for table, step in play_again(ruleset, steps):
        if step["n"] in chosen:
            made = {who: table.decision(who, f"{name} {step['n']}") for who in THINKERS}
            rows.append({"n": step["n"], "ask": step["ask"], **made})
    return rows


def words(ruleset: str, name: str, steps: Steps, _: Steps) -> Steps:
    """What one seat reads, in both languages and in the order in which it happens."""
    return [
        {"n": step.get("n", 0), **table.words(reader_of(name, table))}
        for table, step in play_again(ruleset, steps, after=True)
    ]


def choices(ruleset: str, name: str, steps: Steps, _: Steps) -> Steps:
    """What a random player chooses by seed at each question."""
    return [table.choice(name) for table, _ in play_again(ruleset, steps)]


PARTS = {"previews": previews, "decisions": decisions, "words": words, "choices": choices}
"""What is told of recorded games. Only words and choices may be recorded anew for reasons of form."""


def record(rulesets: Iterable[str], parts: Iterable[str]) -> None:
    """Record these parts anew, and say which games have changed."""
    for ruleset in rulesets:
        for part in parts:
            known = recorded_games(ruleset)
            if part == "games":
                made = games(ruleset, known)
                paths = write_games(ruleset, made)
            else:
                paths = [path_of(ruleset, part)]
                known, played = read(paths[0]), known
                names = list(played)[:: PREVIEWED if part == "previews" else 1]
                tasks = [(ruleset, name, played[name], known.get(name, [])) for name in names]
                made = dict(zip(names, _each(PARTS[part], tasks), strict=True))
                write(paths[0], made)
            for name, steps in made.items():
                if name in known and known[name] != steps:
                    print(f"{part} of {name}: {_first(known[name], steps)}")
            size = sum(path.stat().st_size for path in paths)
            print(f"{ruleset} {part}: {len(made)} games, {size:,} bytes")


def _first(before: Sequence[Any], now: Sequence[Any]) -> str:
    """Where two recordings of a game part."""
    pairs = zip(before, now, strict=False)
    place = next((k for k, (one, other) in enumerate(pairs) if one != other), min(len(before), len(now)))
    return f"changed from line {place} of {len(before)} on"
