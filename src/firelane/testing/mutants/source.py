"""A source file with its syntax tree, the parents of every node, and text replaced by byte positions."""

from __future__ import annotations

import ast
import io
import tokenize
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[4]
"""The checkout: the tool breaks its files and runs its tests, so it works nowhere else."""
PACKAGE = ROOT / "src" / "firelane"
ROOMS = ("core", "table", "forces", "infinity", "bpre")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
N = TypeVar("N", bound=ast.AST)


class Span(Struct, frozen=True, order=True):
    """A stretch of a file, in bytes."""

    start: int
    end: int


class Source:
    """One Python file, parsed once."""

    def __init__(self, path: Path, root: Path | None = None) -> None:
        self.path = path
        self.name = path.relative_to(root or ROOT).as_posix()
        self.data = path.read_bytes()
        self._lines = [0]
        for line in self.data.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.data)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of it."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """By node the one around it."""
        return {child: parent for parent in self.nodes for child in ast.iter_child_nodes(parent)}

    def span(self, node: ast.AST) -> Span:
        """Where a node stands."""
        assert isinstance(node, (ast.expr, ast.stmt, ast.keyword, ast.pattern, ast.arg))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return Span(
            self._lines[node.lineno - 1] + node.col_offset,
            self._lines[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(self, node: ast.AST) -> str:
        """The source text of a node."""
        span = self.span(node)
        return self.data[span.start : span.end].decode()

    def line(self, offset: int) -> int:
        """The line, from 1, of a byte."""
        return self.data.count(b"\n", 0, offset) + 1

    def comments(self) -> list[tuple[int, bool, str]]:
        """Every comment: its line, whether it has the line to itself, its text."""
        if b"#" not in self.data:
            return []
        tokens = tokenize.tokenize(io.BytesIO(self.data).readline)
        return [
            (token.start[0], token.line[: token.start[1]].strip() == "", token.string)
            for token in tokens
            if token.type == tokenize.COMMENT
        ]

    def around(self, node: ast.AST) -> list[ast.AST]:
        """The nodes around a node, from the inside out."""
        found = []
        while (parent := self.parents.get(node)) is not None:
            found.append(parent)
            node = parent
        return found

    def function(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The innermost function around a node."""
        return next((each for each in self.around(node) if isinstance(each, FUNCTIONS)), None)

    def statement(self, node: ast.AST) -> ast.stmt | None:
        """The innermost Python statement that holds a node, or the node itself."""
        return next((each for each in (node, *self.around(node)) if isinstance(each, ast.stmt)), None)

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of statements in which a statement stands."""
        parent = self.parents[statement]
        for _, value in ast.iter_fields(parent):
            if isinstance(value, list) and statement in value:
                return value
        return [statement]


@cache
def source(path: Path) -> Source:
    """A file of the checkout, read once per process."""
    return Source(path)


@cache
def sources() -> tuple[Source, ...]:
    """Every Python file that carries out rules; other rooms only show, weigh or count what comes of them."""
    return tuple(source(path) for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py")))


def module_name(path: Path) -> str:
    """The dotted name under which a file of the package is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
