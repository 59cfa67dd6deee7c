"""The adapter of Red Earth: all of the golden games that knows its ids, structs and modules.

Its keys are the names under which the journal writes its structs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from firelane.bpre import events as happened
from firelane.bpre.acts import AnyAct
from firelane.bpre.asking import PickHand, PickTeam, PlaceUnits, RedEarthAnswer, SetDoors
from firelane.bpre.game import BPRE, Setup
from firelane.bpre.world import RedEarthWorld
from firelane.core import events as core
from firelane.core.requests import Answer, Request, Roll, kind_of
from firelane.core.state import AnyState
from firelane.screen.bpre import screen
from firelane.screen.prompts import Option
from golden_games.neutral import Names, Tables, text

RULESET = BPRE
SCREEN = screen(BPRE)
NAME = "bpre"

QUESTIONS = {question.request: question.kind for question in BPRE.questions}
PREVIEWED = ("activate", "go-on", "react")
ANSWERS = {kind: kind_of(kind) for kind in get_args(RedEarthAnswer)}
ACTS = {kind: kind_of(kind) for kind in get_args(AnyAct)}
EVENTS = {
    kind: kind_of(kind)
    for kind in (core.GameEnded, *vars(happened).values())
    if isinstance(kind, type) and issubclass(kind, core.Event) and kind is not core.Event
}
TABLES = Tables({"say": ANSWERS, "act": ACTS, "event": EVENTS}, form=("because", "rule", "id"))


def setup(words: Mapping[str, Any]) -> Setup:
    """The set-up of an Operation."""
    return msgspec.convert(words, Setup)


def learn(names: Names, state: AnyState) -> None:
    """Name the units that have come into the game since, in their order."""
    world: RedEarthWorld = state.world
    for unit in world.units.values():
        if unit.id not in names.of:
            number = sum(name.startswith(f"{unit.seat}/") for name in names.id_of) + 1
            names.add(unit.id, f"{unit.seat}/{number}")


def hear(plain: Any, names: Names) -> Answer:
    """A neutral answer as the machine takes it."""
    given: Answer = msgspec.convert(TABLES.struct(plain, names), RedEarthAnswer)
    return given


def tell(event: core.Event, names: Names) -> str:
    """An event as key and arguments; nothing for dice, which are told apart."""
    if isinstance(event, core.DiceRolled):
        return ""
    plain = TABLES.plain(event, names, whole=False)
    return f"{plain.pop('event')} {text(plain)}"


def dice(_: AnyState, roll: Roll, __: Names) -> list[tuple[int, str]]:
    """What dice are for: how many, and whose for what."""
    return [(len(roll.dice), f"{roll.roller or 'both'} {roll.why}")]


def board(world: RedEarthWorld, names: Names) -> dict[str, str]:
    """What stands where in which states, thing by thing."""
    found = {}
    for unit in world.units.values():
        states = ("staggered " * unit.staggered) + ("reacted " * unit.reacted) + " ".join(unit.used)
        where = f"{unit.place} {unit.x},{unit.y} f{unit.facing} chits {unit.chits}"
        found[names.of.get(unit.id, unit.id)] = f"{unit.kind} {where} {states}".strip()
    found |= {seat: text(TABLES.plain(side, names)) for seat, side in world.sides.items()}
    for field in ("doors", "removed", "placed", "frags", "tokens", "chosen", "watch"):
        if value := getattr(world, field):
            found[field] = text(TABLES.plain(value, names))
    fields = ("battlespace", "tasking", "atmospherics", "turn", "phase", "active", "winner")
    found["game"] = text([TABLES.plain(getattr(world, field), names) for field in fields])
    return found


def option_value(request: Request, value: Any, names: Names) -> Any:
    """The neutral form of what an option puts into the answer. Where the screen proposes places drawn for
    the question's id, they are left out."""
    if isinstance(request, PlaceUnits):
        return None
    if isinstance(value, dict) and "answer" in value:
        shown = {**value, **{key: 0 for key in "xy" if value.get(key, 0) is None}}  # shown by hand
        return TABLES.plain(msgspec.convert(shown, RedEarthAnswer), names)
    return TABLES.plain(value, names)


def barred(_: Option) -> str:
    """Red Earth shows one reason for each unit, or one for each rule; which rule is a matter of form."""
    return ""


def is_proposed_by_chance(request: Request) -> bool:
    """Whether what the screen or the list proposes is drawn for the question's id."""
    return isinstance(request, PickTeam | PickHand | SetDoors | PlaceUnits)
