"""What happens. Nothing changes a state's world but applying an event.

An event has a public and a private part: `seen_by` says what a seat reads of it. The machine's own
events (answers given by standing orders, agreements, the end) are here; rulesets derive theirs.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from firelane.core.because import Cite
from firelane.core.requests import Answer, kebab, kind_of
from firelane.core.state import Outcome

WATCHER = ""
"""The seat of those who only look on: they see what is public."""


class Event(Struct, frozen=True, gc=False, kw_only=True, tag=kebab, tag_field="event"):
    """One thing that happened, with the rules that made it happen."""

    reveals: ClassVar[bool] = False
    """Whether somebody learns from it what was hidden: then nothing before it can be undone."""

    because: tuple[Cite, ...] = ()

    @property
    def kind(self) -> str:
        """The name of this kind of event."""
        return kind_of(type(self))

    def apply(self, world: Any) -> Any:
        """The world after the event. An event that only tells leaves it as it is."""
        return world

    def seen_by(self, seat: str) -> Event | None:  # noqa: ARG002 - the public case
        """What that seat reads: the event itself, a lesser one, or nothing."""
        return self

    def about(self) -> tuple[str, ...]:
        """The seats and models that it concerns, for standing orders."""
        return ()


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice that fell for all to see."""

    roller: str
    why: str
    dice: tuple[int, ...]
    faces: tuple[int, ...]

    def about(self) -> tuple[str, ...]:
        return (self.roller,)


class AnsweredAutomatically(Event, frozen=True, kw_only=True):
    """A standing order answered for its seat. Only that seat reads it: the answer may be sealed."""

    seat: str
    ask: str
    policy: str
    given: Answer

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else None


class StandingEnded(Event, frozen=True, kw_only=True):
    """What a standing order waited for has happened."""

    seat: str
    kinds: tuple[str, ...]

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else None


class DrawAgreed(Event, frozen=True, kw_only=True):
    """A seat is for a draw, or no longer."""

    seat: str
    agreed: bool

    def about(self) -> tuple[str, ...]:
        return (self.seat,)


class GameEnded(Event, frozen=True, kw_only=True):
    """The last event of a game."""

    outcome: Outcome
