"""Answers that a table may give for a player, since there is nothing to decide."""

from __future__ import annotations

import pytest

from firelane.infinity.asking import Activate, Aros, Second, Turned
from firelane.infinity.c1.game import C1
from infinity.declared import Idle
from infinity.skirmish import Skirmish, at, box, shoot, strike

CONTACT = 0.984
"""How far apart, in inches, two 25 mm bases stand that touch."""


def usual(game, seat):
    """The usual answer to the question that a seat is asked."""
    request = game.asked(seat)
    return C1.question(request).usual(game.game.view(seat), request)


def attacked(friend, *pieces):
    """Red-1 has been shot at and missed; a friend near by is warned."""
    game = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 30), "red-2": friend}, pieces)
    game.order("blue-1", shoot("red-1"), Idle()).dice(blue=[20, 20, 20])
    assert game.asked("red").actors == ("red-2",)
    return game


SCREEN = box("screen", 25.5, 20, 4, 1, 4)


@pytest.mark.parametrize(
    ("facing", "pieces", "decides"),
    [
        (90, (), True),  # looks away from an enemy in a clear line
        (270, (), False),  # sees it already
        (90, (SCREEN,), False),  # looks away, but nothing could be seen
    ],
)
def test_nobody_is_asked_to_turn_where_turning_shows_no_enemy(facing, pieces, decides):
    friend = at(30, 30, facing=facing) if pieces else at(26, 33, facing=facing)
    with attacked(friend, *pieces) as game:
        assert usual(game, "red") == (None if decides else Turned())
        game.says("red", Turned())


def test_one_who_would_see_an_enemy_is_enough_to_be_asked():
    troopers = {
        "blue-1": at(24, 10),
        "red-1": at(24, 30),
        "red-2": at(26, 33, facing=270),
        "red-3": at(22, 33, facing=90),
    }
    with Skirmish(troopers) as game:
        game.order("blue-1", shoot("red-1"), Idle()).dice(blue=[20, 20, 20])
        assert game.asked("red").actors == ("red-2", "red-3")
        assert usual(game, "red") is None
        game.says("red", Turned())


def test_a_second_half_is_idle_only_where_nothing_else_can_follow():
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 10 + CONTACT)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=strike("red-1"))).says("red", Aros())
        assert usual(game, "blue") == Second(skill=Idle()), "an attack was declared, and nobody can move away"
        game.says("blue", Second(skill=Idle())).dice(blue=[20])
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 10 + CONTACT)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle())).says("red", Aros())
        assert usual(game, "blue") is None, "an attack can follow"
        game.says("blue", Second(skill=Idle()))
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 30)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1"))).says("red", Aros())
        assert usual(game, "blue") is None, "a Move can follow"
        game.says("blue", Second(skill=Idle())).dice(blue=[20, 20, 20])
