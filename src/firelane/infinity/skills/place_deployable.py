"""Place Deployable: put a mine down beside the route."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.infinity.attacks import is_loaded
from firelane.infinity.deployables import beside_route
from firelane.infinity.naming import place_in_words, weapon_name
from firelane.infinity.roster import ITEM_SIZE
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import ChoiceSlot, Declaration, ItemUse, Judging, SlotKind
from firelane.infinity.space import field_of
from firelane.infinity.world import Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.sampling import SkillSampler


class PlaceDeployable(ItemUse, frozen=True, kw_only=True):
    """Put a mine down, touching the base somewhere along the route."""

    needs_sight: ClassVar[str] = "place-deployable.needs-lof-in-aro"
    term: ClassVar[str] = "mines"

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: place-deployable.declared, place-deployable.beside-user-or-route,
        unloaded.cannot-be-used.
        """
        known = sheet(case.trooper.sheet).modes.get(self.weapon)
        if known is None or not known[0].traits.deployable:
            return Refusal("place-deployable.declared", {"weapon": self.weapon})
        if not is_loaded(case.trooper, known[0]):
            return Refusal("unloaded.cannot-be-used", {"weapon": self.weapon})
        ends = not case.active or bool(case.done.skills)
        if ends and not beside_route(case.trooper, case.done.track, self.at):
            return Refusal("place-deployable.beside-user-or-route", {"weapon": self.weapon})
        return None

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        field = field_of(options.world)
        for mode, _ in sheet(trooper.sheet).modes.values():
            if not mode.traits.deployable:
                continue
            for angle in (0, 90, 180, 270):
                x, y = _beside(trooper, math.radians(angle))
                if 0 < x < field.width and 0 < y < field.depth:
                    yield cls(weapon=mode.key, at=(x, y, trooper.z))

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        draw = sampler.generator
        for mode, _ in sheet(trooper.sheet).modes.values():
            eager = draw.random() < (0.5 if is_loaded(trooper, mode) else 0.05)
            if mode.traits.deployable and eager:
                x, y, z = draw.choice(sampler.survey.track(trooper.id))
                return cls(weapon=mode.key, at=(*_beside(trooper, draw.uniform(0, 2 * math.pi), (x, y)), z))
        return None

    def words(self, trooper: Trooper | None, lang: str) -> str:
        place = place_in_words(*self.at)
        return say("infinity.does-place", lang, weapon=weapon_name(self.weapon, lang), place=place)

    def label(self, trooper: Trooper, lang: str) -> str:
        return say("screen.place", lang, weapon=weapon_name(self.weapon, lang))

    @property
    def option(self) -> str:
        return f"place-{self.weapon}"

    @property
    def slots(self) -> tuple[ChoiceSlot, ...]:
        return (ChoiceSlot(SlotKind.POINT, "at", "screen.where"),)


def _beside(trooper: Trooper, angle: float, here: tuple[int, int] | None = None) -> tuple[int, int]:
    """The place in this direction at which an item touches the trooper's base."""
    x, y = here or (trooper.x, trooper.y)
    gap = (sheet(trooper.sheet).diameter + ITEM_SIZE[0]) // 2
    return round(x + gap * math.cos(angle)), round(y + gap * math.sin(angle))
