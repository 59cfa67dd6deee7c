"""What enemies could come and do: feared by who looks far, in deployment and at the end of a turn."""

from random import Random

import numpy as np
import pytest

from firelane.core.game import Game
from firelane.infinity.asking import Activate, Deploy
from firelane.infinity.c1.game import C1, Setup
from firelane.players import Budget, mind_of, named
from firelane.players.infinity import scene as scenes
from firelane.players.infinity.ideas import Ideas
from firelane.players.infinity.opening import Deployments
from firelane.players.infinity.raids import Outlook, feared, outlook, raided
from firelane.players.infinity.scene import Scene
from infinity.skirmish import Skirmish, at, box, plain, walk

HMG = "zhanshi/heavy-machine-gun"
WALL = box("wall", 0, 24, 40, 1, 8)


def scene(game, seat="blue"):
    return Scene(game.game.view(seat), far=True)


def near(read, trooper, *places):
    """The places of the map that are nearest to some in inches."""
    return np.array([read.nearest(trooper, (1000 * x, 1000 * y, 0)) for x, y in places])


def danger(foe, place):
    """What a machine gun could do to a trooper of blue's at a place."""
    read = scene(Skirmish({"blue-1": at(4, 4), "red-1": at(*foe, HMG)}, [WALL]))
    trooper = read.mine[0]
    return raided(read, trooper, near(read, trooper, place))[0]


def test_who_is_out_of_sight_may_still_be_come_for():
    read = scene(Skirmish({"blue-1": at(4, 4), "red-1": at(4, 44, HMG)}, [WALL]))
    trooper = read.mine[0]
    assert not read.threats(trooper).exposed[read.nearest(trooper)]
    assert raided(read, trooper, near(read, trooper, (4, 4)))[0] > 0


def test_the_farther_an_enemy_has_to_come_the_less_it_is_feared():
    assert danger((44, 30), (4, 4)) > 1.1 * danger((4, 44), (4, 4)) > 0


def test_nobody_comes_where_there_is_no_way_to_look_at():
    """A corner of the table behind walls without a door, higher than anybody."""
    walls = [box("south", 0, 8, 9, 1, 8), box("east", 8, 0, 1, 8, 8)]
    read = scene(Skirmish({"blue-1": at(4, 4), "red-1": at(30, 40, HMG)}, walls))
    trooper = read.mine[0]
    walled, open_ = raided(read, trooper, near(read, trooper, (4, 4), (30, 20)))
    assert walled == 0 < open_


def test_the_table_is_looked_at_from_all_over_it():
    read = scene(Skirmish({"blue-1": at(4, 4), "red-1": at(4, 44)}, [WALL]))
    trooper = read.mine[0]
    table, ground = outlook(read, trooper), read.ground(trooper)
    assert table is outlook(read, trooper)
    for x, y in ((4, 4), (44, 4), (4, 44), (44, 44)):
        away = np.hypot(ground.x[table.spots] - 1000 * x, ground.y[table.spots] - 1000 * y)
        assert away.min() < 4000
    spots = table.spots[table.seen(near(read, trooper, (4, 4)))[0]]
    behind = ground.y[spots] > 25000
    assert (~behind).any()
    assert (ground.x[spots][behind] > 36000).all()


def test_who_lies_low_behind_a_low_wall_is_not_seen():
    low = box("low", 0, 10, 48, 1, 1)
    read = scene(Skirmish({"blue-1": at(24, 9), "red-1": at(24, 44, HMG)}, [low]))
    trooper = read.mine[0]
    here = near(read, trooper, (24, 9.4))
    assert raided(read, trooper, here, prone=True)[0] < raided(read, trooper, here)[0]


def test_behind_a_marker_there_may_be_somebody_like_ones_own():
    hider = "hassassin-lasiqs/rifle-specialist-operative"
    read = scene(Skirmish({"blue-1": at(4, 4, HMG), "red-1": at(44, 30, hider, marker=1)}, [WALL]))
    assert not read.foes
    trooper = read.mine[0]
    assert raided(read, trooper, near(read, trooper, (4, 4)))[0] > 0


def exposure(pool):
    """What the last step into the lane beside a wall costs by the Orders that are left."""
    game = Skirmish({"blue-1": at(38, 20), "red-1": at(44, 44, HMG)}, [WALL], pool=pool)
    view, (request,) = game.game.view("blue"), game.game.pending
    (found,) = mind_of(C1).farther.weigh(view, request, [Activate(trooper="blue-1", skill=walk(41.5, 20))])
    return {term.name: term.points for term in found.terms}["exposure"]


def test_with_orders_left_to_get_away_exposure_counts_less():
    assert exposure(1) < exposure(6) < 0


def test_what_tries_end_in_counts_places_by_who_looks_far():
    """The same troopers, once behind the wall and once in the lane that a machine gun looks along."""
    found = []
    for x in (4, 44):
        game = Skirmish({"blue-1": at(x, 20), "red-1": at(44, 46, HMG)}, [WALL], pool=1)
        read = scene(game)
        near, far = mind_of(C1), mind_of(C1).farther
        place = Ideas(read).at_place(read.mine[0])
        seen = game.game.view("blue")
        assert far.standing(seen) == pytest.approx(near.standing(seen) + place)
        found.append((near.standing(seen), Ideas(read).exposure(read.mine[0], read.nearest(read.mine[0]))))
    assert found[0][0] == found[1][0]
    assert found[0][1] < found[1][1]


def deploying(first):
    """The first question about deployment, on a table with a wall across most of it."""
    forces = dict.fromkeys(("blue", "red"), ("zhanshi/combi-rifle-lieutenant", HMG, "zhanshi/combi-rifle"))
    game = Game.new(C1, Setup(terrain=plain(WALL), mission="annihilation", forces=forces), 1)
    player, generator = named("commander", C1), Random(1)
    while True:
        game.throw_all()
        for request in game.pending:
            seen = game.view(request.seat)
            if isinstance(request, Deploy) and (seen.table.world.first == request.seat) is first:
                return game, request
            game.answer(request.seat, request.id, player(seen, request, Budget(nodes=1), generator))


def test_before_enemies_are_seen_their_zone_is_feared():
    game, request = deploying(first=True)
    read = Scene(game.view(request.seat), far=True)
    trooper = next(t for t in read.world.troopers.values() if t.seat == request.seat)
    zone = (0, 36000, 48000, 48000)
    fears = feared(read, trooper, near(read, trooper, (4, 4), (4, 30)), zone)
    (here, there), sure = fears.found(read.hurried)
    assert sure
    assert 0 < here < there


def test_who_has_the_second_turn_deploys_out_of_reach():
    game, request = deploying(first=False)
    shown = game.view(request.seat)
    harm = []
    for far in (True, False):
        read = Scene(shown, far=far)
        made = Deployments(read, request).deployment(None)
        plans = Deployments(Scene(shown, far=True), request)
        harm.append(
            sum(
                plans.worth(trooper)[node] - plans.worth_at(trooper, node)
                for name, at in made.troopers.items()
                for trooper in [read.world.troopers[name]]
                for node in [read.nearest(trooper, (at.x, at.y, at.z))]
            )
        )
        assert all(at.prone for at in made.troopers.values()) is far
    assert harm[0] < harm[1]


def test_what_is_found_out_bit_by_bit_is_what_looking_from_everywhere_finds():
    game, request = deploying(first=False)
    read = Scene(game.view(request.seat), far=True)
    trooper = next(t for t in read.world.troopers.values() if t.seat == request.seat)
    nodes = np.arange(0, read.ground(trooper).size, 7)
    found = raided(read, trooper, nodes)
    table = Outlook(read, trooper, prone=False)
    table.seen(nodes)
    asked = int((outlook(read, trooper).known[nodes] != 0).sum())
    assert asked < nodes.size * table.spots.size / 2
    kept = read.ground(trooper).kept["outlook"]
    kept.keep(False, table)
    read.threats(trooper).raided.clear()
    assert np.array_equal(raided(read, trooper, nodes), found)


class Late:
    """A clock that has run out."""

    part, ends = 1.0, 1.0


def test_who_is_hurried_looks_at_nothing_and_keeps_nothing():
    game = Skirmish({"blue-1": at(4, 4), "red-1": at(44, 30, HMG)}, [box("wall", 0, 25, 40, 1, 8)])
    view = game.game.view("blue")
    late, read = Scene(view, far=True, clock=Late()), Scene(view, far=True)
    trooper = read.mine[0]
    nodes = near(read, trooper, (4, 4), (20, 10))
    guessed = raided(late, trooper, nodes)
    assert not outlook(read, trooper).known.any()
    assert (guessed > 0).all()
    assert (raided(read, trooper, nodes) <= 2 * guessed).all()
    assert outlook(read, trooper).known.any()


def test_who_is_hurried_weighs_the_first_candidate_and_doing_nothing():
    game = Skirmish({"blue-1": at(38, 20), "red-1": at(44, 44, HMG)}, [WALL], pool=3)
    view, (request,) = game.game.view("blue"), game.game.pending
    far = mind_of(C1).farther
    answers = far.candidates(view, request, Random(1))
    late = far.within(Late()).weigh(view, request, answers)
    assert [one.answer for one in late] == [answers[0], answers[-1]]
    assert len(far.weigh(view, request, answers)) == len(answers) > 2


def test_a_deployment_that_was_prepared_looks_at_nothing_more():
    game, request = deploying(first=True)
    shown = game.view(request.seat)
    for _ in mind_of(C1).farther.prepare(shown, request):
        pass
    read = Scene(shown, far=True)
    tables = [
        table for t in read.world.troopers.values() for table in read.ground(t).kept["outlook"].values()
    ]
    before = sum(int((table.known != 0).sum()) for table in tables)
    duels, sights = len(scenes._raids), _sights(read)
    Deployments(read, request).deployment(None)
    assert before == sum(int((table.known != 0).sum()) for table in tables) > 0
    assert (duels, sights) == (len(scenes._raids), _sights(read))


def _sights(read):
    grounds = {id(ground): ground for ground in map(read.ground, read.world.troopers.values())}
    return sum(len(ground.kept["seen"]) for ground in grounds.values())


def test_who_is_hurried_deploys_by_what_is_known_already():
    game, request = deploying(first=False)
    shown = game.view(request.seat)
    late, read = Scene(shown, far=True, clock=Late()), Scene(shown, far=True)
    assert Deployments(late, request).deployment(None) is not None
    assert not late._threats
    assert Deployments(read, request).deployment(None) is not None
    assert read._threats
