"""Keeps others from filling the log: what strangers can bring about at will is logged now and then only."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

OFTEN_SECONDS = 60.0
KEY_LETTERS = 60
MOST = 100
"""So many different messages are remembered."""
NOISY = ("uvicorn.error", "asyncio")
"""What is logged below the application: requests that are none, connections that cannot be accepted."""


class NowAndThen(logging.Filter):
    """Lets a message through once in a while, and says how many of its kind were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._last: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log this."""
        if record.levelno < logging.WARNING:
            return True
        text = record.getMessage()
        key, now = text[:KEY_LETTERS], self._clock()
        then, left_out = self._last.pop(key, (0.0, -1))
        if left_out >= 0 and now - then < OFTEN_SECONDS:
            self._last[key] = then, left_out + 1
            return False
        while len(self._last) >= MOST:
            del self._last[next(iter(self._last))]
        self._last[key] = now, 0
        if left_out > 0:
            record.msg, record.args = f"{text} ({left_out} more of these since the last one)", ()
        return True


def keep_quiet() -> None:
    """Have the loggers that strangers can fill say each thing now and then only."""
    for name in NOISY:
        logger = logging.getLogger(name)
        if not any(isinstance(one, NowAndThen) for one in logger.filters):
            logger.addFilter(NowAndThen())
