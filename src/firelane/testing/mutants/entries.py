"""The entries of the playable editions: where each row stands, its hooks, its figures.

Rows are made by small functions, in loops, from names: so the running program is asked, in a process of
its own, and answers in JSON (`python -m firelane.testing.mutants.entries`).
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from msgspec import Struct

from firelane.testing.mutants.source import PACKAGE, ROOT

EDITIONS = {"firelane.infinity.c1.edition": "C1", "firelane.bpre.edition": "EDITION"}


class HookPlace(Struct, frozen=True):
    """A hook of an entry: the file and first line of its function."""

    file: str
    line: int


class EntryPlace(Struct, frozen=True):
    """An entry as the source has it: file and position of the call that makes its row, hooks, figures."""

    key: str
    cite: str
    file: str
    at: tuple[int, int]
    """Line and column of the call."""
    hooks: tuple[HookPlace, ...]
    figures: str
    """The class of its figures."""
    values: dict[str, Any]
    """Those figures that are whole numbers or truth values."""


@cache
def entry_places() -> tuple[EntryPlace, ...]:
    """Ask a fresh process for the entries."""
    done = subprocess.run([sys.executable, "-m", __name__], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=tuple[EntryPlace, ...])


def _main() -> None:
    import importlib

    from firelane.core import rules

    places: dict[int, tuple[str, tuple[int, int]]] = {}
    kept: list[Any] = []
    original = rules.Rule.__init__

    def witnessed(rule: Any, *given: Any, **named: Any) -> None:
        original(rule, *given, **named)
        kept.append(rule)
        places[id(rule)] = _row(sys._getframe(1))

    rules.Rule.__init__ = witnessed  # type: ignore[method-assign, assignment]
    found = []
    for module, name in EDITIONS.items():
        edition = getattr(importlib.import_module(module), name)
        for entry in edition.entries.values():
            if id(entry.rule) in places:
                found.append(_entry(entry, *places[id(entry.rule)]))
    sys.stdout.buffer.write(msgspec.json.encode(found))


def _row(frame: FrameType) -> tuple[str, tuple[int, int]]:
    """The outermost call, in the package, that led to the making of a row."""
    while frame.f_code.co_name != "<module>" and frame.f_back is not None:
        frame = frame.f_back
    line, _, column, _ = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    return frame.f_code.co_filename, (line or 0, column or 0)


def _entry(entry: Any, file: str, at: tuple[int, int]) -> EntryPlace:
    data = entry.rule.data
    changes = [value.change for value in entry.rule.values.values()]
    hooks = [each.__code__ for each in (*changes, *entry.rule.triggers.values()) if hasattr(each, "__code__")]
    fields = data.__struct_fields__ if data is not None else ()
    return EntryPlace(
        key=entry.key,
        cite=entry.cite,
        file=Path(file).relative_to(ROOT).as_posix(),
        at=at,
        hooks=tuple(
            HookPlace(Path(code.co_filename).relative_to(ROOT).as_posix(), code.co_firstlineno)
            for code in hooks
            if Path(code.co_filename).is_relative_to(PACKAGE)
        ),
        figures=type(data).__name__ if data is not None else "",
        values={name: getattr(data, name) for name in fields if isinstance(getattr(data, name), int)},
    )


if __name__ == "__main__":
    _main()
