"""The resolved tables of an edition as text: to read, to compare, to keep under review; and their lint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from firelane.core.rules import Edition, Entry, Key


def dump(edition: Edition) -> str:
    """Every entry of the edition, by key, with where it comes from: the same edition gives the same text."""
    lines = [f"edition: {edition.name}"]
    if edition.silent:
        lines.append(f"where silent: {', '.join(edition.silent)}")
    for key in sorted(edition.entries):
        lines += ["", *_entry_lines(edition.entries[key])]
    return "\n".join(lines) + "\n"


def _entry_lines(entry: Entry) -> Iterator[str]:
    rule = entry.rule
    yield f"{entry.key}:"
    yield f"  cites: {entry.cite or '-'}"
    if entry.source:
        changed = f", with {', '.join(entry.changed)}" if entry.changed else ""
        yield f"  from: {entry.source}{changed}"
    if rule.labels:
        yield f"  labels: {', '.join(sorted(rule.labels))}"
    if rule.always:
        yield "  holds: always"
    if rule.data is not None:
        for name in rule.data.__struct_fields__:
            yield f"  {name}: {_plain(getattr(rule.data, name))}"
    for point in sorted(rule.values):
        value = rule.values[point]
        yield f"  at {point}: {value.stage.name.lower()} {_function_name(value.change)}"
    for event in sorted(rule.triggers):
        yield f"  on {event}: {_function_name(rule.triggers[event])} (order {rule.order})"


def _plain(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=str, order="sorted").decode()


def _function_name(function: Callable[..., Any]) -> str:
    return function.__qualname__.replace("<locals>.", "")


class Difference(NamedTuple):
    """One line of a comparison: the entry, what of it, and the two sides (empty where it is absent)."""

    key: str
    what: str
    left: str
    right: str


def diff(left: Edition, right: Edition) -> list[Difference]:
    """What changed between two editions, entry by entry."""
    found = []
    for key in sorted(left.entries.keys() | right.entries.keys()):
        a, b = left.entries.get(key), right.entries.get(key)
        if a is None or b is None:
            found.append(Difference(key, "entry", a.cite if a else "", b.cite if b else ""))
            continue
        ours, theirs = _facts(a), _facts(b)
        for what in sorted(ours.keys() | theirs.keys()):
            if ours.get(what) != theirs.get(what):
                found.append(Difference(key, what, ours.get(what, ""), theirs.get(what, "")))
    return found


def _facts(entry: Entry) -> dict[str, str]:
    """The lines of an entry by name, without where it was taken from: that is no difference in the rule."""
    rows = (line.strip().partition(": ") for line in list(_entry_lines(entry))[1:])
    return {name: value for name, _, value in rows if name != "from"}


class Fault(NamedTuple):
    """Something wrong with a table: the entry, the message that says what, and the thing concerned."""

    key: str
    message: str
    what: str


def lint(edition: Edition, known: Callable[[str], bool]) -> list[Fault]:
    """Unknown fields, points and events, dangling references, entries without a statement.

    `known` says whether a rule or statement id is in the catalogue.
    """
    found = [Fault(*fault) for fault in edition.faults]
    for key, entry in edition.entries.items():
        if not entry.cite:
            found.append(Fault(key, "core.lint-no-statement", edition.name))
        elif not known(entry.cite):
            found.append(Fault(key, "core.lint-unknown-statement", entry.cite))
        for point in sorted(set(entry.rule.values) - edition.points):
            found.append(Fault(key, "core.lint-unknown-point", point))
        for event in sorted(set(entry.rule.triggers) - edition.events):
            found.append(Fault(key, "core.lint-unknown-event", event))
        for reference in sorted(_references(entry.rule.data)):
            if reference not in edition.entries:
                found.append(Fault(key, "core.lint-dangling", reference))
    return sorted(found)


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, Key):
        yield str(value)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _references(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from _references(item)
