"""Direct templates: their sizes, and whom one touches when it is laid.

Reading adopted: the sizes are those of the catalogue's table, until somebody has measured a real set.
"""

from __future__ import annotations

from msgspec import Struct

from firelane.core.rules import Edition
from firelane.forces.weapons import Template, WeaponMode
from firelane.infinity.frames import Declared, Point
from firelane.infinity.skills import Template as LayTemplate
from firelane.infinity.space import Survey, body, on_table, points_along
from firelane.infinity.world import Trooper
from firelane.table import templates as shapes
from firelane.table.things import Figure


class TemplateSize(Struct, frozen=True):
    """A template in mils: length and width, or diameter; and how far it reaches up and down."""

    length: int
    width: int
    height: int


def shape_of(edition: Edition, mode: WeaponMode) -> shapes.Template:
    """The shape that a weapon lays. Rules: n4-core.template.1-2."""
    kind = mode.traits.template or Template.SMALL_TEARDROP
    size = edition.data(f"template.{kind.value}", TemplateSize)
    if kind is Template.CIRCULAR:
        return shapes.circle(size.length, up=size.height, down=size.height)
    return shapes.teardrop(size.length, size.width, up=size.height, down=size.height)


def laid_from(done: Declared, skill: LayTemplate) -> Point:
    """The point of its route from which a trooper lays its templates, fixed at declaration.

    Rules: n4-core.template.direct.2, n4-core.order-sequence.11.
    """
    first_of_two = len(done.skills) > 1 and done.skills[0] == skill
    points = points_along(done.track[: done.second_from + 1] if first_of_two else done.track)
    return points[skill.at] if 0 <= skill.at < len(points) else points[-1]


def affected(survey: Survey, shape: shapes.Template, user: Figure, direction: int) -> list[Trooper]:
    """The troopers that a template laid from a figure in a direction affects.

    Rules: c1.template-weapon.3, c1.template-weapon.9, n4-core.template.3-5, n4-core.template.direct.2-3.
    """
    laid = shapes.from_base(shape, user, direction)
    everybody = {t.id: t for t in on_table(survey.world)}
    figures = [survey.at(name, survey.track(name)[-1]) for name in everybody if name != user.id]
    touched = shapes.touched(survey.field, laid, figures)
    return [everybody[found.figure] for found in touched if found.figure in everybody]


def standing(survey: Survey, name: str) -> Figure:
    """A trooper where it stands now."""
    return body(survey.world.troopers[name])
