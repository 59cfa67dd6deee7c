"""The second half of an Order: rolls, effects, saves, and what follows from them (steps 6 to 8)."""

from __future__ import annotations

from firelane.core.because import Cite
from firelane.core.fired import decides
from firelane.core.procedure import Next, Play, ask, done, goto, proceed, roll
from firelane.infinity.acting import check_move, half_of, move_rules, way_of
from firelane.infinity.asking import (
    Dodged,
    DodgeMoves,
    TurnAlerted,
    Turned,
)
from firelane.infinity.combat import settle
from firelane.infinity.deployables import place
from firelane.infinity.effects import apply_losses, read_saves, take_effect
from firelane.infinity.events import (
    Faced,
    Hidden,
    ItemRemoved,
    Moved,
    TurnsOpened,
)
from firelane.infinity.frames import Order
from firelane.infinity.hooks import DodgeMods
from firelane.infinity.names import other
from firelane.infinity.resolving import deal, plan, results, roll_for, roll_saves_for, saves_of, seat_of, tell
from firelane.infinity.servants import connect
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Waypoint as Step
from firelane.infinity.space import (
    ZONE_OF_CONTROL,
    body,
    is_null,
    on_table,
)
from firelane.infinity.strays import choices, strike_friends
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.table.measure import in_reach_cylinder
from firelane.table.movement import PathReport, Way, Waypoint

Infinity = Play[InfinityWorld]


def resolution(play: Infinity, frame: Order) -> Next:
    """Step 6: requirements are checked, distances measured, MODs fixed, and the active player rolls.

    Rules: n4-core.order-sequence.7, n4-core.order-sequence.10.
    """
    frame = plan(play, frame)
    if not decides(frame.attempts, "n4-core.order-sequence.7") and not frame.triggered:
        return goto("settle_engagements", frame)  # nothing is tried, so nothing takes effect
    return roll_for(frame, frame.seat, then="reactive_rolls")


def reactive_rolls(play: Infinity, frame: Order) -> Next:
    """The reactive player's rolls of step 6."""
    return roll_for(deal(frame, frame.seat, play.faces), other(frame.seat), then="read_rolls")


def read_rolls(play: Infinity, frame: Order) -> Next:
    """Who beat whom is read, and step 7 begins: successful skills take effect, saves are owed.

    Rules: n4-core.order-sequence.8, n4-core.face-to-face.1-9.
    """
    frame = deal(frame, other(frame.seat), play.faces)
    kept = results(play.edition, frame)
    tell(play, frame, kept)
    return proceed(take_effect(play, frame, kept))


def stray_shots(play: Infinity, frame: Order) -> Next:
    """Shots into close combat that miss: chance says which friend each one hits. Rules: c1.engaged.6."""
    dice = choices(play.edition, frame)
    if not dice:
        return proceed()
    return roll(*dice, roller=frame.seat, why="stray-shots", rules=("c1.engaged.6",))


def take_strays(play: Infinity, frame: Order) -> Next:
    """Those friends owe saves too. Rules: c1.engaged.6."""
    return proceed(strike_friends(play.edition, play.world, frame, play.faces))


def roll_saves(play: Infinity, frame: Order) -> Next:
    """Step 7: the saving rolls, those of the active player first. Rules: n4-core.saving-roll.1-8."""
    return roll_saves_for(frame, play.world, frame.seat, then="roll_reactive_saves")


def roll_reactive_saves(play: Infinity, frame: Order) -> Next:
    """The active player's saves are read; then those of the reactive player are rolled."""
    frame = read_saves(play, frame, frame.seat, play.faces)
    if saves_of(frame, play.world, frame.seat):
        return goto("roll_saves", frame)
    return proceed(frame)


def reactive_saves(play: Infinity, frame: Order) -> Next:
    """The saving rolls of the reactive player."""
    return roll_saves_for(frame, play.world, other(frame.seat), then="losses")


def losses(play: Infinity, frame: Order) -> Next:
    """The reactive player's saves are read, and both sides lose at once; mines that went off are gone.

    Rules: n4-core.order-sequence.8, n4-core.order-sequence.14, n4-core.all-at-once.1.
    """
    frame = read_saves(play, frame, other(frame.seat), play.faces)
    if saves_of(frame, play.world, other(frame.seat)):
        return goto("reactive_saves", frame)
    sides = {seat_of(play.world, hit.trooper) for hit, lost in frame.failed if lost}
    decides(len(sides) > 1, "n4-core.all-at-once.1")
    apply_losses(play, frame)  # n4-core.all-at-once.1
    fallen = [n for n in frame.acting if is_null(play.world.troopers[n]) and len(frame.acting[n].track) > 1]
    decides(fallen, "n4-core.all-at-once.4")
    decides(frame.failed, "n4-core.order-sequence.8")
    for name, _ in frame.triggered:
        if name in play.world.items:
            play.emit(ItemRemoved(item=name, because=(Cite("c1.place-deployable.4"),)))
    return proceed(frame)


def active_dodge_moves(play: Infinity, frame: Order) -> Next:
    """Dodge moves, those of the active player first. Rules: c1.dodge.6-8, n4-core.order-sequence.8."""
    return _ask_dodge_moves(play, frame, frame.seat, then="reactive_dodge_moves")


def _ask_dodge_moves(play: Infinity, frame: Order, seat: str, then: str) -> Next:
    reach = {
        name: _dodge_reach(play, name) for name in frame.dodged if _can_move(play.world.troopers[name], seat)
    }
    if not reach:
        return goto(then)
    return ask(DodgeMoves(seat=seat, actors=tuple(reach), reach=reach, rules=("c1.dodge.6",)))


def _can_move(trooper: Trooper, seat: str) -> bool:
    return trooper.seat == seat and trooper.place is Place.TABLE and not is_null(trooper)


def _dodge_reach(play: Infinity, name: str) -> int:
    """How far a Dodge moves, in mils. Rules: c1.dodge.6, c1.prone.8."""
    trooper = play.world.troopers[name]
    own = sheet(trooper.sheet).carried("dodge")
    reach = play.edition.data("dodge-mods", DodgeMods).move + (own.inches * 1000 if own is not None else 0)
    return half_of(reach) if trooper.prone else reach


def take_active_dodges(play: Infinity, frame: Order) -> Next:
    """The active player's Dodge moves are made."""
    _dodge(play, play.answer(Dodged))
    return proceed()


def reactive_dodge_moves(play: Infinity, frame: Order) -> Next:
    """The reactive player's Dodge moves. Rules: c1.dodge.6-8."""
    return _ask_dodge_moves(play, frame, other(frame.seat), then="settle_engagements")


def take_reactive_dodges(play: Infinity, frame: Order) -> Next:
    """The reactive player's Dodge moves are made."""
    _dodge(play, play.answer(Dodged))
    return proceed()


def _dodge(play: Infinity, given: Dodged) -> None:
    for name, route in sorted(given.routes.items()):
        trooper = play.world.troopers[name]
        report = dodge_path(play.world, trooper, route, _dodge_reach(play, name))
        if report.legal:
            way = way_of(report)
            if len(way) > 1:
                because = (Cite("c1.dodge.6"),)
                decides(report.stopped_by in play.world.troopers, "c1.dodge.7")
                decides(trooper.prone, "c1.prone.8")
                play.emit(Moved.of(trooper, track=way, surface=report.end.surface, because=because))
    for name, facing in sorted(given.facings.items()):
        play.emit(Faced.of(play.world.troopers[name], facing=facing, because=(Cite("c1.dodge.6"),)))


def dodge_path(world: InfinityWorld, trooper: Trooper, route: tuple[Step, ...], reach: int) -> PathReport:
    """The way of a Dodge move."""
    way = tuple(Waypoint(x, y, z, Way(how)) for x, y, z, how in route)
    return check_move(world, body(trooper), way, move_rules(sheet(trooper.sheet), reach))


def settle_engagements(play: Infinity, frame: Order) -> Next:
    """The last of step 7: who is in close combat now. Rules: c1.engaged.9-10, n4-core.cc-attack.8."""
    settle(play, frame)
    return proceed()


def place_items(play: Infinity, frame: Order) -> Next:
    """Step 8: deployables are placed, and troopers that hide go behind their markers.

    Rules: c1.place-deployable.1-3, c1.mines.3, c1.camouflage.2, n4-core.order-sequence.9.
    """
    decides(frame.placing, "n4-core.order-sequence.9")
    for name, weapon, at in frame.placing:  # c1.place-deployable.3, n4-core.order-sequence.9
        trooper = play.world.troopers[name]
        if trooper.place is Place.TABLE and not is_null(trooper):
            place(play, trooper, weapon, at)
    for name, doing in sorted(frame.acting.items()):
        trooper = play.world.troopers[name]
        if trooper.place is not Place.TABLE or is_null(trooper):
            continue
        for skill in doing.skills:
            if skill.hides:
                number = play.world.sides[trooper.seat].markers_used + 1  # c1.discover.7
                because = (Cite("c1.camouflage.2"), Cite("c1.discover.7"))
                play.emit(Hidden(trooper=name, seat=trooper.seat, marker=number, because=because))
    return proceed()


def warn(play: Infinity, frame: Order) -> Next:
    """Step 8: troopers that were attacked may warn friends in their Zone of Control. Rules: c1.alert.1-4."""
    return ask(*warnings(play.world, frame), then="take_turns")


def warnings(world: InfinityWorld, frame: Order) -> list[TurnAlerted]:
    """Who may turn because a friend near by was attacked. Rules: c1.alert.1-4."""
    found: dict[str, set[str]] = {}
    for name in frame.attacked:
        victim = world.troopers.get(name)
        if victim is None:
            continue
        centre = body(victim)
        for friend in on_table(world, victim.seat):
            if friend.marker or friend.id == victim.id or is_null(friend):
                continue
            if in_reach_cylinder(body(friend), centre, ZONE_OF_CONTROL):
                found.setdefault(victim.seat, set()).add(friend.id)
    return [TurnAlerted(seat=seat, actors=tuple(sorted(names)), rules=("c1.alert.1", "c1.alert.2"))
            for seat, names in sorted(found.items())]  # fmt: skip


def take_turns(play: Infinity, frame: Order) -> Next:
    """Warned troopers turn. Rules: c1.alert.2-4."""
    answers = list(play.answers_by_request())
    if len(answers) > 1:
        play.emit(TurnsOpened(because=(Cite("c1.alert.2"),)))
    for _, given in answers:
        assert isinstance(given, Turned)
        for name, facing in sorted(given.facings.items()):
            play.emit(Faced.of(play.world.troopers[name], facing=facing, because=(Cite("c1.alert.2"),)))
    return proceed()


def conclude(play: Infinity, frame: Order) -> Next:
    """The Order ends; Servants without a controller are Disconnected, those with one again are not.

    Rules: c1.peripheral-servant.12, c1.disconnected.2, c1.disconnected.6.
    """
    connect(play)
    return done()
