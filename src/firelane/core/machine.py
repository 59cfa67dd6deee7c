"""The machine: answer -> validate -> frame step -> chance -> events -> new state.

Pure functions over states. An accepted answer gives an `Advance`, a refused one a `Refusal`; in both
cases the old state is as it was. The machine runs steps until somebody is asked or the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from firelane.core.fired import fired, is_counting, reached
from firelane.core.procedure import Do, MachineError, Next, Play
from firelane.core.requests import Answer, Queue, Request, Roll, Window, kebab
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState, Frame, Level, Outcome, Standing, State
from firelane.core.views import judge, view


class Advance(NamedTuple):
    """An accepted answer: the new state, what happened on the way, and who was answered for."""

    state: AnyState
    events: tuple[Event, ...]


class Aside(Struct, frozen=True, gc=False, tag=kebab, tag_field="aside"):
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
    return _Run(ruleset, state).advance()


def resume_at(ruleset: Ruleset, state: AnyState, frames: Sequence[Frame]) -> Advance:
    """The state with these procedures under way in place of its own, run to the next question.

    For situations that are arranged instead of played up to: scenarios, puzzles, lessons.
    """
    arranged = replace(state, stack=tuple(Level(_first(ruleset, frame)) for frame in frames), outcome=None)
    return _Run(ruleset, arranged).advance()


def answer(
    ruleset: Ruleset, state: AnyState, seat: str, request_id: str, given: Answer, judged: bool = False
) -> Advance | Refusal:
    """Give a seat's answer to one open request. One that was `judged` before is not judged again."""
    if state.outcome is not None:
        return Refusal("core.game-over", {})
    window = state.window
    request: Request | None = None
    for one in window.requests if window is not None else ():
        if one.id == request_id and one.seat == seat:
            request = one
    if window is None or request is None:
        return Refusal("core.not-asked", {"ask": request_id, "seat": seat})
    if request_id in window.answers:
        return Refusal("core.answered-already", {"ask": request_id})
    if not judged:
        known = None if isinstance(request, Roll) else view(ruleset, state, seat)
        refusal = judge(ruleset, known, request, given)  # type: ignore[arg-type]
        if refusal is not None:
            return refusal
    filled = replace(window, answers={**window.answers, request_id: given})
    run = _Run(ruleset, state)
    run.stack[-1] = replace(run.stack[-1], window=filled)
    return run.advance()


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
            after = _told(ruleset, replace(state, agreed_draw=agreed), DrawAgreed(seat=seat, agreed=True))
            if agreed != state.seats:
                return after
            ended = _end(after.state, Outcome(winners=(), rule="core.draw-agreed"))
            return Advance(ended.state, after.events + ended.events)
        case RefuseDraw():
            if not state.agreed_draw:
                return Refusal("core.no-draw-offered", {})
            return _told(ruleset, replace(state, agreed_draw=()), DrawAgreed(seat=seat, agreed=False))
        case SetStanding(order):
            refusal = _judge_standing(ruleset, seat, order)
            if refusal is not None:
                return refusal
            kept = _others(state.standing, seat, order.kinds)
            return _Run(ruleset, replace(state, standing=(*kept, order))).advance()
        case DropStanding(kinds):
            return Advance(replace(state, standing=_others(state.standing, seat, kinds)), ())
        case _:
            raise MachineError(f"unknown aside {said!r}")


def _told(ruleset: Ruleset, state: AnyState, event: Event) -> Advance:
    """The state after something that was said to all: it may be what a standing order waited for."""
    run = _Run(ruleset, state)
    run.play.events.append(event)
    run.end_standing([event])
    return run.advance()


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
    if not order.kinds:
        return Refusal("core.standing-for-nothing", {"kinds": known})
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
    return frame if frame.step else replace(frame, step=ruleset.procedure(frame).first)


class _Run:
    """The machine between two questions: the parts of a state while they change, and what happened."""

    __slots__ = ("asked", "before", "outcome", "play", "ruleset", "stack", "standing")

    def __init__(self, ruleset: Ruleset, state: AnyState) -> None:
        self.ruleset = ruleset
        self.before = state
        self.play: Play[Any] = Play(state.world, state.seats, ruleset.edition)
        self.stack: list[Level[Any, Any, Any]] = list(state.stack)
        self.asked = state.asked
        self.standing = state.standing
        self.outcome: Outcome | None = None

    def state(self) -> AnyState:
        """The parts put together again."""
        return replace(
            self.before,
            world=self.play.world,
            stack=tuple(self.stack),
            asked=self.asked,
            standing=self.standing,
            outcome=self.outcome,
        )

    def advance(self) -> Advance:
        """Run steps until a window waits for somebody or the game is over."""
        left = self.ruleset.step_limit
        while self.outcome is None:
            if not self.stack:
                raise MachineError(f"{self.ruleset.name}: the last procedure ended without an outcome")
            window = self.stack[-1].window
            if window is not None:
                if self.standing:
                    window = self.answer_automatically(window)
                if len(window.answers) < len(window.requests):
                    break
            left -= self.steps()
            if left < 0:
                top = self.stack[-1].frame if self.stack else None
                raise MachineError(f"{self.ruleset.name}: too many steps without a question: {top!r}")
        return Advance(self.state(), tuple(self.play.events))

    def answer_automatically(self, window: Window[Any, Any]) -> Window[Any, Any]:
        """Let standing orders answer. What the seat's own view would refuse is asked instead."""
        answers = dict(window.answers)
        automatic = list(window.automatic)
        for request in window.requests:
            if request.id in answers or isinstance(request, Roll):
                continue
            order = next(
                (o for o in self.standing if o.seat == request.seat and request.kind in o.kinds), None
            )
            question = self.ruleset.question(request)
            if order is None or question.standing is None:
                continue
            known = view(self.ruleset, self.state(), request.seat)
            given = question.standing(known, request, order.policy)
            if given is None or judge(self.ruleset, known, request, given) is not None:
                continue
            answers[request.id] = given
            automatic.append(request.id)
            event = AnsweredAutomatically(
                seat=request.seat, ask=request.kind, policy=order.policy, given=given
            )
            self.play.events.append(event)
        window = replace(window, answers=answers, automatic=tuple(automatic))
        self.stack[-1] = replace(self.stack[-1], window=window)
        return window

    def steps(self) -> int:
        """Run the procedure on top until it asks, pushes or ends: how many steps that took."""
        play = self.play
        level = self.stack.pop()
        frame: Frame = level.frame
        name = frame.step
        seen = len(play.events)
        play.returned = level.returned
        if level.window is not None:
            name = level.window.then
            play.asked, play.answers = level.window.requests, level.window.answers
            play.faces = self.dice(level.window)
        procedure = self.ruleset.procedure_of.get(type(frame)) or self.ruleset.procedure(frame)
        steps, after, go_on = procedure.steps, procedure.after, Do.GO_ON
        count, limit = 0, self.ruleset.step_limit
        counts = is_counting()
        while True:
            function = steps.get(name)
            if function is None:
                raise MachineError(f"{self.ruleset.name}: {procedure.name} has no step {name!r}")
            if counts:
                reached(procedure.cites[name])
            wanted = function(play, frame)
            if not count:
                # What was said, fell or came back is for this step alone, whether or not a rule woke in it.
                play.asked, play.answers, play.faces, play.returned = (), {}, (), None
            count += 1
            frame = wanted.frame or frame
            following = wanted.then or after[name]
            if wanted.do is not go_on or not following or play.triggered or count > limit:
                break
            name = following
        self.carry_out((procedure.name, name), level, frame, following, wanted)
        if self.standing and len(play.events) > seen:
            self.end_standing(play.events[seen:])
        return count

    def dice(self, window: Window[Any, Any]) -> tuple[int, ...]:
        """The faces that fell, if the window asked for dice; all may see them unless they are secret."""
        request = window.requests[0]
        if not isinstance(request, Roll):
            return ()
        faces: tuple[int, ...] = window.answers[request.id].faces
        if not request.secret:
            self.play.events.append(
                DiceRolled(roller=request.roller, why=request.why, dice=request.dice, faces=faces)
            )
        return faces

    def carry_out(
        self,
        place: tuple[str, str],
        level: Level[Any, Any, Any],
        frame: Frame,
        following: str,
        wanted: Next,
    ) -> None:
        """Put the frame back on the stack as its step wants it, with what it asks or pushes."""
        queue: Queue[Any] | None = level.queue
        window: Window[Any, Any] | None = None
        child: Frame | None = None
        over = False
        match wanted.do:  # the commonest first
            case Do.ASK:
                if not following:
                    raise MachineError(f"{'.'.join(place)} asks, but no step takes the answer")
                if wanted.requests:
                    window = Window(self.numbered(wanted.requests), following)
            case Do.DONE:
                over = True
            case Do.PUSH:
                child = wanted.child
                over = not following
            case Do.GO_ON:
                over = not following
            case Do.ASK_IN_TURN | Do.NEXT_IN_TURN:
                if wanted.do is Do.ASK_IN_TURN:
                    if queue is not None:
                        what = "asks in turn while it is asking in turn: push a frame"
                        raise MachineError(f"{'.'.join(place)} {what}")
                    queue = Queue(wanted.requests, wanted.each, wanted.then)
                if queue is None:
                    raise MachineError(f"{'.'.join(place)}: nothing is being asked in turn")
                waiting = tuple(r for r in queue.requests if wanted.keep is None or wanted.keep(r))
                if waiting:
                    window = Window(self.numbered(waiting[:1]), queue.each)
                    queue = replace(queue, requests=waiting[1:])
                else:
                    following, queue = queue.then, None
            case Do.FINISH:
                outcome = wanted.outcome
                assert outcome is not None
                self.outcome = replace(outcome, rule=self.ruleset.edition.statement(outcome.rule))
                fired((self.outcome.rule,))
                self.play.events.append(GameEnded(outcome=self.outcome))
        if not over:
            self.stack.append(Level(replace(frame, step=following), window, queue, woken=level.woken))
        elif self.stack and wanted.returned is not None and not level.woken:
            self.stack[-1] = replace(self.stack[-1], returned=wanted.returned)
        if child is not None:
            self.stack.append(Level(_first(self.ruleset, child)))
        if self.play.triggered:
            if window is not None:
                raise MachineError(f"{'.'.join(place)} asks in the step that woke a rule: split it")
            self.stack += [
                Level(_first(self.ruleset, woken), woken=True) for woken in reversed(self.play.triggered)
            ]
            self.play.triggered.clear()

    def numbered(self, requests: tuple[Request, ...]) -> tuple[Request, ...]:
        """The requests with their ids: a seat's name and the count of what it was asked, and nothing else."""
        counts = dict(self.asked)
        numbered = []
        for request in requests:
            rules = tuple(rule for role in request.rules for rule in self.ruleset.edition.statements(role))
            fired(rules)
            count = counts[request.seat] = counts.get(request.seat, 0) + 1
            numbered.append(replace(request, id=f"{request.seat}-{count}", rules=rules))
        self.asked = counts
        return tuple(numbered)

    def end_standing(self, happened: list[Event]) -> None:
        """Drop the standing orders whose end has come, as far as their seats saw it."""
        kept = []
        for order in self.standing:
            if any(_ends(order, event) for event in happened):
                self.play.events.append(StandingEnded(seat=order.seat, kinds=order.kinds))
            else:
                kept.append(order)
        self.standing = tuple(kept)


def _ends(order: Standing, event: Event) -> bool:
    read = event.seen_by(order.seat)
    return read is not None and any(
        until.event == read.kind and (not until.about or until.about in read.about()) for until in order.until
    )
