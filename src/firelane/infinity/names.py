"""Neutral keys that steps and formulas use: states, hook points, attributes."""

from __future__ import annotations

SEATS = ("blue", "red")

UNCONSCIOUS = "unconscious"
DEAD = "dead"
DEFENSIVE_HACKING = "defensive-hacking"
"""The program by which a Hacker of N2 defends whoever is hacked."""
EMBRYO = "shasvastii-embryo"
DISCONNECTED = "disconnected"
IMMOBILIZED_A = "immobilized-a"
IMMOBILIZED_B = "immobilized-b"
TARGETED = "targeted"
DISENGAGED = "disengaged"
"""In contact with an enemy, but free of the combat since a Dodge. Rules: engaged.ends-where-hemmed-in."""
CUT_OFF = "cut-off"
"""Disconnected because of the controller. Rules: disconnected.recovers-with-controller."""
UNLOADED = "unloaded"
NULL_STATES = frozenset({UNCONSCIOUS, DEAD, EMBRYO, DISCONNECTED})
IMMOBILIZED = frozenset({IMMOBILIZED_A, IMMOBILIZED_B})

LIMIT = "success-value.limit"
"""The whole sum, when all has been added."""
SUCCESS_VALUE = "success-value"
"""The roll of the one who acts."""
OPPOSED = "success-value.of-the-opponent"
"""The roll of whoever acts against the carrier of the rule."""
SEEN_THROUGH = "success-value.seen-through"
"""The roll of the one who acts, once the opponent's rules have had their say."""
BURST = "burst"
DAMAGE = "damage"
SAVE = "saving-roll"
MAY_DECLARE = "may.declare"
MAY_BE_TARGET = "may.be-the-target"
ARC = "sight.arc"


def other(seat: str) -> str:
    """The opponent."""
    return SEATS[1 - SEATS.index(seat)]
