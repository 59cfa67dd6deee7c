"""The tables of every edition of the family for an exchange of attacks, playable or not, in one form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from msgspec import Struct

from firelane.core.rules import Edition, take
from firelane.infinity.dice import RollFigures
from firelane.infinity.editions import PLACES, InfinityEdition, edition_of
from firelane.infinity.guts import GutsFigures
from firelane.infinity.programs import Program
from firelane.infinity.saves import Ammunition, SaveFigures
from firelane.infinity.unplayed import UNPLAYED, unplayed

T = TypeVar("T")
EDITIONS = ("n2", "n3", "n4", "c1")


class ExchangeTables(Struct, frozen=True):
    """Everything that decides an exchange. `guts` is None where an edition knows no Guts rolls."""

    roll: RollFigures
    saves: SaveFigures
    ammunition: Mapping[str, Ammunition]
    programs: Mapping[str, Program]
    guts: GutsFigures | None


@cache
def entries_of(ruleset: str) -> Edition:
    """The entries of an edition; where it is playable, with the ammunition of the one that answers for it."""
    if ruleset not in PLACES:
        return unplayed(ruleset)
    own = edition_of(ruleset)
    lenders = [unplayed(name) for name in own.silent if name in UNPLAYED]
    borrowed = {
        key: take(key, lender) for lender in lenders for key in lender.entries if key.startswith("ammo.")
    }
    entries = {**borrowed, **{key: take(key, own) for key in own.entries}}
    return InfinityEdition(
        own.name, entries.values(), own.skills.values(), points=own.points, silent=own.silent
    )


@cache
def tables_of(ruleset: str) -> ExchangeTables:
    """The tables of an edition, taken from its entries."""
    edition = entries_of(ruleset)
    return ExchangeTables(
        edition.data("roll", RollFigures),
        edition.data("saving-roll", SaveFigures),
        _named(edition, "ammo.", Ammunition),
        _named(edition, "program.", Program),
        edition.data("guts-roll", GutsFigures) if "guts-roll" in edition else None,
    )


def _named(edition: Edition, prefix: str, kind: type[T]) -> dict[str, T]:
    return {
        key.removeprefix(prefix): edition.data(key, kind) for key in edition.entries if key.startswith(prefix)
    }
