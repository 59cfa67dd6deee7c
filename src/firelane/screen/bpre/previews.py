"""What a player may know of an answer before giving it: Red Earth measures freely, so all of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from firelane.bpre import asking
from firelane.bpre.able import may_react
from firelane.bpre.acts import Attack, CallFires, Detonate, Go
from firelane.bpre.atmospherics import Weather
from firelane.bpre.attacking import line_to, rolls_of
from firelane.bpre.cards import FIRE_FOR_EFFECT, Card
from firelane.bpre.edition import EDITION
from firelane.bpre.exploding import doors_blown, reached, vest_blast
from firelane.bpre.frames import AttackRoll, Firing, Strike
from firelane.bpre.names import IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.situation import Saving, Shooting, attack_numbers, movement, save_numbers
from firelane.bpre.space import Survey, bearing, survey
from firelane.bpre.view import Table
from firelane.bpre.words import rule_name
from firelane.bpre.world import KILLED, RedEarthWorld, Unit, card_of, on_table
from firelane.core.because import Number
from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.state import with_record
from firelane.core.views import View
from firelane.odds.redearth import Fate, outcome
from firelane.odds.redearth_course import Begun, Course
from firelane.screen import plain
from firelane.screen.board import Fact
from firelane.screen.bpre.looking import as_line, obstruction, sight
from firelane.screen.prompts import Chance, Outlook, Preview, SeenFrom, Sum, Summand
from firelane.table.looking import Line
from firelane.table.things import Door
from firelane.text import say

TableView = View[Table]


def preview(
    ruleset: Ruleset, view: TableView, request: Request, answer: Answer, _: bool, lang: str
) -> Preview:
    """An answer in words, with the length of its way, who will get to react, and what its attack needs."""
    told = plain.judged(ruleset, view, request, answer, lang)
    world = view.table.world
    match answer:
        case asking.Fire() if isinstance(request, asking.Activate) and not told.refusal:
            active = replace(world, active=answer.unit)
            return _of_attack(active, request.phase, _fired(request.phase, answer), told, lang)
        case asking.Shoot() if isinstance(request, asking.React) and not told.refusal:
            attack = AttackRoll(attacker=answer.unit, target=request.mover, occasion=IMMEDIATE_ACTION,
                                line="", cards=answer.cards, spread=answer.spread)  # fmt: skip
            return _of_attack(world, IMMEDIATE_ACTION, attack, told, lang)
        case asking.Maneuver(unit=unit, acts=acts):
            return _of_acts(world, world.units[unit], acts, told, lang)
        case asking.Acts(acts) if request.actors:
            return _of_acts(world, world.units[request.actors[0]], acts, told, lang)
        case _:
            return told


def _of_acts(world: RedEarthWorld, unit: Unit, acts: tuple[object, ...], told: Preview, lang: str) -> Preview:
    first = acts[0] if acts else None
    if isinstance(first, Attack) and not told.refusal:
        turned = world
        if first.target not in survey(world).in_sight(unit.id):
            target = world.units[first.target]
            facing = bearing(unit.x, unit.y, target.x, target.y)
            turned = replace(world, units=with_record(world.units, unit.id, replace(unit, facing=facing)))
        attack = AttackRoll(
            attacker=unit.id, target=first.target, occasion=MANEUVER, line="", cards=first.cards
        )
        return _of_attack(turned, MANEUVER, attack, told, lang)
    if isinstance(first, CallFires) and not told.refusal:
        return _of_strike(world, unit, first, told, lang)
    if isinstance(first, Detonate) and not told.refusal:
        return _of_vest(world, unit, told, lang)
    if not isinstance(first, Go) or not first.route:
        return told
    here = survey(world)
    reach = movement(EDITION, world, unit).total
    report = here.way(unit.id, first.route, reach, 1)
    if report.trouble is not None:
        return told
    used = say("screen.inches-of", lang, used=f"{report.cost / 1000:.1f}", reach=f"{reach / 1000:g}")
    facts = (Fact(say("screen.length", lang), used, "bpre.maneuver.3"),)
    places = [(x, y) for x, y, _, _ in report.track]
    watchers = tuple(_watchers(world, here, unit, places, lang))
    return replace(told, facts=facts, watchers=watchers)


def _of_strike(world: RedEarthWorld, unit: Unit, call: CallFires, told: Preview, lang: str) -> Preview:
    """What a Fires Card does, unless the wind carries it off."""
    scatters = EDITION.data(world.atmospherics, Weather).scatter and EDITION.data(call.card, Card).radius
    if scatters:
        return told
    target = world.units.get(call.target)
    x, y = (target.x, target.y) if target is not None else (call.x, call.y)
    strike = Strike(card=call.card, seat=unit.seat, x=x, y=y, target=call.target)
    chances = _fates(world, strike, lang)
    return replace(told, outlooks=(Outlook(title=rule_name(call.card, lang), chances=chances),))


def _of_vest(world: RedEarthWorld, unit: Unit, told: Preview, lang: str) -> Preview:
    """What a vest does to everybody near it; its wearer dies."""
    blast = vest_blast(EDITION, unit)
    after = replace(world, units=with_record(world.units, unit.id, replace(unit, place=KILLED)))
    blown = dict.fromkeys(doors_blown(after, blast), str(Door.DESTROYED))
    after = replace(after, doors={**world.doors, **blown})
    chances = _fates(after, replace(blast, left=reached(after, blast)), lang)
    dies = Chance(label=say("screen.killed", lang, unit=unit.id), chance=1.0, side=other(unit.seat))
    title = rule_name("skill.s-vest", lang)
    return replace(told, outlooks=(Outlook(title=title, chances=(dies, *chances)),))


def _fates(world: RedEarthWorld, begun: Begun, lang: str) -> tuple[Chance, ...]:
    """What becomes of everybody who may be harmed."""
    fates = outcome(Course(EDITION, world, begun), ()).fates
    return tuple(each for name, fate in fates.items() for each in _chances(world.units[name], fate, lang))


def _watchers(
    world: RedEarthWorld, here: Survey, unit: Unit, places: list[tuple[int, int]], lang: str
) -> Iterator[SeenFrom]:
    """The opponents that may shoot at the unit on its way, each with where it first sees it."""
    foes = [foe.id for foe in on_table(world, other(unit.seat)) if may_react(world, foe)]
    known: set[str] = set()
    for place, seen in zip(places, here.sighted_along(unit.id, places, foes), strict=True):
        for name in sorted(seen - known):
            known.add(name)
            text = say("screen.may-shoot", lang, unit=name)
            yield SeenFrom(figure=name, text=text, at=place, rule="bpre.immediate-action.1")


def _fired(phase: str, answer: asking.Fire) -> AttackRoll | Firing:
    """One attack, or several by a card."""
    if FIRE_FOR_EFFECT in answer.cards:
        return Firing(unit=answer.unit, targets=(answer.target, *answer.spread), cards=answer.cards)
    return AttackRoll(attacker=answer.unit, target=answer.target, occasion=phase, line="", cards=answer.cards,
                      at=answer.at, spread=answer.spread)  # fmt: skip


def _of_attack(
    world: RedEarthWorld, occasion: str, begun: AttackRoll | Firing, told: Preview, lang: str
) -> Preview:
    """What the first roll needs, and what all rolls do, with the cards that are named with the attack."""
    match begun:
        case AttackRoll():
            unit, target = world.units[begun.attacker], world.units[begun.target]
            rolls = rolls_of(EDITION, world, begun)
        case Firing():
            unit, target = world.units[begun.unit], world.units[begun.targets[0]]
            rolls = len(begun.targets)
    line = line_to(world, unit.id, target.id)
    needs, bonus = attack_numbers(EDITION, Shooting(world, unit, target, occasion, line), begun.cards)
    obstructed = line != Line.DIRECT
    sums = [
        _sum(say("screen.attack-needs", lang), needs, unit.id, lang),
        _sum(say("screen.attack-adds", lang), bonus, unit.id, lang),
    ]
    if card_of(world, target).save is not None:
        to_save, with_save = save_numbers(EDITION, Saving(world, target, "attack", obstructed))
        sums.append(_sum(say("screen.save-needs", lang), to_save, target.id, lang))
        sums.append(_sum(say("screen.save-adds", lang), with_save, target.id, lang))
    text = say("screen.line-obstructed" if obstructed else "screen.line-direct", lang)
    title = say("screen.several-rolls", lang, line=text, rolls=rolls) if rolls > 1 else text
    seen = sight(world, unit, target)
    found = outcome(Course(EDITION, world, begun), (target.id,))
    chances = [each for name, fate in found.fates.items() for each in _chances(world.units[name], fate, lang)]
    outlook = Outlook(title=title, sums=tuple(sums), chances=tuple(chances))
    facts, lines = (obstruction(world, seen, lang),), (as_line(seen, unit, target, lang),)
    return replace(told, facts=facts, outlooks=(outlook,), lines=lines)


def _chances(unit: Unit, fate: Fate, lang: str) -> tuple[Chance, ...]:
    """What becomes of one unit."""
    gains = other(unit.seat)
    return (
        Chance(label=say("screen.killed", lang, unit=unit.id), chance=float(fate.killed), side=gains),
        Chance(label=say("screen.staggered", lang, unit=unit.id), chance=float(fate.staggered), side=gains),
        Chance(label=say("screen.unharmed", lang, unit=unit.id), chance=float(fate.unharmed)),
    )


def _sum(label: str, number: Number, figure: str, lang: str) -> Sum:
    parts = [number.base, *number.modifiers] if number.base.rule else list(number.modifiers)
    summands = tuple(Summand(part.value, rule_name(part.rule, lang), part.rule) for part in parts)
    return Sum(label=label, total=number.total, parts=summands, figure=figure)
