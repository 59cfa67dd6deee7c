"""Old and new code in turn, in the same minutes: `make bench-against BASE=REV`.

A process of each revision does the same pieces of work, one after the other, the order changing each time. A
figure is the processor time for a unit of work; what is told is the median of new over old with its 95 %
interval (by drawing the rounds again). A part is slower only if the whole interval lies above the limit.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec

ROOT = Path(__file__).parents[1]
ROUNDS = 12
LIMIT = 1.05
RESAMPLES = 4000
PARTS = ("random-games", "operations", "previews", "server-answers", "commander-nodes")


class Spent(msgspec.Struct):
    """What a piece of work took."""

    seconds: float
    units: int


class Worker:
    """A process of one revision."""

    def __init__(self, tree: Path) -> None:
        paths = os.pathsep.join(str(tree / part) for part in ("src", "", "tests"))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.workload"],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def time(self, part: str, number: int) -> float:
        """Seconds of processor time for a unit of a piece of work."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{part} {number}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the work {part} broke down in {self.process.args}")
        spent = msgspec.json.decode(line, type=Spent)
        return spent.seconds / spent.units

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait()


def tree_of(revision: str) -> Path:
    """Return a working tree of the revision, made once, with the present work in it where it has none."""
    name = subprocess.check_output(["git", "rev-parse", "--short", revision], cwd=ROOT, text=True).strip()
    tree = ROOT / "build" / "against" / name
    if not tree.exists():
        tree.parent.mkdir(parents=True, exist_ok=True)
        archive = subprocess.Popen(["git", "archive", name], cwd=ROOT, stdout=subprocess.PIPE)
        tree.mkdir()
        subprocess.run(["tar", "-x", "-C", str(tree)], stdin=archive.stdout, check=True)
        compile_data = (
            "from firelane.forces.compile import compile_shipped as forces;"
            "from firelane.rulebook.compile import compile_shipped as rulebook;"
            "rulebook(); forces()"
        )
        env = {**os.environ, "PYTHONPATH": str(tree / "src")}
        subprocess.run([sys.executable, "-c", compile_data], cwd=tree, env=env, check=True)
        if not (tree / "benchmarks" / "workload.py").exists():
            shutil.copy(Path(__file__).with_name("workload.py"), tree / "benchmarks")
    return tree


def interval(ratios: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the median of these ratios."""
    generator = Random(0)
    medians = sorted(statistics.median(generator.choices(ratios, k=len(ratios))) for _ in range(RESAMPLES))
    return medians[int(0.025 * RESAMPLES)], medians[int(0.975 * RESAMPLES)]


def main() -> int:
    """Compare this tree with another revision. The exit status tells whether a part is slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--parts", default=",".join(PARTS))
    given = parser.parse_args()
    old, new = Worker(tree_of(given.base)), Worker(ROOT)
    slower = []
    print(f"new over {given.base}, processor time for a unit of work, {given.rounds} rounds")
    for part in given.parts.split(","):
        for worker in (old, new):  # compiles, loads and surveys whatever the work needs
            for number in range(1, given.rounds + 1):
                worker.time(part, number)
        ratios = []
        for number in range(1, given.rounds + 1):
            first, second = (old, new) if number % 2 else (new, old)
            times = {first: first.time(part, number), second: second.time(part, number)}
            ratios.append(times[new] / times[old])
        low, high = interval(ratios)
        slower += [part] if low > LIMIT else []
        print(f"{part:<16} {statistics.median(ratios):.3f}  ({low:.3f} to {high:.3f})", flush=True)
    for worker in (old, new):
        worker.stop()
    if slower:
        print(f"slower than {LIMIT} by the whole interval: {', '.join(slower)}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
