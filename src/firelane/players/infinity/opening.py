"""Before the first turn: what to keep, where to deploy, who leads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import numpy as np
from msgspec.structs import replace

from firelane.core.requests import Answer
from firelane.infinity.asking import (
    ChooseZones,
    Deploy,
    Deployed,
    Keep,
    Kept,
    Named,
    NameLieutenant,
    Placement,
    TurnsChosen,
    ZonesChosen,
)
from firelane.infinity.deploying import driving, placed, refuse_deployment, refuse_place, sample_deployment
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.modes import box_of, edge_of
from firelane.infinity.names import other
from firelane.infinity.sheets import sheet
from firelane.infinity.space import body, on_table
from firelane.infinity.world import Place, Trooper
from firelane.players.ground import Ground
from firelane.players.infinity.aims import goal_map
from firelane.players.infinity.raids import AT_ONCE, Fears, feared
from firelane.players.infinity.scene import Scene
from firelane.players.mind import Term
from firelane.table.fast import Bools, Floats, Ints
from firelane.table.things import Figure

FACING = {"south": 90, "north": 270, "west": 0, "east": 180}
LOOKOUTS = 7
"""From so many places along the enemy's zone, and half as many in the middle, the table is looked at."""
TRIES = 40
DEPLOYMENTS = 3
SEEN = 0.25
"""What part of its worth being seen from everywhere costs a trooper."""
RAIDED = 1.0
"""How much of what enemies could come and do counts against a place, for who has the second turn."""
STRIKING = 0.3
"""The same for who has the first: what it has struck down does not come."""
SHUT_IN = 1.0
"""What part of its worth a trooper loses that cannot get out of where it is."""
ROOMY = 0.3
"""Whoever can go to this part of all places is not shut in."""
CROWDED = 3000
STEP = 20
"""So many places are looked at in one step by who makes ready for others."""


def keep_answers() -> list[Answer]:
    """The first turn is worth more than the choice of zones."""
    return [Keep(Kept.INITIATIVE), Keep(Kept.DEPLOYMENT)]


def turn_answers(scene: Scene) -> list[Answer]:
    """To strike first."""
    return [TurnsChosen(scene.seat), TurnsChosen(other(scene.seat))]


def zone_answers(scene: Scene, request: ChooseZones) -> list[Answer]:
    """To deploy second, where there is more to hide behind."""
    answers: list[Answer] = [ZonesChosen(other(scene.seat), zone) for zone in request.zones]
    return answers + [ZonesChosen(scene.seat, zone) for zone in request.zones]


def first_terms(scene: Scene, answer: Answer) -> tuple[Term, ...]:
    """What the choices before deployment are worth."""
    if isinstance(answer, Keep):
        return (Term("initiative", 1.0 if answer.kept is Kept.INITIATIVE else 0.0),)
    if isinstance(answer, TurnsChosen):
        return (Term("initiative", 1.0 if answer.first == scene.seat else 0.0),)
    assert isinstance(answer, ZonesChosen)
    return (Term("deploying-second", 1.0 if answer.first != scene.seat else 0.0),)


def lieutenant_answers(request: NameLieutenant) -> list[Answer]:
    """Anybody who can."""
    return [Named(name) for name in request.actors]


def lieutenant_terms(scene: Scene, answer: Named) -> tuple[Term, ...]:
    """The safest, and the cheapest to lose."""
    trooper = scene.world.troopers[answer.trooper]
    exposed = float(scene.threats(trooper).exposed[scene.nearest(trooper)])
    return (Term("exposure", -exposed), Term("lieutenant", 0.2 * trooper.points))


# Deployment


class Deployments:
    """Where one side's troopers can stand, and what each place is worth to each."""

    def __init__(self, scene: Scene, request: Deploy) -> None:
        self.scene = scene
        self.request = request
        self.world = scene.world
        self.area = next(area for area in scene.field.deployment if area.name == request.zone)
        self._seen: dict[int, Floats] = {}
        self._worth: dict[str, Floats] = {}
        self._feared: dict[str, Fears] = {}

    def lookouts(self, zone: str) -> list[Trooper]:
        """Somebody of the enemy along the zone that is not this one and in the middle, looking this way."""
        far = next(area for area in self.scene.field.deployment if area.name != zone)
        x0, y0, x1, y1 = box_of(far)
        wide = x1 - x0 > y1 - y0
        some = next(t for t in self.world.troopers.values() if t.seat == self.scene.seat)
        width, depth = self.scene.field.width, self.scene.field.depth
        spots = []
        for n in range(LOOKOUTS):
            part = (n + 0.5) / LOOKOUTS
            spots.append(
                (x0 + part * (x1 - x0), (y0 + y1) / 2) if wide else ((x0 + x1) / 2, y0 + part * (y1 - y0))
            )
            if n % 2:
                spots.append((part * width, depth / 2) if wide else (width / 2, part * depth))
        return [
            replace(some, id=f"?{n}", x=round(x), y=round(y), z=0, prone=False, marker=0, place=Place.TABLE)
            for n, (x, y) in enumerate(spots)
        ]

    def seen(self, ground: Ground, size: Figure) -> Floats:
        """The part of the lookouts that see each place."""
        found = self._seen.get(id(ground))
        if found is None:
            rows = self.scene.seen(ground, size, self.lookouts(self.request.zone))
            found = self._seen[id(ground)] = np.mean(rows, axis=0)
        return found

    def feared(self, trooper: Trooper) -> Fears:
        """What an enemy, seen or in the far zone, could do where a trooper may be, to who lies low."""
        found = self._feared.get(trooper.id)
        if found is None:
            nodes = np.flatnonzero(self.inside(trooper))
            found = self._feared[trooper.id] = self._fears(trooper, nodes)
        return found

    def _fears(self, trooper: Trooper, nodes: Ints) -> Fears:
        far = next(area for area in self.scene.field.deployment if area.name != self.request.zone)
        return feared(self.scene, trooper, nodes, box_of(far), sheet(trooper.sheet).can_be_prone())

    def inside(self, trooper: Trooper) -> Bools:
        """The places where a trooper may be deployed."""
        ground = self.scene.ground(trooper)
        half = sheet(trooper.sheet).diameter // 2
        box = self.request.reach.get(trooper.id)
        if box is None:
            return np.zeros(ground.size, np.bool_)
        found: Bools = (ground.x >= box.x0 + half) & (ground.x <= box.x1 - half)
        return found & (ground.y >= box.y0 + half) & (ground.y <= box.y1 - half)

    def timid(self, trooper: Trooper) -> float:
        """Whoever leads stays out of sight even more than others."""
        return 2.0 if is_lieutenant(self.world, trooper) else 1.0

    def worth(self, trooper: Trooper) -> Floats:
        """What each place of the map is worth to a trooper at the start, but for enemies that could come."""
        found = self._worth.get(trooper.id)
        if found is None:
            scene = self.scene
            ground = scene.ground(trooper)
            mine = scene.worths[trooper.id]
            found = -self.timid(trooper) * SEEN * mine * self.seen(ground, body(trooper))
            found = found + 0.5 * goal_map(scene, trooper)
            if not scene.hurried():  # the most valuable come first
                exposed, attacks = scene.threats(trooper).exposed, scene.potential(trooper)
                found = found - 0.6 * self.timid(trooper) * exposed + 0.15 * attacks
            found = found - SHUT_IN * mine * (ground.room() < ground.size * ROOMY)
            found = found + 0.1 * ((ground.wall_x != 0) | (ground.wall_y != 0))
            self._worth[trooper.id] = found
        return found

    def price(self, trooper: Trooper) -> float:
        """What the worst that enemies could come and do costs at the start, where it is sure to be done."""
        part = STRIKING if self.world.first == self.scene.seat else RAIDED
        return part * self.timid(trooper) * self.scene.worths[trooper.id]

    def worth_at(self, trooper: Trooper, node: int) -> float:
        """What one place is worth, all in all."""
        found = float(self.worth(trooper)[node])
        if not self.scene.far:
            return found
        worst, _ = self._fears(trooper, np.array([node])).found(self.scene.hurried)
        return found - self.price(trooper) * float(worst[0])

    def best(self, trooper: Trooper, worth: Floats) -> Iterator[int]:
        """The places where a trooper may be, the best first; what enemies could do is found out as it is
        wanted. `worth` is that of `worth`, changed or not."""
        nodes = np.flatnonzero(self.inside(trooper))
        if not self.scene.far:
            yield from (int(node) for node in nodes[np.argsort(-worth[nodes], kind="stable")])
            return
        fears = self.feared(trooper)
        price, left = self.price(trooper), np.ones(nodes.size, np.bool_)
        while left.any():
            hurried, sure = self.scene.hurried(), fears.sure
            feared = (fears.least + fears.open) / 2 if hurried else fears.least
            hoped = np.where(left, worth[nodes] - price * feared, -np.inf)
            first = int(np.argmax(hoped))
            if sure[first] or hurried:
                left[first] = False
                yield int(nodes[first])
            else:
                some = np.argsort(-hoped, kind="stable")[:AT_ONCE]
                fears.look(some[~sure[some] & left[some]])

    def place(self, trooper: Trooper, figures: list[Figure], noise: Random | None) -> Placement | None:
        """The best free place for a trooper."""
        ground, worth = self.scene.ground(trooper), self.worth(trooper).copy()
        for figure in figures:
            if figure.side == trooper.seat:
                near = np.hypot(ground.x - figure.x, ground.y - figure.y) < CROWDED
                worth[near] -= 0.25
        if noise is not None:
            worth = worth + np.array([noise.gauss(0, 0.3) for _ in range(worth.size)])
        facing = FACING[edge_of(self.scene.field, self.area)]
        hides = sheet(trooper.sheet).carries("camouflage")
        low = self.scene.far and sheet(trooper.sheet).can_be_prone()
        for node in islice(self.best(trooper, worth), TRIES):
            x, y, z = ground.place(node)
            at = Placement(x=x, y=y, z=z, facing=facing, camouflaged=hides, prone=low)
            figure = placed(trooper, at)
            if refuse_place(self.world, self.request, trooper, at, figure, figures) is None:
                return at
        return None

    def deployment(self, noise: Random | None) -> Deployed | None:
        """Everybody at the best place that is left, the most valuable first."""
        names = list(self.request.actors)
        masters = [name for name in names if not self.world.troopers[name].controller]
        worths = self.scene.worths
        masters.sort(key=lambda name: (-worths[name], name))
        held = set(masters[: self.request.held_back])
        chosen = [n for n in masters if n not in held]
        chosen += [
            n
            for n in names
            if self.world.troopers[n].controller and self.world.troopers[n].controller not in held
        ]
        figures = [body(t) for t in on_table(self.world)]
        given: dict[str, Placement] = {}
        for name in chosen:
            trooper = self.world.troopers[name]
            at = self.place(trooper, figures, noise)
            if at is None:
                return None
            given[name] = at
            figures.append(placed(trooper, at))
        return Deployed(driving(self.world, given))


def plans_of(scene: Scene, request: Deploy) -> Deployments:
    """The deployments of a scene, made once."""
    found = scene.kept.get("deployments")
    if not isinstance(found, Deployments) or found.request is not request:
        found = scene.kept["deployments"] = Deployments(scene, request)
    return found


def survey(scene: Scene, request: Deploy) -> Iterator[None]:
    """Find out, bit by bit, what could be done to everybody wherever it may be deployed."""
    plans = Deployments(scene, request)
    zones = [area.name for area in scene.field.deployment]
    for trooper in scene.world.troopers.values():
        ground = scene.ground(trooper)
        yield
        for zone in zones:
            scene.seen(ground, body(trooper), plans.lookouts(zone))
            yield
    for name in request.actors:
        fears = plans.feared(scene.world.troopers[name])
        yield
        while (rows := np.flatnonzero(~fears.sure)).size:
            for first in range(0, rows.size, STEP):
                fears.look(rows[first : first + STEP])
                yield


def deployment_answers(scene: Scene, request: Deploy, generator: Random) -> list[Answer]:
    """One thought through, and a few with places changed by chance."""
    plans = plans_of(scene, request)
    noises: list[Random | None] = [None, *(Random(generator.getrandbits(32)) for _ in range(DEPLOYMENTS - 1))]
    found: list[Answer] = []
    for noise in noises:
        if found and scene.hurried():
            break
        made = plans.deployment(noise)
        if made is not None and refuse_deployment(scene.view, request, made) is None:
            found.append(made)
    return found or [sample_deployment(scene.view, request, generator)]


def deployment_terms(scene: Scene, request: Deploy, answer: Deployed) -> tuple[Term, ...]:
    """The worth of all places together."""
    plans = plans_of(scene, request)
    total = 0.0
    for name, at in answer.troopers.items():
        trooper = scene.world.troopers[name]
        total += plans.worth_at(trooper, scene.nearest(trooper, (at.x, at.y, at.z)))
    return (Term("position", round(total, 4)),)
