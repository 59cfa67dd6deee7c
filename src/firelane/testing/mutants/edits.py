"""Small breaks of a piece of code: figures moved, comparisons shifted, conditions dropped, steps left out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache

from msgspec import Struct

from firelane.testing.mutants.numbering import numbered_fields
from firelane.testing.mutants.source import FUNCTIONS, Source

COMPARISONS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
BRACKETS = {ast.Tuple: ("(", ")"), ast.Set: ("{", "}"), ast.List: ("[", "]")}
OPPOSITES = {"any": "all", "all": "any", "min": "max", "max": "min"}
VERDICTS = frozenset(
    {"Refusal", "Cite", "Veto", "Problem", "say", "decides", "isinstance", "cast", "Literal"}
)
"""Calls whose arguments only name a rule or a type, or tell the player facts."""
REASONS = frozenset({"Refusal", "Cite", "Veto"})
NUMBERS = frozenset({"plus", "less", "replaced", "capped"})
"""Methods of `Number`: the first argument is the figure, the others say why."""
TELLING = frozenset(
    {"args", "because", "rules", "rule", "why", "cite", "cites", "labels", "statement", "maxsize", "strict"}
)
"""Keyword arguments that cite, tell or make sure, and decide nothing."""
COMPOUND = (*FUNCTIONS, ast.While, ast.Match, ast.With, ast.Try)
SMALL, MANY = 1, 1000
STEP_MILS = 500
"""Lengths are moved by half an inch, all other figures by one."""


class Region(Struct, frozen=True, eq=False):
    """A piece of code that carries out a statement.

    `role` says what it is: a `condition` on which the code turns (or one of several that are joined), an
    `expression`, a `statement` of Python, a `row` of figures, or a `loop`.
    """

    source: Source
    node: ast.AST
    role: str
    shared: tuple[str, ...] = ()
    """All statements whose code it is, where it is that of several."""
    own: frozenset[str] = frozenset()
    """The kinds of breaks that are the statement's alone all the same."""


class Edit(Struct, frozen=True, order=True):
    """Replace some bytes of a file; `kind` says in what way that breaks it."""

    file: str
    start: int
    end: int
    text: str
    kind: str
    line: int


def edits_of(
    region: Region,
    cited: Callable[[ast.expr], bool] = lambda _: False,
    foreign: Callable[[ast.AST], bool] = lambda _: False,
) -> list[Edit]:
    """Every small break of a piece of code.

    `cited` spares the numbers of statements among its figures, `foreign` what is the code of others.
    """
    editor = _Editor(region.source, cited, foreign, row=region.role == "row")
    if region.role == "condition":
        assert isinstance(region.node, ast.expr)
        found = editor.condition(region.node)
    elif region.role == "loop":
        assert isinstance(region.node, ast.For)
        found = editor.loop(region.node)
    else:
        found = editor.walk(region.node)
    unique: dict[tuple[int, int, str], Edit] = {}
    for edit in found:
        unique.setdefault((edit.start, edit.end, edit.text), edit)
    return list(unique.values())


def mutated(data: bytes, edit: Edit) -> bytes:
    """The file with the edit; the lines after it keep their numbers."""
    fewer = data.count(b"\n", edit.start, edit.end) - edit.text.count("\n")
    line_end = data.find(b"\n", edit.end)
    line_end = len(data) if line_end < 0 else line_end
    return (
        data[: edit.start] + edit.text.encode() + data[edit.end : line_end] + b"\n" * fewer + data[line_end:]
    )


def changes(data: bytes, edit: Edit) -> bool:
    """Whether the file with the edit can be read, and means something else."""
    try:
        tree = ast.parse(mutated(data, edit))
    except SyntaxError:
        return False
    return ast.dump(tree) != ast.dump(ast.parse(data))


class _Editor:
    """Walks a piece of code and yields its breaks."""

    def __init__(
        self,
        source: Source,
        cited: Callable[[ast.expr], bool],
        foreign: Callable[[ast.AST], bool],
        row: bool,
    ) -> None:
        self.source = source
        self.cited = cited
        self.foreign = foreign
        self.row = row

    def edit(self, node: ast.AST, text: str, kind: str) -> Edit:
        span = self.source.span(node)
        return Edit(self.source.name, span.start, span.end, text, kind, self.source.line(span.start))

    def condition(self, test: ast.expr, loop: bool = False) -> Iterator[Edit]:
        """A condition dropped (either way), negated, and broken within."""
        if isinstance(test, ast.Constant) or self.foreign(test) or _called(test) == "is_counting":
            return
        if not loop:
            yield self.edit(test, "True", "condition dropped")
        yield self.edit(test, "False", "condition never holds")
        plain = isinstance(test, ast.Compare) and isinstance(
            test.ops[0], (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
        )
        if not plain and not loop and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
            yield self.edit(test, f"(not ({self.source.text(test)}))", "condition negated")
        yield from self.walk(test)

    def walk(self, node: ast.AST) -> Iterator[Edit]:
        """The breaks of a node and of everything in it that decides something."""
        if isinstance(node, ast.stmt):
            yield from self._statement(node)
            return
        if isinstance(node, (ast.Call, ast.Constant, ast.UnaryOp)) and self.foreign(node):
            return
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is not None:
            yield from method(node)
        else:
            yield from self._children(node)

    def _children(self, node: ast.AST) -> Iterator[Edit]:
        for child in ast.iter_child_nodes(node):
            yield from self.walk(child)

    # Python's statements

    def _statement(self, node: ast.stmt) -> Iterator[Edit]:
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                yield from self._statement(each)
        elif isinstance(node, ast.If):
            yield from self._if(node)
        elif isinstance(node, ast.For):
            yield from self.loop(node)
            for each in (*node.body, *node.orelse):
                yield from self._statement(each)
        elif isinstance(node, COMPOUND):
            yield from self._compound(node)
        elif not self.foreign(node) and not only_tells(node):
            yield from self._simple(node)

    def loop(self, node: ast.For) -> Iterator[Edit]:
        """A loop that stops after the first, and the breaks of what it goes through."""
        yield self._first_only(node.iter)
        yield from self.walk(node.iter)

    def _if(self, node: ast.If) -> Iterator[Edit]:
        """An `if` with its branches; one whose branch is the code of others is theirs as a whole."""
        others = self.foreign(node.test) or all(self.foreign(each) or only_tells(each) for each in node.body)
        if not others and _called(node.test) != "is_counting":
            yield from self.condition(node.test)
            for each in node.body:
                yield from self._statement(each)
        for each in node.orelse:
            yield from self._statement(each)

    def _simple(self, node: ast.stmt) -> Iterator[Edit]:
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Call):
                yield self.edit(node, "pass", "step left out")
            elif isinstance(node.value, (ast.Yield, ast.YieldFrom)):
                yield self.edit(node, "yield from ()", "step left out")
            yield from self.walk(node.value)
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            if self._only_told(node):
                return
            if isinstance(node, ast.AugAssign) or self._set_before(node):
                yield self.edit(node, "pass", "step left out")
            if node.value is not None:
                yield from self._value(node.value)
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from self._value(node.value)

    def _compound(self, node: ast.stmt) -> Iterator[Edit]:
        if isinstance(node, FUNCTIONS):
            for each in () if self.foreign(node) else node.body:
                yield from self._statement(each)
        elif isinstance(node, ast.While):
            yield from self.condition(node.test, loop=True)
            for each in node.body:
                yield from self._statement(each)
        elif isinstance(node, ast.Match):
            for case in node.cases:
                if case.guard is not None:
                    yield from self.condition(case.guard)
                for each in case.body:
                    yield from self._statement(each)
        elif isinstance(node, (ast.With, ast.Try)):
            for each in node.body:
                yield from self._statement(each)

    def _value(self, value: ast.expr) -> Iterator[Edit]:
        """A value that is kept or returned; where it is a condition, it is broken as one."""
        plain = isinstance(value, (ast.BoolOp, ast.Compare)) or (
            isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
        )
        if plain and _is_boolean(value):
            yield from self.condition(value)
        else:
            yield from self.walk(value)

    def _only_told(self, node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> bool:
        """Whether what is kept is read only where it is told or counted."""
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        function = self.source.function(node)
        if function is None or not isinstance(target, ast.Name):
            return False
        read = [
            each
            for each in ast.walk(function)
            if isinstance(each, ast.Name) and each.id == target.id and isinstance(each.ctx, ast.Load)
        ]
        return bool(read) and all(self._is_told(each) for each in read)

    def _is_told(self, node: ast.expr) -> bool:
        """Whether a value only goes into what is told: the facts of a refusal, or what is counted."""
        statement = self.source.statement(node)
        if statement is not None and only_tells(statement):
            return True
        return any(
            _called(each) in REASONS for each in self.source.around(node) if isinstance(each, ast.expr)
        )

    def _set_before(self, node: ast.Assign | ast.AnnAssign) -> bool:
        """Whether the names would still have a value if this assignment were left out."""
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, (ast.Attribute, ast.Subscript)):
            return True
        function = self.source.function(node)
        if function is None or not isinstance(target, ast.Name):
            return False
        arguments = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
        earlier = {
            each.id
            for each in ast.walk(function)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.lineno < node.lineno
        }
        return target.id in arguments | earlier

    def _first_only(self, iterated: ast.expr) -> Edit:
        text = f'__import__("itertools").islice({self.source.text(iterated)}, 1)'
        return self.edit(iterated, text, "loop stops after the first")

    # Expressions

    def _compare(self, node: ast.Compare) -> Iterator[Edit]:
        operands = [self.source.text(each) for each in (node.left, *node.comparators)]
        for index, operator in enumerate(node.ops):
            words = [_operator(each) for each in node.ops]
            words[index] = COMPARISONS[type(operator)]
            text = operands[0] + "".join(
                f" {word} {operand}" for word, operand in zip(words, operands[1:], strict=True)
            )
            yield self.edit(node, text, "comparison")
            right = node.comparators[index]
            if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(
                right, (ast.Tuple, ast.Set, ast.List)
            ):
                yield from self._shorter(right)
        yield from self._children(node)

    def _shorter(self, node: ast.Tuple | ast.Set | ast.List) -> Iterator[Edit]:
        """A list of values with one of them missing."""
        if len(node.elts) < 2:
            return
        left, right = BRACKETS[type(node)]
        for index in range(len(node.elts)):
            rest = [self.source.text(each) for at, each in enumerate(node.elts) if at != index]
            comma = "," if isinstance(node, ast.Tuple) else ""
            yield self.edit(node, f"{left}{', '.join(rest)}{comma}{right}", "one of several left out")

    def _boolop(self, node: ast.BoolOp) -> Iterator[Edit]:
        word = " and " if isinstance(node.op, ast.And) else " or "
        for index, value in enumerate(node.values):
            if self.foreign(value):
                continue
            rest = [f"({self.source.text(each)})" for at, each in enumerate(node.values) if at != index]
            yield self.edit(node, f"({word.join(rest)})", f"part of {word.strip()!r} dropped")
        yield from self._children(node)

    def _unaryop(self, node: ast.UnaryOp) -> Iterator[Edit]:
        if isinstance(node.op, ast.Not):
            yield self.edit(node, f"bool({self.source.text(node.operand)})", "condition negated")
        yield from self._children(node)

    def _ifexp(self, node: ast.IfExp) -> Iterator[Edit]:
        choices = (node.body, node.orelse)
        if not all(cites(each) for each in choices) and not any(self.foreign(each) for each in choices):
            yield from self.condition(node.test)
        for each in choices:
            yield from self.walk(each)

    def _comprehension(self, node: ast.comprehension) -> Iterator[Edit]:
        yield self._first_only(node.iter)
        yield from self.walk(node.iter)
        for test in node.ifs:
            yield from self.condition(test)

    def _call(self, node: ast.Call) -> Iterator[Edit]:
        name = _called(node)
        if name in VERDICTS:
            if name == "decides" and node.args:
                yield from self.walk(node.args[0])
            elif name == "isinstance" and isinstance(node.args[1], ast.BinOp):
                yield from self._fewer_types(node.args[1])
            return
        if isinstance(node.func, ast.Name) and name in OPPOSITES:
            yield self.edit(node.func, OPPOSITES[name], f"{OPPOSITES[name]} for {name}")
        if not isinstance(node.func, ast.Name):
            yield from self.walk(node.func)
        for argument in node.args[:1] if name in NUMBERS else node.args:
            yield from self.walk(argument)
        for keyword in () if name in NUMBERS else node.keywords:
            if keyword.arg not in TELLING | numbered() and not self.cited(keyword.value):
                yield from self._keyword_of(keyword)

    def _name(self, node: ast.Name) -> Iterator[Edit]:
        """A step of a procedure left out; a named value in a row that is another one."""
        call = self.source.parents.get(node)
        if not isinstance(call, ast.Call) or node not in call.args:
            return
        place = call.args.index(node)
        if _called(call) == "Procedure":
            span = self.source.span(node)
            end = self.source.data.index(b",", span.end) + 1 if place < len(call.args) - 1 else span.end
            yield Edit(self.source.name, span.start, end, "", "step left out", self.source.line(span.start))
        elif self.row and node.id.isupper():
            calls = [each for each in self.source.nodes if isinstance(each, ast.Call)]
            same = [each.args for each in calls if _called(each) == _called(call) and len(each.args) > place]
            names = [given[place] for given in same]
            others = {each.id for each in names if isinstance(each, ast.Name) and each.id.isupper()}
            for other in sorted(others - {node.id})[:1]:
                yield self.edit(node, other, "figure")

    def _keyword_of(self, keyword: ast.keyword) -> Iterator[Edit]:
        value = keyword.value
        if self.row and isinstance(value, ast.Constant) and isinstance(value.value, str):
            other = next((each for each in self._siblings(keyword) if each != value.value), None)
            if other is not None:
                yield self.edit(value, repr(other).replace("'", '"'), "figure")
        yield from self.walk(value)

    def _siblings(self, keyword: ast.keyword) -> list[str]:
        """What the same figure is elsewhere in the file, nearest first."""
        found = [
            each.value.value
            for each in self.source.nodes
            if isinstance(each, ast.keyword)
            and each.arg == keyword.arg
            and isinstance(each.value, ast.Constant)
            and isinstance(each.value.value, str)
        ]
        return sorted(set(found))

    def _fewer_types(self, node: ast.BinOp) -> Iterator[Edit]:
        """`isinstance(x, A | B)` with one of the types missing."""
        if isinstance(node.op, ast.BitOr):
            yield self.edit(node, self.source.text(node.left), "one of several left out")
            yield self.edit(node, self.source.text(node.right), "one of several left out")
            if isinstance(node.left, ast.BinOp):
                yield from self._fewer_types(node.left)

    def _constant(self, node: ast.Constant) -> Iterator[Edit]:
        if self.cited(node):
            return
        if isinstance(node.value, bool):
            yield self.edit(node, str(not node.value), "figure")
        elif isinstance(node.value, (int, float)):
            step = STEP_MILS if abs(node.value) >= MANY else SMALL
            # A place or a number of things has nothing below 0; a figure of a rule may.
            lowest = node.value == 0 and not self.row
            for moved in (node.value + step, *(() if lowest else (node.value - step,))):
                yield self.edit(node, repr(moved) if moved >= 0 else f"({moved!r})", "figure")

    def _tuple(self, node: ast.Tuple) -> Iterator[Edit]:
        strings = all(isinstance(each, (ast.Constant, ast.Name, ast.Attribute)) for each in node.elts)
        if self.row and strings and isinstance(self.source.parents.get(node), (ast.Call, ast.keyword)):
            yield from self._shorter(node)
        yield from self._children(node)

    def _set(self, node: ast.Set) -> Iterator[Edit]:
        if not isinstance(self.source.parents.get(node), ast.Compare):
            yield from self._shorter(node)
        yield from self._children(node)

    def _joinedstr(self, _: ast.JoinedStr) -> Iterator[Edit]:
        yield from ()

    def _lambda(self, node: ast.Lambda) -> Iterator[Edit]:
        yield from self._value(node.body)


def only_tells(node: ast.stmt) -> bool:
    """Whether a statement of Python decides nothing: it collects the rules that are named to the player, or
    counts what came about by a `decides` whose answer nobody reads."""
    if isinstance(node, ast.If):
        return all(only_tells(each) for each in (*node.body, *node.orelse))
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function = node.value.func
        if isinstance(function, ast.Name):
            return function.id == "decides"
        kept = function.value if isinstance(function, ast.Attribute) else None
        return isinstance(kept, ast.Name) and kept.id in TELLING
    if not isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        return False
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    made = _called(node.value) if node.value is not None else ""
    return isinstance(target, ast.Name) and target.id in TELLING and made in ("", "Cite", "tuple", "list")


def only_counts(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function does nothing but count what came about: it returns nothing and changes nothing."""
    return all(
        isinstance(each, (ast.If, ast.For, ast.Assign))
        or (isinstance(each, ast.Return) and each.value is None)
        or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        or only_tells(each)
        for each in ast.walk(node)
        if isinstance(each, ast.stmt) and each is not node
    )


def cites(node: ast.expr) -> bool:
    """Whether a value only names a rule to the player: a string, or `Cite("c1.move.3")`."""
    if _called(node) == "Cite":
        return True
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@cache
def numbered() -> frozenset[str]:
    """The keyword arguments that are numbers of statements, in rows that hand them on too."""
    return frozenset().union(*numbered_fields().values())


def _called(node: ast.expr) -> str:
    """The name of what is called, if anything."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _is_boolean(value: ast.expr) -> bool:
    """Whether `a or b` is a condition, not a value with a second choice."""
    if isinstance(value, ast.BoolOp):
        return any(_is_boolean(each) for each in value.values)
    return isinstance(value, ast.Compare) or (
        isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    )


def _operator(operator: ast.cmpop) -> str:
    return {
        ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
        ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
    }[type(operator)]  # fmt: skip
