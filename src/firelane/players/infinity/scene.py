"""The table as a player reads it, from one view: who threatens what, from where there is a shot to be had.

A scene looks at the places of the ground map, all at once in arrays; the few plans that look best are then
measured exactly. Sight and numbers are those of the engine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from msgspec.structs import replace

from firelane.caches import SharedCache
from firelane.core.lately import Lately
from firelane.core.views import View
from firelane.forces.weapons import WeaponMode
from firelane.infinity.acting import move_rules
from firelane.infinity.editions import edition_of
from firelane.infinity.sheets import sheet
from firelane.infinity.space import ALL_ROUND, Survey, body, field_of, is_null, on_table
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.players.ground import Ground, ground_of
from firelane.players.infinity.duels import NOTHING, Strike, exchange, shot
from firelane.players.infinity.prospects import turns_left, worths
from firelane.players.infinity.race import SPREADS, Race
from firelane.players.infinity.worth import worth
from firelane.players.player import Clock
from firelane.table.fast import Bools, Floats, Ints
from firelane.table.sight import along_path
from firelane.table.surfaces import GroundPlan, ground_plan
from firelane.table.things import TOUCH, Battlefield, Figure, Posture

BIN = 2000
"""Distances are told apart by so many mils in tables."""
BINS = 36
TOWARDS = 0.3
"""Scenery that is touched gives cover against what lies this much in its direction (a cosine)."""
KEPT = 600
"""How many maps of what a figure sees are kept."""

MOST_PAIRINGS = 8192
"""How many tables of two enemies are kept: a game has some hundreds, each of some kilobytes."""
MOST_RAIDED = 64
"""For how many sets of markers is kept what they could do to one trooper."""
LOOKED = 0.6
"""After this part of its time nobody looks at more places."""
LEAST = 0.05
"""An attack that promises less is none."""
FADE = 0.7
"""What is left of an attack's promise for each Order that it takes to get there."""


def guns(trooper: Trooper) -> list[WeaponMode]:
    """The ranged weapons that the trooper can use now."""
    return [
        mode
        for mode, _ in sheet(trooper.sheet).modes.values()
        if mode.kind == "weapon"
        and mode.bands
        and not mode.traits.cc
        and not mode.traits.deployable
        and trooper.spent.get(mode.weapon, 0) < (mode.traits.disposable or 99)
    ]


def sprays(trooper: Trooper) -> list[WeaponMode]:
    """The direct templates that the trooper can lay now."""
    return [
        mode
        for mode, _ in sheet(trooper.sheet).modes.values()
        if mode.kind == "weapon"
        and mode.traits.template is not None
        and not mode.bands
        and not mode.traits.deployable
        and trooper.spent.get(mode.weapon, 0) < (mode.traits.disposable or 99)
    ]


@dataclass(slots=True)
class Threats:
    """What the places of the map mean to one trooper: the best attack from each, the harm of being seen."""

    attack: Floats
    target: Ints
    harm: Floats
    exposed: Floats
    """The harm that enemies could do in their own turn, wherever they look now."""
    potential: Floats | None = None
    """The best attack that can be made from each place or on the way from it, once it was asked for."""
    raided: SharedCache[object, Floats] = field(default_factory=lambda: SharedCache(MOST_RAIDED))
    """The worst that enemies could do at each place from where they could come to, to who stands and to who
    is Prone; no number where it was not asked for yet."""


class Scene:
    """One view, read. `far`: troopers are worth what winning hangs on, and the last turn is known as such.

    `clock`: the time in which it has to be thought about, if that is not to be taken as it comes.
    """

    def __init__(self, view: View[Table], far: bool = False, clock: Clock | None = None) -> None:
        self.view = view
        self.far = far
        self.clock = clock
        self.seat = view.seat
        self.world: InfinityWorld = view.table.world
        self.ruleset = view.ruleset
        self.edition = edition_of(view.ruleset)
        self.field = field_of(self.world)
        here = on_table(self.world)
        self.mine = [t for t in here if t.seat == self.seat and not is_null(t)]
        self.foes = [t for t in here if t.seat != self.seat and not is_null(t) and not t.marker]
        self.markers = [t for t in here if t.seat != self.seat and t.marker]
        order = view.table.order
        self.acting = order.acting if order is not None else {}
        self.survey = Survey(self.world, self.acting)
        self._threats: dict[str, Threats] = {}
        self.kept: dict[str, object] = {}
        """What others have worked out from this scene."""

    def hurried(self, part: float = LOOKED) -> bool:
        """Whether this part of the time is over."""
        return self.clock is not None and self.clock.part > part

    @cached_property
    def worths(self) -> dict[str, float]:
        """What everybody on the table is worth."""
        plain = {t.id: worth(self.world, t) for t in self.world.troopers.values()}
        if self.race is not None:
            return plain | {t.id: plain[t.id] + self._box_with(t) for t in self.world.troopers.values()
                            if t.carries}  # fmt: skip
        return worths(self.edition, self.world, self.seat, plain) if self.far else plain

    @cached_property
    def race(self) -> Race | None:
        """What Objective Points are worth, for who looks so far, in a mission that is decided by them."""
        return Race(self.world, self.seat) if self.far and self.world.mission in SPREADS else None

    def _box_with(self, trooper: Trooper) -> float:
        """What is lost with the box that a trooper carries."""
        assert self.race is not None
        mine = trooper.seat == self.seat
        return round(abs(self.race.box(mine=-1) if mine else self.race.box(theirs=-1)), 2)

    @cached_property
    def last(self) -> bool:
        """Whether the enemy will have no turn any more, for who looks so far."""
        return self.far and bool(self.world.round) and not turns_left(self.world, self.seat)[1]

    def ground(self, trooper: Trooper) -> Ground:
        """The map for a trooper's size."""
        facts = sheet(trooper.sheet)
        figure = replace(body(trooper), posture=Posture.STANDING)
        return ground_of(self.field, figure, move_rules(facts, facts.moves[0]))

    def seen(self, ground: Ground, size: Figure, watchers: Sequence[Trooper]) -> list[Bools]:
        """For each watcher, at which places of the map a standing figure of this size is seen, all round."""
        kept = ground.cache("seen", KEPT)
        keys = [self._sight_key(size, body(watcher)) for watcher in watchers]
        found: dict[object, Bools | None] = {key: kept.get(key) for key in keys}
        missing = {key: body(w) for key, w in zip(keys, watchers, strict=True) if found[key] is None}
        if missing:
            standing = replace(size, posture=Posture.STANDING)
            looked = looked_at(self.field, standing, ground.places(), list(missing.values()))
            for column, key in enumerate(missing):
                found[key] = kept.keep(key, looked[:, column])
        return [found[key] for key in keys]  # type: ignore[misc]

    def _sight_key(self, size: Figure, eyes: Figure) -> tuple[object, ...]:
        return (size.diameter, size.height, eyes.x, eyes.y, eyes.z, eyes.diameter, eyes.height,
                eyes.posture)  # fmt: skip

    def in_arc(self, ground: Ground, watcher: Trooper) -> Bools:
        """Which places lie in a watcher's front arc, as far as their middles go."""
        if self.survey.sees_all_round(watcher.id):
            return np.ones(ground.size, np.bool_)
        angle = math.radians(watcher.facing)
        ahead = (ground.x - watcher.x) * math.cos(angle) + (ground.y - watcher.y) * math.sin(angle)
        found: Bools = ahead > -400
        return found

    def threats(self, trooper: Trooper) -> Threats:
        """What every place means to a trooper, among the enemies that can be seen."""
        found = self._threats.get(trooper.id)
        if found is None:
            t = trooper
            key = (self.ruleset, t.sheet, t.states, t.points, bool(t.marker),
                   tuple(sorted(t.spent.items())), self.worths[t.id], self._foes)  # fmt: skip
            kept = self.ground(t).cache("threats", KEPT)
            found = self._threats[t.id] = kept.find(key, lambda: self._read(t))
        return found

    @cached_property
    def _foes(self) -> tuple[object, ...]:
        """All that threats depend on of the enemy."""
        return tuple((t.id, t.sheet, t.x, t.y, t.z, t.facing, t.prone, t.points, t.states,
                      tuple(sorted(t.spent.items())), self.survey.sees_all_round(t.id), self.worths[t.id])
                     for t in self.foes)  # fmt: skip

    def _read(self, trooper: Trooper) -> Threats:
        ground = self.ground(trooper)
        size = ground.size
        mine = self.worths[trooper.id]
        total, exposed = np.zeros(size), np.zeros(size)
        nets = []
        figure = body(trooper)
        for foe, sees in zip(self.foes, self.seen(ground, figure, self.foes), strict=True):
            where = np.flatnonzero(sees)
            net = np.full(size, -np.inf)
            if where.size:
                x, y = ground.x[where], ground.y[where]
                dx, dy = foe.x - x, foe.y - y
                flat = np.hypot(dx, dy)
                gap = np.maximum(0.0, flat - (figure.diameter + sheet(foe.sheet).diameter) / 2)
                bins = np.minimum(gap // BIN, BINS - 1).astype(np.int64)
                length = np.maximum(flat, 1.0)
                covered = ((ground.wall_x[where] * dx + ground.wall_y[where] * dy) / length > TOWARDS).astype(
                    np.int64
                )
                theirs = np.zeros(where.size, np.int64)
                for wx, wy in walls_at(
                    ground_plan(self.field), foe.x, foe.y, foe.z, sheet(foe.sheet).diameter
                ):
                    theirs |= ((-dx * wx - dy * wy) / length > TOWARDS).astype(np.int64)
                table = self.table(trooper, foe)
                arc = self.in_arc(ground, foe)[where]
                harm = table.harm[bins, covered] * mine
                exposed[where] += self.raid(trooper, foe)[bins, covered] * mine
                total[where] += np.where(arc, harm, 0.0)
                face = table.given[bins, covered, theirs] * self.worths[foe.id]
                face -= np.where(arc, table.taken[bins, covered, theirs] * mine, 0.0)
                alone = table.alone[bins, theirs] * self.worths[foe.id]
                gain = np.where(arc, face + harm, alone)  # the harm of the one that is shot at is in `taken`
                net[where] = gain
            nets.append(net)
        attack = np.full(size, -np.inf)
        target = np.full(size, -1, np.int64)
        if nets:
            stack = np.stack(nets)
            target = np.argmax(stack, axis=0)
            attack = stack[target, np.arange(size)] - total
        return Threats(attack, target, total, exposed)

    def table(self, trooper: Trooper, foe: Trooper) -> Pairing:
        """How a trooper and an enemy stand to one another, by distance and cover."""
        return pairing(self.ruleset, self.world, trooper, foe)

    def raid(self, trooper: Trooper, foe: Trooper) -> Floats:
        """What an enemy could do to a trooper in its own turn, by distance and cover."""
        return raid(self.ruleset, self.world, trooper, foe)

    def potential(self, trooper: Trooper) -> Floats:
        """For every place the best attack that can be made from it or on the way from it, less for the Orders
        that it takes to get there."""
        threats = self.threats(trooper)
        if threats.potential is None:
            ground, attack = self.ground(trooper), threats.attack
            good = attack > LEAST
            per = sum(sheet(trooper.sheet).moves) or 1
            fade = -math.log(FADE) / per
            start = np.full(ground.size, np.inf)
            start[good] = -np.log(attack[good]) / fade
            shift = float(start[good].min()) if good.any() else 0.0
            start[good] -= shift
            cost = ground.spread(start, math.inf)[0]
            threats.potential = np.where(np.isfinite(cost), np.exp(-fade * (cost + shift)), 0.0)
        return threats.potential

    def nearest(self, trooper: Trooper, at: tuple[int, int, int] | None = None) -> int:
        """The place of the map that is nearest to where a trooper is; -1 if there is none on its level."""
        ground = self.ground(trooper)
        x, y, z = at if at is not None else (trooper.x, trooper.y, trooper.z)
        apart = np.hypot(ground.x - x, ground.y - y) + 3 * np.abs(ground.z - z)
        return int(np.argmin(apart)) if ground.size else -1


def looked_at(field: Battlefield, figure: Figure, places: Ints, eyes: Sequence[Figure]) -> Bools:
    """At which places (rows) such a figure is seen by whom (columns), all round."""
    names = [one.id for one in eyes]
    return along_path(field, replace(figure, id="?"), places, eyes, ALL_ROUND, [], names)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two enemies: parts of worth by distance, own cover and the other's.

    `given` and `taken`: face to face, the trooper active. `alone`: the trooper's attack unanswered. `harm`:
    the other's reaction unanswered.
    """

    given: Floats
    taken: Floats
    alone: Floats
    harm: Floats


_pairings: SharedCache[tuple[object, ...], Pairing] = SharedCache(MOST_PAIRINGS)
_raids: SharedCache[tuple[object, ...], Floats] = SharedCache(MOST_PAIRINGS)


def pairing(ruleset: str, world: InfinityWorld, trooper: Trooper, foe: Trooper) -> Pairing:
    """The table of two enemies, made once for what it depends on."""
    key = _pair_key(ruleset, trooper, foe)
    return _pairings.find(key, lambda: _pair(ruleset, world, trooper, foe))


def raid(ruleset: str, world: InfinityWorld, trooper: Trooper, foe: Trooper) -> Floats:
    """The part of the trooper's worth that the other takes in its own turn, face to face, by distance and the
    trooper's cover; made once."""
    key = _pair_key(ruleset, trooper, foe)
    return _raids.find(key, lambda: _raid(ruleset, world, trooper, foe))


def _pair_key(ruleset: str, trooper: Trooper, foe: Trooper) -> tuple[object, ...]:
    return (ruleset, trooper.sheet, trooper.states, trooper.points, bool(trooper.marker),
            tuple(sorted(trooper.spent.items())), foe.sheet, foe.states, foe.points,
            tuple(sorted(foe.spent.items())))  # fmt: skip


def _pair(ruleset: str, world: InfinityWorld, trooper: Trooper, foe: Trooper) -> Pairing:
    given, taken = np.zeros((BINS, 2, 2)), np.zeros((BINS, 2, 2))
    alone, harm = np.zeros((BINS, 2)), np.zeros((BINS, 2))
    hidden = bool(trooper.marker)
    before: tuple[object, ...] | None = None
    for n in range(BINS):
        at = n * BIN + BIN // 2
        bands = tuple(mode.band_at(at) for one in (trooper, foe) for mode in guns(one))
        if bands == before:
            for rows in (given, taken, alone, harm):
                rows[n] = rows[n - 1]
            continue
        before = bands
        for cover in (False, True):
            answer = best_shot(ruleset, world, foe, trooper, at, cover, active=False, surprised=hidden)
            harm[n, cover] = exchange(ruleset, NOTHING, answer, trooper.points, foe.points).taken
            for other in (False, True):
                mine = best_shot(ruleset, world, trooper, foe, at, other, active=True)
                result = exchange(ruleset, mine, answer, trooper.points, foe.points)
                given[n, cover, other], taken[n, cover, other] = result.given, result.taken
                alone[n, other] = exchange(ruleset, mine, NOTHING, trooper.points, foe.points).given
    return Pairing(given, taken, alone, harm)


def _raid(ruleset: str, world: InfinityWorld, trooper: Trooper, foe: Trooper) -> Floats:
    found = np.zeros((BINS, 2))
    before: tuple[object, ...] | None = None
    for n in range(BINS):
        at = n * BIN + BIN // 2
        bands = tuple(mode.band_at(at) for one in (trooper, foe) for mode in guns(one))
        if bands == before:
            found[n] = found[n - 1]
            continue
        before = bands
        back = best_shot(ruleset, world, trooper, foe, at, False, active=False)
        for cover in (False, True):
            theirs = best_shot(ruleset, world, foe, trooper, at, cover, active=True)
            found[n, cover] = exchange(ruleset, back, theirs, trooper.points, foe.points).taken
    return found


def best_shot(
    ruleset: str,
    world: InfinityWorld,
    actor: Trooper,
    target: Trooper,
    distance: int,
    cover: bool,
    active: bool,
    surprised: bool = False,
) -> Strike:
    """The shot that does most alone."""
    edition = edition_of(ruleset)
    best, most = NOTHING, 0.0
    for mode in guns(actor):
        for choice in range(max(1, len(mode.ammunition))):
            strike = shot(edition, world, actor, mode, target, distance, cover, active, surprised=surprised,
                          choice=choice)  # fmt: skip
            if strike.value <= 0:
                continue
            value = exchange(ruleset, strike, NOTHING, 1, target.points).given
            if value > most:
                best, most = strike, value
    return best


@lru_cache(maxsize=4096)
def walls_at(plan: GroundPlan, x: int, y: int, z: int, diameter: int) -> tuple[tuple[float, float], ...]:
    """The directions to scenery that a base touches and that can give cover."""
    found = []
    reach = diameter / 2 + TOUCH + 1
    for i in plan.pieces_near(x, y, reach):
        piece = plan.pieces[i]
        if not piece.cover or not piece.spans(z, z + 1500):
            continue
        near = _nearest_point(plan, i, x, y)
        dx, dy = near[0] - x, near[1] - y
        apart = math.hypot(dx, dy)
        if 0 < apart <= reach:
            found.append((dx / apart, dy / apart))
    return tuple(found)


def _nearest_point(plan: GroundPlan, piece: int, x: int, y: int) -> tuple[float, float]:
    best, least = (float(x), float(y)), math.inf
    corners = plan.pieces[piece].footprint
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        part = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
        px, py = ax + part * dx, ay + part * dy
        apart = math.hypot(px - x, py - y)
        if apart < least:
            best, least = (px, py), apart
    return best


_last: Lately[str, Scene] = Lately()


def scene_of(view: View[Table], far: bool = False, clock: Clock | None = None) -> Scene:
    """The view, read; the last one is kept, since candidates and weights are asked one after another."""
    kept = _last.now()
    last = kept.get("last")
    if last is None or last.view is not view or last.far is not far or last.clock is not clock:
        last = kept["last"] = Scene(view, far, clock)
    return last
