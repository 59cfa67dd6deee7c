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

    Rules: order-sequence.resolution, order-sequence.impossible-becomes-idle.
    """
    frame = plan(play, frame)
    if not decides(frame.attempts, "order-sequence.resolution") and not frame.triggered:
        return goto("settle_engagements", frame)  # nothing is tried, so nothing takes effect
    return roll_for(frame, frame.seat, then="reactive_rolls")


def reactive_rolls(play: Infinity, frame: Order) -> Next:
    """The reactive player's rolls of step 6."""
    return roll_for(deal(frame, frame.seat, play.faces), other(frame.seat), then="read_rolls")


def read_rolls(play: Infinity, frame: Order) -> Next:
    """Who beat whom is read, and step 7 begins: successful skills take effect, saves are owed.

    Rules: order-sequence.effects, face-to-face.opposed, face-to-face.dice, face-to-face.cancels-lower,
    face-to-face.winner, face-to-face.critical-beats-success, face-to-face.criticals-cancel,
    face-to-face.ties-cancel, face-to-face.divided-burst, face-to-face.one-die-against-all.
    """
    frame = deal(frame, other(frame.seat), play.faces)
    kept = results(play.edition, frame)
    tell(play, frame, kept)
    return proceed(take_effect(play, frame, kept))


def stray_shots(play: Infinity, frame: Order) -> Next:
    """Shots into close combat that miss: chance says which friend each one hits.

    Rules: engaged.stray-shot.
    """
    dice = choices(play.edition, frame)
    if not dice:
        return proceed()
    return roll(*dice, roller=frame.seat, why="stray-shots", rules=("engaged.stray-shot",))


def take_strays(play: Infinity, frame: Order) -> Next:
    """Those friends owe saves too. Rules: engaged.stray-shot."""
    return proceed(strike_friends(play.edition, play.world, frame, play.faces))


def roll_saves(play: Infinity, frame: Order) -> Next:
    """Step 7: the saving rolls, those of the active player first.

    Rules: saving-roll.per-hit, saving-roll.attack-damage, saving-roll.failed, saving-roll.failure-costs,
    saving-roll.critical-adds-one, saving-roll.damage-by-attribute, saving-roll.at-zero-points,
    saving-roll.all-are-rolled.
    """
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

    Rules: order-sequence.effects, order-sequence.gains-before-losses, all-at-once.simultaneous.
    """
    frame = read_saves(play, frame, other(frame.seat), play.faces)
    if saves_of(frame, play.world, other(frame.seat)):
        return goto("reactive_saves", frame)
    sides = {seat_of(play.world, hit.trooper) for hit, lost in frame.failed if lost}
    decides(len(sides) > 1, "all-at-once.simultaneous")
    apply_losses(play, frame)  # all-at-once.simultaneous
    fallen = [n for n in frame.acting if is_null(play.world.troopers[n]) and len(frame.acting[n].track) > 1]
    decides(fallen, "all-at-once.movement-is-completed")
    decides(frame.failed, "order-sequence.effects")
    for name, _ in frame.triggered:
        if name in play.world.items:
            play.emit(ItemRemoved(item=name, because=(Cite("place-deployable.removed"),)))
    return proceed(frame)


def active_dodge_moves(play: Infinity, frame: Order) -> Next:
    """Dodge moves, those of the active player first.

    Rules: dodge.moves, dodge.may-enter-combat, dodge.move-triggers-nothing, order-sequence.effects.
    """
    return _ask_dodge_moves(play, frame, frame.seat, then="reactive_dodge_moves")


def _ask_dodge_moves(play: Infinity, frame: Order, seat: str, then: str) -> Next:
    reach = {
        name: _dodge_reach(play, name) for name in frame.dodged if _can_move(play.world.troopers[name], seat)
    }
    if not reach:
        return goto(then)
    return ask(DodgeMoves(seat=seat, actors=tuple(reach), reach=reach, rules=("dodge.moves",)))


def _can_move(trooper: Trooper, seat: str) -> bool:
    return trooper.seat == seat and trooper.place is Place.TABLE and not is_null(trooper)


def _dodge_reach(play: Infinity, name: str) -> int:
    """How far a Dodge moves, in mils. Rules: dodge.moves, prone.half-movement."""
    trooper = play.world.troopers[name]
    own = sheet(trooper.sheet).carried("dodge")
    reach = play.edition.data("dodge-mods", DodgeMods).move + (own.inches * 1000 if own is not None else 0)
    return half_of(reach) if trooper.prone else reach


def take_active_dodges(play: Infinity, frame: Order) -> Next:
    """The active player's Dodge moves are made."""
    _dodge(play, play.answer(Dodged))
    return proceed()


def reactive_dodge_moves(play: Infinity, frame: Order) -> Next:
    """The reactive player's Dodge moves.

    Rules: dodge.moves, dodge.may-enter-combat, dodge.move-triggers-nothing.
    """
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
                because = (Cite("dodge.moves"),)
                decides(report.stopped_by in play.world.troopers, "dodge.may-enter-combat")
                decides(trooper.prone, "prone.half-movement")
                play.emit(Moved.of(trooper, track=way, surface=report.end.surface, because=because))
    for name, facing in sorted(given.facings.items()):
        play.emit(Faced.of(play.world.troopers[name], facing=facing, because=(Cite("dodge.moves"),)))


def dodge_path(world: InfinityWorld, trooper: Trooper, route: tuple[Step, ...], reach: int) -> PathReport:
    """The way of a Dodge move."""
    way = tuple(Waypoint(x, y, z, Way(how)) for x, y, z, how in route)
    return check_move(world, body(trooper), way, move_rules(sheet(trooper.sheet), reach))


def settle_engagements(play: Infinity, frame: Order) -> Next:
    """The last of step 7: who is in close combat now.

    Rules: engaged.ended-by-dodge, engaged.ends-where-hemmed-in, cc-attack.engagement-settled-anew.
    """
    settle(play, frame)
    return proceed()


def place_items(play: Infinity, frame: Order) -> Next:
    """Step 8: deployables are placed, and troopers that hide go behind their markers.

    Rules: place-deployable.declared, place-deployable.beside-user-or-route, place-deployable.placed-at-end,
    mines.hidden, camouflage.declared, order-sequence.conclusion.
    """
    decides(frame.placing, "order-sequence.conclusion")
    for name, weapon, at in frame.placing:  # place-deployable.placed-at-end, order-sequence.conclusion
        trooper = play.world.troopers[name]
        if trooper.place is Place.TABLE and not is_null(trooper):
            place(play, trooper, weapon, at)
    for name, doing in sorted(frame.acting.items()):
        trooper = play.world.troopers[name]
        if trooper.place is not Place.TABLE or is_null(trooper):
            continue
        for skill in doing.skills:
            if skill.hides:
                number = play.world.sides[trooper.seat].markers_used + 1  # discover.hidden-again-is-new
                because = (Cite("camouflage.declared"), Cite("discover.hidden-again-is-new"))
                play.emit(Hidden(trooper=name, seat=trooper.seat, marker=number, because=because))
    return proceed()


def warn(play: Infinity, frame: Order) -> Next:
    """Step 8: troopers that were attacked may warn friends in their Zone of Control.

    Rules: alert.warns, alert.turns, alert.automatic, alert.gives-no-aro.
    """
    return ask(*warnings(play.world, frame), then="take_turns")


def warnings(world: InfinityWorld, frame: Order) -> list[TurnAlerted]:
    """Who may turn because a friend near by was attacked.

    Rules: alert.warns, alert.turns, alert.automatic, alert.gives-no-aro.
    """
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
    return [TurnAlerted(seat=seat, actors=tuple(sorted(names)), rules=("alert.warns", "alert.turns"))
            for seat, names in sorted(found.items())]  # fmt: skip


def take_turns(play: Infinity, frame: Order) -> Next:
    """Warned troopers turn. Rules: alert.turns, alert.automatic, alert.gives-no-aro."""
    answers = list(play.answers_by_request())
    if len(answers) > 1:
        play.emit(TurnsOpened(because=(Cite("alert.turns"),)))
    for _, given in answers:
        assert isinstance(given, Turned)
        for name, facing in sorted(given.facings.items()):
            play.emit(Faced.of(play.world.troopers[name], facing=facing, because=(Cite("alert.turns"),)))
    return proceed()


def conclude(play: Infinity, frame: Order) -> Next:
    """The Order ends; Servants without a controller are Disconnected, those with one again are not.

    Rules: servant.disconnected-with-controller, disconnected.controller-is-null,
    disconnected.recovers-with-controller.
    """
    connect(play)
    return done()
