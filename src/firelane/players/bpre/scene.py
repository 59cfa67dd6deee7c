"""The battlespace as a player reads it: ways, distances to what is wanted, threats. One for each world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from msgspec.structs import replace

from firelane.bpre.able import may_react
from firelane.bpre.names import BASE, IMMEDIATE_ACTION, MANEUVER, other
from firelane.bpre.space import MOVE, TURNING, Point, doors, field_of, figure_of, survey
from firelane.bpre.world import RedEarthWorld, Unit, card_of, on_table
from firelane.players.bpre.aims import Aim, Aims, aims_of
from firelane.players.bpre.duels import harm
from firelane.players.ground import Ground, ground_of
from firelane.table.fast import Bools, Floats
from firelane.table.movement import Way
from firelane.table.sight import Line, along_path
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Door, Figure

FAR = 30_000.0
"""From here on a place is no nearer than any other."""
WALKING = replace(MOVE, allowance=None, ways=frozenset({Way.WALK}))
THERE = 0.5
"""What being there counts beside being near."""


class Scene:
    """One world seen from one side."""

    def __init__(self, world: RedEarthWorld, seat: str) -> None:
        self.world = world
        self.seat = seat
        self.survey = survey(world)
        self.foes = on_table(world, other(seat))
        self.mine = on_table(world, seat)
        self._harm: dict[tuple[str, str, str, Line], float] = {}

    @cached_property
    def aims(self) -> Aims:
        """What the side wants."""
        return aims_of(self.world, self.seat)

    @cached_property
    def ground(self) -> Ground:
        """The map with every door open, for who opens them; and without crossing cover, which is a risk."""
        figure = Figure(id="", x=0, y=0, diameter=BASE)
        return ground_of(_opened(field_of(self.world)), figure, WALKING)

    @cached_property
    def closed(self) -> list[tuple[str, int, int]]:
        """The closed doors with their middles."""
        found = []
        for door in doors(field_of(self.world)):
            if door.door is Door.CLOSED:
                xs, ys = zip(*door.footprint, strict=True)
                found.append((door.name, sum(xs) // len(xs), sum(ys) // len(ys)))
        return found

    def away(self, aim: Aim) -> Floats:
        """From every place of the map the way to where an aim is."""
        ground = self.ground
        kept = ground_plan(_opened(field_of(self.world))).kept
        key = "aim/" + "/".join(aim.key)
        found = kept.get(key)
        if found is None:
            start = np.where(aim.where(ground.x, ground.y), 0.0, np.inf)
            found = kept[key] = ground.spread(start, np.inf)[0]
        assert isinstance(found, np.ndarray)
        return found

    def progress(self, unit: Unit) -> Floats:
        """What every place of the map is worth to a unit, by the aims that it can serve."""
        total = np.zeros(self.ground.size)
        for aim in self.aims.places:
            if aim.skill and aim.skill not in card_of(self.world, unit).skills:
                continue
            share = min(1.0, card_of(self.world, unit).cp / aim.needed) if aim.needed else 1.0
            away = self.away(aim)
            near = np.maximum(0.0, 1.0 - away / FAR) + THERE * (away <= 0)
            total = np.maximum(total, aim.worth * share * near)
        return total

    def nearest(self, x: int, y: int) -> int:
        """The place of the map that is nearest."""
        return int(np.argmin((self.ground.x - x) ** 2 + (self.ground.y - y) ** 2))

    def harm(self, unit: Unit, target: Unit, occasion: str, line: Line) -> float:
        """The part of the target that an attack takes."""
        key = (unit.id, target.id, occasion, line)
        if key not in self._harm:
            self._harm[key] = harm(self.world, unit, target, occasion, line)
        return self._harm[key]

    def threat(self, unit: Unit, foe: Unit) -> float:
        """What an opponent does to a unit that it gets to see, between a clear and an obstructed shot."""
        both = [self.harm(foe, unit, IMMEDIATE_ACTION, line) for line in (Line.DIRECT, Line.OBSTRUCTED)]
        return sum(both) / 2

    @cached_property
    def ready(self) -> tuple[str, ...]:
        """The opponents that may still react."""
        return tuple(foe.id for foe in self.foes if may_react(self.world, foe))

    def seen_at(self, unit: Unit, places: Sequence[Point], who: Iterable[str]) -> list[frozenset[str]]:
        """Who has the unit in sight at each of these places."""
        return self.survey.sighted_along(unit.id, places, who)

    def sees_from(self, unit: Unit, places: Sequence[Point]) -> Bools:
        """For each place, which of the foes the unit would see from there."""
        if not places or not self.foes:
            return np.zeros((len(places), len(self.foes)), np.bool_)
        spots = np.array([(x, y, 0) for x, y in places], np.int64)
        eyes = [figure_of(foe) for foe in self.foes]
        figure = self.survey.figures[unit.id]
        seen: Bools = along_path(
            self.survey.field, figure, spots, eyes, TURNING, self.survey.all, mover_looks=True
        )
        return seen

    def prospect(self, unit: Unit, foe: Unit) -> float:
        """What an attack in a maneuver would be worth, before its line is known."""
        both = [self.harm(unit, foe, MANEUVER, line) for line in (Line.DIRECT, Line.OBSTRUCTED)]
        return sum(both) / 2 * self.aims.worth(self.world, foe) * self.aims.kill


_open: dict[int, tuple[Battlefield, Battlefield]] = {}


def _opened(field: Battlefield) -> Battlefield:
    """The battlespace with all its doors open; one for all states of its doors."""
    known = _open.get(id(field))
    if known is not None and known[0] is field:
        return known[1]
    pieces = tuple(replace(p, door=Door.OPEN) if p.door is Door.CLOSED else p for p in field.pieces)
    made = next((b for a, b in _open.values() if b.pieces == pieces and b.width == field.width), None)
    made = made if made is not None else replace(field, pieces=pieces)
    if len(_open) > 2048:
        _open.clear()
    _open[id(field)] = (field, made)
    return made


_scenes: list[Scene] = []


def scene_of(world: RedEarthWorld, seat: str) -> Scene:
    """The scene of a world, kept while it is thought about."""
    for scene in _scenes:
        if scene.world is world and scene.seat == seat:
            return scene
    _scenes.insert(0, Scene(world, seat))
    del _scenes[4:]
    return _scenes[0]
