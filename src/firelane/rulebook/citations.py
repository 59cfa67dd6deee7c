"""Where the code cites the rules: the way back from a statement to the lines that carry it out.

Docstrings name statements (`Rules: n3.order-sequence.5, n3.aro.1-4.`), tables name rules in plain
strings. Both are read from the source itself, so the index cannot go stale.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from firelane.rulebook import ids
from firelane.rulebook.book import Book
from firelane.rulebook.concordance import Concordance, shipped

DOCUMENTED = re.compile(r"\bRules: (?P<ids>.*?)(?:\.(?:\s|$)|\n\s*\n|$)", re.DOTALL)
_ABOUT_RULES = ("rulebook", "testing")
"""Rooms that handle ids without keeping any rule; the ids in them are examples."""


class Citation(msgspec.Struct, frozen=True, order=True):
    """One place that cites an id: the file (relative to the folder scanned from), line and name around it."""

    file: str
    line: int
    name: str


class Citations(msgspec.Struct, frozen=True):
    """All places by id, and what docstrings cite under `Rules:` that is in no book."""

    places: dict[str, tuple[Citation, ...]]
    unknown: dict[str, tuple[Citation, ...]]

    def of(self, statement: str) -> tuple[Citation, ...]:
        """The places that cite a statement, the ones that name it before the ones that name its rule."""
        exact = self.places.get(statement, ())
        parts = ids.split(statement)
        whole = self.places.get(parts[0], ()) if parts else ()
        return (*exact, *(place for place in whole if place not in exact))


def scan(book: Book, folder: Path | None = None, *extra: Path, editions: Iterable[str] = ()) -> Citations:
    """Read every Python file under the program's own folder (or `folder`) and under the extra ones."""
    here = folder or Path(__file__).parents[1]
    names = CitedNames(book, shipped(), editions)
    places: dict[str, set[Citation]] = {}
    unknown: dict[str, set[Citation]] = {}
    for root in (here, *extra):
        for path in sorted(root.rglob("*.py")):
            if path.relative_to(root).parts[0] in _ABOUT_RULES:
                continue
            name = path.relative_to(root.parent).as_posix()
            for found, citation, documented in _cited(path, name, names):
                if book.knows(found):
                    places.setdefault(found, set()).add(citation)
                elif documented:
                    unknown.setdefault(found, set()).add(citation)
    return Citations(places=_sorted(places), unknown=_sorted(unknown))


class CitedNames:
    """Finds in a text what names statements: their ids, ranges of them, and roles of the concordance.

    A role stands for the statements that it is bound to in some editions.
    """

    def __init__(
        self, book: Book, concordance: Concordance | None = None, editions: Iterable[str] = ()
    ) -> None:
        keys = "|".join(re.escape(key) for key in sorted(book.catalogues(), key=len, reverse=True))
        self._pattern = re.compile(
            rf"(?<![\w.-])(?:(?:{keys})(?:\.{_WORD})+|(?P<role>{_WORD}\.{_WORD})(?!\.\w))(?![\w-])"
        )
        columns = [concordance.column(name) for name in editions] if concordance is not None else []
        self._roles: dict[str, tuple[str, ...]] = {}
        for column in columns:
            for role, statements in column.items():
                self._roles[role] = tuple(dict.fromkeys((*self._roles.get(role, ()), *statements)))

    def find(self, text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield where each name begins, and the statements that it stands for."""
        for match in self._pattern.finditer(text):
            role = match["role"]
            if role is None:
                yield match.start(), tuple(ids.spread(match.group()))
            elif role in self._roles:
                yield match.start(), self._roles[role]

    def statements(self, text: str) -> list[str]:
        """Return all statements that a text names."""
        return [each for _, statements in self.find(text) for each in statements]

    def exactly(self, text: str) -> tuple[str, ...]:
        """Return the statements that a text stands for, if it is a name and nothing else."""
        match = self._pattern.fullmatch(text)
        if match is None:
            return ()
        return tuple(ids.spread(text)) if match["role"] is None else self._roles.get(text, ())


_WORD = r"[a-z0-9]+(?:-[a-z0-9]+)*"


def _sorted(found: dict[str, set[Citation]]) -> dict[str, tuple[Citation, ...]]:
    return {entry: tuple(sorted(found[entry])) for entry in sorted(found)}


def _cited(path: Path, name: str, names: CitedNames) -> Iterator[tuple[str, Citation, bool]]:
    text = path.read_text("utf-8")
    if not names.statements(text):
        return
    for node, around in _strings(ast.parse(text), ()):
        documented = [match.span("ids") for match in DOCUMENTED.finditer(node.value)]
        for start, statements in names.find(node.value):
            line = node.lineno + node.value.count("\n", 0, start)
            place = Citation(name, min(line, node.end_lineno or line), ".".join(around) or path.stem)
            in_list = any(first <= start < last for first, last in documented)
            for entry in statements:
                yield entry, place, in_list


class _String(msgspec.Struct, frozen=True):
    value: str
    lineno: int
    end_lineno: int | None


def _strings(node: ast.AST, around: tuple[str, ...]) -> Iterator[tuple[_String, tuple[str, ...]]]:
    """Every string of the code with the names around it: function, class, or the entry that is assigned."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        around = (*around, node.name)
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name):
            around = (*around, target.id)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield _String(node.value, node.lineno, node.end_lineno), around
    for child in ast.iter_child_nodes(node):
        yield from _strings(child, around)
