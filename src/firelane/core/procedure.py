"""Procedures: the steps of a book, in its order and words, as named functions.

A step gets the play under way and its own frame, emits events, and returns what comes next: the next
step of the list, another one, a question, dice, a frame on top, or the end. It keeps nothing: what must
outlive the step goes into the frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.events import Event
from firelane.core.fired import fired, is_counting
from firelane.core.requests import CHANCE, Answer, Request, Roll, kind_of
from firelane.core.rules import Edition
from firelane.core.state import Frame, Outcome, Returned

W = TypeVar("W")
F = TypeVar("F", bound=Frame)
T = TypeVar("T", bound=Answer)


class MachineError(Exception):
    """A ruleset breaks the machine's contract. It is a bug in the ruleset, never a player's fault."""


class Play(Struct, Generic[W]):
    """A step under way: the world as changed so far, and what the step was given to read.

    `edition` holds the tables in force; `answers` what was said in the window just closed, by request id,
    and `asked` the requests themselves; `faces` the dice that just fell; `returned` what the frame above
    handed back.
    """

    world: W
    seats: tuple[str, ...]
    edition: Edition
    asked: tuple[Request, ...] = ()
    answers: Mapping[str, Answer] = {}
    faces: tuple[int, ...] = ()
    returned: Returned = None
    events: list[Event] = []
    triggered: list[Frame] = []

    def emit(self, event: Event) -> None:
        """Let something happen: the world changes at once, and rules that wait for it are woken."""
        cites = self.edition.cites(event.because)
        if cites is not event.because:
            event = replace(event, because=cites)
        self.world = event.apply(self.world)
        self.events.append(event)
        triggers = self.edition.triggers
        for trigger, figures in triggers.get(event.kind, ()) if triggers else ():
            frame = trigger(self.world, event, figures)
            if frame is not None:
                self.triggered.append(frame)
        if is_counting():
            fired(cite.rule for cite in event.because)

    def answer(self, kind: type[T]) -> T:
        """The only answer of the window, which must be of this kind."""
        (given,) = self.answers.values()
        if not isinstance(given, kind):
            raise MachineError(f"expected {kind.__name__}, got {type(given).__name__}")
        return given

    def answers_by_request(self) -> Iterable[tuple[Request, Answer]]:
        """Requests and what was said to each, in the order asked, which no arrival order changes."""
        return [(request, self.answers[request.id]) for request in self.asked]


class Do(Enum):
    """What a step can want."""

    GO_ON = 1
    ASK = 2
    ASK_IN_TURN = 3
    NEXT_IN_TURN = 4
    PUSH = 5
    DONE = 6
    FINISH = 7


class Next(Struct, frozen=True):
    """What a step wants to come next. Made by the functions below, consumed at once, never saved."""

    do: Do
    frame: Frame | None = None
    then: str = ""
    requests: tuple[Request, ...] = ()
    each: str = ""
    child: Frame | None = None
    returned: Returned = None
    outcome: Outcome | None = None
    keep: Callable[[Any], bool] | None = None


def proceed(frame: Frame | None = None) -> Next:
    """Go on with the next step of the list; after the last one the procedure is done."""
    return Next(Do.GO_ON, frame)


def goto(step: str, frame: Frame | None = None) -> Next:
    """Go on with a named step."""
    return Next(Do.GO_ON, frame, step)


def ask(*requests: Request, then: str = "", frame: Frame | None = None) -> Next:
    """Ask all of these together, sealed; go on (with `then`) when the last answer is in.

    Nobody asked: go on at once.
    """
    return Next(Do.ASK, frame, then, requests)


def ask_in_turn(*requests: Request, each: str, then: str, frame: Frame | None = None) -> Next:
    """Ask one after another: `each` takes every answer and ends with `next_in_turn`; `then` is last."""
    return Next(Do.ASK_IN_TURN, frame, then, requests, each)


def next_in_turn(frame: Frame | None = None, keep: Callable[[Any], bool] | None = None) -> Next:
    """Go on to the next question of the queue; `keep` drops those that no longer make sense."""
    return Next(Do.NEXT_IN_TURN, frame, keep=keep)


def roll(
    *dice: int,
    roller: str,
    why: str,
    then: str = "",
    frame: Frame | None = None,
    secret: bool = False,
    rules: tuple[str, ...] = (),
) -> Next:
    """Throw dice, given by their sides, for `roller`; `why` names the roll."""
    if not dice or min(dice) < 1:
        raise MachineError(f"{why}: no such dice can be thrown: {dice}")
    request = Roll(seat=CHANCE, dice=dice, roller=roller, why=why, secret=secret, rules=rules)
    return Next(Do.ASK, frame, then, (request,))


def push(child: Frame, then: str = "", frame: Frame | None = None) -> Next:
    """Play another procedure first; what it returns is read in `then`."""
    return Next(Do.PUSH, frame, then, child=child)


def done(returned: Returned = None) -> Next:
    """This procedure is over; hand something back to the one below."""
    return Next(Do.DONE, returned=returned)


def finish(outcome: Outcome) -> Next:
    """The game is over."""
    return Next(Do.FINISH, outcome=outcome)


Step = Callable[[Play[Any], Any], Next]
_RULES = re.compile(r"Rules?:\s*(.+?)(?:\.\s|\.?\n\s*\n|\.?\s*$)", re.DOTALL)
_ID = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+")


def cited(text: str | None) -> tuple[str, ...]:
    """The statement ids that a docstring names after `Rules:`, ranges (`n3.aro.1-4`) as written."""
    found = _RULES.search(text or "")
    return tuple(_ID.findall(found.group(1))) if found else ()


def each_statement(ids: Iterable[str]) -> Iterable[str]:
    """Ids with ranges written out: `n3.aro.1-4` is four."""
    for name in ids:
        stem, _, last = name.rpartition(".")
        low, dash, high = last.partition("-")
        if dash and low.isdigit() and high.isdigit():
            yield from (f"{stem}.{n}" for n in range(int(low), int(high) + 1))
        else:
            yield name


class Procedure(Generic[F]):
    """The steps of one kind of frame, in the order of the book."""

    def __init__(self, frame: type[F], *steps: Step) -> None:
        self.frame = frame
        self.name = kind_of(frame)
        self.steps: dict[str, Step] = {step.__name__: step for step in steps}
        if len(self.steps) != len(steps):
            raise MachineError(f"{self.name}: two steps have the same name")
        if not steps:
            raise MachineError(f"{self.name}: a procedure with no steps")
        names = list(self.steps)
        self.first = names[0]
        self.after: dict[str, str] = dict(zip(names, [*names[1:], ""], strict=True))
        self.cites = {name: tuple(each_statement(cited(step.__doc__))) for name, step in self.steps.items()}
