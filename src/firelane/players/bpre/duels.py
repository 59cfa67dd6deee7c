"""What an attack, a blast or a strike takes from its target, by the engine's own numbers and dice."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from msgspec.structs import replace

from firelane.bpre.atmospherics import Weather
from firelane.bpre.cards import FENGHUANG
from firelane.bpre.dice import DICE, Saved, Shot, saved, shot
from firelane.bpre.edition import EDITION
from firelane.bpre.exploding import SURVIVES
from firelane.bpre.names import MANEUVER, PHASES
from firelane.bpre.situation import Saving, Shooting, attack_numbers, save_numbers
from firelane.bpre.skills import burst_of
from firelane.bpre.world import RedEarthWorld, Unit, card_of
from firelane.caches import SharedCache

STAGGERED = 0.4
"""How much of a unit's worth is lost while it lies staggered."""
KINDS = ("none", "obstructed", "direct")
"""The kinds of lines, as the land counts them."""


@cache
def _rolls() -> dict[int, float]:
    """The chance of each total of a roll."""
    faces = list(product(*(range(1, sides + 1) for sides in DICE)))
    found: dict[int, float] = {}
    for dice in faces:
        found[sum(dice)] = found.get(sum(dice), 0.0) + 1 / len(faces)
    return found


@lru_cache(maxsize=4096)
def at_least(needs: int) -> float:
    """The chance that a roll comes to so much."""
    return sum(chance for dice, chance in _rolls().items() if dice >= needs)


@lru_cache(maxsize=4096)
def fate(needs: int, bonus: int, save: int | None, save_bonus: int, rolls: int = 1) -> tuple[float, float]:
    """The chances that so many attack rolls kill and that they stagger. No `save`: none is rolled."""
    shots = dict.fromkeys(Shot, 0.0)
    for dice, chance in _rolls().items():
        shots[shot(dice + bonus, needs)] += chance
    hit = shots[Shot.HIT] + shots[Shot.HEADSHOT]
    kills, staggers = hit, 0.0
    if save is not None:
        saves = save_fate(save, save_bonus)
        kills, staggers = shots[Shot.HEADSHOT] + shots[Shot.HIT] * saves[0], shots[Shot.HIT] * saves[1]
    dead = down = 0.0
    for _ in range(rolls):
        up = 1.0 - dead - down
        dead, down = dead + up * kills + down * hit, down * (1.0 - hit) + up * staggers
    return dead, down


@lru_cache(maxsize=1024)
def save_fate(save: int, bonus: int) -> tuple[float, float]:
    """The chances that a save kills and that it staggers."""
    saves = dict.fromkeys(Saved, 0.0)
    for dice, chance in _rolls().items():
        saves[saved(dice + bonus, save)] += chance
    return saves[Saved.KILLED], saves[Saved.STAGGERED]


MOST_HARMS = 50_000
_known: SharedCache[object, float] = SharedCache(MOST_HARMS)


def harm(
    world: RedEarthWorld, unit: Unit, target: Unit, occasion: str, line: int, cards: tuple[str, ...] = ()
) -> float:
    """The part of a target's worth that one attack takes on average, over a line of a kind."""
    key = (
        unit.kind, target.kind, target.staggered, occasion, line, world.atmospherics, world.cards, cards,
        world.sides[unit.seat].effects, world.sides[target.seat].effects,
    )  # fmt: skip
    return _known.find(key, lambda: _harm(world, unit, target, occasion, KINDS[line], cards))


def _harm(
    world: RedEarthWorld, unit: Unit, target: Unit, occasion: str, line: str, cards: tuple[str, ...]
) -> float:
    if line == KINDS[0]:
        return 0.0
    timely = replace(world, phase=occasion if occasion in PHASES else MANEUVER)
    needs, bonus = attack_numbers(EDITION, Shooting(timely, unit, target, occasion, line), cards)
    save, save_bonus = None, 0
    if card_of(world, target).save is not None and not target.staggered:
        to_save, added = save_numbers(EDITION, Saving(timely, target, "attack", line == KINDS[1]))
        save, save_bonus = to_save.total, added.total
    burst = burst_of(EDITION, world, unit, occasion)
    killed, staggered = fate(needs.total, bonus.total, save, save_bonus, burst.rolls if burst else 1)
    return killed + STAGGERED * staggered


def blast(world: RedEarthWorld, target: Unit, obstructed: bool = False) -> float:
    """The part of a unit's worth that an explosion takes which reaches it."""
    if card_of(world, target).save is None or target.staggered:
        return 1.0
    needs, bonus = save_numbers(EDITION, Saving(world, target, "explosion", obstructed))
    killed, staggered = save_fate(needs.total, bonus.total)
    return killed + STAGGERED * staggered


def strike(world: RedEarthWorld, target: Unit) -> float:
    """The part of a unit's worth that a drone takes which finds it."""
    if EDITION.data(world.atmospherics, Weather).sure or target.staggered:
        return 1.0
    if card_of(world, target).save is None:
        return 1.0 - at_least(SURVIVES)
    needs, bonus = save_numbers(EDITION, Saving(world, target, FENGHUANG, False), (FENGHUANG,))
    killed, staggered = save_fate(needs.total, bonus.total)
    return killed + STAGGERED * staggered
