"""Intervention Cards that are named with an activation: extra moves, grenades, ambushes, three targets."""

import pytest

from bpre.raid import Raid, at, box, card, door, go, raid_with, shot, skilled, use
from firelane.bpre.acts import Detonate, Go, ThrowFrag, UseDoor
from firelane.bpre.asking import Acts, Fire, Maneuver
from firelane.bpre.events import ActivationEnded, CardDiscarded, DoorUsed
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.bpre.world import Frag
from firelane.testing.proofs import rule

VESTS = [skilled("s-vest"), skilled("s-vest", base="plain")]


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


@rule("bpre.intervention.3", "bpre.cards.1", "bpre.cards.2", "bpre.special.1")
def test_all_cards_that_are_named_with_an_activation_are_discarded_for_it():
    units = {"scorch-1": at(12, 6, chits=1), "aayari-1": at(2, 22, facing=90)}
    both = (card("lift-and-shift"), "special.go-pills")
    with raid_with("lift-and-shift", units, phase=MANEUVER, specials={"scorch": ("go-pills",)}) as raid:
        raid.maneuver("scorch-1", go((12, 10)), cards=both)
        assert raid.world.sides["scorch"].discarded == both
        assert raid.world.sides["scorch"].hand == raid.world.sides["scorch"].specials == ()


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
@rule("bpre.intervention.this-is-bat-country.3", "bpre.maneuver.6")
def test_bat_country_moves_a_unit_that_has_nobody_to_attack():
    units = {"scorch-1": at(12, 6), "scorch-2": at(4, 4), "aayari-1": at(4, 6.5), "aayari-2": at(12, 13)}
    bat = (card("this-is-bat-country"),)
    with raid_with("this-is-bat-country", units, phase=FINISHING) as raid:
        # Each is named once: who can attack, then who could be moved by the card.
        assert raid.asked_to_activate() == ("scorch", FINISHING, ("scorch-2", "scorch-1"))
        engaged = Maneuver("scorch-2", (go((5, 4)),), bat)
        assert raid.refuses("scorch", engaged) == "bpre.intervention.this-is-bat-country.1"
        far = Maneuver("scorch-1", (go((12, 9.001)),), bat)
        assert raid.refuses("scorch", far) == "bpre.maneuver.3"
        attack = Maneuver("scorch-1", (go((12, 9)), shot("aayari-2")), bat)
        assert raid.refuses("scorch", attack) == "bpre.intervention.this-is-bat-country.2"
        raid.maneuver("scorch-1", go((12, 9)), cards=bat)
        assert raid.events(ActivationEnded)[0].because[0].rule == "bpre.intervention.this-is-bat-country.3"
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
    idle = {**alone, "scorch-2": at(2, 2), "aayari-2": at(12, 13, chits=1)}
    with Raid(idle, phase=MANEUVER) as raid:
        raid.maneuver("scorch-2", Go((), 270))
        assert raid.events(ActivationEnded)[0].because[0].rule == "bpre.maneuver.6", "not by the card"
        assert raid.unit("scorch-2").chits == 1


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


@rule(
    "bpre.intervention.frag-out.1", "bpre.intervention.frag-out.2", "bpre.direct-fire.9", "bpre.skill.frag.1"
)
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
        # Without the card it moves as usual.
        for acts in ((go((12, 7)),), (go((12, 7)), Go((), 180))):
            assert raid.would_refuse("scorch", Maneuver("scorch-1", acts)) is None
        twice = Maneuver("scorch-1", (throw, throw), out)
        assert raid.refuses("scorch", twice) == "bpre.intervention.frag-out.2"
        raid.maneuver("scorch-1", throw, cards=out)
        assert raid.world.frags == (Frag(12000, 16000, "scorch", "scorch-1"),)
        assert raid.unit("scorch-1").chits == 1


@rule("bpre.immediate-action.2", "bpre.intervention.frag-out.2")
def test_a_thrower_can_be_shot_before_it_throws():
    units = {**GRENADIER, "aayari-1": at(12, 14)}
    with raid_with("frag-out", units, phase=MANEUVER, cards=[skilled("frag")]) as raid:
        raid.maneuver("scorch-1", ThrowFrag(12000, 12000), cards=(card("frag-out"),))
        raid.shoots("aayari-1").dice(10, 10, 2, 2)
        assert raid.world.frags == ()
    with raid_with("frag-out", units, phase=MANEUVER, cards=[skilled("frag")]) as raid:
        raid.maneuver("scorch-1", ThrowFrag(12000, 12000), cards=(card("frag-out"),))
        raid.shoots("aayari-1").dice(1, 1)
        assert raid.asked("scorch").left == 0
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


@rule("bpre.skill.s-vest.1")
def test_no_vest_goes_off_in_the_finishing_phase():
    units = {"scorch-1": at(12, 6, "trained+s-vest"), "aayari-1": at(12, 13)}
    with raid_with("this-is-bat-country", units, phase=FINISHING, cards=VESTS) as raid:
        vest = Maneuver("scorch-1", (Detonate(),), (card("this-is-bat-country"),))
        assert raid.refuses("scorch", vest) == "bpre.skill.s-vest.1"


@rule("bpre.intervention.ambush.1", "bpre.intervention.ambush.2", "bpre.intervention.ambush.3")
@rule("bpre.skill.s-vest.1")
def test_an_ambush_moves_six_inches_and_must_detonate_while_opponents_react():
    vest = (card("ambush"),)
    with ambush() as raid:
        assert (
            raid.refuses("aayari", Maneuver("aayari-2", (Detonate(),), vest)) == "bpre.intervention.ambush.1"
        )
        tame = Maneuver("aayari-1", (go((12, 9)),), vest)
        assert raid.refuses("aayari", tame) == "bpre.intervention.ambush.2"
        assert raid.refuses("aayari", Maneuver("aayari-1", (), vest)) == "bpre.intervention.ambush.2"
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


@rule("bpre.intervention.ambush.2")
def test_only_an_ambush_must_detonate():
    with Raid(BOMBER, cards=VESTS, phase=MANEUVER) as raid:
        raid.passes("scorch")
        assert raid.would_refuse("aayari", Maneuver("aayari-1", (go((12, 5)),))) is None


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
        strangers = Fire("scorch-1", "aayari-2", (), spread=("scorch-1",))
        assert raid.refuses("scorch", strangers) == "bpre.attack.1"
        at_a_point = Fire("scorch-1", "aayari-2", effect, (12000, 8400), ("aayari-3",))
        assert raid.refuses("scorch", at_a_point) == "bpre.intervention.fire-for-effect.1"
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
