"""Taking back: never past dice, a revelation or another seat's answer; and no refusal tells a secret."""

from ambush.asking import Advance, Layout, Sneak
from ambush.game import FIRST
from ambush.scenario import Fight
from ambush.world import Setup, scout_ids
from core.tiny import Pick, Shown, Silence, Word, Wrote, end, main, written
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.journal import fold, game_of
from firelane.core.machine import AgreeDraw, DropStanding, SetStanding
from firelane.core.procedure import ask, goto, proceed, roll
from firelane.core.requests import Rolled
from firelane.core.state import Standing, Until, encode
from firelane.testing.properties import recorded


def asks(play, frame):
    return ask(Pick(seat="north"), Pick(seat="south"), Pick(seat="north"))


def hears(play, frame):
    for request, given in play.answers_by_request():
        play.emit(Wrote(what=getattr(given, "word", "-"), by=request.seat))
    return goto("asks")


def sealed():
    return main(asks, hears)


def order(seat, until=()):
    return SetStanding(Standing(seat=seat, kinds=("pick",), until=until))


def test_a_sealed_answer_is_taken_back_and_what_others_said_since_stays():
    game = sealed()
    game.answer("north", "north-1", Word("MINE"))
    game.answer("south", "south-1", Word("HERS"))
    result = game.undo("north")
    assert result.events == ()
    assert [r.id for r in game.pending] == ["north-1", "north-2"]
    assert game.view("south").answered == {"south-1": Word("HERS")}
    assert game.view("north").answered == {}
    game.answer("north", "north-2", Silence())
    game.answer("north", "north-1", Word("NEWS"))
    assert written(game) == ("NEWS", "HERS", "-")


def test_undo_takes_the_own_last_answer_first_and_then_the_one_before():
    game = sealed()
    start = encode(game.state)
    game.answer("north", "north-2", Word("ONCE"))
    game.answer("north", "north-1", Word("MORE"))
    game.undo("north")
    assert game.view("north").answered == {"north-2": Word("ONCE")}
    game.undo("north")
    assert encode(game.state) == start
    assert game.undo("north") == Refusal("core.nothing-to-undo", {})


def test_who_has_answered_nothing_has_nothing_to_take_back():
    game = sealed()
    assert game.undo("west") == Refusal("core.nothing-to-undo", {})
    game.answer("north", "north-1", Silence())
    assert game.undo("south") == Refusal("core.nothing-to-undo", {})
    assert game.view("north").answered == {"north-1": Silence()}


def test_who_closed_a_window_has_seen_the_others_answers_and_takes_nothing_back():
    game = sealed()
    for seat, request in (("south", "south-1"), ("north", "north-1"), ("north", "north-2")):
        game.answer(seat, request, Word("OPEN"))
    assert game.view("north").table.written == ("OPEN", "OPEN", "OPEN")
    state = game.state
    assert game.undo("north") == Refusal("core.undo-others", {})
    assert game.undo("south") == Refusal("core.undo-others", {})
    assert game.state is state


def test_an_answer_in_turn_is_taken_back_until_the_other_side_answers():
    def first(play, frame):
        return ask(Pick(seat="north"), then="second")

    def second(play, frame):
        return ask(Pick(seat="south"), then="third")

    def third(play, frame):
        return ask(Pick(seat="west"), then="end")

    game = main(first, second, third, end)
    start = encode(game.state)
    game.answer("north", "north-1", Silence())
    game.undo("north")
    assert encode(game.state) == start
    game.answer("north", "north-1", Silence())
    game.answer("south", "south-1", Silence())
    assert game.undo("north") == Refusal("core.undo-others", {})


def test_nothing_is_taken_back_past_an_automatic_answer_of_the_other_side():
    def first(play, frame):
        return ask(Pick(seat="north"), then="second")

    def second(play, frame):
        return ask(Pick(seat="south"), then="third")

    def third(play, frame):
        return ask(Pick(seat="north"), then="end")

    game = main(first, second, third, end)
    game.say("south", order("south"))
    game.answer("north", "north-1", Silence())
    assert game.undo("north") == Refusal("core.undo-others", {})


def test_nothing_is_taken_back_past_dice():
    def throws(play, frame):
        return roll(6, roller="north", why="one")

    def after(play, frame):
        return ask(Pick(seat="north"), then="throws")

    def again(play, frame):
        return goto("after")

    game = main(after, throws, again)
    game.answer("north", "north-1", Silence())
    assert not isinstance(game.undo("north"), Refusal)
    game.answer("north", "north-1", Silence())
    game.throw(Rolled((3,)))
    assert game.undo("north") == Refusal("core.undo-rolled", {})


def test_nothing_is_taken_back_past_a_revelation():
    def shows(play, frame):
        play.emit(Shown())
        return proceed()

    def again(play, frame):
        return ask(Pick(seat="north"), then="asks_north")

    def asks_north(play, frame):
        return ask(Pick(seat="north"), then="shows")

    game = main(asks_north, shows, again)
    game.answer("north", "north-1", Silence())
    assert game.undo("north") == Refusal("core.undo-revealed", {})


def test_in_the_small_game_a_sneak_is_taken_back_and_an_advance_that_revealed_is_not():
    fight = Fight()
    before = encode(fight.game.state)
    fight.order(Sneak("blue-3", 1))
    fight.game.undo("blue")
    assert encode(fight.game.state) == before
    fight.says("blue", Advance("blue-3", 1))
    assert fight.game.undo("blue") == Refusal("core.undo-revealed", {})


def test_a_layout_is_taken_back_while_the_other_side_still_lays_out():
    game = Game.new(FIRST, Setup(), "lay-out")
    start = encode(game.state)
    blue = Layout(dict.fromkeys(scout_ids("blue"), 1), 5)
    game.answer("blue", "blue-1", blue)
    game.undo("blue")
    assert encode(game.state) == start
    game.answer("blue", "blue-1", blue)
    game.answer("red", "red-1", Layout(dict.fromkeys(scout_ids("red"), 9), 6))
    assert game.undo("red") == Refusal("core.undo-others", {})
    assert game.undo("blue") == Refusal("core.undo-others", {})


# A refusal to take back is not an oracle


def test_a_standing_order_of_the_other_side_is_not_betrayed_by_a_refused_undo():
    silent, ordered = Fight(), Fight()
    for fight in (silent, ordered):
        fight.order(Sneak("blue-3", 1))
    ordered.game.say("red", SetStanding(Standing(seat="red", kinds=("react",))))
    results = [fight.game.undo("blue") for fight in (silent, ordered)]
    assert [type(result) for result in results] == [type(results[0])] * 2
    assert not isinstance(results[0], Refusal)
    assert encode(silent.game.view("blue")) == encode(ordered.game.view("blue"))
    assert [o.seat for o in ordered.game.state.standing] == ["red"]


def test_what_others_have_answered_under_seal_is_not_betrayed_by_a_refused_undo():
    def first(play, frame):
        return ask(Pick(seat="north"), then="second")

    def second(play, frame):
        return ask(Pick(seat="south"), Pick(seat="west"), then="end")

    games = [main(first, second, end) for _ in range(4)]
    start = encode(games[0].state)
    games[1].say("south", order("south"))
    for game in games:
        game.answer("north", "north-1", Silence())
    games[2].answer("south", "south-1", Word("HERS"))
    games[3].say("west", order("west"))
    games[3].answer("south", "south-1", Silence())
    told = [game.undo("north") for game in games]
    assert [isinstance(result, Refusal) for result in told] == [False, False, False, True]
    assert encode(games[2].state) == encode(games[0].state) == start
    assert [request.id for request in games[1].pending] == ["north-1"]
    assert told[3] == Refusal("core.game-over", {}), "the window is shut: all see that"


def test_an_automatic_answer_in_an_open_window_is_like_one_by_hand():
    by_hand, by_order = sealed(), sealed()
    for game in (by_hand, by_order):
        game.answer("north", "north-1", Word("MINE"))
    by_hand.answer("south", "south-1", Silence())
    by_order.say("south", order("south"))
    for game in (by_hand, by_order):
        assert not isinstance(game.undo("north"), Refusal)
        assert [r.id for r in game.pending] == ["north-1", "north-2"]
    assert encode(by_hand.view("north")) == encode(by_order.view("north"))


def test_what_others_said_aside_since_stays_and_what_the_seat_said_itself_goes():
    fight = Fight()
    fight.order(Sneak("blue-3", 1))
    fight.game.say("red", AgreeDraw())
    fight.game.say("blue", SetStanding(Standing(seat="blue", kinds=("react",))))
    fight.game.say("red", SetStanding(Standing(seat="red", kinds=("react", "offer-card"))))
    fight.game.say("red", DropStanding(("offer-card",)))
    fight.game.undo("blue")
    state = fight.game.state
    assert state.agreed_draw == ("red",)
    assert [(o.seat, o.kinds) for o in state.standing] == [("red", ("react",))]
    assert fight.scout("blue-3").pace == 3
    fight.game.say("blue", AgreeDraw())
    assert fight.game.state.outcome.rule == "core.draw-agreed"


def test_an_order_that_ended_with_what_is_taken_back_stands_again():
    fight = Fight()
    fight.order(Sneak("blue-3", 1))
    fight.game.say("red", SetStanding(Standing(seat="red", kinds=("react",), until=(Until("order-spent"),))))
    fight.order(Sneak("blue-3", 1))
    assert fight.game.state.standing == ()
    fight.game.undo("blue")
    assert [o.seat for o in fight.game.state.standing] == ["red"]


# The journal knows of it


def test_a_journal_with_steps_back_replays_to_the_same_bytes():
    lines = []
    game = Game.new(FIRST, Setup(), "undo", write=lines.append)
    for seat, pace in (("blue", 1), ("red", 9)):
        game.answer(seat, f"{seat}-1", Layout(dict.fromkeys(scout_ids(seat), pace), 5))
        if seat == "blue":
            game.undo("blue")
            game.answer("blue", "blue-1", Layout(dict.fromkeys(scout_ids("blue"), 2), 6))
    game.throw_all()
    game.answer("blue", "blue-2", Sneak("blue-1", 1))
    game.say("red", order_for_red())
    game.undo("blue")
    game.answer("blue", "blue-2", Sneak("blue-2", -1))
    assert [type(line).__name__ for line in lines].count("Undone") == 2
    journal = recorded(game, lines)
    again = game_of(FIRST, journal)
    assert len(list(fold(again, journal))) == len(lines) == game.count
    assert encode(again.state) == encode(game.state)
    assert again.sum == game.sum
    assert [m.state for m in again.moments] == [m.state for m in game.moments]


def order_for_red():
    return SetStanding(Standing(seat="red", kinds=("react",)))
