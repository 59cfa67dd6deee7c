"""Short Skills and blows, by chance: what a trooper can do where it stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import compress

from firelane.forces.weapons import WeaponMode
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.combat import allies_in_contact
from firelane.infinity.names import TARGETED
from firelane.infinity.objectives import refuse_use, touches
from firelane.infinity.programs import Program, may_hit
from firelane.infinity.proposals.ways import Ways
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
    Engineer,
    Hack,
    MediKit,
    PlaceDeployable,
    Reset,
    Template,
    Use,
)
from firelane.infinity.space import (
    body,
    is_null,
    item_body,
    on_table,
    points_along,
)
from firelane.infinity.world import Item, Trooper
from firelane.table.measure import in_contact, in_reach_cylinder


@cache
def _guns_of(name: str) -> tuple[WeaponMode, ...]:
    """What who has this sheet shoots with."""
    modes = [mode for mode, _ in sheet(name).modes.values()]
    return tuple(mode for mode in modes if mode.bands and not mode.traits.cc and mode.kind == "weapon")


@cache
def _templates_of(name: str) -> tuple[WeaponMode, ...]:
    """With what who has this sheet lays templates."""
    modes = [mode for mode, _ in sheet(name).modes.values()]
    return tuple(
        mode
        for mode in modes
        if mode.traits.template is not None and not mode.traits.deployable and not mode.bands
    )


def _uses(mode: WeaponMode) -> int:
    """How often it can be used in a game."""
    return mode.traits.disposable or 99


class Shorts(Ways):
    """What a trooper could do besides moving."""

    def _in_combat(self, trooper: Trooper, active: bool = True) -> AnySkill:
        foes = [t for t in self.foes(trooper) if not t.marker and in_contact(body(trooper), body(t))]
        roll = self.generator.random()
        if roll < 0.05:
            return Reset()
        strike = self._strike(trooper, foes, active) if foes and roll > 0.2 else None
        return strike or Dodge(prone=trooper.prone)

    def _strike(self, trooper: Trooper, foes: list[Trooper], active: bool) -> CCAttack | None:
        weapons = [mode for mode, _ in sheet(trooper.sheet).modes.values() if mode.traits.cc]
        if not weapons:
            return None
        mode = self.generator.choice(weapons)
        carried = sheet(trooper.sheet).modes[mode.key][1]
        foe = self.generator.choice(foes)
        arts = self.generator.random() < 0.9
        case = Situation(trooper, "cc-attack", target=foe, weapon=mode, carried_weapon=carried, active=active,
                         arts=arts, allies_in_contact=len(allies_in_contact(self.world, trooper, foe)),
                        )  # fmt: skip
        dice = burst(self.edition, case).total
        targets = {foe.id: dice}
        rest = [other for other in foes if other is not foe]
        if rest and dice > 1 and active:
            targets = {foe.id: dice - 1, self.generator.choice(rest).id: 1}
        return CCAttack(weapon=mode.key, targets=targets, arts=arts)

    def _short(self, trooper: Trooper, active: bool) -> AnySkill | None:
        options = [self._shoot, self._template, self._discover, self._hack, self._cure, self._mine, self._use]
        options += [self._finish, self._shake_off, self._blindly]
        self.generator.shuffle(options)
        for option in options:
            skill = option(trooper, active)
            if skill is not None:
                return skill
        return None

    def _seen(self, trooper: Trooper, hidden: bool) -> list[Trooper]:
        """The enemies in sight from the last corners of the way so far."""
        found = self._in_sight.get(trooper.id)
        if found is None:
            foes = self.foes(trooper)
            points = self.survey.track(trooper.id)[-3:]
            seen = self.survey.sees_of(trooper.id, points, [foe.id for foe in foes])
            found = self._in_sight[trooper.id] = list(compress(foes, map(any, zip(*seen, strict=True))))
        return [foe for foe in found if bool(foe.marker) is hidden]

    def _finish(self, trooper: Trooper, active: bool) -> AnySkill | None:
        """A blow at an enemy that lies in contact."""
        down = [foe for foe in self.foes(trooper) if foe.states and not foe.marker and is_null(foe)]
        if not down:
            return None
        figures = [self.survey.at(trooper.id, point) for point in self.survey.track(trooper.id)]
        foes = [foe for foe in down if any(in_contact(figure, body(foe)) for figure in figures)]
        return self._strike(trooper, foes, active) if foes else None

    def _shake_off(self, trooper: Trooper, active: bool) -> AnySkill | None:
        """A Reset for whoever needs one; a Dodge for nothing, now and then."""
        if trooper.has(TARGETED):
            return Reset()
        return Dodge(prone=self._posture(trooper)) if self.generator.random() < 0.1 else None

    def _posture(self, trooper: Trooper) -> bool:
        """Prone or standing: mostly as before."""
        turns = sheet(trooper.sheet).can_be_prone() and self.generator.random() < 0.2
        return not trooper.prone if turns else trooper.prone

    def _blindly(self, trooper: Trooper, active: bool) -> AnySkill | None:
        """An attack that is likely to prove impossible: it may be declared, for nobody has measured yet."""
        foes = self.foes(trooper)
        if not foes or self.generator.random() > 0.05:
            return None
        if sheet(trooper.sheet).carries("hacking-device") and self.generator.random() < 0.5:
            program, dice = self.generator.choice((("spotlight", 1), ("carbonite", 2 if active else 1)))
            return Hack(program=program, targets={self.generator.choice(foes).id: dice})
        return self._fire(trooper, foes, active)

    def _shoot(self, trooper: Trooper, active: bool) -> AnySkill | None:
        if not self._guns(trooper):  # who is in sight costs most to find out: asked last
            return None
        mines = [i for i in self.world.items.values() if i.seat != trooper.seat and not i.marker]
        here = self.survey.track(trooper.id)[-1]
        seen = [i for i in mines if self.survey.lof(trooper.id, here, item_body(i))]
        return self._fire(trooper, [*self._seen(trooper, hidden=False), *seen], active)

    def _guns(self, trooper: Trooper) -> list[WeaponMode]:
        """What a trooper can shoot with."""
        spent = trooper.spent
        return [mode for mode in _guns_of(trooper.sheet) if spent.get(mode.weapon, 0) < _uses(mode)]

    def _fire(self, trooper: Trooper, foes: Sequence[Trooper | Item], active: bool) -> AnySkill | None:
        weapons = self._guns(trooper)
        if not weapons or not foes:
            return None
        mode = self.generator.choice(weapons)
        carried = sheet(trooper.sheet).modes[mode.key][1]
        foe = self.generator.choice(foes)
        case = Situation(trooper, "bs-attack", target=foe, weapon=mode, carried_weapon=carried, active=active)
        dice = self.generator.choice(allowed_dice(self.edition, case))
        targets = {foe.id: dice}
        if len(foes) > 1 and dice > 1 and active and self.generator.random() < 0.2:
            second = self.generator.choice([f for f in foes if f is not foe])
            targets = {foe.id: dice - 1, second.id: 1}
        return BSAttack(
            weapon=mode.key,
            targets=targets,
            at=self._place(trooper, foe) if active else -1,
            ammunition=self.generator.randrange(max(1, len(mode.ammunition))),
        )

    def _place(self, trooper: Trooper, foe: Trooper | Item) -> int:
        """The last point of the way gone so far from which the foe is seen."""
        points = points_along(self.survey.track(trooper.id))
        if isinstance(foe, Item):
            free = [self.survey.lof(trooper.id, point, item_body(foe)) for point in points]
        else:
            free = [row[0] for row in self.survey.sees_of(trooper.id, points, [foe.id])]
        seen = [n for n, clear in enumerate(free) if clear]
        return seen[-1] if seen else -1

    def _template(self, trooper: Trooper, active: bool) -> AnySkill | None:
        spent, here = trooper.spent, body(trooper)
        weapons = [mode for mode in _templates_of(trooper.sheet) if spent.get(mode.weapon, 0) < _uses(mode)]
        if not weapons or not any(in_reach_cylinder(body(f), here, 9000) for f in self.foes(trooper)):
            return None
        foes = [f for f in self._seen(trooper, hidden=False) if in_reach_cylinder(body(f), here, 9000)]
        if not foes:
            return None
        mode = self.generator.choice(weapons)
        foe = self.generator.choice(foes)
        direction = round(math.degrees(math.atan2(foe.y - trooper.y, foe.x - trooper.x))) % 360
        carried = sheet(trooper.sheet).modes[mode.key][1]
        case = Situation(trooper, "bs-attack", weapon=mode, carried_weapon=carried, active=active)
        return Template(weapon=mode.key, directions=(direction,) * burst(self.edition, case).total)

    def _discover(self, trooper: Trooper, active: bool) -> AnySkill | None:
        if not any(foe.marker for foe in self.foes(trooper)):
            return None
        hidden = [f for f in self._seen(trooper, hidden=True) if trooper.failed.get(f.id) != self.world.round]
        return Discover(self.generator.choice(hidden).id) if hidden else None

    def _hack(self, trooper: Trooper, active: bool) -> AnySkill | None:
        if not sheet(trooper.sheet).carries("hacking-device"):
            return None
        near = [
            f for f in self.foes(trooper) if not f.marker and in_reach_cylinder(body(f), body(trooper), 8000)
        ]
        name = self.generator.choice(("carbonite", "spotlight"))
        program = self.edition.data(f"program.{name}", Program)
        near = [f for f in near if may_hit(program, f)]
        if not near:
            return None
        dice = program.burst_active if active else program.burst_aro
        aimed = self.generator.sample(near, min(len(near), dice))
        targets = {foe.id: 1 for foe in aimed}
        return Hack(program=name, targets={**targets, aimed[0].id: dice - len(aimed) + 1})

    def _cure(self, trooper: Trooper, active: bool) -> AnySkill | None:
        facts = sheet(trooper.sheet)
        if not any(facts.carries(key) for key in ("doctor", "engineer", "medikit")):
            return None
        order = self.view.table.order
        servants = [
            self.world.troopers[name]
            for name in servants_of(self.world, trooper.id)
            if order is None or name in order.acting
        ]
        for friend in on_table(self.world, trooper.seat):
            down = friend.has("unconscious") and not sheet(friend.sheet).facts.has_structure
            if down and facts.carries("medikit") and not in_contact(body(trooper), body(friend)):
                return MediKit(target=friend.id, shot=True)
            hands = [hand for hand in (trooper, *servants) if in_contact(body(hand), body(friend))]
            if friend.id == trooper.id or not hands:
                continue
            hand = self.generator.choice(hands)
            by = "" if hand is trooper else hand.id
            made = sheet(friend.sheet).facts.has_structure
            for state in ("immobilized-a", "immobilized-b", "targeted"):
                if friend.has(state) and facts.carries("engineer"):
                    return Engineer(target=friend.id, cure=state, by=by)
            if friend.has("unconscious") and not made and facts.carries("doctor"):
                return Doctor(target=friend.id, by=by)
            if friend.has("unconscious") and not made and facts.carries("medikit"):
                return MediKit(target=friend.id)
            if facts.carries("engineer") and made and friend.points < sheet(friend.sheet).facts.wounds:
                return Engineer(target=friend.id, by=by)
        return None

    def _mine(self, trooper: Trooper, active: bool) -> AnySkill | None:
        for mode, _ in sheet(trooper.sheet).modes.values():
            left = trooper.spent.get(mode.weapon, 0) < (mode.traits.disposable or 99)
            eager = self.generator.random() < (0.5 if left else 0.05)
            if mode.traits.deployable and eager:
                x, y, z = self.generator.choice(self.survey.track(trooper.id))
                angle = self.generator.uniform(0, 2 * math.pi)
                gap = (sheet(trooper.sheet).diameter + 984) // 2
                at = (round(x + gap * math.cos(angle)), round(y + gap * math.sin(angle)), z)
                return PlaceDeployable(weapon=mode.key, at=at)
        return None

    def _use(self, trooper: Trooper, active: bool) -> AnySkill | None:
        if not sheet(trooper.sheet).facts.is_specialist or trooper.marker:
            return None
        for objective in self.world.objectives.values():
            refusal = refuse_use(self.world, trooper, objective.id)
            if refusal is None and touches(self.world, body(trooper), objective):
                return Use(objective=objective.id)
        return None
