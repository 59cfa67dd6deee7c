"""What the button says that gives an answer: what is done, or that nothing is."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from firelane.bpre.game import BPRE
from firelane.bpre.game import Setup as Operation
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.ruleset import Ruleset
from firelane.infinity.asking import Activate, Second
from firelane.infinity.c1.game import C1, Setup
from firelane.players import Budget, random_player
from firelane.rulesets import screen_of
from firelane.screen.prompts import Option, SlotKind
from infinity.declared import Idle
from infinity.skirmish import Skirmish, at, box, walk
from screen.assembling import assembled
from screen.test_codeone import read

WALL = box("wall", 10, 20, 20, 1, 6)


@pytest.mark.parametrize(("ruleset", "setup"), [(C1, Setup()), (BPRE, Operation())], ids=["c1", "bpre"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_button_passes_only_where_leaving_all_open_is_an_answer(
    ruleset: Ruleset, setup: Any, lang: str
) -> None:
    game, generator, player = Game.new(ruleset, setup, 3), Random(3), random_player(ruleset)
    passing = {}
    for _ in range(120):
        game.throw_all()
        if game.state.outcome is not None:
            break
        request = game.pending[0]
        view = game.view(request.seat)
        prompt = screen_of(ruleset).prompt(view, request, lang)
        assert prompt.confirm
        whole = prompt.base is None
        for option in (one for part in prompt.parts for one in part.options if not one.forbidden and whole):
            assert option.confirm, option
        if not whole:
            empty = ruleset.read_answer(msgspec.json.encode(assembled(prompt, {})))
            assert not isinstance(empty, Refusal)
            legal = ruleset.question(request).refuse(view, request, empty) is None
            assert bool(prompt.passing) == legal
            passing[request.kind] = prompt.passing
        answer = player(view, request, Budget(), generator)
        assert not isinstance(game.answer(request.seat, request.id, answer), Refusal)
    if ruleset is C1:
        assert passing["deploy"] == ""
        assert passing["declare-aros"] == {"en": "Let it pass", "ja": "何もしない"}[lang]


def orders(game: Skirmish, name: str, lang: str = "en") -> dict[str, Option]:
    request = game.asked("blue")
    prompt = screen_of(C1).prompt(game.game.view("blue"), request, lang)
    return {one.label: one for part in prompt.parts for one in part.options if one.figure == name}


def test_a_move_has_no_way_until_one_is_shown() -> None:
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 40)}, (WALL,)) as game:
        shown = orders(game, "blue-1")
        for label, verb in (("Move", "Move"), ("Move prone", "Move")):
            assert shown[label].confirm == verb
            (route,) = [slot for slot in shown[label].slots if slot.kind is SlotKind.ROUTE]
            assert route.place == "/skill/route"
            assert assembled_value(shown[label])["skill"]["route"] == []


def test_to_stay_is_a_choice_of_its_own_and_says_what_it_comes_to() -> None:
    troopers = {"blue-1": at(20, 10), "blue-2": at(25, 10, prone=True), "red-1": at(20, 40)}
    with Skirmish(troopers, (WALL,)) as game:
        standing, lying = orders(game, "blue-1"), orders(game, "blue-2")
        assert {"turns where it is", "goes prone where it is"} <= standing.keys()
        assert {"turns where it is", "stands up where it is"} <= lying.keys()
        assert "stands up where it is" not in standing
        assert "goes prone where it is" not in lying
        turn = standing["turns where it is"]
        assert turn.confirm == "Turn here"
        assert [slot.kind for slot in turn.slots] == [SlotKind.FACING]
        request = game.asked("blue")
        prompt = screen_of(C1).prompt(game.game.view("blue"), request, "en")
        answer = read(prompt, {"order": (turn,)})
        assert isinstance(answer, Activate)
        assert C1.question(request).refuse(game.game.view("blue"), request, answer) is None
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12)))
        assert "turns where it is" in orders(game, "blue-1")
        game.says("blue", Second(skill=Idle())).settle()


def assembled_value(option: Option) -> Any:
    return msgspec.json.decode(msgspec.json.encode(option.value))
