"""The plugin behind `@rule`, run over small test files of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import firelane

SETTINGS = """
[pytest]
enable_assertion_pass_hook = true
addopts = --strict-markers --strict-config --import-mode=importlib -p no:cacheprovider -p no:hypothesispytest
filterwarnings = error
rule_editions = . n3
"""
SOURCE = Path(firelane.__file__).parents[1]


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("FIRELANE_LANG", "en")
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))  # for the runs in processes of their own
    pytester.makeini(SETTINGS)
    pytester.makeconftest('pytest_plugins = ["firelane.testing.plugin"]')
    return pytester


def write(project: pytest.Pytester, body: str, name: str = "test_it") -> None:
    head = "import pytest\nfrom firelane.testing import rule\n\n"
    project.makepyfile(**{name: head + body})


def run(project: pytest.Pytester, *args: str) -> tuple[pytest.RunResult, dict[str, Any]]:
    """The outcome and what was recorded of N3, the edition of these tests."""
    result, record = run_all(project, *args)
    return result, {
        "passed": record.get("passed", {}).get("n3", {}),
        "failed": record.get("failed", {}).get("n3", {}),
        "by": record.get("by", {}),
    }


def run_all(project: pytest.Pytester, *args: str) -> tuple[pytest.RunResult, dict[str, Any]]:
    """The outcome and the whole record, by edition."""
    target = project.path / "proofs.json"
    result = project.runpytest_inprocess(f"--proofs={target}", *args)
    return result, json.loads(target.read_text("utf-8")) if target.is_file() else {}


def test_a_passing_test_proves_every_statement_of_its_ranges(project: pytest.Pytester) -> None:
    write(
        project,
        """
@rule("n3.dodge.1-3", "n3-core.engaged.1")
def test_dodge():
    rolled = [4]
    rolled.append(7)
    assert sum(rolled) == 11
""",
    )
    result, record = run(project)
    result.assert_outcomes(passed=1)
    assert sorted(record["passed"]) == ["n3-core.engaged.1", "n3.dodge.1", "n3.dodge.2", "n3.dodge.3"]
    assert record["passed"]["n3.dodge.2"] == ["test_it.py::test_dodge"]
    assert record["failed"] == {}


def test_the_record_says_which_lines_prove_which_statement(project: pytest.Pytester) -> None:
    write(
        project,
        """
@rule("n3.dodge.1", "n3.dodge.2", "n3.dodge.12")
@pytest.mark.parametrize("face", [4, 5])
def test_dodge(face):
    rolled = [face]
    assert rolled == [face], "n3.dodge.12"
    assert sum(rolled) < 6  # n3.dodge.2
    assert rolled[0] in (
        4,
        5,  # n3.dodge.2
    )
    with pytest.raises(IndexError):
        rolled[1]
""",
    )
    result, record = run(project)
    result.assert_outcomes(passed=2)
    test = "test_it.py::test_dodge"
    assert record["by"] == {
        "n3.dodge.1": {test: [9, 10, 11, 15]},
        "n3.dodge.12": {test: [9]},
        "n3.dodge.2": {test: [10, 11]},
    }


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("n3.dogde.1", "*n3.dogde.1: there is no such rule or statement. Nearest: n3.dodge.1*"),
        ("n3.dodge.1-99", "*n3.dodge.22: there is no such rule or statement.*"),
        ("n3.dodge", "*n3.dodge is a whole rule; name its statements (n3.dodge.1-21)*"),
        ("n3.dodge.4-2", "*n3.dodge.4-2: the range runs backwards*"),
    ],
)
def test_a_claim_that_is_in_no_book_stops_the_collection(
    project: pytest.Pytester, claim: str, words: str
) -> None:
    write(project, f'@rule("{claim}")\ndef test_x(tmp_path):\n    assert tmp_path.exists()\n')
    result, record = run(project)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*ERROR collecting test_it.py*", "*test_it.py::test_x claims*", "*1 error*"])
    result.stdout.fnmatch_lines([words])
    assert record["passed"] == {}


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "assert True",
        "tmp_path.exists()",
    ],
)
def test_a_claim_without_a_real_assertion_fails(project: pytest.Pytester, body: str) -> None:
    write(project, f'@rule("n3.dodge.1")\ndef test_x(tmp_path):\n    {body}\n')
    result, record = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*has no assertion of its own that could fail*"])
    assert record["passed"] == {}
    assert record["failed"] == {"n3.dodge.1": ["test_it.py::test_x"]}


@pytest.mark.parametrize(
    "body",
    [
        "if not tmp_path.exists():\n        assert tmp_path",
        "for each in tmp_path.iterdir():\n        assert each",
        "def check():\n        assert tmp_path",
        "assert True\n    if not tmp_path.exists():\n        assert tmp_path",
        "if not tmp_path.exists():\n        with pytest.raises(OSError):\n            tmp_path.rmdir()",
        "try:\n        assert not tmp_path\n    except AssertionError:\n        pass",
    ],
)
def test_a_claim_whose_assertions_never_pass_fails(project: pytest.Pytester, body: str) -> None:
    write(project, f'@rule("n3.dodge.1")\ndef test_x(tmp_path):\n    {body}\n')
    result, record = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*none of its real assertions was reached*"])
    assert record["passed"] == {}


def test_an_assertion_of_a_helper_is_not_the_tests_own(project: pytest.Pytester) -> None:
    write(
        project,
        """
def helper(path):
    assert path.exists()

@rule("n3.dodge.1")
def test_x(tmp_path):
    helper(tmp_path)
    if not tmp_path.exists():
        assert tmp_path.name
""",
    )
    result, record = run(project)
    result.assert_outcomes(failed=1)
    assert record["passed"] == {}


def test_a_raises_block_that_caught_its_error_is_an_assertion(project: pytest.Pytester) -> None:
    write(
        project,
        """
@rule("n3.dodge.1")
def test_short(tmp_path):
    with pytest.raises(FileNotFoundError):
        (tmp_path / "no").read_text()

@rule("n3.dodge.2")
def test_long(tmp_path):
    with pytest.raises(
        FileNotFoundError,
        match="no",
    ):
        (tmp_path / "no").read_text()
""",
    )
    result, record = run(project)
    result.assert_outcomes(passed=2)
    assert sorted(record["passed"]) == ["n3.dodge.1", "n3.dodge.2"]


def test_an_assertion_over_several_lines_counts(project: pytest.Pytester) -> None:
    write(
        project,
        """
@rule("n3.dodge.1")
def test_x(tmp_path):
    assert (
        tmp_path.exists()  # a word about it
        and tmp_path.is_dir()
    ), "with a message"
""",
    )
    result, record = run(project)
    result.assert_outcomes(passed=1)
    assert list(record["passed"]) == ["n3.dodge.1"]


def test_a_statement_that_any_test_refutes_is_not_proven(project: pytest.Pytester) -> None:
    write(
        project,
        """
from firelane.rulebook.coverage import proven_by

@rule("n3.dodge.1", "n3.dodge.2")
def test_good(tmp_path):
    assert tmp_path.exists()

@rule("n3.dodge.1")
def test_bad(tmp_path):
    assert not tmp_path.exists()

@pytest.mark.skip
@rule("n3.dodge.3")
def test_skipped(tmp_path):
    assert tmp_path.exists()

@pytest.mark.xfail
@rule("n3.dodge.4")
def test_expected_to_fail(tmp_path):
    assert not tmp_path.exists()

@pytest.fixture
def broken():
    yield
    raise RuntimeError

@rule("n3.dodge.5")
def test_breaks_after(tmp_path, broken):
    assert tmp_path.exists()
""",
    )
    result, record = run(project)
    result.assert_outcomes(passed=2, failed=1, skipped=1, xfailed=1, errors=1)
    assert record["passed"] == {
        "n3.dodge.1": ["test_it.py::test_good"],
        "n3.dodge.2": ["test_it.py::test_good"],
    }
    assert sorted(record["failed"]) == ["n3.dodge.1", "n3.dodge.4", "n3.dodge.5"]


def test_marks_on_classes_cases_and_generated_examples_count(project: pytest.Pytester) -> None:
    write(
        project,
        """
from hypothesis import given, strategies as st

@rule("n3.dodge.1")
class TestDodge:
    @rule("n3.dodge.2")
    def test_in_a_class(self, tmp_path):
        assert tmp_path.exists()

@pytest.mark.parametrize("number", [pytest.param(1, marks=rule("n3.dodge.3")), 2])
def test_case(number):
    assert number > 0

@rule("n3.dodge.4")
@given(st.integers(0, 9))
def test_examples(number):
    assert number < 10
""",
    )
    result, record = run(project)
    result.assert_outcomes(passed=4)
    assert record["passed"] == {
        "n3.dodge.1": ["test_it.py::TestDodge::test_in_a_class"],
        "n3.dodge.2": ["test_it.py::TestDodge::test_in_a_class"],
        "n3.dodge.3": ["test_it.py::test_case[1]"],
        "n3.dodge.4": ["test_it.py::test_examples"],
    }


def test_a_test_that_nobody_watched_proves_nothing(project: pytest.Pytester) -> None:
    write(
        project,
        """
import unittest

class Old(unittest.TestCase):
    @rule("n3.dodge.1")
    def test_x(self):
        pass
""",
    )
    result, record = run(project)
    result.assert_outcomes(passed=1)
    assert record["passed"] == {}


def test_the_record_is_the_same_with_workers(project: pytest.Pytester) -> None:
    write(
        project,
        """
@rule("n3.dodge.1-2")
def test_good(tmp_path):
    assert tmp_path.exists()

@rule("n3.dodge.2")
def test_bad(tmp_path):
    assert not tmp_path.exists()

@rule("n3.dodge.3")
def test_hollow():
    assert True
""",
    )
    _, alone = run_all(project)
    (project.path / "proofs.json").unlink()
    target = project.path / "proofs.json"
    result = project.runpytest_subprocess(f"--proofs={target}", "-n2")
    result.assert_outcomes(passed=1, failed=2)
    together = json.loads(target.read_text("utf-8"))
    assert together == alone
    assert sorted(together["failed"]["n3"]) == ["n3.dodge.2", "n3.dodge.3"]


def test_an_unknown_statement_stops_workers_too(project: pytest.Pytester) -> None:
    write(project, '@rule("n3.dogde.1")\ndef test_x(tmp_path):\n    assert tmp_path.exists()\n')
    result = project.runpytest_subprocess("-n2")
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*n3.dogde.1: there is no such rule or statement. Nearest: n3.dodge.1*"])


def test_a_worker_that_dies_leaves_its_test_lost(project: pytest.Pytester) -> None:
    write(
        project,
        """
import os

@rule("n3.dodge.1")
def test_x(tmp_path):
    assert tmp_path.exists()
    os._exit(1)
""",
    )
    target = project.path / "proofs.json"
    project.runpytest_subprocess(f"--proofs={target}", "-n1", "--max-worker-restart=0")
    record = json.loads(target.read_text("utf-8"))
    assert record["lost"] == ["test_it.py::test_x"]
    assert record["passed"] == {}


def test_a_game_of_the_tests_own_brings_its_catalogue(project: pytest.Pytester) -> None:
    small_game(project.path / "rules")
    project.makeini(f"{SETTINGS}\nrule_catalogues = rules\n")
    write(
        project,
        """
from firelane.testing import edition

@edition("toy")
@rule("toy.move.1")
def test_x(tmp_path):
    assert tmp_path.exists()
""",
    )
    result, record = run_all(project)
    result.assert_outcomes(passed=1)
    assert record["passed"] == {"toy": {"toy.move.1": ["test_it.py::test_x"]}}


def test_without_the_hook_for_assertions_nothing_runs(project: pytest.Pytester) -> None:
    project.makeini("[pytest]\n")
    write(project, '@rule("n3.dodge.1")\ndef test_x(tmp_path):\n    assert tmp_path.exists()\n')
    result = project.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*Set enable_assertion_pass_hook = true*"])


def test_naming_nothing_is_an_error_of_the_author() -> None:
    from firelane.testing import rule

    with pytest.raises(TypeError, match="name the statements"):
        rule()


def small_game(folder: Path) -> None:
    (folder / "ja").mkdir(parents=True)
    (folder / "toy.yaml").write_text(
        "ruleset: toy\nrules:\n  - id: toy.move\n    name: {en: Move, ja: 移動}\n    kind: order\n"
        "    source: ours\n    statements:\n      - {id: toy.move.1, text: A pawn moves one inch.}\n",
        "utf-8",
    )
    (folder / "ja" / "toy.yaml").write_text("toy.move.1: ポーンは1インチ移動する。\n", "utf-8")


EDITIONS = """
from firelane.testing import borrows, edition

@rule("n3.dodge.1")
def test_in_the_edition_of_its_folder(tmp_path):
    assert tmp_path.exists()

@edition("n4")
@rule("c1.doctor.1")
def test_in_the_edition_of_its_mark(tmp_path):
    assert tmp_path.exists()

@pytest.mark.parametrize("edition", ["n4", "c1"])
@rule("c1.doctor.2")
def test_in_the_editions_of_its_cases(edition, tmp_path):
    assert tmp_path.exists()

@pytest.mark.parametrize("edition", ["n4", "c1"])
@rule("c1.doctor.3")
def test_fails_in_one(edition):
    assert edition == "n4"

@edition("n2")
@borrows("Doctor")
def test_borrowed(tmp_path):
    assert tmp_path.exists()
"""


def test_each_test_proves_in_the_edition_in_which_it_ran(project: pytest.Pytester) -> None:
    write(project, EDITIONS)
    result, record = run_all(project)
    result.assert_outcomes(passed=6, failed=1)
    assert record["passed"] == {
        "c1": {"c1.doctor.2": ["test_it.py::test_in_the_editions_of_its_cases[c1]"]},
        "n2": {"borrowed:Doctor": ["test_it.py::test_borrowed"]},
        "n3": {"n3.dodge.1": ["test_it.py::test_in_the_edition_of_its_folder"]},
        "n4": {
            "c1.doctor.1": ["test_it.py::test_in_the_edition_of_its_mark"],
            "c1.doctor.2": ["test_it.py::test_in_the_editions_of_its_cases[n4]"],
            "c1.doctor.3": ["test_it.py::test_fails_in_one[n4]"],
        },
    }
    assert record["failed"] == {"c1": {"c1.doctor.3": ["test_it.py::test_fails_in_one[c1]"]}}


def test_the_nearest_folder_says_the_edition(project: pytest.Pytester) -> None:
    project.makeini(f"{SETTINGS}    inside c1\n    inside/test_deep.py n4\n")
    (project.path / "inside").mkdir()
    head = "from firelane.testing import rule\n\n"
    body = head + '@rule("{}")\ndef test_x(tmp_path):\n    assert tmp_path.exists()\n'
    for name, claim in (("inside/test_c1.py", "c1.dodge.1"), ("inside/test_deep.py", "n4.ammo-n.1")):
        (project.path / name).write_text(body.format(claim), "utf-8")
    result, record = run_all(project)
    result.assert_outcomes(passed=2)
    assert {edition: list(claims) for edition, claims in record["passed"].items()} == {
        "c1": ["c1.dodge.1"],
        "n4": ["n4.ammo-n.1"],
    }


@pytest.mark.parametrize(
    ("settings", "marks", "words"),
    [
        (
            SETTINGS.replace(". n3", ""),
            '@rule("n3.dodge.1")',
            "*Nothing says in which edition the test runs.*",
        ),
        (
            SETTINGS,
            '@pytest.mark.edition("n9")\n@rule("n3.dodge.1")',
            "*n9: there is no such edition. Known*",
        ),
        (
            SETTINGS,
            '@pytest.mark.edition("n4")\n@rule("c1.mimetism.1")',
            "*c1.mimetism.1 does not hold in n4*",
        ),
        (SETTINGS, '@pytest.mark.edition("c1")\n@rule("n3.dodge.1")', "*n3.dodge.1 does not hold in c1*"),
        (SETTINGS, '@pytest.mark.borrows("Doctor")', "*n3 borrows nothing by the name Doctor*"),
        (SETTINGS, '@rule("dodge.moves")', "*dodge.moves looks like a role, but there is no concordance*"),
    ],
)
def test_a_claim_that_does_not_fit_the_edition_stops_the_collection(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, settings: str, marks: str, words: str
) -> None:
    monkeypatch.setattr("firelane.rulebook.concordance.shipped", lambda: None)
    project.makeini(settings)
    write(project, f"{marks}\ndef test_x(tmp_path):\n    assert tmp_path.exists()\n")
    result, record = run_all(project)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines([words])
    assert record["passed"] == {}


CONCORDANCE = """
dodge:
  moves: {c1: c1.dodge.6, n4: n4-core.dodge.1, n3: n3.dodge.7}
  unseen: {c1: c1.dodge.13, n4: [n4-core.dodge.2, n4-core.dodge.1], n3: ~}
"""


@pytest.fixture
def roles(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with a concordance, where CodeOne and N4 can be played."""
    monkeypatch.setattr("firelane.rulesets.SHIPPED", {"c1": "", "n4": ""})
    (project.path / "roles.yaml").write_text(CONCORDANCE, "utf-8")
    project.makeini(f"{SETTINGS}rule_concordance = roles.yaml\n")
    return project


def test_a_test_of_a_role_runs_in_every_playable_edition_that_binds_it(roles: pytest.Pytester) -> None:
    write(
        roles,
        """
@rule("dodge.moves")
def test_moves(edition):
    assert edition in ("c1", "n4")

@rule("dodge.moves", "dodge.unseen")
def test_both(edition):
    assert edition == "c1"

@rule("dodge.unseen")
@pytest.mark.parametrize("edition", ["n4"])
def test_chosen(edition):
    assert edition
""",
    )
    result, record = run_all(roles)
    result.assert_outcomes(passed=4, failed=1)
    assert record["passed"] == {
        "c1": {
            "dodge.moves": ["test_it.py::test_both[c1]", "test_it.py::test_moves[c1]"],
            "dodge.unseen": ["test_it.py::test_both[c1]"],
        },
        "n4": {
            "dodge.moves": ["test_it.py::test_moves[n4]"],
            "dodge.unseen": ["test_it.py::test_chosen[n4]"],
        },
    }
    assert record["failed"] == {
        "n4": {"dodge.moves": ["test_it.py::test_both[n4]"], "dodge.unseen": ["test_it.py::test_both[n4]"]}
    }


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ('@rule("dodge.moves")\ndef test_x(tmp_path):', "*dodge.moves is a role; its test runs in several*"),
        ('@rule("dodge.flies")\ndef test_x(tmp_path):', "*dodge.flies: * has no such role*"),
        (
            '@pytest.mark.edition("n3")\n@rule("dodge.unseen")\ndef test_x(tmp_path):',
            "*dodge.unseen is bound to no statement in n3*",
        ),
    ],
)
def test_a_role_that_cannot_be_proven_stops_the_collection(
    roles: pytest.Pytester, test: str, words: str
) -> None:
    write(roles, f"{test}\n    assert tmp_path.exists()\n")
    result, record = run_all(roles)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines([words])
    assert record["passed"] == {}
