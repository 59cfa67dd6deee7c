"""The rulesets that can be played, by name. Imported when used: a game brings heavy libraries along."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from firelane.core.ruleset import Ruleset
from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.explain import explain as in_words
from firelane.screen.screens import Screen
from firelane.text import language

SHIPPED: dict[str, str] = {"c1": "firelane.infinity.c1.game:C1"}
"""Name of the ruleset, and where it stands (`module:attribute`)."""


def load(name: str) -> Ruleset:
    """A shipped ruleset by its name, or one of your own as `module:attribute`."""
    place = SHIPPED.get(name, name)
    module, colon, attribute = place.partition(":")
    if not colon:
        raise Problem("cli.no-ruleset", name=name, known=", ".join(SHIPPED) or "-")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise Problem("cli.no-ruleset-there", name=name, what=error) from None
    if not isinstance(found, Ruleset):
        raise Problem("cli.no-ruleset-there", name=name, what=type(found).__name__)
    return found


SCREENS: dict[str, str] = {"c1": "firelane.screen.infinity:screen"}
"""Name of the ruleset, and the function that makes its screen."""


def screen_of(ruleset: Ruleset) -> Screen:
    """How a ruleset is shown: its own screen, or the plain one that every ruleset has."""
    module, _, attribute = SCREENS.get(ruleset.name, "firelane.screen.plain:screen").partition(":")
    made: Screen = getattr(importlib.import_module(module), attribute)(ruleset)
    return made


def book_of(ruleset: Ruleset) -> Book:
    """The rulebook in which the ruleset's statements stand."""
    return Book.open((ruleset.catalogue,) if ruleset.catalogue is not None else ())


def explain(ruleset: Ruleset, rule: str, args: Mapping[str, object]) -> str:
    """A statement of the ruleset with its arguments, in the language in force."""
    return in_words(rule, args, language(), book=book_of(ruleset))
