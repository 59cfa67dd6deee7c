"""Atmospherics Cards as entries: the weather has a say for every unit (it is among what each carries)."""

from __future__ import annotations

from msgspec import Struct

from firelane.bpre.cards import FENGHUANG
from firelane.bpre.situation import (
    CROSS_NEEDS,
    MAY_ATTACK,
    MOVEMENT,
    SAVE_BONUS,
    Doing,
    Saving,
    Shooting,
)
from firelane.bpre.space import within
from firelane.bpre.world import card_of
from firelane.core.because import Number, StatementNumber, Veto
from firelane.core.rules import Rule, Value, add, cap, instead


class Weather(Struct, frozen=True, kw_only=True):
    """Figures of the weather in mils; the statements that say so stand in the same order on each card."""

    range: int = 0
    move: int = 0
    cross: int = 0
    storm: StatementNumber = 1
    """The number of the first of the three statements on a storm."""
    scatter: int = 0
    single_save: int = 0
    fires: StatementNumber = 1
    """The number of the first of the statements on Fires Cards."""
    sure: bool = False
    """Whether a Fires Card kills what stands on its point without a save."""


def not_so_far(context: Shooting, may: bool, figures: Weather) -> bool | Veto:
    """Rules: bpre.atmospherics.sandstorm.1, bpre.atmospherics.blood-rain.4."""
    if card_of(context.world, context.attacker).save is not None:
        return may
    near = within(context.attacker, context.target, figures.range)
    return may if near else Veto(figures.storm, args={"unit": context.attacker.id})


def not_so_fast(context: Doing, number: Number, figures: Weather) -> Number:
    """Applied last. Rules: bpre.atmospherics.sandstorm.2, bpre.atmospherics.blood-rain.5."""
    slow = context.card.save is None
    over = min(number.total, figures.move) - number.total if slow else 0
    return number.plus(over, figures.storm + 1)


def harder_to_cross(_: Doing, number: Number, figures: Weather) -> Number:
    """Rules: bpre.atmospherics.sandstorm.3, bpre.atmospherics.blood-rain.6."""
    return number.replaced(figures.cross, figures.storm + 2)


def dodges(context: Saving, number: Number, figures: Weather) -> Number:
    """Rules: bpre.atmospherics.sirocco.3, bpre.atmospherics.blood-rain.3."""
    return number.plus(figures.single_save, figures.fires + 2) if context.cause == FENGHUANG else number


STORM: dict[str, Value] = {
    MAY_ATTACK: cap(not_so_far),
    MOVEMENT: cap(not_so_fast),
    CROSS_NEEDS: instead(harder_to_cross),
}
HAZE: dict[str, Value] = {SAVE_BONUS: add(dodges)}


def _weather(name: str, data: Weather, values: dict[str, Value] | None = None) -> Rule:
    cites = {"bpre": f"bpre.atmospherics.{name}"}
    return Rule(f"atmospherics.{name}", cites, frozenset({"card", "atmospherics"}), data, values or {})


ATMOSPHERICS = (
    _weather("clear-skies", Weather()),  # bpre.atmospherics.clear-skies.1
    _weather("clear-skies-fires", Weather(sure=True)),
    _weather("sirocco", Weather(scatter=2000, single_save=5), HAZE),
    _weather("sandstorm", Weather(range=12_000, move=4_000, cross=15), STORM),
    _weather(
        "blood-rain",
        Weather(range=12_000, move=4_000, cross=15, storm=4, scatter=2000, single_save=5),
        {**STORM, **HAZE},
    ),
)
