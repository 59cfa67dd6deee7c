"""Questions put to seats, the answers that come back, and dice, which are questions put to chance."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Generic, TypeVar

from msgspec import Struct

CHANCE = "chance"
"""The seat that answers dice."""


def kebab(name: str) -> str:
    """`DeclareSkill` -> `declare-skill`: how types are named in journals and messages."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@cache
def kind_of(struct: type[Struct]) -> str:
    """The name under which a type of request, answer, event or frame is written."""
    return str(struct.__struct_config__.tag)


class Request(Struct, frozen=True, gc=False, kw_only=True, tag=kebab, tag_field="ask"):
    """One question to one seat. Rulesets derive their own; the machine gives out the id.

    `actors` are the models that it is about, `rules` the statements that govern the answer. All of it
    is read by the seat that is asked, so all of it must be known to that seat.
    """

    seat: str
    id: str = ""
    actors: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The name of this kind of question."""
        return kind_of(type(self))


class Answer(Struct, frozen=True, gc=False, tag=kebab, tag_field="answer"):
    """What a seat says. Rulesets derive their own, one or more for each kind of request."""


class Roll(Request, frozen=True, kw_only=True):
    """Dice to be thrown. `dice` holds the number of sides of each, `roller` whose dice they are.

    A secret roll (a draw from a deck that only one side looks at) cannot be typed in from a desk.
    """

    dice: tuple[int, ...]
    roller: str = ""
    why: str = ""
    secret: bool = False


class Rolled(Answer, frozen=True):
    """The faces that fell, in the order of the dice."""

    faces: tuple[int, ...]


Q = TypeVar("Q")
A = TypeVar("A")


class Window(Struct, Generic[Q, A], frozen=True, gc=False):
    """Questions that are open together. Answers stay closed until all are in.

    Arrival order never matters: the answers are read together, by request id. `automatic` names the
    requests that a standing order answered.
    """

    requests: tuple[Q | Roll, ...]
    then: str
    answers: Mapping[str, A | Rolled] = {}
    automatic: tuple[str, ...] = ()


class Queue(Struct, Generic[Q], frozen=True, gc=False):
    """Questions that are asked one after another, each in sight of the last result.

    `each` is the step that takes every answer, `then` the step after the last one.
    """

    requests: tuple[Q, ...]
    each: str
    then: str
