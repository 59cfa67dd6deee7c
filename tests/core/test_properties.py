"""The property suite, asked of both editions of the small game."""

from ambush.game import FIRST, SECOND
from firelane.testing.properties import RulesetSuite


class TestFirstEdition(RulesetSuite):
    ruleset = FIRST


class TestSecondEdition(RulesetSuite):
    ruleset = SECOND
