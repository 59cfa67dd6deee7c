"""`firelane rules mutants`, with the trial itself left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firelane.cli import mutants as module
from firelane.cli.rules import build
from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.testing.mutants.byhand import FixedSample, fixed_sample
from firelane.testing.mutants.campaign import Line, Sampler


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(build(), ["mutants", *words], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(scope="module")
def sampler() -> Sampler:
    return Sampler(Book.open())


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch, sampler: Sampler) -> list[Line]:
    """What the trial answers, whatever is drawn."""
    lines: list[Line] = []
    monkeypatch.setattr(module, "_run", lambda *_: lines)
    monkeypatch.setattr("firelane.testing.mutants.campaign.Sampler", lambda _: sampler)
    monkeypatch.setattr("firelane.testing.mutants.campaign.named_by", dict)
    return lines


def line(verdict: str, statement: str = "c1.prone.7") -> Line:
    return Line(
        "x", statement, verdict, "", file="src/x.py", line=7, kind="figure", diff="-    a = 1\n+    a = 2"
    )


def test_survivors_are_shown_with_file_line_and_diff(tried: list[Line]) -> None:
    tried += [line("killed"), line("survived"), Line("y", "c1.normal.1", "no-code", "")]
    out = run("--statement", "c1.prone.7")
    assert "c1.prone.7  src/x.py:7  figure: survived\n    -    a = 1\n    +    a = 2" in out
    assert "c1.normal.1  No code was found for it" in out
    assert "33.3 % killed: 1 of 3 mutants of 2 statements" in out


def test_the_fixed_sample_fails_as_soon_as_one_mutant_is_not_noticed(
    tried: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "firelane.testing.mutants.byhand.fixed_sample", lambda: FixedSample(1, 2, ("c1.prone.7",))
    )
    tried += [line("killed"), line("elsewhere"), line("equivalent"), line("invalid")]
    run("--sample")
    for verdict in ("survived", "no-code", "broken"):
        tried[1:] = [line(verdict)]
        assert "no longer notice every mutant" in run("--sample", code=1)


def test_the_fixed_sample_names_statements_of_every_playable_catalogue() -> None:
    sample = fixed_sample()
    assert {each.partition(".")[0] for each in sample.statements} == {"c1", "n4-core", "bpre"}
    assert len(set(sample.statements)) == len(sample.statements)


def test_a_score_is_recorded_with_seed_and_date(
    tried: list[Line], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "rule-coverage.json").write_text(
        '{"totals": {}, "proven": {}, "waived": {}}', "utf-8"
    )
    monkeypatch.setattr("firelane.rulebook.compile.checkout", lambda: tmp_path)
    monkeypatch.setattr("firelane.rulebook.compile.refresh", lambda: None)
    tried += [line("killed"), line("killed"), line("killed"), line("survived")]
    run("c1", "--number", "1", "--seed", "12", "--record")
    kept = json.loads((tmp_path / "docs" / "mutation-scores.json").read_text("utf-8"))["c1"]
    assert (kept["seed"], kept["statements"], kept["mutants"], kept["killed"]) == (12, 1, 4, 3)
    assert len(kept["date"]) == len("2026-11-19")
    assert "75.0 %" in (tmp_path / "docs" / "rule-coverage.md").read_text("utf-8")


@pytest.mark.parametrize("chosen", [("--statement", "c1.prone.7"), ("--sample",)])
def test_only_what_was_drawn_by_lot_is_recorded(tried: list[Line], chosen: tuple[str, ...]) -> None:
    with pytest.raises(Problem, match="drawn by lot"):
        run("c1", "--record", *chosen)
    assert tried == []


def test_the_same_seed_draws_the_same_mutants(tried: list[Line]) -> None:
    words = ("n4-core", "--number", "2", "--seed", "3", "--list")
    assert run(*words) == run(*words)
    assert run(*words) != run("n4-core", "--number", "2", "--seed", "4", "--list")
    assert tried == []
