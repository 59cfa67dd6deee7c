"""Room for units that come in later: places that are free now, and structures that hold so many."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.names import BASE
from firelane.bpre.space import field_of, inside, structures, survey
from firelane.bpre.world import RedEarthWorld, on_table
from firelane.bpre.zones import Zone, places
from firelane.table.things import Figure


def free_places(world: RedEarthWorld, zone: Zone, count: int) -> list[tuple[int, int]]:
    """So many places of a zone where bases can stand beside one another now; fewer if there is no room."""
    here = survey(world)
    found: list[tuple[int, int]] = []
    for x, y in places(field_of(replace(world, doors={})), zone):
        if len(found) == count:
            break
        apart = all((x - a) ** 2 + (y - b) ** 2 >= BASE * BASE for a, b in found)
        if apart and here.stands_free(Figure(id="", x=x, y=y, diameter=BASE)):
            found.append((x, y))
    return found


def free_structures(world: RedEarthWorld, seat: str, count: int) -> tuple[str, ...]:
    """The structures in which no unit of a side is and so many bases have room. Rules:
    bpre.special.tunnel-rats.2."""
    units = on_table(world, seat)
    return tuple(
        number
        for number in structures(field_of(world))
        if not any(inside(world, unit, number) for unit in units)
        and len(free_places(world, Zone(structure=number), count)) == count
    )
