"""Pictures of what an arena found. matplotlib is loaded only when one is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from firelane.lab.arena import Result
from firelane.lab.ratings import interval
from firelane.problem import Problem
from firelane.text import say


def draw_arena(results: Sequence[Result], ratings: Mapping[str, float], path: Path) -> None:
    """Win rates with their intervals, and the ratings beside them."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise Problem("table.no-matplotlib") from None
    figure = Figure(figsize=(9, 1.2 + 0.6 * max(len(results), len(ratings))), layout="constrained")
    FigureCanvasAgg(figure)
    rates, rated = figure.subplots(1, 2, width_ratios=(3, 2))
    for row, result in enumerate(results):
        low, high = interval(result.score, result.games)
        rate = result.score / max(1, result.games)
        rates.plot([100 * low, 100 * high], [row, row], color="#2b6cb0", linewidth=2)
        rates.plot([100 * rate], [row], "o", color="#2b6cb0")
    rates.set_yticks(range(len(results)), [f"{r.pair[0]} - {r.pair[1]}" for r in results])
    rates.axvline(50, color="#999999", linewidth=1)
    rates.set_xlim(0, 100)
    rates.set_xlabel(say("arena.axis-rate"))
    names = sorted(ratings, key=lambda name: ratings[name])
    rated.barh(range(len(names)), [ratings[name] for name in names], color="#2b6cb0")
    rated.set_yticks(range(len(names)), names)
    rated.set_xlabel(say("arena.axis-rating"))
    try:
        figure.savefig(path)
    except OSError as error:
        raise Problem("documents.unwritable", file=path, reason=error.strerror or error) from None
    except ValueError as error:
        raise Problem("documents.unwritable", file=path, reason=error) from None
