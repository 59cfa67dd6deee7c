"""Where the code of a statement is.

From the closest to the loosest; each is asked only where the ones before it find nothing:

1. What a comment points at (`# c1.prone.7`): the code on its line, or on the next one if it stands alone.
2. A call that names the statement (`Refusal("c1.prone.7")`, `decides(..., "c1.prone.7")`, `Cite`), or that
   gives its number in a hook of an entry (`number.plus(figures.mod, 3)`, `Veto(2)`): the call, the conditions
   on which it depends, and the figures that they read in the row of the entry. A part of a row that gives its
   number (`Criterion(..., statement=7)`). A function whose `Rules:` line names it, and at most one more.
3. A function whose `Rules:` line names it among others, and the block of a `decides` that only counts.
4. The figures of the rule's entry that belong to no other statement.

Code that names another statement more closely is that one's, wherever it stands.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from firelane.rulebook.book import Book
from firelane.rulebook.citations import DOCUMENTED, CitedNames
from firelane.rulebook.concordance import shipped
from firelane.rulesets import SHIPPED
from firelane.testing.mutants.context import Foreign, around, at_line, commented, only_counted
from firelane.testing.mutants.edits import Edit, Region, edits_of
from firelane.testing.mutants.entries import entry_places
from firelane.testing.mutants.numbering import numbers_in
from firelane.testing.mutants.source import FUNCTIONS, Source, sources

EXACT, CLOSE, LOOSE, LAST = range(4)
PROPOSING = frozenset({"listing", "questions"})
"""Files that list or draw answers: whatever they propose is judged elsewhere, like a player's own."""
FEW = 2
"""A function whose `Rules:` line names no more statements than these is about each of them."""


class Break(Struct, frozen=True, order=True):
    """A small break of the code of a statement, and the statements whose code it may be as well."""

    edit: Edit
    shared: tuple[str, ...] = ()


class Code:
    """The code of every statement, found once."""

    def __init__(self, book: Book) -> None:
        self._names = CitedNames(book, shipped(), SHIPPED)
        self._tiers: tuple[dict[str, list[Region]], ...] = tuple(defaultdict(list) for _ in range(4))
        self._numbers: set[ast.expr] = set()
        self._named: dict[ast.AST, set[str]] = defaultdict(set)
        """What a node itself names: by an id, a number, a comment, the `Rules:` of a function."""
        self._owners: dict[ast.AST, frozenset[frozenset[str]]] = {}
        self._later: list[tuple[Source, ast.expr, str]] = []
        here = [each for each in sources() if self._names.statements(each.data.decode())]
        from firelane.testing.mutants.rows import EntryRow

        rows = [EntryRow(self, place) for place in entry_places() if place.cite]
        for each in here:
            self._read(each)
        for row in rows:
            row.read()
        # Only now is known what every piece of code names.
        for each in here:
            self._comments(each)
        for place, node, statement in self._later:
            self._cited(place, node, statement)
        for row in rows:
            row.add()

    def breaks(self, statement: str) -> list[Break]:
        """Every small break of the closest code of a statement; none if no code is found."""
        for number in range(len(self._tiers)):
            found: dict[Edit, Break] = {}
            for region in self._tiers[number].get(statement, ()):
                shared = tuple(each for each in region.shared if each != statement)
                for edit in self._edits(region, statement, number):
                    new = Break(edit, () if edit.kind in region.own else shared)
                    found[edit] = min(new, found.get(edit, new))
            if found:
                return sorted(found.values())
        return []

    def tier_of(self, statement: str) -> int:
        """How close the closest code is: 0 to 3; 4 if there is none."""
        for number, tier in enumerate(self._tiers):
            if any(self._edits(region, statement, number) for region in tier.get(statement, ())):
                return number
        return len(self._tiers)

    def add(self, statement: str, tier: int, *regions: Region) -> None:
        """Note code of a statement."""
        self._tiers[tier][statement].extend(regions)

    def regions(self, statement: str) -> list[Region]:
        """The code noted so far, but for the loosest."""
        return [region for tier in self._tiers[:LAST] for region in tier.get(statement, ())]

    def name(self, node: ast.AST, statement: str) -> None:
        """Note that a node names a statement."""
        self._named[node].add(statement)

    def cite_later(self, here: Source, node: ast.expr, statement: str) -> None:
        """Note an expression that names a statement; a call names all that stand in it together."""
        call = here.parents[node]
        self.name(call if isinstance(call, ast.Call) else node, statement)
        self._later.append((here, node, statement))

    def is_number(self, node: ast.expr) -> bool:
        """Whether an argument is the number of a statement."""
        return node in self._numbers

    def spare_numbers(self, nodes: Iterable[ast.AST]) -> None:
        """Note the numbers of statements among the arguments of all calls."""
        for node in nodes:
            if isinstance(node, ast.Call):
                self._numbers.update(numbers_in(node).values())

    def owners(self, tree: ast.AST) -> frozenset[frozenset[str]]:
        """The statements that a piece of code names; those that one place names together stand together."""
        found = self._owners.get(tree)
        if found is None:
            own = self._named.get(tree)
            below = (self.owners(each) for each in ast.iter_child_nodes(tree))
            found = frozenset([frozenset(own)] if own else ()).union(*below)
            self._owners[tree] = found
        return found

    def named(self, tree: ast.AST) -> set[str]:
        """The statements that a piece of code names."""
        return set().union(*self.owners(tree))

    def named_around(self, here: Source, node: ast.AST) -> set[str]:
        """The statements that the code right around a node names: as a comment does for a row."""
        return set().union(*(self._named.get(each, ()) for each in here.around(node)))

    def foreign(self, statement: str) -> Foreign:
        """Whether a piece of code names others than the statement."""
        return lambda tree: any(statement not in named for named in self.owners(tree))

    def _spared(self, statement: str, tier: int) -> Foreign:
        """Whether a piece of code names others and not the statement. What a comment points at is its own but
        for the calls in it that name others themselves."""

        def spared(tree: ast.AST) -> bool:
            owners = self.owners(tree)
            return bool(owners) and not any(statement in named for named in owners)

        def named_itself(tree: ast.AST) -> bool:
            if isinstance(tree, ast.UnaryOp):
                return named_itself(tree.operand)
            own = self._named.get(tree) if isinstance(tree, ast.Call) else None
            return bool(own) and statement not in (own or ())

        return named_itself if tier == EXACT else spared

    def _edits(self, region: Region, statement: str, tier: int) -> list[Edit]:
        """The breaks of a region; where all of it names others, a comment still makes it the statement's."""
        found = edits_of(region, self.is_number, self._spared(statement, tier))
        return found or (edits_of(region, self.is_number) if tier == EXACT else [])

    def _ids(self, text: str) -> list[str]:
        """The ids that a text names, ranges spread out."""
        return self._names.statements(text)

    def _read(self, here: Source) -> None:
        """Read what a file names: in strings, docstrings and comments."""
        self.spare_numbers(here.nodes)
        for node in here.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if isinstance(here.parents[node], ast.Expr):
                    self._documented(here, node)
                else:
                    for statement in self._names.exactly(node.value):
                        self.cite_later(here, node, statement)
        for line, alone, text in here.comments():
            for statement in self._ids(text):
                for held in at_line(here, line, alone):
                    self.name(held, statement)

    def _comments(self, here: Source) -> None:
        for line, alone, text in here.comments():
            together = self._ids(text)
            for statement in together:
                for held in at_line(here, line, alone):
                    regions = commented(here, held, alone, self.foreign(statement), self.named)
                    self.add(statement, EXACT, *(_shared(each, together) for each in regions))

    def _cited(self, here: Source, node: ast.expr, statement: str) -> None:
        """The code round an expression that names a statement."""
        if here.function(node) is None:
            self._at_top(here, node, statement)
            return
        if not only_counted(here, node):
            self.add(statement, CLOSE, *around(here, node, self.foreign(statement), self.named))

    def _at_top(self, here: Source, node: ast.expr, statement: str) -> None:
        """A table outside every function that tells what a value means: where code comes to that value."""
        table = here.parents[node]
        if isinstance(table, ast.Dict) and node in table.values:
            key = table.keys[table.values.index(node)]
            if isinstance(key, ast.Attribute) and isinstance(key.value, ast.Name):
                for there in sources():
                    if there.path.stem in PROPOSING or "proposals" in there.path.parts:
                        continue
                    if f"{key.value.id}.{key.attr}".encode() in there.data:
                        self._valued(there, key, statement)

    def _valued(self, there: Source, key: ast.Attribute, statement: str) -> None:
        for used in there.nodes:
            same = isinstance(used, ast.Attribute) and ast.unparse(used) == ast.unparse(key)
            if same and isinstance(used, ast.Attribute) and there.function(used) is not None:
                self.add(statement, CLOSE, *around(there, used, self.foreign(statement), self.named))

    def _documented(self, here: Source, node: ast.Constant) -> None:
        """A docstring: of a function, a class, or the assignment before it."""
        assert isinstance(node.value, str)
        listed = [match["ids"] for match in DOCUMENTED.finditer(node.value)]
        named = tuple(statement for text in listed for statement in self._ids(text))
        expression = here.parents[node]
        owner = here.parents[expression]
        nodes: list[ast.AST] = []
        role = "statement"
        assert isinstance(expression, ast.Expr)
        block = here.block(expression)
        at = block.index(expression)
        before = block[at - 1] if at else None
        if isinstance(owner, (*FUNCTIONS, ast.ClassDef)) and at == 0:
            nodes = list(owner.body[1:])
            if isinstance(owner, FUNCTIONS):
                self._named[owner].update(named)
                if isinstance(here.parents[owner], ast.Module):
                    self._steps(owner.name, named)
        elif isinstance(before, (ast.Assign, ast.AnnAssign)) and before.value is not None:
            nodes, role = [before.value], "row"
        tier = _tier(named)
        for statement in named:
            self.add(statement, tier, *(Region(here, each, role, named) for each in nodes))

    def _steps(self, name: str, named: tuple[str, ...]) -> None:
        """A documented step, where its procedure lists it."""
        for there, step in procedure_steps():
            if step.id == name:
                for statement in named:
                    self.add(statement, _tier(named), Region(there, step, "expression", named))


def _shared(region: Region, together: Iterable[str]) -> Region:
    """A region of which a comment says that it is that of several statements: one may be about one half of a
    line and another about the other. That a condition never holds is for each to notice."""
    shared = tuple(dict.fromkeys((*region.shared, *together)))
    own = region.own | {"condition never holds", "condition negated"}
    return replace(region, shared=shared, own=own) if len(shared) > 1 else region


def _tier(named: tuple[str, ...]) -> int:
    return CLOSE if len(named) <= FEW else LOOSE


@cache
def procedure_steps() -> tuple[tuple[Source, ast.Name], ...]:
    """The steps in the lists of all procedures."""
    return tuple(
        (here, step)
        for here in sources()
        if b"Procedure(" in here.data
        for call in here.nodes
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Procedure"
        for step in call.args[1:]
        if isinstance(step, ast.Name)
    )
