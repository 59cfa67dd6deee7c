"""The compiled form is the same as the files, and never older than they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from firelane.forces import packed
from firelane.forces.compile import compile_shipped
from firelane.forces.library import Forces, read


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "forces-c1.msgpack"
    monkeypatch.setattr(packed, "target", lambda edition: tmp_path / f"forces-{edition}.msgpack")
    return path


def test_what_was_compiled_is_what_the_files_say(target: Path) -> None:
    assert packed.kept("c1", Forces) is None
    made = compile_shipped()
    assert made[0] == target
    assert [path.name for path in made] == [f"forces-{name}.msgpack" for name in ("c1", "n2", "n3", "n4")]
    kept, fresh = packed.kept("c1", Forces), read("c1")
    assert kept == fresh
    assert kept is not None
    for name in ("weapons", "modes", "units", "sheets", "ammunition", "programs", "silhouettes", "factions"):
        assert list(getattr(kept, name)) == list(getattr(fresh, name)), name
    assert sorted(target.parent.iterdir()) == sorted(made)


def test_the_same_files_give_the_same_bytes(target: Path) -> None:
    compile_shipped()
    first = target.read_bytes()
    compile_shipped()
    assert target.read_bytes() == first


def test_a_stale_or_broken_form_is_passed_over(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_shipped()
    whole = target.read_bytes()
    target.write_bytes(whole[:-10])
    assert packed.kept("c1", Forces) is None
    target.write_bytes(whole)
    monkeypatch.setattr(packed, "fingerprint", lambda: b"0" * 32)
    assert packed.kept("c1", Forces) is None
