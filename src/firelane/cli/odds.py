"""`firelane odds`: what can come of an exchange, exactly."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firelane.problem import Problem
from firelane.text import language, say

if TYPE_CHECKING:
    from firelane.odds.exchange import Result

RULESETS = ("c1", "n4", "n3", "n2")
VERSUS = ("vs", "vs.", "v", "対")
WORDS = {"ignore_unknown_options": True}
"""MODs such as -3 are words, not options."""


def build() -> typer.Typer:
    """The commands with their help in the language in force."""
    odds = typer.Typer(name="odds", help=say("cli-odds.help"), no_args_is_help=True)

    @odds.callback()
    def about() -> None:
        pass

    for ruleset in RULESETS:
        _add_duel(odds, ruleset)

    @odds.command(help=say("cli-odds.bpre"), context_settings=WORDS)
    def bpre(
        words: Annotated[list[str], typer.Argument(help=say("cli-odds.bpre-words"), show_default=False)],
        plot: Annotated[Path | None, typer.Option(help=say("cli-odds.plot"), show_default=False)] = None,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-odds.json"))] = False,
        fractions: Annotated[bool, typer.Option("--fractions", help=say("cli-odds.fractions"))] = False,
    ) -> None:
        from firelane.bpre.units import shipped
        from firelane.cli.odds_shown import print_red_earth, red_earth_as_plain
        from firelane.odds.redearth import outcome
        from firelane.odds.redearth_form import read_fight

        attacker, targets = split("bpre", words)
        read = read_fight(" ".join(attacker), targets, shipped())
        found = outcome(read.course, read.asked)
        if plot is not None:
            from firelane.odds.plots import plot_attack

            plot_attack(" ".join(attacker), read.names, found, plot, language())
        if as_json:
            print_json(red_earth_as_plain(found, read.names, fractions))
        else:
            print_red_earth(found, read.names, fractions)

    @odds.command(help=say("cli-odds.compare"), context_settings=WORDS)
    def compare(
        ruleset: Annotated[str, typer.Argument(help=say("cli-odds.ruleset"), show_default=False)],
        words: Annotated[list[str], typer.Argument(help=say("cli-odds.compared"), show_default=False)],
        measure: Annotated[str, typer.Option(help=say("cli-odds.measure"))] = "out",
        plot: Annotated[Path | None, typer.Option(help=say("cli-odds.plot"), show_default=False)] = None,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-odds.json"))] = False,
        fractions: Annotated[bool, typer.Option("--fractions", help=say("cli-odds.fractions"))] = False,
    ) -> None:
        from firelane.cli.odds_shown import grid_as_plain, grid_names, grid_title, print_grid
        from firelane.odds.grid import compare as grid

        active, reactive = split(ruleset, words)
        if len(reactive) != 1:
            raise Problem("odds.one-target")
        rows = grid(ruleset, active, reactive[0], measure)
        if plot is not None:
            from firelane.odds.plots import plot_grid

            names = grid_names(rows, language())
            title = grid_title(ruleset, reactive[0], measure)
            plot_grid(rows, names, title, plot, language(), shares=measure != "hurt")
        if as_json:
            print_json(grid_as_plain(rows, fractions))
        else:
            print_grid(rows, grid_title(ruleset, reactive[0], measure), measure, fractions)

    @odds.command(help=say("cli-odds.exchange"))
    def exchange(
        ruleset: Annotated[str, typer.Option(help=say("cli-odds.ruleset"), show_default=False)],
        plot: Annotated[Path | None, typer.Option(help=say("cli-odds.plot"), show_default=False)] = None,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-odds.json"))] = False,
        fractions: Annotated[bool, typer.Option("--fractions", help=say("cli-odds.fractions"))] = False,
    ) -> None:
        from firelane import documents
        from firelane.cli.odds_shown import print_result
        from firelane.odds.exchange import read_exchange, refuse_unused, result

        name = say("cli-odds.standard-input")
        asked = read_exchange(documents.read_stream(sys.stdin.buffer, name), name)
        refuse_unused(ruleset, asked)
        found = result(ruleset, asked)
        if plot is not None:
            from firelane.odds.plots import plot_exchange

            plot_exchange(say("cli-odds.one-exchange", ruleset=ruleset), found, plot, language())
        if as_json:
            print_json(as_plain(found, fractions))
        else:
            print_result(found, fractions)

    return odds


def _add_duel(odds: typer.Typer, ruleset: str) -> None:
    """The command of one edition."""

    @odds.command(name=ruleset, help=say(f"cli-odds.duel-{ruleset}"), context_settings=WORDS)
    def duel(
        words: Annotated[list[str], typer.Argument(help=say("cli-odds.words"), show_default=False)],
        plot: Annotated[Path | None, typer.Option(help=say("cli-odds.plot"), show_default=False)] = None,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-odds.json"))] = False,
        fractions: Annotated[bool, typer.Option("--fractions", help=say("cli-odds.fractions"))] = False,
    ) -> None:
        from firelane.cli.odds_shown import print_duel
        from firelane.odds.duel import odds_of
        from firelane.odds.reading import read_duel

        active, reactive = split(ruleset, words)
        asked = read_duel(ruleset, " ".join(active), reactive)
        found = odds_of(asked)
        if plot is not None:
            from firelane.odds.plots import plot_duel

            plot_duel(asked, found, plot, language())
        if as_json:
            from firelane.odds.telling import as_plain as plainly

            print_json(plainly(asked, found, fractions, language()))
        else:
            print_duel(asked, found, fractions)


def split(ruleset: str, words: list[str]) -> tuple[list[str], list[str]]:
    """Those before `vs` and those after it. Whoever stands in no quotes at all is one trooper."""
    place = next((n for n, word in enumerate(words) if word.lower() in VERSUS), None)
    if not place or place + 1 == len(words):
        raise Problem("odds.no-versus", ruleset=ruleset)
    return _quoted(words[:place]), _quoted(words[place + 1 :])


def _quoted(words: list[str]) -> list[str]:
    return words if any(" " in word for word in words) else [" ".join(words)]


def print_json(plain: object) -> None:
    """One line of JSON."""
    import msgspec

    typer.echo(msgspec.json.encode(plain))


def as_plain(found: Result, fractions: bool) -> dict[str, Any]:
    """The result of an exchange as numbers, or as fractions written out."""
    from firelane.odds.telling import named, shown

    return {
        "win": {side: shown(p, fractions) for side, p in found.win.items()},
        "wounds_by_active": [shown(p, fractions) for p in found.wounds_by_active],
        "wounds_by_reactive": [shown(p, fractions) for p in found.wounds_by_reactive],
        "hits_by_active": named(found.hits_by_active, fractions),
        "hits_by_reactive": named(found.hits_by_reactive, fractions),
    }
