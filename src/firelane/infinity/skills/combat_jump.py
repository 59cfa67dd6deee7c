"""Combat Jump: come down anywhere on the table, after a roll."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.infinity.landing import COMBAT_JUMP, refuse_place_to_land
from firelane.infinity.naming import place_in_words, skill_name
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Declaration, Entry, Judging
from firelane.infinity.space import field_of
from firelane.infinity.world import Place, Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.sampling import SkillSampler


class Drop(Entry, frozen=True, kw_only=True):
    """Combat Jump to a point."""

    key: ClassVar[str] = "combat-jump"
    needs: ClassVar[str] = "combat-jump"
    needs_rule: ClassVar[str] = "combat-jump.waits-in-secret"
    rolls: ClassVar[bool] = True
    arrival: ClassVar[str] = "combat-jump.arrival-gives-aros"

    def refuse(self, case: Judging) -> Refusal | None:
        return refuse_place_to_land(case.world, case.trooper, self.to, self.facing, COMBAT_JUMP)

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        if trooper.place is not Place.AIR or not sheet(trooper.sheet).carries(cls.needs):
            return
        field = field_of(options.world)
        for column, row in product((1, 2, 3), (1, 2, 3)):
            x, y = field.width * column // 4, field.depth * row // 4
            yield cls(to=(x, y, 0), facing=options.watch(x, y, 90))

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not sheet(trooper.sheet).carries(cls.needs):
            return None
        return cls(to=(*sampler.point_on_table(trooper), 0), facing=sampler.generator.randrange(360))

    def along(self, servant: Trooper) -> Declaration | None:
        return self.beside(servant)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-drop", lang, place=place_in_words(*self.to))

    def label(self, trooper: Trooper, lang: str) -> str:
        return skill_name(self.entry, lang)
