"""What belongs to a place in the code: what it depends on, what it reads, what a comment points at."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

from firelane.testing.mutants.edits import Region, cites, only_counts, only_tells
from firelane.testing.mutants.source import FUNCTIONS, Source

LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
COMPOUND = (ast.If, ast.While, ast.For, ast.Match, ast.With, ast.Try)
NEAR = 2
"""So many conditions around a place are about it."""
Foreign = Callable[[ast.AST], bool]
"""Whether a piece of code names other statements than the one in question."""
Named = Callable[[ast.AST], Iterable[str]]
"""The statements that a piece of code names."""


def around(here: Source, node: ast.expr, foreign: Foreign, named: Named) -> Iterator[Region]:
    """An expression that names a statement, as far as it is about that one, and what it depends on."""
    own = own_part(here, node, foreign)
    conditions = list(conditions_of(here, node, foreign, named))
    yield Region(here, own, "statement" if isinstance(own, ast.stmt) else "expression")
    yield from conditions
    for value in assigned(here, node, [own, *(each.node for each in conditions)], foreign):
        yield Region(here, value, "expression")


def own_part(here: Source, node: ast.expr, foreign: Foreign) -> ast.expr | ast.stmt:
    """As much of the Python statement around an expression as names no other rule."""
    largest: ast.expr | ast.stmt = node
    for each in here.around(node):
        if foreign(each) or isinstance(each, (*COMPOUND, *FUNCTIONS)):
            break
        if isinstance(each, (ast.expr, ast.stmt)):
            largest = each
        if isinstance(each, ast.stmt):
            break
    return largest


def conditions_of(here: Source, node: ast.AST, foreign: Foreign, named: Named) -> Iterator[Region]:
    """The conditions on which it depends whether a node is evaluated.

    The nearest ones around it, and the way out that stands right before it: what is farther off decides more
    than this. Where the other way is the code of other statements, a break that leads there too seldom is
    theirs as well.
    """
    child = node
    left = NEAR
    for parent in here.around(node):
        if isinstance(parent, (ast.If, ast.IfExp)) and not _only_told(parent):
            left -= 1
            if not foreign(parent.test):
                yield _condition(here, parent, child, named)
            if isinstance(parent, ast.If) and child is parent.test:
                for each in parent.body:
                    if not foreign(each):
                        yield Region(here, each, "statement")
        elif isinstance(parent, ast.While):
            yield Region(here, parent.test, "condition")
        elif isinstance(parent, ast.match_case) and parent.guard is not None:
            yield Region(here, parent.guard, "condition")
        elif isinstance(parent, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            for generator in parent.generators:
                yield Region(here, generator, "expression")
        elif isinstance(parent, ast.BoolOp) and not foreign(parent):
            yield Region(here, parent, "expression")
        if isinstance(child, ast.stmt) and left == NEAR:
            before = _before(here, child)
            if isinstance(before, ast.If) and isinstance(before.body[-1], LEAVES) and not foreign(before):
                left -= 1
                yield _condition(here, before, child, named)
        if isinstance(parent, FUNCTIONS) or not left:
            return
        child = parent


def _only_told(parent: ast.If | ast.IfExp) -> bool:
    """Whether a choice is only one of what is named to the player."""
    if isinstance(parent, ast.IfExp):
        return cites(parent.body) and cites(parent.orelse)
    return all(only_tells(each) for each in (*parent.body, *parent.orelse))


def _condition(here: Source, parent: ast.If | ast.IfExp, child: ast.AST, named: Named) -> Region:
    """The condition of a choice of which a node is one side; the other side may be that of others."""
    if child is parent.test:
        return Region(here, parent.test, "condition")
    sides = [each if isinstance(each, list) else [each] for each in (parent.body, parent.orelse)]
    inside = child in sides[0]
    others = tuple(sorted({name for each in sides[inside] for name in named(each)}))
    own = "condition never holds" if inside else "condition dropped"
    return Region(here, parent.test, "condition", others, frozenset({own, "condition negated"}))


def _before(here: Source, statement: ast.stmt) -> ast.stmt | None:
    block = here.block(statement)
    at = block.index(statement) if statement in block else 0
    return block[at - 1] if at else None


def assigned(here: Source, node: ast.AST, read: Iterable[ast.AST], foreign: Foreign) -> Iterator[ast.expr]:
    """What the local names that are read were set to, one step back."""
    function = here.function(node)
    if function is None:
        return
    names = {each.id for tree in read for each in _read_in(tree, foreign)}
    line = getattr(node, "lineno", 0)
    for each in ast.walk(function):
        if isinstance(each, (ast.Assign, ast.AnnAssign)) and each.value is not None and each.lineno < line:
            target = each.targets[0] if isinstance(each, ast.Assign) else each.target
            if isinstance(target, ast.Name) and target.id in names and not foreign(each.value):
                yield each.value
        elif isinstance(each, ast.NamedExpr) and each.target.id in names and not foreign(each):
            yield each.value


def _read_in(tree: ast.AST, foreign: Foreign) -> Iterator[ast.Name]:
    """The names in a piece of code, without those that only calls read which name other statements."""
    if isinstance(tree, ast.Name):
        yield tree
    for each in ast.iter_child_nodes(tree):
        if not (isinstance(each, ast.Call) and foreign(each)):
            yield from _read_in(each, foreign)


def only_counted(here: Source, node: ast.expr) -> bool:
    """Whether what names the statement is a `decides(...)` whose answer nobody reads, or that only leads to
    more of the kind."""
    statement, function = here.statement(node), here.function(node)
    return (statement is not None and only_tells(statement)) or (
        function is not None and only_counts(function)
    )


def at_line(here: Source, line: int, alone: bool) -> list[ast.stmt] | list[ast.expr]:
    """What a comment is about: what begins on its line, or on the next one if it stands alone.

    That is a Python statement, or the outermost expressions within one; of conditions joined over several
    lines those of the line.
    """
    nodes = [node for node in here.nodes if isinstance(node, (ast.stmt, ast.expr))]
    if alone:
        line = min((node.lineno for node in nodes if node.lineno > line), default=line)
    held = [node for node in nodes if node.lineno == line]
    statements = [node for node in held if isinstance(node, ast.stmt)]
    if statements:
        return statements[:1]
    inside = set(held)
    outer = [node for node in held if isinstance(node, ast.expr) and inside.isdisjoint(here.around(node))]
    found: list[ast.expr] = []
    for node in outer:
        if isinstance(node, ast.BoolOp) and node.end_lineno != line and not alone:
            found += [each for each in node.values if each.lineno == line]
        else:
            found.append(node)
    return found


def commented(
    here: Source, node: ast.stmt | ast.expr, alone: bool, foreign: Foreign, named: Named
) -> Iterator[Region]:
    """The code that a comment is about: of an `if` the condition and what it leads to, without what follows
    otherwise; behind the head of a loop the head, and above it as well where the loop is about others too."""
    if isinstance(node, ast.If) or (isinstance(node, ast.While) and not alone):
        yield Region(here, node.test, "condition")
        for value in assigned(here, node, [node.test], foreign):
            yield Region(here, value, "expression")
        for each in node.body:
            if isinstance(node, ast.If) and not isinstance(each, COMPOUND):
                yield Region(here, each, "statement")
    elif isinstance(node, ast.For) and not (alone and not any(foreign(each) for each in node.body)):
        yield Region(here, node, "loop")
    elif isinstance(node, ast.stmt) and here.function(node) is not None:
        yield Region(here, node, "statement")
        yield from conditions_of(here, node, foreign, named) if not alone else ()
    elif isinstance(node, ast.stmt) and isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        yield Region(here, node, "statement")
    else:
        inside = here.function(node) is not None
        operand = isinstance(here.parents[node], ast.BoolOp)
        yield Region(here, node, "condition" if operand else "expression" if inside else "row")
