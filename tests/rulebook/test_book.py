"""The rulebook as it is read: by id, in order, by words, and bound from several parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from firelane.problem import Problem
from firelane.rulebook import book as module
from firelane.rulebook.book import Book
from firelane.rulebook.load import load
from firelane.rulebook.schema import CATALOGUES
from rulebook.small_catalogue import write


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.open()


def test_a_rule_carries_everything_that_its_file_says(book: Book) -> None:
    written = next(rule for each in load() for rule in each.rules if rule.id == "n3.suppressive-fire")
    rule = book.rule("n3.suppressive-fire")
    assert (rule.catalogue, rule.name, rule.kind) == ("n3", written.name, written.kind)
    assert (rule.labels, rule.source, rule.needs) == (written.labels, written.source, written.needs)
    assert rule.tables == written.tables
    assert rule.statements == tuple(statement.id for statement in written.statements)


def test_every_statement_is_there_in_both_languages_and_in_order(book: Book) -> None:
    for catalogue in load():
        read = book.statements(catalogue.key)
        written = [statement for rule in catalogue.rules for statement in rule.statements]
        assert [each.id for each in read] == [each.id for each in written]
        assert [each.text.en for each in read] == [each.text for each in written]
        assert [each.text.ja for each in read] == [catalogue.japanese[each.id] for each in written]
        assert [each.unclear for each in read] == [each.unclear for each in written]
        assert [each.example for each in read] == [each.example for each in written]
        assert [each.id for each in book.rules(catalogue.key)] == [rule.id for rule in catalogue.rules]


def test_the_catalogues_keep_their_order(book: Book) -> None:
    assert book.catalogues() == CATALOGUES


def test_a_statement_says_for_whom_it_holds(book: Book) -> None:
    assert book.statement("n3.dodge.1").applies == ("n3",)
    assert book.rule("n4-core.game-modes").applies == ("n4", "c1")
    own = [each for each in book.statements("n4-core") if each.applies != book.rule(each.rule).applies]
    assert len(own) > 10


def test_a_statement_says_who_takes_it_over(book: Book) -> None:
    assert book.statement("c1.doctor.1").applies == ("c1", "n4")
    assert book.rule("c1.doctor").applies == ("c1", "n4")
    assert book.statement("c1.mimetism.1").applies == ("c1",)  # n4-skills.mimetism.1 stands in its place
    assert book.statement("n4-core.orders.9").applies[-1] == "n3"


def test_every_rule_of_every_catalogue_is_found_by_its_name_in_both_languages(book: Book) -> None:
    for catalogue in book.catalogues():
        rule = book.rules(catalogue)[3]
        for name in {rule.name.en, rule.name.say("ja")}:
            found = [hit.id for hit in book.search(name, limit=100, catalogue=catalogue)]
            assert rule.id in found, (name, found[:5])


@pytest.mark.parametrize(
    ("words", "among_first", "count"),
    [
        ("dodge", {"n2.dodge", "n3.dodge", "n4-core.dodge", "c1.dodge"}, 5),
        ("回避", {"n4-core.dodge", "c1.dodge", "n3.dodge"}, 4),
        ("dodging", {"n3.dodge"}, 7),
        ("jammer", {"n3-core.jammer"}, 4),
        ("suppressive fire", {"n3.suppressive-fire", "n4.suppressive-fire"}, 4),
        ("ガッツロール", {"n2.guts-roll"}, 1),
        ("ガッツ・ロール", {"n2.guts-roll"}, 1),
        ("ｶﾞｯﾂ", {"n2.guts-roll"}, 3),
        ("n3.dodge", {"n3.dodge", "n3.dodge.1", "n3.dodge.2"}, 3),
        ("N3.Dodge.2", {"n3.dodge.2"}, 1),
        ("motorcycles remotes PH", {"n3.dodge.2"}, 3),
    ],
)
def test_words_of_either_language_find_their_rule(
    book: Book, words: str, among_first: set[str], count: int
) -> None:
    found = [hit.id for hit in book.search(words, limit=10)]
    assert among_first <= set(found[:count])


def test_a_misspelt_word_is_taken_for_the_nearest_name(book: Book) -> None:
    assert book.search("camoflage", limit=5) == book.search("camouflage", limit=5)
    assert book.search("xyzzy") == ()


def test_one_letter_and_parts_of_a_sentence_are_found(book: Book) -> None:
    assert all("兵" in (hit.text.ja if hit.text else hit.name.ja or "") for hit in book.search("兵"))
    whole = book.statement("n3.dodge.1").text.ja
    assert book.search(whole.split("、")[1].rstrip("。"), limit=3)[0].id == "n3.dodge.1"


def test_what_holds_all_words_comes_before_what_holds_some(book: Book) -> None:
    found = book.search("dodge template", limit=40)
    texts = [f"{hit.name.en} {hit.text.en if hit.text else ''}".lower() for hit in found]
    both = [all(word in text for word in ("dodg", "template")) for text in texts]
    assert any(both)
    assert not all(both)
    assert both == sorted(both, reverse=True)


@pytest.mark.parametrize(
    "words", ["", "   ", '"', "'; DROP TABLE rules; --", "NEAR(", "*", "a AND OR", "。", "."]
)
def test_nothing_that_is_typed_breaks_the_search(book: Book, words: str) -> None:
    assert isinstance(book.search(words), tuple)


def test_search_keeps_to_its_catalogue_and_its_limit(book: Book) -> None:
    found = book.search("dodge", limit=7, catalogue="c1")
    assert len(found) == 7
    assert {hit.catalogue for hit in found} == {"c1"}
    with pytest.raises(Problem, match=r"n9: there is no such catalogue\. Known are n2, n2-core, n3"):
        book.search("dodge", catalogue="n9")


def test_ranges_expand_to_known_statements_only(book: Book) -> None:
    assert book.expand("n3.aro.1-3") == ("n3.aro.1", "n3.aro.2", "n3.aro.3")
    assert book.expand("n3.dodge.4") == ("n3.dodge.4",)
    with pytest.raises(Problem, match=r"n3\.dodge is a whole rule; name its statements"):
        book.expand("n3.dodge")
    with pytest.raises(Problem, match="runs backwards"):
        book.expand("n3.dodge.4-2")
    with pytest.raises(Problem, match=r"n3\.dodge\.22: there is no such"):
        book.expand("n3.dodge.20-30")


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("n3.dogde", "n3.dodge"),
        ("dodge", "n3.dodge"),
        ("n3.dogde.4", "n3.dodge.4"),
        ("n3.dodge.44", "n3.dodge.4"),
        ("n4.dodge", "n4-core.dodge"),
    ],
)
def test_an_unknown_id_comes_with_the_nearest(book: Book, wrong: str, near: str) -> None:
    for look_up in (book.rule, book.statement):
        with pytest.raises(Problem) as caught:
            look_up(wrong)
        assert near in str(caught.value.args_of_message["nearest"]).split(", ")
        assert near in caught.value.say("ja")


def test_an_id_like_no_other_points_to_the_search(book: Book) -> None:
    with pytest.raises(Problem, match="firelane rules search"):
        book.statement("qqqqqqqq")


def test_another_catalogue_is_bound_in_behind(tmp_path: Path) -> None:
    bound = Book.open(extra=(write(tmp_path),))
    assert bound.catalogues() == (*CATALOGUES, "toy")
    assert bound.statement("toy.move.far.1").text.ja == "道の上では2インチ移動する。"
    assert bound.rule("toy.move.far").tables == {"inches": 2}
    assert bound.statement("n3.dodge.1").catalogue == "n3"
    assert bound.search("road pawn")[0].id == "toy.move.far.1"
    assert bound.expand("toy.move.1-2") == ("toy.move.1", "toy.move.2")
    assert "toy" not in Book.open().catalogues()


def test_a_book_of_one_folder_knows_nothing_else(tmp_path: Path) -> None:
    alone = Book.of_folder(write(tmp_path))
    assert alone.catalogues() == ("toy",)
    assert not alone.knows("n3.dodge")


def test_the_shipped_book_is_opened_once() -> None:
    assert Book.open() is Book.open()


def test_a_missing_or_foreign_file_names_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMPILED", tmp_path / "rulebook.sqlite")
    with pytest.raises(Problem, match=r"not been compiled\. Run `make setup`"):
        module._shipped()
    (tmp_path / "rulebook.sqlite").write_bytes(b"not a database at all" * 100)
    with pytest.raises(Problem, match="does not fit this program"):
        module._shipped()


def test_looking_up_asks_the_database_for_little() -> None:
    """By the steps of its machine: to go through all statements takes more than 50,000."""
    shipped, steps = module._shipped(), 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    shipped.set_progress_handler(count, 1)
    book = Book(shipped)
    book.rule("bpre.units")
    book.statement("n3.dodge.4")
    assert 0 < steps < 500
