"""Idle: do nothing, but count as activated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from firelane.infinity.skills.base import Declaration
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.world import Trooper


class Idle(Declaration, frozen=True):
    """Do nothing, but count as activated."""

    is_idle: ClassVar[bool] = True
    keeps_surprise: ClassVar[bool] = True
    stands_aside: ClassVar[bool] = True

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        yield cls()

    def words(self, trooper: Trooper | None, lang: str) -> str:
        return say("infinity.does-idle", lang)
