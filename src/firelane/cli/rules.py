"""`firelane rules`: look rules up, and see how far the program is proven to keep them.

The commands are built after the language is chosen, so that their help is in it. What only some commands
need is imported by those: looking up one rule must feel immediate.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firelane.cli.mutants import add_mutants
from firelane.problem import Problem
from firelane.text import language, say

if TYPE_CHECKING:
    from firelane.rulebook.book import Book, RuleEntry, StatementEntry
    from firelane.rulebook.schema import EditionTotals, ProofRecord, Totals

    Standing = tuple[dict[str, Totals], dict[str, EditionTotals]]


def build() -> typer.Typer:
    """The commands with their help in the language in force."""
    rules = typer.Typer(name="rules", help=say("cli-rules.help"), no_args_is_help=True)
    add_look_up(rules)
    add_coverage(rules)
    add_mutants(rules)
    return rules


def add_look_up(rules: typer.Typer) -> None:
    """`search`, `show` and `compare`."""

    @rules.command(help=say("cli-rules.search"))
    def search(
        words: Annotated[list[str], typer.Argument(help=say("cli-rules.search-words"), show_default=False)],
        limit: Annotated[int, typer.Option(min=1, help=say("cli-rules.search-limit"))] = 10,
        catalogue: Annotated[
            str | None, typer.Option("--in", help=say("cli-rules.search-in"), show_default=False)
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-rules.json"))] = False,
    ) -> None:
        from firelane.rulebook.book import Book

        asked = " ".join(words)
        hits = Book.open().search(asked, limit=limit, catalogue=catalogue)
        if as_json:
            _print_json(hits)
            return
        lang = language()
        if not hits:
            typer.echo(say("cli-rules.nothing-found", words=asked))
        for hit in hits:
            text = hit.text.say(lang) if hit.text else ""
            typer.echo(f"{_strong(hit.id)}  {hit.name.say(lang)}")
            if text:
                typer.echo(f"    {text}")

    @rules.command(help=say("cli-rules.show"))
    def show(
        entry: Annotated[
            str, typer.Argument(metavar="ID", help=say("cli-rules.show-id"), show_default=False)
        ],
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-rules.json"))] = False,
    ) -> None:
        from firelane.rulebook.book import Book

        book = Book.open()
        if book.is_rule(entry):
            rule = book.rule(entry)
            own = [book.statement(each) for each in rule.statements]
            if as_json:
                _print_json({"rule": rule, "statements": own})
            else:
                _show_rule(rule, own)
        else:
            statement = book.statement(entry)
            if as_json:
                _print_json(statement)
            else:
                _show_statement(book, statement)

    @rules.command(help=say("cli-rules.compare"))
    def compare(
        name: Annotated[
            list[str],
            typer.Argument(metavar="NAME", help=say("cli-rules.compare-name"), show_default=False),
        ],
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-rules.json"))] = False,
    ) -> None:
        from firelane.cli.compared import show as show_compared
        from firelane.rulebook.compare import compare as compared

        found = compared(" ".join(name))
        if as_json:
            _print_json(found)
        else:
            show_compared(found)


def add_coverage(rules: typer.Typer) -> None:
    """`coverage` and `prove`."""

    @rules.command(help=say("cli-rules.coverage"))
    def coverage(
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-rules.json"))] = False,
        check: Annotated[bool, typer.Option("--check", help=say("cli-rules.coverage-check"))] = False,
        update: Annotated[bool, typer.Option("--update", help=say("cli-rules.coverage-update"))] = False,
        proofs: Annotated[
            Path | None, typer.Option(help=say("cli-rules.coverage-proofs"), show_default=False)
        ] = None,
    ) -> None:
        from firelane.rulebook.book import Book
        from firelane.rulebook.coverage import read_proofs

        if check and update:
            raise Problem("coverage.two-ways")
        if update and proofs is None:
            raise Problem("coverage.needs-proofs")
        record = read_proofs(proofs) if proofs else None
        if update and record:
            totals, editions = _update(record)
        elif check:
            totals, editions = _check(record)
        else:
            totals, editions = _standing(Book.open())
        if as_json:
            _print_json({**totals, "editions": editions})
        else:
            _print_totals("edition", editions)
            for edition, each in editions.items():
                if each.borrowed is not None:
                    names, proven = each.borrowed.names, each.borrowed.proven
                    typer.echo(say("cli-rules.borrowed", edition=edition, names=names, proven=proven))
            typer.echo()
            _print_totals("catalogue", totals)

    @rules.command(help=say("cli-rules.prove"))
    def prove(
        catalogue: Annotated[str, typer.Argument(help=say("cli-rules.prove-catalogue"), show_default=False)],
        number: Annotated[int, typer.Option(min=1, help=say("cli-rules.prove-number"))] = 5,
        seed: Annotated[int, typer.Option(help=say("cli-rules.prove-seed"))] = 0,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-rules.json"))] = False,
    ) -> None:
        from firelane.rulebook.prove import prove as draw
        from firelane.rulesets import SHIPPED

        samples = draw(catalogue, number, seed, editions=SHIPPED)
        if as_json:
            _print_json(samples)
            return
        if not samples:
            typer.echo(say("cli-rules.none-proven", catalogue=catalogue))
        for sample in samples:
            typer.echo(f"{_strong(sample.statement.id)}\n    {sample.statement.text.say(language())}")
            for test in sample.statement.tests:
                typer.echo(f"    {say('cli-rules.proven-by', test=test)}")
            for place in sample.places:
                cited = say("cli-rules.cited-in", file=place.file, line=place.line, name=place.name)
                typer.echo(f"    {cited}")
            if not sample.places:
                typer.echo(f"    {say('cli-rules.not-cited')}")


def _standing(book: Book) -> Standing:
    """How far catalogues and editions are proven, as the compiled rulebook knows it."""
    from firelane.rulebook.coverage import standing, standing_of_editions

    return standing(book), standing_of_editions(book)


def _update(record: ProofRecord) -> Standing:
    """Write the coverage and compile the rulebook again, so that `show` tells the same."""
    from firelane.rulebook.book import Book
    from firelane.rulebook.compile import compile_shipped, refresh
    from firelane.rulebook.concordance import shipped
    from firelane.rulebook.coverage import update
    from firelane.rulebook.load import load_waivers

    root = _root()
    refresh()
    written = update(root, Book.open(), record, load_waivers(), shipped())
    compile_shipped()
    return written.totals, written.editions


def _check(record: ProofRecord | None) -> Standing:
    """Complain about everything that is not true; the exit code says whether anything was."""
    from firelane.rulebook.book import Book
    from firelane.rulebook.compile import refresh
    from firelane.rulebook.concordance import shipped
    from firelane.rulebook.coverage import check
    from firelane.rulebook.load import load_waivers

    root = _root()
    refresh()
    complaints = check(root, Book.open(), load_waivers(), record, shipped())
    for complaint in complaints:
        typer.echo(complaint.say(), err=True)
    if complaints:
        raise typer.Exit(1)
    return _standing(Book.open())


def _root() -> Path:
    from firelane.rulebook.compile import checkout

    root = checkout()
    if root is None:
        raise Problem("coverage.not-a-checkout")
    return root


def _print_totals(first_column: str, totals: Mapping[str, Totals]) -> None:
    names = (first_column, "statements", "proven", "waived", "missing")
    rows = [[say(f"cli-rules.column-{name}") for name in names]]
    rows += [[key, *map(str, (t.statements, t.proven, t.waived, t.missing))] for key, t in totals.items()]
    widths = [max(_width(row[column]) for row in rows) for column in range(len(names))]
    for first, *rest in rows:
        cells = [first + " " * (widths[0] - _width(first))]
        cells += [" " * (width - _width(cell)) + cell for cell, width in zip(rest, widths[1:], strict=True)]
        typer.echo("  ".join(cells))


def _width(text: str) -> int:
    """How many columns a terminal gives the text: Japanese letters take two."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _show_rule(rule: RuleEntry, statements: list[StatementEntry]) -> None:
    typer.echo(f"{_strong(rule.id)}  {_both_names(rule)}")
    _fact("kind", rule.kind)
    _fact("labels", ", ".join(rule.labels))
    _fact("applies", ", ".join(rule.applies))
    _fact("needs", rule.needs)
    _fact("source", rule.source)
    for statement in statements:
        typer.echo()
        _print_statement(statement)
    _print_tables(rule.tables)


def _show_statement(book: Book, statement: StatementEntry) -> None:
    rule = book.rule(statement.rule)
    typer.echo(f"{_strong(rule.id)}  {_both_names(rule)}")
    _fact("needs", rule.needs)
    _fact("source", rule.source)
    typer.echo()
    _print_statement(statement)
    other = statement.text.say("en" if language() == "ja" else "ja")
    typer.echo(f"    {other}")
    _print_tables(rule.tables)


def _print_statement(statement: StatementEntry) -> None:
    lang = language()
    typer.echo(f"{_strong(statement.id)}  {statement.text.say(lang)}")
    if statement.example:
        given, then = _plain(statement.example.given), _plain(statement.example.then)
        typer.echo(f"    {say('cli-rules.example', given=given, then=then)}")
    if statement.unclear:
        typer.echo(f"    {say('cli-rules.unclear', text=statement.unclear)}")
    if statement.reason:
        typer.echo(f"    {say('cli-rules.status-waived', reason=statement.reason.say(lang))}")
    else:
        typer.echo(f"    {say(f'cli-rules.status-{statement.status}')}")
    for test in statement.tests:
        typer.echo(f"    {say('cli-rules.proven-by', test=test)}")


def _print_tables(tables: dict[str, Any]) -> None:
    if not tables:
        return
    import yaml

    typer.echo(f"\n{say('cli-rules.tables')}")
    text = yaml.safe_dump(tables, allow_unicode=True, sort_keys=False, width=100, default_flow_style=None)
    for line in text.splitlines():
        typer.echo(f"    {line}")


def _plain(value: str | dict[str, Any]) -> str:
    """Worked examples are data; they are shown as such, on one line."""
    if isinstance(value, str):
        return value
    import msgspec

    return msgspec.json.encode(value).decode()


def _both_names(rule: RuleEntry) -> str:
    return f"{rule.name.en} / {rule.name.ja}" if rule.name.ja else rule.name.en


def _fact(name: str, value: str | None) -> None:
    if value:
        typer.echo(f"    {say(f'cli-rules.{name}', value=value)}")


def _strong(text: str) -> str:
    """Bold on a terminal; `echo` takes it away where there is none."""
    return typer.style(text, bold=True)


def _print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
