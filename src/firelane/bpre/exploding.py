"""What explosions, suicide vests and Fires Cards do: for what resolves and for what predicts."""

from __future__ import annotations

from enum import StrEnum

from firelane.bpre.atmospherics import Weather
from firelane.bpre.frames import Explosion, Strike
from firelane.bpre.names import BASE
from firelane.bpre.skills import Vest
from firelane.bpre.space import blast_line, doors, field_of, figure_of, within
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, card_of, on_table
from firelane.core.rules import Edition
from firelane.table.looking import Line
from firelane.table.measure import in_circle
from firelane.table.polygons import disc_overlaps
from firelane.table.things import Door

FINDS, SURVIVES, ASTRAY = 8, 18, 2000
"""What a drone must roll to find its target, what one without a save must roll to survive it, and how near to
the target one's own units are in danger. Rules: bpre.fires.fenghuang-918.2-6."""

# Explosions


def doors_blown(world: RedEarthWorld, blast: Explosion) -> tuple[str, ...]:
    """The doors that it destroys. Rules: bpre.explosions.3."""
    standing = (door for door in doors(field_of(world)) if door.door is not Door.DESTROYED)
    across = 2 * blast.radius
    return tuple(door.name for door in standing if disc_overlaps(door.footprint, blast.x, blast.y, across))


def reached(world: RedEarthWorld, blast: Explosion) -> tuple[tuple[str, bool], ...]:
    """Units in the area with LOS from the centre, through doors that are gone; and whether it is obstructed.

    Rules: bpre.explosions.1, bpre.explosions.4, bpre.measuring.6, bpre.battlespace.wall.2.
    """
    field = field_of(world)
    found: list[tuple[str, bool]] = []
    for unit in on_table(world):
        if in_circle(figure_of(unit), blast.x, blast.y, blast.radius):
            line = blast_line(field, blast.x, blast.y, figure_of(unit))
            if line is not Line.NONE:
                found.append((unit.id, line is Line.OBSTRUCTED))
    return tuple(found)


def still_there(world: RedEarthWorld, blast: Explosion) -> tuple[tuple[str, bool], ...]:
    """Those of the reached who have not saved yet and were not killed meanwhile."""
    return tuple((name, obstructed) for name, obstructed in blast.left if world.units[name].place == TABLE)


# Vests and jammers


def vest_blast(edition: Edition, unit: Unit) -> Explosion:
    """The explosion of a vest: it spreads from the edge of the base. Rules: bpre.skill.s-vest.3."""
    radius = edition.data("skill.s-vest", Vest).reach + BASE // 2
    return Explosion(x=unit.x, y=unit.y, radius=radius)


def holds(jammer: int, jammed: int) -> bool:
    """Whether what was to be jammed happens all the same: a tie goes to it.

    Rules: bpre.special.hongbin-jammers.2-3, bpre.special.wide-band-jammers.2-3.
    """
    return jammed >= jammer  # bpre.special.hongbin-jammers.2-3, bpre.special.wide-band-jammers.2


# Fires Cards


def finds(total: int) -> bool:
    """Whether a drone finds its target. Rules: bpre.fires.fenghuang-918.2-3."""
    return total >= FINDS


def survives(total: int) -> bool:
    """Whether a unit without a save survives a drone. Rules: bpre.fires.fenghuang-918.6."""
    return total >= SURVIVES


def in_danger(world: RedEarthWorld, strike: Strike) -> tuple[str, ...]:
    """Units of its own side that a drone may strike in place of its target. Rules:
    bpre.fires.fenghuang-918.2-4."""
    target = world.units[strike.target]
    return tuple(unit.id for unit in on_table(world, strike.seat) if within(target, unit, ASTRAY))


class Struck(StrEnum):
    """What a drone asks of its target."""

    SURE = "sure"
    """Nothing: it is killed."""
    DICE = "dice"
    """A roll of its own, for want of a save."""
    SAVE = "save"


def struck_how(edition: Edition, world: RedEarthWorld, target: Unit) -> Struck:
    """What a drone asks of its target. Rules: bpre.fires.fenghuang-918.5-6,
    bpre.atmospherics.clear-skies-fires.1."""
    if surely(edition, world):
        return Struck.SURE
    return Struck.DICE if card_of(world, target).save is None else Struck.SAVE


def at_point(world: RedEarthWorld, x: int, y: int) -> tuple[str, ...]:
    """Who stands on a point."""
    return tuple(unit.id for unit in on_table(world) if in_circle(figure_of(unit), x, y, 0))


def surely(edition: Edition, world: RedEarthWorld) -> bool:
    """Whether a Fires Card kills whoever is at its point. Rules: bpre.atmospherics.clear-skies-fires.1."""
    return bool(world.atmospherics) and edition.data(world.atmospherics, Weather).sure
