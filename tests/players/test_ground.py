"""The players' map of a battlefield: what it offers can be gone."""

import numpy as np

from firelane.infinity.acting import move_rules
from firelane.infinity.sheets import sheet
from firelane.players.ground import ground_of
from firelane.table.fieldfile import ready_field
from firelane.table.movement import Way, Waypoint
from firelane.table.paths import check_path
from firelane.table.things import Figure

FIELD = ready_field("harbour-town").battlefield
FACTS = sheet("c1:fusiliers/combi-rifle")
RULES = move_rules(FACTS, 4000)
FIGURE = Figure(id="a", x=0, y=0, diameter=FACTS.diameter, height=FACTS.height)
GROUND = ground_of(FIELD, FIGURE, RULES)


def test_every_route_within_a_move_is_allowed():
    tried = 0
    for start in range(0, GROUND.size, 97):
        at = GROUND.place(start)
        ways = GROUND.ways_from(at, 3900)
        for node in np.flatnonzero(np.isfinite(ways.cost))[::7]:
            route = ways.route(int(node))
            report = check_path(FIELD, FIGURE.at(*at), [Waypoint(*leg) for leg in route], [], RULES)
            if node == start:
                continue
            assert report.legal, (at, route, report.trouble)
            assert report.cost <= ways.cost[node] + 60
            assert route[-1][:3] == GROUND.place(int(node))
            tried += 1
    assert tried > 50


def test_stairs_and_ladders_lead_to_the_roofs():
    assert len(GROUND.heights) > 3
    ways = GROUND.ways_from(GROUND.place(int(np.flatnonzero(GROUND.z == 0)[-1])), 60000)
    high = [int(n) for n in np.flatnonzero(np.isfinite(ways.cost) & (GROUND.z > 2000))]
    assert high
    assert any(leg[3] in (Way.STAIRS, Way.LADDER) for leg in ways.route(high[-1]))


def test_distances_are_much_the_same_both_ways():
    there, back = GROUND.place(400), GROUND.place(900)
    one, two = GROUND.distances_to([there]), GROUND.distances_to([back])
    assert np.isfinite(one[900]) == np.isfinite(two[400])
    if np.isfinite(one[900]):
        assert abs(one[900] - two[400]) < 0.01 * one[900], "the first leg may be longer than those of the map"


def test_places_that_touch_scenery_know_in_which_direction():
    touching = np.flatnonzero((GROUND.wall_x != 0) | (GROUND.wall_y != 0))
    assert touching.size > 100
    lengths = np.hypot(GROUND.wall_x[touching], GROUND.wall_y[touching])
    assert np.allclose(lengths, 1.0)
