"""Dice: in range, fair, the same for the same request, and typed in only where that is allowed."""

from collections import Counter

import pytest

from core.tiny import end, main
from firelane.core.because import Refusal
from firelane.core.chance import seeded
from firelane.core.events import DiceRolled
from firelane.core.procedure import proceed, roll
from firelane.core.requests import CHANCE, Request, Roll, Rolled
from firelane.core.views import may_type_dice

CHI_SQUARE = {5: 20.52, 19: 43.82, 9: 27.88, 1: 10.83}
"""The value that fair dice exceed once in a thousand, by degrees of freedom."""


def ask_for(number, *dice):
    return Roll(seat=CHANCE, id=f"chance-{number}", dice=dice)


def chi_square(counts, cells, total):
    expected = total / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
@pytest.mark.parametrize("seed", ["", "1", "a seed of words", "ダイス", "x" * 200])
def test_faces_are_in_range_and_fair(seed, sides):
    throw = seeded(seed)
    faces = [throw(ask_for(number, sides)).faces[0] for number in range(4000)]
    counts = Counter(face - 1 for face in faces)
    assert set(counts) == set(range(sides))
    assert chi_square(counts, sides, 4000) < CHI_SQUARE[sides - 1]


def test_dice_of_one_throw_and_of_neighbouring_throws_do_not_hang_together():
    throw = seeded("pairs")
    within = Counter()
    between = Counter()
    for number in range(9000):
        one, two = throw(ask_for(number, 2, 10)).faces
        within[(one - 1) * 10 + two - 1] += 1
        following = throw(ask_for(number + 1, 2, 10)).faces
        between[(one - 1) * 10 + following[1] - 1] += 1
    assert chi_square(within, 20, 9000) < CHI_SQUARE[19]
    assert chi_square(between, 20, 9000) < CHI_SQUARE[19]


def test_the_same_request_gets_the_same_faces_in_whatever_order_it_is_asked():
    forwards = [seeded(7)(ask_for(number, 20, 20)) for number in range(50)]
    throw = seeded("7")
    backwards = [throw(ask_for(number, 20, 20)) for number in reversed(range(50))]
    assert forwards == backwards[::-1]
    assert seeded(8)(ask_for(1, *[20] * 8)) != seeded(7)(ask_for(1, *[20] * 8))


def test_long_seeds_that_differ_only_at_the_end_give_other_dice():
    stem = "s" * 80
    assert seeded(stem + "1")(ask_for(1, *[20] * 8)) != seeded(stem + "2")(ask_for(1, *[20] * 8))


def test_odd_numbers_of_sides_are_thrown_too():
    throw = seeded("odd")
    faces = {throw(ask_for(number, 1, 3, 100)).faces for number in range(500)}
    assert {face[0] for face in faces} == {1}
    assert {face[1] for face in faces} == {1, 2, 3}
    assert min(face[2] for face in faces) >= 1
    assert max(face[2] for face in faces) <= 100


# Dice from a desk


def throws(play, frame):
    return roll(6, 20, roller="north", why="both")


def fell(play, frame):
    return proceed()


@pytest.mark.parametrize(
    ("faces", "rule", "args"),
    [
        ((3,), "core.dice-count", {"needed": 2, "count": 1}),
        ((3, 4, 5), "core.dice-count", {"needed": 2, "count": 3}),
        ((), "core.dice-count", {"needed": 2, "count": 0}),
        ((7, 7), "core.dice-face", {"value": 7, "limit": 6}),
        ((6, 21), "core.dice-face", {"value": 21, "limit": 20}),
        ((0, 1), "core.dice-face", {"value": 0, "limit": 6}),
        ((-1, 1), "core.dice-face", {"value": -1, "limit": 6}),
    ],
)
def test_faces_that_cannot_fall_are_refused_and_change_nothing(faces, rule, args):
    game = main(throws, fell, end)
    before = game.state
    assert game.throw(Rolled(faces)) == Refusal(rule, args)
    assert game.state is before


def test_typed_faces_fall_as_typed_and_all_see_them():
    game = main(throws, fell, end)
    result = game.throw(Rolled((6, 20)))
    assert result.events[0] == DiceRolled(roller="north", why="both", dice=(6, 20), faces=(6, 20))


def test_secret_dice_are_seen_by_nobody():
    def draws(play, frame):
        return roll(6, roller="north", why="draw", secret=True)

    game = main(draws, fell, end)
    assert [event.kind for event in game.throw(Rolled((5,))).events] == ["game-ended"]


def test_a_player_types_his_own_open_dice_only():
    mine = Roll(seat=CHANCE, dice=(6,), roller="north")
    secret = Roll(seat=CHANCE, dice=(6,), roller="north", secret=True)
    assert may_type_dice(mine, "north")
    assert not may_type_dice(mine, "south")
    assert not may_type_dice(secret, "north")
    assert not may_type_dice(Request(seat="north"), "north")
