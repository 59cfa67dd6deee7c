"""One rule in all editions side by side, by the draft concordances."""

from __future__ import annotations

from pathlib import Path

import pytest

from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.compare import COMPARED, Cell, Comparison, compare
from firelane.rulebook.pairs import DRAFTS, PAIRED, PAIRS, load_pairs, pair_complaints


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.open()


@pytest.fixture(scope="module")
def dodge() -> Comparison:
    return compare("dodge")


def cells(comparison: Comparison, statement: str) -> dict[str, Cell]:
    """The row in which CodeOne has the statement, by edition."""
    (row,) = [row for row in comparison.rows if row.cells[0].statements == (statement,)]
    return {cell.edition: cell for cell in row.cells}


@pytest.mark.parametrize(
    "asked", ["dodge", "Dodge", "回避", "c1.dodge", "c1.dodge.4", "n3.dodge.7", "n4-core.dodge"]
)
def test_a_rule_is_found_by_name_or_id_in_every_edition(asked: str) -> None:
    rules = compare(asked).rules
    assert tuple(rules) == COMPARED
    assert "c1.dodge" in rules["c1"]
    assert "n4-core.dodge" in rules["n4"]
    assert "n3.dodge" in rules["n3"]
    assert "n2.dodge" in rules["n2"]


def test_each_statement_of_codeone_stands_beside_its_counterparts(dodge: Comparison) -> None:
    row = cells(dodge, "c1.dodge.6")
    assert {edition: cell.mark for edition, cell in row.items()} == {
        "c1": "first",
        "n4": "differs",
        "n3": "differs",
        "n2": "differs",
    }
    assert row["n4"].statements == ("n4-core.dodge.3",)
    assert row["n2"].statements == ("n2.dodge.4", "n2.dodge.2")
    assert row["n3"].note is not None
    alike = cells(dodge, "c1.dodge.4")["n4"]
    assert (alike.mark, alike.note) == ("alike", None)


def test_what_a_book_lacks_comes_with_the_reason(dodge: Comparison) -> None:
    lacking = cells(dodge, "c1.dodge.12")["n4"]
    assert (lacking.mark, lacking.statements) == ("none", ())


def test_what_nobody_has_compared_is_said_to_be_so(dodge: Comparison) -> None:
    assert {cells(dodge, "c1.dodge.1")[edition].mark for edition in PAIRED} == {"unknown"}


def test_every_statement_of_the_rules_stands_in_some_row(dodge: Comparison, book: Book) -> None:
    shown = {entry for row in dodge.rows for cell in row.cells for entry in cell.statements}
    for edition, rules in dodge.rules.items():
        held = set(book.statements_in(edition))
        own = {entry for rule in rules for entry in book.rule(rule).statements if entry in held}
        assert own <= shown, edition
    assert shown == set(dodge.texts)
    (alone,) = [
        cell
        for row in dodge.rows
        for cell in row.cells
        if cell.statements == ("n3.dodge.2",) and cell.edition == "n3"
    ]
    assert alone.mark == "unpaired"


def test_a_statement_taken_over_is_the_same_and_one_replaced_differs() -> None:
    rule = compare("mimetism")
    assert cells(rule, "c1.mimetism.2")["n4"] == Cell("n4", "same", ("c1.mimetism.2",))
    instead = cells(rule, "c1.mimetism.1")["n4"]
    assert (instead.mark, instead.statements) == ("differs", ("n4-skills.mimetism.1",))
    assert rule.rules["n3"] == ("n3.camouflage-and-hiding.mimetism",)


def test_a_rule_that_codeone_lacks_is_compared_without_it() -> None:
    rule = compare("guts roll")
    assert rule.rules["c1"] == ()
    assert {edition for edition, rules in rule.rules.items() if rules} == {"n4", "n3", "n2"}
    assert {row.cells[0].mark for row in rule.rows[1:]} == {"unknown"}
    assert {entry.partition(".")[0] for entry in rule.texts} >= {"n4-core", "n3-core", "n2"}


def test_a_word_that_is_no_name_leads_to_the_best_rule() -> None:
    assert "n3.suppressive-fire" in compare("fire suppressive").rules["n3"]


@pytest.mark.parametrize("asked", ["xyzzy", "bpre.skill.glint", ""])
def test_what_no_edition_of_infinity_has_is_a_problem(asked: str) -> None:
    with pytest.raises(Problem, match="no rule of Infinity is called so"):
        compare(asked)


def test_the_drafts_pair_what_exists_and_holds(book: Book) -> None:
    pairs = load_pairs()
    every = {entry for catalogue in book.catalogues() for entry in book.statement_ids(catalogue)}
    assert list(pair_complaints(pairs, every)) == []
    assert len({pair.statement for pair in pairs}) == 452
    first = book.citable_in("c1")
    held = {edition: set(book.statements_in(edition)) for edition in ("n4", "n3")}
    for pair in pairs:
        assert pair.statement in first
        if pair.edition in held:
            assert set(pair.counterparts) <= held[pair.edition], pair
    paired = {edition: sum(bool(p.counterparts) for p in pairs if p.edition == edition) for edition in PAIRED}
    assert paired == {"n4": 445, "n3": 427, "n2": 389}


def test_a_pair_of_nothing_is_named(tmp_path: Path) -> None:
    (tmp_path / "n2.yaml").write_text("c1.dodge.1:\n  n2: [n2.dodge.1, n2.dogde.1]\n  why: x\n", "utf-8")
    pairs = load_pairs(tmp_path)
    (found,) = pair_complaints(pairs, {"c1.dodge.1", "n2.dodge.1"})
    assert "pairs c1.dodge.1 with n2.dogde.1" in found.say("en")
    (tmp_path / "n2.yaml").write_text("c1.dodge.1:\n  n5: n2.dodge.1\n", "utf-8")
    with pytest.raises(Problem, match=r"n2\.yaml, line"):
        load_pairs(tmp_path)


def test_the_drafts_lie_in_the_package() -> None:
    assert {path.stem for path in PAIRS.glob("*.yaml")} == {*DRAFTS, "only-n2"}


def test_every_note_is_in_both_languages() -> None:
    for pair in load_pairs():
        if pair.note is not None:
            assert pair.note.ja, pair
            assert pair.note.ja != pair.note.en, pair
