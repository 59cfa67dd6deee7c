"""The small words of statlines and charts, keys made from names, and numbers that come in halves."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

HalfPoints: TypeAlias = int
"""Costs and SWC come in halves; they are counted in halves, so that no game value is a float."""

TOTAL = 255
"""Availability without a limit of its own (the T of the lists), as the army builder counts it."""

_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_UNLIKE_LETTERS = str.maketrans({"º": "", "°": "", "'": "", "’": "", "/": "", '"': ""})


class Attribute(StrEnum):
    """What a statline gives a figure for, and what rolls and saves are made against."""

    CC = "CC"
    BS = "BS"
    PH = "PH"
    WIP = "WIP"
    ARM = "ARM"
    BTS = "BTS"


class TroopType(StrEnum):
    """The kind of troop that a profile is."""

    LI = "LI"
    MI = "MI"
    HI = "HI"
    SK = "SK"
    WB = "WB"
    TAG = "TAG"
    REM = "REM"


class OrderType(StrEnum):
    """An order that an option adds."""

    REGULAR = "regular"
    IRREGULAR = "irregular"
    IMPETUOUS = "impetuous"
    LIEUTENANT = "lieutenant"


def key_of(name: str) -> str:
    """A name as a key: small plain letters and hyphens, whatever accents and signs it has.

    >>> key_of("Yān Huǒ Invincibles")
    'yan-huo-invincibles'
    """
    plain = unicodedata.normalize("NFKD", name.translate(_UNLIKE_LETTERS))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _NOT_A_LETTER.sub("-", letters.lower()).strip("-")


def halves(value: float) -> HalfPoints | None:
    """A printed cost in halves; None if it is no multiple of a half.

    >>> halves(2.5)
    5
    """
    twice = value * 2
    return int(twice) if twice == int(twice) else None


def whole(value: HalfPoints) -> Fraction:
    """A number of halves as the number that it stands for."""
    return Fraction(value, 2)


def printed(value: HalfPoints) -> str:
    """A number of halves as the lists print it.

    >>> printed(5), printed(6), printed(-1)
    ('2.5', '3', '-0.5')
    """
    sign, size = ("-", -value) if value < 0 else ("", value)
    return f"{sign}{size // 2}.5" if size % 2 else f"{sign}{size // 2}"


def mils(millimetres: int) -> int:
    """Millimetres in thousandths of an inch, to the nearest, in whole numbers throughout: 25 is 984."""
    return (millimetres * 10_000 + 127) // 254
