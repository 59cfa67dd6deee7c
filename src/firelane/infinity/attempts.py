"""From declarations to rolls: which attempts there are, from where, against whom, opposed by what.

Rules: n4-core.order-sequence.7, n4-core.order-sequence.10-12, n4-core.face-to-face.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from firelane.core.rules import Edition
from firelane.forces.weapons import WeaponMode
from firelane.infinity.frames import Declared, Order, Point
from firelane.infinity.programs import Program
from firelane.infinity.reacting import active_names
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation
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
    Reset,
    Template,
    Use,
)
from firelane.infinity.skilltable import key_of
from firelane.infinity.space import (
    Survey,
    body,
    enemies_engaged_with,
    item_body,
    objective_body,
    points_along,
)
from firelane.infinity.targets import find_target
from firelane.infinity.templates import affected, shape_of
from firelane.infinity.world import InfinityWorld, Item, Objective, Trooper
from firelane.table.measure import in_contact, in_reach_cylinder
from firelane.table.things import Figure

MOST_POINTS = 6
"""How many points of a route are weighed when the best one for a shot is sought."""


@dataclass(frozen=True, slots=True)
class Try:
    """One attempt before its number is known."""

    case: Situation
    dice: int
    at: Point
    target_name: str = ""
    ammunition: tuple[str, ...] = ()
    automatic: bool = False
    program: Program | None = None
    opposed_by: tuple[int, ...] = ()
    source: str = ""
    """The placed weapon that attacks by itself: who put it down is not told."""

    @property
    def comms(self) -> bool:
        """Whether it is a Comms Attack."""
        return self.program is not None

    @property
    def attack(self) -> bool:
        """Whether it harms somebody."""
        return self.case.skill in {"bs-attack", "cc-attack", "carbonite", "spotlight"}


class Planner:
    """Works out the attempts of one Order."""

    def __init__(self, edition: Edition, world: InfinityWorld, frame: Order) -> None:
        self.edition = edition
        self.world = world
        self.frame = frame
        self.survey = Survey(world, frame.acting)
        self.idle: list[tuple[str, str]] = []
        """Declarations that prove impossible: by whom, which."""

    def tries(self) -> list[Try]:
        """All attempts, the active player's first."""
        active = active_names(self.frame)
        found: list[Try] = []
        names = [*active, *sorted(name for name in self.frame.acting if name not in active)]
        for name in names:
            done = self.frame.acting[name]
            for skill in done.skills:
                made = list(self._of(done, skill, name in active))
                if not made and _rolls(skill):
                    self.idle.append((name, key_of(skill)))
                found += made
        found += self._mines()
        return _opposed(found)

    def _of(self, done: Declared, skill: AnySkill, active: bool) -> Iterable[Try]:
        actor = self.world.troopers[done.trooper]
        match skill:
            case BSAttack():
                return self._shots(actor, skill, active)
            case Template():
                return self._templates(actor, skill, active)
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

    # Shots

    def _shots(self, actor: Trooper, skill: BSAttack, active: bool) -> Iterable[Try]:
        """Rules: c1.bs-attack.2-8, n4-core.burst.2-3."""
        if enemies_engaged_with(self.world, actor) and actor.id in self.frame.engaged:
            return
        known = sheet(actor.sheet).modes.get(skill.weapon)
        if known is None:
            return
        mode, carried = known
        codes = (
            (*mode.ammunition[min(skill.ammunition, len(mode.ammunition) - 1)],)
            if mode.ammunition
            else ("N",)
        )
        points = self._points(actor.id, skill.at)
        best = self._best_point(actor, points, tuple(skill.targets), mode)
        if best is None:
            return
        for name, dice in skill.targets.items():
            found = find_target(self.world, actor.seat, name)
            aim = self._aim(actor, best, found, mode) if found is not None else None
            if found is None or aim is None:
                continue
            figure, cover = aim
            case = Situation(
                actor,
                "bs-attack",
                target=found,
                weapon=mode,
                carried_weapon=carried,
                distance=self._distance(self.survey.at(actor.id, best), figure),
                cover=cover,
                active=active,
                friends_in_combat=self._friends_in_combat(actor, found),
            )
            yield Try(case, dice, best, name, codes)

    def _points(self, name: str, at: int) -> list[Point]:
        points = points_along(self.survey.track(name))
        if 0 <= at < len(points):
            return [points[at]]
        return points

    def _best_point(
        self, actor: Trooper, points: list[Point], targets: tuple[str, ...], mode: WeaponMode
    ) -> Point | None:
        """The point of the shooter's route from which most targets are seen, with the best range."""
        ranked: list[tuple[int, int, int]] = []
        for place, point in enumerate(points):
            seen, mods = 0, 0
            for name in targets:
                found = find_target(self.world, actor.seat, name)
                figure = self._seen_at(actor, point, found) if found is not None else None
                if figure is not None:
                    seen += 1
                    band = mode.band_at(self._distance(self.survey.at(actor.id, point), figure))
                    mods += band.mod if band is not None else -100
            if seen:
                ranked.append((seen, mods, -place))
        return points[-max(ranked)[2]] if ranked else None

    def _figures(self, target: Trooper | Item) -> list[Figure]:
        """The Silhouettes at which a target can be shot: every point of its route in this Order."""
        if isinstance(target, Item):
            return [item_body(target)]
        points = points_along(self.survey.track(target.id))
        spread = max(1, len(points) // MOST_POINTS)
        return [self.survey.at(target.id, p) for p in dict.fromkeys((*points[::spread], points[-1]))]

    def _seen_at(self, actor: Trooper, point: Point, target: Trooper | Item) -> Figure | None:
        for figure in self._figures(target):
            if self.survey.lof(actor.id, point, figure):
                return figure
        return None

    def _aim(
        self, actor: Trooper, point: Point, target: Trooper | Item, mode: WeaponMode | None
    ) -> tuple[Figure, bool] | None:
        """Where on its route the target is shot: the best number for the shooter counts.

        Rules: n4-core.order-sequence.12, n4-core.aro.11, n4-core.cover.1, n4-core.cover.6.
        """
        eyes = self.survey.at(actor.id, point)
        options = []
        for figure in self._figures(target):
            if not self.survey.lof(actor.id, point, figure):
                continue
            sight = self.survey.sight(actor.id, point, figure)
            cover = self._covered(target, sight.gives_cover is not None)
            band = mode.band_at(self._distance(eyes, figure)) if mode is not None else None
            worth = (
                band.mod if band is not None else -100 if mode is not None and mode.bands else 0
            ) - 3 * cover
            options.append((worth, figure, cover))
        if not options:
            return None
        best = max(options, key=lambda option: option[0])
        return best[1], best[2]

    def _covered(self, target: Trooper | Item, touched: bool) -> bool:
        """Rules: n4-core.cover.6, c1.super-jump.6, c1.climb.6, c1.combat-jump.7, c1.nanoscreen.1."""
        if isinstance(target, Item):
            return touched
        done = self.frame.acting.get(target.id)
        if done is not None and any(key_of(s) in {"jump", "combat-jump", "parachutist"} for s in done.skills):
            return False
        if self.survey.on_wall(target.id):
            return False
        return touched or sheet(target.sheet).carries("nanoscreen")

    def _distance(self, a: Figure, b: Figure) -> int:
        return round(self.survey.distance(a, b))

    def _friends_in_combat(self, actor: Trooper, target: Trooper | Item) -> int:
        if isinstance(target, Item):
            return 0
        return sum(foe.seat == actor.seat for foe in enemies_engaged_with(self.world, target))

    # Templates

    def _templates(self, actor: Trooper, skill: Template, active: bool) -> Iterable[Try]:
        """Rules: c1.template-weapon.1-10, n4-core.template.direct.1-6."""
        known = sheet(actor.sheet).modes.get(skill.weapon)
        if known is None or known[0].traits.template is None:
            return
        mode, carried = known
        point = self._points(actor.id, skill.at)[-1] if skill.at < 0 else self._points(actor.id, skill.at)[0]
        codes = mode.ammunition[0] if mode.ammunition else ("N",)
        for direction in skill.directions:
            touched = affected(
                self.survey, shape_of(self.edition, mode), self.survey.at(actor.id, point), direction
            )
            hit = [t for t in touched if t.id != actor.id]
            if any(t.seat == actor.seat for t in hit):
                continue
            for target in hit:
                case = Situation(actor, "bs-attack", target=target, weapon=mode, carried_weapon=carried,
                                 active=active, template=True)  # fmt: skip
                yield Try(case, 0, point, target.id, codes, automatic=True)

    def _mines(self) -> Iterable[Try]:
        """Mines that were set off. Rules: c1.mines.7-9."""
        for name, direction in self.frame.triggered:
            item = self.world.items.get(name)
            if item is None:
                continue
            owner = self.world.troopers[item.owner]
            mode = sheet(owner.sheet).modes[item.weapon][0]
            for target in affected(self.survey, shape_of(self.edition, mode), item_body(item), direction):
                if target.seat == item.seat:
                    continue
                case = Situation(owner, "bs-attack", target=target, weapon=mode, active=False, template=True,
                                 deployed=True)  # fmt: skip
                yield Try(case, 0, (item.x, item.y, item.z), target.id, mode.ammunition[0], automatic=True,
                          source=name)  # fmt: skip

    # Close combat and hacking

    def _strikes(self, actor: Trooper, skill: CCAttack, active: bool) -> Iterable[Try]:
        """Rules: c1.cc-attack.2-7, n4-core.cc-attack.1-2."""
        known = sheet(actor.sheet).modes.get(skill.weapon)
        if known is None:
            return
        mode, carried = known
        codes = mode.ammunition[0] if mode.ammunition else ("N",)
        figure = body(actor)
        for name, dice in skill.targets.items():
            target = self.world.troopers.get(name)
            if target is None or not in_contact(figure, body(target)):
                continue
            case = Situation(actor, "cc-attack", target=target, weapon=mode, carried_weapon=carried,
            active=active,
                             allies_in_contact=self._allies(actor, target))  # fmt: skip
            yield Try(case, dice, self.survey.track(actor.id)[-1], name, codes)

    def _allies(self, actor: Trooper, target: Trooper) -> int:
        mine = enemies_engaged_with(self.world, target)
        return sum(t.seat == actor.seat and t.id != actor.id for t in mine)

    def _hacks(self, actor: Trooper, skill: Hack, active: bool) -> Iterable[Try]:
        """Rules: c1.hacking.1-5, c1.hacker.1-5, c1.carbonite.2, c1.spotlight.2, c1.non-hackable.1."""
        if not sheet(actor.sheet).carries("hacking-device"):
            return
        program = self.edition.data(f"program.{skill.program}", Program)
        for name, dice in skill.targets.items():
            target = self.world.troopers.get(name)
            if target is None or target.marker or not self._in_hacking_area(actor, target):
                continue
            if program.hackable_only and not sheet(target.sheet).facts.is_hackable:
                continue
            case = Situation(actor, skill.program, target=target, active=active)
            yield Try(case, dice, self.survey.track(actor.id)[-1], name, program=program)

    def _in_hacking_area(self, actor: Trooper, target: Trooper) -> bool:
        return any(
            in_reach_cylinder(self.survey.at(target.id, there), self.survey.at(actor.id, here), 8000)
            for here in self.survey.track(actor.id)
            for there in self.survey.track(target.id)
        )

    # Other skills

    def _discoveries(self, actor: Trooper, skill: Discover, active: bool) -> Iterable[Try]:
        """Rules: c1.discover.3-4, c1.discover.8."""
        found = find_target(self.world, actor.seat, skill.target)
        if found is None or not found.marker:
            return
        for point in self._points(actor.id, -1):
            aim = self._aim(actor, point, found, None)
            if aim is None:
                continue
            figure, cover = aim
            mode = sheet(actor.sheet).discover
            case = Situation(actor, "discover", target=found, weapon=mode, cover=cover, active=active,
                             distance=self._distance(self.survey.at(actor.id, point), figure))  # fmt: skip
            yield Try(case, 1, point, skill.target)
            return

    def _cures(self, actor: Trooper, skill: Doctor | Engineer | MediKit, active: bool) -> Iterable[Try]:
        """Rules: c1.doctor.1, c1.engineer.1, c1.medikit.1-2, c1.peripheral-servant.8."""
        target = self.world.troopers.get(skill.target)
        if target is None or target.seat != actor.seat:
            return
        hand = self.world.troopers.get(getattr(skill, "by", "")) or actor
        touching = in_contact(body(hand), body(target))
        if isinstance(skill, MediKit):
            if not target.has("unconscious") or sheet(target.sheet).facts.has_structure:
                return
            if not touching and not skill.shot:
                return
        elif not touching:
            return
        key = key_of(skill)
        case = Situation(actor, key, target=target, active=active)
        yield Try(case, 1, self.survey.track(actor.id)[-1], skill.target)

    def _uses(self, actor: Trooper, skill: Use, active: bool) -> Iterable[Try]:
        """Rules: n4-core.scenario.domination.4, n4-core.scenario.supplies.2."""
        objective = self.world.objectives.get(skill.objective)
        if objective is None or not sheet(actor.sheet).facts.is_specialist or actor.marker:
            return
        if not self._touches_objective(actor, objective):
            return
        case = Situation(actor, "use-objective", active=active)
        yield Try(
            case, 1 if objective.kind == "console" else 0, self.survey.track(actor.id)[-1], objective.id
        )

    def _touches_objective(self, actor: Trooper, objective: Objective) -> bool:
        return in_contact(body(actor), objective_body(objective))


def _rolls(skill: AnySkill) -> bool:
    return isinstance(
        skill,
        BSAttack | Template | CCAttack | Hack | Discover | Doctor | Engineer | MediKit | Use,
    )


def _opposed(tries: list[Try]) -> list[Try]:
    """The attempts with those that oppose each written in.

    Rules: n4-core.face-to-face.1, n4-core.face-to-face.8-9, c1.dodge.4-5, c1.hacker.7-9, c1.reset.2-3,
    c1.template-weapon.10.
    """
    found = []
    for mine in tries:
        places = []
        for place, theirs in enumerate(tries):
            if theirs is mine or theirs.automatic or mine.automatic:
                continue
            if _oppose(mine, theirs) or _oppose(theirs, mine):
                places.append(place)
        found.append(replace(mine, opposed_by=tuple(places)))
    return found


def _oppose(attack: Try, answer: Try) -> bool:
    """Whether the answer stands against the attack."""
    if not attack.attack or attack.target_name != answer.case.actor.id:
        return False
    if answer.attack:
        return answer.target_name == attack.case.actor.id
    return answer.case.skill == ("reset" if attack.comms else "dodge")
