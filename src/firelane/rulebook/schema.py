"""The form of the catalogue's files, and of the records kept about it.

A catalogue is one file. Its key is the file's name (`n4-core`), not the `ruleset` that it says it serves:
`n4-core.yaml` serves n4, but its statements are counted in a row of their own.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

CATALOGUES = ("n2", "n2-core", "n3", "n3-core", "n4", "n4-core", "n4-skills", "c1", "bpre")
"""The shipped catalogues, in the order in which everything lists them."""

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


class Overlays(msgspec.Struct, frozen=True):
    """What the edition of a catalogue takes over from the catalogues of others.

    `takes_from_c1` leads from a name to the CodeOne rule that holds, `replaced_from_c1` from a CodeOne
    statement that does not hold to what stands in its place; `takes_from_n4_core` lists statements.
    """

    takes_from_c1: dict[str, str] = {}
    replaced_from_c1: dict[str, str | tuple[str, ...]] = {}
    takes_from_n4_core: tuple[str, ...] = ()


class CatalogueFile(Overlays, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One file of the catalogue."""

    ruleset: str
    rules: tuple[Rule, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """A catalogue read and found sound: its key, its rules, its Japanese by statement id."""

    key: str
    ruleset: str
    rules: tuple[Rule, ...]
    japanese: dict[str, str]
    overlays: Overlays = Overlays()

    @property
    def statement_ids(self) -> tuple[str, ...]:
        """All statements in the order of the file."""
        return tuple(statement.id for rule in self.rules for statement in rule.statements)


class BorrowedName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lender": "from"}):
    """A name that the data of an edition use and its own book leaves open, and the rule that answers for it.

    `lender` is a rule of another edition, with the differences under `differs`; where there is none, `own`
    names a rule of the edition. `also` lists further rules that take part.
    """

    name: str
    kind: str
    lender: str | None
    differs: str = ""
    note: str = ""
    own: str | None = None
    also: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """All rules and statements that answer for the name."""
        return tuple(entry for entry in (self.lender, self.own, *self.also) if entry is not None)


class SourcesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`n2-sources.yaml`: the borrowed names of an edition."""

    ruleset: str
    sources: tuple[BorrowedName, ...]


class Totals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far one catalogue (or one rule) is proven."""

    statements: int
    proven: int
    waived: int
    missing: int


class Borrowed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of the names that an edition borrows are proven in it."""

    names: int
    proven: int


class EditionTotals(Totals, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How far one edition is proven: the statements that hold in it, and the names that it borrows."""

    borrowed: Borrowed | None = None


class Waiver(Text, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Why no test can prove a statement in these editions; in every one where none is named."""

    editions: tuple[str, ...] = ()

    def holds_in(self, edition: str) -> bool:
        """Whether the statement is waived in an edition."""
        return not self.editions or edition in self.editions


Proofs: TypeAlias = dict[str, dict[str, tuple[str, ...]]]
"""By statement and edition, the tests that prove it there."""


class CoverageFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`docs/rule-coverage.json`: what is proven in which edition by which tests, and what is waived and why.

    Earlier versions list the tests of a statement without the edition.
    """

    totals: dict[str, Totals]
    proven: dict[str, dict[str, tuple[str, ...]] | tuple[str, ...]]
    waived: dict[str, Waiver]
    editions: dict[str, EditionTotals] = {}
    borrowed: Proofs = {}

    def proofs(self) -> Proofs:
        """What is proven; tests that were listed without an edition prove nothing in any, but in their
        catalogue."""
        return {
            entry: tests if isinstance(tests, dict) else {"": tests} for entry, tests in self.proven.items()
        }


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
    """What one run of the tests showed: by edition and claim, the tests that passed and those that did not.

    A claim is a statement, a role of the concordance, or a borrowed name. `lost` are tests that went down
    with their worker, of which nobody knows what they would have said. `by` has for each statement, by test,
    the lines of the assertions that prove it.
    """

    passed: Proofs
    failed: Proofs = {}
    lost: tuple[str, ...] = ()
    by: dict[str, dict[str, tuple[int, ...]]] = {}
