"""Every weapon of every unit can be used: each mode is fired, laid, struck with or placed once."""

from __future__ import annotations

import pytest

from firelane.core.requests import Roll
from firelane.forces.library import forces
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.c1.edition import C1
from firelane.infinity.events import BecameIdle, ItemPlaced, Rolled, Saved
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.world import Trooper
from infinity.declared import BSAttack, CCAttack, Declaration, PlaceDeployable, Template
from infinity.skirmish import Skirmish, at, next_to

SHEETS = sorted(forces("c1").sheets)
TARGET = "aquila-guard/heavy-machine-gun"


def skill_with(trooper: Trooper, key: str) -> Declaration:
    """The declaration that uses a weapon's mode in the active turn."""
    mode, carried = sheet(trooper.sheet).modes[key]
    skill = "cc-attack" if mode.traits.cc else "bs-attack"
    case = Situation(trooper, skill, weapon=mode, carried_weapon=carried)
    if mode.traits.cc:
        return CCAttack(weapon=key, targets={"red-1": burst(C1, case).total})
    if mode.traits.deployable:
        gap = (sheet(trooper.sheet).diameter + 984) // 2
        return PlaceDeployable(weapon=key, at=(trooper.x, trooper.y - gap, 0))
    dice = allowed_dice(C1, case)[-1]
    if mode.traits.template is not None:
        return Template(weapon=key, directions=(90,) * dice)
    return BSAttack(weapon=key, targets={"red-1": dice})


def use(key: str, weapon: str) -> Skirmish:
    """One Order in which a trooper uses a weapon on a heavy infantryman; every die shows a 3."""
    mode, _ = sheet(f"c1:{key}").modes[weapon]
    me = at(24, 10, key)
    foe = next_to(me, 90, TARGET) if mode.traits.cc else at(24, 14, TARGET)
    game = Skirmish({"blue-1": me, "red-1": foe})
    game.order("blue-1", skill_with(game.trooper("blue-1"), weapon))
    for _ in range(6):
        if not isinstance(game.game.pending[0], Roll):
            break
        count, _ = game.waits_for_dice()
        game.dice(*[3 if game.game.pending[0].why == "order" else 20] * count)
    game.settle()
    return game


@pytest.mark.parametrize("key", SHEETS)
def test_every_weapon_of_a_unit_does_what_it_is_for(key: str) -> None:
    facts = sheet(f"c1:{key}")
    assert facts.modes, key
    for weapon, (mode, _) in facts.modes.items():
        with use(key, weapon) as game:
            assert game.events(BecameIdle) == [], weapon
            if mode.traits.deployable:
                assert [event.item.weapon for event in game.events(ItemPlaced)] == [weapon]
                continue
            if mode.traits.template is None:
                assert game.rolled("blue-1").effective == len(game.rolled("blue-1").faces), weapon
            else:
                assert game.events(Rolled) == []
            assert {event.trooper for event in game.events(Saved)} == {"red-1"}, weapon


def test_every_ammunition_that_a_unit_carries_has_an_entry() -> None:
    codes = set()
    for key in SHEETS:
        facts = sheet(f"c1:{key}")
        for mode, carried in facts.modes.values():
            codes |= {code for choice in mode.ammunition for code in choice} | {*carried.ammunition}
        for each in (*facts.facts.skills, *facts.facts.equipment):
            codes |= {*each.ammunition}
    assert "Shock" in codes
    assert {code for code in codes if f"ammo.{code}" not in C1} == set()
