"""Values in neutral words: troopers by seat and place in the list, kinds by key, nothing by id or struct.

The tables of a ruleset say which key stands for which struct. What has no table of its own is written field
by field; fields that hold their default are left out.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from firelane.core.because import Number

Steps = list[Any]
"""The lines of a game: its set-up, what came of that, and then question by question."""
FOLDER = Path(__file__).parents[1] / "golden" / "games"
WORD = re.compile(r"[\w?-]+")
FIGURES = re.compile(r"-?\d+(?:\.\d+)?")


_ENCODER = msgspec.json.Encoder(order="sorted")


class Names:
    """The neutral names of everything in a game that has an id, and back."""

    def __init__(self) -> None:
        self.of: dict[str, str] = {}
        self.id_of: dict[str, str] = {}

    def add(self, known: str, name: str) -> None:
        """Call what has this id so. Of several ids under one name the last is the one that is meant."""
        self.of[known] = name
        self.id_of[name] = known

    def within(self, text: str) -> list[str]:
        """The neutral names of all that a sentence names by id."""
        return [self.of[word] for word in WORD.findall(text) if word in self.of]

    def figures_in(self, text: str) -> list[str]:
        """The figures in a sentence, apart from those in ids."""
        others = WORD.sub(lambda found: "" if found[0] in self.of else found[0], text)
        return FIGURES.findall(others)


class Tables:
    """Which key stands for which struct, and which fields are matters of form."""

    def __init__(self, marks: Mapping[str, Mapping[Any, str]], form: Iterable[str]) -> None:
        self.marks = {kind: (mark, key) for mark, table in marks.items() for kind, key in table.items()}
        self.kinds = {mark: {key: kind for kind, key in table.items()} for mark, table in marks.items()}
        self.form = frozenset(form)

    def plain(self, value: Any, names: Names, whole: bool = True) -> Any:
        """A value as plain data. `whole`: nothing may get lost, as it is to be read again."""
        if isinstance(value, Number):
            parts = sorted(part.value for part in value.modifiers)
            return f"{value.total}={value.base.value}" + "".join(f"{part:+d}" for part in parts)
        if isinstance(value, Struct):
            mark, key = self.marks.get(type(value), ("", ""))
            found: dict[str, Any] = {mark: key} if mark else {}
            for field, default in defaults(type(value)):
                one = getattr(value, field)
                if one != default and (whole or field not in self.form):
                    found[field] = self.plain(one, names, whole)
            return found
        if isinstance(value, Mapping):
            return {names.of.get(key, key): self.plain(one, names, whole) for key, one in value.items()}
        if isinstance(value, list | tuple):
            row = [self.plain(one, names, whole) for one in value]
            known = not whole and all(isinstance(one, str) and one in names.id_of for one in row)
            return sorted(row) if known else row
        if isinstance(value, Enum):
            return value.value
        return names.of.get(value, value) if isinstance(value, str) else value

    def struct(self, plain: Any, names: Names) -> Any:
        """Plain data with today's ids and tags, to be converted to today's structs."""
        if isinstance(plain, dict):
            found = {names.id_of.get(key, key): self.struct(one, names) for key, one in plain.items()}
            for mark, kinds in self.kinds.items():
                if mark in plain:
                    config = kinds[found.pop(mark)].__struct_config__
                    return {config.tag_field: config.tag, **found}
            return found
        if isinstance(plain, list):
            return [self.struct(one, names) for one in plain]
        return names.id_of.get(plain, plain) if isinstance(plain, str) else plain


@cache
def defaults(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct with their defaults; a field without one has itself as nobody's value."""
    fields, known = kind.__struct_fields__, list(kind.__struct_defaults__)
    row = [*[msgspec.NODEFAULT] * (len(fields) - len(known)), *known]
    made = [one.factory() if hasattr(one, "factory") else one for one in row]
    return tuple(zip(fields, made, strict=True))


def text(value: Any) -> str:
    """Plain data on one line."""
    return _ENCODER.encode(value).decode()


def digest(lines: Iterable[str]) -> str:
    """A few characters that stand for lines."""
    return blake2b("\n".join(lines).encode(), digest_size=4).hexdigest()


# Files

CHUNK = 25
"""How many games are in a file that holds all of them."""


def name_of(ruleset: str, number: int) -> str:
    """What a game is called."""
    return f"{ruleset}-{number:03}"


def path_of(ruleset: str, part: str, chunk: int | None = None) -> Path:
    """The file of one part of the recordings; the games themselves have several, chunk by chunk."""
    return FOLDER / f"{ruleset}-{part}{'' if chunk is None else f'-{chunk}'}.jsonl.xz"


def recorded_games(ruleset: str) -> dict[str, Steps]:
    """All games of a ruleset by name."""
    found: dict[str, Steps] = {}
    chunk = 0
    while path_of(ruleset, "games", chunk).exists():
        found |= read(path_of(ruleset, "games", chunk))
        chunk += 1
    return found


def write_games(ruleset: str, games: Mapping[str, Steps]) -> list[Path]:
    """Write games down, chunk by chunk."""
    names = list(games)
    paths = []
    for chunk, first in enumerate(range(0, len(names), CHUNK)):
        paths.append(path_of(ruleset, "games", chunk))
        write(paths[-1], {name: games[name] for name in names[first : first + CHUNK]})
    return paths


def write(path: Path, games: Mapping[str, Steps]) -> None:
    """Write games down: a line that names each, and its lines."""
    lines = []
    for name, steps in games.items():
        lines.append(text({"game": name}))
        lines += [text(step) for step in steps]
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = lzma.compress(("\n".join(lines) + "\n").encode(), preset=9 | lzma.PRESET_EXTREME)
    path.write_bytes(packed)


def read(path: Path) -> dict[str, Steps]:
    """Read games by name; nothing where there is no file."""
    games: dict[str, Steps] = {}
    for line in lzma.decompress(path.read_bytes()).splitlines() if path.exists() else ():
        step = msgspec.json.decode(line)
        if isinstance(step, dict) and set(step) == {"game"}:
            steps = games[step["game"]] = []
        else:
            steps.append(step)
    return games
