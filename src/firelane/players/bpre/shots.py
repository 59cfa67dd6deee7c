"""Shots from where a unit stands, grenades, work for the Operation, and Immediate Actions."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from firelane.bpre import asking
from firelane.bpre.able import finishing_targets, is_eligible, targets
from firelane.bpre.cards import FIRE_FOR_EFFECT, FULL_SEND, held
from firelane.bpre.edition import EDITION
from firelane.bpre.goals import works
from firelane.bpre.judging import TableView, refuse_go, refuse_reaction
from firelane.bpre.names import DIRECT_FIRE, FINISHING, IMMEDIATE_ACTION
from firelane.bpre.planning import Plan
from firelane.bpre.situation import has_skill
from firelane.bpre.skills import burst_of
from firelane.bpre.space import in_the_way, point_within
from firelane.bpre.world import Unit
from firelane.core.requests import Answer
from firelane.players.bpre import places
from firelane.players.bpre.aims import REACH
from firelane.players.bpre.duels import KINDS, blast, harm
from firelane.players.bpre.scene import Scene
from firelane.players.mind import Term

PLUS = "intervention.kill-not-capture"
ATTACK_CARDS = (PLUS, FULL_SEND, FIRE_FOR_EFFECT)
"""Cards that are named with an attack."""
SPENT = 3.0
"""What a card is worth in hand."""
STANDS = 0.8
"""How much of its best maneuver a unit gives up that fires where it stands."""
REACTS = 0.5
"""The same for an Immediate Action: who waits may be shot before it moves."""
STAYS = 0.35
"""How likely a unit that can still move waits for a grenade to go off."""


def firing(view: TableView, request: asking.Activate, scene: Scene) -> Iterator[Answer]:
    """What units can do from where they stand, in the Direct Fire and the Finishing Phase."""
    world = scene.world
    for name in request.actors:
        unit = world.units[name]
        if not is_eligible(world, unit, request.phase):
            continue
        finishing = request.phase == FINISHING
        aimed = finishing_targets(world, unit) if finishing else targets(world, unit, DIRECT_FIRE)
        if not finishing:
            yield from (asking.Work(name, what) for what in works(EDITION, world, unit))
        best = sorted(aimed, key=lambda foe: -_gain(scene, unit, world.units[foe], request.phase))[:2]
        for target in best:
            yield asking.Fire(name, target, spread=_spread(scene, unit, target, request.phase))
        for card in held(world, unit.seat) if best else ():
            if card in ATTACK_CARDS:
                several = card == FIRE_FOR_EFFECT
                others = tuple(foe for foe in aimed if foe != best[0])[:2] if several else ()
                fire = asking.Fire(name, best[0], (card,), spread=others)
                if refuse_go(view, request, fire) is None:
                    yield fire
        if not finishing and has_skill(world, unit, "frag"):
            yield from _throws(view, request, scene, unit)


def _throws(view: TableView, request: asking.Activate, scene: Scene, unit: Unit) -> Iterator[asking.Throw]:
    """A grenade at the opponent where it does most, if the unit can throw it there."""
    near = [foe for foe in scene.foes if math.dist((unit.x, unit.y), (foe.x, foe.y)) <= 10_000]
    near.sort(key=lambda foe: -thrown(scene, foe.x, foe.y))
    for foe in near[:2]:
        throw = asking.Throw(unit.id, foe.x, foe.y)
        if thrown(scene, foe.x, foe.y) > 0 and refuse_go(view, request, throw) is None:
            yield throw
            return


def thrown(scene: Scene, x: int, y: int) -> float:
    """What a grenade at a point is worth: who is near must still be there when it goes off."""
    total = 0.0
    for units, sign in ((scene.foes, 1.0), (scene.mine, -1.0)):
        for unit in units:
            away = math.dist((x, y), (unit.x, unit.y))
            if away < 4500:
                caught = 1.0 if away < 500 else max(0.0, 1.0 - (away - 500) / 4000)
                stays = 0.9 if unit.chits or unit.staggered else STAYS
                points = scene.prize(unit) if sign > 0 else scene.worth(unit)
                total += sign * caught * stays * blast(scene.world, unit) * points
    return total


def _spread(scene: Scene, unit: Unit, target: str, occasion: str) -> tuple[str, ...]:
    """Who else near the target takes hits of a burst."""
    burst = burst_of(EDITION, scene.world, unit, occasion)
    if burst is None:
        return ()
    aim = scene.world.units[target]
    seen = scene.survey.in_sight(unit.id)
    near = [
        foe
        for foe in scene.foes
        if foe.id in seen and foe.id != target and point_within(foe, aim.x, aim.y, burst.spread)
    ]
    return tuple(foe.id for foe in sorted(near, key=lambda foe: (-scene.prize(foe), foe.id))[:1])


def _gain(scene: Scene, unit: Unit, foe: Unit, occasion: str, cards: tuple[str, ...] = ()) -> float:
    """What an attack takes from an opponent, in points, over the line that there is."""
    line = KINDS.index(scene.survey.line(unit.id, foe.id))
    plus = tuple(card for card in cards if card == PLUS)
    part = harm(scene.world, unit, foe, occasion, line, plus)
    if FULL_SEND in cards:
        part += (1.0 - part) * part
    if has_skill(scene.world, unit, "non-professional"):
        friends = [one for one in scene.mine if one.id != unit.id]
        part *= 0.7 ** len(in_the_way(unit, foe, friends))
    return part * scene.prize(foe)


def fire_terms(scene: Scene, answer: asking.Fire, phase: str) -> tuple[Term, ...]:
    """An attack from where the unit stands; in the Direct Fire Phase it gives up its maneuver."""
    world = scene.world
    unit = world.units[answer.unit]
    gain = _gain(scene, unit, world.units[answer.target], phase, answer.cards)
    for name in answer.spread:
        gain += (1.0 if FIRE_FOR_EFFECT in answer.cards else 0.3) * _gain(
            scene, unit, world.units[name], phase
        )
    found = [Term("attack", gain, "bpre.attack.2")]
    if answer.cards:
        found.append(Term("card", -SPENT * len(answer.cards)))
    if phase == DIRECT_FIRE:
        found.append(Term("stands-still", -STANDS * gives_up(scene, unit)))
    return tuple(found)


def gives_up(scene: Scene, unit: Unit) -> float:
    """What the best maneuver of a unit would be worth."""
    key = ("maneuver", unit.id)
    known = scene.known.get(key)
    if known is None:
        made = places.ends(scene, Plan(unit, scene.movement(unit)))
        known = scene.known[key] = (Term("maneuver", max(0.0, float(np.max(made.scores)))),)
    return known[0].points


def throw_terms(scene: Scene, answer: asking.Throw) -> tuple[Term, ...]:
    """A grenade instead of the maneuver."""
    given_up = gives_up(scene, scene.world.units[answer.unit])
    return (
        Term("grenade", thrown(scene, answer.x, answer.y), "bpre.direct-fire.9"),
        Term("stands-still", -STANDS * given_up),
    )


def work_terms(answer: asking.Work) -> tuple[Term, ...]:
    """Work for the Operation: it decides it, if the unit lives."""
    return (Term("objective", REACH if answer.what else -1.0, "bpre.direct-fire.11"),)


# Immediate Actions


def reactions(view: TableView, request: asking.React, scene: Scene) -> Iterator[Answer]:
    """Each of those who may, with what it has to spread hits, and with a card that makes it surer."""
    yield asking.Hold()
    cards = [card for card in held(scene.world, view.seat) if card in (PLUS, FULL_SEND)]
    for name in request.actors:
        unit = scene.world.units[name]
        yield asking.Shoot(name, (), _spread(scene, unit, request.mover, IMMEDIATE_ACTION))
        for card in cards:
            shot = asking.Shoot(name, (card,))
            if refuse_reaction(view, request, shot) is None:
                yield shot


def shoot_terms(scene: Scene, answer: asking.Shoot, mover: str) -> tuple[Term, ...]:
    """An Immediate Action costs the unit what it could still do in this turn."""
    unit, foe = scene.world.units[answer.unit], scene.world.units[mover]
    gain = _gain(scene, unit, foe, IMMEDIATE_ACTION, answer.cards)
    free = has_skill(scene.world, unit, "initiative")
    found = [
        Term("attack", gain, "bpre.attack.2"),
        Term("stands-still", -(REACTS / 2 if free else REACTS) * gives_up(scene, unit)),
    ]
    if answer.cards:
        found.append(Term("card", -SPENT))
    return tuple(found)
