"""The commander: tries the veteran's best candidates in games that it imagines, several orders deep.

It knows no game; how it tries is the mind's to say (`Trying`). What is hidden is imagined anew for every try
(`Ruleset.resample`), all candidates meet the same imagined game and the same dice, everybody in it answers as
the veteran would, and what comes of it is worth what the mind says (`standing`), or the game that is won or
lost in the end. The dice of successive tries are spread evenly, so that few of them tell more. What was
weighed counts as some tries already made: a few unlucky dice do not overrule it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from statistics import stdev
from typing import Any

from firelane.core import machine
from firelane.core.because import Refusal
from firelane.core.chance import Source
from firelane.core.requests import Answer, Request, Roll, Rolled
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState
from firelane.core.views import View, pending, view
from firelane.players.mind import Mind, Term, Weighed, decided_game
from firelane.players.player import Budget, Clock, Decision
from firelane.players.simple import decision, ranked

NODES = 200
"""What a decision costs where the budget names nothing."""
TRY = 1.5
"""A try takes at least so much of the time that weighing took: who cannot make enough of them makes none."""
ROUNDS = 4
"""After so many tries of each the worse half is tried no more."""
STRIDES = tuple(math.sqrt(prime) % 1 for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47))
"""How far the dice of successive tries step: irrational, so that they are spread evenly."""


@dataclass(frozen=True, slots=True)
class Commander:
    """Searches among the veteran's candidates."""

    ruleset: Ruleset
    mind: Mind

    def __call__(self, view: View[Any], request: Request, budget: Budget, generator: Random) -> Answer:
        given: Answer = self.decide(view, request, budget, generator).answer
        return given

    def decide(self, view: View[Any], request: Request, budget: Budget, generator: Random) -> Decision:
        """The candidate that did best, with the veteran's terms and what the tries found."""
        clock = budget.clock(NODES)
        weighed = ranked(self._far(clock), view, request, generator)
        width, kinds = self.mind.trying.width, self.mind.trying.kinds
        tried = weighed[:width]
        if len(tried) < 2 or (kinds is not None and request.kind not in kinds):
            return decision(request, weighed[0].answer, weighed)
        found = self._tries(view, request, tried, clock, generator)
        opinions = self._opinions(tried, found)
        best = max(range(len(tried)), key=lambda place: opinions[place])
        shown = [
            Weighed(one.answer, (*one.terms, Term("search", opinion - one.score)))
            for one, opinion in zip(tried, opinions, strict=True)
        ]
        shown.sort(key=lambda one: -one.score)
        return decision(request, tried[best].answer, [*shown, *weighed[width:]], clock.spent)

    def _tries(
        self, view: View[Any], request: Request, tried: list[Weighed], clock: Clock, generator: Random
    ) -> list[list[float]]:
        """What came of the candidates, try by try. Only tries that all of the same round got count."""
        least, paired = self.mind.trying.least, self.mind.trying.paired
        clock.spare(self.mind.trying.spare)
        if clock.ends and clock.part * TRY * len(tried) * least > 1 - clock.part:
            return [[] for _ in tried]
        now = 0.0 if paired else self._standing(view, clock)
        before = clock.part
        seed = str(generator.getrandbits(64))
        found: list[list[float]] = [[] for _ in tried]
        alive = list(range(len(tried)))
        rounds = 0
        while len(alive) > 1:
            worths: list[float | None] = []
            imagined = self.ruleset.resample(view, Random(f"{seed}/{rounds}"))
            for place in alive:
                # If the first takes longer than this there will not be enough of them.
                first = not rounds and not worths
                until = before + (1 - before) / (len(alive) * least) if first else 1.0
                if not clock.over:
                    answer = tried[place].answer
                    worths.append(self._try(imagined, request, answer, seed, rounds, clock, until))
                if first and (clock.part > until or None in worths):
                    return found
            if len(worths) < len(alive) or None in worths:
                break
            level = worths[0] or 0.0 if paired else now
            for place, worth in zip(alive, worths, strict=True):
                found[place].append((worth or 0.0) - level)
            rounds += 1
            if self._enough(rounds, (clock.part - before) / (1 - before), len(tried), len(alive)):
                alive = self._better(alive, self._opinions(tried, found))
        return found if rounds >= least else [[] for _ in tried]

    def _enough(self, rounds: int, gone: float, tried: int, alive: int) -> bool:
        """Whether the worse half has been tried enough."""
        if not self.mind.trying.paired:
            return rounds % ROUNDS == 0
        others = tried - 1
        parts = (others - 1).bit_length() + 1
        return alive - 1 > math.ceil(others / (1 << int(gone * parts)))

    def _better(self, alive: list[int], opinions: list[float]) -> list[int]:
        """Those who are tried on: the better half, beside the one with which they are compared."""
        kept = alive[:1] if self.mind.trying.paired else []
        others = sorted(alive[len(kept) :], key=lambda place: -opinions[place])
        return kept + sorted(others[: (len(others) + 1) // 2])

    def _opinions(self, tried: list[Weighed], found: list[list[float]]) -> list[float]:
        """What candidates are thought to be worth: their scores count as so many tries, the doubt in these
        against them."""
        trying = self.mind.trying
        level = tried[0].score if trying.paired else 0.0
        return [
            level
            + (trying.trust * (one.score - level) + sum(worths) - trying.sure * _doubt(worths))
            / (trying.trust + len(worths))
            for one, worths in zip(tried, found, strict=True)
        ]

    def _try(
        self,
        state: AnyState,
        request: Request,
        answer: Answer,
        seed: str,
        number: int,
        clock: Clock,
        until: float,
    ) -> float | None:
        """What comes of an answer in an imagined game; None if this part of the budget ran out before."""
        seat = request.seat
        dice = even_dice(seed, number)
        chance = Random(f"{seed}/{number}")
        left, depth, asked = self.mind.trying.longest, self.mind.trying.depth, 0
        moved = machine.answer(self.ruleset, state, seat, request.id, answer)
        clock.tick()
        while not isinstance(moved, Refusal):
            state = moved.state
            if state.outcome is not None or not left:
                break
            one = pending(state)[0]
            if isinstance(one, Roll):
                moved = machine.answer(self.ruleset, state, one.seat, one.id, dice(one))
                continue
            if one.seat == seat and one.kind == request.kind:
                asked += 1
                if depth is not None and asked > depth:
                    break
            if clock.over or clock.part > until:
                return None
            given = self._reply(view(self.ruleset, state, one.seat), one, chance, clock)
            moved = machine.answer(self.ruleset, state, one.seat, one.id, given)
            clock.tick()
            left -= 1
        return self._standing(view(self.ruleset, state, seat), clock)

    def _reply(self, known: View[Any], request: Request, chance: Random, clock: Clock) -> Answer:
        quick = self.mind.reply(known, request, chance)
        if quick is not None:
            return quick
        best: Answer = ranked(_timed(self.mind, clock), known, request, chance)[0].answer
        return best

    def _far(self, clock: Clock) -> Mind:
        """The mind that looks farther, if there is one."""
        return _timed(self.mind.farther or self.mind, clock)

    def _standing(self, known: View[Any], clock: Clock) -> float:
        over = decided_game(known)
        found = self._far(clock).standing(known) if over is None else over
        clock.step()
        return found


def _doubt(worths: list[float]) -> float:
    """The standard error of the sum of tries."""
    return stdev(worths) * math.sqrt(len(worths)) if len(worths) > 1 else 0.0


def _timed(mind: Mind, clock: Clock) -> Mind:
    """A mind with the clock in its hand, where there is one to look at."""
    return mind.within(clock) if clock.ends and mind.within is not None else mind


def even_dice(seed: str, number: int) -> Source:
    """The dice of one of many tries: over the tries each die shows all its faces as evenly as can be."""

    def throw(roll: Roll) -> Rolled:
        shown = []
        for place, sides in enumerate(roll.dice):
            drawn = blake2b(f"{seed}/{roll.id}/{place}".encode(), digest_size=8).digest()
            start = int.from_bytes(drawn, "little")
            part = (start / 2**64 + number * STRIDES[start % len(STRIDES)]) % 1.0
            shown.append(min(sides, int(part * sides) + 1))
        return Rolled(tuple(shown))

    return throw
