"""A trooper as a player types it: `fusilier combi 12in cover +3`, in either language.

First the unit, then in any order: a weapon and its mode or ammunition, what it does (`dodge`, `cc`, a
program), its distance, whether it is in cover, MODs by hand, its Burst, states, and words that choose among
the unit's options (`hacker`, `lieutenant`). Whatever is not understood is shown with its place and what is
near it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from firelane.forces.library import forces
from firelane.forces.sheets import TrooperSheet
from firelane.forces.weapons import WeaponMode
from firelane.forces.words import key_of
from firelane.infinity.exchanges import tables_of
from firelane.infinity.sheets import sheet
from firelane.odds.duel import Duel, Fighter, is_direct
from firelane.odds.exchange import known_tables
from firelane.odds.vocabulary import (
    ACTIONS,
    BURST,
    DISTANCE,
    FLAGS,
    HACKER,
    MOD,
    NUMBERED,
    POINTS,
    PROGRAMS,
    SHORT,
    STATES,
    TAKES,
)
from firelane.problem import Problem

MILS = 1000
MOST_WORDS = 5
NAMED_BY_LOADOUT = ("n2",)
"""Editions whose options are called by what they carry ("Combi"), which names no unit."""


@dataclass(frozen=True)
class Word:
    """A word and where it begins."""

    text: str
    at: int


@dataclass
class Reading:
    """What has been understood of one trooper so far."""

    ruleset: str
    text: str
    words: list[Word]
    unit: str = ""
    weapon: str = ""
    wants: list[tuple[str, Word]] = field(default_factory=list)
    """Words that choose an option, a mode or ammunition, once all are read."""
    fields: dict[str, object] = field(default_factory=dict)
    distance: int | None = None

    def problem(self, message: str, word: Word, **args: object) -> Problem:
        """A complaint about one word, with the text and a mark under it."""
        mark = " " * columns(self.text[: word.at]) + "^" * max(1, columns(word.text))
        return Problem(message, text=self.text, mark=mark, word=word.text, **args)


def columns(text: str) -> int:
    """How wide a text is in the terminal."""
    return sum(2 if ord(letter) > 0x2E80 else 1 for letter in text)


def read_duel(ruleset: str, active: str, reactive: Sequence[str]) -> Duel:
    """A whole match-up, or a Problem. The distance may be told with any of those who take part."""
    known_tables(ruleset)
    others = [each for text in reactive for each in _apart(ruleset, text)]
    read = [read_fighter(ruleset, text) for text in (active, *others)]
    told = {distance for _, distance in read if distance is not None}
    if len(told) > 1:
        raise Problem("odds.two-distances", distances=", ".join(f"{mils / MILS:g}" for mils in sorted(told)))
    fighters = [fighter for fighter, _ in read]
    if not told and any(_shoots(fighter) for fighter in fighters):
        raise Problem("odds.no-distance")
    return Duel(
        ruleset=ruleset, active=fighters[0], reactive=tuple(fighters[1:]), distance=next(iter(told), None)
    )


def _apart(ruleset: str, text: str) -> list[str]:
    """Units by their names alone, one after another: a shell takes the quotes off single words."""
    known, words = units(ruleset), text.split()
    alone = len(words) > 1 and key_of(text) not in known and all(key_of(word) in known for word in words)
    return words if alone else [text]


def _shoots(fighter: Fighter) -> bool:
    return fighter.action == "bs-attack" and bool(sheet(fighter.sheet).modes[fighter.weapon][0].bands)


def read_fighter(ruleset: str, text: str) -> tuple[Fighter, int | None]:
    """One trooper, and the distance if it is told with it."""
    reading = _read(ruleset, text)
    return _fighter(reading), reading.distance


def readings(ruleset: str, text: str) -> list[Fighter]:
    """One trooper with the weapon that is named; if none is, with each weapon that its unit shoots with."""
    reading = _read(ruleset, text)
    if reading.weapon:
        return [_fighter(reading)]
    found: dict[str, Fighter] = {}
    ammunition = tables_of(ruleset).ammunition
    for facts in _sheets(reading):
        for mode, _ in sheet(f"{ruleset}:{facts.key}").modes.values():
            known = all(code in ammunition for codes in mode.ammunition for code in codes)
            if mode.bands and mode.save is not None and known and mode.weapon not in found:
                reading.weapon = mode.weapon
                found[mode.weapon] = _fighter(reading)
    return list(found.values())


def _read(ruleset: str, text: str) -> Reading:
    words = [Word(found[0], found.start()) for found in re.finditer(r"\S+", text)]
    if not words:
        raise Problem("odds.nobody")
    reading = Reading(ruleset, text, words)
    place = _read_unit(reading)
    while place < len(words):
        place += _read_next(reading, place)
    return reading


# The unit


def _read_unit(reading: Reading) -> int:
    """The unit that the first words name; how many words that are."""
    names = units(reading.ruleset)
    for count in range(min(MOST_WORDS, len(reading.words)), 0, -1):
        keys = [key_of(word.text) for word in reading.words[:count]]
        typed = "-".join(keys)
        if all(keys) and typed in names:
            reading.unit = names[typed]
            return count
    first = reading.words[0]
    typed = key_of(first.text)
    begun = sorted({unit for name, unit in names.items() if typed and name.startswith(typed)})
    if len(begun) == 1 and len(typed) > 2:
        reading.unit = begun[0]
        return 1
    near = begun or list(dict.fromkeys(names[name] for name in _near(typed, names)))
    raise reading.problem("odds.unknown-unit", first, near=", ".join(near[:5]))


@cache
def units(ruleset: str) -> Mapping[str, str]:
    """The units of an edition under every spelling that is understood."""
    found: dict[str, str] = {}
    sheets = forces(ruleset).sheets.values()
    for facts in sheets:
        own = () if ruleset in NAMED_BY_LOADOUT else (key_of(facts.name),)
        for name in (facts.unit, key_of(facts.unit_name), *own):
            found.setdefault(name, facts.unit)
            found.setdefault(name.removesuffix("s"), facts.unit)
    return found


def _near(typed: str, known: Iterable[str]) -> list[str]:
    return difflib.get_close_matches(typed, list(known), n=5, cutoff=0.5)


# Everything else


def _read_next(reading: Reading, place: int) -> int:
    """What the words from a place on mean; how many words that are."""
    word = reading.words[place]
    if taken := _read_figure(reading, word, place):
        return taken
    for count in range(min(MOST_WORDS, len(reading.words) - place), 0, -1):
        span = reading.words[place : place + count]
        if count > 1 and not all(key_of(each.text) for each in span):
            continue  # keys drop whatever is no Latin letter
        spelled = " ".join(each.text for each in span)
        if _read_name(reading, spelled, key_of(spelled) or spelled, word):
            return count
    raise reading.problem("odds.unknown-word", word, near=", ".join(_suggestions(reading, word)) or "-")


def _read_figure(reading: Reading, word: Word, place: int) -> int:
    """Distances, MODs, Burst and other figures."""
    if found := DISTANCE.fullmatch(word.text):
        reading.distance = round(float(found[1]) * MILS)
        return 1
    if found := MOD.fullmatch(word.text):
        earlier = reading.fields.get("mod", 0)
        assert isinstance(earlier, int)
        reading.fields["mod"] = earlier + int(found[1].replace("−", "-"))
        return 1
    for pattern, name in ((BURST, "dice"), (POINTS, "points"), (TAKES, "takes")):
        if found := pattern.fullmatch(word.text):
            reading.fields[name] = int(found[1])
            return 1
    kind = NUMBERED.get(word.text.lower())
    if kind is None:
        return 0
    if place + 1 == len(reading.words):
        raise reading.problem("odds.figure-missing", word)
    value = reading.words[place + 1]
    if kind == "ammo":
        code = _code(reading.ruleset, value.text)
        if not code:
            known = ", ".join(sorted(tables_of(reading.ruleset).ammunition))
            raise reading.problem("odds.no-such-ammunition", value, near=known)
        reading.wants.append((code, value))
        return 2
    if not re.fullmatch(r"[-+−]?\d+", value.text):
        raise reading.problem("odds.figure-missing", value)
    reading.fields[kind] = int(value.text.replace("−", "-"))
    return 2


def _read_name(reading: Reading, spelled: str, typed: str, word: Word) -> bool:
    """Whether the words name an action, a flag, a state, a program, a weapon or an option."""
    if typed in ACTIONS or spelled in ACTIONS:
        action = ACTIONS.get(typed) or ACTIONS[spelled]
        if action != "hack":
            reading.fields["action"] = action
        return True
    if typed in FLAGS or spelled in FLAGS:
        flag = FLAGS[typed if typed in FLAGS else spelled]
        if flag:
            reading.fields[flag] = True
        return True
    state = STATES.get(typed) or STATES.get(spelled)
    if state is not None:
        reading.fields["states"] = (*reading.fields.get("states", ()), state)  # type: ignore[misc]
        return True
    programs = tables_of(reading.ruleset).programs
    program = PROGRAMS.get(spelled) or PROGRAMS.get(typed, typed)
    if program in programs:
        reading.fields["action"] = program
        return True
    if not reading.weapon and (weapon := _weapon(reading, typed, word)):
        reading.weapon = weapon
        return True
    if (code := _code(reading.ruleset, spelled)) or _chooses(reading, typed):
        reading.wants.append((code or typed, word))
        return True
    return False


def _sheets(reading: Reading) -> list[TrooperSheet]:
    """The sheets of the unit, the cheapest first; what comes along with others (a bot) last."""
    mine = [facts for facts in forces(reading.ruleset).sheets.values() if facts.unit == reading.unit]
    return sorted(mine, key=lambda facts: (not facts.ava, facts.half_points, facts.half_swc, facts.key))


def _weapon(reading: Reading, typed: str, word: Word) -> str:
    """The weapon that is meant among those of the unit; empty if none."""
    if not key_of(typed):  # nothing that a key could begin with
        return ""
    carried = {each.key for facts in _sheets(reading) for each in facts.weapons}
    found = _matching(typed, carried)
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        raise reading.problem("odds.which-weapon", word, near=", ".join(found))
    others = _matching(typed, forces(reading.ruleset).weapons)
    if len(others) == 1 and typed in (others[0], key_of(SHORT.get(typed, ""))):
        raise reading.problem("odds.not-carried", word, near=", ".join(sorted(carried)))
    return ""


def _matching(typed: str, keys: Iterable[str]) -> list[str]:
    """The keys that the typed words mean: exactly, or else those whose words they begin, in order."""
    known = sorted(keys)
    full = "-".join(key_of(SHORT.get(part, part)) for part in typed.split("-"))
    for wanted in (typed, full):
        if wanted in known:
            return [wanted]
    for wanted in (typed, full):
        begun = [key for key in known if key.startswith(f"{wanted}-")]
        if begun:
            return begun
        if len(typed) < 3:
            continue
        within = [key for key in known if _begins_words(wanted.split("-"), key.split("-"))]
        if within:
            return within
    return []


def _begins_words(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each typed word begins a word of the key, in the same order."""
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in typed)


def _code(ruleset: str, spelled: str) -> str:
    """The ammunition that is meant, in small letters or great ones; several are joined by a plus sign."""
    known = {code.lower(): code for code in tables_of(ruleset).ammunition}
    parts = spelled.lower().split("+")
    return "+".join(known[part] for part in parts) if all(part in known for part in parts) else ""


def _chooses(reading: Reading, typed: str) -> bool:
    """Whether a word tells options or modes of the unit apart."""
    for facts in _sheets(reading):
        if _has(facts, typed):
            return True
        modes = sheet(f"{reading.ruleset}:{facts.key}").modes.values()
        if any(mode.mode is not None and typed in _mode_words(mode) for mode, _ in modes):
            return True
    return False


def _has(facts: TrooperSheet, typed: str) -> bool:
    """Whether an option is one that a word names."""
    return typed in facts.carries or typed in facts.option.split("-") or (typed in HACKER and facts.is_hacker)


def _mode_words(mode: WeaponMode) -> tuple[str, ...]:
    name = key_of(mode.mode.en) if mode.mode is not None else ""
    return name, name.removesuffix("-mode")


def _suggestions(reading: Reading, word: Word) -> list[str]:
    carried = {each.key for facts in _sheets(reading) for each in (*facts.weapons, *facts.skills)}
    known = {*ACTIONS, *FLAGS, *STATES, *tables_of(reading.ruleset).programs, *carried}
    near = _near(key_of(word.text) or word.text, sorted(known))
    return near or sorted({each.key for facts in _sheets(reading) for each in facts.weapons})[:5]


# All together


def _fighter(reading: Reading) -> Fighter:
    """The trooper with the sheet that fits all that was said of it."""
    chosen = _chosen(reading)
    name = f"{reading.ruleset}:{chosen.key}"
    fields = dict(reading.fields)
    action = fields.get("action")
    mode, ammunition = None, 0
    if action in (None, "bs-attack", "cc-attack"):
        mode, ammunition = _mode(reading, name, action == "cc-attack")
        fields["action"] = action or ("cc-attack" if _only_close(mode) else "bs-attack")
    return Fighter(sheet=name, weapon=mode.key if mode is not None else "", ammunition=ammunition, **fields)  # type: ignore[arg-type]


def _laid(mode: WeaponMode) -> bool:
    """Whether an attack with it lays a template; a mine lays its own, later."""
    return is_direct(mode) and not mode.traits.deployable


def _only_close(mode: WeaponMode) -> bool:
    return mode.traits.cc and not mode.bands and not is_direct(mode)


def _chosen(reading: Reading) -> TrooperSheet:
    """The cheapest option that carries the weapon and what else was named."""
    fitting = [
        facts for facts in _sheets(reading) if not reading.weapon or facts.weapon(reading.weapon) is not None
    ]
    program = reading.fields.get("action")
    if program in tables_of(reading.ruleset).programs:
        fitting = [facts for facts in fitting if facts.is_hacker]
        if not fitting:
            raise reading.problem("odds.no-hacker", reading.words[0], program=program)
    for want, word in reading.wants:
        if _code(reading.ruleset, want):
            continue
        closer = [facts for facts in fitting if _has(facts, want)]
        by_mode = any(
            want in _mode_words(mode)
            for facts in fitting
            for mode, _ in sheet(f"{reading.ruleset}:{facts.key}").modes.values()
        )
        if not closer and not by_mode:
            raise reading.problem("odds.no-such-option", word, near=", ".join(f.key for f in fitting[:5]))
        fitting = closer or fitting
    return fitting[0]


def _mode(reading: Reading, name: str, close: bool) -> tuple[WeaponMode, int]:
    """The mode that is used and which of its ammunitions: those named, or the first that can be."""
    modes = [mode for mode, _ in sheet(name).modes.values()]
    mine = [mode for mode in modes if not reading.weapon or mode.weapon == reading.weapon]
    if close:
        usable = [mode for mode in mine if mode.traits.cc] or [mode for mode in modes if mode.traits.cc]
        usable = sorted(usable, key=lambda mode: mode.mode is not None)  # a blade before a pistol's butt
    else:
        usable = [mode for mode in mine if mode.bands or _laid(mode)] or [
            mode for mode in mine if mode.traits.cc
        ]
    known = tables_of(reading.ruleset).ammunition
    usable = [mode for mode in usable if mode.save is not None and mode.ammunition
              and all(code in known for codes in mode.ammunition for code in codes)]  # fmt: skip
    if reading.weapon or not close:
        first = [mode for mode in usable if mode.weapon == usable[0].weapon]
        usable = sorted(first, key=lambda mode: (not mode.bands, -mode.burst, "anti-materi" in mode.key))
    if not usable:
        raise reading.problem("odds.no-weapon", reading.words[0], near=", ".join(mode.key for mode in modes))
    wants = [want for want, _ in reading.wants]
    named = [mode for mode in usable if any(key_of(want) in _mode_words(mode) for want in wants)]
    for mode in named or usable:
        for place, codes in enumerate(mode.ammunition):
            if "+".join(codes) in wants:
                return mode, place
    for want, word in reading.wants:
        by_mode = any(key_of(want) in _mode_words(mode) for mode in usable)
        if _code(reading.ruleset, want) and not by_mode:
            raise reading.problem("odds.no-such-ammunition", word, near=_loads(named or usable))
    return (named or usable)[0], 0


def _loads(modes: Iterable[WeaponMode]) -> str:
    return ", ".join(dict.fromkeys("+".join(codes) for mode in modes for codes in mode.ammunition))
