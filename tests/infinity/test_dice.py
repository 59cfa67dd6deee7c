"""What a die means and who beats whom, held against the words of the books by trying every die."""

from __future__ import annotations

from itertools import product

import pytest

from firelane.infinity.dice import Face, Over, RollFigures, Ties, effective, faces, read
from firelane.testing.proofs import rule

N2 = RollFigures(over=Over.WIDER, ties=Ties.HIGHER_VALUE)
N3 = RollFigures(over=Over.ADDED, ties=Ties.CANCEL)
N4 = RollFigures()
EDITIONS = {"n2": N2, "n3": N3, "n4": N4}
VALUES = (-3, 0, 1, 7, 12, 19, 20, 21, 23, 26, 40)


def told(edition: str, value: int, shown: int) -> tuple[int, bool] | None:
    """The book's words: the result and whether it is a critical; None for a failure."""
    if value < 1:
        return None
    if edition == "n2":
        if value > 20:
            return shown, shown >= 20 - (value - 20)
        return (shown, shown == value) if shown <= value else None
    if value > 20:
        result = shown + value - 20
        return min(result, 20), result >= 20
    return (shown, shown == value) if shown <= value else None


def outcome(edition: str, mine: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> tuple[int, int]:
    """The book's words for an exchange of (value, face): how many of my dice count, how many criticals."""
    ours = [(told(edition, value, face), value) for value, face in mine]
    others = [(told(edition, value, face), value) for value, face in theirs]
    my = [(found, value) for found, value in ours if found is not None]
    your = [(found, value) for found, value in others if found is not None]
    my_criticals, your_criticals = [m for m in my if m[0][1]], [y for y in your if y[0][1]]
    if my_criticals and your_criticals:
        if edition != "n2":
            return 0, 0
        won = [m for m in my_criticals if all(m[1] > y[1] for y in your_criticals)]
        return len(won), len(won)
    if your_criticals:
        return 0, 0
    kept = 0
    for (result, critical), value in my:
        beaten = False
        for (other, _), other_value in your:
            tie = other == result and (edition != "n2" or other_value >= value)
            beaten = beaten or (not critical and (other > result or tie))
        kept += not beaten
    return kept, len(my_criticals)


def strengths(figures: RollFigures, dice: list[tuple[int, int]]) -> list[Face]:
    return [read(figures, value, face) for value, face in dice]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("value", VALUES)
@rule("n4-core.roll.1", "n4-core.roll.3", "n4-core.roll.4", "n4-core.roll.5")
def test_every_face_of_a_die_means_what_the_book_says(edition: str, value: int) -> None:
    for shown, face in enumerate(faces(EDITIONS[edition], value), 1):
        expected = told(edition, value, shown)
        assert face.success == (expected is not None), shown
        assert face.critical == (expected is not None and expected[1]), shown


@rule("n4-core.roll.4", "n4-core.roll.5")
def test_a_value_of_23_adds_3_to_the_die_and_is_critical_from_17_on() -> None:
    row = faces(N4, 23)
    assert [shown for shown, face in enumerate(row, 1) if face.critical] == [17, 18, 19, 20]
    assert all(face.success for face in row)
    seven = read(N4, 12, 7)
    assert row[3].strength == seven.strength  # the 4 counts as 7
    assert effective([read(N4, 12, 6)], [row[3]]) == ()


def test_in_n2_nothing_is_added_and_the_critical_widens_instead() -> None:
    row = faces(N2, 23)
    assert [shown for shown, face in enumerate(row, 1) if face.critical] == [17, 18, 19, 20]
    assert effective([row[3]], [read(N2, 12, 5)]) == ()  # the 4 stays a 4
    assert len(effective([read(N2, 12, 5)], [row[3]])) == 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("mine", "theirs"), [(12, 11), (5, 5), (20, 7), (23, 20), (23, 23), (22, 25), (1, 19), (0, 9)]
)
@rule("n4-core.face-to-face.3", "n4-core.face-to-face.4", "n4-core.face-to-face.5", "n4-core.face-to-face.6",
      "n4-core.face-to-face.7")  # fmt: skip
def test_two_dice_against_one_come_out_as_told_for_every_throw(edition: str, mine: int, theirs: int) -> None:
    figures = EDITIONS[edition]
    for a, b, c in product(range(1, 21), repeat=3):
        two, one = [(mine, a), (mine, b)], [(theirs, c)]
        for ours, others in ((two, one), (one, two)):
            won = effective(strengths(figures, ours), strengths(figures, others))
            found = len(won), sum(face.critical for face in won)
            assert found == outcome(edition, ours, others), (a, b, c)


@pytest.mark.parametrize("edition", EDITIONS)
@rule("n4-core.face-to-face.2")
def test_without_an_opponent_every_success_counts_and_failures_are_discarded(edition: str) -> None:
    figures = EDITIONS[edition]
    for a, b in product(range(1, 21), repeat=2):
        won = effective(strengths(figures, [(12, a), (12, b)]), ())
        assert len(won) == (a <= 12) + (b <= 12)


@rule("n4-core.face-to-face.3", "n4-core.face-to-face.4")
def test_the_example_of_the_book() -> None:
    mine, theirs = strengths(N4, [(12, 4), (12, 9), (12, 15)]), strengths(N4, [(11, 5)])
    assert effective(mine, theirs) == (read(N4, 12, 9),)
    assert effective(theirs, mine) == ()


@rule("n4-core.face-to-face.5")
def test_a_critical_beats_every_higher_success_that_is_none() -> None:
    assert effective(strengths(N4, [(4, 4)]), strengths(N4, [(20, 19)])) == (read(N4, 4, 4),)
    assert effective(strengths(N4, [(20, 19)]), strengths(N4, [(4, 4)])) == ()


@rule("n4-core.face-to-face.6")
def test_criticals_on_both_sides_leave_nobody_with_anything() -> None:
    mine, theirs = strengths(N4, [(12, 12), (12, 9)]), strengths(N4, [(11, 11)])
    assert effective(mine, theirs) == effective(theirs, mine) == ()


@rule("n4-core.face-to-face.7")
def test_a_tie_for_the_best_leaves_lower_successes_without_effect_too() -> None:
    mine, theirs = strengths(N4, [(12, 8), (12, 3)]), strengths(N4, [(11, 8)])
    assert effective(mine, theirs) == effective(theirs, mine) == ()


def test_in_n2_the_higher_value_wins_a_tie_of_successes_and_of_criticals() -> None:
    assert len(effective(strengths(N2, [(12, 8)]), strengths(N2, [(11, 8)]))) == 1
    assert effective(strengths(N2, [(11, 8)]), strengths(N2, [(12, 8)])) == ()
    assert effective(strengths(N2, [(11, 8)]), strengths(N2, [(11, 8)])) == ()
    assert len(effective(strengths(N2, [(12, 12)]), strengths(N2, [(11, 11)]))) == 1
    assert effective(strengths(N2, [(11, 11)]), strengths(N2, [(11, 11)])) == ()
