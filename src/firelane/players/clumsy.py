"""A player who tries what may not be done: legal answers with one part exchanged for something else.

Most of what it tries is refused, which is the point: refusals are rules at work, and must change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from firelane.core.requests import Answer

MOST_KEPT = 200
"""So many values are remembered for each part of an answer."""


class Clumsy:
    """Remembers what was answered part by part, and mixes it up; `answers` is the type of all answers."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers
        self.known: dict[str, list[Any]] = {}
        self.words: list[str] = []

    def note(self, answer: Answer) -> None:
        """Remember the parts of an answer by their names."""
        for parent, key, _ in _places(_plain(answer)):
            if isinstance(parent[key], str) and parent[key] not in self.words:
                self.words.append(parent[key])
            values = self.known.setdefault(_name(key), [])
            if len(values) < MOST_KEPT and parent[key] not in values:
                values.append(parent[key])

    def attempt(self, answer: Answer, generator: Random) -> Answer | None:
        """The answer with one part exchanged for one of the same name in an earlier answer, or slightly off;
        None where that makes no answer at all."""
        plain = _plain(answer)
        places = list(_places(plain))
        if not places:
            return None
        depth = generator.choice(sorted({place[2] for place in places}))
        parent, key, _ = generator.choice([place for place in places if place[2] == depth])
        known = self.known.get(_name(key), [])
        value = parent[key]
        if isinstance(value, bool):
            parent[key] = not value
        elif isinstance(value, int) and generator.random() < 0.5:
            parent[key] = value + generator.choice((-5000, -500, -1, 1, 500, 5000))
        elif isinstance(value, dict) and value and generator.random() < 0.4:
            taken = value.pop(generator.choice(list(value)))
            if self.words and generator.random() < 0.7:
                value[generator.choice(self.words)] = taken
        elif known:
            parent[key] = generator.choice(known)
        with suppress(msgspec.ValidationError):
            made: Answer = msgspec.convert(plain, self.answers)
            return made if made != answer else None
        return None


def _plain(answer: Answer) -> Any:
    return msgspec.json.decode(msgspec.json.encode(answer))


def _name(key: Any) -> str:
    """Parts of a row have no name of their own."""
    return key if isinstance(key, str) else "#"


def _places(plain: Any, depth: int = 0) -> Iterator[tuple[Any, Any, int]]:
    """Where values stand in plain data and how deep, names of types left out."""
    for key, value in list(plain.items()) if isinstance(plain, dict) else list(enumerate(plain)):
        if key != "answer" and not (isinstance(plain, dict) and key == "skill" and isinstance(value, str)):
            yield plain, key, depth
        if isinstance(value, dict | list):
            yield from _places(value, depth + 1)
