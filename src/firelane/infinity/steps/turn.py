"""A player turn of CodeOne: Tactical Phase, Orders Phase, States Phase; and how airborne troopers land."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, proceed, push, roll
from firelane.infinity.asking import Activate, EndOrders, GiveOrder, Regenerate, Regenerating
from firelane.infinity.dice import RollFigures, read
from firelane.infinity.effects import revive, wound
from firelane.infinity.events import Entered, OrdersDropped, PointsGained, Rolled, TurnBegan
from firelane.infinity.frames import Landing, Order, PlayerTurn, StatesPhase
from firelane.infinity.names import SEATS, UNCONSCIOUS
from firelane.infinity.orders import activatable, counted
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, success_value
from firelane.infinity.space import field_of, on_table
from firelane.infinity.world import InfinityWorld, Place

Infinity = Play[InfinityWorld]


def tactical_phase(play: Infinity, frame: PlayerTurn) -> Next:
    """The Order count. Rules: n4-core.game-round.5, n4-core.orders.1, n4-core.orders.4, n4-core.orders.8."""
    pool, lieutenant, own = counted(play.world, frame.seat)
    number = play.world.round + (frame.seat == play.world.first)
    because = (Cite("n4-core.orders.1"),)
    play.emit(
        TurnBegan(
            seat=frame.seat, round=number, pool=pool, lieutenant_order=lieutenant, own=own, because=because
        )
    )
    return proceed()


def orders_phase(play: Infinity, frame: PlayerTurn) -> Next:
    """Orders are spent one by one, as long as the player likes.

    The player is asked even with no Order left: the Orders of troopers that are not on the table are
    private, so that nobody may learn from the question whether there are any.

    Rules: n4-core.game-round.6, n4-core.information.7.
    """
    side = play.world.sides[frame.seat]
    actors = activatable(play.world, frame.seat)
    request = GiveOrder(
        seat=frame.seat, actors=actors, pool=side.pool, lieutenant_order=side.lieutenant_order, own=side.own,
        rules=("n4-core.order-sequence.1",),
    )  # fmt: skip
    return ask(request)


def take_order(play: Infinity, frame: PlayerTurn) -> Next:
    """An Order is spent, or the phase ends."""
    ((_, given),) = play.answers_by_request()
    if isinstance(given, EndOrders):
        return proceed()
    assert isinstance(given, Activate)
    order = Order(
        seat=frame.seat, trooper=given.trooper, order=given.order, first=given.skill, servant=given.servant,
        servant_first=given.servant_skill,
    )  # fmt: skip
    return push(order, then="orders_phase")


def states_phase(play: Infinity, frame: PlayerTurn) -> Next:
    """Both players make the checks that their states and skills call for. Rules: n4-core.game-round.7-8."""
    play.emit(OrdersDropped(seat=frame.seat, because=(Cite("n4-core.game-round.6"),)))
    return push(StatesPhase(seat=frame.seat))


def end_of_turn(play: Infinity, frame: PlayerTurn) -> Next:
    """The turn is over."""
    return done()


turn = Procedure(PlayerTurn, tactical_phase, orders_phase, take_order, states_phase, end_of_turn)


# The States Phase


def ask_regeneration(play: Infinity, frame: StatesPhase) -> Next:
    """Owners of Regeneration that have lost points may try. Rules: c1.regeneration.1, c1.regeneration.3."""
    return ask(*regenerations(play.world))


def regenerations(world: InfinityWorld) -> list[Regenerate]:
    """Who is asked. Reading adopted: a Camouflaged trooper is not, for the question would tell on it."""
    requests = []
    for seat in SEATS:
        names = tuple(
            t.id
            for t in on_table(world, seat)
            if sheet(t.sheet).carries("regeneration")
            and t.points < sheet(t.sheet).facts.wounds
            and not t.marker
        )
        if names:
            requests.append(Regenerate(seat=seat, actors=names, rules=("c1.regeneration.1",)))
    return requests


def roll_regeneration(play: Infinity, frame: StatesPhase) -> Next:
    """The PH rolls. Rules: c1.regeneration.1."""
    names = tuple(
        name
        for _, given in play.answers_by_request()
        if isinstance(given, Regenerating)
        for name in given.troopers
    )
    if not names:
        return done()
    return roll(
        *[20] * len(names), roller=frame.seat, why="regeneration", frame=replace(frame, regenerating=names)
    )


def regenerate(play: Infinity, frame: StatesPhase) -> Next:
    """A point regained or lost. Rules: c1.regeneration.1-2."""
    figures = play.edition.data("roll", RollFigures)
    for name, face in zip(frame.regenerating, play.faces, strict=True):
        trooper = play.world.troopers[name]
        value = sheet(trooper.sheet).attribute("PH") or 0
        if not read(figures, value, face).success:
            wound(play, trooper, 1, "c1.regeneration.2")
        elif trooper.has(UNCONSCIOUS):
            revive(play, trooper, "c1.regeneration.1")
        else:
            play.emit(PointsGained.of(trooper, count=1, because=(Cite("c1.regeneration.1"),)))
    return done()


states = Procedure(StatesPhase, ask_regeneration, roll_regeneration, regenerate)


# Airborne Deployment


def drop(play: Infinity, frame: Landing) -> Next:
    """Combat Jump rolls PH; a Parachutist does not. Rules: c1.combat-jump.4, c1.parachutist.5."""
    return (
        roll(20, roller=play.world.troopers[frame.trooper].seat, why="combat-jump")
        if frame.rolls
        else proceed()
    )


def land(play: Infinity, frame: Landing) -> Next:
    """The trooper is placed at the point named, or on its own table edge.

    Rules: c1.combat-jump.5-6, c1.parachutist.4.
    """
    trooper = play.world.troopers[frame.trooper]
    at = frame.to
    rule = "c1.parachutist.4"
    if frame.rolls:
        value = success_value(play.edition, Situation(trooper, "combat-jump"))
        good = int(read(play.edition.data("roll", RollFigures), value.total, play.faces[0]).success)
        play.emit(
            Rolled(actor=trooper.id, skill="combat-jump", target="", value=value, faces=play.faces,
                   successes=good, effective=good, criticals=0)
        )  # fmt: skip
        rule = "c1.combat-jump.5" if good else "c1.combat-jump.6"
        if not good:
            at = _own_edge(play.world, trooper.seat, frame.to)
    event = Entered(
        trooper=trooper.id,
        seat=trooper.seat,
        alias=trooper.id,
        at=at,
        facing=frame.facing,
        because=(Cite(rule),),
    )
    play.emit(event)
    return done()


def _own_edge(world: InfinityWorld, seat: str, wanted: tuple[int, int, int]) -> tuple[int, int, int]:
    """A free place at the edge of the own deployment zone, nearest to the point that was named."""
    field = field_of(world)
    zone = next(area for area in field.deployment if area.name == world.sides[seat].zone)
    middle = sum(y for _, y in zone.footprint) / len(zone.footprint)
    taken = [(t.x, t.y) for t in world.troopers.values() if t.place is Place.TABLE]
    y = 1100 if middle < field.depth / 2 else field.depth - 1100
    for step in range(0, field.width, 500):
        for x in (wanted[0] + step, wanted[0] - step):
            free = all((x - a) ** 2 + (y - b) ** 2 > 2300**2 for a, b in taken)
            clear = not any(p.stops_bases and p.top > 0 and _near(p.footprint, x, y) for p in field.pieces)
            if 1100 <= x <= field.width - 1100 and free and clear:
                return x, y, 0
    return wanted


def _near(footprint: tuple[tuple[int, int], ...], x: int, y: int) -> bool:
    xs, ys = [p[0] for p in footprint], [p[1] for p in footprint]
    return min(xs) - 1200 < x < max(xs) + 1200 and min(ys) - 1200 < y < max(ys) + 1200


landing = Procedure(Landing, drop, land)
