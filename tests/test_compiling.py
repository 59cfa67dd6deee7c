"""Compiling takes time on first use: that is told while it lasts, and nothing is said when it is done."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import textwrap

import pytest

from firelane import compiling
from firelane.text import say, speaking
from hanging import HANG_SECONDS


class Clock:
    """Shows what a test sets."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


KERNEL = "a.first"


@pytest.fixture(autouse=True)
def _three_kernels(monkeypatch):
    monkeypatch.setattr(compiling, "_known", {KERNEL, "a.second", "a.third"})


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def told(capsys):
    lines: list[str] = []

    def so_far():
        lines.extend(capsys.readouterr().err.splitlines())
        return lines

    return so_far


def line(key, lang="en", **facts):
    return f"firelane: {say(key, lang, **facts)}"


def test_it_is_told_once_at_the_start_and_then_how_far_it_has_come(clock, told):
    notice = compiling.Notice("en", clock=clock)
    assert told() == []
    notice.begun()
    assert told() == [line("compiling.begun")]
    clock.now += 1
    notice.begun()
    clock.now += 1
    notice.ended("numba.brought.along")
    assert told() == [line("compiling.begun")]
    clock.now += 4
    notice.ended(KERNEL)
    assert told() == [line("compiling.begun"), line("compiling.so-far", count=1, most=3, seconds=6)]
    clock.now += 1000  # other work, which is none of the compiler's
    notice.begun()
    clock.now += 7
    notice.ended(KERNEL)  # for other types
    assert told()[-1] == line("compiling.so-far", count=1, most=3, seconds=13)
    notice.begun()
    clock.now += 7
    notice.ended("a.third")
    assert told()[-1] == line("compiling.so-far", count=2, most=3, seconds=20)
    assert told().count(line("compiling.begun")) == 1


def test_it_is_told_in_the_language_of_the_command(clock, told):
    notice = compiling.Notice("ja", clock=clock)
    with speaking("en"):
        notice.begun()
    assert told() == [line("compiling.begun", "ja")]
    assert told() != [line("compiling.begun", "en")]


def test_one_worker_of_a_pool_tells_and_the_others_are_silent(clock, told, monkeypatch):
    from multiprocessing import Lock

    spoken = io.StringIO()
    monkeypatch.setattr(sys, "__stderr__", spoken)
    turn = Lock()
    first, second = compiling.Notice("en", turn, clock), compiling.Notice("en", turn, clock)
    for notice in (first, second):
        notice.begun()
        clock.now += 10
        notice.ended(KERNEL)
    assert spoken.getvalue().splitlines() == [
        line("compiling.begun"),
        line("compiling.so-far", count=1, most=3, seconds=10),
    ]
    assert told() == []


def test_a_reader_who_has_gone_stops_nothing(clock, monkeypatch):
    class Gone(io.StringIO):
        tried = 0

        def write(self, _):
            self.tried += 1
            raise BrokenPipeError

    stream = Gone()
    monkeypatch.setattr(sys, "stderr", stream)
    notice = compiling.Notice("en", clock=clock)
    notice.begun()
    clock.now += 10
    notice.ended(KERNEL)
    assert stream.tried == 1, "it is not tried again"


KERNELS = """
    from firelane import compiling
    from firelane.table.fast import kernel

    @kernel
    def one_more(number):
        return number + 1

    if __name__ == "__main__":
        compiling.tell()
        print(one_more(1))
"""


def test_what_is_compiled_is_told_and_what_was_compiled_before_is_not(tmp_path):
    script = tmp_path / "kernels.py"
    script.write_text(textwrap.dedent(KERNELS))

    def run():
        return subprocess.run(
            [sys.executable, str(script)],
            capture_output=True,
            text=True,
            check=True,
            timeout=HANG_SECONDS,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "FIRELANE_LANG": "en"},
        )

    first, second = run(), run()
    assert (first.stdout, second.stdout) == ("2\n", "2\n")
    assert first.stderr.splitlines()[0] == line("compiling.begun")
    assert second.stderr == ""
