"""How much anybody may ask for: sizes, rates, and how often one may be wrong."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple


class Limits(NamedTuple):
    """The limits of a server. Rates are a number in a second, with as many saved up as `burst`."""

    message: int = 64_000
    """Bytes of a socket message."""
    body: int = 256_000
    """Bytes of an HTTP body."""
    journal: int = 8_000_000
    """Bytes of a game file."""
    messages: float = 30.0
    message_burst: float = 120.0
    requests: float = 20.0
    request_burst: float = 200.0
    new_games: float = 0.5
    new_game_burst: float = 30.0
    offences: int = 8
    """After so many bad messages in a row or nearly so the connection is closed."""
    queue: int = 200
    """Messages that wait for a slow reader before he is sent away."""
    hello: float = 20.0
    """Seconds to say hello in."""
    drained: int = 16_000_000
    """Bytes that are read of the rest of a body that is refused."""
    drain_seconds: float = 5.0


class Allowance:
    """What one asker may still ask: so many a second, with some saved up."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._then = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Allowances:
    """An allowance for each asker, of whom only so many are remembered."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._known: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, asker: str) -> bool:
        """Whether this asker may ask once more."""
        found = self._known.get(asker)
        if found is None:
            found = self._known[asker] = Allowance(self._rate, self._burst)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        self._known.move_to_end(asker)
        return found.take()
