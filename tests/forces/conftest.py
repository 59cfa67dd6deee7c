"""A copy of the shipped data that a test may bend."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from firelane.forces.library import DATA

Bend = Callable[[str, str, str], tuple[Path, int]]


@pytest.fixture
def bend(tmp_path: Path) -> Bend:
    """Exchange words in one data file; gives the folder, and the line at which the first of them stood."""
    folder = tmp_path / "data"
    folder.mkdir()
    for path in DATA.glob("*.yaml"):
        shutil.copy(path, folder)

    def change(file: str, old: str, new: str) -> tuple[Path, int]:
        text = (folder / file).read_text("utf-8")
        before, found, _ = text.partition(old)
        assert found, f"{old!r} is not in {file}"
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")
        return folder, before.count("\n") + 1

    return change
