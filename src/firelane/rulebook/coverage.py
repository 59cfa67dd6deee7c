"""How much of each catalogue the tests prove, counted so that it cannot lie.

The test run writes a record of what it proved; from it, the waivers and the catalogue come
`docs/rule-coverage.json` (for programs) and `docs/rule-coverage.md` (for people). Both are checked in;
`check` finds them stale, finds waivers that do not hold, and compares with every earlier version in the
history: the number of proven statements only rises.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from firelane import documents
from firelane.problem import Problem
from firelane.rulebook import ids
from firelane.rulebook.book import Book
from firelane.rulebook.schema import CATALOGUES, CoverageFile, MutationScore, ProofRecord, Text, Totals

JSON = Path("docs", "rule-coverage.json")
MARKDOWN = Path("docs", "rule-coverage.md")
SCORES = Path("docs", "mutation-scores.json")


def read_proofs(path: Path) -> ProofRecord:
    """The record of a test run; one with lost tests is refused, for nobody knows what they would say."""
    record = documents.read(path, ProofRecord)
    if record.lost:
        raise Problem("coverage.lost-tests", file=path, tests=", ".join(record.lost))
    return record


def proven_by(record: ProofRecord) -> dict[str, tuple[str, ...]]:
    """By statement the tests that prove it: all that name it passed, and at least one did.

    The cases of one parametrised test count as that one test.
    """
    return {
        statement: tuple(sorted({test.partition("[")[0] for test in tests}))
        for statement, tests in record.passed.items()
        if tests and statement not in record.failed
    }


def measure(book: Book, proven: Mapping[str, tuple[str, ...]], waived: Mapping[str, Text]) -> CoverageFile:
    """The coverage of the shipped catalogues. Statements of other catalogues are left out."""
    totals = {}
    kept: dict[str, tuple[str, ...]] = {}
    excused: dict[str, Text] = {}
    for catalogue in CATALOGUES:
        every = book.statement_ids(catalogue)
        done = [entry for entry in every if proven.get(entry)]
        spared = [entry for entry in every if entry in waived and not proven.get(entry)]
        totals[catalogue] = Totals(len(every), len(done), len(spared), len(every) - len(done) - len(spared))
        kept.update((entry, proven[entry]) for entry in done)
        excused.update((entry, waived[entry]) for entry in spared)
    return CoverageFile(totals=totals, proven=kept, waived=excused)


def standing(book: Book) -> dict[str, Totals]:
    """The totals that the compiled rulebook itself knows, for an installed program."""
    found = {}
    for catalogue in CATALOGUES:
        status = [statement.status for statement in book.statements(catalogue)]
        found[catalogue] = Totals(
            len(status), status.count("proven"), status.count("waived"), status.count("missing")
        )
    return found


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


def update(root: Path, book: Book, record: ProofRecord, waived: Mapping[str, Text]) -> CoverageFile:
    """Write both files from a record of proofs; refuses while a waiver does not hold."""
    proven = proven_by(record)
    if complaint := next(waiver_complaints(book, proven, waived), None):
        raise complaint
    coverage = measure(book, proven, waived)
    page = to_markdown(coverage, book, read_scores(root))
    for place, text in ((JSON, to_json(coverage)), (MARKDOWN, page)):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(text, "utf-8")
    return coverage


def check(
    root: Path, book: Book, waived: Mapping[str, Text], record: ProofRecord | None = None
) -> tuple[Problem, ...]:
    """Everything that is wrong with the checked-in files; empty when they are true.

    With a record of proofs they must be exactly what it gives. Without one they must at least agree
    with themselves, the catalogue and the waivers.
    """
    written = documents.read(root / JSON, CoverageFile)
    proven = proven_by(record) if record is not None else written.proven
    fresh = measure(book, proven, waived)
    found = [*waiver_complaints(book, proven, waived), *_stale(root, book, written, fresh)]
    found += [
        Problem("coverage.unknown-proven", file=JSON, id=entry)
        for entry in written.proven
        if not book.is_statement(entry)
    ]
    most = most_ever_proven(root)
    for catalogue, totals in written.totals.items():
        if totals.proven < most.get(catalogue, 0):
            found.append(
                Problem("coverage.fell", catalogue=catalogue, now=totals.proven, before=most[catalogue])
            )
    return tuple(found)


def waiver_complaints(
    book: Book, proven: Mapping[str, tuple[str, ...]], waived: Mapping[str, Text]
) -> Iterator[Problem]:
    """Waivers that do not hold: of nothing, without a reason, or of what is proven."""
    for entry, reason in waived.items():
        if not book.is_statement(entry):
            near = ", ".join(book.nearest(entry)) or "-"
            yield Problem("coverage.unknown-waived", id=entry, nearest=near)
        if not reason.en.strip() or not reason.ja.strip():
            yield Problem("coverage.no-reason", id=entry)
        if proven.get(entry):
            yield Problem("coverage.waived-and-proven", id=entry, test=proven[entry][0])


def most_ever_proven(root: Path) -> dict[str, int]:
    """By catalogue the highest number of proven statements in any committed version of the file.

    Nothing where there is no history to read (no git, not a checkout).
    """
    try:
        prefix = _git(root, "rev-parse", "--show-prefix").decode().strip()
        commits = _git(root, "log", "--format=%H", "--", JSON.as_posix()).decode().split()
        asked = "".join(f"{commit}:{prefix}{JSON.as_posix()}\n" for commit in commits)
        answer = _git(root, "cat-file", "--batch", given=asked.encode()) if commits else b""
    except (OSError, subprocess.CalledProcessError):
        return {}
    most: dict[str, int] = {}
    for blob in _blobs(answer):
        try:
            totals = msgspec.json.decode(blob, type=_JustTotals).totals
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        for catalogue, count in totals.items():
            most[catalogue] = max(most.get(catalogue, 0), count.proven)
    return most


class _JustTotals(msgspec.Struct, frozen=True):
    """What an earlier version must still say, whatever else its form was."""

    totals: dict[str, Totals]


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
    for catalogue, t in coverage.totals.items():
        yield f"| {catalogue} | {t.statements} | {t.proven} | {t.waived} | {t.missing} |"
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
            waived = [entry for entry in rule.statements if entry in coverage.waived]
            missing = [entry for entry in rule.statements if entry not in {*proven, *waived}]
            cells = " | ".join(_numbers(group) for group in (proven, waived, missing))
            yield f"| {rule.id} | {len(rule.statements)} | {cells} |"
    if coverage.waived:
        yield "\n## Waived\n"
        yield from (f"- {entry}: {reason.en}" for entry, reason in coverage.waived.items())


def _numbers(entries: list[str]) -> str:
    return ids.compact(parts[1] for entry in entries if (parts := ids.split(entry))) or "-"
