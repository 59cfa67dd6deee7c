"""YAML and JSON from outside as plain values, within limits that are checked before anything is built.

YAML is read event by event, without recursion, so that neither depth nor aliases nor long numbers can use up
the stack, the memory or the time. JSON that programs write (journals, requests) is checked in the same way
before it is decoded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn, TypeVar

import msgspec
import yaml

from firelane.problem import Problem

T = TypeVar("T")
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DEEPEST = 64
"""Levels of lists and mappings inside one another."""
MOST_VALUES = 200_000
"""Values in a document once its aliases are followed."""
TEXT_PIECE = 64
"""Letters of a text that count as one value."""
MOST_DIGITS = 18
"""Digits of a whole number: any such number fits into 64 bits."""
LONGEST_NUMBER = 40
"""Characters of any number as it is written."""

_TAG = "tag:yaml.org,2002:"
_PLAIN_TAGS = ("str", "null", "bool", "int", "float")
_IMPLICIT: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
_EXPONENT = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+")
"""Numbers such as `1e-7`: JSON and YAML 1.2 have them, YAML 1.1 takes them for text."""
_WRITTEN = yaml.constructor.SafeConstructor()


class _Open:
    """A list or mapping that is not closed yet: what is in it, and how many values that is."""

    __slots__ = ("anchor", "key", "merged", "value", "waits", "weight")

    def __init__(self, value: Any, anchor: str | None) -> None:
        self.value, self.anchor = value, anchor
        self.weight = 1
        self.waits = False
        """Whether a key has been read whose value comes next."""
        self.key: Any = None
        self.merged: list[Any] = []
        """Mappings brought in by `<<`, which give way to what the mapping itself says."""


_MERGE: Any = object()
"""The key `<<`."""


class _Anchored(NamedTuple):
    """What an anchor stands for, and how many values that is."""

    value: Any
    weight: int


def load(text: str, name: str) -> Any:
    """The plain value of a YAML or JSON text; a Problem with the line if it is wrong or beyond a limit."""
    return _Builder(name).build(_events(text, name))


def readable(text: str) -> str:
    """The text with tabs as spaces if it is JSON, which may be indented with them and YAML may not."""
    return text.expandtabs(2) if text.lstrip()[:1] in ("{", "[") else text


def _events(text: str, name: str) -> Iterator[Any]:
    try:
        yield from yaml.parse(readable(text), Loader=LOADER)
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1 + text.count("\n", 0, getattr(error, "position", 0))
        what = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
        raise Problem("documents.not-yaml", file=name, line=line, what=what) from None


class _Builder:
    """Builds the value of one document from its events and counts as it goes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line = 1
        self.values = 0
        self.open: list[_Open] = []
        self.anchors: dict[str, _Anchored | None] = {}
        """None for an anchor whose list or mapping is still open."""
        self.result: Any = None
        self.documents = 0

    def build(self, events: Iterator[Any]) -> Any:
        for event in events:
            self.line = event.start_mark.line + 1
            match event:
                case yaml.ScalarEvent():
                    self._scalar(event)
                case yaml.SequenceStartEvent():
                    self._begin([], "seq", event)
                case yaml.MappingStartEvent():
                    self._begin({}, "map", event)
                case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                    self._end()
                case yaml.AliasEvent():
                    self._alias(event.anchor)
                case yaml.DocumentStartEvent():
                    self.documents += 1
                    if self.documents > 1:
                        self._wrong("expected a single document in the stream")
        return self.result

    def _wrong(self, what: str) -> NoReturn:
        raise Problem("documents.not-yaml", file=self.name, line=self.line, what=what)

    def _count(self, weight: int) -> None:
        self.values += weight
        if self.values > MOST_VALUES:
            raise Problem("documents.too-much", file=self.name, line=self.line, limit=MOST_VALUES)

    def _name(self, anchor: str | None, what: _Anchored | None) -> None:
        if anchor in self.anchors:
            self._wrong(f"found duplicate anchor {_short(anchor)}")
        if anchor:
            self.anchors[anchor] = what

    def _begin(self, empty: Any, kind: str, event: Any) -> None:
        if event.tag not in (None, "!", _TAG + kind):
            self._unknown_tag(event.tag)
        if len(self.open) >= DEEPEST:
            raise Problem("documents.too-deep", file=self.name, line=self.line, limit=DEEPEST)
        self._count(1)
        self._name(event.anchor, None)
        self.open.append(_Open(empty, event.anchor))

    def _end(self) -> None:
        closed = self.open.pop()
        for mapping in closed.merged:
            for key, value in mapping.items():
                closed.value.setdefault(key, value)
        if closed.anchor:
            self.anchors[closed.anchor] = _Anchored(closed.value, closed.weight)
        self._put(closed.value, closed.weight)

    def _alias(self, anchor: str | None) -> None:
        if anchor is None or anchor not in self.anchors:
            self._wrong(f"found undefined alias {_short(anchor or '')}")
        found = self.anchors[anchor]
        if found is None:
            raise Problem("documents.inside-itself", file=self.name, line=self.line, alias=anchor)
        self._count(found.weight)
        self._put(found.value, found.weight)

    def _scalar(self, event: Any) -> None:
        weight = 1 + len(event.value) // TEXT_PIECE
        self._count(weight)
        value = self._value(event)
        self._name(event.anchor, _Anchored(value, weight))
        self._put(value, weight)

    def _put(self, value: Any, weight: int) -> None:
        """Put a value where it belongs: into the list or mapping around it."""
        if not self.open:
            self.result = value
            return
        around = self.open[-1]
        around.weight += weight
        if type(around.value) is list:
            around.value.append(value)
        elif not around.waits:
            if isinstance(value, (list, dict)):
                self._wrong("found unhashable key")
            around.key, around.waits = value, True
            if value is _MERGE:
                return
            if value in around.value:
                raise Problem("documents.doubled-field", file=self.name, line=self.line, field=value)
            around.value[value] = None  # so that a key that comes twice is found at its own line
        else:
            around.waits = False
            if around.key is _MERGE:
                self._merge(around, value)
            else:
                around.value[around.key] = value

    def _merge(self, around: _Open, value: Any) -> None:
        mappings = value if isinstance(value, list) else [value]
        if not all(isinstance(each, dict) for each in mappings):
            self._wrong("expected a mapping or list of mappings for merging")
        around.merged += mappings

    def _value(self, event: Any) -> Any:
        """The value of a scalar by its tag, or by its form where it has none."""
        text: str = event.value
        if event.tag in (None, "!"):
            kind = _implicit(text) if event.implicit[0] and event.tag is None else "str"
        else:
            kind = event.tag.removeprefix(_TAG)
            if not event.tag.startswith(_TAG) or kind not in _PLAIN_TAGS:
                self._unknown_tag(event.tag)
        match kind:
            case "int" | "float":
                return self._number(text, kind)
            case "bool":
                found = yaml.SafeLoader.bool_values.get(text.lower())
                return found if found is not None else self._wrong(f"{_short(text)} is not a bool")
            case "null":
                return None
            case "merge" if self.open and type(self.open[-1].value) is dict and not self.open[-1].waits:
                return _MERGE
        return text

    def _number(self, text: str, kind: str) -> int | float:
        if len(text) <= MOST_DIGITS and text.isascii() and text.isdigit() and text[0] != "0":
            return int(text)
        if len(text) > LONGEST_NUMBER:
            self._long_number(text)
        try:
            node = yaml.ScalarNode(_TAG + kind, text)
            value: int | float = (
                _WRITTEN.construct_yaml_int(node) if kind == "int" else _WRITTEN.construct_yaml_float(node)
            )
        except (ValueError, IndexError, OverflowError):
            self._wrong(f"{_short(text)} is not a number")
        too_large = abs(value) >= 10**MOST_DIGITS if kind == "int" else math.isinf(value)
        if too_large and text.lower().lstrip("+-") != ".inf":
            self._long_number(text)
        return value

    def _long_number(self, text: str) -> NoReturn:
        raise Problem(
            "documents.long-number", file=self.name, line=self.line, number=_short(text), digits=MOST_DIGITS
        )

    def _unknown_tag(self, tag: str) -> NoReturn:
        self._wrong(f"could not determine a constructor for the tag {_short(tag)}")


def _implicit(text: str) -> str:
    """What a plain scalar is by its form: dates and the like stay text."""
    for tag, pattern in _IMPLICIT.get(text[:1], ()):
        if pattern.match(text):
            kind = tag.removeprefix(_TAG)
            return kind if kind in _PLAIN_TAGS or kind == "merge" else "str"
    return "float" if _EXPONENT.fullmatch(text) else "str"


def _short(text: str) -> str:
    return repr(text if len(text) <= 24 else f"{text[:20]}...")


# JSON that programs write.

_JSON_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]|-?[0-9][0-9.eE+-]*+', re.DOTALL)
_LONG_DIGITS = re.compile(rb"[0-9]{%d}" % (MOST_DIGITS + 1))


def decode(data: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """The value of a JSON text. Whatever is wrong with it, a limit included, is a `msgspec.DecodeError`."""
    if data.count(b"[") + data.count(b"{") > DEEPEST or _LONG_DIGITS.search(data):
        _check(data)
    try:
        return decoder.decode(data)
    except (UnicodeError, RecursionError, ValueError, OverflowError) as error:
        raise msgspec.DecodeError(str(error)) from None


def _check(data: bytes) -> None:
    """Hold a JSON text against the limits."""
    depth = 0
    for found in _JSON_TOKEN.finditer(data):
        first, token = found[0][:1], found[0]
        if first in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise msgspec.DecodeError(f"nested deeper than {DEEPEST} levels (byte {found.start()})")
        elif first in b"]}":
            depth -= 1
        elif first != b'"':
            whole = token.lstrip(b"-").isdigit()
            if len(token.lstrip(b"-")) > (MOST_DIGITS if whole else LONGEST_NUMBER):
                raise msgspec.DecodeError(
                    f"a number is longer than {MOST_DIGITS} digits (byte {found.start()})"
                )


def text_at_top(data: bytes, name: str) -> str:
    """Return a field of a JSON object that may be wrong or too deep otherwise: its text, empty if there is
    none that can be read."""
    depth, key = 0, f'"{name}"'.encode()
    found_key = False
    for found in _JSON_TOKEN.finditer(data):
        token = found[0]
        if found_key and token[:1] == b'"':
            try:
                return str(msgspec.json.decode(token, type=str))
            except (msgspec.DecodeError, UnicodeError):
                return ""
        found_key = depth == 1 and token == key and data[found.end() : found.end() + 16].lstrip()[:1] == b":"
        depth += (token in (b"[", b"{")) - (token in (b"]", b"}"))
    return ""
