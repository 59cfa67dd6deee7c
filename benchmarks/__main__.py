"""`make bench`: measures everything, or the PART named, and writes it into docs/performance.md."""

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


PAGE = Path("docs/performance.md")


def main() -> None:
    """Measure the parts named on the command line, or all, and write what was measured into the page."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    names = sorted(m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name.startswith("bench_"))
    chosen = [name for name in names if not sys.argv[1:] or name.removeprefix("bench_") in sys.argv[1:]]
    sections = _sections() if chosen != names else {}
    for name in chosen:
        part = importlib.import_module(f"benchmarks.{name}")
        title = part.__doc__.splitlines()[0]
        print(title, flush=True)
        lines = ["| what | measured | to reach | |", "|---|---|---|---|"]
        for row in part.rows():
            lines.append("| " + " | ".join(row) + " |")
            print("  " + _line(row), flush=True)
        sections[title] = lines
    head = HEAD.format(python=platform.python_version(), machine=platform.machine())
    page = [head, *(line for title, rows in sections.items() for line in ("", f"## {title}", "", *rows))]
    PAGE.write_text("\n".join(page) + "\n", "utf-8")


def _sections() -> dict[str, list[str]]:
    """The tables of the page as it is, by their titles: parts that are not measured now stay."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in PAGE.read_text("utf-8").splitlines() if PAGE.exists() else ():
        if line.startswith("## "):
            title = line.removeprefix("## ")
        elif line.startswith("|"):
            found.setdefault(title, []).append(line)
    return found


def _line(row: Row) -> str:
    reach = f"   (to reach: {row.target})" if row.target else ""
    return f"{row.name}: {row.value}{reach}   {row.note}".rstrip()


main()
