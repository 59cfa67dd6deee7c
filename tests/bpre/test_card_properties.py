"""The property suite, asked of Operations with every Special Intervention Card in play."""

from functools import cache

from firelane.bpre.cards import Card
from firelane.bpre.edition import EDITION
from firelane.bpre.game import BPRE, Setup
from firelane.bpre.names import SEATS
from firelane.lab.many import play
from firelane.testing.properties import RulesetSuite

SPECIALS = {
    seat: tuple(
        key.removeprefix("special.")
        for key in EDITION.entries
        if key.startswith("special.") and seat in EDITION.data(key, Card).factions
    )
    for seat in SEATS
}
SETUP = Setup(specials=SPECIALS)


@cache
def played(seed):
    """One random game, played once for all the laws that are asked of it."""
    return play(BPRE, seed, SETUP)


def set_up(world):
    return world.turn > 0 and not world.winner  # success may bring a card


def cards(world):
    """Cards change hands, but none appears or vanishes."""
    sides = world.sides.values()
    return repr(sorted(card for s in sides for card in (*s.hand, *s.fires, *s.specials, *s.discarded)))


class TestRedEarthWithSpecialCards(RulesetSuite):
    ruleset = BPRE
    setup = SETUP
    seeds = range(100, 105)
    longest = 1_000
    pairs = 8
    spending = ("activated", 20.0)
    models = staticmethod(cards)
    set_up = staticmethod(set_up)

    def game(self, seed):
        return played(seed)
