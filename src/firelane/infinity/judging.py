"""Whether a declaration is allowed, as far as the one who declares can know.

What only a measurement or something hidden makes impossible is accepted here and fails at resolution.
"""

from __future__ import annotations

from collections.abc import Mapping

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.core.views import View
from firelane.infinity.acting import begin, leap, walk
from firelane.infinity.asking import Activate, DeclareAros, GiveOrder, OrderType
from firelane.infinity.attempts import treatable
from firelane.infinity.bars import statement_of
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.combat import (
    beside_combat,
    crowded,
    hidden_enemy_at,
    refuse_burst,
    touched,
    way_so_far,
    whole_way,
)
from firelane.infinity.deployables import beside_route
from firelane.infinity.editions import edition_of
from firelane.infinity.frames import Declared
from firelane.infinity.landing import refuse_landing
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.missions import mission_figures
from firelane.infinity.names import IMMOBILIZED_A, IMMOBILIZED_B
from firelane.infinity.objectives import refuse_use
from firelane.infinity.programs import Program, may_hit, refuse_program
from firelane.infinity.roster import roster
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills import (
    AnyEntry,
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
    Jump,
    MediKit,
    Move,
    PlaceDeployable,
    Reset,
    Template,
    Use,
)
from firelane.infinity.skilltable import SkillKind, figures_of, key_of, kind_of, may_follow, targets_of
from firelane.infinity.space import Survey, body, is_null, on_table
from firelane.infinity.targets import find_target
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Item, Place, Trooper
from firelane.table.movement import Way

NEEDS: dict[type, str] = {
    Doctor: "doctor",
    Engineer: "engineer",
    MediKit: "medikit",
    HideAgain: "camouflage",
    Drop: "combat-jump",
    Enter: "parachutist",
    Hack: "hacking-device",
}
NEEDS_LOF: dict[type, str] = {Discover: "c1.discover.3", PlaceDeployable: "c1.place-deployable.6"}
"""By which statement an ARO needs LoF, where it is not that of a BS Attack."""
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
        # c1.lieutenant.1, n4-core.orders.4
        case OrderType.LIEUTENANT if not request.lieutenant_order or not is_lieutenant(world, trooper):
            return Refusal("n4-core.orders.4", {"trooper": trooper.id})
        case OrderType.OWN if answer.trooper not in request.own:
            return Refusal("n4-core.orders.8", {"trooper": trooper.id})
    if waiting != isinstance(answer.skill, AnyEntry):  # c1.combat-jump.3, c1.parachutist.3
        return Refusal("n4-core.orders.8", {"trooper": trooper.id})
    return refuse_half(view, answer.trooper, answer.skill, half=1)


def refuse_half(view: View[Table], name: str, skill: AnySkill, half: int) -> Refusal | None:
    """Whether a half can be declared. Rules: n4-core.order-structure.1-4."""
    world = view.table.world
    edition = edition_of(view.ruleset)
    trooper = world.troopers[name]
    facts = sheet(trooper.sheet)
    unknown = refuse_program(edition, skill)
    if unknown is not None:
        return unknown
    kind = kind_of(edition, facts, skill)
    if kind is SkillKind.ARO_ONLY:
        return Refusal("n4-core.order-structure.1", {"skill": key_of(skill)})
    done = begin(trooper)
    if half == 2:
        assert view.table.order is not None
        done = view.table.order.acting[name]
        first = kind_of(edition, facts, done.skills[0])
        if kind is SkillKind.ENTIRE or not may_follow(first, kind):  # c1.jump.2, n4-core.order-structure.4
            number = 3 if kind is SkillKind.SHORT else 4
            decides(isinstance(skill, Jump), "c1.jump.2")
            return Refusal(f"n4-core.order-structure.{number}", {"skill": key_of(skill)})
    engaged = view.table.order.engaged if half == 2 and view.table.order is not None else None
    acting = view.table.order.acting if half == 2 and view.table.order is not None else None
    return _refuse_skill(edition, world, trooper, skill, done, active=True, engaged=engaged, acting=acting)


def refuse_aro(view: View[Table], request: DeclareAros, name: str, skill: AnySkill) -> Refusal | None:
    """Rules: n4-core.aro.9-10, c1.camouflaged.9, c1.delay.2, c1.reset.1, c1.hacker.11."""
    world = view.table.world
    edition = edition_of(view.ruleset)
    unknown = refuse_program(edition, skill)
    if unknown is not None:
        return unknown
    figures = figures_of(edition, skill)
    if not figures.aro:
        return Refusal("n4-core.aro.9", {"trooper": name, "skill": key_of(skill)})
    active = [world.troopers[n] for n in request.to if n in world.troopers]
    hidden = bool(active) and all(t.marker for t in active)
    if hidden and key_of(skill) not in AGAINST_MARKERS:
        return Refusal("c1.camouflaged.9", {"trooper": name})
    if isinstance(skill, Delay) and (not hidden or request.half == 2):
        return Refusal("c1.delay.2", {"trooper": name})
    grounds = request.rights.get(name, ())
    # c1.bs-attack.2, c1.discover.3, c1.place-deployable.6
    needs_lof = isinstance(skill, BSAttack | Discover | PlaceDeployable | Template)
    if needs_lof and "lof" not in grounds:
        return Refusal(NEEDS_LOF.get(type(skill), "c1.bs-attack.2"), {"trooper": name})
    trooper = world.troopers[name]
    aimed = targets_of(skill)
    for target in aimed:
        if target not in request.to:
            return Refusal("n4-core.aro.6", {"target": target})
    if len(aimed) > 1:
        whole = isinstance(skill, BSAttack) and sheet(trooper.sheet).carries("total-reaction")
        return Refusal("c1.total-reaction.3" if whole else "n4-core.aro.10", {"trooper": name})
    assert view.table.order is not None
    engaged = view.table.order.engaged
    return _refuse_skill(
        edition, world, trooper, skill, begin(trooper), active=False, engaged=engaged,
        acting=view.table.order.acting,
    )  # fmt: skip


def _refuse_skill(
    edition: Edition,
    world: InfinityWorld,
    trooper: Trooper,
    skill: AnySkill,
    done: Declared,
    active: bool,
    engaged: tuple[str, ...] | None,
    acting: Mapping[str, Declared] | None = None,
) -> Refusal | None:
    """What states, equipment and plain sight forbid."""
    acting = {**(acting or {}), trooper.id: done}
    key = key_of(skill)
    facts = sheet(trooper.sheet)
    if trooper.has(IMMOBILIZED_A) and key not in {"dodge", "idle"}:
        return Refusal("c1.immobilized-a.2", {"trooper": trooper.id})
    if trooper.has(IMMOBILIZED_B) and key not in {"reset", "idle"}:
        return Refusal("c1.immobilized-b.2", {"trooper": trooper.id})
    if not figures_of(edition, skill).engaged:  # c1.bs-attack.3
        fighting = roster(world).engaged if engaged is None else engaged
        if trooper.id in fighting:
            decides(isinstance(skill, BSAttack), "c1.bs-attack.3")
            return Refusal("c1.engaged.3", {"trooper": trooper.id})
        if fighting and beside_combat(world, trooper, fighting):
            return Refusal("n4-core.cc-attack.4", {"trooper": trooper.id})
    needed = NEEDS.get(type(skill))
    if needed is not None and not facts.carries(needed):
        return Refusal(f"c1.{needed}.1", {"trooper": trooper.id})
    match skill:
        case Move():
            return _refuse_move(world, trooper, skill, done)
        case Jump():
            if skill.whole and not facts.carries("super-jump"):
                return Refusal("c1.jump.3", {"trooper": trooper.id})
            report = leap(world, trooper, skill, done)
            if report.legal and hidden_enemy_at(world, trooper, report.end) is not None:
                return Refusal("c1.camouflaged.8", {"trooper": trooper.id})
        case Drop() | Enter():
            return refuse_landing(world, trooper, skill, mission_figures(edition, world).enemy_zone_open)
        case BSAttack() | CCAttack():
            return _refuse_attack(edition, world, trooper, skill, active, acting)
        case Template():
            known = facts.modes.get(skill.weapon)
            if known is None or known[0].traits.template is None or known[0].traits.deployable:
                return Refusal("n4-core.template.direct.1", {"weapon": skill.weapon})
            if not _loaded(trooper, known[0].weapon, known[0].traits.disposable):
                return Refusal("c1.unloaded.2", {"weapon": skill.weapon})
            case = Situation(trooper, key, weapon=known[0], carried_weapon=known[1], active=active)
            allowed = allowed_dice(edition, case)
            if len(skill.directions) not in allowed:
                return Refusal("n4-core.template.direct.6", {"weapon": skill.weapon, "limit": allowed[-1]})
        case PlaceDeployable():
            known = facts.modes.get(skill.weapon)
            if known is None or not known[0].traits.deployable:
                return Refusal("c1.place-deployable.1", {"weapon": skill.weapon})
            if not _loaded(trooper, known[0].weapon, known[0].traits.disposable):
                return Refusal("c1.unloaded.2", {"weapon": skill.weapon})
            ends = not active or bool(done.skills)
            if ends and not beside_route(trooper, done.track, skill.at):
                return Refusal("c1.place-deployable.2", {"weapon": skill.weapon})
        case Hack():
            return _refuse_hack(edition, world, trooper, skill, active)
        case Discover():
            found = find_target(world, trooper.seat, skill.target)
            if found is None or found.seat == trooper.seat or not found.marker:
                return Refusal("c1.discover.2", {"target": skill.target})
            if trooper.failed.get(skill.target) == world.round:
                return Refusal("c1.discover.5", {"target": skill.target})
        case Doctor() | MediKit() | Engineer():
            return _refuse_cure(world, trooper, skill, acting)
        case Use():
            return refuse_use(world, trooper, skill.objective)
        case HideAgain() if trooper.carries:
            return Refusal("n4-core.scenario.supplies.3", {"trooper": trooper.id})
        case HideAgain():
            return _refuse_hiding(world, trooper)
        case Idle() | Reset():
            return None
    return None


def _refuse_cure(
    world: InfinityWorld,
    trooper: Trooper,
    skill: Doctor | MediKit | Engineer,
    acting: Mapping[str, Declared],
) -> Refusal | None:
    """Rules: c1.doctor.1, c1.medikit.1-2, c1.engineer.1-2, c1.engineer.5, c1.peripheral-servant.8."""
    key = key_of(skill)
    target = world.troopers.get(skill.target)
    if target is None or target.seat != trooper.seat or target.id == trooper.id:
        return Refusal(f"c1.{key}.1", {"target": skill.target})
    if not treatable(trooper, skill, target):  # c1.doctor.1, c1.engineer.1, c1.medikit.1
        number = 5 if isinstance(skill, Engineer) else 1
        return Refusal(f"c1.{key}.{number}", {"target": skill.target})
    if isinstance(skill, MediKit) and skill.shot:
        return None
    hand = trooper
    if not isinstance(skill, MediKit) and skill.by:
        servant = world.troopers.get(skill.by)
        if servant is None or servant.controller != trooper.id:
            return Refusal("c1.peripheral-servant.8", {"trooper": skill.by})
        hand = servant
    if not touched(
        hand, way_so_far(hand, acting.get(hand.id)), target, whole_way(target, acting.get(target.id))
    ):
        number = 2 if isinstance(skill, MediKit) else 1
        return Refusal(f"c1.{key}.{number}", {"target": skill.target})
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
    if report.trouble is not None:  # c1.move.7, n4-core.measuring.3
        rule = statement_of(report, Way(skill.route[-1][3]) if skill.route else Way.WALK)
        return Refusal(rule, {"trooper": trooper.id, "reason": str(report.trouble.bar)})
    if hidden_enemy_at(world, trooper, report.end) is not None:
        return Refusal("c1.camouflaged.8", {"trooper": trooper.id})
    if crowded(world, trooper, report.end):
        return Refusal("n4-core.cc-attack.3", {"trooper": trooper.id})
    return None


def _refuse_attack(
    edition: Edition,
    world: InfinityWorld,
    trooper: Trooper,
    skill: BSAttack | CCAttack,
    active: bool,
    acting: Mapping[str, Declared],
) -> Refusal | None:
    """Rules: n4-core.burst.1-2, c1.bs-attack.4, c1.cc-attack.3, c1.camouflaged.7, c1.unloaded.2."""
    known = sheet(trooper.sheet).modes.get(skill.weapon)
    close = isinstance(skill, CCAttack)
    if known is None or known[0].traits.cc != close or (not close and not known[0].bands):
        return Refusal("c1.cc-attack.3" if close else "c1.bs-attack.4", {"weapon": skill.weapon})
    mode, carried = known
    if not _loaded(trooper, mode.weapon, mode.traits.disposable):
        return Refusal("c1.unloaded.2", {"weapon": skill.weapon})
    if isinstance(skill, BSAttack) and not 0 <= skill.ammunition < max(1, len(mode.ammunition)):
        return Refusal("c1.ammunition.1", {"weapon": skill.weapon})
    if not skill.targets or any(count < 1 for count in skill.targets.values()):
        return Refusal("n4-core.burst.1", {"weapon": skill.weapon})
    if not active and not close and len(skill.targets) > 1:
        whole = sheet(trooper.sheet).carries("total-reaction")
        return Refusal("c1.total-reaction.3" if whole else "n4-core.aro.10", {"weapon": skill.weapon})
    for name in skill.targets:
        target = find_target(world, trooper.seat, name)
        if target is None or target.seat == trooper.seat:
            return Refusal("c1.bs-attack.2", {"target": name})
        if target.marker:
            return Refusal("c1.camouflaged.7", {"target": name})
        if close and (isinstance(target, Item) or not _in_contact(trooper, target, acting)):
            return Refusal("c1.cc-attack.2", {"target": name})
    if isinstance(skill, CCAttack):
        return refuse_burst(edition, world, trooper, skill, known, active)
    first = find_target(world, trooper.seat, next(iter(skill.targets)))
    case = Situation(trooper, key_of(skill), target=first, weapon=mode, carried_weapon=carried, active=active)
    dice = sum(skill.targets.values())
    if dice not in allowed_dice(edition, case):
        return Refusal("n4-core.burst.1", {"needed": burst(edition, case).total, "count": dice})
    return None


def _in_contact(trooper: Trooper, target: Trooper, acting: Mapping[str, Declared]) -> bool:
    here = way_so_far(trooper, acting.get(trooper.id))
    return touched(trooper, here, target, whole_way(target, acting.get(target.id)))


def _refuse_hack(
    edition: Edition, world: InfinityWorld, trooper: Trooper, skill: Hack, active: bool
) -> Refusal | None:
    """Rules: c1.hacking-device.1, c1.carbonite.2-4, c1.spotlight.2-3."""
    program = edition.data(f"program.{skill.program}", Program)
    most = program.burst_active if active else program.burst_aro  # c1.carbonite.3, c1.spotlight.3
    if sum(skill.targets.values()) != most or any(count < 1 for count in skill.targets.values()):
        return Refusal(f"c1.{skill.program}.3", {"needed": most})
    for name in skill.targets:
        target = world.troopers.get(name)
        if target is None or target.seat == trooper.seat or target.marker:
            return Refusal("c1.hacking.2", {"target": name})
        if not may_hit(program, target):  # c1.carbonite.2
            return Refusal("c1.carbonite.2", {"target": name})
    return None


def _loaded(trooper: Trooper, weapon: str, uses: int | None) -> bool:
    return uses is None or trooper.spent.get(weapon, 0) < uses
