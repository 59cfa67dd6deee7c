"""The form of the catalogue's files, and of the records kept about it.

A catalogue is one file. Its key is the file's name (`n4-core`), not the `ruleset` that it says it serves:
`n4-core.yaml` serves n4, but its statements are counted in a row of their own.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

CATALOGUES = ("n2", "n3", "n4", "n4-core", "c1", "bpre")
"""The shipped catalogues, in the order in which everything lists them."""

UNREAD = ("n2-core", "n2-sources", "n3-core", "n4-skills")
"""Shipped files of editions that cannot be played yet: kept sound by the tests, not part of the rulebook."""

Kind = Literal[
    "sequence",
    "dice",
    "measure",
    "order",
    "aro",
    "command-token",
    "army",
    "deployment",
    "attribute",
    "characteristic",
    "common-skill",
    "special-skill",
    "cc-skill",
    "hacking",
    "hacking-device",
    "hacking-program",
    "weapon",
    "trait",
    "ammunition",
    "equipment",
    "state",
    "damage",
    "morale",
    "terrain",
    "template",
    "worked-example",
    # Black Powder Red Earth only
    "phase",
    "unit-skill",
    "card",
    "fires-card",
    "intervention-card",
    "special-intervention-card",
    "atmospherics",
    "tasking",
    "battlespace",
    "campaign",
]

Status = Literal["proven", "waived", "missing"]


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule's name; the source prints some names in English only."""

    en: str
    ja: str | None = None

    def say(self, lang: str) -> str:
        """The name in a language, in English where there is no other."""
        return self.ja if lang == "ja" and self.ja else self.en


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence that exists in both languages."""

    en: str
    ja: str

    def say(self, lang: str) -> str:
        """The sentence in a language."""
        return self.ja if lang == "ja" else self.en


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case worked through: sentences, or data for a golden test where the source gives the dice."""

    given: str | dict[str, Any]
    then: str | dict[str, Any]


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One claim that a test can prove or refute, as written in the file (English)."""

    id: str
    text: str
    example: Example | None = None
    unclear: str | None = None
    applies: tuple[str, ...] | None = None


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule with its statements, as written in the file."""

    id: str
    name: Name
    kind: Kind
    source: str
    statements: tuple[Statement, ...]
    labels: tuple[str, ...] = ()
    applies: tuple[str, ...] | None = None
    needs: str | None = None
    tables: dict[str, Any] = {}


class CatalogueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the catalogue."""

    ruleset: str
    rules: tuple[Rule, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """A catalogue read and found sound: its key, its rules, its Japanese by statement id."""

    key: str
    ruleset: str
    rules: tuple[Rule, ...]
    japanese: dict[str, str]

    @property
    def statement_ids(self) -> tuple[str, ...]:
        """All statements in the order of the file."""
        return tuple(statement.id for rule in self.rules for statement in rule.statements)


class Totals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far one catalogue (or one rule) is proven."""

    statements: int
    proven: int
    waived: int
    missing: int


class CoverageFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`docs/rule-coverage.json`: what is proven by which tests, and what is waived and why."""

    totals: dict[str, Totals]
    proven: dict[str, tuple[str, ...]]
    waived: dict[str, Text]


class MutationScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`docs/mutation-scores.json`, by catalogue: how many small breaks of the code the tests noticed."""

    date: str
    seed: int
    statements: int
    mutants: int
    killed: int
    survived: int
    no_code: int
    equivalent: int


class ProofRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one run of the tests proved: by statement, the tests that passed and those that did not.

    `lost` are tests that went down with their worker, of which nobody knows what they would have said.
    `by` has for each statement, by test, the lines of the assertions that prove it.
    """

    passed: dict[str, tuple[str, ...]]
    failed: dict[str, tuple[str, ...]] = {}
    lost: tuple[str, ...] = ()
    by: dict[str, dict[str, tuple[int, ...]]] = {}
