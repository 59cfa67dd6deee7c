"""Which arguments of which calls are numbers of statements: those annotated `StatementNumber`."""

from __future__ import annotations

import ast
from functools import cache

from firelane.testing.mutants.source import FUNCTIONS, sources

ANNOTATION = "StatementNumber"


@cache
def signatures() -> dict[str, tuple[tuple[str, ...], frozenset[str]]]:
    """By the name of a function or class that takes such numbers: all its arguments in order, and those."""
    found = {}
    for source in sources():
        if ANNOTATION.encode() not in source.data:
            continue
        for node in ast.walk(source.tree):
            if isinstance(node, FUNCTIONS):
                arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                named = [each for each in arguments if each.arg not in ("self", "cls")]
                pairs = [(each.arg, each.annotation) for each in named]
            elif isinstance(node, ast.ClassDef):
                pairs = [
                    (each.target.id, each.annotation)
                    for each in node.body
                    if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
                ]
            else:
                continue
            numbers = frozenset(
                name for name, kind in pairs if isinstance(kind, ast.Name) and kind.id == ANNOTATION
            )
            if numbers:
                found[node.name] = (tuple(name for name, _ in pairs), numbers)
    return found


def numbers_in(call: ast.Call) -> dict[str, ast.expr]:
    """The arguments of a call that are numbers of statements, by name."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name not in signatures():
        return {}
    order, numbers = signatures()[name]
    found = {order[at]: each for at, each in enumerate(call.args) if at < len(order) and order[at] in numbers}
    found.update((each.arg, each.value) for each in call.keywords if each.arg in numbers)
    return found


@cache
def numbered_fields() -> dict[str, frozenset[str]]:
    """The same by the name of the class or function alone."""
    return {name: numbers for name, (_, numbers) in signatures().items()}
