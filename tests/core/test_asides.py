"""Conceding and drawing; and after the end nothing is accepted."""

import pytest

from ambush.asking import EndTurn
from ambush.scenario import Fight
from core.tiny import Pick, Silence, end, kinds, main
from firelane.core.because import Refusal
from firelane.core.events import DrawAgreed, GameEnded
from firelane.core.machine import AgreeDraw, Concede, DropStanding, RefuseDraw, SetStanding
from firelane.core.procedure import ask, roll
from firelane.core.requests import Rolled
from firelane.core.state import Outcome, Standing


def asks(play, frame):
    return ask(Pick(seat="north"), Pick(seat="south"))


def three():
    return main(asks, end)


def test_who_concedes_loses_to_all_others():
    game = three()
    result = game.say("north", Concede())
    assert result.events == (GameEnded(outcome=Outcome(winners=("south", "west"), rule="core.conceded")),)
    assert game.state.outcome.winners == ("south", "west")
    assert game.pending == ()
    assert game.view("north").requests == ()


def test_a_seat_that_is_not_asked_may_concede_too():
    game = three()
    game.say("west", Concede())
    assert game.state.outcome.winners == ("north", "south")


def test_a_draw_needs_every_seat():
    game = three()
    assert game.say("west", AgreeDraw()).events == (DrawAgreed(seat="west", agreed=True),)
    assert game.view("south").agreed_draw == ("west",)
    assert game.say("north", AgreeDraw()).events == (DrawAgreed(seat="north", agreed=True),)
    assert game.state.outcome is None
    assert kinds(game.say("south", AgreeDraw()).events) == ["draw-agreed", "game-ended"]
    assert game.state.outcome == Outcome(winners=(), rule="core.draw-agreed")


def test_an_offer_is_made_once_and_can_be_turned_down_or_taken_back():
    game = three()
    assert game.say("west", RefuseDraw()) == Refusal("core.no-draw-offered", {})
    game.say("west", AgreeDraw())
    assert game.say("west", AgreeDraw()) == Refusal("core.draw-offered-already", {"seat": "west"})
    assert game.say("north", RefuseDraw()).events == (DrawAgreed(seat="north", agreed=False),)
    assert game.state.agreed_draw == ()
    game.say("west", AgreeDraw())
    game.say("west", RefuseDraw())
    for seat in ("north", "south"):
        game.say(seat, AgreeDraw())
    assert game.state.outcome is None


def test_an_offer_changes_no_question():
    game = three()
    before = game.pending
    game.say("south", AgreeDraw())
    assert game.pending == before


def test_somebody_who_does_not_play_has_no_say():
    game = three()
    for seat in ("east", "", "chance"):
        assert game.say(seat, Concede()) == Refusal("core.no-such-seat", {"seat": seat})
    assert game.state.outcome is None


@pytest.mark.parametrize(
    "said",
    [
        Concede(),
        AgreeDraw(),
        RefuseDraw(),
        DropStanding(),
        SetStanding(Standing(seat="blue", kinds=("react",))),
    ],
)
def test_after_the_end_nothing_that_is_said_counts(said):
    game = over()
    state, count = game.state, game.count
    assert game.say("blue", said) == Refusal("core.game-over", {})
    assert (game.state, game.count) == (state, count)


def over():
    fight = Fight(rounds=1)
    fight.order(EndTurn()).order(EndTurn())
    assert fight.game.state.outcome is not None
    return fight.game


def test_after_the_end_no_answer_no_dice_and_no_step_back():
    game = over()
    state, count = game.state, game.count
    assert game.answer("blue", "blue-2", EndTurn()) == Refusal("core.game-over", {})
    assert game.throw() == Refusal("core.game-over", {})
    assert game.throw(Rolled((1,))) == Refusal("core.game-over", {})
    assert game.undo("blue") == Refusal("core.game-over", {})
    assert (game.state, game.count) == (state, count)


def test_dice_are_not_thrown_before_they_are_wanted():
    game = three()
    assert game.throw() == Refusal("core.not-asked", {"ask": "roll", "seat": "chance"})
    assert game.count == 0


def test_no_player_answers_for_chance():
    """The journal would hold a line that cannot be read back."""

    def throws(play, frame):
        return roll(6, roller="north", why="one")

    game = main(throws, end)
    result = game.answer("chance", "chance-1", Rolled((6,)))
    assert result == Refusal("core.not-asked", {"ask": "chance-1", "seat": "chance"})
    assert game.answer("north", "chance-1", Silence()).rule == "core.not-asked"
    assert game.count == 0
