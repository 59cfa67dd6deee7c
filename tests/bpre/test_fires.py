"""Fires Cards and what the weather makes of them."""

import pytest

from bpre.raid import Raid, at, skilled
from firelane.bpre.acts import CallFires
from firelane.bpre.asking import Maneuver, Own, Turned
from firelane.bpre.events import Exploded, Killed, StrikeRolled, StrikeScattered
from firelane.bpre.names import MANEUVER
from firelane.table.things import inches
from firelane.testing.proofs import rule

ENABLER = skilled("glint")
UNITS = {
    "aayari-1": at(12, 4, "trained+glint", facing=90),
    "scorch-1": at(12, 14, chits=1, facing=90),
    "scorch-2": at(18, 14, "plain", chits=1, facing=90),
}
FRIENDS = {**UNITS, "aayari-2": at(13.9, 14), "aayari-3": at(12, 16.4, "trained"), "aayari-4": at(12, 17)}
DRONE = CallFires("fires.fenghuang-918", target="scorch-1")


def strike(units=UNITS, call=DRONE, card="fenghuang-918", **fields):
    raid = Raid(units, phase=MANEUVER, cards=[ENABLER], fires={"aayari": (card,)}, **fields)
    return raid.maneuver("aayari-1", call)


@rule("bpre.fires.fenghuang-918.1")
def test_a_drone_is_aimed_at_a_unit_only():
    with Raid(UNITS, phase=MANEUVER, cards=[ENABLER], fires={"aayari": ("fenghuang-918",)}) as raid:
        point = CallFires("fires.fenghuang-918", inches(12), inches(10))
        assert raid.refuses("aayari", Maneuver("aayari-1", (point,))) == "bpre.fires.fenghuang-918.1"
    # Other Fires Cards are put on points.
    with Raid(UNITS, phase=MANEUVER, cards=[ENABLER], fires={"aayari": ("scoria-rs",)}) as raid:
        point = CallFires("fires.scoria-rs", inches(12), inches(10))
        assert raid.would_refuse("aayari", Maneuver("aayari-1", (point,))) is None
    with strike({**UNITS, "scorch-2": at(13.2, 14, chits=1, facing=90)}) as raid:
        raid.dice(2, 2)
        assert not raid.alive("scorch-1")
        assert raid.alive("scorch-2")


@rule("bpre.fires.fenghuang-918.4", "bpre.fires.fenghuang-918.5")
def test_without_friends_near_the_target_it_strikes_and_the_target_saves_with_one_more():
    with strike() as raid:
        raid.dice(5, 6)
        assert raid.events(StrikeRolled) == []
        assert (raid.saved().total, raid.saved().result) == (12, "staggered")
        assert raid.world.sides["aayari"].fires == ()
        assert [(part.rule, part.value) for part in raid.saved().bonus.modifiers] == [
            ("bpre.fires.fenghuang-918.5", 1)
        ]
    with strike() as raid:
        raid.dice(5, 5)
        assert not raid.alive("scorch-1")
    with strike() as raid:
        raid.dice(10, 9)
        assert not raid.unit("scorch-1").staggered, "20 with the one more"


@rule("bpre.explosions.2")
def test_nothing_is_in_between_where_a_strike_comes_down_on_a_unit():
    call = CallFires("fires.scoria-rs", target="scorch-1")
    with strike({name: UNITS[name] for name in ("aayari-1", "scorch-1")}, call, "scoria-rs") as raid:
        raid.dice(5, 6)
        assert raid.saved().bonus.total == 0
        assert not raid.alive("scorch-1")


@rule("bpre.fires.fenghuang-918.6")
@pytest.mark.parametrize(("faces", "alive"), [((8, 9), False), ((9, 9), True)])
def test_a_target_without_a_save_survives_on_eighteen(faces, alive):
    with strike(call=CallFires("fires.fenghuang-918", target="scorch-2")) as raid:
        assert raid.game.pending[0].dice == (10, 10)
        raid.dice(*faces)
        rolled = raid.events(StrikeRolled)[0]
        assert (rolled.unit, rolled.total, rolled.needs, rolled.passed) == ("scorch-2", sum(faces), 18, alive)
        assert raid.alive("scorch-2") is alive
        assert not raid.unit("scorch-2").staggered


@rule("bpre.fires.fenghuang-918.2")
def test_with_friends_near_the_target_it_finds_it_on_eight():
    with strike(FRIENDS) as raid:
        assert raid.game.pending[0].dice == (10, 10)
        raid.dice(4, 4, 2, 2)
        assert (raid.events(StrikeRolled)[0].total, raid.events(StrikeRolled)[0].passed) == (8, True)
        assert raid.events(StrikeRolled)[0].because[0].rule == "bpre.fires.fenghuang-918.2"
        assert not raid.alive("scorch-1")


@rule("bpre.fires.fenghuang-918.3")
def test_on_seven_it_strikes_a_friend_of_its_players_choice_within_two_inches():
    with strike(FRIENDS) as raid:
        raid.dice(4, 3)
        assert (raid.events(StrikeRolled)[0].total, raid.events(StrikeRolled)[0].passed) == (7, False)
        assert raid.events(StrikeRolled)[0].because[0].rule == "bpre.fires.fenghuang-918.3"
        # From the target's centre to their edges: 1.4 and 1.9 inches; aayari-4 is 2.5 inches off.
        assert raid.asked("aayari").actors == ("aayari-2", "aayari-3")
        assert raid.refuses("aayari", Own("aayari-4")) == "bpre.fires.fenghuang-918.3"
        raid.says("aayari", Own("aayari-3")).dice(5, 6)
        # An ordinary save, without the +1.
        assert raid.saved().total == 11
        assert not raid.alive("aayari-3")
        assert raid.alive("scorch-1")
    with strike(FRIENDS) as raid:
        # Without a save roll it is killed.
        raid.dice(4, 3)
        raid.says("aayari", Own("aayari-2"))
        assert (raid.alive("aayari-2"), raid.alive("scorch-1")) == (False, True)


@rule("bpre.fires.fenghuang-918.3", "bpre.fires.fenghuang-918.4")
def test_own_units_are_in_danger_up_to_two_inches_from_the_target():
    for y, near in ((16.5, True), (16.501, False)):
        with strike({**UNITS, "aayari-2": at(12, y)}) as raid:
            if near:
                raid.dice(5, 3)
            raid.dice(1, 1)
            assert bool(raid.events(StrikeRolled)) is near
            assert not raid.alive("scorch-1")
    # Units of the other side are not.
    with strike({**UNITS, "scorch-2": at(13.2, 14, "plain", chits=1, facing=90)}) as raid:
        raid.dice(1, 1)
        assert raid.events(StrikeRolled) == []


# The weather


@rule("bpre.atmospherics.clear-skies-fires.1", "bpre.atmospherics.clear-skies-fires.2")
def test_under_clear_skies_fires_kill_on_the_point_without_a_save():
    with strike(atmospherics="clear-skies-fires") as raid:
        assert not raid.alive("scorch-1")
        assert raid.events(Killed)[0].because[0].rule == "bpre.atmospherics.clear-skies-fires.1"
    with strike(atmospherics="sandstorm") as raid:
        raid.dice(9, 9)
        assert raid.alive("scorch-1"), "in other weather the target saves"
    near = {**UNITS, "scorch-2": at(14, 14, chits=1, facing=90)}
    call = CallFires("fires.scoria-rs", target="scorch-1")
    with strike(near, call, "scoria-rs", atmospherics="clear-skies") as raid:
        raid.dice(9, 9, 9, 9)
        assert raid.unit("scorch-1").staggered
        assert raid.unit("scorch-2").staggered
    with strike(near, call, "scoria-rs", atmospherics="clear-skies-fires") as raid:
        raid.dice(9, 9)
        assert not raid.alive("scorch-1")
        assert raid.unit("scorch-2").staggered
        assert [event.because[0].rule for event in raid.events(Killed)] == [
            "bpre.atmospherics.clear-skies-fires.1"
        ]
    # Aimed at a point, it is sure for whoever stands upon it, friend or foe, and for nobody beside it.
    point = CallFires("fires.scoria-rs", 12500, 14000)
    for call in (point, CallFires("fires.scoria-rs", 12501, 14000)):
        with strike(near, call, "scoria-rs", atmospherics="clear-skies-fires") as raid:
            raid.dice(9, 9) if call is point else raid.dice(9, 9, 9, 9)
            assert raid.alive("scorch-1") is (call is not point)
            assert raid.alive("scorch-2")
    with strike(FRIENDS, atmospherics="clear-skies-fires") as raid:
        raid.dice(4, 3)
        raid.says("aayari", Own("aayari-3")).dice(9, 9)
        assert raid.unit("aayari-3").staggered


@rule("bpre.atmospherics.sirocco.1", "bpre.atmospherics.sirocco.2")
@rule("bpre.atmospherics.blood-rain.1", "bpre.atmospherics.blood-rain.2")
@pytest.mark.parametrize("weather", ["sirocco", "blood-rain"])
def test_in_haze_an_exploding_strike_scatters_by_two_inches(weather):
    call = CallFires("fires.scoria-rs", target="scorch-1")
    units = {**UNITS, "scorch-2": at(12, 18.6, chits=1, facing=90)}
    with strike(units, call, "scoria-rs", atmospherics=weather) as raid:
        assert raid.asked("aayari").rules == (f"bpre.atmospherics.{weather}.1",)
        raid.says("aayari", Turned(90))
        assert raid.game.pending[0].dice == (10,)
        raid.dice(1, 9, 9, 9, 9)
        assert [cite.rule for cite in raid.events(StrikeScattered)[0].because] == [
            f"bpre.atmospherics.{weather}.1",
            f"bpre.atmospherics.{weather}.2",
        ]
        assert (raid.events(StrikeScattered)[0].x, raid.events(StrikeScattered)[0].y) == (12000, 16000)
        blast = raid.events(Exploded)[0]
        assert (blast.x, blast.y, blast.radius) == (12000, 16000, 3000)
        assert blast.reached == ("scorch-1", "scorch-2")


@rule("bpre.atmospherics.sirocco.3", "bpre.atmospherics.blood-rain.3")
@pytest.mark.parametrize("weather", ["sirocco", "blood-rain"])
def test_in_haze_the_target_of_a_drone_saves_with_six_more_in_all(weather):
    with strike(atmospherics=weather) as raid:
        raid.dice(3, 3)
        assert raid.saved().total == 12
        assert {(part.rule, part.value) for part in raid.saved().bonus.modifiers} == {
            ("bpre.fires.fenghuang-918.5", 1),
            (f"bpre.atmospherics.{weather}.3", 5),
        }
    # Who is struck in its place, and who has no save, gets nothing.
    with strike(FRIENDS, atmospherics=weather) as raid:
        raid.dice(4, 3)
        raid.says("aayari", Own("aayari-3")).dice(5, 6)
        assert raid.saved().total == 11
    with strike(call=CallFires("fires.fenghuang-918", target="scorch-2"), atmospherics=weather) as raid:
        raid.dice(8, 9)
        assert not raid.alive("scorch-2")
