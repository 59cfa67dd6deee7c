"""Compiles the forces of all shipped editions; building and installing do it, and `python -m` by hand."""

from __future__ import annotations

import sys
from pathlib import Path

from firelane.forces import packed
from firelane.forces.charts import CHARTED
from firelane.forces.library import EDITIONS, read


def compile_shipped() -> tuple[Path, ...]:
    """Compile all shipped editions."""
    return tuple(packed.keep(edition, read(edition)) for edition in (*EDITIONS, *CHARTED))


if __name__ == "__main__":
    for made in compile_shipped():
        sys.stdout.write(f"{made}\n")
