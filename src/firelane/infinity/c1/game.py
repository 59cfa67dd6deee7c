"""CodeOne, ready to play."""

from __future__ import annotations

from collections.abc import Iterator

from firelane.core.fired import decides
from firelane.core.ruleset import Ruleset
from firelane.forces.lists import ready_list
from firelane.forces.mustering import muster
from firelane.forces.words import printed
from firelane.infinity.asking import InfinityRequest, answers_of
from firelane.infinity.c1.edition import C1 as EDITION
from firelane.infinity.c1.setup import OPTIONS, Setup, arrange, usual_list
from firelane.infinity.deploying import airborne
from firelane.infinity.frames import Match, frames_of
from firelane.infinity.imagining import imagine
from firelane.infinity.missions import MISSIONS, MissionFigures
from firelane.infinity.modes import with_zones
from firelane.infinity.names import SEATS
from firelane.infinity.questions import QUESTIONS
from firelane.infinity.sheets import sheet
from firelane.infinity.steps.order import order
from firelane.infinity.steps.setup import match
from firelane.infinity.steps.turn import landing, states, turn
from firelane.infinity.throwing import dice_words
from firelane.infinity.view import see
from firelane.infinity.words import WORDS
from firelane.infinity.world import InfinityWorld, Place, Side, Trooper
from firelane.problem import Problem
from firelane.table.fieldfile import ready_field


def begin(setup: Setup) -> tuple[InfinityWorld, Match]:
    """Two armies in their lists, and a table with the Deployment Zones of the game mode.

    Rules: n4-core.game-modes.1-5, n4-core.scenario.1, c1.combat-jump.1, c1.parachutist.1.
    """
    if setup.mission not in MISSIONS:
        raise Problem("infinity.no-mission", name=setup.mission, known=", ".join(MISSIONS))
    figures = EDITION.data(f"mission.{setup.mission}", MissionFigures)
    own = setup.terrain if setup.terrain is not None else ready_field(setup.field).battlefield
    laid_out = with_zones("c1", own, setup.points, figures)
    world = InfinityWorld(
        field=setup.field,
        terrain=setup.terrain if laid_out is own else laid_out,
        mission=setup.mission,
        points=setup.points,
        rounds=setup.rounds or figures.rounds,
        troopers=dict(sorted((t.id, t) for seat in SEATS for t in _army(setup, seat))),  # as views have them
        sides={seat: Side(seat=seat) for seat in SEATS},
    )
    return world, Match()


def _army(setup: Setup, seat: str) -> Iterator[Trooper]:
    """The troopers of a side, each Peripheral behind its controller."""
    number = 0
    for key in setup.forces.get(seat) or _listed(setup, seat):
        number += 1
        master = _trooper(f"{seat}-{number}", seat, key)
        yield master
        for extra in sheet(f"c1:{key}").facts.peripherals:
            number += 1
            yield _trooper(f"{seat}-{number}", seat, extra, master.id)


def _listed(setup: Setup, seat: str) -> tuple[str, ...]:
    """The sheets of a side's list, which must be legal and fit the game. Rules: n4-core.army-list.1."""
    given = setup.lists.get(seat) or usual_list(seat, setup.points)
    army = ready_list(given) if isinstance(given, str) else given
    if army.points * 2 > setup.points:
        allowed = printed(setup.points)
        raise Problem("infinity.list-too-big", name=army.title("en"), points=army.points, allowed=allowed)
    return tuple(figure.sheet.key for figure in muster(army) if figure.controller is None)


def _trooper(name: str, seat: str, key: str, controller: str = "") -> Trooper:
    full = f"c1:{key}"
    facts = sheet(full)
    trooper = Trooper(id=name, seat=seat, sheet=full, points=facts.facts.wounds, controller=controller)
    key = "combat-jump" if facts.carries("combat-jump") else "parachutist"
    place = Place.AIR if decides(airborne(trooper), f"c1.{key}.1") else Place.LIST
    return Trooper(
        id=name, seat=seat, sheet=full, points=facts.facts.wounds, controller=controller, place=place
    )


__all__ = ["C1", "Setup", "begin"]

C1 = Ruleset(
    name="c1",
    seats=SEATS,
    setup=Setup,
    world=InfinityWorld,
    frames=frames_of(EDITION.declared),
    requests=InfinityRequest,
    answers=answers_of(EDITION.declared),
    begin=begin,
    procedures=(match, turn, order, landing, states),
    questions=QUESTIONS,
    view=see,
    resample=imagine,
    edition=EDITION,
    words=WORDS,
    policies=("pass", "dodge"),
    turn_event="turn-began",
    options=OPTIONS,
    arrange=arrange,
    dice_words=dice_words,
)
