"""Delay, which waits for a marker to show itself, and Alert, by which friends of the attacked turn."""

import pytest

from firelane.infinity.asking import Activate, Aros, Second, Turned
from firelane.infinity.events import AroDeclared, Rolled, TurnsOpened
from firelane.infinity.world import Place
from firelane.testing.proofs import rule
from infinity.declared import Delay, Discover, Idle, Reset
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, shoot, walk

LYNX = "lynx-unit/marksman-rifle"


def facing_each_other(**more):
    """Blue-1 and red-1 look at each other over 20 inches of open ground."""
    return Skirmish({"blue-1": at(24, 10), "red-1": at(24, 30), **more})


def hidden(**more):
    """A Camouflage marker of blue's in front of red-1."""
    return Skirmish({"blue-1": at(24, 10, LYNX, marker=1), "red-1": at(24, 26), **more})


# Delay


@rule("c1.delay.1")
def test_who_does_not_react_to_the_first_half_has_lost_its_aro():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12))).says("red", Aros())
        game.says("blue", Second(skill=shoot("red-1", weapon="marksman-rifle")))
        assert not game.is_asked("red", "declare-aros")
        game.dice(20, 20, 20).settle()


@rule("c1.delay.2", "c1.delay.3", "n4-core.aro.12", "n4-core.order-sequence.4", "n4-core.order-sequence.6")
def test_a_delayed_reaction_is_declared_when_the_marker_shows_itself():
    with hidden() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        game.says("red", Aros(by={"red-1": Delay()}))
        assert [event.skill for event in game.events(AroDeclared)] == ["delay"]
        game.says("blue", Second(skill=shoot("red-1", weapon="marksman-rifle")))
        assert game.asked("red").actors == ("red-1",)
        assert game.refuses("red", Aros(by={"red-1": Delay()})) == "c1.delay.2"
        game.says("red", Aros(by={"red-1": aro_shot("blue-1")}))
        assert game.waits_for_dice() == (3, "blue")
        game.dice(blue=[20, 20, 20])
        assert game.waits_for_dice() == (1, "red")
        game.dice(red=[20]).settle()
    with hidden() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        game.says("red", Aros(by={"red-1": Delay()}))
        game.says("blue", Second(skill=walk(24, 13)))
        assert not game.is_asked("red", "declare-aros"), "it has not shown itself"
        assert game.trooper("blue-1").marker


@rule("c1.delay.3")
@pytest.mark.parametrize("answer", [DODGE, Reset()], ids=["dodge", "reset"])
def test_the_delayed_reaction_may_be_another_short_skill(answer):
    with hidden() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        game.says("red", Aros(by={"red-1": Delay()}))
        game.says("blue", Second(skill=shoot("red-1", weapon="marksman-rifle")))
        game.says("red", Aros(by={"red-1": answer})).dice(blue=[20, 20, 20], red=[20]).settle()
        assert game.rolled("red-1").skill == ("dodge" if answer == DODGE else "reset")


@rule("c1.delay.4", "n4-core.aro.12")
def test_a_delayed_reaction_is_lost_when_the_marker_stays_hidden():
    with hidden() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        game.says("red", Aros(by={"red-1": Delay()}))
        game.says("blue", Second(skill=walk(24, 14)))
        assert not game.is_asked("red")
        assert not game.events(Rolled), "the whole ARO is lost"
        assert game.trooper("blue-1").marker == 1


@rule("c1.delay.2")
def test_there_is_nothing_to_delay_for_against_a_model():
    with facing_each_other() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        assert game.refuses("red", Aros(by={"red-1": Delay()})) == "c1.delay.2"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("c1.delay.1")
def test_everybody_that_lets_its_chance_pass_has_lost_its_aro():
    with hidden(**{"red-2": at(28, 26), "red-3": at(20, 26)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        assert game.asked("red").actors == ("red-1", "red-2", "red-3")
        game.says("red", Aros(by={"red-2": DODGE}))
        game.says("blue", Second(skill=shoot("red-1", weapon="marksman-rifle")))
        assert not game.is_asked("red", "declare-aros")
        game.dice(blue=[20, 20, 20], red=[20]).settle()


# Alert


def attacked(second_friend):
    """Red-1 has been shot at; a friend stands somewhere behind it, looking away."""
    game = facing_each_other(**{"red-2": {**at(*second_friend), "facing": 90}})
    return game.order("blue-1", shoot("red-1"), Idle())


@rule("c1.alert.1", "c1.alert.2", "c1.alert.3")
def test_friends_near_an_attacked_trooper_may_turn_where_they_stand():
    with attacked((24, 37)) as game:
        game.dice(blue=[20, 20, 20])
        assert game.asked("red").actors == ("red-2",), "the attacked trooper itself does not turn"
        for more in ("red-1", "blue-1"):
            unasked = Turned(facings={"red-2": 123, more: 45})
            assert game.refuses("red", unasked) == "c1.alert.1", "it was not warned"
        before = game.trooper("red-2")
        game.says("red", Turned(facings={"red-2": 123}))
        after = game.trooper("red-2")
        assert after.facing == 123
        assert (after.x, after.y) == (before.x, before.y)
        assert [event.actor for event in game.events(Rolled)] == ["blue-1"], "no roll for the turn"
        assert game.events(TurnsOpened) == [], "one side's turns wait for nobody"
    with attacked((24, 37)) as game:
        game.dice(blue=[20, 20, 20]).says("red", Turned())
        assert game.trooper("red-2").facing == 90, "nobody has to turn"


@rule("c1.alert.1")
@pytest.mark.parametrize(
    ("friend", "warned"),
    [((24, 38.984), True), ((24, 38.985), False), ((32.984, 30), True), ((34, 30), False)],
)
def test_friends_in_the_zone_of_control_are_warned_and_no_others(friend, warned):
    """Eight inches from Silhouette to Silhouette."""
    with attacked(friend) as game:
        game.dice(blue=[20, 20, 20])
        assert game.is_asked("red") is warned
        game.settle()


@rule("c1.alert.1")
def test_one_that_was_not_attacked_warns_nobody():
    with facing_each_other(**{"red-2": {**at(24, 37), "facing": 90}}) as game:
        game.order("blue-1", walk(24, 12), Idle(), aros={"red-1": aro_shot("blue-1")}).dice(red=[20])
        assert not game.is_asked("red"), "red-1 has shot, and nobody at it"
        assert game.is_asked("blue", "give-order")


@rule("c1.alert.1")
def test_having_been_attacked_is_enough_to_warn_even_for_the_dead():
    with attacked((24, 37)) as game:
        game.dice(blue=[8, 7, 20]).dice(red=[1, 1])
        assert game.trooper("red-1").place is Place.GONE
        assert game.asked("red").actors == ("red-2",)
        game.says("red", Turned(facings={"red-2": 270}))


@rule("c1.delay.2", "c1.delay.3")
@pytest.mark.parametrize("aro", [None, Discover("blue-marker-1")], ids=["nothing", "discover"])
def test_only_those_who_delayed_react_to_the_second_half(aro):
    with hidden(**{"red-2": at(28, 26)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        game.says("red", Aros(by={"red-1": Delay(), **({"red-2": aro} if aro else {})}))
        game.says("blue", Second(skill=shoot("red-1", weapon="marksman-rifle")))
        assert game.asked("red").actors == ("red-1",)
        game.says("red", Aros()).dice(blue=[20, 20, 20]).settle()


@rule("c1.alert.1", "c1.alert.2")
def test_both_sides_warn_where_both_were_attacked():
    friends = {"blue-2": at(24, 5, facing=270), "red-2": at(24, 35, facing=90)}
    with facing_each_other(**friends) as game:
        game.order("blue-1", shoot("red-1"), Idle(), aros={"red-1": aro_shot("blue-1")})
        game.dice(blue=[20, 20, 20], red=[20])
        assert (game.asked("blue").actors, game.asked("red").actors) == (("blue-2",), ("red-2",))
        game.says("blue", Turned(facings={"blue-2": 90})).says("red", Turned(facings={"red-2": 270}))
        assert (game.trooper("blue-2").facing, game.trooper("red-2").facing) == (90, 270)
        assert len(game.events(TurnsOpened)) == 1, "what both have chosen is shown together"
