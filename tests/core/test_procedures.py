"""Procedures, frames on top of frames, and rules that wake up."""

import pytest

from core.tiny import END, Main, Pick, Setup, Silence, Sub, SubSub, Wrote, end, main, tiny, written
from firelane.core.game import Game
from firelane.core.machine import start
from firelane.core.procedure import (
    MachineError,
    Procedure,
    ask,
    cited,
    done,
    each_statement,
    finish,
    goto,
    proceed,
    push,
    roll,
)
from firelane.core.requests import Rolled
from firelane.core.rules import Edition, Rule
from firelane.core.state import encode


def note(play, frame):
    """A step of a procedure on top: say its name."""
    play.emit(Wrote(what=frame.name))
    return proceed()


def reads(play, frame):
    play.emit(Wrote(what=f"returned {play.returned!r}"))
    return proceed()


def test_steps_go_in_the_order_of_the_list_or_where_they_are_sent():
    def first(play, frame):
        play.emit(Wrote(what="first"))
        return goto("third", Main(notes=("sent",)))

    def second(play, frame):
        play.emit(Wrote(what="second"))
        return proceed()

    def third(play, frame):
        play.emit(Wrote(what=f"third {frame.notes}"))
        return goto("second") if len(play.world.written) < 3 else finish(END)

    game = main(first, second, third)
    assert written(game) == ("first", "third ('sent',)", "second", "third ('sent',)")


@pytest.mark.parametrize("value", [7, 0, "", False, {"hits": 2}, ("a", 1)])
def test_what_a_frame_hands_back_is_read_in_the_step_after_the_push(value):
    def begin(play, frame):
        assert play.returned is None
        return push(Sub())

    game = Game.new(
        tiny(Procedure(Main, begin, reads, reads_nothing, end), Procedure(Sub, hands_back(value))), Setup()
    )
    assert written(game) == (f"returned {value!r}", "nothing")


def hands_back(value):
    def back(play, frame):
        return done(value)

    return back


def reads_nothing(play, frame):
    play.emit(Wrote(what="nothing" if play.returned is None else "left over"))
    return proceed()


def test_what_was_handed_back_survives_being_saved_before_it_is_read():
    def begin(play, frame):
        return push(Sub())

    def asks(play, frame):
        return ask(Pick(seat="north"))

    def back(play, frame):
        return done({"hits": 2})

    ruleset = tiny(Procedure(Main, begin, reads, end), Procedure(Sub, asks, back))
    game = Game.new(ruleset, Setup())
    assert ruleset.decode(encode(game.state)) == game.state
    game.answer("north", "north-1", Silence())
    assert written(game) == ("returned {'hits': 2}",)


def test_a_push_from_the_last_step_hands_its_result_to_the_frame_below():
    def begin(play, frame):
        return push(Sub(name="sub"))

    def last(play, frame):
        return push(SubSub(name="subsub"))

    ruleset = tiny(
        Procedure(Main, begin, reads, end), Procedure(Sub, note, last), Procedure(SubSub, hands_back(5))
    )
    game = Game.new(ruleset, Setup())
    assert written(game) == ("sub", "returned 5")


def test_a_frame_may_begin_at_a_later_step():
    def begin(play, frame):
        return push(Sub(name="late", step="second"))

    def first(play, frame):
        raise AssertionError("it was told to begin later")

    def second(play, frame):
        play.emit(Wrote(what=frame.name))
        return proceed()

    game = Game.new(tiny(Procedure(Main, begin, end), Procedure(Sub, first, second)), Setup())
    assert written(game) == ("late",)


def test_the_end_of_the_last_procedure_without_an_outcome_is_an_error_of_the_ruleset():
    with pytest.raises(MachineError, match="without an outcome"):
        main(lambda_step("only", proceed))


def test_a_procedure_that_never_asks_nor_ends_is_an_error_of_the_ruleset():
    with pytest.raises(MachineError, match="too many steps"):
        main(lambda_step("round_and_round", lambda: goto("round_and_round")), step_limit=50)
    ruleset = tiny(
        Procedure(Main, lambda_step("again", lambda: push(Sub(), then="again"))),
        Procedure(Sub, lambda_step("nothing", done)),
        step_limit=50,
    )
    with pytest.raises(MachineError, match="too many steps"):
        start(ruleset, Setup())


def test_a_step_that_does_not_exist_is_an_error_of_the_ruleset():
    with pytest.raises(MachineError, match="main has no step 'nowhere'"):
        main(lambda_step("lost", lambda: goto("nowhere")), end)


def test_a_frame_without_a_procedure_is_an_error_of_the_ruleset():
    with pytest.raises(MachineError, match="no procedure for sub"):
        main(lambda_step("pushes", lambda: push(Sub())), end)
    with pytest.raises(MachineError, match="no procedure for sub"):
        main(lambda_step("pushes", lambda: push(Sub(step="late"))), end)


def test_two_steps_of_one_name_and_no_steps_at_all_are_errors_of_the_ruleset():
    with pytest.raises(MachineError, match="two steps have the same name"):
        Procedure(Main, end, end)
    with pytest.raises(MachineError, match="no steps"):
        Procedure(Main)


@pytest.mark.parametrize("dice", [(), (0,), (6, -1)])
def test_dice_that_cannot_be_thrown_are_an_error_of_the_ruleset(dice):
    with pytest.raises(MachineError, match="dice"):
        main(lambda_step("rolls", lambda: roll(*dice, roller="north", why="nothing")), end)


def test_a_step_gets_the_dice_that_fell_and_no_later_step_does():
    def throw(play, frame):
        return roll(6, 20, roller="north", why="both")

    def fell(play, frame):
        play.emit(Wrote(what=str(play.faces)))
        return proceed()

    game = main(throw, fell, lambda_step("later", lambda: goto("again")), again, end)
    game.throw(Rolled((6, 20)))
    assert written(game) == ("(6, 20)", "() () {}")


def again(play, frame):
    play.emit(Wrote(what=f"{play.faces} {play.asked} {play.answers}"))
    return proceed()


def test_a_step_gets_the_answers_to_its_question_and_no_later_step_does():
    def asks(play, frame):
        return ask(Pick(seat="north"))

    def heard(play, frame):
        play.emit(Wrote(what=str(list(play.answers))))
        return proceed()

    game = main(asks, heard, again, end)
    game.answer("north", "north-1", Silence())
    assert written(game) == ("['north-1']", "() () {}")


def lambda_step(name, wanted):
    def step(play, frame):
        return wanted()

    step.__name__ = name
    return step


# Rules that wake up


def wakes(name):
    def trigger(world, event, figures):
        return Sub(name=f"{name} after {event.what}") if event.by == "test" else None

    return trigger


def woken(order_of_b=0, **names):
    rules = [
        Rule(key, triggers={"wrote": wakes(key)}, order=order_of_b if key == "b" else 0)
        for key in names or "cba"
    ]
    return Edition("tiny", rules, events=("wrote",))


def test_woken_rules_are_played_before_the_next_step_in_the_stated_order():
    def begin(play, frame):
        play.emit(Wrote(what="x", by="test"))
        return proceed()

    def then(play, frame):
        play.emit(Wrote(what="then"))
        return proceed()

    for order, expected in ((0, "abc"), (-1, "bac"), (1, "acb")):
        ruleset = tiny(Procedure(Main, begin, then, end), Procedure(Sub, note), edition=woken(order))
        game = Game.new(ruleset, Setup())
        assert written(game) == ("x", *(f"{key} after x" for key in expected), "then")


def test_several_events_of_a_step_wake_their_rules_one_event_after_another():
    def begin(play, frame):
        play.emit(Wrote(what="1", by="test"))
        play.emit(Wrote(what="quiet"))
        play.emit(Wrote(what="2", by="test"))
        return proceed()

    ruleset = tiny(Procedure(Main, begin, end), Procedure(Sub, note), edition=woken())
    game = Game.new(ruleset, Setup())
    expected = [f"{key} after {n}" for n in "12" for key in "abc"]
    assert list(written(game)) == ["1", "quiet", "2", *expected]


def test_rules_woken_by_a_last_step_come_before_the_frame_below_reads_its_result():
    def begin(play, frame):
        return push(SubSub())

    def last(play, frame):
        play.emit(Wrote(what="x", by="test"))
        return done("kept")

    ruleset = tiny(
        Procedure(Main, begin, reads, end), Procedure(SubSub, last), Procedure(Sub, note), edition=woken()
    )
    game = Game.new(ruleset, Setup())
    assert written(game) == ("x", "a after x", "b after x", "c after x", "returned 'kept'")


def test_a_frame_pushed_in_the_step_that_woke_a_rule_waits_for_it():
    def begin(play, frame):
        play.emit(Wrote(what="x", by="test"))
        return push(SubSub(name="pushed"))

    edition = Edition("tiny", [Rule("a", triggers={"wrote": wakes("a")})], events=("wrote",))
    ruleset = tiny(
        Procedure(Main, begin, end), Procedure(SubSub, note), Procedure(Sub, note), edition=edition
    )
    assert written(Game.new(ruleset, Setup())) == ("x", "a after x", "pushed")


def test_a_woken_rule_may_ask_and_the_game_goes_on_after_it():
    def begin(play, frame):
        play.emit(Wrote(what="x", by="test"))
        return proceed()

    def asks(play, frame):
        return ask(Pick(seat="south", about=frame.name))

    edition = Edition("tiny", [Rule(key, triggers={"wrote": wakes(key)}) for key in "ba"], events=("wrote",))
    ruleset = tiny(Procedure(Main, begin, end), Procedure(Sub, asks, note), edition=edition)
    game = Game.new(ruleset, Setup())
    assert [r.about for r in game.pending] == ["a after x"]
    game.answer("south", "south-1", Silence())
    assert [r.about for r in game.pending] == ["b after x"]
    game.answer("south", "south-2", Silence())
    assert game.state.outcome == END


def test_a_step_that_asks_while_it_wakes_a_rule_is_an_error_of_the_ruleset():
    def begin(play, frame):
        play.emit(Wrote(what="x", by="test"))
        return ask(Pick(seat="north"))

    ruleset = tiny(Procedure(Main, begin, end), Procedure(Sub, note), edition=woken())
    with pytest.raises(MachineError, match=r"main\.begin asks in the step that woke a rule"):
        start(ruleset, Setup())


# What a step says it comes from


def test_the_rules_of_a_step_are_read_from_its_docstring():
    assert cited("Reactions.\n\n    Rules: n3.aro.1-4, n3.order-sequence.5. Reading adopted: one.") == (
        "n3.aro.1-4",
        "n3.order-sequence.5",
    )
    assert cited("Rule: ambush.end.1.") == ("ambush.end.1",)
    assert cited("Nothing here cites n3.aro.1.") == ()
    assert cited(None) == ()
    assert list(each_statement(["n3.aro.1-3", "n3.dodge.4", "n3.co-op"])) == [
        "n3.aro.1",
        "n3.aro.2",
        "n3.aro.3",
        "n3.dodge.4",
        "n3.co-op",
    ]
