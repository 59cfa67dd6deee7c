"""Compiles the catalogue into one SQLite file, because reading 1.4 MB of YAML takes most of a second.

The same catalogue gives the same bytes. The file is replaced in one step, so that a reader never finds
half of one. `python -m firelane.rulebook.compile` does it by hand; building and installing do it too.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

import msgspec

from firelane import documents
from firelane.rulebook.book import COMPILED, FORMAT
from firelane.rulebook.editions import holding
from firelane.rulebook.load import (
    DATA,
    SOURCES,
    WAIVERS,
    catalogue_files,
    load,
    load_borrowed,
    load_waivers,
)
from firelane.rulebook.pairs import DRAFTS, PAIRS, Pair, load_pairs, pair_complaints, replaced
from firelane.rulebook.schema import (
    BorrowedName,
    Catalogue,
    CoverageFile,
    Proofs,
    Rule,
    Statement,
    Waiver,
)
from firelane.rulebook.words import pairs

COVERAGE = Path("docs", "rule-coverage.json")

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE catalogues (position INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, ruleset TEXT NOT NULL);
CREATE TABLE rules (
    position INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, catalogue TEXT NOT NULL, kind TEXT NOT NULL,
    name_en TEXT NOT NULL, name_ja TEXT, source TEXT NOT NULL, needs TEXT,
    labels TEXT NOT NULL, applies TEXT NOT NULL, tables TEXT NOT NULL
);
CREATE TABLE statements (
    position INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, catalogue TEXT NOT NULL, rule TEXT NOT NULL,
    rule_position INTEGER NOT NULL, text_en TEXT NOT NULL, text_ja TEXT NOT NULL, example TEXT, unclear TEXT,
    applies TEXT NOT NULL, status TEXT NOT NULL, tests TEXT NOT NULL, waiver TEXT
);
CREATE TABLE editions (position INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL);
CREATE TABLE holding (
    position INTEGER PRIMARY KEY, edition TEXT NOT NULL, statement TEXT NOT NULL, UNIQUE (edition, statement)
);
CREATE TABLE borrowed (
    position INTEGER PRIMARY KEY, edition TEXT NOT NULL, entry TEXT NOT NULL, tests TEXT NOT NULL
);
CREATE TABLE pairs (position INTEGER PRIMARY KEY, statement TEXT NOT NULL, pair TEXT NOT NULL);
CREATE TABLE counterparts (
    position INTEGER PRIMARY KEY, counterpart TEXT NOT NULL, statement TEXT NOT NULL
);
CREATE INDEX pairs_by_statement ON pairs (statement, position);
CREATE INDEX counterparts_by_counterpart ON counterparts (counterpart, position);
CREATE INDEX rules_by_catalogue ON rules (catalogue, position);
CREATE INDEX statements_by_catalogue ON statements (catalogue, position);
CREATE INDEX statements_by_rule ON statements (rule, position);
CREATE VIRTUAL TABLE search_en USING fts5 (name, text, context, content='', tokenize='porter unicode61');
CREATE VIRTUAL TABLE search_ja USING fts5 (
    name, text, context, content='', tokenize='unicode61 remove_diacritics 0'
);
"""


def checkout() -> Path | None:
    """The source folder that this program runs from, or None for an installed copy."""
    root = Path(__file__).resolve().parents[3]
    return root if (root / "pyproject.toml").is_file() and (root / "src" / "firelane").is_dir() else None


def compile_shipped(target: Path = COMPILED) -> Path:
    """Compile the shipped catalogue with what is known of its coverage."""
    catalogues = load(DATA)
    known = {entry for catalogue in catalogues for entry in catalogue.statement_ids}
    pairs = load_pairs()
    pairs += tuple(replaced(catalogues, pairs))
    if complaint := next(pair_complaints(pairs, known), None):
        raise complaint
    mark = fingerprint()
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f"{target.name}.", dir=target.parent)
    os.close(handle)
    try:
        with closing(sqlite3.connect(name)) as connection:
            covered = _coverage()
            fill(
                connection,
                catalogues,
                load_borrowed(DATA),
                pairs,
                proven=covered.proofs(),
                proven_names=covered.borrowed,
                waived=load_waivers(),
                fingerprint=mark,
            )
        os.chmod(name, 0o644)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return target


def compile_folder(folder: Path) -> sqlite3.Connection:
    """Compile another folder of catalogue files, such as a test game's, into memory."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    fill(connection, load(folder), load_borrowed(folder))
    return connection


def refresh() -> None:
    """Compile the shipped catalogue again if anything that it is made of has changed since."""
    if compiled_fingerprint() != fingerprint():
        compile_shipped()


def fingerprint() -> str:
    """What the compiled file is made of, in one number."""
    digest = hashlib.sha256(FORMAT.encode())
    inputs = [*catalogue_files(DATA), *catalogue_files(DATA / "ja"), DATA / f"{SOURCES}.yaml", WAIVERS]
    if (coverage := _coverage_file()) is not None:
        inputs.append(coverage)
    inputs += [path for name in DRAFTS for path in sorted(PAIRS.rglob(f"{name}.yaml"))]
    inputs += [
        Path(__file__).with_name(name) for name in ("compile.py", "editions.py", "pairs.py", "words.py")
    ]
    for path in inputs:
        digest.update(f"{path.parent.name}/{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled_fingerprint(target: Path = COMPILED) -> str | None:
    """What the file at hand was made of; None if there is none or it is not one of ours."""
    if not target.is_file():
        return None
    try:
        with closing(sqlite3.connect(f"{target.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as book:
            row = book.execute("SELECT value FROM meta WHERE key = 'fingerprint'").fetchone()
    except sqlite3.DatabaseError:
        return None
    return str(row[0]) if row else None


def fill(
    connection: sqlite3.Connection,
    catalogues: Iterable[Catalogue],
    borrowed: Mapping[str, tuple[BorrowedName, ...]] | None = None,
    pairs: Iterable[Pair] = (),
    *,
    proven: Proofs | None = None,
    proven_names: Proofs | None = None,
    waived: Mapping[str, Waiver] | None = None,
    fingerprint: str = "",
) -> None:
    """Write the tables of a rulebook into an empty database."""
    connection.executescript("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
    connection.executescript(_TABLES)
    every = tuple(catalogues)
    held = holding(every)
    where: dict[str, set[str]] = {}
    for edition, entries in held.items():
        for entry in entries:
            where.setdefault(entry, set()).add(edition)
    position = 0
    for place, catalogue in enumerate(every):
        connection.execute(
            "INSERT INTO catalogues VALUES (?, ?, ?)", (place, catalogue.key, catalogue.ruleset)
        )
        for rule in catalogue.rules:
            position += 1
            of_rule = position
            _put_rule(connection, of_rule, catalogue, rule, where)
            for statement in rule.statements:
                position += 1
                tests = (proven or {}).get(statement.id, {})
                waiver = (waived or {}).get(statement.id)
                applies = _applies(catalogue, rule, statement, where)
                _put_statement(
                    connection, (position, of_rule), catalogue, rule, statement, applies, tests, waiver
                )
    _put_editions(connection, held, borrowed or {}, proven_names or {})
    for pair in pairs:
        connection.execute("INSERT INTO pairs (statement, pair) VALUES (?, ?)", (pair.statement, _json(pair)))
        connection.executemany(
            "INSERT INTO counterparts (counterpart, statement) VALUES (?, ?)",
            [(entry, pair.statement) for entry in pair.counterparts],
        )
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?)", [("format", FORMAT), ("fingerprint", fingerprint)]
    )
    for index in ("search_en", "search_ja"):
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
    connection.commit()
    connection.execute("VACUUM")


def _put_editions(
    connection: sqlite3.Connection,
    held: Mapping[str, tuple[str, ...]],
    borrowed: Mapping[str, tuple[BorrowedName, ...]],
    proven_names: Proofs,
) -> None:
    connection.executemany("INSERT INTO editions (name) VALUES (?)", [(edition,) for edition in held])
    connection.executemany(
        "INSERT INTO holding (edition, statement) VALUES (?, ?)",
        [(edition, entry) for edition, entries in held.items() for entry in entries],
    )
    connection.executemany(
        "INSERT INTO borrowed (edition, entry, tests) VALUES (?, ?, ?)",
        [
            (edition, _json(each), _json(proven_names.get(each.name, {}).get(edition, ())))
            for edition, names in borrowed.items()
            for each in names
        ],
    )


def _applies(
    catalogue: Catalogue, rule: Rule, statement: Statement, where: Mapping[str, set[str]]
) -> tuple[str, ...]:
    """The editions in which a statement holds: those that it names, then those that take it over."""
    named = statement.applies or rule.applies or (catalogue.ruleset,)
    return (*named, *sorted(where.get(statement.id, set()) - set(named)))


def _put_rule(
    connection: sqlite3.Connection,
    position: int,
    catalogue: Catalogue,
    rule: Rule,
    where: Mapping[str, set[str]],
) -> None:
    named = rule.applies or (catalogue.ruleset,)
    taking = {edition for each in rule.statements for edition in where.get(each.id, ())}
    row = (
        position,
        rule.id,
        catalogue.key,
        rule.kind,
        rule.name.en,
        rule.name.ja,
        rule.source,
        rule.needs,
        _json(rule.labels),
        _json((*named, *sorted(taking - set(named)))),
        _json(rule.tables),
    )
    connection.execute("INSERT INTO rules VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    english = (position, rule.name.en, rule.needs or "", "")
    connection.execute("INSERT INTO search_en (rowid, name, text, context) VALUES (?, ?, ?, ?)", english)
    japanese = (position, pairs(rule.name.say("ja")), "", "")
    connection.execute("INSERT INTO search_ja (rowid, name, text, context) VALUES (?, ?, ?, ?)", japanese)


def _put_statement(
    connection: sqlite3.Connection,
    positions: tuple[int, int],
    catalogue: Catalogue,
    rule: Rule,
    statement: Statement,
    applies: tuple[str, ...],
    tests: Mapping[str, tuple[str, ...]],
    waiver: Waiver | None,
) -> None:
    position, of_rule = positions
    japanese = catalogue.japanese[statement.id]
    row = (
        position,
        statement.id,
        catalogue.key,
        rule.id,
        of_rule,
        statement.text,
        japanese,
        _json(statement.example) if statement.example else None,
        statement.unclear,
        _json(applies),
        "proven" if tests else "waived" if waiver else "missing",
        _json(tests),
        _json(waiver) if waiver else None,
    )
    connection.execute("INSERT INTO statements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    words = [
        ("search_en", statement.text, rule.name.en),
        ("search_ja", pairs(japanese), pairs(rule.name.say("ja"))),
    ]
    for index, text, context in words:
        connection.execute(
            f"INSERT INTO {index} (rowid, name, text, context) VALUES (?, '', ?, ?)",
            (position, text, context),
        )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _coverage_file() -> Path | None:
    root = checkout()
    return root / COVERAGE if root is not None and (root / COVERAGE).is_file() else None


def _coverage() -> CoverageFile:
    """The last coverage; ids in it that are no longer there do no harm."""
    path = _coverage_file()
    return documents.read(path, CoverageFile) if path is not None else CoverageFile({}, {}, {})


if __name__ == "__main__":
    sys.stdout.write(f"{compile_shipped()}\n")
