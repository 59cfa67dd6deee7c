"""The golden games are played again, and the code makes of them what it made when they were recorded.

Where a fault is mended on purpose, or words or sampling change, record that part anew (`make golden-record`)
in the same commit and say in its message which games have changed and why. CONTRIBUTING.md has more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import ceil

import pytest

from firelane.lab.many import seldom_collecting
from golden_games import check
from golden_games.neutral import CHUNK, Steps, path_of, read
from golden_games.record import NUMBERS, THINKERS
from golden_games.replay import ADAPTERS, Unlike

MOST_TOLD = 3
"""A message tells of no more games than this."""
SHARE = 10
"""The commander thinks in one of this many games, unless all decisions are wanted."""
CHUNKS = [(ruleset, chunk) for ruleset in ADAPTERS for chunk in range(ceil(NUMBERS[ruleset] / CHUNK))]
chunks = pytest.mark.parametrize(("ruleset", "chunk"), CHUNKS)


@cache
def recorded(ruleset: str, part: str) -> dict[str, Steps]:
    return read(path_of(ruleset, part))


def compare(ruleset: str, chunk: int, part: Callable[..., None], *more: object) -> None:
    """Compare one part of some games, and fail with the first difference of each of the first few games."""
    games = read(path_of(ruleset, "games", chunk))
    assert len(games) == CHUNK
    unlike: list[str] = []
    with seldom_collecting():
        for name, steps in games.items():
            known = () if part is check.games else (recorded(ruleset, part.__name__).get(name),)
            if None in known:
                continue
            try:
                part(ruleset, name, steps, *known, *more)
            except Unlike as found:
                unlike.append(str(found) if str(found).startswith(name) else f"{name}, {found}")
    told = "\n".join(unlike[:MOST_TOLD])
    assert not unlike, f"{len(unlike)} of {len(games)} games are not as recorded:\n{told}"


@chunks
def test_games_go_as_recorded(ruleset: str, chunk: int) -> None:
    compare(ruleset, chunk, check.games)


@chunks
def test_previews_are_as_recorded(ruleset: str, chunk: int) -> None:
    compare(ruleset, chunk, check.previews)


@chunks
def test_players_decide_as_recorded(ruleset: str, chunk: int, request: pytest.FixtureRequest) -> None:
    """The veteran in every position, the commander in a share of them or, with --all-decisions, in all."""
    every = request.config.getoption("--all-decisions")

    def players_in(name: str) -> Sequence[str]:
        return THINKERS if every or int(name[-1]) % SHARE == 0 else THINKERS[:1]

    compare(ruleset, chunk, check.decisions, players_in)


@chunks
def test_events_are_told_as_recorded(ruleset: str, chunk: int) -> None:
    compare(ruleset, chunk, check.words)


@chunks
def test_random_players_choose_as_recorded(ruleset: str, chunk: int) -> None:
    compare(ruleset, chunk, check.choices)
