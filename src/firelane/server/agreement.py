"""What a game was set up with, for everybody to read before the first answer; what its maker may lay down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from firelane.core.lines import Header
from firelane.core.ruleset import Ruleset
from firelane.problem import Problem
from firelane.screen.board import Fact
from firelane.server.messages import HouseRules, SetUpShown
from firelane.text import has, say, seat_name

LIST_FIELDS = {"c1": "lists"}
"""Where in a set-up each side has an army list, which the rules check: a player chooses his own."""
COMMON_FIELDS = {"bpre": ("units",)}
"""What a set-up can lay down for both sides at once, without naming them."""


class Origin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who set a room up, and with what.

    `maker` are the seats of the person who did; `preset` names, by seat, the fields of the set-up that were
    filled in for it.
    """

    maker: tuple[str, ...] = ()
    one_screen: bool = False
    from_file: bool = False
    preset: Mapping[str, tuple[str, ...]] = {}


def presets(ruleset: Ruleset, setup: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the fields of a set-up that lay down what a seat has, by seat."""
    found: dict[str, list[str]] = {}
    for field, value in setup.items():
        if not value:
            continue
        if field in COMMON_FIELDS.get(ruleset.name, ()):
            for seat in ruleset.seats:
                found.setdefault(seat, []).append(field)
        elif isinstance(value, Mapping):
            for seat in ruleset.seats:
                if value.get(seat):
                    found.setdefault(seat, []).append(field)
    return {seat: tuple(fields) for seat, fields in found.items()}


def check_presets(
    ruleset: Ruleset, setup: Mapping[str, Any], maker: Sequence[str], allowed: str = ""
) -> dict[str, tuple[str, ...]]:
    """Return the presets of a set-up, or complain if its maker lays down what another person plays with.

    `maker` are the seats for which he may; `allowed` is a field that nobody objects to.
    """
    laid_down = presets(ruleset, setup)
    for seat, fields in laid_down.items():
        for field in fields:
            if seat not in maker and field != allowed:
                common = field in COMMON_FIELDS.get(ruleset.name, ())
                place = f"setup.{field}" if common else f"setup.{field}.{seat}"
                raise Problem("server.preset-of-other", field=place, seat=seat_name(seat, "en"))
    return laid_down


def with_list(ruleset: Ruleset, header: Header, seat: str, army_list: Any) -> Header:
    """Return the header of a game with another army list for one seat."""
    field = LIST_FIELDS.get(ruleset.name)
    if field is None:
        raise Problem("server.no-lists", name=ruleset.name)
    lists = {**header.setup[field], seat: army_list}
    return msgspec.structs.replace(header, setup={**header.setup, field: lists})


# What the players are told


def shown(ruleset: Ruleset, header: Header, origin: Origin | None, delay: int, lang: str) -> SetUpShown:
    """Put a set-up into words."""
    house = msgspec.convert(header.house, HouseRules)
    measuring = "server.measuring-open" if house.open_measuring else "server.measuring-by-the-book"
    watchers = "server.watchers-behind" if delay else "server.watchers-at-once"
    facts = [
        *_FACTS.get(ruleset.name, _no_facts)(ruleset, header.setup, lang),
        Fact(say("server.fact-house", lang), say(measuring, lang)),
        Fact(say("server.fact-watchers", lang), say(watchers, lang, seconds=delay)),
    ]
    notes = () if origin is None else tuple(_notes(ruleset, origin, lang))
    return SetUpShown(facts=tuple(facts), notes=notes)


def _notes(ruleset: Ruleset, origin: Origin, lang: str) -> Iterator[str]:
    if origin.one_screen:
        yield say("server.for-one-screen", lang)
    elif origin.maker:
        yield say("server.set-up-by", lang, seat=_named(origin.maker, lang))
    if origin.from_file:
        yield say("server.from-file", lang)
    for seat in ruleset.seats:
        fields = origin.preset.get(seat, ())
        named = dict.fromkeys(_field_name(field, lang) for field in fields)
        key = "server.preset-own" if seat in origin.maker else "server.preset"
        key = key if fields else "server.preset-nothing"
        yield say(key, lang, seat=seat_name(seat, lang), what=say("server.and", lang).join(named))


def _named(seats: Iterable[str], lang: str) -> str:
    return say("server.and", lang).join(seat_name(seat, lang) for seat in seats)


def _field_name(field: str, lang: str) -> str:
    key = f"server.field-{field}"
    return say(key, lang) if has(key) else field


def _no_facts(*_: object) -> list[Fact]:
    return []


def _codeone_facts(_: Ruleset, given: Mapping[str, Any], lang: str) -> list[Fact]:
    from firelane.forces.words import printed
    from firelane.infinity.c1.setup import Setup
    from firelane.infinity.words import MISSIONS
    from firelane.table.fieldfile import ready_field

    setup = msgspec.convert(given, Setup)
    table = (
        setup.terrain.name if setup.terrain is not None else ready_field(setup.field).name.in_language(lang)
    )
    rounds = str(setup.rounds) if setup.rounds else say("server.rounds-of-mission", lang)
    return [
        Fact(say("server.fact-mission", lang), say(MISSIONS[setup.mission], lang)),
        Fact(say("server.fact-table", lang), table),
        Fact(say("server.fact-points", lang), printed(setup.points)),
        Fact(say("server.fact-rounds", lang), rounds),
    ]


def _red_earth_facts(ruleset: Ruleset, given: Mapping[str, Any], lang: str) -> list[Fact]:
    from firelane.bpre.game import Setup
    from firelane.bpre.taskings import card_in_parts
    from firelane.bpre.words import rule_name
    from firelane.table.fieldfile import ready_field

    setup = msgspec.convert(given, Setup)
    drawn = say("server.drawn", lang)
    tasking = rule_name(f"tasking.{setup.tasking}", lang) if setup.tasking else drawn
    table = (
        setup.terrain.name
        if setup.terrain is not None
        else ready_field(setup.battlespace).name.in_language(lang)
        if setup.battlespace
        else drawn
    )
    points = say("server.points-of-tasking", lang)
    if setup.tasking:
        cp = card_in_parts(ruleset.edition, f"tasking.{setup.tasking}", False).cp
        points = say("server.and", lang).join(f"{seat_name(seat, lang)} {cp[seat]}" for seat in ruleset.seats)
    weather = rule_name(f"atmospherics.{setup.atmospherics}", lang) if setup.atmospherics else drawn
    facts = [
        Fact(say("server.fact-game", lang), say(f"server.mode-{setup.mode}", lang)),
        Fact(say("server.fact-tasking", lang), tasking),
        Fact(say("server.fact-table", lang), table),
        Fact(say("server.fact-weather", lang), weather),
        Fact(say("server.fact-points", lang), points),
    ]
    if setup.mixed:
        facts.append(Fact(say("server.fact-mixed", lang), _named(setup.mixed, lang)))
    return facts


_FACTS: dict[str, Callable[[Ruleset, Mapping[str, Any], str], list[Fact]]] = {
    "c1": _codeone_facts,
    "bpre": _red_earth_facts,
}
