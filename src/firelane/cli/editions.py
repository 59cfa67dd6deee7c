"""`firelane rules dump`, `diff` and `lint`: the resolved tables of an edition, to read and to compare."""

from __future__ import annotations

from typing import Annotated

import typer

from firelane.problem import Problem
from firelane.text import say


def add(rules: typer.Typer) -> None:
    """Put the commands beside the look-up of rules."""

    @rules.command(help=say("cli.dump"))
    def dump(edition: Annotated[str, typer.Argument(help=say("cli.edition"), show_default=False)]) -> None:
        from firelane.core import tables
        from firelane.rulesets import load

        typer.echo(tables.dump(load(edition).edition), nl=False)

    @rules.command(help=say("cli.diff"))
    def diff(
        left: Annotated[str, typer.Argument(help=say("cli.edition"), show_default=False)],
        right: Annotated[str, typer.Argument(help=say("cli.edition"), show_default=False)],
    ) -> None:
        from firelane.core import tables
        from firelane.rulesets import load

        found = tables.diff(load(left).edition, load(right).edition)
        for key, what, before, after in found:
            typer.echo(f"{key}.{what}: {before or '-'} -> {after or '-'}")
        if not found:
            typer.echo(say("cli.no-difference"))

    @rules.command(help=say("cli.lint"))
    def lint(edition: Annotated[str, typer.Argument(help=say("cli.edition"), show_default=False)]) -> None:
        from firelane.core import tables
        from firelane.rulesets import book_of, load

        ruleset = load(edition)
        found = tables.lint(ruleset.edition, book_of(ruleset).knows)
        for fault in found:
            typer.echo(say(fault.message, edition=edition, key=fault.key, what=fault.what))
        if found:
            raise Problem("cli.lint-found", count=len(found))
        typer.echo(say("cli.lint-clean", count=len(ruleset.edition.entries)))
