"""The moments of a game by time: what somebody who is kept behind may know of it.

A watcher who is some minutes behind sees the game as it stood then, also what has been taken back since.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from math import inf
from typing import NamedTuple

from firelane.core.events import WATCHER, DiceRolled
from firelane.core.game import Moment
from firelane.core.lines import Answered, AsideSaid, Line, Thrown, Undone
from firelane.core.views import seen


class TakenBack(NamedTuple):
    """Moments that an undo removed or exchanged: when, from which place on, and what stood there."""

    at: float
    place: int
    moments: tuple[Moment, ...]


class History:
    """The moments of a game, with the times at which they came and were taken back."""

    def __init__(self, delay: int, moments: list[Moment], times: Iterable[tuple[int, float]] = ()) -> None:
        """`delay`: how many seconds watchers are behind. `times`: of the lines, by their numbers."""
        self._delay = delay
        self._moments = moments
        self._times = dict(times)
        self._taken_back: list[TakenBack] = []

    def note(self, moments: list[Moment], lines: Iterable[int], at: float) -> None:
        """Note the moments as they are now, and when these lines were played.

        A game appends to its list of moments; an undo makes a new list.
        """
        self._times.update((number, at) for number in lines)
        before, self._moments = self._moments, moments
        if moments is before or not self._delay:
            return
        both = zip(before, moments, strict=False)
        place = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], both))
        kept = [one for one in self._taken_back if one.at > at - self._delay]
        self._taken_back = [*kept, TakenBack(at, place, tuple(before[place:]))]

    def time(self, line: int) -> float:
        """Return when a line was played."""
        return self._times[line]

    def known_to(self, seat: str, now: float) -> list[Moment]:
        """Return the moments that a seat may know of: watchers are behind."""
        until = known_until(seat, self._delay, now)
        moments = self._moments
        for taken_back in reversed(self._taken_back):
            if taken_back.at > until:
                moments = [*moments[: taken_back.place], *taken_back.moments]
        end = len(moments)
        while end > 1 and self._came(moments[end - 1]) > until:
            end -= 1
        return moments if end == len(moments) else moments[:end]

    def next_news(self, now: float) -> float | None:
        """Return when there may be something new to those who are behind; None if they know all."""
        until = now - self._delay
        times = (*self._times.values(), *(one.at for one in self._taken_back))
        return min((at + self._delay for at in times if at > until), default=None)

    def _came(self, moment: Moment) -> float:
        return self._times.get(moment.line.n, 0.0) if moment.line is not None else 0.0


def known_until(seat: str, delay: int, now: float) -> float:
    """Return the time up to which a seat may know what happened."""
    return now - delay if seat == WATCHER and delay else inf


def is_news(moment: Moment, seat: str) -> bool:
    """Return whether a seat reads or has said something of a moment.

    What others answer under seal is none, nor is what they set for themselves or a roll that stays secret.
    """
    line = moment.line
    if line is None or _said_by(line, seat):
        return True
    read = seen(moment.events, seat)
    return any(isinstance(event, DiceRolled) for event in read) if isinstance(line, Thrown) else bool(read)


def _said_by(line: Line, seat: str) -> bool:
    return isinstance(line, (Answered, AsideSaid, Undone)) and line.seat == seat


def seats_with_news(line: Line, moments: list[Moment], seats: Iterable[str]) -> tuple[str, ...]:
    """Return those for whom a line that was just played is news; an undo only to who said so."""
    moment = next((one for one in reversed(moments) if one.line is not None and one.line.n == line.n), None)
    return tuple(
        [seat for seat in seats if (is_news(moment, seat) if moment is not None else _said_by(line, seat))]
    )


def as_read(moments: list[Moment], seat: str) -> list[Moment]:
    """Return the moments as a seat can tell them apart: what is no news to it goes with the one before.

    How many there are tells the seat nothing, then, that it has not read or said.
    """
    found: list[Moment] = []
    for moment in moments:
        if is_news(moment, seat):
            found.append(moment)
        else:
            found[-1] = Moment(moment.state, found[-1].events + moment.events, found[-1].line)
    return found
