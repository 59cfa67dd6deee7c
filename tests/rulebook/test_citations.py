"""From a statement back to the code that cites it, and the spot check that draws by lot."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.citations import Citation, Citations, CitedNames, scan
from firelane.rulebook.compile import fill
from firelane.rulebook.concordance import read
from firelane.rulebook.load import load
from firelane.rulebook.prove import prove
from firelane.rulesets import SHIPPED
from rulebook.small_catalogue import write

CODE = '''"""A module that reads toy.yaml.

Rules: toy.move.2.
"""

march = Rule(
    key="march",
    cites={"toy": "toy.move.far"},
)


class Pawn:
    def move(self):
        """A step.

        Rules: toy.move.1-2, toy.mvoe.1. Reading adopted: none.
        """
        return refuse("toy.move.far.1")
'''


@pytest.fixture
def toy(tmp_path: Path) -> Book:
    connection = sqlite3.connect(":memory:")
    proven = {f"toy.move.{number}": {"toy": ("tests/a.py::test_a",)} for number in (1, 2)}
    fill(connection, load(write(tmp_path / "rules")), proven=proven)
    return Book(connection)


@pytest.fixture
def cited(toy: Book, tmp_path: Path) -> Citations:
    (tmp_path / "game" / "steps").mkdir(parents=True)
    (tmp_path / "game" / "steps" / "move.py").write_text(CODE, "utf-8")
    return scan(toy, tmp_path / "game")


def test_docstrings_ranges_and_strings_are_found_with_their_place(cited: Citations) -> None:
    file = "game/steps/move.py"
    assert cited.places == {
        "toy.move.1": (Citation(file, 16, "Pawn.move"),),
        "toy.move.2": (Citation(file, 3, "move"), Citation(file, 16, "Pawn.move")),
        "toy.move.far": (Citation(file, 8, "march"),),
        "toy.move.far.1": (Citation(file, 18, "Pawn.move"),),
    }


def test_rooms_that_only_talk_about_ids_cite_nothing(toy: Book, tmp_path: Path) -> None:
    (tmp_path / "game" / "rulebook").mkdir(parents=True)
    (tmp_path / "game" / "rulebook" / "ids.py").write_text('"""Rules: toy.move.1, toy.no.1."""', "utf-8")
    assert scan(toy, tmp_path / "game") == Citations(places={}, unknown={})


def test_a_docstring_that_cites_nothing_known_is_told(cited: Citations) -> None:
    assert cited.unknown == {"toy.mvoe.1": (Citation("game/steps/move.py", 16, "Pawn.move"),)}


def test_places_that_name_the_whole_rule_come_after(cited: Citations) -> None:
    assert [place.line for place in cited.of("toy.move.far.1")] == [18, 8]


def test_an_extra_folder_is_scanned_too(toy: Book, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "x.py").write_text('x = "toy.move.1"\n', "utf-8")
    found = scan(toy, tmp_path / "empty", tmp_path / "more")
    assert found.places == {"toy.move.1": (Citation("more/x.py", 1, "x"),)}


def test_the_programs_own_docstrings_cite_only_what_exists() -> None:
    assert scan(Book.open(), editions=SHIPPED).unknown == {}


def test_a_role_in_the_code_stands_for_what_it_is_bound_to(toy: Book, tmp_path: Path) -> None:
    (tmp_path / "concordance.yaml").write_text(
        "move:\n  far: {toy: [toy.move.1, toy.move.2], other: toy.move.far.1}\n  never: {toy: ~}\n", "utf-8"
    )
    names = CitedNames(toy, read(tmp_path / "concordance.yaml"), ("toy",))
    assert names.statements("Rules: move.far, toy.move.far.1.") == [
        "toy.move.1",
        "toy.move.2",
        "toy.move.far.1",
    ]
    assert names.exactly("move.far") == ("toy.move.1", "toy.move.2")
    assert names.exactly("move.never") == ()
    assert names.exactly("go move.far") == ()
    assert names.statements("move.farther, a.move.far, move.far.1, remove.far") == []
    assert CitedNames(toy, read(tmp_path / "concordance.yaml"), ("other",)).exactly("move.far") == (
        "toy.move.far.1",
    )
    assert CitedNames(toy).exactly("move.far") == ()


def test_the_same_seed_draws_the_same_proven_statements(toy: Book, cited: Citations) -> None:
    one = prove("toy", 1, seed=3, book=toy, citations=cited)
    again = prove("toy", 1, seed=3, book=toy, citations=cited)
    assert one == again
    drawn = {prove("toy", 1, seed=seed, book=toy, citations=cited)[0].statement.id for seed in range(20)}
    assert drawn == {"toy.move.1", "toy.move.2"}


def test_a_draw_shows_text_tests_and_code(toy: Book, cited: Citations) -> None:
    samples = {sample.statement.id: sample for sample in prove("toy", 9, seed=0, book=toy, citations=cited)}
    assert set(samples) == {"toy.move.1", "toy.move.2"}
    sample = samples["toy.move.1"]
    assert sample.statement.text.en == "A pawn moves one inch."
    assert sample.statement.tests == ("tests/a.py::test_a",)
    assert [place.name for place in sample.places] == ["Pawn.move"]


def test_a_draw_from_an_unknown_catalogue_is_a_problem(toy: Book) -> None:
    with pytest.raises(Problem, match="Known are toy"):
        prove("n9", 1, seed=0, book=toy)
