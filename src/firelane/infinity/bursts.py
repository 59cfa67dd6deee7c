"""How many dice an attack may have, and what they cost a Disposable weapon."""

from __future__ import annotations

from functools import lru_cache

from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.forces.weapons import WeaponMode
from firelane.infinity.situation import Situation, burst, working
from firelane.infinity.world import Trooper

OPTIONAL = "optional"
"""The label of entries that their owner may leave unused."""


def allowed_dice(edition: Edition, case: Situation) -> tuple[int, ...]:
    """The numbers of dice that the attack may be declared with: with every MOD, or without optional ones.

    Rules: burst.full-burst, burst.bonus-optional, burst.disposable-uses, total-reaction.whole-burst.
    """
    keys = working(case.actor)
    forced = _forced(edition, keys)
    choices = {burst(edition, case).total}
    if forced != keys:  # burst.bonus-optional
        choices.add(burst(edition, case, forced).total)
    mode = case.weapon
    if mode is not None and mode.traits.disposable is not None:
        choices = {min(count, mode.burst + uses_left(case.actor, mode) - 1) for count in choices}
    decides(len(choices) > 1, "burst.bonus-optional")
    return tuple(sorted(choices))


@lru_cache(maxsize=4096)
def _forced(edition: Edition, keys: frozenset[str]) -> frozenset[str]:
    """The entries among these that their owner cannot leave unused."""
    return frozenset(key for key in keys if key not in edition or OPTIONAL not in edition[key].rule.labels)


def uses_left(trooper: Trooper, mode: WeaponMode) -> int:
    """The uses left of a Disposable weapon; its modes share them. Rules: burst.shared-uses."""
    return (mode.traits.disposable or 0) - trooper.spent.get(mode.weapon, 0)


def uses_for(mode: WeaponMode, dice: int) -> int:
    """What an attack with so many dice costs a Disposable weapon. Rules: burst.disposable-uses."""
    return 1 + max(0, dice - mode.burst)
