"""Finding what a name means to the side that uses it: a trooper, a marker, a mine."""

from __future__ import annotations

from firelane.infinity.events import marker_name, public_name
from firelane.infinity.world import InfinityWorld, Item, Place, Trooper


def find_target(world: InfinityWorld, seat: str, name: str) -> Trooper | Item | None:
    """What a side means by a name. Enemies behind markers are known by the marker only."""
    trooper = world.troopers.get(name)
    if trooper is not None and trooper.place is Place.TABLE and (trooper.seat == seat or not trooper.marker):
        return trooper
    item = world.items.get(name)
    if item is not None and (item.seat == seat or not item.marker):
        return item
    for one in world.troopers.values():
        if one.marker and one.place is Place.TABLE and public_name(one) == name:
            return one
    for placed in world.items.values():
        if placed.marker and marker_name(placed.seat, placed.marker) == name:
            return placed
    return None
