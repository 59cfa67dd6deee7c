"""Game rounds and player turns: the Order count, what Orders are spent on, the States Phase."""

import pytest

from firelane.forces.library import forces
from firelane.infinity.asking import (
    Activate,
    Aros,
    Keep,
    Kept,
    OrderType,
    Regenerating,
    Second,
    TurnsChosen,
    ZonesChosen,
)
from firelane.infinity.events import (
    LieutenantNamed,
    OrdersDropped,
    OrderSpent,
    PointsGained,
    PointsLost,
    Rolled,
    StateLost,
    TurnBegan,
)
from firelane.infinity.missions import victory_points
from firelane.infinity.orders import counted
from firelane.infinity.world import Place
from firelane.testing.proofs import rule
from infinity.declared import Hack, Idle, MediKit
from infinity.opening import LIEUTENANT, Opening, put
from infinity.skirmish import FUSILIER, Skirmish, aro_shot, at, printed, shoot, walk

JUMPER = "hellcats/combi-rifle"
MALIGNOS = "malignos/combi-rifle"
PARAMEDIC = "fusiliers/combi-rifle-paramedic"


def four(**changes):
    """A Lieutenant and three line troopers, far from an enemy that looks away."""
    troopers = {
        "blue-1": at(20, 10, LIEUTENANT),
        "blue-2": at(24, 10),
        "blue-3": at(28, 10),
        "blue-4": at(32, 10),
        "red-1": at(24, 44, facing=90),
    }
    for name, fields in changes.items():
        troopers[name.replace("_", "-")] |= fields
    return Skirmish(troopers)


def next_blue_turn(game):
    """Blue's turn ends and red's passes; what blue then counts."""
    game.end_turn()
    game.end_turn()
    return [event for event in game.events(TurnBegan) if event.seat == "blue"][-1]


# Rounds and phases


@rule("n4-core.game-round.1", "n4-core.game-round.5")
def test_a_round_is_two_turns_and_a_turn_counts_spends_and_checks():
    with four() as game:
        game.order("blue-2", Idle())
        game.end_turn()
        assert game.world.round == 1, "the round goes on with red's turn"
        game.end_turn()
        assert game.world.round == 2
        kinds = [
            (type(event).__name__, event.seat)
            for moment in game.game.moments
            for event in moment.events
            if isinstance(event, TurnBegan | OrderSpent | OrdersDropped)
        ]
        assert kinds == [
            ("OrderSpent", "blue"),
            ("OrdersDropped", "blue"),
            ("TurnBegan", "red"),
            ("OrdersDropped", "red"),
            ("TurnBegan", "blue"),
        ]


@rule("n4-core.game-round.1")
@pytest.mark.parametrize("first", ["blue", "red"])
def test_each_round_has_one_turn_of_each_player_in_the_same_sequence(first):
    with Opening().dice(5, 20) as game:
        game.says("blue", Keep(Kept.INITIATIVE)).says("blue", TurnsChosen(first))
        game.says("red", ZonesChosen("blue", "north"))
        game.deploy_all({"blue-1": put(20, 5), "blue-2": put(25, 5)},
                        {"red-1": put(20, 44), "red-2": put(25, 44)})  # fmt: skip
        second = "red" if first == "blue" else "blue"
        played = []
        while game.game.state.outcome is None:
            played.append((game.world.round, game.world.active))
            assert not game.is_asked("red" if game.world.active == "blue" else "blue")
            game.end_turn()
        assert played == [(number, seat) for number in (1, 2, 3) for seat in (first, second)]


@rule("n4-core.game-round.6", "n4-core.game-round.8")
def test_orders_that_are_left_are_lost_with_the_turn():
    with four() as game:
        game.order("blue-2", Idle())
        assert game.world.sides["blue"].pool == 4
        game.end_turn()
        assert game.world.sides["blue"].pool == 0
        assert not game.world.sides["blue"].lieutenant_order
        game.end_turn()
        assert game.world.sides["blue"].pool == 4, "four troopers, nothing carried over"


@rule("n4-core.game-round.7", "n4-core.game-round.8")
def test_in_the_states_phase_both_players_make_their_checks_and_nobody_reacts():
    troopers = {
        "blue-1": at(24, 20, MALIGNOS, points=0, states=("shasvastii-embryo",)),
        "blue-2": at(30, 20),
        "red-1": at(24, 24, MALIGNOS, points=0, states=("shasvastii-embryo",)),
        "red-2": at(30, 30),
    }
    with Skirmish(troopers) as game:
        game.end_turn()
        assert {(r.seat, r.kind) for r in game.game.pending} == {
            ("blue", "regenerate"),
            ("red", "regenerate"),
        }
        game.says("red", Regenerating(troopers=("red-1",))).says("blue", Regenerating(troopers=("blue-1",)))
        assert game.waits_for_dice() == (1, "blue")
        game.dice(blue=[3])
        assert game.waits_for_dice() == (1, "red"), "each rolls his own, the active player first"
        game.dice(red=[20])
        assert game.trooper("blue-1").points == 1
        assert game.trooper("red-1").place is Place.GONE
        assert game.world.active == "red"
        assert game.is_asked("red", "give-order"), "nobody was asked to react"


@rule("n4-core.game-round.7")
def test_the_states_phase_begins_when_no_order_is_left():
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 44, facing=90)}, pool=1) as game:
        game.order("blue-1", Idle())
        assert game.world.sides["blue"].pool == 0
        if game.is_asked("blue", "give-order"):
            again = Activate(trooper="blue-1", skill=Idle())
            assert game.refuses("blue", again) == "n4-core.orders.9"
            game.end_turn()
        assert game.world.active == "red"


# The Order count


@rule("n4-core.orders.1", "c1.normal.3")
def test_each_trooper_on_the_table_that_is_not_null_gives_an_order():
    with four() as game:
        assert next_blue_turn(game).pool == 4
    with four(blue_3={"states": ("unconscious",), "points": 0}) as game:
        assert next_blue_turn(game).pool == 3
    with four(blue_3={"sheet": f"c1:{MALIGNOS}", "marker": 1}) as game:
        assert next_blue_turn(game).pool == 4, "a Marker counts like a Model"


@rule("n4-core.orders.4", "c1.lieutenant.1")
def test_the_lieutenants_order_is_beside_the_pool_and_for_the_lieutenant_only():
    with four() as game:
        began = next_blue_turn(game)
        assert (began.pool, began.lieutenant_order) == (4, True)
        spend = OrderType.LIEUTENANT
        wrong = Activate(trooper="blue-2", order=spend, skill=Idle())
        assert game.refuses("blue", wrong) == "n4-core.orders.4"
        game.order("blue-1", Idle(), spend=spend)
        side = game.world.sides["blue"]
        assert (side.pool, side.lieutenant_order) == (4, False)
        again = Activate(trooper="blue-1", order=spend, skill=Idle())
        assert game.refuses("blue", again) == "n4-core.orders.4"
        game.order("blue-1", Idle())
        assert game.world.sides["blue"].pool == 3, "it may take Orders of the pool too"


@rule("n4-core.orders.4", "n4-core.loss-of-lieutenant.7")
def test_without_a_lieutenant_only_its_order_is_missing():
    with four(blue_1={"states": ("unconscious",), "points": 0}) as game:
        began = next_blue_turn(game)
        assert (began.pool, began.lieutenant_order) == (3, False)
        assert not game.events(LieutenantNamed)
        for name in ("blue-2", "blue-3", "blue-4"):
            game.order(name, Idle())
        assert game.world.sides["blue"].pool == 0, "all are Regular as before"


@rule("n4-core.retreat.2")
def test_an_army_with_one_trooper_left_fights_on():
    down = {"states": ("unconscious",), "points": 0}
    with four(blue_1=down, blue_2=down, blue_3=down) as game:
        began = next_blue_turn(game)
        assert began.pool == 1
        game.order("blue-4", walk(32, 12), walk(32, 14))
        assert game.trooper("blue-4").y == 14000
        assert game.game.state.outcome is None


@rule("n4-core.orders.8", "c1.combat-jump.3")
def test_a_trooper_off_the_table_gives_nothing_but_keeps_its_own_order():
    with Opening(blue=(LIEUTENANT, FUSILIER, JUMPER)).to_deployment() as game:
        game.deploy_all({"blue-1": put(20, 5), "blue-2": put(25, 5)},
                        {"red-1": put(20, 44), "red-2": put(25, 44)})  # fmt: skip
        side = game.world.sides["blue"]
        assert (side.pool, side.own) == (2, ("blue-3",))
        pooled = Activate(trooper="blue-3", order=OrderType.REGULAR, skill=Idle())
        assert game.refused("blue", pooled).rule == "n4-core.orders.8"
        idle = Activate(trooper="blue-3", order=OrderType.OWN, skill=Idle())
        assert game.refused("blue", idle).rule == "n4-core.orders.8", "for its entry only"
        other = Activate(trooper="blue-1", order=OrderType.OWN, skill=Idle())
        assert game.refused("blue", other).rule == "n4-core.orders.8"


@rule("n4-core.orders.8")
def test_it_counts_from_the_first_turn_that_it_starts_on_the_table():
    with four(blue_4={"sheet": f"c1:{JUMPER}", "place": Place.AIR}) as game:
        assert counted(game.world, "blue") == (3, True, ("blue-4",))
    with four(blue_4={"sheet": f"c1:{JUMPER}"}) as game:
        assert next_blue_turn(game).pool == 4


@rule("n4-core.orders.9")
def test_the_pool_may_all_go_to_one_trooper():
    with four() as game:
        for name in ("blue-3", "blue-2", "blue-3", "blue-3", "blue-3"):
            game.order(name, Idle())
        assert [event.trooper for event in game.events(OrderSpent)].count("blue-3") == 4
        assert game.world.sides["blue"].pool == 0
    with four() as game:
        next_blue_turn(game)
        for _ in range(4):
            game.order("blue-3", Idle())
        again = Activate(trooper="blue-3", skill=Idle())
        assert game.is_asked("blue", "give-order"), "the Lieutenant's Order is left"
        assert game.refuses("blue", again) == "n4-core.orders.9", "the pool is empty"


@rule("n4-core.orders.9")
def test_an_enemy_or_a_trooper_that_is_down_takes_no_order():
    with four(blue_3={"states": ("unconscious",), "points": 0}) as game:
        for name in ("blue-3", "red-1"):
            given = Activate(trooper=name, skill=Idle())
            assert game.refuses("blue", given) == "n4-core.orders.9"


@rule("n4-core.army-list.8")
def test_peripherals_are_passed_over_at_the_order_count():
    with four() as game:
        assert counted(game.world, "blue") == (4, True, ())
    with four(blue_4={"sheet": "c1:tomcats/zondcat", "controller": "blue-3"}) as game:
        assert counted(game.world, "blue") == (3, True, ())
    with four(blue_4={"controller": "blue-3"}) as game:
        assert counted(game.world, "blue") == (3, True, ()), "whoever is led by another counts for nothing"


@rule("n4-core.orders.10")
def test_orders_of_the_pool_and_the_lieutenants_come_in_any_sequence():
    for sequence in (("regular", "lieutenant", "regular"), ("lieutenant", "regular", "regular")):
        with four() as game:
            next_blue_turn(game)
            for kind in sequence:
                game.order("blue-1", Idle(), spend=OrderType(kind))
            assert [event.order for event in game.events(OrderSpent)] == list(sequence)


@rule("n4-core.orders.11")
def test_an_order_counted_stays_though_its_trooper_falls():
    troopers = {"blue-1": at(24, 10), "blue-2": at(40, 10), "red-1": at(24, 24)}
    with Skirmish(troopers) as game:
        game.end_turn()
        game.end_turn()
        assert game.world.sides["blue"].pool == 2
        game.order("blue-1", walk(24, 11), Idle(), aros={"red-1": aro_shot("blue-1")})
        game.dice(red=[5]).dice(blue=[1]).settle()
        assert game.trooper("blue-1").has("unconscious")
        assert game.world.sides["blue"].pool == 1
        game.order("blue-2", Idle())
        if game.is_asked("blue", "give-order"):
            game.end_turn()
        game.end_turn()
        assert game.world.sides["blue"].pool == 1, "counted afresh: one trooper is left"
    with Skirmish({**troopers, "red-2": at(26, 24)}) as game:
        both = {"red-1": aro_shot("blue-1"), "red-2": aro_shot("blue-1")}
        game.order("blue-1", walk(24, 11), Idle(), aros=both)
        game.dice(red=[5, 5]).dice(blue=[1, 1]).settle()
        assert game.trooper("blue-1").place is Place.GONE
        assert game.world.sides["blue"].pool == 4, "five less the one that was spent"


# The Normal state


@rule("c1.normal.2")
def test_a_trooper_that_recovers_is_normal_again():
    down = at(24.984, 10, states=("unconscious",), points=0, prone=True)
    with Skirmish({"blue-1": at(24, 10, PARAMEDIC), "blue-2": down, "red-1": at(24, 44, facing=90)}) as game:
        game.order("blue-1", Idle(), MediKit(target="blue-2")).dice(blue=[1])
        assert game.trooper("blue-2").points == 1
        assert game.trooper("blue-2").states == ()
        assert game.events(StateLost)
        assert next_blue_turn(game).pool == 2


@rule("c1.normal.4")
def test_the_cost_of_a_normal_trooper_counts_for_victory():
    with four() as game:
        assert victory_points(game.world, "blue") == 4 * 2
    with four(blue_2={"states": ("unconscious",), "points": 0}) as game:
        assert victory_points(game.world, "blue") == 3 * 2


@rule("c1.normal.5")
def test_a_trooper_that_falls_is_normal_no_longer():
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 24)}) as game:
        game.order("blue-1", shoot("red-1"), Idle()).dice(blue=[5, 20, 20]).dice(red=[1])
        assert game.trooper("red-1").states == ("unconscious",)
        game.settle()
        game.end_turn()
        assert game.world.sides["red"].pool == 0


@rule("c1.normal.5")
def test_a_special_effect_ends_the_normal_state_too():
    hacker = "fusiliers/combi-rifle-hacker"
    with Skirmish({"blue-1": at(24, 10, hacker), "red-1": at(24, 14, facing=90)}) as game:
        assert game.trooper("red-1").states == ()
        game.order("blue-1", Hack(program="spotlight", targets={"red-1": 1})).dice(1).settle()
        assert game.trooper("red-1").states == ("targeted",)
        game.end_turn()
        assert game.world.sides["red"].pool == 1, "it is not Null, and still gives its Order"


# Regeneration


def embryo(**fields):
    """A Malignos of blue's that has lost its point."""
    gone = {"points": 0, "states": ("shasvastii-embryo",), "prone": True, **fields}
    return Skirmish({"blue-1": at(24, 10, MALIGNOS, **gone), "blue-2": at(30, 10), "red-1": at(24, 44)})


@rule("c1.regeneration.1", "c1.regeneration.3")
def test_in_the_states_phase_a_ph_roll_gives_a_point_back_even_to_a_null_trooper():
    with embryo() as game:
        game.end_turn()
        game.says("blue", Regenerating(troopers=("blue-1",)))
        game.dice(blue=[12])
        assert game.trooper("blue-1").points == 1
        assert game.trooper("blue-1").states == ()
        assert [event.trooper for event in game.events(PointsGained)] == ["blue-1"]


@rule("c1.regeneration.1", "c1.regeneration.2")
def test_each_owner_rolls_for_itself():
    gone = {"points": 0, "states": ("shasvastii-embryo",), "prone": True}
    troopers = {"blue-1": at(24, 10, MALIGNOS, **gone), "blue-2": at(30, 10, MALIGNOS, **gone)}
    with Skirmish({**troopers, "blue-3": at(36, 10, MALIGNOS), "red-1": at(24, 44)}) as game:
        game.end_turn()
        assert game.asked("blue").actors == ("blue-1", "blue-2")
        game.says("blue", Regenerating(troopers=("blue-1", "blue-2"))).dice(blue=[12, 13])
        assert game.trooper("blue-1").points == 1
        assert game.trooper("blue-2").place is Place.GONE


@rule("c1.regeneration.1", "c1.regeneration.3")
def test_the_wounded_get_a_point_back_and_the_unconscious_rise():
    tough = "aquila-guard/heavy-machine-gun"

    facts = forces("c1").sheets
    skills = (*facts[tough].skills, *(each for each in facts[MALIGNOS].skills if each.key == "regeneration"))
    carries = facts[tough].carries | {"regeneration"}
    states = ("unconscious",)
    with printed("test/regeneration", tough, skills=skills, carries=carries):
        for given, points in (({"points": 1}, 2), ({"points": 0, "states": states, "prone": True}, 1)):
            hurt = at(24, 10, "test/regeneration", **given)
            with Skirmish({"blue-1": hurt, "blue-2": at(30, 10), "red-1": at(24, 44)}) as game:
                game.end_turn()
                game.says("blue", Regenerating(troopers=("blue-1",))).dice(blue=[1])
                assert game.trooper("blue-1").points == points
                assert game.trooper("blue-1").states == ()
                lost = [event.state for event in game.events(StateLost)]
                assert lost == list(given.get("states", ()))


@rule("c1.regeneration.2")
def test_a_failed_roll_costs_a_further_point():
    with embryo() as game:
        game.end_turn()
        game.says("blue", Regenerating(troopers=("blue-1",)))
        game.dice(blue=[13])
        assert [event.count for event in game.events(PointsLost)] == [1]
        assert game.trooper("blue-1").place is Place.GONE


@rule("c1.regeneration.1")
def test_nobody_has_to_try_and_the_unhurt_cannot():
    with embryo() as game:
        game.end_turn()
        game.says("blue", Regenerating())
        assert game.trooper("blue-1").points == 0
        assert not game.events(Rolled)
        assert game.world.active == "red"
    with embryo(points=1, states=()) as game:
        game.end_turn()
        assert game.world.active == "red"


@rule("c1.regeneration.3")
def test_the_dead_do_not_regenerate():
    with embryo(place=Place.GONE, points=-1, states=("dead",)) as game:
        game.end_turn()
        assert not game.is_asked("blue")
        assert game.world.active == "red"


@rule("n4-core.game-round.2")
def test_in_red_turn_blue_only_reacts():
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 30)}, active="red") as game:
        game.says("red", Activate(trooper="red-1", skill=walk(24, 28, facing=270)))
        assert game.is_asked("blue", "declare-aros")
        game.says("blue", Aros()).says("red", Second(skill=Idle()))
        assert not game.is_asked("blue")
