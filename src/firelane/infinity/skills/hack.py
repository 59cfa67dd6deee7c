"""Hacking: run a program at enemies in the Hacking Area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.core.rules import Edition
from firelane.infinity.attacks import aimed_in_words
from firelane.infinity.dice import Face
from firelane.infinity.effects import gain
from firelane.infinity.frames import Attempt, Declared, Hit, Order
from firelane.infinity.names import TARGETED
from firelane.infinity.naming import rule_name
from firelane.infinity.opposing import Try
from firelane.infinity.programs import Program, may_hit, programs_of
from firelane.infinity.saves import SaveFigures
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation
from firelane.infinity.skills.base import Declaration, Effects, Judging, ProgramRun
from firelane.infinity.space import body
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.measure import in_reach_cylinder
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler

OFFER_RANGE_MILS = 12000
"""Enemies that look this near are offered to hackers; the Hacking Area is measured later."""
DRAW_RANGE_MILS = 8000


class Hack(ProgramRun, frozen=True, kw_only=True):
    """Run a hacking program, its Burst by target."""

    needs: ClassVar[str] = "hacking-device"
    needs_rule: ClassVar[str] = "hacking-device.programs"
    is_rolled: ClassVar[bool] = True
    has_odds: ClassVar[bool] = True
    term: ClassVar[str] = "hacking"

    def unknown(self, edition: Edition) -> Refusal | None:
        """Only programs that the edition has can be run. Rules: hacking-device.programs."""
        if f"program.{self.program}" not in edition:
            return Refusal("hacking-device.programs", {"value": self.program})
        return None

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: hacking-device.programs, carbonite.hackable-only, carbonite.rolled,
        carbonite.may-divide-burst, spotlight.any-trooper, spotlight.rolled.
        """
        program = case.edition.data(f"program.{self.program}", Program)
        most = program.burst(case.active)  # carbonite.rolled, spotlight.rolled
        if self.dice != most or any(count < 1 for count in self.targets.values()):
            return Refusal(f"{self.program}.rolled", {"needed": most})
        for name in self.targets:
            target = case.world.troopers.get(name)
            if target is None or target.seat == case.trooper.seat or target.marker:
                return Refusal("hacking.target-in-zone", {"target": name})
            if not may_hit(program, target):  # carbonite.hackable-only, spotlight.any-trooper
                return Refusal("carbonite.hackable-only", {"target": name})
        return None

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: hacking.declared, hacking.target-in-zone, hacking.rolled, hacking.saved-with-bts,
        hacking.may-divide-burst, hacker.needs-device, hacker.needs-no-lof, hacker.area, hacker.procedure,
        hacker.targeted-bonus, carbonite.hackable-only, spotlight.any-trooper,
        non-hackable.cannot-be-targeted.
        """
        if not sheet(actor.sheet).carries("hacking-device"):  # hacker.needs-device
            return
        program = planner.edition.data(f"program.{self.program}", Program)
        for name, dice in self.targets.items():  # hacking.may-divide-burst
            target = planner.world.troopers.get(name)
            if target is None or target.marker:
                continue
            if decides(not planner.in_hacking_area(actor, target), "hacking.target-in-zone", "hacker.area"):
                continue
            if not may_hit(program, target):
                continue
            decides(not sheet(target.sheet).facts.is_hackable, "spotlight.any-trooper")
            decides(sheet(target.sheet).facts.is_hacker, "hacker.is-hackable")
            decides(target.has(TARGETED), "hacker.targeted-bonus")
            decides(len(self.targets) > 1, "hacking.may-divide-burst")
            decides(len(self.targets) > 1 and self.program == "carbonite", "carbonite.may-divide-burst")
            decides(
                True,
                "hacking.declared",
                "hacking.rolled",
                "hacker.needs-device",
                "hacker.procedure",
                "hacking-device.programs",
            )
            case = Situation(actor, self.program, target=target, active=active)
            yield Try(case, dice, planner.survey.track(actor.id)[-1], name, program=program)

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """Rules: carbonite.saving-rolls, carbonite.immobilizes, spotlight.makes-targeted."""
        effects.attacked.append(attempt.target)
        program = play.edition.data(f"program.{attempt.skill}", Program)
        target = play.world.troopers.get(attempt.target)
        if target is None or not good:
            return
        criticals = sum(face.critical for face in good)
        if not program.saves:  # hacking.saved-with-bts
            entry = play.edition[f"program.{attempt.skill}"]
            if state := program.gained(criticals):
                gain(
                    play,
                    target,
                    state,
                    "spotlight.makes-targeted" if attempt.skill == "spotlight" else entry.cite,
                )
            return
        decides(True, "hacking.saved-with-bts")
        figures = play.edition.data("saving-roll", SaveFigures)
        rule = play.edition.statement("carbonite.saving-rolls")
        bts = sheet(target.sheet).facts.bts
        saving = program.saving(figures, bts, len(good), criticals, rule)
        effects.hits.append(
            Hit(
                trooper=target.id,
                by=attempt.actor,
                weapon=attempt.skill,
                saving=saving,
                skill=attempt.skill,
            )
        )

    @classmethod
    def offer_at(
        cls, options: Options, trooper: Trooper, foe: Trooper, seen: bool, active: bool
    ) -> Iterator[Declaration]:
        if foe.marker or not sheet(trooper.sheet).carries(cls.needs):
            return
        if not in_reach_cylinder(body(foe), body(trooper), OFFER_RANGE_MILS):
            return
        for name, program in programs_of(options.edition).items():
            if sheet(foe.sheet).facts.is_hackable or not program.hackable_only:
                yield cls(program=name, targets={foe.id: program.burst(active)})

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not sheet(trooper.sheet).carries(cls.needs):
            return None
        here = body(trooper)
        foes = [f for f in sampler.foes(trooper) if not f.marker]
        near = [f for f in foes if in_reach_cylinder(body(f), here, DRAW_RANGE_MILS)]
        programs = programs_of(sampler.edition)
        name = sampler.generator.choice(tuple(programs))
        near = [f for f in near if may_hit(programs[name], f)]
        if not near:
            return None
        dice = programs[name].burst(active)
        aimed = sampler.generator.sample(near, min(len(near), dice))
        targets = {foe.id: 1 for foe in aimed}
        return cls(program=name, targets={**targets, aimed[0].id: dice - len(aimed) + 1})

    @classmethod
    def draw_blindly(
        cls, sampler: SkillSampler, trooper: Trooper, foes: Sequence[Trooper], active: bool
    ) -> Declaration | None:
        """Draw a program at any enemy, in reach or not."""
        if not sheet(trooper.sheet).carries(cls.needs):
            return None
        programs = programs_of(sampler.edition)
        name = sampler.generator.choice(tuple(programs))
        foe = sampler.generator.choice(foes)
        return cls(program=name, targets={foe.id: programs[name].burst(active)})

    def words(self, trooper: Trooper | None, lang: str) -> str:
        targets = aimed_in_words(self.targets, lang)
        return say("infinity.does-hack", lang, program=rule_name(self.program, lang), targets=targets)
