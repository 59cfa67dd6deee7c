"""Atmospherics Cards as entries: the weather has a say for every unit (it is among what each carries)."""

from __future__ import annotations

from msgspec import Struct

from firelane.bpre.situation import CROSS_NEEDS, MAY_ATTACK, MOVEMENT, Doing, Shooting
from firelane.bpre.space import within
from firelane.bpre.world import card_of
from firelane.core.because import Number, Veto
from firelane.core.rules import Rule, Value, cap, instead


class Storm(Struct, frozen=True):
    """Figures of bad weather; the statements that say so stand in the same order in each card."""

    range: int
    move: int
    cross: int
    first: int
    """The number of the first of the three statements."""


def not_so_far(context: Shooting, may: bool, figures: Storm) -> bool | Veto:
    """Rules: bpre.atmospherics.sandstorm.1, bpre.atmospherics.blood-rain.4."""
    if card_of(context.world, context.attacker).save is not None:
        return may
    near = within(context.attacker, context.target, figures.range)
    return may if near else Veto(figures.first, args={"unit": context.attacker.id})


def not_so_fast(context: Doing, number: Number, figures: Storm) -> Number:
    """Applied last. Rules: bpre.atmospherics.sandstorm.2, bpre.atmospherics.blood-rain.5."""
    slow = card_of(context.world, context.unit).save is None
    over = min(number.total, figures.move) - number.total if slow else 0
    return number.plus(over, figures.first + 1)


def harder_to_cross(_: Doing, number: Number, figures: Storm) -> Number:
    """Rules: bpre.atmospherics.sandstorm.3, bpre.atmospherics.blood-rain.6."""
    return number.replaced(figures.cross, figures.first + 2)


STORM: dict[str, Value] = {
    MAY_ATTACK: cap(not_so_far),
    MOVEMENT: cap(not_so_fast),
    CROSS_NEEDS: instead(harder_to_cross),
}


def _weather(name: str, data: Struct | None = None, values: dict[str, Value] | None = None) -> Rule:
    cites = {"bpre": f"bpre.atmospherics.{name}"}
    return Rule(f"atmospherics.{name}", cites, frozenset({"card", "atmospherics"}), data, values or {})


ATMOSPHERICS = (
    _weather("clear-skies"),
    _weather("sandstorm", Storm(range=12_000, move=4_000, cross=15, first=1), STORM),
)
