"""A maneuver: acts one after another, interrupted by Immediate Actions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec.structs import replace

from firelane.bpre.able import (
    crossings,
    door_cost,
    kicked,
    may_go_on,
    may_react,
    reactors,
)
from firelane.bpre.acts import Attack, CallFires, Detonate, Go, ThrowFrag, UseDoor
from firelane.bpre.asking import Acts, GoOn, React, Shoot
from firelane.bpre.cards import Card
from firelane.bpre.dice import DICE, crosses
from firelane.bpre.events import (
    ActivationEnded,
    CardDiscarded,
    ChitPlaced,
    Crossed,
    DoorUsed,
    EffectBegan,
    FragThrown,
    Moved,
    Staggered,
    Used,
    Watched,
    WentOn,
)
from firelane.bpre.frames import AttackRoll, Moving, Reaction, Stop, Strike, VestBlast
from firelane.bpre.goals import still_there
from firelane.bpre.names import FINISHING, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.situation import CROSS_NEEDS, movement, number_of
from firelane.bpre.skills import DOORKICKER, GLINT
from firelane.bpre.space import STEP, bearing, field_of, survey
from firelane.bpre.steps.fight import cites
from firelane.bpre.world import TABLE, RedEarthWorld, on_table
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto, push, roll
from firelane.table.movement import PathReport
from firelane.table.things import Door

RedEarth = Play[RedEarthWorld]
Track = tuple[tuple[int, int, int], ...]


def start(play: RedEarth, frame: Moving) -> Next:
    """A unit that starts its activation in LOS can be shot at at once. Rules: bpre.immediate-action.1."""
    seen = _watchers(play.world, frame.unit)
    return _let_react(play, replace(frame, sighted=seen), seen, "after_reactions")


def after_reactions(play: RedEarth, frame: Moving) -> Next:
    """Killed or staggered, its activation is over; shot at, it thinks again; let pass, it goes on.

    Rules: bpre.stagger.1, bpre.immediate-action.2.
    """
    if not may_go_on(play.world, frame):
        return goto("end", frame)
    if isinstance(play.returned, dict):
        if play.returned["shots"]:
            return goto("think_again", replace(frame, plan=(), track=(), stops=()))
        if frame.plan or frame.track:
            play.emit(WentOn(unit=frame.unit))
    return goto("walk" if frame.track else "next_act", frame)


def think_again(play: RedEarth, frame: Moving) -> Next:
    """What is left of the activation is the player's to use; some can still only do one thing.

    Rules: bpre.intervention.ambush.2.
    """
    seat = play.world.units[frame.unit].seat
    return ask(GoOn(seat=seat, actors=(frame.unit,), left=frame.left, rules=("bpre.maneuver.3",)))


def take_more(play: RedEarth, frame: Moving) -> Next:
    """Rules: bpre.maneuver.3-5."""
    given = play.answer(Acts)
    unit = play.world.units[frame.unit]
    before = movement(play.edition, play.world, unit, frame.cards).total
    discard(play, unit.seat, given.cards)
    more = movement(play.edition, play.world, unit, frame.cards).total - before
    return goto("next_act", replace(frame, plan=given.acts, left=frame.left + more))


def discard(play: RedEarth, seat: str, cards: Iterable[str]) -> None:
    """Cards named with an activation are discarded for it; some stay in force.

    Rules: bpre.cards.1-2, bpre.intervention.3, bpre.special.1, bpre.special.go-pills.2.
    """
    for card in cards:  # bpre.cards.1-2, bpre.intervention.3, bpre.special.1
        statement = Cite(play.edition[card].statement(1))
        play.emit(CardDiscarded(seat=seat, card=card, because=(statement,)))
        figures = play.edition.data(card, Card)
        if figures.until:
            whose = other(seat) if figures.against else seat
            play.emit(EffectBegan(seat=whose, card=card, because=(statement,)))


def next_act(play: RedEarth, frame: Moving) -> Next:
    """Rules: bpre.maneuver.3-5."""
    if not frame.plan:
        return goto("end", frame)
    act = frame.plan[0]
    if isinstance(act, Go):
        return _set_out(play, replace(frame, plan=frame.plan[1:]), act)
    if isinstance(act, UseDoor):
        return goto("use_door", frame)
    # Before an action those who have it in sight are asked.
    seen = _watchers(play.world, frame.unit)
    waiting = tuple(name for name in seen if name not in frame.asked)  # bpre.immediate-action.2
    return _let_react(play, replace(frame, sighted=seen), waiting, "before_action")


def before_action(play: RedEarth, frame: Moving) -> Next:
    """As after any reaction; if nobody shot, it acts. Rules: bpre.immediate-action.2."""
    if not may_go_on(play.world, frame):
        return goto("end", frame)
    if isinstance(play.returned, dict):
        if play.returned["shots"]:
            return goto("think_again", replace(frame, plan=()))
        play.emit(WentOn(unit=frame.unit))
    if not frame.plan:  # imagined by the other player, who does not know the plan
        return goto("next_act", frame)
    act, frame = frame.plan[0], replace(frame, plan=frame.plan[1:])
    unit = play.world.units[frame.unit]
    match act:
        case CallFires():
            return _call_fires(play, frame, act)
        case Detonate():
            return push(VestBlast(unit=unit.id), then="after_vest", frame=frame)
        case ThrowFrag(x, y):
            play.emit(FragThrown(unit=unit.id, seat=unit.seat, x=x, y=y,
                                 because=(Cite("bpre.intervention.frag-out.1"),)))  # fmt: skip
            return goto("end", replace(frame, over=True))
    assert isinstance(act, Attack)
    target = play.world.units[act.target]
    sights = survey(play.world)
    if target.place != TABLE or act.target not in sights.free_sight(unit.id):
        return goto("next_act", frame)
    if act.target not in sights.in_sight(unit.id):
        facing = bearing(unit.x, unit.y, target.x, target.y)
        play.emit(Moved(unit=unit.id, x=unit.x, y=unit.y, facing=facing, because=(Cite("bpre.maneuver.4"),)))
    line = survey(play.world).line(unit.id, act.target)
    shot = AttackRoll(attacker=unit.id, target=act.target, occasion=MANEUVER, line=line, cards=act.cards)
    return push(shot, then="after_action", frame=replace(frame, attacked=True))


def after_action(play: RedEarth, frame: Moving) -> Next:
    """It goes on as planned if it can, and the other player, who may have been asked for cards, sees so."""
    if not may_go_on(play.world, frame):
        return goto("end", frame)
    if frame.plan:
        play.emit(WentOn(unit=frame.unit))
    return goto("next_act", frame)


def after_vest(play: RedEarth, frame: Moving) -> Next:
    """A vest that was jammed leaves the unit where it is. Rules: bpre.special.wide-band-jammers.3."""
    return after_action(play, frame)


def _call_fires(play: RedEarth, frame: Moving, act: CallFires) -> Next:
    """Rules: bpre.glint-and-destroy.1-3, bpre.skill.glint.1."""
    unit = play.world.units[frame.unit]
    play.emit(Used(unit=unit.id, what=GLINT, because=(Cite("bpre.skill.glint.1"),)))
    x, y = act.x, act.y
    if act.target:
        target = play.world.units[act.target]
        x, y = target.x, target.y
    called = Strike(card=act.card, seat=unit.seat, x=x, y=y, target=act.target)
    return push(called, then="after_action", frame=frame)


# On the way


def _set_out(play: RedEarth, frame: Moving, act: Go) -> Next:
    unit = play.world.units[frame.unit]
    if not act.route:
        play.emit(
            Moved(unit=unit.id, x=unit.x, y=unit.y, facing=act.facing, because=(Cite("bpre.maneuver.4"),))
        )
        return goto("next_act", frame)
    report = survey(play.world).way(unit.id, act.route, frame.left, crossings(play.world, frame.crossed))
    if not report.legal:  # the battlespace has changed since it was planned
        return goto("think_again", replace(frame, plan=()))
    track = tuple((x, y, round(arc)) for x, y, _, arc in report.track)
    frame = replace(
        frame, track=track, arc=0, facing=act.facing, stops=_stops(play.world, frame, report, track)
    )
    return goto("walk", frame)


def _stops(world: RedEarthWorld, frame: Moving, report: PathReport, track: Track) -> tuple[Stop, ...]:
    """Where it comes into the sight of somebody who can react, where it crosses cover, and the end.

    Rules: bpre.immediate-action.1, bpre.cross-cover.5.
    """
    foes = _alert(world, frame.unit)
    arcs = arcs_along(track)
    seen = survey(world).sighted_along(frame.unit, [place_at(track, arc) for arc in arcs], foes)
    over = [(c.start, c.end, c.piece) for c in report.crossed]
    stops = [Stop(start, (), piece, end) for start, end, piece in over]
    before = frozenset(frame.sighted)
    for arc, now in zip(arcs, seen, strict=True):
        # What happens over cover is settled on its far side.
        held = next((end for start, end, _ in over if start < arc < end), arc)
        if now - before or arc == track[-1][2]:  # bpre.immediate-action.1
            stops.append(Stop(held, tuple(sorted(now))))
        before = now
    return tuple(sorted(stops, key=lambda stop: (stop.arc, not stop.cover)))


def _alert(world: RedEarthWorld, mover: str) -> list[str]:
    """The opponents of the active unit who could react if they saw it."""
    return [u.id for u in on_table(world, other(world.units[mover].seat)) if may_react(world, u)]


def _watchers(world: RedEarthWorld, mover: str) -> tuple[str, ...]:
    """Those of them who do see it."""
    return survey(world).watchers(mover, _alert(world, mover))


def arcs_along(track: Track) -> list[int]:
    """Arc lengths along a way, no further apart than `STEP`, its corners among them, the start left out."""
    found: list[int] = []
    for (_, _, a), (_, _, b) in pairwise(track):
        parts = max(1, -(-(b - a) // STEP))
        found += [a + (b - a) * n // parts for n in range(1, parts + 1)] if b > a else []
    return found


def place_at(track: Track, arc: int) -> tuple[int, int]:
    """Where a way is at an arc length."""
    for (ax, ay, a), (bx, by, b) in pairwise(track):
        if a < b and arc <= b:
            return ax + (bx - ax) * (arc - a) // (b - a), ay + (by - ay) * (arc - a) // (b - a)
    return track[-1][:2]


def walk(play: RedEarth, frame: Moving) -> Next:
    """On to the next point at which something happens. Rules: bpre.maneuver.3, bpre.immediate-action.1."""
    if not frame.stops:
        return goto("next_act", replace(frame, track=()))
    stop, rest = frame.stops[0], frame.stops[1:]
    frame = _move_to(play, replace(frame, stops=rest), stop.arc)
    if stop.cover:
        seat = play.world.units[frame.unit].seat
        crossing = replace(frame, crossed=True, stops=(stop, *rest))
        return roll(*DICE, roller=seat, why="cross-cover", then="cross", frame=crossing)
    if not rest:
        frame = replace(frame, track=())
    new = [name for name in stop.sighted if name not in frame.sighted]
    return _let_react(play, replace(frame, sighted=stop.sighted), new, "after_reactions")


def cross(play: RedEarth, frame: Moving) -> Next:
    """Rules: bpre.cross-cover.3-4."""
    stop, rest = frame.stops[0], frame.stops[1:]
    unit = play.world.units[frame.unit]
    needs = number_of(play.edition, CROSS_NEEDS, play.world, unit, MANEUVER)
    total = sum(play.faces)
    passed = crosses(total, needs.total)  # bpre.cross-cover.3
    because = (Cite(needs.base.rule, {"value": needs.total}), Cite(f"bpre.cross-cover.{3 if passed else 4}"))
    play.emit(Crossed(unit=unit.id, cover=stop.cover, total=total, needs=needs.total, passed=passed,
                      because=because))  # fmt: skip
    frame = _move_to(play, replace(frame, stops=rest), stop.until)
    if passed:  # bpre.cross-cover.4
        return goto("walk", frame)
    play.emit(Staggered(unit=unit.id, because=(Cite("bpre.cross-cover.4"),)))
    seen = _watchers(play.world, unit.id)
    new = [name for name in seen if name not in frame.sighted]
    stopped = replace(frame, over=True, plan=(), track=(), stops=(), sighted=seen)
    return _let_react(play, stopped, new, "after_reactions")


def _move_to(play: RedEarth, frame: Moving, arc: int) -> Moving:
    """The unit goes on along its way, facing where it goes, and at the end as its player wishes."""
    if arc <= frame.arc:
        return frame
    x, y = place_at(frame.track, arc)
    unit = play.world.units[frame.unit]
    at_end = arc >= frame.track[-1][2]
    facing = frame.facing if at_end else bearing(unit.x, unit.y, x, y)
    gone = [place_at(frame.track, n) for n in range(frame.arc, arc, STEP)] if play.world.watch else []
    play.emit(Moved(unit=unit.id, x=x, y=y, facing=facing, because=(Cite("bpre.maneuver.3"),)))
    if play.world.watch:
        watch = still_there(play.world, play.world.units[unit.id], (*gone, (x, y)))
        if watch != play.world.watch:
            play.emit(Watched(watch=watch))
    return replace(frame, arc=arc, left=frame.left - (arc - frame.arc), asked=())


def use_door(play: RedEarth, frame: Moving) -> Next:
    """Opening or closing costs movement, and may bring the unit into sight. Rules: bpre.doors.2-4."""
    act = frame.plan[0]
    assert isinstance(act, UseDoor)
    unit = play.world.units[frame.unit]
    opens = field_of(play.world).piece(act.door).door is Door.CLOSED
    cost = door_cost(play.world, unit, opens, act.cards)
    if cost.total > frame.left:
        return goto("think_again", replace(frame, plan=()))
    discard(play, unit.seat, act.cards)
    state = Door.OPEN if opens else Door.CLOSED
    play.emit(DoorUsed(door=act.door, state=state, unit=unit.id, cost=cost.total, because=cites(cost)))
    if kicked(cost):
        play.emit(Used(unit=unit.id, what=DOORKICKER, because=(Cite("bpre.skill.doorkicker.1"),)))
    frame = replace(frame, plan=frame.plan[1:], left=frame.left - cost.total)
    seen = _watchers(play.world, unit.id)
    new = [name for name in seen if name not in frame.sighted]
    return _let_react(play, replace(frame, sighted=seen), new, "after_reactions")


def end(play: RedEarth, frame: Moving) -> Next:
    """An ACT chit is put down; in the Finishing Phase it is lost.

    Rules: bpre.maneuver.6, bpre.markers.1, bpre.intervention.this-is-bat-country.3.
    """
    unit = play.world.units[frame.unit]
    finishing = play.world.phase == FINISHING
    why = "bpre.intervention.this-is-bat-country.3" if finishing else "bpre.maneuver.6"
    chits = max(0, unit.chits + (-1 if finishing else 1)) if unit.place == TABLE else 0
    play.emit(ActivationEnded(unit=unit.id, chits=chits, because=(Cite(why),)))
    return done()


moving = Procedure(
    Moving,
    start,
    after_reactions,
    think_again,
    take_more,
    next_act,
    before_action,
    after_action,
    after_vest,
    walk,
    cross,
    use_door,
    end,
)


# Immediate Actions


def _let_react(play: RedEarth, frame: Moving, who: Iterable[str], then: str) -> Next:
    able = reactors(play.world, frame.unit, who)
    if not able:
        return goto(then, frame)
    asked = replace(frame, asked=(*frame.asked, *able))
    return push(Reaction(mover=frame.unit, watchers=able), then=then, frame=asked)


def ask_reaction(play: RedEarth, frame: Reaction) -> Next:
    """One after another, each in sight of the last result. Rules: bpre.immediate-action.6-7."""
    mover = play.world.units[frame.mover]
    here = [name for name in frame.watchers if play.world.units[name].place == TABLE]
    seen = survey(play.world).watchers(mover.id, here) if mover.place == TABLE else ()
    able = reactors(play.world, mover.id, seen)
    if not able:
        return done({"shots": frame.shots})
    request = React(seat=other(mover.seat), mover=mover.id, actors=able, rules=("bpre.immediate-action.1",))
    return ask(request, frame=replace(frame, watchers=able))


def take_reaction(play: RedEarth, frame: Reaction) -> Next:
    """Rules: bpre.immediate-action.7."""
    (given,) = play.answers.values()
    if not isinstance(given, Shoot):  # bpre.immediate-action.7
        return done({"shots": frame.shots})
    line = survey(play.world).line(given.unit, frame.mover)
    shot = AttackRoll(attacker=given.unit, target=frame.mover, occasion=IMMEDIATE_ACTION, line=line,
                      cards=given.cards, spread=given.spread)  # fmt: skip
    left = tuple(name for name in frame.watchers if name != given.unit)
    return push(shot, then="after_shot", frame=replace(frame, watchers=(given.unit, *left)))


def after_shot(play: RedEarth, frame: Reaction) -> Next:
    """The chit comes straight after the attack, hit or miss. Rules: bpre.immediate-action.5."""
    shooter, *left = frame.watchers
    if play.world.units[shooter].place == TABLE:
        play.emit(ChitPlaced(unit=shooter, because=(Cite("bpre.immediate-action.5"),)))
    return goto("ask_reaction", replace(frame, watchers=tuple(left), shots=frame.shots + 1))


reaction = Procedure(Reaction, ask_reaction, take_reaction, after_shot)
