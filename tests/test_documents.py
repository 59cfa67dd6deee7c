"""Documents written by hand: every complaint names the file, the line and the field."""

import pytest
from msgspec import Struct

from firelane.documents import parse, read
from firelane.problem import Problem


class Piece(Struct, forbid_unknown_fields=True):
    name: str
    top: int = 0
    tags: tuple[str, ...] = ()


class Table(Struct, forbid_unknown_fields=True):
    title: str
    pieces: list[Piece] = []
    by_name: dict[str, Piece] = {}


GOOD = """\
# a table
title: Yard
pieces:
  - name: wall
    top: 2
    tags: [low, "stone"]
  - {name: crate}
"""


def problem(text):
    with pytest.raises(Problem) as found:
        parse(text, Table, "yard.yaml")
    for lang in ("en", "ja"):
        assert "yard.yaml" in found.value.say(lang)
    return found.value


def test_a_good_document_becomes_a_value():
    assert parse(GOOD, Table, "yard.yaml") == Table(
        "Yard", [Piece("wall", 2, ("low", "stone")), Piece("crate")]
    )
    assert parse('{"title": "Yard"}', Table, "yard.json") == Table("Yard")


@pytest.mark.parametrize(
    ("text", "line", "field", "what"),
    [
        (GOOD.replace("top: 2", "top: high"), 5, "pieces[0].top", "Expected `int`, got `str`"),
        (GOOD.replace("{name: crate}", "{name: 3}"), 7, "pieces[1].name", "Expected `str`, got `int`"),
        (GOOD.replace('"stone"', "4"), 6, "pieces[0].tags[1]", "Expected `str`, got `int`"),
        (GOOD.replace("top: 2", "tpo: 2"), 4, "pieces[0]", "unknown field `tpo`"),
        (GOOD.replace("{name: crate}", "{top: 1}"), 7, "pieces[1]", "missing required field `name`"),
        (GOOD.replace("title: Yard", "title:"), 2, "title", "Expected `str`, got `null`"),
        (GOOD.replace("top: 2", "top: 2.5"), 5, "pieces[0].top", "Expected `int`, got `float`"),
    ],
)
def test_a_wrong_field_is_named_with_its_line(text, line, field, what):
    found = problem(text)
    assert found.key == "documents.wrong-field"
    args = found.args_of_message
    assert (args["line"], args["field"]) == (line, field)
    assert what in args["what"]


def test_a_field_below_a_name_is_found_as_near_as_can_be():
    args = problem("title: Yard\nby_name:\n  wall:\n    name: wall\n    top: high\n").args_of_message
    assert args["field"] == "by_name[...].top"
    assert args["line"] in (2, 3, 5)


@pytest.mark.parametrize(
    ("text", "line"),
    [("", 1), ("- a\n- b\n", 1), ("7", 1), ("# nothing\n\npieces: []\n", 3), ("title: x\nnames: 1\n", 1)],
)
def test_a_document_that_is_wrong_as_a_whole_says_so_without_a_field(text, line):
    found = problem(text)
    assert found.key == "documents.wrong-document"
    assert found.args_of_message["line"] == line
    assert "None" not in found.say("en")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("title: [Yard\n", 2),
        ("title: Yard\n\tpieces: []\n", 2),
        ("title: Yard\npieces:\n  - name: 'wall\n", 4),
        ("title: a: b\n", 1),
        ("title: *nothing\n", 1),
        ("title: !!python/object:os.system x\n", 1),
        ("title: \x07\n", 1),
    ],
)
def test_what_is_no_yaml_is_named_with_its_line(text, line):
    found = problem(text)
    assert found.key == "documents.not-yaml"
    assert found.args_of_message["line"] == line
    assert found.args_of_message["what"]


def test_files_that_cannot_be_read_are_named(tmp_path):
    cases = {
        "documents.no-file": tmp_path / "none.yaml",
        "documents.is-a-folder": tmp_path,
        "documents.not-text": tmp_path / "latin.yaml",
    }
    (tmp_path / "latin.yaml").write_bytes(b"title: Stra\xdfe\n")
    for key, path in cases.items():
        with pytest.raises(Problem) as found:
            read(path, Table)
        assert found.value.key == key
        assert str(path) in str(found.value)
    assert "byte 11" in str(found.value)


def test_a_file_is_read_and_named_in_its_complaints(tmp_path):
    path = tmp_path / "yard.yaml"
    path.write_text(GOOD)
    assert read(path, Table).title == "Yard"
    path.write_text(GOOD.replace("top: 2", "top: high"))
    with pytest.raises(Problem, match="line 5, field pieces"):
        read(str(path), Table)
