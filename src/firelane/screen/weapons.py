"""Weapon cards: what a weapon does, in rows that a screen can show without knowing the game."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from firelane.screen.board import Fact

Tone = Literal["best", "good", "even", "bad", "worst"]


class BandShown(Struct, frozen=True, gc=False, omit_defaults=True):
    """A range band or a kind of line, the figure that holds there, and how good it is, for the colour. The
    figure always stands in text as well."""

    label: str
    value: str
    tone: Tone = "even"


class WeaponRow(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One mode of a weapon. Facts with one label belong together; all rows of a game have the same labels."""

    name: str = ""
    bands: tuple[BandShown, ...] = ()
    bands_rule: str = ""
    facts: tuple[Fact, ...] = ()


class WeaponCard(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A weapon, a hacking program or something else to attack with, with a row for each mode."""

    id: str
    name: str
    rows: tuple[WeaponRow, ...]
    facts: tuple[Fact, ...] = ()
    """What holds for all modes, such as the uses left."""


class WeaponGroup(Struct, frozen=True, gc=False, kw_only=True):
    """The weapon cards of one kind in the table of a ruleset."""

    title: str
    cards: tuple[WeaponCard, ...]
