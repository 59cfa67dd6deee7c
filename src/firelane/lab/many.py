"""Plays many games and sums them up: outcomes, length, and which statements took part.

A game that breaks tells its seed, so that it can be played again alone. Games are independent of one
another and of how they are spread over processes: the same seeds give the same summary.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from msgspec import Struct, field

from firelane.core.because import Refusal
from firelane.core.fired import counting
from firelane.core.game import Game
from firelane.core.lines import Thrown
from firelane.core.ruleset import Ruleset
from firelane.players import Budget, Player, random_player
from firelane.rulesets import load

LONGEST = 100_000
"""No game has more lines than this: one that does will not end."""


class Broken(Exception):
    """A game that went wrong, with the seed that shows it."""

    def __init__(self, seed: int, what: str) -> None:
        super().__init__(seed, what)  # as given: it must come back whole from another process
        self.seed = seed
        self.what = what

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.what}"


class Played(Struct, frozen=True, kw_only=True):
    """What is kept of one game."""

    seed: int
    winners: tuple[str, ...]
    rule: str
    answers: int
    rolls: int
    events: Mapping[str, int]
    fired: Mapping[str, int]
    reached: Mapping[str, int]


class Summary(Struct, kw_only=True):
    """Many games added up."""

    ruleset: str
    first_seed: int
    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    answers: int = 0
    rolls: int = 0
    events: Counter[str] = field(default_factory=Counter)
    fired: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)

    def add(self, game: Played) -> None:
        """Count one game in."""
        self.games += 1
        for seat in game.winners:
            self.wins[seat] = self.wins.get(seat, 0) + 1
        self.draws += not game.winners
        self.answers += game.answers
        self.rolls += game.rolls
        self.events.update(game.events)
        self.fired.update(game.fired)
        self.reached.update(game.reached)


def play(
    ruleset: Ruleset,
    seed: int,
    setup: Any = None,
    players: Mapping[str, Player] | None = None,
    budget: Budget = Budget(),
) -> Game:
    """One game to its end, between the given players or random ones."""
    game = Game.new(ruleset, setup if setup is not None else ruleset.setup(), seed)
    generators = {seat: Random(f"{seed}/{seat}") for seat in ruleset.seats}
    chosen = players or dict.fromkeys(ruleset.seats, random_player(ruleset))
    while game.state.outcome is None:
        game.throw_all()
        for request in game.pending:
            player, generator = chosen[request.seat], generators[request.seat]
            given = player(game.view(request.seat), request, budget, generator)
            result = game.answer(request.seat, request.id, given)
            if isinstance(result, Refusal):
                raise Broken(seed, f"{request.kind}: {given!r} was offered and refused by {result.rule}")
        if game.count > LONGEST:
            raise Broken(seed, f"no end after {game.count} steps")
    return game


def play_one(name: str, seed: int, check: Callable[[Game], None] | None = None, setup: Any = None) -> Played:
    """One random game of a named ruleset, counted. Anything that goes wrong names the seed."""
    try:
        with counting() as tally:
            game = play(load(name), seed, setup)
        if check is not None:
            check(game)
    except Broken:
        raise
    except Exception as error:
        raise Broken(seed, "".join(traceback.format_exception(error))) from None
    outcome = game.state.outcome
    assert outcome is not None
    events = Counter(event.kind for moment in game.moments for event in moment.events)
    rolls = sum(isinstance(moment.line, Thrown) for moment in game.moments)
    return Played(
        seed=seed,
        winners=outcome.winners,
        rule=outcome.rule,
        answers=game.count - rolls,
        rolls=rolls,
        events=dict(events),
        fired=dict(tally.fired),
        reached=dict(tally.reached),
    )


def _chunk(task: tuple[str, int, int, Any]) -> list[Played]:
    name, first, count, setup = task
    return [play_one(name, seed, setup=setup) for seed in range(first, first + count)]


def play_many(name: str, games: int, seed: int, processes: int = 1, setup: Any = None) -> Iterator[Played]:
    """Random games with the seeds from `seed` on, in that order."""
    if processes <= 1:
        yield from (play_one(name, number, setup=setup) for number in range(seed, seed + games))
        return
    size = max(1, min(50, games // (4 * processes)))
    starts = range(seed, seed + games, size)
    tasks = [(name, first, min(size, seed + games - first), setup) for first in starts]
    with ProcessPoolExecutor(processes) as pool:
        for chunk in pool.map(_chunk, tasks):
            yield from chunk
