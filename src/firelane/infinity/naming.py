"""What things of Infinity are called: names from the rulebook and the charts, numbers with their parts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from firelane.core.because import Modifier, Number
from firelane.forces.library import forces
from firelane.infinity.names import CUT_OFF, DISENGAGED
from firelane.infinity.sheets import sheet
from firelane.infinity.world import Trooper
from firelane.rulebook.book import Book
from firelane.text import has, say, seat_name

BOOKS = ("c1", "n4", "n4-core", "n3", "n2")
"""Where names of skills and states are looked for, the first that knows one first."""


@cache
def rule_name(key: str, lang: str) -> str:
    """The name of a skill, state or other rule by its neutral key."""
    if key in (CUT_OFF, DISENGAGED):  # states that no book names
        return say(f"infinity.{key}", lang)
    book = Book.open()
    for prefix in BOOKS:
        if book.is_rule(f"{prefix}.{key}"):
            return book.rule(f"{prefix}.{key}").name.say(lang)
    return key


def skill_name(key: str, lang: str) -> str:
    """The name of a skill as it is declared."""
    return say("infinity.use-objective", lang) if key == "use-objective" else rule_name(key, lang)


@cache
def part_name(rule: str, lang: str) -> str:
    """What a part of a sum is called: the attribute, or the rule that adds it."""
    stem, _, last = rule.rpartition(".")
    if stem == "attribute":
        return last.upper()
    if stem.rpartition(".")[2] in ("saving-roll", "damage"):
        return say("infinity.damage", lang)
    if has(rule):
        return say(rule, lang)
    book = Book.open()
    entry = stem if last.isdecimal() else rule
    return book.rule(entry).name.say(lang) if book.is_rule(entry) else rule


@cache
def weapon_name(key: str, lang: str) -> str:
    """A weapon, with its mode where it has several."""
    mode = forces("c1").modes.get(key)
    if mode is None:
        return rule_name(key, lang)
    name = mode.name.say(lang)
    return f"{name} ({mode.mode.say(lang)})" if mode.mode else name


def unit_name(trooper: Trooper | str) -> str:
    """What stands there, as the unit calls it."""
    facts = sheet(trooper if isinstance(trooper, str) else trooper.sheet).facts
    return facts.name or facts.unit_name


@cache
def thing_name(name: str, lang: str) -> str:
    """What a console or a supply box is called; others are named by their ids, as figures are."""
    stem, _, number = name.rpartition("-")
    return say(f"infinity.name-{stem}", lang, number=number) if stem in ("console", "box") else name


def zone_name(zone: str, lang: str) -> str:
    """A Deployment Zone, as the ready battlefields name it."""
    key = f"infinity.zone-{zone}"
    return say(key, lang) if has(key) else zone


def listed(parts: Iterable[str], lang: str) -> str:
    """Several names one after another."""
    return say("infinity.comma", lang).join(parts)


def place_in_words(x: int, y: int, z: int = 0) -> str:
    """A place in inches, with its height where it has one."""
    where = f"{x / 1000:.1f}, {y / 1000:.1f}"
    return f"({where}, {z / 1000:.1f}↑)" if z else f"({where})"


def points_in_words(halves: int) -> str:
    """Army points, which are kept in halves."""
    return f"{halves / 2:g}"


def things_in_words(names: Iterable[str], lang: str) -> str:
    """Several consoles, boxes, mines or markers."""
    return listed([thing_name(name, lang) for name in names], lang)


def faces_in_words(faces: Iterable[int]) -> str:
    """Dice as they fell."""
    return " ".join(map(str, faces))


def scores_in_words(scores: Iterable[tuple[str, object]], lang: str) -> str:
    """What each side has."""
    return listed([f"{seat_name(seat, lang)} {value}" for seat, value in scores], lang)


def number_in_words(number: Number, lang: str) -> str:
    """A sum with its parts: `9 (BS 12, Cover -3)`."""
    parts = listed([_part(part, first=part is number.base, lang=lang)
                     for part in (number.base, *number.modifiers)], lang)  # fmt: skip
    return say("infinity.number", lang, total=number.total, parts=parts)


def _part(part: Modifier, first: bool, lang: str) -> str:
    shown = str(part.value) if first else f"{part.value:+d}"
    return say("infinity.part", lang, name=part_name(part.rule, lang), value=shown)


def holder_name(owner: str, lang: str) -> str:
    """Who holds something."""
    return seat_name(owner, lang) if owner else say("infinity.nobody", lang)
