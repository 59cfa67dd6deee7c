"""Move: go along a route, lie down, get up, turn."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.infinity.acting import allowance, begin, check_move, has_moved, move_rules
from firelane.infinity.bars import statement_of
from firelane.infinity.combat import crowded, hidden_enemy_at
from firelane.infinity.frames import Declared
from firelane.infinity.naming import place_in_words
from firelane.infinity.proposals.ventures import venture
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import (
    FACING,
    ChoiceSlot,
    Declaration,
    Judging,
    Movement,
    SlotKind,
    Waypoint,
)
from firelane.infinity.space import body
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.movement import PathReport, Way
from firelane.table.movement import Waypoint as TableWaypoint
from firelane.table.things import Posture
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.sampling import SkillSampler

ARROWS = "→↗↑↖←↙↓↘"
DIRECTIONS = tuple(range(0, 360, 30))


class Move(Movement, frozen=True, kw_only=True):
    """Go along a route; `prone` is the posture chosen at its start, `facing` where it looks afterwards."""

    keeps_surprise: ClassVar[bool] = True
    is_way_shown: ClassVar[bool] = True

    route: tuple[Waypoint, ...]
    prone: bool = False

    @property
    def posture(self) -> bool | None:
        return self.prone

    @property
    def end(self) -> tuple[int, int, int]:
        return self.route[-1][:3]

    def path(self, world: InfinityWorld, trooper: Trooper, done: Declared) -> PathReport:
        facts = sheet(trooper.sheet)
        posture, figure = Posture.PRONE if self.prone else Posture.STANDING, body(trooper)
        if figure.posture is not posture:
            figure = replace(figure, posture=posture)
        way = tuple([TableWaypoint(x, y, z, Way(how)) for x, y, z, how in self.route])
        return check_move(world, figure, way, move_rules(facts, allowance(facts, done, self.prone)))

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: move.first, move.second, move.narrow-passage, move.needs-room, measuring.movement-steps,
        camouflaged.cannot-be-touched.
        """
        world, trooper = case.world, case.trooper
        if self.prone and not sheet(trooper.sheet).can_be_prone():
            return Refusal("movement.prone-or-standing", {"trooper": trooper.id})
        report = self.path(world, trooper, case.done)
        if report.trouble is not None:  # move.needs-room, measuring.movement-steps
            rule = statement_of(report, Way(self.route[-1][3]) if self.route else Way.WALK)
            return Refusal(rule, {"trooper": trooper.id, "reason": str(report.trouble.bar)})
        if hidden_enemy_at(world, trooper, report.end) is not None:
            return Refusal("camouflaged.cannot-be-touched", {"trooper": trooper.id})
        if crowded(world, trooper, report.end):
            return Refusal("cc-attack.contact-limit", {"trooper": trooper.id})
        return None

    def note_rules(self, trooper: Trooper, done: Declared) -> None:
        decides(True, "move.second" if has_moved(done) else "move.first")
        decides(self.prone, "prone.half-movement")
        ways = {Way(how) for _, _, _, how in self.route}
        decides(Way.VAULT in ways, "movement.vaulting", "move.low-obstacle")
        decides(ways & {Way.LADDER, Way.STAIRS}, "movement.stairs-and-ladders")
        decides(Way.LADDER in ways, "move.ladder-costs-distance")
        decides(self.route and Way(self.route[-1][3]) is Way.LADDER, "move.stops-on-ladder")
        decides(Way.CLIMB in ways, "climb.part-of-move")
        decides(self.route and Way(self.route[-1][3]) is Way.CLIMB, "climb.stops-on-wall")
        decides(len(self.route) > 1, "measuring.whole-route")

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        """Straight ways: at what matters first, then all round, the whole distance and half of it."""
        if not options.with_ways:
            return
        done = options.acting.get(trooper.id) or begin(trooper)
        reach = allowance(sheet(trooper.sheet), done, trooper.prone)
        goals = [(o.x, o.y) for o in options.world.objectives.values()]
        goals += [(foe.x, foe.y) for foe in options.foes if not foe.marker]
        for x, y in goals:
            length = math.hypot(x - trooper.x, y - trooper.y)
            if length <= reach + 1500:
                angle = round(math.degrees(math.atan2(y - trooper.y, x - trooper.x))) % 360
                near = max(0, min(reach, length - 1100))
                yield from cls._straight(options, trooper, angle, round(near))
                yield from cls._straight(options, trooper, angle, round(min(reach, length)))
        for angle in DIRECTIONS:
            for length in (reach, reach // 2):
                yield from cls._straight(options, trooper, angle, length)
        if sheet(trooper.sheet).can_be_prone():
            yield cls.on_the_spot(trooper, not trooper.prone)

    @classmethod
    def _straight(cls, options: Options, trooper: Trooper, angle: int, length: int) -> Iterator[Move]:
        x = round(trooper.x + length * math.cos(math.radians(angle)))
        y = round(trooper.y + length * math.sin(math.radians(angle)))
        for way in (Way.WALK, Way.VAULT):
            facing = options.watch(x, y, angle)
            yield cls(route=((x, y, trooper.z, way),), facing=facing, prone=trooper.prone)

    @classmethod
    def offer_drawn(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        """A way that is drawn by hand, and a change of posture on the spot."""
        postures = (False, True) if sheet(trooper.sheet).can_be_prone() else (False,)
        for prone in sorted(postures, key=lambda prone: prone != trooper.prone):
            yield cls(route=(), facing=trooper.facing, prone=prone)
        for prone in sorted(postures, key=lambda prone: prone != trooper.prone):
            yield cls.on_the_spot(trooper, prone)

    @property
    def is_drawn(self) -> bool:
        return not self.route

    @classmethod
    def on_the_spot(cls, trooper: Trooper, prone: bool) -> Move:
        """A Move that goes nowhere: to lie down, get up or turn."""
        here = (trooper.x, trooper.y, trooper.z, Way.WALK)
        return cls(route=(here,), facing=trooper.facing, prone=prone)

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        """Draw a way, mostly towards the enemy."""
        reach = allowance(sheet(trooper.sheet), sampler.done(trooper), prone=False)
        route = sampler.route(trooper, reach, forward=sampler.forward(trooper))
        return cls(route=route, facing=sampler.facing(trooper, route[-1])) if route else None

    @classmethod
    def draw_venture(cls, sampler: SkillSampler, trooper: Trooper) -> Declaration | None:
        """Draw a way to something, lying down or getting up now and then."""
        facts = sheet(trooper.sheet)
        prone = facts.can_be_prone() and sampler.generator.random() < 0.15
        reach = allowance(facts, sampler.done(trooper), prone)
        route = venture(sampler.world, trooper, reach, prone, sampler.generator)
        return cls(route=route, facing=sampler.facing(trooper, route[-1]), prone=prone) if route else None

    def along(self, servant: Trooper) -> Declaration | None:
        """A Servant goes its own way, which is shown by hand."""
        return None if self.route else Move(route=(), facing=servant.facing, prone=servant.prone)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        end = self.route[-1][:3] if self.route else (0, 0, 0)
        if trooper is not None and end == (trooper.x, trooper.y, trooper.z):
            if self.prone == trooper.prone:
                return say("infinity.does-stay", lang)
            return say("infinity.does-lie-down" if self.prone else "infinity.does-stand-up", lang)
        key = "infinity.does-move-prone" if self.prone else "infinity.does-move"
        return say(key, lang, way=_arrow(trooper, end), place=place_in_words(*end))

    def label(self, trooper: Trooper, lang: str) -> str:
        if self.route:
            return self.words(trooper, lang)
        return say("screen.move-prone" if self.prone else "screen.move", lang)

    def verb(self, trooper: Trooper) -> str:
        if not self.route:
            return super().verb(trooper)
        posture = "stay" if self.prone == trooper.prone else "lie-down" if self.prone else "stand-up"
        return f"screen.do-{posture}"

    @property
    def option(self) -> str:
        return f"move-{self.prone}-here" if self.route else f"move-{self.prone}"

    @property
    def slots(self) -> tuple[ChoiceSlot, ...]:
        return (FACING,) if self.route else (ChoiceSlot(SlotKind.ROUTE, "route", "screen.route"), FACING)


def _arrow(trooper: Trooper | None, to: tuple[int, int, int]) -> str:
    """Which way, and how far as the crow flies: the player chooses the place, so he may know it."""
    if trooper is None:
        return ""
    dx, dy = to[0] - trooper.x, to[1] - trooper.y
    eighth = round(math.degrees(math.atan2(dy, dx)) / 45) % 8
    return f"{ARROWS[eighth]} {math.hypot(dx, dy) / 1000:.1f}″"
