"""What every test may rely on: rules that are tied to tests, and a rulebook as fresh as its catalogue."""

from __future__ import annotations

import pytest

from firelane.rulebook.compile import refresh

pytest_plugins = ["firelane.testing.plugin", "pytester"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-golden", action="store_true", help="write the golden files anew, to be reviewed"
    )


def pytest_configure() -> None:
    """The tests run against the catalogue as it stands, not as it was when it was last compiled."""
    refresh()
