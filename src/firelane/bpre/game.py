"""Black Powder Red Earth 28mm, ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from firelane.bpre.asking import RedEarthAnswer, RedEarthRequest
from firelane.bpre.cards import Card
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Operation, Raid, RedEarthFrame, Terms
from firelane.bpre.imagining import imagine
from firelane.bpre.names import SEATS
from firelane.bpre.questions import POLICIES, QUESTIONS
from firelane.bpre.skills import SKILL_NAMES
from firelane.bpre.space import structures
from firelane.bpre.steps.blast import explosion, frags, special, strike, vest
from firelane.bpre.steps.fight import attack, harm, shooting
from firelane.bpre.steps.maneuver import moving, reaction
from firelane.bpre.steps.openings import openings
from firelane.bpre.steps.operation import operation
from firelane.bpre.steps.qrf import qrf
from firelane.bpre.steps.raid import RAIDS, raid
from firelane.bpre.steps.turn import firing, phase
from firelane.bpre.steps.windows import offering
from firelane.bpre.taskings import STAGES, card_in_parts
from firelane.bpre.teams import usual_team
from firelane.bpre.throwing import dice_words
from firelane.bpre.units import UnitType, read_units
from firelane.bpre.view import see
from firelane.bpre.words import WORDS
from firelane.bpre.world import RedEarthWorld, Side
from firelane.core.ruleset import Ruleset
from firelane.problem import Problem
from firelane.table.fieldfile import read_field, ready_field
from firelane.table.things import Battlefield

BATTLESPACES = ("walled-compound", "river-village", "apartment-block", "depot", "market-quarter")
"""The five maps of the Battlespace deck. Rules: bpre.cards.6, bpre.battlespace.1."""


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an Operation or a Night Raid is played with. What is not named is drawn, picked and chosen.

    `mode` is one of `MODES`. `deck` are the maps that may be drawn, `maps` battlefields of one's own that
    are shuffled in, `terrain` one that is played on; `units` are Unit Cards in place of the shipped ones;
    `mixed` are players whose forces combine all factions. `teams` (unit types) and `hands` are taken as
    given, unchecked: for situations that are arranged.
    """

    battlespace: str = ""
    deck: tuple[str, ...] = BATTLESPACES
    terrain: Battlefield | None = None
    maps: Mapping[str, Battlefield] = msgspec.field(default_factory=dict)
    tasking: str = ""
    atmospherics: str = ""
    mode: str = "operation"
    units: tuple[UnitType, ...] = ()
    mixed: tuple[str, ...] = ()
    teams: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    specials: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Special Intervention Cards that the sides have from the start."""


def begin(setup: Setup) -> tuple[RedEarthWorld, Operation | Raid]:
    """Two sides and the decks of cards. Rules: bpre.operation.1-3, bpre.night-raid.1, bpre.cards.5-6."""
    kind, length = _mode(setup.mode)
    world = RedEarthWorld(
        terrain=setup.terrain,
        maps=setup.maps,
        cards=setup.units,
        mixed=SEATS if kind == "proxy" else setup.mixed,
        sides={
            seat: Side(seat=seat, specials=tuple(f"special.{c}" for c in setup.specials.get(seat, ())))
            for seat in SEATS
        },
    )
    named = bool(setup.battlespace or setup.terrain)
    # bpre.cards.5-6
    deck = (setup.battlespace,) if named else tuple(dict.fromkeys((*setup.deck, *setup.maps)))
    taskings = _chosen("tasking", setup.tasking)
    terms = Terms(
        battlespaces=deck,
        taskings=taskings,
        atmospherics=_chosen("atmospherics", setup.atmospherics),
        teams=setup.teams,
        hands={seat: tuple(f"intervention.{card}" for card in hand) for seat, hand in setup.hands.items()},
    )
    _check_teams(world, terms)
    if not length:
        return world, Operation(terms=terms)
    if setup.tasking:
        raise Problem("bpre.raid-draws", mode=setup.mode, name=setup.tasking)
    by_stage = {stage: _labelled(stage) for stage in STAGES}
    return world, Raid(terms=terms, stages=RAIDS[length], by_stage=by_stage)


MOST_EARNED = 3
"""Special Intervention Cards that a side has at most in a set-up drawn by chance."""
MODES = ("operation", "raid-3", "raid-5", "proxy", "proxy-raid-3", "proxy-raid-5")
"""An Operation or a Night Raid of three or five, with the two standard kill teams or as a proxy war."""


def _mode(name: str) -> tuple[str, int]:
    """Whether a mode is a proxy war, and how many Operations its raid has (0: none)."""
    if name not in MODES:
        raise Problem("bpre.no-mode", name=name, known=", ".join(MODES))
    _, raid_of, length = name.rpartition("raid-")
    return ("proxy" if name.startswith("proxy") else ""), int(length) if raid_of else 0


def _check_teams(world: RedEarthWorld, terms: Terms) -> None:
    """Every Tasking that can be drawn can be played with these Unit Cards."""
    for key in terms.taskings:
        for seat in _teamless(world.cards, world.mixed, key):
            if seat not in terms.teams:
                raise Problem("bpre.no-team", tasking=key.removeprefix("tasking."), seat=seat)


@lru_cache(maxsize=256)
def _teamless(cards: tuple[UnitType, ...], mixed: tuple[str, ...], tasking: str) -> tuple[str, ...]:
    """The sides that cannot field a team for a Tasking with these Unit Cards."""
    found: list[str] = []
    for swapped in (False, True) if len(mixed) == len(SEATS) else (False,):
        card = card_in_parts(EDITION, tasking, swapped)
        sides = {seat: Side(seat=seat, role=role) for seat, role in card.roles().items()}
        drawn = RedEarthWorld(cards=cards, mixed=mixed, tasking=tasking, swapped=swapped, sides=sides)
        found += [seat for seat in SEATS if usual_team(EDITION, drawn, seat, card.cp[seat]) is None]
    return tuple(found)


def arrange(words: Mapping[str, str], generator: Random | None) -> Setup:
    """A set-up from words: `tasking`, `battlespace`, `mode`, `maps` and `units` (files).

    The rest is drawn in the game itself. With a generator every other single Operation is played as if others
    had gone before it, so that cards which must first be earned come up in it too.
    """
    tasking, battlespace = words.get("tasking", ""), words.get("battlespace", "")
    mode = words.get("mode", "operation")
    length = _mode(mode)[1]
    _chosen("tasking", tasking)
    if tasking and length:
        raise Problem("bpre.raid-draws", mode=mode, name=tasking)
    maps = dict(own_map(file) for file in words.get("maps", "").split(",") if file)
    if battlespace and battlespace not in maps:
        ready_field(battlespace)
    units = read_units(words["units"], SKILL_NAMES) if "units" in words else ()
    earned = _earned(generator) if generator is not None and not length else {}
    setup = Setup(
        tasking=tasking, battlespace=battlespace, units=units, maps=maps, mode=mode, specials=earned
    )
    begin(setup)
    return setup


def _earned(generator: Random) -> dict[str, tuple[str, ...]]:
    """Special Intervention Cards as earlier Operations may have brought them: half the time none, each card
    once."""
    if generator.random() < 0.5:
        return {}
    deck = list(_labelled("special"))
    generator.shuffle(deck)
    found: dict[str, tuple[str, ...]] = {}
    for seat in SEATS:
        able = [key for key in deck if seat in EDITION.data(key, Card).factions]
        taken = able[: generator.randint(1, MOST_EARNED)]
        deck = [key for key in deck if key not in taken]
        found[seat] = tuple(key.removeprefix("special.") for key in taken)
    return found


def own_map(file: str) -> tuple[str, Battlefield]:
    """A battlefield for the Battlespace deck, by the name of its file. Rules: bpre.cards.6."""
    field = read_field(file).battlefield
    if not structures(field):
        raise Problem("bpre.no-structure", file=file)
    return Path(file).stem, field


def _chosen(kind: str, name: str) -> tuple[str, ...]:
    """The named card, or the whole deck."""
    deck = _labelled(kind)
    if not name:
        return deck
    if f"{kind}.{name}" not in deck:
        known = ", ".join(key.removeprefix(f"{kind}.") for key in deck)
        raise Problem("bpre.no-card", kind=kind, name=name, known=known)
    return (f"{kind}.{name}",)


def _labelled(label: str) -> tuple[str, ...]:
    return tuple(key for key, entry in EDITION.entries.items() if label in entry.rule.labels)


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
        qrf,
        raid,
    ),
    questions=QUESTIONS,
    view=see,
    resample=imagine,
    edition=EDITION,
    words=WORDS,
    policies=POLICIES,
    turn_event="phase-began",
    options=("tasking", "battlespace", "mode", "maps", "units"),
    arrange=arrange,
    dice_words=dice_words,
)
