"""Shots: from where on the way, at what of the target's, with which ammunition, in cover or not."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.forces.carried import Carried
from firelane.forces.weapons import WeaponMode
from firelane.infinity.frames import Order, Point
from firelane.infinity.hooks import Mod
from firelane.infinity.opposing import Try
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, working
from firelane.infinity.skills import (
    ANYWHERE,
    BSAttack,
)
from firelane.infinity.skilltable import key_of
from firelane.infinity.space import (
    Survey,
    body,
    enemies_engaged_with,
    item_body,
    points_along,
)
from firelane.infinity.targets import find_target
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.table.measure import in_contact
from firelane.table.things import Figure

MOST_POINTS = 6
"""How many points of a route are weighed when the best one for a shot is sought."""


class Aiming:
    """Space and shots of one Order."""

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

    def _shots(self, actor: Trooper, skill: BSAttack, active: bool) -> Iterable[Try]:
        """Rules: c1.bs-attack.2-8, c1.engaged.4-5, n4-core.burst.2-3."""
        if actor.id in self.frame.engaged:  # c1.bs-attack.3
            return
        known = sheet(actor.sheet).modes.get(skill.weapon)
        if known is None:
            return
        mode, carried = known
        codes = ammunition_of(actor, mode, carried, "bs-attack", skill.ammunition)
        names = tuple(skill.targets)
        points = self.passed if skill.at == ANYWHERE else self._points(actor.id, skill.at)  # c1.bs-attack.5
        best = self._best_point(actor, points, names, mode)
        if decides(best is None, "c1.bs-attack.2"):
            decides(self.survey.sees_all_round(actor.id), "n4-core.lof.4")
            return
        assert best is not None
        decides(best != self.passed[-1], "c1.bs-attack.5", "n4-core.all-at-once.2")
        decides(skill.at >= 0, "n4-core.order-sequence.11")
        decides(len(names) > 1, "c1.bs-attack.6", "c1.bs-attack.7", "n4-core.burst.2")
        decides(len(both_kinds(actor, mode)) > 1, "c1.pistol.1")
        for name, dice in skill.targets.items():  # c1.bs-attack.6, n4-core.burst.2
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
            yield Try(case, dice, best, name, codes, strays=strays, aimed=place_of(figure))

    def _stray(self, case: Situation, point: Point, friend: Trooper) -> Situation:
        """The shot as it is if it hits a friend in the combat. Rules: c1.engaged.6."""
        aim = self._aim(case.actor, point, friend, case.weapon)
        return replace(case, target=friend, cover=aim is not None and aim[1])

    def _points(self, name: str, at: int) -> tuple[Point, ...]:
        """The place of a shot, as declared: so far along the way, or else where the trooper stood by then.

        Rules: n4-core.order-sequence.11, n4-core.all-at-once.2.
        """
        return (self.passed[at],) if 0 <= at < len(self.passed) else self.passed[-1:]

    def _best_point(
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
                    band = mode.band_at(self._distance(self.survey.at(actor.id, point), figure))
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

    def _aim(
        self, actor: Trooper, point: Point, target: Trooper | Item, mode: WeaponMode | None
    ) -> tuple[Figure, bool] | None:
        """Where on its route the target is shot: the best number for the shooter counts.

        Rules: n4-core.order-sequence.12, n4-core.aro.11, n4-core.cover.1-2, n4-core.cover.6.
        """
        eyes = self.survey.at(actor.id, point)
        ranked = []
        for figure in self._targets(actor, point, target):  # n4-core.order-sequence.12, n4-core.aro.11
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
            if best is None or worth - 3 * cover > best[0]:  # n4-core.order-sequence.12, n4-core.aro.11
                best = (worth - 3 * cover, figure, cover)
        if best is None:
            return None
        decides(len(ranked) > 1, "n4-core.order-sequence.12")
        decides(len(ranked) > 1 and actor.seat != self.frame.seat, "n4-core.aro.11")
        return best[1], best[2]

    def _covered(self, target: Trooper | Item, touched: bool) -> bool:
        """Rules: n4-core.cover.6, c1.super-jump.6, c1.climb.6, c1.climbing-plus.6, c1.combat-jump.7,
        c1.nanoscreen.1.
        """
        if isinstance(target, Item):
            return touched
        done = self.frame.acting.get(target.id)
        keys = {key_of(skill) for skill in done.skills} if done is not None else set()
        if keys & {"jump", "combat-jump", "parachutist"}:  # c1.combat-jump.7, c1.super-jump.6
            decides(touched, "n4-core.cover.6")
            decides(touched and "combat-jump" in keys, "c1.combat-jump.7")
            decides("jump" in keys and "super-jump" in working(target), "c1.super-jump.6")
            return False
        # c1.climb.6, c1.climbing-plus.6, n4-core.cover.6
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

        Rules: c1.bs-attack.8, c1.engaged.5, n4-core.bs-attack.5.
        """
        if isinstance(target, Item) or target.seat == actor.seat or target.id not in self.frame.engaged:
            return []
        foes = enemies_engaged_with(self.world, target)
        # c1.engaged.5, n4-core.bs-attack.5
        return [foe for foe in foes if foe.seat == actor.seat and in_contact(figure, body(foe))]


def place_of(figure: Figure) -> Point:
    """Where a Silhouette stands."""
    return (figure.x, figure.y, figure.z)


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
