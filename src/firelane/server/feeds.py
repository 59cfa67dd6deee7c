"""What one seat has read of a game so far, and a mark that says how far.

A mark is the number of events read and a hash over them: it tells the seat nothing that it has not read, and
it is the same after a restart. After a break a client hands its last mark in and gets what it lacks; if steps
were taken back meanwhile the mark fits no longer, and it gets all.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import takewhile
from typing import Any

from firelane.core.events import Event
from firelane.core.game import Moment
from firelane.core.ruleset import Ruleset
from firelane.core.state import encode
from firelane.core.views import View, seen, view
from firelane.server.written import Written


class Feed:
    """The events that a seat reads, and its view of the last moment."""

    def __init__(self, ruleset: Ruleset, seat: str) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.events: list[Event] = []
        self.view: View[Any]
        self._written: dict[str, Written] = {}
        """What was written last for the readers of each language."""
        self._sums: list[bytes] = [b""]
        self._moments: list[Moment] = []
        self._ends: list[int] = []

    def follow(self, moments: Sequence[Moment]) -> int:
        """Read on to the last of these moments. Returns up to where what was read before still holds."""
        before = self._sums
        kept = min(len(self._moments), len(moments))
        while kept and self._moments[kept - 1] is not moments[kept - 1]:
            kept -= 1
        end = self._ends[kept - 1] if kept else 0
        if kept < len(self._moments):
            self._sums = before[: end + 1]
            del self.events[end:], self._moments[kept:], self._ends[kept:]
        for moment in moments[kept:]:
            for event in seen(moment.events, self.seat):
                self.events.append(event)
                self._sums.append(blake2b(self._sums[-1] + encode(event), digest_size=8).digest())
            self._moments.append(moment)
            self._ends.append(len(self.events))
        self.view = view(self.ruleset, moments[-1].state, self.seat)
        if before is self._sums:
            return end
        both = zip(before[end + 1 :], self._sums[end + 1 :], strict=False)
        return end + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))

    def written_in(self, lang: str) -> Written:
        """What was written last in a language."""
        found = self._written.get(lang)
        if found is None:
            found = self._written[lang] = Written()
        return found

    def place(self, moment: int) -> int:
        """The number of the first line that a moment put into the log, or of the last one before it."""
        first = self._ends[moment - 1] if moment else 0
        return first if first < self._ends[moment] else max(0, first - 1)

    @property
    def mark(self) -> str:
        """How far this seat has read."""
        return f"{len(self.events)}.{self._sums[-1].hex()}"

    def read_until(self, mark: str) -> int:
        """How many of the events somebody with this mark has read: all up to it, or none."""
        number, _, total = mark.partition(".")
        if not number.isascii() or not number.isdecimal() or len(number) > 9:
            return 0
        count = int(number)
        return count if count < len(self._sums) and self._sums[count].hex() == total else 0
