"""Red Earth in words: sentences from the message catalogue, names from the rulebook and the Unit Cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from firelane.bpre import asking
from firelane.bpre.acts import AnyAct
from firelane.bpre.calling import called
from firelane.bpre.events import Succeeded, TeamPicked, TrucksPlaced
from firelane.bpre.space import field_of
from firelane.bpre.view import Table
from firelane.bpre.world import HIDDEN, KILLED, RedEarthWorld, Unit, card_of, unit_types
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
from firelane.rulebook.book import Book
from firelane.table.fieldfile import ready_field, ready_names
from firelane.table.layout import Field
from firelane.table.naming import called as called_on_map
from firelane.table.naming import piece_name
from firelane.text import has, places, say, seat_name

CARD_KINDS = ("intervention.", "special.", "fires.", "tasking.", "atmospherics.")


@cache
def rule_name(rule: str, lang: str) -> str:
    """The name of a rule by a statement of it, or of a card by its key."""
    book = Book.open()
    full = rule if rule.startswith("bpre.") else f"bpre.{rule}"
    stem, _, last = full.rpartition(".")
    entry = stem if last.isdecimal() else full
    return book.rule(entry).name.say(lang) if book.is_rule(entry) else rule


def in_short(key: str, lang: str) -> str:
    """What a card, a skill or the weather does, in one line."""
    return say(f"bpre.text-{key.replace('.', '-')}", lang)


def in_words(value: object, lang: str, world: RedEarthWorld | None = None) -> str:
    """A value of an event, a question or an answer; the world knows what units and doors are called."""
    match value:
        case Number():
            return number_in_words(value, lang)
        case None:
            return say("bpre.not-known", lang)
        case "":
            return say("bpre.nothing", lang)
        case str():
            return _word(value, lang, world)
        case Mapping():
            parts = (
                f"{in_words(key, lang, world)} {in_words(each, lang, world)}" for key, each in value.items()
            )
            return _listed(parts, lang) or say("bpre.nothing", lang)
        case tuple():
            each = (in_words(one, lang, world) for one in value)
            return _listed(each, lang) or say("bpre.nothing", lang)
        case _:
            return str(value)


@lru_cache(maxsize=4096)
def _known_word(value: str, lang: str) -> str | None:
    """A word that means the same in every game."""
    if value == HIDDEN:
        return say("bpre.hidden-card", lang)
    if value.startswith(CARD_KINDS):
        return rule_name(value, lang)
    for made in (f"bpre.word-{value}", f"screen.seat-{value}", f"table.bar-{value}"):
        if has(made):
            return say(made, lang)
    return None


def _word(value: str, lang: str, world: RedEarthWorld | None) -> str:
    known = _known_word(value, lang)
    if known is not None:
        return known
    if world is None or value in world.units:  # units are called by their ids
        return value
    for card in unit_types(world):
        if card.key == value:
            return card.name.say(lang)
    if value in ready_names():
        return ready_field(value).name.in_language(lang)
    piece = field_of(world).by_name.get(value) if world.battlespace else None
    if piece is not None and piece.door is None:
        return piece_name(piece, known_field(world), lang)
    return door_name(world, value, lang) if piece is not None else structure_name(world, value, lang)


# The battlespace


def known_field(world: RedEarthWorld) -> Field | None:
    """The written battlespace with what its things are called, where it is one."""
    return ready_field(world.battlespace) if world.battlespace in ready_names() else None


def structure_name(world: RedEarthWorld, number: str, lang: str) -> str:
    """A structure by its number, and as the map calls it; what is none stays as it is."""
    known = known_field(world)
    name = called_on_map(known, number, "", lang) if number.isdecimal() else ""
    return say("bpre.structure", lang, number=number, name=name) if name else number


DOOR = re.compile(r"(?P<house>.+)/(?P<side>south|north|west|east|inner-(?P<wall>\d+))-door-(?P<number>\d+)")


def door_name(world: RedEarthWorld, name: str, lang: str) -> str:
    """A door by its structure and the side on which it is; one that a map names otherwise keeps its name."""
    found = DOOR.fullmatch(name)
    if found is None:
        return name
    structure = field_of(world).by_name[name].structure
    house = called_on_map(known_field(world), structure, found["house"], lang)
    if found["wall"]:
        return say("bpre.door-inner", lang, house=house, wall=found["wall"], number=found["number"])
    side = say(f"bpre.word-{found['side']}", lang)
    return say("bpre.door", lang, house=house, side=side, number=found["number"])


def _listed(parts: Iterable[str], lang: str) -> str:
    return say("bpre.comma", lang).join(parts)


def number_in_words(number: Number, lang: str) -> str:
    """A sum with its parts."""
    shown = [number.base, *number.modifiers] if number.base.rule else list(number.modifiers)
    parts = _listed([_part(part, lang) for part in shown], lang)
    return say("bpre.number", lang, total=number.total, parts=parts) if parts else str(number.total)


def _part(part: Modifier, lang: str) -> str:
    return say("bpre.part", lang, name=rule_name(part.rule, lang), value=f"{part.value:+d}")


def place(x: int, y: int) -> str:
    """A place in inches."""
    return f"({x / 1000:.1f}, {y / 1000:.1f})"


# The table


def table(view: View[Table], lang: str) -> list[str]:
    """How the Operation stands, who is where, and one's own cards."""
    world = view.table.world
    lines = [say("bpre.head", lang, turn=world.turn, phase=in_words(world.phase, lang),
                 tasking=in_words(world.tasking, lang), battlespace=in_words(world.battlespace, lang, world),
                 atmospherics=in_words(world.atmospherics, lang))]  # fmt: skip
    lines += [_unit(world, unit, lang) for unit in world.units.values() if unit.place != KILLED]
    for side in world.sides.values():
        lines.append(say("bpre.side", lang, seat=seat_name(side.seat, lang), role=in_words(side.role, lang),
                         hand=in_words(side.hand, lang), fires=in_words(side.fires, lang),
                         specials=in_words(side.specials, lang), qrf=_aside(side.qrf, lang),
                         casualties=side.casualties,
                         points=side.mission_points))  # fmt: skip
    mine = world.sides.get(view.seat)
    cards = dict.fromkeys((*mine.hand, *mine.specials, *mine.fires) if mine else ())
    units = [unit for unit in world.units.values() if unit.seat == view.seat and unit.place != KILLED]
    skills = dict.fromkeys(f"skill.{skill}" for unit in units for skill in card_of(world, unit).skills)
    weather = (world.atmospherics,) if world.atmospherics else ()
    lines += [_explained(key, lang) for key in (*weather, *cards, *skills)]
    return lines


def _aside(qrf: int | None, lang: str) -> str:
    return say("bpre.not-known", lang) if qrf is None else say("bpre.cp", lang, cp=qrf)


def _explained(key: str, lang: str) -> str:
    return say("bpre.own-card", lang, name=rule_name(key, lang), text=in_short(key, lang))


def _unit(world: RedEarthWorld, unit: Unit, lang: str) -> str:
    states = [say("bpre.state-act", lang, count=unit.chits)] if unit.chits else []
    states += [say("bpre.state-staggered", lang)] if unit.staggered else []
    told = in_words(tuple(states), lang)
    at = place(unit.x, unit.y)
    return say("bpre.unit", lang, unit=unit.id, place=at, facing=unit.facing, states=told)


# Questions, answers, events


def request(view: View[Table], asked: Request, lang: str) -> str:
    """The question."""
    key = f"bpre.ask-{asked.kind}"
    return say(key, lang, **_args(asked, lang, view.table.world, places(key, lang)))


def answer(view: View[Table], asked: Request, given: Answer, lang: str) -> str:
    """A choice."""
    world = view.table.world
    args = _args(given, lang, world)
    match given:
        case asking.Maneuver(acts=acts) | asking.Acts(acts):
            told = _listed([_act(act, lang, world) for act in acts], lang)
            args["acts"] = told or say("bpre.nothing", lang)
        case asking.Placement(at):
            args["at"] = _listed([f"{name} {place(x, y)}" for name, (x, y, _) in at.items()], lang)
        case asking.Trucks(at=trucks):
            args["at"] = _listed([place(x, y) for x, y, _ in trucks], lang)
        case asking.Throw(x=x, y=y):
            args["place"] = place(x, y)
        case asking.Work(what=""):
            return say("bpre.answer-work-nothing", lang, **args)
        case asking.Facings(by):
            each = (say("bpre.faces", lang, unit=name, degrees=facing) for name, facing in by.items())
            args["by"] = _listed(each, lang)
        case asking.Fire(cards=()) | asking.Shoot(cards=()):
            return say(f"bpre.answer-{type(given).__struct_config__.tag}-plain", lang, **args)
        case asking.Decline(again=True):
            return say("bpre.answer-decline-once", lang)
        case asking.PlayCard(choice=choice) if choice:
            return say("bpre.answer-play-card-on", lang, **args)
        case _:
            pass
    return say(f"bpre.answer-{type(given).__struct_config__.tag}", lang, **args)


def _act(act: AnyAct, lang: str, world: RedEarthWorld) -> str:
    args = _args(act, lang, world)
    args["place"] = place(*act.route[-1]) if getattr(act, "route", ()) else ""  # type: ignore[union-attr]
    key = f"bpre.act-{type(act).__struct_config__.tag}"
    if key == "bpre.act-go" and not args["place"]:
        key = "bpre.act-turn"
    return say(key, lang, **args)


def event(view: View[Table], what: Event, lang: str) -> str:
    """What happened."""
    world = view.table.world
    match what:
        case GameEnded(outcome=outcome):
            args = {"winners": in_words(outcome.winners, lang), "rule": rule_name(outcome.rule, lang)}
            return say("bpre.won" if outcome.winners else "bpre.drawn", lang, **args)
        case DiceRolled():
            if what.why == "draw-cards":
                return ""
            faces = " ".join(map(str, what.faces))
            return say(
                "bpre.dice",
                lang,
                roller=seat_name(what.roller, lang),
                why=in_words(what.why, lang),
                faces=faces,
            )
        case AnsweredAutomatically() | StandingEnded() | DrawAgreed():
            return ""
        case Succeeded(because=(first, *_)):
            goal = Book.open().statement(first.rule).text.say(lang)
            return say("bpre.event-succeeded", lang, **_args(what, lang, world), goal=goal)
        case TeamPicked(seat=seat, units=units):  # a unit's id is told with its name
            fielded = _listed(units, lang) or say("bpre.nothing", lang)
            return say("bpre.event-team-picked", lang, seat=seat_name(seat, lang), units=fielded)
        case TrucksPlaced(at=trucks):
            at = _listed([place(x, y) for x, y, _ in trucks.values()], lang)
            return say("bpre.event-trucks-placed", lang, at=at)
        case _:
            key = f"bpre.event-{what.kind}"
            return say(key, lang, **_args(what, lang, world, places(key, lang))) if has(key) else ""


def value(view: View[Table], key: str, lang: str) -> str:
    """A name or key among the arguments of a refusal."""
    return in_words(key, lang, view.table.world)


def _args(
    thing: Event | Request | Answer | AnyAct,
    lang: str,
    world: RedEarthWorld,
    wanted: frozenset[str] | None = None,
) -> dict[str, str]:
    """What a thing says in words: all of it, or what is wanted."""
    names = [
        name for name in thing.__struct_fields__ if name != "because" and (wanted is None or name in wanted)
    ]
    args = {name: in_words(getattr(thing, name), lang, world) for name in names}
    x, y = getattr(thing, "x", None), getattr(thing, "y", None)
    if isinstance(x, int) and isinstance(y, int):
        args["place"] = place(x, y)
    return args


WORDS = Words(table, request, answer, event, value, called)
