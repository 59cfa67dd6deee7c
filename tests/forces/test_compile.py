"""The compiled form is the same as the files, and never older than they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from firelane.forces import compile as module
from firelane.forces.library import Forces, read


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "forces-c1.msgpack"
    monkeypatch.setattr(module, "target", lambda _: path)
    return path


def test_what_was_compiled_is_what_the_files_say(target: Path) -> None:
    assert module.kept("c1", Forces) is None
    assert module.compile_shipped() == (target,)
    assert module.kept("c1", Forces) == read("c1")
    assert [path.name for path in target.parent.iterdir()] == [target.name]


def test_the_same_files_give_the_same_bytes(target: Path) -> None:
    module.compile_shipped()
    first = target.read_bytes()
    module.compile_shipped()
    assert target.read_bytes() == first


def test_a_stale_or_broken_form_is_passed_over(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module.compile_shipped()
    packed = target.read_bytes()
    target.write_bytes(packed[:-10])
    assert module.kept("c1", Forces) is None
    target.write_bytes(packed)
    monkeypatch.setattr(module, "fingerprint", lambda: b"0" * 32)
    assert module.kept("c1", Forces) is None
