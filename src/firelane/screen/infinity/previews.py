"""What a player may know of a declaration before making it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from firelane.core.requests import Answer, Request
from firelane.core.rules import Edition
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.infinity.acting import allowance, begin, way_of
from firelane.infinity.asking import Activate, Aros, DeclareSecond, GiveOrder, Second
from firelane.infinity.editions import edition_of
from firelane.infinity.frames import Attempt, Declared
from firelane.infinity.names import SEATS, other
from firelane.infinity.naming import part_name, rule_name, skill_name
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Declaration, Movement
from firelane.infinity.space import Survey, is_null, on_table
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.odds.preview import Foreseen
from firelane.odds.preview import preview as odds_of
from firelane.screen import plain
from firelane.screen.board import Fact
from firelane.screen.prompts import Chance, Outlook, Preview, SeenFrom, Sum, Summand
from firelane.table.movement import PathReport
from firelane.text import say

TableView = View[Table]


def preview(
    ruleset: Ruleset, view: TableView, request: Request, answer: Answer, measuring: bool, lang: str
) -> Preview:
    """An answer in words; for a way its length (which is measured before the end of it is chosen) and, with
    open measuring, who will get to react to it; for what is rolled its odds, at the true distance with open
    measuring, otherwise for each range band.

    Rules: measuring.after-declaration, measuring.movement-steps.
    """
    told = plain.judged(ruleset, view, request, answer, lang)
    declared = _declared(request, answer)
    outlooks: list[Outlook] = []
    hopeless: list[str] = []
    for name, skill in declared.items():
        if isinstance(skill, Movement) and skill.is_way_shown:
            return _of_way(view, view.table.world.troopers[name], skill, told, measuring, lang)
        waits = isinstance(request, DeclareSecond) and skill.is_idle
        if told.refusal or not (waits or skill.has_odds):
            continue
        foreseen = [
            each
            for each in odds_of(view, name, skill, measured=measuring)
            if each.possible or (waits and each.attempts)
        ]
        own = "" if isinstance(request, GiveOrder | DeclareSecond) else _own(view, name, skill, lang)
        outlooks += [
            _outlook(view, each, lang, own or _reaction(view, request, each, lang)) for each in foreseen
        ]
        if not waits and not any(_succeeds(each, name) for each in foreseen):
            hopeless.append(name)
    return replace(told, outlooks=tuple(outlooks), hopeless=tuple(hopeless))


def _succeeds(foreseen: Foreseen, name: str) -> bool:
    """Whether the trooper can succeed with anything."""
    chances = zip(foreseen.attempts, foreseen.odds.success, strict=True)
    return any(chance > 0 for attempt, chance in chances if attempt.actor == name)


def _declared(request: Request, answer: Answer) -> Mapping[str, Declaration]:
    """What the answer declares, by trooper."""
    if isinstance(request, GiveOrder) and isinstance(answer, Activate):
        return {answer.trooper: answer.skill}
    if isinstance(request, DeclareSecond) and isinstance(answer, Second):
        return {request.actors[0]: answer.skill}
    return answer.by if isinstance(answer, Aros) else {}


def _own(view: TableView, name: str, skill: Declaration, lang: str) -> str:
    """What one of one's own troopers does."""
    what = skill.words(view.table.world.troopers[name], lang)
    return say("infinity.activate", lang, trooper=name, what=what)


def _reaction(view: TableView, request: Request, foreseen: Foreseen, lang: str) -> str:
    """What the other side does: what it has declared already, and what it may still declare."""
    order = view.table.order
    if order is None or not isinstance(request, DeclareSecond):
        return say(REACTIONS[foreseen.reaction], lang)
    world = view.table.world
    acting = [(name, done.skills[-1]) for name, done in order.acting.items() if done.skills]
    declared = [
        _own(view, name, skill, lang) for name, skill in acting if world.troopers[name].seat != order.seat
    ]
    told = say("infinity.semicolon", lang).join(declared)
    if foreseen.reaction != "none":
        may = say(REACTIONS[foreseen.reaction], lang)
        return say("screen.declared-and", lang, declared=told, reaction=may) if told else may
    return say("screen.declared", lang, declared=told) if told else say("screen.nobody-reacted", lang)


def _outlook(view: TableView, foreseen: Foreseen, lang: str, title: str) -> Outlook:
    """One course of events: the numbers that are rolled against, and what becomes of whom."""
    world = view.table.world
    if foreseen.inches is not None:
        title = say("screen.up-to", lang, inches=foreseen.inches, reaction=title)
    sums = tuple(_sum(attempt, lang) for attempt in foreseen.attempts if not attempt.automatic)
    chances = [
        Chance(
            label=say("screen.succeeds", lang, trooper=attempt.actor, skill=skill_name(attempt.skill, lang)),
            chance=success,
            side=attempt.seat,
        )
        for attempt, success in zip(foreseen.attempts, foreseen.odds.success, strict=True)
    ]
    for name, fate in foreseen.odds.fates.items():
        seat = world.troopers[name].seat
        hurt = 1.0 - float(fate.lost[0])
        gains = other(seat) if seat in SEATS else ""
        if hurt > 0:
            chances.append(Chance(label=say("screen.hurt", lang, trooper=name), chance=hurt, side=gains))
            label = say("screen.out", lang, trooper=name)
            chances.append(Chance(label=label, chance=float(fate.out), side=gains))
        for state, chance in fate.states.items():
            label = say("screen.gains-state", lang, trooper=name, state=rule_name(state, lang))
            chances.append(Chance(label=label, chance=float(chance), side=gains))
    return Outlook(title=title, sums=sums, chances=tuple(chances))


REACTIONS = {
    "none": "screen.no-reaction",
    "bs-attack": "screen.shoots-back",
    "cc-attack": "screen.strikes-back",
    "dodge": "screen.dodges-it",
    "reset": "screen.resets",
}


def _sum(attempt: Attempt, lang: str) -> Sum:
    """A number that is rolled against."""
    number = attempt.against[0] if attempt.against else attempt.value
    key = {0: "screen.hopeless", 1: "screen.rolls-one"}.get(attempt.dice, "screen.rolls")
    skill = skill_name(attempt.skill, lang)
    label = say(key, lang, trooper=attempt.actor, dice=attempt.dice, skill=skill)
    parts = tuple(
        Summand(part.value, part_name(part.rule, lang), part.rule)
        for part in (number.base, *number.modifiers)
    )
    return Sum(label=label, total=number.total, parts=parts, figure=attempt.actor)


def _of_way(
    view: TableView, trooper: Trooper, move: Movement, told: Preview, measuring: bool, lang: str
) -> Preview:
    world = view.table.world
    order = view.table.order
    done = (order.acting.get(trooper.id) if order is not None else None) or begin(trooper)
    report = move.path(world, trooper, done)
    if report.trouble is not None:  # how far it leads before it is barred is of no use
        return told
    edition = edition_of(view.ruleset)
    reach = allowance(sheet(trooper.sheet), done, bool(move.posture))
    used = say("screen.inches-of", lang, used=f"{report.cost / 1000:.1f}", reach=f"{reach / 1000:.0f}")
    facts = (Fact(say("screen.length", lang), used, edition.statement("measuring.whole-route")),)
    if not measuring:
        return replace(told, facts=facts)
    survey = _gone(world, trooper, move, report, done)
    return replace(
        told,
        facts=(*facts, _cover(edition, survey, trooper.id, lang)),
        watchers=tuple(_watchers(edition, survey, trooper, lang)),
    )


def _gone(
    world: InfinityWorld, trooper: Trooper, move: Movement, report: PathReport, done: Declared
) -> Survey:
    """The table with the mover at the end of its way."""
    track = way_of(report)
    x, y, z = track[-1]
    moved = replace(trooper, x=x, y=y, z=z, prone=bool(move.posture))
    there = replace(world, troopers={**world.troopers, trooper.id: moved})
    return Survey(there, {trooper.id: replace(done, track=(*done.track, *track[1:]), moved=True)})


def _cover(edition: Edition, survey: Survey, name: str, lang: str) -> Fact:
    """Against whom the mover has Partial Cover where it ends, and against whom not."""
    moved = survey.world.troopers[name]
    figure = survey.at(name, (moved.x, moved.y, moved.z))
    open_to: list[str] = []
    covered: list[str] = []
    for foe in on_table(survey.world):
        if foe.seat == moved.seat or is_null(foe):
            continue
        here = (foe.x, foe.y, foe.z)
        if survey.lof(foe.id, here, figure):
            (covered if survey.covered(foe.id, here, figure) else open_to).append(foe.id)
    between = say("screen.between-names", lang)
    told = [
        say(key, lang, troopers=between.join(names))
        for key, names in (("screen.covered-from", covered), ("screen.open-to", open_to))
        if names
    ]
    value = say("screen.between-clauses", lang).join(told) or say("screen.out-of-sight", lang)
    return Fact(say("screen.cover-there", lang), value, edition.statement("cover.rule"))


def _watchers(edition: Edition, survey: Survey, trooper: Trooper, lang: str) -> Iterator[SeenFrom]:
    """The enemies that will see the mover on its way, or have it in their Zone of Control."""
    world = survey.world
    foes = {t.id: t for t in on_table(world) if t.seat != trooper.seat and not is_null(t)}
    seen = survey.seen_from(foes, trooper.id)
    for name in foes:
        if name in seen:
            x, y, _ = seen[name]
            text = say("screen.will-see", lang, trooper=name)
            yield SeenFrom(
                figure=name, text=text, at=(x, y), rule=edition.statement("aro.by-zone-of-control")
            )
        elif survey.in_zone(name, trooper.id):
            text = say("screen.in-zone", lang, trooper=name)
            yield SeenFrom(figure=name, text=text, rule=edition.statement("aro.by-skill"))
