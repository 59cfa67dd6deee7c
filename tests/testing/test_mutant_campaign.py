"""The trial of mutants and the keeping of what came of it, over a small package of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import firelane
from firelane.testing.mutants.campaign import Line, score

RULES = """
def reach(near):
    return 4 if near else 6


def endless(number):
    while number > 0:
        number -= 1
    return number


class Limit:
    lowest = -1
"""
TESTS = """
from firelane.testing import rule
from toy.game.rules import endless, reach


@rule("c1.move.3")
def test_near():
    assert reach(True) == 4


@rule("c1.move.5")
def test_far():
    assert reach(False) == 6


@rule("c1.move.6")
def test_ends():
    assert endless(3) == 0


@rule("c1.move.7")
def test_that_fails_anyway():
    assert reach(True) == 5
"""
SETTINGS = """
[pytest]
enable_assertion_pass_hook = true
addopts = --strict-markers --strict-config --import-mode=importlib -p no:hypothesispytest
rule_editions = tests c1
"""
DRIVER = """
import sys
from pathlib import Path
from firelane.testing.mutants import source

source.ROOT = Path(sys.argv[1])
source.PACKAGE = source.ROOT / "src" / "toy"

import msgspec
from firelane.testing.mutants import campaign, naming, trial
from firelane.testing.mutants.byhand import HandMutant
from firelane.testing.mutants.campaign import Campaign, Mutant
from firelane.testing.mutants.edits import Edit

naming.named_by = campaign.named_by = lambda: {
    f"c1.move.{number}": ("tests/test_toy.py::" + name,)
    for number, name in ((3, "test_near"), (5, "test_far"), (6, "test_ends"), (7, "test_that_fails_anyway"))
}
trial.LEAST_CPU_SECONDS = campaign.LEAST_CPU_SECONDS = 1
campaign.CPU_FACTOR = 2
campaign.warm = lambda: None
FILE = "src/toy/game/rules.py"


def mutant(statement, find, text, *shared):
    data = (source.ROOT / FILE).read_bytes()
    start = data.index(find.encode())
    edit = Edit(FILE, start, start + len(find), text, "figure", data.count(b"\\n", 0, start) + 1)
    return Mutant(statement, edit, find, shared)


campaign.equivalents = lambda: (HandMutant(FILE, "lowest = -1", "lowest = -2", why="nobody reads it"),)
mutants = [
    mutant("c1.move.3", "4 if", "5 if"),
    mutant("c1.move.3", "else 6", "else 7"),
    mutant("c1.move.3", "else 6", "else 5", "c1.move.5"),
    mutant("c1.move.3", "-1", "-2"),
    mutant("c1.move.3", "return 4", "retrun 4"),
    mutant("c1.move.6", "number -= 1", "pass"),
    mutant("c1.move.7", "else 6", "else 7"),
    Mutant("c1.move.9"),
]
if "only-first" in sys.argv:
    mutants = mutants[:1]
if "refuse-to-run" in sys.argv:
    def run(trials, processes):
        for each in trials:
            raise SystemExit(f"ran again: {each}")
        return iter(())
    campaign.run = run
lines = Campaign(source.ROOT / "build" / "results.jsonl").run(mutants, processes=2)
sys.stdout.buffer.write(msgspec.json.encode(lines))
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    game = tmp_path / "src" / "toy" / "game"
    game.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    for path, text in (
        (game.parent / "__init__.py", ""),
        (game / "__init__.py", ""),
        (game / "rules.py", RULES),
        (tmp_path / "tests" / "test_toy.py", TESTS),
        (tmp_path / "tests" / "conftest.py", 'pytest_plugins = ["firelane.testing.plugin"]\n'),
        (tmp_path / "pytest.ini", SETTINGS),
        (tmp_path / "driver.py", DRIVER),
    ):
        path.write_text(text, "utf-8")
    return tmp_path


def drive(toy: Path, *words: str) -> list[Line]:
    paths = [str(Path(firelane.__file__).parents[1]), str(toy / "src")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "FIRELANE_LANG": "en"}
    environment.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, str(toy / "driver.py"), str(toy), *words]
    done = subprocess.run(command, cwd=toy, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return msgspec.json.decode(done.stdout, type=list[Line])


def verdicts(lines: list[Line]) -> dict[tuple[str, str], str]:
    return {(line.statement, line.diff.rpartition("+")[2].strip()): line.verdict for line in lines}


def test_every_mutant_has_its_verdict(toy: Path) -> None:
    lines = drive(toy)
    assert verdicts(lines) == {
        ("c1.move.3", "return 5 if near else 6"): "killed",
        ("c1.move.3", "return 4 if near else 7"): "survived",
        ("c1.move.3", "return 4 if near else 5"): "elsewhere",
        ("c1.move.3", "lowest = -2"): "equivalent",
        ("c1.move.3", "retrun 4 if near else 6"): "invalid",
        ("c1.move.6", "pass"): "killed",
        ("c1.move.7", "return 4 if near else 7"): "broken",
        ("c1.move.9", ""): "no-code",
    }
    killed = {line.statement: line for line in lines if line.verdict == "killed"}
    assert killed["c1.move.3"].by == "tests/test_toy.py::test_near"
    assert (killed["c1.move.3"].file, killed["c1.move.3"].line) == ("src/toy/game/rules.py", 3)
    assert killed["c1.move.3"].diff == "-    return 4 if near else 6\n+    return 5 if near else 6"
    assert killed["c1.move.6"].by == "stopped: it went on without end"
    assert (toy / "src" / "toy" / "game" / "rules.py").read_text("utf-8") == RULES


def test_a_campaign_goes_on_where_it_was_broken_off(toy: Path) -> None:
    (first,) = drive(toy, "only-first")
    kept = (toy / "build" / "results.jsonl").read_bytes()
    every = drive(toy)
    assert (toy / "build" / "results.jsonl").read_bytes().startswith(kept)
    again = drive(toy, "refuse-to-run")
    assert first in again
    assert verdicts(again) == verdicts(every)


@pytest.mark.parametrize("changed", ["src/toy/game/rules.py", "tests/test_toy.py"])
def test_what_changed_is_tried_again(toy: Path, changed: str) -> None:
    drive(toy, "only-first")
    path = toy / changed
    path.write_text(path.read_text("utf-8") + "\n# more\n", "utf-8")
    with pytest.raises(AssertionError, match="ran again"):
        drive(toy, "only-first", "refuse-to-run")


def line(verdict: str, statement: str = "c1.move.3", **more: Any) -> Line:
    return Line("x", statement, verdict, "", **more)


def test_a_statement_without_code_counts_as_survived() -> None:
    total = score([line("killed"), line("killed"), line("killed"), line("no-code", "c1.move.9")])
    assert (total.mutants, total.killed, total.no_code, total.statements) == (4, 3, 1, 2)
    assert total.share == 0.75


def test_what_cannot_be_judged_or_changes_nothing_does_not_count() -> None:
    others = ("equivalent", "invalid", "broken", "elsewhere")
    lines = [line("killed"), line("survived"), *map(line, others)]
    total = score(lines)
    assert (total.mutants, total.share) == (2, 0.5)
    assert (total.equivalent, total.invalid, total.broken, total.elsewhere) == (1, 1, 1, 1)


def test_of_a_statement_whose_own_tests_notice_nothing_nothing_is_left_to_others() -> None:
    lines = [
        line("killed"),
        line("elsewhere"),
        line("elsewhere", "c1.move.5"),
        line("elsewhere", "c1.move.5"),
    ]
    total = score(lines)
    assert (total.killed, total.survived, total.elsewhere, total.share) == (1, 2, 1, 1 / 3)


def test_the_time_of_a_statement_is_that_of_all_its_mutants() -> None:
    lines = [
        line("killed", "c1.move.3", cpu_seconds=1.0),
        line("killed", "c1.move.3", cpu_seconds=2.0),
        line("killed", "c1.move.5", cpu_seconds=5.0),
        line("killed", "c1.move.6", cpu_seconds=9.0),
    ]
    assert score(lines).median_seconds == 5.0
