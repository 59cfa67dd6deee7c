"""`firelane`: the program's commands, in the reader's language, with complaints that help.

The language is chosen before the commands are built, since their help is written in it. Whatever is bad
input ends with a message and exit code 2, never with a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import click
import typer

from firelane import __version__
from firelane.problem import Problem
from firelane.text import LANGUAGES, from_environment, say, speak

BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        speak(chosen_language(given))
        sys.exit(build()(args=given, prog_name="firelane", standalone_mode=False) or 0)
    except Problem as problem:
        _complain(problem.say())
        sys.exit(BAD_INPUT)
    except click.exceptions.NoArgsIsHelpError as shown:
        typer.echo(shown.ctx.get_help() if shown.ctx else "")
        sys.exit(BAD_INPUT)
    except click.UsageError as error:
        _complain(usage_words(error))
        sys.exit(BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        _complain(say("cli.stopped"))
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def chosen_language(arguments: Sequence[str]) -> str:
    """What `--lang` says, else what the environment says."""
    for place, word in enumerate(arguments):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name != "--lang":
            continue
        wanted = value if equals else next(iter(arguments[place + 1 :]), "")
        if wanted not in LANGUAGES:
            speak(from_environment())
            raise Problem("cli.no-language", given=wanted, known=", ".join(LANGUAGES))
        return wanted
    return from_environment()


def usage_words(error: click.UsageError) -> str:
    """A wrong call in the reader's language, with where to read on."""
    command = error.ctx.command_path if error.ctx is not None else "firelane"
    match error:
        case click.NoSuchOption():
            nearest = ", ".join(sorted(error.possibilities or ())) or "--help"
            return say("cli.no-such-option", option=error.option_name, nearest=nearest, command=command)
        case click.MissingParameter():
            return say("cli.missing", name=_parameter(error), command=command)
        case click.BadParameter():
            return say("cli.bad-value", name=_parameter(error), what=error.message, command=command)
        case _:
            return say("cli.bad-usage", what=error.message, command=command)


def _parameter(error: click.BadParameter) -> str:
    if error.param is None:
        return error.param_hint if isinstance(error.param_hint, str) else ""
    if isinstance(error.param, click.Option):
        return "/".join(error.param.opts)
    return error.param.human_readable_name


def _complain(words: str) -> None:
    typer.echo(f"firelane: {words}", err=True)


def build() -> typer.Typer:
    """All commands, with help in the language in force."""
    from firelane.cli import editions, games, rules, table

    app = typer.Typer(
        name="firelane",
        help=say("cli.help"),
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @app.callback()
    def options(
        lang: Annotated[str | None, typer.Option(help=say("cli.lang"), show_default=False)] = None,
        version: Annotated[
            bool, typer.Option("--version", help=say("cli.version"), is_eager=True, callback=_version)
        ] = False,
    ) -> None:
        pass

    games.add(app)
    look_up = rules.build()
    editions.add(look_up)
    app.add_typer(look_up, name="rules")
    app.add_typer(table.build(), name="table")
    return app


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"firelane {__version__}")
        raise typer.Exit
