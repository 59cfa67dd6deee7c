"""What a ruleset brings to thinking players: candidates and terms over views. The players know no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec import Struct

from firelane.core.requests import Answer, Request, kind_of
from firelane.core.ruleset import Ruleset
from firelane.core.views import View


class Term(Struct, frozen=True, gc=False):
    """One reason for or against an answer, in points of the game; with the rule behind it, where one is."""

    name: str
    points: float
    rule: str = ""


class Weighed(Struct, frozen=True, gc=False):
    """An answer and what speaks for and against it."""

    answer: Any
    terms: tuple[Term, ...] = ()

    @property
    def score(self) -> float:
        """The sum of the terms."""
        return sum(term.points for term in self.terms)


def kind_only(answer: Answer) -> Sequence[str]:
    """The kind of an answer."""
    return (kind_of(type(answer)),)


@dataclass(frozen=True, slots=True)
class Trying:
    """How candidates are tried out in imagined games."""

    kinds: frozenset[str] | None = None
    """The kinds of questions about which trying out tells more than weighing; None: all of them."""
    least: int = 1
    """So often each candidate is tried, or tries do not count: fewer tell more of dice than of answers."""
    width: int = 4
    """How many candidates are tried."""
    depth: int | None = 1
    """How many more questions of the same kind a try looks ahead; None: to the end of the game."""
    longest: int = 40
    """A try ends after so many answers in any case."""
    trust: float = 12.0
    """What was weighed counts as so many tries."""
    sure: float = 0.0
    """By so many standard errors of its tries a candidate must be better than is known: dice may deceive."""
    spare: float = 0.0
    """So many seconds of a budget of time are left alone: now and then the interpreter pauses to tidy up."""
    paired: bool = False
    """Whether a try is compared with that of the best by weight in the same imagined game, which is tried to
    the last while the worse half of the others goes with each part of the budget. Otherwise it is compared
    with the standing now, and the worse half goes after every few tries."""


@dataclass(frozen=True, slots=True)
class Mind:
    """How a ruleset is thought about. All pure functions over what a seat sees.

    `candidates` gives answers worth considering, at least one, all legal; by chance only where there are too
    many. `weigh` says what speaks for and against each of them, all at once so that work is shared.
    `standing` is the worth of a situation in points for the seat whose view it is: what a search looks at
    when it stops. `reply` is a quick answer, for games that are only imagined; None: the best, weighed.
    `lost` says what each seat has lost, in points, when all is open at the end; `uses` names
    what an answer makes use of, for reports. `stops` says of an answer that it leaves undone whatever
    could still be done: nobody gives it because something better was overlooked.
    """

    candidates: Callable[[View[Any], Request, Random], Sequence[Answer]]
    weigh: Callable[[View[Any], Request, Sequence[Answer]], list[Weighed]]
    standing: Callable[[View[Any]], float]
    reply: Callable[[View[Any], Request, Random], Answer | None] = lambda *_: None
    lost: Callable[[View[Any]], Mapping[str, float]] = lambda _: {}
    uses: Callable[[Any], Sequence[str]] = kind_only
    trying: Trying = Trying()
    """How the commander tries its candidates out."""
    farther: Mind | None = None
    """The same mind looking farther ahead, for who takes the time: what the commander thinks with."""
    within: Callable[[Any], Mind] | None = None
    """The same mind with a clock (`player.Clock`) in its hand: it looks at less when time runs short."""
    prepare: Callable[[View[Any], Request], Iterator[None]] = lambda *_: iter(())
    """Looks up, bit by bit, what a question will ask for that stays the same from game to game."""
    stops: Callable[[Any], bool] = lambda _: False
    overlooks: float = 0.5
    """How often a novice does not see a candidate at all."""
    whim: float = 0.2
    """How often any candidate will do for it."""


WON = 1000.0
"""The worth of a game that is won: more than any standing."""
SAMPLES = 12
"""How many answers are drawn where a question cannot be listed."""


def decided_game(view: View[Any]) -> float | None:
    """What a game that is over is worth to the seat; None while it goes on."""
    if view.outcome is None:
        return None
    winners = view.outcome.winners
    return 0.0 if not winners else WON if view.seat in winners else -WON


def plain_mind(ruleset: Ruleset) -> Mind:
    """A mind for any ruleset: it lists or draws answers and has no opinion but on who has won."""

    def candidates(view: View[Any], request: Request, generator: Random) -> Sequence[Answer]:
        question = ruleset.question(request)
        listed = list(question.listed(view, request)) if question.listed is not None else []
        return listed or [question.sample(view, request, generator) for _ in range(SAMPLES)]

    def weigh(_: View[Any], __: Request, answers: Sequence[Answer]) -> list[Weighed]:
        return [Weighed(answer) for answer in answers]

    return Mind(candidates, weigh, lambda view: decided_game(view) or 0.0)
