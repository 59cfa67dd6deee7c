"""From declarations to rolls: which attempts there are, from where, against whom, opposed by what.

Rules: n4-core.order-sequence.7, n4-core.order-sequence.10-12, n4-core.face-to-face.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.forces.carried import Carried
from firelane.forces.weapons import WeaponMode
from firelane.infinity.combat import allies_in_contact, touched, way_so_far, whole_way
from firelane.infinity.frames import Declared, Order, Point
from firelane.infinity.hooks import Mod, Visor
from firelane.infinity.mines import mode_of
from firelane.infinity.names import (
    CUT_OFF,
    DEFENSIVE_HACKING,
    DISCONNECTED,
    EMBRYO,
    IMMOBILIZED,
    TARGETED,
    UNCONSCIOUS,
)
from firelane.infinity.objectives import refuse_use, touches
from firelane.infinity.programs import Program, may_hit
from firelane.infinity.reacting import active_names
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst, working
from firelane.infinity.skills import (
    ANYWHERE,
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
    Survey,
    body,
    enemies_engaged_with,
    is_null,
    item_body,
    passed,
    points_along,
)
from firelane.infinity.targets import find_target
from firelane.infinity.templates import affected, harms, laid_from, shape_of, spread
from firelane.infinity.world import InfinityWorld, Item, Place, Trooper
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
    item: str = ""
    """The mine that goes off, where one does."""
    strays: tuple[Situation, ...] = ()
    """The same shot at each friend that a miss may hit."""
    opposed_by: tuple[int, ...] = ()
    evades: tuple[int, ...] = ()
    """The templates that a Dodge avoids by a Normal Roll."""
    unseen: frozenset[int] = frozenset()
    """Of both, those that come from outside the dodger's Line of Fire."""

    @property
    def comms(self) -> bool:
        """Whether it is a Comms Attack."""
        return self.program is not None

    @property
    def attack(self) -> bool:
        """Whether it harms somebody."""
        return self.program is not None or self.case.skill in {"bs-attack", "cc-attack"}


class Planner:
    """Works out the attempts of one Order."""

    def __init__(self, edition: Edition, world: InfinityWorld, frame: Order) -> None:
        self.edition = edition
        self.world = world
        self.frame = frame
        self.survey = Survey(world, frame.acting)
        self.idle: list[tuple[str, str]] = []
        """Declarations that prove impossible: by whom, which."""
        self.passed: list[Point] = []
        """The points from which the skill that is being looked at can be used."""

    def tries(self) -> list[Try]:
        """All attempts, the active player's first."""
        active = active_names(self.frame)
        found: list[Try] = []
        names = [*active, *sorted(name for name in self.frame.acting if name not in active)]
        for name in names:
            done = self.frame.acting[name]
            for half, skill in enumerate(done.skills):
                self.passed = passed(done, half)
                ahead = half == 0 and len(done.skills) > 1 and done.second_from + 1 < len(done.track)
                decides(ahead and _rolls(skill), "n4-core.order-structure.6")
                decides(_rolls(skill) and self.survey.on_wall(name), "c1.climb.4")
                made = list(self._of(done, skill, name in active))
                if not made and _rolls(skill):
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

    # Shots

    def _shots(self, actor: Trooper, skill: BSAttack, active: bool) -> Iterable[Try]:
        """Rules: c1.bs-attack.2-8, c1.engaged.4-5, n4-core.burst.2-3."""
        if actor.id in self.frame.engaged:
            return
        known = sheet(actor.sheet).modes.get(skill.weapon)
        if known is None:
            return
        mode, carried = known
        codes = ammunition_of(actor, mode, carried, "bs-attack", skill.ammunition)
        names = tuple(skill.targets)
        points = self.passed if skill.at == ANYWHERE else self._points(actor.id, skill.at)
        best = self._best_point(actor, points, names, mode)
        if decides(best is None, "c1.bs-attack.2"):
            decides(self.survey.sees_all_round(actor.id), "n4-core.lof.4")
            return
        assert best is not None
        decides(best != self.passed[-1], "c1.bs-attack.5", "n4-core.all-at-once.2")
        decides(skill.at >= 0, "n4-core.order-sequence.11")
        decides(len(names) > 1, "c1.bs-attack.6", "c1.bs-attack.7", "n4-core.burst.2")
        decides(len(both_kinds(actor, mode)) > 1, "c1.pistol.1")
        for name, dice in skill.targets.items():
            found = find_target(self.world, actor.seat, name)
            aim = self._aim(actor, best, found, mode) if found is not None else None
            if found is None or decides(aim is None, "n4-core.burst.3"):
                continue
            assert aim is not None
            figure, cover = aim
            friends = self._friends_in_combat(actor, found, figure)
            case = Situation(
                actor,
                "bs-attack",
                target=found,
                weapon=mode,
                carried_weapon=carried,
                distance=self._distance(self.survey.at(actor.id, best), figure),
                cover=cover,
                active=active,
                friends_in_combat=len(friends),
            )
            strays = tuple(self._stray(case, best, friend) for friend in friends)
            decides(isinstance(found, Item), "c1.mines.5", "c1.place-deployable.5")
            yield Try(case, dice, best, name, codes, strays=strays)

    def _stray(self, case: Situation, point: Point, friend: Trooper) -> Situation:
        """The shot as it is if it hits a friend in the combat. Rules: c1.engaged.6."""
        aim = self._aim(case.actor, point, friend, case.weapon)
        return replace(case, target=friend, cover=aim is not None and aim[1])

    def _points(self, name: str, at: int) -> list[Point]:
        """The place of a shot, as declared: so far along the way, or else where the trooper stood by then.

        Rules: n4-core.order-sequence.11, n4-core.all-at-once.2.
        """
        return [self.passed[at]] if 0 <= at < len(self.passed) else self.passed[-1:]

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
        if not ranked:
            return self._lookout(actor, points, targets)
        return points[-max(ranked)[2]]

    def _lookout(self, actor: Trooper, points: list[Point], targets: tuple[str, ...]) -> Point | None:
        """A point between those that were looked at, from which the shooter sees a target: a slit."""
        if len(points) < 2:
            return None
        found = [find_target(self.world, actor.seat, name) for name in targets]
        return self.survey.lookout(actor.id, [self._figures(target)[-1] for target in found if target])

    def _figures(self, target: Trooper | Item) -> list[Figure]:
        """The Silhouettes at which a target can be shot: every point of its route in this Order."""
        if isinstance(target, Item):
            return [item_body(target)]
        points = points_along(self.survey.track(target.id))
        spread = max(1, len(points) // MOST_POINTS)
        return [self.survey.at(target.id, p) for p in dict.fromkeys((*points[::spread], points[-1]))]

    def _seen_at(self, actor: Trooper, point: Point, target: Trooper | Item) -> Figure | None:
        return next(iter(self._targets(actor, point, target)), None)

    def _targets(self, actor: Trooper, point: Point, target: Trooper | Item) -> list[Figure]:
        """The Silhouettes of a target to which a shooter at a point has LoF, along the target's route.

        Where none of the points looked at is seen the route is solved: a slit between two of them counts.
        """
        figures = self._figures(target)
        seen = self.survey.lofs(actor.id, point, figures)
        found = [figure for figure, free in zip(figures, seen, strict=True) if free]
        if not found and len(figures) > 1 and len(self.survey.track(actor.id)) == 1:
            slit = self.survey.slit(actor.id, target.id)
            return [self.survey.at(target.id, slit)] if slit is not None else []
        return found

    def _aim(
        self, actor: Trooper, point: Point, target: Trooper | Item, mode: WeaponMode | None
    ) -> tuple[Figure, bool] | None:
        """Where on its route the target is shot: the best number for the shooter counts.

        Rules: n4-core.order-sequence.12, n4-core.aro.11, n4-core.cover.1, n4-core.cover.6.
        """
        eyes = self.survey.at(actor.id, point)
        ranked = []
        for figure in self._targets(actor, point, target):
            band = mode.band_at(self._distance(eyes, figure)) if mode is not None else None
            missing = -100 if mode is not None and mode.bands else 0
            worth = band.mod if band is not None else missing
            worth += self._into_combat * len(self._friends_in_combat(actor, target, figure))
            ranked.append((worth, figure))
        # The best number first: cover is looked for only where it can still change the choice.
        best: tuple[int, Figure, bool] | None = None
        for worth, figure in sorted(ranked, key=lambda option: -option[0]):
            if best is not None and best[0] >= worth:
                break
            cover = self._covered(target, self.survey.covered(actor.id, point, figure))
            if best is None or worth - 3 * cover > best[0]:
                best = (worth - 3 * cover, figure, cover)
        if best is None:
            return None
        decides(len(ranked) > 1, "n4-core.order-sequence.12")
        decides(len(ranked) > 1 and actor.seat != self.frame.seat, "n4-core.aro.11")
        return best[1], best[2]

    def _covered(self, target: Trooper | Item, touched: bool) -> bool:
        """Rules: n4-core.cover.6, c1.super-jump.6, c1.climb.6, c1.combat-jump.7, c1.nanoscreen.1."""
        if isinstance(target, Item):
            return touched
        done = self.frame.acting.get(target.id)
        keys = {key_of(skill) for skill in done.skills} if done is not None else set()
        if keys & {"jump", "combat-jump", "parachutist"}:
            decides(touched, "n4-core.cover.6")
            decides(touched and "combat-jump" in keys, "c1.combat-jump.7")
            decides("jump" in keys and "super-jump" in working(target), "c1.super-jump.6")
            return False
        if decides(self.survey.on_wall(target.id), "c1.climb.6", "n4-core.cover.6"):
            return False
        if decides(touched, "n4-core.cover.1"):
            return True
        return decides("nanoscreen" in working(target), "c1.nanoscreen.1")

    def _distance(self, a: Figure, b: Figure) -> int:
        return round(self.survey.distance(a, b))

    @property
    def _into_combat(self) -> int:
        return self.edition.data("into-combat", Mod).mod

    def _friends_in_combat(self, actor: Trooper, target: Trooper | Item, figure: Figure) -> list[Trooper]:
        """The shooter's friends in close combat with the target, where on its route it is shot.

        Rules: c1.bs-attack.8, c1.engaged.5.
        """
        if isinstance(target, Item) or target.seat == actor.seat or target.id not in self.frame.engaged:
            return []
        foes = enemies_engaged_with(self.world, target)
        return [foe for foe in foes if foe.seat == actor.seat and in_contact(figure, body(foe))]

    # Templates

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
        for direction in skill.directions:
            touched = affected(self.survey, shape, user, direction)
            friends = any(isinstance(t, Trooper) and t.seat == actor.seat for t in touched)
            if harms(mode) and decides(friends, "c1.template-weapon.8", "n4-core.template.8"):
                continue
            decides(touched, "n4-core.template.3", "n4-core.template.direct.1", "c1.template-weapon.4")
            decides(len(touched) > 1, "c1.template-weapon.1")
            for target in spread(self.world, self.frame.engaged, touched):
                case = Situation(actor, "bs-attack", target=target, weapon=mode, carried_weapon=carried,
                                 active=active, template=True)  # fmt: skip
                yield Try(case, 0, point, target.id, codes, automatic=True)

    def _mines(self) -> Iterable[Try]:
        """Mines that were set off. Rules: c1.mines.2, c1.mines.7-9."""
        for name, direction in self.frame.triggered:
            item = self.world.items.get(name)
            if item is None:
                continue
            owner = self.world.troopers[item.owner]
            mode = mode_of(self.survey, item)
            decides(True, "c1.mines.8")
            for target in affected(self.survey, shape_of(self.edition, mode), item_body(item), direction):
                case = Situation(owner, "bs-attack", target=target, weapon=mode, active=False, template=True,
                                 deployed=True)  # fmt: skip
                at = (item.x, item.y, item.z)
                yield Try(case, 0, at, target.id, mode.ammunition[0], automatic=True, item=name)

    # Close combat and hacking

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
            yield Try(case, min(dice, most), at, name, codes)

    def _in_contact(self, actor: Trooper, target: Trooper) -> bool:
        """Contact where the actor declared it, with the target anywhere on its way. Rules: n4-core.aro.11."""
        here = way_so_far(actor, self.frame.acting.get(actor.id))
        return touched(actor, here, target, whole_way(target, self.frame.acting.get(target.id)))

    def _hacks(self, actor: Trooper, skill: Hack, active: bool) -> Iterable[Try]:
        """Rules: c1.hacking.1-5, c1.hacker.1-5, c1.carbonite.2, c1.spotlight.2, c1.non-hackable.1."""
        if not sheet(actor.sheet).carries("hacking-device"):
            return
        program = self.edition.data(f"program.{skill.program}", Program)
        for name, dice in skill.targets.items():
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

    # Other skills

    def _discoveries(self, actor: Trooper, skill: Discover, active: bool) -> Iterable[Try]:
        """Rules: c1.discover.3-4, c1.discover.8."""
        found = find_target(self.world, actor.seat, skill.target)
        if found is None or not found.marker:
            decides(True, "c1.discover.8")
            return
        fresh = skill.target not in actor.failed and self.world.round in actor.failed.values()
        decides(fresh, "c1.discover.6")
        for point in self.passed:
            aim = self._aim(actor, point, found, None)
            if aim is None:
                continue
            figure, cover = aim
            mode = sheet(actor.sheet).discover
            case = Situation(actor, "discover", target=found, weapon=mode, cover=cover, active=active,
                             distance=self._distance(self.survey.at(actor.id, point), figure))  # fmt: skip
            decides(True, "n4-core.range.3")
            yield Try(case, 1, point, skill.target, automatic=self._finds(actor))
            return
        decides(True, "c1.discover.3")

    def _finds(self, actor: Trooper) -> bool:
        """Whether its Discover succeeds without a roll. Rules: c1.multispectral-visor.l3.2."""
        worn = (self.edition[key].rule.data for key in working(actor) if key in self.edition)
        return any(isinstance(figures, Visor) and figures.finds for figures in worn)

    def _cures(self, actor: Trooper, skill: Doctor | Engineer | MediKit, active: bool) -> Iterable[Try]:
        """Rules: c1.doctor.1, c1.engineer.1, c1.medikit.1-2, c1.peripheral-servant.8."""
        target = self.world.troopers.get(skill.target)
        if target is None or not treatable(actor, skill, target):
            return
        hand = self.world.troopers.get(getattr(skill, "by", "")) or actor
        decides(hand is not actor, "c1.peripheral-servant.8", "c1.peripheral-servant.9")
        decides(isinstance(skill, MediKit) and "paramedic" in working(actor), "c1.paramedic.1")
        at = self.survey.track(actor.id)[-1]
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
        yield Try(case, 1, point, patient.id)

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

    # Who stands against whom

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


Between = Callable[[Try, Try], bool]


def opposed(tries: Sequence[Try], in_reach: Between, sees: Between) -> list[Try]:
    """The attempts with those that oppose each written in.

    Of a Dodge and an attack, `in_reach` tells whether the attack can be dodged, `sees` whether it is seen.

    Rules: n4-core.face-to-face.1, n4-core.face-to-face.8-9, c1.dodge.4-5, c1.dodge.12, c1.hacker.7-9,
    c1.reset.2-3, c1.template-weapon.10, n4-core.template.direct.4-5.
    """
    found = []
    for mine in tries:
        places, evades, unseen = [], [], set()
        for place, theirs in enumerate(tries):
            if theirs is mine or mine.automatic:
                continue
            if theirs.automatic:
                met = mine.attack and theirs.case.template and mine.target_name == theirs.case.actor.id
                decides(met and _at(theirs, mine), "n4-core.template.direct.5", "c1.template-weapon.10")
                if theirs.attack and mine.case.skill == "dodge" and _at(theirs, mine):
                    evades.append(place)
                    decides(True, "n4-core.template.direct.4")
                    if not sees(mine, theirs):
                        unseen.add(place)
            elif _answers(mine, theirs, in_reach) or _answers(theirs, mine, in_reach):
                places.append(place)
                if mine.case.skill == "dodge" and not sees(mine, theirs):
                    unseen.add(place)
        found.append(replace(mine, opposed_by=tuple(places), evades=tuple(evades), unseen=frozenset(unseen)))
    return found


def _answers(attack: Try, answer: Try, in_reach: Between) -> bool:
    """Whether the answer stands against the attack: then the two make a Face to Face roll.

    Rules: n2.defensive-hacking.3.
    """
    if attack.comms and answer.case.skill == DEFENSIVE_HACKING:  # for whoever is hacked
        return answer.target_name == attack.case.actor.id
    if not attack.attack or not _at(attack, answer):
        return False
    if answer.attack:
        back = answer.target_name == attack.case.actor.id
        if back and attack.comms:
            decides(answer.comms, "c1.hacker.7")
            decides(not answer.comms, "c1.hacker.8")
        keys = (attack.case.skill, answer.case.skill)
        decides(back and keys == ("cc-attack", "bs-attack"), "c1.cc-attack.4")
        return back
    if attack.comms:
        decides(answer.case.skill == "dodge", "c1.dodge.5", "c1.hacker.9")
        return decides(answer.case.skill == "reset", "c1.reset.2", "c1.hacker.10")
    return answer.case.skill == "dodge" and in_reach(answer, attack)


def _at(attack: Try, answer: Try) -> bool:
    """Whether the attack is directed at whoever gives the answer."""
    return attack.target_name == answer.case.actor.id


def ammunition_of(
    actor: Trooper, mode: WeaponMode, carried: Carried, skill: str, choice: int = 0
) -> tuple[str, ...]:
    """The ammunition of an attack: what the weapon's profile lists, and what brackets add to it.

    Rules: c1.ammunition.1, c1.ammo-ap.5.
    """
    chosen = mode.ammunition[min(choice, len(mode.ammunition) - 1)] if mode.ammunition else ()
    own = sheet(actor.sheet).carried(skill)
    added = (*carried.ammunition, *(own.ammunition if own is not None else ()))
    return tuple(dict.fromkeys((*chosen, *added))) or ("N",)


def both_kinds(actor: Trooper, mode: WeaponMode) -> set[bool]:
    """Whether the weapon of this mode shoots (False), strikes (True), or does both, as a pistol does."""
    modes = (each for each, _ in sheet(actor.sheet).modes.values() if each.weapon == mode.weapon)
    return {each.traits.cc for each in modes}


def treatable(actor: Trooper, skill: Doctor | Engineer | MediKit, target: Trooper) -> bool:
    """Whether there is something about this target for the skill to cure.

    Rules: c1.doctor.1, c1.engineer.2, c1.engineer.4-5, c1.medikit.1, c1.disconnected.6-7.
    """
    if target.seat != actor.seat or target.place is not Place.TABLE:
        return False
    facts = sheet(target.sheet).facts
    if not isinstance(skill, Engineer):
        return target.has(UNCONSCIOUS) and not facts.has_structure
    if skill.cure in (*IMMOBILIZED, TARGETED):
        return target.has(skill.cure)
    if skill.cure == DISCONNECTED:
        return target.has(DISCONNECTED) and not target.has(CUT_OFF)
    return skill.cure in ("", UNCONSCIOUS) and facts.has_structure and target.points < facts.wounds


def _rolls(skill: AnySkill) -> bool:
    return isinstance(
        skill,
        BSAttack | Template | CCAttack | Hack | Discover | Doctor | Engineer | MediKit | Use,
    )
