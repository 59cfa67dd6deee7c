"""The rulesets that can be played, by name. Imported when used: a game brings heavy libraries along."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from random import Random
from typing import Any

from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.explain import explain as in_words
from firelane.screen.screens import Screen
from firelane.text import language

SHIPPED: dict[str, str] = {"c1": "firelane.infinity.c1.game:C1", "bpre": "firelane.bpre.game:BPRE"}
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


SCREENS: dict[str, str] = {"c1": "firelane.screen.infinity:screen", "bpre": "firelane.screen.bpre:screen"}
"""Name of the ruleset, and the function that makes its screen."""


def screen_of(ruleset: Ruleset) -> Screen:
    """How a ruleset is shown: its own screen, or the plain one that every ruleset has."""
    module, _, attribute = SCREENS.get(ruleset.name, "firelane.screen.plain:screen").partition(":")
    made: Screen = getattr(importlib.import_module(module), attribute)(ruleset)
    return made


def set_up(ruleset: Ruleset, chosen: Mapping[str, str], seed: str | int | None = None) -> Any:
    """The set-up with what was chosen in words; with a seed, all else is drawn over what is shipped."""
    for name in chosen:
        if name not in ruleset.options:
            known = ", ".join(f"--{option}" for option in ruleset.options) or "-"
            raise Problem("cli.no-setup-option", name=f"--{name}", ruleset=ruleset.name, known=known)
    if ruleset.arrange is None:
        return ruleset.setup()
    return ruleset.arrange(chosen, Random(f"{seed}/set-up") if seed is not None else None)


def book_of(ruleset: Ruleset) -> Book:
    """The rulebook in which the ruleset's statements stand."""
    return Book.open((ruleset.catalogue,) if ruleset.catalogue is not None else ())


def explain(ruleset: Ruleset, rule: str, args: Mapping[str, object], seen: View[Any] | None = None) -> str:
    """A statement of the ruleset with its arguments, in the language in force, named as in a view."""
    lang = language()

    def named(key: str) -> str:
        return key if seen is None else ruleset.words.value(seen, key, lang)

    return in_words(rule, args, lang, book=book_of(ruleset), named=named)
