"""Legal things to do, by chance: for random play, and as a beginning for players that think."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from firelane.core.fired import fired
from firelane.core.views import View
from firelane.infinity.acting import ON_FOOT, allowance, begin, gone, move_rules
from firelane.infinity.asking import DeclareAros
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.combat import allies_in_contact
from firelane.infinity.editions import edition_of
from firelane.infinity.frames import Declared
from firelane.infinity.landing import refuse_landing
from firelane.infinity.names import IMMOBILIZED_A, IMMOBILIZED_B, TARGETED
from firelane.infinity.objectives import refuse_use, touches
from firelane.infinity.programs import Program, may_hit
from firelane.infinity.roster import APART, roster
from firelane.infinity.servants import servants_of
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills import (
    AnySkill,
    BSAttack,
    CCAttack,
    Delay,
    Discover,
    Doctor,
    Dodge,
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
    Waypoint,
)
from firelane.infinity.skilltable import SkillKind, kind_of
from firelane.infinity.space import (
    Survey,
    body,
    enemies_engaged_with,
    field_of,
    is_null,
    item_body,
    on_table,
    points_along,
)
from firelane.infinity.ventures import jump, venture
from firelane.infinity.view import Table
from firelane.infinity.world import Item, Place, Trooper
from firelane.table.measure import in_contact, in_reach_cylinder
from firelane.table.movement import MoveRules
from firelane.table.movement import Waypoint as TableWaypoint
from firelane.table.surfaces import ground_plan
from firelane.table.things import Figure
from firelane.table.wandering import Wandering, wandering

TRIES = 6
"""So often a straight way is tried towards an enemy, and then in any direction."""
CHARGE = 0.3
"""How often an enemy within reach is run at."""
UP_OR_DOWN = 0.2
"""How often a way to another level is taken, where there is one."""

RARE = (
    "hacking-device",
    "doctor",
    "engineer",
    "medikit",
    "protheion",
    "martial-arts",
    "super-jump",
    "camouflage",
    "multispectral-visor-3",
    "remdriver",
    "antipersonnel-mines",
    "shock-mines",
    "para-cc-weapon",
)
"""What few troopers carry: random play gives them more Orders, so that their rules come to bear."""


class Chooser:
    """One seat's legal choices, drawn by chance."""

    def __init__(self, view: View[Table], generator: Random) -> None:
        self.view = view
        self.world = view.table.world
        self.generator = generator
        self.edition = edition_of(view.ruleset)
        order = view.table.order
        self.survey = Survey(self.world, order.acting if order is not None else {})
        self._in_sight: dict[str, list[Trooper]] = {}

    def foes(self, trooper: Trooper) -> list[Trooper]:
        """The enemies on the table as this seat sees them."""
        return roster(self.world).against(trooper.seat)

    def actor(self, names: Sequence[str]) -> str:
        """Whom to activate: anybody, somebody near the enemy, or somebody who can do what few can."""
        roll = self.generator.random()
        if roll < 0.4:
            return self.generator.choice(names)
        if roll < 0.7:
            some = self.generator.sample(names, min(len(names), 4))
            return min(some, key=lambda name: self._gap(self.world.troopers[name]))
        rare = [n for n in names if any(sheet(self.world.troopers[n].sheet).carries(key) for key in RARE)]
        return self.generator.choice(rare or names)

    def _gap(self, trooper: Trooper) -> float:
        """How far the nearest enemy is."""
        return min((math.hypot(f.x - trooper.x, f.y - trooper.y) for f in self.foes(trooper)), default=0)

    def first(self, name: str) -> AnySkill | None:
        """A first half or Entire Order Skill."""
        trooper = self.world.troopers[name]
        facts = sheet(trooper.sheet)
        if trooper.place is Place.AIR:
            return self._land(trooper)
        if enemies_engaged_with(self.world, trooper) and self.generator.random() < 0.95:
            return self._in_combat(trooper)
        if held := self._held(trooper):
            return held
        roll = self.generator.random()
        if roll < 0.3:
            return self._move(trooper)
        if roll < 0.5:
            return self._venture(trooper) or self._move(trooper)
        if roll < 0.55 and facts.carries("camouflage") and not trooper.marker:
            return HideAgain(prone=trooper.prone)
        if roll < 0.6:
            return self._leap(trooper)
        return self._short(trooper, active=True) or self._move(trooper)

    def second(self, name: str) -> AnySkill:
        """A second half that may follow the first."""
        assert self.view.table.order is not None
        done = self.view.table.order.acting[name]
        trooper = self.world.troopers[name]
        first = kind_of(self.edition, sheet(trooper.sheet), done.skills[0])
        if enemies_engaged_with(self.world, trooper):
            return self._in_combat(trooper) if first is SkillKind.SHORT_MOVEMENT else Idle()
        if held := self._held(trooper):
            return held if first is SkillKind.SHORT_MOVEMENT else Idle()
        if self.generator.random() < 0.05:
            return Idle()
        if first is SkillKind.SHORT:
            return self._onwards(trooper)
        short = self._short(trooper, active=True) if self.generator.random() < 0.7 else None
        return short or self._onwards(trooper)

    def _onwards(self, trooper: Trooper) -> AnySkill:
        """A movement for a second half."""
        if sheet(trooper.sheet).carries("super-jump") and self.generator.random() < 0.3:
            return self._leap(trooper, whole=False)
        way = self._venture(trooper) if self.generator.random() < 0.3 else None
        return way or self._move(trooper) or Idle()

    def _held(self, trooper: Trooper) -> AnySkill | None:
        """All that an Immobilized trooper can do."""
        if trooper.has(IMMOBILIZED_A):
            return Dodge(prone=trooper.prone)
        return Reset() if trooper.has(IMMOBILIZED_B) else None

    def _venture(self, trooper: Trooper) -> Move | None:
        """A way to something, lying down or getting up now and then."""
        done = self._done(trooper)
        prone = sheet(trooper.sheet).can_be_prone() and self.generator.random() < 0.15
        reach = allowance(sheet(trooper.sheet), done, prone)
        route = venture(self.world, trooper, reach, prone, self.generator)
        return Move(route=route, facing=self._facing(trooper, route[-1]), prone=prone) if route else None

    def _leap(self, trooper: Trooper, whole: bool | None = None) -> Jump:
        able = sheet(trooper.sheet).carries("super-jump")
        far = able and self.generator.random() < 0.3 if whole is None else whole
        return jump(self.world, trooper, self._done(trooper), far, self.generator)

    def _done(self, trooper: Trooper) -> Declared:
        """What the trooper has done in this Order so far."""
        order = self.view.table.order
        return (order.acting.get(trooper.id) if order is not None else None) or begin(trooper)

    def along(self, name: str, skill: AnySkill) -> AnySkill | None:
        """What a Servant does while its controller does this: the same, as far as it can."""
        servant = self.world.troopers[name]
        match skill:
            case Move():
                return self._move(servant)
            case Dodge():
                return Dodge(prone=servant.prone)
            case Reset():
                return Reset()
            case CCAttack():
                return self._in_combat(servant)
            case Enter() | Drop():
                return self._beside(servant, skill)
            case _:
                return None

    def _beside(self, servant: Trooper, skill: Enter | Drop) -> AnySkill:
        """A landing of the same kind, next to that of the controller."""
        x, y, z = skill.to
        gap = sheet(servant.sheet).diameter + 1000
        to = (x, y + self.generator.choice((-gap, gap)), z)
        return replace(skill, to=to)

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

    def _move(self, trooper: Trooper) -> Move | None:
        order = self.view.table.order
        done = order.acting.get(trooper.id) if order is not None else None
        reach = allowance(sheet(trooper.sheet), done or begin(trooper), prone=False)
        route = self._route(trooper, reach, forward=self._forward(trooper))
        if not route:
            return None
        return Move(route=route, facing=self._facing(trooper, route[-1]))

    def _forward(self, trooper: Trooper) -> float:
        foes = self.foes(trooper)
        if not foes:
            return self.generator.uniform(0, 2 * math.pi)
        foe = self.generator.choice(foes)
        return math.atan2(foe.y - trooper.y, foe.x - trooper.x)

    def _facing(self, trooper: Trooper, at: Waypoint) -> int:
        foes = self.foes(trooper)
        if not foes:
            return trooper.facing
        foe = min(foes, key=lambda f: (f.x - at[0]) ** 2 + (f.y - at[1]) ** 2)
        return round(math.degrees(math.atan2(foe.y - at[1], foe.x - at[0]))) % 360

    def _route(self, trooper: Trooper, reach: int, forward: float | None = None) -> tuple[Waypoint, ...]:
        """A way that can be gone: mostly a straight walk, now and then to another level."""
        figure = body(trooper)
        rules = move_rules(sheet(trooper.sheet), reach, ON_FOOT)
        ways = wandering(ground_plan(field_of(self.world)), figure, rules)
        here = (trooper.x, trooper.y, trooper.z)
        if self.generator.random() < UP_OR_DOWN:
            links = list(ways.links(here, reach))
            if links and self._gone(figure, way := self.generator.choice(links), rules):
                return tuple([(to.x, to.y, to.z, to.way) for to in way])
        if forward is not None and self.generator.random() < CHARGE:
            charge = self._charge(trooper, reach, ways)
            if charge is not None and self._gone(figure, (charge,), rules):
                return ((charge.x, charge.y, charge.z, charge.way),)
        for towards in (forward, None):
            ends = [self._end(trooper, reach, towards) for _ in range(TRIES)]
            for (x, y), how in zip(ends, ways.legs(here, ends), strict=True):
                if how is not None and self._gone(figure, (TableWaypoint(x, y, trooper.z, how),), rules):
                    return ((x, y, trooper.z, how),)
        return ()

    def _end(self, trooper: Trooper, reach: int, forward: float | None) -> tuple[int, int]:
        """A point within reach, in about that direction or in any."""
        draw = self.generator
        angle = draw.random() * 2 * math.pi if forward is None else draw.gauss(forward, 0.6)
        length = reach * (0.3 + 0.69 * draw.random())
        return round(trooper.x + length * math.cos(angle)), round(trooper.y + length * math.sin(angle))

    def _charge(self, trooper: Trooper, reach: int, ways: Wandering) -> TableWaypoint | None:
        """Straight at an enemy model within reach: contact ends the way."""
        near = [
            foe
            for foe in self.foes(trooper)
            if not foe.marker
            and foe.z == trooper.z
            and math.hypot(foe.x - trooper.x, foe.y - trooper.y) < reach + APART / 4
        ]
        if not near:
            return None
        foe = self.generator.choice(near)
        how = ways.leg((trooper.x, trooper.y, trooper.z), foe.x, foe.y)
        return TableWaypoint(foe.x, foe.y, foe.z, how) if how is not None else None

    def _gone(self, figure: Figure, way: tuple[TableWaypoint, ...], rules: MoveRules) -> bool:
        """Whether a way can be gone among all that this seat sees, and ends at no marker."""
        report = gone(self.world, figure, way, rules)
        stopped = self.world.troopers.get(report.stopped_by)
        return report.legal and not (stopped is not None and stopped.marker)

    def dodge_route(self, name: str, reach: int) -> tuple[Waypoint, ...]:
        """A short way for a Dodge."""
        return self._route(self.world.troopers[name], reach)

    # Short skills

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
        found = self._in_sight.get(trooper.id)
        if found is None:
            foes = self.foes(trooper)
            points = self.survey.track(trooper.id)[-3:]
            seen = self.survey.sees_of(trooper.id, points, [foe.id for foe in foes])
            found = [foe for n, foe in enumerate(foes) if any(row[n] for row in seen)]
            self._in_sight[trooper.id] = found
        return [foe for foe in found if bool(foe.marker) is hidden]

    def _finish(self, trooper: Trooper, active: bool) -> AnySkill | None:
        """A blow at an enemy that lies in contact."""
        figures = [self.survey.at(trooper.id, point) for point in self.survey.track(trooper.id)]
        foes = [
            foe
            for foe in self.foes(trooper)
            if not foe.marker and is_null(foe) and any(in_contact(figure, body(foe)) for figure in figures)
        ]
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
        mines = [i for i in self.world.items.values() if i.seat != trooper.seat and not i.marker]
        here = self.survey.track(trooper.id)[-1]
        seen = [i for i in mines if self.survey.lof(trooper.id, here, item_body(i))]
        return self._fire(trooper, [*self._seen(trooper, hidden=False), *seen], active)

    def _fire(self, trooper: Trooper, foes: Sequence[Trooper | Item], active: bool) -> AnySkill | None:
        weapons = [mode for mode, _ in sheet(trooper.sheet).modes.values()
                   if mode.bands and not mode.traits.cc and mode.kind == "weapon"
                   and trooper.spent.get(mode.weapon, 0) < (mode.traits.disposable or 99)]  # fmt: skip
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
        weapons = [mode for mode, _ in sheet(trooper.sheet).modes.values()
                   if mode.traits.template is not None and not mode.traits.deployable and not mode.bands
                   and trooper.spent.get(mode.weapon, 0) < (mode.traits.disposable or 99)]  # fmt: skip
        foes = [
            f for f in self._seen(trooper, hidden=False) if in_reach_cylinder(body(f), body(trooper), 9000)
        ]
        if not weapons or not foes:
            return None
        mode = self.generator.choice(weapons)
        foe = self.generator.choice(foes)
        direction = round(math.degrees(math.atan2(foe.y - trooper.y, foe.x - trooper.x))) % 360
        carried = sheet(trooper.sheet).modes[mode.key][1]
        case = Situation(trooper, "bs-attack", weapon=mode, carried_weapon=carried, active=active)
        return Template(weapon=mode.key, directions=(direction,) * burst(self.edition, case).total)

    def _discover(self, trooper: Trooper, active: bool) -> AnySkill | None:
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

    # Airborne

    def _land(self, trooper: Trooper) -> AnySkill:
        field = field_of(self.world)
        half = -(-sheet(trooper.sheet).diameter // 2)
        facing = self.generator.randrange(360)
        for _ in range(20):
            x = self.generator.randrange(half, field.width - half)
            y = self.generator.randrange(half, field.depth - half)
            skill: Drop | Enter = Drop(to=(x, y, 0), facing=facing)
            if not sheet(trooper.sheet).carries("combat-jump"):
                side = half if self.generator.random() < 0.5 else field.width - half
                skill = Enter(to=(side, y, 0), facing=facing)
            refusal = refuse_landing(self.world, trooper, skill)
            if refusal is None:
                break
            fired((refusal.rule,))
        return skill

    # Reactions

    def aro(self, name: str, request: DeclareAros) -> AnySkill | None:
        """An ARO, or none."""
        trooper = self.world.troopers[name]
        grounds = request.rights.get(name, ())
        active = [self.world.troopers[n] for n in request.to if n in self.world.troopers]
        if not active or self.generator.random() < 0.1:
            return None
        target = active[0]
        if held := self._held(trooper):
            return held
        order = self.view.table.order
        fighting = order is not None and name in order.engaged
        charged = not target.marker and in_contact(body(trooper), body(target))
        if charged and (fighting or self.generator.random() < 0.5):
            return self._in_combat(trooper, active=False)
        if fighting:
            return Dodge(prone=trooper.prone)
        if target.marker:
            choices: list[AnySkill] = [Dodge(prone=trooper.prone)]
            if "lof" in grounds and trooper.failed.get(target.id) != self.world.round:
                choices.append(Discover(target.id))
            if request.half == 1:
                choices.append(Delay())
            return self.generator.choice(choices)
        if "comms" in grounds and self.generator.random() < 0.4:
            return Reset()
        if self.generator.random() < 0.3 and (rare := self._rare_aro(trooper, grounds)):
            return rare
        if "lof" in grounds and self.generator.random() < 0.75:
            weapons = [mode for mode, _ in sheet(trooper.sheet).modes.values()
                       if mode.bands and not mode.traits.cc and mode.kind == "weapon"
                       and trooper.spent.get(mode.weapon, 0) < (mode.traits.disposable or 99)]  # fmt: skip
            if weapons:
                mode = self.generator.choice(weapons)
                carried = sheet(trooper.sheet).modes[mode.key][1]
                case = Situation(
                    trooper, "bs-attack", target=target, weapon=mode, carried_weapon=carried, active=False
                )
                dice = self.generator.choice(allowed_dice(self.edition, case))
                return BSAttack(weapon=mode.key, targets={target.id: dice})
        return Dodge(prone=self._posture(trooper)) if self.generator.random() < 0.8 else Reset()

    def _rare_aro(self, trooper: Trooper, grounds: tuple[str, ...]) -> AnySkill | None:
        """A reaction that few can give: a program, a template, a mine."""
        sighted = [self._template, self._mine] if "lof" in grounds else []
        options = [self._hack, *sighted]
        self.generator.shuffle(options)
        return next((skill for option in options if (skill := option(trooper, False)) is not None), None)
