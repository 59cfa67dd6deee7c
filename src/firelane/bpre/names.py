"""Words of Red Earth that several modules share."""

from __future__ import annotations

SEATS = ("scorch", "aayari")
"""The two parts that every Tasking Card names; who plays one sits there. Rules: bpre.units.3."""

DIRECT_FIRE, MANEUVER, FINISHING = "direct-fire", "maneuver", "finishing"
PHASES = (DIRECT_FIRE, MANEUVER, FINISHING)
IMMEDIATE_ACTION = "immediate-action"
"""Besides the phases, the occasion of an attack."""

ASSAULTING, DEFENDING = "assaulting", "defending"
TURNS = 7
BASE = 1000
"""The diameter of every base: 1 inch. Rules: bpre.units.1."""


def other(seat: str) -> str:
    """The opponent. Rules: bpre.units.2."""
    return SEATS[1 - SEATS.index(seat)]
