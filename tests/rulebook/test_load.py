"""A catalogue that is not sound is refused, with the file, the line and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from firelane.problem import Problem
from firelane.rulebook.load import load, load_waivers
from firelane.rulebook.schema import CATALOGUES
from rulebook.small_catalogue import ENGLISH, JAPANESE, write


def test_the_shipped_catalogues_are_sound_and_complete() -> None:
    found = load()
    assert tuple(catalogue.key for catalogue in found) == CATALOGUES
    counts = {catalogue.key: len(catalogue.statement_ids) for catalogue in found}
    assert counts == {
        "n2": 691,
        "n2-core": 43,
        "n3": 1404,
        "n3-core": 452,
        "n4": 267,
        "n4-core": 409,
        "n4-skills": 497,
        "c1": 364,
        "bpre": 399,
    }
    assert {catalogue.key: catalogue.ruleset for catalogue in found}["n4-core"] == "n4"


def test_the_shipped_waivers_can_be_read() -> None:
    known = {entry for catalogue in load() for entry in catalogue.statement_ids}
    assert set(load_waivers()) <= known


def test_a_small_catalogue_of_ones_own_loads(tmp_path: Path) -> None:
    (toy,) = load(write(tmp_path))
    assert toy.key == "toy"
    assert toy.statement_ids == ("toy.move.1", "toy.move.2", "toy.move.far.1")
    assert toy.japanese["toy.move.1"] == "ポーンは1インチ移動する。"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("kind: order", "kind: ordre", "toy.yaml, line 5, field rules[0].kind: Invalid enum value 'ordre'"),
        ("source: ours", "sauce: ours", "toy.yaml, line 3, field rules[0]: Object contains unknown field"),
        ("{given: a road, then: two inches}", "{given: a road}", "toy.yaml, line 22"),
        (
            "id: toy.move.2",
            "id: toy.move.1",
            "toy.yaml, line 11, field rules[0].statements[1].id: toy.move.1",
        ),
        ("id: toy.move.2", "id: toy.mov.2", "toy.yaml, line 11, field rules[0].statements[1].id: toy.mov.2"),
        ("id: toy.move.2", "id: toy.move.two", "write toy.move. and a number"),
        ("id: toy.move.far\n", "id: toy.move\n", "toy.yaml, line 14, field rules[1].id: toy.move is already"),
        ("id: toy.move.far\n", "id: toy.move.7\n", "line 14, field rules[1].id: toy.move.7 cannot be the id"),
        ("id: toy.move.far\n", "id: game.march\n", "game.march cannot be the id of a rule here; write toy."),
        (
            "A pawn moves one inch.",
            '" "',
            "toy.yaml, line 10, field rules[0].statements[0].text: toy.move.1 has",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in ENGLISH
    write(tmp_path, english=ENGLISH.replace(old, new, 1))
    with pytest.raises(Problem) as caught:
        load(tmp_path)
    assert complaint in caught.value.say("en")
    assert "toy.yaml" in caught.value.say("ja")


@pytest.mark.parametrize(
    ("japanese", "complaint"),
    [
        (
            JAPANESE.replace("toy.move.2:", "toy.move.3:"),
            "toy.yaml, line 11, field rules[0].statements[1].id",
        ),
        (JAPANESE.replace('"ポーンは2回移動できない。"', '""'), "toy.move.2 has no Japanese"),
        (JAPANESE + "toy.move.9: 余分\n", "line 4, field toy.move.9: toy.move.9 stands only in Japanese"),
        (JAPANESE + "toy.move.1: 二度目\n", "line 4, field toy.move.1: it stands twice"),
        ("toy.move.1: 4\n", "line 1, field [...]: Expected `str`, got `int`"),
    ],
)
def test_both_languages_hold_the_same_statements(tmp_path: Path, japanese: str, complaint: str) -> None:
    write(tmp_path, japanese=japanese)
    with pytest.raises(Problem) as caught:
        load(tmp_path)
    assert complaint in caught.value.say("en")


def test_a_folder_without_catalogues_and_a_catalogue_without_japanese_are_named(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="there is no catalogue file"):
        load(tmp_path)
    write(tmp_path)
    (tmp_path / "ja" / "toy.yaml").unlink()
    with pytest.raises(Problem, match=r"ja/toy\.yaml: there is no such file"):
        load(tmp_path)
