"""What an explosion reaches, and when a suicide vest goes off: for what resolves and for what predicts."""

from __future__ import annotations

from firelane.bpre.frames import Explosion
from firelane.bpre.names import BASE
from firelane.bpre.skills import Vest
from firelane.bpre.space import blast_line, doors, field_of, figure_of
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, on_table
from firelane.core.rules import Edition
from firelane.table.measure import in_circle
from firelane.table.polygons import disc_overlaps
from firelane.table.sight import Line
from firelane.table.things import Door


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


def vest_blast(edition: Edition, unit: Unit) -> Explosion:
    """The explosion of a vest: it spreads from the edge of the base. Rules: bpre.skill.s-vest.3."""
    radius = edition.data("skill.s-vest", Vest).reach + BASE // 2
    return Explosion(x=unit.x, y=unit.y, radius=radius)


def holds(jammer: int, jammed: int) -> bool:
    """Whether what was to be jammed happens all the same: a tie goes to it.

    Rules: bpre.special.hongbin-jammers.2-3, bpre.special.wide-band-jammers.2-3.
    """
    return jammed >= jammer
