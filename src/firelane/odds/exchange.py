"""One exchange between two sides: who wins, what hits, what it costs. Exact.

`Exchange` is the form that people and programs write; `result` gives every chance as a fraction.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from firelane.infinity.exchanges import EDITIONS, ExchangeTables, tables_of
from firelane.infinity.saves import Ammunition
from firelane.odds.hits import best, kept
from firelane.odds.wounds import NOTHING, Distribution, chance_of_failing, from_hits
from firelane.problem import Problem

MOST_DICE = 30


class HitsSave(Struct, frozen=True, forbid_unknown_fields=True):
    """What whoever is hit saves with. `cover` is the part that ammunition does not halve."""

    attribute: str = "ARM"
    value: int = 0
    cover: int = 0


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """One side. `target` is the target number after modifiers, 0 for no roll; `hits_save` is the victim's."""

    target: Annotated[int, Meta(ge=0, le=60)] = 0
    burst: Annotated[int, Meta(ge=0, le=MOST_DICE)] = 1
    ammo: str = "N"
    damage: int = 0
    hits_save: HitsSave = HitsSave()
    dodge: bool = False
    template: bool = False


class Exchange(Struct, frozen=True, forbid_unknown_fields=True):
    """Both sides."""

    active: Attack
    reactive: Attack = Attack(burst=0)


class Result(Struct, frozen=True):
    """Every chance, exactly."""

    win: Mapping[str, Fraction]
    wounds_by_active: Distribution
    wounds_by_reactive: Distribution
    hits_by_active: Mapping[tuple[int, int], Fraction]
    hits_by_reactive: Mapping[tuple[int, int], Fraction]


def result(ruleset: str, exchange: Exchange) -> Result:
    """What can come of an exchange in an edition."""
    if ruleset not in EDITIONS:
        raise Problem("odds.no-ruleset", name=ruleset, known=", ".join(EDITIONS))
    tables = tables_of(ruleset)
    active, reactive = exchange.active, exchange.reactive
    mine, theirs = _hits(tables, active, reactive), _hits(tables, reactive, active)
    return Result(
        win=_win(active, reactive, mine, theirs),
        wounds_by_active=_wounds(tables, active, mine),
        wounds_by_reactive=_wounds(tables, reactive, theirs),
        hits_by_active=_shown(active, mine),
        hits_by_reactive=_shown(reactive, theirs),
    )


Chances = Mapping[tuple[int, int], Fraction]


def _opposes(one: Attack, other: Attack) -> bool:
    """Whether the two are rolled Face to Face: a template and the answer to it never are."""
    return not one.template and not other.template and not (one.dodge and other.dodge)


def _hits(tables: ExchangeTables, side: Attack, other: Attack) -> Chances:
    """The chances of (hits, criticals) that take effect."""
    die = tables.roll.die
    if side.template:
        avoided = _success(tables, other) if other.dodge else Fraction(0)
        count = side.burst or 1
        return {(count, 0): 1 - avoided, (0, 0): avoided}
    dice = other.burst if _opposes(side, other) else 0
    if other.dodge:
        dice = min(dice, 1)
    own = 1 if side.dodge else side.burst
    counted = kept(tables.roll, side.target, own, other.target, dice)
    whole = die ** (own + dice)
    return {key: Fraction(ways, whole) for key, ways in counted.items()}


def _success(tables: ExchangeTables, side: Attack) -> Fraction:
    """The chance that one die of a side succeeds at all."""
    ways = best(tables.roll, side.target, 1)
    return 1 - Fraction(ways.get(0, 0), tables.roll.die)


def _win(active: Attack, reactive: Attack, mine: Chances, theirs: Chances) -> dict[str, Fraction]:
    """Who has anything left. Where both rolls are Normal both may: that chance has a name of its own."""
    a, b = 1 - mine.get((0, 0), Fraction(0)), 1 - theirs.get((0, 0), Fraction(0))
    if _opposes(active, reactive):
        return {"active": a, "reactive": b, "none": 1 - a - b}
    if active.template and reactive.dodge:
        return {"active": a, "reactive": 1 - a, "none": Fraction(0)}
    if reactive.template and active.dodge:
        return {"active": 1 - b, "reactive": b, "none": Fraction(0)}
    return {"active": a * (1 - b), "reactive": b * (1 - a), "none": (1 - a) * (1 - b), "both": a * b}


def _shown(side: Attack, hits: Chances) -> Chances:
    """Dodging hits nobody."""
    return {(0, 0): Fraction(1)} if side.dodge else {key: p for key, p in sorted(hits.items()) if p}


def _wounds(tables: ExchangeTables, side: Attack, hits: Chances) -> Distribution:
    if side.dodge:
        return NOTHING
    kinds = kinds_of(tables, side.ammo)
    save = side.hits_save
    failing = chance_of_failing(kinds, side.damage, save.value, save.cover, tables.roll.die)
    return from_hits(hits, kinds, tables.saves, failing)


def kinds_of(tables: ExchangeTables, ammo: str) -> list[Ammunition]:
    """The kinds that a code such as `AP+EXP` stands for."""
    found = []
    for code in ammo.split("+") if ammo not in tables.ammunition else (ammo,):
        if code not in tables.ammunition:
            raise Problem("odds.no-ammunition", name=code, known=", ".join(tables.ammunition))
        found.append(tables.ammunition[code])
    return found
