"""Who leads a side: the Lieutenant of the list, or whoever has been named in its place."""

from __future__ import annotations

from firelane.infinity.sheets import sheet
from firelane.infinity.space import is_null, on_table
from firelane.infinity.world import InfinityWorld, Place, Trooper


def is_lieutenant(world: InfinityWorld, trooper: Trooper) -> bool:
    """Whether the trooper is its side's Lieutenant now."""
    named = world.sides[trooper.seat].lieutenants
    return named[-1] == trooper.id if named else sheet(trooper.sheet).facts.is_lieutenant


def all_lieutenants(world: InfinityWorld, seat: str) -> list[Trooper]:
    """All who are or have been Lieutenant of a side in this game."""
    named = world.sides[seat].lieutenants
    return [
        t
        for t in world.troopers.values()
        if t.seat == seat and (t.id in named or sheet(t.sheet).facts.is_lieutenant)
    ]


def leads(world: InfinityWorld, seat: str) -> bool:
    """Whether the side has a Lieutenant on the table who is not Null."""
    return any(
        t.place is Place.TABLE and not is_null(t) and is_lieutenant(world, t)
        for t in world.troopers.values()
        if t.seat == seat
    )


def may_lead(world: InfinityWorld, seat: str) -> tuple[str, ...]:
    """Who can be named Lieutenant: troopers on the table that are neither Null nor Peripherals.

    Rules: scenario-firefight.open-lieutenant.
    """
    return tuple(t.id for t in on_table(world, seat) if not is_null(t) and not t.controller)
