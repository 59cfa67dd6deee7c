"""Explosions, grenades and Fires Cards."""

import math

import pytest

from bpre.raid import Raid, at, box, door, house, low, skilled
from firelane.bpre.acts import CallFires, ThrowFrag
from firelane.bpre.asking import Decline, Facings, Maneuver, PlayCard, Throw, Turned
from firelane.bpre.events import (
    DoorUsed,
    Exploded,
    FragBounced,
    FragThrown,
    Killed,
    PhaseBegan,
    RolledOff,
    SaveRolled,
)
from firelane.bpre.names import FINISHING, MANEUVER
from firelane.bpre.world import Frag
from firelane.table.things import Door, inches
from firelane.testing.proofs import rule

GRENADIER = skilled("frag")
THROWER = {"scorch-1": at(12, 4, "trained+frag"), "aayari-1": at(12, 12), "aayari-2": at(2, 22, facing=90)}


@rule("bpre.direct-fire.9", "bpre.skill.frag.1", "bpre.measuring.4", "bpre.markers.3")
@rule("bpre.direct-fire.10")
def test_a_grenade_is_thrown_at_a_point_in_los_within_ten_inches():
    with Raid(
        {**THROWER, "scorch-2": at(4, 4), "aayari-1": at(8, 12)},
        [box("wall", 18, 6, 0.5, 6)],
        cards=[GRENADIER],
    ) as raid:
        far = Throw("scorch-1", inches(12), inches(14.001))
        assert raid.refuses("scorch", far) == "bpre.direct-fire.9"
        # Six inches across and eight ahead are ten.
        assert raid.would_refuse("scorch", Throw("scorch-1", 6000, 12000)) is None
        assert raid.refuses("scorch", Throw("scorch-1", 5999, 12000)) == "bpre.direct-fire.9"
        assert raid.refuses("scorch", Throw("scorch-2", inches(4), inches(8))) == "bpre.direct-fire.9"
        assert raid.refuses("scorch", Throw("scorch-1", inches(12), inches(1))) == "bpre.skill.frag.1"
        raid.says("scorch", Throw("scorch-1", inches(12), inches(14)))
        assert raid.world.frags == (Frag(12000, 14000, "scorch", "scorch-1"),)
        assert raid.unit("scorch-1").chits == 1
        assert raid.events(FragThrown)[0].unit == "scorch-1"
        # What is done otherwise throws none.
        raid.fire("aayari-1", "scorch-1").dice(1, 1)
        assert len(raid.world.frags) == 1
    # A point behind a wall is not in LOS, and off the battlespace there is none.
    walled = [box("wall", 8, 8, 8, 0.25)]
    with Raid({**THROWER, "scorch-1": at(12, 4, "trained+frag")}, walled, cards=[GRENADIER]) as raid:
        assert raid.refuses("scorch", Throw("scorch-1", inches(12), inches(9))) == "bpre.skill.frag.1"
    with Raid({**THROWER, "scorch-1": at(2, 2, "trained+frag", facing=200)}, cards=[GRENADIER]) as raid:
        assert raid.refuses("scorch", Throw("scorch-1", -1, inches(1))) == "bpre.direct-fire.9"


@rule("bpre.direct-fire.9", "bpre.intervention.frag-out.1", "bpre.skill.frag.1")
@pytest.mark.parametrize(
    ("place", "to", "allowed"),
    [
        (at(12, 4, facing=270), (12000, 0), True),
        (at(12, 4, facing=270), (12000, -1), False),
        (at(12, 20), (12000, 24000), True),
        (at(12, 20), (12000, 24001), False),
        (at(4, 12, facing=180), (0, 12000), True),
        (at(4, 12, facing=180), (-1, 12000), False),
        (at(20, 12, facing=0), (24000, 12000), True),
        (at(20, 12, facing=0), (24001, 12000), False),
    ],
)
def test_a_grenade_lands_on_the_battlespace_up_to_its_edges(place, to, allowed):
    units = {"scorch-1": {**place, "kind": "trained+frag"}, "aayari-1": at(1, 1)}
    with Raid(units, cards=[GRENADIER]) as raid:
        refused = raid.would_refuse("scorch", Throw("scorch-1", *to))
        assert refused == (None if allowed else "bpre.direct-fire.9")
        behind = Throw("scorch-1", 24000 - to[0], 24000 - to[1])
        near = Throw("scorch-1", (place["x"] * 6 - 12000) // 5, (place["y"] * 6 - 12000) // 5)
        assert raid.would_refuse("scorch", behind) == "bpre.direct-fire.9"
        assert raid.would_refuse("scorch", near) is None
    units["aayari-1"]["chits"] = 1
    fields = {"phase": MANEUVER, "hands": {"scorch": ("frag-out",)}, "cards": [GRENADIER]}
    with Raid(units, **fields) as raid:
        thrown = Maneuver("scorch-1", (ThrowFrag(*to),), ("intervention.frag-out",))
        refused = raid.would_refuse("scorch", thrown)
        assert refused == (None if allowed else "bpre.intervention.frag-out.1")


@rule("bpre.direct-fire.10", "bpre.frag-detonation.1", "bpre.finishing.1")
def test_it_explodes_at_the_start_of_the_finishing_phase():
    with Raid(THROWER, cards=[GRENADIER]) as raid:
        raid.says("scorch", Throw("scorch-1", inches(12), inches(12)))
        assert raid.events(Exploded) == []
        raid.passes("aayari", "aayari")
        assert raid.game.pending[0].kind == "turn-template"
        # In the Finishing Phase, before the chits are set and before anybody is activated.
        assert raid.events(PhaseBegan)[-1].phase == FINISHING
        assert raid.unit("aayari-1").chits == 0
        assert not raid.is_asked("aayari")
        raid.says("scorch", Turned(90)).dice(1)
        assert raid.events(Exploded)[0].y == 14000
        assert raid.world.frags == ()


@rule("bpre.markers.3")
def test_a_chit_lies_where_a_grenade_was_thrown_until_a_die_says_where_it_goes_off():
    units = {
        "scorch-1": at(12, 4, "trained+frag"),
        "scorch-2": at(16, 4, "trained+frag"),
        "aayari-1": at(2, 22, facing=90),
    }
    with Raid(units, cards=[GRENADIER]) as raid:
        raid.says("scorch", Throw("scorch-1", 12000, 11000)).passes("aayari")
        raid.says("scorch", Throw("scorch-2", 16000, 12000)).passes("aayari")
        assert [(frag.x, frag.y) for frag in raid.world.frags] == [(12000, 11000), (16000, 12000)]
        raid.says("scorch", Turned(90)).dice(1)
        assert [(frag.x, frag.y) for frag in raid.world.frags] == [(16000, 12000)]
        raid.says("scorch", Turned(0)).dice(1)
        assert raid.world.frags == ()
        assert [(one.x, one.y) for one in raid.events(Exploded)] == [(12000, 13000), (18000, 12000)]


@rule("bpre.frag-detonation.1", "bpre.frag-detonation.3")
def test_all_frag_chits_detonate_in_the_order_in_which_they_were_placed():
    units = {"scorch-1": at(4, 4, facing=270), "aayari-1": at(12, 22, facing=90)}
    chits = (Frag(12000, 12000, "scorch", "scorch-1"), Frag(4000, 16000, "aayari", "aayari-1"))
    with Raid(units, phase=FINISHING, frags=chits) as raid:
        assert (raid.asked("scorch").x, raid.asked("scorch").y) == (12000, 12000)
        raid.says("scorch", Turned(0))
        assert raid.game.pending[0].roller == "scorch"
        raid.dice(1)
        # Who threw it turns the template.
        assert (raid.asked("aayari").x, raid.asked("aayari").y) == (4000, 16000)
        raid.says("aayari", Turned(90)).dice(1)
        assert [(one.x, one.y) for one in raid.events(Exploded)] == [(14000, 12000), (4000, 18000)]
        assert raid.world.frags == ()
        assert raid.world.turn == 2, "and then the phase goes on as usual"


def thrown(units, frag, pieces=(), **fields):
    chit = Frag(inches(frag[0]), inches(frag[1]), "scorch", "scorch-1")
    return Raid(units, pieces, phase=FINISHING, frags=(chit,), **fields)


NEAR = {
    "scorch-1": at(4, 4, facing=270),
    "aayari-1": at(12, 14),
    "aayari-2": at(12, 16.6),
    "aayari-3": at(2, 22),
}


@rule(
    "bpre.frag-detonation.2",
    "bpre.frag-detonation.3",
    "bpre.frag-detonation.4",
    "bpre.radial-effect-template.1",
)
def test_it_bounces_two_inches_in_the_direction_of_the_die_and_explodes_there():
    with thrown(NEAR, (12, 12)) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert (raid.events(FragBounced)[0].x, raid.events(FragBounced)[0].y) == (12000, 14000)
        assert raid.events(FragBounced)[0].because[0].rule == "bpre.frag-detonation.3"
        assert raid.events(Exploded)[0].radius == 2000
        assert raid.events(Exploded)[0].reached == ("aayari-1",)
    with thrown(NEAR, (12, 12)) as raid:
        raid.says("scorch", Turned(90)).dice(6)
        assert (raid.events(FragBounced)[0].x, raid.events(FragBounced)[0].y) == (12000, 10000)


@rule("bpre.frag-detonation.2", "bpre.frag-detonation.3", "bpre.radial-effect-template.1")
def test_ten_spots_lie_at_equal_distances_round_the_chit_as_the_template_is_turned():
    spots = set()
    for turned in (0, 50):
        for face in range(1, 11):
            with thrown(NEAR, (12, 12)) as raid:
                raid.says("scorch", Turned(turned))
                assert raid.game.pending[0].dice == (10,)
                raid.dice(face)
                found = raid.events(FragBounced)[0]
                assert abs(math.dist((found.x, found.y), (12000, 12000)) - 2000) <= 1
                bearing = math.degrees(math.atan2(found.y - 12000, found.x - 12000)) % 360
                spots.add((turned, round(bearing)))
    for turned in (0, 50):
        bearings = sorted(bearing for at_turn, bearing in spots if at_turn == turned)
        assert bearings == sorted((turned + 36 * n) % 360 for n in range(10))


@rule("bpre.frag-detonation.2")
def test_a_template_is_turned_by_whole_degrees_before_the_roll():
    with thrown(NEAR, (12, 12)) as raid:
        assert [request.kind for request in raid.game.pending] == ["turn-template"]
        for wrong in (-1, 360):
            assert raid.refuses("scorch", Turned(wrong)) == "bpre.frag-detonation.2"
        raid.says("scorch", Turned(359)).dice(1)
        assert len(raid.events(FragBounced)) == 1


@rule("bpre.frag-detonation.4", "bpre.measuring.6")
def test_a_grenade_reaches_bases_up_to_two_inches_from_where_it_explodes():
    # Its centre lies at (12, 14): 2.5 inches to the centre of a base are two to its edge.
    for y, reached in ((16.5, ("aayari-1",)), (16.51, ())):
        with thrown({**NEAR, "aayari-1": at(12, y), "aayari-2": at(22, 22)}, (12, 12)) as raid:
            raid.says("scorch", Turned(90)).dice(1)
            assert raid.events(Exploded)[0].reached == reached


@rule("bpre.frag-detonation.5", "bpre.save.5")
def test_each_affected_unit_saves_or_is_killed():
    units = {**NEAR, "aayari-2": at(12, 15.5, "trained")}
    with thrown(units, (12, 12)) as raid:
        raid.says("scorch", Turned(90)).dice(1, 5, 6)
        assert not raid.alive("aayari-1")
        assert raid.saved().unit == "aayari-2"
        assert not raid.alive("aayari-2")
        assert len(raid.events(SaveRolled)) == 1
        assert [event.unit for event in raid.events(Killed)] == ["aayari-1", "aayari-2"]
    # One that saves stays, staggered or not; friends of the thrower are not spared.
    units["scorch-2"] = at(13.5, 14, "plain")
    with thrown(units, (12, 12)) as raid:
        raid.says("scorch", Turned(90)).dice(1, 10, 10)
        assert (raid.alive("aayari-2"), raid.unit("aayari-2").staggered) == (True, False)
        assert not raid.alive("scorch-2")


@rule("bpre.frag-detonation.6", "bpre.frag-detonation.3")
def test_a_wall_stops_the_bounce_on_the_near_side():
    with thrown(NEAR, (12, 12), [box("wall", 8, 13, 8, 0.25)]) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert 12900 <= raid.events(FragBounced)[0].y < 13000
        assert raid.events(FragBounced)[0].wall == "wall"
        assert raid.events(FragBounced)[0].because[0].rule == "bpre.frag-detonation.6"
        assert raid.events(Exploded)[0].y == raid.events(FragBounced)[0].y
        assert raid.events(Exploded)[0].radius == 2000
        assert raid.alive("aayari-1")
    # From the other side it stops on the other side; where no wall stands between it flies on.
    with thrown(NEAR, (12, 14), [box("wall", 8, 13, 8, 0.25)]) as raid:
        raid.says("scorch", Turned(270)).dice(1)
        assert 13250 < raid.events(FragBounced)[0].y <= 13350
    with thrown(NEAR, (12, 12), [box("wall", 8, 14.1, 8, 0.25)]) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert (raid.events(FragBounced)[0].y, raid.events(FragBounced)[0].wall) == (14000, "")
        assert raid.events(FragBounced)[0].because[0].rule == "bpre.frag-detonation.3"
    with thrown(NEAR, (12, 12), [low("planter", 8, 13, 8, 0.5)]) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert raid.events(FragBounced)[0].y == 14000, "waist-high cover is no wall"


@rule("bpre.explosions.1", "bpre.battlespace.wall.2", "bpre.measuring.6")
def test_a_blast_reaches_bases_in_the_radius_with_los_from_its_centre():
    units = {
        "scorch-1": at(4, 4, facing=270),
        "aayari-1": at(12, 16.4),
        "aayari-2": at(12, 16.6),
        "aayari-3": at(10, 14),
    }
    units["aayari-2"] = at(14.6, 14)
    with thrown(units, (12, 12), [box("wall", 10.9, 13, 0.25, 2)]) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        # The edge of aayari-1 is 1.9 inches off, that of aayari-2 2.1; a wall stands before aayari-3.
        assert raid.events(Exploded)[0].reached == ("aayari-1",)
    with thrown({**units, "aayari-4": at(13, 13, facing=90)}, (12, 12)) as raid:
        # Without the wall all that are near enough, but not the one that is too far.
        raid.says("scorch", Turned(90)).dice(1)
        assert raid.events(Exploded)[0].reached == ("aayari-1", "aayari-3", "aayari-4")


@rule("bpre.explosions.2")
def test_cover_adds_one_to_the_save_against_a_blast():
    units = {**NEAR, "aayari-1": at(12, 15.5, "trained")}
    with thrown(units, (12, 12), [low("planter", 10, 14.3, 4, 0.4)]) as raid:
        raid.says("scorch", Turned(90)).dice(1, 5, 6)
        assert raid.saved().total == 12
        assert [(p.rule, p.value) for p in raid.saved().bonus.modifiers] == [("bpre.explosions.2", 1)]
        assert raid.unit("aayari-1").staggered
        raid.says("aayari", Facings({"aayari-1": 0})) if raid.is_asked("aayari", "stand-up") else None
    with thrown(units, (12, 12)) as raid:
        raid.says("scorch", Turned(90)).dice(1, 5, 6)
        assert (raid.saved().total, raid.alive("aayari-1")) == (11, False)
    # Without a save roll cover does not help.
    with thrown(NEAR, (12, 12), [low("planter", 10, 14.6, 4, 0.2)]) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert not raid.alive("aayari-1")


@rule("bpre.explosions.3", "bpre.explosions.4")
def test_doors_in_the_blast_are_destroyed_and_it_goes_on_through_them():
    wall = [
        box("left", 0, 15, 11, 0.25),
        door("door", 11, 15, 2, 0.25, Door.CLOSED),
        box("right", 13, 15, 11, 0.25),
    ]
    units = {**NEAR, "aayari-1": at(12, 16), "aayari-2": at(18, 20)}
    with thrown(units, (12, 12), wall) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert raid.events(DoorUsed)[0].state == "destroyed"
        assert raid.world.doors == {"door": "destroyed"}
        assert raid.events(Exploded)[0].reached == ("aayari-1",)
        assert not raid.alive("aayari-1")
    # What is gone is not destroyed again.
    with thrown(units, (12, 12), wall, doors={"door": "destroyed"}) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert raid.events(DoorUsed) == []
        assert raid.events(Exploded)[0].reached == ("aayari-1",)
    # Every door of several, and not only where the first of all stands beyond the radius.
    far, one, two = (
        door(name, x, y, 1, 0.25) for name, x, y in (("far", 2, 2), ("a", 11, 15), ("b", 12, 15))
    )
    for hung, gone in (((far, one, two), ["a", "b"]), ((one, far), ["a"]), ((far,), [])):
        with thrown({**NEAR, "aayari-1": at(2, 20)}, (12, 12), hung) as raid:
            raid.says("scorch", Turned(90)).dice(1)
            assert [event.door for event in raid.events(DoorUsed)] == gone
    # Open or closed, partly inside is enough, and one beyond the radius stands.
    for y, gone in ((15.99, True), (16.01, False)):
        for state in (Door.OPEN, Door.CLOSED):
            hung = [door("door", 11, y, 2, 0.25, state)]
            with thrown({**NEAR, "aayari-1": at(18, 20), "aayari-2": at(20, 20)}, (12, 12), hung) as raid:
                raid.says("scorch", Turned(90)).dice(1)
                assert (raid.world.doors == {"door": "destroyed"}) is gone


# Fires Cards


ADVISOR = skilled("glint")
CALLED = {
    "scorch-1": at(12, 4, "trained+glint"),
    "aayari-1": at(12, 14, chits=1),
    "aayari-2": at(12, 16.9, "trained", chits=1),
    "aayari-3": at(2, 22, facing=90),
}
CALL = CallFires("fires.scoria-rs", target="aayari-1")


@rule(
    "bpre.fires.scoria-rs.1",
    "bpre.fires.scoria-rs.2",
    "bpre.fires.1",
    "bpre.skill.glint.1",
    "bpre.glint-and-destroy.1",
)
def test_scoria_explodes_with_three_inches():
    with Raid(CALLED, phase=MANEUVER, cards=[ADVISOR], fires={"scorch": ("scoria-rs",)}) as raid:
        raid.maneuver("scorch-1", CALL).dice(2, 2)
        assert raid.events(Exploded)[0].radius == 3000
        assert raid.events(Exploded)[0].reached == ("aayari-1", "aayari-2")
        assert len(raid.events(SaveRolled)) == 1
        assert not raid.alive("aayari-1")
        assert raid.world.sides["scorch"].fires == ()
        assert raid.world.sides["scorch"].discarded == ("fires.scoria-rs",)


@rule("bpre.fires.scoria-rs.1", "bpre.fires.scoria-rs.2")
def test_scoria_reaches_friend_and_foe_up_to_three_inches_round_a_unit_or_a_point():
    for call in (CALL, CallFires("fires.scoria-rs", inches(12), inches(14))):
        units = {**CALLED, "aayari-2": at(12, 17.5, "trained", chits=1), "scorch-2": at(8.5, 14, "plain")}
        units["aayari-3"] = at(15.51, 14, facing=90)
        with Raid(units, phase=MANEUVER, cards=[ADVISOR], fires={"scorch": ("scoria-rs",)}) as raid:
            raid.maneuver("scorch-1", call)
            raid.holds("aayari") if raid.is_asked("aayari", "react") else None
            raid.dice(9, 9)
            assert set(raid.events(Exploded)[0].reached) == {"scorch-2", "aayari-1", "aayari-2"}
            assert [raid.alive(name) for name in ("scorch-2", "aayari-1", "aayari-2", "aayari-3")] == [
                False,
                False,
                True,
                True,
            ]


@rule("bpre.skill.glint.2", "bpre.glint-and-destroy.2", "bpre.fires.3")
def test_fires_fall_on_outdoor_points_in_los_only_and_only_from_the_hand():
    walls, room = house("1", 9, 12, 6, 6)
    fields = {"phase": MANEUVER, "cards": [ADVISOR]}
    with Raid(CALLED, walls, [room], fires={"scorch": ("scoria-rs",)}, **fields) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (CALL,))) == "bpre.skill.glint.2"
        # Neither a unit nor a point indoors, nor one out of LOS: behind the house.
        indoors = CallFires("fires.scoria-rs", inches(12), inches(13))
        assert raid.refuses("scorch", Maneuver("scorch-1", (indoors,))) == "bpre.skill.glint.2"
        hidden = CallFires("fires.scoria-rs", inches(14.5), inches(20))
        assert raid.refuses("scorch", Maneuver("scorch-1", (hidden,))) == "bpre.skill.glint.1"
        raid.maneuver("scorch-1", CallFires("fires.scoria-rs", inches(12), inches(8)))
        assert raid.events(Exploded)[0].y == 8000
    with Raid(CALLED, **fields) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (CALL,))) == "bpre.fires.3"


JAMMED = {
    "phase": MANEUVER,
    "cards": [ADVISOR],
    "fires": {"scorch": ("scoria-rs",)},
    "specials": {"aayari": ("hongbin-jammers",)},
}


@rule("bpre.special.hongbin-jammers.1", "bpre.special.hongbin-jammers.3")
def test_jammers_that_roll_higher_undo_the_strike():
    with Raid(CALLED, **JAMMED) as raid:
        raid.maneuver("scorch-1", CALL)
        raid.says("aayari", PlayCard("special.hongbin-jammers")).dice(6, 5)
        assert not raid.events(RolledOff)[0].holds
        assert raid.events(Exploded) == []
        assert raid.world.sides["scorch"].fires == ()
        assert raid.world.sides["aayari"].specials == ()


@rule("bpre.special.hongbin-jammers.2", "bpre.special.hongbin-jammers.1", "bpre.special.hongbin-jammers.3")
def test_a_tie_lets_the_strike_through():
    with Raid(CALLED, **JAMMED) as raid:
        raid.maneuver("scorch-1", CALL)
        raid.says("aayari", PlayCard("special.hongbin-jammers")).dice(5, 5, 9, 9)
        assert raid.events(Exploded)[0].reached == ("aayari-1", "aayari-2")
    with Raid(CALLED, **JAMMED) as raid:
        raid.maneuver("scorch-1", CALL)
        raid.says("aayari", Decline()).dice(9, 9)
        assert raid.events(RolledOff) == []
        assert raid.events(Exploded)[0].reached == ("aayari-1", "aayari-2")
    with Raid(CALLED, **JAMMED) as raid:
        raid.maneuver("scorch-1", CALL)
        raid.says("aayari", PlayCard("special.hongbin-jammers"))
        assert raid.game.pending[0].dice == (10, 10), "one die for each"
        raid.dice(5, 6, 9, 9)
        assert raid.events(RolledOff)[0].rolls == {"aayari": 5, "scorch": 6}
        assert len(raid.events(Exploded)) == 1
