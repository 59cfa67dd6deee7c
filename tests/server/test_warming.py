"""What is made ready once and for all: after it no game has anything left to compile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firelane.rulesets import SHIPPED
from hanging import HANG_SECONDS

OTHER_GAMES = """
import sys
import numba

kernels = []
njit = numba.njit


def noted(*functions, **options):
    def compiled(function):
        kernels.append(njit(**options)(function))
        return kernels[-1]

    return compiled(*functions) if functions else compiled


numba.njit = noted

from firelane.lab.many import Kind, play
from firelane.players import Budget, named, usual
from firelane.rulesets import load
from firelane.server.warming import WHOLE_GAMES, compile_all


def used():
    ours = [kernel for kernel in kernels if kernel.py_func.__module__.startswith("firelane.")]
    return {(kernel.py_func.__qualname__, types) for kernel in ours for types in kernel.overloads}


name = sys.argv[1]
ruleset = load(name)
compile_all(name)
before = used()
assert before
kind = Kind(name, vary=True)
for seed in range(WHOLE_GAMES, WHOLE_GAMES + 5):
    play(ruleset, seed, kind.setup(seed))
opponent = named(usual(ruleset), ruleset)
play(ruleset, 50, kind.setup(50), dict.fromkeys(ruleset.seats, opponent), Budget(nodes=10))
print(sorted((one, str(types)) for one, types in used() - before))
"""
"""A process of its own: what other tests have used would hide what was not made ready."""


@pytest.mark.parametrize("name", SHIPPED)
def test_other_games_use_nothing_that_was_not_compiled(name):
    done = subprocess.run(
        [sys.executable, "-c", OTHER_GAMES, name],
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * HANG_SECONDS,
    )
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_setting_up_compiles():
    asked = ["make", "--dry-run", "--always-make", "setup"]
    root = Path(__file__).parents[2]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=HANG_SECONDS, cwd=root)
    assert "-m firelane.server.warming" in done.stdout
