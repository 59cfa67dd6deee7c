"""`firelane play`, `simulate` and `replay`."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firelane.problem import Problem
from firelane.text import say

if TYPE_CHECKING:
    from firelane.lab.many import Summary
    from firelane.players import Decision


def add(app: typer.Typer) -> None:
    """Put the commands into the program."""

    @app.command(help=say("cli.play"))
    def play(
        ruleset: Annotated[str, typer.Option(help=say("cli.ruleset"), show_default=False)],
        seat: Annotated[str, typer.Option(help=say("cli.seat"))] = "",
        seed: Annotated[str, typer.Option(help=say("cli.seed"), show_default=False)] = "",
        save: Annotated[Path | None, typer.Option(help=say("cli.save"), show_default=False)] = None,
        resume: Annotated[
            Path | None, typer.Option("--continue", help=say("cli.continue"), show_default=False)
        ] = None,
        own_dice: Annotated[bool, typer.Option("--own-dice", help=say("cli.own-dice"))] = False,
        tasking: Annotated[str, typer.Option(help=say("cli.tasking"), show_default=False)] = "",
        battlespace: Annotated[str, typer.Option(help=say("cli.battlespace"), show_default=False)] = "",
        units: Annotated[str, typer.Option(help=say("cli.units"), show_default=False)] = "",
        opponent: Annotated[str, typer.Option(help=say("players.opponent"), show_default=False)] = "",
        coach: Annotated[bool, typer.Option("--coach", help=say("players.coach"))] = False,
        reasons: Annotated[Path | None, typer.Option(help=say("players.reasons"), show_default=False)] = None,
    ) -> None:
        from firelane.cli.terminal import Terminal, begin_or_resume
        from firelane.players import named, usual
        from firelane.rulesets import load, setup_with

        played = load(ruleset)
        setup = setup_with(played, {"tasking": tasking, "battlespace": battlespace, "units": units})
        chosen = seat or played.seats[0]
        if chosen not in played.seats:
            raise Problem("cli.no-such-seat", seat=chosen, known=", ".join(played.seats))
        machine = named(opponent or usual(played), played)
        game, notice = begin_or_resume(played, seed, save, resume, setup)
        with closing(game):
            terminal = Terminal(game, chosen, own_dice, sys.stdin.isatty(), opponent=machine, coach=coach)
            terminal.play(notice)
        if reasons is not None and game.state.outcome is not None:
            _write_reasons(terminal.decisions, reasons)

    @app.command(help=say("cli.simulate"))
    def simulate(
        ruleset: Annotated[str, typer.Option(help=say("cli.ruleset"), show_default=False)],
        games: Annotated[int, typer.Option(min=1, help=say("cli.games"))] = 20,
        seed: Annotated[int, typer.Option(help=say("cli.first-seed"))] = 1,
        processes: Annotated[int, typer.Option(min=1, help=say("cli.processes"))] = 1,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli.json"))] = False,
        tasking: Annotated[str, typer.Option(help=say("cli.tasking"), show_default=False)] = "",
        battlespace: Annotated[str, typer.Option(help=say("cli.battlespace"), show_default=False)] = "",
        units: Annotated[str, typer.Option(help=say("cli.units"), show_default=False)] = "",
    ) -> None:
        import msgspec

        options = {"tasking": tasking, "battlespace": battlespace, "units": units}
        summary = _simulate(ruleset, games, seed, processes, options)
        if as_json:
            typer.echo(msgspec.json.encode(summary, order="sorted"))
        else:
            _print(summary)

    @app.command(help=say("cli.replay"))
    def replay(
        file: Annotated[Path, typer.Argument(help=say("cli.file"), show_default=False)],
        ruleset: Annotated[str, typer.Option(help=say("cli.replay-ruleset"), show_default=False)] = "",
        seat: Annotated[str, typer.Option(help=say("cli.replay-seat"), show_default=False)] = "",
    ) -> None:
        from firelane.cli.terminal import print_events
        from firelane.core import journal
        from firelane.rulesets import load

        recorded = journal.read(file)
        played = load(ruleset or recorded.header.ruleset)
        game = journal.game_of(played, recorded)
        if seat and seat not in played.seats:
            raise Problem("cli.no-such-seat", seat=seat, known=", ".join(played.seats))
        print_events(played, game.moments[0].events, seat or None)
        for moment in journal.fold(game, recorded):
            print_events(played, moment.events, seat or None)
        if recorded.cut_off:
            typer.echo(say("journal.cut-off", file=file, count=game.count))
        typer.echo(say("cli.replayed", count=game.count, sum=game.sum.hex()))


def _write_reasons(decisions: list[Decision], path: Path) -> None:
    """What the machine weighed, a JSON line for each of its decisions."""
    import msgspec

    try:
        path.write_bytes(b"".join(msgspec.json.encode(made) + b"\n" for made in decisions))
    except OSError as error:
        raise Problem("documents.unwritable", file=path, reason=error.strerror or error) from None


def _simulate(ruleset: str, games: int, seed: int, processes: int, options: dict[str, str]) -> Summary:
    from rich.console import Console
    from rich.progress import track

    from firelane.lab.many import Broken, Summary, play_many
    from firelane.rulesets import load, setup_with

    loaded = load(ruleset)
    setup = setup_with(loaded, options)
    summary = Summary(ruleset=loaded.name, first_seed=seed)
    console = Console(stderr=True)
    played = play_many(ruleset, games, seed, processes, setup)
    try:
        shown = track(
            played, say("cli.simulating"), total=games, console=console, disable=not console.is_terminal
        )
        for game in shown:
            summary.add(game)
    except Broken as broken:
        more = "".join(f" --{name} {value}" for name, value in options.items() if value)
        command = f"firelane simulate --ruleset {ruleset} --games 1 --seed {broken.seed}{more}"
        typer.echo(broken.what, err=True)
        typer.echo(say("cli.broken", seed=broken.seed, command=command), err=True)
        raise typer.Exit(1) from None
    return summary


def _print(summary: Summary) -> None:
    typer.echo(say("cli.summary", games=summary.games, ruleset=summary.ruleset, seed=summary.first_seed))
    for seat, count in sorted(summary.wins.items()):
        typer.echo(
            say("cli.summary-wins", seat=seat, count=count, percent=round(100 * count / summary.games))
        )
    typer.echo(say("cli.summary-draws", count=summary.draws))
    each = round(summary.answers / summary.games, 1)
    typer.echo(say("cli.summary-length", answers=each, rolls=round(summary.rolls / summary.games, 1)))
    both = len(summary.fired | summary.reached)
    typer.echo(say("cli.summary-fired", count=len(summary.fired), reached=both - len(summary.fired)))
    for rule, count in sorted(summary.fired.items()):
        typer.echo(f"  {rule:40} {count:>8}")
