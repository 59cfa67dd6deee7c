"""The rows of entries: which of their hooks and figures belong to which statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeGuard

from firelane.testing.mutants.context import around
from firelane.testing.mutants.edits import Region
from firelane.testing.mutants.numbering import ANNOTATION, numbers_in
from firelane.testing.mutants.source import FUNCTIONS, ROOT, Source, source, sources

if TYPE_CHECKING:
    from firelane.testing.mutants.code import Code
    from firelane.testing.mutants.entries import EntryPlace

CLOSE, LAST = 1, 3
MOST_STATEMENTS = 40
"""No rule has as many."""
DEPTH = 3
"""A row names a table, which names another: so far are names followed."""


class EntryRow:
    """One entry: its hooks and the figures of its row, sorted to its statements."""

    def __init__(self, code: Code, place: EntryPlace) -> None:
        self._code = code
        self._place = place
        self._source = source(ROOT / place.file)
        self._row = next(
            node
            for node in self._source.nodes
            if isinstance(node, ast.Call) and (node.lineno, node.col_offset) == place.at
        )
        self._nodes = list(_followed(self._source, self._row))
        self._mapped: set[ast.AST] = set()
        self._hooked: list[tuple[Source, ast.Call, str, str]] = []
        self._parts: list[tuple[ast.Call, str]] = []

    def read(self) -> None:
        """Note which calls give the number of a statement."""
        self._code.spare_numbers(self._source.nodes)
        for node in self._nodes:
            for call in ast.walk(node):
                if isinstance(call, ast.Call):
                    self._read_part(call)
        for place in self._place.hooks:
            self._read_hook(source(ROOT / place.file), place.line)

    def add(self) -> None:
        """Give each statement its part."""
        for call, statement in self._parts:
            self._code.add(statement, CLOSE, Region(self._source, call, "row"))
        for here, call, statement, figures in self._hooked:
            regions = list(around(here, call, self._code.foreign(statement), self._code.named))
            self._code.add(statement, CLOSE, *regions)
            read = {
                each.attr
                for region in regions
                for each in ast.walk(region.node)
                if isinstance(each, ast.Attribute)
                and isinstance(each.value, ast.Name)
                and each.value.id == figures
            }
            self._add_figures(statement, read)
        self._read_elsewhere()
        rest = [
            value
            for value in self._figures.values()
            if value not in self._mapped and value in self._source.parents and not self._is_default(value)
        ]
        for statement in self._every_statement():
            for each in rest:
                if self._may_be(each, statement):
                    self._code.add(statement, LAST, Region(self._home(each), each, "row"))

    def _every_statement(self) -> list[str]:
        return [f"{self._place.cite}.{number}" for number in range(1, MOST_STATEMENTS)]

    def _read_part(self, call: ast.Call) -> None:
        """A part of the row that gives its number, and the same part in the function that makes it."""
        own = {name: each for name, each in numbers_in(call).items() if name in ("statement", "after")}
        for name, value in own.items():
            if not isinstance(value, ast.Constant) or not value.value:
                continue
            statement = f"{self._place.cite}.{value.value!s}"
            self._code.name(call, statement)
            self._parts.append((call, statement))
            maker = _definition(self._source, call)
            for part in ast.walk(maker) if maker is not None else ():
                if isinstance(part, ast.Call) and any(
                    isinstance(each, ast.Name) and each.id == name for each in numbers_in(part).values()
                ):
                    self._parts.append((part, statement))

    def _read_hook(self, here: Source, line: int) -> None:
        for function in here.nodes:
            if isinstance(function, FUNCTIONS) and function.lineno == line:
                self._code.spare_numbers(ast.walk(function))
                figures = function.args.args[2].arg if len(function.args.args) > 2 else ""
                for call in ast.walk(function):
                    if isinstance(call, ast.Call):
                        for value in numbers_in(call).values():
                            for number in self._numbers(value, figures):
                                statement = f"{self._place.cite}.{number}"
                                self._code.name(call, statement)
                                self._hooked.append((here, call, statement, figures))

    def _numbers(self, value: ast.expr, figures: str) -> list[int]:
        """What the number of a statement can be; every number where that cannot be told."""
        if isinstance(value, ast.IfExp):
            return [*self._numbers(value.body, figures), *self._numbers(value.orelse, figures)]
        names = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
        if names <= {figures}:
            code = compile(ast.Expression(value), self._place.key, "eval")
            return [int(eval(code, {figures: SimpleNamespace(**self._place.values)}))]
        return list(range(1, MOST_STATEMENTS))

    def _add_figures(self, statement: str, fields: set[str]) -> None:
        for name, value in self._figures.items():
            if name in fields:
                self._mapped.add(value)
                if self._may_be(value, statement):
                    self._code.add(statement, CLOSE, Region(self._home(value), value, "row"))

    def _may_be(self, value: ast.expr, statement: str) -> bool:
        """Whether no comment says that a figure is only that of other statements."""
        claimed = self._code.named_around(self._home(value), value)
        return not claimed or statement in claimed

    def _home(self, value: ast.expr) -> Source:
        """The file of a figure: that of the row, or of the class that has it as a default."""
        home = _class(self._place.figures)
        return self._source if value in self._source.parents or home is None else home[0]

    def _is_default(self, value: ast.expr) -> bool:
        return isinstance(self._source.parents[value], ast.AnnAssign)

    def _read_elsewhere(self) -> None:
        """Figures that are read where the code names a statement of the entry's rule."""
        for statement in self._every_statement():
            read = {
                each.attr
                for region in self._code.regions(statement)
                if self._place.figures and self._place.figures.encode() in region.source.data
                for each in ast.walk(region.node)
                if isinstance(each, ast.Attribute) and each.attr in self._figures
            }
            self._add_figures(statement, read)

    @cached_property
    def _figures(self) -> dict[str, ast.expr]:
        """The figures of the row: by field the expression that gives it, or its default."""
        home = _class(self._place.figures)
        if home is None:
            return {}
        fields = [
            (each.target.id, each)
            for each in home[1].body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        ]
        order = [name for name, _ in fields]
        found = {name: each.value for name, each in fields if each.value is not None}
        for node in self._nodes:
            for call in ast.walk(node):
                if _calls(call, self._place.figures):
                    found.update(zip(order, call.args, strict=False))
                    found.update((each.arg, each.value) for each in call.keywords if each.arg)
        found.update((each.arg, each.value) for each in self._row.keywords if each.arg in order)
        maker = _definition(self._source, self._row)
        if maker is not None:
            found.update(self._through(maker))
        numbers = {
            name
            for name, each in fields
            if isinstance(each.annotation, ast.Name) and each.annotation.id == ANNOTATION
        }
        return {field: value for field, value in found.items() if field not in numbers}

    def _through(self, maker: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
        """Figures that a function hands from its arguments to the row."""
        bound = {each.arg: value for each, value in zip(maker.args.args, self._row.args, strict=False)}
        bound.update((each.arg, each.value) for each in self._row.keywords if each.arg)
        for call in ast.walk(maker):
            if _calls(call, self._place.figures):
                for each in call.keywords:
                    if each.arg and isinstance(each.value, ast.Name) and each.value.id in bound:
                        yield each.arg, bound[each.value.id]


def _calls(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


@cache
def _class(name: str) -> tuple[Source, ast.ClassDef] | None:
    """The class of some figures, and its file."""
    for here in sources():
        if name and f"class {name}(".encode() in here.data:
            for node in here.tree.body:
                if isinstance(node, ast.ClassDef) and node.name == name:
                    return here, node
    return None


def _definition(here: Source, call: ast.Call) -> ast.FunctionDef | None:
    """The function of the same file that is called."""
    return next(
        (
            node
            for node in here.tree.body
            if isinstance(node, ast.FunctionDef)
            and isinstance(call.func, ast.Name)
            and node.name == call.func.id
        ),
        None,
    )


def _followed(here: Source, row: ast.expr, depth: int = DEPTH) -> Iterator[ast.expr]:
    """A row, and what the names in it were set to at the top of the file."""
    yield row
    if not depth:
        return
    names = {each.id for each in ast.walk(row) if isinstance(each, ast.Name)}
    for node in here.tree.body:
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            if isinstance(target, ast.Name) and target.id in names:
                yield from _followed(here, node.value, depth - 1)
