"""Jump: leap to a place, straight or in an arc."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.infinity.acting import allowance, check_move, has_moved, move_rules
from firelane.infinity.combat import hidden_enemy_at
from firelane.infinity.frames import Declared
from firelane.infinity.naming import place_in_words
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import FACING, ChoiceSlot, Declaration, Judging, Movement, SlotKind
from firelane.infinity.skilltable import SkillKind
from firelane.infinity.space import body, field_of
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.movement import PathReport, Way, Waypoint
from firelane.table.surfaces import ground_plan
from firelane.table.things import Posture
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.sampling import SkillSampler


def super_jump_kind(skill: Declaration, kind: SkillKind, _: None) -> SkillKind:
    """Super-Jump: a Jump as a Short Skill, unless both MOV values are used. Statements 1 and 5."""
    short = isinstance(skill, Jump) and not skill.whole
    return SkillKind.SHORT_MOVEMENT if decides(short, "super-jump.short-skill") else kind


class Jump(Movement, frozen=True, kw_only=True):
    """Leap to a place, straight or in an arc (`apex` mils above the middle of the way)."""

    stands_up: ClassVar[bool] = True
    impossible: ClassVar[str] = "jump.no-landing-is-idle"

    to: tuple[int, int, int]
    apex: int = 0
    whole: bool = False
    """Super-Jump: one jump as long as both MOV values together."""

    @property
    def end(self) -> tuple[int, int, int]:
        return self.to

    def path(self, world: InfinityWorld, trooper: Trooper, done: Declared) -> PathReport:
        """Rules: jump.reach, super-jump.directions-and-reach, super-jump.second-jump,
        super-jump.one-long-jump, jump.directions-and-landing, jump.measured.
        """
        facts = sheet(trooper.sheet)
        # super-jump.second-jump, super-jump.one-long-jump
        reach = sum(facts.moves) if self.whole else allowance(facts, done, prone=False)
        how = Way.PARABOLA if self.apex else Way.JUMP
        rules = move_rules(facts, reach, frozenset({how}))
        figure = replace(body(trooper), posture=Posture.STANDING)
        return check_move(world, figure, (Waypoint(*self.to, how, self.apex),), rules)

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: jump.reach, camouflaged.cannot-be-touched."""
        world, trooper = case.world, case.trooper
        if self.whole and not sheet(trooper.sheet).carries("super-jump"):
            return Refusal("jump.reach", {"trooper": trooper.id})
        report = self.path(world, trooper, case.done)
        if report.legal and hidden_enemy_at(world, trooper, report.end) is not None:
            return Refusal("camouflaged.cannot-be-touched", {"trooper": trooper.id})
        return None

    def note_rules(self, trooper: Trooper, done: Declared) -> None:
        decides(True, "jump.directions-and-landing", "jump.measured", "jump.reach")
        if decides(sheet(trooper.sheet).carries("super-jump"), "super-jump.directions-and-reach"):
            decides(self.whole, "super-jump.one-long-jump")
            decides(not self.whole, "super-jump.short-skill")
            decides(has_moved(done) and not self.whole, "super-jump.second-jump")

    @classmethod
    def offer_drawn(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        yield cls(to=(trooper.x, trooper.y, trooper.z), facing=trooper.facing)

    @property
    def comes_last(self) -> bool:
        return True

    @property
    def is_drawn(self) -> bool:
        return True

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        far = sheet(trooper.sheet).carries("super-jump") and sampler.generator.random() < 0.3
        return cls.draw_leap(sampler, trooper, far)

    @classmethod
    def draw_leap(cls, sampler: SkillSampler, trooper: Trooper, whole: bool) -> Declaration:
        """Draw a Jump: one that can be made if a few tries find any, else one that proves impossible."""
        world, draw = sampler.world, sampler.generator
        moves = sheet(trooper.sheet).moves
        reach = sum(moves) if whole else moves[0]
        plan = ground_plan(field_of(world))
        heights = {plan.pieces[i].top for i in plan.pieces_near(trooper.x, trooper.y, reach)}
        for _ in range(3):
            angle, length = draw.uniform(0, 2 * math.pi), reach * draw.uniform(0.2, 0.9)
            z = draw.choice([trooper.z, 0, *sorted(heights)])
            x, y = round(trooper.x + length * math.cos(angle)), round(trooper.y + length * math.sin(angle))
            apex = draw.choice((0, 0, 1000))
            skill = cls(to=(x, y, z), facing=round(math.degrees(angle)) % 360, apex=apex, whole=whole)
            if plan.surface_at(x, y, z) is None:
                continue
            report = skill.path(world, trooper, sampler.done(trooper))
            if report.legal and hidden_enemy_at(world, trooper, report.end) is None:
                break
        return skill

    @classmethod
    def draw_half(cls, sampler: SkillSampler, trooper: Trooper) -> Declaration:
        return cls.draw_leap(sampler, trooper, whole=False)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-jump", lang, place=place_in_words(*self.to))

    def label(self, trooper: Trooper, lang: str) -> str:
        return say("screen.jump", lang)

    @property
    def option(self) -> str:
        return self.key

    @property
    def slots(self) -> tuple[ChoiceSlot, ...]:
        return (ChoiceSlot(SlotKind.POINT, "to", "screen.landing"), FACING)
