"""The draft concordances: which statement of another edition says what a statement of CodeOne says.

Each pair was made by reading the catalogues; the tests of an edition confirm it. The notes on what differs
are in English in the files themselves and in Japanese beside them, under `ja/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from firelane import documents
from firelane.problem import Problem
from firelane.rulebook.schema import Catalogue, Text

PAIRS = Path(__file__).parent / "data" / "concordance"
DRAFTS = ("n4-n3", "n2")
"""The files with pairs; what only one edition has stands in others."""
PAIRED = ("n4", "n3", "n2")

REPLACED = Text("It takes the place of the statement of CodeOne.", "コードワンの文に代わるもの。")

_Counterparts: TypeAlias = str | tuple[str, ...] | None


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lender": "from"}):
    """The counterparts of one statement. A note stands by edition, or alone in a file of one edition."""

    n4: _Counterparts | UnsetType = UNSET
    n3: _Counterparts | UnsetType = UNSET
    n2: _Counterparts | UnsetType = UNSET
    differs: dict[str, str] | str = {}
    lender: str | tuple[str, ...] = ()
    why: str = ""


class Pair(msgspec.Struct, frozen=True):
    """What a statement of CodeOne answers to in one edition: nothing, or one statement or several.

    `note`: what differs, or why there is nothing. `lenders`: the catalogues that the edition borrows it from.
    """

    statement: str
    edition: str
    counterparts: tuple[str, ...]
    note: Text | None = None
    lenders: tuple[str, ...] = ()


def load_pairs(folder: Path = PAIRS) -> tuple[Pair, ...]:
    """All pairs of a folder; none where it has no drafts."""
    return tuple(
        pair for name in DRAFTS if (folder / f"{name}.yaml").is_file() for pair in _read(folder, name)
    )


def replaced(catalogues: Iterable[Catalogue], drafted: Iterable[Pair]) -> Iterator[Pair]:
    """The pairs that the overlays give of themselves, where no draft has one: what N4 puts in CodeOne's
    place."""
    known = {(pair.statement, pair.edition) for pair in drafted}
    for catalogue in catalogues:
        for old, new in catalogue.overlays.replaced_from_c1.items():
            if (old, catalogue.ruleset) not in known:
                yield Pair(old, catalogue.ruleset, _several(new), REPLACED)


def pair_complaints(pairs: Iterable[Pair], known: Iterable[str]) -> Iterator[Problem]:
    """Pairs of statements that do not exist."""
    every = set(known)
    for pair in pairs:
        for entry in (pair.statement, *pair.counterparts):
            if entry not in every:
                yield Problem("rulebook.unpaired", id=pair.statement, edition=pair.edition, other=entry)


def _read(folder: Path, name: str) -> Iterator[Pair]:
    rows = documents.read(folder / f"{name}.yaml", dict[str, _Row])
    other = folder / "ja" / f"{name}.yaml"
    japanese = documents.read(other, dict[str, dict[str, str]]) if other.is_file() else {}
    for statement, row in rows.items():
        for edition in PAIRED:
            cell = getattr(row, edition)
            if cell is UNSET:
                continue
            noted = row.differs if isinstance(row.differs, str) else row.differs.get(edition, "")
            english = noted or row.why
            note = Text(english, japanese.get(statement, {}).get(edition, english)) if english else None
            yield Pair(statement, edition, _several(cell), note, _several(row.lender))


def _several(cell: _Counterparts) -> tuple[str, ...]:
    return () if cell is None else (cell,) if isinstance(cell, str) else cell
