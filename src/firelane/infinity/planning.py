"""From declarations to rolls: which attempts there are, from where, against whom, opposed by what.

Each skill says which rolls it asks for; what they have in common, above all where on its way somebody is seen
and shot, is worked out here.

Rules: order-sequence.resolution, order-sequence.impossible-becomes-idle, order-sequence.choices-fixed,
order-sequence.point-of-shot-open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.forces.weapons import WeaponMode
from firelane.infinity.frames import Order, Point
from firelane.infinity.hooks import Mod
from firelane.infinity.mines import layer_of, mode_of
from firelane.infinity.opposing import Try, opposed
from firelane.infinity.reacting import active_names
from firelane.infinity.situation import Situation, working
from firelane.infinity.space import (
    ZONE_OF_CONTROL,
    Survey,
    body,
    enemies_engaged_with,
    item_body,
    passed,
    points_along,
)
from firelane.infinity.targets import find_target
from firelane.infinity.templates import affected, shape_of
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.table.measure import in_contact, in_reach_cylinder
from firelane.table.things import Figure

MOST_POINTS = 6
"""How many points of a route are weighed when the best one for a shot is sought."""


class Aim(NamedTuple):
    """Where on its route a target is shot, and whether it is in cover there."""

    figure: Figure
    cover: bool

    @property
    def place(self) -> Point:
        """Where the target stands then."""
        return (self.figure.x, self.figure.y, self.figure.z)


class Planner:
    """Works out the attempts of one Order."""

    def __init__(self, edition: Edition, world: InfinityWorld, frame: Order) -> None:
        self.edition = edition
        self.world = world
        self.frame = frame
        self.survey = Survey(world, frame.acting)
        self.idle: list[tuple[str, str]] = []
        """Declarations that prove impossible: by whom, which."""
        self.passed: tuple[Point, ...] = ()
        """The points from which the skill that is being looked at can be used."""
        self._routes: dict[str, list[Figure]] = {}

    def tries(self) -> list[Try]:
        """All attempts, the active player's first."""
        active = active_names(self.frame)
        found: list[Try] = []
        names = [*active, *sorted(name for name in self.frame.acting if name not in active)]
        for name in names:
            done = self.frame.acting[name]
            actor = self.world.troopers[name]
            for half, skill in enumerate(done.skills):
                if not skill.is_rolled:
                    found += skill.plan(self, actor, done, name in active)
                    continue
                self.passed = passed(done, half)
                ahead = half == 0 and len(done.skills) > 1 and done.second_from + 1 < len(done.track)
                decides(ahead, "order-structure.from-points-passed")
                decides(self.survey.on_wall(name), "climb.acts-on-wall", "climbing-plus.acts-on-wall")
                made = list(skill.plan(self, actor, done, name in active))
                if not made:
                    self.idle.append((name, skill.entry))
                found += made
        found += self._mines()
        return opposed(found, self._in_reach_of_dodge, self._sees_source)

    def _mines(self) -> Iterable[Try]:
        """Mines that were set off.

        Rules: mines.types-differ-in-ammunition, mines.triggered, mines.blast, mines.no-blast-without-reach.
        """
        for name, direction in self.frame.triggered:  # mines.blast
            item = self.world.items.get(name)
            if item is None:
                continue
            owner = layer_of(self.world, item)
            mode = mode_of(self.survey, item)
            decides(True, "mines.blast")
            for target in affected(self.survey, shape_of(self.edition, mode), item_body(item), direction):
                case = Situation(owner, "bs-attack", target=target, weapon=mode, active=False, template=True,
                                 deployed=True)  # fmt: skip
                at = (item.x, item.y, item.z)
                # mines.types-differ-in-ammunition
                yield Try(case, 0, at, target.id, mode.ammunition[0], automatic=True, item=name)

    def in_hacking_area(self, actor: Trooper, target: Trooper) -> bool:
        """Whether the target is in the hacker's Hacking Area somewhere on the ways of both."""
        return any(
            in_reach_cylinder(
                self.survey.at(target.id, there), self.survey.at(actor.id, here), ZONE_OF_CONTROL
            )
            for here in self.survey.track(actor.id)
            for there in self.survey.track(target.id)
        )

    def stray(self, case: Situation, point: Point, friend: Trooper) -> Situation:
        """The shot as it is if it hits a friend in the combat. Rules: engaged.stray-shot."""
        aim = self.aim(case.actor, point, friend, case.weapon)
        return replace(case, target=friend, cover=aim is not None and aim.cover)

    def points(self, at: int) -> tuple[Point, ...]:
        """The place of a shot, as declared: so far along the way, or else where the trooper stood by then.

        Rules: order-sequence.choices-fixed, all-at-once.any-point-of-route.
        """
        return (self.passed[at],) if 0 <= at < len(self.passed) else self.passed[-1:]

    def best_point(
        self, actor: Trooper, points: tuple[Point, ...], targets: tuple[str, ...], mode: WeaponMode
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
                    band = mode.band_at(self.distance(actor, point, figure))
                    mods += band.mod if band is not None else -100
            if seen:
                ranked.append((seen, mods, -place))
        if not ranked:
            return self._lookout(actor, points, targets)
        return points[-max(ranked)[2]]

    def _lookout(self, actor: Trooper, points: tuple[Point, ...], targets: tuple[str, ...]) -> Point | None:
        """A point between those that were looked at, from which the shooter sees a target: a slit."""
        if len(points) < 2:
            return None
        found = [find_target(self.world, actor.seat, name) for name in targets]
        return self.survey.lookout(actor.id, [self._figures(target)[-1] for target in found if target])

    def _figures(self, target: Trooper | Item) -> list[Figure]:
        """The Silhouettes at which a target can be shot: every point of its route in this Order."""
        if isinstance(target, Item):
            return [item_body(target)]
        found = self._routes.get(target.id)
        if found is None:
            points = points_along(self.survey.track(target.id))
            spread = max(1, len(points) // MOST_POINTS)
            places = dict.fromkeys((*points[::spread], points[-1]))
            found = self._routes[target.id] = [self.survey.at(target.id, place) for place in places]
        return found

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

    def aim(
        self, actor: Trooper, point: Point, target: Trooper | Item, mode: WeaponMode | None
    ) -> Aim | None:
        """Where on its route the target is shot: the best number for the shooter counts.

        Rules: order-sequence.point-of-shot-open, aro.any-point-of-route, cover.partial, cover.total,
        cover.not-off-the-ground.
        """
        eyes = self.survey.at(actor.id, point)
        ranked = []
        # order-sequence.point-of-shot-open, aro.any-point-of-route
        for figure in self._targets(actor, point, target):
            band = mode.band_at(self._between(eyes, figure)) if mode is not None else None
            missing = -100 if mode is not None and mode.bands else 0
            worth = band.mod if band is not None else missing
            worth += self._into_combat * len(self.friends_in_combat(actor, target, figure))
            ranked.append((worth, figure))
        # The best number first: cover is looked for only where it can still change the choice.
        best: tuple[int, Figure, bool] | None = None
        for worth, figure in sorted(ranked, key=lambda option: -option[0]):
            if best is not None and best[0] >= worth:
                break
            cover = self._covered(target, self.survey.covered(actor.id, point, figure))
            # order-sequence.point-of-shot-open, aro.any-point-of-route
            if best is None or worth - 3 * cover > best[0]:
                best = (worth - 3 * cover, figure, cover)
        if best is None:
            return None
        decides(len(ranked) > 1, "order-sequence.point-of-shot-open")
        decides(len(ranked) > 1 and actor.seat != self.frame.seat, "aro.any-point-of-route")
        return Aim(best[1], best[2])

    def _covered(self, target: Trooper | Item, touched: bool) -> bool:
        """Rules: cover.not-off-the-ground, super-jump.no-cover, climb.no-cover-on-wall,
        climbing-plus.no-cover-on-wall, combat-jump.no-cover, nanoscreen.cover-all-round.
        """
        if isinstance(target, Item):
            return touched
        done = self.frame.acting.get(target.id)
        keys = {skill.entry for skill in done.skills} if done is not None else set()
        if keys & {"jump", "combat-jump", "parachutist"}:  # combat-jump.no-cover, super-jump.no-cover
            decides(touched, "cover.not-off-the-ground")
            decides(touched and "combat-jump" in keys, "combat-jump.no-cover")
            decides("jump" in keys and "super-jump" in working(target), "super-jump.no-cover")
            return False
        # climb.no-cover-on-wall, climbing-plus.no-cover-on-wall, cover.not-off-the-ground
        # climb.no-cover-on-wall, climbing-plus.no-cover-on-wall, cover.not-off-the-ground
        if decides(self.survey.on_wall(target.id), "climb.no-cover-on-wall", "cover.not-off-the-ground"):
            return False
        if decides(touched, "cover.partial"):
            return True
        return decides("nanoscreen" in working(target), "nanoscreen.cover-all-round")

    def distance(self, actor: Trooper, point: Point, figure: Figure) -> int:
        """How far a Silhouette is from an actor at a point of its way, in mils."""
        return self._between(self.survey.at(actor.id, point), figure)

    def _between(self, one: Figure, other: Figure) -> int:
        return round(self.survey.distance(one, other))

    @property
    def _into_combat(self) -> int:
        return self.edition.data("into-combat", Mod).mod

    def friends_in_combat(self, actor: Trooper, target: Trooper | Item, figure: Figure) -> list[Trooper]:
        """The shooter's friends in close combat with the target, where on its route it is shot.

        Rules: bs-attack.into-combat, engaged.shot-from-outside, bs-attack.into-combat-adds-up.
        """
        if isinstance(target, Item) or target.seat == actor.seat or target.id not in self.frame.engaged:
            return []
        foes = enemies_engaged_with(self.world, target)
        # engaged.shot-from-outside, bs-attack.into-combat-adds-up
        return [foe for foe in foes if foe.seat == actor.seat and in_contact(figure, body(foe))]

    def _in_reach_of_dodge(self, dodge: Try, attack: Try) -> bool:
        """What comes from outside both ZoC and LoF cannot be dodged. Rules: dodge.out-of-reach."""
        near = self._sees_source(dodge, attack) or any(
            in_reach_cylinder(self._source(attack), figure, ZONE_OF_CONTROL)
            for figure in self._dodging(dodge)
        )
        decides(not near, "dodge.out-of-reach")
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
        """Whether the dodger has LoF to where the attack comes from.

        Rules: lof.in-combat, engaged.sees-only-combat.
        """
        if attack.case.skill == "cc-attack":
            return True
        name = dodge.case.actor.id
        if name in self.frame.engaged:
            return False
        source = self._source(attack)
        return any(self.survey.lof(name, point, source) for point in self.survey.track(name))
