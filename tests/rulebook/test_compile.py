"""The compiled file: the same bytes from the same catalogue, replaced in one step, never half there."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import firelane
from firelane.problem import Problem
from firelane.rulebook import compile as module
from firelane.rulebook.compile import compile_folder, compile_shipped, fill, fingerprint
from firelane.rulebook.load import load
from firelane.rulebook.schema import Waiver
from hanging import HANG_SECONDS
from rulebook.small_catalogue import write

ROOT = Path(firelane.__file__).parents[2]


def test_the_same_catalogue_gives_the_same_bytes(tmp_path: Path) -> None:
    first = compile_shipped(tmp_path / "first.sqlite").read_bytes()
    second = compile_shipped(tmp_path / "second.sqlite").read_bytes()
    assert first == second
    assert len(first) > 1_000_000


def test_nothing_but_the_file_is_left_behind(tmp_path: Path) -> None:
    compile_shipped(tmp_path / "rulebook.sqlite")
    assert [path.name for path in tmp_path.iterdir()] == ["rulebook.sqlite"]


def test_a_broken_catalogue_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "rulebook.sqlite"
    target.write_bytes(b"the old one")

    def broken(connection: sqlite3.Connection, *_: object, **__: object) -> None:
        connection.execute("CREATE TABLE half (done)")
        raise Problem("rulebook.no-catalogue", folder="x")

    monkeypatch.setattr(module, "fill", broken)
    with pytest.raises(Problem):
        compile_shipped(target)
    assert target.read_bytes() == b"the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["rulebook.sqlite"]


def test_the_file_knows_what_it_is_made_of(tmp_path: Path) -> None:
    target = tmp_path / "rulebook.sqlite"
    assert module.compiled_fingerprint(target) is None
    target.write_bytes(b"no database" * 200)
    assert module.compiled_fingerprint(target) is None
    compile_shipped(target)
    assert module.compiled_fingerprint(target) == fingerprint()


def test_statuses_come_from_proofs_and_waivers(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        fill(
            connection,
            load(write(tmp_path)),
            proven={
                "toy.move.1": {"toy": ("tests/a.py::test_a",)},
                "toy.gone.1": {"toy": ("tests/a.py::test_b",)},
            },
            waived={"toy.move.2": Waiver("etiquette", "礼儀")},
        )
        rows = connection.execute("SELECT id, status, tests, waiver FROM statements ORDER BY position")
        assert rows.fetchall() == [
            ("toy.move.1", "proven", '{"toy":["tests/a.py::test_a"]}', None),
            ("toy.move.2", "waived", "{}", '{"en":"etiquette","ja":"礼儀"}'),
            ("toy.move.far.1", "missing", "{}", None),
        ]


def test_a_folder_compiles_into_memory(tmp_path: Path) -> None:
    with closing(compile_folder(write(tmp_path))) as connection:
        assert connection.execute("SELECT count(*) FROM statements").fetchone() == (3,)


def test_the_build_hook_needs_no_installed_program(tmp_path: Path) -> None:
    """Run as a build does: the hook alone, in a copy of the tree, with nothing of ours on the path."""
    pytest.importorskip("hatchling")
    copy = tmp_path / "copy"
    for part in ("src/firelane/rulebook", "src/firelane/forces", "src/firelane/text", "scripts"):
        (copy / part).mkdir(parents=True)
    for path in [
        *ROOT.glob("src/firelane/*.py"),
        *ROOT.glob("scripts/*.py"),
        *ROOT.glob("src/firelane/text/**/*.*"),
    ]:
        _copy(path, copy)
    for path in [*ROOT.glob("src/firelane/rulebook/**/*.*"), *ROOT.glob("src/firelane/forces/**/*.*")]:
        if path.suffix in (".py", ".yaml"):
            _copy(path, copy)
    code = (
        "import runpy, sys; hook = runpy.run_path('scripts/hatch_build.py')['CompileRulebook'];"
        f"hook({str(copy)!r}, {{}}, None, None, '', '').initialize('editable', {{}});"
        "import firelane; print(firelane.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).is_relative_to(copy)
    assert (copy / "src/firelane/rulebook/data/rulebook.sqlite").stat().st_size > 1_000_000
    assert (copy / "src/firelane/forces/data/forces-c1.msgpack").stat().st_size > 100_000


def _copy(path: Path, copy: Path) -> None:
    if path.is_file() and "__pycache__" not in path.parts:
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
