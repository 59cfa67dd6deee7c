"""The concordance: roles bound to statements by edition, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.concordance import (
    Concordance,
    complaints,
    is_role,
    read,
    roles_in_code,
    shipped,
)

TEXT = """\
dodge:
  moves:    {c1: c1.dodge.6, n4: n4-core.dodge.1, n3: n3.dodge.7}
  unseen:   {c1: [c1.dodge.13, c1.dodge.4-5], n4: n4-core.dodge.2, n3: ~}
guts:
  roll:     {c1: ~, n4: n4-core.guts-roll.1, n3: n3-core.guts-roll.1}
"""


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.open()


def made(folder: Path, text: str = TEXT) -> Concordance:
    path = folder / "concordance.yaml"
    path.write_text(text, "utf-8")
    return read(path)


def test_a_role_leads_to_the_statements_of_each_edition(tmp_path: Path) -> None:
    roles = made(tmp_path)
    assert roles.statements("dodge.moves", "n4") == ("n4-core.dodge.1",)
    assert roles.statements("dodge.unseen", "c1") == ("c1.dodge.13", "c1.dodge.4", "c1.dodge.5")
    assert roles.editions_of("guts.roll") == ("n4", "n3")
    assert roles.is_unbound("guts.roll", "c1")
    assert not roles.is_unbound("guts.roll", "n4")
    assert not roles.is_unbound("guts.roll", "n2")  # nobody has said
    assert roles.roles_in("c1")["c1.dodge.6"] == ("dodge.moves",)
    assert "n3.dodge.7" not in roles.roles_in("c1")
    assert roles.roles_in("n2") == {}
    assert "dodge.moves" in roles
    assert "dodge.flies" not in roles


def test_what_no_edition_says_cannot_be_cited(tmp_path: Path) -> None:
    roles = made(tmp_path)
    for edition in ("c1", "n2"):
        with pytest.raises(Problem, match=f"guts.roll is bound to no statement in {edition}"):
            roles.statements("guts.roll", edition)
    with pytest.raises(Problem, match=r"dodge\.flies: .* has no such role"):
        roles.statements("dodge.flies", "c1")


def test_a_file_of_another_form_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"concordance\.yaml, line 1"):
        made(tmp_path, "dodge: {moves: c1.dodge.6}\n")


def test_a_sound_concordance_has_no_complaints(book: Book, tmp_path: Path) -> None:
    used = {"dodge.moves": "steps/dodge.py:3"}
    assert list(complaints(made(tmp_path), book, ("c1", "bpre"), used)) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "c1.dodge.6",
            "c1.dogde.6",
            "line 2, field dodge.moves: dodge.moves is bound to no statement in c1: c1",
        ),
        ("c1.dodge.6", "n3.dodge", "n3.dodge"),
        ("c1: c1.dodge.6", "c1: n3.dodge.6", "bound to n3.dodge.6 in c1, but that statement does not"),
        ("n4: n4-core.dodge.1", "n4: c1.dodge.6", "dodge.moves is bound to c1.dodge.6 in n4"),
        ("n4: n4-core.dodge.1", "n4: c1.mimetism.1", "dodge.moves is bound to c1.mimetism.1 in n4"),
        ("{c1: ~, n4:", "{n4:", "line 5, field guts.roll: guts.roll says nothing of c1, which can be played"),
        ("{c1: ~, n4:", "{c1: ~, n9:", "n9 is no edition. Known are c1, n4, n3, n2, bpre"),
        ("guts:", "c1:", "c1.roll cannot be a role"),
        ("  moves:", "  Moves:", "dodge.Moves cannot be a role"),
        ("  moves:", "  '7':", "dodge.7 cannot be a role"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    book: Book, tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    assert old in TEXT
    (found, *more) = complaints(made(tmp_path, TEXT.replace(old, new, 1)), book, ("c1",))
    assert complaint in found.say("en")
    assert "concordance.yaml" in found.say("ja")
    assert not more


def test_a_playable_edition_must_be_spoken_of_only_where_the_file_knows_it(
    book: Book, tmp_path: Path
) -> None:
    roles = made(tmp_path, TEXT + "hunger: {pangs: {n2: ~}}\n")
    found = [problem.args_of_message for problem in complaints(roles, book, ("c1", "n2", "bpre"))]
    missing = {(each["role"], each["edition"]) for each in found}
    assert missing == {
        ("dodge.moves", "n2"),
        ("dodge.unseen", "n2"),
        ("guts.roll", "n2"),
        ("hunger.pangs", "c1"),
    }


def test_roles_that_code_names_are_found_and_must_be_there(book: Book, tmp_path: Path) -> None:
    code = tmp_path / "steps"
    code.mkdir()
    (code / "dodge.py").write_text(
        'number.less(3, "dodge.unseen")\nplay.emit(cite="dodge.flies")\nsay("cli.help")\nopen("dodge.Py")\n',
        "utf-8",
    )
    roles = made(tmp_path)
    used = roles_in_code(roles, code)
    assert used == {"dodge.unseen": "steps/dodge.py:1", "dodge.flies": "steps/dodge.py:2"}
    (found,) = complaints(roles, book, ("c1",), used)
    assert "steps/dodge.py:2 names the role dodge.flies" in found.say("en")


def test_roles_have_two_words_and_are_no_statements() -> None:
    assert is_role("dodge.moves")
    assert is_role("bs-attack.not-engaged")
    for name in ("dodge", "dodge.6", "c1.dodge.6", "dodge.moves.far", "Dodge.moves", "dodge.moves "):
        assert not is_role(name), name


def test_while_there_is_no_concordance_there_is_none(tmp_path: Path) -> None:
    assert shipped(tmp_path / "no.yaml") is None
    made(tmp_path)
    assert shipped(tmp_path / "concordance.yaml") == read(tmp_path / "concordance.yaml")


def test_a_role_may_stand_for_a_whole_rule(book: Book, tmp_path: Path) -> None:
    assert list(complaints(made(tmp_path, TEXT.replace("c1.dodge.6", "c1.dodge", 1)), book, ("c1",))) == []
