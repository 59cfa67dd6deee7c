"""Who sees whom, how far it is, what hides and what is near."""

from random import Random

import pytest
from msgspec.structs import replace

from firelane.core.game import Game
from firelane.infinity.asking import Activate, Aros
from firelane.infinity.c1.edition import C1 as EDITION
from firelane.infinity.c1.game import C1
from firelane.infinity.events import BecameIdle
from firelane.infinity.sheets import sheet as sheet_of
from firelane.infinity.situation import Situation, damage
from firelane.infinity.space import Survey, body, on_table
from firelane.players import Budget, named
from firelane.table.measure import in_circle, in_contact, in_cylinder
from firelane.table.things import See, inches
from firelane.testing.proofs import rule
from infinity.declared import ANYWHERE, CCAttack, Discover, Hack, Idle, Template
from infinity.skirmish import Skirmish, aro_shot, at, box, shoot, walk

TAG = "blue-wolf-mongol-cavalry/ap-spitfire"
DRONE = "sierra-dronbot/heavy-machine-gun"
HACKER = "fusiliers/combi-rifle-hacker"
HIDDEN = "malignos/combi-rifle"
MISSES = [20, 20, 20]


def idles(game, name="blue-1"):
    """Who may react when a trooper does nothing, and why."""
    game.says(game.trooper(name).seat, Activate(trooper=name, skill=Idle()))
    found = dict(game.asked("red").rights) if game.is_asked("red", "declare-aros") else {}
    game.finish_order()
    return found


def sees(game, looker, target):
    """Whether a trooper has Line of Fire to another where both stand."""
    trooper = game.trooper(looker)
    return Survey(game.world).lof(looker, (trooper.x, trooper.y, trooper.z), body(game.trooper(target)))


def looks(game, looker, target):
    """How much a trooper sees of another where both stand."""
    trooper = game.trooper(looker)
    spot = (trooper.x, trooper.y, trooper.z)
    return Survey(game.world).sight(looker, spot, body(game.trooper(target))).visible


@rule("n4-core.lof.1")
def test_a_line_from_any_part_of_the_one_to_any_part_of_the_other_is_enough():
    wall = box("wall", 10.3, 20, 8, 0.5, 5)
    with Skirmish({"blue-1": at(10.5, 10), "red-1": at(10.5, 30)}, [wall]) as game:
        assert idles(game) == {"red-1": ("lof",)}
    with Skirmish({"blue-1": at(11.5, 10), "red-1": at(11.5, 30)}, [wall]) as game:
        assert idles(game) == {}


@rule("n4-core.lof.2")
@pytest.mark.parametrize(("aside", "seen"), [(-10, True), (0, True), (0.37, True), (0.5, False)])
@pytest.mark.parametrize("facing", [0, 180])
def test_one_sees_what_lies_partly_in_the_front_half(facing, aside, seen):
    """Of one that is 0.37 inches behind a part of 3 mm lies in the arc, at 0.5 nothing; on either side."""
    x = 20 + aside if facing == 0 else 20 - aside
    with Skirmish({"blue-1": at(20, 10), "red-1": at(x, 30, facing=facing)}) as game:
        assert idles(game) == ({"red-1": ("lof",)} if seen else {})


@rule("n4-core.lof.3")
@pytest.mark.parametrize(("gap", "seen"), [(0.12, True), (0.116, False)])
def test_three_millimetres_must_be_visible(gap, seen):
    walls = [box("left", 0, 20, 10 - gap / 2, 0.5, 5), box("right", 10 + gap / 2, 20, 20, 0.5, 5)]
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30)}, walls) as game:
        assert bool(idles(game)) == seen


@rule("n4-core.lof.4", "n4-core.lof.5", "n4-core.cover.2")
def test_scenery_and_models_block_and_markers_do_not():
    pair = {"blue-1": at(10, 10), "red-1": at(10, 30)}
    with Skirmish(pair, [box("wall", 4, 20, 12, 0.5, 5)]) as game:
        assert not sees(game, "blue-1", "red-1")
        game.order("blue-1", shoot("red-1")).settle()
        assert [(e.trooper, e.skill) for e in game.events(BecameIdle)] == [("blue-1", "bs-attack")]
    for seat, sheet in (("blue-2", TAG), ("red-2", TAG)):
        with Skirmish({**pair, seat: at(10, 20, sheet)}) as game:
            assert not sees(game, "blue-1", "red-1")
            assert "red-1" not in idles(game)
    with Skirmish({**pair, "red-2": at(10, 28, TAG, marker=1)}) as game:
        assert sees(game, "blue-1", "red-1")
        assert looks(game, "blue-1", "red-1") == 1.0, "all of it, too"
        assert set(idles(game)) == {"red-1", "red-2"}
    with Skirmish({**pair, "red-2": at(10, 28, TAG)}) as game:
        assert looks(game, "blue-1", "red-1") == 0.0
    with Skirmish(
        {"blue-1": at(10, 10), "red-1": at(10, 30, DRONE), "red-2": at(10, 28, TAG, marker=1)}
    ) as game:
        assert set(idles(game)) == {"red-1", "red-2"}


@rule("n4-core.lof.6")
def test_a_mover_blocks_nobody_along_its_route():
    troopers = {"blue-1": at(10, 20, TAG), "blue-2": at(10, 10), "red-1": at(10, 30)}
    with Skirmish(troopers) as game:
        assert not sees(game, "blue-2", "red-1")
        acting = {}
        game.says("blue", Activate(trooper="blue-1", skill=walk(10.1, 20)))
        acting = game.game.view("blue").table.order.acting
        spot, red = (10000, 10000, 0), body(game.trooper("red-1"))
        assert Survey(game.world, acting).lof("blue-2", spot, red)
        assert Survey(game.world, acting).sight("blue-2", spot, red).visible == 1.0
        assert Survey(game.world).sight("blue-2", spot, red).visible == 0.0, "whoever stands still blocks"
        game.finish_order()


@rule("n4-core.lof.7")
def test_sight_is_mutual_if_the_front_allows_it():
    crate = box("crate", 8, 12, 4, 1, 1.4)
    for facing, answered in ((270, True), (90, False)):
        with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30, facing=facing)}, [crate]) as game:
            assert sees(game, "blue-1", "red-1")
            assert sees(game, "red-1", "blue-1") == answered


@rule("n4-core.lof.8")
def test_who_moves_sees_all_round_along_the_route():
    behind = {"blue-1": at(10, 20), "red-1": at(10, 5, facing=270)}
    with Skirmish(behind) as game:
        game.order("blue-1", walk(12, 20, facing=90), shoot("red-1")).dice(blue=MISSES).settle()
        assert game.rolled("blue-1").target == "red-1"
    with Skirmish(behind) as game:
        game.order("blue-1", Idle(), shoot("red-1")).settle()
        assert [e.skill for e in game.events(BecameIdle)] == ["bs-attack"]


@rule("n4-core.lof.9")
def test_a_marker_looks_all_round():
    for marker, seen in ((1, True), (0, False)):
        with Skirmish({"blue-1": at(10, 20), "red-1": at(10, 40, HIDDEN, facing=90, marker=marker)}) as game:
            assert bool(idles(game)) == seen


@rule("n4-core.lof.10")
def test_in_close_combat_one_sees_all_round_but_only_what_one_touches():
    fight = {"blue-1": at(10, 20), "red-1": at(10, 20.985, facing=90), "blue-2": at(10, 10)}
    with Skirmish(fight) as game:
        assert sees(game, "red-1", "blue-1")
        game.says("blue", Activate(trooper="blue-2", skill=Idle()))
        assert not game.is_asked("red", "declare-aros")
        game.finish_order()
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert "lof" in game.asked("red").rights["red-1"]
        game.finish_order()


@rule("n4-core.lof.11")
def test_openings_are_open_to_sight():
    walls = [box("left", 4, 20, 5, 0.5, 5), box("right", 11, 20, 5, 0.5, 5)]
    gate = box("gate", 9, 20, 2, 0.5, 5, sight=See.CLEAR, solid=False)
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30)}, [*walls, gate]) as game:
        assert idles(game) == {"red-1": ("lof",)}
    shut = box("gate", 9, 20, 2, 0.5, 5)
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30)}, [*walls, shut]) as game:
        assert idles(game) == {}


@rule("c1.visor-360.1")
def test_a_360_visor_sees_behind():
    for sheet, seen in ((DRONE, True), (TAG, False)):
        with Skirmish({"blue-1": at(10, 20), "red-1": at(10, 40, sheet, facing=90)}) as game:
            assert bool(idles(game)) == seen


@rule("n4-core.lof.1", "n4-core.lof.3")
@pytest.mark.parametrize("step", [750, 100_000])
def test_a_slit_between_two_points_of_a_route_is_enough_to_react_and_to_shoot(monkeypatch, step):
    monkeypatch.setattr("firelane.infinity.space.STEP", step)
    slit = [box("left", 0, 20, 10.3, 0.5, 5), box("right", 10.5, 20, 20, 0.5, 5)]
    # Neither where the route begins nor where it ends is anything seen through the slit; in between it is.
    for x in (7, 11):
        with Skirmish({"blue-1": at(x, 19.4), "red-1": at(10.4, 46)}, slit) as game:
            assert idles(game) == {}
    with Skirmish({"blue-1": at(7, 19.4), "red-1": at(10.4, 46)}, slit) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(11, 19.4)))
        assert game.asked("red").rights == {"red-1": ("lof",)}
        game.says("red", Aros(by={"red-1": aro_shot("blue-1")}))
        game.finish_order().dice(20)
        assert game.rolled("red-1").skill == "bs-attack"
    # The mover may shoot from there just as well.
    with Skirmish({"blue-1": at(7, 19.4), "red-1": at(10.4, 46, facing=90)}, slit) as game:
        game.order("blue-1", walk(11, 19.4), replace(shoot("red-1"), at=ANYWHERE)).dice(blue=MISSES).settle()
        assert game.rolled("blue-1").target == "red-1"


# Zone of Control


@rule("n4-core.zoc.1", "n4-core.zoc.2", "n4-core.zoc.3")
@pytest.mark.parametrize(("gap", "near"), [(8.984, True), (8.99, False)])
def test_an_enemy_within_eight_inches_out_of_sight_may_be_reacted_to(gap, near):
    wall = box("wall", 4, 13, 12, 0.5, 5)
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 10 + gap)}, [wall]) as game:
        assert idles(game) == ({"red-1": ("zoc",)} if near else {})


@rule("n4-core.zoc.1")
@pytest.mark.parametrize(("height", "near"), [(9.57, True), (9.6, False)])
def test_the_zone_reaches_eight_inches_up_and_down(height, near):
    roof = box("roof", 8, 8, 4, 4, height, walkable=True)
    over = {"z": inches(height), "surface": "roof", "facing": 90}
    with Skirmish({"blue-1": at(13, 10), "red-1": at(10, 10, **over)}, [roof]) as game:
        assert ("zoc" in idles(game).get("red-1", ())) == near


@rule("n4-core.zoc.1")
@pytest.mark.parametrize(("height", "near"), [(9.57, True), (9.6, False)])
def test_the_zone_reaches_as_far_up_from_the_top(height, near):
    """Red on the ground, and the active trooper on the roof above: eight inches from head to feet."""
    roof = box("roof", 8, 8, 4, 4, height, walkable=True)
    above = at(10, 10, z=inches(height), surface="roof")
    with Skirmish({"blue-1": above, "red-1": at(13, 10, facing=0)}, [roof]) as game:
        assert ("zoc" in idles(game).get("red-1", ())) == near


@rule("n4-core.zoc.4")
def test_the_zone_counts_from_any_point_of_the_route():
    wall = box("wall", 0, 16, 30, 0.5, 5)
    with Skirmish({"blue-1": at(8, 13), "red-1": at(10, 21.9)}, [wall]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(12, 13)))
        assert game.asked("red").rights == {"red-1": ("zoc",)}
        game.finish_order()
    for x, y in ((8, 13), (12, 13)):
        with Skirmish({"blue-1": at(x, y), "red-1": at(10, 21.9)}, [wall]) as game:
            assert idles(game) == {}


# Cover


CRATE = box("crate", 9, 28, 2, 0.5, 1)
BEHIND = 28.5 + 0.494


@rule("n4-core.cover.1", "n4-core.cover.3", "n4-core.cover.4")
@pytest.mark.parametrize(("y", "covered"), [(BEHIND, True), (28.997, True), (28.998, False)])
def test_partial_cover_from_what_is_touched(y, covered):
    with Skirmish({"blue-1": at(10, 20), "red-1": at(10, y, facing=90)}, [CRATE]) as game:
        game.order("blue-1", shoot("red-1")).dice(blue=[5, 20, 20]).dice(red=20).settle()
        assert game.reasons("blue-1").get("n4-core.cover.3", 0) == (-3 if covered else 0)
        (saved,) = game.saved("red-1")
        assert saved.number.total == 13 - 1 - (3 if covered else 0)


@rule("n4-core.cover.1")
@pytest.mark.parametrize("crate_first", [True, False])
def test_of_several_pieces_that_are_touched_one_that_hides_is_enough(crate_first):
    """A railing at its side that gives no cover takes none away."""
    railing = box("railing", 10.492, BEHIND - 0.5, 1, 1, 0.6, sight=See.CLEAR, cover=False)
    pieces = [CRATE, railing] if crate_first else [railing, CRATE]
    for y, covered in ((BEHIND, True), (30, False)):
        with Skirmish({"blue-1": at(10, 20), "red-1": at(10, y, facing=90)}, pieces) as game:
            game.order("blue-1", shoot("red-1")).dice(blue=MISSES).settle()
            assert game.reasons("blue-1").get("n4-core.cover.3", 0) == (-3 if covered else 0)


@rule("n4-core.cover.1")
def test_what_is_touched_but_hides_nothing_from_the_attacker_is_no_cover():
    with Skirmish({"blue-1": at(10, 36, facing=270), "red-1": at(10, BEHIND, facing=270)}, [CRATE]) as game:
        game.order("blue-1", shoot("red-1")).dice(blue=MISSES).settle()
        assert "n4-core.cover.3" not in game.reasons("blue-1")


@rule("n4-core.cover.3", "n4-core.range.3")
def test_cover_and_range_count_for_discover_too():
    with Skirmish({"blue-1": at(10, 21), "red-1": at(10, BEHIND, HIDDEN, marker=1)}, [CRATE]) as game:
        game.order("blue-1", Discover("red-marker-1"), Idle()).dice(20).settle()
        reasons = game.reasons("blue-1")
        assert reasons["n4-core.cover.3"] == -3
        assert reasons["n4-core.range.1"] == 3


@rule("n4-core.cover.5")
def test_templates_care_for_no_cover():
    near = {"blue-1": at(10, 24, "grenzers/combi-rifle-discover"), "red-1": at(10, BEHIND, facing=90)}
    with Skirmish(near, [CRATE]) as game:
        flame = Template(weapon="light-flamethrower", directions=(90, 90))
        game.order("blue-1", flame).dice(red=[20, 20]).settle()
        saved, _ = game.saved("red-1")
        assert saved.number.base.value == 13
        assert all("cover" not in part.rule for part in saved.number.modifiers)
    shooter = {**near, "blue-1": at(10, 24)}
    for pieces, mod in (((CRATE,), -3), ((), 0)):
        with Skirmish(shooter, pieces) as game:
            game.order("blue-1", shoot("red-1")).dice(blue=[1, 20, 20]).dice(red=[20]).settle()
            (saved,) = game.saved("red-1")
            assert saved.number.base.value == 13 + mod, "a shot at the same target does care"
            mode, carried = sheet_of("c1:fusiliers/combi-rifle").modes["combi-rifle"]
            case = Situation(
                game.trooper("blue-1"), "bs-attack", weapon=mode, carried_weapon=carried, cover=bool(mod)
            )
            assert damage(EDITION, case).total == 13 + mod
            assert damage(EDITION, replace(case, template=True)).total == 13


@rule("n4-core.cover.7")
def test_cover_does_nothing_against_close_combat_and_hacking():
    for x, skill, faces in (
        (10, Hack(program="carbonite", targets={"red-1": 2}), [20, 20]),
        (10.99, CCAttack(weapon="cc-weapon", targets={"red-1": 1}), [20]),
    ):
        y = 24 if isinstance(skill, Hack) else 28.48
        red = at(10, 28.5 + 0.79, TAG, facing=90)
        with Skirmish({"blue-1": at(x, y, HACKER), "red-1": red}, [box("crate", 9, 28, 1.4, 0.5, 1)]) as game:
            if isinstance(skill, Hack):
                spot = (inches(x), inches(y), 0)
                assert Survey(game.world).covered("blue-1", spot, body(game.trooper("red-1")))
            game.order("blue-1", skill).dice(blue=faces).settle()
            assert game.rolled("blue-1").target == "red-1"
            assert not any("cover" in part for part in game.reasons("blue-1"))
    red = at(10, 28.5 + 0.79, TAG, facing=90)
    with Skirmish({"blue-1": at(10, 24), "red-1": red}, [box("crate", 9, 28, 1.4, 0.5, 1)]) as game:
        game.order("blue-1", shoot("red-1")).dice(blue=MISSES).settle()
        assert game.reasons("blue-1")["n4-core.cover.3"] == -3, "against a shot it does"


# Range


@rule("n4-core.range.1", "n4-core.measuring.1")
@pytest.mark.parametrize(("distance", "mod"), [(16.0, 3), (16.01, -3), (32.0, -3), (32.01, -6)])
def test_a_distance_belongs_to_the_first_band_it_does_not_exceed(distance, mod):
    # Between the nearest points of the Silhouettes: one base less than between the centres.
    with Skirmish({"blue-1": at(10, 1), "red-1": at(10, 1 + distance + 0.984, facing=90)}) as game:
        game.order("blue-1", shoot("red-1")).dice(blue=MISSES).settle()
        assert game.reasons("blue-1")["n4-core.range.1"] == mod


@rule("n4-core.measuring.1")
def test_distances_between_silhouettes_take_in_height():
    roof = box("roof", 8, 14, 4, 4, 7.575, walkable=True)
    up = {"z": 7575, "surface": "roof", "facing": 90}
    with Skirmish({"blue-1": at(10, 6), "red-1": at(10, 15, **up)}, [roof]) as game:
        survey = Survey(game.world)
        # 9 inches less a base apart in plan, 6 inches from the one's head to the other's feet.
        gap = survey.distance(body(game.trooper("blue-1")), body(game.trooper("red-1")))
        assert gap == pytest.approx((8016**2 + 6000**2) ** 0.5)


@rule("n4-core.range.2")
def test_beyond_the_last_band_the_attack_fails_and_the_order_is_spent():
    for x, rolls in ((40, False), (32, True)):
        with Skirmish({"blue-1": at(1, 1), "red-1": at(x, x, facing=90)}) as game:
            game.order("blue-1", shoot("red-1"))
            if rolls:
                game.dice(blue=MISSES)
            game.settle()
            assert bool(game.rolled("blue-1").faces) == rolls
            assert game.world.sides["blue"].pool == 4


# Silhouettes


@rule("n4-core.silhouette.1", "n4-core.silhouette.2")
def test_a_silhouette_is_a_cylinder_of_its_size_and_nothing_else():
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30, TAG)}) as game:
        assert [
            (body(game.trooper(n)).diameter, body(game.trooper(n)).height) for n in ("blue-1", "red-1")
        ] == [
            (984, 1575),
            (1575, 2165),
        ]
    # A wall as high as the cylinder hides all of it, whatever the miniature holds up.
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30)}, [box("wall", 4, 20, 12, 0.5, 1.576)]) as game:
        assert idles(game) == {}


@rule("n4-core.silhouette.1")
@pytest.mark.parametrize(("kind", "size"), [("fusiliers/combi-rifle", (984, 1575)), (TAG, (1575, 2165))])
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"states": ("unconscious",), "points": 0},
        {"states": ("shasvastii-embryo",), "points": 0},
        {"states": ("immobilized-a",)},
        {"states": ("targeted",)},
        {"facing": 12},
        {"marker": 1},
        {"carries": "box-1"},
    ],
)
def test_a_silhouette_is_the_same_in_every_state(kind, size, fields):
    with Skirmish({"blue-1": at(10, 10, kind, **fields), "red-1": at(10, 30)}) as game:
        figure = body(game.trooper("blue-1"))
        assert (figure.diameter, figure.top - figure.z) == size


@rule("n4-core.silhouette.4")
def test_contact_is_where_cylinders_touch_and_one_touches_itself():
    knife = CCAttack(weapon="cc-weapon", targets={"red-1": 1})
    for y, touches in ((20.989, True), (20.99, False)):
        with Skirmish({"blue-1": at(10, 20), "red-1": at(10, y, facing=90)}) as game:
            mine = body(game.trooper("blue-1"))
            assert in_contact(mine, mine)
            order = Activate(trooper="blue-1", skill=knife)
            if touches:
                game.says("blue", order).finish_order().dice(blue=20)
                assert game.rolled("blue-1").skill == "cc-attack"
            else:
                assert game.refuses("blue", order) == "c1.cc-attack.2"


@rule("n4-core.silhouette.5")
def test_inside_is_in_part_and_totally_inside_is_with_the_whole_silhouette():
    with Skirmish({"blue-1": at(10, 10), "red-1": at(10, 30)}) as game:
        figure = body(game.trooper("blue-1"))
        assert in_circle(figure, 15000, 10000, 4508)
        assert not in_circle(figure, 15000, 10000, 4507)
        assert in_cylinder(figure, 10000, 10000, 0, 1575, 492, wholly=True)
        assert not in_cylinder(figure, 10000, 10000, 0, 1574, 492, wholly=True)
        assert not in_cylinder(figure, 10000, 10000, 1, 1575, 492, wholly=True)
        assert not in_cylinder(figure, 10000, 10000, 0, 1575, 491, wholly=True)


def test_who_sees_whom_is_the_same_asked_for_all_at_once():
    game = Game.new(C1, C1.setup(), seed=5)
    player, generator = named("random", C1), Random(5)
    seen = 0
    for _ in range(40):
        game.throw_all()
        request = game.pending[0]
        survey = Survey(game.view(request.seat).table.world)
        mine = [t.id for t in on_table(survey.world, request.seat)]
        foes = [t.id for t in on_table(survey.world) if t.seat != request.seat]
        for name, clear in survey.sights(mine, foes).items():
            (row,) = survey.sees_of(name, survey.track(name), foes)
            assert clear == {foe for foe, free in zip(foes, row, strict=True) if free}
            seen += len(clear)
        game.answer(request.seat, request.id, player(game.view(request.seat), request, Budget(), generator))
    assert seen > 20
