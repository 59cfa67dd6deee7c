"""A ruleset without a game: each test gives the steps that it wants to see run."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.events import Event
from firelane.core.game import Game
from firelane.core.procedure import Procedure, finish
from firelane.core.requests import Answer, Request
from firelane.core.rules import Edition
from firelane.core.ruleset import Question, Ruleset, Words
from firelane.core.state import Frame, Outcome, World

SEATS = ("north", "south", "west")
END = Outcome(winners=("north",), rule="tiny.end.1")


class Setup(Struct, frozen=True):
    """Nothing to set up."""


class Slate(World, frozen=True):
    """All that there is: what was written, in order, and who wrote how much."""

    written: tuple[str, ...] = ()
    count: Mapping[str, int] = {}


class Wrote(Event, frozen=True, kw_only=True):
    """Something is on the slate, for all to read."""

    what: str
    by: str = ""

    def apply(self, world: Slate) -> Slate:
        count = {**world.count, self.by: world.count.get(self.by, 0) + 1}
        return replace(world, written=(*world.written, self.what), count=count)

    def about(self) -> tuple[str, ...]:
        return (self.by,)


class Whispered(Event, frozen=True, kw_only=True):
    """Something that one seat alone hears."""

    to: str

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.to else None


class Shown(Event, frozen=True, kw_only=True):
    """Something hidden comes out."""

    reveals: ClassVar[bool] = True


class Main(Frame, frozen=True, kw_only=True):
    """The procedure at the bottom."""

    notes: tuple[str, ...] = ()


class Sub(Frame, frozen=True, kw_only=True):
    """A procedure on top of it."""

    name: str = ""


class SubSub(Frame, frozen=True, kw_only=True):
    """And one more."""

    name: str = ""


class Pick(Request, frozen=True, kw_only=True):
    """Say a word of four letters, or nothing."""

    about: str = ""


class Nod(Request, frozen=True, kw_only=True):
    """A question that no standing order answers."""


class Word(Answer, frozen=True):
    """A word."""

    word: str


class Silence(Answer, frozen=True):
    """Nothing."""


class Nodded(Answer, frozen=True):
    """Yes."""


def refuse_word(view: Any, request: Pick, answer: Any) -> Refusal | None:
    """Only words of four letters are words."""
    if isinstance(answer, Word) and len(answer.word) != 4:
        return Refusal("tiny.words.1", {"value": answer.word})
    return None


def sample_word(view: Any, request: Pick, generator: Random) -> Any:
    return generator.choice([Word("ABCD"), Word("EFGH"), Silence()])


def standing_word(view: Any, request: Pick, policy: str) -> Any:
    """`pass` says nothing, `long` says what the view refuses, `unsure` leaves it to the player."""
    return {"pass": Silence(), "word": Word("AUTO"), "long": Word("TOO LONG"), "unsure": None}[policy]


QUESTIONS: tuple[Question[Any, Any, Any], ...] = (
    Question(Pick, (Word, Silence), refuse_word, sample_word, standing=standing_word),
    Question(Nod, (Nodded,), lambda *_: None, lambda *_: Nodded()),
)
NO_RULES = Edition("tiny", [])


def end(play: Any, frame: Any) -> Any:
    """The last step of nearly every test."""
    return finish(END)


def tiny(*procedures: Procedure[Any], edition: Edition = NO_RULES, **other: Any) -> Ruleset:
    """A ruleset of these procedures, which begins with a `Main`."""
    given: dict[str, Any] = {
        "name": "tiny",
        "seats": SEATS,
        "setup": Setup,
        "world": Slate,
        "frames": Main | Sub | SubSub,
        "requests": Pick | Nod,
        "answers": Word | Silence | Nodded,
        "begin": lambda _: (Slate(), Main()),
        "procedures": procedures,
        "questions": QUESTIONS,
        "view": lambda state, _: state.world,
        "resample": lambda *_: None,
        "edition": edition,
        "words": Words(
            table=lambda *_: [],
            request=lambda _, request, __: request.kind,
            answer=lambda _, __, answer, ___: repr(answer),
            event=lambda _, event, __: event.kind,
        ),
        "policies": ("pass", "word", "long", "unsure"),
    }
    return Ruleset(**(given | other))


def main(*steps: Any, **other: Any) -> Game:
    """A game of one procedure, begun."""
    return Game.new(tiny(Procedure(Main, *steps), **other), Setup(), "tiny")


def written(game: Game) -> tuple[str, ...]:
    """What stands on the slate."""
    found: tuple[str, ...] = game.state.world.written
    return found


def kinds(events: Any) -> list[str]:
    """The names of some events."""
    return [event.kind for event in events]
