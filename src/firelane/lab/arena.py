"""Players against one another: paired games with the same seeds and sides swapped, counted honestly.

With budgets of nodes the same seeds give the same results, whatever the number of processes: only the times
differ. A comparison stops when a sequential test has decided it.
"""

from __future__ import annotations

import os
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, field

from firelane import compiling
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.ruleset import Ruleset
from firelane.lab.many import LONGEST, Broken
from firelane.loading import decode
from firelane.players import Budget, mind_of, named
from firelane.problem import Problem
from firelane.rulesets import load

MILLISECOND = 1000.0


class Terms(Struct, frozen=True, kw_only=True):
    """What is compared under which conditions. Results of other terms are not mixed with these."""

    ruleset: str
    players: tuple[str, ...]
    setup: Mapping[str, Any] = {}
    budget: Budget = Budget()
    turns: tuple[Mapping[str, Any], ...] = ()
    """What the set-up takes besides, in turn from seed to seed; both games of a pair have the same."""

    def setup_for(self, seed: int) -> Mapping[str, Any]:
        """The set-up that is played with a seed."""
        return {**self.setup, **self.turns[seed % len(self.turns)]} if self.turns else self.setup


class Bout(Struct, frozen=True, kw_only=True):
    """One game between two players: `seats` names who sat where; nobody wins a draw.

    `times` counts each player's decisions by milliseconds, `uses` what they made use of.
    """

    pair: tuple[str, str]
    seed: int
    swapped: bool
    winner: str
    scores: Mapping[str, int] = {}
    lost: Mapping[str, float] = {}
    decisions: int = 0
    times: Mapping[str, Mapping[int, int]] = {}
    uses: Mapping[str, Mapping[str, int]] = {}


class Result(Struct, kw_only=True):
    """All games of one pair, seen from the first of the two."""

    pair: tuple[str, str]
    games: int = 0
    wins: int = 0
    draws: int = 0
    lost: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decided: str = ""
    """What the sequential test says, once it does: `better`, `worse`; empty while it does not."""

    @property
    def score(self) -> float:
        """Wins, and half of the draws."""
        return self.wins + self.draws / 2

    def add(self, bout: Bout) -> None:
        """Count one game in."""
        first, second = self.pair
        self.games += 1
        self.wins += bout.winner == first
        self.draws += not bout.winner
        self.lost[0] += bout.lost.get(first, 0.0)
        self.lost[1] += bout.lost.get(second, 0.0)


def setup_of(ruleset: Ruleset, wanted: Mapping[str, Any]) -> Any:
    """A set-up with some fields changed."""
    known = {one.encode_name for one in msgspec.structs.fields(ruleset.setup)}
    for name in wanted:
        if name not in known:
            raise Problem(
                "arena.no-such-option", name=name, ruleset=ruleset.name, known=", ".join(sorted(known))
            )
    try:
        return msgspec.convert(dict(wanted), ruleset.setup)
    except msgspec.ValidationError as error:
        raise Problem("arena.bad-setup", what=error) from None


def bout(terms: Terms, pair: tuple[str, str], seed: int, swapped: bool) -> Bout:
    """One game. Anything that goes wrong names the seed."""
    try:
        return _bout(terms, pair, seed, swapped)
    except (Broken, Problem):
        raise
    except Exception as error:
        raise Broken(seed, "".join(traceback.format_exception(error))) from None


def _bout(terms: Terms, pair: tuple[str, str], seed: int, swapped: bool) -> Bout:
    ruleset = load(terms.ruleset)
    sitting = dict(zip(ruleset.seats, pair[::-1] if swapped else pair, strict=True))
    players = {seat: named(name, ruleset) for seat, name in sitting.items()}
    generators = {seat: Random(f"{seed}/{seat}") for seat in sitting}
    mind = mind_of(ruleset)
    game = Game.new(ruleset, setup_of(ruleset, terms.setup_for(seed)), seed)
    times: dict[str, Counter[int]] = {seat: Counter() for seat in sitting}
    uses: dict[str, Counter[str]] = {seat: Counter() for seat in sitting}
    count = 0
    while game.state.outcome is None:
        game.throw_all()
        for request in game.pending:
            seat = request.seat
            known = game.view(seat)
            begun = time.perf_counter()
            given = players[seat](known, request, terms.budget, generators[seat])
            times[seat][round(MILLISECOND * (time.perf_counter() - begun))] += 1
            uses[seat].update(mind.uses(given))
            count += 1
            result = game.answer(seat, request.id, given)
            if isinstance(result, Refusal):
                raise Broken(seed, f"{sitting[seat]}: {given!r} was refused by {result.rule}")
        if game.count > LONGEST:
            raise Broken(seed, f"no end after {game.count} steps")
    outcome = game.state.outcome
    lost = mind.lost(game.view(ruleset.seats[0]))
    return Bout(
        pair=pair,
        seed=seed,
        swapped=swapped,
        winner=sitting[outcome.winners[0]] if len(outcome.winners) == 1 else "",
        scores={sitting[seat]: score for seat, score in outcome.scores.items()},
        lost={sitting[seat]: points for seat, points in lost.items()},
        decisions=count,
        times={sitting[seat]: dict(found) for seat, found in times.items()},
        uses={sitting[seat]: dict(found) for seat, found in uses.items()},
    )


def _both(task: tuple[Terms, tuple[str, str], int]) -> tuple[Bout, Bout]:
    """A pair of games with the same seed, sides swapped."""
    terms, pair, seed = task
    return bout(terms, pair, seed, swapped=False), bout(terms, pair, seed, swapped=True)


def pairs_of(players: Sequence[str]) -> list[tuple[str, str]]:
    """Everybody against everybody."""
    if len(players) < 2 or len(set(players)) != len(players):
        raise Problem("arena.two-players", players=", ".join(players))
    return list(combinations(players, 2))


class Kept:
    """Bouts in a file, one JSON line each under the terms: what was played is not played again."""

    def __init__(self, path: Path | None, terms: Terms) -> None:
        self.path = path
        self.bouts: dict[tuple[tuple[str, str], int, bool], Bout] = {}
        if path is None:
            return
        try:
            if path.exists():
                self._read(path, terms)
            else:
                path.write_bytes(msgspec.json.encode(terms) + b"\n")
        except OSError as error:
            raise Problem("documents.unwritable", file=path, reason=error.strerror or error) from None

    def _read(self, path: Path, terms: Terms) -> None:
        first, *lines = path.read_bytes().split(b"\n")
        try:
            if decode(first, msgspec.json.Decoder(Terms)) != terms:
                raise Problem("arena.other-terms", file=path)
        except msgspec.DecodeError:
            raise Problem("arena.not-kept", file=path) from None
        bouts = msgspec.json.Decoder(Bout)
        for line in lines:
            try:
                one = decode(line, bouts)
            except msgspec.DecodeError:
                continue  # the last line of a run that was cut off
            self.bouts[one.pair, one.seed, one.swapped] = one

    def add(self, one: Bout) -> None:
        """Write a bout down, once."""
        key = (one.pair, one.seed, one.swapped)
        if key in self.bouts:
            return
        self.bouts[key] = one
        if self.path is not None:
            with self.path.open("ab") as out:
                out.write(b"\n" + msgspec.json.encode(one))


def compare(
    terms: Terms,
    pair: tuple[str, str],
    games: int,
    seed: int,
    processes: int,
    kept: Kept,
) -> Iterator[tuple[Bout, Bout]]:
    """Pairs of games in the order of their seeds, until the caller has seen enough."""
    seeds = range(seed, seed + (games + 1) // 2)
    if processes <= 1:
        for number in seeds:
            yield _known(kept, pair, number) or _both((terms, pair, number))
        return
    waiting: deque[tuple[Bout, Bout] | Future[tuple[Bout, Bout]]] = deque()
    with ProcessPoolExecutor(processes, **compiling.for_workers()) as pool:
        left = iter(seeds)
        try:
            while True:
                for number in islice(left, 2 * processes - len(waiting)):
                    known = _known(kept, pair, number)
                    waiting.append(known if known is not None else pool.submit(_both, (terms, pair, number)))
                if not waiting:
                    return
                one = waiting.popleft()
                yield one if isinstance(one, tuple) else one.result()
        finally:
            for one in waiting:
                if not isinstance(one, tuple):
                    one.cancel()


def _known(kept: Kept, pair: tuple[str, str], seed: int) -> tuple[Bout, Bout] | None:
    one, two = kept.bouts.get((pair, seed, False)), kept.bouts.get((pair, seed, True))
    return (one, two) if one is not None and two is not None else None


def cores() -> int:
    """How many processes there is room for."""
    return max(1, len(os.sched_getaffinity(0)))
