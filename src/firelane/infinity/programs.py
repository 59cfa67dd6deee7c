"""Hacking programs: their figures."""

from __future__ import annotations

from msgspec import Struct


class Program(Struct, frozen=True):
    """What a hacking program does."""

    burst_active: int
    burst_aro: int
    damage: int
    saves: int
    state: str
    hackable_only: bool
