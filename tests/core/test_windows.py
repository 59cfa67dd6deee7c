"""Windows: who is asked, sealed or in turn, and which answers are refused."""

import pytest

from core.tiny import END, Main, Nod, Nodded, Pick, Silence, Sub, Word, Wrote, end, main, tiny, written
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.procedure import (
    MachineError,
    Procedure,
    ask,
    ask_in_turn,
    done,
    next_in_turn,
    proceed,
    push,
    roll,
)
from firelane.core.requests import Rolled
from firelane.core.state import encode


def write_all(play, frame):
    for request, given in play.answers_by_request():
        play.emit(
            Wrote(what=f"{request.seat}/{request.about}={getattr(given, 'word', '-')}", by=request.seat)
        )
    return proceed()


def ask_three(play, frame):
    return ask(
        Pick(seat="south", about="first"),
        Pick(seat="north"),
        Pick(seat="south", about="second"),
        Pick(seat="west"),
    )


def sealed():
    return main(ask_three, write_all, end)


def test_a_sealed_window_asks_all_seats_together_several_times_each():
    game = sealed()
    assert [(r.seat, r.id, r.about) for r in game.pending] == [
        ("south", "south-1", "first"),
        ("north", "north-1", ""),
        ("south", "south-2", "second"),
        ("west", "west-1", ""),
    ]
    assert [r.id for r in game.view("south").requests] == ["south-1", "south-2"]
    assert game.view("north").asked == ("south", "north", "west")


def test_a_sealed_window_stays_closed_until_the_last_answer_and_is_read_in_the_order_asked():
    game = sealed()
    for request in ("west-1", "south-2", "north-1"):
        result = game.answer(request.partition("-")[0], request, Word(request.replace("-", "")[-4:]))
        assert result.events == ()
        assert written(game) == ()
    assert [r.id for r in game.pending] == ["south-1"]
    game.answer("south", "south-1", Silence())
    assert written(game) == ("south/first=-", "north/=rth1", "south/second=uth2", "west/=est1")
    assert game.state.outcome == END


def test_own_sealed_answers_are_seen_by_their_seat_alone():
    game = sealed()
    untouched = encode(game.view("north"))
    watched = encode(game.view(""))
    game.answer("south", "south-2", Word("OATH"))
    assert game.view("south").answered == {"south-2": Word("OATH")}
    assert [r.id for r in game.view("south").requests] == ["south-1"]
    assert encode(game.view("north")) == untouched
    assert encode(game.view("")) == watched
    assert b"OATH" not in encode(game.view("north"))


@pytest.mark.parametrize(
    ("seat", "request_id", "given", "rule"),
    [
        ("south", "south-9", Silence(), "core.not-asked"),
        ("south", "north-1", Silence(), "core.not-asked"),
        ("east", "east-1", Silence(), "core.not-asked"),
        ("north", "", Silence(), "core.not-asked"),
        ("north", "north-1", Nodded(), "core.wrong-kind"),
        ("north", "north-1", Rolled((3,)), "core.wrong-kind"),
        ("north", "north-1", Word("TOO LONG"), "tiny.words.1"),
        ("west", "west-1", Silence(), "core.answered-already"),
    ],
)
def test_a_refused_answer_says_why_and_changes_nothing(seat, request_id, given, rule):
    game = sealed()
    game.answer("west", "west-1", Word("SAID"))
    state, data, count, total = game.state, encode(game.state), game.count, game.sum
    result = game.answer(seat, request_id, given)
    assert isinstance(result, Refusal)
    assert result.rule == rule
    assert game.state is state
    assert (encode(game.state), game.count, game.sum) == (data, count, total)
    assert len(game.moments) == 2


def test_a_wrong_kind_of_answer_is_told_which_kinds_are_right():
    result = sealed().answer("north", "north-1", Nodded())
    assert dict(result.args) == {"ask": "pick", "kinds": ("word", "silence")}


def test_an_answer_in_bytes_is_read_with_its_types_or_refused_with_the_field():
    ruleset = sealed().ruleset
    assert ruleset.read_answer(b'{"answer": "word", "word": "FOUR"}') == Word("FOUR")
    for data, field in (
        (b'{"answer": "word", "word": 4}', "word"),
        (b'{"answer": "shout"}', "answer"),
        (b'{"answer": "word"}', "-"),
        (b"[]", "-"),
        (b'{"answer": ', "-"),
        (b"\xff\xfe", "-"),
        (b"[" * 100_000, "-"),
    ):
        result = ruleset.read_answer(data)
        assert isinstance(result, Refusal), data
        assert result.rule == "core.malformed"
        assert result.args["field"] == field
        assert result.args["what"]


def test_request_ids_tell_only_how_often_the_own_seat_was_asked():
    asked = []

    def many(play, frame):
        return ask(*(Pick(seat="north") for _ in range(5)), then="once")

    def once(play, frame):
        return ask(Pick(seat="south"), then="end")

    game = main(many, once, end)
    while game.pending:
        asked.append(game.pending[0].id)
        game.answer(game.pending[0].seat, game.pending[0].id, Silence())
    assert asked == ["north-1", "north-2", "north-3", "north-4", "north-5", "south-1"]


def test_nobody_asked_goes_on_at_once():
    def nobody(play, frame):
        return ask(then="after")

    def not_here(play, frame):
        raise AssertionError("the named step was passed over")

    def after(play, frame):
        assert not play.answers
        play.emit(Wrote(what="after"))
        return proceed()

    game = main(nobody, not_here, after, end)
    assert written(game) == ("after",)
    assert game.state.outcome == END


def test_a_question_without_a_step_for_its_answer_is_an_error_of_the_ruleset():
    with pytest.raises(MachineError, match="no step takes the answer"):
        main(ask_three)


def test_a_question_that_nobody_can_judge_is_an_error_of_the_ruleset():
    game = main(lambda_step("asks", lambda: ask(Nod(seat="north"))), end, questions=())
    with pytest.raises(MachineError, match="no question for nod"):
        game.answer("north", "north-1", Nodded())


def lambda_step(name, wanted):
    def step(play, frame):
        return wanted()

    step.__name__ = name
    return step


# In turn


def in_turn(play, frame):
    seats = ("west", "north", "west", "south")
    return ask_in_turn(
        *(Pick(seat=seat, about=str(n)) for n, seat in enumerate(seats)), each="hear", then="close"
    )


def hear(play, frame):
    ((request, given),) = play.answers_by_request()
    word = getattr(given, "word", "-")
    play.emit(Wrote(what=f"{request.about}{word}"))
    stop = word == "STOP"
    return next_in_turn(Main(notes=(*frame.notes, word)), keep=lambda r: not stop or r.seat == "south")


def close(play, frame):
    play.emit(Wrote(what="+".join(frame.notes)))
    return proceed()


def test_in_turn_each_answer_is_handled_in_sight_of_the_last():
    game = main(in_turn, hear, close, end)
    for seat, seen in (("west", ()), ("north", ("0AAAA",)), ("west", ("0AAAA", "1AAAA"))):
        (request,) = game.pending
        assert request.seat == seat
        assert game.view(seat).table.written == seen
        assert game.view(seat).asked == (seat,)
        game.answer(seat, request.id, Word("AAAA"))
    game.answer("south", "south-1", Silence())
    assert written(game) == ("0AAAA", "1AAAA", "2AAAA", "3-", "AAAA+AAAA+AAAA+-")
    assert game.state.outcome == END


def test_in_turn_the_ids_of_dropped_questions_are_never_given_out():
    game = main(in_turn, hear, close, end)
    game.answer("west", "west-1", Word("STOP"))
    assert [r.id for r in game.pending] == ["south-1"]
    game.answer("south", "south-1", Silence())
    assert written(game) == ("0STOP", "3-", "STOP+-")


def test_in_turn_with_nobody_left_goes_to_the_step_after():
    def nobody(play, frame):
        return ask_in_turn(each="hear", then="close")

    game = main(nobody, hear, close, end)
    assert written(game) == ("",)
    assert game.state.outcome == END


def test_a_frame_and_dice_inside_each_come_before_the_next_question():
    def each(play, frame):
        ((request, _),) = play.answers_by_request()
        return push(Sub(name=request.seat), then="back")

    def back(play, frame):
        play.emit(Wrote(what=f"back with {play.returned}"))
        return next_in_turn()

    def throw(play, frame):
        return roll(6, roller=frame.name, why="sub")

    def fell(play, frame):
        return done(play.faces[0])

    def begin(play, frame):
        return ask_in_turn(Pick(seat="north"), Pick(seat="south"), each="each", then="end")

    ruleset = tiny(Procedure(Main, begin, each, back, end), Procedure(Sub, throw, fell))
    game = Game.new(ruleset, None or ruleset.setup(), "tiny")
    for seat, face in (("north", 4), ("south", 2)):
        (request,) = game.pending
        assert request.seat == seat
        game.answer(seat, request.id, Silence())
        assert [r.seat for r in game.pending] == ["chance"]
        game.throw(Rolled((face,)))
    assert written(game) == ("back with 4", "back with 2")
    assert game.state.outcome == END


def test_next_in_turn_outside_a_queue_is_an_error_of_the_ruleset():
    with pytest.raises(MachineError, match="nothing is being asked in turn"):
        main(lambda_step("astray", next_in_turn), end)
