"""`firelane play`, `simulate` and `replay`."""

from __future__ import annotations

import shlex
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firelane.problem import Problem
from firelane.text import say

if TYPE_CHECKING:
    from firelane.core.journal import Recorded
    from firelane.core.ruleset import Ruleset
    from firelane.lab.many import Kind, Summary
    from firelane.players import Decision

OF_THE_RULESET = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Options that a command does not know are those of the ruleset's set-up."""


def chosen(extra: list[str]) -> dict[str, str]:
    """The choices among the words that the command itself does not know: `--mission supplies`."""
    found: dict[str, str] = {}
    words = iter(extra)
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise Problem("cli.not-an-option", word=word)
        if not equals and (given := next(words, None)) is not None:
            value = given
        if not value:
            raise Problem("cli.option-without-value", name=f"--{name}")
        found[name] = value
    return found


def add(app: typer.Typer) -> None:
    """Put the commands into the program."""

    @app.command(help=say("cli.play"), epilog=say("cli.setup-options"), context_settings=OF_THE_RULESET)
    def play(
        context: typer.Context,
        ruleset: Annotated[str, typer.Option(help=say("cli.ruleset"), show_default=False)],
        seat: Annotated[str, typer.Option(help=say("cli.seat"))] = "",
        seed: Annotated[str, typer.Option(help=say("cli.seed"), show_default=False)] = "",
        save: Annotated[Path | None, typer.Option(help=say("cli.save"), show_default=False)] = None,
        resume: Annotated[
            Path | None, typer.Option("--continue", help=say("cli.continue"), show_default=False)
        ] = None,
        own_dice: Annotated[bool, typer.Option("--own-dice", help=say("cli.own-dice"))] = False,
        opponent: Annotated[str, typer.Option(help=say("players.opponent"), show_default=False)] = "",
        coach: Annotated[bool, typer.Option("--coach", help=say("players.coach"))] = False,
        reasons: Annotated[Path | None, typer.Option(help=say("players.reasons"), show_default=False)] = None,
    ) -> None:
        from firelane.cli.terminal import Terminal, begin_or_resume
        from firelane.players import named, usual
        from firelane.rulesets import load, set_up

        played = load(ruleset)
        side = seat or played.seats[0]
        if side not in played.seats:
            raise Problem("cli.no-such-seat", seat=side, known=", ".join(played.seats))
        setup = set_up(played, chosen(context.args))
        machine = named(opponent or usual(played), played)
        game, notice = begin_or_resume(played, setup, seed, save, resume)
        with closing(game):
            terminal = Terminal(game, side, own_dice, sys.stdin.isatty(), opponent=machine, coach=coach)
            terminal.play(notice)
        if reasons is not None and game.state.outcome is not None:
            _write_reasons(terminal.decisions, reasons)

    @app.command(help=say("cli.simulate"), epilog=say("cli.setup-options"), context_settings=OF_THE_RULESET)
    def simulate(
        context: typer.Context,
        ruleset: Annotated[str, typer.Option(help=say("cli.ruleset"), show_default=False)],
        games: Annotated[int, typer.Option(min=1, help=say("cli.games"))] = 20,
        seed: Annotated[int, typer.Option(help=say("cli.first-seed"))] = 1,
        processes: Annotated[int, typer.Option(min=1, help=say("cli.processes"))] = 1,
        vary: Annotated[bool, typer.Option("--vary", help=say("cli.vary"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli.json"))] = False,
    ) -> None:
        import msgspec

        from firelane.lab.many import Kind

        summary = _simulate(Kind(ruleset, chosen(context.args), vary), games, seed, processes)
        if as_json:
            typer.echo(msgspec.json.encode(summary, order="sorted"))
        else:
            _print(summary)

    @app.command(help=say("cli.fired"))
    def fired(
        files: Annotated[list[Path], typer.Argument(help=say("cli.fired-files"), show_default=False)],
        write: Annotated[Path | None, typer.Option(help=say("cli.fired-write"), show_default=False)] = None,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli.json"))] = False,
    ) -> None:
        import msgspec

        from firelane.lab.firing import page, read_summary, table
        from firelane.rulesets import load

        summaries = [read_summary(file) for file in files]
        names = {summary.ruleset for summary in summaries}
        if len(names) > 1:
            raise Problem("cli.fired-mixed", names=", ".join(sorted(names)))
        found = table(load(names.pop()), summaries)
        if write is not None:
            try:
                write.write_text(page(found), "utf-8")
            except OSError as error:
                raise Problem("documents.unwritable", file=write, reason=error.strerror) from None
        if as_json:
            typer.echo(msgspec.json.encode(found))
            return
        share = round(100 * len(found.fired) / found.reachable, 1)
        told = say(
            "cli.fired-counts",
            games=found.games,
            fired=len(found.fired),
            reachable=found.reachable,
            percent=share,
        )
        typer.echo(told)
        for entry in found.missing:
            typer.echo(f"  {entry}")

    @app.command(help=say("cli.replay"))
    def replay(
        file: Annotated[Path, typer.Argument(help=say("cli.file"), show_default=False)],
        ruleset: Annotated[str, typer.Option(help=say("cli.replay-ruleset"), show_default=False)] = "",
        seat: Annotated[str, typer.Option(help=say("cli.replay-seat"), show_default=False)] = "",
        verify: Annotated[bool, typer.Option("--verify", help=say("cli.replay-verify"))] = False,
    ) -> None:
        from firelane.cli.terminal import print_events
        from firelane.core import journal
        from firelane.rulesets import load

        recorded = journal.read(file)
        played = load(ruleset or recorded.header.ruleset)
        if verify:
            _verify(played, recorded)
            return
        game = journal.game_of(played, recorded)
        if seat and seat not in played.seats:
            raise Problem("cli.no-such-seat", seat=seat, known=", ".join(played.seats))
        print_events(played, game.moments[0], seat or None)
        for moment in journal.fold(game, recorded):
            print_events(played, moment, seat or None)
        if recorded.cut_off:
            typer.echo(say("journal.cut-off", file=file, count=game.count))
        typer.echo(say("cli.replayed", count=game.count, sum=game.sum.hex()))


def _verify(ruleset: Ruleset, recorded: Recorded) -> None:
    """Check a recorded game and print in one sentence what was verified."""
    from firelane.core.verify import verify

    found = verify(ruleset, recorded)
    key = "verified" if found.commitments and not found.uncommitted else "verified-in-part"
    if not found.commitments:
        key = "verified-uncommitted"
    if recorded.cut_off:
        typer.echo(say("journal.cut-off", file=recorded.path, count=found.steps))
    typer.echo(
        say(
            f"journal.{key}",
            file=recorded.path,
            count=found.steps,
            sum=found.sum,
            commitment=", ".join(found.commitments),
            seeded=found.seeded,
            own=found.own,
            unknown=found.unknown,
            uncommitted=found.uncommitted,
        )
    )


def _write_reasons(decisions: list[Decision], path: Path) -> None:
    """What the machine weighed, a JSON line for each of its decisions."""
    import msgspec

    try:
        path.write_bytes(b"".join(msgspec.json.encode(made) + b"\n" for made in decisions))
    except OSError as error:
        raise Problem("documents.unwritable", file=path, reason=error.strerror or error) from None


def _simulate(kind: Kind, games: int, seed: int, processes: int) -> Summary:
    from rich.console import Console
    from rich.progress import track

    from firelane.lab.many import Broken, Summary, play_many
    from firelane.rulesets import load

    summary = Summary(ruleset=load(kind.ruleset).name, first_seed=seed)
    kind.setup(seed)  # what cannot be set up is told before anything is played
    console = Console(stderr=True)
    played = play_many(kind, games, seed, processes)
    try:
        shown = track(
            played, say("cli.simulating"), total=games, console=console, disable=not console.is_terminal
        )
        for game in shown:
            summary.add(game)
    except Broken as broken:
        options = [f"--{name} {shlex.quote(value)}" for name, value in kind.chosen.items()]
        more = " ".join(["", *["--vary"] * kind.vary, *options])
        command = f"firelane simulate --ruleset {kind.ruleset} --games 1 --seed {broken.seed}{more}"
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
