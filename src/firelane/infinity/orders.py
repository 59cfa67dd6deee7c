"""Orders: who gives them, who can take them."""

from __future__ import annotations

from firelane.forces.words import OrderType as Kind
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.sheets import sheet
from firelane.infinity.space import is_null, on_table
from firelane.infinity.world import InfinityWorld, Place


def counted(world: InfinityWorld, seat: str) -> tuple[int, bool, tuple[str, ...]]:
    """The Order count: the pool, whether there is a Lieutenant Order, and who has an Order of its own.

    Rules: n4-core.orders.1, n4-core.orders.4, n4-core.orders.8, n4-core.army-list.8, c1.normal.3, c1.dead.5,
    c1.unconscious.5, c1.combat-jump.2-3, c1.parachutist.2-3, c1.peripheral-servant.2.
    """
    pool, lieutenant = 0, False
    for trooper in on_table(world, seat):
        facts = sheet(trooper.sheet).facts
        if is_null(trooper) or facts.is_peripheral or trooper.controller:
            continue
        pool += facts.orders.count(Kind.REGULAR)
        lieutenant = lieutenant or is_lieutenant(world, trooper)
    waiting = [t for t in world.troopers.values() if t.seat == seat and t.place is Place.AIR]
    own = tuple(t.id for t in waiting if not t.controller)
    return pool, lieutenant, own


def activatable(world: InfinityWorld, seat: str) -> tuple[str, ...]:
    """The troopers that can take an Order, as far as their states go.

    Rules: c1.unconscious.4, c1.disconnected.4, n4-core.army-list.8.
    """
    side = world.sides[seat]
    found = [
        t.id
        for t in on_table(world, seat)
        if not is_null(t)
        and not t.controller
        and (side.pool or (side.lieutenant_order and is_lieutenant(world, t)))
    ]
    return (*found, *side.own)
