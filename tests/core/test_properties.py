"""The property suite, asked of both editions of the small game."""

from ambush.game import FIRST, SECOND
from ambush.world import AmbushWorld
from firelane.testing.properties import RulesetSuite


def pieces(world: AmbushWorld) -> object:
    """Scouts by name, and how many cards there are or have been played."""
    return tuple(sorted(world.scouts))


class TestFirstEdition(RulesetSuite):
    ruleset = FIRST
    spending = ("order-spent", 12.0)
    models = staticmethod(pieces)
    set_up = staticmethod(lambda world: len(world.scouts) == 6)


class TestSecondEdition(TestFirstEdition):
    ruleset = SECOND
    spending = ("order-spent", 11.0)
