"""Which statements hold in which edition, and the overlays that say so."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.editions import holding
from firelane.rulebook.load import load, load_borrowed
from rulebook.small_catalogue import write


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.open()


@pytest.mark.parametrize(
    ("edition", "by_catalogue"),
    [
        ("c1", {"c1": 364, "n4-core": 216}),
        ("n4", {"n4": 267, "n4-core": 405, "n4-skills": 497, "c1": 123}),
        ("n3", {"n3": 1404, "n3-core": 452, "n4-core": 155}),
        ("n2", {"n2": 691, "n2-core": 43}),
        ("bpre", {"bpre": 399}),
    ],
)
def test_an_edition_has_its_own_statements_and_those_that_it_takes_over(
    book: Book, edition: str, by_catalogue: dict[str, int]
) -> None:
    held = book.statements_in(edition)
    assert Counter(entry.partition(".")[0] for entry in held) == by_catalogue
    assert len(set(held)) == len(held)


def test_what_an_edition_replaces_does_not_hold_in_it(book: Book) -> None:
    held = set(book.statements_in("n4"))
    assert {"c1.doctor.1", "c1.mimetism.2"} <= held
    assert "c1.mimetism.1" not in held
    assert "c1.dodge.1" not in held  # N4 has a Dodge of its own


def test_where_its_books_are_silent_an_edition_cites_others(book: Book) -> None:
    assert "n4.ammo-shock.1" in book.citable_in("c1")
    assert "n3.doctor.1" in book.citable_in("n2")
    assert "n3.doctor.1" not in book.citable_in("n4")


def test_every_statement_holds_somewhere(book: Book) -> None:
    held = {entry for edition in book.editions() for entry in book.statements_in(edition)}
    every = {entry for catalogue in book.catalogues() for entry in book.statement_ids(catalogue)}
    assert held == every


def test_the_names_that_n2_borrows_lead_to_rules(book: Book) -> None:
    names = book.borrowed("n2")
    assert len({each.name.name for each in names}) == len(names) == 171
    doctor = next(each.name for each in names if each.name.name == "Doctor")
    assert (doctor.rules, doctor.differs) == (("n3.doctor",), "No Command Token re-roll.")
    assert all(book.knows(entry) for each in names for entry in each.name.rules)
    assert book.borrowed("n3") == ()


def test_an_unknown_edition_is_a_problem(book: Book) -> None:
    for ask in (book.statements_in, book.borrowed, book.citable_in, book.standing_in):
        with pytest.raises(Problem, match=r"n9: there is no such edition\. Known are c1, n4, n3, n2, bpre"):
            ask("n9")


def test_a_catalogue_of_ones_own_is_the_book_of_its_edition(tmp_path: Path) -> None:
    assert holding(load(write(tmp_path))) == {"toy": ("toy.move.1", "toy.move.2", "toy.move.far.1")}


CORE = """\
ruleset: n3
takes_from_n4_core: [n4-core.roll.1]
rules:
  - id: n3-core.roll
    name: {en: Roll}
    kind: dice
    source: ours
    statements: [{id: n3-core.roll.1, text: Roll.}]
"""
LENT = """\
ruleset: n4
rules:
  - id: n4-core.roll
    name: {en: Roll}
    kind: dice
    source: ours
    applies: [n4, n3]
    statements: [{id: n4-core.roll.1, text: Roll.}, {id: n4-core.roll.2, text: Once., applies: [n4]}]
"""
SKILLS = """\
ruleset: n4
takes_from_c1: {Doctor: c1.doctor}
replaced_from_c1: {c1.doctor.2: n4-skills.doctor.1}
rules:
  - id: n4-skills.doctor
    name: {en: Doctor}
    kind: dice
    source: ours
    statements: [{id: n4-skills.doctor.1, text: A.}]
"""
CODEONE = """\
ruleset: c1
rules:
  - id: c1.doctor
    name: {en: Doctor}
    kind: dice
    source: ours
    statements: [{id: c1.doctor.1, text: A.}, {id: c1.doctor.2, text: B.}]
"""
SOURCES = """\
ruleset: n2
sources:
  - {name: Doctor, kind: special-skill, from: c1.doctor, differs: '', note: ''}
  - {name: Engineer, kind: special-skill, from: null, own: c1.doctor.1, also: [n4-core.roll]}
"""
FILES = {"n3-core": CORE, "n4-core": LENT, "n4-skills": SKILLS, "c1": CODEONE, "n2-sources": SOURCES}


def four(folder: Path, **changed: str) -> Path:
    """Four small catalogues that lend to each other, and a list of borrowed names."""
    (folder / "ja").mkdir(exist_ok=True)
    for key, text in {**FILES, **{key.replace("_", "-"): text for key, text in changed.items()}}.items():
        (folder / f"{key}.yaml").write_text(text, "utf-8")
        ids = [part.split(",")[0] for part in text.split("{id: ")[1:] if part.split(",")[0][-1].isdigit()]
        (folder / "ja" / f"{key}.yaml").write_text("".join(f"{each}: 文\n" for each in ids), "utf-8")
    return folder


def test_small_catalogues_lend_to_each_other(tmp_path: Path) -> None:
    assert holding(load(four(tmp_path))) == {
        "c1": ("c1.doctor.1", "c1.doctor.2"),
        "n4": ("n4-core.roll.1", "n4-core.roll.2", "n4-skills.doctor.1", "c1.doctor.1"),
        "n3": ("n3-core.roll.1", "n4-core.roll.1"),
    }
    assert [each.rules for each in load_borrowed(tmp_path)["n2"]] == [
        ("c1.doctor",),
        ("c1.doctor.1", "n4-core.roll"),
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        (
            "n4-skills",
            "Doctor: c1.doctor}",
            "Doctor: c1.docter}",
            "line 2, field takes_from_c1.Doctor: c1.docter is no",
        ),
        (
            "n4-skills",
            "c1.doctor.2:",
            "c1.doctor.3:",
            "field replaced_from_c1: c1.doctor.3 is no statement of c1",
        ),
        (
            "n4-skills",
            ": n4-skills.doctor.1}",
            ": n4-skills.doctor.7}",
            "replaced by n4-skills.doctor.7, which is no",
        ),
        ("n4-skills", ": n4-skills.doctor.1}", ": c1.doctor.1}", "replaced by c1.doctor.1, which is no"),
        ("n4-skills", "replaced_from_c1: {", "replaced_from: {", "unknown field `replaced_from`"),
        (
            "n3-core",
            "[n4-core.roll.1]",
            "[n4-core.roll.1, n4-core.roll.9]",
            "n4-core.roll.9 is no statement of n4-core",
        ),
        (
            "n3-core",
            "[n4-core.roll.1]",
            "[n4-core.roll.1, n4-core.roll.1]",
            "n4-core.roll.1 is already used above",
        ),
        (
            "n3-core",
            "[n4-core.roll.1]",
            "[n4-core.roll.2]",
            "n4-core.roll.1 applies to n3 but is not in the list",
        ),
        ("n2-sources", "from: c1.doctor,", "from: c1.docter,", "Doctor leads to c1.docter, which is no rule"),
        (
            "n2-sources",
            "own: c1.doctor.1, ",
            "",
            "line 4, field sources[1].from: nothing answers for Engineer in n2",
        ),
        ("n2-sources", "name: Engineer", "name: Doctor", "Doctor (special-skill) stands above already"),
        ("n2-sources", "differs: '', note", "differ: '', note", "unknown field `differ`"),
    ],
)
def test_an_overlay_that_does_not_hold_is_refused(
    tmp_path: Path, file: str, old: str, new: str, complaint: str
) -> None:
    assert old in FILES[file]
    four(tmp_path, **{file.replace("-", "_"): FILES[file].replace(old, new, 1)})
    with pytest.raises(Problem) as caught:
        load(tmp_path)
    assert complaint in caught.value.say("en")
    assert f"{file}.yaml" in caught.value.say("ja")
