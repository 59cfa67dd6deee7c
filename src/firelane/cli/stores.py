"""`firelane backup` and `firelane check`: what the owner of a store needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firelane.text import say


def add(app: typer.Typer) -> None:
    """Put the commands into the program."""

    @app.command(help=say("server.backup"))
    def backup(
        file: Annotated[Path, typer.Argument(help=say("server.backup-file"), show_default=False)],
        store: Annotated[
            str, typer.Option(envvar="FIRELANE_STORE", help=say("server.store"), show_default=False)
        ] = "",
        force: Annotated[bool, typer.Option("--force", help=say("server.backup-force"))] = False,
    ) -> None:
        from firelane.server.backup import back_up
        from firelane.server.serve import default_store

        place = store or default_store()
        made = back_up(place, file, force)
        typer.echo(say("server.backed-up", file=file, games=made.games, size=f"{made.size_bytes:,}"))
        if made.left_out:
            typer.echo(say("server.changes-left-out", store=place), err=True)

    @app.command(help=say("server.check"))
    def check(
        store: Annotated[
            str, typer.Argument(envvar="FIRELANE_STORE", help=say("server.check-store"), show_default=False)
        ] = "",
        extra: Annotated[
            list[str] | None, typer.Option("--with", help=say("server.with"), show_default=False)
        ] = None,
    ) -> None:
        from rich.console import Console
        from rich.progress import track

        from firelane.rulesets import SHIPPED, load
        from firelane.server.check import open_check
        from firelane.server.serve import default_store, shown

        rulesets = {ruleset.name: ruleset for ruleset in map(load, (*SHIPPED, *(extra or ())))}
        place = store or default_store()
        console = Console(stderr=True)
        with open_check(place) as checking:
            for notice in checking.notices:
                typer.echo(notice.say(), err=True)
            problems = list(checking.problems)
            games = track(
                checking.rooms, say("server.checking"), console=console, disable=not console.is_terminal
            )
            problems += [found for room in games if (found := checking.find_problem(room, rulesets))]
        for problem in problems:
            typer.echo(problem.say())
        if problems:
            typer.echo(
                say("server.check-bad", store=shown(place), games=len(checking.rooms), count=len(problems))
            )
            raise typer.Exit(1)
        typer.echo(say("server.check-good", store=shown(place), games=len(checking.rooms)))
