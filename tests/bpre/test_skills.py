"""Unit skills, each in its own timing."""

import pytest

from bpre.raid import Raid, at, box, door, go, low, shot, skilled, use
from firelane.bpre.acts import Attack, CallFires, Detonate
from firelane.bpre.asking import Acts, Fire, Maneuver, Shoot, Throw
from firelane.bpre.events import AttackRolled, Detonated, DoorUsed, Exploded, SaveRolled, Used
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.testing.proofs import rule


def cited(event):
    """The statements that an event cites."""
    return {cite.rule for cite in event.because}


# Machine guns

GUNS = [skilled("lamg"), skilled("rpk"), skilled("lamg", "bipod")]
BURST = {
    "scorch-1": at(12, 4, "trained+lamg"),
    "aayari-1": at(12, 12, "trained"),
    "aayari-2": at(13.5, 12),
    "aayari-3": at(10.5, 12),
    "aayari-4": at(15, 12),
}


@rule("bpre.skill.lamg.1", "bpre.skill.lamg.3", "bpre.skill.lamg.4")
def test_a_lamg_rolls_five_times_and_each_hit_is_saved_before_the_next_roll():
    with Raid({"scorch-1": BURST["scorch-1"], "aayari-1": BURST["aayari-1"]}, cards=GUNS) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1, 6, 6, 9, 9, 2, 2, 1, 2, 8, 8)
        # A miss, a hit that is saved, two misses, and a hit on the staggered unit, which cannot save.
        assert [result for _, result in raid.rolls()] == ["miss", "hit", "miss", "miss", "hit"]
        assert [save.faces for save in raid.events(SaveRolled)] == [(9, 9), ()]
        assert not raid.alive("aayari-1")
        # The save comes before the next roll.
        happened = [
            e for m in raid.game.moments for e in m.events if isinstance(e, AttackRolled | SaveRolled)
        ]
        kinds = [event.kind for event in happened]
        assert kinds == ["attack-rolled"] * 2 + ["save-rolled"] + ["attack-rolled"] * 3 + ["save-rolled"]
        assert all("bpre.skill.lamg.1" in cited(event) for event in raid.events(AttackRolled))


@rule("bpre.skill.lamg.3", "bpre.skill.rpk.3")
@pytest.mark.parametrize(("gun", "rolls"), [("lamg", 5), ("rpk", 2)])
def test_one_without_a_save_is_killed_before_the_next_roll_of_a_burst(gun, rolls):
    units = {"scorch-1": at(12, 4, f"trained+{gun}"), "aayari-1": at(12, 12), "aayari-2": at(13.5, 12)}
    with Raid(units, cards=GUNS) as raid:
        raid.fire("scorch-1", "aayari-1", spread=("aayari-2",)).dice(6, 6)
        assert (raid.alive("aayari-1"), raid.alive("aayari-2")) == (False, True)
        raid.dice(*(1, 1) * (rolls - 1))
        assert [name for name, _ in raid.rolls()] == ["aayari-1"] + ["aayari-2"] * (rolls - 1)


@rule("bpre.skill.lamg.2")
def test_hits_of_a_lamg_are_shared_out_within_two_inches_of_the_point():
    with Raid(BURST, cards=GUNS) as raid:
        raid.fire("scorch-1", "aayari-3", spread=("aayari-1",)).dice(6, 6, 6, 6, 9, 9, 1, 1, 6, 6)
        # The first hit goes to aayari-3, the next ones to aayari-1; the others are too far from the point.
        assert raid.rolls() == [
            ("aayari-3", "hit"),
            ("aayari-1", "hit"),
            ("aayari-1", "miss"),
            ("aayari-1", "hit"),
        ]
        assert [raid.alive(f"aayari-{n}") for n in (1, 2, 3, 4)] == [False, True, False, True]
    with Raid(BURST, cards=GUNS) as raid:
        far = Fire("scorch-1", "aayari-1", spread=("aayari-4",))
        assert raid.refuses("scorch", far) == "bpre.skill.lamg.2"
        behind = Fire("scorch-1", "aayari-1", at=(12000, 1000))
        assert raid.refuses("scorch", behind) == "bpre.skill.lamg.1"
        # Two inches from the point to the centre of a base, and no more.
        short = Fire("scorch-1", "aayari-1", at=(12000, 9999))
        assert raid.refuses("scorch", short) == "bpre.skill.lamg.2"
        assert raid.would_refuse("scorch", Fire("scorch-1", "aayari-1", at=(12000, 10000))) is None
        # A point between two of them reaches both.
        raid.fire("scorch-1", "aayari-4", point=(14200, 12000), spread=("aayari-2",)).dice(6, 6, 6, 6)
        assert raid.rolls() == [("aayari-4", "hit"), ("aayari-2", "hit")]


@rule("bpre.skill.lamg.2", "bpre.skill.rpk.2")
def test_hits_are_shared_out_round_the_point_and_not_round_the_target():
    for gun, rest in (("lamg", 3), ("rpk", 0)):
        with Raid({**BURST, "scorch-1": at(12, 4, f"trained+{gun}")}, cards=GUNS) as raid:
            # Three inches apart, both are within two of a point between them.
            raid.fire("scorch-1", "aayari-1", point=(13900, 12000), spread=("aayari-4",))
            raid.dice(6, 6, 9, 9, 6, 6, *(1, 1) * rest)
            assert raid.rolls()[:2] == [("aayari-1", "hit"), ("aayari-4", "hit")]
            assert raid.alive("aayari-3"), "too far from the point"


@rule("bpre.skill.lamg.2", "bpre.atmospherics.sandstorm.1")
def test_a_burst_hits_nobody_whom_its_unit_could_not_attack():
    gun = skilled("lamg", base="plain")
    units = {"scorch-1": at(12, 2, gun.key), "aayari-1": at(12, 14.4), "aayari-2": at(13, 15.4)}
    for weather, rolls in (("sandstorm", 1), ("clear-skies", 5)):
        with Raid(units, cards=[gun], atmospherics=weather) as raid:
            raid.fire("scorch-1", "aayari-1").dice(9, 9, *(1, 1) * (rolls - 1))
            assert [name for name, _ in raid.rolls()] == ["aayari-1"] + ["aayari-2"] * (rolls - 1)


@rule("bpre.skill.lamg.2")
def test_a_roll_is_judged_by_the_line_to_the_unit_that_takes_the_hit():
    # Behind the planter aayari-1 is hit on 13, in the open aayari-2 on 11: a 12 hits the second only.
    units = {"scorch-1": at(12, 4, "trained+lamg"), "aayari-1": at(12, 12), "aayari-2": at(13.9, 12)}
    with Raid(units, [low("planter", 11, 10.5, 1.7, 0.4)], cards=GUNS) as raid:
        raid.fire("scorch-1", "aayari-1").dice(5, 6, 1, 1, 1, 1, 1, 1, 1, 1)
        assert raid.rolls()[0] == ("aayari-2", "hit")
        assert raid.alive("aayari-1")


@rule("bpre.skill.rpk.1", "bpre.skill.rpk.2", "bpre.skill.rpk.3", "bpre.skill.rpk.4")
def test_an_rpk_rolls_twice_at_one_point():
    units = {
        "scorch-1": at(12, 4, "trained+rpk"),
        "aayari-1": at(12, 12, "trained"),
        "aayari-2": at(13.5, 12),
    }
    with Raid(units, cards=GUNS) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 6, 6, 6, 6)
        # Staggered by the first hit, it takes the second as well.
        assert raid.rolls() == [("aayari-1", "hit"), ("aayari-1", "hit")]
        assert [save.result for save in raid.events(SaveRolled)] == ["staggered", "killed"]
    with Raid(units, cards=GUNS) as raid:
        raid.fire("scorch-1", "aayari-1", spread=("aayari-2",)).dice(6, 6, 6, 6, 6, 6)
        assert raid.unit("aayari-1").staggered
        assert not raid.alive("aayari-2")
    with Raid({**units, "aayari-2": at(14.001, 12)}, cards=GUNS) as raid:
        wide = Fire("scorch-1", "aayari-1", spread=("aayari-2",))
        assert raid.refuses("scorch", wide) == "bpre.skill.rpk.2"
        behind = Fire("scorch-1", "aayari-1", at=(12000, 1000))
        assert raid.refuses("scorch", behind) == "bpre.skill.rpk.1"
    with Raid({**units, "aayari-2": at(14, 12)}, cards=GUNS) as raid:
        raid.fire("scorch-1", "aayari-1", spread=("aayari-2",)).dice(1, 1, 6, 6, 6, 6)
        assert all("bpre.skill.rpk.1" in cited(event) for event in raid.events(AttackRolled))
    # Only among those whom it sees.
    with Raid({**units, "aayari-2": at(13.9, 12)}, [box("wall", 12.3, 8, 3, 0.2)], cards=GUNS) as raid:
        wide = Fire("scorch-1", "aayari-1", spread=("aayari-2",))
        assert raid.refuses("scorch", wide) == "bpre.attack.1"


@rule("bpre.skill.lamg.1", "bpre.skill.rpk.1")
def test_machine_guns_fire_bursts_in_immediate_actions_but_not_in_maneuvers_nor_finishing():
    for gun, rolls in (("lamg", 5), ("rpk", 2)):
        units = {"scorch-1": at(12, 4), "aayari-1": at(12, 12, f"trained+{gun}")}
        with Raid(units, phase=MANEUVER, cards=GUNS) as raid:
            raid.maneuver("scorch-1").shoots("aayari-1").dice(*(1, 1) * rolls)
            assert [one.occasion for one in raid.events(type(raid.attacked()))] == [
                "immediate-action"
            ] * rolls
            raid.says("scorch", Acts())
        units["aayari-1"] = at(12, 12, f"trained+{gun}", chits=1)
        units["scorch-1"] = at(12, 4, f"trained+{gun}")
        with Raid(units, phase=MANEUVER, cards=GUNS) as raid:
            raid.maneuver("scorch-1", shot("aayari-1")).dice(1, 1)
            assert len(raid.rolls()) == 1
        units["scorch-1"] = at(12, 9, f"trained+{gun}")
        with Raid(units, phase=FINISHING, cards=GUNS) as raid:
            raid.fire("scorch-1", "aayari-1").dice(1, 1)
            assert len(raid.rolls()) == 1


@rule("bpre.skill.lamg.1", "bpre.skill.rpk.1")
@pytest.mark.parametrize(("gun", "rolls"), [("lamg", 5), ("rpk", 2)])
def test_a_machine_gun_fires_its_burst_wherever_it_stands_among_the_skills(gun, rolls):
    kind = skilled("kinetic-isr.hongbin", "doorkicker", gun, "bipod")
    with Raid({"scorch-1": at(12, 4, kind.key), "aayari-1": at(12, 12)}, cards=[kind]) as raid:
        raid.fire("scorch-1", "aayari-1").dice(*(1, 1) * rolls)
        assert len(raid.rolls()) == rolls


def test_only_machine_guns_share_out_hits():
    with Raid({**BURST, "scorch-1": at(12, 4)}, cards=GUNS) as raid:
        wide = Fire("scorch-1", "aayari-1", spread=("aayari-2",))
        assert raid.refuses("scorch", wide) == "bpre.attack.1"


@rule("bpre.skill.lamg.2")
def test_hits_of_an_immediate_action_are_shared_out_near_the_active_unit():
    units = {
        "scorch-1": at(12, 4),
        "scorch-2": at(13.5, 4),
        "scorch-3": at(15, 4),
        "aayari-1": at(12, 12, "trained+rpk"),
    }
    with Raid(units, phase=MANEUVER, cards=GUNS) as raid:
        raid.maneuver("scorch-1")
        assert raid.refuses("aayari", Shoot("aayari-1", spread=("scorch-3",))) == "bpre.skill.rpk.2"
        raid.says("aayari", Shoot("aayari-1", spread=("scorch-2",))).dice(8, 8, 2, 2, 8, 8, 2, 2)
        assert [name for name, _ in raid.rolls()] == ["scorch-1", "scorch-2"]


@rule("bpre.skill.bipod.1")
def test_a_bipod_lifts_the_penalty_over_cover_that_it_touches():
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 12, "trained+bipod")}
    planter = low("planter", 10, 11.1, 4, 0.4)
    away = low("planter", 10, 8, 4, 0.4)
    beside = low("planter", 12.5, 11.5, 1, 1)
    for piece, bonus in ((planter, 0), (away, -3), (beside, -3)):
        with Raid(units, [piece], phase=MANEUVER, cards=[skilled("bipod")]) as raid:
            raid.maneuver("scorch-1").shoots("aayari-1").dice(1, 1)
            assert raid.attacked().bonus.total == bonus
            assert ("bpre.skill.bipod.1" in raid.reasons()) is (bonus == 0)
            raid.says("scorch", Acts())
    # Without the skill the cover does not help.
    with Raid({**units, "aayari-1": at(12, 12)}, [planter], phase=MANEUVER) as raid:
        raid.maneuver("scorch-1").shoots("aayari-1").dice(1, 1)
        assert raid.attacked().bonus.total == -3
        raid.says("scorch", Acts())


# Doors

WALL = [
    box("left", 0, 8, 11, 0.25),
    door("door", 11, 8, 2, 0.25),
    box("middle", 13, 8, 3, 0.25),
    door("second", 16, 8, 2, 0.25),
    box("right", 18, 8, 6, 0.25),
]
KICKER = {"scorch-1": at(12, 7.498, "trained+doorkicker"), "aayari-1": at(2, 22, facing=90)}


@rule("bpre.skill.doorkicker.1", "bpre.battlespace.door.2")
def test_a_doorkicker_opens_one_door_per_turn_for_nothing():
    with Raid(KICKER, WALL, phase=MANEUVER, cards=[skilled("doorkicker")]) as raid:
        # Six inches: the first door is free, the way takes four, and the second door would cost three.
        plan = Maneuver("scorch-1", (use("door"), go((12, 7), (17, 7.498), facing=90), use("second")))
        assert raid.refuses("scorch", plan) == "bpre.doors.3"
        raid.maneuver("scorch-1", use("door"), go((12, 7), (16.5, 7)))
        assert [one.cost for one in raid.events(DoorUsed)] == [0]
        assert raid.unit("scorch-1").used == ("doorkicker",)
        assert raid.events(DoorUsed)[0].because[-1].rule == "bpre.skill.doorkicker.1"
        # In the next turn it does so again.
        raid.passes("aayari", "scorch", "aayari")
        assert (raid.world.turn, raid.unit("scorch-1").used) == (2, ())
        raid.maneuver("scorch-1", go((17, 7.498)), use("second"))
        assert [one.cost for one in raid.events(DoorUsed)] == [0, 0]
    with Raid(KICKER, WALL, phase=MANEUVER, cards=[skilled("doorkicker")]) as raid:
        raid.maneuver("scorch-1", use("door"), use("door"), use("door"))
        # Open for nothing, closed for three, open again for three.
        assert [one.cost for one in raid.events(DoorUsed)] == [0, 3000, 3000]
    with Raid(KICKER, WALL, phase=MANEUVER, cards=[skilled("doorkicker")], doors={"door": "open"}) as raid:
        # Closing is never free, and does not use the skill up.
        raid.maneuver("scorch-1", use("door"), use("door"))
        assert [one.cost for one in raid.events(DoorUsed)] == [3000, 0]
    with Raid({**KICKER, "scorch-1": at(12, 7.498)}, WALL, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", use("door"))
        assert raid.events(DoorUsed)[0].cost == 3000


@rule("bpre.skill.lamg.4", "bpre.skill.rpk.4")
@pytest.mark.parametrize(("skill", "rolls"), [("lamg", 5), ("rpk", 2)])
def test_hits_that_are_left_stay_with_the_last_that_was_named(skill, rolls):
    gunner = skilled(skill)
    units = {
        "scorch-1": at(12, 6, gunner.key),
        "aayari-1": at(12, 12, "trained"),
        "aayari-2": at(13.2, 12, "trained"),
    }
    for spread, order in (((), "1" * rolls), (("aayari-2",), "1" + "2" * (rolls - 1))):
        with Raid(units, cards=[gunner]) as raid:
            raid.fire("scorch-1", "aayari-1", spread=spread).dice(*(6, 6, 10, 10) * rolls)
            assert raid.rolls() == [(f"aayari-{n}", "hit") for n in order]


# Fires


@rule("bpre.glint-and-destroy.3", "bpre.skill.glint.1")
def test_glint_leaves_the_unit_free_to_move_and_shoot_and_works_once_per_turn():
    units = {
        "scorch-1": at(12, 4, "trained+glint"),
        "aayari-1": at(12, 14, chits=1),
        "aayari-2": at(18, 14, chits=1),
    }
    call = CallFires("fires.scoria-rs", target="aayari-1")
    fields = {"phase": MANEUVER, "cards": [skilled("glint")], "fires": {"scorch": ("scoria-rs", "scoria-rs")}}
    with Raid(units, **fields) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (call, call))) == "bpre.skill.glint.1"
        out_of_sight = CallFires("fires.scoria-rs", target="scorch-1")
        assert raid.refuses("scorch", Maneuver("scorch-1", (out_of_sight,))) == "bpre.skill.glint.1"
        raid.maneuver("scorch-1", go((12, 6)), call, go((12, 8)), Attack("aayari-2")).dice(9, 9)
        assert not raid.alive("aayari-1")
        assert not raid.alive("aayari-2")
        assert raid.unit("scorch-1").y == 8000
        assert raid.world.sides["scorch"].fires == ("fires.scoria-rs",)
        assert [(one.unit, one.what) for one in raid.events(Used)] == [("scorch-1", "glint")]
    # It turns to where it calls; but a wall hides the point from it.
    wall = [box("wall", 8, 8, 8, 0.5)]
    with Raid({**units, "scorch-1": at(12, 4, "trained+glint", facing=270)}, wall, **fields) as raid:
        hidden = Maneuver("scorch-1", (CallFires("fires.scoria-rs", 12000, 10000),))
        assert raid.refuses("scorch", hidden) == "bpre.skill.glint.1"
        open_to_it = Maneuver("scorch-1", (CallFires("fires.scoria-rs", 12000, 7000),))
        assert raid.would_refuse("scorch", open_to_it) is None


@rule("bpre.glint-and-destroy.1", "bpre.skill.glint.1")
def test_glint_belongs_to_the_maneuver_phase_and_comes_again_in_the_next_turn():
    units = {"scorch-1": at(12, 4, "trained+glint"), "aayari-1": at(12, 22, facing=90, chits=1)}
    point = CallFires("fires.scoria-rs", 12000, 14000)
    fields = {"cards": [skilled("glint")], "fires": {"scorch": ("scoria-rs", "scoria-rs")}}
    hands = {"scorch": ("this-is-bat-country",)}
    with Raid(units, phase=FINISHING, hands=hands, **fields) as raid:
        late = Maneuver("scorch-1", (point,), ("intervention.this-is-bat-country",))
        assert raid.refuses("scorch", late) == "bpre.skill.glint.1"
    with Raid(units, phase=DIRECT_FIRE, **fields) as raid:
        assert raid.refuses("scorch", Maneuver("scorch-1", (point,))) == "bpre.turn.1"
    with Raid({**units, "scorch-2": at(2, 2)}, phase=MANEUVER, **fields) as raid:
        raid.maneuver("scorch-1", point).passes("scorch", "scorch", "aayari")
        assert raid.unit("scorch-1").used == ()
        raid.maneuver("scorch-1", point)
        assert len(raid.events(Exploded)) == 2


@rule("bpre.skill.glint.1", "bpre.fires.2")
def test_only_a_unit_with_glint_calls_fires():
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 14, chits=1)}
    with Raid(units, phase=MANEUVER, fires={"scorch": ("scoria-rs",)}) as raid:
        call = CallFires("fires.scoria-rs", target="aayari-1")
        assert raid.refuses("scorch", Maneuver("scorch-1", (call,))) == "bpre.skill.glint.1"


# Fighting friends


RABBLE = {
    "scorch-1": at(12, 20, facing=270),
    "aayari-1": at(12, 4, "plain+non-professional", facing=90),
    "aayari-2": at(12.2, 12, facing=90),
    "aayari-3": at(11.8, 8, "trained", facing=90),
    "aayari-4": at(15, 8, facing=90),
}
UNTRAINED = [skilled("non-professional", base="plain")]


def rabble(**units):
    raid = Raid({**RABBLE, **units}, cards=UNTRAINED)
    return raid.passes("scorch")


@rule("bpre.skill.non-professional.1", "bpre.skill.non-professional.2", "bpre.skill.non-professional.4")
def test_the_untrained_roll_at_friends_in_the_way_first_the_nearest_before_the_others():
    with rabble() as raid:
        raid.fire("aayari-1", "scorch-1").dice(1, 1, 1, 1, 5, 5)
        assert raid.rolls() == [("aayari-3", "miss"), ("aayari-2", "miss"), ("scorch-1", "miss")]
        assert raid.reasons() == {"bpre.direct-fire.5": 1}
        rolls = raid.events(AttackRolled)
        assert [(one.bonus.total, one.needs.total) for one in rolls] == [(1, 12)] * 3
        assert ["bpre.skill.non-professional.1" in cited(one) for one in rolls] == [True, True, False]


@rule("bpre.skill.non-professional.1")
@pytest.mark.parametrize(("x", "across"), [(12.499, True), (12.5, False), (11.5, False), (11.501, True)])
def test_a_friend_is_in_the_way_if_its_base_lies_across_the_line(x, across):
    clear = {"aayari-2": at(20, 12, facing=90), "aayari-3": at(x, 8, "trained", facing=90)}
    with rabble(**clear) as raid:
        raid.fire("aayari-1", "scorch-1").dice(1, 1, *((1, 1) if across else ()))
        names = ["aayari-3", "scorch-1"] if across else ["scorch-1"]
        assert [name for name, _ in raid.rolls()] == names
    # One behind the target is not in the way, nor is one behind the shooter.
    beyond = {"aayari-2": at(12, 21.5, facing=90), "aayari-3": at(12, 2.5, "trained", facing=90)}
    with rabble(**beyond) as raid:
        raid.fire("aayari-1", "scorch-1").dice(1, 1)
        assert [name for name, _ in raid.rolls()] == ["scorch-1"]


@rule("bpre.skill.non-professional.2")
def test_rolls_at_friends_over_cover_are_obstructed_like_any_other():
    with Raid(
        {**RABBLE, "aayari-2": at(20, 12, facing=90)}, [low("planter", 10, 6, 4, 0.5)], cards=UNTRAINED
    ) as raid:
        raid.passes("scorch")
        raid.fire("aayari-1", "scorch-1").dice(1, 1, 1, 1)
        assert [(one.at, one.needs.total) for one in raid.events(AttackRolled)] == [
            ("aayari-3", 15),
            ("scorch-1", 15),
        ]


@rule("bpre.skill.non-professional.3")
def test_a_friend_that_is_hit_saves_or_dies_and_ends_the_attack():
    with rabble() as raid:
        raid.fire("aayari-1", "scorch-1").dice(6, 6, 1, 1)
        assert raid.rolls() == [("aayari-3", "hit")]
        assert not raid.alive("aayari-3")
    with rabble() as raid:
        # Saved or not, the attack is over.
        raid.fire("aayari-1", "scorch-1").dice(6, 6, 9, 9)
        assert raid.rolls() == [("aayari-3", "hit")]
        assert raid.unit("aayari-3").staggered
        assert raid.alive("scorch-1")
    with rabble() as raid:
        raid.fire("aayari-1", "scorch-1").dice(1, 1, 6, 6)
        assert raid.rolls() == [("aayari-3", "miss"), ("aayari-2", "hit")]
        assert not raid.alive("aayari-2")


@rule("bpre.skill.non-professional.1")
def test_others_shoot_past_their_friends():
    with rabble(**{"aayari-1": at(12, 4, facing=90)}) as raid:
        raid.fire("aayari-1", "scorch-1").dice(1, 1)
        assert raid.rolls() == [("scorch-1", "miss")]


# Suicide vests

VESTS = [skilled("s-vest", base="plain"), skilled("s-vest")]
BOMBER = {
    "scorch-1": at(12, 8.9, chits=1),
    "scorch-2": at(15.1, 6, chits=1),
    "aayari-1": at(12, 6, "plain+s-vest"),
    "aayari-2": at(10, 6),
}


def bomber(units=BOMBER, **fields):
    return Raid(units, phase=MANEUVER, cards=VESTS, **fields)


@rule("bpre.skill.s-vest.1", "bpre.skill.s-vest.2", "bpre.skill.s-vest.3")
def test_a_vest_kills_its_wearer_and_everybody_within_two_inches_of_its_base_must_save():
    with bomber() as raid:
        raid.maneuver("aayari-1", Detonate()).dice(2, 2)
        assert len(raid.events(Detonated)) == 1
        # From edge to edge scorch-1 is 1.9 inches off, aayari-2 one inch, scorch-2 2.1.
        assert raid.events(Exploded)[0].reached == ("scorch-1", "aayari-2")
        dead = [name for name in raid.world.units if not raid.alive(name)]
        assert dead == ["scorch-1", "aayari-1", "aayari-2"]
        assert raid.events(Exploded)[0].radius == 2500
    # Two inches from edge to edge: three between the centres.
    for y, reached in ((9, ("scorch-1",)), (9.01, ())):
        near = {"scorch-1": at(12, y, chits=1), "aayari-1": BOMBER["aayari-1"]}
        with bomber(near) as raid:
            raid.maneuver("aayari-1", Detonate())
            raid.dice(10, 10) if reached else None
            assert raid.events(Exploded)[0].reached == reached
            assert raid.alive("scorch-1")


@rule("bpre.skill.s-vest.3")
def test_a_vest_is_stopped_by_walls():
    with bomber(pieces=[box("wall", 8, 7, 8, 0.25)]) as raid:
        raid.maneuver("aayari-1", Detonate())
        assert raid.events(Exploded)[0].reached == ("aayari-2",)


@rule("bpre.skill.s-vest.1", "bpre.skill.s-vest.2")
def test_a_unit_that_has_attacked_does_not_detonate_and_one_without_a_vest_cannot():
    with bomber() as raid:
        after = Maneuver("aayari-1", (Attack("scorch-1"), Detonate()))
        assert raid.refuses("aayari", after) == "bpre.skill.s-vest.1"
        assert raid.refuses("aayari", Maneuver("aayari-2", (Detonate(),))) == "bpre.skill.s-vest.1"
        more = Maneuver("aayari-1", (Detonate(), go((12, 7), facing=90)))
        assert raid.refuses("aayari", more) == "bpre.skill.s-vest.2"
        raid.maneuver("aayari-1", go((12, 7), facing=90), Detonate()).dice(9, 9)
        assert raid.events(Exploded)[0].y == 7000


@rule("bpre.immediate-action.2")
def test_immediate_actions_come_before_a_detonation():
    with bomber({**BOMBER, "scorch-1": at(12, 12, facing=270)}) as raid:
        raid.passes("scorch")
        raid.maneuver("aayari-1", Detonate())
        raid.shoots("scorch-1").dice(9, 9)
        assert not raid.alive("aayari-1")
        assert raid.events(Detonated) == []


# Finishing


@rule("bpre.skill.pointman.2")
@pytest.mark.parametrize("card", ["full-send", "fire-for-effect"])
def test_far_finishing_attacks_are_not_combined_with_cards_that_add_attacks(card):
    units = {"scorch-1": at(12, 4, "trained+pointman"), "aayari-1": at(12, 7.5), "aayari-2": at(14, 16)}
    fields = {"phase": FINISHING, "cards": [skilled("pointman")], "hands": {"scorch": (card,)}}
    with Raid(units, **fields) as raid:
        far = Fire("scorch-1", "aayari-2", (f"intervention.{card}",))
        assert raid.refuses("scorch", far) == "bpre.skill.pointman.2"
        raid.fire("scorch-1", "aayari-1", card).dice(9, 9)
        assert not raid.alive("aayari-1")
    # Three inches to the edge of its base, and no more.
    units["aayari-1"] = at(12, 7.501)
    with Raid(units, **fields) as raid:
        far = Fire("scorch-1", "aayari-1", (f"intervention.{card}",))
        assert raid.refuses("scorch", far) == "bpre.skill.pointman.2"
        # A card that adds no attack is no bar.
        raid.fire("scorch-1", "aayari-1").dice(9, 9)


@rule("bpre.skill.pointman.2")
def test_other_cards_and_other_phases_are_not_barred_at_long_range():
    units = {"scorch-1": at(12, 4, "trained+pointman"), "aayari-1": at(12, 16)}
    cards = [skilled("pointman")]
    with Raid(units, phase=FINISHING, cards=cards, hands={"scorch": ("kill-not-capture",)}) as raid:
        raid.fire("scorch-1", "aayari-1", "kill-not-capture").dice(1, 1)
        assert raid.attacked().bonus.total == 3
    with Raid(units, phase=DIRECT_FIRE, cards=cards, hands={"scorch": ("full-send",)}) as raid:
        raid.fire("scorch-1", "aayari-1", "full-send").dice(1, 1, 1, 2)
        assert len(raid.rolls()) == 2


@rule("bpre.skill.pointman.2")
def test_react_to_contact_is_not_offered_after_a_far_finishing_attack():
    for y, asked in ((7.5, True), (16, False)):
        units = {"scorch-1": at(12, 4, "trained+pointman"), "aayari-1": at(12, y)}
        fields = {"cards": [skilled("pointman")], "hands": {"scorch": ("react-to-contact",)}}
        with Raid(units, phase=FINISHING, **fields) as raid:
            raid.fire("scorch-1", "aayari-1").dice(1, 1)
            assert raid.is_asked("scorch", "offer-cards") is asked
            raid.declines("scorch") if asked else None


@rule("bpre.skill.frag.1")
def test_a_throw_takes_the_place_of_the_attack():
    units = {"scorch-1": at(12, 4, "trained+frag"), "aayari-1": at(14, 12)}
    with Raid(units, phase=DIRECT_FIRE, cards=[skilled("frag")]) as raid:
        for far in (14001, 14100):
            assert raid.refuses("scorch", Throw("scorch-1", 12000, far)) == "bpre.direct-fire.9"
        raid.says("scorch", Throw("scorch-1", 12000, 14000))
        assert raid.rolls() == []
        assert raid.unit("scorch-1").chits == 1
        assert raid.asked_to_activate()[0] == "aayari"
