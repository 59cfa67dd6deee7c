"""REMDRIVER: what a driver's token gives to a REM, and which REM can have it."""

from __future__ import annotations

from firelane.core.because import Number
from firelane.forces.words import Attribute
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation
from firelane.infinity.world import Trooper

REMDRIVER = "remdriver"


def bonus(trooper: Trooper, attribute: str) -> int:
    """What the token on a REM adds to an attribute. Rules: remdriver.gives-modifiers."""
    given = sheet(trooper.token_sheet).carried(REMDRIVER) if trooper.token_sheet else None
    if given is None:
        return 0
    return sum(value for name, value in given.attributes if name.value == attribute)


def driven(case: Situation, number: Number, _: None) -> Number:
    """The REM's own rolls. Statement 1."""
    more = bonus(case.actor, number.base.rule.removeprefix("attribute.").upper())
    return number.plus(more, 1)


def driven_damage(case: Situation, number: Number, _: None) -> Number:
    """The damage of the REM's attacks, by the token or by the PH that it raises. Statement 1."""
    given = sheet(case.actor.token_sheet).carried(REMDRIVER) if case.actor.token_sheet else None
    if given is None:
        return number
    by_attribute = case.weapon.damage if case.weapon is not None else None
    more = given.damage
    if isinstance(by_attribute, Attribute):
        more += bonus(case.actor, by_attribute.value)
    return number.plus(more, 1)


def can_drive(driver: Trooper, rem: Trooper | None) -> bool:
    """Whether the driver may give its token to this REM, as far as the two of them go.

    Rules: remdriver.gives-modifiers, remdriver.one-token-each.
    """
    return (
        sheet(driver.sheet).carries(REMDRIVER)
        and rem is not None
        and rem.seat == driver.seat
        and sheet(rem.sheet).facts.type == "REM"
        and not rem.token
    )
