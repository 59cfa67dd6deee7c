"""Intervention Cards, each in its own timing."""

import pytest

from bpre.raid import DUEL, Raid, at, card, low, raid_with, skilled
from firelane.bpre.acts import Attack, Detonate
from firelane.bpre.asking import Decline, Turned
from firelane.bpre.cards import Card, interventions
from firelane.bpre.edition import EDITION
from firelane.bpre.events import AttackRolled, Detonated, Exploded
from firelane.bpre.names import FINISHING, MANEUVER
from firelane.bpre.world import Frag
from firelane.testing.proofs import rule


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


@rule("bpre.intervention.save-the-last-bullet.1", "bpre.stagger.1")
def test_the_last_bullet_ends_the_burst_of_one_whom_it_staggers_or_kills():
    units = {
        "scorch-1": at(12, 6, "trained+lamg"),
        "aayari-1": at(12, 12),
        "aayari-2": at(13.5, 12),
        "scorch-2": at(2, 2),
    }
    for save, alive in (((6, 6), True), ((2, 2), False)):
        with raid_with("save-the-last-bullet", units, seat="aayari", cards=[skilled("lamg")]) as raid:
            raid.fire("scorch-1", "aayari-1", spread=("aayari-2",)).dice(6, 6)
            raid.plays("aayari", card("save-the-last-bullet")).dice(9, 9, *save)
            assert raid.rolls() == [("aayari-1", "hit"), ("scorch-1", "hit")]
            assert (raid.alive("scorch-1"), raid.unit("scorch-1").staggered) == (alive, alive)
            assert raid.asked_to_activate()[0] == "aayari"


@rule("bpre.intervention.save-the-last-bullet.1")
def test_one_that_lies_on_its_side_fires_its_last_bullet_and_one_bullet_it_is():
    units = {**DUEL, "aayari-1": at(12, 12, "trained+lamg", staggered=True)}
    with raid_with("save-the-last-bullet", units, seat="aayari", cards=[skilled("lamg")]) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6)
        raid.plays("aayari", card("save-the-last-bullet")).dice(1, 1)
        assert raid.rolls() == [("aayari-1", "hit"), ("scorch-1", "miss")]
        assert not raid.alive("aayari-1")


@rule("bpre.intervention.save-the-last-bullet.1")
def test_the_last_bullet_needs_los_to_the_killer_and_an_attack():
    units = {**DUEL, "aayari-1": at(12, 12, "trained", facing=90)}
    with raid_with("save-the-last-bullet", units, seat="aayari") as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 2, 2)
        assert not raid.alive("aayari-1")
        assert raid.asked_to_activate()[0] == "aayari"
    # Nor is it fired where the unit could not attack: a storm hides what is farther off than 12 inches.
    for y, asked in ((16.5, True), (16.501, False)):
        units = {"scorch-1": at(12, 4), "aayari-1": at(12, y), "aayari-2": at(2, 22, facing=90)}
        fields = {"atmospherics": "sandstorm", "hands": {"aayari": ("save-the-last-bullet",)}}
        with Raid(units, **fields) as raid:
            raid.fire("scorch-1", "aayari-1").dice(6, 6)
            assert (raid.asked("aayari").kind == "offer-cards") is asked
            raid.declines("aayari") if asked else None
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


@rule("bpre.intervention.break-contact.1")
@pytest.mark.parametrize("hurt", [at(12, 12, facing=90), at(12, 12, "trained", facing=90, staggered=True)])
def test_who_had_no_dice_to_save_with_cannot_break_contact(hurt):
    cover = [low("planter", 10, 9, 4, 0.5)]
    with Raid({**DUEL, "aayari-1": hurt}, cover, hands={"aayari": ("break-contact",)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6)
        assert not raid.alive("aayari-1")
        raid.passes("aayari")


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
