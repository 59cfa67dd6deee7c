"""Open and private information, from the table to the end of the game."""

from firelane.infinity.asking import Activate, Aros, EndOrders, OrderType, Second
from firelane.infinity.events import ListsOpened, ModsTold, OrderSpent, TurnBegan
from firelane.infinity.frames import Order
from firelane.infinity.sheets import sheet
from firelane.infinity.view import OPEN_FIELDS, Names, public_frame
from firelane.infinity.world import Place
from firelane.testing.proofs import rule
from infinity.declared import Discover, Idle
from infinity.skirmish import FUSILIER, Skirmish, at, seen_by, shock_mine, shoot

LYNX = "lynx-unit/marksman-rifle"
HELLCAT = "hellcats/combi-rifle"
LEADER = "fusiliers/combi-rifle-lieutenant"


@rule("n4-core.information.1")
def test_what_an_enemy_model_is_and_carries_is_open():
    with Skirmish({"blue-1": at(20, 10, LEADER), "red-1": at(20, 30)}) as game:
        seen = sheet(game.game.view("red").table.world.troopers["blue-1"].sheet)
        real = sheet("c1:" + LEADER)
        assert [w.key for w in seen.facts.weapons] == [w.key for w in real.facts.weapons]
        assert (seen.facts.bs, seen.facts.wip, seen.facts.arm) == (
            real.facts.bs,
            real.facts.wip,
            real.facts.arm,
        )


@rule("n4-core.information.2")
def test_private_facts_are_fixed_from_the_start_and_come_out_when_the_game_forces_them():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        assert LYNX in game.game.header.setup["forces"]["blue"]
        assert b"lynx" not in seen_by(game, "red")
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1", weapon="marksman-rifle")))
        assert b"lynx" in seen_by(game, "red")
        game.says("red", Aros()).says("blue", Second(skill=Idle())).dice(20, 20, 20).settle()


@rule("n4-core.information.3")
def test_cost_lieutenant_and_troopers_in_the_air_are_private():
    def looked(leader):
        first, second = (LEADER, FUSILIER) if leader == 1 else (FUSILIER, LEADER)
        troopers = {"blue-1": at(20, 10, first), "blue-2": at(24, 10, second), "red-1": at(20, 30)}
        if leader == 1:
            troopers["blue-3"] = at(0, 0, HELLCAT, place=Place.AIR)
        with Skirmish(troopers) as game:
            world = game.game.view("red").table.world
            shown = sheet(world.troopers["blue-1"].sheet).facts
            assert (shown.half_points, shown.half_swc, shown.own_half_points) == (0, 0, 0)
            assert not shown.is_lieutenant
            assert "blue-3" not in world.troopers
            return seen_by(game, "red")

    assert looked(leader=1) == looked(leader=2)


@rule("n4-core.information.6")
def test_every_order_and_its_spending_is_open():
    with Skirmish({"blue-1": at(20, 10, LEADER), "red-1": at(20, 30, facing=90)}) as game:
        game.end_turn().end_turn()
        side = game.world.sides["blue"]
        assert (side.pool, side.lieutenant_order) == (1, True)
        seen = game.game.view("red").table.world.sides["blue"]
        assert (seen.pool, seen.lieutenant_order) == (1, True)
        game.order("blue-1", Idle(), spend=OrderType.LIEUTENANT)
        assert not game.game.view("red").table.world.sides["blue"].lieutenant_order
        spent = game.events(OrderSpent)[-1].seen_by("red")
        assert (spent.trooper, spent.order) == ("blue-1", "lieutenant")


@rule("n4-core.information.7")
def test_orders_of_troopers_off_the_table_are_private_and_no_question_tells_of_them():
    asked = {}
    for flying in (True, False):
        troopers = {"blue-1": at(20, 10), "red-1": at(20, 30, facing=90)}
        if flying:
            troopers["blue-2"] = at(0, 0, HELLCAT, place=Place.AIR)
        with Skirmish(troopers, pool=1) as game:
            game.end_turn().end_turn()
            began = [event for event in game.events(TurnBegan) if event.seat == "blue"][-1]
            assert began.own == (("blue-2",) if flying else ())
            assert began.seen_by("red").own == ()
            game.order("blue-1", Idle())
            assert game.world.sides["blue"].pool == 0
            asked[flying] = seen_by(game, "red")
            game.says("blue", EndOrders())
    assert asked[True] == asked[False]


@rule("n4-core.information.8")
def test_at_the_end_everything_is_open():
    troopers = {
        "blue-1": at(20, 10, LYNX, marker=1),
        "blue-2": at(5, 5, LEADER),
        "red-1": at(20, 40, facing=90),
    }
    game = Skirmish(troopers, items=[shock_mine(2, 40, 10)], round=3)
    assert not game.events(ListsOpened)
    game.end_turn().end_turn()
    assert game.game.state.outcome is not None
    (opened,) = game.events(ListsOpened)
    assert opened.seen_by("red") == opened
    assert opened.sheets == {"blue-1": "c1:" + LYNX, "blue-2": "c1:" + LEADER, "red-1": "c1:" + FUSILIER}
    assert opened.mines == {"blue-marker-2": "shock-mines"}


def test_the_mods_of_a_marker_come_out_when_it_is_rolled_for():
    with Skirmish({"blue-1": at(20, 10), "red-1": at(20, 30, LYNX, marker=1)}) as game:
        game.order("blue-1", Discover("red-marker-1")).dice(20)
        (told,) = game.events(ModsTold)
        assert told.reveals
        assert told.value == game.rolled("blue-1").value


def test_of_an_order_nothing_is_shown_that_nobody_has_thought_of():
    """A new field of the procedure is hidden until somebody says otherwise."""
    names = Names(Skirmish({"blue-1": at(20, 10), "red-1": at(20, 20)}).world, "red")
    secret = "what only one side knows"
    given = {field: secret for field in Order.__struct_fields__ if field in KEPT_BACK}
    shown = public_frame(Order(seat="blue", trooper="blue-1", first=Idle(), **given), names)
    assert set(KEPT_BACK) == set(given) == {"attempts", "faces", "hits"}
    assert secret not in repr(shown)
    written = {
        "trooper",
        "first",
        "second",
        "servant",
        "servant_first",
        "servant_second",
        "engaged",
        "acting",
    }
    written |= {"had_right", "delayed", "attacked", "dodged", "under_template", "placing"}
    assert set(Order.__struct_fields__) == {*OPEN_FIELDS, *written, *KEPT_BACK}


KEPT_BACK = ("attempts", "faces", "hits")
"""Numbers, dice and saves of an Order are told by events when they fall."""
