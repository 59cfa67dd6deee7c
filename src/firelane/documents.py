"""Reads what people write by hand (YAML, JSON) into typed structs.

Every complaint names the file, the line and the field. Nothing is half-loaded: the whole document
becomes a value of the wanted type, or a `Problem` says what to mend.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec
import yaml

from firelane import loading
from firelane.problem import Problem

T = TypeVar("T")
LARGEST = 4_000_000
"""Bytes of a document that people write."""
TYPES = threading.RLock()
"""Held while something is read into a type: on first use its fields are looked up, which two threads at once
must not do."""
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")


def read(path: Path | str, kind: type[T]) -> T:
    """The document at `path` as a value of `kind`, or a Problem with file, line and field."""
    return parse(read_text(Path(path)), kind, str(path))


def read_text(path: Path) -> str:
    """The text of a file, or a Problem that says why it cannot be read."""
    return _text(read_bytes(path, LARGEST), path)


def read_stream(stream: BinaryIO, name: str) -> str:
    """The text of a stream; `name` stands for it in complaints."""
    return _text(_limited(stream, name, LARGEST), name)


def read_bytes(path: Path, largest: int) -> bytes:
    """What is in a file of at most `largest` bytes, or a Problem that says why it cannot be read."""
    try:
        with path.open("rb") as file:
            return _limited(file, path, largest)
    except FileNotFoundError:
        raise Problem("documents.no-file", file=path) from None
    except IsADirectoryError:
        raise Problem("documents.is-a-folder", file=path) from None
    except OSError as error:
        raise Problem("documents.unreadable", file=path, reason=error.strerror or error) from None


def _limited(stream: BinaryIO, name: object, largest: int) -> bytes:
    data = stream.read(largest + 1)
    if len(data) > largest:
        raise Problem("documents.too-large", file=name, limit=largest)
    return data


def _text(data: bytes, name: object) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem("documents.not-text", file=name, byte=error.start) from None


def parse(text: str, kind: type[T], name: str) -> T:
    """The same for a text already in hand; `name` stands for the file in complaints."""
    raw = loading.load(text, name)
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
    node: Any = yaml.compose(loading.readable(text), Loader=loading.LOADER)
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
