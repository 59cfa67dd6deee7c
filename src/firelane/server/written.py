"""Messages as bytes, of which only what has changed is written anew.

Figures and options are most of a message, and most of them are the very same values as in the message before
(`screen.kept`). Their JSON is kept with them and put in as it is, so the bytes are those of a plain encoding.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from firelane.screen.kept import Kept
from firelane.screen.prompts import Part, Prompt
from firelane.server.messages import State

_encode = msgspec.json.Encoder().encode


Parts = dict[int, tuple[object, bytes]]
"""JSON by the address of the value, which is kept with it so that no other has it."""
Listed = tuple[tuple[Any, ...], msgspec.Raw, Parts]
"""A list of values, its JSON, and that of its values."""
Lists = dict[int, Listed]


class Written:
    """What was written last for one reader: its parts as values and as JSON."""

    def __init__(self) -> None:
        self.kept = Kept()
        self.again = 0
        """How many parts of the last message had been written before."""
        self._lists: Lists = {}
        self._found: Parts = {}
        """The parts of the last message, once they are wanted."""

    def write(self, state: State) -> bytes:
        """The message, with what it shares with the one before it taken from there."""
        before, self._lists = self._lists, {}
        self.again = 0
        board: Any = replace(
            state.board,
            figures=self._listed(state.board.figures, before),
            things=self._listed(state.board.things, before),
        )
        prompts: Any = tuple([self._prompt(prompt, before) for prompt in state.prompts])
        self._found = {}
        return _encode(replace(state, board=board, prompts=prompts))

    def _prompt(self, prompt: Prompt, before: Lists) -> Prompt:
        parts: list[Part] = []
        for part in prompt.parts:
            options: Any = self._listed(part.options, before)
            parts.append(replace(part, options=options))
        return replace(prompt, parts=tuple(parts))

    def _listed(self, values: tuple[Any, ...], before: Lists) -> Any:
        """A list of values as JSON; an empty one stays what it is, for it may be left out."""
        if not values:
            return values
        known = before.get(id(values))
        if known is None:
            known = self._anew(values, before)
        else:
            self.again += len(values)
        self._lists[id(values)] = known
        return known[1]

    def _anew(self, values: tuple[Any, ...], before: Lists) -> Listed:
        """A list that was not there before, though some of its values may have been."""
        if not self._found:
            for _, _, parts in before.values():
                self._found.update(parts)
        now: Parts = {}
        data: list[bytes] = []
        for value in values:
            key = id(value)
            found = self._found.get(key)
            if found is None:
                found = (value, _encode(value))
            else:
                self.again += 1
            now[key] = found
            data.append(found[1])
        return values, msgspec.Raw(b"[" + b",".join(data) + b"]"), now
