"""The answers that a person may choose from by number, question by question."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from random import Random

from firelane.core.views import View
from firelane.infinity.asking import (
    Activate,
    Aros,
    DeclareAros,
    DeclareSecond,
    Deploy,
    Deployed,
    Dodged,
    DodgeMoves,
    EndOrders,
    GiveOrder,
    LandAtEdge,
    LandedAtEdge,
    Regenerate,
    Regenerating,
    Second,
    TurnAlerted,
    Turned,
)
from firelane.infinity.combat import refuse_second_attacker
from firelane.infinity.deploying import refuse_deployment, sample_deployment
from firelane.infinity.judging import refuse_half, refuse_order
from firelane.infinity.landing import nearest_at_edge, places_at_edge
from firelane.infinity.options import Options
from firelane.infinity.orders import payments
from firelane.infinity.servants import refuse_different_aros
from firelane.infinity.skills.base import Declaration
from firelane.infinity.steps.resolution import dodge_path
from firelane.infinity.view import Table
from firelane.table.movement import Way

TableView = View[Table]
APART = 4000
"""How far apart along a table edge the places to land at are that are listed."""
MOST_TOGETHER = 30
"""So many combinations of AROs are written out; of more, each trooper's choices one by one."""


def _same_place(skill: Declaration) -> object:
    """What makes two choices one and the same to a reader: for a Move where it ends."""
    route = getattr(skill, "route", ())
    return (route[-1][:3], skill.posture) if route else skill


# The questions


def list_deployments(view: TableView, request: Deploy) -> Iterator[Deployed]:
    """A few deployments, made up; always the same ones for the same question."""
    for number in range(4):
        made = sample_deployment(view, request, Random(f"{request.id}/{number}"))
        if refuse_deployment(view, request, made) is None:
            yield made


def list_orders(view: TableView, request: GiveOrder) -> Iterator[Activate | EndOrders]:
    """For each trooper what is worth an Order; ending the phase comes last."""
    options = Options(view)
    for name in request.actors:
        trooper = options.world.troopers[name]
        kinds = payments(options.world, request, name)[:1]
        known = set()
        for order, skill in product(kinds, options.halves(trooper)):
            answer = Activate(trooper=name, order=order, skill=skill)
            same = repr(_same_place(skill))
            if same not in known and refuse_order(view, request, answer) is None:
                known.add(same)
                yield answer
    yield EndOrders()


def list_seconds(view: TableView, request: DeclareSecond) -> Iterator[Second]:
    """What may follow the first half."""
    options = Options(view)
    name = request.actors[0]
    known = set()
    for skill in options.halves(options.world.troopers[name]):
        same = repr(_same_place(skill))
        if same not in known and refuse_half(view, name, skill, half=2) is None:
            known.add(same)
            yield Second(skill=skill)


def list_aros(view: TableView, request: DeclareAros) -> Iterator[Aros]:
    """Every combination where they are few, else each trooper's choices with the others at their first."""
    return (aros for aros in _combined(view, request) if _go_together(view, aros))


def _go_together(view: TableView, aros: Aros) -> bool:
    """Whether these AROs can be declared together."""
    alone = refuse_second_attacker(aros.by) or refuse_different_aros(view.table.world, aros.by)
    return alone is None


def _combined(view: TableView, request: DeclareAros) -> Iterator[Aros]:
    every = Options(view)
    options = {name: every.aros(name, request) for name in request.actors}
    options = {name: found for name, found in options.items() if found}
    if math.prod(len(found) + 1 for found in options.values()) <= MOST_TOGETHER:
        for chosen in product(*([*found, None] for found in options.values())):
            by = {name: skill for name, skill in zip(options, chosen, strict=True) if skill is not None}
            yield Aros(by=by)
        return
    first = {name: found[0] for name, found in options.items()}
    yield Aros(by=first)
    for name, found in options.items():
        for skill in found[1:]:
            yield Aros(by={**first, name: skill})
    yield Aros()


def list_landings_at_edge(view: TableView, request: LandAtEdge) -> Iterator[LandedAtEdge]:
    """The place nearest to the point that was named, then some along each edge, looking at the enemy."""
    options = Options(view)
    world = view.table.world
    trooper = world.troopers[request.actors[0]]
    nearest = nearest_at_edge(world, trooper, request.to)
    places = [] if nearest is None else [nearest]
    places += [at for at in places_at_edge(world, trooper, APART) if at != nearest]
    for at in places:
        yield LandedAtEdge(to=at, facing=options.watch(*at[:2], request.facing))


def list_dodges(view: TableView, request: DodgeMoves) -> Iterator[Dodged]:
    """Stay, or one of them goes one of eight ways."""
    yield Dodged()
    world = view.table.world
    for name in request.actors:
        trooper = world.troopers[name]
        for angle in range(0, 360, 30):
            x = round(trooper.x + request.reach[name] * math.cos(math.radians(angle)))
            y = round(trooper.y + request.reach[name] * math.sin(math.radians(angle)))
            route = ((x, y, trooper.z, Way.WALK),)
            if dodge_path(world, trooper, route, request.reach[name]).trouble is None:
                yield Dodged(routes={name: route})


def list_turns_on_the_spot(view: TableView, request: TurnAlerted) -> Iterator[Turned]:
    """All turn to the nearest enemy, one of them does, or none."""
    options = Options(view)
    troopers = [options.world.troopers[name] for name in request.actors]
    facings = {t.id: options.watch(t.x, t.y, t.facing) for t in troopers}
    yield Turned(facings=facings)
    if len(facings) > 1:
        yield from (Turned(facings={name: facing}) for name, facing in facings.items())
    yield Turned()


def list_regenerating(_: TableView, request: Regenerate) -> Iterator[Regenerating]:
    """All, each alone, none."""
    yield Regenerating(troopers=request.actors)
    if len(request.actors) > 1:
        yield from (Regenerating(troopers=(name,)) for name in request.actors)
    yield Regenerating()
