"""Rules as entries: figures as data, behaviour as small hooks, and the statements that they implement.

An edition is a list of entries, each its own or taken over from another edition *by name*. Nothing is
inherited in silence: what an edition does not list does not exist in it. Steps and formulas ask the
edition for values at named points; the entries that a model carries, and those that always hold, have
their say there, in the order of declared stages and never in that of registration.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct, structs

from firelane.core.because import Cite, Modifier, Number, Refusal, StatementNumber, Veto
from firelane.core.fired import fired, is_counting
from firelane.core.state import Frame

X = TypeVar("X")


class Stage(IntEnum):
    """When a value hook has its say. Within a stage entries go by the order of their keys."""

    BASE = 0
    ADD = 1
    CAP = 2
    REPLACE = 3


Change = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Value:
    """A hook: from the context, the value so far and its entry's figures, the value or a Veto."""

    stage: Stage
    change: Change


def base(change: Change) -> Value:
    """A hook that makes the first value."""
    return Value(Stage.BASE, change)


def add(change: Change) -> Value:
    """A hook that adds to the value."""
    return Value(Stage.ADD, change)


def cap(change: Change) -> Value:
    """A hook that limits the value when all has been added."""
    return Value(Stage.CAP, change)


def instead(change: Change) -> Value:
    """A hook that replaces the value, whatever it was."""
    return Value(Stage.REPLACE, change)


Trigger = Callable[[Any, Any, Any], Frame | None]
"""A hook that waits for an event: from the world after it, the event and its entry's figures, the frame to
push, or None."""


class Key(str):
    """The key of another entry, where an entry's data refers to one."""

    __slots__ = ()


@dataclass(frozen=True)
class Rule:
    """One entry: neutral key, statements by edition, labels, figures, hooks.

    `cites` names for each edition the rule of the catalogue (`n3.dodge`); hooks give the number of the
    statement within it. `always` entries hold for everybody, the others for those who carry the key.
    """

    key: str
    cites: Mapping[str, str] = field(default_factory=dict)
    labels: frozenset[str] = frozenset()
    data: Struct | None = None
    values: Mapping[str, Value] = field(default_factory=dict)
    triggers: Mapping[str, Trigger] = field(default_factory=dict)
    always: bool = False
    order: int = 0


@dataclass(frozen=True)
class Entry:
    """A rule as one edition has it: `cite` is where its statements are, `source` the edition it came from."""

    rule: Rule
    edition: str
    cite: str
    source: str = ""
    changed: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The entry's neutral name."""
        return self.rule.key

    def statement(self, number: StatementNumber) -> str:
        """The id of one of its statements; 0 is the whole rule."""
        return f"{self.cite}.{number}" if number else self.cite


@dataclass(frozen=True)
class Take:
    """An entry taken over from another edition by name, with the figures that differ."""

    key: str
    of: Edition
    cite: str = ""
    with_: Mapping[str, Any] = field(default_factory=dict)


def take(key: str, of: Edition, cite: str = "", **with_: Any) -> Take:
    """`take("dodge", of=n3, cite="n4.dodge", moves=2)`: n3's dodge with other figures."""
    return Take(key, of, cite, with_)


MOST_KEPT = 20_000
"""How many answers to "which hooks have a say here?" an edition keeps."""


class Edition:
    """The resolved tables of one edition."""

    def __init__(
        self,
        name: str,
        entries: Iterable[Rule | Take],
        points: Collection[str] = (),
        events: Collection[str] = (),
        silent: tuple[str, ...] = (),
        roles: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.name = name
        self.roles = roles or {}
        self.points = frozenset(points)
        self.events = frozenset(events)
        self.silent = silent
        self.faults: list[tuple[str, str, str]] = []
        self.entries: dict[str, Entry] = {}
        self._kept: dict[tuple[str, Collection[str]], tuple[tuple[Change, Any, Entry], ...]] = {}
        for given in entries:
            entry = self._own(given) if isinstance(given, Rule) else self._taken(given)
            if entry is None:
                continue
            if entry.key in self.entries:
                self.faults.append((entry.key, "core.lint-twice", ""))
            self.entries[entry.key] = entry

    def _own(self, rule: Rule) -> Entry:
        return Entry(rule, self.name, rule.cites.get(self.name, ""))

    def _taken(self, taken: Take) -> Entry | None:
        source = taken.of.entries.get(taken.key)
        if source is None:
            self.faults.append((taken.key, "core.lint-not-there", taken.of.name))
            return None
        rule = source.rule
        if taken.with_:
            known = rule.data.__struct_fields__ if rule.data is not None else ()
            unknown = sorted(set(taken.with_) - set(known))
            self.faults.extend((taken.key, "core.lint-unknown-field", name) for name in unknown)
            if rule.data is not None:
                fitting = {name: value for name, value in taken.with_.items() if name in known}
                rule = replace(rule, data=structs.replace(rule.data, **fitting))
        cite = taken.cite or rule.cites.get(self.name, "") or source.cite
        return Entry(rule, self.name, cite, taken.of.name, tuple(sorted(taken.with_)))

    def __getitem__(self, key: str) -> Entry:
        return self.entries[key]

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def statements(self, name: str) -> tuple[str, ...]:
        """Return the statements that this edition's books bind to a role; none where they do not say it.

        What is no role of the edition stands for itself: the id of a statement, or a message key.
        """
        return self.roles.get(name, (name,))

    def statement(self, name: str) -> str:
        """Return the first statement bound to a role, for what can name only one."""
        return next(iter(self.statements(name)), "")

    def cites(self, cites: tuple[Cite, ...]) -> tuple[Cite, ...]:
        """Return the same cites with statements in place of roles."""
        roles = self.roles
        if not any(cite.rule in roles for cite in cites):
            return cites
        return tuple(
            cite if cite.rule not in roles else Cite(rule, cite.args)
            for cite in cites
            for rule in self.statements(cite.rule)
        )

    def bound(self, refusal: Refusal | None) -> Refusal | None:
        """Return the same refusal with a statement in place of a role."""
        if refusal is None or refusal.rule not in self.roles:
            return refusal
        return Refusal(self.statement(refusal.rule), refusal.args)

    def data(self, key: str, kind: type[X]) -> X:
        """The figures of an entry, which must be of this kind."""
        found = self.entries[key].rule.data
        if not isinstance(found, kind):
            raise TypeError(f"{self.name}: {key} holds {type(found).__name__}, not {kind.__name__}")
        return found

    @cached_property
    def hooks(self) -> Mapping[str, tuple[tuple[Entry, Value], ...]]:
        """Value hooks by point, in the order in which they have their say."""
        found: dict[str, list[tuple[Entry, Value]]] = {}
        for entry in self.entries.values():
            for point, value in entry.rule.values.items():
                found.setdefault(point, []).append((entry, value))
        return {point: tuple(sorted(hooks, key=lambda h: (h[1].stage, h[0].key)))
                for point, hooks in found.items()}  # fmt: skip

    def _calls_with(self, point: str, carried: Collection[str]) -> tuple[tuple[Change, Any, Entry], ...]:
        """Those of them that have a say where these entries are carried: found once, and kept."""
        key = (point, carried if type(carried) is tuple else frozenset(carried))
        found = self._kept.get(key)
        if found is None:
            if point not in self.points:
                raise KeyError(f"{self.name} declares no point {point!r}")
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = tuple(
                (hook.change, entry.rule.data, entry)
                for entry, hook in self.hooks.get(point, ())
                if entry.rule.always or entry.key in carried
            )
        return found

    @cached_property
    def triggers(self) -> Mapping[str, tuple[tuple[Trigger, Any], ...]]:
        """Triggers and their figures by event, in the order that the edition states: `order`, then key."""
        found: dict[str, list[tuple[int, str, Trigger, Any]]] = {}
        for entry in self.entries.values():
            for event, trigger in entry.rule.triggers.items():
                found.setdefault(event, []).append((entry.rule.order, entry.key, trigger, entry.rule.data))
        return {
            event: tuple(
                (trigger, figures) for _, _, trigger, figures in sorted(rows, key=lambda row: row[:2])
            )
            for event, rows in found.items()
        }

    def value(self, point: str, context: Any, start: X, carried: Collection[str] = ()) -> X | Veto:
        """The value at a point, after every entry that is carried or always holds; or the first Veto.

        The point must be one that the edition declares: a misspelt one would ask nobody.
        """
        value: Any = start
        for change, figures, entry in self._calls_with(point, carried):
            given = change(context, value, figures)
            if given is value:
                continue
            if isinstance(given, Veto):
                rule = self.statement(given.rule) if given.rule else entry.statement(given.statement)
                veto = structs.replace(given, rule=rule)
                fired((veto.rule,))
                return veto
            if isinstance(given, Number):
                given = self._signed(given, value, entry)
            value = given
        if isinstance(value, Number):
            value = self.cited(value)
        final: X = value
        return final

    def cited(self, number: Number) -> Number:
        """Return the same number with statements in place of roles in its parts."""
        roles = self.roles
        parts = (number.base, *number.modifiers)
        if not any(part.rule in roles for part in parts):
            return number
        base, *rest = [
            structs.replace(part, rule=self.statement(part.rule)) if part.rule in roles else part
            for part in parts
        ]
        return Number(base, tuple(rest))

    def _signed(self, number: Number, before: Any, entry: Entry) -> Number:
        """Return the number with the entry's statement, or that of its role, in each part that its hook has
        added."""
        known = {id(part) for part in (before.base, *before.modifiers)} if isinstance(before, Number) else ()
        base, *parts = [
            part if id(part) in known else self._sign(part, entry)
            for part in (number.base, *number.modifiers)
        ]
        return Number(base, tuple(parts))

    def _sign(self, part: Modifier, entry: Entry) -> Modifier:
        if part.rule and part.rule not in self.roles:
            return part
        rule = self.statement(part.rule) if part.rule else entry.statement(part.statement)
        if is_counting():
            fired((rule,))
        return structs.replace(part, rule=rule)
