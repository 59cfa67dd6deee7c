"""Orders: who gives them, who can take them."""

from __future__ import annotations

from firelane.core.fired import decides
from firelane.forces.words import OrderType as Kind
from firelane.infinity.asking import GiveOrder, OrderType
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.names import DISCONNECTED, EMBRYO, IMMOBILIZED_A, IMMOBILIZED_B, UNCONSCIOUS
from firelane.infinity.roster import roster
from firelane.infinity.sheets import sheet
from firelane.infinity.space import is_null, on_table
from firelane.infinity.world import InfinityWorld, Place


def counted(world: InfinityWorld, seat: str) -> tuple[int, bool, tuple[str, ...]]:
    """The Order count: the pool, whether there is a Lieutenant Order, and who has an Order of its own.

    Rules: n4-core.orders.1, n4-core.orders.4, n4-core.orders.8, n4-core.army-list.8, c1.normal.3, c1.dead.5,
    c1.unconscious.5, c1.combat-jump.2-3, c1.parachutist.2-3, c1.peripheral-servant.2.
    """
    pool, lieutenant = 0, False
    for trooper in on_table(world, seat):  # c1.dead.5, c1.combat-jump.2, c1.parachutist.2, n4-core.orders.1
        facts = sheet(trooper.sheet).facts
        if decides(facts.is_peripheral or trooper.controller, "n4-core.army-list.8"):
            continue
        if is_null(trooper):  # c1.unconscious.5
            decides(trooper.has(UNCONSCIOUS), "c1.unconscious.5")
            continue
        if not decides(not trooper.states, "c1.normal.3"):
            decides(trooper.has(IMMOBILIZED_A), "c1.immobilized-a.4")
            decides(trooper.has(IMMOBILIZED_B), "c1.immobilized-b.4")
        pool += facts.orders.count(Kind.REGULAR)  # n4-core.orders.1, c1.normal.3
        lieutenant = lieutenant or is_lieutenant(world, trooper)  # n4-core.orders.4
    decides(any(t.seat == seat and t.place is Place.GONE for t in world.troopers.values()), "c1.dead.5")
    decides(not lieutenant, "n4-core.loss-of-lieutenant.7")
    # c1.combat-jump.3, c1.parachutist.3
    waiting = [t for t in world.troopers.values() if t.seat == seat and t.place is Place.AIR]
    for trooper in waiting:
        key = "combat-jump" if sheet(trooper.sheet).carries("combat-jump") else "parachutist"
        decides(True, "n4-core.orders.8", f"c1.{key}.2")
    own = tuple(t.id for t in waiting if not t.controller)
    return pool, lieutenant, own


def payments(world: InfinityWorld, request: GiveOrder, name: str) -> tuple[OrderType, ...]:
    """The kinds of Orders that can be spent on a trooper, the one that nobody else can use first.

    Whoever judges, offers, draws or weighs an Order asks here.

    Rules: n4-core.orders.4, n4-core.orders.8-9, c1.lieutenant.1.
    """
    if name in request.own:  # n4-core.orders.8
        return (OrderType.OWN,)
    trooper = world.troopers[name]
    if trooper.place is Place.AIR:
        return ()
    # c1.lieutenant.1, n4-core.orders.4
    own = request.lieutenant_order and is_lieutenant(world, trooper)
    first = (OrderType.LIEUTENANT,) if own else ()
    return (*first, OrderType.REGULAR) if request.pool else first  # n4-core.orders.9


def activatable(world: InfinityWorld, seat: str) -> tuple[str, ...]:
    """The troopers that can take an Order, as far as their states go.

    Rules: c1.unconscious.4, c1.disconnected.4, n4-core.army-list.8.
    """
    side = world.sides[seat]
    for trooper in roster(world).stricken:
        if trooper.seat != seat:
            continue
        decides(trooper.has(UNCONSCIOUS), "c1.unconscious.4", "c1.unconscious.1")
        decides(trooper.has(DISCONNECTED), "c1.disconnected.4", "c1.disconnected.1")
        decides(trooper.has(EMBRYO), "c1.shasvastii-embryo.1")
    found = [
        t.id
        for t in on_table(world, seat)
        if not is_null(t)  # c1.unconscious.1, c1.unconscious.4, c1.disconnected.1, c1.disconnected.4
        and not t.controller
        and (side.pool or (side.lieutenant_order and is_lieutenant(world, t)))
    ]
    return (*found, *side.own)
