"""Direct templates: their sizes, and whom one touches when it is laid.

Reading adopted: the sizes are those of the catalogue's table, until somebody has measured a real set. Whoever
moves in the Order is touched if any point of its route lies under the template: everything in an Order is
simultaneous.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct

from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.forces.weapons import Template, WeaponMode
from firelane.infinity.frames import Declared, Point
from firelane.infinity.skills.base import TemplateUse
from firelane.infinity.space import Survey, enemies_engaged_with, item_body, on_table, points_along
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.table import templates as shapes
from firelane.table.things import Figure


class TemplateSize(Struct, frozen=True):
    """A template in mils: length and width, or diameter; and how far it reaches up and down."""

    length: int
    width: int
    height: int


def shape_of(edition: Edition, mode: WeaponMode) -> shapes.Template:
    """The shape that a weapon lays.

    Rules: template.sizes, template.height, template-weapon.three-templates.
    """
    kind = mode.traits.template or Template.SMALL_TEARDROP
    size = edition.data(f"template.{kind.value}", TemplateSize)
    if kind is Template.CIRCULAR:  # template-weapon.three-templates
        return shapes.circle(size.length, up=size.height, down=size.height)
    return shapes.teardrop(size.length, size.width, up=size.height, down=size.height)


def lay(shape: shapes.Template, user: Figure, direction: int) -> shapes.Laid:
    """A teardrop from the edge of the user's base, a circle centred under it.

    Rules: direct-template.laid-at-declaration.
    """
    if shape.shape is shapes.Shape.CIRCLE:
        return shapes.centred_on(shape, user)
    return shapes.from_base(shape, user, direction)


def laid_from(done: Declared, skill: TemplateUse) -> Point:
    """The point of its route from which a trooper lays its templates, fixed at declaration.

    Rules: direct-template.laid-at-declaration, order-sequence.choices-fixed.
    """
    first_of_two = len(done.skills) > 1 and done.skills[0] == skill
    points = points_along(done.track[: done.second_from + 1] if first_of_two else done.track)
    return points[skill.at] if 0 <= skill.at < len(points) else points[-1]


def affected(survey: Survey, shape: shapes.Template, user: Figure, direction: int) -> list[Trooper | Item]:
    """The troopers and the items in plain view that a template laid from a figure in a direction affects.

    Rules: template-weapon.hits-all-inside, template-weapon.touch-suffices,
    template-weapon.stopped-by-obstacles, mines.attackable-once-discovered, template.affects-touched,
    template.blast-focus, template.prone-silhouette, direct-template.laid-at-declaration,
    direct-template.spares-user.
    """
    laid = lay(shape, user, direction)
    everything: dict[str, Trooper | Item] = {t.id: t for t in on_table(survey.world)}
    # mines.attackable-once-discovered, place-deployable.can-be-attacked
    everything.update({item.id: item for item in survey.world.items.values() if not item.marker})
    figures = [
        figure
        for thing in everything.values()
        if thing.id != user.id  # direct-template.spares-user
        for figure in _figures(survey, thing)
    ]
    touched = shapes.touched(survey.field, laid, figures)
    # template-weapon.hits-all-inside, template-weapon.touch-suffices, template.affects-touched
    return [everything[name] for name in dict.fromkeys(found.figure for found in touched)]


def _figures(survey: Survey, thing: Trooper | Item) -> Iterable[Figure]:
    if isinstance(thing, Item):
        return (item_body(thing),)
    return (survey.at(thing.id, point) for point in points_along(survey.track(thing.id)))


def spread(
    world: InfinityWorld, engaged: Collection[str], hit: Iterable[Trooper | Item]
) -> list[Trooper | Item]:
    """Those hit, with all that were in close combat with one of them at activation.

    Rules: engaged.template-hits-all, template.whole-combat.
    """
    found = {thing.id: thing for thing in hit}
    open_ = [thing for thing in found.values() if isinstance(thing, Trooper) and thing.id in engaged]
    while open_:
        for foe in enemies_engaged_with(world, open_.pop()):
            if decides(
                foe.id not in found and foe.id in engaged,
                "engaged.template-hits-all",
                "template.whole-combat",
            ):
                found[foe.id] = foe
                open_.append(foe)
    return list(found.values())


def harms(mode: WeaponMode) -> bool:
    """Whether the template has Damage or brings a state. Rules: template.harmless-allowed-on-allies."""
    return mode.damage is not None or mode.traits.state is not None
