"""Which statements random play has fired, which it cannot, and why: the table in `docs/fired.md`.

The counts come from the summaries of `simulate --json`; the reasons are written beside the ruleset's name in
`unfired/`. A reason that does not hold any more (the statement has fired) is a complaint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from firelane import documents
from firelane.core.ruleset import Ruleset
from firelane.lab.many import Summary
from firelane.loading import decode
from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulesets import book_of

UNFIRED = Path(__file__).parent / "unfired"


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Statements that have one reason in common."""

    reason: str
    statements: tuple[str, ...]


class Reasons(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of the statements that do not fire."""

    same: dict[str, str] = {}
    unreachable: tuple[Group, ...] = ()
    uncounted: tuple[Group, ...] = ()
    rare: dict[str, str] = {}


class Firing(Struct, frozen=True, kw_only=True):
    """The table: every statement of the ruleset stands in one place of it."""

    ruleset: str
    games: int
    seeds: tuple[tuple[int, int], ...]
    fired: dict[str, int]
    unreachable: tuple[Group, ...]
    uncounted: tuple[Group, ...]
    missing: dict[str, str]
    """Reachable, and not fired in these games; with the reason where one is known."""

    @property
    def reachable(self) -> int:
        """How many statements random play can reach."""
        uncounted = sum(len(group.statements) for group in self.uncounted)
        return len(self.fired) + uncounted + len(self.missing)


def read_summary(path: Path) -> Summary:
    """A summary that `simulate --json` has written."""
    try:
        return decode(documents.read_bytes(path, documents.LARGEST), msgspec.json.Decoder(Summary))
    except msgspec.DecodeError as error:
        raise Problem("cli.no-summary", file=path, what=error) from None


def reasons_of(ruleset: str) -> Reasons:
    """The written reasons of a ruleset; none if there is no such file."""
    path = UNFIRED / f"{ruleset}.yaml"
    return documents.read(path, Reasons) if path.exists() else Reasons()


def statements_of(ruleset: Ruleset, book: Book) -> Iterator[str]:
    """The statements that hold for a ruleset: its own catalogue's, and those of others that name it."""
    known = book.catalogues()
    for catalogue in (ruleset.name, *ruleset.edition.silent):
        for statement in book.statements(catalogue) if catalogue in known else ():
            if ruleset.name in (statement.applies or (catalogue,)):
                yield statement.id


def table(ruleset: Ruleset, summaries: Sequence[Summary]) -> Firing:
    """Every statement of the ruleset in its place."""
    reasons = reasons_of(ruleset.name)
    counts: Counter[str] = Counter()
    for summary in summaries:
        counts.update(summary.fired)
    for twin, cited in reasons.same.items():
        counts[twin] += counts[cited]
    every = tuple(statements_of(ruleset, book_of(ruleset)))
    fired = {entry: counts[entry] for entry in every if counts[entry]}
    _check(reasons, every, fired)
    excused = {e for group in (*reasons.unreachable, *reasons.uncounted) for e in group.statements}
    return Firing(
        ruleset=ruleset.name,
        games=sum(summary.games for summary in summaries),
        seeds=_joined(summaries),
        fired=fired,
        unreachable=reasons.unreachable,
        uncounted=reasons.uncounted,
        missing={e: reasons.rare.get(e, "") for e in every if e not in fired and e not in excused},
    )


def entries(ruleset: Ruleset, summaries: Iterable[Summary], label: str) -> dict[str, tuple[int, int]]:
    """For each entry with this label (a sort of cards, skills): how often events go back to it, and how often
    its statements have fired at all."""
    cited: Counter[str] = Counter()
    fired: Counter[str] = Counter()
    for summary in summaries:
        for total, counts in ((cited, summary.cited), (fired, summary.fired)):
            for statement, count in counts.items():
                total[statement.rpartition(".")[0]] += count
    return {
        key: (cited[entry.cite], fired[entry.cite])
        for key, entry in ruleset.edition.entries.items()
        if label in entry.rule.labels
    }


def _joined(summaries: Iterable[Summary]) -> tuple[tuple[int, int], ...]:
    """The seeds of all games, from and to, runs that follow one another joined."""
    found: list[tuple[int, int]] = []
    for first, last in sorted((s.first_seed, s.first_seed + s.games - 1) for s in summaries):
        follows = bool(found) and found[-1][1] + 1 == first
        found.append((found.pop()[0] if follows else first, last))
    return tuple(found)


def _check(reasons: Reasons, every: Iterable[str], fired: Iterable[str]) -> None:
    """Refuse reasons for statements that do not exist, that stand twice, or that have fired."""
    groups = [entry for group in (*reasons.unreachable, *reasons.uncounted) for entry in group.statements]
    named = [*reasons.same, *reasons.same.values(), *groups, *reasons.rare]
    for entry in named:
        if entry not in set(every):
            raise Problem("cli.fired-unknown", id=entry)
    for entry in groups:
        if entry in set(fired) or groups.count(entry) > 1:
            raise Problem("cli.fired-after-all", id=entry)


def page(firing: Firing) -> str:
    """The table as a page."""
    reachable = firing.reachable
    total = reachable + sum(len(group.statements) for group in firing.unreachable)
    seeds = ", ".join(f"{first} to {last}" for first, last in firing.seeds)
    lines = [
        f"# Which statements random play fires: {firing.ruleset}",
        "",
        f"Counted in {firing.games} random games with varied set-ups, seeds {seeds}.",
        f"Made by `make fired`; the reasons stand in `src/firelane/lab/unfired/{firing.ruleset}.yaml`.",
        "",
        "| statements | number |",
        "|---|---|",
        f"| of the ruleset | {total} |",
        f"| that random play can reach | {reachable} |",
        f"| of these, fired | {len(firing.fired)} ({100 * len(firing.fired) / reachable:.1f} %) |",
        "",
        "A statement has fired when it decided something: an event, a question, a part of a number, a veto,",
        "a refusal, an outcome or a fact on which the code turns goes back to it (`core/fired.py`).",
        "",
        "## Within reach, not fired",
        "",
    ]
    for group in firing.uncounted:
        lines += [group.reason, "", *(f"- {entry}" for entry in group.statements), ""]
    if firing.missing:
        lines += ["Rare: did not happen in these games.", ""]
        lines += [f"- {entry}{': ' + why if why else ''}" for entry, why in firing.missing.items()]
        lines.append("")
    lines += ["## Out of reach", ""]
    for group in firing.unreachable:
        lines += [group.reason, "", *(f"- {entry}" for entry in group.statements), ""]
    lines += ["## Fired, and how often", "", "| statement | times |", "|---|---|"]
    lines += [f"| {entry} | {count} |" for entry, count in firing.fired.items()]
    return "\n".join(lines) + "\n"
