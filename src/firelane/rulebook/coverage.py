"""How much of each catalogue and of each edition the tests prove, counted so that it cannot lie.

The test run writes a record of what it proved; from it, the waivers and the catalogue come
`docs/rule-coverage.json` (for programs) and `docs/rule-coverage.md` (for people). Both are checked in;
`check` finds them stale, finds waivers that do not hold, and compares with every earlier version in the
history: the number of proven statements only rises.

A catalogue counts a statement once some edition proves it. An edition counts all statements that hold in
it, and only what tests proved that ran in that edition: what CodeOne proves of a statement that N4 takes
over says nothing about N4.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from firelane import documents
from firelane.problem import Problem
from firelane.rulebook import ids
from firelane.rulebook.book import Book
from firelane.rulebook.concordance import Concordance
from firelane.rulebook.editions import BOOKS
from firelane.rulebook.schema import (
    CATALOGUES,
    Borrowed,
    CoverageFile,
    EditionTotals,
    MutationScore,
    ProofRecord,
    Proofs,
    Status,
    Totals,
    Waiver,
)

JSON = Path("docs", "rule-coverage.json")
MARKDOWN = Path("docs", "rule-coverage.md")
SCORES = Path("docs", "mutation-scores.json")

BORROWED = "borrowed:"
"""Before a borrowed name among the claims of a test."""


def read_proofs(path: Path) -> ProofRecord:
    """The record of a test run; one with lost tests is refused, for nobody knows what they would say."""
    record = documents.read(path, ProofRecord)
    if record.lost:
        raise Problem("coverage.lost-tests", file=path, tests=", ".join(record.lost))
    return record


def proven_by(record: ProofRecord, concordance: Concordance | None = None) -> Proofs:
    """By statement and edition the tests that prove it there.

    A test proves what it claims in the edition in which it ran. Of a statement that it names, all tests that
    name it must have passed and at least one did. A role leads to the statements that it is bound to in that
    edition, and a statement that no test names itself is proven only by passing tests of all its roles. The
    cases of one parametrised test count as that one test.
    """
    found: Proofs = {}
    for edition in record.passed:
        passed, failed = record.passed[edition], record.failed.get(edition, {})
        roles = concordance.roles_in(edition) if concordance is not None else {}
        claimed = {claim for claim in passed if _is_statement(claim)} | {
            entry for entry, names in roles.items() if any(passed.get(name) for name in names)
        }
        for entry in sorted(claimed):
            names = roles.get(entry, ())
            if entry in failed or any(name in failed for name in names):
                continue
            if not passed.get(entry) and not all(passed.get(name) for name in names):
                continue
            tests = {test.partition("[")[0] for name in (entry, *names) for test in passed.get(name, ())}
            found.setdefault(entry, {})[edition] = tuple(sorted(tests))
    return found


def borrowings_proven_by(record: ProofRecord) -> Proofs:
    """By borrowed name and edition the tests that prove it there."""
    return {
        claim.removeprefix(BORROWED): {
            edition: tuple(sorted({test.partition("[")[0] for test in record.passed[edition][claim]}))
            for edition in record.passed
            if record.passed[edition].get(claim) and claim not in record.failed.get(edition, {})
        }
        for claim in sorted({each for claims in record.passed.values() for each in claims})
        if claim.startswith(BORROWED)
    }


def _is_statement(claim: str) -> bool:
    return not claim.startswith(BORROWED) and ids.split(claim) is not None


def measure(
    book: Book, proven: Proofs, waived: Mapping[str, Waiver], borrowed: Proofs | None = None
) -> CoverageFile:
    """The coverage of the shipped catalogues and editions. Statements of other catalogues are left out."""
    totals = {}
    kept: dict[str, dict[str, tuple[str, ...]] | tuple[str, ...]] = {}
    excused: dict[str, Waiver] = {}
    for catalogue in CATALOGUES:
        every = book.statement_ids(catalogue)
        done = [entry for entry in every if proven.get(entry)]
        spared = [entry for entry in every if entry in waived]
        totals[catalogue] = _totals(
            "proven" if proven.get(entry) else "waived" if entry in waived else "missing" for entry in every
        )
        kept.update((entry, dict(sorted(proven[entry].items()))) for entry in done)
        excused.update((entry, waived[entry]) for entry in spared)
    names = {name: dict(sorted(tests.items())) for name, tests in sorted((borrowed or {}).items()) if tests}
    editions = {}
    for edition in BOOKS:
        counted = _totals(_status(entry, edition, proven, waived) for entry in book.statements_in(edition))
        editions[edition] = EditionTotals(
            **msgspec.structs.asdict(counted),
            borrowed=_borrowed(book, edition, {each for each, tests in names.items() if tests.get(edition)}),
        )
    return CoverageFile(totals=totals, editions=editions, proven=kept, waived=excused, borrowed=names)


def standing(book: Book) -> dict[str, Totals]:
    """The totals of the catalogues that the compiled rulebook itself knows, for an installed program."""
    return {
        catalogue: _totals(statement.status for statement in book.statements(catalogue))
        for catalogue in CATALOGUES
    }


def standing_of_editions(book: Book) -> dict[str, EditionTotals]:
    """The totals of the editions that the compiled rulebook itself knows."""
    found = {}
    for edition in BOOKS:
        counted = _totals(statement.status_in(edition) for statement in book.standing_in(edition))
        proven = {each.name.name for each in book.borrowed(edition) if each.tests}
        found[edition] = EditionTotals(
            **msgspec.structs.asdict(counted), borrowed=_borrowed(book, edition, proven)
        )
    return found


def _status(entry: str, edition: str, proven: Proofs, waived: Mapping[str, Waiver]) -> Status:
    if proven.get(entry, {}).get(edition):
        return "proven"
    return "waived" if entry in waived and waived[entry].holds_in(edition) else "missing"


def _totals(status: Iterable[Status]) -> Totals:
    each = list(status)
    return Totals(len(each), each.count("proven"), each.count("waived"), each.count("missing"))


def _borrowed(book: Book, edition: str, proven: set[str]) -> Borrowed | None:
    names = [each.name.name for each in book.borrowed(edition)]
    return Borrowed(len(names), sum(name in proven for name in names)) if names else None


def to_json(coverage: CoverageFile) -> str:
    """The file for programs: one line per fact, so that a change reads well."""
    return msgspec.json.format(msgspec.json.encode(coverage), indent=2).decode() + "\n"


def to_markdown(coverage: CoverageFile, book: Book, scores: Mapping[str, MutationScore]) -> str:
    """The file for people: totals, how well the proofs hold, then every rule with what it still lacks."""
    return "\n".join(_markdown(coverage, book, scores)) + "\n"


def read_scores(root: Path) -> dict[str, MutationScore]:
    """By catalogue what the last recorded mutants have shown."""
    path = root / SCORES
    return documents.read(path, dict[str, MutationScore]) if path.is_file() else {}


def record_score(root: Path, book: Book, catalogue: str, score: MutationScore) -> None:
    """Keep a score in place of the catalogue's last one, and show it in the file for people."""
    scores = {**read_scores(root), catalogue: score}
    kept = {each: scores[each] for each in CATALOGUES if each in scores}
    text = msgspec.json.format(msgspec.json.encode(kept), indent=2).decode()
    (root / SCORES).write_text(text + "\n", "utf-8")
    page = to_markdown(documents.read(root / JSON, CoverageFile), book, kept)
    (root / MARKDOWN).write_text(page, "utf-8")


def update(
    root: Path,
    book: Book,
    record: ProofRecord,
    waived: Mapping[str, Waiver],
    concordance: Concordance | None = None,
) -> CoverageFile:
    """Write both files from a record of proofs; refuses while a waiver does not hold."""
    proven = proven_by(record, concordance)
    if complaint := next(waiver_complaints(book, proven, waived), None):
        raise complaint
    coverage = measure(book, proven, waived, borrowings_proven_by(record))
    page = to_markdown(coverage, book, read_scores(root))
    for place, text in ((JSON, to_json(coverage)), (MARKDOWN, page)):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(text, "utf-8")
    return coverage


def check(
    root: Path,
    book: Book,
    waived: Mapping[str, Waiver],
    record: ProofRecord | None = None,
    concordance: Concordance | None = None,
) -> tuple[Problem, ...]:
    """Everything that is wrong with the checked-in files; empty when they are true.

    With a record of proofs they must be exactly what it gives. Without one they must at least agree
    with themselves, the catalogue and the waivers.
    """
    written = documents.read(root / JSON, CoverageFile)
    proven = proven_by(record, concordance) if record is not None else written.proofs()
    borrowed = borrowings_proven_by(record) if record is not None else written.borrowed
    fresh = measure(book, proven, waived, borrowed)
    found = [*waiver_complaints(book, proven, waived), *_stale(root, book, written, fresh)]
    found += [
        Problem("coverage.unknown-proven", file=JSON, id=entry)
        for entry in written.proven
        if not book.is_statement(entry)
    ]
    most = most_ever_proven(root)
    for catalogue, totals in written.totals.items():
        if totals.proven < most.catalogues.get(catalogue, 0):
            before = most.catalogues[catalogue]
            found.append(Problem("coverage.fell", catalogue=catalogue, now=totals.proven, before=before))
    for edition, counted in written.editions.items():
        if counted.proven < most.editions.get(edition, 0):
            before = most.editions[edition]
            found.append(Problem("coverage.edition-fell", edition=edition, now=counted.proven, before=before))
    return tuple(found)


def waiver_complaints(book: Book, proven: Proofs, waived: Mapping[str, Waiver]) -> Iterator[Problem]:
    """Waivers that do not hold: of nothing, without a reason, for no edition, or of what is proven."""
    known = book.editions()
    for entry, reason in waived.items():
        if not book.is_statement(entry):
            near = ", ".join(book.nearest(entry)) or "-"
            yield Problem("coverage.unknown-waived", id=entry, nearest=near)
        if not reason.en.strip() or not reason.ja.strip():
            yield Problem("coverage.no-reason", id=entry)
        for edition in reason.editions:
            if edition not in known:
                yield Problem("coverage.waived-nowhere", id=entry, edition=edition, known=", ".join(known))
        for edition, tests in proven.get(entry, {}).items():
            if tests and reason.holds_in(edition):
                yield Problem("coverage.waived-and-proven", id=entry, test=tests[0])


class MostProven(msgspec.Struct, frozen=True):
    """The highest numbers of proven statements, by catalogue and by edition."""

    catalogues: dict[str, int] = {}
    editions: dict[str, int] = {}


def most_ever_proven(root: Path) -> MostProven:
    """The highest number of proven statements in any committed version of the file.

    Nothing where there is no history to read (no git, not a checkout).
    """
    most = MostProven({}, {})
    try:
        prefix = _git(root, "rev-parse", "--show-prefix").decode().strip()
        commits = _git(root, "log", "--format=%H", "--", JSON.as_posix()).decode().split()
        asked = "".join(f"{commit}:{prefix}{JSON.as_posix()}\n" for commit in commits)
        answer = _git(root, "cat-file", "--batch", given=asked.encode()) if commits else b""
    except (OSError, subprocess.CalledProcessError):
        return most
    for blob in _blobs(answer):
        try:
            version = msgspec.json.decode(blob, type=_JustTotals)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        for highest, counts in (
            (most.catalogues, version.totals),
            (most.editions, version.editions),
        ):
            for key, count in counts.items():
                highest[key] = max(highest.get(key, 0), count.proven)
    return most


class _Proven(msgspec.Struct, frozen=True):
    """The one number that matters of a row of an earlier version."""

    proven: int


class _JustTotals(msgspec.Struct, frozen=True):
    """What an earlier version must still say, whatever else its form was."""

    totals: dict[str, _Proven]
    editions: dict[str, _Proven] = {}


def _git(root: Path, *command: str, given: bytes | None = None) -> bytes:
    done = subprocess.run(["git", "-C", str(root), *command], input=given, capture_output=True, check=True)
    return done.stdout


def _blobs(answer: bytes) -> Iterator[bytes]:
    """The contents in an answer of `git cat-file --batch`; a version that deleted the file has none."""
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        head = answer[at:end].split()
        at = end + 1
        if len(head) == 3 and head[1] == b"blob":
            size = int(head[2])
            yield answer[at : at + size]
            at += size + 1


def _stale(root: Path, book: Book, written: CoverageFile, fresh: CoverageFile) -> Iterator[Problem]:
    if (root / JSON).read_text("utf-8") != to_json(fresh):
        gained = [entry for entry in fresh.proven if entry not in written.proven]
        lost = [entry for entry in written.proven if entry not in fresh.proven]
        yield Problem("coverage.stale-json", file=JSON, gained=_some(gained), lost=_some(lost))
    page = root / MARKDOWN
    if not page.is_file() or page.read_text("utf-8") != to_markdown(fresh, book, read_scores(root)):
        yield Problem("coverage.stale-markdown", file=MARKDOWN)


def _some(entries: list[str]) -> str:
    shown = ", ".join(entries[:5]) or "-"
    return f"{shown}, … ({len(entries)})" if len(entries) > 5 else shown


_HEAD = """# Rule coverage

Made by `firelane rules coverage --update` from a run of the tests; do not edit. A statement is proven when a
test that names it passes and none that names it fails; waived when `waivers.yaml` says why no test can
prove it; missing otherwise. The tests of each statement are in `rule-coverage.json`.

## Editions

All statements that hold in an edition, its own and those that it takes over, and what tests proved that ran
in that edition. What one edition proves counts in no other.

| edition | statements | proven | waived | missing |
|---|---:|---:|---:|---:|"""
_CATALOGUES = """
## Catalogues

Each file of the rules by itself, and what is proven of it in at least one edition.

| catalogue | statements | proven | waived | missing |
|---|---:|---:|---:|---:|"""


_SCORES = """
## How well the proofs hold

The code of statements drawn by lot is broken in small ways, and the tests that name the statement are run: a
break that none of them notices has survived, and so has a statement without any code that could be broken.
`make mutants` does it again; with the same seed it draws the same.

| catalogue | date | seed | statements | mutants | killed | survived | no code | equivalent | share |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"""


def _markdown(coverage: CoverageFile, book: Book, scores: Mapping[str, MutationScore]) -> Iterator[str]:
    yield _HEAD
    for edition, t in coverage.editions.items():
        yield f"| {edition} | {t.statements} | {t.proven} | {t.waived} | {t.missing} |"
    for edition, t in coverage.editions.items():
        if (names := t.borrowed) is not None:
            yield f"\nOf the {names.names} names that {edition} borrows, {names.proven} are proven in it."
    yield _CATALOGUES
    for catalogue, each in coverage.totals.items():
        yield f"| {catalogue} | {each.statements} | {each.proven} | {each.waived} | {each.missing} |"
    if scores:
        yield _SCORES
    for catalogue, s in scores.items():
        counts = " | ".join(
            map(str, (s.seed, s.statements, s.mutants, s.killed, s.survived, s.no_code, s.equivalent))
        )
        yield f"| {catalogue} | {s.date} | {counts} | {100 * s.killed / s.mutants:.1f} % |"
    for catalogue in coverage.totals:
        yield f"\n## {catalogue}\n"
        yield "| rule | statements | proven | waived | missing |"
        yield "|---|---:|---|---|---|"
        for rule in book.rules(catalogue):
            proven = [entry for entry in rule.statements if entry in coverage.proven]
            waived = [entry for entry in rule.statements if entry in coverage.waived and entry not in proven]
            missing = [entry for entry in rule.statements if entry not in {*proven, *waived}]
            cells = " | ".join(_numbers(group) for group in (proven, waived, missing))
            yield f"| {rule.id} | {len(rule.statements)} | {cells} |"
    if coverage.waived:
        yield "\n## Waived\n"
        for entry, reason in coverage.waived.items():
            where = f" ({', '.join(reason.editions)})" if reason.editions else ""
            yield f"- {entry}{where}: {reason.en}"


def _numbers(entries: list[str]) -> str:
    return ids.compact(parts[1] for entry in entries if (parts := ids.split(entry))) or "-"
