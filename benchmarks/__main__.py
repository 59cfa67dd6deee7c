"""`make bench`: measures everything and writes the table into docs/performance.md."""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import sys
from pathlib import Path

import benchmarks
from benchmarks.timing import Row

HEAD = """# What things cost

Written by `make bench`, one core, Python {python} on {machine}. Times are medians; the machine is shared,
so a time says less than a ratio, and ratios compare things measured in the same run.
"""


def main() -> None:
    """Measure the parts named on the command line, or all, and write the page when all were measured."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    names = sorted(m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name.startswith("bench_"))
    chosen = [name for name in names if not sys.argv[1:] or name.removeprefix("bench_") in sys.argv[1:]]
    page = [HEAD.format(python=platform.python_version(), machine=platform.machine())]
    for name in chosen:
        part = importlib.import_module(f"benchmarks.{name}")
        print(part.__doc__.splitlines()[0], flush=True)
        page += [
            "",
            f"## {part.__doc__.splitlines()[0]}",
            "",
            "| what | measured | to reach | |",
            "|---|---|---|---|",
        ]
        for row in part.rows():
            page.append("| " + " | ".join(row) + " |")
            print("  " + _line(row), flush=True)
    if chosen == names:
        Path("docs/performance.md").write_text("\n".join(page) + "\n", "utf-8")


def _line(row: Row) -> str:
    reach = f"   (to reach: {row.target})" if row.target else ""
    return f"{row.name}: {row.value}{reach}   {row.note}".rstrip()


main()
