"""Mutants that are written by hand: of statements that there are, in code that is there."""

from __future__ import annotations

import ast

from firelane.rulebook.book import Book
from firelane.testing.mutants.byhand import by_hand, equivalents
from firelane.testing.mutants.campaign import hand_edit
from firelane.testing.mutants.edits import changes, mutated
from firelane.testing.mutants.source import ROOT


def test_each_snippet_stands_once_and_becomes_code_that_means_something_else() -> None:
    written = [*(each for found in by_hand().values() for each in found), *equivalents()]
    assert len(written) > 40
    for each in written:
        data = (ROOT / each.file).read_bytes()
        assert data.count(each.find.encode()) == 1, each
        edit = hand_edit(each)
        if each.file.endswith(".py"):
            ast.parse(mutated(data, edit))
            assert changes(data, edit), each
        assert each.find != each.replace, each


def test_each_is_of_a_statement_and_each_equivalent_one_has_its_reason() -> None:
    book = Book.open()
    assert [each for each in by_hand() if not book.is_statement(each)] == []
    assert [each for each in equivalents() if len(each.why.split()) < 4] == []
