"""Moments at which cards can answer."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.asking import OfferCards, PlayCard
from firelane.bpre.cards import fitting
from firelane.bpre.events import CardDiscarded
from firelane.bpre.frames import CardWindow, Subject
from firelane.bpre.world import RedEarthWorld
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto
from firelane.core.state import Returned

RedEarth = Play[RedEarthWorld]


def window(play: RedEarth, moment: str, seats: tuple[str, ...], subject: Subject) -> CardWindow | None:
    """The window to push at a moment, or None where nobody could answer by what everybody knows."""
    asked = tuple(seat for seat in seats if fitting(play.edition, play.world, seat, moment, subject))
    return CardWindow(moment=moment, seats=asked, subject=subject) if asked else None


def played(returned: Returned) -> list[tuple[str, str, str]]:
    """The cards that a window has brought: whose, which, and what it was used on."""
    flat = returned.get("played", ()) if isinstance(returned, dict) else ()
    assert isinstance(flat, tuple)
    words = [str(word) for word in flat]
    return list(zip(words[::3], words[1::3], words[2::3], strict=True))


def ask_player(play: RedEarth, frame: CardWindow) -> Next:
    """One player after another. Rules: bpre.intervention.3."""
    while frame.seats:
        seat = frame.seats[0]
        cards = fitting(play.edition, play.world, seat, frame.moment, frame.subject)
        if cards:
            rules = tuple(play.edition[card].statement(1) for card in cards)
            request = OfferCards(seat=seat, moment=frame.moment, cards=cards, rules=rules)
            return ask(request, then="take_card", frame=frame)
        frame = replace(frame, seats=frame.seats[1:])
    return done({"played": frame.played})


def take_card(play: RedEarth, frame: CardWindow) -> Next:
    """A card that is played is discarded. Rules: bpre.intervention.3."""
    seat = frame.seats[0]
    (given,) = play.answers.values()
    frame = replace(frame, seats=frame.seats[1:])
    if isinstance(given, PlayCard):
        because = (Cite(play.edition[given.card].statement(1)),)
        play.emit(CardDiscarded(seat=seat, card=given.card, because=because))
        frame = replace(frame, played=(*frame.played, seat, given.card, given.choice))
    return goto("ask_player", frame)


offering = Procedure(CardWindow, ask_player, take_card)
