"""Infinity in words: sentences from the message catalogue, names from the rulebook and the charts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import cache

from firelane.core.because import Modifier, Number
from firelane.core.events import (
    AnsweredAutomatically,
    DiceRolled,
    DrawAgreed,
    Event,
    GameEnded,
    StandingEnded,
)
from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Words
from firelane.core.views import View
from firelane.forces.library import forces
from firelane.infinity import asking, skills
from firelane.infinity import events as happened
from firelane.infinity.mapping import text_map
from firelane.infinity.names import CUT_OFF, SEATS
from firelane.infinity.sheets import MARKER, sheet
from firelane.infinity.skilltable import key_of
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.rulebook.book import Book
from firelane.text import has, say, seat_name

BOOKS = ("c1", "n4", "n4-core", "n3", "n2")
"""Where names of skills and states are looked for, the first that knows one first."""
ARROWS = "→↗↑↖←↙↓↘"
Point = tuple[int, int, int]


# Names


@cache
def rule_name(key: str, lang: str) -> str:
    """The name of a skill, state or other rule by its neutral key."""
    if key == CUT_OFF:
        return say("infinity.cut-off", lang)
    book = Book.open()
    for prefix in BOOKS:
        if book.is_rule(f"{prefix}.{key}"):
            return book.rule(f"{prefix}.{key}").name.say(lang)
    return key


def skill_name(key: str, lang: str) -> str:
    """The name of a skill as it is declared."""
    return say("infinity.use-objective", lang) if key == "use-objective" else rule_name(key, lang)


@cache
def part_name(rule: str, lang: str) -> str:
    """What a part of a sum is called: the attribute, or the rule that adds it."""
    stem, _, last = rule.rpartition(".")
    if stem == "attribute":
        return last.upper()
    if stem in ("n4-core.saving-roll", "n2.damage"):
        return say("infinity.damage", lang)
    if has(rule):
        return say(rule, lang)
    book = Book.open()
    entry = stem if last.isdecimal() else rule
    return book.rule(entry).name.say(lang) if book.is_rule(entry) else rule


@cache
def weapon_name(key: str, lang: str) -> str:
    """A weapon, with its mode where it has several."""
    mode = forces("c1").modes.get(key)
    if mode is None:
        return rule_name(key, lang)
    name = mode.name.say(lang)
    return f"{name} ({mode.mode.say(lang)})" if mode.mode else name


def unit_name(trooper: Trooper | str) -> str:
    """What stands there, as the unit calls it."""
    facts = sheet(trooper if isinstance(trooper, str) else trooper.sheet).facts
    return facts.name or facts.unit_name


@cache
def thing_name(name: str, lang: str) -> str:
    """What a console, a supply box, a mine or a marker is called; others are called as they are."""
    stem, _, number = name.rpartition("-")
    if stem in ("console", "box"):
        return say(f"infinity.name-{stem}", lang, number=number)
    seat, _, kind = stem.rpartition("-")
    if kind not in ("item", "marker"):
        return name
    return say(f"infinity.name-{kind}", lang, seat=seat_name(seat, lang), number=number)


def _zone(zone: str, lang: str) -> str:
    """A Deployment Zone, as the ready battlefields name it."""
    key = f"infinity.zone-{zone}"
    return say(key, lang) if has(key) else zone


def value(_: View[Table], key: str, lang: str) -> str:
    """A name or key among the arguments of a refusal."""
    for made in (f"table.bar-{key}", f"screen.seat-{key}", f"infinity.zone-{key}"):
        if has(made):
            return say(made, lang)
    named = thing_name(key, lang)
    return named if named != key else weapon_name(key, lang)


def _weapons(trooper: Trooper, lang: str) -> str:
    carried = sheet(trooper.sheet).facts.weapons
    names = [c.name.ja if lang == "ja" and c.name.ja else c.name.en for c in carried]
    return _listed(names, lang)


def _listed(parts: Iterable[str], lang: str) -> str:
    return say("infinity.comma", lang).join(parts)


def _place(x: int, y: int, z: int = 0) -> str:
    where = f"{x / 1000:.1f}, {y / 1000:.1f}"
    return f"({where}, {z / 1000:.1f}↑)" if z else f"({where})"


def _things(names: Iterable[str], lang: str) -> str:
    return _listed([thing_name(name, lang) for name in names], lang)


def _faces(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def _scores(scores: Iterable[tuple[str, object]], lang: str) -> str:
    return _listed([f"{seat_name(seat, lang)} {value}" for seat, value in scores], lang)


def number_in_words(number: Number, lang: str) -> str:
    """A sum with its parts: `9 (BS 12, Cover -3)`."""
    parts = _listed([_part(part, first=part is number.base, lang=lang)
                     for part in (number.base, *number.modifiers)], lang)  # fmt: skip
    return say("infinity.number", lang, total=number.total, parts=parts)


def _part(part: Modifier, first: bool, lang: str) -> str:
    shown = str(part.value) if first else f"{part.value:+d}"
    return say("infinity.part", lang, name=part_name(part.rule, lang), value=shown)


# The table


MISSIONS = {
    "annihilation": "infinity.mission-annihilation",
    "domination": "infinity.mission-domination",
    "supplies": "infinity.mission-supplies",
    "firefight": "infinity.mission-firefight",
    "standard": "infinity.mission-standard",
}


def table(view: View[Table], lang: str) -> list[str]:
    """The table as text: how the game stands, a map, and who is where."""
    world = view.table.world
    mission = say(MISSIONS[world.mission], lang)
    if not world.round:
        lines = [say("infinity.head-setup", lang, mission=mission)]
    else:
        scores = _scores([(side.seat, side.objective_points) for side in world.sides.values()], lang)
        lines = [say("infinity.head", lang, round=world.round, rounds=world.rounds,
                     active=seat_name(world.active, lang), mission=mission, scores=scores)]  # fmt: skip
        side = world.sides[world.active]
        lines.append(say("infinity.orders-left", lang, seat=seat_name(side.seat, lang),
                         pool=side.pool, lieutenant=int(side.lieutenant_order),
                         own=len(side.own)))  # fmt: skip
    picture, labels = text_map(world, view.seat)
    lines += [*picture, say("infinity.map-legend", lang)]
    lines += [_trooper(t, labels.get(t.id, " "), lang) for t in _in_order(world, view.seat)]
    for item in world.items.values():
        lines.append(say("infinity.mine", lang, name=thing_name(item.id, lang),
                         weapon=weapon_name(item.weapon, lang),
                         place=_place(item.x, item.y, item.z)))  # fmt: skip
    for objective in world.objectives.values():
        owner = objective.carrier or objective.owner
        lines.append(say("infinity.objective", lang, name=thing_name(objective.id, lang),
                         owner=_holder(owner, lang),
                         place=_place(objective.x, objective.y, objective.z)))  # fmt: skip
    return lines


def _holder(owner: str, lang: str) -> str:
    return seat_name(owner, lang) if owner else say("infinity.nobody", lang)


def _in_order(world: InfinityWorld, seat: str) -> list[Trooper]:
    here = [t for t in world.troopers.values() if t.place is not Place.GONE]
    return sorted(here, key=lambda t: (t.seat != seat, t.id))


def _trooper(trooper: Trooper, label: str, lang: str) -> str:
    place = _place(trooper.x, trooper.y, trooper.z)
    if trooper.sheet.startswith(MARKER):
        size = trooper.sheet.removeprefix(MARKER)
        return say("infinity.marker", lang, name=trooper.id, size=size, place=place)
    unit, weapons = unit_name(trooper), _weapons(trooper, lang)
    if trooper.place is Place.AIR:
        return say("infinity.in-the-air", lang, name=trooper.id, unit=unit, weapons=weapons)
    if trooper.place is Place.LIST:
        return say("infinity.in-the-list", lang, name=trooper.id, unit=unit, weapons=weapons)
    made = sheet(trooper.sheet).facts.has_structure
    points = say("infinity.points-str" if made else "infinity.points-w", lang, count=trooper.points)
    states = [rule_name(state, lang) for state in trooper.states]
    states += [say("infinity.prone", lang)] if trooper.prone else []
    states += [say("infinity.hidden", lang)] if trooper.marker else []
    told = say("infinity.states", lang, states=_listed(states, lang)) if states else ""
    return say("infinity.own-trooper", lang, label=label, name=trooper.id, unit=unit, weapons=weapons,
               place=place, points=points, states=told)  # fmt: skip


# Questions


def request(view: View[Table], asked: Request, lang: str) -> str:
    """The question."""
    actors = _listed(asked.actors, lang)
    match asked:
        case asking.KeepOne():
            return say("infinity.keep-one", lang)
        case asking.ChooseTurns():
            return say("infinity.choose-turns", lang)
        case asking.ChooseZones():
            return say("infinity.choose-zones", lang)
        case asking.Deploy():
            count = len(asked.actors) - asked.held_back
            return say(
                "infinity.deploy", lang, count=count, zone=_zone(asked.zone, lang), held=asked.held_back
            )
        case asking.GiveOrder():
            return say("infinity.give-order", lang)
        case asking.DeclareSecond():
            first = skill_name(asked.first, lang)
            return say("infinity.declare-second", lang, trooper=asked.actors[0], first=first)
        case asking.DeclareAros():
            to = _listed(asked.to, lang)
            if not asked.actors:
                return say("infinity.declare-aros-nobody", lang, to=to)
            able = [_right(name, asked.rights.get(name, ()), lang) for name in asked.actors]
            return say("infinity.declare-aros", lang, to=to, actors=_listed(able, lang))
        case asking.DodgeMoves():
            return say("infinity.dodge-moves", lang, actors=actors)
        case asking.TurnAlerted():
            return say("infinity.turn-alerted", lang, actors=actors)
        case asking.Regenerate():
            return say("infinity.regenerate", lang, actors=actors)
        case _:
            return asked.kind


GROUNDS = {"lof": "LoF", "zoc": "ZoC"}


def _right(name: str, grounds: tuple[str, ...], lang: str) -> str:
    told = [GROUNDS.get(why) or (say("infinity.template", lang) if why == "template" else why)
            for why in grounds]  # fmt: skip
    return say("infinity.may-react", lang, trooper=name, grounds=_listed(told, lang))


# Choices


def answer(view: View[Table], asked: Request, given: Answer, lang: str) -> str:
    """A choice."""
    world = view.table.world
    match given:
        case asking.Keep(kept):
            initiative = kept is asking.Kept.INITIATIVE
            return say("infinity.kept-initiative" if initiative else "infinity.kept-deployment", lang)
        case asking.TurnsChosen(first):
            return say("infinity.goes-first", lang, seat=seat_name(first, lang))
        case asking.ZonesChosen(first, zone):
            return say("infinity.zone-chosen", lang, first=seat_name(first, lang), zone=_zone(zone, lang))
        case asking.Deployed(troopers):
            return say("infinity.deployed", lang, places=_listed(
                [_placed(name, at, lang) for name, at in troopers.items()], lang))  # fmt: skip
        case asking.Activate():
            return _activation(world, given, lang)
        case asking.Second():
            return skill_in_words(given.skill, world.troopers.get(asked.actors[0]), lang)
        case asking.EndOrders():
            return say("infinity.end-orders", lang)
        case asking.Aros(by=by):
            each = [say("infinity.activate", lang, trooper=name, what=skill_in_words(skill, None, lang))
                    for name, skill in by.items()]  # fmt: skip
            return say("infinity.semicolon", lang).join(each) or say("infinity.nobody-reacts", lang)
        case asking.Dodged(routes=routes):
            each = [say("infinity.dodges-to", lang, trooper=name, place=_place(*route[-1][:3]))
                    for name, route in routes.items()]  # fmt: skip
            return _listed(each, lang) or say("infinity.nobody-moves", lang)
        case asking.Turned(facings=facings):
            each = [say("infinity.turns-to", lang, trooper=name, facing=facing)
                    for name, facing in facings.items()]  # fmt: skip
            return _listed(each, lang) or say("infinity.nobody-turns", lang)
        case asking.Regenerating(troopers=names):
            each = [say("infinity.regenerates", lang, trooper=name) for name in names]
            return _listed(each, lang) or say("infinity.nobody-regenerates", lang)
        case _:
            return repr(given)


def _placed(name: str, at: asking.Placement, lang: str) -> str:
    place = _place(at.x, at.y, at.z)
    key = at.camouflaged
    return say("infinity.placed-hidden" if key else "infinity.placed", lang, trooper=name, place=place)


def _activation(world: InfinityWorld, given: asking.Activate, lang: str) -> str:
    what = skill_in_words(given.skill, world.troopers.get(given.trooper), lang)
    if given.order is asking.OrderType.LIEUTENANT:
        return say("infinity.activate-lieutenant", lang, trooper=given.trooper, what=what)
    if given.order is asking.OrderType.OWN:
        return say("infinity.activate-own", lang, trooper=given.trooper, what=what)
    return say("infinity.activate", lang, trooper=given.trooper, what=what)


def skill_in_words(skill: skills.AnySkill, trooper: Trooper | None, lang: str) -> str:
    """A skill with its choices, as it is declared."""
    match skill:
        case skills.Move(route=route, prone=prone):
            end = route[-1] if route else (0, 0, 0, "")
            if trooper is not None and end[:3] == (trooper.x, trooper.y, trooper.z):
                return say("infinity.does-lie-down" if prone else "infinity.does-stand-up", lang)
            way = _arrow(trooper, (end[0], end[1], end[2]))
            key = "infinity.does-move-prone" if prone else "infinity.does-move"
            return say(key, lang, way=way, place=_place(*end[:3]))
        case skills.Jump(to=to):
            return say("infinity.does-jump", lang, place=_place(*to))
        case skills.BSAttack(weapon=weapon, targets=targets):
            return say(
                "infinity.does-shoot", lang, weapon=weapon_name(weapon, lang), targets=_aimed(targets, lang)
            )
        case skills.Template(weapon=weapon, directions=ways):
            told = _listed([f"{way}°" for way in ways], lang)
            return say("infinity.does-template", lang, weapon=weapon_name(weapon, lang), directions=told)
        case skills.CCAttack(weapon=weapon, targets=targets):
            return say(
                "infinity.does-strike", lang, weapon=weapon_name(weapon, lang), targets=_aimed(targets, lang)
            )
        case skills.Dodge(prone=prone):
            return say("infinity.does-dodge-prone" if prone else "infinity.does-dodge", lang)
        case skills.Discover(target):
            return say("infinity.does-discover", lang, target=target)
        case skills.PlaceDeployable(weapon=weapon, at=at):
            return say("infinity.does-place", lang, weapon=weapon_name(weapon, lang), place=_place(*at))
        case skills.Hack(program=program, targets=targets):
            return say(
                "infinity.does-hack", lang, program=rule_name(program, lang), targets=_aimed(targets, lang)
            )
        case skills.Doctor(target=target) | skills.MediKit(target=target):
            return say("infinity.does-treat", lang, target=target, skill=skill_name(key_of(skill), lang))
        case skills.Engineer(target=target):
            return say("infinity.does-repair", lang, target=target)
        case skills.Drop(to=to):
            return say("infinity.does-drop", lang, place=_place(*to))
        case skills.Enter(to=to):
            return say("infinity.does-enter", lang, place=_place(*to))
        case skills.Use(objective=objective):
            return say("infinity.does-use", lang, target=thing_name(objective, lang))
        case _:
            return PLAIN[type(skill)](lang)


PLAIN: dict[type, Callable[[str], str]] = {
    skills.Idle: lambda lang: say("infinity.does-idle", lang),
    skills.Reset: lambda lang: say("infinity.does-reset", lang),
    skills.Delay: lambda lang: say("infinity.does-delay", lang),
    skills.HideAgain: lambda lang: say("infinity.does-hide", lang),
}


def _aimed(targets: object, lang: str) -> str:
    assert isinstance(targets, dict)
    return _listed(
        [
            say("infinity.dice-at", lang, target=thing_name(name, lang), count=dice)
            for name, dice in targets.items()
        ],
        lang,
    )


def _arrow(trooper: Trooper | None, to: Point) -> str:
    """Which way, and how far as the crow flies: the player chooses the place, so he may know it."""
    if trooper is None:
        return ""
    dx, dy = to[0] - trooper.x, to[1] - trooper.y
    eighth = round(math.degrees(math.atan2(dy, dx)) / 45) % 8
    return f"{ARROWS[eighth]} {math.hypot(dx, dy) / 1000:.1f}″"


# What happened


def event(_: View[Table], what: Event, lang: str) -> str:
    """What happened; what nobody needs to read is empty. Markers are named in words: they come and go."""
    return MARKERS.sub(lambda found: thing_name(found.group(), lang), _event(what, lang))


MARKERS = re.compile(rf"(?:{'|'.join(SEATS)})-marker-\d+")


def _event(what: Event, lang: str) -> str:
    for kinds, tell in ((_SETUP, _set_up), (_TURNS, _turns), (_TABLE, _on_the_table), (_DICE, _dice)):
        if isinstance(what, kinds):
            return tell(what, lang)
    match what:
        case GameEnded(outcome=outcome):
            scores, winners = _scores(outcome.scores.items(), lang), _seats(outcome.winners, lang)
            if not scores:
                return say("screen.won", lang, seat=winners) if winners else say("screen.drawn", lang)
            if not winners:
                return say("infinity.drawn", lang, scores=scores)
            return say("infinity.won", lang, winners=winners, scores=scores)
        case AnsweredAutomatically(policy=policy):
            told = say(f"screen.policy-{policy}", lang)
            return say("infinity.answered-automatically", lang, policy=told)
        case StandingEnded():
            return say("infinity.standing-ended", lang)
        case DrawAgreed(seat=seat, agreed=agreed):
            key = "infinity.draw-offered" if agreed else "infinity.draw-turned-down"
            return say(key, lang, seat=seat_name(seat, lang))
        case DiceRolled() | happened.Faced():
            return ""  # the rolls that they are part of are told one by one; facings are on the table
        case _:
            return ""


def _seats(seats: Iterable[str], lang: str) -> str:
    return _listed([seat_name(seat, lang) for seat in seats], lang)


_SETUP = (
    happened.InitiativeRolled, happened.InitiativeKept, happened.FirstTurnSet, happened.ZoneTaken,
    happened.TrooperDeployed, happened.HeldBack, happened.TokenGiven, happened.ObjectivePlaced,
    happened.ListsOpened, happened.TokenTaken,
)  # fmt: skip
_TURNS = (
    happened.TurnBegan, happened.LieutenantNamed, happened.OrderSpent, happened.OrdersDropped,
    happened.SkillDeclared, happened.AroDeclared, happened.BecameIdle, happened.Scored, happened.TurnsOpened,
)  # fmt: skip
_TABLE = (
    happened.Moved, happened.PostureChanged, happened.Entered, happened.MarkerRevealed, happened.Hidden,
    happened.PointsLost, happened.PointsGained, happened.StateGained, happened.StateLost, happened.Removed,
    happened.UseSpent, happened.DiscoverFailed, happened.ItemPlaced, happened.ItemRevealed,
    happened.ItemRemoved, happened.ObjectiveChanged, happened.BoxTaken, happened.BoxDropped,
)  # fmt: skip
_DICE = (happened.Rolled, happened.Saved, happened.ModsTold)


def _set_up(what: Event, lang: str) -> str:
    match what:
        case happened.InitiativeRolled(winner=winner, faces=faces):
            fell, won = _scores(faces.items(), lang), seat_name(winner, lang)
            return say("infinity.initiative-rolled", lang, faces=fell, winner=won)
        case happened.InitiativeKept(seat=seat, kept=kept):
            initiative = kept == asking.Kept.INITIATIVE
            key = "infinity.kept-initiative-told" if initiative else "infinity.kept-deployment-told"
            return say(key, lang, seat=seat_name(seat, lang))
        case happened.FirstTurnSet(first=first):
            return say("infinity.first-turn-set", lang, first=seat_name(first, lang))
        case happened.ZoneTaken(seat=seat, zone=zone):
            return say("infinity.zone-taken", lang, seat=seat_name(seat, lang), zone=_zone(zone, lang))
        case happened.TrooperDeployed(trooper=trooper, at=at):
            return say("infinity.trooper-deployed", lang, trooper=trooper, place=_place(at.x, at.y, at.z))
        case happened.HeldBack(seat=seat, count=count):
            return say("infinity.held-back", lang, seat=seat_name(seat, lang), count=count)
        case happened.TokenGiven(rem=rem):
            return say("infinity.token-given", lang, rem=rem)
        case happened.TokenTaken(rem=rem):
            return say("infinity.token-taken", lang, rem=rem)
        case happened.ObjectivePlaced(objective=o):
            name = thing_name(o.id, lang)
            return say("infinity.objective-placed", lang, name=name, place=_place(o.x, o.y, o.z))
        case happened.ListsOpened(sheets=sheets):
            each = [_whole(name, kind, lang) for name, kind in sheets.items()]
            return say("infinity.lists-opened", lang, troopers=_listed(each, lang))
        case _:
            return ""


def _whole(name: str, kind: str, lang: str) -> str:
    unit, carried = unit_name(kind), sheet(kind).facts.weapons
    if not carried:
        return say("infinity.is-a", lang, trooper=name, unit=unit)
    return say("infinity.is-a-with", lang, trooper=name, unit=unit, weapon=carried[0].name.say(lang))


def _turns(what: Event, lang: str) -> str:
    match what:
        case happened.TurnBegan(seat=seat, round=number, pool=pool, lieutenant_order=order):
            return say("infinity.turn-began", lang, round=number, seat=seat_name(seat, lang), pool=pool,
                       lieutenant=int(order))  # fmt: skip
        case happened.LieutenantNamed(trooper=trooper):
            return say("infinity.lieutenant-named", lang, trooper=trooper)
        case happened.OrderSpent(trooper=trooper, order=order):
            lieutenant = order == asking.OrderType.LIEUTENANT
            key = "infinity.order-spent-lieutenant" if lieutenant else "infinity.order-spent"
            return say(key, lang, trooper=trooper)
        case happened.OrdersDropped(seat=seat):
            return say("infinity.orders-dropped", lang, seat=seat_name(seat, lang))
        case happened.SkillDeclared(trooper=trooper, skill=skill, targets=targets):
            name, at = skill_name(skill, lang), _things(targets, lang)
            if not at:
                return say("infinity.skill-declared", lang, trooper=trooper, skill=name)
            return say("infinity.skill-declared-at", lang, trooper=trooper, skill=name, targets=at)
        case happened.AroDeclared(trooper=trooper, skill=skill, targets=targets):
            name, at = skill_name(skill, lang), _things(targets, lang)
            if not at:
                return say("infinity.aro-declared", lang, trooper=trooper, skill=name)
            return say("infinity.aro-declared-at", lang, trooper=trooper, skill=name, targets=at)
        case happened.BecameIdle(trooper=trooper, skill=skill):
            return say("infinity.became-idle", lang, trooper=trooper, skill=skill_name(skill, lang))
        case happened.Scored(seat=seat, count=count):
            return say("infinity.scored", lang, seat=seat_name(seat, lang), count=count)
        case happened.TurnsOpened():
            return say("infinity.turns-opened", lang)
        case _:
            return ""


def _on_the_table(what: Event, lang: str) -> str:
    match what:
        case happened.Moved(trooper=trooper, track=track):
            return say("infinity.moved", lang, trooper=trooper, place=_place(*track[-1]))
        case happened.PostureChanged(trooper=trooper, prone=prone):
            return say("infinity.went-prone" if prone else "infinity.stood-up", lang, trooper=trooper)
        case happened.Entered(trooper=trooper, at=at):
            return say("infinity.entered", lang, trooper=trooper, place=_place(*at))
        case happened.MarkerRevealed(trooper=trooper, marker=marker):
            return say("infinity.marker-revealed", lang, trooper=trooper, marker=marker)
        case happened.Hidden(trooper=trooper, seat=seat, marker=number):
            marker = happened.marker_name(seat, number)
            return say("infinity.hidden-again", lang, trooper=trooper, marker=marker)
        case happened.PointsLost(trooper=trooper, count=count):
            return say("infinity.points-lost", lang, trooper=trooper, count=count)
        case happened.PointsGained(trooper=trooper, count=count):
            return say("infinity.points-gained", lang, trooper=trooper, count=count)
        case happened.StateGained(trooper=trooper, state=state):
            return say("infinity.state-gained", lang, trooper=trooper, state=rule_name(state, lang))
        case happened.StateLost(trooper=trooper, state=state):
            return say("infinity.state-lost", lang, trooper=trooper, state=rule_name(state, lang))
        case happened.Removed(trooper=trooper):
            return say("infinity.removed", lang, trooper=trooper)
        case happened.UseSpent(trooper=trooper, weapon=weapon, count=count):
            name = weapon_name(weapon, lang)
            return say("infinity.use-spent", lang, trooper=trooper, weapon=name, count=count)
        case happened.DiscoverFailed(trooper=trooper, target=target):
            return say("infinity.discover-failed", lang, trooper=trooper, target=target)
        case _:
            return _of_things(what, lang)


def _of_things(what: Event, lang: str) -> str:
    match what:
        case happened.ItemPlaced(item=item):
            place = _place(item.x, item.y, item.z)
            name = thing_name(item.id, lang)
            if not item.weapon:
                return say("infinity.item-placed", lang, place=place, name=name)
            weapon = weapon_name(item.weapon, lang)
            return say("infinity.item-placed-own", lang, place=place, name=name, weapon=weapon)
        case happened.ItemRevealed(marker=marker):
            return say("infinity.item-revealed", lang, marker=marker)
        case happened.ItemRemoved(item=name):
            return say("infinity.item-removed", lang, item=thing_name(name, lang))
        case happened.ObjectiveChanged(objective=name, owner=owner, carrier=carrier):
            holder = _holder(carrier or owner, lang)
            return say("infinity.objective-changed", lang, name=thing_name(name, lang), owner=holder)
        case happened.BoxTaken(objective=name, carrier=carrier):
            return say("infinity.box-taken", lang, name=thing_name(name, lang), trooper=carrier)
        case happened.BoxDropped(objective=name, at=at):
            return say("infinity.box-dropped", lang, name=thing_name(name, lang), place=_place(*at))
        case _:
            return ""


def _dice(what: Event, lang: str) -> str:
    match what:
        case happened.ModsTold(actor=actor, target=target, value=value):
            number = number_in_words(value, lang)
            return say("infinity.mods-told", lang, actor=actor, target=target, number=number)
        case happened.Rolled(actor=actor, skill=skill, target=target, value=value, faces=faces):
            name, number = skill_name(skill, lang), number_in_words(value, lang)
            if not faces:
                return say("infinity.hopeless", lang, actor=actor, skill=name, number=number)
            actor, target = thing_name(actor, lang), thing_name(target, lang)
            came, result = _faces(faces), _result(what, lang)
            if not target:
                return say(
                    "infinity.rolled", lang, actor=actor, skill=name, number=number, faces=came, result=result
                )
            return say("infinity.rolled-at", lang, actor=actor, skill=name, target=target, number=number,
                       faces=came, result=result)  # fmt: skip
        case happened.Saved(trooper=trooper, against=against, number=number, faces=faces, failed=failed):
            return say("infinity.saved", lang, trooper=thing_name(trooper, lang),
                       against=thing_name(against, lang), faces=_faces(faces),
                       number=number_in_words(number, lang), failed=failed)  # fmt: skip
        case _:
            return ""


def _result(roll: happened.Rolled, lang: str) -> str:
    if not roll.successes:
        return say("infinity.no-success", lang)
    if not roll.effective:
        return say("infinity.all-beaten", lang, successes=roll.successes)
    if roll.criticals:
        return say("infinity.successes-critical", lang, successes=roll.successes, effective=roll.effective,
                   criticals=roll.criticals)  # fmt: skip
    return say("infinity.successes", lang, successes=roll.successes, effective=roll.effective)


WORDS = Words(table, request, answer, event, value)
