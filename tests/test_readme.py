"""The README tells the truth: its examples are run, its commands exist."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text("utf-8")


def console_examples() -> list[tuple[str, str]]:
    """Every `$ command` of the console blocks, with the output that is printed under it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_console_examples_print_what_they_show(command, output):
    words = shlex.split(command)
    assert words[0] == "firelane"
    ran = subprocess.run(
        [sys.executable, "-m", "firelane", *words[1:]],
        capture_output=True,
        text=True,
        check=True,
        env={"FIRELANE_LANG": "en", "PYTHONIOENCODING": "utf-8"},
    )
    assert ran.stdout == output


def test_python_examples_run():
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_the_commands_of_the_table_are_those_that_exist():
    listed = set(re.findall(r"^\| `firelane ([a-z]+)", TEXT, re.MULTILINE))
    ran = subprocess.run(
        [sys.executable, "-m", "firelane", "--help"], capture_output=True, text=True, check=True
    )
    exist = set(re.findall(r"^  ([a-z]+) {2,}", ran.stdout.partition("Commands:")[2], re.MULTILINE))
    assert listed == exist
