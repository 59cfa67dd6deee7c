"""The rulebook as the program reads it: rules and statements by id, in catalogue order, or by words.

    book = Book.open()
    book.statement("n3.dodge.4").text.say("ja")
    book.search("suppressive fire", limit=5)

A book may be bound from several parts: the shipped one and, for tests, a small game's own catalogue.
"""

from __future__ import annotations

import difflib
import sqlite3
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from firelane.problem import Problem
from firelane.rulebook import ids, words
from firelane.rulebook.editions import ASKED_NEXT
from firelane.rulebook.pairs import Pair
from firelane.rulebook.schema import BorrowedName, Example, Kind, Name, Status, Text, Waiver

FORMAT = "4"
"""The form of the compiled file; raised with every change of its tables, so that an older one is refused."""

COMPILED = Path(__file__).parent / "data" / "rulebook.sqlite"


class RuleEntry(msgspec.Struct, frozen=True):
    """A rule as the book shows it; `statements` are the ids of its statements."""

    id: str
    catalogue: str
    kind: Kind
    name: Name
    source: str
    needs: str | None
    labels: tuple[str, ...]
    applies: tuple[str, ...]
    tables: dict[str, Any]
    statements: tuple[str, ...]


class StatementEntry(msgspec.Struct, frozen=True):
    """A statement as the book shows it, with its standing: proven by which tests, or waived and why.

    `applies` are the editions in which it holds, by its own word or because they take it over. `proofs` has
    the tests by edition, `tests` all of them; what is proven in one edition may be missing in another.
    """

    id: str
    catalogue: str
    rule: str
    text: Text
    example: Example | None
    unclear: str | None
    applies: tuple[str, ...]
    status: Status
    tests: tuple[str, ...]
    reason: Waiver | None
    proofs: dict[str, tuple[str, ...]] = {}

    def status_in(self, edition: str) -> Status:
        """How it stands in one edition."""
        if self.proofs.get(edition):
            return "proven"
        return "waived" if self.reason is not None and self.reason.holds_in(edition) else "missing"


class Borrowing(msgspec.Struct, frozen=True):
    """A name that an edition borrows, with the tests that prove what it borrows."""

    name: BorrowedName
    tests: tuple[str, ...]


class Hit(msgspec.Struct, frozen=True):
    """Something found: a rule (then `text` is None) or a statement, with its rule's name."""

    id: str
    catalogue: str
    name: Name
    text: Text | None


class Book:
    """A rulebook open for reading."""

    def __init__(self, *parts: sqlite3.Connection) -> None:
        self._parts = parts

    @classmethod
    def open(cls, extra: tuple[Path, ...] = ()) -> Book:
        """The shipped rulebook, with the catalogues of the `extra` folders bound in behind it."""
        return _open(tuple(Path(folder).resolve() for folder in extra))

    @classmethod
    def of_folder(cls, folder: Path) -> Book:
        """A book of one folder of catalogue files only (English in it, Japanese in its `ja/`)."""
        from firelane.rulebook.compile import compile_folder

        return cls(compile_folder(folder))

    def catalogues(self) -> tuple[str, ...]:
        """The keys of all catalogues, in order."""
        return tuple(key for (key,) in self._each("SELECT key FROM catalogues ORDER BY position"))

    def editions(self) -> tuple[str, ...]:
        """The names of all editions, in order."""
        return tuple(name for (name,) in self._each("SELECT name FROM editions ORDER BY position"))

    def statements_in(self, edition: str) -> tuple[str, ...]:
        """The ids of the statements that hold in an edition: of its own books, then those taken over."""
        self._must_have_edition(edition)
        question = "SELECT statement FROM holding WHERE edition = ? ORDER BY position"
        return tuple(entry for (entry,) in self._each(question, edition))

    def citable_in(self, edition: str) -> frozenset[str]:
        """The ids that may be cited in an edition: what holds in it, and what it asks where its books are
        silent."""
        known = self.catalogues()
        asked = (key for key in ASKED_NEXT.get(edition, ()) if key in known)
        return frozenset(self.statements_in(edition)).union(*(self.statement_ids(key) for key in asked))

    def standing_in(self, edition: str) -> tuple[StatementEntry, ...]:
        """The statements that hold in an edition, with how each stands."""
        self._must_have_edition(edition)
        question = (
            f"{_STATEMENT} JOIN holding ON holding.statement = id WHERE edition = ? ORDER BY holding.position"
        )
        return tuple(_statement(row) for row in self._each(question, edition))

    def borrowed(self, edition: str) -> tuple[Borrowing, ...]:
        """The names that an edition borrows, each with what answers for it."""
        self._must_have_edition(edition)
        question = "SELECT entry, tests FROM borrowed WHERE edition = ? ORDER BY position"
        return tuple(
            Borrowing(_borrowed.decode(entry), _strings.decode(tests))
            for entry, tests in self._each(question, edition)
        )

    def pairs_of(self, statement: str) -> tuple[Pair, ...]:
        """What answers to a statement of CodeOne in the other editions, as far as they have been compared."""
        question = "SELECT pair FROM pairs WHERE statement = ? ORDER BY position"
        return tuple(_pair.decode(pair) for (pair,) in self._each(question, statement))

    def paired_from(self, counterparts: Iterable[str]) -> tuple[str, ...]:
        """The statements of CodeOne that these statements of other editions answer to."""
        question = "SELECT statement FROM counterparts WHERE counterpart = ? ORDER BY position"
        found = (entry for each in counterparts for (entry,) in self._each(question, each))
        return tuple(dict.fromkeys(found))

    def knows(self, entry: str) -> bool:
        """Whether there is a rule or a statement of this id."""
        return self.is_rule(entry) or self.is_statement(entry)

    def is_rule(self, entry: str) -> bool:
        """Whether the id is a rule's."""
        return any(self._each("SELECT 1 FROM rules WHERE id = ?", entry))

    def is_statement(self, entry: str) -> bool:
        """Whether the id is a statement's."""
        return any(self._each("SELECT 1 FROM statements WHERE id = ?", entry))

    def rule(self, entry: str) -> RuleEntry:
        """The rule of this id, or a Problem that names the nearest ids."""
        for part in self._parts:
            for row in part.execute(f"{_RULE} WHERE id = ?", (entry,)):
                return _rule(part, row)
        raise self.unknown(entry)

    def statement(self, entry: str) -> StatementEntry:
        """The statement of this id, or a Problem that names the nearest ids."""
        for row in self._each(f"{_STATEMENT} WHERE id = ?", entry):
            return _statement(row)
        raise self.unknown(entry)

    def rules(self, catalogue: str) -> tuple[RuleEntry, ...]:
        """All rules of a catalogue in its order."""
        self._must_have(catalogue)
        return tuple(
            _rule(part, row)
            for part in self._parts
            for row in part.execute(f"{_RULE} WHERE catalogue = ? ORDER BY position", (catalogue,))
        )

    def rules_for(self, game: str) -> tuple[RuleEntry, ...]:
        """All rules that apply to a ruleset, its own catalogue first."""
        question = f"{_RULE} WHERE instr(applies, ?) > 0 ORDER BY catalogue <> ?, position"
        return tuple(
            _rule(part, row) for part in self._parts for row in part.execute(question, (_quoted(game), game))
        )

    def statements(self, catalogue: str) -> tuple[StatementEntry, ...]:
        """All statements of a catalogue in its order."""
        self._must_have(catalogue)
        question = f"{_STATEMENT} WHERE catalogue = ? ORDER BY position"
        return tuple(_statement(row) for row in self._each(question, catalogue))

    def statement_ids(self, catalogue: str) -> tuple[str, ...]:
        """The ids alone, for counting."""
        self._must_have(catalogue)
        question = "SELECT id FROM statements WHERE catalogue = ? ORDER BY position"
        return tuple(entry for (entry,) in self._each(question, catalogue))

    def expand(self, spec: str) -> tuple[str, ...]:
        """The statements that `n3.aro.1-4` or `n3.aro.2` names; a Problem if any is not in the book."""
        found = ids.spread(spec)
        if not found:
            raise Problem("rulebook.empty-range", id=spec)
        for entry in found:
            if not self.is_statement(entry):
                raise self._whole(entry) if self.is_rule(entry) else self.unknown(entry)
        return found

    def search(
        self,
        text: str,
        lang: str | None = None,
        limit: int = 20,
        catalogue: str | None = None,
        game: str | None = None,
    ) -> tuple[Hit, ...]:
        """What the words fit best: ids that begin so, then rules by name, then statements by text.

        `lang` says whose words they are; without it the script decides. What holds all the words comes
        before what holds some of them. English words that lead nowhere are taken for the nearest word that
        rules are named with. `game` leaves out what does not apply to that ruleset.
        """
        if catalogue is not None:
            self._must_have(catalogue)
        japanese = words.is_japanese(text) if lang is None else lang == "ja"
        found: dict[str, Hit] = {}
        for part in self._parts:
            for hit in _by_id(part, text, limit, game):
                found.setdefault(hit.id, hit)
        for question in words.question(text, japanese=japanese):
            if not question or len(found) >= limit:
                continue
            scored = [
                pair
                for part in self._parts
                for pair in _by_words(part, text, question, japanese, catalogue, game, limit)
            ]
            for _, hit in sorted(scored, key=lambda pair: pair[0]):
                found.setdefault(hit.id, hit)
        kept = [hit for hit in found.values() if catalogue in (None, hit.catalogue)]
        if not kept and not japanese and (other := self._respelled(text)) != text:
            return self.search(other, lang, limit, catalogue, game)
        return tuple(kept[:limit])

    def nearest(self, entry: str, count: int = 3) -> tuple[str, ...]:
        """The ids that look most like an unknown one."""
        every = [known for (known,) in self._each("SELECT id FROM rules ORDER BY position")]
        if parts := ids.split(entry):
            rule = (
                parts[0] if parts[0] in every else (*difflib.get_close_matches(parts[0], every, 1), None)[0]
            )
            numbers = self._each("SELECT id FROM statements WHERE rule = ? ORDER BY position", rule or "")
            every = [known for (known,) in numbers] or every
        tail = [known for known in every if known.partition(".")[2] == entry]
        close = difflib.get_close_matches(entry, every, count, 0.5)
        return tuple(dict.fromkeys([*tail, *close]))[:count]

    def unknown(self, entry: str) -> Problem:
        """The complaint about an id that is not in the book."""
        if near := self.nearest(entry):
            return Problem("rulebook.unknown-id", id=entry, nearest=", ".join(near))
        return Problem("rulebook.unknown-id-far", id=entry)

    def _respelled(self, text: str) -> str:
        """The text with each unknown English word as the nearest word of the rules' names."""
        names = " ".join(name for (name,) in self._each("SELECT name_en FROM rules ORDER BY position"))
        known = sorted({word for word in names.lower().split() if word.isalpha()})
        near = {word: difflib.get_close_matches(word, known, 1, 0.75) for word in text.lower().split()}
        return " ".join((near[word] or [word])[0] for word in text.lower().split())

    def _whole(self, entry: str) -> Problem:
        numbers = [parts[1] for each in self.rule(entry).statements if (parts := ids.split(each))]
        return Problem(
            "rulebook.not-a-statement", id=entry, rule=entry, first=min(numbers), last=max(numbers)
        )

    def _must_have(self, catalogue: str) -> None:
        known = self.catalogues()
        if catalogue not in known:
            raise Problem("rulebook.unknown-catalogue", catalogue=catalogue, known=", ".join(known))

    def _must_have_edition(self, edition: str) -> None:
        known = self.editions()
        if edition not in known:
            raise Problem("rulebook.unknown-edition", edition=edition, known=", ".join(known))

    def _each(self, question: str, *args: object) -> Iterator[Any]:
        for part in self._parts:
            yield from part.execute(question, args)


_RULE = "SELECT id, catalogue, kind, name_en, name_ja, source, needs, labels, applies, tables FROM rules"
_STATEMENT = (
    "SELECT id, catalogue, rule, text_en, text_ja, example, unclear, applies, status, tests, waiver"
    " FROM statements"
)
_HIT = "r.name_en, r.name_ja, coalesce(s.id, r.id), r.catalogue, s.text_en, s.text_ja"
_APPLIES = "(:game IS NULL OR instr(coalesce(s.applies, r.applies), :game) > 0)"
"""Whether an entry applies to a ruleset; `applies` holds the rulesets as JSON."""
_strings = msgspec.json.Decoder(tuple[str, ...])
_tables = msgspec.json.Decoder(dict[str, Any])
_example = msgspec.json.Decoder(Example)
_proofs = msgspec.json.Decoder(dict[str, tuple[str, ...]])
_waiver = msgspec.json.Decoder(Waiver)
_borrowed = msgspec.json.Decoder(BorrowedName)
_pair = msgspec.json.Decoder(Pair)


@cache
def _open(extra: tuple[Path, ...]) -> Book:
    shipped = _shipped()
    if not extra:
        return Book(shipped)
    from firelane.rulebook.compile import compile_folder

    return Book(shipped, *(compile_folder(folder) for folder in extra))


def _shipped() -> sqlite3.Connection:
    """The compiled file, opened as a thing that never changes: no locks, no journal, no waiting."""
    if not COMPILED.is_file():
        raise Problem("rulebook.not-compiled", file=COMPILED)
    place = f"{COMPILED.resolve().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(place, uri=True, check_same_thread=False)
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise Problem("rulebook.damaged", file=COMPILED, reason=error) from None
    if row is None or row[0] != FORMAT:
        connection.close()
        raise Problem("rulebook.damaged", file=COMPILED, reason=f"format {row and row[0]}, not {FORMAT}")
    return connection


def _rule(part: sqlite3.Connection, row: Any) -> RuleEntry:
    entry, catalogue, kind, name_en, name_ja, source, needs, labels, applies, tables = row
    own = part.execute("SELECT id FROM statements WHERE rule = ? ORDER BY position", (entry,))
    return RuleEntry(
        id=entry,
        catalogue=catalogue,
        kind=kind,
        name=Name(name_en, name_ja),
        source=source,
        needs=needs,
        labels=_strings.decode(labels),
        applies=_strings.decode(applies),
        tables=_tables.decode(tables),
        statements=tuple(statement for (statement,) in own),
    )


def _statement(row: Any) -> StatementEntry:
    entry, catalogue, rule, en, ja, example, unclear, applies, status, tests, waiver = row
    proofs = _proofs.decode(tests)
    return StatementEntry(
        id=entry,
        catalogue=catalogue,
        rule=rule,
        text=Text(en, ja),
        example=_example.decode(example) if example else None,
        unclear=unclear,
        applies=_strings.decode(applies),
        status=status,
        tests=tuple(sorted({test for each in proofs.values() for test in each})),
        reason=_waiver.decode(waiver) if waiver else None,
        proofs=proofs,
    )


def _hit(row: Any) -> Hit:
    name_en, name_ja, entry, catalogue, text_en, text_ja = row[:6]
    return Hit(entry, catalogue, Name(name_en, name_ja), Text(text_en, text_ja) if text_en else None)


def _quoted(game: str | None) -> str | None:
    """A ruleset as it stands in the JSON of what an entry applies to."""
    return None if game is None else f'"{game}"'


def _by_id(part: sqlite3.Connection, text: str, limit: int, game: str | None) -> Iterator[Hit]:
    """Entries whose id begins with the text; a bare `n3` would only list the whole book."""
    start = text.strip().lower()
    if "." not in start or any(letter.isspace() for letter in start):
        return
    question = f"""
        SELECT {_HIT} FROM (
            SELECT position, position AS of_rule FROM rules WHERE id >= :from AND id < :to
            UNION ALL SELECT position, rule_position FROM statements WHERE id >= :from AND id < :to
            ORDER BY 1 LIMIT :limit
        ) f LEFT JOIN statements s ON s.position = f.position JOIN rules r ON r.position = f.of_rule
        WHERE {_APPLIES}
        ORDER BY f.position
    """
    args = {"from": start, "to": f"{start}\U0010ffff", "limit": limit, "game": _quoted(game)}
    for row in part.execute(question, args):
        yield _hit(row)


def _by_words(
    part: sqlite3.Connection,
    text: str,
    question: str,
    japanese: bool,
    catalogue: str | None,
    game: str | None,
    limit: int,
) -> Iterator[tuple[float, Hit]]:
    """Entries by rank: a word in a rule's name weighs ten times one in a text.

    A rule that is called exactly what was asked for comes first of all, however much it says.
    """
    index = "search_ja" if japanese else "search_en"
    sought = f"""
        SELECT {_HIT}, CASE
            WHEN s.id IS NULL AND :name IN (lower(r.name_en), coalesce(r.name_ja, '')) THEN -1000.0
            ELSE f.score END
        FROM (
            SELECT rowid, bm25({index}, 10.0, 1.0, 0.5) AS score FROM {index} WHERE {index} MATCH :question
        ) f
        LEFT JOIN statements s ON s.position = f.rowid
        JOIN rules r ON r.position = coalesce(s.rule_position, f.rowid)
        WHERE (:catalogue IS NULL OR r.catalogue = :catalogue) AND {_APPLIES}
        ORDER BY 7, f.rowid LIMIT :limit
    """
    args = {"question": question, "name": text.strip().lower(), "catalogue": catalogue, "limit": limit}
    args["game"] = _quoted(game)
    for row in part.execute(sought, args):
        yield row[6], _hit(row)
