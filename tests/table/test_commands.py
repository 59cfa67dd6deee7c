"""`firelane table`: what the commands print and write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from firelane.cli.table import build
from firelane.problem import Problem
from firelane.table.fieldfile import read_field, ready_names
from firelane.text import speaking


def run(*args: object, lang: str = "en") -> Result:
    with speaking(lang):
        result = CliRunner().invoke(build(), [str(arg) for arg in args], env={"COLUMNS": "200"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_list_names_every_ready_field(lang: str) -> None:
    shown = run("list", lang=lang).output
    assert all(name in shown for name in ready_names())
    assert ("港町" in shown) == (lang == "ja")


def test_list_as_json() -> None:
    found = json.loads(run("list", "--json").output)
    assert [entry["name"] for entry in found] == list(ready_names())
    town = next(entry for entry in found if entry["name"] == "harbour-town")
    assert town["size"] == [48, 48]
    assert town["title"] == {"en": "Harbour Town", "ja": "港町"}
    assert town["structures"] == 12


def test_generate_check_and_show_a_file(tmp_path: Path) -> None:
    for ending in ("yaml", "json"):
        file = tmp_path / f"field.{ending}"
        said = run("generate", "--seed", 4, "--size", "24x32", "--style", "yard", "--out", file).output
        assert "Deployment zone A" in said
        assert "is sound: 24 by 32 inches" in run("check", file).output
    assert read_field(tmp_path / "field.yaml") == read_field(tmp_path / "field.json")
    run("show", tmp_path / "field.yaml", "--out", tmp_path / "field.svg")
    assert "Yard 4" in (tmp_path / "field.svg").read_text("utf-8")


def test_bad_arguments_are_problems(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="48x48"):
        run("generate", "--size", "wide", "--out", tmp_path / "f.yaml")
    with pytest.raises(Problem, match=r"\.yaml or \.json"):
        run("generate", "--out", tmp_path / "f.txt")
    with pytest.raises(Problem, match="Ready ones"):
        run("show", "nowhere", "--out", tmp_path / "f.svg")
    bad = tmp_path / "bad.yaml"
    bad.write_text(
        "name: T\nsize: [24, 24]\npieces:\n  - {name: far, box: [30, 0, 1, 1]}\ndeployment: []\n", "utf-8"
    )
    with pytest.raises(Problem, match=r"line 4, far, field box"):
        run("check", bad)


def test_help_is_in_the_language_in_force() -> None:
    assert "シード" in run("generate", "--help", lang="ja").output
