"""A Red Earth attack as a player types it: `hits 11/13 +1 x5 hasty-ambush` against `save 12 obstructed`.

Where Unit Cards are given, the name of one stands for its figures; figures typed after it count instead.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Protocol

from firelane.odds.reading import columns
from firelane.odds.redearth import Attack, Card, Target
from firelane.problem import Problem

_HITS = re.compile(r"(\d+)(?:/(\d+))?\+?")
_ROLLS = re.compile(r"x(\d+)")
_MOD = re.compile(r"[-+−]\d+")
IMMEDIATE = {"immediate", "即応"}
FLAGS = {
    "obstructed": "obstructed",
    "遮られた": "obstructed",
    "staggered": "staggered",
    "スタッガー": "staggered",
}
CARDS = {card.value: card for card in Card}
THEIRS = frozenset({Card.BREAK_CONTACT, Card.PILE_OF_LITTLE_ARMS})


class UnitFigures(Protocol):
    """What a Unit Card tells."""

    @property
    def direct(self) -> int:
        """To hit over Direct LOS."""

    @property
    def obstructed(self) -> int:
        """To hit over Obstructed LOS."""

    @property
    def save(self) -> int | None:
        """To save, if it has a save roll."""

    @property
    def cp(self) -> int:
        """What it costs."""


def read_attack(
    attacker: str, targets: list[str], units: Mapping[str, UnitFigures]
) -> tuple[Attack, tuple[Target, ...]]:
    """The attack and those it is aimed at, or a Problem."""
    how, hits = _attacker(attacker, units)
    return how, tuple(_target(text, hits, units) for text in targets)


def _attacker(text: str, units: Mapping[str, UnitFigures]) -> tuple[Attack, tuple[int, int]]:
    hits: tuple[int, int] | None = None
    bonus, rolls, cards, immediate = 0, 1, set(), False
    words = _words(text)
    while words:
        word, at = words.pop(0)
        if word in units:
            hits = units[word].direct, units[word].obstructed
        elif word == "hits" and words:
            continue
        elif found := _ROLLS.fullmatch(word):
            rolls = int(found[1])
        elif _MOD.fullmatch(word):
            bonus += int(word.replace("−", "-"))
        elif found := _HITS.fullmatch(word):
            hits = int(found[1]), int(found[2] or found[1])
        elif word in IMMEDIATE:
            immediate = True
        elif word in CARDS and CARDS[word] not in THEIRS:
            cards.add(CARDS[word])
        else:
            known = [*units, *IMMEDIATE, "hits", *(card for card in CARDS if CARDS[card] not in THEIRS)]
            raise _unknown(text, word, at, known)
    if hits is None:
        raise Problem("odds.no-marksmanship", text=text)
    return Attack(bonus, rolls, frozenset(cards), immediate), hits


def _target(text: str, hits: tuple[int, int], units: Mapping[str, UnitFigures]) -> Target:
    save: int | None = None
    bonus, worth, flags, cards = 0, 1, set(), set()
    words = _words(text)
    while words:
        word, at = words.pop(0)
        if word in units:
            save, worth = units[word].save, units[word].cp
        elif word in ("save", "worth") and words and words[0][0].isdecimal():
            figure = int(words.pop(0)[0])
            save, worth = (figure, worth) if word == "save" else (save, figure)
        elif word in ("no-save", "nosave"):
            save = None
        elif word in FLAGS:
            flags.add(FLAGS[word])
        elif _MOD.fullmatch(word):
            bonus += int(word.replace("−", "-"))
        elif word in CARDS and CARDS[word] in THEIRS:
            cards.add(CARDS[word])
        else:
            raise _unknown(text, word, at, [*units, *FLAGS, "save", "no-save", "worth", *THEIRS])
    obstructed = "obstructed" in flags
    return Target(hits[obstructed], save, bonus, "staggered" in flags, obstructed, worth, frozenset(cards))


def _words(text: str) -> list[tuple[str, int]]:
    return [(found[0].lower(), found.start()) for found in re.finditer(r"\S+", text)]


def _unknown(text: str, word: str, at: int, known: list[str]) -> Problem:
    near = difflib.get_close_matches(word, known, n=3, cutoff=0.4) or known[:6]
    mark = " " * columns(text[:at]) + "^" * columns(word)
    return Problem("odds.unknown-word", text=text, mark=mark, word=word, near=", ".join(near))
