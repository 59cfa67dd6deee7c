"""The Quick Reaction Force: called, rolled for, and placed.

Rules: bpre.qrf.1-15. Readings adopted: who would lose the roll decides on re-rolls first, a tie fails, one
attempt per turn. The question is put by what both players know, whether or not points were set aside.
"""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.asking import (
    CallQrf,
    OfferQrf,
    OfferReroll,
    PickQrf,
    Placement,
    PlaceUnits,
    Reinforcements,
    Reroll,
)
from firelane.bpre.cards import AFTER_QRF_ROLL, Card
from firelane.bpre.events import CardDiscarded, QrfCalled, QrfDecided, QrfPicked
from firelane.bpre.frames import Qrf, Subject
from firelane.bpre.hooks import QrfFigures
from firelane.bpre.names import DEFENDING, other
from firelane.bpre.steps.setup import place_units, start_zone
from firelane.bpre.steps.windows import played, window
from firelane.bpre.teams import qrf_cards, qrf_room
from firelane.bpre.world import RedEarthWorld, Side, seat_of
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto, push, roll

RedEarth = Play[RedEarthWorld]


def may_come(play: RedEarth) -> bool:
    """Whether a Quick Reaction Force could come in this turn, by what both players know.

    Rules: bpre.qrf.6, bpre.qrf.11, bpre.qrf.15.
    """
    figures = play.edition.data("qrf", QrfFigures)
    if not figures.first <= play.world.turn <= figures.last:
        return False
    seat = seat_of(play.world, DEFENDING)
    return bool(qrf_cards(play.edition, play.world, seat, qrf_room(play.edition, play.world, seat)))


def offer(play: RedEarth, frame: Qrf) -> Next:
    """Rules: bpre.qrf.6-7."""
    return ask(OfferQrf(seat=frame.seat, rules=("bpre.qrf.6", "bpre.qrf.7")))


def call(play: RedEarth, frame: Qrf) -> Next:
    """Both players roll. Rules: bpre.qrf.8."""
    (given,) = play.answers.values()
    if not isinstance(given, CallQrf):
        return done()
    play.emit(QrfCalled(seat=frame.seat, because=(Cite("bpre.qrf.6"),)))
    return roll(10, 10, roller=frame.seat, why="qrf", rules=("bpre.qrf.8",))


def roll_against(play: RedEarth, frame: Qrf) -> Next:
    """Rules: bpre.qrf.8, bpre.qrf.10."""
    late = play.world.turn >= play.edition.data("qrf", QrfFigures).late
    dice = (10,) if late else (10, 10)  # bpre.qrf.8, bpre.qrf.10
    rules = ("bpre.qrf.10" if late else "bpre.qrf.8",)
    return roll(
        *dice, roller=other(frame.seat), why="qrf", rules=rules, frame=replace(frame, mine=play.faces)
    )


def after_rolls(play: RedEarth, frame: Qrf) -> Next:
    """Cards that answer the roll. Rules: bpre.special.seize-the-initiative.1."""
    frame = replace(frame, theirs=play.faces)
    seats = (other(frame.seat), frame.seat)
    asked = window(play, AFTER_QRF_ROLL, seats, Subject(by=frame.seat, total=sum(frame.theirs)))
    return goto("compare", frame) if asked is None else push(asked, frame=frame)


def add_dice(play: RedEarth, frame: Qrf) -> Next:
    """Rules: bpre.special.seize-the-initiative.1."""
    for seat, card, _ in played(play.returned):
        more = play.edition.data(card, Card).amount
        return roll(*(10,) * more, roller=seat, why="qrf")
    return goto("compare", frame)


def take_dice(play: RedEarth, frame: Qrf) -> Next:
    """More dice for the assaulting player. Rules: bpre.special.seize-the-initiative.1."""
    return goto("compare", replace(frame, theirs=(*frame.theirs, *play.faces)))


def compare(play: RedEarth, frame: Qrf) -> Next:
    """Who would lose may discard cards, one for each die. Rules: bpre.qrf.9, bpre.qrf.12-13."""
    comes = sum(frame.mine) > sum(frame.theirs)
    behind = other(frame.seat) if comes else frame.seat
    if not _cards(play.world.sides[behind]):
        return goto("decide", frame)
    dice, against = (frame.theirs, frame.mine) if comes else (frame.mine, frame.theirs)
    return ask(OfferReroll(seat=behind, dice=dice, against=against, rules=("bpre.qrf.9",)))


def take_reroll(play: RedEarth, frame: Qrf) -> Next:
    """Rules: bpre.qrf.9."""
    ((request, given),) = play.answers_by_request()
    if not isinstance(given, Reroll):
        return goto("decide", frame)
    play.emit(CardDiscarded(seat=request.seat, card=given.card, because=(Cite("bpre.qrf.9"),)))
    return roll(10, roller=request.seat, why="qrf", frame=replace(frame, die=given.die))


def roll_again(play: RedEarth, frame: Qrf) -> Next:
    """The die that was rolled again counts as it fell. Rules: bpre.qrf.9."""
    (face,) = play.faces
    if sum(frame.mine) > sum(frame.theirs):
        dice = (*frame.theirs[: frame.die], face, *frame.theirs[frame.die + 1 :])
        return goto("compare", replace(frame, theirs=dice))
    dice = (*frame.mine[: frame.die], face, *frame.mine[frame.die + 1 :])
    return goto("compare", replace(frame, mine=dice))


def decide(play: RedEarth, frame: Qrf) -> Next:
    """Rules: bpre.qrf.5, bpre.qrf.12-13."""
    comes = sum(frame.mine) > sum(frame.theirs)
    rolls = {frame.seat: frame.mine, other(frame.seat): frame.theirs}
    rule = "bpre.qrf.13" if comes else "bpre.qrf.12"
    play.emit(QrfDecided(seat=frame.seat, rolls=rolls, comes=comes, because=(Cite(rule),)))
    if not comes:
        return done()
    cp = play.world.sides[frame.seat].qrf or 0
    return ask(PickQrf(seat=frame.seat, cp=cp, rules=("bpre.qrf.3", "bpre.qrf.4", "bpre.qrf.5")))


def pick(play: RedEarth, frame: Qrf) -> Next:
    """Rules: bpre.qrf.13."""
    units = play.answer(Reinforcements).units
    names = {f"{frame.seat}-qrf-{n}": kind for n, kind in enumerate(units, 1)}
    play.emit(QrfPicked(seat=frame.seat, units=names, because=(Cite("bpre.qrf.5"),)))
    zone = start_zone(play.edition, play.world, frame.seat)
    return ask(PlaceUnits(seat=frame.seat, actors=tuple(names), zone=zone, rules=("bpre.qrf.13",)))


def arrive(play: RedEarth, frame: Qrf) -> Next:
    """Rules: bpre.qrf.13-14."""
    at = {name: (*spot, 1) for name, spot in play.answer(Placement).at.items()}
    place_units(play, at, (Cite("bpre.qrf.13"), Cite("bpre.qrf.14")))
    return done()


def _cards(side: Side) -> tuple[str, ...]:
    return (*side.hand, *side.fires, *side.specials)


qrf = Procedure(
    Qrf,
    offer,
    call,
    roll_against,
    after_rolls,
    add_dice,
    take_dice,
    compare,
    take_reroll,
    roll_again,
    decide,
    pick,
    arrive,
)
