"""Every rule that a shipped file names exists, in the files of editions that cannot be played yet too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from firelane.rulebook.ids import split
from firelane.rulebook.load import DATA, catalogue_files
from firelane.rulebook.schema import CATALOGUES, UNREAD

SOURCES = "n2-sources"
KEYS = (*CATALOGUES, *(key for key in UNREAD if key != SOURCES))
MENTION = re.compile(rf"(?<![\w./-])(?:{'|'.join(KEYS)})(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")
FILE_ENDINGS = (".yaml", ".md", ".py", ".json")


def read(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@pytest.fixture(scope="module")
def documents() -> dict[str, Any]:
    return {key: read(DATA / f"{key}.yaml") for key in (*KEYS, SOURCES)}


@pytest.fixture(scope="module")
def known(documents: dict[str, Any]) -> set[str]:
    """The ids of all rules and statements."""
    rules = [rule for key in KEYS for rule in documents[key]["rules"]]
    return {rule["id"] for rule in rules} | {s["id"] for rule in rules for s in rule["statements"]}


def mentions(text: str) -> Iterator[str]:
    return (found for found in MENTION.findall(text) if not found.endswith(FILE_ENDINGS))


def test_every_rule_that_a_file_names_exists(known: set[str]) -> None:
    paths = [*DATA.glob("*.yaml"), *DATA.glob("ja/*")]
    named = {(path.name, found) for path in paths for found in mentions(path.read_text("utf-8"))}
    assert ("n4-core.yaml", "c1.engaged.10") in named
    assert not sorted((name, found) for name, found in named if found not in known)


def test_the_unread_files_are_whole_in_both_languages(documents: dict[str, Any]) -> None:
    counts = {}
    for key in KEYS[len(CATALOGUES) :]:
        statements = [s["id"] for rule in documents[key]["rules"] for s in rule["statements"]]
        numbered = [
            f"{rule['id']}.{i}"
            for rule in documents[key]["rules"]
            for i in range(1, 1 + len(rule["statements"]))
        ]
        assert statements == numbered
        assert len(set(statements)) == len(statements)
        japanese = read(DATA / "ja" / f"{key}.yaml")
        assert set(japanese) == set(statements)
        assert all(str(text).strip() for text in japanese.values())
        counts[key] = len(statements)
    assert counts == {"n2-core": 43, "n3-core": 452, "n4-skills": 497}


def test_what_other_editions_take_over_exists(documents: dict[str, Any], known: set[str]) -> None:
    skills = documents["n4-skills"]
    taken = [
        *skills["takes_from_c1"].values(),
        *skills["replaced_from_c1"],
        *documents["n3-core"]["takes_from_n4_core"],
    ]
    sources = [row["from"] or row["own"] for row in documents[SOURCES]["sources"]]
    assert len(sources) == 171
    assert all(entry in known for entry in (*taken, *sources))
    assert all(split(entry) for entry in documents["n3-core"]["takes_from_n4_core"])


def test_unread_files_are_no_catalogues() -> None:
    assert tuple(path.stem for path in catalogue_files(DATA)) == CATALOGUES
    assert {path.stem for path in DATA.glob("*.yaml")} == {*CATALOGUES, *UNREAD}
