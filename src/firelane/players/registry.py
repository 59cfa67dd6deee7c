"""The machine players by name, each made for a ruleset when somebody wants to play against it."""

from __future__ import annotations

from collections.abc import Callable

from firelane.core.ruleset import Ruleset
from firelane.players import Player, random_player

MACHINES: dict[str, Callable[[Ruleset], Player]] = {"random": random_player}
"""Name of the player, and the function that makes it for a ruleset."""
