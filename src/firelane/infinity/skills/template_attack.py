"""BS Attack with a Direct Template Weapon: everything under the template is hit without a roll."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.infinity.attacks import ammunition_of, is_loaded
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.frames import Declared
from firelane.infinity.naming import listed, weapon_name
from firelane.infinity.opposing import Try
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills.base import ChoiceSlot, Declaration, Judging, SlotKind, TemplateUse
from firelane.infinity.space import body, enemies_engaged_with
from firelane.infinity.templates import affected, harms, laid_from, shape_of, spread
from firelane.infinity.world import Trooper
from firelane.table.measure import in_reach_cylinder
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler

OFFER_RANGE_MILS = 9000
"""Enemies this near are offered as targets of a template."""


class Template(TemplateUse, frozen=True, kw_only=True):
    """Lay direct templates."""

    needs_sight: ClassVar[str] = "bs-attack.needs-lof"
    is_rolled: ClassVar[bool] = True

    @property
    def entry(self) -> str:
        return "bs-attack"

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: direct-template.hits-without-roll, direct-template.one-per-burst,
        unloaded.cannot-be-used.
        """
        trooper = case.trooper
        known = sheet(trooper.sheet).modes.get(self.weapon)
        if known is None or known[0].traits.template is None or known[0].traits.deployable:
            return Refusal("direct-template.hits-without-roll", {"weapon": self.weapon})
        if not is_loaded(trooper, known[0]):
            return Refusal("unloaded.cannot-be-used", {"weapon": self.weapon})
        laid = Situation(trooper, self.entry, weapon=known[0], carried_weapon=known[1], active=case.active)
        allowed = allowed_dice(case.edition, laid)
        if len(self.directions) not in allowed:
            return Refusal("direct-template.one-per-burst", {"weapon": self.weapon, "limit": allowed[-1]})
        return None

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: template-weapon.hits-all-inside, template-weapon.three-templates,
        template-weapon.touch-suffices, template-weapon.hits-without-roll,
        template-weapon.dodged-without-lof, template-weapon.dodged-unseen, template-weapon.dodged-deployed,
        template-weapon.spares-allies, template-weapon.stopped-by-obstacles, template-weapon.not-opposed,
        template.cancelled-by-ally, template.harmless-allowed-on-allies, template.whole-combat,
        direct-template.hits-without-roll, direct-template.laid-at-declaration, direct-template.spares-user,
        direct-template.dodged, direct-template.not-opposed, direct-template.one-per-burst.
        """
        known = sheet(actor.sheet).modes.get(self.weapon)
        if known is None or known[0].traits.template is None:
            return
        if enemies_engaged_with(planner.world, actor) and actor.id in planner.frame.engaged:
            return
        mode, carried = known
        point = laid_from(done, self)
        codes = ammunition_of(actor, mode, carried, self.entry)
        shape, user = shape_of(planner.edition, mode), planner.survey.at(actor.id, point)
        decides(len(self.directions) > 1, "direct-template.one-per-burst")
        decides(True, "template.sizes", "template.height", "direct-template.laid-at-declaration")
        for direction in self.directions:  # template-weapon.hits-all-inside
            touched = affected(planner.survey, shape, user, direction)
            friends = any(isinstance(t, Trooper) and t.seat == actor.seat for t in touched)
            if harms(mode) and decides(
                friends, "template-weapon.spares-allies", "template.cancelled-by-ally"
            ):
                continue
            decides(
                touched,
                "template.affects-touched",
                "direct-template.hits-without-roll",
                "template-weapon.hits-without-roll",
            )
            decides(len(touched) > 1, "template-weapon.hits-all-inside")
            for target in spread(planner.world, planner.frame.engaged, touched):
                case = Situation(actor, self.entry, target=target, weapon=mode, carried_weapon=carried,
                                 active=active, template=True)  # fmt: skip
                # template-weapon.hits-without-roll
                yield Try(case, 0, point, target.id, codes, automatic=True)

    @classmethod
    def offer_at(
        cls, options: Options, trooper: Trooper, foe: Trooper, seen: bool, active: bool
    ) -> Iterator[Declaration]:
        if not seen or foe.marker or not in_reach_cylinder(body(foe), body(trooper), OFFER_RANGE_MILS):
            return
        for mode, _ in sheet(trooper.sheet).modes.values():
            if mode.kind != "weapon" or mode.traits.cc or mode.traits.deployable or mode.bands:
                continue
            if mode.traits.template is not None:
                yield cls(weapon=mode.key, directions=(_towards(trooper, foe),))

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        here = body(trooper)
        weapons = sampler.template_weapons(trooper)
        near = [f for f in sampler.foes(trooper) if in_reach_cylinder(body(f), here, OFFER_RANGE_MILS)]
        if not weapons or not near:
            return None
        seen = sampler.seen(trooper, hidden=False)
        foes = [f for f in seen if in_reach_cylinder(body(f), here, OFFER_RANGE_MILS)]
        if not foes:
            return None
        mode = sampler.generator.choice(weapons)
        foe = sampler.generator.choice(foes)
        carried = sheet(trooper.sheet).modes[mode.key][1]
        case = Situation(trooper, "bs-attack", weapon=mode, carried_weapon=carried, active=active)
        return cls(weapon=mode.key, directions=(_towards(trooper, foe),) * burst(sampler.edition, case).total)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        told = listed([f"{way}°" for way in self.directions], lang)
        return say("infinity.does-template", lang, weapon=weapon_name(self.weapon, lang), directions=told)

    @property
    def slots(self) -> tuple[ChoiceSlot, ...]:
        return (ChoiceSlot(SlotKind.FACING, "directions/0", "screen.direction"),)


def _towards(trooper: Trooper, foe: Trooper) -> int:
    return round(math.degrees(math.atan2(foe.y - trooper.y, foe.x - trooper.x))) % 360
