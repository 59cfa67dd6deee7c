"""What goes wrong for people: a message in their language, with the place and the way out."""

from __future__ import annotations

from collections.abc import Callable

from firelane.text import say


class Problem(Exception):
    """Bad input of any kind. The command line prints it and leaves with exit code 2.

    `key` names a message of the catalogue, `args` fills it: what was wrong, with which value, where,
    and what to do. It is not for the game's own refusals, which are values (`core.Refusal`).
    """

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key, args)
        self.key = key
        self.args_of_message = args

    def __reduce__(self) -> tuple[Callable[..., Problem], tuple[object, ...]]:
        """So that it comes back whole from another process."""
        return _again, (self.key, self.args_of_message)

    def say(self, lang: str | None = None) -> str:
        """The whole complaint in one language."""
        return say(self.key, lang, **self.args_of_message)

    def __str__(self) -> str:
        return self.say("en")


def _again(key: str, args: dict[str, object]) -> Problem:
    return Problem(key, **args)
