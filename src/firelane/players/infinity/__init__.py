"""How Infinity is thought about: candidates and terms for every question, from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from firelane.core.requests import Answer, Request, kebab
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.infinity.asking import (
    ChooseTurns,
    ChooseZones,
    DeclareAros,
    DeclareSecond,
    Deploy,
    Deployed,
    DodgeMoves,
    GiveOrder,
    KeepOne,
    LandAtEdge,
    NameLieutenant,
    Regenerate,
    TurnAlerted,
)
from firelane.infinity.names import UNCONSCIOUS
from firelane.infinity.sheets import sheet
from firelane.infinity.space import is_null
from firelane.infinity.view import Table
from firelane.infinity.world import Place, Trooper
from firelane.players.infinity import opening, orders, raids, reactions
from firelane.players.infinity.aims import score_now
from firelane.players.infinity.scene import Scene, scene_of
from firelane.players.infinity.worth import cost, loss, worth
from firelane.players.mind import Mind, Term, Trying, Weighed, decided_game
from firelane.players.player import Clock

TableView = View[Table]
PAUSE = 0.1
"""Seconds of a budget of time that tries leave alone: Python's collector of cycles pauses so long."""
SEARCHED = frozenset({"give-order", "declare-second"})
"""Where more comes after than the dice of the exchange: reactions are weighed exactly as they are."""
TRIES = 4
"""So many tries of a candidate tell something: an Order is a matter of few dice."""
WEIGHED = 0.85
"""After this part of its time nobody weighs more candidates."""
DOWN = 0.15
"""What an Unconscious trooper is still worth: somebody may heal it."""


def mind(_: Ruleset) -> Mind:
    """The mind of a ruleset of the family; farther ahead it looks at the chance of winning."""
    return _mind(None)


def _mind(clock: Clock | None) -> Mind:
    return Mind(
        partial(candidates, clock=clock),
        partial(weigh, clock=clock),
        standing,
        reply,
        lost,
        uses,
        Trying(SEARCHED, TRIES, spare=PAUSE),
        _farther(clock),
        within=_mind,
    )


def _farther(clock: Clock | None) -> Mind:
    return Mind(
        partial(candidates, far=True, clock=clock),
        partial(weigh, far=True, clock=clock),
        partial(far_standing, clock=clock),
        reply,
        lost,
        uses,
        within=_farther,
        prepare=prepare,
    )


def candidates(
    view: TableView, request: Request, generator: Random, far: bool = False, clock: Clock | None = None
) -> Sequence[Answer]:
    """Answers worth considering."""
    scene = scene_of(view, far, clock)
    match request:
        case GiveOrder():
            return orders.order_candidates(orders_of(scene), request)
        case DeclareSecond():
            return orders.second_candidates(orders_of(scene), request)
        case DeclareAros():
            return reactions.aro_candidates(reactions_of(scene, request))
        case LandAtEdge():
            return reactions.edge_candidates(scene, request)
        case DodgeMoves():
            return reactions.dodge_candidates(scene, request)
        case TurnAlerted():
            return reactions.turn_candidates(scene, request)
        case Regenerate():
            return reactions.regeneration_candidates(request)
        case Deploy():
            return opening.deployment_answers(scene, request, generator)
        case NameLieutenant():
            return opening.lieutenant_answers(request)
        case KeepOne():
            return opening.keep_answers()
        case ChooseTurns():
            return opening.turn_answers(scene)
        case ChooseZones():
            return opening.zone_answers(scene, request)
    raise AssertionError(request.kind)


def weigh(
    view: TableView,
    request: Request,
    answers: Sequence[Answer],
    far: bool = False,
    clock: Clock | None = None,
) -> list[Weighed]:
    """What speaks for and against each answer; of those for which there is no time only for the last.

    Candidates come in the order in which they look good, and the last of them is to do nothing.
    """
    scene = scene_of(view, far, clock)
    found: list[Weighed] = []
    for place, answer in enumerate(answers, start=1):
        if not found or place == len(answers) or not scene.hurried(WEIGHED):
            found.append(Weighed(answer, _cited(scene, _terms(scene, request, answer))))
    return found


def _cited(scene: Scene, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The same terms with statements of the edition in place of roles."""
    cited = scene.edition.statement
    return tuple(replace(term, rule=cited(term.rule)) if term.rule else term for term in terms)


def _terms(scene: Scene, request: Request, answer: Any) -> Any:
    match request:
        case GiveOrder():
            return orders.order_terms(orders_of(scene), answer)
        case DeclareSecond():
            return orders.second_terms(orders_of(scene), request, answer)
        case DeclareAros():
            return reactions.aro_terms(reactions_of(scene, request), answer)
        case LandAtEdge():
            return reactions.edge_terms(scene, request, answer)
        case DodgeMoves():
            return reactions.dodge_terms(scene, answer)
        case TurnAlerted():
            return reactions.turn_terms(answer)
        case Regenerate():
            return reactions.regeneration_terms(scene, answer)
        case Deploy():
            return opening.deployment_terms(scene, request, answer)
        case NameLieutenant():
            return opening.lieutenant_terms(scene, answer)
    return opening.first_terms(scene, answer)


def reply(view: TableView, request: Request, _: Random) -> Answer | None:
    """To reactions the best of each trooper, without weighing what else they could do together."""
    if isinstance(request, DeclareAros):
        return reactions.aro_candidates(reactions_of(scene_of(view), request))[0]
    return None


def prepare(view: TableView, request: Request) -> Iterator[None]:
    """Who looks farther asks for most when it deploys, from where every place is seen; and in its first
    Order for what everybody could do to everybody."""
    if isinstance(request, Deploy | GiveOrder):
        scene = Scene(view, far=True)
        if isinstance(request, Deploy):
            yield from opening.survey(scene, request)
        yield from raids.tables(scene)


def orders_of(scene: Scene) -> orders.Orders:
    """The Orders of a scene, made once."""
    found = scene.kept.get("orders")
    if not isinstance(found, orders.Orders):
        found = scene.kept["orders"] = orders.Orders(scene)
    return found


def reactions_of(scene: Scene, request: DeclareAros) -> reactions.Reactions:
    """The reactions of a scene, made once."""
    found = scene.kept.get("reactions")
    if not isinstance(found, reactions.Reactions):
        found = scene.kept["reactions"] = reactions.Reactions(scene, request)
    return found


def standing(view: TableView) -> float:
    """What both sides have left, and what the mission stands at, in points."""
    over = decided_game(view)
    if over is not None:
        return over
    world = view.table.world
    scene = scene_of(view)
    total = score_now(scene)
    for trooper in world.troopers.values():
        part = _left(trooper)
        if part:
            total += part * worth(world, trooper) * (1 if trooper.seat == view.seat else -1)
    return total


def far_standing(view: TableView, clock: Clock | None = None) -> float:
    """The same, and what the seat's own places promise and risk: tries would forget it otherwise."""
    total = standing(view)
    if view.outcome is not None or not view.table.world.round:
        return total
    scene = scene_of(view, far=True, clock=clock)
    return total + sum(orders_of(scene).at_place(trooper) for trooper in scene.mine)


def _left(trooper: Trooper) -> float:
    """The part of its worth that a trooper has left."""
    if trooper.place in (Place.AIR, Place.LIST):
        return 0.9
    if trooper.place is not Place.TABLE:
        return 0.0
    if trooper.marker:
        return 1.0
    if trooper.points <= 0:
        return DOWN if trooper.has(UNCONSCIOUS) else 0.0
    whole = max(1, sheet(trooper.sheet).facts.wounds)
    return 1.0 - loss(whole, whole - trooper.points)


def lost(view: TableView) -> dict[str, float]:
    """The army points of each side's troopers that are not on their feet, when all is open."""
    world = view.table.world
    return {seat: sum(cost(t) for t in world.troopers.values() if t.seat == seat and not _stands(t))
            for seat in world.sides}  # fmt: skip


def _stands(trooper: Trooper) -> bool:
    return trooper.place is Place.TABLE and not is_null(trooper)


def uses(answer: Any) -> tuple[str, ...]:
    """The skills in an answer, and what troopers are deployed with."""
    skills = [getattr(answer, "skill", None), getattr(answer, "servant_skill", None)]
    skills += list(getattr(answer, "by", {}).values())
    found = [kebab(type(skill).__name__) for skill in skills if skill is not None]
    if isinstance(answer, Deployed):
        found += ["camouflage" for at in answer.troopers.values() if at.camouflaged]
    return tuple(found)
