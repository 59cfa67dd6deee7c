"""Disparate Vertigo: the token, and a kill team that is wiped out."""

from random import Random

import pytest
from msgspec.structs import replace

from bpre.endings import CORNERS, after_a_kill, outcome
from bpre.raid import Raid, at, go, shot
from firelane.bpre.acts import Go
from firelane.bpre.asking import CallQrf, KeepQrf, Placement, Reinforcements
from firelane.bpre.events import TokenMoved
from firelane.bpre.game import BPRE
from firelane.bpre.imagining import imagine
from firelane.bpre.names import FINISHING, MANEUVER
from firelane.bpre.world import KILLED, Token, on_table
from firelane.core.state import encode
from firelane.core.views import view
from firelane.testing.proofs import rule


def vertigo(units, token, **fields):
    tokens = {"site-exploitation": Token(id="site-exploitation", **token)}
    return Raid({**CORNERS, **units}, tasking="disparate-vertigo", tokens=tokens, **fields)


def lying(x, y, holder=""):
    return {"x": x * 1000, "y": y * 1000, "holder": holder}


@rule("bpre.tasking.disparate-vertigo.5", "bpre.tasking.disparate-vertigo.6", "bpre.markers.4")
def test_a_unit_takes_the_token_that_it_comes_to_touch_and_carries_it():
    with vertigo({"scorch-1": at(12, 8, facing=270)}, lying(12, 12), phase=MANEUVER) as raid:
        raid.passes("aayari")
        raid.maneuver("scorch-1", go((12, 11.2), facing=270))
        assert raid.world.tokens["site-exploitation"].holder == ""
        raid.passes("scorch", "aayari", "scorch", "aayari")
        raid.maneuver("scorch-1", go((12, 11.25), facing=270))
        assert raid.world.tokens["site-exploitation"].holder == "scorch-1"
        raid.passes("scorch", "aayari", "scorch", "aayari")
        raid.maneuver("scorch-1", go((10, 9), facing=270))
        token = raid.world.tokens["site-exploitation"]
        assert (token.x, token.y, token.holder) == (10000, 9000, "scorch-1")


@rule("bpre.tasking.disparate-vertigo.6", "bpre.tasking.disparate-vertigo.7")
def test_a_token_stays_where_its_bearer_fell_and_only_scorch_picks_it_up():
    units = {
        "scorch-1": at(12, 10, facing=90),
        "scorch-2": at(12, 8, facing=270),
        "aayari-1": at(12, 13, facing=270),
    }
    with vertigo(units, lying(5, 5, "scorch-1")) as raid:
        raid.fire("aayari-1", "scorch-1").dice(10, 9)
        token = raid.world.tokens["site-exploitation"]
        assert (token.x, token.y, token.holder) == (12000, 10000, "")
        raid.passes("scorch", "aayari", "aayari", "scorch")
        assert raid.world.turn == 2
        raid.passes("aayari", "scorch")
        raid.maneuver("aayari-1", go((12, 10.75), facing=90))
        assert raid.world.tokens["site-exploitation"].holder == ""
        raid.maneuver("scorch-2", go((12, 9.25), facing=270))
        assert raid.world.tokens["site-exploitation"].holder == "scorch-2"


@rule(
    "bpre.tasking.disparate-vertigo.5", "bpre.tasking.disparate-vertigo.6", "bpre.tasking.disparate-vertigo.7"
)
def test_one_that_falls_on_its_way_to_the_token_does_not_take_it_and_its_bearer_takes_it_once():
    units = {"scorch-1": at(12, 8.5, "plain", facing=270), "aayari-1": at(12, 15, facing=270)}
    with vertigo(units, lying(12, 10), phase=MANEUVER) as raid:
        raid.passes("aayari")
        # It touches the token where it acts, and is shot before it does.
        raid.maneuver("scorch-1", go((12, 9.3), facing=270), shot("aayari-1")).holds("aayari")
        assert raid.unit("scorch-1").y == 9300
        raid.shoots("aayari-1").dice(10, 10)
        assert not raid.alive("scorch-1")
        assert raid.world.tokens["site-exploitation"].holder == ""
    with vertigo({"scorch-1": at(12, 8, facing=270)}, lying(12, 12, "scorch-1"), phase=MANEUVER) as raid:
        raid.passes("aayari")
        raid.maneuver("scorch-1", go((12, 9), facing=270))
        raid.passes("scorch", "aayari", "scorch", "aayari")
        raid.maneuver("scorch-1", Go((), 270))
        assert [(event.x, event.y) for event in raid.events(TokenMoved)] == [(12000, 9000)]


@rule("bpre.tasking.disparate-vertigo.8", "bpre.tasking.disparate-vertigo.9")
def test_the_token_decides_when_the_counter_has_elapsed():
    unit = {"scorch-1": at(4, 4)}
    held = vertigo(unit, lying(4, 4, "scorch-1"), phase=FINISHING, turn=7)
    assert outcome(held) == (("scorch",), "bpre.tasking.disparate-vertigo.8")
    free = vertigo(unit, lying(8, 8), phase=FINISHING, turn=7)
    assert outcome(free) == (("aayari",), "bpre.tasking.disparate-vertigo.9")
    # Neither of them before.
    for token in (lying(4, 4, "scorch-1"), lying(8, 8)):
        assert outcome(vertigo(unit, token, phase=FINISHING, turn=6)) is None


@rule("bpre.tasking.disparate-vertigo.8", "bpre.tasking.disparate-vertigo.9")
def test_a_bearer_that_falls_in_the_last_turn_holds_the_token_no_more():
    units = {"scorch-1": at(12, 10, "plain"), "aayari-1": at(12, 12.5)}
    for dice, expected in (((1, 1), (("scorch",), 8)), ((6, 6), (("aayari",), 9))):
        with vertigo(units, lying(12, 10, "scorch-1"), phase=FINISHING, turn=7) as raid:
            raid.fire("aayari-1", "scorch-1").dice(*dice)
            if raid.alive("scorch-1"):
                raid.fire("scorch-1", "aayari-1").dice(1, 1)
            winners, statement = expected
            assert outcome(raid) == (winners, f"bpre.tasking.disparate-vertigo.{statement}")


@rule("bpre.tasking.disparate-vertigo.10")
def test_the_aayari_win_when_no_scorch_unit_is_left():
    tokens = {"site-exploitation": Token(id="site-exploitation", x=1, y=1)}
    last = {"scorch-9": at(1, 1, place=KILLED)}
    won = after_a_kill("disparate-vertigo", "scorch", 20, others=last, tokens=tokens)
    assert outcome(won) == (("aayari",), "bpre.tasking.disparate-vertigo.10")
    assert outcome(after_a_kill("disparate-vertigo", "scorch", 20, tokens=tokens)) is None


def wiped(aside=50, turn=1, killed=True, **fields):
    """Disparate Vertigo with the last Scorch unit on the battlespace just killed, points being set aside."""
    tokens = {"site-exploitation": Token(id="site-exploitation", x=1, y=1)}
    last = {"scorch-9": at(1, 1, **({"place": KILLED} if killed else {}))}
    return after_a_kill("disparate-vertigo", "scorch", 20, others=last, tokens=tokens, turn=turn,
                        qrf={"scorch": aside}, **fields)  # fmt: skip


def turn_with_nobody(turn, aside=50, **fields):
    """The beginning of a turn of Disparate Vertigo with no Scorch unit on the battlespace."""
    units = {**CORNERS, "scorch-9": at(1, 1, place=KILLED)}
    tokens = {"site-exploitation": Token(id="site-exploitation", x=1, y=1)}
    return Raid(units, tasking="disparate-vertigo", tokens=tokens, turn=turn, qrf={"scorch": aside}, **fields)


@rule("bpre.tasking.disparate-vertigo.10")
def test_the_operation_goes_on_while_a_quick_reaction_force_can_come():
    # The cheapest unit of Scorch here is one of 20 points, for 15 in the force.
    assert outcome(wiped(aside=14)) == (("aayari",), "bpre.tasking.disparate-vertigo.10")
    assert outcome(wiped(aside=15)) is None
    assert outcome(wiped(turn=5)) is None
    assert outcome(wiped(turn=6)) == (("aayari",), "bpre.tasking.disparate-vertigo.10")


@rule("bpre.tasking.disparate-vertigo.10", "bpre.qrf.11")
@pytest.mark.parametrize("rolls", [True, False])
def test_the_last_chance_of_the_force_is_the_last_of_the_team(rolls):
    def fails(raid):
        if rolls:
            raid.says("scorch", CallQrf()).dice(1, 1, 10)
        else:
            raid.says("scorch", KeepQrf())
        return outcome(raid)

    assert fails(turn_with_nobody(5)) is None
    assert fails(turn_with_nobody(6)) == (("aayari",), "bpre.tasking.disparate-vertigo.10")


@rule("bpre.tasking.disparate-vertigo.10", "bpre.qrf.13")
def test_a_force_that_comes_fights_on_and_can_be_wiped_out():
    with turn_with_nobody(6, edges={"scorch": "south"}) as raid:
        raid.says("scorch", CallQrf()).dice(10, 10, 1)
        raid.says("scorch", Reinforcements(("trained",)))
        raid.says("scorch", Placement({"scorch-qrf-1": (12000, 2000, 90)}))
        assert outcome(raid) is None
        assert [unit.id for unit in on_table(raid.world, "scorch")] == ["scorch-qrf-1"]
        raid.passes("aayari")


def test_the_other_side_learns_no_more_than_that_the_operation_goes_on():
    state = wiped(aside=50).game.state
    scorch = state.world.sides["scorch"]
    less = replace(state.world, sides={**state.world.sides, "scorch": replace(scorch, qrf=15)})
    other_state = replace(state, world=less)
    assert encode(other_state) != encode(state)
    assert encode(view(BPRE, other_state, "aayari")) == encode(view(BPRE, state, "aayari"))


def test_what_aayari_imagines_then_is_a_force_that_can_come():
    game = wiped(aside=15)
    assert game.asked_to_activate()[0] == "aayari"
    for seed in range(40):
        imagined = imagine(view(BPRE, game.game.state, "aayari"), Random(seed))
        assert imagined.world.sides["scorch"].qrf >= 15
