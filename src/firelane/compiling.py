"""Tells on standard error that something is compiled, which is done on first use only and may take a minute.

The compiler's door (`table.fast`) says when compiling begins and ends; whoever runs a command has it told
with `tell`. Where nothing is compiled nothing is said, and nothing here loads a compiler.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from firelane.text import language, say

if TYPE_CHECKING:
    from multiprocessing.synchronize import Lock

EVERY_SECONDS = 5.0
"""So often it is told how far compiling has come."""
CLEAR_LINE = "\r\x1b[2K"


class Notice:
    """Says once that compiling takes its time, and then every few seconds how much is done."""

    def __init__(
        self, lang: str, turn: Lock | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lang = lang
        self._turn = turn
        self._clock = clock
        self._under_way = 0
        self._began = self._told = self._spent = 0.0
        self._done: set[str] = set()
        self._silent: bool | None = None

    def begun(self) -> None:
        """A function begins to be compiled, perhaps on behalf of another one."""
        if self._silent is None:
            self._silent = self._turn is not None and not self._turn.acquire(block=False)
            self._say("compiling.begun")
            self._told = self._clock()
        if not self._under_way:
            self._began = self._clock()
        self._under_way += 1
        self._progress()

    def ended(self, function: str) -> None:
        """It is compiled. What the compiler brings along itself is not counted."""
        self._under_way -= 1
        if function in _known:
            self._done.add(function)
        self._progress()
        if not self._under_way:
            self._spent += self._clock() - self._began

    def _progress(self) -> None:
        now = self._clock()
        if now - self._told >= EVERY_SECONDS:
            self._told = now
            spent = round(self._spent + now - self._began)
            self._say("compiling.so-far", count=len(self._done), most=len(_known), seconds=spent)

    def _say(self, key: str, **facts: object) -> None:
        """One whole line. A reader who has gone must not stop the work."""
        if self._silent:
            return
        # Workers leave alone what their parent has put in the place of standard error.
        stream = sys.stderr if self._turn is None else sys.__stderr__
        try:
            if stream is not None:
                over = CLEAR_LINE if self._turn is not None and stream.isatty() else ""
                print(f"{over}firelane: {say(key, self._lang, **facts)}", file=stream, flush=True)
        except (OSError, ValueError):
            self._silent = True


_known: set[str] = set()
"""The functions that may have to be compiled."""
_notice: Notice | None = None


def may_be_compiled(function: str) -> None:
    """A function is there that is compiled when it is used."""
    _known.add(function)


def tell() -> None:
    """From here on, tell of what is compiled in this process, in the language in force."""
    global _notice
    _notice = Notice(language())


def begun() -> None:
    """The compiler begins with a function."""
    if _notice is not None:
        _notice.begun()


def ended(function: str) -> None:
    """The compiler is done with a function."""
    if _notice is not None:
        _notice.ended(function)


def for_workers() -> dict[str, Any]:
    """What a pool of worker processes is made with, so that one of them tells and the others are silent."""
    if _notice is None:
        return {}
    from multiprocessing import Lock

    return {"initializer": _tell_as_worker, "initargs": (language(), Lock())}


def _tell_as_worker(lang: str, turn: Lock) -> None:
    global _notice
    _notice = Notice(lang, turn)
