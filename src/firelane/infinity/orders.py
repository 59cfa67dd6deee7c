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

    Rules: orders.counted, orders.lieutenant-order, orders.off-table, army-list.peripherals-do-not-count,
    normal.gives-order, dead.gives-no-order, unconscious.gives-no-order, combat-jump.no-order-while-away,
    combat-jump.declared, parachutist.no-order-while-away, parachutist.declared, servant.deployed-together.
    """
    pool, lieutenant = 0, False
    # dead.gives-no-order, combat-jump.no-order-while-away, parachutist.no-order-while-away
    for trooper in on_table(world, seat):  # orders.counted
        facts = sheet(trooper.sheet).facts
        if decides(facts.is_peripheral or trooper.controller, "army-list.peripherals-do-not-count"):
            continue
        if is_null(trooper):  # unconscious.gives-no-order
            decides(trooper.has(UNCONSCIOUS), "unconscious.gives-no-order")
            continue
        if not decides(not trooper.states, "normal.gives-order"):
            decides(trooper.has(IMMOBILIZED_A), "immobilized-a.gives-order")
            decides(trooper.has(IMMOBILIZED_B), "immobilized-b.gives-order")
        pool += facts.orders.count(Kind.REGULAR)  # orders.counted, normal.gives-order
        lieutenant = lieutenant or is_lieutenant(world, trooper)  # orders.lieutenant-order
    decides(
        any(t.seat == seat and t.place is Place.GONE for t in world.troopers.values()), "dead.gives-no-order"
    )
    decides(not lieutenant, "loss-of-lieutenant.lieutenant-missing")
    # combat-jump.declared, parachutist.declared
    waiting = [t for t in world.troopers.values() if t.seat == seat and t.place is Place.AIR]
    for trooper in waiting:
        key = "combat-jump" if sheet(trooper.sheet).carries("combat-jump") else "parachutist"
        decides(True, "orders.off-table", f"{key}.no-order-while-away")
    own = tuple(t.id for t in waiting if not t.controller)
    return pool, lieutenant, own


def payments(world: InfinityWorld, request: GiveOrder, name: str) -> tuple[OrderType, ...]:
    """The kinds of Orders that can be spent on a trooper, the one that nobody else can use first.

    Whoever judges, offers, draws or weighs an Order asks here.

    Rules: orders.lieutenant-order, orders.off-table, orders.spent, lieutenant.order.
    """
    if name in request.own:  # orders.off-table
        return (OrderType.OWN,)
    trooper = world.troopers[name]
    if trooper.place is Place.AIR:
        return ()
    # lieutenant.order, orders.lieutenant-order
    own = request.lieutenant_order and is_lieutenant(world, trooper)
    first = (OrderType.LIEUTENANT,) if own else ()
    return (*first, OrderType.REGULAR) if request.pool else first  # orders.spent


def activatable(world: InfinityWorld, seat: str) -> tuple[str, ...]:
    """The troopers that can take an Order, as far as their states go.

    Rules: unconscious.cannot-act, disconnected.cannot-act, army-list.peripherals-do-not-count.
    """
    side = world.sides[seat]
    for trooper in roster(world).stricken:
        if trooper.seat != seat:
            continue
        decides(trooper.has(UNCONSCIOUS), "unconscious.cannot-act", "unconscious.is-null")
        decides(trooper.has(DISCONNECTED), "disconnected.cannot-act", "disconnected.is-null")
        decides(trooper.has(EMBRYO), "shasvastii-embryo.replaces-unconscious")
    found = [
        t.id
        for t in on_table(world, seat)
        # unconscious.is-null, unconscious.cannot-act, disconnected.is-null, disconnected.cannot-act
        if not is_null(t)
        if not t.controller and (side.pool or (side.lieutenant_order and is_lieutenant(world, t)))
    ]
    return (*found, *side.own)
