"""Black Powder Red Earth 28mm, ready to play."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from firelane.bpre.asking import RedEarthAnswer, RedEarthRequest
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Operation, RedEarthFrame, Terms
from firelane.bpre.imagining import imagine
from firelane.bpre.names import SEATS
from firelane.bpre.questions import POLICIES, QUESTIONS
from firelane.bpre.skills import SKILL_NAMES
from firelane.bpre.steps.blast import explosion, frags, special, strike, vest
from firelane.bpre.steps.fight import attack, harm, shooting
from firelane.bpre.steps.maneuver import moving, reaction
from firelane.bpre.steps.openings import openings
from firelane.bpre.steps.setup import operation
from firelane.bpre.steps.turn import firing, phase
from firelane.bpre.steps.windows import offering
from firelane.bpre.units import UnitType, read_units
from firelane.bpre.view import see
from firelane.bpre.words import WORDS
from firelane.bpre.world import RedEarthWorld, Side
from firelane.core.ruleset import Ruleset
from firelane.problem import Problem
from firelane.table.fieldfile import ready_field
from firelane.table.things import Battlefield

BATTLESPACES = ("walled-compound", "river-village", "apartment-block", "depot", "market-quarter")
"""The five maps of the Battlespace deck. Rules: bpre.cards.6, bpre.battlespace.1."""


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an Operation is played with. What is not named is drawn, picked and chosen.

    `deck` are the maps that may be drawn, `terrain` is a battlefield of one's own; `units` are Unit
    Cards in place
    of the shipped ones. `teams` (unit types) and `hands` are taken as given, unchecked: for situations
    that are arranged.
    """

    battlespace: str = ""
    deck: tuple[str, ...] = BATTLESPACES
    terrain: Battlefield | None = None
    tasking: str = ""
    atmospherics: str = ""
    mode: str = "operation"
    units: tuple[UnitType, ...] = ()
    teams: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    specials: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Special Intervention Cards that the sides have from the start."""


def begin(setup: Setup) -> tuple[RedEarthWorld, Operation]:
    """Two sides and the decks of cards. Rules: bpre.operation.1-3, bpre.cards.5-6."""
    world = RedEarthWorld(
        terrain=setup.terrain,
        cards=setup.units,
        sides={
            seat: Side(seat=seat, specials=tuple(f"special.{c}" for c in setup.specials.get(seat, ())))
            for seat in SEATS
        },
    )
    terms = Terms(
        battlespaces=(setup.battlespace,) if setup.battlespace or setup.terrain else setup.deck,
        taskings=_chosen("tasking", setup.tasking),
        atmospherics=_chosen("atmospherics", setup.atmospherics),
        teams=setup.teams,
        hands={seat: tuple(f"intervention.{card}" for card in hand) for seat, hand in setup.hands.items()},
    )
    return world, Operation(terms=terms)


def setup_of(words: Mapping[str, str]) -> Setup:
    """A set-up from words: `tasking`, `battlespace`, `units` (a file of Unit Cards)."""
    tasking, battlespace = words.get("tasking", ""), words.get("battlespace", "")
    _chosen("tasking", tasking)
    if battlespace:
        ready_field(battlespace)
    units = read_units(words["units"], SKILL_NAMES) if "units" in words else ()
    return Setup(tasking=tasking, battlespace=battlespace, units=units)


def _chosen(kind: str, name: str) -> tuple[str, ...]:
    """The named card, or the whole deck."""
    deck = tuple(key for key, entry in EDITION.entries.items() if kind in entry.rule.labels)
    if not name:
        return deck
    if f"{kind}.{name}" not in deck:
        known = ", ".join(key.removeprefix(f"{kind}.") for key in deck)
        raise Problem("bpre.no-card", kind=kind, name=name, known=known)
    return (f"{kind}.{name}",)


BPRE = Ruleset(
    name="bpre",
    seats=SEATS,
    setup=Setup,
    world=RedEarthWorld,
    frames=RedEarthFrame,
    requests=RedEarthRequest,
    answers=RedEarthAnswer,
    begin=begin,
    procedures=(
        operation,
        phase,
        firing,
        moving,
        reaction,
        attack,
        shooting,
        harm,
        explosion,
        frags,
        strike,
        special,
        vest,
        openings,
        offering,
    ),
    questions=QUESTIONS,
    view=see,
    resample=imagine,
    edition=EDITION,
    words=WORDS,
    policies=POLICIES,
    turn_event="phase-began",
    setup_of=setup_of,
)
