"""The property suite, asked of Red Earth: Operations of every Tasking, Night Raids and proxy wars."""

from functools import cache

from firelane.bpre.game import BPRE, Setup
from firelane.bpre.taskings import TASKINGS
from firelane.lab.many import play
from firelane.testing.properties import RulesetSuite

NAMES = tuple(rule.key.removeprefix("tasking.") for rule in TASKINGS)


@cache
def played(seed, setup):
    """One random game, played once for all the laws that are asked of it."""
    return play(BPRE, seed, Setup(**dict(setup)))


def set_up(world):
    return world.turn > 0


def models(world):
    """The units of the first hour and the Intervention Cards."""
    cards = {
        seat: sorted(c for c in (*s.hand, *s.discarded) if c.startswith("intervention."))
        for seat, s in world.sides.items()
    }
    return repr((sorted(name for name in world.units if "qrf" not in name), cards))


def weather(world):
    """What stays the same in all Operations of a raid."""
    return repr((world.atmospherics, sorted(world.sides)))


class TestOperations(RulesetSuite):
    ruleset = BPRE
    setup = Setup()
    seeds = range(len(NAMES))
    longest = 1_000
    pairs = 8
    spending = ("activated", 30.0)
    models = staticmethod(models)
    set_up = staticmethod(set_up)

    def game(self, seed):
        return played(seed, (("tasking", NAMES[seed]),))


class TestNightRaids(RulesetSuite):
    ruleset = BPRE
    setup = Setup(mode="raid-3")
    seeds = range(2)
    longest = 3_000
    pairs = 10
    spending = ("operation-began", 3.0)
    models = staticmethod(weather)
    set_up = staticmethod(set_up)

    def game(self, seed):
        return played(seed, (("mode", "raid-3"),))


class TestProxyWars(RulesetSuite):
    ruleset = BPRE
    setup = Setup(mode="proxy")
    seeds = range(3)
    longest = 1_000
    pairs = 8
    spending = ("activated", 30.0)
    models = staticmethod(models)
    set_up = staticmethod(set_up)

    def game(self, seed):
        return played(seed, (("mode", "proxy"),))
