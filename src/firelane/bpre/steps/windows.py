"""Moments at which cards can answer."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.asking import Decline, OfferCards, PlayCard
from firelane.bpre.cards import fitting
from firelane.bpre.events import CardDiscarded
from firelane.bpre.frames import CardWindow, Subject
from firelane.bpre.world import RedEarthWorld
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto
from firelane.core.state import Returned

RedEarth = Play[RedEarthWorld]
MOST = 2
"""So often a player who plays nothing is asked for cards in the course of one attack."""


def window(
    play: RedEarth, moment: str, seats: tuple[str, ...], subject: Subject, quiet: tuple[str, ...] = ()
) -> CardWindow | None:
    """The window to push at a moment, or None where nobody could answer by what everybody knows.

    `quiet` are those who have declined before in the same attack.
    """
    asked = tuple(
        seat
        for seat in seats
        if not _has_declined(seat, moment, quiet) and fitting(play.edition, play.world, seat, moment, subject)
    )
    return CardWindow(moment=moment, seats=asked, subject=subject) if asked else None


def _has_declined(seat: str, moment: str, quiet: tuple[str, ...]) -> bool:
    return f"{seat} {moment}" in quiet or sum(one.startswith(seat) for one in quiet) >= MOST


def played(returned: Returned) -> list[tuple[str, str, str]]:
    """The cards that a window has brought: whose, which, and what it was used on."""
    words = _words(returned, "played")
    return list(zip(words[::3], words[1::3], words[2::3], strict=True))


def cards_played(returned: Returned) -> tuple[str, ...]:
    """Which cards a window has brought."""
    return tuple([card for _, card, _ in played(returned)])


def grown_quiet(quiet: tuple[str, ...], returned: Returned) -> tuple[str, ...]:
    """Who has declined so far, after a window or a procedure with windows in it."""
    return tuple(dict.fromkeys((*quiet, *_words(returned, "declined"))))


def _words(returned: Returned, what: str) -> list[str]:
    found = returned.get(what, ()) if isinstance(returned, dict) else ()
    assert isinstance(found, tuple)
    return [str(word) for word in found]


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
    return done({"played": frame.played, "declined": frame.declined})


def take_card(play: RedEarth, frame: CardWindow) -> Next:
    """A card that is played is discarded. Rules: bpre.cards.1-2, bpre.intervention.3, bpre.special.1."""
    seat = frame.seats[0]
    (given,) = play.answers.values()
    frame = replace(frame, seats=frame.seats[1:])
    if isinstance(given, PlayCard):
        because = (Cite(play.edition[given.card].statement(1)),)
        # bpre.cards.1-2, bpre.intervention.3, bpre.special.1
        play.emit(CardDiscarded(seat=seat, card=given.card, because=because))
        frame = replace(frame, played=(*frame.played, seat, given.card, given.choice))
    elif isinstance(given, Decline) and not given.again:
        frame = replace(frame, declined=(*frame.declined, f"{seat} {frame.moment}"))
    return goto("ask_player", frame)


offering = Procedure(CardWindow, ask_player, take_card)
