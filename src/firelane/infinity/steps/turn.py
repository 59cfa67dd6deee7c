"""A player turn of CodeOne: Tactical Phase, Orders Phase, States Phase; and how airborne troopers land."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.core.because import Cite, Number
from firelane.core.fired import decides
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto, proceed, push, roll
from firelane.core.rules import Edition
from firelane.infinity.asking import (
    Activate,
    EndOrders,
    GiveOrder,
    LandAtEdge,
    LandedAtEdge,
    Named,
    NameLieutenant,
    Regenerate,
    Regenerating,
)
from firelane.infinity.dice import RollFigures, read
from firelane.infinity.effects import revive, wound
from firelane.infinity.events import (
    Entered,
    LieutenantNamed,
    OrdersDropped,
    PointsGained,
    Rolled,
    TurnBegan,
)
from firelane.infinity.frames import Landing, Order, PlayerTurn, Point, StatesPhase
from firelane.infinity.landing import edges_of_zone, places_at_edge
from firelane.infinity.lieutenants import leads, may_lead
from firelane.infinity.missions import MISSIONS, mission_figures
from firelane.infinity.names import EMBRYO, SEATS, UNCONSCIOUS, other
from firelane.infinity.orders import activatable, counted
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, success_value
from firelane.infinity.space import is_null, on_table
from firelane.infinity.world import InfinityWorld, Trooper

Infinity = Play[InfinityWorld]


def tactical_phase(play: Infinity, frame: PlayerTurn) -> Next:
    """The Order count, and whether the game ends with this turn.

    Rules: game-round.phases, orders.counted, orders.lieutenant-order, orders.off-table,
    orders.counted-afresh, scenario.ends-early, scenario-firefight.ends-early,
    loss-of-lieutenant.lieutenant-missing, retreat.threshold.
    """
    pool, lieutenant, own = counted(play.world, frame.seat)
    number = play.world.round + (frame.seat == play.world.first)
    because = [Cite("orders.counted"), Cite("game-round.phases")]
    because += [Cite("orders.lieutenant-order")] * lieutenant + [Cite("orders.counted-afresh")] * (number > 1)
    play.emit(
        TurnBegan(
            seat=frame.seat,
            round=number,
            pool=pool,
            lieutenant_order=lieutenant,
            own=own,
            because=tuple(because),
        )
    )
    figures = mission_figures(play.edition, play.world)
    last = MISSIONS[play.world.mission].ends_early(play.world, figures, frame.seat)
    return proceed(replace(frame, last=last))


def name_lieutenant(play: Infinity, frame: PlayerTurn) -> Next:
    """Where the mission wants a Lieutenant, a side without one names another.

    Rules: scenario-firefight.open-lieutenant.
    """
    able = may_lead(play.world, frame.seat)
    needed = mission_figures(play.edition, play.world).open_lieutenant and not leads(play.world, frame.seat)
    if not needed or not able:
        return goto("orders_phase")
    return ask(NameLieutenant(seat=frame.seat, actors=able, rules=("scenario-firefight.open-lieutenant",)))


def take_lieutenant(play: Infinity, frame: PlayerTurn) -> Next:
    """The new Lieutenant, at no cost. Rules: scenario-firefight.open-lieutenant."""
    named = play.world.troopers[play.answer(Named).trooper]
    play.emit(LieutenantNamed.of(named, because=(Cite("scenario-firefight.open-lieutenant"),)))
    return proceed()


def orders_phase(play: Infinity, frame: PlayerTurn) -> Next:
    """Orders are spent one by one, as long as the player likes.

    The player is asked even with no Order left: the Orders of troopers that are not on the table are
    private, so that nobody may learn from the question whether there are any.

    Rules: game-round.unspent-orders-lost, information.orders-off-table-private.
    """
    side = play.world.sides[frame.seat]
    actors = activatable(play.world, frame.seat)
    request = GiveOrder(
        seat=frame.seat, actors=actors, pool=side.pool, lieutenant_order=side.lieutenant_order, own=side.own,
        rules=("order-sequence.activation",),
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
    """Both players make the checks that their states and skills call for.

    Rules: game-round.unspent-orders-lost, game-round.states-phase, game-round.states-phase-without-aros.
    """
    because = (Cite("game-round.states-phase"), Cite("game-round.states-phase-without-aros"))
    decides(play.world.sides[frame.seat].pool, "game-round.unspent-orders-lost")
    # game-round.unspent-orders-lost, game-round.states-phase-without-aros
    play.emit(OrdersDropped(seat=frame.seat, because=because))
    return push(StatesPhase(seat=frame.seat))


def end_of_turn(play: Infinity, frame: PlayerTurn) -> Next:
    """The turn is over; whether the game is too, the round reads."""
    return done(frame.last)


turn = Procedure(
    PlayerTurn,
    tactical_phase,
    name_lieutenant,
    take_lieutenant,
    orders_phase,
    take_order,
    states_phase,
    end_of_turn,
)


# The States Phase


def ask_regeneration(play: Infinity, frame: StatesPhase) -> Next:
    """Owners of Regeneration that have lost points may try.

    Rules: regeneration.rolled, regeneration.works-while-null.
    """
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
            requests.append(Regenerate(seat=seat, actors=names, rules=("regeneration.rolled",)))
    return requests


def roll_regeneration(play: Infinity, frame: StatesPhase) -> Next:
    """The PH rolls, each player for his own. Rules: regeneration.rolled, game-round.states-phase."""
    names = tuple(
        name
        for _, given in play.answers_by_request()
        if isinstance(given, Regenerating)
        for name in given.troopers
    )
    mine = [name for name in names if play.world.troopers[name].seat == frame.seat]
    theirs = [name for name in names if name not in mine]
    return _roll_for(replace(frame, regenerating=(*mine, *theirs)), len(mine), frame.seat)


def _roll_for(frame: StatesPhase, number: int, seat: str) -> Next:
    return roll(*[20] * number, roller=seat, why="regeneration", frame=frame) if number else proceed(frame)


def roll_reactive_regeneration(play: Infinity, frame: StatesPhase) -> Next:
    """The reactive player's PH rolls. Rules: game-round.states-phase."""
    left = len(frame.regenerating) - len(play.faces)
    return _roll_for(replace(frame, faces=play.faces), left, other(frame.seat))


def regenerate(play: Infinity, frame: StatesPhase) -> Next:
    """A point regained or lost.

    Rules: regeneration.rolled, regeneration.failure-costs-point, regeneration.works-while-null.
    """
    figures = play.edition.data("roll", RollFigures)
    rolled = frame.faces if len(frame.faces) == len(frame.regenerating) else (*frame.faces, *play.faces)
    for name, face in zip(frame.regenerating, rolled, strict=True):
        trooper = play.world.troopers[name]
        value = sheet(trooper.sheet).attribute("PH") or 0
        decides(is_null(trooper), "regeneration.works-while-null")
        if not read(figures, value, face).success:
            wound(play, trooper, 1, "regeneration.failure-costs-point")
        elif trooper.has(UNCONSCIOUS) or trooper.has(EMBRYO):  # regeneration.works-while-null
            revive(play, trooper, "regeneration.rolled")
        else:
            play.emit(PointsGained.of(trooper, count=1, because=(Cite("regeneration.rolled"),)))
    return done()


states = Procedure(StatesPhase, ask_regeneration, roll_regeneration, roll_reactive_regeneration, regenerate)


# Airborne Deployment


def drop(play: Infinity, frame: Landing) -> Next:
    """Combat Jump rolls PH; a Parachutist does not. Rules: combat-jump.rolled, parachutist.no-roll."""
    return (
        roll(20, roller=play.world.troopers[frame.trooper].seat, why="combat-jump")
        if frame.rolls
        else proceed()
    )


def _parts(value: Number) -> tuple[Cite, ...]:
    rules = ("combat-jump.rolled", *(part.rule for part in value.modifiers))
    return tuple(Cite(rule) for rule in rules if rule)


def jump_value(edition: Edition, world: InfinityWorld, trooper: Trooper) -> Number:
    """The Success Value of a Combat Jump. Rules: combat-jump.rolled, scenario-firefight.easier-arrivals."""
    value = success_value(edition, Situation(trooper, "combat-jump"))
    easier = mission_figures(edition, world).jump_mod
    return edition.cited(value.plus(easier, rule="scenario-firefight.easier-arrivals"))


def land(play: Infinity, frame: Landing) -> Next:
    """The trooper is placed at the point named; after a failed roll its player chooses where at an edge.

    The roll is told together with the landing: until then nobody else knows who has jumped.

    Rules: combat-jump.success-lands, combat-jump.failure-lands-at-edge, parachutist.open-edges.
    """
    trooper = play.world.troopers[frame.trooper]
    if not frame.rolls:
        decides(True, "parachutist.no-roll")
        return _enter(play, trooper, frame.to, frame.facing, "parachutist.open-edges")
    value = jump_value(play.edition, play.world, trooper)
    if read(play.edition.data("roll", RollFigures), value.total, play.faces[0]).success:
        _tell_jump(play, trooper, value, play.faces, success=True)
        return _enter(play, trooper, frame.to, frame.facing, "combat-jump.success-lands")
    frame = replace(frame, faces=play.faces)
    edges = edges_of_zone(play.world, trooper)
    if next(places_at_edge(play.world, trooper), None) is None:  # an edge without room: nothing to choose
        edge = next(iter(edges.values()))
        return _land_at(play, frame, (edge.x0, edge.y0, 0), frame.facing)
    return ask(
        LandAtEdge(seat=trooper.seat, actors=(trooper.id,), to=frame.to, facing=frame.facing, edges=edges,
                   rules=("combat-jump.failure-lands-at-edge",)),
        frame=frame,
    )  # fmt: skip


def land_at_edge(play: Infinity, frame: Landing) -> Next:
    """The trooper is placed where its player has chosen. Rules: combat-jump.failure-lands-at-edge."""
    given = play.answer(LandedAtEdge)
    return _land_at(play, frame, given.to, given.facing)


def _land_at(play: Infinity, frame: Landing, at: Point, facing: int) -> Next:
    trooper = play.world.troopers[frame.trooper]
    _tell_jump(play, trooper, jump_value(play.edition, play.world, trooper), frame.faces, success=False)
    return _enter(play, trooper, at, facing, "combat-jump.failure-lands-at-edge")


def _tell_jump(
    play: Infinity, trooper: Trooper, value: Number, faces: tuple[int, ...], success: bool
) -> None:
    play.emit(
        Rolled(actor=trooper.id, skill="combat-jump", target="", value=value, faces=faces,
               successes=int(success), effective=int(success), criticals=0, because=_parts(value))
    )  # fmt: skip


def _enter(play: Infinity, trooper: Trooper, at: Point, facing: int, rule: str) -> Next:
    play.emit(
        Entered(trooper=trooper.id, seat=trooper.seat, alias=trooper.id, at=at, facing=facing,
                because=(Cite(rule),))
    )  # fmt: skip
    return done()


landing = Procedure(Landing, drop, land, land_at_edge)
