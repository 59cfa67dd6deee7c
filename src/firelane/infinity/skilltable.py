"""The kinds of skills, as an edition lists them: what can be combined, declared as ARO, seen as an attack.

Rules: order-structure.combinations, order-structure.two-movement-skills,
order-structure.not-two-short-skills, order-structure.entire-stands-alone.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from msgspec import Struct

from firelane.core.because import Cite, StatementNumber
from firelane.core.rules import Edition
from firelane.infinity.sheets import Sheet
from firelane.infinity.skills.base import Declaration

SKILL_KIND = "skill.kind"


class SkillKind(StrEnum):
    """How much of an Order a skill takes."""

    SHORT_MOVEMENT = "short-movement"
    SHORT = "short"
    ENTIRE = "entire"
    ARO_ONLY = "aro-only"


class SkillFigures(Struct, frozen=True):
    """What a skill is."""

    kind: SkillKind
    aro: bool = False
    attack: bool = False
    movement: bool = False
    """Whether it carries the Movement label."""
    reveals: bool = True
    """Whether declaring it cancels a Marker state."""
    attribute: str = ""
    """What is rolled, if anything."""
    engaged: bool = False
    """Whether it can be declared in close combat."""
    declared: StatementNumber = 1
    """The statement by which it is declared."""
    rolled: StatementNumber = 0
    """The statement by which it is rolled; 0 where its effects say so."""


def figures_of(edition: Edition, skill: Declaration) -> SkillFigures:
    """The skill's figures in this edition."""
    return edition.data(skill.entry, SkillFigures)


def kind_of(edition: Edition, sheet: Sheet, skill: Declaration) -> SkillKind:
    """How much of an Order the skill takes for this trooper: Super-Jump makes a Jump shorter."""
    kind = edition.value(SKILL_KIND, skill, figures_of(edition, skill).kind, sheet.keys)
    assert isinstance(kind, SkillKind)
    return kind


def is_entire(edition: Edition, sheet: Sheet, skill: Declaration) -> bool:
    """Whether the skill takes the whole Order."""
    return kind_of(edition, sheet, skill) is SkillKind.ENTIRE


def may_follow(first: SkillKind, second: SkillKind) -> bool:
    """Whether two halves make an Order.

    Rules: order-structure.combinations, order-structure.two-movement-skills,
    order-structure.not-two-short-skills.
    """
    halves = {first, second}
    if halves == {SkillKind.SHORT_MOVEMENT}:  # order-structure.two-movement-skills
        return True
    return halves == {SkillKind.SHORT_MOVEMENT, SkillKind.SHORT}  # order-structure.not-two-short-skills


def by_rule(edition: Edition, skill: Declaration) -> Cite:
    """The statement by which a skill is declared."""
    return _declared_by(edition, skill.entry)


@cache
def _declared_by(edition: Edition, entry: str) -> Cite:
    return Cite(edition[entry].statement(edition.data(entry, SkillFigures).declared))
