"""One rule in all editions in the terminal: side by side where there is room, else one below the other."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from firelane.text import language, say

if TYPE_CHECKING:
    from rich.text import Text as RichText

    from firelane.rulebook.compare import Cell, Comparison, Row

ROOMY_COLUMNS = 120
"""A terminal with fewer columns than this shows the editions one below the other."""
SIGNS = {
    "first": "",
    "same": "=",
    "alike": "≈",
    "differs": "≠",
    "none": "–",
    "unknown": "?",
    "unpaired": "+",
}
STYLES = {"differs": "yellow", "unpaired": "yellow", "none": "dim", "unknown": "dim", "same": "dim"}


def show(comparison: Comparison) -> None:
    """Print a comparison with the legend of its signs."""
    from rich.console import Console

    lang = language()
    names = dict.fromkeys(name.say(lang) for name in comparison.names.values())
    typer.echo(typer.style(" / ".join(names), bold=True))
    for edition, rules in comparison.rules.items():
        typer.echo(f"    {_edition(edition)}: {', '.join(rules) or say('cli-rules.compare-none')}")
    typer.echo()
    width = shutil.get_terminal_size().columns
    if width >= ROOMY_COLUMNS:
        Console(width=width, highlight=False, markup=False).print(_table(comparison))
    else:
        for row in comparison.rows:
            _show_row(comparison, row)
    typer.echo(_legend(comparison))


def _table(comparison: Comparison) -> object:
    from rich.table import Table

    table = Table(expand=True, show_lines=True)
    for edition in comparison.rules:
        table.add_column(_edition(edition), ratio=1, overflow="fold")
    for row in comparison.rows:
        table.add_row(*(_told(comparison, cell) for cell in row.cells))
    return table


def _told(comparison: Comparison, cell: Cell) -> RichText:
    from rich.text import Text

    return Text("\n".join(_lines(comparison, cell)), style=STYLES.get(cell.mark, ""))


def _show_row(comparison: Comparison, row: Row) -> None:
    """A row below the last, without the cells that say nothing."""
    for cell in row.cells:
        if cell.mark == "unknown":
            continue
        first, *more = _lines(comparison, cell)
        typer.echo(f"{typer.style(_edition(cell.edition), bold=True)}  {first}")
        for line in more:
            typer.echo(f"    {line}")
    typer.echo()


def _lines(comparison: Comparison, cell: Cell) -> Iterator[str]:
    """What a cell says: its sign with the ids, the texts, and what differs."""
    lang = language()
    yield " ".join(filter(None, (SIGNS[cell.mark], ", ".join(cell.statements))))
    if cell.mark != "same":
        yield from (comparison.texts[entry].say(lang) for entry in cell.statements)
    if cell.note is not None:
        key = "compare-differs" if cell.statements else "compare-why"
        yield say(f"cli-rules.{key}", note=cell.note.say(lang))
    if cell.lenders:
        yield say("cli-rules.compare-borrowed", lenders=", ".join(cell.lenders))


def _edition(edition: str) -> str:
    return say(f"rulebook.edition-{edition}")


def _legend(comparison: Comparison) -> str:
    """The signs that stand in the rows, each with its meaning."""
    used = {cell.mark for row in comparison.rows for cell in row.cells}
    return "   ".join(
        f"{sign} {say(f'rulebook.mark-{mark}')}" for mark, sign in SIGNS.items() if sign and mark in used
    )
