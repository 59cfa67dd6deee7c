"""`make leans`: the Taskings of Red Earth with one thing on their cards changed; writes into docs/balance.md.

Veterans play the same seeds with the card as printed and as changed. Where one figure of a card turns a
Tasking that leans into an even one, it is the card that leans.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from msgspec.structs import replace

from benchmarks.balance import PAGE, play_one
from firelane.bpre import game, taskings
from firelane.bpre.steps import setup
from firelane.bpre.taskings import Criterion, Tasking
from firelane.core.rules import Edition
from firelane.lab.arena import cores
from firelane.lab.ratings import interval

BEGIN, END = "<!-- leans -->", "<!-- end of leans -->"
Change = Callable[[Tasking], Tasking]
PRINTED = taskings.card_in_parts


class Variant(NamedTuple):
    """A card with one thing changed."""

    tasking: str
    changed: str
    change: Change


def _goal(statement: int, **figures: int) -> Change:
    """Another figure in one criterion."""

    def change(card: Tasking) -> Tasking:
        success = [replace(c, **figures) if c.statement == statement else c for c in card.success]
        return replace(card, success=tuple(success))

    return change


def _also(criterion: Criterion) -> Change:
    """One more way to succeed."""
    return lambda card: replace(card, success=(*card.success, criterion))


def _but(statement: int) -> Change:
    """One way to succeed less."""
    return lambda card: replace(card, success=tuple(c for c in card.success if c.statement != statement))


def _set_up(statement: int, **figures: object) -> Change:
    """Another figure in the placing of units."""

    def change(card: Tasking) -> Tasking:
        steps = [
            replace(s, **figures)
            if s.statement == statement and s.do in ("place-units", "designate-edge")
            else s
            for s in card.steps
        ]
        return replace(card, steps=tuple(steps))

    return change


def _points(**cp: int) -> Change:
    """Other CP limits."""
    return lambda card: replace(card, cp={**card.cp, **cp})


def _without_limit(statement: int) -> Change:
    """One limit less."""
    return lambda card: replace(card, limits=tuple(one for one in card.limits if one.statement != statement))


def _both(*changes: Change) -> Change:
    def change(card: Tasking) -> Tasking:
        for one in changes:
            card = one(card)
        return card

    return change


KILLS = Criterion(force="aayari", test="cp-killed", least=100, statement=8)
NONE_LEFT = Criterion(force="scorch", test="enemy-wiped", statement=8)
FEW_LEFT = Criterion(force="scorch", test="enemy-cp-left", most=25, statement=8)
VARIANTS = (
    Variant("antler-vine", "14 CP inside, not 26", _goal(6, least=14)),
    Variant("antler-vine", "any unit inside", _goal(6, least=1)),
    Variant("antler-vine", 'Aayari within 8" of their edge, not 4"', _set_up(4, within=8000)),
    Variant("antler-vine", 'within 8", any unit inside', _both(_set_up(4, within=8000), _goal(6, least=1))),
    Variant("antler-vine", "Aayari with 225 CP, not 150", _points(aayari=225)),
    Variant(
        "antler-vine", 'Aayari with 225 CP, within 8"', _both(_points(aayari=225), _set_up(4, within=8000))
    ),
    Variant("perdition-charter", "50 CP at the exit, not 75", _goal(6, least=50)),
    Variant("perdition-charter", "25 CP at the exit", _goal(6, least=25)),
    Variant(
        "perdition-charter",
        "25 CP at the exit, 126 to kill, not 76",
        _both(_goal(6, least=25), _goal(7, least=126)),
    ),
    Variant("amber-wraith", "Aayari win by 100 CP killed too", _also(KILLS)),
    Variant("amber-wraith", 'Aayari within 8" of the checkpoint, not 4"', _set_up(5, within=8000)),
    Variant("amber-wraith", "both", _both(_also(KILLS), _set_up(5, within=8000))),
    Variant("carcass-wraith", "no limit to what Scorch starts with, not 75 CP", _without_limit(4)),
    Variant("oasis-hemlock", 'Scorch within 8" of its edge, not 4"', _set_up(3, within=8000)),
    Variant("oasis-hemlock", "Scorch with 175 CP, not 150", _points(scorch=175)),
    Variant("oasis-hemlock", "both", _both(_points(scorch=175), _set_up(3, within=8000))),
    Variant("disparate-vertigo", "Scorch wins too when the Aayari have 25 CP left", _also(FEW_LEFT)),
    Variant("disparate-vertigo", "Scorch wins too by killing all", _also(NONE_LEFT)),
    Variant("disparate-vertigo", "Aayari do not win by killing all", _but(10)),
)
"""Figures alone: nothing of how the players think."""


def play_changed(task: tuple[int, int]) -> str:
    """Who wins one game of a variant."""
    number, seed = task
    variant = VARIANTS[number]

    def card_in_parts(edition: Edition, key: str, swapped: bool) -> Tasking:
        card = PRINTED(edition, key, swapped)
        return variant.change(card) if key == f"tasking.{variant.tasking}" else card

    for module in (taskings, game, setup):
        module.card_in_parts = card_in_parts  # type: ignore[attr-defined]
    try:
        return play_one(variant.tasking, seed).winner
    finally:
        for module in (taskings, game, setup):
            module.card_in_parts = PRINTED  # type: ignore[attr-defined]


def play_printed(task: tuple[str, int]) -> str:
    """Who wins the same game with the card as it is."""
    return play_one(*task).winner


def rate(winners: list[str]) -> str:
    """What Scorch won of the decided games."""
    wins = Counter(winners)
    decided = wins["scorch"] + wins["aayari"]
    low, high = interval(wins["scorch"], decided)
    return f"{100 * wins['scorch'] / max(1, decided):.0f} % of {decided} ({100 * low:.0f}-{100 * high:.0f})"


def main() -> None:
    """Play, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each variant")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--only", default="", help="a Tasking")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE}")
    given = parser.parse_args()
    seeds = range(1, given.games + 1)
    lines = ["| tasking | Scorch wins | changed on the card | Scorch wins then |", "|---|---|---|---|"]
    printed: dict[str, str] = {}
    with ProcessPoolExecutor(given.processes) as pool:
        for number, variant in enumerate(VARIANTS):
            name = variant.tasking
            if given.only not in ("", name):
                continue
            if name not in printed:
                printed[name] = rate(list(pool.map(play_printed, [(name, s) for s in seeds], chunksize=5)))
            found = rate(list(pool.map(play_changed, [(number, s) for s in seeds], chunksize=5)))
            lines.append(f"| {name} | {printed[name]} | {variant.changed} | {found} |")
            print(lines[-1], flush=True)
    if given.write:
        head, _, rest = PAGE.read_text().partition(BEGIN)
        _, _, tail = rest.partition(END)
        PAGE.write_text(f"{head}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{tail}")


if __name__ == "__main__":
    main()
