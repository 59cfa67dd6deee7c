"""How Red Earth is thought about: candidates and terms for every question, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np

from firelane.bpre import asking
from firelane.bpre.able import is_eligible
from firelane.bpre.acts import Detonate
from firelane.bpre.cards import AMBUSH, FRAG_OUT
from firelane.bpre.frames import Moving
from firelane.bpre.names import DEFENDING, MANEUVER, SEATS, other
from firelane.bpre.planning import Plan, plan_of, refuse_acts
from firelane.bpre.view import Table
from firelane.bpre.world import card_of, on_table
from firelane.core.requests import Answer, Request, kind_of
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.players.bpre import hands, maneuvers, opening, places, shots, tempo
from firelane.players.bpre.scene import Scene, scene_of
from firelane.players.bpre.sorties import best_sortie
from firelane.players.mind import Mind, Term, Trying, Weighed, decided_game
from firelane.players.player import Clock

TableView = View[Table]
ACTORS = 3
"""How many units' maneuvers are put to the rules for one activation."""
OVERLOOKS, WHIM = 0.86, 0.7
"""How careless a novice is: of few candidates for each unit the next best is nearly as good."""
TRYING = Trying(
    frozenset({"activate"}), least=4, depth=None, longest=400, trust=40.0, sure=1.5, spare=0.1, paired=True
)
"""Tries go to the end of the game: after the few dice of a turn neither places nor points say enough of who
wins. Of the best candidates the chances to win differ by a twentieth, the ends of two tries by a third: so
many tries as there go into the square of that are worth what was known before."""
LATE = 0.5
"""After this part of the time no more candidates are thought of: those there are have still to be weighed."""
NOTHING = (Term("nothing", 0.0),)


def mind(ruleset: Ruleset) -> Mind:
    """The mind of Red Earth."""
    thinking = _Thinking(ruleset)
    return Mind(
        thinking.candidates, thinking.weigh, standing, lost=lost, uses=uses, stops=stops,
        trying=TRYING, overlooks=OVERLOOKS, whim=WHIM, farther=_farther(ruleset, None),
    )  # fmt: skip


def _farther(ruleset: Ruleset, clock: Clock | None) -> Mind:
    thinking = _Thinking(ruleset, farther=True, clock=clock)
    return Mind(
        thinking.candidates, thinking.weigh, standing, lost=lost, uses=uses, stops=stops,
        within=partial(_farther, ruleset),
    )  # fmt: skip


class _Thinking:
    """The questions one by one; those that need no thought are listed or drawn."""

    def __init__(self, ruleset: Ruleset, farther: bool = False, clock: Clock | None = None) -> None:
        self.ruleset = ruleset
        self.farther = farther
        self.clock = clock

    def late(self) -> bool:
        """Whether no more candidates are to be thought of."""
        return self.clock is not None and self.clock.part > LATE

    def scene(self, view: TableView) -> Scene:
        """The battlespace as this mind reads it."""
        return scene_of(view.table.world, view.seat, self.farther)

    def candidates(self, view: TableView, request: Request, generator: Random) -> Sequence[Answer]:
        """Answers worth considering; where none come to mind, one by chance."""
        found = self._ideas(view, request, generator)
        return found or [self.ruleset.question(request).sample(view, request, generator)]

    def _ideas(self, view: TableView, request: Request, generator: Random) -> Sequence[Answer]:
        world = view.table.world
        match request:
            case asking.PickTeam():
                return opening.some_teams(view, request, generator, self.farther)
            case asking.PickHand():
                return opening.hands(view, generator)
            case asking.SetDoors():
                return [opening.set_doors(view)]
            case asking.PlaceTrucks():
                return opening.trucks(view, request)
            case asking.PlaceToken():
                return opening.tokens(view, request)
            case asking.PlaceUnits():
                return opening.placements(view, request, generator, self.scene(view), self.late)
            case asking.PickQrf():
                return list(opening.reinforcements(view, request, generator))
            case asking.ChooseRole():
                return [asking.Role(DEFENDING)]
            case asking.Activate(phase=phase) if phase == MANEUVER:
                return _maneuvers(self.scene(view), request, self.late)
            case asking.Activate():
                scene = self.scene(view)
                return [asking.PassPhase(), *shots.firing(view, request, scene)]
            case asking.GoOn():
                return _more(view, self.scene(view))
            case asking.React():
                return list(shots.reactions(view, request, self.scene(view)))
            case asking.StandUp(actors=actors):
                scene = self.scene(view)
                units = [world.units[name] for name in actors]
                turned = {u.id: maneuvers.face(scene, u.x, u.y, scene.node(u)) for u in units}
                return [asking.Facings(turned)]
            case _:
                return self._plainly(view, request, generator)

    def _plainly(self, view: TableView, request: Request, generator: Random) -> Sequence[Answer]:
        question = self.ruleset.question(request)
        if question.listed is None:
            return ()
        listed = list(question.listed(view, request))
        generator.shuffle(listed)
        return listed

    def weigh(self, view: TableView, request: Request, answers: Sequence[Answer]) -> list[Weighed]:
        """What speaks for and against each answer."""
        return [Weighed(answer, _terms(view, request, answer, self.farther)) for answer in answers]


def _maneuvers(scene: Scene, request: asking.Activate, late: Callable[[], bool]) -> list[Answer]:
    """The best maneuvers of the units that have most to gain, and none at all."""
    world = scene.world
    made = []
    for name in request.actors:
        unit = world.units[name]
        if is_eligible(world, unit, MANEUVER):
            ends = places.ends(scene, Plan(unit, scene.movement(unit)))
            made.append((float(np.max(ends.scores)), name, ends))
    made.sort(key=lambda one: (-one[0], one[1]))
    found: list[Answer] = [asking.PassPhase()]
    for _, name, ends in made if scene.farther else made[:ACTORS]:
        best = np.argsort(-ends.scores, kind="stable")[:3].tolist()
        for place in best:
            acts = maneuvers.allowed_acts(scene, ends, place)
            if acts is not None:
                found.append(asking.Maneuver(name, acts))
                break
        over = maneuvers.crossing(scene, ends)
        if over is not None:
            found.append(asking.Maneuver(name, over))
        sortie = best_sortie(scene, ends) if scene.farther else None
        if sortie is not None:
            found.append(asking.Maneuver(name, sortie.acts))
        if late():
            break
    doors = [(score, name, acts) for _, name, ends in made for score, acts in maneuvers.openings(scene, ends)]
    doors.sort(key=lambda one: (-one[0], one[1]))
    for _, name, acts in doors[:2]:
        unit = world.units[name]
        if refuse_acts(world, Plan(unit, scene.movement(unit)), acts) is None:
            found.append(asking.Maneuver(name, acts))
    return found


def _more(view: TableView, scene: Scene) -> list[Answer]:
    """What a unit does with the rest of its maneuver."""
    frame = _moving(view)
    if AMBUSH in frame.cards:
        return [asking.Acts((Detonate(),))]
    if FRAG_OUT in frame.cards:
        return [asking.Acts()]
    found = maneuvers.plans(scene, plan_of(scene.world, frame), 2)
    return [asking.Acts(), *map(asking.Acts, found)]


def _moving(view: TableView) -> Moving:
    return next(frame for frame in reversed(view.table.frames) if isinstance(frame, Moving))


def _terms(view: TableView, request: Request, answer: Answer, farther: bool) -> tuple[Term, ...]:
    world = view.table.world
    match answer:
        case asking.Team() if isinstance(request, asking.PickTeam):
            return opening.team_terms(world, view.seat, answer, farther)
        case asking.Hand():
            return opening.hand_terms(answer)
        case asking.Structure(number=number) if isinstance(request, asking.ChooseStructure):
            return opening.structure_terms(view, request, number)
        case asking.Edge(edge=edge) if isinstance(request, asking.ChooseEdge):
            return opening.edge_terms(view, request, edge)
        case asking.TokenAt() if isinstance(request, asking.PlaceToken):
            return opening.token_terms(view, request, answer)
        case asking.Reinforcements(units=units) | asking.Support(units=units):
            return opening.units_terms(world, view.seat, units)
        case asking.CallQrf():
            return (Term("reinforcements", 1.0, "bpre.qrf.6"),)
        case asking.Reroll() | asking.KeepRoll() if isinstance(request, asking.OfferReroll):
            return opening.reroll_terms(request, answer)
    scene = scene_of(world, view.seat, farther)
    match answer:
        case asking.Placement():
            return opening.placement_terms(scene, answer)
        case asking.Maneuver(unit=name, acts=acts):
            unit = world.units[name]
            found = maneuvers.terms(scene, Plan(unit, scene.movement(unit)), acts)
            return (*found, tempo.leaves(scene, unit)) if farther and scene.foes else found
        case asking.Acts(acts=acts) if acts:
            return maneuvers.terms(scene, plan_of(world, _moving(view)), acts)
        case asking.Fire() if isinstance(request, asking.Activate):
            return shots.fire_terms(scene, answer, request.phase)
        case asking.Throw():
            return shots.throw_terms(scene, answer)
        case asking.Work():
            return shots.work_terms(answer)
        case asking.Shoot() if isinstance(request, asking.React):
            return shots.shoot_terms(scene, answer, request.mover)
        case asking.PlayCard():
            return hands.card_terms(view, scene, answer)
        case asking.Own(unit=name):
            return (Term("wounds-taken", -scene.worth(world.units[name])),)
        case _:
            return NOTHING


def standing(view: TableView) -> float:
    """What both sides have left, in Capability Points: it foretells who wins better than places do."""
    over = decided_game(view)
    if over is not None:
        return over
    world = view.table.world
    left = {seat: sum(card_of(world, unit).cp for unit in on_table(world, seat)) for seat in SEATS}
    return float(left[view.seat] - left[other(view.seat)])


def lost(view: TableView) -> dict[str, float]:
    """The Capability Points of each side's units that were killed."""
    return {seat: float(side.casualties) for seat, side in view.table.world.sides.items()}


def uses(answer: Any) -> tuple[str, ...]:
    """The acts and cards in an answer."""
    acts = [kind_of(act.__class__) for act in getattr(answer, "acts", ())]
    cards = [*getattr(answer, "cards", ()), *([answer.card] if isinstance(answer, asking.PlayCard) else [])]
    return (kind_of(answer.__class__), *acts, *cards)


def stops(answer: Any) -> bool:
    """A pass is final: whoever could still act no longer does in this phase."""
    return isinstance(answer, asking.PassPhase)
