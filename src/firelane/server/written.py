"""Messages as bytes, of which only what has changed is written anew.

Figures and options are most of a message, and most of them are the very same values as in the messages before
(`screen.kept`). Figures that the reader has are not sent to him again; of options, which come and go, the
JSON is kept with them and put in as it is.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from firelane.screen.board import Board
from firelane.screen.kept import Kept
from firelane.screen.prompts import Part, Prompt
from firelane.server.messages import State

_encode = msgspec.json.Encoder().encode

BY_ID = ("figures", "things", "hand", "open_cards", "goals")
"""The lists of a board whose values have ids."""
LISTS, PARTS = 16, 512
"""So many lists that were written last are kept, and about so many values of theirs."""
Parts = dict[int, tuple[object, bytes]]
"""JSON by the address of the value, which is kept with it so that no other has it."""
Lists = dict[int, tuple[tuple[Any, ...], msgspec.Raw]]
"""Lists of values with their JSON, in the same way."""


class Written:
    """What was written lately for one reader: its parts as values and as JSON.

    Not the last message alone: a question that comes again after others is mostly made of the same options.
    """

    def __init__(self) -> None:
        self.kept = Kept()
        self.again = 0
        """How many parts of the last message had been written before."""
        self._lists: Lists = {}
        """The ones used last stand last."""
        self._parts: Parts = {}
        """All values of these lists, and some of older ones."""

    def write(self, state: State, before: Board | None) -> bytes:
        """The message for a reader who has that board, or none yet."""
        self.again = 0
        board: Any
        still: dict[str, tuple[str, ...]] = {}
        if before is None:
            lists: dict[str, Any] = {name: self._listed(getattr(state.board, name)) for name in BY_ID}
            board = replace(state.board, **lists)
        else:
            board, still = _changed(state.board, before)
        prompts: Any = tuple([self._prompt(prompt) for prompt in state.prompts])
        self._forget()
        return _encode(replace(state, board=board, prompts=prompts, still=still))

    def _prompt(self, prompt: Prompt) -> Prompt:
        parts: list[Part] = []
        for part in prompt.parts:
            options: Any = self._listed(part.options)
            parts.append(replace(part, options=options))
        return replace(prompt, parts=tuple(parts))

    def _listed(self, values: tuple[Any, ...]) -> Any:
        """A list of values as JSON; an empty one stays what it is, for it may be left out."""
        if not values:
            return values
        key = id(values)
        known = self._lists.pop(key, None)
        if known is None:
            known = (values, self._anew(values))
        else:
            self.again += len(values)
        self._lists[key] = known
        return known[1]

    def _anew(self, values: tuple[Any, ...]) -> msgspec.Raw:
        """A list that was not there before, though some of its values may have been."""
        parts = self._parts
        data: list[bytes] = []
        for value in values:
            key = id(value)
            found = parts.get(key)
            if found is None:
                found = parts[key] = (value, _encode(value))
            else:
                self.again += 1
            data.append(found[1])
        return msgspec.Raw(b"[" + b",".join(data) + b"]")

    def _forget(self) -> None:
        """Let go of what has not been used for long."""
        for key in tuple(self._lists)[:-LISTS]:
            del self._lists[key]
        if len(self._parts) > PARTS:
            used = (id(value) for values, _ in self._lists.values() for value in values)
            self._parts = {key: self._parts[key] for key in used}


def _changed(board: Board, before: Board) -> tuple[Board, dict[str, tuple[str, ...]]]:
    """The board without what is the same as before, and what all is in the lists of which something is: no
    ids where everything is."""
    lists: dict[str, Any] = {}
    still: dict[str, tuple[str, ...]] = {}
    for name in BY_ID:
        values, earlier = getattr(board, name), getattr(before, name)
        if not values:
            continue
        if values is earlier or values == earlier:
            lists[name] = still[name] = ()
            continue
        had = {value.id: value for value in earlier}
        new = tuple([v for v in values if (old := had.get(v.id)) is not v and old != v])
        if len(new) < len(values):
            lists[name] = new
            still[name] = tuple([value.id for value in values])
    return replace(board, **lists), still
