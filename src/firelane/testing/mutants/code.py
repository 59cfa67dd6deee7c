"""Where the code of a statement is.

From the closest to the loosest:

- A comment that names it (`# c1.prone.7`): the line it stands on, or the lines that follow it.
- A call that names it (`Refusal("c1.prone.7")`, `decides(..., "c1.prone.7")`, `Cite`), or that gives its
  number
  in a hook of an entry (`number.plus(figures.mod, 3)`, `Veto(2)`): that call with the conditions
  on which it depends, and the figures that they read in the row of the entry.
- A call in a row that gives its number (`Criterion(..., statement=7)`): its figures.
- A function whose `Rules:` line names it, and at most one more.
- Where there is none of these: a function whose `Rules:` line names it among others, the block of a `decides`
  that only counts, and the figures of the rule's entry that belong to no other statement.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from types import SimpleNamespace

from firelane.rulebook import ids
from firelane.rulebook.book import Book
from firelane.rulebook.citations import DOCUMENTED, id_pattern
from firelane.testing.mutants.edits import Edit, Region, edits_of
from firelane.testing.mutants.entries import EntryPlace, entry_places
from firelane.testing.mutants.numbering import numbers_in
from firelane.testing.mutants.source import FUNCTIONS, ROOT, Source, source, sources

FEW = 2
"""A function whose `Rules:` line names no more statements than these is about each of them."""
MOST_STATEMENTS = 40
"""No rule has as many."""
LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Code:
    """The code of every statement, found once."""

    def __init__(self, book: Book) -> None:
        self._pattern = id_pattern(book)
        self.close: dict[str, list[Region]] = defaultdict(list)
        self.loose: dict[str, list[Region]] = defaultdict(list)
        self.last: dict[str, list[Region]] = defaultdict(list)
        self._numbers: set[ast.expr] = set()
        for each in sources():
            if self._pattern.search(each.data.decode()):
                self._comments(each)
                self._strings(each)
        for entry in entry_places():
            if entry.cite:
                _Entry(self, entry).add()

    def regions(self, statement: str) -> list[Region]:
        """The closest code of a statement; nothing if none is found."""
        for tier in (self.close, self.loose, self.last):
            found = tier.get(statement, [])
            if any(self._edits(region) for region in found):
                return found
        return []

    def edits(self, statement: str) -> list[Edit]:
        """Every small break of the code of a statement."""
        found = {edit for region in self.regions(statement) for edit in self._edits(region)}
        return sorted(found)

    def _edits(self, region: Region) -> list[Edit]:
        return edits_of(region, self.is_number)

    def is_number(self, node: ast.expr) -> bool:
        """Whether an argument is the number of a statement."""
        return node in self._numbers

    def spare_numbers(self, nodes: Iterable[ast.AST]) -> None:
        """Note the numbers of statements among the arguments of all calls."""
        for node in nodes:
            if isinstance(node, ast.Call):
                self._numbers.update(numbers_in(node).values())

    def ids_in(self, text: str) -> list[str]:
        """The ids that a text names, ranges spread out."""
        return [each for match in self._pattern.finditer(text) for each in ids.spread(match.group())]

    # Comments

    def _comments(self, here: Source) -> None:
        for line, alone, text in here.comments():
            for statement in self.ids_in(text):
                self.close[statement].extend(_at_line(here, line, alone))

    # Strings

    def _strings(self, here: Source) -> None:
        self.spare_numbers(here.nodes)
        for node in here.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if isinstance(here.parents[node], ast.Expr):
                    self._documented(here, node)
                elif self._pattern.fullmatch(node.value):
                    for statement in ids.spread(node.value):
                        self.add_cited(here, node, statement)

    def add_cited(self, here: Source, node: ast.expr, statement: str) -> None:
        """The code round an expression that names a statement."""
        if here.function(node) is None:
            self._at_top(here, node, statement)
            return
        counted = _only_counted(here, node)
        if counted is not None:
            rest = [each for each in here.block(counted) if each is not counted]
            self.loose[statement].extend(Region(here, each, "statement") for each in rest)
            return
        self.close[statement].extend(self.around(here, node))

    def around(self, here: Source, node: ast.expr) -> Iterator[Region]:
        """An expression, as far as it is about one statement, and the conditions on which it depends."""
        statement = here.statement(node)
        assert statement is not None
        own = _own_part(here, node, statement, self._others)
        conditions = list(_conditions(here, node, self._others))
        if isinstance(own, ast.stmt):
            yield Region(here, own, "statement")
        elif own is not None:
            yield Region(here, own, "expression")
        yield from conditions
        read = [each.node for each in conditions] + ([own] if own is not None else [])
        yield from (Region(here, value, "expression") for value in _assigned(here, node, read, self._others))

    def _others(self, tree: ast.AST, but: ast.AST) -> bool:
        """Whether a piece of code names rules elsewhere than in one node."""
        return any(
            isinstance(each, ast.Constant)
            and isinstance(each.value, str)
            and each is not but
            and self._pattern.fullmatch(each.value) is not None
            for each in ast.walk(tree)
        )

    def _at_top(self, here: Source, node: ast.expr, statement: str) -> None:
        """A table or a constant outside every function: where it is used."""
        top = here.statement(node)
        if isinstance(top, (ast.Assign, ast.AnnAssign)):
            target = top.targets[0] if isinstance(top, ast.Assign) else top.target
            if isinstance(target, ast.Name):
                for used in here.nodes:
                    if (
                        isinstance(used, ast.Name)
                        and used.id == target.id
                        and isinstance(used.ctx, ast.Load)
                        and here.function(used) is not None
                    ):
                        self.loose[statement].extend(self.around(here, used))

    def _documented(self, here: Source, node: ast.Constant) -> None:
        """A docstring: of a function, a class, or the assignment before it."""
        assert isinstance(node.value, str)
        listed = [match["ids"] for match in DOCUMENTED.finditer(node.value)]
        named = [statement for text in listed for statement in self.ids_in(text)]
        if not named:
            return
        expression = here.parents[node]
        assert isinstance(expression, ast.Expr)
        owner = here.parents[expression]
        if isinstance(owner, FUNCTIONS) and owner.body[0] is expression:
            nodes: list[ast.AST] = list(owner.body[1:])
            role = "statement"
        else:
            block = here.block(expression)
            at = block.index(expression)
            before = block[at - 1] if at else None
            if isinstance(before, (ast.Assign, ast.AnnAssign)) and before.value is not None:
                nodes, role = [before.value], "row"
            elif isinstance(owner, ast.ClassDef) and at == 0:
                nodes, role = list(owner.body[1:]), "statement"
            else:
                nodes, role = [], ""
        tier = self.close if len(named) <= FEW else self.loose
        for statement in named:
            tier[statement].extend(Region(here, each, role) for each in nodes)


class _Entry:
    """One entry: its hooks and the figures of its row, sorted to its statements."""

    def __init__(self, code: Code, place: EntryPlace) -> None:
        self.code = code
        self.place = place
        self.source = source(ROOT / place.file)
        self.row = next(
            node
            for node in self.source.nodes
            if isinstance(node, ast.Call) and (node.lineno, node.col_offset) == place.at
        )
        code.spare_numbers(self.source.nodes)
        self.nodes = list(_followed(self.source, self.row))
        self.mapped: set[ast.AST] = set()

    def add(self) -> None:
        """Give each statement its part."""
        for node in self.nodes:
            for call in ast.walk(node):
                if isinstance(call, ast.Call):
                    self._numbered_row(call)
        for place in self.place.hooks:
            self._hook(source(ROOT / place.file), place.line)
        self._read_elsewhere()
        rest = [value for value in self._figures.values() if value not in self.mapped]
        for statement in self._every_statement():
            self.code.last[statement].extend(Region(self._home(value), value, "row") for value in rest)

    def _every_statement(self) -> list[str]:
        return [f"{self.place.cite}.{number}" for number in range(1, MOST_STATEMENTS)]

    def _numbered_row(self, call: ast.Call) -> None:
        """A part of the row that gives its number: its figures, and those of the function that makes it."""
        named = numbers_in(call)
        own = {name: value for name, value in named.items() if name in ("statement", "after")}
        for name, value in own.items():
            if not isinstance(value, ast.Constant) or not value.value:
                continue
            statement = f"{self.place.cite}.{value.value!s}"
            self.code.close[statement].append(Region(self.source, call, "row"))
            maker = _definition(self.source, call)
            for part in ast.walk(maker) if maker is not None else ():
                if isinstance(part, ast.Call) and any(
                    isinstance(each, ast.Name) and each.id == name for each in numbers_in(part).values()
                ):
                    self.code.close[statement].append(Region(self.source, part, "row"))

    def _hook(self, here: Source, line: int) -> None:
        function = next(
            (
                node
                for node in here.nodes
                if isinstance(node, (*FUNCTIONS, ast.Lambda)) and node.lineno == line
            ),
            None,
        )
        if not isinstance(function, FUNCTIONS):
            return
        self.code.spare_numbers(ast.walk(function))
        figures = function.args.args[2].arg if len(function.args.args) > 2 else ""
        for call in ast.walk(function):
            if isinstance(call, ast.Call):
                for value in numbers_in(call).values():
                    for number in self._numbers(value, figures):
                        self._cited(here, call, f"{self.place.cite}.{number}", figures)

    def _numbers(self, value: ast.expr, figures: str) -> list[int]:
        """What the number of a statement can be; all of them where that cannot be told."""
        if isinstance(value, ast.IfExp):
            return [*self._numbers(value.body, figures), *self._numbers(value.orelse, figures)]
        names = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
        if names <= {figures}:
            code = compile(ast.Expression(value), self.place.key, "eval")
            return [int(eval(code, {figures: SimpleNamespace(**self.place.values)}))]
        return list(range(1, MOST_STATEMENTS))

    def _cited(self, here: Source, call: ast.Call, statement: str, figures: str) -> None:
        regions = list(self.code.around(here, call))
        self.code.close[statement].extend(regions)
        read = {
            each.attr
            for region in regions
            for each in ast.walk(region.node)
            if isinstance(each, ast.Attribute)
            and isinstance(each.value, ast.Name)
            and each.value.id == figures
        }
        self._add_figures(statement, read)

    def _add_figures(self, statement: str, fields: set[str]) -> None:
        for name, value in self._figures.items():
            if name in fields:
                self.mapped.add(value)
                self.code.close[statement].append(Region(self._home(value), value, "row"))

    def _home(self, value: ast.expr) -> Source:
        """The file of a figure: that of the row, or of the class that has it as a default."""
        home = _class(self.place.figures)
        return self.source if value in self.source.parents or home is None else home[0]

    def _read_elsewhere(self) -> None:
        """Figures that are read where the code names a statement of the entry's rule."""
        fields = self._figures
        for statement in self._every_statement():
            read = {
                each.attr
                for region in (*self.code.close.get(statement, ()), *self.code.loose.get(statement, ()))
                for each in ast.walk(region.node)
                if isinstance(each, ast.Attribute) and each.attr in fields
            }
            self._add_figures(statement, read)

    @cached_property
    def _figures(self) -> dict[str, ast.expr]:
        """The figures of the row: by field the expression that gives it, or its default."""
        name = self.place.figures
        if not name:
            return {}
        home = _class(name)
        if home is None:
            return {}
        _, definition = home
        fields = [
            each
            for each in definition.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        ]
        found: dict[str, ast.expr] = {}
        for each in fields:
            assert isinstance(each.target, ast.Name)
            if each.value is not None:
                found[each.target.id] = each.value
        order = [each.target.id for each in fields if isinstance(each.target, ast.Name)]
        for node in self.nodes:
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
                    found.update(zip(order, call.args, strict=False))
                    found.update((each.arg, each.value) for each in call.keywords if each.arg)
        found.update((each.arg, each.value) for each in self.row.keywords if each.arg in order)
        maker = _definition(self.source, self.row)
        if maker is not None:
            found.update(self._through(maker, name))
        numbers = {
            each.target.id
            for each in fields
            if isinstance(each.target, ast.Name)
            and isinstance(each.annotation, ast.Name)
            and each.annotation.id == "StatementNumber"
        }
        return {field: value for field, value in found.items() if field not in numbers}

    def _through(self, maker: ast.FunctionDef, name: str) -> Iterator[tuple[str, ast.expr]]:
        """Figures that a function hands from its arguments to the row."""
        bound = {each.arg: value for each, value in zip(maker.args.args, self.row.args, strict=False)}
        bound.update((each.arg, each.value) for each in self.row.keywords if each.arg)
        for call in ast.walk(maker):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
                for each in call.keywords:
                    if each.arg and isinstance(each.value, ast.Name) and each.value.id in bound:
                        yield each.arg, bound[each.value.id]


@cache
def _class(name: str) -> tuple[Source, ast.ClassDef] | None:
    for here in sources():
        if f"class {name}(".encode() in here.data:
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


def _followed(here: Source, row: ast.expr, depth: int = 3) -> Iterator[ast.expr]:
    """A row, and what the names in it were set to at the top of the file."""
    yield row
    if not depth:
        return
    names = {each.id for each in ast.walk(row) if isinstance(each, ast.Name)}
    for node in here.tree.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id in names
        ):
            yield from _followed(here, node.value, depth - 1)


def _at_line(here: Source, line: int, alone: bool) -> Iterator[Region]:
    """The code that a comment is about: what begins on its line, or on the next one if it stands alone."""
    nodes = [
        node for node in here.nodes if isinstance(node, (ast.stmt, ast.expr, ast.keyword, ast.match_case))
    ]
    starts = {getattr(node, "lineno", None) or node.pattern.lineno for node in nodes}  # type: ignore[union-attr]
    if alone:
        line = min((each for each in starts if each > line), default=line)
    held = [
        node for node in nodes if isinstance(node, (ast.stmt, ast.expr, ast.keyword)) and node.lineno == line
    ]
    # The outermost that begin here and, unless the comment stands alone, end here.
    for node in held:
        if isinstance(node, ast.stmt):
            yield from _of_statement(here, node, alone)
            return
    outer = [each for each in held if here.parents[each] not in held]
    yield from (Region(here, each, "row") for each in outer)


def _of_statement(here: Source, node: ast.stmt, alone: bool) -> Iterator[Region]:
    if isinstance(node, (ast.If, ast.While)) and not alone:
        yield Region(here, node.test, "condition")
        yield from (
            Region(here, value, "expression") for value in _assigned(here, node.test, [node.test], _never)
        )
        for each in node.body:
            yield Region(here, each, "statement")
    else:
        yield Region(
            here,
            node,
            "statement" if here.function(node) is not None or isinstance(node, FUNCTIONS) else "row",
        )


def _never(_: ast.AST, __: ast.AST) -> bool:
    return False


def _only_counted(here: Source, node: ast.expr) -> ast.Expr | None:
    """The `decides(...)` whose answer nobody reads, if that is what names the statement."""
    for each in here.around(node):
        if isinstance(each, ast.Expr):
            call = each.value
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "decides":
                return each
        if isinstance(each, ast.stmt):
            return None
    return None


def _own_part(
    here: Source, node: ast.expr, statement: ast.stmt, others: object
) -> ast.expr | ast.stmt | None:
    """As much of the Python statement around an expression as names no other rule."""
    assert callable(others)
    compound = isinstance(statement, (ast.If, ast.While, ast.For, ast.Match, ast.With, ast.Try))
    if not compound and not others(statement, node):
        return statement
    largest: ast.expr | None = None
    for each in (node, *here.around(node)):
        if each is statement:
            break
        if others(each, node):
            break
        if isinstance(each, ast.expr):
            largest = each
    return largest if not isinstance(largest, ast.Constant) else None


def _conditions(here: Source, node: ast.AST, others: object) -> Iterator[Region]:
    """The conditions on which it depends whether a node is evaluated: around it, and ways out before it."""
    assert callable(others)
    child: ast.AST = node
    for parent in here.around(node):
        if isinstance(parent, (ast.If, ast.IfExp)):
            yield Region(here, parent.test, "condition")
            if isinstance(parent, ast.If) and child is parent.test:
                for each in parent.body:
                    if not others(each, node):
                        yield Region(here, each, "statement")
        elif isinstance(parent, ast.While):
            yield Region(here, parent.test, "condition")
        elif isinstance(parent, ast.match_case) and parent.guard is not None:
            yield Region(here, parent.guard, "condition")
        elif isinstance(parent, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            for generator in parent.generators:
                yield Region(here, generator, "expression")
        elif isinstance(parent, ast.BoolOp) and not others(parent, node):
            yield Region(here, parent, "expression")
        if isinstance(child, ast.stmt):
            block = here.block(child)
            for before in block[: block.index(child)] if child in block else ():
                if (
                    isinstance(before, ast.If)
                    and isinstance(before.body[-1], LEAVES)
                    and not others(before, node)
                ):
                    yield Region(here, before.test, "condition")
        if isinstance(parent, FUNCTIONS):
            return
        child = parent


def _assigned(here: Source, node: ast.AST, read: list[ast.AST], others: object) -> Iterator[ast.expr]:
    """What the local names that are read were set to, one step back."""
    assert callable(others)
    function = here.function(node)
    if function is None:
        return
    names = {each.id for tree in read for each in ast.walk(tree) if isinstance(each, ast.Name)}
    line = getattr(node, "lineno", 0)
    for each in ast.walk(function):
        if isinstance(each, (ast.Assign, ast.AnnAssign)) and each.value is not None and each.lineno < line:
            target = each.targets[0] if isinstance(each, ast.Assign) else each.target
            if isinstance(target, ast.Name) and target.id in names and not others(each.value, node):
                yield each.value
        elif isinstance(each, ast.NamedExpr) and each.target.id in names and not others(each, node):
            yield each.value
