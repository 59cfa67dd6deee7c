"""Kernels that are called without looking up their types are always handed the same ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from firelane.table import fast


@fast.kernel
def _total(values: fast.Floats) -> float:
    sum_ = 0.0
    for value in values:
        sum_ += value
    return sum_


def test_a_straight_kernel_finds_what_the_kernel_finds() -> None:
    straight = fast.straight(_total)
    values = np.arange(7.0)
    assert [straight(values[:n]) for n in range(7)] == [_total(values[:n]) for n in range(7)]


def test_other_types_are_told_when_they_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "CHECKED", True)
    straight = fast.straight(fast.kernel(_total.py_func))  # type: ignore[attr-defined]
    assert straight(np.arange(3.0)) == 3
    with pytest.raises(TypeError, match="_total is handed different types"):
        straight(np.arange(3))


@pytest.mark.parametrize("ruleset", ["c1", "bpre"])
def test_whole_games_hand_straight_kernels_the_same_types(ruleset: str) -> None:
    """Both games, several missions and maps, every straight kernel looked after."""
    command = [sys.executable, "-m", "firelane", "simulate", "--ruleset", ruleset, "--vary"]
    done = subprocess.run(
        [*command, "--games", "8", "--seed", "1", "--json"],
        env={**os.environ, "FIRELANE_KERNELS": "checked"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 8
