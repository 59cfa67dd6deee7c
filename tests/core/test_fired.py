"""Counting what decides: facts, questions, refusals and outcomes, and nothing while nobody counts."""

from ambush.game import FIRST
from firelane.core.fired import counting, decides, remembered
from firelane.lab.many import play


def test_a_fact_is_counted_when_it_holds_and_somebody_counts():
    assert decides([1], "a.1") is True
    with counting() as tally:
        assert decides(True, "a.1", "a.2") is True
        assert decides(0, "a.3") is False
        assert decides("", "a.3") is False
    assert tally.fired == {"a.1": 1, "a.2": 1}
    assert decides(True, "a.1") is True
    assert tally.fired["a.1"] == 1


def test_questions_and_outcomes_are_counted_with_their_rules():
    with counting() as tally:
        game = play(FIRST, 3)
    asked = {
        rule for m in game.moments if m.state.window for r in m.state.window.requests for rule in r.rules
    }
    assert asked
    assert asked <= set(tally.fired)
    assert tally.fired[game.state.outcome.rule] >= 1


def test_what_is_remembered_is_counted_as_often_as_it_is_asked_for():
    worked = []

    @remembered(8)
    def is_high(number):
        worked.append(number)
        return decides(number > 3, "made-up.high")

    assert is_high(5)
    assert is_high(5)
    assert worked == [5], "found once"
    for _ in range(2):
        with counting() as tally:
            assert [is_high(n) for n in (5, 5, 2)] == [True, True, False]
        assert tally.fired == {"made-up.high": 2}
    assert worked == [5, 5, 2], "and once more for who counts"
