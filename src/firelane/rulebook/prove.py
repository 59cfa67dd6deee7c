"""A spot check: some proven statements, drawn by lot, with the tests and the code behind each.

Whoever doubts the coverage draws his own sample and reads.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec

from firelane.rulebook.book import Book, StatementEntry
from firelane.rulebook.citations import Citation, Citations, scan


class Sample(msgspec.Struct, frozen=True):
    """One statement of the draw: what it says, which tests prove it, where the code cites it."""

    statement: StatementEntry
    places: tuple[Citation, ...]


def prove(
    catalogue: str,
    number: int,
    seed: int,
    *,
    book: Book | None = None,
    citations: Citations | None = None,
    editions: Iterable[str] = (),
) -> tuple[Sample, ...]:
    """Draw `number` proven statements of a catalogue; the same seed draws the same ones.

    The code names roles, which stand for what they are bound to in `editions`.
    """
    book = book or Book.open()
    proven = [statement for statement in book.statements(catalogue) if statement.status == "proven"]
    drawn = random.Random(seed).sample(proven, min(number, len(proven)))
    if drawn and citations is None:
        citations = scan(book, editions=editions)
    return tuple(Sample(each, citations.of(each.id) if citations else ()) for each in drawn)
