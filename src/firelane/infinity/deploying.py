"""Deployment: where troopers may be placed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.fired import decides, fired
from firelane.core.views import View
from firelane.infinity.acting import move_rules
from firelane.infinity.asking import Deploy, Deployed, Placement
from firelane.infinity.editions import cited
from firelane.infinity.modes import Box, deeper, edge_of, own_half
from firelane.infinity.remdriver import can_drive
from firelane.infinity.sheets import sheet
from firelane.infinity.space import body, field_of, objective_body, on_table
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.table.measure import in_contact
from firelane.table.paths import stands_free
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Figure, Posture, inches

TRIES = 400
CLOSE = 125
"""How far apart the places are that are tried one after another."""
INWARDS = {"south": 90, "north": 270, "west": 0, "east": 180}


def reach_of(world: InfinityWorld, trooper: Trooper, zone: str) -> Box:
    """Where the trooper may be deployed.

    Rules: deployment.inside-zone, deployment.infiltration, forward-deployment.reach, infiltration.own-half.
    """
    field = field_of(world)
    area = next(area for area in field.deployment if area.name == zone)
    facts = sheet(trooper.sheet)
    forward = facts.carried("forward-deployment")
    if facts.carries("infiltration"):  # infiltration.own-half, deployment.infiltration
        return own_half(field, area)
    # forward-deployment.reach
    return deeper(field, area, inches(forward.inches) if forward is not None else 0)


def placed(trooper: Trooper, at: Placement) -> Figure:
    """The trooper's Silhouette where it would stand."""
    facts = sheet(trooper.sheet)
    return Figure(
        id=trooper.id,
        x=at.x,
        y=at.y,
        z=at.z,
        diameter=facts.diameter,
        height=facts.height,
        facing=at.facing,
        posture=Posture.PRONE if at.prone else Posture.STANDING,
        side=trooper.seat,
    )


def airborne(trooper: Trooper) -> bool:
    """Whether the trooper waits for Airborne Deployment.

    Rules: combat-jump.waits-in-secret, parachutist.waits-in-secret.
    """
    facts = sheet(trooper.sheet)
    return facts.carries("combat-jump") or facts.carries("parachutist")


@cited
def refuse_deployment(view: View[Table], request: Deploy, answer: Deployed) -> Refusal | None:
    """Rules: deployment.all-but-one, deployment.last-trooper, deployment.held-back-announced,
    deployment.inside-zone, deployment.not-in-contact, deployment.prone-allowed, deployment.may-measure,
    deployment.may-be-shifted, forward-deployment.not-in-contact, infiltration.not-in-contact,
    camouflage.deployed-hidden, climb.not-deployed-on-wall, climbing-plus.not-deployed-on-wall,
    remdriver.gives-modifiers, remdriver.chosen-at-deployment, remdriver.one-token-each.
    """
    world = view.table.world
    for name in answer.troopers:
        if name not in request.actors:
            return Refusal("deployment.all-but-one", {"trooper": name})
    left = [name for name in request.actors if name not in answer.troopers]
    alone = [name for name in left if not world.troopers[name].controller]
    if len(alone) != request.held_back:
        return Refusal("deployment.all-but-one", {"needed": request.held_back, "count": len(alone)})
    for name in request.actors:
        master = world.troopers[name].controller
        if master and (master in answer.troopers) != (name in answer.troopers) and master in request.actors:
            return Refusal("servant.deployed-together", {"trooper": name})
    figures = [body(t) for t in on_table(world)]
    for name, at in answer.troopers.items():
        trooper = world.troopers[name]
        figure = placed(trooper, at)
        refusal = refuse_place(world, request, trooper, at, figure, figures)
        if refusal is not None:
            return refusal
        figures.append(figure)
    return _refuse_drivers(world, answer)


def _refuse_drivers(world: InfinityWorld, answer: Deployed) -> Refusal | None:
    """Tokens go to REMs on the table, those placed in the same step among them, one to each.

    Rules: remdriver.gives-modifiers, remdriver.chosen-at-deployment, remdriver.one-token-each.
    """
    taken: set[str] = set()
    for name, at in answer.troopers.items():
        if not at.drives:
            continue
        rem = world.troopers.get(at.drives)
        if not can_drive(world.troopers[name], rem):
            taken_already = rem is not None and rem.token
            rule = "remdriver.one-token-each" if taken_already else "remdriver.gives-modifiers"
            return Refusal(rule, {"trooper": name, "target": at.drives})
        if at.drives in taken:
            return Refusal("remdriver.one-token-each", {"trooper": name, "target": at.drives})
        if rem is not None and rem.place is not Place.TABLE and rem.id not in answer.troopers:
            return Refusal("remdriver.chosen-at-deployment", {"trooper": name, "target": at.drives})
        taken.add(at.drives)
    return None


def refuse_place(
    world: InfinityWorld,
    request: Deploy,
    trooper: Trooper,
    at: Placement,
    figure: Figure,
    figures: list[Figure],
) -> Refusal | None:
    """Whether one trooper may stand there, among figures placed before it."""
    facts = sheet(trooper.sheet)
    half = facts.diameter // 2
    x0, y0, x1, y1 = reach_of(world, trooper, request.zone)
    # deployment.inside-zone
    if not (x0 + half <= at.x <= x1 - half and y0 + half <= at.y <= y1 - half):
        return Refusal("deployment.inside-zone", {"trooper": trooper.id})
    if at.prone and not facts.can_be_prone():  # deployment.prone-allowed, prone.at-deployment
        return Refusal("movement.prone-or-standing", {"trooper": trooper.id})
    if at.camouflaged and not facts.carries("camouflage"):
        return Refusal("camouflage.deployed-hidden", {"trooper": trooper.id})
    field: Battlefield = field_of(world)
    trouble = stands_free(ground_plan(field), figure, figures, move_rules(facts, 0))
    # deployment.inside-zone, climb.not-deployed-on-wall, climbing-plus.not-deployed-on-wall
    if trouble is not None:
        return Refusal("deployment.inside-zone", {"trooper": trooper.id, "reason": str(trouble.bar)})
    foes = [f for f in figures if f.side != trooper.seat] + [
        objective_body(o) for o in world.objectives.values()
    ]
    # forward-deployment.not-in-contact, infiltration.not-in-contact
    if any(in_contact(figure, foe) for foe in foes):
        decides(facts.carries("infiltration"), "infiltration.not-in-contact")
        decides(facts.carries("forward-deployment"), "forward-deployment.not-in-contact")
        return Refusal("deployment.not-in-contact", {"trooper": trooper.id})
    return None


def sample_deployment(view: View[Table], request: Deploy, generator: Random) -> Deployed:
    """Troopers anywhere they may stand; one that may hide hides, mostly."""
    world = view.table.world
    names = list(request.actors)
    masters = [name for name in names if not world.troopers[name].controller]
    held = set(generator.sample(masters, request.held_back))
    chosen = [n for n in names if n not in held and world.troopers[n].controller not in held]
    figures = [body(t) for t in on_table(world)]
    given: dict[str, Placement] = {}
    for name in chosen:
        trooper = world.troopers[name]
        for at in _somewhere(world, trooper, request.zone, generator):
            figure = placed(trooper, at)
            refusal = refuse_place(world, request, trooper, at, figure, figures)
            if refusal is None:
                given[name] = at
                figures.append(figure)
                break
            fired((refusal.rule,))
    return Deployed(driving(world, given))


def driving(world: InfinityWorld, given: dict[str, Placement]) -> dict[str, Placement]:
    """The placements with a REM for each driver, as far as there are any."""
    free = [t for t in world.troopers.values() if t.place is Place.TABLE or t.id in given]
    for name, at in given.items():
        rem = next((t for t in free if can_drive(world.troopers[name], t)), None)
        if rem is not None:
            given[name] = replace(at, drives=rem.id)
            free.remove(rem)
    return given


def _somewhere(world: InfinityWorld, trooper: Trooper, zone: str, generator: Random) -> Iterator[Placement]:
    """Places to try: a number by chance, and then, where room is scarce, one after another."""
    facts = sheet(trooper.sheet)
    half = facts.diameter // 2
    x0, y0, x1, y1 = reach_of(world, trooper, zone)
    field = field_of(world)
    area = next(area for area in field.deployment if area.name == zone)
    some = Placement(
        x=0,
        y=0,
        facing=INWARDS[edge_of(field, area)],
        prone=facts.can_be_prone() and generator.random() < 0.1,
        camouflaged=facts.carries("camouflage") and generator.random() < 0.9,
    )
    for _ in range(TRIES):
        x, y = generator.randint(x0 + half, x1 - half), generator.randint(y0 + half, y1 - half)
        yield replace(some, x=x, y=y)
    for x, y in product(range(x0 + half, x1 - half, CLOSE), range(y0 + half, y1 - half, CLOSE)):
        yield replace(some, x=x, y=y)
