"""What an attack takes from its target, by the engine's own numbers and dice."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from firelane.bpre.dice import DICE, Saved, Shot, saved, shot
from firelane.bpre.edition import EDITION
from firelane.bpre.situation import Saving, Shooting, attack_numbers, save_numbers
from firelane.bpre.world import RedEarthWorld, Unit, card_of
from firelane.table.sight import Line

STAGGERED = 0.35
"""How much of a unit's worth is lost while it lies staggered."""


@cache
def _rolls() -> dict[int, float]:
    """The chance of each total of a roll."""
    faces = list(product(*(range(1, sides + 1) for sides in DICE)))
    found: dict[int, float] = {}
    for dice in faces:
        found[sum(dice)] = found.get(sum(dice), 0.0) + 1 / len(faces)
    return found


@lru_cache(maxsize=4096)
def fate(needs: int, bonus: int, save: int | None, save_bonus: int) -> tuple[float, float]:
    """The chances that one attack roll kills and that it staggers. No `save`: none is rolled."""
    shots = dict.fromkeys(Shot, 0.0)
    for dice, chance in _rolls().items():
        shots[shot(dice + bonus, needs)] += chance
    if save is None:
        return shots[Shot.HIT] + shots[Shot.HEADSHOT], 0.0
    saves = dict.fromkeys(Saved, 0.0)
    for dice, chance in _rolls().items():
        saves[saved(dice + save_bonus, save)] += chance
    hit = shots[Shot.HIT]
    return shots[Shot.HEADSHOT] + hit * saves[Saved.KILLED], hit * saves[Saved.STAGGERED]


def harm(
    world: RedEarthWorld, unit: Unit, target: Unit, occasion: str, line: Line, cards: tuple[str, ...] = ()
) -> float:
    """The part of a target's worth that one attack takes on average."""
    context = Shooting(world, unit, target, occasion, line.value)
    needs, bonus = attack_numbers(EDITION, context, cards)
    save, save_bonus = None, 0
    if card_of(world, target).save is not None and not target.staggered:
        to_save, added = save_numbers(EDITION, Saving(world, target, "attack", line is not Line.DIRECT))
        save, save_bonus = to_save.total, added.total
    killed, staggered = fate(needs.total, bonus.total, save, save_bonus)
    return killed + STAGGERED * staggered
