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


class Written:
    """What was written last for one reader: its parts as values and as JSON."""

    def __init__(self) -> None:
        self.kept = Kept()
        self.again = 0
        """How many parts of the last message had been written before."""
        self._parts: dict[int, tuple[object, bytes]] = {}
        """JSON by the address of the value, which is kept with it so that no other has it."""

    def write(self, state: State) -> bytes:
        """The message, with what it shares with the one before it taken from there."""
        before, self._parts = self._parts, {}
        self.again = 0
        board: Any = replace(
            state.board,
            figures=self._listed(state.board.figures, before),
            things=self._listed(state.board.things, before),
        )
        prompts: Any = tuple([self._prompt(prompt, before) for prompt in state.prompts])
        return _encode(replace(state, board=board, prompts=prompts))

    def _prompt(self, prompt: Prompt, before: dict[int, tuple[object, bytes]]) -> Prompt:
        parts: list[Part] = []
        for part in prompt.parts:
            options: Any = self._listed(part.options, before)
            parts.append(replace(part, options=options))
        return replace(prompt, parts=tuple(parts))

    def _listed(self, values: tuple[Any, ...], before: dict[int, tuple[object, bytes]]) -> Any:
        """A list of values as JSON; an empty one stays what it is, for it may be left out."""
        if not values:
            return values
        now, data = self._parts, []
        for value in values:
            key = id(value)
            known = before.get(key)
            if known is None:
                known = (value, _encode(value))
            else:
                self.again += 1
            now[key] = known
            data.append(known[1])
        return msgspec.Raw(b"[" + b",".join(data) + b"]")
