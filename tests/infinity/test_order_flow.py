"""An Order from activation to conclusion: its structure, its eight steps, and that all happens at once."""

from firelane.infinity.asking import Activate, Aros, Dodged, EndOrders, Second, Turned
from firelane.infinity.events import (
    AroDeclared,
    BecameIdle,
    Faced,
    ItemPlaced,
    MarkerRevealed,
    Moved,
    OrderSpent,
    PointsGained,
    PointsLost,
    Rolled,
    SkillDeclared,
)
from firelane.table.things import inches
from firelane.testing.proofs import rule
from infinity.declared import (
    BSAttack,
    CCAttack,
    Delay,
    Discover,
    HideAgain,
    Idle,
    Jump,
    PlaceDeployable,
    Reset,
    Template,
)
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, box, next_to, shoot, strike, walk

WALL = box("wall", 18, 19.5, 12, 1, 4)
LYNX = "lynx-unit/marksman-rifle"


def facing_each_other(**more):
    """Blue-1 and red-1 look at each other over 20 inches of open ground."""
    return Skirmish({"blue-1": at(24, 10), "red-1": at(24, 30), **more})


def hidden(**more):
    """A Camouflage marker of blue's in front of red-1."""
    return Skirmish({"blue-1": at(24, 10, LYNX, marker=1), "red-1": at(24, 26), **more})


@rule("n4-core.order-sequence.12", "n4-core.aro.11")
def test_of_the_points_of_a_route_one_without_cover_is_shot_at():
    crate = box("crate", 22, 11, 3, 0.5, 1)
    behind = at(24, 10.506)
    with Skirmish({"blue-1": behind, "red-1": at(24, 24)}, [crate]) as game:
        game.order("blue-1", Idle(), Idle(), aros={"red-1": aro_shot("blue-1")}).dice(red=[20]).settle()
        assert game.reasons("red-1")["n4-core.cover.3"] == -3
    with Skirmish({"blue-1": behind, "red-1": at(24, 24)}, [crate]) as game:
        game.order("blue-1", walk(28, 10.506), Idle(), aros={"red-1": aro_shot("blue-1")})
        game.dice(red=[20]).settle()
        reasons = game.reasons("red-1")
        assert "n4-core.cover.3" not in reasons
        assert reasons["n4-core.range.1"] == 3


# Structure


@rule("n4-core.order-structure.1", "n4-core.order-structure.2")
def test_an_order_is_an_entire_skill_or_two_halves_of_which_one_at_least_is_a_movement():
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 40, facing=90)}) as game:
        reaction = Activate(trooper="blue-1", skill=Delay())
        assert game.refuses("blue", reaction) == "n4-core.order-structure.1", "no skill of an Order"
        for first, second in (
            (walk(24, 12), walk(24, 10)),
            (walk(24, 12), DODGE),
            (Reset(), walk(24, 10)),
            (Idle(), Idle()),
        ):
            game.order("blue-1", first, second)
            if DODGE in (first, second) or Reset() in (first, second):
                game.dice(20)
        assert [e.skill for e in game.events(SkillDeclared)] == [
            "move", "move", "move", "dodge", "reset", "move", "idle", "idle",
        ]  # fmt: skip
        game.says("blue", Activate(trooper="blue-1", skill=HideAgain()))
        assert game.trooper("blue-1").marker, "an Entire Order Skill is the whole Order"


@rule("n4-core.order-structure.2", "n4-core.order-structure.3", "n4-core.order-structure.4")
def test_two_short_skills_make_no_order_and_an_entire_skill_goes_with_nothing():
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 40, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Reset()))
        assert game.refuses("blue", Second(skill=DODGE)) == "n4-core.order-structure.3"
        assert game.refuses("blue", Second(skill=HideAgain())) == "n4-core.order-structure.4"
        game.says("blue", Second(skill=Idle())).dice(20)
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 11)))
        assert game.refuses("blue", Second(skill=HideAgain())) == "n4-core.order-structure.4"
        game.says("blue", Second(skill=Idle()))


@rule("n4-core.order-structure.4")
def test_nothing_follows_an_entire_skill_and_a_half_is_followed():
    with hidden() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 10.5)))
        game.says("red", Aros()).says("blue", Second(skill=Idle()))
        assert len(game.events(SkillDeclared)) == 2
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 40, facing=90)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=HideAgain()))
        assert game.is_asked("blue", "give-order"), "the Order is over without a second half"
        assert len(game.events(SkillDeclared)) == 1


@rule("n4-core.order-structure.4")
def test_an_entire_skill_is_no_reaction():
    with facing_each_other() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        leap = Jump(to=(inches(25), inches(30), 0))
        assert game.refuses("red", Aros(by={"red-1": leap})) == "n4-core.aro.9"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("n4-core.order-structure.5", "c1.idle.1")
def test_a_half_that_is_left_is_idle_which_needs_no_roll_and_goes_with_anything():
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 40, facing=90)}) as game:
        game.order("blue-1", walk(24, 12))
        assert [(e.half, e.skill) for e in game.events(SkillDeclared)] == [(1, "move"), (2, "idle")]
        game.order("blue-1", Idle(), Idle())
        game.order("blue-1", Idle(), walk(24, 10))
        assert not game.events(Rolled)
        game.order("blue-1", Idle(), Reset())
        assert game.waits_for_dice() == (1, "blue"), "for the Reset"
        game.dice(20)
        assert [event.skill for event in game.events(Rolled)] == ["reset"]


@rule("n4-core.order-structure.6")
def test_a_skill_is_not_declared_from_a_place_still_to_be_reached():
    troopers = {"blue-1": at(17, 18), "red-1": at(24, 24, facing=90)}
    with Skirmish(troopers, [WALL]) as game:
        game.order("blue-1", shoot("red-1"), walk(17, 21.8))
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"]
        assert not game.events(Rolled)
    with Skirmish(troopers, [WALL]) as game:
        game.order("blue-1", walk(17, 21.8), shoot("red-1")).dice(blue=[20, 20, 20])
        assert len(game.rolled("blue-1").faces) == 3
        game.settle()


@rule("n4-core.order-structure.6", "n4-core.silhouette.4")
def test_a_blow_is_not_struck_from_a_place_still_to_be_reached():
    red = at(24, 20, facing=90)
    beside = next_to(red, 270)
    there = walk(beside["x"] / 1000, beside["y"] / 1000)
    for away in (inches(2), inches(0.3)):
        blue = {**beside, "y": beside["y"] - away}
        with Skirmish({"blue-1": blue, "red-1": red}) as game:
            too_soon = Activate(trooper="blue-1", skill=strike("red-1"))
            assert game.refuses("blue", too_soon) == "c1.cc-attack.2"
            game.order("blue-1", there, strike("red-1")).dice(blue=[20])
            assert game.rolled("blue-1").skill == "cc-attack"


# The eight steps


@rule("n4-core.order-sequence.1", "n4-core.order-sequence.2")
def test_the_order_is_removed_at_activation_and_the_first_movement_is_made_to_its_end():
    with facing_each_other() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 14)))
        (spent,) = game.events(OrderSpent)
        assert (spent.trooper, spent.order) == ("blue-1", "regular")
        assert game.world.sides["blue"].pool == 4
        assert game.is_asked("red", "declare-aros")
        assert game.trooper("blue-1").y == inches(14), "there already when the enemy may react"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("n4-core.order-sequence.3", "n4-core.aro.1", "n4-core.aro.2")
def test_who_may_react_has_the_active_trooper_in_sight_or_in_its_zone_of_control():
    troopers = {
        "blue-1": at(24, 10),
        "red-sees": at(28, 40),
        "red-near": at(24, 16, facing=90),
        "red-far": at(10, 19, facing=90),
    }
    with Skirmish(troopers) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert game.asked("red").rights == {"red-sees": ("lof",), "red-near": ("zoc",)}
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("n4-core.aro.2")
def test_the_zone_of_control_is_measured_along_the_whole_route():
    with Skirmish({"blue-1": at(15, 18), "red-1": at(24, 24, facing=90)}, [WALL]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert not game.is_asked("red", "declare-aros"), "no nearer than 8 inches"
        game.says("blue", Second(skill=walk(18, 18.9)))
        assert game.asked("red").rights == {"red-1": ("zoc",)}
        game.says("red", Aros())


@rule("n4-core.order-sequence.4", "n4-core.order-sequence.6", "c1.delay.1")
def test_only_those_without_a_right_before_may_react_to_the_second_half():
    troopers = {"blue-1": at(17, 10), "red-1": at(17, 40), "red-2": at(26, 32)}
    with Skirmish(troopers, [WALL]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(17, 14)))
        assert set(game.asked("red").actors) == {"red-1"}
        game.says("red", Aros())
        game.says("blue", Second(skill=walk(13, 14)))
        assert set(game.asked("red").actors) == {"red-2"}, "red-1 has let its chance pass"
        assert game.refuses("red", Aros(by={"red-1": aro_shot("blue-1")})) == "n4-core.aro.9"
        game.says("red", Aros(by={"red-2": DODGE})).dice(red=20)


@rule("n4-core.order-sequence.5")
def test_the_second_movement_is_made_to_its_end_before_the_enemy_reacts():
    with Skirmish({"blue-1": at(17, 14), "red-1": at(26, 32)}, [WALL]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        game.says("blue", Second(skill=walk(13, 14)))
        assert game.is_asked("red", "declare-aros")
        assert game.trooper("blue-1").x == inches(13)
        game.says("red", Aros())


@rule("n4-core.order-sequence.7")
def test_numbers_are_fixed_and_rolled_when_all_has_been_declared():
    with facing_each_other() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 14)))
        game.says("red", Aros(by={"red-1": aro_shot("blue-1")}))
        assert not game.events(Rolled)
        game.says("blue", Second(skill=shoot("red-1")))
        assert game.waits_for_dice() == (3, "blue")
        game.dice(20, 20, 20)
        assert game.waits_for_dice() == (1, "red")
        game.dice(20)
        assert {event.actor for event in game.events(Rolled)} == {"blue-1", "red-1"}
        assert game.reasons("blue-1")["n4-core.range.1"] == 3
        game.settle()


@rule("n4-core.order-sequence.8")
def test_the_active_player_saves_and_dodges_first():
    troopers = {"blue-1": at(24, 10), "red-1": at(24, 24), "red-2": at(28, 24)}
    with Skirmish(troopers) as game:
        aros = {"red-1": DODGE, "red-2": aro_shot("blue-1")}
        game.order("blue-1", shoot("red-1"), Idle(), aros=aros).dice(blue=[10, 11, 20], red=[20, 5])
        assert game.waits_for_dice() == (1, "blue")
        game.dice(blue=[20])
        assert game.waits_for_dice() == (2, "red")
        game.dice(red=[20, 20]).settle()
    with Skirmish(troopers) as game:
        aros = {"red-1": aro_shot("blue-1"), "red-2": DODGE}
        game.order("blue-1", DODGE, Idle(), aros=aros).dice(blue=[5], red=[20, 4])
        assert game.is_asked("blue", "dodge-moves")
        assert not game.is_asked("red")
        game.says("blue", Dodged())
        assert game.is_asked("red", "dodge-moves")
        game.says("red", Dodged())
        game.settle()


@rule("n4-core.order-sequence.9", "c1.alert.4")
def test_alert_turns_and_deployables_come_last_of_all_and_give_no_reaction():
    troopers = {"blue-1": at(24, 10, LYNX), "red-1": at(24, 22), "red-2": at(24, 27, facing=90)}
    with Skirmish(troopers) as game:
        mine = PlaceDeployable(weapon="shock-mines", at=(inches(24), inches(9.016), 0))
        game.order("blue-1", Idle(), mine, aros={"red-1": aro_shot("blue-1")}).dice(red=20)
        assert game.events(ItemPlaced), "the mine lies there when the Order has ended"
        placed = max(place for place, event in enumerate(events(game)) if isinstance(event, ItemPlaced))
        rolled = max(place for place, event in enumerate(events(game)) if isinstance(event, Rolled))
        assert placed > rolled
        game.settle()
        game.order("blue-1", shoot("red-1", weapon="marksman-rifle"), Idle())
        game.dice(blue=[20, 20, 20])
        game.says("red", Turned(facings={"red-2": 270}))
        assert isinstance(events(game)[-1], Faced)
        assert game.is_asked("blue", "give-order"), "nobody reacts to the turn"


def events(game):
    """Everything that has happened, in order."""
    return [event for moment in game.game.moments for event in moment.events]


@rule("n4-core.order-sequence.10", "c1.idle.3")
def test_what_proves_impossible_is_idle_but_the_order_is_spent_and_reactions_stand():
    troopers = {"blue-1": at(17, 10), "red-1": at(26, 32), "red-2": at(17, 24)}
    with Skirmish(troopers, [WALL]) as game:
        game.order("blue-1", shoot("red-1"), Idle(), aros={"red-2": aro_shot("blue-1")})
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"]
        assert game.world.sides["blue"].pool == 4
        game.dice(red=[5]).dice(blue=[1])
        assert game.trooper("blue-1").has("unconscious")
        game.settle()


@rule("n4-core.order-sequence.11")
def test_the_place_of_a_shot_is_fixed_when_it_is_declared():
    troopers = {"blue-1": at(14, 16), "red-1": at(26, 32, facing=90)}
    with Skirmish(troopers, [WALL]) as game:
        game.order("blue-1", walk(18, 16), BSAttack(weapon="combi-rifle", targets={"red-1": 3}, at=0))
        game.dice(blue=[20, 20, 20])
        assert len(game.rolled("blue-1").faces) == 3, "seen from where it started"
        game.settle()
    with Skirmish(troopers, [WALL]) as game:
        game.order("blue-1", walk(18, 16), shoot("red-1"))
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"], "declared from the end"


@rule("n4-core.order-sequence.11")
def test_the_division_of_the_burst_is_fixed_when_the_shot_is_declared():
    troopers = {"blue-1": at(24, 10), "red-1": at(24, 24), "red-2": at(28, 24)}
    with Skirmish(troopers) as game:
        split = BSAttack(weapon="combi-rifle", targets={"red-1": 2})
        assert game.refuses("blue", Activate(trooper="blue-1", skill=split)) == "n4-core.burst.1"
        game.order("blue-1", shoot(red_1=2, red_2=1), Idle()).dice(blue=[20, 20, 20])
        assert {event.target: len(event.faces) for event in game.events(Rolled)} == {"red-1": 2, "red-2": 1}
        game.settle()


@rule("n4-core.order-sequence.12", "n4-core.aro.11", "n4-core.all-at-once.2")
def test_shot_and_answer_take_different_points_of_the_same_route():
    with Skirmish({"blue-1": at(24, 6), "red-1": at(24, 25)}) as game:
        first = BSAttack(weapon="combi-rifle", targets={"red-1": 3}, at=0)
        game.order("blue-1", walk(24, 10), first, aros={"red-1": aro_shot("blue-1")})
        game.dice(blue=[20, 20, 20], red=[20])
        assert game.reasons("blue-1")["n4-core.range.1"] == -3, "from the start of its way, 18 inches"
        assert game.reasons("red-1")["n4-core.range.1"] == 3, "at the end of that way, 14 inches"
        game.settle()


@rule("n4-core.aro.11")
def test_a_reaction_is_placed_where_the_route_allows_it():
    gap = [box("left", 10, 19.5, 12, 1, 4), box("right", 25, 19.5, 12, 1, 4)]
    with Skirmish({"blue-1": at(21, 14), "red-1": at(23.5, 26)}, gap) as game:
        game.order("blue-1", walk(24.9, 14), Idle(), aros={"red-1": aro_shot("blue-1")}).dice(red=[5])
        assert game.rolled("red-1").effective == 1
        game.dice(blue=[20]).settle()


@rule("n4-core.order-sequence.13")
def test_reactions_are_declared_together_so_that_no_sequence_can_matter():
    worlds = []
    for names in (("red-1", "red-2"), ("red-2", "red-1")):
        with Skirmish({"blue-1": at(24, 10), "red-1": at(22, 24), "red-2": at(26, 24)}) as game:
            aros = {name: aro_shot("blue-1") for name in names}
            game.order("blue-1", walk(24, 12), Idle(), aros=aros).dice(red=[4, 20]).dice(blue=[20]).settle()
            assert [event.trooper for event in game.events(AroDeclared)] == ["red-1", "red-2"]
            worlds.append(game.world)
    assert worlds[0] == worlds[1]


@rule("n4-core.order-sequence.14")
def test_gains_come_before_losses():
    agent = "umbra-samaritan-nourkias/breaker-combi-rifle"
    troopers = {"blue-1": at(24, 20, agent), "red-1": at(24, 20.984), "red-2": at(34, 28)}
    with Skirmish(troopers) as game:
        stab = CCAttack(weapon="da-cc-weapon", targets={"red-1": 2})
        game.says("blue", Activate(trooper="blue-1", skill=stab))
        game.says("red", Aros(by={"red-2": aro_shot("blue-1")}))
        game.says("blue", Second(skill=Idle()))
        game.dice(blue=[1, 2], red=[1]).dice(blue=[1]).dice(red=[1, 20, 20, 20])
        kinds = [type(e) for e in events(game) if isinstance(e, PointsGained | PointsLost)]
        assert kinds[0] is PointsGained
        assert PointsLost in kinds
        assert game.trooper("blue-1").points == 1, "one gained, one lost: it stands"
        assert not game.trooper("blue-1").states
        game.settle()


# All at once


@rule("n4-core.all-at-once.1")
def test_a_shooter_that_falls_in_the_order_has_shot_all_the_same():
    troopers = {"blue-1": at(24, 10), "red-1": at(22, 24), "red-2": at(26, 24)}
    with Skirmish(troopers) as game:
        aros = {"red-2": aro_shot("blue-1")}
        game.order("blue-1", walk(24, 11), shoot("red-1"), aros=aros)
        game.dice(blue=[9, 20, 20], red=[5]).dice(blue=[1]).dice(red=[1])
        assert game.trooper("blue-1").has("unconscious")
        assert game.trooper("red-1").has("unconscious")
        game.settle()


@rule("n4-core.all-at-once.3")
def test_no_reaction_builds_on_another():
    with hidden(**{"red-2": at(28, 26)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        aros = {"red-1": Discover("blue-marker-1"), "red-2": aro_shot("blue-marker-1")}
        assert game.refuses("red", Aros(by=aros)) == "c1.camouflaged.9"
        game.says("red", Aros(by={"red-1": Discover("blue-marker-1")}))
        game.says("blue", Second(skill=Idle()))
        game.dice(red=[1])
        assert game.events(MarkerRevealed)
        assert not game.is_asked("red"), "nobody can use what has been discovered in this Order"


@rule("n4-core.all-at-once.4")
def test_a_declared_movement_is_completed_by_a_trooper_that_falls():
    with facing_each_other() as game:
        game.order("blue-1", walk(24, 14), walk(24, 18), aros={"red-1": aro_shot("blue-1")})
        game.dice(red=[5]).dice(blue=[1])
        assert game.trooper("blue-1").has("unconscious")
        assert game.trooper("blue-1").y == inches(18)
        assert [event.track[-1][1] for event in game.events(Moved)] == [inches(14), inches(18)]
        game.settle()


# Automatic Reaction Orders


@rule("n4-core.aro.1")
def test_an_enemy_out_of_sight_and_reach_gives_no_reaction():
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 30, facing=90)}) as game:
        game.order("blue-1", Idle(), Idle())
        assert not game.events(AroDeclared)
        assert game.is_asked("blue", "give-order"), "red was not asked"
    with facing_each_other() as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert game.asked("red").rights == {"red-1": ("lof",)}
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("n4-core.all-at-once.3", "n4-core.aro.5")
def test_reactions_are_all_made_from_the_same_moment():
    troopers = {"red-2": at(26, 30), "red-3": at(22, 30, states=("immobilized-b",))}
    with facing_each_other(**troopers) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert set(game.asked("red").actors) == {"red-1", "red-2", "red-3"}
        both = {"red-1": aro_shot("blue-1"), "red-2": aro_shot("blue-1")}
        game.says("red", Aros(by=both)).says("blue", Second(skill=Idle()))
        assert [event.trooper for event in game.events(AroDeclared)] == ["red-1", "red-2"]
        game.dice(red=[1, 1])
        assert game.waits_for_dice() == (2, "blue"), "the first to hit does not save it from the second"
        game.dice(20, 20).settle()


@rule("n4-core.aro.4")
def test_a_template_or_a_comms_attack_gives_a_reaction_to_those_it_concerns():
    kosmosoldat = "armata-4-proyekt-kosmosoldat/ap-rifle-specialist-operative"
    with Skirmish({"blue-1": at(24, 10, kosmosoldat), "red-1": at(24, 20.2, facing=90)}) as game:
        fire = Template(weapon="heavy-flamethrower", directions=(90,))
        game.says("blue", Activate(trooper="blue-1", skill=fire))
        assert game.asked("red").rights == {"red-1": ("template",)}
        game.says("red", Aros(by={"red-1": DODGE})).says("blue", Second(skill=Idle()))
        game.dice(red=[1]).settle()
    troopers = {"blue-1": at(24, 10, "fusiliers/combi-rifle-hacker"), "red-1": at(24, 24, facing=90)}
    with Skirmish(troopers) as game:
        from infinity.declared import Hack

        light = Hack(program="spotlight", targets={"red-1": 1})
        game.says("blue", Activate(trooper="blue-1", skill=light))
        assert game.asked("red").rights == {"red-1": ("comms",)}
        game.says("red", Aros(by={"red-1": Reset()})).says("blue", Second(skill=Idle()))
        game.dice(red=[20]).settle()


@rule("n4-core.aro.4")
def test_a_state_that_is_not_null_takes_no_reaction_to_a_template_away_and_a_null_one_does():
    kosmosoldat = "armata-4-proyekt-kosmosoldat/ap-rifle-specialist-operative"
    fire = Template(weapon="heavy-flamethrower", directions=(90,))
    troopers = {
        "blue-1": at(24, 10, kosmosoldat),
        "red-1": at(24, 13, facing=90, states=("immobilized-b",)),
        "red-2": at(24, 16, facing=90, states=("unconscious",), points=0),
    }
    with Skirmish(troopers) as game:
        game.says("blue", Activate(trooper="blue-1", skill=fire))
        assert "template" in game.asked("red").rights["red-1"]
        assert "red-2" not in game.asked("red").rights
        game.says("red", Aros()).says("blue", Second(skill=Idle()))
        game.dice(20, 20).settle()


@rule("n4-core.aro.5", "n4-core.aro.7")
def test_any_number_react_but_each_only_once():
    troopers = {"blue-1": at(24, 10), "red-1": at(22, 24), "red-2": at(26, 24), "red-3": at(30, 24)}
    with Skirmish(troopers) as game:
        aros = {name: aro_shot("blue-1") for name in ("red-1", "red-2", "red-3")}
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        game.says("red", Aros(by=aros))
        game.says("blue", Second(skill=walk(24, 14)))
        assert game.waits_for_dice() == (3, "red"), "three reactions, and none to the second half"
        game.dice(red=[20, 20, 20]).settle()
        assert len(game.events(AroDeclared)) == 3


@rule("n4-core.aro.6")
def test_a_reaction_is_directed_at_a_trooper_that_the_order_activated():
    with facing_each_other(**{"blue-2": at(28, 10)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        assert game.refuses("red", Aros(by={"red-1": aro_shot("blue-2")})) == "n4-core.aro.6"
        game.says("red", Aros(by={"red-1": aro_shot("blue-1")})).says("blue", Second(skill=Idle()))
        game.dice(red=[20]).settle()


@rule("n4-core.aro.8", "n4-core.game-round.2")
def test_the_reactive_player_only_reacts_and_reactions_are_not_reacted_to():
    with facing_each_other(**{"blue-2": at(26, 12)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        assert {request.seat for request in game.game.pending} == {"red"}
        game.says("red", Aros(by={"red-1": DODGE}))
        assert game.is_asked("blue", "declare-second"), "not asked to react to the Dodge"
        game.says("blue", Second(skill=Idle())).dice(red=[4])
        game.says("red", Dodged(routes={"red-1": ((inches(24), inches(29), 0, "walk"),)}))
        assert game.trooper("red-1").y == inches(29)
        assert game.is_asked("blue", "give-order")
        assert not game.is_asked("red"), "an Order is never red's to give now"


@rule("n4-core.aro.9")
def test_only_skills_marked_for_reactions_with_their_own_requirements():
    far = {"red-2": at(24, 47, facing=90)}
    with Skirmish({"blue-1": at(24, 18), "red-1": at(24, 24), **far}, [WALL]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert game.asked("red").rights == {"red-1": ("zoc",)}
        assert game.refuses("red", Aros(by={"red-2": DODGE})) == "n4-core.aro.9", "it has no right to one"
        assert game.refuses("red", Aros(by={"red-1": walk(24, 22)})) == "n4-core.aro.9"
        assert game.refuses("red", Aros(by={"red-1": Idle()})) == "n4-core.aro.9"
        assert game.refuses("red", Aros(by={"red-1": aro_shot("blue-1")})) == "c1.bs-attack.2"
        game.says("red", Aros(by={"red-1": DODGE})).says("blue", Second(skill=Idle()))
        game.dice(red=[20])


@rule("n4-core.aro.10")
def test_reactions_have_burst_one_and_a_higher_one_is_not_divided():
    troopers = {
        "blue-1": at(24, 10, "tomcats/combi-rifle-doctor-zondcat"),
        "blue-2": at(26, 10, "tomcats/zondcat", controller="blue-1"),
        "red-1": at(24, 30),
        "red-2": at(28, 30, "sierra-dronbot/heavy-machine-gun"),
    }
    with Skirmish(troopers) as game:
        both = Activate(trooper="blue-1", skill=walk(24, 12), servant="blue-2", servant_skill=walk(26, 12))
        game.says("blue", both)
        three = BSAttack(weapon="combi-rifle", targets={"blue-1": 3})
        assert game.refuses("red", Aros(by={"red-1": three})) == "n4-core.burst.1"
        two = BSAttack(weapon="combi-rifle", targets={"blue-1": 1, "blue-2": 1})
        assert game.refuses("red", Aros(by={"red-1": two})) == "n4-core.aro.10"
        divided = BSAttack(weapon="heavy-machine-gun", targets={"blue-1": 3, "blue-2": 1})
        assert game.refuses("red", Aros(by={"red-2": divided})) == "c1.total-reaction.3"
        whole = BSAttack(weapon="heavy-machine-gun", targets={"blue-2": 4})
        game.says("red", Aros(by={"red-1": aro_shot("blue-1"), "red-2": whole}))
        game.says("blue", Second(skill=Idle(), servant_skill=Idle()))
        assert game.waits_for_dice() == (5, "red")
        game.dice(red=[20] * 5).settle()
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 30), "red-2": at(28, 30)}) as game:
        game.order("blue-1", shoot(red_1=1, red_2=2)).dice(blue=[20, 20, 20]).settle()
        assert {event.target for event in game.events(Rolled)} == {"red-1", "red-2"}, "its own turn"


@rule("n4-core.aro.13")
def test_nobody_has_to_react():
    with facing_each_other() as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 12)))
        game.says("red", Aros(by={})).says("blue", Second(skill=Idle()))
        assert not game.events(AroDeclared)
        assert not game.events(Rolled)


# Idle


@rule("c1.idle.2")
def test_an_idle_trooper_is_activated_and_gives_reactions():
    with facing_each_other() as game:
        game.order("blue-1", Idle(), Idle(), aros={"red-1": aro_shot("blue-1")}).dice(red=[20])
        assert game.world.sides["blue"].pool == 4
        assert game.events(AroDeclared)
        game.settle()


@rule("c1.idle.4", "n4-core.order-sequence.10", "c1.idle.3")
def test_a_disposable_weapon_is_spent_though_its_use_proves_impossible():
    with Skirmish({"blue-1": at(24, 10, LYNX), "red-1": at(24, 44, facing=90)}) as game:
        far = PlaceDeployable(weapon="shock-mines", at=(inches(24), inches(14), 0))
        game.order("blue-1", far, Idle())
        assert [event.skill for event in game.events(BecameIdle)] == ["place-deployable"]
        assert not game.events(ItemPlaced)
        assert game.trooper("blue-1").spent == {"shock-mines": 1}


@rule("c1.idle.5")
def test_a_marker_whose_declaration_becomes_idle_is_revealed():
    with Skirmish({"blue-1": at(24, 18, LYNX, marker=1), "red-1": at(24, 30, facing=90)}, [WALL]) as game:
        game.order("blue-1", Idle(), shoot("red-1", weapon="marksman-rifle"))
        assert [event.skill for event in game.events(BecameIdle)] == ["bs-attack"]
        assert not game.trooper("blue-1").marker


@rule("n4-core.game-round.6")
def test_the_active_player_may_stop_before_all_orders_are_spent():
    with facing_each_other() as game:
        game.says("blue", EndOrders())
        assert game.world.active == "red"
        assert game.world.sides["blue"].pool == 0
