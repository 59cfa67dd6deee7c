"""How likely a game is won as it stands, and what every trooper is worth for that.

What both sides may still lose is uncertain, and the mission's own score of it decides. So a trooper is worth
as much as the chance of winning changes with it: little where a band of points is safe, much where one more
decides the game. With many turns to come that is nearly its cost.
"""

from __future__ import annotations

import math
from functools import cached_property
from statistics import NormalDist

import numpy as np

from firelane.core.rules import Edition
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.missions import by_points, in_bands, mission_figures
from firelane.infinity.names import other
from firelane.infinity.space import is_null
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.players.infinity.worth import ORDER, cost
from firelane.table.fast import Floats

BY_LOSSES = frozenset({"standard", "annihilation"})
"""The missions that are decided by losses."""
LOSS = 5.0
"""What a side loses in a turn of the enemy's, in points."""
SPREAD = 4.0
"""How much that varies."""
REACTED = 1.0
"""What it loses to reactions in a turn of its own."""
FULL = 8
"""So many Orders are a whole turn."""
QUANTILES: Floats = np.array([NormalDist().inv_cdf((n + 0.5) / 15) for n in range(15)])
"""The steps in which uncertain losses are looked at."""
FALLS = 0.7
"""How likely a Lieutenant is lost, beside any other trooper."""
STAKE = {"annihilation": 2}
"""Objective Points for a Lieutenant. Rules: scenario-annihilation.lieutenant-killed."""
HOPELESS = 400.0
"""A chance of winning is worth so many points at most, however little is left of it."""


def stands(trooper: Trooper) -> bool:
    """Whether a trooper counts as alive, or may still come."""
    return trooper.place in (Place.AIR, Place.LIST) or (trooper.place is Place.TABLE and not is_null(trooper))


class Prospects:
    """One seat's chance of winning a mission that is decided by losses, from what it sees."""

    def __init__(self, edition: Edition, world: InfinityWorld, seat: str) -> None:
        self.world, self.seat = world, seat
        self.total = world.points / 2
        bands = by_points(mission_figures(edition, world).bands, world.points)
        self.banded = [in_bands(n, bands) if bands is not None else 0 for n in range(world.points + 1)]
        troopers = world.troopers.values()
        self.lost = {side: sum(cost(t) for t in troopers if t.seat == side and not stands(t))
                     for side in (seat, other(seat))}  # fmt: skip
        self.led = not any(t.seat == seat and is_lieutenant(world, t) and not stands(t) for t in troopers)
        enemies = [t for t in troopers if t.seat != seat and not t.controller]
        self.share = 1 / max(1, len(enemies))
        """How likely any enemy is the Lieutenant: nobody says who."""
        self.unled = self.share * sum(not stands(t) for t in enemies)

    @cached_property
    def turns(self) -> tuple[float, float]:
        """How many turns the seat and its enemy have left, with what is left of this one."""
        return turns_left(self.world, self.seat)

    @cached_property
    def chance(self) -> float:
        """The chance of winning as it stands."""
        return self.win(self.lost[self.seat], self.lost[other(self.seat)], self.led, self.unled)

    def change(self, trooper: Trooper) -> float:
        """By how much the chance of winning changes when a trooper is lost, or gets back on its feet."""
        mine, theirs = self.lost[self.seat], self.lost[other(self.seat)]
        sign = 1 if stands(trooper) else -1
        points = sign * cost(trooper)
        if trooper.seat == self.seat:
            led = sign < 0 if is_lieutenant(self.world, trooper) else self.led
            return abs(self.chance - self.win(mine + points, theirs, led, self.unled))
        unled = self.unled if trooper.controller else min(1.0, max(0.0, self.unled + sign * self.share))
        return abs(self.chance - self.win(mine, theirs + points, self.led, unled))

    def win(self, mine: float, theirs: float, led: bool, unled: float) -> float:
        """The chance of winning with such losses; `unled`: how likely the enemy has lost its Lieutenant."""
        own, enemy = self.turns
        my = self._in_the_end(mine, enemy, own)[:, None]
        their = self._in_the_end(theirs, own, enemy)[None, :]
        ahead = their - my
        score = self._scored(their) - self._scored(my)
        part = FALLS * (float(my.mean()) - mine) / max(1.0, self.total - mine)
        falls = min(1.0, max(0.0, part)) if led else 1.0
        stake = STAKE.get(self.world.mission, 0)
        found = 0.0
        for margin, likely in ((stake, (1 - falls) * unled), (-stake, falls * (1 - unled)),
                               (0, falls * unled + (1 - falls) * (1 - unled))):  # fmt: skip
            by_points_alive = np.where(ahead == 0, 0.5, ahead > 0)
            won = np.where(score + margin == 0, by_points_alive, score + margin > 0)
            found += likely * float(won.mean())
        return found

    def _in_the_end(self, lost: float, attacked: float, attacking: float) -> Floats:
        """What a side may have lost in the end, after so many turns of the enemy's and its own."""
        part = min(1.0, max(0.0, self.total - lost) / (self.total / 2))
        mean = part * (LOSS * attacked + REACTED * attacking)
        spread = part * SPREAD * math.sqrt(attacked + attacking * REACTED / LOSS)
        least, most = max(0.0, min(lost, self.total)), self.total
        return np.clip(lost + mean + spread * QUANTILES, least, most)

    def _scored(self, lost: Floats) -> Floats:
        """Objective Points for a side's losses: what the enemy has killed, less what is alive."""
        halves = np.rint(2 * lost).astype(np.int64)
        banded = np.array(self.banded, np.float64)
        found: Floats = banded[halves] - banded[self.world.points - halves]
        return found


def turns_left(world: InfinityWorld, seat: str) -> tuple[float, float]:
    """How many turns a seat and its enemy have left, with what is left of this one."""
    later = world.rounds - world.round
    left = {seat: float(later), other(seat): float(later)}
    if world.active:
        left[world.active] += min(1.0, world.sides[world.active].pool / FULL)
        if world.active == world.first:
            left[other(world.active)] += 1
    return left[seat], left[other(seat)]


def worths(edition: Edition, world: InfinityWorld, seat: str, plain: dict[str, float]) -> dict[str, float]:
    """What everybody is worth: as much as winning hangs on it, all together as much as `plain` has it."""
    if not world.round or world.mission not in BY_LOSSES:
        return plain
    prospects = Prospects(edition, world, seat)
    some = [t for t in world.troopers.values() if t.place is not Place.GONE]
    changes = {t.id: prospects.change(t) for t in some}
    total = sum(changes.values())
    if not total:
        return plain
    scale = min(HOPELESS, sum(plain[t.id] - ORDER for t in some) / total)
    order = ORDER * min(1.0, sum(prospects.turns) / 4)
    return plain | {name: round(scale * part + order, 2) for name, part in changes.items()}
