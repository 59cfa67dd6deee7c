"""What a player may know of a declaration before making it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.infinity.acting import allowance, begin, walk, way_of
from firelane.infinity.asking import Activate, DeclareSecond, GiveOrder, Second
from firelane.infinity.frames import Declared
from firelane.infinity.sheets import sheet
from firelane.infinity.skills import AnySkill, Move
from firelane.infinity.space import Survey, is_null, on_table
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.screen import plain
from firelane.screen.board import Fact
from firelane.screen.prompts import Preview, SeenFrom
from firelane.table.movement import PathReport
from firelane.text import say

TableView = View[Table]


def preview(
    ruleset: Ruleset, view: TableView, request: Request, answer: Answer, measuring: bool, lang: str
) -> Preview:
    """An answer in words; for a way its length (which is measured before the end of it is chosen) and, with
    open measuring, who will get to react to it.

    Rules: n4-core.measuring.2-3.
    """
    told = plain.judged(ruleset, view, request, answer, lang)
    declared = _declared(request, answer)
    if declared is None:
        return told
    name, skill = declared
    trooper = view.table.world.troopers[name]
    if isinstance(skill, Move):
        return _of_way(view, trooper, skill, told, measuring, lang)
    return told


def _declared(request: Request, answer: Answer) -> tuple[str, AnySkill] | None:
    if isinstance(request, GiveOrder) and isinstance(answer, Activate):
        return answer.trooper, answer.skill
    if isinstance(request, DeclareSecond) and isinstance(answer, Second):
        return request.actors[0], answer.skill
    return None


def _of_way(
    view: TableView, trooper: Trooper, move: Move, told: Preview, measuring: bool, lang: str
) -> Preview:
    world = view.table.world
    order = view.table.order
    done = (order.acting.get(trooper.id) if order is not None else None) or begin(trooper)
    report = walk(world, trooper, move, done)
    reach = allowance(sheet(trooper.sheet), done, move.prone)
    used = say("screen.inches-of", lang, used=f"{report.cost / 1000:.1f}", reach=f"{reach / 1000:.0f}")
    facts = (Fact(say("screen.length", lang), used, "n4-core.measuring.4"),)
    if not measuring or report.trouble is not None:
        return replace(told, facts=facts)
    return replace(told, facts=facts, watchers=tuple(_watchers(world, trooper, report, done, lang)))


def _watchers(
    world: InfinityWorld, trooper: Trooper, report: PathReport, done: Declared, lang: str
) -> Iterator[SeenFrom]:
    """The enemies that will see the mover on its way, or have it in their Zone of Control."""
    track = way_of(report)
    end = track[-1]
    moved = replace(trooper, x=end[0], y=end[1], z=end[2])
    there = replace(world, troopers={**world.troopers, trooper.id: moved})
    going = replace(done, track=(*done.track, *track[1:]), moved=True)
    survey = Survey(there, {trooper.id: going})
    foes = {t.id: t for t in on_table(world) if t.seat != trooper.seat and not is_null(t)}
    seen = survey.seen_from(foes, trooper.id)
    for name in foes:
        if name in seen:
            x, y, _ = seen[name][0]
            text = say("screen.will-see", lang, trooper=name)
            yield SeenFrom(figure=name, text=text, at=(x, y), rule="n4-core.aro.2")
        elif survey.in_zone(name, trooper.id):
            text = say("screen.in-zone", lang, trooper=name)
            yield SeenFrom(figure=name, text=text, rule="n4-core.aro.3")
