"""A preview tells what the Order then rolls: the same numbers, from what the seat may know."""

from __future__ import annotations

import pytest

from firelane.core.views import view
from firelane.infinity.asking import Activate, Second
from firelane.infinity.c1.game import C1
from firelane.infinity.events import Rolled
from firelane.odds.duel import odds_of
from firelane.odds.preview import preview
from firelane.odds.reading import read_duel
from infinity.declared import Dodge, Hack, Idle
from infinity.skirmish import Skirmish, aro_shot, at, box, shoot, walk

ZHANSHI = "zhanshi/combi-rifle"


def duel(**fields):
    return Skirmish({"blue-1": at(24, 10), "red-1": at(24, 22, ZHANSHI, **fields)})


def seen(skirmish, seat):
    return view(C1, skirmish.game.state, seat)


def by_reaction(skirmish, skill, seat="blue", name="blue-1", **how):
    return {each.reaction: each for each in preview(seen(skirmish, seat), name, skill, **how)}


def test_each_foreseeable_reaction_has_its_odds():
    found = by_reaction(duel(), shoot("red-1"))
    assert set(found) == {"none", "bs-attack", "dodge"}
    for reaction, typed in (("none", "idle"), ("bs-attack", "combi"), ("dodge", "dodge")):
        exact = odds_of(read_duel("c1", "fusilier combi 11in", [f"zhanshi {typed}"])).outcome
        mine, fate = found[reaction].odds, exact.fates["reactive-1"]
        assert mine.fates["red-1"].out == pytest.approx(float(fate.unconscious + fate.dead), abs=1e-12)
        assert mine.success == pytest.approx([float(p) for p in exact.success], abs=1e-12)
    assert found["bs-attack"].odds.fates["blue-1"].out > 0
    assert "blue-1" not in found["dodge"].odds.fates or found["dodge"].odds.fates["blue-1"].out == 0


def test_the_numbers_are_those_that_are_then_rolled_against():
    with duel() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 11)))
        told = by_reaction(game, shoot("red-1"))["bs-attack"]
        game._react("blue", {"red-1": aro_shot("blue-1")})
        game.says("blue", Second(skill=shoot("red-1")))
        game.dice(20, 20, 20, 20).settle()
        rolled = {event.actor: event.value for event in game.events(Rolled)}
    assert {attempt.actor: attempt.value for attempt in told.attempts} == rolled


def test_without_measuring_every_band_has_its_odds():
    found = preview(seen(duel(), "blue"), "blue-1", shoot("red-1"), measured=False)
    bands = [each.inches for each in found if each.reaction == "none"]
    assert bands == [16, 32, 48]
    chances = {each.inches: each.odds.success[0] for each in found if each.reaction == "none"}
    assert chances[16] > chances[32] > chances[48]


def test_without_measuring_two_distances_look_alike():
    """Nothing of the preview betrays in which band the target stands, not even the weapon that answers."""
    near = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 16, "zhanshi/heavy-machine-gun")})
    far = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 40, "zhanshi/heavy-machine-gun")})
    told = [
        [
            (each.reaction, each.inches, each.odds.success, [(a.weapon, a.value) for a in each.attempts])
            for each in preview(seen(game, "blue"), "blue-1", shoot("red-1"), measured=False)
        ]
        for game in (near, far)
    ]
    assert told[0] == told[1]


def test_a_shot_that_is_not_possible_says_so():
    wall = box("wall", 20, 15, 8, 1, 4)
    skirmish = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 21, ZHANSHI)}, [wall])
    (found,) = preview(seen(skirmish, "blue"), "blue-1", shoot("red-1"))
    assert not found.possible
    assert found.attempts == ()


def test_a_split_burst_is_answered_by_all():
    skirmish = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 22, ZHANSHI), "red-2": at(28, 22, ZHANSHI)})
    found = by_reaction(skirmish, shoot(red_1=2, red_2=1))["bs-attack"]
    assert [(attempt.actor, attempt.dice) for attempt in found.attempts] == [
        ("blue-1", 2),
        ("blue-1", 1),
        ("red-1", 1),
        ("red-2", 1),
    ]
    exact = found.exact("c1", skirmish.world)
    for name, fate in exact.fates.items():
        assert found.odds.fates[name].out == pytest.approx(float(fate.unconscious + fate.dead), abs=1e-12)


def test_whoever_reacts_sees_the_odds_of_his_answer():
    with duel() as game:
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1")))
        (found,) = preview(seen(game, "red"), "red-1", Dodge())
        assert {attempt.skill for attempt in found.attempts} == {"bs-attack", "dodge"}
        game._react("blue", {})
        game.says("blue", Second(skill=Idle()))
        game.dice(20, 20, 20).settle()


def test_a_hidden_enemy_is_a_marker_in_the_preview_too():
    """What is behind the marker changes nothing."""
    hidden = {"marker": 1, "states": ("camouflaged",)}
    plain = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 22, "malignos/multi-sniper-rifle", **hidden)})
    found = preview(seen(plain, "blue"), "blue-1", shoot("red-1"))
    assert all("red-1" not in each.odds.fates for each in found)


def test_a_program_meets_a_reset():
    skirmish = Skirmish({"blue-1": at(24, 10, "fusiliers/combi-rifle-hacker"), "red-1": at(24, 16, ZHANSHI)})
    found = by_reaction(skirmish, Hack(program="spotlight", targets={"red-1": 1}))
    assert found["reset"].odds.fates["red-1"].states["targeted"] == pytest.approx(0.3775)
    assert found["none"].odds.fates["red-1"].states["targeted"] == pytest.approx(0.6)


def test_misses_into_close_combat_endanger_friends():
    """Each die that fails hits the friend: by the binomial of three dice."""
    from infinity.skirmish import next_to

    red = at(24, 22, ZHANSHI)
    game = Skirmish({"blue-1": at(24, 10), "blue-2": next_to(red, 0), "red-1": red})
    found = by_reaction(game, shoot("red-1"))["none"]
    (attempt,) = found.attempts
    assert [name for name, _ in attempt.strays] == ["blue-2"]
    failing = (20 - attempt.value.total) / 20
    (saving,) = next(saves for _, saves in found.lines[0].strays)
    unhurt = (1 - failing * saving.number.total / 20) ** 3
    assert found.odds.fates["blue-2"].lost[0] == pytest.approx(unhurt)


def test_a_coup_de_grace_kills():
    from infinity.declared import CCAttack
    from infinity.skirmish import next_to

    red = at(24, 22, ZHANSHI, states=("unconscious",), points=0, prone=True)
    game = Skirmish({"blue-1": next_to(red, 0), "red-1": red})
    skill = CCAttack(weapon="cc-weapon", targets={"red-1": 1})
    assert by_reaction(game, skill)["none"].odds.fates["red-1"].dead == 1
