"""Why: every number, refusal and automatic result carries the rule behind it.

A rule is named by the id of a statement of the catalogue (`n3.dodge.4`), or, for the machine's own
conditions, by a message key (`core.not-asked`). The words come later, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

Argument = str | int | float | bool | tuple[str | int, ...]
StatementNumber: TypeAlias = int
"""The number of a statement within the rule of its entry: it says why, and decides nothing."""


class Cite(Struct, frozen=True, gc=False):
    """A statement, with the facts that made it apply."""

    rule: str
    args: Mapping[str, Argument] = {}


class Refusal(Struct, frozen=True, gc=False):
    """An answer that was not accepted. Nothing has changed."""

    rule: str
    args: Mapping[str, Argument] = {}


class Veto(Struct, frozen=True, gc=False):
    """A value hook's *no*. `statement` counts within the entry that says it; `rule` is filled in from it."""

    statement: StatementNumber = 0
    rule: str = ""
    args: Mapping[str, Argument] = {}


class Modifier(Struct, frozen=True, gc=False):
    """One part of a number. `statement` counts within the entry that adds it; `rule` is filled in from it."""

    value: int
    rule: str = ""
    args: Mapping[str, Argument] = {}
    statement: StatementNumber = 0


class Number(Struct, frozen=True, gc=False):
    """A number that is rolled against, as the sum that a player can read."""

    base: Modifier
    modifiers: tuple[Modifier, ...] = ()

    @classmethod
    def of(cls, value: int, rule: str = "", **args: Argument) -> Number:
        """A number that so far is only its base."""
        return cls(Modifier(value, rule, args))

    @property
    def total(self) -> int:
        """What the parts come to."""
        return self.base.value + self.sum if self.modifiers else self.base.value

    @property
    def sum(self) -> int:
        """What the modifiers alone come to."""
        return sum(part.value for part in self.modifiers)

    def plus(self, value: int, statement: StatementNumber = 0, rule: str = "", **args: Argument) -> Number:
        """With one modifier more; a modifier of nothing is not written down."""
        if not value:
            return self
        return Number(self.base, (*self.modifiers, Modifier(value, rule, args, statement)))

    def less(self, value: int, statement: StatementNumber = 0, rule: str = "", **args: Argument) -> Number:
        """With one modifier more, subtracted."""
        return self.plus(-value, statement, rule, **args)

    def capped(self, limit: int, statement: StatementNumber = 0, rule: str = "") -> Number:
        """With the sum of the modifiers brought within `limit` either way, by a part that says so."""
        over = max(-limit, min(limit, self.sum)) - self.sum
        return self.plus(over, statement, rule, limit=limit)

    def replaced(
        self, value: int, statement: StatementNumber = 0, rule: str = "", **args: Argument
    ) -> Number:
        """Another number altogether: the old parts no longer count."""
        return Number(Modifier(value, rule, args, statement))
