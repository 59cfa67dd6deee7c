"""Intervention Cards, each in its own timing."""

import pytest

from bpre.raid import Raid, at, box, door, go, low, shot, skilled, use
from firelane.bpre.acts import Attack, Detonate, Go, ThrowFrag, UseDoor
from firelane.bpre.asking import Acts, Decline, Fire, Maneuver, Turned
from firelane.bpre.cards import Card, interventions
from firelane.bpre.edition import EDITION
from firelane.bpre.events import AttackRolled, CardDiscarded, Detonated, DoorUsed, Exploded
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.bpre.world import Frag
from firelane.testing.proofs import rule

DUEL = {"scorch-1": at(12, 6), "aayari-1": at(12, 12, "trained"), "aayari-2": at(2, 22, facing=90)}


def card(name):
    return f"intervention.{name}"


def raid_with(name, units=DUEL, seat="scorch", **fields):
    return Raid(units, hands={seat: (name,)}, **fields)


@rule("bpre.intervention.1", "bpre.intervention.2")
def test_cards_without_an_emblem_serve_both_factions_and_others_one_only():
    assert interventions(EDITION, "scorch") == interventions(EDITION, "aayari")
    assert len(interventions(EDITION, "scorch")) == 14
    assert EDITION.data("special.tunnel-rats", Card).factions == ("aayari",)
    # A card of the other faction cannot be used even by one who has it.
    vests = [skilled("s-vest", base="plain")]
    for holder, offered in (("aayari", False), ("scorch", True)):
        foe = "aayari" if holder == "scorch" else "scorch"
        units = {f"{foe}-1": at(12, 10, "plain+s-vest"), f"{holder}-1": at(12, 4, chits=1)}
        with Raid(units, phase=MANEUVER, cards=vests, specials={holder: ("wide-band-jammers",)}) as raid:
            raid.maneuver(f"{foe}-1", Detonate())
            assert raid.is_asked(holder, "offer-cards") is offered
            raid.declines(holder) if offered else None
            assert len(raid.events(Detonated)) == 1
    # An ordinary card serves either of them.
    for seat, foe in (("scorch", "aayari"), ("aayari", "scorch")):
        with raid_with("kill-not-capture", {"scorch-1": at(12, 6), "aayari-1": at(12, 12)}, seat) as raid:
            raid.passes("scorch") if seat == "aayari" else None
            raid.fire(f"{seat}-1", f"{foe}-1", "kill-not-capture").dice(1, 1)
            assert raid.attacked().bonus.total == 4


# Before and after attacks


@rule("bpre.intervention.full-send.1")
def test_full_send_attacks_again_once_after_a_miss():
    with raid_with("full-send") as raid:
        raid.fire("scorch-1", "aayari-1", "full-send").dice(1, 1, 1, 2)
        assert [result for _, result in raid.rolls()] == ["miss", "miss"]
        assert raid.unit("scorch-1").chits == 1
        assert raid.world.sides["scorch"].hand == ()
        assert raid.asked_to_activate()[0] == "aayari"
    with raid_with("full-send") as raid:
        # Without the card being named nothing is rolled again.
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        raid.declines("scorch")
        assert [result for _, result in raid.rolls()] == ["miss"]
    with raid_with("full-send") as raid:
        # A hit that is wholly saved is no miss.
        raid.fire("scorch-1", "aayari-1", "full-send").dice(6, 6, 10, 10)
        assert [result for _, result in raid.rolls()] == ["hit"]
    with raid_with("full-send", phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", Attack("aayari-1", (card("full-send"),)))
        raid.holds("aayari")
        raid.dice(1, 1, 9, 9, 2, 2)
        assert not raid.alive("aayari-1")


@rule("bpre.intervention.kill-not-capture.1")
def test_kill_not_capture_counts_for_one_roll():
    units = {**DUEL, "scorch-1": at(12, 6, "trained+lamg")}
    with raid_with("kill-not-capture", units, cards=[skilled("lamg")]) as raid:
        raid.fire("scorch-1", "aayari-1", "kill-not-capture").dice(*(1, 1) * 5)
        assert [one.bonus.total for one in raid.events(AttackRolled)] == [4, 1, 1, 1, 1]


@rule("bpre.intervention.hasty-ambush.1", "bpre.dice.4")
def test_hasty_ambush_turns_a_miss_into_a_hit_before_the_save():
    with raid_with("hasty-ambush") as raid:
        raid.fire("scorch-1", "aayari-1").dice(4, 5)
        raid.plays("scorch", card("hasty-ambush")).dice(2, 2)
        assert raid.attacked().total == 11
        assert raid.attacked().result == "hit"
        assert raid.reasons() == {"bpre.direct-fire.5": 1, "bpre.intervention.hasty-ambush.1": 1}
        assert not raid.alive("aayari-1")
    # One less than a miss by one is not enough, and a hit by one more than a headshot needs nothing.
    for faces in ((4, 4), (5, 5), (10, 10)):
        with raid_with("hasty-ambush", {**DUEL, "aayari-1": at(12, 12, "plain")}) as raid:
            raid.fire("scorch-1", "aayari-1").dice(*faces)
            if raid.alive("aayari-1"):
                assert raid.offered("scorch") == (card("react-to-contact"),)
                raid.declines("scorch")
            assert raid.world.sides["scorch"].hand == (card("hasty-ambush"),)


@rule("bpre.intervention.react-to-contact.1")
def test_react_to_contact_attacks_again_after_a_miss_or_a_save():
    with raid_with("react-to-contact") as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        raid.plays("scorch", card("react-to-contact")).dice(9, 8, 2, 2)
        assert not raid.alive("aayari-1")
        assert raid.world.sides["scorch"].hand == ()
    with raid_with("react-to-contact") as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        raid.declines("scorch")
        assert len(raid.rolls()) == 1
        assert raid.world.sides["scorch"].hand == (card("react-to-contact"),)
    with raid_with("react-to-contact") as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 10, 9)
        assert raid.offered("scorch") == (card("react-to-contact"),)
        raid.plays("scorch", card("react-to-contact")).dice(6, 6)
        # Staggered by the first attack, it cannot save from the second.
        assert not raid.alive("aayari-1")
    with raid_with("react-to-contact") as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 1, 1)
        assert not raid.alive("aayari-1")
        assert raid.asked_to_activate()[0] == "aayari"


@rule("bpre.intervention.save-the-last-bullet.1", "bpre.direct-fire.6")
def test_the_last_bullet_is_fired_before_the_unit_is_removed():
    with raid_with("save-the-last-bullet", seat="aayari") as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 2, 2)
        raid.plays("aayari", card("save-the-last-bullet")).dice(6, 6, 2, 2)
        assert raid.rolls() == [("aayari-1", "hit"), ("scorch-1", "hit")]
        assert raid.attacked().bonus.total == 1
        assert raid.reasons() == {"bpre.direct-fire.6": 1}
        assert not raid.alive("aayari-1")
        assert not raid.alive("scorch-1")


@rule("bpre.intervention.save-the-last-bullet.1")
def test_the_last_bullet_needs_los_to_the_killer_and_an_attack():
    units = {**DUEL, "aayari-1": at(12, 12, "trained", facing=90)}
    with raid_with("save-the-last-bullet", units, seat="aayari") as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 2, 2)
        assert not raid.alive("aayari-1")
        assert raid.asked_to_activate()[0] == "aayari"
    # A grenade is nobody's attack.
    units = {"scorch-1": at(12, 6), "aayari-1": at(12, 12)}
    frags = (Frag(12000, 10000, "scorch", "scorch-1"),)
    with raid_with("save-the-last-bullet", units, "aayari", phase=FINISHING, frags=frags) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert not raid.alive("aayari-1")


# Saves


@rule("bpre.intervention.pile-of-little-arms.1")
def test_a_pile_of_little_arms_keeps_a_unit_on_its_feet():
    with raid_with("pile-of-little-arms", seat="aayari") as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 7, 7)
        assert raid.offered("aayari") == (card("pile-of-little-arms"),)
        raid.plays("aayari", card("pile-of-little-arms"))
        assert raid.alive("aayari-1")
        assert not raid.unit("aayari-1").staggered
        assert raid.world.sides["aayari"].hand == ()
    # Neither for a save that fails nor for one that needs no help.
    for faces, offered in (((2, 2), (card("save-the-last-bullet"),)), ((10, 10), ())):
        with raid_with("pile-of-little-arms", seat="aayari") as raid:
            raid.fire("scorch-1", "aayari-1").dice(6, 6, *faces)
            assert raid.is_asked("aayari", "offer-cards") is bool(offered)
            if offered:
                assert raid.offered("aayari") == offered
                raid.declines("aayari")
    with raid_with("pile-of-little-arms", seat="aayari") as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 7, 7)
        raid.declines("aayari")
        assert raid.unit("aayari-1").staggered


@rule("bpre.intervention.pile-of-little-arms.1", "bpre.intervention.break-contact.1")
def test_a_save_that_one_card_has_mended_can_be_mended_by_another():
    hands = {"aayari": ("break-contact", "pile-of-little-arms")}
    with Raid(DUEL, [low("planter", 10, 9, 4, 0.5)], hands=hands) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 5, 6)
        raid.plays("aayari", card("break-contact"))
        raid.plays("aayari", card("pile-of-little-arms"))
        assert not raid.unit("aayari-1").staggered
        assert raid.alive("aayari-1")


VESTED = {"scorch-1": at(12, 6), "scorch-2": at(14, 12), "aayari-1": at(12, 12, "trained+s-vest")}
VESTS = [skilled("s-vest"), skilled("s-vest", base="plain")]


@rule("bpre.intervention.front-towards-enemy.1")
def test_a_failed_save_sets_the_vest_off():
    with raid_with("front-towards-enemy", VESTED, "aayari", cards=VESTS) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6)
        raid.plays("aayari", card("front-towards-enemy")).dice(2, 2)
        raid.dice(3, 3)
        assert len(raid.events(Detonated)) == 1
        assert raid.events(Exploded)[0].reached == ("scorch-2",)
        assert not raid.alive("aayari-1")
        assert not raid.alive("scorch-2")
        assert raid.world.sides["aayari"].casualties == 25
    with raid_with("front-towards-enemy", VESTED, "aayari", cards=VESTS) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6)
        raid.plays("aayari", card("front-towards-enemy")).dice(9, 9)
        assert raid.events(Detonated) == []
        assert raid.unit("aayari-1").staggered


@rule("bpre.intervention.front-towards-enemy.1")
def test_front_towards_enemy_is_for_saves_of_vests_and_also_where_the_save_fails_without_dice():
    # A headshot leaves no save, and a unit without a vest none to set off.
    with raid_with("front-towards-enemy", VESTED, "aayari", cards=VESTS) as raid:
        raid.fire("scorch-1", "aayari-1").dice(10, 10)
        assert raid.offered("aayari") == (card("save-the-last-bullet"),)
        raid.declines("aayari")
    with raid_with("front-towards-enemy", DUEL, "aayari") as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 10, 10)
        assert raid.alive("aayari-1")
    down = {**VESTED, "aayari-1": at(12, 12, "trained+s-vest", staggered=True)}
    with raid_with("front-towards-enemy", down, "aayari", cards=VESTS) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6)
        raid.plays("aayari", card("front-towards-enemy"))
        raid.dice(3, 3)
        assert len(raid.events(Detonated)) == 1


# Activations


@rule("bpre.intervention.lift-and-shift.1", "bpre.intervention.lift-and-shift.2")
@rule("bpre.intervention.3", "bpre.cards.1")
def test_lift_and_shift_moves_a_unit_with_a_chit_four_inches():
    units = {"scorch-1": at(12, 6, chits=1), "aayari-1": at(2, 22, facing=90)}
    lift = (card("lift-and-shift"),)
    with raid_with("lift-and-shift", units, phase=MANEUVER) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 8)),))) == "bpre.maneuver.2"
        far = Maneuver("scorch-1", (go((12, 10.1)),), lift)
        assert raid.refuses("scorch", far) == "bpre.maneuver.3"
        over = Maneuver("scorch-1", (go((12, 10.001)),), lift)
        assert raid.refuses("scorch", over) == "bpre.maneuver.3"
        raid.maneuver("scorch-1", go((12, 10)), cards=lift)
        assert raid.unit("scorch-1").y == 10000
        assert raid.world.sides["scorch"].hand == ()
        assert raid.world.sides["scorch"].discarded == lift
        assert raid.unit("scorch-1").chits == 2
    units = {"scorch-1": at(12, 6, chits=1), "scorch-2": at(4, 4), "aayari-1": at(12, 12, chits=1)}
    with raid_with("lift-and-shift", units, phase=MANEUVER) as raid:
        attack = Maneuver("scorch-1", (shot("aayari-1"),), lift)
        assert raid.refuses("scorch", attack) == "bpre.intervention.lift-and-shift.2"
        # It is for units with a chit only.
        fresh = Maneuver("scorch-2", (go((4, 5)),), lift)
        assert raid.refuses("scorch", fresh) == "bpre.intervention.lift-and-shift.1"


@rule("bpre.intervention.lift-and-shift.1")
def test_who_might_lift_and_shift_is_asked_by_public_facts_and_need_not():
    units = {"scorch-1": at(12, 6, chits=1), "aayari-1": at(2, 22, facing=90)}
    for hand, asked in ((("hasty-ambush",), True), ((), False)):
        with Raid(units, phase=MANEUVER, hands={"scorch": hand}) as raid:
            assert (raid.asked_to_activate()[0] == "scorch") is asked
            raid.passes("scorch") if asked else None
            # He had nobody to decline to activate, so he has not passed.
            assert not raid.world.sides["scorch"].passed
            assert raid.asked_to_activate()[0] == "aayari"


@rule("bpre.intervention.this-is-bat-country.1", "bpre.intervention.this-is-bat-country.2")
@rule("bpre.intervention.this-is-bat-country.3")
def test_bat_country_moves_a_unit_that_has_nobody_to_attack():
    units = {"scorch-1": at(12, 6), "scorch-2": at(4, 4), "aayari-1": at(4, 6.5), "aayari-2": at(12, 13)}
    bat = (card("this-is-bat-country"),)
    with raid_with("this-is-bat-country", units, phase=FINISHING) as raid:
        engaged = Maneuver("scorch-2", (go((5, 4)),), bat)
        assert raid.refuses("scorch", engaged) == "bpre.intervention.this-is-bat-country.1"
        far = Maneuver("scorch-1", (go((12, 9.001)),), bat)
        assert raid.refuses("scorch", far) == "bpre.maneuver.3"
        attack = Maneuver("scorch-1", (go((12, 9)), shot("aayari-2")), bat)
        assert raid.refuses("scorch", attack) == "bpre.intervention.this-is-bat-country.2"
        raid.maneuver("scorch-1", go((12, 9)), cards=bat)
        # Nobody reacts in the Finishing Phase; the unit has lost its chit.
        assert raid.unit("scorch-1").y == 9000
        assert raid.unit("scorch-1").chits == 0
        assert raid.asked_to_activate()[0] == "aayari"
    down = {**units, "scorch-1": at(12, 6, staggered=True)}
    with raid_with("this-is-bat-country", down, phase=FINISHING) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (go((12, 7)),), bat)) == "bpre.stagger.1"
    alone = {"scorch-1": at(12, 6), "aayari-2": at(12, 13)}
    with raid_with("this-is-bat-country", alone, phase=FINISHING) as raid:
        assert raid.asked_to_activate() == ("scorch", FINISHING, ("scorch-1",))
        raid.maneuver("scorch-1", go((12, 9)), cards=bat)
        assert raid.world.sides["scorch"].discarded == bat
        assert raid.world.turn == 2


@rule("bpre.immediate-action.1")
def test_nobody_reacts_in_the_finishing_phase_even_without_a_chit():
    units = {"scorch-1": at(12, 4), "scorch-2": at(14, 8), "aayari-1": at(14, 10.4)}
    with raid_with("this-is-bat-country", units, phase=FINISHING) as raid:
        raid.fire("scorch-2", "aayari-1").dice(1, 1)
        raid.declines("scorch")
        raid.fire("aayari-1", "scorch-2").dice(1, 1)
        assert raid.unit("aayari-1").chits == 0
        raid.maneuver("scorch-1", go((12, 6)), cards=(card("this-is-bat-country"),))
        assert raid.unit("scorch-1").y == 6000
        assert len(raid.rolls()) == 2


@rule("bpre.intervention.this-is-bat-country.1", "bpre.intervention.lift-and-shift.1")
@rule("bpre.intervention.ambush.1", "bpre.intervention.frag-out.1", "bpre.intervention.fire-for-effect.1")
@pytest.mark.parametrize(
    ("name", "phase"),
    [
        ("this-is-bat-country", FINISHING),
        ("lift-and-shift", MANEUVER),
        ("ambush", DIRECT_FIRE),
        ("frag-out", MANEUVER),
    ],
)
def test_cards_for_an_activation_belong_to_their_phase(name, phase):
    kind = skilled("frag", "s-vest")
    units = {"scorch-1": at(12, 6, kind.key), "aayari-1": at(12, 8.5, chits=1)}
    for other in {DIRECT_FIRE, MANEUVER, FINISHING} - {phase}:
        with raid_with(name, units, phase=other, cards=[kind]) as raid:
            answer = Maneuver("scorch-1", (Go((), 90), Detonate()), (card(name),))
            assert raid.refuses("scorch", answer) == f"bpre.intervention.{name}.1"


GRENADIER = {"scorch-1": at(12, 6, "trained+frag"), "scorch-2": at(4, 4), "aayari-1": at(8, 14, chits=1)}


@rule("bpre.intervention.frag-out.1", "bpre.intervention.frag-out.2")
def test_frag_out_throws_in_the_maneuver_phase():
    out = (card("frag-out"),)
    with raid_with("frag-out", GRENADIER, phase=MANEUVER, cards=[skilled("frag")]) as raid:
        throw = ThrowFrag(12000, 16000)
        assert raid.refuses("scorch", Maneuver("scorch-1", (throw,))) == "bpre.intervention.frag-out.1"
        plain = Maneuver("scorch-2", (ThrowFrag(4000, 8000),), out)
        assert raid.refuses("scorch", plain) == "bpre.intervention.frag-out.1"
        far = Maneuver("scorch-1", (ThrowFrag(12000, 16001),), out)
        assert raid.refuses("scorch", far) == "bpre.intervention.frag-out.1"
        behind = Maneuver("scorch-1", (ThrowFrag(12000, 3000),), out)
        assert raid.refuses("scorch", behind) == "bpre.intervention.frag-out.1"
        for act in (go((12, 7)), Go((), 90), shot("aayari-1")):
            moving = Maneuver("scorch-1", (act, throw), out)
            assert raid.refuses("scorch", moving) == "bpre.intervention.frag-out.2"
        raid.maneuver("scorch-1", throw, cards=out)
        assert raid.world.frags == (Frag(12000, 16000, "scorch", "scorch-1"),)
        assert raid.unit("scorch-1").chits == 1


@rule("bpre.immediate-action.2")
def test_a_thrower_can_be_shot_before_it_throws():
    units = {**GRENADIER, "aayari-1": at(12, 14)}
    with raid_with("frag-out", units, phase=MANEUVER, cards=[skilled("frag")]) as raid:
        raid.maneuver("scorch-1", ThrowFrag(12000, 12000), cards=(card("frag-out"),))
        raid.shoots("aayari-1").dice(10, 10, 2, 2)
        assert raid.world.frags == ()
    with raid_with("frag-out", units, phase=MANEUVER, cards=[skilled("frag")]) as raid:
        raid.maneuver("scorch-1", ThrowFrag(12000, 12000), cards=(card("frag-out"),))
        raid.shoots("aayari-1").dice(1, 1)
        assert raid.refuses("scorch", Acts((go((12, 7)),))) == "bpre.intervention.frag-out.2"
        raid.says("scorch", Acts((ThrowFrag(12000, 13000),)))
        assert raid.world.frags[0].y == 13000


@rule("bpre.intervention.the-door-is-yours.1")
def test_the_door_is_yours_makes_one_use_free():
    units = {"scorch-1": at(12, 7.498), "aayari-1": at(2, 22, facing=90)}
    mine = (card("the-door-is-yours"),)
    with raid_with("the-door-is-yours", units, pieces=[door("door", 11, 8, 2, 0.25)], phase=MANEUVER) as raid:
        twice = Maneuver("scorch-1", (UseDoor("door", mine), UseDoor("door", mine)))
        assert raid.refuses("scorch", twice) == "bpre.intervention.3"
        raid.maneuver("scorch-1", use("door"), UseDoor("door", mine), use("door"))
        assert [one.cost for one in raid.events(DoorUsed)] == [3000, 0, 3000]
        assert [one.card for one in raid.events(CardDiscarded)] == list(mine)


BOMBER = {
    "scorch-1": at(12, 12, facing=270),
    "aayari-1": at(12, 4, "plain+s-vest"),
    "aayari-2": at(4, 4),
}


def ambush(units=BOMBER, **fields):
    raid = Raid(units, cards=VESTS, hands={"aayari": ("ambush",)}, **fields)
    return raid.passes("scorch") if raid.is_asked("scorch") else raid


@rule("bpre.intervention.ambush.1", "bpre.intervention.ambush.2", "bpre.intervention.ambush.3")
def test_an_ambush_moves_six_inches_and_must_detonate_while_opponents_react():
    vest = (card("ambush"),)
    with ambush() as raid:
        assert (
            raid.refuses("aayari", Maneuver("aayari-2", (Detonate(),), vest)) == "bpre.intervention.ambush.1"
        )
        tame = Maneuver("aayari-1", (go((12, 9)),), vest)
        assert raid.refuses("aayari", tame) == "bpre.intervention.ambush.2"
        shooting = Maneuver("aayari-1", (shot("scorch-1"), Detonate()), vest)
        assert raid.refuses("aayari", shooting) == "bpre.intervention.ambush.2"
        far = Maneuver("aayari-1", (go((12, 10.001)), Detonate()), vest)
        assert raid.refuses("aayari", far) == "bpre.maneuver.3"
        raid.maneuver("aayari-1", go((12, 10)), Detonate(), cards=vest)
        raid.shoots("scorch-1").dice(1, 1)
        # In the Direct Fire Phase: +1 and -3.
        assert raid.attacked().bonus.total == -2
        assert raid.unit("scorch-1").chits == 1
        assert raid.refuses("aayari", Acts((go((12, 9)),))) == "bpre.intervention.ambush.2"
        raid.says("aayari", Acts((go((12, 10)), Detonate()))).dice(2, 2)
        assert not raid.alive("scorch-1")
        assert not raid.alive("aayari-1")


@rule("bpre.intervention.ambush.3")
def test_units_with_a_chit_do_not_react_to_an_ambush():
    with ambush({**BOMBER, "scorch-1": at(12, 12, facing=270, chits=1)}) as raid:
        raid.maneuver("aayari-1", go((12, 10)), Detonate(), cards=(card("ambush"),)).dice(2, 2)
        assert raid.rolls() == []
        assert not raid.alive("scorch-1")


# Finishing


@rule("bpre.intervention.fire-for-effect.1")
def test_fire_for_effect_attacks_three_different_targets():
    units = {"scorch-1": at(12, 6)} | {f"aayari-{n}": at(9 + n, 8.4) for n in (1, 2, 3, 4)}
    effect = (card("fire-for-effect"),)
    with raid_with("fire-for-effect", units, phase=FINISHING) as raid:
        for spread in (
            ("aayari-1",),
            ("aayari-2", "aayari-2"),
            ("aayari-2", "aayari-1"),
            ("aayari-2", "aayari-3", "aayari-4"),
        ):
            wrong = Fire("scorch-1", "aayari-1", effect, spread=spread)
            assert raid.refuses("scorch", wrong) == "bpre.intervention.fire-for-effect.1"
        raid.fire("scorch-1", "aayari-2", "fire-for-effect", spread=("aayari-3", "aayari-4"))
        raid.dice(9, 9, 1, 1, 9, 9)
        assert raid.rolls() == [("aayari-2", "hit"), ("aayari-3", "miss"), ("aayari-4", "hit")]
        assert raid.unit("scorch-1").chits == 0
        assert [one.card for one in raid.events(CardDiscarded)] == list(effect)
    with raid_with("fire-for-effect", units, phase=FINISHING) as raid:
        several = Fire("scorch-1", "aayari-2", (), spread=("aayari-3",))
        assert raid.refuses("scorch", several) == "bpre.attack.1"
    # Fewer than three will do.
    with raid_with("fire-for-effect", units, phase=FINISHING) as raid:
        raid.fire("scorch-1", "aayari-2", "fire-for-effect", spread=("aayari-1",)).dice(1, 1, 1, 2)
        assert raid.rolls() == [("aayari-2", "miss"), ("aayari-1", "miss")]


@rule("bpre.intervention.fire-for-effect.1")
@pytest.mark.parametrize(
    ("second", "statement"),
    [
        (at(12, 9.501), "bpre.finishing.3"),
        (at(12, 4, facing=90), "bpre.finishing.3"),
        (at(9.2, 7), "bpre.finishing.3"),
    ],
)
def test_every_target_of_fire_for_effect_must_be_eligible(second, statement):
    # The second is too far by a hair, or behind, or behind a wall; it is not taken first, second or third.
    units = {"scorch-1": at(12, 6), "aayari-1": at(11, 8.2), "aayari-2": at(13, 8.2), "aayari-3": second}
    wall = box("wall", 9.9, 4, 0.3, 6)
    names = ("aayari-1", "aayari-2", "aayari-3")
    with raid_with("fire-for-effect", units, pieces=[wall], phase=FINISHING) as raid:
        for order in ((2, 0, 1), (0, 2, 1), (0, 1, 2)):
            first, *others = (names[n] for n in order)
            wrong = Fire("scorch-1", first, (card("fire-for-effect"),), spread=tuple(others))
            assert raid.refuses("scorch", wrong) == statement
        raid.fire("scorch-1", "aayari-1", "fire-for-effect", spread=("aayari-2",)).dice(1, 1, 1, 2)


@rule("bpre.intervention.fire-for-effect.1", "bpre.finishing.base-contact.1")
def test_in_contact_fire_for_effect_reaches_nobody_beyond_those_who_touch():
    units = {
        "scorch-1": at(12, 6),
        "aayari-1": at(12, 7),
        "aayari-2": at(14, 8),
        "aayari-3": at(11.2, 6.7),
    }
    effect = (card("fire-for-effect"),)
    units["aayari-3"] = at(12 - 0.8, 6.6)
    with raid_with("fire-for-effect", units, phase=FINISHING) as raid:
        wrong = Fire("scorch-1", "aayari-1", effect, spread=("aayari-2",))
        assert raid.refuses("scorch", wrong) == "bpre.finishing.base-contact.1"
        raid.fire("scorch-1", "aayari-1", "fire-for-effect", spread=("aayari-3",)).dice(1, 1, 1, 2)
        assert [name for name, _ in raid.rolls()] == ["aayari-1", "aayari-3"]


@rule("bpre.intervention.fire-for-effect.1")
def test_fire_for_effect_goes_on_when_one_target_is_dead_and_gives_no_fourth_attack():
    units = {"scorch-1": at(12, 6)} | {f"aayari-{n}": at(9 + n, 8.4) for n in (1, 2, 3, 4)}
    with raid_with("fire-for-effect", units, phase=FINISHING) as raid:
        raid.fire("scorch-1", "aayari-1", "fire-for-effect", spread=("aayari-2", "aayari-3"))
        raid.dice(9, 9, 9, 9, 9, 9)
        assert raid.rolls() == [(f"aayari-{n}", "hit") for n in (1, 2, 3)]
        assert [raid.alive(f"aayari-{n}") for n in (1, 2, 3, 4)] == [False, False, False, True]
        assert raid.asked_to_activate()[0] == "aayari"


def test_a_player_can_ask_to_be_asked_again():
    units = {**DUEL, "scorch-1": at(12, 6, "trained+lamg")}
    for again, asked in ((False, 1), (True, 5)):
        with raid_with("hasty-ambush", units, cards=[skilled("lamg")]) as raid:
            raid.fire("scorch-1", "aayari-1")
            times = 0
            for _ in range(5):
                raid.dice(4, 5)
                if getattr(raid.game.pending[0], "moment", "") == "after-attack-roll":
                    times += 1
                    raid.says("scorch", Decline(again))
            assert times == asked
            raid.declines("scorch")
