"""From declarations to rolls: which attempts there are, from where, against whom, opposed by what.

Rules: n4-core.order-sequence.7, n4-core.order-sequence.10-12.
"""

from __future__ import annotations

from collections.abc import Iterable

from firelane.core.fired import decides
from firelane.infinity.aiming import Aiming, ammunition_of, both_kinds, place_of
from firelane.infinity.combat import allies_in_contact, touched, way_so_far, whole_way
from firelane.infinity.frames import Declared
from firelane.infinity.hooks import Visor
from firelane.infinity.mines import layer_of, mode_of
from firelane.infinity.names import CUT_OFF, DISCONNECTED, EMBRYO, IMMOBILIZED, TARGETED, UNCONSCIOUS
from firelane.infinity.objectives import refuse_use, touches
from firelane.infinity.opposing import Try, opposed
from firelane.infinity.programs import Program, may_hit
from firelane.infinity.reacting import active_names
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst, working
from firelane.infinity.skills import (
    AnyRolled,
    AnySkill,
    BSAttack,
    CCAttack,
    Discover,
    Doctor,
    Dodge,
    Engineer,
    Hack,
    MediKit,
    Reset,
    Template,
    Use,
)
from firelane.infinity.skilltable import key_of
from firelane.infinity.space import (
    ZONE_OF_CONTROL,
    enemies_engaged_with,
    is_null,
    item_body,
    passed,
)
from firelane.infinity.targets import find_target
from firelane.infinity.templates import affected, harms, laid_from, shape_of, spread
from firelane.infinity.world import Place, Trooper
from firelane.table.measure import in_reach_cylinder
from firelane.table.things import Figure


class Planner(Aiming):
    """Works out the attempts of one Order."""

    def tries(self) -> list[Try]:
        """All attempts, the active player's first."""
        active = active_names(self.frame)
        found: list[Try] = []
        names = [*active, *sorted(name for name in self.frame.acting if name not in active)]
        for name in names:
            done = self.frame.acting[name]
            for half, skill in enumerate(done.skills):
                if not _rolls(skill):
                    found += self._of(done, skill, name in active)
                    continue
                self.passed = passed(done, half)
                ahead = half == 0 and len(done.skills) > 1 and done.second_from + 1 < len(done.track)
                decides(ahead, "n4-core.order-structure.6")
                decides(self.survey.on_wall(name), "c1.climb.4", "c1.climbing-plus.4")
                made = list(self._of(done, skill, name in active))
                if not made:
                    self.idle.append((name, key_of(skill)))
                found += made
        found += self._mines()
        return opposed(found, self._in_reach_of_dodge, self._sees_source)

    def _of(self, done: Declared, skill: AnySkill, active: bool) -> Iterable[Try]:
        actor = self.world.troopers[done.trooper]
        match skill:
            case BSAttack():
                return self._shots(actor, skill, active)
            case Template():
                return self._templates(actor, done, skill, active)
            case CCAttack():
                return self._strikes(actor, skill, active)
            case Hack():
                return self._hacks(actor, skill, active)
            case Dodge() | Reset():
                case_ = Situation(actor, key_of(skill), active=active)
                return [Try(case_, 1, self.survey.track(actor.id)[-1])]
            case Discover():
                return self._discoveries(actor, skill, active)
            case Doctor() | Engineer() | MediKit():
                return self._cures(actor, skill, active)
            case Use():
                return self._uses(actor, skill, active)
            case _:
                return []

    def _templates(self, actor: Trooper, done: Declared, skill: Template, active: bool) -> Iterable[Try]:
        """Rules: c1.template-weapon.1-10, n4-core.template.8-10, n4-core.template.direct.1-6."""
        known = sheet(actor.sheet).modes.get(skill.weapon)
        if known is None or known[0].traits.template is None:
            return
        if enemies_engaged_with(self.world, actor) and actor.id in self.frame.engaged:
            return
        mode, carried = known
        point = laid_from(done, skill)
        codes = ammunition_of(actor, mode, carried, "bs-attack")
        shape, user = shape_of(self.edition, mode), self.survey.at(actor.id, point)
        decides(len(skill.directions) > 1, "n4-core.template.direct.6")
        decides(True, "n4-core.template.1", "n4-core.template.2", "n4-core.template.direct.2")
        for direction in skill.directions:  # c1.template-weapon.1
            touched = affected(self.survey, shape, user, direction)
            friends = any(isinstance(t, Trooper) and t.seat == actor.seat for t in touched)
            if harms(mode) and decides(friends, "c1.template-weapon.8", "n4-core.template.8"):
                continue
            decides(touched, "n4-core.template.3", "n4-core.template.direct.1", "c1.template-weapon.4")
            decides(len(touched) > 1, "c1.template-weapon.1")
            for target in spread(self.world, self.frame.engaged, touched):
                case = Situation(actor, "bs-attack", target=target, weapon=mode, carried_weapon=carried,
                                 active=active, template=True)  # fmt: skip
                yield Try(case, 0, point, target.id, codes, automatic=True)  # c1.template-weapon.4

    def _mines(self) -> Iterable[Try]:
        """Mines that were set off. Rules: c1.mines.2, c1.mines.7-9."""
        for name, direction in self.frame.triggered:  # c1.mines.8
            item = self.world.items.get(name)
            if item is None:
                continue
            owner = layer_of(self.world, item)
            mode = mode_of(self.survey, item)
            decides(True, "c1.mines.8")
            for target in affected(self.survey, shape_of(self.edition, mode), item_body(item), direction):
                case = Situation(owner, "bs-attack", target=target, weapon=mode, active=False, template=True,
                                 deployed=True)  # fmt: skip
                at = (item.x, item.y, item.z)
                yield Try(case, 0, at, target.id, mode.ammunition[0], automatic=True, item=name)  # c1.mines.2

    def _strikes(self, actor: Trooper, skill: CCAttack, active: bool) -> Iterable[Try]:
        """Rules: c1.cc-attack.2-7, n4-core.cc-attack.1-2, n4-core.cc-attack.5."""
        known = sheet(actor.sheet).modes.get(skill.weapon)
        if known is None:
            return
        mode, carried = known
        codes = ammunition_of(actor, mode, carried, "cc-attack")
        decides(len(skill.targets) > 1, "c1.cc-attack.5", "n4-core.burst.2")
        decides(len(both_kinds(actor, mode)) > 1, "c1.pistol.2")
        for name, dice in skill.targets.items():
            target = self.world.troopers.get(name)
            if target is None or target.place is not Place.TABLE:
                continue
            if decides(not self._in_contact(actor, target), "c1.cc-attack.2"):
                continue
            allies = allies_in_contact(self.world, actor, target, None if active else self.frame.acting)
            case = Situation(actor, "cc-attack", target=target, weapon=mode, carried_weapon=carried,
                             active=active, arts=skill.arts, allies_in_contact=len(allies))  # fmt: skip
            at = self.survey.track(actor.id)[-1]
            decides(not skill.arts and "martial-arts" in working(actor), "c1.martial-arts.7")
            if target.has(UNCONSCIOUS) or target.has(EMBRYO):
                decides(actor.id not in self.frame.engaged, "c1.engaged.2")
                yield Try(case, 0, at, name, codes, automatic=True)
                continue
            most = dice if active else burst(self.edition, case).total
            yield Try(case, min(dice, most), at, name, codes)  # c1.cc-attack.5

    def _in_contact(self, actor: Trooper, target: Trooper) -> bool:
        """Contact where the actor declared it, with the target anywhere on its way. Rules: n4-core.aro.11."""
        here = way_so_far(actor, self.frame.acting.get(actor.id))
        return touched(actor, here, target, whole_way(target, self.frame.acting.get(target.id)))

    def _hacks(self, actor: Trooper, skill: Hack, active: bool) -> Iterable[Try]:
        """Rules: c1.hacking.1-5, c1.hacker.1-5, c1.carbonite.2, c1.spotlight.2, c1.non-hackable.1."""
        if not sheet(actor.sheet).carries("hacking-device"):  # c1.hacker.1
            return
        program = self.edition.data(f"program.{skill.program}", Program)
        for name, dice in skill.targets.items():  # c1.hacking.5
            target = self.world.troopers.get(name)
            if target is None or target.marker:
                continue
            if decides(not self._in_hacking_area(actor, target), "c1.hacking.2", "c1.hacker.3"):
                continue
            if not may_hit(program, target):
                continue
            decides(not sheet(target.sheet).facts.is_hackable, "c1.spotlight.2")
            decides(sheet(target.sheet).facts.is_hacker, "c1.hacker.6")
            decides(target.has(TARGETED), "c1.hacker.5")
            decides(len(skill.targets) > 1, "c1.hacking.5")
            decides(len(skill.targets) > 1 and skill.program == "carbonite", "c1.carbonite.4")
            decides(True, "c1.hacking.1", "c1.hacking.3", "c1.hacker.1", "c1.hacker.4", "c1.hacking-device.1")
            case = Situation(actor, skill.program, target=target, active=active)
            yield Try(case, dice, self.survey.track(actor.id)[-1], name, program=program)

    def _in_hacking_area(self, actor: Trooper, target: Trooper) -> bool:
        return any(
            in_reach_cylinder(
                self.survey.at(target.id, there), self.survey.at(actor.id, here), ZONE_OF_CONTROL
            )
            for here in self.survey.track(actor.id)
            for there in self.survey.track(target.id)
        )

    def _discoveries(self, actor: Trooper, skill: Discover, active: bool) -> Iterable[Try]:
        """Rules: c1.discover.3-4, c1.discover.8."""
        found = find_target(self.world, actor.seat, skill.target)
        if found is None or not found.marker:  # c1.discover.8
            decides(True, "c1.discover.8")
            return
        fresh = skill.target not in actor.failed and self.world.round in actor.failed.values()
        decides(fresh, "c1.discover.6")
        for point in self.passed:  # c1.discover.3
            aim = self._aim(actor, point, found, None)
            if aim is None:
                continue
            figure, cover = aim
            mode = sheet(actor.sheet).discover
            case = Situation(actor, "discover", target=found, weapon=mode, cover=cover, active=active,
                             distance=self._distance(self.survey.at(actor.id, point), figure))  # fmt: skip
            decides(True, "n4-core.range.3")
            finds = self._finds(actor)
            yield Try(case, 1, point, skill.target, automatic=finds, aimed=place_of(figure))
            return
        decides(True, "c1.discover.3")

    def _finds(self, actor: Trooper) -> bool:
        """Whether its Discover succeeds without a roll. Rules: c1.multispectral-visor.l3.2."""
        worn = (self.edition[key].rule.data for key in working(actor) if key in self.edition)
        return any(isinstance(figures, Visor) and figures.finds for figures in worn)

    def _cures(self, actor: Trooper, skill: Doctor | Engineer | MediKit, active: bool) -> Iterable[Try]:
        """Rules: c1.doctor.1, c1.engineer.1, c1.medikit.1-2, c1.peripheral-servant.8."""
        target = self.world.troopers.get(skill.target)
        if target is None or not treatable(actor, skill, target):  # c1.doctor.1, c1.engineer.1, c1.medikit.1
            return
        hand = self.world.troopers.get(getattr(skill, "by", "")) or actor
        decides(hand is not actor, "c1.peripheral-servant.8", "c1.peripheral-servant.9")
        decides(isinstance(skill, MediKit) and "paramedic" in working(actor), "c1.paramedic.1")
        at = self.survey.track(actor.id)[-1]
        # c1.doctor.1, c1.engineer.1, c1.medikit.1
        touching = not is_null(hand) and self._in_contact(hand, target)
        key = key_of(skill)
        if isinstance(skill, MediKit) and not touching:
            if skill.shot:
                yield from self._darts(actor, target, active)
        elif touching:
            case = Situation(actor, key, target=target, active=active)
            applied = isinstance(skill, MediKit)
            yield Try(case, 0 if applied else 1, at, skill.target, automatic=applied)

    def _darts(self, actor: Trooper, patient: Trooper, active: bool) -> Iterable[Try]:
        """A MediKit that is shot at the patient. Rules: c1.medikit.2-3."""
        mode = sheet(actor.sheet).medikit
        point = self._best_point(actor, self._points(actor.id, -1), (patient.id,), mode)
        aim = self._aim(actor, point, patient, mode) if point is not None else None
        if point is None or aim is None or actor.id in self.frame.engaged:
            return
        figure, cover = aim
        case = Situation(actor, "medikit", target=patient, weapon=mode, cover=cover, active=active,
                         distance=self._distance(self.survey.at(actor.id, point), figure))  # fmt: skip
        yield Try(case, 1, point, patient.id, aimed=place_of(figure))

    def _uses(self, actor: Trooper, skill: Use, active: bool) -> Iterable[Try]:
        """Rules: n4-core.scenario.domination.4, n4-core.scenario.supplies.2."""
        objective = self.world.objectives.get(skill.objective)
        if objective is None or actor.marker or refuse_use(self.world, actor, skill.objective) is not None:
            return
        if not any(touches(self.world, self.survey.at(actor.id, point), objective) for point in self.passed):
            return
        case = Situation(actor, "use-objective", active=active)
        decides("specialist-operative" in working(actor), "c1.specialist-operative.1")
        yield Try(
            case, 1 if objective.kind == "console" else 0, self.survey.track(actor.id)[-1], objective.id
        )

    def _in_reach_of_dodge(self, dodge: Try, attack: Try) -> bool:
        """What comes from outside both ZoC and LoF cannot be dodged. Rules: c1.dodge.12."""
        near = self._sees_source(dodge, attack) or any(
            in_reach_cylinder(self._source(attack), figure, ZONE_OF_CONTROL)
            for figure in self._dodging(dodge)
        )
        decides(not near, "c1.dodge.12")
        return near

    def _source(self, attack: Try) -> Figure:
        """Where an attack comes from."""
        if attack.item:
            return item_body(self.world.items[attack.item])
        return self.survey.at(attack.case.actor.id, attack.at)

    def _dodging(self, dodge: Try) -> list[Figure]:
        name = dodge.case.actor.id
        return [self.survey.at(name, point) for point in self.survey.track(name)]

    def _sees_source(self, dodge: Try, attack: Try) -> bool:
        """Whether the dodger has LoF to where the attack comes from. Rules: n4-core.lof.10, c1.engaged.4."""
        if attack.case.skill == "cc-attack":
            return True
        name = dodge.case.actor.id
        if name in self.frame.engaged:
            return False
        source = self._source(attack)
        return any(self.survey.lof(name, point, source) for point in self.survey.track(name))


def treatable(actor: Trooper, skill: Doctor | Engineer | MediKit, target: Trooper) -> bool:
    """Whether there is something about this target for the skill to cure.

    Rules: c1.doctor.1, c1.engineer.2, c1.engineer.4-5, c1.medikit.1, c1.dead.7, c1.disconnected.6-7.
    """
    if target.seat != actor.seat or target.place is not Place.TABLE:
        return False
    facts = sheet(target.sheet).facts
    if not isinstance(skill, Engineer):
        return target.has(UNCONSCIOUS) and not facts.has_structure  # c1.doctor.1, c1.medikit.1, c1.dead.7
    if skill.cure in (*IMMOBILIZED, TARGETED):
        return target.has(skill.cure)
    if skill.cure == DISCONNECTED:
        return target.has(DISCONNECTED) and not target.has(CUT_OFF)  # c1.disconnected.7
    # c1.engineer.4
    return skill.cure in ("", UNCONSCIOUS) and facts.has_structure and target.points < facts.wounds


def _rolls(skill: AnySkill) -> bool:
    return isinstance(skill, AnyRolled)
