"""Which trooper to give an Order to, and what it should do: candidates, and what speaks for and against them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from firelane.infinity.acting import allowance, begin
from firelane.infinity.asking import Activate, DeclareSecond, EndOrders, GiveOrder, OrderType, Second
from firelane.infinity.combat import allies_in_contact
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.names import IMMOBILIZED_B, TARGETED, UNCONSCIOUS
from firelane.infinity.objectives import touches
from firelane.infinity.programs import Program, may_hit
from firelane.infinity.questions import refuse_give_order, refuse_second
from firelane.infinity.servants import servants_of
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills import (
    AnySkill,
    BSAttack,
    CCAttack,
    Discover,
    Doctor,
    Dodge,
    Drop,
    Engineer,
    Enter,
    Hack,
    HideAgain,
    Idle,
    MediKit,
    Move,
    PlaceDeployable,
    Reset,
    Template,
    Use,
)
from firelane.infinity.space import ZONE_OF_CONTROL, body, enemies_engaged_with
from firelane.infinity.templates import affected, shape_of
from firelane.infinity.world import Place, Trooper
from firelane.players.ground import Ways
from firelane.players.infinity.aims import Goal, cure_value, goal_map, goals, use_value
from firelane.players.infinity.duels import NOTHING, Strike, blow, dodge, exchange, hack, roll, shot
from firelane.players.infinity.scene import Scene, sprays
from firelane.players.infinity.trial import Trial, way_to
from firelane.players.mind import Term
from firelane.table.fast import Floats
from firelane.table.measure import in_contact, in_reach_cylinder
from firelane.table.movement import Way

MEASURED = 18
"""How many halves are measured exactly, of all that were thought of."""
POSITION = 0.5
"""How much of a promised attack counts for the Order that leads to it."""
EXPOSURE = 0.12
"""How much of what enemies could do in their turn counts against a place."""
PRICE = 0.05
"""What an Order is worth unspent."""
ENTRIES = 4
"""How many places to land at are measured."""
AROUND = 8
"""From so many sides something can be walked up to."""
NEAR_MARKER = 3500
READY = 0.4
"""What being able to work on a goal in the same Order is worth beyond getting there."""
HIDING = 0.8
MINE = 0.5
SPOTLIGHT = 0.12
CARBONITE = 0.4
DISCOVER = 1.0

Terms = dict[str, float]


class Idea(NamedTuple):
    """A half that might be worth declaring, and how it looks before anything is measured."""

    trooper: str
    skill: AnySkill
    guess: float


class Orders:
    """What one seat can do with its Orders, from one view."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.world = scene.world
        self._goals: dict[str, Floats] = {}

    def goals(self, trooper: Trooper) -> Floats:
        """What every place promises for the mission."""
        found = self._goals.get(trooper.id)
        if found is None:
            found = self._goals[trooper.id] = goal_map(self.scene, trooper)
        return found

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
            yield Idea(name, Reset(), worth)
        yield from self._attacks(trooper)
        yield from self._work(trooper)
        yield from self._moves(trooper, second)
        if not second and sheet(trooper.sheet).carries("camouflage") and not trooper.marker:
            yield Idea(name, HideAgain(prone=trooper.prone), HIDING / 2)

    def _in_combat(self, trooper: Trooper) -> Iterator[Idea]:
        for foe in self.scene.foes:
            if in_contact(body(trooper), body(foe)):
                yield from (Idea(trooper.id, skill, 5.0) for skill in self.strikes(trooper, foe, active=True))
        yield Idea(trooper.id, Dodge(prone=trooper.prone), 0.5)

    def strikes(self, trooper: Trooper, foe: Trooper, active: bool) -> Iterator[CCAttack]:
        """CC Attacks on an enemy in contact."""
        allies = len(allies_in_contact(self.world, trooper, foe))
        for mode, carried in sheet(trooper.sheet).modes.values():
            if mode.traits.cc:
                case = Situation(trooper, "cc-attack", target=foe, weapon=mode, carried_weapon=carried,
                                 active=active, allies_in_contact=allies)  # fmt: skip
                dice = burst(self.scene.edition, case).total
                yield CCAttack(weapon=mode.key, targets={foe.id: dice})

    def _attacks(self, trooper: Trooper) -> Iterator[Idea]:
        scene = self.scene
        trial = Trial(scene, trooper)
        figures = [body(foe) for foe in scene.foes]
        seen = trial.survey.sees_of(trooper.id, [trial.end], figures)[0] if figures else []
        for foe, free in zip(scene.foes, seen, strict=True):
            if not free:
                continue
            aim = trial.aim(foe, opposed=True)
            if aim is not None:
                net = aim.outcome.given * scene.worths[foe.id] - aim.outcome.taken * scene.worths[trooper.id]
                skill = BSAttack(
                    weapon=aim.mode.key, targets={foe.id: aim.strike.dice}, ammunition=aim.choice
                )
                yield Idea(trooper.id, skill, net + 0.3)
            for mode in sprays(trooper):
                if in_reach_cylinder(body(foe), body(trooper), 9000):
                    yield Idea(trooper.id, self.template(trooper, mode.key, foe), scene.worths[foe.id] * 0.3)
        for marker in scene.markers:
            if trooper.failed.get(marker.id) == self.world.round:
                continue
            if trial.survey.lof(trooper.id, trial.end, body(marker)):
                yield Idea(trooper.id, Discover(marker.id), 0.5)
        if sheet(trooper.sheet).carries("hacking-device"):
            yield from self._hacks(trooper, active=True)

    def template(self, trooper: Trooper, weapon: str, foe: Trooper) -> Template:
        """A direct template laid towards an enemy, with all the dice that the weapon has."""
        mode, carried = sheet(trooper.sheet).modes[weapon]
        case = Situation(trooper, "bs-attack", weapon=mode, carried_weapon=carried, active=True)
        way = round(math.degrees(math.atan2(foe.y - trooper.y, foe.x - trooper.x))) % 360
        return Template(weapon=weapon, directions=(way,) * burst(self.scene.edition, case).total)

    def _hacks(self, trooper: Trooper, active: bool) -> Iterator[Idea]:
        for foe in self.scene.foes:
            if not in_reach_cylinder(body(foe), body(trooper), ZONE_OF_CONTROL):
                continue
            for name in ("carbonite", "spotlight"):
                program = self.scene.edition.data(f"program.{name}", Program)
                if may_hit(program, foe):
                    dice = program.burst_active if active else program.burst_aro
                    yield Idea(trooper.id, Hack(program=name, targets={foe.id: dice}), 0.5)

    def _work(self, trooper: Trooper) -> Iterator[Idea]:
        name, facts = trooper.id, sheet(trooper.sheet)
        for objective in self.world.objectives.values():
            if touches(self.world, body(trooper), objective):
                value = use_value(self.scene, trooper, objective.id)
                if value > 0:
                    yield Idea(name, Use(objective=objective.id), value)
        for friend in self.world.troopers.values():
            if friend.seat != trooper.seat or friend.place is not Place.TABLE or friend.id == name:
                continue
            near = in_contact(body(trooper), body(friend))
            made = sheet(friend.sheet).facts.has_structure
            value = cure_value(self.scene, trooper, friend) if friend.has(UNCONSCIOUS) else 0.0
            if near and value > 0:
                if made:
                    yield Idea(name, Engineer(target=friend.id), value)
                elif facts.carries("doctor"):
                    yield Idea(name, Doctor(target=friend.id), value)
                else:
                    yield Idea(name, MediKit(target=friend.id), value)
            elif value > 0 and facts.carries("medikit") and not made:
                yield Idea(name, MediKit(target=friend.id, shot=True), value * 0.4)
            for state in ("immobilized-a", "immobilized-b", "targeted"):
                if near and friend.has(state) and facts.carries("engineer"):
                    yield Idea(
                        name, Engineer(target=friend.id, cure=state), 0.3 * self.scene.worths[friend.id]
                    )
        for mode, _ in facts.modes.values():
            left = trooper.spent.get(mode.weapon, 0) < (mode.traits.disposable or 99)
            if mode.traits.deployable and left:
                foe = self._nearest_foe(trooper.x, trooper.y)
                if foe is not None:
                    gap = (facts.diameter + 984) // 2
                    angle = math.atan2(foe.y - trooper.y, foe.x - trooper.x)
                    x, y = round(trooper.x + gap * math.cos(angle)), round(trooper.y + gap * math.sin(angle))
                    yield Idea(name, PlaceDeployable(weapon=mode.key, at=(x, y, trooper.z)), MINE)

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
        promise = POSITION * scene.potential(trooper) + self.goals(trooper) - EXPOSURE * threats.exposed
        promise = promise - self._beside_markers(trooper)
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

    def _beside_markers(self, trooper: Trooper) -> Floats:
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
        if facts.cc < 18:
            return
        for foe in self.scene.foes:
            if foe.z == trooper.z and math.hypot(foe.x - trooper.x, foe.y - trooper.y) <= reach + 900:
                route = ((foe.x, foe.y, foe.z, Way.WALK),)
                yield Idea(trooper.id, Move(route=route, facing=self._towards(trooper, foe)), 1.0)

    def move(self, trooper: Trooper, route: tuple[tuple[int, int, int, Way], ...]) -> Move:
        """A Move along a route, looking at the end towards the enemy."""
        x, y, _, _ = route[-1]
        return Move(route=route, facing=self.facing(x, y, trooper.facing))

    def facing(self, x: int, y: int, otherwise: int) -> int:
        """Towards the nearest enemy that can do something, or marker."""
        foe = self._nearest_foe(x, y)
        return otherwise if foe is None else round(math.degrees(math.atan2(foe.y - y, foe.x - x))) % 360

    def _nearest_foe(self, x: int, y: int) -> Trooper | None:
        foes = self.scene.foes or self.scene.markers
        return min(foes, key=lambda f: (f.x - x) ** 2 + (f.y - y) ** 2, default=None)

    def _towards(self, trooper: Trooper, foe: Trooper) -> int:
        return round(math.degrees(math.atan2(foe.y - trooper.y, foe.x - trooper.x))) % 360

    def _landings(self, trooper: Trooper) -> Iterator[Idea]:
        """Where there is something to shoot at and little that shoots back."""
        scene = self.scene
        ground, threats = scene.ground(trooper), scene.threats(trooper)
        worth = np.maximum(threats.attack, 0.0) + self.goals(trooper) - threats.harm - 0.3 * threats.exposed
        if sheet(trooper.sheet).carries("combat-jump"):
            for node in np.argsort(-worth, kind="stable")[:ENTRIES]:
                x, y, z = ground.place(int(node))
                skill: AnySkill = Drop(to=(x, y, z), facing=self.facing(x, y, 0))
                yield Idea(trooper.id, skill, 0.5 + float(worth[node]))
        if sheet(trooper.sheet).carries("parachutist"):
            half = -(-sheet(trooper.sheet).diameter // 2)
            field = scene.field
            promise = scene.potential(trooper) + self.goals(trooper) - threats.harm
            edges = [(x, y) for x in (half, field.width - half) for y in range(2000, field.depth - 1000, 3000)]
            ranked = sorted(edges, key=lambda at: -promise[scene.nearest(trooper, (*at, 0))])
            for x, y in ranked[:ENTRIES]:
                node = scene.nearest(trooper, (x, y, 0))
                skill = Enter(to=(x, y, 0), facing=self.facing(x, y, 0))
                yield Idea(trooper.id, skill, 0.5 + float(promise[node]))

    # What speaks for and against a half

    def terms(self, trooper: Trooper, skill: AnySkill, second: bool) -> Terms:
        """What a half promises and risks, with the best that could follow it."""
        if trooper.place is Place.AIR:
            return self._landing_terms(trooper, skill)
        match skill:
            case Move():
                return self._move_terms(trooper, skill, second)
            case BSAttack():
                return self._shot_terms(trooper, skill)
            case Template():
                return self._template_terms(trooper, skill)
            case CCAttack():
                return self._strike_terms(trooper, skill)
            case Dodge():
                trial = Trial(self.scene, trooper)
                harm = trial.harm(answer=dodge(self.scene.edition, trooper))
                return {"wounds-taken": -harm * self.scene.worths[trooper.id]}
        trial = Trial(self.scene, trooper)
        found = {"wounds-taken": -trial.harm() * self.scene.worths[trooper.id]}
        return found | self._other_terms(trooper, skill)

    def _other_terms(self, trooper: Trooper, skill: AnySkill) -> Terms:
        scene = self.scene
        match skill:
            case Use():
                return {"objective": use_value(scene, trooper, skill.objective)}
            case Doctor() | MediKit():
                scale = 0.4 if isinstance(skill, MediKit) and skill.shot else 1.0
                return {"healing": scale * cure_value(scene, trooper, self.world.troopers[skill.target])}
            case Engineer():
                friend = self.world.troopers[skill.target]
                chance = roll(scene.edition, trooper, "engineer", friend)
                scale = 0.3 if skill.cure else 1.0
                return {"healing": scale * chance * scene.worths[friend.id]}
            case Hack():
                foe = self.world.troopers[next(iter(skill.targets))]
                held = hack(scene.edition, trooper, foe, skill.program, active=True)
                already = foe.has("immobilized-b") or foe.has(TARGETED)
                scale = 0.0 if already else CARBONITE if skill.program == "carbonite" else SPOTLIGHT
                return {"hacking": held * scale * scene.worths[foe.id]}
            case Discover():
                return {"discovering": DISCOVER * roll(scene.edition, trooper, "discover")}
            case HideAgain():
                here = scene.threats(trooper).exposed[scene.nearest(trooper)]
                return {"hiding": HIDING + 0.2 * float(here)}
            case PlaceDeployable():
                foe = self._nearest_foe(trooper.x, trooper.y)
                away = math.inf if foe is None else math.hypot(foe.x - trooper.x, foe.y - trooper.y)
                return {"mines": MINE if away < 16000 else MINE / 5}
            case Reset():
                scale = 0.4 if trooper.has(IMMOBILIZED_B) else 0.1 if trooper.has(TARGETED) else 0.0
                return {"hacking": scale * scene.worths[trooper.id] * roll(scene.edition, trooper, "reset")}
        return {}

    def _landing_terms(self, trooper: Trooper, skill: AnySkill) -> Terms:
        scene = self.scene
        assert isinstance(skill, Drop | Enter)
        node = scene.nearest(trooper, skill.to)
        threats, mine = scene.threats(trooper), scene.worths[trooper.id]
        chance = roll(scene.edition, trooper, "combat-jump") if isinstance(skill, Drop) else 1.0
        return {
            "presence": 0.5 * mine if scene.world.rounds == scene.world.round else 0.25 * mine,
            "position": chance * POSITION * float(scene.potential(trooper)[node]),
            "objective": chance * float(self.goals(trooper)[node]),
            "wounds-taken": -chance * float(threats.harm[node]),
            "exposure": -EXPOSURE * chance * float(threats.exposed[node]),
        }

    def _place_terms(self, trooper: Trooper, end: tuple[int, int, int]) -> Terms:
        """What is better or worse at another place than here."""
        scene = self.scene
        here, there = scene.nearest(trooper), scene.nearest(trooper, end)
        if here == there:
            return {}
        threats, promise, aims = scene.threats(trooper), scene.potential(trooper), self.goals(trooper)
        found = {
            "position": POSITION * float(promise[there] - promise[here]),
            "objective": float(aims[there] - aims[here]),
            "exposure": -EXPOSURE * float(threats.exposed[there] - threats.exposed[here]),
        }
        if scene.markers:
            near = self._beside_markers(trooper)
            found["mines-feared"] = -float(near[there] - near[here])
        return found

    def _move_terms(self, trooper: Trooper, skill: Move, second: bool) -> Terms:
        scene = self.scene
        way = way_to(scene, trooper, skill)
        if way is None:
            return {"impossible": -100.0}
        trial = Trial(scene, trooper, way, skill.prone)
        mine = scene.worths[trooper.id]
        found = self._place_terms(trooper, trial.end)
        harm = trial.harm()
        plain = {"wounds-taken": -harm * mine}
        if second:
            return found | plain
        best = plain
        if found.get("position", 0.0) > 0:  # it may go on: what lies further counts in full
            best = plain | {"going-on": 0.6 * found["position"]}
        for follow in self._follow_ups(trial, trooper):
            if sum(follow.values()) > sum(best.values()):
                best = follow
        return found | best

    def _follow_ups(self, trial: Trial, trooper: Trooper) -> Iterator[Terms]:
        """What could be done at the end of a first Move."""
        scene = self.scene
        mine = scene.worths[trooper.id]
        figures = [body(foe) for foe in scene.foes]
        seen = trial.survey.sees_of(trooper.id, [trial.end], figures)[0] if figures else []
        for foe, free in zip(scene.foes, seen, strict=True):
            if trial.touches(foe):
                for strike in self.strikes(trial.trooper, foe, active=True):
                    yield self._blow(trial, strike, foe)
            if not free:
                continue
            aim = trial.aim(foe, opposed=True)
            if aim is not None:
                harm = trial.harm(aim.outcome, foe.id)
                yield {
                    "wounds-given": aim.outcome.given * scene.worths[foe.id],
                    "wounds-taken": -harm * mine,
                }
        for objective in self.world.objectives.values():
            if touches(self.world, body(trial.trooper), objective):
                value = use_value(scene, trooper, objective.id)
                if value > 0:
                    yield {"objective-now": READY * value, "wounds-taken": -trial.harm() * mine}
        for friend in self.world.troopers.values():
            if friend.seat == trooper.seat and friend.has(UNCONSCIOUS) and in_contact(
                body(trial.trooper), body(friend)
            ):
                value = cure_value(scene, trooper, friend)
                if value > 0:
                    yield {"healing": READY * value, "wounds-taken": -trial.harm() * mine}

    def _shot_terms(self, trooper: Trooper, skill: BSAttack) -> Terms:
        scene = self.scene
        trial = Trial(scene, trooper)
        known = sheet(trooper.sheet).modes.get(skill.weapon)
        given, left = 0.0, 1.0
        if known is None:
            return {"impossible": -100.0}
        met = []
        for name, dice in skill.targets.items():
            foe = self.world.troopers.get(name)
            if foe is None:
                continue
            figure = body(foe)
            if not trial.survey.lof(trooper.id, trial.end, figure):
                return {"impossible": -5.0}
            away = round(trial.survey.distance(trial.survey.at(trooper.id, trial.end), figure))
            cover = trial.survey.covered(trooper.id, trial.end, figure)
            friends = sum(t.seat == trooper.seat for t in enemies_engaged_with(self.world, foe))
            strike = shot(scene.edition, self.world, trooper, known[0], foe, away, cover, True,
                          choice=skill.ammunition, friends=friends)._replace(dice=dice)  # fmt: skip
            answer = trial.reactions.get(name, NOTHING)
            found = exchange(scene.ruleset, strike, answer, trooper.points, foe.points)
            given += found.given * scene.worths[name]
            left *= 1 - found.taken
            met.append(name)
        for name, answer in trial.reactions.items():
            if name not in met and answer.dice and not answer.dodge:
                left *= 1 - exchange(scene.ruleset, NOTHING, answer, trooper.points, 1).taken
        found_terms = {"wounds-given": given, "wounds-taken": -(1 - left) * scene.worths[trooper.id]}
        if known[0].traits.disposable:
            found_terms["ammunition"] = -0.1
        if trooper.marker:
            found_terms["shown"] = -0.3
        return found_terms

    def _template_terms(self, trooper: Trooper, skill: Template) -> Terms:
        scene = self.scene
        trial = Trial(scene, trooper)
        known = sheet(trooper.sheet).modes.get(skill.weapon)
        if known is None or not skill.directions:
            return {"impossible": -100.0}
        user = trial.survey.at(trooper.id, trial.end)
        touched = affected(trial.survey, shape_of(scene.edition, known[0]), user, skill.directions[0])
        given, left = 0.0, 1.0
        hit = set()
        for one in touched:
            if not isinstance(one, Trooper):
                continue
            if one.seat == trooper.seat:
                return {"impossible": -5.0}
            if one.marker or one.id not in scene.worths:
                continue
            hit.add(one.id)
            strike = shot(scene.edition, self.world, trooper, known[0], one, 0, False, True)
            ways = [trial.reactions.get(one.id, NOTHING), dodge(scene.edition, one)]
            results = [exchange(scene.ruleset, strike, way, trooper.points, one.points) for way in ways]
            worst = min(
                results, key=lambda r: r.given * scene.worths[one.id] - r.taken * scene.worths[trooper.id]
            )
            given += worst.given * scene.worths[one.id]
            left *= 1 - worst.taken
        for name, answer in trial.reactions.items():
            if name not in hit and answer.dice and not answer.dodge:
                left *= 1 - exchange(scene.ruleset, NOTHING, answer, trooper.points, 1).taken
        return {"wounds-given": given, "wounds-taken": -(1 - left) * scene.worths[trooper.id]}

    def _strike_terms(self, trooper: Trooper, skill: CCAttack) -> Terms:
        foe = self.world.troopers[next(iter(skill.targets))]
        return self._blow(Trial(self.scene, trooper), skill, foe)

    def _blow(self, trial: Trial, skill: CCAttack, foe: Trooper) -> Terms:
        scene, trooper = self.scene, trial.trooper
        mode = sheet(trooper.sheet).modes[skill.weapon][0]
        allies = len(allies_in_contact(self.world, trooper, foe))
        hidden = bool(trooper.marker)
        mine = blow(scene.edition, self.world, trooper, mode, foe, True, allies)
        answers = [
            blow(scene.edition, self.world, foe, other, trooper, False, 0, surprised=hidden)
            for other, _ in sheet(foe.sheet).modes.values()
            if other.traits.cc
        ]
        results = [exchange(scene.ruleset, mine, answer, trooper.points, foe.points)
                   for answer in (*answers, dodge(scene.edition, foe))]  # fmt: skip
        own = scene.worths[trooper.id]
        worst = min(results, key=lambda r: r.given * scene.worths[foe.id] - r.taken * own)
        harm = trial.harm(worst, foe.id)
        return {"wounds-given": worst.given * scene.worths[foe.id], "wounds-taken": -harm * own}


# The questions


def order_kind(scene: Scene, request: GiveOrder, name: str) -> OrderType | None:
    """The Order that is best spent on a trooper: one that nobody else can use first."""
    if name in request.own:
        return OrderType.OWN
    if request.lieutenant_order and is_lieutenant(scene.world, scene.world.troopers[name]):
        return OrderType.LIEUTENANT
    return OrderType.REGULAR if request.pool else None


def order_candidates(orders: Orders, request: GiveOrder) -> list[Activate | EndOrders]:
    """The Orders that look best, measured later; ending the phase comes last."""
    scene = orders.scene
    ideas: list[Idea] = []
    for name in request.actors:
        if order_kind(scene, request, name) is not None:
            ideas += orders.ideas(scene.world.troopers[name], second=False)
    ideas.sort(key=lambda idea: -idea.guess)
    found: list[Activate | EndOrders] = []
    for idea in ideas:
        if len(found) >= MEASURED:
            break
        order = order_kind(scene, request, idea.trooper)
        assert order is not None
        alone = Activate(trooper=idea.trooper, order=order, skill=idea.skill)
        legal = (one for one in with_servant(orders, alone)
                 if refuse_give_order(scene.view, request, one) is None)  # fmt: skip
        answer = next(legal, None)
        if answer is not None:
            found.append(answer)
    found.append(EndOrders())
    return found


def with_servant(orders: Orders, answer: Activate) -> Iterator[Activate]:
    """The Order with the Servant going along where it can, then without."""
    mine = servants_of(orders.world, answer.trooper)
    skill = answer.skill
    if mine and isinstance(skill, Drop | Enter | Move):
        servant = orders.world.troopers[mine[0]]
        gap = sheet(servant.sheet).diameter + 1000
        for dx, dy in ((0, gap), (0, -gap)):
            if isinstance(skill, Move):
                x, y, z, _ = skill.route[-1]
                route = ((x + dx, y + dy, z, Way.WALK),)
                yield replace(answer, servant=servant.id, servant_skill=replace(skill, route=route))
            else:
                x, y, z = skill.to
                yield replace(
                    answer, servant=servant.id, servant_skill=replace(skill, to=(x + dx, y + dy, z))
                )
    yield answer


def order_terms(orders: Orders, answer: Activate | EndOrders) -> tuple[Term, ...]:
    """What speaks for and against an Order."""
    if isinstance(answer, EndOrders):
        return ()
    trooper = orders.world.troopers[answer.trooper]
    found = orders.terms(trooper, answer.skill, second=False)
    found["order"] = 0.05 if answer.order is not OrderType.REGULAR else -PRICE
    return as_terms(found)


def second_candidates(orders: Orders, request: DeclareSecond) -> list[Second]:
    """Second halves worth measuring; doing nothing comes last."""
    scene = orders.scene
    trooper = scene.world.troopers[request.actors[0]]
    ideas = sorted(orders.ideas(trooper, second=True), key=lambda idea: -idea.guess)
    ideas.append(Idea(trooper.id, Dodge(prone=trooper.prone), 0.0))
    found: list[Second] = []
    for idea in ideas:
        if len(found) >= MEASURED:
            break
        answer = Second(skill=idea.skill)
        if refuse_second(scene.view, request, answer) is None:
            found.append(answer)
    found.append(Second(skill=Idle()))
    return found


def second_terms(orders: Orders, request: DeclareSecond, answer: Second) -> tuple[Term, ...]:
    """What speaks for and against a second half."""
    trooper = orders.world.troopers[request.actors[0]]
    return as_terms(orders.terms(trooper, answer.skill, second=True))


def as_terms(found: Terms) -> tuple[Term, ...]:
    """The terms that say anything."""
    return tuple(
        Term(name, round(points, 4), RULES.get(name, "")) for name, points in found.items() if points
    )


RULES = {
    "wounds-given": "n4-core.saving-roll.1",
    "wounds-taken": "n4-core.aro.1",
    "objective": "n4-core.scenario.1",
    "healing": "c1.doctor.1",
    "hacking": "c1.hacking.1",
    "discovering": "c1.discover.2",
    "hiding": "c1.camouflage.2",
    "mines": "c1.mines.7",
    "order": "n4-core.orders.9",
}
"""The rule behind a term, where there is one."""

__all__ = ("Idea", "Orders", "Strike")
