"""Explosions, grenades and Fires Cards."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.asking import Turned, TurnTemplate
from firelane.bpre.cards import FIRES_CALLED, Card
from firelane.bpre.events import CardDiscarded, DoorUsed, Exploded, FragBounced, RolledOff
from firelane.bpre.frames import Explosion, Frags, Harm, SpecialCard, Strike, Subject
from firelane.bpre.hooks import FragFigures
from firelane.bpre.names import SEATS, other
from firelane.bpre.space import blast_line, doors, field_of, figure_of
from firelane.bpre.steps.windows import played, window
from firelane.bpre.world import TABLE, RedEarthWorld, on_table
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto, proceed, push, roll
from firelane.table.measure import in_circle
from firelane.table.polygons import disc_overlaps
from firelane.table.scatter import ScatterRules, Walls, scatter
from firelane.table.sight import Line
from firelane.table.things import Door

RedEarth = Play[RedEarthWorld]
BOUNCE = ScatterRules(sides=10, walls=Walls.HIGH, on_top=False)
"""Ten equal directions, stopped by walls. Rules: bpre.radial-effect-template.1, bpre.frag-detonation.3."""


# Explosions


def blow_doors(play: RedEarth, frame: Explosion) -> Next:
    """Rules: bpre.explosions.3."""
    for door in doors(field_of(play.world)):
        reached = disc_overlaps(door.footprint, frame.x, frame.y, 2 * frame.radius)
        if reached and door.door is not Door.DESTROYED:
            play.emit(DoorUsed(door=door.name, state=Door.DESTROYED, because=(Cite("bpre.explosions.3"),)))
    return proceed()


def reach(play: RedEarth, frame: Explosion) -> Next:
    """Units in the area with LOS from the centre, through doors that are gone.

    Rules: bpre.explosions.1, bpre.explosions.4, bpre.measuring.6, bpre.battlespace.wall.2.
    """
    field = field_of(play.world)
    found: list[tuple[str, bool]] = []
    for unit in on_table(play.world):
        if in_circle(figure_of(unit), frame.x, frame.y, frame.radius):
            line = blast_line(field, frame.x, frame.y, figure_of(unit))
            if line is not Line.NONE:
                found.append((unit.id, line is Line.OBSTRUCTED))
    play.emit(Exploded(x=frame.x, y=frame.y, radius=frame.radius, reached=tuple(name for name, _ in found),
                       because=(Cite("bpre.explosions.1"),)))  # fmt: skip
    return proceed(replace(frame, left=tuple(found)))


def next_unit(play: RedEarth, frame: Explosion) -> Next:
    """Each saves or is killed. Rules: bpre.frag-detonation.5, bpre.fires.scoria-rs.2."""
    left = [(name, obstructed) for name, obstructed in frame.left if play.world.units[name].place == TABLE]
    if not left:
        return done()
    name, obstructed = left[0]
    hurt = Harm(unit=name, cause=frame.cause, obstructed=obstructed)
    return push(hurt, then="next_unit", frame=replace(frame, left=tuple(left[1:])))


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
    play.emit(CardDiscarded(seat=frame.seat, card=frame.card, because=(Cite("bpre.fires.1"),)))
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
    """Rules: bpre.fires.scoria-rs.1-2, bpre.special.hongbin-jammers.2-3."""
    if isinstance(play.returned, dict) and not play.returned["holds"]:
        return done()
    card = play.edition.data(frame.card, Card)
    return push(Explosion(x=frame.x, y=frame.y, radius=card.radius), then="after_strike")


def after_strike(play: RedEarth, frame: Strike) -> Next:
    """Back to the unit that called."""
    return done()


strike = Procedure(Strike, call, jam, take_jamming, come_down, after_strike)


def roll_off(play: RedEarth, frame: SpecialCard) -> Next:
    """Both players roll 1D10. Rules: bpre.special.hongbin-jammers.1."""
    return roll(10, 10, roller=frame.seat, why="roll-off")


def judge_roll_off(play: RedEarth, frame: SpecialCard) -> Next:
    """A tie goes to the card that is jammed. Rules: bpre.special.hongbin-jammers.2-3."""
    mine, theirs = play.faces
    rolls = {seat: mine if seat == frame.seat else theirs for seat in SEATS}
    holds = theirs >= mine
    because = (Cite(play.edition[frame.card].statement(2 if holds else 3)),)
    play.emit(RolledOff(card=frame.card, rolls=rolls, holds=holds, because=because))
    return done({"holds": holds})


special = Procedure(SpecialCard, roll_off, judge_roll_off)
