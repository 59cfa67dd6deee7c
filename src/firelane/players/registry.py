"""Players and minds by name. A mind is imported when used, as its ruleset is."""

from __future__ import annotations

import importlib

from firelane.core.ruleset import Ruleset
from firelane.players.commander import Commander
from firelane.players.mind import Mind
from firelane.players.player import Player
from firelane.players.simple import Novice, Veteran, random_player
from firelane.problem import Problem

MINDS: dict[str, str] = {"c1": "firelane.players.infinity:mind", "bpre": "firelane.players.bpre:mind"}
"""Name of the ruleset, and the function that makes its mind (`module:function`)."""

NAMES = ("random", "novice", "veteran", "commander")


def mind_of(ruleset: Ruleset) -> Mind:
    """How a ruleset is thought about: its own mind, or the plain one."""
    found = ruleset.memo.get("mind")
    if found is None:
        module, _, attribute = MINDS.get(ruleset.name, "firelane.players.mind:plain_mind").partition(":")
        found = ruleset.memo["mind"] = getattr(importlib.import_module(module), attribute)(ruleset)
    assert isinstance(found, Mind)
    return found


def usual(ruleset: Ruleset) -> str:
    """The name of the player that sits down where nobody was asked for."""
    return "veteran" if ruleset.name in MINDS else "random"


def named(name: str, ruleset: Ruleset) -> Player:
    """The player of this name for a ruleset."""
    match name:
        case "random":
            return random_player(ruleset)
        case "novice":
            return Novice(mind_of(ruleset))
        case "veteran":
            return Veteran(mind_of(ruleset))
        case "commander":
            return Commander(ruleset, mind_of(ruleset))
    raise Problem("players.unknown", name=name, known=", ".join(NAMES))
