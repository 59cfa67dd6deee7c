"""How Red Earth is thought about: candidates and terms for every question, from the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from firelane.bpre import asking
from firelane.bpre.able import finishing_targets, targets
from firelane.bpre.choosing import sample_placement
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving
from firelane.bpre.judging import refuse_go, refuse_placement
from firelane.bpre.names import DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION, MANEUVER
from firelane.bpre.planning import Plan, plan_of
from firelane.bpre.situation import has_skill, movement
from firelane.bpre.space import bearing, doors, field_of
from firelane.bpre.view import Table
from firelane.bpre.world import Unit, card_of
from firelane.core.requests import Answer, Request, kind_of
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.players.bpre import maneuvers
from firelane.players.bpre.scene import Scene, scene_of
from firelane.players.mind import Mind, Term, Weighed, decided_game
from firelane.table.sight import Line

TableView = View[Table]
ACTORS = 3
"""How many units are thought about for one activation."""
SAMPLES = 8
CARD = 4.0
"""What playing a card that fits is worth, beyond keeping it."""
STANDS = 0.3
"""How much of what it could gain by a maneuver a unit gives up that fires where it stands."""
NOTHING = (Term("nothing", 0.0),)


def mind(ruleset: Ruleset) -> Mind:
    """The mind of Red Earth."""
    thinking = _Thinking(ruleset)
    return Mind(thinking.candidates, thinking.weigh, standing, lost=lost, uses=uses)


class _Thinking:
    """The questions one by one; those that need no thought are listed or drawn."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def candidates(self, view: TableView, request: Request, generator: Random) -> Sequence[Answer]:
        """Answers worth considering; where none come to mind, one by chance."""
        question = self.ruleset.question(request)
        ideas = self._ideas(view, request, generator)
        found = [idea for idea in ideas if question.refuse(view, request, idea) is None]
        return found or [question.sample(view, request, generator)]

    def _ideas(self, view: TableView, request: Request, generator: Random) -> Sequence[Answer]:
        world = view.table.world
        match request:
            case asking.Activate(phase=phase) if phase == MANEUVER:
                return self._maneuvers(view, request, generator)
            case asking.Activate():
                return self._fire(view, request)
            case asking.GoOn():
                frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
                scene = scene_of(world, view.seat)
                acts = maneuvers.plans(scene, plan_of(world, frame), generator)
                return [asking.Acts(), *map(asking.Acts, acts)]
            case asking.React(actors=actors):
                return [asking.Hold(), *map(asking.Shoot, actors)]
            case asking.SetDoors():
                every = tuple(door.name for door in doors(field_of(world)))
                return [asking.Doors(every)]
            case asking.PlaceUnits():
                made = [sample_placement(view, request, generator) for _ in range(SAMPLES)]
                return [at for at in made if refuse_placement(view, request, at) is None] or made[:1]
            case asking.StandUp(actors=actors):
                return [asking.Facings({name: _facing(view, world.units[name]) for name in actors})]
            case _:
                return self._plainly(view, request, generator)

    def _plainly(self, view: TableView, request: Request, generator: Random) -> Sequence[Answer]:
        question = self.ruleset.question(request)
        if question.listed is not None and not isinstance(request, asking.PickHand):
            listed = list(question.listed(view, request))
            generator.shuffle(listed)
            return listed
        return [question.sample(view, request, generator)]

    def _maneuvers(self, view: TableView, request: asking.Activate, generator: Random) -> list[Answer]:
        world = view.table.world
        scene = scene_of(world, view.seat)
        names = list(request.actors)
        chosen = generator.sample(names, min(ACTORS, len(names)))
        found: list[Answer] = []
        for name in chosen:
            unit = world.units[name]
            plan = Plan(unit, movement(EDITION, world, unit).total)
            found += [asking.Maneuver(name, acts) for acts in maneuvers.plans(scene, plan, generator)]
        return [answer for answer in found if refuse_go(view, request, answer) is None]

    def _fire(self, view: TableView, request: asking.Activate) -> list[Answer]:
        world = view.table.world
        found: list[Answer] = [asking.PassPhase()]
        for name in request.actors:
            unit = world.units[name]
            aimed = (
                finishing_targets(world, unit)
                if request.phase == FINISHING
                else targets(world, unit, DIRECT_FIRE)
            )
            found += [asking.Fire(name, target) for target in aimed]
            if request.phase == DIRECT_FIRE and has_skill(world, unit, "frag"):
                found += [
                    throw
                    for foe in scene_of(world, view.seat).foes
                    if refuse_go(view, request, throw := asking.Throw(name, foe.x, foe.y)) is None
                ]
        return found

    def weigh(self, view: TableView, request: Request, answers: Sequence[Answer]) -> list[Weighed]:
        """What speaks for and against each answer."""
        scene = scene_of(view.table.world, view.seat)
        return [Weighed(answer, _terms(scene, view, request, answer)) for answer in answers]


def _terms(scene: Scene, view: TableView, request: Request, answer: Answer) -> tuple[Term, ...]:
    world = scene.world
    match answer:
        case asking.Maneuver(unit=name, acts=acts):
            return maneuvers.terms(scene, world.units[name], acts)
        case asking.Acts(acts=acts):
            frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
            return maneuvers.terms(scene, world.units[frame.unit], acts)
        case asking.Fire(unit=name, target=target):
            phase = request.phase if isinstance(request, asking.Activate) else DIRECT_FIRE
            gain = _shot(scene, world.units[name], world.units[target], phase)
            given_up = -STANDS * _could_gain(scene, world.units[name]) if phase == DIRECT_FIRE else 0.0
            return (Term("attack", gain, "bpre.attack.2"), Term("stands-still", given_up))
        case asking.Throw(x=x, y=y):
            near = [f for f in scene.foes if (f.x - x) ** 2 + (f.y - y) ** 2 < 2000**2]
            gain = 0.4 * sum(scene.aims.worth(world, f) for f in near) * scene.aims.kill
            return (Term("grenade", gain, "bpre.direct-fire.9"),)
        case asking.Work():
            return (Term("work", scene.aims.places[0].worth if scene.aims.places else 0.0),)
        case asking.Shoot(unit=name) if isinstance(request, asking.React):
            gain = _shot(scene, world.units[name], world.units[request.mover], IMMEDIATE_ACTION)
            return (Term("attack", gain, "bpre.attack.2"),)
        case asking.PlayCard():
            return (Term("card", CARD),)
        case asking.Placement(at):
            return _placement(scene, at)
        case asking.PassPhase():
            return (Term("nothing", 0.0 if request.kind != "activate" else 0.01),)
        case _:
            return NOTHING


def _shot(scene: Scene, unit: Unit, target: Unit, occasion: str) -> float:
    line = scene.survey.line(unit.id, target.id)
    if line is Line.NONE:
        return 0.0
    return scene.harm(unit, target, occasion, line) * scene.aims.worth(scene.world, target) * scene.aims.kill


def _could_gain(scene: Scene, unit: Unit) -> float:
    """What a unit could come nearer to its aim in one maneuver."""
    worth = scene.progress(unit)
    if not worth.size or worth.max() <= 0:
        return 0.0
    ways = scene.ground.ways_from((unit.x, unit.y, 0), float(card_of(scene.world, unit).reach))
    reached = worth[ways.cost <= card_of(scene.world, unit).reach]
    here = worth[scene.nearest(unit.x, unit.y)]
    return max(0.0, float(reached.max() - here)) if reached.size else 0.0


def _placement(scene: Scene, at: object) -> tuple[Term, ...]:
    """Near to what is wanted, and not all on one spot."""
    assert isinstance(at, dict)
    progress = 0.0
    for name, (x, y, _) in at.items():
        unit = scene.world.units[name]
        progress += float(scene.progress(unit)[scene.nearest(x, y)])
    return (Term("progress", progress / max(1, len(at))),)


def _facing(view: TableView, unit: Unit) -> int:
    scene = scene_of(view.table.world, view.seat)
    if not scene.foes:
        return unit.facing
    foe = min(scene.foes, key=lambda f: ((f.x - unit.x) ** 2 + (f.y - unit.y) ** 2, f.id))
    return bearing(unit.x, unit.y, foe.x, foe.y)


def standing(view: TableView) -> float:
    """What both sides have left, and how near they are to what they want, in Capability Points."""
    over = decided_game(view)
    if over is not None:
        return over
    world = view.table.world
    if not world.sides.get(view.seat):
        return 0.0
    scene = scene_of(world, view.seat)
    total = 0.0
    for unit in scene.mine:
        total += scene.aims.worth(world, unit) * scene.aims.lose
        total += float(scene.progress(unit)[scene.nearest(unit.x, unit.y)])
    return total - sum(scene.aims.worth(world, foe) * scene.aims.kill for foe in scene.foes)


def lost(view: TableView) -> dict[str, float]:
    """The Capability Points of each side's units that were killed."""
    return {seat: float(side.casualties) for seat, side in view.table.world.sides.items()}


def uses(answer: Any) -> tuple[str, ...]:
    """The acts and cards in an answer."""
    acts = [kind_of(act.__class__) for act in getattr(answer, "acts", ())]
    cards = [*getattr(answer, "cards", ()), *([answer.card] if isinstance(answer, asking.PlayCard) else [])]
    return (kind_of(answer.__class__), *acts, *cards)
