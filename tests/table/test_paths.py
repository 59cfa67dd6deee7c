"""Paths by hand, by their properties, and against a slow reference for clearance."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firelane.table.movement import (
    Bar,
    FoeContact,
    GroundRule,
    MoveRules,
    Passing,
    PathReport,
    Reckoning,
    Way,
    Waypoint,
)
from firelane.table.paths import check_path
from firelane.table.polygons import distance_squared
from firelane.table.things import Access, Battlefield, Door, Figure, Ground, Piece
from table.fields import BASE, box, field, random_field, trooper

ALL = frozenset(Way)
FREE = MoveRules(ways=ALL)


def rules(**changes: object) -> MoveRules:
    return msgspec.structs.replace(FREE, **changes)


def walk(
    table: Battlefield,
    figure: Figure,
    *to: tuple[int, int] | tuple[int, int, int] | Waypoint,
    others: tuple[Figure, ...] = (),
    by: MoveRules = FREE,
) -> PathReport:
    points = [w if isinstance(w, Waypoint) else Waypoint(*w) for w in to]
    return check_path(table, figure, points, others, by)


def bar(report: PathReport) -> Bar | None:
    return None if report.trouble is None else report.trouble.bar


# ---------------------------------------------------------------- level ground


def test_a_walk_is_as_long_as_its_legs() -> None:
    report = walk(field(), trooper(5000, 5000), (8000, 9000), (8000, 10000))
    assert report.legal
    assert [leg.length for leg in report.legs] == [5000, 1000]
    assert (report.length, report.cost) == (6000, 6000)
    assert (report.end.x, report.end.y) == (8000, 10000)


def test_a_wall_stops_the_base_where_its_edge_meets_it() -> None:
    table = field(box("wall", 8000, 0, 8500, 10000))
    report = walk(table, trooper(5000, 5000), (10000, 5000))
    assert report.trouble is not None
    assert (report.trouble.bar, report.trouble.piece, report.trouble.leg) == (Bar.NO_ROOM, "wall", 0)
    assert abs(report.trouble.x - 7500) <= 1
    assert walk(table, trooper(5000, 5000), (7500, 5000)).legal
    assert bar(walk(table, trooper(5000, 5000), (7510, 5000))) is Bar.NO_ROOM


@pytest.mark.parametrize(
    ("gap", "by", "expected"),
    [
        (1000, FREE, None),
        (990, FREE, Bar.NO_ROOM),
        (1100, rules(least_gap=1200), Bar.GAP_TOO_NARROW),
        (1200, rules(least_gap=1200), None),
        (500, rules(passage_percent=50), None),
        (490, rules(passage_percent=50), Bar.NO_ROOM),
    ],
)
def test_a_gap_is_passed_if_it_is_wide_enough(gap: int, by: MoveRules, expected: Bar | None) -> None:
    table = field(
        box("left", 0, 10000, 12000 - gap // 2, 10500), box("right", 12000 + gap // 2, 10000, 24000, 10500)
    )
    report = walk(table, trooper(12000, 8000), (12000, 13000), by=by)
    assert bar(report) is expected
    assert bool(report.squeezed) == (expected is None and gap < BASE)


def test_the_full_width_is_used_where_there_is_room() -> None:
    table = field(box("wall", 12000, 10000, 24000, 10500))
    report = walk(table, trooper(11700, 8000), (11700, 13000), by=rules(passage_percent=50))
    assert bar(report) is Bar.FULL_WIDTH_FREE


def test_the_edge_of_the_table_holds_the_base() -> None:
    assert walk(field(), trooper(5000, 5000), (500, 5000)).legal
    assert bar(walk(field(), trooper(5000, 5000), (490, 5000))) is Bar.OFF_TABLE
    assert walk(field(), trooper(5000, 5000), (300, 5000), by=rules(overhang=200)).legal


def test_a_path_beyond_the_allowance_is_refused_where_it_runs_out() -> None:
    report = walk(field(), trooper(5000, 5000), (8000, 5000), (8000, 9000), by=rules(allowance=4000))
    assert report.trouble is not None
    assert (report.trouble.bar, report.trouble.leg) == (Bar.TOO_FAR, 1)
    assert (report.trouble.x, report.trouble.y) == (8000, 6000)
    assert walk(field(), trooper(5000, 5000), (8000, 5000), (8000, 6000), by=rules(allowance=4000)).legal


def test_a_way_that_the_rules_do_not_allow_is_refused() -> None:
    report = walk(field(), trooper(5000, 5000), Waypoint(6000, 5000, 0, Way.JUMP), by=MoveRules())
    assert bar(report) is Bar.WAY_NOT_ALLOWED


# ---------------------------------------------------------------- over things


def test_a_low_wall_is_vaulted_at_no_cost_but_shows_in_the_track() -> None:
    table = field(box("low", 8000, 0, 8500, 24000, top=1200))
    report = walk(table, trooper(6000, 5000), Waypoint(11000, 5000, 0, Way.VAULT))
    assert report.legal
    assert report.cost == 5000
    assert [(c.piece, c.start, c.end) for c in report.crossed] == [("low", 1501, 2999)]
    assert {step[2] for step in report.track} == {0, 1200}
    assert bar(walk(table, trooper(6000, 5000), (11000, 5000))) is Bar.NO_ROOM


@pytest.mark.parametrize(
    ("piece", "by", "expected"),
    [
        (box("w", 8000, 0, 8500, 24000, top=1500), FREE, None),
        (box("w", 8000, 0, 8500, 24000, top=1510), FREE, Bar.TOO_HIGH),
        (box("w", 8000, 0, 8500, 24000, top=1000), rules(vault_height=750), Bar.TOO_HIGH),
        (box("w", 8000, 0, 8500, 24000, top=700, crossable=False), FREE, Bar.NOT_CROSSABLE),
        (box("w", 8000, 0, 9900, 24000, top=700), rules(crossing_length=2000), None),
        (box("w", 8000, 0, 10100, 24000, top=700), rules(crossing_length=2000), Bar.TOO_LONG_A_CROSSING),
        (box("w", 8000, 0, 8500, 24000, top=700), rules(crossings=0), Bar.TOO_MANY_CROSSINGS),
    ],
)
def test_what_may_be_vaulted(piece: Piece, by: MoveRules, expected: Bar | None) -> None:
    report = walk(field(piece), trooper(6000, 5000), Waypoint(13000, 5000, 0, Way.VAULT), by=by)
    assert bar(report) is expected


def test_a_vault_needs_head_room_over_the_obstacle() -> None:
    table = field(
        box("low", 8000, 0, 8500, 24000, top=1000), box("roof", 7000, 0, 9500, 24000, 2600, bottom=2400)
    )
    assert bar(walk(table, trooper(6000, 5000), Waypoint(11000, 5000, 0, Way.VAULT))) is Bar.TOO_HIGH
    assert walk(table.without_piece("low"), trooper(6000, 5000), (11000, 5000)).legal


def test_a_crate_is_stepped_onto_and_left_again() -> None:
    table = field(box("crate", 8000, 8000, 11000, 11000, top=1000, walkable=True))
    up = walk(table, trooper(6000, 9500), Waypoint(9500, 9500, 1000, Way.VAULT))
    assert up.legal
    assert (up.end.z, up.end.surface, up.crossed) == (1000, "crate", ())
    assert walk(table, up.end, Waypoint(13000, 9500, 0, Way.VAULT)).legal
    half_on = walk(table, trooper(6000, 9500), Waypoint(8200, 9500, 1000, Way.VAULT))
    assert bar(half_on) is Bar.END_UNSUPPORTED
    assert walk(
        table, trooper(6000, 9500), Waypoint(8200, 9500, 1000, Way.VAULT), by=rules(overhang=400)
    ).legal


def test_no_vault_down_a_drop_higher_than_the_figure_nor_over_a_chasm() -> None:
    tower = box("tower", 8000, 8000, 11000, 11000, top=3000, walkable=True)
    table = field(tower, box("far", 12500, 8000, 16000, 11000, top=3000, walkable=True))
    on_top = trooper(9500, 9500, 3000, surface="tower")
    assert bar(walk(table, on_top, Waypoint(9500, 6000, 0, Way.VAULT))) is Bar.TOO_HIGH
    assert bar(walk(table, on_top, Waypoint(14000, 9500, 3000, Way.VAULT))) is Bar.UNSUPPORTED
    assert bar(walk(table, on_top, (14000, 9500, 3000))) is Bar.UNSUPPORTED


def test_adjoining_roofs_are_one_surface() -> None:
    table = field(
        box("east", 8000, 8000, 11000, 11000, walkable=True),
        box("west", 11003, 8000, 14000, 11000, walkable=True),
    )
    assert walk(table, trooper(9000, 9500, 3000), (13000, 9500, 3000)).legal
    apart = field(
        box("east", 8000, 8000, 11000, 11000, walkable=True),
        box("west", 11050, 8000, 14000, 11000, walkable=True),
    )
    assert bar(walk(apart, trooper(9000, 9500, 3000), (13000, 9500, 3000))) is Bar.UNSUPPORTED


# ---------------------------------------------------------------- up, down and through the air

HOUSE = field(box("house", 10000, 10000, 16000, 16000, walkable=True))


def test_climbing_costs_the_height_and_the_step_over_the_edge() -> None:
    report = walk(HOUSE, trooper(9500, 13000), Waypoint(10500, 13000, 3000, Way.CLIMB))
    assert report.legal
    assert (report.length, report.cost, report.end.surface) == (4000, 4000, "house")
    assert [step[:3] for step in report.track] == [
        (9500, 13000, 0),
        (9500, 13000, 3000),
        (10500, 13000, 3000),
    ]
    reckoned = walk(
        HOUSE,
        trooper(9500, 13000),
        Waypoint(10500, 13000, 3000, Way.CLIMB),
        by=rules(reckoning=Reckoning.FROM_SILHOUETTE),
    )
    assert reckoned.cost == 1500, "from the top of the silhouette at 1500 to the roof at 3000"


@pytest.mark.parametrize(
    ("start", "to", "by", "expected"),
    [
        (9400, Waypoint(10500, 13000, 3000, Way.CLIMB), FREE, Bar.NO_FACE),
        (9500, Waypoint(9500, 13000, 2000, Way.CLIMB), FREE, Bar.END_NOT_ALLOWED),
        (9500, Waypoint(9500, 13000, 2000, Way.CLIMB), rules(stop_on=frozenset({Way.CLIMB})), None),
        (9500, Waypoint(9500, 13000, 4000, Way.CLIMB), FREE, Bar.NO_FACE),
        (9500, Waypoint(10500, 13000, 3000, Way.CLIMB), rules(climb_width_percent=700), Bar.FACE_TOO_NARROW),
        (9500, Waypoint(13000, 13000, 3000, Way.CLIMB), FREE, Bar.UNSUPPORTED),
        (9500, Waypoint(10500, 13000, 3000, Way.LADDER), FREE, Bar.NO_LADDER),
    ],
)
def test_what_may_be_climbed(start: int, to: Waypoint, by: MoveRules, expected: Bar | None) -> None:
    assert bar(walk(HOUSE, trooper(start, 13000), to, by=by)) is expected


def test_a_balcony_bars_the_climb_below_it() -> None:
    table = HOUSE.with_piece(box("balcony", 9000, 12000, 10000, 14000, top=2100, bottom=2000))
    report = walk(table, trooper(9500, 13000), Waypoint(10500, 13000, 3000, Way.CLIMB))
    assert report.trouble is not None
    assert (report.trouble.bar, report.trouble.piece, report.trouble.z) == (Bar.NO_ROOM, "balcony", 2000)


def test_where_a_climb_ends_the_move_nothing_follows() -> None:
    steps = Waypoint(10500, 13000, 3000, Way.CLIMB), Waypoint(12000, 13000, 3000)
    assert walk(HOUSE, trooper(9500, 13000), *steps).legal
    report = walk(HOUSE, trooper(9500, 13000), *steps, by=rules(ends_move=frozenset({Way.CLIMB})))
    assert report.trouble is not None
    assert (report.trouble.bar, report.trouble.leg) == (Bar.MOVE_OVER, 1)


def test_a_ladder_is_climbed_and_may_be_stopped_on() -> None:
    table = HOUSE.with_piece(box("ladder", 9800, 12500, 10000, 13500, ladder=True))
    whole = walk(table, trooper(9300, 13000), Waypoint(10500, 13000, 3000, Way.LADDER))
    assert whole.legal
    assert whole.cost == 3000 + 1200
    part = walk(table, trooper(9300, 13000), Waypoint(9300, 13000, 1800, Way.LADDER))
    assert part.legal
    assert (part.cost, part.end.surface) == (1800, "ladder")
    down = walk(table, whole.end, Waypoint(9300, 13000, 0, Way.LADDER))
    assert down.legal
    assert down.cost == 4200


def test_stairs_are_measured_along_their_slope() -> None:
    table = HOUSE.with_piece(box("stairs", 6000, 12000, 10000, 14000, stairs=True))
    up = walk(table, trooper(5500, 13000), Waypoint(10500, 13000, 3000, Way.STAIRS))
    assert up.legal, up.trouble
    assert up.length == 500 + 5000 + 500, "a slope of 3 in 4"
    half = walk(table, trooper(5500, 13000), Waypoint(8000, 13000, 1500, Way.STAIRS))
    assert half.legal
    assert (half.length, half.end.surface) == (3000, "stairs")
    off = walk(table, trooper(5500, 13000), Waypoint(8000, 13000, 2500, Way.STAIRS))
    assert bar(off) is Bar.NOT_ON_STAIRS


def test_a_straight_jump_between_roofs() -> None:
    table = field(
        box("one", 5000, 5000, 9000, 9000, walkable=True), box("two", 11000, 5000, 15000, 9000, walkable=True)
    )
    report = walk(table, trooper(8500, 7000, 3000), Waypoint(11500, 7000, 3000, Way.JUMP))
    assert report.legal
    assert report.cost == 3000
    jump = Waypoint(11500, 7000, 3000, Way.JUMP)
    assert bar(walk(table, trooper(8500, 7000, 3000), jump, by=rules(jump_limit=2999))) is Bar.JUMP_TOO_FAR
    short = walk(table, trooper(8500, 7000, 3000), Waypoint(11200, 7000, 3000, Way.JUMP))
    assert bar(short) is Bar.END_UNSUPPORTED
    wall = table.with_piece(box("wall", 9900, 5000, 10100, 9000, top=3500))
    assert bar(walk(wall, trooper(8500, 7000, 3000), jump)) is Bar.NO_ROOM


def test_a_jump_up_a_ledge_clips_it_by_one_base_and_never_goes_through_a_ceiling() -> None:
    assert walk(HOUSE, trooper(9500, 13000), Waypoint(10500, 13000, 3000, Way.JUMP)).legal
    assert bar(walk(HOUSE, trooper(9500, 13000), Waypoint(12500, 13000, 3000, Way.JUMP))) is Bar.NO_ROOM
    hall = field(box("roof", 5000, 5000, 15000, 15000, top=3000, bottom=2900, walkable=True))
    assert bar(walk(hall, trooper(10000, 10000), Waypoint(10000, 10000, 3000, Way.JUMP))) is Bar.NO_ROOM


def test_an_arc_passes_over_what_a_straight_jump_meets_and_is_measured_along_the_curve() -> None:
    table = field(box("wall", 9900, 0, 10100, 24000, top=1000))
    start = trooper(8000, 5000)
    assert bar(walk(table, start, Waypoint(12000, 5000, 0, Way.JUMP))) is Bar.NO_ROOM
    assert bar(walk(table, start, Waypoint(12000, 5000, 0, Way.PARABOLA, 900))) is Bar.NO_ROOM
    report = walk(table, start, Waypoint(12000, 5000, 0, Way.PARABOLA, 1500))
    assert report.legal
    height = [1500 * 4 * t * (1 - t) for t in (n / 20000 for n in range(20001))]
    measured = sum(math.hypot(4000 / 20000, b - a) for a, b in pairwise(height))
    assert report.length == round(measured)


def test_a_fall_is_as_deep_as_the_edge_is_high_and_costs_only_the_way_to_the_edge() -> None:
    report = walk(HOUSE, trooper(10500, 13000, 3000), Waypoint(9500, 13000, 0, Way.FALL))
    assert report.legal
    assert (report.drop, report.cost, report.length) == (3000, 1000, 4000)
    up = walk(HOUSE, trooper(9500, 13000), Waypoint(10500, 13000, 3000, Way.FALL))
    assert bar(up) is Bar.NOT_DOWNWARD


# ---------------------------------------------------------------- doors, ground, water


def doorway(state: Door) -> Battlefield:
    return field(
        box("south", 10000, 0, 10300, 9000),
        box("north", 10000, 10500, 10300, 24000),
        box("door", 10000, 9000, 10300, 10500, door=state),
    )


def test_a_closed_door_bars_an_open_one_does_not() -> None:
    start, through = trooper(8000, 9750), (12000, 9750)
    assert bar(walk(doorway(Door.CLOSED), start, through)) is Bar.DOOR_CLOSED
    assert walk(doorway(Door.OPEN), start, through).legal
    assert walk(doorway(Door.DESTROYED), start, through).legal


def test_opening_a_door_costs_movement_and_needs_contact() -> None:
    table, by = doorway(Door.CLOSED), rules(door_cost=3000, allowance=6000)
    report = walk(table, trooper(8500, 9750), (9500, 9750), Waypoint(11500, 9750, 0, Way.DOOR), by=by)
    assert report.legal
    assert (report.cost, report.opened) == (6000, ("door",))
    far = walk(table, trooper(8500, 9750), (9300, 9750), Waypoint(11500, 9750, 0, Way.DOOR), by=by)
    assert bar(far) is Bar.NO_DOOR


def test_a_base_in_a_doorway_keeps_all_others_out_where_the_rules_say_so() -> None:
    mate = trooper(10500, 9200, name="mate")
    by = rules(door_keeps_out=True, friends=Passing.ALWAYS)
    report = walk(doorway(Door.OPEN), trooper(8000, 9750), (12000, 9750), others=(mate,), by=by)
    assert report.trouble is not None
    assert (report.trouble.bar, report.trouble.figure) == (Bar.DOORWAY_TAKEN, "mate")
    by = rules(friends=Passing.ALWAYS)
    assert walk(doorway(Door.OPEN), trooper(8000, 9750), (12000, 9750), others=(mate,), by=by).legal


def test_difficult_ground_costs_by_the_stretch_on_which_the_base_touches_it() -> None:
    rough = box("rough", 8000, 0, 10000, 24000, 0, solid=False, ground=Ground.DIFFICULT, terrain="jungle")
    by = rules(grounds=(GroundRule(Ground.DIFFICULT, percent=200),))
    report = walk(field(rough), trooper(5000, 5000), (15000, 5000), by=by)
    assert report.legal
    touched = 2000 + 2 * (500 + 5)
    assert report.cost == 10000 + touched
    assert report.touched == ("rough",)
    ranger = rules(grounds=by.grounds, unhindered=frozenset({"jungle"}))
    assert walk(field(rough), trooper(5000, 5000), (15000, 5000), by=ranger).cost == 10000


def test_ground_that_stops_cuts_the_move_short_unless_it_started_there() -> None:
    rough = box("rough", 8000, 0, 10000, 24000, 0, solid=False, ground=Ground.DIFFICULT)
    by = rules(grounds=(GroundRule(Ground.DIFFICULT, stops=True),))
    report = walk(field(rough), trooper(5000, 5000), (15000, 5000), by=by)
    assert report.legal
    assert report.stopped_by == "rough"
    assert abs(report.end.x - (8000 - 505)) <= 1
    inside = walk(field(rough), trooper(9000, 5000), (15000, 5000), by=by)
    assert (inside.end.x, inside.starts_in, inside.stopped_by) == (15000, ("rough",), "")


def test_a_move_cut_short_has_paid_for_the_ground_up_to_there() -> None:
    rough = box("rough", 6000, 0, 7000, 24000, 0, solid=False, ground=Ground.DIFFICULT)
    by = rules(grounds=(GroundRule(Ground.DIFFICULT, percent=200),))
    foe = trooper(12000, 5000, name="foe", side="b")
    report = walk(field(rough), trooper(4000, 5000), (20000, 5000), others=(foe,), by=by)
    assert report.stopped_by == "foe"
    assert 7000 - 5 <= report.length == report.end.x - 4000 < 7000
    assert abs(report.cost - (report.length + 1000 + 2 * 505)) <= 1


def test_contact_on_the_roof_cuts_the_step_over_the_edge_short() -> None:
    foe = trooper(11400, 13000, 3000, name="foe", side="b")
    report = walk(HOUSE, trooper(9500, 13000), Waypoint(11000, 13000, 3000, Way.CLIMB), others=(foe,))
    assert report.legal
    assert report.stopped_by == "foe"
    assert report.end.z == 3000
    assert 10400 - 5 <= report.end.x < 10400
    assert report.length == 3000 + report.end.x - 9500


def test_impassable_ground_and_water() -> None:
    pit = box("pit", 8000, 0, 10000, 24000, 0, solid=False, ground=Ground.IMPASSABLE)
    assert bar(walk(field(pit), trooper(5000, 5000), (15000, 5000))) is Bar.IMPASSABLE
    sea = field(box("sea", 8000, 0, 14000, 24000, 0, solid=False, water=True))
    assert bar(walk(sea, trooper(5000, 5000), (12000, 5000))) is Bar.WATER
    assert walk(sea, trooper(5000, 5000), (12000, 5000), by=rules(wades=True)).legal
    swum = walk(
        sea, trooper(5000, 5000), (8000, 5000), Waypoint(13000, 5000, 0, Way.SWIM), by=rules(swim_percent=200)
    )
    assert swum.legal
    assert swum.cost == 3000 + 10000
    beached = walk(sea, trooper(5000, 5000), Waypoint(12000, 5000, 0, Way.SWIM))
    assert bar(beached) is Bar.NOT_IN_WATER


def test_access_width_overrides_what_would_fit() -> None:
    table = field(
        box("south", 10000, 0, 10300, 9000),
        box("north", 10000, 9800, 10300, 24000),
        box("hatch", 10000, 9000, 10300, 9800, solid=False, access=Access.NARROW),
    )
    start, through = trooper(8000, 9400), (12000, 9400)
    assert walk(table, start, through).legal, "800 wide, but agreed to be an access"
    assert bar(walk(table, start, through, by=rules(narrow_access=False))) is Bar.ACCESS_TOO_NARROW
    assert bar(walk(table.without_piece("hatch"), start, through)) is Bar.NO_ROOM


# ---------------------------------------------------------------- other figures


def test_friends_no_taller_are_passed_but_not_stood_in() -> None:
    mate, giant = trooper(8000, 5000, name="mate"), trooper(8000, 5000, name="giant")
    giant = msgspec.structs.replace(giant, height=1600)
    assert walk(field(), trooper(5000, 5000), (11000, 5000), others=(mate,)).legal
    assert bar(walk(field(), trooper(5000, 5000), (11000, 5000), others=(giant,))) is Bar.FIGURE_IN_THE_WAY
    assert bar(walk(field(), trooper(5000, 5000), (8900, 5000), others=(mate,))) is Bar.END_TAKEN
    strict = rules(friends=Passing.NEVER)
    assert bar(walk(field(), trooper(5000, 5000), (11000, 5000), others=(mate,), by=strict)) is (
        Bar.FIGURE_IN_THE_WAY
    )


def test_contact_with_a_foe_ends_the_move_on_the_spot() -> None:
    foe = trooper(9000, 5000, name="foe", side="b")
    report = walk(field(), trooper(5000, 5000), (12000, 5000), (12000, 9000), others=(foe,))
    assert report.legal
    assert (report.stopped_by, len(report.legs)) == ("foe", 1)
    assert 8000 - 5 <= report.end.x < 8000, "in contact, without overlap"
    barred = rules(contact=FoeContact.BARRED)
    assert bar(walk(field(), trooper(5000, 5000), (12000, 5000), others=(foe,), by=barred)) is Bar.CONTACT
    above = msgspec.structs.replace(foe, z=1600)
    assert walk(field(), trooper(5000, 5000), (12000, 5000), others=(above,)).stopped_by == ""
    engaged = walk(field(), trooper(8000, 5000), (6000, 5000), others=(foe,))
    assert (engaged.stopped_by, engaged.end.x) == ("", 6000)


# ---------------------------------------------------------------- properties

coordinates = st.integers(1000, 23000)
points = st.tuples(coordinates, coordinates)


def legs_of(waypoints: list[tuple[int, int]], way: Way) -> list[Waypoint]:
    return [Waypoint(x, y, 0, way) for x, y in waypoints]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 30), start=points, route=st.lists(points, min_size=1, max_size=4))
def test_a_path_is_at_least_as_long_as_the_straight_line(
    seed: int, start: tuple[int, int], route: list[tuple[int, int]]
) -> None:
    table = random_field(seed, count=8, size=24000)
    figure = trooper(*start)
    report = check_path(table, figure, legs_of(route, Way.VAULT), (), FREE)
    straight = math.dist(start, (report.end.x, report.end.y))
    assert report.length + 2 >= straight
    assert report.cost >= report.length - 2


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 30),
    start=points,
    route=st.lists(points, min_size=1, max_size=3),
    turns=st.integers(0, 3),
)
def test_a_path_on_a_turned_table_is_the_same_path(
    seed: int, start: tuple[int, int], route: list[tuple[int, int]], turns: int
) -> None:
    table = random_field(seed, count=8, size=24000)
    size = 24000

    def turn(x: int, y: int) -> tuple[int, int]:
        for _ in range(turns):
            x, y = size - y, x
        return x, y

    turned = Battlefield(
        size,
        size,
        tuple(
            msgspec.structs.replace(p, footprint=tuple(turn(x, y) for x, y in p.footprint))
            for p in table.pieces
        ),
    )
    plain = check_path(table, trooper(*start), legs_of(route, Way.WALK), (), FREE)
    other = check_path(turned, trooper(*turn(*start)), legs_of([turn(*p) for p in route], Way.WALK), (), FREE)
    assert bar(plain) is bar(other)
    assert plain.length == other.length


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 30),
    start=points,
    to=points,
    shift=st.tuples(st.integers(0, 900), st.integers(0, 900)),
)
def test_a_path_on_a_shifted_table_is_the_same_path(
    seed: int, start: tuple[int, int], to: tuple[int, int], shift: tuple[int, int]
) -> None:
    table = random_field(seed, count=8, size=24000)
    moved = Battlefield(
        26000,
        26000,
        tuple(
            msgspec.structs.replace(p, footprint=tuple((x + shift[0], y + shift[1]) for x, y in p.footprint))
            for p in table.pieces
        ),
    )
    wide = msgspec.structs.replace(table, width=26000, depth=26000)
    plain = check_path(wide, trooper(*start), legs_of([to], Way.VAULT), (), FREE)
    there = trooper(start[0] + shift[0], start[1] + shift[1])
    other = check_path(moved, there, legs_of([(to[0] + shift[0], to[1] + shift[1])], Way.VAULT), (), FREE)
    assert bar(plain) is bar(other)
    assert plain.cost == other.cost


def near(piece: Piece, x: int, y: int, reach: int) -> bool:
    numerator, denominator = distance_squared(piece.footprint, x, y)
    return Fraction(numerator, denominator) < reach * reach


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 40), start=points, to=points)
def test_clearance_agrees_with_stepping_along_the_leg(
    seed: int, start: tuple[int, int], to: tuple[int, int]
) -> None:
    """A base that overlaps a piece by 20 mils at some step is refused; one that keeps 1 mil off is not."""
    table = random_field(seed, count=10, size=24000)
    report = check_path(table, trooper(*start), legs_of([to], Way.WALK), (), FREE)
    steps = max(1, int(math.dist(start, to) // 40))
    track = [
        (round(start[0] + (to[0] - start[0]) * n / steps), round(start[1] + (to[1] - start[1]) * n / steps))
        for n in range(steps + 1)
    ]
    deep = any(near(p, x, y, BASE // 2 - 20) for p in table.pieces for x, y in track)
    if deep:
        assert bar(report) in (Bar.NO_ROOM, Bar.END_NO_ROOM)
    if not any(near(p, x, y, BASE // 2 + 1) for p in table.pieces for x, y in track):
        assert report.legal
