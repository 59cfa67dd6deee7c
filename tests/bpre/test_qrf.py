"""The Quick Reaction Force: set aside unseen, called from turn 3 on, rolled for, and placed."""

import pytest
from msgspec.structs import replace

from bpre.opening import Opening
from bpre.raid import CARDS, Raid, at
from firelane.bpre.asking import (
    CallQrf,
    KeepQrf,
    KeepRoll,
    PassPhase,
    PickQrf,
    Placement,
    PlayCard,
    Reinforcements,
    Reroll,
    Team,
    Work,
)
from firelane.bpre.edition import EDITION
from firelane.bpre.events import CardDiscarded, QrfCalled, QrfDecided, QrfPicked, TeamPicked
from firelane.bpre.game import BPRE
from firelane.bpre.names import DEFENDING, DIRECT_FIRE, MANEUVER, other
from firelane.bpre.taskings import Tasking
from firelane.bpre.teams import qrf_cost
from firelane.bpre.words import WORDS
from firelane.bpre.zones import Zone
from firelane.core.events import WATCHER
from firelane.core.state import encode
from firelane.core.views import seen, view
from firelane.testing.proofs import rule

TRAINED, PLAIN = CARDS
UNITS = {"scorch-1": at(2, 2, facing=270), "aayari-1": at(22, 22, facing=90)}
EDGES = {"aayari-edge": "north", "scorch-edge": "south"}
TASKINGS = [key.removeprefix("tasking.") for key in EDITION.entries if key.startswith("tasking.")]
HANDS = {"scorch": ("kill-not-capture", "hasty-ambush"), "aayari": ("break-contact",)}


def night(turn=3, aside=40, tasking="quivering-briar", hands=None, **fields):
    """The beginning of a Direct Fire Phase in which the Aayari have points set aside."""
    fields = {"chosen": EDGES, "qrf": {"aayari": aside}, **fields}
    return Raid(fields.pop("units", UNITS), turn=turn, tasking=tasking, hands=hands or {}, **fields)


def brought(raid, *units, dice=(10, 9, 1, 1)):
    """The force is called, the roll is won, and these units are picked."""
    raid.says("aayari", CallQrf()).dice(*dice)
    return raid.says("aayari", Reinforcements(units))


def last(raid):
    """The last QRF roll: the dice of each, and whether the force comes."""
    found = raid.events(QrfDecided)[-1]
    return found.rolls["aayari"], found.rolls["scorch"], found.comes


# Set aside


@rule("bpre.qrf.1")
def test_only_the_defending_player_sets_points_aside():
    game = Opening("evergreen-citadel", teams={})
    scorch = ("operational-advisor", "assaulter")
    assert game.refused("aayari", Team(("shurta",), 20)).rule == "bpre.qrf.1"
    game.says("aayari", Team(("shurta",))).says("scorch", Team(scorch, 60))
    assert game.world.sides["scorch"].qrf == 60
    assert game.world.sides["aayari"].qrf == 0


@rule("bpre.qrf.2", "bpre.qrf.5", "bpre.qrf.14")
def test_the_force_is_out_of_play_and_undecided_until_it_comes():
    game = Opening("quivering-briar", teams={})
    game.says("scorch", Team(("assaulter",))).says("aayari", Team(("shurta",), 40))
    assert sorted(game.world.units) == ["aayari-1", "scorch-1"]
    raid = night()
    assert sorted(raid.world.units) == ["aayari-1", "scorch-1"]
    brought(raid, "plain", "plain")
    assert sorted(raid.world.units) == ["aayari-1", "aayari-qrf-1", "aayari-qrf-2", "scorch-1"]
    raid.says("aayari", Placement({f"aayari-qrf-{n}": (4000 * n, 22000, 270) for n in (1, 2)}))
    assert [raid.unit(f"aayari-qrf-{n}").chits for n in (1, 2)] == [1, 1]
    # Who loses the roll, or has no more than a tie, decides nothing.
    for dice in ((1, 1, 2, 2), (2, 2, 2, 2)):
        lost = night()
        lost.says("aayari", CallQrf()).dice(*dice)
        assert not lost.is_asked("aayari")
        assert sorted(lost.world.units) == ["aayari-1", "scorch-1"]


def test_nobody_else_reads_what_is_set_aside():
    game = Opening("quivering-briar", teams={})
    game.says("scorch", Team(("assaulter",)))
    game.says("aayari", Team(("shurta",), 40))
    picked = [e for e in game.game.moments[-1].events if isinstance(e, TeamPicked) and e.seat == "aayari"]
    for seat, known in (("aayari", 40), ("scorch", None), (WATCHER, None)):
        (event,) = seen(picked, seat)
        assert event.qrf == known
        told = WORDS.event(view(game.ruleset, game.game.state, seat), event, "en")
        assert "40" not in told
        table = view(game.ruleset, game.game.state, seat).table
        assert table.world.sides["aayari"].qrf == known
    lines = WORDS.table(view(game.ruleset, game.game.state, "scorch"), "en")
    assert not any("40 CP" in line for line in lines)
    assert any("40 CP" in line for line in WORDS.table(view(game.ruleset, game.game.state, "aayari"), "en"))


@rule("bpre.qrf.1")
@pytest.mark.parametrize("name", TASKINGS)
def test_the_defending_player_is_asked_for_a_force_unless_the_card_bars_it(name):
    card = EDITION.data(f"tasking.{name}", Tasking)
    roles = card.roles()
    (defending,) = [seat for seat in roles if roles[seat] == DEFENDING]
    named = {"nai": "1", "target": "1", "stronghold": "1", "strongpoint": "1", **EDGES}
    fields = {"tasking": name, "chosen": named, "qrf": dict.fromkeys(roles, 40)}
    raid = Raid(UNITS, turn=3, **fields)
    assert raid.is_asked(defending, "offer-qrf") is (name != "perdition-charter")
    assert not raid.is_asked(other(defending), "offer-qrf")


@rule("bpre.qrf.1", "bpre.qrf.3")
@pytest.mark.parametrize("seat", ["scorch", WATCHER])
def test_the_question_is_put_whether_or_not_there_is_a_force(seat):
    none, some = night(aside=40), night(aside=40)
    world = none.world
    empty = replace(world.sides["aayari"], qrf=0)
    none.game.moments[0] = none.game.moments[0]._replace(
        state=replace(none.game.state, world=replace(world, sides={**world.sides, "aayari": empty}))
    )
    looks = [encode(view(raid.ruleset, raid.game.state, seat)) for raid in (none, some)]
    assert looks[0] == looks[1]
    assert none.is_asked("aayari", "offer-qrf")
    assert none.refuses("aayari", CallQrf()) == "bpre.qrf.1"
    assert none.would_refuse("aayari", KeepQrf()) is None
    usual = [BPRE.question(raid.asked("aayari")).usual for raid in (none, some)]
    found = [
        answer(view(raid.ruleset, raid.game.state, "aayari"), raid.asked("aayari"))
        for answer, raid in zip(usual, (none, some), strict=True)
    ]
    assert found == [KeepQrf(), None]
    assert not night(aside=0).is_asked("aayari", "offer-qrf")  # all points are on the table: nothing to ask


# When


@rule("bpre.qrf.6", "bpre.qrf.11")
def test_the_force_can_be_called_from_turn_three_to_six():
    asked = {turn: night(turn).is_asked("aayari", "offer-qrf") for turn in range(1, 8)}
    assert asked == {1: False, 2: False, 3: True, 4: True, 5: True, 6: True, 7: False}
    with night(phase=MANEUVER) as raid:
        assert raid.asked_to_activate()[1] == MANEUVER
    # It may be: who does not wish to call it need not.
    with night() as raid:
        raid.says("aayari", KeepQrf())
        assert raid.events(QrfCalled) == []
        assert raid.asked_to_activate()[0] == "scorch"


@rule("bpre.qrf.7")
def test_the_attempt_comes_before_any_activation():
    with night() as raid:
        assert [request.seat for request in raid.game.pending] == ["aayari"]
        raid.says("aayari", KeepQrf())
        assert raid.asked_to_activate()[:2] == ("scorch", DIRECT_FIRE)
        assert raid.events(QrfCalled) == raid.events(QrfDecided) == []


@rule("bpre.qrf.15", "bpre.qrf.1")
def test_a_failed_attempt_can_be_made_again_in_a_later_turn_but_not_in_the_same():
    with night() as raid:
        raid.says("aayari", CallQrf()).dice(1, 1, 10, 10)
        assert last(raid)[2] is False
        assert not raid.is_asked("aayari")
        raid.passes("scorch", "aayari", "scorch", "aayari")
        assert raid.world.turn == 4
        raid.says("aayari", CallQrf()).dice(10, 9, 1, 1)
        raid.says("aayari", Reinforcements(("plain",)))
        raid.says("aayari", Placement({"aayari-qrf-1": (4000, 22000, 270)}))
        raid.passes("scorch", "aayari", "scorch", "aayari")
        assert raid.world.turn == 5
        assert not raid.is_asked("aayari", "offer-qrf")
    # As often as it fails, from turn 3 to turn 6.
    with night(2) as raid:
        for turn in range(2, 7):
            assert (raid.world.turn, raid.is_asked("aayari", "offer-qrf")) == (turn, turn > 2)
            if turn > 2:
                raid.says("aayari", CallQrf()).dice(1, 1, *(10,) * (2 if turn < 5 else 1))
            raid.passes("scorch", "aayari", "scorch", "aayari")
        assert (raid.world.turn, raid.is_asked("aayari", "offer-qrf")) == (7, False)


# The roll


@rule("bpre.qrf.8", "bpre.qrf.12")
def test_both_roll_two_dice_and_a_tie_is_a_failure():
    with night() as raid:
        raid.says("aayari", CallQrf()).dice(6, 5, 5, 6)
        assert last(raid) == ((6, 5), (5, 6), False)
        assert raid.events(QrfDecided)[0].because[0].rule == "bpre.qrf.12"
        assert raid.asked_to_activate()[:2] == ("scorch", DIRECT_FIRE)
        assert raid.world.sides["aayari"].qrf == 40
    # One more and it comes, one less and it does not.
    with night() as raid:
        raid.says("aayari", CallQrf())
        assert (raid.game.pending[0].roller, raid.game.pending[0].dice) == ("aayari", (10, 10))
        assert raid.game.pending[0].rules == ("bpre.qrf.8",)
        raid.dice(6, 6)
        assert (raid.game.pending[0].roller, raid.game.pending[0].dice) == ("scorch", (10, 10))
        raid.dice(5, 6)
        assert last(raid)[2] is True
        assert raid.events(QrfDecided)[0].because[0].rule == "bpre.qrf.13"
        raid.says("aayari", Reinforcements(("plain",)))
        raid.says("aayari", Placement({"aayari-qrf-1": (4000, 22000, 270)}))
    with night() as raid:
        raid.says("aayari", CallQrf()).dice(5, 5, 5, 6)
        assert last(raid)[2] is False
    with night() as raid:
        raid.says("aayari", KeepQrf())
        assert raid.events(QrfCalled) == [], "who does not call does not roll"


@rule("bpre.qrf.10", "bpre.qrf.8")
def test_the_assaulting_player_rolls_one_die_in_turns_five_and_six():
    for turn, count in ((3, 2), (4, 2), (5, 1), (6, 1)):
        raid = night(turn)
        raid.says("aayari", CallQrf()).dice(2, 1)
        assert raid.game.pending[0].dice == (10,) * count
        assert raid.game.pending[0].rules == ("bpre.qrf.10" if count == 1 else "bpre.qrf.8",)
        raid.dice(*(10,) * count)
        assert last(raid) == ((2, 1), (10,) * count, False)


@rule("bpre.qrf.9")
def test_who_is_behind_discards_cards_to_roll_single_dice_again():
    with night(
        hands=HANDS, fires={"aayari": ("scoria-rs",)}, specials={"scorch": ("hongbin-jammers",)}
    ) as raid:
        raid.says("aayari", CallQrf()).dice(2, 6, 5, 5)
        assert raid.asked("aayari").dice == (2, 6)
        assert raid.refuses("aayari", Reroll("intervention.hasty-ambush", 0)) == "bpre.qrf.9"
        for die in (-1, 2):
            assert raid.refuses("aayari", Reroll("fires.scoria-rs", die)) == "bpre.qrf.9"
        raid.says("aayari", Reroll("fires.scoria-rs", 0)).dice(5)  # 5 and 6 against 5 and 5: now ahead
        assert raid.asked("scorch").dice == (5, 5)
        raid.says("scorch", Reroll("special.hongbin-jammers", 1)).dice(3)
        raid.says("scorch", Reroll("intervention.kill-not-capture", 1)).dice(
            6
        )  # a tie: the Aayari are behind
        raid.says("aayari", Reroll("intervention.break-contact", 1)).dice(7)
        raid.says("scorch", KeepRoll())
        assert last(raid) == ((5, 7), (5, 6), True)
        spent = [event.card for event in raid.events(CardDiscarded)]
        assert spent == [
            "fires.scoria-rs",
            "special.hongbin-jammers",
            "intervention.kill-not-capture",
            "intervention.break-contact",
        ]
        assert isinstance(raid.asked("aayari"), PickQrf)
        raid.says("aayari", Reinforcements(("plain",)))
        raid.says("aayari", Placement({"aayari-qrf-1": (4000, 22000, 270)}))


# The force


@rule("bpre.qrf.3")
def test_units_cost_five_points_less_but_never_less_than_five():
    costs = {cp: qrf_cost(replace(PLAIN, cp=cp)) for cp in (25, 11, 10, 9, 5)}
    assert costs == {25: 20, 11: 6, 10: 5, 9: 5, 5: 5}
    with night(aside=19) as raid:
        raid.says("aayari", CallQrf()).dice(10, 9, 1, 1)
        assert raid.refuses("aayari", Reinforcements(("plain",) * 2)) == "bpre.qrf.3"
        raid.says("aayari", Reinforcements(("plain",)))
        raid.says("aayari", Placement({"aayari-qrf-1": (4000, 22000, 270)}))
    with night(aside=20) as raid:
        raid.says("aayari", CallQrf()).dice(10, 9, 1, 1)
        assert raid.asked("aayari").cp == 20
        assert raid.refuses("aayari", Reinforcements(("plain",) * 3)) == "bpre.qrf.3"
        assert raid.refuses("aayari", Reinforcements(())) == "bpre.qrf.3"
        assert raid.refuses("aayari", Reinforcements(("trained",))) == "bpre.capability-points.2"
        raid.says("aayari", Reinforcements(("plain",) * 2))
        raid.says("aayari", Placement({f"aayari-qrf-{n}": (4000 * n, 22000, 270) for n in (1, 2)}))
        assert raid.world.sides["aayari"].qrf == 0


@rule("bpre.qrf.4", "bpre.tasking.evergreen-citadel.3", "bpre.tasking.2")
def test_no_advisor_comes_with_the_force_at_evergreen_citadel():
    advisor = replace(TRAINED, key="operational-advisor")
    units = {**UNITS, "scorch-2": at(4, 2, "operational-advisor", facing=270)}
    fields = {"qrf": {"scorch": 40}, "cards": (advisor, replace(PLAIN, key="left", cp=40))}
    units["aayari-2"] = at(20, 22, "left", facing=90)
    for tasking, barred in (("evergreen-citadel", True), ("antler-vine", False)):
        raid = night(tasking=tasking, units=units, chosen={"strongpoint": "1", "stronghold": "1"}, **fields)
        raid.says("scorch", CallQrf()).dice(10, 9, 1, 1)
        force = Reinforcements(("operational-advisor",))
        if barred:
            assert raid.refuses("scorch", force) == "bpre.tasking.evergreen-citadel.3"
            raid.says("scorch", Reinforcements(("trained",)))
        else:
            raid.says("scorch", force)
        assert len(raid.events(QrfPicked)) == 1


@rule("bpre.qrf.13")
def test_the_force_is_placed_in_the_initial_zone():
    with night() as raid:
        brought(raid, "plain")
        assert raid.asked("aayari").zone == Zone(edges=("north",), within=4000)
        far = Placement({"aayari-qrf-1": (4000, 19999, 270)})
        assert raid.refuses("aayari", far) == "bpre.qrf.13"
        raid.says("aayari", Placement({"aayari-qrf-1": (4000, 20000, 270)}))
        assert raid.unit("aayari-qrf-1").place == "table"
        assert raid.events(QrfDecided)[0].because[0].rule == "bpre.qrf.13"
    with night() as raid:
        brought(raid, "plain", "plain")
        assert raid.asked("aayari").actors == ("aayari-qrf-1", "aayari-qrf-2")
        one = Placement({"aayari-qrf-1": (4000, 20000, 270)})
        assert raid.refuses("aayari", one) == "bpre.setup.1"
        raid.says("aayari", Placement({f"aayari-qrf-{n}": (4000 * n, 20000, 270) for n in (1, 2)}))


@rule("bpre.qrf.14")
def test_the_force_comes_with_an_act_chit():
    with night() as raid:
        brought(raid, "plain")
        raid.says("aayari", Placement({"aayari-qrf-1": (4000, 22000, 270)}))
        assert raid.unit("aayari-qrf-1").chits == 1
        assert raid.unit("aayari-1").chits == 0
        raid.says("scorch", PassPhase())
        assert raid.asked_to_activate() == ("aayari", DIRECT_FIRE, ("aayari-1",))
        assert raid.refuses("aayari", Work("aayari-qrf-1")) == "bpre.direct-fire.2"


@rule("bpre.skill.kinetic-isr.hongbin.1")
def test_an_enabler_in_the_force_brings_its_fires_cards_when_it_is_placed():
    enabler = replace(PLAIN, key="enabler", skills=("kinetic-isr.hongbin",))
    with night(cards=(enabler,)) as raid:
        brought(raid, "enabler")
        assert raid.world.sides["aayari"].fires == ()
        raid.says("aayari", Placement({"aayari-qrf-1": (4000, 22000, 270)}))
        assert len(raid.world.sides["aayari"].fires) == 2


@rule("bpre.special.seize-the-initiative.1")
def test_seize_the_initiative_adds_two_dice_to_the_roll_of_scorch():
    with night(specials={"scorch": ("seize-the-initiative",)}) as raid:
        raid.says("aayari", CallQrf()).dice(10, 9, 1, 1)
        raid.says("scorch", PlayCard("special.seize-the-initiative")).dice(9, 9)
        assert last(raid) == ((10, 9), (1, 1, 9, 9), False)
        assert raid.world.sides["scorch"].specials == ()
    with night(5, specials={"scorch": ("seize-the-initiative",)}) as raid:
        # In turn 5 one die and two more; not to play it leaves the roll as it was.
        raid.says("aayari", CallQrf()).dice(10, 9, 1)
        raid.says("scorch", PlayCard("special.seize-the-initiative"))
        assert raid.game.pending[0].dice == (10, 10)
        raid.dice(9, 9)
        assert last(raid) == ((10, 9), (1, 9, 9), False)
    with night(specials={"scorch": ("seize-the-initiative",)}) as raid:
        raid.says("aayari", CallQrf()).dice(10, 9, 1, 1)
        raid.declines("scorch")
        raid.says("scorch", KeepRoll())
        assert last(raid) == ((10, 9), (1, 1), True)
        raid.says("aayari", Reinforcements(("plain",)))
        raid.says("aayari", Placement({"aayari-qrf-1": (4000, 22000, 270)}))
    # The Aayari cannot use it, and nobody else calls a force here.
    with night(specials={"aayari": ("seize-the-initiative",)}) as raid:
        raid.says("aayari", CallQrf()).dice(5, 5, 10, 10)
        raid.says("aayari", KeepRoll())
        assert last(raid)[2] is False
