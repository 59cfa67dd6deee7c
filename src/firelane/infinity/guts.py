"""Guts rolls: when a trooper that was shot at must keep its nerve."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class GutsTrigger(StrEnum):
    """What calls for a Guts roll."""

    STRUCK = "struck"
    """A saving roll was called for, or a state gained."""
    SAVED = "saved"
    """A saving roll was made and succeeded."""


class GutsFigures(Struct, frozen=True):
    """How an edition rolls for nerve."""

    trigger: GutsTrigger = GutsTrigger.STRUCK
    attribute: str = "WIP"
    fails_with: tuple[str, ...] = ("stunned", "blinded")
    """The states whose gaining makes the roll fail."""
