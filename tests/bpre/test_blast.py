"""Explosions, grenades and Fires Cards."""

from bpre.raid import Raid, at, box, door, house, low, skilled
from firelane.bpre.acts import CallFires
from firelane.bpre.asking import Decline, Facings, Maneuver, PlayCard, Throw, Turned
from firelane.bpre.events import DoorUsed, Exploded, FragBounced, RolledOff, SaveRolled
from firelane.bpre.names import FINISHING, MANEUVER
from firelane.bpre.world import Frag
from firelane.table.things import Door, inches
from firelane.testing.proofs import rule

GRENADIER = skilled("frag")
THROWER = {"scorch-1": at(12, 4, "trained+frag"), "aayari-1": at(12, 12), "aayari-2": at(2, 22, facing=90)}


@rule("bpre.direct-fire.9", "bpre.skill.frag.1", "bpre.measuring.4", "bpre.markers.3")
def test_a_grenade_is_thrown_at_a_point_in_los_within_ten_inches():
    with Raid(
        {**THROWER, "scorch-2": at(4, 4), "aayari-1": at(8, 12)},
        [box("wall", 18, 6, 0.5, 6)],
        cards=[GRENADIER],
    ) as raid:
        far = Throw("scorch-1", inches(12), inches(14.1))
        assert raid.refuses("scorch", far) == "bpre.direct-fire.9"
        assert raid.refuses("scorch", Throw("scorch-2", inches(4), inches(8))) == "bpre.direct-fire.9"
        assert raid.refuses("scorch", Throw("scorch-1", inches(12), inches(1))) == "bpre.skill.frag.1"
        raid.says("scorch", Throw("scorch-1", inches(12), inches(14)))
        assert raid.world.frags == (Frag(12000, 14000, "scorch", "scorch-1"),)
        assert raid.unit("scorch-1").chits == 1


@rule("bpre.direct-fire.10", "bpre.frag-detonation.1", "bpre.finishing.1")
def test_it_explodes_at_the_start_of_the_finishing_phase():
    with Raid(THROWER, cards=[GRENADIER]) as raid:
        raid.says("scorch", Throw("scorch-1", inches(12), inches(12)))
        assert raid.events(Exploded) == []
        raid.passes("aayari", "aayari")
        assert raid.game.pending[0].kind == "turn-template"
        assert raid.unit("aayari-1").chits == 0
        raid.says("scorch", Turned(90)).dice(1)
        assert raid.events(Exploded)[0].y == 14000


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
        assert raid.events(Exploded)[0].radius == 2000
        assert raid.events(Exploded)[0].reached == ("aayari-1",)
    with thrown(NEAR, (12, 12)) as raid:
        raid.says("scorch", Turned(90)).dice(6)
        assert (raid.events(FragBounced)[0].x, raid.events(FragBounced)[0].y) == (12000, 10000)


@rule("bpre.frag-detonation.5", "bpre.save.5")
def test_each_affected_unit_saves_or_is_killed():
    units = {**NEAR, "aayari-2": at(12, 15.5, "trained")}
    with thrown(units, (12, 12)) as raid:
        raid.says("scorch", Turned(90)).dice(1, 5, 6)
        assert not raid.alive("aayari-1")
        assert raid.saved().unit == "aayari-2"
        assert not raid.alive("aayari-2")


@rule("bpre.frag-detonation.6")
def test_a_wall_stops_the_bounce_on_the_near_side():
    with thrown(NEAR, (12, 12), [box("wall", 8, 13, 8, 0.25)]) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert 12900 <= raid.events(FragBounced)[0].y < 13000
        assert raid.alive("aayari-1")


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


@rule("bpre.explosions.2")
def test_cover_adds_one_to_the_save_against_a_blast():
    units = {**NEAR, "aayari-1": at(12, 15.5, "trained")}
    with thrown(units, (12, 12), [low("planter", 10, 14.3, 4, 0.4)]) as raid:
        raid.says("scorch", Turned(90)).dice(1, 5, 6)
        assert raid.saved().total == 12
        assert [(p.rule, p.value) for p in raid.saved().bonus.modifiers] == [("bpre.explosions.2", 1)]
        assert raid.unit("aayari-1").staggered
        raid.says("aayari", Facings({"aayari-1": 0})) if raid.is_asked("aayari", "stand-up") else None


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
        assert raid.events(Exploded)[0].reached == ("aayari-1",)
        assert not raid.alive("aayari-1")


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
        assert raid.world.sides["scorch"].fires == ()


@rule("bpre.skill.glint.2", "bpre.glint-and-destroy.2", "bpre.fires.3")
def test_fires_fall_on_outdoor_points_in_los_only_and_only_from_the_hand():
    walls, room = house("1", 9, 12, 6, 6)
    fields = {"phase": MANEUVER, "cards": [ADVISOR]}
    with Raid(CALLED, walls, [room], fires={"scorch": ("scoria-rs",)}, **fields) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (CALL,))) == "bpre.skill.glint.2"
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


@rule("bpre.special.hongbin-jammers.2")
def test_a_tie_lets_the_strike_through():
    with Raid(CALLED, **JAMMED) as raid:
        raid.maneuver("scorch-1", CALL)
        raid.says("aayari", PlayCard("special.hongbin-jammers")).dice(5, 5, 9, 9)
        assert raid.events(Exploded)[0].reached == ("aayari-1", "aayari-2")
    with Raid(CALLED, **JAMMED) as raid:
        raid.maneuver("scorch-1", CALL)
        raid.says("aayari", Decline()).dice(9, 9)
        assert raid.events(RolledOff) == []
