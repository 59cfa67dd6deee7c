"""`firelane odds`: what can come of an exchange, exactly."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firelane.problem import Problem
from firelane.text import say

if TYPE_CHECKING:
    from firelane.odds.exchange import Result


def build() -> typer.Typer:
    """The commands with their help in the language in force."""
    odds = typer.Typer(name="odds", help=say("cli-odds.help"), no_args_is_help=True)

    @odds.callback()
    def about() -> None:
        pass

    @odds.command(help=say("cli-odds.exchange"))
    def exchange(
        ruleset: Annotated[str, typer.Option(help=say("cli-odds.ruleset"), show_default=False)],
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-odds.json"))] = False,
        fractions: Annotated[bool, typer.Option("--fractions", help=say("cli-odds.fractions"))] = False,
    ) -> None:
        import msgspec

        from firelane.odds.exchange import Exchange, result

        try:
            asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Exchange)
        except msgspec.DecodeError as error:
            what, _, place = str(error).partition(" - at `")
            raise Problem("odds.not-an-exchange", field=place.rstrip("`") or "$", what=what) from None
        found = result(ruleset, asked)
        if as_json:
            typer.echo(msgspec.json.encode(as_plain(found, fractions)))
        else:
            print_result(found, fractions)

    return odds


def as_plain(found: Result, fractions: bool) -> dict[str, Any]:
    """The result as numbers, or as fractions written out."""

    def number(chance: Fraction) -> float | str:
        return str(chance) if fractions else float(chance)

    def named(hits: Any) -> dict[str, float | str]:
        return {f"{count}h{criticals}c": number(p) for (count, criticals), p in hits.items()}

    return {
        "win": {side: number(p) for side, p in found.win.items()},
        "wounds_by_active": [number(p) for p in found.wounds_by_active],
        "wounds_by_reactive": [number(p) for p in found.wounds_by_reactive],
        "hits_by_active": named(found.hits_by_active),
        "hits_by_reactive": named(found.hits_by_reactive),
    }


BAR = 40


def print_result(found: Result, fractions: bool) -> None:
    """A small table with bars."""
    for side, chance in found.win.items():
        _row(say(f"cli-odds.win-{side}"), chance, fractions)
    for side, wounds in (("active", found.wounds_by_active), ("reactive", found.wounds_by_reactive)):
        typer.echo(say(f"cli-odds.wounds-by-{side}"))
        for points, chance in enumerate(wounds):
            _row(f"{points:>3}", chance, fractions)


def _row(name: str, chance: Fraction, fractions: bool) -> None:
    shown = str(chance) if fractions else f"{float(chance):8.3%}"
    typer.echo(f"  {name}  {shown}  {'#' * round(BAR * float(chance))}")
