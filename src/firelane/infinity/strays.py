"""Shots into close combat that go astray: they hit a friend of the shooter.

Rules: c1.engaged.6.
"""

from __future__ import annotations

from msgspec.structs import replace

from firelane.core.procedure import Next, Play, goto, roll
from firelane.core.rules import Edition
from firelane.infinity.dice import RollFigures, read
from firelane.infinity.frames import Attempt, Hit, Order
from firelane.infinity.resolving import saving_for
from firelane.infinity.world import InfinityWorld


def misses(edition: Edition, frame: Order) -> list[tuple[Attempt, int]]:
    """The shots into close combat that failed: attempt and number.

    Reading adopted: a shot misses when its own die fails, or when its Success Value is too low for a roll.

    Rules: c1.engaged.6.
    """
    figures = edition.data("roll", RollFigures)
    found = []
    for attempt, faces in zip(frame.attempts, frame.faces, strict=True):
        if not attempt.friends:
            continue
        failed = sum(not read(figures, attempt.value.total, face).success for face in faces)
        count = failed if attempt.dice else attempt.burst
        if count:
            found.append((attempt, count))
    return found


def roll_strays(edition: Edition, frame: Order, then: str) -> Next:
    """Where several friends fight with the target, chance says which one each miss hits."""
    dice = [len(attempt.friends) for attempt, n in misses(edition, frame) for _ in range(n)]
    if not any(sides > 1 for sides in dice):
        return goto(then, frame)
    wanted = [sides for sides in dice if sides > 1]
    return roll(*wanted, roller=frame.seat, why="strays", then=then, frame=frame, rules=("c1.engaged.6",))


def take_strays(play: Play[InfinityWorld], frame: Order) -> Order:
    """The friends that were hit owe saves. Rules: c1.engaged.6."""
    left = list(play.faces) if any(len(a.friends) > 1 for a, _ in misses(play.edition, frame)) else []
    hits = list(frame.hits)
    for attempt, number in misses(play.edition, frame):
        struck: dict[str, int] = {}
        for _ in range(number):
            place = left.pop(0) - 1 if len(attempt.friends) > 1 else 0
            name = attempt.friends[place]
            struck[name] = struck.get(name, 0) + 1
        for name, count in struck.items():
            friend = play.world.troopers[name]
            saving = saving_for(play.edition, play.world, attempt, friend, count, 0)
            if saving is not None:
                hit = Hit(
                    trooper=name, by=attempt.actor, weapon=attempt.weapon, saving=saving, skill=attempt.skill
                )
                hits.append(hit)
    return replace(frame, hits=tuple(hits))
