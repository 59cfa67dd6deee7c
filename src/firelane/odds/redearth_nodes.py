"""What can be due in a fight of Red Earth: a roll, a choice of cards, a hit, the end; how things stand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from msgspec import Struct

from firelane.bpre.dice import DICE, SIDES
from firelane.bpre.exploding import holds
from firelane.bpre.frames import AttackRoll, Explosion, Firing, Strike

OWN = "own"
"""The moment at which one's own unit is picked that a strike goes astray to."""


class Harmed(Struct, frozen=True):
    """A unit that was hit, and what goes on when it has saved or was killed."""

    unit: str
    cause: str
    by: str = ""
    obstructed: bool = False
    sure: bool = False
    """Killed without a save: by a headshot, or by a rule of its own."""
    attack: AttackRoll | None = None
    friend: bool = False
    cards: tuple[str, ...] = ()
    """Cards played on its save."""


class Blown(Struct, frozen=True):
    """A unit whose vest goes off, and what goes on when everybody near it has saved or was killed."""

    harmed: Harmed


class Now(Struct, frozen=True):
    """How things stand: who is gone or down, which cards are held, what waits below, which doors are gone."""

    gone: frozenset[str]
    down: frozenset[str]
    held: frozenset[tuple[str, str]]
    below: tuple[Firing | Explosion | Strike | Harmed | Blown, ...] = ()
    doors: frozenset[str] = frozenset()


class AttackDice(Struct, frozen=True):
    """An attack roll is due."""

    now: Now
    attack: AttackRoll
    targets: tuple[str, ...]
    cards: tuple[str, ...]
    friend: bool


class SaveDice(Struct, frozen=True):
    """A save roll is due."""

    now: Now
    harmed: Harmed


class JamDice(Struct, frozen=True):
    """Both players roll over a Fires Card, or the vest of one who was hit, that is to be jammed."""

    now: Now
    over: Harmed | Strike


class StrikeDice(Struct, frozen=True):
    """A drone has to find its target, or one without a save has to survive it."""

    now: Now
    strike: Strike
    astray: bool


class Choice(Struct, frozen=True):
    """A player may play one of these cards, or none (the empty name, first); or picks a unit of his own."""

    seat: str
    moment: str
    options: tuple[tuple[str, Node], ...]


class Hit(Struct, frozen=True):
    """The attacker has hit an opponent, and what follows."""

    headshot: bool
    then: Node


class End(Struct, frozen=True):
    """It is over."""

    now: Now


Dice = AttackDice | SaveDice | JamDice | StrikeDice
Node = Dice | Choice | Hit | End


@cache
def totals() -> Mapping[int, Fraction]:
    """The chance of each total of a roll, before modifiers. Rules: bpre.dice.1-2."""
    found: dict[int, Fraction] = {}
    for faces in product(*(range(1, sides + 1) for sides in DICE)):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + Fraction(1, SIDES ** len(DICE))
    return found


@cache
def jammed() -> Fraction:
    """The chance that a card is jammed, both rolling 1D10. Rules: bpre.special.wide-band-jammers.1."""
    faces = list(product(range(1, SIDES + 1), repeat=2))
    return Fraction(sum(not holds(mine, theirs) for mine, theirs in faces), len(faces))
