"""`firelane serve`."""

from __future__ import annotations

import webbrowser
from typing import Annotated

import typer

from firelane.text import say


def add(app: typer.Typer) -> None:
    """Put the command into the program."""

    @app.command(help=say("server.serve"))
    def serve(
        port: Annotated[int, typer.Option(min=0, max=65535, help=say("server.port"))] = 8017,
        host: Annotated[str, typer.Option(help=say("server.host"))] = "127.0.0.1",
        store: Annotated[
            str, typer.Option(envvar="FIRELANE_STORE", help=say("server.store"), show_default=False)
        ] = "",
        extra: Annotated[
            list[str] | None, typer.Option("--with", help=say("server.with"), show_default=False)
        ] = None,
        open_it: Annotated[bool, typer.Option("--open", help=say("server.open-it"))] = False,
    ) -> None:
        from firelane.rulesets import SHIPPED
        from firelane.server.serve import address, default_store, is_loopback, run, shown

        place = store or default_store()

        def ready(opened: int) -> None:
            page = address(host, opened)
            if not is_loopback(host):
                typer.echo(say("server.open-to-others", host=host, port=opened), err=True)
            typer.echo(say("server.listening", address=page, store=shown(place)))
            if open_it:
                webbrowser.open(page)

        run(host, port, place, (*SHIPPED, *(extra or ())), ready=ready)
