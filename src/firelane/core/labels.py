"""Labels: the number or letters by which everybody calls a figure, the same on every screen.

A ruleset says which figures a text names (`Words.called`); texts themselves name them by their ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PRIVATE = "*"
"""Before the label of a figure that only its own player knows of."""


class Called(Struct, frozen=True, gc=False, omit_defaults=True):
    """A figure that a text names by its id: its label, what it is, and whose."""

    id: str
    label: str
    name: str = ""
    side: str = ""


def label(side: int, number: int) -> str:
    """The label of a figure by its number, from 1 on: a number on the first side, letters on the other."""
    return str(number) if side == 0 else _letters(number)


def _letters(number: int) -> str:
    """A to Z, then AA, AB and so on."""
    found = ""
    while number > 0:
        number, place = divmod(number - 1, len(LETTERS))
        found = LETTERS[place] + found
    return found


def private_label(number: int) -> str:
    """The label of a figure that has not been seen by anybody else yet; no public label looks like it."""
    return f"{PRIVATE}{number}"


def in_full(text: str, called: Iterable[Called]) -> str:
    """The text with labels and names in place of ids."""
    known = {one.id: f"{one.label} {one.name}".rstrip() for one in called}
    if not known:
        return text
    ids = "|".join(re.escape(key) for key in sorted(known, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda found: known[found.group()], text, flags=re.ASCII)
