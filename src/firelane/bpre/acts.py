"""What the active unit does in a maneuver, act by act."""

from __future__ import annotations

from msgspec import Struct

from firelane.core.requests import kebab


class Act(Struct, frozen=True, gc=False, tag=kebab, tag_field="act"):
    """One thing that a maneuvering unit does."""


class Go(Act, frozen=True):
    """Move over these points, and face so at the end. Without points it only turns.

    Rules: bpre.maneuver.3-4.
    """

    route: tuple[tuple[int, int], ...] = ()
    facing: int = 0


class UseDoor(Act, frozen=True):
    """Open the door if it is closed, close it if it is open. Rules: bpre.doors.2-4."""

    door: str
    cards: tuple[str, ...] = ()


class Attack(Act, frozen=True):
    """Attack an opponent from here, turning to it. Rules: bpre.maneuver.5."""

    target: str
    cards: tuple[str, ...] = ()


class CallFires(Act, frozen=True):
    """Put a Fires Card on a point, or on a unit (which stands on its point). Rules: bpre.skill.glint.1-2."""

    card: str
    x: int = 0
    y: int = 0
    target: str = ""


class Detonate(Act, frozen=True):
    """Detonate the suicide vest. Rules: bpre.skill.s-vest.1."""


class ThrowFrag(Act, frozen=True):
    """Throw a grenade in the Maneuver Phase, by a card. Rules: bpre.intervention.frag-out.1."""

    x: int
    y: int


AnyAct = Go | UseDoor | Attack | CallFires | Detonate | ThrowFrag
