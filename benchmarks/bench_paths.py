"""What movement costs: reachable areas, paths, and what twenty watchers see of a path.

Every function returns rows (name, value, unit, ratio); the ratio is how many times slower the other way
is (named in the row), or None. Times are the best of several runs, for other work on the machine only
ever adds; over several troopers, the median and the worst of their best.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.timing import Measured, Row, as_rows, quickest
from firelane.table.fieldfile import ready_field
from firelane.table.looking import SightRules
from firelane.table.movement import MoveRules, PathReport
from firelane.table.paths import check_path, stands_free
from firelane.table.reach import reachable, shortest_path
from firelane.table.seen import place_at, watched
from firelane.table.sight import along_path
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Figure
from table.tables import free_standing, populate

SIGHT = SightRules()


def scene(kind: str, pieces: int = 60) -> tuple[Battlefield, list[Figure]]:
    """A table with 40 figures, those that may be asked to move first."""
    rng = np.random.default_rng(7)
    if kind == "town":
        table = ready_field("harbour-town").battlefield
    else:
        table = free_standing(rng, pieces, round(48 * (pieces / 60) ** 0.5))
    figures = populate(rng, table, 40)
    plan, rules = ground_plan(table), MoveRules()
    figures.sort(key=lambda f: stands_free(plan, f, [o for o in figures if o.id != f.id], rules) is not None)
    return table, figures


def reachable_areas() -> list[Measured]:
    """The reachable area of a trooper, for 4 and for 8 inches, points every quarter of an inch."""
    rows: list[Measured] = []
    for kind in ("free-standing", "town"):
        table, figures = scene(kind)
        for allowance in (4000, 8000):
            rules = MoveRules(allowance=allowance)
            spent, ends = [], []
            for figure in figures[:10]:
                reach = reachable(table, figure, figures, rules)
                ends.append(len(reach.ends))

                spent.append(quickest(partial(reachable, table, figure, figures, rules), 5) * 1e3)
            name = f"reachable area, {allowance // 1000} inches, {kind}, {len(table.pieces)} pieces"
            rows.append((f"{name}, median of 10", statistics.median(spent), "ms", None))
            rows.append((f"{name}, worst of 10", max(spent), "ms", None))
            rows.append((f"{name}, end points, median", float(statistics.median(ends)), "points", None))
    return rows


def growth() -> list[Measured]:
    """The same area on larger tables of the same density."""
    rows: list[Measured] = []
    first: float | None = None
    for pieces in (60, 240, 960):
        table, figures = scene("free-standing", pieces)
        rules = MoveRules(allowance=4000)
        spent = statistics.median(
            quickest(partial(reachable, table, figure, figures, rules), 5) * 1e3 for figure in figures[:10]
        )
        first = first or spent
        rows.append((f"reachable area, 4 inches, {pieces} pieces", spent, "ms", spent / first))
    return rows


def a_path(table: Battlefield, figure: Figure, figures: list[Figure]) -> PathReport | None:
    """The way to the dearest place within 8 inches."""
    reach = reachable(table, figure, figures, MoveRules(allowance=8000))
    ends = sorted((e for e in reach.ends if not e.touches), key=lambda e: -e.cost)
    for end in ends[:5]:
        route = reach.path_to(end.x, end.y, end.z)
        if route is not None:
            return route.report
    return None


def paths() -> list[Measured]:
    """Checking a path, and finding one across the table."""
    table, figures = scene("free-standing")
    mover = figures[0]
    reach = reachable(table, mover, figures, MoveRules(allowance=8000))
    end = max((e for e in reach.ends if not e.touches), key=lambda e: e.cost)
    route = reach.path_to(end.x, end.y, end.z)
    assert route is not None
    legs = len(route.waypoints)
    checked = quickest(lambda: check_path(table, mover, route.waypoints, figures, MoveRules()), 30)
    goals = sorted(figures[1:], key=lambda f: (f.z, -abs(f.x - mover.x) - abs(f.y - mover.y)))
    goal = next(f for f in goals if shortest_path(table, mover, (f.x, f.y, f.z), (), MoveRules()) is not None)
    across = quickest(partial(shortest_path, table, mover, (goal.x, goal.y, goal.z), (), MoveRules()), 5)
    return [
        (f"check_path, {legs} legs, 60 pieces, 40 figures", checked * 1e6, "us", None),
        ("shortest path across the table, no allowance", across * 1e3, "ms", None),
    ]


def path_against_watchers() -> list[Measured]:
    """A path against 20 watchers: 20 points asked, and every interval solved to the mil."""
    rows: list[Measured] = []
    for kind in ("free-standing", "town"):
        table, figures = scene(kind)
        asked, solved = [], []
        for mover in figures[:8]:
            report = a_path(table, mover, figures)
            if report is None:
                continue
            track = report.track
            watchers = [f for f in figures if f.id != mover.id][:20]
            places = np.array([place_at(track, arc) for arc in np.linspace(0, report.length, 20)])
            watched(table, mover, track, watchers, SIGHT, figures)

            points = partial(along_path, table, mover, places, watchers, SIGHT, figures)
            asked.append(quickest(points) * 1e3)
            whole = partial(watched, table, mover, track, watchers, SIGHT, figures)
            solved.append(quickest(whole) * 1e3)
        fine = statistics.median(asked) * 8000 / 20
        rows.append((f"20 points of a path, 20 watchers, {kind}", statistics.median(asked), "ms", None))
        rows.append(
            (
                f"every interval of 8 inches of path to the mil, 20 watchers, {kind} (x: asking every mil)",
                statistics.median(solved),
                "ms",
                fine / statistics.median(solved),
            )
        )
        rows.append((f"the same, worst of {len(solved)}", max(solved), "ms", None))
    return rows


BENCHMARKS = (reachable_areas, growth, paths, path_against_watchers)


TARGETS = {"reachable area": "30 ms", "20 points of a path, 20 watchers": "1 ms"}


def rows() -> Iterator[Row]:
    """All rows of this part."""
    for benchmark in BENCHMARKS:
        yield from as_rows(benchmark(), TARGETS)
