"""Players that look no further than the answer itself: random, novice, veteran."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.players.mind import Mind, Weighed
from firelane.players.player import Budget, Decision, Player

KEPT = 12
"""How many of the weighed answers a decision keeps."""


def random_player(ruleset: Ruleset) -> Player:
    """Answers anything legal, by chance."""

    def answer(view: View[Any], request: Request, _: Budget, generator: Random) -> Answer:
        given: Answer = ruleset.question(request).sample(view, request, generator)
        return given

    return answer


def ranked(mind: Mind, view: View[Any], request: Request, generator: Random) -> list[Weighed]:
    """The candidates as the mind weighs them, the best first; equals stay in their order."""
    answers = mind.candidates(view, request, generator)
    return sorted(mind.weigh(view, request, answers), key=lambda one: -one.score)


def decision(
    request: Request, chosen: Answer, weighed: list[Weighed] | tuple[Weighed, ...], nodes: int = 0
) -> Decision:
    """The decision as it is kept: the best few, and the one that was chosen."""
    kept = list(weighed[:KEPT])
    if all(one.answer is not chosen for one in kept):
        kept += [one for one in weighed if one.answer is chosen]
    return Decision(request.seat, request.id, request.kind, chosen, tuple(kept), nodes)


@dataclass(frozen=True, slots=True)
class Veteran:
    """Weighs every candidate and takes the best."""

    mind: Mind

    def decide(self, view: View[Any], request: Request, _: Budget, generator: Random) -> Decision:
        """The best answer, with the sums."""
        weighed = ranked(self.mind, view, request, generator)
        return decision(request, weighed[0].answer, weighed)

    def __call__(self, view: View[Any], request: Request, budget: Budget, generator: Random) -> Answer:
        given: Answer = self.decide(view, request, budget, generator).answer
        return given


@dataclass(frozen=True, slots=True)
class Novice:
    """Sensible, sometimes careless: overlooks some candidates, and now and then does the next best thing."""

    mind: Mind

    def decide(self, view: View[Any], request: Request, _: Budget, generator: Random) -> Decision:
        """One of the better answers, with the sums."""
        weighed = ranked(self.mind, view, request, generator)
        known = [weighed[0], *(one for one in weighed[1:] if not self.mind.stops(one.answer))]
        if generator.random() < self.mind.whim:
            chosen = generator.choice(known)
        else:
            noticed = [one for one in known if generator.random() >= self.mind.overlooks]
            chosen = noticed[0] if noticed else generator.choice(known)
        return decision(request, chosen.answer, weighed)

    def __call__(self, view: View[Any], request: Request, budget: Budget, generator: Random) -> Answer:
        given: Answer = self.decide(view, request, budget, generator).answer
        return given
