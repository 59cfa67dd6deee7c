"""Parachutist: enter at a table edge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.infinity.landing import PlaceRules, refuse_edge_entry, refuse_place_to_land
from firelane.infinity.missions import mission_figures
from firelane.infinity.naming import place_in_words, skill_name
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Declaration, Entry, Judging
from firelane.infinity.space import field_of
from firelane.infinity.world import Place, Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.sampling import SkillSampler

LANDING = PlaceRules(
    free="parachutist.not-in-contact", inside="parachutist.not-inside", whole_base="parachutist.whole-base"
)


class Enter(Entry, frozen=True, kw_only=True):
    """Parachutist: enter at a point of a table edge."""

    key: ClassVar[str] = "parachutist"
    needs: ClassVar[str] = "parachutist"
    needs_rule: ClassVar[str] = "parachutist.waits-in-secret"
    arrival: ClassVar[str] = "parachutist.arrival-gives-aros"

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: parachutist.open-edges, parachutist.not-beside-cover, scenario-firefight.easier-arrivals."""
        is_enemy_zone_open = mission_figures(case.edition, case.world).enemy_zone_open
        return refuse_place_to_land(
            case.world, case.trooper, self.to, self.facing, LANDING
        ) or refuse_edge_entry(case.world, case.trooper, self.to, self.facing, is_enemy_zone_open)

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        if trooper.place is not Place.AIR or not sheet(trooper.sheet).carries(cls.needs):
            return
        field = field_of(options.world)
        for x, row in product((1100, field.width - 1100), (1, 2, 3)):
            y = field.depth * row // 4
            yield cls(to=(x, y, 0), facing=options.watch(x, y, 90))

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not sheet(trooper.sheet).carries(cls.needs):
            return None
        field = field_of(sampler.world)
        half = -(-sheet(trooper.sheet).diameter // 2)
        _, y = sampler.point_on_table(trooper)
        x = half if sampler.generator.random() < 0.5 else field.width - half
        return cls(to=(x, y, 0), facing=sampler.generator.randrange(360))

    def along(self, servant: Trooper) -> Declaration | None:
        return self.beside(servant)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-enter", lang, place=place_in_words(*self.to))

    def label(self, trooper: Trooper, lang: str) -> str:
        return skill_name(self.entry, lang)
