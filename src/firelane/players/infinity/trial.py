"""A trooper's Order tried out: where it would be, who would get to react, and what the exchange would bring.

Places and sight are measured exactly, by the engine's own survey of the world with the trooper moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from firelane.forces.weapons import WeaponMode
from firelane.infinity.acting import begin, way_of
from firelane.infinity.frames import Declared, Point
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import CloseAttack, Movement, RangedAttack, TemplateUse
from firelane.infinity.space import Survey, body, enemies_engaged_with, points_along
from firelane.infinity.world import Trooper
from firelane.players.infinity.duels import NOTHING, Outcome, Strike, blow, dodge, exchange, shot
from firelane.players.infinity.scene import Scene, guns
from firelane.table.measure import in_contact

POINTS = 4
"""At how many points of a route a reaction is looked at."""


class Aim(NamedTuple):
    """The best shot at one enemy."""

    foe: Trooper
    mode: WeaponMode
    choice: int
    strike: Strike
    outcome: Outcome


class Trial:
    """One trooper of one's own, having gone a way."""

    def __init__(
        self, scene: Scene, trooper: Trooper, way: Sequence[Point] = (), prone: bool = False
    ) -> None:
        self.scene = scene
        done = scene.acting.get(trooper.id) or begin(trooper)
        track = (*done.track, *way) if way else done.track
        x, y, z = track[-1]
        self.end: Point = track[-1]
        self.trooper = replace(trooper, x=x, y=y, z=z, prone=prone)
        self.moves = len(track) > 1
        world = replace(scene.world, troopers={**scene.world.troopers, trooper.id: self.trooper})
        self.done: Declared = replace(done, track=track, moved=done.moved or bool(way))
        self.survey = Survey(world, {**scene.acting, trooper.id: self.done})
        self.world = world
        self._strikes: dict[str, Strike] | None = None
        self._aims: dict[tuple[str, bool], Aim | None] = {}

    @property
    def reactions(self) -> dict[str, Strike]:
        """The enemies that see the trooper anywhere on its way, each with the shot it would answer with."""
        if self._strikes is None:
            seen = points_seen(self.survey, [foe.id for foe in self.scene.foes], self.trooper.id)
            by_id = {foe.id: foe for foe in self.scene.foes}
            self._strikes = {
                name: self._answer(by_id[name], points)
                for name, points in seen.items()
                if not enemies_engaged_with(self.world, by_id[name])
            }
        return self._strikes

    def _answer(self, foe: Trooper, points: Sequence[Point]) -> Strike:
        """The best reaction at the few points that matter: whoever shoots takes the best one."""
        given = self.scene.acting.get(foe.id)
        if given is not None and given.skills:
            return self.declared(foe, given, points)
        best, most = NOTHING, 0.0
        here = (foe.x, foe.y, foe.z)
        for point in points:
            figure = self.survey.at(self.trooper.id, point)
            away = round(self.survey.distance(body(foe), figure))
            cover = self.survey.covered(foe.id, here, figure)
            for mode in guns(foe):
                strike = shot(self.scene.edition, self.world, foe, mode, self.trooper, away, cover, False,
                              surprised=bool(self.trooper.marker))  # fmt: skip
                value = exchange(self.scene.ruleset, NOTHING, strike, self.trooper.points, 1).taken
                if value > most:
                    best, most = strike, value
        return best if most else dodge(self.scene.edition, foe)

    def declared(self, foe: Trooper, given: Declared, points: Sequence[Point]) -> Strike:
        """The reaction that was declared, as far as it bears on this trooper."""
        skill = given.skills[-1]
        if skill.term == "evading":
            return dodge(self.scene.edition, foe)
        if isinstance(skill, RangedAttack | TemplateUse):
            known = sheet(foe.sheet).modes.get(skill.weapon)
            aimed = isinstance(skill, TemplateUse) or self.trooper.id in skill.targets
            if known is None or not aimed or not points:
                return NOTHING
            figure = self.survey.at(self.trooper.id, points[-1])
            away = round(self.survey.distance(body(foe), figure))
            cover = self.survey.covered(foe.id, (foe.x, foe.y, foe.z), figure)
            return shot(
                self.scene.edition, self.world, foe, known[0], self.trooper, away, cover, active=False
            )
        if isinstance(skill, CloseAttack):
            known = sheet(foe.sheet).modes.get(skill.weapon)
            if known is not None:
                return blow(self.scene.edition, self.world, foe, known[0], self.trooper, False, 0)
        return NOTHING

    def aim(self, foe: Trooper, opposed: bool) -> Aim | None:
        """The best shot at an enemy from where the trooper is now; None if there is none."""
        key = (foe.id, opposed)
        if key not in self._aims:
            self._aims[key] = self._aim(foe, opposed)
        return self._aims[key]

    def _aim(self, foe: Trooper, opposed: bool) -> Aim | None:
        name, scene = self.trooper.id, self.scene
        figure = body(foe)
        if not self.sees(foe):
            return None
        away = round(self.survey.distance(self.survey.at(name, self.end), figure))
        cover = self.survey.covered(name, self.end, figure)
        friends = sum(t.seat == self.trooper.seat for t in enemies_engaged_with(self.world, foe))
        answer = self.reactions.get(foe.id, NOTHING) if opposed else NOTHING
        best: Aim | None = None
        most = 0.0
        for mode in guns(self.trooper):
            for choice in range(max(1, len(mode.ammunition))):
                strike = shot(scene.edition, self.world, self.trooper, mode, foe, away, cover, True,
                              choice=choice, friends=friends)  # fmt: skip
                if strike.value <= 0:
                    continue
                found = exchange(scene.ruleset, strike, answer, self.trooper.points, foe.points)
                net = found.given * scene.worths[foe.id] - found.taken * scene.worths[name]
                net -= 0.05 * bool(mode.traits.disposable)
                if best is None or net > most:
                    best, most = Aim(foe, mode, choice, strike, found), net
        return best

    def harm(self, met: Outcome | None = None, by: str = "", answer: Strike = NOTHING) -> float:
        """The part of its worth that the trooper is expected to lose to all who react.

        `met` is what it loses face to face with the enemy `by`; others shoot unanswered, or meet `answer`.
        """
        left = 1.0 - (met.taken if met is not None else 0.0)
        for name, strike in self.reactions.items():
            if name != by and strike.dice and not strike.dodge:
                taken = exchange(self.scene.ruleset, answer, strike, self.trooper.points, 1).taken
                left *= 1.0 - taken
        return 1.0 - left

    def sees(self, foe: Trooper) -> bool:
        """Whether the trooper has an enemy in its Line of Fire at the end of its way."""
        return self.survey.lof(self.trooper.id, self.end, body(foe))

    def touches(self, foe: Trooper) -> bool:
        """Whether the trooper is in contact with an enemy at the end of its way."""
        return in_contact(body(self.trooper), body(foe))


def points_seen(survey: Survey, watchers: Sequence[str], mover: str) -> dict[str, list[Point]]:
    """Who sees a mover anywhere on its way, and at which of a few points: at the last if at none of them."""
    places = points_along(survey.track(mover))
    some = [places[n] for n in sorted({len(places) * part // (POINTS - 1) for part in range(POINTS - 1)})]
    some = list(dict.fromkeys((*some, places[-1])))
    figures = [survey.at(mover, point) for point in some]
    found = {}
    for name in survey.seen_from(watchers, mover):
        free = survey.lofs(name, survey.track(name)[-1], figures)
        found[name] = [point for point, seen in zip(some, free, strict=True) if seen] or [places[-1]]
    return found


def way_to(scene: Scene, trooper: Trooper, move: Movement) -> tuple[Point, ...] | None:
    """The points of a Move without its start; None if it cannot be gone."""
    done = scene.acting.get(trooper.id) or begin(trooper)
    report = move.path(scene.world, trooper, done)
    if not report.legal:
        return None
    stopped = scene.world.troopers.get(report.stopped_by)
    if stopped is not None and stopped.marker:
        return None
    return way_of(report)[1:]
