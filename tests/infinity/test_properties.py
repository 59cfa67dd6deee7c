"""The property suite, asked of CodeOne with a little of everything that hides, flies, hacks and heals."""

from functools import cache

from firelane.infinity.c1.game import C1, Setup
from firelane.lab.many import play
from firelane.testing.properties import RulesetSuite

FORCES = {
    "blue": (
        "fusiliers/combi-rifle-lieutenant",
        "lynx-unit/marksman-rifle",
        "hellcats/combi-rifle",
        "fusiliers/combi-rifle-hacker",
        "malignos/combi-rifle",
    ),
    "red": (
        "zhanshi/combi-rifle-lieutenant",
        "sunduqbut/rifle",
        "tomcats/combi-rifle-doctor-zondcat",
        "malignos/combi-rifle-hacker",
        "ghulam-infantry/rifle-doctor",
    ),
}


SETUP = Setup(forces=FORCES, mission="supplies", points=50)


@cache
def played(seed):
    """One random game, played once for all the laws that are asked of it."""
    return play(C1, seed, SETUP)


class TestCodeOne(RulesetSuite):
    ruleset = C1
    setup = SETUP
    seeds = range(3)
    longest = 1_500
    pairs = 5
    spending = ("order-spent", 12.0)
    models = staticmethod(lambda world: tuple(sorted(world.troopers)))

    def game(self, seed):
        return played(seed)
