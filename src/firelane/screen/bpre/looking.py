"""What a unit sees, who sees it, and how it gets somewhere."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from firelane.bpre.events import Activated, AttackRolled
from firelane.bpre.frames import Moving
from firelane.bpre.space import MOVE, SIGHT, TURNING, survey
from firelane.bpre.view import Table
from firelane.bpre.words import known_field
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, card_of, on_table
from firelane.core.events import Event
from firelane.core.requests import Request
from firelane.core.views import View
from firelane.screen.board import Fact
from firelane.screen.bpre.weapons import weapon_cards
from firelane.screen.prompts import Look, Sightline, Way
from firelane.screen.screens import Place3
from firelane.table.layout import Field
from firelane.table.looking import Line
from firelane.table.naming import kind_in_words, piece_name
from firelane.table.reach import shortest_path
from firelane.table.sight import Sight
from firelane.table.sight import look as look_at
from firelane.table.things import Piece
from firelane.text import say

TableView = View[Table]


def look(view: TableView, name: str, lang: str) -> Look:
    """Lines of sight from and to a unit with the facings that there are. Red Earth measures freely."""
    world = view.table.world
    unit = world.units.get(name)
    if unit is None:
        return Look(figure=name)
    weapons = weapon_cards(card_of(world, unit), lang)
    if unit.place != TABLE:
        return Look(figure=name, weapons=weapons)
    here = survey(world)
    foes = [foe for foe in on_table(world) if foe.seat != unit.seat]
    sees = sorted(here.in_sight(unit.id))
    return Look(
        figure=name,
        sees=tuple(sees),
        seen_by=here.watchers(unit.id, [foe.id for foe in foes]),
        lines=tuple(_line(world, unit, world.units[foe], lang) for foe in sees),
        weapons=weapons,
    )


def _line(world: RedEarthWorld, unit: Unit, foe: Unit, lang: str) -> Sightline:
    return as_line(sight(world, unit, foe), unit, foe, lang)


def sight(world: RedEarthWorld, unit: Unit, foe: Unit) -> Sight:
    """The line from a unit to another, and what it crosses; as it faces, or else as it could turn."""
    here = survey(world)
    figures = here.figures[unit.id], here.figures[foe.id]
    seen = look_at(here.field, *figures, SIGHT, here.all)
    return seen if seen.line is not Line.NONE else look_at(here.field, *figures, TURNING, here.all)


def as_line(seen: Sight, unit: Unit, foe: Unit, lang: str) -> Sightline:
    """The line that decided, as it is drawn."""
    (ax, ay, _), (bx, by, _) = seen.segment or ((unit.x, unit.y, 0), (foe.x, foe.y, 0))
    text = say("screen.line-direct" if seen.line is Line.DIRECT else "screen.line-obstructed", lang)
    return Sightline(start=(round(ax), round(ay), 0), end=(round(bx), round(by), 0), free=True, text=text)


def obstruction(world: RedEarthWorld, seen: Sight, lang: str) -> Fact:
    """Whether a line is Direct, or else what obstructs it. Rules: bpre.los.2-4."""
    label = say("screen.line", lang)
    if seen.line is Line.DIRECT:
        return Fact(label, say("screen.line-direct", lang), "bpre.los.2")
    known, pieces = known_field(world), survey(world).field.by_name
    names = dict.fromkeys(_named(pieces[name], known, lang) for name in seen.through)
    if not names:
        return Fact(label, say("screen.line-past", lang), "bpre.los.3")
    what = say("screen.between-names", lang).join(names)
    return Fact(label, say("screen.line-across", lang, what=what), "bpre.los.3")


def _named(piece: Piece, known: Field | None, lang: str) -> str:
    """What a piece is called: a window by the house that it is in."""
    name, part = piece_name(piece, known, lang), kind_in_words(piece.kind, lang)
    if not piece.structure or name == part:
        return name
    return say("screen.part-of", lang, part=part, building=name)


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
