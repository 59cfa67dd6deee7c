"""What hooks may look at when a number is made: who does what to whom, from where, in which light."""

from __future__ import annotations

from msgspec import Struct

from firelane.core.because import Number, Veto
from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.forces.carried import Carried
from firelane.forces.weapons import WeaponMode
from firelane.infinity.names import BURST, DAMAGE, LIMIT, OPPOSED, SEEN_THROUGH, SUCCESS_VALUE
from firelane.infinity.sheets import Sheet, sheet
from firelane.infinity.skilltable import SkillFigures
from firelane.infinity.world import Item, Trooper

BY_HAND = "odds.by-hand"
"""The reason of a MOD that is given by hand."""


class Situation(Struct, frozen=True, gc=False):
    """One attempt as it is judged. Distances in mils; None where no distance counts."""

    actor: Trooper
    skill: str
    target: Trooper | Item | None = None
    weapon: WeaponMode | None = None
    distance: int | None = None
    cover: bool = False
    lof: bool = True
    active: bool = True
    """Whether it is the actor's own turn."""
    opposed: bool = False
    """Whether it is a Face to Face roll."""
    friends_in_combat: int = 0
    arts: bool = True
    """Whether the actor uses its Martial Arts, if it has them."""
    allies_in_contact: int = 0
    surprised: bool = False
    """Whether the actor answers a Surprise Attack, by the target."""
    template: bool = False
    deployed: bool = False
    """Whether the attack that is dodged comes from a placed weapon."""
    carried_weapon: Carried | None = None
    program_mods: tuple[int, int] = (0, 0)
    """The MODs of the program that is run: to its user's roll, and to the roll of whoever opposes it."""
    by_hand: int = 0
    """A MOD that the players know of and the tables do not."""
    against: Situation | None = None
    """What the opponent does to the actor in a Face to Face roll."""

    @property
    def sheet(self) -> Sheet:
        """The actor's sheet."""
        return sheet(self.actor.sheet)

    @property
    def target_sheet(self) -> Sheet | None:
        """The target's sheet, if it is a trooper."""
        return sheet(self.target.sheet) if isinstance(self.target, Trooper) else None


def working(trooper: Trooper) -> frozenset[str]:
    """The rules that a trooper carries and that work now: no state but Unconscious stops them.

    Rules: unconscious.skills-stop, camouflaged.keeps-automatic-skills, prone.keeps-automatic-skills,
    immobilized-a.keeps-automatic-skills, immobilized-b.keeps-automatic-skills,
    targeted.keeps-automatic-skills.
    """
    keys = sheet(trooper.sheet).keys
    if trooper.states and decides(trooper.has("unconscious"), "unconscious.skills-stop"):
        return keys & {"non-hackable", "regeneration"}
    return keys


def success_value(edition: Edition, case: Situation) -> Number:
    """What the actor must roll at most, as the sum of its parts.

    Rules: roll.success, roll.modifier-limit.
    """
    figures = edition.data(case.skill, SkillFigures)
    value = case.sheet.attribute(figures.attribute, case.skill)
    start = Number.of(value or 0, f"attribute.{figures.attribute.lower()}")
    number = edition.value(SUCCESS_VALUE, case, start, working(case.actor))
    if isinstance(number, Veto):
        return start.replaced(0, rule=number.rule)
    if isinstance(case.target, Trooper):
        number = edition.value(OPPOSED, case, number, working(case.target))
        assert isinstance(number, Number)
    number = edition.value(SEEN_THROUGH, case, number, working(case.actor))
    assert isinstance(number, Number)
    return _limited(edition, case, number.plus(case.by_hand, rule=BY_HAND))


def _limited(edition: Edition, case: Situation, number: Number) -> Number:
    limited = edition.value(LIMIT, case, number)
    assert isinstance(limited, Number)
    return limited


def burst(edition: Edition, case: Situation, carried: frozenset[str] | None = None) -> Number:
    """How many dice the attack has, by all that its user carries or by what is given."""
    start = Number.of(case.weapon.burst if case.weapon else 1, "burst.full-burst")
    number = edition.value(BURST, case, start, working(case.actor) if carried is None else carried)
    assert isinstance(number, Number)
    return number


def damage(edition: Edition, case: Situation) -> Number:
    """The damage of the attack, before the target's protection."""
    weapon = case.weapon
    given = weapon.damage if weapon is not None else None
    # saving-roll.damage-by-attribute
    value = given if isinstance(given, int) else case.sheet.attribute(str(given), case.skill) if given else 0
    decides(given is not None and not isinstance(given, int), "saving-roll.damage-by-attribute")
    start = Number.of(
        (value or 0) + (weapon.damage_mod if weapon else 0), edition["saving-roll"].statement(2)
    )
    number = edition.value(DAMAGE, case, start, working(case.actor))
    assert isinstance(number, Number)
    return number
