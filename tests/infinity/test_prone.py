"""What the Prone state leaves alone: automatic skills and equipment, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from firelane.infinity.asking import Activate, Aros, Regenerating, Second
from firelane.testing.proofs import rule
from infinity.declared import Discover, Idle, Jump
from infinity.skirmish import (
    DODGE,
    FUSILIER,
    Skirmish,
    aro_shot,
    at,
    next_to,
    shoot,
    strike,
    walk,
)

CASANOVA = "casanova/submachine-gun"
SHESKIIN = "cadmus-naish-agent-sheskiin/red-fury"
LYNX = "lynx-unit/marksman-rifle"
DRONE = "sierra-dronbot/heavy-machine-gun"
AQUILA = "aquila-guard/ap-marksman-rifle-specialist-operative"
HUNTER = "troll-hunter-gunnar-lundmark/multi-rifle"
MALIGNOS = "malignos/combi-rifle"
JUMPER = "hassassin-bokhtar/red-fury"
POSTURES = pytest.mark.parametrize("prone", [False, True], ids=["standing", "prone"])


def pair(blue: str = FUSILIER, red: str = FUSILIER, **fields: Any) -> Skirmish:
    """Two troopers ten inches apart that face each other; the fields are red's."""
    return Skirmish({"blue-1": at(24, 10, blue), "red-1": at(24, 21, red, **fields)})


@rule("c1.prone.7")
@POSTURES
def test_mimetism_works_lying_down(prone: bool) -> None:
    with pair(red=CASANOVA, prone=prone) as game:
        game.order("blue-1", shoot("red-1")).dice(20, 20, 20).settle()
        assert game.reasons("blue-1") == {"attribute.bs": 12, "n4-core.range.1": 3, "c1.mimetism.1": -6}
    with pair(red=LYNX, prone=prone, marker=1) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        assert game.reasons("blue-1")["c1.mimetism.2"] == -6


@rule("c1.prone.7")
@POSTURES
def test_a_visor_works_lying_down(prone: bool) -> None:
    troopers = {"blue-1": at(24, 10, AQUILA, prone=prone), "red-1": at(24, 21, CASANOVA)}
    with Skirmish(troopers) as game:
        game.order("blue-1", shoot("red-1", weapon="ap-marksman-rifle")).dice(20, 20, 20).settle()
        reasons = game.reasons("blue-1")
        assert (reasons["c1.mimetism.1"], reasons["c1.multispectral-visor.l3.1"]) == (-6, 6)
    with Skirmish({**troopers, "red-1": at(24, 21, LYNX, marker=1)}) as game:
        game.order("blue-1", Discover("red-marker-1"))
        assert game.trooper("red-1").marker == 0, "it discovers without a roll"


@rule("c1.prone.7")
@POSTURES
def test_a_nanoscreen_works_lying_down(prone: bool) -> None:
    with pair(red=SHESKIIN, prone=prone) as game:
        game.order("blue-1", shoot("red-1")).dice(1, 20, 20).dice(20).settle()
        assert game.reasons("blue-1")["n4-core.cover.3"] == -3
        assert game.saved("red-1")[0].number.base.value == 13 - 3, "cover"


@rule("c1.prone.7")
@POSTURES
def test_surprise_works_lying_down(prone: bool) -> None:
    troopers = {"blue-1": at(24, 10, LYNX, marker=1, prone=prone), "red-1": at(24, 21)}
    with Skirmish(troopers) as game:
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"), aros={"red-1": DODGE})
        game.dice(20, 20, 20, 20).settle()
        assert game.reasons("red-1") == {"attribute.ph": 10, "c1.surprise-attack.2": -3}


@rule("c1.prone.7")
@POSTURES
def test_total_reaction_works_lying_down(prone: bool) -> None:
    with pair(red=DRONE, prone=prone) as game:
        whole = shoot("blue-1", weapon="heavy-machine-gun", dice=4)
        game.order("blue-1", Idle(), aros={"red-1": whole}).dice(20, 20, 20, 20).settle()
        assert len(game.rolled("red-1").faces) == 4


@rule("c1.prone.7")
@POSTURES
def test_a_360_visor_works_lying_down(prone: bool) -> None:
    for kind, seen in ((DRONE, True), (FUSILIER, False)):
        with pair(red=kind, prone=prone, facing=90) as game:
            game.says("blue", Activate(trooper="blue-1", skill=Idle()))
            assert game.is_asked("red", "declare-aros") is seen
            game.finish_order()


@rule("c1.prone.7")
@POSTURES
def test_martial_arts_work_lying_down(prone: bool) -> None:
    """Of Sheskiin's fourth level: +3 to its own CC, -3 to the enemy's, Damage +3."""
    me = at(24, 10, SHESKIIN, prone=prone)
    with Skirmish({"blue-1": me, "red-1": next_to(me, 90)}) as game:
        blow = strike("red-1", weapon="da-cc-weapon")
        game.order("blue-1", blow, aros={"red-1": strike("blue-1")})
        game.dice(blue=[10], red=[20]).dice(20, 20).settle()
        level = next(n for n in range(2, 7) if f"c1.martial-arts.{n}" in game.reasons("blue-1"))
        assert level == 5
        assert game.reasons("blue-1")["c1.martial-arts.5"] == 3
        assert game.reasons("red-1")["c1.martial-arts.5"] == -3


@rule("c1.prone.7")
@POSTURES
def test_regeneration_works_lying_down(prone: bool) -> None:
    fields = {"points": 0, "states": ("shasvastii-embryo",), "prone": prone}
    with Skirmish({"blue-1": at(24, 10, MALIGNOS, **fields), "red-1": at(24, 44, facing=90)}) as game:
        game.end_turn().says("blue", Regenerating(troopers=("blue-1",))).dice(12)
        assert game.trooper("blue-1").points == 1


@rule("c1.prone.7")
def test_super_jump_is_kept_lying_down() -> None:
    """Its owner stands up for it, and it is still half an Order."""
    with Skirmish({"blue-1": at(24, 10, JUMPER, prone=True), "red-1": at(24, 44, facing=90)}) as game:
        game.order("blue-1", Jump(to=(24000, 14000, 0)), walk(24, 16))
        assert game.trooper("blue-1").y == 16000


@rule("c1.prone.7")
@POSTURES
def test_what_is_no_skill_of_its_own_gains_nothing_by_lying_down(prone: bool) -> None:
    with pair(prone=prone) as game:
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1")))
        assert game.refuses("red", Aros(by={"red-1": shoot("blue-1")})) == "n4-core.burst.1"
        game.says("red", Aros(by={"red-1": aro_shot("blue-1")}))
        game.says("blue", Second(skill=Idle())).dice(20, 20, 20, 20).settle()
        assert game.reasons("blue-1") == {"attribute.bs": 12, "n4-core.range.1": 3}
