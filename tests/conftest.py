"""What every test may rely on: rules that are tied to tests, and a rulebook as fresh as its catalogue."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from firelane.rulebook.compile import refresh
from firelane.text import from_environment, speaking

pytest_plugins = ["firelane.testing.plugin", "pytester"]


# What a test shows does not depend on how busy the machine is.
settings.register_profile("any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-golden", action="store_true", help="write the golden files anew, to be reviewed"
    )
    parser.addoption(
        "--all-decisions", action="store_true", help="let the commander think in every golden game"
    )


def pytest_configure() -> None:
    """The tests run against the catalogue as it stands, not as it was when it was last compiled."""
    refresh()


@pytest.fixture(autouse=True)
def _language_of_the_environment() -> Iterator[None]:
    """Keep a language that a command sets from the tests that come after it."""
    with speaking(from_environment()):
        yield
