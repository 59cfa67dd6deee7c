"""Scenarios: a few lines that set a situation up, script answers and dice, and assert what happened.

A scenario fails on any question or die that it did not script, on any answer that is refused, and on
any scripted die that nobody threw. Rulesets derive their own, with verbs of their own.
"""

from __future__ import annotations

from typing import Any, TypeVar

from firelane.core.because import Refusal
from firelane.core.events import Event
from firelane.core.game import Game
from firelane.core.requests import Answer, Request, Roll, Rolled
from firelane.core.ruleset import Ruleset

E = TypeVar("E", bound=Event)


class Scenario:
    """A game under a script. Use it in a `with` block, or call `close` at the end."""

    rest: tuple[str, ...] = ()
    """The kinds of questions at which a scenario may end: those that come round again by themselves."""

    def __init__(self, ruleset: Ruleset, setup: Any = None) -> None:
        self.ruleset = ruleset
        self.game = Game.new(ruleset, setup if setup is not None else ruleset.setup(), "scenario")
        self.scripted: list[tuple[str, int]] = []

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()

    def dice(self, *faces: int, **by_roller: int | list[int]) -> Any:
        """Script the next dice: in order, or by roller where several roll."""
        self.scripted += [("", face) for face in faces]
        for roller, given in by_roller.items():
            self.scripted += [(roller, face) for face in ([given] if isinstance(given, int) else given)]
        self._throw()
        return self

    def says(self, seat: str, answer: Answer) -> Any:
        """Answer the seat's open question. It must be asked, and the answer must be accepted."""
        self._throw()
        request = self.asked(seat)
        result = self.game.answer(seat, request.id, answer)
        if isinstance(result, Refusal):
            raise AssertionError(f"{seat}'s {answer!r} was refused by {result.rule} {dict(result.args)}")
        self._throw()
        return self

    def refused(self, seat: str, answer: Answer) -> Refusal:
        """The refusal that this answer meets; an accepted answer fails the scenario."""
        before = self.game.state
        result = self.game.answer(seat, self.asked(seat).id, answer)
        if not isinstance(result, Refusal):
            raise AssertionError(f"{seat}'s {answer!r} was accepted")
        assert self.game.state is before
        return result

    def asked(self, seat: str) -> Request:
        """The open question of a seat."""
        found = [request for request in self.game.pending if request.seat == seat]
        if not found:
            raise AssertionError(f"{seat} is not asked; open: {self._open()}")
        return found[0]

    def is_asked(self, seat: str, kind: str | None = None) -> bool:
        """Whether a seat has an open question (of this kind)."""
        return any(r.seat == seat and kind in (None, r.kind) for r in self.game.pending)

    def events(self, kind: type[E]) -> list[E]:
        """What happened so far, of one kind."""
        return [event for moment in self.game.moments for event in moment.events if isinstance(event, kind)]

    def close(self) -> None:
        """Nothing may be left over: no die, no question but those of `rest`."""
        self._throw()
        if self.scripted:
            raise AssertionError(f"scripted dice that nobody threw: {self.scripted}")
        left = [request for request in self.game.pending if request.kind not in self.rest]
        if left:
            raise AssertionError(f"not scripted: {self._open()}")

    def _open(self) -> str:
        return (
            ", ".join(f"{r.seat} {r.kind} ({getattr(r, 'why', '')})" for r in self.game.pending) or "nothing"
        )

    def _throw(self) -> None:
        """Throw scripted dice as long as the game waits for dice and the script has them."""
        while self.scripted and self.game.pending and isinstance(self.game.pending[0], Roll):
            roll = self.game.pending[0]
            faces = []
            for _ in roll.dice:
                place = next(
                    (i for i, (who, _) in enumerate(self.scripted) if who in ("", roll.roller)), None
                )
                if place is None:
                    raise AssertionError(f"no die scripted for {roll.roller} ({roll.why})")
                faces.append(self.scripted.pop(place)[1])
            result = self.game.throw(Rolled(tuple(faces)))
            if isinstance(result, Refusal):
                raise AssertionError(f"the dice {faces} were refused by {result.rule} {dict(result.args)}")
