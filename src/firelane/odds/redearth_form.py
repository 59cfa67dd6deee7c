"""A Red Earth fight as a player types it: `lamg-gunner direct-fire hasty-ambush` against `shurta obstructed`.

The name of a Unit Card stands for its figures and skills; figures typed after it count instead. Cards are
those of the edition that bear on attacks and saves; one that is named with an attack is played with it, any
other when it is best. In place of an attacker stands `blast`, or a Fires Card with the weather.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from firelane.bpre.atmospherics import Weather
from firelane.bpre.cards import (
    AFTER_ATTACK,
    AFTER_ATTACK_ROLL,
    AFTER_SAVE,
    BEFORE_SAVE,
    FIRE_FOR_EFFECT,
    FIRES_CALLED,
    FRONT_TOWARDS_ENEMY,
    LAST_BULLET,
    VEST_DECLARED,
    WITH_ATTACK,
    Card,
    misfit,
)
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import AttackRoll, Explosion, Firing, Strike, Subject
from firelane.bpre.names import IMMEDIATE_ACTION, MANEUVER, PHASES, SEATS, other
from firelane.bpre.situation import CardUse
from firelane.bpre.skills import SKILL_NAMES, burst_of
from firelane.bpre.units import InWords, UnitType
from firelane.bpre.words import in_words, rule_name
from firelane.bpre.world import TABLE, RedEarthWorld, Side, Unit
from firelane.odds.reading import columns
from firelane.odds.redearth_course import Course
from firelane.odds.redearth_scene import ABOVE, ATTACKER, Typed
from firelane.problem import Problem
from firelane.table.things import Battlefield

_HITS = re.compile(r"(\d+)(?:/(\d+))?\+?")
_ROLLS = re.compile(r"[x×](\d+)")
_MOD = re.compile(r"[-+−]\d+")
_FIGURES = ("hits", "save", "worth", "命中", "セーブ", "価値")
OCCASIONS = (*PHASES, IMMEDIATE_ACTION)
OTHER_WORDS = {
    "immediate": IMMEDIATE_ACTION,
    "即応": IMMEDIATE_ACTION,
    "direct": "direct-fire",
    "遮られた": "obstructed",
    "スタッガー": "staggered",
    "味方": "friend",
    "近く": "near",
    "nosave": "no-save",
    "セーブなし": "no-save",
    "爆発": "blast",
    "explosion": "blast",
}
FLAGS = ("obstructed", "staggered", "friend", "near", "no-save")
BLAST = "blast"
FIELD = Battlefield(width=24_000, depth=24_000, pieces=(), rooms=(), name="typed")


class Typing(Struct):
    """One unit as it was typed."""

    text: str
    hits: tuple[int, int] | None = None
    save: int | UnsetType | None = UNSET
    worth: int = 1
    skills: tuple[str, ...] = ()
    rolls: int | None = None
    mod: int = 0
    occasion: str = ""
    cards: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)


class Read(Struct, frozen=True):
    """A fight that was read: how it can go, whose fate is asked, and what was typed for each unit."""

    course: Course
    asked: tuple[str, ...]
    names: Mapping[str, str]


def read_fight(attacker: str, others: list[str], units: Mapping[str, UnitType]) -> Read:
    """The fight, or a Problem."""
    others = [each for text in others for each in _apart(text, units)]
    first, *rest = attacker.lower().split() or [""]
    if _plain(first) == BLAST and not rest:
        return _blast([_typing(text, units) for text in others])
    if _plain(first) in _of_kind("fires"):
        return _strike(attacker, [_typing(text, units) for text in others])
    mine, theirs = _typing(attacker, units), [_typing(text, units) for text in others]
    if mine.hits is None:
        raise Problem("odds.no-marksmanship", text=attacker)
    occasion = mine.occasion or MANEUVER
    everybody = {"attacker": mine, **_named(theirs)}
    world = _world(everybody, occasion)
    targets = [name for name in everybody if name.startswith("target")]
    if not targets:
        raise Problem("odds.nobody-to-attack", text=attacker)
    for one in theirs:
        if LAST_BULLET in one.cards and one.hits is None:
            raise Problem("odds.no-marksmanship", text=one.text)
    _check_vests([mine, *theirs])
    declared = tuple(card for card in mine.cards if WITH_ATTACK in EDITION.data(card, Card).declared)
    for card in declared:
        subject = Subject(unit=targets[0], by="attacker", occasion=occasion)
        if misfit(EDITION, card, CardUse(world, ATTACKER, WITH_ATTACK, subject)):
            needed = ", ".join(EDITION.data(card, Card).phases)
            raise Problem("odds.card-does-not-fit", card=card.partition(".")[2], needed=needed)
    near = _near(everybody)
    begun = _begun(world, mine, targets, frozenset(name for name, _ in near), occasion, declared)
    scene = Typed(
        EDITION,
        frozenset(name for name, one in everybody.items() if "obstructed" in one.flags),
        tuple(name for name in everybody if name.startswith("friend")),
        {name: (one.mod, 0) if one is mine else (0, one.mod) for name, one in everybody.items()},
        near,
        times=mine.rolls,
    )
    held = {
        ATTACKER: [card for card in mine.cards if card not in declared],
        other(ATTACKER): [card for one in theirs for card in one.cards],
    }
    names = {name: one.text for name, one in everybody.items()}
    asked = tuple(name for name in names if name != "attacker")
    return Read(Course(EDITION, world, begun, held, scene), asked, names)


def _begun(
    world: RedEarthWorld,
    mine: Typing,
    targets: list[str],
    near: frozenset[str],
    occasion: str,
    cards: tuple[str, ...],
) -> AttackRoll | Firing:
    """One attack, or one at each by Fire for Effect."""
    if FIRE_FOR_EFFECT in cards:
        most = EDITION.data(FIRE_FOR_EFFECT, Card).amount
        if len(targets) > most:
            raise Problem("odds.too-many-targets", count=len(targets), most=most)
        return Firing(unit="attacker", targets=tuple(targets), cards=cards)
    several = mine.rolls or burst_of(EDITION, world, world.units["attacker"], occasion)
    if several is None or several == 1:
        targets = [targets[0], *(name for name in targets[1:] if name not in near)]  # the others stand by
        if len(targets) > 1:
            raise Problem("odds.one-roll", text=mine.text)
    target, *spread = targets
    return AttackRoll(attacker="attacker", target=target, occasion=occasion, line="", cards=cards,
                      spread=tuple(spread))  # fmt: skip


def _blast(theirs: list[Typing]) -> Read:
    """An explosion that reaches all of them."""
    _check_vests(theirs)
    everybody = _named(theirs)
    world = _world(everybody, MANEUVER)
    left = tuple((name, "obstructed" in one.flags) for name, one in everybody.items())
    bonus = {name: (0, one.mod) for name, one in everybody.items()}
    scene = Typed(EDITION, frozenset(), (), bonus, _near(everybody))
    blast = Explosion(x=0, y=0, radius=0, left=left)
    course = Course(EDITION, world, blast, _held(world, everybody), scene)
    return Read(course, tuple(everybody), {name: one.text for name, one in everybody.items()})


def _strike(text: str, theirs: list[Typing]) -> Read:
    """A Fires Card at the first of them: those near it are in danger, and all are where it explodes."""
    card = ""
    weather = ""
    for each in re.finditer(r"\S+", text):
        plain = _plain(each[0].lower())
        if plain in _of_kind("fires") and not card:
            card = _of_kind("fires")[plain]
        elif plain in _of_kind("atmospherics"):
            weather = _of_kind("atmospherics")[plain]
        else:
            known = ", ".join(_of_kind("atmospherics"))
            raise _trouble("odds.unknown-word", text, each[0], each.start(), near=known)
    _check_vests(theirs)
    everybody = _named(theirs)
    world = replace(_world(everybody, MANEUVER), atmospherics=weather)
    targets = [name for name in everybody if name.startswith("target")]
    if not targets:
        raise Problem("odds.nobody-to-attack", text=text)
    explodes = bool(EDITION.data(card, Card).radius)
    if explodes and weather and EDITION.data(weather, Weather).scatter:
        raise Problem("odds.scatters", card=card.partition(".")[2], weather=weather.partition(".")[2])
    near = _near(everybody)
    if not explodes and any(name not in dict(near) for name in targets[1:]):
        raise Problem("odds.one-struck", card=card.partition(".")[2])
    bonus = {name: (0, one.mod) for name, one in everybody.items()}
    struck = tuple((name, "obstructed" in one.flags) for name, one in everybody.items())
    scene = Typed(EDITION, frozenset(), (), bonus, near, struck)
    x, y = ABOVE
    begun = Strike(card=card, seat=ATTACKER, x=x, y=y, target=targets[0])
    course = Course(EDITION, world, begun, _held(world, everybody), scene)
    return Read(course, tuple(everybody), {name: one.text for name, one in everybody.items()})


def _held(world: RedEarthWorld, everybody: Mapping[str, Typing]) -> dict[str, list[str]]:
    """The cards of each side, by whomever they were typed with."""
    return {
        seat: [c for name, one in everybody.items() if world.units[name].seat == seat for c in one.cards]
        for seat in SEATS
    }


def _check_vests(everybody: list[Typing]) -> None:
    """A card that sets a vest off is told of one who wears one."""
    for one in everybody:
        if FRONT_TOWARDS_ENEMY in one.cards and "s-vest" not in one.skills:
            raise Problem("odds.card-does-not-fit", card="front-towards-enemy", needed="s-vest")


def _near(everybody: Mapping[str, Typing]) -> tuple[tuple[str, bool], ...]:
    """Whom a vest reaches: those of whom it was said."""
    return tuple((name, "obstructed" in one.flags) for name, one in everybody.items() if "near" in one.flags)


def _named(theirs: list[Typing]) -> dict[str, Typing]:
    kinds = ["friend" if "friend" in one.flags else "target" for one in theirs]
    return {f"{kind}-{n}": one for n, (kind, one) in enumerate(zip(kinds, theirs, strict=True), start=1)}


def _world(everybody: Mapping[str, Typing], occasion: str) -> RedEarthWorld:
    """A world with just these units, each with a Unit Card of its own."""
    cards, units = [], {}
    for name, one in everybody.items():
        mine = not name.startswith("target")
        hits = one.hits or (20, 20)
        cards.append(
            UnitType(key=name, name=InWords(en=one.text, ja=one.text), faction=SEATS[0], cp=one.worth, move=6,
                     direct=hits[0], obstructed=hits[1], skills=one.skills,
                     save=None if one.save is UNSET else one.save)
        )  # fmt: skip
        units[name] = Unit(id=name, seat=ATTACKER if mine else other(ATTACKER), kind=name, place=TABLE,
                           x=12_000, y=4_000 if mine else 6_000,
                           staggered="staggered" in one.flags)  # fmt: skip
    return RedEarthWorld(
        terrain=FIELD,
        cards=tuple(cards),
        units=units,
        sides={seat: Side(seat=seat) for seat in SEATS},
        turn=1,
        phase=occasion if occasion in PHASES else MANEUVER,
        active="attacker" if occasion in PHASES else "",
    )


# Words


def _apart(text: str, units: Mapping[str, UnitType]) -> list[str]:
    """Units that were typed one after another: each further name of a Unit Card begins another one."""
    found: list[list[str]] = [[]]
    for word in text.split():
        named = _unit(word.lower(), units) is not None
        if named and any(_unit(each.lower(), units) is not None for each in found[-1]):
            found.append([])
        found[-1].append(word)
    return [" ".join(words) for words in found]


def _typing(text: str, units: Mapping[str, UnitType]) -> Typing:
    found = Typing(text)
    words = [(each[0].lower(), each.start()) for each in re.finditer(r"\S+", text)]
    while words:
        word, at = words.pop(0)
        plain = _plain(word)
        unit = _unit(word, units)
        if unit is not None:
            found.hits, found.save, found.worth = (unit.direct, unit.obstructed), unit.save, unit.cp
            found.skills = (*found.skills, *unit.skills)
        elif word in _FIGURES:
            if not words or not _HITS.fullmatch(words[0][0]):
                raise _trouble("odds.red-earth-figure", text, word, at)
            _figure(found, word, words.pop(0)[0])
        elif many := _ROLLS.fullmatch(word):
            found.rolls = int(many[1])
        elif _MOD.fullmatch(word):
            found.mod += int(word.replace("−", "-"))
        elif _HITS.fullmatch(word):
            _figure(found, "hits", word)
        elif plain in OCCASIONS:
            found.occasion = plain
        elif plain in FLAGS:
            found.flags.add(plain)
            found.save = None if plain == "no-save" else found.save
        elif plain in SKILL_NAMES:
            found.skills = (*found.skills, plain)
        elif card := typed_cards().get(plain):
            found.cards.append(card)
        else:
            known = [*units, *OCCASIONS, *FLAGS, *_FIGURES[:3], *SKILL_NAMES, *typed_cards()]
            near = difflib.get_close_matches(word, known, n=3, cutoff=0.4) or known[:6]
            raise _trouble("odds.unknown-word", text, word, at, near=", ".join(near))
    return found


def _figure(found: Typing, word: str, figure: str) -> None:
    read = _HITS.fullmatch(figure)
    assert read is not None
    match word:
        case "hits" | "命中":
            found.hits = int(read[1]), int(read[2] or read[1])
        case "save" | "セーブ":
            found.save = int(read[1])
        case _:
            found.worth = int(read[1])


def _unit(word: str, units: Mapping[str, UnitType]) -> UnitType | None:
    return units.get(word) or next((u for u in units.values() if word in (u.name.ja.lower(),)), None)


def _plain(word: str) -> str:
    """A word as the program knows it."""
    if word.isascii():
        return OTHER_WORDS.get(word, word)
    return OTHER_WORDS.get(word) or _in_japanese().get(word, word)


@cache
def typed_cards() -> Mapping[str, str]:
    """The cards that bear on attacks and saves, by the name that is typed."""
    moments = {AFTER_ATTACK_ROLL, AFTER_ATTACK, BEFORE_SAVE, AFTER_SAVE, VEST_DECLARED, FIRES_CALLED}
    found = {}
    for key, entry in EDITION.entries.items():
        card = entry.rule.data
        if isinstance(card, Card) and (WITH_ATTACK in card.declared or moments.intersection(card.moments)):
            found[key.partition(".")[2]] = key
    return found


def sides_cards() -> Mapping[str, tuple[str, ...]]:
    """The cards that the attacker and the target of an attack may have a use for, by the names typed."""
    given = {name: EDITION.data(key, Card) for name, key in typed_cards().items()}
    on_saves = {BEFORE_SAVE, AFTER_SAVE}
    return {
        "attacker": tuple(
            name
            for name, card in given.items()
            if WITH_ATTACK in card.declared or {*card.moments} - on_saves - {FIRES_CALLED}
        ),
        "target": tuple(name for name, card in given.items() if on_saves.intersection(card.moments)),
    }


@cache
def _of_kind(label: str) -> Mapping[str, str]:
    """Fires Cards or Atmospherics Cards, by the name that is typed."""
    keys = [key for key, entry in EDITION.entries.items() if label in entry.rule.labels]
    return {key.partition(".")[2]: key for key in keys}


@cache
def _in_japanese() -> Mapping[str, str]:
    """Phases, skills and cards by their Japanese names, without spaces."""
    found = {in_words(occasion, "ja"): occasion for occasion in OCCASIONS}
    found |= {rule_name(f"skill.{skill}", "ja").replace(" ", ""): skill for skill in SKILL_NAMES}
    found |= {rule_name(key, "ja").replace(" ", ""): name for name, key in typed_cards().items()}
    for label in ("fires", "atmospherics"):
        found |= {rule_name(key, "ja").replace(" ", ""): name for name, key in _of_kind(label).items()}
    return {name.lower(): word for name, word in found.items()}


def _trouble(key: str, text: str, word: str, at: int, **more: str) -> Problem:
    mark = " " * columns(text[:at]) + "^" * columns(word)
    return Problem(key, text=text, mark=mark, word=word, **more)
