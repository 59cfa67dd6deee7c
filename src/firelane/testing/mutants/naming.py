"""Which tests name which statements, read from the tests themselves."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from firelane.rulebook import ids
from firelane.testing.mutants.source import ROOT
from firelane.testing.proofs import MARK

TESTS = ROOT / "tests"


def named_by(folder: Path = TESTS) -> dict[str, tuple[str, ...]]:
    """By statement the tests (`tests/x.py::test_y`) whose decorators name it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text("utf-8")
        if f"{MARK}(" in text:
            name = path.relative_to(folder.parent).as_posix()
            for test, statement in _marks(ast.parse(text), ()):
                test_id = "::".join((name, *test))
                if test_id not in found[statement]:
                    found[statement].append(test_id)
    return {statement: tuple(tests) for statement, tests in found.items()}


def _marks(node: ast.AST, around: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The statements that the decorators of tests name, with the names of class and function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            place = (*around, child.name)
            for decorator in child.decorator_list:
                for statement in _named(decorator):
                    yield place, statement
            if isinstance(child, ast.ClassDef):
                yield from _marks(child, place)


def _named(decorator: ast.expr) -> Iterator[str]:
    for call in ast.walk(decorator):
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) == MARK:
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield from ids.spread(argument.value)
