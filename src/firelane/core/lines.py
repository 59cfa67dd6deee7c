"""The written form of a game: a header, then one line for each answer, roll, word aside and step back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from firelane import __version__
from firelane.core.chance import commitment
from firelane.core.machine import AnyAside
from firelane.core.requests import Answer
from firelane.core.rules import Edition
from firelane.core.ruleset import Ruleset
from firelane.core.tables import dump

FORMAT = 1
"""The version of this form. Another number is another form, which this program does not read."""


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a game is a game of: enough to play it again from nothing."""

    firelane: int
    program: str
    ruleset: str
    tables: str
    seed: str
    setup: Any
    house: dict[str, Any] = {}
    """What the players have agreed beside the book; written down where there is any."""
    room: str = ""
    commitment: str = ""
    """The hash of room and seed, which the players saw before the first roll; empty where there was none."""


class Line(Struct, frozen=True, gc=False, kw_only=True, tag_field="line", forbid_unknown_fields=True):
    """One step of the game: its number, and the running checksum after it."""

    n: int = 0
    sum: str = ""


A = TypeVar("A", bound=Answer)


class Answered(Line, Generic[A], frozen=True, kw_only=True, tag="answer"):
    """A seat's accepted answer."""

    seat: str
    request: str
    given: A


class Thrown(Line, frozen=True, kw_only=True, tag="roll"):
    """Dice that fell."""

    request: str
    faces: tuple[int, ...]


class ThrownByHand(Thrown, frozen=True, kw_only=True, tag="own-roll"):
    """Dice that a player rolled on a desk and typed in."""

    seat: str


class Reseeded(Line, frozen=True, kw_only=True, tag="seed"):
    """From here on the dice come from this seed, to which a hash for this room commits."""

    seed: str
    room: str
    commitment: str


class AsideSaid(Line, frozen=True, kw_only=True, tag="aside"):
    """Something that a seat said unasked."""

    seat: str
    said: AnyAside


class Undone(Line, frozen=True, kw_only=True, tag="undo"):
    """A seat took its last answer back."""

    seat: str


def line_decoder(ruleset: Ruleset) -> msgspec.json.Decoder[Any]:
    """Reads the lines of this ruleset's games, every type checked."""
    known = ruleset.memo.get("line decoder")
    if known is None:
        answered: Any = Answered[ruleset.answers]  # type: ignore[name-defined]
        known = msgspec.json.Decoder(answered | Thrown | ThrownByHand | Reseeded | AsideSaid | Undone)
        ruleset.memo["line decoder"] = known
    decoder: msgspec.json.Decoder[Any] = known
    return decoder


def tables_hash(ruleset: Ruleset) -> str:
    """A short name of the ruleset's resolved tables: it changes when any rule of them does."""
    return _hash_of(ruleset.edition)


@cache
def _hash_of(edition: Edition) -> str:
    return blake2b(dump(edition).encode(), digest_size=8).hexdigest()


def header_for(
    ruleset: Ruleset, setup: Any, seed: str, house: Mapping[str, Any] | None = None, room: str = ""
) -> Header:
    """The header of a new game, with a commitment to the seed if it is played in a room."""
    plain: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(setup, order="sorted"))
    return Header(
        firelane=FORMAT,
        program=__version__,
        ruleset=ruleset.name,
        tables=tables_hash(ruleset),
        seed=seed,
        setup=plain,
        house=dict(house or {}),
        room=room,
        commitment=commitment(room, seed) if room else "",
    )
