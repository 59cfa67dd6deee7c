"""Reads a folder of catalogue files and refuses what is not sound.

The schema finds wrong fields; here is what a schema cannot see: ids that clash or do not fit their rule,
and statements that exist in one language only. A broken catalogue would make the coverage lie, so
nothing is compiled from one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from firelane import documents
from firelane.problem import Problem
from firelane.rulebook import ids
from firelane.rulebook.schema import CATALOGUES, UNREAD, Catalogue, CatalogueFile, Text

DATA = Path(__file__).parent / "data"
"""Where the shipped catalogue lies."""

WAIVERS = Path(__file__).parent / "waivers.yaml"


def load(folder: Path = DATA) -> tuple[Catalogue, ...]:
    """All catalogues of a folder (English in it, Japanese in its `ja/`), or the first complaint."""
    found = []
    for path in catalogue_files(folder):
        catalogue = _read(path)
        if complaint := next(complaints(path, catalogue), None):
            raise complaint
        found.append(catalogue)
    return tuple(found)


def load_waivers(path: Path = WAIVERS) -> dict[str, Text]:
    """The statements that are not for tests to prove, each with its reason."""
    return documents.read(path, dict[str, Text])


def catalogue_files(folder: Path) -> tuple[Path, ...]:
    """The catalogue files of a folder: the shipped ones in their agreed order, others by name."""
    named = {path.stem: path for path in sorted(folder.glob("*.yaml")) if path.stem not in UNREAD}
    if not named:
        raise Problem("rulebook.no-catalogue", folder=folder)
    order = [*(key for key in CATALOGUES if key in named), *(key for key in named if key not in CATALOGUES)]
    return tuple(named[key] for key in order)


def complaints(path: Path, catalogue: Catalogue) -> Iterator[Problem]:
    """What is wrong with a catalogue beyond its schema, each with file, line and field."""
    yield from _bad_ids(path, catalogue)
    yield from _missing_words(path, catalogue)


def _read(path: Path) -> Catalogue:
    english = documents.read(path, CatalogueFile)
    japanese = documents.read(_japanese(path), dict[str, str])
    return Catalogue(key=path.stem, ruleset=english.ruleset, rules=english.rules, japanese=japanese)


def _japanese(path: Path) -> Path:
    return path.parent / "ja" / path.name


def _bad_ids(path: Path, catalogue: Catalogue) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, rule in enumerate(catalogue.rules):
        place = f"rules[{index}]"
        if not ids.is_rule_of(catalogue.key, rule.id):
            yield _at(path, f"{place}.id", "rulebook.bad-rule-id", id=rule.id, catalogue=catalogue.key)
        if rule.id in seen:
            yield _at(path, f"{place}.id", "rulebook.id-twice", id=rule.id)
        seen.add(rule.id)
        for number, statement in enumerate(rule.statements):
            field = f"{place}.statements[{number}].id"
            parts = ids.split(statement.id)
            if parts is None or parts[0] != rule.id:
                yield _at(path, field, "rulebook.bad-statement-id", id=statement.id, rule=rule.id)
            if statement.id in seen:
                yield _at(path, field, "rulebook.id-twice", id=statement.id)
            seen.add(statement.id)


def _missing_words(path: Path, catalogue: Catalogue) -> Iterator[Problem]:
    other = _japanese(path)
    for index, rule in enumerate(catalogue.rules):
        for number, statement in enumerate(rule.statements):
            field = f"rules[{index}].statements[{number}]"
            if not statement.text.strip():
                yield _at(path, f"{field}.text", "rulebook.no-text", id=statement.id)
            if not catalogue.japanese.get(statement.id, "").strip():
                yield _at(path, f"{field}.id", "rulebook.no-japanese", id=statement.id, other=other)
    known = set(catalogue.statement_ids)
    lines: dict[str, int] = {}
    for key, line in _keys(other):
        if key in lines:
            yield Problem("rulebook.id-twice", file=other, line=line, field=key, id=key)
        elif key not in known:
            yield Problem("rulebook.only-japanese", file=other, line=line, field=key, id=key, other=path)
        lines[key] = line


def _keys(path: Path) -> Iterable[tuple[str, int]]:
    """The keys of a flat document with their lines, from the text itself: a loader drops repeated keys."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    node: Any = yaml.compose(path.read_text("utf-8"), Loader=loader)
    return [(key.value, key.start_mark.line + 1) for key, _ in node.value]


def _at(path: Path, field: str, message: str, **args: object) -> Problem:
    line = documents.line_of(path.read_text("utf-8"), f"$.{field}")
    return Problem(message, file=path, line=line, field=field, **args)
