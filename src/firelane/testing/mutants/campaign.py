"""A campaign: statements drawn by lot, up to eight mutants of each, their verdicts kept as they come.

Results lie in `build/mutants/CATALOGUE-SEED.jsonl`, one line each, so that a campaign that was broken off
goes on where it stopped. A line counts while the tests that name the statement and the mutant's file stay as
they are.
"""

from __future__ import annotations

import difflib
import hashlib
import random
import statistics
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct, field

from firelane.rulebook.book import Book
from firelane.testing.mutants.byhand import HandMutant, by_hand, equivalents
from firelane.testing.mutants.code import CLOSE, Break, Code
from firelane.testing.mutants.edits import Edit, changes, mutated
from firelane.testing.mutants.naming import TESTS, named_by
from firelane.testing.mutants.source import ROOT
from firelane.testing.mutants.trial import CPU_FACTOR, LEAST_CPU_SECONDS, Result, Trial, run, warm

MOST = 8
"""Mutants of one statement."""
GROUP = 5
"""Statements whose tests are tried as they are, for each process, before their mutants are."""
FOLDER = ROOT / "build" / "mutants"


class Mutant(Struct, frozen=True):
    """A statement and one way to break its code; `edit` None: the tool finds no code to break."""

    statement: str
    edit: Edit | None = None
    before: str = ""
    """The bytes that are replaced, as text."""
    shared: tuple[str, ...] = ()
    """Other statements whose code it may be instead."""

    @property
    def id(self) -> str:
        """A short name that stays the same while the code does."""
        edit = self.edit
        text = f"{edit.file}|{self.before}|{edit.text}|{edit.kind}|{edit.line}" if edit else "no code"
        return hashlib.sha256(f"{self.statement}|{text}".encode()).hexdigest()[:10]


class Line(Struct, frozen=True, omit_defaults=True):
    """One line of the results."""

    mutant: str
    statement: str
    verdict: str
    """`killed`, `survived`, `no-code`, `equivalent`; `elsewhere`, `invalid` or `broken` do not count."""
    proof: str
    """What the verdict rests on: the tests and the mutant's file, as a checksum."""
    by: str = ""
    file: str = ""
    line: int = 0
    kind: str = ""
    diff: str = ""
    cpu_seconds: float = 0.0


class Score(Struct):
    """The sum of a campaign. A statement without code survives once.

    What cannot be loaded does not count (`invalid`), nor what fails anyway (`broken`), nor what the tests of
    another statement notice whose code it is as well (`elsewhere`), unless its own notice nothing at all.
    """

    statements: int = 0
    killed: int = 0
    survived: int = 0
    no_code: int = 0
    equivalent: int = 0
    elsewhere: int = 0
    broken: int = 0
    invalid: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def mutants(self) -> int:
        """How many count."""
        return self.killed + self.survived + self.no_code

    @property
    def share(self) -> float:
        """The share that the tests noticed."""
        return self.killed / self.mutants if self.mutants else 0.0

    @property
    def median_seconds(self) -> float:
        """The processor time of one statement's mutants, at the median."""
        return statistics.median(self.seconds.values()) if self.seconds else 0.0


class Sampler:
    """Draws statements and their mutants; the same seed draws the same ones from the same code."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._code = Code(book)
        self._by_hand = by_hand()

    def statements(self, catalogue: str, number: int, seed: int) -> list[str]:
        """Statements drawn by lot from the proven ones."""
        proven = [each.id for each in self._book.statements(catalogue) if each.status == "proven"]
        return random.Random(f"{catalogue} {seed}").sample(proven, min(number, len(proven)))

    def every(self, statement: str) -> list[Break]:
        """All breaks of a statement: those written by hand and those of its code; loose ties only count where
        nothing is written by hand."""
        written = [Break(hand_edit(hand)) for hand in self._by_hand.get(statement, ())]
        if written and self._code.tier_of(statement) > CLOSE:
            return written
        return [*written, *self._code.breaks(statement)]

    def mutants(self, statement: str, seed: int, most: int = MOST) -> list[Mutant]:
        """Up to eight of them by lot; a single one without an edit where there is no code."""
        breaks = self.every(statement)
        random.Random(f"{statement} {seed}").shuffle(breaks)
        chosen: list[Mutant] = []
        for each in breaks:
            if len(chosen) == most:
                break
            edit = each.edit
            data = (ROOT / edit.file).read_bytes()
            if not edit.file.endswith(".py") or changes(data, edit):
                before = data[edit.start : edit.end].decode()
                chosen.append(Mutant(statement, edit, before, each.shared))
        return chosen or [Mutant(statement)]


def hand_edit(hand: HandMutant) -> Edit:
    """The edit of a mutant that was written by hand."""
    data = (ROOT / hand.file).read_bytes()
    start = data.index(hand.find.encode())
    line = data.count(b"\n", 0, start) + 1
    return Edit(hand.file, start, start + len(hand.find.encode()), hand.replace, "by hand", line)


class Campaign:
    """Runs mutants and keeps their results in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._tests = named_by()
        self._kept: dict[str, Line] = {}
        if path.is_file():
            for text in path.read_bytes().splitlines():
                line = msgspec.json.decode(text, type=Line)
                self._kept[line.mutant] = line

    def run(
        self, mutants: Iterable[Mutant], processes: int, tell: Callable[[Line], None] = lambda _: None
    ) -> list[Line]:
        """Every mutant's line: kept from before, or found now."""
        spared = equivalents()
        lines: list[Line] = []
        waiting: list[Mutant] = []
        for mutant in mutants:
            kept = self._kept.get(mutant.id)
            if kept is not None and kept.proof == self._proof(mutant):
                done = kept
            elif mutant.edit is None:
                done = self._line(mutant, "no-code")
            elif is_equivalent(mutant, spared):
                done = self._line(mutant, "equivalent")
            else:
                waiting.append(mutant)
                continue
            lines.append(done)
            tell(done)
        if waiting:
            warm()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab", buffering=0) as file:
                for some in _in_groups(waiting, GROUP * processes):
                    for line in self._try(some, processes):
                        file.write(msgspec.json.encode(line) + b"\n")
                        lines.append(line)
                        tell(line)
        return lines

    def _try(self, waiting: list[Mutant], processes: int) -> Iterator[Line]:
        """First every statement's tests as they are, then its mutants."""
        files: dict[str, set[str]] = {}
        for mutant in waiting:
            assert mutant.edit is not None
            files.setdefault(mutant.statement, set()).add(mutant.edit.file)
        plain = [
            Trial((statement,), self._tests.get(statement, ()), forget=tuple(sorted(files[statement])))
            for statement in files
        ]
        took: dict[str, float] = {}
        for trial, result in run(plain, processes):
            if result.verdict == "survived":
                took[trial.statements[0]] = result.cpu_seconds
            else:
                yield from (
                    self._line(mutant, "broken", result.by)
                    for mutant in waiting
                    if mutant.statement == trial.statements[0]
                )
        trials = {}
        for mutant in waiting:
            if mutant.statement in took:
                limit = max(LEAST_CPU_SECONDS, CPU_FACTOR * took[mutant.statement])
                tests = self._tests.get(mutant.statement, ())
                trials[Trial((mutant.statement,), tests, mutant.edit, cpu_seconds=limit)] = mutant
        shared: dict[Trial, tuple[Mutant, Result]] = {}
        for trial, result in run(trials, processes):
            mutant = trials[trial]
            tests = tuple(dict.fromkeys(test for each in mutant.shared for test in self._tests.get(each, ())))
            if result.verdict == "survived" and tests:
                shared[Trial(mutant.shared, tests, mutant.edit)] = (mutant, result)
            else:
                yield self._line(mutant, result.verdict, result.by, result.cpu_seconds)
        for trial, result in run(shared, processes):
            mutant, own = shared[trial]
            verdict = "elsewhere" if result.verdict == "killed" else own.verdict
            yield self._line(mutant, verdict, result.by, own.cpu_seconds)

    def _line(self, mutant: Mutant, verdict: str, by: str = "", seconds: float = 0.0) -> Line:
        edit = mutant.edit
        shared = (mutant.id, mutant.statement, verdict, self._proof(mutant), by)
        if edit is None:
            return Line(*shared)
        return Line(*shared, edit.file, edit.line, edit.kind, diff_of(edit), round(seconds, 2))

    def _proof(self, mutant: Mutant) -> str:
        tests = self._tests.get(mutant.statement, ())
        digest = hashlib.sha256(" ".join(tests).encode())
        names = {TESTS.parent / test.partition("::")[0] for test in tests}
        for path in sorted([*names, *([ROOT / mutant.edit.file] if mutant.edit else [])]):
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]


def _in_groups(mutants: Iterable[Mutant], number: int) -> Iterator[list[Mutant]]:
    """The mutants of so many statements at a time, so that what is done is soon kept."""
    by_statement: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_statement.setdefault(mutant.statement, []).append(mutant)
    every = list(by_statement.values())
    for first in range(0, len(every), number):
        yield [mutant for some in every[first : first + number] for mutant in some]


def diff_of(edit: Edit) -> str:
    """The lines that differ, before (`-`) and after (`+`)."""
    data = (ROOT / edit.file).read_bytes()
    before, after = (text.decode().splitlines() for text in (data, mutated(data, edit)))
    changed = difflib.unified_diff(before, after, n=0, lineterm="")
    return "\n".join(line for line in changed if line[:1] in "-+" and line[:3] not in ("---", "+++"))


def is_equivalent(mutant: Mutant, spared: Iterable[HandMutant]) -> bool:
    """Whether the mutant is on the list of those that change nothing that can be seen."""
    edit = mutant.edit
    if edit is None:
        return False
    start = edit.start
    data = (ROOT / edit.file).read_bytes()
    for each in spared:
        if each.file == edit.file:
            first = data.find(each.find.encode())
            if first >= 0 and first <= start and edit.end <= first + len(each.find.encode()):
                local = (
                    data[first:start].decode()
                    + edit.text
                    + data[edit.end : first + len(each.find.encode())].decode()
                )
                if local == each.replace:
                    return True
    return False


def counted(lines: Iterable[Line]) -> list[Line]:
    """The lines as they count: of a statement whose own tests notice nothing, nothing is left to others."""
    lines = list(lines)
    noticed = {line.statement for line in lines if line.verdict == "killed"}
    return [
        msgspec.structs.replace(line, verdict="survived")
        if line.verdict == "elsewhere" and line.statement not in noticed
        else line
        for line in lines
    ]


def score(lines: Iterable[Line]) -> Score:
    """Add up the lines of a campaign."""
    total = Score()
    lines = counted(lines)
    for line in lines:
        name = line.verdict.replace("-", "_")
        setattr(total, name, getattr(total, name) + 1)
        total.seconds[line.statement] = total.seconds.get(line.statement, 0.0) + line.cpu_seconds
    total.statements = len({line.statement for line in lines})
    return total
