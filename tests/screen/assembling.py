"""Answers put together from a prompt the way the browser does it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from firelane.screen.prompts import Option, Part, Prompt

Chosen = Mapping[str, tuple[Option, ...]]


def assembled(prompt: Prompt, chosen: Chosen) -> Any:
    """The answer in JSON, from the options chosen by part."""
    answer = plainly(prompt.base)
    for part in prompt.parts:
        picks = chosen.get(part.id, ())
        if part.several:
            answer = put(answer, part.place, [plainly(option.value) for option in picks])
        elif picks:
            answer = put(answer, part.place, plainly(picks[0].value))
    return answer


def put(value: Any, pointer: str, new: Any) -> Any:
    """The value with something else at the place that a JSON pointer names."""
    if not pointer:
        return new
    *way, last = pointer[1:].split("/")
    place = value
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
    if isinstance(place, list):
        place[int(last)] = new
    else:
        place[last] = new
    return value


def plainly(value: Any) -> Any:
    """A value as it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def get(value: Any, pointer: str) -> Any:
    """What stands at the place."""
    for step in pointer[1:].split("/") if pointer else ():
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def standing(prompt: Prompt) -> dict[str, tuple[Option, ...]]:
    """The options that stand before anybody has chosen."""
    return {
        part.id: tuple(next(o for o in part.options if o.id == name) for name in part.chosen)
        for part in prompt.parts
        if part.chosen
    }


def ready(part: Part) -> Iterator[Option]:
    """The options of a part that can be chosen as they are."""
    return (option for option in part.options if not option.slots and not option.forbidden)


def by_chance(prompt: Prompt, generator: Random) -> dict[str, tuple[Option, ...]]:
    """An option without slots for each part that has one."""
    found = standing(prompt)
    for part in prompt.parts:
        options = list(ready(part))
        if options and part.id not in found and not (part.optional and generator.random() < 0.3):
            found[part.id] = (generator.choice(options),)
    return found
