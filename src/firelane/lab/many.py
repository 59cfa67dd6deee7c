"""Plays many games and sums them up: outcomes, length, and which statements took part.

A game that breaks tells its seed, so that it can be played again alone. Games are independent of one
another and of how they are spread over processes: the same seeds give the same summary.
"""

from __future__ import annotations

import gc
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any

from msgspec import Struct, field

from firelane import compiling
from firelane.core.because import Refusal
from firelane.core.fired import counting
from firelane.core.game import Game
from firelane.core.lines import Thrown
from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View, judge
from firelane.players import Budget, Player, random_player
from firelane.players.clumsy import Clumsy
from firelane.problem import Problem
from firelane.rulesets import load, set_up

STUMBLING = 0.5
"""How often somebody tries what may not be done, in games that vary."""
SELDOM = 100_000
"""So many things more than there were are there before the garbage collector looks for cycles."""
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


class Kind(Struct, frozen=True):
    """What games are played: of which ruleset, with what chosen of the set-up, and whether the rest varies.

    A set-up that varies follows from the seed of its game; in such games players also try what is forbidden.
    """

    ruleset: str
    chosen: Mapping[str, str] = {}
    vary: bool = False

    def setup(self, seed: int) -> Any:
        """The set-up of the game with this seed."""
        return set_up(load(self.ruleset), self.chosen, seed if self.vary else None)


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
    cited: Mapping[str, int] = {}
    """The statements behind events: what took place because of them, vetoes and sums apart."""


class Summary(Struct, kw_only=True):
    """Many games added up."""

    ruleset: str
    first_seed: int
    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    answers: int = 0
    rolls: int = 0
    events: dict[str, int] = field(default_factory=dict)
    fired: dict[str, int] = field(default_factory=dict)
    reached: dict[str, int] = field(default_factory=dict)
    cited: dict[str, int] = field(default_factory=dict)

    def add(self, game: Played) -> None:
        """Count one game in."""
        self.games += 1
        for seat in game.winners:
            self.wins[seat] = self.wins.get(seat, 0) + 1
        self.draws += not game.winners
        self.answers += game.answers
        self.rolls += game.rolls
        for total, counts in (
            (self.events, game.events),
            (self.fired, game.fired),
            (self.reached, game.reached),
            (self.cited, game.cited),
        ):
            for name, count in counts.items():
                total[name] = total.get(name, 0) + count


def play(
    ruleset: Ruleset,
    seed: int,
    setup: Any = None,
    players: Mapping[str, Player] | None = None,
    budget: Budget | None = None,
    stumbling: float = 0,
) -> Game:
    """One game to its end, between the given players or random ones.

    So often as `stumbling` says somebody tries first what may not be done; that changes nothing.
    """
    with seldom_collecting():
        return _play(ruleset, seed, setup, players, budget or Budget(), stumbling)


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """States hold no cycles: while games are played the garbage collector need hardly look for any.

    Round many games it spares a look through all that each has left, where it ends.
    """
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _play(
    ruleset: Ruleset,
    seed: int,
    setup: Any,
    players: Mapping[str, Player] | None,
    budget: Budget,
    stumbling: float,
) -> Game:
    game = Game.new(ruleset, setup if setup is not None else ruleset.setup(), seed)
    generators = {seat: Random(f"{seed}/{seat}") for seat in ruleset.seats}
    clumsy = Clumsy(ruleset.answers)
    stumbles = Random(f"{seed}/clumsy")
    chosen = players or dict.fromkeys(ruleset.seats, random_player(ruleset))
    while game.state.outcome is None:
        game.throw_all()
        for request in game.pending:
            player, generator = chosen[request.seat], generators[request.seat]
            view = game.view(request.seat)
            given = player(view, request, budget, generator)
            if stumbling:
                if stumbles.random() < stumbling:
                    _stumble(game, view, request, clumsy.attempt(given, stumbles), seed)
                clumsy.note(given)
            result = game.answer(request.seat, request.id, given)
            if isinstance(result, Refusal):
                raise Broken(seed, f"{request.kind}: {given!r} was offered and refused by {result.rule}")
        if game.count > LONGEST:
            raise Broken(seed, f"no end after {game.count} steps")
    return game


def _stumble(game: Game, view: View[Any], request: Request, tried: Answer | None, seed: int) -> None:
    """Try what is likely to be refused. What is refused must leave the game as it was."""
    if tried is None or judge(game.ruleset, view, request, tried) is None:
        return
    state, total = game.state, game.sum
    result = game.answer(request.seat, request.id, tried)
    if not isinstance(result, Refusal) or game.state is not state or game.sum != total:
        raise Broken(seed, f"{request.kind}: {tried!r} was refused, and changed the game")


def play_one(kind: Kind | str, seed: int, check: Callable[[Game], None] | None = None) -> Played:
    """One random game of a named ruleset, counted. Anything that goes wrong names the seed."""
    kind = Kind(kind) if isinstance(kind, str) else kind
    ruleset = load(kind.ruleset)
    setup = kind.setup(seed)
    try:
        with counting() as tally:
            game = play(ruleset, seed, setup, stumbling=STUMBLING if kind.vary else 0)
        if check is not None:
            check(game)
    except (Broken, Problem):
        raise
    except Exception as error:
        raise Broken(seed, "".join(traceback.format_exception(error))) from None
    outcome = game.state.outcome
    assert outcome is not None
    happened = [event for moment in game.moments for event in moment.events]
    events = Counter(event.kind for event in happened)
    cited = Counter(cite.rule for event in happened for cite in event.because if cite.rule)
    rolls = sum(isinstance(moment.line, Thrown) for moment in game.moments)
    return Played(
        seed=seed,
        winners=outcome.winners,
        rule=outcome.rule,
        answers=game.count - rolls,
        rolls=rolls,
        events=dict(events),
        fired=_by_statement(ruleset, tally.fired),
        reached=_by_statement(ruleset, tally.reached),
        cited=dict(cited),
    )


def _by_statement(ruleset: Ruleset, counts: Mapping[str, int]) -> dict[str, int]:
    """Counts of roles and statements as counts of the ruleset's statements."""
    found: Counter[str] = Counter()
    for name, count in counts.items():
        for statement in ruleset.edition.statements(name):
            found[statement] += count
    return dict(found)


def _chunk(task: tuple[Kind, int, int]) -> list[Played]:
    kind, first, count = task
    with seldom_collecting():
        return [play_one(kind, seed) for seed in range(first, first + count)]


def play_many(kind: Kind | str, games: int, seed: int, processes: int = 1) -> Iterator[Played]:
    """Random games with the seeds from `seed` on, in that order."""
    kind = Kind(kind) if isinstance(kind, str) else kind
    if processes <= 1:
        with seldom_collecting():
            yield from (play_one(kind, number) for number in range(seed, seed + games))
        return
    size = max(1, min(50, games // (4 * processes)))
    tasks = [(kind, first, min(size, seed + games - first)) for first in range(seed, seed + games, size)]
    with ProcessPoolExecutor(processes, **compiling.for_workers()) as pool:
        for chunk in pool.map(_chunk, tasks):
            yield from chunk
