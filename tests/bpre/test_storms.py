"""Storms: how far units without a save roll see to attack and how far they move, and cover to cross."""

import pytest

from bpre.raid import Raid, at, go, low, shot, skilled
from firelane.bpre.acts import CallFires
from firelane.bpre.asking import Fire, Maneuver
from firelane.bpre.events import Crossed, StrikeScattered
from firelane.bpre.names import MANEUVER
from firelane.testing.proofs import rule


@pytest.mark.parametrize(
    ("weather", "statement"),
    [
        pytest.param(
            "sandstorm", "bpre.atmospherics.sandstorm.1", marks=rule("bpre.atmospherics.sandstorm.1")
        ),
        pytest.param(
            "blood-rain", "bpre.atmospherics.blood-rain.4", marks=rule("bpre.atmospherics.blood-rain.4")
        ),
    ],
)
def test_without_a_save_units_attack_up_to_twelve_inches(weather, statement):
    # Half an inch of base: 12.5 inches between the centres are 12 to the edge.
    units = {
        "scorch-1": at(12, 2, "plain"),
        "scorch-2": at(10, 2),
        "aayari-1": at(12, 14.5, facing=90),
        "aayari-2": at(14, 14.501, facing=90),
    }
    with Raid(units, atmospherics=weather) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-2")) == statement
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert (raid.attacked().by, raid.attacked().at) == ("scorch-1", "aayari-1")
        raid.passes("aayari")
        # With a save roll there is no limit.
        raid.fire("scorch-2", "aayari-2").dice(1, 1)
        assert raid.attacked().by == "scorch-2"
    units["aayari-1"] = at(12, 14.501, facing=90)
    with Raid(units, atmospherics=weather) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-1")) == statement
    with Raid(units, atmospherics=weather, phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (shot("aayari-1"),))) == statement
        raid.maneuver("scorch-1", go((12, 2.001)), shot("aayari-1")).dice(1, 1)
        assert raid.attacked().by == "scorch-1"
    with Raid(units, atmospherics="clear-skies") as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)


@pytest.mark.parametrize(
    ("weather", "statement"),
    [
        pytest.param(
            "sandstorm", "bpre.atmospherics.sandstorm.1", marks=rule("bpre.atmospherics.sandstorm.1")
        ),
        pytest.param(
            "blood-rain", "bpre.atmospherics.blood-rain.4", marks=rule("bpre.atmospherics.blood-rain.4")
        ),
    ],
)
def test_a_storm_limits_immediate_actions_too(weather, statement):
    for distance, kind, asked in (
        (12.5, "plain", True),
        (12.501, "plain", False),
        (20, "trained", True),
    ):
        units = {"scorch-1": at(12, 2), "aayari-1": at(12, 2 + distance, kind)}
        with Raid(units, phase=MANEUVER, atmospherics=weather) as raid:
            raid.maneuver("scorch-1")
            assert raid.is_asked("aayari", "react") is asked, (distance, kind)
            raid.holds("aayari") if asked else None
    with Raid({"scorch-1": at(12, 2), "aayari-1": at(12, 14.501)}, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1")
        assert raid.is_asked("aayari", "react"), "under clear skies it is seen"
        raid.holds("aayari")


@pytest.mark.parametrize(
    ("weather", "statement"),
    [
        pytest.param(
            "sandstorm", "bpre.atmospherics.sandstorm.2", marks=rule("bpre.atmospherics.sandstorm.2")
        ),
        pytest.param(
            "blood-rain", "bpre.atmospherics.blood-rain.5", marks=rule("bpre.atmospherics.blood-rain.5")
        ),
    ],
)
def test_without_a_save_units_move_four_inches(weather, statement):
    units = {"scorch-1": at(12, 2, "plain"), "scorch-2": at(4, 2), "aayari-1": at(2, 22, facing=90)}
    with Raid(units, phase=MANEUVER, atmospherics=weather) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 6.001)),))) == "bpre.maneuver.3"
        raid.maneuver("scorch-1", go((12, 6)))
        assert raid.unit("scorch-1").y == 6000
        raid.passes("aayari")
        # With a save roll there is no limit but the card's.
        assert raid.refuses("scorch", Maneuver("scorch-2", (go((4, 8.001)),))) == "bpre.maneuver.3"
        raid.maneuver("scorch-2", go((4, 8)))
        assert raid.unit("scorch-2").y == 8000


@pytest.mark.parametrize(
    ("weather", "statement"),
    [
        pytest.param(
            "sandstorm", "bpre.atmospherics.sandstorm.3", marks=rule("bpre.atmospherics.sandstorm.3")
        ),
        pytest.param(
            "blood-rain", "bpre.atmospherics.blood-rain.6", marks=rule("bpre.atmospherics.blood-rain.6")
        ),
    ],
)
def test_cover_is_crossed_with_fifteen(weather, statement):
    units = {"scorch-1": at(12, 6), "aayari-1": at(2, 22, facing=90)}
    for kind in ("trained", "plain"):
        units["scorch-1"] = at(12, 7.2, kind)
        for dice, over in (((7, 7), False), ((8, 7), True), ((10, 10), True)):
            with Raid(units, [low("planter", 8, 8, 8, 1)], phase=MANEUVER, atmospherics=weather) as raid:
                raid.maneuver("scorch-1", go((12, 11))).dice(*dice)
                assert raid.unit("scorch-1").staggered is not over, (kind, dice)
                assert raid.events(Crossed)[0].because[0].rule == statement


@rule("bpre.atmospherics.clear-skies.1")
def test_under_clear_skies_nothing_is_different():
    units = {"scorch-1": at(12, 2, "plain"), "aayari-1": at(12, 22, facing=90, chits=1)}
    planter = [low("planter", 8, 4, 8, 1)]
    with Raid(units, planter, phase=MANEUVER, atmospherics="clear-skies") as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 8.001)),))) == "bpre.maneuver.3"
        raid.maneuver("scorch-1", go((12, 8)), shot("aayari-1")).dice(5, 5).dice(1, 1)
        assert (raid.unit("scorch-1").y, raid.unit("scorch-1").staggered) == (8000, False)
        assert raid.attacked().at == "aayari-1"
    call = CallFires("fires.scoria-rs", target="aayari-1")
    units = {"scorch-1": at(12, 4, "trained+glint"), "aayari-1": at(12, 14, "trained", chits=1)}
    fields = {"cards": [skilled("glint")], "fires": {"scorch": ("scoria-rs",)}, "phase": MANEUVER}
    with Raid(units, atmospherics="clear-skies", **fields) as raid:
        raid.maneuver("scorch-1", call)
        # Neither scattered nor sure: the target saves where it stands.
        assert raid.events(StrikeScattered) == []
        raid.dice(6, 6)
        assert raid.unit("aayari-1").staggered


@rule("bpre.atmospherics.sandstorm.1", "bpre.immediate-action.1")
def test_one_that_comes_nearer_in_a_storm_does_not_come_into_sight_anew():
    # From 12.7 inches between base and centre to 12.1, 12 and 11.7, seen all along.
    units = {"scorch-1": at(12, 2), "aayari-1": at(12, 15.2)}
    for y in (2.6, 2.7, 3):
        with Raid(units, phase=MANEUVER, atmospherics="sandstorm") as raid:
            raid.maneuver("scorch-1", go((12, y)))
            assert not raid.is_asked("aayari", "react")
            assert raid.unit("scorch-1").y == round(1000 * y)
    with Raid(
        {**units, "aayari-1": at(12, 15.2, "trained")}, phase=MANEUVER, atmospherics="sandstorm"
    ) as raid:
        raid.maneuver("scorch-1", go((12, 3)))
        assert raid.is_asked("aayari", "react"), "with a save it can shoot so far"
        raid.holds("aayari")


@rule("bpre.atmospherics.sandstorm.1", "bpre.immediate-action.2")
@pytest.mark.parametrize(("y", "asked"), [(2.6, False), (2.7, True)])
def test_one_that_comes_near_in_a_storm_and_acts_can_be_shot_at_before(y, asked):
    with Raid(
        {"scorch-1": at(12, 2), "aayari-1": at(12, 15.2)}, phase=MANEUVER, atmospherics="sandstorm"
    ) as raid:
        raid.maneuver("scorch-1", go((12, y)), shot("aayari-1"))
        assert raid.is_asked("aayari", "react") is asked
        raid.holds("aayari").dice(1, 1) if asked else raid.dice(1, 1)
