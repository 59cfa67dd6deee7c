"""Who is where in a fight of Red Earth: on the table of a game, or as a player has typed it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from firelane.bpre import attacking, exploding
from firelane.bpre.cards import LAST_BULLET
from firelane.bpre.frames import AttackRoll, Explosion, Strike
from firelane.bpre.situation import has_skill
from firelane.bpre.world import TABLE, RedEarthWorld
from firelane.core.rules import Edition

ATTACKER = "scorch"
"""Where whoever attacks sits in a scene that was typed."""
ABOVE = (0, 0)
"""The point of a Fires Card in a scene that was typed."""


class Scene(Protocol):
    """Who is where, asked of a world in which some may be gone: a table, or what a player has typed."""

    def rolls(self, world: RedEarthWorld, frame: AttackRoll) -> int:
        """How many rolls an attack has."""

    def reachable(self, world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
        """Who can take the next hit."""

    def friends(self, world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
        """The friends that an attack of the untrained must miss first."""

    def line(self, world: RedEarthWorld, attacker: str, target: str) -> str:
        """The line between two units."""

    def sees(self, world: RedEarthWorld, unit: str, target: str) -> bool:
        """Whether a unit could attack another."""

    def blown(self, world: RedEarthWorld, blast: Explosion) -> tuple[str, ...]:
        """The doors that an explosion destroys."""

    def reached(self, world: RedEarthWorld, blast: Explosion) -> tuple[tuple[str, bool], ...]:
        """Whom an explosion reaches, and whether over Obstructed LOS."""

    def in_danger(self, world: RedEarthWorld, strike: Strike) -> tuple[str, ...]:
        """Whom a drone may strike in place of its target."""

    def at_point(self, world: RedEarthWorld, strike: Strike) -> tuple[str, ...]:
        """Who stands on the point of a Fires Card."""

    def by_hand(self, unit: str) -> tuple[int, int]:
        """What is added by hand to the attacks and to the saves of a unit."""


class Table:
    """A scene on the table of a game."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def rolls(self, world: RedEarthWorld, frame: AttackRoll) -> int:
        return attacking.rolls_of(self.edition, world, frame)

    def reachable(self, world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
        return attacking.reachable(self.edition, world, frame)

    def friends(self, world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
        return attacking.friends_across(world, frame)

    def line(self, world: RedEarthWorld, attacker: str, target: str) -> str:
        return attacking.line_to(world, attacker, target)

    def sees(self, world: RedEarthWorld, unit: str, target: str) -> bool:
        return attacking.sees_killer(world, world.units[unit], world.units[target])

    def blown(self, world: RedEarthWorld, blast: Explosion) -> tuple[str, ...]:
        return exploding.doors_blown(world, blast)

    def reached(self, world: RedEarthWorld, blast: Explosion) -> tuple[tuple[str, bool], ...]:
        return exploding.reached(world, blast)

    def in_danger(self, world: RedEarthWorld, strike: Strike) -> tuple[str, ...]:
        return exploding.in_danger(world, strike)

    def at_point(self, world: RedEarthWorld, strike: Strike) -> tuple[str, ...]:
        return exploding.at_point(world, strike.x, strike.y)

    def by_hand(self, _: str) -> tuple[int, int]:
        return 0, 0


class Typed(Struct, frozen=True):
    """A scene without a table: everybody sees everybody, and everybody is near the point of a burst."""

    edition: Edition
    obstructed: frozenset[str]
    """Between whom and the attacker the line is obstructed."""
    across: tuple[str, ...]
    """Friends in the way of the attacker."""
    bonus: Mapping[str, tuple[int, int]]
    """By hand, for attacks and for saves."""
    near: tuple[tuple[str, bool], ...] = ()
    """Who is near enough to a vest to be hurt by it, and whether over Obstructed LOS."""
    struck: tuple[tuple[str, bool], ...] = ()
    """Who is in the area of an explosive Fires Card."""
    times: int | None = None
    """The number of rolls, where it was told."""

    def rolls(self, world: RedEarthWorld, frame: AttackRoll) -> int:
        told = self.times if frame.attacker == "attacker" and frame.occasion != LAST_BULLET else None
        return told if told is not None else attacking.rolls_of(self.edition, world, frame)

    def reachable(self, world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
        named = (frame.target, *frame.spread)
        return tuple(name for name in named if world.units[name].place == TABLE)

    def friends(self, world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
        untrained = has_skill(world, world.units[frame.attacker], "non-professional")
        if not untrained or world.units[frame.attacker].seat != ATTACKER:
            return ()
        return tuple(name for name in self.across if world.units[name].place == TABLE)

    def line(self, _: RedEarthWorld, attacker: str, target: str) -> str:
        return "obstructed" if self.obstructed & {attacker, target} else "direct"

    def sees(self, world: RedEarthWorld, _: str, target: str) -> bool:
        return world.units[target].place == TABLE

    def blown(self, _: RedEarthWorld, __: Explosion) -> tuple[str, ...]:
        return ()

    def reached(self, world: RedEarthWorld, blast: Explosion) -> tuple[tuple[str, bool], ...]:
        found = self.struck if (blast.x, blast.y) == ABOVE else self.near
        return tuple(one for one in found if world.units[one[0]].place == TABLE)

    def in_danger(self, world: RedEarthWorld, strike: Strike) -> tuple[str, ...]:
        near = [name for name, _ in self.near if world.units[name].seat == strike.seat]
        return tuple(name for name in near if world.units[name].place == TABLE)

    def at_point(self, _: RedEarthWorld, strike: Strike) -> tuple[str, ...]:
        return (strike.target,)

    def by_hand(self, unit: str) -> tuple[int, int]:
        return self.bonus[unit]
