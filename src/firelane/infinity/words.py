"""Infinity in words: the table, questions and choices, by the message catalogue."""

from __future__ import annotations

from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Words
from firelane.core.views import View
from firelane.infinity import asking
from firelane.infinity.calling import called
from firelane.infinity.mapping import text_map
from firelane.infinity.naming import (
    holder_name,
    listed,
    place_in_words,
    rule_name,
    scores_in_words,
    skill_name,
    thing_name,
    weapon_name,
    zone_name,
)
from firelane.infinity.sheets import MARKER, sheet
from firelane.infinity.telling import event
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.text import has, say, seat_name


def value(_: View[Table], key: str, lang: str) -> str:
    """A name or key among the arguments of a refusal."""
    for made in (f"table.bar-{key}", f"screen.seat-{key}", f"infinity.zone-{key}"):
        if has(made):
            return say(made, lang)
    named = thing_name(key, lang)
    return named if named != key else weapon_name(key, lang)


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
        scores = scores_in_words([(side.seat, side.objective_points) for side in world.sides.values()], lang)
        lines = [say("infinity.head", lang, round=world.round, rounds=world.rounds,
                     active=seat_name(world.active, lang), mission=mission, scores=scores)]  # fmt: skip
        side = world.sides[world.active]
        lines.append(say("infinity.orders-left", lang, seat=seat_name(side.seat, lang),
                         pool=side.pool, lieutenant=int(side.lieutenant_order),
                         own=len(side.own)))  # fmt: skip
    lines += [*text_map(world), say("infinity.map-legend", lang)]
    lines += [_trooper(t, lang) for t in _in_order(world, view.seat)]
    for item in world.items.values():
        lines.append(say("infinity.mine", lang, name=item.id,
                         place=place_in_words(item.x, item.y, item.z)))  # fmt: skip
    for objective in world.objectives.values():
        owner = objective.carrier or objective.owner
        lines.append(say("infinity.objective", lang, name=thing_name(objective.id, lang),
                         owner=holder_name(owner, lang),
                         place=place_in_words(objective.x, objective.y, objective.z)))  # fmt: skip
    return lines


def _in_order(world: InfinityWorld, seat: str) -> list[Trooper]:
    here = [t for t in world.troopers.values() if t.place is not Place.GONE]
    return sorted(here, key=lambda t: (t.seat != seat, t.id))


def _trooper(trooper: Trooper, lang: str) -> str:
    place = place_in_words(trooper.x, trooper.y, trooper.z)
    if trooper.sheet.startswith(MARKER):
        return say("infinity.marker", lang, name=trooper.id, place=place)
    weapons = _weapons(trooper, lang)
    if trooper.place is Place.AIR:
        return say("infinity.in-the-air", lang, name=trooper.id, weapons=weapons)
    if trooper.place is Place.LIST:
        return say("infinity.in-the-list", lang, name=trooper.id, weapons=weapons)
    made = sheet(trooper.sheet).facts.has_structure
    points = say("infinity.points-str" if made else "infinity.points-w", lang, count=trooper.points)
    states = [rule_name(state, lang) for state in trooper.states]
    states += [say("infinity.prone", lang)] if trooper.prone else []
    states += [say("infinity.hidden", lang)] if trooper.marker else []
    told = say("infinity.states", lang, states=listed(states, lang)) if states else ""
    return say("infinity.trooper", lang, name=trooper.id, weapons=weapons,
               place=place, points=points, states=told)  # fmt: skip


# Questions


def request(view: View[Table], asked: Request, lang: str) -> str:
    """The question."""
    actors = listed(asked.actors, lang)
    match asked:
        case asking.KeepOne():
            return say("infinity.keep-one", lang)
        case asking.ChooseTurns():
            return say("infinity.choose-turns", lang)
        case asking.ChooseZones():
            return say("infinity.choose-zones", lang)
        case asking.Deploy():
            count = len(asked.actors) - asked.held_back
            key = "infinity.deploy-but-held-back" if asked.held_back else "infinity.deploy"
            return say(key, lang, count=count, zone=zone_name(asked.zone, lang), held=asked.held_back)
        case asking.GiveOrder():
            return say("infinity.give-order", lang)
        case asking.DeclareSecond():
            first = skill_name(asked.first, lang)
            return say("infinity.declare-second", lang, trooper=asked.actors[0], first=first)
        case asking.DeclareAros():
            to = listed(asked.to, lang)
            if not asked.actors:
                return say("infinity.declare-aros-nobody", lang, to=to)
            able = [_right(name, asked.rights.get(name, ()), lang) for name in asked.actors]
            return say("infinity.declare-aros", lang, to=to, actors=listed(able, lang))
        case asking.LandAtEdge():
            return say("infinity.land-at-edge", lang, trooper=actors)
        case asking.DodgeMoves():
            return say("infinity.dodge-moves", lang, actors=actors)
        case asking.TurnAlerted():
            return say("infinity.turn-alerted", lang, actors=actors)
        case asking.Regenerate():
            return say("infinity.regenerate", lang, actors=actors)
        case _:
            return asked.kind


GROUNDS = {"lof": "LoF", "zoc": "ZoC"}
"""Grounds for an ARO that are called the same in all languages."""


def _right(name: str, grounds: tuple[str, ...], lang: str) -> str:
    told = [GROUNDS.get(why) or say(f"infinity.{why}", lang) for why in grounds]
    return say("infinity.may-react", lang, trooper=name, grounds=listed(told, lang))


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
            return say("infinity.zone-chosen", lang, first=seat_name(first, lang), zone=zone_name(zone, lang))
        case asking.Deployed(troopers):
            return say("infinity.deployed", lang, places=listed(
                [_placed(name, at, lang) for name, at in troopers.items()], lang))  # fmt: skip
        case asking.Activate():
            return _activation(world, given, lang)
        case asking.Second():
            told: str = given.skill.words(world.troopers.get(asked.actors[0]), lang)
            return told
        case asking.EndOrders():
            return say("infinity.end-orders", lang)
        case asking.Aros(by=by):
            each = [say("infinity.activate", lang, trooper=name, what=skill.words(None, lang))
                    for name, skill in by.items()]  # fmt: skip
            return say("infinity.semicolon", lang).join(each) or say("infinity.nobody-reacts", lang)
        case asking.LandedAtEdge(to=to, facing=facing):
            return say("infinity.lands-at-edge", lang, trooper=asked.actors[0],
                       place=place_in_words(*to), facing=facing)  # fmt: skip
        case asking.Dodged(routes=routes):
            each = [say("infinity.dodges-to", lang, trooper=name, place=place_in_words(*route[-1][:3]))
                    for name, route in routes.items()]  # fmt: skip
            return listed(each, lang) or say("infinity.nobody-moves", lang)
        case asking.Turned(facings=facings):
            each = [say("infinity.turns-to", lang, trooper=name, facing=facing)
                    for name, facing in facings.items()]  # fmt: skip
            return listed(each, lang) or say("infinity.nobody-turns", lang)
        case asking.Regenerating(troopers=names):
            each = [say("infinity.regenerates", lang, trooper=name) for name in names]
            return listed(each, lang) or say("infinity.nobody-regenerates", lang)
        case _:
            return repr(given)


def _placed(name: str, at: asking.Placement, lang: str) -> str:
    place = place_in_words(at.x, at.y, at.z)
    key = at.camouflaged
    return say("infinity.placed-hidden" if key else "infinity.placed", lang, trooper=name, place=place)


def _activation(world: InfinityWorld, given: asking.Activate, lang: str) -> str:
    what = given.skill.words(world.troopers.get(given.trooper), lang)
    if given.order is asking.OrderType.LIEUTENANT:
        return say("infinity.activate-lieutenant", lang, trooper=given.trooper, what=what)
    if given.order is asking.OrderType.OWN:
        return say("infinity.activate-own", lang, trooper=given.trooper, what=what)
    return say("infinity.activate", lang, trooper=given.trooper, what=what)


def _weapons(trooper: Trooper, lang: str) -> str:
    carried = sheet(trooper.sheet).facts.weapons
    names = [c.name.ja if lang == "ja" and c.name.ja else c.name.en for c in carried]
    return listed(names, lang)


WORDS = Words(table, request, answer, event, value, called)
