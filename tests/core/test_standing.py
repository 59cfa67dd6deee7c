"""Standing orders: they answer for a seat, are told to it alone, and end with what it sees."""

import pytest

from ambush.asking import Advance, EndTurn, Reactions, Sneak
from ambush.events import Shot
from ambush.scenario import Fight
from core.tiny import Nod, Nodded, Pick, Silence, Whispered, Word, Wrote, end, kinds, main, written
from firelane.core.because import Refusal
from firelane.core.events import WATCHER, AnsweredAutomatically
from firelane.core.machine import AgreeDraw, DropStanding, RefuseDraw, SetStanding
from firelane.core.procedure import ask, goto
from firelane.core.state import Standing, Until, encode
from firelane.core.views import seen


def order(seat="north", kinds=("pick",), policy="pass", until=()):
    return SetStanding(Standing(seat=seat, kinds=kinds, policy=policy, until=until))


def asks(play, frame):
    return ask(Pick(seat="north"), Pick(seat="south"))


def hears(play, frame):
    for request, given in play.answers_by_request():
        play.emit(Wrote(what=getattr(given, "word", "-"), by=request.seat))
    return goto("asks") if len(play.world.written) < 8 else goto("end")


def rounds():
    """Four rounds of a question to both; what they say is written down."""
    return main(asks, hears, end)


def test_a_standing_order_answers_the_questions_of_its_kind_only():
    def both(play, frame):
        return ask(Pick(seat="north"), Nod(seat="north"), Pick(seat="south"))

    game = main(both, end)
    game.say("north", order())
    assert [r.id for r in game.pending] == ["north-2", "south-1"]


def test_an_order_given_while_the_question_is_open_answers_it():
    game = rounds()
    game.answer("south", "south-1", Word("OPEN"))
    result = game.say("north", order(policy="word"))
    assert written(game) == ("AUTO", "OPEN")
    assert kinds(result.events) == ["answered-automatically", "wrote", "wrote", "answered-automatically"]
    assert [r.id for r in game.pending] == ["south-2"]


def test_automatic_answers_are_logged_and_read_by_their_own_seat_alone():
    game = rounds()
    (event,) = game.say("north", order(policy="word")).events
    assert event == AnsweredAutomatically(seat="north", ask="pick", policy="word", given=Word("AUTO"))
    assert seen((event,), "north") == (event,)
    for seat in ("south", "west", WATCHER):
        assert seen((event,), seat) == ()
        assert b"AUTO" not in encode(game.view(seat))
    assert game.state.window.automatic == ("north-1",)
    assert game.view("north").answered == {"north-1": Word("AUTO")}
    assert game.view("north").standing == (game.state.standing[0],)
    assert game.view("south").standing == ()


def test_the_prompts_and_views_of_others_are_the_same_with_and_without_an_order():
    by_hand, by_order = rounds(), rounds()
    by_order.say("north", order())
    for number in (1, 2, 3, 4):
        if by_hand.pending:
            by_hand.answer("north", f"north-{number}", Silence())
        for seat in ("south", "west", WATCHER):
            assert encode(by_hand.view(seat)) == encode(by_order.view(seat))
        south = [r for r in by_hand.pending if r.seat == "south"]
        assert south == [r for r in by_order.pending if r.seat == "south"]
        ours = by_hand.answer("south", f"south-{number}", Word("SAME"))
        theirs = by_order.answer("south", f"south-{number}", Word("SAME"))
        assert seen(ours.events, "south") == seen(theirs.events, "south")
    assert by_hand.state.outcome == by_order.state.outcome


@pytest.mark.parametrize("policy", ["long", "unsure"])
def test_what_the_view_refuses_or_the_policy_leaves_open_is_asked_instead(policy):
    game = rounds()
    assert game.say("north", order(policy=policy)).events == ()
    assert [r.id for r in game.pending] == ["north-1", "south-1"]
    game.answer("north", "north-1", Word("HAND"))
    game.answer("south", "south-1", Word("HAND"))
    assert written(game) == ("HAND", "HAND")


def test_an_order_ends_with_an_event_of_its_kind_about_its_subject():
    game = rounds()
    game.say("north", order(until=(Until("wrote", "west"), Until("wrote", "south"))))
    result = game.answer("south", "south-1", Silence())
    assert kinds(result.events) == ["wrote", "wrote", "standing-ended"]
    assert game.state.standing == ()
    assert [r.id for r in game.pending] == ["north-2", "south-2"]
    (ended,) = result.events[2:]
    assert ended.seen_by("north") == ended
    assert ended.seen_by("south") is None


def test_an_order_that_waits_for_something_else_goes_on():
    game = rounds()
    game.say("north", order(until=(Until("wrote", "west"), Until("shown"))))
    for number in (1, 2, 3):
        game.answer("south", f"south-{number}", Silence())
    assert [r.id for r in game.pending] == ["south-4"]


def test_only_what_the_seat_itself_sees_ends_its_order():
    def whispers(play, frame):
        ((_, given),) = play.answers_by_request()
        play.emit(Whispered(to=given.word.lower().strip()))
        return goto("asks_south")

    def asks_south(play, frame):
        return ask(Pick(seat="south"), then="whispers")

    game = main(asks_south, whispers)
    game.say("north", order(until=(Until("whispered"),)))
    game.say("west", order(seat="west", until=(Until("whispered"),)))
    game.answer("south", "south-1", Word("west"))
    assert [o.seat for o in game.state.standing] == ["north"]


def test_an_offer_of_a_draw_wakes_who_passes_until_one():
    game = rounds()
    game.say("north", order(until=(Until("draw-agreed", "south"),)))
    assert kinds(game.say("west", AgreeDraw()).events) == ["draw-agreed"]
    assert kinds(game.say("south", AgreeDraw()).events) == ["draw-agreed", "standing-ended"]
    assert game.state.standing == ()
    assert game.state.agreed_draw == ("south", "west")
    game.say("north", order(until=(Until("draw-agreed"),)))
    assert kinds(game.say("west", RefuseDraw()).events) == ["draw-agreed", "standing-ended"]


def test_a_new_order_takes_the_place_of_the_old_one_for_the_same_kinds():
    game = Fight().game
    game.say("red", SetStanding(Standing(seat="red", kinds=("react", "offer-card"))))
    game.say("blue", SetStanding(Standing(seat="blue", kinds=("react",))))
    game.say("red", SetStanding(Standing(seat="red", kinds=("react",), policy="dodge")))
    held = [(o.seat, o.kinds, o.policy) for o in game.state.standing]
    assert held == [
        ("red", ("offer-card",), "pass"),
        ("blue", ("react",), "pass"),
        ("red", ("react",), "dodge"),
    ]
    game.say("red", DropStanding(("react",)))
    assert [(o.seat, o.kinds) for o in game.state.standing] == [
        ("red", ("offer-card",)),
        ("blue", ("react",)),
    ]
    game.say("red", DropStanding())
    assert [o.seat for o in game.state.standing] == ["blue"]


def test_after_an_order_is_dropped_its_seat_is_asked_again():
    game = rounds()
    game.say("north", order())
    game.say("north", DropStanding())
    game.answer("south", "south-1", Silence())
    assert [r.id for r in game.pending] == ["north-2", "south-2"]


@pytest.mark.parametrize(
    ("wanted", "rule", "args"),
    [
        (order(seat="south"), "core.foreign-standing", {"seat": "south"}),
        (order(kinds=("nod",)), "core.no-standing-for", {"ask": "nod", "kinds": ("pick",)}),
        (order(kinds=("pick", "typo")), "core.no-standing-for", {"ask": "typo", "kinds": ("pick",)}),
        (order(kinds=()), "core.standing-for-nothing", {"kinds": ("pick",)}),
        (
            order(policy="charge"),
            "core.unknown-policy",
            {"value": "charge", "kinds": ("pass", "word", "long", "unsure")},
        ),
    ],
)
def test_an_order_that_cannot_be_is_refused_and_the_earlier_one_stays(wanted, rule, args):
    game = rounds()
    game.say("north", order(policy="unsure"))
    before = game.state
    result = game.say("north", wanted)
    assert isinstance(result, Refusal)
    assert (result.rule, dict(result.args)) == (rule, args)
    assert game.state is before
    assert game.count == 1


# In a game


def test_pass_until_my_turn_in_the_small_game():
    fight = Fight(rounds=2)
    until = (Until("turn-began", "red"),)
    fight.game.say("red", SetStanding(Standing(seat="red", kinds=("react",), until=until)))
    fight.says("blue", Advance("blue-3", 1)).says("blue", Advance("blue-3", 1))
    assert len(fight.events(AnsweredAutomatically)) == 2
    assert fight.is_asked("red", "give-order")
    assert fight.game.state.standing == ()
    fight.says("red", EndTurn()).says("blue", Advance("blue-2", 1))
    assert fight.is_asked("red", "react")


def test_the_dodge_policy_dodges_with_everybody():
    fight = Fight()
    fight.game.say("red", SetStanding(Standing(seat="red", kinds=("react",), policy="dodge")))
    fight.says("blue", Advance("blue-3", 1))
    (event,) = fight.events(AnsweredAutomatically)
    assert event.given == Reactions({"red-1": "dodge", "red-2": "dodge", "red-3": "dodge"})
    fight.dice(1, 1, 1)
    assert not fight.events(Shot)
    assert fight.is_asked("blue", "give-order")


def test_a_hidden_move_does_not_end_an_order_that_waits_for_moves():
    fight = Fight()
    until = (Until("moved"),)
    fight.game.say("red", SetStanding(Standing(seat="red", kinds=("react",), until=until)))
    fight.order(Sneak("blue-3", 1))
    assert len(fight.game.state.standing) == 1
    fight.says("blue", Advance("blue-3", 1))
    assert fight.game.state.standing == ()
    assert fight.is_asked("red", "react")


def test_a_nod_is_not_for_standing_orders():
    game = main(lambda_ask, end)
    game.say("north", order())
    game.answer("north", "north-1", Nodded())
    assert game.state.outcome is not None


def lambda_ask(play, frame):
    return ask(Nod(seat="north"))
