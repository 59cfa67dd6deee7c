"""Saving rolls: how many, against what, and what a failure costs, by ammunition.

An edition lists its ammunition as entries with `Ammunition` figures; what several do together follows from
them one by one, so that AP+EXP needs no entry of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.because import Number, StatementNumber
from firelane.core.fired import decides
from firelane.core.rules import Edition


class CriticalHit(StrEnum):
    """What a critical does beyond a hit."""

    ONE_MORE_SAVE = "one-more-save"
    """One saving roll more, of the same kind."""
    WOUND_WITHOUT_SAVE = "wound-without-save"
    """What a failed save costs is lost at once; further saves of the ammunition are still rolled."""


class Ammunition(Struct, frozen=True):
    """What one kind of ammunition does."""

    saves: int = 1
    """Saving rolls for each hit."""
    halves: bool = False
    """Whether the protection is halved, rounded up."""
    loss: int = 1
    """Points lost for each failed save."""
    attribute: str = ""
    """The attribute rolled instead of a save: a roll under it, with `modifier`, avoids the effect."""
    modifier: int = 0
    state: str = ""
    """The state that a failure brings."""
    again: bool = False
    """Whether a failed save is followed by another."""
    mortal: StatementNumber = 0
    """The statement by which whoever would be Unconscious dies instead; 0 for none."""
    hit: StatementNumber = 1
    critical: StatementNumber = 2
    failed: StatementNumber = 3
    """The statements about hits, criticals and failed saves."""
    mortal_wounds: int = 0
    """Only who has at most so many W in its profile dies by it; 0 for whoever it is."""
    second: str = ""
    """The other attribute with which each hit is saved besides."""
    protection: int | None = None
    """What stands in for the target's own figure."""
    damage: int | None = None
    """What stands in for the damage of the weapon."""
    also_state: str = ""
    """A further state that a failure brings, for troops of the types in `also_on`."""
    also_on: tuple[str, ...] = ()


class SaveFigures(Struct, frozen=True):
    """How an edition saves."""

    critical: CriticalHit = CriticalHit.ONE_MORE_SAVE
    cover: int = 3


class Struck(Struct, frozen=True, kw_only=True):
    """What saves depend on: the attack, and the one who is struck by it."""

    damage: Number
    """Of the attack, before any protection."""
    save: str = "ARM"
    second: str = ""
    """The other attribute, where the weapon asks for a save with each of two."""
    protection: Mapping[str, int | None]
    """The target's figures by attribute; None where it has none."""
    cover: int = 0
    """What cover adds to the protection: ammunition does not halve it."""
    fixed: int | None = None
    """What the weapon puts in place of the target's figure."""
    state: str = ""
    again: bool = False
    type: str = ""
    wounds: int = 0
    """W in the profile; 0 for those who have STR."""


class Saving(Struct, frozen=True, gc=False):
    """The saving rolls that one attack causes on one target.

    `number` is what the die must beat (Attack Damage), or, for a roll under an attribute, what it must not
    exceed (`under`).
    """

    number: Number
    rolls: int
    loss: int
    state: str = ""
    under: bool = False
    again: bool = False
    """Whether each failed save is followed by another (Continuous Damage)."""
    mortal: str = ""
    """The statement by which whoever would be Unconscious dies instead."""
    free_wounds: int = 0
    """Points lost without a roll."""
    sure: bool = False
    """Whether the state is gained without a roll."""
    also: str = ""
    """A further state that a failure brings."""
    failed: tuple[str, ...] = ()
    """The statements by which a failure costs something."""

    def fails(self, shown: int) -> bool:
        """Whether a die that shows this face is a failed save.

        Rules: saving-roll.failed.
        """
        return shown > self.number.total if self.under else shown <= self.number.total


def halved(value: int) -> int:
    """Half of a value; every division is rounded up. Rules: measuring.rounded-up."""
    decides(value % 2, "measuring.rounded-up")
    return -(-value // 2)


def savings(
    edition: Edition, codes: Sequence[str], struck: Struck, hits: int, criticals: int
) -> tuple[Saving, ...]:
    """The saving rolls that so many hits make, of which so many critical; none where no save is made.

    Ammunition that harms and ammunition that brings a state, in one attack with two attributes to save with,
    are saved against apart; otherwise the effects of all kinds hold for every save.

    Rules: saving-roll.per-hit, saving-roll.attack-damage, saving-roll.failed, saving-roll.failure-costs,
    saving-roll.critical-adds-one, saving-roll.damage-by-attribute, combined-ammunition.joined-types,
    combined-ammunition.all-effects-apply, combined-ammunition.critical,
    combined-saving-roll.joined-attributes, combined-saving-roll.one-save-each,
    combined-saving-roll.critical, ammo-em.critical.
    """
    kinds = [(code, edition.data(f"ammo.{code}", Ammunition)) for code in codes or ("N",)]
    harmful = [each for each in kinds if each[1].loss]
    others = [each for each in kinds if not each[1].loss]
    second = struck.second or next((kind.second for _, kind in kinds if kind.second), "")
    if harmful and others and second:
        return (
            *_of_one_kind(edition, harmful, struck, struck.save, hits, criticals),
            *_of_one_kind(edition, others, struck, second, hits, criticals),
        )
    first = _of_one_kind(edition, kinds, struck, struck.save, hits, criticals)
    return (*first, *_of_one_kind(edition, kinds, struck, second, hits, 0)) if second else first


def _of_one_kind(
    edition: Edition,
    kinds: Sequence[tuple[str, Ammunition]],
    struck: Struck,
    attribute: str,
    hits: int,
    criticals: int,
) -> tuple[Saving, ...]:
    """The saves against kinds of ammunition that act together.

    Rules: ammo-para.hit, ammo-para.critical, ammo-para.needs-attribute.
    """
    # saving-roll.per-hit, ammunition.decides-effect, ammo-da.hit, ammo-exp.hit
    each = max(kind.saves for _, kind in kinds)
    loss = max(kind.loss for _, kind in kinds)
    free = edition.data("saving-roll", SaveFigures).critical is CriticalHit.WOUND_WITHOUT_SAVE
    again = struck.again or any(kind.again for _, kind in kinds)
    special = next(((code, kind) for code, kind in kinds if kind.attribute), None)
    if special is not None:
        own = struck.protection.get(special[1].attribute)
        if own is None:
            return ()
        cite = edition[f"ammo.{special[0]}"].statement(1)
        number = Number.of(own, cite).plus(special[1].modifier, rule=cite)
    else:
        number = _number(edition, kinds, struck, attribute)
    whole = Saving(
        number,
        hits * each - (criticals if free and not again else 0),  # saving-roll.per-hit
        loss,
        state=struck.state or next((kind.state for _, kind in kinds if kind.state), ""),
        under=special is not None,
        again=again,
        mortal=_mortal(edition, kinds, struck),
        free_wounds=criticals * loss if free else 0,
        sure=free and criticals > 0,
        also=next((kind.also_state for _, kind in kinds if struck.type in kind.also_on), ""),
        failed=tuple([edition[f"ammo.{code}"].statement(kind.failed) for code, kind in kinds]),
    )
    if free or not criticals:  # saving-roll.critical-adds-one
        return (whole,)
    if loss <= 1:  # saving-roll.critical-adds-one
        return (replace(whole, rolls=whole.rolls + criticals),)
    return whole, replace(whole, rolls=criticals, loss=1)


def _number(
    edition: Edition, kinds: Sequence[tuple[str, Ammunition]], struck: Struck, attribute: str
) -> Number:
    """What the die must beat: damage less protection. Cover is not halved."""
    damage = next(
        (
            Number.of(kind.damage, edition[f"ammo.{code}"].statement(0))
            for code, kind in kinds
            if kind.damage is not None
        ),
        struck.damage,
    )
    given = next((kind.protection for _, kind in kinds if kind.protection is not None), struck.fixed)
    value = given if given is not None else struck.protection.get(attribute) or 0  # saving-roll.attack-damage
    used = halved(value) if any(kind.halves for _, kind in kinds) else value  # ammo-ap.halves-protection
    number = damage.less(used, rule=f"attribute.{attribute.lower()}")
    return number.less(struck.cover, rule=edition["saving-roll"].statement(0))


def _mortal(edition: Edition, kinds: Sequence[tuple[str, Ammunition]], struck: Struck) -> str:
    """The statement by which whoever would be Unconscious dies instead."""
    for code, kind in kinds:
        if kind.mortal and (not kind.mortal_wounds or 0 < struck.wounds <= kind.mortal_wounds):
            return edition[f"ammo.{code}"].statement(kind.mortal)
    return ""
