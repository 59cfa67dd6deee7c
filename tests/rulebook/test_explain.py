"""Rule ids and arguments become sentences in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.explain import explain
from firelane.text import speaking, subject
from rulebook.small_catalogue import write


@pytest.fixture
def toy(tmp_path: Path) -> Book:
    return Book.of_folder(write(tmp_path))


def test_a_statement_is_its_text(toy: Book) -> None:
    assert explain("toy.move.1", {}, "en", book=toy) == "A pawn moves one inch."
    assert explain("toy.move.1", {}, "ja", book=toy) == "ポーンは1インチ移動する。"


def test_arguments_are_named_in_the_readers_language(toy: Book) -> None:
    args = {"distance": 1.5, "target": ("a", "b"), "own_word": True, "reason": None}
    assert explain("toy.move.1", args, "en", book=toy) == (
        "A pawn moves one inch. (distance: 1.5; target: a, b; own word: yes; reason: none)"
    )
    assert explain("toy.move.1", args, "ja", book=toy) == (
        "ポーンは1インチ移動する。（距離：1.5、対象：a・b、own word：はい、理由：なし）"
    )


def test_a_rule_is_its_name(toy: Book) -> None:
    assert explain("toy.move", lang="ja", book=toy) == "移動"
    assert explain("toy.move.far", {"limit": 2}, "ja", book=toy) == "Long march（上限：2）"


def test_an_id_of_the_machine_is_a_message(toy: Book) -> None:
    args = {"file": "a.yaml", "byte": 4}
    assert explain("documents.not-text", args, "en", book=toy).startswith("a.yaml: byte 4 is not UTF-8")
    assert explain("documents.not-text", args, "ja", book=toy).startswith("a.yaml：4バイト目")


def test_the_language_in_force_and_the_shipped_book_are_the_defaults() -> None:
    with speaking("ja"):
        assert explain("n3.dodge.1") == Book.open().statement("n3.dodge.1").text.ja


def test_what_is_neither_rule_nor_message_is_a_problem() -> None:
    with pytest.raises(Problem, match=r"n3\.dogde\.1.*Nearest: n3\.dodge\.1"):
        explain("n3.dogde.1")


@pytest.mark.parametrize("name", ["args", "rulebook", "coverage", "proofs", "cli-rules"])
def test_every_message_has_both_languages_with_the_same_places(name: str) -> None:
    import string

    for key, message in subject(name).items():
        assert set(message) == {"en", "ja"}, key
        places = [
            {field for _, field, _, _ in string.Formatter().parse(text) if field} for text in message.values()
        ]
        assert places[0] == places[1], key
