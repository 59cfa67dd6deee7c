"""`firelane rules mutants`: break the code of proven statements and see whether their tests notice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firelane.problem import Problem
from firelane.text import say

if TYPE_CHECKING:
    from pathlib import Path

    from firelane.rulebook.book import Book
    from firelane.testing.mutants.campaign import Line, Mutant, Score

FAILING = ("survived", "no-code", "broken")
"""The verdicts with which the fixed sample fails."""


def add_mutants(rules: typer.Typer) -> None:
    """`mutants`."""

    @rules.command(help=say("cli-mutants.help"))
    def mutants(
        catalogue: Annotated[str, typer.Argument(help=say("cli-mutants.catalogue"))] = "c1",
        number: Annotated[int, typer.Option(min=1, help=say("cli-mutants.number"))] = 100,
        seed: Annotated[int, typer.Option(help=say("cli-mutants.seed"))] = 1,
        most: Annotated[int, typer.Option(min=1, help=say("cli-mutants.most"))] = 8,
        processes: Annotated[
            int | None, typer.Option(min=1, help=say("cli-mutants.processes"), show_default=False)
        ] = None,
        statement: Annotated[
            list[str] | None, typer.Option(help=say("cli-mutants.statement"), show_default=False)
        ] = None,
        sample: Annotated[bool, typer.Option("--sample", help=say("cli-mutants.sample"))] = False,
        record: Annotated[bool, typer.Option("--record", help=say("cli-mutants.record"))] = False,
        only_list: Annotated[bool, typer.Option("--list", help=say("cli-mutants.list"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-mutants.json"))] = False,
    ) -> None:
        from firelane.rulebook.book import Book
        from firelane.rulebook.compile import checkout, refresh

        root = checkout()
        if root is None:
            raise Problem("coverage.not-a-checkout")
        if record and (statement or sample):
            raise Problem("mutants.record-what-is-drawn")
        refresh()
        from firelane.testing.mutants.byhand import fixed_sample
        from firelane.testing.mutants.campaign import FOLDER, Campaign, Sampler, counted, score

        book = Book.open()
        if sample:
            fixed = fixed_sample()
            statement, seed, most = list(fixed.statements), fixed.seed, fixed.most
        for each in statement or ():
            book.statement(each)
        sampler = Sampler(book)
        chosen = statement or sampler.statements(catalogue, number, seed)
        drawn = [mutant for each in chosen for mutant in sampler.mutants(each, seed, most)]
        if only_list:
            _print_mutants(drawn)
            return
        name = "sample" if sample else f"{'statements' if statement else catalogue}-{seed}"
        path = FOLDER / f"{name}.jsonl"
        lines = counted(_run(Campaign(path), drawn, processes or os.cpu_count() or 1))
        if record:
            _record(root, book, catalogue, seed, score(lines))
        if as_json:
            _print_json(lines)
        else:
            _print_lines(lines)
            total = score(lines)
            typer.echo(
                say(
                    "cli-mutants.score",
                    share=f"{100 * total.share:.1f}",
                    statements=total.statements,
                    mutants=total.mutants,
                    killed=total.killed,
                    survived=total.survived,
                    no_code=total.no_code,
                    equivalent=total.equivalent,
                    elsewhere=total.elsewhere,
                    broken=total.broken,
                    seconds=f"{total.median_seconds:.1f}",
                )
            )
            typer.echo(say("cli-mutants.written", file=path))
        if sample and any(line.verdict in FAILING for line in lines):
            typer.echo(say("cli-mutants.sample-fell"), err=True)
            raise typer.Exit(1)


def _record(root: Path, book: Book, catalogue: str, seed: int, total: Score) -> None:
    """Keep the score with its date."""
    from datetime import date

    from firelane.rulebook.coverage import record_score
    from firelane.rulebook.schema import MutationScore

    counts = (total.statements, total.mutants, total.killed, total.survived, total.no_code, total.equivalent)
    record_score(root, book, catalogue, MutationScore(date.today().isoformat(), seed, *counts))


def _run(campaign: Any, drawn: Sequence[Mutant], processes: int) -> list[Line]:
    """Run the mutants under a progress bar; it is drawn between two results, never by a thread, for the
    process forks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    survived = 0
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False) as bar:
        task = bar.add_task(say("cli-mutants.running", survived=0), total=len(drawn))

        def tell(line: Line) -> None:
            nonlocal survived
            survived += line.verdict in ("survived", "no-code")
            bar.update(task, advance=1, description=say("cli-mutants.running", survived=survived))
            bar.refresh()

        lines: list[Line] = campaign.run(drawn, processes, tell)
    return lines


def _print_mutants(drawn: Sequence[Mutant]) -> None:
    from firelane.testing.mutants.campaign import diff_of

    for mutant in drawn:
        if mutant.edit is None:
            typer.echo(f"{mutant.statement}  {say('cli-mutants.no-code')}")
        else:
            typer.echo(f"{mutant.statement}  {mutant.edit.file}:{mutant.edit.line}  {mutant.edit.kind}")
            typer.echo(_indented(diff_of(mutant.edit)))


def _print_lines(lines: Sequence[Line]) -> None:
    """What was not noticed, with file, line and diff; then what could not be judged."""
    for line in sorted(lines, key=lambda each: (each.statement, each.file, each.line)):
        if line.verdict == "no-code":
            typer.echo(f"{line.statement}  {say('cli-mutants.no-code')}")
        elif line.verdict in ("survived", "broken"):
            what = say(f"cli-mutants.{line.verdict}", what=line.by)
            typer.echo(f"{line.statement}  {line.file}:{line.line}  {line.kind}: {what}")
            typer.echo(_indented(line.diff))


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
