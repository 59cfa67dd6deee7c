"""Moving over the table: how far, past what, in which posture."""

import msgspec
import pytest

from firelane.infinity.asking import Activate, Aros, Deploy, Deployed, Dodged, Placement, Second
from firelane.infinity.deploying import refuse_deployment
from firelane.infinity.events import BecameIdle, Faced, Moved, PointsLost, PostureChanged, Rolled
from firelane.infinity.world import Place
from firelane.table.things import Access, Piece, inches
from firelane.testing.proofs import rule
from infinity.declared import Doctor, Dodge, Idle, Jump, Move
from infinity.skirmish import Skirmish, aro_shot, at, box, shoot, walk

TAG = "blue-wolf-mongol-cavalry/ap-spitfire"
BIG = "blackjacks/ap-heavy-machine-gun"
OF_SILHOUETTE_3 = "sierra-dronbot/heavy-machine-gun"
FAR_RED = {"red-1": at(24, 46, facing=90)}


def goes(name, *steps, prone=False, facing=90):
    route = tuple((inches(x), inches(y), inches(z), how) for x, y, z, how in steps)
    return Activate(trooper=name, skill=Move(route=route, facing=facing, prone=prone))


def place(game, name):
    trooper = game.trooper(name)
    return trooper.x, trooper.y, trooper.z


@rule("c1.move.1", "n4-core.movement.7")
def test_a_move_needs_neither_sight_nor_dice_and_ends_in_any_facing():
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}) as game:
        game.order("blue-1", walk(10, 13, facing=275), walk(12, 13, facing=12))
        assert place(game, "blue-1") == (12000, 13000, 0)
        assert not game.events(Rolled)
        assert game.trooper("blue-1").facing == 12
        turned = game.events(Faced)
        game.order("blue-1", walk(12, 14, facing=12))
        assert game.events(Faced) == turned, "whoever keeps its facing does not turn"


@rule("c1.move.3", "c1.move.5", "n4-core.movement.1", "n4-core.measuring.3")
def test_the_first_move_has_the_first_mov_and_the_second_the_second():
    with Skirmish({"blue-1": at(10, 10, TAG), **FAR_RED}) as game:
        assert game.refuses("blue", goes("blue-1", (10, 16.001, 0, "walk"))) == "n4-core.movement.1"
        game.says("blue", goes("blue-1", (10, 16, 0, "walk")))
        far = Move(route=((10000, 20001, 0, "walk"),))
        second = game.asked("blue")
        assert second.kind == "declare-second"
        assert game.refuses("blue", Second(skill=far)) == "n4-core.movement.1"
        game.says("blue", Second(skill=Move(route=((10000, 20000, 0, "walk"),))))
        assert place(game, "blue-1") == (10000, 20000, 0)
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}) as game:
        game.order("blue-1", walk(10, 10.01), walk(10, 10))
        assert place(game, "blue-1") == (10000, 10000, 0)
    with Skirmish({"blue-1": at(10, 10, TAG), **FAR_RED}) as game:
        game.order("blue-1", Idle(), walk(10, 16))
        assert place(game, "blue-1") == (10000, 16000, 0), "the first Move of the Order, with its second half"


@rule("c1.move.4", "c1.move.5")
def test_each_move_is_made_before_the_aros_to_it_are_declared():
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30)}) as game:
        game.says("blue", goes("blue-1", (12, 12, 0, "walk")))
        assert game.is_asked("red", "declare-aros")
        assert place(game, "blue-1") == (12000, 12000, 0)
        game.says("red", Aros(by={"red-1": aro_shot("blue-1")}))
        assert place(game, "blue-1") == (12000, 12000, 0)
        game.says("blue", Second(skill=walk(14, 14)))
        assert place(game, "blue-1") == (14000, 14000, 0)
        game.dice(20)


@rule("c1.move.2", "n4-core.measuring.2")
def test_nothing_is_measured_before_the_skill_is_declared():
    with Skirmish({"blue-1": at(10, 1), "red-1": at(40, 47, facing=90)}) as game:
        told = msgspec.to_builtins(game.asked("blue"))
        assert not {"reach", "distance", "range"} & set(told)
        game.order("blue-1", shoot("red-1")).settle()
        assert game.world.sides["blue"].pool == 4
        assert game.rolled("blue-1").faces == ()


@rule("n4-core.measuring.4")
def test_a_route_is_measured_with_its_detours():
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}) as game:
        round_about = goes("blue-1", (12, 10, 0, "walk"), (12, 12.001, 0, "walk"))
        assert game.refuses("blue", round_about) == "n4-core.movement.1"
        game.says("blue", goes("blue-1", (12, 10, 0, "walk"), (12, 12, 0, "walk")))
        assert place(game, "blue-1") == (12000, 12000, 0)
        game.finish_order()


@rule("n4-core.measuring.5", "c1.prone.8")
def test_half_a_movement_is_rounded_up_to_whole_inches():
    from firelane.infinity.acting import half_of

    assert [half_of(inches(n)) for n in (2, 3, 4, 5, 6)] == [1000, 2000, 2000, 3000, 3000]


def walls(gap, height=3.0):
    """Two walls across the way of a trooper at (10, 10), with a gap between them at x = 10."""
    return (box("left", 4, 11, 6 - gap / 2, 0.5, height), box("right", 10 + gap / 2, 11, 6, 0.5, height))


@rule("c1.move.6", "c1.move.7", "n4-core.movement.2")
def test_a_passage_of_half_a_base_is_wide_enough_to_pass_but_not_to_stop_in():
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}, walls(0.492)) as game:
        assert game.refuses("blue", goes("blue-1", (10, 11.25, 0, "walk"))) == "c1.move.7"
        game.order("blue-1", walk(10, 13))
        assert place(game, "blue-1") == (10000, 13000, 0)
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}, walls(0.485)) as game:
        assert game.refuses("blue", goes("blue-1", (10, 13, 0, "walk"))) == "n4-core.movement.2"
    with Skirmish({"blue-1": at(10.25, 10), **FAR_RED}, walls(0.5)[:1]) as game:
        refusal = game.refused("blue", goes("blue-1", (10.1, 13, 0, "walk")))
        assert refusal.args["reason"] == "full-width-free"


@rule("n4-core.movement.2")
def test_a_ledge_narrower_than_half_the_base_cannot_be_walked_on():
    ledge = {"walkable": True}
    up = {"blue-1": at(10, 10, z=3000, surface="roof"), **FAR_RED}
    for width, passable in ((0.494, True), (0.485, False)):
        pieces = (
            box("roof", 8, 8, 4, 3, 3, **ledge),
            box("beam", 10 - width / 2, 11, width, 1, 3, **ledge),
            box("far", 8, 12, 4, 3, 3, **ledge),
        )
        with Skirmish(up, pieces) as game:
            if passable:
                game.order("blue-1", walk(10, 13, 3))
                assert place(game, "blue-1") == (10000, 13000, 3000)
            else:
                refusal = game.refused("blue", goes("blue-1", (10, 13, 3, "walk")))
                assert refusal.args["reason"] == "unsupported"


@rule("c1.move.10", "n4-core.movement.3")
@pytest.mark.parametrize(("kind", "height"), [("fusiliers/combi-rifle", 1.575), (TAG, 2.165)])
def test_what_is_no_higher_than_the_trooper_is_crossed_without_cost_and_on_top(kind, height):
    """The way over is as long as the first MOV allows, with the height ignored."""
    reach = 4 if kind != TAG else 6
    for wall, passable in ((height, True), (height + 0.001, False)):
        with Skirmish({"blue-1": at(10, 10, kind), **FAR_RED}, [box("crate", 8, 11, 4, 1, wall)]) as game:
            over = goes("blue-1", (10, 10 + reach, 0, "vault"))
            if not passable:
                assert game.refused("blue", over).args["reason"] == "too-high"
                continue
            game.says("blue", over).finish_order()
            assert place(game, "blue-1") == (10000, inches(10 + reach), 0)
            assert max(z for _, _, z in game.events(Moved)[0].track) == inches(wall)


@rule("n4-core.movement.4")
@pytest.mark.parametrize(
    ("near", "far", "passable"),
    [
        (0, 0, True),
        (1.0, 0, False),  # low from where it begins, too high on the far side
        (0, 1.0, False),  # low on the far side, too high from where it begins
        (1.0, 1.0, True),
        (0.5, 0, False),
        (0.425, 0, True),  # 1.575 above both at the most
        (0, 0.425, True),
    ],
)
def test_an_obstacle_is_measured_on_either_side(near, far, passable):
    """A wall as high as the trooper above the higher side, unless both lie low."""
    top = max(near, far) + 1.575 if near == far else 2.0 if max(near, far) >= 0.5 else 1.575
    pieces = [box("wall", 8, 11, 4, 0.5, top)]
    if near:
        pieces.append(box("near", 8, 8, 4, 3, near, walkable=True))
    if far:
        pieces.append(box("far", 8, 11.5, 4, 3, far, walkable=True))
    start = at(10, 10, z=inches(near), surface="near" if near else "")
    with Skirmish({"blue-1": start, **FAR_RED}, pieces) as game:
        over = goes("blue-1", (10, 12.5, far, "vault"))
        if passable:
            game.says("blue", over).finish_order()
            assert place(game, "blue-1") == (10000, 12500, inches(far))
        else:
            assert game.refused("blue", over).args["reason"] == "too-high"


@rule("n4-core.movement.4")
def test_a_step_or_a_fence_is_not_simply_walked_through():
    step = box("step", 8, 11, 4, 4, 1, walkable=True)
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}, [step]) as game:
        for height, how in ((1, "walk"), (0.7, "vault")):
            refusal = game.refused("blue", goes("blue-1", (10, 12.5, height, how)))
            assert (refusal.rule, refusal.args["reason"]) == ("n4-core.movement.4", "not-level")
        game.order("blue-1", walk(10, 10.2), walk(10, 12.5, 1, "vault"))
        assert place(game, "blue-1") == (10000, 12500, 1000)
    fence = box("fence", 8, 11, 4, 0.5, 0.5, crossable=False)
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}, [fence]) as game:
        refusal = game.refused("blue", goes("blue-1", (10, 12.5, 0, "vault")))
        assert (refusal.rule, refusal.args["reason"]) == ("n4-core.movement.4", "not-crossable")
        refusal = game.refused("blue", goes("blue-1", (10, 12.5, 0, "walk")))
        assert refusal.args["reason"] == "no-room"


@rule("n4-core.movement.3")
def test_the_height_of_what_is_vaulted_counts_for_sight():
    hidden = [box("crate", 8, 12, 4, 1, 1.5), box("screen", 4, 20, 12, 0.5, 2)]
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 24)}, hidden) as game:
        game.says("blue", goes("blue-1", (10, 11, 0, "walk")))
        assert not game.is_asked("red", "declare-aros")
        game.finish_order()
    with Skirmish({"blue-1": at(10, 11), "red-1": at(10, 24)}, hidden) as game:
        game.says("blue", goes("blue-1", (10, 14, 0, "vault")))
        assert game.asked("red").rights == {"red-1": ("lof",)}
        game.finish_order()


@rule("c1.move.11")
def test_no_move_over_an_obstacle_with_a_deep_drop_behind_it():
    roof = [box("roof", 8, 8, 4, 4, 3, walkable=True), box("parapet", 8, 11.8, 4, 0.2, 3.5, bottom=3000)]
    with Skirmish({"blue-1": at(10, 10, z=3000, surface="roof"), **FAR_RED}, roof) as game:
        refusal = game.refused("blue", goes("blue-1", (10, 13, 0, "vault")))
        assert refusal.args["reason"] == "too-high"
        game.order("blue-1", Jump(to=(10000, 13000, 0), apex=6000))
        assert place(game, "blue-1") == (10000, 13000, 0)


@rule("c1.move.11", "c1.move.10", "n4-core.movement.3")
@pytest.mark.parametrize(("drop", "passable"), [(1.0, True), (1.575, True), (1.576, False)])
def test_the_drop_behind_an_obstacle_may_be_as_high_as_the_trooper(drop, passable):
    """The parapet itself is a tenth of an inch high, as seen from the roof."""
    roof = [
        box("roof", 8, 8, 4, 4, drop, walkable=True),
        box("parapet", 8, 11.8, 4, 0.2, drop, bottom=0, walkable=True),
    ]
    with Skirmish({"blue-1": at(10, 10, z=inches(drop), surface="roof"), **FAR_RED}, roof) as game:
        over = goes("blue-1", (10, 13, 0, "vault"))
        if passable:
            game.says("blue", over).finish_order()
            assert place(game, "blue-1") == (10000, 13000, 0)
        else:
            assert game.refused("blue", over).args["reason"] == "too-high"


@rule("n4-core.movement.5")
def test_friends_and_markers_no_taller_are_passed_but_not_ended_in():
    friends = {"blue-1": at(10, 10), "blue-2": at(10, 12)}
    with Skirmish({**friends, **FAR_RED}) as game:
        refusal = game.refused("blue", goes("blue-1", (10, 12.5, 0, "walk")))
        assert refusal.args["reason"] == "end-taken"
        game.order("blue-1", walk(10, 14))
        assert place(game, "blue-1") == (10000, 14000, 0)
    with Skirmish(
        {"blue-1": at(10, 10), "blue-2": at(10, 12, "malignos/combi-rifle", marker=1), **FAR_RED}
    ) as game:
        game.order("blue-1", walk(10, 14))
        assert place(game, "blue-1") == (10000, 14000, 0)
    with Skirmish({"blue-1": at(10, 10), "blue-2": at(10, 12, TAG), **FAR_RED}) as game:
        refusal = game.refused("blue", goes("blue-1", (10, 14, 0, "walk")))
        assert refusal.args["reason"] == "figure-in-the-way"


@rule("n4-core.movement.5")
def test_a_tall_friend_above_or_below_is_not_in_the_way():
    bridge = box("bridge", 8, 11, 4, 4, 3.5, bottom=3000, walkable=True)
    above = {"blue-2": at(10, 13, TAG, z=3500, surface="bridge")}
    with Skirmish({"blue-1": at(10, 10), **above, **FAR_RED}, [bridge]) as game:
        game.order("blue-1", walk(10, 14))
        assert place(game, "blue-1") == (10000, 14000, 0)
    below = {"blue-1": at(10, 11.6, z=3500, surface="bridge"), "blue-2": at(10, 13, TAG)}
    with Skirmish({**below, **FAR_RED}, [bridge]) as game:
        game.order("blue-1", walk(10, 14.4, 3.5))
        assert place(game, "blue-1") == (10000, 14400, 3500)


@rule("n4-core.movement.5")
def test_a_jump_passes_friends_no_taller_and_not_through_a_taller_one():
    leap = Activate(trooper="blue-1", skill=Jump(to=(inches(10), inches(13.5), 0)))
    for name, passed in (("fusiliers/combi-rifle", True), (TAG, False)):
        with Skirmish({"blue-1": at(10, 10), "blue-2": at(10, 11.8, name), **FAR_RED}) as game:
            game.says("blue", leap).finish_order()
            assert place(game, "blue-1") == (10000, 13500 if passed else 10000, 0)
    aside = {"blue-1": at(10, 10), "blue-2": at(12.5, 11.8, TAG), **FAR_RED}
    with Skirmish(aside) as game:
        game.says("blue", leap).finish_order()
        assert place(game, "blue-1") == (10000, 13500, 0), "one that stands beside the way is not in it"


@rule("n4-core.movement.6")
def test_contact_with_an_enemy_ends_the_movement_at_once():
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 12, facing=90)}) as game:
        game.order("blue-1", walk(10, 14))
        x, y, _ = place(game, "blue-1")
        assert x == 10000
        assert 984 <= 12000 - y <= 984 + 5
        assert game.events(Moved)[0].because[0].rule == "n4-core.movement.6"


@rule("n4-core.movement.8")
def test_a_tag_cannot_go_prone():
    with Skirmish({"blue-1": at(10, 10, TAG), **FAR_RED}) as game:
        assert game.refuses("blue", goes("blue-1", (10, 11, 0, "walk"), prone=True)) == "n4-core.movement.8"
        game.order("blue-1", walk(10, 16))
        assert place(game, "blue-1") == (10000, 16000, 0)


@rule("n4-core.movement.9", "c1.move.8", "c1.move.9")
def test_stairs_and_ladders_are_walked_and_paid_along_their_length():
    stairs = [
        box("stairs", 9, 11, 2, 3, 3, stairs=True, solid=False),
        box("roof", 8, 14, 4, 4, 3, walkable=True),
    ]
    with Skirmish({"blue-1": at(10, 11), **FAR_RED}, stairs) as game:
        refusal = game.refused("blue", goes("blue-1", (10, 14, 3, "stairs")))
        assert refusal.args["reason"] == "too-far"
        game.order("blue-1", walk(10, 13, 2, how="stairs"))
        assert place(game, "blue-1") == (10000, 13000, 2000)
    ladder = [
        box("tower", 8, 11, 4, 4, 5, walkable=True),
        box("ladder", 9.5, 10.9, 1, 0.1, 5, ladder=True, solid=False, sight="clear"),
    ]
    start = {"blue-1": at(10, 10.406), **FAR_RED}
    with Skirmish(start, ladder) as game:
        refusal = game.refused("blue", goes("blue-1", (10, 10.406, 4.001, "ladder")))
        assert refusal.args["reason"] == "too-far"
        game.order("blue-1", walk(10, 10.406, 3, how="ladder"))
        assert place(game, "blue-1") == (10000, 10406, 3000), "part of the way up"
    with Skirmish(start, ladder) as game:
        game.order("blue-1", walk(10, 10.406, 4, how="ladder"))
        assert place(game, "blue-1") == (10000, 10406, 4000), "each inch of height costs an inch"


@rule("n4-core.movement.10")
def test_no_movement_makes_a_trooper_fall():
    roof = [box("roof", 8, 8, 4, 4, 6, walkable=True)]
    with Skirmish({"blue-1": at(10, 10, z=6000, surface="roof"), **FAR_RED}, roof) as game:
        refusal = game.refused("blue", goes("blue-1", (10, 13, 6, "walk")))
        assert refusal.args["reason"] == "unsupported"
        game.order("blue-1", Jump(to=(10000, 13500, 3000)))
        assert [event.skill for event in game.events(BecameIdle)] == ["jump"]
        assert place(game, "blue-1") == (10000, 10000, 6000)
        assert not game.events(PointsLost)


def gate(width, access):
    """A wall with an opening of some width and kind at x = 10."""
    opening = Piece(
        name="gate",
        footprint=((inches(10 - width / 2), 11000), (inches(10 + width / 2), 11000),
                   (inches(10 + width / 2), 11500), (inches(10 - width / 2), 11500)),
        top=3000, sight="clear", solid=False, access=access,
    )  # fmt: skip
    return (*walls(width), opening)


@rule("n4-core.access.1", "n4-core.access.2", "n4-core.access.3")
def test_a_narrow_access_lets_small_silhouettes_through_and_a_wide_one_all():
    for sheet, access, passes in (
        ("fusiliers/combi-rifle", Access.NARROW, True),
        (OF_SILHOUETTE_3, Access.NARROW, False),
        (OF_SILHOUETTE_3, Access.WIDE, True),
        (BIG, Access.NARROW, False),
        (BIG, Access.WIDE, True),
    ):
        with Skirmish({"blue-1": at(10, 9.9, sheet), **FAR_RED}, gate(0.9, access)) as game:
            if passes:
                game.order("blue-1", walk(10, 13))
                assert place(game, "blue-1") == (10000, 13000, 0)
            else:
                refusal = game.refused("blue", goes("blue-1", (10, 13, 0, "walk")))
                assert refusal.args["reason"] == "access-too-narrow"
                if sheet == OF_SILHOUETTE_3:
                    continue
                flat = game.refused("blue", goes("blue-1", (10, 12, 0, "walk"), prone=True))
                assert flat.args["reason"] == "access-too-narrow"
    with Skirmish({"blue-1": at(10, 10), **FAR_RED}, gate(0.3, Access.NARROW)) as game:
        game.order("blue-1", walk(10, 13))
        assert place(game, "blue-1") == (10000, 13000, 0)


@rule("c1.prone.2", "c1.prone.5", "n4-core.silhouette.3")
def test_going_prone_with_a_movement_skill_makes_a_trooper_three_millimetres_high():
    from firelane.infinity.space import body

    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30)}) as game:
        game.order("blue-1", walk(10, 12, prone=True), aros={"red-1": Dodge(prone=True)}).dice(20).settle()
        for name in ("blue-1", "red-1"):
            assert game.trooper(name).prone
            figure = body(game.trooper(name))
            assert (figure.diameter, figure.top - figure.z) == (984, 118)
        assert len(game.events(PostureChanged)) == 2


@rule("c1.prone.8", "c1.prone.9", "n4-core.movement.8", "c1.prone.2")
def test_a_prone_trooper_moves_half_or_stands_up_and_moves_in_full():
    flat = {"blue-1": at(10, 10, prone=True), **FAR_RED}
    with Skirmish(flat) as game:
        assert (
            game.refuses("blue", goes("blue-1", (10, 12.001, 0, "walk"), prone=True)) == "n4-core.movement.1"
        )
        game.order("blue-1", walk(10, 12, prone=True), walk(10, 16))
        assert place(game, "blue-1") == (10000, 16000, 0)
        assert not game.trooper("blue-1").prone
        assert [event.prone for event in game.events(PostureChanged)] == [False], "it lay already"
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30, prone=True)}) as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": Dodge(prone=True)})
        game.dice(blue=[20, 20, 20], red=1)
        request = game.asked("red")
        assert request.reach == {"red-1": 1000}
        game.says("red", Dodged()).settle()


@rule("c1.prone.6")
def test_one_that_goes_prone_is_seen_at_its_start_as_it_stood():
    low = [box("wall", 4, 12, 12, 0.5, 1)]
    with Skirmish({"blue-1": at(10, 11), "red-1": at(10, 30)}, low) as game:
        game.says("blue", goes("blue-1", (10.5, 11, 0, "walk"), prone=True))
        assert game.asked("red").rights == {"red-1": ("lof",)}
        game.finish_order()
    with Skirmish({"blue-1": at(10, 11, prone=True), "red-1": at(10, 30)}, low) as game:
        game.says("blue", goes("blue-1", (10.5, 11, 0, "walk"), prone=True))
        assert not game.is_asked("red", "declare-aros")
        game.finish_order()


@rule("c1.prone.3")
@pytest.mark.parametrize(("sheet", "lies"), [("fusiliers/combi-rifle", True), (TAG, False)])
def test_the_unconscious_lie_down_unless_they_are_tags(sheet, lies):
    points = {} if lies else {"points": 1}
    with Skirmish({"blue-1": at(10, 20), "red-1": at(10, 30, sheet, facing=90, **points)}) as game:
        game.order("blue-1", shoot("red-1")).dice(blue=[10, 20, 20]).dice(red=1).settle()
        assert game.trooper("red-1").has("unconscious")
        assert game.trooper("red-1").prone == lies
        assert [event.prone for event in game.events(PostureChanged)] == [True] * lies


@rule("c1.prone.3", "c1.unconscious.3")
def test_one_that_lies_already_goes_on_lying_when_it_falls_unconscious():
    with Skirmish({"blue-1": at(10, 20), "red-1": at(10, 30, facing=90, points=1, prone=True)}) as game:
        game.order("blue-1", shoot("red-1")).dice(blue=[10, 20, 20]).dice(red=1).settle()
        assert game.trooper("red-1").has("unconscious")
        assert game.trooper("red-1").prone
        assert game.events(PostureChanged) == []


@rule("c1.prone.4")
def test_who_lay_unconscious_stands_up_when_treated():
    down = {"states": ("unconscious",), "points": 0, "prone": True}
    doctor = "ghulam-infantry/rifle-doctor"
    with Skirmish({"blue-1": at(10, 10, doctor), "blue-2": at(10, 10.985, **down), **FAR_RED}) as game:
        game.order("blue-1", Doctor(target="blue-2"), Idle()).dice(blue=5).settle()
        assert not game.trooper("blue-2").has("unconscious")
        assert not game.trooper("blue-2").prone


@rule("c1.prone.9")
def test_a_prone_trooper_stands_up_to_jump():
    with Skirmish({"blue-1": at(10, 10, prone=True), **FAR_RED}) as game:
        game.order("blue-1", Jump(to=(10000, 14000, 0)))
        assert place(game, "blue-1") == (10000, 14000, 0)
        assert not game.trooper("blue-1").prone


@rule("c1.prone.1")
def test_troopers_may_be_deployed_prone():
    for sheet, allowed in (("fusiliers/combi-rifle", True), (TAG, False)):
        with Skirmish({"blue-1": at(0, 0, sheet, place=Place.LIST), **FAR_RED}) as game:
            request = Deploy(seat="blue", actors=("blue-1",), zone="south", held_back=0)
            given = Deployed({"blue-1": Placement(x=10000, y=6000, facing=90, prone=True)})
            refusal = refuse_deployment(game.game.view("blue"), request, given)
            assert (refusal is None) == allowed
