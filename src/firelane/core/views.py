"""What a seat may see, by whitelist: the ruleset's view of the table, and the machine's own facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from firelane.core.because import Refusal
from firelane.core.events import Event
from firelane.core.fired import fired
from firelane.core.lately import Lately
from firelane.core.requests import Answer, Request, Roll, Rolled, Window
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState, Level, Outcome, Standing, State

V = TypeVar("V")


class View(Struct, Generic[V], frozen=True, gc=False, kw_only=True):
    """All that one seat knows now.

    `asked` names the seats with an open question: who is asked depends on public facts, so it is public;
    who has answered already is not told. `answered` holds the seat's own sealed answers.
    """

    ruleset: str
    seat: str
    table: V
    requests: tuple[Any, ...] = ()
    answered: Mapping[str, Any] = {}
    asked: tuple[str, ...] = ()
    standing: tuple[Standing, ...] = ()
    agreed_draw: tuple[str, ...] = ()
    outcome: Outcome | None = None


_last: Lately[str, tuple[Ruleset, AnyState, View[Any]]] = Lately()


def view(ruleset: Ruleset, state: AnyState, seat: str) -> View[Any]:
    """What `seat` (or a watcher) may see of the state.

    Whoever shows a state, answers for a seat and judges the answer asks for the same: the last one is kept.
    """
    known = _last.now()
    last = known.get(seat)
    if last is not None and last[1] is state and last[0] is ruleset:
        return last[2]
    made = _view(ruleset, state, seat)
    known[seat] = (ruleset, state, made)
    return made


def _view(ruleset: Ruleset, state: AnyState, seat: str) -> View[Any]:
    mine: list[Request] = []
    answered: dict[str, Answer] = {}
    asked: dict[str, None] = {}
    window = state.window
    for request in window.requests if window is not None else ():
        asked[request.seat] = None
        if request.seat != seat:
            continue
        given = window.answers.get(request.id)  # type: ignore[union-attr]
        if given is None:
            mine.append(request)
        else:
            answered[request.id] = given
    return View(
        ruleset=state.ruleset,
        seat=seat,
        table=ruleset.view(state, seat),
        requests=tuple(mine),
        answered=answered,
        asked=tuple(asked),
        standing=tuple([order for order in state.standing if order.seat == seat]),
        agreed_draw=state.agreed_draw,
        outcome=state.outcome,
    )


def pending(state: AnyState) -> tuple[Request, ...]:
    """Who is asked what: the open requests that have no answer yet."""
    window = state.window
    return () if window is None else tuple([r for r in window.requests if r.id not in window.answers])


def seen(events: tuple[Event, ...], seat: str) -> tuple[Event, ...]:
    """What a seat reads of some events."""
    return tuple(part for event in events if (part := event.seen_by(seat)) is not None)


def judge(ruleset: Ruleset, seen_now: View[Any], request: Request, answer: Answer) -> Refusal | None:
    """Whether an answer is refused, decided on the seat's own view."""
    refusal: Refusal | None
    if isinstance(request, Roll):
        refusal = _judge_faces(request, answer)
    else:
        question = ruleset.question(request)
        if not isinstance(answer, question.answers):
            kinds = question.answer_kinds
            refusal = Refusal("core.wrong-kind", {"ask": request.kind, "kinds": kinds})
        else:
            refusal = question.refuse(seen_now, request, answer)
    if refusal is not None:
        fired((refusal.rule,))
    return refusal


def _judge_faces(request: Roll, answer: Answer) -> Refusal | None:
    if not isinstance(answer, Rolled):
        return Refusal("core.wrong-kind", {"ask": request.kind, "kinds": ("rolled",)})
    if len(answer.faces) != len(request.dice):
        return Refusal("core.dice-count", {"needed": len(request.dice), "count": len(answer.faces)})
    for face, sides in zip(answer.faces, request.dice, strict=True):
        if not 1 <= face <= sides:
            return Refusal("core.dice-face", {"value": face, "limit": sides})
    return None


def may_type_dice(request: Request, seat: str) -> bool:
    """Whether a player at a real table may type in this roll: his own dice, thrown in the open."""
    return isinstance(request, Roll) and request.roller == seat and not request.secret


def supposed(
    view: View[Any], seats: tuple[str, ...], world: Any, frames: Sequence[Any], requests: tuple[Request, ...]
) -> AnyState:
    """The state that a view may have been made of, with what was supposed of all that it does not show."""
    window: Window[Any, Any] = Window(requests, frames[-1].step)
    below: list[Level[Any, Any, Any]] = [Level(frame) for frame in frames[:-1]]
    return State(
        ruleset=view.ruleset,
        seats=seats,
        world=world,
        stack=(*below, Level(frames[-1], window)),
        asked={request.seat: int(request.id.rpartition("-")[2]) for request in requests},
        standing=view.standing,
        agreed_draw=view.agreed_draw,
    )
