"""The rules of Ambush as entries, and its two editions."""

from __future__ import annotations

from msgspec import Struct

from ambush.events import Moved, WentDown
from ambush.frames import Mined, Rescue
from ambush.world import AmbushWorld, Scout, other
from firelane.core.because import Number, Veto
from firelane.core.rules import Edition, Key, Rule, add, base, cap, take
from firelane.core.state import Frame

SHOT_BY_ME = "target_number.of_my_shot"
SHOT_AT_ME = "target_number.of_a_shot_at_me"
MAY_ORDER = "may.take_an_order"


class Exchange(Struct, frozen=True):
    """What hooks of a shot may look at."""

    shooter: Scout
    target: Scout
    distance: int


class Amount(Struct, frozen=True):
    """One figure."""

    amount: int


class Shooting(Struct, frozen=True):
    """The figures of a shot."""

    number: int
    reach: int
    near: int
    near_bonus: int


class Ties(Struct, frozen=True):
    """Whether the higher target number decides between equal successes, and which statement says so."""

    higher_number_counts: bool
    statement: int


class Medic(Struct, frozen=True):
    """What a medic must roll, what a doubt makes of it, and the entry that holds the mines it cures."""

    needs: int
    with_doubt: int
    cures: Key


def first_number(_: Exchange, number: Number, figures: Shooting) -> Number:
    """Rules: ambush.shooting.3."""
    return number.replaced(figures.number, 3)


def near(context: Exchange, number: Number, figures: Shooting) -> Number:
    """Rules: ambush.shooting.5."""
    return number.plus(figures.near_bonus, 5) if context.distance <= figures.near else number


def _of_my_shot(context: Exchange, number: Number, figures: Shooting) -> Number:
    return near(context, first_number(context, number, figures), figures)


def keen(_: Exchange, number: Number, figures: Amount) -> Number:
    """Rules: ambush.keen-eye.1."""
    return number.plus(figures.amount, 1)


def coat(_: Exchange, number: Number, figures: Amount) -> Number:
    """Rules: ambush.thick-coat.1."""
    return number.less(figures.amount, 1)


def within_limit(_: Exchange, number: Number, figures: Amount) -> Number:
    """Rules: ambush.limit.1."""
    return number.capped(figures.amount, 1)


def only_standing(scout: Scout, allowed: bool, _: None) -> bool | Veto:
    """Rules: ambush.orders.2."""
    return Veto(2) if scout.down else allowed


def step_on_mine(world: AmbushWorld, event: Moved, figures: Amount) -> Frame | None:
    """Rules: ambush.mine.1."""
    owner = other(event.seat)
    if world.sides[owner].mine != event.pace:
        return None
    return Mined(scout=event.scout, owner=owner, number=figures.amount)


def call_medic(world: AmbushWorld, event: WentDown, figures: Medic) -> Frame | None:
    """Rules: ambush.cards.1."""
    scout = world.scouts[event.scout]
    return Rescue(scout=scout.id, seat=scout.seat, needs=figures.needs, doubt=figures.with_doubt)


def _both(name: str) -> dict[str, str]:
    return {"ambush-1": f"ambush.{name}", "ambush-2": f"ambush.{name}"}


POINTS = (SHOT_BY_ME, SHOT_AT_ME, MAY_ORDER)
EVENTS = ("moved", "went-down")

FIRST = Edition(
    "ambush-1",
    [
        Rule("orders", _both("orders"), values={MAY_ORDER: add(only_standing)}, data=None, always=True),
        Rule(
            "shooting",
            _both("shooting"),
            frozenset({"skill"}),
            Shooting(number=11, reach=6, near=2, near_bonus=3),
            {SHOT_BY_ME: base(_of_my_shot)},
            always=True,
        ),
        Rule("dodge", {"ambush-1": "ambush.reacting"}, frozenset({"skill", "reaction"}), Amount(10)),
        Rule("ties", _both("ties"), data=Ties(higher_number_counts=False, statement=1)),
        Rule("keen-eye", _both("keen-eye"), frozenset({"carried"}), Amount(3), {SHOT_BY_ME: add(keen)}),
        Rule("thick-coat", _both("thick-coat"), frozenset({"carried"}), Amount(3), {SHOT_AT_ME: add(coat)}),
        Rule("mine", _both("mine"), data=Amount(8), triggers={"moved": step_on_mine}, always=True),
        Rule(
            "medic",
            _both("cards"),
            frozenset({"card"}),
            Medic(needs=11, with_doubt=16, cures=Key("mine")),
            triggers={"went-down": call_medic},
            always=True,
            order=1,
        ),
    ],
    POINTS,
    EVENTS,
)

SECOND = Edition(
    "ambush-2",
    [
        take("orders", FIRST),
        take("shooting", FIRST),
        take("dodge", FIRST),
        take("ties", FIRST, higher_number_counts=True, statement=2),
        take("keen-eye", FIRST),
        take("thick-coat", FIRST, amount=6),
        take("mine", FIRST, amount=12),
        take("medic", FIRST),
        Rule("limit", _both("limit"), data=Amount(4), values={SHOT_AT_ME: cap(within_limit)}, always=True),
    ],
    POINTS,
    EVENTS,
    silent=("ambush-1",),
)

EDITIONS = {edition.name: edition for edition in (FIRST, SECOND)}
