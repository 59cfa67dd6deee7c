"""What attacks with weapons have in common: who can be their target, what they are loaded with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from firelane.core.because import Refusal
from firelane.forces.carried import Carried
from firelane.forces.weapons import WeaponMode
from firelane.infinity.naming import listed, thing_name
from firelane.infinity.sheets import sheet
from firelane.infinity.targets import find_target
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.text import say


def is_loaded(trooper: Trooper, mode: WeaponMode) -> bool:
    """Whether a weapon has uses left."""
    uses = mode.traits.disposable
    return uses is None or trooper.spent.get(mode.weapon, 0) < uses


def refuse_targets(world: InfinityWorld, trooper: Trooper, names: Iterable[str]) -> Refusal | None:
    """Refuse targets that are unknown, friends, or behind a marker.

    Rules: bs-attack.needs-lof, camouflaged.cannot-be-attacked.
    """
    for name in names:
        target = find_target(world, trooper.seat, name)
        if target is None or target.seat == trooper.seat:
            return Refusal("bs-attack.needs-lof", {"target": name})
        if target.marker:
            return Refusal("camouflaged.cannot-be-attacked", {"target": name})
    return None


def ammunition_of(
    actor: Trooper, mode: WeaponMode, carried: Carried, skill: str, choice: int = 0
) -> tuple[str, ...]:
    """The ammunition of an attack: what the weapon's profile lists, and what brackets add to it.

    Rules: ammunition.as-listed, ammo-ap.combines.
    """
    chosen = mode.ammunition[min(choice, len(mode.ammunition) - 1)] if mode.ammunition else ()
    own = sheet(actor.sheet).carried(skill)
    added = (*carried.ammunition, *(own.ammunition if own is not None else ()))
    return tuple(dict.fromkeys((*chosen, *added))) or ("N",)


def both_kinds(actor: Trooper, mode: WeaponMode) -> set[bool]:
    """Whether the weapon of this mode shoots (False), strikes (True), or does both, as a pistol does."""
    modes = (each for each, _ in sheet(actor.sheet).modes.values() if each.weapon == mode.weapon)
    return {each.traits.cc for each in modes}


def aimed_in_words(targets: Mapping[str, int], lang: str) -> str:
    """Say how many dice go to each target."""
    each = [say("infinity.dice-at", lang, target=thing_name(name, lang), count=dice)
            for name, dice in targets.items()]  # fmt: skip
    return listed(each, lang)
