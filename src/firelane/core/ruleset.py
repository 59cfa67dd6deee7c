"""What a game brings to the machine: its types, its procedures, its questions, its views.

Nothing here knows a game. A question is judged, sampled and listed from the seat's *view*, never from the
state: so a refusal cannot tell a player what he may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from firelane.core.because import Refusal
from firelane.core.events import Event
from firelane.core.labels import Called, in_full
from firelane.core.procedure import MachineError, Procedure
from firelane.core.requests import Answer, Request, Roll, kind_of
from firelane.core.rules import Edition
from firelane.core.state import AnyState, Frame, State, World
from firelane.loading import decode

V = TypeVar("V")
Q = TypeVar("Q", bound=Request)
A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, slots=True)
class Question(Generic[V, Q, A]):
    """How one kind of request is answered.

    `refuse` judges an answer, `sample` makes a legal one by chance, `listed` gives all of them where they
    are finite, `standing` turns the word of a standing order into an answer (None: the seat is asked).
    `usual` is the answer that a table may give for a player where there is nothing to decide (None: he
    decides). Nothing in the machine gives it by itself.
    """

    request: type[Q]
    answers: tuple[type[A], ...]
    refuse: Callable[[V, Q, A], Refusal | None]
    sample: Callable[[V, Q, Random], A]
    listed: Callable[[V, Q], Iterable[A]] | None = None
    standing: Callable[[V, Q, str], A | None] | None = None
    usual: Callable[[V, Q], A | None] | None = None
    usual_tells: bool = False
    """Whether hidden facts decide if there is nothing to decide: who notices the usual answer learns them."""

    @property
    def kind(self) -> str:
        """The request's name."""
        return kind_of(self.request)

    @property
    def answer_kinds(self) -> tuple[str, ...]:
        """The names of the answers that it takes."""
        return tuple(kind_of(answer) for answer in self.answers)


@dataclass(frozen=True)
class Ruleset:
    """One playable game: an edition with its procedures. All fields are data or pure functions.

    `begin` makes the first world and frame of a set-up. `view` shows a seat what it may see, by whitelist.
    `resample` imagines a whole state that gives the same view. `policies` are the words of standing orders.
    `turn_event` is the kind of event with which a side's turn begins. `catalogue` is a folder with the
    ruleset's own statements, where the shipped rulebook does not hold them. `options` name what of the
    set-up can be chosen in words; `arrange` makes a set-up of such choices, and with a generator it draws
    what was not chosen over all that the ruleset ships.
    """

    name: str
    seats: tuple[str, ...]
    setup: type[Any]
    world: type[World]
    frames: Any
    requests: Any
    answers: Any
    begin: Callable[[Any], tuple[World, Frame]]
    procedures: Sequence[Procedure[Any]]
    questions: Sequence[Question[Any, Any, Any]]
    view: Callable[[AnyState, str], Any]
    resample: Callable[[Any, Random], AnyState]
    edition: Edition
    words: Words
    policies: tuple[str, ...] = ("pass",)
    turn_event: str = ""
    catalogue: Path | None = None
    options: tuple[str, ...] = ()
    arrange: Callable[[Mapping[str, str], Random | None], Any] | None = None
    dice_words: Callable[[AnyState, Roll, str], tuple[tuple[int, str], ...]] | None = None
    """What the dice of a roll are for, for who throws them: how many in order, and a sentence for these."""
    step_limit: int = 10_000

    @cached_property
    def state_type(self) -> Any:
        """The full type of this ruleset's states, for decoding with types checked."""
        return State[self.world, self.frames, self.requests, self.answers]  # type: ignore[name-defined]

    @cached_property
    def procedure_of(self) -> Mapping[type[Frame], Procedure[Any]]:
        """Procedures by the frame that they drive."""
        return {procedure.frame: procedure for procedure in self.procedures}

    @cached_property
    def question_of(self) -> Mapping[type[Request], Question[Any, Any, Any]]:
        """Questions by the request that they answer."""
        return {question.request: question for question in self.questions}

    @cached_property
    def _answer_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.answers)

    def read_answer(self, data: bytes) -> Answer | Refusal:
        """An answer from outside, as JSON, every type checked; or the refusal that names the field."""
        try:
            answer: Answer = decode(data, self._answer_decoder)
        except msgspec.DecodeError as error:
            what, _, place = str(error).partition(" - at `$")
            return Refusal("core.malformed", {"what": what, "field": place.strip("`.") or "-"})
        return answer

    @cached_property
    def _state_decoder(self) -> msgspec.msgpack.Decoder[Any]:
        return msgspec.msgpack.Decoder(self.state_type)

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What others have derived from the ruleset and keep with it."""
        return {}

    def decode(self, data: bytes) -> AnyState:
        """A state from its bytes, every type checked."""
        decoded: AnyState = self._state_decoder.decode(data)
        return decoded

    def procedure(self, frame: Frame) -> Procedure[Any]:
        """The steps of this frame."""
        found = self.procedure_of.get(type(frame))
        if found is None:
            raise MachineError(f"{self.name}: no procedure for {kind_of(type(frame))}")
        return found

    def question(self, request: Request) -> Question[Any, Any, Any]:
        """How this request is answered."""
        found = self.question_of.get(type(request))
        if found is None:
            raise MachineError(f"{self.name}: no question for {request.kind}")
        return found


@dataclass(frozen=True, slots=True)
class Words:
    """How a ruleset puts its things into words, in a language: whole sentences each."""

    table: Callable[[Any, str], list[str]]
    request: Callable[[Any, Any, str], str]
    answer: Callable[[Any, Any, Any, str], str]
    event: Callable[[Any, Any, str], str]
    """Of a view, an event that its seat read."""
    value: Callable[[Any, str, str], str] = lambda _, value, __: value
    """Of a view, a name or key that a refusal has among its arguments."""
    called: Callable[[Any, str, str, Event | None], tuple[Called, ...]] = lambda *_: ()
    """Of a view, the figures that a text names by their ids. The event is the one that it tells, if any:
    figures are then called as they were called when it happened."""

    def in_full(self, view: Any, text: str, lang: str, event: Event | None = None) -> str:
        """A text with labels and names of figures in place of their ids."""
        return in_full(text, self.called(view, text, lang, event))
