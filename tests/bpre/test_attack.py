"""Attacks, headshots, saves and staggering."""

import pytest
from msgspec.structs import replace

from bpre.raid import CARDS, Raid, at, go, low, shot, skilled
from firelane.bpre.acts import Go
from firelane.bpre.asking import Acts, Facings, Fire, Maneuver, PlayCard, Turned, Work
from firelane.bpre.attacking import struck
from firelane.bpre.dice import Saved, Shot, saved
from firelane.bpre.dice import shot as judged
from firelane.bpre.events import Killed, SaveRolled, Unaffected
from firelane.bpre.names import FINISHING, MANEUVER
from firelane.bpre.world import Frag, on_table
from firelane.testing.proofs import rule

FACING = {"scorch-1": at(12, 6), "aayari-1": at(12, 12)}


@rule("bpre.dice.1", "bpre.dice.2", "bpre.attack.2")
def test_an_attack_is_two_ten_sided_dice_added_against_the_marksmanship_number():
    with Raid(FACING, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", shot("aayari-1"))
        assert raid.game.pending[0].kind == "react"
        raid.holds("aayari")
        assert raid.game.pending[0].dice == (10, 10)
        raid.dice(5, 6)
        assert raid.attacked().needs.total == 11
        assert raid.attacked().total == 11
        assert raid.attacked().result == "hit"
        assert [cite.rule for cite in raid.attacked().because] == ["bpre.attack.2"]
    for faces, cover, result in (
        ((5, 5), (), "miss"),
        ((6, 6), (low("planter", 10, 9, 4, 1),), "miss"),
        ((6, 7), (low("planter", 10, 9, 4, 1),), "hit"),
    ):
        with Raid({**FACING, "aayari-1": at(12, 12, chits=1)}, cover, phase=MANEUVER) as raid:
            raid.maneuver("scorch-1", shot("aayari-1")).dice(*faces)
            assert raid.attacked().needs.total == (13 if cover else 11)
            assert (raid.attacked().total, raid.attacked().result) == (sum(faces), result)


@rule("bpre.attack.1", "bpre.direct-fire.4")
def test_only_an_opponent_in_los_can_be_attacked():
    behind = {**FACING, "aayari-2": at(12, 2)}
    with Raid(behind) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-2")) == "bpre.attack.1"
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.attacked().at == "aayari-1"


@rule("bpre.attack.3", "bpre.attack.5")
def test_a_hit_kills_outright_where_there_is_no_save():
    with Raid(FACING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5)
        assert raid.events(SaveRolled) == []
        assert not raid.alive("aayari-1")
        assert raid.events(Killed)[0].because[0].rule == "bpre.attack.3"
        # Removed from play: it is no longer there to be seen, nor does it stand in anybody's way.
        assert [unit.id for unit in on_table(raid.world)] == ["scorch-1"]
    with Raid(FACING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 4)
        assert raid.alive("aayari-1"), "one less is no hit"
    # One with a save is not killed for want of it.
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5, 2, 2)
        assert raid.events(Killed)[0].because[0].rule == "bpre.save.2"


@rule("bpre.attack.4", "bpre.save.1", "bpre.save.2")
def test_a_hit_on_a_unit_with_a_save_makes_it_roll_and_a_failed_roll_kills():
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5)
        assert raid.game.pending[0].dice == (10, 10)
        assert raid.game.pending[0].roller == "aayari"
        raid.dice(6, 5)
        assert raid.saved().needs.total == 12
        assert not raid.alive("aayari-1")
        assert raid.events(Killed)[0].because[0].rule == "bpre.save.2"
    with Raid(
        {**FACING, "aayari-1": at(12, 12, "hard")}, cards=[replace(CARDS[0], key="hard", save=15)]
    ) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5, 7, 8)
        assert (raid.saved().needs.total, raid.alive("aayari-1")) == (15, True)
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 4)
        assert raid.events(SaveRolled) == [], "who is missed does not save"
    # Neither does one without a save roll, nor one that a headshot hits; a staggered one fails undiced.
    for kind, faces, rolls in (("plain", (5, 5), []), ("trained", (10, 10), [])):
        with Raid({**FACING, "aayari-1": at(12, 12, kind)}) as raid:
            raid.fire("scorch-1", "aayari-1").dice(*faces)
            assert raid.events(SaveRolled) == rolls
            assert not raid.alive("aayari-1")
            why = {"plain": "bpre.attack.3", "trained": "bpre.headshot.2"}[kind]
            assert raid.events(Killed)[0].because[0].rule == why
    with Raid({**FACING, "aayari-1": at(12, 12, "trained", staggered=True)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5)
        assert [save.faces for save in raid.events(SaveRolled)] == [()]


@rule("bpre.save.3")
def test_a_save_below_20_staggers():
    with Raid({**FACING, "aayari-1": at(12, 12, "trained"), "aayari-2": at(2, 22)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5, 6, 6)
        assert raid.alive("aayari-1")
        assert raid.unit("aayari-1").staggered
    for faces, staggered in (((9, 10), True), ((10, 10), False)):
        with Raid({**FACING, "aayari-1": at(12, 12, "trained"), "aayari-2": at(2, 22)}) as raid:
            raid.fire("scorch-1", "aayari-1").dice(5, 5, *faces)
            assert raid.unit("aayari-1").staggered is staggered


@rule("bpre.save.4")
def test_a_save_of_20_leaves_the_unit_unaffected():
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5, 10, 10)
        assert raid.saved().result == "unaffected"
        assert raid.events(Unaffected)[0].because[0].rule == "bpre.save.4"
        assert not raid.unit("aayari-1").staggered
        assert raid.alive("aayari-1")
    # One less, and only a card keeps it on its feet: then the card says so.
    arms = {"aayari": ("pile-of-little-arms",)}
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}, hands=arms) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5, 10, 9)
        raid.plays("aayari", "intervention.pile-of-little-arms")
        assert raid.events(Unaffected)[0].because[0].rule == "bpre.intervention.pile-of-little-arms.1"


@rule("bpre.headshot.1", "bpre.headshot.2", "bpre.dice.3")
def test_nineteen_in_direct_fire_is_a_headshot_without_a_save():
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(9, 10)
        assert raid.attacked().total == 20
        assert raid.attacked().result == "headshot"
        assert raid.events(SaveRolled) == []
        assert raid.events(Killed)[0].because[0].rule == "bpre.headshot.2"
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(9, 9)
        assert (raid.attacked().total, raid.attacked().result) == (19, "hit")
        cited = [cite.rule for cite in raid.attacked().because]
        assert cited == ["bpre.attack.2", "bpre.direct-fire.5"]
        raid.dice(10, 10)
        assert raid.alive("aayari-1")
    gunner = skilled("rpk")
    with Raid({**FACING, "scorch-1": at(12, 6, gunner.key)}, cards=[gunner]) as raid:
        raid.fire("scorch-1", "aayari-1").dice(9, 10)
        cited = [cite.rule for cite in raid.attacked().because]
        assert cited == ["bpre.attack.2", "bpre.direct-fire.5", "bpre.skill.rpk.1", "bpre.headshot.1"]
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(9, 9, 1, 1)
        assert raid.events(Killed)[0].because[0].rule == "bpre.save.2", "no headshot, but a save that failed"


@rule("bpre.dice.3")
def test_modifiers_are_added_to_and_subtracted_from_the_roll_that_they_concern_once():
    with Raid(FACING, hands={"scorch": ("kill-not-capture",)}) as raid:
        raid.fire("scorch-1", "aayari-1", "kill-not-capture").dice(1, 2)
        # +1 in Direct Fire and +3 by the card.
        assert (raid.attacked().total, raid.attacked().bonus.total) == (7, 4)
    with Raid({"scorch-1": at(12, 6), "aayari-1": at(12, 12)}, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(7, 7)
        # -3 as an Immediate Action: 14 are 11, and the aayari unit needs 12.
        assert (raid.attacked().total, raid.attacked().result) == (11, "miss")
        raid.says("scorch", Acts())
    cover = [low("planter", 10, 14.3, 4, 0.4)]
    units = {"scorch-1": at(4, 4, facing=270), "aayari-1": at(12, 15.5, "trained")}
    frag = Frag(12000, 12000, "scorch", "scorch-1")
    for pieces, total, alive in ((cover, 12, True), ([], 11, False)):
        with Raid(units, pieces, phase=FINISHING, frags=(frag,)) as raid:
            raid.says("scorch", Turned(90)).dice(1, 5, 6)
            assert (raid.saved().total, raid.alive("aayari-1")) == (total, alive)
            raid.says("aayari", Facings({"aayari-1": 0})) if raid.is_asked("aayari", "stand-up") else None


@rule("bpre.dice.4", "bpre.intervention.hasty-ambush.1")
def test_a_modifier_counts_whatever_the_dice_show():
    with Raid(
        {**FACING, "scorch-1": at(12, 6, "trained+frag")},
        cards=(skilled("frag", direct=15),),
        phase=MANEUVER,
        hands={"scorch": ("hasty-ambush",)},
    ) as raid:
        raid.maneuver("scorch-1", shot("aayari-1")).holds("aayari").dice(7, 7)
        raid.says("scorch", PlayCard("intervention.hasty-ambush"))
        assert raid.attacked().total == 15
        assert raid.attacked().result == "hit"


@rule("bpre.stagger.1", "bpre.turn.2")
def test_a_staggered_unit_is_not_activated_and_does_not_react():
    units = {"scorch-1": at(12, 6), "aayari-1": at(12, 12, staggered=True), "aayari-2": at(2, 22, facing=90)}
    with Raid(units, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 7)))
        assert raid.asked_to_activate() == ("aayari", MANEUVER, ("aayari-2",))
        assert raid.refuses("aayari", Maneuver("aayari-1", ())) == "bpre.stagger.1"


@rule("bpre.stagger.2")
def test_a_staggered_unit_fails_its_save_without_rolling():
    with Raid({**FACING, "aayari-1": at(12, 12, "trained", staggered=True)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5)
        assert (raid.saved().faces, raid.saved().total) == ((), 0)
        assert not raid.alive("aayari-1")
    with Raid({**FACING, "aayari-1": at(12, 12, "trained")}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 5, 10, 10)
        assert raid.saved().faces == (10, 10), "on its feet it rolls"


@rule("bpre.direct-fire.5", "bpre.direct-fire.7", "bpre.markers.1")
def test_the_activated_unit_has_plus_one_in_direct_fire_and_gets_a_chit():
    with Raid(FACING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.reasons() == {"bpre.direct-fire.5": 1}
        assert raid.attacked().total == 3
        assert raid.unit("scorch-1").chits == 1
        raid.fire("aayari-1", "scorch-1").dice(1, 1)
        assert raid.reasons() == {"bpre.direct-fire.5": 1}
    # Not so in the other phases.
    with Raid({**FACING, "aayari-1": at(12, 8.4, chits=1)}, phase=FINISHING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.reasons() == {}


@rule("bpre.direct-fire.2", "bpre.turn.7")
def test_a_chit_bars_activation_in_direct_fire():
    with Raid({**FACING, "scorch-1": at(12, 6, chits=1), "scorch-2": at(2, 2)}) as raid:
        assert raid.asked_to_activate() == ("scorch", "direct-fire", ("scorch-2",))
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-1")) == "bpre.direct-fire.2"
        assert raid.refuses("scorch", Work("scorch-1")) == "bpre.direct-fire.2"
    # In the Finishing Phase everybody has one, and acts.
    with Raid({**FACING, "aayari-1": at(12, 8.4)}, phase=FINISHING) as raid:
        assert (raid.unit("scorch-1").chits, raid.asked_to_activate()[2]) == (1, ("scorch-1",))


@rule("bpre.direct-fire.3", "bpre.los.facing.1")
def test_nobody_moves_in_direct_fire():
    with Raid(FACING) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 7)),))) == "bpre.turn.1"
        assert raid.refuses("scorch", Maneuver("scorch-1", (Go((), 180),))) == "bpre.turn.1"
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert (raid.unit("scorch-1").y, raid.unit("scorch-1").facing) == (6000, 90)
    # Whom it would have to turn for it cannot attack.
    with Raid({**FACING, "scorch-1": at(12, 6, facing=270)}) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-1")) == "bpre.attack.1"


@rule("bpre.direct-fire.8")
def test_a_unit_without_los_can_still_be_activated():
    with Raid({"scorch-1": at(2, 2, facing=270), "aayari-1": at(12, 12)}) as raid:
        raid.says("scorch", Work("scorch-1"))
        assert raid.unit("scorch-1").chits == 1


@rule("bpre.los.2", "bpre.los.4", "bpre.los.1")
def test_waist_high_cover_in_the_line_makes_it_obstructed():
    with Raid(FACING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert (raid.attacked().line, raid.attacked().needs.total) == ("direct", 11)
    with Raid(FACING, [low("planter", 10, 9, 4, 1)]) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert (raid.attacked().line, raid.attacked().needs.total) == ("obstructed", 13)


@rule("bpre.finishing.3", "bpre.finishing.4", "bpre.finishing.5", "bpre.measuring.3")
@rule("bpre.finishing.base-contact.2")
def test_finishing_attacks_reach_three_inches_and_cost_the_chit():
    far = {"scorch-1": at(12, 6), "scorch-2": at(20, 6), "aayari-1": at(12, 9.5), "aayari-2": at(20, 9.501)}
    with Raid(far, phase=FINISHING) as raid:
        assert raid.asked_to_activate() == ("scorch", FINISHING, ("scorch-1",))
        assert raid.refuses("scorch", Fire("scorch-2", "aayari-2")) == "bpre.finishing.3"
        assert raid.unit("scorch-1").chits == 1
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.unit("scorch-1").chits == 0
        assert raid.reasons() == {}
        raid.fire("aayari-1", "scorch-1").dice(1, 1)
        assert raid.game.state.world.turn == 2
    # In the other phases it is not lost, but put down, and nobody needs one to act.
    with Raid(FACING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert (raid.unit("scorch-1").chits, raid.unit("aayari-1").chits) == (1, 0)
        raid.fire("aayari-1", "scorch-1").dice(1, 1)


@pytest.mark.parametrize(
    ("total", "needs", "means"),
    [
        (10, 11, Shot.MISS),
        (11, 11, Shot.HIT),
        (19, 11, Shot.HIT),
        (20, 11, Shot.HEADSHOT),
        (20, 25, Shot.HEADSHOT),
    ],
)
def test_what_an_attack_roll_means(total, needs, means):
    assert judged(total, needs) is means


@pytest.mark.parametrize(
    ("total", "means"),
    [(11, Saved.KILLED), (12, Saved.STAGGERED), (19, Saved.STAGGERED), (20, Saved.UNAFFECTED)],
)
def test_what_a_save_means(total, means):
    assert saved(total, 12) is means


@pytest.mark.parametrize(
    ("dice", "place", "means"),
    [
        (9, 1, Shot.MISS),
        (10, 1, Shot.HIT),
        (12, 1, Shot.HIT),
        (13, 0, Shot.HIT),
        (19, 0, Shot.HIT),
        (20, 0, Shot.HEADSHOT),
    ],
)
def test_a_roll_counts_at_the_first_that_it_hits_or_misses_least(dice, place, means):
    assert struck(dice, [(13, 0), (11, 1), (15, 1)]) == (place, means)
