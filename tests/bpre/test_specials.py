"""Special Intervention Cards, each in its own timing."""

import pytest
from msgspec.structs import replace

from bpre.raid import Raid, at, door, go, house, low, shot, skilled, use
from firelane.bpre.acts import CallFires, Detonate
from firelane.bpre.asking import Acts, Fire, Maneuver, Placement, PlayCard, Support
from firelane.bpre.cards import AFTER_QRF_ROLL, FIRES_CALLED, PHASE_BEGINS, VEST_DECLARED, Card, fitting
from firelane.bpre.edition import EDITION
from firelane.bpre.events import (
    AttackRolled,
    CardTaken,
    Detonated,
    DoorUsed,
    Exploded,
    Killed,
    RolledOff,
    Succeeded,
    UnitPlaced,
    Used,
)
from firelane.bpre.frames import Subject
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER, SEATS, other
from firelane.bpre.world import TEAM
from firelane.bpre.zones import Zone
from firelane.core.views import view
from firelane.testing.proofs import rule

CALM = {"scorch-1": at(12, 4), "aayari-1": at(12, 20, facing=90)}
SHURTA = replace(skilled(base="plain"), key="shurta")
SCORCH = {"wide-band-jammers", "seize-the-initiative"}
AAYARI = {"hongbin-jammers", "tunnel-rats"}


def special(name):
    return f"special.{name}"


def with_special(name, units=CALM, seat="scorch", **fields):
    return Raid(units, specials={seat: (name,)}, **fields)


@rule("bpre.special.2")
def test_four_cards_are_of_one_faction_and_seven_of_both():
    found = {key: EDITION.data(key, Card).factions for key in EDITION.entries if key.startswith("special.")}
    assert {key for key, factions in found.items() if factions == ("scorch",)} == set(map(special, SCORCH))
    assert {key for key, factions in found.items() if factions == ("aayari",)} == set(map(special, AAYARI))
    assert sum(factions == SEATS for factions in found.values()) == 7


@rule("bpre.special.2", "bpre.intervention.1", "bpre.intervention.2")
def test_a_card_of_one_faction_is_no_use_to_the_other():
    moments = {
        "wide-band-jammers": (VEST_DECLARED, "scorch"),
        "seize-the-initiative": (AFTER_QRF_ROLL, "scorch"),
        "hongbin-jammers": (FIRES_CALLED, "aayari"),
        "courtesy-burn": (PHASE_BEGINS, "scorch", "aayari"),
        "give-peace-a-chance": (PHASE_BEGINS, "scorch", "aayari"),
    }
    hands = dict.fromkeys(SEATS, ("hasty-ambush",))
    for name, (moment, *able) in moments.items():
        for seat in SEATS:
            raid = with_special(name, seat=seat, hands=hands, phase=DIRECT_FIRE)
            subject = Subject(by=other(seat), occasion=DIRECT_FIRE)
            offered = special(name) in fitting(EDITION, raid.world, seat, moment, subject)
            assert offered is (seat in able), (name, seat)


@rule("bpre.special.wide-band-jammers.1", "bpre.special.hongbin-jammers.1")
@rule("bpre.special.seize-the-initiative.1")
@pytest.mark.parametrize(
    ("name", "seat", "moment"),
    [
        ("wide-band-jammers", "scorch", VEST_DECLARED),
        ("hongbin-jammers", "aayari", FIRES_CALLED),
        ("seize-the-initiative", "scorch", AFTER_QRF_ROLL),
    ],
)
def test_jammers_and_initiative_answer_what_the_opponent_does(name, seat, moment):
    raid = with_special(name, seat=seat)
    for by in SEATS:
        found = fitting(EDITION, raid.world, seat, moment, Subject(by=by))
        assert found == ((special(name),) if by != seat else ())


@rule("bpre.special.1", "bpre.cards.2")
def test_a_special_card_is_gone_after_use():
    with with_special("give-peace-a-chance") as raid:
        raid.plays("scorch", special("give-peace-a-chance"))
        assert raid.world.sides["scorch"].specials == ()
        assert raid.world.sides["scorch"].discarded == (special("give-peace-a-chance"),)


# Against vests and strikes

BOMBER = {"scorch-1": at(12, 8.4, chits=1), "aayari-1": at(12, 6, "plain+s-vest")}
VEST = [skilled("s-vest", base="plain")]


def jammed(units=BOMBER, **fields):
    raid = with_special("wide-band-jammers", units, phase=MANEUVER, cards=VEST, **fields)
    return raid.maneuver("aayari-1", Detonate())


@rule("bpre.special.wide-band-jammers.1", "bpre.special.wide-band-jammers.3", "bpre.save.2")
def test_jammers_that_roll_higher_keep_the_vest_from_going_off_this_turn():
    with jammed() as raid:
        raid.plays("scorch", special("wide-band-jammers")).dice(7, 6)
        assert raid.events(RolledOff)[0].rolls == {"scorch": 7, "aayari": 6}
        assert raid.events(Detonated) == []
        assert raid.alive("aayari-1")
        assert [(one.unit, one.what) for one in raid.events(Used)] == [("aayari-1", "jammed")]
    units = {**BOMBER, "aayari-1": at(12, 6, "plain+s-vest", used=("jammed",))}
    with Raid(units, phase=MANEUVER, cards=VEST) as raid:
        again = Maneuver("aayari-1", (Detonate(),))
        assert raid.refuses("aayari", again) == "bpre.special.wide-band-jammers.3"
    # In the next turn it may.
    with Raid({**units, "scorch-1": at(2, 2, facing=270)}, phase=MANEUVER, cards=VEST) as raid:
        raid.passes("scorch", "aayari")
        assert raid.world.turn == 2
        raid.passes("scorch", "aayari", "scorch")
        raid.maneuver("aayari-1", Detonate())
        assert len(raid.events(Detonated)) == 1


@rule("bpre.special.wide-band-jammers.2", "bpre.special.wide-band-jammers.3")
def test_a_tie_sets_the_vest_off():
    with jammed() as raid:
        raid.plays("scorch", special("wide-band-jammers")).dice(6, 6, 9, 9)
        assert len(raid.events(Detonated)) == 1
        assert raid.unit("scorch-1").staggered
    with jammed() as raid:
        raid.plays("scorch", special("wide-band-jammers"))
        assert raid.game.pending[0].dice == (10, 10), "one die for each"
        raid.dice(6, 7, 9, 9)
        assert len(raid.events(Detonated)) == 1


@rule("bpre.special.wide-band-jammers.1", "bpre.special.wide-band-jammers.3")
def test_jammers_need_not_be_used():
    with jammed() as raid:
        raid.declines("scorch").dice(9, 9)
        assert raid.events(RolledOff) == []
        assert len(raid.events(Detonated)) == 1


@rule("bpre.special.wide-band-jammers.1")
def test_jammers_are_for_scorch_against_the_vests_of_the_opponent():
    units = {"scorch-1": at(12, 8.4, "plain+s-vest"), "aayari-1": at(2, 22, facing=90)}
    for seat in SEATS:
        with with_special("wide-band-jammers", units, seat, phase=MANEUVER, cards=VEST) as raid:
            raid.maneuver("scorch-1", Detonate())
            assert len(raid.events(Detonated)) == 1


@rule("bpre.special.wide-band-jammers.3", "bpre.intervention.front-towards-enemy.1", "bpre.save.2")
def test_a_vest_jammed_while_its_wearer_dies_only_kills_nobody_else():
    units = {"scorch-1": at(12, 6), "scorch-2": at(14, 12), "aayari-1": at(12, 12, "trained+s-vest")}
    fields = {"cards": [skilled("s-vest")], "hands": {"aayari": ("front-towards-enemy",)}}
    with with_special("wide-band-jammers", units, **fields) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6)
        raid.plays("aayari", "intervention.front-towards-enemy").dice(2, 2)
        raid.plays("scorch", special("wide-band-jammers")).dice(9, 2)
        assert not raid.alive("aayari-1")
        assert raid.events(Exploded) == []
        assert raid.world.sides["aayari"].casualties == 25
        assert raid.events(Killed)[0].because[0].rule == "bpre.save.2"


@rule("bpre.special.hongbin-jammers.1")
def test_hongbin_jammers_do_not_answer_ones_own_strike():
    units = {"aayari-1": at(12, 4, "trained+glint", facing=90), "scorch-1": at(12, 14, chits=1)}
    fields = {"phase": MANEUVER, "cards": [skilled("glint")], "fires": {"aayari": ("scoria-rs",)}}
    with with_special("hongbin-jammers", units, "aayari", **fields) as raid:
        raid.maneuver("aayari-1", CallFires("fires.scoria-rs", target="scorch-1")).dice(2, 2)
        assert raid.events(RolledOff) == []


def test_seize_the_initiative_fits_after_the_qrf_roll_of_the_opponent():
    with with_special("seize-the-initiative") as raid:
        for by, cards in (("aayari", (special("seize-the-initiative"),)), ("scorch", ())):
            assert fitting(EDITION, raid.world, "scorch", AFTER_QRF_ROLL, Subject(by=by)) == cards


# Before Direct Fire


@rule("bpre.special.tunnel-rats.1", "bpre.special.tunnel-rats.2")
def test_tunnel_rats_put_four_shurta_into_one_structure_without_an_opponent():
    one, room = house("1", 2, 8, 6, 6)
    two, den = house("2", 14, 8, 6, 6)
    units = {"scorch-1": at(5, 11), "aayari-1": at(12, 20, facing=90)}
    fields = {"pieces": (*one, *two), "rooms": (room, den), "cards": [SHURTA], "turn": 3}
    with with_special("tunnel-rats", units, "aayari", **fields) as raid:
        assert raid.refuses("aayari", PlayCard(special("tunnel-rats"), "1")) == "bpre.special.tunnel-rats.2"
        raid.plays("aayari", special("tunnel-rats"), "2")
        rats = tuple(f"aayari-{n}" for n in (2, 3, 4, 5))
        assert raid.asked("aayari").actors == rats
        outside = Placement({name: (10000 + 1200 * n, 3000, 90) for n, name in enumerate(rats)})
        assert raid.refuses("aayari", outside) == "bpre.special.tunnel-rats.2"
        inside = {name: (15000 + 1100 * n, 11000, 90) for n, name in enumerate(rats)}
        few = dict(list(inside.items())[:3])
        assert raid.refuses("aayari", Placement(few)) == "bpre.setup.1"
        raid.says("aayari", Placement(inside))
        assert [raid.unit(name).kind for name in rats] == ["shurta"] * 4
        assert {raid.unit(name).chits for name in rats} == {0}
        assert raid.asked_to_activate()[:2] == ("scorch", DIRECT_FIRE)


@rule("bpre.special.tunnel-rats.2")
def test_tunnel_rats_are_not_offered_without_a_free_structure():
    walls, room = house("1", 2, 8, 6, 6)
    units = {"scorch-1": at(5, 11), "aayari-1": at(12, 20, facing=90)}
    with with_special("tunnel-rats", units, "aayari", pieces=walls, rooms=[room], cards=[SHURTA]) as raid:
        assert raid.asked_to_activate()[0] == "scorch"
    # Nor without Shurta among the Unit Cards.
    outside = {**units, "scorch-1": at(16, 11)}
    with with_special("tunnel-rats", outside, "aayari", pieces=walls, rooms=[room]) as raid:
        assert raid.asked_to_activate()[0] == "scorch"
    with with_special("tunnel-rats", outside, "aayari", pieces=walls, rooms=[room], cards=[SHURTA]) as raid:
        raid.declines("aayari")


@rule("bpre.special.tunnel-rats.1")
def test_tunnel_rats_are_played_before_direct_fire_by_the_aayari():
    walls, room = house("1", 2, 8, 6, 6)
    units = {"scorch-1": at(12, 17.5), "aayari-1": at(12, 20, facing=90)}
    fields = {"pieces": walls, "rooms": [room], "cards": [SHURTA]}
    with with_special("tunnel-rats", units, "aayari", **fields) as raid:
        assert raid.offered("aayari") == (special("tunnel-rats"),)
        assert not raid.is_asked("scorch"), "before any unit is activated"
        raid.declines("aayari")
    for phase in (MANEUVER, FINISHING):
        with with_special("tunnel-rats", units, "aayari", phase=phase, **fields) as raid:
            assert raid.asked_to_activate()[1] == phase
    with with_special("tunnel-rats", units, "scorch", **fields) as raid:
        assert raid.asked_to_activate()[0] == "scorch"


@rule("bpre.special.timeline.1", "bpre.special.timeline.2")
def test_timeline_moves_the_counter_by_one_from_turn_two_on():
    for choice, turn in (("forward", 3), ("back", 1)):
        with with_special("timeline", turn=2) as raid:
            raid.plays("scorch", special("timeline"), choice)
            assert raid.world.turn == turn
            assert raid.asked_to_activate()[1] == DIRECT_FIRE
    with with_special("timeline", turn=2) as raid:
        assert raid.refuses("scorch", PlayCard(special("timeline"), "twice")) == "bpre.special.timeline.2"
        assert raid.refuses("scorch", PlayCard(special("timeline"))) == "bpre.special.timeline.2"
        raid.declines("scorch")
        assert raid.world.turn == 2
    with with_special("timeline", seat="aayari", turn=2) as raid:
        raid.plays("aayari", special("timeline"), "forward")
        assert raid.world.turn == 3
    with with_special("timeline", turn=1) as raid:
        assert raid.asked_to_activate()[0] == "scorch"
    for phase in (MANEUVER, FINISHING):
        with with_special("timeline", {**CALM, "scorch-1": at(12, 17.5)}, turn=2, phase=phase) as raid:
            assert raid.asked_to_activate()[1] == phase


@rule("bpre.special.timeline.3")
def test_a_counter_moved_beyond_turn_seven_ends_the_operation():
    raid = with_special("timeline", turn=7)
    raid.plays("scorch", special("timeline"), "forward")
    # The counter has elapsed: success for the Aayari in Oasis Hemlock.
    assert raid.events(Succeeded)[0].winners == ("aayari",)
    assert raid.game.state.outcome is not None
    with with_special("timeline", turn=6) as raid:
        raid.plays("scorch", special("timeline"), "forward")
        assert (raid.world.turn, raid.game.state.outcome) == (7, None)
    with with_special("timeline", turn=7) as raid:
        raid.plays("scorch", special("timeline"), "back")
        assert (raid.world.turn, raid.game.state.outcome) == (6, None)


HANDS = {"aayari": ("hasty-ambush", "full-send"), "scorch": ("kill-not-capture",)}


@rule("bpre.special.courtesy-burn.1", "bpre.special.courtesy-burn.2", "bpre.special.courtesy-burn.3")
def test_courtesy_burn_takes_a_card_at_random_into_ones_own_hand():
    with Raid(CALM, hands=HANDS, specials={"scorch": ("courtesy-burn",)}) as raid:
        raid.plays("scorch", special("courtesy-burn"))
        assert raid.game.pending[0].dice == (2,), "each of the two alike"
        raid.dice(2)
        assert [cite.rule for cite in raid.events(CardTaken)[0].because] == [
            "bpre.special.courtesy-burn.2",
            "bpre.special.courtesy-burn.3",
        ]
        mine, theirs = raid.world.sides["scorch"], raid.world.sides["aayari"]
        assert mine.hand == ("intervention.kill-not-capture", "intervention.full-send")
        assert theirs.hand == ("intervention.hasty-ambush",)
        # Both know that card now, and only that.
        seen = view(raid.ruleset, raid.game.state, "aayari").table.world.sides["scorch"]
        assert seen.hand == ("?", "intervention.full-send")


@rule("bpre.special.courtesy-burn.2")
def test_courtesy_burn_needs_a_card_to_take():
    with with_special("courtesy-burn") as raid:
        assert raid.asked_to_activate()[0] == "scorch"
    for theirs, count in (
        ({"hands": {"aayari": ("full-send",)}, "specials": {"scorch": ("courtesy-burn",)}}, 1),
        ({"specials": {"scorch": ("courtesy-burn",), "aayari": ("go-pills",)}}, 1),
        (
            {
                "hands": {"aayari": ("full-send", "frag-out")},
                "specials": {"scorch": ("courtesy-burn",), "aayari": ("go-pills",)},
            },
            3,
        ),
    ):
        with Raid(CALM, **theirs) as raid:
            raid.plays("scorch", special("courtesy-burn"))
            assert raid.game.pending[0].dice == (count,)
            raid.dice(1)
            assert raid.events(CardTaken)[0].card == (
                special("go-pills") if "hands" not in theirs else "intervention.full-send"
            )
    # No other card takes one.
    with Raid(CALM, hands=HANDS, specials={"scorch": ("give-peace-a-chance",)}) as raid:
        raid.plays("scorch", special("give-peace-a-chance"))
        assert raid.asked_to_activate()[0] == "scorch"
        assert raid.events(CardTaken) == []


@rule("bpre.special.courtesy-burn.3", "bpre.special.courtesy-burn.4")
def test_a_card_of_the_other_faction_is_discarded_and_a_special_one_for_both_is_kept():
    for card, kept in (("hongbin-jammers", False), ("go-pills", True)):
        with Raid(CALM, specials={"scorch": ("courtesy-burn",), "aayari": (card,)}) as raid:
            raid.plays("scorch", special("courtesy-burn")).dice(1)
            assert raid.events(CardTaken)[0].kept is kept
            why = raid.events(CardTaken)[0].because[-1].rule
            assert why == f"bpre.special.courtesy-burn.{3 if kept else 4}"
            assert raid.world.sides["aayari"].specials == ()
            assert raid.world.sides["scorch"].specials == ((special(card),) if kept else ())
            assert raid.world.sides["aayari"].discarded == (() if kept else (special(card),))


@rule("bpre.special.courtesy-burn.1")
def test_courtesy_burn_is_for_the_direct_fire_phase():
    # The Special Intervention Cards of the opponent are among those from which it is drawn.
    with Raid(CALM, hands=HANDS, specials={"scorch": ("courtesy-burn",), "aayari": ("go-pills",)}) as raid:
        raid.plays("scorch", special("courtesy-burn"))
        assert raid.game.pending[0].dice == (3,)
        raid.dice(3)
        assert raid.world.sides["scorch"].specials == (special("go-pills"),)
    with Raid(CALM, hands=HANDS, specials={"aayari": ("courtesy-burn",)}) as raid:
        assert not raid.is_asked("scorch"), "before any unit is activated, and by either faction"
        raid.plays("aayari", special("courtesy-burn")).dice(1)
        assert raid.world.sides["scorch"].hand == ()
    near = {**CALM, "scorch-1": at(12, 17.5)}
    for phase in (MANEUVER, FINISHING):
        with Raid(near, hands=HANDS, specials={"scorch": ("courtesy-burn",)}, phase=phase) as raid:
            assert raid.asked_to_activate()[1] == phase


@rule("bpre.special.set-support-element.1", "bpre.special.set-support-element.2")
@rule("bpre.capability-points.2")
def test_a_support_element_joins_in_turn_one_for_twenty_five_points():
    cards = (skilled("frag", cp=26), skilled("glint", cp=10), skilled("rpk", cp=15))
    with with_special("set-support-element", cards=cards) as raid:
        raid.plays("scorch", special("set-support-element"))
        for over in (
            ("trained", "trained"),
            ("trained+frag",),
            ("trained+glint", "trained+glint", "trained+glint"),
        ):
            assert raid.refuses("scorch", Support(over)) == "bpre.special.set-support-element.2"
        several = Support(("trained+glint", "trained+rpk"))
        assert raid.would_refuse("scorch", several) is None, "25 points in two units"
        for strangers in (("plain",), ("trained+glint", "plain")):
            assert raid.refuses("scorch", Support(strangers)) == "bpre.capability-points.2"
        raid.says("scorch", Support(("trained",)))
        # The set-up zone of Oasis Hemlock: within four inches of the edge.
        far = Placement({"scorch-2": (6000, 5000, 90)})
        assert raid.refuses("scorch", far) == "bpre.special.set-support-element.2"
        over = Placement({"scorch-2": (6000, 4001, 90)})
        assert raid.refuses("scorch", over) == "bpre.special.set-support-element.2"
        raid.says("scorch", Placement({"scorch-2": (6000, 4000, 90)}))
        assert raid.events(UnitPlaced)[0].unit == "scorch-2"
        assert (raid.unit("scorch-2").kind, raid.unit("scorch-2").chits) == ("trained", 0)
        assert raid.asked_to_activate()[2] == ("scorch-1", "scorch-2")
        assert all(unit.place != TEAM for unit in raid.world.units.values())
    with with_special("set-support-element", turn=2) as raid:
        assert raid.asked_to_activate()[0] == "scorch"
    near = {**CALM, "scorch-1": at(12, 17.5)}
    for phase in (MANEUVER, FINISHING):
        with with_special("set-support-element", near, phase=phase) as raid:
            assert raid.asked_to_activate()[1] == phase
    # For either faction: the Aayari start in and round the NAI.
    walls, room = house("1", 9, 8, 6, 6)
    with with_special("set-support-element", seat="aayari", pieces=walls, rooms=[room]) as raid:
        raid.plays("aayari", special("set-support-element")).says("aayari", Support(("plain",)))
        assert raid.asked("aayari").zone == Zone(structure="1", within=2000)
        raid.says("aayari", Placement({"aayari-2": (12000, 12000, 0)}))


@rule("bpre.special.give-peace-a-chance.1", "bpre.special.give-peace-a-chance.2")
def test_peace_keeps_the_enemy_from_attacking_for_a_phase():
    units = {"scorch-1": at(12, 9), "aayari-1": at(12, 11.5)}
    peace = special("give-peace-a-chance")
    with with_special("give-peace-a-chance", units) as raid:
        raid.plays("scorch", peace)
        raid.passes("scorch")
        refused = raid.refuses("aayari", Fire("aayari-1", "scorch-1"))
        assert refused == "bpre.special.give-peace-a-chance.2"
        raid.passes("aayari")
        # In the Maneuver Phase all is as before.
        assert raid.asked_to_activate()[1] == MANEUVER
        raid.passes("scorch")
        raid.maneuver("aayari-1", shot("scorch-1"))
        raid.holds("scorch")
        raid.dice(1, 1)
        assert raid.attacked().by == "aayari-1"
    with with_special("give-peace-a-chance", units, phase=FINISHING) as raid:
        raid.plays("scorch", peace)
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        # The enemy has nobody to activate, and the turn is over.
        assert raid.world.turn == 2
        assert raid.world.sides["aayari"].effects == ()
        raid.passes("scorch")
        raid.fire("aayari-1", "scorch-1").dice(1, 1)
    with with_special("give-peace-a-chance", units, phase=MANEUVER) as raid:
        assert raid.asked_to_activate()[1] == MANEUVER


# Maneuvers


@rule("bpre.special.violence-of-action.1", "bpre.special.violence-of-action.2")
def test_violence_of_action_opens_doors_for_nothing_until_the_turn_ends():
    units = {"scorch-1": at(12, 7.498), "aayari-1": at(4, 7.498, facing=90)}
    doors = [door("door", 11, 8, 2, 0.25), door("theirs", 3, 8, 2, 0.25)]
    with with_special("violence-of-action", units, pieces=doors, phase=MANEUVER) as raid:
        raid.plays("scorch", special("violence-of-action"))
        raid.maneuver("scorch-1", use("door"), use("door"), use("door"))
        raid.maneuver("aayari-1", use("theirs"))
        assert [one.cost for one in raid.events(DoorUsed)] == [0, 3000, 0, 3000]
        assert raid.world.turn == 2
        assert raid.world.sides["scorch"].effects == ()
    near = {"scorch-1": at(12, 6), "aayari-1": at(12, 8.4)}
    with with_special("violence-of-action", near, phase=MANEUVER) as raid:
        raid.plays("scorch", special("violence-of-action")).passes("scorch", "aayari")
        assert raid.asked_to_activate()[1] == FINISHING
        assert raid.world.sides["scorch"].effects == (special("violence-of-action"),)
    for phase in (DIRECT_FIRE, FINISHING):
        with with_special("violence-of-action", {**CALM, "scorch-1": at(12, 17.5)}, phase=phase) as raid:
            assert raid.asked_to_activate()[1] == phase


@rule("bpre.special.go-pills.1", "bpre.special.go-pills.2", "bpre.cards.2", "bpre.special.1")
def test_go_pills_add_two_inches_for_the_rest_of_the_phase():
    units = {**CALM, "scorch-2": at(4, 4), "aayari-1": at(20, 22, facing=90, chits=1)}
    pills = (special("go-pills"),)
    with with_special("go-pills", units, phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 12)),))) == "bpre.maneuver.3"
        # Two inches and no more: from six to eight, for every unit of the force.
        too_far = Maneuver("scorch-1", (go((12, 12.001)),), pills)
        assert raid.refuses("scorch", too_far) == "bpre.maneuver.3"
        raid.maneuver("scorch-1", go((12, 12)), cards=pills)
        assert raid.refuses("scorch", Maneuver("scorch-2", (go((4, 12.001)),))) == "bpre.maneuver.3"
        raid.maneuver("scorch-2", go((4, 12)))
        assert raid.unit("scorch-2").y == 12000
        assert raid.world.sides["scorch"].specials == ()
        assert raid.world.sides["scorch"].discarded == pills
        # The phase is over, and with it the card.
        assert raid.world.sides["scorch"].effects == ()
    units["aayari-1"] = at(20, 12)
    with with_special("go-pills", units, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 5)), cards=pills).holds("aayari")
        # The other side has nothing of it.
        assert raid.refuses("aayari", Maneuver("aayari-1", (go((20, 18.001)),))) == "bpre.maneuver.3"


@rule("bpre.special.go-pills.1")
def test_go_pills_are_for_maneuvers_and_for_either_faction():
    near = {**CALM, "scorch-1": at(12, 17.5)}
    bat = ("intervention.this-is-bat-country", special("go-pills"))
    fields = {"hands": {"scorch": ("this-is-bat-country",)}}
    with with_special("go-pills", near, phase=DIRECT_FIRE) as raid:
        pills = Maneuver("scorch-1", (go((12, 16)),), (special("go-pills"),))
        assert raid.refuses("scorch", pills) == "bpre.special.go-pills.1"
    with with_special("go-pills", {**near, "scorch-2": at(2, 2)}, phase=FINISHING, **fields) as raid:
        pills = Maneuver("scorch-2", (go((2, 4)),), bat)
        assert raid.refuses("scorch", pills) == "bpre.special.go-pills.1"
    with with_special("go-pills", {**CALM, "aayari-1": at(12, 20)}, "aayari", phase=MANEUVER) as raid:
        raid.passes("scorch")
        raid.maneuver("aayari-1", go((14, 12.5)), cards=(special("go-pills"),)).holds("scorch")
        assert raid.unit("aayari-1").y == 12500


@rule("bpre.special.go-pills.1")
def test_go_pills_can_be_taken_in_the_midst_of_a_maneuver():
    units = {"scorch-1": at(12, 2), "aayari-1": at(12, 12)}
    with with_special("go-pills", units, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 8))).shoots("aayari-1").dice(1, 1)
        far = Acts((go((12, 10)),))
        assert raid.refuses("scorch", far) == "bpre.maneuver.3"
        raid.says("scorch", Acts((go((12, 10)),), (special("go-pills"),)))
        assert raid.unit("scorch-1").y == 10000
    # No other card is played there, nor one that its player does not hold.
    frag, pills = "intervention.frag-out", special("go-pills")
    units["scorch-1"] = at(12, 2, "trained+frag")
    fields = {"phase": MANEUVER, "cards": [skilled("frag")], "hands": {"scorch": ("frag-out",)}}
    with with_special("go-pills", units, **fields) as raid:
        raid.maneuver("scorch-1", go((12, 8))).shoots("aayari-1").dice(1, 1)
        for cards in ((frag,), (pills, frag)):
            assert raid.refuses("scorch", Acts((), cards)) == "bpre.special.go-pills.1"
        raid.says("scorch", Acts())
    with Raid(units, **fields) as raid:
        raid.maneuver("scorch-1", go((12, 8))).shoots("aayari-1").dice(1, 1)
        assert raid.refuses("scorch", Acts((), (pills,))) == "bpre.intervention.3"
        raid.says("scorch", Acts())


@rule("bpre.atmospherics.sandstorm.2")
def test_the_limit_of_a_sandstorm_is_applied_after_go_pills():
    units = {"scorch-1": at(12, 4, "plain"), "aayari-1": at(2, 22, facing=90, chits=1)}
    with with_special("go-pills", units, phase=MANEUVER, atmospherics="sandstorm") as raid:
        far = Maneuver("scorch-1", (go((12, 8.1)),), (special("go-pills"),))
        assert raid.refuses("scorch", far) == "bpre.maneuver.3"


@rule("bpre.special.killing-is-my-business.1", "bpre.special.killing-is-my-business.2")
def test_a_missed_immediate_action_is_rolled_again_without_the_penalty():
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 12)}
    card = special("killing-is-my-business")
    with with_special("killing-is-my-business", units, "aayari", phase=MANEUVER) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(7, 7)
        assert raid.offered("aayari") == (card,)
        raid.plays("aayari", card).dice(6, 6, 2, 2)
        first, again = raid.events(AttackRolled)
        assert (first.bonus.total, first.result) == (-3, "miss")
        assert (again.bonus.total, again.result) == (0, "hit")
        assert not raid.alive("scorch-1")
    with with_special("killing-is-my-business", units, "aayari", phase=MANEUVER) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(8, 8, 9, 9)
        # It hit and was saved from: nothing to roll again.
        assert raid.unit("scorch-1").staggered
    with with_special("killing-is-my-business", units) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.asked_to_activate()[0] == "aayari"


@rule("bpre.special.killing-is-my-business.1", "bpre.special.killing-is-my-business.2")
def test_one_roll_of_a_burst_is_made_again_and_the_others_keep_their_penalty():
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 12, "trained+rpk")}
    card = special("killing-is-my-business")
    fields = {"cards": [skilled("rpk")], "phase": MANEUVER}
    with with_special("killing-is-my-business", units, "aayari", **fields) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(8, 8, 9, 9, 1, 1)
        # The first roll has hit and was saved from; the second missed and is offered by itself.
        raid.plays("aayari", card).dice(6, 4)
        assert [one.bonus.total for one in raid.events(AttackRolled)] == [-3, -3, 0]
        assert raid.alive("scorch-1")
    with with_special("killing-is-my-business", units, "aayari", **fields) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(1, 1)
        raid.plays("aayari", card).dice(6, 4, 6, 4)
        assert [one.bonus.total for one in raid.events(AttackRolled)] == [-3, 0, -3]
        raid.says("scorch", Acts())


@rule("bpre.special.killing-is-my-business.1")
def test_a_roll_that_misses_a_friend_in_the_way_is_not_made_again():
    militia = skilled("non-professional", base="plain")
    units = {
        "scorch-1": at(12, 4),
        "aayari-1": at(12, 12, militia.key),
        "aayari-2": at(12, 9, chits=1),
    }
    card = special("killing-is-my-business")
    with with_special("killing-is-my-business", units, "aayari", cards=[militia], phase=MANEUVER) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(1, 1, 1, 2)
        assert [one.at for one in raid.events(AttackRolled)] == ["aayari-2"]
        raid.plays("aayari", card).dice(1, 3)
        assert [one.at for one in raid.events(AttackRolled)] == ["aayari-2", "scorch-1", "scorch-1"]
        raid.says("scorch", Acts())


@rule("bpre.special.killing-is-my-business.2", "bpre.skill.bipod.1")
def test_the_penalty_is_given_back_once_only():
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 12, "trained+bipod")}
    fields = {"pieces": [low("planter", 10, 11.1, 4, 0.4)], "cards": [skilled("bipod")], "phase": MANEUVER}
    with with_special("killing-is-my-business", units, "aayari", **fields) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(1, 1)
        raid.plays("aayari", special("killing-is-my-business")).dice(1, 2)
        assert raid.attacked().bonus.total == 0
        raid.says("scorch", Acts())


def test_several_cards_can_be_played_before_a_phase():
    hold = {"scorch": ("timeline", "give-peace-a-chance"), "aayari": ("timeline",)}
    with Raid(CALM, specials=hold, turn=3) as raid:
        raid.plays("scorch", special("timeline"), "back")
        raid.plays("scorch", special("give-peace-a-chance"))
        raid.plays("aayari", special("timeline"), "forward")
        assert raid.world.turn == 3
        assert raid.world.sides["aayari"].effects == (special("give-peace-a-chance"),)
