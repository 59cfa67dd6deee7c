"""The battlespace as a player reads it: what he wants, what every place is worth, who threatens whom."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec.structs import replace

from firelane.bpre.able import may_react
from firelane.bpre.atmospherics import Weather
from firelane.bpre.edition import EDITION
from firelane.bpre.names import DIRECT_FIRE, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.situation import movement
from firelane.bpre.space import Point, Survey, survey
from firelane.bpre.world import RedEarthWorld, Unit, card_of, on_table
from firelane.core.lately import Lately
from firelane.players.bpre.aims import Aim, Aims, aims_of
from firelane.players.bpre.duels import harm
from firelane.players.bpre.fears import cover, lasting
from firelane.players.bpre.land import Outlook, land_of
from firelane.players.bpre.net import Crowd
from firelane.players.mind import Term
from firelane.table.fast import Bools, Bytes, Floats, Ints

FAR = 45_000.0
"""From here on a place is no nearer than any other."""
THERE = 0.5
"""What being there counts beside being near."""
HURRY = (0.5, 2.0, 1.2, 0.7)
"""How much it counts to come nearer, by the maneuvers to spare: too late, none, one, more."""
JAM, QUEUE = 3000.0, 1000.0
"""How much longer a leg seems that somebody bars, and one who wants the same: he may go on, or not."""
COVER = 30.0
"""What it counts to be able to come and see all places where opponents are about to succeed."""
FRESH = 0.3
"""How much more it counts to kill an opponent that is yet to act in this turn."""


class Scene:
    """One world seen from one side."""

    def __init__(self, world: RedEarthWorld, seat: str, opened: int = 0, farther: bool = False) -> None:
        self.world = world
        self.seat = seat
        self.farther = farther
        """Whether who looks at it thinks farther ahead than a veteran."""
        self.land = land_of(world)
        self.shut = self.land.closed(world)
        """The doors that are closed in fact."""
        self.closed = self.shut & ~opened
        self._opened: dict[int, Scene] = {}
        self.foes = on_table(world, other(seat))
        self.mine = on_table(world, seat)
        self._movement: dict[str, int] = {}
        self._spots: dict[object, float] = {}
        self._tables: dict[object, Floats] = {}
        self._progress: dict[object, Floats] = {}
        self._strange: dict[object, Bools] = {}
        self.known: dict[object, tuple[Term, ...]] = {}
        """What speaks for maneuvers that were thought of, by unit and acts."""

    def opened(self, door: int) -> Scene:
        """The same with one more door open."""
        if door not in self._opened:
            opened = self.shut & ~self.closed | 1 << door
            self._opened[door] = Scene(self.world, self.seat, opened, self.farther)
        return self._opened[door]

    @cached_property
    def calm(self) -> Scene:
        """The same once all opponents have acted."""
        acted = {foe.id: replace(foe, chits=max(1, foe.chits)) for foe in self.foes}
        world = replace(self.world, units={**self.world.units, **acted})
        return Scene(world, self.seat, self.shut & ~self.closed, self.farther)

    @cached_property
    def aims(self) -> Aims:
        """What the side wants."""
        return aims_of(self.world, self.seat, self.land, self.closed)

    @cached_property
    def survey(self) -> Survey:
        """The exact sights."""
        return survey(self.world)

    def node(self, unit: Unit) -> int:
        """The place of the map where a unit stands."""
        return self.land.node(unit.x, unit.y)

    def bodies(self, unit: Unit) -> list[Point]:
        """Where all others stand."""
        return [(one.x, one.y) for one in (*self.mine, *self.foes) if one.id != unit.id]

    @cached_property
    def _standing(self) -> tuple[Ints, Ints]:
        """How many stand in the way of each leg and on each place."""
        near = [self.land.net.near(one.x, one.y) for one in (*self.mine, *self.foes)]
        return np.sum([legs for legs, _ in near], axis=0), np.sum([places for _, places in near], axis=0)

    def crowd(self, unit: Unit) -> Crowd:
        """What all others bar for a unit."""
        (legs, places), mine = self._standing, self.land.net.near(unit.x, unit.y)
        return Crowd(legs > mine[0], places > mine[1])

    def _jams(self, unit: Unit) -> Floats:
        """How much longer others make each leg for a unit. Who wants the same is likely to have gone on when
        it gets there: a way that seems longer or shorter as he goes is walked to and fro."""
        aim = self.main_aim(unit)
        key = None if aim is None else aim.key
        if key not in self._strange:
            strangers = [
                one
                for one in (*self.mine, *self.foes)
                if one.seat != self.seat or self.main_aim(one) is not aim
            ]
            bars = [self.land.net.near(one.x, one.y)[0] for one in strangers]
            self._strange[key] = (
                np.any(bars, axis=0) if bars else np.zeros(self.land.net.heads.size, np.bool_)
            )
        found: Floats = np.where(self._strange[key], JAM, QUEUE * self.crowd(unit).legs)
        return found

    def outlook(self, unit: Unit) -> Outlook:
        """What a unit has to do with all places."""
        return self.land.outlook(unit.x, unit.y, unit.facing, self.closed)

    # What opponents can do

    @cached_property
    def outlooks(self) -> list[Outlook]:
        """The opponents' outlooks."""
        return [self.outlook(foe) for foe in self.foes]

    @cached_property
    def lines_at(self) -> Ints:
        """Row by opponent, column by place: the kind of line from the opponent to the place."""
        return self._stacked([one.to for one in self.outlooks])

    @cached_property
    def lines_from(self) -> Ints:
        """Row by opponent, column by place: the kind of line from the place to the opponent."""
        return self._stacked([one.back for one in self.outlooks])

    def _stacked(self, rows: list[Bytes]) -> Ints:
        return np.array(rows, np.int64).reshape(len(self.foes), self.land.size)

    @cached_property
    def away(self) -> Floats:
        """Row by opponent, column by place: how far it is."""
        return np.array([one.away for one in self.outlooks], np.float64).reshape(
            len(self.foes), self.land.size
        )

    @cached_property
    def reachable(self) -> Bools:
        """Row by opponent, column by place: whether the weather lets the opponent shoot so far."""
        found: Bools = self.away <= np.array([self.range(foe) for foe in self.foes]).reshape(-1, 1)
        return found

    @cached_property
    def watched(self) -> Bools:
        """Row by opponent, column by place: whether it could take an Immediate Action there."""
        ready = np.array([may_react(self.world, foe) for foe in self.foes], np.bool_)
        arcs = np.array([one.arc for one in self.outlooks], np.bool_).reshape(len(self.foes), self.land.size)
        found: Bools = arcs & self.reachable & (self.lines_at > 0) & ready[:, None]
        return found

    @cached_property
    def _in_view(self) -> Bools:
        """Row by opponent, column by unit of one's own: whether there is a line to it."""
        found: Bools = self.lines_at[:, [self.node(unit) for unit in self.mine]] > 0
        return found

    def crowding(self, unit: Unit) -> Floats:
        """Among how many an opponent would choose its target, with a unit that it comes to see."""
        others = [n for n, one in enumerate(self.mine) if one.id != unit.id]
        found: Floats = 1.0 + self._in_view[:, others].sum(axis=1)
        return found

    @cached_property
    def _weather(self) -> Weather:
        return EDITION.data(self.world.atmospherics, Weather)

    def range(self, unit: Unit) -> float:
        """How far a unit can shoot in this weather."""
        return self._weather.range or np.inf if card_of(self.world, unit).save is None else np.inf

    def reactions(self, unit: Unit) -> Floats:
        """What each opponent takes from a unit by an Immediate Action, by kind of line."""
        return self._table(unit, IMMEDIATE_ACTION, theirs=True)

    def dangers(self, unit: Unit) -> Floats:
        """What each opponent takes from a unit by an attack of its own, by kind of line."""
        return self._table(unit, DIRECT_FIRE, theirs=True)

    def maneuver_dangers(self, unit: Unit) -> Floats:
        """What each opponent takes from a unit by an attack in its maneuver, by kind of line."""
        return self._table(unit, MANEUVER, theirs=True)

    @cached_property
    def threats(self) -> Ints:
        """Row by opponent, column by place: the best line that it gets if it moves first."""
        rows = [self.land.threat(foe.x, foe.y, self.movement(foe), self.closed) for foe in self.foes]
        reach = np.array([self.range(foe) + self.movement(foe) for foe in self.foes]).reshape(-1, 1)
        return self._stacked(rows) * (self.away <= reach)

    def gains(self, unit: Unit, occasion: str = MANEUVER) -> Floats:
        """What an attack of a unit takes from each opponent, in points, by kind of line."""
        return self._table(unit, occasion, theirs=False) * self.prizes[:, None]

    def _table(self, unit: Unit, occasion: str, theirs: bool) -> Floats:
        world, key = self.world, (unit.kind, unit.staggered, occasion, theirs)
        found = self._tables.get(key)
        if found is None:
            rows = [
                [harm(world, *((foe, unit) if theirs else (unit, foe)), occasion, line) for line in range(3)]
                for foe in self.foes
            ]
            found = self._tables[key] = np.array(rows, np.float64).reshape(len(self.foes), 3)
        return found

    @cached_property
    def prizes(self) -> Floats:
        """What killing each opponent is worth."""
        return np.array([self.prize(foe) for foe in self.foes], np.float64)

    def prize(self, foe: Unit) -> float:
        """What killing an opponent is worth, in Capability Points."""
        acts = not foe.chits and not foe.staggered and self.world.phase in (DIRECT_FIRE, MANEUVER)
        points = card_of(self.world, foe).cp * self.aims.kill + self.aims.prizes.get(foe.id, 0.0)
        return points * (1.0 + FRESH * acts)

    def worth(self, unit: Unit) -> float:
        """What losing a unit costs, in Capability Points."""
        return card_of(self.world, unit).cp * self.aims.lose + self.aims.prizes.get(unit.id, 0.0)

    # Places

    def movement(self, unit: Unit) -> int:
        """How far a unit can move."""
        if unit.kind not in self._movement:
            self._movement[unit.kind] = movement(EDITION, self.world, unit).total
        return self._movement[unit.kind]

    def progress(self, unit: Unit) -> Floats:
        """What every place of the map is worth to a unit, by the aims that it can serve."""
        node = self.node(unit)
        key = (unit.kind, unit.chits > 0, node)
        found = self._progress.get(key)
        if found is None:
            found, jams = np.zeros(self.land.size), self._jams(unit)
            for aim in self._served(unit):
                away = self.land.net.distances(aim.there, self.closed, jams)
                near = np.maximum(0.0, 1.0 - away / FAR) + self._being_there(unit, aim) * (away <= 0)
                near += self.land.depths(aim.key, aim.there) / FAR
                found = np.maximum(found, self._weight(unit, aim, node) * near)
            if self.farther:
                found = found + self._cover(unit)
            self._progress[key] = found
        return found

    def _being_there(self, unit: Unit, aim: Aim) -> float | Floats:
        """What being where an aim wants it counts for a unit beside being near."""
        if not self.farther:
            return THERE
        if aim.hunts:  # what is seen counts as an attack and as a place to attack from
            return 0.0
        return THERE * lasting(self, unit) if aim.lives and not aim.guards and self.foes else THERE

    def _cover(self, unit: Unit) -> Floats:
        """What it counts at each place that a unit can come from there to see where opponents must be."""
        key = ("cover", self.movement(unit))
        if key not in self._progress:
            guarded = [aim for aim in self.aims.places if aim.guards]
            parts = [cover(self, aim, self.movement(unit)) for aim in guarded]
            self._progress[key] = COVER * np.sum(parts, axis=0) if parts else np.zeros(self.land.size)
        return self._progress[key]

    def _weight(self, unit: Unit, aim: Aim, node: int) -> float:
        """What it counts for a unit at a place to be where an aim wants it."""
        share = 0.6 + 0.4 * min(1.0, card_of(self.world, unit).cp / aim.needed) if aim.needed else 1.0
        return aim.worth * share * self._hurry(unit, aim, node)

    def pace(self, unit: Unit) -> float:
        """What it counts for a unit to come an inch nearer to where it is wanted most."""
        aim = self.main_aim(unit)
        return 0.0 if aim is None else 1000 / FAR * self._weight(unit, aim, self.node(unit))

    def spares(self, unit: Unit, door: int) -> float:
        """What it counts for a unit that a door is open, whoever stands in the way."""
        aim = self.main_aim(unit)
        if aim is None:
            return 0.0
        after, now = (
            self.land.distances(aim.key, aim.there, one.closed) for one in (self.opened(door), self)
        )
        node = self.node(unit)
        return self.pace(unit) * float(now[node] - after[node]) / 1000

    def _served(self, unit: Unit) -> list[Aim]:
        """The aims that a unit can serve."""
        skills = card_of(self.world, unit).skills
        return [aim for aim in self.aims.places if not aim.skill or aim.skill in skills]

    def main_aim(self, unit: Unit) -> Aim | None:
        """Where a unit is wanted most."""
        return max(self._served(unit), key=lambda one: one.worth, default=None)

    def leads(self, unit: Unit) -> float:
        """How many of one's own are farther from what a unit wants than it is: they come after it."""
        if not self.aims.places:
            return 0.0
        return float(sum(self._ahead(one) < self._ahead(unit) for one in self.mine)) / len(self.mine)

    def _ahead(self, unit: Unit) -> float:
        key = ("ahead", unit.id)
        if key not in self._spots:
            worth = self.progress(unit)
            self._spots[key] = float(worth[self.node(unit)] / max(1.0, float(worth.max())))
        return self._spots[key]

    def _hurry(self, unit: Unit, aim: Aim, node: int) -> float:
        """The fewer maneuvers there are to spare, the more it counts to come nearer. Too late is only who
        would be so with every door open: others open doors as well."""
        if not aim.last:
            return 1.0
        left = aim.last - self.world.turn + (0 if unit.chits else 1)
        if self.world.phase not in (DIRECT_FIRE, MANEUVER, ""):
            left = aim.last - self.world.turn
        spare, most = (
            left
            - int(-(-self.land.distances(aim.key, aim.there, doors)[node] // max(1, self.movement(unit))))
            for doors in (self.shut, 0)
        )
        return HURRY[0 if most < 0 else max(1, min(spare + 1, len(HURRY) - 1))]


_scenes: Lately[str, list[Scene]] = Lately()


def scene_of(world: RedEarthWorld, seat: str, farther: bool = False) -> Scene:
    """The scene of a world, kept while it is thought about."""
    scenes = _scenes.now().setdefault("last", [])
    for scene in scenes:
        if scene.world is world and scene.seat == seat and scene.farther == farther:
            return scene
    scenes.insert(0, Scene(world, seat, farther=farther))
    del scenes[4:]
    return scenes[0]
