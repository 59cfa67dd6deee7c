"""Clocks for players with a budget of time, which go the same on every machine, busy or not."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


class SteppingClock:
    """Goes on by the same step whenever somebody looks at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step_seconds: float) -> None:
        self.seconds = 0.0
        self.step_seconds = step_seconds
        monkeypatch.setattr("firelane.players.player.now", self.read)

    def read(self) -> float:
        self.seconds += self.step_seconds
        return self.seconds


class WorkClock:
    """Goes on with the work that is done: by a microsecond for every call of a function in this thread.

    So it measures, the same on every machine, how much a player does between two looks at the clock.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = 0
        monkeypatch.setattr("firelane.players.player.now", self.read)

    def read(self) -> float:
        return self.calls / 1_000_000

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the calls that are made meanwhile."""

        def count(_: object, what: str, __: object) -> None:
            if what == "call" or what == "c_call":
                self.calls += 1

        before = sys.getprofile()
        assert threading.current_thread() is threading.main_thread()
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(before)
