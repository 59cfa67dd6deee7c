"""What hooks may look at, the points at which they have their say, and the numbers that come of it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from firelane.bpre.frames import Subject
from firelane.bpre.units import UnitType
from firelane.bpre.world import RedEarthWorld, Unit, unit_type
from firelane.core.because import Number, Veto
from firelane.core.fired import remembered
from firelane.core.rules import Edition

ATTACK_NEEDS = "attack.needs"
ATTACK_BONUS = "attack.bonus"
SAVE_NEEDS = "save.needs"
SAVE_BONUS = "save.bonus"
MOVEMENT = "move.range"
CROSS_NEEDS = "cross-cover.needs"
DOOR_COST = "door.cost"
FINISHING_RANGE = "finishing.range"
CHIT_BARS = "chit.bars"
MAY_ACTIVATE = "may.activate"
MAY_ATTACK = "may.attack"
MAY_REACT = "may.react"
MAY_THROW = "may.throw"
MAY_CALL = "may.call-fires"
CARD_FITS = "card.fits"
PERMISSIONS = (MAY_ACTIVATE, MAY_REACT, MAY_THROW, MAY_CALL)

POINTS = (
    ATTACK_NEEDS,
    ATTACK_BONUS,
    SAVE_NEEDS,
    SAVE_BONUS,
    MOVEMENT,
    CROSS_NEEDS,
    DOOR_COST,
    FINISHING_RANGE,
    CHIT_BARS,
    MAY_ACTIVATE,
    MAY_ATTACK,
    MAY_REACT,
    MAY_THROW,
    MAY_CALL,
    CARD_FITS,
)


class Doing(Struct, frozen=True, gc=False):
    """A unit about to do something, in a phase or as an Immediate Action (`occasion`).

    Where it stands is not in it, so that what hooks once said holds wherever it goes.
    """

    unit: str
    chits: int
    staggered: bool
    reacted: bool
    used: tuple[str, ...]
    card: UnitType
    phase: str
    occasion: str
    opens: bool = False
    """Of a door: whether it is opened."""


class Shooting(Struct, frozen=True, gc=False):
    """An attack."""

    world: RedEarthWorld
    attacker: Unit
    target: Unit
    occasion: str
    line: str


class Saving(Struct, frozen=True, gc=False):
    """A unit that saves or is killed."""

    world: RedEarthWorld
    unit: Unit
    cause: str
    obstructed: bool


class CardUse(Struct, frozen=True, gc=False):
    """A card that would be played: by whom, when, and what the moment is about."""

    world: RedEarthWorld
    seat: str
    moment: str
    subject: Subject


def carried(world: RedEarthWorld, unit: Unit, cards: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The entries that have a say for a unit: its skills, the weather, its player's cards in force."""
    skills = _entries(unit_type(world.cards, unit.kind).skills)
    return (*skills, world.atmospherics, *world.sides[unit.seat].effects, *cards)


@lru_cache(maxsize=512)
def _entries(skills: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([f"skill.{skill}" for skill in skills])


def has_skill(world: RedEarthWorld, unit: Unit, skill: str) -> bool:
    """Whether a unit's card names a skill."""
    return skill in unit_type(world.cards, unit.kind).skills


def attack_numbers(edition: Edition, context: Shooting, cards: tuple[str, ...] = ()) -> tuple[Number, Number]:
    """What 2D10 must reach to hit, and what is added to them. Rules: bpre.attack.2, bpre.dice.3-4."""
    world, attacker = context.world, context.attacker
    has = carried(world, attacker, cards)
    needs = edition.value(ATTACK_NEEDS, context, Number.of(0), has)
    bonus = edition.value(ATTACK_BONUS, context, Number.of(0), has)
    assert isinstance(needs, Number)
    assert isinstance(bonus, Number)
    return needs, bonus


def save_numbers(edition: Edition, context: Saving, cards: tuple[str, ...] = ()) -> tuple[Number, Number]:
    """What 2D10 must reach to save, and what is added to them. Rules: bpre.save.1, bpre.dice.3-4."""
    has = carried(context.world, context.unit, cards)
    needs = edition.value(SAVE_NEEDS, context, Number.of(0), has)
    bonus = edition.value(SAVE_BONUS, context, Number.of(0), has)
    assert isinstance(needs, Number)
    assert isinstance(bonus, Number)
    return needs, bonus


Case = tuple[str, int, bool, bool, tuple[str, ...], UnitType, str, str, tuple[str, ...]]
"""The fields of a `Doing` up to `occasion`, and the entries that have a say besides the unit's skills."""


def case_of(
    unit: Unit, cards: tuple[UnitType, ...], phase: str, occasion: str, others: tuple[str, ...]
) -> Case:
    """All on which a value can depend that is about one unit alone. `others` are those besides its skills."""
    card = unit_type(cards, unit.kind)
    return unit.id, unit.chits, unit.staggered, unit.reacted, unit.used, card, phase, occasion, others


@remembered(16384)
def of_case(edition: Edition, point: str, case: Case, opens: bool = False) -> Number | Veto | bool:
    """The value at a point that is about one unit alone."""
    unit, chits, staggered, reacted, used, card, phase, occasion, others = case
    context = Doing(unit, chits, staggered, reacted, used, card, phase, occasion, opens)
    start: Number | bool = Number.of(0)
    if point in PERMISSIONS:
        start = True
    elif point == CHIT_BARS:
        start = chits > 0
    return edition.value(point, context, start, (*_entries(card.skills), *others))


def number_of(
    edition: Edition,
    point: str,
    world: RedEarthWorld,
    unit: Unit,
    occasion: str,
    cards: tuple[str, ...] = (),
    opens: bool = False,
) -> Number:
    """The value at a point that is about one unit alone, where it is a number."""
    others = (world.atmospherics, *world.sides[unit.seat].effects, *cards)
    found = of_case(edition, point, case_of(unit, world.cards, world.phase, occasion, others), opens)
    assert isinstance(found, Number)
    return found


def movement(edition: Edition, world: RedEarthWorld, unit: Unit, cards: tuple[str, ...] = ()) -> Number:
    """How far a unit can move in a maneuver, in mils. Rules: bpre.maneuver.3."""
    return number_of(edition, MOVEMENT, world, unit, world.phase, cards)


def allowed(
    edition: Edition, point: str, world: RedEarthWorld, unit: Unit, occasion: str, cards: tuple[str, ...] = ()
) -> Veto | None:
    """The veto against something that a unit would do, if there is one."""
    others = (world.atmospherics, *world.sides[unit.seat].effects, *cards)
    found = of_case(edition, point, case_of(unit, world.cards, world.phase, occasion, others))
    return found if isinstance(found, Veto) else None
