"""The coverage: counted from proofs, kept in files that may not go stale, and never falling."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.concordance import read as read_concordance
from firelane.rulebook.coverage import (
    JSON,
    MARKDOWN,
    MostProven,
    borrowings_proven_by,
    check,
    measure,
    most_ever_proven,
    proven_by,
    read_proofs,
    read_scores,
    record_score,
    standing,
    standing_of_editions,
    update,
    waiver_complaints,
)
from firelane.rulebook.load import load_waivers
from firelane.rulebook.schema import (
    CATALOGUES,
    Borrowed,
    CoverageFile,
    EditionTotals,
    MutationScore,
    ProofRecord,
    Proofs,
    Totals,
    Waiver,
)

RECORD = ProofRecord(
    passed={
        "n3": {
            "n3.dodge.1": ("tests/b.py::test_b[2]", "tests/b.py::test_b[1]", "tests/a.py::test_a"),
            "n3.dodge.2": ("tests/a.py::test_a",),
            "n3.dodge.3": ("tests/a.py::test_a",),
        },
        "n4": {"c1.doctor.1": ("tests/a.py::test_a[n4]",), "c1.doctor.2": ("tests/a.py::test_a[n4]",)},
        "c1": {"c1.doctor.2": ("tests/a.py::test_a[c1]",)},
        "n2": {
            "borrowed:Doctor": ("tests/b.py::test_b[1]",),
            "borrowed:Engineer": ("tests/b.py::test_b[1]",),
        },
        "toy": {"toy.move.1": ("tests/a.py::test_a",)},
    },
    failed={
        "n3": {"n3.dodge.3": ("tests/b.py::test_b[1]",)},
        "n4": {"c1.doctor.2": ("tests/c.py::test_c",)},
        "n2": {"borrowed:Engineer": ("tests/c.py::test_c",)},
    },
)
WAIVED = {"n2.game-material.1": Waiver("physical bits", "物理的な用具")}


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.open()


def keys(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.key for problem in problems]


def git(folder: Path, *command: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *command], check=True, capture_output=True)


def test_only_what_passed_and_never_failed_is_proven() -> None:
    assert proven_by(RECORD) == {
        "n3.dodge.1": {"n3": ("tests/a.py::test_a", "tests/b.py::test_b")},
        "n3.dodge.2": {"n3": ("tests/a.py::test_a",)},
        "c1.doctor.1": {"n4": ("tests/a.py::test_a",)},
        "c1.doctor.2": {"c1": ("tests/a.py::test_a",)},
        "toy.move.1": {"toy": ("tests/a.py::test_a",)},
    }


def test_totals_add_up_per_catalogue_in_order(book: Book) -> None:
    totals = measure(book, proven_by(RECORD), WAIVED).totals
    assert tuple(totals) == CATALOGUES
    assert totals["n3"] == Totals(statements=1404, proven=2, waived=0, missing=1402)
    assert totals["n2"] == Totals(statements=691, proven=0, waived=1, missing=690)
    assert totals["n4-core"] == Totals(statements=409, proven=0, waived=0, missing=409)
    assert totals["c1"] == Totals(statements=364, proven=2, waived=0, missing=362)


def test_what_one_edition_proves_counts_in_no_other(book: Book) -> None:
    editions = measure(book, proven_by(RECORD), WAIVED, borrowings_proven_by(RECORD)).editions
    assert editions == {
        "c1": EditionTotals(580, 1, 0, 579),
        "n4": EditionTotals(1292, 1, 0, 1291),
        "n3": EditionTotals(2011, 2, 0, 2009),
        "n2": EditionTotals(734, 0, 1, 733, Borrowed(171, 1)),
        "bpre": EditionTotals(399, 0, 0, 399),
    }


def test_a_waiver_holds_only_in_the_editions_that_it_names(book: Book) -> None:
    waived = {"c1.nanoscreen.2": Waiver("a", "あ"), "n4-core.aro.3": Waiver("a", "あ", ("c1",))}
    editions = measure(book, {}, waived).editions
    assert {name: each.waived for name, each in editions.items()} == {
        "c1": 2,
        "n4": 1,
        "n3": 0,
        "n2": 0,
        "bpre": 0,
    }
    proven: Proofs = {"n4-core.aro.3": {"n4": ("tests/a.py::test_a",)}}
    assert not list(waiver_complaints(book, proven, waived))
    assert measure(book, proven, waived).totals["n4-core"].proven == 1


ROLES = """
dodge:
  moves: {c1: c1.dodge.6, n4: n4-core.dodge.1, n3: ~}
  lands: {c1: c1.dodge.7, n4: [n4-core.dodge.1, n4-core.dodge.3], n3: ~}
"""


def test_a_statement_is_proven_only_when_tests_of_all_its_roles_ran_there(tmp_path: Path) -> None:
    (tmp_path / "roles.yaml").write_text(ROLES, "utf-8")
    roles = read_concordance(tmp_path / "roles.yaml")
    one, two = ("tests/a.py::test_a[n4]",), ("tests/b.py::test_b[n4]",)

    def proven(passed: dict[str, tuple[str, ...]], failed: dict[str, tuple[str, ...]]) -> list[str]:
        return sorted(proven_by(ProofRecord({"n4": passed}, {"n4": failed}), roles))

    assert proven({"dodge.moves": one}, {}) == []
    assert proven({"dodge.lands": one}, {}) == ["n4-core.dodge.3"]
    assert proven({"dodge.moves": one, "dodge.lands": two}, {}) == ["n4-core.dodge.1", "n4-core.dodge.3"]
    assert proven({"dodge.moves": one, "dodge.lands": two}, {"dodge.moves": two}) == ["n4-core.dodge.3"]
    assert proven({"n4-core.dodge.1": one}, {}) == ["n4-core.dodge.1"]
    assert proven({"n4-core.dodge.1": one}, {"dodge.moves": two}) == []
    both = proven_by(ProofRecord({"n4": {"dodge.moves": one, "dodge.lands": two}}), roles)
    assert both["n4-core.dodge.1"] == {"n4": ("tests/a.py::test_a", "tests/b.py::test_b")}


def test_a_role_proves_nothing_in_an_edition_where_its_test_did_not_run(tmp_path: Path) -> None:
    (tmp_path / "roles.yaml").write_text(ROLES, "utf-8")
    record = ProofRecord({"c1": {"dodge.moves": ("tests/a.py::test_a[c1]",)}})
    assert proven_by(record, read_concordance(tmp_path / "roles.yaml")) == {
        "c1.dodge.6": {"c1": ("tests/a.py::test_a",)}
    }


def test_the_files_say_what_was_proven_by_what(book: Book, tmp_path: Path) -> None:
    update(tmp_path, book, RECORD, WAIVED)
    written = json.loads((tmp_path / JSON).read_text("utf-8"))
    assert written["totals"]["n3"] == {"statements": 1404, "proven": 2, "waived": 0, "missing": 1402}
    assert written["proven"] == {
        "n3.dodge.1": {"n3": ["tests/a.py::test_a", "tests/b.py::test_b"]},
        "n3.dodge.2": {"n3": ["tests/a.py::test_a"]},
        "c1.doctor.1": {"n4": ["tests/a.py::test_a"]},
        "c1.doctor.2": {"c1": ["tests/a.py::test_a"]},
    }
    assert written["borrowed"] == {"Doctor": {"n2": ["tests/b.py::test_b"]}}
    assert written["editions"]["n4"] == {"statements": 1292, "proven": 1, "waived": 0, "missing": 1291}
    assert written["waived"] == {"n2.game-material.1": {"en": "physical bits", "ja": "物理的な用具"}}
    page = (tmp_path / MARKDOWN).read_text("utf-8").splitlines()
    assert "| n3 | 1404 | 2 | 0 | 1402 |" in page
    assert "| n3 | 2011 | 2 | 0 | 2009 |" in page
    assert "Of the 171 names that n2 borrows, 1 are proven in it." in page
    assert "| n3.dodge | 21 | 1-2 | - | 3-21 |" in page
    assert "| n2.game-material | 3 | - | 1 | 2-3 |" in page
    assert "- n2.game-material.1: physical bits" in page


def test_true_files_pass_with_and_without_the_record(book: Book, tmp_path: Path) -> None:
    update(tmp_path, book, RECORD, WAIVED)
    assert check(tmp_path, book, WAIVED) == ()
    assert check(tmp_path, book, WAIVED, RECORD) == ()


def a_score(killed: int, seed: int) -> MutationScore:
    return MutationScore(
        date="2026-11-19", seed=seed, statements=50, mutants=200, killed=killed, survived=190 - killed,
        no_code=10, equivalent=4,
    )  # fmt: skip


def test_the_last_score_of_the_mutants_is_shown_and_the_page_stays_true(book: Book, tmp_path: Path) -> None:
    update(tmp_path, book, RECORD, WAIVED)
    assert "How well the proofs hold" not in (tmp_path / MARKDOWN).read_text("utf-8")
    record_score(tmp_path, book, "n4-core", a_score(170, seed=3))
    record_score(tmp_path, book, "c1", a_score(150, seed=4))
    record_score(tmp_path, book, "n4-core", a_score(175, seed=5))
    assert read_scores(tmp_path) == {"n4-core": a_score(175, seed=5), "c1": a_score(150, seed=4)}
    page = (tmp_path / MARKDOWN).read_text("utf-8").splitlines()
    assert "| n4-core | 2026-11-19 | 5 | 50 | 200 | 175 | 15 | 10 | 4 | 87.5 % |" in page
    assert "| c1 | 2026-11-19 | 4 | 50 | 200 | 150 | 40 | 10 | 4 | 75.0 % |" in page
    assert not any("| 3 | 50 |" in line for line in page)
    assert check(tmp_path, book, WAIVED, RECORD) == ()


def test_files_that_fell_behind_the_tests_are_stale(book: Book, tmp_path: Path) -> None:
    update(tmp_path, book, ProofRecord(passed={"n3": {"n3.dodge.7": ("tests/a.py::test_old",)}}), {})
    problems = check(tmp_path, book, {}, RECORD)
    assert keys(problems) == ["coverage.stale-json", "coverage.stale-markdown"]
    said = problems[0].say("en")
    assert (
        "newly proven: n3.dodge.1, n3.dodge.2, c1.doctor.1, c1.doctor.2; no longer proven: n3.dodge.7" in said
    )
    assert "n3.dodge.7" in problems[0].say("ja")


def test_files_edited_by_hand_are_stale_without_any_record(book: Book, tmp_path: Path) -> None:
    update(tmp_path, book, RECORD, {})
    page = tmp_path / MARKDOWN
    page.write_text(page.read_text("utf-8").replace("| n3 | 1404 | 2 |", "| n3 | 1404 | 9 |"), "utf-8")
    assert keys(check(tmp_path, book, {})) == ["coverage.stale-markdown"]
    update(tmp_path, book, RECORD, {})
    data = tmp_path / JSON
    data.write_text(data.read_text("utf-8").replace('"proven": 2', '"proven": 9'), "utf-8")
    assert keys(check(tmp_path, book, {})) == ["coverage.stale-json"]
    update(tmp_path, book, RECORD, {})
    data.write_text(data.read_text("utf-8").replace("n3.dodge.2", "n3.dodge.99"), "utf-8")
    assert "coverage.unknown-proven" in keys(check(tmp_path, book, {}))


def test_a_new_waiver_makes_the_files_stale(book: Book, tmp_path: Path) -> None:
    update(tmp_path, book, RECORD, {})
    assert keys(check(tmp_path, book, WAIVED)) == ["coverage.stale-json", "coverage.stale-markdown"]


@pytest.mark.parametrize(
    ("waived", "key", "words"),
    [
        ({"n3.dogde.1": Waiver("a", "あ")}, "coverage.unknown-waived", "n3.dodge.1"),
        ({"n3.dodge": Waiver("a", "あ")}, "coverage.unknown-waived", "n3.dodge"),
        ({"n3.dodge.9": Waiver(" ", "あ")}, "coverage.no-reason", "n3.dodge.9"),
        ({"n3.dodge.9": Waiver("a", "")}, "coverage.no-reason", "n3.dodge.9"),
        ({"n3.dodge.1": Waiver("a", "あ")}, "coverage.waived-and-proven", "tests/a.py::test_a"),
        ({"n3.dodge.1": Waiver("a", "あ", ("n3",))}, "coverage.waived-and-proven", "tests/a.py::test_a"),
        ({"n3.dodge.9": Waiver("a", "あ", ("n9",))}, "coverage.waived-nowhere", "Known are c1, n4"),
    ],
)
def test_a_waiver_that_does_not_hold_is_refused(
    book: Book, tmp_path: Path, waived: dict[str, Waiver], key: str, words: str
) -> None:
    update(tmp_path, book, RECORD, {})
    problems = check(tmp_path, book, waived, RECORD)
    assert key in keys(problems)
    assert any(words in problem.say("en") for problem in problems if problem.key == key)
    with pytest.raises(Problem) as caught:
        update(tmp_path, book, RECORD, waived)
    assert caught.value.key == key


@pytest.mark.parametrize("inside", [".", "deep/inside"])
def test_the_number_never_falls_below_any_committed_one(book: Book, tmp_path: Path, inside: str) -> None:
    root = tmp_path / inside
    root.mkdir(parents=True, exist_ok=True)
    git(tmp_path, "init", "-q")
    for passed in (1, 3, 2):
        record = ProofRecord(
            passed={"n3": {f"n3.dodge.{number + 1}": ("tests/a.py::t",) for number in range(passed)}}
        )
        update(root, book, record, {})
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-qm", f"{passed} proven")
    assert most_ever_proven(root).catalogues["n3"] == 3
    assert most_ever_proven(root).editions["n3"] == 3
    fell, in_edition = check(root, book, {})
    assert fell.key == "coverage.fell"
    assert "Edition n3: 2 statements are proven in it, but 3 were" in in_edition.say("en")
    assert "n3: 2 statements are proven, but 3 were" in fell.say("en")
    better = ProofRecord(passed={"n3": {f"n3.dodge.{number}": ("tests/a.py::t",) for number in range(1, 5)}})
    update(root, book, better, {})
    assert check(root, book, {}) == ()


def test_a_history_with_a_deleted_or_broken_file_is_still_read(book: Book, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    update(tmp_path, book, RECORD, {})
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "proven")
    git(tmp_path, "rm", "-q", JSON.as_posix())
    git(tmp_path, "commit", "-qm", "gone")
    (tmp_path / JSON).parent.mkdir(exist_ok=True)
    (tmp_path / JSON).write_text("not json", "utf-8")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "broken")
    assert most_ever_proven(tmp_path).catalogues["n3"] == 2


def test_without_a_history_nothing_is_compared(tmp_path: Path) -> None:
    assert most_ever_proven(tmp_path) == MostProven()


def test_a_record_with_lost_tests_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "proofs.json"
    path.write_text('{"passed": {}, "lost": ["tests/a.py::test_a"]}', "utf-8")
    with pytest.raises(Problem, match="went down with their worker"):
        read_proofs(path)
    path.write_text('{"passed": {"n3": {"n3.dodge.1": ["tests/a.py::test_a"]}}}', "utf-8")
    assert proven_by(read_proofs(path)) == {"n3.dodge.1": {"n3": ("tests/a.py::test_a",)}}


def test_the_compiled_book_tells_what_the_checked_in_proofs_amount_to(book: Book) -> None:
    """Whether the checked-in totals are those is for `firelane rules coverage --check`."""
    root = Path(__file__).parents[2]
    written = msgspec.json.decode((root / JSON).read_bytes(), type=CoverageFile)
    counted = measure(book, written.proofs(), load_waivers(), written.borrowed)
    assert standing(book) == counted.totals
    assert standing_of_editions(book) == counted.editions
    assert counted.totals["c1"].proven >= 363


def test_files_of_an_earlier_form_are_read_and_are_stale(book: Book, tmp_path: Path) -> None:
    """Their tests are listed without an edition: they count in the catalogue and in no edition."""
    update(tmp_path, book, RECORD, {})
    data = json.loads((tmp_path / JSON).read_text("utf-8"))
    earlier = {"totals": data["totals"], "proven": {"c1.doctor.2": ["tests/a.py::test_a"]}, "waived": {}}
    (tmp_path / JSON).write_text(json.dumps(earlier), "utf-8")
    assert keys(check(tmp_path, book, {})) == ["coverage.stale-json", "coverage.stale-markdown"]
    proofs = msgspec.json.decode((tmp_path / JSON).read_bytes(), type=CoverageFile).proofs()
    fresh = measure(book, proofs, {})
    assert fresh.totals["c1"].proven == 1
    assert all(each.proven == 0 for each in fresh.editions.values())
