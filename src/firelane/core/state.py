"""The whole of a game at one moment, as one immutable value.

Records live in id-keyed maps of the ruleset's `World`; a change makes a new record and shares the
rest. The unfinished step of the game is in it too, as a stack of frames, so that a game can be saved,
copied or sent at any moment. Old states are never spoiled: nothing writes into a state. Values that are
built from finished values hold no cycles, so the garbage collector need not look at them (`gc=False`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from firelane.core.because import Argument
from firelane.core.requests import A, Q, Queue, Window, kebab


class World(Struct, frozen=True, gc=False):
    """What is on and around the table. Rulesets derive their own: records, and maps of records by id."""


class Frame(Struct, frozen=True, gc=False, kw_only=True, tag=kebab, tag_field="frame"):
    """One unfinished procedure: its name (the tag), the step it is at, and its locals as plain data."""

    step: str = ""


class Outcome(Struct, frozen=True, gc=False, kw_only=True):
    """How a game ended: who won (nobody in a draw), by which rule, with which score."""

    winners: tuple[str, ...]
    rule: str
    scores: Mapping[str, int] = {}


class Until(Struct, frozen=True, gc=False):
    """The end of a standing order: the first event of this kind that the seat sees (about this subject)."""

    event: str
    about: str = ""


class Standing(Struct, frozen=True, gc=False, kw_only=True):
    """A standing order: how a seat's questions of some kinds are answered for it, and until when.

    `policy` is a word that the ruleset knows for that question; every ruleset knows `pass`.
    """

    seat: str
    kinds: tuple[str, ...]
    policy: str = "pass"
    until: tuple[Until, ...] = ()


W = TypeVar("W")
F = TypeVar("F")
Returned = Mapping[str, Argument] | Argument | None


class Level(Struct, Generic[F, Q, A], frozen=True, gc=False):
    """One place of the stack: a frame, what it has asked, and what the frame above it handed back."""

    frame: F
    window: Window[Q, A] | None = None
    queue: Queue[Q] | None = None
    returned: Returned = None
    woken: bool = False
    """Whether an event woke the frame: then nobody waits for what it hands back."""


class State(Struct, Generic[W, F, Q, A], frozen=True, gc=False, kw_only=True):
    """Everything that matters. `asked` counts each seat's questions, for ids that tell nothing else."""

    ruleset: str
    seats: tuple[str, ...]
    world: W
    stack: tuple[Level[F, Q, A], ...]
    asked: Mapping[str, int] = {}
    standing: tuple[Standing, ...] = ()
    agreed_draw: tuple[str, ...] = ()
    outcome: Outcome | None = None

    @property
    def frame(self) -> F:
        """The frame on top: the procedure that is under way."""
        return self.stack[-1].frame

    @property
    def window(self) -> Window[Q, A] | None:
        """What is being asked, if anything is."""
        return self.stack[-1].window if self.stack and self.outcome is None else None


AnyState = State[Any, Any, Any, Any]

R = TypeVar("R")


def with_record(records: Mapping[str, R], key: str, record: R) -> Mapping[str, R]:
    """The map with one record put in or replaced; the others are shared."""
    return {**records, key: record}


def without_record(records: Mapping[str, R], key: str) -> Mapping[str, R]:
    """The map with one record taken out."""
    return {k: record for k, record in records.items() if k != key}


_encoder = msgspec.msgpack.Encoder(order="deterministic")


def encode(value: object) -> bytes:
    """The one binary form of a state, record or view: equal values give equal bytes."""
    return _encoder.encode(value)
