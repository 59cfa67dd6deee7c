"""What Tasking Cards ask for, and what success brings."""

from random import Random

import pytest
from msgspec.structs import replace

from bpre.raid import CARDS, Raid, at, go, house
from firelane.bpre.acts import CallFires, Detonate
from firelane.bpre.asking import CallQrf, KeepQrf, Maneuver, Placement, Reinforcements, Work
from firelane.bpre.edition import EDITION
from firelane.bpre.events import Succeeded
from firelane.bpre.game import BPRE
from firelane.bpre.goals import COUNTER_ELAPSED, succeeded
from firelane.bpre.imagining import imagine
from firelane.bpre.names import FINISHING, MANEUVER
from firelane.bpre.world import KILLED, Token, on_table
from firelane.core.state import encode
from firelane.core.views import view
from firelane.testing.proofs import rule

TRAINED, PLAIN = CARDS
WALLS, ROOM = house("1", 9, 8, 6, 6)
CORNERS = {"scorch-9": at(1, 1, facing=270), "aayari-9": at(23, 23, facing=90)}


def priced(key, cp, faction="aayari"):
    """A unit type without a save, at a price."""
    return replace(PLAIN, key=key, cp=cp, faction=faction)


def after_a_kill(tasking, victim, cp, kind="victim", others=None, **fields):
    """An Operation in which a unit of `victim` that costs `cp` has just been killed by the other side."""
    killer = "aayari" if victim == "scorch" else "scorch"
    units = {f"{killer}-1": at(12, 6, facing=90), f"{victim}-1": at(12, 10, kind, facing=90), **CORNERS}
    units.update(others or {})
    cards = (priced(kind, cp, victim), priced("left", 26), priced("little", 25))
    raid = Raid(units, tasking=tasking, cards=cards, **fields)
    if raid.is_asked(victim, "offer-qrf"):
        raid.says(victim, KeepQrf())
    if raid.asked_to_activate()[0] != killer:
        raid.passes(victim)
    raid.fire(f"{killer}-1", f"{victim}-1").dice(10, 9)
    return raid


def outcome(raid):
    """Who has won and by which statement; None while the Operation goes on."""
    found = raid.game.state.outcome
    return found and (found.winners, found.rule)


def at_the_end(tasking, units, **fields):
    """The outcome when the turn counter has elapsed."""
    return outcome(Raid({**CORNERS, **units}, tasking=tasking, phase=FINISHING, turn=7, **fields))


def rewards(raid):
    """Mission Points, special cards and points for the next Operation."""
    (won,) = raid.events(Succeeded)
    return won.points, won.specials, {s: cp for s, cp in won.next_cp.items() if cp}


# Casualties


@pytest.mark.parametrize(
    ("name", "victim", "enough", "statement"),
    [
        pytest.param("veiled-fever", "aayari", 100, 4, marks=rule("bpre.tasking.veiled-fever.4")),
        pytest.param("veiled-fever", "scorch", 100, 5, marks=rule("bpre.tasking.veiled-fever.5")),
        pytest.param("amber-wraith", "aayari", 100, 7, marks=rule("bpre.tasking.amber-wraith.7")),
        pytest.param("perdition-charter", "scorch", 76, 7, marks=rule("bpre.tasking.perdition-charter.7")),
        pytest.param("thorned-reef", "aayari", 125, 4, marks=rule("bpre.tasking.thorned-reef.4")),
        pytest.param("thorned-reef", "scorch", 125, 5, marks=rule("bpre.tasking.thorned-reef.5")),
        pytest.param("usurpers-mandible", "scorch", 101, 5, marks=rule("bpre.tasking.usurpers-mandible.5")),
        pytest.param("carcass-wraith", "scorch", 125, 9, marks=rule("bpre.tasking.carcass-wraith.9")),
    ],
)
def test_enough_points_killed_win_at_once(name, victim, enough, statement):
    killer = "aayari" if victim == "scorch" else "scorch"
    won = after_a_kill(name, victim, enough)
    assert outcome(won) == ((killer,), f"bpre.tasking.{name}.{statement}")
    assert outcome(after_a_kill(name, victim, enough - 1)) is None


@rule("bpre.tasking.7", "bpre.tasking.4", "bpre.turn.6")
def test_casualties_are_counted_in_points_as_they_fall():
    raid = after_a_kill("veiled-fever", "aayari", 60)
    assert raid.world.sides["aayari"].casualties == 60
    assert raid.world.sides["scorch"].casualties == 0


@rule("bpre.tasking.veiled-fever.6", "bpre.tasking.quivering-briar.6", "bpre.tasking.perdition-charter.8")
@rule("bpre.tasking.usurpers-mandible.6", "bpre.tasking.antler-vine.5", "bpre.tasking.carcass-wraith.10")
def test_some_win_when_the_counter_has_elapsed():
    found = {}
    for name in (
        "veiled-fever",
        "quivering-briar",
        "perdition-charter",
        "usurpers-mandible",
        "antler-vine",
        "carcass-wraith",
    ):
        chosen = {"exit": "north", "exfil": "north", "strongpoint": "1"}
        found[name] = at_the_end(name, {}, chosen=chosen, pieces=WALLS, rooms=[ROOM])
    assert found == {
        "veiled-fever": (("aayari",), "bpre.tasking.veiled-fever.6"),
        "quivering-briar": (("aayari",), "bpre.tasking.quivering-briar.6"),
        "perdition-charter": (("aayari",), "bpre.tasking.perdition-charter.8"),
        "usurpers-mandible": (("aayari",), "bpre.tasking.usurpers-mandible.6"),
        "antler-vine": (("scorch",), "bpre.tasking.antler-vine.5"),
        "carcass-wraith": (("scorch",), "bpre.tasking.carcass-wraith.10"),
    }


@rule("bpre.tasking.amber-wraith.8")
def test_amber_wraith_holds_if_fewer_than_100_points_are_lost():
    assert at_the_end("amber-wraith", {}) == (("aayari",), "bpre.tasking.amber-wraith.8")
    raid = after_a_kill("amber-wraith", "aayari", 99, turn=7)
    raid.passes("aayari", "scorch", "scorch", "aayari")
    assert outcome(raid) == (("aayari",), "bpre.tasking.amber-wraith.8")
    lost = replace(raid.world.sides["aayari"], casualties=100)
    world = replace(raid.world, sides={**raid.world.sides, "aayari": lost})
    assert {c.force for c in succeeded(EDITION, world, COUNTER_ELAPSED)} == {"scorch"}


@rule("bpre.tasking.thorned-reef.6", "bpre.night-raid.9")
def test_nobody_is_rewarded_if_neither_goal_is_met():
    with Raid(CORNERS, tasking="thorned-reef", phase=FINISHING, turn=7) as raid:
        assert outcome(raid) == ((), "bpre.night-raid.9")
        assert rewards(raid) == ({}, {}, {})
        assert raid.game.state.outcome.scores == {"scorch": 0, "aayari": 0}


@rule("bpre.night-raid.10")
def test_nobody_is_rewarded_if_both_meet_their_goals_in_one_activation():
    caller = replace(TRAINED, key="caller", skills=("glint",))
    cards = (caller, priced("dear", 100, "scorch"), priced("costly", 100))
    units = {
        "scorch-1": at(12, 4, "caller"),
        "scorch-2": at(11, 12, "dear"),
        "aayari-1": at(13, 12, "costly", facing=90),
        **CORNERS,
    }
    fires = {"scorch": ("scoria-rs",)}
    with Raid(units, tasking="veiled-fever", phase=MANEUVER, cards=cards, fires=fires) as raid:
        raid.says("scorch", Maneuver("scorch-1", (CallFires("fires.scoria-rs", 12000, 12000),)))
        assert not raid.alive("scorch-2")
        assert not raid.alive("aayari-1")
        assert outcome(raid) == ((), "bpre.night-raid.10")
        assert raid.world.sides["scorch"].mission_points == raid.world.sides["aayari"].mission_points == 0


def test_grenades_can_decide_before_anybody_is_activated():
    from firelane.bpre.asking import Turned
    from firelane.bpre.world import Frag

    near = {"scorch-2": at(4, 16), "aayari-2": at(4, 18)}  # they would have fought on
    units = {"aayari-1": at(12, 12, "costly", facing=90), **CORNERS, **near}
    frag = Frag(12000, 10000, "scorch", "scorch-9")
    cards = (priced("costly", 100),)
    with Raid(units, tasking="veiled-fever", phase=FINISHING, cards=cards, frags=(frag,)) as raid:
        raid.says("scorch", Turned(90)).dice(1)
        assert outcome(raid) == (("scorch",), "bpre.tasking.veiled-fever.4")


# Evergreen Citadel


ADVISOR = replace(TRAINED, key="operational-advisor", cp=30)


@rule("bpre.tasking.evergreen-citadel.7")
def test_evergreen_citadel_is_held_when_25_points_of_the_aayari_are_left():
    others = {"aayari-9": at(23, 23, "little", facing=90)}
    won = after_a_kill("evergreen-citadel", "aayari", 60, others=others)
    assert outcome(won) == (("scorch",), "bpre.tasking.evergreen-citadel.7")
    others = {"aayari-9": at(23, 23, "left", facing=90)}
    assert outcome(after_a_kill("evergreen-citadel", "aayari", 60, others=others)) is None


@rule("bpre.tasking.evergreen-citadel.8")
def test_evergreen_citadel_falls_with_its_last_advisor():
    strong = {"aayari-9": at(23, 23, "left", facing=90)}
    kind = "operational-advisor"
    won = after_a_kill("evergreen-citadel", "scorch", 30, kind, strong)
    assert outcome(won) == (("aayari",), "bpre.tasking.evergreen-citadel.8")
    second = {**strong, "scorch-2": at(2, 2, kind, facing=270)}
    assert outcome(after_a_kill("evergreen-citadel", "scorch", 30, kind, second)) is None
    weak = {"aayari-1": at(12, 6, "little", facing=90), "aayari-9": at(23, 23, place=KILLED)}
    lost = after_a_kill("evergreen-citadel", "scorch", 30, kind, weak)
    assert outcome(lost) == (("scorch",), "bpre.tasking.evergreen-citadel.7")


@rule("bpre.tasking.evergreen-citadel.6")
def test_evergreen_citadel_is_held_if_an_advisor_lives_to_the_end():
    many = {"scorch-1": at(4, 4, "operational-advisor"), "aayari-1": at(4, 20, "left", facing=90)}
    cards = (ADVISOR, priced("left", 26))
    found = at_the_end("evergreen-citadel", many, cards=cards)
    assert found == (("scorch",), "bpre.tasking.evergreen-citadel.6")
    without = {**many, "scorch-1": at(4, 4)}
    assert at_the_end("evergreen-citadel", without, cards=cards) == ((), "bpre.night-raid.9")


# Disparate Vertigo


def vertigo(units, token, **fields):
    tokens = {"site-exploitation": Token(id="site-exploitation", **token)}
    return Raid({**CORNERS, **units}, tasking="disparate-vertigo", tokens=tokens, **fields)


def lying(x, y, holder=""):
    return {"x": x * 1000, "y": y * 1000, "holder": holder}


@rule("bpre.tasking.disparate-vertigo.5", "bpre.tasking.disparate-vertigo.6", "bpre.markers.4")
def test_a_unit_takes_the_token_that_it_comes_to_touch_and_carries_it():
    with vertigo({"scorch-1": at(12, 8, facing=270)}, lying(12, 12), phase=MANEUVER) as raid:
        raid.passes("aayari")
        raid.maneuver("scorch-1", go((12, 11.2), facing=270))
        assert raid.world.tokens["site-exploitation"].holder == ""
        raid.passes("scorch", "aayari", "scorch", "aayari")
        raid.maneuver("scorch-1", go((12, 11.25), facing=270))
        assert raid.world.tokens["site-exploitation"].holder == "scorch-1"
        raid.passes("scorch", "aayari", "scorch", "aayari")
        raid.maneuver("scorch-1", go((10, 9), facing=270))
        token = raid.world.tokens["site-exploitation"]
        assert (token.x, token.y, token.holder) == (10000, 9000, "scorch-1")


@rule("bpre.tasking.disparate-vertigo.6", "bpre.tasking.disparate-vertigo.7")
def test_a_token_stays_where_its_bearer_fell_and_only_scorch_picks_it_up():
    units = {
        "scorch-1": at(12, 10, facing=90),
        "scorch-2": at(12, 8, facing=270),
        "aayari-1": at(12, 13, facing=270),
    }
    with vertigo(units, lying(5, 5, "scorch-1")) as raid:
        raid.fire("aayari-1", "scorch-1").dice(10, 9)
        token = raid.world.tokens["site-exploitation"]
        assert (token.x, token.y, token.holder) == (12000, 10000, "")
        raid.passes("scorch", "aayari", "aayari", "scorch")
        assert raid.world.turn == 2
        raid.passes("aayari", "scorch")
        raid.maneuver("aayari-1", go((12, 10.75), facing=90))
        assert raid.world.tokens["site-exploitation"].holder == ""
        raid.maneuver("scorch-2", go((12, 9.25), facing=270))
        assert raid.world.tokens["site-exploitation"].holder == "scorch-2"


@rule("bpre.tasking.disparate-vertigo.8", "bpre.tasking.disparate-vertigo.9")
def test_the_token_decides_when_the_counter_has_elapsed():
    unit = {"scorch-1": at(4, 4)}
    held = vertigo(unit, lying(4, 4, "scorch-1"), phase=FINISHING, turn=7)
    assert outcome(held) == (("scorch",), "bpre.tasking.disparate-vertigo.8")
    free = vertigo(unit, lying(8, 8), phase=FINISHING, turn=7)
    assert outcome(free) == (("aayari",), "bpre.tasking.disparate-vertigo.9")


@rule("bpre.tasking.disparate-vertigo.10")
def test_the_aayari_win_when_no_scorch_unit_is_left():
    tokens = {"site-exploitation": Token(id="site-exploitation", x=1, y=1)}
    last = {"scorch-9": at(1, 1, place=KILLED)}
    won = after_a_kill("disparate-vertigo", "scorch", 20, others=last, tokens=tokens)
    assert outcome(won) == (("aayari",), "bpre.tasking.disparate-vertigo.10")
    assert outcome(after_a_kill("disparate-vertigo", "scorch", 20, tokens=tokens)) is None


def wiped(aside=50, turn=1, killed=True, **fields):
    """Disparate Vertigo with the last Scorch unit on the battlespace just killed, points being set aside."""
    tokens = {"site-exploitation": Token(id="site-exploitation", x=1, y=1)}
    last = {"scorch-9": at(1, 1, **({"place": KILLED} if killed else {}))}
    return after_a_kill("disparate-vertigo", "scorch", 20, others=last, tokens=tokens, turn=turn,
                        qrf={"scorch": aside}, **fields)  # fmt: skip


def turn_with_nobody(turn, aside=50, **fields):
    """The beginning of a turn of Disparate Vertigo with no Scorch unit on the battlespace."""
    units = {**CORNERS, "scorch-9": at(1, 1, place=KILLED)}
    tokens = {"site-exploitation": Token(id="site-exploitation", x=1, y=1)}
    return Raid(units, tasking="disparate-vertigo", tokens=tokens, turn=turn, qrf={"scorch": aside}, **fields)


@rule("bpre.tasking.disparate-vertigo.10")
def test_the_operation_goes_on_while_a_quick_reaction_force_can_come():
    # The cheapest unit of Scorch here is one of 20 points, for 15 in the force.
    assert outcome(wiped(aside=14)) == (("aayari",), "bpre.tasking.disparate-vertigo.10")
    assert outcome(wiped(aside=15)) is None
    assert outcome(wiped(turn=5)) is None
    assert outcome(wiped(turn=6)) == (("aayari",), "bpre.tasking.disparate-vertigo.10")


@rule("bpre.tasking.disparate-vertigo.10", "bpre.qrf.11")
@pytest.mark.parametrize("rolls", [True, False])
def test_the_last_chance_of_the_force_is_the_last_of_the_team(rolls):
    def fails(raid):
        if rolls:
            raid.says("scorch", CallQrf()).dice(1, 1, 10)
        else:
            raid.says("scorch", KeepQrf())
        return outcome(raid)

    assert fails(turn_with_nobody(5)) is None
    assert fails(turn_with_nobody(6)) == (("aayari",), "bpre.tasking.disparate-vertigo.10")


@rule("bpre.tasking.disparate-vertigo.10", "bpre.qrf.13")
def test_a_force_that_comes_fights_on_and_can_be_wiped_out():
    with turn_with_nobody(6, edges={"scorch": "south"}) as raid:
        raid.says("scorch", CallQrf()).dice(10, 10, 1)
        raid.says("scorch", Reinforcements(("trained",)))
        raid.says("scorch", Placement({"scorch-qrf-1": (12000, 2000, 90)}))
        assert outcome(raid) is None
        assert [unit.id for unit in on_table(raid.world, "scorch")] == ["scorch-qrf-1"]
        raid.passes("aayari")


def test_the_other_side_learns_no_more_than_that_the_operation_goes_on():
    state = wiped(aside=50).game.state
    scorch = state.world.sides["scorch"]
    less = replace(state.world, sides={**state.world.sides, "scorch": replace(scorch, qrf=15)})
    other_state = replace(state, world=less)
    assert encode(other_state) != encode(state)
    assert encode(view(BPRE, other_state, "aayari")) == encode(view(BPRE, state, "aayari"))


def test_what_aayari_imagines_then_is_a_force_that_can_come():
    game = wiped(aside=15)
    assert game.asked_to_activate()[0] == "aayari"
    for seed in range(40):
        imagined = imagine(view(BPRE, game.game.state, "aayari"), Random(seed))
        assert imagined.world.sides["scorch"].qrf >= 15


# Quivering Briar


SOUTH = {"edges": {"scorch": "south", "aayari": "north"}, "tasking": "quivering-briar"}
FAR = {"scorch-1": at(12, 14, facing=270), **CORNERS}


@rule("bpre.tasking.quivering-briar.3", "bpre.tasking.quivering-briar.4", "bpre.tasking.quivering-briar.5")
@rule("bpre.direct-fire.11", "bpre.direct-fire.8")
def test_a_charge_is_set_14_inches_out_and_armed_at_the_end_of_the_turn():
    with Raid({**FAR, "scorch-2": at(8, 13.9), "aayari-2": at(22, 8, facing=0)}, **SOUTH) as raid:
        assert raid.refuses("scorch", Work("scorch-2", "charge")) == "bpre.direct-fire.11"
        raid.says("scorch", Work("scorch-1", "charge"))
        assert raid.refuses("aayari", Work("aayari-2", "charge")) == "bpre.direct-fire.11"
        assert raid.unit("scorch-1").chits == 1
        raid.passes("aayari", "scorch")
        assert outcome(raid) is None
        raid.passes("scorch", "aayari")
        assert outcome(raid) == (("scorch",), "bpre.tasking.quivering-briar.5")


@rule("bpre.tasking.quivering-briar.4")
def test_a_charge_is_set_in_the_direct_fire_phase_only():
    with Raid(FAR, phase=MANEUVER, **SOUTH) as raid:
        assert raid.refuses("scorch", Work("scorch-1", "charge")) == "bpre.turn.1"


@rule("bpre.tasking.quivering-briar.5")
def test_a_charge_is_lost_with_its_unit_or_when_it_moves():
    watch = {"charge": ("scorch-1",)}
    with Raid(FAR, phase=MANEUVER, watch=watch, **SOUTH) as raid:
        raid.maneuver("scorch-1", go((12, 15), facing=270))
        raid.passes("aayari", "scorch")
        assert outcome(raid) is None
        assert raid.world.turn == 2
    with Raid({**FAR, "aayari-1": at(12, 18)}, watch=watch, **SOUTH) as raid:
        raid.passes("scorch")
        raid.fire("aayari-1", "scorch-1").dice(10, 9)
        raid.passes("aayari", "scorch", "aayari")
        assert outcome(raid) is None


# Ways out


@rule("bpre.tasking.perdition-charter.6", "bpre.tasking.usurpers-mandible.4")
def test_enough_points_at_the_edge_win_at_the_end_of_the_finishing_phase():
    for name, edge, count in (("perdition-charter", "exit", 3), ("usurpers-mandible", "exfil", 2)):
        near = {f"scorch-{n}": at(2 + 2 * n, 21) for n in range(count)}
        units = {"scorch-9": at(1, 1), "aayari-9": at(1, 8, facing=180), **near}
        chosen = {edge: "north"}
        with Raid(units, tasking=name, phase=MANEUVER, chosen=chosen) as raid:
            assert outcome(raid) is None
            raid.passes("scorch", "aayari")
            statement = {"perdition-charter": 6, "usurpers-mandible": 4}[name]
            assert outcome(raid) == (("scorch",), f"bpre.tasking.{name}.{statement}")
        short = {**units, "scorch-0": at(2, 20.999)}
        with Raid(short, tasking=name, phase=MANEUVER, chosen=chosen) as raid:
            raid.passes("scorch", "aayari")
            assert outcome(raid) is None


# Antler Vine


STRONGPOINT = {"tasking": "antler-vine", "pieces": WALLS, "rooms": [ROOM], "chosen": {"strongpoint": "1"}}


@rule("bpre.tasking.antler-vine.6")
def test_26_points_that_stay_inside_for_a_turn_win():
    inside = {"aayari-1": at(11, 12, facing=90), "aayari-2": at(13, 12, facing=90)}
    with Raid({**CORNERS, **inside}, **STRONGPOINT) as raid:
        raid.passes("aayari", "scorch", "aayari", "scorch")
        assert outcome(raid) == (("aayari",), "bpre.tasking.antler-vine.6")
    with Raid({**CORNERS, "aayari-1": inside["aayari-1"]}, **STRONGPOINT) as raid:
        raid.passes("aayari", "scorch", "aayari", "scorch")
        assert outcome(raid) is None
    late = {**inside, "aayari-2": at(12, 6.5, facing=270)}
    with Raid({**CORNERS, **late}, **STRONGPOINT) as raid:
        raid.passes("aayari", "scorch")
        raid.maneuver("aayari-2", go((12, 10), facing=90))
        raid.passes("scorch", "aayari")
        assert outcome(raid) is None


# Carcass Wraith


@rule("bpre.tasking.carcass-wraith.11")
def test_carcass_wraith_is_held_when_every_muhtasib_is_dead():
    fields = {"chosen": {"strongpoint": "1"}, "pieces": WALLS, "rooms": [ROOM]}
    others = {"scorch-1": at(4, 6), "aayari-1": at(4, 8, "muhtasib", facing=90)}
    won = after_a_kill("carcass-wraith", "aayari", 15, "muhtasib", others, **fields)
    assert outcome(won) == (("scorch",), "bpre.tasking.carcass-wraith.11")
    others["aayari-2"] = at(22, 20, "muhtasib", facing=90)
    assert outcome(after_a_kill("carcass-wraith", "aayari", 15, "muhtasib", others, **fields)) is None


@rule("bpre.tasking.carcass-wraith.8", "bpre.tasking.carcass-wraith.11")
def test_a_vest_that_goes_off_inside_the_strongpoint_wins():
    muhtasib = replace(PLAIN, key="muhtasib", skills=("s-vest",))
    fields = {"chosen": {"strongpoint": "1"}, "pieces": WALLS, "rooms": [ROOM], "cards": (muhtasib,)}
    more = {"aayari-2": at(20, 20, "muhtasib", facing=90)}
    for spot, others, expected in (
        (at(12, 12, "muhtasib"), more, (("aayari",), "bpre.tasking.carcass-wraith.8")),
        (at(4, 4, "muhtasib"), more, None),
        (at(4, 4, "muhtasib"), {}, (("scorch",), "bpre.tasking.carcass-wraith.11")),
    ):
        units = {**CORNERS, "aayari-1": spot, **others}
        with Raid(units, tasking="carcass-wraith", phase=MANEUVER, **fields) as raid:
            raid.says("aayari", Maneuver("aayari-1", (Detonate(),)))
            assert outcome(raid) == expected


# Rewards


@pytest.mark.parametrize(
    ("name", "victim", "expected"),
    [
        pytest.param(
            "veiled-fever",
            "aayari",
            ({"scorch": 1}, {"scorch": ("special.timeline",)}, {}),
            marks=rule("bpre.tasking.veiled-fever.7", "bpre.tasking.3"),
        ),
        pytest.param(
            "veiled-fever",
            "scorch",
            ({"aayari": 1}, {"aayari": ("special.timeline",)}, {}),
            marks=rule("bpre.tasking.veiled-fever.7", "bpre.tasking.3"),
        ),
        pytest.param(
            "amber-wraith",
            "aayari",
            ({"scorch": 2}, {"scorch": ()}, {}),
            marks=rule("bpre.tasking.amber-wraith.9", "bpre.tasking.3"),
        ),
        pytest.param(
            "perdition-charter",
            "scorch",
            ({"aayari": 3}, {"aayari": ("special.violence-of-action",)}, {}),
            marks=rule("bpre.tasking.perdition-charter.9"),
        ),
        pytest.param(
            "thorned-reef",
            "aayari",
            ({"scorch": 1}, {"scorch": ("special.go-pills",)}, {}),
            marks=rule("bpre.tasking.thorned-reef.7"),
        ),
        pytest.param(
            "usurpers-mandible",
            "scorch",
            ({"aayari": 1}, {"aayari": ("special.give-peace-a-chance",)}, {}),
            marks=rule("bpre.tasking.usurpers-mandible.7"),
        ),
        pytest.param(
            "carcass-wraith",
            "scorch",
            ({"aayari": 1}, {"aayari": ("special.killing-is-my-business",)}, {}),
            marks=rule("bpre.tasking.carcass-wraith.12"),
        ),
    ],
)
def test_what_a_kill_that_decides_brings(name, victim, expected):
    raid = after_a_kill(name, victim, 150)
    assert rewards(raid) == expected
    (winner,) = expected[0]
    side = raid.world.sides[winner]
    assert (side.mission_points, side.specials) == (expected[0][winner], expected[1][winner])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "amber-wraith",
            ({"aayari": 1}, {"aayari": ()}, {"aayari": 25}),
            marks=rule("bpre.tasking.amber-wraith.10"),
        ),
        pytest.param(
            "quivering-briar",
            ({"aayari": 3}, {"aayari": ("special.tunnel-rats",)}, {}),
            marks=rule("bpre.tasking.quivering-briar.8"),
        ),
        pytest.param(
            "antler-vine",
            ({"scorch": 1}, {"scorch": ("special.set-support-element",)}, {}),
            marks=rule("bpre.tasking.antler-vine.7"),
        ),
        pytest.param(
            "disparate-vertigo",
            ({"aayari": 3}, {"aayari": ("special.courtesy-burn",)}, {}),
            marks=rule("bpre.tasking.disparate-vertigo.11"),
        ),
        pytest.param(
            "evergreen-citadel",
            ({"scorch": 1}, {"scorch": ("special.wide-band-jammers",)}, {}),
            marks=rule("bpre.tasking.evergreen-citadel.9"),
        ),
    ],
)
def test_what_holding_out_to_the_end_brings(name, expected):
    units = {**CORNERS, "scorch-1": at(3, 1, "operational-advisor"), "aayari-1": at(20, 23, facing=90)}
    fields = {"chosen": {"strongpoint": "1"}, "pieces": WALLS, "rooms": [ROOM], "cards": (ADVISOR,)}
    token = {"site-exploitation": Token(id="site-exploitation", x=9000, y=9000)}
    with Raid(units, tasking=name, phase=FINISHING, turn=7, tokens=token, **fields) as raid:
        assert rewards(raid) == expected


@rule("bpre.tasking.evergreen-citadel.10", "bpre.tasking.quivering-briar.7")
def test_what_the_other_goals_bring():
    strong = {"aayari-9": at(23, 23, "left", facing=90)}
    raid = after_a_kill("evergreen-citadel", "scorch", 30, "operational-advisor", strong)
    assert rewards(raid) == ({"aayari": 2}, {"aayari": ()}, {})
    with Raid(FAR, phase=FINISHING, watch={"charge": ("scorch-1",)}, **SOUTH) as raid:
        assert rewards(raid) == ({"scorch": 3}, {"scorch": ("special.seize-the-initiative",)}, {})
