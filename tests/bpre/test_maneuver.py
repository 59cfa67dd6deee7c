"""Maneuvers, crossing cover, doors and Immediate Actions."""

from bpre.raid import Raid, at, box, door, go, low, shot, skilled, use
from firelane.bpre.acts import Go
from firelane.bpre.asking import Acts, Maneuver, Shoot, Work
from firelane.bpre.events import (
    Activated,
    ActivationEnded,
    AttackRolled,
    ChitPlaced,
    Crossed,
    DoorUsed,
    Moved,
    WentOn,
)
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.table.things import Door, See
from firelane.testing.proofs import rule

ALONE = {"scorch-1": at(12, 6), "aayari-1": at(2, 22, facing=90)}


@rule("bpre.maneuver.3", "bpre.measuring.2", "bpre.maneuver.6", "bpre.measuring.1", "bpre.markers.1")
def test_a_unit_moves_up_to_its_range_from_the_centre_of_its_base():
    with Raid(ALONE, phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 12.001)),))) == "bpre.maneuver.3"
        # All its ways together, not each of them.
        bent = Maneuver("scorch-1", (go((12, 10)), go((14.001, 10))))
        assert raid.refuses("scorch", bent) == "bpre.maneuver.3"
        raid.maneuver("scorch-1", go((12, 12)))
        assert (raid.unit("scorch-1").x, raid.unit("scorch-1").y) == (12000, 12000)
        assert raid.unit("scorch-1").chits == 1
        assert raid.events(ActivationEnded)[0].because[0].rule == "bpre.maneuver.6"
    # A way has at most sixteen points; how a unit faces at its end need not be said.
    for corners, allowed in ((16, True), (17, False)):
        with Raid(ALONE, phase=MANEUVER) as raid:
            way = Go(tuple((12000 + 300 * n, 6000) for n in range(1, corners + 1)))
            refused = raid.would_refuse("scorch", Maneuver("scorch-1", (way,)))
            assert refused == (None if allowed else "bpre.maneuver.3")
            if allowed:
                raid.maneuver("scorch-1", way)
                assert (raid.unit("scorch-1").x, raid.unit("scorch-1").facing) == (16800, 0)


@rule("bpre.maneuver.4")
def test_a_unit_can_turn_where_it_stands():
    with Raid(ALONE, phase=MANEUVER) as raid:
        for wrong in (-1, 360):
            assert raid.refuses("scorch", Maneuver("scorch-1", (Go((), wrong),))) == "bpre.maneuver.4"
        assert raid.would_refuse("scorch", Maneuver("scorch-1", (Go((), 0),))) is None
        raid.maneuver("scorch-1", Go((), 359))
        assert (raid.unit("scorch-1").x, raid.unit("scorch-1").y) == (12000, 6000)
        assert raid.unit("scorch-1").facing == 359


def test_what_was_planned_for_after_an_attack_comes_out_when_it_is_done():
    with Raid({**ALONE, "aayari-1": at(12, 12, chits=1)}, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", shot("aayari-1"), go((14, 6))).dice(2, 2)
        happened = [event for moment in raid.game.moments for event in moment.events]
        kinds = [type(event) for event in happened if isinstance(event, AttackRolled | WentOn | Moved)]
        assert kinds == [AttackRolled, WentOn, Moved]
    with Raid({**ALONE, "aayari-1": at(12, 12, chits=1)}, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", shot("aayari-1")).dice(2, 2)
        assert raid.events(WentOn) == []


@rule("bpre.maneuver.2")
def test_a_chit_bars_a_maneuver():
    with Raid({**ALONE, "scorch-1": at(12, 6, chits=1), "scorch-2": at(4, 4)}, phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 7)),))) == "bpre.maneuver.2"
        assert raid.refuses("scorch", Maneuver("scorch-1", ())) == "bpre.maneuver.2"
        assert raid.asked_to_activate()[2] == ("scorch-2",)
    # In the Finishing Phase it does not: there everybody has one.
    with Raid({"scorch-1": at(12, 6), "aayari-1": at(12, 8.4)}, phase=FINISHING) as raid:
        assert (raid.unit("scorch-1").chits, raid.asked_to_activate()[2]) == (1, ("scorch-1",))


@rule("bpre.maneuver.4", "bpre.maneuver.5", "bpre.attack.1", "bpre.los.facing.1")
def test_it_turns_freely_and_attacks_once_at_any_point():
    units = {"scorch-1": at(12, 6, facing=270), "aayari-1": at(12, 16, facing=90)}
    with Raid(units, phase=MANEUVER) as raid:
        twice = (shot("aayari-1"), go((12, 8)), shot("aayari-1"))
        assert raid.refuses("scorch", Maneuver("scorch-1", twice)) == "bpre.maneuver.5"
        raid.maneuver("scorch-1", go((12, 8), facing=270), shot("aayari-1"), go((14, 8), facing=10)).dice(
            1, 1
        )
        assert raid.attacked().by == "scorch-1"
        assert raid.reasons() == {}
        assert (raid.unit("scorch-1").x, raid.unit("scorch-1").facing) == (14000, 10)
        # Where it attacks it has turned to its target, and says so.
        turned = raid.events(Moved)[1]
        assert (turned.y, turned.facing) == (8000, 90)
        assert [cite.rule for cite in turned.because] == ["bpre.maneuver.4"]
    # One that it sees as it stands it need not turn to.
    with Raid({**units, "scorch-1": at(12, 6, facing=100)}, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", shot("aayari-1")).dice(1, 1)
        assert raid.events(Moved) == []


@rule("bpre.maneuver.7", "bpre.measuring.5")
def test_only_space_an_inch_wide_is_moved_through():
    walls = [box("west", 8, 9, 3.52, 1), box("east", 12.48, 9, 3, 1)]
    with Raid(ALONE, walls, phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 11.5)),))) == "bpre.maneuver.7"
    walls = [box("west", 8, 9, 3.5, 1), box("east", 12.5, 9, 3, 1)]
    with Raid(ALONE, walls, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 11.5)))
        assert raid.unit("scorch-1").y == 11500
    # A base of either side in the way obstructs, too.
    for name in ("scorch-2", "aayari-2"):
        with Raid({**ALONE, name: at(12.9, 9, facing=0, chits=1)}, phase=MANEUVER) as raid:
            assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 11.5)),))) == "bpre.maneuver.7"
            raid.maneuver("scorch-1", go((11.8, 11.5)))


# Crossing cover


LOW = [low("planter", 8, 8, 8, 1)]


@rule("bpre.cross-cover.3", "bpre.cross-cover.4", "bpre.battlespace.planter.1")
def test_ten_or_more_gets_it_over_the_cover():
    with Raid(ALONE, LOW, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 11))).dice(5, 5)
        assert raid.events(Crossed)[0].passed
        assert raid.unit("scorch-1").y == 11000
        assert not raid.unit("scorch-1").staggered


@rule("bpre.cross-cover.4", "bpre.cross-cover.3")
def test_nine_or_less_leaves_it_staggered_on_the_far_side():
    with Raid(ALONE, LOW, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 11)), go((12.9, 11))).dice(5, 4)
        unit = raid.unit("scorch-1")
        assert unit.staggered
        # The far side of the cover is at nine inches, and half a base beyond.
        assert 9490 <= unit.y <= 9520
        assert unit.x == 12000
        assert unit.chits == 1
        assert raid.asked_to_activate()[0] == "aayari"


@rule("bpre.cross-cover.1")
def test_one_feature_is_crossed_in_an_activation():
    two = [*LOW, low("other", 8, 10, 8, 0.5)]
    with Raid(ALONE, two, phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 11.5)),))) == "bpre.cross-cover.1"
    apart = [low("planter", 8, 7, 8, 0.5), low("other", 8, 9.5, 8, 0.5)]
    with Raid(ALONE, apart, phase=MANEUVER) as raid:
        acts = (go((12, 8.5)), go((12, 11)))
        assert raid.refuses("scorch", Maneuver("scorch-1", acts)) == "bpre.cross-cover.1"
        # Neither is the same one crossed twice.
        back = (go((12, 8.5)), go((12, 6)))
        assert raid.refuses("scorch", Maneuver("scorch-1", back)) == "bpre.cross-cover.1"
        raid.maneuver("scorch-1", go((12, 8.5))).dice(5, 5)
        # In the next turn it can cross again.
        raid.passes("aayari", "scorch", "aayari")
        raid.maneuver("scorch-1", go((12, 11))).dice(5, 5)
        assert [event.cover for event in raid.events(Crossed)] == ["planter", "other"]
    # Where a card lets a unit move in another phase it crosses none.
    near = {**ALONE, "scorch-1": at(12, 7)}
    hands = {"scorch": ("this-is-bat-country",)}
    with Raid(near, [low("planter", 8, 8, 8, 0.5)], phase=FINISHING, hands=hands) as raid:
        moved = Maneuver("scorch-1", (go((12, 9.9)),), ("intervention.this-is-bat-country",))
        assert raid.refuses("scorch", moved) == "bpre.cross-cover.1"


@rule("bpre.cross-cover.2")
def test_no_more_than_two_inches_are_crossed():
    with Raid(ALONE, [low("van", 8, 7.5, 8, 2.01)], phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 11.5)),))) == "bpre.cross-cover.2"
    with Raid(ALONE, [low("van", 8, 7.5, 8, 2.0)], phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 11.5))).dice(9, 9)
        assert raid.events(Crossed)[0].cover == "van"


@rule("bpre.battlespace.hedgewall.2", "bpre.battlespace.window.2", "bpre.maneuver.7")
def test_hedges_and_windows_are_not_crossed():
    hedge = low("hedge", 8, 8, 8, 0.5, crossable=False, sight=See.HEDGE)
    window = low("window", 8, 8, 8, 0.5, crossable=False, sight=See.WINDOW)
    across = Maneuver("scorch-1", (go((12, 11)),))
    with Raid(ALONE, [hedge], phase=MANEUVER) as raid:
        assert raid.refuses("scorch", across) == "bpre.battlespace.hedgewall.2"
    with Raid(ALONE, [window], phase=MANEUVER) as raid:
        assert raid.refuses("scorch", across) == "bpre.battlespace.window.2"
        # What keeps it from standing elsewhere is something else.
        units = {**ALONE, "scorch-2": at(12, 7.2)}
    with Raid(ALONE, [box("wall", 8, 8, 8, 0.5, crossable=False)], phase=MANEUVER) as raid:
        assert raid.refuses("scorch", across) == "bpre.maneuver.7"
    planter = low("planter", 8, 8, 8, 0.5)
    with Raid(units, [window], phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 7)),))) == "bpre.maneuver.7"
    with Raid(ALONE, [planter], phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 8.2)),))) == "bpre.maneuver.7"


# Doors


def wall_with_door(state=Door.CLOSED):
    return [box("left", 0, 9, 11, 0.25), door("door", 11, 9, 2, 0.25, state), box("right", 13, 9, 11, 0.25)]


AT_DOOR = {"scorch-1": at(12, 8.498), "aayari-1": at(12, 20, facing=90)}


@rule("bpre.doors.2", "bpre.battlespace.door.1", "bpre.battlespace.door.2")
def test_opening_a_door_costs_three_inches():
    with Raid(AT_DOOR, wall_with_door(), phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 10)),))) == "bpre.battlespace.door.1"
        too_far = (use("door"), go((12, 11.499)))
        assert raid.refuses("scorch", Maneuver("scorch-1", too_far)) == "bpre.maneuver.3"
        raid.maneuver("scorch-1", use("door"), go((12, 11.498)))
        assert raid.world.doors == {"door": "open"}
        assert raid.unit("scorch-1").y == 11498
        assert raid.events(DoorUsed)[0].cost == 3000


@rule("bpre.doors.2", "bpre.battlespace.door.2")
def test_closing_a_door_costs_three_inches_too():
    with Raid(AT_DOOR, wall_with_door(Door.OPEN), phase=MANEUVER) as raid:
        far = (use("door"), go((12, 5.497)))
        assert raid.refuses("scorch", Maneuver("scorch-1", far)) == "bpre.maneuver.3"
        raid.maneuver("scorch-1", use("door"), go((12, 5.498)))
        assert raid.world.doors == {"door": "closed"}
        assert raid.events(DoorUsed)[0].cost == 3000


@rule("bpre.battlespace.door.1", "bpre.doors.6")
def test_an_open_door_is_passed_in_either_direction():
    for start, end in ((8.4, 10.4), (10.4, 8.4)):
        with Raid({**AT_DOOR, "scorch-1": at(12, start)}, wall_with_door(Door.OPEN), phase=MANEUVER) as raid:
            raid.maneuver("scorch-1", go((12, end)))
            assert raid.unit("scorch-1").y == 1000 * end
        with Raid({**AT_DOOR, "scorch-1": at(12, start)}, wall_with_door(), phase=MANEUVER) as raid:
            shut = Maneuver("scorch-1", (go((12, end)),))
            assert raid.refuses("scorch", shut) == "bpre.battlespace.door.1"
            beside = Maneuver("scorch-1", (go((9, start), (9, end)),))
            assert raid.refuses("scorch", beside) == "bpre.maneuver.7", "a wall is no door"


@rule("bpre.doors.2")
def test_each_use_of_a_door_costs_three_inches():
    with Raid(AT_DOOR, wall_with_door(), phase=MANEUVER) as raid:
        thrice = Maneuver("scorch-1", (use("door"), use("door"), use("door")))
        assert raid.refuses("scorch", thrice) == "bpre.doors.3"
        raid.maneuver("scorch-1", use("door"), use("door"))
        assert [one.cost for one in raid.events(DoorUsed)] == [3000, 3000]
        assert raid.world.doors == {"door": "closed"}


@rule("bpre.doors.3")
def test_with_less_than_three_inches_left_a_door_is_not_used():
    for start, enough in ((5.497, False), (5.498, True)):
        for state in (Door.CLOSED, Door.OPEN):
            units = {**AT_DOOR, "scorch-1": at(12, start)}
            with Raid(units, wall_with_door(state), phase=MANEUVER) as raid:
                acts = (go((12, 8.498)), use("door"))
                if enough:
                    raid.maneuver("scorch-1", *acts)
                    assert raid.events(DoorUsed)[0].cost == 3000
                else:
                    assert raid.refuses("scorch", Maneuver("scorch-1", acts)) == "bpre.doors.3"


@rule("bpre.doors.4")
def test_the_base_must_be_adjacent_to_the_door():
    with Raid({**AT_DOOR, "scorch-1": at(12, 8)}, wall_with_door(), phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (use("door"),))) == "bpre.doors.4"
        assert raid.refuses("scorch", Maneuver("scorch-1", (use("left"),))) == "bpre.doors.4"
        assert raid.world.doors == {}
        assert raid.refuses("scorch", Maneuver("scorch-1", (use("nothing"),))) == "bpre.doors.4"
    for state, usable in ((Door.CLOSED, True), (Door.OPEN, True), (Door.DESTROYED, False)):
        with Raid(AT_DOOR, wall_with_door(state), phase=MANEUVER) as raid:
            refused = raid.would_refuse("scorch", Maneuver("scorch-1", (use("door"),)))
            assert refused == (None if usable else "bpre.doors.4")
    # In the Finishing Phase, where a card lets it move, it does not.
    bat = ("intervention.this-is-bat-country",)
    hands = {"scorch": ("this-is-bat-country",)}
    with Raid(AT_DOOR, wall_with_door(), phase=FINISHING, hands=hands) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (use("door"),), bat)) == "bpre.doors.4"


@rule("bpre.doors.7", "bpre.doors.9")
def test_a_base_in_the_doorway_keeps_others_out_and_the_door_open():
    units = {**AT_DOOR, "scorch-2": at(11.5, 9.4)}
    with Raid(units, wall_with_door(Door.OPEN), phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (use("door"),))) == "bpre.doors.9"
        refused = raid.refuses("scorch", Maneuver("scorch-1", (go((12.5, 8.4), (12.52, 11)),)))
        assert refused == "bpre.doors.7"
    # A closed door can be opened by who stands against it.
    with Raid({**AT_DOOR, "scorch-1": at(12, 8.5)}, wall_with_door(), phase=MANEUVER) as raid:
        assert raid.would_refuse("scorch", Maneuver("scorch-1", (use("door"),))) is None
    for y, free in ((9.749, False), (9.751, True)):
        units = {**AT_DOOR, "scorch-2": at(11.45, y)}
        with Raid(units, wall_with_door(Door.OPEN), phase=MANEUVER) as raid:
            refused = raid.would_refuse("scorch", Maneuver("scorch-1", (use("door"),)))
            assert refused == (None if free else "bpre.doors.9")
    # Any part of a base, whose ever it is; beside the doorway it keeps nobody out.
    for name in ("scorch-2", "aayari-2"):
        for y, free in ((9.74, False), (9.76, True)):
            units = {**AT_DOOR, name: at(11.45, y, facing=90)}
            with Raid(units, wall_with_door(Door.OPEN), phase=MANEUVER) as raid:
                through = Maneuver("scorch-1", (go((12.46, 8.4), (12.5, 11)),))
                closing = Maneuver("scorch-1", (use("door"),))
                if free:
                    assert raid.would_refuse("scorch", through) is None
                    assert raid.would_refuse("scorch", closing) is None
                else:
                    assert raid.refuses("scorch", through) == "bpre.doors.7"
                    assert raid.refuses("scorch", closing) == "bpre.doors.9"


# Immediate Actions


WATCHED = {"scorch-1": at(12, 6), "aayari-1": at(12, 14)}


@rule("bpre.immediate-action.1", "bpre.immediate-action.4", "bpre.immediate-action.5")
def test_a_unit_in_sight_at_its_start_is_shot_at_with_minus_three():
    with Raid(WATCHED, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 7)))
        raid.shoots("aayari-1").dice(5, 5)
        assert raid.reasons() == {"bpre.immediate-action.4": -3}
        assert raid.attacked().total == 7
        assert raid.unit("aayari-1").chits == 1
        assert raid.unit("scorch-1").y == 6000
        raid.says("scorch", Acts((go((12, 8)),)))
        assert raid.unit("scorch-1").y == 8000


@rule("bpre.immediate-action.4", "bpre.maneuver.5")
def test_the_active_unit_attacks_without_a_modifier():
    with Raid({**WATCHED, "aayari-1": at(12, 14, chits=1)}, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", shot("aayari-1")).dice(5, 5)
        assert (raid.attacked().total, raid.reasons()) == (10, {})


@rule("bpre.immediate-action.5")
def test_one_that_its_target_has_killed_in_return_gets_no_chit():
    units = {**WATCHED, "scorch-1": at(12, 6), "scorch-2": at(2, 2, facing=270)}
    hands = {"scorch": ("save-the-last-bullet",)}
    with Raid(units, phase=MANEUVER, hands=hands) as raid:
        raid.maneuver("scorch-1", go((12, 7))).shoots("aayari-1").dice(9, 9, 1, 1)
        raid.plays("scorch", "intervention.save-the-last-bullet").dice(9, 9)
        assert not raid.alive("aayari-1")
        assert raid.events(ChitPlaced) == []


@rule("bpre.immediate-action.5")
def test_who_reacts_gets_its_chit_after_a_hit_as_well():
    for dice in ((8, 8, 2, 2), (1, 1)):
        with Raid({**WATCHED, "aayari-2": at(22, 22, facing=90)}, phase=MANEUVER) as raid:
            raid.maneuver("scorch-1", go((12, 7))).shoots("aayari-1").dice(*dice)
            assert raid.events(ChitPlaced)[0].unit == "aayari-1"
            assert raid.unit("aayari-1").reacted
            raid.says("scorch", Acts()) if raid.is_asked("scorch", "go-on") else None


@rule("bpre.immediate-action.1", "bpre.maneuver.3", "bpre.maneuver.4")
def test_a_unit_that_comes_into_sight_on_its_way_is_stopped_there():
    screen = [box("wall", 4, 10, 5, 0.25)]
    units = {"scorch-1": at(6, 6), "aayari-1": at(8, 16)}
    with Raid(units, screen, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 6)))
        assert raid.is_asked("aayari", "react")
        assert 6000 < raid.unit("scorch-1").x < 12000
        assert raid.unit("scorch-1").facing == 0, "on its way it faces where it goes"
        raid.holds("aayari")
        assert (raid.unit("scorch-1").x, raid.unit("scorch-1").facing) == (12000, 90)


@rule("bpre.immediate-action.2")
def test_those_who_let_it_pass_may_still_react_before_it_acts():
    with Raid(WATCHED, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 7)), shot("aayari-1"))
        raid.holds("aayari")
        assert raid.is_asked("aayari", "react")
        assert raid.events(AttackRolled) == []
        raid.shoots("aayari-1").dice(10, 9, 1, 1)
        assert not raid.alive("scorch-1")
        assert [event.by for event in raid.events(AttackRolled)] == ["aayari-1"]


@rule("bpre.immediate-action.2")
def test_before_an_action_those_are_asked_who_were_not_at_that_place():
    units = {**WATCHED, "aayari-2": at(13.5, 14), "aayari-3": at(10.5, 14)}
    with Raid(units, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", shot("aayari-1"))
        assert raid.asked("aayari").actors == ("aayari-1", "aayari-2", "aayari-3")
        raid.holds("aayari").dice(1, 1)
        assert raid.attacked().by == "scorch-1", "they are asked once where it stands"
    with Raid(units, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 7)), shot("aayari-1")).holds("aayari")
        assert raid.asked("aayari").actors == ("aayari-1", "aayari-2", "aayari-3"), "and once where it acts"
        raid.shoots("aayari-2").dice(1, 1)
        assert raid.asked("aayari").actors == ("aayari-1", "aayari-3")
        raid.holds("aayari").says("scorch", Acts((shot("aayari-1"),))).dice(1, 1)
        assert [event.by for event in raid.events(AttackRolled)] == ["aayari-2", "scorch-1"]


@rule("bpre.immediate-action.3")
def test_a_passed_player_still_reacts():
    with Raid({**WATCHED, "scorch-2": at(20, 2, facing=270)}, phase=MANEUVER) as raid:
        raid.maneuver("scorch-2", Go((), 270)).holds("aayari")
        raid.passes("aayari")
        raid.maneuver("scorch-1", go((12, 7)))
        raid.shoots("aayari-1").dice(1, 1)
        raid.says("scorch", Acts())
        assert [event.unit for event in raid.events(ChitPlaced)] == ["aayari-1"]
    # All of them who have no chit, and nobody who has one.
    units = {
        **WATCHED,
        "scorch-2": at(20, 2, facing=270),
        "aayari-2": at(14, 14),
        "aayari-3": at(10, 14, chits=1),
    }
    with Raid(units, phase=MANEUVER) as raid:
        raid.maneuver("scorch-2", Go((), 270)).holds("aayari")
        raid.passes("aayari")
        raid.maneuver("scorch-1", go((12, 7)))
        assert raid.asked("aayari").actors == ("aayari-1", "aayari-2")
        raid.holds("aayari")


@rule("bpre.immediate-action.6", "bpre.immediate-action.7")
def test_several_react_one_after_another_each_in_sight_of_the_last_result():
    units = {**WATCHED, "aayari-2": at(13.5, 14), "aayari-3": at(10.5, 14)}
    with Raid(units, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 7)))
        assert raid.asked("aayari").actors == ("aayari-1", "aayari-2", "aayari-3")
        raid.shoots("aayari-3").dice(1, 1)
        assert raid.asked("aayari").actors == ("aayari-1", "aayari-2")
        raid.shoots("aayari-1").dice(10, 9, 6, 6)
        assert raid.unit("scorch-1").staggered
        raid.holds("aayari")
        assert raid.unit("scorch-1").chits == 1


@rule("bpre.immediate-action.7")
def test_nobody_is_bound_to_react():
    with Raid(WATCHED, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 7))).holds("aayari")
        assert raid.events(AttackRolled) == []
        assert raid.unit("aayari-1").chits == 0
        assert raid.events(Moved)[-1].y == 7000


@rule("bpre.immediate-action.8", "bpre.immediate-action.1")
def test_a_unit_with_a_chit_does_not_react():
    with Raid({**WATCHED, "aayari-1": at(12, 14, chits=1), "aayari-2": at(13.5, 14)}, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 7)))
        assert raid.asked("aayari").actors == ("aayari-2",)
        assert raid.refuses("aayari", Shoot("aayari-1")) == "bpre.immediate-action.1"
        raid.holds("aayari")


# Skills


@rule("bpre.skill.initiative.1", "bpre.skill.initiative.2", "bpre.turn.3")
def test_initiative_moves_after_reacting_but_does_not_attack():
    units = {
        "scorch-1": at(12, 6, "trained+initiative", chits=1, reacted=True),
        "aayari-1": at(12, 14, chits=1),
    }
    with Raid(units, phase=MANEUVER, cards=[skilled("initiative")]) as raid:
        refused = raid.refuses("scorch", Maneuver("scorch-1", (shot("aayari-1"),)))
        assert refused == "bpre.skill.initiative.2"
        raid.maneuver("scorch-1", go((12, 7)))
        assert raid.unit("scorch-1").y == 7000
        assert raid.events(Activated)[0].because[0].rule == "bpre.skill.initiative.1"
    fields = {"phase": MANEUVER, "cards": [skilled("initiative")]}
    leader = "trained+initiative"
    # A chit from anything else bars it, a second one too, and others without the skill are barred.
    for one in (at(12, 6, leader, chits=1), at(12, 6, leader, chits=2, reacted=True),
                at(12, 6, chits=1, reacted=True)):  # fmt: skip
        with Raid({**units, "scorch-1": one, "scorch-2": at(2, 2)}, **fields) as raid:
            assert raid.asked_to_activate()[2] == ("scorch-2",)
            assert raid.refuses("scorch", Maneuver("scorch-1", ())) == "bpre.maneuver.2"
    # Who has not reacted attacks as usual.
    with Raid({**units, "scorch-1": at(12, 6, leader)}, **fields) as raid:
        raid.maneuver("scorch-1", shot("aayari-1")).dice(1, 1)
        assert raid.attacked().by == "scorch-1"
        assert raid.events(Activated)[0].because[0].rule == "bpre.turn.3"
    # It is for the Maneuver Phase: before it the chit bars, and after it nothing is special.
    reacted = {"scorch-1": at(12, 6, leader, chits=1, reacted=True), "scorch-2": at(2, 2)}
    with Raid({**units, **reacted}, phase=DIRECT_FIRE, cards=[skilled("initiative")]) as raid:
        assert raid.asked_to_activate()[2] == ("scorch-2",)
        assert raid.refuses("scorch", Work("scorch-1")) == "bpre.direct-fire.2"
    near = {**units, **reacted, "aayari-1": at(12, 8.4)}
    with Raid(near, phase=FINISHING, cards=[skilled("initiative")]) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.events(Activated)[0].because[0].rule == "bpre.turn.3"
