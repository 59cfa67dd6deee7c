"""CodeOne, ready to play."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from firelane.core.ruleset import Ruleset
from firelane.infinity.asking import InfinityAnswer, InfinityRequest
from firelane.infinity.c1.edition import C1 as EDITION
from firelane.infinity.deploying import airborne
from firelane.infinity.frames import InfinityFrame, Match
from firelane.infinity.imagining import imagine
from firelane.infinity.names import SEATS
from firelane.infinity.questions import QUESTIONS
from firelane.infinity.sheets import sheet
from firelane.infinity.steps.order import order
from firelane.infinity.steps.setup import match
from firelane.infinity.steps.turn import landing, states, turn
from firelane.infinity.view import see
from firelane.infinity.words import WORDS
from firelane.infinity.world import InfinityWorld, Place, Side, Trooper
from firelane.table.things import Battlefield

PATROLS: Mapping[str, tuple[str, ...]] = {
    "blue": (
        "fusiliers/combi-rifle-lieutenant",
        "fusiliers/combi-rifle-hacker",
        "fusiliers/combi-rifle",
        "lynx-unit/marksman-rifle",
        "hellcats/combi-rifle",
    ),
    "red": (
        "zhanshi/combi-rifle-lieutenant",
        "zhanshi/combi-rifle-hacker",
        "zhanshi/heavy-machine-gun",
        "special-operative-ko-dali/combi-rifle-parachutist-combat-jump",
        "zhanshi/combi-rifle",
    ),
}
"""Two small forces for a first game."""


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game is played with: battlefield (a ready one by name, or its own), mission, army points in
    halves,
    and each side's sheets."""

    field: str = "harbour-town"
    terrain: Battlefield | None = None
    mission: str = "annihilation"
    points: int = 60
    forces: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: dict(PATROLS))


def begin(setup: Setup) -> tuple[InfinityWorld, Match]:
    """Two armies in their lists, and an empty table. Rules: c1.combat-jump.1, c1.parachutist.1."""
    troopers: dict[str, Trooper] = {}
    for seat in SEATS:
        number = 0
        for key in setup.forces[seat]:
            number += 1
            master = _trooper(f"{seat}-{number}", seat, key)
            troopers[master.id] = master
            for extra in sheet(f"c1:{key}").facts.peripherals:
                number += 1
                servant = _trooper(f"{seat}-{number}", seat, extra, master.id)
                troopers[servant.id] = servant
    troopers = dict(sorted(troopers.items()))  # as decoded states and views have them
    sides = {seat: Side(seat=seat) for seat in SEATS}
    world = InfinityWorld(
        field=setup.field,
        terrain=setup.terrain,
        mission=setup.mission,
        points=setup.points,
        troopers=troopers,
        sides=sides,
    )
    return world, Match()


def _trooper(name: str, seat: str, key: str, controller: str = "") -> Trooper:
    full = f"c1:{key}"
    facts = sheet(full)
    trooper = Trooper(id=name, seat=seat, sheet=full, points=facts.facts.wounds, controller=controller)
    place = Place.AIR if airborne(trooper) else Place.LIST
    return Trooper(
        id=name, seat=seat, sheet=full, points=facts.facts.wounds, controller=controller, place=place
    )


C1 = Ruleset(
    name="c1",
    seats=SEATS,
    setup=Setup,
    world=InfinityWorld,
    frames=InfinityFrame,
    requests=InfinityRequest,
    answers=InfinityAnswer,
    begin=begin,
    procedures=(match, turn, order, landing, states),
    questions=QUESTIONS,
    view=see,
    resample=imagine,
    edition=EDITION,
    words=WORDS,
    turn_event="turn-began",
)
