"""Odds in the terminal: tables, bars, a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import typer

from firelane.text import language, say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from firelane.odds.clash import Fate
    from firelane.odds.duel import Answer, Duel
    from firelane.odds.exchange import Result
    from firelane.odds.grid import Row
    from firelane.odds.redearth import Outcome

BAR = 40
WIDTH = 110
RARE = Fraction(1, 10_000)
"""Points lost with a smaller chance than this share a row, hits of Red Earth have none."""
HEAT = ("#f6f3ea", "#eed9b0", "#e3b778", "#d9965f", "#cf7f4f", "#b85a3c", "#a3442f", "#8c2f22")


def percent(chance: Fraction, fractions: bool) -> str:
    """A chance for people."""
    return str(chance) if fractions else f"{float(chance):7.3%}"


def bar(chance: Fraction) -> str:
    """A bar as long as the chance is big."""
    eighths = round(BAR * 8 * float(chance))
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    return console if console.is_terminal else Console(highlight=False, markup=False, width=WIDTH)


def _table(*columns: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


# A match-up


def print_duel(duel: Duel, answer: Answer, fractions: bool) -> None:
    """The rolls with their itemised numbers, then what becomes of everybody, with bars."""
    from firelane.odds.plots import title_of
    from firelane.odds.telling import names_of

    console, lang = _console(), language()
    names = names_of(answer)
    console.print(title_of(duel, names, lang), style="bold")
    console.print(_rolls(duel, answer, names, fractions, lang))
    for name, fate in answer.outcome.fates.items():
        console.print(names[name], style="bold")
        console.print(_fate(fate, fractions, lang))


def _rolls(duel: Duel, answer: Answer, names: dict[str, str], fractions: bool, lang: str) -> Table:
    from firelane.odds.telling import numbers_of, parts_in_words, save_in_words, weapon_of

    columns = ("who", "what", "dice", "number", "succeeds", "save")
    table = _table(*(say(f"cli-odds.column-{column}") for column in columns))
    for place, attempt in enumerate(answer.attempts):
        numbers = numbers_of(attempt)
        opponents = {rival: names[answer.attempts[rival].actor] for rival, _ in numbers if rival is not None}
        shown = [
            say("odds.number-against", lang, name=opponents[rival], total=number.total,
                parts=parts_in_words(number, lang))
            if rival is not None
            else say("odds.number", lang, total=number.total, parts=parts_in_words(number, lang))
            for rival, number in numbers
        ]  # fmt: skip
        saves = [save_in_words(saving, lang) for saving in answer.saves(place)]
        table.add_row(
            names[attempt.actor],
            weapon_of(duel.ruleset, attempt, lang),
            str(attempt.dice) if not attempt.automatic else say("odds.template", lang),
            "\n".join(shown),
            percent(answer.outcome.success[place], fractions),
            "\n".join(saves),
        )
    return table


def _fate(fate: Fate, fractions: bool, lang: str) -> Table:
    from firelane.odds.telling import state_name

    table = _bars()
    cut = max(1, sum(chance >= RARE for chance in fate.lost))
    for points, chance in enumerate(fate.lost[:cut]):
        rest = sum(fate.lost[cut:], Fraction(0)) if points == cut - 1 and not fractions else Fraction(0)
        key = "odds.loses-or-more" if rest else "odds.loses"
        _add(table, say(key, lang, points=points), chance + rest, fractions)
    for points, chance in enumerate(fate.lost[cut:], start=cut):
        if fractions and chance:
            _add(table, say("odds.loses", lang, points=points), chance, fractions)
    _add(table, say("odds.unconscious", lang), fate.unconscious, fractions)
    _add(table, say("odds.dead", lang), fate.dead, fractions)
    for state, chance in fate.states.items():
        _add(table, state_name(state, lang), chance, fractions)
    if fate.guts is not None:
        _add(table, say("odds.fails-guts", lang), fate.guts, fractions)
    if fate.loss is not None:
        loss = str(fate.loss) if fractions else f"{float(fate.loss):7.3f}"
        table.add_row(say("odds.expected-loss", lang), loss, "")
    return table


def _bars() -> Table:
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
    for _ in range(3):
        table.add_column()
    return table


def _add(table: Table, label: str, chance: Fraction, fractions: bool) -> None:
    table.add_row(label, percent(chance, fractions), bar(chance))


# Weapons against ranges


def grid_names(rows: Sequence[Row], lang: str) -> list[str]:
    """The weapons, with the unit where there is more than one."""
    from firelane.infinity.sheets import sheet

    units = {sheet(row.fighter.sheet).facts.unit_name for row in rows}
    found = []
    for row in rows:
        mode = f" ({row.mode.mode.say(lang)})" if row.mode.mode is not None else ""
        weapon = f"{row.mode.name.say(lang)}{mode}"
        unit = sheet(row.fighter.sheet).facts.unit_name
        found.append(f"{unit}: {weapon}" if len(units) > 1 else weapon)
    return found


def grid_title(ruleset: str, reactive: str, measure: str) -> str:
    """What the cells tell, of whom."""
    return say(f"cli-odds.grid-{measure}", ruleset=ruleset, target=reactive)


def print_grid(rows: Sequence[Row], title: str, measure: str, fractions: bool) -> None:
    """A heat map: one row for each weapon, one column for each band."""
    from rich.text import Text

    console = _console()
    console.print(title, style="bold")
    limits = list(rows[0].chances)
    table = _table(say("cli-odds.column-weapon"), *(f"{limit}″" for limit in limits))
    most = max((chance for row in rows for chance in row.chances.values() if chance), default=Fraction(1))
    for name, row in zip(grid_names(rows, language()), rows, strict=True):
        cells = [Text(*_cell(row.chances[limit], most, measure, fractions)) for limit in limits]
        table.add_row(name, *cells)
    console.print(table)


def _cell(chance: Fraction | None, most: Fraction, measure: str, fractions: bool) -> tuple[str, str]:
    """What a cell says, and how it looks."""
    if chance is None:
        return "–", "dim"
    if fractions:
        text = str(chance)
    else:
        text = f"{float(chance):5.2f}" if measure == "hurt" else f"{float(chance):6.1%}"
    step = min(len(HEAT) - 1, int(len(HEAT) * chance / most)) if most else 0
    ink = "white" if step > len(HEAT) // 2 else "black"
    return text, f"{ink} on {HEAT[step]}"


def grid_as_plain(rows: Sequence[Row], fractions: bool) -> list[dict[str, Any]]:
    """The grid for machines: distances are the upper limits of bands, in inches."""
    from firelane.odds.telling import shown

    return [
        {
            "sheet": row.fighter.sheet,
            "weapon": row.mode.key,
            "by_inches": {
                str(limit): shown(chance, fractions) if chance is not None else None
                for limit, chance in row.chances.items()
            },
        }
        for row in rows
    ]


# Red Earth


def print_red_earth(found: Outcome, names: Mapping[str, str], fractions: bool) -> None:
    """How often it hits, what becomes of each unit, and how many are killed."""
    console, lang = _console(), language()
    if len(found.hits) > 1:
        table = _bars()
        for (hits, headshots), chance in found.hits.items():
            if chance < RARE and not fractions:
                continue
            key = "cli-odds.hits-and-headshots" if headshots else "cli-odds.hits"
            _add(table, say(key, lang, hits=hits, headshots=headshots), chance, fractions)
        console.print(table)
    for name, fate in found.fates.items():
        console.print(names[name], style="bold")
        table = _bars()
        for key in ("unharmed", "staggered", "killed"):
            _add(table, say(f"cli-odds.{key}"), getattr(fate, key), fractions)
        loss = str(fate.loss) if fractions else f"{float(fate.loss):7.3f}"
        table.add_row(say("odds.expected-loss", lang), loss, "")
        console.print(table)
    if len(found.kills) > 2:
        table = _bars()
        for count, chance in enumerate(found.kills):
            _add(table, say("cli-odds.kills", count=count), chance, fractions)
        console.print(table)


def red_earth_as_plain(found: Outcome, names: Mapping[str, str], fractions: bool) -> dict[str, Any]:
    """The same for machines."""
    from firelane.odds.telling import named, shown

    return {
        "units": [
            {
                "unit": names[name],
                "unharmed": shown(fate.unharmed, fractions),
                "staggered": shown(fate.staggered, fractions),
                "killed": shown(fate.killed, fractions),
                "expected_loss": shown(fate.loss, fractions),
            }
            for name, fate in found.fates.items()
        ],
        "kills": [shown(chance, fractions) for chance in found.kills],
        "hits": named(found.hits, fractions),
    }


# An exchange


def print_result(found: Result, fractions: bool) -> None:
    """A small table with bars."""
    for side, chance in found.win.items():
        _row(say(f"cli-odds.win-{side}"), chance, fractions)
    for side, wounds in (("active", found.wounds_by_active), ("reactive", found.wounds_by_reactive)):
        typer.echo(say(f"cli-odds.wounds-by-{side}"))
        for points, chance in enumerate(wounds):
            _row(f"{points:>3}", chance, fractions)


def _row(name: str, chance: Fraction, fractions: bool) -> None:
    typer.echo(f"  {name}  {percent(chance, fractions)}  {bar(chance)}")
