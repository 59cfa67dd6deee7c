"""Cards that are played before any unit is activated in a phase, each taking effect at once."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.asking import PickSupport, Placement, PlaceUnits, Support
from firelane.bpre.cards import (
    COURTESY_BURN,
    PHASE_BEGINS,
    SUPPORT_ELEMENT,
    TIMELINE,
    TUNNEL_RATS,
    Card,
)
from firelane.bpre.events import CardTaken, EffectBegan, Reinforced, TurnMoved
from firelane.bpre.frames import PhaseCards, Subject
from firelane.bpre.goals import COUNTER_ELAPSED, succeeded
from firelane.bpre.names import TURNS, other
from firelane.bpre.steps.setup import place_units, start_zone
from firelane.bpre.steps.windows import played, window
from firelane.bpre.world import RedEarthWorld
from firelane.bpre.zones import Zone
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto, push, roll

RedEarth = Play[RedEarthWorld]


def offer(play: RedEarth, frame: PhaseCards) -> Next:
    """Each player as long as he plays something, the assaulting player first.

    Rules: bpre.special.tunnel-rats.1, bpre.special.timeline.1, bpre.special.courtesy-burn.1,
    bpre.special.violence-of-action.1, bpre.special.set-support-element.1,
    bpre.special.give-peace-a-chance.1.
    """
    if not frame.seats:
        return done()
    subject = Subject(occasion=frame.phase)
    asked = window(play, PHASE_BEGINS, frame.seats[:1], subject)
    if asked is None:
        return goto("offer", replace(frame, seats=frame.seats[1:]))
    return push(asked, then="take", frame=frame)


def take(play: RedEarth, frame: PhaseCards) -> Next:
    """What the card does. Rules: bpre.special.timeline.2, bpre.special.courtesy-burn.2,
    bpre.special.tunnel-rats.2, bpre.special.set-support-element.2, bpre.special.violence-of-action.2,
    bpre.special.give-peace-a-chance.2."""
    cards = played(play.returned)
    if not cards:
        return goto("offer", replace(frame, seats=frame.seats[1:]))
    seat, card, choice = cards[0]
    frame = replace(frame, card=card, choice=choice)
    match card:
        case _ if card == TIMELINE:
            return _move_counter(play, frame)
        case _ if card == COURTESY_BURN:
            theirs = play.world.sides[other(seat)]
            pool = len(theirs.hand) + len(theirs.specials)  # bpre.special.courtesy-burn.2
            return roll(pool, roller=seat, why="take-card", then="burn", frame=frame)
        case _ if card == TUNNEL_RATS:
            count = play.edition.data(card, Card).amount
            return _join(play, frame, ("shurta",) * count, Zone(structure=choice))
        case _ if card == SUPPORT_ELEMENT:
            cp = play.edition.data(card, Card).amount
            rules = (play.edition[card].statement(2),)
            return ask(PickSupport(seat=seat, cp=cp, rules=rules), then="take_support", frame=frame)
    figures = play.edition.data(card, Card)
    whose = other(seat) if figures.against else seat
    play.emit(EffectBegan(seat=whose, card=card, because=(Cite(play.edition[card].statement(2)),)))
    return goto("offer", frame)


def _move_counter(play: RedEarth, frame: PhaseCards) -> Next:
    """Beyond the last turn the Operation is over at once. Rules: bpre.special.timeline.2-3."""
    by = play.edition.data(frame.card, Card).amount
    turn = play.world.turn + (by if frame.choice == "forward" else -by)  # bpre.special.timeline.2
    play.emit(TurnMoved(turn=turn, because=(Cite("bpre.special.timeline.2"),)))
    if turn <= TURNS:
        return goto("offer", frame)
    met = succeeded(play.edition, play.world, COUNTER_ELAPSED)
    return done({"met": tuple(c.force for c in met), "statements": tuple(c.statement for c in met)})


def burn(play: RedEarth, frame: PhaseCards) -> Next:
    """Rules: bpre.special.courtesy-burn.2-4."""
    by = frame.seats[0]
    theirs = play.world.sides[other(by)]
    card = (*theirs.hand, *theirs.specials)[play.faces[0] - 1]  # bpre.special.courtesy-burn.2
    kept = by in play.edition.data(card, Card).factions  # bpre.special.courtesy-burn.3-4
    because = (Cite("bpre.special.courtesy-burn.2"), Cite(f"bpre.special.courtesy-burn.{3 if kept else 4}"))
    play.emit(CardTaken(seat=other(by), by=by, card=card, kept=kept, because=because))
    return goto("offer", frame)


def take_support(play: RedEarth, frame: PhaseCards) -> Next:
    """Into the initial set-up zone. Rules: bpre.special.set-support-element.2."""
    seat = frame.seats[0]
    zone = start_zone(play.edition, play.world, seat)
    return _join(play, frame, play.answer(Support).units, zone)


def _join(play: RedEarth, frame: PhaseCards, kinds: tuple[str, ...], zone: Zone) -> Next:
    seat = frame.seats[0]
    if not kinds:
        return goto("offer", frame)
    count = sum(unit.seat == seat for unit in play.world.units.values())
    units = {f"{seat}-{count + n}": kind for n, kind in enumerate(kinds, 1)}
    statement = play.edition[frame.card].statement(2)
    play.emit(Reinforced(seat=seat, units=units, because=(Cite(statement),)))
    request = PlaceUnits(seat=seat, actors=tuple(units), zone=zone, rules=(statement,))
    return ask(request, then="put_down", frame=frame)


def put_down(play: RedEarth, frame: PhaseCards) -> Next:
    """Without an ACT chit. Rules: bpre.special.tunnel-rats.2, bpre.special.set-support-element.2."""
    at = {name: (*spot, 0) for name, spot in play.answer(Placement).at.items()}
    place_units(play, at, (Cite(play.edition[frame.card].statement(2)),))
    return goto("offer", frame)


openings = Procedure(PhaseCards, offer, take, burn, take_support, put_down)
