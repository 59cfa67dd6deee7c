"""One rule in all editions of Infinity, side by side.

CodeOne comes first; what the other editions say stands beside each of its statements, by the draft
concordances, and what is left of their rules comes after.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from firelane.problem import Problem
from firelane.rulebook.book import Book, RuleEntry
from firelane.rulebook.schema import Name, Text

COMPARED = ("c1", "n4", "n3", "n2")
"""The editions that are laid side by side; the others are measured against the first."""

Mark = Literal["first", "same", "alike", "differs", "none", "unknown", "unpaired"]
"""How a cell stands to that of CodeOne.

`same`: the very same statement holds. `alike`: another statement says it. `differs`: another statement says
it, with a difference. `none`: that book has nothing of it. `unknown`: nobody has compared them. `unpaired`:
nobody has found what answers to it elsewhere.
"""


class Cell(msgspec.Struct, frozen=True):
    """What one edition says in a row. `lenders` are the catalogues that it borrows the words from."""

    edition: str
    mark: Mark
    statements: tuple[str, ...] = ()
    note: Text | None = None
    lenders: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """One claim in the editions."""

    cells: tuple[Cell, ...]


class Comparison(msgspec.Struct, frozen=True):
    """A rule in all editions: its rules by edition, the rows, and the texts of all statements in them."""

    asked: str
    names: dict[str, Name]
    rules: dict[str, tuple[str, ...]]
    rows: tuple[Row, ...]
    texts: dict[str, Text]


def compare(asked: str, book: Book | None = None) -> Comparison:
    """The rule of this id or name in all editions, or a Problem where there is none to compare."""
    book = book or Book.open()
    rules = _rules_called(book, asked)
    held = {edition: frozenset(book.statements_in(edition)) for edition in COMPARED}
    by_edition = {
        edition: tuple(rule for rule in rules if any(each in held[edition] for each in rule.statements))
        for edition in COMPARED
    }
    first = COMPARED[0]
    own = [each for rule in by_edition[first] for each in rule.statements if each in held[first]]
    if not own:
        own = list(book.paired_from(each for rule in rules for each in rule.statements))
    rows = [_row(book, statement, held) for statement in own]
    shown = {entry for row in rows for cell in row.cells for entry in cell.statements}
    for edition in COMPARED[1:]:
        for rule in by_edition[edition]:
            for entry in rule.statements:
                if entry in held[edition] and entry not in shown:
                    row = _unpaired(book, entry, edition, held)
                    shown.update(each for cell in row.cells for each in cell.statements)
                    rows.append(row)
    return Comparison(
        asked=asked,
        names={rule.id: rule.name for rule in rules},
        rules={edition: tuple(rule.id for rule in own) for edition, own in by_edition.items()},
        rows=tuple(rows),
        texts={entry: book.statement(entry).text for entry in sorted(shown | set(own))},
    )


def _rules_called(book: Book, asked: str) -> list[RuleEntry]:
    """The rules of Infinity that an id or a name means, with those of the same name in other editions."""
    catalogues = [key for key in book.catalogues() if key != "bpre"]
    every = [rule for key in catalogues for rule in book.rules(key)]
    typed = asked.strip()
    if book.knows(typed):
        entry = book.statement(typed).rule if book.is_statement(typed) else typed
        found = [rule for rule in every if rule.id == entry]
    else:
        found = _called(every, typed) or _found(book, every, typed)
    if not found:
        raise Problem("rulebook.nothing-to-compare", name=asked)
    tails = {_tail(rule) for rule in found}
    names = {rule.name.en.casefold() for rule in found}
    return [rule for rule in every if _tail(rule) in tails or rule.name.en.casefold() in names]


def _called(every: Iterable[RuleEntry], typed: str) -> list[RuleEntry]:
    word = typed.casefold()
    key = "-".join(word.split())
    return [
        rule
        for rule in every
        if f".{rule.id}".endswith(f".{key}")
        or word == rule.name.en.casefold()
        or word == rule.name.say("ja").casefold()
    ]


def _found(book: Book, every: Sequence[RuleEntry], typed: str) -> list[RuleEntry]:
    """The rule that the words fit best."""
    known = {rule.id: rule for rule in every}
    hits = (hit.id for hit in book.search(typed) if hit.text is None and hit.id in known)
    best = next(hits, None)
    return [known[best]] if best is not None else []


def _tail(rule: RuleEntry) -> str:
    """The id without its catalogue."""
    return rule.id.partition(".")[2]


def _row(book: Book, statement: str, held: dict[str, frozenset[str]]) -> Row:
    first, *others = COMPARED
    cells = [Cell(first, "first", (statement,))]
    pairs = {pair.edition: pair for pair in book.pairs_of(statement)}
    for edition in others:
        pair = pairs.get(edition)
        if pair is None:
            holds = statement in held[edition]
            cells.append(Cell(edition, "same", (statement,)) if holds else Cell(edition, "unknown"))
            continue
        mark: Mark = "differs" if pair.note is not None else "alike"
        if not pair.counterparts:
            mark = "none"
        elif pair.counterparts == (statement,) and pair.note is None:
            mark = "same"
        cells.append(Cell(edition, mark, pair.counterparts, pair.note, pair.lenders))
    return Row(tuple(cells))


def _unpaired(book: Book, entry: str, edition: str, held: dict[str, frozenset[str]]) -> Row:
    """The row of a statement that no other has: of another rule of CodeOne, or of no pair at all."""
    paired = book.paired_from([entry])
    if paired and paired[0] in held[COMPARED[0]]:
        return _row(book, paired[0], held)
    return Row(
        tuple(
            Cell(each, "unpaired", (entry,))
            if each == edition
            else Cell(each, "same", (entry,))
            if entry in held[each]
            else Cell(each, "unknown")
            for each in COMPARED
        )
    )
