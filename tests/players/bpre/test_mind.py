"""Red Earth's mind: sensible in small situations, legal in whole games, and blind to what is hidden."""

from random import Random

import pytest
from msgspec.structs import replace

from bpre.raid import CARDS, Raid, at, box, door, house, low, skilled
from firelane.bpre.acts import Attack, CallFires, Detonate, Go, UseDoor
from firelane.bpre.asking import Fire, Maneuver, PassPhase, Shoot, Team, Throw, Work
from firelane.bpre.game import BPRE, Setup
from firelane.bpre.names import FINISHING, MANEUVER
from firelane.bpre.planning import Plan, refuse_acts
from firelane.bpre.taskings import TASKINGS
from firelane.bpre.zones import Zone
from firelane.core.game import Game
from firelane.core.state import encode
from firelane.core.views import view
from firelane.lab.many import play
from firelane.players import Budget, decided, mind_of, named
from firelane.players.bpre import maneuvers, opening, places
from firelane.players.bpre.duels import fate, harm
from firelane.players.bpre.land import land_of
from firelane.players.bpre.opening import team_terms
from firelane.players.bpre.scene import Scene
from firelane.text import has

NAI = {"nai": "1"}


def decide(raid, seat="scorch", player="veteran"):
    """What a player answers to the seat's open question, with its reasons."""
    request = next(r for r in raid.game.pending if r.seat == seat)
    return decided(named(player, BPRE), raid.game.view(seat), request, Budget(), Random(1))


def terms(weighed):
    return {term.name: term.points for term in weighed.terms}


def acts(raid, kind, seat="scorch"):
    """The acts of a kind in the maneuver that is chosen."""
    made = decide(raid, seat)
    assert isinstance(made.answer, Maneuver), made.answer
    return [act for act in made.answer.acts if isinstance(act, kind)]


# Odds


def test_several_rolls_kill_oftener_and_the_staggered_are_finished():
    once, thrice = fate(11, 0, 12, 0), fate(11, 0, 12, 0, 3)
    assert once[0] == pytest.approx(0.55 * 0.55, abs=0.01)
    assert thrice[0] > 1 - (1 - once[0]) ** 3
    assert fate(11, 0, None, 0) == pytest.approx((0.55, 0.0))


def test_what_an_attack_takes_follows_the_engine_s_numbers():
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 16)}
    with Raid(units) as raid:
        world = raid.game.state.world
        one, two = world.units["scorch-1"], world.units["aayari-1"]
        direct, obstructed = (harm(world, one, two, "direct-fire", line) for line in (2, 1))
        assert direct == pytest.approx(0.64)  # 11 to hit with +1, no save
        assert obstructed == pytest.approx(0.45)
        assert harm(world, one, two, "immediate-action", 2) == pytest.approx(0.28)
        assert harm(world, one, two, "maneuver", 0) == 0.0


# Small situations


def test_an_opponent_in_the_open_is_shot_at():
    with Raid({"scorch-1": at(12, 4), "aayari-1": at(12, 16)}, tasking="veiled-fever") as raid:
        made = decide(raid)
        assert made.answer == Fire("scorch-1", "aayari-1")
        assert terms(made.weighed[0])["attack"] > 0


def test_it_goes_where_the_tasking_wants_it():
    walls, room = house("1", 9, 14, 6, 6)
    units = {"scorch-1": at(12, 4), "aayari-1": at(1, 23, facing=90)}
    with Raid(units, walls, [room], phase=MANEUVER, chosen=NAI) as raid:
        (way,) = acts(raid, Go)
        assert way.route[-1][1] > 9000


def test_a_door_in_the_way_is_opened():
    walls, room = house("1", 9, 8, 6, 6)
    shut = door("gate", 11.25, 8, 1.5, 0.25)
    units = {"scorch-1": at(12, 6), "aayari-1": at(12, 23, facing=90)}
    with Raid(units, [*walls, shut], [room], phase=MANEUVER, chosen=NAI, turn=4) as raid:
        assert acts(raid, UseDoor) == [UseDoor("gate")]


def test_nobody_leaves_the_place_that_wins_the_operation():
    walls, room = house("1", 9, 8, 6, 6)
    units = {"scorch-1": at(12, 11), "aayari-1": at(1, 23, facing=90)}
    with Raid(units, walls, [room], phase=MANEUVER, chosen=NAI, turn=6) as raid:
        made = decide(raid)
        stays = isinstance(made.answer, PassPhase)
        assert stays or all(8500 < y < 13500 for act in acts(raid, Go) for _, y in act.route)


def test_a_charge_is_set_where_it_can_be():
    units = {"scorch-1": at(12, 16), "aayari-1": at(1, 23, facing=90)}
    with Raid(units, tasking="quivering-briar", edges={"scorch": "south"}) as raid:
        assert decide(raid).answer == Work("scorch-1", "charge")


def test_fires_are_called_on_an_opponent_in_the_open():
    units = {"scorch-1": at(12, 12), "aayari-1": at(12, 20, "plain+glint")}
    with Raid(
        units, phase=MANEUVER, tasking="antler-vine", cards=[skilled("glint", base="plain")],
        fires={"aayari": ("fenghuang-918",)}, chosen={"strongpoint": "1"},
    ) as raid:  # fmt: skip
        assert [call.target for call in acts(raid, CallFires, "aayari")] == ["scorch-1"]


def test_a_vest_goes_off_among_opponents_and_not_alone():
    cards = [skilled("s-vest", base="plain", cp=5)]
    fields = {"phase": MANEUVER, "tasking": "antler-vine", "chosen": {"strongpoint": "1"}, "cards": cards}
    near = {f"scorch-{n}": at(11 + n, 8, facing=270) for n in range(3)}
    with Raid({**near, "aayari-1": at(12, 12, "plain+s-vest")}, **fields) as raid:
        assert acts(raid, Detonate, "aayari")
    with Raid({"scorch-1": at(1, 1, facing=270), "aayari-1": at(12, 22, "plain+s-vest")}, **fields) as raid:
        assert not acts(raid, Detonate, "aayari")


def test_a_grenade_is_thrown_at_those_who_cannot_move_away():
    cards = [skilled("frag")]
    foes = {f"aayari-{n}": at(11 + n, 12, facing=90, chits=1) for n in range(1, 4)}
    with Raid({"scorch-1": at(12, 5, "trained+frag"), **foes}, tasking="veiled-fever", cards=cards) as raid:
        assert isinstance(decide(raid).answer, Throw)


def test_who_comes_into_sight_is_shot_at():
    units = {"scorch-1": at(12, 6), "aayari-1": at(12, 14)}
    with Raid(units, phase=MANEUVER, tasking="veiled-fever") as raid:
        raid.says("scorch", Maneuver("scorch-1", (Go(((13000, 6000),), 90),)))
        made = decide(raid, "aayari")
        assert isinstance(made.answer, Shoot)
        raid.holds("aayari").passes("aayari")


def test_near_opponents_are_finished():
    with Raid({"scorch-1": at(12, 10, chits=1), "aayari-1": at(12, 12)}, phase=FINISHING) as raid:
        assert isinstance(decide(raid).answer, Fire)


def test_nobody_steps_out_before_many_guns_without_need():
    guns = {f"aayari-{n}": at(6 + 2 * n, 20) for n in range(1, 6)}
    wall = box("wall", 8, 7, 8, 0.5)
    with Raid({"scorch-1": at(12, 6), **guns}, [wall], phase=MANEUVER, tasking="antler-vine",
              chosen={"strongpoint": "1"}) as raid:  # fmt: skip
        request = raid.game.pending[0]
        seat = request.seat
        if seat != "scorch":
            raid.says(seat, PassPhase())
            request = raid.game.pending[0]
        into_the_open = Maneuver("scorch-1", (Go(((7000, 6000), (7000, 8500)), 90),))
        (seen,) = mind_of(BPRE).weigh(raid.game.view("scorch"), request, [into_the_open])
        assert terms(seen)["immediate-actions"] < -5
        assert seen.score < decide(raid).weighed[0].score


def test_cover_is_crossed_where_there_is_no_other_way():
    walls, room = house("1", 9, 14, 6, 6)
    units = {"scorch-1": at(12, 6), "aayari-1": at(1, 23, facing=90)}
    hedge = low("hedge", 0, 8, 24, 0.5)
    with Raid(units, [*walls, hedge], [room], phase=MANEUVER, chosen=NAI, turn=4) as raid:
        (way,) = acts(raid, Go)
        assert way.route[-1][1] > 9000


def weighed(raid, seat, *answers):
    """The terms of answers to the seat's open question."""
    request = next(r for r in raid.game.pending if r.seat == seat)
    return [terms(one) for one in mind_of(BPRE).weigh(raid.game.view(seat), request, answers)]


def test_doors_stay_shut_for_those_who_have_but_to_wait():
    walls, room = house("1", 9, 8, 6, 6)
    shut = door("gate", 11.25, 8, 1.5, 0.25)
    opened = {seat: Maneuver(f"{seat}-1", (UseDoor("gate"),)) for seat in ("scorch", "aayari")}
    units = {"scorch-1": at(12, 7.25), "aayari-1": at(12, 9)}
    with Raid(units, [*walls, shut], [room], phase=MANEUVER, chosen=NAI) as raid:
        (storming,) = weighed(raid, "scorch", opened["scorch"])
        raid.says("scorch", PassPhase())
        (waiting,) = weighed(raid, "aayari", opened["aayari"])
    assert "doors" not in storming
    assert waiting["doors"] < 0


def test_who_has_but_to_wait_comes_out_when_the_operation_is_lost_otherwise():
    walls, room = house("1", 9, 8, 6, 6)
    shut = door("gate", 11.25, 8, 1.5, 0.25)
    units = {"scorch-1": at(12, 16, chits=1), "aayari-1": at(12, 9), "scorch-2": at(12, 4, chits=1)}
    opened = []
    for armed in ((), ("scorch-2",)):
        with Raid(
            units, [*walls, shut], [room], phase=MANEUVER, tasking="quivering-briar",
            edges={"scorch": "north"}, watch={"charge": armed},
        ) as raid:  # fmt: skip
            answer = decide(raid, "aayari").answer
            opened.append(UseDoor("gate") in getattr(answer, "acts", ()))
    assert opened == [False, True]


def test_whoever_wants_nothing_there_makes_way_for_a_vest():
    walls, room = house("1", 9, 14, 6, 6)
    lane = [box("left", 0, 6, 11, 6), box("right", 13, 6, 11, 6)]
    cards = [skilled("s-vest", base="plain", cp=5)]
    units = {"aayari-1": at(12, 7), "aayari-2": at(12, 2, "plain+s-vest"), "scorch-1": at(1, 23, facing=270)}
    with Raid(
        units, [*walls, *lane], [room], phase=MANEUVER, tasking="carcass-wraith", cards=cards,
        chosen={"strongpoint": "1"},
    ) as raid:  # fmt: skip
        (found,) = weighed(raid, "aayari", Maneuver("aayari-1", (Go(((14000, 5000),), 90),)))
        assert found["doorway"] > 0


def test_who_comes_last_may_stand_in_a_door():
    walls, room = house("1", 9, 8, 6, 6)
    shut = door("gate", 11.25, 8, 1.5, 0.25)
    stands = Maneuver("scorch-1", (Go(((12000, 7400),), 90),))
    found = []
    for others in ({}, {"scorch-2": at(3, 1)}):
        units = {"scorch-1": at(12, 3), "aayari-1": at(1, 23, facing=90), **others}
        with Raid(units, [*walls, shut], [room], phase=MANEUVER, chosen=NAI) as raid:
            found.append(weighed(raid, "scorch", stands)[0]["doorway"])
    assert found[0] == 0 > found[1]


def test_two_who_bar_one_another_s_way_go_round():
    """Each on the other's shortest way: a barred leg seems longer, so a way round is nearer."""
    walls, room = house("1", 9, 14, 6, 6)
    block = box("block", 11, 6, 4, 1)
    units = {"scorch-1": at(10.4, 6.5), "scorch-2": at(10.4, 5), "aayari-1": at(1, 23, facing=90)}
    with Raid(units, [*walls, block], [room], phase=MANEUVER, chosen=NAI, turn=4) as raid:
        scene = Scene(raid.game.state.world, "scorch")
        one, two = (scene.world.units[f"scorch-{n}"] for n in (1, 2))
        free = Scene(replace(scene.world, units={"scorch-2": two}), "scorch")
        here = scene.node(two)
        assert scene.progress(two)[here] < free.progress(two)[here]
        assert scene.progress(one)[scene.node(one)] > scene.progress(two)[here]


def test_a_door_is_opened_from_beside_it_where_another_stands_before_it():
    walls, room = house("1", 9, 8, 6, 6)
    shut = door("gate", 11.25, 8, 1.5, 0.25)
    units = {
        "scorch-1": at(11.3, 7.498),
        "scorch-2": at(12.7, 7.498, chits=1),
        "aayari-1": at(1, 23, facing=90),
    }
    with Raid(units, [*walls, shut], [room], phase=MANEUVER, chosen=NAI, turn=5) as raid:
        unit = raid.game.state.world.units["scorch-1"]
        scene = Scene(raid.game.state.world, "scorch")
        made = places.ends(scene, Plan(unit, scene.movement(unit)))
        ((_, found),) = maneuvers.openings(scene, made)
        assert UseDoor("gate") in found
        assert refuse_acts(scene.world, made.plan, found) is None


def test_a_door_is_opened_though_who_is_behind_it_is_too_far_to_shoot_at():
    walls, room = house("1", 9, 4, 6, 19)
    shut = door("gate", 11.25, 4, 1.5, 0.25)
    units = {"scorch-1": at(12, 3.2), "aayari-1": at(12, 22)}
    fields = {"phase": MANEUVER, "chosen": NAI, "turn": 5, "atmospherics": "blood-rain"}
    with Raid(units, [*walls, shut], [room], **fields) as raid:
        scene = Scene(raid.game.state.world, "scorch")
        unit = scene.world.units["scorch-1"]
        made = places.ends(scene, Plan(replace(unit, kind="plain"), scene.movement(unit)))
        ((_, found),) = maneuvers.openings(scene, made)
        assert UseDoor("gate") in found
        assert not any(isinstance(act, Attack) for act in found)


def test_who_stand_on_either_side_of_a_door_gain_by_opening_it():
    walls, room = house("1", 9, 8, 6, 6)
    shut = door("gate", 11.25, 8, 1.5, 0.25)
    units = {
        "scorch-1": at(11.3, 7.498), "scorch-2": at(12.7, 7.498), "scorch-3": at(12, 9.5),
        "aayari-1": at(1, 23, facing=90),
    }  # fmt: skip
    with Raid(units, [*walls, shut], [room], phase=MANEUVER, chosen=NAI, turn=5) as raid:
        (found,) = weighed(raid, "scorch", Maneuver("scorch-1", (UseDoor("gate"), Go((), 90))))
        assert found["progress"] > 0


def test_nobody_goes_back_from_a_door_for_those_who_come_after_him():
    walls, room = house("1", 9, 8, 6, 6)
    shut = door("gate", 11.25, 8, 1.5, 0.25)
    units = {"scorch-1": at(12, 7.4), "scorch-2": at(3, 1), "aayari-1": at(1, 23, facing=90)}
    with Raid(units, [*walls, shut], [room], phase=MANEUVER, chosen=NAI) as raid:
        back, on = weighed(
            raid, "scorch",
            Maneuver("scorch-1", (Go(((12000, 3000),), 90),)),
            Maneuver("scorch-1", (UseDoor("gate"), Go(((12000, 10000),), 90))),
        )  # fmt: skip
        assert back["doorway"] == 0
        assert back["progress"] < 0 < on["progress"]


@pytest.mark.parametrize("others", [{}, {"scorch-2": at(10, 1, chits=1), "scorch-3": at(14, 4, chits=1)}])
def test_who_is_on_the_way_comes_nearer_with_every_maneuver(others):
    walls, room = house("1", 9, 17, 6, 6)
    lane = [box("left", 0, 9, 11, 4), box("right", 13, 9, 11, 4)]
    x, y, left = 4.0, 1.0, []
    for turn in range(1, 7):
        units = {"scorch-1": at(x, y), "aayari-1": at(1, 23, facing=90, chits=1), **others}
        with Raid(units, [*walls, *lane], [room], phase=MANEUVER, chosen=NAI, turn=turn) as raid:
            world = raid.game.state.world
            scene = Scene(world, "scorch")
            aim = scene.main_aim(world.units["scorch-1"])
            away = scene.land.distances(aim.key, aim.there, scene.closed)
            left.append(float(away[scene.node(world.units["scorch-1"])]))
            if left[-1] == 0:
                break
            going = [act.route[-1] for act in acts(raid, Go) if act.route]
            x, y = (part / 1000 for part in going[-1])
    assert left == sorted(left, reverse=True)
    assert len(set(left)) == len(left)
    assert left[-1] == 0


def test_too_late_is_only_who_would_be_so_with_every_door_open():
    walls, room = house("1", 9, 8, 6, 6)
    shut = door("gate", 11.25, 8, 1.5, 0.25)
    paces = []
    for y in (5.5, 4):  # in time if somebody opens the door for him; not at all
        units = {"scorch-1": at(12, y), "aayari-1": at(1, 23, facing=90)}
        with Raid(units, [*walls, shut], [room], phase=MANEUVER, chosen=NAI, turn=6) as raid:
            scene = Scene(raid.game.state.world, "scorch")
            paces.append(scene.pace(scene.world.units["scorch-1"]))
    assert paces[0] > paces[1]


def test_nobody_is_set_up_where_no_way_leads_out():
    closed = [
        box("west", 4, 0.2, 0.5, 3), box("east", 6, 0.2, 0.5, 3), box("north", 4, 3, 2.5, 0.5),
    ]  # fmt: skip
    with Raid({"scorch-1": at(12, 2), "aayari-1": at(12, 20)}, closed) as raid:
        land = land_of(raid.game.state.world)
        inside = (land.x > 4500) & (land.x < 6000) & (land.y < 3000)
        assert inside.any()
        assert not inside[opening._zone(land, Zone(edges=("south",), within=6000))].any()


@pytest.mark.parametrize(("chits", "counts"), [(0, True), (1, False)])
def test_an_opponent_that_is_yet_to_act_counts_for_more(chits, counts):
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 16, chits=chits), "aayari-2": at(14, 16, chits=1)}
    with Raid(units, tasking="veiled-fever") as raid:
        scene = Scene(raid.game.state.world, "scorch")
        assert (scene.prizes[0] > scene.prizes[1]) == counts


@pytest.mark.parametrize(("chits", "counts"), [(0, True), (1, False)])
def test_nobody_stops_in_the_way_of_one_who_comes_behind_in_this_turn(chits, counts):
    walls, room = house("1", 9, 14, 6, 6)
    lane = [box("left", 0, 6, 11, 6), box("right", 13, 6, 11, 6)]
    units = {"scorch-1": at(14, 5), "scorch-2": at(12, 1, chits=chits), "aayari-1": at(1, 23, facing=90)}
    with Raid(units, [*walls, *lane], [room], phase=MANEUVER, chosen=NAI) as raid:
        (found,) = weighed(raid, "scorch", Maneuver("scorch-1", (Go(((12000, 7000),), 90),)))
        assert (found["doorway"] < 0) == counts


def test_whoever_everything_hangs_on_is_hidden_and_has_a_double():
    advisor = replace(CARDS[0], key="operational-advisor")
    wall = box("wall", 4, 8, 8, 0.5)
    units = {"scorch-1": at(12.5, 6, "operational-advisor"), "aayari-1": at(12.5, 20, chits=1)}
    roles = {"scorch": "assaulting", "aayari": "defending"}
    fields = {"phase": MANEUVER, "tasking": "evergreen-citadel", "cards": [advisor], "roles": roles}
    with Raid(units, [wall], chosen={"stronghold": "1"}, **fields) as raid:
        made = decide(raid)
        assert isinstance(made.answer, Maneuver)
        assert terms(made.weighed[0])["hidden"] > 0
        (way,) = acts(raid, Go)
        assert way.route[-1][0] < 11500
        world = raid.game.state.world
    one, two = (Team((*["operational-advisor"] * n, "trained")) for n in (1, 2))
    weighed = [team_terms(world, "scorch", team, farther=False) for team in (one, two)]
    spare = [{term.name: term.points for term in found}["spare"] for found in weighed]
    assert spare[0] == 0.0 < spare[1]


# Whole games


@pytest.mark.parametrize("tasking", [rule.key.removeprefix("tasking.") for rule in TASKINGS])
def test_every_tasking_is_played_to_its_end_without_an_illegal_answer(tasking):
    players = {"scorch": named("veteran", BPRE), "aayari": named("novice", BPRE)}
    game = play(BPRE, 3, Setup(tasking=tasking), players)
    assert game.state.outcome is not None


@pytest.mark.parametrize("mode", ["raid-3", "proxy"])
def test_raids_and_proxy_wars_are_played_to_their_end(mode):
    players = dict.fromkeys(BPRE.seats, named("veteran", BPRE))
    game = play(BPRE, 5, Setup(mode=mode), players)
    assert game.state.outcome is not None


def test_every_term_of_a_game_has_words():
    game = Game.new(BPRE, Setup(tasking="oasis-hemlock"), 4)
    player, generator, names = named("veteran", BPRE), Random(4), set()
    while game.state.outcome is None:
        game.throw_all()
        for request in game.pending:
            made = decided(player, game.view(request.seat), request, Budget(), generator)
            names |= {term.name for one in made.weighed for term in one.terms}
            game.answer(request.seat, request.id, made.answer)
    assert {"attack", "progress", "immediate-actions", "exposure", "fighting-strength"} <= names
    assert all(has(f"terms.{name}") for name in names), names


def test_the_same_view_gets_the_same_answer_whatever_is_hidden():
    """Two games that differ only in what scorch cannot see: its answers and reasons are the same bytes."""
    game = Game.new(BPRE, Setup(tasking="antler-vine"), 11)
    players = {"scorch": named("veteran", BPRE), "aayari": named("random", BPRE)}
    generators = {seat: Random(seat) for seat in BPRE.seats}
    compared = differing = 0
    while game.state.outcome is None and compared < 12:
        game.throw_all()
        for request in game.pending:
            seat = request.seat
            known = game.view(seat)
            if seat == "scorch" and game.state.world.turn:
                other = BPRE.resample(known, Random(compared))
                again = view(BPRE, other, seat)
                assert encode(again) == encode(known)
                differing += encode(other.world) != encode(game.state.world)
                same = next(r for r in again.requests if r.id == request.id)
                one = decided(players[seat], known, request, Budget(), Random(3))
                two = decided(players[seat], again, same, Budget(), Random(3))
                assert encode(one) == encode(two)
                compared += 1
            given = players[seat](known, request, Budget(), generators[seat])
            game.answer(seat, request.id, given)
    assert compared == 12
    assert differing
