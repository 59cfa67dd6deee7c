"""What is seen: a watcher only what is public, and nobody the other side's hand."""

import pytest

from ambush.asking import Advance, Sneak
from ambush.game import FIRST, SECOND
from ambush.scenario import Fight
from core.tiny import Shown, Whispered, Wrote
from firelane.core.events import WATCHER, DiceRolled, Event, GameEnded
from firelane.core.state import Outcome, encode
from firelane.core.views import pending, seen, view
from firelane.lab.many import play

SEATS = ("blue", "red")


def test_a_watcher_sees_no_hand_no_mine_no_hidden_scout_and_no_question():
    fight = Fight(hands={"blue": ("medic", "medic"), "red": ("flare", "flare")})
    watched = fight.game.view(WATCHER)
    assert watched.requests == ()
    assert watched.answered == {}
    assert watched.asked == ("blue",)
    assert watched.table.scouts == {}
    assert [(side.hand, side.mine, side.cards) for side in watched.table.sides.values()] == [
        (None, None, 2)
    ] * 2
    data = encode(watched)
    assert b"medic" not in data
    assert b"flare" not in data


def test_a_view_never_holds_the_other_sides_hand():
    fight = Fight(hands={"blue": ("medic", "medic"), "red": ("flare", "doubt")})
    fight.order(Advance("blue-3", 1)).order(Sneak("blue-2", 1))
    for _ in range(2):
        blue, red = encode(fight.game.view("blue")), encode(fight.game.view("red"))
        assert b"medic" in blue
        assert b"flare" not in blue
        assert b"doubt" not in blue
        assert b"flare" in red
        assert b"medic" not in red
        fight.order(Sneak("red-1", 1))


@pytest.mark.parametrize("ruleset", [FIRST, SECOND])
def test_in_random_games_no_view_holds_a_hidden_scout_or_a_hand_of_the_other_side(ruleset):
    looked = 0
    for seed in range(6):
        for moment in play(ruleset, seed).moments:
            world = moment.state.world
            for seat in (*SEATS, WATCHER):
                lane = view(ruleset, moment.state, seat).table
                foreign = {s.id for s in world.scouts.values() if s.hidden and s.seat != seat}
                assert not foreign & set(lane.scouts)
                assert all(side.hand is None for name, side in lane.sides.items() if name != seat)
                assert all(side.mine is None for name, side in lane.sides.items() if name != seat)
                looked += len(foreign)
    assert looked > 100


def test_questions_are_seen_by_the_seat_that_is_asked():
    for moment in play(FIRST, 2).moments:
        for request in pending(moment.state):
            for seat in SEATS:
                assert (request in view(FIRST, moment.state, seat).requests) == (seat == request.seat)


def test_events_are_read_as_far_as_they_concern_the_reader():
    happened = (Wrote(what="x"), Whispered(to="north"), Shown(), Whispered(to="south"))
    assert [e.kind for e in seen(happened, "north")] == ["wrote", "whispered", "shown"]
    assert [e.kind for e in seen(happened, "west")] == ["wrote", "shown"]
    assert [e.kind for e in seen(happened, WATCHER)] == ["wrote", "shown"]
    assert seen(happened, "north")[1] == Whispered(to="north")


def test_the_machines_own_public_events_are_read_by_all():
    dice = DiceRolled(roller="north", why="x", dice=(6,), faces=(3,))
    over = GameEnded(outcome=Outcome(winners=(), rule="core.draw-agreed"))
    assert seen((dice, over), WATCHER) == (dice, over)
    assert dice.about() == ("north",)


def test_an_event_that_only_tells_leaves_the_world_as_it_is():
    world = object()
    assert Event().apply(world) is world
    assert Event().seen_by("anybody") == Event()
    assert Event().about() == ()
