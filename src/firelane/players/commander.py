"""The commander: tries the veteran's best candidates in games that it imagines, several orders deep.

It knows no game. What is hidden is imagined anew for every try (`Ruleset.resample`), all candidates meet the
same imagined game and the same dice, everybody in it answers as the veteran would, and what comes of it is
worth what the ruleset's mind says (`standing`). The veteran's own opinion counts as some tries already made,
so that a few unlucky dice do not overrule it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from firelane.core import machine
from firelane.core.because import Refusal
from firelane.core.chance import seeded
from firelane.core.requests import Answer, Request, Roll
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState
from firelane.core.views import View, pending, view
from firelane.players.mind import Mind, Term, Weighed, decided_game
from firelane.players.player import Budget, Clock, Decision
from firelane.players.simple import decision, ranked

NODES = 400
"""What a decision costs where the budget names nothing."""


@dataclass(frozen=True, slots=True)
class Commander:
    """Searches among the veteran's candidates."""

    ruleset: Ruleset
    mind: Mind
    width: int = 5
    """How many candidates are tried."""
    depth: int = 2
    """How many more questions of the same kind a try looks ahead."""
    longest: int = 60
    """A try ends after so many answers in any case."""
    trust: float = 6.0
    """The veteran's opinion counts as so many tries."""

    def __call__(self, view: View[Any], request: Request, budget: Budget, generator: Random) -> Answer:
        given: Answer = self.decide(view, request, budget, generator).answer
        return given

    def decide(self, view: View[Any], request: Request, budget: Budget, generator: Random) -> Decision:
        """The candidate that did best, with the veteran's terms and what the tries found."""
        clock = budget.clock(NODES)
        weighed = ranked(self.mind, view, request, generator)
        tried = weighed[: self.width]
        if len(tried) < 2:
            return decision(request, weighed[0].answer, weighed)
        now = self.mind.standing(view)
        found: list[list[float]] = [[] for _ in tried]
        alive = list(range(len(tried)))
        while not clock.over and len(alive) > 1:
            seed = str(generator.getrandbits(64))
            imagined = self.ruleset.resample(view, Random(seed))
            worths = []
            for place in alive:
                worths.append(self._try(imagined, request, tried[place].answer, seed, clock))
                if clock.over:
                    break
            if len(worths) < len(alive):
                break
            for place, worth in zip(alive, worths, strict=True):
                found[place].append(worth - now)
            rounds = len(found[alive[0]])
            if rounds % 4 == 0:  # the worse half is tried no more
                alive.sort(key=lambda place: -self._opinion(tried[place], found[place]))
                alive = sorted(alive[: max(1, (len(alive) + 1) // 2)])
        opinions = [self._opinion(one, worths) for one, worths in zip(tried, found, strict=True)]
        best = max(alive, key=lambda place: opinions[place])
        shown = [
            Weighed(one.answer, (*one.terms, Term("search", opinion - one.score)))
            for one, opinion in zip(tried, opinions, strict=True)
        ]
        rest = sorted(shown, key=lambda one: -one.score)
        return decision(request, tried[best].answer, [*rest, *weighed[self.width :]], clock.spent)

    def _opinion(self, one: Weighed, worths: list[float]) -> float:
        """The veteran's score and the tries, weighed by how many there are."""
        return (self.trust * one.score + sum(worths)) / (self.trust + len(worths))

    def _try(self, state: AnyState, request: Request, answer: Answer, seed: str, clock: Clock) -> float:
        """What comes of an answer in an imagined game."""
        seat = request.seat
        dice = seeded(seed)
        chance = Random(seed)
        left, asked = self.longest, 0
        moved = machine.answer(self.ruleset, state, seat, request.id, answer)
        clock.tick()
        if isinstance(moved, Refusal):
            return self._worth(state, seat)
        state = moved.state
        while state.outcome is None and left and not clock.over:
            for one in pending(state):
                if isinstance(one, Roll):
                    moved = machine.answer(self.ruleset, state, one.seat, one.id, dice(one))
                else:
                    if one.seat == seat and one.kind == request.kind:
                        asked += 1
                        if asked > self.depth:
                            return self._worth(state, seat)
                    known = view(self.ruleset, state, one.seat)
                    best = ranked(self.mind, known, one, chance)[0].answer
                    moved = machine.answer(self.ruleset, state, one.seat, one.id, best)
                    clock.tick()
                    left -= 1
                if isinstance(moved, Refusal):
                    return self._worth(state, seat)
                state = moved.state
        return self._worth(state, seat)

    def _worth(self, state: AnyState, seat: str) -> float:
        known = view(self.ruleset, state, seat)
        over = decided_game(known)
        return self.mind.standing(known) if over is None else over
