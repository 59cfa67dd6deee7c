"""What a unit sees, who sees it, and how it gets somewhere."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from firelane.bpre.events import Activated, AttackRolled
from firelane.bpre.frames import Moving
from firelane.bpre.space import MOVE, survey
from firelane.bpre.view import Table
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, card_of, on_table
from firelane.core.events import Event
from firelane.core.requests import Request
from firelane.core.views import View
from firelane.screen.prompts import Look, Sightline, Way
from firelane.screen.screens import Place3
from firelane.table.reach import shortest_path
from firelane.table.sight import Line
from firelane.text import say

TableView = View[Table]


def look(view: TableView, name: str, lang: str) -> Look:
    """Lines of sight from and to a unit with the facings that there are. Red Earth measures freely."""
    world = view.table.world
    unit = world.units.get(name)
    if unit is None or unit.place != TABLE:
        return Look(figure=name)
    here = survey(world)
    foes = [foe for foe in on_table(world) if foe.seat != unit.seat]
    sees = sorted(here.in_sight(unit.id))
    return Look(
        figure=name,
        sees=tuple(sees),
        seen_by=here.watchers(unit.id, [foe.id for foe in foes]),
        lines=tuple(_line(world, unit, world.units[foe], lang) for foe in sees),
    )


def _line(world: RedEarthWorld, unit: Unit, foe: Unit, lang: str) -> Sightline:
    obstructed = survey(world).line(unit.id, foe.id) is not Line.DIRECT
    text = say("screen.line-obstructed" if obstructed else "screen.line-direct", lang)
    return Sightline(start=(unit.x, unit.y, 0), end=(foe.x, foe.y, 0), free=True, text=text)


def fired(view: TableView, events: Sequence[Event], lang: str) -> tuple[Sightline, ...]:
    """The lines of sight of the attacks in the last activation, as they were rolled."""
    units = view.table.world.units
    begun = max((n for n, event in enumerate(events) if isinstance(event, Activated)), default=0)
    lines: dict[tuple[str, str], Sightline] = {}
    for event in events[begun:]:
        if isinstance(event, AttackRolled) and {event.by, event.at} <= units.keys():
            (ax, ay), (bx, by) = event.ends
            text = say("screen.line-obstructed" if event.line != Line.DIRECT else "screen.line-direct", lang)
            drawn = Sightline(start=(ax, ay, 0), end=(bx, by, 0), free=True, text=text)
            lines[event.by, event.at] = drawn
    return tuple(lines.values())


def way(view: TableView, _: Request, name: str, start: Place3 | None, to: Place3, lang: str) -> Way:
    """The shortest way of a unit to a place."""
    world = view.table.world
    unit = world.units.get(name)
    if unit is None or unit.place != TABLE:
        return Way(trouble=say("screen.no-way", lang))
    here = survey(world)
    figure = here.figures[name]
    if start is not None:
        figure = figure.at(start[0], start[1])
    others = [other for other in here.all if other.id != name]
    rules = replace(MOVE, allowance=4 * _left(view, unit))
    found = shortest_path(here.field, figure, (to[0], to[1], 0), others, rules)
    if found is None:
        return Way(trouble=say("screen.no-way", lang))
    route = tuple((w.x, w.y, w.z, str(w.way)) for w in found.waypoints)
    return Way(route=route, length=round(found.report.length))


def _left(view: TableView, unit: Unit) -> int:
    frame = next((f for f in reversed(view.table.frames) if isinstance(f, Moving)), None)
    return (
        frame.left if frame is not None and frame.unit == unit.id else card_of(view.table.world, unit).reach
    )
