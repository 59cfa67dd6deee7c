"""Which tests name which statements: asked of pytest, as names are also computed.

In a process of its own, as it loads what is loaded anew later.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from firelane.testing.mutants.source import ROOT
from firelane.testing.proofs import MARK

TESTS = ROOT / "tests"


def named_by() -> dict[str, tuple[str, ...]]:
    """By statement the tests that name it, as pytest calls them."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "named.json"
        command = [sys.executable, "-m", __name__, str(answer)]
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        return msgspec.json.decode(answer.read_bytes(), type=dict[str, tuple[str, ...]])


class Collector:
    """A pytest plugin that gathers the statements of all tests."""

    def __init__(self) -> None:
        self.named: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Note which statements each test names."""
        from firelane.testing.plugin import claimed

        for item in items:
            for statement in claimed(item.user_properties):
                self.named.setdefault(statement, []).append(item.nodeid)


def _main(answer: Path) -> None:
    import pytest

    files = [str(path) for path in sorted(TESTS.rglob("test_*.py")) if f"{MARK}(" in path.read_text("utf-8")]
    collector = Collector()
    code = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", *files], plugins=[collector])
    if code != pytest.ExitCode.OK:
        sys.exit(int(code))
    answer.write_bytes(msgspec.json.encode(collector.named))


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
