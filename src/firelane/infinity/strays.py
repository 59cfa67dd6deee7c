"""Shots into close combat that miss: they hit a friend of the shooter.

Rules: engaged.stray-shot.

Reading adopted: a miss is a die that fails its roll, not a success that the enemy beats.
"""

from __future__ import annotations

from msgspec.structs import replace

from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.infinity.dice import RollFigures, read
from firelane.infinity.frames import Attempt, Hit, Order
from firelane.infinity.resolving import saving_for
from firelane.infinity.world import InfinityWorld


def misses(edition: Edition, frame: Order) -> list[Attempt]:
    """The shots into close combat, once for each die that failed, or would have: an automatic failure misses.

    Rules: engaged.stray-shot, roll.automatic-failure.
    """
    figures = edition.data("roll", RollFigures)
    found = []
    for attempt, faces in zip(frame.attempts, frame.faces, strict=True):
        if attempt.strays:
            missed = sum(not read(figures, attempt.value.total, face).success for face in faces)
            missed = missed if attempt.dice else attempt.burst
            found += [attempt] * missed
    return found


def choices(edition: Edition, frame: Order) -> list[int]:
    """The sides of the dice that choose among several friends, one for each miss that has a choice."""
    return [len(attempt.strays) for attempt in misses(edition, frame) if len(attempt.strays) > 1]


def strike_friends(edition: Edition, world: InfinityWorld, frame: Order, faces: tuple[int, ...]) -> Order:
    """The saving rolls that misses cost the shooter's friends."""
    left = list(faces)
    hits = list(frame.hits)
    for attempt in misses(edition, frame):
        place = left.pop(0) - 1 if len(attempt.strays) > 1 else 0
        name, harm = attempt.strays[place]
        for saving in saving_for(edition, world, replace(attempt, damage=harm), world.troopers[name], 1, 0):
            hits.append(
                Hit(trooper=name, by=attempt.actor, weapon=attempt.weapon, saving=saving, skill=attempt.skill)
            )
    decides(len(hits) > len(frame.hits), "engaged.stray-shot")
    struck = [hit.trooper for hit in hits[len(frame.hits) :]]
    return replace(frame, hits=tuple(hits), attacked=tuple(dict.fromkeys((*frame.attacked, *struck))))
