"""One game under way: the authority that every caller goes through, in process or on a server.

It keeps the moments of the game (states share what did not change, so all of them are cheap to keep),
writes each accepted answer and roll down before telling anybody, and takes steps back where that tells
nobody anything: never past dice, a revelation, or another seat's answer that is under seal no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from firelane.core import machine
from firelane.core.because import Refusal
from firelane.core.chance import Source, commitment, seeded
from firelane.core.checksum import first, running
from firelane.core.events import AnsweredAutomatically, Event
from firelane.core.lines import (
    Answered,
    AsideSaid,
    Header,
    Line,
    Reseeded,
    Thrown,
    ThrownByHand,
    Undone,
    header_for,
)
from firelane.core.machine import Advance, AnyAside
from firelane.core.requests import CHANCE, Answer, Request, Roll, Rolled
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState
from firelane.core.views import View, may_type_dice, pending, view

Writer = Callable[[Line], None]
L = TypeVar("L", bound=Line)


class Moment(NamedTuple):
    """The state after one line of the journal, and what happened in it. The first moment has no line."""

    state: AnyState
    events: tuple[Event, ...]
    line: Line | None


class Game:
    """A game of any ruleset, from its set-up on."""

    def __init__(
        self, ruleset: Ruleset, header: Header, write: Writer | None = None, dice: Source | None = None
    ) -> None:
        self.ruleset = ruleset
        self.header = header
        self.write = write
        self.dice = dice or seeded(header.seed)
        self._reseeded: Reseeded | None = None
        begun = machine.start(ruleset, msgspec.convert(header.setup, ruleset.setup))
        self.moments = [Moment(begun.state, begun.events, None)]
        self.count = 0
        self._sum = b""
        self._summed = 0  # so many of the moments are in the sum

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        setup: Any,
        seed: str | int = "",
        write: Writer | None = None,
        dice: Source | None = None,
    ) -> Game:
        """A game that begins now."""
        return cls(ruleset, header_for(ruleset, setup, str(seed)), write, dice)

    @property
    def state(self) -> AnyState:
        """The game as it stands."""
        return self.moments[-1].state

    @property
    def sum(self) -> bytes:
        """The running checksum. Where nobody writes the game down it is reckoned when somebody asks."""
        self._sum_up()
        return self._sum

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the moments with their checksums: the journal without undos and new seeds."""
        self._sum_up()
        return tuple([moment.line for moment in self.moments if moment.line is not None])

    @property
    def pending(self) -> tuple[Request, ...]:
        """Who is asked what."""
        return pending(self.state)

    def view(self, seat: str) -> View[Any]:
        """What a seat may see now."""
        return view(self.ruleset, self.state, seat)

    def answer(self, seat: str, request: str, given: Answer, judged: bool = False) -> Advance | Refusal:
        """Give an answer. What is accepted is written down before this returns. Dice are thrown instead.

        `judged` is for answers that were accepted before, as those of a journal are.
        """
        if seat == CHANCE:
            return Refusal("core.not-asked", {"ask": request, "seat": seat})
        result = machine.answer(self.ruleset, self.state, seat, request, given, judged)
        if isinstance(result, Refusal):
            return result
        line = Answered(seat=seat, request=request, given=given)
        return self._accept(result, line)

    def throw(self, given: Answer | None = None, wanted: str = "", by: str = "") -> Advance | Refusal:
        """Answer the open dice: from the game's own source, or with the faces given.

        `wanted` names the request that the faces are for, where that is known; `by` the seat on whose desk
        they fell.
        """
        if self.state.outcome is not None:
            return Refusal("core.game-over", {})
        window = self.state.window
        request = window.requests[0] if window is not None else None
        if not isinstance(request, Roll) or wanted not in ("", request.id):
            return Refusal("core.not-asked", {"ask": wanted or "roll", "seat": CHANCE})
        rolled = given if given is not None else self.dice(request)
        result = machine.answer(self.ruleset, self.state, CHANCE, request.id, rolled)
        if isinstance(result, Refusal):
            return result
        faces = getattr(rolled, "faces", ())
        if by:
            return self._accept(result, ThrownByHand(seat=by, request=request.id, faces=faces))
        return self._accept(result, Thrown(request=request.id, faces=faces))

    def type_dice(self, seat: str, faces: tuple[int, ...], wanted: str = "") -> Advance | Refusal:
        """Take the dice that a player rolled on his desk: his own, and thrown in the open."""
        request = next(iter(self.pending), None)
        if request is None or not may_type_dice(request, seat):
            return Refusal("core.not-your-dice", {"seat": seat})
        return self.throw(Rolled(faces), wanted, seat)

    def reseed(self, seed: str, room: str) -> Reseeded:
        """Throw all further dice from another seed, and write that down with a commitment to it."""
        line = Reseeded(seed=seed, room=room, commitment=commitment(room, seed))
        self._reseeded = written = self._note(line, self.state, self.state)
        self.dice = seeded(seed)
        return written

    @property
    def seed_line(self) -> Header | Reseeded:
        """The header or line that names the seed in use."""
        return self._reseeded or self.header

    def throw_all(self) -> None:
        """Throw dice as long as the game waits for dice only."""
        while (window := self.state.window) is not None and isinstance(window.requests[0], Roll):
            self.throw()

    def say(self, seat: str, said: AnyAside) -> Advance | Refusal:
        """Concede, agree to a draw, give a standing order."""
        result = machine.aside(self.ruleset, self.state, seat, said)
        if isinstance(result, Refusal):
            return result
        return self._accept(result, AsideSaid(seat=seat, said=said))

    def undo(self, seat: str) -> Advance | Refusal:
        """Take back the seat's last answer, where nobody has learned anything from it.

        What the seat itself said aside since goes with it; what others said aside stays.
        """
        found = self._last_answer(seat)
        if isinstance(found, Refusal):
            return found
        sealed = self._sealed_request(found)
        if sealed is None:
            kept = self._without(found, seat)
        else:  # others may have answered since: theirs stay
            later = [m._replace(state=machine.retract(m.state, sealed)) for m in self.moments[found + 1 :]]
            kept = self.moments[:found] + later
        after = kept[-1].state
        self._note(Undone(seat=seat), self.state, after)
        self.moments, self._summed = kept, len(kept)
        return Advance(after, ())

    def close(self) -> None:
        """Let go of the file that the game is written to, if it is one."""
        close = getattr(self.write, "close", None)
        if close is not None:
            close()

    def _last_answer(self, seat: str) -> int | Refusal:
        """The moment to take back. A refusal tells only what the seat has seen happen.

        So what others have answered under seal does not count, nor what was answered so automatically.
        """
        if self.state.outcome is not None:
            return Refusal("core.game-over", {})
        others, sealed = False, self._sealed_automatically(seat)
        for place in range(len(self.moments) - 1, 0, -1):
            moment = self.moments[place]
            line = moment.line
            if isinstance(line, Thrown):
                return Refusal("core.undo-rolled", {})
            if any(event.reveals for event in moment.events):
                return Refusal("core.undo-revealed", {})
            sealed -= sum(
                isinstance(event, AnsweredAutomatically) and event.seat != seat for event in moment.events
            )
            others = others or sealed < 0
            if isinstance(line, Answered):
                if line.seat == seat:
                    open_still = self._sealed_request(place) is not None
                    if open_still or not (others or self._closed_over_others(place, seat)):
                        return place
                    return Refusal("core.undo-others", {})
                others = others or self._sealed_request(place) is None
        return Refusal("core.nothing-to-undo", {})

    def _sealed_automatically(self, seat: str) -> int:
        """How many answers standing orders of others have given in the open window."""
        window = self.state.window
        if window is None:
            return 0
        return sum(request.seat != seat and request.id in window.automatic for request in window.requests)

    def _closed_over_others(self, place: int, seat: str) -> bool:
        """Whether that moment's answer closed a window, and so opened what others had said in it."""
        window = self.moments[place - 1].state.window
        return window is not None and any(r.seat != seat and r.id in window.answers for r in window.requests)

    def _without(self, place: int, seat: str) -> list[Moment]:
        """The moments before that one, and then what other seats said aside since: nobody is told of it."""
        kept = self.moments[:place]
        for moment in self.moments[place + 1 :]:
            line = moment.line
            if not isinstance(line, AsideSaid) or line.seat == seat:
                continue
            again = machine.aside(self.ruleset, kept[-1].state, line.seat, line.said)
            if not isinstance(again, Refusal):
                kept.append(Moment(again.state, again.events, line))
        return kept

    def _sealed_request(self, place: int) -> str | None:
        """The request of that moment's answer, if its window is still open."""
        line = self.moments[place].line
        window = self.state.window
        assert isinstance(line, Answered)
        return line.request if window is not None and line.request in window.answers else None

    def _accept(self, result: Advance, line: Line) -> Advance:
        if self.write is None:
            self.count += 1
            self.moments.append(Moment(result.state, result.events, replace(line, n=self.count)))
        else:
            written = self._note(line, self.state, result.state)
            self.moments.append(Moment(result.state, result.events, written))
            self._summed += 1
        return result

    def _sum_up(self) -> None:
        """Reckon the checksums that are still wanting, and put them into the lines."""
        moments = self.moments
        if not self._summed:
            self._sum, self._summed = first(msgspec.json.encode(self.header), moments[0].state), 1
        for place in range(self._summed, len(moments)):
            state, events, line = moments[place]
            assert line is not None
            said = msgspec.json.encode(replace(line, n=0))
            self._sum = running(self._sum, said, moments[place - 1].state, state)
            moments[place] = Moment(state, events, replace(line, sum=self._sum.hex()))
        self._summed = len(moments)

    def _note(self, line: L, before: AnyState, after: AnyState) -> L:
        """Write a line down, with its number and the checksum after it. If that fails, nothing changes."""
        total = running(self.sum, msgspec.json.encode(line), before, after)
        written = replace(line, n=self.count + 1, sum=total.hex())
        if self.write is not None:
            self.write(written)
        self._sum, self.count = total, self.count + 1
        return written
