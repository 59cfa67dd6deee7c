"""What a figure sees, who sees it, and how it gets somewhere."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from firelane.core.because import Number
from firelane.core.events import Event
from firelane.core.requests import Request
from firelane.core.views import View
from firelane.infinity.acting import allowance, begin, move_rules
from firelane.infinity.asking import DodgeMoves
from firelane.infinity.events import OrderSpent, Rolled
from firelane.infinity.naming import part_name
from firelane.infinity.sheets import sheet
from firelane.infinity.space import Survey, body, field_of, is_null, on_table
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.screen.infinity.weapons import weapon_cards
from firelane.screen.prompts import Look, Sightline, Way
from firelane.screen.screens import Place3
from firelane.table.reach import Route, shortest_path
from firelane.table.sight import look as look_at
from firelane.table.things import Posture
from firelane.text import say

TableView = View[Table]


def look(view: TableView, name: str, lang: str) -> Look:
    """Lines of Fire from and to a figure as it stands: everybody may look along the table."""
    world = view.table.world
    trooper = world.troopers.get(name)
    if trooper is None:
        return Look(figure=name)
    weapons = weapon_cards(trooper, lang)
    if trooper.place is not Place.TABLE:
        return Look(figure=name, weapons=weapons)
    survey = Survey(world, {})
    foes = [foe for foe in on_table(world) if foe.seat != trooper.seat]
    sees = [foe for foe in foes if not is_null(trooper) and _sees(survey, trooper, foe)]
    seen_by = [foe for foe in foes if not is_null(foe) and _sees(survey, foe, trooper)]
    lines = [_line(survey, trooper, foe, lang) for foe in sees]
    return Look(
        figure=name,
        sees=tuple(foe.id for foe in sees),
        seen_by=tuple(foe.id for foe in seen_by),
        lines=tuple(line for line in lines if line is not None),
        weapons=weapons,
    )


def _sees(survey: Survey, looker: Trooper, target: Trooper) -> bool:
    return survey.lof(looker.id, (looker.x, looker.y, looker.z), body(target))


def _line(survey: Survey, looker: Trooper, target: Trooper, lang: str) -> Sightline | None:
    """The line that decided."""
    figure = body(target)
    seen = survey.sight(looker.id, (looker.x, looker.y, looker.z), figure)
    if seen.segment is None:
        return None
    (ax, ay, az), (bx, by, bz) = seen.segment
    text = say("screen.line-cover" if seen.gives_cover is not None else "screen.line-clear", lang)
    return Sightline(
        start=(round(ax), round(ay), round(az)), end=(round(bx), round(by), round(bz)), free=True, text=text
    )


def fired(view: TableView, events: Sequence[Event], lang: str) -> tuple[Sightline, ...]:
    """The Lines of Fire of what was rolled in the last Order, each with its MODs (range, cover)."""
    troopers = view.table.world.troopers
    begun = max((n for n, event in enumerate(events) if isinstance(event, OrderSpent)), default=0)
    survey = Survey(view.table.world, {})
    lines: dict[tuple[str, str], Sightline] = {}
    for event in events[begun:]:
        if not isinstance(event, Rolled) or event.actor == event.target:
            continue
        actor, target = troopers.get(event.actor), troopers.get(event.target)
        if actor is None or target is None:
            continue
        start, end = _shot(survey, actor, target, event)
        text = _mods(event.value, lang)
        lines[actor.id, target.id] = Sightline(start=start, end=end, free=True, text=text)
    return tuple(lines.values())


def _shot(survey: Survey, actor: Trooper, target: Trooper, rolled: Rolled) -> tuple[Place3, Place3]:
    """The free line between where the two were when it was rolled; from base to base if one has fallen."""
    start = rolled.at or (actor.x, actor.y, actor.z)
    end = rolled.aimed or (target.x, target.y, target.z)
    on = actor.place is Place.TABLE and target.place is Place.TABLE
    eyes, figure = survey.at(actor.id, start), survey.at(target.id, end)
    seen = look_at(survey.field, eyes, figure, survey.all_round, survey.models) if on else None
    if seen is None or seen.segment is None:
        return start, end
    (ax, ay, az), (bx, by, bz) = seen.segment
    return (round(ax), round(ay), round(az)), (round(bx), round(by), round(bz))


def _mods(value: Number, lang: str) -> str:
    return say("screen.between-names", lang).join(
        say("screen.mod", lang, name=part_name(part.rule, lang), value=f"{part.value:+d}")
        for part in value.modifiers
    )


def way(view: TableView, request: Request, name: str, start: Place3 | None, to: Place3, lang: str) -> Way:
    """The shortest way of a trooper to a place, as far as the ground goes: how long it may be is not told."""
    world = view.table.world
    trooper = world.troopers.get(name)
    if trooper is None or trooper.place is not Place.TABLE:
        return Way(trouble=say("screen.no-way", lang))
    found = _found(world, trooper, start, to, _within(view, request, trooper))
    if found is None:
        return Way(trouble=say("screen.no-way", lang))
    route = tuple((w.x, w.y, w.z, str(w.way)) for w in found.waypoints)
    return Way(route=route, length=round(found.report.length))


def _within(view: TableView, request: Request, trooper: Trooper) -> int:
    if isinstance(request, DodgeMoves):
        return request.reach.get(trooper.id, 0)
    order = view.table.order
    done = (order.acting.get(trooper.id) if order is not None else None) or begin(trooper)
    return allowance(sheet(trooper.sheet), done, trooper.prone)


def _found(
    world: InfinityWorld, trooper: Trooper, start: Place3 | None, to: Place3, reach: int
) -> Route | None:
    figure = replace(body(trooper), posture=Posture.STANDING)
    if start is not None:
        figure = figure.at(*start, surface="")
    others = [body(t) for t in on_table(world) if t.id != trooper.id]
    rules = replace(move_rules(sheet(trooper.sheet), reach), allowance=4 * reach)
    return shortest_path(field_of(world), figure, to, others, rules)
