"""Mines: what sets one off, and which way its template lies."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from firelane.core.because import Cite
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.core.rules import Edition
from firelane.forces.library import forces
from firelane.forces.weapons import WeaponMode
from firelane.infinity.events import ItemRevealed, marker_name
from firelane.infinity.frames import Order
from firelane.infinity.sheets import sheet
from firelane.infinity.space import Survey, item_body, points_along
from firelane.infinity.templates import affected, shape_of, spread
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.table.things import inches

FAR = inches(9)
"""No template of a mine reaches further than this between centres."""
ASIDE = (0, 15, -15, 30, -30)
"""By how many degrees the template may be turned away from its target to spare a friend or find a way."""


def layer_of(world: InfinityWorld, item: Item) -> Trooper:
    """Return the trooper that laid a mine, or in a view that hides it one that could have.

    The mine's template and its Saving Rolls are the same whoever laid it.
    """
    known = world.troopers.get(item.owner)
    if known is not None:
        return known
    side = [trooper for trooper in world.troopers.values() if trooper.seat == item.seat]
    able = next((trooper for trooper in side if item.weapon in sheet(trooper.sheet).modes), None)
    if able is not None:
        return able
    edition = next((sheet(trooper.sheet).edition for trooper in world.troopers.values()), "")
    key = next(
        key for key in sorted(forces(edition).sheets) if item.weapon in sheet(f"{edition}:{key}").modes
    )
    return Trooper(id=item.id, seat=item.seat, sheet=f"{edition}:{key}")


def mode_of(survey: Survey, item: Item) -> WeaponMode:
    """Return the weapon that the item is."""
    return sheet(layer_of(survey.world, item).sheet).modes[item.weapon][0]


def trigger_mines(play: Play[InfinityWorld], frame: Order) -> Order:
    """Mines whose trigger area somebody acts in go off; they are revealed at once.

    Rules: mines.sees-all-round, mines.triggered, mines.blast, mines.no-blast-without-reach,
    mines.spares-friends, mines.total-cover-protects.
    """
    if not play.world.items:
        return frame
    known = {name for name, _ in frame.triggered}
    near = [i for i in play.world.items.values() if i.id not in known and _passed(play.world, frame, i)]
    if not near:
        return frame
    survey = Survey(play.world, frame.acting)
    found = list(frame.triggered)
    for item in sorted(near, key=lambda item: item.id):
        direction = _aimed(play.edition, survey, frame, item)
        if direction is None:  # mines.no-blast-without-reach
            continue
        found.append((item.id, direction))
        if item.marker:
            name = marker_name(item.seat, item.marker)
            play.emit(ItemRevealed(item=item.id, marker=name, because=(Cite("mines.triggered"),)))
    return replace(frame, triggered=tuple(found))


def _passed(world: InfinityWorld, frame: Order, item: Item) -> bool:
    """Whether an enemy's route comes near enough to look closer."""
    for name, done in frame.acting.items():
        if world.troopers[name].seat != item.seat:
            xs, ys = [point[0] for point in done.track], [point[1] for point in done.track]
            if min(xs) - FAR <= item.x <= max(xs) + FAR and min(ys) - FAR <= item.y <= max(ys) + FAR:
                return True
    return False


def _aimed(edition: Edition, survey: Survey, frame: Order, item: Item) -> int | None:
    """The direction in which the mine reaches an enemy that acts, and no friend; None if there is none."""
    shape = shape_of(edition, mode_of(survey, item))
    place = item_body(item)
    for name in frame.acting:
        actor = survey.world.troopers[name]
        if actor.seat == item.seat:  # mines.sees-all-round
            continue
        ways = list(_directions(survey, item, actor))
        for direction in ways:  # mines.sees-all-round
            touched = affected(survey, shape, place, direction)
            caught = spread(survey.world, frame.engaged, touched)
            friends = any(isinstance(t, Trooper) and t.seat == item.seat for t in caught)
            reached = any(t.id == name for t in touched)  # mines.blast, mines.no-blast-without-reach
            if reached and not decides(friends, "mines.spares-friends"):
                decides(True, "mines.sees-all-round", "mines.triggered")
                return direction
        decides(ways, "mines.no-blast-without-reach")
    return None


def _directions(survey: Survey, item: Item, target: Trooper | Item) -> Iterator[int]:
    """The directions in which a template might reach a target, at any point of its route."""
    route = ((target.x, target.y, target.z),) if isinstance(target, Item) else survey.track(target.id)
    straight = [
        round(math.degrees(math.atan2(y - item.y, x - item.x))) % 360
        for x, y, _ in points_along(route)
        if math.hypot(x - item.x, y - item.y) <= FAR
    ]
    yield from dict.fromkeys((way + turn) % 360 for turn in ASIDE for way in straight)


def in_blast_area(edition: Edition, survey: Survey, item: Item, target: Trooper | Item) -> bool:
    """Whether the template of a mine could be laid so that it touches the target.

    Rules: mines.total-cover-protects, mines.not-beside-marker, mines.beside-revealed-enemy.
    """
    shape = shape_of(edition, mode_of(survey, item))
    bare = replace(target, marker=0) if isinstance(target, Item) else target
    if isinstance(bare, Item):
        world = replace(survey.world, items={**survey.world.items, bare.id: bare})
        survey = Survey(world, survey.acting)
    return any(
        # mines.total-cover-protects, mines.not-beside-marker
        any(touched.id == target.id for touched in affected(survey, shape, item_body(item), direction))
        for direction in _directions(survey, item, target)
    )
