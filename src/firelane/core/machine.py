"""The machine: answer -> validate -> frame step -> chance -> events -> new state.

Pure functions over states. An accepted answer gives an `Advance`, a refused one a `Refusal`; in both
cases the old state is as it was. The machine runs steps until somebody is asked or the game is over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.events import (
    AnsweredAutomatically,
    DiceRolled,
    DrawAgreed,
    Event,
    GameEnded,
    StandingEnded,
)
from firelane.core.fired import fired, is_counting
from firelane.core.procedure import MachineError, Next, Play
from firelane.core.requests import CHANCE, Answer, Queue, Request, Roll, Rolled, Window, kebab
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState, Frame, Level, Outcome, Standing, State
from firelane.core.views import judge, view


class Advance(NamedTuple):
    """An accepted answer: the new state, what happened on the way, and who was answered for."""

    state: AnyState
    events: tuple[Event, ...]


class Aside(Struct, frozen=True, tag=kebab, tag_field="aside"):
    """What a seat may say at any time, unasked."""


class Concede(Aside, frozen=True):
    """Give the game up."""


class AgreeDraw(Aside, frozen=True):
    """Offer a draw or accept one: when every seat has said so, the game is drawn."""


class RefuseDraw(Aside, frozen=True):
    """Take an offer back or turn one down."""


class SetStanding(Aside, frozen=True):
    """Give a standing order for some kinds of questions, in place of an earlier one for the same kinds."""

    order: Standing


class DropStanding(Aside, frozen=True):
    """Take back the standing orders for these kinds of questions; none named: all of them."""

    kinds: tuple[str, ...] = ()


AnyAside = Concede | AgreeDraw | RefuseDraw | SetStanding | DropStanding


def start(ruleset: Ruleset, setup: Any) -> Advance:
    """The first state of a game: set up, and run to the first question."""
    world, frame = ruleset.begin(setup)
    state: AnyState = State(
        ruleset=ruleset.name, seats=ruleset.seats, world=world, stack=(Level(_first(ruleset, frame)),)
    )
    return _run(ruleset, state, [])


def answer(ruleset: Ruleset, state: AnyState, seat: str, request_id: str, given: Answer) -> Advance | Refusal:
    """Give a seat's answer to one open request."""
    window = state.window
    request = next((r for r in window.requests if r.id == request_id), None) if window is not None else None
    if window is None or request is None or request.seat != seat:
        return Refusal("core.not-asked", {"ask": request_id, "seat": seat})
    if request_id in window.answers:
        return Refusal("core.answered-already", {"ask": request_id})
    known = None if isinstance(request, Roll) else view(ruleset, state, seat)
    refusal = judge(ruleset, known, request, given)  # type: ignore[arg-type]
    if refusal is not None:
        return refusal
    top = state.stack[-1]
    filled = replace(window, answers={**window.answers, request_id: given})
    state = replace(state, stack=(*state.stack[:-1], replace(top, window=filled)))
    if len(filled.answers) < len(filled.requests):
        return Advance(state, ())
    return _run(ruleset, state, [])


def retract(state: AnyState, request_id: str) -> AnyState:
    """Take a sealed answer back while its window is open."""
    top = state.stack[-1]
    if top.window is None or request_id not in top.window.answers:
        raise MachineError(f"nothing to take back: {request_id}")
    kept = {key: given for key, given in top.window.answers.items() if key != request_id}
    return replace(state, stack=(*state.stack[:-1], replace(top, window=replace(top.window, answers=kept))))


def aside(ruleset: Ruleset, state: AnyState, seat: str, said: Aside) -> Advance | Refusal:
    """Take what a seat says unasked."""
    if seat not in state.seats:
        return Refusal("core.no-such-seat", {"seat": seat})
    if state.outcome is not None:
        return Refusal("core.game-over", {})
    match said:
        case Concede():
            others = tuple(s for s in state.seats if s != seat)
            return _end(state, Outcome(winners=others, rule="core.conceded"))
        case AgreeDraw():
            if seat in state.agreed_draw:
                return Refusal("core.draw-offered-already", {"seat": seat})
            agreed = tuple(s for s in state.seats if s == seat or s in state.agreed_draw)
            after = Advance(replace(state, agreed_draw=agreed), (DrawAgreed(seat=seat, agreed=True),))
            if agreed != state.seats:
                return after
            ended = _end(after.state, Outcome(winners=(), rule="core.draw-agreed"))
            return Advance(ended.state, after.events + ended.events)
        case RefuseDraw():
            if not state.agreed_draw:
                return Refusal("core.no-draw-offered", {})
            return Advance(replace(state, agreed_draw=()), (DrawAgreed(seat=seat, agreed=False),))
        case SetStanding(order):
            refusal = _judge_standing(ruleset, seat, order)
            if refusal is not None:
                return refusal
            kept = _others(state.standing, seat, order.kinds)
            return _run(ruleset, replace(state, standing=(*kept, order)), [])
        case DropStanding(kinds):
            return Advance(replace(state, standing=_others(state.standing, seat, kinds)), ())
        case _:
            raise MachineError(f"unknown aside {said!r}")


def _others(standing: tuple[Standing, ...], seat: str, kinds: tuple[str, ...]) -> tuple[Standing, ...]:
    """The standing orders that stay when `seat` drops those for `kinds` (none named: all of its own)."""
    kept = []
    for order in standing:
        left = tuple(kind for kind in order.kinds if kind not in kinds)
        if order.seat != seat:
            kept.append(order)
        elif kinds and left:
            kept.append(replace(order, kinds=left))
    return tuple(kept)


def _judge_standing(ruleset: Ruleset, seat: str, order: Standing) -> Refusal | None:
    if order.seat != seat:
        return Refusal("core.foreign-standing", {"seat": order.seat})
    known = tuple(q.kind for q in ruleset.questions if q.standing is not None)
    for kind in order.kinds:
        if kind not in known:
            return Refusal("core.no-standing-for", {"ask": kind, "kinds": known})
    if order.policy not in ruleset.policies:
        return Refusal("core.unknown-policy", {"value": order.policy, "kinds": ruleset.policies})
    return None


def _end(state: AnyState, outcome: Outcome) -> Advance:
    return Advance(replace(state, outcome=outcome), (GameEnded(outcome=outcome),))


def _first(ruleset: Ruleset, frame: Frame) -> Frame:
    """The frame, at the first step of its procedure unless it says another."""
    return frame if frame.step else replace(frame, step=ruleset.procedure_of[type(frame)].first)


def _run(ruleset: Ruleset, state: AnyState, events: list[Event]) -> Advance:
    """Run steps until a window waits for somebody or the game is over."""
    for _ in range(ruleset.step_limit):
        if state.outcome is not None:
            return Advance(state, tuple(events))
        if not state.stack:
            raise MachineError(f"{ruleset.name}: the last procedure ended without an outcome")
        top = state.stack[-1]
        if top.window is not None:
            if state.standing:
                state = _answer_automatically(ruleset, state, top.window, events)
                top = state.stack[-1]
            window = top.window
            if window is None or len(window.answers) < len(window.requests):
                return Advance(state, tuple(events))
        state = _step(ruleset, state, top, events)
    raise MachineError(f"{ruleset.name}: {ruleset.step_limit} steps without a question: {state.frame!r}")


def _answer_automatically(
    ruleset: Ruleset, state: AnyState, window: Window[Any, Any], events: list[Event]
) -> AnyState:
    """Let standing orders answer. What the seat's own view would refuse is asked instead."""
    answers = dict(window.answers)
    automatic = list(window.automatic)
    for request in window.requests:
        if request.id in answers or isinstance(request, Roll):
            continue
        order = next((o for o in state.standing if o.seat == request.seat and request.kind in o.kinds), None)
        question = ruleset.question(request)
        if order is None or question.standing is None:
            continue
        known = view(ruleset, state, request.seat)
        given = question.standing(known, request, order.policy)
        if given is None or judge(ruleset, known, request, given) is not None:
            continue
        answers[request.id] = given
        automatic.append(request.id)
        events.append(
            AnsweredAutomatically(seat=request.seat, ask=request.kind, policy=order.policy, given=given)
        )
    if len(answers) == len(window.answers):
        return state
    top = replace(state.stack[-1], window=replace(window, answers=answers, automatic=tuple(automatic)))
    return replace(state, stack=(*state.stack[:-1], top))


def _step(ruleset: Ruleset, state: AnyState, top: Level[Any, Any, Any], events: list[Event]) -> AnyState:
    """Run one step: close the window if one was open, call the step, carry out what it wants next."""
    frame: Frame = top.frame
    play: Play[Any] = Play(state.world, state.seats, ruleset.edition, returned=top.returned)
    window = top.window
    if window is not None:
        frame = replace(frame, step=window.then)
        play.asked, play.answers = window.requests, window.answers
        _read_dice(play, window, events)
    procedure = ruleset.procedure_of[type(frame)]
    step = procedure.steps.get(frame.step)
    if step is None:
        raise MachineError(f"{ruleset.name}: {procedure.name} has no step {frame.step!r}")
    if is_counting():
        fired(procedure.cites[frame.step])
    wanted = step(play, frame)
    events.extend(play.events)
    state = _carry_out(ruleset, state, play, frame, top.queue, wanted, events)
    return _end_standing(state, play.events, events) if state.standing and play.events else state


def _read_dice(play: Play[Any], window: Window[Any, Any], events: list[Event]) -> None:
    (*rest, request) = window.requests
    if rest or not isinstance(request, Roll):
        return
    given = window.answers[request.id]
    assert isinstance(given, Rolled)
    play.faces = given.faces
    if not request.secret:
        events.append(
            DiceRolled(roller=request.roller, why=request.why, dice=request.dice, faces=given.faces)
        )


def _carry_out(
    ruleset: Ruleset,
    state: AnyState,
    play: Play[Any],
    frame: Frame,
    queue: Queue[Any] | None,
    wanted: Next,
    events: list[Event],
) -> AnyState:
    """The state after a step: its world, and the stack as the step wants it."""
    procedure = ruleset.procedure_of[type(frame)]
    following = wanted.then or procedure.after[frame.step]
    frame = wanted.frame or frame
    below = state.stack[:-1]
    asked = state.asked
    window: Window[Any, Any] | None = None
    pushed: tuple[Level[Any, Any, Any], ...] = ()
    over = False
    match wanted.do:
        case "proceed" | "goto":
            over = not following
        case "ask":
            if not following:
                raise MachineError(f"{procedure.name}.{frame.step} asks, but no step takes the answer")
            if wanted.requests:
                requests, asked = _numbered(wanted.requests, asked)
                window = Window(requests, following)
        case "ask_in_turn" | "next_in_turn":
            if wanted.do == "ask_in_turn":
                queue = Queue(wanted.requests, wanted.each, wanted.then)
            elif queue is None:
                raise MachineError(f"{procedure.name}.{frame.step}: nothing is asked in turn")
            waiting = tuple(r for r in queue.requests if wanted.keep is None or wanted.keep(r))
            if waiting:
                requests, asked = _numbered(waiting[:1], asked)
                window = Window(requests, queue.each)
                queue = replace(queue, requests=waiting[1:])
            else:
                following, queue = queue.then, None
        case "push":
            assert wanted.child is not None
            pushed = (Level(_first(ruleset, wanted.child)),)
        case "done":
            over = True
        case "finish":
            assert wanted.outcome is not None
            events.append(GameEnded(outcome=wanted.outcome))
            return replace(state, world=play.world, outcome=wanted.outcome)
        case _:
            raise MachineError(f"a step wants {wanted.do!r}, which the machine does not know")
    if play.triggered:
        if window is not None:
            raise MachineError(f"{procedure.name}.{frame.step} asks in the step that woke a rule: split it")
        pushed = (*pushed, *(Level(_first(ruleset, child)) for child in reversed(play.triggered)))
    if over:
        if below:
            below = (*below[:-1], replace(below[-1], returned=wanted.returned))
        stack = (*below, *pushed)
    else:
        if window is None:
            frame = replace(frame, step=following)
        stack = (*below, Level(frame, window, queue), *pushed)
    return replace(state, world=play.world, stack=stack, asked=asked)


def _numbered(requests: tuple[Request, ...], asked: Any) -> tuple[tuple[Request, ...], dict[str, int]]:
    """The requests with their ids: a seat's name and the count of what it was asked, and nothing else."""
    counts = dict(asked)
    numbered = []
    for request in requests:
        counts[request.seat] = counts.get(request.seat, 0) + 1
        numbered.append(replace(request, id=f"{request.seat}-{counts[request.seat]}"))
    return tuple(numbered), counts


def _end_standing(state: AnyState, happened: list[Event], events: list[Event]) -> AnyState:
    """Drop the standing orders whose end has come, as far as their seats saw it."""
    kept = []
    for order in state.standing:
        if any(_ends(order, event) for event in happened):
            events.append(StandingEnded(seat=order.seat, kinds=order.kinds))
        else:
            kept.append(order)
    return state if len(kept) == len(state.standing) else replace(state, standing=tuple(kept))


def _ends(order: Standing, event: Event) -> bool:
    read = event.seen_by(order.seat)
    return read is not None and any(
        until.event == read.kind and (not until.about or until.about in read.about()) for until in order.until
    )


__all__ = ["CHANCE", "Advance", "AgreeDraw", "AnyAside", "Aside", "Concede", "DropStanding", "RefuseDraw",
           "SetStanding", "answer", "aside", "retract", "start"]  # fmt: skip
