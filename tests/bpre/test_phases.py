"""The turn: phases, activations in turn, passing, chits, base contact, clean-up, the counter."""

import pytest

from bpre.raid import Raid, at, go, skilled
from firelane.bpre.asking import Facings, Fire, Maneuver, PassPhase, Throw, Work
from firelane.bpre.events import Activated, CleanedUp, PhaseBegan, TurnBegan
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.bpre.world import KILLED
from firelane.testing.proofs import rule

APART = {"scorch-1": at(4, 2, facing=270), "scorch-2": at(8, 2, facing=270),
         "aayari-1": at(4, 22, facing=90), "aayari-2": at(8, 22, facing=90)}  # fmt: skip


@rule("bpre.turn.1", "bpre.order-of-battle.1", "bpre.order-of-battle.2", "bpre.order-of-battle.3")
@rule("bpre.maneuver.1", "bpre.direct-fire.1")
@pytest.mark.parametrize(
    ("tasking", "first", "second"),
    [("oasis-hemlock", "scorch", "aayari"), ("disparate-vertigo", "aayari", "scorch")],
)
def test_three_phases_in_order_each_begun_by_the_assaulting_player(tasking, first, second):
    close = {"scorch-1": at(12, 6), "aayari-1": at(12, 8)}
    with Raid(close, tasking=tasking) as raid:
        assert raid.asked_to_activate()[:2] == (first, DIRECT_FIRE)
        raid.passes(first, second)
        assert raid.asked_to_activate()[:2] == (first, MANEUVER)
        raid.passes(first, second)
        assert raid.asked_to_activate()[:2] == (first, FINISHING)
        assert [event.phase for event in raid.events(PhaseBegan)] == [DIRECT_FIRE, MANEUVER, FINISHING]
        raid.passes(first, second)
        assert raid.world.turn == 2
        assert raid.asked_to_activate()[:2] == (first, DIRECT_FIRE)


@rule("bpre.turn.1", "bpre.direct-fire.3", "bpre.direct-fire.9", "bpre.maneuver.5")
def test_what_a_unit_does_belongs_to_its_phase():
    kind = skilled("frag")
    units = {"scorch-1": at(12, 6, kind.key), "aayari-1": at(12, 8.4, chits=1)}
    answers = {
        "fire": Fire("scorch-1", "aayari-1"),
        "throw": Throw("scorch-1", 12000, 8000),
        "work": Work("scorch-1"),
        "maneuver": Maneuver("scorch-1", ()),
    }
    allowed = {DIRECT_FIRE: {"fire", "throw", "work"}, MANEUVER: {"maneuver"}, FINISHING: {"fire"}}
    for phase, fine in allowed.items():
        raid = Raid(units, phase=phase, cards=[kind])
        for name, answer in answers.items():
            assert raid.would_refuse("scorch", answer) == (None if name in fine else "bpre.turn.1")


@rule("bpre.turn.3", "bpre.maneuver.1", "bpre.direct-fire.1")
@rule("bpre.order-of-battle.1", "bpre.order-of-battle.2")
@pytest.mark.parametrize("phase", [DIRECT_FIRE, MANEUVER])
@pytest.mark.parametrize("assaulting", ["scorch", "aayari"])
def test_players_alternate_one_unit_at_a_time_the_assaulting_player_first(phase, assaulting):
    tasking = {"scorch": "oasis-hemlock", "aayari": "disparate-vertigo"}[assaulting]
    first = [assaulting, "aayari" if assaulting == "scorch" else "scorch"]
    with Raid(APART, phase=phase, tasking=tasking) as raid:
        order = []
        for number in (1, 2):
            for seat in first:
                assert raid.asked_to_activate() == (
                    seat,
                    phase,
                    tuple(f"{seat}-{n}" for n in (1, 2) if n >= number),
                )
                order.append(seat)
                name = f"{seat}-{number}"
                at_x, at_y = raid.unit(name).x / 1000, raid.unit(name).y / 1000
                raid.says(seat, Work(name)) if phase == DIRECT_FIRE else raid.maneuver(
                    name, go((at_x + 1, at_y))
                )
                assert raid.events(Activated)[-1].because[0].rule == "bpre.turn.3"
        assert order == first * 2
        # Nobody is left for this phase or the rest of the turn.
        assert raid.world.turn == 2


@rule("bpre.turn.3")
@pytest.mark.parametrize("phase", [DIRECT_FIRE, MANEUVER, FINISHING])
def test_a_player_activates_units_of_his_own_that_are_on_the_battlespace(phase):
    units = {"scorch-1": at(12, 6), "scorch-2": at(14, 6, place=KILLED), "aayari-1": at(12, 8.4)}
    with Raid(units, phase=phase) as raid:
        for name in ("aayari-1", "scorch-2", "nobody"):
            target = "scorch-1" if name == "aayari-1" else "aayari-1"
            answer = Maneuver(name, ()) if phase == MANEUVER else Fire(name, target)
            assert raid.refuses("scorch", answer) == "core.not-asked"


@rule("bpre.order-of-battle.3", "bpre.finishing.6", "bpre.finishing.3")
@pytest.mark.parametrize("assaulting", ["scorch", "aayari"])
def test_the_assaulting_player_finishes_first_and_then_they_alternate(assaulting):
    tasking = {"scorch": "veiled-fever", "aayari": "antler-vine"}[assaulting]
    pairs = {f"scorch-{n}": at(4 * n, 6) for n in (1, 2, 3)}
    pairs |= {f"aayari-{n}": at(4 * n, 8.5) for n in (1, 2, 3)}
    fields = {"chosen": {"strongpoint": "1"}}
    with Raid(pairs, phase=FINISHING, tasking=tasking, **fields) as raid:
        order = []
        for number in (1, 2, 3):
            for seat in (assaulting, "aayari" if assaulting == "scorch" else "scorch"):
                order.append(raid.asked_to_activate()[0])
                foe = "aayari" if seat == "scorch" else "scorch"
                raid.fire(f"{seat}-{number}", f"{foe}-{number}").dice(1, 1)
        assert order == [assaulting, "aayari" if assaulting == "scorch" else "scorch"] * 3
        assert raid.world.turn == 2


@rule("bpre.turn.2", "bpre.stagger.1")
@pytest.mark.parametrize("phase", [DIRECT_FIRE, MANEUVER, FINISHING])
def test_in_each_phase_every_unit_but_the_staggered_can_be_activated(phase):
    units = {
        "scorch-1": at(12, 6, staggered=True),
        "scorch-2": at(14, 6),
        "scorch-3": at(10, 6),
        "aayari-1": at(12, 8.4),
    }
    with Raid(units, phase=phase) as raid:
        assert raid.asked_to_activate() == ("scorch", phase, ("scorch-2", "scorch-3"))
        answers = {
            DIRECT_FIRE: (Fire("scorch-1", "aayari-1"), Work("scorch-1")),
            MANEUVER: (Maneuver("scorch-1", ()),),
            FINISHING: (Fire("scorch-1", "aayari-1"),),
        }[phase]
        for answer in answers:
            assert raid.refuses("scorch", answer) == "bpre.stagger.1"


@rule("bpre.turn.2", "bpre.turn.7")
@pytest.mark.parametrize("phase", [DIRECT_FIRE, MANEUVER])
def test_a_unit_with_a_chit_is_not_activated_again_in_the_turn(phase):
    with Raid({**APART, "scorch-1": {**APART["scorch-1"], "chits": 1}}, phase=phase) as raid:
        assert raid.asked_to_activate() == ("scorch", phase, ("scorch-2",))
    with Raid(APART) as raid:
        raid.says("scorch", Work("scorch-1")).passes("aayari", "scorch")
        assert raid.asked_to_activate() == ("scorch", MANEUVER, ("scorch-2",))


@rule("bpre.turn.8", "bpre.turn.4", "bpre.order-of-battle.4")
def test_a_pass_is_final_for_the_phase_and_two_end_it():
    with Raid(APART) as raid:
        raid.passes("scorch")
        raid.says("aayari", Work("aayari-1"))
        # One of Scorch's units could act still, but he has passed.
        assert [request.seat for request in raid.game.pending] == ["aayari"]
        raid.passes("aayari")
        assert raid.asked_to_activate()[:2] == ("scorch", MANEUVER)
    with Raid(APART) as raid:
        raid.passes("scorch")
        raid.says("aayari", Work("aayari-1")).says("aayari", Work("aayari-2"))
        # Passed and without anybody who could: the phase is over, and with it the pass.
        assert raid.asked_to_activate() == ("scorch", MANEUVER, ("scorch-1", "scorch-2"))


@rule("bpre.turn.5")
def test_a_phase_ends_when_nobody_can_be_activated():
    tired = {name: {**given, "chits": 1} for name, given in APART.items()}
    with Raid(tired, phase=DIRECT_FIRE) as raid:
        # Nobody can act in either phase, and nobody is near enough to finish: the next turn has come.
        assert [event.turn for event in raid.events(TurnBegan)] == [2]
        assert raid.asked_to_activate()[:2] == ("scorch", DIRECT_FIRE)
    with Raid({**tired, "aayari-2": APART["aayari-2"]}, phase=DIRECT_FIRE) as raid:
        # It goes on as long as one of them can.
        assert raid.asked_to_activate() == ("aayari", DIRECT_FIRE, ("aayari-2",))
        raid.says("aayari", Work("aayari-2"))
        assert [event.turn for event in raid.events(TurnBegan)] == [2]


@rule("bpre.finishing.2")
def test_every_unit_is_set_to_one_chit():
    units = {
        "scorch-1": at(12, 6),
        "scorch-2": at(2, 2, chits=2),
        "scorch-3": at(4, 2, chits=3, staggered=True),
        "aayari-1": at(12, 8, chits=1),
        "aayari-2": at(22, 22, staggered=True),
    }
    with Raid(units, phase=FINISHING) as raid:
        assert [unit.chits for unit in raid.world.units.values()] == [1, 1, 1, 1, 1]
    with Raid(units, phase=MANEUVER) as raid:
        assert [unit.chits for unit in raid.world.units.values()] == [0, 2, 3, 1, 0], "not before that phase"


TOUCHING = {"scorch-1": at(12, 6), "aayari-1": at(12, 7), "aayari-2": at(13.5, 8)}


@rule("bpre.finishing.base-contact.1", "bpre.finishing.3")
def test_a_touching_opponent_must_be_attacked_first():
    with Raid(TOUCHING, phase=FINISHING) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-2")) == "bpre.finishing.base-contact.1"
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.attacked().at == "aayari-1"
    # One that it does not see at all it cannot attack for another reason.
    hidden = {**TOUCHING, "aayari-2": at(12, 2)}
    with Raid(hidden, phase=FINISHING) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-2")) == "bpre.finishing.3"
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
    # One that it touches but does not see does not bind it, nor does one that is near without contact.
    for bound in (at(12, 5, facing=90), at(12, 7.01)):
        with Raid({**TOUCHING, "aayari-1": bound}, phase=FINISHING) as raid:
            raid.fire("scorch-1", "aayari-2").dice(1, 1)
            assert raid.attacked().at == "aayari-2"


@rule("bpre.finishing.3", "bpre.finishing.base-contact.1")
def test_one_who_touches_nobody_is_told_of_the_range_alone():
    apart = {"scorch-1": at(12, 6), "aayari-1": at(11, 8.4), "aayari-2": at(12.4, 8.9), "aayari-3": at(8, 12)}
    with Raid(apart, phase=FINISHING) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-3")) == "bpre.finishing.3"
        raid.fire("scorch-1", "aayari-2").dice(1, 1)
        assert raid.attacked().at == "aayari-2", "with nobody in contact any opponent within 3 inches will do"
    contact = {**apart, "aayari-2": at(12, 7)}
    with Raid(contact, phase=FINISHING) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-3")) == "bpre.finishing.base-contact.1"
        assert raid.refuses("scorch", Fire("scorch-1", "aayari-1")) == "bpre.finishing.base-contact.1"


@rule("bpre.finishing.base-contact.2", "bpre.finishing.base-contact.3", "bpre.finishing.base-contact.4")
@rule("bpre.finishing.5")
def test_base_contact_keeps_the_chit_and_the_fight_going():
    with Raid({"scorch-1": at(12, 6), "aayari-1": at(12, 7)}, phase=FINISHING) as raid:
        for _ in range(3):
            raid.fire("scorch-1", "aayari-1").dice(1, 1)
            assert raid.unit("scorch-1").chits == 1
            assert raid.asked_to_activate()[:2] == ("aayari", FINISHING)
            raid.fire("aayari-1", "scorch-1").dice(1, 1)
        raid.fire("scorch-1", "aayari-1").dice(6, 6)
        assert raid.world.turn == 2


@rule("bpre.finishing.base-contact.5", "bpre.finishing.base-contact.6", "bpre.finishing.base-contact.7")
def test_one_who_touches_from_behind_goes_on_after_misses_and_is_not_attacked_by_it():
    units = {"scorch-1": at(12, 6), "aayari-1": at(12, 7, facing=90)}
    with Raid(units, phase=FINISHING) as raid:
        for _ in range(2):
            raid.fire("scorch-1", "aayari-1").dice(2, 2)
            assert raid.attacked().result == "miss"
            # The one in front has a chit and stands, but does not see it: it is not asked.
            assert (raid.unit("aayari-1").chits, raid.unit("aayari-1").staggered) == (1, False)
            assert raid.asked_to_activate() == ("scorch", FINISHING, ("scorch-1",))
            assert (raid.unit("scorch-1").chits, raid.alive("aayari-1")) == (1, True)
    with Raid({**units, "aayari-1": at(12, 7)}, phase=FINISHING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(2, 2)
        assert raid.asked_to_activate() == ("aayari", FINISHING, ("aayari-1",)), (
            "face to face it strikes back"
        )


@rule("bpre.finishing.base-contact.6")
def test_one_who_touches_from_behind_goes_on_after_it_has_staggered_its_target():
    units = {"scorch-1": at(12, 6), "aayari-1": at(12, 7, "trained", facing=90)}
    with Raid(units, phase=FINISHING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 6, 6)
        assert raid.unit("aayari-1").staggered
        assert raid.unit("scorch-1").chits == 1
        assert raid.asked_to_activate() == ("scorch", FINISHING, ("scorch-1",))
        raid.fire("scorch-1", "aayari-1").dice(6, 6)
        assert not raid.alive("aayari-1")


@rule("bpre.finishing.base-contact.8")
def test_another_opponent_can_kill_it_between_its_attacks():
    units = {
        "scorch-1": at(12, 6, "plain"),
        "aayari-1": at(12, 7, facing=90),
        "aayari-2": at(13.5, 8.5, facing=225),
    }
    with Raid(units, phase=FINISHING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(2, 2)
        # Between two of its attacks the other one is asked, and not the one in front.
        assert raid.asked_to_activate() == ("aayari", FINISHING, ("aayari-2",))
        raid.fire("aayari-2", "scorch-1").dice(6, 6)
        assert not raid.alive("scorch-1")


@rule("bpre.cleanup.1", "bpre.cleanup.2", "bpre.cleanup.3", "bpre.stagger.4", "bpre.markers.2")
def test_clean_up_takes_chits_off_and_stands_the_staggered_up():
    units = {
        "scorch-1": at(4, 2, staggered=True),
        "aayari-1": at(4, 22, chits=1, reacted=True, used=("glint",)),
    }
    with Raid(units, phase=FINISHING) as raid:
        assert raid.unit("scorch-1").staggered
        assert [unit.chits for unit in raid.world.units.values()] == [1, 1]
        raid.says("scorch", Facings({"scorch-1": 200}))
        assert not raid.unit("scorch-1").staggered
        assert raid.unit("scorch-1").facing == 200
        assert [unit.chits for unit in raid.world.units.values()] == [0, 0]
        assert (raid.unit("aayari-1").reacted, raid.unit("aayari-1").used) == (False, ())
        assert raid.world.turn == 2
        assert raid.asked_to_activate()[:2] == ("scorch", DIRECT_FIRE)


@rule("bpre.cleanup.2", "bpre.cleanup.1", "bpre.markers.2")
def test_facings_chosen_at_the_same_time_come_out_together_and_nothing_before_them_is_taken_back():
    units = {"scorch-1": at(4, 2, staggered=True), "aayari-1": at(4, 22, staggered=True)}
    with Raid(units, phase=FINISHING) as raid:
        for wrong in ({}, {"scorch-1": 360}, {"scorch-1": -1}, {"aayari-1": 20}):
            assert raid.refuses("scorch", Facings(wrong)) == "bpre.cleanup.2"
        for edge in (0, 359):
            assert raid.would_refuse("scorch", Facings({"scorch-1": edge})) is None
        raid.says("scorch", Facings({"scorch-1": 200})).says("aayari", Facings({"aayari-1": 20}))
        assert (raid.unit("scorch-1").facing, raid.unit("aayari-1").facing) == (200, 20)
        assert not any(unit.staggered or unit.chits for unit in raid.world.units.values())
        (event,) = raid.events(CleanedUp)
        assert event.facings == {"aayari-1": 20, "scorch-1": 200}
        assert event.reveals
    with Raid({**units, "scorch-2": at(8, 2, staggered=True)}, phase=FINISHING) as raid:
        for wrong in ({"scorch-1": 20, "scorch-2": 360}, {"scorch-1": 360, "scorch-2": 20}, {"scorch-1": 20}):
            assert raid.refuses("scorch", Facings(wrong)) == "bpre.cleanup.2"
        raid.says("scorch", Facings({"scorch-1": 20, "scorch-2": 30}))
        raid.says("aayari", Facings({"aayari-1": 0}))
    units["aayari-1"] = at(4, 22)
    with Raid(units, phase=FINISHING) as raid:
        raid.says("scorch", Facings({"scorch-1": 200}))
        (event,) = raid.events(CleanedUp)
        assert not event.reveals, "there was nothing to learn"


@rule("bpre.cleanup.4", "bpre.markers.5", "bpre.tasking.oasis-hemlock.5")
def test_the_operation_is_over_after_seven_turns():
    with Raid(APART, phase=MANEUVER, turn=6) as raid:
        raid.passes("scorch", "aayari")
        assert raid.game.state.outcome is None
        assert raid.world.turn == 7
        assert raid.events(TurnBegan)[-1].turn == 7
        raid.passes("scorch", "aayari", "scorch", "aayari")
        assert raid.game.state.outcome.winners == ("aayari",)
        assert raid.game.state.outcome.rule == "bpre.tasking.oasis-hemlock.5"


def test_passing_is_always_possible():
    with Raid(APART) as raid:
        raid.says("scorch", PassPhase())
        assert raid.world.sides["scorch"].passed
