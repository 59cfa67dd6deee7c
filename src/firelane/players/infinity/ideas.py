"""What a trooper could do with an Order: halves worth measuring, found on the map and among enemies seen."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from firelane.infinity.acting import allowance, begin
from firelane.infinity.combat import allies_in_contact
from firelane.infinity.editions import declare
from firelane.infinity.frames import Point
from firelane.infinity.names import IMMOBILIZED_B, TARGETED, UNCONSCIOUS
from firelane.infinity.objectives import touches
from firelane.infinity.programs import may_hit, programs_of
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills.base import CloseAttack, Declaration
from firelane.infinity.space import ZONE_OF_CONTROL, body, enemies_engaged_with
from firelane.infinity.world import Place, Trooper
from firelane.players.ground import Ways
from firelane.players.infinity.aims import Goal, cure_value, goal_map, goals, use_value
from firelane.players.infinity.raids import raided
from firelane.players.infinity.scene import Scene, sprays
from firelane.players.infinity.trial import Trial
from firelane.table.fast import Floats, Ints
from firelane.table.measure import in_contact, in_reach_cylinder
from firelane.table.movement import Way

POSITION = 0.5
"""How much of a promised attack counts for the Order that leads to it."""
EXPOSURE = 0.12
"""How much of what enemies could do in their turn counts against a place."""
RAIDED = 0.6
"""How much of what enemies could come and do counts against where a turn ends, for who looks far."""
LATER = 0.2
"""So much less it counts for each Order that is left: a trooper may get away with it."""
ENTRIES = 4
"""How many places to land at are measured."""
MORE_ENTRIES = 12
"""Among so many they are chosen by who looks far."""
Landing = tuple[Floats, int, Point]
"""What places promise, which of them it is, and where exactly."""
AROUND = 8
"""From so many sides something can be walked up to."""
NEAR_MARKER = 3500
"""Enemy markers nearer than this may be mines that go off."""
HIDING = 0.8
"""What going behind a marker again is worth."""
MINE = 0.5
"""What a mine on the way of an enemy is worth."""
FIGHTER = 18
"""Whose CC is lower than this does not seek close combat."""


class Idea(NamedTuple):
    """A half that might be worth declaring, and how it looks before anything is measured."""

    trooper: str
    skill: Declaration
    guess: float


class Ideas:
    """What one seat's troopers could do, from one view."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.world = scene.world
        self._goals: dict[str, Floats] = {}

    def declare(self, key: str, **choices: Any) -> Declaration:
        """Declare a skill of the edition by its key."""
        return declare(self.scene.edition, key, **choices)

    def goals(self, trooper: Trooper) -> Floats:
        """What every place promises for the mission."""
        found = self._goals.get(trooper.id)
        if found is None:
            found = self._goals[trooper.id] = goal_map(self.scene, trooper)
        return found

    def exposure(self, trooper: Trooper, node: int) -> float:
        """What being at a place costs in the enemy's turn."""
        return float(self.exposures(trooper, np.array([node]))[0])

    def exposures(self, trooper: Trooper, nodes: Ints) -> Floats:
        """What being at some places costs in the enemy's turn, if there is one."""
        scene = self.scene
        if scene.last:
            return np.zeros(nodes.size)
        found: Floats = EXPOSURE * scene.threats(trooper).exposed[nodes]
        if not scene.far:
            return found
        left = self.world.sides[scene.seat].pool if self.world.active == scene.seat else 0
        return found + RAIDED / (1 + LATER * left) * raided(scene, trooper, nodes)

    def at_place(self, trooper: Trooper) -> float:
        """What the place where a trooper is promises and risks."""
        here = self.scene.nearest(trooper)
        promise = POSITION * self.scene.potential(trooper)[here] + self.goals(trooper)[here]
        return float(promise) - self.exposure(trooper, here)

    # Ideas

    def ideas(self, trooper: Trooper, second: bool) -> Iterator[Idea]:
        """Halves worth measuring for one trooper."""
        name = trooper.id
        if trooper.place is Place.AIR:
            yield from self._landings(trooper)
            return
        if enemies_engaged_with(self.world, trooper):
            yield from self._in_combat(trooper)
            return
        if trooper.has(IMMOBILIZED_B) or trooper.has(TARGETED):
            worth = self.scene.worths[name] * (0.4 if trooper.has(IMMOBILIZED_B) else 0.1)
            yield Idea(name, self.declare("reset"), worth)
        yield from self._attacks(trooper)
        yield from self._work(trooper)
        yield from self._moves(trooper, second)
        if not second and sheet(trooper.sheet).carries("camouflage") and not trooper.marker:
            yield Idea(name, self.declare("camouflage", prone=trooper.prone), HIDING / 2)

    def _in_combat(self, trooper: Trooper) -> Iterator[Idea]:
        for foe in self.scene.foes:
            if in_contact(body(trooper), body(foe)):
                yield from (Idea(trooper.id, skill, 5.0) for skill in self.strikes(trooper, foe, active=True))
        yield Idea(trooper.id, self.declare("dodge", prone=trooper.prone), 0.5)

    def strikes(self, trooper: Trooper, foe: Trooper, active: bool) -> Iterator[CloseAttack]:
        """CC Attacks on an enemy in contact."""
        allies = len(allies_in_contact(self.world, trooper, foe))
        for mode, carried in sheet(trooper.sheet).modes.values():
            if mode.traits.cc:
                case = Situation(trooper, "cc-attack", target=foe, weapon=mode, carried_weapon=carried,
                                 active=active, allies_in_contact=allies)  # fmt: skip
                dice = burst(self.scene.edition, case).total
                strike = self.declare("cc-attack", weapon=mode.key, targets={foe.id: dice})
                assert isinstance(strike, CloseAttack)
                yield strike

    def _attacks(self, trooper: Trooper) -> Iterator[Idea]:
        scene = self.scene
        trial = Trial(scene, trooper)
        for foe in scene.foes:
            if not trial.sees(foe):
                continue
            aim = trial.aim(foe, opposed=True)
            if aim is not None:
                net = aim.outcome.given * scene.worths[foe.id] - aim.outcome.taken * scene.worths[trooper.id]
                skill = self.declare(
                    "bs-attack", weapon=aim.mode.key, targets={foe.id: aim.strike.dice}, ammunition=aim.choice
                )
                yield Idea(trooper.id, skill, net + 0.3)
            for mode in sprays(trooper):
                if in_reach_cylinder(body(foe), body(trooper), 9000):
                    yield Idea(trooper.id, self.template(trooper, mode.key, foe), scene.worths[foe.id] * 0.3)
        for marker in scene.markers:
            if trooper.failed.get(marker.id) == self.world.round:
                continue
            if trial.survey.lof(trooper.id, trial.end, body(marker)):
                yield Idea(trooper.id, self.declare("discover", target=marker.id), 0.5)
        if sheet(trooper.sheet).carries("hacking-device"):
            yield from self._hacks(trooper, active=True)

    def template(self, trooper: Trooper, weapon: str, foe: Trooper) -> Declaration:
        """A direct template laid towards an enemy, with all the dice that the weapon has."""
        mode, carried = sheet(trooper.sheet).modes[weapon]
        case = Situation(trooper, "bs-attack", weapon=mode, carried_weapon=carried, active=True)
        way = round(math.degrees(math.atan2(foe.y - trooper.y, foe.x - trooper.x))) % 360
        return self.declare(
            "template", weapon=weapon, directions=(way,) * burst(self.scene.edition, case).total
        )

    def _hacks(self, trooper: Trooper, active: bool) -> Iterator[Idea]:
        for foe in self.scene.foes:
            if not in_reach_cylinder(body(foe), body(trooper), ZONE_OF_CONTROL):
                continue
            for name, program in programs_of(self.scene.edition).items():
                if may_hit(program, foe):
                    dice = program.burst(active)
                    yield Idea(trooper.id, self.declare("hack", program=name, targets={foe.id: dice}), 0.5)

    def _work(self, trooper: Trooper) -> Iterator[Idea]:
        name, facts = trooper.id, sheet(trooper.sheet)
        for objective in self.world.objectives.values():
            if touches(self.world, body(trooper), objective):
                value = use_value(self.scene, trooper, objective.id)
                if value > 0:
                    yield Idea(name, self.declare("use-objective", objective=objective.id), value)
        for friend in self.world.troopers.values():
            if friend.seat != trooper.seat or friend.place is not Place.TABLE or friend.id == name:
                continue
            near = in_contact(body(trooper), body(friend))
            made = sheet(friend.sheet).facts.has_structure
            value = cure_value(self.scene, trooper, friend) if friend.has(UNCONSCIOUS) else 0.0
            if near and value > 0:
                if made:
                    yield Idea(name, self.declare("engineer", target=friend.id), value)
                elif facts.carries("doctor"):
                    yield Idea(name, self.declare("doctor", target=friend.id), value)
                else:
                    yield Idea(name, self.declare("medikit", target=friend.id), value)
            elif value > 0 and facts.carries("medikit") and not made:
                yield Idea(name, self.declare("medikit", target=friend.id, shot=True), value * 0.4)
            for state in ("immobilized-a", "immobilized-b", "targeted"):
                if near and friend.has(state) and facts.carries("engineer"):
                    yield Idea(
                        name,
                        self.declare("engineer", target=friend.id, cure=state),
                        0.3 * self.scene.worths[friend.id],
                    )
        for mode, _ in facts.modes.values():
            left = trooper.spent.get(mode.weapon, 0) < (mode.traits.disposable or 99)
            if mode.traits.deployable and left:
                foe = self.nearest_foe(trooper.x, trooper.y)
                if foe is not None:
                    gap = (facts.diameter + 984) // 2
                    angle = math.atan2(foe.y - trooper.y, foe.x - trooper.x)
                    x, y = round(trooper.x + gap * math.cos(angle)), round(trooper.y + gap * math.sin(angle))
                    yield Idea(
                        name, self.declare("place-deployable", weapon=mode.key, at=(x, y, trooper.z)), MINE
                    )

    def _moves(self, trooper: Trooper, second: bool) -> Iterator[Idea]:
        scene, facts = self.scene, sheet(trooper.sheet)
        done = scene.acting.get(trooper.id) or begin(trooper)
        reach = allowance(facts, done, prone=False)
        if not reach or trooper.has("immobilized-a") or trooper.has("immobilized-b"):
            return
        ground, threats = scene.ground(trooper), scene.threats(trooper)
        more = 0 if second else facts.moves[1]
        ways = ground.ways_from((trooper.x, trooper.y, trooper.z), reach + more - 20)
        near = np.flatnonzero(ways.cost <= reach - 20)
        far = np.flatnonzero(np.isfinite(ways.cost))
        if not far.size:
            return
        here = scene.nearest(trooper)
        promise = POSITION * scene.potential(trooper) + self.goals(trooper)
        asked = np.append(far, here)
        promise[asked] -= self.exposures(trooper, asked)
        promise = promise - self.beside_markers(trooper)
        promise = promise - promise[here]
        found: dict[int, float] = {}
        if not second and near.size:
            value = threats.attack[near] + 0.3 * promise[near]
            for place in np.argsort(-value, kind="stable")[:3]:
                if value[place] > 0:
                    found[int(near[place])] = float(value[place])
        value = promise[far] - threats.harm[far] * (0.5 if second else 1.0)
        for place in np.argsort(-value, kind="stable")[:3]:
            node = int(far[place])
            if value[place] <= 0:
                break
            stop = node
            while stop >= 0 and ways.cost[stop] > reach - 20:
                stop = int(ways.whence[stop])
            if stop >= 0:
                found[stop] = max(found.get(stop, -math.inf), float(value[place]))
        for node, guess in found.items():
            move = self.move(trooper, ways.route(node))
            yield Idea(trooper.id, move, guess)
        for goal in goals(scene, trooper):
            yield from self._approach(trooper, goal, ways, reach - 20)
        if not second:
            yield from self._charges(trooper, reach)

    def _approach(self, trooper: Trooper, goal: Goal, ways: Ways, reach: float) -> Iterator[Idea]:
        """Into contact with what a goal is about, where one Move leads there."""
        x, y, z = goal.at
        if not goal.base or math.hypot(x - trooper.x, y - trooper.y) > reach + goal.base + 1000:
            return
        gap = (sheet(trooper.sheet).diameter + goal.base) / 2 + 2
        found = []
        for n in range(AROUND):
            angle = 2 * math.pi * n / AROUND
            place = (round(x + gap * math.cos(angle)), round(y + gap * math.sin(angle)), z)
            way = ways.to(place, reach)
            if way is not None:
                found.append(way)
        for _, route in sorted(found, key=lambda way: way[0])[:2]:
            yield Idea(trooper.id, self.move(trooper, route), goal.value + 1.0)

    def beside_markers(self, trooper: Trooper) -> Floats:
        """What lies too near to an enemy marker, which may be a mine."""
        ground = self.scene.ground(trooper)
        found = np.zeros(ground.size)
        for marker in self.scene.markers:
            near = np.hypot(ground.x - marker.x, ground.y - marker.y) < NEAR_MARKER
            found[near] += 0.2 * self.scene.worths[trooper.id]
        return found

    def _charges(self, trooper: Trooper, reach: int) -> Iterator[Idea]:
        """Into contact with an enemy, for close combat."""
        facts = sheet(trooper.sheet).facts
        if facts.cc < FIGHTER:
            return
        for foe in self.scene.foes:
            if foe.z == trooper.z and math.hypot(foe.x - trooper.x, foe.y - trooper.y) <= reach + 900:
                route = ((foe.x, foe.y, foe.z, Way.WALK),)
                yield Idea(
                    trooper.id, self.declare("move", route=route, facing=self._towards(trooper, foe)), 1.0
                )

    def move(self, trooper: Trooper, route: tuple[tuple[int, int, int, Way], ...]) -> Declaration:
        """A Move along a route, looking at the end towards the enemy."""
        x, y, _, _ = route[-1]
        return self.declare("move", route=route, facing=self.facing(x, y, trooper.facing))

    def facing(self, x: int, y: int, otherwise: int) -> int:
        """Towards the nearest enemy that can do something, or marker."""
        foe = self.nearest_foe(x, y)
        return otherwise if foe is None else round(math.degrees(math.atan2(foe.y - y, foe.x - x))) % 360

    def nearest_foe(self, x: int, y: int) -> Trooper | None:
        foes = self.scene.foes or self.scene.markers
        return min(foes, key=lambda f: (f.x - x) ** 2 + (f.y - y) ** 2, default=None)

    def _towards(self, trooper: Trooper, foe: Trooper) -> int:
        return round(math.degrees(math.atan2(foe.y - trooper.y, foe.x - trooper.x))) % 360

    def met(self, trooper: Trooper, at: tuple[int, int, int], guess: float) -> float:
        """What reactions to a landing cost: measured by who looks far, guessed from the map otherwise."""
        if not self.scene.far:
            return guess
        x, y, z = at
        landed = replace(trooper, x=x, y=y, z=z, place=Place.TABLE)
        return Trial(self.scene, landed).harm() * self.scene.worths[trooper.id]

    def _landings(self, trooper: Trooper) -> Iterator[Idea]:
        """Where there is something to shoot at and little that shoots back."""
        scene = self.scene
        ground, threats = scene.ground(trooper), scene.threats(trooper)
        worth = np.maximum(threats.attack, 0.0) + self.goals(trooper) - threats.harm - 0.3 * threats.exposed
        if sheet(trooper.sheet).carries("combat-jump"):
            best = [int(node) for node in np.argsort(-worth, kind="stable")[: self._tried]]
            for value, at in self._safest(trooper, [(worth, node, ground.place(node)) for node in best]):
                skill = self.declare("combat-jump", to=at, facing=self.facing(*at[:2], 0))
                yield Idea(trooper.id, skill, 0.5 + value)
        if sheet(trooper.sheet).carries("parachutist"):
            half = -(-sheet(trooper.sheet).diameter // 2)
            field = scene.field
            promise = scene.potential(trooper) + self.goals(trooper) - threats.harm
            edges = [
                (x, y) for x in (half, field.width - half) for y in range(2000, field.depth - 1000, 3000)
            ]
            ranked = sorted(edges, key=lambda at: -promise[scene.nearest(trooper, (*at, 0))])
            some = [(promise, scene.nearest(trooper, (*at, 0)), (*at, 0)) for at in ranked[: self._tried]]
            for value, at in self._safest(trooper, some):
                skill = self.declare("parachutist", to=at, facing=self.facing(*at[:2], 0))
                yield Idea(trooper.id, skill, 0.5 + value)

    @property
    def _tried(self) -> int:
        """How many places to land at are looked at."""
        return MORE_ENTRIES if self.scene.far else ENTRIES

    def _safest(self, trooper: Trooper, found: list[Landing]) -> list[tuple[float, Point]]:
        """The best of some places, with the reactions that await it there."""
        harm = self.scene.threats(trooper).harm
        valued = []
        for worth, node, at in found:
            guess = float(harm[node])
            valued.append((float(worth[node]) + guess - self.met(trooper, at, guess), at))
        return sorted(valued, key=lambda one: -one[0])[:ENTRIES]
