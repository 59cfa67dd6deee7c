"""AROs, Dodge moves, turning and regenerating; where a trooper lands whose Combat Jump has failed."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from firelane.infinity.asking import (
    Aros,
    DeclareAros,
    Dodged,
    DodgeMoves,
    LandAtEdge,
    LandedAtEdge,
    Regenerate,
    Regenerating,
    TurnAlerted,
    Turned,
)
from firelane.infinity.combat import allies_in_contact
from firelane.infinity.frames import Declared, Point
from firelane.infinity.judging import refuse_aro
from firelane.infinity.landing import nearest_at_edge, places_at_edge
from firelane.infinity.names import IMMOBILIZED_B
from firelane.infinity.programs import may_hit, programs_of
from firelane.infinity.questions import refuse_aros, refuse_dodges
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import CloseAttack, Declaration, ProgramRun, RangedAttack, TemplateUse
from firelane.infinity.space import ZONE_OF_CONTROL, body, is_null
from firelane.infinity.world import Trooper
from firelane.players.infinity.duels import (
    NOTHING,
    Outcome,
    Strike,
    blow,
    chance,
    dodge,
    exchange,
    hack,
    roll,
    shot,
)
from firelane.players.infinity.ideas import EXPOSURE, POSITION
from firelane.players.infinity.orders import CARBONITE, SPOTLIGHT, Orders, Terms, as_terms
from firelane.players.infinity.raids import raided
from firelane.players.infinity.scene import Scene, guns, sprays
from firelane.players.infinity.trial import points_seen
from firelane.players.mind import Term
from firelane.table.fast import Floats, Ints
from firelane.table.measure import in_contact, in_reach_cylinder

SHOOTS = 0.7
"""How likely an enemy that has moved is held to attack somebody who sees it."""
VARIED = 10
"""How many AROs other than the best of each trooper are tried."""
RAIDED = 0.5
"""How much of what enemies could come and do counts against where a Dodge ends, for who looks far."""
EDGE_APART, EDGE_PLACES = 1000, 6
"""How far apart the places at a table edge are that are looked at, and how many of them are weighed."""
STEP_ASIDE = 0.1
"""What the small move of a Dodge is worth."""


class Reactions:
    """What one seat's troopers can do against the Order under way."""

    def __init__(self, scene: Scene, request: DeclareAros) -> None:
        self.scene = scene
        self.request = request
        self.world = scene.world
        self.active = [self.world.troopers[name] for name in request.to if name in self.world.troopers]
        self.orders = Orders(scene)
        self.declare = self.orders.declare
        self._seen: dict[str, dict[str, list[Point]]] = {}
        sight = [n for n in request.actors if "lof" in request.rights.get(n, ())]
        self.watchers = max(1, len(sight))
        for foe in self.active:
            self._seen[foe.id] = points_seen(scene.survey, sight, foe.id)

    # What they might do

    def skills(self, name: str) -> Iterator[Declaration]:
        """What a trooper might declare."""
        trooper = self.world.troopers[name]
        grounds = self.request.rights.get(name, ())
        if trooper.has(IMMOBILIZED_B) or "comms" in grounds:
            yield self.declare("reset")
        for foe in self.active:
            if foe.marker:
                if "lof" in grounds:
                    yield self.declare("discover", target=foe.id)
                yield self.declare("delay")
                continue
            if in_contact(body(trooper), body(foe)):
                yield from self.orders.strikes(trooper, foe, active=False)
            if "lof" in grounds:
                best = self._best(trooper, foe)
                if best is not None:
                    yield best
                for mode in sprays(trooper):
                    if in_reach_cylinder(body(foe), body(trooper), 9000):
                        way = math.degrees(math.atan2(foe.y - trooper.y, foe.x - trooper.x))
                        yield self.declare("template", weapon=mode.key, directions=(round(way) % 360,))
            if sheet(trooper.sheet).carries("hacking-device"):
                yield from self._hacks(trooper, foe)
        yield self.declare("dodge", prone=trooper.prone)

    def _hacks(self, trooper: Trooper, foe: Trooper) -> Iterator[Declaration]:
        if not in_reach_cylinder(body(foe), body(trooper), ZONE_OF_CONTROL):
            return
        for name, program in programs_of(self.scene.edition).items():
            if may_hit(program, foe):
                yield self.declare("hack", program=name, targets={foe.id: program.burst(active=False)})

    def _best(self, trooper: Trooper, foe: Trooper) -> Declaration | None:
        best, most = None, -math.inf
        for mode in guns(trooper):
            for choice in range(max(1, len(mode.ammunition))):
                strike = self._strike(trooper, foe, mode.key, choice)
                if strike.value <= 0:
                    continue
                targets = {foe.id: strike.dice}
                skill = self.declare("bs-attack", weapon=mode.key, targets=targets, ammunition=choice)
                value = sum(self.terms(trooper.id, skill).values()) - 0.05 * bool(mode.traits.disposable)
                if value > most:
                    best, most = skill, value
        return best

    def _strike(self, trooper: Trooper, foe: Trooper, weapon: str, choice: int) -> Strike:
        """A shot at the best of the points where the enemy is seen."""
        points = self._seen[foe.id].get(trooper.id, [])
        known = sheet(trooper.sheet).modes.get(weapon)
        if not points or known is None:
            return NOTHING
        scene, here = self.scene, (trooper.x, trooper.y, trooper.z)
        best = NOTHING
        for point in points:
            figure = scene.survey.at(foe.id, point)
            away = round(scene.survey.distance(body(trooper), figure))
            cover = scene.survey.covered(trooper.id, here, figure)
            strike = shot(
                scene.edition, self.world, trooper, known[0], foe, away, cover, False, choice=choice
            )
            if (strike.value, strike.number) > (best.value, best.number):
                best = strike
        return best

    # What speaks for and against it

    def attack_on(self, trooper: Trooper, foe: Trooper) -> tuple[float, Strike]:
        """How likely the active enemy attacks this trooper, and with what."""
        scene, done = self.scene, self.scene.acting.get(foe.id)
        skills = done.skills if done is not None else ()
        for skill in skills:
            strike = self._declared(trooper, foe, done, skill)
            if strike is not None:
                return 1.0, strike
        attacks = any(skill.is_attack or skill.lays_template for skill in skills)
        if attacks or self.request.half == 2 or len(skills) > 1:
            return 0.0, NOTHING
        points = self._seen.get(foe.id, {}).get(trooper.id)
        if points is None:
            return 0.0, NOTHING
        best, most = NOTHING, 0.0
        figure = scene.survey.at(foe.id, points[-1])
        away = round(scene.survey.distance(figure, body(trooper)))
        cover = scene.survey.covered(foe.id, points[-1], body(trooper))
        for mode in guns(foe):
            strike = shot(scene.edition, self.world, foe, mode, trooper, away, cover, active=True)
            value = exchange(scene.ruleset, NOTHING, strike, trooper.points, 1).taken
            if value > most:
                best, most = strike, value
        return (SHOOTS / self.watchers if most else 0.0), best

    def _declared(
        self, trooper: Trooper, foe: Trooper, done: Declared | None, skill: Declaration
    ) -> Strike | None:
        """An attack on this trooper that was declared, as far as it can be read."""
        scene = self.scene
        known = sheet(foe.sheet).modes.get(getattr(skill, "weapon", ""))
        if known is None or done is None:
            return None
        hidden = self.view_order_hidden()
        if isinstance(skill, RangedAttack) and trooper.id in skill.targets:
            points = done.track
            away = min(
                round(scene.survey.distance(scene.survey.at(foe.id, p), body(trooper))) for p in points
            )
            cover = scene.survey.covered(foe.id, points[-1], body(trooper))
            strike = shot(scene.edition, self.world, foe, known[0], trooper, away, cover, True,
                          choice=skill.ammunition)  # fmt: skip
            return strike._replace(dice=skill.targets[trooper.id])
        if isinstance(skill, CloseAttack) and trooper.id in skill.targets:
            allies = len(allies_in_contact(self.world, foe, trooper))
            return blow(scene.edition, self.world, foe, known[0], trooper, True, allies, surprised=hidden)
        if isinstance(skill, TemplateUse) and "template" in self.request.rights.get(trooper.id, ()):
            return shot(scene.edition, self.world, foe, known[0], trooper, 0, False, active=True)
        return None

    def view_order_hidden(self) -> bool:
        """Whether the active trooper began the Order as a marker."""
        frames = self.scene.view.table.frames
        return any(bool(getattr(frame, "was_marker", 0)) for frame in frames)

    def terms(self, name: str, skill: Declaration | None) -> Terms:
        """What an ARO promises and risks; none: what is risked all the same."""
        trooper = self.world.troopers[name]
        scene, mine = self.scene, self.scene.worths[name]
        foe = self.active[0] if self.active else None
        if foe is None:
            return {}
        likely, threat = (0.0, NOTHING) if foe.marker else self.attack_on(trooper, foe)
        theirs = scene.worths[foe.id]
        answer: Strike = NOTHING
        extra: Terms = {}
        match skill:
            case RangedAttack() if foe.id in skill.targets:
                answer = self._strike(trooper, foe, skill.weapon, skill.ammunition)
                answer = answer._replace(dice=min(answer.dice, skill.targets[foe.id]))
                if trooper.marker:
                    extra["shown"] = -0.3
            case TemplateUse():
                known = sheet(trooper.sheet).modes.get(skill.weapon)
                if known is not None:
                    answer = shot(scene.edition, self.world, trooper, known[0], foe, 0, False, active=False)
                if any(friend.id != name and in_reach_cylinder(body(friend), body(foe), 2000)
                       for friend in scene.mine):  # fmt: skip
                    extra["friends"] = -2.0
            case CloseAttack():
                known = sheet(trooper.sheet).modes.get(skill.weapon)
                if known is not None:
                    allies = len(allies_in_contact(self.world, trooper, foe))
                    answer = blow(scene.edition, self.world, trooper, known[0], foe, False, allies)
            case ProgramRun():
                held = hack(scene.edition, trooper, foe, skill.program, active=False)
                scale = CARBONITE if skill.program == "carbonite" else SPOTLIGHT
                extra["hacking"] = scale * held * theirs
            case Declaration(term="evading"):
                lof = "lof" in self.request.rights.get(name, ())
                answer = dodge(scene.edition, trooper, lof)
                extra["stepping-aside"] = STEP_ASIDE
            case Declaration(term="discovering"):
                extra["discovering"] = 0.8 * roll(scene.edition, trooper, skill.entry)
            case Declaration(is_delay=True):
                extra["waiting"] = 0.5
            case Declaration(term="shaking-off"):
                hacked = "comms" in self.request.rights.get(name, ())
                is_held = trooper.has(IMMOBILIZED_B)
                extra["hacking"] = 0.3 * mine * chance(scene.edition, 12) * (hacked or is_held)
        return extra | self._sum(trooper, foe, answer, likely, threat, theirs)

    def _sum(
        self, trooper: Trooper, foe: Trooper, answer: Strike, likely: float, threat: Strike, theirs: float
    ) -> Terms:
        mine = self.scene.worths[trooper.id]
        ruleset = self.scene.ruleset
        met: Outcome = exchange(ruleset, threat, answer, foe.points, trooper.points)
        alone: Outcome = exchange(ruleset, NOTHING, answer, foe.points, trooper.points)
        harm = likely * met.given
        gain = likely * met.taken + (1 - likely) * alone.taken
        return {"wounds-given": gain * theirs, "wounds-taken": -harm * mine}


def aro_candidates(reactions: Reactions) -> list[Aros]:
    """The best of each trooper together, then with one of them doing something else, and nothing at all."""
    scene, request = reactions.scene, reactions.request
    options: dict[str, list[tuple[float, Declaration]]] = {}
    for name in request.actors:
        found = [
            (sum(reactions.terms(name, skill).values()), skill)
            for skill in reactions.skills(name)
            if refuse_aro(scene.view, request, name, skill) is None
        ]
        found.sort(key=lambda one: -one[0])
        if found:
            options[name] = found
    best: dict[str, Declaration] = {}
    for name, found in options.items():
        for value, skill in found:
            if value < sum(reactions.terms(name, None).values()):
                break
            if refuse_aros(scene.view, request, Aros(by={**best, name: skill})) is None:
                best[name] = skill
                break
    made = [Aros(by=best)]
    for name, found in options.items():
        for _, skill in found[:3]:
            other = Aros(by={**best, name: skill})
            if other not in made and refuse_aros(scene.view, request, other) is None:
                made.append(other)
    made = made[: VARIED + 1]
    return made if Aros() in made else [*made, Aros()]


def aro_terms(reactions: Reactions, answer: Aros) -> tuple[Term, ...]:
    """What all AROs together promise and risk."""
    total: Terms = {}
    for name in reactions.request.actors:
        for term, points in reactions.terms(name, answer.by.get(name)).items():
            total[term] = total.get(term, 0.0) + points
    return as_terms(total)


# Dodge moves


def dodge_candidates(scene: Scene, request: DodgeMoves) -> list[Dodged]:
    """Stay, or each to the best place in reach."""
    orders = Orders(scene)
    routes, facings = {}, {}
    for name in request.actors:
        trooper = scene.world.troopers[name]
        facings[name] = orders.facing(trooper.x, trooper.y, trooper.facing)
        ground = scene.ground(trooper)
        ways = ground.ways_from((trooper.x, trooper.y, trooper.z), request.reach[name] - 20)
        near = np.flatnonzero(np.isfinite(ways.cost))
        *worth, here = place_worth(scene, orders, trooper, np.append(near, scene.nearest(trooper)))
        best = int(np.argmax(worth)) if worth else 0
        if worth and worth[best] > here + 0.01:
            routes[name] = ways.route(int(near[best]))
            facings[name] = orders.facing(*routes[name][-1][:2], trooper.facing)
    made = [Dodged(routes=routes, facings=facings)]
    made += [Dodged(routes={name: route}, facings=facings) for name, route in routes.items()]
    made += [Dodged(facings=facings), Dodged()]
    found = []
    for answer in made:
        if answer not in found and refuse_dodges(scene.view, request, answer) is None:
            found.append(answer)
    return found


def place_worth(scene: Scene, orders: Orders, trooper: Trooper, nodes: Ints) -> Floats:
    """What some places of the map are worth to a trooper that stands there in the enemy's turn."""
    worth = POSITION * scene.potential(trooper)[nodes] + orders.goals(trooper)[nodes]
    worth -= 3 * EXPOSURE * scene.threats(trooper).exposed[nodes]
    return worth - RAIDED * raided(scene, trooper, nodes) if scene.far else worth


def dodge_terms(scene: Scene, answer: Dodged) -> tuple[Term, ...]:
    """What the places are worth, and looking at the enemy."""
    orders = Orders(scene)
    total = 0.0
    for name, route in answer.routes.items():
        trooper = scene.world.troopers[name]
        ends = np.array([scene.nearest(trooper, route[-1][:3]), scene.nearest(trooper)])
        there, here = place_worth(scene, orders, trooper, ends)
        total += there - here
    return as_terms({"position": float(total), "facing": 0.05 * len(answer.facings)})


# Landing at an edge after a failed Combat Jump


def edge_candidates(scene: Scene, request: LandAtEdge) -> list[LandedAtEdge]:
    """The best places along the edges, and the one nearest to the point that was named.

    Of places that promise the same the nearer one comes first.
    """
    orders = Orders(scene)
    trooper = scene.world.troopers[request.actors[0]]
    free = dict.fromkeys(places_at_edge(scene.world, trooper, EDGE_APART))
    places = sorted(free, key=lambda at: math.dist(at, request.to))
    nodes = np.array([scene.nearest(trooper, at) for at in places], dtype=np.int64)
    worth = POSITION * scene.potential(trooper)[nodes] + orders.goals(trooper)[nodes]
    worth -= scene.threats(trooper).harm[nodes] + orders.exposures(trooper, nodes)
    chosen = [places[i] for i in np.argsort(-worth, kind="stable")[:EDGE_PLACES]]
    nearest = nearest_at_edge(scene.world, trooper, request.to)
    if nearest is not None and nearest not in chosen:
        chosen.append(nearest)
    return [LandedAtEdge(to=at, facing=orders.facing(at[0], at[1], request.facing)) for at in chosen]


def edge_terms(scene: Scene, request: LandAtEdge, answer: LandedAtEdge) -> tuple[Term, ...]:
    """What the place promises, and what the reactions and the enemy's turn cost there."""
    orders = Orders(scene)
    trooper = scene.world.troopers[request.actors[0]]
    node = scene.nearest(trooper, answer.to)
    harm = float(scene.threats(trooper).harm[node])
    return as_terms(
        {
            "position": POSITION * float(scene.potential(trooper)[node]),
            "objective": float(orders.goals(trooper)[node]),
            "wounds-taken": -orders.met(trooper, answer.to, harm),
            "exposure": -orders.exposure(trooper, node),
        }
    )


# Turning and regenerating


def turn_candidates(scene: Scene, request: TurnAlerted) -> list[Turned]:
    """All towards the nearest enemy, or none."""
    orders = Orders(scene)
    facings = {}
    for name in request.actors:
        trooper = scene.world.troopers[name]
        facings[name] = orders.facing(trooper.x, trooper.y, trooper.facing)
    return [Turned(facings=facings), Turned()]


def turn_terms(answer: Turned) -> tuple[Term, ...]:
    """Whoever looks at the enemy can react."""
    return as_terms({"facing": 0.05 * len(answer.facings)})


def regeneration_candidates(request: Regenerate) -> list[Regenerating]:
    """All, those who have nothing to lose, or none."""
    return [Regenerating(troopers=request.actors), Regenerating()]


def regeneration_terms(scene: Scene, answer: Regenerating) -> tuple[Term, ...]:
    """A point regained by PH, or lost."""
    total = 0.0
    for name in answer.troopers:
        trooper = scene.world.troopers[name]
        good = chance(scene.edition, sheet(trooper.sheet).attribute("PH") or 0)
        worth = scene.worths[name]
        total += good * worth * 0.6 if is_null(trooper) else worth * (0.35 * good - 0.65 * (1 - good))
    return as_terms({"healing": total})
