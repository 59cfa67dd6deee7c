"""Whether a declaration is allowed, as far as the one who declares can know.

What only a measurement or something hidden makes impossible is accepted here and fails at resolution.
"""

from __future__ import annotations

from firelane.core.because import Refusal
from firelane.core.rules import Edition
from firelane.core.views import View
from firelane.infinity.acting import begin, walk
from firelane.infinity.asking import Activate, DeclareAros, GiveOrder, OrderType
from firelane.infinity.editions import edition_of
from firelane.infinity.frames import Declared
from firelane.infinity.names import IMMOBILIZED_A, IMMOBILIZED_B, UNCONSCIOUS
from firelane.infinity.programs import Program
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills import (
    AnySkill,
    BSAttack,
    CCAttack,
    Delay,
    Discover,
    Doctor,
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
from firelane.infinity.skilltable import SkillKind, figures_of, key_of, kind_of, may_follow
from firelane.infinity.space import Survey, body, enemies_engaged_with, is_null, on_table
from firelane.infinity.targets import find_target
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Item, Place, Trooper
from firelane.table.measure import in_contact

NEEDS: dict[type, str] = {
    Doctor: "doctor",
    Engineer: "engineer",
    MediKit: "medikit",
    HideAgain: "camouflage",
    Drop: "combat-jump",
    Enter: "parachutist",
    Hack: "hacking-device",
}
AGAINST_MARKERS = frozenset({"discover", "dodge", "reset", "delay"})


def refuse_order(view: View[Table], request: GiveOrder, answer: Activate) -> Refusal | None:
    """Rules: n4-core.orders.4, n4-core.orders.8-9, c1.lieutenant.1, c1.combat-jump.3, c1.parachutist.3."""
    world = view.table.world
    if answer.trooper not in request.actors:
        return Refusal("n4-core.orders.9", {"trooper": answer.trooper})
    trooper = world.troopers[answer.trooper]
    waiting = trooper.place is Place.AIR
    match answer.order:
        case OrderType.REGULAR if not request.pool or waiting:
            return Refusal("n4-core.orders.8" if waiting else "n4-core.orders.9", {"trooper": trooper.id})
        case OrderType.LIEUTENANT if (
            not request.lieutenant_order or not sheet(trooper.sheet).facts.is_lieutenant
        ):
            return Refusal("n4-core.orders.4", {"trooper": trooper.id})
        case OrderType.OWN if answer.trooper not in request.own:
            return Refusal("n4-core.orders.8", {"trooper": trooper.id})
    if waiting != isinstance(answer.skill, Drop | Enter):
        return Refusal("n4-core.orders.8", {"trooper": trooper.id})
    servant = world.troopers.get(answer.servant)
    if answer.servant and (servant is None or servant.controller != trooper.id or not _at_hand(servant)):
        return Refusal("c1.peripheral-servant.5", {"trooper": answer.servant})
    return refuse_half(view, answer.trooper, answer.skill, half=1)


def _at_hand(servant: Trooper) -> bool:
    return servant.place is Place.TABLE and not is_null(servant)


def refuse_half(view: View[Table], name: str, skill: AnySkill, half: int) -> Refusal | None:
    """Whether a half can be declared. Rules: n4-core.order-structure.1-4."""
    world = view.table.world
    edition = edition_of(view.ruleset)
    trooper = world.troopers[name]
    facts = sheet(trooper.sheet)
    kind = kind_of(edition, facts, skill)
    if kind is SkillKind.ARO_ONLY:
        return Refusal("n4-core.order-structure.1", {"value": key_of(skill)})
    done = begin(trooper)
    if half == 2:
        assert view.table.order is not None
        done = view.table.order.acting[name]
        first = kind_of(edition, facts, done.skills[0])
        if kind is SkillKind.ENTIRE or not may_follow(first, kind):
            number = 3 if kind is SkillKind.SHORT else 4
            return Refusal(f"n4-core.order-structure.{number}", {"value": key_of(skill)})
    engaged = view.table.order.engaged if half == 2 and view.table.order is not None else None
    return _refuse_skill(edition, world, trooper, skill, done, active=True, engaged=engaged)


def refuse_aro(view: View[Table], request: DeclareAros, name: str, skill: AnySkill) -> Refusal | None:
    """Rules: n4-core.aro.9-10, c1.camouflaged.9, c1.delay.2."""
    world = view.table.world
    edition = edition_of(view.ruleset)
    figures = figures_of(edition, skill)
    if not figures.aro:
        return Refusal("n4-core.aro.9", {"trooper": name, "value": key_of(skill)})
    active = [world.troopers[n] for n in request.to if n in world.troopers]
    hidden = bool(active) and all(t.marker for t in active)
    if hidden and key_of(skill) not in AGAINST_MARKERS:
        return Refusal("c1.camouflaged.9", {"trooper": name})
    if isinstance(skill, Delay) and (not hidden or request.half == 2):
        return Refusal("c1.delay.2", {"trooper": name})
    grounds = request.rights.get(name, ())
    needs_lof = isinstance(skill, BSAttack | Discover | PlaceDeployable | Template)
    if needs_lof and "lof" not in grounds:
        return Refusal("c1.bs-attack.2", {"trooper": name})
    trooper = world.troopers[name]
    for target in getattr(skill, "targets", ()):
        if target not in request.to:
            return Refusal("n4-core.aro.6", {"target": target})
    return _refuse_skill(edition, world, trooper, skill, begin(trooper), active=False, engaged=None)


def _refuse_skill(
    edition: Edition,
    world: InfinityWorld,
    trooper: Trooper,
    skill: AnySkill,
    done: Declared,
    active: bool,
    engaged: tuple[str, ...] | None,
) -> Refusal | None:
    """What states, equipment and plain sight forbid."""
    key = key_of(skill)
    facts = sheet(trooper.sheet)
    if trooper.has(IMMOBILIZED_A) and key not in {"dodge", "idle"}:
        return Refusal("c1.immobilized-a.2", {"trooper": trooper.id})
    if trooper.has(IMMOBILIZED_B) and key not in {"reset", "idle"}:
        return Refusal("c1.immobilized-b.2", {"trooper": trooper.id})
    fighting = trooper.id in engaged if engaged is not None else bool(enemies_engaged_with(world, trooper))
    if fighting and not figures_of(edition, skill).engaged:
        return Refusal("c1.engaged.3", {"trooper": trooper.id})
    needed = NEEDS.get(type(skill))
    if needed is not None and not facts.carries(needed):
        return Refusal(f"c1.{needed}.1", {"trooper": trooper.id})
    match skill:
        case Move():
            return _refuse_move(world, trooper, skill, done)
        case BSAttack() | CCAttack():
            return _refuse_attack(edition, world, trooper, skill, active)
        case Template():
            known = facts.modes.get(skill.weapon)
            if known is None or known[0].traits.template is None or known[0].traits.deployable:
                return Refusal("n4-core.template.direct.1", {"weapon": skill.weapon})
            most = known[0].burst + known[1].burst if active else 1
            if not 1 <= len(skill.directions) <= most or not _loaded(
                trooper, known[0].weapon, known[0].traits.disposable
            ):
                return Refusal("n4-core.template.direct.6", {"weapon": skill.weapon, "limit": most})
        case PlaceDeployable():
            known = facts.modes.get(skill.weapon)
            if known is None or not known[0].traits.deployable:
                return Refusal("c1.place-deployable.1", {"weapon": skill.weapon})
            if not _loaded(trooper, known[0].weapon, known[0].traits.disposable):
                return Refusal("c1.unloaded.2", {"weapon": skill.weapon})
        case Hack():
            return _refuse_hack(edition, world, trooper, skill, active)
        case Discover():
            found = find_target(world, trooper.seat, skill.target)
            if found is None or found.seat == trooper.seat or not found.marker:
                return Refusal("c1.discover.2", {"target": skill.target})
            if trooper.failed.get(skill.target) == world.round:
                return Refusal("c1.discover.5", {"target": skill.target})
        case Doctor() | MediKit():
            patient = world.troopers.get(skill.target)
            if patient is None or not patient.has(UNCONSCIOUS) or sheet(patient.sheet).facts.has_structure:
                return Refusal(f"c1.{key}.1", {"target": skill.target})
        case Engineer():
            target = world.troopers.get(skill.target)
            if target is None or target.seat != trooper.seat:
                return Refusal("c1.engineer.1", {"target": skill.target})
        case Use():
            if skill.objective not in world.objectives or not facts.facts.is_specialist:
                return Refusal("n4-core.scenario.4", {"target": skill.objective})
        case HideAgain():
            return _refuse_hiding(world, trooper)
        case Idle() | Reset():
            return None
    return None


def _refuse_hiding(world: InfinityWorld, trooper: Trooper) -> Refusal | None:
    """Only out of every enemy's sight. Reading adopted: a marker counts as an enemy that looks everywhere,
    whatever it hides.

    Rules: c1.camouflage.2, c1.camouflaged.6.
    """
    if trooper.marker:
        return Refusal("c1.camouflage.2", {"trooper": trooper.id})
    survey = Survey(world)
    mine = body(trooper)
    for foe in on_table(world):
        if (
            foe.seat != trooper.seat
            and not is_null(foe)
            and survey.lof(foe.id, survey.track(foe.id)[0], mine)
        ):
            return Refusal("c1.camouflage.2", {"trooper": trooper.id, "target": foe.id})
    return None


def _refuse_move(world: InfinityWorld, trooper: Trooper, skill: Move, done: Declared) -> Refusal | None:
    """Rules: c1.move.3, c1.move.5-7, n4-core.measuring.3, c1.camouflaged.8."""
    if skill.prone and not sheet(trooper.sheet).can_be_prone():
        return Refusal("n4-core.movement.8", {"trooper": trooper.id})
    report = walk(world, trooper, skill, done)
    if report.trouble is not None:
        return Refusal("n4-core.movement.2", {"trooper": trooper.id, "reason": str(report.trouble.bar)})
    stopped = world.troopers.get(report.stopped_by)
    if stopped is not None and stopped.marker:
        return Refusal("c1.camouflaged.8", {"trooper": trooper.id})
    return None


def _refuse_attack(
    edition: Edition, world: InfinityWorld, trooper: Trooper, skill: BSAttack | CCAttack, active: bool
) -> Refusal | None:
    """Rules: n4-core.burst.1-2, c1.bs-attack.4, c1.cc-attack.3, c1.camouflaged.7, c1.unloaded.2."""
    known = sheet(trooper.sheet).modes.get(skill.weapon)
    close = isinstance(skill, CCAttack)
    if known is None or known[0].traits.cc != close or (not close and not known[0].bands):
        return Refusal("c1.cc-attack.3" if close else "c1.bs-attack.4", {"weapon": skill.weapon})
    mode, carried = known
    if not _loaded(trooper, mode.weapon, mode.traits.disposable):
        return Refusal("c1.unloaded.2", {"weapon": skill.weapon})
    if not skill.targets or any(count < 1 for count in skill.targets.values()):
        return Refusal("n4-core.burst.1", {"weapon": skill.weapon})
    for name in skill.targets:
        target = find_target(world, trooper.seat, name)
        if target is None or target.seat == trooper.seat:
            return Refusal("c1.bs-attack.2", {"target": name})
        if target.marker:
            return Refusal("c1.camouflaged.7", {"target": name})
        if close and (isinstance(target, Item) or not in_contact(body(trooper), body(target))):
            return Refusal("c1.cc-attack.2", {"target": name})
    first = find_target(world, trooper.seat, next(iter(skill.targets)))
    case = Situation(trooper, key_of(skill), target=first, weapon=mode, carried_weapon=carried, active=active)
    allowed = burst(edition, case).total
    if sum(skill.targets.values()) != allowed and not close:
        return Refusal("n4-core.burst.1", {"needed": allowed, "count": sum(skill.targets.values())})
    if close and sum(skill.targets.values()) > allowed + 6:
        return Refusal("n4-core.burst.1", {"needed": allowed})
    return None


def _refuse_hack(
    edition: Edition, world: InfinityWorld, trooper: Trooper, skill: Hack, active: bool
) -> Refusal | None:
    """Rules: c1.hacking-device.1, c1.carbonite.2-4, c1.spotlight.2-3."""
    if f"program.{skill.program}" not in edition:
        return Refusal("c1.hacking-device.1", {"value": skill.program})
    program = edition.data(f"program.{skill.program}", Program)
    most = program.burst_active if active else program.burst_aro
    if sum(skill.targets.values()) != most or any(count < 1 for count in skill.targets.values()):
        return Refusal(f"c1.{skill.program}.3", {"needed": most})
    for name in skill.targets:
        target = world.troopers.get(name)
        if target is None or target.seat == trooper.seat or target.marker:
            return Refusal("c1.hacking.2", {"target": name})
        if program.hackable_only and not sheet(target.sheet).facts.is_hackable:
            return Refusal("c1.carbonite.2", {"target": name})
    return None


def _loaded(trooper: Trooper, weapon: str, uses: int | None) -> bool:
    return uses is None or trooper.spent.get(weapon, 0) < uses
