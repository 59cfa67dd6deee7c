"""`firelane rules`, as typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firelane.cli import rules as module
from firelane.cli.rules import build
from firelane.problem import Problem
from firelane.rulebook.schema import CATALOGUES
from firelane.text import speaking


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with speaking("en"):
        yield


def run(*args: str, code: int = 0) -> str:
    result = CliRunner().invoke(build(), list(args))
    if isinstance(result.exception, Problem):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


def test_search_lists_ids_names_and_texts() -> None:
    lines = run("search", "dodge", "--limit", "4").splitlines()
    assert "n3.dodge  Dodge" in lines
    assert len(lines) == 4


def test_search_answers_in_the_readers_language() -> None:
    with speaking("ja"):
        out = run("search", "回避", "--limit", "30")
    assert "c1.dodge  回避" in out
    assert "宣言" in out


def test_search_as_json_in_one_catalogue() -> None:
    hits = json.loads(run("search", "dodge", "--json", "--in", "c1", "--limit", "3"))
    assert hits[0] == {
        "id": "c1.dodge",
        "catalogue": "c1",
        "name": {"en": "Dodge", "ja": "回避"},
        "text": None,
    }
    assert [hit["catalogue"] for hit in hits] == ["c1"] * 3


def test_a_search_in_vain_says_so() -> None:
    assert 'Nothing fits "xyzzy plugh"' in run("search", "xyzzy", "plugh")


def test_show_a_rule_with_everything() -> None:
    out = run("show", "n3.dodge")
    for words in (
        "n3.dodge  Dodge / ドッジ/緊急回避",
        "Kind: common-skill",
        "Labels: short-skill, aro, movement",
        "Needs: LoF to the attacker",
        "Source: 10 DODGE",
        "n3.dodge.2  Motorcycles and Remotes take -3 to PH on every Dodge roll.",
        "Unclear in the source: The Template note below",
        "Not proven yet.",
    ):
        assert words in out


def test_show_a_statement_in_both_languages_with_figures() -> None:
    with speaking("ja"):
        out = run("show", "n4-core.game-modes.2")
    assert "各プレイヤーは配置ゾーンを1つ持つ。" in out
    assert "Each player has one Deployment Zone" in out
    assert "table_in: [24, 32]" in out
    assert "証明" in out


def test_show_an_example_worked_as_data() -> None:
    out = run("show", "n2.example.aro.1")
    assert 'then {"aros":1}' in out


def test_show_as_json() -> None:
    shown = json.loads(run("show", "n3.dodge", "--json"))
    assert shown["rule"]["id"] == "n3.dodge"
    assert len(shown["statements"]) == 21
    assert json.loads(run("show", "n3.dodge.2", "--json"))["status"] in ("proven", "waived", "missing")


def test_show_an_unknown_id_names_the_nearest() -> None:
    with pytest.raises(Problem, match=r"Nearest: n3\.dodge"):
        run("show", "n3.dogde")


def test_compare_shows_the_editions_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    lines = run("compare", "dodge").splitlines()
    assert lines[0].startswith("Dodge")
    heads = next(line for line in lines if "CodeOne" in line and "N2" in line and "┃" in line)
    assert [head.strip() for head in heads.strip("┃").split("┃")] == ["CodeOne", "N4", "N3", "N2"]
    assert any("≠ n4-core.dodge.3" in line and "≠ n3.dodge.9" in line for line in lines)
    assert "≠ differs" in lines[-1]


def test_compare_stacks_the_editions_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with speaking("ja"):
        out = run("compare", "回避")
    assert "コードワン  c1.dodge.6\n" in out
    assert "N4  ≠ n4-core.dodge.3\n" in out
    assert "違い：" in out
    assert "≠ 違いがある" in out


def test_compare_as_json() -> None:
    found = json.loads(run("compare", "c1.dodge.6", "--json"))
    assert found["rules"]["n2"] == ["n2.dodge"]
    row = next(row["cells"] for row in found["rows"] if row["cells"][0]["statements"] == ["c1.dodge.6"])
    assert [cell["edition"] for cell in row] == ["c1", "n4", "n3", "n2"]
    assert row[1]["mark"] == "differs"
    assert set(found["texts"]["c1.dodge.6"]) == {"en", "ja"}


def test_coverage_per_catalogue() -> None:
    editions, catalogues = run("coverage").split("\n\n")
    assert "Of the 171 names that n2 borrows," in editions
    for text, first, keys in (
        (editions, "edition", ["c1", "n4", "n3", "n2", "bpre"]),
        (catalogues, "catalogue", list(CATALOGUES)),
    ):
        rows = [line.split() for line in text.splitlines() if not line.startswith("Of the")]
        assert rows[0] == [first, "statements", "proven", "waived", "missing"]
        assert [row[0] for row in rows[1:]] == keys
        assert all(int(row[1]) == int(row[2]) + int(row[3]) + int(row[4]) for row in rows[1:])
    totals = json.loads(run("coverage", "--json"))
    assert totals["n3"]["statements"] == 1404
    assert [key for key in totals if key != "editions"] == list(CATALOGUES)
    assert {name: each["statements"] for name, each in totals["editions"].items()} == {
        "c1": 580,
        "n4": 1292,
        "n3": 2011,
        "n2": 734,
        "bpre": 399,
    }
    assert set(totals["editions"]["n4"]) == {"statements", "proven", "waived", "missing"}
    assert totals["editions"]["n2"]["borrowed"]["names"] == 171


def test_coverage_options_that_do_not_fit_are_refused() -> None:
    with pytest.raises(Problem, match="Choose one of"):
        run("coverage", "--check", "--update")
    with pytest.raises(Problem, match="--update --proofs FILE"):
        run("coverage", "--update")


def test_coverage_update_then_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own: the files are written from the record, and checked against another."""
    monkeypatch.setattr(module, "_root", lambda: tmp_path)
    monkeypatch.setattr("firelane.rulebook.compile.compile_shipped", lambda: None)
    proofs = tmp_path / "proofs.json"
    proofs.write_text('{"passed": {"n3": {"n3.dodge.1": ["tests/a.py::test_a"]}}}', "utf-8")
    totals = json.loads(run("coverage", "--update", "--proofs", str(proofs), "--json"))
    assert totals["n3"]["proven"] == 1
    assert {name: each["proven"] for name, each in totals["editions"].items()} == {
        "c1": 0,
        "n4": 0,
        "n3": 1,
        "n2": 0,
        "bpre": 0,
    }
    run("coverage", "--check", "--proofs", str(proofs))
    proofs.write_text('{"passed": {}}', "utf-8")
    out = run("coverage", "--check", "--proofs", str(proofs), code=1)
    assert "docs/rule-coverage.json is stale" in out


def test_outside_a_checkout_coverage_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firelane.rulebook.compile.checkout", lambda: None)
    with pytest.raises(Problem, match="only in the source folder"):
        run("coverage", "--check")


def test_prove_shows_tests_and_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from firelane.rulebook.book import Book
    from firelane.rulebook.citations import Citation
    from firelane.rulebook.prove import Sample

    shown = Sample(Book.open().statement("n3.dodge.2"), (Citation("firelane/x.py", 7, "dodge"),))
    monkeypatch.setattr("firelane.rulebook.prove.prove", lambda *_, **__: (shown,))
    out = run("prove", "n3", "--number", "1", "--seed", "4")
    assert "n3.dodge.2\n    Motorcycles and Remotes" in out
    assert "Code: firelane/x.py, line 7, dodge" in out
    monkeypatch.setattr("firelane.rulebook.prove.prove", lambda *_, **__: ())
    assert "No statement of n4 is proven yet." in run("prove", "n4")


def test_help_is_in_the_language_in_force() -> None:
    with speaking("ja"):
        assert "ルールを調べ" in run("--help")
    assert "Look rules up" in run("--help")
