"""Mines: what sets one off, and which way its template lies."""

from __future__ import annotations

import math

from msgspec.structs import replace

from firelane.core.because import Cite
from firelane.core.procedure import Play
from firelane.infinity.events import ItemRevealed, marker_name
from firelane.infinity.frames import Order, Point
from firelane.infinity.sheets import sheet
from firelane.infinity.space import ITEM_SIZE, Survey, item_body, points_along
from firelane.infinity.templates import affected, shape_of
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.table.things import TOUCH


def beside_route(trooper: Trooper, track: tuple[Point, ...], at: Point) -> bool:
    """Whether something put down there touches the trooper's base at a point of its way.

    Rules: c1.place-deployable.2.
    """
    reach = (sheet(trooper.sheet).diameter + ITEM_SIZE[0]) / 2 + TOUCH
    return any(math.dist(point, at) <= reach for point in points_along(track))


def trigger_mines(play: Play[InfinityWorld], frame: Order) -> Order:
    """Mines whose trigger area somebody acts in go off; they are revealed at once.

    Rules: c1.mines.7-9, c1.mines.12-13.
    """
    survey = Survey(play.world, frame.acting)
    found = list(frame.triggered)
    known = {name for name, _ in found}
    for item in sorted(play.world.items.values(), key=lambda item: item.id):
        if item.id in known:
            continue
        direction = _aimed(play, survey, frame, item)
        if direction is None:
            continue
        found.append((item.id, direction))
        if item.marker:
            name = marker_name(item.seat, item.marker)
            play.emit(ItemRevealed(item=item.id, marker=name, because=(Cite("c1.mines.7"),)))
    return replace(frame, triggered=tuple(found))


def _aimed(play: Play[InfinityWorld], survey: Survey, frame: Order, item: Item) -> int | None:
    """The direction in which the mine reaches an enemy that acts, and no friend; None if there is none."""
    owner = play.world.troopers[item.owner]
    shape = shape_of(play.edition, sheet(owner.sheet).modes[item.weapon][0])
    place = item_body(item)
    for name in frame.acting:
        actor = play.world.troopers[name]
        if actor.seat == item.seat:
            continue
        for x, y, _ in survey.track(name):
            if math.hypot(x - item.x, y - item.y) > 9000:
                continue
            direction = round(math.degrees(math.atan2(y - item.y, x - item.x))) % 360
            touched = affected(survey, shape, place, direction)
            if any(t.id == name for t in touched) and not any(t.seat == item.seat for t in touched):
                return direction
    return None
