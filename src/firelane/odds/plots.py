"""Pictures of odds: match-ups as bars, weapons against ranges as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from firelane.odds import redearth
from firelane.odds.clash import Fate
from firelane.odds.duel import Answer, Duel
from firelane.odds.exchange import Result
from firelane.odds.grid import Row
from firelane.odds.telling import names_of, numbers_of, parts_in_words, state_name, weapon_of
from firelane.table.pictures import write_picture
from firelane.text import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, PALE = "#2b2b2b", "#8a8a8a"
HARMLESS, WORSE = "#9db8a0", ("#e3b778", "#cf7f4f", "#a3442f", "#6d2119")
SHORTEST_BAR = 0.0005
"""Chances below this share the last bar."""


def plot_duel(duel: Duel, answer: Answer, path: Path | str, lang: str) -> None:
    """A match-up: its numbers above, below them for each trooper what it may lose."""
    write_picture(lambda: _duel(duel, answer, lang), path)


def _duel(duel: Duel, answer: Answer, lang: str) -> Figure:
    names = names_of(answer)
    parts = [(names[name], _bars(fate, lang)) for name, fate in answer.outcome.fates.items()]
    return _barred(title_of(duel, names, lang), _numbers(duel, answer, names, lang), parts)


def plot_attack(title: str, names: Mapping[str, str], outcome: redearth.Outcome, path: Path | str,
                lang: str) -> None:  # fmt: skip
    """A Red Earth attack: what becomes of each unit."""
    labels = (say("cli-odds.unharmed", lang), say("cli-odds.staggered", lang), say("cli-odds.killed", lang))
    colours = (HARMLESS, WORSE[0], WORSE[2])
    parts = [
        (names[name], list(zip(labels, (fate.unharmed, fate.staggered, fate.killed), colours, strict=True)))
        for name, fate in outcome.fates.items()
    ]
    write_picture(lambda: _barred(title, [], parts), path)


def plot_exchange(title: str, result: Result, path: Path | str, lang: str) -> None:
    """One exchange: who wins, and the points that each side costs the other."""
    win = [
        (say(f"cli-odds.win-{side}", lang).strip(), chance, WORSE[1] if side == "active" else PALE)
        for side, chance in result.win.items()
    ]
    parts = [(say("cli-odds.who-wins", lang), win)]
    for side, lost in (("active", result.wounds_by_active), ("reactive", result.wounds_by_reactive)):
        parts.append((say(f"cli-odds.wounds-by-{side}", lang).rstrip(":："), _lost(lost, lang)))
    write_picture(lambda: _barred(title, [], parts), path)


Bar = tuple[str, Fraction, str]


def _barred(title: str, lines: Sequence[str], parts: Sequence[tuple[str, list[Bar]]]) -> Figure:
    """A title, lines below it, and for each party its bars."""
    from matplotlib.figure import Figure

    head = 0.75 + 0.27 * len(lines)
    tall = head + sum(0.75 + 0.34 * len(bars) for _, bars in parts) + 0.25
    figure = Figure(figsize=(9.0, tall), facecolor="white")
    figure.text(0.04, 1 - 0.38 / tall, title, size=14, color=INK)
    for number, line in enumerate(lines):
        figure.text(0.04, 1 - (0.72 + 0.27 * number) / tall, line, size=9.5, color=INK)
    top = head
    for name, bars in parts:
        height = 0.34 * len(bars)
        axes = figure.add_axes((0.3, 1 - (top + 0.62 + height) / tall, 0.6, height / tall))
        places = range(len(bars) - 1, -1, -1)
        axes.barh(list(places), [float(chance) for _, chance, _ in bars],
                  color=[colour for _, _, colour in bars], height=0.72)  # fmt: skip
        axes.set_yticks(list(places), [label for label, _, _ in bars], size=9.5)
        for place, (_, chance, _) in zip(places, bars, strict=True):
            axes.text(float(chance) + 0.01, place, f"{float(chance):.2%}", va="center", size=9, color=INK)
        axes.set_xlim(0, 1)
        axes.set_ylim(-0.6, len(bars) - 0.4)
        axes.xaxis.set_visible(False)
        axes.tick_params(length=0, colors=INK)
        for side in ("top", "right", "bottom"):
            axes.spines[side].set_visible(False)
        axes.spines["left"].set_color(PALE)
        axes.set_title(name, size=11.5, loc="left", color=INK)
        top += 0.75 + height
    return figure


def title_of(duel: Duel, names: dict[str, str], lang: str) -> str:
    """Who meets whom, and how far apart."""
    first, *others = names.values()
    against = say("infinity.comma", lang).join(others)
    if duel.distance is None:
        return say("odds.title", lang, active=first, reactive=against)
    return say("odds.title-inches", lang, active=first, reactive=against, inches=f"{duel.distance / 1000:g}")


def _numbers(duel: Duel, answer: Answer, names: dict[str, str], lang: str) -> list[str]:
    found = []
    for attempt in answer.attempts:
        what = weapon_of(duel.ruleset, attempt, lang)
        for _, number in numbers_of(attempt):
            found.append(
                say("odds.line", lang, name=names[attempt.actor], what=what, dice=attempt.dice,
                    total=number.total, parts=parts_in_words(number, lang))
            )  # fmt: skip
        if attempt.automatic:
            found.append(say("odds.line-template", lang, name=names[attempt.actor], what=what))
    return found


def _lost(lost: Sequence[Fraction], lang: str) -> list[Bar]:
    """Points lost, the rarest together."""
    cut = max(1, sum(chance >= SHORTEST_BAR for chance in lost))
    bars = []
    for points, chance in enumerate(lost[:cut]):
        rest = sum(lost[cut:], Fraction(0)) if points == cut - 1 else Fraction(0)
        key = "odds.loses-or-more" if rest else "odds.loses"
        colour = WORSE[min(points, len(WORSE)) - 1] if points else HARMLESS
        bars.append((say(key, lang, points=points), chance + rest, colour))
    return bars


def _bars(fate: Fate, lang: str) -> list[tuple[str, Fraction, str]]:
    """Points lost, and whatever else may befall the trooper."""
    bars = _lost(fate.lost, lang)
    bars.append((say("odds.unconscious", lang), fate.unconscious, "#8d7aa8"))
    bars.append((say("odds.dead", lang), fate.dead, "#4d3a63"))
    bars += [(state_name(state, lang), chance, "#6f8fae") for state, chance in fate.states.items()]
    if fate.guts is not None:
        bars.append((say("odds.fails-guts", lang), fate.guts, "#b8a25a"))
    return [bar for bar in bars if bar[1] or bar[2] == HARMLESS]


def plot_grid(rows: Sequence[Row], names: Sequence[str], title: str, path: Path | str, lang: str, *,
              shares: bool) -> None:  # fmt: skip
    """Weapons against ranges."""
    write_picture(lambda: _grid(rows, names, title, lang, shares), path)


def _grid(rows: Sequence[Row], names: Sequence[str], title: str, lang: str, shares: bool) -> Figure:
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

    limits = list(rows[0].chances)
    figure = Figure(figsize=(3.6 + 0.8 * len(limits), 1.7 + 0.46 * len(rows)), facecolor="white")
    axes = figure.add_axes((3.0 / (3.6 + 0.8 * len(limits)), 0.7 / (1.7 + 0.46 * len(rows)),
                            0.8 * len(limits) / (3.6 + 0.8 * len(limits)),
                            0.46 * len(rows) / (1.7 + 0.46 * len(rows))))  # fmt: skip
    found = [[float(row.chances[limit] or 0) for limit in limits] for row in rows]
    most = 1.0 if shares else max(1.0, *(value for line in found for value in line))
    colours = LinearSegmentedColormap.from_list("firelane", ["#f6f3ea", "#e3b778", "#cf7f4f", "#8c2f22"])
    axes.imshow(found, cmap=colours, vmin=0, vmax=most, aspect="auto")
    for line, row in enumerate(rows):
        for column, limit in enumerate(limits):
            chance = row.chances[limit]
            value = float(chance or 0)
            text = "–" if chance is None else f"{value:.1%}" if shares else f"{value:.2f}"
            axes.text(column, line, text, ha="center", va="center", size=9,
                      color="white" if value > 0.6 * most else INK)  # fmt: skip
    axes.set_xticks(range(len(limits)), [str(limit) for limit in limits], size=9.5)
    axes.set_yticks(range(len(rows)), list(names), size=9.5)
    axes.set_xlabel(say("odds.up-to-inches", lang), size=9.5, color=INK)
    axes.tick_params(length=0, colors=INK)
    for spine in axes.spines.values():
        spine.set_visible(False)
    figure.text(0.03, 1 - 0.45 / (1.7 + 0.46 * len(rows)), title, size=12.5, color=INK)
    return figure
