"""What a trooper can do for the mission and for its friends, as goals on the map, in points."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from firelane.infinity.missions import worth as victory_worth
from firelane.infinity.names import UNCONSCIOUS
from firelane.infinity.objectives import refuse_use
from firelane.infinity.quadrants import mostly_inside
from firelane.infinity.sheets import sheet
from firelane.infinity.space import body, is_null, objective_body, on_table
from firelane.infinity.world import Objective, Trooper
from firelane.players.ground import Ground
from firelane.players.infinity.duels import roll
from firelane.players.infinity.race import Corner, Race
from firelane.players.infinity.scene import Scene
from firelane.table.fast import Floats

POINT = 4.0
"""What an Objective Point is worth, in army points."""
FADE = 0.75
"""What is left of a goal's worth for each Order that it takes to get there."""
QUADRANT = 2.0
"""What holding one more quadrant is worth."""
BOX = 3.0
"""Objective Points that hang on a supply box: its own, and a share of having more of them."""
SHARED = 0.4
"""What is left of an objective that a friend is nearer to."""
CONTESTED = 0.4
"""How much quadrants count that the enemy may still change before the round ends."""
MOST = 200


def goal_map(scene: Scene, trooper: Trooper) -> Floats:
    """For every place of the map what being there promises."""
    ground = scene.ground(trooper)
    found = np.zeros(ground.size)
    per = sum(sheet(trooper.sheet).moves) or 1
    for place, value, _ in goals(scene, trooper):
        away = _distances(ground, place)
        with np.errstate(over="ignore"):
            found = np.maximum(found, np.where(np.isfinite(away), value * FADE ** (away / per), 0.0))
    if scene.world.mission == "domination":
        found = found + _quadrants(scene, trooper)
    return found


def _distances(ground: Ground, place: tuple[int, int, int]) -> Floats:
    """From every place to one; kept, since objectives stay where they are."""
    found: Floats = ground.cache("distances", MOST).find(place, lambda: ground.distances_to([place]))
    return found


class Goal(NamedTuple):
    """A place to be, what is to be had there, and the base that is to be touched; 0 for none."""

    at: tuple[int, int, int]
    value: float
    base: int = 0


def goals(scene: Scene, trooper: Trooper) -> list[Goal]:
    """What there is to do for a trooper, and where."""
    found: list[Goal] = []
    world = scene.world
    for objective in world.objectives.values():
        value = use_value(scene, trooper, objective.id)
        if value > 0:
            value *= _share(scene, trooper, objective)
            carrier = world.troopers.get(objective.carrier)
            spot = carrier if carrier is not None else objective
            base = (body(carrier) if carrier is not None else objective_body(objective)).diameter
            found.append(Goal((spot.x, spot.y, spot.z), value, base))
    for friend in on_table(world, trooper.seat):
        if friend.has(UNCONSCIOUS) and friend.id != trooper.id:
            value = cure_value(scene, trooper, friend)
            if value > 0:
                base = sheet(friend.sheet).diameter
                found.append(Goal((friend.x, friend.y, friend.z), value, base))
    if trooper.carries:
        zone = world.sides[trooper.seat].zone
        area = next((a for a in scene.field.deployment if a.name == zone), None)
        if area is not None:
            x = sum(x for x, _ in area.footprint) // len(area.footprint)
            y = sum(y for _, y in area.footprint) // len(area.footprint)
            found.append(Goal((x, y, 0), 1.0))
    return found


def _share(scene: Scene, trooper: Trooper, objective: Objective) -> float:
    """The part of an objective that is left for a trooper: who looks far leaves it to a nearer friend."""
    if not scene.far:
        return 1.0
    away = math.hypot(trooper.x - objective.x, trooper.y - objective.y)
    nearer = (t for t in scene.mine
              if t.id != trooper.id and math.hypot(t.x - objective.x, t.y - objective.y) < away
              and refuse_use(scene.world, t, objective.id) is None)  # fmt: skip
    return SHARED if any(nearer) else 1.0


def use_value(scene: Scene, trooper: Trooper, name: str) -> float:
    """What working on an objective promises this trooper."""
    world = scene.world
    objective = world.objectives[name]
    if refuse_use(world, trooper, name) is not None:
        return 0.0
    if objective.kind == "console":
        if objective.owner == trooper.seat:
            return 0.0
        points = 2.0 if objective.owner else 1.0
        gain = POINT * points if scene.race is None else scene.race.worth(points)
        return gain * roll(scene.edition, trooper, "use-objective")
    carrier = world.troopers.get(objective.carrier)
    if carrier is not None and (carrier.seat == trooper.seat or not is_null(carrier)):
        return 0.0
    return POINT * BOX if scene.race is None else scene.race.box(mine=1)


def cure_value(scene: Scene, trooper: Trooper, friend: Trooper) -> float:
    """What getting a friend back on its feet promises."""
    facts, hurt = sheet(trooper.sheet), sheet(friend.sheet).facts
    value = scene.worths[friend.id]
    if hurt.has_structure:
        return value * roll(scene.edition, trooper, "engineer", friend) if facts.carries("engineer") else 0.0
    if facts.carries("doctor"):
        return value * roll(scene.edition, trooper, "doctor", friend)
    return value * 0.5 if facts.carries("medikit") else 0.0


def _quadrants(scene: Scene, trooper: Trooper) -> Floats:
    """What a trooper's presence in each quadrant changes, by place."""
    ground = scene.ground(trooper)
    middle = scene.field.width // 2, scene.field.depth // 2
    mine = max(1.0, _victory(trooper))
    found = np.zeros(ground.size)
    left = max(1, scene.world.rounds - scene.world.round + 1)
    for right in (False, True):
        for upper in (False, True):
            balance = sum(
                _victory(t) * (1 if t.seat == scene.seat else -1)
                for t in on_table(scene.world)
                if t.id != trooper.id and not is_null(t) and mostly_inside(body(t), middle, right, upper)
            )
            inside = ((ground.x > middle[0]) == right) & ((ground.y > middle[1]) == upper)
            swing = (balance + mine > 0) + (balance + mine >= 0) - (balance > 0) - (balance >= 0)
            found[inside] += QUADRANT * swing * (0.5 + 0.5 / left)
            if scene.race is not None:
                found[inside] += _settled(scene, scene.race, trooper, (right, upper))
    return found


def _settled(scene: Scene, race: Race, trooper: Trooper, corner: Corner) -> float:
    """What a trooper in a quadrant changes of what the round will score."""
    world = scene.world
    if not world.round:
        return 0.0
    gain = race.for_quadrants({trooper.id: corner}) - race.for_quadrants({})
    last = world.active == scene.seat and world.active != world.first
    return race.worth(gain) * (1.0 if last else CONTESTED)


def _victory(trooper: Trooper) -> float:
    """Victory Points as far as they are known, in points."""
    return victory_worth(trooper) / 2 or 2.0


def score_now(scene: Scene) -> float:
    """What the mission stands at now, in points: objectives held, boxes carried, points scored."""
    world, seat = scene.world, scene.seat
    total = 0.0
    for name, side in world.sides.items():
        total += POINT * side.objective_points * (1 if name == seat else -1)
    for objective in world.objectives.values():
        owner = objective.owner
        carrier = world.troopers.get(objective.carrier)
        if carrier is not None and not is_null(carrier):
            total += POINT * BOX * (1 if carrier.seat == seat else -1)
        elif owner:
            total += POINT * (1 if owner == seat else -1)
    if world.mission == "domination" and world.round:
        middle = scene.field.width // 2, scene.field.depth // 2
        for right in (False, True):
            for upper in (False, True):
                balance = sum(
                    _victory(t) * (1 if t.seat == seat else -1)
                    for t in on_table(world)
                    if not is_null(t) and mostly_inside(body(t), middle, right, upper)
                )
                total += QUADRANT * math.copysign(1, balance) if balance else 0.0
    return total
