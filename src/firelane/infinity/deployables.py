"""Placing mines: where one may lie, and what forbids it."""

from __future__ import annotations

import math
from itertools import pairwise

from firelane.core.because import Cite
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.core.rules import Edition
from firelane.infinity.events import ItemPlaced
from firelane.infinity.frames import Point
from firelane.infinity.mines import in_blast_area
from firelane.infinity.roster import ITEM_SIZE
from firelane.infinity.sheets import sheet
from firelane.infinity.space import Survey, on_table
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.table.things import TOUCH


def beside_route(trooper: Trooper, track: tuple[Point, ...], at: Point) -> bool:
    """Whether an item at this place touches the trooper's base somewhere on its route.

    Rules: place-deployable.beside-user-or-route.
    """
    size = sheet(trooper.sheet)
    reach = (size.diameter + ITEM_SIZE[0]) / 2
    legs = list(pairwise(track)) or [(track[0], track[0])]
    near = [_gap(at, a, b) for a, b in legs if min(a[2], b[2]) <= at[2] <= max(a[2], b[2]) + size.height]
    end = math.hypot(at[0] - track[-1][0], at[1] - track[-1][1])
    return bool(near) and min(near) <= reach + TOUCH and end >= reach - TOUCH


def _gap(at: Point, a: Point, b: Point) -> float:
    """How far a point is from a leg of the route, in plan."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    part = max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / length)) if length else 0.0
    return math.hypot(at[0] - a[0] - part * dx, at[1] - a[1] - part * dy)


def placing_fails(edition: Edition, survey: Survey, trooper: Trooper, weapon: str, at: Point) -> str:
    """Why a declared item cannot be put down, as it proves at resolution; empty if it can.

    Rules: place-deployable.beside-user-or-route, mines.not-beside-marker, mines.beside-revealed-enemy.
    """
    if not beside_route(trooper, survey.track(trooper.id), at):
        return "place-deployable.beside-user-or-route"
    item = _item(trooper, weapon, at, 0)
    near = [
        foe
        for foe in on_table(survey.world)
        if foe.seat != trooper.seat and in_blast_area(edition, survey, item, foe)
    ]
    hidden = [other for other in survey.world.items.values() if other.seat != trooper.seat and other.marker]
    markers = any(foe.marker for foe in near) or any(
        in_blast_area(edition, survey, item, other) for other in hidden
    )
    # mines.not-beside-marker
    if not markers or decides(any(not foe.marker for foe in near), "mines.beside-revealed-enemy"):
        return ""
    return "mines.not-beside-marker"


def _item(trooper: Trooper, weapon: str, at: Point, number: int) -> Item:
    x, y, z = at
    name = f"{trooper.seat}-item-{number}"
    return Item(id=name, seat=trooper.seat, weapon=weapon, owner=trooper.id, x=x, y=y, z=z,
                marker=number)  # fmt: skip


def place(play: Play[InfinityWorld], trooper: Trooper, weapon: str, at: Point) -> None:
    """Put the item down, as a Camouflage marker. Rules: place-deployable.declared, mines.hidden."""
    number = play.world.sides[trooper.seat].markers_used + 1
    because = (Cite("mines.hidden"), Cite("place-deployable.placed-at-end"))
    play.emit(ItemPlaced(item=_item(trooper, weapon, at, number), because=because))
