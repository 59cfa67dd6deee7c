"""How the questions of Infinity are answered: judged, sampled and listed from the seat's view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from itertools import chain
from random import Random
from typing import Any, TypeVar

from firelane.core.because import Refusal
from firelane.core.fired import fired
from firelane.core.requests import Answer
from firelane.core.ruleset import Question
from firelane.core.views import View
from firelane.infinity.asking import (
    Activate,
    Aros,
    ChooseTurns,
    ChooseZones,
    DeclareAros,
    DeclareSecond,
    Deploy,
    Deployed,
    Dodged,
    DodgeMoves,
    EndOrders,
    GiveOrder,
    Keep,
    KeepOne,
    Kept,
    LandAtEdge,
    LandedAtEdge,
    Named,
    NameLieutenant,
    OrderType,
    Regenerate,
    Regenerating,
    Second,
    TurnAlerted,
    Turned,
    TurnsChosen,
    ZonesChosen,
)
from firelane.infinity.combat import crowded, hidden_enemy_at, refuse_second_attacker
from firelane.infinity.deploying import refuse_deployment, sample_deployment
from firelane.infinity.editions import cited, declare, edition_of
from firelane.infinity.judging import refuse_aro, refuse_half, refuse_order
from firelane.infinity.landing import nearest_at_edge, refuse_edge
from firelane.infinity.listing import (
    list_aros,
    list_deployments,
    list_dodges,
    list_landings_at_edge,
    list_orders,
    list_regenerating,
    list_seconds,
    list_turns_on_the_spot,
)
from firelane.infinity.names import SEATS
from firelane.infinity.options import Options
from firelane.infinity.orders import payments
from firelane.infinity.sampling import SkillSampler
from firelane.infinity.servants import (
    refuse_different_aros,
    refuse_servant,
    refuse_servant_second,
    servants_of,
)
from firelane.infinity.skills.base import Declaration
from firelane.infinity.space import Survey, on_table
from firelane.infinity.steps.resolution import dodge_path
from firelane.infinity.view import Table
from firelane.infinity.world import Place

TableView = View[Table]
A = TypeVar("A", bound=Answer)
Refuses = Callable[[Any, Any, Any], Refusal | None]


def once(refuse: Refuses) -> Refuses:
    """The same judge, who does not judge the very same answer twice in a row: whoever proposes an answer has
    it judged, and so has the game. Another answer, or another view, is another case."""
    last: tuple[Any, Any, Any, Refusal | None] = (None, None, None, None)

    @wraps(refuse)
    def judge(view: Any, request: Any, answer: Any) -> Refusal | None:
        nonlocal last
        before = last
        if before[0] is view and before[1] is request and before[2] is answer:
            return before[3]
        refusal = edition_of(view.ruleset).bound(refuse(view, request, answer))
        last = (view, request, answer, refusal)
        return refusal

    return judge


# Set-up


def list_kept(_: TableView, __: KeepOne) -> Iterator[Keep]:
    yield from (Keep(kept) for kept in Kept)


def list_turns(_: TableView, __: ChooseTurns) -> Iterator[TurnsChosen]:
    yield from (TurnsChosen(seat) for seat in SEATS)


@cited
def refuse_turns(_: TableView, __: ChooseTurns, answer: TurnsChosen) -> Refusal | None:
    return None if answer.first in SEATS else Refusal("core.no-such-seat", {"seat": answer.first})


def list_zones(_: TableView, request: ChooseZones) -> Iterator[ZonesChosen]:
    yield from (ZonesChosen(first, zone) for first in SEATS for zone in request.zones)


@cited
def refuse_zones(_: TableView, request: ChooseZones, answer: ZonesChosen) -> Refusal | None:
    if answer.first not in SEATS:
        return Refusal("core.no-such-seat", {"seat": answer.first})
    return (
        None
        if answer.zone in request.zones
        else Refusal("initiative.zones-and-deployment-order", {"value": answer.zone})
    )


# Orders


def list_lieutenants(_: TableView, request: NameLieutenant) -> Iterator[Named]:
    yield from map(Named, request.actors)


@cited
def refuse_lieutenant(_: TableView, request: NameLieutenant, answer: Named) -> Refusal | None:
    if answer.trooper in request.actors:
        return None
    return Refusal("scenario-firefight.open-lieutenant", {"trooper": answer.trooper})


def sample_order(view: TableView, request: GiveOrder, generator: Random) -> Activate | EndOrders:
    """Any legal Order; a random player spends what it has."""
    if not request.actors or generator.random() < 0.01:
        return EndOrders()
    chooser = SkillSampler(view, generator)
    for _ in range(8):
        name = chooser.actor(request.actors)
        order = _order_for(view, request, name)
        skill = chooser.first(name) if order is not None else None
        if order is None or skill is None:
            continue
        mine = servants_of(view.table.world, name)
        servant = skill.by_hand_of or (generator.choice(mine) if mine else "")
        along = chooser.along(servant, skill) if servant else None
        answer = Activate(trooper=name, order=order, skill=skill, servant=servant, servant_skill=along)
        refusal = refuse_give_order(view, request, answer)
        if refusal is None:
            return answer
        fired((refusal.rule,))
    name = next((n for n in request.actors if n not in request.own), request.actors[0])
    order = _order_for(view, request, name)
    idle = Activate(trooper=name, order=order or OrderType.REGULAR, skill=_idle(view))
    return idle if order is not None and refuse_order(view, request, idle) is None else EndOrders()


def _order_for(view: TableView, request: GiveOrder, name: str) -> OrderType | None:
    return next(iter(payments(view.table.world, request, name)), None)


@once
def refuse_give_order(view: TableView, request: GiveOrder, answer: Answer) -> Refusal | None:
    if isinstance(answer, EndOrders):
        return None
    assert isinstance(answer, Activate)
    return refuse_order(view, request, answer) or refuse_servant(view, answer)


def sample_second(view: TableView, request: DeclareSecond, generator: Random) -> Second:
    chooser = SkillSampler(view, generator)
    for _ in range(6):
        skill = chooser.second(request.actors[0])
        along = chooser.along(request.actors[1], skill) if len(request.actors) > 1 else None
        answer = Second(skill=skill, servant_skill=along)
        refusal = refuse_second(view, request, answer)
        if refusal is None:
            return answer
        fired((refusal.rule,))
    return Second(skill=_idle(view))


@once
def refuse_second(view: TableView, request: DeclareSecond, answer: Second) -> Refusal | None:
    refusal = refuse_half(view, request.actors[0], answer.skill, half=2)
    return refusal or refuse_servant_second(view, request, answer)


def sample_aros(view: TableView, request: DeclareAros, generator: Random) -> Aros:
    chooser = SkillSampler(view, generator)
    answer = Aros()
    for name in request.actors:
        skill = chooser.aro(name, request)
        if skill is None:
            continue
        more = Aros(by={**answer.by, name: skill})
        refusal = refuse_aros(view, request, more)
        if refusal is None:
            answer = more
        else:
            fired((refusal.rule,))
    return answer


@once
def refuse_aros(view: TableView, request: DeclareAros, answer: Aros) -> Refusal | None:
    for name, skill in answer.by.items():
        if name not in request.actors:
            return Refusal("aro.allowed-skills", {"trooper": name})
        refusal = refuse_aro(view, request, name, skill)
        if refusal is not None:
            return refusal
    return refuse_second_attacker(answer.by) or refuse_different_aros(view.table.world, answer.by)


def standing_aros(view: TableView, request: DeclareAros, policy: str) -> Aros | None:
    """Nothing, or a Dodge for everybody who may; where no Dodge is allowed the player is asked."""
    if policy == "pass":
        return Aros()
    troopers = view.table.world.troopers
    edition = edition_of(view.ruleset)
    dodges = {name: declare(edition, "dodge", prone=troopers[name].prone) for name in request.actors}
    by = {name: skill for name, skill in dodges.items() if refuse_aro(view, request, name, skill) is None}
    given = Aros(by=by)
    return given if by and refuse_aros(view, request, given) is None else None


@cited
def refuse_landing_at_edge(view: TableView, request: LandAtEdge, answer: LandedAtEdge) -> Refusal | None:
    world = view.table.world
    return refuse_edge(world, world.troopers[request.actors[0]], answer.to)


def sample_landing_at_edge(view: TableView, request: LandAtEdge, generator: Random) -> LandedAtEdge:
    """Anywhere along the edges, in any direction."""
    world = view.table.world
    trooper = world.troopers[request.actors[0]]
    facing = generator.randrange(360)
    for _ in range(20):
        x0, y0, x1, y1 = generator.choice(list(request.edges.values()))
        answer = LandedAtEdge(to=(generator.randint(x0, x1), generator.randint(y0, y1), 0), facing=facing)
        refusal = refuse_landing_at_edge(view, request, answer)
        if refusal is None:
            return answer
        fired((refusal.rule,))
    return LandedAtEdge(to=nearest_at_edge(world, trooper, request.to) or request.to, facing=facing)


# Effects


@once
def refuse_dodges(view: TableView, request: DodgeMoves, answer: Dodged) -> Refusal | None:
    for name in {*answer.routes, *answer.facings}:
        if name not in request.actors:
            return Refusal("dodge.moves", {"trooper": name})
    for name, route in answer.routes.items():
        report = dodge_path(view.table.world, view.table.world.troopers[name], route, request.reach[name])
        if report.trouble is not None:
            return Refusal("dodge.moves", {"trooper": name, "reason": str(report.trouble.bar)})
        if hidden_enemy_at(view.table.world, view.table.world.troopers[name], report.end) is not None:
            return Refusal("camouflaged.cannot-be-touched", {"trooper": name})
        if crowded(view.table.world, view.table.world.troopers[name], report.end):
            return Refusal("cc-attack.contact-limit", {"trooper": name})
    return None


def sample_dodges(view: TableView, request: DodgeMoves, generator: Random) -> Dodged:
    chooser = SkillSampler(view, generator)
    routes = {}
    for name in request.actors:
        route = chooser.dodge_route(name, request.reach[name])
        if route:
            routes[name] = route
    answer = Dodged(routes=routes, facings={name: generator.randrange(360) for name in request.actors})
    return answer if refuse_dodges(view, request, answer) is None else Dodged()


def stay(_: TableView, __: DodgeMoves, policy: str) -> Dodged | None:
    return Dodged() if policy == "pass" else None


@cited
def refuse_turning(_: TableView, request: TurnAlerted, answer: Turned) -> Refusal | None:
    wrong = [name for name in answer.facings if name not in request.actors]
    return Refusal("alert.warns", {"trooper": wrong[0]}) if wrong else None


def sample_turning(_: TableView, request: TurnAlerted, generator: Random) -> Turned:
    return Turned(
        facings={name: generator.randrange(360) for name in request.actors if generator.random() < 0.5}
    )


def no_turning(_: TableView, __: TurnAlerted, policy: str) -> Turned | None:
    return Turned() if policy == "pass" else None


def keep_facing(view: TableView, request: TurnAlerted) -> Turned | None:
    """No turn, unless an enemy is in a clear line of somebody who would have to turn to see it."""
    world = view.table.world
    survey = Survey(world)
    foes = [trooper.id for trooper in on_table(world) if trooper.seat != view.seat]
    return None if foes and survey.would_see_by_turning(request.actors, foes) else Turned()


def idle_second(view: TableView, request: DeclareSecond) -> Second | None:
    """Idle, where nothing else can follow: no Move, not even on the spot, and no other skill."""
    name = request.actors[0]
    trooper = view.table.world.troopers[name]
    if len(request.actors) > 1 or trooper.place is not Place.TABLE:
        return None
    options = Options(view, with_ways=False)
    drawn = [
        skill for each in options.edition.skills.values() for skill in each.offer_drawn(options, trooper)
    ]
    on_the_spot = [skill for skill in drawn if not skill.is_drawn]
    others = chain(on_the_spot, (declare(options.edition, "reset"),), options.halves(trooper))
    if any(refuse_half(view, name, skill, half=2) is None for skill in others if not skill.is_idle):
        return None
    return Second(skill=_idle(view))


def _idle(view: TableView) -> Declaration:
    return declare(edition_of(view.ruleset), "idle")


@cited
def refuse_regeneration(_: TableView, request: Regenerate, answer: Regenerating) -> Refusal | None:
    wrong = [name for name in answer.troopers if name not in request.actors]
    return Refusal("regeneration.rolled", {"trooper": wrong[0]}) if wrong else None


def sample_regeneration(_: TableView, request: Regenerate, generator: Random) -> Regenerating:
    return Regenerating(troopers=tuple(name for name in request.actors if generator.random() < 0.7))


def nothing(*_: object) -> None:
    """Every answer of the right kind is fine."""


def any_of(listed: Callable[[Any, Any], Iterator[A]]) -> Callable[[Any, Any, Random], A]:
    """A sampler for a question whose answers are few."""
    return lambda view, request, generator: generator.choice(list(listed(view, request)))


QUESTIONS = (
    Question(KeepOne, (Keep,), nothing, any_of(list_kept), list_kept),
    Question(ChooseTurns, (TurnsChosen,), refuse_turns, any_of(list_turns), list_turns),
    Question(ChooseZones, (ZonesChosen,), refuse_zones, any_of(list_zones), list_zones),
    Question(Deploy, (Deployed,), refuse_deployment, sample_deployment, list_deployments),
    Question(NameLieutenant, (Named,), refuse_lieutenant, any_of(list_lieutenants), list_lieutenants),
    Question(GiveOrder, (Activate, EndOrders), refuse_give_order, sample_order, list_orders),
    Question(DeclareSecond, (Second,), refuse_second, sample_second, list_seconds, usual=idle_second),
    Question(DeclareAros, (Aros,), refuse_aros, sample_aros, list_aros, standing_aros),
    Question(
        LandAtEdge, (LandedAtEdge,), refuse_landing_at_edge, sample_landing_at_edge, list_landings_at_edge
    ),
    Question(DodgeMoves, (Dodged,), refuse_dodges, sample_dodges, list_dodges, stay),
    Question(
        TurnAlerted,
        (Turned,),
        refuse_turning,
        sample_turning,
        list_turns_on_the_spot,
        no_turning,
        keep_facing,
    ),
    Question(Regenerate, (Regenerating,), refuse_regeneration, sample_regeneration, list_regenerating),
)
