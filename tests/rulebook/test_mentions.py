"""Every rule that a shipped file names exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from firelane.forces.library import DATA as FORCES
from firelane.rulebook.load import DATA, SOURCES, catalogue_files
from firelane.rulebook.schema import CATALOGUES

MENTION = re.compile(rf"(?<![\w./-])(?:{'|'.join(CATALOGUES)})(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")
FILE_ENDINGS = (".yaml", ".md", ".py", ".json")


def read(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@pytest.fixture(scope="module")
def documents() -> dict[str, Any]:
    return {key: read(DATA / f"{key}.yaml") for key in (*CATALOGUES, SOURCES)}


@pytest.fixture(scope="module")
def known(documents: dict[str, Any]) -> set[str]:
    """The ids of all rules and statements."""
    rules = [rule for key in CATALOGUES for rule in documents[key]["rules"]]
    return {rule["id"] for rule in rules} | {s["id"] for rule in rules for s in rule["statements"]}


def mentions(text: str) -> Iterator[str]:
    text = text.replace("{level}", "1")
    return (found for found in MENTION.findall(text) if not found.endswith(FILE_ENDINGS))


def test_every_rule_that_a_file_names_exists(known: set[str]) -> None:
    paths = [
        *DATA.glob("*.yaml"),
        *DATA.glob("ja/*"),
        *DATA.glob("concordance/**/*.yaml"),
        *FORCES.glob("*.yaml"),
    ]
    named = {(path.name, found) for path in paths for found in mentions(path.read_text("utf-8"))}
    assert ("n4-core.yaml", "c1.engaged.10") in named
    assert not sorted((name, found) for name, found in named if found not in known)


def test_statements_are_numbered_in_order(documents: dict[str, Any]) -> None:
    for key in CATALOGUES:
        for rule in documents[key]["rules"]:
            numbered = [f"{rule['id']}.{number}" for number in range(1, 1 + len(rule["statements"]))]
            assert [statement["id"] for statement in rule["statements"]] == numbered


def test_there_is_no_file_that_nobody_reads() -> None:
    assert tuple(path.stem for path in catalogue_files(DATA)) == CATALOGUES
    assert {path.stem for path in DATA.glob("*.yaml")} == {*CATALOGUES, SOURCES}
