"""Reads a folder of catalogue files and refuses what is not sound.

The schema finds wrong fields; here is what a schema cannot see: ids that clash or do not fit their rule,
and statements that exist in one language only. A broken catalogue would make the coverage lie, so
nothing is compiled from one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from firelane import documents
from firelane.problem import Problem
from firelane.rulebook import ids
from firelane.rulebook.schema import (
    CATALOGUES,
    BorrowedName,
    Catalogue,
    CatalogueFile,
    Overlays,
    SourcesFile,
    Waiver,
)

DATA = Path(__file__).parent / "data"
"""Where the shipped catalogue lies."""

WAIVERS = Path(__file__).parent / "waivers.yaml"

SOURCES = "n2-sources"
"""The file beside the catalogues that says what N2 borrows by name."""


def load(folder: Path = DATA) -> tuple[Catalogue, ...]:
    """All catalogues of a folder (English in it, Japanese in its `ja/`), or the first complaint."""
    found = []
    for path in catalogue_files(folder):
        catalogue = _read(path)
        if complaint := next(complaints(path, catalogue), None):
            raise complaint
        found.append(catalogue)
    if complaint := next(overlay_complaints(folder, found), None):
        raise complaint
    return tuple(found)


def load_borrowed(folder: Path = DATA) -> dict[str, tuple[BorrowedName, ...]]:
    """By edition the names that it borrows; none where the folder has no such file."""
    path = folder / f"{SOURCES}.yaml"
    if not path.is_file():
        return {}
    read = documents.read(path, SourcesFile)
    return {read.ruleset: read.sources}


def load_waivers(path: Path = WAIVERS) -> dict[str, Waiver]:
    """The statements that are not for tests to prove, each with its reason."""
    return documents.read(path, dict[str, Waiver])


def catalogue_files(folder: Path) -> tuple[Path, ...]:
    """The catalogue files of a folder: the shipped ones in their agreed order, others by name."""
    named = {path.stem: path for path in sorted(folder.glob("*.yaml")) if path.stem != SOURCES}
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
    overlays = Overlays(english.takes_from_c1, english.replaced_from_c1, english.takes_from_n4_core)
    return Catalogue(path.stem, english.ruleset, english.rules, japanese, overlays)


def _japanese(path: Path) -> Path:
    return path.parent / "ja" / path.name


def overlay_complaints(folder: Path, catalogues: Iterable[Catalogue]) -> Iterator[Problem]:
    """What is taken over and does not exist, and what is wrong with the names that are borrowed."""
    every = tuple(catalogues)
    rules = {rule.id for catalogue in every for rule in catalogue.rules}
    statements = {entry for catalogue in every for entry in catalogue.statement_ids}
    for catalogue in every:
        yield from _bad_overlays(folder / f"{catalogue.key}.yaml", catalogue, rules, statements)
    applying = {
        statement.id
        for catalogue in every
        if catalogue.key == "n4-core"
        for rule in catalogue.rules
        for statement in rule.statements
        if "n3" in (statement.applies or rule.applies or ())
    }
    for catalogue in every:
        if (taken := catalogue.overlays.takes_from_n4_core) and (left := sorted(applying - set(taken))):
            path = folder / f"{catalogue.key}.yaml"
            yield _at(path, "takes_from_n4_core", "rulebook.not-taken", id=left[0])
    yield from _bad_sources(folder / f"{SOURCES}.yaml", load_borrowed(folder), rules | statements)


def _bad_overlays(
    path: Path, catalogue: Catalogue, rules: set[str], statements: set[str]
) -> Iterator[Problem]:
    overlays = catalogue.overlays
    for name, rule in overlays.takes_from_c1.items():
        if rule not in rules or not ids.is_rule_of("c1", rule):
            yield _at(path, f"takes_from_c1.{name}", "rulebook.takes-no-rule", id=rule, catalogue="c1")
    for old, new in overlays.replaced_from_c1.items():
        if old not in statements or not old.startswith("c1."):
            yield _at(path, "replaced_from_c1", "rulebook.takes-no-statement", id=old, catalogue="c1")
        for entry in (new,) if isinstance(new, str) else new:
            if entry not in rules | statements or entry.startswith("c1."):
                yield _at(path, "replaced_from_c1", "rulebook.replaced-by-nothing", id=old, other=entry)
    seen: set[str] = set()
    for index, entry in enumerate(overlays.takes_from_n4_core):
        field = f"takes_from_n4_core[{index}]"
        if entry not in statements or not entry.startswith("n4-core."):
            yield _at(path, field, "rulebook.takes-no-statement", id=entry, catalogue="n4-core")
        if entry in seen:
            yield _at(path, field, "rulebook.id-twice", id=entry)
        seen.add(entry)


def _bad_sources(
    path: Path, borrowed: Mapping[str, tuple[BorrowedName, ...]], known: set[str]
) -> Iterator[Problem]:
    seen: set[tuple[str, str]] = set()
    for edition, names in borrowed.items():
        for index, each in enumerate(names):
            field = f"sources[{index}]"
            if (each.kind, each.name) in seen:
                yield _at(path, f"{field}.name", "rulebook.name-twice", name=each.name, kind=each.kind)
            seen.add((each.kind, each.name))
            if each.lender is None and each.own is None:
                yield _at(path, f"{field}.from", "rulebook.no-source", name=each.name, edition=edition)
            for entry in each.rules:
                if entry not in known:
                    yield _at(path, field, "rulebook.unknown-source", name=each.name, id=entry)


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
