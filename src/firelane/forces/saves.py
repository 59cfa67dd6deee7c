"""Ammunition, saves and the states that weapons bring about, from the short words of the charts."""

from __future__ import annotations

import re

import msgspec

from firelane.forces.words import Attribute

STATES = {
    "Dead": "dead",
    "IMM-A": "immobilized-a",
    "IMM-B": "immobilized-b",
    "Isolated": "isolated",
    "Stunned": "stunned",
    "Targeted": "targeted",
}
"""The states by the words that charts use for them; the keys are those of the rule entries."""

_SAVE = re.compile(r"(?P<first>[A-Z]+)(?:\+(?P<second>[A-Z]+)|(?P<mod>[+-]\d+)|=(?P<value>\d+))?")
_ALTERNATIVE = re.compile(r"(?<!E)/|/(?!M)")
"""A stroke parts alternatives, but not the E from the M of electromagnetic ammunition."""


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the target of a hit rolls with.

    `mod` is for a roll on an attribute (PH-6); `value` stands in for the target's own figure (ARM=0);
    `second` is the other attribute where a hit asks for both (ARM+BTS).
    """

    attribute: Attribute
    mod: int = 0
    value: int | None = None
    second: Attribute | None = None

    @property
    def is_roll(self) -> bool:
        """Whether the target rolls against an attribute of its own, not against damage."""
        return self.attribute not in (Attribute.ARM, Attribute.BTS)


def parse_save(word: str) -> Save | None:
    """The save that a chart prints; None if it is none that can be read.

    >>> parse_save("PH-6")
    Save(attribute=<Attribute.PH: 'PH'>, mod=-6, value=None, second=None)
    """
    found = _SAVE.fullmatch(word)
    if found is None or not {found["first"], found["second"]} <= {*Attribute, None}:
        return None
    return Save(
        attribute=Attribute(found["first"]),
        mod=int(found["mod"] or 0),
        value=int(found["value"]) if found["value"] else None,
        second=Attribute(found["second"]) if found["second"] else None,
    )


def parse_ammunition(word: str) -> tuple[tuple[str, ...], ...]:
    """The choices of ammunition that a chart prints, each with the codes that apply together.

    >>> parse_ammunition("AP+EXP"), parse_ammunition("N/E/M")
    ((('AP', 'EXP'),), (('N',), ('E/M',)))
    """
    return tuple(tuple(choice.split("+")) for choice in _ALTERNATIVE.split(word))
