"""What Tasking Cards ask for: casualties, the counter, places that are held or reached, charges, vests."""

import pytest
from msgspec.structs import replace

from bpre.endings import (
    ADVISOR,
    CORNERS,
    FAR,
    PLAIN,
    ROOM,
    SOUTH,
    TRAINED,
    WALLS,
    after_a_kill,
    at_the_end,
    outcome,
    priced,
    rewards,
)
from bpre.raid import Raid, at, go, shot
from firelane.bpre.acts import CallFires, Detonate
from firelane.bpre.asking import Maneuver, Turned, Work
from firelane.bpre.edition import EDITION
from firelane.bpre.goals import COUNTER_ELAPSED, succeeded
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.bpre.world import KILLED, Frag
from firelane.testing.proofs import rule

# Casualties


@pytest.mark.parametrize(
    ("name", "victim", "enough", "statement"),
    [
        pytest.param("veiled-fever", "aayari", 100, 4, marks=rule("bpre.tasking.veiled-fever.4")),
        pytest.param("veiled-fever", "scorch", 100, 5, marks=rule("bpre.tasking.veiled-fever.5")),
        pytest.param("amber-wraith", "aayari", 100, 7, marks=rule("bpre.tasking.amber-wraith.7")),
        pytest.param("perdition-charter", "scorch", 76, 7, marks=rule("bpre.tasking.perdition-charter.7")),
        pytest.param("thorned-reef", "aayari", 125, 4, marks=rule("bpre.tasking.thorned-reef.4")),
        pytest.param("thorned-reef", "scorch", 125, 5, marks=rule("bpre.tasking.thorned-reef.5")),
        pytest.param("usurpers-mandible", "scorch", 101, 5, marks=rule("bpre.tasking.usurpers-mandible.5")),
        pytest.param("carcass-wraith", "scorch", 125, 9, marks=rule("bpre.tasking.carcass-wraith.9")),
    ],
)
def test_enough_points_killed_win_at_once(name, victim, enough, statement):
    killer = "aayari" if victim == "scorch" else "scorch"
    won = after_a_kill(name, victim, enough)
    assert outcome(won) == ((killer,), f"bpre.tasking.{name}.{statement}")
    assert outcome(after_a_kill(name, victim, enough - 1)) is None


@rule("bpre.tasking.7")
@pytest.mark.parametrize(("second", "won"), [(40, True), (39, False)])
def test_casualties_of_several_kills_are_added_up_for_each_side(second, won):
    others = {"scorch-2": at(16, 6), "scorch-3": at(19, 5), "aayari-2": at(16, 10, "second")}
    fields = {"more": (priced("second", second),), "others": others}
    raid = after_a_kill("veiled-fever", "aayari", 60, **fields)
    assert {seat: side.casualties for seat, side in raid.world.sides.items()} == {"scorch": 0, "aayari": 60}
    # A loss of Scorch (25 points) is its own, and adds nothing to those of the Aayari.
    raid.fire("aayari-2", "scorch-2").dice(10, 9)
    assert {seat: side.casualties for seat, side in raid.world.sides.items()} == {"scorch": 25, "aayari": 60}
    raid.fire("scorch-3", "aayari-2").dice(10, 9)
    assert raid.world.sides["aayari"].casualties == 60 + second
    assert outcome(raid) == ((("scorch",), "bpre.tasking.veiled-fever.4") if won else None)


@rule("bpre.tasking.7")
def test_a_unit_of_the_force_counts_at_its_printed_cost():
    units = {"scorch-1": at(12, 6), "aayari-qrf-1": at(12, 10, "victim"), **CORNERS}
    with Raid(units, cards=(priced("victim", 40),)) as raid:
        raid.fire("scorch-1", "aayari-qrf-1").dice(10, 9)
        assert raid.world.sides["aayari"].casualties == 40


@rule("bpre.tasking.4", "bpre.turn.6")
def test_a_goal_counts_as_soon_as_it_is_met_and_ends_the_operation():
    won = after_a_kill("veiled-fever", "aayari", 100)
    assert outcome(won) == (("scorch",), "bpre.tasking.veiled-fever.4")
    # Many could still act in this phase and in this turn; nobody is asked.
    assert won.game.pending == ()
    assert (won.world.turn, won.world.phase) == (1, "direct-fire")
    # Every goal on the card, not the first alone.
    lost = after_a_kill("veiled-fever", "scorch", 100)
    assert outcome(lost) == (("aayari",), "bpre.tasking.veiled-fever.5")
    going_on = after_a_kill("veiled-fever", "aayari", 99)
    assert going_on.asked_to_activate()[0] == "aayari"


@rule("bpre.turn.6", "bpre.tasking.4")
@pytest.mark.parametrize("phase", [DIRECT_FIRE, MANEUVER, FINISHING])
def test_play_stops_at_once_in_whichever_phase_a_player_has_won(phase):
    units = {"scorch-1": at(12, 6), "scorch-2": at(15, 6), "aayari-1": at(12, 8.4, "dear", chits=1),
             "aayari-2": at(15, 8.4)}  # fmt: skip
    with Raid(units, tasking="veiled-fever", phase=phase, cards=(priced("dear", 100),)) as raid:
        if phase == MANEUVER:
            raid.maneuver("scorch-1", shot("aayari-1")).holds("aayari").dice(10, 9)
        else:
            raid.fire("scorch-1", "aayari-1").dice(10, 9)
        assert outcome(raid) == (("scorch",), "bpre.tasking.veiled-fever.4")
        assert (raid.world.turn, raid.world.phase, raid.game.pending) == (1, phase, ())


@rule("bpre.tasking.veiled-fever.6", "bpre.tasking.quivering-briar.6", "bpre.tasking.perdition-charter.8")
@rule("bpre.tasking.usurpers-mandible.6", "bpre.tasking.antler-vine.5", "bpre.tasking.carcass-wraith.10")
def test_some_win_when_the_counter_has_elapsed():
    found = {}
    for name in (
        "veiled-fever",
        "quivering-briar",
        "perdition-charter",
        "usurpers-mandible",
        "antler-vine",
        "carcass-wraith",
    ):
        chosen = {"exit": "north", "exfil": "north", "strongpoint": "1"}
        found[name] = at_the_end(name, {}, chosen=chosen, pieces=WALLS, rooms=[ROOM])
    assert found == {
        "veiled-fever": (("aayari",), "bpre.tasking.veiled-fever.6"),
        "quivering-briar": (("aayari",), "bpre.tasking.quivering-briar.6"),
        "perdition-charter": (("aayari",), "bpre.tasking.perdition-charter.8"),
        "usurpers-mandible": (("aayari",), "bpre.tasking.usurpers-mandible.6"),
        "antler-vine": (("scorch",), "bpre.tasking.antler-vine.5"),
        "carcass-wraith": (("scorch",), "bpre.tasking.carcass-wraith.10"),
    }
    for name in found:
        chosen = {"exit": "north", "exfil": "north", "strongpoint": "1"}
        assert at_the_end(name, {}, turn=6, chosen=chosen, pieces=WALLS, rooms=[ROOM]) is None, name


@rule("bpre.tasking.amber-wraith.8")
def test_amber_wraith_holds_if_fewer_than_100_points_are_lost():
    assert at_the_end("amber-wraith", {}) == (("aayari",), "bpre.tasking.amber-wraith.8")
    raid = after_a_kill("amber-wraith", "aayari", 99, turn=7)
    raid.passes("aayari", "scorch", "scorch", "aayari")
    assert outcome(raid) == (("aayari",), "bpre.tasking.amber-wraith.8")
    lost = replace(raid.world.sides["aayari"], casualties=100)
    world = replace(raid.world, sides={**raid.world.sides, "aayari": lost})
    assert {c.force for c in succeeded(EDITION, world, COUNTER_ELAPSED)} == {"scorch"}
    # On other cards its losses do not matter.
    other = replace(world, tasking="tasking.veiled-fever")
    assert {c.force for c in succeeded(EDITION, other, COUNTER_ELAPSED)} == {"scorch", "aayari"}
    # With 100 lost in the last turn the other side has won before it is over.
    lost = after_a_kill("amber-wraith", "aayari", 100, turn=7)
    assert outcome(lost) == (("scorch",), "bpre.tasking.amber-wraith.7")


@rule("bpre.tasking.thorned-reef.6", "bpre.night-raid.9")
def test_nobody_is_rewarded_if_neither_goal_is_met():
    with Raid(CORNERS, tasking="thorned-reef", phase=FINISHING, turn=7) as raid:
        assert outcome(raid) == ((), "bpre.night-raid.9")
        assert rewards(raid) == ({}, {}, {})
        assert raid.game.state.outcome.scores == {"scorch": 0, "aayari": 0}


@rule("bpre.night-raid.10", "bpre.night-raid.9")
def test_nobody_is_rewarded_if_both_meet_their_goals_in_one_activation():
    caller = replace(TRAINED, key="caller", skills=("glint",))
    cards = (caller, priced("dear", 100, "scorch"), priced("costly", 100))
    units = {
        "scorch-1": at(12, 4, "caller"),
        "scorch-2": at(11, 12, "dear"),
        "aayari-1": at(13, 12, "costly", facing=90),
        **CORNERS,
    }
    fires = {"scorch": ("scoria-rs",)}
    with Raid(units, tasking="veiled-fever", phase=MANEUVER, cards=cards, fires=fires) as raid:
        raid.says("scorch", Maneuver("scorch-1", (CallFires("fires.scoria-rs", 12000, 12000),)))
        assert not raid.alive("scorch-2")
        assert not raid.alive("aayari-1")
        assert outcome(raid) == ((), "bpre.night-raid.10")
        assert raid.world.sides["scorch"].mission_points == raid.world.sides["aayari"].mission_points == 0
    # Not so if one of them alone does, or neither.
    won = after_a_kill("veiled-fever", "aayari", 100)
    assert outcome(won) == (("scorch",), "bpre.tasking.veiled-fever.4")
    assert won.world.sides["scorch"].mission_points == 1
    assert at_the_end("thorned-reef", {}) == ((), "bpre.night-raid.9")


def test_grenades_can_decide_before_anybody_is_activated():
    near = {"scorch-2": at(4, 16), "aayari-2": at(4, 18)}  # they would have fought on
    units = {"aayari-1": at(12, 12, "costly", facing=90), **CORNERS, **near}
    frag = Frag(12000, 10000, "scorch", "scorch-9")
    cards = (priced("costly", 100),)
    with Raid(units, tasking="veiled-fever", phase=FINISHING, cards=cards, frags=(frag,)) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert outcome(raid) == (("scorch",), "bpre.tasking.veiled-fever.4")


# Evergreen Citadel


@rule("bpre.tasking.evergreen-citadel.7")
def test_evergreen_citadel_is_held_when_25_points_of_the_aayari_are_left():
    others = {"aayari-9": at(23, 23, "little", facing=90)}
    won = after_a_kill("evergreen-citadel", "aayari", 60, others=others)
    assert outcome(won) == (("scorch",), "bpre.tasking.evergreen-citadel.7")
    others = {"aayari-9": at(23, 23, "left", facing=90)}
    assert outcome(after_a_kill("evergreen-citadel", "aayari", 60, others=others)) is None


@rule("bpre.tasking.evergreen-citadel.8")
def test_evergreen_citadel_falls_with_its_last_advisor():
    strong = {"aayari-9": at(23, 23, "left", facing=90)}
    kind = "operational-advisor"
    won = after_a_kill("evergreen-citadel", "scorch", 30, kind, strong)
    assert outcome(won) == (("aayari",), "bpre.tasking.evergreen-citadel.8")
    second = {**strong, "scorch-2": at(2, 2, kind, facing=270)}
    assert outcome(after_a_kill("evergreen-citadel", "scorch", 30, kind, second)) is None
    # The death of somebody else decides nothing.
    assert outcome(after_a_kill("evergreen-citadel", "scorch", 30, "assaulter", strong)) is None


@rule("bpre.tasking.evergreen-citadel.8")
@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("left", (("aayari",), "bpre.tasking.evergreen-citadel.8")),
        ("little", (("scorch",), "bpre.tasking.evergreen-citadel.7")),
    ],
)
def test_evergreen_citadel_falls_to_26_points_that_remain_and_not_to_25(last, expected):
    only = {"aayari-1": at(12, 6, last, facing=90), "aayari-9": at(23, 23, place=KILLED)}
    fallen = after_a_kill("evergreen-citadel", "scorch", 30, "operational-advisor", only)
    assert outcome(fallen) == expected


@rule("bpre.tasking.evergreen-citadel.6")
def test_evergreen_citadel_is_held_if_an_advisor_lives_to_the_end():
    many = {"scorch-1": at(4, 4, "operational-advisor"), "aayari-1": at(4, 20, "left", facing=90)}
    cards = (ADVISOR, priced("left", 26))
    found = at_the_end("evergreen-citadel", many, cards=cards)
    assert found == (("scorch",), "bpre.tasking.evergreen-citadel.6")
    without = {**many, "scorch-1": at(4, 4)}
    assert at_the_end("evergreen-citadel", without, cards=cards) == ((), "bpre.night-raid.9")
    # One of two is enough, and not before the counter has elapsed.
    lost = {**many, "scorch-2": at(6, 4, "operational-advisor", place=KILLED)}
    assert at_the_end("evergreen-citadel", lost, cards=cards) == found
    assert at_the_end("evergreen-citadel", many, turn=6, cards=cards) is None


# Quivering Briar


@rule("bpre.tasking.quivering-briar.3", "bpre.tasking.quivering-briar.4", "bpre.tasking.quivering-briar.5")
@rule("bpre.direct-fire.11", "bpre.direct-fire.8")
def test_a_charge_is_set_14_inches_out_and_armed_at_the_end_of_the_turn():
    with Raid({**FAR, "scorch-2": at(8, 13.999), "aayari-2": at(22, 8, facing=0)}, **SOUTH) as raid:
        assert raid.refuses("scorch", Work("scorch-2", "charge")) == "bpre.direct-fire.11"
        raid.says("scorch", Work("scorch-1", "charge"))
        assert raid.refuses("aayari", Work("aayari-2", "charge")) == "bpre.direct-fire.11"
        assert raid.unit("scorch-1").chits == 1
        raid.passes("aayari", "scorch")
        assert outcome(raid) is None
        raid.passes("scorch", "aayari")
        assert outcome(raid) == (("scorch",), "bpre.tasking.quivering-briar.5")


@rule("bpre.tasking.quivering-briar.4", "bpre.direct-fire.11", "bpre.direct-fire.8")
def test_a_charge_is_set_in_the_direct_fire_phase_only():
    with Raid(FAR, phase=MANEUVER, **SOUTH) as raid:
        assert raid.refuses("scorch", Work("scorch-1", "charge")) == "bpre.turn.1"
    # Not whatever it does there: to do nothing, or to shoot, sets none.
    with Raid({**FAR, "aayari-1": at(12, 5, facing=0)}, **SOUTH) as raid:
        raid.says("scorch", Work("scorch-1"))
        raid.passes("aayari", "scorch", "scorch", "aayari")
        assert (outcome(raid), raid.world.turn) == (None, 2)
    with Raid({**FAR, "aayari-1": at(12, 5, facing=0)}, **SOUTH) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        raid.passes("aayari", "scorch", "scorch", "aayari")
        assert (outcome(raid), raid.world.turn) == (None, 2)
    near = {**FAR, "aayari-1": at(12, 11.6, facing=0)}
    with Raid(near, phase=FINISHING, **SOUTH) as raid:
        for what in ("", "charge"):
            assert raid.refuses("scorch", Work("scorch-1", what)) == "bpre.turn.1"
        raid.fire("scorch-1", "aayari-1").dice(1, 1)


@rule("bpre.tasking.quivering-briar.5")
def test_a_charge_is_lost_with_its_unit_or_when_it_moves():
    watch = {"charge": ("scorch-1",)}
    with Raid(FAR, phase=MANEUVER, watch=watch, **SOUTH) as raid:
        raid.maneuver("scorch-1", go((12, 15), facing=270))
        raid.passes("aayari", "scorch")
        assert outcome(raid) is None
        assert raid.world.turn == 2
    with Raid({**FAR, "aayari-1": at(12, 18)}, watch=watch, **SOUTH) as raid:
        raid.passes("scorch")
        raid.fire("aayari-1", "scorch-1").dice(10, 9)
        raid.passes("aayari", "scorch", "aayari")
        assert (outcome(raid), raid.world.turn) == (None, 2)
    # Neither does it count for one who comes back, nor for one who is killed at the very end.
    with Raid(FAR, phase=MANEUVER, watch=watch, **SOUTH) as raid:
        raid.maneuver("scorch-1", go((12, 15), (12, 14), facing=270))
        raid.passes("aayari", "scorch")
        assert (raid.unit("scorch-1").y, outcome(raid), raid.world.turn) == (14000, None, 2)
    near = {**FAR, "scorch-1": at(12, 14, "plain"), "aayari-1": at(12, 16.5)}
    with Raid(near, phase=FINISHING, watch=watch, **SOUTH) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        raid.fire("aayari-1", "scorch-1").dice(6, 6)
        assert (raid.alive("scorch-1"), outcome(raid), raid.world.turn) == (False, None, 2)


# Ways out


@rule("bpre.tasking.perdition-charter.6", "bpre.tasking.usurpers-mandible.4")
def test_enough_points_at_the_edge_win_at_the_end_of_the_finishing_phase():
    for name, edge, count in (("perdition-charter", "exit", 3), ("usurpers-mandible", "exfil", 2)):
        near = {f"scorch-{n}": at(2 + 2 * n, 21) for n in range(count)}
        units = {"scorch-9": at(1, 1), "aayari-9": at(1, 8, facing=180), **near}
        chosen = {edge: "north"}
        with Raid(units, tasking=name, phase=MANEUVER, chosen=chosen) as raid:
            assert outcome(raid) is None
            raid.passes("scorch", "aayari")
            statement = {"perdition-charter": 6, "usurpers-mandible": 4}[name]
            assert outcome(raid) == (("scorch",), f"bpre.tasking.{name}.{statement}")
        short = {**units, "scorch-0": at(2, 20.999)}
        with Raid(short, tasking=name, phase=MANEUVER, chosen=chosen) as raid:
            raid.passes("scorch", "aayari")
            assert (outcome(raid), raid.world.turn) == (None, 2)


@rule("bpre.tasking.perdition-charter.6", "bpre.tasking.usurpers-mandible.4")
@pytest.mark.parametrize(
    ("name", "edge", "enough", "statement"),
    [("perdition-charter", "exit", 75, 6), ("usurpers-mandible", "exfil", 50, 4)],
)
def test_one_point_too_few_at_the_edge_is_not_enough(name, edge, enough, statement):
    for cp, expected in ((enough, (("scorch",), f"bpre.tasking.{name}.{statement}")), (enough - 1, None)):
        units = {"scorch-1": at(12, 21, "out", facing=270), "scorch-2": at(12, 20, facing=270),
                 "aayari-1": at(2, 22, "rich", facing=180)}  # fmt: skip
        cards = (priced("out", cp, "scorch"), priced("rich", 200))
        found = at_the_end(name, units, turn=1, chosen={edge: "north"}, cards=cards)
        assert found == expected


@rule("bpre.tasking.perdition-charter.6", "bpre.tasking.usurpers-mandible.4")
@pytest.mark.parametrize(("name", "edge"), [("perdition-charter", "exit"), ("usurpers-mandible", "exfil")])
def test_who_is_killed_at_the_edge_in_the_finishing_phase_has_not_come_out(name, edge):
    units = {"scorch-1": at(12, 22, "out", facing=270), "aayari-1": at(12, 19.5, facing=90), **CORNERS}
    fields = {"chosen": {edge: "north"}, "cards": (priced("out", 75, "scorch"),), "phase": FINISHING}
    with Raid(units, tasking=name, **fields) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        raid.fire("aayari-1", "scorch-1").dice(6, 6)
        assert (raid.alive("scorch-1"), outcome(raid), raid.world.turn) == (False, None, 2)


# Antler Vine


STRONGPOINT = {"tasking": "antler-vine", "pieces": WALLS, "rooms": [ROOM], "chosen": {"strongpoint": "1"}}


def held(kinds, turn=1):
    """Antler Vine after a turn in which these units of the Aayari never left the strongpoint."""
    inside = {f"aayari-{n}": at(9.8 + 1.4 * n, 12, kind, facing=90) for n, kind in enumerate(kinds, 1)}
    cards = (priced("left", 26), priced("little", 25), priced("one", 1))
    raid = Raid({**CORNERS, **inside}, cards=cards, turn=turn, **STRONGPOINT)
    raid.passes("aayari", "scorch", "aayari", "scorch")
    assert outcome(raid) is not None or raid.world.turn == turn + 1
    return outcome(raid)


@rule("bpre.tasking.antler-vine.6", "bpre.tasking.antler-vine.5")
def test_26_points_in_the_strongpoint_win_and_25_do_not():
    taken = (("aayari",), "bpre.tasking.antler-vine.6")
    assert held(["left"]) == taken
    assert held(["little", "one"]) == taken
    assert held(["little"]) is None
    # In the last turn 25 points there are not too many for Scorch to have held out.
    assert held(["little"], turn=7) == (("scorch",), "bpre.tasking.antler-vine.5")
    assert held(["left"], turn=7) == taken


@rule("bpre.tasking.antler-vine.6")
def test_who_is_inside_in_part_or_leaves_and_comes_back_does_not_count():
    cards = (priced("left", 26),)
    # The walls are a quarter of an inch thick: on the sill of the gap a base is inside in part only.
    for spot, inside in (((12, 8.751), True), ((12, 8.5), False)):
        units = {**CORNERS, "aayari-1": at(*spot, "left", facing=90)}
        with Raid(units, cards=cards, **STRONGPOINT) as raid:
            raid.passes("aayari", "scorch", "aayari", "scorch")
            assert (outcome(raid) is not None, raid.world.turn) == (inside, 1 if inside else 2)
    units = {**CORNERS, "aayari-1": at(12, 10, "left", facing=90)}
    for way, stays in ((((12, 7.4), (12, 10)), False), (((12, 12), (12, 10)), True)):
        with Raid(units, cards=cards, **STRONGPOINT) as raid:
            raid.passes("aayari", "scorch")
            raid.maneuver("aayari-1", go(*way))
            raid.passes("scorch", "aayari")
            assert (raid.unit("aayari-1").x, raid.unit("aayari-1").y) == (12000, 10000)
            assert (outcome(raid) is not None, raid.world.turn) == (stays, 1 if stays else 2)


@rule("bpre.tasking.antler-vine.6")
def test_the_span_ends_with_the_finishing_phase_and_the_dead_do_not_count():
    units = {"scorch-1": at(12, 13), "aayari-1": at(12, 10.5, "left", facing=90), **CORNERS}
    for dice, expected in (((1, 1), (("aayari",), "bpre.tasking.antler-vine.6")), ((10, 9), None)):
        units["scorch-1"] = at(12, 13, facing=270)
        with Raid(units, phase=MANEUVER, watch={"inside-strongpoint": ("aayari-1",)},
                  cards=(priced("left", 26),), **STRONGPOINT) as raid:  # fmt: skip
            raid.passes("aayari", "scorch")
            assert outcome(raid) is None
            raid.passes("aayari") if raid.asked_to_activate()[0] == "aayari" else None
            raid.fire("scorch-1", "aayari-1").dice(*dice)
            assert (outcome(raid), raid.world.turn) == (expected, 1 if expected else 2)


@rule("bpre.tasking.antler-vine.6")
def test_points_that_stay_inside_for_a_turn_win():
    inside = {"aayari-1": at(11, 12, facing=90), "aayari-2": at(13, 12, facing=90)}
    with Raid({**CORNERS, **inside}, **STRONGPOINT) as raid:
        raid.passes("aayari", "scorch", "aayari", "scorch")
        assert outcome(raid) == (("aayari",), "bpre.tasking.antler-vine.6")
    with Raid({**CORNERS, "aayari-1": inside["aayari-1"]}, **STRONGPOINT) as raid:
        raid.passes("aayari", "scorch", "aayari", "scorch")
        assert (outcome(raid), raid.world.turn) == (None, 2)
    late = {**inside, "aayari-2": at(12, 6.5, facing=270)}
    with Raid({**CORNERS, **late}, **STRONGPOINT) as raid:
        raid.passes("aayari", "scorch")
        raid.maneuver("aayari-2", go((12, 10), facing=90))
        raid.passes("scorch", "aayari")
        assert (outcome(raid), raid.world.turn) == (None, 2)


# Carcass Wraith


@rule("bpre.tasking.carcass-wraith.11")
def test_carcass_wraith_is_held_when_every_muhtasib_is_dead():
    fields = {"chosen": {"strongpoint": "1"}, "pieces": WALLS, "rooms": [ROOM]}
    others = {"scorch-1": at(4, 6), "aayari-1": at(4, 8, "muhtasib", facing=90)}
    won = after_a_kill("carcass-wraith", "aayari", 15, "muhtasib", others, **fields)
    assert outcome(won) == (("scorch",), "bpre.tasking.carcass-wraith.11")
    others["aayari-2"] = at(22, 20, "muhtasib", facing=90)
    assert outcome(after_a_kill("carcass-wraith", "aayari", 15, "muhtasib", others, **fields)) is None


@rule("bpre.tasking.carcass-wraith.8", "bpre.tasking.carcass-wraith.11")
def test_a_vest_that_goes_off_inside_the_strongpoint_wins():
    muhtasib = replace(PLAIN, key="muhtasib", skills=("s-vest",))
    fields = {"chosen": {"strongpoint": "1"}, "pieces": WALLS, "rooms": [ROOM], "cards": (muhtasib,)}
    more = {"aayari-2": at(20, 20, "muhtasib", facing=90)}
    for spot, others, expected in (
        (at(12, 12, "muhtasib"), more, (("aayari",), "bpre.tasking.carcass-wraith.8")),
        (at(4, 4, "muhtasib"), more, None),
        # Though it was the last of them:
        (at(12, 12, "muhtasib"), {}, (("aayari",), "bpre.tasking.carcass-wraith.8")),
        (at(12, 7.4, "muhtasib"), more, None),  # before the gap in its wall
        (at(4, 4, "muhtasib"), {}, (("scorch",), "bpre.tasking.carcass-wraith.11")),
    ):
        units = {**CORNERS, "aayari-1": spot, **others}
        with Raid(units, tasking="carcass-wraith", phase=MANEUVER, **fields) as raid:
            raid.says("aayari", Maneuver("aayari-1", (Detonate(),)))
            assert outcome(raid) == expected
    # Only a vest counts, and only one of the Aayari; one after another they count, too.
    units = {**CORNERS, **more, "aayari-1": at(4, 4, "muhtasib"), "aayari-3": at(12, 10, chits=1)}
    units["aayari-2"] = at(12, 12, "muhtasib", facing=90)
    with Raid({**units, "scorch-9": at(1, 1, facing=270)}, tasking="carcass-wraith", phase=MANEUVER,
              **fields) as raid:  # fmt: skip
        raid.says("aayari", Maneuver("aayari-1", (Detonate(),)))
        assert outcome(raid) is None
        raid.passes("scorch")
        raid.says("aayari", Maneuver("aayari-2", (Detonate(),)))
        assert outcome(raid) == (("aayari",), "bpre.tasking.carcass-wraith.8")
    bomber = replace(TRAINED, key="bomber", skills=("s-vest",))
    fields["cards"] = (muhtasib, bomber)
    units |= {"scorch-1": at(10, 12, "bomber"), "aayari-2": at(20, 20, "muhtasib", facing=90)}
    with Raid(units, tasking="carcass-wraith", phase=MANEUVER, **fields) as raid:
        raid.passes("aayari")
        raid.says("scorch", Maneuver("scorch-1", (Detonate(),)))
        assert not raid.alive("scorch-1")
        assert outcome(raid) is None
