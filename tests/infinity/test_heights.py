"""Off the ground: climbing, jumping, landing from the air."""

from random import Random

import pytest
from msgspec.structs import replace

from firelane.core.state import encode
from firelane.infinity.asking import (
    Activate,
    Deploy,
    Deployed,
    LandedAtEdge,
    OrderType,
    Placement,
    Second,
)
from firelane.infinity.c1.game import C1
from firelane.infinity.deploying import refuse_deployment
from firelane.infinity.events import BecameIdle, Entered, Rolled
from firelane.infinity.landing import edges_of_zone
from firelane.infinity.space import Survey, body
from firelane.infinity.world import Place
from firelane.table.things import Area, inches
from firelane.testing.proofs import rule
from infinity.declared import Drop, Enter, Idle, Jump, Move
from infinity.skirmish import (
    PARATROOPER,
    WIDE,
    Skirmish,
    aro_shot,
    at,
    box,
    failed_jump,
    plain,
    shoot,
    walk,
)

JUMPER = "hassassin-bokhtar/red-fury"
CLIMBER = "hassassin-lasiqs/rifle-specialist-operative"
FAR_RED = {"red-1": at(24, 46, facing=90)}
TOWER = box("tower", 8, 11, 4, 4, 8, walkable=True)


def climbs(name, x, y, z):
    route = ((inches(x), inches(y), inches(z), "climb"),)
    return Activate(trooper=name, skill=Move(route=route, facing=90))


def place(game, name):
    trooper = game.trooper(name)
    return trooper.x, trooper.y, trooper.z


def climbers():
    """The same holds for every trooper and, by its own rule, for Climbing Plus."""
    return pytest.mark.parametrize(
        "sheet",
        [
            pytest.param("fusiliers/combi-rifle", id="climb"),
            pytest.param(CLIMBER, id="climbing-plus"),
        ],
    )


@rule("c1.climb.1", "c1.climb.2", "c1.climbing-plus.1", "c1.climbing-plus.2")
@climbers()
def test_walls_are_climbed_with_a_short_movement_and_stopped_on(sheet):
    with Skirmish({"blue-1": at(10, 10.508, sheet), **FAR_RED}, [TOWER]) as game:
        game.order("blue-1", climbs("blue-1", 10, 10.508, 4).skill, climbs("blue-1", 10, 10.508, 7).skill)
        assert place(game, "blue-1") == (10000, 10508, 7000)
    with Skirmish({"blue-1": at(10, 10.508, sheet), **FAR_RED}, [TOWER]) as game:
        assert game.refuses("blue", climbs("blue-1", 10, 10.508, 4.1)) == "n4-core.movement.1"


@rule("c1.climb.3", "c1.climbing-plus.3")
@climbers()
def test_nobody_is_deployed_on_a_wall(sheet):
    with Skirmish({"blue-1": at(10, 10, sheet, place=Place.LIST), **FAR_RED}, [TOWER]) as game:
        request = Deploy(seat="blue", actors=("blue-1",), zone="south", held_back=0)
        view = game.game.view("blue")
        high = Deployed({"blue-1": Placement(x=10000, y=10508, z=4000, facing=90)})
        refusal = refuse_deployment(view, request, high)
        assert refusal is not None
        assert refusal.args["reason"] == "end-unsupported"
        low = Deployed({"blue-1": Placement(x=10000, y=10508, facing=90)})
        assert refuse_deployment(view, request, low) is None


@rule("c1.climb.4", "c1.climb.5", "c1.climbing-plus.4", "c1.climbing-plus.5")
@climbers()
def test_on_a_wall_one_sees_all_round_attacks_and_reacts(sheet):
    on_wall = {"z": 4000, "surface": "tower", "facing": 90}
    weapon = "rifle" if sheet == CLIMBER else "combi-rifle"
    with Skirmish(
        {"blue-1": at(10, 10.508, sheet, **on_wall), "red-1": at(10, 2, facing=180)}, [TOWER]
    ) as game:
        game.order("blue-1", shoot("red-1", weapon=weapon)).dice(blue=[20, 20, 20]).settle()
        assert len(game.rolled("blue-1").faces) == 3
    with Skirmish({"blue-1": at(10, 2), "red-1": at(10, 10.508, sheet, **on_wall)}, [TOWER]) as game:
        game.order("blue-1", Idle(), aros={"red-1": aro_shot("blue-1", weapon)}).dice(20).settle()
        assert game.rolled("red-1").skill == "bs-attack"
    on_top = {"z": 8000, "surface": "tower", "facing": 90}
    for y, elsewhere in ((10.508, {"facing": 90}), (11.5, on_top)):
        with Skirmish(
            {"blue-1": at(10, y, sheet, **elsewhere), "red-1": at(10, 2, facing=180)}, [TOWER]
        ) as game:
            game.order("blue-1", shoot("red-1", weapon=weapon))
            assert game.events(BecameIdle), "on the ground or on the roof it looks one way only"


@rule("c1.climb.6", "c1.climbing-plus.6", "n4-core.cover.6")
@climbers()
def test_on_a_wall_there_is_no_cover(sheet):
    corner = box("pillar", 9.2, 10.2, 0.306, 0.798, 6)
    for surface, covered in (("tower", False), ("", True)):
        high = {"z": 4000 if surface else 0, "surface": surface, "facing": 90}
        with Skirmish({"blue-1": at(4, 2), "red-1": at(10, 10.508, sheet, **high)}, [TOWER, corner]) as game:
            game.order("blue-1", shoot("red-1")).dice(blue=[20, 20, 20]).settle()
            assert ("n4-core.cover.3" in game.reasons("blue-1")) == covered


@rule("c1.climb.7", "c1.climbing-plus.7")
@climbers()
def test_a_surface_narrower_than_half_the_base_cannot_be_climbed(sheet):
    for width, passable in ((0.494, True), (0.485, False)):
        pillar = box("pillar", 10 - width / 2, 11, width, 3, 3, walkable=False)
        roof = box("roof", 8, 11.4, 4, 4, 3, walkable=True)
        with Skirmish({"blue-1": at(10, 10.508, sheet), **FAR_RED}, [pillar, roof]) as game:
            refusal = game.refused("blue", climbs("blue-1", 10, 10.508, 2))
            expected = ("c1.climb.8", "end-unsupported") if passable else ("c1.climb.7", "face-too-narrow")
            assert (refusal.rule, refusal.args["reason"]) == expected


@rule("c1.climb.8", "c1.climbing-plus.8")
@climbers()
def test_where_a_climber_stops_its_base_stays_within_the_surface(sheet):
    for x, fits in ((8.492, True), (8.48, False), (11.508, True), (11.52, False)):
        with Skirmish({"blue-1": at(x, 10.508, sheet), **FAR_RED}, [TOWER]) as game:
            if fits:
                game.order("blue-1", climbs("blue-1", x, 10.508, 3).skill)
                assert place(game, "blue-1") == (inches(x), 10508, 3000)
            else:
                refusal = game.refused("blue", climbs("blue-1", x, 10.508, 3))
                assert (refusal.rule, refusal.args["reason"]) == ("c1.climb.8", "end-unsupported")


# Jumps


@rule("c1.jump.1", "c1.jump.2", "c1.jump.4")
def test_a_jump_takes_the_whole_order():
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(10, 11)))
        refusal = game.refuses("blue", Second(skill=Jump(to=(10000, 13000, 0))))
        assert refusal == "n4-core.order-structure.4"
        game.finish_order()
        game.says("blue", Activate(trooper="blue-1", skill=Jump(to=(10000, 13000, 0))))
        assert not game.is_asked("blue", "declare-second")
        assert place(game, "blue-1") == (10000, 13000, 0)


@rule("c1.jump.1")
def test_one_that_jumps_looks_all_round_as_with_every_movement():
    """Red-1 stands behind it, where it would not see it without the Movement label."""
    behind = {"blue-1": at(10, 20, facing=90), "red-1": at(10, 5, facing=90)}
    for skill, seen in ((Jump(to=(10000, 23000, 0), facing=90), True), (Idle(), False)):
        with Skirmish({**behind, "red-2": at(10, 40)}) as game:
            game.says("blue", Activate(trooper="blue-1", skill=skill))
            survey = Survey(game.world, game.game.view("blue").table.order.acting)
            here = survey.track("blue-1")[-1]
            assert survey.lof("blue-1", here, body(game.trooper("red-1"))) is seen
            game.finish_order()


@rule("c1.jump.1", "c1.super-jump.4")
def test_a_shot_during_a_jump_is_taken_in_every_direction():
    behind = {"blue-1": at(10, 20, JUMPER, facing=90), "red-1": at(10, 5, facing=90)}
    with Skirmish(behind) as game:
        volley = shoot("red-1", weapon="red-fury", dice=4)
        game.order("blue-1", Jump(to=(10000, 22000, 0), facing=90), volley).dice(20, 20, 20, 20).settle()
        assert game.rolled("blue-1").target == "red-1"


@rule("c1.jump.3", "n4-core.jump.1", "n4-core.jump.2")
def test_a_jump_reaches_the_first_mov_from_silhouette_to_base():
    # From the near edge of the Silhouette to the near edge of the base: 4 inches and one base apart.
    for gap, lands in ((4.984, True), (4.99, False)):
        with Skirmish({"blue-1": at(10, 10), **FAR_RED}) as game:
            game.order("blue-1", Jump(to=(10000, inches(10 + gap), 0)))
            assert bool(game.events(BecameIdle)) != lands
            assert place(game, "blue-1") == (10000, inches(10 + gap) if lands else 10000, 0)
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}) as game:
        whole = Activate(trooper="blue-1", skill=Jump(to=(10000, 13000, 0), whole=True))
        assert game.refuses("blue", whole) == "c1.jump.3"
    with Skirmish({"blue-1": at(10, 10, JUMPER), **FAR_RED}) as game:
        game.says("blue", whole)
        assert place(game, "blue-1") == (10000, 13000, 0), "with Super-Jump it may be both MOV values"


@rule("n4-core.jump.1", "n4-core.jump.3")
def test_up_down_and_in_an_arc_where_the_whole_base_fits():
    roof = box("roof", 8, 11, 4, 4, 3, walkable=True)
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}, [roof]) as game:
        game.order("blue-1", Jump(to=(10000, 12000, 3000), apex=3000))
        assert place(game, "blue-1") == (10000, 12000, 3000)
        game.order("blue-1", Jump(to=(10000, 10000, 0), apex=3000))
        assert place(game, "blue-1") == (10000, 10000, 0)
        game.order("blue-1", Jump(to=(10000, 11200, 3000), apex=3000))
        assert place(game, "blue-1") == (10000, 10000, 0)
        assert game.events(BecameIdle)[-1].because[0].rule == "n4-core.jump.3"
    high = box("roof", 8, 8, 4, 4, 6, walkable=True)
    with Skirmish({"blue-1": at(10, 10, z=6000, surface="roof"), **FAR_RED}, [high]) as game:
        game.order("blue-1", Jump(to=(10000, 13000, 0), apex=2000))
        assert place(game, "blue-1") == (10000, 10000, 6000)
        assert game.events(BecameIdle)[-1].because[0].rule == "n4-core.jump.3"


@rule("c1.super-jump.1", "c1.super-jump.3", "c1.super-jump.4")
def test_super_jump_is_a_short_skill_and_leaves_room_for_another():
    with Skirmish({"blue-1": at(10, 10, JUMPER), **FAR_RED}) as game:
        game.order("blue-1", Jump(to=(10000, 14900, 0)), Jump(to=(10000, 17800, 0)))
        assert place(game, "blue-1") == (10000, 17800, 0)
    with Skirmish({"blue-1": at(10, 10, JUMPER), "red-1": at(10, 40, facing=90)}) as game:
        game.order("blue-1", Jump(to=(10000, 14000, 0)), shoot("red-1", weapon="red-fury", dice=4))
        game.dice(blue=[20, 20, 20, 20]).settle()
        assert game.rolled("blue-1").skill == "bs-attack"


@rule("c1.super-jump.2", "c1.super-jump.3")
def test_a_super_jump_goes_up_level_or_on_a_slant_within_its_mov():
    roof = box("roof", 8, 12, 4, 4, 4, walkable=True)
    with Skirmish({"blue-1": at(10, 10, JUMPER), **FAR_RED}, [roof]) as game:
        game.order("blue-1", Jump(to=(10000, 13000, 4000), apex=3000), Idle())
        assert place(game, "blue-1") == (10000, 13000, 4000)
    with Skirmish({"blue-1": at(10, 10, JUMPER), **FAR_RED}) as game:
        game.order("blue-1", Jump(to=(10000, 17000, 0)), Idle())
        assert place(game, "blue-1") == (10000, 10000, 0)
        game.order("blue-1", Jump(to=(10000, 14000, 0)), Jump(to=(10000, 17000, 0)))
        assert place(game, "blue-1") == (10000, 14000, 0)


@rule("c1.super-jump.1", "c1.super-jump.5")
def test_one_long_super_jump_uses_both_mov_values():
    with Skirmish({"blue-1": at(10, 10, JUMPER), **FAR_RED}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Jump(to=(10000, 18900, 0), whole=True)))
        assert not game.is_asked("blue", "declare-second")
        assert place(game, "blue-1") == (10000, 18900, 0)


@rule("c1.super-jump.6", "n4-core.cover.6")
def test_one_that_jumps_has_no_partial_cover():
    crate = box("crate", 9, 14.494, 2, 0.5, 1)
    jump = Jump(to=(10000, 14000, 0))
    for first, second, covered in (
        (jump, Idle(), False),
        (Idle(), jump, False),
        (walk(10, 14), Idle(), True),
    ):
        with Skirmish({"blue-1": at(9.6, 14, JUMPER), "red-1": at(10, 30)}, [crate]) as game:
            game.order("blue-1", first, second, aros={"red-1": aro_shot("blue-1")}).dice(20).settle()
            assert ("n4-core.cover.3" in game.reasons("red-1")) == covered


# From the air


def dropping(skill, **more):
    pieces = more.pop("pieces", ())
    troopers = {"blue-1": at(0, 0, PARATROOPER, place=Place.AIR), "blue-2": at(40, 2), **more}
    game = Skirmish({**troopers, "red-1": more.get("red-1", at(24, 46, facing=90))}, pieces)
    return game, Activate(trooper="blue-1", order=OrderType.OWN, skill=skill)


def with_own(game):
    from firelane.infinity.frames import Match, PlayerTurn

    sides = dict(game.world.sides)
    sides["blue"] = replace(sides["blue"], own=("blue-1",))
    game.arrange(
        replace(game.world, sides=sides),
        Match(step="second_turn"),
        PlayerTurn(seat="blue", step="orders_phase"),
    )
    return game


@rule("c1.combat-jump.3", "c1.combat-jump.4", "c1.combat-jump.5", "c1.combat-jump.12")
def test_a_drop_that_succeeds_lands_where_it_was_named_and_is_reacted_to():
    game, order = dropping(Drop(to=(24000, 24000, 0), facing=90), **{"red-1": at(24, 40)})
    with with_own(game):
        game.says("blue", order)
        assert game.waits_for_dice() == (1, "blue")
        game.dice(5)
        assert place(game, "blue-1") == (24000, 24000, 0)
        assert game.asked("red").rights == {"red-1": ("lof",)}
        assert "blue-1" not in game.world.sides["blue"].own
        game.finish_order()
        assert not game.is_asked("blue", "declare-second")


def failing(*pieces, **more):
    """A drop to the middle of the table whose roll has just failed."""
    troopers = {name.replace("_", "-"): given for name, given in more.items()}
    return failed_jump({"red-1": at(24, 46, facing=90), **troopers}, *pieces)


@rule("c1.combat-jump.6", "c1.combat-jump.8")
@pytest.mark.parametrize(
    ("to", "facing"),
    [((24000, 492, 0), 90), ((492, 492, 0), 45), ((47508, 11508, 0), 180), ((492, 7000, 0), 0)],
)
def test_a_drop_that_fails_ends_where_its_player_chooses_at_an_edge_of_the_own_zone(to, facing):
    with failing() as game:
        assert game.trooper("blue-1").place is Place.AIR
        assert game.asked("blue").rules == ("c1.combat-jump.6",)
        game.says("blue", LandedAtEdge(to=to, facing=facing))
        assert place(game, "blue-1") == to
        assert game.trooper("blue-1").facing == facing
        assert game.trooper("blue-1").place is Place.TABLE
        assert not game.trooper("blue-1").prone
        assert game.events(Entered)[0].because[0].rule == "c1.combat-jump.6"
        assert (game.rolled("blue-1").faces, game.rolled("blue-1").successes) == ((20,), 0)
        game.finish_order()


@rule("c1.combat-jump.6")
@pytest.mark.parametrize(
    "to",
    [
        (24000, 493, 0),  # not at the edge
        (24000, 491, 0),  # over the edge
        (492, 11509, 0),  # the base is not inside the zone
        (47507, 11000, 0),
        (24000, 47508, 0),  # the enemy's zone
        (492, 24000, 0),  # nobody's zone
        (24000, 24000, 0),  # the point that was named
    ],
)
def test_a_drop_that_fails_ends_nowhere_else(to):
    with failing() as game:
        assert game.refuses("blue", LandedAtEdge(to=to, facing=0)) == "c1.combat-jump.6"
        game.says("blue", LandedAtEdge(to=(24000, 492, 0), facing=90)).finish_order()


@rule("c1.combat-jump.6", "c1.combat-jump.9", "c1.combat-jump.10", "c1.combat-jump.11")
def test_a_drop_that_fails_keeps_clear_of_models_and_buildings():
    house = box("house", 10, 0, 6, 6, 3, walkable=True)
    marker = at(30, 0.492, "malignos/combi-rifle", marker=1)
    with failing(house, red_2=marker, blue_3=at(20, 0.492)) as game:
        for to, number in (
            ((29016, 492, 0), 9),
            ((20984, 492, 0), 9),
            ((13000, 492, 0), 10),
            ((13000, 492, 1000), 11),
            ((10000, 492, 3000), 11),
        ):
            assert game.refuses("blue", LandedAtEdge(to=to, facing=0)) == f"c1.combat-jump.{number}"
        game.says("blue", LandedAtEdge(to=(13000, 492, 3000), facing=90))
        assert place(game, "blue-1") == (13000, 492, 3000), "a roof at the edge will do"
        game.finish_order()


@rule("c1.combat-jump.6", "c1.combat-jump.12")
def test_who_sees_where_a_failed_drop_has_ended_may_react():
    with failing(red_1=at(24, 20)) as game:
        assert not game.is_asked("red")
        game.says("blue", LandedAtEdge(to=(24000, 492, 0), facing=90))
        assert game.asked("red").rights == {"red-1": ("lof",)}
        game.finish_order()
    hidden = box("wall", 0, 5, 10, 0.5, 4)
    with failing(hidden, red_1=at(24, 20)) as game:
        game.says("blue", LandedAtEdge(to=(492, 492, 0), facing=90))
        assert not game.is_asked("red")
        game.finish_order()


@rule("c1.combat-jump.1", "c1.combat-jump.6")
def test_nobody_else_knows_who_has_jumped_before_it_has_landed():
    with failing() as game:
        seen = {seat: encode(game.game.view(seat)).decode("latin-1") for seat in ("blue", "red")}
        assert "blue-1" in seen["blue"]
        assert "blue-1" not in seen["red"]
        assert not game.events(Rolled)
        game.says("blue", LandedAtEdge(to=(24000, 492, 0), facing=90))
        assert game.game.view("red").table.world.troopers["blue-1"].y == 492
        game.finish_order()


@rule("c1.combat-jump.6")
@pytest.mark.parametrize(("zone", "reach"), [("west", (492, 492)), ("east", (47508, 47508))])
def test_a_zone_along_a_side_edge_has_its_own_corners(zone, reach):
    west = Area("west", ((0, 0), (12000, 0), (12000, WIDE), (0, WIDE)))
    east = Area("east", ((36000, 0), (WIDE, 0), (WIDE, WIDE), (36000, WIDE)))
    with failing() as game:
        world = game.world
        field = replace(plain(), deployment=(west, east))
        sides = {**world.sides, "blue": replace(world.sides["blue"], zone=zone)}
        turned = replace(world, terrain=field, sides=sides)
        first, last = reach
        assert set(edges_of_zone(turned, game.trooper("blue-1"))) == {"south", "north", zone}
        assert edges_of_zone(turned, game.trooper("blue-1"))[zone] == (first, 492, last, 47508)
        game.says("blue", LandedAtEdge(to=(24000, 492, 0), facing=90)).finish_order()


def test_what_is_listed_and_drawn_for_a_failed_drop_is_allowed_and_at_every_edge():
    with failing(blue_3=at(24, 0.492)) as game:
        view, request = game.game.view("blue"), game.asked("blue")
        question = C1.question(request)
        listed = list(question.listed(view, request))
        drawn = [question.sample(view, request, Random(seed)) for seed in range(60)]
        for answer in (*listed, *drawn):
            assert question.refuse(view, request, answer) is None
        for some in (listed, drawn):
            assert {at for x, y, _ in (a.to for a in some) for at in _edges(x, y)} == {
                "south",
                "west",
                "east",
            }
        assert len({answer.facing for answer in drawn}) > 10
        game.says("blue", listed[0]).finish_order()
        x, y, _ = place(game, "blue-1")
        assert 984 < abs(x - 24000) <= 1084, "beside the friend who stands nearest to the point named"
        assert y == 492


def _edges(x, y):
    return [name for name, found in (("south", y == 492), ("west", x == 492), ("east", x == 47508)) if found]


@rule("c1.combat-jump.7", "n4-core.cover.6")
def test_the_landing_trooper_has_no_cover():
    crate = box("crate", 23, 24.494, 2, 0.5, 1)
    game, order = dropping(Drop(to=(24000, 24000, 0), facing=90), **{"red-1": at(24, 40), "pieces": [crate]})
    with with_own(game):
        game.says("blue", order).dice(5)
        from firelane.infinity.asking import Aros

        game.says("red", Aros(by={"red-1": aro_shot("blue-1")})).dice(20).settle()
        assert "n4-core.cover.3" not in game.reasons("red-1")
        assert game.rolled("red-1").skill == "bs-attack"
    with Skirmish({"blue-1": at(24, 24, facing=90), "red-1": at(24, 40)}, [crate]) as game:
        game.order("blue-1", Idle(), aros={"red-1": aro_shot("blue-1")}).dice(20).settle()
        assert game.reasons("red-1")["n4-core.cover.3"] == -3, "whoever stands there has"


@rule("c1.combat-jump.9", "c1.combat-jump.10", "c1.combat-jump.11")
def test_where_nobody_may_drop():
    house = box("house", 10, 20, 6, 6, 3, walkable=True)
    game, _ = dropping(Idle(), **{"pieces": [house], "red-2": at(30, 20, "malignos/combi-rifle", marker=1)})
    with with_own(game):
        for to, number in (
            ((24000, 45016, 0), 9),
            ((30000, 19050, 0), 9),
            ((13000, 23000, 0), 10),
            ((10000, 23000, 3000), 11),
            ((13000, 23000, 1000), 11),
            ((200, 200, 0), 11),
        ):
            order = Activate(trooper="blue-1", order=OrderType.OWN, skill=Drop(to=to))
            assert game.refuses("blue", order) == f"c1.combat-jump.{number}"
        roof = Drop(to=(13000, 23000, 3000), facing=90)
        game.says("blue", Activate(trooper="blue-1", order=OrderType.OWN, skill=roof)).dice(1)
        assert place(game, "blue-1") == (13000, 23000, 3000)
        game.finish_order()


@rule("c1.parachutist.3", "c1.parachutist.5", "c1.parachutist.7", "c1.parachutist.11")
def test_a_parachutist_enters_without_a_roll_and_is_reacted_to():
    game, order = dropping(Enter(to=(492, 24000, 0), facing=0), **{"red-1": at(20, 24, facing=180)})
    with with_own(game):
        game.says("blue", order)
        assert not game.events(Rolled)
        assert place(game, "blue-1") == (492, 24000, 0)
        assert not game.trooper("blue-1").prone
        assert game.asked("red").rights == {"red-1": ("lof",)}
        game.finish_order()
        assert "blue-1" not in game.world.sides["blue"].own


@rule("c1.parachutist.4")
@pytest.mark.parametrize(
    ("to", "open_"),
    [
        ((24000, 492, 0), True),  # the own zone
        ((492, 492, 0), True),
        ((492, 24000, 0), True),  # nobody's
        ((47508, 35999, 0), True),
        ((497, 24000, 0), True),  # touching the edge
        ((498, 24000, 0), False),
        ((47508, 36001, 0), False),  # the enemy's zone, at its side and at its back
        ((492, 47508, 0), False),
        ((24000, 47508, 0), False),
    ],
)
def test_a_parachutist_enters_at_any_edge_but_that_of_the_enemy_zone(to, open_):
    game, order = dropping(Enter(to=to, facing=0))
    with with_own(game):
        if open_:
            game.says("blue", order)
            assert place(game, "blue-1") == to
            game.finish_order()
        else:
            assert game.refuses("blue", order) == "c1.parachutist.4"


@rule("c1.combat-jump.12", "c1.parachutist.11")
@pytest.mark.parametrize("skill", [Drop(to=(492, 24000, 0), facing=0), Enter(to=(492, 24000, 0), facing=0)])
def test_everybody_that_sees_the_landing_may_react_and_nobody_else(skill):
    wall = box("wall", 10, 10, 1, 10, 4)
    reds = {
        "red-1": at(20, 24, facing=180),
        "red-2": at(10, 30, facing=225),
        "red-3": at(14, 28, facing=0),  # looks away
        "red-4": at(12, 14, facing=180),  # behind a wall
    }
    game, order = dropping(skill, **reds, pieces=[wall])
    with with_own(game):
        game.says("blue", order)
        if isinstance(skill, Drop):
            game.dice(1)
        assert game.asked("red").rights == {"red-1": ("lof",), "red-2": ("lof",)}
        game.finish_order()


@rule("c1.parachutist.4", "c1.parachutist.6", "c1.parachutist.8", "c1.parachutist.9", "c1.parachutist.10")
def test_where_no_parachutist_may_enter():
    house = box("house", 0, 20, 3, 6, 3, walkable=True)
    game, _ = dropping(Idle(), **{"pieces": [house], "red-2": at(47.5, 20, facing=0)})
    with with_own(game):
        for to, number in (
            ((24000, 24000, 0), 4),
            ((492, 40000, 0), 4),
            ((24000, 47508, 0), 4),
            ((492, 19508, 0), 6),
            ((47508, 20980, 0), 8),
            ((492, 23000, 0), 9),
            ((400, 30000, 0), 10),
        ):
            order = Activate(trooper="blue-1", order=OrderType.OWN, skill=Enter(to=to))
            assert game.refuses("blue", order) == f"c1.parachutist.{number}"
        inside = Enter(to=(47508, 30000, 0), facing=180)
        game.says("blue", Activate(trooper="blue-1", order=OrderType.OWN, skill=inside))
        assert place(game, "blue-1") == (47508, 30000, 0)
        game.finish_order()


@rule("c1.parachutist.6")
@pytest.mark.parametrize(
    ("piece", "refused"),
    [
        (box("crate", 0.985, 29, 1, 2, 1), True),  # the base reaches 0.984 inches in from the edge
        (box("crate", 1, 29, 1, 2, 1), False),
        (box("crate", 0.9, 30.45, 1, 2, 1), False),  # its corner is near, the base is round
        (box("mat", 0.985, 29, 1, 2, 1, cover=False), False),
    ],
)
def test_only_beside_what_gives_cover_no_parachutist_may_enter(piece, refused):
    game, _ = dropping(Idle(), pieces=[piece])
    with with_own(game):
        order = Activate(trooper="blue-1", order=OrderType.OWN, skill=Enter(to=(492, 30000, 0)))
        if refused:
            assert game.refuses("blue", order) == "c1.parachutist.6"
            return
        game.says("blue", order)
        assert place(game, "blue-1") == (492, 30000, 0)
        game.finish_order()
