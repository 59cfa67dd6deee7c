"""Sight in cases that can be worked out by hand. Lengths in mils; a figure is 984 wide and 1575 high."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from firelane.table.looking import ArcTest, Blocking, Line, Lines, SightRules
from firelane.table.sight import all_pairs, along_path, look, sees
from firelane.table.things import (
    Battlefield,
    Circle,
    Door,
    Figure,
    Piece,
    Posture,
    See,
    Zone,
    inches,
)

VOLUME = SightRules()
AXIS = SightRules(lines=Lines.AXIS)
FRONT = SightRules(arc_left=90, arc_right=90)
PLAN = SightRules(
    lines=Lines.PLAN,
    patch=10,
    arc_left=90,
    arc_right=45,
    arc_test=ArcTest.DIRECTION,
    blocking=Blocking.FOES,
    spare_touched_cover=True,
    occupied_doorways_block=True,
)


def box(name, x0, y0, x1, y1, top, bottom=0, **more):
    return Piece(name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top, **more)


def table(*pieces, zones=()):
    return Battlefield(inches(48), inches(48), pieces, zones)


def figure(name, x, y, z=0, **more):
    return Figure(id=name, x=x, y=y, z=z, **more)


A = figure("a", 5000, 10000)
B = figure("b", 15000, 10000, facing=180)


def test_an_empty_table_hides_nothing():
    sight = look(table(), A, B, VOLUME)
    assert sight.line is Line.DIRECT
    assert sight.visible == 1.0
    assert not sight.partly_hidden
    assert sight.segment is not None
    assert (sight.hidden_by, sight.zones, sight.figures, sight.through) == ((), (), (), ())


@pytest.mark.parametrize(("top", "seen"), [(1457, True), (1458, False), (1575, False), (1574, False)])
def test_over_a_wall_the_patch_must_show_in_full(top, seen):
    # Both are 1575 high: 118 of each must stand above the wall.
    field = table(box("wall", 9900, 0, 10100, 48000, top))
    assert sees(field, A, B, VOLUME) is seen
    assert sees(field, B, A, VOLUME) is seen


@pytest.mark.parametrize(("gap", "seen"), [(118, True), (117, False), (0, False)])
@pytest.mark.parametrize("shift", [0, 300])
def test_a_gap_just_large_enough_and_just_too_small(gap, seen, shift):
    low = 10000 + shift
    field = table(box("south", 9900, 0, 10100, low, 5000), box("north", 9900, low + gap, 10100, 48000, 5000))
    assert sees(field, A, B, VOLUME) is seen


def test_a_gap_beside_the_band_between_the_figures_does_not_help():
    # The outermost patches reach from 9508 to 10492 across; a gap from 10500 on is out of their reach.
    field = table(box("south", 9900, 0, 10100, 10500, 5000), box("north", 9900, 10700, 10100, 48000, 5000))
    assert not sees(field, A, B, VOLUME)


def test_nothing_is_seen_between_touching_corners():
    field = table(
        box("south", 8000, 0, 10000, 10000, 5000),
        box("north", 10000, 10000, 12000, 48000, 5000),
        box("north-west", 7000, 11000, 10000, 48000, 5000),
        box("south-east", 10000, 0, 12000, 9000, 5000),
    )
    # A line from low left to high right would pass through the one point (10000, 10000).
    assert not sees(field, A, B, VOLUME)
    assert not sees(field, A, B, msgspec.structs.replace(VOLUME, patch=1))


def test_a_wall_of_concave_shape_blocks_by_its_arms_only():
    left, right = (
        ((8500, 8500), (8500, 12000), (8000, 12000)),
        ((12000, 12000), (11500, 12000), (11500, 8500)),
    )
    u = ((8000, 8000), (12000, 8000), *right, *left)
    field = table(Piece("u", u, 0, 5000))
    assert not sees(field, A, B, VOLUME)
    inside = figure("inside", 10000, 10500)
    above = figure("above", 10000, 20000)
    assert sees(field, inside, above, VOLUME)
    assert not sees(field, inside, figure("below", 10000, 2000), VOLUME)


def test_from_a_roof_edge_down_and_from_far_back_not():
    roof = box("house", 0, 0, 10000, 20000, 3000, walkable=True)
    at_edge = figure("edge", 9500, 10000, 3000)
    # From (9500, 4516) to (12500, 1516) the line is at 4016 over the edge, 957 above the roof's 3059.
    assert sees(table(roof), at_edge, figure("t", 12500, 10000), VOLUME)
    far_back = figure("back", 4000, 10000, 3000)
    # From (4000, 4516) to (11000, 1516) it is at 1945 there, below the roof.
    assert not sees(table(roof), far_back, figure("t", 11000, 10000), VOLUME)


def test_prone_on_a_roof():
    roof = box("house", 0, 0, 10000, 20000, 3000, walkable=True)
    far_roof = box("tower", 20000, 0, 30000, 20000, 3000, walkable=True)
    prone = figure("p", 7000, 10000, 3000, posture=Posture.PRONE)
    ground = figure("g", 15000, 10000)
    assert prone.top == 3118
    assert not sees(table(roof, far_roof), prone, ground, VOLUME)
    assert sees(table(roof, far_roof), prone.at(9700, 10000), ground, VOLUME), (
        "its base juts out over the edge"
    )
    assert sees(table(roof, far_roof), msgspec.structs.replace(prone, posture=Posture.STANDING, height=2500),
                figure("h", 15000, 10000, height=2500), VOLUME)  # fmt: skip
    other = figure("o", 22000, 10000, 3000, posture=Posture.PRONE)
    assert sees(table(roof, far_roof), prone, other, VOLUME)
    parapet = box("parapet", 9900, 0, 10000, 20000, 3100, 3000)
    assert not sees(table(roof, far_roof, parapet), prone, other, VOLUME)


def window(width, sill=1000, lintel=1800):
    low, high = 10000 - width // 2, 10000 + width - width // 2
    return table(
        box("left", 9900, 0, 10100, low, 3000),
        box("right", 9900, high, 10100, 48000, 3000),
        box("sill", 9900, low, 10100, high, sill),
        box("lintel", 9900, low, 10100, high, 3000, lintel),
        box("window", 9900, low, 10100, high, lintel, sill, sight=See.WINDOW, solid=False),
    )


def test_through_a_window():
    sight = look(window(800), A, B, VOLUME)
    assert sight.line is Line.DIRECT
    assert sight.through == ("window",)
    assert 0 < sight.visible < 1
    assert set(sight.hidden_by) >= {"sill"}
    assert sight.hidden_by_touched == ()
    (_, _, z0), (_, _, z1) = sight.segment
    assert 1059 <= (z0 + z1) / 2 <= 1741, "the middle of the corridor passes half a patch inside the opening"


@pytest.mark.parametrize(
    ("width", "sill", "lintel", "seen"),
    [(118, 1000, 1800, True), (116, 1000, 1800, False), (800, 1000, 1117, False), (800, 1000, 1119, True),
     (800, 1458, 3000, False), (800, 0, 100, False), (800, 0, 119, True)],
)  # fmt: skip
def test_a_window_too_narrow_or_too_low(width, sill, lintel, seen):
    assert sees(window(width, sill, lintel), A, B, VOLUME) is seen


def test_under_a_bridge_but_not_over_it():
    bridge = box("bridge", 9000, 0, 11000, 48000, 1700, 1400)
    # The tops (1516) are barred, the line below passes.
    assert sees(table(bridge), A, B, VOLUME)
    fence = box("fence", 9000, 0, 11000, 48000, 1300)
    assert not sees(table(bridge, fence), A, B, VOLUME), "100 is left between fence and bridge"
    low_fence = box("fence", 9000, 0, 11000, 48000, 1200)
    assert sees(table(bridge, low_fence), A, B, VOLUME), "200 is left"


def test_between_two_floors():
    floor = box("floor", 0, 0, 20000, 20000, 3200, 3000, walkable=True)
    below, above = figure("low", 5000, 5000), figure("high", 5000, 5000, 3200)
    assert not sees(table(floor), below, above, VOLUME)
    assert sees(table(), below, above, VOLUME)
    assert not sees(table(floor), below, above.at(5600, 5300), VOLUME)
    slit = ((3000, 3000), (3000, 4999), (0, 4999))
    hole = ((0, 5000), (3000, 5000), (3000, 7000), (7000, 7000), (7000, 3000))
    hatch = ((0, 0), (20000, 0), (20000, 20000), (0, 20000), *hole, *slit)
    opened = msgspec.structs.replace(floor, footprint=hatch)
    assert sees(table(opened), below, above.at(5000, 5000), VOLUME)


SMOKE = Zone("cloud", Circle(10000, 10000, 2400), ("smoke",))


def test_through_smoke():
    through = look(table(zones=(SMOKE,)), A, B, VOLUME)
    assert through.seen
    assert through.zones == ("cloud",)
    opaque = msgspec.structs.replace(VOLUME, opaque_zones=("smoke",))
    blocked = look(table(zones=(SMOKE,)), A, B, opaque)
    assert blocked.line is Line.NONE
    assert blocked.segment is None
    assert blocked.visible == 0.0
    assert blocked.zones == ("cloud",)
    # It has no limit of height, and it hides whoever stands in it.
    assert not sees(table(zones=(SMOKE,)), A.at(5000, 10000, 9000), B.at(15000, 10000, 9000), opaque)
    assert not sees(table(zones=(SMOKE,)), A, B.at(10000, 10000), opaque)
    low = msgspec.structs.replace(SMOKE, top=1000)
    assert sees(table(zones=(low,)), A, B, opaque)


def test_a_line_clear_of_smoke_is_preferred():
    beside = msgspec.structs.replace(SMOKE, shape=Circle(10000, 12400, 2400))
    sight = look(table(zones=(beside,)), A, B, VOLUME)
    assert sight.zones == ()
    assert sight.segment[0][1] < 10000 or sight.segment[1][1] < 10000


def lane(width):
    return (
        box("south", 6000, 0, 14000, 10000 - width // 2, 5000),
        box("north", 6000, 10000 + width // 2, 14000, 48000, 5000),
    )


def test_a_model_in_the_way():
    blocker = figure("m", 10000, 10000, side="x")
    field = table(*lane(1100))
    assert not sees(field, A, B, VOLUME, [blocker])
    assert sees(field, A, B, VOLUME)
    assert sees(field, A, B, VOLUME, [blocker], ignore={"m"})
    assert sees(field, A, B, msgspec.structs.replace(VOLUME, blocking=Blocking.NONE), [blocker])
    assert sees(field, A, B, VOLUME, [msgspec.structs.replace(blocker, posture=Posture.PRONE)])
    # The northernmost corridor runs from 10374 to 10492; the blocker reaches 492 north of its centre.
    beside = table(box("south", 6000, 0, 14000, 9500, 5000))
    assert sees(beside, A, B, VOLUME, [blocker.at(10000, 9881)])
    assert not sees(beside, A, B, VOLUME, [blocker.at(10000, 9884)])
    assert look(field, A, B, VOLUME, [blocker]).figures == ("m",)


def test_friend_and_foe_and_size_in_the_way():
    field = table(*lane(1100))
    looker = msgspec.structs.replace(A, side="us")
    friend, foe = figure("m", 10000, 10000, side="us"), figure("m", 10000, 10000, side="them")
    foes = msgspec.structs.replace(VOLUME, blocking=Blocking.FOES)
    assert sees(field, looker, B, foes, [friend])
    assert not sees(field, looker, B, foes, [foe])
    larger = msgspec.structs.replace(VOLUME, blocking=Blocking.UNLESS_TARGET_LARGER)
    assert not sees(field, looker, B, larger, [foe])
    assert sees(field, looker, msgspec.structs.replace(B, height=1600), larger, [foe])
    assert not sees(field, looker, msgspec.structs.replace(B, height=1600), VOLUME, [
        msgspec.structs.replace(foe, height=1601)
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("degrees", "seen"),
    [(0, True), (80, True), (89, True), (92, True), (100, False), (180, False), (268, True)],
)
def test_the_front_half_sees_what_lies_partly_in_it(degrees, seen):
    # At 10 inches a base of 984 spans 2.8 degrees to either side; the edge of its patch lies within that.
    angle = np.radians(degrees)
    target = figure("t", 20000 + round(10000 * np.cos(angle)), 20000 + round(10000 * np.sin(angle)))
    assert sees(table(), figure("l", 20000, 20000, facing=0), target, FRONT) is seen
    turned = figure("l", 20000, 20000, facing=90)
    moved = figure("t", 20000 - (target.y - 20000), target.x)
    assert sees(table(), turned, moved, FRONT) is seen


def test_the_back_half_of_a_base_does_not_look():
    # A wall to the left hides the front of the looker; only its back half sticks out of its lee.
    looker = figure("l", 20000, 20000, facing=90)
    wall = box("wall", 20600, 20000, 20800, 30000, 5000)
    target = figure("t", 30000, 20100)
    assert sees(table(wall), looker, target, VOLUME)
    assert not sees(table(wall), looker, target, FRONT)
    assert sees(table(wall), looker, target, msgspec.structs.replace(FRONT, from_arc=False))


@pytest.mark.parametrize(
    ("degrees", "line"), [(80, Line.DIRECT), (-60, Line.NONE), (-44, Line.DIRECT), (120, Line.NONE)]
)
def test_the_uneven_arc(degrees, line):
    # 90 to the left, 45 to the right: 60 to the right is out, 80 to the left is in.
    angle = np.radians(degrees)
    target = figure(
        "t", 12000 + round(8000 * np.cos(angle)), 12000 + round(8000 * np.sin(angle)), side="them"
    )
    assert look(table(), figure("l", 12000, 12000, side="us"), target, PLAN).line is line


def test_from_the_axis_less_is_seen_than_from_the_volume():
    # The wall covers the looker's middle and one half; the other half looks past it.
    wall = box("wall", 9900, 9800, 10100, 48000, 5000)
    assert sees(table(wall), A, B, VOLUME)
    low = B.at(15000, 10300)
    assert sees(table(wall), A, low, VOLUME)
    assert not sees(table(wall), A, low, AXIS)
    # The other way the line starts from the middle of B and ends at the free half of A.
    mutual = msgspec.structs.replace(AXIS, mutual=True)
    far = table(box("wall", 13900, 9900, 14100, 48000, 5000))
    assert not sees(far, low, A, AXIS)
    assert sees(far, low, A, mutual) is sees(far, A, low, AXIS)


def test_seeing_is_mutual_within_the_arc_of_the_one_who_sees():
    mutual = msgspec.structs.replace(AXIS, mutual=True, arc_left=90, arc_right=90, from_arc=False)
    wall = table(box("wall", 13900, 10150, 14100, 48000, 5000))
    target = B.at(15000, 10400)
    one_way = sees(wall, A, target, msgspec.structs.replace(mutual, mutual=False))
    other_way = sees(wall, target, A, msgspec.structs.replace(mutual, mutual=False))
    assert (one_way, other_way) == (True, False)
    assert sees(wall, target, A, mutual)
    assert look(wall, target, A, mutual).segment[0][0] > look(wall, target, A, mutual).segment[1][0]
    away = msgspec.structs.replace(target, facing=0)
    assert not sees(wall, away, A, mutual)


def test_cover_needs_a_hidden_part_and_a_touched_piece():
    # B stands against a wall half its height: the wall's far side is at its base's edge, 14508.
    wall = box("wall", 14300, 9000, 14508, 11000, 800)
    sight = look(table(wall), A, B, VOLUME)
    assert sight.seen
    assert 0.4 < sight.visible < 0.6
    assert sight.hidden_by == sight.hidden_by_touched == ("wall",)
    assert sight.gives_cover == "wall"
    away = look(table(wall), A, B.at(15500, 10000), VOLUME)
    assert away.partly_hidden
    assert away.hidden_by == ("wall",)
    assert away.hidden_by_touched == ()
    assert away.gives_cover is None
    glassy = look(table(msgspec.structs.replace(wall, cover=False)), A, B, VOLUME)
    assert glassy.hidden_by_touched == ("wall",)
    assert glassy.gives_cover is None
    behind = look(table(box("wall", 15492, 9000, 15700, 11000, 800)), A, B, VOLUME)
    assert not behind.partly_hidden
    assert behind.gives_cover is None


def test_the_edge_of_the_roof_it_stands_on_can_give_cover():
    # The roof hides the legs of a figure 2 inches back from its edge from one on the ground.
    roof = box("house", 12000, 0, 30000, 20000, 3000, walkable=True)
    target = figure("t", 14000, 10000, 3000, surface="house")
    sight = look(table(roof), A, target, VOLUME)
    assert 0 < sight.visible < 1
    assert (sight.hidden_by_touched, sight.hidden_by_floor, sight.gives_cover) == ((), ("house",), "house")
    strict = msgspec.structs.replace(VOLUME, floor_gives_cover=False)
    assert look(table(roof), A, target, strict).gives_cover is None
    assert look(table(roof), A, target.at(12500, 10000), VOLUME).visible > sight.visible


@pytest.mark.parametrize(
    ("degrees", "seen"), [(0, True), (120, True), (150, False), (180, False), (-120, True)]
)
def test_an_arc_wider_than_a_half_circle(degrees, seen):
    angle = np.radians(degrees)
    target = figure("t", 20000 + round(10000 * np.cos(angle)), 20000 + round(10000 * np.sin(angle)))
    rules = SightRules(arc_left=130, arc_right=130)
    assert sees(table(), figure("l", 20000, 20000), target, rules) is seen
    assert look(table(), figure("l", 20000, 20000), target, rules).visible == (1.0 if seen else 0.0)


def test_figures_in_base_contact_see_each_other():
    near = A.at(A.x + 984, A.y)
    assert sees(table(), A, msgspec.structs.replace(near, id="n"), VOLUME)
    assert sees(table(), A, msgspec.structs.replace(near, id="n"), FRONT)
    assert not sees(
        table(), msgspec.structs.replace(A, facing=180), msgspec.structs.replace(near, id="n"), FRONT
    )


US = figure("us", 5000, 10000, side="us", diameter=1000)
THEM = figure("them", 15000, 10000, side="them", diameter=1000)


def test_direct_and_obstructed():
    assert look(table(), US, THEM, PLAN).line is Line.DIRECT
    planter = box("planter", 9500, 9000, 10500, 11000, 700, waist_high=True)
    sight = look(table(planter), US, THEM, PLAN)
    assert sight.line is Line.OBSTRUCTED
    assert sight.through == ("planter",)
    for kind in (See.WINDOW, See.HEDGE):
        opening = box("opening", 9500, 9000, 10500, 11000, 1500, sight=kind)
        assert look(table(opening), US, THEM, PLAN).line is Line.OBSTRUCTED
    wall = box("wall", 9500, 9000, 10500, 11000, 2000)
    assert look(table(wall), US, THEM, PLAN).line is Line.NONE


def test_an_edge_seen_past_a_wall_is_obstructed():
    # The wall hides the centre of the base from every part of the other, but not its southern edge.
    wall = box("wall", 14000, 9700, 14200, 20000, 2000)
    assert look(table(wall), US, THEM, PLAN).line is Line.OBSTRUCTED
    lower = box("wall", 14000, 10100, 14200, 20000, 2000)
    assert look(table(lower), US, THEM, PLAN).line is Line.DIRECT


def test_cover_that_touches_the_attacker_is_left_out():
    planter = box("planter", 5500, 9000, 6500, 11000, 700, waist_high=True)
    assert look(table(planter), US, THEM, PLAN).line is Line.DIRECT
    facing = msgspec.structs.replace(THEM, facing=180)
    assert look(table(planter), facing, US, PLAN).line is Line.OBSTRUCTED
    assert look(table(planter), US.at(4900, 10000), THEM, PLAN).line is Line.OBSTRUCTED
    wall = box("wall", 5500, 9000, 6500, 11000, 2000)
    assert look(table(wall), US, THEM, PLAN).line is Line.NONE, "a wall is never left out"


def test_doors():
    def doorway(state):
        return table(
            box("south", 9900, 0, 10100, 9400, 3000),
            box("north", 9900, 10600, 10100, 48000, 3000),
            box("door", 9900, 9400, 10100, 10600, 3000, door=state),
            box("lintel", 9900, 9400, 10100, 10600, 3500, 2200),
        )

    assert look(doorway(Door.CLOSED), US, THEM, PLAN).line is Line.NONE
    assert look(doorway(Door.OPEN), US, THEM, PLAN).line is Line.DIRECT
    assert look(doorway(Door.DESTROYED), US, THEM, PLAN).line is Line.DIRECT
    assert sees(doorway(Door.CLOSED).with_door("door", Door.OPEN), US, THEM, PLAN)
    friend = figure("friend", 10000, 9700, side="us", diameter=400)
    assert not sees(doorway(Door.OPEN), US, THEM, PLAN, [friend]), "a base in the doorway closes it"
    assert sees(doorway(Door.OPEN), US, THEM, PLAN, [friend.at(8000, 9700)])
    assert sees(doorway(Door.OPEN), US, THEM.at(10000, 10000), PLAN), "the target itself may stand in it"


def test_on_the_map_opponents_block_and_friends_do_not():
    field = table(*lane(1100))
    foe, friend = figure("m", 10000, 10000, side="them"), figure("m", 10000, 10000, side="us")
    assert not sees(field, US, THEM, PLAN, [foe])
    assert sees(field, US, THEM, PLAN, [friend])


def test_a_point_can_look():
    # The centre of an explosion: no base, no height.
    blast = Figure(id="blast", x=5000, y=10000, diameter=0, height=0)
    rules = msgspec.structs.replace(PLAN, arc_left=180, arc_right=180, blocking=Blocking.NONE)
    assert look(table(), blast, THEM, rules).line is Line.DIRECT
    assert look(table(box("wall", 9500, 9000, 10500, 11000, 2000)), blast, THEM, rules).line is Line.NONE
    assert sees(table(), blast, B, VOLUME)


def test_many_questions_at_once_give_the_answers_of_one():
    pieces = (box("one", 9000, 9000, 10000, 12000, 4000), box("two", 16000, 3000, 17000, 9000, 1200))
    field = table(*pieces)
    rng = np.random.default_rng(5)
    places = rng.integers(2000, 22000, (12, 2))
    figures = [
        figure(f"f{k}", int(x), int(y), facing=int(30 * k), side="ab"[k % 2])
        for k, (x, y) in enumerate(places)
        if not any(p.footprint[0][0] - 500 < x < p.footprint[2][0] + 500 for p in pieces)
    ]
    for rules in (
        VOLUME,
        FRONT,
        AXIS,
        PLAN,
        msgspec.structs.replace(AXIS, mutual=True, arc_left=90, arc_right=90),
    ):
        matrix = all_pairs(field, figures, rules)
        singly = [[a is not b and sees(field, a, b, rules, figures) for b in figures] for a in figures]
        assert matrix.tolist() == singly
        full = [[a is not b and look(field, a, b, rules, figures).seen for b in figures] for a in figures]
        assert full == singly
        mover, *watchers = figures
        path = np.array([(f.x, f.y, 0) for f in figures])
        seen = along_path(field, mover, path, watchers, rules)
        for k, place in enumerate(figures):
            for w, watcher in enumerate(watchers):
                here = mover.at(place.x, place.y)
                assert seen[k, w] == sees(field, watcher, here, rules, watchers)
        back = along_path(field, mover, path, watchers, rules, mover_looks=True)
        assert back[3, 2] == sees(field, mover.at(figures[3].x, figures[3].y), watchers[2], rules, watchers)
