"""Whether a declaration is allowed, as far as the one who declares can know.

What only a measurement or something hidden makes impossible is accepted here and fails at resolution.
"""

from __future__ import annotations

from collections.abc import Mapping

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.core.views import View
from firelane.infinity.acting import begin
from firelane.infinity.asking import Activate, DeclareAros, GiveOrder, OrderType
from firelane.infinity.combat import beside_combat
from firelane.infinity.editions import edition_of
from firelane.infinity.frames import Declared
from firelane.infinity.names import IMMOBILIZED_A, IMMOBILIZED_B
from firelane.infinity.orders import payments
from firelane.infinity.roster import roster
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Declaration, Entry, Judging
from firelane.infinity.skilltable import SkillKind, figures_of, kind_of, may_follow
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Place, Trooper

NOT_PAID = {
    OrderType.REGULAR: "orders.spent",
    OrderType.LIEUTENANT: "orders.lieutenant-order",
    OrderType.OWN: "orders.off-table",
}
"""The statement by which an Order of a kind cannot be spent on a trooper."""


def refuse_order(view: View[Table], request: GiveOrder, answer: Activate) -> Refusal | None:
    """Rules: orders.lieutenant-order, orders.off-table, orders.spent, lieutenant.order, combat-jump.declared,
    parachutist.declared.
    """
    world = view.table.world
    if answer.trooper not in request.actors:
        return Refusal("orders.spent", {"trooper": answer.trooper})
    trooper = world.troopers[answer.trooper]
    waiting = trooper.place is Place.AIR
    if answer.order not in payments(world, request, trooper.id):
        off_table = waiting and answer.order is OrderType.REGULAR
        rule = "orders.off-table" if off_table else NOT_PAID[answer.order]
        return Refusal(rule, {"trooper": trooper.id})
    if waiting != isinstance(answer.skill, Entry):  # combat-jump.declared, parachutist.declared
        return Refusal("orders.off-table", {"trooper": trooper.id})
    return refuse_half(view, answer.trooper, answer.skill, half=1)


def refuse_half(view: View[Table], name: str, skill: Declaration, half: int) -> Refusal | None:
    """Whether a half can be declared.

    Rules: order-structure.combinations, order-structure.two-movement-skills,
    order-structure.not-two-short-skills, order-structure.entire-stands-alone.
    """
    world = view.table.world
    edition = edition_of(view.ruleset)
    trooper = world.troopers[name]
    facts = sheet(trooper.sheet)
    unknown = skill.unknown(edition)
    if unknown is not None:
        return unknown
    kind = kind_of(edition, facts, skill)
    if kind is SkillKind.ARO_ONLY:
        return Refusal("order-structure.combinations", {"skill": skill.entry})
    done = begin(trooper)
    if half == 2:
        assert view.table.order is not None
        done = view.table.order.acting[name]
        first = kind_of(edition, facts, done.skills[0])
        # jump.not-with-move, order-structure.entire-stands-alone
        if kind is SkillKind.ENTIRE or not may_follow(first, kind):
            rule = "not-two-short-skills" if kind is SkillKind.SHORT else "entire-stands-alone"
            decides(skill.key == "jump", "jump.not-with-move")
            return Refusal(f"order-structure.{rule}", {"skill": skill.entry})
    engaged = view.table.order.engaged if half == 2 and view.table.order is not None else None
    acting = view.table.order.acting if half == 2 and view.table.order is not None else None
    return _refuse_skill(edition, world, trooper, skill, done, active=True, engaged=engaged, acting=acting)


def refuse_aro(view: View[Table], request: DeclareAros, name: str, skill: Declaration) -> Refusal | None:
    """Rules: aro.allowed-skills, aro.burst, camouflaged.allowed-aros, delay.declared, reset.declared,
    hacker.reset-without-device.
    """
    world = view.table.world
    edition = edition_of(view.ruleset)
    unknown = skill.unknown(edition)
    if unknown is not None:
        return unknown
    figures = figures_of(edition, skill)
    if not figures.aro:
        return Refusal("aro.allowed-skills", {"trooper": name, "skill": skill.entry})
    active = [world.troopers[n] for n in request.to if n in world.troopers]
    hidden = bool(active) and all(t.marker for t in active)
    if hidden and not skill.answers_markers:
        return Refusal("camouflaged.allowed-aros", {"trooper": name})
    if skill.is_delay and (not hidden or request.half == 2):
        return Refusal("delay.declared", {"trooper": name})
    grounds = request.rights.get(name, ())
    # bs-attack.needs-lof, discover.needs-lof, place-deployable.needs-lof-in-aro
    if skill.needs_sight and "lof" not in grounds:
        return Refusal(skill.needs_sight, {"trooper": name})
    trooper = world.troopers[name]
    aimed = skill.aimed_at
    for target in aimed:
        if target not in request.to:
            return Refusal("aro.one-target", {"target": target})
    if len(aimed) > 1:
        whole = skill.is_ranged and sheet(trooper.sheet).carries("total-reaction")
        return Refusal("total-reaction.one-target" if whole else "aro.burst", {"trooper": name})
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
    skill: Declaration,
    done: Declared,
    active: bool,
    engaged: tuple[str, ...] | None,
    acting: Mapping[str, Declared] | None = None,
) -> Refusal | None:
    """What states, equipment and plain sight forbid."""
    acting = {**(acting or {}), trooper.id: done}
    key = skill.entry
    facts = sheet(trooper.sheet)
    if trooper.has(IMMOBILIZED_A) and key not in {"dodge", "idle"}:
        return Refusal("immobilized-a.only-dodge", {"trooper": trooper.id})
    if trooper.has(IMMOBILIZED_B) and key not in {"reset", "idle"}:
        return Refusal("immobilized-b.only-reset", {"trooper": trooper.id})
    if not figures_of(edition, skill).engaged:  # bs-attack.not-while-engaged
        fighting = roster(world).engaged if engaged is None else engaged
        if trooper.id in fighting:
            decides(skill.is_ranged, "bs-attack.not-while-engaged")
            return Refusal("engaged.forbids-skills", {"trooper": trooper.id})
        if fighting and beside_combat(world, trooper, fighting):
            return Refusal("cc-attack.beside-engaged-ally", {"trooper": trooper.id})
    if skill.needs and not facts.carries(skill.needs):
        return Refusal(skill.needs_rule, {"trooper": trooper.id})
    return skill.refuse(Judging(edition, world, trooper, done, active, acting))
