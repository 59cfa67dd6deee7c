"""Own dice: what each of them is thrown for, and that no roll of one's own is thrown by another."""

from __future__ import annotations

from random import Random

import pytest

from bpre.raid import Raid
from bpre.raid import at as unit_at
from firelane.bpre.game import BPRE
from firelane.core.game import Game
from firelane.core.requests import Roll
from firelane.infinity.asking import Turned
from firelane.infinity.c1.game import C1
from firelane.infinity.events import InitiativeRolled
from firelane.players import Budget, named
from firelane.screen.plain import throwing
from infinity.declared import Idle
from infinity.skirmish import Skirmish, aro_shot, at, shoot
from server.running import Client, running

LANGS = ("en", "ja")


def thrown(game, lang="en"):
    """What is said of the dice that are wanted now: whose, how many, what for."""
    roll = game.game.pending[0]
    assert isinstance(roll, Roll), roll
    prompt = throwing(game.ruleset, game.game.state, roll, lang)
    assert sum(one.count for one in prompt.throws) == len(prompt.dice)
    return roll.roller, [(one.count, one.text) for one in prompt.throws]


def test_each_side_throws_its_own_die_for_initiative():
    game = Game.new(C1, C1.setup(), 1)
    for seat in C1.seats:
        (roll,) = game.pending
        assert (roll.roller, roll.dice) == (seat, (20,))
        (told,) = throwing(C1, game.state, roll, "en").throws
        assert told.text.startswith("Initiative: at most 1")
        game.throw()
    events = [event for moment in game.moments for event in moment.events]
    assert any(isinstance(event, InitiativeRolled) for event in events) or game.pending[0].roller == "blue"


def test_the_dice_of_an_order_say_whose_they_are_and_against_what():
    troopers = {"blue-1": at(20, 10), "red-1": at(20, 22), "red-2": at(22, 22)}
    with Skirmish(troopers) as game:
        aros = {"red-1": aro_shot("blue-1"), "red-2": aro_shot("blue-1")}
        game.order("blue-1", shoot("red-1"), Idle(), aros=aros)
        seat, told = thrown(game)
        assert seat == "blue"
        assert told == [(3, "blue-1, BS Attack against red-1: target number 15 (BS 12, Range +3)")]
        game.dice(blue=[1, 1, 1])
        seat, told = thrown(game)
        assert seat == "red"
        assert [count for count, _ in told] == [1, 1]
        assert [text.partition(":")[0] for _, text in told] == [
            "red-1, BS Attack against blue-1",
            "red-2, BS Attack against blue-1",
        ]
        game.dice(red=[20, 20])
        seat, told = thrown(game)
        assert seat == "red"
        ((count, text),) = told
        assert text.startswith("red-1 saves against blue-1: must beat ")
        game.dice(red=[20] * count).says("red", Turned())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("ruleset", [C1, BPRE], ids=["c1", "bpre"])
def test_all_dice_of_a_game_are_accounted_for(ruleset, lang):
    game, player, chance = Game.new(ruleset, ruleset.setup(), 5), named("novice", ruleset), Random(5)
    kinds = set()
    for _ in range(700):
        if game.state.outcome is not None:
            break
        request = game.pending[0]
        if isinstance(request, Roll):
            prompt = throwing(ruleset, game.state, request, lang)
            assert sum(one.count for one in prompt.throws) in (0, len(request.dice)), request.why
            assert all(one.text and "{" not in one.text for one in prompt.throws)
            if prompt.throws:
                kinds.add(request.why)
            game.throw()
            continue
        seen = game.view(request.seat)
        game.answer(request.seat, request.id, player(seen, request, Budget(), chance))
    assert kinds >= ({"initiative", "order", "saves"} if ruleset is C1 else {"attack", "save"})


def test_an_attack_of_red_earth_says_what_is_needed():
    with Raid({"scorch-1": unit_at(12, 6), "aayari-1": unit_at(12, 18)}) as raid:
        raid.fire("scorch-1", "aayari-1")
        seat, ((count, text),) = thrown(raid)
        assert (seat, count) == ("scorch", 2)
        assert text.startswith("scorch-1 attacks aayari-1 (")
        raid.dice(1, 1)


def test_who_rolls_his_own_dice_is_asked_for_initiative_first(tmp_path):
    with running(tmp_path / "games.sqlite", C1) as server:
        game = server.new("c1", players={"red": "random"}, own_dice=["blue"])
        with Client(server.port, game["blue"]) as blue:
            assert blue.welcome["own_dice"]
            (asked,) = blue.prompts()
            assert asked["dice"] == [20]
            assert asked["throws"][0]["text"].startswith("Initiative")
            assert [line["kind"] for line in blue.log if line["kind"] == "dice-rolled"] == []
            assert blue.tell("dice", request=asked["id"], faces=[3])["type"] == "accepted"
            blue.settle()
            fell = [line for line in blue.log if line["kind"] == "dice-rolled"]
            assert (fell[0]["roller"], fell[0]["faces"]) == ("blue", [3])
            assert fell[0]["text"] == "Blue rolls 3 for initiative."
