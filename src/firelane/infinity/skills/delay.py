"""Delay: keep the ARO for the second half of a Camouflaged trooper's Order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.infinity.skills.base import Declaration
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.world import Trooper


class Delay(Declaration, frozen=True):
    """Keep the ARO for the second half of a Camouflaged trooper's Order."""

    answers_markers: ClassVar[bool] = True
    is_delay: ClassVar[bool] = True

    @classmethod
    def offer_aro(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        yield cls()

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-delay", lang)
