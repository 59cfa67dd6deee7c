"""The property suite, asked of Red Earth."""

from functools import cache

from firelane.bpre.game import BPRE, Setup
from firelane.lab.many import play
from firelane.testing.properties import RulesetSuite

SETUP = Setup()


@cache
def played(seed):
    """One random game, played once for all the laws that are asked of it."""
    return play(BPRE, seed, SETUP)


def set_up(world):
    return world.turn > 0


def models(world):
    cards = {seat: sorted((*s.hand, *s.fires, *s.discarded)) for seat, s in world.sides.items()}
    return repr((sorted(world.units), cards))


class TestRedEarth(RulesetSuite):
    ruleset = BPRE
    setup = SETUP
    seeds = range(8)
    longest = 1_000
    pairs = 8
    spending = ("activated", 30.0)
    models = staticmethod(models)
    set_up = staticmethod(set_up)

    def game(self, seed):
        return played(seed)
