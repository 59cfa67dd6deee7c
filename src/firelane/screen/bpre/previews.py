"""What a player may know of an answer before giving it: Red Earth measures freely, so all of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from firelane.bpre import asking
from firelane.bpre.able import may_react
from firelane.bpre.acts import Attack, Go
from firelane.bpre.edition import EDITION
from firelane.bpre.names import IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.situation import Saving, Shooting, attack_numbers, movement, save_numbers
from firelane.bpre.space import Survey, survey
from firelane.bpre.view import Table
from firelane.bpre.words import rule_name
from firelane.bpre.world import RedEarthWorld, Unit, card_of, on_table
from firelane.core.because import Number
from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.odds import redearth
from firelane.screen import plain
from firelane.screen.board import Fact
from firelane.screen.prompts import Chance, Outlook, Preview, SeenFrom, Sightline, Sum, Summand
from firelane.table.sight import Line
from firelane.text import say

TableView = View[Table]


def preview(
    ruleset: Ruleset, view: TableView, request: Request, answer: Answer, _: bool, lang: str
) -> Preview:
    """An answer in words, with the length of its way, who will get to react, and what its attack needs."""
    told = plain.judged(ruleset, view, request, answer, lang)
    world = view.table.world
    match answer:
        case asking.Fire(unit, target, cards) if request.kind == "activate" and not told.refusal:
            occasion = str(getattr(request, "phase", ""))
            return _of_attack(world, world.units[unit], world.units[target], occasion, cards, told, lang)
        case asking.Shoot(unit, cards) if isinstance(request, asking.React) and not told.refusal:
            mover = world.units[request.mover]
            return _of_attack(world, world.units[unit], mover, IMMEDIATE_ACTION, cards, told, lang)
        case asking.Maneuver(unit=unit, acts=acts):
            return _of_acts(world, world.units[unit], acts, told, lang)
        case asking.Acts(acts) if request.actors:
            return _of_acts(world, world.units[request.actors[0]], acts, told, lang)
        case _:
            return told


def _of_acts(world: RedEarthWorld, unit: Unit, acts: tuple[object, ...], told: Preview, lang: str) -> Preview:
    first = acts[0] if acts else None
    if isinstance(first, Attack) and not told.refusal:
        return _of_attack(world, unit, world.units[first.target], MANEUVER, first.cards, told, lang)
    if not isinstance(first, Go) or not first.route:
        return told
    here = survey(world)
    reach = movement(EDITION, world, unit).total
    report = here.way(unit.id, first.route, reach, 1)
    used = say("screen.inches-of", lang, used=f"{report.cost / 1000:.1f}", reach=f"{reach / 1000:g}")
    facts = (Fact(say("screen.length", lang), used, "bpre.maneuver.3"),)
    places = [(x, y) for x, y, _, _ in report.track]
    watchers = () if report.trouble is not None else tuple(_watchers(world, here, unit, places, lang))
    return replace(told, facts=facts, watchers=watchers)


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


def _of_attack(
    world: RedEarthWorld,
    unit: Unit,
    target: Unit,
    occasion: str,
    cards: tuple[str, ...],
    told: Preview,
    lang: str,
) -> Preview:
    line = survey(world).line(unit.id, target.id, turning=occasion == MANEUVER)
    needs, bonus = attack_numbers(EDITION, Shooting(world, unit, target, occasion, str(line)), cards)
    obstructed = line is not Line.DIRECT
    sums = [
        _sum(say("screen.attack-needs", lang), needs, unit.id, lang),
        _sum(say("screen.attack-adds", lang), bonus, unit.id, lang),
    ]
    to_save = with_save = None
    if card_of(world, target).save is not None:
        to_save, with_save = save_numbers(EDITION, Saving(world, target, "attack", obstructed))
        sums.append(_sum(say("screen.save-needs", lang), to_save, target.id, lang))
        sums.append(_sum(say("screen.save-adds", lang), with_save, target.id, lang))
    text = say("screen.line-obstructed" if obstructed else "screen.line-direct", lang)
    drawn = Sightline(start=(unit.x, unit.y, 0), end=(target.x, target.y, 0), free=True, text=text)
    chances = _chances(world, target, needs.total, bonus.total, to_save, with_save, obstructed, lang)
    return replace(told, outlooks=(Outlook(title=text, sums=tuple(sums), chances=chances),), lines=(drawn,))


def _chances(
    world: RedEarthWorld,
    target: Unit,
    needs: int,
    bonus: int,
    save: Number | None,
    added: Number | None,
    obstructed: bool,
    lang: str,
) -> tuple[Chance, ...]:
    """What one attack roll does, exactly."""
    aimed = redearth.Target(
        needs=needs,
        save=save.total if save is not None else None,
        bonus=added.total if added is not None else 0,
        staggered=target.staggered,
        obstructed=obstructed,
        worth=card_of(world, target).cp,
    )
    fate = redearth.attack(redearth.Attack(bonus=bonus), (aimed,), redearth.figures_of(EDITION)).fates[0]
    gains = other(target.seat)
    return (
        Chance(label=say("screen.killed", lang, unit=target.id), chance=float(fate.killed), side=gains),
        Chance(label=say("screen.staggered", lang, unit=target.id), chance=float(fate.staggered), side=gains),
        Chance(label=say("screen.unharmed", lang, unit=target.id), chance=float(fate.unharmed)),
    )


def _sum(label: str, number: Number, figure: str, lang: str) -> Sum:
    parts = [number.base, *number.modifiers] if number.base.rule else list(number.modifiers)
    summands = tuple(Summand(part.value, rule_name(part.rule, lang), part.rule) for part in parts)
    return Sum(label=label, total=number.total, parts=summands, figure=figure)
