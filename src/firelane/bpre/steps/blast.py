"""Explosions, grenades and Fires Cards."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.asking import Own, PickOwn, Turned, TurnTemplate
from firelane.bpre.atmospherics import Weather
from firelane.bpre.cards import FIRES_CALLED, VEST_DECLARED, Card
from firelane.bpre.dice import DICE
from firelane.bpre.events import (
    CardDiscarded,
    Detonated,
    DoorUsed,
    Exploded,
    FragBounced,
    Killed,
    RolledOff,
    StrikeRolled,
    StrikeScattered,
    Used,
)
from firelane.bpre.exploding import (
    FINDS,
    SURVIVES,
    Struck,
    at_point,
    doors_blown,
    finds,
    holds,
    in_danger,
    reached,
    still_there,
    struck_how,
    surely,
    survives,
    vest_blast,
)
from firelane.bpre.frames import Explosion, Frags, Harm, SpecialCard, Strike, Subject, VestBlast
from firelane.bpre.hooks import FragFigures
from firelane.bpre.names import SEATS, other
from firelane.bpre.skills import JAMMED
from firelane.bpre.space import field_of
from firelane.bpre.steps.windows import grown_quiet, played, window
from firelane.bpre.world import RedEarthWorld, Unit, card_of
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto, proceed, push, roll
from firelane.table.scatter import ScatterRules, Walls, scatter
from firelane.table.things import Door

RedEarth = Play[RedEarthWorld]
BOUNCE = ScatterRules(sides=10, walls=Walls.HIGH, on_top=False)
"""Ten equal directions, stopped by walls. Rules: bpre.radial-effect-template.1, bpre.frag-detonation.3."""


# Explosions


def blow_doors(play: RedEarth, frame: Explosion) -> Next:
    """Rules: bpre.explosions.3."""
    for door in doors_blown(play.world, frame):
        play.emit(DoorUsed(door=door, state=Door.DESTROYED, because=(Cite("bpre.explosions.3"),)))
    return proceed()


def reach(play: RedEarth, frame: Explosion) -> Next:
    """Rules: bpre.explosions.1, bpre.explosions.4."""
    found = reached(play.world, frame)
    play.emit(Exploded(x=frame.x, y=frame.y, radius=frame.radius, reached=tuple(name for name, _ in found),
                       because=(Cite("bpre.explosions.1"),)))  # fmt: skip
    return proceed(replace(frame, left=found))


def next_unit(play: RedEarth, frame: Explosion) -> Next:
    """Each saves or is killed. Rules: bpre.frag-detonation.5, bpre.fires.scoria-rs.2."""
    left = still_there(play.world, frame)
    if not left:
        return done()
    name, obstructed = left[0]
    quiet = grown_quiet(frame.quiet, play.returned)
    sure = "bpre.atmospherics.clear-skies-fires.1" if name in frame.sure else ""
    hurt = Harm(unit=name, cause=frame.cause, obstructed=obstructed, sure=sure, quiet=quiet)
    return push(hurt, then="next_unit", frame=replace(frame, left=left[1:], quiet=quiet))


explosion = Procedure(Explosion, blow_doors, reach, next_unit)


# Grenades


def turn_template(play: RedEarth, frame: Frags) -> Next:
    """Rules: bpre.frag-detonation.1-2."""
    if not play.world.frags:
        return done()
    frag = play.world.frags[0]
    rules = ("bpre.frag-detonation.2",)
    return ask(TurnTemplate(seat=frag.seat, x=frag.x, y=frag.y, rules=rules))


def roll_bounce(play: RedEarth, frame: Frags) -> Next:
    """Rules: bpre.frag-detonation.3."""
    ahead = play.answer(Turned).degrees
    return roll(10, roller=play.world.frags[0].seat, why="bounce", frame=replace(frame, ahead=ahead))


def bounce(play: RedEarth, frame: Frags) -> Next:
    """Rules: bpre.frag-detonation.3-4, bpre.frag-detonation.6."""
    figures = play.edition.data("frag-detonation", FragFigures)
    frag = play.world.frags[0]
    field = field_of(play.world)
    landing = scatter(field, (frag.x, frag.y, 0), frame.ahead, play.faces[0], figures.bounce, BOUNCE)
    statement = "bpre.frag-detonation.6" if landing.stopped_by else "bpre.frag-detonation.3"
    play.emit(FragBounced(x=landing.x, y=landing.y, wall=landing.stopped_by, because=(Cite(statement),)))
    return push(Explosion(x=landing.x, y=landing.y, radius=figures.radius), then="turn_template")


frags = Procedure(Frags, turn_template, roll_bounce, bounce)


# Fires Cards


def call(play: RedEarth, frame: Strike) -> Next:
    """The card is used once; the other player may have something against it. Rules: bpre.fires.1,
    bpre.fires.3."""
    because = (Cite("bpre.fires.1"), Cite(play.edition[frame.card].statement(1)))
    play.emit(CardDiscarded(seat=frame.seat, card=frame.card, because=because))  # bpre.fires.1
    return proceed()


def jam(play: RedEarth, frame: Strike) -> Next:
    """Rules: bpre.special.hongbin-jammers.1."""
    subject = Subject(by=frame.seat, card=frame.card)
    asked = window(play, FIRES_CALLED, (other(frame.seat),), subject)
    return goto("come_down", frame) if asked is None else push(asked, then="take_jamming", frame=frame)


def take_jamming(play: RedEarth, frame: Strike) -> Next:
    """Rules: bpre.special.hongbin-jammers.1."""
    cards = played(play.returned)
    if not cards:
        return proceed()
    seat, card, _ = cards[0]
    return push(SpecialCard(card=card, seat=seat, against=frame.card), then="come_down")


def come_down(play: RedEarth, frame: Strike) -> Next:
    """Rules: bpre.fires.scoria-rs.1-2, bpre.special.hongbin-jammers.2-3, bpre.atmospherics.sirocco.1,
    bpre.atmospherics.blood-rain.1."""
    if isinstance(play.returned, dict) and play.returned.get("holds") is False:
        return done()
    if not play.edition.data(frame.card, Card).radius:
        return goto("find_target", frame)
    weather = play.edition.data(play.world.atmospherics, Weather)
    if not weather.scatter:
        return _explode(play, frame, frame.x, frame.y)
    rule = play.edition[play.world.atmospherics].statement(weather.fires)
    return ask(TurnTemplate(seat=frame.seat, x=frame.x, y=frame.y, rules=(rule,)), then="roll_scatter")


def roll_scatter(play: RedEarth, frame: Strike) -> Next:
    """Rules: bpre.atmospherics.sirocco.1, bpre.atmospherics.blood-rain.1."""
    ahead = play.answer(Turned).degrees
    return roll(10, roller=frame.seat, why="bounce", then="scatter_strike", frame=replace(frame, ahead=ahead))


def scatter_strike(play: RedEarth, frame: Strike) -> Next:
    """The blast spreads from the rolled point. Rules: bpre.atmospherics.sirocco.2,
    bpre.atmospherics.blood-rain.2."""
    weather = play.edition.data(play.world.atmospherics, Weather)
    field = field_of(play.world)
    landing = scatter(field, (frame.x, frame.y, 0), frame.ahead, play.faces[0], weather.scatter, BOUNCE)
    entry = play.edition[play.world.atmospherics]
    because = (Cite(entry.statement(weather.fires)), Cite(entry.statement(weather.fires + 1)))
    play.emit(StrikeScattered(x=landing.x, y=landing.y, because=because))
    return _explode(play, frame, landing.x, landing.y)


def _explode(play: RedEarth, frame: Strike, x: int, y: int) -> Next:
    """Rules: bpre.fires.scoria-rs.1, bpre.atmospherics.clear-skies-fires.1-2."""
    radius = play.edition.data(frame.card, Card).radius
    sure = at_point(play.world, x, y) if surely(play.edition, play.world) else ()
    return push(Explosion(x=x, y=y, radius=radius, sure=sure), then="after_strike")


def find_target(play: RedEarth, frame: Strike) -> Next:
    """Units of its own side near the target may be struck in its place. Rules:
    bpre.fires.fenghuang-918.2, bpre.fires.fenghuang-918.4."""
    near = in_danger(play.world, frame)
    if not near:
        return goto("strike_target", frame)
    return roll(*DICE, roller=frame.seat, why="strike", then="astray", frame=replace(frame, near=near))


def astray(play: RedEarth, frame: Strike) -> Next:
    """Rules: bpre.fires.fenghuang-918.2-3."""
    total = sum(play.faces)
    found = finds(total)
    because = (Cite(f"bpre.fires.fenghuang-918.{2 if found else 3}"),)
    play.emit(StrikeRolled(card=frame.card, unit=frame.target, what="finds", total=total, needs=FINDS,
                           passed=found, because=because))  # fmt: skip
    if found:
        return goto("strike_target", frame)
    rules = ("bpre.fires.fenghuang-918.3",)
    return ask(PickOwn(seat=frame.seat, actors=frame.near, rules=rules), then="strike_own")


def strike_own(play: RedEarth, frame: Strike) -> Next:
    """An ordinary save. Rules: bpre.fires.fenghuang-918.3."""
    return push(Harm(unit=play.answer(Own).unit, cause="astray"), then="after_strike")


def strike_target(play: RedEarth, frame: Strike) -> Next:
    """Rules: bpre.fires.fenghuang-918.5-6, bpre.atmospherics.clear-skies-fires.1."""
    match struck_how(play.edition, play.world, play.world.units[frame.target]):
        case Struck.SURE:
            sure = play.edition[play.world.atmospherics].statement(1)
            hurt = Harm(unit=frame.target, cause=frame.card, sure=sure)
        case Struck.DICE:
            return roll(*DICE, roller=frame.seat, why="strike", then="without_save")
        case Struck.SAVE:
            hurt = Harm(unit=frame.target, cause=frame.card, cards=(frame.card,))
    return push(hurt, then="after_strike")


def without_save(play: RedEarth, frame: Strike) -> Next:
    """Rules: bpre.fires.fenghuang-918.6."""
    total = sum(play.faces)
    lives = survives(total)
    because = (Cite("bpre.fires.fenghuang-918.6"),)
    play.emit(StrikeRolled(card=frame.card, unit=frame.target, what="survives", total=total, needs=SURVIVES,
                           passed=lives, because=because))  # fmt: skip
    if lives:
        return done()
    hurt = Harm(unit=frame.target, cause=frame.card, sure="bpre.fires.fenghuang-918.6")
    return push(hurt, then="after_strike")


def after_strike(play: RedEarth, frame: Strike) -> Next:
    """Back to the unit that called."""
    return done()


strike = Procedure(
    Strike,
    call,
    jam,
    take_jamming,
    come_down,
    roll_scatter,
    scatter_strike,
    find_target,
    astray,
    strike_own,
    strike_target,
    without_save,
    after_strike,
)


# Suicide vests


def declare_vest(play: RedEarth, frame: VestBlast) -> Next:
    """Rules: bpre.special.wide-band-jammers.1."""
    seat = play.world.units[frame.unit].seat
    asked = window(play, VEST_DECLARED, (other(seat),), Subject(unit=frame.unit, by=seat))
    return goto("go_off", frame) if asked is None else push(asked, then="jam_vest", frame=frame)


def jam_vest(play: RedEarth, frame: VestBlast) -> Next:
    """Rules: bpre.special.wide-band-jammers.1."""
    cards = played(play.returned)
    if not cards:
        return goto("go_off", frame)
    seat, card, _ = cards[0]
    return push(SpecialCard(card=card, seat=seat, against="skill.s-vest"), then="go_off")


def go_off(play: RedEarth, frame: VestBlast) -> Next:
    """It kills the unit itself and spreads from the edge of its base. Rules: bpre.skill.s-vest.2-3,
    bpre.special.wide-band-jammers.3."""
    unit = play.world.units[frame.unit]
    if isinstance(play.returned, dict) and play.returned.get("holds") is False:
        why = (Cite("bpre.special.wide-band-jammers.3"),)
        play.emit(Used(unit=unit.id, what=JAMMED, because=why))
        if frame.dead:
            _kill(play, unit, "bpre.save.2")
        return done()
    play.emit(Detonated(unit=unit.id, because=(Cite("bpre.skill.s-vest.1"),)))
    _kill(play, unit, "bpre.skill.s-vest.2")
    return push(vest_blast(play.edition, unit), then="after_vest")


def _kill(play: RedEarth, unit: Unit, why: str) -> None:
    cp = card_of(play.world, unit).cp
    play.emit(Killed(unit=unit.id, cp=cp, because=(Cite(why),)))


def after_vest(play: RedEarth, frame: VestBlast) -> Next:
    """Back to whoever wore it."""
    return done()


vest = Procedure(VestBlast, declare_vest, jam_vest, go_off, after_vest)


def roll_off(play: RedEarth, frame: SpecialCard) -> Next:
    """Both players roll 1D10. Rules: bpre.special.hongbin-jammers.1."""
    return roll(10, 10, roller=frame.seat, why="roll-off")


def judge_roll_off(play: RedEarth, frame: SpecialCard) -> Next:
    """A tie goes to the card that is jammed. Rules: bpre.special.hongbin-jammers.2-3."""
    mine, theirs = play.faces
    rolls = {seat: mine if seat == frame.seat else theirs for seat in SEATS}
    found = holds(mine, theirs)
    because = (Cite(play.edition[frame.card].statement(2 if found else 3)),)
    play.emit(RolledOff(card=frame.card, rolls=rolls, holds=found, because=because))
    return done({"holds": found})


special = Procedure(SpecialCard, roll_off, judge_roll_off)
