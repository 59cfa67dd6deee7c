"""Whoever answers requests. Players see views, never states, and have generators of their own.

`named` gives a player by its name; `docs/players.md` says how a ruleset brings what they think with.
"""

from firelane.players.mind import Mind, Term, Weighed
from firelane.players.player import Budget, Decision, Player, decided
from firelane.players.registry import NAMES, mind_of, named, usual
from firelane.players.simple import random_player

__all__ = (
    "NAMES",
    "Budget",
    "Decision",
    "Mind",
    "Player",
    "Term",
    "Weighed",
    "decided",
    "mind_of",
    "named",
    "random_player",
    "usual",
)
