"""Which trooper to give an Order to, and what it should do: candidates, and what speaks for and against."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from firelane.infinity.asking import Activate, DeclareSecond, EndOrders, GiveOrder, OrderType, Second
from firelane.infinity.combat import allies_in_contact
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.names import IMMOBILIZED_B, TARGETED, UNCONSCIOUS
from firelane.infinity.objectives import touches
from firelane.infinity.orders import payments
from firelane.infinity.questions import refuse_give_order, refuse_second
from firelane.infinity.servants import servants_of
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import (
    CloseAttack,
    Cure,
    Declaration,
    Entry,
    Movement,
    ProgramRun,
    RangedAttack,
    TemplateUse,
)
from firelane.infinity.space import ZONE_OF_CONTROL, body, enemies_engaged_with
from firelane.infinity.templates import affected, shape_of
from firelane.infinity.world import Place, Trooper
from firelane.players.infinity.aims import cure_value, use_value
from firelane.players.infinity.duels import NOTHING, blow, dodge, exchange, hack, roll, shot
from firelane.players.infinity.ideas import HIDING, MINE, POSITION, Idea, Ideas
from firelane.players.infinity.scene import Scene
from firelane.players.infinity.trial import Trial, way_to
from firelane.players.infinity.worth import lieutenant_worth
from firelane.players.mind import Term
from firelane.table.measure import in_contact
from firelane.table.movement import Way

MEASURED = 18
"""How many halves are measured exactly, of all that were thought of."""
PRICE = 0.05
"""What an Order is worth unspent."""
COVER = 0.1
"""What ending beside scenery is worth."""
COHESION = 0.05
"""What a friend near by is worth: either can warn the other."""
READY = 0.4
"""What being able to work on a goal in the same Order is worth beyond getting there."""
GOING_ON = 0.6
"""How much of what a first Move gains its second may gain once more."""
SPOTLIGHT = 0.12
CARBONITE = 0.4
"""The part of its worth that a target loses with the state that a program brings."""
LANDED = 0.9
"""The part of its worth that a trooper gains by landing in the last turn: who is not there counts as lost."""
DISCOVER = 1.0
"""What turning a marker over is worth."""

Terms = dict[str, float]


class Orders(Ideas):
    """What one seat can do with its Orders, and what each is worth."""

    def terms(self, trooper: Trooper, skill: Declaration, second: bool) -> Terms:
        """What a half promises and risks, with the best that could follow it."""
        if trooper.place is Place.AIR:
            return self._landing_terms(trooper, skill)
        if isinstance(skill, Movement):
            return self._move_terms(trooper, skill, second)
        if isinstance(skill, RangedAttack):
            return self._shot_terms(trooper, skill)
        if isinstance(skill, TemplateUse):
            return self._template_terms(trooper, skill)
        if isinstance(skill, CloseAttack):
            return self._strike_terms(trooper, skill)
        trial = Trial(self.scene, trooper)
        answer = dodge(self.scene.edition, trooper) if skill.term == "evading" else NOTHING
        found = {"wounds-taken": -trial.harm(answer=answer) * self.scene.worths[trooper.id]}
        return found | self._other_terms(trooper, skill)

    def _other_terms(self, trooper: Trooper, skill: Declaration) -> Terms:
        scene = self.scene
        if isinstance(skill, Cure):
            return {skill.term: self._healing(trooper, skill)}
        if isinstance(skill, ProgramRun):
            foe = self.world.troopers[skill.aimed_at[0]]
            held = hack(scene.edition, trooper, foe, skill.program, active=True)
            already = foe.has(IMMOBILIZED_B) or foe.has(TARGETED)
            scale = 0.0 if already else CARBONITE if skill.program == "carbonite" else SPOTLIGHT
            return {skill.term: held * scale * scene.worths[foe.id]}
        match skill.term:
            case "objective":
                return {skill.term: use_value(scene, trooper, skill.aimed_at[0])}
            case "discovering":
                return {skill.term: DISCOVER * roll(scene.edition, trooper, skill.entry)}
            case "hiding":
                here = scene.threats(trooper).exposed[scene.nearest(trooper)]
                return {skill.term: HIDING + 0.2 * float(here)}
            case "mines":
                near = self.nearest_foe(trooper.x, trooper.y)
                away = math.inf if near is None else math.hypot(near.x - trooper.x, near.y - trooper.y)
                return {skill.term: MINE if away < 16000 else MINE / 5}
            case "shaking-off":
                scale = 0.4 if trooper.has(IMMOBILIZED_B) else 0.1 if trooper.has(TARGETED) else 0.0
                gained = scale * scene.worths[trooper.id] * roll(scene.edition, trooper, skill.entry)
                return {"hacking": gained}
        return {}

    def _healing(self, trooper: Trooper, skill: Cure) -> float:
        """What helping a friend is worth."""
        friend = self.world.troopers[skill.target]
        if skill.ends_state or sheet(friend.sheet).facts.has_structure:
            chance = roll(self.scene.edition, trooper, skill.entry, friend)
            return (0.3 if skill.ends_state else 1.0) * chance * self.scene.worths[friend.id]
        return (0.4 if skill.from_afar else 1.0) * cure_value(self.scene, trooper, friend)

    def _landing_terms(self, trooper: Trooper, skill: Declaration) -> Terms:
        scene = self.scene
        assert isinstance(skill, Entry)
        node = scene.nearest(trooper, skill.to)
        threats, mine = scene.threats(trooper), scene.worths[trooper.id]
        chance = roll(scene.edition, trooper, skill.entry) if skill.rolls else 1.0
        return {
            "presence": mine * self._presence(),
            "position": chance * POSITION * float(scene.potential(trooper)[node]),
            "objective": chance * float(self.goals(trooper)[node]),
            "wounds-taken": -chance * self.met(trooper, skill.to, float(threats.harm[node])),
            "exposure": -chance * self.exposure(trooper, node),
        }

    def _presence(self) -> float:
        """The part of its worth that a trooper gains by being on the table."""
        if self.scene.last:
            return LANDED
        return 0.5 if self.world.rounds == self.world.round else 0.25

    def _place_terms(self, trooper: Trooper, end: tuple[int, int, int]) -> Terms:
        """What is better or worse at another place than here."""
        scene = self.scene
        here, there = scene.nearest(trooper), scene.nearest(trooper, end)
        if here == there:
            return {}
        promise, aims = scene.potential(trooper), self.goals(trooper)
        found = {
            "position": POSITION * float(promise[there] - promise[here]),
            "objective": float(aims[there] - aims[here]),
            "exposure": self.exposure(trooper, here) - self.exposure(trooper, there),
        }
        ground = scene.ground(trooper)
        walled = (ground.wall_x != 0) | (ground.wall_y != 0)
        found["cover"] = COVER * (float(walled[there]) - float(walled[here]))
        mates = [t for t in scene.mine if t.id != trooper.id]
        found["cohesion"] = COHESION * (_near(end, mates) - _near((trooper.x, trooper.y, trooper.z), mates))
        if scene.markers:
            near = self.beside_markers(trooper)
            found["mines-feared"] = -float(near[there] - near[here])
        return found

    def _move_terms(self, trooper: Trooper, skill: Movement, second: bool) -> Terms:
        scene = self.scene
        way = way_to(scene, trooper, skill)
        if way is None:
            return {"impossible": -100.0}
        trial = Trial(scene, trooper, way, bool(skill.posture))
        mine = scene.worths[trooper.id]
        found = self._place_terms(trooper, trial.end)
        harm = trial.harm()
        plain = {"wounds-taken": -harm * mine}
        if second:
            return found | plain
        best = plain
        further = found.get("position", 0.0)
        if scene.race is not None:
            further += found.get("objective", 0.0)
        if further > 0:  # it may go on: what lies further counts in full
            best = plain | {"going-on": GOING_ON * further}
        for follow in self._follow_ups(trial, trooper):
            if sum(follow.values()) > sum(best.values()):
                best = follow
        return found | best

    def _follow_ups(self, trial: Trial, trooper: Trooper) -> Iterator[Terms]:
        """What could be done at the end of a first Move."""
        scene = self.scene
        mine = scene.worths[trooper.id]
        for foe in scene.foes:
            if trial.touches(foe):
                for strike in self.strikes(trial.trooper, foe, active=True):
                    yield self._blow(trial, strike, foe)
            if not trial.sees(foe):
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
            if (
                friend.seat == trooper.seat
                and friend.has(UNCONSCIOUS)
                and in_contact(body(trial.trooper), body(friend))
            ):
                value = cure_value(scene, trooper, friend)
                if value > 0:
                    yield {"healing": READY * value, "wounds-taken": -trial.harm() * mine}

    def _shot_terms(self, trooper: Trooper, skill: RangedAttack) -> Terms:
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

    def _template_terms(self, trooper: Trooper, skill: TemplateUse) -> Terms:
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

    def _strike_terms(self, trooper: Trooper, skill: CloseAttack) -> Terms:
        foe = self.world.troopers[next(iter(skill.targets))]
        return self._blow(Trial(self.scene, trooper), skill, foe)

    def _blow(self, trial: Trial, skill: CloseAttack, foe: Trooper) -> Terms:
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
    return next(iter(payments(scene.world, request, name)), None)


def order_candidates(orders: Orders, request: GiveOrder) -> list[Activate | EndOrders]:
    """The Orders that look best, measured later; ending the phase comes last."""
    scene = orders.scene
    ideas: list[Idea] = []
    for trooper in foremost(scene, request.actors):
        if order_kind(scene, request, trooper.id) is not None and not (ideas and scene.hurried()):
            ideas += orders.ideas(trooper, second=False)
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


def foremost(scene: Scene, names: Iterable[str]) -> list[Trooper]:
    """Troopers as they are thought about: where there may not be time for all, those near the enemy first."""
    found = [scene.world.troopers[name] for name in names]
    enemies = (*scene.foes, *scene.markers)
    if scene.clock is not None and enemies:
        found.sort(key=lambda t: min(math.hypot(t.x - foe.x, t.y - foe.y) for foe in enemies))
    return found


def with_servant(orders: Orders, answer: Activate) -> Iterator[Activate]:
    """The Order with the Servant going along where it can, then without."""
    mine = servants_of(orders.world, answer.trooper)
    skill = answer.skill
    if mine and isinstance(skill, Entry | Movement):
        servant = orders.world.troopers[mine[0]]
        gap = sheet(servant.sheet).diameter + 1000
        for dx, dy in ((0, gap), (0, -gap)):
            if isinstance(skill, Movement):
                x, y, z = skill.end
                route = ((x + dx, y + dy, z, Way.WALK),)
                yield replace(answer, servant=servant.id, servant_skill=replace(skill, route=route))
            else:
                x, y, z = skill.to
                yield replace(
                    answer, servant=servant.id, servant_skill=replace(skill, to=(x + dx, y + dy, z))
                )
    yield answer


def _near(place: tuple[int, int, int], friends: list[Trooper]) -> int:
    """Whether a friend is near enough to warn and be warned."""
    return any(math.hypot(t.x - place[0], t.y - place[1]) <= ZONE_OF_CONTROL for t in friends)


def with_lieutenant(orders: Orders, trooper: Trooper, found: Terms) -> Terms:
    """The terms with what the Lieutenant risks beyond any other trooper told apart."""
    if not is_lieutenant(orders.world, trooper):
        return found
    extra = lieutenant_worth(orders.world)
    extra /= max(extra, orders.scene.worths[trooper.id])
    risked = sum(found.get(name, 0.0) for name in ("wounds-taken", "exposure"))
    shared = {
        name: points * (1 - extra) if name in ("wounds-taken", "exposure") else points
        for name, points in found.items()
    }
    return shared | {"lieutenant": extra * risked}


def order_terms(orders: Orders, answer: Activate | EndOrders) -> tuple[Term, ...]:
    """What speaks for and against an Order."""
    if isinstance(answer, EndOrders):
        return ()
    trooper = orders.world.troopers[answer.trooper]
    found = with_lieutenant(orders, trooper, orders.terms(trooper, answer.skill, second=False))
    found["order"] = 0.05 if answer.order is not OrderType.REGULAR else -PRICE
    return as_terms(found)


def second_candidates(orders: Orders, request: DeclareSecond) -> list[Second]:
    """Second halves worth measuring; doing nothing comes last."""
    scene = orders.scene
    trooper = scene.world.troopers[request.actors[0]]
    ideas = sorted(orders.ideas(trooper, second=True), key=lambda idea: -idea.guess)
    ideas.append(Idea(trooper.id, orders.declare("dodge", prone=trooper.prone), 0.0))
    found: list[Second] = []
    for idea in ideas:
        if len(found) >= MEASURED:
            break
        answer = Second(skill=idea.skill)
        if refuse_second(scene.view, request, answer) is None:
            found.append(answer)
    found.append(Second(skill=orders.declare("idle")))
    return found


def second_terms(orders: Orders, request: DeclareSecond, answer: Second) -> tuple[Term, ...]:
    """What speaks for and against a second half."""
    trooper = orders.world.troopers[request.actors[0]]
    return as_terms(with_lieutenant(orders, trooper, orders.terms(trooper, answer.skill, second=True)))


def as_terms(found: Terms) -> tuple[Term, ...]:
    """The terms that say anything."""
    return tuple(
        Term(name, round(points, 4), RULES.get(name, "")) for name, points in found.items() if points
    )


RULES = {
    "wounds-given": "saving-roll.per-hit",
    "wounds-taken": "aro.by-lof",
    "objective": "scenario.length-and-table",
    "healing": "doctor.declared",
    "hacking": "hacking.declared",
    "discovering": "discover.reveals",
    "hiding": "camouflage.declared",
    "mines": "mines.triggered",
    "order": "orders.spent",
    "cover": "cover.attack-penalty",
    "cohesion": "alert.turns",
    "lieutenant": "orders.lieutenant-order",
}
"""The rule behind a term, where there is one."""
