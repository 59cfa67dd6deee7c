"""A question as a screen puts it, and what is known of an answer before it is given.

An answer is built from parts: each part is one decision, and its options carry the JSON that goes into the
answer at the part's `place`. What is shown by hand on the table (a route, a point, a facing) are slots
within an option's value. So one screen answers every question of every ruleset.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct

from firelane.screen.board import Fact, Point
from firelane.screen.weapons import WeaponCard


class SlotKind(StrEnum):
    """What a player shows on the table."""

    ROUTE = "route"
    """Way-points from the actor on: a list of `[x, y, z, way]`."""
    POINT = "point"
    """One place: `[x, y, z]`."""
    PLACE = "place"
    """One place into the fields `x`, `y` and `z` of the object at `place`."""
    FACING = "facing"
    """Degrees."""
    NUMBER = "number"
    """A whole number from `least` to `most`."""
    SPLIT = "split"
    """Dice over targets: a map from figure to number that sums up to `most`."""


class Slot(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Something in an option's value that the player shows or counts.

    `place` is a JSON pointer into the option's value; what stands there already is a default.
    """

    kind: SlotKind
    place: str
    label: str
    figure: str = ""
    """Whose route or facing it is."""
    within: tuple[int, int, int, int] | None = None
    """x from, y from, x to, y to: where the place must lie."""
    reach: int = 0
    """How far a route may go, where the book lets the player know; 0 is not told."""
    flat: bool = False
    """Without heights: way-points and points are `[x, y]`, a place is x and y (0 and 1 of a list)."""
    least: int = 0
    most: int = 0
    among: tuple[str, ...] = ()
    """The figures that dice may be split over."""


class Option(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One thing to choose. One that is forbidden is shown with the reason and cannot be chosen."""

    id: str
    label: str
    value: Any = None
    group: str = ""
    """The kind of thing it is (`Move`, `BS Attack`): options are listed under it."""
    figure: str = ""
    """The actor that it is for: clicking him shows his options."""
    targets: tuple[str, ...] = ()
    """The figures and things that it is aimed at: clicking them chooses it."""
    detail: str = ""
    rules: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    forbidden: str = ""
    forbidden_rule: str = ""
    points: tuple[Point, ...] = ()
    """The way that it goes, to be drawn when it is looked at."""
    copies: int = 1
    """How often it can be taken, where several may be."""
    cost: int = 1
    """What it counts towards the part's `least` and `most`."""
    confirm: str = ""
    """What the button says that gives an answer with this option: what is done."""


class Part(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One decision within an answer.

    `place` is a JSON pointer into the answer: "" is the answer itself. A part that may stay open is left
    out of the answer.
    """

    id: str
    label: str
    place: str
    options: tuple[Option, ...]
    figure: str = ""
    optional: bool = False
    left_open: str = ""
    """What it means to take nothing here."""
    several: bool = False
    """More than one of the options: the value at `place` is a list."""
    least: int = 0
    most: int = 0
    """Of several: no less and no more than this in all; 0 is not told."""
    chosen: tuple[str, ...] = ()
    """The options that stand until others are chosen; one, unless several may be."""


class Standing(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A standing order that may be given here: what it says, how long it holds."""

    id: str
    label: str
    order: Any
    """The word aside that gives it, as the machine reads it."""


class Usual(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What may be answered for the player where there is nothing to decide: when, and how, in a sentence."""

    text: str
    answer: Any = None
    """The answer, if there is nothing to decide now."""
    tells: bool = False
    """Whether somebody who notices that it was given for the player learns what is hidden."""


class Throw(Struct, frozen=True, gc=False, kw_only=True):
    """Some of the dice that are to be thrown: how many, and what for."""

    count: int
    text: str


class Prompt(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What is being asked. `base` is the answer before any part is filled in."""

    id: str
    kind: str
    title: str
    confirm: str
    """What the button says where the options that are taken do not say one and the same."""
    passing: str = ""
    """What the button says while nothing is taken; empty: something has to be."""
    help: str = ""
    """For the first-game guide: what this moment is, in a few plain sentences."""
    rules: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    base: Any = None
    parts: tuple[Part, ...] = ()
    standing: tuple[Standing, ...] = ()
    usual: Usual | None = None
    dice: tuple[int, ...] = ()
    """Dice to be thrown, by their sides, where the player rolls his own."""
    throws: tuple[Throw, ...] = ()
    """What these dice are for, in their order."""


class Summand(Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of a number, with its rule."""

    value: int
    text: str
    rule: str = ""


class Sum(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A number that is rolled against, as the sum that it is."""

    label: str
    total: int
    parts: tuple[Summand, ...] = ()
    figure: str = ""


class Chance(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One thing that can happen and how likely it is."""

    label: str
    chance: float
    side: str = ""
    """Whose gain it is; empty: neither's."""


class Outlook(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The odds of one course of events: with this reaction, at this range."""

    title: str
    sums: tuple[Sum, ...] = ()
    chances: tuple[Chance, ...] = ()


class SeenFrom(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Who gets to react to a route, where, and why."""

    figure: str
    text: str
    at: Point | None = None
    rule: str = ""


class Sightline(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A line to draw: from where to where, whether it is free, and what it says."""

    start: tuple[int, int, int]
    end: tuple[int, int, int]
    free: bool
    text: str = ""


class Preview(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What the seat may know of an answer before giving it."""

    text: str
    """The answer in words."""
    refusal: str = ""
    rule: str = ""
    facts: tuple[Fact, ...] = ()
    """Inches used, cover at the end."""
    watchers: tuple[SeenFrom, ...] = ()
    outlooks: tuple[Outlook, ...] = ()
    hopeless: tuple[str, ...] = ()
    """The figures that roll for something in which they cannot succeed, as far as the seat may know."""
    lines: tuple[Sightline, ...] = ()


class Look(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What a figure sees, who sees it, as far as the book lets the seat check, and what it attacks with."""

    figure: str
    sees: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()
    lines: tuple[Sightline, ...] = ()
    weapons: tuple[WeaponCard, ...] = ()


class Way(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The shortest way to a place: way-points for a route slot, or why there is none."""

    route: tuple[tuple[int, int, int, str], ...] = ()
    length: int = 0
    trouble: str = ""
