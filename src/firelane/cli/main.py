"""`firelane`: the program's commands, in the reader's language, with complaints that help.

The language is chosen before the commands are built, since their help is written in it. Whatever is bad
input ends with a message and exit code 2, never with a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, TyperException

from firelane import __version__, compiling
from firelane.problem import Problem
from firelane.text import LANGUAGES, from_environment, say, speak
from firelane.text.borrowed import in_our_language

BAD_INPUT = 2
STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        speak(chosen_language(given))
        compiling.tell()
        sys.exit(command_line()(args=given, prog_name="firelane", standalone_mode=False) or 0)
    except Problem as problem:
        _complain(problem.say())
        sys.exit(BAD_INPUT)
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(in_our_language(error.message))
        else:
            _complain(usage_words(error))
        sys.exit(BAD_INPUT)
    except (Abort, KeyboardInterrupt):
        _complain(say("cli.stopped"))
        sys.exit(STOPPED)
    except BrokenPipeError:  # whoever read our output has seen enough
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


def usage_words(error: TyperException) -> str:
    """A wrong call in the reader's language, with where to read on."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "firelane"
    parameter = getattr(error, "param", None)
    name = "/".join(parameter.opts) if parameter is not None else ""
    match type(error).__name__:
        case "NoSuchOption":
            return say("cli.no-such-option", option=getattr(error, "option_name", ""), command=command)
        case "MissingParameter":
            return say("cli.missing", name=name, command=command)
        case "BadParameter":
            return say("cli.bad-value", name=name, what=error.message, command=command)
        case _:
            return say("cli.bad-usage", what=error.message, command=command)


def _complain(words: str) -> None:
    typer.echo(f"firelane: {words}", err=True)


def command_line() -> Any:
    """The whole command line, its help pages in the language in force throughout."""
    command: Any = typer.main.get_command(build())
    waiting = [command]
    while waiting:
        one = waiting.pop()
        one.get_help = _translated(one.get_help)
        waiting += getattr(one, "commands", {}).values()
    return command


def _translated(get_help: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda context: in_our_language(get_help(context))


def build() -> typer.Typer:
    """All commands, with help in the language in force."""
    from firelane.cli import arena, editions, forces, games, odds, rules, serve, stores, table

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
    serve.add(app)
    stores.add(app)
    arena.add(app)
    look_up = rules.build()
    editions.add(look_up)
    app.add_typer(look_up, name="rules")
    app.add_typer(table.build(), name="table")
    app.add_typer(odds.build(), name="odds")
    app.add_typer(forces.build(), name="forces")
    return app


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"firelane {__version__}")
        raise typer.Exit
