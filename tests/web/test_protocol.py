"""The browser table's types are those of the structs that the server speaks in."""

from __future__ import annotations

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_browser_table_are_current() -> None:
    made = runpy.run_path(str(WEB / "scripts" / "protocol.py"))
    assert (WEB / "src" / "protocol.ts").read_text() == made["protocol"](), "make web-types"


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text()
