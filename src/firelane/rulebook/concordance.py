"""The concordance: code names the role of a rule, and one file binds the roles to statements by edition.

    dodge:
      moves:  {c1: c1.dodge.6, n4: n4-core.dodge.9}
      unseen: {c1: [c1.dodge.13, c1.dodge.14], n4: ~}

`dodge.moves` is a role. A cell holds a statement, several, or `~`: the book of that edition does not say
it, and nothing in that edition may use it. The id of a whole rule stands for what the rule says as such: its
name, its labels, what it requires.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import msgspec

from firelane import documents
from firelane.problem import Problem
from firelane.rulebook import ids
from firelane.rulebook.book import Book

SHIPPED = Path(__file__).parents[1] / "infinity" / "concordance.yaml"
"""Where the concordance of the editions of Infinity lies."""

Cell: TypeAlias = str | tuple[str, ...] | None
"""What a role is bound to in an edition, as written."""
_Columns: TypeAlias = dict[str, Cell]
_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ROLE = re.compile(rf"{_WORD.pattern}\.{_WORD.pattern}")


class Concordance(msgspec.Struct, frozen=True, dict=True):
    """A concordance as read. `rows` are the columns by role."""

    file: Path
    rows: dict[str, _Columns]

    def __contains__(self, role: object) -> bool:
        return role in self.rows

    @cached_property
    def groups(self) -> frozenset[str]:
        """The first words of all roles (`dodge`)."""
        return frozenset(role.partition(".")[0] for role in self.rows)

    def is_unbound(self, role: str, edition: str) -> bool:
        """Whether the file says that the book of an edition does not have the role."""
        columns = self._columns(role)
        return edition in columns and columns[edition] is None

    def statements(self, role: str, edition: str) -> tuple[str, ...]:
        """The statements that a role is bound to in an edition, or a Problem where it is bound to none."""
        columns = self._columns(role)
        cell = columns.get(edition)
        if cell is None:
            raise Problem("concordance.not-bound", role=role, edition=edition, file=self.file)
        return tuple(entry for spec in _several(cell) for entry in ids.spread(spec))

    def editions_of(self, role: str) -> tuple[str, ...]:
        """The editions that bind a role."""
        return tuple(edition for edition, cell in self._columns(role).items() if cell is not None)

    def column(self, edition: str) -> dict[str, tuple[str, ...]]:
        """By role its statements in an edition; empty where the book of the edition does not say it."""
        return {
            role: self.statements(role, edition) if columns[edition] is not None else ()
            for role, columns in self.rows.items()
            if edition in columns
        }

    def roles_in(self, edition: str) -> Mapping[str, tuple[str, ...]]:
        """By statement, the roles that are bound to it in an edition."""
        return self._by_edition.get(edition, {})

    @cached_property
    def _by_edition(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        found: dict[str, dict[str, list[str]]] = {}
        for role in self.rows:
            for edition in self.editions_of(role):
                for entry in self.statements(role, edition):
                    found.setdefault(edition, {}).setdefault(entry, []).append(role)
        return {
            edition: {entry: tuple(roles) for entry, roles in bound.items()}
            for edition, bound in found.items()
        }

    def _columns(self, role: str) -> _Columns:
        if role not in self.rows:
            raise Problem("concordance.unknown-role", role=role, file=self.file)
        return self.rows[role]


def read(path: Path) -> Concordance:
    """The concordance in a file, or a Problem with file, line and field."""
    groups = documents.read(path, dict[str, dict[str, _Columns]])
    return Concordance(
        path,
        {f"{group}.{name}": columns for group, roles in groups.items() for name, columns in roles.items()},
    )


def shipped(path: Path = SHIPPED) -> Concordance | None:
    """The concordance of the editions of Infinity; None while there is none."""
    return read(path) if path.is_file() else None


def is_role(name: str) -> bool:
    """Whether a name has the form of a role: two words that are no statement."""
    return _ROLE.fullmatch(name) is not None and ids.split(name) is None


def complaints(
    concordance: Concordance, book: Book, playable: Iterable[str], used: Mapping[str, str] | None = None
) -> Iterator[Problem]:
    """What is wrong with a concordance.

    Every statement must exist and belong to the edition of its column; every role must be bound, or said to
    be unbound, in all playable editions that the file knows at all. `used` are the roles that code names,
    with the place of each; they must stand in the file.
    """
    lines = _Lines(concordance.file)
    known = book.editions()
    columns = {edition for row in concordance.rows.values() for edition in row}
    needed = tuple(edition for edition in playable if edition in columns)
    held = {edition: book.citable_in(edition) for edition in columns if edition in known}
    for role, row in concordance.rows.items():
        if not is_role(role) or role.partition(".")[0] in book.catalogues():
            yield lines.problem("concordance.bad-role", role)
        for edition, cell in row.items():
            if edition not in known:
                yield lines.problem(
                    "concordance.unknown-edition", role, edition=edition, known=", ".join(known)
                )
                continue
            for spec in _several(cell):
                yield from _bad_cell(lines, role, edition, spec, book, held[edition])
        for edition in needed:
            if edition not in row:
                yield lines.problem("concordance.no-column", role, edition=edition)
    for role, place in sorted((used or {}).items()):
        if role not in concordance:
            yield Problem("concordance.used-not-there", role=role, place=place, file=concordance.file)


def roles_in_code(concordance: Concordance, *folders: Path) -> dict[str, str]:
    """The roles that code names, each with the first place (`file:line`) that does.

    A string of two words with a dot between is a role when the concordance has others of the same group.
    """
    found: dict[str, str] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if (
                    isinstance(node, ast.Constant)
                    and isinstance(node.value, str)
                    and is_role(node.value)
                    and node.value.partition(".")[0] in concordance.groups
                ):
                    place = f"{path.relative_to(folder.parent).as_posix()}:{node.lineno}"
                    found.setdefault(node.value, place)
    return found


def _bad_cell(
    lines: _Lines, role: str, edition: str, spec: str, book: Book, held: frozenset[str]
) -> Iterator[Problem]:
    if book.is_rule(spec):
        statements = book.rule(spec).statements
        if statements and held.isdisjoint(statements):
            yield lines.problem("concordance.other-edition", role, edition=edition, id=spec)
        return
    try:
        entries = book.expand(spec)
    except Problem as problem:
        yield lines.problem("concordance.no-statement", role, edition=edition, what=problem.say())
        return
    for entry in entries:
        if entry not in held:
            yield lines.problem("concordance.other-edition", role, edition=edition, id=entry)


def _several(cell: Cell) -> tuple[str, ...]:
    return () if cell is None else (cell,) if isinstance(cell, str) else cell


class _Lines:
    """Finds the line of a role in its file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._text = file.read_text("utf-8")

    def problem(self, message: str, role: str, **args: object) -> Problem:
        line = documents.line_of(self._text, f"$.{role}")
        return Problem(message, file=self._file, line=line, field=role, role=role, **args)
