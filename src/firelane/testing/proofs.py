"""What a test must have before it may claim to prove a statement.

A test that names a statement and asserts nothing is worse than none: the coverage would lie. So
the claim is looked at twice: the source must hold a real assertion, and the run must pass through one.
"""

from __future__ import annotations

import ast
import builtins
import re
from functools import cache
from pathlib import Path
from types import CodeType

import msgspec
import pytest

MARK = "rule"
EDITION = "edition"
BORROWS = "borrows"
_CAN_CHANGE = (
    ast.List,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.Call,
)


def rule(*statements: str) -> pytest.MarkDecorator:
    """Tie a test to the statements that it proves: `@rule("n3.dodge.8", "n3.aro.1-4")`.

    Works wherever a mark does: on a function, a class, or one case (`pytest.param(..., marks=rule(...))`).
    On a function it may name roles of the concordance too, `@rule("dodge.moves")`: the test takes
    `edition`, runs once in every edition that can be played and binds them all, and proves each edition's
    own statements.
    """
    if not statements or not all(isinstance(statement, str) for statement in statements):
        raise TypeError("name the statements that the test proves: @rule('n3.dodge.8')")
    mark: pytest.MarkDecorator = getattr(pytest.mark, MARK)
    return mark(*statements)


def edition(name: str) -> pytest.MarkDecorator:
    """Say in which edition a test runs, where it is not that of its folder: `@edition("n4")`.

    A parameter called `edition` says it for each case by itself.
    """
    mark: pytest.MarkDecorator = getattr(pytest.mark, EDITION)
    return mark(name)


def borrows(*names: str) -> pytest.MarkDecorator:
    """Tie a test to the names that its edition borrows from others and whose rules it proves:
    `@borrows("Doctor")`."""
    if not names or not all(isinstance(name, str) for name in names):
        raise TypeError("name what the edition borrows: @borrows('Doctor')")
    mark: pytest.MarkDecorator = getattr(pytest.mark, BORROWS)
    return mark(*names)


class Assertions(msgspec.Struct, frozen=True):
    """The real assertions of one test: by line the expression asserted, and the lines of `raises` blocks.

    `sources` has the whole text of each by its first line, with what is remarked beside it.
    """

    asserted: dict[int, str]
    raises: frozenset[int]
    sources: dict[int, str] = {}

    def __bool__(self) -> bool:
        return bool(self.asserted or self.raises)

    def holds(self, line: int, source: str) -> bool:
        """Whether an assertion that just passed, at this line and with this source, is one of them."""
        expected = self.asserted.get(line)
        return expected is not None and expected == _shape(source)

    def proving(self, statement: str) -> tuple[int, ...]:
        """Return the lines of the assertions that prove a statement: those that name it, else all.

        An assertion names a statement by comparing with its id, or in a remark beside it: `# c1.dodge.3`.
        """
        named = re.compile(rf"(?<![\w.-]){re.escape(statement)}(?![\w-])")
        naming = [line for line, source in self.sources.items() if named.search(source)]
        return tuple(sorted(naming or self.sources))


def assertions_of(code: CodeType) -> Assertions:
    """The assertions of a test function that could fail; those that never can are left out."""
    function = _functions(code.co_filename).get(code.co_firstlineno)
    if function is None:
        return Assertions({}, frozenset())
    constants = _constant_names(function)
    lines = Path(code.co_filename).read_text("utf-8").splitlines()
    asserted: dict[int, str] = {}
    raises: set[int] = set()
    sources: dict[int, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and not _cannot_fail(node.test, constants):
            asserted[node.lineno] = ast.dump(node.test)
        elif isinstance(node, (ast.With, ast.AsyncWith)) and _expects_an_error(node):
            raises.update(range(node.lineno, max(node.body[0].lineno, node.lineno + 1)))
        else:
            continue
        sources[node.lineno] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return Assertions(asserted, frozenset(raises), sources)


def _shape(source: str) -> str | None:
    try:
        return ast.dump(ast.parse(f"({source}\n)", mode="eval").body)
    except SyntaxError:
        return None


@cache
def _functions(file: str) -> dict[int, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a file by their first line, decorators included, as code objects count it."""
    try:
        tree = ast.parse(Path(file).read_text("utf-8"))
    except (OSError, SyntaxError):
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[min([node.lineno, *(each.lineno for each in node.decorator_list)])] = node
    return found


def _constant_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """Names that can only ever be one written-down value: builtins, and locals set to nothing else.

    A list or an object can change after it was made, so a name for one is never constant.
    """
    bound: dict[str, int] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] = bound.get(node.id, 0) + 1
        elif isinstance(node, ast.arg):
            bound[node.arg] = bound.get(node.arg, 0) + 1
    constants = frozenset(name for name in dir(builtins) if name not in bound)
    while True:
        fixed: dict[str, int] = {}
        for node in ast.walk(function):
            if (
                isinstance(node, ast.Assign)
                and len(node.targets) == 1
                and isinstance(node.targets[0], ast.Name)
                and _is_constant(node.value, constants)
                and not any(isinstance(part, _CAN_CHANGE) for part in ast.walk(node.value))
            ):
                name = node.targets[0].id
                fixed[name] = fixed.get(name, 0) + 1
        grown = constants | {name for name, times in fixed.items() if times == bound[name]}
        if grown == constants:
            return constants
        constants = grown


def _is_constant(expression: ast.expr, constants: frozenset[str]) -> bool:
    """Whether nothing outside the expression itself can change its value."""
    return all(node.id in constants for node in ast.walk(expression) if isinstance(node, ast.Name))


def _cannot_fail(expression: ast.expr, constants: frozenset[str]) -> bool:
    """`assert True`, `1 == 1`, `x == x`, `x or True`, `(x, "a tuple")`: nothing can break these."""
    if _is_constant(expression, constants):
        return True
    if isinstance(expression, ast.Tuple):
        return bool(expression.elts)
    if isinstance(expression, ast.Compare) and len(expression.ops) == 1:
        same = ast.dump(expression.left) == ast.dump(expression.comparators[0])
        return same and isinstance(expression.ops[0], (ast.Eq, ast.Is, ast.LtE, ast.GtE))
    if isinstance(expression, ast.BoolOp):
        each = [_cannot_fail(value, constants) for value in expression.values]
        return any(each) if isinstance(expression.op, ast.Or) else all(each)
    return False


def _expects_an_error(node: ast.With | ast.AsyncWith) -> bool:
    """`with pytest.raises(...)` around anything but a bare `raise` of the test's own."""
    if all(isinstance(line, (ast.Raise, ast.Pass)) for line in node.body):
        return False
    for item in node.items:
        call = item.context_expr
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name == "raises":
                return True
    return False
