"""Mutants written by hand, for what no tool can find, and those that change nothing, each with its reason."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from firelane import documents
from firelane.testing.mutants.source import ROOT

WRITTEN = ROOT / "tests" / "mutants" / "by-hand.yaml"
EQUIVALENT = ROOT / "tests" / "mutants" / "equivalent.yaml"
SAMPLE = ROOT / "tests" / "mutants" / "sample.yaml"


class HandMutant(Struct, frozen=True, forbid_unknown_fields=True):
    """A snippet that stands exactly once in a file, and what it becomes."""

    file: str
    find: str
    replace: str
    statement: str = ""
    """Whose code this is; empty for what is equivalent for every statement."""
    why: str = ""
    """For what is equivalent: why nobody can see a difference."""


class FixedSample(Struct, frozen=True, forbid_unknown_fields=True):
    """Statements of which all mutants that are drawn have been noticed, and must be from then on."""

    seed: int
    most: int
    statements: tuple[str, ...]


def fixed_sample() -> FixedSample:
    """The sample that every change is tried with."""
    return documents.read(SAMPLE, FixedSample)


def by_hand() -> dict[str, list[HandMutant]]:
    """The mutants written by hand, by statement."""
    found: dict[str, list[HandMutant]] = {}
    for each in _read(WRITTEN):
        found.setdefault(each.statement, []).append(each)
    return found


def equivalents() -> tuple[HandMutant, ...]:
    """The mutants that change nothing that can be seen."""
    return _read(EQUIVALENT)


def _read(path: Path) -> tuple[HandMutant, ...]:
    return documents.read(path, tuple[HandMutant, ...]) if path.is_file() else ()
