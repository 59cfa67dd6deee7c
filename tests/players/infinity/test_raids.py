"""What enemies could come and do: feared by who looks far, in deployment and at the end of a turn."""

from random import Random

import numpy as np

from firelane.core.game import Game
from firelane.infinity.asking import Activate, Deploy
from firelane.infinity.c1.game import C1, Setup
from firelane.players import Budget, mind_of, named
from firelane.players.infinity.opening import Deployments
from firelane.players.infinity.raids import outlook, raided, raided_from
from firelane.players.infinity.scene import Scene
from infinity.skirmish import Skirmish, at, box, plain, walk

HMG = "zhanshi/heavy-machine-gun"
WALL = box("wall", 0, 24, 40, 1, 8)


def scene(game, seat="blue"):
    return Scene(game.game.view(seat), far=True)


def danger(foe, place):
    """What a machine gun could do to a trooper of blue's at a place."""
    read = scene(Skirmish({"blue-1": at(4, 4), "red-1": at(*foe, HMG)}, [WALL]))
    trooper = read.mine[0]
    return raided(read, trooper)[read.nearest(trooper, (place[0] * 1000, place[1] * 1000, 0))]


def test_who_is_out_of_sight_may_still_be_come_for():
    read = scene(Skirmish({"blue-1": at(4, 4), "red-1": at(4, 44, HMG)}, [WALL]))
    trooper = read.mine[0]
    assert not read.threats(trooper).exposed[read.nearest(trooper)]
    assert raided(read, trooper)[read.nearest(trooper)] > 0


def test_the_farther_an_enemy_has_to_come_the_less_it_is_feared():
    assert danger((44, 30), (4, 4)) > 1.1 * danger((4, 44), (4, 4)) > 0


def test_nobody_comes_where_there_is_no_way_to_look_at():
    """Four walls without a door, higher than anybody."""
    walls = [
        box("south", 0, 8, 9, 1, 8),
        box("east", 8, 0, 1, 8, 8),
    ]
    read = scene(Skirmish({"blue-1": at(4, 4), "red-1": at(30, 40, HMG)}, walls))
    trooper = read.mine[0]
    assert raided(read, trooper)[read.nearest(trooper)] == 0
    assert raided(read, trooper).max() > 0


def test_the_table_is_looked_at_from_all_over_it():
    read = scene(Skirmish({"blue-1": at(4, 4), "red-1": at(4, 44)}, [WALL]))
    trooper = read.mine[0]
    seen, ground = outlook(read, trooper), read.ground(trooper)
    assert seen is outlook(read, trooper)
    for x, y in ((4, 4), (44, 4), (4, 44), (44, 44)):
        away = np.hypot(ground.x[seen.spots] - 1000 * x, ground.y[seen.spots] - 1000 * y)
        assert away.min() < 4000
    here = read.nearest(trooper)
    spots = seen.spots[seen.spot[seen.first[here] : seen.first[here + 1]]]
    behind = ground.y[spots] > 25000
    assert (~behind).any()
    assert (ground.x[spots][behind] > 36000).all()


def exposure(pool):
    """What the last step into the lane beside a wall costs by the Orders that are left."""
    game = Skirmish({"blue-1": at(38, 20), "red-1": at(44, 44, HMG)}, [WALL], pool=pool)
    view, (request,) = game.game.view("blue"), game.game.pending
    (found,) = mind_of(C1).farther.weigh(view, request, [Activate(trooper="blue-1", skill=walk(41.5, 20))])
    return {term.name: term.points for term in found.terms}["exposure"]


def test_with_orders_left_to_get_away_exposure_counts_less():
    assert exposure(1) < exposure(6) < 0


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
    near = raided_from(read, trooper, (0, 36000, 48000, 48000), prone=False)
    here, there = (read.nearest(trooper, (4000, y, 0)) for y in (4000, 30000))
    assert 0 < near[here] < near[there]


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
                plans.raided(trooper)[read.nearest(trooper, (at.x, at.y, at.z))]
                for name, at in made.troopers.items()
                for trooper in [read.world.troopers[name]]
            )
        )
        assert all(at.prone for at in made.troopers.values()) is far
    assert harm[0] < harm[1]
