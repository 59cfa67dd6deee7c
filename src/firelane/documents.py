"""Reads what people write by hand (YAML, JSON) into typed structs.

Every complaint names the file, the line and the field. Nothing is half-loaded: the whole document
becomes a value of the wanted type, or a `Problem` says what to mend.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from firelane.problem import Problem

T = TypeVar("T")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TYPES = threading.RLock()
"""Held while something is read into a type: on first use its fields are looked up, which two threads at once
must not do."""
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")


def read(path: Path | str, kind: type[T]) -> T:
    """The document at `path` as a value of `kind`, or a Problem with file, line and field."""
    return parse(read_text(Path(path)), kind, str(path))


def read_text(path: Path) -> str:
    """The text of a file, or a Problem that says why it cannot be read."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise Problem("documents.no-file", file=path) from None
    except IsADirectoryError:
        raise Problem("documents.is-a-folder", file=path) from None
    except UnicodeDecodeError as error:
        raise Problem("documents.not-text", file=path, byte=error.start) from None
    except OSError as error:
        raise Problem("documents.unreadable", file=path, reason=error.strerror or error) from None


def parse(text: str, kind: type[T], name: str) -> T:
    """The same for a text already in hand; `name` stands for the file in complaints."""
    try:
        raw = yaml.load(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        what = getattr(error, "problem", None) or str(error)
        raise Problem("documents.not-yaml", file=name, line=line, what=what) from None
    try:
        with TYPES:
            return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `")
        place = place.rstrip("`")
        field = place.removeprefix("$").lstrip(".")
        key = "documents.wrong-field" if field else "documents.wrong-document"
        raise Problem(key, file=name, line=line_of(text, place), field=field, what=what) from None


def line_of(text: str, place: str) -> int:
    """The line (from 1) at which the field `$.pieces[3].top` of the document stands, as near as found."""
    node: Any = yaml.compose(text, Loader=_LOADER)
    line = int(node.start_mark.line) if node is not None else 0
    for key in _steps(place):
        found = _child(node, key)
        if found is None:
            break
        key_node, node = found
        line = key_node.start_mark.line
    return line + 1


def _steps(place: str) -> Iterator[str | int]:
    for name, index in _STEP.findall(place):
        if name:
            yield name
        elif index:
            yield int(index)


def _child(node: Any, key: str | int) -> tuple[Any, Any] | None:
    if isinstance(node, yaml.MappingNode):
        for key_node, value_node in node.value:
            if key_node.value == str(key):
                return key_node, value_node
    elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
        return node.value[key], node.value[key]
    return None
